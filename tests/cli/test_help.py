"""`cliffhanger --help` lists every command, and is quick because it imports none of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cliffhanger import cli

COMMANDS = cli.main.list_commands(None)
HEAVY = {
    "msgspec",
    "asyncio",
    "jsonschema",
    "apsw",
    "starlette",
    "uvicorn",
    "websockets",
    "tomllib",
    "random",
    "hashlib",
}


def test_help_imports_nothing_heavy_and_no_command():
    script = "import sys, json; sys.argv[1:] = ['--help']\nfrom cliffhanger.cli import main\n"
    script += "try: main()\nexcept SystemExit: print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert HEAVY & loaded == set()
    assert {name for name in loaded if name.startswith("cliffhanger")} == {"cliffhanger", "cliffhanger.cli"}


def test_it_can_be_called_as_a_module():
    done = subprocess.run([sys.executable, "-m", "cliffhanger", "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: cliffhanger [OPTIONS] COMMAND")


@pytest.mark.parametrize("port", ["99999", "-1", "eight"])
def test_what_is_no_port_is_said_in_one_sentence(port):
    done = CliRunner().invoke(cli.main, ["serve", "--port", port])
    assert done.exit_code == 2
    assert done.stderr == f"Error: There is no port {port!r}. A port is a number from 1 to 65535, such as 8000.\n"


def test_help_names_every_command_with_its_line():
    said = CliRunner().invoke(cli.main, ["--help"]).output
    for name in COMMANDS:
        assert f"  {name} " in said
        assert cli.line_of_help(name)[:20] in said


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_begins_with_its_line_and_has_help(name):
    first = Path(cli.__file__).with_name(f"{cli.module(name)}.py").read_text("utf-8").splitlines()[0]
    assert first.startswith(f'"""`cliffhanger {name}`: '), first
    assert CliRunner().invoke(cli.main, [name, "--help"]).exit_code == 0
