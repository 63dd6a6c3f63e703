"""What a seat may know, and what may lie where it sees a back.

Hands, Plot Hands and decks are their owners', face-down cards the GM's, the Twists Deck the players'; the order of a deck is
nobody's, and what somebody has looked at stays known to them alone.
"""

import itertools
from typing import TypeVar

from cliffhanger.games.plot_twist.files.collections import FITS
from cliffhanger.games.plot_twist.rules.book import UNKNOWN
from cliffhanger.games.plot_twist.rules.pieces import GM, Built, Hand, Ids, Lying
from cliffhanger.games.plot_twist.rules.state import (
    Building,
    Delayed,
    Frame,
    Lasting,
    Moment,
    MoveCards,
    Resolve,
    Table,
)
from cliffhanger.kernel.chance import Rng
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import WATCH

Held = TypeVar("Held", Resolve, MoveCards, Lasting, Delayed)


def view(s: Table, seat: str) -> Table:
    """What a seat may know: of the hands, decks and Plot Hands of others only how many cards there are."""
    known = {each.card for each in s.known if each.seat == seat} | set(s.below)
    down = {each.id for each in s.lying if not each.up and seat != GM}
    hidden = down - known

    def tells(text: str) -> bool:
        """Whether a mark or a path names a card that lies face-down: "turn:blackout.gm-1#0"."""
        return text.rpartition(":")[2].partition("#")[0].partition("/")[0] in down

    def back(x: Lying) -> Lying:
        return Lying(UNKNOWN if x.id in hidden else x.id, x.seat, x.on, x.until, up=False)

    def backs(pile: Ids) -> Ids:
        return tuple(sorted(each if each in known else UNKNOWN for each in pile))

    def hand(h: Hand) -> Hand:
        top = tuple(each if each in known else UNKNOWN for each in h.top)
        if h.id == seat:
            return replace(h, top=top)
        return replace(h, deck=backs(h.deck), hand=backs(h.hand), plot=backs(h.plot), top=top)

    hands = tuple(map(hand, s.hands))
    seen = {name for h in hands for name in (*h.deck, *h.hand, *h.thrown, *h.plot)} | {
        each.id for each in s.lying
    } - hidden
    return replace(
        s,
        hands=hands,
        lying=tuple(back(x) if x.id in down else x for x in s.lying),
        twists=backs(s.twists) if seat in (GM, WATCH) else s.twists,
        top=tuple(each if each in known else UNKNOWN for each in s.top),
        known=tuple(each for each in s.known if each.seat == seat),
        once=tuple(each for each in s.once if not tells(each)),
        chain=tuple(each for each in s.chain if not tells(each)),
        stack=tuple(_frame(f, seat, seen, hidden) for f in s.stack if not any(map(tells, _about(f)))),
        lasting=tuple(_picked(each, seen) for each in s.lasting if not tells(each.ctx.card)),
        delayed=tuple(_picked(each, seen) for each in s.delayed if not tells(each.ctx.card)),
    )


def _about(f: Frame) -> Ids:
    """The cards whose abilities a procedure is about: of those that lie face-down nobody else hears."""
    if isinstance(f, Moment):
        return tuple(each.card for each in f.due)
    return (f.ctx.card,) if isinstance(f, Resolve | MoveCards) else ()


def _frame(f: Frame, seat: str, seen: set[str], hidden: set[str]) -> Frame:
    """A procedure under way, without the piles that others choose and the cards that others have picked."""
    if isinstance(f, Building):
        return replace(f, built=tuple(each if each.id == seat else Built(each.id) for each in f.built))
    if isinstance(f, Resolve):
        asks = tuple(UNKNOWN if each in hidden else each for each in f.asks)
        return _picked(f if asks == f.asks else replace(f, asks=asks), seen)
    return _picked(f, seen) if isinstance(f, MoveCards) else f


def _picked(held: Held, seen: set[str]) -> Held:
    """What goes on with the cards that an effect has picked: those that lie hidden are not named."""
    cards = tuple(each if each in seen else UNKNOWN for each in held.ctx.cards)
    return held if cards == held.ctx.cards else replace(held, ctx=replace(held.ctx, cards=cards))


def guess(v: Table, seat: str, rng: Rng) -> Table:
    """Cards that may lie where a seat sees their backs: any of those that the table has for such a pile."""
    count = itertools.count()

    def any_of(zone: str, pile: Ids) -> Ids:
        known = [each.id for each in v.cards if each.kind in FITS[zone]]
        return tuple(f"{rng.choice(known)}.guess-{next(count)}" if each == UNKNOWN else each for each in pile)

    def hand(h: Hand) -> Hand:
        deck, held, plot = any_of("combat", h.deck), any_of("combat", h.hand), any_of("plot", h.plot)
        return replace(
            h, deck=tuple(sorted(deck)), hand=tuple(sorted(held)), plot=tuple(sorted(plot)), top=tops(h.top, deck)
        )

    def tops(top: Ids, pile: Ids) -> Ids:
        rest = iter([each for each in pile if each not in top])
        return tuple(next(rest) if each == UNKNOWN else each for each in top)

    def down(x: Lying) -> Lying:
        return replace(x, id=any_of("objective" if x.on else "events", (x.id,))[0])

    twists = tuple(sorted(any_of("twists", v.twists)))
    return replace(
        v, hands=tuple(map(hand, v.hands)), lying=tuple(map(down, v.lying)), twists=twists, top=tops(v.top, twists)
    )
