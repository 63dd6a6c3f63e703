"""Words to start from: the first lie there, others are chosen, and one's own take their place."""

from types import SimpleNamespace

import pytest

from cliffhanger.cli._offers import draw_param, read_answer
from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.params import Item, Pick, Ready, Text, first, validate
from cliffhanger.web.http.forms import choice_of
from cliffhanger.web.page.controls import control

SKILL = Pick("skill", "Skill", (Item("climb", "Climb"), Item("row", "Row"), Item("sing", "Sing")), start=("climb",))
GOAL = Text(
    "goal",
    "Goal",
    1,
    60,
    ready=(Ready("up <there>", (("skill", "climb"),)), Ready("home", (("skill", "row"),)), Ready("out")),
)
DEED = offer("tess", 1, "act", "Act", lambda s, **_: s, GOAL, SKILL).option


class Table:
    """A table that asks one thing, in the words of its game."""

    game = SimpleNamespace(package="cliffhanger.games.blockbuster")
    policy = SimpleNamespace(language="")

    def options(self, _seat):
        return (DEED,)


def posted(**values):
    return choice_of(
        Table(),
        "tess",
        {"window": ["1"], "key": ["act"], **{name.replace("_", "."): [v] for name, v in values.items()}},
    )


def test_the_first_lies_there_and_fits():
    assert first(DEED.params) == {"goal": "up <there>", "skill": ("climb",)}
    assert validate(DEED.params, first(DEED.params)) == ""
    assert first((Text("goal", "Goal", start="mine", ready=GOAL.ready),)) == {"goal": "mine"}


@pytest.mark.parametrize(
    ("values", "meant"),
    [
        ({"p_goal": "", "r_goal": "home", "p_skill": "climb"}, {"goal": "home", "skill": ("row",)}),
        ({"p_goal": "", "r_goal": "home", "p_skill": "sing"}, {"goal": "home", "skill": ("sing",)}),
        ({"p_goal": "", "r_goal": "out", "p_skill": "climb"}, {"goal": "out", "skill": ("climb",)}),
        ({"p_goal": "my own", "r_goal": "home", "p_skill": "climb"}, {"goal": "home", "skill": ("row",)}),
        ({"p_goal": "my own", "r_goal": "", "p_skill": "climb"}, {"goal": "my own", "skill": ("climb",)}),
        ({"p_goal": "my own", "p_skill": "climb"}, {"goal": "my own", "skill": ("climb",)}),
        ({"p_goal": "", "r_goal": "nowhere", "p_skill": "climb"}, {"goal": "", "skill": ("climb",)}),
        ({"p_goal": "", "p_skill": "climb"}, {"goal": "", "skill": ("climb",)}),
    ],
)
def test_without_script_what_is_chosen_counts_and_what_is_written_where_that_is_chosen(values, meant):
    assert posted(**values) == meant


def test_a_page_shows_them_as_chips_above_the_line_for_ones_own():
    html = str(control(GOAL, {"goal": "home"}, "f"))
    assert html.count('type="radio"') == 4  # the last is for words of one's own
    assert 'value="home" data-sets="skill=row" checked' in html
    assert 'value="up &lt;there&gt;" data-sets="skill=climb">' in html
    assert 'name="p.goal" maxlength="60" minlength="1" data-need=' in html
    assert " required" not in html
    own = str(control(GOAL, {"goal": "mine"}, "f"))
    assert own.count("checked") == 1
    assert 'value="" checked' in own
    assert 'value="mine"' in own
    assert "checked" in str(control(GOAL, {}, "f"))


def test_the_terminal_numbers_them():
    assert draw_param(GOAL, "")[1:] == ["   1  up <there>", "   2  home", "   3  out"]
    assert read_answer(GOAL, "2", "") == "home"
    assert read_answer(GOAL, "4", "") == "4"
    assert read_answer(GOAL, "", "up <there>") == "up <there>"
