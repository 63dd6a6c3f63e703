"""From a page's frame to what goes into a table. What may be put is the table's business; this only translates."""

from hashlib import blake2b

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Close, Faces, Input, Pause, Ruling, Sit, Undo
from cliffhanger.table.session import Table
from cliffhanger.web.live import protocol


def own_id(seat: str, id: str) -> str:
    """The id an input is kept under: two seats that happen on the same id have put two inputs."""
    return blake2b(f"{seat} {id}".encode(), digest_size=16).hexdigest()


def put_of(frame: protocol.Frame, seat: str, table: Table) -> Input | Refusal:
    """The input that a frame from this seat means."""
    if seat == WATCH and not isinstance(frame, protocol.Pauses):
        return Refusal("", "You only watch.", "Take a seat by the table's link to play.")
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
        return Refusal("", "Nobody can be put on a seat from here.", "Free it, and send them the table's link.")
    return sit
