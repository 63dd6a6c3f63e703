"""What somebody may do on their own turn: one action, a step elsewhere, and what they wear or switch on."""

from collections.abc import Iterator
from typing import Any

from cliffhanger.games.blockbuster import checks, contests, holds, ongoing
from cliffhanger.games.blockbuster.holds import WORD, in_reach, threshold
from cliffhanger.games.blockbuster.pools import HELD, base, pair, tokens_for
from cliffhanger.games.blockbuster.sheets import Power
from cliffhanger.games.blockbuster.state import Movie, Person, Rounds, Track
from cliffhanger.games.blockbuster.strain import strain_of
from cliffhanger.games.blockbuster.turns import SCENE, active, spend
from cliffhanger.games.blockbuster.verbs import move, person, switch
from cliffhanger.kernel.frames import beneath, tell, turn
from cliffhanger.kernel.offers import Ask, Offer, bound, offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

NO_ACTION = "Your action is spent; you may still move, or end your turn. (R-BB-10)"
DICE = (("dice", "skill"), ("dice", "attribute"), ("dice", "tokens"))
GOAL = Text("goal", "What you do", 1, 120, start="")
KIND = Pick("kind", "What your surplus begins", (Item("convince", "Convince"), Item("restrain", "Restrain")), start=("convince",))
BEHAVIOUR = Text("behaviour", "What they are to do", 0, 160)


class Actor:
    """One person's own turn, looked at once: the room in it, who can be reached, and how offers of it look."""

    def __init__(self, s: Movie, p: Person, f: Rounds) -> None:
        self.s, self.p, self.f = s, p, f
        self.held = bool(p.restrained)
        self.spent = "" if f.left > 0 else NO_ACTION
        self.others = tuple(q for q in s.cast if q.place and q.id != p.id and not q.taken_out)
        self.tokens = tokens_for(s, p.id)
        self.ask = f"{p.name} is up: say what you do, then take it to the dice." if p.lead else f"{p.name} is up."

    def offer(
        self, key: str, label: str, do: Any, *params: Param, group: str, rule: str, physical: bool = False,  # noqa: ANN401
        blocked: str = "", says: str = "", asks: tuple[Ask, ...] = (), first: bool = False, power: Power | None = None,
    ) -> Offer:  # fmt: skip
        """One action of this turn."""
        if power is not None:
            key, label, physical = f"{key}.{power.id}", f"{label}: {power.name}", power.physical
            says = says or self.risk(power)
        why = self.spent or (HELD if physical and self.held else "") or blocked
        return offer(
            self.p.seat, self.f.number, key, label, do, *params, rule=rule, blocked=why, ask=self.ask, group=group,
            says=says, asks=asks, first=first,
        )  # fmt: skip

    def risk(self, power: Power) -> str:
        """What using a power threatens, in words."""
        over, kind = strain_of(self.s, self.p, power.id)
        if not over:
            return f"{power.strain}{power.strain_type}: no strain" if power.strain else ""
        return f"{over} strain to {'Vigor' if kind == 'V' else 'Potency'} at risk"

    def reach(self, far: bool, *, foes_first: bool = True) -> tuple[Item, ...]:
        """Whom an action reaches: those on the same Set, or everybody in the scene."""
        rows = [q for q in self.others if far or q.place == self.p.place]
        if foes_first:
            rows.sort(key=lambda q: q.lead == self.p.lead)
        return tuple(Item(q.id, q.name, q.sheet.defense) for q in rows)

    @property
    def base(self) -> int:
        """What hinders everything done on this Set."""
        return base(self.s, self.p)


def offers(s: Movie, f: Rounds) -> Iterator[Offer]:
    """Everything the active character may do now."""
    p = person(s, active(s))
    a = Actor(s, p, f)
    if a.held:
        yield _break_free(a)
    yield from _attacks(a)
    yield from _burning(a)
    yield from _checks(a)
    yield from _attempts(a)
    yield from _answers(a)
    yield from _rest(a)


