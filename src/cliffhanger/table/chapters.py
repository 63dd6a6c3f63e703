"""What of an evening people would tell a friend, chapter by chapter, and what was only its workings.

The rows of a game say which kinds of its events are workings, at which the story turns, and which open a chapter; all
else is told, all of it where the game is not here any more, and so is whatever a person rules.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from cliffhanger.kernel.events import CUES, Event, Tale
from cliffhanger.kernel.inputs import Faces
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentences import Tone, Voice

QUIET = frozenset({"x", "pause", "undo", "word", "rekey", "close", "seat"})
"""What the table itself does: in the log, and in no story."""

NO_VOICE = Voice(())
"""Says nothing: for a record without its game."""
SETBACK = re.compile("setback", re.IGNORECASE)


class Told(NamedTuple):
    """One sentence of the story, as a paragraph says it, told in entry `n`; at a `turning` point things are different afterwards.

    `line` is what whoever does it said with it, in their own words.
    """

    event: Event
    turning: bool = False
    n: int = 0
    line: str = ""


class Chip(NamedTuple):
    """What changed, in a few words, and whether that is good or bad for whoever it is about ("" for neither)."""

    words: str
    tone: Tone = ""


class Chapter(NamedTuple):
    """A part of the story: its heading (empty for what came before the first), its tale, what lay behind that, what changed.

    `number` and `name` are those of the event that opened it; 0 and "" where it has none. `rolls` is how often dice fell in it,
    counted as the credits count them.
    """

    head: str
    tale: list[Told]
    workings: list[Event]
    chips: list[Chip]
    number: int = 0
    name: str = ""
    rolls: int = 0

    def short(self) -> str:
        """The workings in a few words, `12 rolls in 3 rounds`; empty where nobody rolled."""
        rounds = sum(event.what == "round" for event in self.workings)
        words = [_many(self.rolls, "roll"), *([_many(rounds, "round")] if rounds else ())]
        return " in ".join(words) if self.rolls else ""


def chapters(entries: Iterable[Entry], seat: str, tale: Tale, voice: Voice = NO_VOICE) -> list[Chapter]:
    """The story as one seat may read it, cut at its scenes; what is empty is left out."""
    found = [Chapter("", [], [], [])]
    for entry in entries:
        if rolled(entry):
            found[-1] = found[-1]._replace(rolls=found[-1].rolls + 1)
        for event in entry.events:
            if not event.text or event.what in QUIET or not event.heard_by(seat):
                continue
            if (words := voice.chip(event)) and all(words != chip.words for chip in found[-1].chips):
                found[-1].chips.append(Chip(words, voice.tone(event.what)))
            if event.what in tale.chapters:
                found.append(Chapter(event.text.rstrip("."), [], [], [], *_called(event)))
            elif working(event, tale, fell=isinstance(entry.input, Faces)):
                found[-1].workings.append(event)
            else:
                turning = event.what in tale.turning or bool(SETBACK.search(event.what))
                found[-1].tale.append(Told(voice.story(event), turning, entry.n))
    return [each for each in found if each.head or each.tale or each.workings or each.rolls]


def rolled(entry: Entry) -> bool:
    """Whether dice fell."""
    return isinstance(entry.input, Faces) and bool(entry.input.dice)


def opened(found: list[Chapter]) -> list[Chapter]:
    """The same, with what people said before the first chapter, and what turned there, told in it; a story begins with a scene.

    All else that was told before only led to it.
    """
    if len(found) < 2 or found[0].head:
        return found
    before, first, *others = found
    early = [told for told in before.tale if told.turning or told.event.what == "said"]
    led = [told.event for told in before.tale if told not in early]
    tale, workings = [*first.tale[:1], *early, *first.tale[1:]], [*before.workings, *led, *first.workings]
    rolls = before.rolls + first.rolls
    return [first._replace(tale=tale, workings=workings, chips=[*before.chips, *first.chips], rolls=rolls), *others]


def tally(entries: Iterable[Entry], seat: str, tale: Tale, voice: Voice) -> list[str]:
    """How often what the game counts has happened, as one seat may read it: `4 scenes`, `5 Contests`."""
    heard = Counter(event.what for entry in entries for event in entry.events if event.heard_by(seat))
    return [voice.count(what, heard[what]) for what in tale.counts if heard[what]]


def working(event: Event, tale: Tale, *, fell: bool) -> bool:
    """Whether an event only led to something: a roll, a beat, a blow without harm, a Setback that dice alone brought."""
    if event.what in tale.workings or event.what in CUES or "faces" in event.data:
        return True
    return event.data.get("damage", 1) == 0 or (fell and bool(SETBACK.search(event.what)))


def _called(event: Event) -> tuple[int, str]:
    """The number and the name that an event gives a chapter."""
    number, name = event.data.get("number", 0), event.data.get("name", "")
    return (number if isinstance(number, int) else 0), (name if isinstance(name, str) else "")


def _many(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"
