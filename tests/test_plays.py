"""The verbs of the table for tests, and plays kept as text."""

from pathlib import Path
from random import Random

import pytest
from lanterns import LANTERNS

from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.panels import List, Row, Track
from cliffhanger.kernel.params import Number
from cliffhanger.testing import recorded_plays, text_page
from cliffhanger.testing.play import Play, ready
from cliffhanger.testing.playout import bot_play

KEPT = Path(__file__).parent / "plays"


def test_a_night_by_bots_reads_as_it_did():
    setup = ready(LANTERNS, 3)
    night = [moment.put for moment in bot_play(LANTERNS, setup, Random(7))]
    recorded_plays.same(
        recorded_plays.render(LANTERNS, setup, [*night, Act("k1", "1", "pass")]), KEPT / "lanterns-night.txt"
    )


def test_a_play_that_differs_says_in_which_line(tmp_path, monkeypatch):
    monkeypatch.delenv("CLIFFHANGER_PLAYS", raising=False)
    kept = tmp_path / "play.txt"
    kept.write_text("one\ntwo\n")
    with pytest.raises(AssertionError, match=r"play.txt line 2 was: 'two', is: 'three'"):
        recorded_plays.same("one\nthree\n", kept)
    with pytest.raises(AssertionError, match=r"line 3 was: '\(nothing\)', is: 'more'"):
        recorded_plays.same("one\ntwo\nmore\n", kept)
    recorded_plays.same("one\ntwo\n", kept)


def test_a_script_with_dice_left_over_fails(at):
    dealt = Play(LANTERNS, players=1).draws("oil1-a", "oil1-b")
    with pytest.raises(AssertionError, match=r"Nobody rolls or draws \(6,\)"):
        dealt.rolls(6)
    dealt.act("k1", "pass")
    with pytest.raises(AssertionError, match=r"Nobody rolls or draws \(5,\)"):
        dealt.rolls(6, 5)


def test_a_script_that_names_an_option_nobody_has_fails(at):
    with pytest.raises(AssertionError, match="is not offered 'daer'"):
        at.refused("Ida", "daer")
    with pytest.raises(AssertionError, match="has no option 'daer'"):
        at.closed("Ida", "daer")
    with pytest.raises(AssertionError, match="is offered dare"):
        at.closed("Ida", "dare")


def test_a_script_with_too_few_dice_fails(at):
    at.act("Ida", "dare", dice=2).act("Ida", "pass").act("Bram", "pass")
    with pytest.raises(AssertionError, match=r"wind: .* asks for 2, the script has \(6,\)"):
        at.rolls(6)


def test_undo_plays_the_rest_again(at):
    state, told = at.state, at.told
    at.act("Ida", "dare", dice=2).act("Ida", "pass").undo(2)
    assert (at.state, at.told) == (state, told)


def test_what_is_not_offered_cannot_be_done_in_a_test(at):
    with pytest.raises(AssertionError, match=r"Ida is not offered 'sing', but pour, dare, call, pass"):
        at.act("Ida", "sing")
    with pytest.raises(AssertionError, match=r"could pass"):
        at.refused("Ida", "pass")


def test_the_plainest_page_says_what_is_left_of_a_store_and_what_tracks_a_row_has():
    breath = Track("b", "Breath", 2, 3)
    assert text_page.param(Number("n", "Points", 0, 1, stock=(breath,))) == "Points: 0 to 1; Breath: 1 of 3 left"
    assert text_page.panel_lines(List("who", (Row("Ida", tracks=(breath,)),)))[1] == "Ida Breath ##. 2/3"


def test_the_plainest_page_shows_what_a_seat_sees_and_may_do(at):
    assert text_page.page(LANTERNS, at.state, "k1").splitlines() == [
        "== The wall",
        "  Lanterns ... 0/3",
        "  Oil 0",
        "== Ida",
        "  Oil 1",
        "  Oil 4",
        "== Bram",
        "  a card, face down",
        "  a card, face down",
        "(4-k1/pour) Pour oil [Oil: 1 to 2 of Oil 1, Oil 4]",
        "(4-k1/dare) Dare the wind [Dice: 1 to 3]",
        "(4-k1/call) Call out [Words: words]",
        "(4-k1/pass) Wait",
    ]
