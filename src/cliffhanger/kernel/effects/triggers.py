"""Triggers: what is heard becomes Moments, in which abilities are due.

Each seat orders its own, and one that waits is looked at again when it comes. An ability comes at most once in a chain, which
is all that comes of one outermost moment, and a chain is never longer than 40.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from cliffhanger.kernel.effects.book import Ability, Books
from cliffhanger.kernel.effects.lasting import Until
from cliffhanger.kernel.effects.limits import once, spent
from cliffhanger.kernel.effects.resolving import come
from cliffhanger.kernel.effects.state import Context, Due, Heard, Ids, Lasting, Moment, Playing
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick

S = TypeVar("S", bound=Playing)
CHAIN = 40
"""So many abilities come of one moment, and no more."""


def fire(s: S, trigger: str, by: str = "", to: str = "", of: str = "") -> S:
    """A trigger fires; what is due because of it comes before anything else goes on."""
    return replace(s, heard=(*s.heard, Heard(trigger, by, to, of)))


def context(d: Due) -> Context:
    """What the words of an ability stand for."""
    return Context(d.me, d.card, d.seat)


class Abilities(NamedTuple):
    """What a game says of abilities that are due.

    `under`: the abilities of cards that work that wait for a trigger; `works`: whether a card still does. `seats` are all, in
    the order in which theirs come. `fits`: whether somebody is one whom a word means; `holds`: whether a condition is true.
    `whether` an ability `happens`: it must, its owner may leave it, or cannot pay for it. `happens` lets it, `ended` ends
    what lasted, `leave` takes cards out of play that lay until what its function says is so. `called` is the name of
    an ability, `says` its sentence, `figures` are those of its owner.
    """

    under: Callable[[Any, str], Iterable[Due]]
    works: Callable[[Any, str], bool]
    seats: Callable[[Any], Ids]
    fits: Callable[[Any, str, str, Context], bool]
    holds: Callable[[Any, str, Context, str], bool]
    whether: Callable[[Any, Due, Any], Literal["must", "may", "cannot"]]
    happens: Callable[[Any, Due, Any, Heard], Any]
    ended: Callable[[Any, list[Lasting]], Any]
    leave: Callable[[Any, Callable[[Any, Until, Context], bool]], Any]
    called: Callable[[Any, Due], str]
    says: Callable[[Any], str]
    figures: Callable[[Any, str], Any]


class Triggers(Generic[S]):
    """The chapter of a `Moment` frame, and the hearing of what has fired."""

    def __init__(self, books: Books[Any], game: Abilities, *, rule: str, order_rule: str, **of: Any) -> None:
        self.books, self.game = books, game
        self.use = Kind("use", "Use it", self.uses, rule=rule, first=True, **of)
        self.leave = Kind("leave", "Leave it", self.leaves, rule=rule, **of)
        self.order = Kind("order", "This one first", self.orders, rule=order_rule, first=True, **of)

    # --- what is heard ----------------------------------------------------------------------------------------

    def hear(self, s: S) -> S:
        """What was heard becomes Moments, the first of them on top; what nobody waits for is forgotten."""
        for heard in s.heard:
            if s.lasting:
                rows = [(row, self.books.effect(s, row.effect).duration) for row in s.lasting if row.until == "trigger"]
                about = ((row, until, replace(row.ctx, me=row.on)) for row, until in rows)
                s = self.game.ended(s, [row for row, until, ctx in about if self._is_heard(s, until, ctx, heard=heard)])
            s = self.game.leave(s, partial(self._is_heard, heard=heard))
        waiting = [(heard, found) for heard in s.heard if (found := self.due(s, heard))]
        waits = [(each, self.books.effect(s, each.until).until) for each in s.delayed if each.until]
        late = [each for each, until in waits if any(self._is_heard(s, until, each.ctx, heard=h) for h in s.heard)]
        s = replace(s, heard=())
        for heard, found in reversed(waiting):
            s = push(s, Moment(heard, found))
        return come(s, late) if late else s

    def _is_heard(self, s: S, until: Until, ctx: Context, *, heard: Heard) -> bool:
        fits = self.game.fits
        return (
            until.trigger == heard.trigger
            and until.of in (None, heard.of)
            and (until.by is None or fits(s, until.by, heard.by, ctx))
            and (until.to is None or fits(s, until.to, heard.to, ctx))
        )

    def conditions(self, s: S) -> S:
        """What was to last until something is so is over once it is, and what waits for that comes."""
        rows = [(row, self.books.effect(s, row.effect).duration) for row in s.lasting if row.until == "if"]
        waits = [(each, self.books.effect(s, each.until).until) for each in s.delayed if each.until]
        late = [each for each, until in waits if self._is_so(s, until, each.ctx)]
        s = self.game.ended(s, [row for row, until in rows if self._is_so(s, until, row.ctx, row.on)])
        s = self.game.leave(s, self._is_so)
        return come(s, late) if late else s

    def _is_so(self, s: S, until: Until, ctx: Context, on: str = "") -> bool:
        return bool(until.if_) and self.game.holds(s, until.if_ or "", ctx, on)

    # --- what is due ------------------------------------------------------------------------------------------

    def due(self, s: S, heard: Heard) -> tuple[Due, ...]:
        """All abilities that wait for this, in the order of their seats."""
        found = [each for each in self.game.under(s, heard.trigger) if self.is_ready(s, each, heard)]
        if len(found) > 1:
            seats = self.game.seats(s)
            found.sort(key=lambda d: seats.index(d.seat))
        return tuple(found)

    def is_ready(self, s: S, d: Due, heard: Heard) -> bool:
        """Whether an ability is due: it is about this, may still come, and its condition holds."""
        found: Ability = self.books.ability(s, d.card, d.nth)
        ctx, fits = context(d), self.game.fits
        if d.mark in s.chain or spent(s, found.once, d.mark) or not self.game.works(s, d.card):
            return False
        if found.of and found.of != heard.of:
            return False
        if (found.by and not fits(s, found.by, heard.by, ctx)) or (found.to and not fits(s, found.to, heard.to, ctx)):
            return False
        return not found.if_ or self.game.holds(s, found.if_, ctx, "")

    def advance(self, s: S, f: Moment) -> S:
        """The next ability, if it is still due."""
        if f.phase != "next":
            return s
        if not f.due:
            s = pop(s)
            return s if any(isinstance(each, Moment) for each in s.stack) else replace(s, chain=())
        first = f.due[0]
        if not self.is_ready(s, first, f.heard):
            return turn(s, due=f.due[1:])
        if len(f.due) > 1 and f.due[1].seat == first.seat:
            return turn(s, phase="order")
        return self._takes(s, f, first)

    def _takes(self, s: S, f: Moment, d: Due) -> S:
        """An ability comes; whose owner may leave it is asked, if they can pay for it."""
        others = tuple([each for each in f.due if each != d])
        whether = self.game.whether(s, d, self.books.ability(s, d.card, d.nth))
        if whether == "must":
            return self._happens(s, f, d)
        return turn(s, due=(d, *others) if whether == "may" else others, phase="may" if whether == "may" else "next")

    def _happens(self, s: S, f: Moment, d: Due) -> S:
        """An ability happens: at most once in a chain, and at most forty come of one moment."""
        s = turn(s, due=tuple([each for each in f.due if each != d]), phase="next")
        if len(s.chain) >= CHAIN:
            return tell(s, "chain_ends", self.books.name_of(s, d.card))
        found = self.books.ability(s, d.card, d.nth)
        s = replace(s, chain=(*s.chain, d.mark))
        s = once(s, f"{found.once}:{d.mark}") if found.once else s
        after: S = self.game.happens(s, d, found, f.heard)
        return after

    # --- what is asked ----------------------------------------------------------------------------------------

    def uses(self, s: S) -> S:
        """Its owner has it happen."""
        f: Moment = top(s)
        return self._happens(s, f, f.due[0])

    def leaves(self, s: S) -> S:
        """Its owner leaves it."""
        return turn(s, due=top(s).due[1:], phase="next")

    def orders(self, s: S, which: str) -> S:
        """A seat says which of its abilities comes next."""
        f: Moment = top(s)
        return self._takes(s, f, f.due[int(which)])

    def offers(self, s: S, f: Moment) -> Iterator[Offer]:
        """What is asked of those whose abilities are due."""
        first, window = f.due[0], f"{f.number}"
        if f.phase == "order":
            own = [(n, each) for n, each in enumerate(f.due) if each.seat == first.seat]
            items = tuple([Item(f"{n}", self.game.called(s, each)) for n, each in own])
            yield self.order.open(first.seat, window, (Pick("which", "Next", items),), ask="Which comes first?")
        elif f.phase == "may":
            ask, figures = f"{self.game.called(s, first)}?", self.game.figures(s, first.me)
            says = partial(self.game.says, self.books.ability(s, first.card, first.nth))
            yield self.use.open(first.seat, window, ask=ask, says=says, figures=figures)
            yield self.leave.open(first.seat, window, ask=ask, figures=figures)
