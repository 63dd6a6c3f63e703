"""An evening that goes on elsewhere: its people sit down again, with links of their own; and a link that was lost."""

import asyncio
import re

import pytest
from click.testing import CliRunner
from lanterns import LANTERNS
from people import Person, evening, play

import cliffhanger.games as games
from cliffhanger.cli import main
from cliffhanger.kernel.inputs import Faces, Rekey
from cliffhanger.kernel.record.format import read
from cliffhanger.store import SqliteStore
from cliffhanger.store.moving import carry
from cliffhanger.table.dice import key_hash
from cliffhanger.table.entropy import hidden
from cliffhanger.table.ports import Unkept
from cliffhanger.table.restore import record_of
from cliffhanger.table.secrets import unsealed
from cliffhanger.table.verify import verify

pytestmark = pytest.mark.timeout(60)


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setattr(games, "game", lambda name: LANTERNS)


def run(*args, data):
    return CliRunner().invoke(main, [*args, "--data", str(data)])


def one_evening(tmp_path):
    """A table with two people and a bot, on a server that has stopped."""

    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            return wren, ada

    return play(scene())


def imported(tmp_path):
    """The same table at another place."""
    wren, ada = one_evening(tmp_path)
    file, there = tmp_path / "friday.jsonl", tmp_path / "there"
    assert run("export", wren.table, "--out", str(file), data=tmp_path).exit_code == 0
    done = run("import", str(file), data=there)
    assert done.exit_code == 0
    assert f"open /t/{wren.table} and sit down" in done.stdout
    return wren, ada, there


async def opens_a_seat(server, person):
    status, _ = await server.json("GET", f"/api/tables/{person.table}/view?seat={person.seat}", None, person.secret)
    return status == 200


def test_who_played_an_imported_evening_sits_down_again(tmp_path):
    wren, ada, there = imported(tmp_path)

    async def scene():
        async with evening(there) as server:
            assert not await opens_a_seat(server, ada)
            again = await server.sits(wren.table, "k1", "Ada")
            host = await server.sits(wren.table, wren.seat, "Wren")
            assert again.secret != ada.secret
            assert await opens_a_seat(server, again)
            status, view = await server.json("POST", f"/api/tables/{wren.table}/sit", {"seat": "k1", "name": "Eve"})
            assert status == 409
            assert "Ada has that seat." in str(view)
            async with host.page():
                frame = await host.next("page")
                link = re.search(rf"/t/{wren.table}/watch#s=([0-9a-f]+)", frame["page"])
            watch = Person(server, {"table": wren.table, "seat": "watch", "secret": link[1]})
            assert await opens_a_seat(server, watch)

    play(scene())


def test_what_was_freed_once_stays_as_people_have_left_it(tmp_path):
    wren, _, there = imported(tmp_path)

    async def sits():
        async with evening(there) as server:
            return await server.sits(wren.table, "k1", "Ada")

    async def comes_back(ada):
        async with evening(there) as server:
            return await opens_a_seat(server, Person(server, vars(ada)))

    assert play(comes_back(play(sits())))


def test_a_closed_table_that_is_imported_is_read_as_it_was(tmp_path):
    async def closes():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            async with wren.page():
                await wren.send(do="close", id="close1")
                assert "ack" in await wren.answer("close1")
            return wren

    wren = play(closes())
    file, there = tmp_path / "friday.jsonl", tmp_path / "there"
    run("export", wren.table, "--out", str(file), data=tmp_path)
    assert "sit down" not in run("import", str(file), data=there).stdout

    async def reads():
        async with evening(there) as server:
            return await server.ask("GET", f"/t/{wren.table}")

    assert play(reads())[0] == 200
    assert run("export", wren.table, data=there).stdout_bytes == file.read_bytes()


def linked(done):
    return re.fullmatch(r"http://127\.0\.0\.1:8000/t/[^/]+/seat/k1#s=([0-9a-f]{32})\n", done.stdout)[1]


def test_a_link_that_was_lost_is_made_anew_and_the_old_one_opens_nothing(tmp_path):
    wren, ada = one_evening(tmp_path)
    secret = linked(run("link", wren.table, "k1", data=tmp_path))

    async def scene():
        async with evening(tmp_path) as server:
            new = Person(server, {"table": ada.table, "seat": "k1", "secret": secret})
            return [await opens_a_seat(server, each) for each in (new, ada, wren)]

    assert play(scene()) == [True, False, True]


def test_a_seat_of_an_imported_table_may_be_given_its_link_before_a_server_opens_it(tmp_path):
    wren, _, there = imported(tmp_path)
    secret = linked(run("link", wren.table, "Ida", data=there))

    async def scene():
        async with evening(there) as server:
            own = await opens_a_seat(server, Person(server, {"table": wren.table, "seat": "k1", "secret": secret}))
            host = await server.sits(wren.table, wren.seat, "Wren")
            return own and await opens_a_seat(server, host)

    assert play(scene())


def test_the_link_of_those_who_watch_is_always_the_same(tmp_path):
    wren, _ = one_evening(tmp_path)
    first = run("link", wren.table, "watch", "--origin", "https://play.example.org/", data=tmp_path).stdout
    assert first.startswith(f"https://play.example.org/t/{wren.table}/watch#s=")
    assert run("link", wren.table, "watch", "--origin", "https://play.example.org", data=tmp_path).stdout == first


