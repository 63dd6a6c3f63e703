"""What `cliffhanger doctor` finds: each thing that is wrong is put there on purpose, in a real file or database."""

import dataclasses
import json
import os
import shutil
import time
from types import SimpleNamespace

import apsw
import pytest
from click.testing import CliRunner
from msgspec import structs
from tests.cli.test_restore import changed_line, damaged, keep, newer, run, table, torn
from tests.lanterns import LANTERNS
from tests.table.evening import KEY, Evening, of_bots
from tests.table.night import ADA, BEN, Night

import cliffhanger.games as games
from cliffhanger.cli import main
from cliffhanger.kernel.inputs import Rekey
from cliffhanger.kernel.record.format import read
from cliffhanger.store import Reader, SqliteStore
from cliffhanger.table import Table
from cliffhanger.table.checkpoints import packed, rules_of, unpacked
from cliffhanger.table.dice import key_hash
from cliffhanger.table.permissions import HOST
from cliffhanger.table.ports import Checkpoint, CheckpointWriter, Kept
from cliffhanger.table.restore import arriving, taken_up
from cliffhanger.table.secrets import Secrets, sealed

pytestmark = pytest.mark.timeout(60)
PEOPLE = {"k1": "ab" * 32, "host": "cd" * 32}


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setattr(games, "game", lambda name: LANTERNS)


@pytest.fixture
def place(tmp_path):
    """A folder in which all is well: a played table with checkpoints, and a copy."""
    evening = Evening(table_id="wall")
    evening.sits(host="Cleo", k1="Ada")
    data, clock = tmp_path / "club", iter(range(10**6))
    with SqliteStore(data / "tables.db") as store:
        store.create(*arriving(evening.record().splitlines(), Secrets(KEY.hex(), PEOPLE)))
        taken_up(store, "wall", LANTERNS, CheckpointWriter(lambda: float(next(clock)), store.keep_checkpoint))
    data.chmod(0o700)
    assert run("backup", data=data).exit_code == 0
    return data


def doctor(place, *more):
    """Exit code, and the findings that are not well, as `about: sentence`."""
    done = run("doctor", "--json", *more, data=place)
    told = json.loads(done.stdout)
    worst = {"well": 0, "warning": 1, "fault": 2}
    assert done.exit_code == worst[told["state"]] == max(worst[each["level"]] for each in told["findings"])
    return done.exit_code, [f"{each['about']}: {each['says']}" for each in told["findings"] if each["level"] != "well"]


def test_where_all_is_well_that_is_said_and_nothing_is_changed(place):
    before = {each.name: each.read_bytes() for each in place.iterdir() if not each.name.endswith("-shm")}
    done = run("doctor", data=place)
    assert done.exit_code == 0, done.stdout
    assert done.stdout.endswith("1 of 1 are well: their chains are whole, and they were played again.\nAll is well.\n")
    for words in ("SQLite: Version", "nobody else reads it", "MB are free", "No server has it open", "nothing damaged"):
        assert words in done.stdout
    after = {each.name: each.read_bytes() for each in place.iterdir() if not each.name.endswith("-shm")}
    assert {name: text for name, text in after.items() if text} == {name: text for name, text in before.items() if text}


def test_beside_a_server_it_reads_what_is_kept_by_then(place):
    with SqliteStore(place / "tables.db") as store:
        keep(store, table("gate", "Ben", "Ida"))
        done = run("doctor", data=place)
    assert "A server has it open (journal_mode wal)." in done.stdout
    assert "1 of 2 are well" in done.stdout
    assert "table gate: No link opens the seat of host:" in done.stdout
    assert done.exit_code == 1


def test_where_there_is_nothing_yet_nothing_is_wrong(tmp_path):
    done = run("doctor", data=tmp_path)
    assert (done.exit_code, "No table is kept in" in done.stdout) == (0, True)
    assert list(tmp_path.iterdir()) == []
    assert "There is no table hall." in run("doctor", "--table", "hall", data=tmp_path).stderr


def aged(path, days):
    at = time.time() - days * 86_400
    os.utime(path, (at, at))


