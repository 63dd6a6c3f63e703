"""What a choice can ask for: three closed kinds that page, terminal, bots, checks and odds all read.

A `Choice` is the answer: parameter name to chosen item ids (Pick), a whole number (Number) or a string (Text).
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from msgspec import Struct

from cliffhanger.kernel.naming import slug

Choice = Mapping[str, tuple[str, ...] | int | str]


class Item(Struct, frozen=True, gc=False, cache_hash=True):
    """One thing that can be picked.

    `n` is the number printed on it and added up by odds (dice, a rating), `more` are further numbers for odds, by
    name; `slot` names the free allowance it draws on; at most one item of the same `same` may be picked; `blocked`
    says why it cannot be picked now. Items of one `group` stand together under its name where there are many. One with
    `beside` may be picked only beside one of these ids, picked or (as the slug of a text) said elsewhere in the choice;
    it stands in a pick that may stay empty.
    """

    id: str
    label: str
    n: int = 0
    slot: str = ""
    same: str = ""
    says: str = ""
    blocked: str = ""
    more: tuple[tuple[str, int], ...] = ()
    group: str = ""
    beside: tuple[str, ...] = ()


class Pick(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="pick"):
    """Choose `least` to `most` of `items`.

    `free` gives each slot an allowance; an item beyond it costs 1 of `budget` (-1: nothing is counted).
    `start` is what lies chosen when the question is first shown.
    """

    name: str
    label: str
    items: tuple[Item, ...]
    least: int = 1
    most: int = 1
    free: tuple[tuple[str, int], ...] = ()
    budget: int = -1
    start: tuple[str, ...] = ()


class Number(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="number"):
    """Choose a whole number from `low` to `high`, both included; `rule` says why no more, where the option's does not."""

    name: str
    label: str
    low: int
    high: int
    start: int = 0
    words: tuple[tuple[int, str], ...] = ()
    rule: str = ""


class Text(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="text"):
    """Say something of `least` to `most` characters; `form` names the game's file form it has to satisfy."""

    name: str
    label: str
    least: int = 0
    most: int = 200
    form: str = ""
    start: str = ""


Param = Pick | Number | Text


def wrong(params: tuple[Param, ...], choice: Choice) -> str:
    """Say what does not fit about a choice, in one sentence for its author; empty when it fits."""
    if len(choice) != len(params):
        known = {p.name for p in params}
        if extra := sorted(set(choice) - known):
            return f"Nothing here asks for {extra[0]:.40}."
    for p in params:
        if p.name not in choice:
            return f"{p.label or p.name}: nothing was chosen."
        why = _misfit(p, choice[p.name])
        if why:
            return f"{p.label or p.name}: {why}"
    # A question put by itself is judged with the others, once all are answered.
    for p, item in _stray(params, choice) if len(params) > 1 else ():
        return f"{p.label or p.name}: {item.label} does not go with the rest of what is chosen."
    return ""


def _stray(params: tuple[Param, ...], choice: Choice) -> Iterator[tuple[Pick, Item]]:
    """Items that are picked without anything they may stand beside."""
    for p in params:
        if type(p) is not Pick:
            continue
        for item in p.items:
            if item.beside and item.id in choice[p.name] and not _said(params, choice) & {*item.beside}:  # type: ignore[operator]
                yield p, item


def _said(params: tuple[Param, ...], choice: Choice) -> set[str]:
    """All ids that are picked, and what is written, as ids."""
    said: set[str] = set()
    for p in params:
        value = choice[p.name]
        if isinstance(value, tuple):
            said.update(value)
        elif isinstance(value, str):
            said.add(slug(value))
    return said


def together(params: tuple[Param, ...], choice: Choice) -> dict[str, tuple[str, ...] | int | str]:
    """Give the same choice without the items that have nothing they may stand beside."""
    answer = dict(choice)
    for p, item in tuple(_stray(params, choice)):
        answer[p.name] = tuple(name for name in answer[p.name] if name != item.id)  # type: ignore[union-attr]
    return answer


def _misfit(p: Param, value: object) -> str:
    if type(p) is Pick:
        return _mispicked(p, value)
    if type(p) is Number:
        if type(value) is not int or not p.low <= value <= p.high:
            return f"a whole number from {p.low} to {p.high}, please."
        return ""
    if type(p) is Text:
        if type(value) is not str:
            return "words, please."
        if not p.least <= len(value) <= p.most:
            return f"{p.least} to {p.most} characters, please; this has {len(value)}."
    return ""


