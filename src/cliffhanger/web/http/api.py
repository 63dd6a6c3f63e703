"""The same table for programs, as JSON. A seat's secret travels as `Authorization: Bearer <secret>`.

```
GET  /api/games                                   what can be played
GET  /api/games/<game>/odds                       its odds questions
GET  /api/games/<game>/odds/<question>?name=value the exact answer
POST /api/tables                                  {"game", "files": {name: text}, ...}: open a table; gives the opener's seat and secret
POST /api/tables/<table>/sit                      {"seat", "name"}: take a free seat; gives its secret
GET  /api/tables/<table>/view?seat=<seat>         what that seat may know, and what it may do
POST /api/tables/<table>/act?seat=<seat>          a frame as on the socket, such as {"do": "act", "id", "act"}
```
"""

from typing import Any

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Fault, Refusal, Unreadable
from cliffhanger.kernel.offers import terms
from cliffhanger.odds.ask import as_data, filled, named
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.table.drafts import seen
from cliffhanger.web.http import middleware
from cliffhanger.web.http.create_table import Place, Wish, bounds, opened, taken
from cliffhanger.web.http.requests import MANY, crowded, entered, hub_of, known
from cliffhanger.web.http.uploads import tidy
from cliffhanger.web.live import protocol
from cliffhanger.web.live.figure_service import answered
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.live.readings import put_in
from cliffhanger.web.workers.pool import Overrun


