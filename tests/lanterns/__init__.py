"""Lanterns, a game for tests: two keepers with hidden oil light lanterns against the wind, hour by hour.

It uses each thing of the kernel once: a secret draw, a roll, the three kinds of parameter, a round of passing, a power
of the host that stands open all night, a figure beside an option, and an odds question.
"""

import dataclasses
from fractions import Fraction
from itertools import product
from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.figures import Figure, take
from cliffhanger.kernel.frames import Passing, amend, change, one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.game import Answer, Game, Parameter, Preset, Question, Role, Seat, Setup
from cliffhanger.kernel.house_rules import Switch
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import bound, offer
from cliffhanger.kernel.panels import Card, Counter, Group, Track
from cliffhanger.kernel.params import Item, Number, Pick, Text, sample
from cliffhanger.kernel.sentences import LIST, NUMBER, TEXT, Sentence

OIL = tuple(f"oil{n}-{copy}" for n in (1, 2, 3, 4) for copy in "abc")
HIDDEN = "oil0"
WALL = {"calm": 7, "storm": 9}


class Keeper(Struct, frozen=True):
    id: str
    name: str
    hand: tuple[str, ...] = ()


class Watch(Struct, frozen=True, tag_field="frame", tag="watch"):
    number: int = 0


class Hour(Struct, frozen=True, tag_field="frame", tag="hour"):
    passing: Passing
    number: int = 0
    phase: Literal["deal", "work", "wind"] = "deal"
    oil: int = 0
    dice: int = 0


class Night(Struct, frozen=True):
    keepers: tuple[Keeper, ...]
    deck: tuple[str, ...]
    house: dict[str, str]
    stack: tuple[Watch | Hour, ...] = (Watch(),)
    lit: int = 0
    hours: int = 0
    serial: int = 0
    news: tuple[Event, ...] = ()


def ready(players, files):
    if files:
        return [Fault(name, 0, "", "This game has no files.") for name in files]
    chairs = (Seat("host", "host", "The Wind"), Seat("k1", "keeper", "Ida"), Seat("k2", "keeper", "Bram"))
    return Setup(chairs[: 1 + max(1, min(players, 2))])


def start(setup):
    keepers = tuple(Keeper(seat.id, seat.name) for seat in setup.seats if seat.role == "keeper")
    return Night(keepers, OIL, {"weather": "calm"} | setup.house)


def advance(s):
    frame = top(s)
    if isinstance(frame, Watch):
        return s if s.lit >= 3 or s.hours >= 3 else push(s, Hour(Passing(tuple(k.id for k in s.keepers))))
    if frame.phase == "deal" and (not s.deck or all(len(keeper.hand) == 2 for keeper in s.keepers)):
        return turn(s, phase="work")
    return turn(s, phase="wind") if frame.phase == "work" and frame.passing.over else s


def waiting(s):
    hour = top(s)
    if isinstance(hour, Watch):
        return Over((("lanterns", s.lit),))
    if hour.phase == "deal":
        short = next(keeper for keeper in s.keepers if len(keeper.hand) < 2)
        return Draw(f"{hour.number}-{short.id}", short.id, "oil", s.deck, min(2 - len(short.hand), len(s.deck)))
    if hour.phase == "wind":
        return Roll(str(hour.number), s.keepers[0].id, "wind", (6,) * max(1, hour.dice), "The wind rises")
    return tuple(each for keeper in s.keepers if keeper.id in hour.passing.may() for each in work(s, hour, keeper))


def work(s, hour, keeper):
    who, window = keeper.id, f"{hour.number}-{keeper.id}"
    oil = tuple(Item(card, f"Oil {card[3]}", int(card[3])) for card in keeper.hand)
    set_ = "The dice are chosen for this hour." if hour.dice else ""
    yield offer(who, window, "pour", "Pour oil", bound(pour, who=who), Pick("oil", "Oil", oil, 1, 2), rule="LN-POUR")
    yield offer(
        who,
        window,
        "dare",
        "Dare the wind",
        bound(dare, who=who),
        Number("dice", "Dice", 1, 3, 1),
        rule="LN-DARE",
        blocked=set_,
        rank=1,
        figures=("burns",),
    )
    yield offer(who, window, "call", "Call out", bound(call, who=who), Text("words", "Words", 1, 40), rank=2)
    yield offer(who, window, "pass", "Wait", bound(wait, who=who), rank=3, first=True)


def standing(s):
    none = "No lantern is lit." if not s.lit else ""
    gust = Number("lanterns", "Lanterns", 1, max(1, s.lit), 1)
    return (offer("host", "wind", "gust", "A gust", blow, gust, rule="LN-GUST", blocked=none, standing=True),)


def pour(s, who, oil):
    hand = tuple(card for card in one(s.keepers, who).hand if card not in oil)
    s = tell(s, "pours", one(s.keepers, who).name, "LN-POUR", n=len(oil))
    s = replace(s, keepers=change(s.keepers, who, hand=hand))
    return turn(s, oil=top(s).oil + sum(int(card[3]) for card in oil), passing=top(s).passing.acted(who))


def dare(s, who, dice):
    return turn(tell(s, "dares", one(s.keepers, who).name, "LN-DARE", n=dice), dice=dice)


def call(s, who, words):
    return amend(tell(s, "calls", one(s.keepers, who).name, words=words), passing=top(s).passing.passes(who))


def wait(s, who):
    return amend(tell(s, "waits", one(s.keepers, who).name), passing=top(s).passing.passes(who))


def blow(s, lanterns):
    return replace(tell(s, "gust", "The Wind", "LN-GUST", n=lanterns), lit=s.lit - lanterns)


