"""Words that last: they are put down as rows, and `facts.py` and `pools.py` read them when they count."""

from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.parts import Until
from cliffhanger.games.plot_twist.rules import roster, verbs
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Attack, Lasting, Resolve, Table
from cliffhanger.kernel.frames import replace


def lasts(s: Table, f: Resolve, e: Any, who: Ids) -> Table:  # noqa: ANN401  (an effect that lasts)
    """It lasts for each of them, as long as it says."""
    return replace(s, lasting=(*s.lasting, *(row(s, f, e, each) for each in who)))


def row(s: Table, f: Resolve, e: Any, who: str) -> Lasting:  # noqa: ANN401
    """What lasts for one of them."""
    until, turns = ends(e.duration)
    return Lasting(f.left[0], who, f.ctx, until, s.turn + turns - 1 if turns else 0)


def ends(duration: str | Until | None) -> tuple[str, int]:
    """The word for when something ends, and after how many Turns where that is it."""
    if isinstance(duration, Until):
        return ("turns", duration.turns) if duration.turns else ("if" if duration.if_ else "trigger", 0)
    return duration or "turn", 0


def cleave(s: Table, f: Resolve, _e: effects.Cleave, _who: Ids) -> Table:
    """A hit of the attack in hand takes more Mooks.  [PT-MOOK-02]"""
    attack: Attack | None = roster.frame(s, Attack)
    return verbs.lasts(s, f.left[0], attack.attacker, f.ctx, "attack") if attack else s


WORDS: dict[type, Any] = {
    **dict.fromkeys(
        (
            *(
                effects.Coins,
                effects.Auto,
                effects.Heroic,
                effects.Keyword,
                effects.Lock,
                effects.Armor,
                effects.Immune,
            ),
            *(effects.Substitute, effects.Forbid, effects.ModifyCost, effects.Control),
        ),
        lasts,
    ),
    effects.Cleave: cleave,
}
