"""Trials of cards: who can use one, what it comes to exactly, one toss, and fights with it and without it."""

from math import comb
from random import Random

import pytest
from msgspec import structs

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files.checks import CARDS
from cliffhanger.games.plot_twist.odds import distributions
from cliffhanger.games.plot_twist.odds.trials import BENCH
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.table.trials import compared, fought, tossed

STORM = read_form(CARDS, "bench", BENCH.example)
METER, BROWNOUT, MOOKS = "meter-reader", "brownout", "rent-collectors"


def read(*cards):
    found = read_form(CARDS, "bench", "format = 1\n" + "\n".join(cards))
    assert not isinstance(found, list), found
    return found


def combat(step, effects, more=""):
    return f'[[card]]\nid = "it"\nkind = "combat"\nname = "It"\ncolour = "golden"\nstep = "{step}"\n{more}\neffects = [{effects}]\n'


def figures(file, who, foe):
    rows = compared(GAME, BENCH.stage(file, 0, who, foe))
    return {row.bar.words: (row.tried and float(row.tried), row.plain and float(row.plain)) for row in rows}


def ids(choices):
    return [each.id for each in choices]


def test_only_whom_a_card_allows_can_use_it_and_they_fight_the_other_side():
    assert ids(BENCH.users(STORM, 0)) == [METER, "lost-property"]
    assert BROWNOUT in ids(BENCH.foes(STORM, 0, METER))
    anybody = read(combat("attack", "", 'attack_type = "melee"'))
    assert {METER, BROWNOUT} < set(ids(BENCH.users(anybody, 0)))
    assert METER in ids(BENCH.foes(anybody, 0, BROWNOUT))


def test_a_card_that_nobody_can_use_says_so():
    nobody = read(combat("attack", "", 'attack_type = "melee"\nrequires = {character = "Nobody"}'))
    assert "Nobody" in BENCH.users(nobody, 0)
    beside = read('[[card]]\nid = "it"\nkind = "lair"\nname = "It"\ncolour = "golden"\n')
    assert "beside fights" in BENCH.users(beside, 0)


def test_exact_figures_are_those_of_its_coins_with_the_margin_on_damage():
    """Meter Reader throws Mind 4 + Energy Projection 3, Brownout Body 5 + Flight 3; his Armor takes 5 of 4 + 2 coins."""
    found = figures(STORM, METER, BROWNOUT)
    with_it, without = distributions.margin(9, 8), distributions.margin(7, 8)
    assert found["It hits"] == pytest.approx((float(with_it.chance(1)), float(without.chance(1))))
    mean = sum(comb(17, 8 + by) * float(distributions.damage(6 + by, 5).mean()) for by in range(1, 10)) / 2**17
    assert found["It takes, on average"][0] == pytest.approx(mean)
    assert found["It takes, on average"][1] == pytest.approx(float(distributions.attack(7, 8, 6, 5).mean()))
    assert found["It takes 5 or more"][0] > found["It takes 5 or more"][1] == 0


def test_a_maneuver_is_tried_in_the_attack_after_it_and_a_choice_has_no_figure():
    weaker = read(combat("maneuver", '{coins = {target = "opponent", on = "defence", amount = -2}}'))
    hit = figures(weaker, METER, BROWNOUT)["It hits"]
    assert hit[0] > hit[1]
    thrown = read(
        combat(
            "maneuver",
            '{roll = {system = "fixed", pool = "mind+psyche", difficulty = 2, then = [{draw = {count = 1}}]}}',
        )
    )
    assert figures(thrown, METER, BROWNOUT) == {}


def test_a_movement_card_is_tried_in_the_attack_it_leads_to_and_a_distance_that_is_chosen_has_no_figure():
    nearer = read(combat("movement", '{distance = {to = "melee"}}'))
    trial = BENCH.stage(nearer, 0, "tollgate", BROWNOUT)
    assert trial.once.act.key == "attack.melee"
    assert trial.once_without.act is None  # nobody comes near without it
    near = read(combat("attack", "", 'attack_type = "melee"'))
    as_near = {words: (tried, None) for words, (tried, _) in figures(near, "tollgate", BROWNOUT).items()}
    assert figures(nearer, "tollgate", BROWNOUT) == as_near
    hits, without = figures(nearer, METER, BROWNOUT)["It hits"]
    assert hits == without > 0  # energy carries as far from there
    assert figures(read(combat("movement", '{distance = {to = "chosen"}}')), METER, BROWNOUT) == {}


