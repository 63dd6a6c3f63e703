"""Any evening: acts, undos, rulings, pauses, lost commits and restarts in any order leave table and record agreed."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.lanterns import LANTERNS
from tests.table.evening import AT, KEY, Evening

from cliffhanger.kernel.inputs import Act, Close, Pause, Ruling, Sit, Undo
from cliffhanger.kernel.params import sample
from cliffhanger.kernel.record.format import encode, read, replay, standing
from cliffhanger.table import Table
from cliffhanger.table.verify import verify


class AnyEvening(RuleBasedStateMachine):
    """`evening` is the table; `stored` the bytes a store would hold, a line for each entry."""

    @initialize()
    def opens(self):
        self.evening = Evening()
        self.stored = []
        self.count = 0
        self.do(Sit("k1", "Ada"), "k1")

    def do(self, put, seat, *, keep=True):
        self.count += 1
        done = self.evening.table.put(put, id=f"do{self.count}", seat=seat, at=AT)
        if done.refusal:
            assert done.refusal.why
            return done
        if keep:
            self.stored += [line.body for line in done.lines]
            self.evening.table.committed(done.entries[-1].n)
            again = self.evening.table.put(put, id=f"do{self.count}", seat=seat, at=AT)
            assert again.again
            assert again.entries == done.entries
        else:
            self.evening.table.lost()
        return done

    def option(self, seed):
        waiting = self.evening.table.head.waiting
        if not isinstance(waiting, tuple):
            return None
        return Random(seed).choice([each.option for each in waiting if not each.option.blocked])

    @rule(seed=st.integers(0, 99), keep=st.booleans())
    def acts(self, seed, keep):
        if option := self.option(seed):
            choice = sample(option.params, Random(seed))
            self.do(Act(option.seat, option.window, option.key, choice), option.seat, keep=keep)

    @rule(back=st.integers(0, 6))
    def undoes(self, back):
        before = encode(self.evening.table.shown.state)
        n = self.evening.table.shown.n
        if not self.do(Undo(max(0, n - back)), "k2").refusal:
            assert not self.do(Undo(n), "k2").refusal
            assert encode(self.evening.table.shown.state) == before

    @rule(lit=st.integers(0, 4))
    def rules(self, lit):
        self.do(Ruling("", "So be it.", ("lit",), lit), "host")

    @rule(on=st.booleans())
    def pauses(self, on):
        self.do(Pause(on), "k1")
        self.do(Pause(on=False), "k2")

    @rule(name=st.text(max_size=5), holder=st.sampled_from(["person", "bot", "nobody"]))
    def sits(self, name, holder):
        self.do(Sit("k2", name, holder), "k2")

    @rule()
    def restarts(self):
        record = read(b"\n".join((encode(self.evening.table.header), *self.stored)))
        old = self.evening.table.shown
        self.evening = Evening(table=Table.load(LANTERNS, record.header, record.entries, KEY, record.tail))
        new = self.evening.table.shown
        assert (new.n, new.state, new.seats, new.log, new.paused) == (old.n, old.state, old.seats, old.log, old.paused)

    @invariant()
    def the_record_is_the_table(self):
        if not hasattr(self, "evening"):
            return
        table = self.evening.table
        assert self.evening.record() == b"".join(line + b"\n" for line in (encode(table.header), *self.stored))
        assert table.head == table.shown
        assert table.shown.log == standing(table.kept())
        play = replay(LANTERNS, table.header, table.kept())
        assert encode(play.now.state) == encode(table.shown.state)

    def teardown(self):
        if hasattr(self, "evening"):
            self.do(Close(""), "host")
            report = verify(self.evening.record(), LANTERNS)
            assert report.sound, report.faults


AnyEvening.TestCase.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
TestAnyEvening = AnyEvening.TestCase
