"""Cards one a row, as spreadsheets and other programs keep them: a cell for each key of the card's own table.

A cell holds text as it is, words of a list after one another (`city, clock`), and whatever else as TOML; a table needs no
braces. So a card that was written to a row reads back the same.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import inspect

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.files.positions import tangled
from cliffhanger.kernel.files.reader import FOUND, parsed, plain_values, read_values, write_form
from cliffhanger.kernel.files.writer import inline
from cliffhanger.kernel.files.written_type import written_type
from cliffhanger.kernel.game import Form
from cliffhanger.kernel.panels import Card

MOST_ROWS = 2_000
SAYS, COPIES = "says", "qty"
"""Two columns that are no keys: all that is printed on a card, and how many of it there are."""
SAME = {
    **{"title": "name", "card_name": "name", "color": "colour", "type": "kind", "card_type": "kind"},
    **dict.fromkeys(("description", "rules", "rules_text", "card_text", "flavour", "flavor", "flavour_text"), "text"),
    **dict.fromkeys(("quantity", "count", "copies", "number", "amount"), COPIES),
}
"""What other people call columns, where no key of a card has that name."""
SILENT = "shown and never obeyed: what this card does is still to be written in its file"
COUNTED = "left out: how many there are of a card is said where its file lists a deck"
WORD = re.compile(r"[\w-]+")
WORDS = re.compile(r"[\w -]+")
TABLES: set[type[inspect.Type]] = {inspect.StructType, inspect.DictType}
LISTS: set[type[inspect.Type]] = {inspect.ListType, inspect.VarTupleType}
PLACE = re.compile(r"(\w+)\[(\d+)\]\.?(.*)")


class Record(NamedTuple):
    """A row as another program keeps it: the line it begins at, and its cells by their columns; empty ones are not there."""

    line: int
    cells: dict[str, str]


class Outgoing(NamedTuple):
    """A card that is written to a row: how it is drawn, the table it stands in as, and how many of it there are."""

    card: Card
    table: Mapping[str, Any]
    copies: int = 1

    @property
    def cells(self) -> dict[str, str]:
        """The cells of its own table."""
        return {key: cell(value) for key, value in self.table.items()}

    @property
    def says(self) -> str:
        """All that is printed under its name."""
        card = self.card
        kind = ", ".join(part for part in (card.what, card.persona) if part)
        parts = (kind, card.cost, card.need, *card.text, card.flavour, ", ".join(card.corners))
        return "\n".join(part for part in parts if part)


def outgoing(form: Form, value: Any, cards: Iterable[Card], copies: int = 1) -> Iterator[Outgoing]:  # noqa: ANN401
    """The cards of a file that was read, each with its table; where the form has no rows, a card is what is drawn."""
    if form.rows:
        tables = plain_values(value)[form.rows.key]
    else:
        tables = [
            {"name": each.name, "kind": each.what, "colour": each.band, "cost": each.cost, "art": each.art}
            for each in cards
        ]
    for card, table in zip(cards, tables, strict=True):
        yield Outgoing(card, table, copies)


def cell(value: Any) -> str:  # noqa: ANN401
    """What a cell says of a value."""
    if isinstance(value, str):
        return value
    if (
        isinstance(value, list | tuple)
        and value
        and all(isinstance(each, str) and WORD.fullmatch(each) for each in value)
    ):
        return ", ".join(value)
    text = inline(list(value) if isinstance(value, tuple) else value)
    return text[2:-2] if isinstance(value, dict) and value else text


class Misread(ValueError):
    """A cell that begins like TOML, and is none; or is too large to be read."""


def read_cell(text: str, kinds: set[type[inspect.Type]]) -> Any:  # noqa: ANN401
    """What a cell means where a value of these kinds is held; text goes on one line."""
    if kinds <= {inspect.StrType, inspect.NoneType}:
        return " ".join(text.split())
    if wrong := tangled(text):
        raise Misread(wrong[0][1])
    tried = [text]
    tried += [f"{{ {text} }}"] if kinds & TABLES else []
    tried += [f"[{text}]"] if kinds & LISTS else []
    for each in tried:
        try:
            return tomllib.loads(f"x = {each}")["x"]
        except ValueError as broken:
            if text.startswith(("[", "{")):
                said = FOUND.sub("", str(broken))
                raise Misread(f"TOML; {said[:1].lower()}{said[1:]}") from None
    if not kinds & LISTS:
        return text
    parts = [part.strip() for part in text.split(",")]
    return parts if all(map(WORDS.fullmatch, parts)) else text.splitlines()


class Keys(NamedTuple):
    """The keys that a card may have, each with the kinds of values under it: of every kind of card, and all together."""

    tag: str
    of_kind: dict[str, dict[str, set[type[inspect.Type]]]]
    all: dict[str, set[type[inspect.Type]]]

    def of(self, column: str, kind: str) -> str:
        """The key that a column means on a card of a kind: one that such a card has, what others call it, or just its name."""
        name = slug(column)
        own = self.of_kind.get(kind, self.all)
        return name if name in own else SAME.get(name, name)

    def cells(self, record: Record) -> dict[str, tuple[str, str]]:
        """The cells of a row by our keys, each with its column; one with just the name of the key comes first."""
        kind = next((text for column, text in record.cells.items() if self.of(column, "") == self.tag), "")
        named = [(self.of(column, kind), column, text) for column, text in record.cells.items()]
        named.sort(key=lambda each: slug(each[1]) != each[0])
        found: dict[str, tuple[str, str]] = {}
        for key, column, text in named:
            found.setdefault(key, (column, text))
        return found


def keys(form: Form) -> Keys:
    """The keys that a card of a form may have."""
    assert form.rows
    whole = inspect.type_info(written_type(form.type))
    assert isinstance(whole, inspect.StructType)
    (field,) = (each for each in whole.fields if each.encode_name == form.rows.key)
    found = Keys("", {}, {})
    for kind in _kinds(getattr(_bare(field.type), "item_type", field.type)):
        if isinstance(kind, inspect.StructType):
            own = {each.encode_name: set(map(_kind, _kinds(each.type))) for each in kind.fields}
            if kind.tag_field:
                own[kind.tag_field] = {inspect.StrType}
            found = Keys(kind.tag_field or "", {**found.of_kind, str(kind.tag or ""): own}, found.all)
            for key, kinds in own.items():
                found.all.setdefault(key, set()).update(kinds)
    return found


def _bare(kind: inspect.Type) -> inspect.Type:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _kinds(kind: inspect.Type) -> Iterator[inspect.Type]:
    bare = _bare(kind)
    if isinstance(bare, inspect.UnionType):
        for each in bare.types:
            yield from _kinds(each)
    else:
        yield bare


def _kind(kind: inspect.Type) -> type[inspect.Type]:
    """What kind of value it is; a choice among words is text."""
    words = isinstance(kind, inspect.LiteralType) and all(isinstance(each, str) for each in kind.values)
    return inspect.StrType if words else type(kind)


def taken(
    form: Form, game: str, name: str, records: list[Record], usual: Mapping[str, str]
) -> tuple[str, list[Fault]] | list[Fault]:
    """The text of a file of ours that holds these rows, and what is to be said of it; or all that is wrong with them.

    `usual` are the cells that a row has where it says nothing.
    """
    assert form.rows
    if len(records) > MOST_ROWS:
        return [Fault(name, records[MOST_ROWS].line, "", f"at most {MOST_ROWS:,} cards; split it into several files")]
    known = keys(form)
    said: list[Fault] = []
    misread: dict[tuple[int, str], Fault] = {}
    tables: list[dict[str, Any]] = []
    for nth, record in enumerate(records):
        cells = known.cells(record)
        said += _left(name, record.line, cells, known)
        texts = {**usual, **{key: text for key, (_, text) in cells.items() if key in known.all}}
        table: dict[str, Any] = {}
        for key, text in texts.items():
            try:
                table[key] = read_cell(text, known.all[key])
            except Misread as wrong_cell:
                misread[nth, key] = Fault(name, record.line, cells.get(key, (key, ""))[0], str(wrong_cell))
        if "id" in known.all and "name" in table:
            table.setdefault("id", _id(table["name"]))
        if "text" in table and not any(map(_tables, table.values())):
            said.append(Fault(name, record.line, "text", SILENT))
        tables.append(table)
    value, wrong = read_values(form, {**dict(form.rows.beside), form.rows.key: tables})
    if wrong or misread:
        told = {_there(name, path, expected, records, known) for path, expected in wrong if _place(path) not in misread}
        return sorted({*told, *misread.values()})
    text = write_form(form, value, game)
    again = parsed(name, text)
    return again if isinstance(again, list) else (text, _once(said))


def _left(name: str, line: int, cells: Mapping[str, tuple[str, str]], known: Keys) -> Iterator[Fault]:
    """What of a row has no place on a card."""
    for key, (column, text) in cells.items():
        if key == COPIES:
            if text != "1":
                yield Fault(name, line, column, COUNTED)
        elif key not in known.all and key != SAYS:
            yield Fault(name, line, column, "left out: a card has no such key")


def _once(said: list[Fault]) -> list[Fault]:
    """What is to be said of a column is said at its first row; what of a card, at each."""
    seen: set[tuple[str, str]] = set()
    found = []
    for each in said:
        if each.expected == SILENT or (each.key, each.expected) not in seen:
            found.append(each)
        seen.add((each.key, each.expected))
    return found


def _tables(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


def _id(name: Any) -> str:  # noqa: ANN401  (what a row has there)
    """The id of a card of this name."""
    plain = unicodedata.normalize("NFKD", str(name)).encode("ascii", "ignore").decode()
    return slug(plain.replace("'", "")).replace("_", "-")


def _place(path: str) -> tuple[int, str]:
    """The row that a path of ours is in, and the key there; -1 for what is in none."""
    placed = PLACE.fullmatch(path)
    return (int(placed[2]), re.split(r"[.\[]", placed[3], maxsplit=1)[0]) if placed else (-1, path)


def _there(name: str, path: str, expected: str, records: list[Record], known: Keys) -> Fault:
    """A fault of ours, said of the row and the column that it came from."""
    nth, key = _place(path)
    if not 0 <= nth < len(records):
        return Fault(name, 0, path, expected)
    column = known.cells(records[nth]).get(key, (key, ""))[0]
    inside = path.partition("].")[2]
    return Fault(name, records[nth].line, column + inside[len(key) :], expected)
