"""Who runs a game: whoever opens a table with friends says whether they do, or play too and a bot does."""

import asyncio
import re
from dataclasses import replace

from lanterns import LANTERNS
from people import evening, play

from cliffhanger import games
from cliffhanger.kernel.game import any_choice
from cliffhanger.kernel.inputs import Act, Sit
from cliffhanger.web.page import door


def seat_of(headers):
    """The address of a seat that was just taken, and its cookie."""
    place = headers["location"].partition("?lobby#s=")[0]
    own = next(each for each in headers["cookies"].splitlines() if each.startswith("seat="))
    return place, {"cookie": own.partition(";")[0]}


def acts(server, place):
    """How many acts there are in the record of a table."""
    table = server.registry.tables[place.split("/")[2]].table
    return sum(isinstance(entry.input, Act) for entry in table.shown.log)


def test_the_first_page_asks_who_runs_it_and_says_where_a_person_is_needed():
    html = door.door([LANTERNS])
    assert re.search(r'name="host" value="runs" checked><span>run it<small>as ', html)
    assert re.search(r'name="host" value="plays"><span>play too<small>a bot is ', html)
    assert "it needs a person for that" not in html
    html = door.door([replace(LANTERNS, bot=any_choice)])
    assert 'name="host"' not in html
    assert "it needs a person for that" in html


def test_who_plays_too_has_a_players_chair_and_the_bot_waits_until_they_begin(tmp_path):
    async def scene():
        async with evening(tmp_path, names=("untold",), known=games.game) as server:
            _, headers, _ = await server.post("/new/untold", {"seats": "3", "name": "Wren", "host": "plays"})
            place, wren = seat_of(headers)
            assert place.endswith("/seat/ione_wake")
            html = (await server.ask("GET", f"{place}?lobby", None, wren))[2]
            for words in ("You play Ione Wake", "A bot runs the game as Game Master.", "Let a bot play", "Start now"):
                assert words in html
            table = place.split("/")[2]
            _, headers, _ = await server.post(f"/t/{table}/sit", {"seat": "osk_tallow", "name": "Bo"})
            bo, cookie = seat_of(headers)
            assert "?lobby" in headers["location"]
            await asyncio.sleep(0.2)
            assert acts(server, place) == 0
            assert 'id="chairs"' in (await server.ask("GET", place, None, wren))[2]
            async with asyncio.timeout(20):
                while not acts(server, place):
                    await asyncio.sleep(0.02)
            assert 'id="chairs"' in (await server.ask("GET", bo, None, cookie))[2]
            assert 'id="overrule"' not in (await server.ask("GET", place, None, wren))[2]  # the bot keeps to the book

    play(scene())


def test_all_the_people_asked_for_have_a_chair_to_play_where_a_bot_runs_the_game(tmp_path):
    async def scene():
        async with evening(tmp_path, names=("untold",), known=games.game) as server:
            _, headers, _ = await server.post("/new/untold", {"seats": "3", "name": "Wren", "host": "plays"})
            at = seat_of(headers)[0].partition("/seat/")[0]
            for name in ("Bo", "Cy"):
                html = (await server.ask("GET", at))[2]
                chair = re.search(r'value="([a-z_]+)" checked', html)[1]
                status, headers, _ = await server.post(f"{at}/sit", {"seat": chair, "name": name})
                assert (status, chair in headers["location"]) == (303, True)
            seats = server.registry.tables[at.split("/")[2]].table.shown.seats
            assert [(each.holder, each.name) for each in seats] == [
                ("bot", ""),
                ("person", "Wren"),
                ("person", "Bo"),
                ("person", "Cy"),
            ]
            for wanted, said in (("6", "Untold has chairs for 5 who play."), ("7", "2 to 6 seats."), ("1", "")):
                status, _, html = await server.post("/new/untold", {"seats": wanted, "host": "plays"})
                assert (status, said in html) == (303 if wanted == "1" else 400, True)

    play(scene())


