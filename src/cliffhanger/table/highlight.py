"""The roll of the night: the least likely thing that dice did in a record, with its exact chance.

A record keeps faces and no chances. So it is played again, and for every act the figures beside its option are worked
out once more, from what everybody could see. What the dice then brought had that chance, if nobody did anything in
between that the figure does not suppose: its `policy` says what that is. Of all these the smallest chance is taken;
between equal ones that which came about, then the earlier one. What rests on hidden things has no figure here.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.figures import Figure
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.inputs import Act, Faces, Ruling
from cliffhanger.kernel.offers import Offer, find
from cliffhanger.kernel.params import Choice, Text, first
from cliffhanger.kernel.record.format import Entry, Header, begun, replayed
from cliffhanger.kernel.record.replay import Play
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks
from cliffhanger.table.chapters import working

STEPS = 40
"""Within so many played entries an act has to be settled."""
AHEAD = 4
"""Within so many entries after that its headline is told."""

SURPRISING = Fraction(1, 3)
"""What was likelier than this surprised nobody, and is no roll of the night."""


class Highlight(NamedTuple):
    """A roll: whose act it belongs to (the name of the chair), what was promised of it, and what came of that.

    `chance` is that of what happened, strictly between 0 and 1, as it stood before the first of the `dice` fell;
    `words` are the figure's ("you hit"), said of whoever acted, and `came` whether they came true. `dice` are sizes with
    faces, in the order they fell; `event` is what was told of it, or what whoever threw them was after, None where that is
    nothing; `n` is the entry that settled it.
    """

    n: int
    who: str
    chance: Fraction
    words: str
    came: bool
    dice: tuple[tuple[int, int], ...]
    event: Event | None

    @property
    def is_likely(self) -> bool:
        """Whether it was to be expected: "1 in 1" would be said of it."""
        return self.chance > Fraction(2, 3)

    @property
    def promised(self) -> Fraction:
        """The chance of what its words say, as it stood there."""
        return self.chance if self.came else 1 - self.chance


def highlight(game: Game[Any], header: Header, entries: tuple[Entry, ...]) -> Highlight | None:
    """The roll of the night of a whole record; None where none surprised, or these rules do not take the record."""
    try:
        play = begun(game, header)
        for entry in entries:
            replayed(play, entry)
    except Unreadable:
        return None
    return min(
        (each for each in _Evening(game, header, entries, play).rolls() if each.chance <= SURPRISING),
        key=lambda each: (each.chance, not each.came, each.n),
        default=None,
    )


class _Evening:
    """A record that was played again: its entries by number, and the line of play that stands."""

    def __init__(self, game: Game[Any], header: Header, entries: tuple[Entry, ...], play: Play[Any]) -> None:
        self.game, self.play = game, play
        self.entries = {entry.n: entry for entry in entries}
        self.line = play.line()
        self.chairs = {seat.id: seat.name for seat in header.setup.seats}

    def rolls(self) -> Iterator[Highlight]:
        """Everything that dice settled and that had a figure."""
        for at, n in enumerate(self.line):
            act = self.entries[n].input
            if not isinstance(act, Act):
                continue
            view = self.game.view(self._before(n), WATCH)
            offer = self._offer(view, act)
            if offer is None or offer.option.private:
                continue
            walks = Walks(self.game, view)
            for name in offer.option.figures_of(act.choice):
                figure = self.game.figure_by_id[name]
                if figure.unit == "chance" and figure.ways is None and figure.alone:
                    yield from self._settled(at, act, figure, walks)

    def _settled(self, at: int, act: Act, figure: Figure, walks: Walks[Any]) -> Iterator[Highlight]:
        dice: list[tuple[int, int]] = []
        before = self._before(self.line[at])
        for nth, n in enumerate(self.line[at : at + STEPS]):
            put = self.entries[n].input
            if isinstance(put, Faces):
                dice += zip(put.dice, map(int, put.values), strict=True) if put.dice else ()
            elif nth and (isinstance(put, Ruling) or not self._supposed(figure, n, put)):
                return
            out = _came(figure, before, act, self.play.point(n).state)
            if out is not None:
                break
        else:
            return
        if dice and (chance := _chance(walks, act, figure, out)) is not None and 0 < chance < 1:
            words = figure.words.rstrip(":")
            yield Highlight(
                n, self.chairs.get(act.seat, ""), chance, words, _held(figure, out), tuple(dice), self._told(at, n)
            )

    def _supposed(self, figure: Figure, n: int, put: object) -> bool:
        """Whether a later act is the very one that the figure supposes."""
        if not isinstance(put, Act):
            return False
        view = self.game.view(self._before(n), WATCH)
        now = self.game.waiting(view)
        offers = now if isinstance(now, tuple) else ()
        try:
            meant = figure.policy(view, offers)
        except Exception:  # a position that no walk comes to
            return False
        offer = find(offers, put)
        if meant is None or offer is None or (meant.seat, meant.window, meant.key) != (put.seat, put.window, put.key):
            return False
        return _wordless(offer, meant.choice) == _wordless(offer, put.choice)

    def _told(self, at: int, n: int) -> Event | None:
        """What was told of what an entry settled: the next event that has a headline, else the last that it told itself.

        What others do after it is another matter, and faces alone are no headline: then it is what whoever rolled was after.
        The roll began with the entry at place `at` of the line.
        """
        roller = getattr(self.entries[n].input, "seat", "")
        last = None
        for entry in (self.entries[each] for each in range(n, n + AHEAD) if each in self.entries):
            if isinstance(entry.input, Act) and entry.input.seat != roller:
                break
            told = [event for event in entry.events if event.text and event.heard_by(WATCH)]
            if headed := next((event for event in told if self.game.voice.headline(event)), None):
                return headed
            last = last or next((each for each in reversed(told) if not working(each, self.game.tale, fell=True)), None)
        if last is not None:
            return last
        wants = (event for each in reversed(self.line[: at + 1][-STEPS:]) for event in self.entries[each].events)
        who = {event.who for event in self.entries[n].events if event.who}
        return next(
            (each for each in wants if each.who in who and each.data.get("goal") and each.heard_by(WATCH)), None
        )

    def _before(self, n: int) -> Any:  # noqa: ANN401  (the game's own state)
        return self.play.point(n - 1).state

    def _offer(self, view: Any, act: Act) -> Offer | None:  # noqa: ANN401  (the game's own state)
        now = self.game.waiting(view)
        return find(now if isinstance(now, tuple) else (), act) or find(self.game.standing(view), act)


def _came(figure: Figure, before: object, act: Act, now: object) -> int | None:
    """What came of an act by now; None while that is open, and where a figure is asked of what no walk comes to."""
    try:
        return figure.came(before, act, now)
    except Exception:
        return None


def _chance(walks: Walks[Any], act: Act, figure: Figure, out: int) -> Fraction | None:
    """How likely it was that this would come out; None where there is no figure."""
    try:
        answer = walks.worth(act, figure)
    except OutOfRange:
        return None
    return answer.value if _held(figure, out) else 1 - answer.value


def _held(figure: Figure, out: int) -> bool:
    """Whether what its words say is what came about: of several outcomes it is the first."""
    return out == 0 if figure.parts else bool(out)


def _wordless(offer: Offer, choice: Choice) -> Choice:
    """A choice as it lies there but for what was chosen, without what was said in words."""
    words = {p.name for p in offer.params if isinstance(p, Text)}
    return {name: value for name, value in (first(offer.params) | dict(choice)).items() if name not in words}
