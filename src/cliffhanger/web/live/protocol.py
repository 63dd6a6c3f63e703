"""Protocol of a page's WebSocket: the frames in both directions. `docs/decisions/0003-wire.md` says why they are so.

Reading is strict in what matters (types, sizes, ids) and deaf to the rest: an unknown field is nobody's business.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from cliffhanger.kernel.errors import Refusal, Unreadable
from cliffhanger.kernel.inputs import SAID, Act

FRAME = 65_536  # bytes a frame may have, either before or after it is inflated
Id = Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,120}$")]
SHORT, SHAPED = 80, 40  # signs of a name, names in an act
Short = Annotated[str, Meta(max_length=SHORT)]
Words = Annotated[str, Meta(max_length=2_000)]
Choice = dict[str, tuple[str, ...] | int | str]


class Hello(Struct, frozen=True, tag_field="do", tag="hello"):
    """The first frame: which seat this page is, and the secret that proves it.

    `seen` is the last entry it has drawn, `screen` which of the seat's pages it is (see `web/live/screens.py`), `version`
    what it runs (see `web/page/assets.py`); a program that says none is not told to fetch another.
    """

    seat: Short
    secret: Short
    seen: int = 0
    screen: Short = ""
    version: Short = ""


class Acts(Struct, frozen=True, tag_field="do", tag="act"):
    """Do something. `id` is made by the page and stays the same when it sends again."""

    id: Id
    act: Act
    seen: int = 0

    def __post_init__(self) -> None:
        """An act comes as it is kept; its names are held to what `Short` is elsewhere."""
        names = (self.act.seat, self.act.window, self.act.key, self.act.terms, *self.act.shaped_by)
        if len(self.act.said) > SAID:
            raise ValueError(f"Expected at most {SAID} signs in what is said with an act")
        if len(names) > SHAPED or len(max(names, key=len)) > SHORT:
            raise ValueError(f"Expected names of at most {SHORT} signs in an act")


class Drafts(Struct, frozen=True, tag_field="do", tag="draft"):
    """What a seat is about to do, shared while it is being chosen."""

    seat: Short
    window: Short
    key: Short
    choice: Choice = {}


class Undoes(Struct, frozen=True, tag_field="do", tag="undo"):
    """Go back to how things stood after entry `to`."""

    id: Id
    to: int


class Rules(Struct, frozen=True, tag_field="do", tag="rule"):
    """The game master sets a value of the table."""

    id: Id
    path: tuple[Short, ...]
    value: Any
    why: Words


class Ends(Struct, frozen=True, tag_field="do", tag="end"):
    """The game master ends the procedure under way."""

    id: Id
    why: Words


class Closes(Struct, frozen=True, tag_field="do", tag="close"):
    """The game master closes the table for good, and the key of its dice is shown."""

    id: Id


class Typed(Struct, frozen=True, tag_field="do", tag="faces"):
    """Faces read off real dice."""

    id: Id
    roll: Short
    values: tuple[int | str, ...]


class Pauses(Struct, frozen=True, tag_field="do", tag="pause"):
    """Stop the table, or let it go on; `x`: this is left out of the story."""

    id: Id
    on: bool
    x: bool = False


class Sits(Struct, frozen=True, tag_field="do", tag="sit"):
    """Put a person, a bot or nobody on a seat."""

    id: Id
    seat: Short
    name: Short = ""
    holder: Literal["person", "bot", "nobody"] = "person"


class Benches(Struct, frozen=True, tag_field="do", tag="bench"):
    """What those who watch may: stop the table, or not; or they are sent away, and only a new link lets them in."""

    id: Id
    to: Literal["loud", "quiet", "away"]


class Waives(Struct, frozen=True, tag_field="do", tag="waive"):
    """Nothing from me: who may step in will not, and the bots need not wait for it."""

    id: Id


class Hastens(Struct, frozen=True, tag_field="do", tag="hasten"):
    """What has happened is read: the bots go on at once; with `far` they do until a person is asked."""

    id: Id
    far: bool = False


class Commits(Struct, frozen=True, tag_field="do", tag="commit"):
    """The hash of this page's hidden word (64 hex digits); empty: it hides none, for it could not keep it."""

    round: int
    hash: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")]


class Reveals(Struct, frozen=True, tag_field="do", tag="reveal"):
    """The hidden word itself: 16 bytes, as 32 hex digits."""

    round: int
    word: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]


class Asks(Struct, frozen=True, tag_field="do", tag="odds"):
    """What would this choice be worth? Nobody else sees the question."""

    window: Short
    key: Short
    choice: Choice = {}


Frame = (
    Hello
    | Acts
    | Drafts
    | Undoes
    | Rules
    | Ends
    | Closes
    | Typed
    | Pauses
    | Sits
    | Benches
    | Waives
    | Hastens
    | Commits
    | Reveals
    | Asks
)
_decoder: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)
_encode = msgspec.json.Encoder().encode


def read(text: str | bytes) -> Frame:
    """Read one frame; Unreadable says in a sentence what is wrong with it."""
    if len(text) > FRAME:
        raise Unreadable("That frame is too big: 64 kB is the most.")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unreadable(f"That frame cannot be read: {error}.") from None
    except RecursionError:
        raise Unreadable("That frame cannot be read: it is nested too deep.") from None


def frame(**fields: Any) -> str:
    """One frame to a page."""
    return _encode(fields).decode()


def ack(put: str, n: int) -> str:
    """An input is kept: it is entry `n` or ends there."""
    return _encode({"ack": put, "n": n}).decode()


def waits(put: str, why: str) -> str:
    """An input is neither kept nor refused yet, and why; its answer comes later."""
    return _encode({"waits": put, "why": why}).decode()


def refused(put: str, why: Refusal) -> str:
    """An input changed nothing, and why."""
    return _encode({"refused": put, "rule": why.rule, "why": why.why, "instead": why.instead}).decode()
