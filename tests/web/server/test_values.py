"""What can be overruled: told to whoever runs the table, as far as they know it, and to nobody else."""

import re
from typing import get_args, get_type_hints

import pytest
from msgspec import Struct
from people import evening, play

from cliffhanger.games import game, names
from cliffhanger.kernel.rulings import Value
from cliffhanger.testing.play import ready
from cliffhanger.web.page import overruling
from cliffhanger.web.page.view import TableMeta

pytestmark = pytest.mark.timeout(60)


async def asked(person, secret=None, q=""):
    path = f"/t/{person.table}/seat/{person.seat}/values?q={q}"
    headers = {"authorization": f"Bearer {person.secret if secret is None else secret}"}
    status, _, text = await person.server.ask("GET", path, None, headers)
    return status, dict(re.findall(r'data-path="([^"]*)"[^>]*>([^<]*)<', text))


def test_whoever_runs_the_table_is_told_each_value_in_words(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            assert await asked(wren) == (200, {"lit": "lit: ", "hours": "hours: "})

    play(scene())


def test_others_are_told_nothing(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            assert await asked(ida) == (404, {})
            assert await asked(wren, "0" * 32) == (403, {})
            assert await asked(wren, "") == (403, {})

    play(scene())


def test_a_name_or_the_beginnings_of_its_words_narrow_what_is_found(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            assert await asked(wren, q="HOU") == (200, {"hours": "hours: "})
            assert await asked(wren, q="our") == (200, {})

    play(scene())


VIEW = {
    "cast": [{"id": "ida", "name": "Ida", "sheet": {"oil_v": 3}, "hurt": True, "points": 2, "note": "soot"}],
    "lit": 1,
    "house": {"oil": 1},
}


def shown(asked="", **words):
    return {overruling.spoken(each.words): each.now for each in overruling.found(VIEW, words, asked)}


def test_people_come_before_counters_and_numbers_before_what_is_so_or_not():
    assert list(shown().items()) == [("Ida: points", 2), ("Ida: sheet, oil v", 3), ("Ida: hurt", True), ("lit", 1)]


def test_a_game_has_its_own_words_for_the_fields_of_its_state():
    found = shown(sheet="", oil_v="oil for the lamp", lit="lanterns that burn")
    assert list(found) == ["Ida: points", "Ida: oil for the lamp", "Ida: hurt", "lanterns that burn"]
    assert list(shown("lamp ida", sheet="", oil_v="oil for the lamp")) == ["Ida: oil for the lamp"]


def test_a_page_says_how_many_there_are_and_what_narrows_them():
    rows = [Value(("lit", str(n)), ("lit", str(n)), n, named=False) for n in range(overruling.MOST + 1)]
    page = overruling.page(TableMeta("t", "A wall"), "host", rows, 'a "b"')
    assert page.count("data-path=") == overruling.MOST
    assert f'data-many="{len(rows)}">{overruling.MOST} of {len(rows)}. Type more to narrow.<' in page
    assert 'name="q" value="a &quot;b&quot;"' in page
    assert ">2 found.<" in overruling.page(TableMeta("t", "A wall"), "host", rows[:2])
    assert ">Nothing is called that.<" in overruling.page(TableMeta("t", "A wall"), "host", [])


@pytest.mark.parametrize("name", names())
def test_what_a_game_offers_reads_as_people_say_it(name):
    found = game(name)
    rows = overruling.found(found.start(ready(found, 3)), found.words)
    said = [overruling.spoken(each.words) for each in rows]
    assert len(set(said)) == len(said)
    assert not [each for each in said if re.search(r"_|\b(?!a\b)[a-z]\b", each.replace("'s", ""))]


@pytest.mark.parametrize("name", names())
def test_a_game_has_words_for_fields_that_there_are(name):
    assert set(game(name).words) <= fields(game(name).State, set())


def fields(kind, seen):
    """The names of all fields of a Struct, and of what lies in it."""
    if kind in seen:
        return set()
    seen.add(kind)
    own = set(kind.__struct_fields__) if isinstance(kind, type) and issubclass(kind, Struct) else set()
    hints = get_type_hints(kind).values() if own else get_args(kind)
    return own.union(*(fields(each, seen) for each in hints))
