"""Abilities that come later or at will, what stops a status, what ends, chance and Locks."""

import pytest

from cliffhanger.games.plot_twist.rules import roster
from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.games.plot_twist.tests.written import attack_card, lying

VILLAIN = {"kind": "villain"}


# --- later, again, and at will --------------------------------------------------------------------------------


def passes_turn(scene):
    """All pass until the next Turn begins."""
    scene.ends_combat()
    turn = scene.s.turn
    while scene.s.turn == turn:
        scene.takes_one("pass")
    return scene


@pytest.mark.rule("PT-TIME-01", "PT-RUL-33")
def test_what_comes_in_two_turns_comes_to_those_it_was_made_for(armed):
    later = '{delay = {in_turns = 2, effects = [{damage = {via = "deal", type = "mental", amount = 1, target = "defender"}}]}}'
    ann, foe = armed(attack_card(later))
    ann.attacks(foe, card="it").throws("TTT", "TTT")
    passes_turn(ann.stage)
    assert foe.mental == (9, 9, 0)
    passes_turn(ann.stage)
    assert foe.mental == (8, 9, 0)


@pytest.mark.rule("PT-TIME-01")
def test_a_card_that_counts_turns_does_its_work_and_is_gone(two):
    card = lying('{gain = {counter = "energy", amount = 2}}', trigger="X").replace(
        'trigger = "X"', "trigger = {in_turns = 2}"
    )
    ann, _ = two(card)
    passes_turn(ann.stage)
    assert (ann.now.energy, len(ann.stage.s.lying)) == (0, 1)
    passes_turn(ann.stage)
    assert (ann.now.energy, len(ann.stage.s.lying)) == (2, 0)
    assert any(line.endswith(" has run its course.") for line in ann.stage.play.told)


FUSE = """
[[card]]
id = "it"
kind = "detail"
name = "It"
colour = "golden"
when = [{trigger = {in_turns = 2}, effects = [{gain = {counter = "energy", amount = 2}}]}]
"""


@pytest.mark.rule("PT-TIME-01")
def test_a_detail_that_counts_turns_stays_until_it_has_done_its_work(stage):
    ann, _ = stage(cards=FUSE, hands={"ann": {"plot": ("it",)}}, ann={"belief": 2}, foe=VILLAIN).cast
    ann.does("detail.ann", detail="it")
    passes_turn(ann.stage)
    assert (ann.now.energy, [each.id for each in ann.stage.s.lying]) == (0, ["it"])
    passes_turn(ann.stage)
    assert (ann.now.energy, ann.stage.s.lying) == (2, ())


def test_a_heroic_is_copied_as_it_is_printed(armed):
    card = attack_card('{copy = {what = "heroic", from = "opponent"}}')
    ann, foe = armed(card, other={"fighting": 3})
    ann.attacks(foe, card="it")
    ann.does("say", word="fighting")
    foe.defends("agility")
    ann.throws("TTTTTT", "TTT")


def test_a_bystander_has_no_heroic_to_copy(two):
    card = lying('{copy = {what = "heroic", from = "opponent"}}', trigger="before_combat")
    more = '[[card]]\nid = "{0}"\nkind = "{0}"\nname = "A {0}"\ncolour = "golden"\n'
    more = more.format("bystander") + "difficulty = 1\nlife = 3\n" + more.format("location")
    ann, _ = two(card + more, place="location", hands={"ann": {"plot": ("bystander",)}})
    ann.does("bystanders", cards=("bystander",))
    ann.fights("bystander")
    ann.does("say", word="fighting")
    assert ann.stage.s.lasting == ()


@pytest.mark.rule("PT-RUL-51")
def test_an_attack_card_with_an_ability_goes_to_the_discards_once(armed):
    card = attack_card() + 'when = [{trigger = "on_hit", effects = [{gain = {counter = "energy", amount = 1}}]}]\n'
    ann, foe = armed(card)
    ann.attacks(foe, card="it")
    foe.defends("agility")
    ann.throws("HHH", "TTT", "TTT")
    assert ann.now.energy == 1
    ann.stage.ends_combat()
    h = roster.hand(ann.stage.s, "ann")
    assert len((*h.deck, *h.hand, *h.thrown)) == 1


