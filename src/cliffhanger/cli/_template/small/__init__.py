"""A First Climb: two to five climbers, four hours of light, and holds that are dared in secret."""

from fractions import Fraction
from typing import Annotated, Any, Literal

from cliffhanger.kernel import kit

HOURS = 4
CLIMBER = kit.Role("climber", "Climber", 2, 5)
HOLDS = kit.Number("holds", "Holds", 1, 3, 2)
row = kit.Fields(number="holds", list="dared")
SENTENCES = (
    row.workings("dares()", "[has|have] chosen."),
    row.workings("shows(dared)", "What is dared: {dared}."),
    row.turning("grips()", "[holds|hold] on."),
    row.tell("climbs(holds)", "[climbs|climb] {holds:hold}."),
    row.turning("slips(holds)", "[slips|slip]< and [falls|fall] {holds:hold}>."),
)


class House(kit.Struct, frozen=True, cache_hash=True):
    """Where the text leaves room, a table chooses; the first value is the text's own letter."""

    slip: Literal["stay", "fall"] = "stay"


class Climber(kit.Struct, frozen=True):
    """Somebody on the wall; the id is that of the seat."""

    id: str
    name: str
    height: Annotated[int, kit.Meta(ge=0, le=3 * HOURS)] = 0
    dared: Annotated[int, kit.Meta(ge=0, le=3)] = 0  # a secret until all have chosen
    chosen: bool = False  # what everybody may know of it
    grip: Literal["fresh", "now", "spent"] = "fresh"

    def climbs(self, face: int) -> bool:
        """More than the holds dared; holding on adds one.  [FIRSTCLIMB-HOUR-02, FIRSTCLIMB-HOUR-03]"""
        return face + (self.grip == "now") > self.dared


class Hour(kit.Struct, frozen=True):
    """The frame of an hour; each question takes a new number, so that no window comes back."""

    number: int = 0
    phase: Literal["dare", "shown", "dice"] = "dare"


class Climb(kit.Struct, frozen=True):
    """The whole game: people, house rules, hours of light left, and what every game has."""

    climbers: tuple[Climber, ...]
    house: House = House()
    light: Annotated[int, kit.Meta(ge=0, le=HOURS)] = HOURS
    stack: tuple[Hour, ...] = (Hour(),)
    serial: int = 0
    news: tuple[kit.Event, ...] = ()


def waiting(s: Climb) -> kit.Waiting:
    """What is asked now, and of whom; all are asked at once, each in a window of their own.  [FIRSTCLIMB-END-01]"""
    hour, leader = kit.top(s), s.climbers[s.light % len(s.climbers)].id
    if not s.light:
        return kit.Over(tuple((c.name, c.height) for c in s.climbers))
    if hour.phase == "dice":
        return kit.Roll(str(hour.number), leader, "climb", (6,) * len(s.climbers), "The hour")
    if hour.phase == "dare":
        return tuple(dare_offer(c, f"{hour.number}-{c.id}") for c in s.climbers if not c.chosen)
    do = kit.bound(kit.turn, phase="dice")
    roll = kit.offer(leader, hour.number, "climb", "Climb", do, rule="FIRSTCLIMB-HOUR-03", first=True)
    return (roll, *(grip_offer(c, f"{hour.number}-{c.id}") for c in s.climbers))


def dare_offer(c: Climber, window: str) -> kit.Offer:
    """Say how much is dared, and nobody else hears it.  [FIRSTCLIMB-HOUR-01]"""
    words: dict[str, Any] = {"rule": "FIRSTCLIMB-HOUR-01", "ask": "How many holds?", "figures": ("climbs",)}
    do = kit.bound(dare, who=c.id)
    return kit.offer(c.id, window, "dare", "Dare", do, HOLDS, private=True, first=True, **words)


def grip_offer(c: Climber, window: str) -> kit.Offer:
    """Hold on, before the dice: a reaction, for which nobody waits.  [FIRSTCLIMB-HOUR-02]"""
    do, why = kit.bound(grip, who=c.id), "" if c.grip == "fresh" else "You have held on once in this game."
    return kit.offer(c.id, window, "grip", "Hold on", do, rule="FIRSTCLIMB-HOUR-02", blocked=why, reaction=True)


