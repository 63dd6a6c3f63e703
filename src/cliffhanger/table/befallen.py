"""What has happened to somebody since they last chose: the few sentences that a new question has to come with."""

from collections.abc import Iterable, Iterator, Sequence

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.events import CHAPTERS, Event
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentence_cases import Reader
from cliffhanger.kernel.sentences import Voice

MOST = 2
"""So many are told; the story has them all."""


@remembered(lambda voice, log, seat, names: (id(voice), id(log), seat, names), 512, hold=True)
def befallen(voice: Voice, log: Sequence[Entry], seat: str, names: Reader) -> tuple[Event, ...]:
    """The newest things that befell the person with these `names`, oldest first: one of a kind, at most `MOST`.

    Where they leave room, it has what is news to everybody: who of the others was felled, and by whom.

    What came of the seat's own last act counts. Only what the seat may read is there; without names there is nothing.
    """
    if not names:
        return ()
    heard = [event for event in _since(log, seat) if event.text and event.heard_by(seat)]
    found: dict[str, Event] = {}
    for comes in (voice.befalls, voice.news):
        for event in heard:
            if len(found) < MOST and event.what not in found and comes(event, names):
                found[event.what] = event
    return tuple([event for event in reversed(heard) if found.get(event.what) is event])


def _since(log: Sequence[Entry], seat: str) -> Iterator[Event]:
    """The events since the seat last chose, newest first; what was before the part of the story that has begun is behind all."""
    for entry in reversed(log):
        for event in reversed(entry.events):
            if event.what in CHAPTERS:
                return
            yield event
        if isinstance(entry.input, Act) and entry.input.seat == seat:
            return


def told(voice: Voice, events: Iterable[Event], names: Reader) -> tuple[str, ...]:
    """Each as a whole sentence, said to the reader; as it is kept where no row can say it any more."""
    return tuple(f"{each.who} {each.text}".strip() for each in (voice.heard(event, names) for event in events))
