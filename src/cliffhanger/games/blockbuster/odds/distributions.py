"""Exact distributions: a die succeeds with chance 1 in 3, and rolls, exchanges and escapes are built from that.

Here the rules stand as formulas, for answers in microseconds; `test_odds_walked` holds them to the rules as played.
"""

from collections.abc import Callable
from math import lcm
from typing import Literal

from cliffhanger.odds.distribution import Consecutive, Distribution, of, sure
from cliffhanger.odds.successes import margin, margins, successes

ZeroPool = Literal["none", "one_die"]
ZeroTie = Literal["initiator", "nobody"]
Spend = Literal["task", "safety"]
Landed = tuple[int, int]
MISSED = -1


def pool(dice: int, zero_pool: ZeroPool = "none") -> int:
    """How many dice are thrown: never fewer than none, or than one where the house says so."""
    return max(1 if zero_pool == "one_die" else 0, dice)


def hampered(penalty: int, impediment_as: str) -> tuple[int, int]:
    """What an Impediment takes, as the house has it: so many dice, and so many of the successes that count."""
    return (0, penalty) if impediment_as == "required" else (penalty, 0)


def ahead(dice: int, against: int, *, behind: int = 0, cancelled: int = 0) -> Consecutive:
    """By how much the initiator leads, who gave up some successes and, by an Impediment, starts so far behind."""
    if not behind and not cancelled:
        return margins(dice, against)
    other = successes(against).map(lambda s: -s)
    return successes(dice).map(lambda s: max(0, s - cancelled) - behind).plus(other).consecutive()


def landing(dice: int, defense: int, zero_tie: ZeroTie = "initiator") -> Distribution[int]:
    """The margin of an opposed roll that the initiator wins, or MISSED; a tie is the initiator's."""
    ways = {MISSED: 0}
    law = margin(dice, defense)
    for m, weight in law.ways.items():
        ways[max(m, MISSED)] = ways.get(max(m, MISSED), 0) + weight
    if zero_tie == "nobody":
        nothing: int = 2 ** (dice + defense)
        ways[0] -= nothing
        ways[MISSED] += nothing
    return of(ways)


def kept(rolled: int, required: int, over: int, spend: Spend) -> tuple[bool, int]:
    """Whether the task is done, and the strain damage left, when the rolled successes are spent in this order.

    Task first: strain gets what the task leaves, or all if it fails anyway. Safety first: the task gets the rest.
    """
    if spend == "task":
        done = rolled >= required
        return done, over - min(over, rolled - required if done else rolled)
    cancelled = min(over, rolled)
    return rolled - cancelled >= required, over - cancelled


def exchange(dice: int, over: int, defense: int, protection: int, *, seen: bool = False) -> Distribution[Landed]:
    """Damage dealt and strain taken in an attack, when the user cancels what is best on average.

    `seen`: the user decides with the opposing dice on the table, else before they are shown.
    """
    answers = successes(defense)

    def dealt(left: int, opposing: int) -> int:
        return max(0, left - opposing - protection)

    def settle(rolled: int, against: Distribution[int]) -> Distribution[Landed]:
        def worth(cancelled: int) -> int:
            hits = sum(weight * dealt(rolled - cancelled, d) for d, weight in against.ways.items())
            return hits + cancelled * against.total

        best = max(range(min(rolled, over) + 1), key=worth)
        return against.map(lambda d: (dealt(rolled - best, d), over - best))

    def choose(rolled: int) -> Distribution[Landed]:
        return answers.then(lambda d: settle(rolled, sure(d))) if seen else settle(rolled, answers)

    return successes(dice).then(choose)


def burned(law: Distribution[Landed], go: Callable[[int], Distribution[Landed]]) -> Distribution[Landed]:
    """Let the record of (damage in all, record) do its work once more, and add up the damage."""
    by_record: dict[int, list[Landed]] = {}
    for (damage, record), weight in law.ways.items():
        by_record.setdefault(record, []).append((damage, weight))
    rows = [(known, go(record)) for record, known in by_record.items()]
    scale = lcm(*(step.total for _, step in rows))
    ways: dict[Landed, int] = {}
    for known, step in rows:
        factor = scale // step.total
        for (more, left), w in step.ways.items():
            for damage, weight in known:
                at = damage + more, left
                ways[at] = ways.get(at, 0) + weight * w * factor
    return Distribution(ways, law.total * scale)


class Struggle:
    """Convince or restrain, pushed from both sides: who has recorded how much, action by action.

    A position is (the initiator's track, the resister's own track), or a word once it has ended: the number of the
    push that completed it, or `turned` when the resister's counter-attempt was completed first.
    """

    def __init__(
        self, dice: int, threshold: int, resist: int, counter: str, own: int, *, opposed: bool, fresh: bool
    ) -> None:
        self.threshold, self.own, self.counter = threshold, own, counter
        self.pushes = _positive(margin(dice, threshold)) if opposed else successes(dice)
        self.pushes_back = _positive(margin(resist, own)) if opposed else successes(resist)
        self.answers = _positive(margin(resist, dice)) if fresh else successes(resist)
        self.answers_back = _positive(margin(dice, resist)) if fresh else successes(dice)
        self.ignored = resist == 0

    def push(self, at: tuple[int, int] | str, done: str) -> Distribution[tuple[int, int] | str]:
        """The initiator's action; under `both` what stands against them is met first."""
        if isinstance(at, str):
            return sure(at)
        track, back = at
        if self.counter == "both" and back:
            return self.answers_back.map(lambda s: self._marked(track + max(0, s - back), max(0, back - s), done))
        return self.pushes.map(lambda s: self._marked(track + s, back, done))

    def answer(self, at: tuple[int, int] | str) -> Distribution[tuple[int, int] | str]:
        """The subject's action: resist, counter, or push on with an attempt of their own."""
        if isinstance(at, str) or self.ignored:
            return sure(at)
        track, back = at
        if not track:
            return self.pushes_back.map(lambda s: self._turned(0, back + s)) if back else sure(at)
        if self.counter == "no":
            return self.answers.map(lambda s: (max(0, track - s), 0))
        return self.answers.map(lambda s: self._turned(max(0, track - s), back + max(0, s - track)))

    def _marked(self, track: int, back: int, done: str) -> tuple[int, int] | str:
        return done if track >= self.threshold else (track, back)

    def _turned(self, track: int, back: int) -> tuple[int, int] | str:
        return "turned" if back >= self.own else (track, back)


def _positive(law: Distribution[int]) -> Distribution[int]:
    """Only what goes beyond the other side counts."""
    return law.map(lambda m: max(0, m))
