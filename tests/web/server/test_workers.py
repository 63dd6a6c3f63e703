"""Worker processes, the figures and QR codes that are made apart from the event loop, and tables that nobody uses."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest
from lanterns import LANTERNS
from people import evening, play

from cliffhanger.games import game
from cliffhanger.kernel.figures import Figure
from cliffhanger.kernel.frames import replace as spoiled
from cliffhanger.kernel.game import Answer
from cliffhanger.kernel.params import Item, Pick, Slot, first
from cliffhanger.testing.figure_laws import named as named_figures
from cliffhanger.testing.play import Play, ready
from cliffhanger.testing.playout import bot_play
from cliffhanger.web.live import figure_service
from cliffhanger.web.live.figure_service import FigureService, answered, figured
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.table_names import NAMES, fresh_name
from cliffhanger.web.workers.pool import ASKED_BY, MEMORY, Busy, Overrun, Worker, Workers

pytestmark = pytest.mark.timeout(60)


async def gone(process):
    """Whether a process ends within a few seconds."""
    for _ in range(1_000):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        await asyncio.sleep(0.02)
    return False


def test_work_that_overruns_is_killed_and_the_next_is_done():
    async def scene():
        worker = Worker()
        first = await worker.run(20, os.getpid)
        with pytest.raises(Overrun):
            await worker.run(0.1, time.sleep, 30)
        second = await worker.run(20, os.getpid)
        assert len({first, second, os.getpid()}) == 3
        assert await gone(first)
        worker.kill()

    play(scene())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not count all that a process holds")
def test_work_that_takes_too_much_memory_is_ended_and_the_next_is_done():
    async def scene():
        worker = Worker()
        first = await worker.run(20, os.getpid)
        with pytest.raises(Overrun) as over:
            await worker.run(20, bytearray, MEMORY)
        assert over.value.memory
        assert await gone(first)
        assert await worker.run(20, len, bytes(MEMORY // 64)) == MEMORY // 64
        worker.kill()

    play(scene())


def spin():
    while True:
        pass


def test_work_is_held_to_the_processors_time_and_a_busy_machine_may_be_slow():
    async def scene():
        worker = Worker()
        first = await worker.run(20, os.getpid)
        await worker.run(1, time.sleep, 1.5)
        assert await worker.run(20, os.getpid) == first
        with pytest.raises(Overrun):
            await worker.run(0.2, spin)
        assert await gone(first)
        assert await worker.run(20, os.getpid) != first
        worker.kill()

    play(scene())


def test_a_process_is_started_when_it_is_needed_and_gone_when_nobody_waits_for_it_any_more():
    async def scene():
        before = set(multiprocessing.active_children())
        worker = Worker()
        assert set(multiprocessing.active_children()) <= before
        first = await worker.run(20, os.getpid)
        task = asyncio.create_task(worker.run(20, time.sleep, 30))
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await gone(first)
        assert await worker.run(20, os.getpid) != first
        worker.kill(wait=True)
        assert set(multiprocessing.active_children()) <= before

    play(scene())


@pytest.mark.parametrize("seconds", [0, 1])
def test_a_process_that_somebody_else_has_killed_is_replaced(seconds):
    async def scene():
        worker = Worker()
        first = await worker.run(20, os.getpid)
        os.kill(first, signal.SIGKILL)
        await asyncio.sleep(seconds)
        assert await worker.run(20, os.getpid) != first
        worker.kill()

    play(scene())


def test_a_process_ends_when_its_parent_is_killed():
    done = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert play(gone(int(done.stdout)))


PARENT = """
import asyncio, os, signal, time
from cliffhanger.web.workers.pool import Worker

async def scene():
    worker = Worker()
    print(await worker.run(20, os.getpid), flush=True)
    busy = asyncio.create_task(worker.run(20, time.sleep, 60))
    await asyncio.sleep(0.3)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(scene())
