"""The recap of an evening as a page of its own, and the whole log: from what was told, nothing added."""

from collections.abc import Iterable, Sequence

from cliffhanger.cards.art import scene as picture_of
from cliffhanger.cards.poster import size as card_size
from cliffhanger.kernel.events import CUES, Event
from cliffhanger.kernel.panels import Card, Coin, Die
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table import chapters
from cliffhanger.table.highlight import Highlight
from cliffhanger.table.recap import Part, Recap, Scene, alone
from cliffhanger.web.page import dice, dice_check
from cliffhanger.web.page.amounts import percent
from cliffhanger.web.page.emblems import mark, told_apart
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.log import told
from cliffhanger.web.page.skins import Skin
from cliffhanger.web.page.view import TableMeta

COIN = 2
"""The size of a coin; its second face counts."""
CARD_PIXELS = 1080
"""How wide a card is as PNG."""


STYLE = "recap.css"
STILLS = frozenset({"guide", "cover"})
"""Kinds of recaps that show a picture beside each scene."""
ROWS = 6
"""Of what stands under one heading so many rows are seen at once."""
LOOSE = 100
"""Up to so many little squares stand for a chance of one in so many."""


def recap(meta: TableMeta, told: Recap, skin: Skin, *, png: bool = False) -> Markup:
    """Draw an evening as one would send it; `png` says that its card can be had as PNG as well."""
    tall, wide = card_size(skin.recap)[::-1]
    figure = Markup(
        '<figure class="rc-card"><img src="/t/{id}/recap.svg" width="{wide}" height="{tall}" alt="{alt}"></figure>'
    ).format(id=meta.id, wide=wide, tall=tall, alt=_("The card of this evening: {title}").format(title=told.title))
    return told_apart(
        Markup(
            '<main class="rc rc-{kind}"><header class="rc-top"><p class="no-print"><a href="/t/{id}/mine">{back}</a></p>'
            '<p class="soft">{about}</p><h1 class="sr">{title}</h1>{line}{ending}</header><div class="rc-grid">{figure}'
            '<div class="rc-side">{send}{cast}</div><div class="rc-main">{happened}{night}{credits}{rulings}</div>'
            '<div class="rc-more">{gathered}</div></div>{onward}{elsewhere}</main>'
        ).format(
            kind=skin.recap,
            id=meta.id,
            back=_("Back to the table"),
            about=" · ".join(filter(None, (told.game, told.date, "" if told.over else _("still being played")))),
            title=told.title,
            # What the card says in large letters is not said once more above it, but to who cannot see the card.
            line=Markup('<p class="sr">{line}</p>').format(line=told.line) if told.line else NOTHING,
            ending=Markup('<p class="rc-end"><b>{how}</b></p>').format(how=told.ending) if told.ending else NOTHING,
            figure=figure,
            send=_send(meta.id, png=png),
            cast=_cast(told.cast),
            happened=_happened(told.scenes, stills=skin.recap in STILLS),
            night=_night(told.night, told.head) if told.night else NOTHING,
            gathered=joined(_section(f"gathered-{n}", *each) for n, each in enumerate(told.gathered, 1)),
            credits=_credits(told),
            rulings=joined(
                (
                    _section("setbacks", _("Setbacks"), told.setbacks),
                    _section("rulings", _("Rulings"), told.rulings),
                    _section("house", _("House rules"), told.house),
                )
            ),
            onward=_onward(told.onward),
            elsewhere=_elsewhere(meta.id, whole=False),
        )
    )


def _send(table: str, *, png: bool) -> Markup:
    """The card to send, and the same evening in other forms."""
    as_png = Markup('<a class="act" href="/t/{id}/recap.png" download="{id}.png">{words}</a>') if png else Markup("")
    return Markup(
        '<nav class="rc-send no-print" aria-label="{label}"><a class="next" id="send-card" href="/t/{id}/recap.svg" '
        'download="{id}.svg">{card}</a>{png}<p class="soft">{says}</p></nav>'
    ).format(
        label=_("To send"),
        id=table,
        card=_("Save the card to send it"),
        png=as_png.format(id=table, words=_("The card as PNG")),
        says=_("Or send the address of this page: nobody needs an account to read it, and it tells no secret."),
    )


def _cast(cast: Sequence[Part]) -> Markup:
    rows = joined(
        Markup(
            '<li>{face}<span class="rc-who"><b>{name}</b>{about}</span><span class="rc-by">{player}</span></li>'
        ).format(
            face=mark(part.name),
            name=part.name,
            about=Markup('<span class="soft">{about}</span>').format(about=part.about) if part.about else NOTHING,
            player=part.player or (_("a bot") if part.bot else _("nobody")),
        )
        for part in cast
    )
    return Markup(
        '<section aria-labelledby="h-cast"><h2 id="h-cast">{head}</h2><ul class="rc-cast">{rows}</ul></section>'
    ).format(head=_("The cast"), rows=rows)


