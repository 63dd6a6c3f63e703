"""Actions of a turn: attack, check, Set-Up, task, hold and the rest; a move; powers switched on and off."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

from cliffhanger.games.blockbuster.files.sheets import Power, Sheet
from cliffhanger.games.blockbuster.rules import checks, contests, holds, ongoing
from cliffhanger.games.blockbuster.rules.action_budget import active, kept_hold, spend
from cliffhanger.games.blockbuster.rules.actor import MOVED, OPEN, Actor, barred
from cliffhanger.games.blockbuster.rules.holds import WORD, threshold
from cliffhanger.games.blockbuster.rules.pools import HELD, Reason, tokens_for
from cliffhanger.games.blockbuster.rules.state import Movie, Rounds
from cliffhanger.games.blockbuster.rules.strain import at_risk, grip, strain_of
from cliffhanger.games.blockbuster.rules.verbs import move, person, switch, track_between
from cliffhanger.kernel.frames import replace, tell, turn
from cliffhanger.kernel.offers import NO_WORDS, Offer, Verb, bound, offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

GOAL = Text("goal", "What you do", 1, 120, start="")
AIM = Text("aim", "What you want", 1, 120)
BEGINS = "What your surplus begins"
HANDS = Item("hands", "Bare hands")
BEHAVIOUR = Text("behaviour", "What they are to do", 0, 160)


# --- actions -------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A kind of action, done by skill alone or with a power: what it does, asks for and is called.

    `label` stands on its button, before the name of the power; `more` are words that depend on how things stand.
    """

    do: Callable[..., Movie]
    asks: Callable[[Actor, Power | None], tuple[Param, ...]]
    label: Callable[[Actor, Power | None], str]
    group: str
    rule: str
    figures: tuple[str, ...] = ()
    more: Callable[[Actor, Power | None], dict[str, Any]] | None = None


MenuRow = tuple[str, str, Power | None, Callable[..., Movie]]


@lru_cache(maxsize=512)
def menu(who: str, sheet: Sheet, spent: bool) -> tuple[MenuRow, ...]:
    """All actions of a sheet: key, verb, power and deed. What it has decides what is offered, not how things stand.

    Once the action is `spent`, one row a verb is enough to say so; what may still be sustained keeps its own.
    """
    rows: list[tuple[str, Power | None]] = []
    fights = [x for x in sheet.powers if "attack" in x.uses]
    rows += [("attack", x) for x in fights]
    rows += [("attack", None)]
    rows += [("sustain", x) for x in sheet.powers if x.ongoing]
    for verb in ("check", "setup", "task", "oppose", "convince", "restrain"):
        rows += [(verb, None), *((verb, x) for x in sheet.powers if verb in x.uses)]
    return tuple(
        (keyed(verb, x), verb, x, bound(ACTIONS[verb].do, who=who, power=x.id if x else ""))
        for verb, x in rows
        if not spent or x is None or verb == "sustain"
    )


def keyed(verb: str, power: Power | None) -> str:
    """The key of doing something with a power, or without one."""
    return f"{verb}.{power.id}" if power else verb


def offers(s: Movie, f: Rounds) -> list[Offer]:
    """Everything the active character may do now."""
    p = person(s, active(s))
    a = Actor(s, p, f)
    seat, window, free = a.seat, a.window, a.free
    rows = [_break_free(a)] if a.held else []
    for key, verb, power, deed in menu(p.id, p.sheet, a.spent is not None):
        why = None if free and verb in OPEN else a.why(verb, power)
        way = Way(a, verb, power, why)
        rows.append(Offer(seat, window, key, deed, way.asks, NO_WORDS, way.words, why.text if why else ""))
    if a.mine:
        rows += _answers(a)
    return rows + _rest(a)


class Way:
    """One action as it is open to somebody now, or why it is not: what it asks for and its words, when wanted."""

    __slots__ = ("a", "power", "verb", "why")

    def __init__(self, a: Actor, verb: str, power: Power | None, why: Reason | None) -> None:
        self.a, self.verb, self.power, self.why = a, verb, power, why

    def asks(self) -> tuple[Param, ...]:
        """What has to be chosen."""
        return ACTIONS[self.verb].asks(self.a, self.power)

    def words(self) -> dict[str, Any]:
        """What is said of it."""
        a, power, action = self.a, self.power, ACTIONS[self.verb]
        label = action.label(a, power)
        words: dict[str, Any] = {
            "label": f"{label}: {power.name}" if power else label,
            "rule": self.why.rule if self.why else action.rule,
            "ask": a.ask(),
            "group": action.group,
            "verb": self.verb,
            "figures": action.figures,
        }
        if power:
            cost = at_risk(a.s, a.p, *strain_of(a.s, a.p, power.id))
            free = f"{power.strain}{power.strain_type}: no strain" if power.strain else ""
            words |= {"tool": Item(power.id, power.name), "cost": cost, "says": str(cost[0]) if cost else free}
        return words | action.more(a, power) if action.more else words


