"""Sheets: one to print on a page of paper, and the maker, where a file is written by fields or as text."""

from collections.abc import Sequence
from typing import Any

from cliffhanger.kernel.content import parsed, schema
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Form, Game
from cliffhanger.kernel.panels import Group, Panel
from cliffhanger.kernel.writing import written
from cliffhanger.web.page.fields import Posted, collected, drawn
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.panels import several


def paper(title: str, panels: Sequence[Panel], *, above: str = "", tagline: str = "", table: str = "") -> str:
    """A sheet for one A4 or Letter page, from the panels that are meant for paper (or a seat's own, where none are)."""
    groups = [panel for panel in panels if isinstance(panel, Group)]
    chosen = [g for g in groups if g.place == "paper"] or [g for g in groups if g.place == "own"]
    inner = "".join(f"<div>{several((group,))}</div>" for group in chosen)
    within = f"in <b>{esc(table)}</b>, " if table else ""
    return (
        '<main class="paper-page"><header class="paper-top">'
        f'<p class="soft">{esc(above)}</p><h1>{esc(title)}</h1><p class="tagline">{esc(tagline)}</p>'
        f'<p class="soft">{within}played by <span class="blank"></span></p></header>'
        f'<div class="paper-grid">{inner}</div><p class="credits"><b>Notes</b><span class="blank"></span></p></main>'
    )


def text_of(game: Game[Any], form: Form, posted: Posted) -> str:
    """The file that posted fields mean: its own text, where it was sent as such."""
    if "text" in posted:
        return posted["text"][-1].replace("\r\n", "\n")
    return str(written({"game": game.id, "form": form.name} | collected(schema(form, game.id), posted)))


def maker(game: Game[Any], form: Form, text: str = "", faults: Sequence[Fault] = (), *, checked: bool = False) -> str:
    """Draw the maker: what is wrong by line, the fields, and the same file as text."""
    text = text or form.example
    value = parsed(form.name, text)
    fields = drawn(schema(form, game.id), value) if isinstance(value, dict) else ""
    action = f"/sheet/{esc(game.id)}/{esc(form.name)}"
    by_fields = (
        f'<form class="panel stack" id="f-fields" method="post" action="{action}"><h2>By fields</h2>{fields}'
        '<button class="next" id="fields-go">Check and write</button></form>'
        if fields
        else ""
    )
    return (
        f'<main class="door narrow"><header><p class="soft">{esc(game.title)}</p><h1>{esc(form.title)}</h1></header>'
        f"{_verdict(faults, checked=checked)}{by_fields}"
        f'<form class="panel stack" id="f-text" method="post" action="{action}"><h2>As text</h2>'
        '<p class="soft">The same, as a file to keep: copy it, or paste one you have.</p>'
        f'<label for="text">{esc(form.name)}.toml</label><textarea class="code" id="text" name="text" rows="22" '
        f'spellcheck="false">\n{esc(text)}</textarea><button class="act" id="text-go"><span>Check the text</span></button>'
        "</form></main>"
    )


def _verdict(faults: Sequence[Fault], *, checked: bool) -> str:
    if not faults:
        return '<p class="warn good" role="status">It reads well. The text below is the file.</p>' if checked else ""
    items = "".join(
        f"<li>{f'Line {fault.line}: ' if fault.line else ''}<b>{esc(fault.key)}</b> {esc(fault.expected)}</li>"
        for fault in faults
    )
    count = "One thing to mend" if len(faults) == 1 else f"{len(faults)} things to mend"
    return f'<section class="panel" role="alert"><h2>{count}</h2><ul class="faults">{items}</ul></section>'
