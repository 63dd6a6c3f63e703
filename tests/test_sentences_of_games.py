"""Every event that a game's rules tell is told with the fields that its row declares; no sentence is a function."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from cliffhanger import games

VERBS = {"tell", "show", "_told"}
LARGE = {"blockbuster", "smallville", "untold"}


def modules(name):
    """The files of a game, its tests left out."""
    folder = Path(import_module(f"cliffhanger.games.{name}").__path__[0])
    return [file for file in sorted(folder.rglob("*.py")) if "tests" not in file.relative_to(folder).parts]


def called(func):
    """The name of a function that is called, of a module (`verbs.show`) or not."""
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def told(name):
    """Every call that tells an event of a kind that stands in it: file, kinds, and the names of its data."""
    for file in modules(name):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(call, ast.Call) and called(call.func) in VERBS and len(call.args) > 1):
                continue
            names = {each.arg for each in call.keywords} - {"who", "rule", "only"}
            said = (node for arg in call.args[1:3] for node in ast.walk(arg))  # the kind, before or after a person
            kinds = [node.value for node in said if isinstance(node, ast.Constant)]
            if None not in names:  # `show` hands on what it was given
                yield file.name, kinds, names


@pytest.mark.parametrize("name", games.names())
def test_what_the_rules_tell_is_what_the_rows_declare(name):
    rows = {row.what: set(row.fields) for row in games.game(name).said}
    calls = [(file, kind, names) for file, kinds, names in told(name) for kind in kinds if kind in rows]
    assert len(calls) > (40 if name in LARGE else 0)
    wrong = [f"{file}: {kind} is told with {sorted(names)}" for file, kind, names in calls if names != rows[kind]]
    assert wrong == []


@pytest.mark.parametrize("name", games.names())
def test_no_sentence_is_a_function(name):
    sources = [file.read_text("utf-8") for file in modules(name) if file.name == "sentences.py"]
    assert sources
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    assert not [type(node).__name__ for node in nodes if isinstance(node, ast.Lambda | ast.FunctionDef)]


@pytest.mark.parametrize("name", games.names())
def test_rules_know_nothing_of_sentences(name):
    knows = {file.stem for file in modules(name) if ".sentences import" in own_imports(name, file)}
    assert "__init__" in knows
    assert knows <= {"__init__", "view"}


def own_imports(name, file):
    """The lines with which a file imports from its own game."""
    lines = file.read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if line.startswith(f"from cliffhanger.games.{name}."))
