"""Opposed rolls: an active opponent answers. Attacks, and any other thing that somebody can stand against.

In this order: how one is declared, the questions, the answers, the results.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal, Unpack

from cliffhanger.games.blockbuster.files.sheets import Power
from cliffhanger.games.blockbuster.rules import ongoing, pools, strain, verbs
from cliffhanger.games.blockbuster.rules.action_budget import Means, engage
from cliffhanger.games.blockbuster.rules.holds import countered, needed, pressed, resisted
from cliffhanger.games.blockbuster.rules.pools import DERIVED
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Contest, Ids, Kind, Movie, Person, Side
from cliffhanger.games.blockbuster.rules.wording import said, whose
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import pop, replace, top, turn
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Pick, ids
from cliffhanger.kernel.plurals import many

DEFENCE = {
    "rule": "BB-DER-01",
    "group": "Stand against it",
    "first": True,
    "figures": ("kept_out",),
    **said("stand"),
}
ANSWER = {
    "rule": "BB-OPP-02",
    "group": "Stand against it",
    "figures": ("stands",),
    "verb": "answer",
    "pool": pools.PAIR,
    **said("stand"),
}
NEEDLESS = "But who rolls no success has a Setback."
HOLDS_STILL = "Held fast, you have no Defense of your own here."


def oppose(s: Movie, target: str, aim: str, setup_to: Ids = (), follow_up: str = "", **means: Unpack[Means]) -> Movie:
    """Somebody acts against an opponent who does something about it.  [BB-OPP-01]"""
    to = setup_to[0] if setup_to else ""
    return engage(s, "oppose", (target,), means, aim=aim, setup_to=to, follow_up=follow_up)


def attack(s: Movie, target: str | Ids, **means: Unpack[Means]) -> Movie:
    """Somebody attacks: one roll, and each target defends alone.  [BB-OPP-01]"""
    order = tuple(each.id for each in s.cast if each.id in ids(target))
    power = means["power"]
    aim = verbs.power_of(verbs.person(s, means["who"]), power).name if power else ""
    return engage(s, "attack", order, means, aim=aim)


def offers(s: Movie, f: Contest) -> Iterator[Offer]:
    """What is asked of whom while an opposed roll is under way."""
    if f.phase in ("cancel", "late"):
        start, worth = min(f.side.over, _spare(s, f, f.side)), partial(_worth, f.side)
        struck = f.use == "attack" and f.phase == "cancel" and len(f.targets) == 1
        figures, least = ("hurts",) if struck else (), f.penalty + 1
        yield strain.cancel_offer(s, f.side, cancel, worth, start, figures, least=least)
    elif f.phase == "riposte":
        side = f.answers[f.at]
        start, worth = min(side.over, side.rolled), partial(_worth, side)
        yield strain.cancel_offer(s, side, hold_back, worth, start, least=1)
    elif f.phase == "answer" and f.use in ("attack", "convince", "restrain"):
        yield _defence(s, f)
    elif f.phase == "answer":
        yield from _answers(s, f)


def target(s: Movie, f: Contest) -> Person:
    """Whoever stands against it now."""
    return verbs.person(s, f.targets[f.at])


def _defence(s: Movie, f: Contest) -> Offer:
    """The one roll that stands against an attack, or a push on a track."""
    p, what = target(s, f), guard(s, f)
    label, pool = pools.alone(s, p, what)
    tokens, says = pools.tokens_for(s, p.id, "defend", what), partial(_tie, s, f)
    of = DEFENCE | _asked(s, f) | {"says": HOLDS_STILL if pools.limp(s, p, what) else says}
    if f.use == "attack" and _fatal(s, f):
        of |= {"figures": (*DEFENCE["figures"], "out")}
    return offer(p.seat, f.number, "defend", label, stand, *tokens, pool=pool, of=of)


def _answers(s: Movie, f: Contest) -> Iterator[Offer]:
    """Whoever is opposed stands against it with whatever fits: a rating of their own, a skill, a power."""
    p = target(s, f)
    answer, tokens = partial(offer, p.seat, f.number, **_asked(s, f)), partial(pools.tokens_for, s, p.id)
    dice = {name: pools.derived(s, p, name) for name in DERIVED}
    items = tuple(Item(name, word, dice[name], dice=(pools.DIE,) * dice[name]) for name, word in DERIVED.items())
    own = Pick("with", "What stands", items, start=("defense",))
    of = ANSWER | {"says": partial(_tie, s, f), "first": True, "pool": (Row("", id="with"), pools.WAITING)}
    yield answer("derived", "Roll one of your own", stand_with, own, *tokens("defend", among=(own,)), of=of)
    asked = pools.pair(p, use="defend", free=True)
    more = tokens("defend", among=asked[:1])
    yield answer("pair", "Answer with a skill", bound(stand_against, power=""), *asked, *more, of=ANSWER)
    for used in p.sheet.powers:
        if "defend" in used.uses:
            asked, deed = pools.pair(p, used, use="defend", free=True), bound(stand_against, power=used.id)
            more, of_it = tokens("defend", power=used, among=asked[:1]), partial(_risks, s, p, used)
            yield answer(f"pair.{used.id}", f"Answer with {used.name}", deed, *asked, *more, of=of_it)


def _risks(s: Movie, p: Person, used: Power) -> dict[str, Any]:
    """The words of an answer with a power."""
    over, kind = strain.strain_of(s, p, used.id)
    says = f"{over} strain at risk." if over else "No strain."
    return ANSWER | {"says": says, "tool": Item(used.id, used.name), "cost": strain.at_risk(s, p, over, kind)}


def _asked(s: Movie, f: Contest) -> dict[str, Any]:
    p, by, got = target(s, f), verbs.person(s, f.who).name, many(f.side.successes, "success")
    told = f"{by} {_threat(f)}, {got}."
    own, room = f"{told} Stand against it.", f"{told} {p.name} stands against it."
    if _harmless(s, f):
        own, room = (
            f"{told} It cannot hurt you: roll all the same.",
            f"{told} It cannot hurt {p.name}, who rolls all the same.",
        )
    return addressed(own, room, own=p.seat != DIRECTOR) | whose(p)


def _tie(s: Movie, f: Contest) -> str:
    """What there is to stand against, whose a tie is, and what of a hit does not count."""
    name, most = verbs.person(s, f.who).name, f.side.successes
    if _harmless(s, f):
        why = "Protection takes off all that it could do." if most else "Whatever falls, it does no damage."
        return f"{why} {NEEDLESS if s.house.setback_zero == 'any_roll' else ''}".strip()
    off = most - verbs.protected(s, f.targets[f.at], most, "attack") if f.use == "attack" else 0
    shielded = f" Protection takes {off} off the damage." if off else ""
    return f"{name} got {many(most, 'success')}; a tie goes to {name}.{shielded}{_left(s, f)}"


def _left(s: Movie, f: Contest) -> str:
    """How much of what takes the target out is there already, where this attack may bring the rest."""
    if f.use != "attack" or not _fatal(s, f):
        return ""
    p, kind = target(s, f), _harm(s, f)[1]
    limit = verbs.limits(s, p)[kind == "P"]
    now = limit - verbs.bears(s, p, kind)
    return f" {limit} damage takes {'you' if p.seat != DIRECTOR else p.name} out, {now} is there."


def _harm(s: Movie, f: Contest) -> tuple[int, Kind]:
    """The most damage that an attack can do where nothing stands against it, and of which kind."""
    p, foe = verbs.person(s, f.who), target(s, f)
    power = verbs.power_of(p, f.side.power) if f.side.power else None
    total = f.side.successes + ongoing.burning(s, p.id, f.side.power, foe.id) + (power.damage_bonus if power else 0)
    return verbs.protected(s, foe.id, total, "attack"), power.damage if power else "V"


def _harmless(s: Movie, f: Contest) -> bool:
    """Whether an attack does nothing, whatever stands against it: no damage now, and none that goes on."""
    power = verbs.power_of(verbs.person(s, f.who), f.side.power) if f.side.power else None
    lasts = power is not None and power.ongoing and f.side.successes > 0
    return f.use == "attack" and _harm(s, f)[0] == 0 and not lasts


def _fatal(s: Movie, f: Contest) -> bool:
    """Whether the most that an attack can do takes its target out."""
    p, (amount, kind) = target(s, f), _harm(s, f)
    hurt = replace(p, damage_v=p.damage_v + amount) if kind == "V" else replace(p, damage_p=p.damage_p + amount)
    return amount > 0 and not p.taken_out and verbs.overcome(s, hurt)


def guard(s: Movie, f: Contest) -> str:
    """What meets this: Defense, or what the power names; Potency the mind, Vigor the hold.  [BB-DER-01]"""
    if f.use == "attack":
        p = verbs.person(s, f.who)
        return verbs.power_of(p, f.side.power).against if f.side.power else "defense"
    return "potency" if f.use == "convince" else "vigor"


def _threat(f: Contest) -> str:
    if f.use == "attack":
        return f"attacks with {f.aim}" if f.aim else "attacks"
    return {"oppose": f"wants: {f.aim}", "convince": "talks you round", "restrain": "grabs you"}.get(f.use, "acts")


def _worth(side: Side, cancelled: int) -> str:
    return f"{many(side.rolled - cancelled, 'success')} left"


def stand(s: Movie, tokens: Ids = ()) -> Movie:
    """The target rolls what fits; defending is no action and no Impediment touches it.  [BB-DER-01]"""
    f: Contest = top(s)
    return _answer(s, f, pools.derived_side(s, target(s, f), guard(s, f), tokens), tokens)


def stand_with(s: Movie, tokens: Ids = (), **picked: str) -> Movie:
    """The opponent answers with a derived attribute of their own choice.  [BB-OPP-02]"""
    f: Contest = top(s)
    return _answer(s, f, pools.derived_side(s, target(s, f), picked["with"], tokens), tokens)


def stand_against(s: Movie, power: str, skill: str, attribute: str, tokens: Ids = ()) -> Movie:
    """The opponent answers with a skill and the attribute that fits, perhaps by a power.  [BB-OPP-02]"""
    f: Contest = top(s)
    side = pools.skill_side(s, target(s, f), skill, attribute, power, tokens, action=False)
    return _answer(s, f, side, tokens)


def _answer(s: Movie, f: Contest, side: Side, tokens: Ids) -> Movie:
    return turn(verbs.use_tokens(s, tokens), answers=(*f.answers, side), phase="parry")


def roll(s: Movie, f: Contest) -> Roll:
    """The roll that is open: the actor's, or the answer of one target."""
    if f.phase == "roll":
        return pools.cast_dice(s, f.side, f"{f.number}.act", f.use, f.aim or f.use.capitalize())
    return pools.cast_dice(s, f.answers[f.at], f"{f.number}.answer", "defend", "Standing against it")


