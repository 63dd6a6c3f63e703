"""Where the rules stand in the code: ids that close the first docstring line of what enforces them.

A function is run when a line of its body is. A class is run when a line of its methods is. A table (an assignment
with a docstring under it) or a class without methods has no line of its own to run: it is run when a function that
names it is.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tracing.catalogue import ID

Lines = frozenset[tuple[str, int]]
CLOSING = re.compile(r"\[([^\[\]]+)\]\s*$")
Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Place:
    """A piece of code that bears ids: its file, its name within it, its first line, the lines that show it ran."""

    file: str
    name: str
    line: int
    ids: tuple[str, ...]
    lines: Lines


@dataclass(frozen=True)
class Mention:
    """An id that stands in the code as a plain string: a refusal's, an event's, an offer's."""

    file: str
    line: int
    id: str


@dataclass(frozen=True)
class Code:
    """All that the trace wants to know of the sources."""

    places: tuple[Place, ...]
    mentions: tuple[Mention, ...]


def sources(root: Path) -> list[Path]:
    """The modules of the package, without tests and without what a new game is copied from: its ids are nobody's."""
    files = (root / "src").rglob("*.py")
    return sorted(file for file in files if not {"tests", "_template"} & {*file.relative_to(root).parts})


def code(root: Path) -> Code:
    """Read all sources below `root`."""
    trees = {file.relative_to(root).as_posix(): ast.parse(file.read_text("utf-8")) for file in sources(root)}
    users = lines_that_use(trees)
    places = tuple(place for file, tree in trees.items() for place in _places(file, tree, users))
    mentions = tuple(each for file, tree in trees.items() for each in _mentions(file, tree))
    return Code(places, mentions)


def closing_ids(docstring: str | None) -> tuple[str, ...]:
    """The ids in brackets at the end of the first line of a docstring."""
    first = (docstring or "").strip().split("\n")[0]
    found = CLOSING.search(first)
    names = re.split(r"[,\s]+", found[1].strip()) if found else []
    return tuple(names) if names and all(ID.fullmatch(name) for name in names) else ()


def _places(file: str, tree: ast.Module, users: dict[str, Lines]) -> Iterator[Place]:
    if ids := closing_ids(ast.get_docstring(tree)):
        yield Place(file, "", 1, ids, _bodies(file, ast.walk(tree)))
    yield from _within(file, tree.body, "", users)


def _within(file: str, body: list[ast.stmt], prefix: str, users: dict[str, Lines]) -> Iterator[Place]:
    for at, node in enumerate(body):
        if isinstance(node, Definition):
            if ids := closing_ids(ast.get_docstring(node)):
                yield Place(file, prefix + node.name, node.lineno, ids, _body(file, node))
            yield from _within(file, node.body, f"{prefix}{node.name}.", users)
        elif isinstance(node, ast.ClassDef):
            if ids := closing_ids(ast.get_docstring(node)):
                lines = _bodies(file, ast.walk(node)) or users.get(node.name, frozenset())
                yield Place(file, prefix + node.name, node.lineno, ids, lines)
            yield from _within(file, node.body, f"{prefix}{node.name}.", users)
        elif (name := _assigned(node)) and at + 1 < len(body) and (ids := closing_ids(_string(body[at + 1]))):
            yield Place(file, prefix + name, node.lineno, ids, users.get(name, frozenset()))


def _body(file: str, node: Definition) -> Lines:
    """The lines of a function's body: neither its head, which runs at import, nor its docstring."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    first = max(node.lineno + 1, body[0].lineno) if body else 0
    return frozenset((file, line) for line in range(first, (node.end_lineno or 0) + 1)) if body else frozenset()


def _bodies(file: str, nodes: Iterable[ast.AST]) -> Lines:
    return frozenset(line for node in nodes if isinstance(node, Definition) for line in _body(file, node))


def lines_that_use(trees: dict[str, ast.Module]) -> dict[str, Lines]:
    """For each name, the lines of the functions that use it."""
    users: dict[str, set[tuple[str, int]]] = {}
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, Definition):
                lines = _body(file, node)
                for name in _named(node):
                    users.setdefault(name, set()).update(lines)
    return {name: frozenset(lines) for name, lines in users.items()}


def _named(node: ast.AST) -> set[str]:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return names | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def _assigned(node: ast.stmt) -> str:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target: ast.expr = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return ""
    return target.id if isinstance(target, ast.Name) else ""


def _string(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return None


def _mentions(file: str, tree: ast.Module) -> Iterator[Mention]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield Mention(file, node.lineno, node.value)
