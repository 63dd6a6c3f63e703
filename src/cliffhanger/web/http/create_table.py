"""Create a table, take a seat: what the front page, the join page and the API have in common."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from secrets import token_hex
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from cliffhanger.kernel.errors import Fault, Refusal
from cliffhanger.kernel.files.bundle import casts
from cliffhanger.kernel.game import Game, Seat, Setup
from cliffhanger.kernel.house_rules import HouseValue
from cliffhanger.kernel.inputs import Sit
from cliffhanger.kernel.translation import LANGUAGE
from cliffhanger.table import opening
from cliffhanger.table.normalize import NAME, cleaned, paragraphs, told_apart
from cliffhanger.table.permissions import HOST, hosts, is_master
from cliffhanger.table.ports import Unkept
from cliffhanger.table.secrets import issued
from cliffhanger.table.snapshot import Pace, TableOptions
from cliffhanger.web.http.uploads import Files, digests, make_setup
from cliffhanger.web.live.inputs import too_much
from cliffhanger.web.live.limits import Stopping
from cliffhanger.web.live.links import new_secret
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.page import running
from cliffhanger.web.page.language import _

log = logging.getLogger(__name__)
SOLO_SEATS = 4  # chairs at a table for one person and bots
TITLE, LINES = 60, 600  # characters


class TableRequest(Struct, frozen=True):
    """What somebody wants of a new table.

    `seats` counts all chairs, the master's too (0: as many as is usual); `files` are the texts they bring, by name; `cast`
    names one that comes with the game beside its usual one; bots that are `sharp` look ahead; `language` is one that there
    is a catalogue of, English without it. `pace` is how fast bots go: a program that does not say has them go at once.
    Whoever opens the table runs the game, or, with `host` "plays", plays too, and a bot runs it.
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
    cast: str = ""
    sharp: bool = False
    pace: Pace = "once"
    host: Literal["runs", "plays"] = "runs"
    language: Annotated[str, Meta(pattern=f"^({LANGUAGE.pattern})?$")] = ""


class TakenSeat(Struct, frozen=True):
    """A seat somebody has just taken, and the secret that opens it."""

    live_table: LiveTable
    seat: str
    secret: str

    @property
    def path(self) -> str:
        """The link to it; what comes after the # never leaves the browser but in the first frame."""
        return f"/t/{self.live_table.table.id}/seat/{self.seat}#s={self.secret}"


async def open_table(
    registry: Registry, request: TableRequest, *, gathers: bool = False
) -> TakenSeat | Refusal | list[Fault]:
    """Open a table; whoever opens it sits in the master's seat, or in the first where there is no master.

    Who plays too has the first of the others, and a bot the master's. Where it `gathers` people, the bot waits until one
    begins, and `seats` counts the people alone: a bot's chair comes on top, so that each of them has one to play in.
    """
    game = registry.games(request.game)
    plays = request.host == "plays" and bool(game.masters)
    if plays and not running.may_be_a_bot(game):
        return _needs_a_person(game)
    if plays and gathers and request.seats:
        low, high = seat_bounds(game)
        if low <= request.seats <= high < request.seats + _bots(game):
            return Refusal(
                "",
                _("{game} has chairs for {n} who play.").format(game=game.title, n=high - _bots(game)),
                _("Run it yourself, or be fewer."),
            )
        request = structs.replace(request, seats=request.seats + _bots(game))
    live_table = await _create(registry, request)
    if not isinstance(live_table, LiveTable):
        return live_table
    seats = live_table.table.header.setup.seats
    first = next((seat for seat in seats if (seat.role in game.masters) != plays), seats[0])
    taken = await take_seat(live_table, first.id, request.name)
    live_table.audience.opener = first.id
    if plays:
        live_table.audience.gathering = gathers
        await asyncio.gather(*(_bot(live_table, seat) for seat in seats if seat.role in game.masters))
    return taken


