"""A small scene to play in the words of the table.

```
scene = stage(ann={"duty": 8, "bo": 6, "gear": 10, "points": 1}, bo={"feature": True})
ann, bo = scene.cast
ann.wants("the letter", of=bo, stake="duty").rolls_with("duty", "bo", "gear").falls("d8=5 d6=1 d10=7")
assert ann.standing == 12
```
A sheet is a word and a rating each: a Value by its name, a Relationship by the name of the other person, anything else
an Asset. What a test does not name is a D6: six Values, a Relationship to everybody else, and no Asset. Whoever is no
Feature is a Lead in a seat of their own. Nobody has a point but by `points`, so that a Result is final at once. Resources
are named apart, `resources={"ben": ("extra", 6)}`; `triggers` and `limits` go by the Asset that has them.

Dice are scripted as they are written down, `d8=5 d6=1`, in any order: the pool has to be just these dice.
"""

import msgspec
import pytest
from msgspec import structs

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.files.series import MASTER
from cliffhanger.games.smallville.files.sheets import (
    VALUES,
    Asset,
    Relationship,
    Resource,
    SceneCard,
    Series,
    Sheet,
    Value,
)
from cliffhanger.games.smallville.rules.sheets import all_traits
from cliffhanger.games.smallville.rules.state import Pool, Scene
from cliffhanger.games.smallville.rules.verbs import contest, person
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.game import Seat, Setup
from cliffhanger.testing import staging

USUAL = 6
NO_TRAITS = {"feature", "points", "locked", "stress", "growth", "kinds", "says", "resources", "triggers", "limits"}
WATCHTOWER = MASTER.id
BEFORE = "Before you roll"
UNCHANGED = {"epilogue": {"text": "They sleep well."}, "done": {}, "keep": {"ties": ()}, "skip_growth": {}}


def sheet(name, given, others):
    """A sheet of the named ratings; a rating of 0 takes a trait off it that everybody has."""
    traits = {word: rating for word, rating in given.items() if word not in NO_TRAITS}
    says = given.get("says", {})
    values = [(word.lower(), word, traits.pop(word.lower(), USUAL)) for word in VALUES]
    ties = [(other, traits.pop(other, USUAL)) for other in others]
    return Sheet(
        name,
        name.capitalize(),
        tuple(Value(key, word, n, says.get(key, f"{word} is all.")) for key, word, n in values if n),
        tuple(Relationship(key, key.capitalize(), n, says.get(key, "Dear to me.")) for key, n in ties if n),
        tuple(asset(key, n, given) for key, n in traits.items() if n),
        tuple(Resource(key, key.capitalize(), *row) for key, row in given.get("resources", {}).items()),
    )


def asset(key, rating, given):
    """An Asset: Gear, unless `kinds` says otherwise, with its triggers and its Limit."""
    kind, triggers = given.get("kinds", {}).get(key, "gear"), given.get("triggers", {}).get(key, ())
    return Asset(key, key.capitalize(), kind, rating, "", tuple(triggers), given.get("limits", {}).get(key, ""))


def setup(people, house, cards=("A scene",)):
    """A table of these people, without a file: whoever is no Feature is a Lead."""
    sheets = {name: sheet(name, given, [n for n in people if n != name]) for name, given in people.items()}
    leads = [name for name, given in people.items() if not given.get("feature")]
    series = Series(
        "test",
        "A test",
        "Nothing is real.",
        tuple(sheets[name] for name in leads),
        tuple(each for name, each in sheets.items() if name not in leads),
        tuple(SceneCard(card.lower().replace(" ", "_"), card) for card in cards),
    )
    seats = (MASTER, *(Seat(name, "lead", sheets[name].name) for name in leads))
    return Setup(seats, house, {"series": msgspec.to_builtins(series)})


def faces_of(script, dice):
    """Scripted faces in the order of the dice in the air: `d8=5 d6=1`, or numbers in that order already."""
    if isinstance(script, tuple):
        return script
    told = [tuple(map(int, word.removeprefix("d").split("="))) for word in script.split()]
    assert sorted(size for size, _ in told) == sorted(dice), f"{script} is scripted, {dice} are in the air"
    return tuple(told.pop(next(n for n, (size, _) in enumerate(told) if size == die))[1] for die in dice)


