"""A seat's page, put together: masthead, stage, tray, what is everybody's, what is one's own, the log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Panel
from cliffhanger.table.drafts import Key
from cliffhanger.table.permissions import other_side
from cliffhanger.table.snapshot import Draft, Snapshot
from cliffhanger.web.page import (
    asked_back,
    assets,
    away,
    board,
    dice,
    drafts,
    footing,
    master,
    offers,
    primer,
    skins,
    taking_back,
    terms,
    welcome,
)
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.bar import bar
from cliffhanger.web.page.befell import befell, told_first
from cliffhanger.web.page.cards import resting
from cliffhanger.web.page.emblems import part
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, cached, language_tag
from cliffhanger.web.page.log import aloud, log_region
from cliffhanger.web.page.masthead import also_up, ended, halted, masthead, waiving
from cliffhanger.web.page.meanwhile import meanwhile
from cliffhanger.web.page.pace import pacing
from cliffhanger.web.page.panels import ORDER
from cliffhanger.web.page.played_by import played_by
from cliffhanger.web.page.reader import Reader, SeatView
from cliffhanger.web.page.regions import Region, box, whole
from cliffhanger.web.page.skins import Skin
from cliffhanger.web.page.sorting import PICTURE, both, lettered, sorted_out
from cliffhanger.web.page.waiting import asked_alike, headline, offered, stand_ins

SEVERAL = 4  # empty chairs that are counted, no longer named


def seat_page(seen: SeatView) -> Markup:
    """All that stands inside `<div id="page">`, as one text."""
    return whole(seat_regions(seen))


def seat_regions(seen: SeatView) -> tuple[Region, ...]:
    """All that stands inside `<div id="page">`: what one seat may know, and what it may do."""
    with terms.explaining(seen.game):
        return _regions(Reader(seen))


def _regions(reader: Reader) -> tuple[Region, ...]:
    over = reader.over
    panels = played_by(reader.game.panels(reader.view, reader.seat), reader.snapshot.seats)
    drawn, known, pictured = sorted_out(panels, reader.listener)
    vacant = _vacant_chairs(reader) if reader.fresh else ()
    sign, options = _sign(reader), _spoken_for(reader)
    asked, always = _asked(reader, options, vacant)
    others, chairs = _others(reader), _chairs(reader, wanted=bool(vacant))
    picture = board.drawn(pictured, reader.seat, options, asked) if pictured else None
    if picture:
        drawn[PICTURE] = [(part(each),) for each in picture.parts]
    others, chairs, placed = lettered(others, chairs, drawn, both(reader.meta.faces, known))
    greets = _greets(reader, panels)
    said = _said(reader, sign)
    stage = box(_stage(), (taking_back.moment(said.back), *placed["stage"]), "</div>")
    cards = placed["hand"] if over else resting(placed["hand"], panels, reader.options)
    does = _does(reader, asked, others, begun=reader.acted or bool(vacant or greets), said=said.aloud)
    done = box(Markup('<div class="a-do">'), (*does, *cards, *placed["main"], always), "</div>")
    # When it is over, what is left to do comes first: below the last scene nobody on a phone would find it.
    here = (done, stage) if over else (told_first(said.news), stage, done, *placed["goal"])
    first, tools = _tools(reader, chairs, vacant)
    columns = (
        box(Markup('<div class="col a-order p-scene">'), _scene(reader, placed, picture, others, greets), "</div>"),
        box(Markup('<div class="col a-main p-scene">'), here, "</div>"),
        first,
        box(Markup('<div class="a-behind p-me">'), placed["behind"], "</div>"),
        box(Markup('<div class="col a-me p-me">'), _flow(placed["own"]), "</div>"),
        box(Markup('<div class="a-more col">'), _more(reader, placed["side"], tools), "</div>"),
    )
    halt = _halt(reader)
    aim = "ended" if over else "tray" if asked else "others" if others else "so-far"
    table = box(_begins(reader, said.aloud), columns, "</main>")
    page = _skip("halt" if halt else aim), _top(reader, sign, panels), halt, table, bar()
    return tuple([each for each in page if each])


def _top(reader: Reader, sign: tuple[str, str], panels: tuple[Panel, ...]) -> Region:
    """The sign over the page: who is up, for what, and what may be done at any moment."""
    snapshot, seat, asked, names = reader.snapshot, reader.seat, reader.asked, reader.names
    head, ask = sign
    alike = asked_alike(snapshot.waiting, seat)
    return masthead(
        title=reader.meta.title,
        where=welcome.you_are(names[seat], panels) if reader.sits else _("You are watching."),
        head=head,
        ask="" if _watched(reader.drafts, asked, seat) else ask,
        base=reader.base,
        paused=snapshot.paused,
        undo=taking_back.newest_back(reader.base, reader.story, reader.listener) if reader.may_undo else NOTHING,
        over=reader.over,
        too="" if reader.over or snapshot.paused else also_up(asked, names, seat, alike),
    )


def _sign(reader: Reader) -> tuple[str, str]:
    """What stands in the lit box, and the sentence below it."""
    snapshot, asked = reader.snapshot, reader.asked
    building = frozenset(key[0] for key in reader.drafts)
    head, ask = headline(snapshot, asked, reader.names, reader.seat, building)
    if asked and not reader.over and reader.waits and not snapshot.paused and (gone := _nobodys(snapshot, asked)):
        ask = _("Nobody sits at {chair}. Whoever runs the table answers for them, or gives the chair to a bot.").format(
            chair=gone
        )
    return head, ask


def _asked(reader: Reader, options: tuple[Option, ...], vacant: tuple[str, ...]) -> tuple[list[Region], Region]:
    """What the reader is asked, as forms, and what they may do at any time."""
    snapshot, base = reader.snapshot, reader.base
    if reader.over:
        return [ended(base, snapshot.ending, closes=reader.closes)], NOTHING
    if snapshot.paused or not reader.sits:
        return [], NOTHING
    if isinstance(snapshot.waiting, Roll):
        throws = reader.meta.typed and (reader.rules_it or reader.rolls)
        return [dice.typed(snapshot.waiting, base)] if throws else [], NOTHING
    verbs, begun, odds = reader.game.verbs, reader.drafts, reader.odds
    tray = offers.tray(
        options,
        drafts=begun,
        odds=odds,
        base=base,
        names=reader.names,
        own=reader.seat,
        rules=reader.meta.rules,
        beside=_vacant(vacant) if vacant else "",
        verbs=verbs,
    )
    at_any_time = _("At any time")
    return tray, offers.standing(reader.options, at_any_time, drafts=begun, odds=odds, base=base, verbs=verbs)


def _spoken_for(reader: Reader) -> tuple[Option, ...]:
    """The options of the reader, and of empty chairs for which they speak."""
    return reader.options + stand_ins(reader.snapshot, reader.seat) if reader.rules_it else reader.options


def _others(reader: Reader) -> Markup:
    """What others are choosing, as far as the reader may see it."""
    return drafts.others(
        offered(reader.snapshot.waiting),
        drafts=reader.drafts,
        names=reader.names,
        own=reader.seat,
        master=reader.rules_it,
        base=reader.base,
        reader=reader.listener.names,
        strip=reader.waits,
    )


def _chairs(reader: Reader, *, wanted: bool) -> Markup:
    """Who sits where, with links and bots, for whoever hosts the table."""
    snapshot, meta = reader.snapshot, reader.meta
    if not reader.hosts_it or snapshot.closed:
        return NOTHING
    return master.chairs(snapshot.seats, meta.links, meta.here, reader.base, opened=reader.fresh, wanted=wanted)


def _greets(reader: Reader, panels: tuple[Panel, ...]) -> Markup:
    """Who the reader is and what is at stake, until they have begun."""
    if not reader.new or reader.over:
        return NOTHING
    brief = reader.new != "alone"
    opened = "" if brief else welcome.opened(reader.snapshot, panels)
    return welcome.welcome(reader.game, reader.view, panels, opened, brief=brief)


def _scene(
    reader: Reader, placed: Mapping[str, list[Region]], picture: board.Picture | None, others: Markup, greets: Markup
) -> list[Region]:
    """Who is next, the place as a picture, what the reader is about to do, what others are at, who is new."""
    scene: list[Region] = [] if reader.over else [*placed[ORDER]]  # at the end nobody is next
    if picture:
        scene.append(picture.region(placed[PICTURE]))
    if about := drafts.own(reader.options, reader.drafts, reader.seat, reader.listener.names):
        scene.append(about)
    # Who waits sees what the others are at under the picture; who is asked has their own move first.
    if others and reader.waits:
        scene.append(others)
    if greets:
        scene.append(greets)
    return scene


def _does(reader: Reader, asked: list[Region], others: Markup, *, begun: bool, said: str) -> list[Region]:
    """What the reader may do now, in the order in which it is looked for."""
    snapshot, does = reader.snapshot, list(asked)
    if reader.sits and reader.waits and not (reader.over or snapshot.paused):
        does.insert(0, meanwhile(reader.game, reader.options, begun=begun))
    if others and not reader.waits:
        does.append(others)
    if reader.seat in snapshot.reactors and reader.waits and reader.awaits_a_bot:
        does.append(waiving(reader.base))
    goes_on = reader.sits and reader.meta.pace != "once" and not (reader.up or snapshot.stops)
    if goes_on and reader.awaits_a_bot:
        does.append(pacing(reader.base, said))
    return does


def _halt(reader: Reader) -> Markup:
    """What stops the table, and what somebody asks of all: it stands over everything else."""
    snapshot, meta, seat, base = reader.snapshot, reader.meta, reader.seat, reader.base
    halt = halted(base, x=snapshot.x) if snapshot.paused and not snapshot.closed else NOTHING
    halt += asked_back.notice(reader.game, meta, snapshot.seats, seat, base) + away.line(meta, snapshot.seats, seat)
    if reader.may_undo and snapshot.back:
        halt += taking_back.wished(base, _wishes(reader))
    return halt


class _Said(NamedTuple):
    """What is said of the newest: `news` since the reader's last act, what was taken `back`, and what is said `aloud`."""

    news: tuple[str, ...]
    back: str
    aloud: str


