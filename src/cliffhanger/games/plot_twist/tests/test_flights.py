"""Flights: whether and where to, what becomes of Bystanders, Pursuit, Surrender, and where all go else."""

import pytest
from msgspec import structs

from cliffhanger.games.plot_twist.rules.pieces import Bystander, Lying
from cliffhanger.games.plot_twist.rules.state import Combat
from cliffhanger.kernel.chance import Over

CARDS = """
[[card]]
id = "old-harbour"
kind = "location"
name = "Old Harbour"
colour = "golden"
while_here = [{cover = {target = "each_hero", add = 1}}]
[[card]]
id = "bank"
kind = "location"
name = "The Bank"
colour = "golden"
while_here = [{coins = {target = "each_hero", on = "attack", amount = 1}}]
when = [{trigger = "on_relocate", effects = [{lose = {target = "each_villain", counter = "hate", amount = 1}}]}]
[[card]]
id = "sunken-bunker"
kind = "lair"
name = "Sunken Bunker"
colour = "golden"
[[card]]
id = "red-tower"
kind = "lair"
name = "Red Tower"
colour = "red"
[[card]]
id = "crane-operator"
kind = "bystander"
name = "Crane Operator"
difficulty = 1
life = 3
colour = "golden"
recruit = [{gain = {target = "you", counter = "energy", amount = 2}}]
kill = [{choose = {by = "gm", options = [{gain = {target = "main", counter = "hate", amount = 2}}, {damage = {via = "deal", type = "social", amount = 2, target = "a_hero"}}]}}]
[[card]]
id = "bank-clerk"
kind = "bystander"
name = "Bank Clerk"
difficulty = 1
life = 3
colour = "golden"
kill = [{choose = {by = "gm", options = [{gain = {target = "main", counter = "hate", amount = 2}}, {damage = {via = "deal", type = "social", amount = 2, target = "a_hero"}}]}}]
[[card]]
id = "night-watch"
kind = "bystander"
name = "Night Watch"
difficulty = 1
life = 3
colour = "golden"
recruit = [{coins = {target = "each_hero", on = "attack", amount = 1, duration = "turn"}}, {gain = {target = "each_hero", counter = "energy", amount = 1}}]
[[card]]
id = "not-yet"
kind = "event"
name = "Not Yet"
colour = "golden"
reveal = []
when = [{trigger = "on_flee", by = "main", instead = true, effects = [{gain = {target = "main", counter = "energy", amount = 1}}]}]
[[card]]
id = "no-way-out"
kind = "event"
name = "No Way Out"
colour = "golden"
reveal = [{forbid = {target = "main", what = "flee"}}]
[[card]]
id = "drive"
kind = "event"
name = "Drive"
colour = "golden"
reveal = [{relocate = {to = "chosen"}}]
[[card]]
id = "smoke"
kind = "event"
name = "Smoke"
colour = "golden"
reveal = [{flee = {}}]
"""
OTHER = {"kind": "villain", "power": 2, "hate": 1}


@pytest.fixture
def table(stage):
    """Two Heroes and a Villain without Hate, at the Old Harbour; the GM holds these Lairs."""

    def made(*lairs, lying=(), house=None, place="old-harbour", foe=None, ann=None, **more):
        people = {"ann": ann or {}, "bo": {}, "foe": {"kind": "villain", "power": 4} | (foe or {}), **more}
        down = tuple(Lying(each, "gm", up=False) for each in lying)
        return stage(cards=CARDS, place=place, hands={"gm": {"plot": lairs}}, lying=down, house=house, **people)

    return made


def in_play(scene, *places, bystanders=None):
    """These places lie in play too, and Bystanders are somewhere."""
    lying = (*scene.s.lying, *(Lying(each, "gm") for each in places))
    found = tuple(Bystander(who, where) for who, where in (bystanders or {}).items())
    return scene.now_has(lying=lying, bystanders=found)


