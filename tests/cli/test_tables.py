"""The commands about tables: list, export, import, replay, verify, backup, each with its sentences."""

import dataclasses
import json
import re
from random import Random
from types import SimpleNamespace

import msgspec
import pytest
from click.testing import CliRunner
from tests.lanterns import LANTERNS
from tests.table.evening import KEY, Evening

import cliffhanger.games as games
from cliffhanger.cli import main
from cliffhanger.cli._tables import folder
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.inputs import Close, Faces
from cliffhanger.kernel.record.format import chained, read, write
from cliffhanger.store import Reader, SqliteStore
from cliffhanger.table.ports import Line
from cliffhanger.table.restore import opened


@pytest.fixture
def known(monkeypatch):
    """Lanterns is on this machine."""
    real = games.game
    monkeypatch.setattr(games, "game", lambda name: LANTERNS if name == "lanterns" else real(name))


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
        store.create(opened(evening.table, KEY, {}), rows)
    return tmp_path


def run(*args, data=None, input=None):
    where = ["--data", str(data)] if data else []
    return CliRunner().invoke(main, [*args, *where], input=input)


def test_tables_are_listed(data):
    done = run("tables", data=data)
    assert done.exit_code == 0
    assert done.stdout.split()[:2] == ["wall", "lanterns"]
    assert "The wall" in done.stdout
    assert json.loads(run("tables", "--json", data=data).stdout)[0]["table"] == "wall"


def test_where_no_table_is_kept_that_is_said(tmp_path):
    done = run("tables", data=tmp_path)
    assert done.exit_code == 0
    assert "No table is kept in" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_whole_export_is_what_was_kept_and_can_be_imported_elsewhere(data, tmp_path):
    done = run("export", "wall", "--out", str(tmp_path / "wall.jsonl"), data=data)
    assert done.exit_code == 0
    text = (tmp_path / "wall.jsonl").read_bytes()
    assert len(read(text).entries) == Reader(data / "tables.db").find("wall").entries
    there = tmp_path / "there"
    done = run("import", str(tmp_path / "wall.jsonl"), data=there)
    assert done.exit_code == 0
    assert run("export", "wall", data=there).stdout_bytes == text
    again = run("import", str(tmp_path / "wall.jsonl"), data=there)
    assert again.exit_code == 1
    assert "There is a table wall already." in again.stderr


def test_an_export_never_writes_over_a_file(data, tmp_path):
    (tmp_path / "wall.jsonl").write_text("mine")
    done = run("export", "wall", "--out", str(tmp_path / "wall.jsonl"), data=data)
    assert done.exit_code == 1
    assert "File exists" in done.stderr
    assert (tmp_path / "wall.jsonl").read_text() == "mine"


@pytest.mark.usefixtures("known")
def test_a_seat_exports_what_it_may_know(data):
    done = run("export", "wall", "--seat", "k1", data=data)
    assert read(done.stdout_bytes).header.seat == "k1"
    refused = run("import", "-", data=data, input=done.stdout_bytes)
    assert refused.exit_code == 2
    assert "Import the whole record" in refused.stderr
    wrong = run("export", "wall", "--seat", "k9", data=data)
    assert wrong.exit_code == 2
    assert "It has: host, k1, k2; or watch." in wrong.stderr


def test_what_a_seat_may_know_is_not_guessed_without_the_game(data):
    done = run("export", "wall", "--seat", "k1", data=data)
    assert done.exit_code == 2
    assert "which is not here" in done.stderr


def test_a_recap_is_markdown(data):
    done = run("export", "wall", "--recap", data=data)
    assert done.stdout.startswith("# The wall\n")
    assert "oil" not in done.stdout.replace("of oil", "")


@pytest.mark.usefixtures("known")
def test_the_card_of_an_evening_is_a_picture(data, tmp_path, monkeypatch):
    done = run("export", "wall", "--card", data=data)
    assert done.stdout.startswith("<svg ")
    assert "<title>The wall" in done.stdout
    assert run("export", "wall", "--card", "--out", str(tmp_path / "wall.png"), data=data).exit_code == 0
    assert (tmp_path / "wall.png").read_bytes().startswith(b"\x89PNG")
    for more in (["--recap"], ["--seat", "watch"]):
        assert "--card goes alone" in run("export", "wall", "--card", *more, data=data).stderr
    monkeypatch.setattr("cliffhanger.cards.png.picture", lambda _svg, _pixels: None)
    none = run("export", "wall", "--card", "--out", str(tmp_path / "other.png"), data=data)
    assert "makes PNG" in none.stderr
    assert not (tmp_path / "other.png").exists()


