"""Amounts and conditions: small texts such as "margin + 1" and "opponent.status.prone and turn >= 3".

A game says what names there are (`Formulas`). A text is parsed once to a node, which is frozen; a node has a value, by a
function that looks names up, and words.
"""

import operator as op
import re
from collections.abc import Callable, Container, Mapping
from functools import lru_cache, partial
from typing import Literal, NamedTuple

from msgspec import Struct

from cliffhanger.kernel.files.language.closed_lists import near, one_of_words

LEAST, MOST, CUT, DEEP = -99, 99, 999, 16
TOKEN = re.compile(r"\d+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|'[^']*'|\"[^\"]*\"|//|[<>=!]=|[-+*()<>,]|\S")
MEANT = {"=": "==", "&": "and", "|": "or", "!": "not"}
"""Signs of other languages in a condition, and what is written here instead."""
Sort = Literal["number", "flag", "word"]


class Known(NamedTuple):
    """A name: what sort of thing it stands for, how it is said, whether it is somebody's, and its words (none: any).

    The words of a name that is `exact` are taken letter by letter; in others a hyphen and an underscore are one letter.
    """

    sort: Sort
    said: str
    whose: bool = False
    words: tuple[str, ...] = ()
    exact: bool = False


class Misread(Exception):
    """What was expected in an amount or a condition."""


class Number(Struct, frozen=True):
    """A number as it is written."""

    n: int


class Name(Struct, frozen=True):
    """A name, and whose it is: a word for somebody, or nothing for whoever is meant where none is said."""

    name: str
    of: str = ""


class Operation(Struct, frozen=True):
    """Two things and what is between them: `+ - * // min max`, a comparison, `and`, `or`."""

    sign: str
    left: "Node"
    right: "Node"


class Turned(Struct, frozen=True):
    """`-` before an amount, `not` before a condition."""

    sign: str
    inner: "Node"


class Is(Struct, frozen=True):
    """Whether a name stands for this word, with `!=` whether for another."""

    name: Name
    word: str
    sign: str


Node = Number | Name | Operation | Turned | Is
Look = Callable[[Name], int | bool | str | tuple[str, ...]]
"""What a name stands for now: a number, a flag, a word, or words of which any may be meant."""
Reading = Callable[[Look], int]
Amount = int | str
SIGNS: dict[str, Callable[[int, int], int]] = {
    **{"+": op.add, "-": op.sub, "*": op.mul, "//": op.floordiv, "min": min, "max": max},
    **{">=": op.ge, "<=": op.le, "==": op.eq, "!=": op.ne, ">": op.gt, "<": op.lt, "and": op.and_, "or": op.or_},
}
SAID = {
    **{"*": "times", "//": "divided by", "+": "plus", "-": "less"},
    **{">=": "is at least", "<=": "is at most", "==": "is", "!=": "is not", ">": "is more than", "<": "is less than"},
}
COMPARED = tuple(SAID)[-6:]
MANY = "the number of "
"""How a name begins of things that there are so many of."""


class Formulas:
    """The amounts and conditions of one game.

    `names` are those it knows. Before one that is somebody's may stand a word of `one`, of all the `words` there are for
    somebody; `somebody` is what people call them, such as "Character".
    """

    def __init__(
        self, names: Mapping[str, Known], words: Container[str], one: tuple[str, ...], somebody: str = "Character"
    ) -> None:
        self.names, self.words, self.one, self.somebody = names, words, one, somebody
        self.amount: Callable[[Amount], Node] = lru_cache(maxsize=8192)(self._amount)
        self.condition: Callable[[str], Node] = lru_cache(maxsize=8192)(self._condition)
        self._of_amount: Callable[[Amount], Reading] = lru_cache(maxsize=8192)(lambda text: _reading(self.amount(text)))
        self._of_condition: Callable[[str], Reading] = lru_cache(maxsize=8192)(
            lambda text: _reading(self.condition(text))
        )

    def _amount(self, text: Amount) -> Node:
        """An amount, or a Misread that says what was expected."""
        return Number(text) if isinstance(text, int) else _Parser(self, text).whole("number")

    def _condition(self, text: str) -> Node:
        """A condition, or a Misread that says what was expected."""
        return _Parser(self, text).whole("flag")

    def value(self, text: Amount, look: Look) -> int:
        """What an amount is now, cut at 999."""
        return self._of_amount(text)(look)

    def holds(self, text: str, look: Look) -> bool:
        """Whether a condition is true now."""
        return bool(self._of_condition(text)(look))

    def sort(self, node: Node) -> Sort:
        """What sort of thing a node stands for."""
        if isinstance(node, Name):
            return self.names[node.name].sort
        if isinstance(node, Is) or getattr(node, "sign", "") in {"and", "or", "not"}.union(COMPARED):
            return "flag"
        return "number"


