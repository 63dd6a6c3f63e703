"""Gathering a pool: what somebody may roll in which box, what of it is free, and what costs a point.  [SV-POOL-07]"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cliffhanger.games.smallville.files.sheets import Sheet
from cliffhanger.games.smallville.files.triggers import Rating
from cliffhanger.games.smallville.rules.state import Die, Ids, Person, Stress
from cliffhanger.kernel.params import Cost, Item, Pick, Slot

THEIRS, OWN, KEPT = "their-", "own-", "kept"
VALUE, RELATIONSHIP, ASSET, THEIR_STRESS, OWN_STRESS = "Value", "Relationship", "Asset", "Their Stress", "Your Stress"
SLOTS = (
    Slot("value", VALUE, 1, "Why do you do this?"),
    Slot("relationship", RELATIONSHIP, 1, "Who is it for, with or against?"),
    Slot("asset", ASSET, 1, "How do you do it?"),
    Slot("their_stress", THEIR_STRESS, 1, "What of theirs do you use?"),
    Slot("own_stress", OWN_STRESS, 0, "What of yours drives you?", "A point for each."),
)


class Trait(NamedTuple):
    """Something that can be rolled: its id, what it is called, its size, the box it fills, and what is said of it."""

    id: str
    name: str
    size: Rating
    slot: str
    group: str
    says: str = ""


@lru_cache(maxsize=128)
def of_sheet(sheet: Sheet) -> tuple[Trait, ...]:
    """The traits of a sheet, box by box.  [SV-POOL-02, SV-POOL-03, SV-POOL-04]"""
    return (
        *(Trait(x.id, x.name, x.rating, "value", VALUE, x.says) for x in sheet.values),
        *(Trait(x.id, x.name, x.rating, "relationship", RELATIONSHIP, x.says) for x in sheet.relationships),
        *(Trait(x.id, x.name, x.rating, "asset", ASSET, x.says) for x in sheet.assets),
    )


def traits(p: Person, other: Person) -> Iterator[Trait]:
    """All that somebody may roll against somebody else: their own traits and both sides' Stress.  [SV-POOL-05, SV-SPEND-01]"""
    yield from of_sheet(p.sheet)
    yield from _stress(THEIRS, other.stress, "their_stress", THEIR_STRESS)
    yield from _stress(OWN, p.stress, "own_stress", OWN_STRESS)


def _stress(prefix: str, rows: tuple[Stress, ...], slot: str, group: str) -> Iterator[Trait]:
    for row in rows:
        if row.rating:
            yield Trait(f"{prefix}{row.id}", row.id.capitalize(), row.rating, slot, group)


def against_them(chosen: Ids) -> Ids:
    """The Stress of the other side that a pool uses, as that side would name it."""
    return tuple(f"{OWN}{name.removeprefix(THEIRS)}" for name in chosen if name.startswith(THEIRS))


@lru_cache(maxsize=512)
def pick(found: tuple[Trait, ...], kept: Ids, taken: Ids, start: Ids, budget: int, payee: str, required: bool) -> Pick:
    """The one question of a pool: a box each is free, what was paid for stays, all else is a point.  [SV-POOL-07, SV-POOL-08]

    Own Stress that the other side rolls (`taken`) cannot be rolled by its owner, too.
    """
    cost = (Cost(1, "plot point", to=payee),)
    items = tuple(
        Item(
            each.id,
            each.name,
            slot=KEPT if each.id in kept else each.slot,
            group=each.group,
            says=each.says,
            dice=(each.size,),
            cost=cost,
            blocked="They are rolling this against you." if each.id in taken and each.id not in kept else "",
        )
        for each in found
    )
    there = {each.id for each in found}
    boxes = {each.group for each in found}
    must = tuple(group for group in (VALUE, RELATIONSHIP) if required and group in boxes)
    slots = (*SLOTS, Slot(KEPT, "Paid for", len(kept))) if kept else SLOTS
    ready = tuple(name for name in start if name in there and (name in kept or name not in taken)) or _usual(found)
    return Pick("pool", "Your dice", items, 1, len(items), slots, budget, ready, must)


def _usual(found: tuple[Trait, ...]) -> Ids:
    """What lies chosen at first: the largest die of each free box."""
    best: dict[str, Trait] = {}
    for each in found:
        if each.slot != "own_stress" and (each.slot not in best or each.size > best[each.slot].size):
            best[each.slot] = each
    return tuple(each.id for each in best.values())


def dice(found: tuple[Trait, ...], chosen: Ids) -> tuple[Die, ...]:
    """The dice of what was chosen, the smallest first."""
    return tuple(
        sorted((Die(x.id, x.name, x.size) for x in found if x.id in chosen), key=lambda die: (die.size, die.trait))
    )


def bought(found: tuple[Trait, ...], kept: Ids, chosen: Ids) -> Ids:
    """Which of the chosen were beyond the free boxes: in each box, all but the one that comes first."""
    left = {slot.id: slot.free for slot in SLOTS}
    paid = []
    for each in found:
        if each.id in chosen and each.id not in kept:
            if left[each.slot]:
                left[each.slot] -= 1
            else:
                paid.append(each.id)
    return tuple(paid)
