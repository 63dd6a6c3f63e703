"""Pools: what each kind of roll is made of, and how many coins that is now.

In this order: the four attacks and their defences; weapons and damage; coins and Automatic Successes.
"""

from typing import Literal, NamedTuple, cast

from cliffhanger.games.plot_twist.files import effects, words
from cliffhanger.games.plot_twist.files.abilities import needs
from cliffhanger.games.plot_twist.files.parts import Effect
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import costs, facts, hurts, roster
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import card, effect, name_of
from cliffhanger.games.plot_twist.rules.facts import amount, attribute, has_status, lasting, rank, works
from cliffhanger.games.plot_twist.rules.state import Attack, Context, FreeRoll, Lasting, Table, Throw, Toss
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.plurals import many
from cliffhanger.kernel.pool import hollow, signed

SIDES = 2
"""A coin has two faces; the second is Heads."""
SURPRISED = 2
"""Coins that somebody Surprised has less in every Roll Pool.  [PT-STAT-05]"""
OVERCHARGED = 2
"""Coins more in the Damage Pool of Ranged Attacks.  [PT-KEY-03]"""


class Kind(NamedTuple):
    """One of the four attacks: its pool, what meets it, and what it does; `needs`: a rank of at least 1."""

    attribute: str
    rank: str
    defences: tuple[tuple[str, str], ...]
    damage: str
    hits: words.DamageType
    needs: bool = False


ATTACKS: dict[str, Kind] = {
    "melee": Kind("body", "fighting", (("body", "fighting"), ("body", "agility")), "body", "physical"),
    "ranged": Kind(
        "mind", "energy_projection", (("body", "reflexes"), ("body", "flight")), "power", "physical", needs=True
    ),
    "mental": Kind("mind", "psyche", (("mind", "resilience"), ("mind", "psyche")), "mind", "mental", needs=True),
    "social": Kind("charm", "offend", (("charm", "rebutt"),), "charm", "social"),
}
"""The four attacks.  [PT-ATK-M, PT-ATK-R, PT-ATK-P, PT-ATK-S]"""


def substituted(s: Table, who: str, what: str, usual: str) -> str:
    """What counts in place of an Attribute, a rank, a type or a form; the last effect that says so."""
    found = [row.effect.with_ for row in lasting(s, who, effects.Substitute) if row.effect.what == what]
    return found[-1] if found else usual


def to_hit(s: Table, f: Attack) -> tuple[str, str]:
    """The Attribute and the rank of an attack.  [PT-ROLL-01, PT-ROLL-11, PT-HER-08, PT-HER-09, PT-HER-10, PT-SKILL-03]"""
    who, kind = f.attacker, ATTACKS[f.type]
    attribute = substituted(s, who, "attack_attribute", kind.attribute)
    return attribute, substituted(s, who, "attack_heroic", kind.rank)


def defences(s: Table, f: Attack) -> tuple[tuple[str, str], ...]:
    """The pools that may meet an attack; nobody Prone has any.  [PT-STAT-04, PT-HER-01, PT-HER-03, PT-HER-04, PT-SKILL-04]"""
    if has_status(s, f.defender, "prone") or facts.forbidden(s, f.defender, "defend"):
        return ()
    found: dict[tuple[str, str], None] = {}
    for one, other in ATTACKS[f.type].defences:
        attribute = substituted(s, f.defender, "defence_attribute", one)
        found[attribute, substituted(s, f.defender, "defence_heroic", other)] = None
    return tuple(found)


def roll_words(purpose: str, name: str) -> tuple[str, ...]:
    """The words by which effects know a roll: what it is for, and the Heroic or Skill in it."""
    family = "skill" if name in words.SKILLS else "heroic"
    return (purpose, f"{family}.{name}") if name else (purpose,)


def damage_type(s: Table, f: Attack) -> words.DamageType:
    """What type of damage an attack does."""
    return cast(words.DamageType, substituted(s, f.attacker, "damage_type", ATTACKS[f.type].hits))


def form(s: Table, f: Attack) -> words.Form:
    """Whether an attack does Stress or Trauma."""
    return cast(words.Form, substituted(s, f.attacker, "form", f.form))


def figures(s: Table, type_: str, who: str, target: str) -> tuple[str, ...]:
    """What an attack may come to, for whoever makes it."""
    if roster.somebody(s, target) is None:
        return ("hits", "recruits" if roster.person(s, who).kind == "hero" else "kills")
    return ("hits", "damage", "demoralizes" if type_ == "social" else "out")


YOURSELF = {"hits": "misses", "damage": "suffers", "demoralizes": "demoralized", "out": "out_yourself"}
ANSWERED = frozenset(("hits", "misses", "finds", "surprises"))
"""What a roll comes to that the other side may still answer, with more coins or more successes."""


def answered(worth: tuple[str, ...], how: Literal["so", "if"]) -> tuple[str, ...]:
    """The same that says so: `so` far, while coins are bought, or `if` it is let stand, once they lie there."""
    return tuple([f"{each}_{how}" if each in ANSWERED else each for each in worth])


