"""What fits what a choice asks for, what it costs, and how to draw an answer. The kinds are in `param_types.py`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random

from msgspec import structs

from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.param_types import (
    ENDLESS,
    UNCOUNTED,
    Choice,
    Cost,
    Item,
    Number,
    Param,
    Pick,
    Ready,
    Slot,
    Text,
)

__all__ = [
    "ENDLESS",
    "UNCOUNTED",
    "Choice",
    "Cost",
    "Item",
    "Number",
    "Param",
    "Pick",
    "Ready",
    "Slot",
    "Text",
    "amount",
    "arguments",
    "first",
    "price",
    "reached",
    "sample",
    "satisfiable",
    "spoken",
    "swapped",
    "together",
    "unasked",
    "validate",
]
Given = Mapping[str, object]
"""What somebody sent as a `Choice`, and what may be none yet."""


def reached(p: Param, choice: Given) -> Param | None:
    """The parameter as it is asked once the rest of `choice` is made; None where nothing is asked."""
    if not p.within:
        return p
    held = choice.get(p.within, ())
    held = held if isinstance(held, tuple) else ()
    if type(p) is not Pick:
        return p if held else None
    items = tuple(item for item in p.items if item.id in held)
    open_ = sum(not item.blocked for item in items)
    return structs.replace(p, items=items, least=min(p.least, open_), within="") if open_ else None


def validate(params: tuple[Param, ...], choice: Given) -> str:
    """Say what does not fit about a choice, in one sentence for its author; empty when it fits."""
    if len(choice) != len(params):
        known = {p.name for p in params}
        if extra := sorted(set(choice) - known):
            return f"Nothing here asks for {extra[0]:.40}. Look again, then decide."
    loose = False
    for p in params:
        if p.name not in choice:
            return f"{p.label or p.name}: {_missing(p)}"
        value = choice[p.name]
        if p.within:
            why = _inside(p, choice)
        elif type(p) is Pick:
            why = _mispicked(p, value)
            if value and not p.least:
                loose = True
        else:
            why = _misfit(p, value)
        if why:
            return f"{p.label or p.name}: {why}"
    # A question put by itself is judged with the others, once all are answered.
    for p, item in _stray(params, choice) if loose and len(params) > 1 else ():
        return f"{p.label or p.name}: {item.label} does not go with the rest of what is chosen. Leave it out."
    return ""


def _stray(params: tuple[Param, ...], choice: Given) -> Iterator[tuple[Pick, Item]]:
    """Items that are picked without anything they may stand beside; they stand in picks that may stay empty."""
    for p in params:
        if type(p) is Pick and not p.least and (value := choice[p.name]) and isinstance(value, tuple):
            for item in p.items:
                if item.beside and item.id in value and not _said(params, choice) & {*item.beside}:
                    yield p, item


def _said(params: tuple[Param, ...], choice: Given) -> set[str]:
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
    for p, item in list(_stray(params, choice)):
        picked = answer[p.name]
        answer[p.name] = tuple(name for name in picked if name != item.id) if isinstance(picked, tuple) else picked
    return answer


def _inside(p: Param, choice: Given) -> str:
    """What does not fit about the answer to a question that stands within a pick."""
    asked = reached(p, choice)
    if asked is None:  # a page without script sends what it shows: only a pick can go astray
        return (
            ""
            if type(p) is not Pick or choice[p.name] == ()
            else "there is nothing to choose here now. Leave it empty."
        )
    return _misfit(asked, choice[p.name])


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
            return f"{_words(p)}; this has {len(value)}."
    return ""


def _missing(p: Param) -> str:
    """What is wanted where no answer was given at all."""
    if type(p) is Pick:
        return f"choose {amount(p)}; nothing is chosen yet."
    return f"{_words(p)}." if type(p) is Text else _misfit(p, None)


def _words(p: Text) -> str:
    return f"{p.least or 'up'} to {p.most} characters, please"


def _shut(item: Item) -> str:
    """Why an item cannot be picked, and the way out; a reason that ends with its rule has said that as well."""
    return item.blocked if item.blocked.endswith(")") else f"{item.blocked} Choose something else."


def _mispicked(p: Pick, value: object) -> str:
    if type(value) is not tuple:
        return "a list of its items, please."
    if not p.least <= len(value) <= p.most:
        return f"choose {amount(p)}; {len(value)} chosen."
    if not value:
        return f"choose at least one: {p.must[0]}." if p.must else ""
    chosen = []
    for name in value:
        for item in p.items:
            if item.id == name:
                break
        else:
            return "that is not among the things to choose from. Look again, then decide."
        if item.blocked:
            return _shut(item)
        chosen.append(item)
    if len(value) > 1:
        if len(set(value)) != len(value):
            return "the same thing was chosen twice. Once is enough."
        groups = [item.same for item in chosen if item.same]
        if len(set(groups)) != len(groups):
            return "choose only one of those."
    for group in p.must:
        if all(item.group != group for item in chosen):
            return f"choose at least one: {group}."
    if 0 <= p.budget < (cost := _cost(p, chosen)):
        return f"that costs {cost}, and {p.budget} can be paid. Choose less."
    return ""


def amount(p: Pick) -> str:
    """How many items a pick wants, in words: `one`, `up to 3`, `2 to 4`."""
    if p.least == p.most:
        return "one" if p.least == 1 else str(p.least)
    return f"up to {p.most}" if not p.least else f"{p.least} to {p.most}"


def price(p: Pick, value: Iterable[str]) -> int:
    """What a pick costs: one for each item beyond its slot's free allowance; 0 where nothing is counted."""
    if not p.priced:
        return 0
    items = {item.id: item for item in p.items}
    return _cost(p, [items[name] for name in value])


