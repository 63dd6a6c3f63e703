"""A disk that fails: logs that are torn, a disk that is full at any byte, one that does not say what is on it.

CLIFFHANGER_TORN and CLIFFHANGER_FULL say at how many points, and `make soak` names many. A failure names its seed.
"""

import multiprocessing
import os
import random
import resource
import shutil
import signal
from contextlib import closing

import apsw
import pytest
from tests.store.conftest import Answer, chained

from cliffhanger.store import Reader, SqliteStore
from cliffhanger.table.ports import Kept, Line, Taken, Unkept, Unsure

TORN = int(os.environ.get("CLIFFHANGER_TORN", "20"))
FULL = int(os.environ.get("CLIFFHANGER_FULL", "6"))
LOG, PAGE = 32, 4096  # bytes of the head of a log, and of a page of a database
WALL = Kept("wall", b"h", b"s")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tables.db"


def line(n, size=600):
    return Line("wall", n, f"i{n}", chained(n, b"h", size))


def appended(store, *rows):
    answer = Answer()
    store.append(rows, answer)
    return answer.error


def sound(path):
    with closing(apsw.Connection(str(path))) as db:
        assert db.pragma("integrity_check") == "ok"


def logged(folder):
    """A database and its log as they lie beside a running server, and how long the log was when each entry was kept."""
    path = folder / "tables.db"
    log = path.with_name("tables.db-wal")
    with SqliteStore(path) as store:
        store.create(WALL, tuple(map(line, range(1, 6))))
        ends = {5: log.stat().st_size}
        for n in range(6, 40):
            assert appended(store, line(n)) is None
            ends[n] = log.stat().st_size
        return path.read_bytes(), log.read_bytes(), ends


def torn(log, rng):
    """A log that was cut, has one other bit, or a page of nothing in it; and the first byte that is not as it was."""
    at, log = rng.randrange(LOG, len(log)), bytearray(log)
    match rng.randrange(3):
        case 0:
            del log[at:]
        case 1:
            log[at] ^= 1 << rng.randrange(8)
        case 2:
            log[at : at + PAGE] = bytes(min(PAGE, len(log) - at))
    return bytes(log), at


def test_a_torn_log_leaves_all_that_was_kept_before_the_tear_and_nothing_half(tmp_path, figures):
    database, log, ends = logged(tmp_path)
    for seed in range(TORN):
        damaged, at = torn(log, random.Random(seed))
        path = tmp_path / f"torn-{seed}" / "tables.db"
        path.parent.mkdir()
        path.write_bytes(database)
        path.with_name("tables.db-wal").write_bytes(damaged)
        with SqliteStore(path) as again:
            kept = list(again.read("wall")) if again.find("wall") else []
            least = max((n for n, end in ends.items() if end <= at), default=0)
            assert len(kept) >= least, f"seed {seed}: torn at {at}, {len(kept)} of {least} are kept"
            assert kept == [line(n) for n in range(1, len(kept) + 1)], f"seed {seed}"
            if kept:
                assert appended(again, line(len(kept) + 1)) is None, f"seed {seed}"
        sound(path)
        shutil.rmtree(path.parent)
    figures(torn_logs=TORN)


def filled(path, seed):
    """A disk is full at some byte: what is told of each act is true then, after a crash, and when there is room again."""
    rng, most = random.Random(seed), resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    size, log = rng.randrange(100, 9_000), path.with_name("tables.db-wal")
    with SqliteStore(path) as store:
        store.create(WALL)
        # Some write to the log alone, some often carry it into the database.
        store._writer._db.pragma("wal_autocheckpoint", rng.choice((2, 8, 1_000)))
        n = 1
        for n in range(1, rng.randrange(2, 20)):
            assert appended(store, line(n, size)) is None
        room = max(path.stat().st_size, log.stat().st_size) + rng.randrange(1, 60_000)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
        error = None
        while error is None and n < 2_000:
            n += 1
            error = appended(store, line(n, size))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        crashed = path.with_name("crashed.db")
        shutil.copy(path, crashed)
        shutil.copy(log, crashed.with_name("crashed.db-wal"))
        assert type(error) is Unkept
        assert "othing was kept" in str(error)
        whole = [line(each, size) for each in range(1, n)]
        assert list(store.read("wall")) == whole
        assert appended(store, line(n, size)) is None
        assert isinstance(appended(store, line(n, size)), Taken)
    with SqliteStore(crashed) as again:
        assert list(again.read("wall")) == whole
    sound(crashed)
    assert list(Reader(path).read("wall")) == [*whole, line(n, size)]


def full_disks(folder, seeds, report):
    """In a child, for no file of it may grow beyond what it says."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    wrong = []
    for seed in seeds:
        (folder / f"{seed}").mkdir()
        try:
            filled(folder / f"{seed}" / "tables.db", seed)
        except Exception as error:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            wrong.append(f"seed {seed}: {type(error).__name__}: {error}")
        shutil.rmtree(folder / f"{seed}")
    report.send(wrong)


def test_a_disk_that_is_full_at_any_byte_keeps_what_was_acknowledged_and_nothing_that_was_refused(tmp_path, figures):
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    child = context.Process(target=full_disks, args=(tmp_path, range(FULL), theirs))
    child.start()
    assert mine.poll(120 + 2 * FULL), "the child said nothing"
    wrong = mine.recv()
    child.join()
    assert not wrong, wrong
    figures(full_disks=FULL)


class Unsynced(apsw.VFS):
    """The system's files, with a disk under them that now and then does not say whether something is on it."""

    def __init__(self):
        self.below, self.fails = apsw.vfs_names()[0], 0
        super().__init__("unsynced", self.below, makedefault=True)

    def xOpen(self, name, flags):  # noqa: N802  (as apsw calls it)
        disk = self

        class File(apsw.VFSFile):
            def __init__(self):
                super().__init__(disk.below, name, flags)

            def xSync(self, how):  # noqa: N802
                if flags[0] & apsw.SQLITE_OPEN_WAL and disk.fails:
                    disk.fails -= 1
                    error = apsw.IOError("the disk does not answer")
                    error.extendedresult = apsw.SQLITE_IOERR_FSYNC
                    raise error
                super().xSync(how)

        return File()


def test_what_a_disk_did_not_confirm_is_neither_acknowledged_nor_refused_for_it_may_be_there_after_a_crash(path):
    disk = Unsynced()
    try:
        with SqliteStore(path) as store:
            store.create(WALL, (line(1),))
            disk.fails = 1
            assert type(appended(store, line(2))) is Unsure
            crashed = path.with_name("crashed.db")
            shutil.copy(path, crashed)
            shutil.copy(path.with_name("tables.db-wal"), crashed.with_name("crashed.db-wal"))
            assert [each.n for each in store.read("wall")] == [1]
            assert appended(store, line(2)) is None
            assert [each.n for each in store.read("wall")] == [1, 2]
    finally:
        disk.unregister()
    with SqliteStore(crashed) as again:
        assert [each.n for each in again.read("wall")] == [1, 2]
        assert isinstance(appended(again, line(2)), Taken)
