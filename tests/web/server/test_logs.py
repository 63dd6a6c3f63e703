"""Logs: a line an event whatever it is about, and no secret in any of them."""

import io
import json
import logging
import signal
import subprocess
import sys
import urllib.request
from random import Random

import pytest
from people import chosen, evening, play
from test_readme import ROOT

from cliffhanger.web.live.logs import HIDDEN, LONGEST, JsonLines, PlainLines, configure, mark
from cliffhanger.web.live.table_names import fresh_name

pytestmark = pytest.mark.timeout(90)
NAME = "amber-kettle-north-seven"
HOSTILE = [
    "two\nlines",
    "two\r\nlines\r",
    "\x1b]0;title\x07\x1b[31mred",
    "abc\u202edcba\u2066\u200f",
    "\x00\x85\u2028\u2029\x0b\x0c\x1c",
    "%s %d %n",
    '"}\n{"at": "forged", "says": "',
    "\\n and \\x1b",
    "x" * 60_000,
    "\n" * 60_000,
]
SECRETS = [
    "https://play.example/t/amber-kettle-north-seven/k1#s=abc",
    "postgresql://keeper:pass-word@db.example/tables",
    "Bearer 7hB2kQ9xZ-_tR4mN8pL1vW3c",
    "?secret=abc123&x=1",
    NAME,
    f"the record of {NAME}.",
]


@pytest.fixture(params=["plain", "json"])
def lines(request):
    """Whoever logs, and the lines that came of it."""
    stream = io.StringIO()
    handler = configure(request.param, stream)
    log = logging.Logger("cliffhanger.web.test")  # apart from the others, for pytest's own handler breaks on slips
    log.addHandler(handler)
    yield log, lambda: stream.getvalue().split("\n")[:-1]
    logging.getLogger().removeHandler(handler)
    logging.getLogger("cliffhanger").setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_breaks_a_line_or_steers_a_terminal(lines, text):
    log, said = lines
    log.warning("somebody said %s", text)
    log.warning(text)
    log.warning("of %d", text)  # a slip of ours
    try:
        raise ValueError(text)
    except ValueError:
        log.exception("it broke on %r", text)
    found = said()
    assert len(found) == 4
    for line in found:
        assert line.isprintable()
        assert len(line) < 8 * LONGEST
    if found[0].startswith("{"):
        read = [json.loads(line) for line in found]
        assert all(list(each)[:4] == ["at", "level", "from", "says"] for each in read)
        assert read[3]["error"]["kind"] == "ValueError"
        if len(text) < 100:
            assert read[0]["says"] == f"somebody said {text}"


@pytest.mark.parametrize("text", SECRETS)
def test_no_secret_and_no_name_of_a_table_is_written(lines, text):
    log, said = lines
    log.warning("GET %s", text)
    try:
        raise RuntimeError(text)
    except RuntimeError:
        log.exception("table %s: broke", NAME)
    log.error("table %s: %s", "a name-of.an imported table", text)
    whole = "".join(said())
    for secret in ("#s=abc", "pass-word", "7hB2kQ9xZ", "abc123", "kettle", "imported"):
        assert secret not in whole
    assert mark(NAME) in whole
    assert HIDDEN in whole or "kettle" in text


def test_a_table_is_called_by_the_same_mark_and_others_by_others():
    marks = {mark(fresh_name()) for _ in range(500)}
    assert len(marks) == 500
    assert mark(NAME) == mark(NAME)


def test_where_the_copy_of_a_file_that_vanished_lies_can_be_read():
    path = "/srv/tables/tables.db.rescued-20261124-091500-ab12"
    record = logging.LogRecord("cliffhanger.store", logging.ERROR, "", 0, "it stands in %s now", (path,), None)
    assert path in PlainLines().format(record)


def test_what_is_no_secret_stays():
    record = logging.LogRecord(
        "cliffhanger.web.x", logging.INFO, "", 0, "well-known four-word-long-thing in %s", ("/readyz",), None
    )
    assert PlainLines().format(record).endswith("info web.x: well-known four-word-long-thing in /readyz")
    assert json.loads(JsonLines().format(record))["says"] == "well-known four-word-long-thing in /readyz"


@pytest.mark.parametrize("formatter", [PlainLines(), JsonLines()])
def test_half_a_sign_is_written_all_the_same(formatter):
    record = logging.LogRecord("cliffhanger.web.x", logging.INFO, "", 0, "half: %s", ("\ud800",), None)
    assert formatter.format(record).encode("ascii")


def test_an_error_is_told_with_its_places_and_none_of_its_code(lines):
    log, said = lines

    def breaks():
        raise KeyError("lost")  # the card under the cup

    try:
        breaks()
    except KeyError:
        log.exception("it broke")
    (line,) = said()
    assert "breaks" in line
    assert "test_logs.py" in line
    assert "under the cup" not in line
    assert str(ROOT) not in line


def test_an_evening_that_bots_play_leaves_no_secret_in_the_log(lines, tmp_path):
    _, said = lines

    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens(name="Zed\n\x1b[31mQuorra")
            ida = await server.sits(wren.table, "k1", "Idamund")
            rng = Random(7)
            async with wren.page(), ida.page():
                for n in range(30):
                    for each in (wren, ida):
                        if frame := chosen(each.seat, await each.view(), rng):
                            await each.send(id=f"n{n}{each.seat}", **frame)
                            await each.answer(f"n{n}{each.seat}")
            for secret in ("wrong", wren.secret):
                await server.json("GET", f"/api/tables/{wren.table}/view?seat=k1", None, secret)
            live = server.registry.tables[wren.table]
            broken = live.table.put
            live.table.put = lambda *given, **named: broken(None, nothing=0)
            async with ida.page():
                await ida.send(do="pause", id="p", on=True)
                assert "rules broke" in (await ida.answer("p"))["why"]
            live.table.put = broken
            return [
                wren.table,
                wren.secret,
                ida.secret,
                live.secrets.now.key,
                live.secrets.now.bench,
                "Quorra",
                "Idamund",
            ]

    secrets = play(scene())
    found = said()
    whole = "\n".join(found)
    assert any("opened, a game of lanterns" in line for line in found)
    assert any("the rules broke on Pause" in line for line in found)
    assert mark(secrets[0]) in whole
    for secret in secrets:
        assert secret not in whole
    assert all(line.isprintable() for line in found)


def test_a_server_that_is_told_to_says_what_happens_in_json_and_one_that_is_not_is_quiet(tmp_path):
    command = (sys.executable, "-c", "from cliffhanger.cli import main; main()", "serve", "--no-open", "--port", "0")
    for options, events in ((("--log", "json"), ["serving", "stopping"]), ((), [])):
        child = subprocess.Popen(
            [*command, "--data", tmp_path, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            address = child.stdout.readline().split()[1]
            with urllib.request.urlopen(f"{address}/healthz", timeout=20):
                pass
            child.send_signal(signal.SIGTERM)
            _, said = child.communicate(timeout=30)
        finally:
            child.kill()
        assert [json.loads(line)["says"].partition(":")[0] for line in said.splitlines()] == events
