"""What can be read of a table without doing anything: the log, the recap, the house rules, the record."""

from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cliffhanger.kernel.game import WATCH
from cliffhanger.table.projection import seat_record
from cliffhanger.table.recap import recap as retold
from cliffhanger.web.http import responses
from cliffhanger.web.http.requests import entered, hub_of, known
from cliffhanger.web.http.seat import COOKIE
from cliffhanger.web.live import view_model
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.page import house as house_page
from cliffhanger.web.page import recap as recap_page


async def log(request: Request) -> Response:
    """The whole log, as everybody may read it."""
    live = await known(request)
    if isinstance(live, Response):
        return live
    return await _story(request, live, whole=True)


async def recap(request: Request) -> Response:
    """The story so far."""
    live = await known(request)
    if isinstance(live, Response):
        return live
    return await _story(request, live, whole=False)


async def _story(request: Request, live: Live, *, whole: bool) -> Response:
    meta, told, tale = view_model.meta(live, WATCH, ""), live.table.shown.log, live.table.game.tale
    made = partial(recap_page.whole, meta, told) if whole else partial(recap_page.recap, meta, told, tale)
    body = await hub_of(request).copies.of(live, "log" if whole else "recap", made)
    return responses.leaf(str(body), meta.title, game=live.table.game)


async def markdown(request: Request) -> Response:
    """The story so far, for a notebook."""
    live = await known(request)
    if isinstance(live, Response):
        return live
    table = live.table
    made = partial(retold, table.header, table.kept(), table.game)
    text = await hub_of(request).copies.of(live, "recap.md", made)
    return PlainTextResponse(text, media_type="text/markdown", headers=_file(live, "md"))


async def house(request: Request) -> Response:
    """The house rules of a table."""
    live = await known(request)
    if isinstance(live, Response):
        return live
    meta = view_model.meta(live, WATCH, "")
    return responses.leaf(house_page.house(live.table.game, meta), meta.title, game=live.table.game)


async def record(request: Request) -> Response:
    """The record, as a file: what everybody may know or, with a seat's cookie or secret, what that seat may know."""
    seat = request.path_params.get("seat", WATCH)
    if seat == WATCH:
        live = await known(request)
    else:
        bearer = request.headers.get("authorization", "").partition(" ")[2]
        live = await entered(request, seat, request.cookies.get(COOKIE) or bearer)
    if isinstance(live, Response):
        return live
    table = live.table
    made = partial(seat_record, table.game, table.header, table.kept(), seat)
    data = await hub_of(request).copies.of(live, f"record {seat}", made)
    return Response(data, media_type="application/jsonl", headers=_file(live, "jsonl"))


def _file(live: Live, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{live.table.id}.{ending}"'}


routes = [
    Route("/t/{table}/log", log),
    Route("/t/{table}/recap", recap),
    Route("/t/{table}/recap.md", markdown),
    Route("/t/{table}/house", house),
    Route("/t/{table}/record", record),
    Route("/t/{table}/seat/{seat}/record", record),
]
