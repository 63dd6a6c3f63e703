"""Two tables of one game side by side, which differ only in what somebody may not know, and all that a seat is sent at them."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from msgspec import structs

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.game import WATCH, Game, Setup
from cliffhanger.kernel.inputs import Faces, Input, Sit
from cliffhanger.kernel.offers import Offer
from cliffhanger.table.projection import log_for, seat_record
from cliffhanger.table.search import fallen
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import Put, TableOptions
from cliffhanger.testing.position_laws import encode
from cliffhanger.web.live import program_view, recaps, screens, view_model
from cliffhanger.web.live.wire import Wire
from cliffhanger.web.page.regions import whole
from cliffhanger.web.page.view import WayIn

AT = "2026-01-02T20:00:00Z"
KEY = bytes(range(32))
WAY_IN = WayIn("http://table.example/t/table")
UNDO = ("anyone", "owner", "master", "unseen")
PEOPLE = ("Ada", "Ben", "Cleo", "Dario", "Edda", "Finn", "Gwen", "Hal")


class Apart(Exception):
    """Two tables cannot go on with the same input: what one has the other has not."""


class Falls:
    """The dice and cards of one of two tables: the same in both, but for those that are told apart in `first`.

    Cards that only one of the two may have left are drawn in neither.
    """

    def __init__(self, seed: int, first: Faces | None = None, avoid: frozenset[object] = frozenset()) -> None:
        self.seed, self.first, self.avoid = seed, first, avoid

    def __call__(self, asked: Roll | Draw) -> Faces:
        """What chance says to a roll or a draw."""
        if self.first is not None and self.first.roll == asked.id:
            return self.first
        rng = Random(f"{self.seed} {asked.id}")
        if isinstance(asked, Draw):
            left = [card for card in asked.cards if card not in self.avoid]
            if len(left) < asked.count:
                raise Apart
            asked = structs.replace(asked, cards=tuple(sorted(left, key=lambda _: rng.random())))
        return fallen(asked, rng)


class Staged(Table):
    """A table whose dice and cards are handed to it."""

    falls: Callable[[Roll | Draw], Faces]

    def _fall(self, asked: Roll | Draw) -> Faces:
        return self.falls(asked)


class Pair:
    """Two tables of one game side by side, and what each seat has been sent at them."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        states: tuple[Any, Any],
        falls: tuple[Falls, Falls],
        blind: Callable[[str], bool],
    ) -> None:
        self.game, self.seats = game, [*(seat.id for seat in setup.seats), WATCH]
        self.blind = [seat for seat in self.seats if blind(seat)]
        self.count = 0
        self.tables = tuple(map(self._opened, (setup, setup), states, falls))
        self.wires: dict[str, tuple[Wire, Wire]] = {}
        for seat, name in zip(setup.seats, PEOPLE * len(setup.seats), strict=False):
            self.put(Sit(seat.id, name), seat.id)

    def _opened(self, setup: Setup, state: Any, falls: Falls) -> Staged:  # noqa: ANN401
        stood = replace(self.game, start=lambda _setup: state)
        undo: Any = UNDO[falls.seed % len(UNDO)]
        table = Staged.open(stood, setup, table_id="table", key=KEY, at=AT, options=TableOptions(undo=undo))
        assert isinstance(table, Staged)
        table.falls = falls
        return table

    def tried(self, put: Input | tuple[Input, Input], seat: str) -> tuple[Put, Put]:
        """What an input would bring at both; they stand as before. Raises Apart."""
        self.count += 1
        each = put if isinstance(put, tuple) else (put, put)
        one, other = (
            table.put(its, id=f"put-{self.count}", seat=seat, at=AT)
            for table, its in zip(self.tables, each, strict=True)
        )
        return one, other

    def forget(self) -> None:
        """Nothing of what was tried has happened."""
        for table in self.tables:
            table.lost()

    def put(self, put: Input | tuple[Input, Input], seat: str) -> bool:
        """Put an input into both and have it kept; False, and nothing has happened, if one does not take it. Raises Apart."""
        found = self.tried(put, seat)
        if any(each.refusal for each in found):
            self.forget()
            return False
        for table in self.tables:
            table.committed(table.head.n)
        return True

    def told(self, kinds: frozenset[str]) -> bool:
        """Whether the newest entries of either tell an event of one of these kinds."""
        return any(event.what in kinds for table in self.tables for entry in table.shown.log for event in entry.events)

    def alike(self, seat: str, when: str) -> None:
        """A seat is sent the same by both; an AssertionError says what differs, and where."""
        wires = self.wires.setdefault(seat, (Wire(), Wire()))
        one, other = (sent(table, seat, wire) for table, wire in zip(self.tables, wires, strict=True))
        for name, first in one.items():
            assert first == other[name], (
                f"the {name} of {seat} tells what it may not know, {when}: {difference(first, other[name])}"
            )


def sent(table: Table, seat: str, wire: Wire) -> dict[str, object]:
    """All that a seat is sent or can ask for, by what it is."""
    everybody = [each.id for each in table.shown.seats]
    shared = view_model.shared_view(table, everybody, view_model.faces(table))
    regions = view_model.body(table, shared, seat, shared.about, {})
    title = view_model.title(table, shared, seat)
    frame = wire.view(regions, table.shown.n, title)
    found: dict[str, object] = {
        "page": whole(regions),
        "title": title,
        "frame": frame,
        "length of a frame": len(frame.encode()),
        "log": log_for(table.shown, seat),
        "headline": table.shown.asked,
        "program's view": encode(program_view.view(table, seat)),
        "program's log": encode(program_view.log(table.shown.log, seat, 0)),
        "record": seat_record(table.game, table.header, table.kept(), seat),
        "drafts": tuple(table.drafts_for(seat).items()),
    }
    screen = screens.ROOM if seat == WATCH else screens.LOBBY
    if (draw := screens.found(table, seat, screen)) is not None:
        found[f"{screen} screen"] = draw(table, shared, seat, WAY_IN, lambda _options: {})
    if seat == WATCH:
        found["recap"] = recaps.gathered(table, table.kept(), None)
    return found


def difference(one: object, other: object) -> str:
    """Where two texts part, with what stands around it."""
    left, right = (each.decode() if isinstance(each, bytes) else str(each) for each in (one, other))
    at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return f"{left[max(0, at - 60) : at + 60]!r} and {right[max(0, at - 60) : at + 60]!r}"


def open_offers(table: Table) -> list[Offer]:
    """All that somebody may do at a table now, standing powers among it."""
    return [each for each in offered(table) if not each.blocked]


def offered(table: Table) -> tuple[Offer, ...]:
    """The same with what is blocked."""
    now = table.shown.waiting
    return (*(now if isinstance(now, tuple) else ()), *table.game.standing(table.shown.state))
