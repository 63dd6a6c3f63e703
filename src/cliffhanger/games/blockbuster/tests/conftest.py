"""A small scene to play in the words of the table.

```
scene = stage(mara={"fight": 6}, guard={"defense": 4, "protection": 1})
mara, guard = scene.cast
mara.attacks(guard).rolls(5, 6, 6, 5, 2, 1)
guard.defends().rolls(5, 1, 2, 3)
assert guard.damage == 2
```
Whoever is named first is a lead, all others are the Director's; they act in the order of their names. A verb of
somebody's own turn lets those before them pass. Numbers that a test does not name are 3, and no skill is known but
those it names; their attribute, Grit, adds nothing.
"""

import msgspec
import pytest
from msgspec import structs

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.files.sheets import Film, Place, Power, Rating, Sheet, Skill
from cliffhanger.games.blockbuster.rules.action_budget import active
from cliffhanger.games.blockbuster.rules.state import Initiative, Rounds
from cliffhanger.games.blockbuster.rules.verbs import person
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.game import Seat, Setup
from cliffhanger.testing import staging

NUMBERS = ("defense", "vigor", "potency", "protection", "limit_v", "limit_p")
MENTAL = ("talk", "think")


def sheet(name, given):
    """A sheet of the named numbers: NUMBERS, `powers` and `attributes` are what they say, all else is a skill."""
    numbers = {key: given.get(key, 3) for key in NUMBERS if key != "protection"}
    numbers |= {"protection": given.get("protection", 0)}
    numbers["limit_v"] = given.get("limit_v", numbers["vigor"])
    numbers["limit_p"] = given.get("limit_p", numbers["potency"])
    skills = {key: n for key, n in given.items() if key not in (*NUMBERS, "powers", "attributes", "lead")} or {"act": 3}
    return Sheet(
        name,
        name.capitalize(),
        tuple(Rating(key, key.capitalize(), n) for key, n in {"grit": 0, **given.get("attributes", {})}.items()),
        tuple(Skill(key, key.capitalize(), n, key not in MENTAL) for key, n in skills.items()),
        powers=tuple(Power(key, key.capitalize(), **facts) for key, facts in given.get("powers", {}).items()),
        **numbers,
    )


class Scene(staging.Stage):
    """One scene under way; `cast` are its people in order, and its verbs are the Director's."""

    def __init__(self, sets, house, people, absent):
        sheets = {name: sheet(name, given) for name, given in people.items()}
        lead = {name: given.get("lead", at == 0) for at, (name, given) in enumerate(people.items())}
        film = Film(
            "test",
            "A test",
            "Nothing is real.",
            leads=tuple(each for name, each in sheets.items() if lead[name]),
            opponents=tuple(each for name, each in sheets.items() if not lead[name]),
            sets=tuple(Place(name, name.capitalize()) for name in sets),
        )
        seats = [Seat("director", "director", "Director")]
        seats += [Seat(name, "player", each.name) for name, each in sheets.items() if lead[name]]
        content = {"film": msgspec.to_builtins(film)}
        super().__init__(GAME, Setup(tuple(seats), house, content))
        self.at = self.play
        self.names = [name for name in people if name not in absent]
        self.cast = tuple(Actor(self, name) for name in people)

    def opens(self):
        """Open the scene; all of them choose Defense for the order, and nobody has rolled yet."""
        self.at.act("director", "open", name="A scene", present=tuple(self.names))
        return self

    def begins(self):
        """Open it and find the order as the names stand, by a ruling; what came before is forgotten."""
        self.opens().all_roll_defense()
        self.at.rules("scene", "order", to=self.names)
        self.at.rules("scene", "setbacks", to=[])
        self.at.events.clear()
        return self

    def all_roll_defense(self):
        """Everybody finds their place by Defense, with one success each."""
        while isinstance(self.frame, Initiative) and not isinstance(self.at.waiting, Roll):
            option = next(o for o in self.at.options() if o.key == "defense" and not o.standing)
            self.at.act(option.seat, "defense", option.window)
        while isinstance(roll := self.at.waiting, Roll):
            self.at.rolls(*(6, *(1,) * (len(roll.dice) - 1))[: len(roll.dice)])
        return self

    # --- what lies on the table

    @property
    def s(self):
        return self.state

    @property
    def frame(self):
        return self.s.stack[-1]

    @property
    def active(self):
        return active(self.s)

    @property
    def setbacks(self):
        return list(self.s.scene.setbacks)

    @property
    def tracks(self):
        return {(t.kind, t.initiator, t.subject): t.successes for t in self.s.tracks}

    @property
    def records(self):
        return {(b.power, b.subject): b.successes for b in self.s.burns}

    @property
    def task(self):
        return self.s.tasks[0]

    # --- the Director's verbs

    def asks_for(self, required, **pair):
        self.at.act("director", "set", required=required, **pair)
        return self


