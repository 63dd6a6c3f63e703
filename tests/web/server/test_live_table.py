"""A live table alone, with services made for the test: apply, persist, publish, in that order; no server, no store."""

import asyncio
from types import SimpleNamespace

import pytest
from lanterns import LANTERNS
from people import play

from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Pause
from cliffhanger.table import Table
from cliffhanger.table.ports import Line, Taken, Unkept, Unsure
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.limits import Limits, Stopping
from cliffhanger.web.live.links import new_secrets
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.qr_codes import QrCodes
from cliffhanger.web.live.services import Services
from cliffhanger.web.page.regions import whole

AT = "2026-01-02T20:00:00Z"


class Alone:
    """A live table; `appends` holds what it has handed to the store, each with what to call with the answer."""

    def __init__(self):
        self.appends, self.tasks, self.secrets = [], [], new_secrets()
        self.services = Services(
            clock=SimpleNamespace(now=lambda: AT),
            limits=Limits(bot_delay=60.0),
            figures=SimpleNamespace(of=lambda *_: {}),
            qr_codes=QrCodes(),
            append=lambda lines, answer: self.appends.append((lines, answer)),
            reread=self.reread,
            read_after=self.read_after,
            whispers=None,
            whisper=None,
            change_secrets=None,
            read_secrets=None,
            ask_store=self.ask_store,
            number_of=self.number_of,
            fault=self.fault,
            later=lambda work: self.tasks.append(asyncio.create_task(work)),
            read_file=None,
            think=None,
            reachable=lambda origin: origin,
        )
        self.live_table = LiveTable(self.opened(), self.secrets, self.services)
        self.page = Connection("k1", self.live_table.audience.send_limit("k1"))
        self.watcher = Connection(WATCH, self.live_table.audience.send_limit(WATCH))
        for each in (self.page, self.watcher):
            self.live_table.audience.enter(each)
        self.drawn()
        self.results = {}

    def opened(self):
        key = bytes.fromhex(self.secrets.key)
        return Table.open(LANTERNS, LANTERNS.ready(2, {}), table_id="wall", key=key, at=AT)

    async def reread(self, name):
        return self.opened(), self.secrets

    async def read_after(self, name, n):
        return []

    async def ask_store(self, question):
        return question()

    def number_of(self, name, id):
        return 0

    async def fault(self):
        return ""

    def drawn(self):
        for each in (self.page, self.watcher):
            each.dirty = False

    @property
    def dirty(self):
        return self.page.dirty, self.watcher.dirty

    def pause(self, id, on):
        self.live_table.put(Pause(on), id=id, seat="k1", tell=lambda result: self.results.update({id: result}))

    def answer(self, error=None):
        lines, answer = self.appends.pop(0)
        answer(error)
        return [line.n for line in lines]


def test_pages_are_drawn_once_the_store_has_kept_what_was_put_and_never_before():
    async def scene():
        alone = Alone()
        alone.pause("first", on=True)
        assert (alone.results, alone.dirty, alone.live_table.table.shown.paused) == ({}, (False, False), False)
        kept = alone.answer()
        assert (alone.results["first"].n, alone.results["first"].refusal) == (kept[-1], None)
        assert (alone.dirty, alone.live_table.table.shown.paused) == ((True, True), True)

    play(scene())


def test_one_append_is_under_way_and_what_is_put_meanwhile_goes_into_the_next():
    async def scene():
        alone = Alone()
        for n, on in enumerate((True, False, True)):
            alone.pause(f"put-{n}", on=on)
        assert len(alone.appends) == 1
        first = alone.answer()
        assert set(alone.results) == {"put-0"}
        second = alone.answer()
        assert (len(second), alone.appends) == (2, [])
        assert [alone.results[f"put-{n}"].n for n in range(3)] == [first[-1], *second]

    play(scene())


