"""The study of Plot Twist: shares with their intervals, tables of any team, and what a few games tell."""

import json
from argparse import Namespace

import pytest
import study


def test_the_interval_of_a_share():
    low, high = study.wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    low, high = study.wilson(0, 20)
    assert (round(low, 3), round(high, 3)) == (0.0, 0.161)
    assert study.wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("villain", ["the-landlord", "brownout"])
def test_each_of_a_team_brings_what_is_theirs(villain):
    opened = study.opening(villain, ("marginalia", "night-bus"))
    assert opened.villain == villain
    assert opened.heroes == ("marginalia", "night-bus")
    assert opened.equipment[1:] == ("reading-lamp", "ticket-punch")
    assert opened.decks[1:3] == ("Marginalia Fights", "Night Bus Fights")
    assert opened.decks[4:] == ("Marginalia Remembers", "Night Bus Remembers")
    assert len(study.table(villain, opened.heroes).seats) == 3


def test_what_a_few_games_tell():
    asked = Namespace(
        villain=["brownout"],
        heroes=[2],
        team=("tollgate", "marginalia"),
        games=2,
        jobs=1,
        seed="x",
        teams=True,
        cards=True,
    )
    told = study.told(list(study.games(asked)), asked)
    row = told["villains"]["brownout, 2 Heroes"]
    assert row["games"] == told["teams"]["tollgate marginalia"]["games"] == 2
    assert 0 <= row["low"] <= row["heroes"] <= row["high"] <= 1
    assert told["unfinished"] == {}
    assert "Brownout" not in told["never named"]
    assert study.line(row).startswith(": the Heroes win ")


def test_a_card_is_worth_what_its_side_wins_more_with_it():
    def game(winner, *used):
        return study.Game("v", ("h",), winner, 5, frozenset(used), frozenset(), frozenset())

    card = ("heroes", "Close In")
    found = (
        [game("heroes", card)] * 30 + [game("villains", card)] * 10 + [game("heroes")] * 20 + [game("villains")] * 20
    )
    assert study.worth(found, *card)["worth"] == 0.25
    assert study.worth(found[:40], *card) is None


def test_pairs_are_kept_as_they_are_done_and_tell_what_looking_ahead_gains(tmp_path):
    kept = tmp_path / "pairs.jsonl"
    asked = Namespace(villain=["brownout"], heroes=[2], team=("tollgate", "marginalia"), games=2, jobs=1, seed="x")
    asked.sharp, asked.looks, asked.seconds, asked.keep = "villains", 2, 0.0, str(kept)
    done = study.paired(asked)
    lines = kept.read_text("utf-8").splitlines()
    assert (len(done), len(lines)) == (2, 2)
    kept.write_text(f"{lines[0]}\n", "utf-8")
    assert json.loads(json.dumps(study.paired(asked))) == [*map(json.loads, lines)]
    assert kept.read_text("utf-8").splitlines() == lines


def test_a_gain_is_told_with_its_interval():
    won = [{"simple": False, "sharp": True}] * 60 + [{"simple": True, "sharp": True}] * 40
    assert study.gain(won) == "40.0% without, 100.0% with: +60.0% (+50.3% to +69.7%) in 100 pairs"
