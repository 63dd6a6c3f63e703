"""Twists, Events and the Objective: how they are turned up, who knows of them, and until when they stay."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.game import WATCH

VILLAIN = {"kind": "villain", "hate": 9}
CARDS = """
[[card]]
id = "dead-calm"
kind = "twist"
name = "Dead Calm"
colour = "golden"
reveal = [{lose_action = {target = "each_hero", kind = "move"}}, {lose = {target = "each_hero", counter = "energy", amount = 1}}]
[[card]]
id = "late-train"
kind = "twist"
name = "Late Train"
colour = "golden"
turns = ">=2"
reveal = [{coins = {target = "each_hero", on = "attack", amount = 1}}]
until = {turns = 2}
[[card]]
id = "green-light"
kind = "twist"
name = "Green Light"
colour = "green"
reveal = [{gain = {target = "each_hero", counter = "energy", amount = 1}}]
until = {trigger = "on_hit", by = "a_hero"}
[[card]]
id = "blackout"
kind = "event"
name = "Blackout"
colour = "golden"
reveal = [{forbid = {target = "each_hero", what = "attack.ranged"}}]
nullify = {roll = {system = "fixed", pool = "mind+hacking", difficulty = 2, by = "a_hero"}}
[[card]]
id = "curfew"
kind = "event"
name = "Curfew"
colour = "golden"
reveal = [{coins = {target = "each_hero", on = "defence", amount = -1}}]
nullify = {cost = {belief = 3}, by = "each_hero"}
[[card]]
id = "snitch"
kind = "event"
name = "Snitch"
colour = "red"
reveal = [{gain = {target = "main", counter = "hate", amount = 1}}]
nullify = {cost = {belief = 2}, by = "a_hero"}
[[card]]
id = "siren"
kind = "event"
name = "Siren"
colour = "golden"
reveal = []
nullify = {roll = {system = "chosen", pool = "charm+rebutt", by = "each_hero", every = "end_of_turn", then = [{gain = {target = "each_hero", counter = "energy", amount = "x"}}]}}
[[card]]
id = "fog"
kind = "twist"
name = "Fog"
colour = "golden"
reveal = [{status = {target = "each_villain", add = "prone"}}]
until = {if = "count.events_revealed >= 1"}
[[card]]
id = "bribe"
kind = "objective"
name = "Bribe"
colour = "golden"
reveal = []
threat = {cost = {hate = 9}, by = "main"}
[[card]]
id = "crack-the-vault"
kind = "objective"
name = "Crack the Vault"
colour = "golden"
reveal = [{gain = {target = "main", counter = "energy", amount = 2}}]
when = [{trigger = "on_reveal", of = "event", effects = [{gain = {target = "card", counter = "mark", amount = 1}}]}]
threat = {roll = {system = "fixed", pool = "body+fighting", difficulty = 3, every = "end_of_turn", accumulate = 2}}
"""


def down(*names):
    """Cards of the GM that lie face-down."""
    return tuple(Lying(each, "gm", "foe" if each in ("crack-the-vault", "bribe") else "", up=False) for each in names)


@pytest.fixture
def table(stage):
    """Two Heroes and a Villain, with these Twists and these cards face-down."""

    def made(*events, twists=(), house=None, ann=None, foe=None):
        people = {"ann": {"belief": 5} | (ann or {}), "bo": {"belief": 5}, "foe": VILLAIN | (foe or {})}
        return stage(cards=CARDS, lying=down(*events), twists=twists, house=house, **people)

    return made


# --- Twists ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-TWI-01", "PT-TURN-04")
def test_one_twist_is_turned_up_each_turn_until_there_is_none(table):
    scene = table(twists=("dead-calm.1", "dead-calm.2"), ann={"energy": 5})
    for n in (1, 2):
        assert isinstance(scene.play.waiting, Draw)
        scene.play.draws(f"dead-calm.{n}")
        assert scene.cast[0].now.energy == 5 - n
        scene.ends_turn()
    assert scene.s.turn == 3
    assert [each.id for each in scene.s.lying] == ["dead-calm.1", "dead-calm.2"]


@pytest.mark.rule("PT-RUL-32", "PT-TWI-01")
def test_what_a_twist_takes_in_actions_waits_until_they_are_renewed(table):
    scene = table(twists=("dead-calm.1",), ann={"moves": 0, "attacks": 0, "energy": 3})
    scene.play.draws("dead-calm.1")
    ann, bo, foe = scene.cast
    assert (ann.now.moves, ann.now.attacks, ann.now.energy) == (1, 1, 2)
    assert (bo.now.moves, foe.now.moves) == (1, 2)


@pytest.mark.rule("PT-RUL-34", "PT-CLASS-03")
def test_a_twist_that_cannot_come_now_goes_below_and_the_next_is_looked_at(table):
    scene = table(twists=("dead-calm.1", "green-light.1", "late-train.1"))
    scene.play.draws("late-train.1")
    scene.play.draws("green-light.1")
    assert scene.play.told[-1] == "Green Light cannot come now, and goes below. It needs a Green Hero in play."
    scene.play.draws("dead-calm.1")
    assert scene.s.below == ("late-train.1", "green-light.1")
    scene.ends_turn()
    assert [each.id for each in scene.s.lying] == ["dead-calm.1", "late-train.1"]
    scene.ends_turn()
    assert (scene.s.turn, scene.s.below) == (3, ("green-light.1",))


@pytest.mark.rule("PT-CLASS-03")
def test_a_coloured_twist_comes_while_a_hero_of_its_colour_is_in_play(table):
    scene = table(twists=("green-light.1",), ann={"colour": "green"})
    scene.play.draws("green-light.1")
    assert scene.cast[0].now.energy == 1


@pytest.mark.rule("PT-RUL-34", "PT-RUL-59")
def test_the_table_may_let_the_players_pick_the_twist(table):
    scene = table(twists=("dead-calm.1", "late-train.1"), house={"twist_reveal": "players_pick"})
    ann, bo, foe = scene.cast
    assert foe.may() == []
    ann.does("twist", says="dead-calm.1")
    assert "twist" not in ann.may()
    bo.does("twist", says="dead-calm.1")
    assert [each.id for each in scene.s.lying] == ["dead-calm.1"]
    scene.ends_turn()
    assert "twist" in bo.may()


@pytest.mark.rule("PT-TWI-01", "PT-TIME-01")
def test_a_twist_for_two_turns_takes_with_it_what_it_did(table):
    scene = table(twists=("late-train.1",))
    scene.play.draws("late-train.1")
    for coins in ((), (1,), (1,), ()):
        assert [row.effect.partition("/")[0] for row in scene.s.lasting[:1]] == ["late-train"] * len(coins)
        scene.ends_turn()


@pytest.mark.rule("PT-TWI-01")
def test_a_twist_until_something_happens_is_gone_when_it_does(table):
    scene = table(twists=("green-light.1",), ann={"colour": "green"})
    scene.play.draws("green-light.1")
    ann, _, foe = scene.cast
    ann.attacks(foe).throws("HTT", "TTT", "TTT")
    assert not scene.s.lying


@pytest.mark.rule("PT-TWI-01")
def test_a_twist_until_something_is_so_is_gone_when_it_is(table):
    scene = table("blackout", twists=("fog.1",))
    scene.play.draws("fog.1")
    foe = scene.cast[2]
    assert foe.now.statuses == ("prone",)
    foe.does("event", name="blackout")
    assert (foe.now.statuses, [each.id for each in scene.s.lying]) == ((), ["blackout"])


WISH = """
[[card]]
id = "wish"
kind = "twist"
name = "A Wish"
colour = "golden"
reveal = [{roll = {system = "coins", pool = 3, by = "a_hero", then = [{if = "successes >= 2", then = [{gain = {target = "each_hero", counter = "energy", amount = 1}}], else = [{gain = {target = "main", counter = "energy", amount = 1}}]}]}}]
"""


@pytest.mark.rule("PT-TWI-01", "PT-ROLL-07")
@pytest.mark.parametrize(("coins", "heroes", "main"), [("HHT", 3, 2), ("HTT", 2, 3)])
def test_a_twist_has_a_hero_throw_whom_somebody_picks(stage, coins, heroes, main):
    scene = stage(cards=WISH, twists=("wish.1",), ann={"energy": 2}, bo={"energy": 2}, foe=VILLAIN | {"energy": 2})
    scene.play.draws("wish.1")
    asked = next(option for option in scene.play.options() if option.key == "whom")
    scene.play.act(asked.seat, "whom", asked.window, whom="bo")
    scene.takes("throw")
    assert "Bo" in scene.play.waiting.title
    scene.throws(coins)
    assert [each.now.energy for each in scene.cast] == [heroes, heroes, main]


def test_the_gm_does_not_know_which_twists_are_left_and_players_do(table):
    scene = table(twists=("dead-calm.1", "late-train.1"))
    assert GAME.view(scene.s, "gm").twists == GAME.view(scene.s, WATCH).twists == ("?", "?")
    assert GAME.view(scene.s, "ann").twists == ("dead-calm.1", "late-train.1")


# --- Events ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-EVT-01", "PT-EVT-02", "PT-TURN-05")
def test_the_gm_turns_up_an_event_in_the_combat_phase_and_it_lasts(table):
    scene = table("blackout", ann={"energy_projection": 1})
    ann, _, foe = scene.cast
    foe.does("event", name="blackout")
    ann.fights(foe)
    scene.goes_to("attack")
    assert ann.cannot_attack("ranged").why == "Blackout forbids it."


@pytest.mark.rule("PT-EVT-01")
def test_no_more_events_are_turned_up_in_a_game_than_there_are_heroes(table):
    scene = table("blackout", "curfew", "snitch", foe={"colour": "red"})
    foe = scene.cast[2]
    foe.does("event", name="curfew").does("event", name="blackout")
    assert "As many Events as there are Heroes" in foe.cannot("event", name="snitch").why


@pytest.mark.rule("PT-RUL-35", "PT-TURN-05")
def test_the_table_may_have_events_in_a_combat_only(table):
    for window, before in (("phase", True), ("combat", False)):
        scene = table("blackout", house={"event_window": window})
        ann, _, foe = scene.cast
        assert ("event" in foe.may()) is before
        ann.fights(foe)
        foe.does("event", name="blackout")
        assert scene.fight.who == "ann"


@pytest.mark.rule("PT-RUL-74", "PT-CLASS-02")
def test_a_coloured_event_needs_one_of_that_colour_on_the_gms_side(table):
    assert "It is for somebody Red." in table("snitch").cast[2].cannot("event", name="snitch").why
    foe = table("snitch", foe={"colour": "red"}).cast[2]
    assert foe.does("event", name="snitch").now.will == 10


@pytest.mark.rule("PT-EVT-02", "PT-NUL-01", "PT-ACT-01", "PT-ACT-02")
def test_a_hero_rolls_once_a_turn_to_nullify_an_event(table):
    scene = table("blackout", ann={"hacking": 1})
    ann, bo, foe = scene.cast
    foe.does("event", name="blackout")
    ann.does("goal.ann.blackout").throws("HHTT")
    assert not scene.lies("blackout").nullified
    assert "goal.ann.blackout" not in ann.may()
    bo.does("goal.bo.blackout").throws("HHH")
    assert scene.lies("blackout").nullified
    assert scene.s.lasting == ()


@pytest.mark.rule("PT-EVT-02")
def test_heroes_pay_for_a_nullify_together_and_at_once(table):
    scene = table("curfew", "blackout")
    ann, bo, foe = scene.cast
    foe.does("event", name="curfew")
    ann.does("pledge.ann.curfew.belief", n=1)
    assert ann.now.will == 5
    bo.does("pledge.bo.curfew.belief", n=2)
    assert (ann.now.will, bo.now.will) == (4, 3)
    assert scene.lies("curfew").nullified


@pytest.mark.rule("PT-EVT-02")
def test_a_price_for_one_hero_is_paid_by_one(table):
    scene = table("snitch", ann={"belief": 1}, foe={"colour": "red"})
    ann, bo, foe = scene.cast
    foe.does("event", name="snitch")
    assert "costs 2 Belief" in ann.cannot("pay_goal.ann.snitch").why
    bo.does("pay_goal.bo.snitch")
    assert bo.now.will == 3
    assert scene.lies("snitch").nullified


@pytest.mark.rule("PT-EVT-02", "PT-ENE-06")
def test_the_price_of_a_goal_may_be_as_high_as_somebody_likes_and_cards_thrown_away(stage):
    cards = """
