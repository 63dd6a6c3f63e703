"""The seats that a browser holds, by name and without their secrets: for the way back from the front page and a table's link.

What opens a seat is the cookie of its own address alone; this one is sent everywhere and says only where that is.
"""

import re
from urllib.parse import quote, unquote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page.door import HeldSeat

COOKIE = "held"
MOST, LONGEST = 6, 3_000
ID = re.compile(r"[A-Za-z0-9_.-]{1,80}")
_rows = msgspec.json.Decoder(list[HeldSeat])


def held(request: Request) -> tuple[HeldSeat, ...]:
    """The seats that this browser has taken, the newest first; nothing of what cannot be read."""
    try:
        rows = _rows.decode(unquote(request.cookies.get(COOKIE, "")))
    except msgspec.DecodeError:
        return ()
    return tuple(each for each in rows[:MOST] if ID.fullmatch(each.table) and ID.fullmatch(each.seat))


def remember(response: Response, request: Request, live_table: LiveTable, seat: str, month: int) -> None:
    """Note in the browser that it holds a seat, for `month` seconds."""
    table = live_table.table
    chair = next((each.title for each in table.shown.seats if each.id == seat), seat)
    own = HeldSeat(table.id, seat, table.policy.title or table.game.title, chair)
    rows = [own, *(each for each in held(request) if (each.table, each.seat) != (own.table, own.seat))][:MOST]
    while len(value := quote(msgspec.json.encode(rows))) > LONGEST and len(rows) > 1:
        rows.pop()
    response.set_cookie(
        COOKIE, value, month, path="/", secure=request.url.scheme == "https", httponly=True, samesite="lax"
    )
