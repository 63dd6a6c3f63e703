"""Attacks: declared, met, thrown, and what a hit does.

In this order: what may be declared; the declaration; the defence; hit or miss; damage; offers.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.words import AttackType, title
from cliffhanger.games.plot_twist.rules import choices, costs, decks, facts, hurts, pools, roster, throws, verbs
from cliffhanger.games.plot_twist.rules.book import card, effect, name_of
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, PlayCard, Table, Throw, Toss
from cliffhanger.games.plot_twist.rules.wording import LINES, names, said
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import amend, pop, push, tell, top, turn
from cliffhanger.kernel.offers import Kind, No, Offer
from cliffhanger.kernel.params import Item, Param, Pick

BYSTANDERS = {"hero": ("mental", "social"), **dict.fromkeys(("villain", "mook"), ("mental", "melee", "ranged"))}
"""With which attacks Heroes Recruit, and Villains and Mooks Kill.  [PT-PLOT-06]"""


# --- what may be declared -------------------------------------------------------------------------------------


def unable(s: Table, who: str) -> str:
    """Why somebody can make no attack at all.  [PT-STAT-03, PT-STAT-07]"""
    p = roster.person(s, who)
    if not roster.in_play(p):
        return facts.of_player(s, who, "You are out of it.", "{name} is out of it.")
    for status in ("stunned", "hidden"):
        if facts.has_status(s, who, status):
            are, make = facts.of_player(s, who, "You are", "{name} is"), facts.of_player(s, who, "make", "makes")
            return f"{are} {title(status)} and {make} no attack."
    return facts.forbids(s, who, "attack")


def barred(s: Table, who: str, target: str, type_: AttackType) -> str:
    """Why an attack of this type cannot be made; "" if it can.  [PT-COMB-06, PT-ATK-03, PT-ATK-M, PT-ATK-R, PT-ATK-P]"""
    kind, f = pools.ATTACKS[type_], roster.combat(s)
    if type_ == "melee" and f and f.distance != "melee":
        return "It takes Melee Distance."
    if kind.needs and not facts.rank(s, who, kind.rank):
        return f"It takes {title(kind.rank)}."
    if costs.short(s, who, _lock(s, who, type_)):
        return f"{title(kind.rank)} is Locked."
    why, kind_of = facts.forbids(s, who, f"attack.{type_}"), roster.person(s, who).kind
    if why or roster.somebody(s, target):
        return why
    if type_ not in BYSTANDERS[kind_of]:
        *some, last = [title(each) for each in BYSTANDERS[kind_of]]
        deed = "Recruited" if kind_of == "hero" else "Killed"
        return f"A Bystander is {deed} by a {', '.join(some)} or {last} Attack."
    return facts.forbids(s, who, "recruit" if kind_of == "hero" else "kill")


def idle(s: Table, who: str) -> str:
    """Why somebody can make no attack now, whatever its type; "" if they can.  [PT-ACT-04]"""
    return unable(s, who) or ("" if roster.person(s, who).attacks else SPENT)


SPENT = "There is no Attack action left."


def unplayable(s: Table, who: str, instance: str, type_: AttackType) -> str:
    """Why a card cannot ride on this attack; "" if it can.  [PT-COMB-08, PT-RUL-51]"""
    found = card(s, instance)
    if found.step != "attack":
        return f"It is for the {title(found.step)} step."
    if found.attack_type != type_:
        return f"It is for a {title(found.attack_type)} Attack."
    return costs.unplayable(s, who, instance, _lock(s, who, type_))


def rideless(s: Table, who: str, target: str, instance: str) -> str:
    """Why no attack that a card is for can be made with it now; "" if one can.  [PT-COMB-08, PT-ACT-04]"""
    type_ = card(s, instance).attack_type
    return idle(s, who) or barred(s, who, target, type_) or unplayable(s, who, instance, type_)


def _lock(s: Table, who: str, type_: AttackType) -> dict[str, int]:
    """What the Lock costs on the Heroic that an attack needs.  [PT-LOCK-01, PT-RUL-45]"""
    kind = pools.ATTACKS[type_]
    return costs.unlocking(s, who) if kind.needs and facts.locked(s, who, kind.rank) else {}


# --- the declaration ------------------------------------------------------------------------------------------


def declare(s: Table, who: str, type_: AttackType, form: str, ride: Ids = (), x: int = 0) -> Table:
    """An attack is declared; its action, a Lock it needs opened, and its card are paid.  [PT-COMB-08, PT-ATK-01, PT-ACT-04]"""
    f: Combat = top(s)
    s = turn(s, round=f.round.acted(who).returns())
    s = opens(verbs.actions(s, who, "attack", -1), who, type_)
    instance = ride[0] if ride else ""
    if instance:
        found = card(s, instance)
        x = min(x, costs.most_x(s, who, found))
        s = costs.pay(s, who, costs.priced(s, who, found, found.cost, x))
        s = decks.leaves_hand(s, facts.seat_of(s, who), instance)
    target = f.target if who == f.who else f.who
    s, form = _wielded(s, who, form)
    s = begin(s, who, target, type_, form, instance, x)
    return costs.throws_away(s, who, card(s, instance).cost, instance) if instance else s


def _wielded(s: Table, who: str, form: str) -> tuple[Table, str]:
    """A Lock that a weapon's demand rests on is paid for; else it is an attack without the weapon.  [PT-LOCK-01, PT-RUL-45]"""
    price = costs.wielding(s, who, form.rpartition(":")[0])
    return (s, ":stress") if costs.short(s, who, price) else (costs.pay(s, who, price), form)


