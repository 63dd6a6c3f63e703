"""Unopposed rolls: a fixed challenge that does nothing in answer; as a Set-Up, for a long task, to break free."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from cliffhanger.games.blockbuster.pools import (
    cast_dice,
    derived_side,
    hindered,
    pair,
    read,
    skill_side,
    tagged,
    tokens_for,
)
from cliffhanger.games.blockbuster.state import DIRECTOR, Check, Movie, Side, Track
from cliffhanger.games.blockbuster.strain import (
    burning_powers,
    by_itself,
    cancel_offer,
    choosing,
    grip,
    land,
    spared,
    told_pain,
)
from cliffhanger.games.blockbuster.turns import spend
from cliffhanger.games.blockbuster.verbs import (
    able,
    add_task,
    add_to_task,
    drop_task,
    free,
    give_token,
    hurt,
    person,
    power_of,
    protected,
    push_track,
    rolled,
    show,
    track_between,
    use_tokens,
)
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Later, Offer, offer
from cliffhanger.kernel.params import Item, Number, Pick, Text
from cliffhanger.kernel.plurals import many

HARD = 20
HARMLESS = "At this table failing never hurts by itself: let them tell it."
STANDARD = (
    (1, "Normal"), (2, "Normal"), (3, "Challenging"), (4, "Challenging"), (5, "Difficult"), (6, "Difficult"),
    (7, "Extreme"), (8, "Extreme"), (9, "Ridiculous"),
)  # fmt: skip
EXTENDED = ((3, "Normal"), (6, "Challenging"), (9, "Difficult"), (12, "Extreme"), (15, "Ridiculous"))
KINDS = Pick("type", "Damage to", (Item("V", "Vigor"), Item("P", "Potency")), start=("V",))


def difficulty(required: int) -> str:
    """The word for a number of required successes.  [BB-DIF-01]"""
    return "Easy" if required < 1 else dict(STANDARD).get(required, "Ridiculous")


# --- declaring ----------------------------------------------------------------------------------------------


def attempt(s: Movie, who: str, power: str, goal: str, skill: tuple[str, ...], attribute: tuple[str, ...]) -> Movie:
    """Somebody tries something that does not answer back.  [BB-UNO-01]"""
    return _declare(s, who, "plain", power, goal, skill, attribute)


def prepare(
    s: Movie,
    who: str,
    power: str,
    to: tuple[str, ...],
    follow_up: str,
    skill: tuple[str, ...],
    attribute: tuple[str, ...],
) -> Movie:
    """Somebody prepares a later roll, their own or another's, which they name.  [BB-SET-01]"""
    return _declare(s, who, "setup", power, follow_up, skill, attribute, to[0])


def _declare(
    s: Movie,
    who: str,
    use: Literal["plain", "setup"],
    power: str,
    goal: str,
    skill: tuple[str, ...],
    attribute: tuple[str, ...],
    to: str = "",
) -> Movie:
    side = skill_side(s, person(s, who), skill[0], attribute[0], power)
    s = tell(s, "declares", person(s, who).name, "BB-CHK-01", goal=goal, use=use)
    return push(s, Check(who, use, side, goal=goal, skill=skill[0], attribute=attribute[0], to=to))


def work(
    s: Movie,
    who: str,
    power: str,
    task: tuple[str, ...],
    skill: tuple[str, ...],
    attribute: tuple[str, ...],
    tokens: tuple[str, ...] = (),
) -> Movie:
    """A check is given to a task that takes several.  [BB-EXT-01]"""
    p = person(s, who)
    side = skill_side(s, p, skill[0], attribute[0], power, tokens)
    penalty = hindered(s, p, skill[0], attribute[0])
    s = use_tokens(spend(s, who, power), tokens)
    goal = one(s.tasks, task[0]).name
    frame = Check(who, "task", side, phase="roll", goal=goal, skill=skill[0], attribute=attribute[0], task=task[0])
    return push(s, replace(frame, penalty=penalty))


