"""The tables' file is deleted, moved or replaced while a server has it open: nothing is acknowledged that would be lost."""

import os
import shutil
import threading

import pytest
from tests.store.conftest import Answer, chained

from cliffhanger.store import Reader, SqliteStore, sqlite
from cliffhanger.store.writer import Job
from cliffhanger.table.ports import Kept, Line, Taken, Unkept, Unsure

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be deleted")
HEADER = b"h"


def line(n, table="wall"):
    return Line(table, n, f"i{n}", chained(n, HEADER))


def appended(store, n):
    answer = Answer()
    store.append((line(n),), answer)
    return answer.error


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "tables.db"


@pytest.fixture
def store(path):
    opened = SqliteStore(path)
    opened.create(Kept("wall", HEADER, b"s"), (line(1), line(2)))
    yield opened
    opened.close()


def deleted(path):
    path.unlink()


def moved(path):
    path.rename(path.with_name("elsewhere.db"))


def moved_and_linked_to(path):
    """What is put elsewhere by hand, as to another disk: the log stays behind, and is read by nobody."""
    elsewhere = path.with_name("elsewhere.db")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def without_its_log(path):
    path.with_name("tables.db-wal").unlink()


def a_folder_that_is_gone(path):
    shutil.rmtree(path.parent)


def replaced(path):
    other = path.with_name("other.db")
    with SqliteStore(other) as another:
        another.create(Kept("wall", HEADER, b"s"), (line(1),))
    other.replace(path)


@pytest.mark.parametrize(
    "harm", [deleted, moved, moved_and_linked_to, replaced, without_its_log, a_folder_that_is_gone]
)
def test_nothing_is_acknowledged_that_would_be_lost_and_all_that_was_can_be_read(store, path, tmp_path, harm):
    harm(path)
    error = appended(store, 3)
    assert type(error) is Unkept
    assert "was deleted, moved or replaced" in str(error)
    with pytest.raises(Unkept, match="was deleted, moved or replaced"):
        store.create(Kept("hall", HEADER, b"s"))
    with pytest.raises(Unkept, match="was deleted, moved or replaced"):
        store.keep_secrets("wall", b"t")
    assert "was deleted, moved or replaced" in store.fault()
    assert [each.n for each in store.read("wall")] == [1, 2]
    assert store.find("wall") == Kept("wall", HEADER, b"s", 2)
    assert store.number_of("wall", "i2") == 2
    assert [each.table for each in store.tables()] == ["wall"]
    copy = tmp_path / "copy.db"
    store.backup(str(copy))
    assert [each.n for each in Reader(copy).read("wall")] == [1, 2]


@pytest.mark.parametrize("harm", [deleted, replaced])
def test_what_the_server_has_open_is_copied_beside_it_before_it_ends(store, path, harm, caplog):
    harm(path)
    assert appended(store, 3)
    assert appended(store, 3)
    (rescued,) = path.parent.glob("tables.db.rescued-*")
    assert [each.n for each in Reader(rescued).read("wall")] == [1, 2]
    assert rescued.stat().st_mode & 0o777 == 0o600
    assert [record.getMessage() for record in caplog.records if str(rescued) in record.getMessage()]


def test_what_vanished_while_nobody_played_is_copied_at_the_stop(path):
    with SqliteStore(path) as store:
        store.create(Kept("wall", HEADER, b"s"), (line(1), line(2)))
        deleted(path)
    (rescued,) = path.parent.glob("tables.db.rescued-*")
    assert [each.n for each in Reader(rescued).read("wall")] == [1, 2]


def test_nothing_is_begun_anew_beside_what_was_rescued(path):
    """Else the tables would be missed by everybody, and a second history begun."""
    with SqliteStore(path) as store:
        store.create(Kept("wall", HEADER, b"s"), (line(1),))
        deleted(path)
    (rescued,) = path.parent.glob("tables.db.rescued-*")
    for opens in (SqliteStore, lambda file: Reader(file).tables()):
        with pytest.raises(Unkept, match=f"has gone, and {rescued.name} beside it"):
            opens(path)
    assert not path.exists()
    rescued.rename(path)
    with SqliteStore(path) as store:
        assert [each.table for each in store.tables()] == ["wall"]


def test_where_no_copy_can_be_made_that_is_said_once_and_nothing_is_acknowledged(store, path, caplog, monkeypatch):
    def full(db, target):
        raise Unkept("The disk is full.")

    monkeypatch.setattr("cliffhanger.store.sqlite.copied", full)
    deleted(path)
    assert "was deleted, moved or replaced" in str(appended(store, 3))
    assert "was deleted, moved or replaced" in str(appended(store, 3))
    with pytest.raises(Unkept, match="There are no tables at"):
        store.find("wall")
    assert [
        record.getMessage()
        for record in caplog.records
        if "could not be copied: The disk is full" in record.getMessage()
    ]
    assert len(caplog.records) == 2


def test_a_file_that_comes_back_is_written_again(store, path):
    moved(path)
    assert appended(store, 3)
    path.with_name("elsewhere.db").rename(path)
    assert appended(store, 3) is None
    assert [each.n for each in Reader(path).read("wall")] == [1, 2, 3]


def test_no_empty_file_takes_the_place_of_one_that_is_gone(store, path):
    store._writer._let_go()  # as after a fault of the disk
    deleted(path)
    assert "was deleted, moved or replaced" in str(appended(store, 3))
    assert not path.exists()


@pytest.fixture
def moved_meanwhile(store, path, monkeypatch):
    """The next line is written, and its file moved away before that is answered."""
    really, times = sqlite._appended, iter((moved,))

    def appended_and_moved(db, lines):
        really(db, lines)
        next(times, lambda _: None)(path)

    monkeypatch.setattr(sqlite, "_appended", appended_and_moved)


@pytest.mark.usefixtures("moved_meanwhile")
def test_what_was_written_as_its_file_was_moved_away_is_neither_acknowledged_nor_refused(store, path):
    error = appended(store, 3)
    assert type(error) is Unsure
    assert "whether it was kept is known once the file is back" in str(error)
    assert type(appended(store, 4)) is Unkept  # that one was never written
    path.with_name("elsewhere.db").rename(path)
    assert store.fault() == ""
    assert [each.n for each in store.read("wall")] == [1, 2, 3]
    assert isinstance(appended(store, 3), Taken)
    assert appended(store, 4) is None


@pytest.mark.usefixtures("moved_meanwhile")
def test_of_a_batch_that_was_written_as_its_file_was_moved_away_nothing_is_tried_again(store, path):
    first, go_on = threading.Event(), threading.Event()

    def waits(db):  # so that what comes meanwhile is one batch
        first.set()
        assert go_on.wait(20)

    store._writer.submit(Job(waits, Answer()))
    assert first.wait(20)
    answers = [Answer() for _ in range(3)]
    for n, answer in enumerate(answers, 3):
        store.append((line(n),), answer)
    go_on.set()
    assert [type(answer.error) for answer in answers] == [Unsure] * 3
    path.with_name("elsewhere.db").rename(path)
    assert [each.n for each in Reader(path).read("wall")] == [1, 2, 3, 4, 5]
