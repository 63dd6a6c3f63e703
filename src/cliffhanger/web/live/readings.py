"""Files that an act brings along, such as a sheet: read beside the loop, so that the rules find them read.

Whoever sent the act waits for it, and what the same page sends after it waits behind it; everybody else plays on.
"""

from typing import Any

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.files.reader import known, learn, read_form
from cliffhanger.kernel.inputs import Act, Input
from cliffhanger.table.session import Carried
from cliffhanger.web.live import protocol
from cliffhanger.web.live.figure_service import Games
from cliffhanger.web.live.inputs import own_id, put_of
from cliffhanger.web.live.live_table import Live, Told
from cliffhanger.web.workers.pool import Busy, Overrun

SLOW = Refusal("", "It takes too long to read.", "Make it smaller: short lines, and lists that are not nested.")

MANY = Refusal("", "Many files are being read just now.", "Send it again in a moment.")


async def put_for(live: Live, frame: protocol.Frame, seat: str) -> Input | Refusal:
    """The input that a frame from this seat means, once what it brings along is read; what is wrong the rules say."""
    put = put_of(frame, seat, live.table)
    if isinstance(put, Act):
        for carried in live.table.carried(put):
            if refusal := await _read(live, carried):
                return refusal
    return put


async def put_in(live: Live, seat: str, frame: protocol.Frame) -> Told:
    """Do what a frame means that came without a socket. Raises Hasty and Stopping."""
    async with live.share(seat).called():
        if isinstance(frame, protocol.Drafts):
            return Told(0, live.draft(seat, frame))
        put = await put_for(live, frame, seat)
        if isinstance(put, Refusal):
            return Told(0, put)
        return await live.ask(put, id=own_id(seat, getattr(frame, "id", "")), seat=seat)


async def _read(live: Live, carried: Carried) -> Refusal | None:
    form, name, text = carried
    if known(form, text):
        return None
    hub = live.hub
    try:
        value = await hub.asides.files.run(hub.limits.sheet, read, hub.games, live.table.game.id, form.name, name, text)
    except Overrun:
        return SLOW
    except Busy:
        return MANY
    learn(form, text, value)
    return None


def read(games: Games, game: str, form: str, name: str, text: str) -> Any:  # noqa: ANN401
    """Read a text as a file of a form of a game, wherever this runs."""
    return read_form(next(each for each in games(game).forms if each.name == form), name, text)
