"""The room's screen from panels alone: what it shows of a table, what it leaves out, and how large it draws the stage."""

import re
from dataclasses import replace

import pytest
from msgspec import structs
from sample import META, SEATS, SHOT, fallen, game

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.panels import Board, Cell, Counter, Group, List, Row, Text, Token, Track
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.page import cast, room_fit
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.room import room
from cliffhanger.web.page.view import WayIn

WAY = WayIn("http://192.168.1.20:8000/t/amber-kettle-north-seven", "", "http://x/watch?room#s=1")
RESULT = Group("result", "", (Text("r", "Brask’s hook misses Juno.", "He got 2, she got 3.", "result"),), "stage")


def drawn(panels=None, snapshot=SHOT, meta=META):
    played = game() if panels is None else replace(game(), panels=lambda _view, _seat: panels)
    return str(room(played, meta, snapshot, None, Listener("watch"), WAY))


def test_it_shows_order_result_place_and_the_way_in_and_has_nothing_to_press():
    html = drawn()
    assert re.findall(r'<li class="turn[^"]*"[^>]*>.*?<b data-name[^>]*>(\w+)</b>', html) == [
        "Ferris",
        "Brask",
        "Juno",
        "Pilar",
        "Guards",
    ]
    for words in (
        "hook misses",
        "Roof of car 7",
        "Uncouple the cars",
        "Juno Marsh",
        "<span>kettle</span>",
        "192.168.1.20:8000",
    ):
        assert words in html
    assert "2 of 4" in html
    assert not re.search(r"<(form|input|button|details|a) ", html)
    assert "So far" not in html


def test_what_is_ones_own_or_behind_is_not_for_the_room():
    secret = tuple(
        Group(place, f"Secret {place}", (Counter("x", 1),), place) for place in ("own", "hand", "behind", "paper")
    )
    folded = Group("deep", "Folded away", (Text("t", "", "A long list"),), "main", folded=True)
    html = drawn((*secret, RESULT, folded))
    assert "Secret" not in html
    assert "Folded away" not in html
    assert "hook misses" in html


def test_who_is_asked_and_what_they_are_about_to_do_stand_there_but_no_secret_choice():
    html = drawn()
    assert "Juno Marsh is choosing" in html
    assert "Swing 4" in html
    key = ("juno", "41", "attack")
    html = drawn(snapshot=structs.replace(SHOT, drafts={key: Draft(SHOT.drafts[key].choice, private=True)}))
    assert "Swing 4" not in html
    assert "Juno Marsh is choosing." in html


def test_a_pause_dice_in_the_air_and_the_end_are_said():
    assert "data-halted" in drawn(snapshot=structs.replace(SHOT, paused=True, x=True))
    assert "This is left out of the story." in drawn(snapshot=structs.replace(SHOT, paused=True, x=True))
    rolled = drawn(snapshot=structs.replace(SHOT, waiting=Roll("1", "juno", "swing", (6,), "Juno swings")))
    assert "Juno Marsh is to roll" in rolled
    html = drawn(snapshot=structs.replace(SHOT, waiting=Over(())))
    assert "Look back at it." in html
    assert "The end" in html
    assert 'class="turn' not in html  # nobody is now or next


def test_the_way_in_says_whether_there_is_a_chair_to_sit_on():
    assert "Late? Sit down." in drawn()
    full = tuple(structs.replace(each, holder="person") for each in SEATS)
    assert "Look on." in drawn(snapshot=structs.replace(SHOT, seats=full))


def test_while_chairs_fill_they_stand_in_place_and_nobody_sets_one_from_a_wall():
    html = str(room(game(), META, SHOT, None, Listener("watch"), WAY, waits=True))
    assert html.count('id="chair-') == len(SEATS)
    assert '<span class="said">Sit down<b>' in html  # nobody is late yet
    assert "Uncouple the cars" not in html
    assert not re.search(r"<(form|input|button|details|a) ", html)


def test_those_who_stand_against_the_players_are_angular():
    tokens = (Token("juno", "Juno", "roof", "heroes"), Token("brask", "Brask", "roof", "Opponents"))
    html = drawn((RESULT, Group("b", "", (Board("set", "Set", (Cell("roof", "Roof"),), tokens),), "side")))
    assert len(re.findall(r'<svg class="face h\d" data-angular', html)) == 1