def struggle(s: Movie, who: str, holder: tuple[str, ...], tokens: tuple[str, ...] = ()) -> Movie:
    """A held character rolls Vigor against the holder's, which strains as much as it holds.  [BB-CR-10]"""
    p, other = person(s, who), person(s, holder[0])
    side = derived_side(s, p, "vigor", tokens, action=True, over=grip(s, p, other))
    s = use_tokens(spend(s, who), tokens)
    goal = f"break free of {other.name}"
    penalty = hindered(s, p, "", "vigor")
    frame = Check(who, "break", side, phase="roll", goal=goal, holder=other.id, penalty=penalty)
    return push(s, replace(frame, required=max(1, other.sheet.vigor) + penalty))


# --- questions ----------------------------------------------------------------------------------------------


def offers(s: Movie, f: Check) -> Iterator[Offer]:
    """What is asked of whom while an unopposed roll is under way."""
    if f.phase == "difficulty":
        yield from _difficulty(s, f)
    elif f.phase == "ready":
        yield _ready(s, f)
    elif f.phase == "cancel":
        start = min(f.side.over, _spare(s, f, f.side))
        words = tuple((c, _worth(s, f, c)) for c in range(min(f.side.over, f.side.rolled) + 1))
        yield cancel_offer(s, f.side, f.number, cancel, words, start)
    elif f.phase == "price":
        yield from _price(s, f)
    elif f.phase == "narrate":
        p = person(s, f.who)
        yield offer(
            p.seat, f.number, "tell", "Tell it", narrate, Text("story", "How you fall short, if it is to stand here", 0, 400),
            rule="BB-FAIL-03", first=True, ask=f"{p.name} fell short by {f.short}: tell how.", group="Tell",
        )  # fmt: skip


def _difficulty(s: Movie, f: Check) -> Iterator[Offer]:
    window = str(f.number)
    yield Later(DIRECTOR, window, "set", "", partial(_set, s, f))
    if f.use != "setup":
        yield Later(DIRECTOR, window, "easy", "", partial(_easy, s, f))
        yield Later(DIRECTOR, window, "extended", "", partial(_extended, s, f))
    yield Later(DIRECTOR, window, "back", "", partial(_back, s, f))


def _how_hard(s: Movie, f: Check) -> str:
    name = person(s, f.who).name
    if f.use == "setup":
        return f"{name} prepares: {f.goal}. What does that take?"
    return f"{name} tries: {f.goal}. How hard is it?"


def _set(s: Movie, f: Check) -> Offer:
    p = person(s, f.who)
    used = power_of(p, f.side.power) if f.side.power else None
    setup = f.use == "setup"
    rows = zip(pair(p, used, tags=tagged(s, p)), (f.skill, f.attribute), strict=True)
    return offer(
        DIRECTOR, f.number, "set", "Let them roll", require,
        Number("required", "Successes", 0 if setup else 1, HARD, 1 if setup else 2, STANDARD),
        *(replace(row, start=(name,)) for row, name in rows), rule="BB-UNO-02", group="How hard", first=True,
        ask=_how_hard(s, f), says=f"{p.name} offers {_parts(f.side)}: {many(f.side.dice, 'die')}.",
        figures=("they_make_it",),
    )  # fmt: skip


def _easy(s: Movie, f: Check) -> Offer:
    return offer(
        DIRECTOR, f.number, "easy", "Easy: no roll", easy, rule="BB-DIF-01", group="How hard", ask=_how_hard(s, f),
        says="It simply works.",
    )  # fmt: skip


def _extended(s: Movie, f: Check) -> Offer:
    return offer(
        DIRECTOR, f.number, "extended", "It takes several checks", extend,
        Number("required", "Successes in all", 1, 40, 6, EXTENDED), Text("name", "The task", 1, 60, start=f.goal[:60]),
        rule="BB-DIF-02", group="How hard", ask=_how_hard(s, f), says="This roll is the first that counts for it.",
    )  # fmt: skip


def _back(s: Movie, f: Check) -> Offer:
    return offer(
        DIRECTOR, f.number, "back", "Ask for something else", give_back, rule="BB-CHK-01", group="How hard",
        ask=_how_hard(s, f), says="Nothing is rolled or spent; their turn goes on.",
    )  # fmt: skip


