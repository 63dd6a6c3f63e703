"""Recorded plays as text that reads like the log of a game: who did what, and what was told.

A change of rules shows as a change of such a file, and is read in review like any other text. To write them anew:
`CLIFFHANGER_PLAYS=write pytest`.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import Event, sentence, told
from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.house_rules import called
from cliffhanger.kernel.inputs import Act, Faces, Played
from cliffhanger.kernel.step import begin, step


def render(game: Game[Any], setup: Setup, inputs: Iterable[Played]) -> str:
    """Play the inputs and write down what happens."""
    at = begin(game, game.start(setup))
    seats = ", ".join(f"{seat.id} {seat.name} ({seat.role})" for seat in setup.seats)
    house = ", ".join(f"{name} {called(value)}" for name, value in sorted(setup.house.items())) or "by default"
    lines = [f"{game.title}, rules {game.version}", f"seats: {seats}", f"house: {house}", ""]
    lines += _told(game, at.events)
    for number, put in enumerate(inputs, 1):
        after = step(game, at.state, put)
        if isinstance(after, Refusal):
            lines += [f"{number}. {shown(put)}", f"    refused: {after}"]
            continue
        at = after
        lines += [f"{number}. {shown(put)}", *_told(game, at.events)]
    return "\n".join(lines) + "\n"


def shown(put: Played) -> str:
    """One input on one line."""
    if isinstance(put, Act):
        choice = ", ".join(f"{name}={_value(value)}" for name, value in put.choice.items())
        return f"{put.seat}: {put.key}" + (f" ({choice})" if choice else "")
    if isinstance(put, Faces):
        return f"{put.purpose or put.roll}: {' '.join(map(str, put.values))}"
    if put.op == "end":
        return f"ruling by {put.by}: the procedure ends. {put.why}"
    return f"ruling by {put.by}: {' '.join(put.path)} is {put.value}. {put.why}"


def _value(value: object) -> str:
    return " + ".join(value) if isinstance(value, tuple) else str(value)


def _told(game: Game[Any], events: tuple[Event, ...]) -> list[str]:
    lines = []
    for event in events:
        only = f" (only {', '.join(event.only)})" if event.only else ""
        rule = f" [{event.rule}]" if event.rule else ""
        lines.append(f"    {sentence(told(event, game.say(event)))}{rule}{only}")
    return lines


def same(text: str, file: Path) -> None:
    """Compare a play with the file it is kept in; writes the file when CLIFFHANGER_PLAYS is `write`."""
    if os.environ.get("CLIFFHANGER_PLAYS") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    kept = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    fresh = text.splitlines()
    at = next(
        (n for n, pair in enumerate(zip(kept, fresh, strict=False)) if pair[0] != pair[1]), min(len(kept), len(fresh))
    )
    was, now = (rows[at] if at < len(rows) else "(nothing)" for rows in (kept, fresh))
    assert kept == fresh, (
        f"{file.name} line {at + 1} was: {was!r}, is: {now!r}. "
        "If the change is meant, write the plays anew with CLIFFHANGER_PLAYS=write and read the difference."
    )
