"""Opposed rolls: an active opponent answers. Attacks, and any other thing that somebody can stand against."""

from collections.abc import Iterator
from typing import Literal

from cliffhanger.games.blockbuster.holds import countered, needed, pressed, resisted
from cliffhanger.games.blockbuster.ongoing import burning, still_burns
from cliffhanger.games.blockbuster.pools import (
    DERIVED,
    cast_dice,
    derived,
    derived_side,
    hindered,
    limp,
    pair,
    read,
    skill_side,
    tokens_for,
)
from cliffhanger.games.blockbuster.state import Contest, Movie, Side
from cliffhanger.games.blockbuster.strain import by_itself, cancel_offer, choosing, land, spared, told_pain
from cliffhanger.games.blockbuster.turns import spend
from cliffhanger.games.blockbuster.verbs import (
    able,
    give_token,
    hurt,
    person,
    power_of,
    protected,
    record,
    rolled,
    show,
    use_tokens,
    within_reach,
)
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import pop, push, replace, top, turn
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Pick
from cliffhanger.kernel.plurals import many

# --- declaring ----------------------------------------------------------------------------------------------


def oppose(
    s: Movie,
    who: str,
    power: str,
    target: tuple[str, ...],
    aim: str,
    skill: tuple[str, ...],
    attribute: tuple[str, ...],
    tokens: tuple[str, ...] = (),
    setup_to: tuple[str, ...] = (),
    follow_up: str = "",
) -> Movie:
    """Somebody acts against an opponent who does something about it.  [BB-OPP-01]"""
    p = person(s, who)
    side = skill_side(s, p, skill[0], attribute[0], power, tokens)
    s = use_tokens(spend(s, who, power), tokens)
    return push(
        s,
        Contest(
            who, "oppose", side, target, aim=aim, penalty=hindered(s, p, skill[0], attribute[0]),
            setup_to=setup_to[0] if setup_to else "", follow_up=follow_up,
        ),
    )  # fmt: skip


def attack(
    s: Movie,
    who: str,
    power: str,
    target: tuple[str, ...],
    skill: tuple[str, ...],
    attribute: tuple[str, ...],
    tokens: tuple[str, ...] = (),
) -> Movie:
    """Somebody attacks: one roll, and each target defends alone.  [BB-OPP-01]"""
    p = person(s, who)
    side = skill_side(s, p, skill[0], attribute[0], power, tokens)
    s = use_tokens(spend(s, who, power, target), tokens)
    aim = power_of(p, power).name if power else ""
    order = tuple(each.id for each in s.cast if each.id in target)
    penalty = hindered(s, p, skill[0], attribute[0])
    return push(s, Contest(who, "attack", side, order, aim=aim, penalty=penalty))


# --- questions ----------------------------------------------------------------------------------------------


def offers(s: Movie, f: Contest) -> Iterator[Offer]:
    """What is asked of whom while an opposed roll is under way."""
    if f.phase in ("cancel", "late"):
        start = min(f.side.over, _spare(s, f, f.side))
        words = tuple((c, _worth(f, c)) for c in range(min(f.side.over, f.side.rolled) + 1))
        struck = f.use == "attack" and f.phase == "cancel" and len(f.targets) == 1
        yield cancel_offer(s, f.side, f.number, cancel, words, start, ("hurts",) if struck else ())
    elif f.phase == "riposte":
        side = f.answers[f.at]
        words = tuple((c, _worth(replace(f, side=side), c)) for c in range(min(side.over, side.rolled) + 1))
        yield cancel_offer(s, side, f.number, hold_back, words, min(side.over, side.rolled))
    elif f.phase == "answer":
        yield from _answers(s, f)


def _answers(s: Movie, f: Contest) -> Iterator[Offer]:
    actor, p = person(s, f.who), person(s, f.targets[f.at])
    ask = f"{p.name}: {actor.name} {_threat(f)}, {many(f.side.successes, 'success')}. Stand against it."
    if f.use in ("attack", "convince", "restrain"):
        what = guard(s, f)
        dice = derived(s, p, what)
        yield offer(
            p.seat, f.number, "defend", f"Roll {DERIVED[what]}, {many(dice, 'die')}", stand,
            *tokens_for(s, p.id, "defend", what),
            rule="BB-DER-01", group="Stand against it", first=True, ask=ask, figures=("kept_out",),
            says=HOLDS_STILL if limp(s, p, what) else f"{actor.name} got {many(f.side.successes, 'success')}; a tie is theirs.",
        )  # fmt: skip
        return
    items = tuple(Item(name, word, derived(s, p, name)) for name, word in DERIVED.items())
    own = Pick("with", "What stands", items, start=("defense",))
    yield offer(
        p.seat, f.number, "derived", "Roll one of your own", stand_with, own, *tokens_for(s, p.id, "defend", among=(own,)),
        rule="BB-OPP-02", group="Stand against it", first=True, ask=ask, figures=("stands",),
        says=f"{actor.name} got {many(f.side.successes, 'success')}; a tie is theirs.",
    )  # fmt: skip
    any_pair = pair(p, free=True)
    yield offer(
        p.seat, f.number, "pair", "Answer with a skill", bound(stand_against, power=""), *any_pair,
        *tokens_for(s, p.id, "defend", among=any_pair[:1]), rule="BB-OPP-02", group="Stand against it", ask=ask,
        figures=("stands",),
    )  # fmt: skip
    for used in p.sheet.powers:
        if "defend" in used.uses:
            side = skill_side(s, p, "", "", used.id, action=False)
            risk = f"{side.over} strain at risk." if side.over else "No strain."
            its_pair = pair(p, used, free=True)
            yield offer(
                p.seat, f.number, f"pair.{used.id}", f"Answer with {used.name}", bound(stand_against, power=used.id),
                *its_pair, *tokens_for(s, p.id, "defend", power=used, among=its_pair[:1]), rule="BB-OPP-02",
                group="Stand against it", ask=ask, figures=("stands",), says=risk,
            )  # fmt: skip


