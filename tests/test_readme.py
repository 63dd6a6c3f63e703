"""The README and docs/concepts are played: their Python is run, their commands are called, and what is said has to be so.

A line of three dots stands for any lines. `CLIFFHANGER_README=write pytest tests/test_readme.py` writes down anew what
is said, to be read in review like any other text.
"""

import os
import re
import shlex
from contextlib import redirect_stdout
from doctest import DocTestParser
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from cliffhanger.cli import main

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
CONCEPTS = sorted((ROOT / "docs/concepts").glob("*.md"))
BLOCK = re.compile(r"^```(pycon|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WRITE = os.environ.get("CLIFFHANGER_README") == "write"


def played(kind, block):
    """What a block looks like when it is played now."""
    return python(block) if kind == "pycon" else commands(block)


def python(block, names=None):
    names = {} if names is None else names
    lines = []
    for part in DocTestParser().parse(block):
        if isinstance(part, str):
            lines += [""] if "\n" in part else []
            continue
        source = part.source.rstrip("\n").split("\n")
        lines += [f"{'>>>' if at == 0 else '...'} {line}".rstrip() for at, line in enumerate(source)]
        said = StringIO()
        with redirect_stdout(said):
            exec(compile(part.source, "a page", "single"), names)
        lines += said.getvalue().splitlines()
    return "\n".join(lines).strip("\n") + "\n"


def commands(block):
    lines = []
    for call in re.findall(r"^\$ cliffhanger (.*)$", block, re.MULTILINE):
        done = CliRunner().invoke(main, shlex.split(call), catch_exceptions=False)
        lines += [f"$ cliffhanger {call}", *(line.rstrip() for line in done.output.splitlines()), ""]
    return "\n".join(lines[:-1]) + "\n"


def same(written, said):
    """Whether both say the same, where a line of three dots in what is written stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", tight(written), flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)*?".join(parts), tight(said)) is not None


def tight(text):
    return re.sub(r"\n+", "\n", text.strip("\n") + "\n")


BLOCKS = [(match[1], match[2]) for match in BLOCK.finditer(README.read_text("utf-8"))]


@pytest.mark.parametrize(("kind", "block"), BLOCKS, ids=[f"{kind} {at + 1}" for at, (kind, _) in enumerate(BLOCKS)])
def test_the_readme_says_what_happens(kind, block, monkeypatch):
    monkeypatch.chdir(README.parent)
    monkeypatch.setenv("COLUMNS", "80")
    held(README, block, played(kind, block))


@pytest.mark.parametrize("page", CONCEPTS, ids=lambda page: page.stem)
def test_a_page_of_concepts_says_what_happens(page):
    names = {}  # what one block of a page has made is there in the next
    blocks = [match[2] for match in BLOCK.finditer(page.read_text("utf-8")) if match[1] == "pycon"]
    assert blocks, f"{page.name} shows nothing at work"
    for block in blocks:
        held(page, block, python(block, names))


def held(page, block, said):
    """What a page says of a block is what happens; or it is written down anew, where that was asked for."""
    if WRITE and "\n...\n" not in block and not same(block, said):  # what was left out is for a person to choose
        page.write_text(page.read_text("utf-8").replace(block, said), "utf-8")
        return
    assert same(block, said), f"{page.name} says\n{block}\nand this is what happens\n{said}"


def test_every_page_of_concepts_is_found_from_the_front_and_from_where_games_are_made():
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text("utf-8")
        assert all(f"docs/concepts/{page.name}" in text for page in CONCEPTS), (
            f"{name} leaves out a page of docs/concepts"
        )


def test_the_readme_opens_with_play():
    head = README.read_text("utf-8").split("\n## ")[0]
    assert BLOCKS[0][0] == "pycon"
    assert BLOCKS[0][1] in head


def test_dots_stand_for_lines():
    assert same("a\n...\nd\n", "a\nb\nc\nd\n")
    assert not same("a\n...\nd\n", "a\nb\n")