def _purpose(s: Movie, f: Contest) -> tuple[str, str]:
    """What the actor throws the dice for, as the log says it, and whom it names."""
    if f.use in ("convince", "restrain"):
        return f"to {f.use}", verbs.person(s, f.targets[0]).name
    if f.use in ("resist", "counter"):
        return f"to {f.aim}", ""
    return (f"for {f.aim}" if f.aim else "to attack"), ""


def settle(s: Movie, f: Contest, faces: tuple[int, ...]) -> Movie:
    """Dice have fallen on one side or the other."""
    if f.phase == "roll":
        side = pools.read(s, f.side, faces)
        s = verbs.rolled(s, side, *_purpose(s, f))
        if strain.choosing(s, side, "before_opposition"):
            return turn(s, side=side, phase="cancel")
        return turn(s, side=strain.by_itself(s, side, _spare(s, f, side)), phase="answer")
    side = pools.read(s, f.answers[f.at], faces)
    s = verbs.rolled(s, side, "to stand against it", action=f.use in ("resist", "counter"))
    if strain.choosing(s, side, None):
        return turn(s, answers=(*f.answers[: f.at], side), phase="riposte")
    return _answered(s, f, strain.by_itself(s, side, side.rolled))


def _spare(s: Movie, f: Contest, side: Side) -> int:
    """How many successes strain may have: all of them, but what nobody answers comes first."""
    return strain.spared(side, needed(s, f), adds_up=True) if unanswered(s, f) else side.rolled


