"""All tables, or one, come back from a copy; what was there is put aside, and nothing half done is left."""

import os
import re
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

import apsw
import pytest
from click.testing import CliRunner
from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import KEY, Evening

import cliffhanger.games as games
from cliffhanger.cli import main
from cliffhanger.kernel.inputs import Close
from cliffhanger.kernel.record.format import chained, write
from cliffhanger.store import Reader, SqliteStore, restoring
from cliffhanger.store.lock import locked
from cliffhanger.table.ports import Line
from cliffhanger.table.restore import arriving, lines_of
from cliffhanger.table.secrets import Secrets, unsealed

pytestmark = pytest.mark.timeout(60)
LINKS = {"k1": "ab" * 32}


def run(*args, data):
    return CliRunner().invoke(main, [*map(str, args), "--data", str(data)])


def table(name, *people):
    evening = Evening(table_id=name)
    evening.sits(**dict(zip(("host", "k1", "k2"), people, strict=False)))
    return evening


def keep(store, evening):
    store.create(*arriving(evening.record().splitlines(), Secrets(KEY.hex(), LINKS)))


def goes_on(store, evening):
    """One more entry of a table, here and in the store."""
    before = evening.table.shown.n
    evening.put(Close(""), "host")
    lines = [(entry.n, entry.id) for entry in evening.table.kept()[before:]]
    bodies = evening.record().splitlines()[before + 1 :]
    answers = []
    store.append(
        tuple(Line(evening.table.id, n, id, body) for (n, id), body in zip(lines, bodies, strict=True)), answers.append
    )
    store.newest([])  # asked after it
    store._now(lambda _: None)
    assert answers == [None]


@pytest.fixture
def place(tmp_path):
    """A folder with two tables, a copy of it, and a table that has gone on since then."""
    data = tmp_path / "club"
    wall, gate = table("wall", "Cleo", "Ada"), table("gate", "Ben")
    with SqliteStore(data / "tables.db") as store:
        keep(store, wall)
        keep(store, gate)
        store.backup(str(tmp_path / "copy.db"))
        goes_on(store, wall)
        keep(store, table("moat", "Ida"))
    return data


@pytest.fixture
def copy(place):
    return place.parent / "copy.db"


def asides(place):
    """What was put aside, without what SQLite keeps beside such a file."""
    return [each for each in place.glob("tables.db.replaced-*") if not each.name.endswith(("-wal", "-shm"))]


def names(at):
    return {each.table: each.entries for each in Reader(at).tables()}


def test_a_copy_comes_to_stand_there_and_what_was_there_is_put_aside(place, copy):
    was, now = names(place / "tables.db"), names(copy)
    done = run("restore", copy, data=place)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{place}: 2 tables as in {copy}, every chain checked.\n")
    aside = Path(re.search(r"put aside, whole: (.*)\n", done.stdout)[1])
    assert re.fullmatch(r"tables\.db\.replaced-\d{8}-\d{6}", aside.name)
    assert "Only there: 1 later entries of 1 tables, 1 whole tables." in done.stdout
    assert sorted(each.name for each in place.iterdir()) == ["tables.db", "tables.db.lock", aside.name]
    assert (names(place / "tables.db"), names(aside), names(copy)) == (now, was, now)
    with SqliteStore(place / "tables.db") as store:
        assert lines_of(store, "wall") == lines_of(Reader(copy), "wall")
        assert unsealed(store.find("wall").secrets) == Secrets(KEY.hex(), LINKS)


def test_a_server_that_runs_is_not_disturbed(place, copy):
    with SqliteStore(place / "tables.db") as store:
        done = run("restore", copy, data=place)
        assert done.exit_code == 1
        assert (
            done.stderr
            == f"Error: Another Cliffhanger serves {place / 'tables.db'}. Stop it first, or name another folder.\n"
        )
        assert len(store.tables()) == 3
    assert not list(place.glob("*replaced*"))


