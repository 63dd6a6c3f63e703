"""Bots go at reading pace: by a clock of the test's own, which stands still until it is told to go on."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from people import Person, evening, play

from cliffhanger.kernel.events import Event
from cliffhanger.kernel.inputs import Act, Faces, Sit
from cliffhanger.kernel.offers import Offer, Option
from cliffhanger.kernel.record.format import Entry
from cliffhanger.web.live import bot_driver
from cliffhanger.web.live.pace import CHOICE, CHOICES, GLANCE, MOST, ROLL, WORD, choosing_time, reading_time

pytestmark = pytest.mark.timeout(60)

ACT = Act("k1", "w", "pass", {})


class Clock:
    """What was asked to be done later, and after how long; nothing is done until `runs`."""

    def __init__(self):
        self.waits, self.delays = [], []

    def after(self, delay, do):
        self.waits.append((self, delay, do))
        self.delays.append(delay)
        return Handle(self, self.waits[-1])

    def runs(self):
        """The time of what waits comes; gives how long it was."""
        _, delay, do = self.waits.pop(0)
        do()
        return delay

    async def waits_for_one(self):
        """Until something waits: gives how long it will."""
        async with asyncio.timeout(20):
            while not self.waits:
                await asyncio.sleep(0.01)
        assert len(self.waits) == 1
        return self.waits[0][1]


class Handle:
    def __init__(self, clock, wait):
        self.clock, self.wait = clock, wait

    def cancel(self):
        if self.wait in self.clock.waits:
            self.clock.waits.remove(self.wait)


async def acted(person, n):
    """Wait until the table has gone beyond entry `n`; gives where it is."""
    async with asyncio.timeout(20):
        while (now := (await person.view())["n"]) <= n:
            await asyncio.sleep(0.02)
    return now


@asynccontextmanager
async def waiting_for_bots(tmp_path, **wish):
    """Somebody alone at a table of bots, who has just passed, with the clock and what they were shown."""
    async with evening(tmp_path, {"reading": 1.0}) as server:
        clock = Clock()
        server.registry.services.after = clock.after
        status, headers, _ = await server.post("/try", {"game": "lanterns", "name": "Ada", **wish})
        assert status == 303
        path, _, secret = headers["location"].partition("#s=")
        _, _, table, _, seat = path.split("/")
        ada = Person(server, {"table": table, "seat": seat, "secret": secret})
        async with ada.page():
            await ada.next("page")
            frame = await ada.does("pass")
            async with asyncio.timeout(20):
                while "pass" not in str(server.registry.tables[table].table.shown.log[-1].input):
                    await asyncio.sleep(0.01)
            yield ada, clock, frame["n"]


def reads(person):
    """How long a reader takes for what has just happened."""
    table = person.server.registry.tables[person.table].table
    return reading_time(table.policy.pace, table.shown.log)


@pytest.mark.parametrize(
    ("wish", "times"), [({}, 1), ({"pace": "reading"}, 1), ({"pace": "slow"}, 2), ({"pace": "once"}, 0)]
)
def test_a_bot_waits_until_what_happened_is_read_and_at_once_means_at_once(tmp_path, wish, times):
    async def scene():
        async with waiting_for_bots(tmp_path, **wish) as (ada, clock, n):
            assert await clock.waits_for_one() == reads(ada)
            assert (reads(ada) > 0) == (times > 0)
            assert not any(line["who"] == "Bram" for line in (await ada.view())["log"])
            clock.runs()
            await acted(ada, n)

    play(scene())


@pytest.mark.parametrize("how", ["socket", "api", "form"])
def test_next_lets_one_bot_go_on_at_once(tmp_path, how):
    async def scene():
        async with waiting_for_bots(tmp_path) as (ada, clock, n):
            assert await clock.waits_for_one() > 0
            if how == "socket":
                await ada.send(do="hasten", id="next")
                assert (await ada.answer("next"))["ack"] == "next"
            elif how == "api":
                path = f"/api/tables/{ada.table}/act?seat={ada.seat}"
                status, told = await ada.server.json("POST", path, {"do": "hasten", "id": "next"}, ada.secret)
                assert (status, told["ack"]) == (200, "next")
            else:
                seat = f"/t/{ada.table}/seat/{ada.seat}"
                status, _, _ = await ada.server.post(f"{seat}/hasten", {"id": "next"}, cookie=f"seat={ada.secret}")
                assert status == 303
            assert await clock.waits_for_one() == 0
            clock.runs()
            await acted(ada, n)
            assert await clock.waits_for_one() == reads(ada) > 0

    play(scene())


def test_skip_to_me_lets_them_all_go_on_until_a_person_is_asked_and_no_longer(tmp_path, monkeypatch):
    async def scene():
        async with waiting_for_bots(tmp_path) as (ada, clock, at):
            await clock.waits_for_one()
            await ada.send(do="hasten", id="skip", far=True)
            await ada.answer("skip")
            live_table = ada.server.registry.tables[ada.table]
            with monkeypatch.context() as more_bots:  # as where another bot is asked after this one
                more_bots.setattr(type(live_table.table.shown), "stops", property(lambda _: False))
                more_bots.setattr(bot_driver, "choosing_time", lambda *_: 0.0)
                clock.runs()
                await acted(ada, at)
                assert await clock.waits_for_one() == 0
            async with asyncio.timeout(20):  # by the dice another bot may be asked in truth: it goes on at once as well
                while not live_table.table.shown.stops:
                    if clock.waits:
                        assert clock.runs() == 0
                    await asyncio.sleep(0.01)
            assert live_table.bots.delay() == reads(ada) > 0
            assert live_table.bots.hurried == set()

    play(scene())


def test_who_acts_or_watches_nothing_is_held_up_and_who_only_watches_hurries_nobody(tmp_path):
    async def scene():
        async with waiting_for_bots(tmp_path) as (ada, clock, _n):
            delay = await clock.waits_for_one()
            live_table = ada.server.registry.tables[ada.table]
            watcher = Person(
                ada.server, {"table": ada.table, "seat": "watch", "secret": live_table.audience.watch_secret}
            )
            async with watcher.page():
                await watcher.next("page")
                await watcher.send(do="hasten", id="next", far=True)
                assert (await watcher.answer("next"))["why"] == "You only watch."
                await watcher.send(do="pause", id="held", on=True)
                assert "ack" in await watcher.answer("held")
            assert live_table.bots.hurried == set()
            await ada.send(do="pause", id="on", on=False)
            assert "ack" in await ada.answer("on")
            path = f"/api/tables/{ada.table}/act?seat=watch"
            status, told = await ada.server.json("POST", path, {"do": "hasten", "id": "next"}, watcher.secret)
            assert (status, told["refused"]) == (409, "You only watch. Take a seat by the table's link to play.")
            assert delay > 0
        assert not live_table.audience.connections
        live_table.bots.wake()
        assert live_table.bots.delay() == 0  # nobody looks on

    play(scene())


def test_who_else_may_step_in_has_the_time_for_it_all_the_same(tmp_path, monkeypatch):
    async def scene():
        async with waiting_for_bots(tmp_path) as (ada, _clock, _n):
            live_table = ada.server.registry.tables[ada.table]
            live_table.services.limits = type(live_table.services.limits)(grace=1.0, reading=1.0)
            kind = type(live_table.table.shown)
            monkeypatch.setattr(kind, "reactors", property(lambda _: (ada.seat,)))
            assert live_table.bots.delay() == live_table.table.policy.grace
            live_table.hasten(ada.seat, far=False)
            assert live_table.bots.delay() == 0
            monkeypatch.setattr(kind, "reactors", property(lambda _: (ada.seat, "k9")))
            assert live_table.bots.delay() == live_table.table.policy.grace

    play(scene())


def test_while_a_person_who_may_act_is_choosing_bots_leave_them_the_word_but_not_without_end(tmp_path, monkeypatch):
    async def scene():
        async with waiting_for_bots(tmp_path) as (ada, clock, _n):
            await clock.waits_for_one()
            bots = ada.server.registry.tables[ada.table].bots
            made = len(clock.delays)
            bots.chooses()
            assert len(clock.delays) == made  # nobody but the bots may act
            monkeypatch.setattr(bot_driver, "choosing_time", lambda *_: CHOICE)
            bots.chooses()
            assert [delay for _, delay, _ in clock.waits] == [CHOICE]
            assert len(clock.delays) == made + 1
            n, began = bots.chosen
            bots.chosen = n, began - CHOICES
            bots.chooses()
            assert len(clock.delays) == made + 1

    play(scene())


def test_who_skips_to_their_own_turn_skips_no_time_in_which_they_may_act(tmp_path, monkeypatch):
    async def scene():
        async with waiting_for_bots(tmp_path) as (ada, _clock, n):
            live_table = ada.server.registry.tables[ada.table]
            live_table.services.limits = type(live_table.services.limits)(reading=1.0)
            bots = live_table.bots
            live_table.hasten(ada.seat, far=True)
            monkeypatch.setattr(bot_driver, "choosing_time", lambda *_: CHOICE)
            assert bots.delay() == 0  # as things stood they skipped it
            bots.hasty = n - 1
            assert bots.delay() == CHOICE - live_table.services.limits.looks
            live_table.hasten(ada.seat, far=False)
            assert bots.delay() == 0

    play(scene())


def entry(put, *texts, only=()):
    events = tuple(Event("says", text=each, only=only) for each in texts)
    return Entry(n=1, id="i", seat="k1", at="", input=put, events=events, prev="")


def test_a_long_sentence_takes_longer_a_roll_is_looked_at_and_nothing_takes_no_time():
    act, rolled = entry(ACT, "Ada swings the lamp."), entry(Faces("r", (6,)), "A 6.")
    assert reading_time("reading", [act]) == GLANCE + 4 * WORD
    assert reading_time("slow", [act]) == 2 * reading_time("reading", [act])
    assert reading_time("reading", [act, rolled]) == ROLL
    assert reading_time("reading", [entry(ACT, "word " * 99)]) == MOST
    assert reading_time("once", [act]) == reading_time("reading", [entry(ACT)]) == reading_time("reading", []) == 0
    assert reading_time("reading", [act, entry(Sit("k2", "", "bot"), "A bot takes a seat.")]) == 0
    assert reading_time("reading", [entry(ACT, "A secret.", only=("k1",))]) == 0


def test_bots_leave_the_word_a_while_to_a_person_who_may_act_though_nobody_waits_for_them():
    may = Offer.written_out(Option("ada", "1", "act", "Act"), lambda s: s)
    shut = Offer.written_out(Option("ada", "1", "act", "Act", blocked="No."), lambda s: s)
    helps = Offer.written_out(Option("ada", "1", "help", "Help", reaction=True), lambda s: s)
    tells = Offer.written_out(Option("bram", "1.a", "tell", "Tell it", rank=-1), lambda s: s)
    other = Offer.written_out(Option("bram", "2", "act", "Act", rank=-1), lambda s: s)
    rests = Offer.written_out(Option("ada", "1", "act", "Act", reaction=True, first=True), lambda s: s)
    for pace, times in (("once", 0), ("reading", 1), ("slow", 2)):
        assert choosing_time(pace, (may,), {"ada"}) == times * CHOICE
        assert choosing_time(pace, (may,), {"bram"}) == 0
        assert choosing_time(pace, (shut, helps), {"ada"}) == 0
        assert choosing_time(pace, (rests,), {"ada"}) == times * CHOICE
        assert choosing_time(pace, (may, tells), {"ada"}) == 0
        assert choosing_time(pace, (may, other), {"ada"}) == times * CHOICE
    assert choosing_time("slow", None, {"ada"}) == 0
