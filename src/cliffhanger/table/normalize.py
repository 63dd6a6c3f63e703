"""Inputs as they go into the record: what the table knows better than the page that sent them is filled in here."""

import re
from collections.abc import Mapping
from unicodedata import category, normalize

from msgspec import structs

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import SAID, Act, Close, Faces, Input, Pause, Ruling, Sit
from cliffhanger.kernel.record.format import encode
from cliffhanger.table import dice
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.permissions import HOST
from cliffhanger.table.snapshot import Snapshot

BYTES, NAME, WHY, PATH = 60_000, 40, 500, 16
# Signs that only say how the one before is drawn, which a name does not need.
VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
# Control characters, signs that turn the direction of writing or are drawn as nothing, and halves of characters.
STRANGE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
# The same for words of several lines, where direction and joined signs may be meant.
ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
MARKS = 3  # accents on one letter: no language needs more, and a heap of them covers the lines around it
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
            value = paragraphs(put.value) if isinstance(put.value, str) else put.value
            return structs.replace(put, by=ledger.called(seat), why=cleaned(put.why, WHY), value=value)
        case Sit():
            name = "" if put.holder == "nobody" else cleaned(put.name, NAME)
            if seat != HOST:  # what the table itself writes down, whoever leads people to their seats has told apart
                name = told_apart(name, {each.name for each in ledger.seats if each.id != put.seat})
            return structs.replace(put, name=name)
        case Pause(x=True):
            return Pause(on=True, x=True)
        case Close():
            return Close(key.hex())
    return put


def cleaned(text: str, most: int) -> str:
    """A line of words without what cannot be seen, cut to length."""
    return " ".join(_unheaped(STRANGE.sub(" ", VARIANTS.sub("", text))).split())[:most].strip()


def paragraphs(text: str) -> str:
    """Words of several lines without signs that a terminal would obey or that turn the direction of all that follows."""
    return _unheaped(ODD.sub("", text))


def _unheaped(text: str) -> str:
    """A text without accents that stand on nothing, or on a letter that has as many as one can read."""
    if text.isascii():
        return text
    kept, marks = list[str](), MARKS
    for sign in text:
        mark = category(sign) in ("Mn", "Me")
        marks = marks + 1 if mark else MARKS if sign.isspace() else 0
        if not mark or marks <= MARKS:
            kept.append(sign)
    return "".join(kept)


def told_apart(name: str, others: set[str]) -> str:
    """A name that none of the others at a table has: who comes later is numbered, so that a record says who did what."""
    taken = {_alike(each) for each in others if each}
    numbered = (name, *(f"{name[: NAME - 4]} {n}" for n in range(2, len(others) + 2)))
    return next(each for each in numbered if _alike(each) not in taken)


def _alike(name: str) -> str:
    return normalize("NFKC", name).casefold()


def readable(choice: dict[str, tuple[str, ...] | int | str]) -> dict[str, tuple[str, ...] | int | str]:
    """A choice whose words are fit to be drawn."""
    return {name: paragraphs(value) if isinstance(value, str) else value for name, value in choice.items()}


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