def _attacks(a: Actor) -> Iterator[Offer]:
    fights = [x for x in a.p.sheet.powers if "attack" in x.uses]
    yield _attack(a, None, not fights)
    for at, power in enumerate(fights):
        yield _attack(a, power, at == 0)


def _attack(a: Actor, power: Power | None, first: bool) -> Offer:
    far = power is not None and power.range == "scene"
    items = a.reach(far)
    known: tuple[tuple[str, int | str], ...] = (("dice", a.base),)
    fills = (*DICE, ("defense", "target"))
    most = min(power.targets, len(items)) if power else 1
    asks = (Ask("opposed", known, (*DICE, ("against", "target")), "you hit"), Ask("hit", known, fills, "damage")) if most == 1 else ()
    target = Pick("target", "Whom", items, 1, max(1, most), start=tuple(i.id for i in items[:1]))
    do = bound(contests.attack, who=a.p.id, power=power.id if power else "")
    why = "" if items else "Nobody is within reach: move to their Set, or use something that reaches farther. (BB-CR-05)"
    return a.offer(
        "attack", "Attack", do, target, *pair(a.p, power), *a.tokens, group="Attack", rule="BB-OPP-01", physical=True,
        blocked=why, asks=asks, first=first, power=power,
    )  # fmt: skip


def _burning(a: Actor) -> Iterator[Offer]:
    for power in a.p.sheet.powers:
        if not power.ongoing:
            continue
        burns = ongoing.live(a.s, a.p.id, power.id)
        names = ", ".join(f"{person(a.s, b.subject).name} {b.successes}" for b in burns)
        room = "" if ongoing.may_sustain(a.s) else "You have sustained already this turn."
        far = a.s.house.sustain_range == "no" or power.range == "scene"
        lost = next((b for b in burns if not far and person(a.s, b.subject).place != a.p.place), None)
        gone = f"{person(a.s, lost.subject).name} is out of reach." if lost else ""
        held = HELD if power.physical and a.held else ""
        known = (("dice", burns[0].successes), ("defense", person(a.s, burns[0].subject).sheet.defense)) if burns else ()
        yield offer(
            a.p.seat, a.f.number, f"sustain.{power.id}", f"Sustain {power.name}",
            bound(ongoing.sustain, who=a.p.id, power=power.id), rule="BB-ONG-02", group="Attack", ask=a.ask,
            blocked=("" if burns else "Nothing of yours is burning. (BB-ONG-05)") or held or room or gone,
            says=f"Recorded: {names}." if burns else "", asks=(Ask("burn", known, (), "it still burns"),) if known else (),
        )  # fmt: skip


