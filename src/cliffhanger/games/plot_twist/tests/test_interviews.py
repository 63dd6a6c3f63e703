"""Interviews: how many questions, who answers with what, and where it goes on."""

import pytest

from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.games.plot_twist.rules.state import Combat

CARDS = """
[[card]]
id = "old-harbour"
kind = "location"
name = "Old Harbour"
colour = "golden"
[[card]]
id = "bank"
kind = "location"
name = "The Bank"
colour = "golden"
questions = 1
[[card]]
id = "sunken-bunker"
kind = "lair"
name = "Sunken Bunker"
colour = "golden"
[[card]]
id = "headline"
kind = "event"
name = "Headline"
colour = "golden"
reveal = [{question = {add = 1}}]
[[card]]
id = "press"
kind = "event"
name = "The Press"
colour = "golden"
reveal = [{interview = {}}]
when = [{trigger = "on_interview", effects = [{question = {add = 2}}]}]
[[card]]
id = "power-cut"
kind = "event"
name = "Power Cut"
colour = "golden"
reveal = []
"""
LANTERN = {"power": 3, "charm": 4, "public_relations": 2, "apologist": 3, "keywords": ("spirit_of_the_night",)}


@pytest.fixture
def interview(stage):
    """The Villain was let go from the Old Harbour, with these other cards in play."""

    def made(*lying, lantern=None, bo=None, house=None, **more):
        people = {"lantern": LANTERN | (lantern or {}), "bo": bo or {}, "foe": {"kind": "villain", "power": 4}, **more}
        plot = {"gm": {"plot": ("sunken-bunker.1",)}}
        rows = tuple(Lying(each, "gm") for each in lying)
        scene = stage(cards=CARDS, place="old-harbour", hands=plot, lying=rows, house=house, **people).ends_turn()
        scene.cast[0].does("let_go")
        return scene

    return made


@pytest.mark.rule("PT-INT-01", "PT-INT-02", "PT-SKILL-01", "PT-SKILL-02", "PT-KEY-04", "PT-FLEE-04", "PT-RUL-18")
def test_three_questions_are_answered_and_the_villain_has_all_its_hate_back(stage, interview):
    cards = CARDS.replace("questions = 1\n", "")
    people = {"lantern": LANTERN, "bo": {"charm": 3, "social": 2}, "foe": {"kind": "villain", "power": 4}}
    rows, plot = (Lying("bank", "gm"), Lying("power-cut", "gm")), {"gm": {"plot": ("sunken-bunker.1",)}}
    scene = stage(cards=cards, place="old-harbour", hands=plot, lying=rows, **people).ends_turn()
    lantern, bo, foe = scene.cast
    lantern.does("let_go")
    assert "questions left" in foe.cannot("end").why
    foe.does("question", question="Where were you?", bonus=0)
    lantern.does("answer.lantern", skill="public_relations", n=2, target=bo).throws("HHHTTT")
    assert bo.now.energy == 2
    foe.does("question")
    lantern.does("answer.lantern", skill="apologist", n=3, target=bo).throws("HHHHTTT")
    assert bo.social == (5, 9, 0)
    foe.does("question")
    lantern.does("answer.lantern", skill="public_relations", n=2, target=bo).throws("HHTTTT")
    assert bo.now.energy == 2
    foe.does("end")
    assert (lantern.now.energy, foe.now.will) == (3, 0)
    foe.does("place", place="bank")
    assert (foe.now.will, scene.s.place, scene.s.turn, scene.s.conflict) == (12, "bank", 2, 2)


@pytest.mark.rule("PT-INT-01", "PT-RUL-21")
def test_a_location_and_cards_add_questions_and_the_gm_may_ask_more(interview):
    scene = interview("bank")
    lantern, _, foe = scene.cast
    assert "0 of 3 questions asked." in str(scene.play.panels("bo"))
    for _ in range(3):
        foe.does("question")
        lantern.does("answer.lantern", n=9).throws("TTTTTT")
    foe.does("question")
    lantern.does("answer.lantern", n=9).throws("TTTTTT")
    foe.does("end")


@pytest.mark.rule("PT-RUL-21", "PT-RUL-46", "PT-CONF-03", "PT-CONF-02")
def test_a_bonus_is_coins_and_nobody_spends_anything(interview):
    scene = interview(lantern={"belief": 5, "energy": 5})
    lantern, bo, foe = scene.cast
    foe.does("question", bonus=2)
    assert not [key for key in lantern.may() if not key.startswith("answer")]
    bo.does("answer.bo", skill="apologist", n=2, target=lantern).throws("HHHTT")
    assert "end" in foe.may()


@pytest.mark.rule("PT-SKILL-02")
def test_energy_is_shared_among_heroes_as_whoever_answered_says(stage, interview):
    scene = interview(cy={}, di={"social": 0, "statuses": ("demoralized",)})
    for each in scene.cast[:2]:
        if "let_go" in each.may():
            each.does("let_go")
    lantern, bo, foe, cy, di = scene.cast
    foe.does("question")
    lantern.does("answer.lantern", skill="public_relations", n=3).throws("HHHHTT")
    assert lantern.cannot("share", points=("di/0", "bo/0", "bo/1"))
    lantern.does("share", points=("cy/0", "bo/0", "bo/1"))
    assert [each.now.energy for each in (lantern, bo, cy, di)] == [0, 2, 1, 0]


@pytest.mark.rule("PT-RUL-61")
def test_an_interview_ends_what_a_fight_has_done_and_wounds_stay(interview):
    scene = interview(bo={"statuses": ("prone", "stunned"), "physical": 4, "belief": 2})
    bo = scene.cast[1]
    assert (bo.now.statuses, bo.physical, bo.now.will) == ((), (4, 9, 0), 2)


@pytest.mark.rule("PT-RUL-84", "PT-CONF-01", "PT-INT-01", "PT-FLEE-05")
def test_a_card_that_sets_off_an_interview_lets_the_combat_end_and_costs_no_hate(stage):
    people = {"ann": {}, "foe": {"kind": "villain", "power": 4, "hate": 5, "energy": 2}}
    down = (Lying("press", "gm", up=False),)
    scene = stage(cards=CARDS, place="old-harbour", lying=down, **people)
    ann, foe = scene.cast
    ann.fights(foe)
    foe.does("event", name="press")
    scene.takes("redraw")
    assert not any(isinstance(f, Combat) for f in scene.s.stack)
    assert foe.now.will == 5
    for _ in range(1 + 1 + 2):
        foe.does("question")
        ann.does("answer.ann", n=9).throws("TTT")
    foe.does("end")
    assert (foe.now.will, foe.now.energy, scene.s.place, scene.s.turn) == (12, 2, "old-harbour", 2)


@pytest.mark.rule("PT-INT-01")
def test_a_card_adds_a_question_to_the_next_interview(stage):
    people = {"ann": {}, "foe": {"kind": "villain", "power": 4, "hate": 1}}
    rows, plot = (Lying("headline", "gm", up=False),), {"gm": {"plot": ("sunken-bunker.1",)}}
    scene = stage(cards=CARDS, place="old-harbour", hands=plot, lying=rows, **people)
    ann, foe = scene.cast
    foe.does("pass").does("event", name="headline")
    scene.ends_turn().ends_turn()
    ann.does("let_go")
    for _ in range(1 + 1 + 1):
        foe.does("question")
        ann.does("answer.ann", n=9).throws("TTT")
    foe.does("end")
    assert scene.s.questions == 0