class _Parser:
    """Reads a text from left to right; each method reads what binds more closely than the one before it."""

    def __init__(self, known: Formulas, text: str) -> None:
        self.known, self.names = known, known.names
        self.tokens: list[str] = [*TOKEN.findall(text), ""]
        self.here = self.deep = 0

    def whole(self, sort: Sort) -> Node:
        if sort == "flag" and (foreign := next((each for each in self.tokens if each in MEANT), "")):
            raise Misread(f'"{MEANT[foreign]}" instead of "{foreign}"')
        node = self.sorted(sort, self.either())
        if self.ahead:
            raise Misread(f"an end, or a sign such as + before {self.seen()}")
        return node

    @property
    def ahead(self) -> str:
        return self.tokens[self.here]

    def seen(self) -> str:
        return f'"{self.ahead[:40]}"' if self.ahead else "the end"

    def take(self, *wanted: str) -> str:
        """The token ahead if it is one of these, which is passed over; else nothing."""
        if self.ahead not in wanted:
            return ""
        self.here += 1
        return self.tokens[self.here - 1]

    def must(self, wanted: str) -> None:
        if not self.take(wanted):
            raise Misread(f'"{wanted}" before {self.seen()}')

    def sorted(self, sort: Sort, node: Node) -> Node:
        """A node, if it is of this sort."""
        found = self.known.sort(node)
        if found == "word":
            raise Misread(f"== or != and a word after {node.name}" if isinstance(node, Name) else "no word")
        if found != sort:
            raise Misread(
                "a number, not what is true or false" if sort == "number" else "what is true or false, not a number"
            )
        return node

    def either(self) -> Node:
        left = self.both()
        while self.take("or"):
            left = Operation("or", self.sorted("flag", left), self.sorted("flag", self.both()))
        return left

    def both(self) -> Node:
        left = self.one()
        while self.take("and"):
            left = Operation("and", self.sorted("flag", left), self.sorted("flag", self.one()))
        return left

    def one(self) -> Node:
        if self.take("not"):
            return Turned("not", self.sorted("flag", self.deeper(self.one)))
        left = self.sum()
        if not (sign := self.take(*COMPARED)):
            return left
        if isinstance(left, Name) and self.names[left.name].sort == "word":
            return self.word(left, sign)
        return Operation(sign, self.sorted("number", left), self.sorted("number", self.sum()))

    def word(self, name: Name, sign: str) -> Node:
        """The word that a name is compared with."""
        known = self.names[name.name]
        if sign not in ("==", "!="):
            raise Misread(f'"==" or "!=" before a word, not "{sign}"')
        found = self.ahead
        if not re.match(r"[A-Za-z_'\"]", found):
            raise Misread(f"a word before {self.seen()}")
        self.here += 1
        word = found.strip("'\"")
        if not known.exact:
            word = word.lower().replace("-", "_")
        if known.words and word not in known.words:
            raise Misread(one_of_words(word, known.words))
        return Is(name, word, sign)

    def sum(self) -> Node:
        left = self.term()
        while sign := self.take("+", "-"):
            left = Operation(sign, self.sorted("number", left), self.sorted("number", self.term()))
        return left

    def term(self) -> Node:
        left = self.part()
        while sign := self.take("*", "//"):
            right = self.part()
            if sign == "//" and not (isinstance(right, Number) and right.n >= 1):
                raise Misread("a whole number of at least 1 after //")
            left = Operation(sign, self.sorted("number", left), self.sorted("number", right))
        return left

    def part(self) -> Node:
        if self.take("-"):
            inner = self.sorted("number", self.deeper(self.part))
            return Number(-inner.n) if isinstance(inner, Number) and inner.n > 0 else Turned("-", inner)
        if self.take("("):
            inside = self.deeper(self.either)
            self.must(")")
            return inside
        if sign := self.take("min", "max"):
            self.must("(")
            left = self.sorted("number", self.deeper(self.either))
            self.must(",")
            right = self.sorted("number", self.deeper(self.either))
            self.must(")")
            return Operation(sign, left, right)
        return self.number() if self.ahead.isdecimal() else self.name()

    def deeper(self, read: Callable[[], Node]) -> Node:
        self.deep += 1
        if self.deep > DEEP:
            raise Misread(f"at most {DEEP} brackets and signs within each other")
        found = read()
        self.deep -= 1
        return found

    def number(self) -> Node:
        if len(self.ahead) > 2:
            raise Misread(f'a whole number from {LEAST} to {MOST}, not "{self.ahead[:20]}"')
        self.here += 1
        return Number(int(self.tokens[self.here - 1]))

    def name(self) -> Node:
        found, known = self.ahead, self.known
        if found in self.names:
            self.here += 1
            return Name(found)
        whose, _, rest = found.partition(".")
        if whose in known.words and rest in self.names and self.names[rest].whose:
            if whose not in known.one:
                raise Misread(f"one {known.somebody} before .{rest}: {', '.join(known.one)}; not {whose}")
            self.here += 1
            return Name(rest, whose)
        if not re.match(r"[A-Za-z_]", found):
            raise Misread(f"a number or a name before {self.seen()}")
        if whose in known.words and rest:
            raise Misread(f'a name of a {known.somebody} after {whose}, not "{rest[:40]}"{near(rest, self.names)}')
        raise Misread(f'a name that there is, not "{found[:40]}"{near(found, self.names)}')


