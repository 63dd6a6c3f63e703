"""What lasts: effects that were put down for a while, as rows of the state, and what cards in play do as long as they work.

Nothing of it changes a number that is stored: whoever asks for one reads the rows that count now. What cards in play do is
derived from them, and their own conditions are read in a hushed state, in which none of it counts: so nothing asks for itself.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, Literal, Protocol, TypeVar

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.effects.book import Books, paths
from cliffhanger.kernel.effects.state import Context, Ids, Lasting, Playing
from cliffhanger.kernel.frames import replace

S = TypeVar("S", bound=Playing)
IN_PLAY = "while_in_play"
"""The duration of what a card does as long as it works."""


class Until(Protocol):
    """What ends something, or brings it: so many turns, a condition, or a trigger by somebody, to somebody, about something."""

    @property
    def turns(self) -> int | None:
        """How many turns, this one counted."""

    @property
    def if_(self) -> str | None:
        """The condition."""

    @property
    def trigger(self) -> str | None:
        """The trigger."""

    @property
    def of(self) -> str | None:
        """What the trigger is about."""

    @property
    def by(self) -> str | None:
        """The word for whose deed it is."""

    @property
    def to(self) -> str | None:
        """The word for whom it befalls."""


class InPlay(Protocol):
    """The cards that work now: whose each is, and which of their abilities stand under a word, with their numbers.

    What hangs on a condition may depend on the whole state; else on the cards alone.
    """

    @property
    def owners(self) -> Mapping[str, str]:
        """Who each card belongs to, by the name of the card."""

    @property
    def asks(self) -> bool:
        """Whether something that lasts hangs on a condition."""

    def under(self, *words: str) -> tuple[tuple[str, int, Any], ...]:
        """The abilities under any of these triggers, uses and parts: the card, the number, the ability."""


class Row:
    """Something that lasts now: its effect, whom it is on, and what its words stand for; `given` ones are stored."""

    __slots__ = ("asks", "ctx", "effect", "given", "on")

    def __init__(self, effect: Any, on: str, ctx: Context, *, given: bool) -> None:  # noqa: ANN401
        self.effect, self.on, self.ctx, self.given = effect, on, ctx, given
        self.asks: str | None = getattr(effect, "while_", None)


class Rows:
    """All that lasts, by whom it is on and by the kind of its effect."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.on: dict[tuple[str, type], list[Row]] = {}
        for row in rows:
            self.on.setdefault((row.on, type(row.effect)), []).append(row)
        self.kinds = frozenset([kind for _, kind in self.on])


class LastingEffects(Generic[S]):
    """What lasts in a state, read.

    A game gives: whether a condition `holds`, for what an effect stands for and whom it is on; `those` whom an effect of a
    card in play falls on; the seat that a card in play belongs to (`holder`); the cards that work (`in_play`), and the
    `words` under which what they do as long as they work stands. `same` are the fields that all of this depends on where
    nothing hangs on a condition, by their `id`; `parts` what it reads beside the cards in play.
    """

    def __init__(
        self,
        books: Books[Any],
        *,
        holds: Callable[[Any, str, Context, str], bool],
        those: Callable[[Any, Any, Context], Ids],
        holder: Callable[[Any, str], str],
        in_play: Callable[[Any], InPlay],
        words: Ids,
        same: Callable[[Any], Hashable],
        parts: Callable[[Any], tuple[Hashable, ...]] = lambda _: (),
    ) -> None:
        self.books, self.holds, self.those, self.holder = books, holds, those, holder
        self.in_play, self.words = in_play, words
        self.now: Callable[[S], Rows] = remembered(id, 64, hold=True)(self._now)
        self._unasked = remembered(same, hold=True)(self._where_nothing_asks)
        self._stored = remembered(lambda s: (in_play(s), s.lasting, *parts(s)))(self._of_cards_and_rows)
        self._of_cards = remembered(lambda s: (in_play(s), *parts(s)))(self._derived)
        self.caches = (self.now, self._unasked, self._stored, self._of_cards)

    def on(self, s: S, who: str, kind: type) -> list[Row]:
        """What lasts of one kind of effect on somebody, as far as it counts now."""
        found = self.now(s).on.get((who, kind))
        if found is None:
            return []
        return [row for row in found if row.asks is None or self.holds(s, row.asks, row.ctx, row.on)]

    def counts(self, s: S, effect: Any, on: str, ctx: Context) -> bool:  # noqa: ANN401  (an effect of any word)
        """Whether something that lasts counts now: its `while` is true, if it has one."""
        asked: str | None = getattr(effect, "while_", None)
        return asked is None or self.holds(s, asked, ctx, on)

    def _now(self, s: S) -> Rows:
        """All that lasts: what was given, and what cards in play do as long as they work."""
        if s.hushed:
            return self._rows(s)
        return self._unasked(s) or self._rows(s, tuple(self._standing(s)))

    def _where_nothing_asks(self, s: S) -> Rows | Literal[False]:
        return not self.in_play(s).asks and self._stored(s)

    def _of_cards_and_rows(self, s: S) -> Rows:
        return self._rows(s, self._of_cards(s))

    def _derived(self, s: S) -> tuple[Lasting, ...]:
        return tuple(self._standing(s))

    def _rows(self, s: S, standing: tuple[Lasting, ...] = ()) -> Rows:
        given = [(each, True) for each in s.lasting] + [(each, False) for each in standing]
        return Rows([Row(self.books.effect(s, row.effect), row.on, row.ctx, given=stored) for row, stored in given])

    def _standing(self, s: S) -> Iterator[Lasting]:
        """What the cards in play do as long as they work."""
        hushed, now = replace(s, hushed=True), self.in_play(s)
        for name, nth, ability in now.under(*self.words):
            ctx = Context(now.owners[name], name, self.holder(hushed, name))
            if self._off(hushed, ability.if_, ctx):
                continue
            for path in paths(name, nth, ability):
                effect = self.books.effect(s, path)
                if not self._off(hushed, effect.if_, ctx):
                    yield from [Lasting(path, who, ctx, IN_PLAY) for who in self.those(hushed, effect, ctx)]

    def _off(self, hushed: S, asked: str | None, ctx: Context) -> bool:
        return bool(asked) and not self.holds(hushed, asked or "", ctx, "")


# --- what is put down, and what is over -----------------------------------------------------------------------


def lasts(s: S, path: str, on: str, ctx: Context, until: str | Until, turns: int | None = 0) -> S:
    """Something lasts from now on; with `turns` until the end of the last of so many turns, this one counted."""
    return replace(s, lasting=(*s.lasting, row(s, path, on, ctx, until, turns)))


def row(s: Playing, path: str, on: str, ctx: Context, until: str | Until, turns: int | None = 0) -> Lasting:
    """What lasts on somebody."""
    if not isinstance(until, str):
        turns = until.turns
        until = "turns" if turns else "if" if until.if_ else "trigger"
    return Lasting(path, on, ctx, until, s.turn + turns - 1 if turns else 0)


def without(s: S, gone: list[Lasting]) -> S:
    """These rows are over."""
    return replace(s, lasting=tuple([each for each in s.lasting if not any(each is one for one in gone)]))


def until(s: Playing, *words: str, on: str = "") -> list[Lasting]:
    """What lasts until then, on one or on all."""
    return [each for each in s.lasting if each.until in words and on in ("", each.on)]


def until_this_turn(s: Playing) -> list[Lasting]:
    """What lasts this turn, or until the end of the turn of this number."""
    return [each for each in s.lasting if each.until == "turn" or (each.until == "turns" and each.due <= s.turn)]
