"""Collections of cards: files that go together, whose cards are known to others as `collection:card`.

A file of cards has them under `card`, decks under `deck`, what a table opens with under `setup`, and in one file of all of
them the head of the `collection`.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import File
from cliffhanger.kernel.files.language.closed_lists import near
from cliffhanger.kernel.files.language.parts import Part, Slug, Text
from cliffhanger.kernel.files.names import Found, taken_twice
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import faults, read_form
from cliffhanger.kernel.game import Form


class Collection(Part, frozen=True, kw_only=True):
    """The head of a collection: cards of others are known by its id."""

    id: Slug
    name: Text | None = None
    author: Text | None = None


class Kind(Protocol):
    """What every card has."""

    @property
    def kind(self) -> str:
        """What it is."""


C = TypeVar("C", bound=Kind)
D = TypeVar("D")
S = TypeVar("S")


class Gathered(NamedTuple, Generic[C, D, S]):
    """A collection that was read: its cards by id, its decks and set-ups by name, and what is odd about it."""

    id: str
    name: str
    author: str
    cards: Mapping[str, C]
    decks: Mapping[str, D]
    setups: Mapping[str, S]
    warnings: tuple[Fault, ...] = ()


G = TypeVar("G", bound=Gathered[Any, Any, Any])


def read_files(form: Form, texts: Mapping[str, str]) -> tuple[list[File[Any]], list[Fault]]:
    """The files that can be read (name to text), and what is wrong with the others; one of them may have the head."""
    files: list[File[Any]] = []
    wrong: list[Fault] = []
    for name, text in texts.items():
        found = read_form(form, name, text)
        if isinstance(found, list):
            wrong += found
        else:
            files.append(File(name, text, found))
    heads = [file for file in files if file.value.collection]
    for file in heads[1:]:
        wrong += told(file, [("collection", f"nothing here; {heads[0].name} is the head of this collection")])
    return files, wrong


def gathered(kind: type[G], name: str, files: list[File[Any]]) -> G:
    """The collection that files are; `name` is its id where none has a head."""
    head = next((file.value.collection for file in files if file.value.collection), None)
    return kind(
        head.id if head else name,
        (head and head.name) or name,
        (head and head.author) or "",
        {card.id: card for file in files for card in file.value.card},
        {deck.name: deck for file in files for deck in file.value.deck},
        {setup.name: setup for file in files for setup in file.value.setup},
    )


def told(file: File[Any], found: Found) -> list[Fault]:
    """Faults with their lines, which are only looked up where there are any."""
    return faults(file.name, file.text, found) if found else []


Identities = Callable[[Any], Mapping[str, Hashable]]
"""What a card may share with no other, by its key."""


def beside(mine: G, other: G, files: list[File[Any]], identities: Identities) -> G | list[Fault]:
    """Both collections as one, mine (of these files) first, its set-ups alone; or what of mine is in the other as well."""
    cards = [(it, other.id) for card in other.cards.values() for it in identities(card).values()]
    named = [((key, name), other.id) for key, held in (("deck", other.decks), ("setup", other.setups)) for name in held]
    if wrong := sorted(twice(files, identities, dict([*cards, *named]))):
        return wrong
    return mine._replace(
        cards={**mine.cards, **other.cards},
        decks={**mine.decks, **other.decks},
        setups=mine.setups or other.setups,
    )


def twice(
    files: list[File[Any]], identities: Identities, taken: Mapping[Hashable, str] = MappingProxyType({})
) -> Iterator[Fault]:
    """What stands twice over all files, or is taken already, by whom."""
    seen = dict(taken)
    for file in files:
        rows: list[tuple[str, Hashable]] = [
            (at("card", n, key), it) for n, card in enumerate(file.value.card) for key, it in identities(card).items()
        ]
        for key in ("deck", "setup"):
            rows += [(at(key, n, "name"), (key, each.name)) for n, each in enumerate(getattr(file.value, key))]
        yield from told(file, taken_twice(((path, it, file.name) for path, it in rows), seen))


def card_of(ref: str, mine: Gathered[C, D, S], others: Mapping[str, Gathered[C, D, S]] | None = None) -> C | None:
    """The card that an id means, with or without a collection before it."""
    whose, _, own = ref.rpartition(":")
    there = mine if whose in ("", mine.id) else (others or {}).get(whose)
    return there.cards.get(own) if there else None


def misnamed_card(
    ref: str, kinds: tuple[str, ...], mine: Gathered[C, D, S], others: Mapping[str, Gathered[C, D, S]]
) -> str:
    """What was expected instead of this id, if it is no card of these kinds."""
    card = card_of(ref, mine, others)
    if card is None:
        whose, colon, own = ref.rpartition(":")
        if colon and whose != mine.id and whose not in others:
            return f'a collection that there is, not "{whose}"{near(whose, others)}'
        there = next((at for at, other in others.items() if ref in other.cards), "")
        hint = f"; did you mean {there}:{ref}?" if there else near(own, (others.get(whose) or mine).cards)
        return f'the id of a card in {"that collection" if colon else "these files"}, not "{ref}"{hint}'
    return "" if card.kind in kinds else f"a card of the kind {' or '.join(kinds)}; {ref} is of the kind {card.kind}"
