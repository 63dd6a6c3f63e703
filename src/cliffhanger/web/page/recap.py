"""The recap of an evening as a page of its own: from what was told, nothing added."""

from collections.abc import Sequence

from cliffhanger.cards.poster import size as card_size
from cliffhanger.kernel.panels import Coin, Die
from cliffhanger.table.highlight import Highlight
from cliffhanger.table.recap import Part, Recap, Row
from cliffhanger.web.page import dice
from cliffhanger.web.page.amounts import percent
from cliffhanger.web.page.emblems import mark, told_apart
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.recap_story import credits_of, happened, onward, section
from cliffhanger.web.page.sharing import sharing
from cliffhanger.web.page.skins import Skin
from cliffhanger.web.page.view import TableMeta
from cliffhanger.web.page.whole_log import elsewhere

COIN = 2
"""The size of a coin; its second face counts."""
CARD_PIXELS = 1080
"""How wide a card is as PNG."""


STYLE, SCRIPT = "recap.css", "recap.js"
LOOSE = 100
"""Up to so many little squares stand for a chance of one in so many."""


def recap(meta: TableMeta, told: Recap, skin: Skin, *, url: str = "", png: bool = False) -> Markup:
    """Draw an evening as one would send it; `url` is its whole address, and `png` says that its card can be had as PNG."""
    return told_apart(
        Markup(
            '<main class="rc rc-{kind}">{top}<div class="rc-grid">{card}<div class="rc-side">{send}{cast}</div>'
            '<div class="rc-main">{happened}{night}{credits}{rulings}</div><div class="rc-more">{gathered}</div></div>'
            "{onward}{elsewhere}</main>"
        ).format(
            kind=skin.recap,
            top=_top(meta.id, told),
            card=_card(meta.id, told, skin.recap),
            send=_send(meta.id, told, url or f"/t/{meta.id}/recap", png=png),
            cast=_cast(told.cast),
            happened=happened(told.scenes, skin.recap),
            night=_night(told.night, told.head) if told.night else NOTHING,
            gathered=joined(section(f"gathered-{n}", *each) for n, each in enumerate(told.gathered, 1)),
            credits=credits_of(told),
            rulings=joined(
                section(name, head, [Row(each) for each in rows])
                for name, head, rows in (
                    ("setbacks", _("Setbacks"), told.setbacks),
                    ("rulings", _("Rulings"), told.rulings),
                    ("house", _("House rules"), told.house),
                )
            ),
            onward=onward(told.onward),
            elsewhere=elsewhere(meta.id, whole=False),
        )
    )


def _top(table: str, told: Recap) -> Markup:
    """The way back, which game it was, when, and how it ended."""
    return Markup(
        '<header class="rc-top"><p class="no-print"><a href="/t/{id}/mine">{back}</a></p><p class="soft">{about}</p>'
        '<h1 class="sr">{title}</h1>{line}{ending}</header>'
    ).format(
        id=table,
        back=_("Back to the table"),
        about=" · ".join(filter(None, (told.game, told.date, "" if told.over else _("still being played")))),
        title=told.title,
        # What the card says in large letters is not said once more above it, but to who cannot see the card.
        line=Markup('<p class="sr">{line}</p>').format(line=told.line) if told.line else NOTHING,
        ending=Markup('<p class="rc-end"><b>{how}</b></p>').format(how=told.ending) if told.ending else NOTHING,
    )


def _card(table: str, told: Recap, kind: str) -> Markup:
    wide, tall = card_size(kind)
    return Markup(
        '<figure class="rc-card"><img src="/t/{id}/recap.svg" width="{wide}" height="{tall}" alt="{alt}"></figure>'
    ).format(id=table, wide=wide, tall=tall, alt=_("The card of this evening: {title}").format(title=told.title))


def _send(table: str, told: Recap, url: str, *, png: bool) -> Markup:
    """The address to send, and the card as a picture."""
    as_png = Markup(
        '<button class="act js" type="button" id="draw-card" data-card="/t/{id}/recap.svg" data-name="{id}.png" '
        'data-wide="{wide}" title="{title}">{words}</button>'
    )
    if png:
        as_png = Markup(
            '<a class="act" id="draw-card" href="/t/{id}/recap.png" download="{id}.png" data-card="/t/{id}/recap.png" '
            'data-name="{id}.png" title="{title}">{words}</a>'
        )
    return Markup(
        '<nav class="rc-send no-print" aria-label="{label}">{sharing}<p class="soft">{says}</p><p class="rc-saves">{png}'
        '<a class="act" id="send-card" href="/t/{id}/recap.svg" download="{id}.svg">{card}</a></p>'
        '<p class="sr" id="sent" role="status"></p></nav>'
    ).format(
        label=_("To send"),
        sharing=sharing(url, told.title, _("Send it"), lit=True),
        id=table,
        card=_("The card as SVG"),
        png=as_png.format(id=table, wide=CARD_PIXELS, title=told.title, words=_("The card as a picture")),
        says=_("One link: the card and the story. Nobody needs an account to read it, and it tells no secret."),
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


def _night(night: Highlight, head: str) -> Markup:
    row = tuple(
        Coin("star" if face == COIN else "ring") if size == COIN else Die(size, face, "plain")
        for size, face in night.dice
    )
    had = _("{who} rolled, with “{words}” at {percent}\u00a0%, and it came.")
    if not night.came:
        had = _("{who} rolled, with “{words}” at {percent}\u00a0%, and it did not come.")
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