def _first_of(items: Sequence[Item]) -> tuple[str, ...]:
    return tuple(item.id for item in items[:1])


def _attack(a: Actor, power: Power | None) -> tuple[Param, ...]:
    items = a.targets(power)
    most = min(power.targets, len(items)) if power else 1
    return Pick("target", "Whom", items, 1, max(1, most), start=_first_of(items)), *a.dice(power, "attack")


def _strikes(a: Actor, power: Power | None) -> dict[str, Any]:
    return {"first": power == a.safest} if power else {"first": a.safest is None, "tool": HANDS}


def _nothing(_a: Actor, _power: Power | None) -> tuple[Param, ...]:
    return ()


def _sustains(a: Actor, power: Power | None) -> dict[str, Any]:
    assert power is not None
    burns = ongoing.live(a.s, a.p.id, power.id)
    names = ", ".join(f"{person(a.s, b.subject).name} {b.successes}" for b in burns)
    served = [b for b in ongoing.due(a.s, a.p.id, power.id) if ongoing.within(a.s, b)]
    return {
        "label": f"Sustain {power.name}",
        "says": f"Recorded: {names}." if burns else "",
        "figures": ("burns_on",) if len(served) == 1 else (),
        "cost": (),
    }


def _check(a: Actor, power: Power | None) -> tuple[Param, ...]:
    return GOAL, *a.pair(power)


def _everybody(a: Actor) -> tuple[Item, ...]:
    return tuple(Item(q.id, q.name) for q in (a.p, *a.others))


def _setup(a: Actor, power: Power | None) -> tuple[Param, ...]:
    to = Pick("to", "For whom", _everybody(a), start=(a.p.id,))
    return to, Text("follow_up", "For what, by name", 1, 80), *a.pair(power)


def _task(a: Actor, power: Power | None) -> tuple[Param, ...]:
    items = tuple(
        Item(t.id, t.name, max(0, t.required - t.total), says=f"{t.total} of {t.required}") for t in a.tasks()
    )
    which = Pick("task", "Which task", items, start=_first_of(items))
    return which, *a.dice(power, among=(which,))


def _oppose(a: Actor, power: Power | None) -> tuple[Param, ...]:
    items = a.targets(power)
    extra: tuple[Param, ...] = ()
    if a.s.house.setup_from_opposed:
        extra = (Pick("setup_to", "As a Set-Up for", _everybody(a), 0, 1), Text("follow_up", "Follow-up", 0, 80))
    whom = Pick("target", "Against whom", items, start=_first_of(items))
    return whom, AIM, *a.dice(power, among=(AIM,)), *extra


def _attempt(a: Actor, power: Power | None, kind: Literal["convince", "restrain"]) -> tuple[Param, ...]:
    rows = []
    for q in sorted(a.reached(power), key=lambda q: q.lead == a.p.lead):
        t = track_between(a.s, kind, a.p.id, q.id)
        so_far = t.successes if t else 0
        most = threshold(a.s, kind, q.id)
        done = kind == "restrain" and a.p.id in q.restrained
        why = f"{q.name} is in your hands already." if done else ""
        says = f"{'Potency' if kind == 'convince' else 'Vigor'}: {so_far} of {most}"
        rows.append(Item(q.id, q.name, max(0, most - so_far), says=says, blocked=why))
    target = Pick("target", "Whom", tuple(rows), start=_first_of([item for item in rows if not item.blocked]))
    said = next((t.behaviour for t in a.s.tracks if t.kind == "convince" and t.initiator == a.p.id), "")
    orders = (replace(BEHAVIOUR, least=1, start=said),) if kind == "convince" else ()
    return target, *a.dice(power, kind), *orders


