"""Files that an act brings along, such as a sheet: read beside the loop, so that the rules find them read.

Whoever sent the act waits for it, and what the same page sends after it waits behind it; everybody else plays on.
"""

from typing import Any

from cliffhanger.kernel.content import known, learn, read_form
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act, Input
from cliffhanger.table.session import Carried
from cliffhanger.web import wire
from cliffhanger.web.aside import Overrun
from cliffhanger.web.figures import Games
from cliffhanger.web.live import Live
from cliffhanger.web.puts import put_of

SLOW = Refusal("", "It takes too long to read.", "Make it smaller: short lines, and lists that are not nested.")


async def put_for(live: Live, frame: wire.Frame, seat: str) -> Input | Refusal:
    """The input that a frame from this seat means, once what it brings along is read; what is wrong the rules say."""
    put = put_of(frame, seat, live.table)
    if isinstance(put, Act):
        for carried in live.table.carried(put):
            if refusal := await _read(live, carried):
                return refusal
    return put


async def _read(live: Live, carried: Carried) -> Refusal | None:
    form, name, text = carried
    if known(form, text):
        return None
    hub = live.hub
    try:
        value = await hub.asides[1].run(hub.limits.sheet, read, hub.games, live.table.game.id, form.name, name, text)
    except Overrun:
        return SLOW
    learn(form, text, value)
    return None


def read(games: Games, game: str, form: str, name: str, text: str) -> Any:  # noqa: ANN401
    """Read a text as a file of a form of a game, wherever this runs."""
    return read_form(next(each for each in games(game).forms if each.name == form), name, text)
