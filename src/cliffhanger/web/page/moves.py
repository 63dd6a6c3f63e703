"""The verbs of a move as tiles: what one does, then with what, then the rest of the form.

Options of one verb are one tile; which of their tools it is done with is asked first of all. Where there are few things
to do they stay chips. The first tiles are at hand, the others behind a fold.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from cliffhanger.kernel.offers import Option, Verb
from cliffhanger.web.page.chance import SOON, at_best, brief
from cliffhanger.web.page.html import NOTHING, Markup, ident
from cliffhanger.web.page.icons import sign
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.option_form import figured, named, priced
from cliffhanger.web.page.placing import PLACE
from cliffhanger.web.page.view import Odds

FEW = 3  # things to do that need no tiles
SHOWN = 6  # tiles at hand


class Move(NamedTuple):
    """One thing to do: its verb ("" where the game names none), what it is called, and the options it is done by."""

    verb: str
    label: str
    options: tuple[Option, ...]


class Drawn(Protocol):
    """Draws an option with its form."""

    def __call__(self, option: Option, among: str = "", *, on: bool = False, alone: bool = False) -> Iterable[Markup]:
        """`among` the tools of a verb; `on`: its form opens with the tile; `alone`: it has no chip."""
        ...


def spares(chips: Sequence[Option], acts: Sequence[Option]) -> bool:
    """Whether there is more to do than is at hand, and what is one tap can wait behind a fold."""
    return len(chips) + len(acts) > SHOWN and len(acts) > FEW


def by_verb(options: Sequence[Option], verbs: Sequence[Verb]) -> tuple[Move, ...]:
    """What there is to do, verb by verb in the order given; empty where there is so little that chips say it better."""
    labels = {verb.id: verb.label for verb in verbs}
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.verb if option.verb in labels else f" {option.key}", []).append(option)
    moves = [
        Move(verb.strip() and options[0].verb, labels[verb] if len(options) > 1 else options[0].label, tuple(options))
        for verb, options in found.items()
    ]
    return tuple(moves) if len(moves) > FEW else ()


def tiles(
    moves: Sequence[Move],
    now: Option | None,
    verbs: tuple[Verb, ...],
    odds: Odds,
    drawn: Drawn,
    *,
    lit: Option | None,
    taken: bool,
) -> Iterator[Markup]:
    """A tile a move, each followed by its means and its form, which are shown while it is chosen.

    One is chosen where somebody has `taken` it; before that the one that lies open is shown where there is room, and else the
    tile of what is `lit` is. While one is chosen on a phone, the others are behind "something else".
    """
    yield Markup(
        '<label class="other"><input type="radio" name="w-{place}" id="w-{place}-other">{words}</label><div class="tiles">'
    ).format(place=PLACE, words=_("Something else"))
    for at, move in enumerate(moves):
        if at == SHOWN:
            rest = len(moves) - at
            lies = any(now in move.options for move in moves[at:])
            words = ngettext("{n} more", "{n} more", rest).format(n=rest)
            head = Markup(
                '</div><details class="more law" id="w-{place}-rest"{open}><summary>{words}</summary><div class="tiles">'
            )
            yield head.format(place=PLACE, open=" open" if lies else "", words=words)
        yield from _tile(move, now, verbs, odds, drawn, lit=lit, taken=taken)
    yield Markup("</div>")
    if len(moves) > SHOWN:
        yield Markup("</details>")


def _tile(
    move: Move,
    now: Option | None,
    verbs: tuple[Verb, ...],
    odds: Odds,
    drawn: Drawn,
    *,
    lit: Option | None,
    taken: bool,
) -> Iterator[Markup]:
    first, several = move.options[0], len(move.options) > 1
    yield Markup(
        '<div class="move"><label class="verb"><input type="radio" name="w-{place}" id="{name}"{lies}{lit}{checked}>'
        '{sign}<b>{label}</b>{hint}{price}{worth}</label><div class="means">{lead}'
    ).format(
        place=PLACE,
        name=Markup("v-{place}-{verb}").format(place=PLACE, verb=ident(move.verb)) if several else named("o-", first),
        lies=" data-lies" if now in move.options else "",
        lit=" data-lit" if lit in move.options else "",
        checked=" checked" if taken and now in move.options else "",
        sign=sign(verbs, first.verb),
        label=move.label,
        hint=_hint(move, verbs),
        price=NOTHING if several else priced(first),
        worth=_worth(move.options, odds),
        lead=Markup('<p class="lead">{words}</p>').format(words=_("With")) if several else NOTHING,
    )
    opens = next((o for o in (now, lit) if o in move.options), None)
    opens = opens or next((o for o in move.options if not o.price), first)
    for option in move.options:
        yield from drawn(option, move.verb if several else "", on=option is opens, alone=not several)
    yield Markup("</div></div>")


def _worth(options: tuple[Option, ...], odds: Odds) -> Markup:
    """What it is worth, or the best of its means as they lie there; the room of that while it is still to come."""
    known = [odds[option.window, option.key] for option in options if figured(option, odds)]
    if not known:
        return SOON if any(option.all_figures for option in options) else NOTHING
    return brief(known[0]) if len(options) == 1 else at_best(known)


def _hint(move: Move, verbs: tuple[Verb, ...]) -> Markup:
    """What it does, in a few words."""
    own = move.options[0].hint if len(move.options) == 1 else ""
    words = own or next((each.hint for each in verbs if each.id == move.options[0].verb), "")
    return Markup("<small>{words}</small>").format(words=words) if words else NOTHING
