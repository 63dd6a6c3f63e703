"""A season is a chain of tables: how sheets come to one, and the file from which the next one opens."""

from typing import Literal

from cliffhanger.games.smallville.files.series import content_of
from cliffhanger.games.smallville.files.sheets import SERIES, Character, SeriesFile, Sheet
from cliffhanger.games.smallville.rules import sheets
from cliffhanger.games.smallville.rules.state import CALM, Person, Table
from cliffhanger.kernel.files.reader import write_form
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import Setup


def comes(sheet: Sheet, seat: str, kind: Literal["lead", "feature"]) -> Person:
    """Somebody comes to the table: the Stress and the growth on their sheet are theirs, and stand on it no more."""
    hurts = {row.id: row for row in sheet.stress}
    stress = tuple(hurts.get(row.id, row) for row in CALM)
    return Person(sheet.id, replace(sheet, stress=(), growth=()), seat, kind, stress, growth=sheet.growth)


def as_they_stand(s: Table, p: Person) -> Sheet:
    """Their sheet with Drives, Stress and, before the end of the episode, growth as they stand; ties of the episode are gone."""
    for row in p.drives:
        p = sheets.with_trait(p, row.id, rating=row.rating)
    stress = tuple(row for row in p.stress if row.rating)
    return replace(p.sheet, stress=stress, growth=() if s.ended else p.growth)


def cast(setup: Setup, s: Table) -> str:
    """The series as it stands, with everybody's sheet and the scenes that nobody has opened.  [SV-END-02]"""
    people = tuple(Character(as_they_stand(s, p), p.kind) for p in s.cast)
    leads, features = (tuple(p.name for p in s.cast if p.kind == side) for side in ("lead", "feature"))
    scenes = tuple(card for card in s.cards if card.id not in s.opened)
    file = SeriesFile(s.title, leads, scenes, features, s.premise, content_of(setup).tone, people)
    return write_form(SERIES, file, "smallville")
