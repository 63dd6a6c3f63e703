"""Events of the table itself with their sentences, who may read what a ruling told, and what one reader is told."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from cliffhanger.kernel.cache import each_remembered, remembered
from cliffhanger.kernel.events import Event, sentence, told
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.inputs import Act, Close, Input, Pause, Rekey, Ruling, Sit, Undo
from cliffhanger.kernel.offers import find
from cliffhanger.kernel.panels import Group, Panel, Text
from cliffhanger.kernel.record.format import Entry, encode
from cliffhanger.kernel.sentence_cases import Reader
from cliffhanger.kernel.sentences import NUMBER, TEXT, Rows, Sentence, Voice
from cliffhanger.table.ledger import Ledger

Deeds = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the deeds that leave with an undo, and of those that come back."""

SHORT = 80
NOBODY_CHOSEN: Mapping[str, str] = {}
STEPS = Rows(
    {"steps": NUMBER, "said": TEXT},
    {
        "steps=1 said": "“{said}”",
        "said": "{steps#=0 no steps|# step|# steps}, from “{said}” on",
        "": "{steps#=0 no steps|# step|# steps}",
    },
)
OWN = (
    Sentence(
        "seat",
        {"title": TEXT, "by": TEXT},
        {
            "by=nobody": "The seat of {title} is free.",
            "": "[takes|take] the seat of {title}.",
        },
    ),
    Sentence(
        "undo",
        {"to": NUMBER, "gone": STEPS, "back": STEPS},
        {
            "gone back": "[takes|take] back {gone} and [takes|take] up again {back}.",
            "gone": "[takes|take] back {gone}.",
            "back": "[takes|take] up again {back}.",
            "": "[changes|change] nothing.",
        },
    ),
    Sentence("x", {}, "Somebody asks to leave this out of the story. The table is paused."),
    Sentence(
        "pause",
        {"on": NUMBER},
        {"on": "[pauses|pause] the table.", "": "[lets|let] the table go on."},
    ),
    Sentence("said", {"line": TEXT}, "“{line}”"),
    Sentence("rekey", {}, "The table goes on with a new key for its dice: the one before stayed elsewhere."),
    Sentence("close", {}, "[closes|close] the table; its dice can be checked now."),
)
"""The table's own events."""
OWN_VOICE = Voice(OWN)
PLAYERS = frozenset({"ruling", *(row.what for row in OWN)})
"""Kinds of events whose person is a player, not somebody who is played."""


class Change(msgspec.Struct, frozen=True):
    """The states on both sides of an input, and the seats there are."""

    before: Any
    after: Any
    seats: tuple[str, ...] = ()


class By(NamedTuple):
    """Who put an input: their seat, what the table remembers of all seats, and what an undo of theirs undoes."""

    seat: str
    ledger: Ledger
    undone: Deeds = ((), ())


def all_told(game: Game[Any], put: Input, change: Change, events: tuple[Event, ...], by: By) -> tuple[Event, ...]:
    """All that an entry tells: the line that goes with an act, what the rules tell, and what is the table's own."""
    plays = game.seat_names(change.before)
    sitter = by.ledger.sitter(put.seat) if isinstance(put, Act) else None
    # Whose act it is, by the name in the story: of whom they have chosen to be, else of the chair.
    called = (plays.get(sitter.id) or sitter.title) if sitter else ""
    said = spoken(game, put, change, called) + sentences(game, put, change, events)
    return said + own(put, by.seat, by.ledger, by.undone, plays)


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
    event = Event("said", who, data={"line": put.said}, only=() if heard == seats else heard)
    return (told(event, OWN_VOICE.say(event)),)


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


def own(
    put: Input, seat: str, ledger: Ledger, undone: Deeds = ((), ()), plays: Mapping[str, str] = NOBODY_CHOSEN
) -> tuple[Event, ...]:
    """The event of an input that is the table's own; `undone` is what an undo undoes.

    `plays` is whom seats have chosen to be: who gave no name is called so.
    """
    sitter = ledger.sitter(seat)
    who = (plays.get(seat) if sitter and not sitter.name else "") or ledger.called(seat)
    event = _own(put, who, ledger, undone, plays)
    return (told(event, OWN_VOICE.say(event)),) if event else ()