def test_what_was_not_kept_is_refused_and_what_comes_then_waits_for_what_the_store_has():
    async def scene():
        alone = Alone()
        alone.pause("lost", on=True)
        alone.answer(Unkept("The disk is full."))
        assert "The disk is full." in alone.results["lost"].refusal.why
        assert not alone.live_table.table.head.paused
        alone.pause("again", on=True)
        assert (alone.appends, len(alone.tasks)) == ([], 1)
        await asyncio.gather(*alone.tasks)
        alone.answer()
        assert alone.results["again"].refusal is None

    play(scene())


def test_a_table_that_somebody_else_always_writes_first_gives_up():
    async def scene():
        alone = Alone()
        alone.pause("late", on=True)
        tries = 0
        while "late" not in alone.results:
            alone.answer(Taken("wall"))
            await asyncio.gather(*alone.tasks)
            tries += 1
        assert alone.results["late"].refusal.why == "This table is being written elsewhere."
        assert 1 < tries < 40

    play(scene())


class Away(Alone):
    """One whose store can be read only while it is not away, and then has what was handed to it."""

    def __init__(self):
        super().__init__()
        self.away, self.kept, self.timers = True, [], []
        self.services.after = lambda delay, do: self.timers.append((delay, do))

    async def reread(self, name):
        if self.away:
            raise Unkept("The database cannot be reached.")
        table = self.opened()
        table.follow(self.kept)
        return table, self.secrets

    async def read_after(self, name, n):
        return [Line(each.table, each.n, each.id, each.body) for each in self.kept if each.n > n]

    async def ask_store(self, question):
        if self.away:
            raise Unkept("The database cannot be reached.")
        return question()

    def number_of(self, name, id):
        return next((each.n for each in self.kept if each.id == id), 0)

    async def rests(self):
        while self.tasks:
            await self.tasks.pop(0)

    async def fires(self):
        """The time of everything that waits for one has come."""
        timers, self.timers = self.timers, []
        for _, do in timers:
            do()
        await self.rests()


def test_what_may_have_been_kept_is_not_refused_while_nobody_can_look():
    async def scene():
        away = Away()
        away.pause("perhaps", on=True)
        away.pause("later", on=False)
        away.kept = list(away.appends[0][0])
        away.answer(Unsure("The database was cut off."))
        await away.rests()
        assert set(away.results) == {"later"}  # it was never handed to the store
        assert away.results["later"].refusal.why == "The table could not be read again."
        assert away.live_table.busy
        for _ in range(3):
            away.timers.pop()[1]()
            await away.rests()
        assert set(away.results) == {"later"}
        away.away = False
        away.timers.pop()[1]()
        await away.rests()
        assert (away.results["perhaps"].n, away.results["perhaps"].refusal) == (3, None)
        assert (away.appends, away.live_table.busy) == ([], False)

    play(scene())


def test_what_was_kept_after_all_is_acknowledged_however_often_others_were_faster():
    async def scene():
        away = Away()
        away.away = False
        away.pause("mine", on=True)
        away.live_table.retries = 99
        away.kept = list(away.appends[0][0])
        away.answer(Unsure("The database was cut off."))
        await away.rests()
        assert (away.results["mine"].n, away.results["mine"].refusal) == (3, None)

    play(scene())


def test_a_table_whose_store_was_away_catches_up_though_nobody_puts_anything():
    async def scene():
        away = Away()
        away.pause("lost", on=True)
        lines = list(away.appends[0][0])
        away.answer(Unkept("The database cannot be reached."))
        await away.rests()
        assert not away.live_table.table.shown.paused
        away.kept, away.away = lines, False  # another node was asked the same, and kept it
        away.drawn()
        await away.live_table.catch_up()
        assert (away.live_table.table.shown.n, away.live_table.table.shown.paused) == (3, True)
        assert away.dirty == (True, True)

    play(scene())


async def until(true):
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


def test_what_is_written_as_its_file_is_moved_away_is_answered_once_the_file_is_back():
    async def scene():
        away, gone = Away(), ["The file was moved."]

        async def fault():
            return gone[0]

        away.services.fault, away.away = fault, False
        away.pause("perhaps", on=True)
        away.pause("later", on=False)
        away.kept = list(away.appends[0][0])  # what can be read has it, and may be thrown away
        away.answer(Unsure("The file was moved meanwhile."))
        await away.rests()
        assert set(away.results) == {"later"}
        assert "The file was moved." in away.results["later"].refusal.why
        gone[0] = ""
        await away.fires()
        assert (away.results["perhaps"].n, away.results["perhaps"].refusal) == (3, None)

    play(scene())