def _ready(s: Movie, f: Check) -> Offer:
    p = person(s, f.who)
    # As it is now: what hindered them when the Director set the number may be gone.
    side = skill_side(s, p, f.skill, f.attribute, f.side.power, lit=f.lit)
    required = needed(s, f)
    figure = "completed" if f.use == "task" else "made"
    risk = f"{side.over} strain is at risk. " if side.over else ""
    need = f"{required} to make it" if f.use != "task" else f"for {f.goal}"
    used = power_of(p, f.side.power) if f.side.power else None
    names = (f.goal, f.skill, one(p.sheet.skills, f.skill).name, *(("Set-Up",) if f.use == "setup" else ()))
    return offer(
        p.seat, f.number, "roll", f"Roll {many(side.dice, 'die')}", throw, *tokens_for(s, f.who, *names, power=used),
        rule="BB-UNO-03", group="Roll", first=True, figures=(figure,), says=f"{risk}{_parts(side)}: {need}.",
        ask=f"{p.name}: {f.goal}. Roll.",
    )  # fmt: skip


def _price(s: Movie, f: Check) -> Iterator[Offer]:
    p = person(s, f.who)
    ask = f"{p.name} is {f.short} short: {f.goal}. What does it cost?"
    never = s.house.fail_damage == "never"
    yield offer(
        DIRECTOR, f.number, "narrate", "They tell it", ask_story, rule="BB-FAIL-03", group="If they fall short",
        first=True, ask=ask, says="Something more interesting than damage.",
    )  # fmt: skip
    yield offer(
        DIRECTOR, f.number, "damage", "It hurts", charge, Number("amount", "Damage", 1, f.short, f.short), KINDS,
        rule="R-BB-12" if never else "BB-FAIL-02", blocked=HARMLESS if never else "", group="If they fall short", ask=ask,
        says=f"At worst {f.short}: as many as were missing.",
    )  # fmt: skip
    yield offer(
        DIRECTOR, f.number, "none", "Nothing more", waive, rule="BB-FAIL-01", group="If they fall short", ask=ask,
    )  # fmt: skip


def _parts(side: Side) -> str:
    return ", ".join(f"{name} {n}" if n >= 0 else f"{name} \N{MINUS SIGN}{-n}" for name, n in side.parts)


def _missing(s: Movie, f: Check) -> int:
    """How many successes this roll has to bring, where earlier ones count too."""
    if f.use == "task":
        t = one(s.tasks, f.task)
        return max(0, t.required - t.total) + f.penalty
    return max(0, f.required - _held_so_far(s, f)) if f.use == "break" else f.required


def needed(s: Movie, f: Check) -> int:
    """The successes that make it: what hinders may come and go until the dice are taken up."""
    if f.phase == "ready":
        return f.required - f.penalty + hindered(s, person(s, f.who), f.skill, f.attribute)
    return f.required


def _held_so_far(s: Movie, f: Check) -> int:
    before = track_between(s, "break", f.who, f.holder) if s.house.break_free == "extended" else None
    return before.successes if before else 0


def _spare(s: Movie, f: Check, side: Side) -> int:
    adds_up = f.use == "task" or (f.use == "break" and s.house.break_free == "extended")
    return spared(side, _missing(s, f), adds_up=adds_up)


def _worth(s: Movie, f: Check, cancelled: int) -> str:
    left = f.side.rolled - cancelled
    missing = _missing(s, f)
    hurts = told_pain(f.side, cancelled)
    if f.use == "task":
        return f"{many(left, 'success')} for {f.goal}, {hurts}"
    if f.use == "setup":
        dice = left if s.house.setup_bonus == "all" else left - missing
        return f"{many(dice, 'die')} prepared, {hurts}" if left >= missing else f"nothing prepared, {hurts}"
    return f"made, {hurts}" if left >= missing else f"{missing - left} short, {hurts}"


# --- answers ------------------------------------------------------------------------------------------------