def opens(s: Table, who: str, type_: AttackType) -> Table:
    """A Locked Heroic that an attack needs is paid for.  [PT-RUL-45]"""
    return costs.pay(s, who, _lock(s, who, type_))


def begin(
    s: Table,
    who: str,
    target: str,
    type_: AttackType,
    form: str = "stress",
    ride: str = "",
    x: int = 0,
    others: Ids = (),
) -> Table:
    """An attack begins."""
    weapon, _, harm = form.rpartition(":")
    s = tell(s, "attacks", name_of(s, who), f"PT-ATK-{LETTER[type_]}", foe=name_of(s, target), kind=title(type_))
    how: Literal["trauma", "stress"] = "trauma" if harm == "trauma" else "stress"
    return push(s, Attack(who, target, type_, form=how, weapon=weapon, card=ride, x=x, others=others))


LETTER: dict[AttackType, str] = {"melee": "M", "ranged": "R", "mental": "P", "social": "S"}


# --- the defence ----------------------------------------------------------------------------------------------


def defend(s: Table, rank: str) -> Table:
    """The defender says which pool meets the attack."""
    return turn(s, defence=rank, phase="roll")


def _defence(s: Table, f: Attack) -> Table:
    """Where there is no choice nobody is asked; against somebody Prone any success hits.  [PT-STAT-04]"""
    if roster.somebody(s, f.defender) is None:
        return turn(s, phase="roll")
    found = pools.defences(s, f)
    if not found:
        return turn(s, defence="none", phase="roll")
    return turn(s, defence=found[0][1], phase="roll") if len(found) == 1 else s


def _throw(s: Table, f: Attack) -> Table:
    """Both throw; against a Bystander and against somebody Prone it is a Fixed roll.  [PT-ATK-02, PT-ROLL-04, PT-ROLL-05]"""
    side = f.side or pools.thrown_by(s, f)
    s = turn(s, phase="thrown")
    if roster.somebody(s, f.defender) is None:
        return throws.begin(s, Throw((side,), "fixed", against=card(s, f.defender).difficulty))
    if f.defence == "none":
        return throws.begin(s, Throw((side,), "fixed"))
    other = next(each for each in pools.thrown_against(s, f) if each.rank == f.defence)
    return throws.begin(s, Throw((side, other), "opposing"))


# --- hit or miss ----------------------------------------------------------------------------------------------


def arrived(s: Table, f: Attack, thrown: Throw) -> Table:
    """The coins of an attack, or of its damage, have come to something."""
    return _harmed(s, f, thrown) if f.phase == "rolled" else _landed(s, f, thrown)


def _landed(s: Table, f: Attack, thrown: Throw) -> Table:
    """More successes hit, as many miss; who has defended is no longer Surprised.  [PT-ATK-02, PT-ROLL-06, PT-RUL-10, PT-RUL-12]"""
    hit = thrown.margin > 0
    names = name_of(s, f.attacker), name_of(s, f.defender)
    if hit:
        s = tell(s, "hits", names[0], "PT-ATK-02", foe=names[1], margin=thrown.margin)
    else:
        s = tell(s, "misses", names[0], "PT-RUL-10", foe=names[1])
    s = turn(
        throws.came(s),
        margin=thrown.margin,
        total=thrown.total,
        side=thrown.sides[0],
        phase="damage" if hit else "done",
    )
    ambushed = any(row.effect == "rule/status/surprised" and row.on == f.defender for row in s.lasting)
    if len(thrown.sides) > 1 and not ambushed:  # who was Pursued is Surprised for the whole Turn
        s = verbs.remove_status(s, f.defender, "surprised")
    return verbs.fire(s, "on_hit" if hit else "on_miss", f.attacker, f.defender)