def answer(content: object, status: int = 200) -> Response:
    """JSON; frozen Structs and all."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def refused(request: Request, why: Refusal, status: int = 409) -> Response:
    """A refusal as on the socket."""
    return answer({"refused": str(why), "rule": why.rule, "why": why.why, "instead": why.instead}, status)


async def games(request: Request) -> Response:
    """What can be played here."""
    hub = hub_of(request)
    rows = []
    for name in hub.names:
        game = hub.games(name)
        low, high = bounds(game)
        rows.append({
            "game": game.id, "title": game.title, "tagline": game.tagline, "version": game.version,
            "seats": [low, high], "presets": game.presets, "switches": game.switches,
            "forms": [form.name for form in game.forms],
        })  # fmt: skip
    return answer(rows)


async def questions(request: Request) -> Response:
    """The odds questions of a game."""
    try:
        game = hub_of(request).games(request.path_params["game"])
    except LookupError as unknown:
        return middleware.said(request.scope, 404, str(unknown.args[0]))
    rows = [{"question": q.name, "title": q.title, "parameters": q.parameters} for q in game.questions]
    return answer([{"game": game.id} | row for row in rows])


async def odds(request: Request) -> Response:
    """One exact answer, made beside the loop."""
    hub = hub_of(request)
    try:
        game = hub.games(request.path_params["game"])
        question = named(game.questions, request.path_params["question"])
        given = filled(question, dict(request.query_params))
        found = await hub.asides.strangers.run(hub.limits.odds, answered, hub.games, game.id, question.name, given)
    except LookupError as unknown:
        return middleware.said(request.scope, 404, str(unknown.args[0]))
    except OutOfRange as out:
        return middleware.said(request.scope, 400, str(out))
    except Overrun:
        return middleware.said(request.scope, 503, "This takes too long to answer here. Ask for something smaller.")
    if found is None:
        return middleware.said(request.scope, 400, "This cannot be answered for those numbers.")
    return answer(as_data(game.id, question, given, found))


async def create(request: Request) -> Response:
    """Open a table."""
    hub = hub_of(request)
    wish = await _body(request, Wish)
    if isinstance(wish, Response):
        return wish
    if crowded(request):
        return middleware.said(request.scope, 429, MANY)
    try:
        return _placed(request, await opened(hub, structs.replace(wish, files=tidy(wish.files.items()))))
    except LookupError as unknown:
        return middleware.said(request.scope, 404, str(unknown.args[0]))


class Seating(msgspec.Struct, frozen=True):
    """Who sits down where."""

    seat: str
    name: str = ""


async def sit(request: Request) -> Response:
    """Take a free seat."""
    wanted = await _body(request, Seating)
    if isinstance(wanted, Response):
        return wanted
    live = await known(request)
    if isinstance(live, Response):
        return live if live.status_code == 429 else middleware.said(request.scope, 404, "There is no such table.")
    return _placed(request, await taken(hub_of(request), live, wanted.seat, wanted.name))


def _placed(request: Request, place: Place | Refusal | list[Fault]) -> Response:
    if isinstance(place, list):
        return answer({"refused": "The files that were brought have faults.", "faults": place}, 422)
    if isinstance(place, Refusal):
        return refused(request, place)
    return answer({"table": place.live.table.id, "seat": place.seat, "secret": place.secret, "link": place.path}, 201)


async def _seat(request: Request) -> tuple[Live, str] | Response:
    seat = request.query_params.get("seat", "")
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    live = await entered(request, seat, secret if kind.lower() == "bearer" else "")
    return live if isinstance(live, Response) else (live, seat)


async def view(request: Request) -> Response:
    """What a seat may know and do, as data."""
    found = await _seat(request)
    if isinstance(found, Response):
        return found
    live, seat = found
    shown = live.table.shown
    known = live.table.view(seat)
    drafts = [
        {"seat": key[0], "window": key[1], "key": key[2], "draft": draft}
        for key, draft in seen(shown.drafts, seat).items()
    ]
    log = [
        {"n": entry.n, "at": entry.at, "text": event.text, "who": event.who, "rule": event.rule}
        for entry in shown.log
        for event in entry.events
        if event.text and event.heard_by(seat)
    ]
    return answer({
        "n": shown.n, "game": live.table.game.id, "seats": shown.seats, "paused": shown.paused, "closed": shown.closed,
        "asked": live.table.asked(), "waiting": _awaited(shown.waiting), "view": known,
        "options": [{"option": option, "terms": terms(option)} for option in live.table.options(seat)],
        "panels": live.table.game.panels(known, seat), "drafts": drafts, "log": log,
    })  # fmt: skip


def _awaited(waiting: object) -> dict[str, Any]:
    if isinstance(waiting, Roll):
        return {"roll": waiting.id, "seat": waiting.seat, "dice": waiting.dice, "title": waiting.title}
    if isinstance(waiting, Draw):
        return {"draw": waiting.id, "seat": waiting.seat, "count": waiting.count}
    return {"over": waiting.scores} if isinstance(waiting, Over) else {}


async def act(request: Request) -> Response:
    """Do something, as a frame on the socket would; answered once it is kept."""
    found = await _seat(request)
    if isinstance(found, Response):
        return found
    live, seat = found
    try:
        frame = protocol.read(await request.body())
    except Unreadable as odd:
        return middleware.said(request.scope, 400, str(odd))
    id = getattr(frame, "id", "")
    if not id and not isinstance(frame, protocol.Drafts):
        return middleware.said(request.scope, 400, "That frame belongs on a page's socket.")
    told = await put_in(live, seat, frame)
    if not id:
        return answer({"n": live.table.shown.n}) if told.refusal is None else refused(request, told.refusal)
    return answer({"ack": id, "n": told.n}) if told.refusal is None else refused(request, told.refusal)


async def _body(request: Request, kind: Any) -> Any:  # noqa: ANN401
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return middleware.said(request.scope, 400, f"This cannot be read: {error}.")


routes = [
    Route("/api/games", games),
    Route("/api/games/{game}/odds", questions),
    Route("/api/games/{game}/odds/{question}", odds),
    Route("/api/tables", create, methods=["POST"]),
    Route("/api/tables/{table}/sit", sit, methods=["POST"]),
    Route("/api/tables/{table}/view", view),
    Route("/api/tables/{table}/act", act, methods=["POST"]),
]
