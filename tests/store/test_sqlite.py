"""SQLite in trouble: a second server, a foreign file, a newer file, and a kill at any moment."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import count

import apsw
import pytest
from tests.lanterns import LANTERNS
from tests.store.conftest import Answer, chained
from tests.table.evening import KEY, Evening

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.inputs import Undo
from cliffhanger.kernel.record.format import encode
from cliffhanger.store import Reader, SqliteStore
from cliffhanger.store.lock import served
from cliffhanger.store.schema import APPLICATION, steps
from cliffhanger.table import Table
from cliffhanger.table.ports import Checkpoint, CheckpointWriter, Kept, Line, Taken, Unkept
from cliffhanger.table.restore import opened, record_of, taken_up

KILLS = int(os.environ.get("CLIFFHANGER_KILLS", "5"))
WRITER = """
import sys
from threading import Semaphore
from cliffhanger.kernel.record.format import digest
from cliffhanger.store import SqliteStore
from cliffhanger.table.ports import Line
store = SqliteStore(sys.argv[1])
first = store.find("wall").entries + 1
tail = next((line.body for line in store.read("wall", first - 2)), store.find("wall").header)
under_way = Semaphore(32)  # as many as people have under way at once: then commits follow each other without a pause

def done(n):
    def said(error):
        under_way.release()
        if error is None:
            sys.stdout.write(f"{n}\\n")
            sys.stdout.flush()
    return said

print("ready", flush=True)
for n in range(first, first + 200_000):
    under_way.acquire()
    tail = b'{"prev":"%s","pad":"%s"}' % (digest(tail).encode(), b"x" * 600)
    store.append((Line("wall", n, f"i{n}", tail),), done(n))
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tables.db"


def lines(first, last, size=600):
    return tuple(Line("wall", n, f"i{n}", chained(n, b"h", size)) for n in range(first, last + 1))


def appended(store, *rows):
    answer = Answer()
    store.append(rows, answer)
    return answer.error


