"""Details and Bystanders: who may play them, what they cost, and what the Belief of those who are out still pays for."""

import pytest

VILLAIN = {"kind": "villain"}
CARDS = """
[[card]]
id = "old-harbour"
kind = "location"
name = "Old Harbour"
colour = "golden"
[[card]]
id = "sunken-bunker"
kind = "lair"
name = "Sunken Bunker"
colour = "golden"
[[card]]
id = "crane-operator"
kind = "bystander"
name = "Crane Operator"
difficulty = 1
life = 3
colour = "golden"
[[card]]
id = "night-watch"
kind = "bystander"
name = "Night Watch"
difficulty = 1
life = 3
colour = "golden"
[[card]]
id = "cold-stare"
kind = "detail"
name = "Cold Stare"
who = "Ann"
colour = "golden"
effects = [{immune = {target = "you", to = "physical", duration = "turn"}}]
repeat = {cost = {belief = 1}, once = "conflict"}
[[card]]
id = "second-wind"
kind = "detail"
name = "Second Wind"
colour = "golden"
effects = [{regenerate = {target = "you", type = "physical", amount = 2}}]
[[card]]
id = "steel-nerve"
kind = "detail"
name = "Steel Nerve"
colour = "golden"
duration = {turns = 2}
when = [{trigger = "while_in_play", effects = [{coins = {on = "defence", amount = 1}}]}]
"""


@pytest.fixture
def table(stage):
    """Heroes with these cards in their Plot Hands, and a Villain."""

    def made(*plot, place="", gm=(), **people):
        hands = {next(iter(people)): {"plot": plot}, "gm": {"plot": gm}}
        return stage(cards=CARDS, place=place, hands=hands, **people, foe=VILLAIN).cast

    return made


@pytest.mark.rule("PT-PLOT-01", "PT-BEL-04", "PT-RUL-67")
def test_a_detail_costs_a_belief_and_does_its_work(table):
    ann, foe = table("cold-stare", ann={"belief": 2})
    ann.does("detail.ann", detail="cold-stare")
    assert ann.now.will == 1
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    assert ann.physical == (9, 9, 0)
    assert "detail.ann" not in ann.may()


@pytest.mark.rule("PT-PLOT-01")
def test_a_detail_for_one_by_name_is_for_nobody_else(table):
    bo, _ = table("cold-stare", bo={"belief": 2})
    assert "It is for Ann alone." in bo.cannot("detail.bo", detail="cold-stare").why


@pytest.mark.rule("PT-PLOT-01")
def test_a_detail_comes_again_for_what_is_printed_as_often_as_it_says(table):
    ann, _ = table("cold-stare", ann={"belief": 3})
    ann.does("detail.ann", detail="cold-stare").does("repeat.cold-stare")
    assert ann.now.will == 1
    assert "repeat.cold-stare" not in ann.may()


@pytest.mark.rule("PT-PLOT-01", "PT-ENE-06")
def test_a_detail_may_come_again_for_as_much_as_somebody_likes_and_for_itself(stage):
    cards = """
[[card]]
id = "stare"
kind = "detail"
name = "Stare"
colour = "golden"
duration = "conflict"
cost = {energy = "x"}
effects = [{lose = {target = "a_villain", counter = "hate", amount = "x"}}]
repeat = {cost = {energy = "x", discard = "self"}}
"""
    people = {"ann": {"belief": 2, "energy": 6}, "foe": VILLAIN | {"hate": 9}}
    ann, foe = stage(cards=cards, hands={"ann": {"plot": ("stare.1",)}}, **people).cast
    ann.does("detail.ann", detail="stare.1", x=1).does("repeat.stare.1", x=2)
    assert (ann.now.energy, foe.now.will) == (3, 6)
    assert "repeat.stare.1" not in ann.may()


@pytest.mark.rule("PT-TIME-01", "PT-RUL-33")
def test_a_detail_for_two_turns_is_gone_after_the_second(table):
    ann, foe = table("steel-nerve", ann={"belief": 2})
    ann.does("detail.ann", detail="steel-nerve")
    for left in (1, 0):
        ann.does("pass")
        foe.does("pass")
        assert len(ann.stage.s.lying) == left


@pytest.mark.rule("PT-STAT-01", "PT-RUL-14")
def test_the_belief_of_one_who_is_out_pays_for_a_detail_at_two_for_another_hero(table):
    ann, bo, foe = table("second-wind", ann={"belief": 2, "physical": 1}, bo={"physical": 4})
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    foe.stage.ends_combat()
    ann.does("detail.ann.bo", detail="second-wind")
    assert (ann.now.will, bo.physical) == (0, (6, 9, 0))


@pytest.mark.rule("PT-STAT-01", "PT-PLOT-01")
def test_a_detail_that_is_paid_by_one_who_is_out_asks_the_other_hero_for_what_it_demands(table):
    bo, _, _, foe = table("cold-stare", bo={"belief": 2, "physical": 1}, ann={}, cy={})
    foe.attacks(bo).throws("HTT", "TTT", "TTT")
    foe.stage.ends_combat()
    assert "It is for Ann alone." in bo.cannot("detail.bo.cy", detail="cold-stare").why


@pytest.mark.rule("PT-PLOT-05", "PT-RUL-71", "PT-ACT-02")
def test_bystanders_come_to_where_all_are_at_the_start_of_a_turn(table):
    ann, foe = table("crane-operator", "second-wind", place="old-harbour", gm=("night-watch",), ann={})
    assert "fight.ann" not in ann.may()
    ann.does("bystanders", cards=("crane-operator",))
    foe.does("pass")
    assert [(each.id, each.place) for each in ann.stage.s.bystanders] == [("crane-operator", "old-harbour")]
    assert "fight.ann" in ann.may()


@pytest.mark.rule("PT-PLOT-04")
def test_no_bystander_comes_to_a_lair(table):
    ann, _ = table("crane-operator", place="sunken-bunker", ann={})
    assert "fight.ann" in ann.may()


@pytest.mark.rule("PT-UNIQ-01", "PT-PLOT-05")
def test_one_copy_of_a_bystander_is_in_play(table):
    ann, foe = table("crane-operator", place="old-harbour", gm=("crane-operator.2",), ann={})
    ann.does("bystanders", cards=("crane-operator",))
    assert "here already" in foe.cannot("bystanders", cards=("crane-operator.2",)).why


@pytest.mark.rule("PT-RUL-14")
def test_a_player_without_a_hero_pays_a_belief_for_each_bystander(table):
    plot = ("crane-operator", "night-watch")
    ann, _, foe = table(*plot, place="old-harbour", ann={"belief": 1, "physical": 1}, bo={})
    ann.does("pass")
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    foe.stage.ends_combat()
    while ann.stage.s.turn == 1:
        ann.stage.takes_one("pass")
    ann.does("bystanders", cards=("night-watch",))
    assert ann.now.will == 0