def test_what_a_killed_server_left_in_its_log_is_put_aside_with_its_file(place, copy):
    """A server is killed with acts in its log alone; the file that is put aside has them."""
    script = (
        "import sys, os; from pathlib import Path; sys.path[:0] = [sys.argv[2]]\n"
        "from tests.cli.test_restore import table, keep; from cliffhanger.store import SqliteStore\n"
        "store = SqliteStore(Path(sys.argv[1])); keep(store, table('late', 'Vera')); os._exit(9)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script, place / "tables.db", root], check=False, timeout=50)
    assert done.returncode == 9
    assert (place / "tables.db-wal").stat().st_size
    assert run("restore", copy, data=place).exit_code == 0
    (aside,) = asides(place)
    assert not list(place.glob("*-wal"))
    assert "late" in names(aside)
    assert names(place / "tables.db") == names(copy)


def test_a_damaged_file_is_put_aside_with_its_log_as_it_lies(place, copy):
    (place / "tables.db").write_bytes(b"no database" * 1_000)
    (place / "tables.db-wal").write_bytes(b"its log")
    done = run("restore", copy, data=place)
    assert done.exit_code == 0, done.output
    (aside,) = asides(place)
    assert aside.read_bytes() == b"no database" * 1_000
    assert Path(f"{aside}-wal").read_bytes() == b"its log"
    assert names(place / "tables.db") == names(copy)


def test_a_log_whose_file_has_gone_is_put_aside_and_not_called_whole(place, copy):
    (place / "tables.db").unlink()
    (place / "tables.db-wal").write_bytes(b"its log")
    done = run("restore", copy, data=place)
    assert (done.exit_code, "put aside" in done.stdout) == (0, False)
    (log,) = place.glob("*.replaced-*")
    assert (log.name.endswith("-wal"), log.read_bytes()) == (True, b"its log")
    assert names(place / "tables.db") == names(copy)


def test_where_nothing_was_there_it_is_brought_there(copy, tmp_path):
    done = run("restore", copy, data=tmp_path / "new")
    assert done.exit_code == 0
    assert "put aside" not in done.stdout
    assert names(tmp_path / "new" / "tables.db") == names(copy)


def damaged(copy, sql, *row):
    with apsw.Connection(str(copy)) as db:
        db.execute(sql, row)
    db.close()


def torn(copy):
    whole = copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])


def changed_line(copy):
    damaged(copy, "update entries set body = cast(replace(cast(body as text), 'Cleo', 'Kleo') as blob) where n = 1")


def no_secrets(copy):
    damaged(copy, "update tables set secrets = x'00'")


def of_another_program(copy):
    damaged(copy, "pragma application_id = 77")


def newer(copy):
    damaged(copy, "pragma user_version = 99")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (torn, "is damaged"),
        (
            changed_line,
            "Table wall in .* is damaged. Line 3: the line before it was changed.*Nothing was changed. Its other",
        ),
        (no_secrets, "is damaged"),
        (of_another_program, "another program"),
        (newer, "newer Cliffhanger"),
        (lambda copy: copy.write_text("Dear friend, " * 900), "is damaged, or no copy of tables"),
        (lambda copy: copy.write_bytes(b""), "is no copy of tables"),
        (
            lambda copy: damaged(copy, "drop table entries") or damaged(copy, "drop table tables"),
            "is no copy of tables",
        ),
    ],
)
def test_a_copy_that_is_not_whole_changes_nothing(place, copy, change, says):
    was = (place / "tables.db").read_bytes()
    change(copy)
    done = run("restore", copy, data=place)
    assert (done.exit_code, bool(re.search(says, done.stderr))) == (1, True), done.stderr
    assert (place / "tables.db").read_bytes() == was
    assert sorted(each.name for each in place.iterdir()) == ["tables.db", "tables.db.lock"]


def test_the_file_itself_is_no_copy_of_itself(place):
    done = run("restore", place / "tables.db", data=place)
    assert (done.exit_code, "the tables' own file" in done.stderr) == (1, True)


@pytest.mark.parametrize("at", ["to_disk", "link", "replace"])
def test_whoever_is_stopped_half_way_leaves_a_whole_file_there(place, copy, monkeypatch, at):
    def gone(*_args, **_more):
        raise KeyboardInterrupt

    was, new = names(place / "tables.db"), names(copy)
    with monkeypatch.context() as patch:
        if at == "to_disk":
            patch.setattr(restoring, "to_disk", gone)
        else:
            patch.setattr(*((os, "link") if at == "link" else (Path, "replace")), gone)
        with pytest.raises(KeyboardInterrupt):
            restoring.restored(copy, place / "tables.db")
    assert names(place / "tables.db") == (new if at == "to_disk" else was)
    assert not list(place.glob(".*.draft"))
    for aside in asides(place):
        assert names(aside) == was
    with SqliteStore(place / "tables.db") as store:  # and it is served as before
        assert {each.table: each.entries for each in store.tables()} == (new if at == "to_disk" else was)
    if at != "to_disk":
        assert (place / "tables.db").stat().st_nlink == 1
        assert run("restore", copy, data=place).exit_code == 0
        assert names(place / "tables.db") == new


