"""Whatever is asked of a server, its loop never waits for the store: at a table that was opened from a checkpoint."""

import asyncio
from contextlib import suppress

import pytest
from people import Person, evening, grown, play

from cliffhanger.store import SqliteStore
from cliffhanger.table.entries import PAGE

pytestmark = pytest.mark.timeout(120)
WAITS = ("_reading", "find", "number_of", "create", "keep_secrets", "fault", "backup")  # all reading goes by the first


class Guarded(SqliteStore):
    """A store whose methods that may wait say where they were called on a loop; `asked` says which were asked at all."""

    def __init__(self, path):
        self.asked, self.wrong = set(), []
        super().__init__(path)


def guarded(name):
    def asked(self, *args, **named):
        self.asked.add(name)
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            self.wrong.append(name)
        return getattr(SqliteStore, name)(self, *args, **named)

    return asked


for each in WAITS:
    setattr(Guarded, each, guarded(each))


async def looks(server, table, people):
    """All that can be looked at."""
    for path in ("", "/log", "/recap", "/recap.md", "/record", "/house", "/dice", "/watch"):
        status, _, text = await server.ask("GET", f"/t/{table}{path}")
        assert status == 200, (path, text)
    for each in people:
        await each.view()
    for path in ("/healthz", "/readyz"):
        assert (await server.ask("GET", path))[0] == 200


def test_the_loop_never_waits_for_the_store_whatever_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr("cliffhanger.table.checkpoints.SPACING", 0.0)  # a checkpoint after every input

    async def scene():
        async with evening(tmp_path) as server:
            wren, ada, frame, ack = await grown(server, 2 * PAGE + 20)
        store = Guarded(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            for each in (wren, ada):
                each.server = server
            secret = (await wren.view(), server.registry.tables[wren.table].audience.watch_secret)[1]
            watcher = Person(server, {"table": wren.table, "seat": "watch", "secret": secret})
            room = Person(server, {"table": wren.table, "seat": "watch", "secret": secret})
            async with wren.page(), ada.page(), watcher.page(words=False), room.page(words=False, screen="?room"):
                for each in (wren, ada, watcher, room):
                    await each.next("page")
                assert server.registry.tables[wren.table].table._play.base > 2 * PAGE
                await looks(server, wren.table, (wren, ada))
                await ada.send(**frame)
                assert await ada.answer(frame["id"]) == ack
                for n, put in enumerate(
                    (
                        {"do": "pause", "on": True},
                        {"do": "pause", "on": False},
                        {"do": "undo", "to": 1},
                        {"do": "undo", "to": ack["n"]},
                        {"do": "sit", "seat": "k2", "holder": "bot"},
                        {"do": "sit", "seat": "k1", "holder": "nobody"},
                        {"do": "close"},
                    )
                ):
                    await wren.send(id=f"put-{n}", **put)
                    assert "ack" in await wren.answer(f"put-{n}"), put
                    await watcher.next("page")
                await looks(server, wren.table, (wren,))
            bo = await (await server.opens()).server.sits(next(reversed(server.registry.tables)), "k1", "Bo")
            assert (await bo.view())["n"]
        assert store.wrong == []
        assert store.asked == set(WAITS) - {"backup"}

    play(scene())
