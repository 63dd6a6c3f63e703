"""Seat routes: a seat's page and everything that is done from it without script; and the page of those who watch."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.web.http import responses
from cliffhanger.web.http.create_table import TakenSeat, change_chair
from cliffhanger.web.http.forms import KINDS, fields, frame_of
from cliffhanger.web.http.held import remember
from cliffhanger.web.http.requests import authorized_table, find_table, origin
from cliffhanger.web.live import screens
from cliffhanger.web.live.inputs import put_frame
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page import render, shell, skins
from cliffhanger.web.page.html import Markup, numbered

COOKIE = "seat"
MONTH = 30 * 24 * 3_600
AGAIN = 10  # seconds until the room's screen is fetched anew where no script draws it


async def seat_page(request: Request) -> Response:
    """The seat's view where the browser has its cookie; else a shell whose script opens it with the link's secret."""
    seat = request.path_params["seat"]
    if secret := request.cookies.get(COOKIE):
        live_table = await authorized_table(request, seat, secret)
        if isinstance(live_table, LiveTable):
            return page(live_table, seat, request, screen=screens.asked(request.query_params, seat))
        live_table.delete_cookie(COOKIE, path=quote(request.url.path))
        return live_table
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    screen = screens.asked(request.query_params, seat)
    body = shell.shell(live_table.audience.meta(WATCH, ""), seat, screen)
    return HTMLResponse(_document(live_table, seat, body, screen))


def page(
    live_table: LiveTable, seat: str, request: Request, refusal: Refusal | None = None, *, screen: str = ""
) -> Response:
    """A seat's whole page, drawn here, or another `screen` of its; one that nobody touches looks again by itself."""
    live_table.audience.comes(seat, screen)
    live_table.bots.wake()
    body = numbered(live_table.audience.html(seat, origin(request), screen), live_table.table.shown.n)
    if refusal is not None:
        body = responses.refusal_note(refusal) + body
    again = {"Refresh": str(AGAIN)} if screen == screens.ROOM else None
    return HTMLResponse(_document(live_table, seat, body, screen), 200 if refusal is None else 409, again)


def _document(live_table: LiveTable, seat: str, body: Markup, screen: str = "") -> Markup:
    return render.document(
        body,
        title=live_table.audience.title(seat),
        skin=skins.skin(live_table.table.game),
        style=f"{screen}.css" if screen else "",
        game=live_table.table.game,
    )


async def watch(request: Request) -> Response:
    """The page of those who watch: it shows what everybody may see."""
    request.path_params["seat"] = WATCH
    return await seat_page(request)


def seated(taken: TakenSeat, request: Request, *, make: bool = False, alone: bool = False) -> Response:
    """To the seat just taken, by link for a browser with script, by cookie for one without; or to its maker.

    As long as nobody has played one comes into the lobby, but for whoever plays `alone`.
    """
    way = taken.path
    if make:
        way = f"{home(taken.live_table, taken.seat)}/maker"
    elif not alone and taken.live_table.audience.lobby_is_open:
        way = way.replace("#", f"?{screens.LOBBY}#")
    return _with_cookie(RedirectResponse(way, 303), taken.live_table, taken.seat, taken.secret, request)


async def link(request: Request) -> Response:
    """To the seat by its link, for a page that has come by its cookie and has script after all."""
    seat, secret = request.path_params["seat"], request.cookies.get(COOKIE, "")
    live_table = await authorized_table(request, seat, secret)
    if isinstance(live_table, Response):
        return live_table
    return RedirectResponse(
        f"{home(live_table, seat)}{_shown(screens.asked(request.query_params, seat))}#s={secret}", 303
    )


async def enter(request: Request) -> Response:
    """Without script: the seat's code, typed in, becomes a cookie for this one seat."""
    seat = request.path_params["seat"]
    form = fields(await request.form())
    secret = (form.get("secret") or form.get("code") or [""])[-1].strip().rpartition("#s=")[2]
    live_table = await authorized_table(request, seat, secret)
    if isinstance(live_table, Response):
        return live_table
    then = form.get("next", [""])[-1]
    way = "/maker" if then == "maker" else _shown(screens.asked([then], seat))
    return _with_cookie(RedirectResponse(home(live_table, seat) + way, 303), live_table, seat, secret, request)


def _with_cookie(response: Response, live_table: LiveTable, seat: str, secret: str, request: Request) -> Response:
    secure = request.url.scheme == "https"
    remember(response, request, live_table, seat, MONTH)
    response.set_cookie(
        COOKIE, secret, MONTH, path=quote(home(live_table, seat)), secure=secure, httponly=True, samesite="strict"
    )
    return response


def _shown(screen: str) -> str:
    return f"?{screen}" if screen else ""


def home(live_table: LiveTable, seat: str) -> str:
    """The address of a seat's page, without its secret."""
    return f"/t/{live_table.table.id}/seat/{seat}"


async def chair(request: Request) -> Response:
    """At the way in: from running the game to playing it, and back."""
    seat = request.path_params["seat"]
    live_table = await authorized_table(request, seat, request.cookies.get(COOKIE, ""))
    if isinstance(live_table, Response):
        return live_table
    wanted = fields(await request.form()).get("seat", [""])[-1]
    taken = await change_chair(live_table, seat, wanted)
    if isinstance(taken, Refusal):
        return page(live_table, seat, request, taken, screen=screens.LOBBY)
    return seated(taken, request)


async def do(request: Request) -> Response:
    """A form of a seat's page: act, draft, undo, rule, end, close, faces, pause, sit."""
    seat, what = request.path_params["seat"], request.path_params["do"]
    if what not in KINDS:
        return responses.not_found()
    live_table = await authorized_table(request, seat, request.cookies.get(COOKIE, ""))
    if isinstance(live_table, Response):
        return live_table
    form = fields(await request.form())
    frame = frame_of(what, form, live_table.table, seat)
    refusal = frame if isinstance(frame, Refusal) else (await put_frame(live_table, seat, frame)).refusal
    if refusal is not None:
        return page(live_table, seat, request, refusal)
    return RedirectResponse(home(live_table, seat) + _shown(screens.asked(form.get("screen", ()), seat)), 303)


routes = [
    Route("/t/{table}/seat/{seat}", seat_page),
    Route("/t/{table}/watch", watch),
    Route("/t/{table}/seat/{seat}/link", link),
    Route("/t/{table}/seat/{seat}/chair", chair, methods=["POST"]),
    Route("/t/{table}/seat/{seat}/enter", enter, methods=["POST"]),
    Route("/t/{table}/seat/{seat}/{do}", do, methods=["POST"]),
]
