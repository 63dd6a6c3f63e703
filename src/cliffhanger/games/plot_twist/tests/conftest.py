"""A stage for Plot Twist: Characters with a few numbers, cards in hand, and the verbs of the table.

```
lantern, basalt = stage(lantern={"body": 6, "fighting": 4}, basalt={"kind": "villain"}).cast
lantern.attacks(basalt, "melee").throws("HHTHTHHTHT", "HTTHT")
assert basalt.physical == (9, 9, 0)
```
"""

import msgspec
import pytest
from msgspec import structs

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files.cards import Attributes, Heroics, Skills
from cliffhanger.games.plot_twist.files.checks import CARDS
from cliffhanger.games.plot_twist.rules import facts, roster
from cliffhanger.games.plot_twist.rules.pieces import GM, Hand, Lying, Person
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, Context, Lasting, Throw, Turns
from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.game import Seat, Setup
from cliffhanger.testing import staging

USUAL = 3
VILLAIN = {"kind": "villain"}
COUNTERS = (
    "physical",
    "mental",
    "social",
    "physical_trauma",
    "mental_trauma",
    "energy",
    "moves",
    "attacks",
    "quantity",
)
FIELDS = {kind: kind.__struct_fields__ for kind in (Attributes, Heroics, Skills)}
NEVER = 50


def character(name, given):
    """A card of the named numbers: an Attribute nobody names is 3, a rank 0."""
    kind = given.get("kind", "hero")
    card = {
        "id": name,
        "kind": kind,
        "name": given.get("name", name.capitalize()),
        "colour": given.get("colour", "golden"),
    }
    card["attributes"] = {each: given.get(each, USUAL) for each in FIELDS[Attributes]}
    card["heroics"] = {each: given[each] for each in FIELDS[Heroics] if each in given}
    card["skills"] = {each: given[each] for each in FIELDS[Skills] if each in given}
    if kind == "mook":
        return {**card, "quantity": given["quantity"]}
    return {**card, "keywords": given.get("keywords", ())}


def weapon(name, given):
    """The weapon of somebody: `weapon="melee 0/2"`, Trauma before Stress."""
    kind, numbers = given["weapon"].split()
    trauma, stress = (each if each == "*" else int(each) for each in numbers.split("/"))
    blade = {"type": kind, "trauma": trauma, "stress": stress, "overcharged": given.get("overcharged", False)}
    return {
        "id": f"{name}s-weapon",
        "kind": "equipment",
        "name": f"Weapon of {name}",
        "colour": "golden",
        "weapon": blade,
    }


def person(name, given):
    """Somebody as they enter play: full Resistances, and only those other counters that are named."""
    kind, attributes = given.get("kind", "hero"), {each: given.get(each, USUAL) for each in FIELDS[Attributes]}
    full = {"physical": 3 * attributes["body"], "mental": 3 * attributes["mind"], "social": 3 * attributes["charm"]}
    counters = ({} if kind == "mook" else full) | {each: given[each] for each in COUNTERS if each in given}
    will = given.get("belief", given.get("hate", 0))
    armed = (f"{name}s-weapon",) if "weapon" in given else ()
    statuses = tuple(given.get("statuses", ()))
    seat = name if kind == "hero" else GM
    return Person(name, seat, kind, will=will, statuses=statuses, equipment=armed, active="".join(armed), **counters)


def cards_of(text):
    """The cards of a file that is read as people's files are."""
    if not text:
        return ()
    found = read_form(CARDS, "test.toml", f"format = 1\n{text}")
    assert not isinstance(found, list), found
    return found.card


