"""What may be done at any time: Energy, Belief, Hate, and Free actions."""

import pytest

VILLAIN = {"kind": "villain"}


@pytest.fixture
def ann(stage):
    """A Hero of these numbers, before her first Combat; `ann.foe` is the Villain."""

    def made(house=None, foe=None, **given):
        ann, other = stage(ann=given, foe=VILLAIN | (foe or {}), house=house).cast
        ann.foe = other
        return ann

    return made


@pytest.mark.rule("PT-HER-05", "PT-ROLL-07", "PT-RUL-26", "PT-ACT-02")
def test_healing_brings_back_the_number_that_more_heads_beat(ann):
    ann = ann(healing=3, energy=9, physical=4)
    ann.does("heal.ann", kind="physical", n=3).throws("HHTHHT")
    assert (ann.now.energy, ann.now.spent) == (8, 1)
    assert ann.physical == (7, 9, 0)


@pytest.mark.rule("PT-HER-05", "PT-RUL-10", "PT-ACT-02")
def test_healing_is_lost_and_paid_with_as_many_and_there_is_no_second_one(ann):
    ann = ann(healing=3, energy=9, physical=4)
    ann.does("heal.ann", kind="physical", n=3).throws("HTHTHT")
    assert ann.now.energy == 8
    assert ann.physical == (4, 9, 0)
    assert "heal.ann" not in ann.may()


@pytest.mark.rule("PT-HER-05", "PT-LOCK-01", "PT-RUL-45")
def test_locked_healing_is_paid_for_once_and_counts(ann):
    ann = ann(healing=3, energy=9, physical=4)
    ann.stage.locks(ann, "healing")
    ann.does("heal.ann", kind="physical", n=3).throws("HHTHHT")
    assert (ann.now.energy, ann.physical) == (7, (7, 9, 0))


@pytest.mark.rule("PT-RUL-26")
def test_the_table_may_leave_open_what_a_roll_of_healing_heals(ann):
    ann = ann(healing=1, energy=2, physical=4, mind=5, house={"healing_match": False})
    ann.does("heal.ann", kind="mind+physical", n=2).throws("HHHTTT")
    assert ann.physical == (6, 9, 0)


@pytest.mark.rule("PT-ENE-02", "PT-ENE-03", "PT-ENE-05", "PT-STR-04", "PT-RES-05", "PT-RUL-02")
def test_energy_heals_trauma_and_stress_up_to_power_in_a_turn(ann):
    ann = ann(power=2, energy=4, physical=7, physical_trauma=2)
    ann.does("trauma.ann", kind="physical")
    assert ann.physical == (8, 9, 1)
    assert (ann.now.energy, ann.now.spent) == (2, 2)
    assert "regenerate.ann" not in ann.may()


@pytest.mark.rule("PT-RUL-03")
def test_the_table_may_have_no_cap_on_energy(ann):
    ann = ann(power=1, energy=4, physical=4, house={"energy_cap": "none"})
    ann.does("regenerate.ann", kind="physical", n=4)
    assert ann.physical == (8, 9, 0)


@pytest.mark.rule("PT-BEL-05")
def test_belief_buys_an_attack_action_once_a_turn(ann):
    ann = ann(belief=5, attacks=1)
    ann.attacks(ann.foe).throws("TTT", "TTT")
    ann.does("again.ann")
    assert (ann.now.attacks, ann.now.will) == (1, 4)
    ann.attacks(ann.foe).throws("TTT", "TTT")
    assert "again.ann" not in ann.may()


@pytest.mark.rule("PT-BEL-03", "PT-HATE-04", "PT-ENE-02", "PT-ENE-03", "PT-RES-04", "PT-RUL-78")
def test_what_is_spent_in_a_combat_is_no_action_and_nothing_happens_at_none(ann):
    ann = ann(belief=2, energy=1, physical=4, foe={"hate": 1})
    ann.fights(ann.foe)
    ann.does("heroic.ann", word="fighting").does("regenerate.ann", kind="physical", n=1)
    ann.foe.does("heroic.foe", word="fighting")
    for who in (ann, ann.foe):
        assert (who.now.moves, who.now.attacks, who.now.will, who.now.energy) == (2, 1, 0, 0)
        assert (who.now.statuses, who.now.out, who.now.hides) == ((), "", False)


