"""Lists in their styles: lines, the order of turns, the sides of a roll, places, a ladder, debts, steps, stats."""

import re
from collections.abc import Callable

from cliffhanger.kernel.panels import Coin, Die, List, Row
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _, cached
from cliffhanger.web.page.own_name import in_turn, person
from cliffhanger.web.page.terms import term
from cliffhanger.web.page.tracks import small

REMEMBERED = 4096  # rows
ABREAST = 5  # turns in one row of the strip
_PLACE = re.compile(r"([1-9][0-9]?)\.")
STATES = {
    "": "",
    "now": " now",
    "done": " done",
    "out": " done out",
    "here": " here",
    "won": " won",
    "lost": " lost",
    "bad": " bad",
}


def tag(words: str) -> Markup:
    """A short fact in a pill; a leading `!` marks one that hinders."""
    if words.startswith("!"):
        return Markup('<span class="tag bad">{words}</span>').format(words=term(words[1:]))
    return Markup('<span class="tag">{words}</span>').format(words=term(words))


def tags(row: Row) -> Markup:
    """All pills of a row."""
    return joined(tag(words) for words in row.tags)


def _dice(each: List, at: int, row: Row) -> Markup:
    """The dice of a row; a throw that the game gives no id is known by its place in the list."""
    return dice(row.dice, ident(each.id, row.id or str(at))) if row.dice else NOTHING


def _edge(row: Row, shown: Markup) -> Markup:
    """What stands at the right of a line: dice, pills, value, number."""
    value = Markup("<b>{value}</b>").format(value=row.value) if row.value else ""
    number = Markup("<b>{n}</b>").format(n=row.n) if row.n is not None else ""
    edge = joined((shown, tags(row), value, number))
    return Markup('<span class="edge">{edge}</span>').format(edge=edge) if edge else NOTHING


def _was(row: Row) -> Markup:
    """What stood here before, struck through, and of a place how far it has moved; a screen reader hears that it was."""
    if moved := _moved(row):
        return Markup(' <span class="moved"><span class="sr">{it_was} {was}</span>{moved}</span>').format(
            it_was=_("it was"), was=row.was, moved=moved
        )
    return (
        Markup(' <s class="soft"><span class="sr">{it_was} </span>{was}</s>').format(it_was=_("it was"), was=row.was)
        if row.was
        else NOTHING
    )


def _moved(row: Row) -> Markup:
    """How many places up or down somebody is from where they were; nothing where it is no place."""
    now, was = (_PLACE.fullmatch(each) for each in (row.value, row.was))
    if not now or not was:
        return NOTHING
    up = int(was[1]) - int(now[1])
    return Markup('<span aria-hidden="true">{arrow}{n}</span>').format(arrow="▲" if up > 0 else "▼", n=abs(up))


def _soft(words: str) -> Markup:
    return Markup(' <span class="soft">{words}</span>').format(words=words) if words else NOTHING


def lines(each: List, *, people: bool = False) -> Markup:
    """Name and value; a table where each die of its rows has a head. Rows with an emblem, or all of them, are `people`."""
    if each.heads and all(len(row.dice) == len(each.heads) for row in each.rows):
        return _table(each)
    wide = any(row.text or row.tags or row.dice or row.marks or row.tracks for row in each.rows)
    kind = "lines" if wide or len(each.rows) < 4 else "lines cols2"
    drawn = joined(_line(row, _dice(each, at, row), people) for at, row in enumerate(each.rows))
    heads = Markup('<p class="heads soft">{parts}</p>').format(parts=", ".join(each.heads)) if each.heads else ""
    return Markup('{heads}<ul class="{kind}" id="{id}">{drawn}</ul>').format(
        heads=heads, kind=kind, id=ident("l", each.id), drawn=drawn
    )


def _table(each: List) -> Markup:
    """Dice under their heads, below whom they are of and what is said of that."""
    heads = joined(Markup("<th scope=col><span>{head}</span></th>").format(head=term(head)) for head in each.heads)
    drawn = joined(_cells(row) for row in each.rows)
    return Markup('<table class="dice-of" id="{id}"><thead><tr>{heads}</tr></thead>{drawn}</table>').format(
        id=ident("l", each.id), heads=heads, drawn=drawn
    )