def _checks(a: Actor) -> Iterator[Offer]:
    everybody = tuple(Item(q.id, q.name) for q in (a.p, *a.others))
    to = Pick("to", "For whom", everybody, start=(a.p.id,))
    follow = Text("follow_up", "For what, by name", 1, 80)
    admitted = [t for t in a.s.tasks if not t.admitted or a.p.id in t.admitted]
    tasks = Pick("task", "Which task", tuple(Item(t.id, t.name, says=f"{t.total} of {t.required}") for t in admitted))
    no_task = "" if admitted else "No task is open to you: the Director sets one up. (BB-EXT-01)"
    far = a.reach(False)
    alone = "" if far else "Nobody is here to stand against it."
    extra: tuple[Param, ...] = ()
    if a.s.house.setup_from_opposed == "yes":
        extra = (Pick("setup_to", "As a Set-Up for", everybody, 0, 1), Text("follow_up", "Follow-up", 0, 80))
    who = {"who": a.p.id}
    for power in (None, *a.p.sheet.powers):
        name = power.id if power else ""
        asked = pair(a.p, power)
        if power is None or "check" in power.uses:
            do = bound(checks.attempt, **who, power=name)
            yield a.offer("check", "A check", do, GOAL, *asked, group="Do", rule="BB-CHK-01", power=power)
        if power is None or "setup" in power.uses:
            do = bound(checks.prepare, **who, power=name)
            yield a.offer("setup", "Set-Up", do, to, follow, *asked, group="Do", rule="BB-SET-01", power=power)
        if power is None or "task" in power.uses:
            do = bound(checks.work, **who, power=name)
            yield a.offer(
                "task", "Work on a task", do, tasks, *asked, *a.tokens, group="Do", rule="BB-EXT-01", blocked=no_task,
                power=power,
            )  # fmt: skip
        if power is None or "oppose" in power.uses:
            do = bound(contests.oppose, **who, power=name)
            here = a.reach(True) if power and power.range == "scene" else far
            whom = Pick("target", "Against whom", here, start=tuple(i.id for i in here[:1]))
            yield a.offer(
                "oppose", "Against someone", do, whom, Text("aim", "What you want", 1, 120), *asked, *a.tokens, *extra,
                group="Do", rule="BB-OPP-01", blocked="" if here else alone, power=power,
            )  # fmt: skip


def _attempts(a: Actor) -> Iterator[Offer]:
    for kind, label in (("convince", "Convince"), ("restrain", "Restrain")):
        for power in (None, *a.p.sheet.powers):
            if power is None or kind in power.uses:
                yield _attempt(a, kind, label, power)


def _attempt(a: Actor, kind: Any, label: str, power: Power | None) -> Offer:  # noqa: ANN401  (one of two words)
    far = power is not None and power.range == "scene"
    rows = []
    for q in a.others:
        if in_reach(a.p, q, far=far):
            so_far = next((t.successes for t in a.s.tracks if t.kind == kind and t.initiator == a.p.id and t.subject == q.id), 0)
            left = threshold(a.s, kind, q.id) - so_far
            done = a.p.id in q.restrained if kind == "restrain" else False
            why = f"{q.name} is in your hands already." if done else ""
            rows.append(Item(q.id, q.name, max(1, left), says=f"{so_far} of {left + so_far}", blocked=why))
    rows.sort(key=lambda item: person(a.s, item.id).lead == a.p.lead)
    target = Pick("target", "Whom", tuple(rows), start=tuple(i.id for i in rows if not i.blocked)[:1])
    says = (BEHAVIOUR,) if kind == "convince" else ()
    do = bound(holds.press, who=a.p.id, power=power.id if power else "", kind=kind)
    asks = (Ask("check", (("dice", a.base),), (*DICE, ("required", "target")), f"{WORD[kind]} at once"),)
    return a.offer(
        kind, label, do, target, *pair(a.p, power), *a.tokens, *says, group="Win over or hold", rule="BB-CR-01",
        physical=kind == "restrain", blocked="" if rows else "Nobody is within reach. (BB-CR-05)", power=power,
        asks=asks if a.s.house.cr_initiate == "raw" else (),
    )  # fmt: skip


def _mine(a: Actor) -> list[Track]:
    """Attempts this person may push back: those on them; on tables that allow it, on their friends too."""
    rows = [t for t in a.s.tracks if t.kind != "break" and t.subject == a.p.id]
    if a.s.house.track_helpers == "yes":
        rows += [t for t in a.s.tracks if t.kind != "break" and t not in rows and person(a.s, t.subject).lead == a.p.lead]
    return rows


