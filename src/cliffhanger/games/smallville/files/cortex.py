"""A character as other programs for Cortex games keep it: which set of traits is what here, and back."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cliffhanger.games.smallville.files.sheets import ASSETS, CHARACTER, RESOURCES
from cliffhanger.games.smallville.files.triggers import STRESSES
from cliffhanger.kernel.files import cortex
from cliffhanger.kernel.files.cortex import OWN, Reading, Sfx, Trait, TraitSet
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.game import Format

TITLE = "Smallville"
DOES, LENT = (tuple(key for _, key in rows) for rows in (ASSETS, RESOURCES))
SETS = ("values", "relationships", *DOES, *LENT, "stress", "growth")
KNOWN = {key: key for key in SETS} | {
    "affiliations": "relationships",
    "powers": "abilities",
    "power sets": "abilities",
    "heritage": "heritages",
    "assets": "gear",
    "signature assets": "gear",
    "growth pool": "growth",
}
"""Sets of traits by what they are called there, in small letters."""
LIMIT, EFFECT, TRIGGER = "limit", "effect", "trigger"


def _add(reading: Reading, key: str, trait: Trait, here: str) -> None:
    """Put one trait on a sheet."""
    name = {"values": trait.name.title(), "stress": trait.name.casefold()}.get(key, trait.name)
    if key == "growth":
        reading.die(key, trait, here)
    elif key == "stress" and trait.value:
        reading.named(key, name, f"d{trait.value}", here)
        reading.places[at("sheet", key, name)] = at(here, "value" if name in STRESSES else "name")
    elif key != "stress":
        row = reading.named(key, name, {"rating": f"d{trait.value}", "says": trait.description}, here)
        if key in LENT:
            row["dice"] = cortex.own(trait.custom).get("dice", 2)
        for nth, sfx in enumerate(trait.sfx):
            there = at(here, "sfx", nth)
            if key in DOES:
                _add_sfx(reading, key, name, Sfx(name="Hinder") if isinstance(sfx, str) else sfx, there)
            else:
                reading.leave(there)


def _add_sfx(reading: Reading, key: str, name: str, sfx: Sfx, there: str) -> None:
    """What an Asset does: its Limit, a Special Effect, or a trigger; one that we did not write, people carry out."""
    if LIMIT in sfx.tags or sfx.name.casefold() == LIMIT:
        reading.sheet[key][name][LIMIT] = sfx.description or sfx.name
        reading.places[at("sheet", key, name, LIMIT)] = there
    elif EFFECT in sfx.tags:
        reading.listed(key, name, "effects", sfx.name, there)
    else:
        text = {"does": "text", "says": ": ".join(part for part in (sfx.name, sfx.description) if part)}
        reading.listed(key, name, "triggers", cortex.own(sfx.custom) or text, there)


def _sets(sheet: dict[str, Any]) -> Iterator[TraitSet]:
    """The sets of traits of a sheet that is written."""
    one = {"abilities": "Ability", "gear": "Gear", "stress": "Stress", "growth": "Growth"}
    for key in SETS:
        rows = sheet.get(key, {})
        if key == "growth":
            rows = {f"Die {nth}": die for nth, die in enumerate(rows, 1)}
        if rows:
            traits = (_trait(name, row if isinstance(row, dict) else {"rating": row}) for name, row in rows.items())
            yield cortex.trait_set(key.title(), one.get(key, key.removesuffix("s").title()), traits)


def _trait(name: str, row: dict[str, Any]) -> Trait:
    sfx = [Sfx(name="Limit", description=row[LIMIT], tags=(LIMIT,))] if LIMIT in row else []
    sfx += [Sfx(name=effect, tags=(EFFECT,)) for effect in row.get("effects", ())]
    for each in row.get("triggers", ()):
        label = (each.get("label") or TRIGGER).upper()
        sfx.append(Sfx(name=label, description=each.get("says", ""), tags=(TRIGGER,), custom={OWN: each}))
    custom = {OWN: {"dice": row["dice"]}} if "dice" in row else {}
    shown, value = name.title() if name in STRESSES else name, int(row["rating"][1:])
    return Trait(name=shown, value=value, description=row.get("says", ""), sfx=tuple(sfx), custom=custom)


CORTEX = Format(
    "cortex",
    "A character of the public Cortex schema, version 0.1",
    CHARACTER,
    partial(cortex.read, game=TITLE, known=KNOWN, add=_add),
    lambda values, now: cortex.written(values, TITLE, _sets(values["sheet"]), now),
)
