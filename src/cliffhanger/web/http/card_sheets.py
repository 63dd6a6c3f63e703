"""Card routes: the cards of a file of a game on sheets to print, as a page and as PDF.

What a stranger's text means is read and drawn in a worker process that is killed when it takes too long.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.cards import pdf
from cliffhanger.cards.deck import Wish, cards_in
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.web.http import responses
from cliffhanger.web.http.forms import fields
from cliffhanger.web.http.requests import registry_of
from cliffhanger.web.http.sheets import form_of
from cliffhanger.web.live.figure_service import Games
from cliffhanger.web.live.inputs import overran
from cliffhanger.web.page import cut_sheet, files
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import Overrun


async def cards(request: Request) -> Response:
    """The cards of the form's example, or of a file that is sent, on sheets: as a page, or as PDF."""
    found = form_of(request)
    if isinstance(found, Response):
        return found
    registry, (game, form) = registry_of(request), found
    sent = {name: values[-1] for name, values in fields(await request.form()).items()} or dict(request.query_params)
    as_pdf = request.url.path.endswith(".pdf")
    text, wish = sent.get("text", "").replace("\r\n", "\n"), cut_sheet.wish(sent)
    try:
        drawn = await registry.workers.strangers.run(
            registry.limits.sheet, drawn_cards, registry.games, game.id, form.name, text, wish, as_pdf
        )
    except Overrun as over:
        return responses.refusal_page(_("This file cannot be read"), overran(over), status=422)
    if drawn is None:
        return responses.not_found()
    if isinstance(drawn, bytes):
        name = {"content-disposition": f'attachment; filename="{game.id}-{form.name}.pdf"'}
        return Response(drawn, media_type="application/pdf", headers=name)
    if isinstance(drawn, list):
        return responses.html_page(files.listed(drawn), form.title, game=game, status=422)
    return responses.html_page(drawn, form.title, game=game, style=cut_sheet.STYLE)


def drawn_cards(
    games: Games, game: str, form: str, text: str, wish: Wish, as_pdf: bool
) -> Markup | bytes | list[Fault] | None:
    """Read a file (the example, without a text) and draw its cards, wherever this runs: as a page or as PDF.

    Or all that is wrong with it; None for a form that is not drawn as cards.
    """
    played: Any = games(game)
    kind = next(each for each in played.forms if each.name == form)
    value = read_form(kind, kind.name, text or kind.example)
    if isinstance(value, list):
        return value
    found = cards_in(kind.draw(value)) if kind.draw else ()
    if not found:
        return None
    if as_pdf:
        return pdf.document(cut_sheet.printed(played, found, wish), kind.title)
    return cut_sheet.cut_sheet(played, kind, found, wish, text)


routes = [
    Route(f"/{home}/{{form}}/cards{ending}", cards, methods=["GET", "POST"])
    for home in ("sheet/{game}", "g/{game}/sheet")
    for ending in ("", ".pdf")
]
