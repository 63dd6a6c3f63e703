"""Nobody fills a table, a disk or everybody's line: what is over is refused in a sentence."""

import pytest
from people import evening, play
from test_file_inputs import cast, sheet_of

from cliffhanger.kernel.inputs import Act, Pause, Undo
from cliffhanger.web.live import budgets, limits
from cliffhanger.web.live.budgets import ENTRY, AddressBudgets, charged
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
    kept = AddressBudgets(Limits(address_bytes=1_000), addresses=2)
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
