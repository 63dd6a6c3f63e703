"""The coins that fell last stay in sight with what came of them, beside whatever is asked next."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.rules.pieces import Bystander, Lying
from cliffhanger.kernel.frames import change
from cliffhanger.kernel.panels import Card, Group, List, Text

VILLAIN = {"kind": "villain"}


def shown(actor):
    """What lies on the stage for somebody: the one line of the result, then the rows of coins."""
    view = GAME.view(actor.stage.s, actor.seat)
    stage = next(each for each in GAME.panels(view, actor.seat) if isinstance(each, Group) and each.id == "stage")
    said = [each.head for each in stage.panels if isinstance(each, Text) and each.id == "result"]
    lists = [each for each in stage.panels if isinstance(each, List) and each.id == "throw"]
    rows = [(row.name, row.n, len(row.dice)) for each in lists for row in each.rows]
    return said, rows


@pytest.fixture
def two(stage):
    return stage(ann={"fighting": 2}, foe=VILLAIN | {"fighting": 1}).cast


@pytest.mark.rule("PT-ROLL-03", "PT-ATK-04")
def test_an_attack_and_its_damage_lie_beside_the_next_question(two):
    ann, foe = two
    ann.attacks(foe)
    foe.defends("fighting")
    assert shown(ann) == ([], [("Ann", None, 5), ("Foe", None, 4)])  # what is about to fall
    ann.throws("HHTTT", "HTTT", "HHT").settles()
    assert ann.attack is None
    coins = [("Ann", 2, 5), ("Foe", 1, 4), ("Damage", 3, 3)]
    for each in (ann, foe):
        assert shown(each) == (["Ann hits Foe, by 1: 3 Physical Stress"], coins)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    assert shown(ann) == (["Ann hits Foe, by 1: 3 Physical Stress"], coins)
    ann.stage.ends_combat()
    assert shown(ann) == (["The Combat is over: Foe loses 3 Stress"], [])


def test_a_miss_says_so_until_the_next_attack_has_the_headline(two):
    ann, foe = two
    ann.attacks(foe)
    foe.defends("fighting")
    ann.throws("HTTTT", "HHTT").settles()
    assert shown(foe) == (["Ann misses Foe"], [("Ann", 1, 5), ("Foe", 2, 4)])
    foe.attacks(ann)
    assert (bursts(ann), shown(ann)) == (["Foe: Melee Attack on Ann"], ([], []))
    ann.defends("fighting")
    assert shown(ann) == ([], [("Foe", None, 4), ("Ann", None, 5)])
    foe.throws("HTTT", "HTTTT").settles()
    assert shown(ann)[0] == ["Foe misses Ann"]


def ids(actor):
    """The ids of the rows of coins on the stage: a page lets those fall that it has not seen yet."""
    view = GAME.view(actor.stage.s, actor.seat)
    stage = next(each for each in GAME.panels(view, actor.seat) if isinstance(each, Group) and each.id == "stage")
    return [row.id for each in stage.panels if isinstance(each, List) and each.id == "throw" for row in each.rows]


def bursts(actor):
    """What the burst says of an attack."""
    view = GAME.view(actor.stage.s, actor.seat)
    stage = next(each for each in GAME.panels(view, actor.seat) if isinstance(each, Group) and each.id == "stage")
    return [each.head for each in stage.panels if isinstance(each, Text) and each.id == "attack"]


def test_the_coins_of_a_hit_lie_there_with_what_came_of_them_until_its_damage_has_fallen(stage):
    ann, foe = stage(ann={"fighting": 2, "energy": 3}, foe=VILLAIN | {"fighting": 1}).cast
    ann.attacks(foe)
    foe.defends("fighting")
    ann.does("throw")
    assert bursts(foe) == ["Ann: Melee Attack on Foe"]
    ann.throws("HHTTT", "HTTT")
    for each in (ann, foe):  # Ann may buy coins of damage before they fall
        assert shown(each) == ([], [("Ann", 2, 5), ("Foe", 1, 4), ("Damage", None, 3)])
        assert bursts(each) == ["Ann hits Foe, by 1"]
    fell = ids(ann)
    ann.does("throw")
    ann.throws("HHT")
    assert shown(ann) == (["Ann hits Foe, by 1: 3 Physical Stress"], [("Ann", 2, 5), ("Foe", 1, 4), ("Damage", 3, 3)])
    assert ids(ann) == fell  # they fell once
    ann.stage.settles()


def test_the_same_coins_again_are_others(two):
    ann, foe = two
    fell = []
    for who, other, coins in ((ann, foe, ("HTTTT", "HHTT")), (foe, ann, ("HTTT", "HHTTT"))):
        who.attacks(other)
        other.defends("fighting")
        fell.append(ids(ann))
        ann.throws(*coins)
        ann.stage.settles()
        assert ids(ann) == fell[-1]
    assert len({each for row in fell for each in row}) == 4


@pytest.mark.rule("PT-ROLL-05", "PT-HER-05")
def test_a_roll_outside_a_combat_lies_there_until_the_next_turn(stage):
    ann, _ = stage(ann={"healing": 3, "energy": 9, "physical": 4}, foe=VILLAIN).cast
    ann.does("heal.ann", kind="physical", n=3)
    assert shown(ann)[1][0][2] == 6
    ann.throws("HHTHHT")
    assert shown(ann) == (["Ann makes the roll for Healing, by 1"], [("Ann", 4, 6), ("to beat", 3, 0)])
    ann.stage.ends_turn()
    assert shown(ann) == ([], [])


@pytest.mark.rule("PT-ROLL-07", "PT-RUL-10")
def test_a_roll_that_reaches_no_more_than_was_named_says_that_it_has_failed(stage):
    ann, _ = stage(ann={"healing": 3, "energy": 9, "physical": 4}, foe=VILLAIN).cast
    ann.does("heal.ann", kind="physical", n=3)
    ann.throws("HHTHTT")
    assert shown(ann) == (["Ann fails the roll for Healing"], [("Ann", 3, 6), ("to beat", 3, 0)])


AIM = (
    '[[card]]\nid = "aim"\nkind = "objective"\nname = "Aim"\ncolour = "golden"\nthreat = { if = "counter.mark >= 8" }\n'
)
GUARD = '[[card]]\nid = "guard"\nkind = "bystander"\nname = "Guard"\ncolour = "golden"\ndifficulty = 2\nlife = 3\n'


def needed(actor, key):
    """What stands against the coins of an option, and what it is asked with."""
    found = actor.stage.play.option(actor.seat, key)
    return [row.value for row in found.pool if row.name in ("needed", "to beat")], found.ask


@pytest.mark.rule("PT-PLOT-06", "PT-ROLL-04", "PT-BEL-06")
def test_what_is_needed_of_a_roll_on_a_bystander_is_what_suffices(stage):
    scene = stage(cards=GUARD, ann={"charm": 4, "energy": 3, "belief": 5}, foe=VILLAIN)
    ann, _ = scene.now_has(bystanders=(Bystander("guard", ""),)).cast
    ann.fights("guard")
    scene.goes_to("attack")
    ann.does("attack.social")
    assert needed(ann, "throw") == (["2"], "You have 4 coins. Add some?")
    ann.does("throw").rolls(2, 1, 1, 1)
    assert needed(ann, "raise")[1] == "You have 1 against 2 to beat. Respond?"
    ann.raises(2)
    assert shown(ann)[1] == [("Ann", 3, 4), ("to beat", 2, 0), ("Damage", None, 4)]
    assert needed(ann, "throw")[0] == ["3"]
    ann.does("throw").rolls(2, 1, 1, 1)
    assert needed(ann, "raise")[1] == "You have 2 damage, 3 needed. Respond?"
    ann.raises(1).settles()
    assert not scene.s.bystanders


@pytest.mark.rule("PT-HER-02", "PT-RUL-27")
def test_a_look_at_the_objective_goes_on_from_the_successes_there_are_and_says_how_many_it_takes(stage):
    lies = (Lying("aim", "gm", "foe", up=False),)
    ann, _ = stage(cards=AIM, lying=lies, ann={"perception": 1, "belief": 5}, foe=VILLAIN).cast
    ann.stage.now_has(people=change(ann.stage.s.people, "ann", perceived=2))
    ann.does("spy.ann")
    ann.rolls(2, 1, 1, 1)
    assert needed(ann, "raise")[1] == "You have 1, 4 needed. Respond?"
    assert ann.stage.play.option("ann", "raise").params[0].start == 3
    ann.raises(3).settles()
    assert [each.card for each in ann.stage.s.known] == ["aim"]


@pytest.mark.rule("PT-HER-02", "PT-RUL-27")
def test_whoever_sees_the_objective_has_it_before_them_with_the_coins_that_have_brought_it_and_nobody_else_has(stage):
    lies = (Lying("aim", "gm", "foe", up=False),)
    ann, bo, foe = stage(cards=AIM, lying=lies, ann={"perception": 1}, bo={}, foe=VILLAIN).cast
    ann.stage.now_has(people=change(ann.stage.s.people, "ann", perceived=1))

    def seen(actor):
        view = GAME.view(actor.stage.s, actor.seat)
        found = next(each for each in GAME.panels(view, actor.seat) if isinstance(each, Group) and each.id == "stage")
        return [each.name for each in found.panels if isinstance(each, Card)]

    ann.does("spy.ann").throws("HHTT")
    assert (shown(bo)[0], seen(ann)) == (["Ann: 3 of 6 successes for a look at the Objective"], [])
    ann.stage.now_has(people=change(ann.stage.s.people, "ann", perceived=3, used=()))
    ann.does("spy.ann").throws("HHHT")
    assert shown(bo)[0] == ["Ann looks at the Objective"]
    assert (seen(ann), seen(bo), seen(foe)) == (["Aim"], [], [])


FOUNTAIN = """[[card]]
id = "fountain"
kind = "event"
name = "Coin in the Fountain"
colour = "golden"
reveal = [{ roll = { system = "coins", pool = 3, by = "a_hero", then = [{ if = "successes >= 2", then = [
    { regenerate = { target = "each_hero", type = "physical", amount = 1 } }] }] } }]
