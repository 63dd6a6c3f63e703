"""What stands at the address of a seat before it is taken: the link's secret opens it, or its code, typed in."""

from cliffhanger.web.page.html import NOTHING, Markup, hidden
from cliffhanger.web.page.language import _
from cliffhanger.web.page.view import TableMeta


def shell(meta: TableMeta, seat: str, screen: str = "") -> Markup:
    """What stands there before the seat is taken: with script the link's secret opens it, without a form does."""
    base = f"/t/{meta.id}/seat/{seat}"
    return Markup(
        '<main class="door narrow" data-shell data-table="{id}" data-seat="{seat}"><section class="panel">'
        '<h1>{title}</h1><p id="finding">{finding}</p><form class="stack" id="f-enter" method="post" '
        'action="{base}/enter"><label for="secret">{code}</label><input id="secret" name="secret" '
        'autocomplete="off" required>{next}<button class="next" id="enter-go">{sit}</button></form></section>'
        "</main>"
    ).format(
        id=meta.id,
        seat=seat,
        title=meta.title,
        finding=_("Finding your seat."),
        base=base,
        code=_("Your seat's code, if you have no script or the link lost its end"),
        next=hidden("next", screen) if screen else NOTHING,
        sit=_("Sit down"),
    )
