"""The gate on branches: what it counts, what it lets pass, and what it says where a package lacks some."""

import os
from textwrap import dedent

import branches
import pytest
from coverage import Coverage
from tracing import runs

CODE = """
    def larger(a, b):
        if a > b:
            return a
        return b
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A package of one file with one condition, taken one way of two, and a gate that asks for half of its branches."""
    write(tmp_path, "pyproject.toml", "[tool.cliffhanger.coverage]\nodds = 50\n")
    write(tmp_path, "src/toy/odds/pick.py", CODE)
    file = tmp_path / "src/toy/odds/pick.py"
    watch = Coverage(data_file=str(tmp_path / runs.DATA), branch=True, include=[str(file)])
    names = {}
    with watch.collect():
        exec(compile(file.read_text("utf-8"), str(file), "exec"), names)
        names["larger"](2, 1)
    watch.save()
    later = file.stat().st_mtime + 5
    os.utime(tmp_path / runs.DATA, (later, later))
    return tmp_path


def write(root, name, text):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(dedent(text), "utf-8")


def test_a_package_with_as_many_branches_as_are_asked_for_passes(tree, capsys):
    assert branches.main(["--root", str(tree)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["odds", "1", "2", "1", "50.00", "50"]


def test_a_package_that_lacks_branches_is_named_with_its_figure_and_its_files(tree, capsys):
    write(tree, "pyproject.toml", "[tool.cliffhanger.coverage]\nodds = 51\n")
    assert branches.main(["--root", str(tree)]) == 1
    said = capsys.readouterr().out
    assert "odds: 50.00 % of the branches are taken, less than 51 %." in said
    assert "src/toy/odds/pick.py (1 of 2 not taken)" in said


def test_the_lines_where_a_branch_is_not_taken_are_listed(tree, capsys):
    branches.main(["--root", str(tree), "--files"])
    assert "src/toy/odds/pick.py (1 of 2 not taken): 3 to 5" in capsys.readouterr().out


def test_a_package_that_no_test_runs_is_a_slip_in_the_settings(tree):
    write(tree, "pyproject.toml", "[tool.cliffhanger.coverage]\nkernel = 90\n")
    with pytest.raises(SystemExit, match="names kernel, and no test runs"):
        branches.main(["--root", str(tree)])
