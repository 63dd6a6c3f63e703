"""Which test bears which rule: `@pytest.mark.rule("BB-ROLL-02", ...)` on a function, class, parameter or module."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Marked:
    """A test and the ids it bears. `node` is its name as pytest gives it, without parameters."""

    node: str
    line: int
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Unread:
    """A mark whose ids are not plain strings, so that nobody can look them up."""

    file: str
    line: int


def marks(root: Path) -> tuple[list[Marked], list[Unread]]:
    """All marked tests below `root`, and the marks that cannot be read."""
    marked: list[Marked] = []
    unread: list[Unread] = []
    for file in test_files(root):
        name = file.relative_to(root).as_posix()
        tree = ast.parse(file.read_text("utf-8"))
        everywhere = [each for node in tree.body for each in _pytestmark(node)]
        found = list(_tests(tree.body, name, everywhere))
        marked += [each for each in found if isinstance(each, Marked)]
        unread += [Unread(name, call.lineno) for call in _calls(tree) if _ids([call]) is None]
    return marked, unread


def test_files(root: Path) -> list[Path]:
    """Every `test_*.py` below `tests/` and below a game's own `tests/`."""
    places = [root / "tests", *sorted(root.glob("src/**/tests"))]
    return sorted({file for place in places for file in place.rglob("test_*.py")})


def _tests(body: list[ast.stmt], prefix: str, above: list[ast.Call]) -> Iterator[Marked]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            within = [each for inner in node.body for each in _pytestmark(inner)]
            yield from _tests(node.body, f"{prefix}::{node.name}", [*above, *_decorating(node), *within])
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            ids = _ids([*above, *_decorating(node)])
            if ids:
                yield Marked(f"{prefix}::{node.name}", node.lineno, ids)


def _decorating(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call]:
    return [call for decorator in node.decorator_list for call in _calls(decorator)]


def _pytestmark(node: ast.stmt) -> list[ast.Call]:
    named = isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
    return list(_calls(node)) if named else []


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and ast.unparse(each.func) in {"pytest.mark.rule", "mark.rule"}:
            yield each


def _ids(calls: list[ast.Call]) -> tuple[str, ...] | None:
    """The ids of these marks, each once; None where one is no plain string."""
    args = [arg for call in calls for arg in call.args]
    if all(isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in args):
        return tuple(dict.fromkeys(str(arg.value) for arg in args if isinstance(arg, ast.Constant)))
    return None
