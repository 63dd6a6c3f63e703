"""A game for tests: verbs of the table, scripted dice, and refusals that must be refusals.

```
at = Play(LANTERNS, players=2)
at.act("k1", "dare", dice=2).act("k1", "pass").act("k2", "pass").rolls(6, 5)
assert at.state.lit == 1
assert "nothing" in at.refused("host", "gust").why
```
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import structs

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import Event, sentence, told
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game, Setup, Waiting
from cliffhanger.kernel.house_rules import HouseValue
from cliffhanger.kernel.inputs import Act, Faces, Played, Ruling
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Panel
from cliffhanger.kernel.params import Param, Pick, first
from cliffhanger.kernel.step import begin, step

S = TypeVar("S", bound=Procedural)


def ready(game: Game[Any], players: int = 0, **house: HouseValue) -> Setup:
    """Make a set-up from the game's own files; `players` 0 means as few as it takes; `house` overrides switches."""
    made = game.ready(players, {}) if players else next(ready_for(game))[1]
    assert isinstance(made, Setup), f"{game.id} cannot be set up: {made}"
    return with_house(game, made, house)


def with_house(game: Game[Any], setup: Setup, house: Mapping[str, HouseValue]) -> Setup:
    """The set-up under other house rules, each as it is or as people type it ("yes")."""
    chosen = dict(setup.house)
    for name, value in house.items():
        switch = next((each for each in game.switches if each.name == name), None)
        meant = switch.read(value) if switch else value
        assert meant is not None, f"{game.id}: {name} cannot be {value!r}"
        chosen[name] = meant
    return structs.replace(setup, house=chosen)


def ready_for(game: Game[Any]) -> Iterator[tuple[int, Setup]]:
    """All numbers of players a game can be made ready for, fewest first, each with its set-up."""
    for players in range(game.players[0], game.players[1] + 1):
        made = game.ready(players, {})
        if isinstance(made, Setup):
            yield players, made


@cache
def sources(game: Game[Any]) -> str:
    """The code of a game, in which each of its options has its key."""
    module = Path(str(sys.modules[game.State.__module__].__file__))
    files = sorted(module.parents[module.parent.name == "rules"].rglob("*.py")) if game.package else [module]
    return "".join(file.read_text("utf-8") for file in files)