def _counter(a: Actor, power: Power | None) -> tuple[Param, ...]:
    grab = str(HELD) if a.held and (power is None or power.physical) else ""
    kinds = (Item("convince", "Convince"), Item("restrain", "Restrain", blocked=grab))
    kind = Pick("kind", BEGINS, kinds, start=("convince",))
    on: tuple[Param, ...] = ()
    if a.s.house.cr_counter_target == "any_in_range":
        on = (Pick("on", "Your surplus works on", a.targets(power), 0, 1),)
    skill, attribute, *dice = a.dice(power, "counter", "turn it round")
    return _which(a), kind, skill, attribute, BEHAVIOUR, *dice, *on


def _counters(_a: Actor, power: Power | None) -> dict[str, Any]:
    return {} if power else {"says": "What goes beyond the attempt begins one of your own."}


def _which(a: Actor) -> Pick:
    items = tuple(Item(t.id, f"{person(a.s, t.initiator).name}: {t.kind}", t.successes) for t in a.mine)
    return Pick("track", "Which attempt", items, start=_first_of(items))


def _called(label: str) -> Callable[[Actor, Power | None], str]:
    return lambda _a, _power: label


def _on_whom(label: str, whom: str = "") -> Callable[[Actor, Power | None], str]:
    """What is done, to whom where only one can be meant; the button need not be read twice."""

    def called(a: Actor, power: Power | None) -> str:
        rows = a.reached(power)
        return f"{label} {rows[0].name if len(rows) == 1 else whom}".strip()

    return called


WIN_OVER = "Win over or hold"


def _holding(kind: Literal["convince", "restrain"]) -> Action:
    do, asks = partial(holds.press, kind=kind), partial(_attempt, kind=kind)
    return Action(do, asks, _on_whom(kind.capitalize()), WIN_OVER, "BB-CR-01", (WORD[kind],))


ACTIONS = {
    "attack": Action(
        contests.attack, _attack, _on_whom("Attack"), "Attack", "BB-OPP-01", ("hits", "hurts"), more=_strikes
    ),
    "sustain": Action(ongoing.sustain, _nothing, _called("Sustain"), "Attack", "BB-ONG-02", more=_sustains),
    "check": Action(checks.attempt, _check, _called("A check"), "Do", "BB-CHK-01"),
    "setup": Action(checks.prepare, _setup, _called("Set-Up"), "Do", "BB-SET-01"),
    "task": Action(checks.work, _task, _called("Work on a task"), "Do", "BB-EXT-01", ("completed",)),
    "oppose": Action(contests.oppose, _oppose, _on_whom("Against", "someone"), "Do", "BB-OPP-01"),
    "convince": _holding("convince"),
    "restrain": _holding("restrain"),
    "counter": Action(holds.counter, _counter, _called("Turn it round"), WIN_OVER, "BB-CR-07", more=_counters),
}
VERBS = (
    Verb("attack", "Attack", "blade", "Hit somebody: your dice against what guards them."),
    Verb("sustain", "Sustain", "flame", "Keep something hurting that has hit already."),
    Verb("check", "A check", "die", "Try something that does not answer back."),
    Verb("setup", "Set-Up", "ladder", "Prepare a later roll, your own or another's."),
    Verb("task", "Work on a task", "tool", "Add to something that takes several checks."),
    Verb("oppose", "Against someone", "clash", "Act against somebody who does something about it."),
    Verb("convince", "Convince", "mouth", "Talk somebody round, over several actions if need be."),
    Verb("restrain", "Restrain", "hand", "Take hold of somebody, over several actions if need be."),
    Verb("answer", "Stand against it", "shield", "Answer what somebody does to you."),
    Verb("counter", "Turn it round", "turn", "Push an attempt back, and begin one of your own."),
)


# --- answers to attempts, and the rest of a turn -------------------------------------------------------------


def _answers(a: Actor) -> Iterator[Offer]:
    """The answers to an attempt: shake it off, turn it round, or ignore it and act.  [BB-CR-04]"""
    why = a.spent or (HELD if a.held and all(t.kind == "restrain" for t in a.mine) else None)
    yield offer(
        a.p.seat,
        a.window,
        "resist",
        "Shake it off",
        bound(holds.resist, who=a.p.id),
        partial(_shaken, a),
        **barred(why, "BB-CR-06"),
        ask=a.ask,
        group=WIN_OVER,
        says="Vigor against a hold, Potency against words; each success takes one away.",
    )
    for power in (None, *a.p.sheet.powers):
        if power is None or "convince" in power.uses or "restrain" in power.uses:
            deed = bound(holds.counter, who=a.p.id, power=power.id if power else "")
            why = a.why("counter", power)
            way, key = Way(a, "counter", power, why), keyed("counter", power)
            yield Offer(a.seat, a.window, key, deed, way.asks, NO_WORDS, way.words, why.text if why else "")


