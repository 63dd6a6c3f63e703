"""Pace: how long what has just happened stays before a bot acts on it."""

from collections.abc import Container, Sequence

from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.entries import recent
from cliffhanger.table.snapshot import Pace

TIMES: dict[Pace, float] = {"once": 0.0, "reading": 1.0, "slow": 2.0}
"""How many times the time of a reader each pace takes."""
GLANCE, WORD, MOST = 0.4, 0.25, 4.0  # seconds: to find a line, to read a word, for a deed however long
ROLL = 2.5  # seconds: dice fall, and are looked at
CHOICE = 90.0  # seconds: a person whom nobody waits for, and who may act, reads what there is and makes up their mind
CHOICES = 600.0  # seconds: so long at the most they go on choosing before a bot acts


def choosing_time(pace: Pace, waiting: object, people: Container[str]) -> float:
    """How long bots leave the word, in seconds, to people who may act though nobody waits for them.

    Nobody leaves it to whoever may only step in, unless that is their turn: somebody who rests may act. What is asked within
    their window comes first: what a roll has brought is told, and then they choose.
    """
    offers = waiting if isinstance(waiting, tuple) else ()
    asked = {each.window for each in awaited(offers)}
    open_ = (each for each in offers if each.seat in people and not each.blocked)
    turns = (each for each in open_ if not each.reaction or each.option.first)
    may = (each for each in turns if not any(window.startswith(f"{each.window}.") for window in asked))
    return TIMES[pace] * CHOICE if any(may) else 0.0


def reading_time(pace: Pace, log: Sequence[Entry]) -> float:
    """How long the newest deed of a log is read, in seconds: an act with its dice. None for one that tells nothing to all."""
    words, rolled = 0, False
    for entry in recent(log):
        words += sum(len(event.text.split()) for event in entry.events if event.text and not event.only)
        if isinstance(entry.input, Act):
            return TIMES[pace] * max(ROLL * rolled, min(GLANCE + WORD * words, MOST)) if words else 0.0
        if not isinstance(entry.input, Faces):
            break
        rolled = True
    return 0.0
