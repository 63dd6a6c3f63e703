"""Action budget: one action a turn, and what using another power lets go out."""

from cliffhanger.games.blockbuster.rules.state import Movie, Rounds
from cliffhanger.games.blockbuster.rules.verbs import let_go
from cliffhanger.kernel.frames import beneath

SCENE = 1


def rounds(s: Movie) -> Rounds:
    """The frame of the scene being played, below whatever it has asked for."""
    frame = s.stack[SCENE]
    assert isinstance(frame, Rounds)
    return frame


def spend(s: Movie, who: str, power: str = "", kept: tuple[str, ...] = ()) -> Movie:
    """Take one action of the turn; where sustaining costs one, any other action lets go what burns.  [BB-ONG-02]

    An attack again with the same power keeps what it has recorded against `kept`.
    """
    s = beneath(s, SCENE, left=rounds(s).left - 1)
    return let_go(s, who, power, kept) if s.house.sustain_cost == "action" else s


def kept_hold(s: Movie, *held: str) -> Movie:
    """The action of this turn went on holding these."""
    return beneath(s, SCENE, kept=(*rounds(s).kept, *held))


def active(s: Movie) -> str:
    """Whose turn it is."""
    assert s.scene is not None
    return s.scene.order[s.scene.at]