def _cost(p: Pick, chosen: list[Item]) -> int:
    left = {slot.id: slot.free for slot in p.slots}
    cost = 0
    for item in chosen:
        if left.get(item.slot, 0) > 0:
            left[item.slot] -= 1
        else:
            cost += 1
    return cost


def added(p: Pick, chosen: tuple[str, ...], item: Item) -> tuple[str, ...]:
    """What a pick holds once an item of it is tapped: without it where it was in, else with it, whatever that costs.

    It takes the place of what it cannot stand beside.
    """
    if item.id in chosen:
        return tuple(name for name in chosen if name != item.id)
    same = {each.id for each in p.items if item.same and each.same == item.same}
    return (*(name for name in chosen if name not in same), item.id)


def swapped(p: Pick, chosen: tuple[str, ...], item: Item) -> tuple[str, ...]:
    """What a pick holds with an item of it that no more can be paid for: without it where it was in, else with it.

    It takes the place of what it cannot stand beside, and of what has the last free place in its slot; where there is
    room for no more, of the last one chosen.
    """
    if item.id in chosen:
        return tuple(name for name in chosen if name != item.id)
    items = [each for name in chosen for each in p.items if each.id == name]
    free = sum(slot.free for slot in p.slots if slot.id == item.slot)
    beside = [each for each in items if item.slot and each.slot == item.slot]
    out = {each.id for each in items if item.same and each.same == item.same}
    if free and len(beside) >= free and not out:
        out = {beside[-1].id}
    if len(chosen) >= p.most and not out:
        out = {chosen[-1]}
    return (*(name for name in chosen if name not in out), item.id)


def satisfiable(p: Param) -> bool:
    """Whether any answer can fit. One that stands `within` a pick asks for no more than that holds."""
    if p.within:
        return True
    if type(p) is Pick:
        if p.least == 1 and p.budget != 0 and not p.must:
            return any(not item.blocked for item in p.items)
        return (p.least == 0 and not p.must) or _cheapest(p) is not None
    if type(p) is Number:
        return p.low <= p.high
    return True


def arguments(params: tuple[Param, ...], choice: Choice) -> dict[str, tuple[str, ...] | int | str]:
    """What a deed is given for a choice that fits: the item's id for a pick of exactly one, nothing for what is not asked."""
    given = dict(choice)
    for p in params:
        if p.within and reached(p, choice) is None:
            given[p.name] = unasked(p)
        if type(p) is Pick and p.least == p.most == 1:
            value = given[p.name]
            given[p.name] = value[0] if type(value) is tuple and value else ""
    return given


def ids(picked: str | tuple[str, ...]) -> tuple[str, ...]:
    """What a pick holds, for a deed whose pick of several comes down to exactly one where there is no more."""
    return (picked,) if isinstance(picked, str) else picked


def unasked(p: Param) -> tuple[str, ...] | int | str:
    """The answer to what is not asked."""
    if type(p) is Number:
        return min(max(p.start, p.low), p.high)
    return () if type(p) is Pick else ""


def first(params: tuple[Param, ...]) -> dict[str, tuple[str, ...] | int | str]:
    """Give the answer that lies on the table before anybody has touched it; it may not fit yet."""
    answer: dict[str, tuple[str, ...] | int | str] = {}
    for p in params:
        if type(p) is Pick:
            asked = reached(p, answer)
            openly = tuple(item.id for item in asked.items if not item.blocked) if type(asked) is Pick else ()
            start = tuple(name for name in p.start if name in openly) if p.within else p.start
            answer[p.name] = start or openly[: asked.least if type(asked) is Pick else 0]
        elif type(p) is Number:
            answer[p.name] = min(max(p.start, p.low), p.high)
        elif type(p) is Text:
            answer[p.name] = lies(p)
    return answer


