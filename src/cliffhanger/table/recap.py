"""The recap of an evening as data: cast, a paragraph a scene, the roll of the night, credits. Markdown, page and card
are drawn from it.

Everything in it is what one seat may read; what was taken back is left out. Without its game all of it is told.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cliffhanger.kernel.events import ALL, Event, Tale, sentence
from cliffhanger.kernel.game import WATCH, Game, Seat
from cliffhanger.kernel.inputs import Act, Close, Faces, Sit
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.kernel.record.format import Entry, Header, standing
from cliffhanger.kernel.sentences import Voice
from cliffhanger.kernel.step import begin
from cliffhanger.table.chapters import NO_VOICE, SETBACK, chapters, opened, rolled, tally
from cliffhanger.table.headers import title_of
from cliffhanger.table.highlight import Highlight
from cliffhanger.table.house_rules import differing
from cliffhanger.table.places import places
from cliffhanger.table.scenes import Scene, alone, named, scenes
from cliffhanger.table.snapshot import Sitter

DICE = (4, 6, 8, 10, 12)
ONWARD, ALIKE = 4, 2
"""How many things that are still open a recap ends with, and how many of one kind: the newest."""
FULL_STOP = re.compile(r"(?<=[.?!])\s+")


class Part(NamedTuple):
    """Somebody of the cast: whom they play, what is said of them, of which role, who they are, and what they did.

    `player` is "" for a bot and for an empty chair; `bot` tells which.
    """

    name: str
    about: str
    role: str
    player: str
    bot: bool
    acts: int
    rolls: int


class Person(NamedTuple):
    """Whom somebody plays, and what their sheet says of them in a line."""

    name: str
    about: str = ""


class Row(NamedTuple):
    """A sentence that is told once more at the end: about whom, and from which die to which they came with it (0: none)."""

    words: str
    who: str = ""
    was: int = 0
    to: int = 0


class Credit(NamedTuple):
    """What there was of something, in words, and who had most of it, and how much ("" where nobody stands out)."""

    words: str
    who: str = ""
    n: int = 0


class Recap(NamedTuple):
    """An evening. `line` is one line of tone, `ending` how it ended, for whom.

    `gathered` are headings with sentences; `last` is somebody's last word.
    """

    title: str
    game: str
    date: str
    line: str
    over: bool
    cast: tuple[Part, ...]
    scenes: tuple[Scene, ...]
    night: Highlight | None
    head: str
    gathered: tuple[tuple[str, tuple[Row, ...]], ...]
    onward: tuple[str, ...]
    rulings: tuple[str, ...]
    setbacks: tuple[str, ...]
    house: tuple[str, ...]
    credits: tuple[Credit, ...]
    rolls: int
    last: tuple[str, str] | None
    ending: str = ""


def gather(
    header: Header,
    entries: tuple[Entry, ...],
    game: Game[Any] | None = None,
    seat: str = WATCH,
    *,
    voice: Voice | None = None,
    night: Highlight | None = None,
    people: Mapping[str, Person] = {},
    premise: str = "",
    over: bool = False,
    ending: str = "",
) -> Recap:
    """The recap of a record as one seat may read it.

    `voice` says headlines, chips and counts (the game's own in English); `night` is the roll of the night; `people` are
    those whom people play, by chair (see `played`); `premise` is what is at stake now, for a story whose files do not say
    it before it begins; `over` says that the game is, `ending` how.
    """
    entries = standing(entries)
    tale, voice = (game.tale, voice or game.voice) if game else (ALL, NO_VOICE)
    titles = {chair.name: people[chair.id].name for chair in header.setup.seats if chair.id in people}
    events = [named(event, titles) for entry in entries for event in entry.events if event.heard_by(seat)]
    told = [event for event in events if event.text]
    said = [event for event in told if event.what == "said"]
    night = night and night._replace(who=titles.get(night.who, night.who))
    switches, known = game.switches if game else (), places(game, header)
    return Recap(
        title=title_of(game, header) if game else str(header.options.get("title") or header.game),
        game=game.title if game else header.game,
        date=header.opened[:10],
        line=(opening_line(game, header) or premise) if game else "",
        over=over or any(isinstance(entry.input, Close) for entry in entries),
        cast=_cast(header, entries, game, people),
        scenes=tuple(scenes(opened(chapters(entries, seat, tale, voice)), titles, known, voice)),
        night=night,
        head=_head(night, voice),
        gathered=_gathered(told, tale, voice),
        onward=_onward(told, tale, voice),
        rulings=tuple(sentence(event) for event in told if event.what == "ruling"),
        setbacks=_setbacks(told, tale),
        house=tuple(f"{switch.title}: {words}" for switch, words in differing(switches, header.house)),
        credits=_credits(entries, events, seat, tale, voice),
        rolls=sum(map(rolled, entries)),
        last=(said[-1].who, str(said[-1].data.get("line", said[-1].text))) if said else None,
        ending=ending,
    )


def _onward(told: list[Event], tale: Tale, voice: Voice) -> tuple[str, ...]:
    """What is still open, the newest first: of one kind for one person one thing, and of one kind at most two.

    What somebody was after is not open any more once it is told of again, whoever did it.
    """
    found: dict[tuple[str, str], tuple[str, object]] = {}
    for event in told:
        goal = event.data.get("goal")
        found = {about: each for about, each in found.items() if not goal or each[1] != goal}
        if event.what in tale.onward and (words := voice.onward(event)):
            found.pop((event.what, event.who), None)
            found[event.what, event.who] = words, goal
    alike: Counter[str] = Counter()
    rows: list[str] = []
    for (what, _who), (words, _goal) in reversed(found.items()):
        alike[what] += words not in rows
        rows += [words] if words not in rows and alike[what] <= ALIKE else []
    return tuple(rows[:ONWARD])


def _setbacks(told: list[Event], tale: Tale) -> tuple[str, ...]:
    """Setbacks of a kind that the credits do not count."""
    return tuple(counted(sentence(e) for e in told if SETBACK.search(e.what) and e.what not in tale.counts))


def counted(sentences: Iterable[str]) -> list[str]:
    """Each sentence once, in order; what was told several times says how often."""
    return [f"{said} ({n} times)" if n > 1 else said for said, n in Counter(sentences).items()]


def opening_line(game: Game[Any], header: Header) -> str:
    """The first sentence that the stage says of the story, before anybody has played, if those are words of its content.

    Empty where there is content that says nothing of the kind: what a stage says of setting up is no motto. The tagline
    of the game where the stage says nothing.
    """
    try:
        setup = header.begins(game)
        state = begin(game, game.start(setup)).state
        panels = game.panels(game.view(state, WATCH), WATCH)
    except Exception:  # a record of other rules than these
        return game.tagline
    stages = (panel for panel in panels if isinstance(panel, Group) and panel.place == "stage")
    body = next((each.body for stage in stages for each in stage.panels if isinstance(each, Text)), "")
    line = FULL_STOP.split(body.strip(), maxsplit=1)[0]
    files = (row for row in setup.content.values() if isinstance(row, Mapping))
    if not setup.content or any(isinstance(words, str) and line in words for row in files for words in row.values()):
        return line or game.tagline
    return ""


def played(game: Game[Any], view: Any, seats: Iterable[Seat | Sitter]) -> dict[str, Person]:  # noqa: ANN401
    """Whom people play, by chair, as everybody's `view` shows it: the one whom their own panels are about.

    Who plays several, such as the master of a game, keeps the name of the chair.
    """
    found = {}
    for seat in seats:
        own = [p for p in game.panels(view, seat.id) if isinstance(p, Group) and p.place == "own" and p.mark]
        if len({each.mark for each in own}) == 1:
            found[seat.id] = Person(own[0].mark, own[0].note)
    return found


SOMEBODY = "somebody"
"""A person who gave no name."""


def _cast(
    header: Header, entries: tuple[Entry, ...], game: Game[Any] | None, people: Mapping[str, Person]
) -> tuple[Part, ...]:
    sits: dict[str, Sit] = {}
    acts: Counter[str] = Counter()
    rolls: Counter[str] = Counter()
    for entry in entries:
        match entry.input:
            case Sit(seat=seat, name=name, holder=holder) if name or holder != "nobody":
                sits[seat] = entry.input  # whoever got up has played all the same
            case Act(seat=seat):
                acts[seat] += 1
            case Faces(seat=seat, dice=dice) if dice:
                rolls[seat] += 1
    roles = {role.id: role.title for role in game.roles} if game else {}
    return tuple(
        Part(
            *people.get(chair.id, Person(chair.name)),
            roles.get(chair.role, ""),
            (sits[chair.id].name or SOMEBODY) if chair.id in sits and sits[chair.id].holder == "person" else "",
            chair.id in sits and sits[chair.id].holder == "bot",
            acts[chair.id],
            rolls[chair.id],
        )
        for chair in header.setup.seats
    )


def _head(night: Highlight | None, voice: Voice) -> str:
    """The headline of the roll of the night; where its kind has none, what they were after, else its sentence, or whose luck it was."""
    if night is None:
        return ""
    event = night.event
    if event is not None and (headline := voice.headline(event)):
        return headline
    if event is not None and (goal := event.data.get("goal")):
        return f"{event.who}: {goal}"
    if event is not None:
        return alone(voice.heard(event))
    luck = "{who} beats the odds." if night.came else "The dice let {who} down."
    return voice.catalogue.text(luck).format(who=night.who)


def _gathered(told: list[Event], tale: Tale, voice: Voice) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    found: dict[str, list[Row]] = {}
    for heading in dict.fromkeys(tale.gathers.values()):
        events = [event for event in told if tale.gathers.get(event.what) == heading]
        about = {sentence(event): (event.who, _die(event, "was"), _die(event, "to")) for event in events}
        often = Counter(map(sentence, events))
        said = zip(often, counted(map(sentence, events)), strict=True)
        found[heading] = [Row(words, *about[plain]) for plain, words in said]
    return tuple((voice.catalogue.text(heading), tuple(rows)) for heading, rows in found.items() if rows)


def _die(event: Event, field: str) -> int:
    """The die that a field of an event is; 0 where it is none."""
    value = event.data.get(field, 0)
    return value if value in DICE else 0


def _credits(
    entries: tuple[Entry, ...], events: list[Event], seat: str, tale: Tale, voice: Voice
) -> tuple[Credit, ...]:
    """What the game counts, each with whoever had most of it, if that was more than once and more than anybody else."""
    counts = tally(entries, seat, tale, voice)
    kinds = [what for what in tale.counts if any(event.what == what for event in events)]
    found = []
    for words, what in zip(counts, kinds, strict=True):
        most = Counter(event.who for event in events if event.what == what and event.who).most_common(2)
        first, second = (*most, ("", 0), ("", 0))[:2]
        found.append(Credit(words, *first) if first[1] > max(1, second[1]) else Credit(words))
    return tuple(found)
