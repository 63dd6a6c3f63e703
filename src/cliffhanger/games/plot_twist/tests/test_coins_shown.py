"""The coins that fell last stay in sight with what came of them, beside whatever is asked next."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.kernel.panels import Group, List, Text

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
        assert shown(each) == (["Ann hits Foe, by 1"], coins)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    assert shown(ann) == (["Ann hits Foe, by 1"], coins)
    ann.stage.ends_combat()
    assert shown(ann) == ([], [])


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
    assert shown(ann) == (["Ann hits Foe, by 1"], [("Ann", 2, 5), ("Foe", 1, 4), ("Damage", 3, 3)])
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
    assert shown(ann) == (["Ann makes the roll for Healing, by 1"], [("Ann", 4, 6), ("needed", 3, 0)])
    ann.stage.ends_turn()
    assert shown(ann) == ([], [])


@pytest.mark.rule("PT-ROLL-07", "PT-RUL-10")
def test_a_roll_that_reaches_no_more_than_was_named_says_that_it_has_failed(stage):
    ann, _ = stage(ann={"healing": 3, "energy": 9, "physical": 4}, foe=VILLAIN).cast
    ann.does("heal.ann", kind="physical", n=3)
    ann.throws("HHTHTT")
    assert shown(ann) == (["Ann fails the roll for Healing"], [("Ann", 3, 6), ("needed", 3, 0)])
