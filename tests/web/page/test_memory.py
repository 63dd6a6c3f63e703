"""What is remembered between pages is what would be drawn afresh: for every seat, all through an evening."""

import re
import sys

import pytest
from played import Evening

from cliffhanger.games import game
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.table import table_events
from cliffhanger.testing.cache_laws import memories
from cliffhanger.web.page import offers
from cliffhanger.web.page.html import ident
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.regions import Box, Filled, whole

ACTS = 10


def every_memory():
    modules = [each for name, each in tuple(sys.modules.items()) if name.partition(".")[0] == "cliffhanger"]
    return [kept for module in modules for value in tuple(vars(module).values()) for kept in memories(value)]


@pytest.mark.parametrize(
    "name",
    ["plot_twist", "smallville", *(pytest.param(each, marks=pytest.mark.long) for each in ("blockbuster", "untold"))],
)
def test_pages_drawn_with_what_is_remembered_are_those_drawn_afresh(name):
    evenings = [Evening(name, 3), Evening(name, 4)]
    for _ in range(15):
        for evening in evenings:
            evening.goes_on()
    for n in range(ACTS):
        for evening in evenings:
            evening.goes_on()
        warm = [evening.pages() for evening in evenings]
        evening, known = evenings[n % 2], warm[n % 2]
        for seat in known if n % 5 == 0 else [evening.seats[n // 2 % len(evening.seats)]]:
            for kept in every_memory():
                kept.clear()
            assert evening.page(seat) == known[seat]


def leaves(regions):
    for each in regions:
        if isinstance(each, Box):
            yield each.begins
            yield from leaves(each.inner)
        elif isinstance(each, Filled):
            yield from each.texts
        else:
            yield each


@pytest.mark.parametrize("name", ["blockbuster", "plot_twist", "smallville", "untold"])
def test_what_several_readers_share_names_the_page_of_none_of_them(name):
    evening, shared = Evening(name, 3, player="{seat} at home"), 0
    for _ in range(25):
        evening.goes_on()
        drawn = {seat: {id(each): each for each in leaves(evening.regions(seat))} for seat in evening.seats}
        for seat, own in drawn.items():
            others = set().union(*(known for other, known in drawn.items() if other != seat))
            both = [each for at, each in own.items() if at in others]
            assert not [each for each in both if f"/seat/{seat}" in each]
            shared += len(both)
    assert shared > 1000


def test_each_of_a_folded_group_is_drawn_once_for_all_who_read_of_it():
    evening, alike = Evening("untold", 3), 0

    def cast(regions):
        for each in regions:
            if isinstance(each, Box):
                if 'id="g-cast"' in each.begins:
                    yield each
                yield from cast(each.inner)

    for _ in range(12):
        evening.goes_on()
        boxes = [box for seat in evening.seats for box in cast(evening.regions(seat))]
        for box in boxes:
            assert whole([box]).startswith("<details")
            assert whole([box]).endswith("</details>")
            assert all(each.startswith("<") for each in box.inner)
        drawn = [id(each) for box in boxes for each in box.inner]
        alike += len(drawn) - len(set(drawn))
    assert alike > 50


def test_seats_that_are_asked_the_same_each_have_forms_of_their_own():
    evening = Evening("untold", 3)
    alike = 0
    for _ in range(60):
        evening.goes_on()
        for seat in evening.seats:
            page = evening.page(seat)
            forms = re.findall(r'<form id="(f-[^"]*)" data-do="act" .*?name="seat" value="([^"]*)"', page)
            assert {whose for _, whose in forms} <= {seat}
            assert all(name.startswith(f"f-{ident(seat)}-") for name, _ in forms)
            assert not {"\x02", "\x03"} & set(page)
            alike += any(name.endswith("-reroll") for name, _ in forms)
    assert alike > 20


@pytest.mark.parametrize("name", ["blockbuster", "untold"])
def test_figures_come_to_a_page_that_was_drawn_without_them_and_go_again(name):
    evening = Evening(name, 3)
    kinds = set()
    for _ in range(8):
        evening.goes_on()
        for seat in evening.seats:
            without = evening.page_with_figures(seat, ())
            for option in [each for each in evening.options(seat) if not each.blocked]:
                assert evening.page_with_figures(seat, [option]) != without, option
                kinds.add((option.standing, bool(option.params)))
            assert evening.page_with_figures(seat, ()) == without
    assert {(False, True), (False, False), (True, True)} <= kinds


def test_the_same_options_have_their_button_at_the_thumb_in_the_first_window_alone():
    evening = Evening("untold", 3)
    asked = [each for each in evening.options(awaited(evening.table.head.waiting)[0].seat) if not each.standing]
    base = "/t/t3/seat/gm"
    first, later = (whole([offers.window(asked, drafts={}, odds={}, base=base, lead=lead)]) for lead in (True, False))
    assert 'class="dock"' in first
    assert 'class="dock"' not in later


def test_a_result_is_said_once_for_all_of_whom_it_does_not_tell_and_to_each_of_the_others_as_you():
    voice = table_events.voice(game("blockbuster"))
    event = Event("spotlight", "Juno", data={"whom": "Ferris", "line": "Well held"})
    panel = Group("stage", "", (Text("t", "As it was kept", "So it was kept", "result", told=event),), "stage")
    juno, ferris, pilar, watch = (
        Listener(name, voice, (name,) if name else ()).panel(panel) for name in ("Juno", "Ferris", "Pilar", "")
    )
    assert pilar is watch
    assert [each.panels[0].head for each in (juno, ferris, pilar)] == [
        "Ferris is in the spotlight.",
        "You are in the spotlight.",
        "Ferris is in the spotlight.",
    ]
    assert [each.panels[0].body for each in (juno, ferris, pilar)] == [
        "You: “Well held”",
        "Juno: “Well held”",
        "Juno: “Well held”",
    ]


def test_who_hears_it_said_as_it_is_kept_is_given_the_panel_itself():
    voice = table_events.voice(game("blockbuster"))
    event = Event("spotlight", "Juno", data={"whom": "Ferris", "line": "Well held"})
    kept = Text("t", voice.head(event), voice.below(event), "result", told=event)
    panel = Group("stage", "", (kept, Text("u", "Beside it")), "stage")
    assert Listener("pilar", voice, ("Pilar",)).panel(panel) is panel
