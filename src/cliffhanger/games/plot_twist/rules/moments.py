"""Moments: abilities that are due because a trigger has fired.

The side with Initiative goes first, each seat orders its own, and an ability that waits is looked at again when it comes.
"""

from collections.abc import Callable, Iterator
from functools import partial

from cliffhanger.games.plot_twist.files.abilities import CardAbility
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.parts import Until
from cliffhanger.games.plot_twist.files.wording import sentence
from cliffhanger.games.plot_twist.rules import costs, decks, facts, goals, pools, resolving, roster, state, verbs
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import ability, effect, name_of, paths
from cliffhanger.games.plot_twist.rules.state import Context, Delayed, Due, Heard, Moment, Table
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick

CHAIN = 40
"""So many abilities come of one moment, and no more."""
INSTEAD: dict[str, type] = {
    **{"on_declare": state.Attack, "before_damage": state.Hurt, "on_status": state.Coming},
    **{"on_card": state.PlayCard, "on_threat": state.PlayCard, "on_flee": state.Flight},
}
"""What an ability with `instead` stops, by its trigger."""


def hear(s: Table) -> Table:
    """What was heard becomes Moments, the first of them on top; what nobody waits for is forgotten."""
    for heard in s.heard:
        s = _leave(_ends(s, heard) if s.lasting else s, partial(_is_heard, heard=heard))
    waiting = [(heard, found) for heard in s.heard if (found := due(s, heard))]
    waits = [(each, effect(s, each.until).until) for each in s.delayed if each.until]
    late = [each for each, until in waits if any(_is_heard(s, until, each.ctx, heard) for heard in s.heard)]
    s = replace(s, heard=())
    for heard, found in reversed(waiting):
        s = push(s, Moment(heard, found))
    return come(s, late) if late else s


def come(s: Table, late: list[Delayed]) -> Table:
    """Effects that were put off come now."""
    s = replace(s, delayed=tuple(each for each in s.delayed if not any(each is one for one in late)))
    for each in reversed(late):
        s = resolving.begin(s, each.ctx, each.effects)
    return s


def _ends(s: Table, heard: Heard) -> Table:
    """What was to last until a trigger is over when that is heard."""
    rows = [(row, effect(s, row.effect).duration) for row in s.lasting if row.until == "trigger"]
    gone = [row for row, until in rows if _is_heard(s, until, replace(row.ctx, me=row.on), heard)]
    return verbs.ended(s, gone)


def _leave(s: Table, over: Callable[[Table, Until, Context], bool]) -> Table:
    """Cards that lie until something is so, or is heard, leave play.  [PT-TWI-01]"""
    for each, until in board(s).staying:
        s = verbs.leaves(s, each.id) if over(s, until, Context(each.on, each.id, each.seat)) else s
    return s


def _is_heard(s: Table, until: Until, ctx: Context, heard: Heard) -> bool:
    return (
        until.trigger == heard.trigger
        and until.of in (None, heard.of)
        and (until.by is None or facts.fits(s, until.by, heard.by, ctx))
        and (until.to is None or facts.fits(s, until.to, heard.to, ctx))
    )


def conditions(s: Table) -> Table:
    """What was to last until something is so is over once it is, and what waits for that comes."""
    gone = [
        row for row in s.lasting if row.until == "if" and _holds(s, effect(s, row.effect).duration, row.ctx, row.on)
    ]
    late = [each for each in s.delayed if each.until and _holds(s, effect(s, each.until).until, each.ctx)]
    s = _leave(verbs.ended(s, gone), _holds)
    return come(s, late) if late else s


def _holds(s: Table, until: Until, ctx: Context, on: str = "") -> bool:
    return bool(until.if_) and holds(until.if_ or "", facts.look(s, ctx, on))


def due(s: Table, heard: Heard) -> tuple[Due, ...]:
    """All abilities that wait for this, those of the side with Initiative first, seat by seat.  [PT-TURN-03]"""
    waits = board(s).under(heard.trigger)
    ready = [each for row in waits for each in _owners(s, *row) if is_ready(s, each, heard)] if waits else ()
    if not ready:
        return ()
    seats = [seat.id for seat in s.seats]
    order = sorted(ready, key=lambda d: (roster.side_of_seat(d.seat) != s.initiative, seats.index(d.seat)))
    return tuple(order)


def _owners(s: Table, name: str, nth: int, found: CardAbility) -> Iterator[Due]:
    """Whose an ability is: that of the card; of a roll for a goal any who may make it."""
    if found.roll is None:
        yield Due(name, nth, board(s).owners[name], facts.holder(s, name))
    for each, at, goal in board(s).goals if found.roll else ():
        for p in roster.present(s) if (each.id, at) == (name, nth) else ():
            if goal.roll and goals.may_roll(s, p, each, goal.roll):
                yield Due(name, nth, p.id, facts.seat_of(s, p.id))


def context(d: Due) -> Context:
    """What the words of an ability stand for."""
    return Context(d.me, d.card, d.seat)