async def change_chair(live_table: LiveTable, seat: str, wanted: str) -> TakenSeat | Refusal:
    """Before anybody has played, who hosts a table goes from running the game to playing it, and back.

    A bot runs it once they play; the chair of theirs that they leave is free.
    """
    game, seats = live_table.table.game, live_table.table.shown.seats
    chairs = {each.id: each for each in seats}
    own, new = chairs.get(seat), chairs.get(wanted)
    if own is None or new is None or (own.role in game.masters) == (new.role in game.masters):
        return Refusal("", _("There is no such seat at this table."), _("Choose one of those shown."))
    if seat not in hosts(game, seats) or not live_table.audience.lobby_is_open:
        return Refusal("", _("Who runs the game is settled."), _("Change it before the game begins, at the way in."))
    runs = new.role in game.masters
    if (why := too_much(live_table, seat, Sit(wanted, own.name))) is not None:
        return why
    if not runs and not running.may_be_a_bot(game):
        return _needs_a_person(game)
    if runs and new.holder == "bot":
        await live_table.ask_as_host(Sit(wanted, "", "nobody"))
    taken = await take_seat(live_table, wanted, own.name, leaves=seat)
    if isinstance(taken, TakenSeat):
        live_table.audience.gathering, live_table.audience.opener = not runs, wanted
        await live_table.ask_as_host(Sit(seat, "", "nobody" if runs else "bot"))
    return taken


def _bots(game: Game[Any]) -> int:
    """How many chairs those have who run the game."""
    return sum(role.least for role in game.roles if role.master)


def _needs_a_person(game: Game[Any]) -> Refusal:
    return Refusal(
        "",
        _("{game} needs a person as {chair}.").format(game=game.title, chair=running.runner(game)),
        _("Run it, and let the others play."),
    )


async def open_solo_table(registry: Registry, request: TableRequest) -> TakenSeat | Refusal | list[Fault]:
    """A table for one: you sit as a lead, bots hold all other chairs, and look ahead where they can.

    It begins where you have dice in hand, if that is not far.
    """
    low, high = seat_bounds(registry.games(request.game))
    live_table = await _create(
        registry, structs.replace(request, seats=request.seats or min(max(low, SOLO_SEATS), high), sharp=True)
    )
    if not isinstance(live_table, LiveTable):
        return live_table
    seats = live_table.table.header.setup.seats
    own = next((seat for seat in seats if seat.role not in live_table.table.game.masters), seats[0])
    taken = await take_seat(live_table, own.id, request.name)
    await asyncio.gather(*(_bot(live_table, seat) for seat in seats if seat.id != own.id))
    game, header = live_table.table.game, live_table.table.header
    if await asyncio.to_thread(_opens_soon, game, header.begins(game), own.id):
        await _open(live_table, own.id)
    return taken


async def _open(live_table: LiveTable, seat: str) -> None:
    """Play what comes before somebody alone has dice in hand; bots wait meanwhile. Raises Stopping."""
    live_table.bots.hold()
    try:
        for _ in range(opening.MOST):
            act = opening.lying(live_table.table, seat)
            if act is None or (await live_table.ask(act, id=token_hex(16), seat=act.seat)).refusal is not None:
                break
    except Stopping:
        raise
    except Exception:
        log.exception("table %s: its opening broke", live_table.table.id)  # it goes on from where it is
    finally:
        live_table.bots.let_go()


def _opens_soon(game: Game[Any], setup: Setup, own: str) -> bool:
    """Whether the opening is short; one in which a bot breaks is none, and the table begins at the beginning."""
    try:
        return opening.is_short(game, setup, own)
    except Exception:
        log.exception("%s: its opening broke", game.id)
        return False


async def _bot(live_table: LiveTable, seat: Seat) -> None:
    await live_table.ask_as_host(Sit(seat.id, "", "bot"))


async def take_seat_by_link(live_table: LiveTable, seat: str, name: str) -> TakenSeat | Refusal:
    """Take a free seat by the table's link: it weighs on the table and on an address, as what a seat sends does."""
    return too_much(live_table, HOST, Sit(seat, name)) or await take_seat(live_table, seat, name)