def test_the_opponents_last_card_is_copied(stage):
    rush = (
        '[[card]]\nid = "rush"\nkind = "combat"\nstep = "movement"\nname = "Rush"\ncolour = "golden"\n'
        'effects = [{gain = {counter = "energy", amount = 2}}]\n'
    )
    echo = rush.replace("rush", "echo").replace("Rush", "Echo").replace("movement", "maneuver")
    echo = echo.replace('{gain = {counter = "energy", amount = 2}}', '{copy = {what = "card", from = "opponent"}}')
    hands = {"ann": {"hand": ("echo",)}, "gm": {"hand": ("rush",)}}
    ann, foe = stage(cards=rush + echo, hands=hands, ann={}, foe=VILLAIN).cast
    ann.fights(foe)
    ann.does("pass")
    foe.plays("rush")
    ann.stage.goes_to("maneuver")
    ann.plays("echo")
    assert (foe.now.energy, ann.now.energy) == (2, 2)


def test_cards_are_thrown_away_by_choice_or_by_chance(stage):
    for pick in ("holder", "random"):
        card = attack_card(f'{{discard = {{target = "opponent", count = 1, pick = "{pick}"}}}}')
        hands = {"ann": {"hand": ("it",)}, "gm": {"hand": ("it", "it")}}
        ann, foe = stage(cards=card, hands=hands, ann={}, foe=VILLAIN).cast
        ann.attacks(foe, card="it")
        if pick == "holder":
            foe.does("cards", cards=("it.2",))
        else:
            ann.stage.play.draws("it.2")
        assert ann.stage.s.hands[0].thrown == ("it.2",)
        assert foe.hand == ["it"]


def test_a_free_action_is_taken_once_a_turn_for_its_price(stage):
    card = (
        '[[card]]\nid = "it"\nkind = "reference"\nname = "It"\ncolour = "golden"\n'
        'gives = [{free_action = "brace-up", cost = {energy = 1}, effects = [{cover = {add = 1, duration = "turn"}}]}]\n'
    )
    scene = stage(cards=card, ann={"energy": 2}, foe=VILLAIN)
    ann, foe = scene.now_has(lying=(Lying("it", "gm"),)).cast
    ann.does("ability.ann.it.0")
    assert ann.now.energy == 1
    assert "ability.ann.it.0" not in ann.may()
    foe.attacks(ann).throws("HTT", "TTT", "TT")
    assert ann.physical == (8, 9, 0)


def test_something_is_used_in_place_of_a_card(two):
    card = lying('{distance = {to = "melee"}}', trigger="X", more="cost = {move = 1},").replace(
        'trigger = "X"', 'use = "movement"'
    )
    ann, foe = two(card)
    ann.fights(foe)
    ann.does("ability.ann.it.0")
    assert ann.stage.fight.distance == "melee"
    assert ann.now.moves == 1


def test_a_combat_starts_because_of_a_card(two):
    card = lying('{initiate = {target = "main", free = true}}', trigger="X").replace(
        'trigger = "X"', 'use = "any_time"'
    )
    ann, foe = two(card)
    ann.does("ability.ann.it.0")
    assert (ann.stage.fight.who, ann.stage.fight.target) == ("ann", "foe")
    assert ann.now.against == ()
    assert foe.now.attacks == 1


# --- what stops a status, what ends, chance and Locks ---------------------------------------------------------


def test_instead_of_a_status_nothing_comes(stage):
    cards = lying(trigger="on_status", more='of = "prone", to = "self", instead = true,') + attack_card(
        '{status = {target = "opponent", add = "prone"}}'
    ).replace('"it"', '"trip"')
    scene = stage(cards=cards, hands={"ann": {"hand": ("trip",)}}, ann={}, foe=VILLAIN)
    ann, foe = scene.now_has(lying=(Lying("it", "gm", "foe"),)).cast
    ann.attacks(foe, card="trip")
    assert foe.now.statuses == ()


