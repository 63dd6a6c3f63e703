"""Sentences as data: one row for each kind of event, from which come its log line, headline, reader's form and translation.

A template is plain text with these parts, and no others:

    {foe}                         a field; a person who is the reader is "you"
    {dice#die|dice}               the alternative that goes with a number (a list: with its length); `#` in it is the number
    {dice#=0 no dice|# die|# dice}    the alternative after `=0` is for none
    {dice:die}                    the same, for an English noun: a number as `plurals.many` says it
    [hits|hit]                    the first when the event's person is somebody else, the second when it is the reader
    [foe:stands|stand]            the same for another person; an English verb goes by "The Wreckers" as by "you",
                                  and by any name that the game says stands for several
    < with {weapon}>              only where all fields in it are there and not zero or empty

A full stop after words that bring one of their own is left out. Where one template is not enough, a mapping gives several:
`{"got>required": "...", "": "..."}`; the first whose condition holds is used. A condition is a field (there, and not zero
or empty) or `field=value`, with `=`, `!=`, `<`, `>`, `<=` or `>=` and a word, a number or another field; several stand side by
side. All of it is compiled once; what a template gets wrong is a `TemplateError` when the module is imported.
"""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from msgspec import structs

from cliffhanger.kernel.events import SEVERAL, Event, sentence
from cliffhanger.kernel.phrases import joined, plain
from cliffhanger.kernel.plurals import is_verb, plural, several
from cliffhanger.kernel.sentence_cases import (
    ENDS,
    Cases,
    Data,
    Part,
    Parts,
    Reader,
    Test,
    field_of,
    joined_parts,
    said,
    tried,
)
from cliffhanger.kernel.translation import ENGLISH, Catalogue

PERSON, PEOPLE, ORDER = "person", "people", "order"
"""A person's name; names as in "Ida, Bo and Cy"; names as in "Ida, Bo, Cy"."""
TEXT, LIST = "text", "list"
"""Words; several, with commas."""
NUMBER, SIGNED, DICE = "number", "signed", "dice"
VALUE = "value"
"""Any plain value, such as a ruling sets."""
KINDS = frozenset({PERSON, PEOPLE, ORDER, TEXT, LIST, NUMBER, SIGNED, DICE, VALUE})
WORDS = ("you", "You", "nobody", "nothing", "no dice", "{first} and {last}", "yes", "no")
"""What the kernel itself puts into sentences; catalogues translate it too."""
Recap = Literal["tell", "workings", "turning", "chapter"]
Tone = Literal["", "good", "bad"]
Templates = str | Mapping[str, str]
COUNTED = re.compile(r"\{(\w+):([^{}|#]+)\}")


class TemplateError(ValueError):
    """A sentence that cannot be compiled; the message names the kind of event and what is wrong."""


class Words(NamedTuple):
    """A kind of field: one of these values, each with the word for it."""

    words: Mapping[str, str]

    @classmethod
    def of(cls, *words: str) -> "Words":
        """Values that are words themselves."""
        return cls({word: word for word in words})


class Rows(NamedTuple):
    """A kind of field: rows of values, each said by a template of its own; `and_` sets "and" before the last."""

    fields: "Mapping[str, Kind]"
    says: Templates
    and_: bool = False


Kind = str | Words | Rows


