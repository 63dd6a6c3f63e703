"""Actions of a turn: attack, check, Set-Up, task, hold and the rest; a move; powers switched on and off."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Literal

from cliffhanger.games.blockbuster.files.sheets import Power, Sheet
from cliffhanger.games.blockbuster.rules import checks, contests, holds, ongoing, strain, verbs
from cliffhanger.games.blockbuster.rules.action_budget import active, kept_hold, spend
from cliffhanger.games.blockbuster.rules.actor import FOES, OPEN, Actor
from cliffhanger.games.blockbuster.rules.pools import (
    HELD,
    WAITING,
    Reason,
    bodily_rows,
    lying,
    of_task,
    tokens_for,
)
from cliffhanger.games.blockbuster.rules.state import Movie, Rounds
from cliffhanger.games.blockbuster.rules.way import Action, Way
from cliffhanger.games.blockbuster.rules.wording import said
from cliffhanger.kernel.frames import replace, tell, turn
from cliffhanger.kernel.offers import NO_WORDS, Lazy, Offer, Verb, bound, shared
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Param, Pick, Ready, Text

GOAL = Text("goal", "What you do", 1, 120, start="")
AIM = Text("aim", "What you want", 1, 120)
BEGINS = "What your surplus begins"
HANDS = Item("hands", "Bare hands")
TASKS = 2  # so many are named
ROLLS = (("an attack", "whoever it is on"), ("Defense", "against an attack"))
"""What else a Set-Up may be for, each with what that is."""
BEHAVIOUR = Text("behaviour", "What they are to do", 0, 160)
WIN_OVER = "Win over or hold"
BY_ITSELF = "Vigor against a hold, Potency against words; each success takes one away."
SHAKES = shared("BB-CR-06", WIN_OVER, BY_ITSELF, label="Shake it off", hint="Wear their attempt down", **said("resist"))
AGAINST_THEIRS = "Your Vigor against theirs; the hold itself is strain."
FREES = shared(
    "BB-CR-10",
    WIN_OVER,
    AGAINST_THEIRS,
    label="Break free",
    hint="Get out of a hold",
    figures=("free",),
    **said("break"),
)
KEEPS = shared("BB-CR-09", WIN_OVER, label="Keep hold")
MOVES = shared("BB-CR-05", "Also", label="Go elsewhere", **said("move"))
GOES = {"says": "Once a turn, beside your action.", "hint": "Move to another Set"}
GOES_LAST = {"says": "Your action is spent: your turn ends with this move.", "hint": "Move, and end your turn"}
SWITCHES = shared(
    "BB-STR-02",
    "Also",
    "What is active strains what you use beside it.",
    label="Switch on or off",
    hint="Powers and gear in use",
)
PASSES = shared("BB-INIT-01", "Also", "Do nothing more this turn.", label="Pass")
ENDS = shared("BB-INIT-01", "Also", label="End the turn", first=True)

Deed = Callable[..., Movie]
Asks = Lazy[tuple[Param, ...]]
MenuRow = tuple[str, str, Action, Power | None, Deed]


@lru_cache(maxsize=512)
def menu(who: str, sheet: Sheet, spent: bool) -> tuple[MenuRow, ...]:
    """All actions of a sheet: key, verb, action, power and deed. What it has decides that, not how things stand.

    Once the action is `spent`, one row a verb is enough to say so; what may still be sustained keeps its own.
    """
    rows: list[tuple[str, Power | None]] = [("attack", x) for x in sheet.powers if "attack" in x.uses]
    rows += [("attack", None)]
    rows += [("sustain", x) for x in sheet.powers if x.ongoing]
    for verb in ("check", "setup", "task", "oppose", "convince", "restrain"):
        rows += [(verb, None), *((verb, x) for x in sheet.powers if verb in x.uses)]
    return tuple(_row(who, verb, x) for verb, x in rows if not spent or x is None or verb == "sustain")


def _row(who: str, verb: str, power: Power | None) -> MenuRow:
    action, key = ACTIONS[verb], f"{verb}.{power.id}" if power else verb
    return key, verb, action, power, bound(action.do, who=who, power=power.id if power else "")


def offers(s: Movie, f: Rounds) -> list[Offer]:
    """Everything the active character may do now."""
    p = verbs.person(s, active(s))
    a = Actor(s, p, f)
    seat, window, free, spent = a.seat, a.window, a.free, a.spent
    rows = []
    if a.held:
        why, deed = a.spent, bound(checks.struggle, who=p.id)
        of = {**FREES, "first": _bears(a), "pool": partial(_struggles, a)}
        rows.append(_offered(a, "break", deed, partial(_freed, a), why, of))
    for key, verb, action, power, deed in menu(p.id, p.sheet, spent is not None):
        if free and verb in OPEN:
            why = None
        else:
            why = spent if spent is not None and verb != "sustain" else a.why(verb, power)
        way = Way(a, verb, action, power, why)
        rows.append(Offer(seat, window, key, deed, way.asks, NO_WORDS, way.words, why.text if why else ""))
    if a.mine:
        rows += _answers(a)
    return rows + _rest(a)


def _offered(a: Actor, key: str, do: Deed, asks: Asks, why: Reason | None, of: Mapping[str, Any]) -> Offer:
    """An offer of this turn beside the menu; where something stands against it now, its rule is named."""
    if why is None:
        return Offer(a.seat, a.window, key, do, asks, a.ask(), of)
    return Offer(a.seat, a.window, key, do, asks, {**a.ask(), "rule": why.rule}, of, why.text)


def _one_of(name: str, label: str, items: tuple[Item, ...], most: int = 1) -> Pick:
    """Which of these; the first that is open lies chosen."""
    return Pick(name, label, items, 1, most, start=tuple([item.id for item in items if not item.blocked][:1]))


def _attack(a: Actor, power: Power | None) -> tuple[Param, ...]:
    items = a.targets(power)
    most = min(power.targets, len(items)) if power else 1
    return _one_of("target", "Whom", items, max(1, most)), *a.dice(power, "attack", "attack")


def _strikes(a: Actor, power: Power | None) -> dict[str, Any]:
    first = {"first": a.next_step == "attack" and power == a.safest}
    return first if power else first | {"tool": HANDS}


def _sustains(a: Actor, power: Power | None) -> dict[str, Any]:
    assert power is not None
    burns = ongoing.live(a.s, a.p.id, power.id)
    names = ", ".join(f"{verbs.person(a.s, b.subject).name} {b.successes}" for b in burns)
    served = [b for b in ongoing.due(a.s, a.p.id, power.id) if ongoing.within(a.s, b)]
    own = "Your action" if a.s.house.sustain_cost == "action" else "Free"
    says = f"{own}: what is recorded hurts again unless they resist it ({names})." if burns else ""
    figures = ("burns_on",) if len(served) == 1 else ()
    return {"label": f"Sustain {power.name}", "says": says, "figures": figures, "cost": ()}


def _check(a: Actor, power: Power | None) -> tuple[Param, ...]:
    return GOAL, *a.pair(power, "check")


def _everybody(a: Actor) -> tuple[Item, ...]:
    """Oneself and all others, friends first."""
    rows = sorted((a.p, *a.others), key=lambda q: q.lead != a.p.lead)
    return tuple([Item(q.id, q.name, group="" if q.lead == a.p.lead else FOES) for q in rows])


def _setup(a: Actor, power: Power | None) -> tuple[Param, ...]:
    rolls = Text("follow_up", "For which roll", 1, 80, ready=tuple(Ready(says, note=note) for says, note in _rolls(a)))
    return _one_of("to", "For whom", _everybody(a)), rolls, *a.pair(power, "setup")


def _rolls(a: Actor) -> Iterator[tuple[str, str]]:
    """What a Set-Up may well be for, each by a name under which its dice are found again."""
    yield from ((t.name, "a task") for t in a.tasks()[:TASKS])
    yield from ROLLS


def ready_words(s: Movie) -> Iterator[str]:
    """What may lie ready for a Set-Up in this film."""
    yield from (task.name for card in s.cards for task in card.tasks)
    yield from (says for says, _ in ROLLS)


def _task(a: Actor, power: Power | None) -> tuple[Param, ...]:
    rows = sorted(((t, max(0, t.required - t.total)) for t in a.tasks()), key=lambda row: row[1])
    items = tuple(Item(t.id, t.name, left, says=f"more needed, {t.total} of {t.required} so far") for t, left in rows)
    which = _one_of("task", "Which task", items)  # what is nearest to its end comes first
    asked = a.dice(power, "task", among=(which,))
    dice = lying(asked)
    figures = {item.id: of_task(item.id, item.n, dice, asked) for item in items}
    return replace(which, items=tuple(replace(item, figures=figures[item.id]) for item in items)), *asked


def _serves(verb: str, a: Actor, power: Power | None) -> dict[str, Any]:
    return {"first": power is None and a.next_step == verb}


def _oppose(a: Actor, power: Power | None) -> tuple[Param, ...]:
    extra: tuple[Param, ...] = ()
    if a.s.house.setup_from_opposed:
        extra = (
            Pick("setup_to", "As a Set-Up for", _everybody(a), 0, 1),
            Text("follow_up", "Follow-up", 0, 80, within="setup_to"),
        )
    return _one_of("target", "Against whom", a.targets(power)), AIM, *a.dice(power, "oppose", among=(AIM,)), *extra


def _attempt(a: Actor, power: Power | None, kind: Literal["convince", "restrain"]) -> tuple[Param, ...]:
    rows, what = [], "Potency" if kind == "convince" else "Vigor"
    for q in sorted(a.reached(power), key=lambda q: q.lead == a.p.lead):
        so_far, most = holds.so_far(a.s, kind, a.p.id, q.id), holds.threshold(a.s, kind, q.id)
        done = kind == "restrain" and a.p.id in q.restrained
        why, says = (
            f"{q.name} is in your hands already." if done else "",
            f"more needed, {so_far} of {what} {most} so far",
        )
        rows.append(Item(q.id, q.name, max(0, most - so_far), says=says, blocked=why, group=a.side(q)))
    said = next((t.behaviour for t in a.s.tracks if t.kind == "convince" and t.initiator == a.p.id), "")
    orders = (replace(BEHAVIOUR, least=1, start=said),) if kind == "convince" else ()
    return _one_of("target", "Whom", tuple(rows)), *a.dice(power, kind, kind), *orders


def _counter(a: Actor, power: Power | None) -> tuple[Param, ...]:
    grab = str(HELD) if a.held and (power is None or power.physical) else ""
    kinds = (Item("convince", "Convince"), Item("restrain", "Restrain", blocked=grab))
    on: tuple[Param, ...] = ()
    if a.s.house.cr_counter_target == "any_in_range":
        on = (Pick("on", "Your surplus works on", a.targets(power), 0, 1),)
    skill, attribute, *dice = a.dice(power, "counter", "counter", "turn it round")
    return _which(a), _one_of("kind", BEGINS, kinds), skill, attribute, BEHAVIOUR, *dice, *on


def _counters(_a: Actor, power: Power | None) -> dict[str, Any]:
    return {} if power else {"says": "What goes beyond the attempt begins one of your own."}


def _which(a: Actor, *, held: bool = False) -> Pick:
    """Which of the attempts; whoever is held does nothing about a hold."""
    rows = [
        (t, verbs.person(a.s, t.initiator).name, str(HELD) if held and t.kind == "restrain" else "") for t in a.mine
    ]
    items = tuple(Item(t.id, f"{name}: {t.kind}", t.successes, blocked=shut) for t, name, shut in rows)
    return _one_of("track", "Which attempt", items)


def _holding(kind: Literal["convince", "restrain"], figure: str) -> Action:
    do, asks = partial(holds.press, kind=kind), partial(_attempt, kind=kind)
    return Action(do, asks, kind.capitalize(), WIN_OVER, "BB-CR-01", (figure,), "")


STRIKES = ("harms", "hits")
ACTIONS = {
    "attack": Action(contests.attack, _attack, "Attack", "Attack", "BB-OPP-01", STRIKES, "", more=_strikes),
    "sustain": Action(ongoing.sustain, None, "Sustain", "Attack", "BB-ONG-02", more=_sustains),
    "check": Action(checks.attempt, _check, "A check", "Do", "BB-CHK-01", more=partial(_serves, "check")),
    "setup": Action(checks.prepare, _setup, "Set-Up", "Do", "BB-SET-01"),
    "task": Action(checks.work, _task, "Work on a task", "Do", "BB-EXT-01", more=partial(_serves, "task")),
    "oppose": Action(contests.oppose, _oppose, "Against", "Do", "BB-OPP-01", whom="someone"),
    "convince": _holding("convince", "convinced"),
    "restrain": _holding("restrain", "restrained"),
    "counter": Action(holds.counter, _counter, "Turn it round", WIN_OVER, "BB-CR-07", more=_counters),
}
VERBS = (
    Verb("attack", "Attack", "blade", "Hit somebody: your dice against what guards them.", "Hurt somebody near"),
    Verb("sustain", "Sustain", "flame", "Keep something hurting that has hit already.", "Keep a hurt going"),
    Verb("check", "A check", "die", "Try something that does not answer back.", "Beat a difficulty"),
    Verb("setup", "Set-Up", "ladder", "Prepare a later roll, your own or another's.", "Dice for a later roll"),
    Verb("task", "Work on a task", "tool", "Add to something that takes several checks.", "A goal of many rolls"),
    Verb(
        "oppose",
        "Against someone",
        "clash",
        "Act against somebody who does something about it.",
        "Outdo somebody's roll",
    ),
    Verb(
        "convince",
        "Convince",
        "mouth",
        "Talk somebody round, in several goes if need be: then they do as you say.",
        "Talk somebody round",
    ),
    Verb(
        "restrain",
        "Restrain",
        "hand",
        "Take hold of somebody, in several goes if need be: then they cannot move or fight.",
        "Take hold of somebody",
    ),
    Verb("answer", "Stand against it", "shield", "Answer what somebody does to you.", "Answer what they do"),
    Verb(
        "counter",
        "Turn it round",
        "turn",
        "Push an attempt back, and begin one of your own.",
        "Push back, begin your own",
    ),
)


def _answers(a: Actor) -> Iterator[Offer]:
    """The answers to an attempt: shake it off, turn it round, or ignore it and act.  [BB-CR-04]"""
    why = a.spent or (HELD if a.held and all(t.kind == "restrain" for t in a.mine) else None)
    shakes = {**SHAKES, "pool": partial(_shakes, a)}
    yield _offered(a, "resist", bound(holds.resist, who=a.p.id), partial(_shaken, a), why, shakes)
    for power in (None, *a.p.sheet.powers):
        if power is None or "convince" in power.uses or "restrain" in power.uses:
            key, verb, action, _, deed = _row(a.p.id, "counter", power)
            why = a.why(verb, power)
            way = Way(a, verb, action, power, why)
            yield Offer(a.seat, a.window, key, deed, way.asks, NO_WORDS, way.words, why.text if why else "")


def _shaken(a: Actor) -> tuple[Param, ...]:
    with_what = tuple(("potency" if t.kind == "convince" else "vigor", t.id) for t in a.mine)
    return _which(a, held=a.held), *tokens_for(a.s, a.p.id, "resist", "shake it off", named=with_what)


def _shakes(a: Actor) -> tuple[Row, ...]:
    """What shakes an attempt off: Vigor against a hold, Potency against words."""
    rows = [WAITING]
    for kind, what in (("restrain", "vigor"), ("convince", "potency")):
        if of := " ".join(f"track={t.id}" for t in a.mine if t.kind == kind):
            rows += bodily_rows(a.s, a.p, what, of)
    return tuple(rows)


def _struggles(a: Actor) -> tuple[Row, ...]:
    """What breaks free, and what each hold asks of it."""
    rows = [verbs.person(a.s, h) for h in a.p.restrained]
    holds = [Row("needed", value=str(max(1, h.sheet.vigor)), id=f"holder={h.id}", state="bad") for h in rows]
    return (*bodily_rows(a.s, a.p, "vigor"), WAITING, *holds)


def _bears(a: Actor) -> bool:
    """Whether what a hold strains would leave somebody standing, whatever the roll: then breaking free is the next step."""
    held = [strain.grip(a.s, a.p, verbs.person(a.s, h)) for h in a.p.restrained]
    return not verbs.overcome(a.s, replace(a.p, damage_v=a.p.damage_v + min(held, default=0)))


def _freed(a: Actor) -> tuple[Param, ...]:
    rows = [verbs.person(a.s, h) for h in a.p.restrained]
    costs = [strain.at_risk(a.s, a.p, strain.grip(a.s, a.p, h), "V") for h in rows]
    items = tuple(Item(h.id, h.name, h.sheet.vigor, cost=cost) for h, cost in zip(rows, costs, strict=True))
    return _one_of("holder", "Whose hold", items), *tokens_for(a.s, a.p.id, "break", "break free", "vigor")


def _rest(a: Actor) -> list[Offer]:
    """What takes no action, and the end of the turn."""
    s, p, rows = a.s, a.p, []
    if s.house.restrain_upkeep == "action" and any(p.id in q.restrained for q in s.cast):
        rows.append(_offered(a, "keep", keep, (), a.spent or (HELD if a.held else None), KEEPS))
    if len(verbs.playing(s).sets) > 1:
        last = a.spent and not ongoing.could_sustain(s, p.id)
        rows.append(_offered(a, "move", go, a.places, a.stays, {**MOVES, **(GOES_LAST if last else GOES)}))
    if p.sheet.powers:
        rows.append(_offered(a, "switch", wear, a.powers, None, SWITCHES))
    rows.append(_offered(a, "end", end, (), None, PASSES if a.spent is None else ENDS))
    return rows


def go(s: Movie, place: str) -> Movie:
    """Move within the scene: once a turn, and it is no action."""
    return turn(verbs.move(s, active(s), place), moved=True)


def wear(s: Movie, powers: tuple[str, ...]) -> Movie:
    """Change what is worn or switched on; the turn goes on."""
    return turn(verbs.switch(s, active(s), powers))


def keep(s: Movie) -> Movie:
    """Spend the action on keeping hold of whoever is held."""
    who = active(s)
    s = tell(spend(s, who), "keeps_hold", verbs.person(s, who).name, "BB-CR-09")
    return turn(kept_hold(s, *(p.id for p in s.cast if who in p.restrained)))


def end(s: Movie) -> Movie:
    """The turn is over, whatever was left of it."""
    return turn(s, left=0, over=True)
