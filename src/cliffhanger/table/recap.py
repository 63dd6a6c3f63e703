"""The evening as a page of Markdown, as one would tell it to a friend: from the sentences in a record, without rules.

Each scene has its heading, what was done in it that mattered, turning points in bold, and one line that counts the
rolls. Rulings with their reasons and Setbacks stand once more at the end. What was taken back is left out.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from cliffhanger.kernel.events import ALL, Tale, sentence
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.house_rules import Switch
from cliffhanger.kernel.inputs import Act, Faces, Sit
from cliffhanger.kernel.record.format import Entry, Header, standing
from cliffhanger.kernel.sentences import Voice
from cliffhanger.table.chapters import NO_VOICE, SETBACK, Told, chapters, tally
from cliffhanger.table.house_rules import differing
from cliffhanger.table.normalize import STRANGE

SIGNS = re.compile(r"([\\`*_\[\]<>#|~!&])")


def recap(header: Header, entries: tuple[Entry, ...], game: Game[Any] | None = None, seat: str = WATCH) -> str:
    """Tell a record as one seat may read it. Without its game the sentences are there, but all of them."""
    entries = standing(entries)
    title, switches = (game.title, game.switches) if game else (header.game, ())
    tale, voice = (game.tale, game.voice) if game else (ALL, NO_VOICE)
    name = header.options.get("title") or title
    blocks = [f"# {plain(str(name))}", _when(header, title), _people(header, entries)]
    blocks += [*_house(header, switches), *_story(entries, seat, tale, voice)]
    events = [event for entry in entries for event in entry.events if event.heard_by(seat) and event.text]
    rulings = [sentence(event) for event in events if event.what == "ruling"]
    setbacks = [sentence(event) for event in events if SETBACK.search(event.what)]
    for head, rows in (("Rulings", rulings), ("Setbacks", counted(setbacks))):
        if rows:
            blocks += [f"## {head}", _rows(rows)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def counted(sentences: Iterable[str]) -> list[str]:
    """Each sentence once, in order; what was told several times says how often."""
    return [f"{said} ({n} times)" if n > 1 else said for said, n in Counter(sentences).items()]


def plain(text: str) -> str:
    """Words that no Markdown sign in them can turn into something else."""
    return SIGNS.sub(r"\\\1", " ".join(STRANGE.sub(" ", text).split()))


def _when(header: Header, title: str) -> str:
    return plain(" · ".join(part for part in (title, header.opened[:10]) if part))


def _house(header: Header, switches: Iterable[Switch]) -> list[str]:
    rows = [f"{switch.title}: {words}" for switch, words in differing(switches, header.house)]
    return ["## House rules", _rows(rows)] if rows else []


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


def _story(entries: tuple[Entry, ...], seat: str, tale: Tale, voice: Voice) -> list[str]:
    blocks = ["## The story"]
    for chapter in chapters(entries, seat, tale, voice):
        short = chapter.short()
        blocks += [
            f"### {plain(chapter.head)}" if chapter.head else "",
            "\n".join(f"- {_told(each)}" for each in chapter.tale),
            " · ".join(map(plain, chapter.chips)),
            f"*{short}.*" if short else "",
        ]
    counts = tally(entries, seat, tale, voice)
    return [*blocks, f"*{plain(', '.join(counts))}.*"] if counts else blocks


def _told(each: Told) -> str:
    told = plain(sentence(each.event))
    if each.event.what == "ruling":
        return f"(Ruling) {told}"
    return f"**{told}**" if each.turning else told


def _rows(rows: Iterable[str]) -> str:
    return "\n".join(f"- {plain(row)}" for row in rows)
