"""Abilities: triggers that Combats have, and what the words of cards do in them."""

import pytest

from cliffhanger.games.plot_twist.rules import facts, roster
from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.games.plot_twist.tests.written import attack_card, lying

VILLAIN = {"kind": "villain"}


@pytest.mark.rule("PT-RUL-82", "PT-ARM-03")
def test_caused_damage_goes_through_armor_and_dealt_damage_past_it(armed):
    card = attack_card(
        '{damage = {via = "cause", type = "physical", amount = 3, target = "opponent"}}',
        '{damage = {via = "deal", type = "physical", amount = 3, target = "opponent"}}',
    )
    ann, foe = armed(card, other={"keywords": ("armor",), "power": 2})
    ann.attacks(foe, card="it")
    assert foe.physical == (5, 9, 0)


@pytest.mark.rule("PT-ARM-03")
def test_what_is_caused_may_be_stopped_whole(armed):
    card = attack_card('{damage = {via = "cause", type = "physical", amount = 3, target = "opponent"}}')
    ann, foe = armed(card, other={"keywords": ("armor",)})
    ann.attacks(foe, card="it")
    assert foe.physical == (9, 9, 0)
    assert ann.stage.told("prevented")


def test_damage_of_coins_falls_and_has_its_automatic_success(armed):
    card = attack_card('{damage = {via = "deal", type = "mental", pool = 2, target = "opponent"}}')
    ann, foe = armed(card)
    ann.attacks(foe, card="it").throws("HT")
    assert foe.mental == (7, 9, 0)


@pytest.mark.rule("PT-RES-05")
def test_regenerate_leaves_room_for_trauma(armed):
    card = attack_card('{regenerate = {type = "physical", amount = 4}}', '{remove_trauma = {type = "physical"}}')
    ann, foe = armed(card, more={"physical": 5, "physical_trauma": 2})
    ann.attacks(foe, card="it")
    assert ann.physical == (8, 9, 1)


@pytest.mark.rule("PT-STAT-02")
def test_social_stress_that_comes_back_ends_being_demoralized(armed):
    card = attack_card('{regenerate = {type = "social", amount = 1}}', '{gain = {counter = "energy", amount = 2}}')
    ann, foe = armed(card, more={"social": 0, "statuses": ("demoralized",)})
    ann.attacks(foe, card="it")
    assert (ann.now.statuses, ann.now.energy) == ((), 2)


@pytest.mark.rule("PT-ENE-01")
def test_the_demoralized_gain_no_energy(armed):
    card = attack_card('{gain = {counter = "energy", amount = 2}}')
    ann, foe = armed(card, more={"social": 0, "statuses": ("demoralized",)})
    ann.attacks(foe, card="it")
    assert ann.now.energy == 0


def test_counters_are_lost_set_and_moved(armed):
    card = attack_card(
        '{lose = {target = "opponent", counter = "hate", amount = 2}}',
        '{set = {counter = "belief", amount = 4}}',
        '{transfer = {counter = "energy", from = "opponent", to = "self", amount = 3}}',
    )
    ann, foe = armed(card, other={"hate": 5, "energy": 2})
    ann.attacks(foe, card="it")
    assert (foe.now.will, foe.now.energy, ann.now.will, ann.now.energy) == (3, 0, 4, 2)


@pytest.mark.rule("PT-ACT-03")
def test_actions_come_back_up_to_what_a_turn_gives(armed):
    card = attack_card(
        '{gain_action = {kind = "attack", amount = 2}}', '{lose_action = {kind = "move", target = "opponent"}}'
    )
    ann, foe = armed(card)
    ann.attacks(foe, card="it")
    assert (ann.now.attacks, foe.now.moves) == (1, 1)


def test_an_attack_card_adds_coins_to_its_attack_alone(armed):
    ann, foe = armed(attack_card('{coins = {on = "attack", amount = 2}}', '{auto = {on = "attack"}}'))
    ann.attacks(foe, card="it").throws("TTTTT", "HTT")
    assert ann.attack is None
    assert ann.stage.s.lasting == ()


