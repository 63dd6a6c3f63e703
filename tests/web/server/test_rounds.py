"""Rounds of words at open pages: who is asked, who is waited for, and what becomes of a round whose server ends in the middle."""

import asyncio
import contextlib
import json

import pytest
from people import Person, evening, play
from websockets.exceptions import ConnectionClosed

from cliffhanger.table.entropy import hidden
from cliffhanger.web.live import entropy_rounds

pytestmark = pytest.mark.timeout(60)


def test_the_words_of_open_pages_are_hidden_then_shown(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            async with wren.page(), ada.page():
                asked = (await ada.next("word"))["word"]
                word = "0f" * 16
                await ada.send(do="commit", round=asked["round"], hash=hidden(word))
                asked = (await ada.next("word"))["word"]
                table = server.registry.tables[wren.table].table
                assert asked == {"round": 1, "ask": "reveal", "n": table.shown.n, "mark": table.mark}
                assert len(table.mark) == 32
                await ada.send(do="reveal", round=1, word=word)
                for _ in range(100):
                    inputs = [json.loads(line.body)["input"] for line in server.registry.store.read(wren.table)]
                    found = [each for each in inputs if each["kind"] == "word"]
                    if len(found) == 2:
                        break
                    await asyncio.sleep(0.02)
                assert found[0]["commits"] == [["k1", hidden(word)]]
                assert found[1]["words"] == [["k1", word]]
                assert not any("word" in frame for frame in wren.frames)  # who runs the table is not asked

    play(scene())


class Speaker:
    """A page that answers when it is asked for its word."""

    def __init__(self, person, word):
        self.person, self.word = person, word

    async def hides(self):
        asked = (await self.person.next("word"))["word"]
        assert asked["ask"] == "commit"
        await self.person.send(do="commit", round=asked["round"], hash=hidden(self.word))
        return asked["round"]

    async def says(self):
        asked = (await self.person.next("word"))["word"]
        assert asked["ask"] == "reveal"
        await self.person.send(do="reveal", round=asked["round"], word=self.word)


async def rounds(server, table, count):
    """The words in the record, once there are so many entries of them."""
    for _ in range(200):
        inputs = [json.loads(line.body)["input"] for line in server.registry.store.read(table)]
        found = [each for each in inputs if each["kind"] == "word"]
        if len(found) >= count:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError(f"{len(found)} entries of words")


def test_a_page_that_opens_while_hashes_are_taken_is_asked_as_well(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 5.0}) as server:
            wren = await server.opens()
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            ben = Speaker(await server.sits(wren.table, "k2", "Ben"), "0b" * 16)
            late = Speaker(Person(server, {"table": wren.table, "seat": "k1", "secret": ada.person.secret}), "0c" * 16)
            async with ada.person.page(), ben.person.page():
                assert await ben.hides() == 1
                async with late.person.page():
                    assert await late.hides() == 1
                    await ben.says()
                    await late.says()
                    _, told = await rounds(server, wren.table, 2)
            assert told["words"] == [["k1", late.word], ["k2", ben.word]]

    play(scene())


def test_a_page_that_is_loaded_anew_while_hashes_are_taken_counts_in_place_of_the_one_that_is_gone(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 5.0}) as server:
            wren = await server.opens()
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            ben = Speaker(await server.sits(wren.table, "k2", "Ben"), "0b" * 16)
            async with ben.person.page():
                async with ada.person.page():
                    await ada.hides()
                    await until(lambda: server.registry.tables[wren.table].rounds.hashes)
                await until(lambda: len(server.registry.tables[wren.table].audience.connections) == 1)
                ada.word = "0c" * 16
                async with ada.person.page():
                    await ada.hides()
                    await until(lambda: server.registry.tables[wren.table].rounds.hashes == {"k1": hidden(ada.word)})
                    await ben.hides()
                    await ada.says()
                    await ben.says()
                    _, told = await rounds(server, wren.table, 2)
            assert told["words"] == [["k1", ada.word], ["k2", ben.word]]

    play(scene())


def test_who_sat_down_just_now_is_waited_for_and_asked(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 5.0}) as server:
            wren = await server.opens()
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            ben = Speaker(await server.sits(wren.table, "k2", "Ben"), "0b" * 16)
            async with ada.person.page():
                await asyncio.sleep(0.2)
                async with ben.person.page():
                    await ada.hides()
                    await ben.hides()
                    await ada.says()
                    await ben.says()
                    _, told = await rounds(server, wren.table, 2)
            assert [who for who, _ in told["words"]] == ["k1", "k2"]

    play(scene())


