"""One declaration of a crew and its ship: the type of its file, the reader and the writer follow from it."""

import tomllib
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import Meta, Struct, field

from cliffhanger.kernel.files.convert import read, write
from cliffhanger.kernel.files.declaration import (
    Flatten,
    InFile,
    Keyed,
    Listed,
    Ref,
    Row,
    Section,
    SideTable,
    SlugOf,
    Written,
)
from cliffhanger.kernel.files.names import Line, Name, slug, up_to
from cliffhanger.kernel.files.people import AT_TOP, IN_WORDS, Described
from cliffhanger.kernel.files.reader import read_form, schema, write_form
from cliffhanger.kernel.files.written_type import written_type
from cliffhanger.kernel.game import Form

Score = Annotated[int, Meta(ge=0, le=99), InFile(Annotated[int, Meta(ge=0, le=12)])]
ABOUT = SideTable(("words", "about"), "says", Line, "a tool or a habit", "A line about each")


class Craft(Row, frozen=True):
    """What somebody can do: `Sail = 3`, or a table."""

    rating: Score
    loud: bool = False


class Vow(Row, frozen=True):
    """Never anything but its depth."""

    depth: Score


class Tool(Row, frozen=True):
    """Worn or carried, and for a craft."""

    load: Annotated[
        int,
        InFile(
            Annotated[str, Meta(pattern=r"^\d[LS]$")], lambda text, _: int(text[0]), lambda t: f"{t.load}{t.hand}", "0L"
        ),
    ] = 0
    hand: Annotated[Literal["L", "S"], InFile(key="load", read=lambda text, _: text[1], default="0L")] = "L"
    craft: Annotated[str, Ref("crafts", "a craft of this sailor")] = ""
    both: tuple[Annotated[str, Ref("crafts", "a craft of this sailor")], ...] = ()
    worn: bool = False
    says: str = ""


class Habit(Row, frozen=True):
    """A name, and words elsewhere."""

    says: str = ""


class Ledger(Written, frozen=True):
    owed: dict[Name, int] = field(default_factory=dict)
    due: dict[Name, int] = field(default_factory=dict)


def debts_of(ledger, _):
    return tuple((name, n) for name, n in [*ledger.owed.items(), *((name, -n) for name, n in ledger.due.items())])


def ledger_of(sailor):
    owed, due = ({name: abs(n) for name, n in sailor.debts if (n > 0) is side} for side in (True, False))
    return Ledger(owed, due)


def both_ways(ledger, path):
    return [(f"{path}.due.{name}", "a debt one way") for name in ledger.due if name in ledger.owed]


class Sailor(Row, frozen=True):
    """Somebody of the crew."""

    name: Annotated[str, Section(), InFile(Name)]
    crafts: Annotated[tuple[Craft, ...], Keyed("rating", least=1, most=5)]
    health: Score
    limit: Annotated[
        int, InFile(int, lambda n, sailor: n or sailor["health"], lambda s: 0 if s.limit == s.health else s.limit, 0)
    ]
    vows: Annotated[tuple[Vow, ...], Keyed("depth")] = ()
    tools: Annotated[tuple[Tool, ...], Keyed(split="worn", into=((False, "carried"), (True, "worn"))), ABOUT] = ()
    habits: Annotated[tuple[Habit, ...], Listed(most=3), ABOUT] = ()
    debts: Annotated[tuple[tuple[str, int], ...], Flatten(), InFile(Ledger, debts_of, ledger_of, checks=both_ways)] = ()
    motto: Annotated[str, Section(("words",)), InFile(Line)] = ""


class Berth(Struct, frozen=True):
    """A sailor, and where they sleep."""

    sailor: Annotated[Sailor, Flatten(("sheet",))]
    deck: Literal["lower", "upper"] = "lower"

    @property
    def name(self):
        return self.sailor.name


class Watch(Struct, frozen=True):
    """Who is up, by name."""

    id: Annotated[str, SlugOf("title")]
    title: str
    crew: tuple[Annotated[str, Ref("crew", "one of the crew")], ...] = ()


class Ship(Struct, frozen=True):
    """A ship, those who sail on it, and its watches."""

    crew: tuple[Name, ...]
    watches: Annotated[tuple[Watch, ...], Listed()] = ()
    berths: Annotated[tuple[Berth, ...], Listed()] = ()
    flag: Annotated[str, Section(("words", "signs"))] = "plain"