@pytest.mark.rule("PT-RUL-86")
def test_a_rank_is_set_and_added_to(armed):
    card = attack_card('{heroic = {name = "fighting", set = 4}}', '{heroic = {name = "fighting", add = -1}}')
    ann, foe = armed(card)
    ann.attacks(foe, card="it").throws("TTTTTT", "TTT")


def test_a_heroic_of_choice(armed):
    ann, foe = armed(attack_card('{heroic = {name = "chosen", add = 2}}'))
    ann.attacks(foe, card="it")
    ann.does("say", word="fighting").throws("TTTTT", "TTT")


@pytest.mark.rule("PT-ARM-01", "PT-RUL-66")
def test_a_keyword_comes_and_armor_changes(two):
    card = lying('{keyword = {gain = "armor"}}', "{armor = {modify = -1}}", trigger="while_in_play")
    ann, foe = two(card, on="foe")
    ann.attacks(foe).throws("HTT", "TTT", "T")
    assert foe.physical == (8, 9, 0)


@pytest.mark.rule("PT-NUL-01")
def test_what_a_card_does_while_in_play_ends_with_it(two):
    ann, foe = two(lying('{keyword = {gain = "armor"}}', trigger="while_in_play"), on="foe")
    ann.stage.now_has(lying=(Lying("it", "gm", "foe", nullified=True),))
    ann.attacks(foe).throws("HTT", "TTT", "TTT")
    assert foe.physical == (8, 9, 0)


def test_a_condition_decides_whether_a_card_counts(two):
    card = lying('{coins = {on = "attack", amount = 1}}', trigger="while_in_play", more='if = "counter.physical <= 4",')
    ann, foe = two(card)
    ann.attacks(foe).throws("TTT", "TTT")
    ann, foe = two(card, more={"physical": 4})
    ann.attacks(foe).throws("TTTT", "TTT")


@pytest.mark.rule("PT-ARM-02", "PT-RUL-23")
def test_cover_is_added_and_destroyed(armed):
    card = attack_card("{cover = {add = 2}}", '{cover = {target = "opponent", destroy = "all"}}')
    ann, foe = armed(card)
    ann.stage.rules("people", "foe", "cover", to=[{"source": "wall", "n": 5}])
    ann.attacks(foe, card="it")
    assert ([each.n for each in ann.now.cover], foe.now.cover) == ([2], ())
    assert "Ann gains 2 Cover." in ann.stage.play.told


@pytest.mark.rule("PT-RUL-67")
def test_the_immune_lose_nothing(two):
    ann, foe = two(lying('{immune = {to = "physical"}}', trigger="while_in_play"), on="foe")
    ann.attacks(foe).throws("HTT", "TTT", "TTT")
    assert foe.physical == (9, 9, 0)


def test_before_damage_some_of_it_is_prevented(two):
    card = lying("{prevent = {amount = 1}}", trigger="before_damage", more='to = "self",')
    ann, foe = two(card, on="foe")
    ann.attacks(foe).throws("HTT", "TTT", "HTT")
    assert foe.physical == (8, 9, 0)


def test_instead_of_damage_nothing_is_lost(two):
    card = lying(trigger="before_damage", more='to = "self", instead = true,')
    ann, foe = two(card, on="foe")
    ann.attacks(foe).throws("HTT", "TTT", "HTT")
    assert foe.physical == (9, 9, 0)


def test_instead_of_a_declared_attack_nothing_happens_and_its_action_is_gone(two):
    card = lying(trigger="on_declare", more='to = "self", instead = true, may = true,')
    ann, foe = two(card, on="foe")
    ann.attacks(foe)
    foe.does("use")
    assert ann.attack is None
    assert ann.now.attacks == 0


def test_an_ability_that_may_be_used_may_be_left(two):
    card = lying(trigger="on_declare", more='to = "self", instead = true, may = true,')
    ann, foe = two(card, on="foe")
    ann.attacks(foe)
    foe.does("leave").stage.throws("HTT", "TTT", "TTT")
    assert foe.physical == (8, 9, 0)