@pytest.mark.rule("PT-STR-03", "PT-STR-04")
def test_healing_leaves_trauma_which_only_energy_takes_away(ann):
    ann = ann(healing=3, energy=9, physical=7, physical_trauma=2)
    assert "heal.ann" not in ann.may()
    ann.does("trauma.ann", kind="physical")
    assert ann.physical == (8, 9, 1)


@pytest.mark.rule("PT-BEL-07")
def test_belief_buys_a_keyword_for_a_turn(ann):
    ann = ann(belief=2, power=4)
    ann.does("keyword.ann", word="armor")
    ann.foe.attacks(ann).throws("HTT", "TTT")
    assert ann.physical == (9, 9, 0)
    ann.stage.ends_combat()
    ann.stage.takes_one("pass")
    assert ann.stage.s.turn == 2
    assert ann.stage.s.lasting == ()


@pytest.mark.rule("PT-BEL-08", "PT-RUL-47", "PT-TIME-02")
def test_belief_makes_a_heroic_three_for_two_turns(ann):
    ann = ann(belief=2)
    ann.does("heroic.ann", word="fighting")
    for turn, fighting in ((1, 3), (2, 3), (3, 0)):
        assert ann.stage.s.turn == turn
        ann.fights(ann.foe)
        ann.attacks(ann.foe).throws("T" * (3 + fighting), "TTT")
        ann.stage.ends_combat()
        while ann.stage.s.turn == turn:
            ann.stage.takes_one("pass")


LESS = """
[[card]]
id = "it"
kind = "detail"
name = "It"
colour = "golden"
when = [{trigger = "while_in_play", effects = [{heroic = {target = "self", name = "fighting", add = -3}}]}]
duration = "turn"
"""


@pytest.mark.rule("PT-RUL-47", "PT-RUL-86")
def test_a_heroic_that_is_more_than_three_without_what_is_taken_from_it_is_not_lowered(two):
    ann, foe = two(LESS, more={"fighting": 5, "belief": 2})
    ann.does("heroic.ann", word="fighting")
    ann.attacks(foe).throws("HTTTT")


@pytest.mark.rule("PT-HATE-05", "PT-HATE-06", "PT-HATE-07", "PT-HATE-08", "PT-RUL-01")
def test_what_hate_buys(stage):
    people = {"foe": VILLAIN | {"hate": 9}, "ann": {"belief": 3}, "crew": {"kind": "mook", "quantity": 1}}
    foe, ann, crew = stage(**people).cast
    foe.does("mooks.foe", mook=crew)
    assert (crew.now.quantity, foe.now.will) == (4, 8)
    foe.does("shake.foe", hero=ann)
    assert (ann.now.will, foe.now.will) == (2, 6)
    foe.does("heroic.foe", word="fighting")
    assert foe.now.will == 5
    foe.attacks(ann).throws("TTTTTT", "TTT")
    foe.does("again.foe")
    assert (foe.now.attacks, foe.now.will) == (1, 4)


@pytest.mark.rule("PT-RUL-01", "PT-HATE-05", "PT-HATE-06", "PT-HATE-07", "PT-HATE-08", "PT-RUL-52")
def test_the_table_says_what_hate_buys_for_how_much(stage):
    house = {"hate_cost_mooks": "3", "hate_cost_heroic": "2", "hate_cost_attack": "2", "hate_cost_belief_damage": "3"}
    people = {"foe": VILLAIN | {"hate": 10}, "ann": {"belief": 1}, "crew": {"kind": "mook", "quantity": 1}}
    foe, ann, crew = stage(**people, house=house).cast
    foe.stage.rules("people", "foe", "attacks", to=0)
    for key, choice, left in (
        ("mooks.foe", {"mook": crew}, 7),
        ("heroic.foe", {"word": "fighting"}, 5),
        ("again.foe", {}, 3),
        ("shake.foe", {"hero": ann}, 0),
    ):
        assert foe.does(key, **choice).now.will == left
    assert ann.now.will == 0
    assert not {"mooks.foe", "heroic.foe", "shake.foe"} & set(foe.may())


