"""The cards of a table, looked up: see `kernel/effects/book.py`."""

from collections.abc import Callable

import msgspec

from cliffhanger.games.plot_twist.files.abilities import CardAbility, abilities
from cliffhanger.games.plot_twist.files.cards import Combat
from cliffhanger.games.plot_twist.files.entries import Choose, Entry
from cliffhanger.games.plot_twist.files.parts import Effect, Until
from cliffhanger.games.plot_twist.files.wording import doing
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Table
from cliffhanger.kernel.effects.book import Books, base, inner, paths
from cliffhanger.kernel.files.language.entries import effect_of

__all__ = ["base", "inner", "paths"]
UNKNOWN = "?"
"""Stands for a card whose face a seat does not see, in its view."""
FACE_DOWN = Combat(id=UNKNOWN, name="A card", colour="golden", step="movement")
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


def _words(found: CardAbility) -> Ids:
    """The trigger, the part and the use that an ability stands under; of a roll also the trigger that brings it."""
    return (found.trigger, found.part, found.use, (found.roll.every if found.roll else None) or "")


BOOKS: Books[CardAbility] = Books(abilities, _words, _of_the_rules, (FACE_DOWN,))
book, card, name_of, effect = BOOKS.of, BOOKS.card, BOOKS.name_of, BOOKS.effect
ability, parts, part, under = BOOKS.ability, BOOKS.parts, BOOKS.part, BOOKS.under


def stay(s: Table, name: str) -> Until | None:
    """What a card says about how long it stays, if that is no word."""
    found = card(s, name)
    until = getattr(found, "until", None) or getattr(found, "duration", None)
    return until if isinstance(until, Until) else None


def options(chosen: Choose) -> tuple[str, ...]:
    """What the options of a choice are called: by their label, else by what they do."""
    return tuple(option.label or doing(option.effects) for option in chosen.options)
