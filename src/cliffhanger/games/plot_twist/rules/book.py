"""The cards of a table, looked up: by id or instance, their abilities by trigger, and each effect by where it stands.

An effect is known by a path such as `lantern/0/2`: a card, the number of an ability, the number of an effect, and further
steps to those within it. Effects of the rules themselves have paths that begin with `rule/`.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from cliffhanger.games.plot_twist.files.abilities import CardAbility, abilities
from cliffhanger.games.plot_twist.files.cards import Card, Combat
from cliffhanger.games.plot_twist.files.entries import Choose, Entry
from cliffhanger.games.plot_twist.files.parts import Effect, Until
from cliffhanger.games.plot_twist.files.wording import doing
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Table
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.files.language.entries import effect_of

RULE = "rule"
UNKNOWN = "?"
"""Stands for a card whose face a seat does not see, in its view."""
FACE_DOWN = Combat(id=UNKNOWN, name="A card", colour="golden", step="movement")
HOLDERS = {"then": "then", "else": "else_", "effects": "effects"}


class Book:
    """All cards of a table, and what was looked up of them."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards: dict[str, Card] = {UNKNOWN: FACE_DOWN, **{card.id: card for card in cards}}
        self.abilities = {name: abilities(card) for name, card in self.cards.items()}
        self.stays = {name: until for name, card in self.cards.items() if (until := _stays(card))}
        self.named = dict(self.cards)
        self.found: dict[str, Effect] = {}
        self.standing: dict[tuple[str, ...], dict[str, tuple[tuple[int, CardAbility], ...]]] = {}

    def card(self, name: str) -> Any:  # noqa: ANN401  (a card of any kind)
        """A card by its id or by one of its instances."""
        found = self.named.get(name)
        if found is None:
            found = self.named[name] = self.cards[base(name)]
        return found

    def effect(self, path: str) -> Effect:
        """The effect that stands there."""
        found = self.found.get(path)
        if found is None:
            found = self.found[path] = self._walk(path.split("/"))
        return found

    def under(self, name: str, trigger: str) -> tuple[tuple[int, CardAbility], ...]:
        """The abilities of a card that stand under a trigger, each with its number."""
        return self.under_any(trigger).get(base(name), ())

    def under_any(self, *words: str) -> dict[str, tuple[tuple[int, CardAbility], ...]]:
        """The abilities of all cards that stand under one of these triggers, uses and parts, by the id of their card."""
        found = self.standing.get(words)
        if found is None:
            some = {
                name: tuple(x for x in enumerate(each) if any(_stands(x[1], word) for word in words))
                for name, each in self.abilities.items()
            }
            found = self.standing[words] = {name: each for name, each in some.items() if each}
        return found

    def _walk(self, steps: list[str]) -> Effect:
        if steps[0] == RULE:
            return _of_the_rules(*steps[1:])
        ability = self.abilities[base(steps[0])][int(steps[1])]
        here: Any = ability.effects[int(steps[2])] if steps[2] != "roll" else ability.roll
        for step in steps[3:]:
            here = here[int(step)] if step.isdecimal() else getattr(here, HOLDERS.get(step, step))
        found: Effect = here
        return found


def _stays(card: Card) -> Until | None:
    until = getattr(card, "until", None) or getattr(card, "duration", None)
    return until if isinstance(until, Until) else None


def _stands(found: CardAbility, trigger: str) -> bool:
    every = found.roll.every if found.roll else None
    return trigger in (found.trigger, found.part, found.use, every)


book: Callable[[tuple[Card, ...]], Book] = remembered(id, 16, hold=True)(lru_cache(maxsize=16)(Book))
"""The book of these cards; tables that are read again and again share one."""


def base(name: str) -> str:
    """The id of the card that an instance is one of."""
    return name.partition(".")[0]


def card(s: Table, name: str) -> Any:  # noqa: ANN401  (a card of any kind)
    """A card by its id or by one of its instances."""
    return book(s.cards).card(name)


def name_of(s: Table, name: str) -> str:
    """What a Character or a card is called; the table for nobody."""
    found: str = book(s.cards).card(name).name if name else ""
    return found


def ability(s: Table, name: str, nth: int) -> CardAbility:
    """One ability of a card."""
    return book(s.cards).abilities[base(name)][nth]


def effect(s: Table, path: str) -> Any:  # noqa: ANN401  (an effect of any word)
    """The effect that stands there."""
    return book(s.cards).effect(path)


def paths(name: str, nth: int, found: CardAbility) -> Ids:
    """Where the effects of an ability stand."""
    return tuple(f"{base(name)}/{nth}/{at}" for at in range(len(found.effects)))


def inner(path: str, key: str, entries: tuple[Any, ...]) -> Ids:
    """Where the effects within one stand."""
    return tuple(f"{path}/{key}/{at}" for at in range(len(entries)))


def part(s: Table, name: str, key: str) -> Ids:
    """Where the effects of one part of a card stand: those that happen when it is played, Recruited, turned up."""
    return tuple(path for nth, each in parts(s, name) if each.part == key for path in paths(name, nth, each))


def parts(s: Table, name: str) -> Iterator[tuple[int, CardAbility]]:
    """The abilities of a card, each with its number."""
    return enumerate(book(s.cards).abilities[base(name)])


def stay(s: Table, name: str) -> Until | None:
    """What a card says about how long it stays, if that is no word."""
    return book(s.cards).stays.get(base(name))


def under(s: Table, name: str, trigger: str) -> tuple[tuple[int, CardAbility], ...]:
    """The abilities of a card that stand under a trigger, or in a part of it such as `while_here`."""
    return book(s.cards).under(name, trigger)


def options(chosen: Choose) -> tuple[str, ...]:
    """What the options of a choice are called: by their label, else by what they do."""
    return tuple(option.label or doing(option.effects) for option in chosen.options)


OF_THE_RULES: dict[str, Callable[[str], dict[str, object]]] = {
    "keyword": lambda word: {"keyword": {"target": "self", "gain": word}},
    "heroic": lambda word: {"heroic": {"target": "self", "name": word, "set": 3}},
    "gadget": lambda word: {"heroic": {"target": "self", "name": word, "add": "x"}},
    "lock_heroic": lambda word: {"lock": {"target": "self", "heroic": word}},
    "status": lambda word: {"status": {"target": "self", "add": word}},
    "lock_keyword": lambda word: {"lock": {"target": "self", "keyword": word}},
}
"""Effects that no card has: what Belief and Hate buy, the Locks of a Reversal, and being Surprised by a Pursuit."""


def _of_the_rules(what: str, word: str) -> Effect:
    found: Effect = effect_of(msgspec.convert(OF_THE_RULES[what](word), Entry))
    return found
