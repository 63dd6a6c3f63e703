"""The Ledge: a whole game in less than a hundred lines, to be read in minutes and copied as the start of another.

Two climbers lead in turns, an hour of light each time. Whoever leads dares one to three holds, and rolls as many
dice: the sum is metres, but a die that shows 1 is a slip. They win who reach the ledge before the light is gone.
"""

from cliffhanger.kernel import kit
from cliffhanger.kernel.sentences import NUMBER, Sentence

LEDGE, LIGHT = 20, 4
ROPE = (kit.Seat("tess", "climber", "Tess"), kit.Seat("cole", "climber", "Cole"))
SENTENCES = (  # the room reads "Tess climbs 4 metres.", Tess herself "You climb 4 metres."
    Sentence("dares", {"n": NUMBER}, "[dares|dare] {n} of three holds.", recap="workings"),
    Sentence(
        "climbs",
        {"n": NUMBER},
        "[climbs|climb] {n} {n#metre|metres}.",
        head="{who} [is|are] {n} {n#metre|metres} higher.",
    ),
    Sentence("slips", {"n": NUMBER}, "[slips|slip]; the rope holds.", recap="turning"),
)


class Pitch(kit.Struct, frozen=True):  # what is under way
    number: int = 0  # `turn` counts it up, so no question has the window of another
    holds: int = 0  # dice in the air


class Climb(kit.Struct, frozen=True):  # the state
    height: int = 0
    light: int = LIGHT
    stack: tuple[Pitch, ...] = (Pitch(),)
    serial: int = 0
    news: tuple[kit.Event, ...] = ()


def leads(s):
    return ROPE[s.light % 2]


def waiting(s):  # the one place that says what may be done, and by whom
    pitch = kit.top(s)
    if pitch.holds:
        return kit.Roll(str(pitch.number), leads(s).id, "climb", (6,) * pitch.holds, f"{leads(s).name} climbs")
    if s.height == LEDGE or not s.light:
        return kit.Over((("metres", s.height),))
    holds = kit.Number("holds", "Holds", 1, 3, 2)
    return (kit.offer(leads(s).id, pitch.number, "climb", "Climb", climb, holds, first=True),)


def climb(s, holds):
    return kit.turn(kit.tell(s, "dares", leads(s).name, n=holds), holds=holds)


def settle(s, roll, faces):
    rise = 0 if 1 in faces else sum(faces)
    s = kit.tell(s, "climbs" if rise else "slips", leads(s).name, n=rise)
    return kit.turn(kit.replace(s, height=min(LEDGE, s.height + rise), light=s.light - 1), holds=0)


def fold(s, roll):  # faces that the rules cannot tell apart have one key: the metres, and none after a slip
    return 0, lambda metres, die, face: None if metres is None or face == 1 else metres + face


def invariant_error(s):
    return "" if 0 <= s.height <= LEDGE and 0 <= s.light <= LIGHT else "There are 20 metres, and four hours of light."


def panels(v, seat):
    cliff = (kit.Track("height", "Height", v.height, LEDGE), kit.Counter("Hours of light", v.light))
    return (kit.Group("cliff", "The cliff", cliff, place="stage"),)


def bot(v, seat, options, rng):  # a single hold is safest where little is missing
    return kit.Act(seat, options[0].window, "climb", {"holds": 1 if LEDGE - v.height <= 3 else 2})


GAME = kit.Game(
    id="ledge",
    title="The Ledge",
    tagline="Twenty metres of rock, four hours of light.",
    State=Climb,
    roles=(kit.Role("climber", "Climber", 2, 2),),
    ready=lambda players, files: kit.Setup(ROPE),
    start=lambda setup: Climb(),
    waiting=waiting,
    settle=settle,
    fold=fold,
    invariant_error=invariant_error,
    panels=panels,
    sentences=SENTENCES,
    bot=bot,
)