def test_a_card_needs_no_game(data):
    assert run("export", "wall", "--card", data=data).stdout.startswith("<svg ")


def test_the_cast_of_a_table_opens_the_next_one(tmp_path):
    from cliffhanger.cli._begin import begun

    sitting = begun("smallville", "", 2, "", "c0ffee")
    record = tmp_path / "first.jsonl"
    record.write_bytes(sitting.record())
    assert run("import", str(record), data=tmp_path).exit_code == 0
    name, file = sitting.table.id, tmp_path / "next.toml"
    done = run("export", name, "--cast", str(file), data=tmp_path)
    assert (done.exit_code, done.stderr) == (0, f"{file}: {file.stat().st_size:,} bytes.\n")
    assert run("check", str(file)).stdout == "1 file, nothing wrong.\n"
    again = begun("smallville", "", 2, "", "c0ffee", (str(file),))
    assert again.table.header.setup == sitting.table.header.setup
    assert run("export", name, "--cast", str(file), data=tmp_path).exit_code == 1
    both = run("export", name, "--cast", str(tmp_path / "x.toml"), "--recap", data=tmp_path)
    assert both.exit_code == 2
    assert "--cast goes alone" in both.stderr


@pytest.mark.parametrize(("knows", "says"), [(True, "Lanterns has no file that people go on"), (False, "not here")])
def test_a_game_without_sheets_has_no_cast_to_go_on_with(data, tmp_path, monkeypatch, knows, says):
    real = games.game
    monkeypatch.setattr(games, "game", lambda name: LANTERNS if knows and name == "lanterns" else real(name))
    done = run("export", "wall", "--cast", str(tmp_path / "x.toml"), data=data)
    assert done.exit_code == 2
    assert says in done.stderr
    assert not (tmp_path / "x.toml").exists()


def test_what_no_table_would_open_from_is_told_with_the_cast(data, tmp_path, monkeypatch):
    odd = dataclasses.replace(LANTERNS, cast=lambda setup, s: 'game = "untold"\nform = "character"\n')
    real = games.game
    monkeypatch.setattr(games, "game", lambda name: odd if name == "lanterns" else real(name))
    done = run("export", "wall", "--cast", str(tmp_path / "x.toml"), data=data)
    assert done.exit_code == 0
    assert "To mend before a table opens from it: --cast: name: " in done.stderr


def test_an_unknown_table_is_named(data, tmp_path):
    done = run("export", "hall", data=data)
    assert (done.exit_code, done.stderr) == (2, "Error: There is no table hall.\n")
    done = run("export", "hall", data=tmp_path / "nowhere")
    assert done.exit_code == 1
    assert "There are no tables at" in done.stderr


@pytest.fixture
def record(data, tmp_path):
    file = tmp_path / "wall.jsonl"
    file.write_bytes(run("export", "wall", data=data).stdout_bytes)
    return file


@pytest.mark.usefixtures("known")
def test_replay_tells_the_story_and_checks_it(record):
    done = run("replay", str(record))
    assert done.exit_code == 0
    assert "Ada takes the seat of Ida." in done.stdout
    assert "oil1-" not in done.stdout
    assert "played again to the same sentences." in done.stdout
    assert "Ida finds" in run("replay", str(record), "--seat", "k1").stdout


def test_replay_knows_the_seats_of_a_record(record):
    done = run("replay", str(record), "--seat", "zorro")
    assert done.exit_code == 2
    assert done.stderr == "Error: Table wall has no seat 'zorro'. It has: host, k1, k2; or watch.\n"
    assert done.stdout == ""


def test_replay_reads_a_record_whose_game_is_not_here(record):
    done = run("replay", str(record))
    assert done.exit_code == 0
    assert "read as they were written" in done.stdout


@pytest.mark.usefixtures("known")
def test_verify_says_that_a_record_is_sound(record):
    done = run("verify", str(record))
    assert done.exit_code == 0
    assert "This record is sound" in done.stdout
    assert "as the key gives" in done.stdout
    quiet = run("verify", str(record), "--quiet").stdout
    assert quiet.count("\n") == 1