def _own(put: Input, who: str, ledger: Ledger, undone: Deeds, plays: Mapping[str, str]) -> Event | None:
    match put:
        case Sit():
            sitter = ledger.sitter(put.seat)
            sits = {"nobody": "", "bot": "A bot"}.get(put.holder, put.name or "Somebody")
            title = plays.get(put.seat) or (sitter.title if sitter else put.seat)
            return Event("seat", sits, data={"title": title, "by": put.holder})
        case Undo():
            gone, back = undone
            return Event("undo", who, data={"to": put.to, "gone": _deeds(gone, ledger), "back": _deeds(back, ledger)})
        case Pause():
            return Event("x") if put.x else Event("pause", who, data={"on": put.on})
        case Rekey():
            return Event("rekey")
        case Close():
            return Event("close", who)
    return None


def _deeds(numbers: tuple[int, ...], ledger: Ledger) -> list[list[int | str]]:
    """How many deeds, and the first that everybody read, as they read it; no row where there are none."""
    events = (event for n in numbers for event in ledger.entries[n - 1].events)
    said = next((sentence(event) for event in events if event.text and not event.only), "").rstrip(".")
    said = said if len(said) <= SHORT else f"{said[: SHORT - 3]}..."
    return [[len(numbers), said]] if numbers else []


@remembered(lambda game, language="": (id(game), language), 64, hold=True)
def voice(game: Game[Any], language: str = "") -> Voice:
    """All that can be told at a table of this game, in a language; English without one."""
    return game.voice_in(language, *OWN)


def reader(game: Game[Any], view: Any, seat: str, title: str, plays: str = "") -> Reader:  # noqa: ANN401
    """The names by which a game calls a seat's own person: its chair's, whom it `plays`, and what it is called now."""
    names = (title, *filter(None, (plays,)), *game.own_names(view, seat))
    return tuple(dict.fromkeys(names)) if title else ()


@remembered(lambda voice, entries, seat, reader: (id(voice), id(entries), seat, reader), 4096, hold=True)
def heard(voice: Voice, entries: tuple[Entry, ...], seat: str, reader: Reader) -> tuple[Entry, ...]:
    """A log as one seat is told it now; where no row says an event, with the sentence that is kept.

    An entry in which nothing differs stays the same object, so what was drawn of it can be kept.
    """
    found = tuple(_heard(entries, voice, seat, reader))
    return entries if all(new is old for new, old in zip(found, entries, strict=True)) else found


@each_remembered(lambda voice, seat, reader: (id(voice), seat, reader))
def _heard(entry: Entry, voice: Voice, seat: str, reader: Reader) -> Entry:
    events = tuple(
        voice.heard(event, _players(entry, event, seat) if event.what in PLAYERS else reader) if event.text else event
        for event in entry.events
    )
    same = all(new is old for new, old in zip(events, entry.events, strict=True))
    return entry if same else structs.replace(entry, events=events)


@remembered(lambda voice, panels, reader: (id(voice), id(panels), reader), 4096, hold=True)
def panels_heard(voice: Voice, panels: tuple[Panel, ...], reader: Reader) -> tuple[Panel, ...]:
    """Panels with the results that they tell said to one reader; what tells of no event stays as it is."""
    return tuple(_panel(voice, panel, reader) for panel in panels)


def _panel(voice: Voice, panel: Panel, reader: Reader) -> Panel:
    if isinstance(panel, Group):
        inner = tuple([_panel(voice, each, reader) for each in panel.panels])
        return panel if inner == panel.panels else structs.replace(panel, panels=inner)
    if isinstance(panel, Text) and panel.told and _sayable(voice, panel.told, headed=bool(panel.head)):
        head = voice.head(panel.told, reader) if panel.head else ""
        body = voice.below(panel.told, reader) if panel.body else ""
        same = (head, body) == (panel.head, panel.body)
        return panel if same else structs.replace(panel, head=head, body=body)
    return panel


@remembered(lambda voice, event, *, headed: (id(voice), id(event), headed), 1024, hold=True)
def _sayable(voice: Voice, event: Event, *, headed: bool) -> bool:
    return voice.sayable(event, headed=headed)


def _players(entry: Entry, event: Event, seat: str) -> Reader:
    """The reader of an event that calls a player by name, who may be called as somebody else's person is."""
    put = entry.input
    if isinstance(put, Sit) and put.holder != "person":
        return ()  # whoever asked for the bot is not who sits down
    own = put.seat if isinstance(put, Sit) else entry.seat
    return (event.who,) if own == seat else ()
