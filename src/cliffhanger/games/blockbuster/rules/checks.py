"""Unopposed rolls: a fixed challenge that does nothing in answer; as a Set-Up, for a long task, to break free.

In this order: how one is declared, the questions, the answers and what they come to.
"""

from collections.abc import Iterator
from functools import partial
from typing import Literal, Unpack

from cliffhanger.games.blockbuster.rules import pools, strain, verbs
from cliffhanger.games.blockbuster.rules.action_budget import Means, spend, take
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Check, Ids, Kind, Movie, Side, Track
from cliffhanger.games.blockbuster.rules.wording import BUTTONS, said, whose
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Offer, bound, offer, shared
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text
from cliffhanger.kernel.plurals import many

HARD = 20
HARMLESS = "At this table failing never hurts by itself: let them tell it."
HARDER = ("Normal", "Challenging", "Difficult", "Extreme")
STANDARD = (*((n, HARDER[(n - 1) // 2]) for n in range(1, 9)), (9, "Ridiculous"))
EXTENDED = ((3, "Normal"), (6, "Challenging"), (9, "Difficult"), (12, "Extreme"), (15, "Ridiculous"))
KINDS = Pick("type", "Damage to", (Item("V", "Vigor"), Item("P", "Potency")), start=("V",))
TELL = shared("BB-FAIL-03", "Tell", first=True)
HOW_HARD = "How hard"
ROLL = shared("BB-UNO-02", HOW_HARD, first=True, figures=("they_make_it",), button=BUTTONS["difficulty"])
EASY = shared("BB-DIF-01", HOW_HARD, "It simply works.")
SEVERAL = shared("BB-DIF-02", HOW_HARD, "This roll is the first that counts for it.")
BACK = shared("BB-CHK-01", HOW_HARD, "Nothing is rolled or spent; their turn goes on.")
READY = shared("BB-UNO-03", "Roll", first=True, **said("roll"))
THEIRS = {"rule": "BB-FAIL-03", "first": True, "says": "Something more interesting than damage."}


def difficulty(required: int) -> str:
    """The word for a number of required successes.  [BB-DIF-01]"""
    return "Easy" if required < 1 else dict(STANDARD).get(required, "Ridiculous")


def attempt(s: Movie, goal: str, **means: Unpack[Means]) -> Movie:
    """Somebody tries something that does not answer back.  [BB-UNO-01]"""
    return _declare(s, "plain", goal, means)


def prepare(s: Movie, to: str, follow_up: str, **means: Unpack[Means]) -> Movie:
    """Somebody prepares a later roll, their own or another's, which they name.  [BB-SET-01]"""
    return _declare(s, "setup", follow_up, means, to)


def _declare(s: Movie, use: Literal["plain", "setup"], goal: str, means: Means, to: str = "") -> Movie:
    p, skill, attribute = verbs.person(s, means["who"]), means["skill"], means["attribute"]
    side = pools.skill_side(s, p, skill, attribute, means["power"])
    s = tell(s, "declares", p.name, "BB-CHK-01", goal=goal, use=use)
    return push(s, Check(p.id, use, side, goal=goal, skill=skill, attribute=attribute, to=to))


def work(s: Movie, who: str, power: str, task: str, skill: str, attribute: str, tokens: Ids = ()) -> Movie:
    """A check is given to a task that takes several.  [BB-EXT-01]"""
    p, goal = verbs.person(s, who), one(s.tasks, task).name
    side, penalty = pools.skill_side(s, p, skill, attribute, power, tokens), pools.hindered(s, p, skill, attribute)
    action = Check(who, "task", side, phase="roll", goal=goal, skill=skill, attribute=attribute, task=task)
    return take(s, replace(action, penalty=penalty), tokens)


def struggle(s: Movie, who: str, holder: str, tokens: Ids = ()) -> Movie:
    """A held character rolls Vigor against the holder's, which strains as much as it holds.  [BB-CR-10]"""
    p, other = verbs.person(s, who), verbs.person(s, holder)
    side = pools.derived_side(s, p, "vigor", tokens, action=True, over=strain.grip(s, p, other))
    penalty = pools.hindered(s, p, "", "vigor")
    action = Check(who, "break", side, phase="roll", goal=f"break free of {other.name}", holder=holder, penalty=penalty)
    return take(s, replace(action, required=max(1, other.sheet.vigor) + penalty), tokens)


def offers(s: Movie, f: Check) -> Iterator[Offer]:
    """What is asked of whom while an unopposed roll is under way."""
    if f.phase == "difficulty":
        yield from _difficulty(s, f)
    elif f.phase == "ready":
        yield _ready(s, f)
    elif f.phase == "cancel":
        start = min(f.side.over, _spare(s, f, f.side))
        least = 1 + f.penalty if _adds_up(s, f) else _missing(s, f)
        yield strain.cancel_offer(s, f.side, cancel, partial(_worth, s, f), start, least=least)
    elif f.phase == "price":
        yield from _price(s, f)
    elif f.phase == "narrate":
        p, story = verbs.person(s, f.who), Text("story", "How you fall short, if it is to stand here", 0, 400)
        room = f"{p.name} fell short by {f.short}, and tells how."
        ask = addressed(f"You fell short by {f.short}: tell how.", room, own=p.seat != DIRECTOR)
        yield offer(p.seat, f.number, "tell", "Tell it", narrate, story, of=TELL | ask)


def _difficulty(s: Movie, f: Check) -> Iterator[Offer]:
    asked = partial(offer, DIRECTOR, f.number, ask=partial(_how_hard, s, f))
    yield asked("set", "Let them roll", require, partial(_numbers, s, f), says=partial(_offered, s, f), of=ROLL)
    if f.use != "setup":
        yield asked("easy", "Easy: no roll", easy, of=EASY)
        yield asked("extended", "It takes several checks", extend, partial(_several, f), of=SEVERAL)
    yield asked("back", "Ask for something else", give_back, of=BACK)


def _how_hard(s: Movie, f: Check) -> str:
    name = verbs.person(s, f.who).name
    if f.use == "setup":
        return f"{name} prepares: {f.goal}. What does that take?"
    return f"{name} tries: {f.goal}. How hard is it?"


def _numbers(s: Movie, f: Check) -> tuple[Param, ...]:
    """How many successes, and the pair it is rolled on, as it was declared."""
    p, (low, start) = verbs.person(s, f.who), (0, 1) if f.use == "setup" else (1, 2)
    skill, attribute = pools.pair(p, verbs.power_of(p, f.side.power) if f.side.power else None, tags=pools.tagged(s, p))
    required = Number("required", "Successes", low, HARD, start, STANDARD)
    return required, replace(skill, start=(f.skill,)), replace(attribute, start=(f.attribute,))


def _offered(s: Movie, f: Check) -> str:
    return f"{verbs.person(s, f.who).name} offers {_parts(f.side)}: {many(f.side.dice, 'die')}."


def _several(f: Check) -> tuple[Param, ...]:
    name = Text("name", "The task", 1, 60, start=f.goal[:60])
    return Number("required", "Successes in all", 1, 40, 6, EXTENDED), name


def _ready(s: Movie, f: Check) -> Offer:
    p = verbs.person(s, f.who)
    # As it is now: what hindered them when the Director set the number may be gone.
    side = pools.skill_side(s, p, f.skill, f.attribute, f.side.power, lit=f.lit)
    used = verbs.power_of(p, f.side.power) if f.side.power else None
    names = (f.goal, f.skill, one(p.sheet.skills, f.skill).name, *(("Set-Up",) if f.use == "setup" else ()))
    tokens = pools.tokens_for(s, f.who, *names, power=used)
    figures = pools.with_set_ups(("made",), tokens)
    if f.use == "task":
        figures = pools.of_task(f.task, _missing(s, f), side.dice, tokens)
    of = READY | {
        "figures": figures,
        "says": partial(_needs, s, f, side),
        **addressed(
            f"Roll{_set_up(s, f)}: {f.goal}.", f"{p.name} rolls{_set_up(s, f)}: {f.goal}.", own=p.seat != DIRECTOR
        ),
        **whose(p),
        "pool": partial(pools.pool_rows, side, pools.harder(s, p, f.skill, f.attribute)),
        "cost": partial(strain.at_risk, s, p, side.over, side.type),
    }
    return offer(p.seat, f.number, "roll", f"Roll {many(side.dice, 'die')}", throw, *tokens, of=of)


def _set_up(s: Movie, f: Check) -> str:
    """That it is a Set-Up, and for whom; nothing of another roll."""
    if f.use != "setup":
        return ""
    return " a Set-Up" if f.to == f.who else f" a Set-Up for {verbs.person(s, f.to).name}"


def _needs(s: Movie, f: Check, side: Side) -> str:
    risk = f"{side.over} strain is at risk. " if side.over else ""
    need = f"for {f.goal}" if f.use == "task" else f"{needed(s, f)} to make it"
    return f"{risk}{_parts(side)}: {need}."


def _price(s: Movie, f: Check) -> Iterator[Offer]:
    ask = f"{verbs.person(s, f.who).name} is {f.short} short: {f.goal}. What does it cost?"
    asked = partial(offer, DIRECTOR, f.number, group="If they fall short", ask=ask)
    yield asked("narrate", "They tell it", bound(turn, phase="narrate"), of=THEIRS)
    rule, blocked = ("R-BB-12", HARMLESS) if s.house.fail_damage == "never" else ("BB-FAIL-02", "")
    worst, amount = f"At worst {f.short}: as many as were missing.", Number("amount", "Damage", 1, f.short, f.short)
    yield asked("damage", "It hurts", charge, amount, KINDS, rule=rule, blocked=blocked, says=worst)
    yield asked("none", "Nothing more", waive, rule="BB-FAIL-01")


def _parts(side: Side) -> str:
    return ", ".join(f"{name} {pools.signed(n)}" for name, n in side.parts)


def _missing(s: Movie, f: Check) -> int:
    """How many successes this roll has to bring, where earlier ones count too."""
    if f.use == "task":
        t = one(s.tasks, f.task)
        return max(0, t.required - t.total) + f.penalty
    return max(0, f.required - _held_so_far(s, f)) if f.use == "break" else f.required


def needed(s: Movie, f: Check) -> int:
    """The successes that make it: what hinders may come and go until the dice are taken up."""
    if f.phase == "ready":
        return f.required - f.penalty + pools.hindered(s, verbs.person(s, f.who), f.skill, f.attribute)
    return f.required


def _held_so_far(s: Movie, f: Check) -> int:
    before = verbs.track_between(s, "break", f.who, f.holder) if s.house.break_free == "extended" else None
    return before.successes if before else 0


def _spare(s: Movie, f: Check, side: Side) -> int:
    return strain.spared(side, _missing(s, f), adds_up=_adds_up(s, f))


def _adds_up(s: Movie, f: Check) -> bool:
    """Whether successes count that do not suffice."""
    return f.use == "task" or (f.use == "break" and s.house.break_free == "extended")


def _worth(s: Movie, f: Check, cancelled: int) -> str:
    left = f.side.rolled - cancelled
    missing = _missing(s, f)
    if f.use == "task":
        return f"{many(left, 'success')} for {f.goal}"
    if f.use == "setup":
        dice = left if s.house.setup_bonus == "all" else left - missing
        return f"{many(dice, 'die')} prepared" if left >= missing else "nothing prepared"
    return "made" if left >= missing else f"{missing - left} short"


def require(s: Movie, required: int, skill: str, attribute: str) -> Movie:
    """The Director sets how many successes are needed, and has the last word on the pair.  [BB-UNO-02, BB-CHK-01]"""
    f: Check = top(s)
    p = verbs.person(s, f.who)
    side, penalty = pools.skill_side(s, p, skill, attribute, f.side.power), pools.hindered(s, p, skill, attribute)
    roll = {"side": side, "skill": skill, "attribute": attribute, "lit": strain.burning_powers(s, p)}
    s, required = spend(s, f.who, f.side.power), required + penalty
    s = tell(s, "difficulty", "Director", "BB-DIF-01", required=required, word=difficulty(required), goal=f.goal)
    return turn(s, phase="ready", required=required, penalty=penalty, **roll)


def easy(s: Movie) -> Movie:
    """An easy thing is not rolled for: it is done.  [BB-DIF-01]"""
    f: Check = top(s)
    return pop(verbs.show(spend(s, f.who), "easy", verbs.person(s, f.who).name, "BB-DIF-01", goal=f.goal))


def extend(s: Movie, required: int, name: str) -> Movie:
    """The Director makes it a task that an extended check can do; this is its first roll.  [BB-DIF-02]"""
    f: Check = top(s)
    lit = strain.burning_powers(s, verbs.person(s, f.who))
    s = verbs.add_task(spend(s, f.who, f.side.power), name, required)
    return turn(s, phase="ready", use="task", task=s.tasks[-1].id, goal=name, lit=lit)


def give_back(s: Movie) -> Movie:
    """The Director asks for something else; nothing is spent."""
    f: Check = top(s)
    return pop(tell(s, "given_back", "Director", "BB-CHK-01", to=verbs.person(s, f.who).name, goal=f.goal))


def throw(s: Movie, tokens: Ids = ()) -> Movie:
    """The player takes the dice, with the Set-Up dice that wait for this roll."""
    f: Check = top(s)
    p = verbs.person(s, f.who)
    side = pools.skill_side(s, p, f.skill, f.attribute, f.side.power, tokens, lit=f.lit)
    penalty = pools.hindered(s, p, f.skill, f.attribute)
    return turn(verbs.use_tokens(s, tokens), phase="roll", side=side, required=needed(s, f), penalty=penalty)


def roll(s: Movie, f: Check) -> Roll:
    """The one roll of a check."""
    return pools.cast_dice(s, f.side, f"{f.number}.check", f.use, f.goal)


def settle(s: Movie, f: Check, faces: tuple[int, ...]) -> Movie:
    """The dice have fallen; the user may now hold strain down with some of them."""
    side = pools.read(s, f.side, faces)
    s = verbs.rolled(s, side, f"for “{f.goal}”")
    if strain.choosing(s, side, None):
        return turn(s, side=side, phase="cancel")
    return turn(s, side=strain.by_itself(s, side, _spare(s, f, side)), phase="settle")


def cancel(s: Movie, cancelled: int) -> Movie:
    """Successes go to strain, one for one.  [BB-STR-06]"""
    f: Check = top(s)
    return turn(s, side=replace(f.side, cancelled=cancelled), phase="settle")


def resolve(s: Movie, f: Check) -> Movie:
    """Compare with what was required; the effect first, then the strain."""
    use = {"plain": _plain, "setup": _setup, "task": _task, "break": _break}[f.use]
    s, short = use(s, f)
    s = strain.land(s, f.side)
    if not short:
        return pop(s)
    if s.house.fail_damage == "always":
        return charge(s, short, "V")
    return turn(s, phase="price", short=short)


def _plain(s: Movie, f: Check) -> tuple[Movie, int]:
    """As many as required accomplish it; fewer do not, this time.  [BB-UNO-03, BB-ROLL-04]"""
    got, short = f.side.successes, max(0, f.required - f.side.successes)
    rule, told = "BB-ROLL-04" if short else "BB-UNO-03", {"goal": f.goal, "got": got, "required": f.required}
    won, excess = -1 if short else 0, got - f.required
    return verbs.prove(s, "missed" if short else "made", rule, (f.side,), won, **told, excess=excess), short


def _setup(s: Movie, f: Check) -> tuple[Movie, int]:
    """What exceeds the required number waits as dice for the follow-up; a failed one gives none.  [BB-SET-01, BB-DEF-02]"""
    got = f.side.successes
    made = got >= f.required
    dice = (got if s.house.setup_bonus == "all" else got - f.required) if made else 0
    told = {"follow_up": f.goal, "to": verbs.person(s, f.to).name, "dice": dice, "got": got, "required": f.required}
    s = verbs.prove(s, "prepared" if made else "unprepared", "BB-SET-01", (f.side,), 0 if made else -1, **told)
    return verbs.give_token(s, f.who, f.to, f.goal, dice), 0


def _task(s: Movie, f: Check) -> tuple[Movie, int]:
    """Add to the task; it is complete when the total reaches the required number.  [BB-EXT-02, BB-EXT-03]"""
    got = max(0, f.side.successes - f.penalty)
    s = verbs.add_to_task(s, f.task, got, f.who)
    t = one(s.tasks, f.task)
    done, told = t.total >= t.required, {"task": t.name, "got": got, "total": t.total, "required": t.required}
    rule = "BB-EXT-03" if done else "BB-EXT-02"
    s = verbs.prove(s, "completed" if done else "worked", rule, (f.side,), 0 if done else -1, **told)
    if done:
        s = verbs.restage(s, done=(*verbs.playing(s).done, t.name))
        s = verbs.drop_task(s, t.id)
        if s.house.extended_overshoot == "setup":
            s = verbs.give_token(s, f.who, f.who, f"after {t.name}", t.total - t.required, passed=True)
    elif t.limit and t.rolls >= t.limit:
        s = tell(s, "task_failed", verbs.person(s, f.who).name, "BB-EXT-01", task=t.name, rolls=t.rolls)
        s = verbs.drop_task(s, t.id)
    return s, 0


def _break(s: Movie, f: Check) -> tuple[Movie, int]:
    """Free at as many successes as the holder's Vigor.  [BB-CR-10]"""
    p, holder, got = verbs.person(s, f.who), verbs.person(s, f.holder), f.side.successes
    total, held = got + _held_so_far(s, f), holder.id in p.restrained
    out, told = held and total >= f.required, {"by": holder.name, "got": total, "required": f.required}
    s = verbs.prove(s, "broke_free" if out else "still_held", "BB-CR-10", (f.side,), 0 if out else -1, **told)
    if out:
        return verbs.free(s, p.id, holder.id, "broken free"), 0
    if s.house.break_free == "extended" and held and verbs.able(p):
        s = verbs.push_track(s, Track(f"break:{p.id}:{holder.id}", "break", p.id, holder.id, 0), got)
    return s, 0


def charge(s: Movie, amount: int, type: Kind) -> Movie:  # the parameter bears the rules' own word
    """Failure hurts, by as much as was missing at the most.  [BB-FAIL-02]"""
    f: Check = top(s)
    amount = verbs.protected(s, f.who, amount, "fail")
    return pop(verbs.hurt(s, f.who, amount, type, f"the price of “{f.goal}”", "BB-FAIL-02"))


def waive(s: Movie) -> Movie:
    """This failure has no consequence but itself.  [BB-FAIL-01]"""
    return pop(s)


def narrate(s: Movie, story: str) -> Movie:
    """The player tells how they fell short, guided by how far.  [BB-FAIL-03]"""
    f: Check = top(s)
    return pop(
        tell(
            s, "told" if story else "told_aloud", verbs.person(s, f.who).name, "BB-FAIL-03", story=story, short=f.short
        )
    )


def advance(s: Movie, f: Check) -> Movie:
    """What happens by itself: somebody gone rolls no more, an empty pool falls, results are compared."""
    if f.phase in ("difficulty", "ready", "roll") and not verbs.able(verbs.person(s, f.who)):
        return pop(s)
    if f.phase == "roll" and f.side.dice == 0:
        return settle(s, f, ())
    return resolve(s, f) if f.phase == "settle" else s
