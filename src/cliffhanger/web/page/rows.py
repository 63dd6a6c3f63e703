"""Lists in their styles: lines, the order of turns, the sides of a roll, places, a ladder, debts, steps, stats."""

from collections.abc import Callable

from cliffhanger.kernel.panels import List, Row
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import esc, ident

ABREAST = 5  # turns in one row of the strip
STATES = {"": "", "now": " now", "done": " done", "here": " here", "won": " won", "lost": " lost", "bad": " bad"}


def tag(words: str) -> str:
    """A short fact in a pill; a leading `!` marks one that hinders."""
    if words.startswith("!"):
        return f'<span class="tag bad">{esc(words[1:])}</span>'
    return f'<span class="tag">{esc(words)}</span>'


def tags(row: Row) -> str:
    """All pills of a row."""
    return "".join(tag(words) for words in row.tags)


def _dice(each: List, at: int, row: Row) -> str:
    """The dice of a row; a throw that the game gives no id is known by its place in the list."""
    return dice(row.dice, ident(each.id, row.id or str(at))) if row.dice else ""


def _edge(row: Row, shown: str) -> str:
    """What stands at the right of a line: dice, pills, value, number."""
    value = f"<b>{esc(row.value)}</b>" if row.value else ""
    number = f"<b>{row.n}</b>" if row.n is not None else ""
    edge = f"{shown}{tags(row)}{value}{number}"
    return f'<span class="edge">{edge}</span>' if edge else ""


def _was(row: Row) -> str:
    """What stood here before, struck through; a screen reader hears that it was."""
    return f' <s class="soft"><span class="sr">it was </span>{esc(row.was)}</s>' if row.was else ""


def _soft(words: str) -> str:
    return f' <span class="soft">{esc(words)}</span>' if words else ""


def lines(each: List) -> str:
    """Name and value."""
    wide = any(row.text or row.tags or row.dice or row.marks for row in each.rows)
    kind = "lines" if wide or len(each.rows) < 4 else "lines cols2"
    drawn = "".join(
        f'<li class="line{STATES[row.state]}"><span>{mark(row.mark) if row.mark else ""}{esc(row.name)}'
        f"{_was(row)}{_soft(row.text)}</span>{_edge(row, _dice(each, at, row))}</li>"
        for at, row in enumerate(each.rows)
    )
    heads = f'<p class="heads soft">{esc(", ".join(each.heads))}</p>' if each.heads else ""
    return f'{heads}<ul class="{kind}" id="{ident("l", each.id)}">{drawn}</ul>'


def order(each: List) -> str:
    """Who acts when, as a strip; a long one is cut into rows of one length."""
    drawn = "".join(
        f'<li class="turn{STATES[row.state]}"{" aria-current=step" if row.state in ("now", "here") else ""}>'
        f"{mark(row.mark or row.name)}<b>{esc(row.name)}</b>{_after(row)}{tags(row)}</li>"
        for row in each.rows
    )
    many = len(each.rows)
    across = -(-many // -(-many // ABREAST))
    return f'<ol class="rail across-{across}" id="{ident("l", each.id)}">{drawn}</ol>'


def _after(row: Row) -> str:
    """What stands below a name, the number last."""
    return " &middot; ".join(esc(part) for part in (row.text, row.value, "" if row.n is None else row.n) if part != "")


def sides(each: List) -> str:
    """A roll, one row a side: total, name, dice."""
    drawn = []
    for at, row in enumerate(each.rows):
        number = row.value if row.n is None else str(row.n)
        big = f'<span class="num" aria-hidden="true">{esc(number)}</span>' if number else ""
        said = f'<span class="sr">: {esc(number)}</span>' if number else ""
        words = f'<p class="soft">{esc(row.text)}</p>' if row.text else ""
        pills = f'<p class="tags">{tags(row)}</p>' if row.tags else ""
        thrown = _dice(each, at, row)
        drawn.append(
            f'<li class="side{STATES[row.state]}">{big}<h3>{esc(row.name)}{said}</h3>{thrown}{words}{pills}</li>'
        )
    return f'<ul class="sides" id="{ident("l", each.id)}">{"".join(drawn)}</ul>'


def places(each: List) -> str:
    """Where one can be: what is in the way there, and who is there."""
    drawn = []
    for row in each.rows:
        who = "".join(mark(name) for name in row.marks)
        words = f'<span class="soft">{esc(row.text)}</span>' if row.text else ""
        here = f'<span class="who-here">{who}{words}</span>' if who or words else ""
        drawn.append(
            f'<li class="place{STATES[row.state]}"><b>{esc(row.name)}</b>{tags(row)}{here}{_edge_value(row)}</li>'
        )
    return f'<ul class="places" id="{ident("l", each.id)}">{"".join(drawn)}</ul>'


def _edge_value(row: Row) -> str:
    value = row.value if row.n is None else str(row.n)
    return f"<span>{esc(value)}</span>" if value else ""


def ladder(each: List) -> str:
    """Answers that climb: newest on top."""
    drawn = "".join(
        f'<li class="rung{STATES[row.state]}"><span class="total num">{esc(row.value) if row.n is None else row.n}</span>'
        f"<div><b>{esc(row.name)}</b>{_soft(row.text)}{_dice(each, at, row)}{tags(row)}</div></li>"
        for at, row in enumerate(each.rows)
    )
    return f'<ol class="ladder" id="{ident("l", each.id)}">{drawn}</ol>'


def debts(each: List) -> str:
    """Who owes whom, a line each."""
    drawn = "".join(
        f'<li class="debt"><span>{esc(row.name)}{_soft(row.text)}</span>{_paid(row)}{tags(row)}</li>'
        for row in each.rows
    )
    return f'<ul class="debts" id="{ident("l", each.id)}">{drawn}</ul>'


def _paid(row: Row) -> str:
    value = row.value if row.n is None else str(row.n)
    return f'<span class="tag pay">{esc(value)}</span>' if value else ""


def steps(each: List) -> str:
    """The parts of a procedure, and where it stands."""
    drawn = "".join(
        f'<li class="step{STATES[row.state]}"{" aria-current=step" if row.state in ("now", "here") else ""}>'
        f"{esc(row.name)}{_soft(row.text)}</li>"
        for row in each.rows
    )
    return f'<ol class="steps" id="{ident("l", each.id)}">{drawn}</ol>'


def stats(each: List) -> str:
    """Big numbers in a row."""
    drawn = "".join(
        f'<div><dt>{esc(row.name)}</dt><dd class="num">{esc(row.value) if row.n is None else row.n}</dd></div>'
        for row in each.rows
    )
    return f'<dl class="stats" id="{ident("l", each.id)}">{drawn}</dl>'


STYLES: dict[str, Callable[[List], str]] = {
    "lines": lines,
    "order": order,
    "sides": sides,
    "places": places,
    "ladder": ladder,
    "debts": debts,
    "steps": steps,
    "stats": stats,
}