def test_whoever_opened_the_table_is_expected_to_begin_and_a_guest_may_without_being_told_to(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, headers, _ = await server.post("/new/lanterns", {"seats": "2", "name": "Wren", "host": "plays"})
            place, wren = seat_of(headers)
            at = place.partition("/seat/")[0]
            _, headers, _ = await server.post(f"{at}/sit", {"seat": "k2", "name": "Ada"})
            ada, own = seat_of(headers)

            async def lobbies():
                yours = (await server.ask("GET", f"{place}?lobby", None, wren))[2]
                return yours, (await server.ask("GET", f"{ada}?lobby", None, own))[2]

            yours, theirs = await lobbies()
            assert 'class="next" id="begin"' in yours
            assert "Run it yourself" in yours
            assert 'id="host-name"' in yours
            assert 'class="quiet" id="begin"' in theirs
            assert "Wren can begin now." in theirs
            assert not [each for each in ("Run it yourself", 'id="host-name"') if each in theirs]
            _, headers, _ = await server.post(f"{place}/chair", {"seat": "host"}, **wren)
            place, wren = seat_of(headers)
            await server.post(f"{place}/sit", {"id": "b", "seat": "k1", "name": "", "holder": "bot"}, **wren)
            yours, theirs = await lobbies()
            assert 'class="next" id="begin"' in yours
            assert 'class="quiet" id="begin"' in theirs
            assert "To your seat" in theirs
            server.registry.tables[at.split("/")[2]].audience.opener = "gone"  # nobody knows any more: all who may are
            live = server.registry.tables[at.split("/")[2]]
            assert 'class="next" id="begin"' in live.audience.html("host", server.origin, "lobby")

    play(scene())


def test_the_story_leads_back_to_the_seat_that_one_holds_and_else_to_the_way_in(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, headers, _ = await server.post("/new/lanterns", {"seats": "3", "name": "Wren"})
            place, _, secret = headers["location"].partition("?lobby#s=")
            at = place.partition("/seat/")[0]
            _, entered, _ = await server.post(f"{place}/enter", {"secret": secret})
            holds = {"cookie": "; ".join(row.partition(";")[0] for row in entered["cookies"].splitlines())}
            for page in ("recap", "log", "house", "dice"):
                html = (await server.ask("GET", f"{at}/{page}", None, holds))[2]
                assert f'<a href="{at}/mine">Back to the table</a>' in html, page
            status, headers, _ = await server.ask("GET", f"{at}/mine", None, holds)
            assert (status, headers["location"]) == (303, f"{place}/link")
            assert (await server.ask("GET", f"{at}/mine"))[1]["location"] == at
            html = (await server.ask("GET", at, None, holds))[2]  # one lit button: back to the seat
            assert 'class="next" id="back-to-seat"' in html
            assert 'class="act" id="sit-go"' in html
            assert 'class="next" id="sit-go"' in (await server.ask("GET", at))[2]
            await server.registry.tables[at.split("/")[2]].ask_as_host(Sit("host", "", "nobody"))
            assert (await server.ask("GET", f"{at}/mine", None, holds))[1]["location"] == at
            assert (await server.ask("GET", "/t/no-such-table-here/mine"))[0] == 404

    play(scene())


def test_who_hosts_goes_from_running_to_playing_and_back_before_the_game_begins(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, headers, _ = await server.post("/new/lanterns", {"seats": "3", "name": "Wren"})
            place, wren = seat_of(headers)
            html = (await server.ask("GET", f"{place}?lobby", None, wren))[2]
            assert re.search(r'name="seat" value="k1"><span>Play too: you take a chair, and a bot is ', html)
            status, headers, _ = await server.post(f"{place}/chair", {"seat": "k1"}, **wren)
            ida, own = seat_of(headers)
            assert (status, ida.rpartition("/")[2], "?lobby#s=" in headers["location"]) == (303, "k1", True)
            assert (await server.post(f"{place}/chair", {"seat": "k2"}, **wren))[0] == 403  # the chair has a bot now
            html = (await server.ask("GET", f"{ida}?lobby", None, own))[2]
            assert "A bot runs the game as " in html
            status, _, html = await server.post(f"{ida}/chair", {"seat": "k2"}, **own)
            assert (status, "There is no such seat at this table." in html) == (409, True)
            master = place.rpartition("/")[2]
            assert f'name="seat" value="{master}"><span>Run it yourself' in html
            _, headers, _ = await server.post(f"{ida}/chair", {"seat": master}, **own)
            again, wren = seat_of(headers)
            assert again == place
            holders = {
                each.id: (each.holder, each.name)
                for each in server.registry.tables[place.split("/")[2]].table.shown.seats
            }
            assert holders == {master: ("person", "Wren"), "k1": ("nobody", ""), "k2": ("nobody", "")}
            _, headers, _ = await server.post(f"/t/{place.split('/')[2]}/sit", {"seat": "k1", "name": "Ada"})
            ida, own = seat_of(headers)
            status, _, html = await server.post(f"{ida}/chair", {"seat": master}, **own)
            assert (status, "Who runs the game is settled." in html) == (409, True)  # a guest does not
            await server.ask("GET", place, None, wren)
            status, _, html = await server.post(f"{place}/chair", {"seat": "k2"}, **wren)
            assert (status, "Who runs the game is settled." in html) == (409, True)  # it has begun

    play(scene())


def test_a_game_without_a_bot_that_runs_it_needs_a_person(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            server.registry.games = lambda _: replace(LANTERNS, bot=any_choice)
            status, _, html = await server.post("/new/lanterns", {"seats": "3", "host": "plays"})
            assert (status, "needs a person as" in html) == (400, True)
            _, headers, _ = await server.post("/new/lanterns", {"seats": "3"})
            place, wren = seat_of(headers)
            assert "It needs a person for that." in (await server.ask("GET", f"{place}?lobby", None, wren))[2]
            status, _, html = await server.post(f"{place}/chair", {"seat": "k1"}, **wren)
            assert (status, "needs a person as" in html) == (409, True)

    play(scene())


def test_who_is_gone_for_a_while_is_said_to_be_away_and_not_after_a_short_break(tmp_path):
    async def scene():
        async with evening(tmp_path, {"away": 0.3}) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            async with wren.page(), asyncio.timeout(20):
                audience = server.registry.tables[wren.table].audience

                def away():
                    return 'id="away"' in audience.html("host", server.origin), audience.shared.about.away

                async with ada.page():
                    await ada.next("page")
                assert away() == (False, ())
                async with ada.page():  # it was a short break
                    await ada.next("page")
                    await asyncio.sleep(0.5)
                    assert away() == (False, ())
                while not audience.shared.about.away:
                    await asyncio.sleep(0.02)
                assert away() == (True, ("k1",))
                assert "Ada is away. The seat stays theirs" in audience.html("host", server.origin)
                assert "Ada is away" not in audience.html("k1", server.origin)  # who comes back reads nothing of it
                assert "Ada is away" in audience.html("watch", server.origin, "room")
                async with ada.page():
                    await ada.next("page")
                    assert away() == (False, ())

    play(scene())
