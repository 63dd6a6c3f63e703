"""A seat's page and everything that is done from it without script; and the bench of those who watch."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.web.http import responses
from cliffhanger.web.http.create_table import Place
from cliffhanger.web.http.forms import KINDS, fields, frame_of
from cliffhanger.web.http.requests import entered, known, origin
from cliffhanger.web.live import view_model
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.live.readings import put_in
from cliffhanger.web.page import render, skins
from cliffhanger.web.page.html import numbered

COOKIE = "seat"
MONTH = 30 * 24 * 3_600


async def seat_page(request: Request) -> Response:
    """The seat's view where the browser has its cookie; else a shell whose script opens it with the link's secret."""
    seat = request.path_params["seat"]
    if secret := request.cookies.get(COOKIE):
        live = await entered(request, seat, secret)
        if isinstance(live, Live):
            return page(live, seat, request)
        live.delete_cookie(COOKIE, path=quote(request.url.path))
        return live
    live = await known(request)
    if isinstance(live, Response):
        return live
    return HTMLResponse(_document(live, seat, render.shell(view_model.meta(live, WATCH, ""), seat)))


def page(live: Live, seat: str, request: Request, refusal: Refusal | None = None) -> Response:
    """A seat's whole page, drawn here."""
    body = numbered(view_model.body(live, seat, origin(request)), live.table.shown.n)
    if refusal is not None:
        body = responses.refused(refusal) + body
    return HTMLResponse(_document(live, seat, body), 200 if refusal is None else 409)


def _document(live: Live, seat: str, body: str) -> str:
    return render.document(body, title=view_model.title(live, seat), skin=skins.skin(live.table.game))


async def watch(request: Request) -> Response:
    """The bench: the seat that sees what everybody may see."""
    request.path_params["seat"] = WATCH
    return await seat_page(request)


def seated(place: Place, request: Request, *, make: bool = False) -> Response:
    """To the seat just taken, by link for a browser with script, by cookie for one without; or to its maker."""
    way = f"{home(place.live, place.seat)}/maker" if make else place.path
    return _with_cookie(RedirectResponse(way, 303), place.live, place.seat, place.secret, request)


async def enter(request: Request) -> Response:
    """Without script: the seat's code, typed in, becomes a cookie for this one seat."""
    seat = request.path_params["seat"]
    form = fields(await request.form())
    secret = (form.get("secret") or form.get("code") or [""])[-1].strip().rpartition("#s=")[2]
    live = await entered(request, seat, secret)
    if isinstance(live, Response):
        return live
    maker = "/maker" if form.get("next", [""])[-1] == "maker" else ""
    return _with_cookie(RedirectResponse(home(live, seat) + maker, 303), live, seat, secret, request)


def _with_cookie(response: Response, live: Live, seat: str, secret: str, request: Request) -> Response:
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, secret, MONTH, path=quote(home(live, seat)), secure=secure, httponly=True, samesite="strict"
    )
    return response


def home(live: Live, seat: str) -> str:
    """The address of a seat's page, without its secret."""
    return f"/t/{live.table.id}/seat/{seat}"


async def do(request: Request) -> Response:
    """A form of a seat's page: act, draft, undo, rule, end, close, faces, pause, sit."""
    seat, what = request.path_params["seat"], request.path_params["do"]
    if what not in KINDS:
        return responses.nothing()
    live = await entered(request, seat, request.cookies.get(COOKIE, ""))
    if isinstance(live, Response):
        return live
    frame = frame_of(what, fields(await request.form()), live.table, seat)
    refusal = frame if isinstance(frame, Refusal) else (await put_in(live, seat, frame)).refusal
    if refusal is not None:
        return page(live, seat, request, refusal)
    return RedirectResponse(home(live, seat), 303)


routes = [
    Route("/t/{table}/seat/{seat}", seat_page),
    Route("/t/{table}/watch", watch),
    Route("/t/{table}/seat/{seat}/enter", enter, methods=["POST"]),
    Route("/t/{table}/seat/{seat}/{do}", do, methods=["POST"]),
]
