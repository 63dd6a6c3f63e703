"""What a seat may know, and what may lie where it sees a back.

Hands, Plot Hands and decks are their owners', face-down cards the GM's, the Twists Deck the players'; the order of a deck is
nobody's, and what somebody has looked at stays known to them alone.
"""

import itertools
from collections.abc import Set
from functools import partial

from cliffhanger.games.plot_twist.files.collections import FITS
from cliffhanger.games.plot_twist.rules import roster
from cliffhanger.games.plot_twist.rules.book import UNKNOWN
from cliffhanger.games.plot_twist.rules.pieces import GM, Built, Hand, Ids, Lying
from cliffhanger.games.plot_twist.rules.state import Building, Table
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Rng
from cliffhanger.kernel.effects.known import unnamed
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import WATCH


def view(s: Table, seat: str) -> Table:
    """What a seat may know: of the hands, decks and Plot Hands of others only how many cards there are.

    What it sees as it is stays the same object, and what several seats see alike is one for all of them.
    """
    known = frozenset([*(each.card for each in s.known if each.seat == seat), *s.below])
    down = frozenset(() if seat == GM else [each.id for each in s.lying if not each.up])
    hidden = down - known
    hands = tuple([_own(h, known) if h.id == seat else _others(h, known) for h in s.hands])
    if f := roster.frame(s, Building):
        s = roster.changed(s, Building, built=tuple(each if each.id == seat else Built(each.id) for each in f.built))
    return replace(
        unnamed(s, down, hidden, partial(_seen, s, hands, hidden), UNKNOWN),
        hands=hands,
        lying=_lying(s.lying, down, hidden) if down else s.lying,
        twists=_backs(s.twists, known) if seat in (GM, WATCH) else s.twists,
        top=_tops(s.top, known),
        known=tuple([each for each in s.known if each.seat == seat]),
    )


def _tops(top: Ids, known: Set[str]) -> Ids:
    return tuple([each if each in known else UNKNOWN for each in top])


@remembered(lambda pile, known: (id(pile), known), 512, hold=True)
def _backs(pile: Ids, known: Set[str]) -> Ids:
    """A pile of which only the known cards have a face."""
    return tuple(sorted(each if each in known else UNKNOWN for each in pile))


def _own(h: Hand, known: Set[str]) -> Hand:
    return replace(h, top=_tops(h.top, known)) if h.top else h


@remembered(lambda h, known: (id(h), known), 512, hold=True)
def _others(h: Hand, known: Set[str]) -> Hand:
    """A hand as those see it whose it is not."""
    deck, hand, plot = _backs(h.deck, known), _backs(h.hand, known), _backs(h.plot, known)
    return replace(h, deck=deck, hand=hand, plot=plot, top=_tops(h.top, known))


@remembered(lambda lying, down, hidden: (id(lying), down, hidden), 64, hold=True)
def _lying(lying: tuple[Lying, ...], down: Set[str], hidden: Set[str]) -> tuple[Lying, ...]:
    """Cards in play, of which some lie face-down: of the hidden ones only the back is seen."""

    def back(x: Lying) -> Lying:
        return Lying(UNKNOWN if x.id in hidden else x.id, x.seat, x.on, x.until, up=False)

    return tuple([back(x) if x.id in down else x for x in lying])


def _seen(s: Table, hands: tuple[Hand, ...], hidden: Set[str]) -> set[str]:
    """The cards that a seat sees somewhere."""
    there = {name for h in hands for name in (*h.deck, *h.hand, *h.thrown, *h.plot)}
    return there | {each.id for each in s.lying} - hidden


def guess(v: Table, seat: str, rng: Rng) -> Table:
    """Cards that may lie where a seat sees their backs: any of those that the table has for such a pile."""
    count = itertools.count()

    def any_of(zone: str, pile: Ids) -> Ids:
        known = [each.id for each in v.cards if each.kind in FITS[zone]]
        return tuple(f"{rng.choice(known)}.guess-{next(count)}" if each == UNKNOWN else each for each in pile)

    def hand(h: Hand) -> Hand:
        deck, held, plot = any_of("combat", h.deck), any_of("combat", h.hand), any_of("plot", h.plot)
        drawn, held, plot = (tuple(sorted(pile)) for pile in (deck, held, plot))
        return replace(h, deck=drawn, hand=held, plot=plot, top=tops(h.top, deck))

    def tops(top: Ids, pile: Ids) -> Ids:
        rest = iter([each for each in pile if each not in top])
        return tuple(next(rest) if each == UNKNOWN else each for each in top)

    def down(x: Lying) -> Lying:
        return replace(x, id=any_of("objective" if x.on else "events", (x.id,))[0])

    twists = tuple(sorted(any_of("twists", v.twists)))
    hands, lying = tuple(map(hand, v.hands)), tuple(map(down, v.lying))
    return replace(v, hands=hands, lying=lying, twists=twists, top=tops(v.top, twists))
