"""The short wordings of a game's rules, so that a page can answer "why?"."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any


@lru_cache(64)
def wordings(package: str) -> Mapping[str, str]:
    """Rule id to wording, from the `rules.toml` of a game's package; empty where there is none."""
    try:
        found = tomllib.loads(resources.files(package).joinpath("rules.toml").read_text("utf-8"))
    except (OSError, ModuleNotFoundError, tomllib.TOMLDecodeError):
        return {}
    return dict(_rules(found))


def _rules(tree: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Rules stand in tables by their id; rulings in a list, each with its id."""
    rows: list[tuple[str, str]] = []
    for name, value in tree.items():
        for each, id_ in [(row, row.get("id", "")) for row in value] if isinstance(value, list) else [(value, name)]:
            if isinstance(each, dict):
                says = each.get("says")
                rows += [(id_, says)] if isinstance(says, str) else _rules(each)
    return rows
