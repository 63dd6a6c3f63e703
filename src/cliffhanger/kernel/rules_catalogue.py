"""The rules in words: every game has a `rules.toml`, and the page answers "why?" from it.

House rules stand beside the rulings that they read another way, and presets after them.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from cliffhanger.kernel.game import Game, Preset, package_of
from cliffhanger.kernel.house_rules import Switch, SwitchNote, switches


class RuleNote(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in short words: the heading it stands under, who decides, and why it is left to people if it is."""

    id: str
    says: str
    source: str = ""
    who: str = ""
    left: str = ""


class RulingNote(Struct, frozen=True, forbid_unknown_fields=True):
    """How this referee reads what a text leaves open, and the house switches that read it another way.

    Those are names alone where the game says itself what they mean.
    """

    id: str
    says: str
    switches: dict[str, SwitchNote] | tuple[str, ...] = ()


def catalogue(text: str) -> dict[str, RuleNote]:
    """The rules of a `rules.toml`, by id, in the order of the file."""
    return _catalogue(tomllib.loads(text))


def _catalogue(written: Mapping[str, Any]) -> dict[str, RuleNote]:
    return {name: msgspec.convert({"id": name, **row}, RuleNote) for name, row in written.get("rules", {}).items()}


def rulings(text: str) -> dict[str, RulingNote]:
    """The rulings of a `rules.toml`, by id, in the order of the file."""
    return _rulings(tomllib.loads(text))


def _rulings(written: Mapping[str, Any]) -> dict[str, RulingNote]:
    return {note.id: note for note in msgspec.convert(written.get("rulings", []), list[RulingNote])}


def house_rules(house: type[Struct]) -> tuple[tuple[Switch, ...], tuple[Preset, ...]]:
    """The switches and the presets of a game, by its House and by the `rules.toml` of the package that has it.

    Raises TypeError on import where there is no such file, and where the two do not fit (`house_rules.switches`).
    """
    package = package_of(house)
    if not package:
        raise TypeError(f"no rules.toml beside {house.__module__}: a lone module has none, make it a package")
    written = _written(package)
    if not written:
        raise TypeError(f"no rules.toml in package {package}: {house.__name__} needs one that says its house rules")
    noted: dict[str, tuple[str, SwitchNote]] = {}
    for note in _rulings(written).values():
        for name, switch in note.switches.items() if isinstance(note.switches, dict) else ():
            if name in noted:
                raise TypeError(f"{name}: {note.id} says this house rule, and {noted[name][0]} does")
            noted[name] = (note.id, switch)
    return switches(house, noted), msgspec.convert(written.get("presets", []), tuple[Preset, ...])


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
    written = _written(package)
    return {**_catalogue(written), **_rulings(written)}


@cache
def _written(package: str) -> Mapping[str, Any]:
    file = files(package) / "rules.toml" if package else None
    return tomllib.loads(file.read_text("utf-8")) if file and file.is_file() else {}
