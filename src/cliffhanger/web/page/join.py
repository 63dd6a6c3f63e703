"""Choosing a seat: every chair comes with a ready character; the name is there already."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cliffhanger.kernel.game import WATCH, Game, no_premise
from cliffhanger.kernel.panels import Group, Panel, Text
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.entries import Log
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page import asked_back, dice_check, primer
from cliffhanger.web.page.door import HeldSeat
from cliffhanger.web.page.emblems import mark, told_apart
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.running import free
from cliffhanger.web.page.view import TableMeta

NO_WORDS: Mapping[str, str] = {}


def join(
    game: Game[Any],
    meta: TableMeta,
    seats: Iterable[Sitter],
    *,
    name: str = "",
    about: Mapping[str, str] = NO_WORDS,
    chosen: str = "",
    refused: str = "",
    note: str = "",
    story: str = "",
    mine: HeldSeat | None = None,
    watch: bool = True,
) -> Markup:
    """Draw the seats of a table: `about` has a line for a chair, `chosen` is the one that is ticked, if it is free.

    Where none is free nothing is ticked: nobody watches who has not chosen to. `note` says what has happened to the chair
    meanwhile; `story` says in a line what it is all about; `mine` is the seat that this browser has taken, and `watch`
    whether anybody may just watch.
    """
    chairs = list(seats)
    open_ = free(game, chairs)
    wanted = chosen if chosen in (*open_, WATCH) else next(iter(open_), "")
    titles = {role.id: role.title for role in game.roles}
    rows = sorted(chairs, key=lambda each: each.id not in open_)  # the free ones first: they are what one came for
    drawn = joined(_chair(each, titles, about, on=each.id == wanted, free=each.id in open_) for each in rows)
    bench = Markup(
        '<label class="seat"><input type="radio" id="seat-watch" name="seat" value="watch"{checked}>'
        '<span aria-hidden="true"></span><span><b>{just}</b><span class="soft">{see}</span></span></label>'
    ).format(checked=" checked" if wanted == WATCH else "", just=_("Just watch"), see=_("You see what everybody sees."))
    lines = (
        Markup('<section class="panel"><h2>{head}</h2><p>{lines}</p></section>').format(
            head=_("Lines and veils"), lines=meta.lines
        )
        if meta.lines
        else ""
    )
    error = Markup('<p class="refused" role="alert">{refused}</p>').format(refused=refused) if refused else ""
    taken, back = sum(each.holder == "person" for each in chairs), _back(mine, chairs)
    return told_apart(
        Markup(
            '<main class="door narrow"><header>{game}<h1>{title}</h1>{story}'
            '<p class="soft" id="taken">{taken}</p><div id="back">{back}</div></header>{lines}<form class="stack" '
            'id="f-sit" method="post" action="/t/{id}/sit">{error}<label for="name">{own}</label><input '
            'id="name" name="name" type="text" maxlength="40" autocomplete="nickname" '
            'value="{name}"><fieldset><legend class="sr">{seat}</legend><p class="warn" id="seat-note" role="status">{note}'
            '</p><div class="seats" id="seats">{drawn}{bench}</div></fieldset>{make}<div class="dock"><p class="chance">{anyone}</p>'
            '<button class="{lit}" id="sit-go">{sit}</button></div></form><div id="elsewhere">{elsewhere}'
            "</div>{primer}{dice}</main>"
        ).format(
            game=Markup('<p class="soft">{game}</p>').format(game=game.title) if game.title != meta.title else NOTHING,
            title=meta.title,
            story=Markup("<p>{story}</p>").format(story=story) if story else "",
            taken=ngettext("{n} of {all} seats is taken.", "{n} of {all} seats are taken.", taken).format(
                n=taken, all=len(chairs)
            ),
            back=back,
            elsewhere=NOTHING
            if mine
            else asked_back.ways(meta.id, [each for each in chairs if each.holder == "person"]),
            lines=lines,
            id=meta.id,
            error=error,
            own=_("Your name"),
            name=name,
            seat=_("Your seat"),
            note=note,
            drawn=drawn,
            bench=bench if watch else "",
            make=_own(game),
            anyone=_("Anyone may pause the table, or press X, at any time."),
            lit="act" if back else "next",
            sit=_("Sit down"),
            primer=primer.folded(game),
            dice=dice_check.folded(meta),
        ),
        meta.faces,
    )


def taken_meanwhile(seats: Iterable[Sitter], chosen: str, ticked: str) -> str:
    """That the chair somebody had chosen is taken, by whom, and which one is ticked instead; empty while it is free."""
    chairs = {each.id: each for each in seats}
    gone = chairs.get(chosen)
    if gone is None or gone.holder != "person":
        return ""
    who = gone.name or _("Somebody")
    if ticked not in chairs:
        return _("{name} sits as {chair} now. No chair is free any more.").format(name=who, chair=gone.title)
    return _("{name} sits as {chair} now. {free} is ticked for you instead.").format(
        name=who, chair=gone.title, free=chairs[ticked].title
    )


def _back(mine: HeldSeat | None, chairs: Sequence[Sitter]) -> Markup:
    """The way back for whoever has sat here in this browser."""
    taken = {each.id: each.title for each in chairs if each.holder == "person"}
    if mine is None or mine.seat not in taken:
        return NOTHING
    return Markup('<p><a class="next" id="back-to-seat" href="{way}">{words}</a></p>').format(
        way=mine.way, words=_("You are {name}: back to your seat").format(name=taken[mine.seat])
    )


def tagline(panels: Sequence[Panel], title: str) -> str:
    """What a seat's own panels say of whoever it plays, in a line."""
    sheets = (panel for panel in panels if isinstance(panel, Group) and panel.place == "own" and panel.mark == title)
    return next((sheet.note for sheet in sheets if sheet.note), "")


