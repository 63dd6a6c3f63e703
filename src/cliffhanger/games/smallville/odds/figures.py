"""Figures beside options, each a walk of the rules to the end of this exchange: whoever is asked rolls what lies there.

A whole Contest, played by the best choice of both sides, takes too long beside an option: the question `contest` has it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any

from cliffhanger.games.smallville.files.triggers import RATINGS
from cliffhanger.games.smallville.rules import contests, dispatch, pools, verbs
from cliffhanger.games.smallville.rules.state import Ending, Hurt, Interference, Pool, Relief, Side, Table, Trial
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.figures import Figure, Way, take, take_first
from cliffhanger.kernel.frames import top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer
from cliffhanger.odds.errors import OutOfRange

Came = Callable[[Table, Act, Table], int | None]
STRESS = ("D12", "D10", "D8", "D6", "D4", "no Stress")
ANSWERS = ("you beat it", "Stress", "maybe out")
HURTS = ("you hurt them", "neither", "they hurt you")


def fold(s: Table, roll: Roll, more: int = 0) -> Fold:
    """Results alone matter: how far they are from what stands, or what they come to where nothing stands yet.

    With `more` so many dice beyond two are bought. Which dice show ones, and what is made of them, changes no Result.
    """
    f = top(s)
    if isinstance(f, Ending):
        return _best(roll, pools.BEST, None if f.phase == "against" else f.target)
    if isinstance(f, Relief):
        return _best(roll, pools.BEST, f.total)
    if not isinstance(f, Pool):
        return dispatch.CHAPTERS.fold(s, roll)
    if more > (spare := pools.purse(s, f)):
        raise OutOfRange(f"That is a point more than there is: {spare} can be spent.")
    keep = 1 if f.purpose == "aid" else pools.BEST + more
    goal = pools.to_beat(s, f)
    return _best(roll, keep, None if goal is None else goal - pools.bonus(f))


def _best(roll: Roll, keep: int, goal: int | None) -> Fold:
    """The sum of the best faces, ones left out; with a goal, only whether it is above, there, below or far below."""
    last, enough = len(roll.dice) - 1, ()

    def add(key: tuple[int, tuple[int, ...]] | tuple[()], _die: int, face: int) -> Hashable:
        if not key:
            return enough
        at, best = key
        if face > 1 and (len(best) < keep or face > best[-1]):
            best = tuple(sorted((*best, face), reverse=True)[:keep])
            if goal is not None and sum(best) > goal:
                return enough
        if at < last:
            return at + 1, best
        return sum(best) if goal is None else max(-contests.ASIDE, sum(best) - goal)

    return (0, ()), add


def on(s: Table, offers: tuple[Offer, ...]) -> Act | None:
    """Both go on after a stop."""
    return next((take(each) for each in offers if each.key == "go_on"), None) or take_first(s, offers)


def rolls_instead(before: Table, act: Act) -> Iterable[Way]:
    """Whoever could give in rolls what lies there."""
    now = dispatch.CHAPTERS.waiting(before)
    assert isinstance(now, tuple)
    return [(take(each), take_first) for each in now if each.key == "roll" and each.window == act.window]


def rungs(s: Table) -> tuple[Side, ...]:
    """The Results of what is under way, or of what was settled last."""
    f = verbs.procedure(s)
    return f.rungs if f else s.shown.rungs if s.shown else ()


def lies(s: Table, purpose: str, more: int = 0) -> int | None:
    """What dice that were rolled for this come to as they lie there, with so many bought for the Result."""
    f = top(s)
    if not isinstance(f, Pool) or f.purpose != purpose or f.phase not in ("buy", "complications"):
        return None
    if f.phase == "complications":
        return f.total
    return pools.result(f.dice, pools.BEST + min(more, pools.buyable(s, f))) + pools.bonus(f)


def result(before: Table, _act: Act, now: Table, more: int = 0) -> int | None:
    """What the roll comes to."""
    at, rows = len(rungs(before)), rungs(now)
    return rows[at].total if len(rows) > at else lies(now, top(before).purpose, more)


def margin(before: Table, act: Act, now: Table, more: int = 0) -> int | None:
    """How far the roll is above what it has to beat."""
    total, goal = result(before, act, now, more), pools.to_beat(before, top(before))
    return None if total is None or goal is None else total - goal


def beats(before: Table, act: Act, now: Table, more: int = 0) -> bool | None:
    """Whether the roll is above what stands."""
    by = margin(before, act, now, more)
    return None if by is None else by > 0


def answers(before: Table, act: Act, now: Table) -> int | None:
    """Whether an answer is above what stands, and if not, whether it is so far below that it may put somebody out."""
    by = margin(before, act, now)
    return None if by is None else int(by <= 0) + (by <= -contests.ASIDE)


def loses(before: Table, act: Act, now: Table, least: int = 0) -> bool | None:
    """Whether the roll loses, by so much at least."""
    by = margin(before, act, now)
    return None if by is None else by <= -least


def passes(before: Table, act: Act, now: Table) -> bool | None:
    """Whether a Lead passes a Test."""
    f, total = verbs.procedure(now), lies(now, "test")
    if isinstance(f, Trial) and total is not None:
        return total + (now.house.test_tie == "lead") > f.total
    return settled(before, act, now, "succeeds")


def settled(before: Table, _act: Act, now: Table, result: str) -> bool | None:
    """Whether this is the next thing that is settled."""
    return None if now.shown is None or now.shown is before.shown else now.shown.event.what == result


def stands(before: Table, act: Act, now: Table) -> bool | None:
    """Whether a Result is above what stood, and the next roll of the other side is not above it; what falls short stands for nobody."""
    if beats(before, act, now) is False:
        raise OutOfRange("It falls short.")
    at, rows = len(rungs(before)), rungs(now)
    if len(rows) == at:
        return None
    answer = rows[at + 1].total if len(rows) > at + 1 else lies(now, "react")
    return None if answer is None else answer <= rows[at].total


def stops(before: Table, _act: Act, now: Table) -> bool | None:
    """Whether somebody who steps in is above what stands."""
    f, was, c = top(now), verbs.contest(before), verbs.contest(now)
    if isinstance(f, Interference) and f.phase == "stopped":
        return True
    return False if was and c and c.tried != was.tried else None


def who_hurts(before: Table, _act: Act, now: Table) -> int | None:
    """After a stop, which of the two is higher when both have rolled again, as whoever is asked sees it."""
    f = next((each for each in now.stack if isinstance(each, Interference)), None)
    if f is None:
        raise OutOfRange("They cannot go on.")
    if len(f.again) < 2:
        return None
    acts, answers = f.again[0].total, f.again[1].total
    if acts == answers and now.house.restart_tie != "actor":
        return 1
    return 0 if (acts >= answers) == (not top(before).agreed) else 2


def helps(before: Table, act: Act, now: Table) -> int | None:
    """What somebody's help adds."""
    f, was = now.stack[len(before.stack) - 1], top(before)
    return pools.bonus(f) - pools.bonus(was) if isinstance(f, Pool) and len(f.aided) > len(was.aided) else None


