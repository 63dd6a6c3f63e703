"""Drafts: choices being made, shared live and kept in no log. They pass through the projection like all else.

A question that is asked anew has a new window, and what was chosen for it so far lies in that one again where it fits;
a number that is out of reach now becomes the nearest within it.
Meanwhile, while somebody else acts, say, it is set aside, until its question comes again or the procedure is over in which
it was begun. An undo leaves it where it lies: it is a thought, and nothing that was done.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from msgspec import structs

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer, Option
from cliffhanger.kernel.params import Choice, Number, Param, Pick, Text, first
from cliffhanger.table.snapshot import Draft

T = TypeVar("T")
Key = tuple[str, str, str]
Drafts = Mapping[Key, Draft]
Aside = Mapping[Key, tuple[int, Draft]]
"""Drafts without a window just now, by their place, and how deep the procedure lies in which each was begun."""
KEPT = 16
"""So many drafts of a seat are kept, and so many set aside: nobody fills memory with what they never do."""
UNSEEN = Refusal(
    "", "That choice is closed, or made in secret.", "What others decide in secret is shown when it is made."
)
"""What is said of a choice that one cannot derive from one's own view: the same whether it is there or not."""


def shape(option: Option, choice: Choice) -> str:
    """Why a draft could not become an answer to this option; an unfinished one may. Empty when it could."""
    params = {p.name: p for p in option.params}
    for name, value in choice.items():
        if name not in params:
            return "Nothing here asks for that."
        if not _fits(params[name], value):
            return f"{params[name].label or name}: that cannot be part of the answer."
    return ""


def _fits(p: Param, value: object) -> bool:
    if isinstance(p, Pick):
        there = {item.id for item in p.items}
        return isinstance(value, tuple) and len(set(value)) == len(value) and there.issuperset(value)
    if isinstance(p, Number):
        return type(value) is int and p.low <= value <= p.high
    return isinstance(p, Text) and isinstance(value, str) and len(value) <= p.most


def shaped(old: Draft | None, option: Option, choice: Choice, by: str) -> Draft | Refusal:
    """The draft after `by` changed it."""
    if why := shape(option, choice):
        return Refusal(option.rule, why)
    shapers = old.shaped_by if old else ()
    if by != option.seat and by not in shapers:
        shapers = (*shapers, by)
    return Draft(dict(choice), shapers, option.private)


def still_open(drafts: Drafts, offers: Iterable[Offer]) -> Drafts:
    """The drafts whose window is still there, and whose choice still fits it."""
    if not drafts:
        return drafts
    options = _open(offers)
    return {key: draft for key, draft in drafts.items() if key in options and not shape(options[key], draft.choice)}


def _open(offers: Iterable[Offer]) -> dict[Key, Option]:
    """What somebody may choose now: what is blocked asks for nothing, so that its words lack what would be chosen."""
    return {(each.seat, each.window, each.key): each.option for each in offers if not each.blocked}


def carried(drafts: Drafts, aside: Aside, offers: Iterable[Offer], begun: int, deep: int) -> tuple[Drafts, Aside]:
    """The drafts in the windows that are open now, and those set aside.

    `begun` is how many procedures were under way when these drafts were open, `deep` how many are now.
    """
    if not drafts and not aside:
        return drafts, aside
    options = _open(offers)
    places = {_place(key): key for key in options}
    lie: dict[Key, Draft] = {}
    left: dict[Key, tuple[int, Draft]] = {}
    for key, (depth, draft) in (*aside.items(), *((key, (begun, draft)) for key, draft in drafts.items())):
        now = key if key in options else places.get(_place(key))
        found = _fitting(options[now], draft) if now else None
        if now and found:
            lie[now] = found
        elif depth <= deep:
            left.pop(_place(key), None)
            left[_place(key)] = depth, draft
    return lie, newest(left)


def newest(drafts: Mapping[Key, T]) -> dict[Key, T]:
    """The newest `KEPT` of each seat."""
    count: Counter[str] = Counter()
    kept: list[Key] = []
    for key in reversed(list(drafts)):
        count[key[0]] += 1
        if count[key[0]] <= KEPT:
            kept.append(key)
    return {key: drafts[key] for key in reversed(kept)}


def _place(key: Key) -> Key:
    """What stays of a key when its question is asked anew: all but the number that its window begins with."""
    seat, window, name = key
    return seat, window.lstrip("0123456789"), name


def _fitting(option: Option, draft: Draft) -> Draft | None:
    """What of a draft is still open to choose; None where nothing is left of it."""
    choice = {p.name: value for p in option.params if (value := _kept(p, draft.choice.get(p.name))) is not None}
    if draft.choice and not choice:
        return None
    return structs.replace(draft, choice=choice, private=draft.private or option.private)


def _kept(p: Param, value: tuple[str, ...] | int | str | None) -> tuple[str, ...] | int | str | None:
    if isinstance(p, Pick) and isinstance(value, tuple):
        there = {item.id for item in p.items if not item.blocked}
        kept = tuple(name for name in value if name in there)
        return kept if kept or not value else None
    if isinstance(p, Number) and type(value) is int and p.low <= p.high:
        return min(max(value, p.low), p.high)
    return value if _fits(p, value) else None


def alike(drafts: Drafts, options: Iterable[Option], seat: str) -> Drafts:
    """The drafts of a seat, behind those that its other ways of the same deed begin with.

    Whom one means stays whom one means when another weapon is taken: what was picked last, where it is one of many, lies
    in each option of the same window and verb that asks for the same and has not been touched.
    """
    last = next((key for key in reversed(list(drafts)) if key[0] == seat), None)
    if last is None:
        return drafts
    own = [each for each in options if each.window == last[1] and each.verb and not each.blocked]
    verb = next((each.verb for each in own if each.key == last[2]), None)
    found: dict[Key, Draft] = {}
    for each in own:
        key = seat, each.window, each.key
        if each.verb == verb and key not in drafts:
            fits = {p.name: value for p in each.params if (value := _means(p, drafts[last].choice)) is not None}
            if fits:
                found[key] = Draft(first(each.params) | fits, (), each.private)
    return {**found, **drafts} if found else drafts


def _means(p: Param, choice: Choice) -> tuple[str, ...] | None:
    value = choice.get(p.name)
    kept = _kept(p, value) if isinstance(p, Pick) and p.most == 1 and value else None
    return kept if isinstance(kept, tuple) else None


def acted(drafts: Drafts, act: Act, option: Option | None) -> Drafts:
    """The drafts that are left after an act: who answers a question has chosen, who steps in beside it is still choosing."""
    beside = option is None or option.reaction or option.standing
    return {
        (seat, window, key): draft
        for (seat, window, key), draft in drafts.items()
        if seat != act.seat or window != act.window or (beside and key != act.key)
    }


def seen(drafts: Drafts, seat: str, open_to: Callable[[Key], bool]) -> Drafts:
    """The drafts as one seat may see them: all its own; of each other seat the newest, or only that there is one.

    `open_to` says of a key whether the seat could derive the option from its own view: a choice among cards that it does
    not see tells which those are. So does the key of an option, or the window that it is in: then a draft has neither.
    """
    last = {key[0]: key for key in drafts}
    found: dict[Key, Draft] = {}
    for key, draft in drafts.items():
        if key[0] == seat:
            found[key] = draft
        elif last[key[0]] == key:
            shown = not draft.private and open_to(key)
            found[key if shown else (key[0], "", "")] = draft if shown else Draft({}, (), private=True)
    return found
