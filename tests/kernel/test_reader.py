"""Files people write: what is right reads, what is wrong is told whole, and what is hostile is turned away at once."""

import re
import sys
import tomllib
from collections import OrderedDict
from random import Random
from typing import Annotated, Literal

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import Meta, field

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files import reader
from cliffhanger.kernel.files.declaration import Written
from cliffhanger.kernel.files.positions import BYTES, DEPTH, KEYS, LINES, WIDTH, at, line_of, lines, oversize
from cliffhanger.kernel.files.reader import MOST, decoded, faults, head, parsed, read_form, schema, write_form
from cliffhanger.kernel.files.writer import written
from cliffhanger.kernel.game import Form

Score = Annotated[int, Meta(ge=0, le=12)]


class Trick(Written, frozen=True):
    """What somebody can do."""

    rating: Score
    loud: bool = False


class Tool(Written, frozen=True):
    """What somebody carries."""

    name: str
    strain: Annotated[str, Meta(pattern=r"^\d+[VP]$", description="a number and V or P, such as 6V")] = "0V"
    uses: tuple[Literal["attack", "check"], ...] = ()


class Person(Written, frozen=True):
    """Somebody."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    tricks: dict[Annotated[str, Meta(max_length=20)], Score | Trick] = field(default_factory=dict)
    tools: tuple[Tool, ...] = ()
    note: str | None = None


class Tree(Written, frozen=True):
    """A tree, and the trees it branches into."""

    boughs: tuple["Tree", ...] = ()


def checks(person):
    return [(at("tools", n, "name"), "a name that is not Hook") for n, t in enumerate(person.tools) if t.name == "Hook"]


PERSON = Form("person", "A person", Person, checks, 'name = "Ada"\n')


def told(text, name="ada.toml"):
    found = read_form(PERSON, name, text)
    assert isinstance(found, list), found
    assert found
    return [str(fault) for fault in found]


def test_a_right_file_reads_into_its_struct():
    text = 'game = "x"\nform = "person"\nname = "Ada"\n[tricks]\nClimb = 3\n"Fast Talk" = { rating = 2, loud = true }\n'
    assert read_form(PERSON, "ada.toml", text) == Person("Ada", {"Climb": 3, "Fast Talk": Trick(2, loud=True)})


def test_every_fault_is_told_at_once_with_its_line_and_in_the_order_of_the_file():
    assert told(
        """\
form = "cast"
name = ""
[tricks]
Drive = 15
"Fast Talk" = { rating = "x", lod = true }
Climb = "no"
Swim = true
[[tools]]
name = "Rope"
strain = "6Q"
uses = ["attack",
  "fly"]