@pytest.mark.parametrize("named", ["file", "log"])
def test_what_a_stopped_restore_gave_a_second_name_is_served_with_the_acts_in_its_log(place, copy, monkeypatch, named):
    """Between the two names, and after both: the log is the file's own again, and nothing in it is lost."""
    was = names(place / "tables.db")
    db = apsw.Connection(str(place / "tables.db"))
    db.pragma("wal_autocheckpoint", 0)
    db.execute("create table scrap (n)")  # stands in the log alone
    real, done = restoring._named_too, []

    def stops(path, name):
        real(path, name)
        done.append(name)
        if len(done) == (1 if named == "file" else 2):
            raise KeyboardInterrupt

    monkeypatch.setattr(restoring, "_named_too", stops)
    with pytest.raises(KeyboardInterrupt):
        restoring.restored(copy, place / "tables.db")
    held = locked(place / "tables.db")
    assert [each.name for each in place.iterdir() if "replaced" in each.name] == []
    db.close()
    assert names(place / "tables.db") == was
    with closing(apsw.Connection(str(place / "tables.db"))) as again:
        assert again.table_exists(None, "scrap")
    held.close()


def test_where_a_file_cannot_have_two_names_it_is_renamed(place, copy, monkeypatch):
    def none(*_):
        raise OSError("no links here")

    was = names(place / "tables.db")
    monkeypatch.setattr(os, "link", none)
    assert run("restore", copy, data=place).exit_code == 0
    (aside,) = asides(place)
    assert names(aside) == was


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no such owners and modes")
def test_it_belongs_to_whoever_owns_the_folder_and_nobody_else_reads_it(place, copy):
    if os.geteuid() == 0:
        os.chown(place, 65_534, 65_534)
    assert run("restore", copy, data=place).exit_code == 0
    found = (place / "tables.db").stat()
    assert (found.st_uid, found.st_mode & 0o777) == (place.stat().st_uid, 0o600)


def test_one_table_comes_back_with_its_key_and_links(place, copy, tmp_path):
    there = tmp_path / "new"
    done = run("restore", copy, "--table", "wall", data=there)
    assert (done.exit_code, done.stdout) == (0, f"Table wall: 4 entries as in {copy}, its dice key and its links.\n")
    kept = Reader(there / "tables.db").find("wall")
    assert unsealed(kept.secrets) == Secrets(KEY.hex(), LINKS)
    assert names(there / "tables.db") == {"wall": 4}
    again = run("restore", copy, "--table", "wall", data=there)
    assert again.exit_code == 1
    assert (
        again.stderr
        == "Error: There is a table wall already. It stays as it is; with --replace the copy's takes its place.\n"
    )
    none = run("restore", copy, "--table", "hall", data=there)
    assert (none.exit_code, none.stderr) == (2, "Error: There is no table hall.\n")


def test_a_damaged_table_is_replaced_by_the_copys_and_all_are_copied_aside_first(place, copy):
    damaged(
        place / "tables.db",
        "update entries set body = cast(replace(cast(body as text), 'Cleo', 'Kleo') as blob) where n = 1",
    )
    done = run("restore", copy, "--table", "wall", "--replace", data=place)
    assert done.exit_code == 0, done.output
    (aside,) = asides(place)
    assert str(aside) in done.stdout
    assert names(aside) == {"wall": 5, "gate": 3, "moat": 3}
    assert names(place / "tables.db") == {"wall": 4, "gate": 3, "moat": 3}
    with SqliteStore(place / "tables.db") as store:
        assert lines_of(store, "wall") == lines_of(Reader(copy), "wall")
        refused = run("restore", copy, "--table", "wall", "--replace", data=place)
    assert (refused.exit_code, "Stop it first" in refused.stderr) == (1, True)


