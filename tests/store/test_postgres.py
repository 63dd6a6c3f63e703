"""PostgreSQL in trouble: killed backends, a restart, a cut after the commit, two nodes on one table, two that migrate."""

import asyncio
import json
import select
import signal
import socket
import tempfile
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.store.conftest import Answer, chained

from cliffhanger.store.postgres import PostgresReader, PostgresStore, schema
from cliffhanger.store.postgres.notices import PAYLOAD, Notices, packed
from cliffhanger.table.ports import Checkpoint, Kept, Line, Taken, Unkept, Unsure

asyncpg = pytest.importorskip("asyncpg")


def lines(first, last, table="wall"):
    return tuple(Line(table, n, f"i{n}", chained(n, b"h")) for n in range(first, last + 1))


def appended(store, *rows):
    answer = Answer()
    store.append(rows, answer)
    return answer.error


def sql(address, *said, **settings):
    """Run statements as somebody else; what the last one gives."""
    base, _, name = address.partition("&schema=")

    async def run():
        db = await asyncpg.connect(base, server_settings={"search_path": name, **settings})
        try:
            for each in said:
                found = await db.fetch(each)
            return [tuple(row) for row in found]
        finally:
            await db.close()

    return asyncio.run(run())


def numbers(store, table="wall"):
    return [each.n for each in store.read(table)]


KILL = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'cliffhanger%'"


def test_backends_killed_while_many_append_lose_and_double_nothing(address):
    with PostgresStore(address) as store:
        store.create(Kept("wall", b"h", b"s"))
        stop = threading.Event()

        def kill():
            while not stop.wait(0.05):
                killed.append(len(sql(address, KILL)))

        killed, answers = [], []
        killer = threading.Thread(target=kill)
        killer.start()
        while sum(killed) < 5:
            n = len(answers) + 1
            answers.append(Answer())
            store.append(lines(n, n), answers[-1])
            if n % 20 == 0:
                assert answers[-1].error is None
        stop.set()
        killer.join()
        assert {answer.error for answer in answers} == {None}
        assert numbers(store) == list(range(1, len(answers) + 1))


@pytest.fixture
def own(postgres):
    """A server that may be stopped without others noticing: its start is what is tested."""
    from tests.postgres import Server

    server = Server()
    yield server
    server.close()


def test_a_restart_is_waited_for_and_a_longer_absence_is_said_in_a_sentence(own):
    address = own.address()
    with PostgresStore(address, patience=8) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
        heard = []
        store.listen(lambda table, n: heard.append((table, n)))
        own.stop(signal.SIGQUIT)
        answer = Answer()
        store.append(lines(4, 4), answer)
        time.sleep(0.2)
        own.start()
        assert answer.error is None
        assert numbers(store) == [1, 2, 3, 4]
        until = time.monotonic() + 10
        while not heard and time.monotonic() < until:
            time.sleep(0.02)
        assert heard[0] == ("", 0)  # something may have been missed
    with PostgresStore(address, patience=0.2) as store:
        assert appended(store, *lines(5, 5)) is None
        own.stop()
        for _ in range(2):
            error = appended(store, *lines(6, 6))
            assert isinstance(error, Unkept)
            with pytest.raises(Unkept, match="cannot be reached") as gone:
                store.find("wall")
            for said in (error, gone.value):
                assert str(own.folder) not in str(said)
        with pytest.raises(Unkept, match="cannot be reached"):
            PostgresStore(address, patience=0.2)
        own.start()
        assert appended(store, *lines(6, 6)) is None


class Proxy:
    """Stands between a store and its database, and cuts where it is told to."""

    def __init__(self, postgres, folder):
        self.folder, self.inner = folder, str(postgres.socket)
        self.cut_before = self.cut_after = b""
        self.cuts, self.refuses = 0, False
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(folder / ".s.PGSQL.5432"))
        self.listening.listen(50)
        self.carrying, self.listener = [], threading.Thread(target=self._accept)
        self.listener.start()

    def _accept(self):
        with suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                if self.refuses:
                    near.close()
                    continue
                self.carrying.append(threading.Thread(target=self._carry, args=(near,)))
                self.carrying[-1].start()

    def _carry(self, near):
        armed = False
        with closing(near), socket.socket(socket.AF_UNIX) as far, suppress(OSError):
            far.connect(self.inner)
            while True:
                for source in select.select([near, far], [], [])[0]:
                    data = source.recv(65_536)
                    if not data:
                        return
                    if source is near:
                        armed = armed or bool(self.cut_after and self.cut_after in data)
                    if (armed and source is far) or (source is near and self.cut_before and self.cut_before in data):
                        self.cuts += 1  # the database has answered, and nobody hears it; or it never heard of it
                        self.cut_before = self.cut_after = b""
                        return
                    (far if source is near else near).sendall(data)

    def close(self):
        self.listening.shutdown(socket.SHUT_RDWR)
        for each in (self.listener, *self.carrying):
            each.join()
        self.listening.close()