def require(s: Movie, required: int, skill: tuple[str, ...], attribute: tuple[str, ...]) -> Movie:
    """The Director sets how many successes are needed, and has the last word on the pair.  [BB-UNO-02, BB-CHK-01]"""
    f: Check = top(s)
    p = person(s, f.who)
    side = skill_side(s, p, skill[0], attribute[0], f.side.power)
    penalty = hindered(s, p, skill[0], attribute[0])
    required += penalty
    lit = burning_powers(s, p)
    s = spend(s, f.who, f.side.power)
    s = tell(s, "difficulty", "Director", "BB-DIF-01", required=required, word=difficulty(required), goal=f.goal)
    return turn(
        s, phase="ready", required=required, penalty=penalty, side=side, skill=skill[0], attribute=attribute[0], lit=lit
    )


def easy(s: Movie) -> Movie:
    """An easy thing is not rolled for: it is done.  [BB-DIF-01]"""
    f: Check = top(s)
    s = spend(s, f.who)
    return pop(show(s, "easy", person(s, f.who).name, "BB-DIF-01", goal=f.goal))


def extend(s: Movie, required: int, name: str) -> Movie:
    """The Director makes it a task that an extended check can do; this is its first roll.  [BB-DIF-02]"""
    f: Check = top(s)
    lit = burning_powers(s, person(s, f.who))
    s = add_task(spend(s, f.who, f.side.power), name, required)
    return turn(s, phase="ready", use="task", task=s.tasks[-1].id, goal=name, lit=lit)


def give_back(s: Movie) -> Movie:
    """The Director asks for something else; nothing is spent."""
    f: Check = top(s)
    return pop(tell(s, "given_back", "Director", "BB-CHK-01", to=person(s, f.who).name, goal=f.goal))


def throw(s: Movie, tokens: tuple[str, ...] = ()) -> Movie:
    """The player takes the dice, with the Set-Up dice that wait for this roll."""
    f: Check = top(s)
    p = person(s, f.who)
    side = skill_side(s, p, f.skill, f.attribute, f.side.power, tokens, lit=f.lit)
    penalty = hindered(s, p, f.skill, f.attribute)
    return turn(use_tokens(s, tokens), phase="roll", side=side, required=needed(s, f), penalty=penalty)


def roll(s: Movie, f: Check) -> Roll:
    """The one roll of a check."""
    return cast_dice(s, f.side, f"{f.number}.check", f.use, f.goal)


def settle(s: Movie, f: Check, faces: tuple[int, ...]) -> Movie:
    """The dice have fallen; the user may now hold strain down with some of them."""
    side = read(s, f.side, faces)
    s = rolled(s, side, f"for “{f.goal}”")
    if choosing(s, side, None):
        return turn(s, side=side, phase="cancel")
    return turn(s, side=by_itself(s, side, _spare(s, f, side)), phase="settle")


def cancel(s: Movie, cancelled: int) -> Movie:
    """Successes go to strain, one for one.  [BB-STR-06]"""
    f: Check = top(s)
    return turn(s, side=replace(f.side, cancelled=cancelled), phase="settle")


def resolve(s: Movie, f: Check) -> Movie:
    """Compare with what was required; the effect first, then the strain."""
    use = {"plain": _plain, "setup": _setup, "task": _task, "break": _break}[f.use]
    s, short = use(s, f)
    s = land(s, f.side)
    if not short:
        return pop(s)
    if s.house.fail_damage == "always":
        return pop(_fall_short(s, f.who, short, "V", f.goal))
    return turn(s, phase="price", short=short)


def _plain(s: Movie, f: Check) -> tuple[Movie, int]:
    """As many as required accomplish it; fewer do not, this time.  [BB-UNO-03, BB-ROLL-04]"""
    got = f.side.successes
    made = got >= f.required
    s = show(
        s, "made" if made else "missed", person(s, f.who).name, "BB-UNO-03" if made else "BB-ROLL-04", (f.side,),
        0 if made else -1, goal=f.goal, got=got, required=f.required, excess=got - f.required,
    )  # fmt: skip
    return s, max(0, f.required - got)


