"""The plainest page there is: what a seat sees and may do, as lines of text. Recorded plays and laws read it.

Not for people at a table: the terminal draws the same panels with more care.
"""

from typing import Any

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Board, Card, Coin, Counter, Die, Group, List, Panel, Pile, Track
from cliffhanger.kernel.params import Number, Param, Pick, amount, first
from cliffhanger.kernel.stock import left
from cliffhanger.kernel.wording import worded


def page(game: Game[Any], s: Any, seat: str) -> str:  # noqa: ANN401  (a game's own state)
    """Draw what a seat sees, and below it each of its options once."""
    view = game.view(s, seat)
    lines = [line for panel in game.panels(view, seat) for line in panel_lines(panel)]
    now = game.waiting(view)
    if isinstance(now, Roll):
        lines.append(f"Waiting for dice: {now.title or now.purpose}.")
    elif isinstance(now, Draw):
        lines.append(f"Waiting for a draw: {now.purpose}.")
    elif isinstance(now, Over):
        lines.append("It is over. " + ", ".join(f"{name} {figure}" for name, figure in now.scores))
    else:
        lines += options(tuple(each.option for each in now if each.seat == seat))
    lines += options(tuple(each.option for each in game.standing(view) if each.seat == seat))
    return "\n".join(lines)


def options(rows: tuple[Option, ...]) -> list[str]:
    """Draw options, one line each, with what they ask for and come to as they lie there; a blocked one gives its reason."""
    lines = []
    for option in rows:
        asks = "".join(f" [{param(p)}]" for p in option.params)
        blocked = f" -- {option.blocked}" if option.blocked else ""
        words = () if option.blocked else (option.button, option.line)
        says = "".join(f" <{said}>" for each in words if (said := worded(option, each, first(option.params))))
        lines.append(f"({option.window}/{option.key}) {option.label}{asks}{says}{blocked}")
    return lines


def param(p: Param) -> str:
    """Draw what an option asks for."""
    if isinstance(p, Pick):
        return f"{p.label}: {amount(p)} of {', '.join(item.label for item in p.items)}"
    if isinstance(p, Number):
        stores = "".join(f"; {each.name}: {left(each)} of {each.size} left" for each in p.stock)
        return f"{p.label}: {p.low} to {p.high}{stores}"
    return f"{p.label}: words"


def panel_lines(panel: Panel, deep: int = 0) -> list[str]:
    """Draw one panel, and those in it."""
    edge = "  " * deep
    if isinstance(panel, Group):
        head = f"{edge}== {panel.name} {panel.note}".rstrip()
        return [head, *(line for inner in panel.panels for line in panel_lines(inner, deep + 1))]
    if isinstance(panel, List):
        rows = [
            f"{edge}{_joined(row.name, row.text, *map(_line, row.tracks), row.value, row.n, *row.tags)}"
            for row in panel.rows
        ]
        return [f"{edge}{panel.name}", *(rows or [f"{edge}{panel.empty}"])]
    if isinstance(panel, Board):
        return [line for each in panel.lists for line in panel_lines(each, deep)]
    return [f"{edge}{_line(panel)}"]


def _line(panel: Panel) -> str:
    match panel:
        case Die():
            return f"d{panel.size}" + (f"={panel.face}" if panel.face else "") + f" {panel.state}"
        case Coin():
            return f"coin {panel.side} {panel.state}"
        case Track():
            return f"{panel.name} {'#' * panel.filled}{'.' * (panel.size - panel.filled)} {panel.filled}/{panel.size}"
        case Counter():
            return _joined(panel.name, panel.value, panel.note)
        case Card():
            return "a card, face down" if panel.back else _joined(panel.name, panel.letter, panel.cost, *panel.text)
        case Pile():
            return _joined(panel.name, panel.count, panel.note)
        case Group() | List() | Board():
            return panel.name
        case _:
            return _joined(panel.head, panel.body)


def _joined(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part not in ("", None))
