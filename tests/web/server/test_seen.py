"""What a server says of itself: whether it is alive, whether it serves, and its metrics."""

import asyncio
import contextlib
import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from people import Server, evening, play
from prometheus_client.parser import text_string_to_metric_families

from cliffhanger.store import SqliteStore
from cliffhanger.table.ports import Taken, Unkept
from cliffhanger.web.http import metrics
from cliffhanger.web.http.keeper import keeper_app
from cliffhanger.web.live.meters import BEAT, FAULTS, LIMITS, Histogram, Meters
from cliffhanger.web.server import beside, bind
from cliffhanger.web.workers.pool import Busy, Overrun, Worker

pytestmark = pytest.mark.timeout(60)
HOSTILE = 'Zed\n\x1b[31m\u202e{}"\\'


@contextlib.contextmanager
def kept(registry, **options):
    """The keeper's port of a registry; gives who can be asked there."""
    with bind("127.0.0.1", 0) as listening, beside(keeper_app(registry, **options), listening):
        yield Server(listening.getsockname()[1], registry)


async def figures(keeper):
    """All metrics, by name and labels."""
    status, headers, text = await keeper.ask("GET", "/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=0.0.4")
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(each.name.removeprefix("cliffhanger_"), *each.labels.values()): each.value for each in samples}, text


