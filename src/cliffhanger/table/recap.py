"""The recap of an evening as data: cast, a paragraph a scene, the roll of the night, credits. Markdown, page and card
are drawn from it.

Everything in it is what one seat may read; what was taken back is left out. Without its game all of it is told.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import structs

from cliffhanger.kernel.events import ALL, Event, Tale, sentence
from cliffhanger.kernel.game import WATCH, Game, Seat
from cliffhanger.kernel.inputs import Act, Close, Faces, Sit
from cliffhanger.kernel.panels import Group, Text
from cliffhanger.kernel.record.format import Entry, Header, standing
from cliffhanger.kernel.sentences import Voice
from cliffhanger.kernel.step import begin
from cliffhanger.table.chapters import NO_VOICE, SETBACK, Chapter, Told, chapters, tally
from cliffhanger.table.highlight import Highlight
from cliffhanger.table.house_rules import differing
from cliffhanger.table.snapshot import Sitter

SENTENCES, LINES, CHIPS = 6, 2, 6
"""What a paragraph holds of what was told, and of people's own lines; and what stands below it of what was changed."""
ONWARD = 4
"""How many things that are still open a recap ends with: the newest."""
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


class Scene(NamedTuple):
    """A chapter as one would tell it: its number (0: none) and name, a paragraph, and what came of it in one sentence.

    `told` are sentences in the order they happened, people's own lines among them; `rest` says how many more there were.
    """

    number: int
    name: str
    told: tuple[Told, ...]
    outcome: str
    chips: tuple[str, ...]
    rolls: str
    rest: int


class Credit(NamedTuple):
    """What there was of something, in words, and who had most of it ("" where nobody stands out)."""

    words: str
    who: str = ""


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
    gathered: tuple[tuple[str, tuple[str, ...]], ...]
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
    over: bool = False,
    ending: str = "",
) -> Recap:
    """The recap of a record as one seat may read it.

    `voice` says headlines, chips and counts (the game's own in English); `night` is the roll of the night; `people` are
    those whom people play, by chair (see `played`); `over` says that the game is, `ending` how.
    """
    entries = standing(entries)
    tale, voice = (game.tale, voice or game.voice) if game else (ALL, NO_VOICE)
    titles = {chair.name: people[chair.id].name for chair in header.setup.seats if chair.id in people}
    events = [_named(event, titles) for entry in entries for event in entry.events if event.heard_by(seat)]
    told = [event for event in events if event.text]
    said = [event for event in told if event.what == "said"]
    switches = game.switches if game else ()
    return Recap(
        title=str(
            header.options.get("title")
            or (named_in(game, header) if game else "")
            or (game.title if game else header.game)
        ),
        game=game.title if game else header.game,
        date=header.opened[:10],
        line=opening_line(game, header) if game else "",
        over=over or any(isinstance(entry.input, Close) for entry in entries),
        cast=_cast(header, entries, game, people),
        scenes=tuple(_scene(each, titles) for each in chapters(entries, seat, tale, voice)),
        night=night,
        head=_head(night, voice),
        gathered=_gathered(told, tale, voice),
        onward=tuple(dict.fromkeys(sentence(event) for event in told if event.what in tale.onward))[-ONWARD:],
        rulings=tuple(sentence(event) for event in told if event.what == "ruling"),
        setbacks=_setbacks(told, tale),
        house=tuple(f"{switch.title}: {words}" for switch, words in differing(switches, header.house)),
        credits=_credits(entries, events, seat, tale, voice),
        rolls=sum(isinstance(entry.input, Faces) and bool(entry.input.dice) for entry in entries),
        last=(said[-1].who, str(said[-1].data.get("line", said[-1].text))) if said else None,
        ending=ending,
    )


def _setbacks(told: list[Event], tale: Tale) -> tuple[str, ...]:
    """Setbacks of a kind that the credits do not count."""
    return tuple(counted(sentence(e) for e in told if SETBACK.search(e.what) and e.what not in tale.counts))


def counted(sentences: Iterable[str]) -> list[str]:
    """Each sentence once, in order; what was told several times says how often."""
    return [f"{said} ({n} times)" if n > 1 else said for said, n in Counter(sentences).items()]


def alone(event: Event) -> str:
    """An event as a sentence of a paragraph: one that stands alone does not say whose words it is."""
    return event.text if event.text[:1].isupper() else sentence(event)


def named_in(game: Game[Any], header: Header) -> str:
    """What the content of a table is called, as its file says: a film, a series, a story; empty where it has no name."""
    try:
        content = header.begins(game).content
    except Exception:  # a record of other files than these
        return ""
    titles = (row.get("title") for row in content.values() if isinstance(row, Mapping))
    return next((title for title in titles if isinstance(title, str) and title), "")


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


def _named(event: Event, titles: Mapping[str, str]) -> Event:
    """A person's own line is said by whom they play."""
    if event.what != "said" or event.who not in titles:
        return event
    return structs.replace(event, who=titles[event.who])


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


def _scene(chapter: Chapter, titles: Mapping[str, str]) -> Scene:
    """The paragraph of a chapter: its first sentence, what turned it, and what else there was, in the order it happened."""
    tale = [told._replace(event=_named(told.event, titles)) for told in chapter.tale]
    lines = [at for at, told in enumerate(tale) if told.event.what == "said"]
    rest = [at for at, told in enumerate(tale) if told.event.what not in ("said", "ruling")]
    after: Counter[str] = Counter()
    worth: dict[int, float] = {}
    for at in reversed(
        rest
    ):  # of one kind the newest tells most, and a kind that came up once more than one that did often
        kind = tale[at].event.what
        worth[at] = 2 * tale[at].turning - after[kind]
        after[kind] += 1
    if rest:
        worth[rest[0]] += 100
    turns = [at for at in rest if tale[at].turning and at != rest[0]]
    outcome = alone(tale[turns[-1]].event) if turns else ""
    chosen = sorted(worth, key=lambda at: (-worth[at], at))[:SENTENCES]
    kept = {alone(tale[at].event): at for at in sorted({*chosen, *lines[-LINES:]}, reverse=True)}
    kept.pop(outcome, None)
    return Scene(
        chapter.number if chapter.name else 0,
        chapter.name or chapter.head,
        tuple(tale[at] for at in sorted(kept.values())),
        outcome,
        tuple(chapter.chips[-CHIPS:]),
        chapter.short(),
        len(tale) - len(kept) - bool(outcome),
    )


def _head(night: Highlight | None, voice: Voice) -> str:
    """The headline of the roll of the night; its sentence where its kind has none."""
    if night is None or night.event is None:
        return ""
    return voice.head(night.event) if voice.sayable(night.event) else sentence(voice.heard(night.event))


def _gathered(told: list[Event], tale: Tale, voice: Voice) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for heading in dict.fromkeys(tale.gathers.values()):
        found[heading] = counted(sentence(event) for event in told if tale.gathers.get(event.what) == heading)
    return tuple((voice.catalogue.text(heading), tuple(rows)) for heading, rows in found.items() if rows)


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
        found.append(Credit(words, f"{first[0]}, {first[1]}" if first[1] > max(1, second[1]) else ""))
    return tuple(found)
