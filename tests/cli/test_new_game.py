"""`cliffhanger new-game` writes games that pass everything at once, in this repository and outside of it."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from cliffhanger.cli import main
from cliffhanger.cli.new_game import SMALL, TEMPLATE, files

ROOT = Path(__file__).resolve().parents[2]
GAMES = [each.parent.name for each in (ROOT / "src/cliffhanger/games").glob("*/__init__.py")]
LONGEST = "an_evening_with_an_index"


def new_game(*arguments):
    return CliRunner().invoke(main, ["new-game", *map(str, arguments)])


def written(root, name, *form):
    done = new_game(name, "--at", root, *form)
    assert done.exit_code == 0, done.output
    return root / name


forms = pytest.mark.parametrize("form", [(), ("--small",)], ids=["modules", "one module"])


def run(tool, *arguments, at, path):
    """A tool of this environment, run in a folder; modules of the game come from its own `src`."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST"))}
    done = subprocess.run(
        [sys.executable, *(("-m", tool) if "/" not in tool else (tool,)), *arguments],
        cwd=at,
        env=inherited | {"PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{tool} {arguments}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@forms
@pytest.mark.parametrize("name", ["oz", "made_by_a_test", "msg_in_a_bottle", LONGEST])
def test_a_new_distribution_is_laid_out_as_linters_want_it(tmp_path, name, form):
    place = written(tmp_path, name, *form)
    run("ruff", "check", "--no-cache", ".", at=place, path=place / "src")
    run("ruff", "format", "--no-cache", "--check", ".", at=place, path=place / "src")


@forms
@pytest.mark.parametrize("name", ["oz", "made_by_a_test", "msg_in_a_bottle", LONGEST])
def test_a_new_folder_of_games_is_laid_out_as_linters_want_it(tmp_path, name, form):
    (tmp_path / "src/cliffhanger/games").mkdir(parents=True)
    (tmp_path / "src/cliffhanger/games/__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    written(tmp_path, name, *form)
    run("ruff", "check", "--no-cache", "src", at=tmp_path, path=tmp_path)
    run("ruff", "format", "--no-cache", "--check", "src", at=tmp_path, path=tmp_path)


@forms
@pytest.mark.parametrize("name", ["made_by_a_test", LONGEST])
def test_no_name_of_the_template_is_left(tmp_path, name, form):
    for file in (each for each in written(tmp_path, name, *form).rglob("*") if each.is_file()):
        text = file.read_text("utf-8").lower()
        assert not [word for word in ("first_climb", "firstclimb", "first climb", "_template") if word in text], file


def test_every_file_of_the_template_is_written(tmp_path):
    place = written(tmp_path, "made_by_a_test")
    made = {file.relative_to(place).as_posix() for file in place.rglob("*") if file.is_file()}
    assert {f"src/made_by_a_test/{file.as_posix()}" for file in files()} < made
    told = {file.name for file in TEMPLATE.rglob("*") if file.is_file() and "__pycache__" not in file.parts}
    assert told - {Path(name).name for name in made} == {"project.toml", "test_game.py", "test_small.py"}
    assert {"pyproject.toml", "src/made_by_a_test/py.typed", "tests/test_made_by_a_test.py"} < made


def test_a_small_game_is_one_module_its_rules_in_words_and_one_file_of_tests(tmp_path):
    place = written(tmp_path, "made_by_a_test", "--small")
    made = {file.relative_to(place).as_posix() for file in place.rglob("*") if file.is_file()}
    assert {file.as_posix() for file in files(SMALL)} == {"__init__.py", "rules.toml"}
    assert made == {
        "README.md",
        "pyproject.toml",
        "src/made_by_a_test/__init__.py",
        "src/made_by_a_test/py.typed",
        "src/made_by_a_test/rules.toml",
        "tests/test_made_by_a_test.py",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "form", [("--small",), pytest.param((), marks=pytest.mark.long)], ids=["one module", "modules"]
)
def test_a_new_distribution_passes_everything_and_is_found(tmp_path, form):
    place = written(tmp_path, "made_by_a_test", *form)
    assert "no issues found" in run("mypy", "--cache-dir", os.devnull, at=place, path=place / "src")
    assert " passed" in run("pytest", "-p", "no:cacheprovider", at=place, path=place / "src")
    project = tomllib.loads((place / "pyproject.toml").read_text("utf-8"))["project"]
    ((game, package),) = project["entry-points"]["cliffhanger.games"].items()
    installed = place / "src" / "made_by_a_test-0.1.0.dist-info"  # as an installer would leave it
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text(f"[cliffhanger.games]\n{game} = {package}\n")
    said = run("cliffhanger", "solo", "made_by_a_test", "--seed", "7", "--auto", "9", at=tmp_path, path=place / "src")
    assert said.startswith("Made By A Test. You are Tess.")


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A copy of this repository without its games, and with two new ones, the second of one module."""
    root = tmp_path_factory.mktemp("repository")
    without = shutil.ignore_patterns("__pycache__", "static", "_template", *GAMES)
    shutil.copytree(ROOT / "src", root / "src", ignore=without)
    assert len(GAMES) > 2
    assert not list(root.glob("src/cliffhanger/games/*/__init__.py"))
    (root / "tests").mkdir()
    for name in ("conftest.py", "figures.py", "toy.py", "test_conformance.py"):
        shutil.copy(ROOT / "tests" / name, root / "tests")
    for name in ("lanterns", "parlour"):
        shutil.copytree(ROOT / "tests" / name, root / "tests" / name)
    for name in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, root)
    assert written(root, "made_by_a_test") == root / "made_by_a_test"
    assert not (root / "made_by_a_test").exists()
    written(root, "small_by_a_test", "--small")
    return root


@pytest.mark.long
def test_a_new_game_of_this_repository_passes_everything(repository):
    games, at = "src/cliffhanger/games", {"at": repository, "path": repository / "src"}
    run("ruff", "check", "--no-cache", games, **at)
    run("ruff", "format", "--no-cache", "--check", games, **at)
    run("mypy", "--cache-dir", os.devnull, "-p", "cliffhanger.games", **at)
    run(str(Path(sys.executable).with_name("lint-imports")), "--no-cache", **at)
    held = run(str(ROOT / "tools/trace.py"), "--root", str(repository), "--jobs", "0", **at)
    assert "made_by_a_test     4     4" in held
    assert "small_by_a_test     5     5" in held
    assert " passed" in run(
        "pytest", "-q", "-k", "MadeByATest or made_by_a_test or SmallByATest or small_by_a_test", **at
    )


@pytest.mark.slow
def test_a_game_without_a_folder_of_tests_is_held_to_the_laws(repository, tmp_path):
    bare = tmp_path / "bare"
    shutil.copytree(repository, bare, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(bare / "src/cliffhanger/games/made_by_a_test/tests")
    said = run("pytest", "-q", "-k", "MadeByATest", "tests/test_conformance.py", at=bare, path=bare / "src")
    assert " passed" in said


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Salt Road", "is no name for a game"),
        ("class", "is no name for a game"),
        ("x", "is no name for a game"),
        (f"{LONGEST}y", "is no name for a game"),
        ("blockbuster", "There is a game blockbuster on this machine already."),
        ("random", "Python has a module random already"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_one_sentence(tmp_path, name, why):
    done = new_game(name, "--at", tmp_path)
    assert done.exit_code == 2
    assert why in done.output
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_made(tmp_path):
    place = written(tmp_path / "code" / "games", "made_by_a_test")
    assert (place / "src/made_by_a_test/rules.toml").is_file()


def test_a_file_is_no_place_for_a_game(tmp_path):
    (tmp_path / "code").touch()
    done = new_game("made_by_a_test", "--at", tmp_path / "code")
    assert done.exit_code == 2
    assert "is a file" in done.output
    beneath = new_game("made_by_a_test", "--at", tmp_path / "code" / "games")
    assert beneath.exit_code == 1
    assert "Not a directory" in beneath.output


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "made_by_a_test").mkdir()
    done = new_game("made_by_a_test", "--at", tmp_path)
    assert done.exit_code == 2
    assert "is there already" in done.output
    assert not list((tmp_path / "made_by_a_test").iterdir())