@dataclass(frozen=True)
class Sentence:
    """How one kind of event is said.

    `fields` declares the names and kinds of its data. `says` goes on from the event's person; `head` is the headline of
    a result, `below` what stands under it where that is not the sentence; `recap` says what the story so far makes of it,
    `story` how a paragraph tells it, going on from the person as `says` does, where that leaves out numbers and rules.
    `chip` is what it changed, in as few words as a chip has ("{who}: hurt D8"), and `tone` whether that is good for whoever it
    is about; without one what `befalls` somebody is bad. `credits` is what the credits of a recap
    call one such event where they count them ("Contest"). A recap tells them once more at its end: under the heading
    `gather` ("Who grew"), or, where they have an `onward`, in its words as what is still open ("Next time"). Whoever stands in
    the field that `befalls` names ("who" is the event's person) is told of it with their next question; what is `news`
    everybody is told with theirs who had no hand in it.
    A field that a template names and `fields` does not declare is a TemplateError.
    """

    what: str
    fields: Mapping[str, Kind]
    says: Templates
    head: Templates = ""
    below: Templates = ""
    recap: Recap = "tell"
    story: Templates = ""
    chip: Templates = ""
    tone: Tone = ""
    credits: str = ""
    gather: str = ""
    onward: Templates = ""
    befalls: str = ""
    news: bool = False
    compiled: "Compiled" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "compiled", Compiled(self, ENGLISH))

    def templates(self) -> Iterator[str]:
        """All that a translation of this row has to give."""
        for each in (self.says, self.head, self.below, self.story, self.chip, self.onward, _count(self)):
            yield from _templates(each)
        if self.gather:
            yield self.gather
        yield from _messages(self.fields)


def _count(row: Sentence) -> str:
    """How many of such events, in words: the template of a number with its noun."""
    return f"{{n:{row.credits}}}" if row.credits else ""


def _templates(templates: Templates) -> Iterator[str]:
    if isinstance(templates, str):
        templates = {"": templates}
    yield from map(spelled_out, filter(None, templates.values()))


def spelled_out(template: str) -> str:
    """A template with the alternatives of every `{dice:die}`, as a translation has them."""
    return COUNTED.sub(lambda it: f"{{{it[1]}#=0 no {plural(it[2])}|# {it[2]}|# {plural(it[2])}}}", template)


def _messages(fields: Mapping[str, Kind]) -> Iterator[str]:
    for kind in fields.values():
        if isinstance(kind, Words):
            yield from kind.words.values()
        elif isinstance(kind, Rows):
            yield from _templates(kind.says)
            yield from _messages(kind.fields)


class Compiled:
    """A row in one language: the parts of each of its sentences, and of its count."""

    def __init__(self, row: Sentence, catalogue: Catalogue) -> None:
        compiler = Compiler(row.what, row.fields, catalogue)
        self.says, self.head, self.below = map(compiler.cases, (row.says, row.head, row.below))
        self.story, self.chip, self.onward = map(compiler.cases, (row.story, row.chip, row.onward))
        self.count = Compiler(row.what, {"n": NUMBER}, catalogue).cases(_count(row))
        self.befalls, self.news, self.tone = row.befalls, row.news, row.tone
        compiler.kind(row.befalls or "who")


def _words(data: Mapping[str, Any]) -> Iterator[str]:
    return (value for value in data.values() if isinstance(value, str))