def test_what_is_not_there_cannot_be_replaced(copy, tmp_path):
    done = run("restore", copy, "--table", "wall", "--replace", data=tmp_path / "new")
    assert (done.exit_code, "There is no table wall to be replaced." in done.stderr) == (1, True)


def test_a_damaged_table_is_not_brought_back(place, copy, tmp_path):
    changed_line(copy)
    done = run("restore", copy, "--table", "wall", data=tmp_path / "new")
    assert (done.exit_code, "Line 3: the line before it was changed" in done.stderr) == (2, True)
    assert run("restore", copy, "--table", "gate", data=tmp_path / "new").exit_code == 0


def test_what_cannot_be_meant_is_told(place, copy):
    assert "--replace goes with --table" in run("restore", copy, "--replace", data=place).stderr
    database = ["--store", "postgresql://nowhere/club"]
    done = CliRunner().invoke(main, ["restore", str(copy), *database])
    assert (done.exit_code, "pg_restore" in done.stderr) == (2, True)
    done = CliRunner().invoke(main, ["restore", str(copy), "--table", "wall", "--replace", *database])
    assert (done.exit_code, "In a database no table is put" in done.stderr) == (2, True)


def test_one_table_comes_into_a_database(copy, address):
    done = CliRunner().invoke(main, ["restore", str(copy), "--table", "wall", "--store", address])
    assert done.exit_code == 0, done.output
    from cliffhanger.store.postgres import PostgresReader

    with PostgresReader(address) as reader:
        assert lines_of(reader, "wall") == lines_of(Reader(copy), "wall")
        assert unsealed(reader.find("wall").secrets).seats == LINKS


@pytest.mark.parametrize("forged", [False, True])
def test_dice_of_an_open_table_are_checked_by_the_key_that_is_brought(place, tmp_path, monkeypatch, forged):
    """Whoever writes the hash of another key into line 1 would let the next host close the table as a cheat."""
    monkeypatch.setattr(games, "game", lambda _: LANTERNS)
    evening = Evening(table_id="loft")
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    rng = Random(3)
    while evening.table.head.n < 40 and evening.anything(rng):
        pass
    other = bytes(32) if forged else KEY
    header = structs.replace(evening.table.header, key_hash=sha256(other).hexdigest())
    entries = tuple(structs.replace(each, prev="") for each in evening.table.kept())
    (tmp_path / "loft.jsonl").write_bytes(write(header, chained(header, entries)))
    (tmp_path / "loft.key").write_text(other.hex())
    done = run("import", tmp_path / "loft.jsonl", "--key", tmp_path / "loft.key", data=tmp_path / "there")
    assert (done.exit_code, "the key gives" in done.stderr) == ((2, True) if forged else (0, False)), done.stderr


def test_the_key_goes_with_the_record_where_it_is_brought(place, tmp_path, monkeypatch):
    monkeypatch.setattr(games, "game", lambda _: LANTERNS)
    record, key, there = tmp_path / "gate.jsonl", tmp_path / "gate.key", tmp_path / "there"
    done = run("export", "gate", "--out", record, "--key", key, data=place)
    assert done.exit_code == 0
    assert "knows every face that will fall" in done.stderr
    assert key.read_text() == f"{KEY.hex()}\n"
    assert key.stat().st_mode & 0o077 == 0 or os.name != "posix"
    done = run("import", record, "--key", key, data=there)
    assert done.exit_code == 0
    assert "dice key" not in done.stdout
    assert unsealed(Reader(there / "tables.db").find("gate").secrets).key == KEY.hex()
    without = run("import", record, data=tmp_path / "without")
    assert "Its dice key is not in its record" in without.stdout
    for wrong, says in (("00" * 32, "is not the dice key of table gate"), ("none", "is no dice key")):
        key.write_text(wrong)
        done = run("import", record, "--key", key, data=tmp_path / "other")
        assert (done.exit_code, says in done.stderr) == (2, True)
    assert "File exists" in run("export", "gate", "--key", key, data=place).stderr
    assert "is closed" in run("export", "wall", "--key", tmp_path / "x", data=place).stderr
    assert "--key goes alone" in run("export", "gate", "--key", tmp_path / "x", "--recap", data=place).stderr
    keyless = run("export", "gate", "--key", tmp_path / "x", data=tmp_path / "without")
    assert "gets a new one when a server opens it" in keyless.stderr
    assert not (tmp_path / "x").exists()