def test_copies_are_missed_once_they_are_old_and_the_tables_have_changed(place):
    (copy,) = place.glob("tables-*.db")
    aged(copy, 5)
    aged(place / "tables.db", 6)
    assert doctor(place) == (0, [])  # nothing has changed since
    aged(place / "tables.db", 1)
    old = "copies: The newest copy is 5 days old, and the tables have changed since. `cliffhanger backup` writes one."
    assert doctor(place) == (1, [old])
    copy.rename(place / "tables.db.before-2")
    none = "copies: No copy of the tables lies beside them. `cliffhanger backup` writes one, also while people play."
    assert doctor(place) == (1, [none])


def test_what_was_rescued_is_to_be_looked_at(place):
    (place / "tables.db.rescued-20260714-101500-0a1b").touch(0o600)
    code, found = doctor(place)
    assert code == 1
    assert "what a server still had of a file that vanished" in found[0]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no such owners and modes")
def test_what_others_may_read_or_replace_is_told(place):
    (copy,) = place.glob("tables-*.db")
    copy.chmod(0o644)
    place.chmod(0o770)
    code, found = doctor(place)
    assert code == 1
    assert found[0] == f"modes: Others can read {copy.name}, where dice keys are: chmod 600."
    assert "Others may write into" in found[1]
    if os.geteuid() == 0:
        os.chown(place / "tables.db", 65_534, 65_534)
        code, found = doctor(place)
        assert code == 2
        assert found[0].startswith("owner: tables.db belong to another user than the folder")


@pytest.mark.parametrize(("free", "code"), [(500_000_000, 0), (100_000_000, 1), (1_000_000, 2)])
def test_room_on_the_disk(place, monkeypatch, free, code):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    found = doctor(place)
    assert found[0] == code
    assert bool(found[1]) is bool(code)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (torn, "`cliffhanger restore` brings all back from a copy."),
        (changed_line, "table wall: It is damaged. Line 3: the line before it was changed"),
        (
            lambda file: damaged(file, "update tables set secrets = x'00'"),
            "table wall: It is damaged. What the store kept",
        ),
        (lambda file: damaged(file, "update tables set header = x'7b7d'"), "table wall: It is damaged. Line 1 is not"),
        (
            lambda file: damaged(file, "update tables set id = 'hall'"),
            "table hall: Its first line is that of another table, wall.",
        ),
        (
            lambda file: damaged(file, "update entries set home = 7 where n = 3"),
            "integrity: It is damaged: 1 rows belong to no table",
        ),
        (newer, "was written by a newer Cliffhanger (schema 99)"),
        (lambda file: file.write_bytes(b"Dear friend, " * 900), "file: It cannot be read"),
        (
            lambda file: damaged(file, "update tables set secrets = ?", sealed(Secrets("00" * 32, PEOPLE))),
            "Its dice key is not the one that its record promises: no server can open it.",
        ),
    ],
)
def test_what_is_damaged_is_a_fault(place, change, says):
    change(place / "tables.db")
    code, found = doctor(place)
    assert code == 2
    assert any(says in each for each in found), found


def test_a_table_without_its_key_is_told_until_it_went_on(place):
    file = place / "tables.db"
    damaged(file, "update tables set secrets = ?", sealed(Secrets("", PEOPLE)))
    code, found = doctor(place)
    assert code == 1
    assert found == [
        "table wall: Its dice key is not here: once a server opens it, its dice fall by a new one from there on."
    ]
    evening = Evening(table_id="gate")
    evening.sits(host="Cleo", k1="Ada")
    record = read(evening.record())
    there = Evening(table=Table.load(LANTERNS, record.header, record.entries, b"", record.tail))
    there.table.keys.learn(bytes(32))
    assert not there.put(Rekey(key_hash(bytes(32))), HOST).refusal
    with SqliteStore(file) as store:
        store.create(*arriving(there.record().splitlines(), Secrets("", PEOPLE, next_key="00" * 32)))
    assert doctor(place, "--table", "gate") == (0, [])