class Voice:
    """The rows of a game in one language. A kind of event without a row says nothing of its own."""

    def __init__(self, rows: Iterable[Sentence], catalogue: Catalogue = ENGLISH) -> None:
        self.catalogue = catalogue
        self.rows = {row.what: row.compiled if catalogue is ENGLISH else Compiled(row, catalogue) for row in rows}

    def say(self, event: Event, reader: Reader = ()) -> str:
        """The sentence, as it goes on from the event's person; "" without a row, a KeyError where data is missing."""
        row = self.rows.get(event.what)
        return said(row.says, event.who, event.data, reader) if row else ""

    def head(self, event: Event, reader: Reader = ()) -> str:
        """A result as a person could say it aloud; a KeyError where there is no row."""
        return said(self.rows[event.what].head, event.who, event.data, reader)

    def below(self, event: Event, reader: Reader = ()) -> str:
        """What proves a headline: the whole sentence, or what the row has for it."""
        return said(self.rows[event.what].below, event.who, event.data, reader) or self.whole(event, reader)

    def chip(self, event: Event) -> str:
        """What an event changed, in a few words; "" where its row has none, or where data is missing."""
        row = self.rows.get(event.what)
        return tried(row.chip, event) if row else ""

    def story(self, event: Event) -> Event:
        """The event as the paragraph of a recap tells it; as it is where its row has no words for that, or data is missing."""
        row = self.rows.get(event.what)
        text = tried(row.story, event) if row else ""
        return structs.replace(event, text=text) if text else event

    def onward(self, event: Event) -> str:
        """What is still open after an event, in a sentence; "" where nothing is, or where data is missing."""
        return tried(row.onward, event) if (row := self.rows.get(event.what)) else ""

    def tone(self, what: str) -> Tone:
        """Whether what a kind of event changed is good or bad for whoever it is about; "" for neither."""
        return "" if (row := self.rows.get(what)) is None else row.tone or ("bad" if row.befalls else "")

    def befalls(self, event: Event, reader: Reader) -> bool:
        """Whether an event is something that happens to this reader, not only something that they do."""
        row = self.rows.get(event.what)
        return row is not None and bool(row.befalls) and field_of(row.befalls, event.who, event.data) in reader

    def news(self, event: Event, reader: Reader) -> bool:
        """Whether an event is news to this reader: what everybody hears with their next question who is not in it."""
        return self.is_news(event) and not {event.who, *_words(event.data)} & {*reader}

    def is_news(self, event: Event) -> bool:
        """Whether an event is of a kind that everybody hears of."""
        return (row := self.rows.get(event.what)) is not None and row.news

    def count(self, what: str, n: int) -> str:
        """How many events of a kind there were, in words; "" for a kind that is not counted."""
        return said(self.rows[what].count, "", {"n": n}, ())

    def whole(self, event: Event, reader: Reader = ()) -> str:
        """The whole sentence, its person in front."""
        return sentence(self.heard(event, reader, self.say(event, reader)))

    def heard(self, event: Event, reader: Reader = (), text: str | None = None) -> Event:
        """The event as this reader is told it now; as it is kept where no row can say it, or where nothing differs."""
        if text is None:
            try:
                text = self.say(event, reader)
            except (LookupError, TypeError, ValueError, AttributeError):
                return event
        who = self.catalogue.text("You") if event.who and event.who in reader else event.who
        if not text or (text == event.text and who == event.who):
            return event
        return structs.replace(event, who=who, text=text)

    def headline(self, event: Event) -> str:
        """Its headline; "" of a kind that has none, or where the event lacks what it needs."""
        row = self.rows.get(event.what)
        return tried(row.head, event) if row else ""

    def sayable(self, event: Event, *, headed: bool = True) -> bool:
        """Whether a result can be said, `headed` or not: one that a ruling has changed may lack what its words need."""
        try:
            return bool((self.head(event) or not headed) and self.below(event) and self.say(event))
        except (LookupError, TypeError, ValueError, AttributeError):
            return False


# --- compiling ------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"\{|\}|\[(?:\w+:)?|\]|<|>|\||[^{}\[\]<>|]+")
NAME = re.compile(r"\w+")
TERM = re.compile(r"(\w+)(?:(>=|<=|!=|=|>|<)(.+))?")
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}


class Compiler:
    """Compiles the templates of one row, for one language; a TemplateError for a field of a kind that there is not."""

    def __init__(self, what: str, fields: Mapping[str, Kind], catalogue: Catalogue) -> None:
        self.what, self.catalogue = what, catalogue
        self.fields: Mapping[str, Kind] = {"who": PERSON, **fields}
        odd = [name for name, kind in fields.items() if isinstance(kind, str) and kind not in KINDS]
        if odd:
            raise TemplateError(f"{what}: {odd[0]} is of no kind there is: {', '.join(sorted(KINDS))}, Words, Rows.")

    def cases(self, templates: Templates) -> Cases:
        """Compile the template, or each of several with its condition; a TemplateError if the last of them has one."""
        if isinstance(templates, str):
            templates = {"": templates} if templates else {}
        if templates and list(templates)[-1] != "":
            raise TemplateError(f"{self.what}: the last of several templates needs the condition '', for all else.")
        return tuple((self.tests(condition), self.parts(text)) for condition, text in templates.items())

    def tests(self, condition: str) -> tuple[Test, ...]:
        """Compile a condition."""
        return tuple(self._test(term) for term in condition.split())

    def _test(self, term: str) -> Test:
        found = TERM.fullmatch(term)
        if found is None:
            raise TemplateError(f"{self.what}: {term!r} is no condition.")
        name, sign, value = found.groups()
        self.kind(name)
        if not sign:
            return lambda who, data: bool(field_of(name, who, data))
        compare = COMPARE[sign]
        if value in self.fields:
            return lambda who, data: compare(field_of(name, who, data), field_of(value, who, data))
        plain = int(value) if value.lstrip("-").isdecimal() else value
        return lambda who, data: compare(field_of(name, who, data), plain)

    def kind(self, name: str) -> Kind:
        """The kind of a field; a TemplateError if it is not declared."""
        if name not in self.fields:
            declared = ", ".join(self.fields)
            raise TemplateError(f"{self.what}: a template names {name!r}; declared are {declared}.")
        return self.fields[name]

    def parts(self, template: str) -> Parts:
        """Compile a template, translated where the catalogue has it; else its numbers choose as they do in English."""
        template = spelled_out(template)
        translated = self.catalogue.messages.get(template)
        return Template(self, translated or template, self.catalogue if translated else ENGLISH).parts