def test_a_missed_one_attacks_for_free(two):
    card = lying(
        '{attack = {by = "self", target = "attacker", type = "melee", free = true}}',
        trigger="on_miss",
        more='to = "self", if = "attack.type == melee",',
    )
    ann, foe = two(card, on="foe")
    ann.attacks(foe).throws("TTT", "TTT", "HTT", "TTT", "TTT")
    assert ann.physical == (8, 9, 0)
    assert foe.now.attacks == 1


def test_another_one_takes_the_blow(stage):
    card = lying('{redirect = {to = "self"}}', trigger="on_declare", more='by = "enemy", to = "ally", may = true,')
    foe, ann, bo = (
        stage(cards=card, foe=VILLAIN, ann={}, bo={"fighting": 1}).now_has(lying=(Lying("it", "bo", "bo"),)).cast
    )
    foe.attacks(ann)
    bo.does("use").stage.throws("HHT", "HTTT", "TTT")
    assert (ann.physical, bo.physical) == ((9, 9, 0), (8, 9, 0))


def test_tails_fall_again(two):
    ann, foe = two(lying('{reroll = {which = "tails", count = 2}}', trigger="after_roll", more='once = "turn",'))
    ann.attacks(foe)
    foe.defends("fighting")
    ann.rolls(1, 1, 1, 2, 1, 1)
    assert ann.stage.dice_in_the_air() == 2
    ann.stage.throws("HH", "TTT")
    assert foe.physical == (8, 9, 0)


def test_a_success_after_the_roll_raises_it_and_no_other(two):
    ann, foe = two(lying("{auto = {on = 'any'}}", trigger="after_roll", more='once = "turn",'))
    ann.attacks(foe).throws("TTT", "TTT", "TTT")
    assert foe.physical == (8, 9, 0)
    assert ann.stage.s.lasting == ()


def test_a_status_comes_with_a_hit(two):
    card = lying(
        '{status = {target = "opponent", add = "prone"}}',
        trigger="on_hit",
        more='if = "attack.type == melee and margin >= 3",',
    )
    ann, foe = two(card)
    ann.attacks(foe).throws("HHH", "TTT", "TTT")
    assert foe.now.statuses == ("prone",)
    ann, foe = two(card)
    ann.attacks(foe).throws("HHT", "TTT", "TTT")
    assert foe.now.statuses == ()


def test_if_and_repeat_and_choice(armed):
    card = attack_card(
        '{if = "margin >= 1", then = [{gain = {counter = "energy", amount = 5}}], else = [{gain = {counter = "energy", amount = 1}}]}',
        '{repeat = {n = 2, effects = [{gain = {counter = "energy", amount = 1}}]}}',
        '{choose = {options = [{gain = {counter = "belief", amount = 1}}, {label = "Two", effects = [{gain = {counter = "belief", amount = 2}}]}]}}',
    )
    ann, foe = armed(card)
    ann.attacks(foe, card="it")
    assert ann.now.energy == 3
    asked = next(o for o in ann.stage.play.options("ann") if o.key == "say").params[0].items
    assert [each.label for each in asked] == ["You gain 1 Belief.", "Two"]
    ann.does("say", word="1")
    assert "It: “Two”." in ann.stage.play.told
    assert ann.now.will == 2


@pytest.mark.rule("PT-ROLL-04", "PT-ROLL-05")
def test_a_card_asks_for_a_roll(armed):
    card = attack_card(
        '{roll = {system = "opposing", pool = "mind+hacking", vs = "mind+resilience", then = [{gain = {counter = "energy", amount = "margin"}}], else = [{lose = {counter = "belief", amount = 1}}]}}'
    )
    ann, foe = armed(card, more={"belief": 0})
    ann.attacks(foe, card="it").throws("HHT", "TTT")
    assert ann.now.energy == 2


@pytest.mark.rule("PT-ROLL-07")
def test_in_a_chosen_roll_a_number_is_named_and_is_x(armed):
    card = attack_card(
        '{roll = {system = "chosen", pool = "body+healing", then = [{regenerate = {type = "physical", amount = "x"}}]}}'
    )
    for coins, left in (("HHHHTT", 7), ("HHHTTT", 4)):
        ann, foe = armed(card, more={"healing": 3, "physical": 4})
        ann.attacks(foe, card="it")
        ann.does("say", word="3").throws(coins)
        assert ann.physical == (left, 9, 0)