def _said(reader: Reader, sign: tuple[str, str]) -> _Said:
    head, ask = sign
    news = () if not reader.sits or reader.over else befell(reader.snapshot.log, reader.listener)
    back = taking_back.taken(reader.story, reader.listener)
    asks = " ".join([*news, f"{head}. {ask}"])
    return _Said(news, back, f"{back} {asks}" if back else aloud(reader.story, reader.listener, asks, up=reader.up))


def _tools(reader: Reader, chairs: Markup, vacant: tuple[str, ...]) -> tuple[Region, tuple[Markup, ...]]:
    """What comes before all else for whoever waits for people to come, and the tools of whoever runs the table."""
    base, first = reader.base, NOTHING
    tools: tuple[Markup, ...] = (master.closing(base) if reader.closes and not reader.over else NOTHING,)
    if not reader.hosts_it or reader.snapshot.closed:
        return first, tools
    ruling = (master.overrule(base), master.rules(reader.meta.house, base)) if reader.rules_it else ()
    if not vacant:
        return first, (*ruling, chairs, *tools)
    col = box(Markup('<div class="col a-first p-scene">'), (chairs, primer.folded(reader.game)), "</div>")
    return col, (*ruling, NOTHING, *tools)


def _more(reader: Reader, side: Sequence[Region], tools: tuple[Markup, ...]) -> tuple[Region, ...]:
    """The log, what stands beside it, and at the foot tools and the ways to other pages."""
    meta, base = reader.meta, reader.base
    told = log_region(
        reader.story, reader.listener, base=base, whole=f"/t/{meta.id}/log", rules=meta.rules, undo=reader.may_undo
    )
    lines = NOTHING
    if meta.lines:
        says = Markup('<p class="soft lines-veils"><b>{head}</b> {lines}</p>')
        lines = says.format(head=_("Lines and veils."), lines=meta.lines)
    own = reader.seat if reader.sits and not reader.rules_it else ""
    foot = footing.foot(meta.id, footing.maker(reader.game, reader.options, base), own, meta.room)
    return (
        box(Markup('<div class="col a-log p-story">'), (told,), "</div>"),
        box(Markup('<div class="col a-side p-table">'), side, "</div>"),
        box(Markup('<aside class="col a-table p-table">'), (*tools, lines, foot), "</aside>"),
    )


