"""JSON API for programs, over the same tables. A seat's secret travels as `Authorization: Bearer <secret>`.

```
GET  /api/games                                   what can be played
GET  /api/games/<game>/odds                       its odds questions
GET  /api/games/<game>/odds/<question>?name=value the exact answer
POST /api/tables                                  {"game", "files": {name: text}, ...}: open a table; gives the opener's seat and secret
POST /api/tables/<table>/sit                      {"seat", "name"}: take a free seat; gives its secret
GET  /api/tables/<table>/view?seat=<seat>         what that seat may know, and what it may do; with &since=<n>
                                                  only what the log tells after entry n
GET  /api/tables/<table>/figures?seat=<seat>&window=<window>&key=<key>&choice=<json>
                                                  what an option of that seat is worth, with that choice; with
                                                  &each=<pick> what it would be with each item of that pick tried
POST /api/tables/<table>/act?seat=<seat>          a frame as on the socket, such as {"do": "act", "id", "act"}
```
"""

import asyncio
from collections.abc import Iterable, Reversible
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Fault, Refusal, Unreadable
from cliffhanger.kernel.files.bundle import casts
from cliffhanger.kernel.offers import terms
from cliffhanger.kernel.record.format import Entry
from cliffhanger.odds.ask import as_data, filled, named
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.web.http import middleware
from cliffhanger.web.http.create_table import TableRequest, TakenSeat, open_table, seat_bounds, take_seat
from cliffhanger.web.http.requests import authorized_table, find_table, opened_too_many, registry_of, too_many_tables
from cliffhanger.web.http.uploads import tidy
from cliffhanger.web.live import protocol, view_model
from cliffhanger.web.live.figure_service import answered
from cliffhanger.web.live.inputs import put_frame
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page.view import Figure
from cliffhanger.web.workers.pool import Overrun


