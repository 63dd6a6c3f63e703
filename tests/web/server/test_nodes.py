"""Several servers over one database: any of them serves any table, and everybody sees the same."""

import asyncio
import contextlib
import threading
from random import Random
from secrets import token_hex

import pytest
from people import Person, chosen, evening, play
from websockets.exceptions import ConnectionClosed

from cliffhanger.kernel.inputs import Act, Word
from cliffhanger.kernel.record.format import decode_entry
from cliffhanger.table.entropy import hidden
from cliffhanger.table.restore import record_of

pytestmark = pytest.mark.timeout(60)


@contextlib.asynccontextmanager
async def nodes(tmp_path, address, count=2, kind=None, **limits):
    """Servers over the same database, each with a store of its own."""
    from cliffhanger.store.postgres import PostgresStore

    limits = {"look": 60.0, **limits}
    async with contextlib.AsyncExitStack() as opened:
        found = []
        for _ in range(count):
            store = await asyncio.to_thread(kind or PostgresStore, address)
            found.append(await opened.enter_async_context(evening(tmp_path, store=store, limits=limits)))
        yield found


def beside(person, server):
    """The same person, with the same link, at another server."""
    return Person(server, {"table": person.table, "seat": person.seat, "secret": person.secret})


async def shows(page, n):
    """Wait until a page shows entry `n`."""
    while (await page.next("n"))["n"] < n:
        pass


def entries(server, table):
    return [decode_entry(line.body, line.n) for line in server.registry.store.read(table)]


async def settled(servers, table):
    """Wait until every server that has this table shows the newest entry; then all stand alike."""
    live = [each.registry.tables[table] for each in servers if table in each.registry.tables]
    while (
        len({(each.table.shown.n, each.table.head.n) for each in live} | {2 * (entries(servers[0], table)[-1].n,)}) > 1
    ):
        await asyncio.sleep(0.01)
    assert len({(each.table.mark, repr(each.table.shown.state)) for each in live}) == 1


