"""Throws: coins that are bought, coins that fall, successes that are bought, and who has won.

One side throws against a Difficulty or a number it has named, two against each other, or one for damage. A `Throw` that is
done goes to the frame beneath it.
"""

import math
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import choices, costs, facts, peeks, pools, roster, verbs
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import base, card, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Ids
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, FreeRoll, Shown, Table, Throw, Toss
from cliffhanger.games.plot_twist.rules.wording import LINES, names, said
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.events import Event, of_several
from cliffhanger.kernel.frames import Passing, acts, amend, passes, pop, push, replace, speaker, tell, top, turn
from cliffhanger.kernel.game import Waiting
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Cost, Item, Number, Param, Pick
from cliffhanger.kernel.plurals import many

REVERSAL = 2
"""The Belief that the GM Cures for an Automatic Success.  [PT-REV-03]"""


def begin(s: Table, f: Throw, *, spends: bool = True) -> Table:
    """Coins are to be thrown: first who throws may buy some; nobody may out of a Conflict.  [PT-ENE-04, PT-RUL-05, PT-RUL-21]"""
    if not spends:
        return push(s, f)
    speak = [side.who for side in f.sides]
    if not s.house.belief_auto_own:
        speak += [p.id for p in roster.present(s, "hero")]
    order = facts.by_initiative(s, tuple(dict.fromkeys(speak)))
    return push(s, replace(f, round=Passing(order, in_turns=True)))


def cleared(s: Table) -> Table:
    """The coins that fell last are taken up."""
    return replace(s, shown=None) if s.shown else s


def laid(s: Table, f: Throw) -> Table:
    """The coins of a roll that is settled stay in sight, those of damage beside the attack."""
    if f.system == "damage":
        if s.shown is None or not (s.shown.sides and f.sides[0].faces):
            return s
        return replace(s, shown=replace(s.shown, sides=(*s.shown.sides, *f.sides), got=(*s.shown.got, *f.got)))
    nth = s.shown.nth + 1 if s.shown else 0
    return s if f.idle else replace(s, shown=Shown(f.sides, f.got, f.against, nth=nth))


def judged(s: Table, thrown: Throw) -> Table:
    """Whether a roll that is no attack has been made is told, and stands beside its coins.  [PT-ROLL-10, PT-RUL-10]"""
    if thrown.system in ("damage", "coins"):
        return s
    side, made = thrown.sides[0], thrown.margin > 0
    rule, what = "PT-ROLL-10" if made else "PT-RUL-10", title(side.on[0])
    what = what if side.on[0] == "check" else f"roll for {what}"
    return came(tell(s, "checks", name_of(s, side.who), rule, what=what, margin=max(0, thrown.margin)))


def came(s: Table, event: Event | None = None) -> Table:
    """What was told just now, or this event, stands beside the coins that brought it."""
    if s.shown is None:
        return s
    return replace(s, shown=replace(s.shown, event=of_several(event or s.news[-1], facts.groups(s))))


# --- coins that are bought ------------------------------------------------------------------------------------


def mine(f: Throw, who: str) -> int:
    """Which side somebody throws; the first for who throws none."""
    return next((n for n, side in enumerate(f.sides) if side.who == who), 0)


def _changed(f: Throw, n: int, **changes: Any) -> tuple[Toss, ...]:
    return (*f.sides[:n], replace(f.sides[n], **changes), *f.sides[n + 1 :])


def buyable(s: Table, who: str) -> int:
    """How many coins somebody could buy now.  [PT-ENE-04, PT-MOOK-03]"""
    return verbs.quantity_left(s, who) or verbs.energy_left(s, who)


def shut(s: Table, f: Throw, who: str) -> bool:
    """Whether the Lock on somebody's rank could still be paid.  [PT-LOCK-01]"""
    side = f.sides[mine(f, who)]
    return bool(side.rank) and not side.paid and facts.locked(s, who, side.rank) and costs.unlocks(s, who)