class Actor(staging.Actor):
    """One of them: what they have become, and what they do."""

    # --- how they are

    @property
    def scene(self):
        return self.stage

    @property
    def now(self):
        return person(self.scene.s, self.id)

    @property
    def seat(self):
        return self.now.seat

    @property
    def damage(self):
        return self.now.damage_v

    @property
    def strain_of_mind(self):
        return self.now.damage_p

    @property
    def out(self):
        return self.now.taken_out

    @property
    def held_by(self):
        return self.now.restrained

    @property
    def orders(self):
        return [(order.id, order.behaviour) for order in self.now.convinced]

    @property
    def place(self):
        return self.now.place

    @property
    def waiting_dice(self):
        return [t.dice for t in self.scene.s.tokens if t.to == self.id]

    @property
    def setbacks(self):
        return [why.partition(": ")[2] for why in self.scene.setbacks if why.startswith(f"{self.now.name}: ")]

    # --- what they do on their turn

    def is_up(self):
        """Those before them pass."""
        for _ in range(20):
            if isinstance(self.scene.frame, Rounds) and self.scene.active == self.id:
                return self
            self.scene.at.act(person(self.scene.s, self.scene.active).seat, "end")
        raise AssertionError(f"{self} never comes up")

    def does(self, key, **choice):
        """Take an option of their own turn; skill, Grit and waiting dice may be named in `by` and `uses`."""
        self.is_up()
        self.scene.at.act(self.seat, key, str(self.scene.frame.number), **self._filled(choice))
        return self

    def cannot(self, key, **choice):
        """Try it on their own turn and be refused; nothing changes."""
        self.is_up()
        before = msgspec.json.encode(self.scene.s)
        refusal = self.scene.at.refused(self.seat, key, str(self.scene.frame.number), **self._filled(choice))
        assert msgspec.json.encode(self.scene.s) == before
        return refusal

    def is_not_asked(self, key):
        self.is_up()
        return super().is_not_asked(key)

    def _filled(self, choice):
        by = choice.pop("by", "")
        if by:
            skill, _, attribute = by.partition("+")
            choice |= {"skill": skill.strip(), "attribute": attribute.strip() or "grit"}
        uses = choice.pop("uses", None)
        if uses is not None:
            wanted = (uses,) if isinstance(uses, str) else uses
            choice["tokens"] = tuple(t.id for t in self.scene.s.tokens if t.follow_up in wanted and t.to == self.id)
        return staging.chosen(choice)

    def attacks(self, *targets, using="", **choice):
        return self.does(f"attack.{using}" if using else "attack", target=targets, **choice)

    def sustains(self, power):
        return self.does(f"sustain.{power}")

    def tries(self, goal="get across", using="", **choice):
        return self.does(f"check.{using}" if using else "check", goal=goal, **choice)

    def sets_up(self, to, follow_up, using="", **choice):
        return self.does(f"setup.{using}" if using else "setup", to=to, follow_up=follow_up, **choice)

    def works_on(self, task, using="", **choice):
        return self.does(f"task.{using}" if using else "task", task=task.id, **choice)

    def opposes(self, target, aim="get past", using="", **choice):
        return self.does(f"oppose.{using}" if using else "oppose", target=target, aim=aim, **choice)

    def convinces(self, target, behaviour="stand aside", using="", **choice):
        return self.does(f"convince.{using}" if using else "convince", target=target, behaviour=behaviour, **choice)

    def restrains(self, target, using="", **choice):
        return self.does(f"restrain.{using}" if using else "restrain", target=target, **choice)

    def shakes_off(self, whom, kind="restrain", **choice):
        return self.does("resist", track=self._track(kind, whom), **choice)

    def turns_it_round(self, whom, kind="convince", into="convince", using="", **choice):
        key = f"counter.{using}" if using else "counter"
        return self.does(key, track=self._track(kind, whom), kind=into, **choice)

    def _track(self, kind, whom):
        return next(t.id for t in self.scene.s.tracks if (t.kind, t.initiator) == (kind, whom.id))

    def breaks_free(self, of, **choice):
        return self.does("break", holder=of, **choice)

    def goes_to(self, place):
        return self.does("move", place=place)

    def passes(self):
        return self.does("end")

    # --- what they do when it is not their turn

    def answers(self, key, **choice):
        """Answer a question that is put to them now."""
        self.scene.at.act(self.seat, key, **self._filled(choice))
        return self

    def rolls(self, *faces):
        """Their dice fall; before an unopposed roll they have to take them up."""
        if getattr(self.scene.frame, "phase", "") == "ready":
            self.answers("roll")
        self.scene.at.rolls(*faces)
        return self

    def takes_the_dice(self, **choice):
        return self.answers("roll", **choice)

    def defends(self, **choice):
        return self.answers("defend", **choice)

    def stands_with(self, derived, **choice):
        return self.answers("derived", **{"with": derived}, **choice)

    def holds_down(self, successes):
        return self.answers("cancel", cancelled=successes)

    def resists_with(self, derived, **choice):
        return self.answers(derived, **choice)

    def lets_go(self, whom):
        return self.answers(f"release.{self.id}", whom=whom)


@pytest.fixture
def stage():
    """A scene of the people named, at the first one's turn: `stage(mara={"fight": 6}, guard={"defense": 4})`.

    `sets` are its places, `house` its switches; `absent` are in the cast and not in the scene.
    """

    def made(*, sets=("hall",), house=None, absent=(), begun=True, **people):
        scene = Scene(sets, house or {}, people, absent)
        return scene.begins() if begun else scene

    return made


@pytest.fixture
def edited():
    """Change parts of somebody in a state, past the rules: for positions that would take long to play."""

    def change(scene, who, **changes):
        cast = tuple(structs.replace(p, **changes) if p.id == who.id else p for p in scene.s.cast)
        scene.at.state = structs.replace(scene.s, cast=cast)
        return scene

    return change
