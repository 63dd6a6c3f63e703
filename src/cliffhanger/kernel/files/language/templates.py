"""Patterns of sentences, as words of a card language have them.

`{target gain}` is somebody with the verb that fits, `{target's}` what is their own, `{count:card}` so many cards,
`{amount:more coin}` so many more or fewer, `{amount:~$counter}` so much of what the field counter names. What stands in
brackets is said where its field is, or the ones that it begins with, as in `[free: for free]`, `[kind=gold&free: of gold]`.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

SLOT = re.compile(r"\{(\w+)('s)?(?::([^}]*)| (\w+))?\}")
BRACKET = re.compile(r"\[(?:([\w=!&]+):)?([^\[\]]*)\]")
IRREGULAR = {
    "be": ("are", "is"),
    "have": ("have", "has"),
    "cannot": ("cannot", "cannot"),
    "search": ("search", "searches"),
    "do": ("do", "does"),
    "copy": ("copy", "copies"),
    "miss": ("miss", "misses"),
}


class Slot(NamedTuple):
    """A place in a pattern: what stands there, whether what is its own, a noun that is counted, a verb."""

    key: str
    own: bool = False
    noun: str | None = None
    verb: str | None = None


class Who(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody: how a sentence speaks of one, of several, and of what is their own; and who that is."""

    said: str
    several: str = ""
    whose: str = ""
    means: str = ""

    @property
    def own(self) -> str:
        """What goes before what is theirs."""
        return self.whose or f"{self.said}'s"

    @property
    def many(self) -> bool:
        """Whether its verbs are those of many."""
        return self.said in ("you", "they") or self.said[0].isdecimal()

    def in_slot(self, slot: Slot, count: int = 1) -> str:
        """One of them, or so many, with the verb of a slot, or what is their own."""
        who = self if count == 1 else Who(f"{count} {self.several}", "", f"{count} {self.several}'")
        if slot.own:
            return who.own
        if slot.verb == "cannot" and who.said.startswith("each "):
            return f"no {who.said.removeprefix('each ')} can"
        return f"{who.said}{' each' * (count > 1)} {verb(slot.verb, many=who.many)}" if slot.verb else who.said


def verb(word: str, *, many: bool) -> str:
    """A verb after its subject: you hit, an enemy hits."""
    return IRREGULAR.get(word, (word, f"{word}s"))[not many]


@lru_cache(maxsize=1024)
def slots(pattern: str) -> tuple[Slot, ...]:
    """The slots of a pattern, in order."""
    return tuple(Slot(found[1], bool(found[2]), found[3], found[4]) for found in SLOT.finditer(pattern))


def fill(pattern: str, said: Callable[[Slot], str], there: Callable[[str], bool] = lambda _: True) -> str:
    """A pattern with what is `said` in its slots; what stands in brackets only where its fields are `there`."""
    return "".join(_put(piece, said) for keys, piece in _pieces(pattern) if all(map(there, keys)))


@lru_cache(maxsize=1024)
def _pieces(pattern: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """A pattern cut at its brackets, each piece with the fields that it asks for: what fills it may have brackets, too."""
    cut, end = [], 0
    for found in BRACKET.finditer(pattern):
        keys = tuple(found[1].split("&")) if found[1] else tuple(slot.key for slot in slots(found[2]))
        cut += [((), pattern[end : found.start()]), (keys, found[2])]
        end = found.end()
    return (*cut, ((), pattern[end:]))


def _put(piece: str, said: Callable[[Slot], str]) -> str:
    found = iter(slots(piece))
    return SLOT.sub(lambda _: said(next(found)), piece)


def so_many(noun: str, held: int | str) -> str:
    """So many of something: "2 cards", "1 fewer coin"; after `~` so much: "2 Energy". What is no number is "all", or a letter."""
    more, thing = noun.startswith("more "), noun.removeprefix("more ")
    much, thing = thing.startswith("~"), thing.removeprefix("~")
    several = thing if much else f"{thing}{'es' if thing.endswith('s') else 's'}"
    if isinstance(held, int):
        sign = "" if not more else "more " if held >= 0 else "less " if much else "fewer "
        return f"{abs(held) if more else held} {sign}{thing if abs(held) == 1 else several}"
    return f"{held} {'more ' if more else ''}{several}"