def pitch(game: Game[Any], view: Any) -> str:  # noqa: ANN401
    """What the story is about, before anybody has played: what is at stake in it, else what kind of game it is.

    Of a game that says nothing of stakes it is what the stage says.
    """
    if game.premise is not no_premise:
        return game.premise(view) or game.tagline
    panels = game.panels(view, WATCH)
    stages = (panel for panel in panels if isinstance(panel, Group) and panel.place == "stage")
    return next((each.body for stage in stages for each in stage.panels if isinstance(each, Text)), "") or game.tagline


def so_far(game: Game[Any], log: Sequence[Entry]) -> str:
    """Where a story is: its newest scene, and what was said as it opened; "" before one, or where that is long ago."""
    for entry in log.recent() if isinstance(log, Log) else reversed(log):
        events = [event for event in entry.events if event.heard_by(WATCH)]
        opens = [at for at, event in enumerate(events) if event.what in game.tale.chapters]
        if opens:
            scene, *more = events[opens[-1] :]
            return " ".join([scene.text, *(event.text for event in more if event.what == "scene_says")])
    return ""


def _own(game: Game[Any]) -> Markup:
    """Where sheets are read, one of one's own may be made at once."""
    if not game.forms:
        return Markup("")
    return Markup(
        '<label class="check" for="make"><input type="checkbox" id="make" name="make" value="1">{bring}</label>'
    ).format(bring=_("I bring a character of my own"))


def _chair(sitter: Sitter, titles: Mapping[str, str], about: Mapping[str, str], *, on: bool, free: bool) -> Markup:
    role = titles.get(sitter.role, sitter.role)
    words = about.get(sitter.id) or (role if role != sitter.title else "")
    face = mark(sitter.title)
    if not free:
        taken = _("a bot runs the game") if sitter.holder == "bot" else _("taken by {name}").format(name=sitter.name)
        return Markup(
            '<p class="seat no">{face}<span><b>{title}</b><span class="soft">{taken}</span></span></p>'
        ).format(
            face=face,
            title=sitter.title,
            taken=taken if sitter.name or sitter.holder == "bot" else _("taken"),
        )
    bot = Markup('<span class="tag">{bot}</span>').format(bot=_("a bot sits here")) if sitter.holder == "bot" else ""
    return Markup(
        '<label class="seat"><input type="radio" id="seat-{id}" name="seat" value="{id}"{checked}>{face}'
        '<span><b>{title}</b><span class="soft">{words}</span></span>{bot}</label>'
    ).format(id=sitter.id, checked=" checked" if on else "", face=face, title=sitter.title, words=words, bot=bot)
