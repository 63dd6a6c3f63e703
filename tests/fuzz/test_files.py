"""Files of strangers by the thousand: each is read, or refused in a sentence that says where; none breaks, or takes long."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.fuzz import files
from tests.fuzz.frames import held

from cliffhanger.kernel.record import format as record_format
from cliffhanger.table import kept

ROOT = Path(__file__).parents[2]
CASES = int(os.environ.get("CLIFFHANGER_CASES", "500")) // 2
FROM = int(os.environ.get("CLIFFHANGER_CASE", "0"))
BATCH = 200
GROWN = 300 << 20  # bytes: what is remembered of the newest texts, and what the allocator keeps


def reads(name, seed):
    """Run a case; a failure names the command that runs it again."""
    try:
        files.run(name, seed)
    except Exception as wrong:
        raise AssertionError(f"{wrong}\nTo see it again: python -m tests.fuzz {name} {seed}") from wrong


@pytest.mark.timeout(600)
@pytest.mark.parametrize("first", range(FROM, FROM + CASES, BATCH))
def test_a_file_of_a_stranger_is_read_or_refused_where_it_is_wrong(first, figures):
    before = held()
    for n in range(first, min(first + BATCH, FROM + CASES)):
        reads(*files.case(n))
    assert held() - before < GROWN
    figures(files=min(first + BATCH, FROM + CASES) - first, seed=first)


BROKEN = {
    "kept": (kept, "NUMBER", re.compile(r"[0-9]+")),
    "verify": (record_format, "_decoded", lambda decoder, line, _number, _what: decoder.decode(line)),
}


def broken(name):
    """What is said of the first case of a reader that fails."""
    for seed in range(600):
        try:
            reads(name, seed)
        except AssertionError as wrong:
            return str(wrong)
    return ""


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_on_purpose_is_found_and_can_be_run_again(name, monkeypatch):
    monkeypatch.setattr(*BROKEN[name])
    told = broken(name)
    assert " breaks: " in told
    assert f"To see it again: python -m tests.fuzz {name} " in told


@pytest.mark.parametrize("name", ["frames", "kept"])
def test_the_command_that_is_named_runs_a_case_again(name):
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", name, "3"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "1 seeds, 0 failed\n"), done.stderr