"""


def test_work_that_ends_its_process_is_tried_twice_and_then_given_up(tmp_path):
    async def scene():
        worker, log = Worker(), tmp_path / "tries"
        with pytest.raises(Overrun):
            await worker.run(20, dies, str(log))
        assert log.read_text() == "dies\n" * 2
        assert await worker.run(20, int, "7") == 7
        worker.kill()

    play(scene())


def dies(log):
    with Path(log).open("a") as file:
        file.write("dies\n")
    os._exit(3)


def test_work_counts_from_its_own_beginning_and_not_while_it_waits():
    async def scene():
        with ThreadPoolExecutor(1) as pool:
            worker, begun, free = Worker(pool), threading.Event(), threading.Event()

            def long():
                begun.set()
                return free.wait(20)

            first = asyncio.create_task(worker.run(60, long))
            assert await asyncio.to_thread(begun.wait, 20)
            second = asyncio.create_task(worker.run(0.5, int, "7"))
            await asyncio.sleep(0.8)
            free.set()
            assert await first
            assert await second == 7

    play(scene())


def test_so_much_waits_and_what_comes_then_is_sent_away_until_there_is_room():
    async def scene():
        with ThreadPoolExecutor(1) as pool:
            worker, free = Worker(pool, queue=2), threading.Event()
            waiting = [asyncio.create_task(worker.run(60, free.wait, 20)) for _ in range(3)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await worker.run(60, int, "7")
            free.set()
            assert all(await asyncio.gather(*waiting))
            assert await worker.run(60, int, "7") == 7

    play(scene())


def asks(worker, done, by):
    """Somebody asks for something; when it is done, their name is in `done`."""

    async def asked():
        ASKED_BY.set(by)
        await worker.run(60, done.append, by)

    return asyncio.create_task(asked())


def test_those_who_ask_take_turns_and_nobody_takes_the_room_of_all_others():
    async def scene():
        with ThreadPoolExecutor(1) as pool:
            worker, free, done = Worker(pool, queue=4), threading.Event(), []
            held = asyncio.create_task(worker.run(60, free.wait, 20))
            await asyncio.sleep(0)
            greedy = [asks(worker, done, "greedy") for _ in range(5)]
            await asyncio.sleep(0)
            others = [asks(worker, done, name) for name in ("ida", "bram", "ida")]
            await asyncio.sleep(0)
            free.set()
            assert await held
            ends = await asyncio.gather(*greedy, *others, return_exceptions=True)
            assert done == ["greedy", "ida", "bram", "greedy"]
            assert [isinstance(each, Busy) for each in ends] == [*[False] * 2, *[True] * 3, False, False, True]
            assert await worker.run(60, int, "7") == 7

    play(scene())


def test_who_does_not_wait_any_longer_leaves_their_place_and_holds_nobody_up():
    async def scene():
        with ThreadPoolExecutor(1) as pool:
            worker, free, done = Worker(pool, queue=2), threading.Event(), []
            held = asyncio.create_task(worker.run(60, free.wait, 20))
            await asyncio.sleep(0)
            ida, bram = asks(worker, done, "ida"), asks(worker, done, "bram")
            await asyncio.sleep(0)
            ida.cancel()
            await asyncio.sleep(0)
            wren = asks(worker, done, "wren")
            await asyncio.sleep(0)
            free.set()
            await asyncio.gather(held, bram, wren)
            assert done == ["bram", "wren"]
            assert await worker.run(60, int, "7") == 7

    play(scene())


def test_strangers_are_told_to_come_again_and_take_no_time_from_those_who_sit(tmp_path, monkeypatch):
    async def busy(*_):
        raise Busy

    async def scene():
        async with evening(tmp_path) as server:
            server.registry.workers = Workers.create()
            assert len(set(server.registry.workers)) == 4
            monkeypatch.setattr(server.registry.workers.strangers, "run", busy)
            sentence = "Too many ask for this just now. Try again in a moment."
            asked = await server.json("GET", "/api/games/lanterns/odds/light?dice=2")
            assert asked == (503, {"refused": sentence})

    play(scene())


def working(seat="k1"):
    """A keeper's view of the first hour, and the options it has there."""
    at = Play(LANTERNS, ready(LANTERNS, 2)).draws("oil1-a", "oil2-a", "oil3-a", "oil4-a")
    return at.view(seat), tuple(each.option for each in at.waiting if each.seat == seat)


