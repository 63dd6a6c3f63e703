"""Files that an act brings along, read in the worker process, and exports of a whole table, made once."""

import asyncio
import threading
from itertools import count

import pytest
from people import evening, play

from cliffhanger.games import game
from cliffhanger.kernel.files import reader
from cliffhanger.web.http import reading
from cliffhanger.web.live import inputs
from cliffhanger.web.live.exports import Exports
from cliffhanger.web.live.store_threads import StoreThreads
from cliffhanger.web.workers.pool import Overrun

pytestmark = pytest.mark.timeout(60)
FRESH = count()


async def cast(server):
    """A table of Blockbuster with its Director, and Juno Marsh's player."""
    server.registry.games = game
    director = await server.opens(game="blockbuster", seats=2)
    return director, await server.sits(director.table, "juno_marsh", "Kim")


async def sheet_of(person):
    """The text of a person's sheet, as it lies in the option that asks for another; each time one nobody has read."""
    option = await person.option("sheet")
    return next(p["start"] for p in option["option"]["params"] if p["name"] == "sheet") + f"# {next(FRESH)}\n"


def test_a_sheet_is_read_by_the_worker_and_the_rules_find_it_read(tmp_path, monkeypatch):
    read, where = reader._read, []

    def spied(*given):
        where.append(threading.current_thread())
        return read(*given)

    async def scene():
        async with evening(tmp_path) as server:
            _, kim = await cast(server)
            text = await sheet_of(kim)
            monkeypatch.setattr(reader, "_read", spied)
            async with kim.page():
                assert "ack" in await kim.does("sheet", sheet=text)
            assert len(where) == 1
            assert where[0] is not threading.main_thread()

    play(scene())


@pytest.mark.parametrize("way", ["socket", "api"])
def test_a_sheet_with_faults_is_refused_with_all_of_them(tmp_path, way):
    async def scene():
        async with evening(tmp_path) as server:
            _, kim = await cast(server)
            text = (await sheet_of(kim)).replace("defense", "defence").replace("vigor = ", 'vigor = "much" # ')
            frame = await kim.act_frame("sheet", sheet=text)
            if way == "socket":
                async with kim.page():
                    await kim.send(**frame)
                    told = await kim.answer(frame["id"])
            else:
                path = f"/api/tables/{kim.table}/act?seat={kim.seat}"
                status, told = await server.json("POST", path, frame, kim.secret)
                assert status == 409
            assert "sheet.defence" in told["why"]
            assert "sheet.vigor" in told["why"]
            assert told["instead"] == "Mend the sheet and send it again."

    play(scene())


def test_a_sheet_that_takes_too_long_is_refused_and_nothing_has_changed(tmp_path, monkeypatch):
    async def overruns(*_):
        raise Overrun

    async def scene():
        async with evening(tmp_path) as server:
            _, kim = await cast(server)
            text = await sheet_of(kim)
            monkeypatch.setattr(server.registry.workers.files, "run", overruns)
            before = (await kim.view())["n"]
            async with kim.page():
                assert (await kim.does("sheet", sheet=text))["why"] == inputs.overran(Overrun()).why
            assert (await kim.view())["n"] == before

    play(scene())


def test_what_a_page_sends_after_a_sheet_waits_behind_it_and_others_play_on(tmp_path, monkeypatch):
    async def scene():
        async with evening(tmp_path) as server:
            director, kim = await cast(server)
            run, free = server.registry.workers.files.run, asyncio.Event()

            async def slowly(*given):
                await free.wait()
                return await run(*given)

            monkeypatch.setattr(server.registry.workers.files, "run", slowly)
            frame = await kim.act_frame("sheet", sheet=await sheet_of(kim))
            async with kim.page(), director.page():
                await kim.send(**frame)
                await kim.send(do="pause", id="after-it", on=True)
                await director.send(do="pause", id="beside-1", on=True)
                assert "ack" in await director.answer("beside-1")
                await director.send(do="pause", id="beside-2", on=False)
                assert "ack" in await director.answer("beside-2")
                free.set()
                first = await kim.answer(frame["id"])
                then = await kim.answer("after-it")
                assert first["ack"] == frame["id"]
                assert then["n"] > first["n"]

    play(scene())


def test_a_record_is_made_once_for_each_seat_until_something_happens(tmp_path, monkeypatch):
    made, asked = reading.seat_record, []

    def counted(*given):
        asked.append(given[-1])
        return made(*given)

    monkeypatch.setattr(reading, "seat_record", counted)

    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            own = {"authorization": f"Bearer {wren.secret}"}
            plain, mine = f"/t/{wren.table}/record", f"/t/{wren.table}/seat/{wren.seat}/record"
            answers = await asyncio.gather(*(server.ask("GET", plain) for _ in range(5)))
            assert len({text for _, _, text in answers}) == 1
            await server.ask("GET", mine, None, own)
            await server.ask("GET", mine, None, own)
            assert asked == ["watch", wren.seat]
            async with wren.page():
                await wren.send(do="pause", id="pause-it-1", on=True)
                await wren.answer("pause-it-1")
            assert (await server.ask("GET", plain))[2].count("\n") > answers[0][2].count("\n")
            assert asked == ["watch", wren.seat, "watch"]

    play(scene())


def test_exports_are_let_go_of_when_there_is_no_room(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            tables = [await server.opens() for _ in range(3)]
            kept = [server.registry.tables[each.table].table for each in tables]
            exports, made = Exports(StoreThreads(), capacity=10), []

            async def asks(at, text):
                return await exports.of(kept[at], "log", lambda: made.append(text) or text)

            assert [await asks(0, "aaaa"), await asks(1, "bbbb"), await asks(0, "AAAA")] == ["aaaa", "bbbb", "aaaa"]
            await asks(2, "cccc")  # the one asked for longest ago goes
            assert [await asks(0, "no"), await asks(1, "BBBB")] == ["aaaa", "BBBB"]
            assert made == ["aaaa", "bbbb", "cccc", "BBBB"]
            assert exports.size == sum(len(each.content) for each in exports.cache.values()) <= 10

    play(scene())
