"""A language of cards as a stranger would make one: it is declared here, and read, checked, said and told of it."""

from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec
import pytest
from msgspec import Meta

from cliffhanger.kernel.files.language import checks, entries
from cliffhanger.kernel.files.language.closed_lists import closed, listed, near, one_of_words
from cliffhanger.kernel.files.language.collections import (
    Collection,
    Gathered,
    card_of,
    gathered,
    misnamed_card,
    read_files,
    twice,
)
from cliffhanger.kernel.files.language.formulas import Formulas, Known, Misread, Name, Speech, compared, is_as, names_in
from cliffhanger.kernel.files.language.parts import Amount, Cond, Part, Some, Text, Word, field_of, fields, parts_of
from cliffhanger.kernel.files.language.reference import Reference, doc, quoted, rows
from cliffhanger.kernel.files.language.sentences import Sentences
from cliffhanger.kernel.files.language.templates import Slot, Who, fill, slots, so_many, verb
from cliffhanger.kernel.game import Form

Pirate = Annotated[str, closed("me", ["rival", "a_sailor"]), "target"]
PIRATES = {
    "me": Who("you", whose="your"),
    "rival": Who("your rival"),
    "a_sailor": Who("a sailor", "sailors"),
}
NAMES = {
    "wind": Known("number", "the wind"),
    "ships": Known("number", "the number of ships"),
    "gold": Known("number", "gold", whose=True),
    "lost": Known("flag", "be lost", whose=True),
    "sea": Known("word", "the sea", words=("calm", "rough_sea")),
    "port": Known("word", "the port", exact=True),
}
FORMULAS = Formulas(NAMES, PIRATES, ("me", "rival"), "Pirate")


class Gain(Word, frozen=True, kw_only=True):
    """Treasure comes aboard.  [PIR-01]"""

    SAYS = "{target gain} {amount:~$what}[free: for free][, {label}]"
    WITH: ClassVar = {"free": 'what = "gold"', "label": "free"}
    target: Pirate
    count: Annotated[Some, "several"] = 1
    what: Literal["gold", "rum"]
    amount: Amount = 1
    free: bool = False
    label: Text | None = None
    if_: Cond | None = None


class Sail(Word, frozen=True, kw_only=True):
    """The ship goes on: so far, or to a port."""

    SAYS = "sail [{miles:mile}][to {port}]"
    ONE_OF = ("miles", "port")
    UNDER = ("dawn",)
    CALLED: ClassVar = {"port": {"home": "where you came from"}}
    miles: Amount | None = None
    port: Text | None = None


class SingSong(Word, frozen=True, kw_only=True):
    """A song. Written without a table."""

    SAYS = "sing of {about}"
    PLAIN = "about"
    about: Literal["love", "the_sea"]


class Toll(Word, frozen=True, kw_only=True):
    """What is paid, and for what."""

    SAYS = "pay {amount:~$kind}[kind=gold: at the gate][times&kind!gold:, {times:time}: {effects}]"
    kind: Literal["gold", "rum"]
    amount: Amount = 1
    times: Some = 1
    effects: "Effects" = ()


class Vote(Word, frozen=True, kw_only=True):
    """The crew picks."""

    SAYS = "the crew picks {options}"
    options: tuple["Choice", ...]


class Plan(Part, frozen=True, kw_only=True):
    """What the crew may do."""

    label: Text | None = None
    effects: "Effects" = ()


class Plans(Word, frozen=True, kw_only=True):
    """Several plans, of which one is followed, and then something."""

    SAYS = "one of {plans}, then {then}"
    plans: tuple[Plan, ...]
    then: "Effects"


class If(Word, frozen=True, kw_only=True):
    """One thing or another."""

    SAYS = "if {if}, {then}[, else {else}]"
    PLAIN = "if_"
    if_: Cond
    then: "Effects"
    else_: "Effects" = ()


