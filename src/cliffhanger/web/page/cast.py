"""Who is there, drawn small: what the panels for everybody say of each person, gathered from their rows and their boxes."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cliffhanger.kernel.panels import Coin, Counter, Die, Group, List, Panel, Row, Track
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.rows import tag
from cliffhanger.web.page.tracks import boxes

FULL, SHORT = 5, 15  # people whose tracks are drawn with their names, and people drawn at all
TRACKS, TAGS = 4, 2  # of each
ABREAST = 5  # in one row of all the screen


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


def height(persons: Sequence[Person], *, beside: bool) -> float:
    """How high they stand on the room's screen, in rem."""
    shown = persons[:SHORT]
    if len(persons) <= FULL and not beside:
        return 3.4 + 1.45 * max(
            (len(person.tracks[:TRACKS]) or len(person.counters[:2]) for person in shown), default=0
        )
    return 2.9 * -(-len(shown) // (ABREAST if not beside else 2 if len(shown) < 7 else 3))


def drawn(persons: Sequence[Person], *, beside: bool) -> Markup:
    """Draw people with their boxes, or in a line each where there are many, or where they stand `beside` a place."""
    full = len(persons) <= FULL and not beside
    shown = joined(_one(person, full=full) for person in persons[:SHORT])
    left = len(persons) - SHORT
    more = (
        Markup('<li class="soft">{words}</li>').format(
            words=ngettext("and {n} more", "and {n} more", left).format(n=left)
        )
        if left > 0
        else ""
    )
    return Markup('<ul class="room-cast{kind}" aria-label="{label}">{shown}{more}</ul>').format(
        kind=" full" if full else "", label=_("Who is here"), shown=shown, more=more
    )


def _one(person: Person, *, full: bool) -> Markup:
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
    return Markup("<li>{mark}<b>{name}</b>{edge}{tracks}{counters}</li>").format(
        mark=mark(person.name),
        name=person.name,
        edge=Markup('<span class="edge">{edge}</span>').format(edge=edge) if edge else "",
        tracks=tracks,
        counters=counters,
    )


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
    said = ", ".join(
        _("{name} {filled} of {size}").format(name=each.name, filled=each.filled, size=each.size) for each in tracks
    )
    return Markup('<span class="bars" role="img" aria-label="{said}">{bars}</span>').format(
        said=said, bars=joined(map(boxes, tracks))
    )


def _counter(counter: Counter) -> Markup:
    return Markup('<span class="bar-of"><span>{name}</span><b>{value}</b></span>').format(
        name=counter.name, value=counter.value
    )
