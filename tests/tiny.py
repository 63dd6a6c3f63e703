"""Makes a whole game of the few functions that a hard case is about; the rest is the plainest there is."""

import msgspec

from cliffhanger.kernel.game import Game, Role, Seat, Setup
from cliffhanger.kernel.panels import List, Row
from cliffhanger.kernel.rulings import KEPT


def panels(view, seat):
    fields = {name: value for name, value in msgspec.to_builtins(view).items() if name not in KEPT}
    return (List("all", tuple(Row(name, value=str(value)) for name, value in sorted(fields.items()))),)


def tiny(state, seats, waiting, settle, **more):
    """A game for these seats, the first of which is the master; `start` is the state with its defaults."""
    chairs = tuple(Seat(seat, "player" if n else "master", seat.title()) for n, seat in enumerate(seats))
    roles = (Role("master", "Master", 1, 1, master=True), Role("player", "Player", len(seats) - 1, len(seats) - 1))
    plain = {"start": lambda setup: state(), "panels": panels, "ready": lambda n, files: Setup(chairs)}
    about = {"id": "tiny", "title": "Tiny", "State": state, "roles": roles}
    return Game(**about | plain | {"waiting": waiting, "settle": settle} | more)