def _happened(scenes: Sequence[Scene], *, stills: bool) -> Markup:
    rows = joined(_scene(at, scene, stills=stills) for at, scene in enumerate(scenes, 1)) or Markup(
        '<li class="soft">{happened}</li>'
    ).format(happened=_("Nothing has happened yet. What does will stand here, in sentences."))
    return Markup(
        '<section aria-labelledby="h-happened"><h2 id="h-happened">{head}</h2><ol class="rc-scenes">{rows}</ol></section>'
    ).format(head=_("What happened"), rows=rows)


def _scene(at: int, scene: Scene, *, stills: bool) -> Markup:
    number = (
        Markup('<span class="rc-no num" aria-hidden="true">{n}</span>').format(n=scene.number)
        if scene.number
        else NOTHING
    )
    if stills and scene.name:
        number = Markup(
            '<img class="rc-still" src="/art/{picture}.svg" width="232" height="136" alt="" loading="lazy">'
        ).format(picture=picture_of(Card(str(at), scene.name, band=str(at))).name)
    spoken = _("Scene {number}: {name}").format(number=scene.number, name=scene.name) if scene.number else scene.name
    head = Markup('<h3 id="part-{at}" aria-label="{spoken}">{name}</h3>').format(at=at, spoken=spoken, name=scene.name)
    below = [Markup('<span class="tag">{chip}</span> ').format(chip=chip) for chip in scene.chips]
    if scene.rolls:
        below.append(Markup('<span class="soft">{rolls}</span>').format(rolls=scene.rolls))
    return Markup("<li>{number}<div>{head}<p>{told}</p>{outcome}{below}</div></li>").format(
        number=number,
        head=head if scene.name else NOTHING,
        told=Markup(" ").join(_sentence(each) for each in scene.told),
        outcome=Markup('<p class="turning">{told}</p>').format(told=scene.outcome) if scene.outcome else NOTHING,
        below=Markup('<p class="changed">{below}</p>').format(below=joined(below)) if below else NOTHING,
    )


def _sentence(each: chapters.Told) -> Markup:
    """A sentence of a paragraph; what somebody said themselves is set as they said it."""
    if each.event.what != "said":
        return Markup("{said}").format(said=alone(each.event))
    who = Markup("{who}: ").format(who=each.event.who) if each.event.who else NOTHING
    return Markup('<span class="rc-said">{who}<q>{line}</q></span>').format(
        who=who, line=each.event.data.get("line", each.event.text)
    )


def _night(night: Highlight, head: str) -> Markup:
    row = tuple(
        Coin("star" if face == COIN else "ring") if size == COIN else Die(size, face, "plain")
        for size, face in night.dice
    )
    had = _("{who} had “{words}” at {percent} %, and it came.")
    if not night.came:
        had = _("{who} had “{words}” at {percent} %, and it did not come.")
    return Markup(
        '<section class="screen rc-night" aria-labelledby="h-night"><h2 id="h-night">{label}</h2>'
        '<h3 class="verdict">{head}</h3>{dice}<p class="because">{had}</p><div class="rc-odds"><p class="num">{one_in}</p>'
        '{squares}</div><p class="soft">{how}</p></section>'
    ).format(
        label=_("The roll of the night"),
        head=head,
        dice=dice.dice(row),
        had=had.format(who=night.who, words=night.words, percent=percent(night.promised)),
        one_in=one_in(night),
        squares=_squares(round(1 / night.chance)),
        how=_("The least likely thing that dice did at this table, by what stood beside the choice before they fell."),
    )


def one_in(night: Highlight) -> str:
    """`1 in 81`, or a rounded one where the chance is none such: `about 1 in 9`; `72 %` of what was likely."""
    if night.is_likely:
        return _("{percent} %").format(percent=percent(night.chance))
    exact = 1 / night.chance
    if exact.denominator == 1:
        return _("1 in {n}").format(n=exact.numerator)
    return _("about 1 in {n}").format(n=round(exact))


