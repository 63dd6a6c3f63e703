"""The rule trace, on a small tree in which every verdict occurs once."""

import json
import os
import shutil
import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest

SPEC = spec_from_file_location("rule_trace", Path(__file__).resolve().parents[2] / "tools" / "trace.py")
TOOL = module_from_spec(SPEC)  # `import trace` would be the standard library's
SPEC.loader.exec_module(TOOL)
PYPROJECT = """
    [tool.pytest.ini_options]
    pythonpath = ["src"]
    markers = ["rule", "browser"]
    addopts = ["-p", "no:hypothesispytest", "-p", "no:anyio", "-p", "no:timeout", "-p", "no:xdist"]  # slower to load than to run

    [tool.coverage.run]
    relative_files = true
"""

CATALOGUE = """
    [rules.TY-DIE-01]
    says = "A five or a six is a success."
    source = "How to roll"

    [rules.TY-DIE-02]
    says = "A tie is the initiator's."

    [rules.TY-DIE-03]
    says = "Three boxes and you are out."

    [rules.TY-DIE-04]
    says = "A good story gets a bonus."
    left = "Only people can tell a good story."

    [rules.TY-DIE-05]
    says = "Nobody has written this one."

    [rules.TY-DIE-06]
    says = "How hard things are."

    [rules.TY-DIE-07]
    says = "A person with all boxes full is out."

    [rules.TY-DIE-A]
    says = "Of kinds with a letter, this is the first."

[[rulings]]
id = "R-TY-01"
says = "All at once."
"""

CODE = '''
    BOXES = 3
    HARD = {"easy": 0, "hard": 3}
    """How many successes a task wants.  [TY-DIE-06]"""


    def success(face: int) -> bool:
        """Count a five or a six.  [TY-DIE-01, TY-DIE-A]

        The rest of a docstring may speak of [TY-DIE-05], which ties nothing.
        """
        return face >= 5


    def winner(mine: int, yours: int) -> bool:
        """Compare; a tie is the initiator's.  [TY-DIE-02]"""
        return mine >= yours


    class Person:
        """Somebody with boxes.  [TY-DIE-03, TY-DIE-07]"""

        full = 0

        def out(self) -> bool:
            return self.full >= BOXES


    def needed(word: str) -> int:
        return HARD[word]
'''

TESTS = """
    import pytest
    from toy.games.toy.rules import Person, needed, success, winner


    @pytest.mark.parametrize("face", [5, 6])
    @pytest.mark.rule("TY-DIE-01", "TY-DIE-06", "TY-DIE-A")
    def test_five_and_six_count(face):
        assert success(face)
        assert needed("hard") == 3


    @pytest.mark.rule("TY-DIE-02")
    def test_that_looks_elsewhere():
        assert success(5)


    @pytest.mark.rule("TY-DIE-07")
    class TestPeople:
        def test_full_is_out(self):
            person = Person()
            person.full = 3
            assert person.out()
"""

EXPECTED = {
    "TY-DIE-01": "held",
    "TY-DIE-02": "tests never run its code",
    "TY-DIE-03": "no test",
    "TY-DIE-04": "left to people",
    "TY-DIE-05": "no code",
    "TY-DIE-06": "held",
    "TY-DIE-07": "held",
    "TY-DIE-A": "held",
}


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """The tests of the small tree know nothing of those around them."""
    for name in os.environ:
        if name.startswith(("COV_", "PYTEST_")) and name != "PYTEST_CURRENT_TEST":
            monkeypatch.delenv(name)


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    """The tree after its tests were run once, for all that only read what was kept."""
    root = tmp_path_factory.mktemp("traced")
    write(root, "pyproject.toml", PYPROJECT)
    write(root, "src/toy/games/toy/rules.toml", CATALOGUE)
    write(root, "src/toy/games/toy/rules.py", CODE)
    write(root, "tests/test_toy.py", TESTS)
    TOOL.main(["--root", str(root), "--jobs", "0", "--json"])
    return root


@pytest.fixture
def tree(traced, tmp_path):
    return shutil.copytree(traced, tmp_path, dirs_exist_ok=True)


@pytest.fixture
def trace(capsys):
    """Run the tool on a tree; its exit code and what it says."""

    def traced(root, *options):
        code = TOOL.main(["--root", str(root), "--jobs", "0", *options])
        out, err = capsys.readouterr()
        return SimpleNamespace(returncode=code, stdout=out, stderr=err)

    return traced


def write(root, name, text):
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), "utf-8")


def add(root, name, text, later=5):
    """Add to a file, as if so many seconds from now: then what was kept is old."""
    file = root / name
    file.write_text(file.read_text("utf-8") + dedent(text), "utf-8")
    changed = time.time() + later
    os.utime(file, (changed, changed))


def test_every_verdict_but_unknown_is_given_with_nothing_run_before(tree, trace):
    (tree / ".coverage-trace").unlink()
    done = trace(tree, "--json")
    assert json.loads(done.stdout) == EXPECTED, done.stderr
    assert done.returncode == 1