def buy(s: Table, n: int) -> Table:
    """Coins more for Energy, or for Quantity.  [PT-ENE-04, PT-MOOK-03]"""
    f: Throw = top(s)
    who = speaker(s)
    at = mine(f, who)
    mook = roster.person(s, who).kind == "mook"
    s = tell(s, "buys_coins", name_of(s, who), "PT-MOOK-03" if mook else "PT-ENE-04", amount=n)
    s = verbs.spend_quantity(s, who, n) if mook else verbs.spend_energy(s, who, n)
    return acts(s, who, sides=_changed(f, at, bought=f.sides[at].bought + n))


def unlock(s: Table) -> Table:
    """A Locked Heroic counts, for 1 Energy.  [PT-LOCK-01, PT-RUL-45]"""
    f, who = top(s), speaker(s)
    at = mine(f, who)
    s = tell(s, "unlocks", name_of(s, who), "PT-LOCK-01", rank=title(f.sides[at].rank))
    return acts(costs.opens(s, who), who, sides=_changed(f, at, paid=True))


# --- successes that are bought --------------------------------------------------------------------------------


def raises(s: Table, n: int, whose: str = "") -> Table:
    """Automatic Successes for Belief, for one's own roll, or anybody's if the table has it so.  [PT-BEL-06, PT-RUL-04, PT-RUL-05]"""
    who = speaker(s)
    s = tell(s, "buys_successes", name_of(s, who), "PT-BEL-06", amount=n)
    return _raised(verbs.spend_will(s, who, n), who, n, whose or who)


def reverses(s: Table, hero: str) -> Table:
    """An Automatic Success for a Villain: the GM Cures 2 Belief on a Hero.  [PT-REV-03]"""
    who = speaker(s)
    s = tell(s, "reverses", name_of(s, who), "PT-REV-03", foe=name_of(s, hero))
    return _raised(verbs.cure(s, hero, REVERSAL), who, 1, who)


def _raised(s: Table, who: str, n: int, whose: str) -> Table:
    f: Throw = top(s)
    at = mine(f, whose)
    return acts(s, who, sides=_changed(f, at, raised=f.sides[at].raised + n))


def curables(s: Table) -> tuple[str, ...]:
    """The Heroes on whom the GM could Cure enough for a success."""
    return tuple(p.id for p in roster.present(s, "hero") if verbs.curable(s, p.id) >= REVERSAL)


# --- what happens by itself -----------------------------------------------------------------------------------


def may_boost(s: Table, f: Throw, who: str) -> bool:
    """Whether somebody visibly has something to put into their pool, whose coins do not lie there yet."""
    if s.house.belief_auto == "before" and may_raise(s, who):
        return True
    throws = any(side.who == who and not side.thrown for side in f.sides)
    return throws and (bool(buyable(s, who)) or shut(s, f, who))


def may_raise(s: Table, who: str) -> bool:
    """Whether somebody visibly has something to raise a roll with."""
    p = roster.person(s, who)
    if p.kind == "hero":
        return verbs.will_left(s, who) > 0
    return p.kind == "villain" and bool(curables(s))


def gains(s: Table, f: Throw, who: str) -> bool:
    """Whether raising a roll could change anything for somebody; who has won it has no need, unless the Margin counts.  [PT-RUL-05]"""
    below = s.stack[-2]
    more = f.system in ("damage", "coins") or (isinstance(below, FreeRoll) and below.what == "peek")
    if more or not s.house.belief_auto_own or _by_how_much(s):
        return True
    return 0 < lacks(s, f, who) <= (verbs.will_left(s, who) if roster.person(s, who).kind == "hero" else math.inf)


def lacks(s: Table, f: Throw, who: str) -> int:
    """How many successes somebody is short of what they need; 0 or less for who has it, or where none is needed."""
    if f.got and (need := enough(s, f)):
        return need - f.got[0]
    if f.system in ("damage", "coins") or not f.got:
        return 0
    sneaks = isinstance(
        s.stack[-2], Combat
    )  # who is looked for may win as well; elsewhere it is enough not to be beaten
    return (f.margin or int(sneaks)) if mine(f, who) else 1 - f.margin


