"""Beside somebody of the game stands the name of whoever plays them."""

from cliffhanger.kernel.panels import Counter, Group
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.played_by import played_by


def person(name, note="", place="side"):
    return Group(f"person.{name}", name, (Counter("Moves", 2),), place, note=note, mark=name)


def sitter(name, plays, holder="person"):
    return Sitter(name or plays, "player", "Player 1", name, holder, plays)


def notes(panels, *seats):
    return [each.note for each in played_by(panels, seats)]


def test_whoever_plays_somebody_is_named_beside_them():
    panels = person("Tollgate"), person("Moths"), person("Night Nurse", "On shift.")
    seats = sitter("Ana", "Tollgate"), sitter("Ben", "Night Nurse")
    assert notes(panels, *seats) == ["played by Ana", "", "On shift."]


def test_of_a_bot_of_no_name_and_of_whoever_is_called_as_they_play_nothing_is_said():
    panels = person("Tollgate"), person("Night Nurse"), person("Understudy"), person("Lull", place="own")
    seats = sitter("", "Tollgate"), sitter("Bot", "Night Nurse", "bot"), sitter("Understudy", "Understudy")
    assert played_by(panels, (*seats, sitter("Ida", "Lull")))[:3] == panels[:3]
    assert notes(panels, *seats, sitter("Ida", "Lull")) == ["", "", "", ""]


def test_people_within_a_group_are_found():
    panels = (Group("cast", "Cast", (person("Tollgate"), person("Moths")), "side"),)
    (cast,) = played_by(panels, (sitter("Ana", "Tollgate"),))
    assert [each.note for each in cast.panels] == ["played by Ana", ""]
    assert played_by(panels, (sitter("Ana", "Nobody"),)) == panels