# --- damage ---------------------------------------------------------------------------------------------------


def _damage(s: Table, f: Attack) -> Table:
    """The Damage Pool: an Attribute, the weapon, less Armor and Cover.  [PT-ATK-04, PT-ROLL-02]"""
    if f.phase == "damage" and _may_charge(s, f):
        return turn(s, phase="charge")
    if f.phase in ("damage", "charge") and _may_guard(s, f):
        return turn(s, phase="pay")
    attribute = pools.substituted(s, f.attacker, "damage_attribute", pools.ATTACKS[f.type].damage)
    side = Toss(f.attacker, attribute, on=("damage",))
    return throws.begin(turn(s, phase="rolled"), Throw((side,), "damage"))


def _may_charge(s: Table, f: Attack) -> bool:
    """Whether the attacker has to say if they pay for the Lock on being Overcharged; Mooks go without coins."""
    foe = roster.somebody(s, f.defender)
    if foe and foe.kind == "mook":
        return False
    who, weapon = f.attacker, card(s, f.weapon).weapon if f.weapon else None
    shut = f.type == "ranged" and facts.has_keyword(s, who, "overcharged") and facts.locked(s, who, "overcharged")
    return shut and not (weapon and weapon.overcharged) and costs.unlocks(s, who)


def _may_guard(s: Table, f: Attack) -> bool:
    """Whether the defender has to say if they pay for the Lock on their Armor."""
    who = roster.somebody(s, f.defender)
    return bool(who and hurts.shut(s, who.id, pools.damage_type(s, f)) and costs.unlocks(s, who.id))


def unlock(s: Table, counts: str) -> Table:
    """A Locked Keyword counts in this attack, for 1 Energy: Armor, or being Overcharged.  [PT-LOCK-01, PT-RUL-45]"""
    f: Attack = top(s)
    s = costs.opens(turn(s, **{counts: True}), f.defender if counts == "guarded" else f.attacker)
    return _damage(s, top(s))


def bear(s: Table) -> Table:
    """The Lock stays shut."""
    return _damage(s, top(s))


def _harmed(s: Table, f: Attack, thrown: Throw) -> Table:
    """Nothing, a Mook less, a Bystander, or Stress.  [PT-ATK-05, PT-MOOK-02]"""
    s = turn(s, phase="done", total=thrown.total)
    foe = roster.somebody(s, f.defender)
    if thrown.idle:
        return throws.came(tell(s, "prevented", name_of(s, f.attacker), "PT-ATK-04", foe=name_of(s, f.defender)))
    if foe is None:
        return _bystander(s, f, thrown.total)
    if foe.kind == "mook":
        cleaves = facts.lasting(s, f.attacker, effects.Cleave)
        kills = max([1, *(facts.amount(s, row.effect.kills, row.ctx, f.attacker) for row in cleaves)])
        told = {"foe": name_of(s, f.defender), "margin": f.margin, "amount": kills}
        s = throws.came(s, Event("hits_of", name_of(s, f.attacker), "PT-MOOK-02", told))
        return hurts.fewer(s, f.attacker, f.defender, pools.damage_type(s, f), kills)
    return hurts.begin(s, f.attacker, f.defender, pools.damage_type(s, f), thrown.total, pools.form(s, f))


def _bystander(s: Table, f: Attack, total: int) -> Table:
    """Damage of at least its Life Recruits a Bystander, or Kills it; less does nothing, and is not kept.  [PT-PLOT-06, PT-RUL-41]"""
    if total < card(s, f.defender).life:
        return throws.came(
            tell(s, "spares", name_of(s, f.attacker), "PT-PLOT-06", foe=name_of(s, f.defender), amount=total)
        )
    deed: Literal["recruit", "kill"] = "recruit" if roster.person(s, f.attacker).kind == "hero" else "kill"
    s = throws.came(tell(s, f"{deed}s", name_of(s, f.attacker), "PT-PLOT-06", foe=name_of(s, f.defender)))
    s = push(s, PlayCard(f.attacker, f.defender, phase="effects", part=deed))
    return verbs.fire(s, f"on_{deed}", f.attacker, f.defender)


# --- what happens by itself -----------------------------------------------------------------------------------