def enough(s: Table, f: Throw) -> int:
    """How many successes suffice where no other side throws against them; 0 where any do, or none are asked for.

    Damage on a Bystander has to reach its Life, and a look at the Objective goes on from what there is.
    """
    if len(f.sides) > 1 or f.system == "coins":
        return 0
    below = s.stack[-2]
    if f.system == "damage":
        lives = isinstance(below, Attack) and roster.somebody(s, below.defender) is None
        return int(card(s, below.defender).life) if lives and isinstance(below, Attack) else 0
    if isinstance(below, FreeRoll) and below.what == "peek":
        return max(0, peeks.PEEK - peeks.gathered(s, below.who, below.kind))
    return f.against + 1


def _by_how_much(s: Table) -> bool:
    """Whether a card that works, lasts or is being played counts by how much a roll is won.  [PT-ROLL-10]

    Of a card face-down nobody is to learn that it is there: its own roll is made by coins, and those are asked about anyway.
    """
    graded = _graded(s)
    down = {each.id for each in s.lying if not each.up}
    names = [
        *(each for each in board(s).owners if each not in down),
        *(row.effect.partition("/")[0] for row in s.lasting),
    ]
    names += [getattr(getattr(f, "ctx", f), "card", "") for f in s.stack]
    return bool(graded) and any(base(each) in graded for each in names)


@remembered(lambda s: id(s.cards), hold=True)
def _graded(s: Table) -> frozenset[str]:
    """The cards that speak of a Margin or of successes."""
    return frozenset(each.id for each in s.cards if re.search(rb"\b(margin|successes)\b", msgspec.json.encode(each)))


def advance(s: Table, f: Throw) -> Table:
    """What happens by itself: who has nothing to buy passes, triggers, results."""
    if f.phase == "boost":
        return (None if _sure(s, f) else _asked_on(s, f)) or _boosted(s, f)
    if f.phase == "before":
        return turn(s, phase="toss")
    if f.phase == "toss":
        return _empty_pools(s, f)
    if f.phase == "raise":
        got = tuple(pools.result(s, f, side) for side in f.sides)
        if got != f.got:
            return amend(s, got=got)
        if any(side.again for side in f.sides):
            return s
        closed = f.round.over or s.house.belief_auto == "before"
        return turn(s, phase="done") if closed else _asked_on(s, f) or s
    return s


def _sure(s: Table, f: Throw) -> bool:
    """Whether more coins change nothing: a hit on Mooks that gets through takes one of them, however many there are."""
    attack: Attack | None = roster.frame(s, Attack)
    foe = roster.somebody(s, attack.defender) if attack and f.system == "damage" else None
    return foe is not None and foe.kind == "mook" and pools.coins(s, f, f.sides[0]) > 0


def _asked_on(s: Table, f: Throw) -> Table | None:
    """The next one who could buy something is asked; None when all have passed, the same state when one is asked."""
    speaks = f.round.may()
    if not speaks:
        return None
    can = may_boost(s, f, speaks[0]) if f.phase == "boost" else may_raise(s, speaks[0]) and gains(s, f, speaks[0])
    return s if can else passes(s)


def _boosted(s: Table, f: Throw) -> Table:
    """No coin falls where Armor and Cover leave none, and none for the damage on a Mook.  [PT-ATK-04, PT-MOOK-02]"""
    attack: Attack | None = roster.frame(s, Attack)
    if f.system == "damage" and attack:
        foe = roster.somebody(s, attack.defender)
        empty = not pools.coins(s, f, f.sides[0])
        if empty or (foe and foe.kind == "mook"):
            return turn(s, phase="done", idle=empty, got=(0,))
    return _heard(turn(s, phase="before"), f, "before_roll")


def _heard(s: Table, f: Throw, trigger: str) -> Table:
    for n, side in enumerate(f.sides):
        s = verbs.fire(s, trigger, side.who, f.sides[1 - n].who if len(f.sides) > 1 else "")
    return s


def _empty_pools(s: Table, f: Throw) -> Table:
    """A pool of no coins has no Heads; when all have thrown, successes may be bought."""
    at = thrower(f)
    if at is None:
        s = turn(s, phase="raise", round=replace(f.round, passed=()), got=tuple(pools.result(s, f, x) for x in f.sides))
        return _heard(s, f, "after_roll")
    if pools.coins(s, f, f.sides[at]):
        return s
    return turn(s, sides=_changed(f, at, thrown=True))