[[tools]]
nme = "Hook"
"""
    ) == [
        'ada.toml:1: form: "person", not "cast"',
        'ada.toml:2: name: text of 1 to 40 characters, not ""',
        "ada.toml:4: tricks.Drive: a whole number from 0 to 12, not 15",
        "ada.toml:5: tricks.Fast Talk.lod: no such key; did you mean loud?",
        'ada.toml:5: tricks.Fast Talk.rating: a whole number from 0 to 12, not "x"',
        'ada.toml:6: tricks.Climb: a whole number from 0 to 12, or a table, not "no"',
        "ada.toml:7: tricks.Swim: a whole number from 0 to 12, or a table, not true",
        'ada.toml:10: tools[0].strain: a number and V or P, such as 6V, not "6Q"',
        'ada.toml:12: tools[0].uses[1]: one of attack, check, not "fly"',
        "ada.toml:14: tools[1].name: text; it is missing",
        "ada.toml:15: tools[1].nme: no such key; did you mean name?",
    ]


def test_a_missing_key_of_the_file_itself_means_the_whole_file():
    assert told("") == ["ada.toml: name: text of 1 to 40 characters; it is missing"]


def test_a_key_nobody_could_mean_gets_the_list_of_those_there_are():
    assert told('name = "Ada"\nzzz = 1') == ["ada.toml:2: zzz: no such key; there are name, tricks, tools, note"]


def test_a_name_that_is_too_long_for_a_key_is_told_where_it_stands():
    name = "x" * 21
    assert told(f'name = "Ada"\ntricks = {{ {name} = 1 }}') == [
        f"ada.toml:2: tricks.{name}: a name of at most 20 characters"
    ]


def test_cross_checks_get_their_lines():
    text = 'name = "Ada"\ntools = [\n  { name = "Rope" },\n  { name = "Hook" },\n]\n'
    assert told(text) == ["ada.toml:4: tools[1].name: a name that is not Hook"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name = ", 1),
        ('name = "Ada"\n\n[tricks\n', 3),
        ("a = 1\na = 2\n", 2),
        ('a = """\nopen\n', 2),
        ("=", 1),
        ("\na = 01", 2),
    ],
)
def test_a_syntax_error_is_one_fault_with_its_line(text, line):
    (fault,) = read_form(PERSON, "ada.toml", text)
    assert (fault.file, fault.line) == ("ada.toml", line)
    assert fault.expected.startswith("TOML; ")


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("a = { b = 1,\n c = 2 }", "one line"),
        ("a = { b = 1, }", "one line"),
        ("a = { b = 1\n}", "one line"),
        ("a = {\n b = 1 }", "one line"),
        ("a = word", "in quotes"),
        ("a = “word”", "in quotes"),
        ("a = { b:c = 1 }", "in quotes"),
        ("a = [{ b = 1 }\n{ b = 2 }]", "a comma"),
    ],
)
def test_a_syntax_error_that_people_often_make_says_what_is_meant(text, way):
    (fault,) = read_form(PERSON, "ada.toml", text)
    assert way in fault.expected.rpartition("; ")[2]


@pytest.mark.parametrize("text", ["a == 2", "name = ", "a = 1\na = 2", "a = 01"])
def test_where_nothing_is_known_of_a_syntax_error_nothing_is_added(text):
    (fault,) = read_form(PERSON, "ada.toml", text)
    assert fault.expected.count(";") == 1


def test_the_head_must_be_text():
    assert told('game = 3\nform = []\nname = "Ada"') == ["ada.toml:1: game: text", "ada.toml:2: form: text"]
    assert head({"game": 3}) == ("", "")


def test_what_the_schema_lets_through_is_told_in_the_words_of_the_reader():
    class Ratio(Written, frozen=True):
        n: Annotated[str, Meta(pattern="^x")]

    form = Form("ratio", "A ratio", Ratio, lambda _: [], "")
    assert isinstance(read_form(form, "r.toml", 'n = "y"'), list)
    assert read_form(form, "r.toml", 'n = "x"') == Ratio("x")


@pytest.mark.parametrize("wild", ["1979-05-27", "1e400", "nan", "[[[]]]", "{a.b.c=1}", "9" * 990, "07:32:00", "-0.0"])
def test_any_value_in_any_place_is_read_or_told(wild):
    for text in (f"name = {wild}", f'name = "Ada"\n[tricks]\nClimb = {wild}', f'name = "Ada"\ntools = [{wild}]'):
        assert all(isinstance(fault, Fault) and fault.line for fault in read_form(PERSON, "ada.toml", text))


# --- where things stand -------------------------------------------------------------------------------------

KEYS_OF = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=6) | st.sampled_from("abc")
VALUES = st.recursive(
    st.integers(-99, 99) | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=6) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS_OF, inner, max_size=3),
    max_leaves=12,
)


def paths(data, path=""):
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in rows:
        yield at(path, key)
        yield from paths(value, at(path, key))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(KEYS_OF, VALUES, max_size=4), st.booleans())
def test_every_key_that_is_read_has_a_line(data, multiline):
    text = tomli_w.dumps(data, multiline_strings=multiline)
    marks = lines(text)
    assert set(paths(tomllib.loads(text))) <= set(marks)
    assert all(1 <= line <= text.count("\n") + 1 for line in marks.values())


