"""The cards of a table, looked up: by id or instance, their abilities by trigger, and each effect by where it stands.

An instance is one of several cards of an id: `feint.2`. An effect is known by a path such as `lantern/0/2`: a card, the
number of an ability, the number of an effect, and further steps to those within it. Effects that no card has, but the
rules themselves, have paths that begin with `rule/`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.effects.state import Ids, Playing

RULE = "rule"


class Ability(Protocol):
    """What is read of an ability: the part of the card it stands in, when it comes and for whom, and what it does.

    What does not apply is empty. `once` is how often it may come, with `may` its owner can leave it; `by`, `to` and `of`
    are what has to be true of the trigger.
    """

    @property
    def part(self) -> str:
        """The part of the card."""

    @property
    def name(self) -> str:
        """What it is called, if that is said."""

    @property
    def of(self) -> str:
        """What its trigger has to be about."""

    @property
    def by(self) -> str:
        """The word for whose deed it has to be."""

    @property
    def to(self) -> str:
        """The word for whom it has to befall."""

    @property
    def if_(self) -> str:
        """The condition."""

    @property
    def once(self) -> str:
        """How often it may come."""

    @property
    def may(self) -> bool:
        """Whether its owner may leave it."""

    @property
    def effects(self) -> tuple[Any, ...]:
        """What it does."""


A = TypeVar("A", bound=Ability)


class Book(Generic[A]):
    """All cards of a table, and what was looked up of them."""

    def __init__(self, cards: Mapping[str, Any], books: "Books[A]") -> None:
        self.cards, self.rules = cards, books.rules
        self.abilities = {name: books.abilities(card) for name, card in cards.items()}
        self.words = {name: [frozenset(books.words(each)) for each in some] for name, some in self.abilities.items()}
        self.named = dict(cards)
        self.found: dict[str, Any] = {}
        self.standing: dict[Ids, dict[str, tuple[tuple[int, A], ...]]] = {}

    def card(self, name: str) -> Any:  # noqa: ANN401  (a card of any kind)
        """A card by its id or by one of its instances."""
        found = self.named.get(name)
        if found is None:
            found = self.named[name] = self.cards[base(name)]
        return found

    def effect(self, path: str) -> Any:  # noqa: ANN401  (an effect of any word)
        """The effect that stands there."""
        found = self.found.get(path)
        if found is None:
            found = self.found[path] = self._walk(path.split("/"))
        return found

    def under(self, *words: str) -> dict[str, tuple[tuple[int, A], ...]]:
        """The abilities of all cards that stand under one of these words, each with its number, by the id of their card."""
        found = self.standing.get(words)
        if found is None:
            some = {
                name: tuple([(n, each) for n, each in enumerate(own) if not self.words[name][n].isdisjoint(words)])
                for name, own in self.abilities.items()
            }
            found = self.standing[words] = {name: each for name, each in some.items() if each}
        return found

    def _walk(self, steps: list[str]) -> Any:  # noqa: ANN401
        if steps[0] == RULE:
            return self.rules(*steps[1:])
        ability = self.abilities[base(steps[0])][int(steps[1])]
        here: Any = ability.effects[int(steps[2])] if steps[2].isdecimal() else getattr(ability, steps[2])
        for step in steps[3:]:
            if step.isdecimal():
                here = here[int(step)]
            else:
                here = getattr(here, step) if hasattr(here, step) else getattr(here, f"{step}_")
        return here


def _no_rules(*steps: str) -> Any:  # noqa: ANN401
    raise KeyError("/".join(steps))


class Books(Generic[A]):
    """Look-ups in the cards of a state: `s.cards`, and `more` that stand for something at every table.

    `abilities` are all that a card does, `words` the triggers, uses and parts that one of them stands under. `rules` makes
    the effects that no card has, of the steps of their path after `rule`.
    """

    def __init__(
        self,
        abilities: Callable[[Any], tuple[A, ...]],
        words: Callable[[A], Ids],
        rules: Callable[..., Any] = _no_rules,
        more: tuple[Any, ...] = (),
    ) -> None:
        self.abilities, self.words, self.rules, self.more = abilities, words, rules, more
        self.of: Callable[[tuple[Any, ...]], Book[A]] = remembered(id, 16, hold=True)(self._book)
        self.caches = (self.of,)

    def _book(self, cards: tuple[Any, ...]) -> Book[A]:
        return Book({card.id: card for card in (*self.more, *cards)}, self)

    def card(self, s: Playing, name: str) -> Any:  # noqa: ANN401  (a card of any kind)
        """A card by its id or by one of its instances."""
        found = self.of(s.cards).named.get(name)
        return self.of(s.cards).card(name) if found is None else found

    def name_of(self, s: Playing, name: str) -> str:
        """What a card, or who is on it, is called; "" for nobody."""
        found: str = self.card(s, name).name if name else ""
        return found

    def effect(self, s: Playing, path: str) -> Any:  # noqa: ANN401  (an effect of any word)
        """The effect that stands there."""
        return self.of(s.cards).effect(path)

    def ability(self, s: Playing, name: str, nth: int) -> A:
        """One ability of a card."""
        return self.of(s.cards).abilities[base(name)][nth]

    def parts(self, s: Playing, name: str) -> Iterator[tuple[int, A]]:
        """The abilities of a card, each with its number."""
        return enumerate(self.of(s.cards).abilities[base(name)])

    def part(self, s: Playing, name: str, key: str) -> Ids:
        """Where the effects of one part of a card stand, such as those that happen when it is played."""
        return tuple([path for nth, each in self.parts(s, name) if each.part == key for path in paths(name, nth, each)])

    def under(self, s: Playing, name: str, word: str) -> tuple[tuple[int, A], ...]:
        """The abilities of a card that stand under a trigger, a use or a part."""
        return self.of(s.cards).under(word).get(base(name), ())


class Working(Generic[A]):
    """The cards that work now, with whom each belongs to, and which of their abilities stand under a word."""

    def __init__(self, book: Book[A], owners: Mapping[str, str]) -> None:
        self.book, self.owners = book, owners
        self.found: dict[Ids, tuple[tuple[str, int, A], ...]] = {}

    def under(self, *words: str) -> tuple[tuple[str, int, A], ...]:
        """The abilities that stand under any of these triggers, uses and parts, by the order of the cards."""
        found = self.found.get(words)
        if found is None:
            row = self.book.under(*words)
            each = [(name, row[base(name)]) for name in self.owners if base(name) in row]
            found = self.found[words] = tuple([(name, nth, ability) for name, some in each for nth, ability in some])
        return found


def base(name: str) -> str:
    """The id of the card that an instance is one of."""
    return name.partition(".")[0]


def paths(name: str, nth: int, found: Ability) -> Ids:
    """Where the effects of an ability stand."""
    return tuple([f"{base(name)}/{nth}/{at}" for at in range(len(found.effects))])


def inner(path: str, key: str, entries: tuple[Any, ...]) -> Ids:
    """Where the effects within one stand."""
    return tuple([f"{path}/{key}/{at}" for at in range(len(entries))])
