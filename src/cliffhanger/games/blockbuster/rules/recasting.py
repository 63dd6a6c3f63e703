"""Changed sheets: a player proposes one and the Director agrees, changes any, or brings somebody new."""

from collections.abc import Iterator
from typing import Literal

from cliffhanger.games.blockbuster.files.sheets import CHARACTER, Character, Sheet
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Lobby, Movie, Person
from cliffhanger.games.blockbuster.rules.verbs import drop_proposal, join_cast, person, propose, take_sheet
from cliffhanger.kernel.files import proposals
from cliffhanger.kernel.frames import one, top
from cliffhanger.kernel.offers import Offer, bound
from cliffhanger.kernel.params import Item, Pick

OFFERS = proposals.SheetOffers(CHARACTER, DIRECTOR, "Director")
SIDES = (Item("opponent", "An opponent"), Item("lead", "A friend of the leads"))


def own(s: Movie, mine: Person) -> Offer:
    """One's own sheet, to propose another."""
    blocked = "A scene is running: sheets change between scenes." if s.scene else ""
    return OFFERS.own(mine.seat, Character(mine.sheet), bound(proposes, who=mine.id), blocked)


def everybodys(s: Movie) -> Iterator[Offer]:
    """For the Director: somebody new, and anybody's sheet."""
    side = Pick("side", "On whose side", SIDES, start=("opponent",))
    yield OFFERS.join(joins, side, says="They join the cast; bring them into the scene when it is time.")
    seated = [p for p in s.cast if p.seat != DIRECTOR]
    if seated and isinstance(top(s), Lobby):
        yield OFFERS.recast(recasts, lambda: tuple(Item(p.id, p.name) for p in seated))


def asked(s: Movie, f: Lobby) -> Iterator[Offer]:
    """Sheets that wait for the Director's word."""
    for row in s.proposals:
        name = person(s, row.who).name
        agree, decline = bound(agrees, name=row.id), bound(drop_proposal, name=row.id, told=name)
        yield from OFFERS.asked(f"{f.number}.{row.id}", f"{name} proposes {row.text}.", agree, decline)


def proposes(s: Movie, who: str, sheet: Sheet) -> Movie:
    """A player proposes another sheet, checked as any file is; a new one takes the place of the last."""
    for row in s.proposals:
        if row.who == who:
            s = drop_proposal(s, row.id)
    return propose(s, who, f"another sheet: {differences(person(s, who).sheet, sheet)}", sheet)


def agrees(s: Movie, name: str) -> Movie:
    """The Director agrees to a sheet, and it is in force."""
    row = one(s.proposals, name)
    return take_sheet(drop_proposal(s, name), row.who, row.sheet)


def joins(s: Movie, sheet: Sheet, side: Literal["opponent", "lead"]) -> Movie:
    """The Director brings somebody new into the cast."""
    return join_cast(s, sheet, DIRECTOR, lead=side == "lead")


def recasts(s: Movie, whom: str, sheet: Sheet) -> Movie:
    """The Director changes anybody's sheet."""
    return take_sheet(s, whom, sheet)


def differences(before: Sheet, after: Sheet) -> str:
    """What another sheet changes, in a line."""
    return proposals.differences(before, after, {"limit_v": "Vigor limit", "limit_p": "Potency limit"})
