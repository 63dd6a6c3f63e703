"""Docs that rot fail: every command and option is told of, every verb of make and every linked file is there."""

import re
from functools import cache
from pathlib import Path

import pytest

from cliffhanger import cli

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = cli.main.list_commands(None)
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
VERB = re.compile(r"^([a-z]+):.*## ", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|#)([^)#\s]+)(?:#L(\d+))?")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_told_of_with_its_options(name):
    page = (ROOT / "docs/terminal.md").read_text("utf-8")
    told = [head for head in re.findall(r"^## (.*)$", page, re.MULTILINE) if name in head.split(", ")]
    assert told, f"docs/terminal.md has no heading for {name}"
    for option in cli.main.get_command(None, name).params:
        names = [*option.opts, *option.secondary_opts]
        if option.param_type_name == "option":
            assert any(re.search(rf"{each}\b", page) for each in names), f"{name} {names} is told of nowhere"


def test_every_verb_of_make_has_its_line():
    text = (ROOT / "Makefile").read_text("utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE)[1].split()
    assert sorted(phony) == sorted(VERB.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere(page):
    for target, line in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
        if line:  # which line it is does not count (tools/tracing/report.py), as long as there is one
            assert int(line) <= lines_of(page.parent / target), (
                f"{page.name} links to line {line} of {target}: make docs"
            )


@cache
def lines_of(file):
    return len(file.read_text("utf-8").splitlines())


@pytest.mark.parametrize("page", sorted((ROOT / "docs/rules").glob("*.md")), ids=lambda page: page.stem)
def test_links_of_the_rules_carry_lines(page):
    links = LINK.findall(page.read_text("utf-8"))
    assert links
    assert all(line for _, line in links), f"{page.name} links to files without a line: make docs"


def test_what_make_is_said_to_do_it_does():
    verbs = set(VERB.findall((ROOT / "Makefile").read_text("utf-8")))
    said = {verb for page in PAGES for verb in re.findall(r"`make ([a-z]+)`", page.read_text("utf-8"))}
    assert said <= verbs


def test_every_promise_names_tests_that_are_there():
    page = (ROOT / "docs/promises.md").read_text("utf-8")
    rows = [row for row in page.splitlines() if row.startswith("| ") and not row.startswith("| promise")]
    assert len(rows) > 20
    file = ""
    for row in rows:
        held = row.split(" | ")[1]
        assert "test_" in held or "the same file" in held, row
        for named, test in re.findall(r"\]\(([^)]+\.py)\)|`(test_\w+)`", held):
            file = named or file
            if test:
                assert f"def {test}(" in (ROOT / "docs" / file).read_text("utf-8"), f"{file} has no {test}"
