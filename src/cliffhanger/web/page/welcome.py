"""Who one is, what is at stake, and the way to the primer: for somebody who has just come. In company what is at stake is left out.

It is gone once they have done something themselves. What opened their table for them was not chosen on a page, and names no terms.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act, Sit
from cliffhanger.kernel.panels import Group, Panel, Text
from cliffhanger.kernel.sentence_cases import ENDS
from cliffhanger.table.entries import any_recent
from cliffhanger.table.snapshot import Snapshot
from cliffhanger.web.page import primer
from cliffhanger.web.page.html import NOTHING, Markup
from cliffhanger.web.page.language import _, cached

Newcomer = Literal["", "alone", "in company"]
SENTENCE = re.compile(r"(?<=[.?!])\s+")


def is_new(snapshot: Snapshot, seat: str) -> bool:
    """Whether somebody plays alone at this seat and has done nothing since they sat down; `snapshot` has the whole story."""
    alone = all(each.holder == ("person" if each.id == seat else "bot") for each in snapshot.seats)
    return alone and not _has_acted(snapshot, seat, lambda act: bool(act.terms))


def is_fresh(game: Game[Any], snapshot: Snapshot, seat: str) -> bool:
    """Whether somebody has done nothing since they sat down who plays in company, and does not run the game."""
    own = next((each for each in snapshot.seats if each.id == seat and each.holder == "person"), None)
    if own is None or own.role in game.masters:
        return False
    return not _has_acted(snapshot, seat)


def _has_acted(snapshot: Snapshot, seat: str, fits: Callable[[Act], bool] = lambda _: True) -> bool:
    """Whether whoever holds a seat has acted so; it is enough to look back to where they sat down."""
    return any_recent(
        snapshot.log,
        lambda each: isinstance(each.input, Act) and each.seat == seat and fits(each.input),
        until=lambda each: isinstance(each.input, Sit) and each.input.seat == seat and each.input.holder == "person",
    )


def newcomer(game: Game[Any], snapshot: Snapshot, seat: str) -> Newcomer:
    """How new somebody is, and whether alone or in company; "" for who has played."""
    if is_new(snapshot, seat):
        return "alone"
    alone = sum(each.holder != "bot" for each in snapshot.seats) < 2
    return "in company" if not alone and is_fresh(game, snapshot, seat) else ""


def opened(snapshot: Snapshot, panels: Iterable[Panel]) -> str:
    """The words that opened the scene for whoever plays alone; "" where no scene has any, or they stand on the stage.

    What opened the table for one has gone on from there to a first roll, and no page has shown them.
    """
    said = (event.data for each in reversed(snapshot.log) for event in each.events if event.what == "scene_says")
    words = str(next(said, {}).get("text", ""))
    stage = [each for group in panels if isinstance(group, Group) and group.place == "stage" for each in group.panels]
    return "" if any(isinstance(each, Text) and words in each.body for each in stage) else words


def welcome(
    game: Game[Any],
    view: Any,  # noqa: ANN401
    panels: Iterable[Panel],
    opened: str = "",
    *,
    brief: bool = False,
) -> Markup:
    """What greets somebody who is new: whom they play, what is at stake, and the way to the primer.

    Where a scene has `opened` with words that they have not seen, those are what is at stake. A `brief` one names only whom
    they play, and there is none before that is known.
    """
    own = _own(panels)
    if brief and own is None:
        return NOTHING
    who, what = (own.mark, own.note) if own else ("", "")
    # It is read before the first roll; the lobby and the recap have all of the premise.
    stake = opened or SENTENCE.split(game.premise(view).strip())[0]
    return _drawn(who, what, "" if brief else stake, primer.head(game) if game.primer else "", brief=brief)


def you_are(name: str, panels: Iterable[Panel]) -> str:
    """Who somebody is: their chair, and the one person there who is theirs, if that has another name."""
    own = _own(panels)
    if own is None or own.mark == name:
        return _("You are {name}.").format(name=name)
    return _("You are {person}, {name}.").format(person=own.mark, name=name)


def _own(panels: Iterable[Panel]) -> Group | None:
    """What is shown of the one person who is somebody's own."""
    own = [panel for panel in panels if isinstance(panel, Group) and panel.place == "own" and panel.mark]
    return own[0] if len({panel.mark for panel in own}) == 1 else None


@cached(512)
def _drawn(who: str, what: str, stake: str, primed: str, *, brief: bool) -> Markup:
    if who:
        named = _("You are {person}: {tagline}.") if what and not what.endswith(ENDS) else _("You are {name}.")
        named = named.format(person=who, name=who, tagline=what)
        named += f" {what}" if what.endswith(ENDS) else ""
        stake = Markup("<b>{who}</b> {stake}").format(who=named, stake=stake)
    way = (
        Markup('<button type="button" class="quiet" popovertarget="help">{words}</button>').format(words=primed)
        if primed
        else NOTHING
    )
    says = Markup(" ").join(filter(None, (stake, way)))
    drawn = Markup('<div class="welcome{brief}" id="welcome"><p>{says}</p></div>')
    return drawn.format(brief=" brief" if brief else "", says=says) if says else NOTHING
