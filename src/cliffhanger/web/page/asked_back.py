"""A seat that is asked back from another browser: the question at the way in, and the answer of who may free the chair."""

from collections.abc import Iterable
from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.table.permissions import masters
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.html import NOTHING, NUMBER, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.view import TableMeta


def ways(table: str, taken: Iterable[Sitter]) -> Markup:
    """For whoever has sat down here in another browser: what happened, and a button for each seat that is taken."""
    buttons = joined(
        Markup('<button class="act" id="back-{id}" name="seat" value="{id}"><span>{words}</span></button>').format(
            id=each.id,
            words=_("I am {name}, at {chair}").format(name=each.name, chair=each.title)
            if each.name
            else _("I sit at {chair}").format(chair=each.title),
        )
        for each in taken
    )
    if not buttons:
        return NOTHING
    return Markup(
        '<details class="panel fold" id="other-browser"><summary><b>{head}</b></summary><p>{why}</p><form class="stack" '
        'id="f-back" method="post" action="/t/{table}/back">{buttons}</form></details>'
    ).format(
        head=_("I have a seat here already"),
        why=_(
            "A seat opens only in the browser in which somebody sat down, and this browser has none here. If that was you, on "
            "another phone or in another window, go on there, or say who you are: the table is asked to free your chair, and "
            "you sit down again where you were."
        ),
        table=table,
        buttons=buttons,
    )


def heard(seats: Iterable[Sitter], seat: str) -> str:
    """What somebody reads at the way in who has asked for a seat; empty where there is none."""
    chair = next((each for each in seats if each.id == seat), None)
    if chair is None:
        return ""
    if chair.holder == "person":
        return _(
            "You asked for {chair}. All who may free it see that, and do it with one tap; then it is ticked here."
        ).format(chair=chair.title)
    return _("{chair} is free for you: sit down, and go on where you were.").format(chair=chair.title)


def notice(
    game: Game[Any], meta: TableMeta, seats: tuple[Sitter, ...], own: str, base: str, screen: str = ""
) -> Markup:
    """Who asks for a seat back, with the button that frees it: for who runs the table, and for who sits in that seat."""
    runs = own in masters(game, seats)
    asked = [each for each in seats if each.id in meta.asked_back and (runs or each.id == own)]
    if not asked:
        return NOTHING
    rows = joined(_row(each, base, screen, own=each.id == own) for each in asked)
    return Markup('<section class="halt" id="asked-back" role="status">{rows}</section>').format(rows=rows)


def _row(sitter: Sitter, base: str, screen: str, *, own: bool) -> Markup:
    said = (
        _(
            "Somebody at the way in says that they are you, in another browser. If it is you, give the seat to that browser."
        )
        if own
        else _("Somebody at the way in says that they are {name}, in another browser.").format(name=sitter.called)
    )
    return Markup(
        '<form data-do="sit" id="f-free-{id}" method="post" action="{base}/sit"><p>{said}</p><input type="hidden" name="id" '
        'value="{number}-free-{id}"><input type="hidden" name="seat" value="{id}"><input type="hidden" name="name" '
        'value="{name}"><input type="hidden" name="holder" value="nobody"><input type="hidden" name="screen" '
        'value="{screen}"><button class="act" id="free-{id}"><span>{free}</span></button></form>'
    ).format(
        base=base,
        id=sitter.id,
        said=said,
        number=NUMBER,
        name=sitter.name,
        screen=screen,
        free=_("It is me: free {chair}").format(chair=sitter.title)
        if own
        else _("It is {name}: free {chair}").format(name=sitter.called, chair=sitter.title),
    )
