"""A game for people who never read its rules: its primer of five cards, and its glossary, from the `primer.toml` beside it.

```toml
[cards.roll]
title = "What you roll"
says = "A die for each hold."
dice = "d6=5 counts, d6=1 one, d6"
rules = ["CLIMB-PITCH-02"]

[[terms]]
word = "Hold"
also = ["Holds"]
says = "What you dare in an hour of light."
rule = "CLIMB-PITCH-01"
```
Dice are written by size and face; `star`, `ring` and `held` are coins. What became of them stands behind: `counts`, `struck`,
`one`. A game of a lone module gives `Game.primer` and `Game.glossary` as they are.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct

from cliffhanger.kernel.game import PrimerCard, Term, package_of
from cliffhanger.kernel.panels import Coin, Die

FILE = "primer.toml"
CARDS = ("roll", "cost", "turn", "master", "end")
"""The five cards, in their order: what you roll, what it costs, what a turn is, what the game master does, how it ends."""
WORDS = 280
"""As many words as may stand on the cards of a primer together: they are read in two minutes."""
LINE = 40
"""As many words as explain a term."""
DIE = re.compile(r"d(\d+)(?:=(\d+))?(?: (counts|struck|one))?")
COIN = re.compile(r"(star|ring|held)(?: (counts|struck))?")


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it stands in the file."""

    title: str
    says: str
    dice: str = ""
    rules: tuple[str, ...] = ()


class Introduction(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    cards: dict[Literal["roll", "cost", "turn", "master", "end"], Written]
    terms: tuple[Term, ...] = ()


def primer(house: type[Struct]) -> tuple[PrimerCard, ...]:
    """The primer of the game that this type belongs to, in the order of `CARDS`; none without a file.

    Raises TypeError on import where the file is wrong.
    """
    found = _read(package_of(house))
    if found is None:
        return ()
    if set(found.cards) != set(CARDS):
        raise TypeError(f"{FILE} of {package_of(house)}: the cards are {', '.join(CARDS)}, each once")
    return tuple(_card(name, found.cards[cast(Any, name)]) for name in CARDS)


def glossary(house: type[Struct]) -> tuple[Term, ...]:
    """The words that this game explains; none without a file."""
    found = _read(package_of(house))
    return found.terms if found else ()


def _card(name: str, card: Written) -> PrimerCard:
    return PrimerCard(name, card.title, card.says, dice(card.dice), card.rules)


def dice(written: str) -> tuple[Die | Coin, ...]:
    """Dice and coins as they are written: `d6=5 counts, d6=2 struck, star`. Raises TypeError for what is none."""
    return tuple(_die(each.strip()) for each in written.split(",")) if written else ()


def _die(written: str) -> Die | Coin:
    if found := DIE.fullmatch(written):
        size, face, state = found.groups()
        return Die(int(size), int(face or 0), cast(Any, state or ("plain" if face else "rating")))
    if found := COIN.fullmatch(written):
        side, state = found.groups()
        return Coin(cast(Any, side), cast(Any, state or "plain"))
    raise TypeError(f"{written!r} is no die: d8, d8=5, d8=5 counts, star, ring struck")


@cache
def _read(package: str) -> Introduction | None:
    file = files(package) / FILE if package else None
    if file is None or not file.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Introduction)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise TypeError(f"{FILE} of {package}: {wrong}") from None
