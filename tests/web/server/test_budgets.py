"""Nobody fills a table, a disk or everybody's line: what is over is refused in a sentence."""

from secrets import token_hex

import pytest
from people import evening, play
from test_file_inputs import cast, sheet_of

from cliffhanger.kernel.inputs import Act, Pause, Undo
from cliffhanger.web.live import budgets, limits
from cliffhanger.web.live.budgets import ENTRY, AddressBudgets, Share, charged
from cliffhanger.web.live.limits import Limits, TokenBucket
from cliffhanger.web.workers.pool import ASKED_BY

pytestmark = pytest.mark.timeout(120)
BIG = 50_000


def padded(text):
    """A sheet with so many comments that it weighs 50 kB."""
    return text + ("# " + "x" * 77 + "\n") * ((BIG - len(text)) // 80)


async def sends(kim, count):
    """As many sheets of 50 kB as that; gives what was answered."""
    answers = []
    for _ in range(count):
        text = await sheet_of(kim)
        answers.append(await kim.does("sheet", sheet=padded(text)))
    return answers


def test_a_seat_that_sends_one_sheet_after_the_other_is_refused_and_the_table_plays_on(tmp_path):
    async def scene():
        async with evening(tmp_path, {"table_bytes": 200_000, "table_rate": 10.0}) as server:
            director, kim = await cast(server)
            async with kim.page(), director.page():
                answers = await sends(kim, 8)
                assert ["ack" in each for each in answers] == [True] * 3 + [False] * 5
                assert {each.get("why") for each in answers[3:]} == {
                    "This table has been sent more than it keeps at once."
                }
                await kim.send(do="pause", id="small", on=True)
                assert "ack" in await kim.answer("small")
                await director.send(do="pause", id="go-on", on=False)
                assert "ack" in await director.answer("go-on")
            assert len(server.registry.tables[kim.table].table.shown.state.proposals) == 1  # the newest takes the place
            kept = sum(len(line.body) for line in server.registry.store.read(kim.table))
            assert kept < 250_000

    play(scene())


def test_by_forms_and_programs_it_is_the_same_budget(tmp_path):
    async def scene():
        async with evening(tmp_path, {"table_bytes": 120_000, "table_rate": 10.0}) as server:
            _, kim = await cast(server)
            path = f"/api/tables/{kim.table}/act?seat={kim.seat}"
            statuses = []
            for _ in range(3):
                text = await sheet_of(kim)
                frame = await kim.act_frame("sheet", sheet=padded(text))
                statuses.append((await server.json("POST", path, frame, kim.secret))[0])
            assert statuses == [200, 200, 409]

    play(scene())


def test_an_address_has_one_budget_for_all_its_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(budgets, "HERE", frozenset())

    async def scene():
        async with evening(tmp_path, {"address_bytes": 120_000, "address_rate": 10.0}) as server:
            _, kim = await cast(server)
            async with kim.page():
                assert ["ack" in each for each in await sends(kim, 3)] == [True, True, False]
            _, other = await cast(server)
            async with other.page():
                (answer,) = await sends(other, 1)
                assert answer["why"] == "More came from your address than is kept at once."

    play(scene())


def test_a_budget_comes_back_with_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits, "monotonic", lambda: now[0])
    bucket = TokenBucket(100.0, 3 * ENTRY)
    undo = Undo(1)
    assert [charged(undo, bucket, None) is None for _ in range(3)] == [True, True, False]
    assert charged(Pause(on=True), bucket, None) is None
    assert charged(Pause(on=False), bucket, None) is not None
    now[0] = 20.0
    assert charged(undo, bucket, None) is None


def test_this_machine_has_no_budget_and_those_longest_quiet_are_forgotten():
    kept = AddressBudgets(1.0, 1_000, addresses=2)
    assert kept.of("127.0.0.1") is kept.of("") is None
    one = kept.of("192.0.2.1")
    assert kept.of("192.0.2.1") is one
    kept.of("192.0.2.2")
    kept.of("192.0.2.1")
    kept.of("192.0.2.3")
    assert list(kept.known) == ["192.0.2.1", "192.0.2.3"]
    act = Act("k1", "1", "call", {"words": "x" * 900})
    assert charged(act, TokenBucket(1.0, 9_000), one) is not None
    assert ASKED_BY.get() == ""


