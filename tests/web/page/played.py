"""An evening played by bots, for tests of pages: nobody serves it, and every seat's page can be drawn at any moment."""

from fractions import Fraction
from random import Random

from cliffhanger.games import game
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Sit, Undo
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import sample
from cliffhanger.table.session import Table
from cliffhanger.web.live import view_model
from cliffhanger.web.page.regions import whole
from cliffhanger.web.page.view import Figure

AT = "2026-01-01T00:00:00Z"
FIGURES = (Figure("it goes well", Fraction(2, 3)),)


class Evening:
    """A table with a person on every chair, whose bots play."""

    def __init__(self, name, seed, player="{seat}'s <b>player</b>", **house):
        self.game, self.rng = game(name), Random(seed)
        self.table = Table.open(
            self.game, self.game.ready(3, house), table_id=f"t{seed}", key=bytes([seed] * 32), at=AT
        )
        self.seats = [sitter.id for sitter in self.table.head.seats]
        for seat in self.seats:
            self.put(Sit(seat, player.format(seat=seat)), seat)
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
        return whole(self.regions(seat))

    def regions(self, seat):
        return self.regions_with_figures(seat, self.options(seat)[::2] if self.table.head.n % 3 == 0 else ())

    def page_with_figures(self, seat, options):
        return whole(self.regions_with_figures(seat, options))

    def regions_with_figures(self, seat, options):
        shared = view_model.shared_view(self.table, self.seats)
        odds = {(each.window, each.key): FIGURES for each in options}
        return view_model.body(self.table, shared, seat, shared.about, odds)

    def about(self):
        return view_model.shared_view(self.table, self.seats).about

    def options(self, seat):
        return view_model.shared_view(self.table, self.seats).options.get(seat, ())

    def pages(self):
        return {seat: self.page(seat) for seat in (*self.seats, WATCH)}
