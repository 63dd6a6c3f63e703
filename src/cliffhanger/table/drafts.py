"""Drafts: choices being made, shared live and kept in no log. They pass through the projection like all else."""

from collections.abc import Iterable, Mapping

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.offers import Offer, Option
from cliffhanger.kernel.params import Choice, Number, Param, Pick, Text
from cliffhanger.table.snapshot import Draft

Key = tuple[str, str, str]
Drafts = Mapping[Key, Draft]


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
    if option.private and by != option.seat:
        return Refusal(option.rule, "That choice is made in secret.", "It is shown when it is made.")
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
    options = {(each.seat, each.window, each.key): each.option for each in offers}
    return {key: draft for key, draft in drafts.items() if key in options and not shape(options[key], draft.choice)}


def seen(drafts: Drafts, seat: str) -> Drafts:
    """The drafts as one seat may see them: of a private one of others only that the seat is choosing."""
    return {
        key: Draft({}, (), private=True) if draft.private and key[0] != seat else draft for key, draft in drafts.items()
    }