def advance(s: Table, f: Attack) -> Table:
    """What happens by itself; whoever is out of it ends the attack."""
    if f.phase != "done" and (f.stopped or not (roster.here(s, f.attacker) and roster.here(s, f.defender))):
        return turn(s, phase="done")
    if f.phase == "shown":
        s = turn(s, phase="declared")
        return push(s, PlayCard(f.attacker, f.card, x=f.x)) if f.card else s
    if f.phase == "declared":
        s = verbs.once(turn(s, phase="defence"), mark(f.attacker, f.defender))
        return verbs.fire(s, "on_declare", f.attacker, f.defender)
    if f.phase == "defence":
        return _defence(s, f)
    if f.phase == "roll":
        return _throw(s, f)
    if f.phase == "damage":
        return _damage(s, f)
    return _over(s, f) if f.phase == "done" else s


def mark(who: str, target: str) -> str:
    """The mark of this Turn that somebody has attacked somebody.  [PT-KEY-05]"""
    return f"turn:attacked/{who}/{target}"


def _over(s: Table, f: Attack) -> Table:
    """The next one who is attacked with these coins; or what was for this attack is over.  [PT-RUL-38]"""
    if f.others and not unable(s, f.attacker):
        s = turn(s, phase="declared", defender=f.others[0], others=f.others[1:])
        return amend(s, guarded=False, stopped=False, margin=0)
    own = [row for row in s.lasting if row.until == "next_attack" and row.on == f.attacker]
    ended = [row for row in own if facts.counts(s, effect(s, row.effect), row.on, row.ctx)]
    lay = any(each.id == f.card for each in s.lying)  # then it goes to the discards when it leaves play
    s = verbs.end(verbs.ended(s, ended), "attack")
    s = roster.changed(s, Combat, hit=f.margin > 0)
    if f.card and not lay:
        s = decks.to_discards(s, facts.seat_of(s, f.attacker), f.card)
    return pop(s)


ATTACK = partial(Kind, group="Attack")
TYPES = {
    type_: ATTACK(
        f"attack.{type_}",
        f"{title(type_)} Attack",
        partial(declare, type_=type_),
        rule=f"PT-ATK-{letter}",
        **said(type_, f"attack.{type_}"),
    )
    for type_, letter in LETTER.items()
}
DEFEND = Kind("defend", "Defend", defend, rule="PT-ATK-02", group="Defence", first=True, line=LINES["defend"])


Closed = dict[AttackType, str | No]
"""Each type of attack, with why it cannot be made now; "" where it can."""


def closed_by(s: Table, who: str, target: str) -> Closed:
    """Why somebody cannot make each of the four attacks."""
    dear = ", ".join(map(str, choices.costs(verbs.attack_price(s, who))))
    why: str | No = idle(s, who)
    if why == SPENT and dear:
        why = No(SPENT, f"Another costs {dear}, at any time.")
    return {type_: why or barred(s, who, target, type_) for type_ in TYPES}


def declaring(s: Table, who: str, target: str, window: str, ask: dict[str, Any], closed: Closed) -> Iterator[Offer]:
    """The four attacks, each with how it is made and the card that rides on it; the one that promises most lies open."""
    seat = facts.seat_of(s, who)
    for type_, kind in TYPES.items():
        why = closed[type_]
        asks = partial(_asked, s, who, type_)
        worth = pools.figures(s, type_, who, target)
        coins = () if why else partial(pools.attack_rows, s, who, target, type_)
        lies = not why and partial(_promises_most, s, who, target, closed, type_)
        says = "" if why else partial(_known_before, s, who, target, closed, type_)
        words = {"figures": worth, "first": lies, "pool": coins, "says": says, "names": names(s, who, target), **ask}
        yield kind.bound(who=who)(seat, window, asks, why, **words)


def as_it_lies(s: Table, who: str, target: str, type_: AttackType) -> Attack:
    """An attack of a type as it lies ready: with the weapon, where one is good for it."""
    weapon, form = pools.forms(s, who, type_)[:2][-1]
    return Attack(who, target, type_, form=form, weapon=weapon)


def most_promising(s: Table, who: str, target: str, closed: Closed) -> str:
    """Which of the open attacks promises most: of those that can hit and do damage as things lie; "" where none can."""
    found = [as_it_lies(s, who, target, type_) for type_, why in closed.items() if not why]
    hopes = [f for f in found if pools.harm(s, f) > 0 and not pools.hopeless(s, f)]
    return max(hopes, key=lambda f: pools.edge(s, who, target, f.type)).type if hopes else ""


def _promises_most(s: Table, who: str, target: str, closed: Closed, type_: AttackType) -> bool:
    return type_ == most_promising(s, who, target, closed)


