"""What has happened to somebody since they last chose: the few sentences that a new question has to come with."""

from collections.abc import Iterable, Iterator, Sequence

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.events import CHAPTERS, Event
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentence_cases import Reader
from cliffhanger.kernel.sentences import Voice

MOST = 2
"""So many are told beside who was felled; the story has them all."""


@remembered(lambda voice, log, seat, names: (id(voice), id(log), seat, names), 512, hold=True)
def befallen(voice: Voice, log: Sequence[Entry], seat: str, names: Reader) -> tuple[Event, ...]:
    """The newest things that befell the person with these `names`, oldest first: one of a kind, at most `MOST`.

    Beside them it has all that is news to everybody: each who was felled, and by whom, whether the reader or another.

    What came of the seat's own last act counts. Only what the seat may read is there; without names only the news is.
    """
    heard = [event for event in _since(log, seat) if event.text and event.heard_by(seat)]
    felled: dict[tuple[str, str], Event] = {}
    found: dict[str, Event] = {}
    for event in heard:
        befalls = voice.befalls(event, names)
        if voice.news(event, names) or (befalls and voice.is_news(event)):
            felled.setdefault((event.what, event.who), event)
        elif befalls and len(found) < MOST:
            found.setdefault(event.what, event)
    told = {id(event) for event in (*felled.values(), *found.values())}
    return tuple([event for event in reversed(heard) if id(event) in told])


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
