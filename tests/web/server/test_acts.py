"""Acts over real sockets: kept before they are acknowledged, seen by all, and answered once and for all."""

import asyncio
import json

import pytest
from people import evening, play

pytestmark = pytest.mark.timeout(60)


def test_an_act_is_acknowledged_after_it_is_kept_and_seen_on_two_pages(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with wren.page(), ida.page():
                first = await ida.next("page")
                answer = await ida.does("pass")
                assert answer["n"] > first["n"]
                kept = [line.n for line in server.registry.store.read(wren.table)]
                assert answer["n"] in kept
                while (await wren.next("page"))["n"] < answer["n"]:
                    pass

    play(scene())


def test_the_same_id_again_gives_the_same_answer_and_one_entry(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                await ida.next("page")
                frame = await ida.act_frame("call", words="Hold fast")
                await ida.send(**frame)
                await ida.send(**frame)
                first, second = await ida.answer(frame["id"]), await ida.answer(frame["id"])
                assert first == second
                assert "ack" in first
            entries = [json.loads(line.body) for line in server.registry.store.read(wren.table)]
            assert sum(entry["input"]["kind"] == "act" for entry in entries) == 1

    play(scene())


def test_two_seats_that_happen_on_one_id_are_both_heard(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            bram = await server.sits(wren.table, "k2", "Bo")
            async with ida.page(), bram.page():
                await ida.next("page")
                frames = [await each.act_frame("call", words="Here") for each in (ida, bram)]
                for each, frame in zip((ida, bram), frames, strict=True):
                    await each.send(**(frame | {"id": "same-id-0001"}))
                answers = [await each.answer("same-id-0001") for each in (ida, bram)]
                assert [answer.get("ack") for answer in answers] == ["same-id-0001"] * 2
                assert answers[0]["n"] != answers[1]["n"]

    play(scene())


def test_a_refusal_says_why_and_what_instead(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                frame = await ida.act_frame("pass")
                frame["act"] |= {"window": "gone", "terms": ""}
                await ida.send(**frame)
                answer = await ida.answer(frame["id"])
                assert answer["why"] == "That question is closed."
                assert answer["instead"].startswith("You may: ")

    play(scene())


def test_a_draft_is_seen_by_the_others_and_leaves_no_entry(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with wren.page(), ida.page():
                await wren.next("page")
                option = (await ida.option("dare"))["option"]
                await ida.send(do="draft", seat="k1", window=option["window"], key="dare", choice={"dice": 3})
                while "Ida is choosing" not in (await wren.next("page"))["page"]:
                    pass
                view = await wren.view()
                assert [each["draft"]["choice"] for each in view["drafts"]] == [{"dice": 3}]
                kinds = {json.loads(line.body)["input"]["kind"] for line in server.registry.store.read(wren.table)}
                assert "act" not in kinds

    play(scene())


def test_odds_come_when_they_are_ready_and_the_page_is_drawn_again(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                await ida.next("page")
                option = (await ida.option("dare"))["option"]
                await ida.send(do="odds", window=option["window"], key="dare", choice={"dice": 2})
                answer = await ida.next("odds")
                assert (answer["key"], answer["odds"][0]["value"]) == ("dare", "7/12")  # two dice, seven or more

    play(scene())


def test_bots_act_by_themselves_once_somebody_looks(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, _ = await server.post("/try", {"game": "lanterns", "name": "Ada"})
            assert status == 303
            path, _, secret = headers["location"].partition("#s=")
            _, _, table, _, seat = path.split("/")
            from people import Person

            ida = Person(server, {"table": table, "seat": seat, "secret": secret})
            async with ida.page():
                await ida.next("page")
                await ida.does("pass")
                for _ in range(100):
                    log = (await ida.view())["log"]
                    if any(line["who"] == "Bram" for line in log):
                        break
                    await asyncio.sleep(0.02)
                assert any(line["who"] == "Bram" for line in log)

    play(scene())
