"""What is being chosen, as the room may know it: what somebody builds, or the ways that lie before them, with their chances.

Only options that everybody could derive from what they see are shown, with the figures that a watcher's own view has. Of
all else it is said that somebody chooses.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cliffhanger.kernel.option import Option
from cliffhanger.web.page import drafts
from cliffhanger.web.page.amounts import amount, percent_sign
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.option_form import Drafts
from cliffhanger.web.page.room_fit import LETTER, headlines, lines, scale
from cliffhanger.web.page.skins import Skin
from cliffhanger.web.page.view import Figure, Odds
from cliffhanger.web.page.ways import lit_way, ways

MOST, BUILDERS = 3, 2
"""So many ways stand before somebody, and so many people are seen who build something."""
SHORT = 30  # signs of what a way brings, that stand beside it
LONG = 240  # signs of what somebody builds; what is beyond is cut off
SIZES = (1.0, 0.85, 0.72, 0.62)
"""How large what is chosen is drawn, and what is asked: the first at which all of it fits."""
WIDTH, NUMBER = 16.8, 5.2  # of the column in rem, as `room_fit` has them, and of a chance at the left of a way
HEAD, BRIEF, TEXT, LABEL, SMALL = 1.65, 1.35, 1.15, 1.2, 0.95  # sizes of what stands there
FACES = 3.4  # how wide a face is before the headline
AROUND, GAP = 1.2, 0.5  # what a choice has above and below, and the air between two things


class Way(NamedTuple):
    """One way to answer: what it does, what it costs or brings, its chance, and whether it is the one that is lit."""

    label: str
    cost: str
    figure: Figure | None
    lit: bool


class Choice(NamedTuple):
    """One thing that stands there: as it is drawn, its signs in letters of both sizes, and how wide they stand; `least` high.

    `around` is how high its frame is.
    """

    drawn: Markup
    words: str
    small: tuple[str, ...] = ()
    width: float = WIDTH - 1.8
    least: float = 0.0
    around: float = AROUND

    def height(self, size: float) -> float:
        """How high it stands, drawn so large."""
        high = 1.14 * LABEL * lines(len(self.words), LABEL, self.width / size)
        high += sum(1.18 * SMALL * lines(len(each), SMALL, self.width / size) for each in self.small)
        return (max(high, self.least) + self.around) * size


def lying(options: Sequence[Option], known: Drafts) -> tuple[Option, ...]:
    """The options that somebody builds just now, the newest of each question."""
    newest = {(seat, window): key for seat, window, key in known}
    return tuple(option for option in options if newest.get((option.seat, option.window)) == option.key)


def before(options: Sequence[Option]) -> tuple[Option, ...]:
    """The few ways that lie before whoever is asked first: of many only those that are lit, or have a chance to compare."""
    open_ = [each for each in options if not (each.blocked or each.standing or each.reaction)]
    first = min((each.rank for each in open_), default=0)
    asked = next(((each.seat, each.window) for each in open_ if each.rank == first), None)
    mine = [each for each in open_ if (each.seat, each.window) == asked]
    if len(mine) > MOST:
        mine = [each for each in mine if each.first or each.figures or each.lost]
    if len(mine) > MOST or (len(mine) == 1 and not mine[0].figures and not ways(mine[0])):
        return ()
    return tuple(mine)


class Asked(NamedTuple):
    """Who is asked for what: their faces, the headline, the sentence below it, and what else has to be said there."""

    marks: Markup
    alone: bool
    head: str
    ask: str
    news: Markup


def drawn(asked: Asked, choices: Sequence[Choice], height: float, skin: Skin) -> Markup:
    """Draw who is asked for what, and what is chosen, in a height: the sentence gives way to that."""
    sizes = [(size, asks) for asks in (True, False) for size in range(len(SIZES) if not asks else 2)]
    if not choices:
        sizes = [(size, True) for size in range(len(SIZES))]
    free = height - _head(asked, skin, HEAD if len(choices) < 3 else BRIEF)
    fits = ((s, a) for s, a in sizes if _high(asked.ask if a else "", choices, SIZES[s]) <= free)
    size, asks = found if (found := next(fits, None)) else sizes[-1]
    ask = asked.ask if asks else ""
    if not found:  # more than anybody says: what begins it
        ask, choices = _cut(ask, free), choices[-1:]
    said = Markup('<p class="said">{ask}</p>').format(ask=ask) if ask else NOTHING
    return Markup(
        '<div class="room-ask size-{size}"><p class="faces-of">{faces}</p><h2>{head}</h2>{news}{said}{choices}</div>'
    ).format(
        size=size,
        faces=asked.marks,
        head=asked.head,
        news=asked.news,
        said=said,
        choices=joined(choice.drawn for choice in choices),
    )


def _head(asked: Asked, skin: Skin, size: float) -> float:
    """How high faces and headline stand, with what else has to be said."""
    wide = WIDTH - FACES if asked.alone else WIDTH
    words = 1.08 * size * scale(skin) * headlines(asked.head, size, wide, skin)
    return (max(3.0, words) if asked.alone else words + (2.9 if asked.marks else 0.0)) + (5.0 if asked.news else 0.0)


def _cut(ask: str, free: float) -> str:
    """As much of a sentence as stands in a height where it is smallest."""
    size = SIZES[-1]
    signs = int((free - GAP) / (1.27 * TEXT * size)) * int(WIDTH / size / (1.15 * TEXT * LETTER))
    return ask if len(ask) <= signs else ask[: max(0, signs - 8)].rstrip() + "…"


def _high(ask: str, choices: Sequence[Choice], size: float) -> float:
    """How high that is which stands below the headline, drawn so large."""
    said = 1.27 * TEXT * size * lines(len(ask), TEXT, WIDTH / size) + GAP if ask else 0.0
    return said + sum(choice.height(size) + GAP for choice in choices)


def choices(
    open_: Sequence[Option],
    built: Sequence[Option],
    known: Drafts,
    odds: Odds,
    names: Mapping[str, str],
    staged: Option | None,
    *,
    alone: bool,
) -> list[Choice]:
    """What is being built, else the ways before whoever is asked; nothing where there is more to choose from than can be seen.

    What is `staged` stands on the stage in words, so that here its chances are enough. `alone`: who it is stands above it.
    """
    public = {_key(each): each for each in open_}
    if shown := [each for each in built if each.seat in names][:BUILDERS]:
        found = []
        for each in shown:
            seen, name = public.get(_key(each)), names[each.seat]
            if seen is None or seen.private or known[_key(each)].private:
                found.append(_secret(name))
            elif staged is not None and _key(staged) == _key(seen):
                found += _chances(odds.get((seen.window, seen.key), ()))
            else:
                found.append(_built(seen, known, odds, "" if alone else name))
        return found
    row = [way for option in before(open_) for way in _ways(option, odds)]
    if not 0 < len(row) <= MOST or not any(way.figure or way.cost for way in row):
        return []
    said = {way.figure.words for way in row if way.figure}
    same = said.pop() if len(said) == 1 and len(row) > 1 else ""
    once = Choice(Markup('<p class="of">“{words}”</p>').format(words=same), "", (same,), WIDTH, around=0.0)
    return [*([once] if same else []), *(_way(way, same) for way in row)]


def _key(option: Option) -> tuple[str, str, str]:
    return option.seat, option.window, option.key


def _secret(name: str) -> Choice:
    words = _("{name} is choosing.").format(name=name)
    card = Markup('<div class="choice">{mark}<p>{words}</p></div>').format(mark=mark(name), words=words)
    return Choice(card, words, width=WIDTH - 5.0, least=2.4)


def _chances(figures: Sequence[Figure]) -> list[Choice]:
    """The chances alone."""
    shown = figures[:2]
    if not shown:
        return []
    inner = joined(map(_chance, shown))
    card = Markup('<div class="choice lit">{inner}</div>').format(inner=inner)
    return [Choice(card, "", tuple(each.words for each in shown), WIDTH - 7.0, 2.8 * len(shown))]


def _built(seen: Option, known: Drafts, odds: Odds, name: str) -> Choice:
    """What somebody builds, in words, with the first of its chances."""
    figures = odds.get((seen.window, seen.key), ())[:1]
    words = drafts.said(seen, known)
    if len(words) > LONG:
        words = words[:LONG].rstrip() + "…"
    who = _("{name} is choosing:").format(name=name) if name else ""
    card = Markup('<div class="choice lit"><p>{who}<b>{label}</b> {words}</p>{chances}</div>').format(
        who=Markup("{who} ").format(who=who) if who else NOTHING,
        label=seen.label,
        words=words,
        chances=joined(map(_chance, figures)),
    )
    extra = tuple("M" * 20 + each.words for each in figures)  # its number is as wide as so many letters, and higher
    return Choice(card, f"{who} {seen.label} {words}", (*extra, *extra))


def _ways(option: Option, odds: Odds) -> list[Way]:
    """The ways of an option that has some, else the option itself."""
    row, lit = ways(option), lit_way(option, odds)
    if not row:
        known = odds.get((option.window, option.key), ())
        figure = next((each for each in known if each.alone), None)  # the others need more words
        cost = option.price or (_("loses {what}").format(what=option.lost) if option.lost else "")
        return [Way(option.label, cost, figure, lit=option.first)]
    found = []
    for way in row:
        figures = odds.get((option.window, f"{option.key}={way.id}"), ())
        cost = ", ".join(map(str, way.cost)) or (way.says if len(way.says) <= SHORT else "")
        found.append(Way(way.label, cost, next(iter(figures), None), lit=way is lit))
    return found


def _way(way: Way, same: str) -> Choice:
    """A way with its chance at the left; what the chance is of stands below, unless it is the `same` for all."""
    parts = [f"“{way.figure.words.rstrip(':')}”"] if way.figure and way.figure.words != same else []
    parts += [way.cost] if way.cost else []
    card = Markup('<div class="choice{lit}">{number}<p><b>{label}</b></p>{small}</div>').format(
        lit=" lit" if way.lit else "",
        number=_number(way.figure) if way.figure else NOTHING,
        label=way.label,
        small=joined(Markup('<span class="of">{part}</span>').format(part=part) for part in parts),
    )
    width = WIDTH - 1.8 - (NUMBER if way.figure else 0.0)
    return Choice(card, way.label, tuple(parts), width, 2.7 if way.figure else 0.0)


def _chance(figure: Figure) -> Markup:
    """A chance as a large number, and the words of whoever has it: they stand so on their own page."""
    return Markup('<p class="worth">{number} <span class="of">“{words}”</span></p>').format(
        number=_number(figure), words=figure.words.rstrip(":")
    )


def _number(figure: Figure) -> Markup:
    mean = figure.unit == "mean"
    number = amount(figure.value) if mean else percent_sign(figure.value)
    return Markup('<span class="num{long}">{number}{sign}</span>').format(
        long=" long" if len(number) > 2 else "",
        number=number,
        sign=NOTHING if mean else Markup('<span class="pct"> %</span>'),
    )
