"""A table for so many players: the cards that come with the game or that people bring, and who plays whom."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files as resources
from typing import Any

import msgspec

from cliffhanger.games.plot_twist.files.cards import Card, Deck, Equipment, Hero, Location, Mook, Villain
from cliffhanger.games.plot_twist.files.collections import read_collection
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Seat, Setup

HERE = "cliffhanger.games.plot_twist.files"
FEW = "a file with {0}: the first table needs a Hero for each player, a Villain, a Location and a deck of Combat cards"
GM = Seat("gm", "gm", "GM")


@cache
def packaged() -> Mapping[str, str]:
    """The collection that comes with the game: file name to text."""
    there = resources(HERE) / "content"
    return {each.name: each.read_text("utf-8") for each in there.iterdir() if each.name.endswith(".toml")}


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players: a seat for each of the first Heroes, all else the GM's.  [PT-SETUP-01, PT-SETUP-02]"""
    texts = files or packaged()
    name = next(iter(texts))
    found = read_collection(name.rpartition(".")[0], texts)
    if isinstance(found, list):
        return found
    opening = next((each for each in found.setups.values() if len(each.heroes) == players), None)
    taken = (*opening.heroes, opening.villain, *opening.mooks, opening.location) if opening else found.cards
    used = [found.cards[each.rpartition(":")[2]] for each in taken]
    heroes, villains, places = (_of(used, kind) for kind in (Hero, Villain, Location))
    dealt = [found.decks[each] for each in (opening.decks if opening else found.decks)]
    decks, plots = ([deck for deck in dealt if deck.kind == kind] for kind in ("combat", "plot"))
    for had, what in ((heroes[players - 1 :], "more Heroes"), (villains, "a Villain"), (decks, "a combat deck")):
        if not had:
            return [Fault(name, 0, "", FEW.format(what))]
    cast = [*heroes[:players], villains[0], *_of(used, Mook)]
    seats = (GM, *(Seat(card.id, "player", card.name) for card in heroes[:players]))
    equipment = (
        [found.cards[each.rpartition(":")[2]] for each in opening.equipment] if opening else found.cards.values()
    )
    armed = _armed([villains[0], *cast], _of(equipment, Equipment))
    content = {
        "cards": msgspec.to_builtins(tuple(found.cards.values())),
        "people": [person(card, armed.get(card.id, ()), players) for card in cast],
        "hands": [_hand(seat.id, nth, decks, plots) for nth, seat in enumerate(seats)],
        "place": places[0].id if places else "",
    }
    return Setup(seats, {}, content)


def _of(found: Iterable[Card], kind: type) -> list[Any]:
    return [card for card in found if isinstance(card, kind)]


def _armed(cast: list[Card], equipment: list[Equipment]) -> dict[str, tuple[str, ...]]:
    """Equipment goes to the first of its Colour who has none.  [PT-EQUIP-01]"""
    armed: dict[str, tuple[str, ...]] = {}
    for each in equipment:
        for card in cast:
            if card.id not in armed and each.colour in ("golden", card.colour) and not isinstance(card, Mook):
                armed[card.id] = (each.id,)
                break
    return armed


def person(card: Hero | Villain | Mook, equipment: tuple[str, ...], heroes: int) -> dict[str, Any]:
    """Somebody as they enter play: a Belief of each Hero is Hate of the Villain.  [PT-RES-01, PT-HATE-01, PT-ENE-01, PT-SETUP-07]"""
    own = card.attributes
    made = {"id": card.id, "seat": card.id if isinstance(card, Hero) else GM.id, "kind": card.kind}
    if isinstance(card, Mook):
        return {**made, "quantity": card.quantity}
    full = {"physical": 3 * own.body, "mental": 3 * own.mind, "social": 3 * own.charm, "energy": 3 * own.power}
    will = 3 * own.power + (heroes if isinstance(card, Villain) else -min(1, own.power))
    return {**made, **full, "will": will, "equipment": equipment, "active": "".join(equipment[:1])}


def _hand(seat: str, nth: int, decks: list[Deck], plots: list[Deck]) -> dict[str, Any]:
    """The Combat Deck and the Plot Hand of a seat, each card an instance; the GM has the first.  [PT-SETUP-03, PT-SETUP-04]"""
    deck = decks[nth % len(decks)].cards
    cards = sorted(f"{ref}.{seat}-{n}" for ref, count in deck.items() for n in range(1, count + 1))
    plot = plots[nth % len(plots)].cards if plots else ()
    return {"id": seat, "deck": cards, "plot": sorted(f"{ref}.{nth + 1}" for ref in plot)}
