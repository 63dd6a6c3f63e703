"""Bot: a sensible player for any seat, the GM included. It reads its view and its options, and nothing else."""

from collections.abc import Callable
from random import Random
from typing import Any

from cliffhanger.games.plot_twist.rules import dispatch, facts, pools, roster, state, throws
from cliffhanger.games.plot_twist.rules.pieces import GM, Person
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, Flight, Interview, Table, Throw, Turns
from cliffhanger.kernel.game import Search
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.option import Option
from cliffhanger.kernel.params import Pick, sample

Answer = dict[str, tuple[str, ...] | int | str]
Chosen = tuple[Option, Answer] | None
DEAR = 2
"""So many successes are bought for Belief at most to turn a roll."""
SELDOM = 0.25
"""How often something is done beside what is asked."""
USEFUL = (
    *("detail", "repeat", "regenerate", "trauma", "stand", "heal", "mooks", "shake", "lock", "ability"),
    *("event", "objective", "crossover", "pledge", "pay_goal", "bring_in", "mulligan", "spy", "tinker"),
)
SKILLS = ("apologist", "public_relations")
SURE = 3
"""So many coins more than the other side has, or than a number needs, are enough; so many fewer are past help."""
EAGER = 0.5
"""How often Energy is put into a roll before it falls."""


GENTLE = 2
"""So many Turns no coin is bought against an attack: whoever learns the game sees coins fall once they throw."""


