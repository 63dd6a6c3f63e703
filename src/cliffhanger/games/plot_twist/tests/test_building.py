"""The set-up: in one tap or step by step, what each seat builds in secret, and the first hand that may go."""

from random import Random

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files.tables import ready
from cliffhanger.games.plot_twist.rules import building, roster
from cliffhanger.games.plot_twist.rules.book import base, card
from cliffhanger.games.plot_twist.rules.state import Building, Turns
from cliffhanger.games.plot_twist.tests.whole import SETUP, TEXT, character, whole
from cliffhanger.games.plot_twist.tests.whole import card as made
from cliffhanger.kernel.chance import Draw
from cliffhanger.testing.play import Play
from cliffhanger.testing.playout import bot_play

POWERS = [
    character("hero", "Two", 3, 3, 3, 2),
    character("hero", "Three", 3, 3, 3, 3),
    character("hero", "Four", 3, 3, 3, 4),
    character("villain", "Main", 3, 3, 3, 4),
    '[[card]]\nid = "rush"\nkind = "combat"\nstep = "movement"\nname = "Rush"\ncolour = "golden"\n',
]


def table(players=2, **house):
    return Play(GAME, whole(players), **house) if not house else Play(GAME, _with(whole(players), house))


def _with(setup, house):
    return type(setup)(setup.seats, house, setup.content)


def drawn(at):
    """All cards that are due come, the first of them."""
    while isinstance(due := at.waiting, Draw):
        at.draws(*due.cards[: due.count])
    return at


def heroes_there(at):
    """The GM's side is there as it lies ready, and each player has the first Hero."""
    at.act("gm", "opening")
    while (isinstance(at.state.stack[-1], Building) and at.state.stack[-1].phase == "heroes") or at.open("gm") == []:
        option = next(o for o in at.options() if o.key in ("hero", "equip"))
        at.act(option.seat, option.key)
    while any(o.key == "equip" for o in at.options()):
        option = next(o for o in at.options() if o.key == "equip")
        at.act(option.seat, "equip")
    return at


@pytest.mark.rule("PT-SETUP-01", "PT-SETUP-02", "PT-SETUP-08", "PT-OBJ-01", "PT-ZONE-01", "PT-DECK-01")
def test_a_table_starts_in_one_tap():
    at = drawn(table(2).act("gm", "start"))
    s = at.state
    assert [p.id for p in s.people] == ["foe", "crew", "bo", "ann"]
    assert (s.turn, s.main, s.place) == (1, "foe", "old-bank")
    lie = {each.id: each for each in s.lying}
    assert (lie["the-vault"].up, lie["the-vault"].on) == (False, "foe")
    assert (lie["old-bank"].up, lie["brace"].up) == (True, True)
    assert [(len(h.plot), len(h.hand), len(h.deck)) for h in s.hands] == [(5, 3, 7)] * 3
    assert any("brace" in o.key for o in at.options("player-1"))


@pytest.mark.rule("PT-SETUP-03", "PT-SETUP-04", "PT-SETUP-05", "PT-SETUP-06")
def test_piles_have_the_sizes_of_the_rules_and_players_share_out_the_twists():
    s = table(3).act("gm", "start").state
    assert [len(h.plot) for h in s.hands] == [5] * 4
    assert [len(h.deck) + len(h.hand) for h in s.hands] == [10] * 4
    assert sorted(base(each) for each in s.twists) == [f"twist-{n}" for n in "abcdefghij"]
    assert sorted(base(each.id) for each in s.lying if not each.up) == [*(f"event-{n}" for n in "abcde"), "the-vault"]


@pytest.mark.rule("PT-SETUP-07", "PT-HATE-01", "PT-RES-01", "PT-ENE-01", "PT-RUL-65")
def test_each_hero_loses_a_belief_and_the_main_villain_has_as_much_hate_more():
    """Worked scenario 15."""
    at = Play(GAME, ready(3, {"powers.toml": "format = 1\n" + "".join(POWERS)})).act("gm", "start")
    people = {p.id: p for p in at.state.people}
    assert [people[each].will for each in ("two", "three", "four", "main")] == [5, 8, 11, 15]
    assert [people[each].energy for each in ("two", "three", "four", "main")] == [6, 9, 12, 12]


