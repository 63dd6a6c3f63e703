"""Turns: two windows of Initiative, what is renewed and what ends, who wins, and what a seat may see."""

from random import Random

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.frames import change
from cliffhanger.kernel.inputs import Ruling
from cliffhanger.kernel.step import step
from cliffhanger.testing.play import Play

VILLAIN = {"kind": "villain"}
PLACES = """
[[card]]
id = "old-harbour"
kind = "location"
name = "Old Harbour"
colour = "golden"
[[card]]
id = "sunken-bunker"
kind = "lair"
name = "Sunken Bunker"
colour = "golden"
"""


@pytest.mark.rule("PT-TURN-01", "PT-TURN-02", "PT-RUL-85")
def test_heroes_hold_initiative_first_and_villains_wait_until_all_have_passed(stage):
    ann, bo, foe = stage(ann={}, bo={}, foe=VILLAIN).cast
    assert foe.may() == []
    ann.does("pass")
    assert foe.may() == []
    bo.does("pass")
    assert "fight.foe" in foe.may()
    assert ann.stage.s.initiative == "villains"


def test_whoever_starts_a_combat_sees_foes_first_and_who_is_on_their_own_side(stage):
    ann, _, _ = stage(ann={}, bo={}, foe=VILLAIN).cast
    option = next(o for o in ann.stage.play.options() if o.key == "fight.ann")
    assert [(item.id, item.says) for item in option.params[0].items] == [("foe", ""), ("bo", "on your side")]


@pytest.mark.rule("PT-RUL-85")
def test_who_passes_to_the_end_of_a_part_of_the_turn_is_not_asked_again_after_a_deed(stage):
    ann, bo, foe = stage(ann={}, bo={}, foe=VILLAIN).cast
    assert ann.stage.play.option("ann", "leave").label == "Pass until the Villains have Initiative"
    ann.does("leave")
    bo.does("fight.bo", target="foe")
    assert bo.stage.play.option("bo", "leave").label == "Pass until the Combat ends"
    bo.stage.ends_combat()
    assert ann.may() == []
    bo.does("pass")
    assert "fight.foe" in foe.may()
    assert foe.stage.play.option("gm", "leave").label == "Pass until the Turn ends"


@pytest.mark.rule("PT-COMB-01")
def test_those_of_the_other_side_come_first_among_whom_one_may_fight(stage):
    stage = stage(ann={}, bo={}, foe=VILLAIN)
    found = next(o for o in stage.play.options("bo") if o.key == "fight.bo").params[0].items
    assert [each.id for each in found] == ["foe", "ann"]


@pytest.mark.rule("PT-ACT-03", "PT-TURN-04", "PT-ENE-02")
def test_a_new_turn_renews_actions_and_what_may_be_spent(stage):
    ann, foe = stage(ann={"energy": 9}, foe=VILLAIN | {"offend": 1}).cast
    ann.attacks(foe)
    foe.defends("fighting")
    ann.buys(3).throws("TTTTTT", "TTT")
    ann.stage.ends_combat()
    ann.does("pass")
    foe.does("pass")
    assert ann.stage.s.turn == 2
    assert (ann.now.attacks, ann.now.moves, ann.now.spent, ann.now.energy) == (1, 2, 0, 6)
    assert "fight.ann" in ann.may()


@pytest.mark.rule("PT-HATE-02", "PT-TURN-06")
def test_at_the_end_of_a_turn_each_villain_pays_a_hate_in_a_location_and_none_in_a_lair(stage):
    for place, left in (("old-harbour", 2), ("sunken-bunker", 3)):
        ann, foe = stage(cards=PLACES, place=place, ann={}, foe=VILLAIN | {"hate": 3}).cast
        ann.does("pass")
        foe.does("pass")
        assert foe.now.will == left


@pytest.mark.rule("PT-DECK-01")
def test_everybody_draws_three_in_the_first_turn(stage):
    hands = {seat: {"deck": ("close-in",) * 4} for seat in ("ann", "gm")}
    cards = '[[card]]\nid = "close-in"\nkind = "combat"\nname = "Close In"\ncolour = "golden"\nstep = "movement"\n'
    scene = stage(cards=cards, hands=hands, ann={}, foe=VILLAIN)
    while isinstance(due := scene.play.waiting, Draw):
        scene.play.draws(*due.cards[: due.count])
    assert [len(h.hand) for h in scene.s.hands] == [3, 3]


