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
GET  /api/openapi.json                            all of this as OpenAPI
POST /api/tables/<table>/act?seat=<seat>          a frame as on the socket, such as {"do": "act", "id", "act"}
```
"""

from typing import Annotated, Any

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from cliffhanger.kernel.errors import Fault, Refusal, Unreadable
from cliffhanger.kernel.files.bundle import casts
from cliffhanger.kernel.game import Game, Question
from cliffhanger.odds.ask import as_data, filled, named
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.web.http import middleware
from cliffhanger.web.http.create_table import TableRequest, TakenSeat, open_table, seat_bounds, take_seat_by_link
from cliffhanger.web.http.openapi import Name, Operation, Parameter, Refused, Sentence, routes_of
from cliffhanger.web.http.requests import (
    authorized_table,
    find_table,
    opened_too_many,
    registry_of,
    sits_too_often,
    too_many_tables,
    wrong_secret,
)
from cliffhanger.web.http.uploads import tidy
from cliffhanger.web.live import program_view, protocol, view_model
from cliffhanger.web.live.figure_service import answered
from cliffhanger.web.live.inputs import put_frame
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page.view import Figure
from cliffhanger.web.workers.pool import Overrun


class GameRow(msgspec.Struct, frozen=True):
    """What can be played: its seats (fewest and most), house rules, kinds of files, and casts that come with it."""

    game: str
    title: str
    tagline: str
    version: str
    seats: list[int]
    presets: Any
    switches: Any
    forms: list[str]
    casts: dict[str, str]


class QuestionRow(msgspec.Struct, frozen=True):
    """One of the odds questions of a game, with what it is asked with."""

    game: str
    question: str
    title: str
    parameters: Any


class Odds(msgspec.Struct, frozen=True):
    """One exact answer: fractions as `p/q`, and the value as a float beside it."""

    game: str
    question: str
    parameters: dict[str, int | str]
    value: str
    float: float
    law: list[list[Any]]
    notes: list[list[str]]


class Taken(msgspec.Struct, frozen=True):
    """A seat that was taken: its table, the secret that opens it, and its link."""

    table: str
    seat: str
    secret: str
    link: str


class Faulty(msgspec.Struct, frozen=True):
    """Files that were brought have faults, each with its place."""

    refused: str
    faults: list[dict[str, Any]]


class ViewOfSeat(msgspec.Struct, frozen=True):
    """What a seat may know, and what it may do now."""

    n: int
    game: str
    seats: list[dict[str, Any]]
    paused: bool
    closed: bool
    asked: list[list[str]]
    waiting: dict[str, Any]
    view: dict[str, Any]
    options: list[dict[str, Any]]
    panels: list[dict[str, Any]]
    drafts: list[dict[str, Any]]
    log: list[dict[str, Any]]


class FigureRow(msgspec.Struct, frozen=True):
    """One figure beside an option: its words, the exact value as `p/q`, and its law."""

    words: str
    value: str
    float: float
    unit: str
    law: list[list[Any]]


class Done(msgspec.Struct, frozen=True):
    """It is kept, up to entry `n`; `ack` is the id that it came with."""

    n: int
    ack: str = ""


SEAT = Parameter("seat", Name, "Which seat asks.", required=True)
SINCE = Parameter("since", Annotated[int, msgspec.Meta(ge=0, lt=10**18)], "Only what the log tells after this entry.")
FIXED = Parameter("fixed", str, "What never changes is told too, if this is there.")
WINDOW = Parameter("window", Name, "The window of the option.", required=True)
KEY = Parameter("key", Name, "The key of the option.", required=True)
CHOICE = Parameter("choice", str, "What is chosen of it, as JSON; what is left out is as it lies there.")
EACH = Parameter("each", Name, "The name of a pick: the figures with each of its items tried, by item.")


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


def _question(game: Game[Any], name: str) -> Question:
    try:
        return named(game.questions, name)
    except OutOfRange as unknown:
        raise LookupError(str(unknown)) from None


async def odds(request: Request) -> Response:
    """One exact answer, made in the worker process."""
    registry = registry_of(request)
    try:
        game = registry.games(request.path_params["game"])
        question = _question(game, request.path_params["question"])
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
    if (why := sits_too_often(request)) is not None:
        return middleware.sentence_response(request.scope, 429, str(why))
    return _seat_answer(request, await take_seat_by_link(live_table, wanted.seat, wanted.name))


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
    if kind.lower() != "bearer" or not secret:
        answered = middleware.sentence_response(request.scope, 401, wrong_secret())
        answered.headers["www-authenticate"] = "Bearer"
        return answered
    live_table = await authorized_table(request, seat, secret)
    return live_table if isinstance(live_table, Response) else (live_table, seat)


async def view(request: Request) -> Response:
    """What a seat may know and do, as data."""
    found = await _seat(request)
    if isinstance(found, Response):
        return found
    live_table, seat = found
    table = live_table.table
    since = request.query_params.get("since", "0")
    if not since.isdecimal() or len(since) > 18:
        return middleware.sentence_response(request.scope, 400, "`since` is the number of an entry.")
    now = program_view.view(table, seat, fixed="fixed" in request.query_params)
    log = await registry_of(request).threads.run(program_view.log, table.shown.log, seat, int(since))
    return answer(now | {"log": log})


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
        return middleware.sentence_response(request.scope, 400, f"This cannot be read: {protocol.shortly(error)}.")
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
        return middleware.sentence_response(request.scope, 400, f"This cannot be read: {protocol.shortly(error)}.")


OPERATIONS = (
    Operation("GET", "/api/games", games, {200: list[GameRow]}),
    Operation("GET", "/api/games/{game}/odds", questions, {200: list[QuestionRow]}),
    Operation("GET", "/api/games/{game}/odds/{question}", odds, {200: Odds, 429: Sentence, 503: Sentence}, free=True),
    Operation("POST", "/api/tables", create, {201: Taken, 409: Refused, 422: Faulty}, body=TableRequest),
    Operation("POST", "/api/tables/{table}/sit", sit, {201: Taken, 409: Refused}, body=Seating),
    Operation("GET", "/api/tables/{table}/view", view, {200: ViewOfSeat}, (SEAT, SINCE, FIXED), secret=True),
    Operation(
        "GET",
        "/api/tables/{table}/figures",
        figures,
        {200: list[FigureRow] | dict[str, list[FigureRow]], 409: Refused},
        (SEAT, WINDOW, KEY, CHOICE, EACH),
        secret=True,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/act",
        act,
        {200: Done, 409: Refused},
        (SEAT,),
        body=protocol.Frame,
        secret=True,
    ),
)
"""All that a program can ask."""
routes = routes_of(OPERATIONS)