def test_one_of_several_is_picked(stage):
    card = attack_card('{regenerate = {target = "another_hero", type = "physical", amount = 1}}')
    hands = {"ann": {"hand": ("it",)}}
    ann, bo, cy, foe = stage(cards=card, hands=hands, ann={}, bo={"physical": 3}, cy={"physical": 3}, foe=VILLAIN).cast
    ann.attacks(foe, card="it")
    ann.does("whom", whom=cy)
    assert (bo.physical, cy.physical) == ((3, 9, 0), (4, 9, 0))


PICKED = """
[[card]]
id = "it"
kind = "reference"
name = "It"
colour = "golden"
gives = [
  {free_action = "share", effects = [{transfer = {counter = "energy", from = "self", to = "another_hero", amount = 1}}]},
  {free_action = "mask", effects = [{copy = {what = "heroic", name = "fighting", from = "a_villain", duration = "turn"}}]},
]
[[card]]
id = "dare"
kind = "event"
name = "Dare"
colour = "golden"
reveal = [{initiate = {by = "a_villain", target = "main", free = true}}]
"""


def test_from_whom_to_whom_and_who_does_it_is_picked_too(stage):
    people = {
        "ann": {"energy": 3},
        "bo": {},
        "cy": {},
        "foe": VILLAIN,
        "cat": VILLAIN | {"fighting": 4},
        "dog": VILLAIN,
    }
    lying = (Lying("it", "gm"), Lying("dare", "gm", up=False))
    ann, _, cy, foe, cat, dog = stage(cards=PICKED, lying=lying, **people).cast
    ann.does("ability.ann.it.0").does("whom", whom=cy)
    assert (ann.now.energy, cy.now.energy) == (2, 1)
    ann.does("ability.ann.it.1").does("whom", whom=cat)
    assert facts.rank(ann.stage.s, "ann", "fighting") == 4
    foe.stage.now_has(main="foe")
    foe.does("event", name="dare").does("whom", whom=dog)
    assert (ann.stage.fight.who, ann.stage.fight.target) == ("dog", "foe")


def test_a_maneuver_is_countered(stage):
    cards = lying(trigger="on_card", more='by = "enemy", instead = true,') + (
        '[[card]]\nid = "rush"\nkind = "combat"\nstep = "movement"\nname = "Rush"\ncolour = "golden"\n'
        'effects = [{distance = {to = "melee"}}]\n'
    )
    scene = stage(cards=cards, hands={"ann": {"hand": ("rush",)}}, ann={}, foe=VILLAIN)
    ann, foe = scene.now_has(lying=(Lying("it", "gm", "foe"),)).cast
    ann.fights(foe)
    ann.plays("rush")
    assert scene.fight.distance == "ranged"
    assert ann.hand == []


def test_a_card_ends_the_combat(armed):
    ann, foe = armed(attack_card("{end_combat = {}}"))
    ann.attacks(foe, card="it")
    assert ann.stage.fight.phase == "redraw"


@pytest.mark.rule("PT-TURN-03")
def test_the_side_with_initiative_goes_first_and_a_seat_orders_its_own(stage):
    cards = "".join(
        lying('{gain = {counter = "energy", amount = 1}}', trigger="before_combat", more=more).replace(
            '"it"', f'"{name}"'
        )
        for name, more in (("one", ""), ("two", ""), ("three", ""))
    ).replace('name = "It"', "")
    for name in ("one", "two", "three"):
        cards = cards.replace(f'id = "{name}"\n', f'id = "{name}"\nname = "{name}"\n')
    scene = stage(cards=cards, ann={}, foe=VILLAIN)
    rows = (Lying("three", "gm", "foe"), Lying("one", "ann", "ann"), Lying("two", "ann", "ann"))
    ann, foe = scene.now_has(lying=rows).cast
    ann.fights(foe)
    ann.does("order", which="1")
    assert [event.data["card"] for event in scene.told("ability")] == ["two", "one", "three"]


