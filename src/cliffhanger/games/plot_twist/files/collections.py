"""A collection of cards: one file or a folder of files, read together, with all decks and set-ups looked up.

A card is known as `collection:card`, in its own collection by `card` alone.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cliffhanger.games.plot_twist.files import cards
from cliffhanger.games.plot_twist.files.cards import Card, CardFile, Deck, SetUp
from cliffhanger.games.plot_twist.files.checks import CARDS, identities, warnings
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.language.checks import Faults
from cliffhanger.kernel.files.language.closed_lists import near
from cliffhanger.kernel.files.language.collections import (
    Gathered,
    card_of,
    gathered,
    misnamed_card,
    read_files,
    told,
    twice,
)
from cliffhanger.kernel.files.names import Found
from cliffhanger.kernel.files.positions import at

SIZES = {"combat": 10, "plot": 5, "twists": 10, "events": 5}
"""How many cards a deck has.  [PT-SETUP-03, PT-SETUP-04, PT-SETUP-05, PT-SETUP-06]"""
FITS: dict[str, tuple[str, ...]] = {
    "combat": ("combat",),
    "plot": ("detail", "location", "lair", "bystander", "hero", "villain"),
    "twists": ("twist",),
    "events": ("event",),
    "objective": ("objective",),
}
"""What a deck of each kind is made of; a card may stand in it several times, but for the Plot Hand.  [PT-SETUP-03, PT-RUL-83]"""
ONE = {"villain": "villain", "objective": "objective", "location": "location"}
MANY = {"heroes": "hero", "mooks": "mook", "equipment": "equipment", "events": "event", "twists": "twist"}
"""The fields of a set-up, with the kind of the cards in them."""


class CardCollection(Gathered[Card, Deck, SetUp]):
    """A collection of cards that was read."""


Others = Mapping[str, CardCollection]
NONE: Others = MappingProxyType({})


def read_collection(name: str, texts: Mapping[str, str], others: Others = NONE) -> CardCollection | list[Fault]:
    """The collection of these files (name to text), or all that is wrong with it; `name` is its id where none says one.

    `others` are the collections that it may name cards of, by id. The same name twice is a fault.  [PT-UNIQ-01]
    """
    files, wrong = read_files(CARDS, texts)
    mine = gathered(CardCollection, name, files)
    wrong += twice(files, identities)
    odd: list[Fault] = []
    for file in files:
        if len(files) == len(texts):  # what a file that cannot be read may hold is not missed
            wrong += told(file, [*_decks(file.value, mine, others), *_setups(file.value, mine, others)])
        odd += told(file, _odd(file.value, mine, others))
    return sorted(wrong) if wrong else mine._replace(warnings=tuple(odd))


def _decks(file: CardFile, mine: CardCollection, others: Others) -> Faults:
    for nth, deck in enumerate(file.deck):
        for ref, count in deck.cards.items():
            path = at("deck", nth, "cards", ref)
            if wanted := misnamed_card(ref, FITS[deck.kind], mine, others):
                yield path, wanted
            elif deck.kind == "plot" and count > 1:
                yield path, f"1, not {count}: no two copies in a Plot Hand"


def _setups(file: CardFile, mine: CardCollection, others: Others) -> Faults:
    for nth, setup in enumerate(file.setup):
        path = at("setup", nth)
        named = [(at(path, key), getattr(setup, key), kind) for key, kind in ONE.items()]
        for key, kind in MANY.items():
            named += [(at(path, key, n), ref, kind) for n, ref in enumerate(getattr(setup, key))]
        wrong = [(where, wanted) for where, ref, kind in named if (wanted := misnamed_card(ref, (kind,), mine, others))]
        yield from wrong
        for key in ("heroes", "mooks", "equipment"):
            refs = getattr(setup, key)
            yield from ((at(path, key, n), "each card once") for n, ref in enumerate(refs) if ref in refs[:n])
        for key in ("events", "twists"):
            if len(getattr(setup, key)) != SIZES[key]:
                yield at(path, key), f"{SIZES[key]} cards, not {len(getattr(setup, key))}"
        decks = {name: deck for there in (*others.values(), mine) for name, deck in there.decks.items()}
        for n, name in enumerate(setup.decks):
            if name not in decks:
                yield at(path, "decks", n), f'the name of a deck, not "{name}"{near(name, decks)}'
            elif _uneven(decks[name]):
                yield at(path, "decks", n), f"a deck of {_uneven(decks[name])}"
        if not wrong:
            yield from _opening(setup, path, mine, others)


def _opening(setup: SetUp, path: str, mine: CardCollection, others: Others) -> Faults:
    """The first Location is one that the Objective asks for.  [PT-OBJ-01]"""
    objective, location = card_of(setup.objective, mine, others), card_of(setup.location, mine, others)
    place = objective.first_location if isinstance(objective, cards.Objective) else None
    if place and isinstance(location, cards.Location) and not place.means(location):
        wanted = f"called {place.name}" if place.name else f"with the keyword {place.keyword}"
        yield at(path, "location"), f"a Location {wanted}, as the Objective asks; not {location.name}"


def _uneven(deck: Deck) -> str:
    """How many cards a deck should have and has, if those are not the same."""
    has, wanted = sum(deck.cards.values()), SIZES[deck.kind]
    return f"{wanted} cards, not {has}" if has != wanted else ""


def _odd(file: CardFile, mine: CardCollection, others: Others) -> Found:
    """Prices nobody can pay, Details for nobody who is there, and decks of another size."""
    found: Found = []
    every = [each for there in (mine, *others.values()) for each in there.cards.values()]
    known = {each.name for each in every if isinstance(each, cards.Character)}
    for nth, card in enumerate(file.card):
        path = at("card", nth)
        found += warnings(card, path)
        who: Any = getattr(card, "who", None)
        if who and who not in known:
            found.append((at(path, "who"), f'the name of a Character; there is no "{who}"{near(who, known)}'))
    return found + [(at("deck", nth, "cards"), said) for nth, deck in enumerate(file.deck) if (said := _uneven(deck))]
