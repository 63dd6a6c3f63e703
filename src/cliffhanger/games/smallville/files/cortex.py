"""A character as other programs for Cortex games keep it: which set of traits is what here, and back."""

from typing import Any

from cliffhanger.games.smallville.files.sheets import ASSETS, CHARACTER, RESOURCES
from cliffhanger.games.smallville.files.triggers import STRESSES
from cliffhanger.kernel.files import cortex
from cliffhanger.kernel.files.cortex import OWN, Sfx, Trait, TraitSet
from cliffhanger.kernel.files.names import Found
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.game import Foreign, Format

LENT = tuple(key for _, key in RESOURCES)
SETS = ("values", "relationships", *(key for _, key in ASSETS), *LENT, "stress", "growth")
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
ONE = {"abilities": "Ability", "gear": "Gear", "stress": "Stress", "growth": "Growth"}
LIMIT, EFFECT, TRIGGER = "limit", "effect", "trigger"
NO_PLACE = "left out: it has no place on a sheet of Smallville"


def _own(custom: dict[str, Any]) -> dict[str, Any]:
    """What this program has kept there."""
    own = custom.get(OWN)
    return own if isinstance(own, dict) else {}


class _Reading:
    """The sheet so far, where its parts came from, what is left out, and what cannot be."""

    def __init__(self) -> None:
        self.sheet: dict[str, Any] = {}
        self.places = {"sheet": "traitSets", "name": "name", "words.tagline": "description", "words.who": "notes"}
        self.left: Found = []
        self.faults: Found = []

    def read_set(self, given: TraitSet, path: str) -> None:
        """Add the traits of one set."""
        key = KNOWN.get(given.name.strip().casefold())
        if key is None:
            self.left.append((at(path, "name"), f"{NO_PLACE}: there go {', '.join(KNOWN)}"))
            return
        self.left += [(at(path, "sfx", nth), NO_PLACE) for nth in range(len(given.sfx))]
        self.places.setdefault(at("sheet", key), path)
        for here, trait in cortex.rated(given.traits, at(path, "traits")):
            if key == "growth":
                dice = self.sheet.setdefault(key, [])
                self.places[at("sheet", key, len(dice))] = at(here, "value")
                dice.append(f"d{trait.value}")
            elif key != "stress" or trait.value:
                self.read_trait(key, trait, here)

    def read_trait(self, key: str, trait: Trait, here: str) -> None:
        """Add one trait under its name."""
        rows = self.sheet.setdefault(key, {})
        name = {"values": trait.name.title(), "stress": trait.name.casefold()}.get(key, trait.name)
        if name in rows:
            self.faults.append((at(here, "name"), "another name: this set has one like it"))
        ours = at("sheet", key, name)
        self.places |= {ours: at(here, "value" if name in STRESSES else "name")}
        self.places |= {at(ours, "rating"): at(here, "value"), at(ours, "says"): at(here, "description")}
        if key == "stress":
            rows[name] = f"d{trait.value}"
            return
        row = rows[name] = {"rating": f"d{trait.value}", "says": trait.description}
        if key in LENT:
            row |= {"dice": _own(trait.custom).get("dice", 2)}
        for nth, sfx in enumerate(trait.sfx):
            there = at(here, "sfx", nth)
            if key in SETS[2:-4]:
                self.read_sfx(row, ours, Sfx(name="Hinder") if isinstance(sfx, str) else sfx, there)
            else:
                self.left.append((there, NO_PLACE))

    def read_sfx(self, row: dict[str, Any], ours: str, sfx: Sfx, there: str) -> None:
        """Add what an Asset does: its Limit, a Special Effect, or a trigger; one that we did not write people carry out."""
        if LIMIT in sfx.tags or sfx.name.casefold() == LIMIT:
            row[LIMIT] = sfx.description or sfx.name
            self.places[at(ours, LIMIT)] = there
        elif EFFECT in sfx.tags:
            self.places[at(ours, "effects", len(row.setdefault("effects", [])))] = there
            row["effects"].append(sfx.name)
        else:
            words = ": ".join(part for part in (sfx.name, sfx.description) if part)
            self.places[at(ours, "triggers", len(row.setdefault("triggers", [])))] = there
            row["triggers"].append(_own(sfx.custom) or {"does": "text", "says": words})


def read(values: Any) -> Foreign | Found:  # noqa: ANN401
    """Our plain values of what another program has kept."""
    there = cortex.character(values)
    if isinstance(there, list):
        return there
    reading, own = _Reading(), _own(there.custom)
    for nth, each in enumerate(there.trait_sets):
        reading.read_set(each, at("traitSets", nth))
    odd = {
        "pronouns": there.pronouns,
        "portrait": there.portrait.url != cortex.NO_PICTURE,
        "plotPoints": there.plot_points,
    }
    reading.left += [(key, NO_PLACE) for key, there_is in odd.items() if there_is]
    words = {"tagline": there.description, "who": there.notes, "goals": own.get("goals", [])}
    said = {"name": there.name, "side": own.get("side", "lead"), "sheet": reading.sheet, "words": words}
    reading.places |= {key: at("custom", OWN, key.rpartition(".")[2]) for key in ("words.goals", "side")}
    return reading.faults or Foreign(said, reading.places, reading.left)


def write(values: dict[str, Any], now: str) -> Any:  # noqa: ANN401
    """What another program keeps, of our plain values."""
    sheet, words = values["sheet"], values.get("words", {})
    sets = [_written_set(key, sheet[key]) for key in SETS if sheet.get(key)]
    own = {"side": values.get("side", "lead"), "goals": words.get("goals", [])}
    character = cortex.Character(
        name=values["name"],
        game="Smallville",
        description=words.get("tagline", ""),
        notes=words.get("who", ""),
        trait_sets=tuple(sets),
        custom={OWN: own},
    )
    return cortex.dated(character, now)


def _written_set(key: str, rows: Any) -> TraitSet:  # noqa: ANN401
    if key == "growth":
        rows = {f"{die.upper()} ({nth})": die for nth, die in enumerate(rows, 1)}
    one, many = ONE.get(key, key.removesuffix("s").title()), key.title()
    traits = tuple(_written_trait(name, {"rating": row} if isinstance(row, str) else row) for name, row in rows.items())
    return TraitSet(name=many, noun_singular=one, noun_plural=many, traits=traits)


def _written_trait(name: str, row: dict[str, Any]) -> Trait:
    sfx = [Sfx(name="Limit", description=row[LIMIT], tags=(LIMIT,))] if LIMIT in row else []
    sfx += [Sfx(name=effect, tags=(EFFECT,)) for effect in row.get("effects", ())]
    for trigger in row.get("triggers", ()):
        label = (trigger.get("label") or TRIGGER).upper()
        sfx.append(Sfx(name=label, description=trigger.get("says", ""), tags=(TRIGGER,), custom={OWN: trigger}))
    custom = {OWN: {"dice": row["dice"]}} if "dice" in row else {}
    says = row.get("says", "")
    return Trait(
        name=name.capitalize() if name in STRESSES else name,
        value=int(row["rating"][1:]),
        description=says,
        sfx=tuple(sfx),
        custom=custom,
    )


CORTEX = Format("cortex", "A character of the public Cortex schema, version 0.1", CHARACTER, read, write)
