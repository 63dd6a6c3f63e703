"""A seat's own maker: it begins with the sheet the seat has, and what reads well goes to the table by a button.

What the table makes of it is its game's business: a player's sheet is a proposal there, until whoever runs it agrees.
"""

from hashlib import blake2b
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cliffhanger.kernel.game import WATCH, Form
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Text
from cliffhanger.web.http import responses
from cliffhanger.web.http.forms import fields
from cliffhanger.web.http.requests import entered, known
from cliffhanger.web.http.seat import COOKIE, home
from cliffhanger.web.http.sheets import checked
from cliffhanger.web.live import protocol, view_model
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.live.readings import SLOW, put_in
from cliffhanger.web.page import sheet
from cliffhanger.web.workers.pool import Overrun


class Bench(NamedTuple):
    """Where a seat makes its sheet: its table, the option that asks for one, and the form it has to satisfy."""

    live: Live
    seat: str
    secret: str
    option: Option
    param: Text
    form: Form


async def maker(request: Request) -> Response:
    """The maker, with the sheet as it is."""
    bench = await _bench(request)
    return bench if isinstance(bench, Response) else await _drawn(bench, {"text": [bench.param.start]}, fresh=True)


async def make(request: Request) -> Response:
    """Check what was written; with the other button, hand it to the table."""
    bench = await _bench(request)
    if isinstance(bench, Response):
        return bench
    posted = fields(await request.form())
    hand = posted.pop("hand", None) is not None
    return await _drawn(bench, posted, hand=hand)


async def back(request: Request) -> Response:
    """To the seat's page, by its whole link: this browser has shown that it holds it."""
    bench = await _bench(request)
    return bench if isinstance(bench, Response) else _home(bench)


async def _bench(request: Request) -> Bench | Response:
    seat, secret = request.path_params["seat"], request.cookies.get(COOKIE, "")
    live = await (entered(request, seat, secret) if secret else known(request))
    if isinstance(live, Response):
        return live
    if not secret:
        return responses.leaf(sheet.locked(home(live, seat)), live.table.game.title, game=live.table.game, status=403)
    forms = {form.name: form for form in live.table.game.forms}
    for option in live.table.options(seat):
        if len(option.params) == 1 and isinstance(param := option.params[0], Text) and param.form in forms:
            return Bench(live, seat, secret, option, param, forms[param.form])
    return responses.nothing()


async def _drawn(bench: Bench, posted: dict[str, list[str]], *, hand: bool = False, fresh: bool = False) -> Response:
    live, hub, game = bench.live, bench.live.hub, bench.live.table.game
    own = sheet.Own(home(live, bench.seat), bench.option.label, bench.option.blocked or bench.option.says, fresh)
    try:
        wrong, text, body = await hub.asides.files.run(
            hub.limits.sheet, checked, hub.games, game.id, bench.form.name, posted, own
        )
    except Overrun:
        return responses.sorry("This sheet cannot be read", SLOW, status=422)
    if hand and not wrong:
        refusal = (await put_in(live, bench.seat, _act(bench, text))).refusal
        if refusal is None:
            return _home(bench)
        body = responses.refused(refusal) + body
    title = view_model.meta(live, WATCH, "").title
    return responses.leaf(body, title, game=game, status=422 if wrong else 409 if hand else 200)


def _act(bench: Bench, text: str) -> protocol.Acts:
    """The act that brings it; the same text sent twice, with nothing between, is one."""
    option = bench.option
    act = Act(bench.seat, option.window, option.key, {bench.param.name: text})
    mark = blake2b(f"{bench.live.table.shown.n} {text}".encode(errors="replace"), digest_size=16).hexdigest()
    return protocol.Acts(mark, act)


def _home(bench: Bench) -> Response:
    return RedirectResponse(f"{home(bench.live, bench.seat)}#s={bench.secret}", 303)


routes = [
    Route("/t/{table}/seat/{seat}/maker", maker),
    Route("/t/{table}/seat/{seat}/maker", make, methods=["POST"]),
    Route("/t/{table}/seat/{seat}/back", back),
]