class Template:
    """Reads one template from left to right."""

    def __init__(self, compiler: Compiler, text: str, catalogue: Catalogue) -> None:
        self.compiler, self.text = compiler, text
        self.plural, self.forms = catalogue.plural, catalogue.forms
        self.english = catalogue is ENGLISH
        self.tokens = TOKEN.findall(text)
        self.at = 0
        self.before = ""  # what stands before, to know where a sentence begins
        self.named: list[str] = []  # the fields that were named so far
        self.number: list[Part] = []  # what prints the numbers of the plurals around this place
        self.parts = tuple(self._until())

    def _wrong(self, why: str) -> TemplateError:
        return TemplateError(f"{self.compiler.what}: {self.text!r}: {why}")

    def _next(self) -> str:
        if self.at >= len(self.tokens):
            raise self._wrong("a bracket is not closed.")
        self.at += 1
        return str(self.tokens[self.at - 1])

    def _until(self, *ends: str) -> Iterator[Part]:
        """The parts up to one of these signs, or to the end of the template."""
        while self.at < len(self.tokens) or ends:
            sign = self._next()
            if sign in ends:
                self.at -= 1
                return
            if sign == "{":
                yield self._field()
            elif sign[0] == "[":
                yield self._person(sign[1:-1] or "who")
            elif sign == "<":
                yield self._optional()
            elif sign in ("}", "]", ">", "|"):
                raise self._wrong(f"there is a {sign} too many.")
            else:
                yield from self._plain(sign)

    def _plain(self, text: str) -> Iterator[Part]:
        self.before += text
        pieces = text.split("#") if self.number else [text]
        for at, piece in enumerate(pieces):
            if at:
                yield self.number[-1]
            if piece:
                yield piece

    def _alternatives(self, end: str) -> list[Parts]:
        found = [tuple(self._until("|", end))]
        while self._next() != end:
            found.append(tuple(self._until("|", end)))
        return found

    def _field(self) -> Part:
        name, plural, rest = self._next().partition("#")
        kind = self.compiler.kind(name)
        self.named.append(name)
        capital = not self.before.strip() or self.before.rstrip().endswith(ENDS)
        self.before += name
        if plural:
            return self._plural(name, kind, rest)
        if self._next() != "}":
            raise self._wrong(f"{{{name} is not closed.")
        return printer(self.compiler, name, kind, capital=capital)

    def _plural(self, name: str, kind: Kind, rest: str) -> Part:
        if kind not in (NUMBER, SIGNED, PEOPLE, LIST, ORDER, DICE):
            raise self._wrong(f"{name} is no number and no list.")
        size: Callable[[Any], int] = abs if kind in (NUMBER, SIGNED) else len
        people = kind in (PEOPLE, ORDER)
        has_none = rest.startswith("=0 ")
        if rest:  # the first alternative stands in one token with the name
            self.at -= 1
            self.tokens[self.at] = rest.removeprefix("=0 ")
        self.number.append(lambda _who, data, _reader: str(size(data[name])))
        found = self._alternatives("}")
        self.number.pop()
        none = found.pop(0) if has_none else None
        plural = self.plural
        if len(found) != self.forms:
            raise self._wrong(f"{name} has {len(found)} alternatives where the language has {self.forms}.")

        def say(who: str, data: Data, reader: Reader) -> str:
            n = size(data[name])
            if people and n == 1 and data[name][0] in reader:
                n = 2  # "You are", as "Ida and Bo are"
            return joined_parts(none if n == 0 and none is not None else found[plural(n)], who, data, reader)

        return say

    def _person(self, name: str) -> Part:
        if self.compiler.kind(name) != PERSON:
            raise self._wrong(f"{name} is no person.")
        found = self._alternatives("]")
        if len(found) != 2:
            raise self._wrong("in square brackets stand two alternatives: for somebody else, and for the reader.")
        other, mine = found
        verb = self.english and is_verb(other, mine)

        def say(who: str, data: Data, reader: Reader) -> str:
            person = field_of(name, who, data)
            many = person in reader or (verb and (person in data.get(SEVERAL, ()) or several(person)))
            return joined_parts(mine if many else other, who, data, reader)

        return say

    def _optional(self) -> Part:
        named = len(self.named)
        parts = tuple(self._until(">"))
        self._next()
        names = tuple(self.named[named:])
        if not names:
            raise self._wrong("what stands in angle brackets names no field.")

        def say(who: str, data: Data, reader: Reader) -> str:
            for name in names:
                if not field_of(name, who, data):
                    return ""
            return joined_parts(parts, who, data, reader)

        return say


