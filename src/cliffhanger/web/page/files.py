"""Files of one's own at a new table: where they are chosen, and what is wrong with them."""

from collections.abc import Mapping, Sequence
from typing import Any

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Game
from cliffhanger.web.page.html import esc, hidden

FORGOTTEN = "Mend the files and choose all of them again: a browser does not keep them."


def chooser(game: Game[Any]) -> str:
    """Where files are chosen; nothing for a game that reads none."""
    if not game.forms:
        return ""
    name = esc(game.id)
    ways = ", ".join(
        f'<a href="/sheet/{name}/{esc(form.name)}">{esc(form.title[:1].lower() + form.title[1:])}</a>'
        for form in game.forms
    )
    return (
        f'<label for="files-{name}">Files of your own (.toml)</label><input type="file" id="files-{name}" name="files" '
        f'multiple accept=".toml,application/toml,text/plain" aria-describedby="about-{name}">'
        f'<p class="soft" id="about-{name}">Without any you play what comes with the game. Write one here: {ways}.</p>'
    )


def mend(game: Game[Any], faults: Sequence[Fault], posted: Mapping[str, Sequence[str]]) -> str:
    """No table was opened: all that is wrong with the files, and the same form again."""
    name = esc(game.id)
    kept = "".join(hidden(field, value) for field, values in posted.items() if field != "seats" for value in values)
    wanted = (posted.get("seats") or ("",))[-1]
    return (
        f'<main class="door narrow"><header><p class="soft">{esc(game.title)}</p><h1>No table was opened</h1></header>'
        f'{listed(faults, named=True)}<form class="panel stack" id="f-again" method="post" '
        f'enctype="multipart/form-data" action="/new/{name}">{kept}<p>{FORGOTTEN}</p>{chooser(game)}'
        f'<label for="seats-{name}">People in all</label>'
        f'<select id="seats-{name}" name="seats">{seats(game, wanted)}</select>'
        '<button class="next" id="again-go">Start a table</button></form>'
        '<p><a class="act" href="/"><span>Go back</span></a></p></main>'
    )


def seats(game: Game[Any], wanted: str = "") -> str:
    """How many may sit at a table, one of them chosen."""
    least = max(1, sum(role.least for role in game.roles))
    most = sum(role.most for role in game.roles)
    now = wanted or str(min(least + 2, most))
    return "".join(
        f'<option value="{n}"{" selected" if str(n) == now else ""}>{n}</option>' for n in range(least, most + 1)
    )


def listed(faults: Sequence[Fault], *, named: bool = False) -> str:
    """Everything that is wrong, each with its line and what was expected there; `named` where files are several."""
    items = "".join(f"<li>{_where(fault, named)}<b>{esc(fault.key)}</b> {esc(fault.expected)}</li>" for fault in faults)
    count = "One thing to mend" if len(faults) == 1 else f"{len(faults)} things to mend"
    return f'<section class="panel" role="alert"><h2>{count}</h2><ul class="faults">{items}</ul></section>'


def _where(fault: Fault, named: bool) -> str:
    line = f"line {fault.line}" if fault.line else ""
    places = (esc(fault.file), line) if named else (line.capitalize(),)
    said = ", ".join(part for part in places if part)
    return f"{said}: " if said else ""
