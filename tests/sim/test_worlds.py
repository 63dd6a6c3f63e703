"""Evenings in which everything goes wrong, by seed: nothing acknowledged is lost, nothing is done twice or by halves."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from tests.sim.history import Wrong
from tests.sim.world import run

from cliffhanger import games
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.table.at_hand import AtHand
from cliffhanger.table.entries import Entries
from cliffhanger.table.ports import Unsure
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.registry import Registry

SEEDS = int(os.environ.get("CLIFFHANGER_SEEDS", "300"))
FROM = int(os.environ.get("CLIFFHANGER_SEED", "0"))
BATCH = 100
ROOT = Path(__file__).parents[2]
REAL = SEEDS // 30  # evenings of each of the games that people play, with all the frames that their options allow


def plays(seed, game="lanterns"):
    """Run a seed; a failure names the command that runs it again."""
    try:
        return run(seed, game)
    except Exception as wrong:
        again = f"python -m tests.sim {seed} {game}"
        raise AssertionError(f"Seed {seed} of {game}: {wrong}\nTo see it again: {again}") from wrong


@pytest.mark.timeout(600 + 2 * SEEDS)
@pytest.mark.parametrize("first", range(FROM, FROM + SEEDS, BATCH))
def test_every_evening_ends_with_one_history_that_all_agree_on(first, figures):
    inputs = sum(len(plays(seed).sent) for seed in range(first, min(first + BATCH, FROM + SEEDS)))
    assert inputs > min(BATCH, SEEDS)
    figures(evenings=min(BATCH, FROM + SEEDS - first), inputs=inputs, first_seed=first)


@pytest.mark.timeout(600 + 2 * SEEDS)
@pytest.mark.parametrize("game", games.names())
def test_every_game_comes_through_the_same(game, figures):
    inputs = sum(len(plays(seed, game).sent) for seed in range(FROM, FROM + max(REAL, 1)))
    assert inputs > REAL
    figures(game=game, evenings=max(REAL, 1), inputs=inputs)


def told(seed):
    """All that an evening comes to, in a few letters."""
    world = run(seed)
    said = [(str(sent), sent.acks, sent.refusals, sent.called, sent.acked) for sent in world.sent]
    lines = [line.body for lines in world.disk.lines.values() for line in lines]
    return sha256(repr((said, lines, world.loop.steps)).encode()).hexdigest()


def test_a_seed_is_the_same_evening_each_time_and_in_every_process():
    script = "from tests.sim.test_worlds import told; print(*map(told, range(12)))"
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": odd},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for odd in ("1", "2")
    }
    assert found == {" ".join(map(told, range(12))) + "\n"}


def at_once(registry, lines, appended):
    """Acknowledge and publish before anything is kept."""
    registry.store.append(lines, lambda _: None)
    appended(None)


def nothing_new(live):
    """Never take in what other nodes have kept."""

    async def caught_up():
        return None

    return caught_up()


def sure(live, error):
    """Take what may have been kept for what was not."""
    if isinstance(error, Unsure):
        error = OSError("It was not kept.")
    _appended(live, error)


def forgets_what_waits(live):
    """Drop what waits for an answer without one."""
    live.queue.clear()
    live.pending, live.parked = [], []
    return []


async def no_fault(registry):
    """Take whatever can be read for what was written."""
    return ""


_appended = LiveTable._appended
BROKEN = {
    "what is put is acknowledged and shown before it is kept": (Registry, "_append", at_once),
    "an input that was sent again is taken for a new one": (Entries, "known", lambda *_: ()),
    "what other nodes keep is not taken in": (LiveTable, "catch_up", nothing_new),
    "an unknown end is told as a refusal": (LiveTable, "_appended", sure),
    "who waits is not answered once the table has been read again": (LiveTable, "_take_pending", forgets_what_waits),
    "what another node may have kept is refused without a look": (LiveTable, "_refuse", LiveTable._refused),
    "the loop reads what lies before the checkpoint": (AtHand, "wait_no_more", lambda at_hand: None),
    "what was written as its file was moved away is acknowledged": (Registry, "fault", no_fault),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_the_simulator_finds_what_is_broken_on_purpose(fault, monkeypatch):
    monkeypatch.setattr(*BROKEN[fault])
    found = 0
    for seed in range(120):
        try:
            run(seed)
        except (Wrong, Unreadable, AssertionError):
            found += 1
            break
    assert found, fault