def _squares(n: int) -> Markup:
    """So many little squares, one of which is the one."""
    if not 1 < n <= LOOSE:
        return NOTHING
    across = min(n, 20 if n > 40 else 10)
    rows = -(-n // across)
    one = n * 2 // 3
    drawn = joined(
        Markup('<rect x="{x}" y="{y}" width="8" height="8" rx="1.5"{one}/>').format(
            x=at % across * 11 + 2, y=at // across * 11 + 2, one=Markup(' class="one"') if at == one else NOTHING
        )
        for at in range(n)
    )
    return Markup(
        '<svg class="rc-squares" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" aria-hidden="true">{drawn}</svg>'
    ).format(wide=across * 11 + 1, tall=rows * 11 + 1, drawn=drawn)


def _section(name: str, head: str, rows: Sequence[str]) -> Markup:
    if not rows:
        return NOTHING
    drawn = [Markup("<li>{row}</li>").format(row=row) for row in rows]
    inner = Markup('<ul class="rc-rows">{first}</ul>').format(first=joined(drawn[:ROWS]))
    if len(drawn) > ROWS:
        more = ngettext("{n} more", "{n} more", len(drawn) - ROWS).format(n=len(drawn) - ROWS)
        inner += Markup(
            '<details class="law" id="more-{name}"><summary>{more}</summary><ul class="rc-rows">{rest}</ul></details>'
        ).format(name=name, more=more, rest=joined(drawn[ROWS:]))
    return Markup('<section aria-labelledby="h-{name}"><h2 id="h-{name}">{head}</h2>{inner}</section>').format(
        name=name, head=head, inner=inner
    )


def _credits(told: Recap) -> Markup:
    rolls = ngettext("{n} roll", "{n} rolls", told.rolls).format(n=told.rolls) if told.rolls else _("Not a single roll")
    rows = [(rolls, ""), *((each.words, each.who) for each in told.credits)]
    inner = joined(
        Markup("<li><b>{words}</b>{who}</li>").format(
            words=words,
            who=Markup('<span class="soft">{who}</span>').format(who=_("most: {who}").format(who=who))
            if who
            else NOTHING,
        )
        for words, who in rows
    )
    last = NOTHING
    if told.last:
        last = Markup(
            '<li class="rc-last"><span class="soft">{label}</span><q>{line}</q><span class="soft">{who}</span></li>'
        ).format(label=_("The last word"), line=told.last[1], who=told.last[0])
    return Markup(
        '<section aria-labelledby="h-credits"><h2 id="h-credits">{head}</h2><ul class="rc-credits">{inner}{last}</ul></section>'
    ).format(head=_("Credits"), inner=inner, last=last)


def _onward(rows: Sequence[str]) -> Markup:
    if not rows:
        return NOTHING
    inner = joined(Markup("<p>{row}</p>").format(row=row) for row in rows)
    return Markup(
        '<section class="rc-next" aria-labelledby="h-next"><h2 id="h-next">{head}</h2>{inner}</section>'
    ).format(head=_("Next time"), inner=inner)


def shared(origin: str, told: Recap, table: str, kind: str, *, png: bool) -> Markup:
    """What a page says of itself to whoever is sent its address: its title, a line, and the card, all from here."""
    wide, tall = card_size(kind)
    grow = CARD_PIXELS // wide if png else 1
    rows = (
        ("og:type", "article"),
        ("og:title", told.title),
        ("og:description", told.line),
        ("og:url", f"{origin}/t/{table}/recap"),
        ("og:image", f"{origin}/t/{table}/recap.{'png' if png else 'svg'}"),
        ("og:image:type", "image/png" if png else "image/svg+xml"),
        ("og:image:width", str(wide * grow)),
        ("og:image:height", str(tall * grow)),
        ("og:image:alt", _("The card of this evening: {title}").format(title=told.title)),
    )
    return joined(
        Markup('<meta property="{name}" content="{value}">').format(name=name, value=value)
        for name, value in rows
        if value
    )


def whole(meta: TableMeta, entries: Iterable[Entry], own: str = "watch") -> Markup:
    """Draw the log with everything in it, cut at its cues."""
    parts: list[Markup] = []
    for line in told(entries, own):
        if line.event.what in CUES:
            parts.append(
                Markup('<h2 id="part-{n}-{at}">{words}</h2>').format(
                    n=line.n, at=line.at, words=line.event.text.rstrip(".")
                )
            )
        else:
            parts.append(_said(line.event, "warn" if line.kind == "ruling" else ""))
    return _page(meta, _("The whole log"), joined(parts), dice_check.line(meta))


def _page(meta: TableMeta, title: str, inner: Markup, below: Markup) -> Markup:
    inner = inner or Markup('<p class="soft">{happened}</p>').format(
        happened=_("Nothing has happened yet. What does will stand here, in sentences.")
    )
    return Markup(
        '<main class="door narrow"><header><p class="no-print"><a href="/t/{id}/mine">{back}</a></p>'
        '<p class="soft">{table}</p><h1>{title}</h1></header><article class="recap">{inner}</article>'
        "{elsewhere}{below}</main>"
    ).format(
        id=meta.id,
        back=_("Back to the table"),
        table=meta.title,
        below=below,
        title=title,
        inner=inner,
        elsewhere=_elsewhere(meta.id, whole=True),
    )


def _said(event: Event, kind: str = "") -> Markup:
    kind = "warn" if event.what == "ruling" else kind
    who = Markup("<b>{who}</b> ").format(who=event.who) if event.who else ""
    return Markup("<p{kind}>{who}{text}</p>").format(kind=f" class={kind}" if kind else "", who=who, text=event.text)


def _elsewhere(table: str, *, whole: bool) -> Markup:
    """The same evening in other forms: to read on, to keep, to check."""
    base = f"/t/{table}"
    other = (
        Markup('<a href="{base}/recap">{story}</a>').format(base=base, story=_("The story"))
        if whole
        else Markup('<a href="{base}/log">{whole}</a>').format(base=base, whole=_("The whole log"))
    )
    return Markup(
        '<nav class="foot-links no-print" aria-label="{evening}">{other}<a href="{base}/recap.md">{story}</a>'
        '<a href="{base}/record">{record}</a></nav>'
    ).format(evening=_("This evening"), other=other, base=base, story=_("The story as text"), record=_("The record"))