HARD = '''\
a.b.c = 1 # a comment with [brackets] = and "quotes
"x.y"."z\\u0041" = """
two lines with = and [x]
"""
t = \'\'\'it''s\'\'\'
when = 1979-05-27 07:32:00
f = [1.5, [ 2,

  { deep = [3, # here
  4], k.l = 5 } ],
]
[p]
[[p.q]]
n = 1
[p.q.r]
s = 2
[[p.q]]
n = 2
[[p.q.u]]
v = 3
[ "sp ace" . 'lit' ]
w = true
'''
EXPECTED = {
    "a": 1,
    "a.b": 1,
    "a.b.c": 1,
    "x.y": 2,
    "x.y.zA": 2,
    "t": 5,
    "when": 6,
    "f": 7,
    "f[0]": 7,
    "f[1]": 7,
    "f[1][0]": 7,
    "f[1][1]": 9,
    "f[1][1].deep": 9,
    "f[1][1].deep[0]": 9,
    "f[1][1].deep[1]": 10,
    "f[1][1].k": 10,
    "f[1][1].k.l": 10,
    "p": 12,
    "p.q": 13,
    "p.q[0]": 13,
    "p.q[0].n": 14,
    "p.q[0].r": 15,
    "p.q[0].r.s": 16,
    "p.q[1]": 17,
    "p.q[1].n": 18,
    "p.q[1].u": 19,
    "p.q[1].u[0]": 19,
    "p.q[1].u[0].v": 20,
    "sp ace": 21,
    "sp ace.lit": 21,
    "sp ace.lit.w": 22,
}


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_lines_of_everything_toml_can_do(ends):
    text = HARD.replace("\n", ends)
    assert lines(text) == EXPECTED
    assert set(paths(tomllib.loads(text))) <= set(EXPECTED)


def test_what_is_not_there_stands_where_its_surroundings_stand():
    marks = lines("[a]\nb = [1]\n")
    assert [line_of(marks, path) for path in ("a.b[0]", "a.b[7].c", "a.x", "z", "")] == [2, 2, 1, 0, 0]


# --- writing ------------------------------------------------------------------------------------------------

PEOPLE = st.builds(
    Person,
    st.text(min_size=1, max_size=40).filter(lambda t: parsed("", tomli_w.dumps({"t": t})).__class__ is not list),
    st.dictionaries(
        st.text("abc .\"'\\é", max_size=9), st.integers(0, 12) | st.builds(Trick, st.integers(0, 12)), max_size=4
    ),
    st.lists(st.builds(Tool, st.sampled_from(["Rope", "a\nb", '"""', "\\"]), st.just("6V")), max_size=3).map(tuple),
    st.none() | st.just("note"),
)


@given(PEOPLE)
def test_what_is_written_reads_back(person):
    assert read_form(PERSON, "x", write_form(PERSON, person, "toy")) == person


def test_a_written_file_says_what_it_is_and_leaves_out_what_is_usual():
    assert write_form(PERSON, Person("Ada", {"Talk": Trick(2)}), "toy") == (
        'game = "toy"\nform = "person"\nname = "Ada"\n\n[tricks.Talk]\nrating = 2\n'
    )


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(KEYS_OF, VALUES, max_size=4))
def test_any_plain_values_are_written_and_read_back(data):
    assert tomllib.loads(written(data)) == data


def test_writing_keeps_the_order_of_names_and_short_things_on_one_line():
    tricks = {"Talk": Trick(2, loud=True), "Climb": 3, "Swim": Trick(1)}
    text = write_form(PERSON, Person("Ada", tricks, (Tool("Rope", uses=("attack", "check")),)))
    assert text == (
        'name = "Ada"\n\n[tricks]\nTalk = { rating = 2, loud = true }\nClimb = 3\nSwim = { rating = 1 }\n'
        '\n[[tools]]\nname = "Rope"\nuses = ["attack", "check"]\n'
    )
    assert list(read_form(PERSON, "x", text).tricks) == ["Talk", "Climb", "Swim"]


