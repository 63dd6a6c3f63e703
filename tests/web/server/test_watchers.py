"""Those who watch cannot hold a table up, and can be sent away."""

import contextlib

import pytest
from people import Person, evening, play
from websockets.exceptions import ConnectionClosed

from cliffhanger.kernel.game import WATCH
from cliffhanger.table.secrets import sealed, unsealed
from cliffhanger.web.live import bench_pauses
from cliffhanger.web.live.bench_pauses import BenchPauses
from cliffhanger.web.live.links import new_secrets, sent_away, watch_secret

pytestmark = pytest.mark.timeout(60)


def watcher(server, person):
    secret = server.registry.tables[person.table].audience.watch_secret
    return Person(server, {"table": person.table, "seat": "watch", "secret": secret})


async def pauses(person, id, *, on, x=False):
    await person.send(do="pause", id=id, on=on, x=x)
    return await person.answer(id)


async def sets(master, to, id="bench-01"):
    await master.send(do="bench", id=id, to=to)
    return await master.answer(id)


async def ended(person):
    """The code with which a page is closed."""
    try:
        while True:
            await person.next("page")
    except ConnectionClosed as closed:
        return closed.rcvd.code


@contextlib.asynccontextmanager
async def table(tmp_path, **limits):
    """A table with its master's page open, somebody who plays, and somebody who watches."""
    async with evening(tmp_path, limits=limits) as server:
        wren = await server.opens()
        ada = await server.sits(wren.table, "k1", "Ada")
        bench = watcher(server, wren)
        async with wren.page(), ada.page(), bench.page():
            for each in (wren, ada, bench):
                await each.next("page")
            yield server, wren, ada, bench


def test_whoever_pauses_at_every_view_holds_up_nobody(tmp_path):
    async def scene():
        async with table(tmp_path) as (_, wren, ada, bench):
            answers = [await pauses(bench, "stop-000", on=True)]
            assert "ack" in answers[0]
            assert "ack" in await pauses(ada, "on-00000", on=False)
            for n in range(1, 12):
                answers.append(await pauses(bench, f"stop-{n:03}", on=True, x=n % 2 == 0))
                if n == 3:
                    assert "ack" in await ada.does("pass")
            assert all("once a minute" in each["why"] for each in answers[1:])
            assert not (await wren.view())["paused"]

    play(scene())


def test_who_watches_does_not_lift_the_pause_of_somebody_at_the_table(tmp_path):
    async def scene():
        async with table(tmp_path) as (_, wren, ada, bench):
            for id, x in (("ada-0000", False), ("ada-0001", True)):
                assert "ack" in await pauses(ada, id, on=True, x=x)
                assert "somebody at the table" in (await pauses(bench, f"{id}-b", on=False))["why"].lower()
                assert (await wren.view())["paused"]

    play(scene())


def test_what_was_kept_once_is_answered_the_same_when_it_is_sent_again(tmp_path):
    async def scene():
        async with table(tmp_path) as (_, _wren, _ada, bench):
            first = await pauses(bench, "stop-000", on=True)
            assert first == await pauses(bench, "stop-000", on=True)

    play(scene())


def test_whoever_runs_the_table_lets_seats_alone_stop_it(tmp_path):
    async def scene():
        async with table(tmp_path, watch_stops=0.0) as (server, wren, ada, bench):
            assert "ack" in await sets(wren, "quiet")
            html = server.registry.tables[wren.table].audience.html("host", server.origin)
            assert 'value="loud"' in html
            assert "Only whoever plays" in (await pauses(bench, "stop-000", on=True))["why"]
            assert "ack" in await pauses(ada, "ada-0000", on=True)
            assert "ack" in await pauses(ada, "ada-0001", on=False)
            assert "ack" in await sets(wren, "loud", "bench-02")
            assert "ack" in await pauses(bench, "stop-001", on=True)

    play(scene())


