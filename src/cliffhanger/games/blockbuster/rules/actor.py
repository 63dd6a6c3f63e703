"""Whose turn it is: who is within reach, what is asked of a pool, and why an action is not open now."""

from typing import Any

from cliffhanger.games.blockbuster.files.sheets import Power
from cliffhanger.games.blockbuster.rules import ongoing
from cliffhanger.games.blockbuster.rules.pools import (
    DERIVED,
    HELD,
    PER_SUCCESS,
    Reason,
    derived,
    lying,
    pair,
    tagged,
    tokens_for,
)
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Movie, Person, Rounds, Task, Track
from cliffhanger.games.blockbuster.rules.strain import strain_of
from cliffhanger.games.blockbuster.rules.verbs import person, playing
from cliffhanger.games.blockbuster.rules.wording import whose
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.params import Item, Param, Pick

ALONE = Reason("Nobody is within reach: move to their Set, or use something that reaches farther.", "BB-CR-05")
IN_HAND = Reason("Whoever is within reach is in your hands already.", "BB-CR-09")
NO_TASK = Reason("No task is open to you: the Director sets one up.", "BB-EXT-01")
NO_FIRE = Reason("Nothing of yours goes on hurting anybody: hit with it first.", "BB-ONG-05")
BURNT = Reason("It has hurt somebody this turn already: sustain it on your next.", "BB-ONG-02")
MOVED = Reason("You have moved already: once a turn, beside your action.", "R-BB-10")
FRIENDS, FOES = "Friends", "Against you"
BODILY = ("attack", "restrain")
NO_ACTION = Reason("Your action is spent; you may still move, or end your turn.", "R-BB-10")
OPEN = frozenset({"attack", "check", "setup", "oppose", "convince"})  # to whoever is free to act, with somebody near