def spoken(p: Text, said: Callable[[str], str]) -> Text:
    """The same with its ready words as `said` has them, in the language of the table."""
    return structs.replace(p, ready=tuple([structs.replace(each, says=said(each.says)) for each in p.ready]))


def lies(p: Text) -> str:
    """The words that lie there until somebody says something: none where there are no ready ones."""
    return p.start or (p.ready[0].says if p.ready else "")


def sample(params: tuple[Param, ...], rng: Random, says: str = "so be it") -> dict[str, tuple[str, ...] | int | str]:
    """Draw an answer that fits, for bots and tests; every param must be possible."""
    answer: dict[str, tuple[str, ...] | int | str] = {}
    loose = False
    for p in params:
        asked = reached(p, answer) if p.within else p
        drawn = unasked(p) if asked is None else _sampled(asked, rng, says)
        answer[p.name] = drawn
        if drawn and type(p) is Pick and not p.least:
            loose = True
    return together(params, answer) if loose and len(params) > 1 else answer


def _sampled(p: Param, rng: Random, says: str) -> tuple[str, ...] | int | str:
    if type(p) is Number:
        return p.low + int(rng.random() * (p.high - p.low + 1))
    if type(p) is Text:
        if p.form:
            return p.start
        return says if p.least <= len(says) <= p.most else says[: p.most].ljust(p.least, ".")
    assert type(p) is Pick
    if p.least == p.most == 1 and p.budget != 0 and not p.must:
        drawn = p.items[int(rng.random() * len(p.items))]
        if drawn.blocked:  # most items are open: only where one is not are the open ones looked for
            open_ = [item for item in p.items if not item.blocked]
            drawn = open_[int(rng.random() * len(open_))]
        return (drawn.id,)
    items = [item for item in p.items if not item.blocked]
    most = min(p.most, len(items))
    size = p.least + int(rng.random() * (most - p.least + 1))
    if size < 2 and not p.must:  # most picks hold one or none
        value = (items[int(rng.random() * len(items))].id,) if size else ()
        return value if not _mispicked(p, value) else _cheapest(p) or ()
    return _drawn(p, items, size, rng) or _cheapest(p) or ()


def _drawn(p: Pick, items: list[Item], size: int, rng: Random) -> tuple[str, ...]:
    """Draw items until there are so many, leaving out those that cannot stand beside the rest or cannot be paid.

    What a pick must hold is drawn first. None where what can be drawn so does not fit.
    """
    value: list[str] = []
    left = {slot.id: slot.free for slot in p.slots}
    budget = p.budget if p.budget >= 0 else len(items)
    taken: set[str] = set()
    wanted = [[item for item in items if item.group == group] for group in p.must]
    for rows in (*wanted, items):
        most = size if rows is items else len(value) + 1
        while rows and len(value) < most:
            n = int(rng.random() * len(rows))
            item, rows[n] = rows[n], rows[-1]
            rows.pop()
            if item.same in taken or item.id in value:
                continue
            if left.get(item.slot, 0) > 0:
                left[item.slot] -= 1
            elif budget:
                budget -= 1
            else:
                continue
            value.append(item.id)
            if item.same:
                taken.add(item.same)
    return tuple(value) if max(p.least, len(p.must)) <= len(value) <= p.most else ()


def _cheapest(p: Pick) -> tuple[str, ...] | None:
    """Fill a pick with its fewest items at the least cost; None when that cannot be done or paid.

    What it must hold comes first. Items whose slot still allows them are taken first. Where `same` ties items of several
    slots together, a free one may be spent on a group that had another; so groups with the fewest slots choose first,
    which is right as long as no group stands in more than two slots, and no item of a `must` group is tied to another.
    """
    groups: dict[str, list[Item]] = {}
    for item in p.items:
        if not item.blocked:
            groups.setdefault(item.same or f"\0{item.id}", []).append(item)
    left = {slot.id: slot.free for slot in p.slots}
    musts = list(p.must)
    demanded: list[str] = []
    free: list[str] = []
    paid: list[str] = []
    for group in sorted(groups.values(), key=lambda group: len({item.slot for item in group})):
        meets = next((item for item in group if item.group in musts), None)
        allowed = next((item for item in group if left.get(item.slot, 0) > 0), None)
        chosen = meets or allowed or group[0]
        if left.get(chosen.slot, 0) > 0:
            left[chosen.slot] -= 1
            (demanded if meets else free).append(chosen.id)
        else:
            (demanded if meets else paid).append(chosen.id)
        if meets:
            musts.remove(meets.group)
    value = (*demanded, *free, *paid)[: max(p.least, len(demanded))]
    if musts or not p.least <= len(value) <= p.most or 0 <= p.budget < price(p, value):
        return None
    return value
