"""A table in another language, from two files: one beside the game, one for the page's own words; and who reads what."""

import importlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from people import evening, play

from cliffhanger.kernel.events import Event
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.kernel.translation import read_po
from cliffhanger.web.page import language

TESTS = Path(__file__).parents[2]
MADE_UP = "qya"


@pytest.fixture
def ledge(tmp_path, monkeypatch):
    """The toy as a stranger's package, with a catalogue beside it, and a headline on its stage."""
    package = tmp_path / "ledge_abroad"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_bytes((TESTS / "toy.py").read_bytes())
    (package / "locale" / f"{MADE_UP}.po").write_bytes((TESTS / "locale" / "ledge.qya.po").read_bytes())
    monkeypatch.syspath_prepend(tmp_path)
    toy = importlib.import_module(package.name).GAME
    yield replace(toy, panels=lambda v, seat: (*toy.panels(v, seat), Group("last", "", (headline(toy),))))
    del sys.modules[package.name]


def headline(toy):
    event = Event("climbs", "Tess", data={"n": 7})
    return Text("result", toy.voice.head(event), toy.voice.below(event), "result", told=event)


async def pages(tmp_path, ledge, **wish):
    """What Cole reads, and then what Tess reads, after Tess has dared two holds and rolled 3 and 4."""
    async with evening(tmp_path) as server:
        server.registry.games = lambda _: ledge
        tess = await server.opens(game="ledge", seats=2, typed=True, **wish)
        cole = await server.sits(tess.table, "cole", "Bo")
        async with tess.page():
            assert "ack" in await tess.does("climb", holds=2)
            view = await tess.view()
            await tess.send(do="faces", id="f1", roll=view["waiting"]["roll"], values=[3, 4])
            await tess.answer("f1")
        read = []
        for each in (cole, tess):
            async with each.page():
                read.append((await each.next("page"))["page"])
        return read


def lines(html):
    """The log as text, name by name."""
    import re

    return [re.sub(r"<details.*?</details>|<[^>]+>", " ", row).split() for row in re.findall(r"<li.*?</li>", html)]


def test_a_page_says_its_log_and_headlines_to_whoever_reads_it(tmp_path, ledge):
    cole, tess = play(pages(tmp_path, ledge))
    assert ["Tess", "climbs", "7", "metres."] in lines(cole)
    assert ["You", "climb", "7", "metres."] in lines(tess)
    assert ["You", "dare", "2", "of", "three", "holds."] in lines(tess)
    assert ["Bo", "takes", "the", "seat", "of", "Cole."] in lines(tess)
    assert ["You", "take", "the", "seat", "of", "Cole."] in lines(cole)
    assert "Tess is 7 metres higher." in cole
    assert "You are 7 metres higher." in tess


def test_two_files_put_page_log_and_headline_into_another_language(tmp_path, ledge, monkeypatch):
    own = read_po((TESTS / "locale" / "page.qya.po").read_text("utf-8"))
    english = language.catalogue(language.__package__, "")
    monkeypatch.setattr(language, "catalogue", lambda _, name: own if name == MADE_UP else english)
    cole, tess = play(pages(tmp_path, ledge, language=MADE_UP))
    assert ["Tess", "7", "rangar", "orta."] in lines(cole)
    assert ["Elye", "7", "rangar", "ortal."] in lines(tess)
    assert "Tess tarë na 7 rangar." in text(cole)
    assert "Elye tarë na 7 rangar." in text(tess)
    assert "I lúmë sinen" in text(tess)  # the page's own words: So far
    assert "So far" not in text(tess)
    assert "Hauta i sarno" in text(cole)  # a label that is only heard: Pause the table


def text(html):
    from html import unescape

    return unescape(html)


def test_a_language_without_a_catalogue_is_english_and_a_path_is_none(tmp_path, ledge):
    cole, _ = play(pages(tmp_path, ledge, language="xx"))
    assert ["Tess", "climbs", "7", "metres."] in lines(cole)

    async def asked():
        async with evening(tmp_path / "other") as server:
            return await server.json("POST", "/api/tables", {"game": "lanterns", "language": "../../secret"})

    (tmp_path / "other").mkdir()
    assert play(asked())[0] == 400
