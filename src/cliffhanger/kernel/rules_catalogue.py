"""The rules in words: every game has a `rules.toml`, and the page answers "why?" from it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from cliffhanger.kernel.game import Game


class RuleNote(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in short words: the heading it stands under, who decides, and why it is left to people if it is."""

    id: str
    says: str
    source: str = ""
    who: str = ""
    left: str = ""


class RulingNote(Struct, frozen=True, forbid_unknown_fields=True):
    """How this referee reads what a text leaves open, and the house switches that read it another way."""

    id: str
    says: str
    switches: tuple[str, ...] = ()


def catalogue(text: str) -> dict[str, RuleNote]:
    """The rules of a `rules.toml`, by id, in the order of the file."""
    rows = tomllib.loads(text).get("rules", {})
    return {name: msgspec.convert({"id": name, **row}, RuleNote) for name, row in rows.items()}


def rulings(text: str) -> dict[str, RulingNote]:
    """The rulings of a `rules.toml`, by id, in the order of the file."""
    return {note.id: note for note in msgspec.convert(tomllib.loads(text).get("rulings", []), list[RulingNote])}


def rule(game: Game[Any], name: str) -> RuleNote | RulingNote | None:
    """What the catalogue of a game says of a rule or a ruling; nothing if it does not know the id."""
    return _notes(game.package).get(name)


def wordings(game: Game[Any]) -> Mapping[str, str]:
    """What every rule and ruling of a game says, by its id: the same mapping each time; empty without a catalogue."""
    return _wordings(game.package)


@cache
def _wordings(package: str) -> Mapping[str, str]:
    return {name: note.says for name, note in _notes(package).items()}


@cache
def _notes(package: str) -> dict[str, RuleNote | RulingNote]:
    file = files(package) / "rules.toml" if package else None
    if file is None or not file.is_file():
        return {}
    text = file.read_text("utf-8")
    return {**catalogue(text), **rulings(text)}
