"""Dice and coins: each size its own silhouette, each fate its own shape; the words come first."""

from collections.abc import Sequence
from functools import lru_cache

from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.panels import Coin, Die
from cliffhanger.web.page.amounts import listed, many
from cliffhanger.web.page.html import NUMBER, esc, hidden

SHEET = "/static/dice.svg"
DRAWN = frozenset({4, 6, 8, 10, 12})
_LOOK = {"rating": "rating", "plain": "result", "counts": "counts", "struck": "struck", "one": "one"}


@lru_cache(1024)
def die(d: Die | Coin) -> str:
    """Draw one die or coin, without a name: the row around it speaks."""
    return _die(d) if isinstance(d, Die) else _coin(d)


def _die(d: Die) -> str:
    look = _LOOK[d.state] if d.face or d.state != "plain" else "rating"
    number = d.face or d.size
    size = d.size if d.size in DRAWN else 12
    two = " two" if number > 9 else ""
    full = "" if look in ("rating", "struck") else " f"
    strike = f'<use href="{SHEET}#strike"/>' if look == "struck" else ""
    return (
        f'<svg class="die d{size} {look}{two}{full}" viewBox="0 0 48 48" aria-hidden="true">'
        f'<use href="{SHEET}#d{size}-{look}"/>{strike}<text x="24" y="24.5">{number}</text></svg>'
    )


def _coin(c: Coin) -> str:
    look = "struck" if c.state == "struck" else {"star": "counts", "ring": "result", "held": "rating"}[c.side]
    return (
        f'<svg class="die coin {look}" viewBox="0 0 48 48" aria-hidden="true"><use href="{SHEET}#coin-{look}"/></svg>'
    )


@lru_cache(1024)
def dice(row: tuple[Die | Coin, ...], throw: str = "") -> str:
    """Draw a row with the sentence that says the same.

    Dice that fell have an id of their own, made of the `throw` and of their faces: a page that is redrawn in place takes
    new dice for new ones, and lets them fall.
    """
    fell = any(isinstance(d, Die) and d.face for d in row)
    known = f' id="d-{throw}-{_faces(row)}"' if fell and throw else ""
    drawn = "".join(die(d) for d in row)
    look = "dice fall" if fell else "dice"
    return f'<div class="{look}"{known} role="img" aria-label="{esc(spoken(row))}">{drawn}</div>'


def _faces(row: tuple[Die | Coin, ...]) -> str:
    return "-".join(str(d.face) for d in row if isinstance(d, Die))


def spoken(row: Sequence[Die | Coin]) -> str:
    """Say a row: `6 dice: 6 and 5 count; 4, 3 and 1 do not`."""
    if all(isinstance(d, Coin) for d in row):
        stars = sum(1 for d in row if isinstance(d, Coin) and d.side == "star")
        return f"{many(len(row), 'coin')}: {many(stars, 'star')}"
    thrown = [d for d in row if isinstance(d, Die)]
    if not any(d.face for d in thrown):
        return listed([f"d{d.size}" for d in thrown])
    said = []
    for state, one, more in (
        ("counts", "counts", "count"),
        ("plain", "shown", "shown"),
        ("struck", "does not", "do not"),
    ):
        faces = [str(d.face) for d in thrown if d.state == state]
        if faces:
            said.append(f"{listed(faces)} {one if len(faces) == 1 else more}")
    said += [f"1 is a {d.word}" if d.word else "1" for d in thrown if d.state == "one"]
    return f"{len(thrown)} {'die' if len(thrown) == 1 else 'dice'}: {'; '.join(said)}"


def typed(roll: Roll, base: str) -> str:
    """Ask for the faces of real dice: one field a die."""
    fields = "".join(
        f'<label class="face-in"><span class="sr">Die {at}, d{size}</span>'
        f'<input type="number" inputmode="numeric" id="face-{at}" name="values" min="1" max="{size}" required '
        f'autocomplete="off" placeholder="d{size}"></label>'
        for at, size in enumerate(roll.dice, 1)
    )
    title = roll.title or f"Roll {many(len(roll.dice), 'die', 'dice')}"
    return (
        '<section class="panel tray" id="tray" tabindex="-1" aria-labelledby="h-tray"><div class="head">'
        f'<h2 id="h-tray">{esc(title)}</h2><p class="soft">Type what your real dice show.</p></div>'
        f'<form id="f-faces" class="window" data-do="faces" method="post" action="{esc(base)}/faces">'
        f'{hidden("roll", roll.id)}<input type="hidden" name="id" value="{NUMBER}-faces">'
        f'<div class="faces">{fields}</div>'
        '<div class="dock"><p class="chance">The table takes them as they are, marked as typed.</p>'
        '<button class="next" id="go-faces">These fell</button></div></form></section>'
    )