def _begins(reader: Reader, said: str) -> Markup:
    return Markup('<main class="table" data-moment="{moment}" data-seat="{seat}" data-said="{said}"{short}>').format(
        moment=_moment(reader),
        seat=reader.seat,
        said=said,
        short=offers.short(reader.options, up=reader.up),
    )


def _wishes(reader: Reader) -> Iterator[taking_back.Wish]:
    """Who would go back past what was seen, for themselves and for those who may agree."""
    snapshot, seat = reader.snapshot, reader.seat
    for who, to in snapshot.back.items():
        others = {each.id: each.called for each in other_side(reader.game, snapshot.seats, who)}
        if seat == who or seat in others:
            people = tuple(each.called for each in snapshot.seats if each.id in others and each.holder == "person")
            what = taking_back.what(reader.story, reader.listener, to)
            yield reader.names[who], to, what, seat == who, people


@cached(16)
def _skip(aim: str) -> Markup:
    return Markup('<a class="skip" href="#{aim}">{skip}</a>').format(aim=aim, skip=_("Skip to what you may do"))


@cached(1)
def _stage() -> Markup:
    return Markup('<div class="stage" id="stage" role="group" aria-label="{stage}">').format(stage=_("On the stage"))


def _watched(begun: Mapping[Key, Draft], asked: Mapping[str, str], seat: str) -> bool:
    """Whether the one who is waited for is seen at what they do: then the sign need not ask what that will be."""
    return seat not in asked and len(asked) == 1 and any(key[0] in asked and not begun[key].private for key in begun)


