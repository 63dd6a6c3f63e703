"""What a choice would be with each item of a pick tried, so that each can say what it is worth before it is chosen."""

from collections.abc import Iterator

from cliffhanger.kernel.params import Choice, Param, Pick, Text, added, swapped, validate

UNSAID = "?"
"""Stands for words that are asked for with an item, and not written yet."""


def trials(params: tuple[Param, ...], choice: Choice, p: Pick) -> Iterator[tuple[str, Choice]]:
    """Each item of a pick with what the choice is once it is tapped, where that is a choice.

    Where it does not fit beside the others, or there is not enough to pay for it, it takes the place of one (as `swapped`).
    """
    held = choice[p.name]
    assert isinstance(held, tuple)
    for item in p.items:
        if item.blocked:
            continue
        for wanted in dict.fromkeys((added(p, held, item), swapped(p, held, item))):
            tried = _inside(params, {**choice, p.name: wanted})
            if tried[p.name] == wanted and not validate(params, tried):
                yield item.id, tried
                break


def _inside(params: tuple[Param, ...], choice: Choice) -> Choice:
    """The same with nothing picked that stands within what is out now, and with some words where what is chosen asks for any.

    What those are changes no chance.
    """
    made = dict(choice)
    for p in params:
        held, inner = made.get(p.within, ()), made[p.name]
        if type(p) is Pick and p.within and isinstance(inner, tuple) and isinstance(held, tuple):
            made[p.name] = tuple(each for each in inner if each in held)
        elif type(p) is Text and held and isinstance(inner, str) and len(inner) < p.least:
            made[p.name] = UNSAID * p.least
    return made