def test_the_schema_is_published_with_its_id_title_and_descriptions():
    made = schema(PERSON, "toy")
    Draft202012Validator.check_schema(made)
    assert (made["$schema"], made["$id"]) == (
        "https://json-schema.org/draft/2020-12/schema",
        "urn:cliffhanger:toy:person",
    )
    assert (made["title"], made["description"]) == ("A person", "Somebody.")
    assert made["$defs"]["Tool"]["properties"]["strain"]["description"] == "a number and V or P, such as 6V"
    right = Draft202012Validator(made)
    assert right.is_valid({"game": "toy", "form": "person", "name": "Ada"})
    assert not right.is_valid({"name": "Ada", "nme": 1})
    assert not right.is_valid({"name": "Ada", "form": "cast"})


def test_a_form_may_hold_itself_or_be_a_plain_table():
    nested = schema(Form("tree", "A tree", Tree, lambda _: [], ""))
    assert nested["properties"]["boughs"]["items"] == {"$ref": "#/$defs/Tree"}
    assert nested["$defs"]["Tree"]["additionalProperties"] is False
    plain = Form("plain", "Any table", dict[str, int], lambda _: [], "")
    assert schema(plain)["title"] == "Any table"
    assert read_form(plain, "p", "a = 1") == {"a": 1}
    assert [str(fault) for fault in read_form(plain, "p", "a = 'x'")] == ['p:1: a: a whole number, not "x"']


# --- hostile files ------------------------------------------------------------------------------------------

