"""The room's screen from panels alone: what it shows of a table, what it leaves out, and how large it draws the stage."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs
from sample import META, ODDS, SEATS, SHOT, fallen, game

from cliffhanger import games
from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.panels import Board, Card, Cell, Counter, Die, Group, List, Row, Text, Token, Track
from cliffhanger.kernel.params import Cost, Item, Number, Pick
from cliffhanger.kernel.step import begin
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.page import cast, room_fit, room_moment
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.room import Watched, room
from cliffhanger.web.page.room_fit import Moment
from cliffhanger.web.page.skins import Skin, skin
from cliffhanger.web.page.view import Figure, WayIn
from cliffhanger.web.page.waiting import offered

WAY = WayIn("http://192.168.1.20:8000/t/amber-kettle-north-seven", "", "http://x/watch?room#s=1")
RESULT = Group("result", "", (Text("r", "Brask’s hook misses Juno.", "He got 2, she got 3.", "result"),), "stage")


HOUSE = Skin("nowhere")


def drawn(panels=None, snapshot=SHOT, meta=META, odds=ODDS, known=None):
    played = game() if panels is None else replace(game(), panels=lambda _view, _seat: panels)
    watched = Watched(offered(snapshot.waiting) if known is None else known, odds)
    return str(room(played, meta, snapshot, None, Listener("watch"), WAY, watched))


def asking(*options, panels=(RESULT,), odds=None, drafts=None):
    """A room in which these options are asked of Juno."""
    return drawn(panels, structs.replace(SHOT, waiting=options, drafts=drafts or {}), odds=odds or {})


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


def test_who_is_asked_and_what_they_are_about_to_do_stand_there_with_the_chance_but_no_secret_choice():
    html = drawn()
    assert "Juno Marsh is choosing" in html
    assert "Swing 4" in html
    assert '83<span class="pct"> %</span></span> <span class="of">“you hit”' in html
    key = ("juno", "41", "attack")
    secret = structs.replace(SHOT, drafts={key: Draft(SHOT.drafts[key].choice, private=True)})
    for html in (drawn(snapshot=secret), drawn(known=())):  # nor what those who watch could not derive
        assert "Swing 4" not in html
        assert "83" not in html
        assert "Juno Marsh is choosing." in html


def cancel(seat="juno", **more):
    keep = Item("0", "Keep all 4", cost=(Cost(2, "damage to Vigor"),))
    asked = Number("cancelled", "Against the strain", 0, 1, ways=(keep, Item("1", "Cancel the strain")))
    return offer(seat, 7, "cancel", "Hold the strain down", cancel, asked, figures=("hurts",), **more)


def test_two_ways_stand_before_whoever_is_asked_each_with_its_price_and_its_chance():
    odds = {("7", f"cancel={n}"): (Figure("it hurts them", Fraction(share, 100)),) for n, share in ((0, 96), (1, 30))}
    html = asking(cancel(), odds=odds)
    assert re.findall(r'class="num[^"]*">(\d+)<', html.partition("room-ask")[2].partition("room-way")[0]) == [
        "96",
        "30",
    ]
    assert html.count("“it hurts them”") == 1  # what both figures are of is said once
    assert "2 damage to Vigor" in html
    assert html.index("Keep all 4") < html.index("Cancel the strain")


def test_of_many_options_those_with_a_chance_stand_there_and_of_more_than_three_none():
    plain = [offer("juno", 7, f"k{n}", f"Thing {n}", cancel) for n in range(5)]
    roll = offer("juno", 7, "roll", "Roll against Dale", cancel, first=True, figures=("beats",))
    give = offer("juno", 7, "give", "Give in", cancel, lost="the aim")
    odds = {("7", "roll"): (Figure("you beat it", Fraction(15, 100)),)}
    html = asking(roll, give, *plain, odds=odds)
    assert "Roll against Dale" in html
    assert "loses the aim" in html
    assert "Thing 1" not in html
    more = [offer("juno", 7, f"m{n}", f"Blow {n}", cancel, figures=("beats",)) for n in range(3)]
    assert 'class="choice' not in asking(roll, *more, odds=odds)
    assert 'class="choice' not in asking(*plain[:2])  # two names alone say nothing that the question does not


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


@pytest.mark.parametrize("name", games.names())
def test_what_is_asked_is_said_whole_while_chairs_fill(name):
    rules = games.game(name)
    setup = rules.ready(4, {})
    state = begin(rules, rules.start(setup)).state
    seats = tuple(structs.replace(SEATS[0], id=each.id, role=each.role, title=each.name) for each in setup.seats)
    snapshot = structs.replace(SHOT, seats=seats, waiting=rules.waiting(state), drafts={})
    html = str(room(rules, META, snapshot, rules.view(state, "watch"), Listener("watch"), WAY, waits=True))
    said = re.findall(r'<p class="said">(.*?)</p>', html.partition('class="room-ask')[2])
    assert said
    assert not any(each.endswith("&#8230;") for each in said)


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


def fitted(*panels, height, more=(), **moment):
    return room_fit.fitted(Moment(rest=panels, **moment), more, height, HOUSE)


@pytest.mark.parametrize("height", [16.0, 24.0, 34.0])
def test_a_stage_is_drawn_as_large_as_it_fits_and_what_is_last_gives_way(height):
    one, two = (
        fitted(height=height, head="Juno hits."),
        fitted(List("s", (side(1), side(2)), "sides"), height=height, head="Juno hits."),
    )
    assert room_fit.tell(one.said, room_fit.WIDTH, room_fit.HEADLINES[one.head], HOUSE) <= height
    assert one.zoom <= two.zoom
    many = tuple(Group(f"m{n}", "More", (List("s", (side(1), side(2)), "sides"),)) for n in range(9))
    fit = fitted(height=height, head="Juno hits.", more=many)
    assert fit.zoom < room_fit.READABLE
    assert len(fit.more) < 9
    long = List("l", tuple(Row(f"Row {n}", dice=fallen(*[5] * 30)) for n in range(40)))
    (cut,) = fitted(long, height=height).said.rest
    assert len(cut.rows) in room_fit.ROWS


def test_a_headline_becomes_smaller_before_dice_do():
    row = Row("", dice=fallen(*[6] * 8))
    head = "The Commissioner of the Upper Gallery hits The Brotherhood of the Long Shadow."
    roomy, tight = (room_fit.fitted(Moment(head=head, dice=row, beside=16), (), n, HOUSE) for n in (30.0, 19.0))
    assert roomy.is_large
    assert tight.is_large
    assert tight.head > roomy.head


def test_where_a_stage_has_no_room_how_far_one_is_gives_way_to_what_has_been_settled():
    steps = List("steps", tuple(Row(f"Step {n}") for n in range(3)), "steps")
    sides = List("s", (side(1), side(2)), "sides")
    assert fitted(steps, sides, height=40.0, head="Juno hits.").said.rest == (steps, sides)
    fit = fitted(steps, sides, height=6.0, head="Juno hits.", below="By two.")
    assert [each.id for each in fit.said.rest] == ["s"]
    assert fit.said.below == ""
    assert all(row.text == "" for row in fit.said.rest[0].rows)


@pytest.mark.parametrize("people", [6, 14])
def test_an_order_is_seen_whole_however_many_have_rolled(people):
    rows = tuple(Row(f"Person {n}", dice=fallen(6, 5, 4, 3, 1), value=2) for n in range(people))
    (shown,) = fitted(List("l", rows), height=21.0, head="Person 0 goes first.").said.rest
    assert len(shown.rows) == people


# --- the moment -------------------------------------------------------------------------------------------------

KNOWN = {name: cast.Person(name, (Track("v", "Vigor", 1, 4),)) for name in ("Juno", "Ludo", "Ferris")}


def told(head, body="", style="result", what="hits", **data):
    return Text("t", head, body, style, told=Event(what, "Juno", data=data))


def threw(name, *faces, n=None):
    return Row(name, "Swing 4", n, mark=name, dice=fallen(*faces))


def test_a_result_that_counts_something_has_the_count_for_its_headline():
    stage = room_moment.stage((told("Juno attacks Ludo: 4 successes.", foe="Ludo"),), KNOWN, None)
    assert (stage.said.above, stage.said.head) == ("Juno attacks Ludo", "4 successes.")
    plain = Text("r", "One short: 4 of 5.", style="result")
    assert room_moment.stage((plain,), KNOWN, None).said.head == "One short: 4 of 5."


def test_whoever_is_rolled_against_stands_at_the_right_with_their_answer_once_it_has_fallen():
    text = told("Juno attacks Ludo: 2 successes.", foe="Ludo")
    stage = room_moment.stage((text, List("s", (threw("Juno", 6, 5, 1, n=2),), "sides")), KNOWN, None)
    assert (stage.right.name, stage.right.thrown, stage.right.tracks) == ("Ludo", None, KNOWN["Ludo"].tracks)
    assert stage.said.dice.n is None  # the headline has it
    both = List("s", (threw("Juno", 6, 5, 1, n=2), threw("Ludo", 2, 1, n=0)), "sides")
    stage = room_moment.stage((told("Juno hits Ludo.", foe="Ludo"), both), KNOWN, None)
    assert stage.right.thrown == both.rows[1]
    assert stage.said.dice == both.rows[0]
    nobody = room_moment.stage((told("Juno makes it."), List("s", (threw("Juno", 6),), "sides")), KNOWN, None)
    assert nobody.right is None
    three = List("s", tuple(threw(name, 6) for name in KNOWN), "sides")
    assert room_moment.stage((told("Juno hits them."), three), KNOWN, None).said.rest == (three,)


def throwing(key="attack", **more):
    whom = Pick("target", "Whom", (Item("ludo", "Ludo"), Item("ferris", "Ferris")), start=("ludo",))
    return offer("juno", 7, key, "Storm Coil", throwing, whom, pool=(Row("Swing", dice=(Die(6),) * 4),), **more)


def test_whoever_builds_a_roll_at_somebody_faces_them_with_hollow_dice():
    shown = structs.replace(SHOT, waiting=(throwing(),), drafts={("juno", "7", "attack"): Draft({"target": ("ludo",)})})
    who = Group(
        "who", "Who", tuple(Group(n, n, p.tracks, "side", mark=n) for n, p in KNOWN.items()), "side", folded=True
    )
    html = drawn((RESULT, who), shown)
    stage = html.partition('class="room-fit')[2].partition("room-now")[0]
    assert re.findall(r"<b class=\"name\">([^<]+)</b>", stage) == ["Juno Marsh", "Ludo"]
    assert stage.count('class="die d6 rating"') == 4
    assert "hook misses" not in stage  # that moment is over
    assert "Storm Coil" in stage
    secret = structs.replace(shown, drafts={("juno", "7", "attack"): Draft({"target": ("ludo",)}, private=True)})
    for html in (drawn((RESULT, who), secret), drawn((RESULT, who), shown, known=())):
        assert "Storm Coil" not in html
        assert "hook misses" in html


def test_dice_in_hand_lie_with_whoever_is_to_answer():
    text = told("Juno attacks Ludo: 2 successes.", foe="Ludo")
    lies = room_moment.Chosen(
        "Director", throwing("defend").option, {"target": ("ludo",)}, plays=frozenset({"Ludo"}), lies=True
    )
    stage = room_moment.stage((text, List("s", (threw("Juno", 6, 5, n=2),), "sides")), KNOWN, lies)
    assert [die.state for die in stage.right.thrown.dice] == ["hollow"] * 4
    rungs = List("l", (Row("Ludo", value="?", mark="Ludo", state="now"), threw("Juno", 6, n=6)), "ladder")
    stage = room_moment.stage((told("Juno stands at 6."), rungs), KNOWN, lies)
    assert stage.climbs
    assert (stage.left.name, stage.right.name) == ("Ludo", "Juno")
    assert len(stage.said.rest[0].rows[0].dice) == 4


def test_of_people_who_sit_by_a_ladder_those_are_named_alone_who_have_done_something():
    rungs = List("l", (Row("Ludo", value="?", mark="Ludo", state="now"), threw("Juno", 6, n=6)), "ladder")
    for state, shown in (("", 1), ("now", 2)):
        by = List("by", (Row("Ferris", "may help", mark="Ferris", state=state), Row("Ida", "may help", mark="Ida")))
        stage = room_moment.stage((told("Juno stands at 6."), rungs, by), KNOWN, None)
        assert [len(each.rows) for each in stage.said.rest] == [2, 1][:shown]


def test_two_who_fight_stand_at_both_sides_and_one_thing_is_said_between_them():
    fighters = List("f", (Row("Juno", "3 Belief", state="now"), Row("Ludo")), "order")
    title, attack = told("Juno and Ludo"), told("Juno: Ranged Attack on Ludo", style="plain")
    steps = List("steps", (Row("Maneuver", state="done"), Row("Attack", state="now")), "steps")
    stage = room_moment.stage((title, fighters, steps), KNOWN, None)
    assert (stage.said.above, stage.said.head) == ("Attack", "VS")
    assert (stage.left.name, stage.left.speaks, stage.right.name) == ("Juno", True, "Ludo")
    coins = List("c", (threw("Juno", 6, 5, n=2), threw("Ludo", 1, n=0)), "sides")
    stage = room_moment.stage((title, fighters, steps, attack, coins), KNOWN, None)
    assert (stage.said.above, stage.said.head) == ("", "Juno: Ranged Attack on Ludo")  # who they are is seen
    assert (stage.left.thrown, stage.right.thrown) == coins.rows
    assert stage.said.rest == ()
    hits = structs.replace(told("Juno hits Ludo, by 1"), id="r")
    stage = room_moment.stage((title, fighters, hits, steps, attack, coins), KNOWN, None)
    assert (stage.said.above, stage.said.head) == ("Juno: Ranged Attack on Ludo", "Juno hits Ludo, by 1")
    card = Card("x", "A Rumour", text=("Gain 1.",))
    stage = room_moment.stage((told("Juno plays A Rumour"), card, fighters), KNOWN, None)
    assert stage.card == card


def test_a_card_on_the_wall_has_its_words():
    fighters = List("f", (Row("Juno"), Row("Ludo")), "order")
    played = (told("Juno plays A Rumour"), Card("x", "A Rumour", text=("Gain 1 coin.",)), fighters)
    html = drawn((Group("stage", "", played, "stage"),))
    assert "Gain 1 coin." in html.partition('class="hand"')[2].partition("room-now")[0]


# --- the place --------------------------------------------------------------------------------------------------


def test_what_is_said_of_people_stands_below_them_in_the_picture_and_only_others_are_listed():
    tokens = tuple(Token(name, name, "roof") for name in ("Juno", "Ludo"))
    who = tuple(Group(name, name, p.tracks, "side", mark=name) for name, p in KNOWN.items())
    points = List("p", (Row("Juno", value="3 points", tags=("1 locked",), mark="Juno"),))
    html = drawn(
        (RESULT, Board("b", "Where", (Cell("roof", "Roof"),), tokens), *who, Group("n", "", (points,), "side"))
    )
    picture, _, beside = html.partition('class="scenery')[2].partition('class="room-cast')
    assert picture.count('class="caption"') == 2
    assert "3 points" in picture
    assert "1 locked" in picture
    assert re.findall(r"<b>([^<]+)</b>", beside) == ["Ferris", "1/4"]


def test_of_what_everybody_tries_for_as_much_stands_above_the_picture_as_has_room():
    tracks = tuple(Track(f"t{n}", f"Find the stolen trunk, part {n}", n, 6) for n in range(6))
    place = Board("b", "Where", (Cell("roof", "Roof"),), (Token("j", "Juno", "roof"),))
    html = drawn((RESULT, Group("w", "", (place, *tracks), "side")))
    strip = html.partition('class="room-strip">')[2].partition("room-board")[0]
    shown = strip.count('class="track"')
    assert 1 < shown < 6
    assert f"and {6 - shown} more" in strip


@pytest.mark.parametrize("name", games.names())
def test_headlines_are_measured_in_the_face_that_a_game_wears(name):
    worn = skin(games.game(name))
    assert room_fit.headlines("Juno hits.", 3.0, 60.0, worn) == 1
    assert room_fit.headlines("Juno hits. " * 20, 3.0, 60.0, worn) > 2
    assert room_fit.headlines("M" * 200, 3.0, 60.0, worn) > 3


def test_a_chance_that_rests_on_doing_otherwise_stands_beside_no_way():
    roll = offer("juno", 7, "roll", "Roll against Dale", cancel, first=True, figures=("beats",))
    give = offer("juno", 7, "give", "Give in", cancel, figures=("loses",), cost=(Cost(1, "point"),))
    instead = Figure("hurt, if you roll instead", Fraction(1), alone=False)
    html = asking(
        roll, give, odds={("7", "roll"): (Figure("you beat it", Fraction(15, 100)),), ("7", "give"): (instead,)}
    )
    assert "you beat it" in html
    assert "if you roll instead" not in html
    assert "Give in" in html