def test_no_link_is_made_where_there_is_none_to_make(tmp_path):
    wren, _ = one_evening(tmp_path)
    free = run("link", wren.table, "k2", data=tmp_path)
    assert free.exit_code == 2
    assert "Nobody holds the seat of" in free.stderr
    strange = run("link", wren.table, "k9", data=tmp_path)
    assert (strange.exit_code, strange.stderr) == (
        2,
        f"Error: Table {wren.table} has no seat 'k9'. It has: host, k1, k2; or watch.\n",
    )
    assert run("link", "nowhere", "k1", data=tmp_path).stderr == "Error: There is no table nowhere.\n"
    with SqliteStore(tmp_path / "tables.db"):
        served = run("link", wren.table, "k1", data=tmp_path)
    assert served.exit_code == 1
    assert "whoever runs the table can free the seat" in served.stderr


def recorded(there, table):
    return read(run("export", table, data=there).stdout_bytes)


def test_an_imported_evening_is_played_on_by_a_new_key_that_its_record_and_its_page_name(tmp_path):
    wren, _, there = imported(tmp_path)
    before = len(recorded(there, wren.table).entries)

    async def scene():
        async with evening(there, {"word": 20.0}) as server:
            host, ada, ben = [
                await server.sits(wren.table, *who) for who in (("host", "Wren"), ("k1", "Ada"), ("k2", "Ben"))
            ]
            async with ada.page(), ben.page():
                for person, word in ((ada, "ad" * 16), (ben, "be" * 16)):  # pages are asked for words once more
                    asked = (await person.next("word"))["word"]
                    await person.send(do="commit", round=asked["round"], hash=hidden(word))
                for person, word in ((ada, "ad" * 16), (ben, "be" * 16)):
                    asked = (await person.next("word"))["word"]
                    await person.send(do="reveal", round=asked["round"], word=word)
                while server.registry.tables[wren.table].table.ledger.words_due:
                    await asyncio.sleep(0.01)
                for person in (ada, ben):
                    assert "refused" not in await person.does("pass")
            html = (await server.ask("GET", f"/t/{wren.table}/dice"))[2]
            log = (await server.ask("GET", f"/t/{wren.table}/log"))[2]
            async with host.page():
                await host.send(do="close", id="close1")
                assert "ack" in await host.answer("close1")
            return html, log

    html, log = play(scene())
    found = recorded(there, wren.table)
    put = found.entries[before].input
    assert isinstance(put, Rekey)
    assert "The table goes on with a new key for its dice" in log
    assert 'id="rekeyed"' in html
    assert put.key_hash[:8] in html
    report = verify(run("export", wren.table, data=there).stdout_bytes, LANTERNS)
    assert (report.closed, report.faults) == (True, ())
    assert {row.verdict for row in report.rolls if row.n > before} == {"equal"}
    mixes = [each.input.mix for each in found.entries if each.n > before and isinstance(each.input, Faces)]
    assert mixes
    assert all(mixes)
    assert any(row.purpose == "wind" for row in report.rolls if row.n > before)


def test_a_key_that_could_not_be_promised_yet_is_the_one_that_is_tried_again(tmp_path):
    """The server is gone between keeping the key and the entry that promises it."""
    wren, _, there = imported(tmp_path)

    async def opens(error):
        class Failing(SqliteStore):
            def append(self, lines, done):
                if error:
                    done(Unkept("The disk is full."))
                else:
                    super().append(lines, done)

        async with evening(there, store=Failing(there / "tables.db")) as server:
            await server.ask("GET", f"/t/{wren.table}")
            table = server.registry.tables[wren.table].table
            return table.keyless, unsealed(server.registry.store.find(wren.table).secrets).next_key

    assert play(opens(error=True))[0]
    keyless, key = play(opens(error=False))
    assert not keyless
    puts = [each.input for each in recorded(there, wren.table).entries if isinstance(each.input, Rekey)]
    assert [each.key_hash for each in puts] == [key_hash(bytes.fromhex(key))]
    entries = len(recorded(there, wren.table).entries)
    assert play(opens(error=False)) == (False, key)
    assert len(recorded(there, wren.table).entries) == entries


def test_two_servers_that_open_it_at_once_go_on_with_one_key(tmp_path, address):
    from cliffhanger.store.postgres import PostgresStore

    wren, _, there = imported(tmp_path)
    store = PostgresStore(address)
    with SqliteStore(there / "tables.db") as source:
        carry(source, store, wren.table)

    async def scene():
        async with evening(tmp_path, store=store) as here, evening(tmp_path, store=PostgresStore(address)) as there:
            await asyncio.gather(*(each.ask("GET", f"/t/{wren.table}") for each in (here, there)))
            tables = [each.registry.tables[wren.table] for each in (here, there)]
            for each in tables:
                await each.catch_up()
            return [(each.table.keyless, each.table.mark) for each in tables], record_of(store, wren.table)

    stand, record = play(scene())
    assert stand[0] == stand[1]
    assert not stand[0][0]
    assert sum(isinstance(each.input, Rekey) for each in record.entries) == 1