def test_a_status_may_end_with_the_combat(armed):
    ann, foe = armed(attack_card('{status = {target = "opponent", add = "stunned", duration = "combat"}}'))
    ann.attacks(foe, card="it").throws("TTT", "TTT")
    assert foe.now.statuses == ("stunned",)
    ann.stage.ends_combat()
    assert foe.now.statuses == ()


def test_something_lasts_until_a_condition_holds(armed):
    card = attack_card('{keyword = {gain = "armor", duration = {if = "counter.energy >= 2"}}}')
    ann, foe = armed(card, more={"energy": 0})
    ann.attacks(foe, card="it").throws("TTT", "TTT")
    assert len(ann.stage.s.lasting) == 1
    ann.stage.rules("people", "ann", "energy", to=2)
    assert ann.stage.s.lasting == ()


def test_something_lasts_until_it_is_heard(armed):
    card = attack_card('{keyword = {gain = "armor", duration = {trigger = "on_hit", to = "self"}}}')
    ann, foe = armed(card, more={"power": 9})
    ann.attacks(foe, card="it").throws("TTT", "TTT")
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    assert ann.stage.s.lasting == ()
    assert ann.physical == (8, 9, 0)


def test_chance_picks(stage):
    card = attack_card('{regenerate = {target = "another_hero", type = "physical", amount = 1, choose_by = "random"}}')
    people = {"ann": {}, "bo": {"physical": 3}, "cy": {"physical": 3}, "foe": VILLAIN}
    ann, bo, cy, foe = stage(cards=card, hands={"ann": {"hand": ("it",)}}, **people).cast
    ann.attacks(foe, card="it")
    ann.stage.play.draws("bo")
    assert (bo.physical, cy.physical) == ((4, 9, 0), (3, 9, 0))


@pytest.mark.rule("PT-LOCK-01", "PT-RUL-45")
def test_locked_armor_is_paid_for_once_an_attack(stage):
    for key, harm in (("guard", 9), ("bear", 8)):
        ann, foe = stage(ann={}, foe=VILLAIN | {"keywords": ("armor",), "energy": 5}).cast
        ann.stage.locks(foe, "armor", "keyword")
        ann.attacks(foe)
        foe.defends("fighting")
        ann.throws("HTT")
        ann.stage.throws("TTT")
        foe.does(key)
        ann.stage.settles() if key == "guard" else ann.stage.throws("TTT")
        assert foe.physical == (harm, 9, 0)
        assert foe.now.energy == (4 if key == "guard" else 5)


def test_somebody_looks_through_their_deck_for_a_card_of_a_kind(stage):
    cards = attack_card(
        '{search = {zone = "combat_deck", where = "card.step == movement", count = 1}}',
        '{shuffle = {zone = "combat_deck"}}',
    )
    rush = '[[card]]\nid = "rush"\nkind = "combat"\nstep = "movement"\nname = "Rush"\ncolour = "golden"\n'
    hands = {"ann": {"hand": ("it", "it", "it"), "deck": ("it", "rush")}}
    ann, foe = stage(cards=cards + rush, hands=hands, ann={}, foe=VILLAIN).cast
    ann.attacks(foe, card="it")
    ann.does("cards", cards=("rush.51",))
    assert sorted(ann.hand) == ["it", "it", "rush"]


def test_a_card_comes_back_from_the_discards_and_never_a_fourth_into_a_hand(stage):
    cards = attack_card('{move_card = {from = "discards", to = "combat_hand", count = 3}}')
    ann, foe = stage(cards=cards, hands={"ann": {"hand": ("it", "it", "it")}}, ann={}, foe=VILLAIN).cast
    ann.stage.rules("hands", "ann", "thrown", to=["it.7", "it.8"])
    ann.attacks(foe, card="it")
    ann.does("cards", cards=("it.8",))
    assert len(ann.hand) == 3
    assert ann.stage.s.hands[1].thrown == ("it.7",)
