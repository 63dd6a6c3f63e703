"""Action budget: one action a turn, and what using another power lets go out."""

from typing import Any, NotRequired, TypedDict

from cliffhanger.games.blockbuster.rules import pools, verbs
from cliffhanger.games.blockbuster.rules.state import Check, Contest, Ids, Movie, Opposed, Rounds
from cliffhanger.kernel.frames import beneath, push

SCENE = 1


class Means(TypedDict):
    """How somebody goes about an action: with which power (or none), on which pair, with which Set-Up dice."""

    who: str
    power: str
    skill: str
    attribute: str
    tokens: NotRequired[Ids]


def rounds(s: Movie) -> Rounds:
    """The frame of the scene being played, below whatever it has asked for."""
    frame = s.stack[SCENE]
    assert isinstance(frame, Rounds)
    return frame


def spend(s: Movie, who: str, power: str = "", kept: Ids = ()) -> Movie:
    """Take one action of the turn; where sustaining costs one, any other action lets go what burns.  [BB-ONG-02]

    An attack again with the same power keeps what it has recorded against `kept`.
    """
    s = beneath(s, SCENE, left=rounds(s).left - 1)
    return verbs.let_go(s, who, power, kept) if s.burns and s.house.sustain_cost == "action" else s


def take(s: Movie, action: Check | Contest, tokens: Ids = (), kept: Ids = ()) -> Movie:
    """Take an action that is rolled for at once: it is spent, its Set-Up dice are used, and it is under way."""
    return push(verbs.use_tokens(spend(s, action.who, action.side.power, kept), tokens), action)


def engage(s: Movie, use: Opposed, targets: Ids, means: Means, **more: Any) -> Movie:
    """Take an action that is rolled for against somebody, on a skill and an attribute. An attack keeps what burns."""
    p, pair, tokens = verbs.person(s, means["who"]), (means["skill"], means["attribute"]), means.get("tokens", ())
    side, penalty = pools.skill_side(s, p, *pair, means["power"], tokens), pools.hindered(s, p, *pair)
    kept = targets if use == "attack" else ()
    return take(s, Contest(p.id, use, side, targets, penalty=penalty, **more), tokens, kept)


def kept_hold(s: Movie, *held: str) -> Movie:
    """The action of this turn went on holding these."""
    return beneath(s, SCENE, kept=(*rounds(s).kept, *held))


def active(s: Movie) -> str:
    """Whose turn it is."""
    scene = verbs.playing(s)
    return scene.order[scene.at]
