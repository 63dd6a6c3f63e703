"""Every small change of a file that its tests ought to notice, found in its syntax tree.

| change | example |
|---|---|
| comparison | `<` for `<=`, `==` for `!=`, `in` for `not in` |
| number | `n + 1` and `n - 1` for a whole number `n` |
| truth | `False` for `True` |
| arithmetic | `a - b` for `a + b`, `max` for `min` |
| and/or | `a or b` for `a and b` |
| condition | `not a` for `a` behind `if`, `while` and `if ... else` |
| dropped call | `s` for `verb(s, ...)`, where the verb takes a state and gives the next |
| unchanged state | `return s` for `return ...` in such a verb |
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}
EXTREMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPES = frozenset({"Annotated", "Literal", "Callable", "tuple", "dict", "list", "type"})
OPERATIONS = (ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Lambda, ast.NamedExpr)
Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, order=True)
class Mutant:
    """One change of one file: the characters from `start` to `end` become `now`.

    `last` is the last line that it touches; `table` is the name that a change outside of functions belongs to.
    """

    file: str
    line: int
    last: int
    table: str
    start: int
    end: int
    change: str
    was: str
    now: str

    def __str__(self) -> str:
        """Where it is and what it changes, on one line."""
        was, now = (" ".join(text.split()) for text in (self.was, self.now))
        return f"{self.file}:{self.line}: {self.change}: `{was}` becomes `{now}`"

    def applied(self, text: str) -> str:
        """The file's text with this change."""
        return text[: self.start] + self.now + text[self.end :]


def verbs(texts: Iterable[str]) -> frozenset[str]:
    """The names of all functions that take a state first and give a state of the same type."""
    return frozenset(
        node.name
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, Definition) and _state(node)
    )


def mutants(file: str, text: str, verbs: frozenset[str]) -> list[Mutant]:
    """All mutants of a file, in the order of its lines, each change once.

    `verbs` are the functions whose call can be left out, as the function of that name gives them.
    """
    return sorted({(each.start, each.end, each.now): each for each in _Finder(file, text, verbs).found()}.values())


def _state(node: Definition) -> str:
    """The name of a verb's first parameter, or nothing if the function is no verb."""
    first = (*node.args.posonlyargs, *node.args.args)[:1]
    if not first or not isinstance(first[0].annotation, ast.Name) or not isinstance(node.returns, ast.Name):
        return ""
    same = first[0].annotation.id == node.returns.id
    return first[0].arg if same and node.returns.id not in {"str", "int", "bool"} else ""


class _Finder:
    def __init__(self, file: str, text: str, verbs: frozenset[str]) -> None:
        self.file, self.text, self.verbs = file, text, verbs
        self.lines = text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]
        self.table = ""

    def found(self) -> Iterator[Mutant]:
        for node in ast.parse(self.text).body:
            self.table = _named(node)
            yield from self._within(node, "")

    def _within(self, node: ast.AST, state: str) -> Iterator[Mutant]:
        """The mutants of a node and of all below it; `state` is the first parameter of the verb around it."""
        yield from self._here(node, state)
        table = self.table
        if isinstance(node, Definition):
            state, self.table = _state(node), ""
        for child in _children(node):
            yield from self._within(child, state)
        self.table = table

    def _here(self, node: ast.AST, state: str) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
                yield self._between(node, left, right, COMPARISONS[type(op)], "comparison")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not _text(left, right):
                yield self._between(node, left, right, ARITHMETIC[type(op)], "arithmetic")
            case ast.BoolOp(op=op, values=values):
                word = " or " if isinstance(op, ast.And) else " and "
                yield self._for(node, f"({word.join(self._source(each) for each in values)})", "and/or")
            case ast.Constant(value=bool() as value):
                yield self._for(node, str(not value), "truth")
            case ast.Constant(value=int() as value):
                yield self._for(node, str(value + 1), "number")
                yield self._for(node, f"({value - 1})", "number")
            case ast.Return(value=value) if state and value is not None:
                if not isinstance(value, ast.Name):
                    yield self._for(value, state, "unchanged state")
            case ast.Call(func=ast.Name(id=name)) if name in EXTREMES:
                yield self._for(node.func, EXTREMES[name], "arithmetic")
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *_]) if name in self.verbs:
                yield self._for(node, self._source(first), "dropped call")
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.BoolOp):
            yield self._for(node.test, f"(not {self._source(node.test)})", "condition")

    def _between(self, node: ast.expr, left: ast.expr, right: ast.expr, sign: str, change: str) -> Mutant:
        """The same two operands with another sign between them."""
        return self._for(node, f"({self._source(left)} {sign} {self._source(right)})", change)

    def _for(self, node: ast.expr, now: str, change: str) -> Mutant:
        start, end = self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)
        last = node.end_lineno or node.lineno
        return Mutant(self.file, node.lineno, last, self.table, start, end, change, self.text[start:end], now)

    def _source(self, node: ast.expr) -> str:
        found = ast.get_source_segment(self.text, node) or ""
        return f"({found})" if isinstance(node, OPERATIONS) else found

    def _offset(self, line: int | None, column: int | None) -> int:
        """The place in the text of a place in the tree, whose columns are counted in bytes."""
        assert line is not None
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())


def _named(node: ast.stmt) -> str:
    """The name that a statement of a module binds."""
    if isinstance(node, ast.ClassDef):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return next((each.id for each in targets if isinstance(each, ast.Name)), "")


def _text(*operands: ast.expr) -> bool:
    """Whether one of them is a text, which is joined and not added up."""
    known = [each.value if isinstance(each, ast.Constant) else each for each in operands]
    return any(isinstance(each, str | ast.JoinedStr) for each in known)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What is below a node and can be wrong: neither types nor decorators, nor what stands in a text."""
    skipped: set[int] = set()
    for name in ("annotation", "returns", "decorator_list", "type_params"):
        value = getattr(node, name, None)
        skipped |= {id(each) for each in (value if isinstance(value, list) else [value])}
    if isinstance(node, ast.JoinedStr):
        return
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in TYPES:
        return
    yield from (child for child in ast.iter_child_nodes(node) if id(child) not in skipped)
