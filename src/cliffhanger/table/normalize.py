"""Inputs as they go into the record: what the table knows better than the page that sent them is filled in here."""

import re
from collections.abc import Mapping

from msgspec import structs

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import SAID, Act, Close, Faces, Input, Pause, Ruling, Sit
from cliffhanger.kernel.record.format import encode
from cliffhanger.table import dice
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.snapshot import Snapshot

BYTES, NAME, WHY, PATH = 60_000, 40, 500, 16
# Control characters, marks that turn the direction of writing or take no room, and halves of characters.
STRANGE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
# The same for words of several lines, where direction and joined signs may be meant.
ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
TOO_MUCH = Refusal("", "This is more than one line of the record can hold.", "Say it in fewer words.")
Rolls = Mapping[tuple[str, str], int]


def made(put: Input, seat: str, ledger: Ledger, head: Snapshot, *, rolls: Rolls, key: bytes) -> Input:
    """Fill in what an input says of the table: names, the roll it answers, who shaped it, the key at the close."""
    match put:
        case Act():
            draft = head.drafts.get((put.seat, put.window, put.key))
            shapers = draft.shaped_by if draft else ()  # what the act says of others is nobody's word for it
            known = tuple(each for each in shapers if ledger.sitter(each) and each != put.seat)
            said = cleaned(put.said, SAID)
            return structs.replace(put, shaped_by=known, choice=readable(put.choice), said=said)
        case Faces() if isinstance(head.waiting, Roll):
            roll = head.waiting
            nth = rolls.get((roll.purpose, roll.seat), 0)
            return Faces(put.roll, put.values, roll.seat, roll.purpose, roll.dice, nth, typed=True)
        case Faces():
            return structs.replace(put, seat="", purpose="", dice=(), nth=0, mix="", typed=True)
        case Ruling():
            value = ODD.sub("", put.value) if isinstance(put.value, str) else put.value
            return structs.replace(put, by=ledger.called(seat), why=cleaned(put.why, WHY), value=value)
        case Sit():
            return structs.replace(put, name="" if put.holder == "nobody" else cleaned(put.name, NAME))
        case Pause(x=True):
            return Pause(on=True, x=True)
        case Close():
            return Close(key.hex())
    return put


def cleaned(text: str, most: int) -> str:
    """A line of words without what cannot be seen, cut to length."""
    return " ".join(STRANGE.sub(" ", text).split())[:most].strip()


def readable(choice: dict[str, tuple[str, ...] | int | str]) -> dict[str, tuple[str, ...] | int | str]:
    """A choice without signs in its words that a terminal would obey or that turn the direction of all that follows."""
    return {name: ODD.sub("", value) if isinstance(value, str) else value for name, value in choice.items()}


def too_much(put: Input) -> Refusal | None:
    """Why an input cannot be written down."""
    try:
        size = len(encode(put))
    except (UnicodeEncodeError, OverflowError, TypeError, RecursionError):
        return Refusal("", "This cannot be written down.", "Use plain words and numbers.")
    if size > BYTES or (isinstance(put, Ruling) and len(put.path) > PATH):
        return TOO_MUCH
    return None


def answered(asked: Roll | Draw, table: str, mix: str, nth: int, key: bytes) -> Faces:
    """The table's own answer to a roll or a draw."""
    if isinstance(asked, Draw):
        return Faces(asked.id, dice.drawn(key, table, mix, asked, nth), asked.seat, asked.purpose, (), nth, mix)
    faces = dice.thrown(key, table, mix, asked, nth)
    return Faces(asked.id, faces, asked.seat, asked.purpose, asked.dice, nth, mix)