WORDS = entries.words_among(globals())
Entry: Any = entries.entry_type(WORDS, __name__)
Effects = tuple[Entry, ...]
Choice: Any = entries.choice_type(WORDS, __name__)


def said_of(name):
    whose = PIRATES[name.of] if name.of else PIRATES["me"]
    known = NAMES[name.name]
    return f"{whose.own} {known.said}" if known.sort == "number" and known.whose else known.said


SPEECH = Speech(
    said_of, lambda name: f"never {said_of(name)}", lambda node: f"{said_of(node.name)} {node.sign} {node.word}"
)
SENTENCES = Sentences(
    lambda text: SPEECH.said(FORMULAS.amount(text)),
    lambda text: SPEECH.said(FORMULAS.condition(text)),
    lambda word: word.replace("_", " ").title(),
    PIRATES,
    Who("somebody"),
    {"love": "love"},
    {"if": lambda held: f"if {SPEECH.said(FORMULAS.condition(held))}"},
)


class Cargo(Part, frozen=True, kw_only=True):
    """What is aboard."""

    tons: Annotated[int, Meta(ge=0)] = 0


class Ship(Part, frozen=True, kw_only=True, tag_field="kind", tag="ship"):
    """A card."""

    LISTS = ("any",)
    ONE_OF = ("crew", "cargo")
    name: Text
    crew: Some | None = None
    cargo: Cargo | None = None
    any: tuple[Cargo, ...] | None = None
    effects: Effects = ()


def ship(effects="[]", more="crew = 3"):
    return msgspec.toml.decode(f'kind = "ship"\nname = "Gull"\n{more}\neffects = {effects}', type=Ship)


def told(effects="[]", more="crew = 3", own=checks.nothing_more):
    return [f"{path}: {said}" for path, said in checks.Checks(FORMULAS, own).inside(ship(effects, more), "")]


def does(effects):
    return tuple(map(entries.effect_of, ship(effects).effects))


# --- closed lists ---------------------------------------------------------------------------------------------


def test_the_words_of_a_list_are_known_however_it_is_declared():
    assert listed(Literal["gold", "rum"]) == ("gold", "rum")
    assert listed(Pirate) == ("me", "rival", "a_sailor")


def test_the_nearest_word_is_proposed_whatever_its_hyphens():
    assert near("A-Sailr", PIRATES) == "; did you mean a_sailor?"
    assert near("x" * 41, ["x" * 41]) == near("cannon", PIRATES) == ""
    assert one_of_words("rumm", ("gold", "rum")) == 'one of gold, rum, not "rumm"; did you mean rum?'


# --- amounts and conditions -----------------------------------------------------------------------------------


def test_a_game_has_names_of_its_own_in_amounts_and_conditions():
    def look(name):
        return {"wind": 4, "gold": 7 if name.of == "rival" else 2, "sea": "rough_sea", "lost": False}[name.name]

    assert FORMULAS.value("rival.gold - gold * 2 + wind // 2", look) == 5
    assert FORMULAS.holds("sea == 'rough-sea' and not rival.lost", look)
    assert names_in(FORMULAS.condition("rival.gold >= max(wind, gold) or port == 'Tortuga'")) == [
        Name("gold", "rival"),
        Name("wind"),
        Name("gold"),
        Name("port"),
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a_sailor.gold", "one Pirate before .gold: me, rival; not a_sailor"),
        ("rival.glod", 'a name of a Pirate after rival, not "glod"; did you mean gold?'),
        ("wnd + 1", 'a name that there is, not "wnd"; did you mean wind?'),
        ("gold >", "a number or a name before the end"),
    ],
)
def test_what_cannot_be_read_is_told_in_the_words_of_the_game(text, wanted):
    with pytest.raises(Misread, match="^" + wanted.replace("(", r"\(").replace("+", r"\+").replace("?", r"\?") + "$"):
        FORMULAS.condition(text)