def hold_back(s: Movie, cancelled: int) -> Movie:
    """The one who answers gives successes to their own strain."""
    f: Contest = top(s)
    return _answered(s, f, replace(f.answers[f.at], cancelled=cancelled))


def _answered(s: Movie, f: Contest, side: Side) -> Movie:
    """One answer stands: the next target is asked, if there is one."""
    answers = (*f.answers[: f.at], side)
    if f.at + 1 < len(f.targets):
        return turn(s, answers=answers, at=f.at + 1, phase="answer")
    return _last(turn(s, answers=answers))


def _last(s: Movie) -> Movie:
    """Nobody answers any more: a user who waited for that holds strain down now; then all is compared."""
    late = strain.choosing(s, top(s).side, "after")
    return turn(s, at=0, phase="late" if late else "settle")


def cancel(s: Movie, cancelled: int) -> Movie:
    """Successes go to strain, one for one.  [BB-STR-06]"""
    f: Contest = top(s)
    return turn(s, side=replace(f.side, cancelled=cancelled), phase="settle" if f.phase == "late" else "answer")


def unanswered(s: Movie, f: Contest) -> bool:
    """Whether nobody rolls against this: a plain push on a track, or a track that resists by itself."""
    if f.use in ("convince", "restrain"):
        return s.house.cr_initiate == "raw"
    return f.use in ("resist", "counter") and s.house.cr_resist == "recorded"


