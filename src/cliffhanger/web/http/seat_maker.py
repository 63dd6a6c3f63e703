"""Sheet maker of a seat: it begins with the sheet the seat has, and what reads well goes to the table by a button.

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
from cliffhanger.web.http.requests import authorized_table, find_table, registry_of
from cliffhanger.web.http.seat import COOKIE, home
from cliffhanger.web.http.sheets import checked
from cliffhanger.web.live import protocol
from cliffhanger.web.live.inputs import overran, put_frame
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page import sheet
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import Overrun


class MakerContext(NamedTuple):
    """Where a seat makes its sheet: its table, the option that asks for one, and the form it has to satisfy."""

    live_table: LiveTable
    seat: str
    secret: str
    option: Option
    param: Text
    form: Form


async def maker(request: Request) -> Response:
    """The maker, with the sheet as it is."""
    context = await _context(request)
    return (
        context
        if isinstance(context, Response)
        else await _drawn(request, context, {"text": [context.param.start]}, fresh=True)
    )


async def make(request: Request) -> Response:
    """Check what was written; with the other button, hand it to the table."""
    context = await _context(request)
    if isinstance(context, Response):
        return context
    posted = fields(await request.form())
    hand = posted.pop("hand", None) is not None
    return await _drawn(request, context, posted, hand=hand)


async def back(request: Request) -> Response:
    """To the seat's page, by its whole link: this browser has shown that it holds it."""
    context = await _context(request)
    return context if isinstance(context, Response) else _home(context)


async def _context(request: Request) -> MakerContext | Response:
    seat, secret = request.path_params["seat"], request.cookies.get(COOKIE, "")
    live_table = await (authorized_table(request, seat, secret) if secret else find_table(request))
    if isinstance(live_table, Response):
        return live_table
    if not secret:
        return responses.html_page(
            sheet.locked(home(live_table, seat)), live_table.table.game.title, game=live_table.table.game, status=403
        )
    forms = {form.name: form for form in live_table.table.game.forms}
    for option in live_table.table.options(seat):
        if len(option.params) == 1 and isinstance(param := option.params[0], Text) and param.form in forms:
            return MakerContext(live_table, seat, secret, option, param, forms[param.form])
    return responses.not_found()


async def _drawn(
    request: Request, context: MakerContext, posted: dict[str, list[str]], *, hand: bool = False, fresh: bool = False
) -> Response:
    live_table, game = context.live_table, context.live_table.table.game
    registry = registry_of(request)
    own = sheet.Own(
        home(live_table, context.seat), context.option.label, context.option.blocked or context.option.says, fresh
    )
    try:
        wrong, text, body = await registry.workers.files.run(
            registry.limits.sheet,
            checked,
            registry.games,
            game.id,
            context.form.name,
            posted,
            own,
            live_table.table.policy.language,
        )
    except Overrun as over:
        return responses.refusal_page(_("This sheet cannot be read"), overran(over), status=422)
    if hand and not wrong:
        refusal = (await put_frame(live_table, context.seat, _act(context, text))).refusal
        if refusal is None:
            return _home(context)
        body = responses.refusal_note(refusal) + body
    title = live_table.audience.meta(WATCH, "").title
    return responses.html_page(body, title, game=game, status=422 if wrong else 409 if hand else 200)


def _act(context: MakerContext, text: str) -> protocol.Acts:
    """The act that brings it; the same text sent twice, with nothing between, is one."""
    option = context.option
    act = Act(context.seat, option.window, option.key, {context.param.name: text})
    mark = blake2b(f"{context.live_table.table.shown.n} {text}".encode(errors="replace"), digest_size=16).hexdigest()
    return protocol.Acts(mark, act)


def _home(context: MakerContext) -> Response:
    return RedirectResponse(f"{home(context.live_table, context.seat)}#s={context.secret}", 303)


routes = [
    Route("/t/{table}/seat/{seat}/maker", maker),
    Route("/t/{table}/seat/{seat}/maker", make, methods=["POST"]),
    Route("/t/{table}/seat/{seat}/back", back),
]