def setup(people, text, house, place, hands, lying=(), twists=()):
    """A table of these people, with the cards of this text; `lying` are in play, `twists` in the Twists Deck."""
    cards = [character(name, given) for name, given in people.items()]
    cards += [weapon(name, given) for name, given in people.items() if "weapon" in given]
    written = cards_of(text)
    made = [person(name, given) for name, given in people.items()]
    seats = (Seat(GM, "gm", "Gia"), *(Seat(p.id, "player", f"{p.id.capitalize()}'s") for p in made if p.kind == "hero"))
    piles = []
    for seat in seats:
        held = [f"{each}.{n}" for n, each in enumerate(hands.get(seat.id, {}).get("hand", ()), 1)]
        deck = [f"{each}.{n}" for n, each in enumerate(hands.get(seat.id, {}).get("deck", ()), 50)]
        piles.append(
            Hand(seat.id, tuple(sorted(deck)), tuple(sorted(held)), plot=hands.get(seat.id, {}).get("plot", ()))
        )
    content = {"cards": [*cards, *msgspec.to_builtins(written)], "people": msgspec.to_builtins(made)}
    content |= {"hands": msgspec.to_builtins(piles), "place": place}
    return Setup(seats, house, {**content, "lying": msgspec.to_builtins(lying), "twists": list(twists)})


class Stage(staging.Stage):
    """Turn 1 of a table; `cast` are its people in order."""

    def __init__(self, people, text="", house=None, place="", hands=None, **more):
        super().__init__(GAME, setup(people, text, house or {}, place, hands or {}, **more))
        self.cast = tuple(Actor(self, name) for name in people)

    @property
    def s(self):
        return self.state

    @property
    def frame(self):
        return self.s.stack[-1]

    @property
    def fight(self):
        """The Combat under way."""
        found = roster.combat(self.s)
        assert found, f"nobody fights: {self.frame}"
        return found

    @property
    def events(self):
        """The kinds of all that was told since the stage was set."""
        return [event.what for event in self.play.events]

    def asked(self):
        """The keys of all that is open, whoever is asked."""
        return self.play.open()

    def edits(self, kind, **changes):
        """Change the innermost frame of a kind past the rules: for positions that would take long to play."""
        self.play.state = roster.changed(self.s, kind, **changes)
        return self

    def now_has(self, **changes):
        """Change the table past the rules."""
        self.play.state = structs.replace(self.s, **changes)
        return self

    def takes(self, *keys):
        """Whoever is asked for one of these takes it, as long as one is asked."""
        for _ in range(NEVER):
            found = [o for o in self.play.options() if o.key in keys and not o.blocked]
            if not found or isinstance(self.play.waiting, Roll):
                return self
            self.play.act(found[0].seat, found[0].key, found[0].window)
        raise AssertionError(f"{keys} for ever")

    def goes_to(self, phase):
        """All pass until this step of the Combat."""
        for _ in range(NEVER):
            if self.fight.phase == phase:
                return self
            self.takes_one("pass", "redraw")
        raise AssertionError(f"no {phase} step comes")

    def takes_one(self, *keys):
        """Whoever is asked for one of these takes it; cards that are due are drawn, the first of them."""
        if isinstance(due := self.play.waiting, Draw):
            self.play.draws(*due.cards[: due.count])
            return self
        found = next(o for o in self.play.options() if o.key in keys and not o.blocked)
        self.play.act(found.seat, found.key, found.window)
        return self

    def at_melee(self):
        """The Combat under way goes on at Melee Distance."""
        return self.edits(Combat, distance="melee")

    def locks(self, who, word, kind="heroic"):
        """A Heroic or a Keyword is Locked this Turn."""
        return self.now_has(lasting=(*self.s.lasting, Lasting(f"rule/lock_{kind}/{word}", who.id, Context(), "turn")))

    def ends_combat(self):
        """All pass until the Combat is over, and nobody throws cards away."""
        while roster.combat(self.s):
            self.takes_one("pass", "redraw", "throw", "stand_by")
        return self

    def ends_turn(self):
        """All pass until this Turn is over, or something else is asked."""
        number = self.s.turn
        while self.s.turn == number and "pass" in self.asked():
            self.takes_one("pass")
        return self

    def lies(self, name):
        """A card in play."""
        return next(each for each in self.s.lying if each.id == name)

    def throws(self, *coins):
        """Coins fall as told, one string a side; nobody buys any, and nobody raises."""
        for each in coins:
            self.takes("throw", "stand_by", "defend")
            assert isinstance(self.play.waiting, Roll), f"no coins are in the air, but {self.asked()} of {self.frame}"
            assert len(self.play.waiting.dice) == len(each), (
                f"{len(self.play.waiting.dice)} coins are in the air, not {each}"
            )
            self.play.rolls(*(2 if coin == "H" else 1 for coin in each))
        return self.takes("stand_by")

    def settles(self):
        """Nobody buys anything more; no coin is left to fall."""
        self.takes("throw", "stand_by")
        assert not isinstance(self.frame, Throw), f"coins are in the air: {self.play.waiting}"
        return self


