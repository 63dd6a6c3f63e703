"""What somebody may do on their own turn: one action, a step elsewhere, and what they wear or switch on."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Literal

from cliffhanger.games.blockbuster import checks, contests, holds, ongoing
from cliffhanger.games.blockbuster.files.sheets import TAXED, Power, Sheet
from cliffhanger.games.blockbuster.holds import WORD, threshold
from cliffhanger.games.blockbuster.pools import (
    DERIVED,
    HELD,
    Reason,
    derived,
    pair,
    tagged,
    tokens_for,
)
from cliffhanger.games.blockbuster.state import Movie, Person, Rounds, Task, Track
from cliffhanger.games.blockbuster.strain import strain_of
from cliffhanger.games.blockbuster.turns import active, kept_hold, spend
from cliffhanger.games.blockbuster.verbs import move, person, switch, track_between
from cliffhanger.kernel.frames import replace, tell, turn
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

ALONE = Reason("Nobody is within reach: move to their Set, or use something that reaches farther.", "BB-CR-05")
IN_HAND = Reason("Whoever is within reach is in your hands already.", "BB-CR-09")
NO_TASK = Reason("No task is open to you: the Director sets one up.", "BB-EXT-01")
NO_FIRE = Reason("Nothing of yours goes on hurting anybody: hit with it first.", "BB-ONG-05")
BURNT = Reason("It has hurt somebody this turn already: sustain it on your next.", "BB-ONG-02")
MOVED = Reason("You have moved already: once a turn, beside your action.", "R-BB-10")
BODILY = ("attack", "restrain")
NO_ACTION = Reason("Your action is spent; you may still move, or end your turn.", "R-BB-10")
OPEN = frozenset({"attack", "check", "setup", "oppose", "convince"})  # to whoever is free to act, with somebody near
GOAL = Text("goal", "What you do", 1, 120, start="")
AIM = Text("aim", "What you want", 1, 120)
BEGINS = "What your surplus begins"
BEHAVIOUR = Text("behaviour", "What they are to do", 0, 160)


class Actor:
    """One person's own turn, looked at once: the room in it, and who can be reached."""

    def __init__(self, s: Movie, p: Person, f: Rounds) -> None:
        self.s, self.p, self.window = s, p, str(f.number)
        self.f = f
        self.held = bool(p.restrained)
        self.spent = None if f.left > 0 else NO_ACTION
        self.others = [q for q in s.cast if q.place and q.id != p.id and not q.taken_out]
        self.near = [q for q in self.others if q.place == p.place]
        self.free = bool(self.near) and not self.held and self.spent is None
        self._safest: tuple[Power | None] | None = None

    @property
    def safest(self) -> Power | None:
        """What an attack is made with that costs nothing: of the powers that are open and strain nobody the one that
        promises most, and without such a power the bare hand. No strain is put forward where something free will do.
        """
        if self._safest is None:
            fights = (x for x in self.p.sheet.powers if "attack" in x.uses and self.why("attack", x) is None)
            free = [x for x in fights if not strain_of(self.s, self.p, x.id)[0]]
            self._safest = (max(free, key=self._promise, default=None),)
        return self._safest[0]

    def _promise(self, power: Power) -> int:
        """How far the dice of an attack are ahead of the first in reach at best, with the damage that it adds."""
        sheet = self.p.sheet
        skill = max((r.rating for r in sheet.skills if power.skill in ("", r.id)), default=0)
        attribute = max((r.rating for r in sheet.attributes if power.attribute in ("", r.id)), default=0)
        return skill + attribute - self.targets(power)[0].n + power.damage_bonus

    @property
    def ask(self) -> str:
        """What this turn asks its seat."""
        p = self.p
        if self.spent is not None:
            return f"{p.name}'s action is spent: move, or end the turn."
        return f"{p.name} is up: say what you do, then take it to the dice." if p.lead else f"{p.name} is up."

    def pair(self, power: Power | None) -> tuple[Param, ...]:
        """The questions for a skill and an attribute, with what hinders each here."""
        return pair(self.p, power, tags=tagged(self.s, self.p))

    def dice(self, power: Power | None, *names: str, among: tuple[Param, ...] = ()) -> tuple[Param, ...]:
        """The same, and the question which waiting dice are brought to it."""
        asked = self.pair(power)
        return *asked, *tokens_for(self.s, self.p.id, *names, power=power, among=(asked[0], *among))

    def reached(self, power: Power | None) -> list[Person]:
        """Who is within reach: those on the same Set, or with some powers everybody in the scene."""
        return self.others if power is not None and power.range == "scene" else self.near

    def targets(self, power: Power | None) -> tuple[Item, ...]:
        """Those within reach, opponents first, each with the dice that stand against an attack."""
        against = power.against if power else "defense"
        rows = sorted(self.reached(power), key=lambda q: q.lead == self.p.lead)
        dice = [derived(self.s, q, against) for q in rows]
        return tuple(Item(q.id, q.name, n, says=f"{DERIVED[against]} {n}") for q, n in zip(rows, dice, strict=True))

    def tasks(self) -> list[Task]:
        """The tasks this person may add to."""
        return [t for t in self.s.tasks if not t.admitted or self.p.id in t.admitted]

    def why(self, verb: str, power: Power | None) -> Reason | None:
        """Why an action is not open now; nothing when it is. The one place where this is decided."""
        if self.free and verb in OPEN:
            return None
        if verb == "sustain":
            return self._why_sustain(power)
        if self.spent:
            return self.spent
        if self.held and self._bodily(verb, power):
            return HELD
        if verb in ("attack", "oppose", "convince", "restrain"):
            rows = self.reached(power)
            if not rows:
                return ALONE
            if verb == "restrain" and all(self.p.id in q.restrained for q in rows):
                return IN_HAND
        if verb == "task" and not self.tasks():
            return NO_TASK
        return None

    def _bodily(self, verb: str, power: Power | None) -> bool:
        """Whether this takes a body: a power says so, or its skill if it leaves that open."""
        if power is None:
            return verb in BODILY or not _mental(self.p)
        return power.physical or not (power.skill or _mental(self.p))

    def _why_sustain(self, power: Power | None) -> Reason | None:
        assert power is not None
        burns = ongoing.live(self.s, self.p.id, power.id)
        if not burns:
            return NO_FIRE
        if self.held and power.physical:
            return HELD
        if self.spent and self.s.house.sustain_cost == "action":
            return self.spent
        burns = ongoing.due(self.s, self.p.id, power.id)
        if not burns:
            return BURNT
        if not any(ongoing.within(self.s, b) for b in burns):
            return Reason(f"{person(self.s, burns[0].subject).name} is out of reach: move to their Set.", "R-BB-37")
        return None

    def offer(
        self, verb: str, label: str, power: Power | None, do: Callable[..., Movie], *params: Param, group: str, rule: str,
        says: str = "", figures: tuple[str, ...] = (), first: bool = False,
    ) -> Offer:  # fmt: skip
        """One action, written out."""
        key, label = (f"{verb}.{power.id}", f"{label}: {power.name}") if power else (verb, label)
        return offer(
            self.p.seat, self.window, key, label, bound(do, who=self.p.id, power=power.id if power else ""), *params,
            **barred(self.why(verb, power), rule), ask=self.ask, group=group, figures=figures, first=first,
            says=says or (self.risk(power) if power else ""),
        )  # fmt: skip

    def risk(self, power: Power) -> str:
        """What using a power threatens, in words."""
        over, kind = strain_of(self.s, self.p, power.id)
        if not over:
            return f"{power.strain}{power.strain_type}: no strain" if power.strain else ""
        return f"{over} strain to {TAXED[kind]} at risk"


