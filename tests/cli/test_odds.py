"""`cliffhanger odds`, on Lanterns."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner
from lanterns import LANTERNS

from cliffhanger.cli import main, odds
from cliffhanger.kernel.game import Answer, Parameter, Question
from cliffhanger.odds.ask import Mean


def light(oil, wall, dice):
    return Answer(Fraction(sum(oil + face >= wall for face in range(1, 7)), 6) if dice == 1 else Fraction(1))


LIGHT = Question(
    "light",
    "Does a lantern burn?",
    (
        Parameter("oil", "Oil", high=16),
        Parameter("wall", "The wall", low=1, high=20, default=7),
        Parameter("dice", "Dice", low=1, high=3, default=1),
    ),
    light,
)


def often(nights, kind="calm"):
    if kind == "storm":
        return Mean(Fraction(nights, 3), (), (("mean rain", Fraction(5, 2)),))
    law = (("dark", Fraction(1, 2**nights)), ("lit", 1 - Fraction(1, 2**nights)))
    return Answer(law[1][1], law, (("all of them", law[0][1]),))


OFTEN = Question(
    "how_often",
    "Will it ever burn?",
    (
        Parameter("nights", "Nights", low=0, high=50, default=1),
        Parameter("kind", "Weather", "choice", values=("calm", "storm"), default="calm"),
    ),
    often,
)


def thrown(dice, aid, roll):
    return Mean(Fraction(sum(int(size) for size in dice.split()), 2))


THROWN = Question(
    "thrown",
    "How much oil is spilt?",
    (
        Parameter("dice", "Dice", "dice", 1, 3, "8 6", ("6", "8")),
        Parameter("aid", "Helpers", "pools", 0, 2, "", ("6", "8")),
        Parameter("roll", "As it lies", "faces", 1, 6, ""),
    ),
    thrown,
)


@pytest.fixture
def run(monkeypatch):
    lanterns = replace(LANTERNS, questions=(LIGHT, OFTEN))
    monkeypatch.setattr(odds, "load", {"lanterns": lanterns}.__getitem__)
    monkeypatch.setattr(odds, "names", lambda: ["lanterns"])
    return lambda *words: CliRunner().invoke(main, ["odds", *words])


def test_json_is_exact(run):
    got = run("lanterns", "light", "oil=3", "wall=7", "dice=1", "--json")
    assert got.exit_code == 0
    assert json.loads(got.output) == {
        "game": "lanterns",
        "question": "light",
        "parameters": {"oil": 3, "wall": 7, "dice": 1},
        "value": "1/2",
        "float": 0.5,
        "law": [],
        "notes": [],
    }


def test_json_has_the_law_as_pairs_and_whole_numbers_as_fractions(run):
    data = json.loads(run("lanterns", "how-often", "nights=0", "--json").output)
    assert data["law"] == [["dark", "1/1"], ["lit", "0/1"]]
    assert data["parameters"] == {"nights": 0, "kind": "calm"}
    assert (data["value"], data["float"]) == ("0/1", 0.0)
    assert data["notes"] == [["all of them", "1/1"]]


def test_words_come_first_then_the_figure_then_the_law(run):
    assert run("lanterns", "how_often", "nights=2").output.splitlines() == [
        "Lanterns: Will it ever burn?",
        "nights 2",
        "",
        "More likely than not: 75.0 %",
        "Exactly 3/4",
        "",
        "dark       25.0 %  ██████████",
        " lit       75.0 %  ██████████████████████████████",
        "",
        "all of them  25.0 % (1/4)",
    ]


def test_a_mean_is_not_told_as_a_chance(run):
    lines = run("lanterns", "how_often", "nights=1", "kind=storm").output.splitlines()
    assert lines[1:5] == ["nights 1, kind storm", "", "On average 0.3333", "Exactly 1/3"]
    assert lines[-1] == "mean rain  2.5 (5/2)"


@pytest.mark.parametrize(
    ("nights", "words"),
    [
        (0, "Impossible: 0 %"),
        (1, "About even: 50.0 %"),
        (4, "Likely: 93.8 %"),
        (9, "Almost certain: 99.8 %"),
        (40, "Almost certain: above 99.9 %"),
    ],
)
def test_nothing_reads_as_certain_that_is_not(run, nights, words):
    assert run("lanterns", "how_often", f"nights={nights}").output.splitlines()[3] == words


def test_the_list_says_what_can_be_asked(run):
    rows = json.loads(run("--list", "--json").output)
    assert [row["question"] for row in rows] == ["light", "how_often"]
    assert rows[0] == {
        "game": "lanterns",
        "question": "light",
        "title": "Does a lantern burn?",
        "parameters": [
            {"name": "oil", "type": "int", "low": 0, "high": 16, "default": 0},
            {"name": "wall", "type": "int", "low": 1, "high": 20, "default": 7},
            {"name": "dice", "type": "int", "low": 1, "high": 3, "default": 1},
        ],
    }
    assert rows[1]["parameters"][1] == {
        "name": "kind",
        "type": "choice",
        "low": "calm",
        "high": "storm",
        "default": "calm",
        "values": ["calm", "storm"],
    }
    told = run("lanterns").output
    assert told == run("--list").output
    assert (
        "lanterns how_often: Will it ever burn?\n    nights=1  Nights (0 to 50)\n    kind=calm  Weather (calm | storm)"
        in told
    )


def test_pools_of_dice_are_told_with_their_sizes_and_shown_even_by_default(run, monkeypatch):
    monkeypatch.setattr(odds, "load", {"lanterns": replace(LANTERNS, questions=(THROWN,))}.__getitem__)
    assert run("lanterns").output.splitlines()[1:4] == [
        "    dice=8 6  Dice (1 to 3 dice of 6 | 8, as in 8,8,6)",
        "    aid=  Helpers (0 to 2 pools of dice of 6 | 8, as in 8,6+6,6)",
        "    roll=  As it lies (faces, 1 to 6, as in 3,4,6)",
    ]
    assert json.loads(run("--list", "--json").output)[0]["parameters"][1] == {
        "name": "aid",
        "type": "pools",
        "low": 0,
        "high": 2,
        "default": "",
        "values": ["6", "8"],
    }
    assert run("lanterns", "thrown").output.splitlines()[1] == "dice 8 6"
    assert run("lanterns", "thrown", "dice=d8,d8", "aid=6+8,6").output.splitlines()[1] == "dice 8 8, aid 6+8 6"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Name a game and a question, or see them all with: cliffhanger odds --list"),
        (("lantern", "light"), "There is no game 'lantern': did you mean lanterns?"),
        (("lanterns", "ligt"), "There is no question 'ligt': did you mean light?"),
        (("lanterns", "light", "dice=9"), "dice cannot be '9': give a whole number from 1 to 3."),
        (("lanterns", "light", "dise=2"), "light has no parameter 'dise': did you mean dice?"),
        (("lanterns", "light", "dice"), "'dice' is no parameter: write it as KEY=VALUE, without spaces."),
        (("lanterns", "light", "dice=1", "dice=2"), "dice is given twice: keep one."),
    ],
)
def test_what_cannot_be_answered_gets_one_sentence_and_exit_code_2(run, words, says):
    for json_too in ((), ("--json",)):
        got = run(*words, *json_too)
        assert got.exit_code == 2
        assert got.stdout == ""
        assert got.stderr == says + "\n"


def test_what_follows_from_other_numbers_is_not_told_as_if_it_had_been_chosen():
    def asked(*words):
        return CliRunner().invoke(main, ["odds", "untold", "success", *words]).stdout.splitlines()[1]

    assert asked("sr=6") == "sr 6, dl 1, mr 9"
    assert asked("sr=6", "sn=1", "kind=sub") == "sr 6, sn 1, dl 1, mr 9, kind sub"


SPLIT = ("odds", "untold", "split", "sr=4", "dl=3", "points=3")


def test_a_best_way_is_named_and_the_frontier_is_the_same_in_json():
    text = CliRunner().invoke(main, [*SPLIT]).stdout.splitlines()
    assert text[5] == "That is, 2 now and 1 held for a push, 2.5 points on average"
    data = json.loads(CliRunner().invoke(main, [*SPLIT, "--json"]).stdout)
    assert data["says"] == "2 now and 1 held for a push, 2.5 points on average"
    names = [name for name, _ in data["notes"]]
    assert names[::2] == ["2 now + 1 held", "3 now + 0 held, beaten", "1 now + 2 held", "0 now + 3 held, beaten"]
    assert data["notes"][0][1] == data["value"]
    # The last rows of the page are the notes, each with its exact figure.
    shown = [line.rsplit("(", 1)[1].rstrip(")") for line in text[-len(names) :]]
    assert [Fraction(exact) for exact in shown] == [Fraction(exact) for _, exact in data["notes"]]


def test_what_is_left_out_of_a_frontier_is_said():
    tired = (*SPLIT, "base=14", "lost=5", "columns_debilitate=true")
    says = "That is, all 3 now (left out: 3 ways that hold more, as a push into the next column would raise the Minimum Roll)"
    assert says in CliRunner().invoke(main, tired).stdout.splitlines()


def test_the_joint_law_is_listed_in_words_and_exactly():
    asked = ("odds", "untold", "joint", "sr=6", "sn=1", "dl=3")
    lines = CliRunner().invoke(main, asked).stdout.splitlines()
    assert any(line.strip().startswith("3 net, 0 snags, 1 boon, 0 Hero Points ") for line in lines)
    data = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    assert sum(Fraction(chance) for _, chance in data["law"]) == 1
    # Six dice of which five are 1s and one misses, and Second Nature covers one.
    assert Fraction(dict(data["law"])["-4 net, 4 snags, 0 boons, 0 Hero Points"]) == Fraction(6 * 7, 12**6)