def test_a_second_server_is_told_in_one_sentence(path):
    with SqliteStore(path):
        with pytest.raises(Unkept, match=r"Another Cliffhanger serves .*tables\.db\. Stop it first"):
            SqliteStore(path)
        told = subprocess.run(
            [sys.executable, "-c", f"from cliffhanger.store import SqliteStore; SqliteStore({str(path)!r})"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Another Cliffhanger serves" in told.stderr
    SqliteStore(path).close()


def test_a_file_is_served_once_by_whatever_way_it_is_named(path):
    """The lock lies beside the file itself: a link to it, or to its folder, finds it taken."""
    SqliteStore(path).close()
    (path.parent / "elsewhere").mkdir()
    link, folder = path.parent / "elsewhere" / "tables.db", path.parent / "also"
    link.symlink_to(path)
    folder.symlink_to(path.parent)
    with SqliteStore(path) as store:
        for other in (link, folder / path.name):
            assert served(other)
            with pytest.raises(Unkept, match="Another Cliffhanger serves"):
                SqliteStore(other)
        store.create(Kept("wall", b"header", b"secrets"))
    with SqliteStore(link) as store:
        assert store.find("wall")
        with pytest.raises(Unkept, match="Another Cliffhanger serves"):
            SqliteStore(path)


def test_a_file_with_two_names_is_not_served(path):
    SqliteStore(path).close()
    (path.parent / "also.db").hardlink_to(path)
    with pytest.raises(Unkept, match=r"2 names \(hard links\).*Copy it, and serve the copy"):
        SqliteStore(path)
    (path.parent / "also.db").unlink()
    SqliteStore(path).close()


def test_readers_read_beside_a_server_and_never_write(path):
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
        before = path.read_bytes()
        assert [each.n for each in Reader(path).read("wall")] == [1, 2, 3]
        assert path.read_bytes() == before


def test_where_nothing_is_kept_a_reader_says_so(path):
    with pytest.raises(Unkept, match="There are no tables at"):
        Reader(path).tables()
    assert not path.exists()


def test_a_database_of_another_program_is_left_alone(path):
    with closing(apsw.Connection(str(path))) as other:
        other.execute("create table letters (body text)")
    before = path.read_bytes()
    with pytest.raises(Unkept, match="database of another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_named(path):
    path.write_bytes(b"a letter to a friend\n" * 400)
    with pytest.raises(Unkept, match=r"tables\.db cannot be opened"):
        SqliteStore(path)
    assert path.read_bytes().startswith(b"a letter")


def test_a_newer_file_asks_for_a_newer_program(path):
    SqliteStore(path).close()
    with closing(apsw.Connection(str(path))) as db:
        db.pragma("user_version", 99)
    with pytest.raises(Unkept, match="newer Cliffhanger"):
        SqliteStore(path)


def test_an_older_file_is_copied_and_brought_up_to_date(path, monkeypatch):
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 5))
    newest = max(steps())
    more = {**steps(), newest + 1: "alter table tables add column note text not null default '';"}
    monkeypatch.setattr("cliffhanger.store.schema.steps", lambda: more)
    with SqliteStore(path) as store:
        assert store.find("wall").entries == 5
    with closing(apsw.Connection(str(path))) as db:
        assert (db.pragma("user_version"), db.pragma("application_id")) == (newest + 1, APPLICATION)
    copy = path.with_name(f"tables.db.before-{newest + 1}")
    assert Reader(copy).find("wall").entries == 5


def test_a_step_that_fails_leaves_the_file_as_it_was(path, monkeypatch):
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 5))
    newest = max(steps())
    more = {**steps(), newest + 1: "alter table tables add column note text; drop table nothing;"}
    with monkeypatch.context() as patch:
        patch.setattr("cliffhanger.store.schema.steps", lambda: more)
        with pytest.raises(Unkept, match="cannot be opened"):
            SqliteStore(path)
    with SqliteStore(path) as store:
        assert store.find("wall").entries == 5


def test_a_backup_beside_a_writer_is_whole_and_never_half_there(path, tmp_path):
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"))
        answers = [Answer() for _ in range(2_000)]
        for n, answer in enumerate(answers, 1):
            store.append(lines(n, n), answer)
        store.backup(str(tmp_path / "copy.db"))
        assert all(answer.error is None for answer in answers)
        with pytest.raises(Unkept, match="is there already"):
            store.backup(str(tmp_path / "copy.db"))
    kept = [each.n for each in Reader(tmp_path / "copy.db").read("wall")]
    assert kept == list(range(1, len(kept) + 1))
    assert [each for each in tmp_path.iterdir() if each.name.startswith(".")] == []
    with SqliteStore(tmp_path / "copy.db") as back:
        assert appended(back, *lines(len(kept) + 1, len(kept) + 1)) is None


def test_a_backup_into_nowhere_is_refused(path, tmp_path):
    with SqliteStore(path) as store, pytest.raises(Unkept):
        store.backup(str(tmp_path / "no" / "copy.db"))


def killed_after(path, seconds, script=WRITER):
    """Start a writer, kill it after a while, and give the last number it said was kept. 0: after its first answer."""
    child = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    said = "" if seconds else child.stdout.readline()
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    said += child.stdout.read()
    child.stdout.close()
    child.wait()
    whole = said[: said.rindex("\n")].split("\n") if "\n" in said else []
    return int(whole[-1]) if whole else 0


@pytest.mark.kill
def test_nothing_that_was_answered_is_lost_to_a_kill(path, figures):
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"))
    rng = random.Random(7)
    answered = 0
    for seconds in (*(rng.uniform(0.001, 0.15) for _ in range(KILLS - 1)), 0):
        answered = max(answered, killed_after(path, seconds))
        with SqliteStore(path) as store:
            kept = [each.n for each in store.read("wall")]
            assert kept == list(range(1, len(kept) + 1))
            assert len(kept) >= answered
    with closing(apsw.Connection(str(path))) as db:
        assert db.pragma("integrity_check") == "ok"
    assert answered > 0
    figures(kills_of_a_writer=KILLS, answered=answered)


