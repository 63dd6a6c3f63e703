"""The pitch, a chapter of the rules: what whoever leads is asked, and what the dice come to."""

from cliffhanger.cli._template.game.rules.state import Climb, Pitch, leader
from cliffhanger.cli._template.game.rules.verbs import climb, dare, end_hour, slip
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.offers import Offer, offer
from cliffhanger.kernel.params import Number

Seen = tuple[int, int, bool]  # the sum, the best die, whether one shows 1


def offers(s: Climb, f: Pitch) -> tuple[Offer, ...]:
    """Dare one to three holds: whoever leads says how many.  [FIRSTCLIMB-PITCH-01]"""
    holds = Number("holds", "Holds", 1, 3, 2)
    option = offer(
        leader(s).id,
        f.number,
        "climb",
        "Climb",
        dare,
        holds,
        rule="FIRSTCLIMB-PITCH-01",
        verb="climb",
        ask="How many holds do you dare?",
        says="A die for each hold: their sum is metres, a 1 is a slip.",
        first=True,
        figures=("held",),
    )
    return (option,)


def roll(s: Climb, f: Pitch) -> Roll:
    """A die for each hold.  [FIRSTCLIMB-PITCH-02]"""
    return Roll(str(f.number), leader(s).id, "climb", (6,) * f.holds, f"{leader(s).name} climbs")


def add(seen: Seen, _die: int, face: int) -> Seen:
    """One die more. What nobody can tell apart from here on is one key: after a slip the sum is nothing."""
    total, best, slipped = seen
    slipped = slipped or face == 1
    return (0 if slipped else total + face, max(best, face), slipped)


def fold(_s: Climb, _roll: Roll) -> Fold:
    """Which faces come to the same."""
    return (0, 0, False), add


def settle(s: Climb, faces: tuple[int, ...]) -> Climb:
    """Climb the sum of the dice; one that shows 1 is a slip.  [FIRSTCLIMB-PITCH-02, FIRSTCLIMB-PITCH-03]"""
    if 1 in faces:
        return end_hour(slip(s, max(faces) if s.house.slip == "best_die" else 0))
    return end_hour(climb(s, sum(faces)))