# --- whether and where to -------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FLEE-01", "PT-FLEE-02", "PT-RUL-16", "PT-GOAL-03", "PT-GOAL-02")
def test_a_main_villain_without_hate_surrenders_where_there_is_no_lair(table):
    scene = table(foe={"hate": 1})
    scene.ends_turn()
    assert (scene.cast[2].now.will, scene.s.turn) == (0, 2)
    scene.ends_turn()
    assert scene.cast[2].now.out == "surrendered"
    assert scene.s.winner == "heroes"
    assert not scene.told("out")


@pytest.mark.rule("PT-FLEE-01", "PT-PLOT-04")
def test_with_a_lair_the_main_villain_flees(table):
    scene = table("sunken-bunker.1")
    scene.ends_turn()
    assert "pursue" in scene.cast[0].may()
    assert scene.told("flees")


@pytest.mark.rule("PT-FLEE-01", "PT-RUL-74")
def test_the_gm_says_which_lair_and_one_nobody_can_use_is_none(table):
    scene = table("sunken-bunker.1", "red-tower.1")
    scene.ends_turn()
    assert "pursue" in scene.cast[0].may()
    scene = table("sunken-bunker.1", "red-tower.1", foe={"colour": "red"})
    scene.ends_turn()
    scene.cast[2].does("lair", lair="red-tower.1")
    assert "red-tower" in [each.id for each in scene.s.lying]


@pytest.mark.rule("PT-RUL-16", "PT-CROSS-02", "PT-HATE-02")
def test_payments_come_first_and_a_crossover_villain_who_is_face_down_saves_nobody(table):
    scene = table(cat=OTHER)
    scene.ends_turn()
    _, _, foe, cat = scene.cast
    assert cat.now.hides
    assert foe.now.out == "surrendered"
    assert scene.s.winner == "heroes"


@pytest.mark.rule("PT-RUL-16", "PT-CROSS-04", "PT-RUL-77", "PT-ZONE-01")
def test_after_a_surrender_the_promoted_villain_pays_nothing_more(table):
    scene = table(cat=OTHER | {"hate": 3})
    scene.now_has(lying=(*scene.s.lying, Lying("drive", "gm", "foe")))
    scene.ends_turn()
    assert [each.id for each in scene.s.lying] == ["old-harbour"]
    assert (scene.s.main, scene.s.winner, scene.s.turn) == ("cat", "", 2)
    assert scene.cast[3].now.will == 6


@pytest.mark.rule("PT-FLEE-02")
def test_a_card_that_forbids_a_flight_makes_it_a_surrender(table):
    scene = table("sunken-bunker.1", lying=("no-way-out",))
    scene.cast[2].does("pass").does("event", name="no-way-out")
    scene.ends_turn()
    assert scene.s.winner == "heroes"


@pytest.mark.rule("PT-FLEE-01")
def test_a_card_that_waits_for_the_flight_may_take_its_place_for_this_turn(table):
    scene = table("sunken-bunker.1", lying=("not-yet",))
    foe = scene.cast[2]
    foe.does("pass").does("event", name="not-yet")
    scene.ends_turn()
    assert (scene.s.turn, foe.now.energy, foe.now.out) == (2, 1, "")


@pytest.mark.rule("PT-FLEE-02", "PT-RUL-55")
def test_a_card_lets_the_villain_flee_out_of_a_combat_with_hate_left(table):
    scene = table("sunken-bunker.1", lying=("smoke",), foe={"hate": 5})
    ann, _, foe = scene.cast
    ann.fights(foe)
    foe.does("event", name="smoke")
    scene.takes("redraw")
    assert "pursue" in ann.may()
    assert foe.now.will == 5
    scene = table(lying=("smoke",), foe={"hate": 5})
    scene.cast[2].does("event", name="smoke")
    assert "fight.ann" in scene.cast[0].may()