class Stage(staging.Stage):
    """One scene under way; `cast` are its people in order, and its verbs are the Watchtower's."""

    def __init__(self, people, house):
        super().__init__(GAME, setup(people, house))
        self.at, self.given = self.play, people
        self.cast = tuple(Actor(self, name) for name in people)

    def begins(self, absent):
        """Begin the episode, open a scene, and put in place by rulings what the people are given."""
        self.does("episode")
        while isinstance(roll := self.at.waiting, Roll):
            self.at.rolls(*(2,) * len(roll.dice))
        for actor in self.cast:
            given = self.given[actor.id]
            for what in ("points", "locked") if actor.now.kind == "lead" else ():
                self.rules("cast", actor.id, what, to=given.get(what, 0))
            for kind, rating in given.get("stress", {}).items():
                self.rules("cast", actor.id, "stress", kind, "rating", to=rating)
            if "growth" in given:
                self.rules("cast", actor.id, "growth", to=list(given["growth"]))
        self.opens(*(actor for actor in self.cast if actor.id not in absent))
        self.at.events.clear()
        return self

    # --- what lies on the table

    @property
    def s(self):
        return self.state

    @property
    def frame(self):
        return self.s.stack[-1]

    @property
    def contest(self):
        """The Contest under way; an AssertionError names what is under way instead."""
        found = contest(self.s)
        assert found, f"no Contest is under way, but {self.frame}"
        return found

    @property
    def closed(self):
        """Whether the scene goes on with nothing under way in it."""
        return isinstance(self.frame, Scene)

    @property
    def trouble(self):
        return self.s.trouble

    @property
    def erased(self):
        """How many dice of each Resource are erased."""
        return {row.id: row.dice for row in self.s.spent}

    @property
    def bonus(self):
        """The dice that go straight to the Result of the pool that is being built: trait and face."""
        return [(die.trait, die.face) for die in self.frame.bonus]

    @property
    def standing(self):
        return self.contest.sides[0].total

    @property
    def stress_dice(self):
        """The Stress Pool that is in the air."""
        assert self.frame.phase == "roll", f"no Stress is rolled, but {self.at.open()}"
        return self.at.waiting.dice

    @property
    def pool(self):
        """The question of the pool that is being built: its items, their slots, what is paid."""
        option = next(o for o in self.at.options() if o.key == "roll")
        return option.params[0]

    def asked(self, seat=WATCHTOWER):
        """The keys of what a seat is asked, beside what it may do while others are, and before it rolls."""
        return [o.key for o in self.at.options(seat) if not (o.blocked or o.reaction or o.group == BEFORE)]

    def is_not_asked(self, key):
        return self.at.closed(WATCHTOWER, key)

    def data(self, what):
        """What the last event of a kind told."""
        assert self.told(what), f"nothing is told of {what}"
        return self.told(what)[-1].data

    # --- the Watchtower's verbs

    def opens(self, *people, name="A scene"):
        return self.does("open", name=name, present=people, problem="It is late.")

    def complicates(self, *ones, what="the lights go out"):
        """Buy Complications, each by the size of its die: the open ones of that size, the first of them first."""
        items = list(next(o for o in self.at.options(WATCHTOWER) if o.key == "complicate").params[0].items)
        chosen = []
        for size in ones or [item.dice[0] for item in items]:
            item = next(item for item in items if item.dice == (size,))
            items.remove(item)
            chosen.append(item.id)
        return self.does("complicate", ones=tuple(chosen), what=what)

    def lapses(self):
        return self.does("lapse")

    def tests(self, actor, goal="over the roof"):
        """Call a Test, and roll all of Trouble."""
        return self.does("test", who=actor, goal=goal)

    def ends_episode(self):
        """The scene is over and so is the episode; nobody changes and nothing grows."""
        if self.closed:
            self.does("end")
        self.does("end_episode")
        while found := [o for o in self.at.options() if o.key in UNCHANGED]:
            self.at.act(found[0].seat, found[0].key, found[0].window, **UNCHANGED[found[0].key])
        return self


