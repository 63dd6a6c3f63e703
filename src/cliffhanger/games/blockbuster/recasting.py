"""Sheets at the table: a player proposes another one, the Director agrees, changes one, or brings somebody new."""

from collections.abc import Iterator
from functools import lru_cache

from cliffhanger.games.blockbuster.casting import character_file, sheet_of
from cliffhanger.games.blockbuster.forms import CHARACTER, CharacterFile
from cliffhanger.games.blockbuster.sheets import Sheet
from cliffhanger.games.blockbuster.state import DIRECTOR, Lobby, Movie, Person, Proposal
from cliffhanger.games.blockbuster.verbs import drop_proposal, join_cast, person, propose, take_sheet
from cliffhanger.kernel.files.reader import read_form, write_form
from cliffhanger.kernel.frames import one, replace, top
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Pick, Text

ANY = "any"
SHEET, MANY = 65_536, 8
BLANK = Text("sheet", "The sheet", 1, SHEET, form="character", start=CHARACTER.example)


def own(s: Movie, mine: Person) -> Offer:
    """One's own sheet, to propose another."""
    return offer(
        mine.seat, ANY, "sheet", "Propose another sheet", bound(proposes, who=mine.id),
        replace(BLANK, label="Your sheet", start=written(mine.sheet)), group="At any time", standing=True, rank=99,
        blocked="A scene is running: sheets change between scenes." if s.scene else "",
        says="It is yours when the Director agrees.",
    )  # fmt: skip


def everybodys(s: Movie) -> Iterator[Offer]:
    """For the Director: somebody new, and anybody's sheet."""
    yield offer(
        DIRECTOR, ANY, "join", "Somebody new", joins, replace(BLANK, label="Their sheet"),
        Pick("side", "On whose side", (Item("opponent", "An opponent"), Item("lead", "A friend of the leads")), start=("opponent",)),
        group="The table", standing=True, rank=99, says="They join the cast; bring them into the scene when it is time.",
    )  # fmt: skip
    seats = tuple(Item(p.id, p.name) for p in s.cast if p.seat != DIRECTOR)
    if seats and isinstance(top(s), Lobby):
        yield offer(
            DIRECTOR, ANY, "recast", "Change a sheet", recasts, Pick("whom", "Whose", seats), BLANK, group="The table",
            standing=True, rank=99,
        )  # fmt: skip


def asked(s: Movie, f: Lobby) -> Iterator[Offer]:
    """Sheets that wait for the Director's word."""
    for row in s.proposals:
        window, ask = f"{f.number}.{row.id}", f"{person(s, row.who).name} proposes {row.text}."
        yield offer(
            DIRECTOR, window, "agree", "Agree", bound(agrees, name=row.id), ask=ask, group="A sheet", first=True
        )
        yield offer(
            DIRECTOR, window, "disagree", "Not this", bound(disagrees, name=row.id), ask=ask, group="A sheet",
            says="The sheet stays as it is.",
        )  # fmt: skip


# --- what they do -------------------------------------------------------------------------------------------


def proposes(s: Movie, who: str, sheet: str) -> Movie:
    """A player proposes another sheet, checked as any file is; a new one takes the place of the last."""
    for row in s.proposals:
        if row.who == who:
            s = drop_proposal(s, row.id)
    read = _read(sheet)
    return propose(s, who, f"another sheet: {differences(person(s, who).sheet, read)}", read)


def agrees(s: Movie, name: str) -> Movie:
    """The Director agrees to a sheet, and it is in force."""
    row = one(s.proposals, name)
    return take_sheet(drop_proposal(s, name), row.who, row.sheet)


def disagrees(s: Movie, name: str) -> Movie:
    """The Director does not agree, and the sheet stays as it is."""
    row: Proposal = one(s.proposals, name)
    return drop_proposal(s, name, told=person(s, row.who).name)


def joins(s: Movie, sheet: str, side: tuple[str, ...]) -> Movie:
    """The Director brings somebody new into the cast."""
    return join_cast(s, _read(sheet), DIRECTOR, lead=side == ("lead",))


def recasts(s: Movie, whom: tuple[str, ...], sheet: str) -> Movie:
    """The Director changes anybody's sheet."""
    return take_sheet(s, whom[0], _read(sheet))


@lru_cache(maxsize=256)
def written(sheet: Sheet) -> str:
    """A sheet as the text of its file, to begin editing from."""
    return write_form(CHARACTER, character_file(sheet))


def _read(text: str) -> Sheet:
    """The step has checked the text against its form already."""
    file = read_form(CHARACTER, "sheet", text)
    assert isinstance(file, CharacterFile)
    return sheet_of(file)


def differences(before: Sheet, after: Sheet) -> str:
    """What another sheet changes, in a line: the numbers that move, and what comes and goes beside them."""
    was, now = _figures(before), _figures(after)
    rows = [
        f"{name} {was[name]} to {n}" if name in was else f"{name} {n}" for name, n in now.items() if was.get(name) != n
    ]
    rows += [f"no {name}" for name in was if name not in now]
    had, has = ({power.name: power for power in sheet.powers} for sheet in (before, after))
    rows += [f"another {name}" if name in had else name for name, power in has.items() if had.get(name) != power]
    rows += [f"no {name}" for name in had if name not in has]
    if (before.name, before.tagline, before.who, before.goals) != (after.name, after.tagline, after.who, after.goals):
        rows.append("other words")
    if len(rows) > MANY:
        rows[MANY:] = [f"and {len(rows) - MANY} more"]
    return ", ".join(rows) or "the same as it was"


def _figures(sheet: Sheet) -> dict[str, str]:
    """Every number of a sheet by the name people know it by; a limit where it is not the rating itself."""
    plain = {name.capitalize(): str(getattr(sheet, name)) for name in ("defense", "vigor", "potency", "protection")}
    for rating, limit in (("vigor", sheet.limit_v), ("potency", sheet.limit_p)):
        if limit != getattr(sheet, rating):
            plain[f"{rating.capitalize()} limit"] = str(limit)
    skills = {row.name: f"{row.rating}{'' if row.physical else ' (not physical)'}" for row in sheet.skills}
    return plain | {row.name: str(row.rating) for row in sheet.attributes} | skills