def worth(s: Table, who: str) -> tuple[str, ...]:
    """What may come of what is under way, beside what somebody may do about it; whether an attack hits, until it lands."""
    attack, free, fight = roster.frame(s, Attack), roster.frame(s, FreeRoll), roster.combat(s)
    if attack and who in (attack.attacker, attack.defender):
        found = figures(s, attack.type, attack.attacker, attack.defender)
        if attack.phase in ("damage", "charge", "pay", "rolled", "done"):
            found = found[1:] if attack.margin > 0 else ()
        elif sum(isinstance(f, Attack) for f in s.stack) > 1:  # what came of it is lost in what came of the first
            found = found[1:]
        return found if who == attack.attacker else tuple([YOURSELF[each] for each in found])
    if free and who == free.who:
        return {"healing": ("heals",), "perceive": ("finds",), "peek": ("sees",)}[free.what]
    return ("surprises",) if fight and fight.phase == "distance" and who == fight.who else ()


def forms(s: Table, who: str, type_: str) -> tuple[tuple[str, words.Form], ...]:
    """How an attack of this type may be made: with which Equipment ("": none), for Stress or for Trauma.  [PT-RUL-08, PT-EQUIP-01]"""
    p = roster.person(s, who)
    found: list[tuple[str, words.Form]] = [("", "stress")]
    weapon = card(s, p.active).weapon if p.active in board(s).owners else None
    shut = weapon and costs.unmet(s, who, needs(card(s, p.active)), Context(who, p.active))
    if weapon and weapon.type == type_ and not shut and not costs.short(s, who, costs.wielding(s, who, p.active)):
        found += [(p.active, "stress")] if weapon.stress != "*" else []
        found += [(p.active, "trauma")] if weapon.trauma != "*" else []
    return tuple(found)


def bonus(s: Table, f: Attack) -> int:
    """What the weapon adds to the Damage Pool, and being Overcharged, once.  [PT-EQUIP-02, PT-KEY-03, PT-RUL-24]"""
    weapon = card(s, f.weapon).weapon if f.weapon else None
    more = int(weapon.trauma if f.form == "trauma" else weapon.stress) if weapon else 0
    charged = f.charged or (f.type == "ranged" and works(s, f.attacker, "overcharged"))
    return more + (OVERCHARGED if charged and not (weapon and weapon.overcharged) else 0)


def stopped(s: Table, who: str, type_: str) -> int:
    """What Armor and Cover take from a Damage Pool.  [PT-ATK-04]"""
    return hurts.armor(s, who, type_) + hurts.cover(s, who, type_) if roster.somebody(s, who) else 0


def coins(s: Table, f: Throw, side: Toss) -> int:
    """How many coins a side throws now: all that adds and takes together, never below 0.  [PT-ROLL-02, PT-RUL-22, PT-RUL-86]"""
    return max(0, sum([n for _, n in parts(s, f, side)]))


def parts(s: Table, f: Throw, side: Toss) -> list[tuple[str, int]]:
    """The coins of a side by where they come from; what takes some is below 0."""
    found = [("card", side.base), ("bought", side.bought), *_by_card(s, side, effects.Coins)]
    if side.attribute:
        found.append((side.attribute, attribute(s, side.who, side.attribute)))
    if side.rank and (side.paid or not facts.locked(s, side.who, side.rank)):
        found.append((side.rank, rank(s, side.who, side.rank)))
    if f.system == "damage":
        attack: Attack | None = roster.frame(s, Attack)
        found += _of_damage(s, attack) if attack else []
    elif has_status(s, side.who, "surprised") and f.system != "coins":
        found.append(("surprised", -SURPRISED))
    return found


def _of_damage(s: Table, attack: Attack) -> list[tuple[str, int]]:
    """What the weapon adds to damage, and what Armor and Cover take from it."""
    return [("weapon", bonus(s, attack)), ("armor", -stopped(s, attack.defender, damage_type(s, attack)))]


def rows(s: Table, f: Throw, side: Toss) -> tuple[Row, ...]:
    """The coins of a side before they fall, what takes some of them, and the successes that come without a coin."""
    found = sorted([(_called(word), n) for word, n in parts(s, f, side) if n], key=lambda each: each[1] < 0)
    thrown = [Row(name, dice=hollow((SIDES,) * n)) if n > 0 else Row(name, n=n, state="bad") for name, n in found]
    return (*thrown, *_to_come(s, f, side))


def _to_come(s: Table, f: Throw, side: Toss) -> tuple[Row, ...]:
    """The successes that come without a coin, each with where it comes from."""
    found = [(_called(word), n) for word, n in sure(s, f, side) if n] if _counts_at_all(s, f, side) else []
    return tuple([Row(name, value=_signed(n), state="bad" if n < 0 else "") for name, n in found])


def _counts_at_all(s: Table, f: Throw, side: Toss) -> bool:
    """Whether what comes without a coin counts: damage without a coin is none.  [PT-ATK-04]"""
    return f.system != "damage" or coins(s, f, side) > 0


def _signed(n: int) -> str:
    return f"{signed(n)} {'success' if abs(n) == 1 else 'successes'}"