def _flow(own: Sequence[Region]) -> tuple[Region, ...]:
    """One's own in a box that a sheet may lay in columns; nothing where there is none."""
    return (box(Markup('<div class="flow">'), own, "</div>"),) if own else ()


def _moment(reader: Reader) -> str:
    """What kind of moment it is for this reader: the sheet lays the page out by it."""
    if reader.over:
        return "over"
    if reader.snapshot.paused:
        return "halt"
    return "choose" if reader.up else "wait"


def _nobodys(snapshot: Snapshot, asked: Mapping[str, str]) -> str:
    """The chair that keeps the table waiting because it is empty, by name."""
    left = [sitter for sitter in snapshot.seats if sitter.id in asked]
    return next((s.title or s.id for s in left if s.holder == "nobody"), "") if left else ""


def _vacant_chairs(reader: Reader) -> tuple[str, ...]:
    """The chairs on which somebody may still sit down, by name."""
    return tuple(reader.names[sitter.id] for sitter in reader.snapshot.seats if sitter.holder == "nobody")


def _vacant(chairs: tuple[str, ...]) -> str:
    """What stands beside the big button while somebody may still come."""
    if len(chairs) < SEVERAL:
        return _("Still empty: {chairs}.").format(chairs=listed(chairs))
    return _("{n} chairs are still empty.").format(n=len(chairs))


