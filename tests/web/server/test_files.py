"""Files of one's own at a new table: by the form of the first screen, and by JSON."""

import json
import re
from hashlib import sha256

import pytest
from people import evening, play

from cliffhanger.games import game
from cliffhanger.kernel.record.format import decode_header
from cliffhanger.web.http.uploads import tidy
from cliffhanger.web.workers.pool import Overrun

pytestmark = pytest.mark.timeout(60)

VESPER = """
game = "blockbuster"
form = "character"
name = "Vesper Lane"

[sheet]
defense = 4
vigor = 3
potency = 2
attributes = { Agility = 3, Wits = 2 }
skills = { Climb = 3, Talk = 2 }
"""
ROOK = VESPER.replace("Vesper Lane", "Rook")
BROKEN = VESPER.replace("defense = 4", "defence = 4")
BOUNDARY = "between"


def parts(fields, files):
    """The body of a form with files, as a browser sends it."""
    rows = [(f'name="{name}"', value.encode()) for name, value in fields]
    rows += [
        (f'name="files"; filename="{name}"', data if isinstance(data, bytes) else data.encode()) for name, data in files
    ]
    said = [
        b"--%b\r\nContent-Disposition: form-data; %b\r\n\r\n%b\r\n" % (BOUNDARY.encode(), head.encode(), data)
        for head, data in rows
    ]
    return b"".join(said) + b"--%b--\r\n" % BOUNDARY.encode()


async def brings(server, *files, **fields):
    """Post the form of a game with files."""
    server.registry.games = game
    kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}", "origin": server.origin}
    return await server.ask("POST", "/new/blockbuster", parts(fields.items(), files), kind)


def header_of(server, table):
    return decode_header(server.registry.store.find(table).header)