def answer(content: object, status: int = 200) -> Response:
    """JSON; frozen Structs and all."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def refused(request: Request, why: Refusal, status: int = 409) -> Response:
    """A refusal as on the socket."""
    return answer({"refused": str(why), "rule": why.rule, "why": why.why, "instead": why.instead}, status)


async def games(request: Request) -> Response:
    """What can be played here."""
    registry = registry_of(request)
    rows = []
    for name in registry.names:
        game = registry.games(name)
        low, high = seat_bounds(game)
        rows.append(
            {
                "game": game.id,
                "title": game.title,
                "tagline": game.tagline,
                "version": game.version,
                "seats": [low, high],
                "presets": game.presets,
                "switches": game.switches,
                "forms": [form.name for form in game.forms],
                "casts": {name: each.title for name, each in casts(game.package).items()},
            }
        )
    return answer(rows)


async def questions(request: Request) -> Response:
    """The odds questions of a game."""
    try:
        game = registry_of(request).games(request.path_params["game"])
    except LookupError as unknown:
        return middleware.sentence_response(request.scope, 404, str(unknown.args[0]))
    rows = [{"question": q.name, "title": q.title, "parameters": q.parameters} for q in game.questions]
    return answer([{"game": game.id} | row for row in rows])


async def odds(request: Request) -> Response:
    """One exact answer, made in the worker process."""
    registry = registry_of(request)
    try:
        game = registry.games(request.path_params["game"])
        question = named(game.questions, request.path_params["question"])
        given = filled(question, dict(request.query_params))
        found = await registry.workers.strangers.run(
            registry.limits.odds, answered, registry.games, game.id, question.name, given
        )
    except LookupError as unknown:
        return middleware.sentence_response(request.scope, 404, str(unknown.args[0]))
    except OutOfRange as out:
        return middleware.sentence_response(request.scope, 400, str(out))
    except Overrun:
        return middleware.sentence_response(
            request.scope, 503, "This takes too long to answer here, or too much memory. Ask for something smaller."
        )
    if found is None:
        return middleware.sentence_response(request.scope, 400, "This cannot be answered for those numbers.")
    return answer(as_data(game.id, question, given, found))


async def create(request: Request) -> Response:
    """Open a table."""
    registry = registry_of(request)
    wanted = await _body(request, TableRequest)
    if isinstance(wanted, Response):
        return wanted
    if opened_too_many(request):
        return middleware.sentence_response(request.scope, 429, too_many_tables())
    try:
        return _seat_answer(
            request, await open_table(registry, structs.replace(wanted, files=tidy(wanted.files.items())))
        )
    except LookupError as unknown:
        return middleware.sentence_response(request.scope, 404, str(unknown.args[0]))


class Seating(msgspec.Struct, frozen=True):
    """Who sits down where."""

    seat: str
    name: str = ""


async def sit(request: Request) -> Response:
    """Take a free seat."""
    wanted = await _body(request, Seating)
    if isinstance(wanted, Response):
        return wanted
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return (
            live_table
            if live_table.status_code == 429
            else middleware.sentence_response(request.scope, 404, "There is no such table.")
        )
    return _seat_answer(request, await take_seat(live_table, wanted.seat, wanted.name))


def _seat_answer(request: Request, taken: TakenSeat | Refusal | list[Fault]) -> Response:
    if isinstance(taken, list):
        return answer({"refused": "The files that were brought have faults.", "faults": taken}, 422)
    if isinstance(taken, Refusal):
        return refused(request, taken)
    return answer(
        {"table": taken.live_table.table.id, "seat": taken.seat, "secret": taken.secret, "link": taken.path}, 201
    )


async def _seat(request: Request) -> tuple[LiveTable, str] | Response:
    seat = request.query_params.get("seat", "")
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    live_table = await authorized_table(request, seat, secret if kind.lower() == "bearer" else "")
    return live_table if isinstance(live_table, Response) else (live_table, seat)


async def view(request: Request) -> Response:
    """What a seat may know and do, as data."""
    found = await _seat(request)
    if isinstance(found, Response):
        return found
    live_table, seat = found
    shown = live_table.table.shown
    known = live_table.table.view(seat)
    fixed = () if "fixed" in request.query_params else live_table.table.game.fixed
    drafts = [
        {"seat": key[0], "window": key[1], "key": key[2], "draft": draft}
        for key, draft in live_table.table.drafts_for(seat).items()
    ]
    now = {
        "n": shown.n,
        "game": live_table.table.game.id,
        "seats": shown.seats,
        "paused": shown.paused,
        "closed": shown.closed,
        "asked": live_table.table.asked(),
        "waiting": _awaited(shown.waiting),
        "view": _told(known, fixed),
        "options": [{"option": option, "terms": terms(option)} for option in live_table.table.options(seat)],
        "panels": live_table.table.game.panels(known, seat),
        "drafts": drafts,
    }
    since = request.query_params.get("since", "0")
    if not since.isdecimal() or len(since) > 18:
        return middleware.sentence_response(request.scope, 400, "`since` is the number of an entry.")
    return answer(now | {"log": await asyncio.to_thread(_log, shown.log, seat, int(since))})


def _log(log: Reversible[Entry], seat: str, since: int) -> list[dict[str, Any]]:
    """The log after an entry as a seat may read it; its older part comes from the store, so it is read beside the loop."""
    newer = list(takewhile(lambda entry: entry.n > since, reversed(log)))
    return [
        {"n": entry.n, "at": entry.at, "text": event.text, "who": event.who, "rule": event.rule}
        for entry in reversed(newer)
        for event in entry.events
        if event.text and event.heard_by(seat)
    ]


def _told(view: object, fixed: Iterable[str]) -> dict[str, Any]:
    """A view as plain data, without what never changes: that is asked for once, with `?fixed`."""
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return {name: value for name, value in plain.items() if name not in fixed}


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
    live_table, seat = found
    try:
        frame = protocol.read(await request.body())
    except Unreadable as odd:
        return middleware.sentence_response(request.scope, 400, str(odd))
    id = getattr(frame, "id", "")
    if not id and not isinstance(frame, protocol.Drafts):
        return middleware.sentence_response(request.scope, 400, "That frame belongs on a page's socket.")
    result = await put_frame(live_table, seat, frame)
    if not id:
        return answer({"n": live_table.table.shown.n}) if result.refusal is None else refused(request, result.refusal)
    return answer({"ack": id, "n": result.n}) if result.refusal is None else refused(request, result.refusal)


async def figures(request: Request) -> Response:
    """The figures beside an option of a seat, with a choice: what is left out of it is as it lies there.

    With `each`, the figures with each item of that pick tried, by item.
    """
    found = await _seat(request)
    if isinstance(found, Response):
        return found
    live_table, seat = found
    wanted = {name: request.query_params.get(name, "") for name in ("window", "key")}
    try:
        choice = msgspec.json.decode(request.query_params.get("choice", "{}"), type=protocol.Choice)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return middleware.sentence_response(request.scope, 400, f"This cannot be read: {error}.")
    async with live_table.audience.send_limit(seat).request():
        try:
            asked = protocol.Asks(**wanted, choice=choice)
            if each := request.query_params.get("each", ""):
                rows = await live_table.audience.figures_of_items(seat, asked, each)
                return refused(request, rows) if isinstance(rows, Refusal) else answer(_by_item(rows))
            row = await live_table.audience.figures(seat, asked)
        except TimeoutError:
            return middleware.sentence_response(
                request.scope, 503, "Too much else is asked for just now. Ask again in a moment."
            )
    return refused(request, row) if isinstance(row, Refusal) else answer(view_model.figures(row))


def _by_item(rows: dict[str, tuple[Figure, ...]]) -> dict[str, object]:
    return {item: view_model.figures(row) for item, row in rows.items()}


async def _body(request: Request, kind: Any) -> Any:  # noqa: ANN401
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return middleware.sentence_response(request.scope, 400, f"This cannot be read: {error}.")


routes = [
    Route("/api/games", games),
    Route("/api/games/{game}/odds", questions),
    Route("/api/games/{game}/odds/{question}", odds),
    Route("/api/tables", create, methods=["POST"]),
    Route("/api/tables/{table}/sit", sit, methods=["POST"]),
    Route("/api/tables/{table}/view", view),
    Route("/api/tables/{table}/figures", figures),
    Route("/api/tables/{table}/act", act, methods=["POST"]),
]
