"""What a page shows of a table with two sides: who would go back, and the button of who has nothing to add."""

from html import unescape

import pytest
from parlour import PARLOUR, SEATS
from sample import page_of

from cliffhanger.kernel.inputs import Act, Sit, Undo
from cliffhanger.kernel.params import first
from cliffhanger.table.permissions import HOST
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import TableOptions
from cliffhanger.web.live import view_model


class Sides:
    """A table of the Parlour at which Ann makes a claim."""

    def __init__(self, **holders):
        options = TableOptions(undo="unseen")
        self.table = Table.open(PARLOUR, PARLOUR.ready(3, {}), table_id="t", key=bytes(32), at="", options=options)
        for seat in SEATS:
            self.put(Sit(seat.id, "", holders.get(seat.id, "person")), HOST)
        self.does("ann", "claim")
        self.does("ann", "build", pool=("poise", "rank"), against=())

    def put(self, put, seat):
        done = self.table.put(put, id=f"{self.table.head.n}-{seat or 'host'}", seat=seat, at="")
        if done.refusal is None:
            self.table.committed(done.entries[-1].n)

    def does(self, seat, key, **choice):
        option = next(o for o in self.table.options(seat) if o.key == key)
        self.put(Act(seat, option.window, key, {**first(option.params), **choice}), seat)

    def page(self, seat):
        shared = view_model.shared_view(self.table, set())
        options = self.table.options(seat)
        return page_of(PARLOUR, shared.about, self.table.shown, self.table.view(seat), options, seat)


def test_whoever_has_to_agree_is_asked_and_nobody_else():
    at = Sides()
    at.does("host", "settle")
    at.put(Undo(4), "ann")
    assert "Ann would take back “" in unescape(at.page("host"))
    assert 'id="do-agree-4"' in at.page("host")
    assert "Others have seen it, so The Host is asked to agree." in at.page("ann")
    for seat in ("ann", "ben", "watch"):
        assert "do-agree" not in at.page(seat)
    assert "wished-back" not in at.page("ben")
    at.does("host", "bell")
    for seat in ("ann", "host"):  # it is no wish any more once the table has gone on
        assert "wished-back" not in at.page(seat)


@pytest.mark.parametrize(("host", "shown"), [("bot", True), ("person", False)])
def test_who_may_step_in_may_say_that_they_will_not_where_a_bot_waits_for_them(host, shown):
    at = Sides(host=host)
    assert ('id="do-waive"' in at.page("ben")) is shown
    at.table.waive("ben")
    assert 'id="do-waive"' not in at.page("ben")


def test_what_lies_in_a_hand_stands_below_the_choices_and_a_board_is_told_in_lists():
    text = Sides().page("ann")
    assert "Your hand" in text
    assert "The stair" in text
    assert '<span class="sr">it was </span>They are friends.</s>' in text
    assert "Values, Ties" in text
