"""Sheets at the table: a player proposes another one, the Game Master agrees, changes one, or brings somebody new.

Every sheet has to fit the skills of the setting, whoever brings it; one that does not is refused before anything is made.
"""

from collections.abc import Iterator
from functools import lru_cache, partial

from cliffhanger.games.untold.casting import character_file, sheet_of
from cliffhanger.games.untold.forms import CHARACTER, CharacterFile
from cliffhanger.games.untold.setting import misplaced
from cliffhanger.games.untold.sheets import Sheet
from cliffhanger.games.untold.state import GM, Person, Proposal, Table
from cliffhanger.games.untold.verbs import checking, drop_proposal, join_cast, of_seat, person, propose, take_sheet
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.files.bundle import File
from cliffhanger.kernel.files.reader import read_form, write_form
from cliffhanger.kernel.frames import one, replace
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Pick, Text

SHEET, MANY = 65_536, 8
BLANK = Text("sheet", "The sheet", 1, SHEET, form="character", start=CHARACTER.example)


def standing(s: Table) -> Iterator[Offer]:
    """One's own sheet, to propose another; for the Game Master everybody's, and somebody new."""
    for seat in s.seats:
        mine = of_seat(s, seat.id)
        if mine is not None:
            no = checking(s, mine)
            yield Later(seat.id, "any", "sheet", no, partial(_own_sheet, mine, seat.id, no), 99)
    yield Later(GM, "any", "join", "", _somebody_new, 99)
    no = "" if any(not checking(s, p) for p in s.cast) else "The only one there is makes a check."
    yield Later(GM, "any", "recast", no, partial(_other_sheet, s, no), 99)


def _own_sheet(mine: Person, seat: str, no: str) -> Offer:
    return offer(
        seat, "any", "sheet", "Propose another sheet", bound(proposes, who=mine.id),
        Text("sheet", "Your sheet", 1, SHEET, form="character", start=written(mine.sheet)), rule="UN-COR-03",
        group="At any time", standing=True, rank=99, blocked=no, says="It is yours when the Game Master agrees.",
    )  # fmt: skip


def _somebody_new() -> Offer:
    return offer(
        GM, "any", "join", "Somebody new", joins, replace(BLANK, label="Their sheet"), rule="UN-COR-01", group="The table",
        standing=True, rank=99, says="An adversary, or anybody else of yours.",
    )  # fmt: skip


def _other_sheet(s: Table, no: str) -> Offer:
    whom = tuple(Item(p.id, p.name) for p in s.cast if not checking(s, p))
    return offer(
        GM, "any", "recast", "Change a sheet", recasts, Pick("whom", "Whose", whom), BLANK, rule="UN-COR-03",
        group="The table", standing=True, rank=99, blocked=no,
    )  # fmt: skip


def asked(s: Table, row: Proposal, window: str, rank: int) -> Offer:
    """A sheet that waits for the Game Master's word."""
    p = person(s, row.who)
    return offer(
        GM, window, "agree", "Agree", bound(agrees, name=row.id), rule="UN-COR-03", group="A sheet", first=True,
        ask=f"{p.name} proposes {row.text}.", blocked=checking(s, p), instead="Let the check end first.", rank=rank,
    )  # fmt: skip


# --- what they do -------------------------------------------------------------------------------------------


def proposes(s: Table, who: str, sheet: str) -> Table | Refusal:
    """A player proposes another sheet, checked as any file is; a new one takes the place of the last.  [UN-COR-03]"""
    read = _read(s, sheet)
    if isinstance(read, Refusal):
        return read
    for row in s.proposals:
        if row.who == who and row.what == "sheet":
            s = drop_proposal(s, row.id)
    before = person(s, who).sheet
    return propose(s, Proposal("", who, "sheet", f"another sheet: {differences(before, read)}", sheet=read))


def agrees(s: Table, name: str) -> Table:
    """The Game Master agrees to a sheet, and it is in force."""
    row = one(s.proposals, name)
    assert row.sheet is not None
    return take_sheet(drop_proposal(s, name), row.who, row.sheet)


def joins(s: Table, sheet: str) -> Table | Refusal:
    """The Game Master brings somebody new into the cast."""
    read = _read(s, sheet)
    return read if isinstance(read, Refusal) else join_cast(s, read)


def recasts(s: Table, whom: tuple[str, ...], sheet: str) -> Table | Refusal:
    """The Game Master changes anybody's sheet."""
    read = _read(s, sheet)
    return read if isinstance(read, Refusal) else take_sheet(s, whom[0], read)


@lru_cache(maxsize=256)
def written(sheet: Sheet) -> str:
    """A sheet as the text of its file, to begin editing from."""
    return write_form(CHARACTER, character_file(sheet))


def _read(s: Table, text: str) -> Sheet | Refusal:
    """The sheet of a text that the step has checked against its form, if it fits the skills of the setting."""
    file = read_form(CHARACTER, "sheet", text)
    assert isinstance(file, CharacterFile)
    wrong = misplaced(File("sheet", text, file), s.tree)
    if wrong:
        said = " ".join(f"Line {fault.line}, {fault.key}: wanted is {fault.expected}." for fault in wrong)
        return Refusal("UN-SKL-04", said, "Mend the sheet and send it again.")
    return sheet_of(file)


def differences(before: Sheet, after: Sheet) -> str:
    """What another sheet changes, in a line: the ranks that move, and what comes and goes beside them."""
    old = {row.name: (row.rank, row.sn) for row in before.skills}
    new = {row.name: (row.rank, row.sn) for row in after.skills}
    rows = [f"{name} {rank}" for name, (rank, _) in new.items() if name not in old]
    both = [(name, *old[name], *new[name]) for name in new if name in old]
    rows += [f"{name} {was} to {now}" for name, was, _, now, _ in both if was != now]
    rows += [f"no {name}" for name in old if name not in new]
    rows += [f"Second Nature of {name}" for name, _, was, _, now in both if was != now]
    for kind in ("strengths", "weaknesses", "techniques", "moral_code"):
        if getattr(before, kind) != getattr(after, kind):
            rows.append(f"other {kind.replace('_', ' ')}")
    if (before.name, before.tagline, before.who, before.goals) != (after.name, after.tagline, after.who, after.goals):
        rows.append("other words")
    if len(rows) > MANY:
        rows[MANY:] = [f"and {len(rows) - MANY} more"]
    return ", ".join(rows) or "the same as it was"
