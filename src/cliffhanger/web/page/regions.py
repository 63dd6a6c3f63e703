"""Regions of a page: what is drawn, and sent, apart from the rest of it. A page is a tree of them.

A region is one or several whole elements, or a box: an element with regions in it. Regions are compared by their text,
so one that was remembered costs no more than a look at its hash.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Union

from cliffhanger.web.page.html import Markup, joined


class Box(NamedTuple):
    """An element with regions in it: its opening tag, what it holds, its closing tag."""

    begins: Markup
    inner: "tuple[Region, ...]"
    ends: Markup


Region = Union[Markup, Box]  # noqa: UP007  (a name that is not there yet cannot be joined by a bar)


def box(begins: Markup, inner: Iterable[Region], ends: str) -> Box:
    """An element with regions in it; those that are empty are left out."""
    return Box(begins, tuple([each for each in inner if each]), Markup(ends))  # noqa: S704  (a closing tag of ours)


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
        else:
            yield each  # type: ignore[misc]
