"""A ruling's path goes by names and ids, its value by the state's own types."""

import msgspec
import pytest
from msgspec import Struct

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.rulings import named, patched, values


class Ally(Struct, frozen=True):
    id: str
    points: int = 1


class Person(Struct, frozen=True):
    id: str
    points: int = 1
    notes: tuple[str, ...] = ()
    allies: tuple[Ally, ...] = ()


class State(Struct, frozen=True):
    people: tuple[Person, ...]
    house: dict[str, str]
    trouble: tuple[int, ...] = (6, 6)
    stack: tuple[Ally, ...] = (Ally("frame"),)
    serial: int = 0
    news: tuple[str, ...] = ()


STATE = State((Person("clark"), Person("lex", allies=(Ally("mercy"),))), {"tie": "actor"})


def ruled(*path, to):
    return patched(State, STATE, path, to)


def test_a_value_is_set_by_name_and_id():
    assert ruled("people", "lex", "points", to=5).people[1].points == 5
    assert ruled("people", "lex", "allies", "mercy", "points", to=4).people[1].allies[0].points == 4
    assert ruled("house", "tie", to="reactor").house == {"tie": "reactor"}


def test_a_list_and_a_row_are_set_whole():
    assert ruled("trouble", to=[8, 10]).trouble == (8, 10)
    assert ruled("people", "clark", "notes", to=["tired"]).people[0].notes == ("tired",)
    assert ruled("people", "clark", to={"id": "clark", "points": 3}).people[0] == Person("clark", 3)


def test_all_else_stays_as_it_was():
    after = ruled("people", "lex", "points", to=5)
    assert patched(State, after, ("people", "lex", "points"), 1) == STATE
    assert STATE.people[1].points == 1


@pytest.mark.parametrize("path", [(), ("stack",), ("stack", "frame", "points"), ("serial",), ("news",)])
def test_procedures_numbers_and_news_are_out_of_reach(path):
    refused = patched(State, STATE, path, 1)
    assert refused.instead == "A procedure is ended, not edited."


@pytest.mark.parametrize(
    ("path", "lost"),
    [
        (("persons",), "'persons' in the table"),
        (("people", "0", "points"), "'0' in people"),
        (("people", "-1"), "'-1' in people"),
        (("people", "lois", "points"), "'lois' in people"),
        (("people", "lex", "age"), "'age' in people lex"),
        (("people", "lex", "points", "x"), "'x' in people lex points"),
        (("trouble", "6"), "'6' in trouble"),
        (("house", "new"), "'new' in house"),
    ],
)
def test_a_path_that_leads_nowhere_says_where_it_is_lost(path, lost):
    assert lost in patched(State, STATE, path, 1).why


def test_what_there_is_instead_is_named():
    assert ruled("people", "lois", "points", to=1).instead == "There are: clark, lex."


@pytest.mark.parametrize("value", ["5", 5.5, None, True, [5], {"a": 1}, {}])
def test_a_value_of_another_type_is_refused(value):
    refused = ruled("people", "lex", "points", to=value)
    assert isinstance(refused, Refusal)
    assert refused.why.startswith("Lex, points cannot be ")
    assert refused.instead == "Wanted: a whole number."


def test_values_no_one_could_show_are_refused_too():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert isinstance(ruled("people", "lex", "points", to=deep), Refusal)
    assert isinstance(ruled("house", "tie", to=10**5000), Refusal)


def test_each_value_has_its_path_and_its_words():
    people = (Person("clark", 2), Person("lex", allies=(Ally("old_mercy"),)))
    found = {"/".join(each.path): (", ".join(each.words), each.now) for each in values(State(people, {"tie": "actor"}))}
    assert found == {
        "people/clark/points": ("Clark, points", 2),
        "people/lex/points": ("Lex, points", 1),
        "people/lex/allies/old_mercy/points": ("Lex, Old Mercy, points", 1),
        "house/tie": ("house, tie", "actor"),
    }


def test_a_game_has_words_for_its_fields_and_some_go_without_saying():
    words = {"points": "what is left", "house": "", "serial": "never said"}
    found = {"/".join(each.path): each.words for each in values(STATE, words)}
    assert found["people/clark/points"] == ("Clark", "what is left")
    assert found["house/tie"] == ("tie",)
    assert named(STATE, ("house",), words) == ("house",)


def test_a_row_without_a_name_goes_by_what_it_says_and_else_by_its_id():
    tracks = [{"id": "hold:clark:old_lex-2", "so": 1}, {"id": "e1", "text": "blinded", "so": 2}]
    state = msgspec.defstruct("Tracks", [("tracks", list)])(tracks)
    found = [each.words for each in values(state) if each.path[-1] == "so"]
    assert found == [("Hold, Clark, Old Lex 2", "so"), ("blinded", "so")]


def test_whether_the_way_begins_at_something_with_a_name_is_told():
    found = {"/".join(each.path): each.named for each in values(STATE)}
    assert (found["people/lex/allies/mercy/points"], found["house/tie"]) == (True, False)


@pytest.mark.parametrize("words", [{}, {"people": "", "points": ""}])
def test_what_is_set_is_named_as_it_was_offered(words):
    for each in values(STATE, words):
        assert named(STATE, each.path, words) == each.words
    assert named(STATE, ("people", "lex")) == ("Lex",)


def test_a_ruling_reaches_each_value_there_is():
    for each in values(STATE):
        assert patched(State, STATE, each.path, each.now) == STATE
