"""Panels sorted into the places of a page, and the letters that tell all emblems of the page apart."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple, get_args

from cliffhanger.kernel.panels import Board, Group, Panel, Place
from cliffhanger.web.page.emblems import Part, part, told_apart_in
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.own_name import as_read
from cliffhanger.web.page.panels import FOLD_ENDS, ORDER, pieces, several
from cliffhanger.web.page.regions import Box, Region
from cliffhanger.web.page.silhouettes import NO_FACES, Faces, faces

SPOTS = (*(place for place in get_args(Place) if place != "paper"), ORDER)
Parts = tuple[Part, ...]
"""A panel in parts: itself, or what it is folded behind and all that is folded there."""
PICTURE = "picture"  # the place as a picture, below the order


class SortedPanels(NamedTuple):
    """Panels in the places where they stand, in parts; whose faces they tell, and the board that is drawn as a picture."""

    places: dict[str, list[Parts]]
    faces: Faces
    pictured: Board | None


def sorted_out(panels: Iterable[Panel], listener: Listener) -> SortedPanels:
    """Draw panels into the places where they stand; what is meant for paper stays there."""
    shown: list[Panel] = []
    paper: list[Panel] = []
    for panel in panels:
        (paper if isinstance(panel, Group) and panel.place == "paper" else shown).append(panel)
    found: dict[str, list[Parts]] = {spot: [] for spot in SPOTS}
    main: list[Panel] = []
    known, pictured = faces(paper) if paper else NO_FACES, None
    for panel, piece in zip(shown, pieces(shown), strict=True):
        said = listener.panel(panel) if piece.tells else panel
        drawn = piece.parts if said is panel else pieces((said,))[0].parts
        if not piece.people.isdisjoint(listener.names):
            drawn = tuple([as_read(each, listener.names) for each in drawn])
        found[piece.spot].append(drawn)
        if piece.spot == "main":
            main.append(said)
        if piece.faces:
            known = known | piece.faces if known else piece.faces
        pictured = pictured or piece.pictured
    if not all(isinstance(panel, Group) for panel in main):
        found["main"] = [(as_read(part(several(tuple(main))), listener.names),)]
    return SortedPanels(found, known, pictured)


@lru_cache(1024)
def both(one: Faces, more: Faces) -> Faces:
    """Faces of one and of the other; the same object each time."""
    return one | more


def lettered(
    seen: Markup, chairs: Markup, places: Mapping[str, list[Parts]], known: Faces
) -> tuple[Markup, Markup, dict[str, list[Region]]]:
    """All that has emblems, with the letters that tell the names of the whole page apart."""
    others = part(seen), part(chairs)
    seen, chairs, *parts = told_apart_in(list(chain(others, *chain.from_iterable(places.values()))), known)
    left = iter(parts)
    return (
        seen,
        chairs,
        {
            place: [next(left) if len(row) == 1 else _folded(tuple(islice(left, len(row)))) for row in rows]
            for place, rows in places.items()
        },
    )


@lru_cache(2048)
def _folded(parts: tuple[Markup, ...]) -> Box:
    """What is folded behind its head; the same object each time, so that it is not looked through again."""
    head, *inner = parts
    tag = head.index(">") + 1  # a box begins with its tag alone: what else it begins with is in it
    return Box(head[:tag], (head[tag:], *inner), FOLD_ENDS)
