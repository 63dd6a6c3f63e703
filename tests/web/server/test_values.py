"""What can be overruled: told to whoever runs the table, as far as they know it, and to nobody else."""

import re

import pytest
from people import evening, play

from cliffhanger.web.page import values

pytestmark = pytest.mark.timeout(60)


async def asked(person, secret=None):
    path = f"/t/{person.table}/seat/{person.seat}/values"
    headers = {"authorization": f"Bearer {person.secret if secret is None else secret}"}
    status, _, text = await person.server.ask("GET", path, None, headers)
    return status, dict(re.findall(r'data-path="([^"]*)"[^>]*>([^<]*)<', text))


def test_whoever_runs_the_table_is_told_each_value_in_words(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            assert await asked(wren) == (200, {"lit": "lit: 0", "hours": "hours: 0"})

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


def test_a_page_has_room_for_so_many_and_people_come_before_counters(monkeypatch):
    monkeypatch.setattr(values, "MOST", 2)
    view = {"cast": [{"id": "ida", "name": "Ida", "sheet": {"oil": 3}, "hurt": True, "note": "soot"}], "lit": 1}
    found = [("/".join(each.path), ", ".join(each.words), each.now) for each in values.offered(view)]
    assert found == [("cast/ida/hurt", "Ida, hurt", True), ("cast/ida/sheet/oil", "Ida, sheet, oil", 3)]
    monkeypatch.setattr(values, "MOST", 3)
    assert values.offered(view)[-1].path == ("lit",)
