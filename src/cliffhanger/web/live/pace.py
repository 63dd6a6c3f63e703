"""Pace: how long what has just happened stays before a bot acts on it."""

from collections.abc import Sequence

from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.snapshot import Pace

TIMES: dict[Pace, float] = {"once": 0.0, "reading": 1.0, "slow": 2.0}
"""How many times the time of a reader each pace takes."""
GLANCE, WORD, MOST = 0.4, 0.25, 4.0  # seconds: to find a line, to read a word, for a deed however long
ROLL = 2.5  # seconds: dice fall, and are looked at


def reading_time(pace: Pace, log: Sequence[Entry]) -> float:
    """How long the newest deed of a log is read, in seconds: an act with its dice. None for one that tells nothing to all."""
    words, rolled = 0, False
    for entry in reversed(log):
        words += sum(len(event.text.split()) for event in entry.events if event.text and not event.only)
        if isinstance(entry.input, Act):
            return TIMES[pace] * max(ROLL * rolled, min(GLANCE + WORD * words, MOST)) if words else 0.0
        if not isinstance(entry.input, Faces):
            break
        rolled = True
    return 0.0
