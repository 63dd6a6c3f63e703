"""The container and compose files name what is there; that they can be read is all that is held where no containers run."""

import re
import shlex
from fnmatch import fnmatch
from pathlib import Path

import pytest
from click.testing import CliRunner

from cliffhanger.cli import main

ROOT = Path(__file__).parents[2]
FILE = (ROOT / "deploy/Containerfile").read_text()
COMPOSE = (ROOT / "deploy/compose.yaml").read_text()


def options_of(text):
    return set(re.findall(r"--[a-z]+(?:-[a-z]+)*", text))


def test_what_the_container_starts_is_a_command_of_ours_with_options_it_has():
    entry = re.search(r"^ENTRYPOINT \[(.*)\]$", FILE, re.MULTILINE)[1]
    command = re.search(r"command: \[(.*)\]$", COMPOSE, re.MULTILINE)[1]
    said = CliRunner().invoke(main, ["serve", "--help"]).output
    assert entry.startswith('"cliffhanger", "serve", ')
    assert {"--host", "--port", "--log"} <= options_of(entry)
    assert {"--public", "--origin"} <= options_of(command)
    assert [each for each in options_of(entry) | options_of(command) if each not in said] == []


def test_tables_are_kept_where_the_volume_is():
    """The folder of the tables follows from the environment, as with the service of systemd."""
    data = re.search(r"XDG_DATA_HOME=(\S+)", FILE)[1]
    assert re.search(r"^VOLUME (\S+)$", FILE, re.MULTILINE)[1] == f"{data}/cliffhanger"


def test_what_is_built_from_is_sent_to_the_builder():
    """Everything that a wheel is made from is let through, and nothing that was fetched or made here."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line]

    def sent(path):
        kept = True
        for rule in rules:
            bare = rule.removeprefix("!")
            parts = [path, *map(str, Path(path).parents)]
            if any(fnmatch(part, bare) or (bare.startswith("**/") and Path(part).name == bare[3:]) for part in parts):
                kept = rule.startswith("!")
        return kept

    needed = ["Makefile", "pyproject.toml", "README.md", "LICENSE", "package.json", "package-lock.json", ".npmrc"]
    needed += ["hatch_build.py", "hatch_compile.py", "src/cliffhanger/__init__.py", "deploy/Caddyfile"]
    assert [each for each in needed if not (ROOT / each).exists()] == []
    assert [each for each in needed if not sent(each)] == []
    assert [
        each for each in (".git/config", ".venv/bin/python", "tests/conftest.py", "tables/tables.db") if sent(each)
    ] == []


@pytest.mark.parametrize("kind", ["network", "volume", "service"])
def test_names_in_the_compose_file_are_declared_there(kind):
    block = re.search(rf"^{kind}s:\n((?:  .*\n|\n)+)", COMPOSE, re.MULTILINE)[1]
    declared = set(re.findall(r"^  ([a-z0-9]+):", block, re.MULTILINE))
    if kind == "network":
        used = set(re.findall(r"\w+", " ".join(re.findall(r"networks: \[(.*)\]", COMPOSE))))
    elif kind == "volume":
        used = set(re.findall(r'"([a-z]+):/(?!/)', COMPOSE))
    else:
        used = set(re.findall(r"(\w+): \{ condition", COMPOSE))
        used |= {each.partition(":")[0] for each in shlex.split(re.search("CLIFFHANGER_NODES: (.*)", COMPOSE)[1])}
        used.add(re.search(r"@(\w+)/cliffhanger", COMPOSE)[1])
        assert {"database", "node1", "node2"} <= used
    assert used
    assert used <= declared