def _called(word: str) -> str:
    """Where something comes from: a word of the rules, or a card by its name."""
    return title(word) if word.islower() else word


def has(s: Table, f: Throw, side: Toss) -> str:
    """What a side has before its coins fall: "4 coins", "4 coins and 1 success"."""
    more = automatic(s, f, side) if _counts_at_all(s, f, side) else 0
    said = many(coins(s, f, side), "coin")
    return said if not more else f"{said} and {many(more, 'success')}" if more > 0 else f"{said}, {_signed(more)}"


def harm(s: Table, f: Attack) -> int:
    """The coins of the damage that an attack would do as things lie; with 0 or less a hit does none.  [PT-ATK-04, PT-RUL-67]"""
    foe, kind = roster.somebody(s, f.defender), damage_type(s, f)
    if foe and (hurts.immune(s, foe.id, kind) or not (foe.kind == "mook" or facts.stress(foe, kind))):
        return 0
    attribute = substituted(s, f.attacker, "damage_attribute", ATTACKS[f.type].damage)
    side = Toss(f.attacker, attribute, on=("damage",))
    return sum([n for _, n in (*parts(s, Throw((side,), "coins"), side), *_of_damage(s, f))])


def attack_rows(s: Table, who: str, target: str, type_: words.AttackType) -> tuple[Row, ...]:
    """The coins of an attack before it is declared; a card that rides on it may bring more."""
    side = thrown_by(s, Attack(who, target, type_))
    return rows(s, Throw((side,), "opposing"), side)


def thrown_by(s: Table, f: Attack) -> Toss:
    """What the attacker throws to hit; a Lock on the Heroic that an attack needs has been paid for."""
    attribute, rank = to_hit(s, f)
    paid = ATTACKS[f.type].needs and rank == ATTACKS[f.type].rank
    return Toss(f.attacker, attribute, rank, roll_words("attack", rank), paid=paid)


def attack_coins(s: Table, f: Attack) -> int:
    """How many coins an attack is made with."""
    side = thrown_by(s, f)
    return coins(s, Throw((side,), "opposing"), side)


def thrown_against(s: Table, f: Attack) -> list[Toss]:
    """The pools of which the defender may throw one."""
    if roster.somebody(s, f.defender) is None:
        return []
    return [Toss(f.defender, *pool, roll_words("defence", pool[1])) for pool in defences(s, f)]


def hopeless(s: Table, f: Attack) -> bool:
    """Whether an attack cannot hit as things lie: all its coins do not beat what stands against it without a throw."""
    side = thrown_by(s, f)
    against = [automatic(s, Throw((each,), "opposing"), each) for each in thrown_against(s, f)]
    least = min(against, default=0) if roster.somebody(s, f.defender) else card(s, f.defender).difficulty
    return attack_coins(s, f) + automatic(s, Throw((side,), "opposing"), side) <= least


def edge(s: Table, who: str, target: str, type_: words.AttackType) -> int:
    """How many more coins an attack throws than what may best meet it: which of several promises most."""
    f = Attack(who, target, type_)
    met = max((coins(s, Throw((each,), "opposing"), each) for each in thrown_against(s, f)), default=0)
    return attack_coins(s, f) - met


def _by_card(s: Table, side: Toss, kind: type[Effect]) -> list[tuple[str, int]]:
    """What lasts of one word adds to a roll, by the name of the card that it comes from."""
    rows = [row for row in lasting(s, side.who, kind) if row.effect.on in side.on or row.effect.on == "any"]
    found: dict[str, int] = {}
    for row in rows:
        name = name_of(s, row.ctx.card) if row.ctx.card else "cards"
        found[name] = found.get(name, 0) + amount(s, row.effect.amount, row.ctx, side.who)
    return list(found.items())


def sure(s: Table, f: Throw, side: Toss) -> list[tuple[str, int]]:
    """Successes without a throw by where they come from: effects, and 1 on damage.  [PT-ROLL-08, PT-ROLL-09, PT-RUL-09]"""
    if f.system != "damage":
        return _by_card(s, side, effects.Auto)
    everyone, hero = s.house.damage_auto == "all", roster.person(s, side.who).kind == "hero"
    return [*_by_card(s, side, effects.Auto), ("damage" if everyone else "hero", int(everyone or hero))]


def automatic(s: Table, f: Throw, side: Toss) -> int:
    """Successes without a throw, all together.  [PT-ROLL-09]"""
    return sum([n for _, n in sure(s, f, side)])


def result(s: Table, f: Throw, side: Toss) -> int:
    """Heads, bought successes and automatic ones.  [PT-ROLL-03]"""
    return side.faces.count(2) + side.raised + automatic(s, f, side)


def counts(s: Table, row: Lasting, side: Toss) -> bool:
    """Whether something that ends with the next roll has counted in this one."""
    does = effect(s, row.effect)
    if row.on != side.who or getattr(does, "on", "any") not in frozenset(side.on) | {"any"}:
        return False
    return facts.counts(s, does, row.on, row.ctx)
