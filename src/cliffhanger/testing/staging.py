"""A game and the people in it, by name, for scripts and tests that read like the log of a play.

```
stage = Stage(game("lanterns"), players=2)
wind, ida, bram = stage.people()
ida.does("dare", dice=2)
bram.does("pass")
assert ida.cannot("dare", dice=2).why == "The dice are chosen for this hour."
stage.rolls(6, 5)
```
A game's own verbs are methods of an Actor of its own: `class Keeper(Actor)`, and `stage.people(Keeper)`.
"""

from typing import Any, Generic, Self, TypeVar, overload

import msgspec

from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.house_rules import HouseValue
from cliffhanger.testing.play import Play

S = TypeVar("S", bound=Procedural)
A = TypeVar("A", bound="Actor")


class Stage(Generic[S]):
    """One game under way, set up as `Play` does it; its verbs are those of whoever runs the table.

    `play` is the game underneath, with all that this one has no word for.
    """

    def __init__(self, game: Game[S], setup: Setup | None = None, *, players: int = 0, **house: HouseValue) -> None:
        self.play = Play(game, setup, players=players, **house)

    @overload
    def people(self) -> "tuple[Actor, ...]": ...
    @overload
    def people(self, kind: type[A]) -> tuple[A, ...]: ...
    def people(self, kind: "type[Actor] | None" = None) -> "tuple[Actor, ...]":
        """One for each seat, in the order of the set-up; `kind` is the game's own Actor."""
        made = kind or Actor
        return tuple(made(self, seat.id) for seat in self.play.setup.seats)

    # what lies on the table

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self.play.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.play.over

    def told(self, what: str) -> list[Event]:
        """All events of one kind so far."""
        return self.play.happened(what)

    def dice_in_the_air(self) -> int:
        """How many dice are to be rolled now; an AssertionError says what is asked instead."""
        asked = self.play.waiting
        assert isinstance(asked, Roll), f"no dice are in the air, but {self.play.open()}"
        return len(asked.dice)

    # verbs

    def does(self, key: str, **choice: Any) -> Self:
        """Take an option as whoever runs the table."""
        self.play.act(self.play.master, key, **chosen(choice))
        return self

    def refuses(self, key: str, **choice: Any) -> Refusal:
        """Try an option as whoever runs the table and be refused; nothing changes."""
        return self.play.refused(self.play.master, key, **chosen(choice))

    def rules(self, *path: str, to: object) -> Self:
        """Overrule one value; the path goes by field names and ids of rows."""
        self.play.rules(*path, to=to)
        return self

    def rolls(self, *faces: int) -> Self:
        """Let the dice fall as told."""
        self.play.rolls(*faces)
        return self


class Actor:
    """Somebody on a stage, and what they do. `id` is a seat's, or of anybody whose `seat` answers for them."""

    def __init__(self, stage: Stage[Any], name: str) -> None:
        self.stage, self.id = stage, name

    def __repr__(self) -> str:
        return self.id

    @property
    def seat(self) -> str:
        """The seat that answers for them; a game in which one seat plays several people says which here."""
        return self.id

    def may(self) -> list[str]:
        """The keys of what is open to them now."""
        return self.stage.play.open(self.seat)

    def does(self, key: str, **choice: Any) -> Self:
        """Take an option; an Actor may stand for an id in the choice, and what is not chosen is as it lies there."""
        self.stage.play.act(self.seat, key, **chosen(choice))
        return self

    def cannot(self, key: str, **choice: Any) -> Refusal:
        """Try an option that is there, blocked or with this choice, and be refused; nothing changes."""
        before = msgspec.json.encode(self.stage.state)
        refusal = self.stage.play.refused(self.seat, key, **chosen(choice))
        assert msgspec.json.encode(self.stage.state) == before, f"{self} was refused {key}, and something has changed"
        return refusal

    def is_not_asked(self, key: str) -> Refusal:
        """Try an option that the game has, and that is not offered now, and be refused; nothing changes."""
        before = msgspec.json.encode(self.stage.state)
        refusal = self.stage.play.closed(self.seat, key)
        assert msgspec.json.encode(self.stage.state) == before, f"{self} was refused {key}, and something has changed"
        return refusal

    def rolls(self, *faces: int) -> Self:
        """Let the dice fall as told."""
        self.stage.play.rolls(*faces)
        return self


def chosen(choice: dict[str, Any]) -> dict[str, Any]:
    """A choice with the ids of the people in it."""
    return {name: _id(value) for name, value in choice.items()}


def _id(value: Any) -> Any:  # noqa: ANN401  (whatever a parameter takes)
    if isinstance(value, tuple):
        return tuple(map(_id, value))
    return value.id if isinstance(value, Actor) else value