def thrower(f: Throw) -> int | None:
    """The side whose coins fall next."""
    return next((n for n, side in enumerate(f.sides) if not side.thrown or side.again), None)


def over(s: Table, f: Throw) -> Table:
    """The roll is settled: what was to last until it is over.  [PT-ROLL-05]"""
    rows = [row for row in s.lasting if row.until == "next_roll"]
    ended = [row for row in rows if any(pools.counts(s, row, side) for side in f.sides)]
    return pop(verbs.ended(s, ended))


# --- coins that fall ------------------------------------------------------------------------------------------


def roll(s: Table, f: Throw) -> Roll:
    """The coins of one side: attacker or roller first, then the other.  [PT-ROLL-03]"""
    at = thrower(f)
    assert at is not None
    side = f.sides[at]
    count = side.again or pools.coins(s, f, side)
    seat = facts.seat_of(s, side.who)
    return Roll(f"{f.number}.{at}", seat, f.system, (pools.SIDES,) * count, f"{name_of(s, side.who)}: {side.on[0]}")


def fold(_s: Table, _f: Throw) -> Fold:
    """Only how many Heads there are matters."""
    return 0, lambda heads, _die, face: heads + (face == pools.SIDES)


def settle(s: Table, f: Throw, faces: tuple[int, ...]) -> Table:
    """The coins lie there; Heads are successes.  [PT-ROLL-03]"""
    at = thrower(f)
    assert at is not None
    side = f.sides[at]
    heads = faces.count(pools.SIDES)
    s = tell(s, "coins", name_of(s, side.who), "PT-ROLL-03", what=title(side.on[0]), amount=len(faces), heads=heads)
    fallen = tuple(sorted((*side.faces, *faces), reverse=True))
    return turn(s, sides=_changed(f, at, faces=fallen, thrown=True, again=0))


BEFORE, AFTER = partial(Kind, group="Before the coins", way=True), partial(Kind, group="After the coins", way=True)
BUY = BEFORE("coins", "More coins", buy, rule="PT-ENE-04", line=LINES["coins"])
UNLOCK = BEFORE("unlock", "Open the Lock", unlock, rule="PT-LOCK-01")
RAISE = AFTER("raise", "Automatic Success", raises, rule="PT-BEL-06", line=LINES["successes"])
REVERSE = AFTER("reverse", "Reversal of Fortunes", reverses, rule="PT-REV-03")
THROW = BEFORE("throw", "Throw", passes, rule="PT-ROLL-03", first=True, **said("throw"))
KEEP = BEFORE("throw", "No more", passes, rule="PT-ROLL-03", first=True, **said("throw", "keep"))
"""The same while somebody else may still add to theirs: no coin falls yet."""
STAND = AFTER("stand_by", "Leave it", passes, rule="PT-RUL-05", first=True)


def boosting(s: Table, f: Throw) -> Iterator[Offer]:
    """What may be bought before the coins fall."""
    for who in f.round.may():
        seat, window = facts.seat_of(s, who), f"{f.number}"
        ask, worth = {**_asks(s, f, who), "names": names(s, who)}, pools.worth(s, who)
        own, rows = any(side.who == who for side in f.sides), partial(_rows, s, f, who)
        if own and (most := buyable(s, who)):
            of = "Quantity" if roster.person(s, who).kind == "mook" else "Energy"
            lost = stopped(s, f, who)
            ways = _each(most, "coin", of, "Still none falls." if lost else "", lost)
            more = Number("n", "Coins more", 1, most, min(most, lost + 1), dice=(pools.SIDES,), ways=ways)
            figures = pools.answered(worth, "so") if _others_boost(s, f, who, f.round.order) else worth
            words = {"figures": figures, "pool": rows, "vain": ALL_STOPPED if lost >= most else "", **ask}
            yield BUY(seat, window, (more,), cost=(Cost(1, f"{of} each"),), **words)
        if own and shut(s, f, who):
            rank = title(f.sides[mine(f, who)].rank)
            price = choices.costs(costs.unlocking(s, who))
            yield UNLOCK(seat, window, cost=price, says=f"{rank} counts.", figures=worth, **ask)
        if s.house.belief_auto == "before":
            yield from _raising(s, f, who)
        more_comes = _others_boost(s, f, who, f.round.left())
        figures = pools.answered(worth, "so") if more_comes else worth
        yield (KEEP if more_comes else THROW).open(seat, window, figures=figures, pool=rows if own else (), **ask)