def service(pool, game=LANTERNS):
    return FigureService(lambda _: game, Worker(pool), Limits())


async def told(service, view, options, choices, again=print):
    """What is known once all that is wanted has been worked out."""
    service.of(service.games(""), view, options, choices, again)
    if service.task is not None:
        await service.task
    return service.of(service.games(""), view, options, choices, again)


def test_a_figure_that_took_too_long_is_no_answer_and_is_asked_for_again_later(monkeypatch):
    async def scene():
        view, options = working()
        option = next(each for each in options if each.figures)
        drawn, asked = [], []
        with ThreadPoolExecutor(1) as pool:
            hers = service(pool)
            run = hers.worker.run

            async def slow_once(*given):
                asked.append(given)
                if len(asked) == 1:
                    raise Overrun
                return await run(*given)

            hers.worker.run = slow_once

            async def row():
                found = hers.row(LANTERNS, view, option, {"dice": 2}, lambda: drawn.append(1))
                if hers.task is not None:
                    await hers.task
                return found

            assert await row() == ()
            assert drawn == [1]
            assert not any(known.answers for known in hers.known.values())
            assert hers.complete(LANTERNS, view, option, {"dice": 2})
            assert await row() == ()
            assert len(asked) == 1  # not at each drawing
            monkeypatch.setattr(figure_service, "LATER", 0.0)
            await row()
            assert len(await row()) == 1

    play(scene())


def two(game=LANTERNS, **changes):
    """Lanterns with a second figure beside the first."""
    more = Figure(
        "other", "it is dark", lambda b, _, n: None if n.hours == b.hours else n.lit == b.lit, game.figures[0].policy
    )
    return replace(game, figures=(*game.figures, spoiled(more, **changes)))


def named_twice(options):
    return tuple(spoiled(each, figures=("burns", "other")) if each.figures else each for each in options)


def test_all_that_is_wanted_of_a_view_is_one_job():
    async def scene():
        view, options = working()
        with ThreadPoolExecutor(1) as pool:
            hers, asked = service(pool, two()), []
            run = hers.worker.run

            async def counted(*given):
                asked.append(given[-1])
                return await run(*given)

            hers.worker.run = counted
            found = await told(hers, view, named_twice(options), {})
            assert [len(job) for job in asked] == [6]  # two of each of three ways, one of which lies there
            assert {key.partition("=")[2] for _, key in found} == {"", "1", "2", "3"}
            assert {sum(figure.value for figure in figures) for figures in found.values()} == {1}
            assert (await told(hers, view, named_twice(options), {})) == found
            assert len(asked) == 1

    play(scene())


def test_what_each_item_of_a_pool_would_make_of_it_is_asked_for_once_the_choice_itself_is_known():
    items = tuple(Item(each, each, slot="oil") for each in ("lamp", "wick", "tin"))
    oil = Pick("oil", "Oil", items, 1, 3, (Slot("oil", "Oil", 1),), 0, ("lamp",))

    async def scene():
        view, options = working()
        asked = tuple(spoiled(each, params=(oil,)) for each in options if each.figures)
        with ThreadPoolExecutor(1) as pool:
            hers, jobs = service(pool), []

            async def counted(*given):
                jobs.append([msgspec.msgpack.decode(act)["choice"]["oil"] for act, _ in given[-1]])
                return tuple(Answer(Fraction(1, len(act))) for act, _ in given[-1])

            hers.worker.run = counted
            await told(hers, view, asked, {})
            found = await told(hers, view, asked, {})
            assert jobs == [[["lamp"]], [["wick"], ["tin"]]]
            assert [key.partition(":")[2] for _, key in found] == ["", "oil=wick", "oil=tin"]

    play(scene())


def test_one_figure_that_breaks_takes_no_other_with_it(caplog):
    def broken(*_):
        raise ZeroDivisionError

    async def scene():
        view, options = working()
        with ThreadPoolExecutor(1) as pool:
            found = await told(service(pool, two(came=broken)), view, named_twice(options), {})
            assert [figure.words for row in found.values() for figure in row] == ["it burns"] * 4

    play(scene())
    assert "figure of lanterns: other" in caplog.text


