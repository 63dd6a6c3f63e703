"""Attacks: what is thrown, what meets it, what a hit does; the worked scenarios of Combats are here."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.rules import costs, pools, verbs
from cliffhanger.games.plot_twist.rules.facts import of_whom
from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.games.plot_twist.rules.state import Attack, Combat
from cliffhanger.games.plot_twist.tests.written import attack_card

VILLAIN = {"kind": "villain"}
ARMED = VILLAIN | {"keywords": ("armor",)}


@pytest.mark.rule("PT-ROLL-01", "PT-ATK-M", "PT-ROLL-10", "PT-ACT-04")
def test_a_melee_attack_of_ten_coins_hits_five_and_has_cost_its_action(stage):
    simoakli, hope = stage(simoakli=VILLAIN | {"body": 6, "fighting": 4}, hope={"body": 2, "agility": 3}).cast
    simoakli.attacks(hope)
    hope.defends("agility")
    simoakli.throws("HHTHTHHTHT", "HTTHT")
    assert (simoakli.attack.margin, simoakli.now.attacks) == (4, 0)
    assert simoakli.stage.dice_in_the_air() == 6


@pytest.mark.rule("PT-HER-08", "PT-HER-09", "PT-HER-10", "PT-SKILL-03", "PT-ROLL-11")
@pytest.mark.parametrize(
    ("type_", "rank", "coins", "meets"),
    [
        ("melee", "fighting", 2 + 1, {"body+fighting", "body+agility"}),
        ("ranged", "energy_projection", 3 + 2, {"body+reflexes", "body+flight"}),
        ("mental", "psyche", 3 + 3, {"mind+resilience", "mind+psyche"}),
        ("social", "offend", 4 + 4, {"charm+rebutt"}),
    ],
)
def test_what_each_attack_is_thrown_with(stage, type_, rank, coins, meets):
    ranks = {"fighting": 1, "energy_projection": 2, "psyche": 3, "offend": 4}
    ann, foe = stage(ann={"body": 2, "mind": 3, "charm": 4, **ranks}, foe=VILLAIN).cast
    ann.attacks(foe, type_)
    assert {f"{one}+{other}" for one, other in pools.defences(ann.stage.s, ann.attack)} == meets
    ann.stage.takes("defend", "throw")
    assert ann.stage.dice_in_the_air() == coins


@pytest.mark.rule("PT-HER-01", "PT-HER-03", "PT-HER-04", "PT-HER-12", "PT-SKILL-04", "PT-ROLL-11")
@pytest.mark.parametrize(
    ("type_", "rank", "coins"),
    [
        ("melee", "agility", 2 + 1),
        ("ranged", "reflexes", 2 + 2),
        ("ranged", "flight", 2 + 3),
        ("mental", "resilience", 5 + 4),
        ("social", "rebutt", 6 + 5),
    ],
)
def test_what_each_defence_is_thrown_with(stage, type_, rank, coins):
    ranks = {"agility": 1, "reflexes": 2, "flight": 3, "resilience": 4, "rebutt": 5}
    ann, foe = stage(
        ann={"energy_projection": 1, "psyche": 1}, foe=VILLAIN | {"body": 2, "mind": 5, "charm": 6} | ranks
    ).cast
    ann.attacks(foe, type_)
    if type_ != "social":
        foe.defends(rank)
    ann.stage.takes("throw")
    ann.rolls(*(1 for _ in range(ann.stage.dice_in_the_air())))
    assert ann.stage.dice_in_the_air() == coins


@pytest.mark.rule("PT-ATK-03", "PT-COMB-06")
def test_a_ranged_attack_is_made_at_melee_distance_too(stage):
    ann, foe = stage(ann={"energy_projection": 1}, foe=VILLAIN).cast
    ann.fights(foe)
    ann.stage.at_melee().goes_to("attack")
    ann.does("attack.ranged", form=":stress")
    foe.defends("reflexes")
    ann.throws("HTTT", "TTT", "TTT")
    assert foe.physical == (8, 9, 0)


@pytest.mark.rule("PT-EQUIP-02", "PT-RUL-08")
@pytest.mark.parametrize(("weapon", "forms"), [("*/1", {"stress"}), ("1/*", {"trauma"}), ("0/0", {"stress", "trauma"})])
def test_a_weapon_does_only_the_form_that_has_a_number(stage, weapon, forms):
    ann, _ = stage(ann={"weapon": f"melee {weapon}"}, foe=VILLAIN).cast
    assert {form for weapon, form in pools.forms(ann.stage.s, "ann", "melee") if weapon} == forms
    assert pools.forms(ann.stage.s, "ann", "social") == (("", "stress"),)


@pytest.mark.rule("PT-HATE-03", "PT-STR-02")
def test_a_villain_pays_hate_for_each_point_of_trauma(stage):
    foe, ann = stage(foe=VILLAIN | {"weapon": "melee 0/*", "hate": 5}, ann={}).cast
    foe.attacks(ann, form="trauma").throws("HTT", "TTT", "HTT")
    assert (ann.physical, foe.now.will) == ((7, 9, 2), 3)


@pytest.mark.rule("PT-MOOK-01", "PT-BEL-01")
def test_mooks_have_nothing_to_heal_and_belief_is_no_stress(stage):
    crew, ann, _ = stage(
        crew={"kind": "mook", "quantity": 4, "healing": 2}, ann={"energy": 3, "physical": 4}, foe=VILLAIN
    ).cast
    assert not {"regenerate.crew", "heal.crew", "again.crew"} & set(crew.may())
    assert verbs.gain(ann.stage.s, "crew", "energy", 3) == ann.stage.s
    assert "regenerate.ann" in ann.may()
    ann.cannot("regenerate.ann", kind="belief", n=1)


@pytest.mark.rule("PT-ROLL-02", "PT-ROLL-08", "PT-ROLL-09", "PT-STR-01", "PT-EQUIP-02")
def test_a_weapon_adds_coins_to_damage_and_one_success_is_automatic(stage):
    athena, foe = stage(athena={"body": 5, "weapon": "melee */1"}, foe=VILLAIN | {"body": 4}).cast
    athena.attacks(foe, form="stress").throws("HTTTT", "TTTT", "HTHTTH")
    assert foe.physical == (8, 12, 0)


@pytest.mark.rule("PT-ROLL-06", "PT-RUL-10")
def test_a_tie_misses_and_nothing_more_is_thrown(stage):
    ann, foe = stage(ann={"fighting": 3}, foe=VILLAIN | {"fighting": 3}).cast
    ann.attacks(foe).throws("HHTTHT", "THTHTH")
    assert ann.attack is None
    assert ann.now.attacks == 0
    assert foe.physical == (9, 9, 0)


@pytest.mark.rule("PT-ATK-04", "PT-ARM-01", "PT-ARM-02", "PT-KEY-02")
def test_armor_and_cover_that_leave_no_coin_prevent_everything(stage):
    ann, foe = stage(ann={"body": 4, "fighting": 4}, foe=ARMED | {"body": 4}).cast
    ann.stage.rules("people", "foe", "cover", to=[{"source": "wall", "n": 1}])
    ann.attacks(foe).throws("HHHHHTTT", "HHTT")
    assert ann.stage.told("prevented")
    assert foe.physical == (12, 12, 0)


@pytest.mark.rule("PT-ATK-05", "PT-RUL-09")
def test_one_coin_that_is_left_brings_the_automatic_success_without_a_head(stage):
    ann, foe = stage(ann={"body": 4, "fighting": 4}, foe=ARMED | {"body": 4}).cast
    ann.attacks(foe).throws("HHHHHTTT", "HHTT", "T")
    assert foe.physical == (11, 12, 0)


@pytest.mark.rule("PT-RUL-09")
def test_the_table_may_give_the_automatic_success_to_heroes_alone(stage):
    foe, ann = stage(foe=VILLAIN, ann={}, house={"damage_auto": "heroes"}).cast
    foe.attacks(ann).throws("HTT", "TTT", "TTH")
    assert ann.physical == (8, 9, 0)


@pytest.mark.rule("PT-STAT-04")
def test_nobody_prone_defends_and_any_success_hits(stage):
    ann, foe = stage(ann={}, foe=VILLAIN | {"physical": 6, "statuses": ("prone",)}).cast
    ann.attacks(foe).throws("HTT", "TTT")
    assert foe.physical == (5, 9, 0)


@pytest.mark.rule("PT-STAT-04", "PT-ROLL-04")
def test_without_a_head_not_even_somebody_prone_is_hit(stage):
    ann, foe = stage(ann={}, foe=VILLAIN | {"physical": 6, "statuses": ("prone",)}).cast
    ann.attacks(foe).throws("TTT")
    assert foe.physical == (6, 9, 0)


@pytest.mark.rule("PT-STAT-05", "PT-RUL-12")
def test_the_surprised_throw_two_coins_less_in_their_first_defence_only(stage):
    ann, foe = stage(ann={"fighting": 2}, foe=VILLAIN | {"fighting": 3, "statuses": ("surprised",)}).cast
    ann.attacks(foe).throws("HTHTT", "HHTT")
    assert foe.now.statuses == ()
    assert foe.physical == (9, 9, 0)
    ann.stage.rules("people", "ann", "attacks", to=1)
    ann.stage.edits(Combat, round=ann.stage.fight.round.returns().acted("foe"))
    ann.attacks(foe).throws("TTTTT", "TTTTTT")


@pytest.mark.rule("PT-BEL-02", "PT-RUL-07", "PT-RUL-08", "PT-STR-02")
def test_trauma_is_paid_for_with_what_belief_there_is(stage):
    ann, foe = stage(ann={"body": 4, "weapon": "melee 0/2", "belief": 2}, foe=VILLAIN).cast
    ann.attacks(foe, form="trauma").throws("HHTT", "HTT", "HHTT")
    assert foe.physical == (6, 9, 3)
    assert ann.now.will == 0


@pytest.mark.rule("PT-RUL-07")
def test_the_table_may_have_no_more_trauma_than_can_be_paid_for(stage):
    house = {"trauma_short": "as_stress"}
    ann, foe = stage(ann={"body": 4, "weapon": "melee 0/2", "belief": 2}, foe=VILLAIN, house=house).cast
    ann.attacks(foe, form="trauma").throws("HHTT", "HTT", "HHTT")
    assert foe.physical == (6, 9, 2)


@pytest.mark.rule("PT-ATK-S", "PT-RES-03", "PT-STAT-02", "PT-ENE-01")
def test_without_social_stress_belief_and_energy_are_gone_and_none_comes(stage):
    foe, ann = stage(
        foe=VILLAIN | {"offend": 2}, ann={"charm": 2, "rebutt": 1, "social": 3, "belief": 4, "energy": 5}
    ).cast
    foe.attacks(ann, "social").throws("HHHTT", "HTT", "HHT")
    assert ann.social == (0, 6, 0)
    assert (ann.now.statuses, ann.now.will, ann.now.energy) == (("demoralized",), 0, 0)


@pytest.mark.rule("PT-RUL-13")
def test_the_demoralized_act_as_ever_and_are_hurt_no_further_that_way(stage):
    foe, ann = stage(foe=VILLAIN | {"offend": 2}, ann={"social": 0, "statuses": ("demoralized",), "belief": 0}).cast
    ann.attacks(foe).throws("TTT", "TTT")
    foe.attacks(ann, "social").throws("HHHHH", "TTT", "HHH")
    assert (ann.social[0], ann.now.statuses) == (0, ("demoralized",))


@pytest.mark.rule("PT-MOOK-02")
def test_a_hit_takes_one_mook_and_no_coins_fall_for_the_damage(stage):
    ann, crew, _ = stage(
        ann={"body": 5, "fighting": 2}, crew={"kind": "mook", "quantity": 4, "fighting": 1}, foe=VILLAIN
    ).cast
    ann.attacks(crew).throws("HHHHTTT", "HHTT")
    assert crew.now.quantity == 3
    assert ann.attack is None


SHIELDED = """
[[card]]
id = "it"
kind = "detail"
name = "It"
colour = "golden"
when = [{trigger = "while_in_play", effects = [{immune = {target = "each_mook", to = "physical"}}]}]
duration = "turn"
"""


@pytest.mark.rule("PT-RUL-67", "PT-MOOK-02")
def test_no_mook_goes_of_damage_to_which_they_are_immune(stage):
    ann, crew, _ = stage(cards=SHIELDED, ann={}, crew={"kind": "mook", "quantity": 4}, foe=VILLAIN).cast
    ann.stage.now_has(lying=(Lying("it", "gm", "foe"),))
    ann.attacks(crew).throws("HHH", "TTT")
    assert (crew.now.quantity, ann.attack) == (4, None)


@pytest.mark.rule("PT-MOOK-03", "PT-RUL-39")
def test_mooks_spend_as_many_as_their_power_for_coins(stage):
    crew, ann, _ = stage(
        crew={"kind": "mook", "quantity": 4, "power": 2, "fighting": 1}, ann={"fighting": 2}, foe=VILLAIN
    ).cast
    crew.attacks(ann)
    ann.defends("fighting")
    assert "2" in crew.cannot("coins", n=3).why
    crew.buys(2).throws("HHHTTT", "HHTTT", "HTT")
    assert crew.now.quantity == 2
    assert ann.physical == (7, 9, 0)
    # What they pay for coins is no loss that somebody brought about.
    said = [GAME.say(event) for event in crew.stage.told("counter") if event.who == "Crew"]
    assert said == ["spends 2 Quantity, 2 left."]


@pytest.mark.rule("PT-MOOK-03", "PT-MOOK-04")
def test_the_last_mook_is_not_spent_and_without_one_there_is_none_in_play(stage):
    ann, crew, _ = stage(ann={}, crew={"kind": "mook", "quantity": 1}, foe=VILLAIN).cast
    ann.attacks(crew).throws("HHH", "TTT")
    assert crew.now.quantity == 0
    assert "attack" not in ann.stage.fight.phase


@pytest.mark.rule("PT-ENE-04", "PT-ENE-02", "PT-RUL-03", "PT-RUL-05")
def test_energy_buys_coins_before_they_fall_up_to_power_in_a_turn(stage):
    ann, foe = stage(ann={"energy": 9, "power": 2}, foe=VILLAIN).cast
    ann.attacks(foe)
    foe.defends("fighting")
    ann.buys(2).throws("HHTTT", "HTT")
    assert (ann.now.energy, ann.now.spent) == (7, 2)
    assert ann.stage.dice_in_the_air() == 3


@pytest.mark.rule("PT-BEL-06", "PT-RUL-04")
def test_belief_raises_a_roll_once_the_coins_lie_there(stage):
    ann, foe = stage(ann={"belief": 3}, foe=VILLAIN).cast
    ann.attacks(foe)
    foe.defends("fighting")
    for coins in ((2, 1, 1), (2, 1, 1)):
        ann.rolls(*coins)
    ann.raises()
    assert ann.now.will == 2
    ann.stage.throws("TTT")
    assert foe.physical == (8, 9, 0)


@pytest.mark.rule("PT-RUL-05", "PT-ROLL-10")
@pytest.mark.parametrize(
    ("mine", "theirs", "belief", "asked"),
    [("HTT", "TTT", 3, False), ("HTT", "HTT", 1, True), ("TTT", "HTT", 1, False), ("TTT", "HTT", 2, True)],
)
def test_whoever_has_won_a_roll_or_could_not_win_it_is_not_asked_to_raise_it(stage, mine, theirs, belief, asked):
    ann, foe = stage(ann={"belief": belief}, foe=VILLAIN).cast
    ann.attacks(foe)
    foe.defends("fighting")
    for coins in (mine, theirs):
        ann.rolls(*(1 + (coin == "H") for coin in coins))
    assert ("raise" in ann.may()) is asked


@pytest.mark.rule("PT-RUL-05", "PT-ROLL-10")
def test_whoever_has_won_is_asked_again_where_the_margin_counts_or_somebody_else_raises(stage):
    deep = """
