"""Who is there, drawn small: what the panels for everybody say of each person, gathered from their rows and their boxes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from cliffhanger.kernel.panels import Coin, Counter, Die, Group, List, Panel, Row, Track
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.rows import tag
from cliffhanger.web.page.tracks import boxes, in_words

FULL, SHORT = 5, 15  # people whose tracks are drawn with their names, and people drawn at all
TRACKS, TAGS = 4, 2  # of each
IN_A_LINE = 19  # signs of what is said of somebody in a picture, below their name
ABREAST = 5  # in one row of all the screen
COLUMN = 12.0  # how wide one of them has to stand where they are alone, in rem of the room's screen
TALL, BESIDE, BROAD = (
    10.4,
    16.2,
    60.0,
)  # how high all of them may stand; and in less than that width, where others stand as high
MORE = 1.6  # how high the line is that counts who is left out
SIZES = (1.0, 0.85, 0.7)  # of a name, in rem: the first at which it stands in two lines
LETTER, LINE = 0.58, 1.15  # how wide a letter and how high a line is, of its size
FACE, GAP = 2.5, 1.0  # what stands before a name, and between two people


class Person(Struct, frozen=True):
    """What is said of somebody to everybody."""

    name: str
    tracks: tuple[Track, ...] = ()
    row: Row | None = None
    counters: tuple[Counter, ...] = ()


def people(panels: Iterable[Panel]) -> dict[str, Person]:
    """Everybody of whom these panels say something, by name, in the order in which they come."""
    found: dict[str, Person] = {}
    for person in _found(panels):
        old = found.get(person.name, person)
        found[person.name] = Person(
            person.name, old.tracks or person.tracks, old.row or person.row, old.counters or person.counters
        )
    return found


def _found(panels: Iterable[Panel]) -> Iterator[Person]:
    for panel in panels:
        if isinstance(panel, Group) and panel.place == "side":
            if _is_one(panel):
                tracks = tuple(each for each in panel.panels if isinstance(each, Track))
                counters = tuple(each for each in panel.panels if isinstance(each, Counter))
                yield Person(panel.mark or panel.name, tracks, counters=counters)
            else:
                yield from _found(panel.panels)
        elif isinstance(panel, List) and panel.style in ("lines", "order"):
            yield from (Person(row.name, row=row) for row in panel.rows if row.mark == row.name)


def _is_one(panel: Group) -> bool:
    """Whether a group is about one person."""
    return bool(panel.mark)


def is_of_people(panel: Panel) -> bool:
    """Whether a panel is of people alone: it is drawn as they are, and not again."""
    if not isinstance(panel, Group):
        return isinstance(panel, List) and bool(panel.rows) and all(row.mark for row in panel.rows)
    return _is_one(panel) or (bool(panel.panels) and all(is_of_people(each) for each in panel.panels))


class Fit(NamedTuple):
    """How people stand on the room's screen: how many of them, in how many columns, how high in rem; `full` with tracks."""

    shown: int
    across: int
    high: float
    full: bool = False


def height(persons: Sequence[Person], width: float, *, beside: bool) -> float:
    """How high they stand on the room's screen in a width, both in rem."""
    return _fit(persons, width, beside=beside).high


def _fit(persons: Sequence[Person], width: float, *, beside: bool) -> Fit:
    """As many people as there is room for with their whole names; those who are left out are counted."""
    abreast = min(ABREAST, int(width / COLUMN))
    if len(persons) <= abreast and not beside:
        names = [_name(person.name, width / abreast - GAP - FACE)[1] for person in persons]
        tracks = max((len(each.tracks[:TRACKS]) or len(each.counters[:2]) for each in persons), default=0)
        return Fit(len(persons), abreast, max(names, default=0) + 2.2 + 1.45 * tracks, full=True)
    for shown in range(min(len(persons), SHORT), 0, -1):
        columns = (abreast,) if not beside else (2,) if shown < 7 else (3, 2)
        rest = MORE if len(persons) > shown else 0
        found = [_rows(persons[:shown], across, width) for across in columns]
        most = (BESIDE if width < BROAD else TALL) - rest
        if fits := [each for each in found if each[1] <= most or shown == 1]:
            _broken, high, across = min(fits)
            return Fit(shown, across, high + rest)
    return Fit(0, abreast, 0)


def _rows(persons: Sequence[Person], across: int, width: float) -> tuple[int, float, int]:
    """How many names have a word that does not stand whole in so many columns, and how high the rows are."""
    name = width / across - GAP - FACE
    broken = sum(max(map(len, each.name.split()), default=0) * SIZES[-1] * LETTER > name for each in persons)
    high = [_high(person, name) for person in persons]
    return broken, sum(max(high[at : at + across]) + 0.4 for at in range(0, len(high), across)), across


def _high(person: Person, width: float) -> float:
    row, bars = person.row, 0.5 * len(person.tracks[:TRACKS])
    below = bars or (1.5 if row and (row.dice or row.tags or row.value) else 0)
    return max(2.5, _name(person.name, width)[1] + 0.1 + below)


