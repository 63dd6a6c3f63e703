"""The evening as a page of Markdown, from the sentences in a record: it needs no rules and knows no game.

An event whose kind is `scene`, `act`, `chapter` or `episode` (or `scene_opens` and the like) opens a new heading; one
whose kind tells of a setback is listed once more at the end, beside the rulings and their reasons. What was taken
back is left out.
"""

import re
from collections import Counter

from cliffhanger.kernel.events import CHAPTERS, Event, sentence
from cliffhanger.kernel.inputs import Act, Faces, Ruling, Sit
from cliffhanger.kernel.record import Entry, Header, standing
from cliffhanger.table.made import STRANGE

SETBACK = re.compile("setback", re.IGNORECASE)
QUIET = frozenset({"x", "pause", "undo", "word", "close", "seat"})
SIGNS = re.compile(r"([\\`*_\[\]<>#|~!&])")


def recap(header: Header, entries: tuple[Entry, ...], title: str = "", seat: str = "watch") -> str:
    """Tell a record as one seat may read it; `title` is the game's, where it is known."""
    entries = standing(entries)
    name = header.options.get("title") or title or header.game
    blocks = [f"# {plain(str(name))}", _when(header, title), _people(header, entries), *_story(entries, seat)]
    events = [event for entry in entries for event in entry.events if event.only in ("", seat) and event.text]
    rulings = [sentence(event) for event in events if event.what == "ruling"]
    setbacks = [sentence(event) for event in events if SETBACK.search(event.what)]
    for head, rows in (("Rulings", rulings), ("Setbacks", setbacks)):
        if rows:
            blocks += [f"## {head}", _rows(rows)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def plain(text: str) -> str:
    """Words that no Markdown sign in them can turn into something else."""
    return SIGNS.sub(r"\\\1", " ".join(STRANGE.sub(" ", text).split()))


def _when(header: Header, title: str) -> str:
    house = ", ".join(f"{name} {value}" for name, value in sorted(header.house.items()))
    parts = [title or header.game, header.opened[:10], f"house rules: {house}" if house else ""]
    return plain(" · ".join(part for part in parts if part))


def _people(header: Header, entries: tuple[Entry, ...]) -> str:
    names: dict[str, str] = {}
    deeds: Counter[str] = Counter()
    rolls: Counter[str] = Counter()
    for entry in entries:
        match entry.input:
            case Sit(seat=seat, name=name) if name:
                names[seat] = name
            case Act(seat=seat):
                deeds[seat] += 1
            case Faces(seat=seat, dice=dice) if dice:
                rolls[seat] += 1
    rows = []
    for chair in header.setup.seats:
        who = f" ({names[chair.id]})" if chair.id in names else ""
        counts = (_count(deeds[chair.id], "deed"), _count(rolls[chair.id], "roll"))
        rows.append(f"{chair.name}{who}: {', '.join(each for each in counts if each) or 'looked on'}")
    return f"## At the table\n\n{_rows(rows)}" if rows else ""


def _count(n: int, word: str) -> str:
    return f"{n} {word}{'s' if n > 1 else ''}" if n else ""


def _story(entries: tuple[Entry, ...], seat: str) -> list[str]:
    blocks, rows = ["## The story"], list[str]()
    for entry in entries:
        for event in entry.events:
            if not event.text or event.what in QUIET or event.only not in ("", seat):
                continue
            if event.what in CHAPTERS:
                blocks += [_rows(rows), f"### {plain(sentence(event))}"]
                rows = []
            else:
                rows.append(_told(entry, event))
    return [*blocks, _rows(rows)]


def _told(entry: Entry, event: Event) -> str:
    told = sentence(event)
    return f"(Ruling) {told}" if isinstance(entry.input, Ruling) and event.what == "ruling" else told


def _rows(rows: list[str]) -> str:
    return "\n".join(f"- {plain(row)}" for row in rows)
