"""What stands at the foot of a table: the ways to its recap, its house rules, its dice, its paper."""

from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Text
from cliffhanger.web.page import lobby
from cliffhanger.web.page.capacity import SEATS
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.language import _, cached


def maker(game: Game[Any], options: tuple[Option, ...], base: str) -> str:
    """Where sheets are made: a seat that may hand one in begins with the one in play, and the maker brings it back."""
    if any(o.standing and len(o.params) == 1 and isinstance(o.params[0], Text) and o.params[0].form for o in options):
        return f"{base}/maker"
    return f"/sheet/{game.id}/{game.forms[0].name}" if game.forms else ""


@cached(SEATS)
def foot(table: str, maker: str, sheet: str, room: str) -> Markup:
    """The links; `maker` and `room` are addresses, `sheet` whose sheet is printed, each empty where there is none."""
    base = f"/t/{table}"
    paper = (
        Markup('<a id="to-paper" href="{base}/sheet/{sheet}">{words}</a>').format(
            base=base, sheet=sheet, words=_("Sheet to print")
        )
        if sheet
        else ""
    )
    made = (
        Markup('<a id="to-maker" href="{maker}">{make}</a>').format(maker=maker, make=_("Make a sheet"))
        if maker
        else ""
    )
    return Markup(
        '<nav class="foot-links" aria-label="{table}"><a id="to-recap" href="{base}/recap">{recap}</a>'
        '<a id="to-house" href="{base}/house">{house}</a><a id="to-dice" href="{base}/dice">{dice}</a>{paper}{made}{room}</nav>'
    ).format(
        table=_("This table"),
        base=base,
        recap=_("Recap"),
        house=_("House rules"),
        dice=_("The dice"),
        paper=paper,
        made=made,
        room=lobby.to_room(room),
    )
