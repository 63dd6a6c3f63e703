"""What a card demands and what it costs: the reason why somebody may not use it, and the paying.

A Locked Heroic or Keyword that a demand rests on costs 1 Energy.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.abilities import needs
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.cards import TESTS, Card, Combat, Cost, Place, Requirement, Toss
from cliffhanger.games.plot_twist.files.wording import requirement
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import decks, facts, roster, verbs
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Context, MoveCards, Table
from cliffhanger.kernel.files.language.formulas import is_as
from cliffhanger.kernel.frames import push
from cliffhanger.kernel.params import Number

COUNTERS = ("belief", "hate", "energy", "quantity", "move", "attack")
FREE = Cost()
NOTHING: Mapping[str, int] = MappingProxyType({})
PRINTED = ("colour", "class", "keyword", "heroic", "character", "persona")
"""The tests of what stands on the card of a Character."""


# --- demands --------------------------------------------------------------------------------------------------


def unmet(s: Table, who: str, wanted: Requirement | None, ctx: Context) -> str:
    """Why somebody does not meet a demand; "" if they do.  [PT-CLASS-02, PT-CLASS-04]"""
    if wanted is None:
        return ""
    if wanted.all is not None:
        return next((why for each in wanted.all if (why := unmet(s, who, each, ctx))), "")
    if wanted.any is not None:
        whys = [unmet(s, who, each, ctx) for each in wanted.any]
        return "" if "" in whys else whys[0]
    if wanted.not_ is not None:
        return "" if all(unmet(s, who, each, ctx) for each in wanted.not_) else "It asks that something is not so."
    test, value = tested(wanted)
    return "" if TESTED[test](s, who, value, ctx) else _lacking(wanted)


def beyond(s: Table, who: str, wanted: Requirement | None) -> bool:
    """Whether somebody misses a demand by what is printed of them, and not by how things stand.  [PT-CLASS-02, PT-CLASS-04]"""
    if wanted is None or wanted.not_ is not None:
        return False
    if inner := wanted.all or wanted.any:
        return (any if wanted.all else all)([beyond(s, who, each) for each in inner])
    test, value = tested(wanted)
    return test in PRINTED and not TESTED[test](s, who, value, Context(who))


@lru_cache(maxsize=8192)
def tested(wanted: Requirement) -> tuple[str, Any]:
    """The one test of a demand, and what it asks for."""
    for each in TESTS:
        value = getattr(wanted, f"{each}_" if each in ("class", "if") else each)
        if value is not None:
            return each, value
    raise AssertionError(wanted)


@lru_cache(maxsize=8192)
def _lacking(wanted: Requirement) -> str:
    test, value = tested(wanted)
    return SAID[test].format(title(value)) if test in SAID else f"It needs {requirement(wanted)}."


SAID = {
    "colour": "It is for somebody {}.",
    "class": "It is for a {}.",
    "keyword": "It is for somebody with {}.",
    "distance": "It is for {} Distance.",
    "character": "It is for {} alone.",
}


@lru_cache(maxsize=1024)
def _asked_ranks(asked: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401  (tests of Heroics)
    rows = [(each, getattr(asked, each)) for each in asked.__struct_fields__]
    return tuple([(each, cmp) for each, cmp in rows if cmp is not None])


def _weapon(s: Table, who: str, asked: str, _: Context) -> bool:
    active = roster.person(s, who).active
    weapon = card(s, active).weapon if active else None
    return weapon is not None and weapon.type == asked


def _place(s: Table, _who: str, asked: Place, _: Context) -> bool:
    return bool(s.place) and asked.means(card(s, s.place))


TESTED: dict[str, Callable[[Table, str, Any, Context], bool]] = {
    "colour": lambda s, who, asked, _: facts.colour(s, who) == asked,
    "class": lambda s, who, asked, _: facts.has_keyword(s, who, asked),
    "keyword": lambda s, who, asked, _: facts.has_keyword(s, who, asked),
    "status": lambda s, who, asked, _: facts.has_status(s, who, asked),
    "weapon_type": _weapon,
    "heroic": lambda s, who, asked, _: all(is_as(cmp, facts.rank(s, who, each)) for each, cmp in _asked_ranks(asked)),
    "character": lambda s, who, asked, _: name_of(s, who) == asked,
    "persona": lambda s, who, asked, _: getattr(card(s, who), "persona", None) == asked,
    "hero_colour_in_play": lambda s, _, asked, __: asked in [facts.colour(s, p.id) for p in roster.present(s, "hero")],
    "distance": lambda s, _, asked, __: getattr(roster.combat(s), "distance", "") == asked,
    "phase": lambda s, _, asked, __: roster.phase(s) == asked,
    "turn": lambda s, _, asked, __: is_as(asked, s.turn),
    "location": _place,
    "if": lambda s, _, asked, ctx: holds(asked, facts.look(s, ctx)),
}


def locks(s: Table, who: str, wanted: Requirement | None, ctx: Context) -> Ids:
    """The Locked Heroics and Keywords that a demand rests on: each costs 1 Energy.  [PT-LOCK-01, PT-RUL-45]"""
    if wanted is None or wanted.not_ is not None:
        return ()
    if wanted.all is not None:
        return tuple(dict.fromkeys(name for each in wanted.all for name in locks(s, who, each, ctx)))
    if wanted.any is not None:
        ways = [locks(s, who, each, ctx) for each in wanted.any if not unmet(s, who, each, ctx)]
        return min(ways, key=len, default=())
    test, value = tested(wanted)
    if test == "heroic":
        names: Ids = tuple([each for each, _ in _asked_ranks(value)])
    else:
        names = (value,) if test in ("class", "keyword") else ()
    return tuple(each for each in names if facts.locked(s, who, each))


# --- prices ---------------------------------------------------------------------------------------------------


def priced(
    s: Table, who: str, found: Card, cost: Cost | None, x: int = 0, base: Mapping[str, int] = NOTHING
) -> dict[str, int]:
    """What a card costs, by counter: `base` and what is printed, what effects change, what Locks ask for.  [PT-RUL-51]"""
    price = {**dict.fromkeys(COUNTERS, 0), **added(printed(cost, x), base)}
    step = found.step if isinstance(found, Combat) else found.kind
    if step == "movement" and (cost is None or cost.move == 0):
        price["move"] = 1
    price = altered(s, who, price, f"card.{step}", f"card.{found.kind}")
    opened = len(locks(s, who, needs(found), Context(who, found.id)))
    return added(price, unlocking(s, who), opened) if opened else price


def added(price: Mapping[str, int], more: Mapping[str, int], times: int = 1) -> dict[str, int]:
    """Two prices together, the second of them so many times."""
    return {**price, **{counter: price.get(counter, 0) + n * times for counter, n in more.items()}}


def altered(s: Table, who: str, price: Mapping[str, int], *whats: str) -> dict[str, int]:
    """A price with what effects make of it, never below nothing: of a card, a Heroic, a Keyword, getting up, a Lock."""
    found = dict(price)
    for row in facts.lasting(s, who, effects.ModifyCost):
        if row.effect.what in whats:
            more = facts.amount(s, row.effect.amount, row.ctx, who)
            found[row.effect.counter] = max(0, found.get(row.effect.counter, 0) + more)
    return {each: n for each, n in found.items() if n}


def unlocking(s: Table, who: str) -> dict[str, int]:
    """What each use of a Locked Heroic or Keyword costs.  [PT-LOCK-01]"""
    return altered(s, who, {"energy": 1}, "lock")


def wielding(s: Table, who: str, weapon: str) -> dict[str, int]:
    """What an attack with a weapon costs, for the Locks that its demand rests on.  [PT-LOCK-01]"""
    n = len(locks(s, who, needs(card(s, weapon)), Context(who, weapon))) if weapon else 0
    return {counter: each * n for counter, each in unlocking(s, who).items()} if n else {}


def unlocks(s: Table, who: str) -> bool:
    """Whether somebody can pay for a Lock.  [PT-RUL-45]"""
    return not short(s, who, unlocking(s, who))


def opens(s: Table, who: str) -> Table:
    """A Lock is paid for.  [PT-LOCK-01]"""
    return pay(s, who, unlocking(s, who))


def printed(cost: Cost | None, x: int = 0) -> dict[str, int]:
    """What stands on a card, by counter, with what somebody chose for X."""
    asked = {each: getattr(cost or FREE, each) for each in COUNTERS}
    return {each: x if n == "x" else int(n) for each, n in asked.items() if n and (x or n != "x")}


@lru_cache(maxsize=1024)
def asks_x(cost: Cost | None) -> str:
    """The counter of which somebody chooses how much they pay; "" where none is."""
    return next((each for each in COUNTERS if getattr(cost or FREE, each) == "x"), "")


def most_x(s: Table, who: str, found: Any) -> int:  # noqa: ANN401  (a card with a price)
    """The largest X that somebody can pay for a card, beside what else it costs them."""
    counter = asks_x(found.cost)
    return max(0, have(s, who, counter) - priced(s, who, found, found.cost).get(counter, 0)) if counter else 0


def chosen_x(s: Table, who: str, held: Ids, within: str = "") -> tuple[Number, ...]:
    """What is asked beside the pick of one of these cards: how much X is, if one has it."""
    if not any(asks_x(card(s, each).cost) for each in held):
        return ()
    return (Number("x", "X", 0, max(most_x(s, who, card(s, each)) for each in held), within=within),)


def have(s: Table, who: str, counter: str) -> int:
    """How much of a counter somebody could pay now."""
    p = roster.person(s, who)
    if counter in ("move", "attack"):
        return p.moves if counter == "move" else p.attacks
    if counter in ("belief", "hate") and (counter == "belief") != (p.kind == "hero"):
        return 0
    return verbs.SPENDABLE[counter](s, who)


def short(s: Table, who: str, price: Mapping[str, int]) -> str:
    """Why somebody cannot pay a price whole; "" if they can.  [PT-ENE-06]"""
    for each, n in price.items():
        if (now := have(s, who, each)) < n:
            whose = facts.of_player(s, who, "you", "{name}")
            if each == "energy" and roster.person(s, who).energy >= n:
                return f"It costs {n} Energy, and {whose} can spend {now} more this Turn: Power says how much."
            return f"It costs {n} {title(each)}, and {whose} can pay {now}."
    return ""


def unpayable(s: Table, who: str, instance: str, price: Mapping[str, int]) -> str:
    """Why somebody cannot pay for a card, the cards it wants thrown away among that; "" if they can.  [PT-ENE-06]"""
    if toss := tosses(card(s, instance).cost):
        left = [each for each in decks.pile(s, facts.seat_of(s, who), toss.zone) if each != instance]
        if len(left) < toss.count:
            return f"It wants {toss.count} cards thrown away."
    return short(s, who, price)


def immobile(s: Table, who: str) -> str:
    """Why somebody cannot move, whatever it costs; "" if they can.  [PT-STAT-03, PT-STAT-04]"""
    for status in ("stunned", "prone"):
        if facts.has_status(s, who, status):
            return facts.of_player(s, who, "You are", "{name} is") + f" {title(status)} and cannot move."
    return facts.forbids(s, who, "move")


def far(s: Table, found: Combat) -> str:
    """Why a card cannot be played at this Distance; "" if it can."""
    f = roster.combat(s)
    return f"It is for {title(found.distance)} Distance." if f and found.distance not in ("any", f.distance) else ""


def unplayable(s: Table, who: str, instance: str, more: Mapping[str, int] = NOTHING) -> str:
    """Why a Combat card cannot be played now, for its price and something more; "" if it can.  [PT-COMB-05]"""
    found = card(s, instance)
    why = far(s, found) or facts.forbids(s, who, f"card.{found.step}")
    why = why or (immobile(s, who) if found.step == "movement" else "")
    why = why or unmet(s, who, needs(found), Context(who, instance))
    return why or unpayable(s, who, instance, added(priced(s, who, found, found.cost), more))


def throws_away(s: Table, who: str, cost: Cost | None, name: str) -> Table:
    """Who pays picks the cards that are thrown away as a price.  [PT-ENE-06]"""
    toss, seat = tosses(cost), facts.seat_of(s, who)
    return push(s, MoveCards(seat, toss.count, toss.zone, "discards", "", Context(who, name), seat)) if toss else s


def pay(s: Table, who: str, price: Mapping[str, int]) -> Table:
    """A price is paid."""
    for each, n in price.items():
        s = verbs.SPENDS[each](s, who, n) if each in verbs.SPENDS else verbs.actions(s, who, each, -n)
    return s


def tosses(cost: Cost | None) -> Toss | None:
    """The cards that are thrown away as a price."""
    return cost.discard if cost and isinstance(cost.discard, Toss) else None
