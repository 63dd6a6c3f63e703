"""What somebody may do while others are waited for, in one sentence; before anything has happened, the primer."""

from collections.abc import Iterable
from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.offers import Option
from cliffhanger.web.page import primer
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.capacity import SEATS
from cliffhanger.web.page.html import NOTHING, Markup
from cliffhanger.web.page.language import _, remembered

NAMED = 3  # so many things that may be done are named


@remembered(lambda game, options, begun: (id(game), id(options), begun), SEATS, hold=True)
def meanwhile(game: Game[Any], options: tuple[Option, ...], *, begun: bool) -> Markup:
    """What stands where one's own move would: `begun` is whether anybody has acted yet."""
    cards = NOTHING if begun else primer.folded(game)
    return Markup('<p class="soft" id="meanwhile">{words}</p>{cards}').format(words=says(options), cards=cards)


def says(options: Iterable[Option]) -> str:
    """The one sentence: stepping in first, then what may be done at any time, else what there is to read."""
    open_ = [each for each in options if not each.blocked]
    if into := _named(each for each in open_ if each.reaction):
        return _("You may step in: {things}. The game goes on if you do not.").format(things=into)
    if any_time := _named(each for each in open_ if each.standing):
        return _("Meanwhile these are open to you: {things}.").format(things=any_time)
    return _("Nothing is asked of you now: the story so far and your sheet are there to read.")


def _named(options: Iterable[Option]) -> str:
    labels = [_("“{label}”").format(label=each) for each in dict.fromkeys(option.label for option in options)]
    more = [_("{n} more").format(n=len(labels) - NAMED)] if len(labels) > NAMED + 1 else []
    return listed([*(labels[:NAMED] if more else labels), *more])