def test_an_id_that_no_catalogue_knows_is_found_in_docstrings_marks_and_refusals(tree, trace):
    add(
        tree,
        "src/toy/games/toy/rules.py",
        '\ndef lost() -> str:\n    """Gone.  [TY-DIE-90]"""\n    return "TY-DIE-91"\n',
        later=-3600,
    )
    add(tree, "tests/test_toy.py", '\n@pytest.mark.rule("TY-DIE-92", "R-TY-01")\ndef test_nothing(): ...\n', -3600)
    done = trace(tree, "--json")
    unknown = {name for name, verdict in json.loads(done.stdout).items() if verdict == "unknown"}
    assert unknown == {"TY-DIE-90", "TY-DIE-91", "TY-DIE-92"}
    assert done.returncode == 1


def test_the_table_counts_and_names_what_is_amiss_with_its_place(tree, trace):
    done = trace(tree)
    assert "toy" in done.stdout
    assert "TY-DIE-02: tests never run its code (src/toy/games/toy/rules.py:15 winner)" in done.stdout
    assert "TY-DIE-05: no code" in done.stdout
    assert "TY-DIE-01:" not in done.stdout


def test_a_clean_tree_ends_well_and_a_second_look_runs_nothing(tree, trace):
    amiss = ("TY-DIE-02", "TY-DIE-03", "TY-DIE-05")
    kept = [part for part in dedent(CATALOGUE).split("\n\n") if not any(name in part for name in amiss)]
    write(tree, "src/toy/games/toy/rules.toml", "\n\n".join(kept))
    code = dedent(CODE).replace("  [TY-DIE-02]", "").replace("TY-DIE-03, ", "")
    write(tree, "src/toy/games/toy/rules.py", code)
    write(tree, "tests/test_toy.py", dedent(TESTS).replace('@pytest.mark.rule("TY-DIE-02")\n', ""))
    assert trace(tree).returncode == 0
    kept_at = (tree / ".coverage-trace").stat().st_mtime_ns
    again = trace(tree)
    assert (again.returncode, again.stderr) == (0, "")
    assert (tree / ".coverage-trace").stat().st_mtime_ns == kept_at


def test_a_change_makes_the_kept_data_old(tree, trace):
    assert json.loads(trace(tree, "--json").stdout)["TY-DIE-02"] == "tests never run its code"
    add(tree, "tests/test_toy.py", '\n@pytest.mark.rule("TY-DIE-02")\ndef test_tie():\n    assert winner(1, 1)\n')
    assert json.loads(trace(tree, "--json").stdout)["TY-DIE-02"] == "held"


@pytest.mark.long
def test_a_marked_test_that_fails_is_never_taken_for_a_clean_trace(tree, trace):
    add(tree, "tests/test_toy.py", '\n@pytest.mark.rule("TY-DIE-01")\ndef test_wrong():\n    assert success(1)\n')
    for _ in range(2):  # the second time too: the data of a failing run are not kept
        done = trace(tree, "--json")
        assert done.returncode == 1
        assert "test_wrong" in done.stderr
        assert json.loads(done.stdout)["TY-DIE-01"] == "held"


def test_a_mark_that_is_no_plain_id_is_a_complaint(tree, trace):
    add(tree, "tests/test_toy.py", "\nIDS = ['TY-DIE-01']\n\n@pytest.mark.rule(*IDS)\ndef test_hidden(): ...\n", -3600)
    assert "a rule mark takes plain ids" in trace(tree).stdout


def test_module_marks_and_marks_of_parameters_count(tree, trace):
    write(
        tree,
        "tests/test_more.py",
        """
        import pytest
        from toy.games.toy.rules import Person, winner

        pytestmark = pytest.mark.rule("TY-DIE-03")


        @pytest.mark.parametrize("mine", [pytest.param(1, marks=pytest.mark.rule("TY-DIE-02"))])
        def test_tie(mine):
            assert winner(mine, 1)
            assert not Person().out()
        """,
    )
    verdicts = json.loads(trace(tree, "--json").stdout)
    assert (verdicts["TY-DIE-02"], verdicts["TY-DIE-03"]) == ("held", "held")


def test_the_page_of_a_game_is_written_and_its_age_is_noticed(tree, trace):
    assert "docs/rules/toy.md is out of date" in trace(tree, "--current").stdout
    trace(tree, "--docs")
    page = (tree / "docs/rules/toy.md").read_text("utf-8")
    assert "| TY-DIE-01 | A five or a six is a success. | [success](../../src/toy/games/toy/rules.py#L7)" in page
    assert "[that looks elsewhere](../../tests/test_toy.py#L14)" in page
    assert "left to people: Only people can tell a good story." in page
    assert "out of date" not in trace(tree, "--current").stdout
    write(tree, "docs/rules/toy.md", page.replace("#L7)", "#L2)"))  # a rule that has only moved makes no page old
    assert "out of date" not in trace(tree, "--current").stdout
    write(tree, "docs/rules/toy.md", page.replace("[success]", "[counts]"))
    assert "docs/rules/toy.md is out of date" in trace(tree, "--current").stdout