@pytest.mark.rule("PT-RUL-11", "PT-STAT-03", "PT-STAT-04")
def test_standing_up_costs_all_actions(ann):
    ann = ann(statuses=("prone",))
    ann.does("stand.ann")
    assert (ann.now.statuses, ann.now.moves, ann.now.attacks) == ((), 0, 0)


@pytest.mark.rule("PT-RUL-11")
def test_the_table_may_let_people_stand_up_for_two_moves(ann):
    ann = ann(statuses=("stunned",), house={"stand_cost": "2M"})
    ann.does("stand.ann")
    assert (ann.now.statuses, ann.now.moves, ann.now.attacks) == ((), 0, 1)


@pytest.mark.rule("PT-HER-11", "PT-STAT-07")
def test_nobody_starts_a_combat_with_somebody_hidden(ann):
    ann = ann(stealth=2)
    ann.does("hide.ann")
    ann.stage.takes_one("pass")
    assert ann.stage.s.turn == 2
    assert "fight.foe" not in ann.foe.may()


@pytest.mark.rule("PT-RUL-28", "PT-STAT-05", "PT-STAT-07")
def test_who_is_found_is_surprised(ann):
    ann = ann(stealth=1, statuses=("hidden",))
    ann.foe.does("seek.foe", target=ann).throws("HHT", "HTTT")
    assert ann.now.statuses == ("surprised",)


@pytest.mark.rule("PT-RUL-68", "PT-STAT-04")
def test_a_flier_who_falls_prone_flies_no_more_and_may_again_after_standing_up(two):
    card = '[[card]]\nid = "it"\nkind = "detail"\nname = "It"\ncolour = "golden"\nduration = "turn"\nwhen = ['
    card += '{use = "any_time", effects = [{status = {target = "self", add = "prone"}}]}]'
    ann, _ = two(card, more={"flight": 1, "statuses": ("flying",)})
    ann.does("ability.ann.it.0")
    assert ann.now.statuses == ("prone",)
    assert "fly.ann" not in ann.may()
    ann.does("stand.ann").does("fly.ann")
    assert ann.now.statuses == ("flying",)


@pytest.mark.rule("PT-HER-12", "PT-STAT-06")
def test_a_flier_takes_off_once_a_turn(ann):
    ann = ann(flight=1)
    ann.does("fly.ann")
    assert ann.now.statuses == ("flying",)
    assert "fly.ann" not in ann.may()


@pytest.mark.rule("PT-RUL-72")
def test_the_table_may_let_nobody_hide_in_a_combat(ann):
    ann = ann(stealth=1, house={"hide_in_combat": False})
    assert "hide.ann" in ann.may()
    ann.fights(ann.foe)
    assert "hide.ann" not in ann.may()


@pytest.mark.rule("PT-RUL-39", "PT-HATE-05")
@pytest.mark.parametrize("refilled", [True, False])
def test_the_table_may_let_mooks_who_are_gone_come_back(stage, refilled):
    people = {"foe": VILLAIN | {"hate": 2}, "ann": {}, "crew": {"kind": "mook", "quantity": 1}}
    foe, *_ = stage(**people, house={"mook_refill_zero": refilled}).cast
    foe.stage.rules("people", "crew", "quantity", to=0)
    assert ("mooks.foe" in foe.may()) is refilled


@pytest.mark.rule("PT-RUL-72")
def test_who_hides_in_a_combat_makes_no_attack_in_it(ann):
    ann = ann(stealth=1)
    ann.fights(ann.foe)
    ann.does("hide.ann")
    assert "attack.social" not in ann.may()
