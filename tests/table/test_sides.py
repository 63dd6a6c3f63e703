"""A table where the host plays against the guests: undo past what was seen, reactions of bots and people, words with an act."""

import pytest
from parlour import PARLOUR, SEATS

from cliffhanger.kernel.inputs import Act, Sit, Undo
from cliffhanger.kernel.params import first
from cliffhanger.kernel.record.format import read
from cliffhanger.table.permissions import HOST
from cliffhanger.table.projection import export
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import TableOptions


class Tables:
    """One table of the Parlour, and what people and bots do at it."""

    def __init__(self, undo="unseen", **holders):
        self.table = Table.open(
            PARLOUR, PARLOUR.ready(3, {}), table_id="parlour", key=bytes(32), at="", options=TableOptions(undo=undo)
        )
        for seat in SEATS:
            self.put(Sit(seat.id, "", holders.get(seat.id, "person")), HOST)

    def put(self, put, seat):
        done = self.table.put(put, id=f"{self.table.head.n}-{seat or 'host'}", seat=seat, at="")
        assert done.refusal is None, done.refusal
        self.table.committed(done.entries[-1].n)

    def refused(self, put, seat):
        refusal = self.table.put(put, id=f"no-{self.table.head.n}-{seat}", seat=seat, at="").refusal
        assert refusal is not None, f"{seat} could {put}"
        return refusal

    def does(self, seat, key, said="", **choice):
        option = next(o for o in self.table.options(seat) if o.key == key and not o.blocked)
        self.put(Act(seat, option.window, key, {**first(option.params), **choice}, said=said), seat)

    def claimed(self):
        """Ann's claim waits for what others say to it; gives the entry before it."""
        self.does("host", "bell")
        before = self.table.head.n
        self.does("ann", "claim")
        self.does("ann", "build", pool=("poise", "rank"), against=())
        return before


def test_nobody_goes_back_past_dice_that_fell_unless_the_other_side_agrees():
    at = Tables()
    before = at.claimed()
    at.does("host", "settle")
    refusal = at.refused(Undo(before), "ann")
    assert refusal.why == "Others have seen what that takes back."
    assert refusal.instead == "The Host is asked to agree."
    assert at.table.shown.back == {"ann": before}
    at.put(Undo(before), "host")
    assert at.table.shown.state.won == 0
    assert at.table.shown.back == {}


def test_who_runs_the_table_and_plays_against_the_others_needs_one_of_them():
    at = Tables()
    before = at.claimed()
    at.does("host", "settle")
    assert "Ann or Ben is asked to agree" in at.refused(Undo(before), "host").instead
    assert at.refused(Undo(before + 1), "ben")  # another entry is another wish
    at.put(Undo(before), "ben")


def test_what_nobody_has_seen_is_taken_back_as_ever():
    at = Tables()
    at.does("host", "bell")
    before = at.table.head.n
    at.does("ann", "claim")
    at.put(Undo(before), "ben")


def test_what_one_seat_was_told_has_been_seen():
    at = Tables()
    before = at.claimed()  # Ann's dice were whispered to the host
    assert at.refused(Undo(before), "ann").why == "Others have seen what that takes back."


def test_against_an_opponent_nobody_need_ask_for_that():
    at = Tables(undo="anyone")
    before = at.claimed()
    at.does("host", "settle")
    assert at.refused(Undo(before), "ann").why == "Others have seen what that takes back."


def test_alone_against_bots_people_do_as_they_like():
    at = Tables(host="nobody", ben="bot")
    at.claimed()
    at.put(Undo(0), "ann")


def test_a_bot_that_may_step_in_is_asked_once_a_window():
    at = Tables(host="bot", ben="bot")
    at.does("ann", "claim")
    at.does("ann", "build", pool=("poise", "rank"), against=())
    seat, act = at.table.bot()
    assert (seat, act.key) == ("ben", "gasp")
    at.put(act, seat)
    seat, act = at.table.bot()  # its deed made a new window, and it is asked again
    assert (seat, act.key) == ("ben", "gasp")
    at.put(act, seat)
    seat, act = at.table.bot()
    assert seat == "host"  # asked once more, it had nothing to say


def test_a_person_who_may_step_in_is_waited_for_until_they_have_nothing_to_say():
    at = Tables(host="bot")
    at.does("ann", "claim")
    at.does("ann", "build", pool=("poise", "rank"), against=())
    assert at.table.shown.reactors == ("ben",)
    at.table.waive("ben")
    assert at.table.shown.reactors == ()
    at.does("ben", "gasp")  # who has said so may still change their mind
    assert at.table.shown.reactors == ("ben",)  # and the next window is another


@pytest.mark.parametrize(("secret", "hearing"), [(False, ()), (True, ("ann",))])
def test_a_line_of_ones_own_is_as_secret_as_the_act(secret, hearing):
    at = Tables()
    at.does("ann", "claim", said="  You all\u202e know him.\n")
    if secret:
        at.does("ann", "build", pool=("poise",), against=(), said="He lied to me.")
    said = [event for entry in at.table.shown.log for event in entry.events if event.what == "said"]
    assert (said[-1].text, said[-1].only) == ("“He lied to me.”" if secret else "“You all know him.”", hearing)
    assert said[-1].who == "Ann"
    for seat in ("ben", "host", "watch"):
        assert (b"He lied" in export(at.table, seat)) is False


def test_a_draw_open_to_all_stands_in_everybodys_record():
    at = Tables()
    at.does("host", "bell")
    (card,) = at.table.shown.state.table
    for seat in ("ann", "ben", "host", "watch"):
        assert export(at.table, seat).count(f'"values":["{card}"]'.encode()) == 1


def test_a_record_of_format_1_is_read_as_if_it_had_been_written_today():
    at = Tables()
    at.claimed()
    today = export(at.table)
    lines = [line.replace(b'"only":["host","ann"]', b'"only":"ann"') for line in today.splitlines()]
    lines[0] = (
        lines[0].replace(b'{"cliffhanger":3,', b'{"cliffhanger":1,').replace(b'"strict":false', b'"strict":"yes"')
    )
    record = read(b"\n".join(lines), chained=False)
    whispers = [event for entry in record.entries for event in entry.events if event.what == "whispers"]
    assert [event.only for event in whispers] == [("ann",)]
    assert record.header.begins(PARLOUR).house == {"strict": True}
    assert Table.load(PARLOUR, record.header, record.entries).head.state.house == {"strict": True}