@pytest.mark.rule("PT-EQUIP-01", "PT-RUL-50")
def test_equipment_that_lies_ready_goes_to_the_first_who_may_use_it():
    at = table(2).act("gm", "start")
    assert {p.id: p.active for p in at.state.people if p.active} == {"foe": "club", "bo": "bow"}


@pytest.mark.rule("PT-SETUP-01", "PT-OBJ-01", "PT-RUL-83", "PT-RUL-73")
def test_the_gm_chooses_step_by_step_and_the_objective_wants_its_place():
    at = table(1).act("gm", "side", villain="second-foe", mooks=("gang",))
    assert not any(item.id == "bow" for o in at.options("gm") if o.key == "equip" for item in o.params[0].items)
    at.act("gm", "equip", cards=("club",))
    assert roster.person(at.state, "second-foe").active == "club"
    at.act("gm", "objective", which="the-vault")
    assert "wants" in at.refused("gm", "place", which="harbour").why
    at.act("gm", "place", which="old-bank")
    assert [each.key for each in at.options() if not each.blocked] == ["hero"]


@pytest.mark.rule("PT-SETUP-01", "PT-EQUIP-01")
def test_the_table_starts_in_one_tap_and_a_hero_who_only_taps_has_something_in_hand():
    at = table(2)
    assert [o.key for o in at.options() if o.first] == ["start"]
    at.act("gm", "opening").act("player-1", "hero", which="bo")
    assert next(o for o in at.options() if o.key == "equip").params[0].start == ("bow",)


@pytest.mark.rule("PT-UNIQ-01", "PT-SETUP-02")
def test_no_hero_is_in_play_twice():
    at = table(2).act("gm", "opening").act("player-1", "hero", which="ann")
    while any(o.key == "equip" for o in at.options()):
        at.act("player-1", "equip", cards=())
    assert "of that name" in at.refused("player-2", "hero", which="ann").why


@pytest.mark.rule("PT-EQUIP-01", "PT-RUL-50")
def test_a_hero_may_bring_several_equipment_and_one_is_in_use():
    more = (
        '[[card]]\nid = "sling"\nkind = "equipment"\nname = "Sling"\ncolour = "golden"\n'
        "weapon = { type = 'ranged', trauma = '*', stress = 1 }\n"
    )
    at = Play(GAME, whole(1, more + SETUP)).act("gm", "opening").act("player-1", "hero", which="bo")
    at.act("player-1", "equip", cards=("bow", "sling"))
    bo = roster.person(at.state, "bo")
    assert (bo.equipment, bo.active) == (("bow", "sling"), "bow")


@pytest.mark.rule("PT-SETUP-04", "PT-SETUP-03")
def test_piles_are_chosen_in_secret_card_by_card_or_by_deck():
    at = heroes_there(table(2))
    seen = at.view("player-2")
    at.act("player-1", "deck.combat", which="Street")
    at.act("player-1", "add.plot", cards=("eyes-open", "clerk"))
    assert at.view("player-2") == seen
    assert "missing" in at.refused("player-1", "done").why
    at.act("player-1", "add.plot", cards=("guard", "dee", "way-in"))
    at.act("player-1", "deck.twists") if "deck.twists" in at.open("player-1") else at.act(
        "player-1", "add.twists", cards=tuple(f"twist-{n}" for n in "abcde")
    )
    at.act("player-1", "clear.plot")
    assert "done" not in at.open("player-1")
    at.act("player-1", "ready")
    assert at.open("player-1") == []
    at.act("player-2", "ready").act("gm", "ready")
    assert isinstance(at.state.stack[-1], Turns) or isinstance(at.waiting, Draw)


@pytest.mark.rule("PT-SETUP-03", "PT-RUL-83")
def test_a_plot_hand_has_no_two_copies_and_a_deck_may():
    at = heroes_there(table(1))
    at.act("player-1", "add.plot", cards=("clerk",)).act("player-1", "add.combat", cards=("rush",))
    option = {o.key: o for o in at.options("player-1")}
    assert "clerk" not in [item.id for item in option["add.plot"].params[0].items]
    assert "rush" in [item.id for item in option["add.combat"].params[0].items]


@pytest.mark.rule("PT-RUL-83")
def test_the_table_may_have_each_card_once():
    at = heroes_there(table(1, deck_copies="single")).act("player-1", "deck.combat", which="Street")
    built = next(each for each in at.state.stack[-1].built if each.id == "player-1")
    assert len(built.combat) == len(set(built.combat)) == 7
    assert "add.combat" not in at.open("player-1")


