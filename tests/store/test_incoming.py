"""Tables that are handed to a running server: what lies in its folder is kept once, or refused in a sentence."""

import os
import threading
import time

import pytest
from tests.table.evening import KEY, Evening

from cliffhanger.store import SqliteStore, incoming
from cliffhanger.store.lock import Served
from cliffhanger.table.ports import Unkept, Unsure
from cliffhanger.table.restore import arriving
from cliffhanger.table.secrets import Secrets

pytestmark = pytest.mark.timeout(60)


def table(name="wall", key=KEY):
    evening = Evening(table_id=name)
    evening.sits(k1="Ada", k2="Ben")
    return arriving(evening.record().splitlines(), Secrets(key.hex(), {"k1": "ab" * 32}, bench="cd" * 16))


@pytest.fixture
def store(tmp_path):
    with SqliteStore(tmp_path / "tables.db") as store:
        yield store


@pytest.fixture
def folder(store, tmp_path):
    assert incoming.ready(tmp_path / "incoming") == ""
    return tmp_path / "incoming"


@pytest.fixture
def taking(store, folder):
    """A server that takes in what is handed to it."""
    over = threading.Event()

    def work():
        while not over.wait(0.02):
            incoming.taken_in(folder, store)

    thread = threading.Thread(target=work)
    thread.start()
    yield
    over.set()
    thread.join()


def left(folder):
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.usefixtures("taking")
def test_a_table_is_kept_with_its_key_and_links_and_nothing_is_left(store, folder, tmp_path):
    kept, lines = table()
    incoming.hand_over(tmp_path / "tables.db", kept, lines)
    there = store.find("wall")
    assert (there.header, there.secrets, there.entries) == (kept.header, kept.secrets, len(lines))
    assert tuple(store.read("wall")) == lines
    assert left(folder) == []
    with pytest.raises(Served):
        SqliteStore(tmp_path / "tables.db")


@pytest.mark.usefixtures("taking")
def test_another_table_of_the_same_name_is_refused(store, folder, tmp_path):
    kept, lines = table()
    incoming.hand_over(tmp_path / "tables.db", kept, lines)
    with pytest.raises(Unkept, match="There is a table wall already"):
        incoming.hand_over(tmp_path / "tables.db", *table(key=bytes(32)))
    assert store.find("wall").secrets == kept.secrets
    assert left(folder) == []


