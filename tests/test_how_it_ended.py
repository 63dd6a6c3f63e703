"""When a game is over, page, room, terminal and recap say in a sentence how it ended."""

import pytest
from msgspec import structs
from tests.table.evening import of_bots

from cliffhanger.games import game
from cliffhanger.games.plot_twist.rules.verbs import wins
from cliffhanger.games.smallville.files.triggers import Stress
from cliffhanger.games.smallville.rules.state import CALM
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.endings import came_through
from cliffhanger.kernel.game import WATCH
from cliffhanger.table import table_events
from cliffhanger.table.recap_markdown import markdown, retold
from cliffhanger.table.snapshot import Sitter, Snapshot
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.masthead import ended
from cliffhanger.web.page.recap import recap
from cliffhanger.web.page.room import room
from cliffhanger.web.page.skins import skin
from cliffhanger.web.page.view import TableMeta, WayIn

SIDES = {"blockbuster": "The leads", "untold": "The party", "smallville": "The Leads"}


def test_a_story_ends_for_all_or_for_all_but_some_or_for_nobody():
    assert came_through("The party", ["Ida", "Bo"], [], "hurt") == "The party came through: nobody is hurt."
    assert came_through("The party", ["Ida", "Bo"], ["Bo"], "hurt") == "The party came through, but for Bo: hurt."
    assert came_through("The party", ["Ida", "Bo"], ["Ida", "Bo"], "hurt") == "The party lost: all of them are hurt."
    still = came_through("The party", ["Ida"], ["Ida"], "still hurt", lost=False)
    assert still == "The party came through, all of them still hurt."
    assert came_through("The party", [], [], "hurt") == ""


def opened(name):
    rules = game(name)
    setup = rules.ready(3, {})
    return rules, rules.start(setup), setup


@pytest.mark.parametrize("name", sorted(SIDES))
def test_who_came_through_is_said_at_the_end(name):
    rules, state, _ = opened(name)
    lobby = structs.replace(state.stack[-1], phase="over")
    state = structs.replace(state, stack=(lobby,))
    over = rules.waiting(state)
    assert isinstance(over, Over)
    assert over.says.startswith(f"{SIDES[name]} came through: nobody is ")
    hurt = {"blockbuster": {"taken_out": True}, "smallville": {"stress": (Stress("afraid", 6), *CALM[1:])}}.get(name)
    if hurt:
        who = next(p for p in state.cast if getattr(p, "lead", False) or getattr(p, "kind", "") == "lead")
        cast = tuple(structs.replace(p, **hurt) if p is who else p for p in state.cast)
        assert rules.waiting(structs.replace(state, cast=cast)).says.startswith(
            f"{SIDES[name]} came through, but for {who.name}: "
        )


def test_which_side_has_won_a_conflict_and_by_what():
    rules = game("plot_twist")
    table = of_bots(rules, 120).table
    state = table.shown.state
    for side, head in (("heroes", "The Heroes win"), ("villains", "The Villains win")):
        won = structs.replace(wins(structs.replace(state, winner=""), side))
        turns = next(f for f in won.stack if type(f).__name__ == "Turns")
        over = rules.waiting(structs.replace(won, stack=(structs.replace(turns, phase="over"),)))
        assert over.says.startswith(head)
        assert over.says.endswith(".")
    for kind, says in (
        ("hero", "The Villains win: no Hero is left."),
        ("villain", "The Heroes win: no Villain is left."),
    ):
        people = tuple(structs.replace(p, out=True) if p.kind == kind else p for p in won.people)
        gone = structs.replace(
            won,
            people=people,
            winner="villains" if kind == "hero" else "heroes",
            stack=(structs.replace(turns, phase="over"),),
        )
        assert rules.waiting(gone).says == says


def test_the_room_and_the_seats_page_and_the_recap_say_it():
    rules, state, setup = opened("blockbuster")
    state = structs.replace(state, stack=(structs.replace(state.stack[-1], phase="over"),))
    says = rules.waiting(state).says
    seats = tuple(Sitter(each.id, each.role, each.name, "", "bot") for each in setup.seats)
    shown = Snapshot(1, state, rules.waiting(state), seats)
    assert shown.ending == says
    assert structs.replace(shown, waiting=()).ending == ""
    html = room(
        rules,
        TableMeta("x", "Night"),
        shown,
        rules.view(state, WATCH),
        Listener(WATCH, table_events.voice(rules, "")),
        WayIn("http://x/t/a-b-c-d"),
    )
    assert says in html
    assert f"<p>{says}</p>" in ended("/t/x/seat/juno", says)
    table = of_bots(rules, 20).table
    told = retold(table.header, table.kept(), rules)._replace(ending=says)
    assert f"**{says}**" in markdown(told)
    assert f"<b>{says}</b>" in recap(TableMeta("x", "Night"), told, skin(rules))


def test_a_game_that_is_played_to_its_end_says_so_in_its_recap():
    rules = game("plot_twist")
    found = of_bots(rules, 4000).table
    assert isinstance(found.shown.waiting, Over)
    assert retold(found.header, found.kept(), rules).ending == found.shown.ending != ""
