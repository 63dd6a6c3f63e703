"""Ongoing damage: an attack that burns or bleeds goes on hurting until it is resisted or goes out."""

from collections.abc import Iterator

from cliffhanger.games.blockbuster.rules import pools, verbs
from cliffhanger.games.blockbuster.rules.action_budget import spend
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Burn, Ids, Movie, Smoulder
from cliffhanger.games.blockbuster.rules.wording import said, whose
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Offer, bound, offer

ALTERNATIVE = {"V": "vigor", "P": "potency"}
RESIST = {"rule": "BB-ONG-03", "group": "Resist", "figures": ("gone_out",), **said("stand", "burns")}


def burning(s: Movie, attacker: str, power: str, subject: str) -> int:
    """What is left from before, and is added when the same power strikes the same subject again.  [BB-ONG-06]"""
    return next((b.successes for b in s.burns if (b.attacker, b.power, b.subject) == (attacker, power, subject)), 0)


def still_burns(s: Movie, attacker: str, power: str, subject: str) -> Movie:
    """The new attack failed; its subject rolls against what is recorded all the same.  [BB-ONG-08]"""
    if not burning(s, attacker, power, subject):
        return s
    return push(s, Smoulder((f"{attacker}:{power}:{subject}",)))


def live(s: Movie, who: str, power: str) -> tuple[Burn, ...]:
    """Every record that sustaining this power would serve."""
    return tuple([b for b in s.burns if b.attacker == who and b.power == power])


def sustain(s: Movie, who: str, power: str) -> Movie:
    """Keep it going: each subject resists again, as if attacked with what was recorded.  [BB-ONG-02, BB-ONG-04]"""
    p = verbs.person(s, who)
    s = tell(s, "sustains", p.name, "BB-ONG-02", power=verbs.power_of(p, power).name)
    burns = [b for b in due(s, who, power) if within(s, b)]
    if s.house.sustain_cost == "action":
        s = spend(s, who, power, tuple(b.subject for b in burns))
    else:
        s = verbs.feed(s, burns)
    return push(s, Smoulder(tuple(b.id for b in burns)))


def gone_out(s: Movie, who: str) -> Movie:
    """At the end of a turn what was neither sustained nor renewed goes out, where sustaining is free."""
    if s.house.sustain_cost == "action" or not s.burns:
        return s
    stay = tuple(replace(b, fed=False) if b.attacker == who else b for b in s.burns if b.attacker != who or b.fed)
    return replace(s, burns=stay)


def due(s: Movie, who: str, power: str) -> tuple[Burn, ...]:
    """Records that may be sustained now: where that is free, those not yet sustained or renewed in this turn."""
    burns = live(s, who, power)
    return burns if s.house.sustain_cost == "action" else tuple(b for b in burns if not b.fed)


def within(s: Movie, b: Burn) -> bool:
    """Whether distance lets it be sustained; by the letter it does not matter once the attack has hit."""
    p = verbs.person(s, b.attacker)
    far = not s.house.sustain_range or verbs.power_of(p, b.power).range == "scene"
    return far or verbs.person(s, b.subject).place == p.place


def could_sustain(s: Movie, who: str) -> bool:
    """Whether a turn without actions left still has something to sustain, where that is free."""
    if s.house.sustain_cost == "action":
        return False
    p = verbs.person(s, who)
    return any(
        b.attacker == who and not b.fed and within(s, b) and not (p.restrained and verbs.power_of(p, b.power).physical)
        for b in s.burns
    )


def offers(s: Movie, f: Smoulder) -> Iterator[Offer]:
    """The subject chooses how to resist: Defense, or what suits the power.  [BB-ONG-03]"""
    b = one(s.burns, f.burns[0])
    p, by = verbs.person(s, b.subject), verbs.person(s, b.attacker)
    used = verbs.power_of(by, b.power)
    told = f"{used.name} goes on hurting, {b.successes} recorded."
    ask = addressed(f"{told} Resist it.", f"{told} {p.name} resists it.", own=p.seat != DIRECTOR) | whose(p)
    ways = ("defense", ALTERNATIVE[used.resist]) if used.resist else ("defense",)
    best = max(ways, key=lambda way: pools.derived(s, p, way))
    for way in ways:
        label, pool = pools.alone(s, p, way)
        deed, dice = bound(resist, way=way), pools.tokens_for(s, p.id, "resist", "defend", way)
        yield offer(p.seat, f.number, way, label, deed, *dice, first=way == best, pool=pool, of=RESIST | ask)


def resist(s: Movie, way: str, tokens: Ids = ()) -> Movie:
    """The subject rolls; this is a defence, not an action."""
    f: Smoulder = top(s)
    b = one(s.burns, f.burns[0])
    side = pools.derived_side(s, verbs.person(s, b.subject), way, tokens)
    return turn(verbs.use_tokens(s, tokens), phase="roll", side=side)


def roll(s: Movie, f: Smoulder) -> Roll:
    """The subject's roll."""
    assert f.side is not None
    b = one(s.burns, f.burns[0])
    power = verbs.power_of(verbs.person(s, b.attacker), b.power)
    return pools.cast_dice(s, f.side, f"{f.number}.resist", "resist", f"Against {power.name}")


def settle(s: Movie, f: Smoulder, faces: tuple[int, ...]) -> Movie:
    """What is left after the defence hurts and stays recorded; nothing left ends it.  [BB-ONG-04, BB-ONG-05]"""
    assert f.side is not None
    side = pools.read(s, f.side, faces)
    b = one(s.burns, f.burns[0])
    by, p = verbs.person(s, b.attacker), verbs.person(s, b.subject)
    power = verbs.power_of(by, b.power)
    s = verbs.rolled(s, side, f"against {power.name}", action=False)
    left = max(0, b.successes - side.successes)
    amount = verbs.protected(s, p.id, left, "ongoing") if left else 0
    rule, won = ("BB-ONG-04", -1) if left else ("BB-ONG-05", 0)
    told: dict[str, str | int] = {"power": power.name, "by": by.name}
    told |= {"left": left, "damage": amount} | ({"felled": 0} if left else {})
    s = verbs.prove(s, "burns_on" if left else "burns_out", rule, (side,), won, **told)
    s = verbs.record(s, b.attacker, b.power, b.subject, left)
    s = verbs.hurt(s, p.id, amount, power.damage, power.name, "BB-ONG-04", by.name)
    return turn(s, burns=f.burns[1:], phase="resist", side=None)


def advance(s: Movie, f: Smoulder) -> Movie:
    """Pass over what has gone out meanwhile; end when nobody is left to resist."""
    if f.phase == "roll" and f.side is not None and f.side.dice == 0:
        return settle(s, f, ())
    here = {b.id for b in s.burns}
    left = tuple(name for name in f.burns if name in here)
    if not left:
        return pop(s)
    return s if left == f.burns else turn(s, burns=left, phase="resist", side=None)
