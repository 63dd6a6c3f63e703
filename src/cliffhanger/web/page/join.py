"""Choosing a seat: every chair comes with a ready character; the name is there already."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.panels import Group, Panel, Text
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page import dice_check, primer
from cliffhanger.web.page.door import HeldSeat
from cliffhanger.web.page.emblems import mark, told_apart
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
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
    story: str = "",
    mine: HeldSeat | None = None,
    watch: bool = True,
) -> Markup:
    """Draw the seats of a table: `about` has a line for a chair, `chosen` is the one the link meant.

    `story` says in a line what it is all about; `mine` is the seat that this browser has taken, and `watch` whether
    anybody may just watch.
    """
    chairs = list(seats)
    free = [each for each in chairs if each.holder != "person"]
    wanted = chosen if any(each.id == chosen for each in free) else free[0].id if free else "watch"
    titles = {role.id: role.title for role in game.roles}
    drawn = joined(_chair(each, titles, about, on=each.id == wanted) for each in chairs)
    bench = Markup(
        '<label class="seat"><input type="radio" id="seat-watch" name="seat" value="watch"{checked}>'
        '<span aria-hidden="true"></span><span><b>{just}</b><span class="soft">{see}</span></span></label>'
    ).format(
        checked=" checked" if wanted == "watch" else "", just=_("Just watch"), see=_("You see what everybody sees.")
    )
    lines = (
        Markup('<section class="panel"><h2>{head}</h2><p>{lines}</p></section>').format(
            head=_("Lines and veils"), lines=meta.lines
        )
        if meta.lines
        else ""
    )
    error = Markup('<p class="refused" role="alert">{refused}</p>').format(refused=refused) if refused else ""
    taken = len(chairs) - len(free)
    return told_apart(
        Markup(
            '<main class="door narrow"><header><p class="soft">{game}</p><h1>{title}</h1>{story}'
            '<p class="soft">{taken}</p>{back}</header>{lines}<form class="stack" '
            'id="f-sit" method="post" action="/t/{id}/sit">{error}<label for="name">{own}</label><input '
            'id="name" name="name" type="text" maxlength="40" autocomplete="nickname" '
            'value="{name}"><fieldset><legend class="sr">{seat}</legend><div class="seats">{drawn}{bench}'
            '</div></fieldset>{make}<div class="dock"><p class="chance">{anyone}</p>'
            '<button class="next" id="sit-go">{sit}</button></div></form>{primer}{dice}</main>'
        ).format(
            game=game.title,
            title=meta.title,
            story=Markup("<p>{story}</p>").format(story=story) if story else "",
            taken=_("{taken} of {all} seats are taken.").format(taken=taken, all=len(chairs)),
            back=_back(mine, chairs),
            lines=lines,
            id=meta.id,
            error=error,
            own=_("Your name"),
            name=name,
            seat=_("Your seat"),
            drawn=drawn,
            bench=bench if watch else "",
            make=_own(game),
            anyone=_("Anyone may pause the table, or press X, at any time."),
            sit=_("Sit down"),
            primer=primer.folded(game),
            dice=dice_check.line(meta),
        ),
        meta.faces,
    )


def _back(mine: HeldSeat | None, chairs: Sequence[Sitter]) -> Markup:
    """The way back for whoever has sat here; for another browser, who can open it."""
    taken = {each.id: each.title for each in chairs if each.holder == "person"}
    if mine is not None and mine.seat in taken:
        return Markup('<p><a class="next" id="back-to-seat" href="{way}">{words}</a></p>').format(
            way=mine.way, words=_("You are {name}: back to your seat").format(name=taken[mine.seat])
        )
    if not taken:
        return NOTHING
    return Markup('<p class="soft" id="other-browser">{words}</p>').format(
        words=_("Your seat is taken already, by you, in another browser? Whoever runs the table can free it for you.")
    )


def tagline(panels: Sequence[Panel], title: str) -> str:
    """What a seat's own panels say of whoever it plays, in a line."""
    sheets = (panel for panel in panels if isinstance(panel, Group) and panel.place == "own" and panel.mark == title)
    return next((sheet.note for sheet in sheets if sheet.note), "")


def pitch(panels: Sequence[Panel]) -> str:
    """What the stage says of the story before anybody has played."""
    stages = (panel for panel in panels if isinstance(panel, Group) and panel.place == "stage")
    return next((each.body for stage in stages for each in stage.panels if isinstance(each, Text)), "")


def _own(game: Game[Any]) -> Markup:
    """Where sheets are read, one of one's own may be made at once."""
    if not game.forms:
        return Markup("")
    return Markup(
        '<label class="check" for="make"><input type="checkbox" id="make" name="make" value="1">{bring}</label>'
    ).format(bring=_("I bring a character of my own"))


def _chair(sitter: Sitter, titles: Mapping[str, str], about: Mapping[str, str], *, on: bool) -> Markup:
    role = titles.get(sitter.role, sitter.role)
    words = about.get(sitter.id) or (role if role != sitter.title else "")
    face = mark(sitter.title)
    if sitter.holder == "person":
        return Markup(
            '<p class="seat no">{face}<span><b>{title}</b><span class="soft">{taken}</span></span></p>'
        ).format(
            face=face,
            title=sitter.title,
            taken=_("taken by {name}").format(name=sitter.name) if sitter.name else _("taken"),
        )
    bot = Markup('<span class="tag">{bot}</span>').format(bot=_("a bot sits here")) if sitter.holder == "bot" else ""
    return Markup(
        '<label class="seat"><input type="radio" id="seat-{id}" name="seat" value="{id}"{checked}>{face}'
        '<span><b>{title}</b><span class="soft">{words}</span></span>{bot}</label>'
    ).format(id=sitter.id, checked=" checked" if on else "", face=face, title=sitter.title, words=words, bot=bot)
