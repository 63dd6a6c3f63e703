"""Read-only routes of a table: the log, the recap and its card, the house rules, the record."""

import gzip
from collections.abc import Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cliffhanger.cards import png as pictures
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentences import Voice
from cliffhanger.table import table_events
from cliffhanger.table.projection import seat_record
from cliffhanger.table.recap import Recap
from cliffhanger.table.recap_markdown import markdown as written
from cliffhanger.table.session import Table
from cliffhanger.web.http import responses
from cliffhanger.web.http.requests import authorized_table, find_table, origin, registry_of
from cliffhanger.web.http.seat import COOKIE
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page import dice_check, recap_card, skins, whole_log
from cliffhanger.web.page import house as house_page
from cliffhanger.web.page import recap as recap_page
from cliffhanger.web.page.html import Markup


async def log(request: Request) -> Response:
    """The whole log, as everybody may read it."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    meta, table = live_table.audience.meta(WATCH, ""), live_table.table

    def made() -> Markup:  # beside the loop
        return whole_log.whole(meta, _told(table, table_events.voice(table.game, table.policy.language)))

    body = await registry_of(request).exports.of(table, "log", made)
    page = responses.html_page(body, meta.title, game=table.game)
    if len(body) > PACKED:
        page.headers["content-encoding"] = "identity"
    return page


async def recap(request: Request) -> Response:
    """The recap of an evening, or of what there is of it so far."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    meta, game = live_table.audience.meta(WATCH, ""), live_table.table.game
    told, skin, png = await _recap(request, live_table), skins.skin(game), pictures.there()
    body = recap_page.recap(meta, told, skin, url=f"{origin(request)}/t/{meta.id}/recap", png=png)
    said = recap_page.shared(origin(request), told, meta.id, skin.recap, png=png)
    return responses.html_page(body, told.title, game=game, style=recap_page.STYLE, script=recap_page.SCRIPT, head=said)


async def _recap(request: Request, live_table: LiveTable) -> Recap:
    return await registry_of(request).recaps.of(live_table.table)


async def card(request: Request) -> Response:
    """The card of an evening to send, as SVG or, where something is installed that makes one, as PNG."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    table, told = live_table.table, await _recap(request, live_table)
    svg = await registry_of(request).exports.of(
        table, "recap.svg", lambda: recap_card.card(told, skins.skin(table.game))
    )
    if request.url.path.endswith(".svg"):
        return Response(svg, media_type="image/svg+xml")
    if not pictures.there():
        return responses.not_found()
    png = await registry_of(request).exports.of(table, "recap.png", lambda: _drawn(svg))
    return Response(png, media_type="image/png")


def _drawn(svg: str) -> bytes:
    return pictures.picture(svg, recap_page.CARD_PIXELS) or b""


def _told(table: Table, voice: Voice) -> Sequence[Entry]:
    """The log as the room is told it, in the language of its table."""
    log = tuple(table.shown.log)
    return table_events.heard(voice, log, WATCH, ()) if table.policy.language else log


async def markdown(request: Request) -> Response:
    """The recap, for a notebook."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    text = written(await _recap(request, live_table))
    return PlainTextResponse(text, media_type="text/markdown", headers=_file(live_table, "md"))


async def house(request: Request) -> Response:
    """The house rules of a table."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    meta = live_table.audience.meta(WATCH, "")
    return responses.html_page(house_page.house(live_table.table.game, meta), meta.title, game=live_table.table.game)


async def dice(request: Request) -> Response:
    """How the dice of a table are checked."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    meta, game = live_table.audience.meta(WATCH, ""), live_table.table.game
    return responses.html_page(dice_check.page(meta), meta.title, game=game, script=dice_check.SCRIPT)


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

    exports, name, headers = registry_of(request).exports, f"record {seat}", _file(live_table, "jsonl")
    data = await exports.of(table, name, made)
    if len(data) > PACKED:
        headers |= {"vary": "accept-encoding", "content-encoding": "identity"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            data = await exports.of(table, f"{name} packed", partial(gzip.compress, data, 6, mtime=0))
            headers |= {"content-encoding": "gzip"}
    return Response(data, media_type="application/jsonl", headers=headers)


PACKED = 1_000_000  # beyond so many bytes an answer is packed beside the loop and once, or not at all


def _file(live_table: LiveTable, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{live_table.table.id}.{ending}"'}


routes = [
    Route("/t/{table}/log", log),
    Route("/t/{table}/recap", recap),
    Route("/t/{table}/recap.md", markdown),
    Route("/t/{table}/recap.svg", card),
    Route("/t/{table}/recap.png", card),
    Route("/t/{table}/house", house),
    Route("/t/{table}/dice", dice),
    Route("/t/{table}/record", record),
    Route("/t/{table}/seat/{seat}/record", record),
]
