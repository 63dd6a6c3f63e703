"""Tables in a database: the same commands with --store, and `cliffhanger move` from a folder and back."""

import json
import sys
import time
from contextlib import closing
from random import Random

import apsw
import pytest
from click.testing import CliRunner
from tests.lanterns import LANTERNS
from tests.store.conftest import chained
from tests.table.evening import KEY, Evening

import cliffhanger.games as games
from cliffhanger.cli import main
from cliffhanger.cli._places import VARIABLE, place
from cliffhanger.kernel.inputs import Close
from cliffhanger.store import SqliteStore
from cliffhanger.table.ports import Kept, Line
from cliffhanger.table.restore import opened


@pytest.fixture
def data(tmp_path):
    """A folder with one closed table."""
    evening = Evening(title="The wall")
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    rng = Random(3)
    while evening.anything(rng):
        pass
    evening.put(Close(""), "host")
    rows = tuple(
        Line("wall", entry.n, entry.id, body)
        for entry, body in zip(evening.table.kept(), evening.record().splitlines()[1:], strict=True)
    )
    with SqliteStore(tmp_path / "tables.db") as store:
        store.create(opened(evening.table, KEY, {"k1": "mark"}), rows)
    return tmp_path


@pytest.fixture
def known(monkeypatch):
    """Lanterns is on this machine."""
    real = games.game
    monkeypatch.setattr(games, "game", lambda name: LANTERNS if name == "lanterns" else real(name))


def run(*args, input=None, env=None):
    return CliRunner(env=env or {}).invoke(main, [str(each) for each in args], input=input)


def whole(where):
    """All that a place keeps: tables in their order, and every line of each."""
    with where.reader() as reader:
        return [(kept, list(reader.read(kept.table))) for kept in reader.tables()]


def test_all_tables_go_to_a_database_and_back_byte_for_byte(data, address, tmp_path):
    with SqliteStore(data / "tables.db") as store:
        body = chained(1, b"\xff not JSON").replace(b"pad", bytes(range(128, 256)))
        store.create(Kept("odd", b"\xff not JSON", b"\0\1"), (Line("odd", 1, "i1", body),))
        store.create(
            Kept("long", b"h", b""), tuple(Line("long", n, f"i{n}", chained(n, b"h")) for n in range(1, 1_203))
        )
        store.create(Kept("new", b"h", b"s"))
    done = run("move", data, address)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[1:] == [
        "2 of 4: table odd, 1 entries carried.",
        "3 of 4: table long, 1202 entries carried.",
        "4 of 4: table new, 0 entries carried.",
        f"4 tables carried to the database; {data} is as it was.",
    ]
    back = run("move", address, tmp_path / "back")
    assert back.exit_code == 0, back.output
    assert whole(place(str(data))) == whole(place(address)) == whole(place(str(tmp_path / "back" / "tables.db")))
    assert address.split("?")[1] not in done.output + back.output


def test_a_move_that_was_cut_off_goes_on_and_touches_nothing_that_is_there(data, address):
    from cliffhanger.store.postgres import PostgresStore

    (kept, lines), *_ = whole(place(str(data)))
    with PostgresStore(address) as store:
        store.create(Kept(kept.table, kept.header, kept.secrets), tuple(lines[:7]))
    assert f"table wall, {len(lines) - 7} entries carried." in run("move", data, address).stdout
    again = run("move", data, address)
    assert again.exit_code == 0
    assert again.stdout.endswith(
        f"table wall, all there already.\n0 tables carried to the database, 1 was there already; {data} is as it was.\n"
    )
    assert whole(place(address)) == whole(place(str(data)))


@pytest.mark.parametrize(
    ("header", "count", "says"), [(b"another", 0, "another table wall"), (None, 8, "gone on by itself")]
)
def test_a_table_that_is_another_is_never_written_over_and_the_rest_is_carried(data, address, header, count, says):
    from cliffhanger.store.postgres import PostgresStore

    with SqliteStore(data / "tables.db") as store:
        store.create(Kept("hall", b"h", b"s"), (Line("hall", 1, "i1", chained(1, b"h")),))
    kept, lines = whole(place(str(data)))[1]
    other = Line("wall", count, "other", lines[count - 1].body)
    with PostgresStore(address) as store:
        store.create(Kept("wall", header or kept.header, kept.secrets), (*lines[: count - 1], other) if count else ())
    before = whole(place(address))
    done = run("move", data, address)
    assert done.exit_code == 1
    assert says in done.stderr
    assert "1 of 2 tables could not be carried." in done.stderr
    assert before[0] in whole(place(address))
    assert [kept.table for kept, _ in whole(place(address))] == ["hall", "wall"]


def test_one_table_may_go_alone_and_one_that_is_not_there_is_named(data, address):
    with SqliteStore(data / "tables.db") as store:
        store.create(Kept("hall", b"h", b"s"))
    assert run("move", data, address, "--table", "hall").stdout.endswith(
        f"1 table carried to the database; {data} is as it was.\n"
    )
    assert [kept.table for kept, _ in whole(place(address))] == ["hall"]
    done = run("move", data, address, "--table", "stair")
    assert (done.exit_code, done.stderr) == (2, "Error: There is no table stair.\n")


def test_a_place_is_not_moved_to_itself(data, address):
    for source, target in ((data, data / "tables.db"), (address, address)):
        done = run("move", source, target)
        assert (done.exit_code, "FROM and TO are the same place." in done.stderr) == (2, True)