def test_a_table_is_kept_and_taken_up_again_and_goes_on(path):
    evening = Evening()
    with SqliteStore(path) as store:
        store.create(opened(evening.table, KEY, {}))
        evening.sits(k1="Ada", k2="Ben")
        evening.act("k1", "pass")
        store.append(
            tuple(Line("wall", e.n, e.id, body) for e, body in zip(evening.table.kept(), bodies(evening), strict=True)),
            Answer(),
        )
    with SqliteStore(path) as store:
        again = Evening(table=taken_up(store, "wall", LANTERNS))
        assert again.table.head.state == evening.table.head.state
        put = again.act("k2", "pass")
        assert appended(store, *put.lines) is None
        assert record_of(store, "wall").entries == again.table.kept()


def bodies(evening):
    return evening.record().splitlines()[1:]


EVENING = """
import sys
from itertools import count
from cliffhanger.kernel.inputs import Undo
from cliffhanger.store import SqliteStore
from cliffhanger.table.ports import CheckpointWriter
from cliffhanger.table.restore import taken_up
from tests.lanterns import LANTERNS
from tests.store.conftest import Answer
from tests.table.evening import Evening

store, seconds = SqliteStore(sys.argv[1]), count(0, 0.011)
table = taken_up(store, "wall", LANTERNS, CheckpointWriter(lambda: next(seconds), store.keep_checkpoint))
evening = Evening(table=table)
print("ready", flush=True)
while True:
    lines = evening.act("k1", "pass").lines + evening.put(Undo(evening.table.head.n - 1), "k1").lines
    answer = Answer()
    store.append(lines, answer)
    assert answer.error is None
    print(lines[-1].n, flush=True)
"""


def stands(table):
    head = table.head
    return head.n, encode(head.state), head.seats, head.paused, head.closed, tuple(head.log), table.shown.asked


@pytest.mark.kill
def test_a_server_killed_between_an_entry_and_its_checkpoint_opens_the_same_table(path):
    evening = Evening()
    evening.sits(k1="Ada", k2="Ben")
    rows = tuple(Line("wall", e.n, e.id, b) for e, b in zip(evening.table.kept(), bodies(evening), strict=True))
    with SqliteStore(path) as store:
        store.create(opened(evening.table, KEY, {}), rows)
    rng, based = random.Random(5), 0
    for seconds in (*(rng.uniform(0.001, 0.1) for _ in range(KILLS - 1)), 0.3):
        answered = killed_after(path, seconds, EVENING)
        table, record = taken_up(Reader(path), "wall", LANTERNS), record_of(Reader(path), "wall")
        whole = Table.load(LANTERNS, record.header, record.entries, KEY, record.tail)
        assert table.head.n == whole.head.n >= answered
        assert stands(table) == stands(whole)
        based = max(based, table._play.base)
    assert based


def test_checkpoints_may_be_deleted_or_damaged_in_the_file_at_any_time(path):
    evening = Evening()
    evening.sits(k1="Ada", k2="Ben")
    for _ in range(30):
        evening.act("k1", "pass")
        evening.put(Undo(evening.table.head.n - 1), "k1")
    rows = tuple(Line("wall", e.n, e.id, b) for e, b in zip(evening.table.kept(), bodies(evening), strict=True))
    seconds = count(0, 0.003)
    with SqliteStore(path) as store:
        store.create(opened(evening.table, KEY, {}), rows)
        taken_up(store, "wall", LANTERNS, CheckpointWriter(lambda: next(seconds), store.keep_checkpoint))
    bases = []
    for harm in (
        "",
        "update checkpoints set body = x'00' where n > 40",
        "update checkpoints set n = n + 1000",
        "update checkpoints set home = home",
        "delete from checkpoints",
        "drop table checkpoints",
    ):
        with closing(apsw.Connection(str(path))) as db:
            db.execute(harm)
        table = taken_up(Reader(path), "wall", LANTERNS)
        assert stands(table) == stands(evening.table)
        assert table.kept() == evening.table.kept()
        bases.append(table._play.base)
    assert bases[0] > 50 > 40 >= bases[1] > 0
    assert bases[2:] == [0, 0, 0, 0]