def _known_before(s: Table, who: str, target: str, closed: Closed, type_: AttackType) -> str:
    """What is known before an attack is declared: that it cannot hit or do damage as things lie, and why others are closed."""
    f = as_it_lies(s, who, target, type_)
    said = [f"{title(other)}: {why}" for other, why in closed.items() if why]
    if pools.hopeless(s, f):
        said.insert(0, f"It cannot hit{': it has no coins' if not pools.attack_coins(s, f) else ''}.")
    elif pools.harm(s, f) <= 0:
        said.insert(0, throws.NO_DAMAGE.strip())
    return " ".join(said)


def _asked(s: Table, who: str, type_: AttackType) -> tuple[Param, ...]:
    forms = ((weapon, form, name_of(s, weapon) or "Bare hands") for weapon, form in pools.forms(s, who, type_))
    ways = tuple(Item(f"{weapon}:{form}", f"{name}: {title(form)}") for weapon, form, name in forms)
    asks: list[Param] = [Pick("form", "How", ways, start=tuple(way.id for way in ways[:2][-1:]))]
    held = tuple(each for each in roster.hand(s, facts.seat_of(s, who)).hand if card(s, each).step == "attack")
    if held:
        asks.append(Pick("ride", "Card", tuple([_ride(s, who, each, type_) for each in held]), 0, 1))
    return (*asks, *costs.chosen_x(s, who, held, within="ride"))


def _ride(s: Table, who: str, instance: str, type_: AttackType) -> Item:
    """A card that may ride on an attack, with its price."""
    found = card(s, instance)
    price = choices.costs(costs.priced(s, who, found, found.cost))
    return Item(instance, found.name, cost=price, blocked=unplayable(s, who, instance, type_), on=instance)


LOCKED = partial(Kind, rule="PT-LOCK-01", group="Defence", way=True)
GUARD = LOCKED("guard", "Open the Lock", partial(unlock, counts="guarded"), first=True)
CHARGE = LOCKED("charge", "Open the Lock", partial(unlock, counts="charged"), group="Attack", first=True)
BEAR = LOCKED("bear", "Leave it", bear)


def _most_coins_first(s: Table, f: Attack) -> list[Toss]:
    """The pools that may meet an attack: what costs nothing and promises most lies ready."""
    return sorted(
        pools.thrown_against(s, f),
        key=lambda side: -facts.attribute(s, side.who, side.attribute) - facts.rank(s, side.who, side.rank),
    )


def _way(s: Table, side: Toss) -> Item:
    """A way to defend, by what tells it from another: the rank in it, and what it has to throw in all."""
    rank, name = facts.rank(s, side.who, side.rank), title(side.rank)
    says = f"{name} {rank}" if rank else f"no {name}"
    if rank and facts.locked(s, side.who, side.rank):
        says = f"{name} is Locked: {', '.join(map(str, choices.costs(costs.unlocking(s, side.who))))} opens it"
    return Item(
        side.rank, f"{title(side.attribute)} + {name}", says=f"{pools.has(s, Throw((side,), 'opposing'), side)}, {says}"
    )


def offers(s: Table, f: Attack) -> Iterator[Offer]:
    """Which pool meets the attack, and whether Locked Armor is paid for."""
    if f.phase in ("pay", "charge"):
        who, what, kind = {"pay": (f.defender, "Armor", GUARD), "charge": (f.attacker, "Overcharged", CHARGE)}[f.phase]
        seat, window, shut = facts.seat_of(s, who), f"{f.number}", f"{what} is Locked."
        ask = facts.to_player(s, who, f"Your {shut}", f"{facts.of_whom(s, who)} {shut}")
        price = choices.costs(costs.unlocking(s, who))
        yield kind.open(seat, window, cost=price, figures=pools.worth(s, who), **ask)
        yield BEAR.open(seat, window, figures=pools.worth(s, who), **ask)
    if f.phase == "defence":
        items = tuple([_way(s, side) for side in _most_coins_first(s, f)])
        by = f"{facts.does(s, f.attacker, 'makes', 'make')} a {title(f.type)} Attack on"
        whom, do = name_of(s, f.defender), "do" if facts.are_several(s, f.defender) else "does"
        idle = f". {throws.NO_DAMAGE}How" if pools.harm(s, f) <= 0 else ": how"
        to_them = facts.to_player(
            s, f.defender, f"{by} you{idle} do you defend?", f"{by} {whom}{idle} {do} {whom} defend?"
        )
        seat, asks, worth = facts.seat_of(s, f.defender), (Pick("rank", "With", items),), pools.worth(s, f.defender)
        yield DEFEND.open(seat, f"{f.number}", asks, figures=worth, names=names(s, f.defender), **to_them)
