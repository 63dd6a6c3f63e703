"""Amounts and conditions: small texts such as "margin + 1" and "opponent.status.prone and turn >= 3".

A text is parsed once to a node, which is frozen; a node has a value, by a function that looks names up, and words.
"""

import operator as op
import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Literal, NamedTuple

from msgspec import Struct

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.words import (
    HEROICS,
    KEYWORDS,
    ONE,
    SKILLS,
    TARGETS,
    Who,
    listed,
    near,
    title,
    verb,
)

LEAST, MOST, CUT, DEEP = -99, 99, 999, 16
TOKEN = re.compile(r"\d+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|'[^']*'|\"[^\"]*\"|//|[<>=!]=|[-+*()<>,]|\S")
Sort = Literal["number", "flag", "word"]


class Known(NamedTuple):
    """A name: what sort of thing it stands for, how it is said, whether it is a Character's, and its words (none: any)."""

    sort: Sort
    said: str
    whose: bool = False
    words: tuple[str, ...] = ()


def _about(*rows: tuple[str, tuple[str, ...], str], sort: Sort = "number") -> dict[str, Known]:
    """Names of Characters: for each word of a row one, with `{}` for the word as people write it."""
    return {
        f"{key}.{word}": Known(sort, said.format(title(word)), whose=True)
        for key, words, said in rows
        for word in words
    }


NAMES: dict[str, Known] = {
    "heroes_in_play": Known("number", "the number of Heroes in play"),
    "villains_in_play": Known("number", "the number of Villains in play"),
    "margin": Known("number", "the Margin"),
    "successes": Known("number", "the number of successes"),
    "damage": Known("number", "the damage"),
    "turn": Known("number", "the number of the Turn"),
    "x": Known("number", "X"),
    **_about(
        ("attr", listed(words.Attribute), "{}"),
        ("rank", HEROICS + SKILLS, "rank of {}"),
        ("counter", ("physical", "mental", "social"), "{} Stress"),
        ("counter", ("belief", "hate", "energy", "quantity"), "{}"),
        ("trauma", ("physical", "mental"), "{} Trauma"),
    ),
    "counter.mark": Known("number", "the number of marks on this card"),
    "counter.timing": Known("number", "the number of Timing counters on this card"),
    "count.bystanders_here": Known("number", "the number of Bystanders here"),
    "count.events_revealed": Known("number", "the number of Revealed Events"),
    "count.locations": Known("number", "the number of Locations in play"),
    "count.hand": Known("number", "number of cards in hand", whose=True),
    "count.cards_played": Known("number", "number of cards played in this Combat", whose=True),
    **_about(("status", listed(words.Status), "be {}"), ("keyword", KEYWORDS, "have {}"), sort="flag"),
    "attack.type": Known("word", "the attack", words=listed(words.AttackType)),
    "attack.form": Known("word", "the form of its damage", words=listed(words.Form)),
    "distance": Known("word", "the Distance", words=listed(words.Distance)),
    "phase": Known("word", "the phase", words=listed(words.Phase)),
    "kind": Known("word", "kind", whose=True, words=listed(words.Played)),
    "colour": Known("word", "Colour", whose=True, words=listed(words.Colour)),
    "card.kind": Known("word", "the kind of the card", words=listed(words.Kind)),
    "card.step": Known("word", "the step of the card", words=listed(words.Step)),
    "card.colour": Known("word", "the Colour of the card", words=listed(words.Colour)),
    "location.name": Known("word", "this place"),
    "location.keyword": Known("word", "a keyword of this place"),
}
"""Every name that amounts and conditions know. What is a Character's may have a target word before it."""
assert {f"counter.{each}" for each in listed(words.Counter)} <= NAMES.keys()


class Misread(Exception):
    """What was expected in an amount or a condition."""


class Number(Struct, frozen=True):
    """A number as it is written."""

    n: int