def test_nodes_are_said_as_the_game_says_its_names():
    assert SPEECH.said(FORMULAS.condition("rival.gold > 3 or not lost")) == (
        "your rival's gold is more than 3 or never be lost"
    )
    assert SPEECH.inner(FORMULAS.amount("min(gold, wind) + 1")) == "(the smaller of your gold and the wind, plus 1)"
    assert SPEECH.said(FORMULAS.amount("2 * ships - 1")) == "twice the number of ships, less 1"
    assert SPEECH.said(FORMULAS.condition("ships < 3")) == "there are fewer than 3 ships"
    assert SPEECH.said(FORMULAS.condition("ships == 1")) == "the number of ships is 1"
    assert [compared(each) for each in ("3", ">=2", "<4")] == ["3", "at least 2", "less than 4"]
    asked = {"3": [3], ">=2": [2, 3, 4], "<=2": [0, 1, 2], ">3": [4], "<3": [0, 1, 2], "12": []}
    assert {each: [n for n in range(5) if is_as(each, n)] for each in asked} == asked


# --- sentences ------------------------------------------------------------------------------------------------


@pytest.mark.timeout(10)
def test_a_long_sum_is_said_as_fast_as_it_is_read():
    assert SPEECH.said(FORMULAS.amount("1" + " - 1" * 45)) == "1 less 1" + ", less 1" * 44


def test_slots_and_brackets_of_a_pattern_are_filled_by_who_knows_what_is_said():
    said = {"who": "Ann", "what": "[gold]"}
    pattern = "{who take} {what}[ of {whom}][free: for free]."
    assert fill(pattern, lambda slot: said[slot.key], {"free"}.__contains__) == "Ann [gold] for free."
    assert list(slots("{who's} {n:more coin} {who take}")) == [
        Slot("who", own=True),
        Slot("n", noun="more coin"),
        Slot("who", verb="take"),
    ]


def test_somebody_takes_the_verb_that_fits():
    take, own = Slot("who", verb="search"), Slot("who", own=True)
    assert [PIRATES[word].in_slot(take) for word in ("me", "rival")] == ["you search", "your rival searches"]
    assert PIRATES["a_sailor"].in_slot(take, 2) == "2 sailors each search"
    assert Who("each sailor").in_slot(Slot("who", verb="cannot")) == "no sailor can"
    assert [PIRATES["a_sailor"].in_slot(own, n) for n in (1, 2)] == ["a sailor's", "2 sailors'"]
    assert (verb("be", many=True), verb("be", many=False)) == ("are", "is")


@pytest.mark.parametrize(
    ("noun", "held", "said"),
    [
        ("card", 1, "1 card"),
        ("pass", 2, "2 passes"),
        ("more coin", -1, "1 fewer coin"),
        ("more ~Rum", -2, "2 less Rum"),
        ("~Rum", "N", "N Rum"),
        ("more coin", "N", "N more coins"),
        ("coin", "all", "all coins"),
    ],
)
def test_so_many_of_something(noun, held, said):
    assert so_many(noun, held) == said


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        ('[{ gain = { target = "me", what = "gold" } }]', "you gain 1 Gold"),
        (
            '[{ gain = { target = "a_sailor", count = 3, what = "rum", amount = "wind + 1", label = "cheers" } }]',
            "3 sailors each gain N Rum, “cheers”, where N is the wind plus 1",
        ),
        (
            '[{ gain = { target = "rival", what = "gold", free = true, if = "lost" } }]',
            "your rival gains 1 Gold for free, if be lost",
        ),
        ('[{ sail = { miles = 3 } }, { sail = { port = "Tortuga" } }]', "sail 3 miles; sail to “Tortuga”"),
        ('[{ sail = { port = "home" } }]', "sail to where you came from"),
        ('[{ sail = { miles = "gold" } }]', "sail N miles, where N is your gold"),
        ('[{ sing_song = "the_sea" }, { sing_song = "love" }]', "sing of The Sea; sing of love"),
    ],
)
def test_effects_are_said_by_their_patterns(effects, said):
    assert SENTENCES.of(does(effects)) == said