# --- Bystanders -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FLEE-03", "PT-FLEE-06", "PT-PLOT-04", "PT-RUL-12", "PT-RUL-17", "PT-HATE-02")
def test_a_flight_from_the_harbour_and_a_pursuit_into_the_bunker(table):
    scene = table("sunken-bunker.1", ann={"energy": 9, "charm": 4, "fighting": 1}, foe={"fighting": 2})
    in_play(scene, "bank", bystanders={"crane-operator": "old-harbour", "bank-clerk": "bank"}).ends_turn()
    ann, bo, foe = scene.cast
    bo.does("fate", you=ann)
    ann.does("fate", you=ann)
    assert ann.now.energy == 11
    foe.does("say", word="1").does("whom", whom=ann)
    assert ann.social == (10, 12, 0)
    assert scene.s.bystanders == ()
    ann.does("pursue")
    bo.does("pursue")
    assert (scene.s.place, scene.s.turn, scene.s.conflict) == ("sunken-bunker", 2, 2)
    assert foe.now.statuses == ("surprised",)
    ann.attacks(foe).throws("TTTT", "TTT")
    assert foe.now.statuses == ("surprised",)
    scene.ends_combat().ends_turn()
    assert (foe.now.will, foe.now.statuses, foe.now.out) == (0, (), "")


@pytest.mark.rule("PT-RUL-12")
def test_the_table_may_have_the_first_defence_end_the_surprise_of_a_pursuit(table):
    scene = table("sunken-bunker.1", house={"surprised_pursuit": "first_defence"}).ends_turn()
    ann, bo, foe = scene.cast
    ann.does("pursue")
    bo.does("pursue")
    ann.attacks(foe).throws("TTT", "T")
    assert foe.now.statuses == ()


@pytest.mark.rule("PT-FLEE-06")
def test_what_mentions_turns_waits_for_the_next_start_of_turn(table):
    scene = table("sunken-bunker.1")
    in_play(scene, bystanders={"night-watch": "old-harbour"}).ends_turn()
    ann, bo, foe = scene.cast
    assert ann.now.energy == 1
    ann.does("pursue")
    bo.does("pursue")
    ann.attacks(foe).throws("TTTT", "T")


# --- Pursuit --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-RUL-59", "PT-FLEE-03", "PT-FLEE-04")
def test_the_players_vote_and_a_tie_lets_the_villain_go(table):
    for rule, said, pursued in (
        ("majority", ("pursue", "let_go"), False),
        ("majority", ("pursue", "pursue"), True),
        ("any", ("let_go", "pursue"), True),
        ("unanimous", ("pursue", "let_go"), False),
    ):
        scene = table("sunken-bunker.1", house={"group_vote": rule}).ends_turn()
        scene.cast[0].does(said[0])
        scene.cast[1].does(said[1])
        assert (scene.s.place == "sunken-bunker") is pursued


@pytest.mark.rule("PT-TURN-06", "PT-BEL-03", "PT-ENE-02", "PT-REV-01")
def test_while_pursuit_is_asked_all_may_spend_and_nobody_takes_a_free_action(table):
    ann = {"stealth": 2, "belief": 2, "energy": 4, "physical": 5}
    scene = table("sunken-bunker.1", ann=ann).ends_turn()
    ann, bo, foe = scene.cast
    ann.does("regenerate.ann", kind="physical", n=2).does("keyword.ann", word="armor")
    assert (ann.physical[0], ann.now.energy, ann.now.will) == (7, 2, 0)
    assert "hide.ann" not in ann.may()
    assert "lock" in foe.may()
    bo.does("pursue")
    ann.does("pursue")
    assert scene.s.place == "sunken-bunker"


def test_the_page_says_who_would_pursue(table):
    scene = table("sunken-bunker.1").ends_turn()
    shown = str(scene.play.panels("bo"))
    assert "Foe Flees to Sunken Bunker" in shown
    assert "would" not in shown
    scene.cast[0].does("pursue")
    assert "would Pursue" in str(scene.play.panels("bo"))


