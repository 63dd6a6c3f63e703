"""The catalogues: every rule of every game, read from `games/<game>/rules.toml`."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-(?:\d+[a-z]?|[A-Z])")


@dataclass(frozen=True)
class Rule:
    """One rule: its wording, where it comes from, who decides, and why it is left to people (empty: it is not)."""

    id: str
    game: str
    says: str
    source: str = ""
    who: str = ""
    left: str = ""


def catalogues(root: Path) -> dict[str, Rule]:
    """All rules of all games below `root`, by id."""
    rules: dict[str, Rule] = {}
    for file in sorted(root.glob("src/*/games/*/rules.toml")):
        for rule in _rules(file.parent.name, tomllib.loads(file.read_text("utf-8"))):
            if rule.id in rules:
                raise SystemExit(f"{file.relative_to(root)}: {rule.id} stands in {rules[rule.id].game} already.")
            rules[rule.id] = rule
    return rules


def _rules(game: str, tree: dict[str, Any]) -> Iterator[Rule]:
    for key, value in tree.items():
        if not isinstance(value, dict):
            continue
        if ID.fullmatch(key):
            fields = {name: str(value.get(name, "")) for name in ("says", "source", "who", "left")}
            yield Rule(key, game, **fields)
        else:
            yield from _rules(game, value)


def rulings(root: Path) -> frozenset[str]:
    """The ids of all rulings: known, and cited by house rules, but not enforced by a place of their own."""
    files = sorted(root.glob("src/*/games/*/rules.toml"))
    rows = [row for file in files for row in tomllib.loads(file.read_text("utf-8")).get("rulings", [])]
    return frozenset(str(row.get("id", "")) for row in rows)


def prefixes(rules: dict[str, Rule]) -> frozenset[str]:
    """The first words of the ids in use: `BB` of `BB-ROLL-01`."""
    return frozenset(name.split("-")[0] for name in rules)