def test_nothing_is_moved_while_a_server_has_the_folder_or_from_where_nothing_is(data, address, tmp_path):
    with SqliteStore(data / "tables.db"):
        for way in ((data, address), (address, data)):
            run("move", tmp_path / "none", address)
            done = run("move", *way)
            assert done.exit_code == 1
            assert "Another Cliffhanger serves" in done.stderr or "no tables in that database" in done.stderr
    done = run("move", tmp_path / "none", address)
    assert (done.exit_code, "There are no tables at" in done.stderr) == (1, True)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("which", ["from", "to"])
def test_nothing_is_moved_while_a_server_has_a_database_open(data, address, tmp_path, which):
    from cliffhanger.store.postgres import PostgresStore

    assert run("move", data, address).exit_code == 0
    way = (address, tmp_path / "back") if which == "from" else (data, address)
    with PostgresStore(f"{address}_other") as other, PostgresStore(address) as server:
        for each in (other, server):
            each.listen(lambda *_: None)  # as a server does from its start
        done = run("move", *way)
        assert done.exit_code == 1
        assert "1 server has the tables of the database open. Stop all servers" in done.stderr
        assert address.split("?")[1] not in done.output
    until = time.monotonic() + 20
    while (done := run("move", *way)).exit_code and time.monotonic() < until:
        time.sleep(0.05)  # a backend ends a moment after its server
    assert done.exit_code == 0, done.output


def test_a_server_that_is_started_while_tables_are_carried_is_told(data, address, tmp_path, monkeypatch):
    from cliffhanger.store import moving
    from cliffhanger.store.postgres import PostgresStore

    assert run("move", data, address).exit_code == 0
    carry, opened = moving.carry, []

    def carried(source, target, table):
        opened.append(PostgresStore(address))
        opened[0].listen(lambda *_: None)
        return carry(source, target, table)

    monkeypatch.setattr(moving, "carry", carried)
    done = run("move", address, tmp_path / "back")
    opened[0].close()
    assert (done.exit_code, "What is played there is not carried" in done.stderr) == (1, True)


@pytest.mark.parametrize(("was", "now"), [("Cleo", "Cleopatra"), ('"prev"', '"was"')])
def test_what_stands_before_a_line_that_was_changed_is_carried_and_the_line_is_named(data, address, was, now):
    with closing(apsw.Connection(str(data / "tables.db"))) as db:
        db.execute("update entries set body = cast(replace(cast(body as text), ?, ?) as blob) where n = 1", (was, now))
    done = run("move", data, address)
    assert done.exit_code == 1
    assert "table wall was not carried. Entry " in done.stderr
    assert "changed since it was kept" in done.stderr


@pytest.mark.usefixtures("known")
def test_the_commands_about_tables_take_a_database(data, address, tmp_path):
    record = run("export", "wall", "--data", data).stdout_bytes
    env = {VARIABLE: address}
    assert run("tables", env=env).stdout == "No table is kept in the database yet.\n"
    assert "no tables in that database yet" in run("export", "wall", env=env).stderr
    kept = run("import", "-", "--store", address, input=record)
    assert kept.exit_code == 0, kept.output
    assert "entries of lanterns are kept in the database." in kept.stdout
    assert json.loads(run("tables", "--json", env=env).stdout)[0]["table"] == "wall"
    assert run("export", "wall", "--store", "env:WHERE", env={"WHERE": address}).stdout_bytes == record
    assert "/watch#s=" in run("link", "wall", "watch", env=env).stdout
    link = run("link", "wall", "k1", env=env)
    assert (link.exit_code, "/t/wall/seat/k1#s=" in link.stdout) == (0, True)
    copy = run("backup", tmp_path / "copy.db", env=env)
    assert (copy.exit_code, "pg_dump" in copy.stderr) == (1, True)
    assert not (tmp_path / "copy.db").exists()


def test_a_folder_that_is_named_goes_before_a_database_in_the_surroundings(data):
    done = run("tables", "--data", data, env={VARIABLE: "postgresql://127.0.0.1:1/away"})
    assert done.stdout.startswith("wall")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--store", "postgresql://a@b/c", "--data", "there"], "do not go together"),
        (["--store", "there/tables.db"], "takes the address of a database"),
        (["--store", "env:NOTHING_HERE"], "nothing in the variable 'NOTHING_HERE'"),
    ],
)
def test_what_is_no_place_is_said(options, says):
    done = run("tables", *options)
    assert done.exit_code == 2
    assert says in done.stderr


@pytest.mark.parametrize("command", [["tables"], ["link", "wall", "k1"], ["serve", "--port", "0", "--no-open"]])
def test_an_address_that_leads_nowhere_is_not_repeated(command, monkeypatch):
    monkeypatch.setattr("cliffhanger.store.postgres.link.PATIENCE", 0.1)
    done = run(*command, env={VARIABLE: "mysql://mara:sesame@example.org/x"})
    assert done.exit_code == 1
    assert "no address of a PostgreSQL database" in done.stderr
    assert "sesame" not in done.output
    assert "example" not in done.output


def test_without_its_driver_a_database_is_said_to_need_it(monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("asyncpg", "cliffhanger.store.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("cliffhanger.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    done = run("tables", "--store", "postgresql://a@b/c")
    assert (done.exit_code, "pip install cliffhanger[postgresql]" in done.stderr) == (1, True)