def _answers(a: Actor) -> Iterator[Offer]:
    """The answers to an attempt: shake it off, turn it round, or ignore it and act.  [BB-CR-04]"""
    mine = _mine(a)
    if not mine:
        return
    items = tuple(
        Item(
            t.id, f"{person(a.s, t.initiator).name}: {t.kind}", t.successes,
            blocked=HELD if t.kind == "restrain" and a.held else "",
        )
        for t in mine
    )  # fmt: skip
    track = Pick("track", "Which attempt", items, start=tuple(i.id for i in items if not i.blocked)[:1])
    do = bound(holds.resist, who=a.p.id)
    yield a.offer(
        "resist", "Shake it off", do, track, *a.tokens, group="Win over or hold", rule="BB-CR-06",
        says="Vigor against a hold, Potency against words; each success takes one away.",
    )  # fmt: skip
    on: tuple[Param, ...] = ()
    if a.s.house.cr_counter_target == "any_in_range":
        on = (Pick("on", "Your surplus works on", a.reach(False), 0, 1),)
    for power in (None, *a.p.sheet.powers):
        if power is None or "convince" in power.uses or "restrain" in power.uses:
            do = bound(holds.counter, who=a.p.id, power=power.id if power else "")
            yield a.offer(
                "counter", "Turn it round", do, track, KIND, *pair(a.p, power), BEHAVIOUR, *a.tokens, *on,
                group="Win over or hold", rule="BB-CR-07", power=power,
                says="" if power else "What goes beyond the attempt begins one of your own.",
            )  # fmt: skip


def _break_free(a: Actor) -> Offer:
    holders = tuple(Item(h, person(a.s, h).name, person(a.s, h).sheet.vigor) for h in a.p.restrained)
    known = (("vigor", a.p.sheet.vigor),)
    return a.offer(
        "break", "Break free", bound(checks.struggle, who=a.p.id), Pick("holder", "Whose hold", holders, start=(holders[0].id,)),
        *a.tokens, group="Win over or hold", rule="BB-CR-10", first=True,
        says="Your Vigor against theirs; the hold itself is strain.",
        asks=(Ask("breakfree", known, (("holder", "holder"), ("bonus", "tokens")), "you get free"),),
    )  # fmt: skip


def _rest(a: Actor) -> Iterator[Offer]:
    s, p, f = a.s, a.p, a.f
    if s.house.restrain_upkeep == "action" and any(p.id in q.restrained for q in s.cast):
        yield a.offer("keep", "Keep hold", bound(keep, who=p.id), group="Win over or hold", rule="BB-CR-09", physical=True)
    here = s.scene.sets if s.scene else ()
    places = tuple(Item(x.id, x.name) for x in s.sets if x.id != p.place and x.id in here)
    if places:
        pressed = next((t for t in s.tracks if t.kind != "break" and t.subject == p.id and not t.far), None)
        stays = ""
        if pressed and s.house.cr_range == "bound":
            stays = f"{person(s, pressed.initiator).name} is working on you: you stay while that lasts. (BB-CR-05)"
        why = ("You have moved this turn." if f.moved else "") or (HELD if a.held else "") or stays
        yield offer(
            p.seat, f.number, "move", "Go elsewhere", bound(go, who=p.id), Pick("place", "Where to", places),
            rule="BB-CR-05", blocked=why, ask=a.ask, group="Also",
        )  # fmt: skip
    if p.sheet.powers:
        items = tuple(Item(x.id, x.name, says=f"{x.strain}{x.strain_type}") for x in p.sheet.powers)
        yield offer(
            p.seat, f.number, "switch", "Switch on or off", bound(wear, who=p.id),
            Pick("powers", "Active", items, 0, len(items), start=p.active), rule="BB-STR-02", ask=a.ask, group="Also",
            says="What is active strains what you use beside it.",
        )  # fmt: skip
    yield offer(
        p.seat, f.number, "end", "End the turn" if f.left < 1 else "Pass", end, rule="BB-INIT-01", ask=a.ask, group="Also",
        first=bool(a.spent), says="" if a.spent else "Do nothing more this turn.",
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
    return turn(beneath(s, SCENE, kept=True))


def end(s: Movie) -> Movie:
    """The turn is over, whatever was left of it."""
    return turn(s, left=0, moved=True, sustained=True)

