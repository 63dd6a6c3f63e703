"""The scenes of an evening as one would tell them: of each a paragraph, what came of it, and where it was."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import structs

from cliffhanger.kernel.events import Event, sentence
from cliffhanger.kernel.sentence_cases import ENDS
from cliffhanger.kernel.sentences import Voice
from cliffhanger.table.chapters import Chapter, Chip, Told
from cliffhanger.table.places import Place

SENTENCES, LINES, CHIPS = 6, 2, 6
"""What a paragraph holds of what was told, and of people's own lines; and what stands below it of what was changed."""
SOON = 6
"""So many entries after a line its speaker's next deed goes with it."""


class Scene(NamedTuple):
    """A chapter as one would tell it: its number (0: none) and name, a paragraph, and what came of it in one sentence.

    `told` are sentences in the order they happened, people's own lines among them; `rest` says how many more there were.
    `above` is the part of the story that it opens ("Episode 2 begins"), `place` where it is, as far as that is known.
    """

    number: int
    name: str
    told: tuple[Told, ...]
    outcome: str
    chips: tuple[Chip, ...]
    rolls: str
    rest: int
    above: str = ""
    place: Place | None = None


def scenes(
    found: list[Chapter], titles: Mapping[str, str], known: Mapping[str, Place], voice: Voice
) -> Iterator[Scene]:
    """The chapters as scenes; one in which nothing happens, such as an episode that begins, stands above the next.

    What people say there they say in the next, and what they roll counts there. What goes on without a name of its own is
    where the last was.
    """
    above, early, place, rolls = "", list[Told](), None, 0
    for at, chapter in enumerate(found):
        said = [told for told in chapter.tale if told.event.what == "said"]
        if not chapter.name and said == chapter.tale and not chapter.chips and found[at + 1 :]:
            above, early, rolls = chapter.head, said, rolls + chapter.rolls
            continue
        tale = [*chapter.tale[:1], *early, *chapter.tale[1:]]
        told = chapter._replace(tale=tale, rolls=rolls + chapter.rolls)
        place = _where(chapter, known) or (None if chapter.name else place)
        yield _scene(told, titles, voice.catalogue.text("{first} and {last}"))._replace(above=above, place=place)
        above, early, rolls = "", [], 0


def _where(chapter: Chapter, known: Mapping[str, Place]) -> Place | None:
    """Where a chapter is: its own place, else the last that is named in it."""
    if chapter.name in known:
        return known[chapter.name]
    for event in reversed([*chapter.workings, *(told.event for told in chapter.tale)]):
        words = (event.text, *(value for value in event.data.values() if isinstance(value, str)))
        if found := next((place for name, place in known.items() if any(name in each for each in words)), None):
            return found
    return None


def _scene(chapter: Chapter, titles: Mapping[str, str], both: str) -> Scene:
    """The paragraph of a chapter: its first sentence, what turned it, and what else there was, in the order it happened.

    `both` is the template of two things that somebody did.
    """
    tale = [told._replace(event=named(told.event, titles)) for told in chapter.tale]
    rest = [at for at, told in enumerate(tale) if told.event.what not in ("said", "ruling", "")]
    turns = [at for at in rest if tale[at].turning and at != rest[0]]
    tale, lines = _with_lines(tale, {*rest[:1], *turns[-1:]})
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
    outcome = alone(tale[turns[-1]].event) if turns else ""
    chosen = sorted(worth, key=lambda at: (-worth[at], at))[:SENTENCES]
    kept = {alone(tale[at].event): at for at in sorted({*chosen, *lines[-LINES:]}, reverse=True)}
    kept.pop(outcome, None)
    return Scene(
        chapter.number if chapter.name else 0,
        chapter.name or chapter.head,
        tuple(_by_one(_in_one_breath([tale[at] for at in sorted(kept.values())], both))),
        outcome,
        tuple(chapter.chips[-CHIPS:]),
        chapter.short(),
        sum(bool(each.event.what) for each in tale) - len(kept) - bool(outcome),
    )


def _with_lines(tale: list[Told], alone_: set[int]) -> tuple[list[Told], list[int]]:
    """The tale with people's lines in the sentences of what they did with them, and where lines are now.

    A line goes with the next thing that whoever said it is told to have done, soon after; else it stands by itself. What
    stands `alone_` takes none.
    """
    found, lines = list(tale), []
    for at, told in enumerate(tale):
        if told.event.what != "said":
            continue
        line = str(told.event.data.get("line", told.event.text))
        near = (to for to in range(at + 1, len(tale)) if tale[to].n - told.n <= SOON)
        deed = next((to for to in near if tale[to].event.who == told.event.who and not found[to].line), None)
        if deed is None or deed in alone_ or not _goes_on(tale[deed].event):
            lines.append(at)
            continue
        found[deed] = found[deed]._replace(line=line)
        found[at] = told._replace(event=structs.replace(told.event, what=""))
        lines.append(deed)
    return found, lines


def _in_one_breath(tale: list[Told], both: str) -> Iterator[Told]:
    """The same, with two things that one person does after one another in one sentence."""
    before: Told | None = None
    for told in tale:
        if before and _short(before) and _follows(told, before.event):
            text = both.format(first=before.event.text.removesuffix("."), last=told.event.text)
            yield before._replace(event=structs.replace(before.event, text=text))
            before = None
            continue
        if before:
            yield before
        before = told
    if before:
        yield before


def _follows(told: Told, before: Event) -> bool:
    """Whether it is another thing that the same person did."""
    return not told.line and _goes_on(told.event) and told.event.who == before.who and told.event.what != before.what


def _short(told: Told) -> bool:
    """Whether a sentence has room for more of its person's."""
    text = told.event.text
    return _goes_on(told.event) and not told.line and text.endswith(".") and not {",", ":"} & {*text}


def _by_one(tale: Iterable[Told]) -> Iterator[Told]:
    """The same, where a line that goes on from one of the same speaker does not name them once more."""
    speaker = ""
    for told in tale:
        is_line = told.event.what == "said"
        goes_on = is_line and told.event.who == speaker
        yield told._replace(event=structs.replace(told.event, who="")) if goes_on else told
        speaker = told.event.who if is_line or told.line else ""


def _goes_on(event: Event) -> bool:
    """Whether a sentence goes on from its person, so that "and" may stand before it."""
    return bool(event.who) and event.what not in ("said", "ruling") and event.text[:1].islower()


def named(event: Event, titles: Mapping[str, str]) -> Event:
    """A person's own line is said by whom they play."""
    if event.what != "said" or event.who not in titles:
        return event
    return structs.replace(event, who=titles[event.who])


def alone(event: Event) -> str:
    """An event as a sentence of a paragraph: one that stands alone does not say whose words it is."""
    return event.text if event.text[:1].isupper() else sentence(event)


def closed(line: str) -> str:
    """A line as it stands by itself: with a full stop, unless it has an end of its own."""
    line = line.strip()
    return line if line.endswith((*ENDS, ",")) else f"{line}."


def spoken(line: str) -> str:
    """A line as it stands before "says Ida": with a comma, unless it asks, calls out or breaks off."""
    line = line.strip()
    return line if line.endswith(("?", "!", "…", ",")) else f"{line.removesuffix('.')},"
