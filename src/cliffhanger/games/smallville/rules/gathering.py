"""Gathering a pool: what somebody may roll in which box, what of it is free, and what costs a point.  [SV-POOL-07]"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cliffhanger.games.smallville.files.sheets import Relationship, Sheet
from cliffhanger.games.smallville.files.triggers import Rating, Stress
from cliffhanger.games.smallville.rules import verbs
from cliffhanger.games.smallville.rules.state import CALM, Detail, Die, Drive, Ids, Pool, Table
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.params import Cost, Item, Pick, Slot

THEIRS, OWN, KEPT = "their-", "own-", "kept"
VALUE, RELATIONSHIP, ASSET, DETAIL = "Value", "Relationship", "Asset", "Useful Detail"
THEIR_STRESS, OWN_STRESS = "Their Stress", "Your Stress"
IN_THEIRS = "They are rolling this against you."
SLOTS = (
    Slot("value", VALUE, 1, "Why do you do this?"),
    Slot("relationship", RELATIONSHIP, 1, "Who is it for, with or against?", "1 free: the largest lies ready."),
    Slot("asset", ASSET, 1, "How do you do it?"),
    Slot("their_stress", THEIR_STRESS, 1, "What of theirs do you use?"),
    Slot("detail", DETAIL, 99, "What is at hand?"),
    Slot("own_stress", OWN_STRESS, 0, "Which of your own do you use?", "Each costs a point."),
)


class Trait(NamedTuple):
    """Something that can be rolled: its id, what it is called, its size, the box it fills, and what is said of it."""

    id: str
    name: str
    size: Rating
    slot: str
    group: str
    says: str = ""


def traits(s: Table, f: Pool) -> tuple[Trait, ...]:
    """All that may be rolled here.  [SV-POOL-02, SV-POOL-03, SV-POOL-04, SV-POOL-05, SV-SPEND-01]

    One's own traits, details one may use, and both sides' Stress.
    """
    p = verbs.person(s, f.who)
    details = tuple([row for each in s.cast for row in each.details if p.id in row.users])
    theirs = verbs.person(s, f.against).stress if f.box and f.against else CALM
    return _traits(p.sheet, p.drives, p.ties, details, theirs, p.stress)


@lru_cache(maxsize=512)
def _traits(
    sheet: Sheet,
    drives: tuple[Drive, ...],
    ties: tuple[Relationship, ...],
    details: tuple[Detail, ...],
    theirs: tuple[Stress, ...],
    own: tuple[Stress, ...],
) -> tuple[Trait, ...]:
    now, bonds = {row.id: row.rating for row in drives}, (*sheet.relationships, *ties)
    return (
        *(Trait(x.id, x.name, now.get(x.id, x.rating), "value", VALUE, x.says) for x in sheet.values),
        *(Trait(x.id, x.name, now.get(x.id, x.rating), "relationship", RELATIONSHIP, x.says) for x in bonds),
        *(Trait(x.id, x.name, x.rating, "asset", ASSET, x.says) for x in sheet.assets),
        *(Trait(x.id, x.name, x.rating, "detail", DETAIL) for x in details),
        *_stress(THEIRS, theirs, "their_stress", THEIR_STRESS),
        *_stress(OWN, own, "own_stress", OWN_STRESS),
    )


def _stress(prefix: str, rows: tuple[Stress, ...], slot: str, group: str) -> Iterator[Trait]:
    for row in rows:
        if row.rating:
            yield Trait(f"{prefix}{row.id}", row.id.capitalize(), row.rating, slot, group)


@lru_cache(maxsize=512)
def pick(
    found: tuple[Trait, ...],
    kept: Ids,
    taken: Ids,
    start: Ids,
    budget: int,
    payee: str,
    required: bool,
    tripled: Ids = (),
    shows: str = "",
) -> Pick:
    """The one question of a pool: a box each is free, what was paid for stays, all else is a point.  [SV-POOL-07, SV-POOL-08]

    `shows` says what the number beside each trait is.
    Own Stress that the other side rolls (`taken`) cannot be rolled by its owner, too.
    """
    cost, items = (Cost(1, "point", to=payee),), []
    for x in found:
        slot, blocked = (KEPT, "") if x.id in kept else (x.slot, IN_THEIRS if x.id in taken else "")
        size = (x.size,) * (3 if x.id in tripled else 1)
        item = Item(x.id, x.name, slot=slot, group=x.group, says=x.says, dice=size, cost=cost, blocked=blocked)
        items.append(item)
    boxes = {each.group for each in found}
    must = tuple(group for group in (VALUE, RELATIONSHIP) if required and group in boxes)
    slots = (*SLOTS, Slot(KEPT, "Paid for", len(kept))) if kept else SLOTS
    ready = lying(found, kept, taken, start)
    return Pick("pool", f"{shows}A second of a kind: a point;", tuple(items), 1, len(items), slots, budget, ready, must)


@lru_cache(maxsize=512)
def lying(found: tuple[Trait, ...], kept: Ids, taken: Ids, start: Ids) -> Ids:
    """What of a pool lies chosen before anybody has touched it; what would cost a point is asked for anew."""
    there = {each.id for each in found}
    ready = tuple(name for name in start if name in there and (name in kept or name not in taken)) or _usual(found)
    paid = bought(found, kept, ready)
    return tuple(name for name in ready if name not in paid)


@lru_cache(maxsize=512)
def challenge(pool: Pick, done: Ids) -> Pick | None:
    """What of a pool may be acted against: its Drives, each once in a Contest.  [SV-BONUS-03]"""
    drives = tuple(two_more(x) for x in pool.items if x.group in (VALUE, RELATIONSHIP) and x.id not in done)
    label = "Go against it: three dice, one in the Growth Pool for later, then it is a size smaller"
    return Pick("challenge", label, drives, 0, len(drives), within="pool") if drives else None


def two_more(item: Item) -> Item:
    """One of a pool's dice, as that which makes three of it: that costs nothing beside the die itself."""
    return replace(item, dice=item.dice * 2, cost=())


@lru_cache(maxsize=512)
def aim(pool: Pick, limits: Ids, most: int) -> Pick:
    """What of a pool may be aimed at a Limit of the other side, so many of them.  [SV-POOL-06]"""
    aimed = tuple(two_more(item) for item in pool.items if not item.id.startswith((THEIRS, OWN)))
    return Pick(
        "limit", f"Their Limit makes one of yours three dice: {'; '.join(limits)}", aimed, 0, most, within="pool"
    )


def _usual(found: tuple[Trait, ...]) -> Ids:
    """What lies chosen at first: the largest die of each free box, and what is at hand."""
    best: dict[str, Trait] = {}
    for each in found:
        if each.slot == "detail":
            best[each.id] = each
        elif each.slot != "own_stress" and (each.slot not in best or each.size > best[each.slot].size):
            best[each.slot] = each
    return tuple(each.id for each in best.values())


def dice(found: tuple[Trait, ...], chosen: Ids, tripled: Ids = (), more: tuple[Die, ...] = ()) -> tuple[Die, ...]:
    """The dice of what was chosen, the smallest first; what counts as three dice is three dice.  [SV-BONUS-03, SV-BONUS-04]"""
    rows = [Die(x.id, x.name, x.size) for x in found if x.id in chosen for _ in range(3 if x.id in tripled else 1)]
    return tuple(sorted((*rows, *more), key=lambda die: (die.size, die.trait)))


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