class Name(Struct, frozen=True):
    """A name, and whose it is: a target word, or nothing for self, within `where` for the candidate."""

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
Amount = int | str


@lru_cache(maxsize=8192)
def amount(text: Amount) -> Node:
    """An amount, or a Misread that says what was expected."""
    return Number(text) if isinstance(text, int) else _Parser(text).whole("number")


@lru_cache(maxsize=8192)
def condition(text: str) -> Node:
    """A condition, or a Misread that says what was expected."""
    return _Parser(text).whole("flag")


class _Parser:
    """Reads a text from left to right; each method reads what binds more closely than the one before it."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = [*TOKEN.findall(text), ""]
        self.here = self.deep = 0

    def whole(self, sort: Sort) -> Node:
        node = _sorted(sort, self.either())
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

    def either(self) -> Node:
        left = self.both()
        while self.take("or"):
            left = Operation("or", _sorted("flag", left), _sorted("flag", self.both()))
        return left

    def both(self) -> Node:
        left = self.one()
        while self.take("and"):
            left = Operation("and", _sorted("flag", left), _sorted("flag", self.one()))
        return left

    def one(self) -> Node:
        if self.take("not"):
            return Turned("not", _sorted("flag", self.deeper(self.one)))
        left = self.sum()
        if not (sign := self.take(*COMPARED)):
            return left
        if isinstance(left, Name) and NAMES[left.name].sort == "word":
            return self.word(left, sign)
        return Operation(sign, _sorted("number", left), _sorted("number", self.sum()))

    def word(self, name: Name, sign: str) -> Node:
        """The word that a name is compared with, for which hyphen and underscore are one letter."""
        known = NAMES[name.name].words
        if sign not in ("==", "!="):
            raise Misread(f'"==" or "!=" before a word, not "{sign}"')
        found = self.ahead
        if not re.match(r"[A-Za-z_'\"]", found):
            raise Misread(f"a word before {self.seen()}")
        self.here += 1
        word = found.strip("'\"")
        if name.name != "location.name":
            word = word.lower().replace("-", "_")
        if known and word not in known:
            raise Misread(f'one of {", ".join(known)}, not "{word[:40]}"{near(word, known)}')
        return Is(name, word, sign)

    def sum(self) -> Node:
        left = self.term()
        while sign := self.take("+", "-"):
            left = Operation(sign, _sorted("number", left), _sorted("number", self.term()))
        return left

    def term(self) -> Node:
        left = self.part()
        while sign := self.take("*", "//"):
            right = self.part()
            if sign == "//" and not (isinstance(right, Number) and right.n >= 1):
                raise Misread("a whole number of at least 1 after //")
            left = Operation(sign, _sorted("number", left), _sorted("number", right))
        return left

    def part(self) -> Node:
        if self.take("-"):
            inner = _sorted("number", self.deeper(self.part))
            return Number(-inner.n) if isinstance(inner, Number) and inner.n > 0 else Turned("-", inner)
        if self.take("("):
            inside = self.deeper(self.either)
            self.must(")")
            return inside
        if sign := self.take("min", "max"):
            self.must("(")
            left = _sorted("number", self.deeper(self.either))
            self.must(",")
            right = _sorted("number", self.deeper(self.either))
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
        found = self.ahead
        if found in NAMES:
            self.here += 1
            return Name(found)
        whose, _, rest = found.partition(".")
        if whose in TARGETS and rest in NAMES and NAMES[rest].whose:
            if whose not in ONE:
                raise Misread(f"one Character before .{rest}: {', '.join(ONE)}; not {whose}")
            self.here += 1
            return Name(rest, whose)
        if not re.match(r"[A-Za-z_]", found):
            raise Misread(f"a number or a name before {self.seen()}")
        if whose in TARGETS and rest:
            raise Misread(f'a name of a Character after {whose}, not "{rest[:40]}"{near(rest, NAMES)}')
        raise Misread(f'a name that there is, not "{found[:40]}"{near(found, NAMES)}')


def _sort(node: Node) -> Sort:
    if isinstance(node, Name):
        return NAMES[node.name].sort
    if isinstance(node, Is) or getattr(node, "sign", "") in {"and", "or", "not"}.union(COMPARED):
        return "flag"
    return "number"


def _sorted(sort: Sort, node: Node) -> Node:
    found = _sort(node)
    if found == "word":
        raise Misread(f"== or != and a word after {node.name}" if isinstance(node, Name) else "no word")
    if found != sort:
        raise Misread(
            "a number, not what is true or false" if sort == "number" else "what is true or false, not a number"
        )
    return node


def value(text: Amount, look: Look) -> int:
    """What an amount is now, cut at 999."""
    return _of_amount(text)(look)


def holds(text: str, look: Look) -> bool:
    """Whether a condition is true now."""
    return bool(_of_condition(text)(look))


@lru_cache(maxsize=8192)
def _of_amount(text: Amount) -> Callable[[Look], int]:
    return _reading(amount(text))


@lru_cache(maxsize=8192)
def _of_condition(text: str) -> Callable[[Look], int]:
    return _reading(condition(text))


def _reading(node: Node) -> Callable[[Look], int]:
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


SIGNS: dict[str, Callable[[int, int], int]] = {
    **{"+": op.add, "-": op.sub, "*": op.mul, "//": op.floordiv, "min": min, "max": max},
    **{">=": op.ge, "<=": op.le, "==": op.eq, "!=": op.ne, ">": op.gt, "<": op.lt, "and": op.and_, "or": op.or_},
}
SAID = {
    **{"*": "times", "//": "divided by", "+": "plus", "-": "less"},
    **{">=": "is at least", "<=": "is at most", "==": "is", "!=": "is not", ">": "is more than", "<": "is less than"},
}
COMPARED = tuple(SAID)[-6:]


def said(node: Node, own: Who = TARGETS["self"]) -> str:
    """A node in words; different nodes have different ones. `own` is who is meant where no target word is."""
    if isinstance(node, Number):
        return str(node.n)
    if isinstance(node, Name):
        return _name(node, own)
    if isinstance(node, Is):
        return f"{_name(node.name, own)} {'is' if node.sign == '==' else 'is not'} {_word(node)}"
    if isinstance(node, Turned):
        if node.sign == "not" and isinstance(node.inner, Name):
            return _name(node.inner, own, but=True)
        return f"{'minus' if node.sign == '-' else 'it is not so that'} {inner(node.inner, own)}"
    if node.sign in ("and", "or"):
        parts = [(f"({said(each, own)})" if _joined(each) else said(each, own)) for each in (node.left, node.right)]
        return f" {node.sign} ".join(parts)
    left, right = inner(node.left, own), inner(node.right, own)
    if node.sign in ("min", "max"):
        return f"the {'smaller' if node.sign == 'min' else 'greater'} of {left} and {right}"
    return f"{left} {SAID[node.sign]} {right}"


def _joined(node: Node) -> bool:
    return isinstance(node, Operation) and node.sign in ("and", "or")


def inner(node: Node, own: Who = TARGETS["self"]) -> str:
    """What stands within something else: in brackets where it is more than a name or a number."""
    return said(node, own) if isinstance(node, Number | Name) else f"({said(node, own)})"


def _word(node: Is) -> str:
    return title(node.word) if NAMES[node.name.name].words else f"“{node.word}”"


def _name(node: Name, own: Who, *, but: bool = False) -> str:
    known = NAMES[node.name]
    who = TARGETS[node.of] if node.of else own
    if known.sort == "flag":
        word, rest = known.said.split(" ", 1)
        return f"{who.said} {verb(word, many=who.many)} {'' if not but else 'not ' if word == 'be' else 'no '}{rest}"
    return f"{who.whose} {known.said}" if known.whose else known.said