def test_what_nobody_looks_at_any_more_is_not_worked_out():
    async def scene():
        view, options = working()
        with ThreadPoolExecutor(1) as pool:
            hers = service(pool)
            later = spoiled(view, lit=1)
            hers.of(LANTERNS, view, options, {}, print)
            hers.of(LANTERNS, later, options, {}, print)
            await hers.task
            kept = {known.view: len(known.answers) for known in hers.known.values()}
            assert sorted(kept.values()) == [0, 3]
            assert kept[figure_service._written(later)[1]] == 3

    play(scene())


@pytest.mark.parametrize("figures", [True, False])
def test_who_looks_away_before_anything_is_known_waits_for_nothing(figures):
    async def scene():
        view, options = working()
        with ThreadPoolExecutor(1) as pool:
            hers = service(pool)
            hers.of(LANTERNS, view, options, {}, print)
            (before,) = hers.queue.values()
            assert before.has_waiting(print)
            left = tuple(each for each in options if each.figures) if figures else ()
            hers.of(LANTERNS, spoiled(view, lit=1), left, {}, print)
            assert not before.has_waiting(print)
            await hers.task
            assert not before.answers
            assert not hers.looking  # nobody is kept for whom nothing is left to do

    play(scene())


def test_a_figure_is_worked_out_in_another_process():
    async def scene():
        blockbuster = game("blockbuster")
        evening = bot_play(blockbuster, ready(blockbuster, 2), Random(1), 60)
        s, option, _ = next(iter(named_figures(blockbuster, evening)))
        worker, view = Worker(), figure_service._written(s)[1]
        want = figure_service.wants(option, first(option.params))
        assert await worker.run(20, figured, game, "blockbuster", view, want) == figured(
            game, "blockbuster", view, want
        )
        worker.kill()

    play(scene())


def test_a_question_is_answered_in_another_process():
    async def scene():
        worker = Worker()
        given = {"dice": 4}
        found = await worker.run(20, answered, game, "blockbuster", "check", given)
        assert found == answered(game, "blockbuster", "check", given)
        assert 0 < found.value <= 1
        worker.kill()

    play(scene())


def test_a_table_that_nobody_uses_is_let_go_and_comes_back_as_it_was(tmp_path):
    async def scene():
        async with evening(tmp_path, limits={"idle": 0.3}) as server:
            wren = await server.opens()
            before = await wren.view()
            for _ in range(100):
                if wren.table not in server.registry.tables:
                    break
                await asyncio.sleep(0.05)
            assert wren.table not in server.registry.tables
            assert await wren.view() == before
            async with wren.page():
                await asyncio.sleep(1)
                assert wren.table in server.registry.tables

    play(scene())


def test_the_master_gets_links_with_qr_codes_when_they_are_ready(tmp_path):
    async def scene():
        async with evening(tmp_path, home="http://192.168.1.7:8000") as server:
            wren = await server.opens()
            async with wren.page():
                while "<svg" not in (html := (await wren.next("page"))["page"]).partition('class="qr"')[2]:
                    pass
                assert f"http://192.168.1.7:8000/t/{wren.table}?seat=k1" in html
                assert f"http://192.168.1.7:8000/t/{wren.table}/watch#s=" in html

    play(scene())


def test_names_of_tables_are_many_and_plain():
    assert len(set(NAMES)) == len(NAMES) >= 2**9
    assert all(name.isascii() and name.isalpha() and name.islower() for name in NAMES)
    assert len({fresh_name() for _ in range(200)}) == 200


def test_a_figure_that_an_item_names_is_told_while_that_item_is_picked():
    async def scene():
        view, options = working()
        pour = next(each for each in options if each.key == "pour")
        pick = pour.params[0]
        items = (spoiled(pick.items[0], figures=("burns",)), *pick.items[1:])
        pour = spoiled(pour, params=(spoiled(pick, items=items),))
        with ThreadPoolExecutor(1) as pool:
            hers = service(pool)
            for item, figures in zip(items, (1, 0), strict=True):
                found = await told(hers, view, (pour,), {(pour.window, "pour"): {"oil": (item.id,)}})
                assert sum(map(len, found.values())) == figures

    play(scene())