def test_who_fights_by_hand_is_near():
    weaker = read(combat("maneuver", '{coins = {target = "opponent", on = "defence", amount = -2}}'))
    assert BENCH.stage(weaker, 0, "tollgate", "the-landlord").once.act.key == "attack.melee"


def test_mooks_are_fought_beside_a_villain_and_go_one_by_one():
    anybody = read(combat("attack", '{coins = {on = "attack", amount = 2}}', 'attack_type = "melee"'))
    assert MOOKS in ids(BENCH.foes(anybody, 0, METER))
    assert MOOKS not in ids(BENCH.foes(anybody, 0, BROWNOUT))
    found = figures(anybody, "tollgate", MOOKS)
    assert found["It takes, on average"] == found["It hits"]
    assert list(found) == ["It hits", "It takes, on average"]
    trial = BENCH.stage(anybody, 0, "tollgate", MOOKS)
    assert [each.words for each in trial.counts] == ["Mooks fewer", "Stress taken", "fights won"]
    assert fought(GAME, trial, range(2)) == fought(GAME, trial, range(2))
    assert len(trial.fight.people) == 3


def test_equipment_and_heroes_are_tried_against_the_same_without_what_they_do():
    blade = '[[card]]\nid = "it"\nkind = "equipment"\nname = "It"\ncolour = "golden"\nweapon = {type = "ranged", trauma = 0, stress = 3}\n'
    taken = figures(read(blade), METER, BROWNOUT)["It takes, on average"]
    assert taken[0] > taken[1]
    hero = (
        '[[card]]\nid = "her"\nkind = "hero"\nname = "Her"\ncolour = "blue"\nkeywords = ["overcharged"]\n'
        "attributes = {body = 3, mind = 5, charm = 3, power = 5}\nheroics = {energy_projection = 4}\n"
    )
    assert ids(BENCH.users(read(hero), 0)) == ["her"]
    taken = figures(read(hero), "her", BROWNOUT)["It takes, on average"]
    assert taken[0] > taken[1]


def test_one_toss_is_told_from_the_card_to_what_came_of_it():
    trial = BENCH.stage(STORM, 0, METER, BROWNOUT)
    told = [event.what for event in tossed(GAME, trial, Random(3))]
    assert told.index("attacks") < told.index("card") < len(told) - 1
    assert {"hits", "misses"} & set(told)


def test_fights_of_a_number_are_always_the_same_and_with_a_plain_card_nothing_differs():
    trial = BENCH.stage(STORM, 0, METER, BROWNOUT)
    pairs = fought(GAME, trial, range(4))
    assert pairs == [*fought(GAME, trial, range(2)), *fought(GAME, trial, range(2, 4))]
    assert any(one != other for row in pairs for one, other in row)
    nothing = read(combat("attack", "", 'attack_type = "ranged"'))
    assert all(
        one == other for row in fought(GAME, BENCH.stage(nothing, 0, METER, BROWNOUT), range(4)) for one, other in row
    )


@pytest.mark.rule("PT-RUL-80")
def test_a_fight_of_bots_that_goes_on_too_long_is_stopped_and_nobody_has_won_it():
    trial = BENCH.stage(STORM, 0, METER, BROWNOUT)
    late = structs.replace(trial.fight, turn=9)
    assert (trial.over(structs.replace(trial.fight, turn=8)), trial.over(late)) == (False, True)
    won = next(each for each in trial.counts if each.share)
    assert (won.of(trial.fight, late), late.winner) == (0, "")


def test_a_card_that_never_comes_to_an_end_ends_its_fight():
    loop = '{coins = {on = "attack", amount = 1}}, {attack = {target = "opponent", type = "melee", free = true}}'
    again = (
        '[[card.when]]\ntrigger = "on_hit"\neffects = [{attack = {target = "opponent", type = "melee", free = true}}]'
    )
    trial = BENCH.stage(read(combat("attack", loop, 'attack_type = "melee"') + again), 0, "tollgate", BROWNOUT)
    assert len(fought(GAME, trial, range(2))) == 2