[[card]]
id = "deep"
kind = "combat"
name = "Deep"
step = "attack"
colour = "golden"
attack_type = "melee"
effects = [{ coins = { on = "damage", amount = "margin" } }]
"""
    for card, heads in (("deep", (2, 1, 1)), ("", (2, 1, 1))):
        people = {"ann": {"belief": 3}, "foe": VILLAIN, "bo": {"belief": 5}}
        ann, foe, bo = stage(cards=deep, hands={"ann": {"hand": ("deep",)}}, **people).cast
        ann.attacks(foe, card=card)
        foe.defends("fighting")
        ann.rolls(*heads).rolls(1, 1, 1)
        assert ("raise" in ann.may()) is bool(card)
        ann.stage.takes("stand_by") if card else foe.does("reverse", hero=bo)
    assert "raise" in ann.may()


@pytest.mark.rule("PT-RUL-05", "PT-ROLL-10")
@pytest.mark.parametrize("up", [True, False])
def test_nobody_learns_by_being_asked_that_a_card_face_down_counts_by_how_much_a_roll_is_won(stage, up):
    stars = """
[[card]]
id = "stars"
kind = "objective"
name = "Stars"
colour = "golden"
threat = { if = "counter.mark >= 8" }
when = [{ trigger = "end_of_turn", effects = [{ roll = { system = "coins", pool = "2", by = "main", then = [{ gain = { target = "card", counter = "mark", amount = "successes" } }] } }] }]
"""
    lying = (Lying("stars", "gm", up=up),)
    ann, foe = stage(cards=stars, lying=lying, ann={"belief": 3}, foe=VILLAIN).cast
    ann.attacks(foe)
    foe.defends("fighting")
    ann.rolls(2, 1, 1).rolls(1, 1, 1)
    assert ("raise" in ann.may()) is up


@pytest.mark.rule("PT-REV-03", "PT-REV-01", "PT-RUL-06")
def test_the_gm_cures_two_belief_for_a_success_of_a_villain(stage):
    foe, ann, bo = stage(foe=VILLAIN, ann={"belief": 5}, bo={}).cast
    foe.attacks(ann)
    ann.defends("fighting")
    foe.rolls(1, 1, 1, 1, 1, 1)
    foe.does("reverse", hero=bo)
    assert bo.now.will == 2
    foe.stage.throws("TTT")
    assert ann.physical == (8, 9, 0)


@pytest.mark.rule("PT-LOCK-01", "PT-RUL-45")
def test_a_locked_heroic_counts_only_for_energy(stage):
    ann, foe = stage(ann={"body": 4, "fighting": 3}, foe=VILLAIN | {"body": 4}).cast
    ann.stage.locks(ann, "fighting")
    ann.attacks(foe).throws("HHTT", "HTTT")
    assert ann.attack.margin == 1


@pytest.mark.rule("PT-LOCK-01")
def test_a_lock_is_opened_for_one_energy(stage):
    ann, foe = stage(ann={"body": 4, "fighting": 3, "energy": 2}, foe=VILLAIN | {"body": 4}).cast
    ann.stage.locks(ann, "fighting")
    ann.attacks(foe)
    foe.defends("fighting")
    ann.does("unlock").throws("HHTTTTT")
    assert ann.now.energy == 1


BLADE = """
[[card]]
id = "blade"
kind = "equipment"
name = "Blade"
colour = "golden"
requires = {keyword = "rich"}
weapon = {type = "melee", trauma = "*", stress = 2}
"""


@pytest.mark.rule("PT-LOCK-01", "PT-RUL-45", "PT-EQUIP-01")
@pytest.mark.parametrize(("energy", "coins"), [(1, 5), (0, 3)])
def test_a_weapon_whose_demand_rests_on_a_lock_costs_an_energy_or_is_not_used(stage, energy, coins):
    ann, foe = stage(cards=BLADE, ann={"keywords": ("rich",), "energy": energy}, foe=VILLAIN).cast
    ann.stage.rules("people", "ann", "equipment", to=["blade"]).rules("people", "ann", "active", to="blade")
    ann.stage.locks(ann, "rich", "keyword")
    ann.attacks(foe, form="stress" if energy else "").throws("HTT", "TTT")
    assert (ann.stage.dice_in_the_air(), ann.now.energy) == (coins, 0)


TOUCH = """
[[card]]
id = "it"
kind = "combat"
name = "It"
step = "attack"
colour = "golden"
attack_type = "mental"
requires = {heroic = {psyche = ">=1"}}
effects = [{coins = {on = "damage", amount = 1}}]
"""


@pytest.mark.rule("PT-LOCK-01", "PT-RUL-45")
def test_a_lock_is_paid_for_the_attack_and_for_the_card_that_rides_on_it(armed):
    ann, foe = armed(TOUCH, more={"psyche": 1, "energy": 2})
    ann.stage.locks(ann, "psyche")
    ann.attacks(foe, "mental", "it").throws("HTTT", "TTT", "TTTT")
    assert (ann.now.energy, foe.mental) == (0, (8, 9, 0))
    ann, foe = armed(TOUCH, more={"psyche": 1, "energy": 1})
    ann.stage.locks(ann, "psyche")
    ann.fights(foe)
    ann.stage.goes_to("attack")
    assert "can pay 1" in ann.cannot_attack("mental", ride=(ann.held("it"),)).why
    ann.does("attack.mental")


@pytest.mark.rule("PT-STAT-01", "PT-HATE-09", "PT-RES-02", "PT-RUL-81")
def test_a_villain_gains_hate_for_each_hero_who_is_left(stage):
    foe, ann, _, _ = stage(
        foe=VILLAIN | {"hate": 3, "energy": 0},
        ann={"physical": 1, "belief": 2, "energy": 9},
        bo={"belief": 9},
        cy={"belief": 9},
    ).cast
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    assert ann.now.out == "incapacitated"
    assert (foe.now.will, ann.now.will) == (5, 2)


@pytest.mark.rule("PT-RUL-54", "PT-HATE-09")
@pytest.mark.parametrize(("house", "hate"), [("none", 3), ("main", 4)])
def test_for_a_hero_whom_mooks_bring_down_nobody_gains_hate_or_the_main_villain(stage, house, hate):
    people = {"foe": VILLAIN | {"hate": 3}, "crew": {"kind": "mook", "quantity": 2}, "ann": {"physical": 1}, "bo": {}}
    foe, crew, ann, _ = stage(**people, house={"mook_kill_hate": house}).cast
    crew.attacks(ann).throws("HTT", "TTT", "TTT")
    assert (ann.now.out, foe.now.will) == ("incapacitated", hate)


@pytest.mark.rule("PT-ATK-R", "PT-ATK-P", "PT-COMB-06")
def test_what_an_attack_needs(stage):
    ann, foe = stage(ann={"psyche": 1}, foe=VILLAIN).cast
    ann.fights(foe)
    ann.stage.goes_to("attack")
    assert ann.cannot_attack("melee").why == "It takes Melee Distance."
    assert ann.cannot_attack("ranged").why == "It takes Energy Projection."
    ann.does("attack.mental").throws("HHTT", "TTT", "TTT")
    assert foe.mental == (8, 9, 0)


@pytest.mark.rule("PT-KEY-03", "PT-RUL-24")
def test_overcharged_adds_two_coins_to_the_damage_of_ranged_attacks_once(stage):
    ann, foe = stage(
        ann={"energy_projection": 1, "keywords": ("overcharged",), "weapon": "ranged */3"}, foe=VILLAIN
    ).cast
    ann.attacks(foe, "ranged", form="stress").throws("HTTT", "TTT")
    assert ann.stage.dice_in_the_air() == 3 + 3 + 2


@pytest.mark.rule("PT-GOAL-02")
def test_without_a_villain_the_heroes_have_won(stage):
    ann, foe = stage(ann={}, foe=VILLAIN | {"physical": 1}).cast
    ann.attacks(foe).throws("HTT", "TTT", "TTT")
    assert ann.stage.over
    assert ann.stage.s.winner == "heroes"
    assert not any(isinstance(f, Attack) for f in ann.stage.s.stack)


@pytest.mark.rule("PT-ROLL-10", "PT-ATK-04")
def test_coins_of_damage_read_how_far_the_attack_was_ahead(armed):
    ann, foe = armed(attack_card('{coins = {on = "damage", amount = "margin"}}'))
    ann.attacks(foe, card="it").throws("HHH", "HTT")
    ann.throws("HHTTT")
    assert foe.physical == (6, 9, 0)


@pytest.mark.rule("PT-ENE-02", "PT-ENE-06")
def test_who_has_spent_what_a_turn_allows_reads_that_and_not_that_they_have_none(stage):
    ann = stage(ann={"energy": 9, "power": 2}, foe=VILLAIN).cast[0]
    assert costs.short(ann.stage.s, ann.id, {"energy": 2}) == ""
    spent = verbs.spend_energy(ann.stage.s, ann.id, 2)
    why = "It costs 1 Energy, and you can spend 0 more this Turn: Power says how much."
    assert costs.short(spent, ann.id, {"energy": 1}) == why


def test_who_is_asked_again_about_coins_hears_that_the_other_side_has_bought_some(stage):
    ann, foe = stage(ann={"fighting": 2, "energy": 9, "power": 2}, foe=VILLAIN | {"energy": 9, "power": 2}).cast
    foe.attacks(ann)
    ann.defends("fighting")

    def asks(who):
        return [each.ask for each in ann.stage.play.options(who.seat) if each.key == "throw"]

    assert asks(foe) == ["Foe has 3 coins. Add some?"]
    foe.buys(1)
    assert asks(ann) == ["Foe has added 1 coin: 4 against your 5. Add some?"]


@pytest.mark.parametrize("ranks", [{"reflexes": 1, "flight": 3}, {"reflexes": 3, "flight": 1}])
def test_of_defences_that_cost_nothing_the_one_with_the_most_coins_stands_first(stage, ranks):
    ann, foe = stage(ann=ranks, foe=VILLAIN | {"energy_projection": 1}).cast
    foe.attacks(ann, "ranged")
    (option,) = [each for each in ann.stage.play.options(ann.seat) if each.key == "defend"]
    assert [item.id for item in option.params[0].items] == sorted(ranks, key=lambda each: -ranks[each])


@pytest.mark.parametrize(
    ("crew", "verb", "whose"), [("moths", "Moths make", "Moths'"), ("press", "Press makes", "Press's")]
)
def test_what_mooks_do_is_told_of_as_of_several_where_their_name_is_a_plural(stage, crew, verb, whose):
    people = {crew: {"kind": "mook", "quantity": 4}}
    ann, swarm, _ = stage(ann={"fighting": 2}, **people, foe=VILLAIN).cast
    swarm.attacks(ann)
    (found,) = [each for each in ann.stage.play.options(ann.seat) if each.key == "defend"]
    assert found.ask == f"{verb} a Melee Attack on you: how do you defend?"
    assert found.awaits == f"{verb} a Melee Attack on Ann: how does Ann defend?"
    attacks = {"Moths make": "Moths attack", "Press makes": "Press attacks"}[verb]
    assert f"{attacks} Ann: Melee." in ann.stage.play.told
    assert of_whom(ann.stage.s, crew) == whose
    ann.defends("fighting")
    swarm.throws("TTT", "TTTTT")
    misses = {"Moths make": "Moths miss Ann", "Press makes": "Press misses Ann"}[verb]
    assert GAME.voice.head(ann.stage.s.shown.event).startswith(misses)


def test_what_turns_a_roll_lies_there_where_successes_are_bought(stage):
    ann, foe = stage(ann={"fighting": 2, "belief": 5}, foe=VILLAIN).cast
    ann.attacks(foe)
    foe.defends("fighting")
    ann.rolls(2, 1, 1, 1, 1)
    ann.rolls(2, 2, 2)
    (more,) = [each.params[0] for each in ann.stage.play.options(ann.seat) if each.key == "raise"]
    assert (more.start, more.high) == (3, 5)
    ann.raises(3)
    assert ann.attack.margin > 0


@pytest.mark.parametrize(("energy", "said"), [(9, "No more"), (0, "Throw")])
def test_nobody_throws_while_the_other_side_may_still_add_coins(stage, energy, said):
    ann, foe = stage(ann={"fighting": 2, "energy": energy}, foe=VILLAIN | {"energy": 9, "power": 2}).cast
    foe.attacks(ann)
    ann.defends("fighting")
    keeps = ann.stage.play.option(foe.seat, "throw")
    assert (keeps.label, keeps.button) == (said, "Keep to {dice}" if energy else "Throw {dice}")
    if energy:
        foe.does("throw")
        assert ann.stage.play.option(ann.seat, "throw").label == "Throw"