def test_an_input_that_is_sent_again_while_the_table_cannot_be_read_is_not_refused_if_it_was_kept():
    async def scene():
        away = Away()
        away.pause("kept", on=True)
        away.kept = list(away.appends[0][0])
        away.answer()
        away.pause("lost", on=False)
        away.answer(Unkept("The disk is full."))
        away.results.clear()
        away.pause("kept", on=True)
        away.pause("new", on=True)
        await away.rests()
        assert [id for id, result in away.results.items() if result.refusal] == ["new"]
        away.away = False
        await away.fires()
        assert away.results["kept"].refusal is None

    play(scene())


class Shared(Away):
    """One that other nodes write to as well, and whose store answers by itself."""

    def __init__(self):
        super().__init__()
        self.away = False
        self.services.append = self.append
        self.services.shared, self.services.whisper = True, lambda *_: None
        self.services.whispers = self.whispers

    async def whispers(self, name):
        return {}

    def append(self, lines, answer):
        error = Unkept("The database cannot be reached.") if self.away else None
        if error is None and lines[0].n != len(self.kept) + 1:
            error = Taken("wall")
        self.kept += () if error else lines
        asyncio.get_running_loop().call_soon(answer, error)

    def others_keep(self, put, id):
        """Another node keeps an input; this one has not heard of it."""
        table = self.opened()
        table.follow(self.kept)
        done = table.put(put, id=id, seat="k1", at=AT)
        assert done.refusal is None
        self.kept += done.lines


def test_an_input_that_this_node_refuses_and_another_one_has_kept_is_acknowledged():
    async def scene():
        shared = Shared()
        shared.others_keep(Pause(on=True), "twice")
        shared.pause("twice", on=False)  # by what this node knows the table is not paused
        await until(lambda: shared.results)
        assert (shared.results["twice"].n, shared.results["twice"].refusal) == (shared.kept[-1].n, None)
        shared.pause("odd", on=True)
        await until(lambda: "odd" in shared.results)
        assert shared.results["odd"].refusal.why == "The table is paused already."

    play(scene())


def test_while_nobody_can_look_nothing_is_refused_and_then_it_is_judged_by_what_was_kept():
    async def scene():
        shared = Shared()
        shared.away = True
        shared.pause("too-soon", on=False)
        shared.pause("twice", on=True)
        await asyncio.sleep(0.5)
        assert (shared.results, shared.live_table.owes) == ({}, True)
        shared.others_keep(Pause(on=True), "twice")
        paused, shared.away = shared.kept[-1].n, False
        await until(lambda: len(shared.results) == 2)
        assert (shared.results["twice"].n, shared.results["twice"].refusal) == (paused, None)
        # Before the pause it could not have been let go on; by now it can.
        assert (shared.results["too-soon"].n, shared.results["too-soon"].refusal) == (paused + 1, None)
        assert [each.id for each in shared.kept].count("twice") == 1

    play(scene())


def test_a_server_that_stops_takes_nothing_new():
    async def scene():
        alone = Alone()
        alone.services.closing = True
        with pytest.raises(Stopping):
            await alone.live_table.ask(Pause(on=True), id="late", seat="k1")
        assert alone.appends == []

    play(scene())


def test_pages_of_a_seat_share_a_drawing_until_something_changes():
    async def scene():
        audience = Alone().live_table.audience
        once = audience.page("k1", "http://one")
        assert audience.page("k1", "http://two") is once
        audience.changed(audience.table)
        assert audience.page("k1", "http://one") is not once
        masters = {whole(audience.page("host", f"http://{name}")[0]) for name in ("one", "two")}
        assert len(masters) == 2  # its links name the origin

    play(scene())
