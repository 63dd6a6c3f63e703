"""A table for so many players: the cards that come with the game or that people bring, and what lies ready of them."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files as resources
from typing import Any

import msgspec

from cliffhanger.games.plot_twist.files.cards import Combat, Deck, Hero, Villain
from cliffhanger.games.plot_twist.files.checks import CARDS, identities
from cliffhanger.games.plot_twist.files.collections import MANY, ONE, CardCollection, read_collection
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.language.collections import beside, read_files
from cliffhanger.kernel.game import Seat, Setup

HERE = "cliffhanger.games.plot_twist.files"
FEW = "a file with {0}: a table needs a Hero for each player, a Villain and Combat cards"
GM = Seat("gm", "gm", "GM")
AS_IT_COMES = "As it comes"
"""What a table opens with where no file has a set-up: the first cards of each kind."""


@cache
def packaged() -> Mapping[str, str]:
    """The collection that comes with the game: file name to text."""
    there = resources(HERE) / "content"
    return {each.name: each.read_text("utf-8") for each in there.iterdir() if each.name.endswith(".toml")}


@cache
def starter() -> CardCollection:
    """The collection that comes with the game, read."""
    found = read_collection("", packaged())
    assert isinstance(found, CardCollection), found
    return found


def read(texts: Mapping[str, str], players: int = 1) -> CardCollection | list[Fault]:
    """The collection of these files, or all that is wrong with it; where none has a head, its first file names it.

    The starter collection lies beside files that name its cards, or are no table for so many players by themselves.
    """
    there = starter()
    found = read_collection(next(iter(texts)).rpartition(".")[0], texts, {there.id: there})
    if isinstance(found, list) or found.id == there.id:
        return found
    if not lacks(found, players) and not any(f'"{there.id}:' in text for text in texts.values()):
        return found
    return beside(found, there, read_files(CARDS, texts)[0], identities)


def lacks(found: CardCollection, players: int) -> str:
    """What a collection has too little of for so many players, in words."""
    needed = ((Hero, players, "more Heroes"), (Villain, 1, "a Villain"), (Combat, 1, "Combat cards"))
    names = {kind: {card.name for card in found.cards.values() if isinstance(card, kind)} for kind, _, _ in needed}
    return next((what for kind, least, what in needed if len(names[kind]) < least), "")


def together(texts: Mapping[str, str]) -> list[Fault]:
    """What a table would refuse in files that are each right: names of cards that none of them has, and what stands twice."""
    found = read(texts)
    return found if isinstance(found, list) else []


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players, who build their sides at it; what is for as many comes first.  [PT-SETUP-01, PT-SETUP-02]"""
    texts = files or packaged()
    name = next(iter(texts))
    found = read(texts, players) if files else starter()
    if isinstance(found, list):
        return found
    if what := lacks(found, players):
        return [Fault(name, 0, "", FEW.format(what))]
    seats = (GM, *(Seat(f"player-{n}", "player", f"Player {n}") for n in range(1, players + 1)))
    content = {
        "cards": msgspec.to_builtins(tuple(found.cards.values())),
        "decks": [_stock(deck) for deck in found.decks.values()],
        "openings": sorted(openings(found), key=lambda each: len(each["heroes"]) != players),
    }
    return Setup(seats, {}, content)


def _stock(deck: Deck) -> dict[str, Any]:
    """A deck with each card as often as it is in there."""
    cards = [own(ref) for ref, n in deck.cards.items() for _ in range(n)]
    return {"name": deck.name, "kind": deck.kind, "cards": cards}


def openings(found: CardCollection) -> Iterator[dict[str, Any]]:
    """What a table can open with: the set-ups of the files; with none, the first that there is of each kind."""
    for setup in found.setups.values():
        one = {key: own(getattr(setup, key)) for key in ONE}
        many = {key: [own(ref) for ref in getattr(setup, key)] for key in MANY}
        yield {"id": setup.name, **one, **many, "decks": setup.decks}
    if not found.setups:
        every = found.cards.values()
        kinds = {kind: [card.id for card in every if card.kind == kind] for kind in (*ONE, *MANY.values())}
        one = {key: "".join(kinds[kind][:1]) for key, kind in ONE.items()}
        many = {key: kinds[kind] for key, kind in MANY.items() if key not in ("events", "twists")}
        yield {"id": AS_IT_COMES, **one, **many, "decks": list(found.decks)}


def own(ref: str) -> str:
    """The id of a card at its table, where it needs no collection before it."""
    return ref.rpartition(":")[2]