def settle(s, asked, values):
    if isinstance(asked, Draw):
        keeper = one(s.keepers, asked.seat)
        s = tell(s, "drew", keeper.name, only=(keeper.id,), cards=list(values))
        hand = tuple(sorted((*keeper.hand, *values)))
        deck = tuple(card for card in s.deck if card not in values)
        return turn(replace(s, keepers=change(s.keepers, keeper.id, hand=hand), deck=deck))
    total = sum(values) + top(s).oil
    burns = total >= WALL[s.house["weather"]]
    s = tell(s, "burns" if burns else "dark", rule="LN-LIGHT", total=total)
    return pop(replace(s, lit=min(3, s.lit + burns), hours=min(3, s.hours + 1)))


def fold(s, roll):
    missing = max(0, WALL[s.house["weather"]] - top(s).oil)
    # the sum is told to all, so it is part of what can be told apart only until the wall is reached: no rule reads it
    return 0, lambda key, die, face: min(missing, key + face)


def invariant_error(s):
    if not 0 <= s.lit <= 3 or not 0 <= s.hours <= 3:
        return "There are three hours and at most three lanterns."
    hands = [card for keeper in s.keepers for card in keeper.hand]
    if any(card not in OIL for card in (*hands, *s.deck)) or len({*hands, *s.deck}) != len(hands) + len(s.deck):
        return "Each jar of oil is there once."
    if any(len(keeper.hand) > 2 for keeper in s.keepers):
        return "A hand holds two jars."
    if not s.keepers or [keeper.id for keeper in s.keepers] != ["k1", "k2"][: len(s.keepers)]:
        return "Seats stay."
    return "" if s.house.get("weather") in WALL else "The weather is calm or storm."


def view(s, seat):
    hidden = tuple(k if k.id == seat else replace(k, hand=(HIDDEN,) * len(k.hand)) for k in s.keepers)
    return replace(s, keepers=hidden, deck=(HIDDEN,) * len(s.deck))


def guess(v, seat, rng):
    left = [card for card in OIL if not any(card in keeper.hand for keeper in v.keepers)]
    rng.shuffle(left)
    keepers = tuple(k if k.id == seat else replace(k, hand=tuple(left.pop() for _ in k.hand)) for k in v.keepers)
    return replace(v, keepers=keepers, deck=tuple(sorted(left[: len(v.deck)])))


def panels(v, seat):
    hour = top(v)
    oil = Counter("Oil", hour.oil) if isinstance(hour, Hour) else Counter("Hours", v.hours)
    wall = Group("wall", "The wall", (Track("lit", "Lanterns", v.lit, 3), oil), place="stage")
    return (wall, *(Group(keeper.id, keeper.name, hand(keeper)) for keeper in v.keepers))


def hand(keeper):
    return tuple(Card(f"{keeper.id}{n}", "Oil", letter=c[3], back=c == HIDDEN) for n, c in enumerate(keeper.hand))


SENTENCES = (
    Sentence("pours", {"n": NUMBER}, "[pours|pour] {n}."),
    Sentence("dares", {"n": NUMBER}, "[dares|dare] the wind with {n}."),
    Sentence("waits", {}, "[waits|wait]."),
    Sentence("calls", {"words": TEXT}, "[calls|call]: {words}"),
    Sentence("gust", {"n": NUMBER}, "[puts|put] out {n} with a gust."),
    Sentence("drew", {"cards": LIST}, "[finds|find] {cards}."),
    Sentence("burns", {"total": NUMBER}, "With {total} a lantern burns."),
    Sentence("dark", {"total": NUMBER}, "With {total} it stays dark."),
)


def worded(change):
    """The same rows in other words: `change` is given the kind of each and what it says."""
    return tuple(dataclasses.replace(row, says=change(row.what, row.says)) for row in SENTENCES)


def bot(v, seat, options, rng):
    option = rng.choice([each for each in options if not each.blocked])
    return Act(seat, option.window, option.key, sample(option.params, rng))


def light(oil, wall, dice):
    rolls = list(product(range(1, 7), repeat=dice))
    return Answer(Fraction(sum(oil + sum(roll) >= wall for roll in rolls), len(rolls)))


def all_wait(_s, offers):
    return take(next(each for each in offers if each.key == "pass"))


def burns(before, _act, now):
    return None if now.hours == before.hours else now.lit > before.lit


BURNS = Figure("burns", "it burns", burns, all_wait)
LIGHT = Question(
    "light",
    "Does a lantern burn?",
    (Parameter("oil", high=16), Parameter("wall", high=20, default=7), Parameter("dice", low=1, high=3, default=1)),
    light,
)
LANTERNS = Game(
    id="lanterns",
    title="Lanterns",
    version="1",
    tagline="Three hours, three lanterns, one wind.",
    State=Night,
    roles=(Role("host", "The Wind", 1, 1, master=True), Role("keeper", "Keeper", 1, 2)),
    ready=ready,
    start=start,
    waiting=waiting,
    settle=settle,
    advance=advance,
    fold=fold,
    invariant_error=invariant_error,
    view=view,
    panels=panels,
    sentences=SENTENCES,
    bot=bot,
    standing=standing,
    guess=guess,
    figures=(BURNS,),
    questions=(LIGHT,),
    people="2-3",
    time="five minutes",
    switches=(Switch("weather", "Weather", ("calm", "storm"), "LN-R1", ("Seven lights a lantern.", "Nine does.")),),
    presets=(Preset("storm", "Storm", "For the bold.", (("weather", "storm", "More to dare."),)),),
)