@cached(REMEMBERED)
def _cells(row: Row) -> Markup:
    return Markup(
        "<tbody{states}><tr><th colspan={n} scope=rowgroup>{mark}{name}{soft} {tags}</th></tr><tr>{dice}</tr></tbody>"
    ).format(
        states=Markup(' class="{state}"').format(state=STATES[row.state].strip()) if row.state else "",
        n=len(row.dice),
        mark=mark(row.mark) if row.mark else "",
        name=person(row.name) if row.mark else term(row.name),
        soft=_soft(row.text),
        tags=tags(row),
        dice=joined(map(_cell, row.dice)),
    )


def _cell(each: Die | Coin) -> Markup:
    word = each.word if isinstance(each, Die) else ""
    said = Markup('<span class="sr">, {word}</span>').format(word=word) if word else ""
    return Markup("<td{kind}>{die}{said}</td>").format(
        kind=Markup(' class="word"') if word else "", die=dice((each,)), said=said
    )


@cached(REMEMBERED)
def _line(row: Row, shown: Markup, people: bool) -> Markup:
    return Markup('<li class="line{states}"><span>{mark}{name}{was}{soft}{tracks}</span>{edge}</li>').format(
        states=STATES[row.state],
        mark=mark(row.mark) if row.mark else "",
        name=person(row.name) if people or row.mark else term(row.name),
        was=_was(row),
        soft=_soft(row.text),
        tracks=small(row.tracks),
        edge=_edge(row, shown),
    )


