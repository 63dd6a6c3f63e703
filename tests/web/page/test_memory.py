"""What is remembered between pages is what would be drawn afresh: for every seat, all through an evening."""

import sys
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

AT = "2026-01-01T00:00:00Z"
ACTS = 45


class Evening:
    """A table with a person on every chair, whose bots play."""

    def __init__(self, name, seed, **house):
        self.game, self.rng = game(name), Random(seed)
        self.table = Table.open(self.game, self.game.ready(3, house), table_id="t", key=bytes([seed] * 32), at=AT)
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
        shared = view_model.shared_view(self.table, self.seats)
        return view_model.body(self.table, shared, seat, shared.about, {})

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