BERTH = Form("berth", "A berth", Berth, lambda _: [], "")
SHIP = Form("ship", "A ship", Ship, lambda _: [], "")
IDA = """\
name = "Ida Rook"

[sheet]
health = 4
habits = ["Hums"]

[sheet.crafts]
Sail = 3
"Fast Talk" = { rating = 5, loud = true }

[sheet.vows]
"Never inland" = 2

[sheet.carried.Rope]
load = "2S"
craft = "Sail"
both = ["Sail", "Fast Talk"]

[sheet.worn.Cap]

[sheet.owed]
Bram = 3

[words]
motto = "Up."

[words.about]
Hums = "Low."
Rope = "Wet."
"""
SAILOR = Sailor(
    "ida_rook",
    "Ida Rook",
    (Craft("sail", "Sail", 3), Craft("fast_talk", "Fast Talk", 5, loud=True)),
    health=4,
    limit=4,
    vows=(Vow("never_inland", "Never inland", 2),),
    tools=(Tool("rope", "Rope", 2, "S", "sail", ("sail", "fast_talk"), says="Wet."), Tool("cap", "Cap", worn=True)),
    habits=(Habit("hums", "Hums", "Low."),),
    debts=(("Bram", 3),),
    motto="Up.",
)


def told(form, text):
    found = read_form(form, "f", text)
    assert isinstance(found, list), found
    return [str(fault) for fault in found]


def test_what_is_written_by_name_is_held_by_id():
    assert read_form(BERTH, "f", IDA) == Berth(SAILOR)


def test_what_is_held_is_written_by_name_and_without_what_is_usual():
    assert tomllib.loads(write_form(BERTH, Berth(SAILOR))) == tomllib.loads(IDA)
    text = write_form(BERTH, Berth(msgspec.structs.replace(SAILOR, limit=7), "upper"), "toy")
    assert text.startswith('game = "toy"\nform = "berth"\nname = "Ida Rook"\ndeck = "upper"\n')
    assert "limit = 7" in text


def test_the_file_has_its_own_bounds_and_the_state_others():
    assert told(BERTH, IDA.replace("Sail = 3", "Sail = 13")) == [
        "f:8: sheet.crafts.Sail: a whole number from 0 to 12, not 13"
    ]
    assert msgspec.convert({"id": "sail", "name": "Sail", "rating": 99}, Craft).rating == 99


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('craft = "Sail"', 'craft = "sail"', "f:16: sheet.carried.Rope.craft: a craft of this sailor: Fast Talk, Sail"),
        ('"Sail", "Fast', '"Row", "Fast', "f:17: sheet.carried.Rope.both[0]: a craft of this sailor: Fast Talk, Sail"),
        ("Sail = 3", "Sail = 3\nSAIL = 2", "f:9: sheet.crafts.SAIL: another name: sheet.crafts.Sail has this one"),
        ('["Hums"]', '["Hums", "hums"]', "f:5: sheet.habits[1]: another name: sheet.habits[0] has this one"),
        ("Sail = 3", '"?!" = 3', "f:8: sheet.crafts.?!: a name with a letter or a digit in it"),
        ("Hums = ", "Whistles = ", "f:28: words.about.Whistles: a tool or a habit: Cap, Hums, Rope"),
        ("Bram = 3", "Bram = 3\n[sheet.due]\nBram = 1", "f:24: sheet.due.Bram: a debt one way"),
        ('"2S"', '"2X"', 'f:15: sheet.carried.Rope.load: text, not "2X"'),
        ("Never inland", "Never", ""),
        (
            '"Never inland" = 2',
            '"Never inland" = { depth = 2 }',
            "f:12: sheet.vows.Never inland: a whole number from 0 to 12, not a table",
        ),
        ("health = 4\n", "", "f:3: sheet.health: a whole number from 0 to 12; it is missing"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old, new, fault):
    assert old in IDA
    found = read_form(BERTH, "f", IDA.replace(old, new, 1))
    assert fault in map(str, found) if fault else isinstance(found, Berth)


def test_all_faults_of_names_are_told_at_once():
    text = (
        IDA.replace('craft = "Sail"', 'craft = "Row"')
        .replace("Hums = ", "Hops = ")
        .replace('["Hums"]', '["Hums", "HUMS"]')
    )
    assert [line.split(":")[1] for line in told(BERTH, text)] == ["5", "16", "28"]


def test_references_go_to_the_nearest_rows_around_them_and_a_row_may_be_a_name_alone():
    ship = Ship(("Ida Rook",), (Watch("dog_watch", "Dog watch", ("ida_rook",)),), (Berth(SAILOR),), "skull")
    text = write_form(SHIP, ship)
    assert read_form(SHIP, "f", text) == ship
    assert 'crew = ["Ida Rook"]' in text
    assert "[words.signs]\nflag" in text
    assert told(SHIP, text.replace('crew = ["Ida Rook"]', 'crew = ["Bram"]', 1)) == [
        "f:5: watches[0].crew[0]: one of the crew: Bram"
    ]
    twice = told(SHIP, text + '\n[[watches]]\ntitle = "DOG watch"\n')
    assert twice == ["f:35: watches[1].title: another name: watches[0].title has this one"]