def order(each: List) -> Markup:
    """Who acts when, as a strip; a long one is cut into rows of one length."""
    drawn = joined(map(_turn, each.rows))
    many = len(each.rows)
    across = -(-many // -(-many // ABREAST))
    # On a phone a long strip is pushed aside: hands on a keyboard have to reach it.
    reached = Markup(" tabindex=0") if many >= ABREAST else NOTHING
    return Markup('<ol class="rail across-{across}" id="{id}"{reached}>{drawn}</ol>').format(
        across=across, id=ident("l", each.id), reached=reached, drawn=drawn
    )


@cached(REMEMBERED)
def _turn(row: Row) -> Markup:
    return Markup('<li class="turn{states}"{aria}>{mark}{name}{after}{tracks}{tags}</li>').format(
        states=STATES[row.state],
        aria=" aria-current=step" if row.state in ("now", "here") else "",
        mark=mark(row.mark or row.name),
        name=in_turn(row.name),
        after=_after(row),
        tracks=small(row.tracks),
        tags=tags(row),
    )


def _after(row: Row) -> Markup:
    """What stands below a name, the number last."""
    return Markup(" &middot; ").join(
        part for part in (row.text, row.value, "" if row.n is None else row.n) if part != ""
    )


def sides(each: List) -> Markup:
    """A roll, one row a side: total, name, dice."""
    drawn = []
    for at, row in enumerate(each.rows):
        number = row.value if row.n is None else str(row.n)
        big = Markup('<span class="num" aria-hidden="true">{number}</span>').format(number=number) if number else ""
        said = Markup('<span class="sr">: {number}</span>').format(number=number) if number else ""
        words = Markup('<p class="soft">{text}</p>').format(text=row.text) if row.text else ""
        pills = Markup('<p class="tags">{tags}</p>').format(tags=tags(row)) if row.tags else ""
        thrown = _dice(each, at, row)
        drawn.append(
            Markup('<li class="side{states}">{big}<h3>{name}{said}</h3>{thrown}{words}{tracks}{pills}</li>').format(
                states=STATES[row.state],
                big=big,
                name=_side(row.name),
                said=said,
                thrown=thrown,
                words=words,
                tracks=small(row.tracks),
                pills=pills,
            )
        )
    return Markup('<ul class="sides" id="{id}">{parts}</ul>').format(id=ident("l", each.id), parts=joined(drawn))


def _side(name: str) -> Markup:
    """Whose dice these are; some are a thing's, whose name may be a term."""
    words = term(name)
    return words if isinstance(words, Markup) else person(name)


def places(each: List) -> Markup:
    """Where one can be: what is in the way there, and who is there."""
    drawn = []
    for row in each.rows:
        who = joined(mark(name) for name in row.marks)
        words = Markup('<span class="soft">{text}</span>').format(text=row.text) if row.text else ""
        here = Markup('<span class="who-here">{who}{words}</span>').format(who=who, words=words) if who or words else ""
        drawn.append(
            Markup('<li class="place{states}"><b>{name}</b>{tags}{here}{tracks}{edge}</li>').format(
                states=STATES[row.state],
                name=row.name,
                tags=tags(row),
                here=here,
                tracks=small(row.tracks),
                edge=_edge_value(row),
            )
        )
    return Markup('<ul class="places" id="{id}">{parts}</ul>').format(id=ident("l", each.id), parts=joined(drawn))


def _edge_value(row: Row) -> Markup:
    value = row.value if row.n is None else str(row.n)
    return Markup("<span>{value}</span>").format(value=value) if value else NOTHING


def ladder(each: List) -> Markup:
    """Answers that climb: newest on top."""
    drawn = joined(
        Markup(
            '<li class="rung{states}"><span class="total num">{number}</span><div><b>{name}</b>'
            "{soft}{dice}{tags}</div></li>"
        ).format(
            states=STATES[row.state],
            number=row.value if row.n is None else row.n,
            name=person(row.name),
            soft=_soft(row.text),
            dice=_dice(each, at, row),
            tags=tags(row),
        )
        for at, row in enumerate(each.rows)
    )
    return Markup('<ol class="ladder" id="{id}">{drawn}</ol>').format(id=ident("l", each.id), drawn=drawn)


def debts(each: List) -> Markup:
    """Who owes whom, a line each."""
    drawn = joined(
        Markup('<li class="debt"><span>{name}{soft}</span>{paid}{tags}</li>').format(
            name=person(row.name), soft=_soft(row.text), paid=_paid(row), tags=tags(row)
        )
        for row in each.rows
    )
    return Markup('<ul class="debts" id="{id}">{drawn}</ul>').format(id=ident("l", each.id), drawn=drawn)


def _paid(row: Row) -> Markup:
    value = row.value if row.n is None else str(row.n)
    return Markup('<span class="tag pay">{value}</span>').format(value=value) if value else NOTHING


def _who_here(row: Row) -> Markup:
    """Those who are at a step, as emblems."""
    who = joined(mark(name) for name in row.marks)
    return (
        Markup('<span class="who-here">{who}<span class="sr">{names}: </span></span>').format(
            who=who, names=person(row.marks[0]) if len(row.marks) == 1 else listed(row.marks)
        )
        if row.marks
        else NOTHING
    )


def steps(each: List) -> Markup:
    """The parts of a procedure, and where it stands."""
    drawn = joined(
        Markup('<li class="step{states}"{aria}>{who}<span class="at">{name}{soft}</span></li>').format(
            states=STATES[row.state],
            aria=" aria-current=step" if row.state in ("now", "here") else "",
            who=_who_here(row),
            name=term(row.name),
            soft=_soft(row.text),
        )
        for row in each.rows
    )
    return Markup('<ol class="steps" id="{id}">{drawn}</ol>').format(id=ident("l", each.id), drawn=drawn)


def stats(each: List) -> Markup:
    """Big numbers in a row."""
    drawn = joined(
        Markup('<div><dt>{name}</dt><dd class="num">{number}</dd></div>').format(
            name=term(row.name), number=row.value if row.n is None else row.n
        )
        for row in each.rows
    )
    return Markup('<dl class="stats" id="{id}">{drawn}</dl>').format(id=ident("l", each.id), drawn=drawn)


STYLES: dict[str, Callable[[List], Markup]] = {
    "lines": lines,
    "order": order,
    "sides": sides,
    "places": places,
    "ladder": ladder,
    "debts": debts,
    "steps": steps,
    "stats": stats,
}