def test_a_round_that_nobody_answers_is_tried_again_with_the_next_page(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 0.1}) as server:
            wren = await server.opens()
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            async with wren.page(), ada.person.page():
                await ada.person.next("word")
                held = server.registry.tables[wren.table].rounds
                while not held.task.done():
                    await asyncio.sleep(0.02)
                assert server.registry.tables[wren.table].table.ledger.words_due
                assert not await rounds(server, wren.table, 0)
                async with wren.page():
                    assert await ada.hides() == 1
                    await ada.says()
                    await rounds(server, wren.table, 2)
            assert not server.registry.tables[wren.table].table.ledger.words_due

    play(scene())


def test_alone_with_bots_nobody_is_asked_for_a_word(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, headers, _ = await server.post("/try", {"game": "lanterns", "name": "Ada"})
            where, _, secret = headers["location"].partition("#s=")
            _, _, table, _, seat = where.split("/")
            ada = Person(server, {"table": table, "seat": seat, "secret": secret})
            async with ada.page():
                await ada.next("page")
                assert server.registry.tables[table].rounds.task is None
            assert not any("word" in frame for frame in ada.frames)

    play(scene())


async def until(true, within=20):
    async with asyncio.timeout(within):
        while not true():
            await asyncio.sleep(0.01)


def words_of(server, table):
    return server.registry.tables[table].table.ledger.words


def test_a_new_name_on_a_seat_asks_no_page_for_a_word(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 0.3}) as server:
            wren = await server.opens()
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            async with wren.page(words=False), ada.person.page():
                await ada.hides()
                await ada.says()
                await rounds(server, wren.table, 2)
                for n, sender in enumerate((wren, ada.person)):
                    await sender.send(do="sit", id=f"name-{n}", seat="k1", name="Ada", holder="person")
                    assert "ack" in await sender.answer(f"name-{n}")
                async with wren.page(words=False):
                    await asyncio.sleep(0.5)
                assert not any("word" in frame for frame in ada.person.frames[-3:])
                assert len(await rounds(server, wren.table, 2)) == 2

    play(scene())


def test_a_page_that_loses_its_connection_between_the_halves_shows_its_word_on_the_next(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 5.0}) as server:
            wren = await server.opens()
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            async with ada.person.page():
                await ada.hides()
                await rounds(server, wren.table, 1)
            async with ada.person.page():
                await ada.says()
                _, told = await rounds(server, wren.table, 2)
            assert told["words"] == [["k1", ada.word]]

    play(scene())


def test_a_round_is_finished_by_the_server_that_is_started_again_and_counts_once(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 5.0}) as server:
            wren = await server.opens()
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            with contextlib.suppress(ConnectionClosed):
                async with ada.person.page():
                    await ada.hides()
                    await rounds(server, wren.table, 1)
                    server.registry.tables[wren.table].rounds.task.cancel()
        async with evening(tmp_path, {"word": 5.0}) as server:
            ada.person.server = server
            async with ada.person.page():
                await ada.says()
                found = await rounds(server, wren.table, 2)
                await until(lambda: not server.registry.tables[wren.table].table.ledger.words_due)
            assert [each["round"] for each in found] == [1, 1]
            assert words_of(server, wren.table).spoke.keys() == {"k1"}

    play(scene())


def test_who_never_hides_a_word_is_asked_a_few_times_and_holds_up_nobody(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 0.05}) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ida")
            async with ida.page():
                for _ in range(entropy_rounds.ASKED + 3):
                    async with wren.page(words=False):
                        held = server.registry.tables[wren.table].rounds
                        await until(held.task.done)
                with contextlib.suppress(TimeoutError):
                    await ida.next("never", within=0.3)
            assert sum("word" in frame for frame in ida.frames) == entropy_rounds.ASKED
            assert not await rounds(server, wren.table, 0)

    play(scene())


def test_who_is_alone_at_an_open_page_speaks_alone_after_a_while_and_with_the_other_once_they_come(tmp_path):
    async def scene():
        async with evening(tmp_path, {"word": 0.5}) as server:
            wren = await server.opens()
            ben = Speaker(await server.sits(wren.table, "k2", "Ben"), "0b" * 16)
            ada = Speaker(await server.sits(wren.table, "k1", "Ada"), "0a" * 16)
            async with ada.person.page():
                await ada.hides()
                await ada.says()
                await rounds(server, wren.table, 2)
                await until(server.registry.tables[wren.table].rounds.task.done)
                assert words_of(server, wren.table).spoke.keys() == {"k1"}
                assert words_of(server, wren.table).settled == frozenset()
                async with ben.person.page():
                    ada.word = "0c" * 16
                    await ada.hides()
                    await ben.hides()
                    await ada.says()
                    await ben.says()
                    await rounds(server, wren.table, 4)
                    await until(lambda: not server.registry.tables[wren.table].table.ledger.words_due)
            assert words_of(server, wren.table).settled == {"k1", "k2"}

    play(scene())
