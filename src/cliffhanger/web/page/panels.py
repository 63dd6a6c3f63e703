"""Panels to HTML. A panel is a frozen value, so what was drawn once is drawn for ever: the strings are remembered."""

from functools import lru_cache
from typing import cast

from cliffhanger.kernel.panels import Board, Card, Coin, Counter, Die, Group, List, Panel, Pile, Text, Track
from cliffhanger.web.page import rows
from cliffhanger.web.page.cards import card, pile
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import esc, ident

REMEMBERED = 4096


def draw(panel: Panel) -> str:
    """Draw one panel."""
    return _drawn(panel)


@lru_cache(REMEMBERED)
def _drawn(panel: Panel) -> str:
    if isinstance(panel, Group):
        return group(panel)
    if isinstance(panel, List):
        return listing(panel)
    if isinstance(panel, Track):
        return track(panel)
    if isinstance(panel, Board):
        return several(panel.lists)
    if isinstance(panel, Text):
        return text(panel)
    if isinstance(panel, Counter):
        return counter(panel)
    if isinstance(panel, Card):
        return card(panel)
    if isinstance(panel, Pile):
        return pile(panel)
    return dice((panel,))


@lru_cache(8192)
def several(panels: tuple[Panel, ...]) -> str:
    """Draw panels one below the other; neighbours that belong in a row stand in one."""
    parts: list[str] = []
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
    return "".join(parts)


def _row(panel: Panel) -> str:
    if isinstance(panel, Die | Coin):
        return "dice"
    if isinstance(panel, Card):
        return "hand"
    return {Track: "tracks", Counter: "counters", Pile: "piles"}.get(type(panel), "")


def _run(kind: str, run: list[Panel]) -> str:
    if kind == "dice":
        return dice(cast(tuple[Die | Coin, ...], tuple(run)), "loose")
    return f'<div class="{kind}">{"".join(_drawn(panel) for panel in run)}</div>'


def group(g: Group) -> str:
    """Draw the only box there is; what is being settled stands on the screen."""
    name = ident("h", g.id)
    emblem = mark(g.mark) if g.mark else ""
    inner = several(g.panels)
    note = f'<p class="soft">{esc(g.note)}</p>' if g.note else ""
    if g.folded:
        return (
            f'<details class="panel fold" id="{ident("g", g.id)}"><summary id="{name}">'
            f"{emblem}<b>{esc(g.name)}</b>{note}</summary>{inner}</details>"
        )
    kind = _box(g)
    if kind == "screen" and (headline := _headline(g)):
        return (
            f'<section class="screen" id="{ident("g", g.id)}" aria-label="{esc(g.name or headline)}">{inner}</section>'
        )
    head = f'<div class="head"><h2 id="{name}">{emblem}{esc(g.name)}</h2>{note}</div>' if g.name else ""
    label = f' aria-labelledby="{name}"' if g.name else ""
    return f'<section class="{kind}" id="{ident("g", g.id)}"{label}>{head}{inner}</section>'


def _headline(g: Group) -> str:
    """The headline of a result that is its own."""
    return g.panels[0].head if g.panels and isinstance(g.panels[0], Text) else ""


def _box(g: Group) -> str:
    if g.place == "stage":
        # A few numbers beside what is being settled are no screen of their own.
        return "panel tally" if all(isinstance(p, Counter) for p in g.panels) else "screen"
    bare = g.place == "side" and any(isinstance(p, List) and p.style in ("order", "places", "steps") for p in g.panels)
    return "plain" if bare else "panel"


def text(t: Text) -> str:
    """A headline a person could say aloud, then the sentences that prove it."""
    name = ident("t", t.id)
    if t.style == "result":
        body = f'<p class="because">{esc(t.beyond)}</p>' if t.beyond else ""
        return f'<div class="said" id="{name}"><h2 class="verdict">{esc(t.head)}</h2>{body}</div>'
    head = f"<h3>{esc(t.head)}</h3>" if t.head else ""
    if t.style == "quote":
        by = f"<figcaption>{mark(t.mark) if t.mark else ''}{esc(t.head)}</figcaption>" if t.head or t.mark else ""
        return f'<figure class="quote" id="{name}"><blockquote>{esc(t.body)}</blockquote>{by}</figure>'
    kind = ' class="warn"' if t.style == "warning" else ' class="words"'
    body = f"<p>{esc(t.body)}</p>" if t.body else ""
    return f'<div{kind} id="{name}">{head}{body}</div>'


def track(t: Track) -> str:
    """Boxes filled from the left, with the same in words."""
    note = f'<span class="note soft">{esc(t.note)}</span>' if t.note else ""
    risk = f", {t.risk} at risk" if t.risk else ""
    return (
        f'<div class="track" id="{ident("k", t.id)}"><span class="name">{esc(t.name)}</span>'
        f'<span class="of">{t.filled} of {t.size}{risk}</span>{boxes(t)}{note}</div>'
    )


def boxes(t: Track) -> str:
    """The boxes alone, gaps between columns."""
    if t.size > 60:
        share = 100 * t.filled / t.size
        return (
            '<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect class="v" width="{share:.1f}" height="6"/></svg>'
        )
    ends = {sum(t.gaps[: at + 1]) for at in range(len(t.gaps))}
    sure = t.filled - t.risk
    drawn = []
    for at in range(t.size):
        kind = ' class="on"' if at < sure else ' class="hot"' if at < t.filled else ""
        gap = '<i class="gap"></i>' if at in ends and at else ""
        drawn.append(f"{gap}<i{kind}></i>")
    return f'<span class="boxes" aria-hidden="true">{"".join(drawn)}</span>'


def counter(c: Counter) -> str:
    """A named number."""
    note = f' <span class="soft">{esc(c.note)}</span>' if c.note else ""
    return f'<p class="counter"><span class="num">{esc(c.value)}</span> {esc(c.name)}{note}</p>'


def listing(each: List) -> str:
    """Rows in the list's own style, or the words that say what will be there."""
    name = f'<h3 class="of-list">{esc(each.name)}</h3>' if each.name else ""
    if not each.rows:
        return f'{name}<p class="soft empty">{esc(each.empty)}</p>' if each.empty or name else ""
    return name + rows.STYLES[each.style](each)
