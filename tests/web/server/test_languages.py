"""A table in another language, from two files: one beside the game, one for the page's own words; and who reads what."""

import importlib
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from people import evening, play

from cliffhanger.kernel.events import Event
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.kernel.translation import read_po, speaking
from cliffhanger.web.page import door, language, render

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


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """The words of the pages, translated."""
    package = tmp_path / "pages_abroad"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "locale" / f"{MADE_UP}.po").write_bytes((TESTS / "locale" / "page.qya.po").read_bytes())
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(language.MESSAGES, "package", package.name)
    yield read_po((package / "locale" / f"{MADE_UP}.po").read_text("utf-8"))
    sys.modules.pop(package.name, None)


def test_two_files_put_page_log_and_headline_into_another_language(tmp_path, ledge, made_up):
    cole, tess = play(pages(tmp_path, ledge, language=MADE_UP))
    assert ["Tess", "7", "rangar", "orta."] in lines(cole)
    assert ["Elye", "7", "rangar", "ortal."] in lines(tess)
    assert "Tess tarë na 7 rangar." in text(cole)
    assert "Elye tarë na 7 rangar." in text(tess)
    assert "I lúmë sinen" in text(tess)  # the page's own words: So far
    assert "So far" not in text(tess)
    assert "Hauta i sarno" in text(cole)  # a label that is only heard: Pause the table


class Words(HTMLParser):
    """All that a page says: its text, and the words of its attributes."""

    def __init__(self, html):
        super().__init__()
        self.said = []
        self.feed(str(html))

    def handle_data(self, data):
        self.said += re.findall(r"[^\W\d_]{2,}", data)

    def handle_starttag(self, tag, attributes):
        known = dict(attributes)
        for name in (
            "aria-label",
            "title",
            "placeholder",
            "data-said",
            "data-done",
            "data-by-hand",
            "data-none",
            "data-more",
            "data-need",
        ):
            self.handle_data(re.sub(r"\{\w+\}", "", known.get(name) or ""))


GAMES_OWN = set(
    re.findall(
        r"\w+",
        """The Ledge. Twenty metres of rock, four hours of light. Hours of light, Height, The cliff, Climb, Holds, Climber;
        Tess climbs; Tess, Cole, Bo, Wren; Cliffhanger; amber-kettle-north-seven; Ctrl""",
    )
)
"""What the toy says itself, names, and the names of keys."""


def untranslated(html, catalogue, own=GAMES_OWN):
    """The words on a page that stand neither in its translation nor in the game's."""
    game = read_po((TESTS / "locale" / "ledge.qya.po").read_text("utf-8"))
    texts = [*catalogue.messages.values(), *sum(catalogue.plurals.values(), ()), *game.messages.values()]
    known = own | {word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}
    spelt = re.sub(
        r"<code class=\"hash\">[0-9a-f<wbr>]+</code>|<pre class=\"code\">cliffhanger verify.*?</pre>", "", html
    )  # digests and commands are in no language
    return [word for word in Words(spelt).said if word not in known]


async def whole_evening(tmp_path, ledge):
    """Every kind of page of one table, as it is sent: by its address."""
    async with evening(tmp_path) as server:
        server.registry.games = lambda _: ledge
        tess = await server.opens(game="ledge", seats=2, typed=True, language=MADE_UP, name="Wren", title="Ledge")
        cookie = {"cookie": f"seat={tess.secret}"}
        seat = f"/t/{tess.table}/seat/{tess.seat}"
        found = {"empty": (await server.ask("GET", seat, None, cookie))[2]}
        found["shell"] = (await server.ask("GET", seat))[2]
        for name in ("", "/log", "/recap", "/house", "/dice", f"/sheet/{tess.seat}"):
            found[name or "seats"] = (await server.ask("GET", f"/t/{tess.table}{name}"))[2]
        put = {"seat": "cole", "holder": "person", "name": "Bo", "id": "s1"}
        found["refused"] = (await server.post(f"{seat}/sit", put, **cookie))[2]
        assert 'class="refused"' in found["refused"]
        found["taken"] = (await server.post(f"/t/{tess.table}/sit", {"seat": tess.seat, "name": "Bo"}))[2]
        async with tess.page():
            assert "ack" in await tess.does("climb", holds=2)
            found["typing"] = (await server.ask("GET", seat, None, cookie))[2]
            view = await tess.view()
            await tess.send(do="faces", id="f1", roll=view["waiting"]["roll"], values=[3, 4])
            await tess.answer("f1")
            found["climbed"] = (await server.ask("GET", seat, None, cookie))[2]
            await tess.send(do="pause", id="p1", on=True, x=True)
            await tess.answer("p1")
            found["stopped"] = (await server.ask("GET", seat, None, cookie))[2]
        return found


def test_no_page_of_a_table_says_a_word_of_its_own_in_english(tmp_path, ledge, made_up):
    for name, html in play(whole_evening(tmp_path, ledge)).items():
        assert 'lang="qya"' in html, name
        assert untranslated(html, made_up) == [], name


def test_the_door_says_no_word_of_its_own_in_english(ledge, made_up):
    with speaking(MADE_UP):
        drawn = render.document(door.door([ledge]), title="Cliffhanger")
    assert untranslated(drawn, made_up) == []
    assert "Start" in untranslated(render.document(door.door([ledge]), title="Cliffhanger"), made_up)


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
