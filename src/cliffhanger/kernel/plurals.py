"""English numbers with their nouns, for the words of options and panels; events have rows in `sentences` instead."""

from collections.abc import Sequence

IRREGULAR = {"die": "dice", "success": "successes"}


def plural(noun: str) -> str:
    """More than one of it: `successes`, `boon dice`."""
    before, space, last = noun.rpartition(" ")
    return f"{before}{space}{IRREGULAR.get(last, f'{last}s')}"


def many(n: int, noun: str, none: int | str = "no") -> str:
    """A number with its noun: `no dice`, `1 success`, `2 boon dice`; `none` is what 0 is called."""
    return f"{n or none} {noun if n == 1 else plural(noun)}"


def is_verb(one: Sequence[object], more: Sequence[object]) -> bool:
    """Whether two alternatives, in parts, are an English verb, for one and for several: "falls" and "fall"."""
    if not (len(one) == len(more) == 1 and isinstance(one[0], str) and isinstance(more[0], str)):
        return False
    each, all_ = one[0].partition(" ")[0], more[0].partition(" ")[0]
    forms = (f"{all_}s", f"{all_}es", f"{all_.removesuffix('y')}ies")
    return each in forms or (each, all_) in {("is", "are"), ("has", "have"), ("was", "were")}


def several(name: object) -> bool:
    """Whether an English name is one of several: "The Wreckers", and not "The Colossus" or "The Prince of Thieves"."""
    name = str(name)
    return name.startswith("The ") and is_plural(name)


def is_plural(group: str) -> bool:
    """Whether what a group is called is a plural: "Junior Partners", "Hands of Stone", and not "Press"."""
    words = group.split(" ")
    head = next((words[at - 1] for at, word in enumerate(words) if at and word[:1].islower()), words[-1])
    return head.endswith("s") and not head.endswith(("ss", "us", "is"))