@pytest.mark.rule("PT-RUL-19")
def test_a_lair_nobody_pursued_to_is_spent_unless_the_table_has_it_back(table):
    for rule, held in (("spent", ()), ("returns", ("sunken-bunker.1",))):
        scene = table("sunken-bunker.1", house={"lair_unpursued": rule}).ends_turn()
        scene.cast[0].does("let_go")
        assert scene.s.hands[0].plot == held
        scene.cast[2].does("question")
        assert scene.s.place == "old-harbour"


@pytest.mark.rule("PT-RUL-17")
def test_the_table_may_give_a_pursued_villain_its_hate_back(table):
    for rule, hate in (("keep", 0), ("recover", 12)):
        scene = table("sunken-bunker.1", house={"pursuit_hate": rule}).ends_turn()
        scene.cast[0].does("pursue")
        scene.cast[1].does("pursue")
        assert scene.cast[2].now.will == hate


@pytest.mark.rule("PT-CROSS-05", "PT-FLEE-03")
def test_crossover_villains_go_along_and_are_surprised_too(table):
    scene = table("sunken-bunker.1", cat=OTHER | {"hate": 4}).ends_turn()
    scene.cast[0].does("pursue")
    scene.cast[1].does("pursue")
    assert "surprised" in scene.cast[3].now.statuses


@pytest.mark.rule("PT-RUL-55", "PT-RUL-80")
def test_in_a_lair_no_hate_is_due_nobody_flees_and_no_rule_ends_the_game(table):
    scene = table("red-tower.1", place="sunken-bunker", foe={"colour": "red"})
    for _ in range(12):
        scene.ends_turn()
    assert scene.s.turn == 13
    assert scene.s.winner == ""


# --- Relocation -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-PLOT-03", "PT-RUL-44", "PT-PLOT-02")
def test_all_relocate_to_another_location_whose_effects_take_the_place_of_the_first(table):
    scene = table(lying=("drive",), foe={"hate": 5})
    in_play(scene, "bank", bystanders={"crane-operator": "old-harbour"})
    ann, _, foe = scene.cast
    foe.does("event", name="drive")
    assert scene.s.place == "bank"
    assert foe.now.will == 4
    assert [each.place for each in scene.s.bystanders] == ["old-harbour"]
    ann.attacks(foe).throws("TTTT", "TTT")


@pytest.mark.rule("PT-PLOT-03", "PT-PLOT-04")
def test_nobody_relocates_to_a_lair_or_inside_a_combat(table):
    scene = table(lying=("drive",), foe={"hate": 5})
    in_play(scene, "sunken-bunker").cast[2].does("event", name="drive")
    assert scene.s.place == "old-harbour"
    scene = in_play(table(lying=("drive",), foe={"hate": 5}), "bank")
    scene.cast[0].fights(scene.cast[2])
    scene.cast[2].does("event", name="drive")
    assert scene.s.place == "old-harbour"


@pytest.mark.rule("PT-RUL-70")
def test_the_table_may_bar_relocation_once_a_combat_was_fought(table):
    for between, place in ((True, "bank"), (False, "old-harbour")):
        scene = table(lying=("drive",), foe={"hate": 5}, house={"relocate_between_combats": between})
        in_play(scene, "bank").cast[0].fights(scene.cast[2])
        scene.ends_combat().cast[2].does("event", name="drive")
        assert scene.s.place == place


@pytest.mark.rule("PT-CONF-01", "PT-RUL-60", "PT-RUL-62")
def test_what_was_for_this_conflict_is_over_and_turns_count_on(table):
    scene = table("sunken-bunker.1")
    gm, ann, bo = scene.s.hands
    held = structs.replace(ann, hand=("bank.1",), deck=("drive.1", "smoke.1"))
    scene.now_has(hands=(gm, held, bo), once=("conflict:x", "game:y")).ends_turn()
    scene.cast[0].does("pursue")
    scene.cast[1].does("pursue")
    assert (scene.s.once, scene.s.turn, scene.s.conflict) == (("game:y",), 2, 2)
    assert scene.s.hands[1] == held
    assert not isinstance(scene.play.waiting, Over)
    assert not any(isinstance(f, Combat) for f in scene.s.stack)