[[card]]
id = "toll"
kind = "event"
name = "Toll"
colour = "golden"
reveal = []
nullify = {cost = {energy = "x", discard = {count = 1}}, by = "a_hero", then = [{lose = {target = "main", counter = "hate", amount = "x"}}]}
[[card]]
id = "rush"
kind = "combat"
step = "movement"
name = "Rush"
colour = "golden"
"""
    scene = stage(cards=cards, lying=down("toll"), hands={"ann": {"hand": ("rush",)}}, ann={"energy": 5}, foe=VILLAIN)
    ann, foe = scene.cast
    foe.does("event", name="toll")
    ann.does("pay_goal.ann.toll", x=3, toss=("rush.1",))
    assert (ann.now.energy, foe.now.will, ann.hand) == (2, 6, [])


@pytest.mark.rule("PT-EVT-02", "PT-ROLL-07")
def test_a_goal_may_be_rolled_for_at_a_trigger_with_a_number_that_is_named(table):
    scene = table("siren")
    ann, bo, foe = scene.cast
    foe.does("event", name="siren")
    scene.ends_turn()
    ann.does("leave")
    bo.does("use").does("say", word="2").throws("HHH")
    assert scene.lies("siren").nullified
    assert (ann.now.energy, scene.s.turn) == (2, 2)


# --- the Objective --------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-OBJ-01", "PT-RUL-36")
def test_the_gm_turns_up_the_objective_when_free_actions_are_open(table):
    scene = table("crack-the-vault")
    foe = scene.cast[2]
    foe.does("objective")
    assert foe.now.energy == 2
    assert scene.lies("crack-the-vault").up


@pytest.mark.rule("PT-OBJ-01", "PT-RUL-36", "PT-GOAL-04")
def test_a_threat_with_a_roll_counts_face_up_and_so_many_rolls_win(table):
    scene = table("crack-the-vault", foe={"fighting": 1})
    foe = scene.cast[2]
    scene.ends_turn()
    assert scene.s.turn == 2
    foe.does("objective")
    for won in (1, 2):
        scene.ends_turn()
        foe.does("use").throws("HHHH")
        assert scene.s.winner == ("" if won == 1 else "villains")


@pytest.mark.rule("PT-RUL-36", "PT-GOAL-04")
def test_a_threat_with_a_price_is_paid_face_down_and_shown(table):
    scene = table("bribe")
    ann, _, foe = scene.cast
    assert not any("bribe" in key for key in ann.may())
    foe.does("pay_goal.foe.bribe")
    assert (foe.now.will, scene.lies("bribe").up, scene.s.winner) == (0, True, "villains")


@pytest.mark.rule("PT-MAST-01", "PT-RUL-49")
def test_a_masterplan_adds_a_coin_to_the_rolls_of_the_objective(table):
    scene = table("crack-the-vault")
    foe = scene.cast[2]
    foe.does("objective")
    scene.now_has(masterplan=True).ends_turn()
    foe.does("use").throws("HHHT")


@pytest.mark.rule("PT-RUL-36")
def test_what_a_face_down_objective_counts_nobody_else_sees(table):
    scene = table("crack-the-vault", "blackout")
    scene.cast[2].does("event", name="blackout")
    assert scene.lies("crack-the-vault").marks == 1
    seen = GAME.view(scene.s, "ann")
    assert "crack-the-vault" not in {*(each.id for each in seen.lying), *seen.chain, *seen.once}
    assert sum(each.marks for each in seen.lying) == 0
    assert not [event for event in scene.play.events if "Vault" in str(event.data) + event.who and not event.only]


def test_the_page_says_what_is_face_down_and_how_far_a_goal_is(table):
    scene = table("crack-the-vault", "blackout", foe={"fighting": 1})
    shown = str(scene.play.panels("ann"))
    assert "Crack the Vault" not in shown
    assert "Blackout" not in shown
    assert "Objective" in shown
    assert "Crack the Vault" in str(scene.play.panels("gm"))
    scene.cast[2].does("objective")
    assert "0 of 2 rolls won" in str(scene.play.panels("ann"))


def test_what_lies_face_down_is_behind_the_gms_page_and_beside_that_of_the_others(table):
    scene = table("crack-the-vault", "blackout", foe={"fighting": 1})
    found = {
        seat: next(each for each in scene.play.panels(seat) if getattr(each, "id", "") == "face_down")
        for seat in ("gm", "ann")
    }
    assert {seat: (each.place, each.note) for seat, each in found.items()} == {
        "gm": ("behind", "only you see it"),
        "ann": ("side", ""),
    }
