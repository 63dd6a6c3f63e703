"""Dice and coins: each size its own silhouette, each fate its own shape; the words come first."""

from collections.abc import Sequence
from functools import lru_cache

from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.panels import Coin, Die
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.html import NUMBER, Markup, hidden, joined
from cliffhanger.web.page.language import _, cached, ngettext

SHEET = "/static/dice.svg"
DRAWN = frozenset({4, 6, 8, 10, 12})
MANY, WIDE = 10, 52  # dice that are drawn one by one, and how much room each of them takes
_LOOK = {
    "rating": "rating",
    "hollow": "rating",
    "plain": "result",
    "counts": "counts",
    "struck": "struck",
    "one": "one",
}


@lru_cache(1024)
def die(d: Die | Coin) -> Markup:
    """Draw one die or coin, without a name: the row around it speaks."""
    return _die(d) if isinstance(d, Die) else _coin(d)


def _die(d: Die) -> Markup:
    look = _LOOK[d.state] if d.face or d.state != "plain" else "rating"
    number = d.face or d.size
    text = "" if d.state == "hollow" else Markup('<text x="24" y="24.5">{number}</text>').format(number=number)
    size = d.size if d.size in DRAWN else 12
    two = " two" if number > 9 else ""
    full = "" if look in ("rating", "struck") else " f"
    # While it falls it looks as the others do.
    strike = (
        Markup('<use class="was" href="{sheet}#d{size}-result"/><use href="{sheet}#strike"/>').format(
            sheet=SHEET, size=size
        )
        if look == "struck"
        else ""
    )
    return Markup(
        '<svg class="die d{size} {look}{two}{full}" viewBox="0 0 48 48" aria-hidden="true">'
        '<use href="{sheet}#d{size}-{look}"/>{strike}{text}</svg>'
    ).format(size=size, look=look, two=two, full=full, sheet=SHEET, strike=strike, text=text)


def _coin(c: Coin) -> Markup:
    look = "struck" if c.state == "struck" else {"star": "counts", "ring": "result", "held": "rating"}[c.side]
    return Markup(
        '<svg class="die coin {look}" viewBox="0 0 48 48" aria-hidden="true"><use href="{sheet}#coin-{look}"/></svg>'
    ).format(look=look, sheet=SHEET)


@lru_cache(1024)
def hollow(row: tuple[Die | Coin, ...], left: int, *, numbered: bool = False) -> Markup:
    """Draw dice that have not been thrown, in one drawing; those beyond `left` are taken away again.

    Sizes stand in them where they are `numbered`. Of a great many one is drawn, for the words beside it say how many.
    """
    shown = row if len(row) <= MANY else row[:1]
    parts = []
    for at, d in enumerate(shown):
        size = d.size if isinstance(d, Die) else 0
        kind = f"d{size if size in DRAWN else 12}" if size else "coin"
        parts.append(
            Markup('<use href="{sheet}#{kind}-rating" x="{x}" width="48" height="48"{gone}/>').format(
                sheet=SHEET, kind=kind, x=at * WIDE, gone=Markup(' class="gone"') if at >= left else ""
            )
        )
        if numbered and size:
            parts.append(Markup('<text x="{x}" y="24.5">{size}</text>').format(x=at * WIDE + 24, size=size))
    return Markup('<svg class="hollow" viewBox="0 0 {width} 48" aria-hidden="true">{parts}</svg>').format(
        width=len(shown) * WIDE, parts=joined(parts)
    )


@cached(1024)
def dice(row: tuple[Die | Coin, ...], throw: str = "") -> Markup:
    """Draw a row with the sentence that says the same.

    Dice that fell have an id of their own, made of the `throw` and of their faces: a page that is redrawn in place takes
    new dice for new ones, and lets them fall.
    """
    fell = any(d.face if isinstance(d, Die) else d.side != "held" for d in row)
    known = Markup(' id="d-{throw}-{faces}"').format(throw=throw, faces=_faces(row)) if fell and throw else ""
    drawn = joined(die(d) for d in row)
    look = "dice fall" if known else "dice"
    return Markup('<div class="{look}"{known} role="img" aria-label="{spoken}">{drawn}</div>').format(
        look=look, known=known, spoken=spoken(row), drawn=drawn
    )


def _faces(row: tuple[Die | Coin, ...]) -> str:
    return "-".join(str(d.face) if isinstance(d, Die) else d.side for d in row)


def spoken(row: Sequence[Die | Coin]) -> str:
    """Say a row: `6 dice: 6 and 5 count; 4, 3 and 1 do not`."""
    if all(isinstance(d, Coin) for d in row):
        stars = sum(1 for d in row if isinstance(d, Coin) and d.side == "star")
        coins = ngettext("{n} coin", "{n} coins", len(row)).format(n=len(row))
        return f"{coins}: {ngettext('{n} star', '{n} stars', stars).format(n=stars)}"
    thrown = [d for d in row if isinstance(d, Die)]
    if not any(d.face for d in thrown):
        kept, gone = (
            listed([f"d{d.size}" for d in thrown if (d.state == "struck") == struck]) for struck in (False, True)
        )
        return _("{dice}; {gone} taken away").format(dice=kept, gone=gone) if gone else kept
    faces = {state: [str(d.face) for d in thrown if d.state == state] for state in ("counts", "plain", "struck")}
    said = []
    if n := len(faces["counts"]):
        said.append(ngettext("{faces} counts", "{faces} count", n).format(faces=listed(faces["counts"])))
    if faces["plain"]:
        said.append(_("{faces} shown").format(faces=listed(faces["plain"])))
    if n := len(faces["struck"]):
        said.append(ngettext("{faces} does not", "{faces} do not", n).format(faces=listed(faces["struck"])))
    said += [_("1 is a {word}").format(word=d.word) if d.word else "1" for d in thrown if d.state == "one"]
    return f"{ngettext('{n} die', '{n} dice', len(thrown)).format(n=len(thrown))}: {'; '.join(said)}"


def typed(roll: Roll, base: str) -> Markup:
    """Ask for the faces of real dice: one field a die."""
    fields = joined(
        Markup(
            '<label class="face-in"><span class="sr">{die}</span><input type="number" '
            'inputmode="numeric" id="face-{at}" name="values" min="1" max="{size}" required '
            'autocomplete="off" placeholder="d{size}"></label>'
        ).format(die=_("Die {number}, d{size}").format(number=at, size=size), at=at, size=size)
        for at, size in enumerate(roll.dice, 1)
    )
    title = roll.title or ngettext("Roll {n} die", "Roll {n} dice", len(roll.dice)).format(n=len(roll.dice))
    return Markup(
        '<section class="panel tray" id="tray" tabindex="-1" aria-labelledby="h-tray"><div class="head">'
        '<h2 id="h-tray">{title}</h2><p class="soft">{type_}</p></div><form id="f-faces" class="window" '
        'data-do="faces" method="post" action="{base}/faces">{hidden}'
        '<input type="hidden" name="id" value="{number}-faces"><div class="faces">{fields}</div>'
        '<div class="dock"><p class="chance">{table}</p><button class="next" id="go-faces">{fell}</button>'
        "</div></form></section>"
    ).format(
        title=title,
        type_=_("Type what your real dice show."),
        base=base,
        hidden=hidden("roll", roll.id),
        number=NUMBER,
        fields=fields,
        table=_("The table takes them as they are, marked as typed."),
        fell=_("These fell"),
    )
