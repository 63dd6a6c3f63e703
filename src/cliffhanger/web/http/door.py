"""Front page routes: start a table, try one alone, join one by link or by its four words, choose a seat."""

import re
from functools import partial

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.web.http import responses
from cliffhanger.web.http.create_table import TableRequest, open_solo_table, open_table, take_seat_by_link
from cliffhanger.web.http.forms import Form, fields
from cliffhanger.web.http.held import guest, held, remember_guest
from cliffhanger.web.http.requests import find_table, opened_too_many, registry_of, sits_too_often, too_many_tables
from cliffhanger.web.http.seat import seated
from cliffhanger.web.http.uploads import files_of
from cliffhanger.web.live import protocol
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page.language import _

LINK = re.compile(r"/t/([a-z0-9-]+)(/seat/[A-Za-z0-9_.-]+|/watch)?(\?[a-z]+(=[A-Za-z0-9_.-]+)?)?(#s=[A-Za-z0-9_-]+)?$")

MAX_FIELDS = 200  # fields, and files, of a form that are looked at at all


async def front(request: Request) -> Response:
    """The first screen."""
    registry = registry_of(request)
    return responses.front_page((registry.games(name) for name in registry.names), registry.pace, held(request))


async def start(request: Request) -> Response:
    """Open a table; whoever opens it runs it."""
    return await _opened(request, alone=False)


async def alone(request: Request) -> Response:
    """One tap: a ready table, you sit, bots hold the other chairs."""
    return await _opened(request, alone=True)


async def _opened(request: Request, *, alone: bool) -> Response:
    async with request.form(max_files=MAX_FIELDS, max_fields=MAX_FIELDS) as sent:
        form, files = fields(sent), await files_of(sent)
    form.setdefault("pace", [registry_of(request).pace])
    wanted = table_request(form, request.path_params.get("game", ""))
    if isinstance(wanted, Refusal):
        return responses.refusal_page(_("No table was opened"), wanted, status=400)
    if opened_too_many(request):
        return responses.refusal_page(_("No table was opened"), Refusal("", too_many_tables()), status=429)
    try:
        opens = open_solo_table if alone else partial(open_table, gathers=True)
        taken = await opens(registry_of(request), structs.replace(wanted, files=files))
    except LookupError as unknown:
        return responses.refusal_page(_("No table was opened"), Refusal("", str(unknown.args[0])), status=404)
    if isinstance(taken, Refusal):
        return responses.refusal_page(_("No table was opened"), taken, status=400)
    if isinstance(taken, list):
        return responses.file_faults(registry_of(request).games(wanted.game), taken, form)
    return seated(taken, request, alone=alone)


def table_request(form: Form, game: str) -> TableRequest | Refusal:
    """What a form asks of a new table."""

    def one(name: str) -> str:
        return form.get(name, [""])[-1].strip()

    house = {name.removeprefix("house."): values[-1] for name, values in form.items() if name.startswith("house.")}
    plain = {
        name: one(name)
        for name in ("preset", "cast", "seats", "undo", "pace", "title", "lines", "name", "host")
        if one(name)
    }
    ticks = {name: one(name) in ("1", "on", "true", "yes") for name in ("typed", "sharp")}
    asked = {**plain, "game": game or one("game"), "house": house, **ticks}
    try:
        return msgspec.convert(asked, TableRequest, strict=False)
    except msgspec.ValidationError as error:
        return Refusal("", _("This form cannot be read: {error}.").format(error=protocol.shortly(error)))


async def join(request: Request) -> Response:
    """A pasted link, or the four words of a table."""
    text = fields(await request.form()).get("link", [""])[-1].strip()
    if found := LINK.search(text):
        return RedirectResponse(found[0], 303)
    words = re.findall(r"[a-z0-9]+", text.lower())
    if not 1 <= len(words) <= 6:
        return responses.not_found()
    return RedirectResponse(f"/t/{'-'.join(words)}", 303)


async def seats(request: Request) -> Response:
    """Who sits where at a table, and which seats are free; a page that is open asks again with what is ticked there."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    asked = request.query_params
    return _seats(live_table, request, chosen=asked.get("seat", ""), again="seat" in asked)


def _seats(
    live_table: LiveTable,
    request: Request,
    *,
    chosen: str,
    name: str = "",
    why: Refusal | None = None,
    status: int = 409,
    again: bool = False,
) -> Response:
    who = guest(request)
    page = responses.seats_page(
        live_table, guest=who, chosen=chosen, name=name, why=why, status=status, held=held(request), again=again
    )
    remember_guest(page, request, live_table, who)
    return page


async def mine(request: Request) -> Response:
    """Back from what everybody may read of a table: to the seat that this browser holds there, else to the way in."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    table = live_table.table
    taken = {each.id for each in table.shown.seats if each.holder == "person"}
    own = next((each for each in held(request) if each.table == table.id and each.seat in taken), None)
    return RedirectResponse(own.way if own else f"/t/{table.id}", 303)


async def back(request: Request) -> Response:
    """Ask for a seat back that was taken in another browser: who may free it sees that, and the way in says so."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    seat = fields(await request.form()).get("seat", [""])[-1]
    if (why := sits_too_often(request)) is not None:
        return _seats(live_table, request, chosen="", why=why, status=429)
    who = guest(request)
    if any(each.id == seat and each.holder == "person" for each in live_table.table.shown.seats):
        live_table.audience.ask_back(who, seat)
    answer = RedirectResponse(f"/t/{live_table.table.id}", 303)
    remember_guest(answer, request, live_table, who)
    return answer


async def sit(request: Request) -> Response:
    """Take a free seat by the table's link; the answer is the way to it, with a fresh secret."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    form = fields(await request.form())
    chair = form.get("seat", [""])[-1]
    if chair == WATCH and not live_table.audience.bench.invited:
        return RedirectResponse(watch_link(live_table), 303)
    name = form.get("name", [""])[-1]
    if (why := sits_too_often(request)) is not None:
        return _seats(live_table, request, chosen=chair, name=name, why=why, status=429)
    taken = await take_seat_by_link(live_table, chair, name)
    if isinstance(taken, Refusal):
        return _seats(live_table, request, chosen=chair, name=name, why=taken)
    return seated(taken, request, make="make" in form)


def watch_link(live_table: LiveTable) -> str:
    """The link of those who only watch."""
    return f"/t/{live_table.table.id}/watch#s={live_table.audience.watch_secret}"


routes = [
    Route("/", front),
    Route("/tables", start, methods=["POST"]),
    Route("/new/{game}", start, methods=["POST"]),
    Route("/try", alone, methods=["POST"]),
    Route("/alone/{game}", alone, methods=["POST"]),
    Route("/join", join, methods=["POST"]),
    Route("/t/{table}", seats),
    Route("/t/{table}/mine", mine),
    Route("/t/{table}/back", back, methods=["POST"]),
    Route("/t/{table}/sit", sit, methods=["POST"]),
]