@pytest.fixture
def proxy(postgres):
    folder = tempfile.TemporaryDirectory(dir="/tmp")  # a socket's path is short
    with folder, closing(Proxy(postgres, Path(folder.name))) as between:
        yield between


@pytest.fixture
def through(proxy, address):
    """The same schema, by way of the proxy."""
    head, _, tail = address.partition("host=")
    return f"{head}host={proxy.folder}&{tail.partition('&')[2]}"


@pytest.mark.parametrize("when", ["cut_before", "cut_after"])
def test_a_cut_around_a_commit_is_looked_up_and_kept_once(proxy, through, when):
    with PostgresStore(through) as store:
        store.create(Kept("wall", b"h", b"s"))
        for n in range(1, 41):
            if n % 4 == 0:
                setattr(proxy, when, f"i{n}".encode())
            assert appended(store, *lines(n, n)) is None
        assert proxy.cuts == 10
        assert numbers(store) == list(range(1, 41))
        assert isinstance(appended(store, *lines(40, 40)), Taken)  # nobody doubts it any more


def test_a_cut_while_a_batch_is_kept_answers_each_of_it(proxy, through, address):
    with PostgresStore(through) as store, PostgresStore(address) as other:
        store.create(Kept("wall", b"h", b"s"))
        store.create(Kept("hall", b"h", b"s"))
        assert appended(store, *lines(1, 1)) is None
        proxy.cut_after = b"i70"
        answers = [Answer() for _ in range(100)]
        for n, answer in enumerate(answers, 2):
            store.append(lines(n, n), answer)
        assert appended(other, *lines(1, 1, "hall")) is None
        assert isinstance(appended(store, *lines(1, 1, "hall")), Taken)
        assert {answer.error for answer in answers} == {None}
        assert numbers(store) == list(range(1, 102))
        assert proxy.cuts == 1


def test_a_new_table_that_was_kept_unheard_is_not_taken(proxy, through):
    with PostgresStore(through) as store:
        proxy.cut_after = b"COMMIT"
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
        assert proxy.cuts == 1
        assert numbers(store) == [1, 2, 3]
        with pytest.raises(Taken):
            store.create(Kept("wall", b"h", b"s"), lines(1, 3))
        proxy.cut_after = b"update tables"
        store.keep_secrets("wall", b"new")
        assert (proxy.cuts, store.find("wall").secrets) == (2, b"new")


def test_what_nobody_can_look_up_is_said_to_be_not_known(proxy, through, address):
    with PostgresStore(through, patience=0.3) as store:
        store.create(Kept("wall", b"h", b"s"))
        proxy.cut_after, proxy.refuses = b"i1", True
        error = appended(store, *lines(1, 1))
        assert isinstance(error, Unsure)
        assert "not known" in str(error)
        assert not isinstance(appended(store, *lines(2, 2)), Unsure)  # that one was never sent
        with PostgresReader(address) as reader:
            assert numbers(reader) == [1]
        proxy.refuses = False
        assert appended(store, *lines(2, 2)) is None


def test_two_nodes_that_append_at_once_keep_a_thousand_each_once(address):
    with PostgresStore(address) as one, PostgresStore(address) as two:
        one.create(Kept("wall", b"h", b"s"))
        kept, clashes = [], []

        def node(store, name):
            n = 0
            while n < 1_000:
                mine = [Line("wall", n + 1, f"{name}{n + 1}", chained(n + 1, b"h"))]
                error = appended(store, *mine)
                if error is None:
                    kept.append((n + 1, name))
                    n += 1
                else:
                    assert isinstance(error, Taken)
                    clashes.append(name)
                    n = max((line.n for line in store.read("wall", n)), default=n)

        both = [threading.Thread(target=node, args=each) for each in ((one, "a"), (two, "b"))]
        for each in both:
            each.start()
        for each in both:
            each.join()
        rows = list(one.read("wall"))
        assert [row.n for row in rows] == list(range(1, 1_001))
        assert sorted(kept) == [(row.n, row.id.rstrip("0123456789")) for row in rows]
        assert {name for _, name in kept} == {"a", "b"}
        assert clashes