def hurt(before: Table, act: Act, now: Table) -> int | None:
    """How somebody's Stress of a kind is after the Stress roll: out, or its rating."""
    f, was = top(now), top(before)
    if isinstance(f, Hurt) and f.phase not in ("drop", "how", "meanwhile"):
        return None
    who = was.target if isinstance(was, Hurt) else was.sides[1].who
    kinds = act.choice.get("kind", (was.kind,) if isinstance(was, Hurt) else ())
    p = verbs.person(now, who)
    assert isinstance(kinds, tuple)
    if verbs.stress_of(verbs.person(before, who), kinds[0]) < RATINGS[-1]:
        raise OutOfRange("They can take it: below D12 nobody is out by it.")
    return 0 if p.stressed_out else 1 + (*RATINGS[::-1], 0).index(verbs.stress_of(p, kinds[0]))


def grows(before: Table, _act: Act, now: Table) -> bool | None:
    """Whether a growth roll is won."""
    f, who = top(now), top(before).speak[0]
    if isinstance(f, Ending) and f.phase in ("against", "growth"):
        return None
    return verbs.person(now, who).sheet != verbs.person(before, who).sheet


FIGURE = partial(Figure, policy=take_first, fold=fold)
ONE_MORE: Mapping[str, Any] = {"fold": partial(fold, more=1), "alone": False}
FIGURES = (
    FIGURE("result", "your Result, on average", result, unit="mean"),
    FIGURE("result_with_one", "with a die more, for a point", partial(result, more=1), unit="mean", **ONE_MORE),
    FIGURE("beats", "you beat it", answers, parts=ANSWERS),
    FIGURE("beats_with_one", "with a die more, for a point", partial(beats, more=1), **ONE_MORE),
    FIGURE("stands", "they roll no higher", stands),
    FIGURE("loses", "hurt, if you roll instead", loses, ways=rolls_instead, alone=False),
    FIGURE(
        "loses_by_far",
        "by 5 or more, and maybe put out",
        partial(loses, least=contests.ASIDE),
        ways=rolls_instead,
        alone=False,
    ),
    FIGURE("passes", "you pass", passes),
    FIGURE("they_pass", "they pass", passes),
    FIGURE("stops", "you stop it", stops),
    FIGURE("who_hurts", HURTS[0], who_hurts, policy=on, parts=HURTS),
    FIGURE("helps", "more for them, on average", helps, unit="mean"),
    FIGURE("helped", "they beat it, with your help", beats),
    FIGURE("heals", "it heals", partial(settled, result="heals")),
    FIGURE("out", "they are out", hurt, parts=("they are out", *STRESS)),
    FIGURE("out_yourself", "you are out", hurt, parts=("you are out", *STRESS)),
    FIGURE("grows", "your growth roll wins", grows),
)