# --- printing -------------------------------------------------------------------------------------------------


def printer(compiler: Compiler, name: str, kind: Kind, *, capital: bool) -> Part:
    """What prints a field of this kind."""
    text = compiler.catalogue.text
    if isinstance(kind, Words):
        words = {value: text(word) for value, word in kind.words.items()}
        return lambda _who, data, _reader: words.get(data[name], str(data[name]))
    if isinstance(kind, Rows):
        return _rows(compiler, name, kind)
    if kind == PERSON:
        you = text("You" if capital else "you")
        if name == "who":
            return lambda who, _data, reader: you if who in reader else who
        return lambda _who, data, reader: you if data[name] in reader else data[name]
    if kind == DICE:
        no_dice = text("no dice")
        return lambda _who, data, _reader: " ".join(map(str, data[name])) or no_dice
    if kind in (PEOPLE, LIST, ORDER):
        return _names(name, kind, text, capital=capital)
    if kind == SIGNED:
        return lambda _who, data, _reader: f"{data[name]:+d}"
    if kind == VALUE:
        return lambda _who, data, _reader: plain(data[name], text)
    return lambda _who, data, _reader: str(data[name])


def _names(name: str, kind: str, text: Callable[[str], str], *, capital: bool) -> Part:
    you, first_you, nobody, nothing = map(text, ("you", "You" if capital else "you", "nobody", "nothing"))
    both = text("{first} and {last}")

    def say(_who: str, data: Data, reader: Reader) -> str:
        rows = data[name]
        if kind != LIST and reader:
            rows = [(you if n else first_you) if row in reader else row for n, row in enumerate(rows)]
        if not rows:
            return nothing if kind == LIST else nobody
        return joined(rows, both) if kind == PEOPLE else ", ".join(rows)

    return say


def _rows(compiler: Compiler, name: str, kind: Rows) -> Part:
    inner = Compiler(compiler.what, kind.fields, compiler.catalogue)
    cases, fields, both = inner.cases(kind.says), tuple(kind.fields), compiler.catalogue.text("{first} and {last}")

    def say(who: str, data: Data, reader: Reader) -> str:
        rows = [said(cases, who, dict(zip(fields, row, strict=True)), reader) for row in data[name]]
        return joined(rows, both) if kind.and_ else " ".join(rows)

    return say
