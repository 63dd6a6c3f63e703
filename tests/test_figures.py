"""Figures of long runs are kept when a test passes, and are not when it fails."""

import json

pytest_plugins = ["pytester"]
TEST = """
import sys
sys.path.insert(0, {tests!r})
from figures import figures

def test_counts(figures):
    figures(kills=7)

def test_fails(figures):
    figures(kills=8)
    assert False

def test_counts_nothing(figures):
    pass
"""


def test_a_passed_test_leaves_a_line_with_what_it_counted_and_where(pytester, monkeypatch, tmp_path):
    import figures

    results = tmp_path / "results" / "soak.jsonl"
    monkeypatch.setenv("CLIFFHANGER_RESULTS", str(results))
    pytester.makepyfile(TEST.format(tests=str(figures.ROOT / "tests")))
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2, failed=1)
    (line,) = map(json.loads, results.read_text("utf-8").splitlines())
    assert line["kills"] == 7
    assert line["test"].endswith("::test_counts")
    assert {"seconds", "commit", "processors", "date"} <= line.keys()


def test_without_a_file_for_them_nothing_is_kept(pytester, monkeypatch):
    import figures

    monkeypatch.delenv("CLIFFHANGER_RESULTS", raising=False)
    pytester.makepyfile(TEST.format(tests=str(figures.ROOT / "tests")))
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2, failed=1)
    assert list(pytester.path.glob("*.jsonl")) == []
