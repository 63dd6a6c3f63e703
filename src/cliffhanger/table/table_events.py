"""Sentences for what the table itself does, and who may read what a ruling told."""

from typing import Any

import msgspec
from msgspec import structs

from cliffhanger.kernel.events import Event, sentence, told
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.inputs import Act, Close, Input, Pause, Ruling, Sit, Undo
from cliffhanger.kernel.offers import find
from cliffhanger.kernel.record.format import encode
from cliffhanger.table.ledger import Ledger

Deeds = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the deeds that leave with an undo, and of those that come back."""

SHORT = 80


class Change(msgspec.Struct, frozen=True):
    """The states on both sides of an input, and the seats there are."""

    before: Any
    after: Any
    seats: tuple[str, ...] = ()


def sentences(game: Game[Any], put: Input, change: Change, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Give each event its sentence; a ruling on hidden things is told whole only to those who see them."""
    found: list[Event] = []
    for event in events:
        if isinstance(put, Ruling) and event.what == "ruling":
            found += _ruled(game, put, change, event)
        else:
            found.append(told(event, game.say(event)))
    return tuple(found)


def _ruled(game: Game[Any], put: Ruling, change: Change, event: Event) -> list[Event]:
    whole = told(event, game.say(event))
    seats = [seat for seat in (WATCH, *change.seats) if shows(game, put, change, seat)]
    if WATCH in seats:
        return [whole]
    openly = structs.replace(
        event, data={"why": put.why, "op": put.op}, text=f"rules on something that is not shown to all. Why: {put.why}"
    )
    return [openly, structs.replace(whole, only=tuple(seats))] if seats else [openly]


def shows(game: Game[Any], put: Ruling, change: Change, seat: str) -> bool:
    """Whether a seat's view holds the value that was set, as it held the one before."""
    if put.op == "end":
        return True
    old, new = (_at(game.view(state, seat), put.path) for state in (change.before, change.after))
    return new == encode(put.value) and old == _at(change.before, put.path)


def spoken(game: Game[Any], put: Input, change: Change, who: str) -> tuple[Event, ...]:
    """The line of one's own that goes with an act, told to the seats that may know the act."""
    if not isinstance(put, Act) or not put.said:
        return ()
    seats = (WATCH, *change.seats)
    heard = tuple(seat for seat in seats if derivable(game, change.before, put, seat))
    return (Event("said", who, only=() if heard == seats else heard, text=f"“{put.said}”"),)


def derivable(game: Game[Any], state: Any, act: Act, seat: str) -> bool:  # noqa: ANN401
    """Whether a seat can derive from its own view the very option that another chose from."""
    if act.seat == seat:
        return True
    seen = game.view(state, seat)
    true, own = (
        find((*(now if isinstance(now := game.waiting(each), tuple) else ()), *game.standing(each)), act)
        for each in (state, seen)
    )
    return bool(true and own and not true.option.private and true.option == own.option)


def _at(state: object, path: tuple[str, ...]) -> bytes:
    node: Any = msgspec.to_builtins(state)
    for name in path:
        if isinstance(node, dict):
            node = node.get(name)
        elif isinstance(node, list | tuple):
            node = next((each for each in node if isinstance(each, dict) and each.get("id") == name), None)
        else:
            node = None
    return encode(node)


def own(put: Input, seat: str, ledger: Ledger, undone: Deeds = ((), ())) -> tuple[Event, ...]:
    """The event of an input that is the table's own; `undone` is what an undo undoes."""
    who = ledger.called(seat)
    match put:
        case Sit():
            sitter = ledger.sitter(put.seat)
            title = sitter.title if sitter else put.seat
            if put.holder == "nobody":
                return (Event("seat", text=f"The seat of {title} is free."),)
            sits = "A bot" if put.holder == "bot" else put.name or "Somebody"
            return (Event("seat", sits, text=f"takes the seat of {title}."),)
        case Undo():
            gone, back = undone
            words_gone = f"takes back {_deeds(gone, ledger)}" if gone else ""
            words_back = f"takes up again {_deeds(back, ledger)}" if back else ""
            deed = " and ".join(each for each in (words_gone, words_back) if each) or "changes nothing"
            return (Event("undo", who, data={"to": put.to}, text=f"{deed}."),)
        case Pause():
            if put.x:
                return (Event("x", text="Somebody asks to leave this out of the story. The table is paused."),)
            deed = "pauses the table" if put.on else "lets the table go on"
            return (Event("pause", who, text=f"{deed}."),)
        case Close():
            return (Event("close", who, text="closes the table; its dice can be checked now."),)
    return ()


def _deeds(numbers: tuple[int, ...], ledger: Ledger) -> str:
    """What was done, as everybody read it: one deed by its sentence, several by the first."""
    many = f"{len(numbers)} step{'s' if len(numbers) > 1 else ''}"
    events = (event for n in numbers for event in ledger.entries[n - 1].events)
    said = next((sentence(event) for event in events if event.text and not event.only), "").rstrip(".")
    if not said:
        return many
    said = said if len(said) <= SHORT else f"{said[: SHORT - 3]}..."
    return f"“{said}”" if len(numbers) == 1 else f"{many}, from “{said}” on"
