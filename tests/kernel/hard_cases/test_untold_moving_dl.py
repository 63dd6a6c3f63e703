"""Untold: a DL that moves while a player is deciding.

The DL is derived, never stored: a touched column raises it wherever it is read. The question stays the same question,
so its window keeps its id and a draft is not lost; but its terms are others, and a tap that meant the old ones is
asked again.
"""

from fractions import Fraction

from msgspec import Struct
from tiny import tiny

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.figures import Figure, take
from cliffhanger.kernel.frames import replace, tell, top, turn
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import offer, terms
from cliffhanger.kernel.params import Number
from cliffhanger.kernel.sentences import NUMBER, Sentence
from cliffhanger.kernel.step import step
from cliffhanger.testing import conformance
from cliffhanger.testing.figure_laws import figure
from cliffhanger.testing.play import Play


class Check(Struct, frozen=True, tag_field="frame", tag="check"):
    number: int = 1
    dice: int = 0
    result: int = -1


class Scene(Struct, frozen=True):
    exertion: int = 4
    villain_points: int = 2
    base: int = 2
    raised: int = 0
    stack: tuple[Check, ...] = (Check(),)
    serial: int = 1
    news: tuple = ()


def dl(s):
    """Base, what the villain paid for, and one for each column of two that is no longer whole."""
    return s.base + s.raised + (4 - s.exertion + 1) // 2


def waiting(s):
    check = top(s)
    if check.result >= 0:
        return Over((("net", check.result), ("dl", dl(s))))
    if check.dice:
        return Roll(str(check.number), "ann", "check", (12,) * check.dice)
    points = Number("points", "Exertion", 0, s.exertion)
    roll = offer("ann", check.number, "roll", "Roll", build, points, says=f"DL {dl(s)}", figures=("made",))
    none = "" if s.villain_points else "There is no villain point."
    return (roll, offer("gm", f"{check.number}gm", "raise", "Raise the DL", harden, blocked=none, rank=1))


def standing(s):
    hurt = Number("points", "Strain", 1, max(1, s.exertion))
    done = "" if s.exertion else "Nothing is left to strain."
    return (offer("gm", "any time", "strain", "Strain Ann", strain, hurt, blocked=done, standing=True),)


def build(s, points):
    return turn(tell(replace(s, exertion=s.exertion - points), "rolls", "Ann", dl=dl(s)), dice=2 + points)


def harden(s):
    """The question is not a new one, so its window stays."""
    return tell(replace(s, raised=s.raised + 2, villain_points=s.villain_points - 1), "raises", "The GM")


def strain(s, points):
    return tell(replace(s, exertion=s.exertion - points), "strains", "Ann", points=points)


def settle(s, asked, faces):
    return turn(s, result=sum(face >= 7 for face in faces))


def invariant_error(s):
    fits = 0 <= s.exertion <= 4 and s.villain_points >= 0 and 0 <= s.base <= 12 and 0 <= s.raised <= 24
    return "" if fits else "No such scene."


SENTENCES = (
    Sentence("rolls", {"dl": NUMBER}, "[rolls|roll] against {dl}."),
    Sentence("raises", {}, "[raises|raise] it."),
    Sentence("strains", {"points": NUMBER}, "[strains|strain] for {points}."),
)


def made(_before, _act, now):
    return None if top(now).result < 0 else top(now).result >= dl(now)


def no_more(_s, offers):
    """Nobody raises anything."""
    return next(take(each) for each in offers if each.key == "roll")


GAME = tiny(
    Scene,
    ("gm", "ann"),
    waiting,
    settle,
    standing=standing,
    invariant_error=invariant_error,
    sentences=SENTENCES,
    fold=lambda s, roll: (0, lambda key, die, face: key + (face >= 7)),
    figures=(Figure("made", "you make it", made, no_more),),
)


class TestLaws(conformance.Suite):
    game = GAME


def looked(at):
    """What Ann's page would send if she tapped now."""
    option = at.option("ann", "roll")
    return Act("ann", option.window, "roll", {"points": 0}, terms(option))


def test_a_tap_on_terms_that_have_moved_is_asked_again_and_changes_nothing():
    at = Play(GAME)
    seen = looked(at)
    at.act("gm", "raise")
    refused = step(GAME, at.state, seen)
    assert isinstance(refused, Refusal)
    assert refused.why == "Roll: the numbers have moved since you looked."
    assert at.option("ann", "roll").window == seen.window  # so the page keeps her draft
    assert at.put(looked(at)).happened("rolls")[0].data == {"dl": 4}


def test_a_touched_column_moves_the_terms_of_an_open_check():
    at = Play(GAME)
    seen = looked(at)
    at.act("gm", "strain", points=1)
    assert isinstance(step(GAME, at.state, seen), Refusal)
    assert at.option("ann", "roll").says == "DL 3"


def test_the_figure_beside_the_roll_is_of_the_difficulty_that_her_own_points_make():
    at = Play(GAME)
    option = at.option("ann", "roll")
    found = [figure(GAME, at.state, option, "made", {"points": points}).value for points in (0, 1, 2)]
    assert found == [Fraction(1, 4), Fraction(1, 2) * Fraction(1, 4), Fraction(5, 16)]


def test_what_moves_nothing_she_saw_leaves_her_tap_alone():
    at = Play(GAME)
    seen = looked(at)
    at.rules("villain_points", to=1)
    assert not isinstance(step(GAME, at.state, seen), Refusal)


def test_who_sends_no_terms_takes_what_is():
    at = Play(GAME).act("gm", "raise")
    assert at.act("ann", "roll", points=1).rolls(7, 8, 1).waiting == Over((("net", 2), ("dl", 5)))