class Actor(staging.Actor):
    """One of them: how they are, and what they do."""

    # --- how they are

    @property
    def now(self):
        return person(self.stage.s, self.id)

    @property
    def seat(self):
        return self.now.seat

    @property
    def points(self):
        """What they can spend, and what waits until something closes."""
        return self.now.points, self.now.locked

    @property
    def stress(self):
        return {row.id: row.rating for row in self.now.stress if row.rating}

    @property
    def out(self):
        return self.now.stressed_out

    @property
    def standing(self):
        """Their last Result in the Contest under way, as soon as it is fixed."""
        f = self.stage.frame
        if isinstance(f, Pool) and f.who == self.id and f.phase == "complications":
            return f.total
        return next(side.total for side in self.stage.contest.sides if side.who == self.id)

    @property
    def acts(self):
        return self.stage.contest.sides[0].who == self.id

    @property
    def best(self):
        """What the dice that lie there come to as they are, and with one die more each: the words of the question."""
        (more,) = self.option("fix").params
        return [int(words.partition(":")[0].rpartition(" ")[2]) for _, words in more.words]

    def option(self, key):
        """An option of theirs, open or blocked."""
        return self.stage.at.option(self.seat, key)

    def asked(self):
        """The keys of what they are asked, beside what they may do while others are, and before they roll."""
        return self.stage.asked(self.seat)

    # --- what they do

    def wants(self, goal="the letter", *, of, stake="duty"):
        """Begin a Contest."""
        key = "contest" if self.seat != WATCHTOWER else f"contest.{self.id}"
        return self.does(key, against=of, goal=goal, stake=stake)

    def rolls_with(self, *traits, **more):
        """Build the pool of these traits; without any, of what lies there."""
        return self.does("roll", **({"pool": traits} if traits else {}), **more)

    def cannot_roll_with(self, *traits):
        return self.cannot("roll", pool=traits)

    def falls(self, *script, more=0):
        """The dice in the air fall as scripted; then as many more dice are bought for the Result, if that is asked."""
        self.lets_fall(*script)
        return self.fixes(more) if "fix" in self.asked() else self

    def lets_fall(self, *script):
        """The dice in the air fall as scripted, and no more."""
        self.stage.dice_in_the_air()
        self.stage.at.rolls(*faces_of(script[0] if isinstance(script[0], str) else script, self.stage.at.waiting.dice))
        return self

    def lets_roll(self, *script):
        """Take the dice that lie there, and let them fall, and no more."""
        return self.rolls_with().lets_fall(*script)

    def fixes(self, more=0):
        return self.does("fix", more=more)

    def rolls(self, *script, **more):
        """Take the dice that lie there, and let them fall; ones of theirs lapse."""
        self.rolls_with(**more).falls(*script)
        if isinstance(f := self.stage.frame, Pool) and f.phase == "complications":
            seats = [o.seat for o in self.stage.at.options() if o.key in ("lapse", "leave")]
            for seat in seats:
                self.stage.at.act(seat, "lapse" if self.now.kind == "lead" else "leave")
        return self

    def gives_in(self, how="with a nod"):
        return self.does("give_in", how=how)

    def yields(self, how="with a nod"):
        return self.does("yield", how=how)

    def takes_it(self):
        return self.does("take")

    def hurts(self, kind):
        return self.does("stress", kind=kind)

    def crushes(self, *kind):
        return self.does("crush", **({"kind": kind[0]} if kind else {}))

    def spites(self, kind):
        return self.does("spite", kind=kind)

    def cuts(self, size):
        return self.does("cut", die=f"d{size}")

    def stays(self):
        return self.does("stay")

    def drops_out(self):
        return self.does("drop_out")

    def waits(self):
        return self.does("wait")

    def aids(self, *traits, **more):
        """Help whoever rolls, with a pool of these traits."""
        return self.does(f"aid.{self.id}", pool=traits, **more)

    def claims(self, aim="the floor", *, of):
        return self.does(f"claim.{self.id}", aim=aim, of=of)

    def steps_in(self, *, against):
        return self.does(f"interfere.{self.id}.{against.id}")

    def relieves(self, patient, kind, deed="a hand on the shoulder"):
        """Offer somebody help over one kind of Stress."""
        key = "relieve" if self.seat != WATCHTOWER else f"relieve.{self.id}"
        return self.does(key, what=f"{patient.id}/{kind}", deed=deed)

    def lets_them(self):
        return self.does("consent")

    def uses(self, resource, **more):
        """Bring a Resource of theirs into the roll."""
        return self.does("use", what=resource, **more)

    def borrows(self, resource):
        return self.does("borrow", what=resource)

    def has_at_hand(self, name="a lamp", **more):
        """Make a Useful Detail."""
        return self.does("detail", name=name, **more)

    @property
    def drives(self):
        """Their Drives that are not what the episode found, and their ratings now."""
        return {row.id: row.rating for row in self.now.drives}

    @property
    def ratings(self):
        """All traits of their sheet, by id."""
        return {row.id: row.rating for row in all_traits(self.now.sheet)}


@pytest.fixture
def stage():
    """A scene of the people named: `stage(ann={"duty": 8}, bo={"feature": True}, house={...}, absent=("bo",))`."""

    def made(*, house=None, absent=(), begun=True, **people):
        scene = Stage(people, house or {})
        return scene.begins(absent) if begun else scene

    return made


@pytest.fixture
def table_of():
    """The set-up of a table: `table_of({"ann": {}, "bo": {}}, {}, ("The first scene", "The last one"))`."""
    return setup


@pytest.fixture
def edited():
    """Change parts of somebody in a state, past the rules: for positions that would take long to play."""

    def change(scene, who, **changes):
        cast = tuple(structs.replace(p, **changes) if p.id == who.id else p for p in scene.s.cast)
        scene.at.state = structs.replace(scene.s, cast=cast)
        return scene

    return change
