"""Reversal of Fortunes: what the GM gets for Belief that is Cured."""

import pytest

VILLAIN = {"kind": "villain"}


@pytest.fixture
def table(stage):
    """A Villain, and so many Heroes who lack 3 Belief each."""

    def made(heroes, house=None, **more):
        names = ("ann", "bo", "cy", "di", "ed")[:heroes]
        people = {name: {"belief": 6, **more} for name in names}
        return stage(foe=VILLAIN, house=house, **people).cast

    return made


@pytest.mark.rule("PT-REV-02", "PT-LOCK-01", "PT-RUL-69")
def test_for_one_belief_a_heroic_is_locked_this_turn(table):
    foe, ann = table(1, fighting=3, belief=8)
    foe.does("lock", what="ann/fighting")
    assert ann.now.will == 9
    ann.attacks(foe).throws("TTT", "TTT")
    ann.stage.ends_combat()
    for who in (ann, foe):
        who.does("pass")
    assert ann.stage.s.lasting == ()


@pytest.mark.rule("PT-RUL-06")
def test_no_more_is_cured_in_a_turn_than_there_are_heroes(table):
    foe, _, _ = table(2, fighting=1, stealth=1, agility=1)
    foe.does("lock", what="ann/fighting").does("lock", what="ann/stealth")
    assert "lock" not in foe.may()
    foe, _, _ = table(2, {"reversal_cap": "none"}, fighting=1, stealth=1, agility=1)
    foe.does("lock", what="ann/fighting").does("lock", what="ann/stealth").does("lock", what="ann/agility")


@pytest.mark.rule("PT-RUL-06")
def test_the_table_may_have_as_much_cured_on_each_hero_as_there_are_heroes(table):
    foe, _, _ = table(2, {"reversal_cap": "per_hero"}, fighting=1, stealth=1, agility=1)
    foe.does("lock", what="ann/fighting").does("lock", what="ann/stealth")
    foe.cannot("lock", what="ann/agility")
    foe.does("lock", what="bo/fighting")


@pytest.mark.rule("PT-RUL-69")
def test_the_table_may_let_a_lock_fall_on_any_hero(table):
    foe, ann, bo = table(2, {"lock_target": "any_hero"}, fighting=1)
    foe.does("lock", what="bo/fighting", hero=ann)
    assert (ann.now.will, bo.now.will) == (7, 6)


@pytest.mark.rule("PT-REV-05", "PT-RUL-48", "PT-TURN-01")
def test_for_four_the_villains_have_initiative_first_this_turn(table):
    foe, *heroes = table(4)
    assert "masterplan" not in foe.may()
    foe.does("initiative", points=tuple(f"{each.id}/0" for each in heroes))
    assert [each.now.will for each in heroes] == [7] * 4
    assert "fight.foe" in foe.may()
    foe.does("pass")
    assert "fight.ann" in heroes[0].may()
    for each in heroes:
        each.does("pass")
    assert foe.stage.s.turn == 2
    assert foe.stage.s.initiative == "heroes"


@pytest.mark.rule("PT-RUL-48")
def test_initiative_is_not_reversed_once_a_combat_has_been_fought(table):
    foe, ann, *_ = table(4)
    ann.fights(foe)
    ann.stage.ends_combat()
    assert "initiative" not in foe.may()


@pytest.mark.rule("PT-REV-06", "PT-MAST-01", "PT-RUL-49")
def test_for_five_the_masterplan_gives_each_villain_energy_once(table):
    foe, *heroes = table(5)
    foe.does("masterplan", points=tuple(f"{each.id}/0" for each in heroes))
    assert foe.now.energy == 5
    for each in (*heroes, foe):
        each.does("pass")
    assert "masterplan" not in foe.may()
