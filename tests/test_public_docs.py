"""What is public says what it is: every function and class of kernel, odds and testing, and what each raises.

The rule is mechanical. It asks of a function that writes `raise Name` that its docstring (of `__init__`: the class's) has
the word Name, and it asks of `cliffhanger/__init__.py` that it names every public room. It cannot see what a call raises
further down, nor judge units and ranges: those are for whoever reviews.
"""

import ast
from pathlib import Path

import pytest

import cliffhanger

SRC = Path(cliffhanger.__file__).parent
ROOMS = ("kernel", "odds", "testing")
FILES = [file for room in ROOMS for file in sorted((SRC / room).rglob("*.py"))]
Definition = ast.FunctionDef | ast.AsyncFunctionDef


def public(body, prefix=""):
    """All public functions, classes and methods, and the constructors of public classes: (name, node, docstring)."""
    for node in body:
        if not isinstance(node, Definition | ast.ClassDef) or (node.name.startswith("_") and node.name != "__init__"):
            continue
        yield f"{prefix}{node.name}", node
        if isinstance(node, ast.ClassDef):
            yield from public(node.body, f"{prefix}{node.name}.")


def overloaded(node):
    return any(ast.unparse(each) == "overload" for each in node.decorator_list)


def raised(node):
    """The names of the exceptions that a function raises in its own body, and not to itself."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Raise) and inner.exc:
            made = inner.exc.func if isinstance(inner.exc, ast.Call) else inner.exc
            yield ast.unparse(made).rpartition(".")[2]
        elif not isinstance(inner, Definition | ast.Lambda | ast.ClassDef):
            yield from raised(inner)


def faults(text):
    """What is not said in a module that should be."""
    said = {}
    for name, node in public(ast.parse(text).body):
        around = said.get(name.rpartition(".")[0], "") if name.endswith("__init__") else ""
        said[name] = f"{ast.get_docstring(node) or ''}{around}"
        if not said[name] and not overloaded(node):
            yield f"{name} needs a docstring: what it is, its units and ranges, in a sentence or two"
        if isinstance(node, Definition):
            yield from (
                f"{name} raises {each}: its docstring says when"
                for each in sorted({*raised(node)})
                if each not in said[name]
            )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SRC).as_posix())
def test_what_is_public_says_what_it_is_and_what_it_raises(path):
    assert not list(faults(path.read_text("utf-8")))


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("def f(): ...", "f needs a docstring"),
        ("class C:\n  'It.'\n  def m(self): ...", "C.m needs a docstring"),
        ("def f():\n  'It.'\n  if 1:\n    raise ValueError('no')", "f raises ValueError"),
        ("class C:\n  'It.'\n  def __init__(self):\n    raise errors.Bad", "C.__init__ raises Bad"),
    ],
)
def test_what_is_not_said_is_found(code, fault):
    assert [each for each in faults(code) if each.startswith(fault)]


@pytest.mark.parametrize(
    "code",
    [
        "def _f(): ...",
        "class C:\n  'It; raises Bad.'\n  def __init__(self):\n    raise Bad",
        "def f():\n  'It.'\n  def inner():\n    raise ValueError",
        "def f():\n  'It.'\n  try: ...\n  except E:\n    raise",
    ],
)
def test_what_is_said_or_is_nobodys_is_let_be(code):
    assert not list(faults(code))


def test_the_package_names_its_public_rooms_and_no_others():
    said = cliffhanger.__doc__.partition("The promise")[0]
    assert all(f"cliffhanger.{room}.*" in said for room in ROOMS)
    assert "cliffhanger.games " in said
    inside = {path.name for path in SRC.iterdir() if (path / "__init__.py").exists()} - {*ROOMS, "games"}
    assert not [room for room in inside if f"cliffhanger.{room}" in cliffhanger.__doc__]
    assert all(f"`{room}`" in cliffhanger.__doc__ for room in inside)
