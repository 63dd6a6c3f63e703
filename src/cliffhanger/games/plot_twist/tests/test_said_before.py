"""What is said before something is done: what comes without a coin, what is stopped, what is closed, how ways differ."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.games.plot_twist.tests.written import lying
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.kernel.params import first
from cliffhanger.web.page.offers import lit

VILLAIN = {"kind": "villain"}
CARDS = "\n".join(
    f'[[card]]\nid = "{name}"\nkind = "combat"\nname = "{name.title()}"\nstep = "{step}"\ncolour = "golden"\n{more}'
    for name, step, more in (
        ("rush", "movement", 'effects = [{distance = {to = "melee"}}]\n'),
        ("feint", "maneuver", "cost = {energy = 2}\neffects = [{cover = {add = 1}}]\n"),
    )
)


def option(actor, key):
    return actor.stage.play.option(actor.seat, key)


def rows(actor, key="throw"):
    """What an option would throw, by where it comes from: coins, or what is said of it."""
    return [(row.name, row.value or len(row.dice) or row.n) for row in option(actor, key).pool if row.id != "n"]


# --- what comes without a coin --------------------------------------------------------------------------------


@pytest.mark.rule("PT-ROLL-09", "PT-ROLL-02")
def test_before_coins_fall_it_is_said_what_comes_without_one_and_from_which_card(two):
    cards = lying(
        '{auto = {on = "attack", amount = 2}}', '{coins = {on = "attack", amount = 1}}', trigger="while_in_play"
    )
    ann, foe = two(cards, more={"energy": 2, "fighting": 2}, other={"energy": 2})
    ann.fights(foe)
    ann.stage.goes_to("attack").at_melee()
    assert rows(ann, "attack.melee") == [("It", 1), ("Body", 3), ("Fighting", 2), ("It", "+2 successes")]
    ann.attacks(foe)
    foe.defends("fighting")
    assert option(ann, "throw").ask == "You have 6 coins and 2 successes. Add some?"
    assert ("It", "+2 successes") in rows(ann)
    ann.does("throw")
    assert ("Ann", "6 coins and 2 successes") in rows(foe)


@pytest.mark.rule("PT-ROLL-08", "PT-RUL-09")
@pytest.mark.parametrize(("house", "name"), [("all", "Damage"), ("heroes", "Hero")])
def test_damage_says_the_success_that_comes_by_itself(stage, house, name):
    ann, foe = stage(ann={"energy": 3, "fighting": 1}, foe=VILLAIN, house={"damage_auto": house}).cast
    ann.attacks(foe)
    foe.defends("fighting")
    ann.does("throw").rolls(2, 2, 1, 1)
    ann.rolls(1, 1, 1)
    assert rows(ann)[:2] == [("Body", 3), (name, "+1 success")]
    assert option(ann, "throw").ask == "You have 3 coins and 1 success. Add some?"


# --- what is stopped ------------------------------------------------------------------------------------------

WALL = {"body": 5, "keywords": ("armor",), "power": 5}


@pytest.mark.rule("PT-ATK-04", "PT-ENE-04")
def test_a_hit_that_armor_would_stop_is_known_before_anything_is_paid_for_it(stage):
    ann, foe = stage(ann={"fighting": 2, "energy": 9, "power": 3, "belief": 3, "charm": 0}, foe=VILLAIN | WALL).cast
    ann.fights(foe)
    ann.stage.goes_to("attack").at_melee()
    assert [each.key for each in open_to(ann) if each.first] == ["pass"]
    assert option(ann, "attack.melee").says.startswith("A hit would do no damage. ")
    ann.attacks(foe)
    assert [each.ask for each in ann.stage.play.options(foe.seat) if each.key == "defend"] == [
        "Ann makes a Melee Attack on Foe. A hit would do no damage. How does Foe defend?"
    ]
    foe.defends("agility")
    assert option(ann, "throw").ask == "You have 5 coins. A hit would do no damage. Add some?"
    ann.does("throw").rolls(2, 1, 1, 1, 1)
    ann.rolls(2, 1, 1, 1, 1)
    assert option(ann, "raise").ask == "You have 1 against 1. A hit would do no damage. Respond?"
    ann.raises(1)
    assert option(ann, "throw").ask == "You have no coins. It takes 3 more for one to fall. Add some?"
    (more,) = option(ann, "coins").params
    assert (more.start, [way.says for way in more.ways]) == (3, ["Still none falls.", "Still none falls.", ""])
    assert not option(ann, "coins").vain


@pytest.mark.rule("PT-ATK-04", "PT-ENE-04")
def test_coins_that_would_all_be_stopped_gain_nothing_and_say_so(stage):
    ann, foe = stage(ann={"fighting": 2, "energy": 9, "power": 2}, foe=VILLAIN | WALL).cast
    ann.attacks(foe)
    foe.defends("agility")
    ann.does("throw").rolls(2, 2, 2, 2, 2)
    ann.rolls(1, 1, 1, 1, 1)
    assert option(ann, "coins").vain == "Armor and Cover stop more coins than you can add."


@pytest.mark.rule("PT-RUL-67", "PT-RES-03")
@pytest.mark.parametrize(
    ("card", "more"), [(lying('{immune = {to = "social"}}', trigger="while_in_play"), {}), ("", {"social": 0})]
)
def test_a_hit_on_whoever_has_none_of_that_to_lose_is_known_as_well(stage, card, more):
    scene = stage(cards=card, ann={}, foe=VILLAIN | more)
    ann, foe = (scene.now_has(lying=(Lying("it", "gm", "foe"),)) if card else scene).cast
    ann.fights(foe)
    ann.stage.goes_to("attack")
    assert option(ann, "attack.social").says.startswith("A hit would do no damage. ")


@pytest.mark.rule("PT-ATK-04")
def test_of_a_hit_that_gets_through_nothing_is_said(stage):
    ann, foe = stage(ann={"fighting": 2, "energy": 9}, foe=VILLAIN).cast
    ann.attacks(foe)
    foe.defends("agility")
    assert option(ann, "throw").ask == "You have 5 coins. Add some?"
    ann.does("throw").rolls(2, 2, 2, 2, 2)
    ann.rolls(1, 1, 1)
    assert not option(ann, "coins").vain
    assert option(ann, "coins").params[0].start == 1


# --- what is closed, and what is opened -----------------------------------------------------------------------


@pytest.mark.rule("PT-COMB-06", "PT-ATK-R", "PT-ATK-P")
def test_an_attack_that_is_open_says_why_the_others_are_not(stage):
    ann, foe = stage(ann={"psyche": 1}, foe=VILLAIN).cast
    ann.fights(foe)
    ann.stage.goes_to("attack")
    assert option(ann, "pass").ask == "You are at Ranged Distance: attack?"
    assert option(ann, "attack.social").says == "Melee: It takes Melee Distance. Ranged: It takes Energy Projection."


@pytest.mark.rule("PT-COMB-06")
def test_where_one_type_of_attack_is_open_it_is_asked_for_by_name(stage):
    ann, foe = stage(ann={}, foe=VILLAIN).cast
    ann.fights(foe)
    ann.stage.goes_to("attack")
    found = option(ann, "pass")
    assert found.ask == "You are at Ranged Distance: make a Social Attack, the only one open?"
    assert found.awaits == "Ann is at Ranged Distance: make a Social Attack, the only one open?"


@pytest.mark.rule("PT-EQUIP-02", "PT-ATK-04")
def test_the_damage_of_a_weapon_counts_before_an_attack_is_made(stage):
    ann, foe = stage(ann={"fighting": 2, "weapon": "melee */9"}, foe=VILLAIN | WALL).cast
    ann.fights(foe)
    ann.stage.goes_to("attack").at_melee()
    assert "no damage" not in option(ann, "attack.melee").says
    assert [each.key for each in open_to(ann) if each.first] == ["attack.melee"]


def open_to(actor):
    return [each.option for each in actor.stage.play.waiting if each.seat == actor.seat and not each.option.standing]


@pytest.mark.rule("PT-COMB-08", "PT-ROLL-05")
def test_an_attack_that_cannot_hit_says_so_and_does_not_lie_open(stage):
    ann, foe = stage(ann={"charm": 0, "social": 0}, foe=VILLAIN).cast
    ann.fights(foe)
    ann.stage.goes_to("attack")
    assert option(ann, "attack.social").says.startswith("It cannot hit: it has no coins. Melee: ")
    assert [each.key for each in open_to(ann) if each.first] == ["pass"]
    assert lit(open_to(ann)).key == "pass"


@pytest.mark.rule("PT-COMB-08", "PT-ATK-04")
def test_an_attack_that_does_damage_lies_open_before_one_that_hits_more_surely(stage):
    ann, foe = stage(ann={"fighting": 9, "psyche": 1}, foe=VILLAIN | {"keywords": ("armor",), "power": 5}).cast
    ann.fights(foe)
    ann.stage.goes_to("attack").at_melee()
    assert [each.key for each in open_to(ann) if each.first] == ["attack.mental"]


@pytest.mark.rule("PT-COMB-05", "PT-RUL-85")
def test_where_nothing_else_can_be_done_one_passes_until_the_next_step(stage):
    hands = {"ann": {"hand": ("feint",)}}
    ann, foe = stage(cards=CARDS, hands=hands, ann={"energy": 3, "belief": 2}, foe=VILLAIN).cast
    ann.fights(foe)
    found = [each for each in open_to(ann) if not each.blocked]
    assert [(each.key, each.first) for each in found] == [("pass", False), ("leave", True)]
    says = "You have nothing for this step. You are asked again only if the Distance changes."
    assert (lit(open_to(ann)).label, lit(open_to(ann)).says) == ("Pass until the Maneuver step", says)
    ann.stage.goes_to("maneuver")
    found = [each for each in open_to(ann) if not each.blocked]
    assert [(each.key, each.first) for each in found] == [("play", False), ("pass", True), ("leave", False)]
    ann.attacks(foe).throws("TTT", "TTT").settles()
    while ann.id not in ann.stage.fight.round.may():
        ann.stage.takes_one("pass")
    left = lit(open_to(ann))
    again = "You are asked again only if somebody attacks."
    assert (left.key, left.says) == (
        "leave",
        f"Another Attack action costs 1 Belief: take it first, at any time. {again}",
    )


@pytest.mark.rule("PT-TURN-02", "PT-COMB-02")
def test_whoever_can_start_no_combat_reads_why_beside_the_pass(stage):
    ann, foe = stage(ann={}, foe=VILLAIN).cast
    ann.attacks(foe).throws("TTT", "TTT").settles()
    ann.stage.ends_combat()
    found = lit(open_to(ann))
    assert found.key == "leave"
    assert found.says == (
        "You have started a Combat this Turn: another one is for next Turn. You will not be asked again before then."
    )


@pytest.mark.rule("PT-RUL-51", "PT-COMB-05")
def test_the_button_of_a_card_says_its_price(stage):
    hands = {"ann": {"hand": ("rush", "feint")}}
    ann, foe = stage(cards=CARDS, hands=hands, ann={"energy": 3}, foe=VILLAIN).cast
    ann.fights(foe)
    found = option(ann, "play")
    assert found.paid(first(found.params) | {"ride": (ann.held("rush"),)}) == "1 Move"
    ann.stage.goes_to("maneuver")
    found = option(ann, "play")
    assert [str(each) for each in found.costs({"ride": (ann.held("feint"),)})] == ["2 Energy"]


@pytest.mark.rule("PT-BEL-04", "PT-RUL-51")
def test_a_detail_says_what_it_costs_beside_its_belief(stage):
    cards = "".join(
        f'[[card]]\nid = "{name}"\nkind = "detail"\nname = "{name.title()}"\ncolour = "golden"\n{cost}'
        'effects = [{regenerate = {target = "you", type = "physical", amount = 2}}]\n'
        for name, cost in (("wind", "cost = {energy = 2}\n"), ("rest", ""))
    )
    ann, _ = stage(
        cards=cards, hands={"ann": {"plot": ("rest", "wind")}}, ann={"belief": 2, "energy": 3}, foe=VILLAIN
    ).cast
    found = option(ann, "detail.ann")
    assert found.price == "1 Belief"
    assert {each.id: [str(cost) for cost in each.cost] for each in found.params[0].items} == {
        "rest": [],
        "wind": ["2 Energy"],
    }


# --- how ways differ ------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ATK-M", "PT-HER-01", "PT-HER-09")
def test_ways_to_defend_say_their_coins_and_the_rank_in_them(stage):
    ann, foe = stage(ann={}, foe=VILLAIN | {"fighting": 2}).cast
    ann.attacks(foe)
    items = option(foe, "defend").params[0].items
    assert [(each.label, each.says) for each in items] == [
        ("Body + Fighting", "5 coins, Fighting 2"),
        ("Body + Agility", "3 coins, no Agility"),
    ]


@pytest.mark.rule("PT-LOCK-01")
def test_a_locked_way_to_defend_says_what_opens_it(stage):
    ann, foe = stage(ann={}, foe=VILLAIN | {"fighting": 2, "energy": 3}).cast
    ann.stage.locks(foe, "fighting")
    ann.attacks(foe)
    says = next(each.says for each in option(foe, "defend").params[0].items if each.id == "fighting")
    assert says == "3 coins, Fighting is Locked: 1 Energy opens it"


# --- what it came to, and what will be there ------------------------------------------------------------------


def stage_says(actor):
    drawn = GAME.panels(GAME.view(actor.stage.s, actor.seat), actor.seat)
    stage = next(each for each in drawn if isinstance(each, Group) and each.id == "stage")
    return [each.head for each in stage.panels if isinstance(each, Text)]


@pytest.mark.rule("PT-COMB-09")
@pytest.mark.parametrize(
    ("people", "coins", "says"),
    [
        ({"foe": VILLAIN}, ("HHH", "TTT", "HHT"), "The Combat is over: Foe loses 3 Stress"),
        ({"foe": VILLAIN}, ("TTT", "TTT"), "The Combat is over: nobody loses anything"),
        (
            {"moths": {"kind": "mook", "quantity": 4}, "foe": VILLAIN},
            ("HHH", "TTT"),
            "The Combat is over: Moths lose 1 Quantity",
        ),
    ],
)
def test_a_combat_that_is_over_says_so_and_what_it_came_to(stage, people, coins, says):
    ann, foe, *_ = stage(ann={}, **people).cast
    ann.attacks(foe).throws(*coins).settles()
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    assert says in stage_says(ann)
    ann.stage.ends_combat()
    assert says in stage_says(ann)
    ann.stage.ends_turn()
    assert says not in stage_says(ann)


@pytest.mark.rule("PT-SETUP-01", "PT-SETUP-02")
def test_while_heroes_are_chosen_one_reads_that_ones_own_will_stand_there():
    state = GAME.start(GAME.ready(2, {}))
    for seat, name in (("gm", "Your Villain"), ("player-1", "Your Hero")):
        own = [
            each
            for each in GAME.panels(GAME.view(state, seat), seat)
            if isinstance(each, Group) and each.place == "own"
        ]
        assert [each.name for each in own] == [name]
        assert "will stand here" in own[0].panels[0].body
