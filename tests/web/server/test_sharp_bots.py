"""Bots that look ahead do so in a process of their own: nobody waits for them who is not waiting for their act."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from time import monotonic

import pytest
from lanterns import LANTERNS, Watch
from people import Person, evening, play

from cliffhanger.games import game
from cliffhanger.kernel.game import Search
from cliffhanger.kernel.inputs import Act, Sit
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import TableOptions
from cliffhanger.web.live.registry import thought_out
from cliffhanger.web.workers.pool import Overrun, Worker

pytestmark = pytest.mark.timeout(60)
SEARCH = Search(lambda s: isinstance(s.stack[-1], Watch), lambda s, _seat: s.lit, lambda _view, _act: 0)
SHARP = replace(LANTERNS, search=SEARCH)


async def alone(server):
    """Somebody at a table of bots."""
    status, headers, _ = await server.post("/try", {"game": "lanterns", "name": "Ada"})
    assert status == 303
    path, _, secret = headers["location"].partition("#s=")
    _, _, table, _, seat = path.split("/")
    return Person(server, {"table": table, "seat": seat, "secret": secret})


async def bram(person):
    """Wait until the bot has acted."""
    async with asyncio.timeout(20):
        while not any(line["who"] == "Bram" for line in (await person.view())["log"]):
            await asyncio.sleep(0.02)


def thinking(server, monkeypatch, instead):
    """Have something else happen where a bot would look ahead; gives the turns that it was asked for."""
    run, asked = server.registry.workers.bots.run, []

    async def watched(limit, work, *given):
        if work is thought_out:
            asked.append(given[-1])
            await instead()
        return await run(limit, work, *given)

    monkeypatch.setattr(server.registry.workers.bots, "run", watched)
    return asked


@asynccontextmanager
async def looking_ahead(tmp_path, monkeypatch):
    """Somebody at a table whose bot looks ahead until it is set free; with the turns that were asked for."""
    async with evening(tmp_path, known=lambda _name: SHARP) as server:
        free = asyncio.Event()
        asked = thinking(server, monkeypatch, free.wait)
        ida = await alone(server)
        async with ida.page():
            await ida.next("page")
            await ida.does("pass")
            async with asyncio.timeout(20):
                while not asked:
                    await asyncio.sleep(0.01)
            yield ida, asked, free


def test_while_a_bot_looks_ahead_people_are_answered_and_then_it_acts(tmp_path, monkeypatch):
    async def scene():
        async with looking_ahead(tmp_path, monkeypatch) as (ida, asked, free):
            await ida.send(do="pause", id="meanwhile", on=True)
            assert "ack" in await ida.answer("meanwhile")
            await ida.send(do="pause", id="and-on", on=False)
            assert "ack" in await ida.answer("and-on")
            assert not any(line["who"] == "Bram" for line in (await ida.view())["log"])
            free.set()
            await bram(ida)
            assert {turn.seat for turn in asked} <= {"k2", "host"}
            assert all(turn.view == SHARP.view(turn.view, turn.seat) for turn in asked)

    play(scene())


@pytest.mark.parametrize("took", [0.0, 0.3])
def test_how_long_it_looks_tells_nobody_what_it_holds(tmp_path, monkeypatch, took):
    async def scene():
        async with evening(tmp_path, {"looks": 0.6}, known=lambda _name: SHARP) as server:
            began = []

            async def looks():
                began.append(monotonic())
                await asyncio.sleep(took)

            asked = thinking(server, monkeypatch, looks)
            ida = await alone(server)
            async with ida.page():
                await ida.next("page")
                await ida.does("pass")
                await bram(ida)
                assert monotonic() - began[[turn.seat for turn in asked].index("k2")] > 0.6

    play(scene())


def test_what_it_thought_out_is_left_when_the_table_has_moved_on(tmp_path, monkeypatch, caplog):
    async def scene():
        async with looking_ahead(tmp_path, monkeypatch) as (ida, asked, free):
            await ida.send(do="undo", id="back", to=asked[0].n - 1)
            await ida.answer("back")
            free.set()
            await asyncio.sleep(0.1)
            assert (await ida.option("pass"))["option"]["blocked"] == ""

    play(scene())
    assert "the bot on" not in caplog.text


def test_a_bot_that_has_no_time_to_look_ahead_acts_all_the_same(tmp_path, monkeypatch):
    async def late():
        raise Overrun

    async def scene():
        async with evening(tmp_path, known=lambda _name: SHARP) as server:
            asked = thinking(server, monkeypatch, late)
            ida = await alone(server)
            async with ida.page():
                await ida.next("page")
                await ida.does("pass")
                await bram(ida)
            assert asked

    play(scene())


def test_at_a_table_where_a_bot_took_too_long_none_looks_ahead_any_more(tmp_path, monkeypatch):
    async def late():
        raise Overrun

    async def scene():
        async with evening(tmp_path, known=lambda _name: SHARP) as server:
            asked = thinking(server, monkeypatch, late)
            ida = await alone(server)
            async with ida.page():
                await ida.next("page")
                for _ in range(2):
                    await ida.until("pass")
                    await ida.does("pass")
                await ida.until("pass")
            assert len(asked) == 1

    play(scene())


def breaks(*_):
    raise ZeroDivisionError


def refused(_view, seat, options, _rng):
    return Act(seat, options[0].window, "nothing", {})


@pytest.mark.parametrize("bot", [breaks, refused])
@pytest.mark.parametrize("game", [LANTERNS, SHARP], ids=["simple", "sharp"])
def test_a_bot_that_breaks_or_is_refused_does_anything_and_the_table_goes_on(tmp_path, game, bot):
    async def scene():
        async with evening(tmp_path, known=lambda _name: replace(game, bot=bot)) as server:
            ida = await alone(server)
            async with ida.page():
                await ida.next("page")
                await ida.does("pass")
                await bram(ida)

    play(scene())


def test_in_a_game_that_has_no_search_nobody_looks_ahead(tmp_path, monkeypatch):
    async def never():
        raise AssertionError("a bot looks ahead")

    async def scene():
        async with evening(tmp_path) as server:
            asked = thinking(server, monkeypatch, never)
            ida = await alone(server)
            async with ida.page():
                await ida.next("page")
                await ida.does("pass")
                await bram(ida)
            assert not asked

    play(scene())


@pytest.mark.parametrize("wish", [{}, {"sharp": True}])
def test_at_a_table_for_several_bots_look_ahead_if_whoever_opens_it_asks_for_it(tmp_path, wish):
    async def scene():
        async with evening(tmp_path, known=lambda _name: SHARP) as server:
            wren = await server.opens(**wish)
            table = server.registry.tables[wren.table].table
            assert table.policy.sharp == bool(wish)

    play(scene())


def test_a_turn_goes_to_a_process_of_its_own_and_its_act_comes_back():
    async def scene():
        setup = game("plot_twist").ready(2, {})
        table = Table.open(
            game("plot_twist"), setup, table_id="apart", key=bytes(32), at="", options=TableOptions(sharp=True)
        )
        for n, seat in enumerate(setup.seats):
            table.put(Sit(seat.id, "", "bot"), id=f"sit-{n}", seat="", at="")
        turn, worker = table.bot_turn(), Worker()
        assert turn.sharp
        act = await worker.run(20, thought_out, game, "plot_twist", turn)
        worker.kill()
        assert act == table.bot()[1]
        assert table.put(act, id="act", seat=turn.seat, at="").refusal is None

    play(scene())
