"""The room's stage as it is drawn: the moment as large as it may stand, with who faces whom."""

from collections.abc import Sequence

from msgspec import structs

from cliffhanger.kernel.panels import Panel, Row
from cliffhanger.web.page import room_fit, room_moment
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.panels import several
from cliffhanger.web.page.rows import tags
from cliffhanger.web.page.skins import Skin
from cliffhanger.web.page.tracks import small


def fitted(shown: room_moment.Stage, more: Sequence[Panel], height: float, skin: Skin) -> room_fit.Fit:
    """How large a moment may stand in a height, with `more` panels below it as far as there is room."""
    beside = max((each.high for each in (shown.left, shown.right) if each), default=0.0)
    burst = room_moment.AROUND if skin.stage == "balloon" and shown.left and shown.right and not shown.climbs else 0.0
    said = shown.said._replace(around=burst)
    return room_fit.fitted(said, more, height, skin, max(beside, 21.0 if shown.card else 0.0))


def drawn(shown: room_moment.Stage, fit: room_fit.Fit) -> Markup:
    """The moment, as it fits."""
    said = fit.said
    kind = (
        "versus climb"
        if shown.climbs
        else "versus"
        if shown.left and shown.right
        else "faced"
        if shown.right
        else "led"
        if shown.left
        else "alone"
    )
    words = joined(
        (
            Markup('<p class="above">{above}</p>').format(above=said.above) if said.above else NOTHING,
            Markup('<h2 class="verdict">{head}</h2>').format(head=said.head) if said.head else NOTHING,
            Markup('<p class="because">{below}</p>').format(below=said.below) if said.below else NOTHING,
        )
    )
    told = Markup('<div class="told">{words}</div>').format(words=words) if words else NOTHING
    thrown = _thrown(said.dice, shown.throw) if said.dice else NOTHING
    return Markup(
        '<div class="room-fit fit-{zoom} head-{head}"><section class="screen moment {kind}{cards}" aria-label="{label}">{left}'
        '<div class="tell">{told}{thrown}{rest}</div>{card}{right}</section>{more}</div>'
    ).format(
        zoom=fit.zoom,
        head=fit.head,
        kind=kind,
        cards=" carded" if shown.card else "",
        label=said.head or _("On the stage"),
        left=_facing(shown.left) if shown.left else NOTHING,
        told=told,
        thrown=thrown,
        rest=several(said.rest),
        card=Markup('<div class="hand">{card}</div>').format(card=several((shown.card,))) if shown.card else NOTHING,
        right=_facing(shown.right) if shown.right else NOTHING,
        more=several(fit.more),
    )


def _thrown(row: Row, throw: str) -> Markup:
    """Dice with the number that they make, and what they come from."""
    number = row.value if row.n is None else str(row.n)
    return Markup('<div class="throw{lost}">{number}{dice}{words}{tags}</div>').format(
        lost=" lost" if row.state == "lost" else "",
        number=Markup('<b class="num">{number}</b>').format(number=number) if number else NOTHING,
        dice=dice(row.dice, throw) if row.dice else NOTHING,
        words=Markup('<p class="soft">{text}</p>').format(text=row.text) if row.text else NOTHING,
        tags=Markup('<p class="tags">{tags}</p>').format(tags=tags(row)) if row.tags else NOTHING,
    )


def _facing(one: room_moment.Facing) -> Markup:
    """Somebody in person: their token, their name, what they have left, and their dice with the number beside the token."""
    number = "" if one.thrown is None or one.thrown.n is None else str(one.thrown.n)
    return Markup(
        '<div class="facing{speaks}{busy}"><p class="who"><span class="stand">{mark}</span>{number}</p><b class="name">{name}</b>{says}'
        "{tracks}{thrown}</div>"
    ).format(
        speaks=" speaks" if one.speaks else "",
        busy=" busy" if one.busy else "",
        mark=mark(one.name),
        number=Markup('<b class="num">{number}</b>').format(number=number) if number else NOTHING,
        name=one.name,
        says=Markup('<p class="soft">{says}</p>').format(says=one.says) if one.says else NOTHING,
        tracks=small(one.tracks[: room_moment.TRACKS]),
        thrown=_thrown(structs.replace(one.thrown, n=None), one.throw) if one.thrown else NOTHING,
    )