class Actor(staging.Actor):
    """One of them: how they are, and what they do."""

    @property
    def now(self):
        return roster.person(self.stage.s, self.id)

    @property
    def seat(self):
        return facts.seat_of(self.stage.s, self.id)

    def _resistance(self, kind):
        p = self.now
        return facts.stress(p, kind), facts.most(self.stage.s, self.id, kind), facts.trauma(p, kind)

    @property
    def physical(self):
        """Stress left, the most there is, Trauma."""
        return self._resistance("physical")

    @property
    def mental(self):
        return self._resistance("mental")

    @property
    def social(self):
        return self._resistance("social")

    @property
    def hand(self):
        """The cards they hold, by the ids of the cards."""
        return [each.partition(".")[0] for each in roster.hand(self.stage.s, self.seat).hand]

    def fights(self, target):
        """Start a Combat, or a Sneak Attack while Hidden; those before them pass."""
        while self.stage.frame.phase == "free" or self.seat not in self.stage.frame.round.may():
            self.stage.takes_one("pass")
        return self.does(f"fight.{self.id}", target=target)

    def plays(self, card, **more):
        """Play a card of their hand in a step."""
        return self.does("play", ride=self.held(card), **more)

    def held(self, card):
        """The first instance of a card in their hand."""
        return next(each for each in roster.hand(self.stage.s, self.seat).hand if each.partition(".")[0] == card)

    def attacks(self, target, type_="melee", card="", form="", **more):
        """Declare an attack: a Combat starts if none is under way, and all pass until it is theirs to attack."""
        if isinstance(self.stage.frame, Turns):
            self.fights(target)
        if self.stage.fight.phase != "attack":
            self.stage.goes_to("attack")
        if type_ == "melee":
            self.stage.at_melee()
        while self.id not in self.stage.fight.round.may():
            self.stage.takes_one("pass")
        ride = {"ride": (self.held(card),)} if card else {}
        named = f"{self.now.active}:{form}" if form else ":stress"
        return self.does(f"attack.{type_}", form=named, **ride, **more)

    def cannot_attack(self, type_, **choice):
        return self.cannot(f"attack.{type_}", **choice)

    def defends(self, rank):
        return self.does("defend", rank=rank)

    def buys(self, n):
        """Coins, before they fall."""
        return self.does("coins", n=n)

    def raises(self, n=1):
        """Automatic Successes for Belief."""
        return self.does("raise", n=n)

    def throws(self, *coins):
        self.stage.throws(*coins)
        return self

    def settles(self):
        self.stage.settles()
        return self

    @property
    def attack(self):
        """The attack under way."""
        return roster.frame(self.stage.s, Attack)


@pytest.fixture
def stage():
    """Turn 1: `stage(ann={"fighting": 2}, bo={"kind": "villain"}, cards=\"\"\"[[card]]...\"\"\", house={...}, hands={...})`."""

    def made(*, cards="", house=None, place="", hands=None, lying=(), twists=(), **people):
        return Stage(people, cards, house, place, hands, lying=lying, twists=twists)

    return made


@pytest.fixture
def two(stage):
    """A Hero on whom a card lies, and a Villain."""

    def made(cards, *, on="ann", more=None, other=None, **rest):
        scene = stage(cards=cards, ann=more or {}, foe=VILLAIN | (other or {}), **rest)
        seat = "gm" if on == "foe" else "ann"
        return scene.now_has(lying=(Lying("it", seat, on),)).cast

    return made


@pytest.fixture
def armed(stage):
    """A Hero with an attack card in hand, and a Villain."""

    def made(cards, more=None, other=None, **rest):
        hands = {"ann": {"hand": ("it",)}}
        return stage(cards=cards, hands=hands, ann=more or {}, foe=VILLAIN | (other or {}), **rest).cast

    return made