def test_a_reference_may_be_meant_for_some_rows_only():
    class Twig(Row, frozen=True):
        green: bool = False

    class Nest(Struct, frozen=True):
        twigs: Annotated[tuple[Twig, ...], Keyed("green")]
        on: Annotated[str, Ref("twigs", "a green twig", having="green")]

    form = Form("nest", "A nest", Nest, lambda _: [], "")
    text = 'on = "A"\n[twigs]\nA = true\nB = false\n'
    assert read_form(form, "f", text).on == "a"
    assert told(form, text.replace('"A"', '"B"')) == ["f:1: on: a green twig: A"]


def test_the_schema_is_that_of_the_file():
    made = schema(BERTH, "toy")
    Draft202012Validator.check_schema(made)
    assert list(made["properties"]) == ["game", "form", "name", "sheet", "words", "deck"]
    assert made["required"] == ["name", "sheet"]
    sheet = made["$defs"]["BerthSheet"]
    assert list(sheet["properties"])[:5] == ["crafts", "health", "limit", "vows", "carried"]
    assert "id" not in sheet["properties"]
    assert made["$defs"]["Craft"]["properties"].keys() == {"rating", "loud"}


def test_what_is_held_as_it_is_written_stays_as_it_is():
    assert written_type(Ledger) is Ledger
    assert read(Ledger, {"owed": {"Bram": 1}}) == (Ledger({"Bram": 1}), [])
    assert write(Ledger({"Bram": 1})) == {"owed": {"Bram": 1}}


# --- any sheet is written and read back equal -------------------------------------------------------------------

NAMES = st.lists(
    st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), min_size=1, max_size=10).filter(slug),
    max_size=4,
    unique_by=slug,
)
NUMBER = st.integers(0, 12)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=20)


@st.composite
def sailors(draw):
    crafts = tuple(Craft(slug(n), n, draw(NUMBER), draw(st.booleans())) for n in draw(NAMES.filter(bool)))
    ids = st.sampled_from([row.id for row in crafts])
    habits, tools = draw(NAMES), draw(NAMES)
    tools = [name for name in tools if slug(name) not in set(map(slug, habits))]
    made = [
        Tool(
            slug(name),
            name,
            draw(st.integers(0, 9)),
            draw(st.sampled_from("LS")),
            draw(st.just("") | ids),
            tuple(draw(st.lists(ids, max_size=2))),
            draw(st.booleans()),
            draw(WORDS),
        )
        for name in tools
    ]
    name = draw(NAMES.filter(bool))[0]
    return Sailor(
        slug(name),
        name,
        crafts,
        draw(NUMBER),
        draw(st.integers(1, 20)),
        tuple(Vow(slug(n), n, draw(NUMBER)) for n in draw(NAMES)),
        tuple(sorted(made, key=lambda tool: tool.worn)),
        tuple(Habit(slug(n), n, draw(WORDS)) for n in habits[:3]),
        tuple((n, draw(st.integers(1, 9))) for n in draw(NAMES)),
        draw(WORDS),
    )


@given(sailors(), st.sampled_from(["lower", "upper"]))
def test_any_sheet_reads_back_as_what_was_written(sailor, deck):
    text = write_form(BERTH, Berth(sailor, deck), "toy")
    assert read_form(BERTH, "f", text) == Berth(sailor, deck)
    assert not list(Draft202012Validator(schema(BERTH, "toy")).iter_errors(tomllib.loads(text)))


class Cook(Described, frozen=True):
    """A cook."""

    name: Annotated[str, InFile(Name), AT_TOP]
    spoons: int
    tools: Annotated[tuple[str, ...], IN_WORDS, InFile(up_to(2, Name, least=1, title="What is at hand"))]


COOK = Form("cook", "A cook", Cook, lambda _cook: [], "")


def test_the_words_about_somebody_stand_under_words_and_are_said_in_a_paragraph():
    cook = Cook("ida", "Ida", 3, ("Ladle",), tagline="Stirs", goals=("To eat.", "To feed."), who="A cook at sea.")
    assert cook.said == "A cook at sea. To eat. To feed."
    assert Cook("bo", "Bo", 1, ("Pot",)).said == ""
    table = write(cook)
    words = {"tagline": "Stirs", "goals": ("To eat.", "To feed."), "who": "A cook at sea.", "tools": ("Ladle",)}
    assert table.pop("words") == words
    assert table == {"name": "Ida", "spoons": 3}
    assert read_form(COOK, "f", write_form(COOK, cook, "toy")) == cook


@pytest.mark.parametrize(("tools", "faults"), [("[]", 1), ('["a", "b"]', 0), ('["a", "b", "c"]', 1)])
def test_a_list_in_a_file_has_at_least_and_at_most_so_many(tools, faults):
    text = f'form = "cook"\nname = "Ida"\nspoons = 3\n\n[words]\ntools = {tools}\n'
    found = read_form(COOK, "f", text)
    assert [fault.key for fault in found] == ["words.tools"] if faults else isinstance(found, Cook)
