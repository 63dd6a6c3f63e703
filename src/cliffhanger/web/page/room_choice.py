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
from cliffhanger.web.page.view import Figure, Odds
from cliffhanger.web.page.ways import lit_way, ways

MOST, BUILDERS = 3, 2
"""So many ways stand before somebody, and so many people are seen who build something."""
NAMES = (24, 44)  # signs of a name at which it is set in the next smaller size
SHORT = 30  # signs of what a way brings, that stand beside it
SIZES = (60, 150, 320)
"""Signs of a choice at which its words are set in the next smaller size; more than the last are cut off."""


class Way(NamedTuple):
    """One way to answer: what it does, what it costs or brings, its chance, and whether it is the one that is lit."""

    label: str
    cost: str
    figure: Figure | None
    lit: bool


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


def drawn(
    open_: Sequence[Option],
    built: Sequence[Option],
    known: Drafts,
    odds: Odds,
    names: Mapping[str, str],
    staged: Option | None,
) -> Markup:
    """What is being built, else the ways before whoever is asked; nothing where there is more to choose from than can be seen.

    What is `staged` stands on the stage in words, so that here its chances are enough.
    """
    public = {(each.seat, each.window, each.key): each for each in open_}
    if shown := [each for each in built if each.seat in names][:BUILDERS]:
        return joined(_built(public.get(_key(each)), each, known, odds, names[each.seat], staged) for each in shown)
    found = [way for option in before(open_) for way in _ways(option, odds)]
    if not 0 < len(found) <= MOST or not any(way.figure or way.cost for way in found):
        return NOTHING
    said = {way.figure.words for way in found if way.figure}
    same = said.pop() if len(said) == 1 and len(found) > 1 else ""
    once = Markup('<p class="of">“{words}”</p>').format(words=same) if same else NOTHING
    return once + joined(_way(way, same) for way in found)


def _key(option: Option) -> tuple[str, str, str]:
    return option.seat, option.window, option.key


def _built(
    seen: Option | None, option: Option, known: Drafts, odds: Odds, name: str, staged: Option | None
) -> Markup:
    """One who builds: `seen` is what everybody could derive of it, None for nothing."""
    if seen is None or seen.private or known[_key(option)].private:
        return Markup('<div class="choice size-{size}">{mark}<p>{words}</p></div>').format(
            size=sum(len(name) > most for most in NAMES), mark=mark(name), words=_("{name} is choosing.").format(name=name)
        )
    figures = odds.get((seen.window, seen.key), ())
    chances = joined(map(_chance, figures[:2]))
    if staged is not None and _key(staged) == _key(seen):
        return Markup('<div class="choice lit chances">{chances}</div>').format(chances=chances) if chances else NOTHING
    words = drafts.said(seen, known)
    size = sum(len(seen.label) + len(words) > most for most in SIZES)
    if len(words) > SIZES[-1]:
        words = words[: SIZES[-1]].rstrip() + "…"
    return Markup('<div class="choice lit size-{size}"><p><b>{label}</b> {words}</p>{chances}</div>').format(
        size=size, label=seen.label, words=words, chances=joined(map(_chance, figures[:1]))
    )


def _ways(option: Option, odds: Odds) -> list[Way]:
    """The ways of an option that has some, else the option itself."""
    row, lit = ways(option), lit_way(option, odds)
    if not row:
        figures = odds.get((option.window, option.key), ())
        cost = option.price or (_("loses {what}").format(what=option.lost) if option.lost else "")
        return [Way(option.label, cost, next(iter(figures), None), lit=option.first)]
    found = []
    for way in row:
        figures = odds.get((option.window, f"{option.key}={way.id}"), ())
        cost = ", ".join(map(str, way.cost)) or (way.says if len(way.says) <= SHORT else "")
        found.append(Way(way.label, cost, next(iter(figures), None), lit=way is lit))
    return found


def _way(way: Way, same: str) -> Markup:
    """A way with its chance at the left; what the chance is of stands below, unless it is the `same` for all."""
    parts = [f"“{way.figure.words.rstrip(':')}”"] if way.figure and way.figure.words != same else []
    small = joined(Markup('<span class="of">{part}</span>').format(part=part) for part in (*parts, way.cost) if part)
    return Markup('<div class="choice{lit} size-{size}">{number}<p><b>{label}</b></p>{small}</div>').format(
        lit=" lit" if way.lit else "",
        size=sum(len(way.label) > most for most in SIZES),
        number=_number(way.figure) if way.figure else NOTHING,
        label=way.label,
        small=small,
    )


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