def test_two_that_start_at_once_make_one_schema(address):
    ready, errors = threading.Barrier(4), []

    def start():
        ready.wait()
        try:
            PostgresStore(address).close()
        except Exception as error:
            errors.append(error)

    every = [threading.Thread(target=start) for _ in range(4)]
    for each in every:
        each.start()
    for each in every:
        each.join()
    assert errors == []
    assert sql(address, "select number from schema_version") == [(max(schema.steps()),)]


def test_a_newer_schema_asks_for_a_newer_program_and_an_older_one_is_brought_up_to_date(address, monkeypatch):
    with PostgresStore(address) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
        newest = max(schema.steps())
        more = {**schema.steps(), newest + 1: "alter table tables add column note text not null default ''"}
        with monkeypatch.context() as patch:
            patch.setattr(schema, "steps", lambda: more)
            with PostgresReader(address) as reader, pytest.raises(Unkept, match="older Cliffhanger"):
                reader.tables()
            with PostgresStore(address) as newer:
                assert newer.find("wall") == Kept("wall", b"h", b"s", 3)
        for opens in (PostgresStore, PostgresReader):
            with pytest.raises(Unkept, match="newer Cliffhanger"), opens(address) as found:
                found.tables()
        sql(address, KILL)
        assert isinstance(appended(store, *lines(4, 4)), Unkept)  # a node that is left behind writes no more
        for _ in range(2):
            assert "newer Cliffhanger" in str(appended(store, *lines(4, 4)))
        assert sql(address, "select count(*) from entries") == [(3,)]


def test_a_step_that_fails_leaves_the_schema_as_it_was(address, monkeypatch):
    with PostgresStore(address) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
    newest = max(schema.steps())
    with monkeypatch.context() as patch:
        more = {**schema.steps(), newest + 1: "alter table tables add column note text; drop table nothing"}
        patch.setattr(schema, "steps", lambda: more)
        with pytest.raises(Unkept, match="code 42P01"):
            PostgresStore(address)
    with PostgresStore(address) as store:
        assert numbers(store) == [1, 2, 3]
    copies = sql(address, "select count(*) from pg_namespace where nspname ~ '_before_' and nspname ~ current_schema()")
    assert copies == [(0,)]


NOTE = "alter table tables add column note text not null default ''"


@pytest.fixture
def newer():
    """The steps of a Cliffhanger that has one more."""
    return {**schema.steps(), max(schema.steps()) + 1: NOTE}


def test_before_a_step_all_tables_are_copied_and_the_copy_can_be_served_by_what_wrote_it(address, newer, monkeypatch):
    with PostgresStore(address) as store:
        for table in ("wall", "hall"):
            store.create(Kept(table, b"h", b"s"), lines(1, 3, table))
        store.keep_checkpoint(Checkpoint("wall", 2, "1", b"so"))
        assert appended(store, *lines(4, 4)) is None
    with monkeypatch.context() as patch:
        patch.setattr(schema, "steps", lambda: newer)
        with PostgresStore(address) as store:
            assert appended(store, *lines(5, 5)) is None
        PostgresStore(address).close()  # nothing is to be done, so nothing is copied
    copy = f"{address}_before_{max(newer)}"
    with PostgresStore(copy) as store:
        assert [(each.table, each.secrets) for each in store.tables()] == [("hall", b"s"), ("wall", b"s")]
        assert list(store.read("wall")) == list(lines(1, 4))
        assert store.checkpoint("wall", "1", 9) == Checkpoint("wall", 2, "1", b"so")
        assert appended(store, *lines(5, 5)) is None
        assert isinstance(appended(store, *lines(5, 5)), Taken)
        store.create(Kept("new", b"h", b"s"), lines(1, 1, "new"))
        assert [each.table for each in store.tables()] == ["new", "hall", "wall"]