def barred(why: Reason | None, rule: str) -> dict[str, Any]:
    """The rule an option rests on, or the one that stands against it now, and why."""
    return {"rule": why.rule, "blocked": why.text} if why else {"rule": rule}


def _text(why: Reason | None) -> str:
    return why.text if why else ""


def _mental(p: Person) -> bool:
    return any(not r.physical for r in p.sheet.skills)


@lru_cache(maxsize=512)
def menu(sheet: Sheet, spent: bool) -> tuple[tuple[str, str, Power | None], ...]:
    """All actions of a sheet: key, verb and power. What it has decides what is offered, not how things stand.

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
        (f"{verb}.{x.id}" if x else verb, verb, x) for verb, x in rows if not spent or x is None or verb == "sustain"
    )


def offers(s: Movie, f: Rounds) -> Iterator[Offer]:
    """Everything the active character may do now."""
    p = person(s, active(s))
    a = Actor(s, p, f)
    if a.held:
        yield _break_free(a)
    seat, window = p.seat, a.window
    for key, verb, power in menu(p.sheet, a.spent is not None):
        why = a.why(verb, power)
        yield Later(seat, window, key, why.text if why else "", partial(WRITTEN[verb], a, power))
    if s.tracks:
        yield from _answers(a)
    yield from _rest(a)


# --- actions, written out -----------------------------------------------------------------------------------


def _at(label: str, items: Sequence[Item], whom: str = "") -> str:
    """What is done, to whom where only one can be meant; the button need not be read twice."""
    return f"{label} {items[0].label if len(items) == 1 else whom}".strip()


def _attack(a: Actor, power: Power | None) -> Offer:
    items = a.targets(power)
    most = min(power.targets, len(items)) if power else 1
    target = Pick("target", "Whom", items, 1, max(1, most), start=tuple(i.id for i in items[:1]))
    return a.offer(
        "attack", _at("Attack", items), power, contests.attack, target, *a.dice(power, "attack"), group="Attack",
        rule="BB-OPP-01", figures=("hits", "hurts"), first=power == a.safest,
    )  # fmt: skip


def _sustain(a: Actor, power: Power | None) -> Offer:
    assert power is not None
    burns = ongoing.live(a.s, a.p.id, power.id)
    names = ", ".join(f"{person(a.s, b.subject).name} {b.successes}" for b in burns)
    served = [b for b in ongoing.due(a.s, a.p.id, power.id) if ongoing.within(a.s, b)]
    return offer(
        a.p.seat, a.window, f"sustain.{power.id}", f"Sustain {power.name}",
        bound(ongoing.sustain, who=a.p.id, power=power.id), **barred(a.why("sustain", power), "BB-ONG-02"),
        group="Attack", ask=a.ask, says=f"Recorded: {names}." if burns else "", figures=("burns_on",) if len(served) == 1 else (),
    )  # fmt: skip


def _check(a: Actor, power: Power | None) -> Offer:
    return a.offer("check", "A check", power, checks.attempt, GOAL, *a.pair(power), group="Do", rule="BB-CHK-01")


def _everybody(a: Actor) -> tuple[Item, ...]:
    return tuple(Item(q.id, q.name) for q in (a.p, *a.others))


def _setup(a: Actor, power: Power | None) -> Offer:
    to = Pick("to", "For whom", _everybody(a), start=(a.p.id,))
    follow = Text("follow_up", "For what, by name", 1, 80)
    return a.offer("setup", "Set-Up", power, checks.prepare, to, follow, *a.pair(power), group="Do", rule="BB-SET-01")


def _task(a: Actor, power: Power | None) -> Offer:
    items = tuple(
        Item(t.id, t.name, max(0, t.required - t.total), says=f"{t.total} of {t.required}") for t in a.tasks()
    )
    which = Pick("task", "Which task", items, start=tuple(i.id for i in items[:1]))
    return a.offer(
        "task", "Work on a task", power, checks.work, which, *a.dice(power, among=(which,)), group="Do", rule="BB-EXT-01",
        figures=("completed",),
    )  # fmt: skip


def _oppose(a: Actor, power: Power | None) -> Offer:
    items = a.targets(power)
    extra: tuple[Param, ...] = ()
    if a.s.house.setup_from_opposed:
        extra = (Pick("setup_to", "As a Set-Up for", _everybody(a), 0, 1), Text("follow_up", "Follow-up", 0, 80))
    return a.offer(
        "oppose", _at("Against", items, "someone"), power, contests.oppose,
        Pick("target", "Against whom", items, start=tuple(i.id for i in items[:1])), AIM, *a.dice(power, among=(AIM,)),
        *extra, group="Do", rule="BB-OPP-01",
    )  # fmt: skip


def _attempt(a: Actor, power: Power | None, kind: Literal["convince", "restrain"]) -> Offer:
    rows = []
    for q in sorted(a.reached(power), key=lambda q: q.lead == a.p.lead):
        t = track_between(a.s, kind, a.p.id, q.id)
        so_far = t.successes if t else 0
        most = threshold(a.s, kind, q.id)
        done = kind == "restrain" and a.p.id in q.restrained
        why = f"{q.name} is in your hands already." if done else ""
        says = f"{'Potency' if kind == 'convince' else 'Vigor'}: {so_far} of {most}"
        rows.append(Item(q.id, q.name, max(0, most - so_far), says=says, blocked=why))
    target = Pick("target", "Whom", tuple(rows), start=tuple(i.id for i in rows if not i.blocked)[:1])
    said = next((t.behaviour for t in a.s.tracks if t.kind == "convince" and t.initiator == a.p.id), "")
    orders = (replace(BEHAVIOUR, least=1, start=said),) if kind == "convince" else ()
    return a.offer(
        kind, _at(kind.capitalize(), rows), power, partial(holds.press, kind=kind), target, *a.dice(power, kind), *orders,
        group="Win over or hold", rule="BB-CR-01", figures=(WORD[kind],),
    )  # fmt: skip


WRITTEN: dict[str, Callable[[Actor, Power | None], Offer]] = {
    "attack": _attack,
    "sustain": _sustain,
    "check": _check,
    "setup": _setup,
    "task": _task,
    "oppose": _oppose,
    "convince": partial(_attempt, kind="convince"),
    "restrain": partial(_attempt, kind="restrain"),
}


# --- answers to attempts, and the rest of a turn -------------------------------------------------------------


def _mine(a: Actor) -> list[Track]:
    """Attempts this person may push back: those on them; on tables that allow it, on their friends too."""
    rows = [t for t in a.s.tracks if t.kind != "break" and t.subject == a.p.id]
    if a.s.house.track_helpers:
        rows += [
            t for t in a.s.tracks if t.kind != "break" and t not in rows and person(a.s, t.subject).lead == a.p.lead
        ]
    return rows


def _answers(a: Actor) -> Iterator[Offer]:
    """The answers to an attempt: shake it off, turn it round, or ignore it and act.  [BB-CR-04]"""
    mine = _mine(a)
    if not mine:
        return
    items = tuple(Item(t.id, f"{person(a.s, t.initiator).name}: {t.kind}", t.successes) for t in mine)
    track = Pick("track", "Which attempt", items, start=(items[0].id,))
    fast = tuple(
        replace(i, blocked=str(HELD)) if a.held and t.kind == "restrain" else i
        for i, t in zip(items, mine, strict=True)
    )
    loose = tuple(i.id for i in fast if not i.blocked)
    with_what = tuple(("potency" if t.kind == "convince" else "vigor", t.id) for t in mine)
    yield offer(
        a.p.seat, a.window, "resist", "Shake it off", bound(holds.resist, who=a.p.id),
        replace(track, items=fast, start=loose[:1]), *tokens_for(a.s, a.p.id, "resist", "shake it off", named=with_what),
        group="Win over or hold", ask=a.ask,
        **barred(a.spent or (None if loose else HELD), "BB-CR-06"),
        says="Vigor against a hold, Potency against words; each success takes one away.",
    )  # fmt: skip
    for power in (None, *a.p.sheet.powers):
        if power is None or "convince" in power.uses or "restrain" in power.uses:
            grab = str(HELD) if a.held and (power is None or power.physical) else ""
            kinds = (Item("convince", "Convince"), Item("restrain", "Restrain", blocked=grab))
            kind = Pick("kind", BEGINS, kinds, start=("convince",))
            on: tuple[Param, ...] = ()
            if a.s.house.cr_counter_target == "any_in_range":
                on = (Pick("on", "Your surplus works on", a.targets(power), 0, 1),)
            dice = a.dice(power, "counter", "turn it round")
            yield a.offer(
                "counter", "Turn it round", power, holds.counter, track, kind, *dice[:2], BEHAVIOUR, *dice[2:], *on,
                group="Win over or hold", rule="BB-CR-07",
                says="" if power else "What goes beyond the attempt begins one of your own.",
            )  # fmt: skip


def _break_free(a: Actor) -> Offer:
    holders = tuple(Item(h, person(a.s, h).name, person(a.s, h).sheet.vigor) for h in a.p.restrained)
    return offer(
        a.p.seat, a.window, "break", "Break free", bound(checks.struggle, who=a.p.id),
        Pick("holder", "Whose hold", holders, start=(holders[0].id,)),
        *tokens_for(a.s, a.p.id, "break", "break free", "vigor"), **barred(a.spent, "BB-CR-10"),
        first=True, group="Win over or hold", ask=a.ask, says="Your Vigor against theirs; the hold itself is strain.",
        figures=("free",),
    )  # fmt: skip


def _rest(a: Actor) -> Iterator[Offer]:
    s, p = a.s, a.p
    if s.house.restrain_upkeep == "action" and any(p.id in q.restrained for q in s.cast):
        yield offer(
            p.seat, a.window, "keep", "Keep hold", bound(keep, who=p.id), group="Win over or hold", ask=a.ask,
            **barred(a.spent or (HELD if a.held else None), "BB-CR-09"),
        )  # fmt: skip
    assert s.scene is not None
    if len(s.scene.sets) > 1:
        yield Later(p.seat, a.window, "move", _text(_stays(a)), partial(_move, a))
    if p.sheet.powers:
        yield Later(p.seat, a.window, "switch", "", partial(_switch, a))
    yield Later(p.seat, a.window, "end", "", partial(_end, a))


def _end(a: Actor) -> Offer:
    return offer(
        a.p.seat, a.window, "end", "Pass" if a.spent is None else "End the turn", end, rule="BB-INIT-01", ask=a.ask,
        group="Also", first=a.spent is not None, says="" if a.spent else "Do nothing more this turn.",
    )  # fmt: skip


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


def _move(a: Actor) -> Offer:
    assert a.s.scene is not None
    places = tuple(Item(x.id, x.name) for x in a.s.sets if x.id != a.p.place and x.id in a.s.scene.sets)
    return offer(
        a.p.seat, a.window, "move", "Go elsewhere", bound(go, who=a.p.id), Pick("place", "Where to", places),
        **barred(_stays(a), "BB-CR-05"), ask=a.ask, group="Also", says="Once a turn, beside your action.",
    )  # fmt: skip


def _switch(a: Actor) -> Offer:
    items = tuple(Item(x.id, x.name, says=f"{x.strain}{x.strain_type}") for x in a.p.sheet.powers)
    return offer(
        a.p.seat, a.window, "switch", "Switch on or off", bound(wear, who=a.p.id),
        Pick("powers", "Active", items, 0, len(items), start=a.p.active), rule="BB-STR-02", ask=a.ask, group="Also",
        says="What is active strains what you use beside it.",
    )  # fmt: skip


def go(s: Movie, who: str, place: tuple[str, ...]) -> Movie:
    """Move within the scene: once a turn, and it is no action."""
    return turn(move(s, who, place[0]), moved=True)


def wear(s: Movie, who: str, powers: tuple[str, ...]) -> Movie:
    """Change what is worn or switched on; the turn goes on."""
    return turn(switch(s, who, powers))


def keep(s: Movie, who: str) -> Movie:
    """Spend the action on keeping hold of whoever is held."""
    s = tell(spend(s, who), "keeps_hold", person(s, who).name, "BB-CR-09")
    return turn(kept_hold(s, *(p.id for p in s.cast if who in p.restrained)))


def end(s: Movie) -> Movie:
    """The turn is over, whatever was left of it."""
    return turn(s, left=0, over=True)
