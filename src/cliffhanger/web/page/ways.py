"""Two or three ways to answer one question, each a button: what it does, what it costs, and its chance.

The free one is lit, unless it surely loses where another may win. Each is a button of the form, so that no script is
needed; the lit one comes first, for Enter in the line beside them means the first.
"""

from functools import lru_cache

from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Choice, Item, Number, Pick, first
from cliffhanger.web.page.chance import DOCKED, hopeless, said
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.view import Figure, Odds

MOST = 3  # ways that stand side by side
NO_ODDS: Odds = {}


@lru_cache(4096)
def ways(option: Option) -> tuple[Item, ...]:
    """The ways to answer all that an option asks, where they are few and differ in cost or in what they are worth.

    A number without words of its own for each goes by the label of the option.
    """
    match option.params:
        case (Number(low=low, high=high) as p,) if high - low < MOST and (p.ways or option.figures):
            words = dict(p.words)
            return p.ways or tuple(
                Item(str(n), f"{option.label}: {n}", says=words.get(n, "")) for n in range(low, high + 1)
            )
        case (Pick() as p,) if p.one and not p.priced and 1 < len(p.items) <= MOST:
            differ = option.figures or len({(x.cost, x.figures) for x in p.items}) > 1
            return p.items if differ and not any(x.blocked for x in p.items) else ()
    return ()


def taken(option: Option, way: Item) -> Choice:
    """What is chosen by a way."""
    (p,) = option.params
    return {p.name: int(way.id) if isinstance(p, Number) else (way.id,)}


def lit_way(option: Option, odds: Odds = NO_ODDS) -> Item | None:
    """The way that is lit before anybody has touched anything: the one that lies there, or another that costs nothing.

    None where each costs something, or the one that does not surely loses while another may win.
    """
    if option.price:
        return None
    lies = first(option.params)
    free = [way for way in ways(option) if not way.cost and not _hopeless(option, way, odds)]
    return next((way for way in free if taken(option, way) == lies), free[0] if free else None)


def _hopeless(option: Option, way: Item, odds: Odds) -> bool:
    """Whether a way surely loses where another may win: it says what is lost by it, or its chance is none."""
    others = [each for each in ways(option) if each is not way]
    if way.lost and not all(each.lost for each in others):
        return True
    return hopeless(_figures(option, way, odds), (_figures(option, each, odds) for each in others))


def _figures(option: Option, way: Item, odds: Odds) -> tuple[Figure, ...]:
    return odds.get((option.window, f"{option.key}={way.id}"), ())


def drawn(option: Option, odds: Odds, place: Markup) -> Markup:
    """Draw the ways of an option; `place` is the id of its form."""
    row, lit = ways(option), lit_way(option, odds)
    (p,) = option.params
    row = tuple(sorted(row, key=lambda way: way is not lit))
    dear = any(way.cost for way in row)
    parts = [_way(option, way, odds, place, p.name, lit=way is lit, dear=dear) for way in row]
    if lit is None:  # then Enter in the line beside them sends nothing
        parts.insert(0, Markup("<button hidden disabled></button>"))
    counts = Markup(" data-number") if isinstance(p, Number) else NOTHING
    return Markup('<div class="ways"{counts} role="group" aria-label="{label}">{parts}</div>').format(
        counts=counts, label=p.label or p.name, parts=joined(parts)
    )


def _way(option: Option, way: Item, odds: Odds, place: Markup, name: str, *, lit: bool, dear: bool) -> Markup:
    figures = _figures(option, way, odds)
    if _hopeless(option, way, odds):
        free = way.lost
    else:  # what a way says of itself is enough: successes set aside are no price, and not nothing either
        free = _("costs nothing") if dear and not way.says else ""
    cost = ", ".join(map(str, way.cost)) or free
    return Markup(
        '<button class="{look}" id="{place}-go{at}" name="p.{name}" value="{value}"><b>{label}</b>{worth}{says}{cost}'
        "</button>"
    ).format(
        look="next way" if lit else "way dear" if way.cost else "way",
        place=place,
        at="" if lit else Markup("-{id}").format(id=ident(way.id)),
        name=name,
        value=way.id,
        label=way.label,
        worth=_worth(figures),
        says=Markup("<small>{says}</small>").format(says=way.says) if way.says else NOTHING,
        cost=Markup('<span class="tag">{cost}</span>').format(cost=cost) if cost else NOTHING,
    )


def _worth(figures: tuple[Figure, ...]) -> Markup:
    return Markup('<span class="worth">{words}</span>').format(words=said(figures[:DOCKED])) if figures else NOTHING