def _setup(s: Movie, f: Check) -> tuple[Movie, int]:
    """What exceeds the required number waits as dice for the follow-up; a failed one gives none.  [BB-SET-01, BB-DEF-02]"""
    got = f.side.successes
    made = got >= f.required
    dice = (got if s.house.setup_bonus == "all" else got - f.required) if made else 0
    s = show(
        s, "prepared" if made else "unprepared", person(s, f.who).name, "BB-SET-01", (f.side,), 0 if made else -1,
        follow_up=f.goal, to=person(s, f.to).name, dice=dice, got=got, required=f.required,
    )  # fmt: skip
    return give_token(s, f.who, f.to, f.goal, dice), 0


def _task(s: Movie, f: Check) -> tuple[Movie, int]:
    """Add to the task; it is complete when the total reaches the required number.  [BB-EXT-02, BB-EXT-03]"""
    got = max(0, f.side.successes - f.penalty)
    s = add_to_task(s, f.task, got, f.who)
    t = one(s.tasks, f.task)
    name = person(s, f.who).name
    done = t.total >= t.required
    s = show(
        s, "completed" if done else "worked", name, "BB-EXT-03" if done else "BB-EXT-02", (f.side,), 0 if done else -1,
        task=t.name, got=got, total=t.total, required=t.required,
    )  # fmt: skip
    if done:
        s = drop_task(s, t.id)
        if s.house.extended_overshoot == "setup":
            s = give_token(s, f.who, f.who, f"after {t.name}", t.total - t.required, passed=True)
    elif t.limit and t.rolls >= t.limit:
        s = drop_task(tell(s, "task_failed", name, "BB-EXT-01", task=t.name, rolls=t.rolls), t.id)
    return s, 0


def _break(s: Movie, f: Check) -> tuple[Movie, int]:
    """Free at as many successes as the holder's Vigor.  [BB-CR-10]"""
    p, holder = person(s, f.who), person(s, f.holder)
    got = f.side.successes
    total = got + _held_so_far(s, f)
    out = total >= f.required and holder.id in p.restrained
    s = show(
        s, "broke_free" if out else "still_held", p.name, "BB-CR-10", (f.side,), 0 if out else -1, by=holder.name,
        got=total, required=f.required,
    )  # fmt: skip
    if out:
        return free(s, p.id, holder.id, "broken free"), 0
    if s.house.break_free == "extended" and holder.id in p.restrained and able(p):
        s = push_track(s, Track(f"break:{p.id}:{holder.id}", "break", p.id, holder.id, 0), got)
    return s, 0


def _fall_short(s: Movie, who: str, amount: int, kind: Literal["V", "P"], goal: str) -> Movie:
    return hurt(s, who, protected(s, who, amount, "fail"), kind, f"the price of “{goal}”", "BB-FAIL-02")


def charge(s: Movie, amount: int, type: tuple[str, ...]) -> Movie:  # the parameter bears the rules' own word
    """Failure hurts, by as much as was missing at the most.  [BB-FAIL-02]"""
    f: Check = top(s)
    return pop(_fall_short(s, f.who, amount, "P" if type == ("P",) else "V", f.goal))


def ask_story(s: Movie) -> Movie:
    """Something more interesting is on offer: the player tells it.  [BB-FAIL-03]"""
    return turn(s, phase="narrate")


def waive(s: Movie) -> Movie:
    """This failure has no consequence but itself.  [BB-FAIL-01]"""
    return pop(s)


def narrate(s: Movie, story: str) -> Movie:
    """The player tells how they fell short, guided by how far.  [BB-FAIL-03]"""
    f: Check = top(s)
    return pop(
        tell(s, "told" if story else "told_aloud", person(s, f.who).name, "BB-FAIL-03", story=story, short=f.short)
    )


def advance(s: Movie, f: Check) -> Movie:
    """What happens by itself: somebody gone rolls no more, an empty pool falls, results are compared."""
    p = person(s, f.who)
    if f.phase in ("difficulty", "ready", "roll") and not able(p):
        return pop(s)
    if f.phase == "roll" and f.side.dice == 0:
        return settle(s, f, ())
    return resolve(s, f) if f.phase == "settle" else s