def test_a_file_without_set_ups_or_decks_still_makes_a_table():
    at = Play(GAME, ready(2, {"whole.toml": TEXT.partition("[[deck]]")[0]})).act("gm", "start")
    assert [len(h.deck) for h in at.state.hands] == [10, 10, 10]
    gm = roster.hand(at.state, "gm")
    assert "lair" in {card(at.state, each).kind for each in gm.plot}


# --- the first hand -------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-DECK-02", "PT-RUL-79", "PT-DECK-01")
def test_the_first_hand_may_go_once_and_there_are_three_again():
    at = drawn(table(1).act("gm", "start"))
    held = roster.hand(at.state, "gm").hand
    at.act("gm", "mulligan", cards=held[:2])
    drawn(at)
    mine = roster.hand(at.state, "gm")
    assert (len(mine.hand), sorted(mine.thrown)) == (3, sorted(held[:2]))
    assert "mulligan" not in at.open("gm")
    assert "mulligan" in at.open("player-1")


@pytest.mark.rule("PT-DECK-02", "PT-RUL-79")
def test_from_the_first_combat_on_no_first_hand_goes():
    at = drawn(table(1).act("gm", "start"))
    while "fight.bo" not in at.open("player-1"):
        option = next(o for o in at.options() if o.key == "pass")
        at.act(option.seat, "pass")
    at.act("player-1", "fight.bo", target="foe")
    assert not any(o.key == "mulligan" for o in at.options())


@pytest.mark.parametrize("players", [1, 3])
def test_bots_build_and_play(players):
    moments = bot_play(GAME, whole(players), Random(players), 120)
    assert any(each.what == "opens" for moment in moments for each in moment.after.events)


@pytest.mark.rule("PT-RES-03", "PT-ENE-01")
@pytest.mark.parametrize(("kind", "will"), [("hero", 0), ("villain", 9)])
def test_who_has_no_charm_is_demoralized_from_the_start(stage, kind, will):
    cast = stage(ann={"kind": kind, "charm": 0}, bo={}, foe={"kind": "villain"}).cast
    made = building.whole(cast[0].stage.s, "ann", "ann", 9)
    assert (made.statuses, made.will, made.energy) == (("demoralized",), will, 0)


FIST = made("combat", "Iron Fist", "step = 'attack'", "attack_type = 'melee'", colour="red")
BOLT = made("combat", "Bolt", "step = 'attack'", "attack_type = 'ranged'")
THEIRS = f"""{FIST}{BOLT}
[[deck]]
name = "Foe Fights"
kind = "combat"
cards = {{ iron-fist = 10 }}
[[deck]]
name = "Bo Fights"
kind = "combat"
cards = {{ bolt = 6, rush = 4 }}
{SETUP.replace('["bo", "ann"]', '["bo"]').replace('["Street"', '["Foe Fights", "Bo Fights"')}"""


def cy_comes(text):
    """A Hero who is in no set-up: the deck that is on offer, and the cards of the one that lies ready."""
    at = Play(GAME, ready(1, {"whole.toml": text + THEIRS})).act("gm", "opening").act("player-1", "hero", which="cy")
    while any(o.key == "equip" for o in at.options()):
        at.act("player-1", "equip", cards=())
    decks = next(o for o in at.options("player-1") if o.key == "deck.combat").params[0].items
    return [item.id for item in decks], set(at.act("player-1", "ready").state.stack[-1].built[1].combat)


@pytest.mark.rule("PT-SETUP-04", "PT-CLASS-02", "PT-RUL-46")
def test_who_is_in_no_set_up_is_offered_only_decks_that_they_could_use():
    assert cy_comes(TEXT) == (["Street"], {"curse", "feint", "plan", "rush", "steal", "step-off", "swing"})


@pytest.mark.rule("PT-SETUP-04", "PT-RUL-83")
def test_where_no_deck_suits_a_hero_one_is_made_of_all_the_cards_that_do():
    decks, taken = cy_comes(TEXT.replace("cards = { rush = 3,", "cards = { iron-fist = 1, rush = 2,"))
    assert len(decks) == 3
    assert taken == {"curse", "feint", "plan", "rush", "steal", "step-off", "swing"}