def _reading(node: Node) -> Reading:
    """The function that gives the value of a node, made once for each text."""
    if isinstance(node, Number):
        n = node.n
        return lambda _: n
    if isinstance(node, Name):
        return partial(_named, node)
    if isinstance(node, Is):
        return partial(_is, node)
    if isinstance(node, Turned):
        inner = _reading(node.inner)
        return (lambda look: -inner(look)) if node.sign == "-" else (lambda look: int(not inner(look)))
    left, right, does = _reading(node.left), _reading(node.right), SIGNS[node.sign]
    return lambda look: max(-CUT, min(CUT, int(does(left(look), right(look)))))


def _named(node: Name, look: Look) -> int:
    found = look(node)
    assert isinstance(found, int), node
    return int(found)


def _is(node: Is, look: Look) -> int:
    there = look(node.name)
    same = node.word in there if isinstance(there, tuple) else there == node.word
    return int(same == (node.sign == "=="))


class Speech(NamedTuple):
    """How names are said, how flags are denied, and that a name stands for a word or does not."""

    name: Callable[[Name], str]
    denied: Callable[[Name], str]
    same: Callable[[Is], str]

    def said(self, node: Node) -> str:
        """A node in words; different nodes have different ones."""
        if isinstance(node, Number):
            return str(node.n)
        if isinstance(node, Name):
            return self.name(node)
        if isinstance(node, Is):
            return self.same(node)
        if isinstance(node, Turned):
            if node.sign == "not" and isinstance(node.inner, Name):
                return self.denied(node.inner)
            return f"{'minus' if node.sign == '-' else 'it is not so that'} {self.inner(node.inner)}"
        if node.sign in ("and", "or"):
            return f" {node.sign} ".join(map(self._joined, (node.left, node.right)))
        if node.sign in ("+", "-") and isinstance(node.left, Operation):
            left = f"{self.said(node.left)},"  # a comma does what brackets would: "twice the Mooks, less 4"
        else:
            left = self.inner(node.left)
        right = self.inner(node.right)
        if node.sign in ("min", "max"):
            return f"the {'smaller' if node.sign == 'min' else 'greater'} of {left} and {right}"
        if node.sign == "*" and node.left == Number(2):
            return f"twice {right}"
        if node.sign in COMPARED and isinstance(node.right, Number) and node.right.n != 1 and left.startswith(MANY):
            said = SAID[node.sign].removeprefix("is").replace("less", "fewer")
            return f"there are{said} {right} {left.removeprefix(MANY)}"
        return f"{left} {SAID[node.sign]} {right}"

    def inner(self, node: Node) -> str:
        """What stands within something else: in brackets where it is more than a name or a number."""
        return self.said(node) if isinstance(node, Number | Name) else f"({self.said(node)})"

    def _joined(self, node: Node) -> str:
        joined = isinstance(node, Operation) and node.sign in ("and", "or")
        return f"({self.said(node)})" if joined else self.said(node)


def names_in(node: Node | None) -> list[Name]:
    """The names in an amount or a condition, from left to right."""
    if isinstance(node, Name):
        return [node]
    if isinstance(node, Is):
        return [node.name]
    if isinstance(node, Turned):
        return names_in(node.inner)
    return names_in(node.left) + names_in(node.right) if isinstance(node, Operation) else []


def is_as(held: str, n: int) -> bool:
    """Whether a number is what a text such as ">=2" asks for."""
    sign = held.rstrip("0123456789")
    return bool(SIGNS[sign or "=="](n, int(held[len(sign) :])))


def compared(held: str) -> str:
    """What a number has to be, of a text such as ">=2": "at least 2"."""
    sign = held.rstrip("0123456789")
    return f"{SAID[sign].removeprefix('is ')} {held[len(sign) :]}" if sign else held
