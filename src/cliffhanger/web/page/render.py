"""A seat's page, put together: masthead, stage, tray, what is everybody's, what is one's own, the log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from cliffhanger.kernel import cache
from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.drafts import Key
from cliffhanger.table.permissions import closers, hosts, masters, other_side
from cliffhanger.table.snapshot import Draft, Sitter, Snapshot
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
from cliffhanger.web.page.listener import Deed, Listener
from cliffhanger.web.page.log import aloud, deeds, log_region
from cliffhanger.web.page.masthead import also_up, ended, halted, masthead, waited, waiving
from cliffhanger.web.page.meanwhile import meanwhile
from cliffhanger.web.page.pace import pacing
from cliffhanger.web.page.panels import ORDER
from cliffhanger.web.page.regions import Region, box, whole
from cliffhanger.web.page.skins import Skin
from cliffhanger.web.page.sorting import PICTURE, both, lettered, sorted_out
from cliffhanger.web.page.view import Odds, TableMeta

NO_ODDS: Odds = {}
SEVERAL = 4  # empty chairs that are counted, no longer named


class SeatView(NamedTuple):
    """All that a seat's page is drawn from: the game, the table, how it stands, what the seat sees, may do, and is told.

    The `listener` is whoever reads it; without one it tells everything as it is kept. Who is `new` plays alone and has
    done nothing yet.
    """

    game: Game[Any]
    meta: TableMeta
    snapshot: Snapshot
    view: Any
    options: tuple[Option, ...]
    seat: str
    odds: Odds = NO_ODDS
    listener: Listener | None = None
    new: welcome.Newcomer = ""


def seat_page(seen: SeatView) -> Markup:
    """All that stands inside `<div id="page">`, as one text."""
    return whole(seat_regions(seen))


def seat_regions(seen: SeatView) -> tuple[Region, ...]:
    """All that stands inside `<div id="page">`: what one seat may know, and what it may do."""
    with terms.explaining(seen.game):
        return _regions(seen)


def _regions(seen: SeatView) -> tuple[Region, ...]:
    game, meta, snapshot, view, options, seat, odds, reader, new = seen
    base = f"/t/{meta.id}/seat/{seat}"
    listener, story = reader or Listener(seat), deeds(snapshot.log)
    names = called(snapshot.seats)
    mine = next((sitter for sitter in snapshot.seats if sitter.id == seat), None)
    rules_it = mine is not None and seat in masters(game, snapshot.seats)
    hosts_it = rules_it or (seat in hosts(game, snapshot.seats) and _in_company(snapshot, seat))
    asked = waited_for(snapshot.waiting, seat)
    begun = named(snapshot.drafts, names) if snapshot.drafts else snapshot.drafts
    building = frozenset(key[0] for key in begun)
    head, ask = headline(snapshot, asked, names, seat, building)
    over = snapshot.closed or isinstance(snapshot.waiting, Over)
    if asked and not over and seat not in asked and not snapshot.paused and (gone := _nobodys(snapshot, asked)):
        ask = _("Nobody sits at {chair}. Whoever runs the table answers for them, or gives the chair to a bot.").format(
            chair=gone
        )
    may_undo = mine is not None and not snapshot.closed and (meta.undo != "master" or rules_it)
    panels = game.panels(view, seat)
    drawn, known, pictured = sorted_out(panels, listener)
    top = masthead(
        title=meta.title,
        where=welcome.you_are(names[seat], panels) if mine is not None else _("You are watching."),
        head=head,
        ask="" if _watched(begun, asked, seat) else ask,
        base=base,
        paused=snapshot.paused,
        undo=taking_back.newest_back(base, story, listener) if may_undo else NOTHING,
        over=over,
        too="" if over or snapshot.paused else also_up(asked, names, seat, asked_alike(snapshot.waiting, seat)),
    )
    spoken_for = options + stand_ins(snapshot, seat) if rules_it else options
    acted = any_acts(snapshot.log)
    fresh = hosts_it and not acted
    vacant = tuple(names[sitter.id] for sitter in snapshot.seats if sitter.holder == "nobody") if fresh else ()
    closes = mine is not None and not snapshot.closed and seat in closers(game, snapshot.seats)
    hand: list[Region] = []
    always: Region = NOTHING
    if over:
        hand = [ended(base, snapshot.ending, closes=closes)]
    elif snapshot.paused or mine is None:
        pass
    elif isinstance(snapshot.waiting, Roll):
        throws = meta.typed and (rules_it or snapshot.waiting.seat == seat)
        hand = [dice.typed(snapshot.waiting, base)] if throws else []
    else:
        hand = offers.tray(
            spoken_for,
            drafts=begun,
            odds=odds,
            base=base,
            names=names,
            own=seat,
            rules=meta.rules,
            beside=_vacant(vacant) if vacant else "",
            verbs=game.verbs,
        )
        always = offers.standing(options, _("At any time"), drafts=begun, odds=odds, base=base, verbs=game.verbs)
    waits = seat not in asked
    others = drafts.others(
        offered(snapshot.waiting),
        drafts=begun,
        names=names,
        own=seat,
        master=rules_it,
        base=base,
        reader=listener.names,
        strip=waits,
    )
    chairs = NOTHING
    if hosts_it and not snapshot.closed:
        chairs = master.chairs(snapshot.seats, meta.links, meta.here, base, opened=fresh, wanted=bool(vacant))
    picture = board.drawn(pictured, seat, spoken_for, hand) if pictured else None
    if picture:
        drawn[PICTURE] = [(part(each),) for each in picture.parts]
    others, chairs, placed = lettered(others, chairs, drawn, both(meta.faces, known))
    scene: list[Region] = [] if over else [*placed[ORDER]]  # at the end nobody is next
    if picture:
        scene.append(picture.region(placed[PICTURE]))
    if about := drafts.own(options, begun, seat, listener.names):
        scene.append(about)
    # Who waits sees what the others are at under the picture; who is asked has their own move first.
    if others and waits:
        scene.append(others)
    greets = welcome.welcome(game, view, panels, brief=new != "alone") if new and not over else NOTHING
    if greets:
        scene.append(greets)
    aim = "ended" if over else "tray" if hand else "others" if others else "so-far"
    if mine is not None and seat not in asked and not (over or snapshot.paused):
        hand = [meanwhile(game, options, begun=acted or bool(vacant or greets)), *hand]
    if others and not waits:
        hand = [*hand, others]
    halt = halted(base, x=snapshot.x) if snapshot.paused and not snapshot.closed else NOTHING
    halt += asked_back.notice(game, meta, snapshot.seats, seat, base) + away.line(meta, snapshot.seats, seat)
    if may_undo and snapshot.back:
        halt += taking_back.wished(base, _wishes(seen, story, listener, names))
    if seat in snapshot.reactors and seat not in asked and any(_bot(snapshot, each) for each in asked):
        hand.append(waiving(base))
    up = seat in asked or (isinstance(snapshot.waiting, Roll) and snapshot.waiting.seat == seat)
    news = () if mine is None or over else befell(snapshot.log, listener)
    back = taking_back.taken(story, listener)
    asks = " ".join([*news, f"{head}. {ask}"])
    said = f"{back} {asks}" if back else aloud(story, listener, asks, up=up)
    if (
        mine is not None
        and meta.pace != "once"
        and not (up or snapshot.stops)
        and any(_bot(snapshot, each) for each in asked)
    ):
        hand.append(pacing(base, said))
    lines = (
        Markup('<p class="soft lines-veils"><b>{head}</b> {lines}</p>').format(
            head=_("Lines and veils."), lines=meta.lines
        )
        if meta.lines
        else NOTHING
    )
    first: Region = NOTHING
    tools: tuple[Markup, ...] = (master.closing(base) if closes and not over else NOTHING,)
    if hosts_it and not snapshot.closed:
        later = chairs
        if vacant:
            first, later = (
                box(Markup('<div class="col a-first p-scene">'), (chairs, primer.folded(game)), "</div>"),
                NOTHING,
            )
        ruling = (master.overrule(base), master.rules(meta.house, base)) if rules_it else ()
        tools = (*ruling, later, *tools)
    foot = footing.foot(
        meta.id, footing.maker(game, options, base), "" if mine is None or rules_it else seat, meta.room
    )
    told = log_region(story, listener, base=base, whole=f"/t/{meta.id}/log", rules=meta.rules, undo=may_undo)
    skip = _skip("halt" if halt else aim)
    begins = Markup('<main class="table" data-moment="{moment}" data-seat="{seat}" data-said="{said}"{short}>').format(
        moment=_moment(snapshot, over=over, up=up), seat=seat, said=said, short=offers.short(options, up=up)
    )
    stage = box(_stage(), (taking_back.moment(back), *placed["stage"]), "</div>")
    behind = box(Markup('<div class="a-behind p-me">'), placed["behind"], "</div>")
    cards = placed["hand"] if over else resting(placed["hand"], panels, options)
    done = *hand, *cards, *placed["main"], always
    does = box(Markup('<div class="a-do">'), done, "</div>")
    # When it is over, what is left to do comes first: below the last scene nobody on a phone would find it.
    here = (does, stage) if over else (told_first(news), stage, does, *placed["goal"])
    more = (
        box(Markup('<div class="col a-log p-story">'), (told,), "</div>"),
        box(Markup('<div class="col a-side p-table">'), placed["side"], "</div>"),
        box(Markup('<aside class="col a-table p-table">'), (*tools, lines, foot), "</aside>"),
    )
    places = (
        box(Markup('<div class="col a-order p-scene">'), scene, "</div>"),
        box(Markup('<div class="col a-main p-scene">'), here, "</div>"),
        first,
        behind,
        box(Markup('<div class="col a-me p-me">'), _flow(placed["own"]), "</div>"),
        box(Markup('<div class="a-more col">'), more, "</div>"),
    )
    return tuple([each for each in (skip, top, halt, box(begins, places, "</main>"), bar()) if each])


def _wishes(
    seen: SeatView, story: Sequence[Deed], listener: Listener, names: Mapping[str, str]
) -> Iterator[taking_back.Wish]:
    """Who would go back past what was seen, for themselves and for those who may agree."""
    for who, to in seen.snapshot.back.items():
        others = {each.id: each.called for each in other_side(seen.game, seen.snapshot.seats, who)}
        if seen.seat == who or seen.seat in others:
            people = tuple(each.called for each in seen.snapshot.seats if each.id in others and each.holder == "person")
            yield names[who], to, taking_back.what(story, listener, to), seen.seat == who, people


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


def _moment(snapshot: Snapshot, *, over: bool, up: bool) -> str:
    """What kind of moment it is for this reader: the sheet lays the page out by it."""
    if over:
        return "over"
    if snapshot.paused:
        return "halt"
    return "choose" if up else "wait"


def named(begun: Mapping[Key, Draft], names: Mapping[str, str]) -> dict[Key, Draft]:
    """Drafts as a page tells of them: shaped by people with names, not by ids."""
    return {
        key: structs.replace(draft, shaped_by=tuple(names.get(seat, seat) for seat in draft.shaped_by))
        for key, draft in begun.items()
    }


def _bot(snapshot: Snapshot, seat: str) -> bool:
    return any(sitter.id == seat and sitter.holder == "bot" for sitter in snapshot.seats)


def _in_company(snapshot: Snapshot, seat: str) -> bool:
    """Whether anybody sits with somebody, or may still come; alone with bots nobody needs chairs and links."""
    return any(each.holder != "bot" and each.id != seat for each in snapshot.seats)


def _nobodys(snapshot: Snapshot, asked: Mapping[str, str]) -> str:
    """The chair that keeps the table waiting because it is empty, by name."""
    left = [sitter for sitter in snapshot.seats if sitter.id in asked]
    return next((s.title or s.id for s in left if s.holder == "nobody"), "") if left else ""


def _vacant(chairs: tuple[str, ...]) -> str:
    """What stands beside the big button while somebody may still come."""
    if len(chairs) < SEVERAL:
        return _("Still empty: {chairs}.").format(chairs=listed(chairs))
    return _("{n} chairs are still empty.").format(n=len(chairs))


@cache.remembered(id, 512, hold=True)
def called(seats: tuple[Sitter, ...]) -> dict[str, str]:
    """What a page calls whoever sits on each chair."""
    return {sitter.id: sitter.in_play for sitter in seats}


@cache.remembered(id, 512, hold=True)
def any_acts(log: Sequence[Entry]) -> bool:
    """Whether anybody has acted yet."""
    return any(isinstance(entry.input, Act) for entry in log)


@cache.remembered(id, 512, hold=True)
def offered(waiting: object) -> tuple[Option, ...]:
    """The options all seats are asked about now."""
    return tuple(each.option for each in waiting) if isinstance(waiting, tuple) else ()


@cache.remembered(lambda waiting, own="": (id(waiting), own), 512, hold=True)
def waited_for(waiting: object, own: str = "") -> dict[str, str]:
    """Who is waited for, and for what, as one seat reads it: seat to sentence, in the order of rank."""
    asked: dict[str, str] = {}
    for option in _by_rank(waiting):
        if not asked.get(option.seat):
            words = option.ask if option.seat == own else option.awaits or option.ask
            asked[option.seat] = "" if option.private else words
    return asked


@cache.remembered(lambda waiting, own: (id(waiting), own), 512, hold=True)
def asked_alike(waiting: object, own: str) -> frozenset[str]:
    """Other seats for which the same window is open as for this one: whoever answers first closes it for all."""
    windows = {option.window for option in _by_rank(waiting) if option.seat == own}
    return frozenset(each.seat for each in _by_rank(waiting) if each.seat != own and each.window in windows)


@cache.remembered(id, 512, hold=True)
def _by_rank(waiting: object) -> tuple[Option, ...]:
    """The options for which the table waits, in the order of rank."""
    return tuple(sorted((o for o in offered(waiting) if not o.standing and not o.reaction), key=lambda o: o.rank))


def headline(
    snapshot: Snapshot, asked: dict[str, str], names: dict[str, str], seat: str, building: frozenset[str]
) -> tuple[str, str]:
    """What stands in the lit box, and the sentence below it."""
    if snapshot.paused:
        if snapshot.x:
            return _("Stopped"), _("This is left out of the story.")
        return _("Paused"), _("Anyone may go on.")
    if isinstance(snapshot.waiting, Over) or snapshot.closed:
        return _("The end"), snapshot.ending or _("The recap has the whole story.")
    if isinstance(snapshot.waiting, Roll):
        who, title = names.get(snapshot.waiting.seat), snapshot.waiting.title or _("A roll")
        if who is None:
            head = _("Waiting for the dice of the table")
        else:
            mine = snapshot.waiting.seat == seat
            head = (_("{name}, throw your dice") if mine else _("{name} is to roll")).format(name=who)
        return head, f"{title.rstrip('.')}."
    if isinstance(snapshot.waiting, Draw):
        who = names.get(snapshot.waiting.seat)
        return _("Cards are drawn"), _("For the table.") if who is None else _("For {name}.").format(name=who)
    return waited(asked, names, seat, building)


def badge(snapshot: Snapshot, meta: TableMeta, seat: str) -> str:
    """The title of the browser's tab: a dot in front when this seat is waited for."""
    names = called(snapshot.seats)
    asked = waited_for(snapshot.waiting, seat)
    head, _ = headline(snapshot, asked, names, seat, frozenset())
    wanted = seat in asked or (isinstance(snapshot.waiting, Roll) and snapshot.waiting.seat == seat)
    return f"{'● ' if wanted and not snapshot.paused else ''}{head} · {meta.title}"


def stand_ins(snapshot: Snapshot, seat: str) -> tuple[Option, ...]:
    """The options of chairs that nobody holds: the master speaks for them."""
    empty = {sitter.id for sitter in snapshot.seats if sitter.holder == "nobody" and sitter.id != seat}
    return tuple([option for option in offered(snapshot.waiting) if option.seat in empty and not option.standing])


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