def test_a_server_says_that_it_lives_and_that_it_serves_and_its_metrics_to_nobody_who_plays(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            with kept(server.registry) as keeper:
                for each in (server, keeper):
                    for path in ("/healthz", "/readyz"):
                        status, _, text = await each.ask("GET", path)
                        assert (status, text) == (200, "ok")
                assert (await server.ask("GET", "/metrics"))[0] == 404
                assert (await keeper.ask("GET", "/metrics"))[0] == 200
                assert (await server.ask("GET", "/keeper"))[0] == 404

    play(scene())


def test_a_store_that_cannot_keep_is_alive_no_more_and_not_ready(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            for each in tmp_path.glob("tables.db*"):
                each.unlink()
            for path in ("/healthz", "/readyz"):
                status, _, text = await server.ask("GET", path)
                assert (status, "was deleted" in text) == (503, True)
            with kept(server.registry) as keeper:
                assert (await figures(keeper))[0]["store_broken",] == 1

    play(scene())


def test_a_store_that_does_not_answer_within_a_second_is_asked_once_whoever_waits(tmp_path):
    class Slow(SqliteStore):
        asked, answers = 0, threading.Event()

        def find(self, table):
            self.asked += 1
            self.answers.wait(20)
            return super().find(table)

    async def scene():
        store = Slow(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            begun = time.monotonic()
            said = await asyncio.gather(*(server.ask("GET", "/readyz") for _ in range(4)))
            assert time.monotonic() - begun < 5
            assert {(status, text) for status, _, text in said} == {
                (503, "The store has not answered within 1 second.")
            }
            assert store.asked == 1
            assert (await server.ask("GET", "/healthz"))[0] == 200
            store.answers.set()
            while (await server.ask("GET", "/readyz"))[0] != 200:
                await asyncio.sleep(0.01)

    play(scene())


def test_a_store_that_cannot_be_read_is_told_by_the_kind_of_its_fault_alone(tmp_path):
    class Away(SqliteStore):
        def find(self, table):
            raise Unkept("no route to db.secret.example, user keeper")

    async def scene():
        async with evening(tmp_path, store=Away(tmp_path / "tables.db")) as server:
            status, _, text = await server.ask("GET", "/readyz")
            assert (status, text) == (503, "The store cannot be read: Unkept.")

    play(scene())


def test_a_server_that_stops_is_not_ready_and_says_so_beside(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            with kept(server.registry) as keeper:
                server.registry.services.closing = True
                status, _, text = await keeper.ask("GET", "/readyz")
                assert (status, "stops" in text) == (503, True)
                assert (await figures(keeper))[0]["draining",] == 1

    play(scene())


def test_a_loop_that_is_stuck_is_told_by_the_port_beside_while_it_is_stuck(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            with kept(server.registry) as keeper:
                while not server.registry.meters.beaten:
                    await asyncio.sleep(0.01)
                with ThreadPoolExecutor(1) as elsewhere:
                    asked = elsewhere.submit(lambda: [time.sleep(BEAT + 1.2), keeper.asked("GET", "/readyz")][1])
                    while not asked.done():
                        time.sleep(0.05)  # the loop of the tables is held up
                status, _, text = asked.result()
                assert (status, "seconds late" in text) == (503, True)
                while (await server.ask("GET", "/readyz"))[0] != 200:
                    await asyncio.sleep(0.05)
                found, _ = await figures(keeper)
                assert found["loop_late_seconds_bucket", "+Inf"] - found["loop_late_seconds_bucket", "1.0"] == 1

    play(scene())


def test_what_is_played_is_counted_and_nothing_that_anybody_wrote(tmp_path):
    async def scene():
        async with evening(tmp_path, {"wrong": 1}) as server:
            with kept(server.registry) as keeper:
                wren = await server.opens(name=HOSTILE)
                ida = await server.sits(wren.table, "k1", "Idamund")
                before, _ = await figures(keeper)
                async with wren.page(screen="lobby"), ida.page():
                    await wren.next("page")
                    await ida.next("page")
                    frame = await ida.act_frame("pass")
                    frame["act"]["key"] = HOSTILE
                    await ida.send(**frame)
                    assert "refused" in await ida.answer(frame["id"])
                    answer = await ida.does("call", words="Hold fast")
                    while (await ida.next("page"))["n"] < answer["n"]:
                        pass
                    found, text = await figures(keeper)
                    assert found["pages_open", "seat"] == found["pages_open", "screen"] == 1
                for _ in range(3):
                    await server.json("GET", f"/api/tables/{wren.table}/view?seat=k1", None, "wrong")
                after, _ = await figures(keeper)

        def grown(*key):
            return found.get(key, 0) - before.get(key, 0)

        assert found["tables_live",] == 1
        assert grown("inputs_kept_total", "Act") == grown("inputs_refused_total", "Act") == 1
        kinds = [key for key in found if key[0] == "inputs_kept_total"]
        assert found["keep_seconds_count",] == sum(found[key] for key in kinds)
        assert 0 < found["keep_seconds_sum",] < 60
        assert grown("show_seconds_count") >= 2
        assert grown("sent_bytes_total", "views") > 1_000
        assert grown("sent_bytes_total", "frames") > 10
        assert found["sent_bytes_total", "answers"] > 100
        assert found["batch_writes_count",] > 3
        assert found["batch_writes_bucket", "1"] <= found["batch_writes_bucket", "256"] == found["batch_writes_count",]
        assert after["limit_refusals_total", "wrong_secrets"] > before["limit_refusals_total", "wrong_secrets"]
        assert after["pages_open", "seat"] == 0
        assert {key[1] for key in found if key[0] == "limit_refusals_total"} == set(LIMITS)
        assert {key[1] for key in found if key[0] == "store_faults_total"} == set(FAULTS)
        for secret in (wren.table, "Zed", "Idamund", wren.secret, ida.secret, "\x1b", "k1"):
            assert secret not in text

    play(scene())


def test_what_the_store_does_not_keep_is_counted_by_how_and_remembered(tmp_path):
    class Faulty(SqliteStore):
        next = None

        def append(self, lines, done):
            error, self.next = self.next, None
            if error:
                done(error)
            else:
                super().append(lines, done)

    async def scene():
        store = Faulty(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            meters = server.registry.meters
            async with ida.page():
                await ida.next("page")
                store.next = Unkept("The disk is full.")
                assert "refused" in await ida.does("call", words="Hold fast")
                assert meters.faults["unkept"] == 1
                assert meters.refused["Act"] == 1
                assert [each.says for each in meters.faults_of_the_hour()] == ["The disk is full."]
                store.next = Taken("Somebody was faster.")
                assert "ack" in await ida.does("call", words="Hold fast")
                assert meters.faults["taken"] == 1
                assert meters.kept["Act"] == 1
                assert len(meters.faults_of_the_hour()) == 1

    play(scene())


def test_the_port_beside_answers_to_this_machines_names_unless_it_is_open_to_others(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            foreign = {"host": "rebound.example"}
            with kept(server.registry) as keeper:
                assert (await keeper.ask("GET", "/metrics", None, foreign))[0] == 421
            with kept(server.registry, names=False) as keeper:
                assert (await keeper.ask("GET", "/metrics", None, foreign))[0] == 200

    play(scene())


def test_without_the_library_the_port_beside_says_what_to_install(tmp_path, monkeypatch):
    def missing(registry):
        raise ModuleNotFoundError

    monkeypatch.setattr(metrics, "collected", missing)

    async def scene():
        async with evening(tmp_path) as server:
            with kept(server.registry) as keeper:
                status, _, text = await keeper.ask("GET", "/metrics")
                assert (status, "pip install cliffhanger[metrics]" in text) == (501, True)
                assert (await keeper.ask("GET", "/readyz"))[0] == 200

    play(scene())


def test_a_worker_counts_what_took_too_long_and_what_it_had_no_room_for():
    async def scene():
        with ThreadPoolExecutor(1) as pool:
            worker, go = Worker(pool, queue=1), threading.Event()
            first = asyncio.create_task(worker.run(0.2, go.wait, 10))
            second = asyncio.create_task(worker.run(5, time.sleep, 0))
            await asyncio.sleep(0.05)
            assert (worker.busy, worker.waiting) == (True, 1)
            with pytest.raises(Busy):
                await worker.run(5, time.sleep, 0)
            with pytest.raises(Overrun):
                await first
            go.set()
            await second
            assert (worker.busy, worker.waiting, worker.overruns, worker.refusals) == (False, 0, 1, 1)

    play(scene())


def test_a_histogram_counts_up_to_its_bounds():
    values = Histogram((1.0, 2.0))
    assert values.most_within(0.99) == 0
    for each in (0.5, 1.0, 1.5, 9.0):
        values.add(each)
    assert values.up_to == [("1.0", 2), ("2.0", 3), ("+Inf", 4)]
    assert (values.count, values.total) == (4, 12.0)
    assert values.most_within(0.5) == 1.0
    assert values.most_within(0.75) == 2.0
    assert values.most_within(1.0) == 2.0


def test_meters_know_how_late_a_loop_is_that_has_begun(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("cliffhanger.web.live.meters.monotonic", lambda: now[0])
    meters = Meters()
    assert meters.lateness() == 0
    meters.beat()
    now[0] += BEAT + 3
    assert meters.lateness() == 3
    meters.beat()
    now[0] += BEAT
    assert meters.lateness() == 3
    meters.beat()
    assert meters.lateness() == 0
    assert meters.late.count == 3


def test_faults_are_told_for_an_hour(monkeypatch):
    now = [1_000_000.0]
    monkeypatch.setattr("cliffhanger.web.live.meters.time", lambda: now[0])
    meters = Meters()
    meters.fault("unkept", "The disk is full.")
    now[0] += 1_800
    meters.fault("rules", "The rules broke.")
    assert [each.says for each in meters.faults_of_the_hour()] == ["The rules broke.", "The disk is full."]
    now[0] += 1_801
    assert [each.says for each in meters.faults_of_the_hour()] == ["The rules broke."]
    assert meters.faults["unkept"] == 1


def test_bytes_are_counted_as_bytes():
    meters = Meters()
    meters.count_sent("views", "abc")
    meters.count_sent("views", "Ä€")
    assert meters.sent["views"] == 8


def test_the_keepers_thread_ends_with_its_block(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            with kept(server.registry) as keeper:
                await keeper.ask("GET", "/healthz")
            assert "cliffhanger-keeper" not in [each.name for each in threading.enumerate()]

    play(scene())
    gc.collect()  # what was left open would be a warning, and fail here
