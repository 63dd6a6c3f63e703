"""Inputs from frames: what a frame of a seat puts into a table, once the files it brings along are read.

What may be put is the table's business; this only translates. Whoever sent a file waits until the worker process has
read it, and what the same page sends after it waits behind it; everybody else plays on.
"""

from hashlib import blake2b
from typing import Any

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.files.reader import known, learn, read_form
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Act, Close, Faces, Input, Pause, Ruling, Sit, Undo
from cliffhanger.table.carried import Carried
from cliffhanger.table.session import Table
from cliffhanger.web.live import protocol
from cliffhanger.web.live.budgets import charged
from cliffhanger.web.live.figure_service import Games
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.results import PutResult
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import ASKED_BY, Busy, Overrun


def overran(over: Overrun) -> Refusal:
    """A file took more time, or more memory, than a worker gives it."""
    why = _("It takes too much memory to read.") if over.memory else _("It takes too long to read.")
    return Refusal("", why, _("Make it smaller: short lines, and lists that are not nested."))


def many() -> Refusal:
    """The workers have no room for another file."""
    return Refusal("", _("Many files are being read just now."), _("Send it again in a moment."))


def input_id(seat: str, id: str) -> str:
    """The id an input is kept under: two seats that happen on the same id have put two inputs."""
    return blake2b(f"{seat} {id}".encode(), digest_size=16).hexdigest()


async def put_frame(live_table: LiveTable, seat: str, frame: protocol.Frame) -> PutResult:
    """Do what a frame means that came without a socket. Raises TooFast and Stopping."""
    async with live_table.audience.send_limit(seat).request():
        if isinstance(frame, protocol.Drafts):
            return PutResult(0, live_table.draft(seat, frame))
        if isinstance(frame, protocol.Waives):
            return live_table.waive(seat)
        if isinstance(frame, protocol.Hastens) and seat != WATCH:
            return live_table.hasten(seat, far=frame.far)
        if isinstance(frame, protocol.Benches) and seat != WATCH:
            return await live_table.set_bench(seat, frame.to)
        put = await read_input(live_table, seat, frame)
        if isinstance(put, Refusal):
            return PutResult(0, put)
        return await live_table.ask(put, id=input_id(seat, getattr(frame, "id", "")), seat=seat)


async def read_input(live_table: LiveTable, seat: str, frame: protocol.Frame) -> Input | Refusal:
    """The input that a frame from this seat means, its files read; what is wrong in them the rules say."""
    put = input_of(frame, seat, live_table.table)
    if not isinstance(put, Refusal):
        put = too_much(live_table, seat, put) or put
    if isinstance(put, Act):
        for carried in live_table.table.carried(put):
            if refusal := await _read(live_table, carried):
                return refusal
    return put


def too_much(live_table: LiveTable, seat: str, put: Input) -> Refusal | None:
    """Take an input from what its seat, its table and its address may bring; why it may not be put, where that is used up.

    Seats are taken in the name of the table's host, who is told apart by no seat.
    """
    services = live_table.services
    if (why := live_table.share(seat).refused(put)) is not None:
        services.meters.limits["entries"] += 1
    elif (why := charged(put, live_table.budget, services.budgets.of(ASKED_BY.get()))) is not None:
        services.meters.limits["bytes"] += 1
    return why


def input_of(frame: protocol.Frame, seat: str, table: Table) -> Input | Refusal:
    """The input that a frame from this seat means."""
    if seat == WATCH and not isinstance(frame, protocol.Pauses):
        return Refusal("", _("You only watch."), _("Take a seat by the table's link to play."))
    match frame:
        case protocol.Acts(act=act):
            return act
        case protocol.Undoes(to=to):
            return Undo(to)
        case protocol.Rules(path=path, value=value, why=why):
            return Ruling(seat, why, path, value)
        case protocol.Ends(why=why):
            return Ruling(seat, why, op="end")
        case protocol.Closes():
            return Close("")  # the table knows its key
        case protocol.Typed(roll=roll, values=values):
            return Faces(roll, values, typed=True)
        case protocol.Pauses(on=on, x=x):
            return Pause(on, x)
        case protocol.Sits(seat=chair, name=name, holder=holder):
            return _sit(table, Sit(chair, name, holder))
    raise AssertionError(frame)


def _sit(table: Table, sit: Sit) -> Sit | Refusal:
    """A person takes a free seat by the table's link, not by somebody else's word."""
    held = next((sitter.holder for sitter in table.head.seats if sitter.id == sit.seat), "")
    if sit.holder == "person" and held != "person":
        return Refusal("", _("Nobody can be put on a seat from here."), _("Free it, and send them the table's link."))
    return sit


async def _read(live_table: LiveTable, carried: Carried) -> Refusal | None:
    form, name, text = carried
    if known(form, text):
        return None
    try:
        value = await live_table.services.read_file(live_table.table.game.id, form.name, name, text)
    except Overrun as over:
        return overran(over)
    except Busy:
        return many()
    learn(form, text, value)
    return None


def read_in_worker(games: Games, game: str, form: str, name: str, text: str) -> Any:  # noqa: ANN401
    """Read a text as a file of a form of a game, wherever this runs."""
    return read_form(next(each for each in games(game).forms if each.name == form), name, text)