def test_a_file_of_the_first_schema_gets_room_for_checkpoints(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("cliffhanger.store.schema.steps", lambda: {1: steps()[1]})
        SqliteStore(path).close()
    assert Reader(path).checkpoint("wall", "1", 9) is None
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"))
        store.keep_checkpoint(Checkpoint("wall", 3, "1", b"so"))
    assert Reader(path).checkpoint("wall", "1", 9) == Checkpoint("wall", 3, "1", b"so")
    assert Reader(path.with_name("tables.db.before-2")).tables() == []


def test_history_changed_in_the_file_is_seen_when_a_table_is_taken_up(path):
    evening = Evening()
    evening.sits(k1="Ada", k2="Ben")
    rows = tuple(Line("wall", n, f"i{n}", body) for n, body in enumerate(bodies(evening), 1))
    with SqliteStore(path) as store:
        store.create(opened(evening.table, KEY, {}), rows)
    with closing(apsw.Connection(str(path))) as db:
        db.execute("update entries set body = cast(replace(cast(body as text), 'Ada', 'Eve') as blob) where n = 1")
    with pytest.raises(Unreadable, match="Line 3: the line before it was changed"):
        taken_up(Reader(path), "wall", LANTERNS)
    with pytest.raises(LookupError, match="There is no table hall"):
        taken_up(Reader(path), "hall", LANTERNS)


def test_a_file_that_cannot_be_written_is_said_to_be_so(path):
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"))
        with closing(apsw.Connection(str(path))) as other:
            other.execute("begin immediate")
            store._writer._db.set_busy_timeout(50)
            error = appended(store, *lines(1, 1))
            assert isinstance(error, Unkept)
            assert "Another program holds" in str(error)
            other.execute("rollback")
        assert appended(store, *lines(1, 1)) is None
        assert isinstance(appended(store, *lines(1, 1)), Taken)


def test_a_commit_that_waits_lets_everybody_else_go_on(path):
    with SqliteStore(path) as store, closing(apsw.Connection(str(path))) as other:
        store.create(Kept("wall", b"h", b"s"))
        other.execute("begin immediate")
        answer = Answer()
        store.append(lines(1, 1), answer)
        time.sleep(0.1)  # the writer waits by now, and only this thread can help it
        other.execute("rollback")
        assert answer.error is None


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file has no such mode")
def test_nobody_else_reads_what_is_kept(tmp_path):
    path = tmp_path / "data" / "tables.db"
    with SqliteStore(path) as store:
        store.create(Kept("wall", b"h", b"s"), lines(1, 3))
        store.backup(str(tmp_path / "copy.db"))
        modes = {each.name: each.stat().st_mode & 0o777 for each in (*path.parent.iterdir(), tmp_path / "copy.db")}
        assert {"tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock", "copy.db"} == modes.keys()
        assert set(modes.values()) == {0o600}
        assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file has no such mode")
def test_what_an_older_server_left_open_is_closed_to_others_and_a_folder_that_was_there_stays_as_it_is(
    path, monkeypatch
):
    path.parent.chmod(0o755)
    SqliteStore(path).close()
    path.chmod(0o644)
    newest = max(steps())
    monkeypatch.setattr("cliffhanger.store.schema.steps", lambda: {**steps(), newest + 1: "select 1;"})
    with SqliteStore(path):
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.with_name(f"tables.db.before-{newest + 1}").stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o755