def test_a_copy_of_before_is_replaced_and_what_is_not_ours_is_left_alone(address, newer, monkeypatch):
    name = address.partition("&schema=")[2]
    copy = f"{name}_before_{max(newer)}"
    with PostgresStore(address) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
    PostgresStore(f"{address}_before_{max(newer)}").close()
    monkeypatch.setattr(schema, "steps", lambda: newer)
    PostgresStore(address).close()
    assert sql(address, f"select count(*) from {copy}.entries") == [(3,)]
    sql(address, f"update {name}.schema_version set number = number - 1", f"alter table {name}.tables drop column note")
    sql(address, f"drop schema {copy} cascade", f"create schema {copy}", f"create table {copy}.letters (body text)")
    with pytest.raises(Unkept, match=f"The schema {copy} has tables of another program"):
        PostgresStore(address)
    assert sql(address, f"select number from {name}.schema_version") == [(max(newer) - 1,)]


def test_who_may_make_no_schema_for_the_copy_is_told_and_nothing_is_changed(address, newer, monkeypatch):
    name = address.partition("&schema=")[2]
    sql(address, "create role cole login", f"create schema {name} authorization cole")
    his = address.replace("cliffhanger@", "cole@", 1)
    with PostgresStore(his) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
    with monkeypatch.context() as patch:
        patch.setattr(schema, "steps", lambda: newer)
        with pytest.raises(
            Unkept, match=f"copied into a schema {name}_before_{max(newer)}, and this user may make none"
        ):
            PostgresStore(his)
    with PostgresStore(his) as store:
        assert numbers(store) == [1, 2, 3]


def test_a_schema_of_another_program_is_left_alone(address):
    name = address.partition("&schema=")[2]
    sql(address, f"create schema {name}", "create table letters (body text)")
    with pytest.raises(Unkept, match="of another program"):
        PostgresStore(address)
    assert sql(address, f"select relname from pg_class where relnamespace = '{name}'::regnamespace") == [("letters",)]


def test_where_nothing_was_kept_a_reader_says_so_and_makes_nothing(address):
    with PostgresReader(address) as reader, pytest.raises(Unkept, match="no tables in that database yet"):
        reader.tables()
    name = address.partition("&schema=")[2]
    assert sql(address, f"select count(*) from pg_namespace where nspname = '{name}'") == [(0,)]


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        ("mysql://a@b/c", "no address"),
        ("postgresql://a@b:port/c?host", "no address"),
        ("postgresql://a@127.0.0.1:notaport/c", "no address"),
        ("postgresql://a@b/c?schema=pg_own", "small letters"),
        ("postgresql://a@b/c?schema=Uns%22afe", "small letters"),
    ],
)
def test_what_is_no_address_is_said_without_repeating_it(odd, says):
    with pytest.raises(Unkept, match=says) as refused:
        PostgresStore(odd, patience=0.1)
    assert odd not in str(refused.value)


def test_no_message_or_log_tells_a_password_or_a_host(postgres, address, caplog):
    sql(address, "create role mara login password 'sesame' connection limit 0", "create role tess login")
    for user, says in (("mara:sesame", "no connection left"), ("nobody_here:sesame", "let this user in")):
        wrong = address.replace("cliffhanger@", f"{user}@", 1)
        with pytest.raises(Unkept, match=says) as refused:
            PostgresStore(wrong, patience=0.1)
        assert refused.value.__suppress_context__
    with pytest.raises(Unkept, match="no database of that name"):
        PostgresStore(address.replace("/postgres?", "/nowhere?"))
    with pytest.raises(Unkept, match="has no rights"):
        PostgresStore(address.replace("cliffhanger@", "tess@", 1))
    with pytest.raises(Unkept, match="cannot be reached"):
        PostgresStore("postgresql://tess:sesame@127.0.0.1:1/there", patience=0.1)
    for each in caplog.records:
        said = caplog.handler.format(each)
        assert not any(word in said for word in ("sesame", "mara", "127.0.0.1", str(postgres.folder)))


def test_what_the_database_refuses_fails_alone_and_in_a_sentence(address, postgres):
    with PostgresStore(address) as store:
        for table in ("wall", "hall"):
            store.create(Kept(table, b"h", b"s"))
        answers = {}
        for n in range(1, 21):
            for row in (*lines(n, n), *lines(n, n, "hall")):
                id = "a\0b" if (row.table, n) == ("hall", 7) else row.id
                answers[row.table, n] = Answer()
                store.append((Line(row.table, n, id, row.body),), answers[row.table, n])
        failed = {where: str(answer.error) for where, answer in answers.items() if answer.error}
        assert set(failed) == {("hall", n) for n in range(7, 21)}
        assert "code 22021: nothing was kept" in failed["hall", 7]
        assert store.find("a\0b") is store.find("\ud800") is None
        assert store.number_of("wall", "a\0b") == 0
        assert list(store.read("\0")) == []
        sql(address, "alter table entries add check (n < 22)")
        assert "code 23514" in str(appended(store, *lines(21, 22)))