def test_two_cards_that_hear_each_other_come_to_an_end(stage):
    cards = (
        "".join(
            lying(
                '{gain = {counter = "energy", amount = 1}}', trigger="on_counter", more='of = "energy", to = "self",'
            ).replace("it", name)
            for name in ("one", "two")
        )
        .replace("It", "One", 1)
        .replace("It", "Two")
    )
    assert cards.count("Two") == 1
    scene = stage(
        cards=cards + attack_card('{gain = {counter = "energy", amount = 1}}'),
        hands={"ann": {"hand": ("it",)}},
        ann={},
        foe=VILLAIN,
    )
    ann, foe = scene.now_has(lying=(Lying("one", "ann", "ann"), Lying("two", "ann", "ann"))).cast
    ann.attacks(foe, card="it")
    scene.takes("order")
    assert ann.now.energy == 3


@pytest.mark.rule("PT-RUL-45")
def test_forbidden_things_are_refused(two):
    ann, foe = two(lying("{forbid = {target = 'each_hero', what = 'attack.melee'}}", trigger="while_in_play"), on="foe")
    ann.fights(foe)
    ann.stage.goes_to("attack")
    ann.stage.at_melee()
    assert ann.cannot_attack("melee").why == "It forbids it."


def test_control_takes_somebody_to_the_other_side(stage):
    cards = lying('{control = {target = "each_mook", by = "owner"}}', trigger="while_in_play")
    scene = stage(cards=cards, ann={}, crew={"kind": "mook", "quantity": 3}, foe=VILLAIN)
    ann, crew, foe = scene.now_has(lying=(Lying("it", "ann", "ann"),)).cast
    assert crew.seat == "ann"
    assert "fight.crew" in ann.may()
    crew.attacks(foe).throws("HTT", "TTT", "TTT")
    assert foe.physical == (8, 9, 0)


SWEEP = """
[[card]]
id = "it"
kind = "detail"
name = "It"
colour = "golden"
duration = "turn"
when = [{use = "maneuver", effects = [{attack = {by = "self", target = "each_hero", type = "melee", free = true}}]}]
"""


@pytest.mark.rule("PT-ATK-02", "PT-STR-01")
def test_an_attack_on_each_hero_throws_once_and_each_defends_and_is_hurt_for_itself(stage):
    foe, ann, bo, cy = stage(
        cards=SWEEP, foe=VILLAIN | {"energy": 3}, ann={}, bo={"statuses": ("prone",)}, cy={"body": 4}
    ).cast
    foe.stage.now_has(lying=(Lying("it", "gm", "foe"),))
    foe.fights(ann)
    foe.stage.at_melee().goes_to("maneuver")
    foe.does("ability.foe.it.0")
    ann.defends("fighting")
    foe.buys(1).throws("HHTT", "HTT", "TTT", "HTT")
    cy.defends("agility")
    foe.throws("HHTT")
    assert (ann.physical, bo.physical, cy.physical) == ((8, 9, 0), (7, 9, 0), (12, 12, 0))
    assert foe.attack is None


@pytest.mark.rule("PT-RUL-63")
@pytest.mark.parametrize("friendly", [True, False])
def test_a_card_starts_a_combat_among_friends_only_if_the_table_has_that(stage, friendly):
    card = SWEEP.replace("maneuver", "any_time").replace(
        '{attack = {by = "self", target = "each_hero", type = "melee", free = true}}',
        '{initiate = {by = "self", target = "another_hero", free = true}}',
    )
    people = {"ann": {}, "bo": {}, "foe": VILLAIN}
    ann, _, _ = stage(cards=card, house={"friendly_combat": friendly}, **people).cast
    ann.stage.now_has(lying=(Lying("it", "ann", "ann"),))
    ann.does("ability.ann.it.0")
    assert bool(roster.combat(ann.stage.s)) is friendly


def test_a_loss_that_a_card_brings_names_the_card(two):
    ann, foe = two(
        lying('{lose = {target = "opponent", counter = "energy", amount = 2}}', trigger="on_hit"), other={"energy": 5}
    )
    ann.attacks(foe).throws("HHH", "TTT", "TTT").settles()
    (lost,) = [each for each in ann.stage.play.events if each.what == "loses_by"]
    assert (lost.who, lost.data) == ("Foe", {"counter": "Energy", "amount": 2, "left": 3, "card": "It"})
