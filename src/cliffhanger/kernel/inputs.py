"""Everything that can be put into a table. The first three reach the rules; the rest are the table's own.

An input is all that is true: states and events follow from the list of inputs.
"""

from typing import Any, Literal

from msgspec import Struct

SAID = 200
"""How many signs the line may have that goes with an act."""


class Act(Struct, frozen=True, gc=False, tag_field="kind", tag="act"):
    """A seat answers a window with one of its options.

    `terms` is the digest of the option as the person saw it: if price or numbers have moved since, the table asks
    again. `shaped_by` names who changed the draft before it was sent. `said` is a line of one's own that goes with the
    act, told to whoever may know the act.
    """

    seat: str
    window: str
    key: str
    choice: dict[str, tuple[str, ...] | int | str] = {}
    terms: str = ""
    shaped_by: tuple[str, ...] = ()
    said: str = ""


class Faces(Struct, frozen=True, gc=False, tag_field="kind", tag="faces"):
    """The answer to a roll or a draw.

    Beside the values it keeps what is needed to recompute them without the rules: the seat, the purpose, the sizes
    of the dice, how many such rolls came before on this line of play, and the words in force. `typed`: from real dice.
    """

    roll: str
    values: tuple[int | str, ...]
    seat: str = ""
    purpose: str = ""
    dice: tuple[int, ...] = ()
    nth: int = 0
    mix: str = ""
    typed: bool = False


class Ruling(Struct, frozen=True, gc=False, tag_field="kind", tag="ruling"):
    """The game master sets a value by its path of names and ids, or (`op` "end") ends the procedure under way."""

    by: str
    why: str
    path: tuple[str, ...] = ()
    value: Any = None
    op: Literal["set", "end"] = "set"


class Undo(Struct, frozen=True, gc=False, tag_field="kind", tag="undo"):
    """Go back to how things stood after entry `to` (0: the start). Nothing is deleted."""

    to: int


class Sit(Struct, frozen=True, gc=False, tag_field="kind", tag="seat"):
    """Somebody takes or leaves a seat: a person, a bot, or nobody."""

    seat: str
    name: str = ""
    holder: Literal["person", "bot", "nobody"] = "person"


class Word(Struct, frozen=True, gc=False, tag_field="kind", tag="word"):
    """A round of words: first every page's hash (`commits`), then what was hidden in it (`words`)."""

    round: int
    commits: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()


class Pause(Struct, frozen=True, gc=False, tag_field="kind", tag="pause"):
    """Anyone stops the table (`x`: this is left out of the story), and anyone lets it go on."""

    on: bool
    x: bool = False


class Close(Struct, frozen=True, gc=False, tag_field="kind", tag="close"):
    """The table ends; its dice key (hex) is shown, so that every face can be recomputed."""

    key: str


class Rekey(Struct, frozen=True, gc=False, tag_field="kind", tag="rekey"):
    """The table goes on with another dice key, whose hash (SHA-256, hex) this is: the one before is not here.

    It happens to a table that came from elsewhere by its record alone. What fell before cannot be checked by the new key.
    """

    key_hash: str


Played = Act | Faces | Ruling
Input = Act | Faces | Ruling | Undo | Sit | Word | Pause | Close | Rekey