def test_a_commit_is_on_the_disk_though_the_database_would_not_wait_for_it(address):
    with PostgresStore(address + "&synchronous_commit=off") as store:
        store.create(Kept("wall", b"h", b"s"))
        assert store._session.do(store._writer._db.fetchval("show synchronous_commit")) == "on"


def test_nodes_hear_of_each_other_and_not_of_themselves(address):
    with PostgresStore(address) as one, PostgresStore(address) as two, PostgresStore(address + "x") as stranger:
        heard = {name: [] for name in ("one", "two", "stranger")}
        one.listen(lambda table, n: heard["one"].append((table, n)))
        two.listen(lambda table, n: (heard["two"].append((table, n)), 1 / (n != 2)))  # a fault of the host
        stranger.listen(lambda table, n: heard["stranger"].append((table, n)))
        one.create(Kept("wall", b"h", b"s"))
        for n in range(1, 31):
            assert appended(one, *lines(n, n)) is None
        one.keep_secrets("wall", b"new")
        sql(address, f"select pg_notify('{one._link.schema}', 'no notice')")
        assert appended(one, *lines(31, 31)) is None
        until = time.monotonic() + 10
        while not {("wall", 0), ("wall", 31)} <= set(heard["two"]) and time.monotonic() < until:
            time.sleep(0.01)
        assert {("wall", 0), ("wall", 31)} <= set(heard["two"])
        assert [n for _, n in heard["two"] if n] == sorted({n for _, n in heard["two"] if n})
        assert heard["one"] == heard["stranger"] == []


def test_what_was_kept_at_last_is_told_before_a_node_goes(address):
    with PostgresStore(address) as one:
        heard = []
        one.listen(lambda table, n: heard.append((table, n)))
        with PostgresStore(address) as two:
            two.create(Kept("wall", b"h", b"s"))
            assert appended(two, *lines(1, 5)) is None
        until = time.monotonic() + 10
        while not heard and time.monotonic() < until:
            time.sleep(0.01)
        assert heard == [("wall", 5)]


def test_many_tables_stand_in_few_notices_far_smaller_than_a_notice_may_be():
    news = [(f"table-{n:055}", 10**6 + n) for n in range(500)]
    notices = packed("node", news)
    assert 5 < len(notices) < 15
    assert max(map(len, notices)) < PAYLOAD + 100
    assert [tuple(each) for notice in notices for each in json.loads(notice)[1]] == news
    assert packed("node", []) == []


def test_whoever_is_called_from_the_loop_of_the_store_is_told_not_to_call_it(address):
    with PostgresStore(address) as store:

        async def inside():
            store.find("wall")

        with pytest.raises(RuntimeError, match="may not call the store"):
            store._session.do(inside())


def test_a_closed_store_answers_readers_and_those_who_wait(address):
    store = PostgresStore(address)
    waiting = []

    def wait():
        try:
            store._session.do(asyncio.sleep(60))
        except Unkept as error:
            waiting.append(str(error))

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.05)
    store.close()
    thread.join(10)
    assert waiting == ["The store is closed."]
    with pytest.raises(Unkept, match="closed"):
        store.find("wall")


def test_a_copy_of_a_database_is_left_to_its_own_program(address, tmp_path):
    with PostgresStore(address) as store, pytest.raises(Unkept, match="pg_dump --format=custom --schema=s"):
        store.backup(str(tmp_path / "copy"))


def test_a_notice_that_is_on_its_way_when_a_node_goes_arrives(address, monkeypatch):
    sending, send = threading.Event(), Notices._send

    async def slowly(self, db):
        async def execute(*given):
            sending.set()
            await asyncio.sleep(0.3)
            return await db.execute(*given)

        await send(self, SimpleNamespace(execute=execute))

    with PostgresStore(address) as one:
        heard = []
        one.listen(lambda table, n: heard.append((table, n)))
        monkeypatch.setattr(Notices, "_send", slowly)
        with PostgresStore(address) as two:
            two.create(Kept("wall", b"h", b"s"))
            assert appended(two, *lines(1, 5)) is None
            assert sending.wait(10)
        until = time.monotonic() + 10
        while ("wall", 5) not in heard and time.monotonic() < until:
            time.sleep(0.01)
        assert ("wall", 5) in heard
