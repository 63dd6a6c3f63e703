"""Regions of a page: what is drawn, and sent, apart from the rest of it. A page is a tree of them.

A region is one or several whole elements, or a box: an element with regions in it. Regions are compared by their text,
so one that was remembered costs no more than a look at its hash. A text may have places to be filled in (`Filled`): what
is often the same stands apart from what tells one time from another.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Union

from cliffhanger.web.page.html import Markup, joined

PLACE = Markup("\x02")  # stands in an id where seat and window go
SEAL = Markup("\x03")  # and in a form where it says whose act it is
TERMS = Markup("\x04")  # in a seal, where the terms of the option go
SPLIT = Markup("\x1f")  # between what is filled in; no string from outside can hold any of these


class Filled(NamedTuple):
    """Whole elements, in several texts with places open; `fill` has what goes there: place, seal, terms seal by seal."""

    texts: tuple[Markup, ...]
    fill: Markup


def filled(text: str, fill: str) -> str:
    """A text with its places filled in."""
    place, seal, *terms = str.split(fill, SPLIT)
    begins, *rest = str.split(text, SEAL)
    before, between, after = str.split(seal, TERMS) if rest else ("", "", "")
    parts = [begins]
    for each, piece in zip(terms, rest, strict=True):
        parts += before, each, between, each, after, piece
    return "".join(parts).replace(PLACE, place)


class Box(NamedTuple):
    """An element with regions in it: its opening tag, what it holds, its closing tag."""

    begins: Markup
    inner: "tuple[Region, ...]"
    ends: Markup


Region = Union[Markup, Filled, Box]  # noqa: UP007  (a name that is not there yet cannot be joined by a bar)


def box(begins: Markup, inner: Iterable[Region], ends: str) -> Box:
    """An element with regions in it; those that are empty are left out."""
    return Box(begins, tuple(filter(None, inner)), Markup(ends))  # noqa: S704  (a closing tag of ours)


def whole(regions: Iterable[Region]) -> Markup:
    """Regions as one text."""
    # One list, joined once: pages are long, and each join copies them.
    return joined(_texts(regions))


def _texts(regions: Iterable[Region]) -> Iterator[Markup]:
    for each in regions:
        if type(each) is Box:
            yield each.begins
            yield from _texts(each.inner)
            yield each.ends
        elif type(each) is Filled:
            yield Markup(filled("".join(each.texts), each.fill))  # noqa: S704  (they are markup)
        else:
            yield each  # type: ignore[misc]
