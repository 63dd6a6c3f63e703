"""Panels to HTML. A panel is a frozen value, so what was drawn once is drawn for ever: the strings are remembered."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple, cast

from cliffhanger.kernel.cache import each_remembered
from cliffhanger.kernel.panels import Board, Card, Coin, Counter, Die, Group, List, Panel, Pile, Text, Track
from cliffhanger.web.page import rows
from cliffhanger.web.page.board import pictured
from cliffhanger.web.page.cards import card, pile
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.emblems import Part, mark, part
from cliffhanger.web.page.graph import drawable, graph
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import cached, drawn_for
from cliffhanger.web.page.own_name import people_in
from cliffhanger.web.page.silhouettes import Faces, faces
from cliffhanger.web.page.terms import meaning, term, terms_in
from cliffhanger.web.page.tracks import track

REMEMBERED = 4096
LONG = 90  # so many letters of what is said are surely seen on a phone
FOLD_ENDS = Markup("</details>")
ORDER = "order"  # where the order of turns stands, above all that is played


def draw(panel: Panel) -> Markup:
    """Draw one panel."""
    return _drawn(panel)


@cached(REMEMBERED)
def _drawn(panel: Panel) -> Markup:
    if isinstance(panel, Group):
        return group(panel)
    if isinstance(panel, List):
        return listing(panel)
    if isinstance(panel, Track):
        return track(panel)
    if isinstance(panel, Board):
        return graph(panel) if drawable(panel) else several(panel.lists)
    if isinstance(panel, Text):
        return text(panel)
    if isinstance(panel, Counter):
        return counter(panel)
    if isinstance(panel, Card):
        return card(panel)
    if isinstance(panel, Pile):
        return pile(panel)
    return dice((panel,))


class Piece(NamedTuple):
    """A panel as it stands on a page: where, what is drawn of it, whether it tells of an event, whom it names, and more.

    Of folded groups in a group each is a part: most of them are the same for all readers, and from act to act. Before them
    stands what they are folded behind.
    """

    spot: str
    parts: tuple[Part, ...]
    tells: bool
    people: frozenset[str]
    faces: Faces
    pictured: Board | None


def pieces(panels: Sequence[Panel]) -> list[Piece]:
    """Draw panels one by one: each is a value, and what was drawn of it once is looked up."""
    return _pieces(panels, drawn_for())


@each_remembered(lambda language: language, REMEMBERED, 16, by=lambda panel: panel)
def _pieces(panel: Panel, _drawn_for: Hashable) -> Piece:
    parts = _parts(panel)
    people = frozenset[str]().union(*[people_in(each.drawn) for each in parts])
    return Piece(_spot(panel), parts, _tells(panel), people, faces((panel,)), pictured((panel,)))


def _parts(panel: Panel) -> tuple[Part, ...]:
    if not isinstance(panel, Group) or not panel.folded or not panel.panels:
        return (part(_drawn(panel)),)
    if not all(isinstance(each, Group) for each in panel.panels):
        return (part(_drawn(panel)),)
    return (part(_fold_head(panel)), *[part(_drawn(each)) for each in panel.panels])


def _spot(panel: Panel) -> str:
    """Where a panel stands: in its place; the order of turns above all that is played."""
    if not isinstance(panel, Group):
        return "main"
    ordered = panel.place == "side" and any(type(p) is List and p.style == "order" for p in panel.panels)
    return ORDER if ordered else panel.place


def _tells(panel: Panel) -> bool:
    if isinstance(panel, Group):
        return any(map(_tells, panel.panels))
    return isinstance(panel, Text) and panel.told is not None


def several(panels: tuple[Panel, ...]) -> Markup:
    """Draw panels one below the other; neighbours that belong in a row stand in one."""
    parts: list[Markup] = []
    run: list[Panel] = []
    for panel in (*panels, None):
        if run and (panel is None or _row(panel) != _row(run[0])):
            parts.append(_run(_row(run[0]), run))
            run = []
        if panel is None:
            break
        if _row(panel):
            run.append(panel)
        else:
            parts.append(_drawn(panel))
    return joined(parts)


def _row(panel: Panel) -> str:
    if isinstance(panel, Die | Coin):
        return "dice"
    if isinstance(panel, Card):
        return "hand"
    return {Track: "tracks", Counter: "counters", Pile: "piles"}.get(type(panel), "")


def _run(kind: str, run: list[Panel]) -> Markup:
    if kind == "dice":
        return dice(cast(tuple[Die | Coin, ...], tuple(run)), "loose")
    # On a phone a hand is pushed aside: hands on a keyboard have to reach it.
    reached = Markup(" tabindex=0") if kind == "hand" else NOTHING
    parts = joined(_drawn(panel) for panel in run)
    return Markup('<div class="{kind}"{reached}>{parts}</div>').format(kind=kind, reached=reached, parts=parts)


def group(g: Group) -> Markup:
    """Draw the only box there is; what is being settled stands on the screen."""
    inner = several(g.panels)
    if g.folded:
        return joined((_fold_head(g), inner, FOLD_ENDS))
    name, kind, emblem, note = ident("h", g.id), _box(g), _emblem(g), _note(g)
    if kind == "screen" and (headline := _headline(g)):
        return Markup('<section class="screen" id="{id}" aria-label="{name}">{inner}</section>').format(
            id=ident("g", g.id), name=g.name or headline, inner=inner
        )
    head = (
        Markup('<div class="head"><h2 id="{name}">{emblem}{title}</h2>{note}</div>').format(
            name=name, emblem=emblem, title=term(g.name), note=note
        )
        if g.name
        else ""
    )
    label = Markup(' aria-labelledby="{name}"').format(name=name) if g.name else ""
    return Markup('<section class="{kind}" id="{id}"{label}>{head}{inner}</section>').format(
        kind=kind, id=ident("g", g.id), label=label, head=head, inner=inner
    )


def _fold_head(g: Group) -> Markup:
    """What a folded group begins with: what it is folded behind, and what its name means."""
    return Markup(
        '<details class="panel fold" id="{id}"><summary id="{name}">{emblem}<b>{title}</b>{note}</summary>{means}'
    ).format(
        id=ident("g", g.id),
        name=ident("h", g.id),
        emblem=_emblem(g),
        title=g.name,
        note=_note(g),
        means=meaning(g.name),
    )


def _emblem(g: Group) -> Markup:
    return mark(g.mark) if g.mark else NOTHING


def _note(g: Group) -> Markup:
    return Markup('<p class="soft">{note}</p>').format(note=g.note) if g.note else NOTHING


def _headline(g: Group) -> str:
    """The headline of a result that is its own."""
    return g.panels[0].head if g.panels and isinstance(g.panels[0], Text) else ""


def _box(g: Group) -> str:
    if g.place == "stage":
        # A few numbers beside what is being settled are no screen of their own.
        return "panel tally" if all(isinstance(p, Counter) for p in g.panels) else "screen"
    if g.place == "goal":
        return "goal"
    bare = g.place == "side" and any(isinstance(p, List) and p.style in ("order", "places", "steps") for p in g.panels)
    return "plain" if bare else "panel"


def text(t: Text) -> Markup:
    """A headline a person could say aloud, then the sentences that prove it."""
    name = ident("t", t.id)
    if t.style == "result":
        # Of a long one a phone shows the first lines while there is something to choose, and all of it once it is tapped.
        long = Markup(" tabindex=0") if len(t.beyond) > LONG else NOTHING
        body = (
            Markup('<p class="because"{long}>{beyond}</p>').format(long=long, beyond=terms_in(t.beyond))
            if t.beyond
            else ""
        )
        speaks = mark(t.mark) if t.mark else ""
        return Markup('<div class="said" id="{name}"><h2 class="verdict">{speaks}{head}</h2>{body}</div>').format(
            name=name, speaks=speaks, head=t.head, body=body
        )
    head = Markup("<h3>{head}</h3>").format(head=t.head) if t.head else ""
    if t.style == "quote":
        by = (
            Markup("<figcaption>{mark}{head}</figcaption>").format(mark=mark(t.mark) if t.mark else "", head=t.head)
            if t.head or t.mark
            else ""
        )
        return Markup('<figure class="quote" id="{name}"><blockquote>{body}</blockquote>{by}</figure>').format(
            name=name, body=t.body, by=by
        )
    kind = Markup(' class="warn"') if t.style == "warning" else Markup(' class="words"')
    body = Markup("<p>{body}</p>").format(body=t.body) if t.body else ""
    return Markup('<div{kind} id="{name}">{head}{body}</div>').format(kind=kind, name=name, head=head, body=body)


def counter(c: Counter) -> Markup:
    """A named number."""
    note = Markup(' <span class="soft">{note}</span>').format(note=c.note) if c.note else ""
    return Markup('<p class="counter"><span class="num">{value}</span> {name}{note}</p>').format(
        value=c.value, name=term(c.name), note=note
    )


def listing(each: List) -> Markup:
    """Rows in the list's own style, or the words that say what will be there."""
    name = Markup('<h3 class="of-list">{name}</h3>').format(name=terms_in(each.name)) if each.name else ""
    if not each.rows:
        words = Markup('{name}<p class="soft empty">{empty}</p>')
        return words.format(name=name, empty=each.empty) if each.empty or name else NOTHING
    return joined((name, rows.STYLES[each.style](each)))