class Play(Generic[S]):
    """One game under way. Every verb gives the play back, so that verbs can be chained.

    `state` is where it stands, `inputs` what led there, `events` all that was told, with its sentences; `news` is
    what the last input told.
    """

    def __init__(self, game: Game[S], setup: Setup | None = None, *, players: int = 0, **house: HouseValue) -> None:
        self.game = game
        self.setup = with_house(game, setup, setup.house) if setup else ready(game, players, **house)
        self.state: S
        self.inputs: list[Played] = []
        self.events: list[Event] = []
        self.news: tuple[Event, ...] = ()
        self._dice: list[int | str] = []
        self._begin()

    # what lies on the table

    @property
    def waiting(self) -> Waiting:
        """What is asked now."""
        return self.game.waiting(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.waiting, Over)

    @property
    def master(self) -> str:
        """The seat of whoever runs the table; "" where nobody does."""
        return next((seat.id for seat in self.setup.seats if seat.role in self.game.masters), "")

    @property
    def told(self) -> list[str]:
        """All sentences so far."""
        return [sentence(event) for event in self.events]

    def happened(self, what: str) -> list[Event]:
        """All events of one kind so far."""
        return [event for event in self.events if event.what == what]

    def options(self, seat: str = "") -> list[Option]:
        """What a seat (or everybody) is offered now, blocked and standing options too."""
        now = self.waiting
        asked = now if isinstance(now, tuple) else ()
        who = self._seat(seat)
        offers = (*asked, *self.game.standing(self.state))
        return [each.option for each in offers if not seat or each.seat == who]

    def open(self, seat: str = "") -> list[str]:
        """The keys of what a seat (or everybody) may do now."""
        return [option.key for option in self.options(seat) if not option.blocked]

    def option(self, seat: str, key: str, window: str = "") -> Option:
        """One option of a seat by its key, open or blocked; `window` tells several of that key apart.

        An AssertionError names what is offered if this is not.
        """
        mine = [each for each in self.options(seat) if each.key == key and window in ("", each.window)]
        if not mine:
            raise AssertionError(f"{seat} is not offered {key!r}, but {self._offered(seat)}.")
        return next((each for each in mine if not each.blocked), mine[0])

    def view(self, seat: str) -> S:
        """What a seat may know."""
        return self.game.view(self.state, self._seat(seat))

    def panels(self, seat: str) -> tuple[Panel, ...]:
        """What a seat is shown."""
        return self.game.panels(self.view(seat), self._seat(seat))

    # verbs

    def act(self, seat: str, key: str, window: str = "", **choice: Any) -> "Play[S]":
        """Take an option. A lone name stands for a pick of one; what is not chosen keeps what lies there at first."""
        option = self.option(seat, key, window)
        return self.put(Act(option.seat, option.window, key, self._filled(option.params, choice)))

    def refused(self, seat: str, key: str, window: str = "", **choice: Any) -> Refusal:
        """Try an option that must be refused, blocked or with this choice, and give the refusal.

        An option that is not there at all is a slip of the test: for that a question is closed, see `closed`.
        """
        option = self.option(seat, key, window)
        after = step(self.game, self.state, Act(option.seat, option.window, key, self._filled(option.params, choice)))
        assert isinstance(after, Refusal), f"{seat} could {key} {choice}, and should not."
        return after

    def closed(self, seat: str, key: str, window: str = "") -> Refusal:
        """Try an option that the game has, and that is not offered now, and give the refusal."""
        assert f'"{key}"' in sources(self.game), f"{self.game.id} has no option {key!r}."
        offered = [each for each in self.options(seat) if each.key == key and window in ("", each.window)]
        assert not offered, f"{seat} is offered {key}."
        after = step(self.game, self.state, Act(self._seat(seat), window, key))
        assert isinstance(after, Refusal), f"{seat} could {key}, and should not."
        return after

    def rolls(self, *faces: int) -> "Play[S]":
        """Let the dice fall as told: those in the air now, and the next rolls with them. Faces left over are a slip."""
        self._dice.extend(faces)
        return self._answered()

    def draws(self, *cards: str) -> "Play[S]":
        """Draw these cards, now and for the draws to come."""
        self._dice.extend(cards)
        return self._answered()

    def rules(self, *path: str, to: object, why: str = "So it is.", by: str = "") -> "Play[S]":
        """Overrule one value, as the game master."""
        return self.put(Ruling(by or self.master, why, path, to))

    def ends(self, why: str = "Enough.", by: str = "") -> "Play[S]":
        """End the procedure under way, as the game master."""
        return self.put(Ruling(by or self.master, why, op="end"))

    def put(self, put: Played) -> "Play[S]":
        """Put in any input that must be accepted."""
        after = step(self.game, self.state, put)
        assert not isinstance(after, Refusal), f"{put} was refused: {after}"
        self.state = after.state
        self.inputs.append(put)
        self._hear(after.events)
        return self._answered() if self._dice else self

    def undo(self, inputs: int = 1) -> "Play[S]":
        """Take back the last inputs, dice included, by playing the others again."""
        kept = self.inputs[: max(0, len(self.inputs) - inputs)]
        for mine in (self.inputs, self.events, self._dice):
            mine.clear()
        self._begin()
        for each in kept:
            self.put(each)
        return self

    # how it is done

    def _begin(self) -> None:
        opened = begin(self.game, self.game.start(self.setup))
        self.state = opened.state
        self._hear(opened.events)

    def _answered(self) -> "Play[S]":
        while self._dice:
            asked = self.waiting
            if not isinstance(asked, Roll | Draw):
                break
            wanted = len(asked.dice) if isinstance(asked, Roll) else asked.count
            values = tuple(self._dice[:wanted])
            assert len(values) == wanted, f"{asked.purpose}: {asked} asks for {wanted}, the script has {values}."
            del self._dice[:wanted]
            after = step(self.game, self.state, Faces(asked.id, values, asked.seat, asked.purpose))
            assert not isinstance(after, Refusal), f"{asked.purpose}: {after}"
            self.state = after.state
            self.inputs.append(Faces(asked.id, values, asked.seat, asked.purpose))
            self._hear(after.events)
        left, self._dice[:] = tuple(self._dice), ()
        assert not left, f"Nobody rolls or draws {left}: the table waits for {self._offered('')}."
        return self

    def _hear(self, events: tuple[Event, ...]) -> None:
        self.news = tuple(told(event, self.game.say(event)) for event in events)
        self.events.extend(self.news)

    def _seat(self, seat: str) -> str:
        return next((each.id for each in self.setup.seats if seat in (each.id, each.name)), seat)

    def _offered(self, seat: str) -> str:
        now = self.waiting
        if isinstance(now, Roll | Draw | Over):
            return f"the table waits for {now}"
        return ", ".join(f"{o.key} (blocked)" if o.blocked else o.key for o in self.options(seat)) or "nothing"

    @staticmethod
    def _filled(params: tuple[Param, ...], choice: dict[str, Any]) -> dict[str, Any]:
        picks = {p.name for p in params if isinstance(p, Pick)}
        given = {
            name: (value,) if name in picks and isinstance(value, str) else tuple(value) if name in picks else value
            for name, value in choice.items()
        }
        return {**first(params), **given}
