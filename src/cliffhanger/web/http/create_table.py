"""Opening tables and taking seats: what the door, the join page and the API have in common."""

import asyncio
from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Literal

from msgspec import Struct, structs

from cliffhanger.kernel.errors import Fault, Refusal
from cliffhanger.kernel.game import Game, Seat, Setup
from cliffhanger.kernel.house_rules import HouseValue
from cliffhanger.kernel.inputs import Sit
from cliffhanger.table.normalize import ODD, cleaned
from cliffhanger.table.permissions import HOST
from cliffhanger.table.ports import Unkept
from cliffhanger.table.snapshot import TableOptions
from cliffhanger.web.http.uploads import Files, digests, ready
from cliffhanger.web.live.links import given, revoked
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.live.registry import Hub

TRY = 4  # chairs at a table for one person and bots
TITLE, LINES = 60, 600  # characters


class Wish(Struct, frozen=True):
    """What somebody wants of a new table.

    `seats` counts all chairs, the master's too (0: as many as is usual); `files` are the texts they bring, by name.
    """

    game: str
    preset: str = ""
    house: dict[str, HouseValue] = {}
    seats: int = 0
    undo: Literal["anyone", "owner", "master", "unseen"] = "anyone"
    typed: bool = False
    title: str = ""
    lines: str = ""
    name: str = ""
    files: Files = {}


class Place(Struct, frozen=True):
    """A seat somebody has just taken, and the secret that opens it."""

    live: Live
    seat: str
    secret: str

    @property
    def path(self) -> str:
        """The link to it; what comes after the # never leaves the browser but in the first frame."""
        return f"/t/{self.live.table.id}/seat/{self.seat}#s={self.secret}"


async def opened(hub: Hub, wish: Wish) -> Place | Refusal | list[Fault]:
    """Open a table; whoever opens it sits in the master's seat, or in the first where there is no master."""
    live = await _created(hub, wish)
    if not isinstance(live, Live):
        return live
    seats = live.table.header.setup.seats
    first = next((seat for seat in seats if seat.role in live.table.game.masters), seats[0])
    return await taken(hub, live, first.id, wish.name)


async def tried(hub: Hub, wish: Wish) -> Place | Refusal | list[Fault]:
    """A table for one: you sit as a lead, bots hold all other chairs."""
    low, high = bounds(hub.games(wish.game))
    live = await _created(hub, structs.replace(wish, seats=wish.seats or min(max(low, TRY), high)))
    if not isinstance(live, Live):
        return live
    seats = live.table.header.setup.seats
    own = next((seat for seat in seats if seat.role not in live.table.game.masters), seats[0])
    place = await taken(hub, live, own.id, wish.name)
    await asyncio.gather(*(_bot(live, seat) for seat in seats if seat.id != own.id))
    return place


async def _bot(live: Live, seat: Seat) -> None:
    await live.ask(Sit(seat.id, "", "bot"), id=token_hex(16), seat=HOST)


async def taken(hub: Hub, live: Live, seat: str, name: str) -> Place | Refusal:
    """Take a free seat: it gets a secret of its own, and the table keeps who sits there."""
    async with live.seating:
        sitter = next((each for each in live.table.head.seats if each.id == seat), None)
        if sitter is None:
            return Refusal("", "There is no such seat at this table.", "Choose one of those shown.")
        if sitter.holder == "person":
            return Refusal("", f"{sitter.called} has that seat.", "Choose another, or ask whoever runs the table.")
        if sitter.holder == "bot" and live.master(seat):
            return Refusal("", "A bot runs this table.", "Choose another seat.")
        if any(each.id == seat and each.holder == "person" for each in live.table.shown.seats):
            return Refusal("", "That seat is just being freed.", "Try again in a moment.")  # its old link counts still
        live.secrets, secret = given(live.secrets, seat)
        try:
            await hub.keep(live)
            told = await live.ask(Sit(seat, name, "person"), id=token_hex(16), seat=HOST)
            if told.refusal is not None:
                live.secrets = revoked(live.secrets, seat)
                await hub.keep(live)
                return told.refusal
        except Unkept as error:
            live.secrets = revoked(live.secrets, seat)
            return Refusal("", str(error))
    return Place(live, seat, secret)


async def _created(hub: Hub, wish: Wish) -> Live | Refusal | list[Fault]:
    game = hub.games(wish.game)
    low, high = bounds(game)
    seats = wish.seats or low
    if not low <= seats <= high:
        return Refusal("", f"{game.title} has {low} to {high} seats.", "Choose a number between them.")
    players = seats - sum(role.least for role in game.roles if role.master)
    house = chosen(game, wish.preset, wish.house)
    if isinstance(house, Refusal):
        return house
    setup = await ready(hub, game.id, players, wish.files)
    if isinstance(setup, list):
        return setup
    setup = Setup(setup.seats, setup.house | house, setup.content)
    options = TableOptions(
        wish.undo, wish.typed, wish.preset, cleaned(wish.title, TITLE), ODD.sub("", wish.lines)[:LINES].strip()
    )
    try:
        return await hub.create(game, setup, options, digests(wish.files))
    except (ValueError, Unkept) as odd:
        return Refusal("", str(odd))


def bounds(game: Game[Any]) -> tuple[int, int]:
    """The fewest and the most chairs of a game."""
    return sum(role.least for role in game.roles), sum(role.most for role in game.roles)


def chosen(game: Game[Any], preset: str, single: Mapping[str, HouseValue]) -> dict[str, HouseValue] | Refusal:
    """The house rules of a preset, changed by those chosen one by one."""
    house: dict[str, HouseValue] = {}
    if preset:
        found = next((each for each in game.presets if each.id == preset), None)
        if found is None:
            known = ", ".join(each.id for each in game.presets)
            return Refusal("", "There is no such preset.", f"There are: {known}." if known else "Choose none.")
        house = found.house
    for name, wanted in single.items():
        switch = next((each for each in game.switches if each.name == name), None)
        if switch is None:
            return Refusal("", "There is no such house rule.", "Choose among those shown.")
        value = switch.read(wanted)
        if value is None:
            return Refusal(switch.ruling, f"{switch.title} cannot be that.", f"It can be: {switch.known}.")
        house[name] = value
    return house