def test_people_who_are_brought_sit_before_those_of_the_film(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, _ = await brings(
                server, ("vesper.toml", VESPER), ("rook.toml", ROOK), seats="4", name="Wren"
            )
            assert status == 303
            header = header_of(server, headers["location"].split("/")[2])
            assert [seat.name for seat in header.setup.seats][:3] == ["Director", "Vesper Lane", "Rook"]
            assert header.files == {
                name: sha256(text.encode()).hexdigest() for name, text in (("vesper.toml", VESPER), ("rook.toml", ROOK))
            }

    play(scene())


def test_a_form_with_nothing_chosen_opens_what_comes_with_the_game(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, _ = await brings(server, ("", b""), seats="3")
            header = header_of(server, headers["location"].split("/")[2])
            assert (status, len(header.setup.seats), header.files) == (303, 3, {})

    play(scene())


def test_every_fault_of_every_file_stands_on_one_page_and_the_form_keeps_the_rest(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            files = (("a.toml", BROKEN), ("b.toml", VESPER + "powers = 7\n"), ("c.toml", VESPER.encode("utf-16")))
            status, _, html = await brings(server, *files, seats="4", title='Cars & "roofs"', preset="plays_better")
            assert status == 422
            told = [re.sub("<[^>]*>", "", each) for each in re.findall(r"<li>(.*?)</li>", html)]
            assert [each for each in told if each.startswith("a.toml, line 7: sheet.defence ")]
            assert [each for each in told if each.startswith("b.toml, line 12: ")]
            assert [each for each in told if each.startswith("c.toml, line 1: ") and "UTF-8" in each]
            form = html[html.index('id="f-again"') :]
            assert 'type="file"' in form
            assert 'name="title" value="Cars &amp; &quot;roofs&quot;"' in form
            assert 'name="preset" value="plays_better"' in form
            assert '<option value="4" selected>' in form
            assert not server.registry.tables

    play(scene())


def test_json_brings_files_as_well_and_is_told_its_faults_as_data(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            server.registry.games = game
            wish = {"game": "blockbuster", "seats": 2}
            status, place = await server.json("POST", "/api/tables", wish | {"files": {"vesper.toml": VESPER}})
            assert (status, header_of(server, place["table"]).setup.seats[1].name) == (201, "Vesper Lane")
            status, said = await server.json("POST", "/api/tables", wish | {"files": {"../x/vesper.toml": BROKEN}})
            assert status == 422
            assert ("vesper.toml", 7, "sheet.defence") in [(f["file"], f["line"], f["key"]) for f in said["faults"]]

    play(scene())


@pytest.mark.parametrize(
    ("files", "status", "says"),
    [
        ({f"{n}.toml": VESPER for n in range(25)}, 422, "at most 24 of them, not 25"),
        ({"a.toml": "#" * 70_000}, 422, "at most 64 kB"),
        ({f"{n}.toml": "#" * 60_000 for n in range(5)}, 413, "That is too big: 256 kB is the most."),
        ({"a.toml": VESPER, "b.toml": VESPER}, 422, "another name: a.toml brings this character"),
    ],
)
def test_what_is_too_much_is_refused_in_a_sentence(tmp_path, files, status, says):
    async def scene():
        async with evening(tmp_path) as server:
            answer = await brings(server, *files.items(), seats="4")
            assert (answer[0], says in answer[2]) == (status, True), answer[2]
            server.registry.games = game
            wish = {"game": "blockbuster", "seats": 4, "files": files}
            answer = await server.json("POST", "/api/tables", wish)
            assert (answer[0], says in json.dumps(answer[1])) == (status, True), answer[1]

    play(scene())


def test_files_that_take_too_long_are_given_up(tmp_path, monkeypatch):
    async def overruns(*_):
        raise Overrun

    async def scene():
        async with evening(tmp_path) as server:
            monkeypatch.setattr(server.registry.workers.strangers, "run", overruns)
            status, _, html = await brings(server, ("a.toml", VESPER))
            assert (status, "texts that are read faster" in html) == (422, True)

    play(scene())


def test_more_than_a_record_can_hold_opens_no_table(tmp_path, monkeypatch):
    monkeypatch.setattr("cliffhanger.table.headers.WIDTH", 10_000)

    async def scene():
        async with evening(tmp_path) as server:
            status, _, html = await brings(server, ("a.toml", VESPER))
            assert (status, "bring smaller files" in html, server.registry.tables) == (400, True, {})

    play(scene())


def test_names_of_files_can_be_shown():
    rows = [
        ("C:\\sheets\\Ida.toml", "1"),
        ("x/Ida.toml", "2"),
        ("\x1b[31m\u202e.toml", "3"),
        ("/", "4"),
        ("n" * 300, "5"),
    ]
    assert tidy(rows) == {"Ida.toml": "1", "Ida.toml (2)": "2", "[31m .toml": "3", "file": "4", "n" * 80: "5"}


def test_thousands_of_files_of_one_name_are_named_at_once():
    names = list(tidy((f"{n}/Ida.toml", "") for n in range(60_000)))  # counted anew for each this takes minutes
    assert (names[1], names[-1], len(set(names))) == ("Ida.toml (2)", "Ida.toml (60000)", 60_000)


def test_a_cast_that_comes_with_the_game_is_chosen_by_its_name(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            server.registry.games, server.registry.names = game, ("smallville", "untold")
            _, _, front = await server.ask("GET", "/")
            assert '<option value="the_meridian">Nine Nights at the Meridian</option>' in front
            assert 'id="cast-untold"' not in front
            status, rows = await server.json("GET", "/api/games")
            assert [row["casts"] for row in rows] == [{"the_meridian": "Nine Nights at the Meridian"}, {}]
            form = {"content-type": f"multipart/form-data; boundary={BOUNDARY}", "origin": server.origin}
            body = parts([("cast", "the_meridian"), ("seats", "3")], [])
            status, answer, _ = await server.ask("POST", "/new/smallville", body, form)
            assert status == 303
            header = header_of(server, answer["location"].split("/")[2])
            assert [seat.id for seat in header.setup.seats] == ["watchtower", "isaura_veld", "tobias_crane"]
            assert list(header.files) == ["the_meridian.toml"]
            wish = {"game": "smallville", "seats": 3, "cast": "the_moon"}
            status, refused = await server.json("POST", "/api/tables", wish)
            assert status == 409
            assert refused["instead"] == "There are: the_meridian."

    play(scene())
