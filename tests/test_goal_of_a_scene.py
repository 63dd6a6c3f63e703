"""What a scene is about stands where one plays, short, in each of the four games."""

from itertools import islice
from random import Random

import pytest
from msgspec import structs

from cliffhanger.games import game, names
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.table.snapshot import Sitter, Snapshot
from cliffhanger.testing import playout
from cliffhanger.web.page.reader import SeatView
from cliffhanger.web.page.render import seat_page
from cliffhanger.web.page.view import TableMeta

SAYS = {
    "blockbuster": "To do: Find the stolen trunk, 0 of 6; Calm the passengers, 0 of 3.",
    "untold": "Goals: reach the lamp before they do. 0 of 12 reached; the Game Master says when that is enough.",
    "smallville": "Who sits down with Amos Tull, and who throws him out?",
    "plot_twist": "Heroes win once no Villain is left; Villains once no Hero is, or by a face-down Objective.",
}
LONG = 120  # signs: two lines on a phone, three at the most


def goals(rules, state, seat):
    return [
        each
        for group in rules.panels(rules.view(state, seat), seat)
        if isinstance(group, Group) and group.place == "goal"
        for each in group.panels
    ]


def moments(rules):
    setup = rules.ready(3, {})
    return setup, [
        each.after.state for each in islice(playout.moments(rules, setup, Random(7), 160, choose=playout.by_bots), 160)
    ]


@pytest.mark.parametrize("name", names())
def test_what_a_scene_is_about_is_said_in_a_line_to_everybody(name):
    rules = game(name)
    setup, states = moments(rules)
    player = setup.seats[-1].id
    found = [each for state in states for each in goals(rules, state, player)]
    assert all(isinstance(each, Text) for each in found)
    assert found[0].body == SAYS[name]
    assert len(found) > 10
    assert max(len(each.body) for each in found) <= LONG
    assert all(len(goals(rules, state, player)) <= 1 for state in states)


def test_a_goal_that_is_reached_is_counted_and_what_is_done_is_left_or_said_to_be_done():
    rules = game("untold")
    state = next(s for s in moments(rules)[1] if goals(rules, s, ""))
    scene = state.stack[1]
    card = next(c for c in state.cards if c.id == scene.card)
    for made, body in (
        (1, "Goals: make the rope fast for the others. 1 of 12 reached; the Game Master says when that is enough."),
        (12, "Goals: 12 of 12 reached."),
    ):
        stack = (state.stack[0], structs.replace(scene, made=card.goals[:made]))
        assert goals(rules, structs.replace(state, stack=stack), "")[0].body == body
    rules = game("blockbuster")
    state = next(s for s in moments(rules)[1] if goals(rules, s, ""))
    done = [structs.replace(t, total=t.required + 2) for t in state.tasks]
    halfway = structs.replace(state, tasks=(done[0], structs.replace(done[1], total=1)))
    assert goals(rules, halfway, "")[0].body == "To do: Calm the passengers, 1 of 3. Done: Find the stolen trunk."
    said = goals(rules, structs.replace(state, tasks=tuple(done)), "")[0]
    foes = "Against you: The Patrol, Ludo, The Porter."
    assert said.body == f"{foes} Done: Find the stolen trunk; Calm the passengers."


def test_whoever_holds_the_objective_reads_which_it_is():
    rules = game("plot_twist")
    _, states = moments(rules)
    masters = next(each for s in states for each in goals(rules, s, "gm"))
    assert "a face-down Objective" not in masters.body
    assert "“" in masters.body


def test_a_page_has_the_goal_in_the_scene_below_what_one_may_do():
    rules = game("blockbuster")
    setup, states = moments(rules)
    state = next(s for s in states if goals(rules, s, ""))
    seats = tuple(Sitter(each.id, each.role, each.name, "", "person") for each in setup.seats)
    lead = setup.seats[-1].id
    shown = Snapshot(1, state, rules.waiting(state), seats)
    html = str(seat_page(SeatView(rules, TableMeta("x", "Night"), shown, rules.view(state, lead), (), lead)))
    said = goals(rules, state, lead)[0].body
    main = html.index("a-main p-scene")
    assert main < html.index('class="a-do"') < html.index(said) < html.index("a-me p-me")
    over = structs.replace(shown, closed=True)
    ended = str(seat_page(SeatView(rules, TableMeta("x", "Night"), over, rules.view(state, lead), (), lead)))
    assert said not in ended