def winner(s: Movie, margin: int, acting: int) -> Literal["initiator", "opponent", "nobody"]:
    """More successes win; a tie goes to whoever began it.  [BB-OPP-03]"""
    if margin == 0 and acting == 0 and s.house.zero_tie == "nobody":
        return "nobody"
    return "initiator" if margin >= 0 else "opponent"


def degree(f: Contest, at: int) -> int:
    """How far the initiator is ahead: the excess is the degree of success.  [BB-OPP-04]"""
    other = f.answers[at].successes if at < len(f.answers) else 0
    return f.side.successes - f.penalty - other


def resolve(s: Movie, f: Contest) -> Movie:
    """Take the targets one by one, the effect first; then strain lands on those who used powers."""
    if f.at < len(f.targets):
        s = turn(s, at=f.at + 1)
        use = {"attack": _attack, "oppose": _oppose, "resist": resisted, "counter": countered}.get(f.use, pressed)
        return use(s, f, degree(f, f.at))
    for side in (f.side, *f.answers):
        s = strain.land(s, side)
    return pop(s)


def _oppose(s: Movie, f: Contest, margin: int) -> Movie:
    """Both have rolled: compare.  [BB-OPP-02]"""
    who, got = winner(s, margin, f.side.successes), f.side.successes
    won, told = {"initiator": 0, "opponent": 1}.get(who, -1), {"foe": target(s, f).name, "aim": f.aim}
    s = verbs.prove(s, f"won_by_{who}", "BB-OPP-03", (f.side, *f.answers), won, **told, degree=abs(margin))
    if not f.setup_to or who != "initiator":
        return s
    dice = got if s.house.setup_bonus == "all" else margin
    return verbs.give_token(s, f.who, f.setup_to, f.follow_up or f.aim, dice)


def _attack(s: Movie, f: Contest, margin: int) -> Movie:
    """A hit hurts by its margin less Protection; the new total is what burns.  [BB-OPP-04, BB-ONG-01, BB-ONG-07]"""
    p, foe = verbs.person(s, f.who), target(s, f)
    power = verbs.power_of(p, f.side.power) if f.side.power else None
    sides, told = (f.side, f.answers[f.at]), dict[str, Any](foe=foe.name, weapon=f.aim)
    before = (*s.shown.before, s.shown.event) if f.at and s.shown else ()
    if winner(s, margin, f.side.successes) != "initiator":
        s = verbs.beside(verbs.prove(s, "misses", "BB-OPP-03", sides, 1, **told, margin=-margin), before)
        return ongoing.still_burns(s, p.id, f.side.power, foe.id)
    again = ongoing.burning(s, p.id, f.side.power, foe.id)
    total = margin + again
    more = power.damage_bonus if power else 0
    amount = verbs.protected(s, foe.id, total + more, "attack")
    told |= {"margin": margin, "damage": amount, "again": again, "more": more, "less": total + more - amount}
    s = verbs.prove(s, "hits", "BB-OPP-04", sides, 0, **told, felled=0)
    s = verbs.beside(s, before)
    if power and power.ongoing and verbs.able(p) and verbs.able(foe):
        s = verbs.record(s, p.id, power.id, foe.id, total)
    return verbs.hurt(s, foe.id, amount, power.damage if power else "V", "attack", by=p.name)


def advance(s: Movie, f: Contest) -> Movie:
    """What happens by itself: empty pools fall, nobody is asked who cannot answer, results are compared."""
    if f.phase == "roll" and not verbs.able(verbs.person(s, f.who)):
        return pop(s)
    if f.phase == "roll" and f.side.dice == 0:
        return settle(s, f, ())
    if f.phase == "answer":
        p = target(s, f)
        if f.use not in ("resist", "counter") and not verbs.able(p):
            targets = (*f.targets[: f.at], *f.targets[f.at + 1 :])
            s = turn(s, targets=targets)
            return s if f.at < len(targets) else _last(s)
        push = f.use in ("convince", "restrain")
        if unanswered(s, f) or (push and not verbs.within_reach(s, f.who, p.id, far=f.far)):
            return _last(s)
        if f.use in ("resist", "counter"):
            t = next((t for t in s.tracks if t.id == f.track), None)
            pool = t.pool if t else 0
            return turn(s, answers=(Side(p.id, (("the attempt, made anew", pool),), pool),), phase="parry")
    if f.phase == "parry" and f.answers[f.at].dice == 0:
        return settle(s, f, ())
    return resolve(s, f) if f.phase == "settle" else s
