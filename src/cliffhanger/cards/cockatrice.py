"""Cards as a set of Cockatrice, a program to play card games: its XML of cards, version 4; version 3 is read as well.

Its own keys hold what it shows, the name and the text. Ours stand among a card's properties, which Cockatrice keeps
without a look at them, so a card comes back whole. A file that declares a document type is refused: it could name entities.
"""

import re
from collections.abc import Iterable
from html import escape
from xml.parsers import expat

from cliffhanger.cards.rows import MOST_ROWS, Outgoing, Record
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.names import slug

ROOT = "cockatrice_carddatabase"
VERSIONS = ("3", "4")
DEEPEST, LONGEST = 8, 100_000
"""Elements within each other, and signs of one of them."""
NAME = re.compile(r"[a-z_][a-z0-9_]*")
SHOWN = ("type", "manacost")
"""Properties that Cockatrice shows: written beside ours, and not read back where ours are."""
PLACING = ("set", "related", "reverse-related", "tablerow", "cipt", "token", "upsidedown", "landscapeOrientation")
"""What stands in a card and is no cell of it."""
STRANGE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def written(cards: Iterable[Outgoing], title: str) -> str:
    """The text of a set of this title."""
    code = slug(title).upper().replace("_", "-") or "CARDS"
    seen: dict[str, int] = {}
    rows = "".join(_card(each, code, nth, seen) for nth, each in enumerate(cards, 1))
    about = f"<name>{_text(code)}</name><longname>{_text(title)}</longname><settype>Custom</settype>"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<{ROOT} version="4">\n<sets>\n<set>{about}</set>\n</sets>\n'
        f"<cards>\n{rows}</cards>\n</{ROOT}>\n"
    )


def _card(each: Outgoing, code: str, nth: int, seen: dict[str, int]) -> str:
    """One card. Cockatrice takes cards of one name for one: the second of a name has its number in brackets."""
    name = each.card.name
    seen[name] = seen.get(name, 0) + 1
    props = {"type": each.card.what, "manacost": each.card.cost}
    props |= {key: text for key, text in each.cells.items() if NAME.fullmatch(key)}
    inside = "".join(f"<{key}>{_text(text)}</{key}>" for key, text in props.items() if text)
    shown = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return (
        f"<card><name>{_text(shown)}</name><text>{_text(each.says)}</text><prop>{inside}</prop>"
        f'<set num="{nth}">{_text(code)}</set><tablerow>1</tablerow></card>\n'
    )


def _text(text: str) -> str:
    return escape(STRANGE.sub("", text), quote=False)


class _Refused(Exception):
    """What is wrong with a file, at the line that is being read."""


class _Reader:
    """Reads cards as expat comes by them."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.path: list[str] = []
        self.cells: dict[str, str] = {}
        self.props: dict[str, str] = {}
        self.said: list[str] = []
        self.line = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.said.append
        self.parser.StartDoctypeDeclHandler = self.doctype

    def doctype(self, *_: object) -> None:
        raise _Refused("no document type: take out the line with <!DOCTYPE")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.path.append(name)
        self.said.clear()
        if len(self.path) > DEEPEST:
            raise _Refused(f"at most {DEEPEST} elements within each other")
        if len(self.path) == 1 and name != ROOT:
            raise _Refused(f"cards of Cockatrice: <{ROOT}>, not <{name:.40}>")
        if len(self.path) == 1 and attributes.get("version") not in VERSIONS:
            raise _Refused(f"version {' or '.join(VERSIONS)} of Cockatrice's cards")
        if self.path == [ROOT, "cards", "card"]:
            self.cells, self.props, self.line = {}, {}, self.parser.CurrentLineNumber

    def end(self, name: str) -> None:
        text = "".join(self.said).strip()
        self.said.clear()
        if len(text) > LONGEST:
            raise _Refused(f"at most {LONGEST:,} characters in <{name:.40}>")
        if self.path[:3] == [ROOT, "cards", "card"]:
            inside = self.path[3:]
            if not inside:
                self.records.append(Record(self.line, self.cell_of_each()))
                if len(self.records) > MOST_ROWS:
                    raise _Refused(f"at most {MOST_ROWS:,} cards; split it into several files")
            elif len(inside) == 1 and name not in (*PLACING, "prop") and text:
                self.cells.setdefault(name, text)
            elif inside[0] == "prop" and len(inside) == 2 and text:
                self.props[name] = text
        self.path.pop()

    def cell_of_each(self) -> dict[str, str]:
        """The cells of a card; where its properties have a name, it was written here, and they are the whole of it."""
        if "name" in self.props:
            return {key: text for key, text in self.props.items() if key not in SHOWN}
        return self.cells | {f"prop.{key}": text for key, text in self.props.items()}


def records(name: str, data: bytes) -> list[Record] | list[Fault]:
    """The cards of a file of Cockatrice as rows, or what is wrong with it."""
    reader = _Reader()
    try:
        reader.parser.Parse(data)
        reader.parser.Parse(b"", True)  # noqa: FBT003
    except _Refused as wrong:
        return [Fault(name, reader.parser.CurrentLineNumber, "", str(wrong))]
    except expat.ExpatError as wrong:
        return [Fault(name, wrong.lineno, "", f"XML; {expat.ErrorString(wrong.code)}, column {wrong.offset + 1}")]
    except (LookupError, ValueError):  # an encoding that nobody knows
        return [Fault(name, 1, "", "XML in UTF-8; save the file with that encoding")]
    return reader.records or [Fault(name, 0, "", "at least one <card> in <cards>")]