def test_effects_within_effects_stand_in_brackets_where_there_are_several_and_options_have_labels():
    song, sail = does('[{ sing_song = "love" }]')[0], does("[{ sail = { miles = 1 } }]")[0]
    one = Plans(plans=(Plan(label="A", effects=(song,)), Plan(effects=(sail, song))), then=(sail,))
    assert SENTENCES.one(one) == "one of “A”: sing of love; or (sail 1 mile; sing of love), then sail 1 mile"
    inner = If(if_="lost", then=(song,))
    assert SENTENCES.one(inner) == "if be lost, sing of love"
    assert SENTENCES.one(If(if_="lost", then=(inner,))) == "if be lost, (if be lost, sing of love)"


def test_brackets_may_ask_for_a_word_or_for_another_and_what_is_counted_has_its_noun():
    said = replace(SENTENCES, counted={"gold": "coin"})
    assert said.one(Toll(kind="gold", amount=2)) == "pay 2 coins at the gate"
    assert said.one(Toll(kind="rum", amount="wind", times=2, effects=does("[{ sail = { miles = 1 } }]"))) == (
        "pay N Rum, where N is the wind, 2 times: sail 1 mile"
    )


# --- entries --------------------------------------------------------------------------------------------------


def test_words_are_called_like_their_classes_and_are_in_order():
    assert list(WORDS) == ["gain", "if", "plans", "sail", "sing_song", "toll", "vote"]


def test_an_entry_is_the_effect_of_its_one_word():
    text = '[{ sail = { miles = 2 } }, { sing_song = "love" }, { if = "lost", then = [{ sing_song = "love" }] }]'
    sail, song, either = does(text)
    assert (sail, song) == (Sail(miles=2), SingSong(about="love"))
    assert (either.if_, entries.words_of(either.then[0]), either.else_) == ("lost", ["sing_song"], ())


def test_entries_of_a_text_are_kept_as_they_are_written():
    text = (
        '# all\neffects = [\n    { sail = { miles = 2 } },\n    { if = "lost", then = [{ sing_song = "love" }] },\n]\n'
    )
    assert entries.entries_in(text) == {
        "sail": "{ sail = { miles = 2 } }",
        "if": '{ if = "lost", then = [{ sing_song = "love" }] }',
    }


# --- checks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effects", "wanted"),
    [
        ('[{ sing_song = "love" }]', ""),
        ("[{}]", "effects[0]: one effect in each table; there is none"),
        (
            '[{ sing_song = "love", sail = { miles = 1 } }]',
            "effects[0]: one effect in each table; not sail and sing_song",
        ),
        (
            '[{ sail = { miles = 1 }, if = "lost" }]',
            "effects[0]: one effect in each table; not if and sail; if goes into the table of sail",
        ),
        ("[{ sail = {} }]", "effects[0].sail: miles or port, not none of them"),
        ('[{ sail = { miles = 1, port = "x" } }]', "effects[0].sail.port: miles or port, not miles and port"),
        (
            '[{ sail = { miles = "wnd" } }]',
            'effects[0].sail.miles: a name that there is, not "wnd"; did you mean wind?',
        ),
        ('[{ sail = { port = " " } }]', "effects[0].sail.port: a text with more than blanks"),
        (
            '[{ sail = { port = "a\\u202eb" } }]',
            "effects[0].sail.port: no control characters and no marks of direction",
        ),
        ('[{ if = "lost" }]', "effects[0].then: effects; it is missing"),
        ('[{ sing_song = "love", else = [{ sing_song = "love" }] }]', "effects[0].else: nothing here; it goes with if"),
        ('[{ if = "wind", then = [{ sing_song = "love" }] }]', "effects[0].if: what is true or false, not a number"),
        (
            '[{ vote = { options = [{ label = "A" }] } }]',
            "effects[0].vote.options[0]: an effect, or effects and a label with them",
        ),
        (
            '[{ vote = { options = [{ label = "A", effects = [{ sail = { miles = "x(" } }] }] } }]',
            "effects[0].vote.options[0].effects[0].sail.miles: a name that there is",
        ),
    ],
)
def test_what_types_cannot_say_of_effects_is_told_by_its_place(effects, wanted):
    found = told(effects)
    assert len(found) == bool(wanted), found
    assert all(each.startswith(wanted) for each in found)


