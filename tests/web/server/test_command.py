"""`cliffhanger serve` as people start it."""

import contextlib
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from test_readme import BLOCK, ROOT, held, python

pytestmark = pytest.mark.timeout(120)
COMMAND = (sys.executable, "-c", "from cliffhanger.cli import main; main()", "serve", "--no-open")


@contextlib.contextmanager
def served(*options):
    """The command, running; whatever happens it is gone afterwards."""
    child = subprocess.Popen([*COMMAND, *map(str, options)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def first(child):
    """The address it prints, and what it printed before."""
    said = []
    while not (line := child.stdout.readline()).startswith("Here:"):
        assert line, child.stderr.read()
        said.append(line)
    return line.split()[1], "".join(said)


def test_it_says_where_it_is_answers_there_and_stops_with_0(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with served("--port", port, "--data", tmp_path) as child:
        address, _ = first(child)
        assert address == f"http://127.0.0.1:{port}"
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
            assert answer.read() == b"ok"
        child.send_signal(signal.SIGTERM)
        assert child.wait(30) == 0
        assert child.stderr.read() == ""


def test_a_port_that_was_named_and_is_busy_is_an_error_in_a_sentence(tmp_path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with served("--port", port, "--data", tmp_path) as child:
            assert child.wait(60) == 1
            assert f"Port {port} cannot be used" in child.stderr.read()


def test_the_usual_port_gives_way_to_the_next(tmp_path):
    with contextlib.ExitStack() as stack:
        busy = stack.enter_context(socket.socket())
        with contextlib.suppress(OSError):  # somebody else has it: so much the better
            busy.bind(("127.0.0.1", 8000))
            busy.listen()
        child = stack.enter_context(served("--data", tmp_path))
        address, said = first(child)
        assert not address.endswith(":8000")
        assert "Port 8000 is busy, so this is " in said


def test_a_second_server_on_the_same_tables_is_told_so(tmp_path):
    with served("--port", 0, "--data", tmp_path) as one:
        first(one)
        with served("--port", 0, "--data", tmp_path) as two:
            assert two.wait(60) == 1
            said = two.stderr.read()
            assert "Another Cliffhanger serves" in said
            assert "Traceback" not in said


def test_the_page_on_tables_by_a_program_says_what_happens(tmp_path):
    page = ROOT / "docs/api.md"
    with served("--port", 0, "--data", tmp_path) as child:
        names = {"SERVER": first(child)[0]}
        for kind, block in BLOCK.findall(page.read_text("utf-8")):
            assert kind == "pycon"
            held(page, block, python(block, names))


def test_a_port_for_the_keeper_is_named_and_answers_on_this_machine_alone(tmp_path):
    with served("--port", 0, "--data", tmp_path, "--metrics", 0) as child:
        address, _ = first(child)
        keeper = child.stdout.readline().split()
        assert keeper[0] == "Keeper:"
        assert keeper[1].startswith("http://127.0.0.1:")
        with urllib.request.urlopen(keeper[1], timeout=10) as answer:
            assert b"It serves" in (said := answer.read())
            assert str(tmp_path).encode() in said
        with urllib.request.urlopen(keeper[1].replace("/keeper", "/metrics"), timeout=10) as answer:
            assert b"cliffhanger_tables_live 0.0" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/metrics", timeout=10)
        child.send_signal(signal.SIGTERM)
        assert child.wait(30) == 0
        assert child.stderr.read() == ""


@pytest.mark.parametrize(("said", "why"), [("house", "no port 'house'"), (":9100", "is no port"), ("99999", "no port")])
def test_what_is_no_port_for_the_keeper_is_told_in_a_sentence(tmp_path, said, why):
    with served("--port", 0, "--data", tmp_path, "--metrics", said) as child:
        assert child.wait(60) != 0
        assert why in child.stderr.read()


def test_a_busy_port_for_the_keeper_is_told_in_a_sentence(tmp_path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with served("--port", 0, "--data", tmp_path, "--metrics", port) as child:
            assert child.wait(60) == 1
            assert f"Port {port} cannot be used" in child.stderr.read()