def test_whoever_watches_is_sent_away_and_comes_back_by_a_new_link_alone(tmp_path):
    async def scene():
        async with table(tmp_path) as (server, wren, ada, bench):
            assert "Just watch" in (await server.ask("GET", f"/t/{wren.table}"))[2]
            assert "ack" in await sets(wren, "away")
            assert await ended(bench) == 4401
            with pytest.raises(ConnectionClosed):
                async with bench.page():
                    await bench.next("page")
            assert "Just watch" not in (await server.ask("GET", f"/t/{wren.table}"))[2]
            status, headers, _ = await server.post(f"/t/{wren.table}/sit", {"seat": "watch"})
            assert (status, "location" in headers) == (409, False)
            again = watcher(server, wren)
            assert again.secret != bench.secret
            html = server.registry.tables[wren.table].audience.html("host", server.origin)
            assert f"/watch#s={again.secret}" in html
            async with again.page():
                assert await again.next("page")
            assert "ack" in await ada.does("pass")

    play(scene())


def test_what_was_set_for_those_who_watch_is_there_after_a_restart(tmp_path):
    async def scene():
        async with table(tmp_path) as (server, wren, _ada, bench):
            await sets(wren, "away")
            await sets(wren, "quiet", "bench-02")
            secret = watcher(server, wren).secret
        async with evening(tmp_path) as server:
            live = await server.registry.find(wren.table)
            assert live.audience.watch_secret == secret
            assert await server.registry.admit(wren.table, WATCH, secret)
            assert await server.registry.admit(wren.table, WATCH, bench.secret) is None
            assert (live.audience.bench.quiet, live.audience.bench.invited) == (True, True)

    play(scene())


def test_nobody_but_whoever_runs_the_table_does_that(tmp_path):
    async def scene():
        async with table(tmp_path) as (server, wren, ada, bench):
            for who in (ada, bench):
                for to in ("quiet", "away"):
                    answer = await sets(who, to, f"bench-{to}")
                    assert answer["why"] in ("Only the game master does that.", "You only watch.")
            assert not server.registry.tables[wren.table].audience.bench.quiet
            way = f"/t/{wren.table}/seat"
            await server.post(f"{way}/k1/bench", {"to": "away", "id": "x-1"}, cookie=f"seat={ada.secret}")
            assert watcher(server, wren).secret == bench.secret
            status, _, _ = await server.post(
                f"{way}/host/bench", {"to": "away", "id": "x-2"}, cookie=f"seat={wren.secret}"
            )
            assert status == 303
            assert watcher(server, wren).secret != bench.secret

    play(scene())


def test_what_cannot_be_kept_is_not_set(tmp_path):
    async def scene():
        async with table(tmp_path) as (server, wren, _ada, bench):
            for each in tmp_path.glob("tables.db*"):
                each.unlink()
            answer = await sets(wren, "away")
            assert "was deleted" in answer["why"]
            assert watcher(server, wren).secret == bench.secret
            assert not server.registry.tables[wren.table].audience.bench.invited

    play(scene())


def test_the_bench_has_a_secret_of_its_own_and_tables_of_before_keep_theirs():
    one, two = new_secrets(), new_secrets()
    assert watch_secret(one) != watch_secret(two)
    assert watch_secret(one) == watch_secret(unsealed(sealed(one)))
    before = unsealed(b'{"key":"' + one.key.encode() + b'","seats":{}}')
    assert watch_secret(before) not in (watch_secret(one), "")  # it follows from the dice key, until it is renewed
    assert watch_secret(sent_away(before)) != watch_secret(before)
    assert watch_secret(sent_away(one)) != watch_secret(one)


def test_a_minute_has_to_go_by(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(bench_pauses, "monotonic", lambda: now[0])
    bench = BenchPauses(60.0)
    assert bench.refused("one", on=True) is None
    bench.happened(WATCH, "one", on=True)
    assert bench.refused("two", on=False) is None
    bench.happened(WATCH, "two", on=False)
    assert bench.refused("three", on=True)
    assert bench.refused("one", on=True) is None  # sent again
    now[0] += 59.0
    bench.happened("k1", "four", on=False)
    now[0] += 59.0
    assert bench.refused("five", on=True)
    now[0] += 2.0
    assert bench.refused("five", on=True) is None
