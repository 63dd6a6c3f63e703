"""What a browser holds: the seats it has taken, by name and without their secrets, and who it is at the way in.

What opens a seat is the cookie of its own address alone. That of the seats is sent everywhere and says only where they are;
that of the way in tells two who come at once from one another, for as long as the browser is open.
"""

import re
from secrets import token_urlsafe
from urllib.parse import quote, unquote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page.door import HeldSeat

COOKIE = "held"
MOST, LONGEST = 6, 3_000
GUEST = "guest"
GUEST_NAME = re.compile(r"[A-Za-z0-9_-]{11}")
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
    own = HeldSeat(table.id, seat, table.title, chair)
    rows = [own, *(each for each in held(request) if (each.table, each.seat) != (own.table, own.seat))][:MOST]
    while len(value := quote(msgspec.json.encode(rows))) > LONGEST and len(rows) > 1:
        rows.pop()
    response.set_cookie(
        COOKIE, value, month, path="/", secure=request.url.scheme == "https", httponly=True, samesite="lax"
    )


def guest(request: Request) -> str:
    """Who comes to the way in of a table: the same as before in the same browser."""
    name = request.cookies.get(GUEST, "")
    return name if GUEST_NAME.fullmatch(name) else token_urlsafe(8)


def remember_guest(response: Response, request: Request, live_table: LiveTable, name: str) -> None:
    """Note in the browser who it is at the way in of a table."""
    response.set_cookie(
        GUEST,
        name,
        path=quote(f"/t/{live_table.table.id}"),
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