"""


@pytest.mark.rule("PT-EVT-02", "PT-ROLL-03")
def test_a_card_that_asks_something_lies_on_the_stage_until_it_is_answered_and_its_coins_say_what_they_came_to(stage):
    lies = (Lying("fountain", "gm", up=False),)
    people = {"ann": {"belief": 2, "energy": 3, "physical": 5}, "bo": {}, "foe": VILLAIN}
    scene = stage(cards=FOUNTAIN, lying=lies, **people)
    ann, bo, foe = scene.cast
    while "event" not in scene.asked():
        scene.takes_one("pass")

    def lies_there(actor):
        view = GAME.view(scene.s, actor.seat)
        found = next(each for each in GAME.panels(view, actor.seat) if isinstance(each, Group) and each.id == "stage")
        return [each.head for each in found.panels if isinstance(each, Text)], [
            " ".join(each.text) for each in found.panels if isinstance(each, Card)
        ]

    foe.does("event", name="fountain")
    for each in (ann, bo, foe):
        heads, (text,) = lies_there(each)
        assert heads == ["Coin in the Fountain"]
        assert "regenerates 1 Physical Stress" in text
    foe.does("whom", whom="ann")
    assert ann.stage.play.option("ann", "throw").ask == "You have 3 coins. Add some?"
    ann.does("throw")
    assert lies_there(bo)[1] == [text]
    ann.rolls(2, 2, 1)
    assert ann.stage.play.option("ann", "raise").ask == "You have 2 successes. Respond?"
    ann.settles()
    assert shown(bo) == (["Coin in the Fountain: 2 successes"], [("Ann", 2, 3)])
    assert ann.physical[0] == 6


@pytest.mark.rule("PT-MOOK-02")
def test_a_hit_on_mooks_says_that_it_takes_one_however_hard_it_was(stage):
    mook = {"kind": "mook", "quantity": 4, "name": "Moths"}
    ann, moths, _ = stage(ann={"fighting": 3}, moths=mook, foe=VILLAIN).cast
    ann.attacks(moths)
    moths.defends("fighting")
    ann.throws("HHHHHT", "TTT").settles()
    assert shown(ann)[0] == ["Ann hits Moths, by 5: a hit takes 1"]


@pytest.mark.rule("PT-PLOT-06", "PT-ROLL-08")
@pytest.mark.parametrize(
    ("coins", "said"), [("HHTT", "recruits Guard"), ("HTTT", "does 2 to Guard, which is not enough")]
)
def test_what_came_of_an_attack_on_a_bystander_is_its_headline_and_a_total_says_what_was_added(stage, coins, said):
    scene = stage(cards=GUARD, ann={"charm": 4, "belief": 1}, foe=VILLAIN)
    ann, foe = scene.now_has(bystanders=(Bystander("guard", ""),)).cast
    ann.fights("guard")
    scene.goes_to("attack")
    ann.does("attack.social").throws("HHHT", coins).settles()
    assert shown(foe)[0] == [f"Ann {said}"]
    stage_of = GAME.panels(GAME.view(scene.s, "ann"), "ann")[0]
    rows = next(each.rows for each in stage_of.panels if isinstance(each, List) and each.id == "throw")
    assert [(row.name, row.tags) for row in rows] == [("Ann", ()), ("to beat", ()), ("Damage", ("1 added",))]


@pytest.mark.rule("PT-ATK-05")
def test_what_an_attack_has_taken_stands_above_the_next_one_until_its_coins_fall(two):
    ann, foe = two

    def before():
        stage_of = GAME.panels(GAME.view(ann.stage.s, "ann"), "ann")[0]
        return [each.head for each in stage_of.panels if isinstance(each, Text) and each.id == "before"]

    ann.attacks(foe)
    assert before() == []
    foe.defends("fighting")
    ann.throws("HHTTT", "HTTT", "HHT").settles()
    foe.attacks(ann)
    assert before() == ["Ann hits Foe, by 1: 3 Physical Stress"]
    ann.defends("fighting")
    ann.throws("HTTT", "HHTTT").settles()
    assert (before(), shown(ann)[0]) == ([], ["Foe misses Ann"])
