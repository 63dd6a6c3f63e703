"""What is remembered between pages is what would be drawn afresh: for every seat, all through an evening."""

import re
import sys
from fractions import Fraction
from random import Random

import pytest

from cliffhanger.games import game
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Sit, Undo
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import sample
from cliffhanger.table.session import Table
from cliffhanger.testing.cache_laws import memories
from cliffhanger.web.live import view_model
from cliffhanger.web.page import offers
from cliffhanger.web.page.html import ident
from cliffhanger.web.page.view import Figure

AT = "2026-01-01T00:00:00Z"
ACTS = 45
FIGURES = (Figure("it goes well", Fraction(2, 3)),)


class Evening:
    """A table with a person on every chair, whose bots play."""

    def __init__(self, name, seed, **house):
        self.game, self.rng = game(name), Random(seed)
        self.table = Table.open(
            self.game, self.game.ready(3, house), table_id=f"t{seed}", key=bytes([seed] * 32), at=AT
        )
        self.seats = [sitter.id for sitter in self.table.head.seats]
        for seat in self.seats:
            self.put(Sit(seat, f"{seat}'s <b>player</b>"), seat)
        self.begun = self.table.head.n

    def put(self, put, seat):
        done = self.table.put(put, id=f"a{self.table.head.n}", seat=seat, at=AT)
        assert done.refusal is None or isinstance(put, Undo), done.refusal  # there may be nothing to take back yet
        if done.refusal is None:
            self.table.committed(done.entries[-1].n)

    def goes_on(self):
        """An act, or seldom an undo; sometimes somebody is still choosing."""
        now = self.table.head.waiting
        if isinstance(now, Over) or self.rng.random() < 0.06:
            self.put(Undo(max(self.begun, self.table.head.n - self.rng.randrange(2, 9))), self.seats[0])
            return
        seat = awaited(now)[0].seat
        options = tuple(each.option for each in now if each.seat == seat)
        self.put(self.game.bot(self.table.view(seat), seat, options, self.rng), seat)
        asked = [each for each in self.table.options(self.rng.choice(self.seats)) if each.params and not each.blocked]
        if asked and self.rng.random() < 0.3:
            option = self.rng.choice(asked)
            choice = sample(option.params, self.rng)
            self.table.draft(option.seat, option.window, option.key, choice, self.rng.choice(self.seats))

    def page(self, seat):
        """A seat's page; now and then some of its options have figures beside them."""
        return self.page_with_figures(seat, self.options(seat)[::2] if self.table.head.n % 3 == 0 else ())

    def page_with_figures(self, seat, options):
        shared = view_model.shared_view(self.table, self.seats)
        odds = {(each.window, each.key): FIGURES for each in options}
        return view_model.body(self.table, shared, seat, shared.about, odds)

    def options(self, seat):
        return view_model.shared_view(self.table, self.seats).options.get(seat, ())

    def pages(self):
        return {seat: self.page(seat) for seat in (*self.seats, WATCH)}


def every_memory():
    modules = [each for name, each in tuple(sys.modules.items()) if name.partition(".")[0] == "cliffhanger"]
    return [kept for module in modules for value in tuple(vars(module).values()) for kept in memories(value)]


@pytest.mark.parametrize("name", ["blockbuster", "smallville", "untold"])
def test_pages_drawn_with_what_is_remembered_are_those_drawn_afresh(name):
    evenings = [Evening(name, 3), Evening(name, 4)]
    for _ in range(20):
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
    first, later = (offers.window(asked, drafts={}, odds={}, base="/t/t3/seat/gm", lead=lead) for lead in (True, False))
    assert 'class="dock"' in first
    assert 'class="dock"' not in later
