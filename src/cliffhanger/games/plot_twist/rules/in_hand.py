"""What is in hand just now: the attack or the roll, its damage, the phase of the Turn."""

from cliffhanger.games.plot_twist.rules.roster import frame
from cliffhanger.games.plot_twist.rules.state import Attack, Hurt, Resolve, Table, Throw, Turns

ENDS = ("end", "timing", "conflict", "over")


def margin(s: Table) -> int:
    """The Margin of the attack or the roll in hand; damage beats nothing, so there it is that of its attack.  [PT-ROLL-10]"""
    f = _in_hand(s)
    if isinstance(f, Throw) and f.system == "damage" and (attack := frame(s, Attack)):
        return int(attack.margin)
    return f.margin if f else 0


def successes(s: Table) -> int:
    """The successes of the attack or the roll in hand."""
    f = _in_hand(s)
    return f.total if f else 0


def _in_hand(s: Table) -> Attack | Throw | Resolve | None:
    for f in reversed(s.stack):
        if isinstance(f, Attack | Throw) or (isinstance(f, Resolve) and f.rolled):
            return f
    return None


def damage(s: Table) -> int:
    """The damage in hand; none before it is thrown."""
    hurt, attack = frame(s, Hurt), frame(s, Attack)
    thrown = attack is not None and attack.phase == "done" and attack.margin > 0
    return hurt.amount if hurt else attack.total if thrown else 0


def phase(s: Table) -> str:
    """The phase of the Turn."""
    foot = s.stack[0]
    assert type(foot) is Turns
    return "combat" if foot.phase in ("first", "second") else "end" if foot.phase in ENDS else "start"
