"""Choosing a seat: every chair comes with a ready character; the name is there already."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.panels import Group, Panel, Text
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.emblems import mark, told_apart
from cliffhanger.web.page.html import esc
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
) -> str:
    """Draw the seats of a table: `about` has a line for a chair, `chosen` is the one the link meant.

    `story` says in a line what it is all about.
    """
    chairs = list(seats)
    free = [each for each in chairs if each.holder != "person"]
    wanted = chosen if any(each.id == chosen for each in free) else free[0].id if free else "watch"
    titles = {role.id: role.title for role in game.roles}
    drawn = "".join(_chair(each, titles, about, on=each.id == wanted) for each in chairs)
    watch = (
        f'<label class="seat"><input type="radio" id="seat-watch" name="seat" value="watch"'
        f'{" checked" if wanted == "watch" else ""}><span aria-hidden="true"></span><span><b>Just watch</b>'
        '<span class="soft">You see what everybody sees.</span></span></label>'
    )
    lines = f'<section class="panel"><h2>Lines and veils</h2><p>{esc(meta.lines)}</p></section>' if meta.lines else ""
    error = f'<p class="refused" role="alert">{esc(refused)}</p>' if refused else ""
    taken = len(chairs) - len(free)
    return told_apart(
        f'<main class="door narrow"><header><p class="soft">{esc(game.title)}</p><h1>{esc(meta.title)}</h1>'
        f"{f'<p>{esc(story)}</p>' if story else ''}"
        f'<p class="soft">{taken} of {len(chairs)} seats are taken.</p></header>{lines}'
        f'<form class="stack" id="f-sit" method="post" action="/t/{esc(meta.id)}/sit">{error}'
        '<label for="name">Your name</label>'
        f'<input id="name" name="name" type="text" maxlength="40" required autocomplete="nickname" value="{esc(name)}">'
        f'<fieldset><legend class="sr">Your seat</legend><div class="seats">{drawn}{watch}</div></fieldset>'
        f"{_own(game)}"
        '<div class="dock"><p class="chance">Anyone may pause the table, or press X, at any time.</p>'
        '<button class="next" id="sit-go">Sit down</button></div></form></main>'
    )


def tagline(panels: Sequence[Panel], title: str) -> str:
    """What a seat's own panels say of whoever it plays, in a line."""
    sheets = (panel for panel in panels if isinstance(panel, Group) and panel.place == "own" and panel.mark == title)
    return next((sheet.note for sheet in sheets if sheet.note), "")


def pitch(panels: Sequence[Panel]) -> str:
    """What the stage says of the story before anybody has played."""
    stages = (panel for panel in panels if isinstance(panel, Group) and panel.place == "stage")
    return next((each.body for stage in stages for each in stage.panels if isinstance(each, Text)), "")


def _own(game: Game[Any]) -> str:
    """Where sheets are read, one of one's own may be made at once."""
    if not game.forms:
        return ""
    return (
        '<label class="check" for="make"><input type="checkbox" id="make" name="make" value="1">'
        "I bring a character of my own</label>"
    )


def _chair(sitter: Sitter, titles: Mapping[str, str], about: Mapping[str, str], *, on: bool) -> str:
    role = titles.get(sitter.role, sitter.role)
    words = esc(about.get(sitter.id) or (role if role != sitter.title else ""))
    face = mark(sitter.title)
    if sitter.holder == "person":
        return (
            f'<p class="seat no">{face}<span><b>{esc(sitter.title)}</b><span class="soft">taken by '
            f"{esc(sitter.name or 'somebody')}</span></span></p>"
        )
    bot = '<span class="tag">a bot sits here</span>' if sitter.holder == "bot" else ""
    return (
        f'<label class="seat"><input type="radio" id="seat-{esc(sitter.id)}" name="seat" value="{esc(sitter.id)}"'
        f'{" checked" if on else ""}>{face}<span><b>{esc(sitter.title)}</b><span class="soft">{words}</span></span>{bot}'
        "</label>"
    )