@pytest.mark.rule("PT-GOAL-01", "PT-STAT-01")
def test_without_a_hero_the_villains_have_won(stage):
    ann, foe = stage(ann={"physical": 1}, foe=VILLAIN).cast
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    assert ann.stage.over
    assert ann.stage.s.winner == "villains"


@pytest.mark.rule("PT-GOAL-01", "PT-STAT-01")
def test_one_who_is_out_is_in_no_combat_and_another_goes_on(stage):
    people = {"ann": {"physical": 1}, "bo": {}, "foe": VILLAIN | {"hate": 1}}
    ann, _, foe = stage(cards=PLACES, place="old-harbour", **people).cast
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    foe.stage.ends_combat()
    assert not ann.stage.over
    assert "fight.ann" not in ann.may()
    assert foe.now.will == 1 + 1 - 1  # one for a Hero who is left, less one at the End of Turn


LAST_BREATH = """
[[card]]
id = "last-breath"
kind = "detail"
name = "Last Breath"
colour = "golden"
duration = "game"
when = [{trigger = "on_incapacitate", to = "self", effects = [{damage = {via = "deal", type = "physical", amount = 9, target = "attacker"}}]}]
"""


@pytest.mark.rule("PT-RUL-15")
def test_of_two_who_go_down_together_the_one_with_initiative_has_won(stage):
    for rule, side in (("initiative", "heroes"), ("villains", "villains")):
        scene = stage(cards=LAST_BREATH, ann={}, foe=VILLAIN | {"physical": 1}, house={"double_ko": rule})
        ann, foe = scene.now_has(lying=(Lying("last-breath", "gm", "foe"),)).cast
        ann.attacks(foe).throws("HTT", "TTT", "TTT")
        assert (ann.now.out, foe.now.out) == ("incapacitated", "incapacitated")
        assert scene.s.winner == side


def test_a_seat_sees_its_own_cards_and_of_others_how_many_there_are():
    at = Play(GAME, players=2).act("gm", "start")
    while isinstance(due := at.waiting, Draw):
        at.draws(*due.cards[: due.count])
    gm, mine, other = at.view("player-1").hands
    assert "?" not in (*mine.hand, *mine.deck)
    assert set(gm.hand) == set(other.hand) == set(gm.deck) == {"?"}
    assert [len(each.hand) for each in at.view("player-1").hands] == [3, 3, 3]


def test_a_guess_fills_in_what_a_seat_does_not_see():
    at = Play(GAME, players=2).act("gm", "start")
    guessed = GAME.guess(at.view("player-1"), "player-1", Random(1))
    assert not any("?" in (*h.hand, *h.deck) for h in guessed.hands)
    assert GAME.invariant_error(guessed) == ""


@pytest.mark.rule("PT-RES-01")
def test_no_ruling_gives_more_stress_than_there_is_room_for(stage):
    scene = stage(ann={"physical_trauma": 2}, foe=VILLAIN)
    found = step(GAME, scene.s, Ruling("gm", "why not", ("people", "ann", "physical"), 8))
    assert "at most 9 together" in found.why


# --- why no Combat is started, and what another Attack action is for ------------------------------------------


@pytest.mark.rule("PT-COMB-01", "PT-COMB-02", "PT-COMB-08", "PT-BEL-05")
def test_which_of_the_two_is_missing_is_said_and_an_attack_action_then_is_sold_to_strike_back_with(stage):
    ann, foe, _ = stage(ann={"fighting": 2, "belief": 3}, foe=VILLAIN, other=VILLAIN).cast

    def why():
        found = ann.stage.play.option("ann", "fight.ann")
        return found.blocked, found.instead

    while "fight.ann" not in ann.stage.asked():
        ann.stage.takes_one("pass")
    ann.stage.now_has(people=change(ann.stage.s.people, "ann", attacks=0))
    assert why() == ("There is no Attack action left this Turn.", "Another costs 1 Belief, at any time.")
    assert ann.stage.play.option("ann", "again.ann").says == ""
    ann.does("again.ann").attacks(foe).throws("HHHHH", "TTT", "TTT")
    ann.stage.ends_combat()
    have = "You have started a Combat this Turn: another one is for next Turn."
    assert why() == (have, "")
    ann.stage.now_has(people=change(ann.stage.s.people, "ann", used=()))
    sold = ann.stage.play.option("ann", "again.ann")
    assert sold.says == "Only to strike back: no Combat is left to start this Turn."
    ann.does("again.ann")
    assert why() == (have, "An Attack action is still good for one that is started with you.")
    ann.does("pass")
    foe.fights(ann)
    ann.attacks(foe)  # it is what she has bought it for
