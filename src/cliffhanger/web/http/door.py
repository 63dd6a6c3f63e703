"""The door: start a table, try one alone, join one by link or by its four words, choose a seat."""

import re

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.web.http import responses
from cliffhanger.web.http.create_table import Wish, opened, taken, tried
from cliffhanger.web.http.forms import Form, fields
from cliffhanger.web.http.requests import MANY, crowded, hub_of, known
from cliffhanger.web.http.seat import seated
from cliffhanger.web.http.uploads import files_of
from cliffhanger.web.live.links import watching
from cliffhanger.web.live.live_table import Live

LINK = re.compile(r"/t/([a-z0-9-]+)(/seat/[A-Za-z0-9_.-]+|/watch)?(#s=[A-Za-z0-9_-]+)?$")

MOST = 200  # fields, and files, of a form that are looked at at all


async def front(request: Request) -> Response:
    """The first screen."""
    hub = hub_of(request)
    return responses.front(hub.games(name) for name in hub.names)


async def start(request: Request) -> Response:
    """Open a table; whoever opens it runs it."""
    return await _opened(request, alone=False)


async def alone(request: Request) -> Response:
    """One tap: a ready table, you sit, bots hold the other chairs."""
    return await _opened(request, alone=True)


async def _opened(request: Request, *, alone: bool) -> Response:
    async with request.form(max_files=MOST, max_fields=MOST) as sent:
        form, files = fields(sent), await files_of(sent)
    wish = wished(form, request.path_params.get("game", ""))
    if isinstance(wish, Refusal):
        return responses.sorry("No table was opened", wish, status=400)
    if crowded(request):
        return responses.sorry("No table was opened", Refusal("", MANY), status=429)
    try:
        place = await (tried if alone else opened)(hub_of(request), structs.replace(wish, files=files))
    except LookupError as unknown:
        return responses.sorry("No table was opened", Refusal("", str(unknown.args[0])), status=404)
    if isinstance(place, Refusal):
        return responses.sorry("No table was opened", place, status=400)
    if isinstance(place, list):
        return responses.faulty(hub_of(request).games(wish.game), place, form)
    return seated(place, request)


def wished(form: Form, game: str) -> Wish | Refusal:
    """What a form asks of a new table."""

    def one(name: str) -> str:
        return form.get(name, [""])[-1].strip()

    house = {name.removeprefix("house."): values[-1] for name, values in form.items() if name.startswith("house.")}
    plain = {name: one(name) for name in ("preset", "seats", "undo", "title", "lines", "name") if one(name)}
    asked = {**plain, "game": game or one("game"), "house": house, "typed": one("typed") in ("1", "on", "true", "yes")}
    try:
        return msgspec.convert(asked, Wish, strict=False)
    except msgspec.ValidationError as error:
        return Refusal("", f"This form cannot be read: {error}.")


async def join(request: Request) -> Response:
    """A pasted link, or the four words of a table."""
    text = fields(await request.form()).get("link", [""])[-1].strip()
    if found := LINK.search(text):
        return RedirectResponse(found[0], 303)
    words = re.findall(r"[a-z0-9]+", text.lower())
    if not 1 <= len(words) <= 6:
        return responses.nothing()
    return RedirectResponse(f"/t/{'-'.join(words)}", 303)


async def seats(request: Request) -> Response:
    """Who sits where at a table, and which seats are free."""
    live = await known(request)
    return live if isinstance(live, Response) else responses.joining(live, chosen=request.query_params.get("seat", ""))


async def sit(request: Request) -> Response:
    """Take a free seat by the table's link; the answer is the way to it, with a fresh secret."""
    live = await known(request)
    if isinstance(live, Response):
        return live
    form = fields(await request.form())
    chair = form.get("seat", [""])[-1]
    if chair == WATCH:
        return RedirectResponse(bench(live), 303)
    place = await taken(hub_of(request), live, chair, form.get("name", [""])[-1])
    return (
        responses.joining(live, chosen=chair, why=place)
        if isinstance(place, Refusal)
        else seated(place, request, make="make" in form)
    )


def bench(live: Live) -> str:
    """The link of those who only watch."""
    return f"/t/{live.table.id}/watch#s={watching(live.secrets.key)}"


routes = [
    Route("/", front),
    Route("/tables", start, methods=["POST"]),
    Route("/new/{game}", start, methods=["POST"]),
    Route("/try", alone, methods=["POST"]),
    Route("/alone/{game}", alone, methods=["POST"]),
    Route("/join", join, methods=["POST"]),
    Route("/t/{table}", seats),
    Route("/t/{table}/sit", sit, methods=["POST"]),
]