def bot(view: Table, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Choose one of the open options of this seat, and fill it in."""
    open_ = [each for each in options if not each.blocked and not each.reaction and each.seat == seat]
    ways = {each.key: each for each in open_}
    f = view.stack[-1]
    decide = DECIDES.get(type(f))
    found = decide(view, f, ways, rng) if decide else None
    if found is None and isinstance(f, Combat) and (again := _again(view, seat)):
        found = again, {}
    if isinstance(f, Turns) and (will := _at_will(view, seat, rng)):
        found = will, {}
    option, answer = found or (next((o for o in open_ if o.key in ("use", "done", "play_out")), rng.choice(open_)), {})
    return Act(seat, option.window, option.key, {**sample(option.params, rng), **answer})


def _again(view: Table, seat: str) -> Option | None:
    """Another Attack action, for whoever fights and has none left."""
    f = roster.combat(view)
    if f is None or f.phase != "attack":
        return None
    keys = {f"again.{who}" for who in (f.who, f.target)}
    found = (o.option for o in dispatch.standing(view) if o.seat == seat and o.key in keys and not o.blocked)
    return next(found, None)


def _at_will(view: Table, seat: str, rng: Random) -> Option | None:
    """A roll for a goal; now and then something for Energy, Belief or Hate, or a Free action, as it comes."""
    mine = [o.option for o in dispatch.standing(view) if o.seat == seat and not o.blocked]
    goals = [each for each in mine if each.key.startswith("goal.")]
    if goals or rng.random() > SELDOM:
        return rng.choice(goals) if goals else None
    useful = [each for each in mine if each.key.partition(".")[0] in USEFUL]
    return rng.choice(useful) if useful else None


# --- whom to fight --------------------------------------------------------------------------------------------


def _turn(view: Table, _f: Turns, ways: dict[str, Option], rng: Random) -> Chosen:
    """Each starts a Combat with the one of the other side who has least left."""
    if "bystanders" in ways and rng.random() < EAGER:
        return ways["bystanders"], {}
    for key, option in ways.items():
        who = key.partition(".")[2]
        foes = [item for item in _items(option, "target") if _foe(view, who, item)]
        if key.startswith("fight.") and foes:
            return option, {"target": (min(foes, key=lambda each: _left(view, each)),)}
    return (ways["pass"], {}) if "pass" in ways else None


def _items(option: Option, name: str) -> list[str]:
    """The ids of what can be picked for a parameter."""
    picks = [p for p in option.params if isinstance(p, Pick) and p.name == name]
    return [item.id for p in picks for item in p.items if not item.blocked]


def _foe(view: Table, who: str, other: str) -> bool:
    return roster.somebody(view, other) is None or facts.side_of(view, other) != facts.side_of(view, who)


def _left(view: Table, who: str) -> int:
    """How much somebody can still lose; Mooks come last, for each hit takes one."""
    p = roster.somebody(view, who)
    return 0 if p is None else 99 if p.kind == "mook" else min(p.physical, p.mental)


# --- in a Combat ----------------------------------------------------------------------------------------------


def _combat(view: Table, f: Combat, ways: dict[str, Option], rng: Random) -> Chosen:
    """Come to where the best attack is, play what there is, and attack."""
    if f.phase != "attack" and (f.phase if f.phase in ("redraw", "distance") else "leave") not in ways:
        return None  # something asks that this seat does not see
    if f.phase == "redraw":
        return ways["redraw"], {"cards": ()}
    if f.phase == "distance":
        near = _best(view, f.who, f.target) == "melee" and "melee" in _items(ways["distance"], "distance")
        return ways["distance"], {"distance": ("melee" if near else "ranged",)}
    who = f.round.may()[0]
    target = f.target if who == f.who else f.who
    if not _foe(view, who, target):
        return (ways["leave"], {}) if "leave" in ways else None
    if f.phase == "movement":
        near = _best(view, who, target) == "melee"
        if (f.distance == "melee") == near or "play" not in ways:
            return ways["leave"], {}
    if f.phase == "maneuver":
        return (ways["play"], {}) if "play" in ways and rng.random() < EAGER else (ways["leave"], {})
    if f.phase == "movement":
        return ways["play"], {}
    attacks = [key for key in ways if key.startswith("attack.")]
    if not attacks:
        return None
    best = max(attacks, key=lambda key: _worth(view, who, target, key.partition(".")[2]))
    ride = _items(ways[best], "ride")[:1]
    form = max(_items(ways[best], "form"), key=lambda each: (":" in each and each[0] != ":", each.endswith("stress")))
    rides = any(p.name == "ride" for p in ways[best].params)
    return ways[best], {"form": (form,), **({"ride": tuple(ride)} if rides else {})}


def _best(view: Table, who: str, target: str) -> str:
    """The attack that promises most, at whatever Distance."""
    able = [t for t, kind in pools.ATTACKS.items() if not kind.needs or facts.rank(view, who, kind.rank)]
    return max(able, key=lambda type_: _worth(view, who, target, type_))


def _worth(view: Table, who: str, target: str, type_: str) -> int:
    """Coins to hit, less those that meet them, and the damage that follows; what only Demoralizes counts less, once not at all."""
    kind = pools.ATTACKS[type_]
    hit = facts.attribute(view, who, kind.attribute) + facts.rank(view, who, kind.rank)
    if roster.somebody(view, target) is None:
        return hit
    if not facts.stress(roster.person(view, target), kind.hits) and roster.person(view, target).kind != "mook":
        return -hit
    meets = max(facts.attribute(view, target, a) + facts.rank(view, target, r) for a, r in kind.defences)
    through = facts.attribute(view, who, kind.damage) - pools.stopped(view, target, kind.hits)
    return hit - meets + max(0, through) - (4 if type_ == "social" else 0)


def _defence(view: Table, f: Attack, ways: dict[str, Option], _rng: Random) -> Chosen:
    """The largest pool meets the attack."""
    if "defend" not in ways:
        return (ways["guard"], {}) if "guard" in ways else None
    who = f.defender
    found = {r: facts.attribute(view, who, a) + facts.rank(view, who, r) for a, r in pools.defences(view, f)}
    return ways["defend"], {"rank": (max(found, key=lambda each: found[each]),)}


def _throw(view: Table, f: Throw, ways: dict[str, Option], rng: Random) -> Chosen:
    """A few coins now and then while a roll is open, and successes where they turn it."""
    who = f.round.may()[0] if f.round.may() else ""
    if "throw" in ways:
        spares = view.turn > GENTLE or f.sides[0].who == who
        more = "coins" in ways and spares and _open(view, f, who) and rng.random() < EAGER
        return (ways["coins"], {"n": 1}) if more else (ways["throw"], {})
    first = bool(who) and f.sides[0].who == who
    lacks = 1 - f.margin if first else f.margin
    if f.system in ("opposing", "fixed") and 0 < lacks <= (DEAR if first else 1):
        if "raise" in ways and roster.person(view, who).will >= lacks:
            return ways["raise"], {"n": lacks}
        if "reverse" in ways and lacks == 1:
            return ways["reverse"], {}
    return (ways["stand_by"], {}) if "stand_by" in ways else None


def _open(view: Table, f: Throw, who: str) -> bool:
    """Whether a coin more may still turn a roll: neither side is far ahead. For damage a few are bought."""
    at = throws.mine(f, who)
    if f.system not in ("opposing", "fixed"):
        return f.sides[at].bought < SURE
    other = pools.coins(view, f, f.sides[1 - at]) if len(f.sides) > 1 else 2 * f.against
    return abs(pools.coins(view, f, f.sides[at]) - other) < SURE


def _flight(view: Table, f: Flight, ways: dict[str, Option], rng: Random) -> Chosen:
    """Pursue a Villain while most Heroes are whole, for the other side will be Surprised."""
    if f.phase != "pursue":
        return None
    heroes = roster.present(view, "hero")
    hurt = sum(2 * _left(view, p.id) < facts.most(view, p.id, "physical") for p in heroes)
    return ways["let_go" if 2 * hurt > len(heroes) else "pursue"], {}


def _interview(view: Table, f: Interview, ways: dict[str, Option], _rng: Random) -> Chosen:
    """No more questions than there must be; who is best at it answers, with the number that promises most."""
    if "end" in ways or "question" in ways:
        return (ways["end"], {}) if "end" in ways else (ways["question"], {"bonus": 0, "question": ""})
    able = [key for key in ways if key.startswith("answer.")]
    if not able:
        return None
    _, key, skill = max(
        (facts.rank(view, each.partition(".")[2], skill), each, skill) for each in able for skill in SKILLS
    )
    who = key.partition(".")[2]
    pool = facts.attribute(view, who, "charm") + facts.rank(view, who, skill)
    low = min(roster.present(view, "hero"), key=lambda p: p.social - facts.most(view, p.id, "social"))
    return ways[key], {"skill": (skill,), "n": max(1, (pool - 1) // 2), "target": (low.id,)}


def _builds(view: Table, _f: state.Building | state.Gear, ways: dict[str, Option], rng: Random) -> Chosen:
    """What lies ready is taken; of several that might do, any."""
    if "equip" in ways:
        return ways["equip"], {"cards": tuple(_items(ways["equip"], "cards")[:2])}
    key = next((key for key in ("opening", "ready") if key in ways), "")
    return (ways[key], {}) if key and rng.random() > SELDOM else None


DECIDES: dict[type, Callable[[Table, Any, dict[str, Option], Random], Chosen]] = {
    state.Building: _builds,
    state.Gear: _builds,
    Turns: _turn,
    Combat: _combat,
    Attack: _defence,
    Throw: _throw,
    Flight: _flight,
    Interview: _interview,
}


# --- to look ahead --------------------------------------------------------------------------------------------

WON = 8.0
"""What a side has in log odds that has won: more than all that it may have before."""
WEAKEST, TRACK, WILL, ENERGY, MOOK = 0.12, 0.03, 0.12, 0.02, 0.015
"""What a point of each counts for whoever has it."""
STANDS = {"hero": 0.6, "villain": 2.0}
"""What it counts that somebody is in play at all."""


def settled(s: Table) -> bool:
    """Whether the Combat is over, and all that came of it."""
    return isinstance(s.stack[-1], Turns | state.Building | state.Gear | Flight | Interview)


def value(s: Table, seat: str) -> float:
    """What all who are in play have left, and whether a side has won: for the side of this seat, less that of the other."""
    heroes = {"heroes": WON, "villains": -WON}.get(s.winner, 0.0)
    heroes += sum(_has(p) if p.kind == "hero" else -_has(p) for p in roster.present(s))
    return -heroes if seat == GM else heroes


def _has(p: Person) -> float:
    """What a Character has, in log odds of winning; it goes when one of two tracks is empty, so the lower counts most."""
    if p.kind == "mook":
        return MOOK * p.quantity
    left = WEAKEST * min(p.physical, p.mental) + TRACK * (p.physical + p.mental + p.social)
    return STANDS[p.kind] + left + WILL * p.will + ENERGY * p.energy


TOUGH = {"": 6, "mook": 12}
"""Where Bystanders and Mooks stand among those who have so much left, when a few of them are to be looked at."""
DECIDED = (Throw, state.Resolve, state.Moment)
"""Where coins are bought, and cards say who chooses."""


def promise(view: Table, act: Act) -> float | None:
    """How much an act promises: of fights, attacks and what is played. Nothing else is worth a look."""
    f = view.stack[-1]
    key, _, of = act.key.partition(".")
    if isinstance(f, Turns):
        picked = act.choice.get("target")
        target = picked[0] if isinstance(picked, tuple) else ""
        p = roster.somebody(view, target)
        left = TOUGH.get(p.kind if p else "") or _left(view, target)
        return -float(left) if key == "fight" and _foe(view, of, target) else None
    if isinstance(f, Combat) and key == "attack":
        who = f.round.may()[0]
        return float(_worth(view, who, f.target if who == f.who else f.who, of))
    told = f.phase in ("maneuver", "attack") and key != "pass" if isinstance(f, Combat) else isinstance(f, DECIDED)
    return 0.0 if told else None


SEARCH: Search[Table] = Search(settled, value, promise)
