"""A small scene to play in the words of the table.

```
scene = stage(gregor={"body": {"athletics": 4, "riding": 5, "rowing": 5}}, troll={"adversary": True})
gregor, troll = scene.cast
gregor.tries("athletics", dl=3).rolls(2, 5, 9, 11, 3, 10, 7, exertion=3)
assert scene.outcome == ("success", 3, 3)
```
A skill is named alone ("athletics") or under its broad one ("athletics/jumping"). Whoever is no adversary has a player.
Nobody holds a point unless a test says so, so that what an actor chooses is final at once.
"""

import msgspec
import pytest
from msgspec import structs

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.files.sheets import Moral, Setting, Sheet, Technique, Trait
from cliffhanger.games.untold.files.skills import Learned, Skill, Tree
from cliffhanger.games.untold.rules.derived_ratings import ASPECTS
from cliffhanger.games.untold.rules.state import Check
from cliffhanger.games.untold.rules.tally import dl, hindrance, initiative, minimum_roll, rated, tally
from cliffhanger.games.untold.rules.verbs import at_brink, devotion_left, known, left, person
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.game import Seat, Setup
from cliffhanger.testing import staging

UNTRAINED = (
    "athletics/jumping",
    "athletics/running",
    "infiltration/disguise",
    "infiltration/sneaking",
    "cognition/recall",
)


def sheet(name, given):
    """A sheet of the named skills; a rank may be (rank, Second Nature)."""
    rows = {}
    for realm in ("body", "mind"):
        for path, named in given.get(realm, {"cognition": 0} if realm == "mind" else {"athletics": 0}).items():
            rank, sn = named if isinstance(named, tuple) else (named, -1)
            broad, _, sub = path.partition("/")
            if sub:
                rows.setdefault(broad, Learned(broad, broad.capitalize(), realm))
                rows[sub] = Learned(sub, sub.capitalize(), realm, broad, rank, sn)
            else:
                rows[broad] = Learned(broad, broad.capitalize(), realm, "", rank, sn)
    return Sheet(
        name,
        given.get("name", name.capitalize()),
        tuple(rows.values()),
        tuple(Trait(t, t.capitalize()) for t in given.get("strengths", ())),
        tuple(Trait(t, t.capitalize()) for t in given.get("weaknesses", ())),
        tuple(Technique(t, t.capitalize(), skill) for t, skill in given.get("techniques", {}).items()),
        tuple(Moral(t, t.capitalize(), level) for t, level in given.get("moral", {}).items()),
    )


def tree():
    """The skills that nobody has learned, so that they can be tried untrained."""
    rows = {}
    for path in UNTRAINED:
        broad, _, sub = path.partition("/")
        realm = "mind" if broad == "cognition" else "body"
        rows.setdefault(broad, Skill(broad, broad.capitalize(), realm))
        rows[sub] = Skill(sub, sub.capitalize(), realm, broad)
    return Tree(tuple(rows.values()))


class Scene(staging.Stage):
    """One scene under way; `cast` are its people in order, and its verbs are the Game Master's."""

    def __init__(self, house, people, villain_points):
        sheets = {name: sheet(name, given) for name, given in people.items()}
        heroes = [name for name, given in people.items() if not given.get("adversary")]
        setting = Setting(
            "test",
            "A test",
            "Nothing is real.",
            tree(),
            tuple(sheets[name] for name in heroes),
            tuple(each for name, each in sheets.items() if name not in heroes),
            (),
        )
        seats = (Seat("gm", "gm", "Game Master"), *(Seat(name, "player", sheets[name].name) for name in heroes))
        super().__init__(GAME, Setup(seats, house, {"setting": msgspec.to_builtins(setting)}))
        self.at = self.play
        self.cast = tuple(Actor(self, name) for name in people)
        self.at.act("gm", "open", name="A scene", present=tuple(people))
        for actor in self.cast:
            given = people[actor.id]
            if actor.id in heroes:
                self.rules("cast", actor.id, "hero_points", to=given.get("points", 0))
            for name, lost in given.get("lost", {}).items():
                self.rules("cast", actor.id, "aspects", name, "damaged", to=lost)
            if given.get("devotion_spent"):
                self.rules("cast", actor.id, "devotion_spent", to=given["devotion_spent"])
        self.rules("villain_points", to=villain_points)
        self.at.events.clear()

    # --- what lies on the table

    @property
    def s(self):
        return self.state

    @property
    def check(self):
        f = self.s.stack[-1]
        assert isinstance(f, Check), f"no check is under way, but {f}"
        return f

    @property
    def over(self):
        return not isinstance(self.s.stack[-1], Check)

    @property
    def dl(self):
        return dl(self.s, self.check)

    @property
    def mr(self):
        return minimum_roll(self.s, self.check)

    @property
    def hindrance(self):
        return hindrance(self.s, self.check)

    @property
    def tally(self):
        return tally(self.s, self.check)

    @property
    def net(self):
        return self.tally.net

    @property
    def outcome(self):
        """What came of the last check: its outcome, net successes, difficulty."""
        assert self.over, f"the check is not over: {self.at.open()}"
        e = self.s.shown.event
        return e.what, e.data["net"], e.data["dl"]

    @property
    def villain_points(self):
        return self.s.villain_points

    @property
    def counter(self):
        return self.s.hero_spent % 3

    @property
    def to_tell(self):
        return [t.kind for t in self.s.tales]

    # --- the Game Master's verbs

    def strains(self, actor, amount, realm="body"):
        return self.does("strain", whom=actor, amount=amount, realm=realm, why="it tells")

    def wounds(self, actor, amount, realm="body"):
        return self.does("wound", whom=actor, amount=amount, realm=realm, why="it bites")

    def hours(self, hours, *rest):
        return self.minutes(60 * hours, *rest)

    def minutes(self, minutes, *resting):
        if resting:
            return self.does("clock", minutes=minutes, whom=tuple(each.id for each in resting))
        return self.does("clock", minutes=minutes)

    def spends(self, key, **choice):
        return self.does(key, **choice)

    def confirms(self):
        return self.does("confirm")