async def drafts(person, key, choice, count):
    """Send a draft so often that no limit of frames is in the way."""
    option = (await person.option(key))["option"]
    for _ in range(count):
        await person.send(do="draft", seat=person.seat, window=option["window"], key=key, choice=choice)
    await person.send(do="pause", id="over", on=True)
    return await person.answer("over")


def test_a_draft_of_40_kb_goes_to_nobody(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            director, kim = await cast(server)
            async with kim.page(), director.page():
                assert "ack" in await drafts(kim, "sheet", {"sheet": "x" * 40_000}, 3)
                assert (await director.view())["drafts"] == []
            option = (await kim.option("sheet"))["option"]
            draft = {"do": "draft", "seat": kim.seat, "window": option["window"], "key": "sheet"}
            path = f"/api/tables/{kim.table}/act?seat={kim.seat}"
            status, told = await server.json("POST", path, draft | {"choice": {"sheet": "x" * 9_000}}, kim.secret)
            assert (status, told["why"]) == (409, "That is too long to be shown before it is done.")

    play(scene())


def test_what_drafts_send_to_all_pages_has_an_end(tmp_path):
    async def scene():
        async with evening(tmp_path, {"rate": 1_000.0, "burst": 1_000, "draft_rate": 1.0}) as server:
            director, kim = await cast(server)
            seen, table = [], server.registry.tables[kim.table].table
            draft = table.draft
            table.draft = lambda *given: seen.append(given) or draft(*given)
            async with kim.page(), director.page():
                option = (await kim.option("sheet"))["option"]
                for n in range(60):
                    text = f"{n:04}" * 2_000
                    await kim.send(
                        do="draft", seat=kim.seat, window=option["window"], key="sheet", choice={"sheet": text}
                    )
                await kim.send(do="pause", id="over", on=True)
                await kim.answer("over")
            assert len(seen) == 7  # 64 kB, of which each takes a little more than 8

    play(scene())


def test_drafts_as_people_make_them_are_all_seen(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ida")
            async with ida.page(), wren.page():
                option = (await ida.option("dare"))["option"]
                for dice in (1, 2, 3) * 10:
                    await ida.send(do="draft", seat="k1", window=option["window"], key="dare", choice={"dice": dice})
                await ida.send(do="pause", id="over", on=True)
                await ida.answer("over")
            assert [each["draft"]["choice"] for each in (await wren.view())["drafts"]] == [{"dice": 3}]

    play(scene())


async def puts(person, count, **frame):
    """Send a frame so often, under an id of its own each time; gives what was answered."""
    answers = []
    for _ in range(count):
        id = token_hex(8)
        await person.send(id=id, **frame)
        answers.append(await person.answer(id))
    return answers


def kept(answers):
    return ["ack" in each for each in answers]


def test_a_seat_that_stops_the_table_and_lets_it_go_on_again_and_again_does_not_fill_its_record(tmp_path):
    async def scene():
        async with evening(tmp_path, {"asides": 6, "aside_rate": 0.001}) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ida")
            async with ida.page(), wren.page():
                for n in range(6):
                    assert kept(await puts(ida, 1, do="pause", on=True)) == [True], n
                    assert kept(await puts(wren if n % 2 else ida, 1, do="pause", on=False)) == [True], n
                (over,) = await puts(ida, 1, do="pause", on=True)
                assert over["why"] == "You have stopped the table, gone back or changed chairs very often."
                assert over["instead"] == "Wait a quarter of a minute, or ask somebody else at the table to."
                n = server.registry.tables[ida.table].table.shown.n
                assert kept(await puts(ida, 30, do="undo", to=0)) == [False] * 30
                assert kept(await puts(ida, 30, do="sit", seat="k1", name="Ada")) == [False] * 30
                assert server.registry.tables[ida.table].table.shown.n == n
                assert kept(await puts(wren, 1, do="pause", on=True)) == [True]  # the others have their own
                assert kept(await puts(ida, 1, do="pause", on=False)) == [
                    True
                ]  # who lets go on ends what another began
                assert "ack" in await ida.does("call", words="Here")

    play(scene())


def test_a_seat_that_acts_without_end_is_slowed_down(tmp_path):
    async def scene():
        async with evening(tmp_path, {"entries": 3, "entry_rate": 0.001}) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ida")
            async with ida.page(), wren.page():
                ruling = {"do": "rule", "path": ["lit"], "value": 2, "why": "a test"}
                answers = await puts(wren, 4, **ruling)
                assert kept(answers) == [True, True, True, False]
                assert answers[-1]["why"] == "You have done more than a table can write down at once."
                assert "ack" in await ida.does("call", words="Here")
                assert kept(await puts(wren, 1, do="pause", on=True)) == [True]
                assert kept(await puts(wren, 1, do="pause", on=False)) == [True]

    play(scene())


def test_what_an_evening_holds_is_never_too_much():
    """Six hours in which a seat stops the table or goes back three times a minute, and acts every two seconds."""
    share = Share(Limits())
    refused = 0
    for second in range(6 * 3_600):
        for bucket in (share.asides, share.entries):
            bucket.at -= 1.0  # a second passes
        refused += share.refused(Undo(1)) is not None if second % 20 == 0 else 0
        refused += share.refused(Act("k1", "1", "call", {})) is not None if second % 2 == 0 else 0
    assert refused == 0


async def frees(person):
    """Get up again."""
    frame = {"do": "sit", "id": token_hex(8), "seat": person.seat, "holder": "nobody"}
    path = f"/api/tables/{person.table}/act?seat={person.seat}"
    assert (await person.server.json("POST", path, frame, person.secret))[0] == 200


OFTEN = "Many seats were taken or asked back from your address."


def test_who_sits_down_and_gets_up_again_and_again_is_refused_by_forms_and_to_programs(tmp_path, monkeypatch):
    monkeypatch.setattr(budgets, "HERE", frozenset())

    async def scene():
        async with evening(tmp_path, {"sits": 4, "sit_rate": 0.001}) as server:
            wren = await server.opens()
            for _ in range(3):
                await frees(await server.sits(wren.table, "k1", "Ida"))
            status, headers, _ = await server.post(f"/t/{wren.table}/sit", {"seat": "k1", "name": "Ida"})
            assert (status, headers["location"].partition("#")[0]) == (303, f"/t/{wren.table}/seat/k1?lobby")
            live = server.registry.tables[wren.table]
            n, secrets = live.table.shown.n, live.secrets.now
            status, told = await server.json("POST", f"/api/tables/{wren.table}/sit", {"seat": "k2", "name": "Bo"})
            assert (status, told["refused"].startswith(OFTEN)) == (429, True)
            status, _, text = await server.post(f"/t/{wren.table}/sit", {"seat": "k2", "name": "Bo"})
            assert (status, OFTEN in text) == (429, True)
            drawn = live.audience.shared
            status, _, text = await server.post(f"/t/{wren.table}/back", {"seat": "k1"})
            assert (status, OFTEN in text) == (429, True)
            assert live.audience.shared is drawn  # nobody's page is drawn again for it
            assert (live.table.shown.n, live.secrets.now) == (n, secrets)

    play(scene())


def test_a_seat_that_is_taken_weighs_on_its_table_as_anything_else_does(tmp_path):
    async def scene():
        async with evening(tmp_path, {"table_bytes": 3_000, "table_rate": 1.0}) as server:
            wren = await server.opens()
            await frees(await server.sits(wren.table, "k1", "Ida"))
            found = [
                await server.json("POST", f"/api/tables/{wren.table}/sit", {"seat": seat, "name": "x" * 900})
                for seat in ("k1", "k2")
            ]
            assert [status for status, _ in found] == [201, 409]
            assert found[1][1]["why"] == "This table has been sent more than it keeps at once."

    play(scene())


def test_from_running_the_game_to_playing_it_and_back_has_an_end(tmp_path):
    async def scene():
        async with evening(tmp_path, {"asides": 1, "aside_rate": 0.001}) as server:
            status, headers, _ = await server.post("/tables", {"game": "lanterns", "name": "Wren"})
            seen = []
            for _ in range(4):
                place, _, secret = headers["location"].partition("#s=")
                place = place.partition("?")[0]
                wanted = "k1" if place.endswith("host") else "host"
                status, new, text = await server.post(f"{place}/chair", {"seat": wanted}, cookie=f"seat={secret}")
                headers = new if status == 303 else headers
                seen.append((status, "very often" in text))
            assert seen == [(303, False), (303, False), (409, True), (409, True)]

    play(scene())