def test_of_several_fields_one_is_said_and_none_beside_a_list():
    assert told(more="") == [": crew or cargo, not none of them"]
    assert told(more="crew = 1\ncargo = { tons = 2 }") == ["cargo: crew or cargo, not crew and cargo"]
    assert told(more="crew = 1\nany = [{ tons = 2 }]") == [
        "crew: nothing here beside any; put it into a table of that list"
    ]


def test_a_game_says_what_else_is_wrong_with_a_part():
    def own(part, path):
        if isinstance(part, Cargo) and part.tons > 9:
            yield path, "at most 9 tons"

    assert told(more="any = [{ tons = 2 }, { tons = 10 }]", own=own) == ["any[1]: at most 9 tons"]


def test_a_field_goes_with_another_or_with_a_word_of_it():
    wrong = Gain(target="me", what="rum", free=True)
    assert list(checks.together(wrong, "gain")) == [("gain.free", 'nothing here; it goes with what = "gold"')]
    assert list(checks.together(Gain(target="me", what="gold", label="A"), "")) == [
        ("label", "nothing here; it goes with free")
    ]
    assert not list(checks.together(Gain(target="me", what="gold", free=True, label="A"), ""))


def test_names_are_found_in_what_can_be_read():
    reads = checks.Checks(FORMULAS)
    assert reads.names("wind + rival.gold", frozenset({"amount"})) == [Name("wind"), Name("gold", "rival")]
    assert reads.names("wind +", frozenset({"amount"})) == reads.names("wind", frozenset({"text"})) == []
    assert reads.names("all", frozenset({"amount", "all"})) == []


def test_rows_that_fit_are_found_among_those_that_do_not():
    body = {"ship": [{"tons": 1}, {"tons": -1}, "x", {"tons": 2}]}
    assert checks.fitting(body, "ship", Cargo) == [("ship[0]", Cargo(tons=1)), ("ship[3]", Cargo(tons=2))]
    assert checks.fitting({"ship": 3}, "ship", Cargo) == []


# --- parts, and the page that tells of them -------------------------------------------------------------------


def test_fields_have_their_keys_and_marks_and_know_what_is_usual():
    known = field_of(Gain)
    assert (known["target"].marks, known["if"].name) == ({"target"}, "if_")
    assert not known["amount"].said(Gain(target="me", what="rum", amount=1))
    assert known["amount"].said(Gain(target="me", what="rum", amount=2))


def test_parts_of_a_kind_are_found_with_their_paths():
    found = ship(more="any = [{ tons = 2 }, { tons = 3 }]")
    assert list(parts_of(Cargo, found, "")) == [("any[0]", Cargo(tons=2)), ("any[1]", Cargo(tons=3))]


def test_a_page_says_what_may_stand_in_every_field():
    page = Reference({"a word of the list pirate": Pirate})
    assert page.rows(Gain, fields(Word))[:4] == [
        "- `target`: a word of the list pirate; required",
        "- `count`: a whole number from 1 to 99; 1 where nothing is said",
        "- `what`: one of gold, rum; required",
        "- `amount`: a whole number from -99 to 99 or text of 1 to 200 characters; 1 where nothing is said",
    ]
    assert page.tables([Ship]).splitlines() == [
        "### ship",
        "",
        "A card.",
        "",
        "- `name`: text of 1 to 60 characters; required",
        "- `crew`: a whole number from 1 to 99",
        "- `cargo`: a table (Cargo)",
        "- `any`: a list: a table (Cargo)",
        "- `effects`: effects",
    ]
    assert doc(Gain) == "Treasure comes aboard."
    assert (quoted(["a", "b"]), rows([("a", "b"), ("c", "")])) == ("`a`, `b`", "| a | b |\n| c |  |")


