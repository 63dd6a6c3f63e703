"""One person at a table of bots, without any screen: whose turn it is, what happened, what a choice is worth."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import Any

from cliffhanger.cli._language import _
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import sentence
from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.inputs import Act, Close, Input, Sit, Undo
from cliffhanger.kernel.offers import Option, awaited, terms
from cliffhanger.kernel.panels import Panel
from cliffhanger.kernel.params import Choice, first, validate
from cliffhanger.kernel.record.format import Entry, encode
from cliffhanger.kernel.rules_catalogue import rule
from cliffhanger.kernel.sentences import Voice
from cliffhanger.kernel.translation import SPOKEN
from cliffhanger.table import befallen, table_events
from cliffhanger.table.permissions import HOST
from cliffhanger.table.search import no_clock
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import TableOptions

PATIENCE = 2_000
"""After so many acts of bots in a row something is wrong with a game, and the person gets the word."""


class Sitting:
    """A table where `seat` is a person's and all others are bots'. Its entries are kept in memory until asked for.

    Bots that are `sharp` look ahead where the game lets them, in a `hurry` no longer than anybody notices.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        seat: str,
        key: bytes,
        rng: Random,
        *,
        sharp: bool = False,
        hurry: bool = True,
    ) -> None:
        self.game, self.seat, self.rng = game, seat, rng
        self.table = Table.open(
            game, setup, table_id=f"solo-{key.hex()[:8]}", key=key, at=now(), options=TableOptions(sharp=sharp)
        )
        self._told = 0
        self._inputs = 0
        self._waived: set[str] = set()  # the windows in which this seat has nothing to add
        self._key = key
        self._clock = perf_counter if hurry else no_clock
        self.bodies: list[bytes] = [encode(self.table.header)]
        for chair in self.table.head.seats:
            self._put(Sit(chair.id, holder="person" if chair.id == seat else "bot"), HOST)

    # what can be seen

    @property
    def over(self) -> Over | None:
        """The end of the game, once it is there."""
        waiting = self.table.head.waiting
        return waiting if isinstance(waiting, Over) else None

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What this seat is shown."""
        panels = self.game.panels(self.table.view(self.seat), self.seat)
        return table_events.panels_heard(self._voice, panels, ()) if SPOKEN.get() else panels

    @property
    def options(self) -> tuple[Option, ...]:
        """All that this seat may do, and what it may not."""
        return self.table.options(self.seat)

    def news(self) -> Iterator[str]:
        """The sentences this seat has not heard yet."""
        for entry in self.table.head.log:
            if entry.n > self._told:
                self._told = entry.n
                yield from self.heard(entry)

    def heard(self, entry: Entry) -> list[str]:
        """The sentences of an entry, as far as this seat may hear them; who sits where is known from the start."""
        told = [event for event in entry.events if event.text and event.what != "seat" and event.heard_by(self.seat)]
        return [sentence(self._voice.heard(event) if SPOKEN.get() else event) for event in told]

    def befell(self) -> tuple[str, ...]:
        """What has happened to this seat's person since they last chose, in a sentence or two."""
        log, seats = self.table.head.log, self.table.head.seats
        title = next(each.title for each in seats if each.id == self.seat)
        names = table_events.reader(self.game, self.table.view(self.seat), self.seat, title)
        return befallen.told(self._voice, befallen.befallen(self._voice, log, self.seat, names), names)

    @property
    def _voice(self) -> Voice:
        """The game's sentences in the language that is spoken."""
        return table_events.voice(self.game, SPOKEN.get())

    # what can be done

    def bots_act(self) -> Iterator[None]:
        """Let bots act one by one until this seat is asked or may step in, or it is over."""
        turns = 0
        while not self.over and turns < PATIENCE and (turn := self._bot()) is not None:
            seat, act = turn
            if self._put(act, seat) is not None:
                return
            turns += 1
            yield

    def _bot(self) -> tuple[str, Act] | None:
        """The next act of a bot; none while a question to this seat comes first, or a reaction that it has not waived."""
        return None if self._asked_first() or self.may_step_in else self.table.bot(self._clock)

    def _asked_first(self) -> bool:
        offers = self.table.head.waiting
        return isinstance(offers, tuple) and any(each.seat == self.seat for each in awaited(offers))

    @property
    def may_step_in(self) -> bool:
        """Whether this seat is not waited for, and has a reaction in a window where it has not said "nothing from me"."""
        return not self._asked_first() and bool(self._reactions())

    def _reactions(self) -> tuple[str, ...]:
        """The windows in which this seat may react and has not waived it, each once."""
        open_ = (each.window for each in self.options if each.reaction and not each.blocked)
        return tuple(dict.fromkeys(window for window in open_ if window not in self._waived))

    def waive(self) -> None:
        """Say "nothing from me" in the windows that are open now: it is in no log, for nothing has happened."""
        self._waived.update(self._reactions())

    def suggestion(self) -> Act | None:
        """What a bot would do on this seat; none if nothing is asked of it, or it has nothing to add."""
        view, rng = self.table.view(self.seat), Random(self.table.head.n)
        if self.may_step_in:
            return self._reaction(view, rng)
        options = tuple(option for option in self.options if not option.standing)
        if all(option.blocked for option in options):
            return None
        return self.game.bot(view, self.seat, options, rng)

    def _reaction(self, view: Any, rng: Random) -> Act | None:  # noqa: ANN401  (the game's own state)
        """The reaction of a bot on this seat, asked window by window, as `Table.bot` does."""
        if self.game.reacts is None:
            return None
        for window in self._reactions():
            options = tuple(each for each in self.options if each.reaction and each.window == window)
            if (act := self.game.reacts(view, self.seat, options, rng, ())) is not None:
                return act
        return None

    def start(self, option: Option, suggested: Act | None) -> Choice:
        """What lies chosen before a person has touched anything: the bot's choice if it is its option."""
        if suggested and (suggested.window, suggested.key) == (option.window, option.key):
            return suggested.choice
        return first(option.params)

    def act(self, option: Option, choice: Choice) -> Refusal | None:
        """Take an option; a refusal changes nothing."""
        if why := validate(option.params, choice):
            return Refusal(option.rule, why)
        return self._put(Act(self.seat, option.window, option.key, dict(choice), terms(option)), self.seat)

    def undo(self, to: int | None = None) -> Refusal | None:
        """Go back to after entry `to`, or to before this seat's last act."""
        if to is None:
            mine = [each.n for each in self.table.head.log if isinstance(each.input, Act) and each.seat == self.seat]
            if not mine:
                return Refusal("", _("You have not done anything yet."))
            to = mine[-1] - 1
        refusal = self._put(Undo(to), self.seat)
        self._waived.clear()
        self._told = self.table.head.n
        return refusal

    def odds(self, option: Option, choice: Choice) -> list[tuple[str, Fraction, bool]]:
        """What a choice is worth, exactly: words, figure, and whether the figure is a chance (else a mean)."""
        names = option.figures_of(choice)
        if not names:
            return []
        from cliffhanger.odds.ask import words
        from cliffhanger.odds.errors import OutOfRange
        from cliffhanger.odds.worth import Walks

        walks = Walks(self.game, self.table.view(self.seat))
        act = Act(self.seat, option.window, option.key, dict(choice))
        figures = []
        for name in names:
            figure = self.game.figure_by_id[name]
            try:
                answer = walks.worth(act, figure)
            except OutOfRange:  # a choice in the making may have none
                continue
            figures.append((words(figure.words, answer), answer.value, figure.unit == "chance"))
        return figures

    def rule(self, name: str) -> str:
        """What a rule says, in the words of the game's catalogue; empty if it does not know the rule."""
        found = rule(self.game, name) if name else None
        return found.says if found else ""

    def record(self) -> bytes:
        """The whole table as a record, closed, with the key of its dice."""
        if not self.table.head.closed:
            self._put(Close(self._key.hex()), HOST)
        return b"".join(body.rstrip(b"\n") + b"\n" for body in self.bodies)

    def _put(self, put: Input, seat: str) -> Refusal | None:
        self._inputs += 1
        done = self.table.put(put, id=f"{self._inputs}", seat=seat, at=now())
        self._kept(done)
        return done.refusal

    def _kept(self, done: Any) -> None:  # noqa: ANN401
        if done.entries:
            self.bodies += [line.body for line in done.lines]
            self.table.committed(done.entries[-1].n)


def now() -> str:
    """The time, for the log."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