def _name(name: str, width: float) -> tuple[int, float]:
    """At which of `SIZES` a name stands in a width, and how high it is there: wrapped, never cut."""
    signs = [width / size / LETTER for size in SIZES]
    longest = max(map(len, name.split()), default=0)
    fits = (at for at, most in enumerate(signs) if longest <= most and lines(name, most) <= 2)
    at = next(fits, len(SIZES) - 1)
    return at, lines(name, signs[at]) * LINE * SIZES[at]


def lines(name: str, signs: float) -> int:
    """How many lines a name takes where so many signs stand in one: words stay whole that can."""
    lines, at = 1, 0.0
    for word in name.split():
        if at and at + 1 + len(word) > signs:
            lines, at = lines + 1, 0.0
        at += len(word) + bool(at)
        while at > signs:
            lines, at = lines + 1, at - signs
    return lines


def drawn(persons: Sequence[Person], width: float, *, beside: bool) -> Markup:
    """Draw people with their boxes, or in a line each where there are many, or where they stand `beside` a place."""
    fit = _fit(persons, width, beside=beside)
    name = width / fit.across - GAP - FACE
    shown = joined(_one(person, _name(person.name, name)[0], full=fit.full) for person in persons[: fit.shown])
    left = len(persons) - fit.shown
    more = (
        Markup('<li class="soft">{words}</li>').format(
            words=ngettext("and {n} more", "and {n} more", left).format(n=left)
        )
        if left > 0
        else ""
    )
    return Markup('<ul class="room-cast of-{across}{kind}" aria-label="{label}">{shown}{more}</ul>').format(
        across=fit.across, kind=" full" if fit.full else "", label=_("Who is here"), shown=shown, more=more
    )


def _one(person: Person, size: int, *, full: bool) -> Markup:
    row = person.row
    edge = joined(
        (
            dice(_few(row.dice)) if row and row.dice else NOTHING,
            joined(tag(words) for words in row.tags[:TAGS]) if row else NOTHING,
            Markup('<b class="worth">{value}</b>').format(value=row.value) if row and row.value else NOTHING,
        )
    )
    few = person.tracks[:TRACKS]
    tracks = joined(map(_track, few)) if full else _small(few)
    counters = joined(map(_counter, person.counters[:2])) if full and not person.tracks else NOTHING
    return Markup('<li class="name-{size}">{mark}<b>{name}</b>{edge}{tracks}{counters}</li>').format(
        size=size,
        mark=mark(person.name),
        name=person.name,
        edge=Markup('<span class="edge">{edge}</span>').format(edge=edge) if edge else "",
        tracks=tracks,
        counters=counters,
    )


def caption_height(person: Person) -> float:
    """How high that is which is said of somebody below their name in a picture, in rem of the picture."""
    row = person.row
    facts = len("".join((*row.tags[:TAGS], row.value))) + 4 * len(row.dice[:5]) if row else 0
    facts += 12 * len(person.counters[:1]) if not (person.tracks or row) else 0
    bars = 0.15 + 0.45 * len(person.tracks[:TRACKS]) if person.tracks else 0.0
    return bars + 1.05 * -(-facts // IN_A_LINE)


def caption(person: Person) -> Markup:
    """What is said of somebody below their name in a picture: their boxes, their dice and their facts."""
    row = person.row
    facts = joined(
        (
            dice(_few(row.dice)) if row and row.dice else NOTHING,
            Markup('<b class="worth">{value}</b>').format(value=row.value) if row and row.value else NOTHING,
            joined(tag(words) for words in row.tags[:TAGS]) if row else NOTHING,
            joined(map(_number, person.counters[:1])) if not person.tracks and not row else NOTHING,
        )
    )
    said = Markup('<span class="facts">{facts}</span>').format(facts=facts) if facts else NOTHING
    return Markup('<span class="caption">{bars}{said}</span>').format(bars=_small(person.tracks[:TRACKS]), said=said)


def _number(counter: Counter) -> Markup:
    return Markup('<b class="worth">{value} {name}</b>').format(value=counter.value, name=counter.name)


def _few(thrown: tuple[Die | Coin, ...]) -> tuple[Die | Coin, ...]:
    return thrown[:5]


def _track(track: Track) -> Markup:
    return Markup('<span class="bar-of"><span>{name}</span>{boxes}<b>{filled}/{size}</b></span>').format(
        name=track.name, boxes=boxes(track), filled=track.filled, size=track.size
    )


def _small(tracks: tuple[Track, ...]) -> Markup:
    """The boxes alone, one row below the other; a screen reader hears whose they are."""
    if not tracks:
        return NOTHING
    said = ", ".join(f"{each.name} {in_words(each)}" for each in tracks)
    return Markup('<span class="bars" role="img" aria-label="{said}">{bars}</span>').format(
        said=said, bars=joined(map(boxes, tracks))
    )


def _counter(counter: Counter) -> Markup:
    return Markup('<span class="bar-of"><span>{name}</span><b>{value}</b></span>').format(
        name=counter.name, value=counter.value
    )