class Actor(staging.Actor):
    """One of them: what they have left, and what they do."""

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
    def points(self):
        return self.now.hero_points

    @property
    def bases(self):
        return tuple(known(self.scene.s, self.now).bases[name] for name in ASPECTS)

    @property
    def lost(self):
        return {row.id: row.lost for row in self.now.aspects if row.lost}

    @property
    def spent(self):
        return {row.id: row.spent for row in self.now.aspects if row.spent}

    @property
    def devotion(self):
        return devotion_left(self.scene.s, self.now)

    @property
    def initiative(self):
        return initiative(self.scene.s, self.now)

    @property
    def at_brink(self):
        return at_brink(self.scene.s, self.now)

    def left(self, name):
        return left(self.scene.s, self.now, name)

    def excess(self, name):
        return next(row.excess for row in self.now.aspects if row.id == name)

    def rated(self, skill):
        found = known(self.scene.s, self.now).skills[skill]
        return found.rank, found.sn, found.ratio

    def highest(self, realm):
        """The Skill Ranks and Second Natures of a realm as the stores are made of them, highest first."""
        rows = [r for r in known(self.scene.s, self.now).skills.values() if r.realm == realm and not r.from_broad]
        learned = [r for r in rows if r.rank]
        return sorted((r.rank for r in learned), reverse=True), sorted((r.sn for r in learned), reverse=True)

    def asked(self):
        """The keys of what waits for them, beside what is open at any time."""
        return [o.key for o in self.scene.at.options(self.seat) if not o.blocked and not o.standing]

    # --- what they do

    def declares(self, skill, goal="get across", **more):
        key = "check" if self.seat != "gm" else f"check.{self.id}"
        self.scene.at.act(self.seat, key, goal=goal, skill=skill, **more)
        return self

    def tries(self, skill, dl=2, goal="get across", mods=None, tie=None, **more):
        """Declare a check; the Game Master takes it as it is, with what helps and hinders as named."""
        self.declares(skill, goal, **more)
        named = {"base": dl}
        if mods is not None:
            named["mods"] = mods
        if tie is not None:
            named["tie"] = tie
        self.scene.does("set", **named)
        return self

    def rolls(self, *faces, **spend):
        """Roll the pool, or whatever of theirs is in the air."""
        if not isinstance(self.scene.at.waiting, Roll):
            self.scene.at.act(self.seat, "roll", **spend)
        self.scene.at.rolls(*faces)
        return self

    def takes_up(self, **spend):
        """Build the pool and take the dice, that do not fall yet."""
        self.scene.at.act(self.seat, "roll", **spend)
        return self

    def rolls_boons(self, *faces):
        """Roll boon dice one by one, as long as any is owed and there are faces."""
        for face in faces:
            many = {"dice": 1} if len(self.scene.check.owed) > 1 else {}
            self.scene.at.act(self.seat, "boon", **many).rolls(face)
        return self

    def pushes(self, *faces, exertion=1):
        self.scene.at.act(self.seat, "push", exertion=exertion)
        self.scene.at.rolls(*faces)
        return self

    def accepts(self):
        return self.does("accept")

    def takes_mixed(self):
        return self.does("mixed")

    def passes_to(self, other):
        return self.does("pass", to=other)

    def confirms(self):
        return self.does("confirm")

    def rests_for(self, what):
        return self.does("rest" if self.seat != "gm" else f"rest.{self.id}", what=what)

    def rated_now(self):
        return rated(self.scene.s, self.scene.check)


@pytest.fixture
def stage():
    """A scene of the people named: `stage(gregor={"body": {"athletics": 4}}, house={...}, villain_points=1)`."""

    def made(*, house=None, villain_points=0, **people):
        return Scene(house or {}, people, villain_points)

    return made


@pytest.fixture
def edited():
    """Change parts of somebody in a state, past the rules: for positions that would take long to play."""

    def change(scene, who, **changes):
        cast = tuple(structs.replace(p, **changes) if p.id == who.id else p for p in scene.s.cast)
        scene.at.state = structs.replace(scene.s, cast=cast)
        return scene

    return change