def document(
    body: Markup,
    *,
    title: str,
    skin: Skin | None = None,
    scripts: bool = True,
    kind: str = "plain-page",
    style: str = "",
    own: str = "",
    game: Game[Any] | None = None,
) -> Markup:
    """A whole document around a body, with the table's `scripts` or with one that is its `own`.

    Beside the page of a table of some `game` stand its primer and what its terms mean.
    Nothing in it comes from elsewhere, and no attribute carries style or script.
    """
    sheets = [assets.url("cards.css")] if skin and skin.cards != "none" else []
    sheets += [assets.url("table.css" if scripts else "door.css")]
    sheets += [skins.url(skin)] if skin else []
    sheets += [assets.url(style)] if style else []
    attributes = (
        Markup(' data-mast="{mast}" data-rail="{rail}" data-stage="{stage}"').format(
            mast=skin.mast, rail=skin.rail, stage=skin.stage
        )
        if skin
        else ""
    )
    face = skin.face if skin else "house"
    preload = joined(
        Markup('<link rel="preload" href="{url}" as="font" type="font/woff2" crossorigin>').format(url=assets.url(name))
        for name in assets.faces(face)
    )
    script = Markup('<script src="{url}" type="module"></script>').format(url=assets.url(own)) if own else NOTHING
    if scripts:
        script = Markup('<script src="{morph}" defer></script><script src="{own}" type="module"></script>').format(
            morph=assets.url(assets.MORPH), own=assets.url("cliffhanger.js")
        )
    return Markup(
        '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" '
        'content="width=device-width, initial-scale=1, viewport-fit=cover">'
        '<meta name="color-scheme" content="light dark"><title>{title}</title>{preload}'
        '<link rel="stylesheet" href="{style}">{sheet}{script}'
        '<link rel="icon" href="{icon}" type="image/svg+xml"></head><body class="{kind}"{attributes}>'
        '<div id="page">{body}</div>{frame}</body></html>'
    ).format(
        lang=language_tag(),
        title=title,
        preload=preload,
        style=assets.url("page.css"),
        sheet=joined(Markup('<link rel="stylesheet" href="{url}">').format(url=url) for url in sheets),
        script=script,
        icon=assets.url("icon.svg"),
        kind=kind,
        attributes=attributes,
        body=body,
        frame=_frame(game) if scripts else "",
    )


def _frame(game: Game[Any] | None) -> Markup:
    """What stands beside every page and is never redrawn: what is said aloud, the note, the help."""
    return Markup(
        '<p class="sr" id="voice" aria-live="assertive"></p><p class="sr" id="said" role="status"></p>'
        '<p class="offline" id="lost" hidden>{connection}</p><div class="help panel" id="help" popover '
        'tabindex="-1" aria-labelledby="h-help">{primer}<h2 id="h-help">{goes}</h2><p>{top}</p><p>{filled}</p><p>'
        '{dots}</p><h3>{keys}</h3><ul class="lines"><li>{ctrl} <span>{undo}</span></li><li>{digit} <span>'
        "{tap}</span></li><li>{enter} <span>{big}</span></li><li>? <span>{page}</span></li></ul>"
        '<label class="check js"><input type="checkbox" id="keys-on" checked> {single}</label><button '
        'class="act" type="button" id="help-close" popovertarget="help" popovertargetaction="hide"><span>'
        "{close}</span></button></div>{terms}"
    ).format(
        primer=primer.in_help(game) if game else NOTHING,
        terms=terms.beside(game) if game else NOTHING,
        connection=_("No connection. You see the last view; it comes back by itself."),
        goes=_("How it goes"),
        top=_(
            "The top says who is waited for, and for what. When it is you, choose a chip, fill in what it "
            "asks for, and press the big button. The rest is folded below."
        ),
        filled=_(
            "A filled die has fallen and a hollow one has not; a ring marks one that counts, a stroke one "
            "that does not. A percentage is the exact chance. A dashed chip is not possible now, and says "
            "why."
        ),
        dots=_(
            "Dots after a line tell its rule and lead back to it. Anyone may pause; X leaves something out "
            "of the story, and nobody has to say why."
        ),
        keys=_("Keys"),
        ctrl=_("Ctrl and Z"),
        undo=_("undo"),
        digit=_("The digit on a chip"),
        tap=_("tap it"),
        enter=_("Enter"),
        big=_("the big button"),
        page=_("this page"),
        single=_("Single keys work"),
        close=_("Close"),
    )
