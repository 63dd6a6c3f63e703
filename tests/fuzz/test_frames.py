"""Frames of strangers by the thousand at a table where others play: nothing breaks, nothing is left, no secret is sent."""

import os

import pytest
from tests.fuzz import frames
from tests.fuzz.frames import held

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.table import Table
from cliffhanger.web.http import sockets
from cliffhanger.web.live import protocol
from cliffhanger.web.live.live_table import LiveTable

BATCH = 100
CASES = int(os.environ.get("CLIFFHANGER_CASES", "500")) // 2
FROM = int(os.environ.get("CLIFFHANGER_CASE", "0"))
GROWN = 200 << 20  # bytes
pytestmark = pytest.mark.timeout(300)


def attacks(seed, count=BATCH):
    """Run a table under attack; a failure names the command that runs it again."""
    try:
        frames.run(seed, count)
    except Exception as wrong:
        raise AssertionError(f"{wrong}\nTo see it again: python -m tests.fuzz frames {seed}") from wrong


@pytest.mark.parametrize("seed", range(FROM, FROM + CASES // BATCH))
def test_a_table_plays_on_under_attack_and_tells_nothing(seed, figures):
    before = held()
    attacks(seed)
    assert held() - before < GROWN
    figures(frames=BATCH, seed=seed)


def test_frames_of_every_kind_are_spoiled():
    kinds = {each.__struct_config__.tag for each in protocol.Frame.__args__}
    assert frames.kinds() == kinds


read = protocol.read


def unguarded(text):
    """A reader of frames that breaks on what it cannot read."""
    try:
        return read(text)
    except Unreadable as odd:
        raise RuntimeError(str(odd)) from odd


BROKEN = {
    "Traceback": (sockets.protocol, "read", unguarded),
    "was sent": (Table, "view", lambda table, seat: table.shown.state),
    "still there": (LiveTable, "leave", lambda live_table, connection: None),
}


@pytest.mark.parametrize("told", BROKEN)
def test_what_is_broken_on_purpose_is_found(told, monkeypatch):
    where, name, instead = BROKEN[told]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(AssertionError, match=told):
        attacks(0, 25)
