"""Mutants: which changes are made, and what becomes of them under the tests of a small tree."""

import os
from textwrap import dedent

import mutate
import pytest
from mutating.mutants import mutants, verbs
from mutating.trials import TIMED_OUT, Copy

RULES = '''
    def success(face: int) -> bool:
        """A five or a six counts.  [TY-DIE-01]"""
        return face >= 5


    def tie(mine: int, yours: int) -> bool:
        """A tie is the initiator's.  [TY-DIE-02]"""
        return mine >= yours


    def alone() -> int:
        """Nobody looks at this.  [TY-DIE-03]"""
        return 1

'''
TESTS = """
    from toy.games.toy.rules import success, tie


    def test_five_and_six_count():
        assert [success(face) for face in range(1, 7)] == [False] * 4 + [True] * 2


    def test_more_is_more():
        assert tie(2, 1) and not tie(1, 2)

"""
CLIMB = """
    def climb(metres):
        while metres < 3:
            metres += 1
        return metres


    def test_up():
        assert climb(0) == 3
"""
PYPROJECT = """
    [tool.pytest.ini_options]
    pythonpath = ["src"]
    markers = ["rule", "browser"]
    addopts = ["-p", "no:hypothesispytest", "-p", "no:anyio", "-p", "no:timeout"]  # slower to load than to run

    [tool.coverage.run]
    relative_files = true
"""


def changes(code, verbs=frozenset()):
    code = dedent(code)
    return {(each.change, each.applied(code).strip()) for each in mutants("x.py", code, verbs)}


@pytest.mark.parametrize(
    ("code", "change", "now"),
    [
        ("a <= b", "comparison", "(a < b)"),
        ("a not in b", "comparison", "(a in b)"),
        ("x[2]", "number", "x[3]"),
        ("x[2]", "number", "x[(1)]"),
        ("f(True)", "truth", "f(False)"),
        ("a + b * c", "arithmetic", "(a - (b * c))"),
        ("min(a, b)", "arithmetic", "max(a, b)"),
        ("a and b == c", "and/or", "(a or (b == c))"),
        ("b if a else c", "condition", "b if (not a) else c"),
        ("é = 'ü' if a else c", "condition", "é = 'ü' if (not a) else c"),
        ("s = hurt(s, 2)", "dropped call", "s = s"),
    ],
)
def test_a_change_of_this_kind_is_made(code, change, now):
    assert (change, now) in changes(code, frozenset({"hurt"}))


def test_a_verb_may_give_the_state_as_it_was():
    code = "def hurt(s: Table, who: str) -> Table:\n    return put(s, who)\n"
    assert verbs([code]) == {"hurt"}
    assert ("unchanged state", code.replace("put(s, who)", "s").strip()) in changes(code)


@pytest.mark.parametrize("code", ["x: Literal[1] = y", "f'{n + 1}'", '"""One and 1."""', "'a' + b"])
def test_types_and_texts_stay_as_they_are(code):
    assert changes(code) == set()


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    root = tmp_path_factory.mktemp("tree")
    texts = {
        "pyproject.toml": PYPROJECT,
        "src/toy/__init__.py": "",
        "src/toy/games/toy/rules.py": RULES,
        "tests/test_toy.py": TESTS,
        "tests/test_climb.py": CLIMB,
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(dedent(text), "utf-8")
    return root


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    for name in os.environ:
        if name.startswith(("COV_", "PYTEST_")) and name != "PYTEST_CURRENT_TEST":
            monkeypatch.delenv(name)


@pytest.mark.long
def test_survivors_are_listed_and_nothing_is_changed_in_the_tree(tree, capsys):
    options = ["--root", str(tree), "--count", "0", "--strict"]
    assert mutate.main(options) == 1
    assert (tree / "src/toy/games/toy/rules.py").read_text("utf-8") == dedent(RULES)
    said = capsys.readouterr().out
    survivors = said.partition("mutants of seed 1:")[2]
    assert "rules.py:9: comparison: `mine >= yours` becomes `(mine > yours)` (survived)" in survivors
    assert "rules.py:14: number: `1` becomes `2` (run by no test)" in survivors
    assert "rules.py:4" not in survivors
    assert "killed         src/toy/games/toy/rules.py:4: comparison" in said
    assert mutate.main(["--root", str(tree), "--file", "nowhere.py"]) == 1


@pytest.mark.long
def test_a_mutant_that_comes_to_no_end_is_stopped(tree, tmp_path):
    file = "tests/test_climb.py"
    stays = next(each for each in mutants(file, dedent(CLIMB), frozenset()) if (each.line, each.now) == (4, "(0)"))
    copy = Copy.of(tree, tmp_path)
    assert copy.tried(stays, [f"{file}::test_up"], limit=5) == TIMED_OUT
    assert copy.failures([f"{file}::test_up"], limit=60) == frozenset()