def dare(s: Climb, who: str, holds: int) -> Climb:
    """Dare one to three holds in secret; the last to choose brings all to light.  [FIRSTCLIMB-HOUR-01]"""
    s = kit.tell(s, "dares", kit.one(s.climbers, who).name, "FIRSTCLIMB-HOUR-01")
    s = kit.replace(s, climbers=kit.change(s.climbers, who, dared=holds, chosen=True))
    if not all(c.chosen for c in s.climbers):
        return s
    dared = [f"{c.name} {c.dared}" for c in s.climbers]
    return kit.turn(kit.tell(s, "shows", rule="FIRSTCLIMB-HOUR-01", dared=dared), phase="shown")


def grip(s: Climb, who: str) -> Climb:
    """Hold on this once.  [FIRSTCLIMB-HOUR-02]"""
    s = kit.tell(s, "grips", kit.one(s.climbers, who).name, "FIRSTCLIMB-HOUR-02")
    return kit.replace(s, climbers=kit.change(s.climbers, who, grip="now"))


def settle(s: Climb, _asked: kit.Roll | kit.Draw, faces: tuple[Any, ...]) -> Climb:
    """What the dice come to, and the next hour.  [FIRSTCLIMB-HOUR-03, FIRSTCLIMB-HOUR-04, R-FIRSTCLIMB-01]"""
    for c, face in zip(s.climbers, faces, strict=True):
        falls = min(c.height, c.dared) if s.house.slip == "fall" else 0
        if c.climbs(face):
            s, height = kit.tell(s, "climbs", c.name, "FIRSTCLIMB-HOUR-03", holds=c.dared), c.height + c.dared
        else:
            s, height = kit.tell(s, "slips", c.name, "FIRSTCLIMB-HOUR-04", holds=falls), c.height - falls
        left = "spent" if c.grip == "now" else c.grip
        s = kit.replace(s, climbers=kit.change(s.climbers, c.id, height=height, dared=0, chosen=False, grip=left))
    return kit.turn(kit.replace(s, light=s.light - 1), phase="dare")


def fold(s: Climb, _roll: kit.Roll) -> kit.Fold:
    """Which faces the rules tell apart: for each climber, whether the die is enough."""
    return (), lambda seen, _die, face: (*seen, s.climbers[len(seen)].climbs(face))


def view(s: Climb, seat: str) -> Climb:
    """What a seat may know: until all have chosen, nobody else's holds."""
    return kit.replace(s, climbers=kit.hide(s.climbers, seat, dared=0)) if kit.top(s).phase == "dare" else s


def guess(v: Climb, _seat: str, rng: kit.Rng) -> Climb:
    """Something that a view may hide."""
    dared = (c.dared or c.chosen * rng.randint(1, 3) for c in v.climbers)
    return kit.replace(v, climbers=tuple(kit.replace(c, dared=n) for c, n in zip(v.climbers, dared, strict=True)))


def panels(v: Climb, _seat: str) -> tuple[kit.Panel, ...]:
    """The light and the climbers, on the stage."""
    text = {c.id: f"Dares {c.dared}" if c.dared else "Has chosen" if c.chosen else "" for c in v.climbers}
    rows = tuple(kit.Row(c.name, text[c.id], n=c.height, id=c.id) for c in v.climbers)
    cliff = (kit.Track("light", "Hours of light", v.light, HOURS), kit.List("climbers", rows, name="Holds climbed"))
    return (kit.Group("cliff", "The cliff", cliff, place="stage"),)


def came(before: Climb, act: kit.Act, now: Climb) -> bool | None:
    """Whether the hour took this seat higher, for the figure beside its option; None until the hour is over."""
    higher = kit.one(now.climbers, act.seat).height > kit.one(before.climbers, act.seat).height
    return None if now.light == before.light else higher


ASKS = (kit.Parameter("holds", "Holds", low=1, high=3, default=2),)
SWITCHES, PRESETS = kit.house_rules(House)
GAME: kit.Game[Climb] = kit.Game(
    id="first_climb",
    title="A First Climb",
    tagline="Four hours of light, and nobody says how much they dare.",
    State=Climb,
    roles=(CLIMBER,),
    ready=kit.chairs(CLIMBER, "Tess", "Cole", "Ana", "Ravi", "Mo"),
    start=lambda setup: Climb(tuple(Climber(c.id, c.name) for c in setup.seats), kit.convert(setup.house, House)),
    waiting=waiting,
    settle=settle,
    fold=fold,
    view=view,
    guess=guess,
    panels=panels,
    sentences=SENTENCES,
    switches=SWITCHES,
    presets=PRESETS,
    reveals=frozenset({"shows"}),
    figures=(kit.Figure("climbs", "you climb", came),),
    questions=(kit.Question("climbs", "Does a climb hold?", ASKS, lambda holds: kit.Answer(Fraction(6 - holds, 6))),),
)