HOLDS_STILL = "Held fast, you have no Defense of your own here."


def guard(s: Movie, f: Contest) -> str:
    """What meets this: Defense, or what the power names; Potency the mind, Vigor the hold.  [BB-DER-01]"""
    if f.use == "attack":
        p = person(s, f.who)
        return power_of(p, f.side.power).against if f.side.power else "defense"
    return "potency" if f.use == "convince" else "vigor"


def _threat(f: Contest) -> str:
    if f.use == "attack":
        return f"attacks with {f.aim}" if f.aim else "attacks"
    return {"oppose": f"wants: {f.aim}", "convince": "talks you round", "restrain": "grabs you"}.get(f.use, "acts")


def _worth(f: Contest, cancelled: int) -> str:
    return f"{many(f.side.rolled - cancelled, 'success')} left, {told_pain(f.side, cancelled)}"


# --- answers ------------------------------------------------------------------------------------------------


def stand(s: Movie, tokens: tuple[str, ...] = ()) -> Movie:
    """The target rolls what fits; defending is no action and no Impediment touches it.  [BB-DER-01]"""
    f: Contest = top(s)
    p = person(s, f.targets[f.at])
    return _answer(use_tokens(s, tokens), f, derived_side(s, p, guard(s, f), tokens))


def stand_with(s: Movie, tokens: tuple[str, ...] = (), **picked: tuple[str, ...]) -> Movie:
    """The opponent answers with a derived attribute of their own choice.  [BB-OPP-02]"""
    f: Contest = top(s)
    p = person(s, f.targets[f.at])
    return _answer(use_tokens(s, tokens), f, derived_side(s, p, picked["with"][0], tokens))


def stand_against(
    s: Movie, power: str, skill: tuple[str, ...], attribute: tuple[str, ...], tokens: tuple[str, ...] = ()
) -> Movie:
    """The opponent answers with a skill and the attribute that fits, perhaps by a power.  [BB-OPP-02]"""
    f: Contest = top(s)
    p = person(s, f.targets[f.at])
    side = skill_side(s, p, skill[0], attribute[0], power, tokens, action=False)
    return _answer(use_tokens(s, tokens), f, side)


def _answer(s: Movie, f: Contest, side: Side) -> Movie:
    return turn(s, answers=(*f.answers, side), phase="parry")


def roll(s: Movie, f: Contest) -> Roll:
    """The roll that is open: the actor's, or the answer of one target."""
    if f.phase == "roll":
        return cast_dice(s, f.side, f"{f.number}.act", f.use, f.aim or f.use.capitalize())
    return cast_dice(s, f.answers[f.at], f"{f.number}.answer", "defend", "Standing against it")


def _purpose(s: Movie, f: Contest) -> str:
    """What the actor throws the dice for, as the log says it."""
    if f.use in ("convince", "restrain"):
        return f"to {f.use} {person(s, f.targets[0]).name}"
    if f.use in ("resist", "counter"):
        return f"to {f.aim}"
    return f"for {f.aim}" if f.aim else "to attack"


def settle(s: Movie, f: Contest, faces: tuple[int, ...]) -> Movie:
    """Dice have fallen on one side or the other."""
    if f.phase == "roll":
        side = read(s, f.side, faces)
        s = rolled(s, side, _purpose(s, f))
        if choosing(s, side, "before_opposition"):
            return turn(s, side=side, phase="cancel")
        return turn(s, side=by_itself(s, side, _spare(s, f, side)), phase="answer")
    side = read(s, f.answers[f.at], faces)
    s = rolled(s, side, "to stand against it", action=f.use in ("resist", "counter"))
    f = replace(f, answers=(*f.answers[: f.at], side))
    if choosing(s, side, None):
        return turn(s, answers=f.answers, phase="riposte")
    return _next(s, replace(f, answers=(*f.answers[: f.at], by_itself(s, side, side.rolled))))