def test_a_game_of_one_panel_has_a_screen_too():
    html = drawn((Group("cliff", "The cliff", (Track("height", "Height", 3, 20), Counter("Light", 4)), "stage"),))
    assert "3 of 20" in html
    assert "room-place" not in html


def test_people_are_gathered_from_rows_and_boxes_of_one_name():
    boxes = (Track("v", "Vigor", 1, 4), Counter("Points", 2))
    who = Group("who", "", (Group("juno", "Juno", boxes, "side", mark="Juno"),), "side", folded=True)
    party = Group(
        "party", "The party", (List("p", (Row("Juno", value="1 point", mark="Juno"), Row("All", value="2"))),), "side"
    )
    found = cast.people((who, party))
    assert list(found) == ["Juno"]
    assert (found["Juno"].tracks, found["Juno"].row.value, found["Juno"].counters) == (boxes[:1], "1 point", boxes[1:])
    assert cast.is_of_people(who)
    assert not cast.is_of_people(party)
    html = str(cast.drawn(list(found.values()), 77, beside=False))
    assert "1/4" in html
    assert "1 point" in html
    small = str(cast.drawn(list(found.values()), 22, beside=True))
    assert "1/4" not in small
    assert 'aria-label="Vigor 1 of 4"' in small
    many = [cast.Person(f"Guard {n}") for n in range(20)]
    assert "and 5 more" in str(cast.drawn(many, 22, beside=True))
    assert cast.height(many, 22, beside=True) > cast.height(many[:3], 22, beside=True) > 0


def side(n):
    return Row(f"Side {n}", "Fighting + Rope", 2, dice=fallen(*[5] * 12))


@pytest.mark.parametrize("height", [16.0, 24.0, 34.0])
def test_a_stage_is_drawn_as_large_as_it_fits_and_what_is_last_gives_way(height):
    one = Group("a", "", (Text("t", "Juno hits.", "", "result"),), "stage")
    two = Group("b", "", (Text("t", "Juno hits.", "", "result"), List("s", (side(1), side(2)), "sides")), "stage")
    at, shown = room_fit.fitted((one,), height)
    assert shown == (one,)
    assert room_fit.needed(shown, room_fit.WIDTH / room_fit.ZOOMS[at]) * room_fit.ZOOMS[at] <= height
    assert at <= room_fit.fitted((two,), height)[0]
    many = tuple(Group(f"m{n}", "More", (List("s", (side(1), side(2)), "sides"),)) for n in range(9))
    at, shown = room_fit.fitted((one, *many), height)
    assert at < room_fit.READABLE
    assert 1 <= len(shown) < 10
    long = Group("l", "", (List("l", tuple(Row(f"Row {n}", dice=fallen(*[5] * 30)) for n in range(40))),), "stage")
    _, (cut,) = room_fit.fitted((long,), height)
    assert len(cut.panels[0].rows) in room_fit.ROWS


def test_where_a_stage_has_no_room_how_far_one_is_gives_way_to_what_has_been_settled():
    steps = List("steps", tuple(Row(f"Step {n}") for n in range(3)), "steps")
    parts = (Text("t", "Juno hits.", "", "result"), steps, List("s", (side(1), side(2)), "sides"))
    stage = Group("stage", "", parts, "stage")
    assert room_fit.fitted((stage,), 40.0)[1] == (stage,)
    _, (shown,) = room_fit.fitted((stage,), 6.0)
    assert [each.id for each in shown.panels] == ["t", "s"]


@pytest.mark.parametrize("people", [6, 14])
def test_an_order_is_seen_whole_however_many_have_rolled(people):
    rows = tuple(Row(f"Person {n}", dice=fallen(6, 5, 4, 3, 1), value=2) for n in range(people))
    order = Group("o", "", (Text("t", "Person 0 goes first.", "", "result"), List("l", rows)), "stage")
    _, (shown,) = room_fit.fitted((order,), 19.0)
    assert len(shown.panels[1].rows) == people
