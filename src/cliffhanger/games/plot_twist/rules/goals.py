"""Goals: how a Threat is met, or a Twist or an Event Nullified: by a condition, by rolls, or by a price.

Of an Objective that lies face-down conditions and prices count, and rolls do not.  [PT-RUL-36]
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cliffhanger.games.plot_twist.files.abilities import CardAbility
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.entries import Roll
from cliffhanger.games.plot_twist.files.wording import sentence
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import choices, costs, facts, roster, uses, verbs
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import ability, base, name_of
from cliffhanger.games.plot_twist.rules.pieces import Ids, Lying, Person
from cliffhanger.games.plot_twist.rules.state import Context, PlayCard, Resolve, Table
from cliffhanger.kernel.frames import one, push, tell
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Number

ROLL = "/roll"
"""How the path of the roll of a goal ends."""


def met(s: Table) -> Table | None:
    """A goal whose condition has come true happens; it comes again only after that was false."""
    for each, goal, ctx in board(s).aims:
        so = holds(goal.if_, facts.look(s, ctx))
        if so != each.met:
            s = verbs.mark(s, each.id, met=so)
            return happens(s, each.id, goal.part) if so else s
    return None


def threatens(s: Table) -> bool:
    """Whether the condition of a Threat has come true and was not heard yet."""
    new = ((goal, ctx) for each, goal, ctx in board(s).aims if goal.part == "threat" and not each.met)
    return any(holds(goal.if_, facts.look(s, ctx)) for goal, ctx in new)


def happens(s: Table, name: str, part: str, x: int = 0) -> Table:
    """A Threat is shown and the Villains have won, unless a card stops it; or a card is Nullified.  [PT-GOAL-04, PT-RUL-36]"""
    s = verbs.mark(s, name, won=0, pledged=(), up=True)
    threat = part == "threat"
    s = tell(s, "goal", name_of(s, name), "PT-GOAL-04" if threat else "PT-NUL-01", threat=int(threat))
    s = verbs.fire(s, "on_threat") if threat else s
    return push(s, PlayCard("", name, phase="effects", x=x, part=part))  # type: ignore[arg-type]


def rolls(s: Table, name: str, nth: int, who: str) -> Table:
    """Somebody rolls for a goal."""
    return push(s, Resolve(Context(who, name, facts.seat_of(s, who)), (f"{base(name)}/{nth}{ROLL}",)))


def may_roll(s: Table, p: Person, each: Lying, roll: Roll) -> bool:
    """Whether somebody may make the roll of a goal now."""
    ctx = Context(p.id, each.id, each.seat)
    return facts.fits(s, roll.by or "self", p.id, ctx) and (not roll.while_ or holds(roll.while_, facts.look(s, ctx)))


def scores(s: Table, name: str, path: str) -> Table:
    """A roll for a goal is won: of so many in all it happens."""
    nth = int(path.split("/")[1])
    goal, lies = ability(s, name, nth), one(s.lying, name)
    assert goal.roll
    s = tell(s, "progress", name_of(s, name), "PT-OBJ-01", amount=lies.won + 1, most=goal.roll.accumulate)
    s = verbs.mark(s, name, won=lies.won + 1)
    return happens(s, name, goal.part) if lies.won + 1 >= goal.roll.accumulate else s


def free_roll(s: Table, who: str, name: str, nth: int) -> Table:
    """A roll for a goal is a Free action.  [PT-ACT-01, PT-ACT-02]"""
    return rolls(uses.reopened(verbs.uses(s, who, f"{name}#{nth}")), name, nth, who)


def pays(s: Table, who: str, name: str, nth: int, x: int = 0, toss: str | Ids = ()) -> Table:
    """One who is named pays the whole price."""
    goal = ability(s, name, nth)
    s = happens(uses.reopened(costs.pay(s, who, costs.printed(goal.cost, x))), name, goal.part, x)
    return uses.thrown(s, who, name, goal.cost, toss)


def pledges(s: Table, n: int, who: str, name: str, nth: int, counter: str) -> Table:
    """Somebody says how much they would give; once there is enough, all pay at once."""
    goal, lies = ability(s, name, nth), one(s.lying, name)
    others = tuple(each for each in lies.pledged if not each.startswith(f"{who}/{counter}/"))
    only = () if lies.up else (lies.seat,)
    s = tell(s, "pledges", name_of(s, who), "", only, amount=n, counter=title(counter), what=name_of(s, name))
    s = verbs.mark(s, name, pledged=(*others, f"{who}/{counter}/{n}"))
    shares = list(_shares(s, one(s.lying, name)))
    owed = costs.printed(goal.cost)
    if any(sum(n for _, of, n in shares if of == each) < owed[each] for each in owed):
        return uses.reopened(s)
    for payer, of, most in shares:
        n = min(most, owed[of])
        owed[of] -= n
        s = costs.pay(s, payer, {of: n} if n else {})
    return happens(uses.reopened(s), name, goal.part)


def _shares(s: Table, lies: Lying) -> Iterator[tuple[str, str, int]]:
    """Who gives how much of what, as far as they still have it."""
    for each in lies.pledged:
        who, counter, n = each.split("/")
        if roster.in_play(roster.person(s, who)):
            yield who, counter, min(int(n), costs.have(s, who, counter))


GROUP = "Goals"
TRY = Kind("goal", "Roll for it", free_roll, rule="PT-OBJ-01", group=GROUP, standing=True)
PAY = Kind("pay_goal", "Pay for it", pays, rule="PT-EVT-02", group=GROUP, standing=True)
PLEDGE = Kind("pledge", "Give towards it", pledges, rule="PT-EVT-02", group=GROUP, standing=True)


def standing(s: Table, window: str) -> Iterator[Offer]:
    """The rolls and the prices of goals that are open now."""
    for each, nth, goal in board(s).goals:
        for p in roster.present(s) if goal.roll or goal.cost else ():
            if not each.up and facts.seat_of(s, p.id) != each.seat:
                continue
            if goal.roll and not goal.roll.every:
                yield from _tries(s, p, each, nth, goal, window)
            elif goal.cost and facts.fits(s, goal.by, p.id, Context("", each.id, each.seat)):
                yield from _prices(s, p, each, nth, goal, window)


def _tries(s: Table, p: Person, each: Lying, nth: int, goal: CardAbility, window: str) -> Iterator[Offer]:
    used = f"{each.id}#{nth}" in p.used or facts.forbidden(s, p.id, "free_action")
    if goal.roll and not used and may_roll(s, p, each, goal.roll):
        kind, label = (
            TRY.bound(f"{p.id}.{each.id}", who=p.id, name=each.id, nth=nth),
            facts.labelled(s, p.id, name_of(s, each.id)),
        )
        yield kind(facts.seat_of(s, p.id), window, label=label, says=partial(sentence, goal))


def _prices(s: Table, p: Person, each: Lying, nth: int, goal: CardAbility, window: str) -> Iterator[Offer]:
    """One pays the whole price, or each of a kind gives a share of it."""
    seat, says, price = facts.seat_of(s, p.id), partial(sentence, goal), costs.printed(goal.cost)
    label = facts.labelled(s, p.id, name_of(s, each.id))
    words: dict[str, Any] = {"label": label, "says": says, "cost": choices.costs(price)}
    known: dict[str, Any] = {"who": p.id, "name": each.id, "nth": nth}
    if not goal.by.startswith("each_"):
        asks, why = tuple(uses.asks(s, p, goal.cost)), costs.short(s, p.id, price)
        yield PAY.bound(f"{p.id}.{each.id}", **known)(seat, window, asks, why, **words)
        return
    for counter, n in price.items():
        if most := min(n, costs.have(s, p.id, counter)):
            kind = PLEDGE.bound(f"{p.id}.{each.id}.{counter}", counter=counter, **known)
            yield kind(seat, window, (Number("n", title(counter), 0, most, most),), **words)
