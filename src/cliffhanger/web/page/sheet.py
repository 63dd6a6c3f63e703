"""Sheets: one to print on a page of paper, and the maker, where a file is written by fields or as text."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.reader import parsed, schema
from cliffhanger.kernel.files.writer import written
from cliffhanger.kernel.game import Form, Game
from cliffhanger.kernel.panels import Group, Panel
from cliffhanger.web.page import files
from cliffhanger.web.page.fields import Posted, collected, drawn
from cliffhanger.web.page.html import esc, hidden
from cliffhanger.web.page.panels import several


def paper(
    title: str,
    panels: Sequence[Panel],
    *,
    above: str = "",
    tagline: str = "",
    table: str = "",
    who: str = "",
    back: str = "",
) -> str:
    """A sheet for one A4 or Letter page, from the panels that are meant for paper (or a seat's own, where none are)."""
    groups = [panel for panel in panels if isinstance(panel, Group)]
    chosen = [g for g in groups if g.place == "paper"] or [g for g in groups if g.place == "own"]
    inner = "".join(f"<div>{several((group,))}</div>" for group in chosen)
    within = f"in <b>{esc(table)}</b>, " if table else ""
    player = f"<b>{esc(who)}</b>" if who else '<span class="blank"></span>'
    leads = f'<p class="no-print"><a id="to-table" href="{esc(back)}">Back to the table</a></p>' if back else ""
    return (
        '<main class="paper-page"><header class="paper-top">'
        f'<p class="soft">{esc(above)}</p><h1>{esc(title)}</h1><p class="tagline">{esc(tagline)}</p>'
        f'<p class="soft">{within}played by {player}</p>{leads}</header>'
        f'<div class="paper-grid">{inner}</div><p class="credits"><b>Notes</b><span class="blank"></span></p></main>'
    )


class Own(NamedTuple):
    """Whose sheet is being made: the address of the seat, what its table calls bringing one, and what it says of that.

    What is `fresh` nobody has changed yet.
    """

    home: str
    label: str
    says: str = ""
    fresh: bool = False


def locked(home: str) -> str:
    """A seat's maker before the seat has shown its code."""
    return (
        f'<main class="door narrow"><form class="panel stack" method="post" action="{esc(home)}/enter">'
        '<h1>Your own sheet</h1><label for="secret">Your seat’s link, or its code</label>'
        f'<input id="secret" name="secret" autocomplete="off" required>{hidden("next", "maker")}'
        '<button class="next" id="enter-go">Go on</button></form></main>'
    )


def text_of(game: Game[Any], form: Form, posted: Posted) -> str:
    """The file that posted fields mean: its own text, where it was sent as such."""
    if "text" in posted:
        return posted["text"][-1].replace("\r\n", "\n")
    return str(written({"game": game.id, "form": form.name} | collected(schema(form, game.id), posted)))


def maker(
    game: Game[Any],
    form: Form,
    text: str = "",
    faults: Sequence[Fault] = (),
    *,
    checked: bool = False,
    own: Own | None = None,
    read: object = None,
) -> str:
    """Draw the maker: what is wrong by line, the fields, and the same file as text; for a seat, with a way to its table.

    A file that was `read` is shown as the game draws it, where its form can.
    """
    text = text or form.example
    value = parsed(form.name, text)
    fields = drawn(schema(form, game.id), value) if isinstance(value, dict) else ""
    action = f"{esc(own.home)}/maker" if own else f"/sheet/{esc(game.id)}/{esc(form.name)}"
    by_fields = (
        f'<form class="panel stack" id="f-fields" method="post" action="{action}"><h2>By fields</h2>{fields}'
        f"{_hand(own)}</form>"
        if fields
        else ""
    )
    return (
        f'<main class="door narrow"><header>{_back(own)}<p class="soft">{esc(game.title)}</p>'
        f"<h1>{esc('Your own sheet' if own else form.title)}</h1>{f'<p>{esc(own.says)}</p>' if own else ''}</header>"
        f"{_verdict(faults, checked=checked)}{preview(form, read)}{by_fields}"
        f'<form class="panel stack" id="f-text" method="post" action="{action}"><h2>As text</h2>'
        '<p class="soft">The same, as a file to keep: copy it, or paste one you have.</p>'
        f'<label for="text">{esc(form.name)}.toml</label><textarea class="code" id="text" name="text" rows="22" '
        f'spellcheck="false">\n{esc(text)}</textarea><button class="act" id="text-go"><span>Check the text</span></button>'
        "</form></main>"
    )


def preview(form: Form, read: object) -> str:
    """What was read, as the game draws it: on the page, and alone on paper where the page is printed."""
    if form.draw is None or read is None:
        return ""
    return f'<section class="paper-grid" id="preview" aria-label="Preview">{several(form.draw(read))}</section>'


def _back(own: Own | None) -> str:
    return f'<p class="no-print"><a href="{esc(own.home)}/back">Back to the table</a></p>' if own else ""


def _hand(own: Own | None) -> str:
    """The one next step: to hand it to the table where there is one, else to check it."""
    if own is None:
        return '<button class="next" id="fields-go">Check and write</button>'
    return (
        f'<button class="next" id="fields-hand" name="hand" value="1">{esc(own.label)}</button>'
        '<button class="act" id="fields-go"><span>Check and write<small>Says what is wrong, and hands in nothing</small>'
        "</span></button>"
    )


def _verdict(faults: Sequence[Fault], *, checked: bool) -> str:
    if not faults:
        return '<p class="warn good" role="status">It reads well. The text below is the file.</p>' if checked else ""
    return files.listed(faults)