def test_seats_that_no_link_opens_are_told(place):
    damaged(place / "tables.db", "update tables set secrets = ?", sealed(Secrets(KEY.hex(), {"host": "cd" * 32})))
    code, (says,) = doctor(place)
    assert code == 1
    assert says.startswith("table wall: No link opens the seat of k1: the seat is free once a server opens it;")


def checkpointed(place, change, table="wall"):
    """Put another newest checkpoint there than the one that was made."""
    file = place / "tables.db"
    kept = Reader(file).find(table)
    found = Reader(file).checkpoint(table, rules_of(LANTERNS), 99)
    with SqliteStore(file) as store:
        store.keep_checkpoint(Checkpoint(table, found.n, found.rules, change(kept.header, found.body)))


def test_a_checkpoint_that_its_record_does_not_give_is_a_fault(place):
    def brighter(header, body):
        standing = unpacked(LANTERNS, header, body)
        state = structs.replace(standing.point.state, lit=2)
        return packed(header, standing._replace(point=structs.replace(standing.point, state=state)))

    checkpointed(place, brighter)
    code, (says,) = doctor(place)
    assert code == 2
    assert "is not what its record gives. The record counts" in says
    assert doctor(place, "--quick") == (0, [])


def test_books_that_the_record_does_not_give_are_a_fault_too(place):
    def paused(header, body):
        standing = unpacked(LANTERNS, header, body)
        return packed(header, standing._replace(books=structs.replace(standing.books, paused=True)))

    checkpointed(place, paused)
    assert doctor(place)[0] == 2


def test_in_which_order_words_were_taken_up_is_no_fault(place):
    """Another process walks through a set of seats in another order."""
    night = Night(table_id="night")
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    night.round(k1=ADA, k2=BEN)
    clock = iter(range(10**6))
    with SqliteStore(place / "tables.db") as store:
        store.create(*arriving(night.record().splitlines(), Secrets(KEY.hex(), PEOPLE | {"k2": "ef" * 32})))
        taken_up(store, "night", LANTERNS, CheckpointWriter(lambda: float(next(clock)), store.keep_checkpoint))

    def turned(header, body):
        standing = unpacked(LANTERNS, header, body)
        words = standing.books.words
        assert len(words.spoke) == 2
        books = structs.replace(standing.books, words=structs.replace(words, spoke=dict(reversed(words.spoke.items()))))
        return packed(header, standing._replace(books=books))

    checkpointed(place, turned, "night")
    assert doctor(place) == (0, [])


def test_tables_that_have_gone_are_missed_by_every_command(place):
    """While a server has them open, and after it has left beside them what it still had."""
    file = place / "tables.db"
    for each in place.glob("tables-*"):
        each.unlink()
    with SqliteStore(file) as store:
        before = [each.table for each in store.tables()]
        for each in place.glob("tables.db*"):
            if not each.name.endswith(".lock"):
                each.unlink()
        code, (says,) = doctor(place)
        assert (code, "has gone under a server that has it open" in says) == (2, True)
    (rescued,) = place.glob("tables.db.rescued-*")
    code, (says,) = doctor(place)
    assert (code, f"{rescued.name} beside it holds" in says) == (2, True)
    for command in (["tables"], ["serve", "--port", "0", "--no-open"], ["backup", str(place / "copy.db")]):
        done = run(*command, data=place)
        assert (done.exit_code, f"{rescued.name} beside it holds" in done.stderr) == (1, True)
    assert run("restore", str(rescued), data=place).exit_code == 0
    assert [each.table for each in Reader(file).tables()] == before


def test_a_checkpoint_that_is_damaged_is_of_no_use(place):
    checkpointed(place, lambda _, body: body[:-1])
    code, (says,) = doctor(place)
    assert code == 1
    assert "is damaged, and of no use" in says


def calm(s, asked, values):
    raise ValueError("no wind")


@pytest.mark.parametrize(("version", "code", "says"), [("1", 2, "No server can open it."), ("2", 1, "It can be read.")])
def test_rules_that_do_not_take_a_record_are_told(place, monkeypatch, version, code, says):
    changed = dataclasses.replace(LANTERNS, settle=calm, version=version)
    monkeypatch.setattr(games, "game", lambda name: changed)
    assert doctor(place, "--quick") == (0, [])
    found = doctor(place)
    assert found[0] == code
    assert says in found[1][0]
    assert "the rules break on this entry" in found[1][0]