def test_what_is_done_at_one_server_is_seen_at_the_other(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            wren = await here.opens()
            ada = await here.sits(wren.table, "k1", "Ada")
            ben = beside(await here.sits(wren.table, "k2", "Ben"), there)
            async with ada.page(words=False), ben.page(words=False):
                n = (await ada.does("pass"))["n"]
                await shows(ben, n)
                assert "refused" not in await ben.does("pass")
                await shows(ada, n + 1)
                await settled((here, there), wren.table)
            assert await ada.view() == await beside(ada, there).view()
            assert record_of(here.registry.store, wren.table).entries

    play(scene())


def test_what_comes_while_a_table_is_read_is_not_missed(tmp_path, address):
    """A notice of a table that is being read is heeded once it has been read, for what was read may be older."""

    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            wren = await here.opens()
            ada = await here.sits(wren.table, "k1", "Ada")
            ben = beside(await here.sits(wren.table, "k2", "Ben"), there)
            held, read, load = threading.Event(), threading.Event(), there.registry._load

            def slow(name):
                found = load(name)
                read.set()
                assert held.wait(20)
                return found

            there.registry._load = slow
            async with ada.page(words=False), ben.page(words=False):
                await asyncio.to_thread(read.wait, 20)
                heard = there.registry.meters.heard["entries"]
                n = (await ada.does("pass"))["n"]
                while there.registry.meters.heard["entries"] == heard:
                    await asyncio.sleep(0.01)
                held.set()
                await shows(ben, n)

    play(scene())


def test_whoever_comes_to_another_server_finds_what_was_just_done_though_no_notice_came(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            there.registry._follow = lambda *_: None
            wren = await here.opens()
            before = await beside(wren, there).view()
            ada = await here.sits(wren.table, "k1", "Ada")
            assert (await beside(ada, there).view())["n"] > before["n"]  # with a link that this server has not given
            async with ada.page(words=False):
                n = (await ada.does("pass"))["n"]
            async with beside(ada, there).page(words=False) as page:
                assert (await page.next("n"))["n"] >= n

    play(scene())


def test_a_notice_that_was_lost_is_made_up_for_by_a_look_now_and_then(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address, look=0.1) as (here, there):
            there.registry._follow = lambda *_: None
            wren = await here.opens()
            ada = await here.sits(wren.table, "k1", "Ada")
            async with beside(wren, there).page(words=False) as page, ada.page(words=False):
                await page.next("n")
                await shows(page, (await ada.does("pass"))["n"])

    play(scene())


def test_a_seat_that_is_freed_at_one_server_closes_its_page_at_the_other_and_its_link_opens_nothing(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            wren = await here.opens()
            ada = beside(await here.sits(wren.table, "k1", "Ada"), there)
            async with ada.page(words=False), wren.page(words=False):
                await ada.next("n")
                await wren.send(do="sit", id="free", seat="k1", holder="nobody")
                await wren.answer("free")
                with pytest.raises(ConnectionClosed, match="given away"):
                    await ada.next("never")
            for server in (here, there):
                status, _ = await server.json("GET", f"/api/tables/{ada.table}/view?seat=k1", None, ada.secret)
                assert status == 403
            new = await there.sits(wren.table, "k1", "Eve")
            assert (await beside(new, here).view())["n"] == (await new.view())["n"]

    play(scene())


def test_links_that_two_servers_give_at_once_both_open_their_seats(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            for _ in range(5):
                wren = await here.opens()
                await beside(wren, there).view()
                ada, ben = await asyncio.gather(here.sits(wren.table, "k1", "Ada"), there.sits(wren.table, "k2", "Ben"))
                for each in (ada, ben):
                    for server in (here, there):
                        assert (await beside(each, server).view())["n"]

    play(scene())


def test_one_chair_that_two_people_take_at_two_servers_goes_to_one_of_them(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            for _ in range(5):
                wren = await here.opens()
                await beside(wren, there).view()
                path, said = f"/api/tables/{wren.table}/sit", {"seat": "k1", "name": "Ada"}
                answers = await asyncio.gather(*(each.json("POST", path, said) for each in (here, there)))
                assert sorted(status for status, _ in answers) == [201, 409]
                (secret,) = (place["secret"] for status, place in answers if status == 201)
                for server in (here, there):
                    status, _ = await server.json("GET", f"/api/tables/{wren.table}/view?seat=k1", None, secret)
                    assert status == 200

    play(scene())


def test_bots_act_once_though_every_server_has_them(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address, count=3) as servers:
            wren = await servers[0].opens()
            async with contextlib.AsyncExitStack() as pages:
                own = await pages.enter_async_context(wren.page(words=False))
                others = [await pages.enter_async_context(beside(wren, each).page(words=False)) for each in servers[1:]]
                for seat in ("k1", "k2"):
                    await own.send(do="sit", id=f"bot-{seat}", seat=seat, holder="bot")
                    assert "ack" in await own.answer(f"bot-{seat}")
                reading = [asyncio.create_task(each.next("never", within=50)) for each in (own, *others)]
                while len(found := entries(servers[0], wren.table)) < 40:
                    if put := chosen("host", await own.view(), Random(len(found))):
                        await own.send(id=token_hex(16), **put)
                    await asyncio.sleep(0.02)
                await settled(servers, wren.table)
                for each in reading:
                    each.cancel()
            assert len({entry.id for entry in found}) == len(found)
            turns = [entry for entry in found if isinstance(entry.input, Act) and entry.seat != "host"]
            assert len(turns) > 5

    play(scene())


@pytest.mark.parametrize("spread", [(0, 1), (1, 0), (1, 1)])
def test_a_round_of_words_is_held_though_pages_are_open_at_several_servers(tmp_path, address, spread):
    async def scene():
        async with nodes(tmp_path, address, word=3.0) as servers:
            wren = await servers[0].opens()
            people = [await servers[0].sits(wren.table, seat, seat) for seat in ("k1", "k2")]
            pages = [beside(each, servers[at]) for each, at in zip(people, spread, strict=True)]
            async with wren.page(), pages[0].page(), pages[1].page():
                speaking = [asyncio.create_task(speaks(each)) for each in pages]
                words = await rounds(servers[0], wren.table, 2)
                for each in speaking:
                    each.cancel()
            assert [seat for seat, _ in words[0].commits] == ["k1", "k2"]
            assert [seat for seat, _ in words[1].words] == ["k1", "k2"]
            await settled(servers, wren.table)
            for each in servers:
                if wren.table in each.registry.tables:
                    assert not each.registry.tables[wren.table].table.ledger.words_due

    play(scene())


async def speaks(person):
    """Answer as a page does whenever the server asks for a word."""
    while True:
        asked = (await person.next("word"))["word"]
        if asked["ask"] == "commit":
            person.word = token_hex(16)
            await person.send(do="commit", round=asked["round"], hash=hidden(person.word))
        else:
            await person.send(do="reveal", round=asked["round"], word=person.word)


async def rounds(server, table, count):
    while len(found := [entry.input for entry in entries(server, table) if isinstance(entry.input, Word)]) < count:
        await asyncio.sleep(0.02)
    return found


def test_a_choice_that_is_being_made_is_seen_at_the_other_server_and_goes_when_it_is_made(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            wren = await here.opens()
            ada = await here.sits(wren.table, "k1", "Ada")
            master = beside(wren, there)
            async with ada.page(words=False), master.page(words=False):
                await master.next("n")
                option = (await ada.option("dare"))["option"]
                frame = {"do": "draft", "seat": "k1", "window": option["window"], "key": "dare"}
                await ada.send(**frame, choice={"dice": 2})
                assert await lies(there, wren.table, "k1") == {"dice": 2}
                await master.send(**frame, choice={"dice": 3})  # the game master shapes it
                assert await lies(here, wren.table, "k1", {"dice": 3})
                await ada.send(**frame, choice={"dice": 1})
                assert await lies(there, wren.table, "k1", {"dice": 1})
                assert "ack" in await ada.does("dare", dice=1)
                await settled((here, there), wren.table)
                await asyncio.sleep(0.2)
                for server in (here, there):
                    assert not server.registry.tables[wren.table].table.shown.drafts

    play(scene())


async def lies(server, table, seat, choice=None):
    """What a seat is choosing, as a server shows it; if it is to be some `choice`, once it is."""
    while True:
        for (who, _, _), draft in server.registry.tables[table].table.shown.drafts.items():
            if who == seat and choice in (None, draft.choice):
                return draft.choice
        await asyncio.sleep(0.01)


def test_everybody_is_seen_to_be_here_wherever_their_page_is_and_gone_when_their_server_is(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address) as (here, there):
            wren = await here.opens()
            ada = beside(await here.sits(wren.table, "k1", "Ada"), there)
            live = None
            async with wren.page(words=False):
                live = here.registry.tables[wren.table]
                async with ada.page(words=False):
                    while "k1" not in live.audience.shared.about.here:
                        await asyncio.sleep(0.01)
                while "k1" in live.audience.shared.about.here:
                    await asyncio.sleep(0.01)

    play(scene())


def test_who_hurries_the_bots_hurries_them_at_every_server(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address, bot_delay=60.0) as (here, there):
            wren = await here.opens()
            ada = beside(await here.sits(wren.table, "k1", "Ada"), there)
            async with wren.page(words=False), ada.page(words=False):
                await ada.next("n")
                await wren.send(do="sit", id="bot", seat="k2", holder="bot")
                await wren.answer("bot")
                assert "ack" in await ada.does("pass")
                await settled((here, there), wren.table)
                assert not here.registry.tables[wren.table].table.shown.stops
                here.registry.tables[wren.table].bots.hold()  # the other server's bots may go on
                n = len(entries(here, wren.table))
                await ada.send(do="hasten", id="on", far=True)
                await ada.answer("on")
                while len(entries(here, wren.table)) == n:
                    await asyncio.sleep(0.01)
                await settled((here, there), wren.table)

    play(scene())


def test_a_server_that_has_heard_of_the_hurry_has_its_own_bots_go_on(tmp_path, address):
    async def scene():
        async with nodes(tmp_path, address, bot_delay=60.0) as (here, there):
            wren = await here.opens()
            ada = beside(await here.sits(wren.table, "k1", "Ada"), there)
            async with wren.page(words=False), ada.page(words=False):
                await ada.next("n")
                await wren.send(do="sit", id="bot", seat="k2", holder="bot")
                await wren.answer("bot")
                assert "ack" in await ada.does("pass")
                await settled((here, there), wren.table)
                there.registry.tables[wren.table].bots.hold()
                n = len(entries(here, wren.table))
                await ada.send(do="hasten", id="on", far=True)
                while len(entries(here, wren.table)) == n:
                    await asyncio.sleep(0.01)

    play(scene())