def is_ready(s: Table, d: Due, heard: Heard) -> bool:
    """Whether an ability is due: it is about this, may still come, and its condition holds."""
    found = ability(s, d.card, d.nth)
    ctx = context(d)
    if mark(d) in s.chain or (found.once and f"{found.once}:{mark(d)}" in s.once) or d.card not in board(s).owners:
        return False
    if found.of and found.of != heard.of:
        return False
    if (found.by and not facts.fits(s, found.by, heard.by, ctx)) or (
        found.to and not facts.fits(s, found.to, heard.to, ctx)
    ):
        return False
    return not found.if_ or holds(found.if_, facts.look(s, ctx))


def mark(d: Due) -> str:
    """By which an ability is known to have happened."""
    return f"{d.card}#{d.nth}"


def advance(s: Table, f: Moment) -> Table:
    """The next ability, if it is still due."""
    if f.phase != "next":
        return s
    if not f.due:
        s = pop(s)
        return s if any(isinstance(each, Moment) for each in s.stack) else replace(s, chain=())
    first = f.due[0]
    if not is_ready(s, first, f.heard):
        return turn(s, due=f.due[1:])
    if len(f.due) > 1 and f.due[1].seat == first.seat:
        return turn(s, phase="order")
    return _takes(s, first)


def _takes(s: Table, d: Due) -> Table:
    """An ability comes; whose owner may leave it is asked, if they can pay for it."""
    f: Moment = top(s)
    found = ability(s, d.card, d.nth)
    others = tuple(each for each in f.due if each != d)
    if found.may and (costs.short(s, d.me, _price(s, d, found)) or _few(s, d, found)):
        return turn(s, due=others, phase="next")
    if found.may or found.roll:
        return turn(s, due=(d, *others), phase="may")
    return _happens(s, d, found)


def _few(s: Table, d: Due, found: CardAbility) -> bool:
    """Whether somebody has too few cards to throw away as a price."""
    toss = costs.tosses(found.cost)
    return toss is not None and len(decks.pile(s, d.seat, toss.zone)) < toss.count


def _price(s: Table, d: Due, found: CardAbility) -> dict[str, int]:
    return costs.printed(found.cost) if d.me else {}


def _happens(s: Table, d: Due, found: CardAbility) -> Table:
    """An ability happens: at most once in a chain, and at most forty come of one moment."""
    f: Moment = top(s)
    s = turn(s, due=tuple(each for each in f.due if each != d), phase="next")
    if len(s.chain) >= CHAIN:
        return tell(s, "chain_ends", name_of(s, d.card))
    s = replace(s, chain=(*s.chain, mark(d)))
    if found.once:
        s = verbs.once(s, f"{found.once}:{mark(d)}")
    if d.card in board(s).owners and not any(each.id == d.card and not each.up for each in s.lying):
        s = tell(s, "ability", name_of(s, d.me or d.card), "", card=found.name or name_of(s, d.card))
    if found.roll:
        return goals.rolls(s, d.card, d.nth, d.me)
    s = costs.pay(s, d.me, _price(s, d, found))
    if found.instead:
        s = stop(s, INSTEAD.get(f.heard.trigger))
    s = resolving.begin(s, context(d), paths(d.card, d.nth, found))
    s = costs.throws_away(s, d.me, found.cost, d.card) if d.me else s
    return verbs.leaves(s, d.card) if found.cost and found.cost.discard == "self" else s


def stop(s: Table, kind: type | None) -> Table:
    """What was declared, played or about to be lost does not happen."""
    return roster.changed(s, kind, stopped=True) if kind else s


# --- offers ---------------------------------------------------------------------------------------------------


def use(s: Table) -> Table:
    """Its owner has it happen."""
    f: Moment = top(s)
    return _happens(s, f.due[0], ability(s, f.due[0].card, f.due[0].nth))


def leave(s: Table) -> Table:
    """Its owner leaves it."""
    return turn(s, due=top(s).due[1:], phase="next")


def order(s: Table, which: str) -> Table:
    """A seat says which of its abilities comes next."""
    f: Moment = top(s)
    return _takes(s, f.due[int(which)])


USE = Kind("use", "Use it", use, rule="PT-ACT-01", group="Abilities", first=True)
LEAVE = Kind("leave", "Leave it", leave, rule="PT-ACT-01", group="Abilities")
ORDER = Kind("order", "This one first", order, rule="PT-TURN-03", group="Abilities", first=True)


def offers(s: Table, f: Moment) -> Iterator[Offer]:
    """What is asked of those whose abilities are due."""
    first, window = f.due[0], f"{f.number}"
    if f.phase == "order":
        own = [(n, each) for n, each in enumerate(f.due) if each.seat == first.seat]
        items = tuple(Item(f"{n}", called(s, each)) for n, each in own)
        yield ORDER.open(first.seat, window, (Pick("which", "Next", items),), ask="Which comes first?")
    elif f.phase == "may":
        says, worth = partial(sentence, ability(s, first.card, first.nth)), pools.worth(s, first.me)
        yield USE.open(first.seat, window, ask=f"{called(s, first)}?", says=says, figures=worth)
        yield LEAVE.open(first.seat, window, ask=f"{called(s, first)}?", figures=worth)


def called(s: Table, d: Due) -> str:
    """What an ability is called."""
    return ability(s, d.card, d.nth).name or name_of(s, d.card)