def stopped(s: Table, f: Throw, who: str) -> int:
    """How many coins of damage Armor and Cover stop beyond those that there are: so many more fall on nothing.  [PT-ATK-04]"""
    return max(0, -sum([n for _, n in pools.parts(s, f, f.sides[mine(f, who)])])) if f.system == "damage" else 0


def _others_boost(s: Table, f: Throw, who: str, asked: Ids) -> bool:
    """Whether any other of these may still put something into their pool."""
    return any(may_boost(s, f, each) for each in asked if each != who)


def _asks(s: Table, f: Throw, who: str) -> dict[str, Any]:
    """What is asked before the coins fall: why it is asked again, where the other side has bought some."""
    at = mine(f, who)
    now, idle = pools.coins(s, f, f.sides[at]), _idle(s, f, who)
    other = f.sides[1 - at] if len(f.sides) > 1 else None
    if other and other.bought and any(side.who == who for side in f.sides):
        has = facts.does(s, other.who, "has", "have")
        adds = f"{has} added {many(other.bought, 'coin')}: {pools.coins(s, f, other)} against"
        return facts.to_player(
            s, who, f"{adds} your {now}. {idle}Add some?", f"{adds} {facts.of_whom(s, who)} {now}. {idle}Add some?"
        )
    has = f"{pools.has(s, f, f.sides[at])}. {idle}Add some?"
    return facts.to_player(s, who, f"You have {has}", f"{facts.does(s, who, 'has', 'have')} {has}")


def _each(most: int, what: str, of: str, says: str = "", upto: int = 0) -> tuple[Item, ...]:
    """So many more of something, each for one of something else; up to some number it `says` that they do nothing."""
    return tuple(
        Item(str(n), f"{many(n, what)} more", says=says * (n <= upto), cost=(Cost(n, of),)) for n in range(1, most + 1)
    )


ALL_STOPPED = "Armor and Cover stop more coins than you can add."
NO_DAMAGE = "A hit would do no damage. "
"""What is said before anything is paid for a hit that Armor and Cover would stop, or that no coin stands behind."""


def _idle(s: Table, f: Throw, who: str) -> str:
    """What is said where coins of damage would all be stopped, or a hit would do none as things lie."""
    if f.system == "damage":
        return "" if pools.coins(s, f, f.sides[0]) else f"It takes {stopped(s, f, who) + 1} more for one to fall. "
    attack = s.stack[-2]
    return NO_DAMAGE if isinstance(attack, Attack) and pools.harm(s, attack) <= 0 else ""


def _rows(s: Table, f: Throw, who: str) -> tuple[Row, ...]:
    """The coins of whoever throws, and what stands against them."""
    at = mine(f, who)
    if len(f.sides) > 1:
        other = f.sides[1 - at]
        against = Row(name_of(s, other.who), value=pools.has(s, f, other), state="bad")
    elif beats(s, f):
        against = Row(TO_BEAT, value=str(f.against), state="bad")
    else:
        against = Row("needed", value=str(enough(s, f) or ""), state="bad")
    return (*pools.rows(s, f, f.sides[at]), Row("bought", id="n"), against)


TO_BEAT = "to beat"
"""What a number is called that a roll has to be above: by how much it is, is the Margin.  [PT-ROLL-10]"""


def beats(s: Table, f: Throw) -> bool:
    """Whether a roll has a number to beat, of which it counts by how much: not one that only has to be reached."""
    return f.system in ("fixed", "chosen") and not (isinstance(on := s.stack[-2], FreeRoll) and on.what == "peek")