class Actor:
    """One person's own turn, looked at once: the room in it, and who can be reached."""

    def __init__(self, s: Movie, p: Person, f: Rounds) -> None:
        self.s, self.p, self.f = s, p, f
        self.seat, self.window = p.seat, str(f.number)
        self.held = bool(p.restrained)
        self.spent = None if f.left > 0 else NO_ACTION
        self.others: list[Person] = []
        self.near: list[Person] = []
        for q in s.cast:
            if q.place and not q.taken_out and q is not p:
                self.others.append(q)
                if q.place == p.place:
                    self.near.append(q)
        self.free = bool(self.near) and not self.held and self.spent is None
        self.mine = self._mine() if s.tracks else []
        self._safest: tuple[Power | None] | None = None
        self._next_step: str | None = None

    @property
    def safest(self) -> Power | None:
        """What an attack is made with that costs nothing: of the powers that are open and strain nobody, and the bare
        hand, what promises to hurt most. No strain is put forward where something free will do.
        """
        if self._safest is None:
            fights = (x for x in self.p.sheet.powers if "attack" in x.uses and self.why("attack", x) is None)
            free: list[Power | None] = [x for x in fights if not strain_of(self.s, self.p, x.id)[0]]
            free += [None] if free and self.why("attack", None) is None else []
            self._safest = (max(free, key=self._promise, default=None),)
        return self._safest[0]

    def _promise(self, power: Power | None) -> float:
        """How many dice an attack is ahead of the first in reach as it lies there; damage that it adds counts as so many
        dice as it takes to bring that. A hand that is a die ahead is no reason to let go of a weapon.
        """
        bonus = power.damage_bonus if power else -1 / PER_SUCCESS
        return lying(self.pair(power, "attack")) - self.targets(power)[0].n + PER_SUCCESS * bonus

    @property
    def next_step(self) -> str:
        """The verb that serves what the scene is about: a foe in reach is attacked, else a lead works on a task that is
        open to them; a check where neither can be done.
        """
        if self._next_step is None:
            foes = [q for q in self.reached(self.safest) if q.lead != self.p.lead]
            if foes and self.why("attack", self.safest) is None:
                self._next_step = "attack"
            else:
                self._next_step = "task" if self.p.lead and self.why("task", None) is None else "check"
        return self._next_step

    def ask(self) -> dict[str, Any]:
        """What this turn asks its seat, and what the others read."""
        if self.spent is not None:
            moves = len(playing(self.s).sets) > 1 and self.stays is None
            own = "Your action is spent: move, or end your turn." if moves else "Your action is spent: end your turn."
            room = f"{self.p.name}'s action is spent."
        else:
            own, room = "Say what you do, then take it to the dice.", f"What does {self.p.name} do?"
        return addressed(own, room, own=self.p.seat != DIRECTOR) | whose(self.p)

    @property
    def stays(self) -> Reason | None:
        """Why they cannot go to another Set just now."""
        if self.f.moved:
            return MOVED
        if self.held:
            return HELD
        if self.s.house.cr_range == "bound":
            for t in self.s.tracks:
                if t.kind != "break" and t.subject == self.p.id and not t.far:
                    name = person(self.s, t.initiator).name
                    return Reason(
                        f"{name} is working on you: you stay while that lasts; shake it off first.", "BB-CR-05"
                    )
        return None

    def pair(self, power: Power | None, use: str) -> tuple[Param, ...]:
        """The questions for a skill and an attribute for an action, with what hinders each here."""
        return pair(self.p, power, use=use, tags=tagged(self.s, self.p))

    def dice(self, power: Power | None, use: str, *names: str, among: tuple[Param, ...] = ()) -> tuple[Param, ...]:
        """The same, and the question which waiting dice are brought to it; `names` are what this roll is called."""
        asked = self.pair(power, use)
        return *asked, *tokens_for(self.s, self.p.id, *names, power=power, among=(asked[0], *among))

    def reached(self, power: Power | None) -> list[Person]:
        """Who is within reach: those on the same Set, or with some powers everybody in the scene."""
        return self.others if power is not None and power.range == "scene" else self.near

    def targets(self, power: Power | None) -> tuple[Item, ...]:
        """Those within reach, opponents first, each with the dice that stand against an attack."""
        against = power.against if power else "defense"
        rows = sorted(self.reached(power), key=lambda q: q.lead == self.p.lead)
        dice = [derived(self.s, q, against) for q in rows]
        says = f"dice of {DERIVED[against]}"
        return tuple([Item(q.id, q.name, n, says=says, group=self.side(q)) for q, n in zip(rows, dice, strict=True)])

    def side(self, q: Person) -> str:
        """What somebody stands under among those who can be aimed at: friends below foes."""
        return FRIENDS if q.lead == self.p.lead else ""

    def tasks(self) -> list[Task]:
        """The tasks this person may add to."""
        return [t for t in self.s.tasks if not t.admitted or self.p.id in t.admitted]

    def why(self, verb: str, power: Power | None) -> Reason | None:
        """Why an action is not open now; nothing when it is. The one place where this is decided."""
        if verb in OPEN and self.free:
            return None
        if verb == "sustain":
            return self._why_sustain(power)
        if self.spent:
            return self.spent
        if self.held and self._bodily(verb, power):
            return HELD
        if verb in {"attack", "oppose", "convince", "restrain"}:
            rows = self.reached(power)
            if not rows:
                return ALONE
            if verb == "restrain" and not [q for q in rows if self.p.id not in q.restrained]:
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

    def places(self) -> tuple[Param, ...]:
        """Where one may go."""
        sets = (x for x in self.s.sets if x.id != self.p.place and x.id in playing(self.s).sets)
        return (Pick("place", "Where to", tuple(Item(x.id, x.name) for x in sets)),)

    def powers(self) -> tuple[Param, ...]:
        """What may be worn or switched on."""
        items = tuple(Item(x.id, x.name, says=f"{x.strain}{x.strain_type}") for x in self.p.sheet.powers)
        return (Pick("powers", "Active", items, 0, len(items), start=self.p.active),)

    def _mine(self) -> list[Track]:
        """Attempts this person may push back: those on them; on tables that allow it, on their friends too."""
        others = {q.id for q in self.s.cast if q.lead == self.p.lead} if self.s.house.track_helpers else {self.p.id}
        rows = [t for t in self.s.tracks if t.kind != "break" and t.subject in others]
        return sorted(rows, key=lambda t: t.subject != self.p.id)


def _mental(p: Person) -> bool:
    return any(not r.physical for r in p.sheet.skills)