def _shaken(a: Actor) -> tuple[Param, ...]:
    track = _which(a)
    items = tuple(
        replace(item, blocked=str(HELD)) if a.held and t.kind == "restrain" else item
        for item, t in zip(track.items, a.mine, strict=True)
    )
    start = _first_of([item for item in items if not item.blocked])
    with_what = tuple(("potency" if t.kind == "convince" else "vigor", t.id) for t in a.mine)
    dice = tokens_for(a.s, a.p.id, "resist", "shake it off", named=with_what)
    return replace(track, items=items, start=start), *dice


def _break_free(a: Actor) -> Offer:
    return offer(
        a.p.seat,
        a.window,
        "break",
        "Break free",
        bound(checks.struggle, who=a.p.id),
        partial(_freed, a),
        **barred(a.spent, "BB-CR-10"),
        ask=a.ask,
        first=True,
        group=WIN_OVER,
        says="Your Vigor against theirs; the hold itself is strain.",
        figures=("free",),
    )


def _freed(a: Actor) -> tuple[Param, ...]:
    holders = [person(a.s, h) for h in a.p.restrained]
    items = tuple(Item(h.id, h.name, h.sheet.vigor, cost=at_risk(a.s, a.p, grip(a.s, a.p, h), "V")) for h in holders)
    dice = tokens_for(a.s, a.p.id, "break", "break free", "vigor")
    return Pick("holder", "Whose hold", items, start=_first_of(items)), *dice


def _rest(a: Actor) -> list[Offer]:
    """What takes no action, and the end of the turn."""
    s, p, seat, window, asks = a.s, a.p, a.seat, a.window, {"ask": a.ask}
    rows = []
    if s.house.restrain_upkeep == "action" and any(p.id in q.restrained for q in s.cast):
        why = barred(a.spent or (HELD if a.held else None), "BB-CR-09")
        rows.append(offer(seat, window, "keep", "Keep hold", keep, group=WIN_OVER, ask=a.ask, **why))
    assert s.scene is not None
    if len(s.scene.sets) > 1:
        why = barred(_stays(a), "BB-CR-05")
        rows.append(offer(seat, window, "move", "Go elsewhere", go, a.places, **why, ask=a.ask, of=MOVES))
    if p.sheet.powers:
        rows.append(Offer(seat, window, "switch", wear, a.powers, asks, SWITCHES))
    rows.append(Offer(seat, window, "end", end, (), asks, PASSES if a.spent is None else ENDS))
    return rows


MOVES = {"group": "Also", "says": "Once a turn, beside your action."}
SWITCHES = {
    "label": "Switch on or off",
    "rule": "BB-STR-02",
    "group": "Also",
    "says": "What is active strains what you use beside it.",
}
PASSES = {"label": "Pass", "rule": "BB-INIT-01", "group": "Also", "says": "Do nothing more this turn."}
ENDS = {"label": "End the turn", "rule": "BB-INIT-01", "group": "Also", "first": True}


def _stays(a: Actor) -> Reason | None:
    if a.f.moved:
        return MOVED
    if a.held:
        return HELD
    if a.s.house.cr_range == "bound":
        for t in a.s.tracks:
            if t.kind != "break" and t.subject == a.p.id and not t.far:
                name = person(a.s, t.initiator).name
                return Reason(f"{name} is working on you: you stay while that lasts; shake it off first.", "BB-CR-05")
    return None


def go(s: Movie, place: str) -> Movie:
    """Move within the scene: once a turn, and it is no action."""
    return turn(move(s, active(s), place), moved=True)


def wear(s: Movie, powers: tuple[str, ...]) -> Movie:
    """Change what is worn or switched on; the turn goes on."""
    return turn(switch(s, active(s), powers))


def keep(s: Movie) -> Movie:
    """Spend the action on keeping hold of whoever is held."""
    who = active(s)
    s = tell(spend(s, who), "keeps_hold", person(s, who).name, "BB-CR-09")
    return turn(kept_hold(s, *(p.id for p in s.cast if who in p.restrained)))


def end(s: Movie) -> Movie:
    """The turn is over, whatever was left of it."""
    return turn(s, left=0, over=True)