def raising(s: Table, f: Throw) -> Waiting:
    """What may be bought once the coins lie there; or those that fall again."""
    if any(side.again for side in f.sides):
        return roll(s, f)
    offers: list[Offer] = []
    for who in f.round.may():
        offers += _raising(s, f, who)
        worth = _unless_raised(s, who, f.round.left(), pools.worth(s, who))
        offers.append(STAND.open(facts.seat_of(s, who), f"{f.number}", figures=worth, **_stands(s, f, who)))
    return tuple(offers)


def _unless_raised(s: Table, who: str, asked: Ids, worth: tuple[str, ...]) -> tuple[str, ...]:
    """What may come of a roll as it is now, said with that condition where any other of these may raise it to some use."""
    f: Throw = top(s)
    s = amend(s, got=tuple([pools.result(s, f, side) for side in f.sides]))
    may = any(may_raise(s, each) and gains(s, top(s), each) for each in asked if each != who)
    return pools.answered(worth, "if") if may else worth


def _stands(s: Table, f: Throw, who: str) -> dict[str, Any]:
    """What is asked once the coins lie there: what the other side has added to theirs, and how it stands."""
    at, idle = mine(f, who), _idle(s, f, who) if f.system != "damage" else ""
    got = f.got[at] if f.got else 0
    other = f.got[1 - at] if len(f.got) > 1 else 0
    if len(f.got) > 1 and f.sides[1 - at].raised and f.sides[at].who == who:
        now = f"{_added(s, f.sides[1 - at])}: {other} against"
        return facts.to_player(
            s, who, f"{now} your {got}. {idle}Respond?", f"{now} {facts.of_whom(s, who)} {got}. {idle}Respond?"
        )
    damage, need = " damage" if f.system == "damage" else "", enough(s, f)
    if len(f.got) > 1:
        against = f" against {other}"
    elif beats(s, f):
        against = f" against {f.against} {TO_BEAT}"
    else:
        against = f"{damage}, {need} needed" if need else damage
    has = f"{got}{against}. {idle}Respond?" if against else f"{many(got, 'success')}. {idle}Respond?"
    return facts.to_player(s, who, f"You have {has}", f"{facts.does(s, who, 'has', 'have')} {has}")


def _added(s: Table, side: Toss) -> str:
    """What a side has added to its coins, and what the Heroes had back for it.  [PT-BEL-06, PT-REV-03]"""
    more = many(side.raised, "success")
    if roster.person(s, side.who).kind != "villain":
        return f"{facts.does(s, side.who, 'has', 'have')} added {more}"
    return f"Reversal of Fortunes adds {more} and gives back {REVERSAL * side.raised} Belief"


def _raising(s: Table, f: Throw, who: str) -> Iterator[Offer]:
    seat, window, p = facts.seat_of(s, who), f"{f.number}", roster.person(s, who)
    ask, worth = {**_stands(s, f, who), "names": names(s, who)}, pools.worth(s, who)
    if p.kind == "hero" and (most := verbs.will_left(s, who)):
        turns = lacks(s, f, who)
        start = turns if 0 < turns <= most else 1  # what turns the roll lies there
        more: tuple[Param, ...] = (
            Number("n", "Successes more", 1, most, start, ways=_each(most, "success", "Belief")),
        )
        if not s.house.belief_auto_own:
            sides = choices.items(s, [side.who for side in f.sides])
            more = (*more, Pick("whose", "For", sides, start=(f.sides[mine(f, who)].who,)))
        figures = worth if f.phase == "boost" else _unless_raised(raises(s, start), who, f.round.order, worth)
        yield RAISE(seat, window, more, cost=(Cost(1, "Belief each"),), figures=figures, **ask)
    if p.kind == "villain" and (found := curables(s)):
        items = tuple([Item(each, f"Cure {REVERSAL} Belief on {name_of(s, each)}", on=each) for each in found])
        figures = worth if f.phase == "boost" else _unless_raised(reverses(s, found[0]), who, f.round.order, worth)
        price, says = (Cost(REVERSAL, "Belief back"),), f"1 success more; a Hero has {REVERSAL} Belief back."
        yield REVERSE(GM, window, (Pick("hero", "On whom", items),), cost=price, says=says, figures=figures, **ask)