def _mispicked(p: Pick, value: object) -> str:
    if type(value) is not tuple:
        return "a list of its items, please."
    if not p.least <= len(value) <= p.most:
        return f"choose {amount(p)}; {len(value)} chosen."
    if not value:
        return ""
    if len(value) > 1 and len(set(value)) != len(value):
        return "the same thing was chosen twice."
    chosen = []
    for name in value:
        for item in p.items:
            if item.id == name:
                break
        else:
            return "that is not among the things to choose from."
        if item.blocked:
            return item.blocked
        chosen.append(item)
    if len(chosen) > 1:
        groups = [item.same for item in chosen if item.same]
        if len(set(groups)) != len(groups):
            return "only one of those at a time."
    if 0 <= p.budget < price(p, value):
        return f"that costs {price(p, value)}, and {p.budget} can be paid."
    return ""


def amount(p: Pick) -> str:
    """How many items a pick wants, in words: `one`, `up to 3`, `2 to 4`."""
    if p.least == p.most:
        return "one" if p.least == 1 else str(p.least)
    return f"up to {p.most}" if not p.least else f"{p.least} to {p.most}"


def price(p: Pick, value: Iterable[str]) -> int:
    """What a pick costs: one for each item beyond its slot's free allowance."""
    left = dict(p.free)
    cost = 0
    slots = {item.id: item.slot for item in p.items}
    for name in value:
        slot = slots[name]
        if left.get(slot, 0) > 0:
            left[slot] -= 1
        elif p.free or p.budget >= 0:
            cost += 1
    return cost


def possible(p: Param) -> bool:
    """Whether any answer can fit."""
    if type(p) is Pick:
        if p.least == 1 and p.budget != 0:
            return any(not item.blocked for item in p.items)
        return p.least == 0 or _cheapest(p) is not None
    if type(p) is Number:
        return p.low <= p.high
    return True


def total(p: Param, value: object, which: str = "") -> int:
    """What an answer adds to an odds parameter: the numbers on its items (`which`: a further one), or the number."""
    if type(p) is Pick and isinstance(value, tuple):
        return sum(dict(item.more).get(which, 0) if which else item.n for item in p.items if item.id in value)
    return value if type(p) is Number and isinstance(value, int) else 0


def first(params: tuple[Param, ...]) -> dict[str, tuple[str, ...] | int | str]:
    """Give the answer that lies on the table before anybody has touched it; it may not fit yet."""
    answer: dict[str, tuple[str, ...] | int | str] = {}
    for p in params:
        if type(p) is Pick:
            openly = tuple(item.id for item in p.items if not item.blocked)
            answer[p.name] = p.start or openly[: p.least]
        elif type(p) is Number:
            answer[p.name] = min(max(p.start, p.low), p.high)
        elif type(p) is Text:
            answer[p.name] = p.start
    return answer


def sample(params: tuple[Param, ...], rng: Random, says: str = "so be it") -> dict[str, tuple[str, ...] | int | str]:
    """Draw an answer that fits, for bots and tests; every param must be possible."""
    return together(params, {p.name: _sampled(p, rng, says) for p in params})


def _sampled(p: Param, rng: Random, says: str) -> tuple[str, ...] | int | str:
    if type(p) is Number:
        return p.low + int(rng.random() * (p.high - p.low + 1))
    if type(p) is Text:
        return p.start if p.form else says[: p.most].ljust(p.least, ".")
    assert type(p) is Pick
    items = [item for item in p.items if not item.blocked]
    if p.least == p.most == 1 and p.budget != 0:
        return (items[int(rng.random() * len(items))].id,)
    most = min(p.most, len(items))
    for _ in range(20):
        size = p.least + int(rng.random() * (most - p.least + 1))
        value = tuple(item.id for item in rng.sample(items, size))
        if not _mispicked(p, value):
            return value
    return _cheapest(p) or ()


def _cheapest(p: Pick) -> tuple[str, ...] | None:
    """Fill a pick with its fewest items at the least cost; None when that cannot be done or paid.

    Items whose slot still allows them are taken first. Where `same` ties items of several slots together, a free one
    may be spent on a group that had another; so groups with the fewest slots choose first, which is right as long as
    no group stands in more than two slots.
    """
    groups: dict[str, list[Item]] = {}
    for item in p.items:
        if not item.blocked:
            groups.setdefault(item.same or f"\0{item.id}", []).append(item)
    left = dict(p.free)
    paid: list[str] = []
    free: list[str] = []
    for group in sorted(groups.values(), key=lambda group: len({item.slot for item in group})):
        allowed = next((item for item in group if left.get(item.slot, 0) > 0), None)
        if allowed is None:
            paid.append(group[0].id)
        else:
            left[allowed.slot] -= 1
            free.append(allowed.id)
    value = (*free, *paid)[: p.least]
    if len(value) < p.least or 0 <= p.budget < price(p, value):
        return None
    return value
