"""Copies that nobody else can prepare a place for, and databases that lie where nothing can be written."""

import os
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.store.conftest import Answer, chained

from cliffhanger.store import Reader, SqliteStore, copies
from cliffhanger.store.schema import steps
from cliffhanger.table.ports import Kept, Line, Unkept

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no such owners and modes")
HEADER = b"h"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "tables.db"
    with SqliteStore(path) as store:
        store.create(Kept("wall", HEADER, b"s"), (Line("wall", 1, "i1", chained(1, HEADER)),))
    return path


@contextmanager
def somebody_else():
    """Within it this process has the rights of somebody who may read, and not write."""
    own = os.geteuid()
    if own == 0:
        os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(own)


@pytest.fixture
def read_only(path):
    """The same database in a folder that nothing can be written to."""
    folder = Path(tempfile.mkdtemp())
    there = folder / "tables.db"
    there.write_bytes(path.read_bytes())
    there.chmod(0o444)
    folder.chmod(0o555)
    yield there
    folder.chmod(0o700)
    for each in folder.iterdir():
        each.unlink()
    folder.rmdir()


def test_a_database_on_a_read_only_mount_can_be_listed_read_and_copied(read_only, tmp_path):
    with somebody_else():
        reader = Reader(read_only)
        assert [each.table for each in reader.tables()] == ["wall"]
        assert [each.n for each in reader.read("wall")] == [1]
    assert not read_only.with_name("tables.db-shm").exists()
    reader.backup(str(tmp_path / "copy.db"))
    assert Reader(tmp_path / "copy.db").find("wall").entries == 1


def test_a_store_that_was_closed_is_one_file(path):
    assert not path.with_name("tables.db-wal").exists()


def test_one_that_is_not_whole_without_its_log_is_not_read_without_it(read_only):
    read_only.parent.chmod(0o700)
    read_only.with_name("tables.db-wal").write_bytes(b"x" * 100)
    read_only.with_name("tables.db-wal").chmod(0)
    read_only.parent.chmod(0o555)
    with somebody_else(), pytest.raises(Unkept, match="cannot be read"):
        Reader(read_only).tables()


def test_a_file_that_lies_ready_is_not_written_to(path, tmp_path, monkeypatch):
    ready = tmp_path / f".copy.db.{os.getpid()}"
    ready.touch(0o666)
    with SqliteStore(path) as store:
        store.backup(str(tmp_path / "copy.db"))
    assert ready.stat().st_size == 0
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "copy.db").stat().st_ino != ready.stat().st_ino
    monkeypatch.setattr(copies, "token_hex", lambda _: "known")
    (tmp_path / ".other.db.known.draft").touch(0o666)
    with pytest.raises(Unkept, match="cannot be written here"):
        Reader(path).backup(str(tmp_path / "other.db"))
    assert (tmp_path / ".other.db.known.draft").stat().st_size == 0
    assert not (tmp_path / "other.db").exists()


def test_what_a_killed_backup_left_is_swept_by_the_next(path, tmp_path):
    left = [tmp_path / name for name in (".tables-1.db.0a1b.draft", ".tables-20260102-030405.db.4711")]
    under_way, foreign = tmp_path / ".now.db.77.draft", tmp_path / ".profile.4711"
    for each in (*left, under_way, foreign):
        each.write_bytes(b"keys")
    for each in (*left, foreign):
        os.utime(each, (time.time() - 7_200, time.time() - 7_200))
    Reader(path).backup(str(tmp_path / "copy.db"))
    assert [each.exists() for each in left] == [False, False]
    assert under_way.exists()
    assert foreign.exists()


def test_a_copy_that_is_killed_half_way_is_readable_for_nobody_else(path, tmp_path, monkeypatch):
    modes = []
    monkeypatch.setattr(copies, "to_disk", lambda at: modes.append(at.stat().st_mode & 0o777) if at.is_file() else None)
    Reader(path).backup(str(tmp_path / "copy.db"))
    assert modes == [0o600]


@pytest.fixture
def before(path, monkeypatch):
    """What the copy will be called that is made before the next step of the schema, which this server has."""
    more = {**steps(), max(steps()) + 1: "alter table tables add column note text not null default '';"}
    monkeypatch.setattr("cliffhanger.store.schema.steps", lambda: more)
    return path.with_name(f"tables.db.before-{max(more)}")


def test_the_copy_before_a_step_of_the_schema_is_checked_and_on_the_disk_before_it_has_its_name(
    path, before, monkeypatch
):
    written, to_disk = [], copies.to_disk

    def noted(at):
        written.append((at.name if at.is_dir() else at.suffix, before.exists()))
        to_disk(at)

    monkeypatch.setattr(copies, "to_disk", noted)
    SqliteStore(path).close()
    assert written == [(".draft", False), (path.parent.name, True)]
    assert Reader(before).find("wall").entries == 1


def test_where_no_copy_can_be_made_the_schema_stays_and_so_does_an_older_copy(path, before, monkeypatch):
    version, older = path.read_bytes()[60:64], b"an older copy"
    before.write_bytes(older)

    def full(_at):
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(copies, "to_disk", full)
        with pytest.raises(Unkept, match="could not write"):
            SqliteStore(path)
    assert path.read_bytes()[60:64] == version  # user_version, by the format of the file
    assert before.read_bytes() == older
    assert not list(path.parent.glob(".*"))
    SqliteStore(path).close()
    assert path.read_bytes()[60:64] != version
    assert Reader(before).find("wall").entries == 1


def test_a_copy_before_a_step_of_the_schema_takes_nobodys_file(path, before):
    before.touch(0o666)
    with before.open("rb") as held:
        with SqliteStore(path) as store:
            answer = Answer()
            store.append((Line("wall", 2, "i2", chained(2, HEADER)),), answer)
            assert answer.error is None
        assert before.stat().st_ino != os.fstat(held.fileno()).st_ino
        assert before.stat().st_mode & 0o777 == 0o600
    assert Reader(before).find("wall").entries == 1