def test_a_game_that_is_not_here_is_told(place, monkeypatch):
    def none(name):
        raise LookupError(name)

    monkeypatch.setattr(games, "game", none)
    assert doctor(place) == (1, ["table wall: The game lanterns is not here: it can be read, and not opened."])


def test_an_older_schema_is_brought_up_by_the_next_server(place, monkeypatch):
    from cliffhanger.store.schema import steps

    more = {**steps(), max(steps()) + 1: "select 1;"}
    monkeypatch.setattr("cliffhanger.store.schema.steps", lambda: more)
    monkeypatch.setattr("cliffhanger.store.checkup.steps", lambda: more)
    code, (says,) = doctor(place)
    assert code == 1
    old, new = max(steps()), max(more)
    assert (
        says
        == f"schema: Its schema is {old}, and the next server brings it to {new}; it copies it beside itself first."
    )


def test_an_old_sqlite_is_a_fault(place, monkeypatch):
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.40.1")
    code, (says,) = doctor(place)
    assert (code, "can lose data" in says) == (2, True)


def test_what_no_server_has_taken_in_is_told(place):
    (place / "incoming").mkdir()
    (place / "incoming" / "0a.table").touch()
    assert doctor(place) == (0, [])
    aged(place / "incoming" / "0a.table", 1)
    assert doctor(place) == (1, ["incoming: 1 tables lie there that no server has taken in."])


def test_a_terminal_is_given_no_sign_that_it_would_obey(place):
    with SqliteStore(place / "tables.db") as store:
        store.create(Kept("hall", b'{"game":"\x1b[31m"}', b"{}"))
    done = run("doctor", data=place)
    assert (done.exit_code, "\x1b" in done.output) == (2, False)


def test_an_unknown_table_is_named(place):
    done = run("doctor", "--table", "hall", data=place)
    assert (done.exit_code, "There is no table hall." in done.stderr) == (2, True)


def test_a_database_says_what_it_promises(address, tmp_path):
    from cliffhanger.store.postgres import PostgresStore
    from cliffhanger.store.postgres.schema import steps

    def asked():
        done = CliRunner().invoke(main, ["doctor", "--json", "--store", address])
        return done.exit_code, {
            each["about"]: (each["level"], each["says"]) for each in json.loads(done.stdout)["findings"]
        }

    code, found = asked()
    assert (code, found["database"]) == (0, ("well", "There are no tables in that database yet."))
    store = PostgresStore(address)
    store.create(*arriving(of_bots(LANTERNS, 3, names=()).record().splitlines(), Secrets(KEY.hex(), PEOPLE)))
    store.close()
    code, found = asked()
    assert code == 2  # the database of the tests runs without fsync
    assert found["fsync"][0] == "fault"
    assert found["database"][1].startswith("PostgreSQL ")
    assert found["schema"] == ("well", f"Version {max(steps())}, the newest is {max(steps())}.")
    assert "durability" not in found
    assert found["tables"] == ("well", "1 of 1 are well: their chains are whole, and they were played again.")
    assert "pg_dump" in found["copies"][1]


def test_what_a_database_may_say_of_its_commits():
    from cliffhanger.store.postgres.checkup import of_database

    well = {
        "server_version": "15.3",
        "size": "9000000",
        "schema": "1",
        "fsync": "on",
        "full_page_writes": "on",
        "synchronous_commit": "on",
    }
    for change, level, about in (
        ({}, "well", "durability"),
        ({"fsync": "off"}, "fault", "fsync"),
        ({"full_page_writes": "off"}, "warning", "full_page_writes"),
        ({"synchronous_commit": "off"}, "warning", "synchronous_commit"),
    ):
        found = {each.about: each.level for each in of_database(SimpleNamespace(facts=lambda told=well | change: told))}
        assert found[about] == level
        assert ("durability" in found) is (not change)
