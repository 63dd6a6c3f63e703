"""Read-only routes of a table: the log, the recap, the house rules, the record."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentences import Voice
from cliffhanger.table import table_events
from cliffhanger.table.projection import seat_record
from cliffhanger.table.recap_markdown import recap as retold
from cliffhanger.table.session import Table
from cliffhanger.web.http import responses
from cliffhanger.web.http.requests import authorized_table, find_table, registry_of
from cliffhanger.web.http.seat import COOKIE
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page import house as house_page
from cliffhanger.web.page import recap as recap_page
from cliffhanger.web.page.html import Markup


async def log(request: Request) -> Response:
    """The whole log, as everybody may read it."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    return await _story(request, live_table, whole=True)


async def recap(request: Request) -> Response:
    """The story so far."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    return await _story(request, live_table, whole=False)


async def _story(request: Request, live_table: LiveTable, *, whole: bool) -> Response:
    meta, table = live_table.audience.meta(WATCH, ""), live_table.table

    def made() -> Markup:  # beside the loop
        voice = table_events.voice(table.game, table.policy.language)
        told = _told(table, voice)
        return recap_page.whole(meta, told) if whole else recap_page.recap(meta, told, table.game.tale, voice)

    body = await registry_of(request).exports.of(table, "log" if whole else "recap", made)
    return responses.html_page(body, meta.title, game=table.game)


def _told(table: Table, voice: Voice) -> Sequence[Entry]:
    """The log as the room is told it, in the language of its table."""
    log = tuple(table.shown.log)
    return table_events.heard(voice, log, WATCH, ()) if table.policy.language else log


async def markdown(request: Request) -> Response:
    """The story so far, for a notebook."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    table = live_table.table

    def made() -> str:  # beside the loop: entries that are not in memory are read from the store
        return retold(table.header, table.kept(), table.game)

    text = await registry_of(request).exports.of(table, "recap.md", made)
    return PlainTextResponse(text, media_type="text/markdown", headers=_file(live_table, "md"))


async def house(request: Request) -> Response:
    """The house rules of a table."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    meta = live_table.audience.meta(WATCH, "")
    return responses.html_page(house_page.house(live_table.table.game, meta), meta.title, game=live_table.table.game)


async def record(request: Request) -> Response:
    """The record, as a file: what everybody may know or, with a seat's cookie or secret, what that seat may know."""
    seat = request.path_params.get("seat", WATCH)
    if seat == WATCH:
        live_table = await find_table(request)
    else:
        bearer = request.headers.get("authorization", "").partition(" ")[2]
        live_table = await authorized_table(request, seat, request.cookies.get(COOKIE) or bearer)
    if isinstance(live_table, Response):
        return live_table
    table = live_table.table

    def made() -> bytes:
        return seat_record(table.game, table.header, table.kept(), seat)

    data = await registry_of(request).exports.of(table, f"record {seat}", made)
    return Response(data, media_type="application/jsonl", headers=_file(live_table, "jsonl"))


def _file(live_table: LiveTable, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{live_table.table.id}.{ending}"'}


routes = [
    Route("/t/{table}/log", log),
    Route("/t/{table}/recap", recap),
    Route("/t/{table}/recap.md", markdown),
    Route("/t/{table}/house", house),
    Route("/t/{table}/record", record),
    Route("/t/{table}/seat/{seat}/record", record),
]