def test_a_word_is_told_with_where_it_may_stand_and_what_it_says():
    assert Reference({}).word("sing_song", SingSong, '{ sing_song = "love" }', "Sing of love.").splitlines() == [
        "### sing_song",
        "",
        "A song. Written without a table.",
        "",
        "Besides: .",
        "",
        "",
        "```toml",
        'effects = [{ sing_song = "love" }]',
        "```",
        "",
        "> Sing of love.",
    ]
    assert "so far, or to a port. Only under dawn." in Reference({}).word("sail", Sail, "", "")


# --- collections ----------------------------------------------------------------------------------------------


class Deck(Part, frozen=True, kw_only=True):
    """Cards that go together."""

    name: Text


class Fleet(Part, frozen=True, kw_only=True):
    """A file of cards."""

    collection: Collection | None = None
    card: tuple[Cargo, ...] = ()
    deck: tuple[Deck, ...] = ()
    setup: tuple[Deck, ...] = ()


class Boat(NamedTuple):
    """A card, as it is looked up."""

    kind: str


FLEET = Form("fleet", "Fleets", Fleet, lambda _: [], "")
HEAD = '[collection]\nid = "mine"\nname = "Mine"\n'


def test_files_are_one_collection_and_one_of_them_has_its_head():
    files, wrong = read_files(FLEET, {"a": '[[deck]]\nname = "Ann"', "b": HEAD, "c": "[[deck]]\nnam = 1"})
    assert [str(fault) for fault in wrong] == [
        "c:1: deck[0].name: text of 1 to 60 characters; it is missing",
        "c:2: deck[0].nam: no such key; did you mean name?",
    ]
    found = gathered(Gathered, "folder", files)
    assert (found.id, found.name, found.author, list(found.decks)) == ("mine", "Mine", "", ["Ann"])
    assert gathered(Gathered, "folder", files[:1])[:2] == ("folder", "folder")
    assert [str(fault) for fault in read_files(FLEET, {"a": HEAD, "b": HEAD})[1]] == [
        "b:1: collection: nothing here; a is the head of this collection"
    ]


def test_what_only_one_may_have_is_told_over_all_files():
    cargo = "[[card]]\ntons = 3\n"
    files, _ = read_files(FLEET, {"a": cargo + '[[deck]]\nname = "Ann"', "b": '[[deck]]\nname = "Ann"\n' + cargo})
    assert [str(fault) for fault in twice(files, lambda card: {"tons": card.tons})] == [
        "b:2: deck[0].name: another name: a has this one",
        "b:4: card[0].tons: another tons: a has this one",
    ]


def test_a_card_is_known_by_its_collection_where_that_is_another():
    mine = Gathered("mine", "", "", {"gull": Boat("ship")}, {}, {})
    others = {"theirs": Gathered("theirs", "", "", {"tern": Boat("raft")}, {}, {})}
    assert card_of("gull", mine) is card_of("mine:gull", mine, others) is mine.cards["gull"]
    assert (card_of("theirs:tern", mine, others), card_of("theirs:tern", mine)) == (Boat("raft"), None)
    wanted = [misnamed_card(ref, ("ship",), mine, others) for ref in ("gull", "gul", "their:tern", "theirs:tern")]
    assert wanted == [
        "",
        'the id of a card in these files, not "gul"; did you mean gull?',
        'a collection that there is, not "their"; did you mean theirs?',
        "a card of the kind ship; theirs:tern is of the kind raft",
    ]
