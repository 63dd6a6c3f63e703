"""What types cannot say about parts of cards: what can be read, what goes together, and how entries are written.

A fault is a key path and what was expected there.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from cliffhanger.kernel.files.language.entries import words_of
from cliffhanger.kernel.files.language.formulas import Formulas, Misread, Name, Node, names_in
from cliffhanger.kernel.files.language.parts import Field, Part, field_of, fields
from cliffhanger.kernel.files.positions import at

Faults = Iterator[tuple[str, str]]
DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
CONDITION, TEXT = frozenset({"condition"}), frozenset({"text"})


def nothing_more(_part: Part, _path: str) -> Faults:
    """A game that has nothing more to say about a part."""
    yield from ()


class Checks(NamedTuple):
    """The checks of one game: how its amounts and conditions are read, and what it has to say about a part besides."""

    formulas: Formulas
    own: Callable[[Any, str], Faults] = nothing_more

    def inside(self, value: Any, path: str) -> Faults:  # noqa: ANN401
        """What is wrong with a value and all parts in it, whatever they are."""
        if isinstance(value, tuple):
            for nth, each in enumerate(value):
                yield from self.inside(each, at(path, nth))
        elif hasattr(value, "KINDS"):
            yield from self._entry(value, path)
        elif isinstance(value, Part):
            yield from one_of(value, path)
            yield from self.own(value, path)
            for field in fields(type(value)):
                if field.said(value) and (held := getattr(value, field.name)) is not None:
                    yield from self.inside(held, at(path, field.key))
                    yield from self.text(held, field.marks, at(path, field.key))

    def _entry(self, entry: Any, path: str) -> Faults:  # noqa: ANN401
        found, option = words_of(entry), hasattr(entry, "label")
        label = option and (entry.label is not None or entry.effects)
        for word in found:
            held = getattr(entry, f"{word}_")
            yield from self.inside(held, at(path, word))
            yield from self.text(held, CONDITION, at(path, word)) if word == "if" else ()
        for key, held in (("then", entry.then), ("else", entry.else_)):
            if held and "if" not in found:
                yield at(path, key), "nothing here; it goes with if"
            yield from self.inside(held, at(path, key))
        if option:
            yield from self.inside(entry.effects, at(path, "effects"))
            yield from self.text(entry.label, TEXT, at(path, "label"))
        if label and (found or not entry.effects):
            yield path, "an effect, or effects and a label with them"
        elif not label and len(found) != 1 and not (entry.then or entry.else_):
            said = f"not {' and '.join(found)}" if found else "there is none"
            whole = [each for each in found if each != "if"]
            said += f"; if goes into the table of {whole[0]}" if len(whole) == 1 < len(found) else ""
            yield path, f"one effect in each table; {said}"
        if found == ["if"] and not entry.then:
            yield at(path, "then"), "effects; it is missing"

    def text(self, held: Any, marks: frozenset[str], path: str) -> Faults:  # noqa: ANN401
        """What cannot be read in an amount or a condition, and letters that no text may have."""
        if isinstance(held, str) and "text" in marks:
            yield from strange_letters(held, path)
        if "pool" in marks:  # which of the two it is, is known to the word that has it
            return
        try:
            self._read(held, marks)
        except Misread as misread:
            yield path, str(misread)

    def names(self, held: Any, marks: frozenset[str]) -> list[Name]:  # noqa: ANN401
        """The names in an amount or a condition; none where it cannot be read, which is told elsewhere."""
        try:
            return names_in(self._read(held, marks))
        except Misread:
            return []

    def _read(self, held: Any, marks: frozenset[str]) -> Node | None:  # noqa: ANN401
        """An amount or a condition, if that is what is held."""
        if not isinstance(held, str) or ("all" in marks and held == "all"):
            return None
        if "amount" in marks:
            return self.formulas.amount(held)
        return self.formulas.condition(held) if "condition" in marks else None


def strange_letters(text: str, path: str) -> Faults:
    """What no text may have that people read."""
    if not text.strip():
        yield path, "a text with more than blanks"
    for letter in text:
        if unicodedata.category(letter) == "Cc" or DIRECTION.match(letter):
            yield path, f"no control characters and no marks of direction; take out U+{ord(letter):04X}"
            return


def one_of(part: Part, path: str) -> Faults:
    """Of the fields in `ONE_OF` one is said, none beside one of the `LISTS`."""
    if not part.ONE_OF:
        return
    known = field_of(type(part))
    said = [key for key in part.ONE_OF if known[key].said(part)]
    lists = [key for key in part.LISTS if known[key].said(part)]
    if lists:
        yield from (
            (at(path, key), f"nothing here beside {lists[0]}; put it into a table of that list") for key in said
        )
    elif len(said) != 1:
        one = " or ".join(part.ONE_OF) if len(part.ONE_OF) < 4 else f"one test: {', '.join(part.ONE_OF)}"
        yield at(path, said[1]) if said else path, f"{one}, not {' and '.join(said) or 'none of them'}"


def together(part: Part, path: str) -> Faults:
    """What is said without the field that it goes with."""
    for key, other in part.WITH.items():
        known = field_of(type(part))
        name, sign, word = other.partition(" = ")
        if known[key].said(part) and not _there(part, known[name], word.strip('"') if sign else ""):
            yield at(path, key), f"nothing here; it goes with {other}"


def _there(part: Part, field: Field, word: str) -> bool:
    return getattr(part, field.name) == word if word else field.said(part)


def fitting(body: dict[str, Any], key: str, kind: Any) -> list[tuple[str, Any]]:  # noqa: ANN401
    """The rows of a list that fit their type, in the plain values of a file where not all does, with their paths."""
    listed = body.get(key)
    found = []
    for nth, plain in enumerate(listed if isinstance(listed, list) else ()):
        try:
            found.append((at(key, nth), msgspec.convert(plain, kind)))
        except (msgspec.ValidationError, OverflowError):
            continue  # what does not fit is told by its type
    return found