K = 40_000
HOSTILE = {
    "one dotted key": ".".join("a" * (K // 2)) + " = 1",
    "dotted keys": "\n".join(".".join("a" * 400) + f"{n} = 1" for n in range(50)),
    "headers": "\n".join("[" + ".".join(f"{c}{n}" for c in "abcdefghijklmno") + "]" for n in range(500)),
    "many tables": "\n".join("[[a.b.c.d.e.f.g.h.i.j.k.l.m.n]]" for _ in range(1_200)),
    "one deep list": "a = " + "[" * K,
    "a deep list": "a = \n" + "[\n" * 3_000,
    "deep tables": "a = " + "{a=" * 300,
    "digits": "a = " + "9" * K,
    "wide digits": "\n".join(f"a{n} = " + "9" * 990 for n in range(40)),
    "dots": "\n".join("." * 990 for _ in range(40)),
    "commas": "a = [" + "\n".join("," * 990 for _ in range(40)),
    "a long list": "tools = [" + "\n".join("1," * 400 for _ in range(50)) + "]",
    "line ends": "\n" * K,
    "comments": "#\n" * (K // 2),
    "spaces": "\n".join(" " * 990 for _ in range(40)),
    "keys": "\n".join(f"k{n} = 1" for n in range(4_000)),
    "just as many keys as may be": "\n".join(f"k{n} = 1" for n in range(KEYS - 1)),
    "wrong values": "[tricks]\n" + "\n".join(f"k{n} = 'x'" for n in range(KEYS - 10)),
    "long wrong names": "\n".join(f"{'k' * 15}{n} = 1" for n in range(KEYS - 10)),
    "tables that are wrong": "\n".join("[[tools]]\nnme=1" for _ in range(600)),
    "open strings": 'a = """\n' + '\\"""\n' * 3_900,
    "quotes": "\n".join('"' * 999 for _ in range(40)),
    "apostrophes": "a = '''\n" + "\n".join("''" * 490 for _ in range(40)),
    "escapes": 'a = """\n' + "\n".join(r"\n" * 490 for _ in range(40)) + '"""',
    "nul": "a = '\0'",
    "an escaped nul": 'name = "\\u0000"',
    "controls": "\x1b[2J\n" * 3_000,
    "half a character": "name = '\ud800'",
    "an impossible date": "a = 2025-02-31",
    "an impossible hour": "a = 25:00:00",
    "carriage returns": "a = 1\rb = 2",
    "too much": "#" * 70_000,
    "too much of it": "\n".join(["# é" * 300] * 80),
}


@pytest.fixture(scope="module", autouse=True)
def warm():
    told("nme = 1")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_turned_away_at_once(name):
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found = read_form(PERSON, "h.toml", HOSTILE[name])
    finally:
        sys.setprofile(before)
    assert isinstance(found, list)
    assert 1 <= len(found) <= MOST + 1
    assert all(len(str(fault)) < 400 for fault in found)
    assert calls < 1_000_000, calls  # work, not time: a machine may be busy


PIECES = [
    *"[]{}=,.\"'\\\n# a\té\x00",
    '""" ',
    "'''",
    "b.c",
    "[[tools]]\n",
    "\\u12",
    "1e9",
    "nan",
    "0x1",
    "1979-05-27",
    "\r\n",
    "name",
    "tricks",
    "rating = 1\n",
    "name = 'Ada'\n",
]


def test_thousands_of_odd_files_are_read_or_told_and_nothing_else():
    dice = Random(7)
    read = 0
    for _ in range(4_000):
        text = "".join(dice.choices(PIECES, k=dice.randrange(1, 60)))
        found = read_form(PERSON, "odd.toml", text)
        read += isinstance(found, Person)
        assert isinstance(found, Person) or (all(isinstance(fault, Fault) for fault in found) and found)
    assert read


def test_broken_copies_of_a_right_file_are_read_or_told():
    dice = Random(8)
    right = list(
        write_form(PERSON, Person("Ada", {"Climb": 3, "Talk": Trick(2)}, (Tool("Rope", "6V", ("attack",)),)), "toy")
    )
    for _ in range(2_000):
        text = right.copy()
        for _ in range(dice.randrange(1, 4)):
            text[dice.randrange(len(text))] = dice.choice(PIECES)
        found = read_form(PERSON, "odd.toml", "".join(text))
        assert isinstance(found, Person) or found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x" * (BYTES + 1), r"^t: at most 64 kB; split"),
        ("é" * (BYTES // 2 + 1), r"^t: at most 64 kB; split"),
        ("\n" * LINES, rf"^t:{LINES + 1}: at most 4,000 lines; split"),
        ("\n#" + "x" * WIDTH, r"^t:2: at most 1,000 characters a line, not 1,001; break"),
        ("\na = " + "[" * (DEPTH + 1), r"^t:2: at most 16 levels of .*; make it flatter"),
        ("\n\n" + ".".join("a" * (DEPTH + 1)) + "=1", r"^t:3: at most 16 levels of .*; make it flatter"),
        ("a=[" + "1,\n" * KEYS, r"^t:1999: at most 2,000 keys and list items; split"),
        ("a = 1\n\x07b\x00", r"^t:2: no control characters; take out U\+0007 at column 1"),
    ],
)
def test_each_cap_tells_the_way_out(text, expected):
    (fault,) = parsed("t", text)
    assert re.search(expected, str(fault))


@pytest.mark.parametrize("why", [RecursionError(), ValueError("Exceeds the limit for integer string conversion")])
def test_what_the_parser_itself_cannot_bear_is_a_fault(why, monkeypatch):
    def loads(_text):
        raise why

    monkeypatch.setattr(tomllib, "loads", loads)
    assert [str(fault) for fault in parsed("t", "a = 1")] == [
        "t: TOML with dates that exist and numbers of a sane size"
    ]


def test_at_its_caps_a_file_is_still_read():
    text = "a = " + "[" * DEPTH + "]" * DEPTH + "\n#" + "x" * (WIDTH - 1) + "\n" + ".".join("b" * DEPTH) + " = 1\n"
    assert oversize(text) == []
    assert isinstance(parsed("t", text), dict)


def test_a_list_nobody_would_read_to_its_end_says_that_there_is_more():
    found = faults("t", "", [(f"k{n:03}", "no such key") for n in range(MOST + 5)])
    assert len(found) == MOST + 1
    assert str(found[-1]) == f"t: these {MOST} to be mended first; there are more"


def test_bytes_that_are_no_text_are_told_with_their_line():
    assert decoded("t", b"a = 1\nb = '\xff'") == [Fault("t", 2, "", "UTF-8 text; save the file with that encoding")]
    assert decoded("t", b"\xef\xbb\xbfa = 1") == "a = 1"
    assert isinstance(decoded("t", b"#" * (BYTES + 1)), list)


def test_bytes_that_are_no_utf_8_may_come_escaped_and_a_mark_of_order_moves_no_line():
    text = b"a = 1\nb = '\xff'".decode("utf-8", "surrogateescape")
    assert parsed("t", text) == [Fault("t", 2, "", "UTF-8 text; save the file with that encoding")]
    assert faults("t", "\ufeffa = 1\n", [("a", "2")]) == [Fault("t", 1, "a", "2")]


def test_what_a_text_reads_as_is_remembered_whoever_read_it_and_under_the_name_it_is_asked_by(monkeypatch):
    reads, read = [], reader._read
    monkeypatch.setattr(reader, "_known", OrderedDict())
    monkeypatch.setattr(reader, "_read", lambda *given: reads.append(given[1]) or read(*given))
    wrong = [read_form(PERSON, name, "titel = 1\n") for name in ("a", "b")]
    assert [{fault.file for fault in found} for found in wrong] == [{"a"}, {"b"}]
    assert wrong[0] is not read_form(PERSON, "a", "titel = 1\n")
    reader.learn(PERSON, "elsewhere", "read")
    assert read_form(PERSON, "c", "elsewhere") == "read"
    assert reads == ["a"]
    for n in range(reader.KNOWN):
        reader.learn(PERSON, str(n), n)
    assert not reader.known(PERSON, "elsewhere")
    assert reader.known(PERSON, "0")


class Circle(Written, frozen=True, tag_field="kind", tag="circle"):
    """Something round."""

    size: Score


class Move(Written, frozen=True):
    """How far it goes, and in how many turns."""

    turns: int = 1


class Square(Written, frozen=True, tag_field="kind", tag="square"):
    """Something with corners."""

    side: int | None = None
    word: Literal["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "quarter"] = "a"
    move: Literal["fast", "slow"] | Move = "fast"


class Shapes(Written, frozen=True):
    """Shapes of two kinds."""

    shapes: tuple[Circle | Square, ...] = ()


def small(body):
    return [("shapes", f"smaller shapes than {len(body['shapes'])}")]


SHAPES = Form("shapes", "Shapes", Shapes, lambda shapes: [], "", partly=small)


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ("size = 1", "kind: one of circle, square; it is missing"),
        ('kind = "circel"', 'kind: one of circle, square, not "circel"; did you mean circle?'),
        ("kind = 3", "kind: one of circle, square, not 3"),
        ('kind = "circle"', "size: a whole number from 0 to 12; it is missing"),
        ('kind = "circle"\nsize = 13', "size: a whole number from 0 to 12, not 13"),
        ('kind = "circle"\nsize = 1\nside = 2', "side: no such key; did you mean size?"),
        ('kind = "square"\nside = "x"', 'side: a whole number, not "x"'),
        ('kind = "square"\nword = "quater"', 'word: one of 17 words, not "quater"; did you mean quarter?'),
        ('kind = "square"\nmove = "fats"', 'move: one of fast, slow, not "fats"; did you mean fast?'),
        ('kind = "square"\nmove = "turns=2"', 'move: a table: { turns = 2 }, not "turns=2"'),
        ('kind = "square"\nmove = { turn = 2 }', "move.turn: no such key; did you mean turns?"),
    ],
)
def test_a_table_that_says_its_kind_is_measured_by_that_kind_alone(row, wanted):
    found = read_form(SHAPES, "s.toml", f"[[shapes]]\n{row}\n")
    told = [f"{fault.key}: {fault.expected}" for fault in found if fault.key != "shapes"]
    assert told == [f"shapes[0].{wanted}"]


def test_where_types_do_not_fit_what_is_said_of_the_rest_is_told_with_them():
    found = read_form(SHAPES, "s.toml", 'shapes = [{ kind = "circle", size = 99 }]\n')
    assert [str(fault) for fault in found] == [
        "s.toml:1: shapes: smaller shapes than 1",
        "s.toml:1: shapes[0].size: a whole number from 0 to 12, not 99",
    ]