async def take_seat(live_table: LiveTable, seat: str, name: str, leaves: str = "") -> TakenSeat | Refusal:
    """Take a free seat: it gets a secret of its own, and the table keeps who sits there; `leaves` is the seat they come from."""
    async with live_table.seating:
        sitter = next((each for each in live_table.table.head.seats if each.id == seat), None)
        if sitter is None:
            return Refusal("", _("There is no such seat at this table."), _("Choose one of those shown."))
        if sitter.holder == "person":
            return Refusal(
                "",
                _("{name} has that seat.").format(name=sitter.called),
                _("Choose another, or ask whoever runs the table."),
            )
        if sitter.holder == "bot" and is_master(live_table.table.game, live_table.table.shown.seats, seat):
            return Refusal("", _("A bot runs this table."), _("Choose another seat."))
        if any(each.id == seat and each.holder == "person" for each in live_table.table.shown.seats):
            return Refusal(
                "", _("That seat is just being freed."), _("Try again in a moment.")
            )  # its old link counts still
        secret = new_secret()
        others = {each.name for each in live_table.table.head.seats if each.id not in (seat, leaves)}
        called = told_apart(cleaned(name, NAME), others)
        try:
            result = await live_table.ask_as_host(Sit(seat, called, "person"))  # of two who are as fast, one gets it
            if result.refusal is not None:
                return result.refusal
            await live_table.secrets.change(lambda secrets: issued(secrets, seat, secret))
        except Unkept as error:
            with suppress(Stopping):
                await live_table.ask_as_host(Sit(seat, "", "nobody"))
            return Refusal("", str(error))
    live_table.audience.sits_down(seat)
    return TakenSeat(live_table, seat, secret)


async def _create(registry: Registry, request: TableRequest) -> LiveTable | Refusal | list[Fault]:
    game = registry.games(request.game)
    low, high = seat_bounds(game)
    seats = request.seats or low
    if not low <= seats <= high:
        return Refusal(
            "",
            _("{game} has {low} to {high} seats.").format(game=game.title, low=low, high=high),
            _("Choose a number between them."),
        )
    players = seats - _bots(game)
    house = house_rules(game, request.preset, request.house)
    if isinstance(house, Refusal):
        return house
    files = with_cast(game, request)
    if isinstance(files, Refusal):
        return files
    setup = await make_setup(registry, game.id, players, files)
    if isinstance(setup, list):
        return setup
    setup = Setup(setup.seats, setup.house | house, setup.content)
    options = TableOptions(
        request.undo,
        request.typed,
        request.preset,
        cleaned(request.title, TITLE),
        paragraphs(request.lines)[:LINES].strip(),
        language=request.language,
        sharp=request.sharp,
        pace=request.pace,
    )
    try:
        return await registry.create(game, setup, options, digests(files))
    except (ValueError, Unkept) as odd:
        return Refusal("", str(odd))


def with_cast(game: Game[Any], request: TableRequest) -> Files | Refusal:
    """The files of a request, with the one that comes with the game and is named in it."""
    if not request.cast:
        return request.files
    more = casts(game.package)
    if request.cast not in more:
        known = _("There are: {names}.").format(names=", ".join(more)) if more else _("Choose none.")
        return Refusal("", _("No such cast comes with this game."), known)
    return {f"{request.cast}.toml": more[request.cast].text, **request.files}


def seat_bounds(game: Game[Any]) -> tuple[int, int]:
    """The fewest and the most chairs of a game."""
    return sum(role.least for role in game.roles), sum(role.most for role in game.roles)


def house_rules(game: Game[Any], preset: str, single: Mapping[str, HouseValue]) -> dict[str, HouseValue] | Refusal:
    """The house rules of a preset, changed by those chosen one by one."""
    house: dict[str, HouseValue] = {}
    if preset:
        found = next((each for each in game.presets if each.id == preset), None)
        if found is None:
            known = ", ".join(each.id for each in game.presets)
            return Refusal(
                "",
                _("There is no such preset."),
                _("There are: {names}.").format(names=known) if known else _("Choose none."),
            )
        house = found.house
    for name, wanted in single.items():
        switch = next((each for each in game.switches if each.name == name), None)
        if switch is None:
            return Refusal("", _("There is no such house rule."), _("Choose among those shown."))
        value = switch.read(wanted)
        if value is None:
            return Refusal(
                switch.ruling,
                _("{rule} cannot be that.").format(rule=switch.title),
                _("It can be: {values}.").format(values=switch.known),
            )
        house[name] = value
    return house
