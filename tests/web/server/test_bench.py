"""The card bench over HTTP: as a page without script, as parts for one with it, and what it says to hostile files."""

import json
import re

import pytest
from people import evening, play

from cliffhanger.games.plot_twist import GAME
from cliffhanger.kernel.bench import Bench
from cliffhanger.kernel.frames import replace
from cliffhanger.web.page import bench_fight
from cliffhanger.web.workers.pool import Busy, Overrun

pytestmark = pytest.mark.timeout(60)
BENCH = "/g/plot_twist/bench/cards"
REFERENCE = "/g/plot_twist/reference/cards"
GOOD = GAME.forms[0].bench.example
WRONG = GOOD.replace('"ranged"', '"range"').replace('"inventor"', '"inventer"')
PARTS = {"accept": "application/json"}


def only(name):
    if name != "plot_twist":
        raise LookupError(name)
    return GAME


def bench(tmp_path, **options):
    return evening(tmp_path, names=("plot_twist",), known=only, **options)


async def parts(server, **fields):
    status, _, text = await server.post(BENCH, fields, **PARTS)
    assert status == 200, text
    return json.loads(text)


def seen(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_bench_opens_with_a_card_that_can_be_tried(tmp_path):
    async def scene():
        async with bench(tmp_path) as server:
            status, headers, html = await server.ask("GET", BENCH)
            assert (status, "It reads well" in html) == (200, True)
            assert 'aria-label="The card as drawn"><article class="card"' in html
            assert not re.search(r"<style|style=|<script(?! src)", html)
            assert "script-src 'self'" in headers["content-security-policy"]
            assert {"It hits", "without it", "Toss it once"} <= set(re.findall(r"[A-Zw][a-z ]+", html))

    play(scene())


def test_every_fault_stands_under_its_line_and_a_button_mends_it(tmp_path):
    async def scene():
        async with bench(tmp_path) as server:
            _, _, html = await server.post(BENCH, {"text": WRONG.replace("\n", "\r\n")})
            assert "2 lines to mend" in html
            row = re.search(r'<li class="err"><code>.*?</div></li>', html)[0]
            assert "<u>" in row
            assert "range is no attack_type" in seen(row)
            assert seen(html).count("still open") == 2
            assert "exact, as if both were mended as proposed" in html
            mend = re.search(r'name="mend" value="(\d+:ranged)"', html)[1]
            _, _, html = await server.post(BENCH, {"text": WRONG, "mend": mend})
            assert "One line to mend" in html
            assert "attack_type = &quot;ranged&quot;" in html
            _, _, same = await server.post(BENCH, {"text": WRONG, "mend": "7:nothing"})
            assert "2 lines to mend" in same

    play(scene())


def test_a_script_gets_the_parts_with_the_places_of_faults(tmp_path):
    async def scene():
        async with bench(tmp_path) as server:
            found = await parts(server, text=WRONG)
            assert (found["name"], found["head"]) == ("paper-storm.toml", "2 lines to mend")
            assert [WRONG[each["start"] : each["end"]] for each in found["faults"]] == ['"range"', '"inventer"']
            right = await parts(server, text=GOOD, who="lost-property", against="brownout")
            assert right["faults"] == []
            assert 'value="lost-property" checked' in right["trial"]
            assert 'value="brownout" selected' in right["trial"]
            strange = await parts(server, text=GOOD, who="nobody", against="<b>", card="99")
            assert 'value="meter-reader" checked' in strange["trial"]

    play(scene())


def test_one_toss_tells_what_happens(tmp_path):
    async def scene():
        async with bench(tmp_path) as server:
            found = await parts(server, text=GOOD, do="toss")
            assert "Meter Reader plays Paper Storm." in seen(found["trial"])

    play(scene())


def test_fights_come_in_batches_and_are_added_up_without_a_script_too(tmp_path, monkeypatch):
    monkeypatch.setattr("cliffhanger.web.http.bench.FIGHTS", 20)
    monkeypatch.setattr(bench_fight, "FIGHTS", 20)

    async def scene():
        async with bench(tmp_path) as server:
            first = await parts(server, text=GOOD, do="fights")
            assert "10 of 20 fights" in first["trial"]
            assert "So far" in first["trial"]
            _, _, html = await server.post(BENCH, {"text": GOOD, "do": "fights", "tally": first["tally"]})
            assert "20 of 20 fights" in html
            assert 'id="fights"' not in html
            assert html.count("Stress dealt") == 1
            assert "So far" not in html
            again = await parts(server, text=GOOD, do="fights", tally=first["tally"])
            assert f'value="{again["tally"]}"' in html
            tossed = await parts(server, text=GOOD, do="toss", tally=first["tally"])
            assert "10 of 20 fights" in tossed["trial"]
            for other in (
                {"text": GOOD},
                {"text": GOOD + "#", "do": "toss"},
                {"text": GOOD, "do": "toss", "against": "brownout"},
            ):
                assert "of 20 fights" not in (await parts(server, tally=first["tally"], **other))["trial"]

    play(scene())


@pytest.mark.parametrize(
    "end", ["", "10", "10;1,2;3,4", "-1;1,1,1;1,1,1", "10;a;b", "10;" + "1," * 99, "0;0,0,0;0,0,0", "5;1,2,3;1"]
)
def test_a_tally_that_cannot_be_is_none(tmp_path, end, monkeypatch):
    monkeypatch.setattr("cliffhanger.web.http.bench.BATCH", 2)

    async def scene():
        async with bench(tmp_path) as server:
            of = (await parts(server, text=GOOD))["tally"].partition(";")[0]
            assert (await parts(server, text=GOOD, do="fights", tally=f"{of};{end}"))["tally"].startswith(f"{of};2;")

    play(scene())


def test_the_words_of_the_language_are_a_page_that_the_bench_the_maker_and_the_first_page_lead_to(tmp_path):
    async def scene():
        async with bench(tmp_path) as server:
            status, _, page = await server.ask("GET", REFERENCE)
            assert (status, "<h1>How cards of Plot Twist are written</h1>" in page) == (200, True)
            ways = set()
            for path in (BENCH, "/sheet/plot_twist/cards", "/"):
                _, _, html = await server.ask("GET", path)
                assert f'href="{REFERENCE}"' in html
                ways |= set(re.findall(rf'href="{REFERENCE}#([^"]+)"', html))
            assert (
                {"effects-coins", "triggers-on_hit", "targets-opponent"}
                <= ways
                <= set(re.findall(' id="([^"]+)"', page))
            )
            assert 'title="Effects: More Armor, or less."' in (await server.ask("GET", BENCH))[2]
            assert (await server.ask("GET", "/g/plot_twist/reference/nothing"))[0] == 404

    play(scene())


HOSTILE = {
    "deep": "x = " + "[" * 5_000,
    "wide": "x = " + '"' + "y" * 60_000,
    "one word": "a" * 60_000,
    "unfinished texts": "'" * 20_000,
    "no toml": "<script>alert(1)</script>\n" * 40,
    "control": "format = 1\x07",
    "many": "format = 1\n" + "[[card]]\n" * 300,
    "repeats": 'format = 1\n[[card]]\nid = "a"\nkind = "combat"\nname = "A"\ncolour = "golden"\nstep = "attack"\nattack_type = "melee"\n'
    "effects = ["
    + "{repeat = {count = 99, effects = [" * 5
    + '{coins = {on = "attack", amount = 99}}'
    + "]}}" * 5
    + "]",
    "strange keys": 'format = 1\n"card[0].x" = 1\n"" = 2\n[[card]]\n"a.b" = 3',
    "empty": "",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused_line_by_line(tmp_path, text):
    async def scene():
        async with bench(tmp_path) as server:
            found = await parts(server, text=text)
            assert found["faults"]
            assert "to mend" in found["head"]
            assert "<script" not in json.dumps(found)
            status, _, html = await server.post(BENCH, {"text": text, "do": "fights"})
            assert (status, "<script>" in html) == (200, False)

    play(scene())


def test_what_is_too_large_is_not_read_at_all(tmp_path):
    async def scene():
        async with bench(tmp_path) as server:
            assert (await server.post(BENCH, {"text": "x" * 70_000}, **PARTS))[0] == 413

    play(scene())


def test_what_takes_too_long_in_a_fight_is_drawn_all_the_same(tmp_path, monkeypatch):
    async def scene():
        async with bench(tmp_path) as server:
            run, limits = server.registry.workers.strangers.run, []

            async def slow(limit, work, *given):
                limits.append(limit)
                if len(limits) in (1, 3, 4):
                    raise Overrun
                return await run(limit, work, *given)

            monkeypatch.setattr(server.registry.workers.strangers, "run", slow)
            found = await parts(server, text=GOOD, do="fights")
            assert "Paper Storm" in found["drawn"]
            assert "for too long" in found["trial"]
            status, _, text = await server.post(BENCH, {"text": GOOD}, **PARTS)
            assert (status, "too long" in json.loads(text)["why"]) == (422, True)

    play(scene())


def test_what_takes_too_much_memory_is_said_to_do_so(tmp_path, monkeypatch):
    async def large(*_):
        raise Overrun(memory=True)

    async def scene():
        async with bench(tmp_path) as server:
            monkeypatch.setattr(server.registry.workers.strangers, "run", large)
            status, _, text = await server.post(BENCH, {"text": GOOD}, **PARTS)
            assert (status, "It takes too much memory to read." in json.loads(text)["why"]) == (422, True)

    play(scene())


def test_where_many_ask_at_once_it_says_so(tmp_path, monkeypatch):
    async def busy(*_):
        raise Busy

    async def scene():
        async with bench(tmp_path) as server:
            monkeypatch.setattr(server.registry.workers.strangers, "run", busy)
            assert (await server.post(BENCH, {"text": GOOD}, **PARTS))[0] == 503

    play(scene())


def test_a_card_that_finds_a_fault_of_ours_is_drawn(tmp_path, caplog):
    def breaks(*_):
        raise ZeroDivisionError

    form = GAME.forms[0]
    broken = replace(form, bench=replace(form.bench, stage=breaks))

    async def scene():
        from dataclasses import replace as changed

        game = changed(GAME, forms=(broken,))
        async with evening(tmp_path, names=("plot_twist",), known=lambda _name: game) as server:
            found = await parts(server, text=GOOD)
            assert "The fault is ours" in found["trial"]
            assert "Paper Storm" in found["drawn"]

    play(scene())
    assert isinstance(broken.bench, Bench)
    assert "ZeroDivisionError" in caplog.text


def test_only_forms_with_a_bench_have_one(tmp_path):
    async def scene():
        async with bench(tmp_path) as server:
            for path in ("/g/plot_twist/bench/nothing", "/g/chess/bench/cards"):
                assert (await server.ask("GET", path))[0] == 404
            _, _, front = await server.ask("GET", "/")
            assert f'href="{BENCH}"' in front
            assert "Night Shift, the starter collection, lies beside your files" in front
            _, _, sheets = await server.ask("GET", "/sheet/plot_twist/cards/cards")
            assert f'method="get" action="{BENCH}"' in sheets
            _, _, maker = await server.post("/sheet/plot_twist/cards", {"text": GOOD})
            assert f'method="post" action="{BENCH}"' in maker
            assert f'method="post" action="{BENCH}"' in (await server.ask("GET", "/sheet/plot_twist/cards"))[2]

    play(scene())
