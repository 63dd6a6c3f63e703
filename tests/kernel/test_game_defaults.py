"""What a game need not say: its defaults, and the set-up of a game without files."""

from random import Random

import msgspec
import pytest
import tiny

from cliffhanger.kernel import kit
from cliffhanger.kernel.chance import Roll, law
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number

SAILOR = kit.Role("sailor", "Sailor", 2, 3)
READY = kit.chairs(SAILOR, "Ida", "Bo Ann", "Rune", "Wes")
GAME = tiny.tiny(msgspec.defstruct("Sea", []), ("sea", "ida"), lambda s: kit.Over(), lambda s, roll, faces: s)


@pytest.mark.parametrize(("players", "seats"), [(1, 2), (2, 2), (3, 3), (4, 3)])
def test_there_is_a_chair_for_each_player_that_the_role_takes(players, seats):
    setup = READY(players, {})
    assert len(setup.seats) == seats
    assert setup.seats[1] == kit.Seat("bo_ann", "sailor", "Bo Ann")


def test_a_game_without_files_refuses_each_by_name():
    assert [str(fault) for fault in READY(2, {"a.toml": "", "b.toml": ""})] == [
        "a.toml: no file: this game has none",
        "b.toml: no file: this game has none",
    ]


def test_a_game_that_says_no_more_hides_nothing_and_does_nothing_by_itself():
    state = GAME.start(GAME.ready(1, {}))
    assert GAME.view(state, "ida") is GAME.advance(state) is state
    assert GAME.invariant_error(state) == ""


def test_every_face_of_every_die_is_told_apart():
    total, found = law(GAME.fold(None, roll := Roll("1", "ida", "", (4, 6))), roll)
    assert (total, len(found)) == (24, 24)
    assert all(key == faces for key, (_, faces) in found.items())


def test_a_bot_takes_what_is_open_and_fits_and_steps_in_only_where_there_is_nothing_else():
    number = Number("n", "How many", 1, 3)
    shut, takes = Option("ida", "1", "shut", "Shut", blocked="Not now."), Option("ida", "2", "take", "Take", (number,))
    steps = Option("ida", "3", "step", "Step in", reaction=True)
    acts = [GAME.bot(None, "ida", (shut, steps, takes), Random(seed)) for seed in range(20)]
    assert {(act.key, act.window) for act in acts} == {("take", "2")}
    assert {act.choice["n"] for act in acts} == {1, 2, 3}
    assert GAME.bot(None, "ida", (shut, steps), Random(1)).key == "step"


def test_what_is_hidden_of_others_is_seen_of_oneself():
    card = msgspec.defstruct("Card", [("id", str), ("face", int)])
    assert kit.hide((card("ida", 3), card("bo", 5)), "bo", face=0) == (card("ida", 0), card("bo", 5))


def test_the_kit_has_what_it_says():
    assert all(hasattr(kit, name) for name in kit.__all__)