def test_verify_names_a_flipped_face(record):
    lines = record.read_bytes().splitlines(keepends=True)
    at = max(n for n, line in enumerate(lines) if b'"purpose":"wind"' in line)
    said = json.loads(lines[at])["input"]["values"][0]
    lines[at] = lines[at].replace(b'"values":[%d' % said, b'"values":[%d' % (said % 6 + 1))
    record.write_bytes(b"".join(lines))
    done = run("verify", str(record))
    assert done.exit_code == 1
    assert f"Line {at + 1}: the roll of k1 for 'wind' says {said % 6 + 1}" in done.stderr
    assert f"Line {at + 2}: the line before it was changed" in done.stderr
    assert "not sound" in done.stdout


def test_verify_says_that_an_open_table_cannot_be_checked_yet(record):
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:-1]))
    done = run("verify", str(record))
    assert done.exit_code == 1
    assert "cannot be checked before it closes" in done.stdout


OLDER = (
    "Played under version 0 of the rules of Lanterns, and played again by version 1, which is here: "
    "where the two differ, the entry is named.\n"
)


@pytest.fixture
def older(record):
    """The same record, played under an older version of the rules."""
    found = read(record.read_bytes())
    header = msgspec.structs.replace(found.header, version="0")
    record.write_bytes(write(header, chained(header, found.entries)))
    return record


@pytest.mark.usefixtures("known")
def test_a_record_of_another_version_is_read_with_a_sentence_that_says_what_that_means(older, tmp_path):
    verified, replayed, kept = (
        run("verify", str(older)),
        run("replay", str(older)),
        run("import", str(older), data=tmp_path / "new"),
    )
    assert [each.exit_code for each in (verified, replayed, kept)] == [0, 0, 0]
    assert OLDER in verified.stdout
    assert "This record is sound" in verified.stdout
    assert (replayed.stderr, kept.stderr) == (OLDER, OLDER)
    assert "played again to the same sentences." in replayed.stdout


@pytest.fixture
def stricter(monkeypatch):
    """Lanterns is here in a version whose rules know no wind."""

    def calm(s, asked, values):
        raise ValueError("no wind")

    changed = dataclasses.replace(LANTERNS, settle=calm)
    monkeypatch.setattr(games, "game", lambda name: changed)


@pytest.mark.usefixtures("stricter")
def test_where_another_version_stops_the_entry_is_named(older, tmp_path):
    told = r"Line \d+: the rules break on it: ValueError\('no wind'\)\nWhat comes after that was not played again.\n"
    verified, replayed, kept = (
        run("verify", str(older)),
        run("replay", str(older)),
        run("import", str(older), data=tmp_path / "new"),
    )
    assert [each.exit_code for each in (verified, replayed, kept)] == [0, 0, 0]
    assert re.search(told, verified.stdout)
    assert "something else of 1 entry" in verified.stdout
    assert re.fullmatch(re.escape(OLDER) + told, replayed.stderr)
    assert "read as they were written." in replayed.stdout
    assert re.fullmatch(
        re.escape(OLDER) + told + "So the table is kept to be read: no server can open it.*\n", kept.stderr
    )
    assert Reader(tmp_path / "new" / "tables.db").find("wall")


def test_the_record_of_a_game_that_is_not_here_is_kept_and_says_so(record, tmp_path):
    done = run("import", str(record), data=tmp_path / "new")
    assert (done.exit_code, done.stderr) == (
        0,
        "The game lanterns is not here: the table can be read, and not opened.\n",
    )


@pytest.mark.parametrize("command", ["verify", "replay", "import"])
def test_what_is_no_record_ends_with_two_and_a_sentence(tmp_path, command):
    file = tmp_path / "letter"
    file.write_text("Dear friend,\n")
    done = run(command, str(file), **({"data": tmp_path} if command == "import" else {}))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {file} is no record of a table. Line 1 is not the header")
    assert "`cliffhanger export TABLE --out FILE`" in done.stderr
    assert "Traceback" not in done.output


def test_a_backup_is_a_store_of_its_own(data, tmp_path):
    done = run("backup", str(tmp_path / "copy.db"), data=data)
    assert done.exit_code == 0
    assert Reader(tmp_path / "copy.db").find("wall")
    again = run("backup", str(tmp_path / "copy.db"), data=data)
    assert again.exit_code == 1
    assert "is there already" in again.stderr
    assert run("backup", data=data).exit_code == 0


