"""A browser without script: links, forms and a cookie for one seat are enough to play."""

import json
import re
from urllib.parse import urlencode

import pytest
from people import evening, play

from cliffhanger.games import game

pytestmark = pytest.mark.timeout(60)


async def sits(server, table, seat, name="Ada"):
    """Take a seat by the table's link; gives the seat's address, its cookie and its secret."""
    status, headers, _ = await server.post(f"/t/{table}/sit", {"seat": seat, "name": name})
    assert status == 303
    path, _, secret = headers["location"].partition("?lobby#s=")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert f"Path={path};" in cookie
    assert "SameSite=strict" in cookie
    return path, {"cookie": cookie.partition(";")[0]}, secret


def fields_of(html, key):
    """The hidden fields of the form of one option."""
    form = re.search(rf'<form [^>]*data-key="{key}".*?</form>', html, re.DOTALL)[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


@pytest.mark.parametrize("charset", ["punycode", "idna", "utf-7", "unicode_escape", "nobody-knows-it", '"utf-7"'])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
def test_who_sends_a_form_does_not_choose_how_it_is_decoded(tmp_path, kind, charset):
    body = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nWren\r\n--x--\r\n'

    async def scene():
        async with evening(tmp_path) as server:
            sent = {"content-type": f"{kind}; charset={charset}", "origin": server.origin}
            status, _, text = await server.ask("POST", "/new/lanterns", body, sent)
            assert (status, "UTF-8" in text) == (400, True)
            sent["content-type"] = f"{kind}; charset=UTF-8"
            if "boundary" in kind:  # of the other kind it is no form
                assert (await server.ask("POST", "/new/lanterns", body, sent))[0] == 303

    play(scene())


def test_a_seat_is_played_with_forms_alone(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, _ = await server.post("/new/lanterns", {"seats": "3", "name": "Wren", "preset": "storm"})
            assert status == 303
            table = headers["location"].split("/")[2]
            path, cookie, _ = await sits(server, table, "k1")
            status, _, html = await server.ask("GET", path, None, cookie)
            assert (status, "You are Ida." in html) == (200, True)
            sent = fields_of(html, "dare") | {"p.dice": "2"}
            status, headers, _ = await server.post(f"{path}/act", sent, **cookie)
            assert (status, headers["location"]) == (303, path)
            status, _, html = await server.ask("GET", path, None, cookie)
            assert "dare the wind with 2." in html
            status, _, html = await server.post(f"{path}/act", sent, **cookie)  # sent again: it is the same input
            assert status == 303
            gone = sent | {"id": "another-1", "window": "gone"}
            status, _, html = await server.post(f"{path}/act", gone, **cookie)
            assert (status, "That question is closed." in html) == (409, True)
            status, _, _ = await server.post(f"{path}/undo", {"to": "4", "id": "back-it-1"}, **cookie)
            assert status == 303
            assert "Ida dares the wind with 2." not in (await server.ask("GET", path, None, cookie))[2]

    play(scene())


def test_a_line_of_ones_own_goes_with_an_act_and_is_no_longer_than_its_field_says(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            path, cookie, _ = await sits(server, wren.table, "k1")
            html = (await server.ask("GET", path, None, cookie))[2]
            most = int(re.search(r'<input name="said"[^>]* maxlength="(\d+)"', html)[1])
            sent = fields_of(html, "dare") | {"p.dice": "2", "said": "x" * (most + 1)}
            status, _, said = await server.post(f"{path}/act", sent, **cookie)
            assert (status, f"at most {most} signs" in said) == (409, True)
            assert (await server.post(f"{path}/act", sent | {"said": "w" * most}, **cookie))[0] == 303
            for page in ((await server.ask("GET", path, None, cookie))[2], str(await wren.view())):
                assert "w" * most in page

    play(scene())


def test_who_runs_a_table_closes_it_and_nobody_else_does(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, headers, _ = await server.post("/new/lanterns", {"seats": "3", "name": "Wren"})
            place, _, secret = headers["location"].partition("?lobby#s=")
            _, entered, _ = await server.post(f"{place}/enter", {"secret": secret})
            wren = {"cookie": entered["set-cookie"].partition(";")[0]}
            path, cookie, _ = await sits(server, place.split("/")[2], "k1")
            assert 'id="f-close"' not in (await server.ask("GET", path, None, cookie))[2]
            status, _, html = await server.post(f"{path}/close", {"id": "close-it-1"}, **cookie)
            assert (status, "Only the game master closes the table." in html) == (409, True)
            assert 'id="f-close"' in (await server.ask("GET", place, None, wren))[2]
            status, _, _ = await server.post(f"{place}/close", {"id": "close-it-2"}, **wren)
            html = (await server.ask("GET", place, None, wren))[2]
            assert (status, "close the table" in html, 'id="f-close"' in html) == (303, True, False)

    play(scene())


def test_a_seat_opens_by_its_code_and_without_one_shows_nothing(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            path, _, secret = await sits(server, wren.table, "k1")
            status, _, shell = await server.ask("GET", path)
            assert (status, "Oil" in shell, 'name="secret"' in shell) == (200, False, True)
            status, headers, _ = await server.post(f"{path}/enter", {"secret": f"{server.origin}{path}#s={secret}"})
            assert (status, headers["location"]) == (303, path)
            cookie = {"cookie": headers["set-cookie"].partition(";")[0]}
            assert "You are Ida." in (await server.ask("GET", path, None, cookie))[2]
            assert (await server.post(f"{path}/enter", {"secret": "wrong"}))[0] == 403
            assert (await server.post(f"{path}/pause", {"on": "1", "id": "pause-it-1"}))[0] == 403

    play(scene())


def test_looking_takes_no_seat_and_a_taken_one_is_refused(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            for _ in range(3):
                status, _, html = await server.ask("GET", f"/t/{wren.table}?seat=k1")
                assert (status, 'value="k1" checked' in html) == (200, True)
            await sits(server, wren.table, "k1")
            status, _, html = await server.post(f"/t/{wren.table}/sit", {"seat": "k1", "name": "Bo"})
            assert (status, "Ada sits as Ida now. Bram is ticked for you instead." in html) == (409, True)
            assert 'value="k2" checked' in html
            assert 'value="Bo"' in html  # what was typed stays

    play(scene())


def ticked(html):
    """Which chair is ticked at the way in."""
    return re.findall(r'<input type="radio"[^>]* value="([^"]*)" checked>', html)


def test_two_who_come_at_once_are_offered_different_chairs_and_a_page_that_asks_again_follows_the_table(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            at = f"/t/{wren.table}"

            async def looks(wanted="", cookie=""):
                _, headers, html = await server.ask(
                    "GET", at + (wanted and f"?seat={wanted}"), None, {"cookie": cookie} if cookie else {}
                )
                return headers["set-cookie"].partition(";")[0], html

            ada, first = await looks()
            bo, second = await looks()
            assert (ticked(first), ticked(second)) == (["k1"], ["k2"])
            assert ticked((await looks(cookie=ada))[1]) == ["k1"]  # the same browser, the same chair
            assert ticked((await looks())[1]) == ["k1"]  # a third, where there are two: one of them is held out twice
            assert ticked((await looks("watch", ada))[1]) == ["watch"]
            await sits(server, wren.table, "k2")
            _, html = await looks("k2", bo)
            assert "Ada sits as Bram now. Ida is ticked for you instead." in html
            assert (ticked(html), "taken by Ada" in html) == (["k1"], True)
            await sits(server, wren.table, "k1", "Cy")
            _, html = await looks("k1", bo)
            assert "Cy sits as Ida now. No chair is free any more." in html
            assert ticked(html) == []  # nobody watches who has not chosen to
            _, html = await looks(cookie="guest=../x")
            assert (ticked(html), "Every chair is taken. Ask whoever opened the table." in html) == ([], True)
            assert "Every chair is taken." not in (await server.ask("GET", f"{at}?seat="))[2]  # the page has said it
            status, _, html = await server.post(f"{at}/sit", {"name": "Bo"})
            assert (status, "Every chair is taken. Ask whoever opened the table." in html) == (409, True)
            status, _, html = await server.post(f"{at}/sit", {"name": "Bo", "seat": "k1"})
            assert (status, "Cy sits as Ida now. No chair is free any more." in html, ticked(html)) == (409, True, [])

    play(scene())


def test_a_seat_taken_in_another_browser_is_asked_back_and_freed_with_one_tap(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, headers, _ = await server.post("/new/lanterns", {"seats": "3", "name": "Wren"})
            place, _, secret = headers["location"].partition("?lobby#s=")
            at = place.partition("/seat/")[0]
            _, entered, _ = await server.post(f"{place}/enter", {"secret": secret})
            wren = {"cookie": entered["set-cookie"].partition(";")[0]}
            ada, own, _ = await sits(server, at.removeprefix("/t/"), "k1")
            bo, bos, _ = await sits(server, at.removeprefix("/t/"), "k2", "Bo")
            html = (await server.ask("GET", at))[2]
            assert '<button class="act" id="back-k1" name="seat" value="k1"><span>I am Ada, at Ida</span>' in html
            assert 'id="asked-back"' not in (await server.ask("GET", place, None, wren))[2]
            assert "asked-back" not in (await server.post(f"{at}/back", {"seat": "k9"}))[2]
            status, headers, _ = await server.post(f"{at}/back", {"seat": "k1"})
            guest = {"cookie": headers["set-cookie"].partition(";")[0]}
            assert (status, headers["location"]) == (303, at)
            html = (await server.ask("GET", at, None, guest))[2]
            assert "You asked for Ida. All who may free it see that" in html
            assert "You asked for" not in (await server.ask("GET", at))[2]  # to everybody else nothing is said
            assert "says that they are you" in (await server.ask("GET", ada, None, own))[2]
            assert 'id="asked-back"' not in (await server.ask("GET", bo, None, bos))[2]
            for screen in ("?lobby", ""):
                assert "says that they are Ada" in (await server.ask("GET", place + screen, None, wren))[2]
            form = re.search(r'id="f-free-k1".*?</form>', (await server.ask("GET", place, None, wren))[2])[0]
            sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
            assert (await server.post(f"{place}/sit", sent, **wren))[0] == 303
            html = (await server.ask("GET", at, None, guest))[2]
            assert "Ida is free for you: sit down, and go on where you were." in html
            assert ticked(html) == ["k1"]
            assert (await server.post(f"{at}/sit", {"seat": "k1", "name": "Ada"}, **guest))[0] == 303
            assert "Ida is free for you" not in (await server.ask("GET", at, None, guest))[2]
            assert 'id="asked-back"' not in (await server.ask("GET", place, None, wren))[2]

    play(scene())


@pytest.mark.parametrize(
    ("typed", "way"),
    [
        ("Amber kettle, north SEVEN", "/t/amber-kettle-north-seven"),
        ("http://192.168.1.5:8000/t/amber-kettle-north-seven", "/t/amber-kettle-north-seven"),
        ("http://x/t/amber-kettle-north-seven/seat/k1#s=abc", "/t/amber-kettle-north-seven/seat/k1#s=abc"),
        ("https://evil.example//evil.example", None),
    ],
)
def test_a_link_or_four_words_lead_to_the_table(tmp_path, typed, way):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, _ = await server.post("/join", {"link": typed})
            assert headers.get("location") == way or headers["location"].startswith("/t/")
            assert status == 303

    play(scene())


@pytest.mark.parametrize(
    ("wish", "status", "says"),
    [
        ({"game": "chess"}, 404, "There is no game"),
        ({"game": "lanterns", "seats": "9"}, 400, "2 to 3 seats"),
        ({"game": "lanterns", "seats": "many"}, 400, "cannot be read"),
        ({"game": "lanterns", "house.weather": "snow"}, 400, "It can be: calm, storm."),
        ({"game": "lanterns", "preset": "none-such"}, 400, "There are: storm."),
        ({"game": "lanterns", "undo": "nobody"}, 400, "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(tmp_path, wish, status, says):
    async def scene():
        async with evening(tmp_path) as server:
            answer = await server.post("/tables", wish)
            assert (answer[0], says in answer[2]) == (status, True), answer[2]

    play(scene())


def test_what_is_read_of_a_table_tells_no_secret(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            hand = next(each["hand"] for each in (await ida.view())["view"]["keepers"] if each["id"] == "k1")
            assert hand
            for leaf in ("log", "recap", "recap.md", "recap.svg", "house", "record", "sheet/k1", "seat/k1", ""):
                status, _, text = await server.ask("GET", f"/t/{wren.table}/{leaf}".rstrip("/"))
                assert status == 200, leaf
                assert not any(card in text for card in hand), leaf
                assert ida.secret not in text
            _, _, text = await server.ask("GET", f"/t/{wren.table}/recap.md")
            assert "- Ida: Ada" in text
            _, headers, text = await server.ask("GET", f"/t/{wren.table}/recap.svg")
            assert headers["content-type"] == "image/svg+xml"
            _, _, text = await server.ask("GET", f"/t/{wren.table}/recap")
            assert f'<meta property="og:image" content="{server.origin}/t/{wren.table}/recap.png">' in text
            status, headers, text = await server.ask(
                "GET", f"/t/{wren.table}/seat/k1/record", None, {"authorization": f"Bearer {ida.secret}"}
            )
            assert (status, all(card in text for card in hand)) == (200, True)
            assert "attachment" in headers["content-disposition"]

    play(scene())


def test_static_files_are_packed_and_kept(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            html = (await server.ask("GET", "/"))[2]
            address = re.search(r'href="(/static/page\.css\?v=[0-9a-f]+)"', html)[1]
            status, headers, text = await server.ask("GET", address)
            assert (status, "immutable" in headers["cache-control"], len(text) > 1000) == (200, True, True)
            status, _, _ = await server.ask("GET", address, None, {"if-none-match": headers["etag"]})
            assert status == 304
            assert (await server.ask("GET", "/static/skin-lanterns.css"))[0] == 200
            assert (await server.ask("GET", "/static/../server.py"))[0] == 404

    play(scene())


def test_a_program_gets_the_figures_of_its_own_options_and_of_no_others(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            option = (await ida.option("dare"))["option"]

            async def asks(seat, secret, **wanted):
                query = urlencode({"seat": seat, "window": option["window"], "key": "dare"} | wanted)
                return await server.json("GET", f"/api/tables/{wren.table}/figures?{query}", None, secret)

            status, (figure,) = await asks("k1", ida.secret, choice='{"dice": 2}')
            assert (status, figure["value"], figure["unit"]) == (200, "7/12", "chance")  # two dice, seven or more
            status, (one_die,) = await asks("k1", ida.secret)
            assert (status, one_die["value"]) == (200, "0")  # as it lies there
            assert (await asks("k1", wren.secret))[0] == 403
            assert (await asks("k1", ""))[0] == 401
            for seat, secret, wanted, why in (
                ("host", wren.secret, {}, "That question is closed."),
                ("k1", ida.secret, {"window": "7"}, "That question is closed."),
                ("k1", ida.secret, {"choice": '{"dice": 9}'}, "a whole number from"),
                ("k1", ida.secret, {"choice": '{"lamps": 9}'}, "Nothing here asks for lamps. Look again, then decide."),
            ):
                status, said = await asks(seat, secret, **wanted)
                assert (status, why in said["refused"]) == (409, True), said
            status, said = await asks("k1", ida.secret, each="oil")
            assert (status, said["refused"]) == (409, "There is nothing to pick that is called oil. (LN-DARE)")
            for odd in ("[", "[1]", '{"dice": {}}'):
                assert (await asks("k1", ida.secret, choice=odd))[0] == 400
            async with ida.page():
                await ida.does("dare", dice=2)
            option = (await ida.option("dare"))["option"]
            assert "The dice are chosen" in (await asks("k1", ida.secret))[1]["refused"]
            assert not server.registry.services.figures.queue
            assert "dare" not in {draft["key"] for draft in (await wren.view())["drafts"]}

    play(scene())


def test_a_program_is_told_what_each_item_of_a_pick_would_make_of_a_choice(tmp_path):
    async def scene():
        async with evening(tmp_path, names=["smallville"], known=game) as server:
            gm = await server.opens(game="smallville", seats=3)
            lead = await server.sits(gm.table, "tamsin_rook", "Ada")
            async with gm.page(), lead.page():
                await gm.does("episode")
                opening = await gm.until("open.")
                await gm.does(opening["key"], **{p["name"]: p["start"] for p in opening["params"]})
                asked = {p["name"]: p for p in (await lead.until("contest"))["params"]}
                against, stake = (asked[name]["items"][0]["id"] for name in ("against", "stake"))
                await lead.does("contest", against=[against], stake=[stake], goal="Tell me.")
                option = await lead.until("roll")
                pick = next(p for p in option["params"] if p["name"] == "pool")
                query = {"seat": lead.seat, "window": option["window"], "key": "roll"}

                async def asks(**wanted):
                    path = f"/api/tables/{gm.table}/figures?{urlencode(query | wanted)}"
                    return await server.json("GET", path, None, lead.secret)

                _, plain = await asks(choice=json.dumps({"pool": pick["start"]}))
                status, rows = await asks(choice=json.dumps({"pool": pick["start"]}), each="pool")
                assert status == 200
                assert len(rows) > len(pick["start"])
                other = next(x["id"] for x in pick["items"] if x["id"] in rows and x["id"] not in pick["start"])
                _, with_it = await asks(choice=json.dumps({"pool": [*pick["start"], other]}))
                assert rows[other][0]["value"] == with_it[0]["value"] != plain[0]["value"]

    play(scene())


def test_the_api_answers_odds_exactly_and_refuses_what_is_out_of_range(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, found = await server.json("GET", "/api/games/lanterns/odds/light?dice=2")
            assert (status, found["value"]) == (200, "7/12")
            status, found = await server.json("GET", "/api/games/lanterns/odds/light?dice=20")
            assert (status, "from 1 to 3" in found["refused"]) == (400, True)
            status, found = await server.json("GET", "/api/games")
            assert [(row["game"], row["seats"]) for row in found] == [("lanterns", [2, 3])]

    play(scene())


def test_a_browser_that_holds_a_seat_finds_back_from_the_tables_link_and_from_the_front_page(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            _, headers, _ = await server.post(f"/t/{wren.table}/sit", {"seat": "k1", "name": "Ada"})
            both = headers["cookies"].splitlines()
            secret = headers["location"].partition("#s=")[2]
            (kept,) = [each for each in both if each.startswith("held=")]
            assert secret not in kept
            assert "HttpOnly" in kept
            cookie = {"cookie": kept.partition(";")[0]}
            way = f'href="/t/{wren.table}/seat/k1/link"'
            html = (await server.ask("GET", f"/t/{wren.table}", None, cookie))[2]
            assert f'id="back-to-seat" {way}>You are Ida: back to your seat<' in html
            assert way in (await server.ask("GET", "/", None, cookie))[2].partition('id="yours"')[2]
            other = (await server.ask("GET", f"/t/{wren.table}"))[2]
            assert ("back-to-seat" in other, 'id="other-browser"' in other) == (False, True)
            assert 'id="yours"' not in (await server.ask("GET", "/"))[2]
            for odd in ("held=x", "held=%5B%5B%22..%2F%22%2C%22%22%2C%22%22%2C%22%22%5D%5D"):
                assert 'id="yours"' not in (await server.ask("GET", "/", None, {"cookie": odd}))[2]

    play(scene())