def dropped(folder, data, name="0a0b.table"):
    (folder / name).write_bytes(data)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "secrets cannot be read"),
        (b"{}\nDear friend,\n", "is not the header"),
        (b"not json\n{}", "secrets cannot be read"),
        (b"{}\n" + b"\xff" * 900, "is not the header"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence_and_taken_away(store, folder, data, says):
    dropped(folder, data)
    ((name, why),) = incoming.taken_in(folder, store)
    assert (name, says in why) == ("", True), why
    assert left(folder) == ["0a0b.answer"]
    assert store.tables() == []


def test_a_changed_line_and_a_seats_own_record_are_refused(store, folder):
    kept, lines = table()
    rows = [kept.secrets, kept.header, *(line.body for line in lines)]
    dropped(folder, b"\n".join(rows).replace(b"Ada", b"Eve", 1))
    dropped(folder, b"\n".join([rows[0], rows[1].replace(b'"seat":""', b'"seat":"k1"')]), "0c.table")
    said = [why for _, why in incoming.taken_in(folder, store)]
    assert "the line before it was changed" in said[0]
    assert "Import the whole record" in said[1]
    assert store.tables() == []


@pytest.mark.skipif(os.name != "posix", reason="there are no such files elsewhere")
def test_what_is_no_file_is_not_read(store, folder, tmp_path, monkeypatch):
    os.mkfifo(folder / "01.table")
    (tmp_path / "elsewhere").write_bytes(b"\n".join([table()[0].secrets, table()[0].header]))
    (folder / "02.table").symlink_to(tmp_path / "elsewhere")
    monkeypatch.setattr(incoming, "SECRETS", 10 - incoming.BYTES)
    dropped(folder, b"{}" * 50, "03.table")
    said = [why for _, why in incoming.taken_in(folder, store)]
    assert "or no file" in said[0]
    assert "cannot be read" in said[1]
    assert "larger than a record" in said[2]
    assert store.tables() == []
    assert left(folder) == ["01.answer", "02.answer", "03.answer"]


def test_what_a_killed_server_had_under_way_is_kept_once(store, folder):
    kept, lines = table()
    store.create(kept, lines)  # it was kept, and nobody was answered
    dropped(folder, b"\n".join([kept.secrets, kept.header, *(line.body for line in lines)]), "0d.taken")
    assert incoming.taken_in(folder, store) == [("wall", "")]
    assert (folder / "0d.answer").read_bytes() == b""
    assert len(store.tables()) == 1


def test_a_full_disk_is_told_and_the_next_table_is_kept(store, folder, monkeypatch):
    def full(*_):
        raise Unkept("The disk is full: nothing was kept. Make room, then do it again.")

    kept, lines = table()
    data = b"\n".join([kept.secrets, kept.header, *(line.body for line in lines)])
    dropped(folder, data)
    with monkeypatch.context() as patch:
        patch.setattr(store, "create", full)
        assert incoming.taken_in(folder, store) == [
            ("wall", "The disk is full: nothing was kept. Make room, then do it again.")
        ]
    dropped(folder, data)
    assert incoming.taken_in(folder, store) == [("wall", "")]


def test_where_nobody_answers_nothing_is_imported(folder, tmp_path):
    with pytest.raises(Unkept, match=r"does not answer\. Nothing was imported"):
        incoming.hand_over(tmp_path / "tables.db", *table(), patience=0.1)
    assert left(folder) == []


def test_where_it_is_begun_and_not_answered_nobody_knows(folder, tmp_path):
    def begin():
        while not (found := list(folder.glob("*.table"))):
            time.sleep(0.01)
        found[0].rename(found[0].with_suffix(".taken"))

    thread = threading.Thread(target=begin)
    thread.start()
    with pytest.raises(Unsure, match="has begun"):
        incoming.hand_over(tmp_path / "tables.db", *table(), patience=1)
    thread.join()


def test_where_a_command_and_no_server_has_the_tables_that_is_told(store, tmp_path):
    with pytest.raises(Unkept, match=r"Another Cliffhanger serves .*, and takes in no table meanwhile. Stop it first."):
        incoming.hand_over(tmp_path / "tables.db", *table())


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no such owners and modes")
def test_the_folder_is_open_to_its_owner_alone(tmp_path):
    folder = tmp_path / "incoming"
    folder.mkdir(0o777)
    folder.chmod(0o777)
    assert incoming.ready(folder) == ""
    assert folder.stat().st_mode & 0o777 == 0o700
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "led").symlink_to(elsewhere)
    assert "is not this server's own folder" in incoming.ready(tmp_path / "led")
    if os.geteuid() == 0:
        os.chown(folder, 65_534, 65_534)
        assert "is not this server's own folder" in incoming.ready(folder)
        os.chown(tmp_path, 65_534, 65_534)
        folder.chmod(0o700)
        kept, lines = table()
        with pytest.raises(Unkept):
            incoming.hand_over(tmp_path / "tables.db", kept, lines, patience=0.05)
    (tmp_path / "file").touch()
    assert "File exists" in incoming.ready(tmp_path / "file")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no such owners and modes")
def test_what_root_hands_over_can_be_read_by_the_server(folder, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("is root's business")
    os.chown(folder, 65_534, 65_534)
    incoming._written(folder / "0e.table", b"{}")
    found = (folder / "0e.table").stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (65_534, 65_534, 0o600)


def test_answers_that_nobody_read_are_swept(store, folder):
    for name, age in (("0a.answer", 7_200), ("0b.answer", 10), (".0c.table.draft", 7_200)):
        (folder / name).touch()
        os.utime(folder / name, (time.time() - age,) * 2)
    incoming.taken_in(folder, store)
    assert left(folder) == ["0b.answer"]