def test_a_running_server_is_not_disturbed(data, tmp_path, record):
    with SqliteStore(data / "tables.db"):
        assert run("tables", data=data).exit_code == 0
        assert run("backup", str(tmp_path / "copy.db"), data=data).exit_code == 0
        done = run("import", str(record), data=data)
        assert done.exit_code == 1
        assert "Another Cliffhanger serves" in done.stderr


def test_tables_are_kept_where_the_system_says(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert folder() == tmp_path / "cliffhanger"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder() == tmp_path / ".local" / "share" / "cliffhanger"


def hostile(record, **header):
    """A record that somebody made up: a whole chain, with signs in it that a terminal would obey."""
    found = read(record)
    first = msgspec.structs.replace(found.entries[0], events=(Event("x", text="\x1b[2J\x1b]0;gone\x07\u202e\nFake"),))
    odd = msgspec.structs.replace(found.header, **header)
    return write(odd, chained(odd, (first, *found.entries[1:])))


@pytest.mark.parametrize("command", [["replay", "-"], ["verify", "-"], ["import", "-"]])
def test_a_terminal_is_given_no_sign_that_it_would_obey(data, tmp_path, command):
    odd = hostile(run("export", "wall", data=data).stdout_bytes, game="\x1b[31mred", version="\x1b[5m", opened="\x9b2J")
    where = tmp_path / "there" if command[0] == "import" else None
    said = run(*command, data=where, input=odd).output
    assert said
    assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(said)
    assert "\nFake" not in said
    if where:
        for more in (["tables"], ["export", "wall", "--recap"]):
            assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(run(*more, data=where).output)


OBEYED = {"\x1b", "\x9b", "\x7f", "\u202e", "\u2066", "\u200b"}


def test_a_list_and_a_record_of_others_reach_a_terminal_without_signs_and_a_file_as_they_are(
    data, tmp_path, monkeypatch
):
    odd = hostile(run("export", "wall", data=data).stdout_bytes, game="\x9b31mred\u202e\u2066", opened="\x7f\u200b")
    there = tmp_path / "there"
    run("import", "-", data=there, input=odd)
    listed = run("tables", "--json", data=there).output
    assert not OBEYED & set(listed)
    assert json.loads(listed)[0]["game"] == "\x9b31mred\u202e\u2066"
    assert run("export", "wall", data=there).stdout_bytes == odd
    monkeypatch.setattr("cliffhanger.cli._tables.sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    said = run("export", "wall", data=there).output
    assert not OBEYED & set(said)
    assert [json.loads(line) for line in said.splitlines()] == [json.loads(line) for line in odd.splitlines()]


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("header", "says"),
    [
        ({"table": "../../wall"}, "letters and digits"),
        ({"table": ""}, "letters and digits"),
        ({"options": {"undo": "nobody"}}, "options"),
        ({"house": {"weather": "hail"}}, "cannot begin"),
        ({"key_hash": "0" * 64}, "key shown at the close"),
    ],
)
def test_what_no_server_could_open_is_not_imported(data, tmp_path, header, says):
    odd = hostile(run("export", "wall", data=data).stdout_bytes, **header)
    done = run("import", "-", data=tmp_path / "there", input=odd)
    assert done.exit_code == 2
    assert says in done.stderr
    assert not (tmp_path / "there" / "tables.db").exists()


@pytest.mark.usefixtures("known")
def test_a_record_that_is_not_sound_is_kept_only_where_one_says_so(data, tmp_path):
    """It is chained as it should be, and its dice are not those of its key."""
    whole = read(run("export", "wall", data=data).stdout_bytes)
    thrown = next(each for each in whole.entries if isinstance(each.input, Faces) and each.input.dice)
    other = tuple(each % 6 + 1 for each in thrown.input.values)
    better = msgspec.structs.replace(thrown, input=msgspec.structs.replace(thrown.input, values=other))
    entries = tuple(better if each.n == thrown.n else msgspec.structs.replace(each, prev="") for each in whole.entries)
    odd, there = write(whole.header, chained(whole.header, entries)), tmp_path / "there"
    done = run("import", "-", data=there, input=odd)
    assert done.exit_code == 2
    assert "This record is not sound" in done.stderr
    assert f"Line {thrown.n + 1}: the roll of" in done.stderr
    assert "To keep it nevertheless: --anyway" in done.stderr
    assert not (there / "tables.db").exists()
    assert run("import", "-", "--anyway", data=there, input=odd).exit_code == 0
    assert run("export", "wall", data=there).stdout_bytes == odd
