"""Beside a running server, a process of its own: a record and a table of a copy come in, and a whole copy does not."""

import contextlib
import json
import signal
import urllib.request

import pytest
from click.testing import CliRunner
from people import Person, evening, play
from test_command import first, served

import cliffhanger.games as games
from cliffhanger.cli import main
from cliffhanger.kernel.inputs import Rekey
from cliffhanger.store import Reader
from cliffhanger.table.restore import record_of
from cliffhanger.table.secrets import unsealed

pytestmark = pytest.mark.timeout(120)


def run(*args, data):
    return CliRunner().invoke(main, [*map(str, args), "--data", str(data)])


def asked(address, path, body=None, secret=""):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
    request = urllib.request.Request(f"{address}{path}", json.dumps(body).encode() if body else None, headers)
    with contextlib.closing(urllib.request.urlopen(request, timeout=20)) as answer:
        return json.load(answer)


def opens(address, person):
    """Whether somebody's link opens their seat."""
    return asked(address, f"/api/tables/{person.table}/view?seat={person.seat}", None, person.secret)["n"] >= 1


@contextlib.contextmanager
def server(data):
    with served("--port", 0, "--data", data) as child:
        address, _ = first(child)
        yield address
        child.send_signal(signal.SIGTERM)
        assert child.wait(30) == 0
        assert child.stderr.read() == ""


@pytest.fixture
def elsewhere(tmp_path):
    """Two tables of another place: a copy of it, the record of one of them with its key; and whose seats there are."""
    data = tmp_path / "elsewhere"

    async def scene():
        async with evening(data, names=("untold",), known=games.game) as server:
            return [await server.opens(game="untold", seats=2, name="Ione") for _ in range(2)]

    people = play(scene())
    assert run("backup", data / "copy.db", data=data).exit_code == 0
    done = run("export", people[0].table, "--out", data / "one.jsonl", "--key", data / "one.key", data=data)
    assert done.exit_code == 0
    return data, people


def test_tables_come_in_while_people_play_and_all_come_back_once_it_is_stopped(elsewhere, tmp_path):
    (source, (one, two)), data = elsewhere, tmp_path / "club"
    with server(data) as address:
        own = asked(address, "/api/tables", {"game": "untold", "seats": 2, "name": "Wren"})
        done = run("import", source / "one.jsonl", "--key", source / "one.key", data=data)
        assert (done.exit_code, done.stderr) == (0, "")
        assert "by the server that runs there" in done.stdout
        again = run("import", source / "one.jsonl", data=data)
        assert (again.exit_code, "There is a table" in again.stderr) == (1, True)
        sat = asked(address, f"/api/tables/{one.table}/sit", {"seat": one.seat, "name": "Ione"})
        assert sat["secret"] != one.secret

        done = run("restore", source / "copy.db", "--table", two.table, data=data)
        assert done.exit_code == 0, done.output
        assert "taken in by the server that runs there" in done.stdout
        assert opens(address, two)  # by its old link

        whole = run("restore", source / "copy.db", data=data)
        assert (whole.exit_code, "Another Cliffhanger serves" in whole.stderr) == (1, True)
        assert opens(address, Person(None, own))
    reader = Reader(data / "tables.db")
    assert {each.table for each in reader.tables()} == {own["table"], one.table, two.table}
    assert unsealed(reader.find(one.table).secrets).key == (source / "one.key").read_text().strip()
    assert not any(isinstance(each.input, Rekey) for each in record_of(reader, one.table).entries)
    assert list((data / "incoming").iterdir()) == []

    assert run("restore", source / "copy.db", data=data).exit_code == 0
    with server(data) as address:
        assert opens(address, one)
        assert opens(address, two)