def _spare(s: Movie, f: Contest, side: Side) -> int:
    """How many successes strain may have: all of them, but what nobody answers comes first."""
    return spared(side, needed(s, f), adds_up=True) if unanswered(s, f) else side.rolled


def hold_back(s: Movie, cancelled: int) -> Movie:
    """The one who answers gives successes to their own strain."""
    f: Contest = top(s)
    side = replace(f.answers[f.at], cancelled=cancelled)
    return _next(s, replace(f, answers=(*f.answers[: f.at], side)))


def _next(s: Movie, f: Contest) -> Movie:
    if f.at + 1 < len(f.targets):
        return turn(s, answers=f.answers, at=f.at + 1, phase="answer")
    return _last(turn(s, answers=f.answers))


def _last(s: Movie) -> Movie:
    """Nobody answers any more: a user who waited for that holds strain down now; then all is compared."""
    late = choosing(s, top(s).side, "after")
    return turn(s, at=0, phase="late" if late else "settle")


def cancel(s: Movie, cancelled: int) -> Movie:
    """Successes go to strain, one for one.  [BB-STR-06]"""
    f: Contest = top(s)
    side = replace(f.side, cancelled=cancelled)
    if f.phase == "late":
        return turn(s, side=side, at=0, phase="settle")
    return turn(s, side=side, phase="answer")


def unanswered(s: Movie, f: Contest) -> bool:
    """Whether nobody rolls against this: a plain push on a track, or a track that resists by itself."""
    if f.use in ("convince", "restrain"):
        return s.house.cr_initiate == "raw"
    return f.use in ("resist", "counter") and s.house.cr_resist == "recorded"


# --- results ------------------------------------------------------------------------------------------------


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
    s = land(s, f.side)
    for side in f.answers:
        s = land(s, side)
    return pop(s)


def _oppose(s: Movie, f: Contest, margin: int) -> Movie:
    """Both have rolled: compare.  [BB-OPP-02]"""
    p, foe = person(s, f.who), person(s, f.targets[f.at])
    who = winner(s, margin, f.side.successes)
    s = show(
        s, f"won_by_{who}", p.name, "BB-OPP-03", (f.side, *f.answers), {"initiator": 0, "opponent": 1}.get(who, -1),
        foe=foe.name, aim=f.aim, degree=abs(margin),
    )  # fmt: skip
    if f.setup_to and who == "initiator":
        s = give_token(
            s, f.who, f.setup_to, f.follow_up or f.aim, f.side.successes if s.house.setup_bonus == "all" else margin
        )
    return s


def _attack(s: Movie, f: Contest, margin: int) -> Movie:
    """A hit hurts by its margin less Protection; the new total is what burns.  [BB-OPP-04, BB-ONG-01, BB-ONG-07]"""
    p, foe = person(s, f.who), person(s, f.targets[f.at])
    power = power_of(p, f.side.power) if f.side.power else None
    sides = (f.side, f.answers[f.at])
    if winner(s, margin, f.side.successes) != "initiator":
        s = show(s, "misses", p.name, "BB-OPP-03", sides, 1, foe=foe.name, weapon=f.aim, margin=-margin)
        return still_burns(s, p.id, f.side.power, foe.id)
    again = burning(s, p.id, f.side.power, foe.id)
    total = margin + again
    amount = protected(s, foe.id, total + (power.damage_bonus if power else 0), "attack")
    s = show(
        s, "hits", p.name, "BB-OPP-04", sides, 0, foe=foe.name, weapon=f.aim, margin=margin, damage=amount, again=again,
    )  # fmt: skip
    if power and power.ongoing and able(p) and able(foe):
        s = record(s, p.id, power.id, foe.id, total)
    return hurt(s, foe.id, amount, power.damage if power else "V", f"{p.name}'s attack")


def advance(s: Movie, f: Contest) -> Movie:
    """What happens by itself: empty pools fall, nobody is asked who cannot answer, results are compared."""
    if f.phase == "roll" and not able(person(s, f.who)):
        return pop(s)
    if f.phase == "roll" and f.side.dice == 0:
        return settle(s, f, ())
    if f.phase == "answer":
        p = person(s, f.targets[f.at])
        if f.use not in ("resist", "counter") and not able(p):
            return _passed_over(s, f)
        if unanswered(s, f) or (f.use in ("convince", "restrain") and not within_reach(s, f.who, p.id, far=f.far)):
            return _last(s)
        if f.use in ("resist", "counter"):
            t = next((t for t in s.tracks if t.id == f.track), None)
            pool = t.pool if t else 0
            return turn(s, answers=(Side(p.id, (("the attempt, made anew", pool),), pool),), phase="parry")
    if f.phase == "parry" and f.answers[f.at].dice == 0:
        return settle(s, f, ())
    return resolve(s, f) if f.phase == "settle" else s


def _passed_over(s: Movie, f: Contest) -> Movie:
    targets = (*f.targets[: f.at], *f.targets[f.at + 1 :])
    if f.at < len(targets):
        return turn(s, targets=targets)
    return _last(turn(s, targets=targets))
