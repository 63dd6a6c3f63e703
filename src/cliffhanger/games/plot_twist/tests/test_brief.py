"""What is chosen in a set-up says in a few words what it is; whoever has chosen a Hero is called so."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files.tables import ready
from cliffhanger.games.plot_twist.rules import brief, roster
from cliffhanger.games.plot_twist.rules.pieces import GM
from cliffhanger.kernel.events import sentence
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import WATCH
from cliffhanger.testing.play import Play


@pytest.fixture
def at():
    """The starter collection, at its first question."""
    return Play(GAME, ready(2, {}))


def items(at, seat, key, name):
    """What can be picked there, in words, by what it is called."""
    option = next(each for each in at.options() if (each.seat, each.key) == (seat, key))
    return {item.label: item.says for param in option.params if param.name == name for item in param.items}


def test_a_hero_says_attacks_defences_health_and_what_only_they_can_do(at):
    at.act("gm", "opening")
    found = items(at, "player-1", "hero", "which")
    assert found["Tollgate"] == (
        "Attacks: Melee 9 coins, Social 4. Defends: Melee 9 coins, Ranged 7. Resistance: 15 Physical, 9 Mental, 9 Social. "
        "“Behind Me”, before an ally takes damage, once a Turn, you may pay 1 Energy: prevent 2 of it."
    )
    assert all(found.values())
    assert len(set(found.values())) == len(found)


def test_an_attack_that_asks_for_a_rank_is_no_attack_without_it(at):
    assert "Attacks: Melee 9 coins, Social 4." in brief.says(at.state, "fire-escape")
    assert "Attacks: Mental 7 coins, Melee 3." in brief.says(at.state, "marginalia")


def test_mooks_say_how_many_they_are(at):
    found = items(at, GM, "side", "mooks")
    assert found["Moths"] == "Attacks: Melee 4 coins, Social 1. Defends: Melee 4 coins, Ranged 4. 6 of them."
    assert "Resistance: 18 Physical" in items(at, GM, "side", "villain")["The Landlord"]


def test_equipment_says_what_it_adds_and_does(at):
    says = {each.name: brief.says(at.state, each.id) for each in at.state.cards if each.kind == "equipment"}
    assert says["Mains Cable"] == "Ranged Weapon, 3 more Stress, Overcharged."
    assert says["Bridge Rail"] == "Melee Weapon, no Trauma, 2 more Stress."
    assert says["Doctor's Bag"] == "As a Free action, you may pay 1 Energy: a Hero regenerates 2 Physical Stress."
    assert all(says.values())
    at.act("gm", "opening").act("player-1", "hero", which="tollgate")
    offered = items(at, "player-1", "equip", "cards")
    assert offered
    assert offered == {name: says[name] for name in offered}


def test_decks_say_what_is_in_them(at):
    s = at.state
    cards = {each.name: each.cards for each in s.decks}
    assert brief.deck(s, cards["Tollgate Fights"]) == "4 Movement, 4 Melee Attack, 2 Maneuver."
    assert brief.deck(s, cards["Arrears"]) == "Rent Day, Eviction Notice, Water Off and 2 more."
    assert brief.deck(s, cards["Arrears"][:1]) == "Rent Day."
    assert brief.deck(s, ()) == ""


def test_what_lies_ready_says_who_is_behind_it_and_never_the_objective(at):
    found = items(at, GM, "start", "which")
    assert found["One Alone on the Stairs"] == "The Landlord, at Seven Steps."
    assert found["Moths at the Window"] == "Brownout with Moths, at Lock Nine."
    s = at.state
    for lies in s.openings:
        assert next(each.name for each in s.cards if each.id == lies.objective) not in brief.opening(s, lies)
    bare = replace(s.openings[0], mooks=(), location="")
    assert brief.opening(s, bare) == "The Landlord."


def test_what_is_chosen_by_its_name_says_nothing_more(at):
    assert brief.says(at.state, at.state.openings[0].location) == ""


def test_a_player_is_called_as_the_hero_once_there_is_one(at):
    at.act("gm", "opening")
    assert GAME.seat_names(at.state) == {"player-1": "", "player-2": ""}
    assert roster.seat_name(at.state, "player-1") == "Player 1"
    at.act("player-1", "hero", which="marginalia")
    assert GAME.seat_names(at.state) == {"player-1": "Marginalia", "player-2": ""}
    assert roster.seat_name(at.state, "player-1") == "Marginalia"
    assert GAME.own_names(at.state, "player-1") == ("Marginalia",)
    event = next(each for each in at.events if each.what == "joins")
    assert sentence(event) == "Marginalia comes into play."
    assert GAME.voice.heard(event, ("Marginalia",)).text == "come into play."
    assert GAME.seat_names(GAME.view(at.state, WATCH)) == GAME.seat_names(at.state)


def test_who_has_two_heroes_is_called_as_the_chair(at):
    at.act("gm", "opening").act("player-1", "hero", which="marginalia")
    s = at.state
    other = replace(roster.person(s, "marginalia"), id="tollgate")
    both = replace(s, people=(*s.people, other))
    assert roster.seat_name(both, "player-1") == "Player 1"
    assert roster.seat_name(both, GM) == roster.seat_name(s, GM) != ""


def about_of(state):
    """What the stage says below its headline."""
    panels = GAME.panels(GAME.view(state, WATCH), WATCH)
    stage = next(each for each in panels if getattr(each, "id", "") == "stage")
    return next(each for each in stage.panels if each.id == "title").body


def test_while_the_table_is_laid_the_stage_says_what_the_evening_is_about(at):
    about = "The Landlord: He owns the building, the street, and the night it stands in."
    assert about_of(at.state) == "First the GM's side, then the Heroes, then the cards."
    at.act("gm", "opening")
    assert about_of(at.state) == f"The Landlord, Seven Steps. {about}"


def test_the_first_turn_says_it_once_more_and_the_second_no_longer(at):
    at.act("gm", "start", which=["Rent Due at Midnight"])
    about = "The Landlord: He owns the building, the street, and the night it stands in. The Heroes have Initiative."
    assert about_of(at.state) == about
    assert about_of(replace(at.state, turn=2)) == "The Heroes have Initiative."
    silent = tuple(replace(each, text="") if each.id == at.state.main else each for each in at.state.cards)
    assert about_of(replace(at.state, cards=silent)) == "The Heroes have Initiative."
