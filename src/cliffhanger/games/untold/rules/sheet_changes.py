"""Sheet changes at the table: a player proposes, the Game Master agrees, changes a sheet, or brings somebody new.

Every sheet has to fit the skills of the setting, whoever brings it; one that does not is refused before anything is made.
First the offers, then what they do.
"""

from collections.abc import Callable, Iterator
from typing import Any

from cliffhanger.games.untold.files.setting import misplaced
from cliffhanger.games.untold.files.sheets import CHARACTER, Character, Sheet
from cliffhanger.games.untold.rules import verbs
from cliffhanger.games.untold.rules.state import GM, Proposal, Table
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.files import proposals
from cliffhanger.kernel.files.bundle import File
from cliffhanger.kernel.frames import one
from cliffhanger.kernel.offers import Offer, bound
from cliffhanger.kernel.params import Item


def _misfit(s: Table, text: str, character: Character) -> Refusal | None:
    """Why a sheet does not fit the setting, if it does not."""
    wrong = misplaced(File("sheet", text, character), s.tree)
    said = " ".join(f"Line {fault.line}, {fault.key}: wanted is {fault.expected}." for fault in wrong)
    return Refusal("UN-SKL-04", said, "Mend the sheet and send it again.") if wrong else None


OFFERS = proposals.SheetOffers(CHARACTER, GM, "Game Master", "UN-COR-03", _misfit)


def standing(s: Table) -> Iterator[Offer]:
    """One's own sheet, to propose another; for the Game Master everybody's, and somebody new."""
    for seat, mine in verbs.players(s):
        yield OFFERS.own(seat, Character(mine.sheet), bound(_proposes, who=mine.id), verbs.checking(s, mine, own=True))
    yield OFFERS.join(verbs.join_cast, says="An adversary, or anybody else of yours.", rule="UN-COR-01")
    free = tuple(Item(p.id, p.name) for p in s.cast if not verbs.checking(s, p))
    yield OFFERS.recast(verbs.take_sheet, lambda: free, "" if free else "The only one there is makes a check.")


def asked(s: Table, row: Proposal, window: str, disagree: Callable[..., Any], rank: int) -> Iterator[Offer]:
    """A sheet that waits for the Game Master's word."""
    p, do, no = verbs.person(s, row.who), bound(agrees, name=row.id), bound(disagree, name=row.id)
    ask, busy = f"{p.name} proposes {row.text}.", verbs.checking(s, p)
    yield from OFFERS.asked(window, ask, do, no, busy, "Let the check end first.", rank)


def _proposes(s: Table, who: str, sheet: Sheet) -> Table:
    """A player proposes another sheet, checked as any file is; a new one takes the place of the last.  [UN-COR-03]"""
    for row in s.proposals:
        if row.who == who and row.what == "sheet":
            s = verbs.drop_proposal(s, row.id)
    changes = proposals.differences(verbs.person(s, who).sheet, sheet, {"sn": "Second Nature"})
    return verbs.propose(s, Proposal("", who, "sheet", f"another sheet: {changes}", sheet=sheet))


def agrees(s: Table, name: str) -> Table:
    """The Game Master agrees to a sheet, and it is in force."""
    row = one(s.proposals, name)
    assert row.sheet is not None
    return verbs.take_sheet(verbs.drop_proposal(s, name), row.who, row.sheet)
