"""Contests that escalate, with choices: whoever has to beat what stands may yield, and may pay for a better roll.

Whatever one side gains the other loses, so each position has one value and a best choice. What stands only rises and
points only go, so no position comes twice: the choices are found in floating point from the end back, and what they
come to is worked out in whole numbers.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from operator import itemgetter
from typing import Literal, NamedTuple

from cliffhanger.odds.distribution import Distribution
from cliffhanger.odds.errors import OutOfRange

MOST = 600_000
"""As many rolls, over all positions, as one answer may go through."""
ENDLESS = -1
How = Literal["lost", "yielded"]
End = tuple[int, How]
"""Who ends it as the one whose roll stands (0 the side that rolls first, 1 the other), and how the other side did."""
Roll = tuple[int, ...]
"""One roll, as what it comes to with no point paid, with one, and so on; it never falls."""
At = tuple[int, int, int, int, int]
"""A position: who has to answer, what stands, what points they and then the other can spend, the price of yielding."""
ENDS: tuple[End, ...] = (0, "lost"), (1, "lost"), (0, "yielded"), (1, "yielded")


class Side(NamedTuple):
    """How a side rolls: `rolls[n]` where it may pay for up to n; with more points the last counts. ENDLESS points last."""

    rolls: Sequence[Distribution[Roll]]
    points: int = 0


class Stakes(NamedTuple):
    """What counts to whoever gains it, in any one unit: the other side's yielding, its failing by so much, and a point.

    What is paid goes to the other side, who cannot spend it here. Yielding after a roll that fell short costs `late`
    points; with None there is no such thing.
    """

    yielded: float
    lost: Callable[[int], float]
    point: float = 0
    late: int | None = None


class Played(NamedTuple):
    """How a contest goes where both sides choose what is best for them.

    `ends` with their chances, the mean number of `rolls` from here on, what it is `worth` to the side that opens or
    whose roll stands, and how the other side answers now: `yields_from` the lowest standing that it yields to, None
    where it never does.
    """

    ends: Distribution[End]
    rolls: Fraction
    worth: float
    yields_from: int | None


def play(opens: Side, other: Side, stakes: Stakes, standing: int | None = None, price: int = 0) -> Played:
    """A contest from where one side opens, or where what it rolled stands and the other side has to answer.

    All totals are 0 or more. Yielding costs `price` points now, and one after the first answer. Raises OutOfRange where
    there is more to go through than MOST.
    """
    return _Search((opens, other), stakes).played(standing, price)


class _Known(NamedTuple):
    """What a position is worth to whoever has to answer, where it leads by the best choice, and whether that is to yield."""

    worth: float
    leads: Distribution[At | End]
    yields: bool = False


class _Search:
    def __init__(self, sides: tuple[Side, Side], stakes: Stakes) -> None:
        self.sides, self.stakes, self.work = sides, stakes, 0
        self.known: dict[At, _Known] = {}  # in an order in which a position comes after all that it leads to

    def played(self, standing: int | None, price: int) -> Played:
        points = self.sides[0].points, self.sides[1].points
        if standing is None:
            start: At = (0, -1, *points, 1)
            worth, leads, _ = self._rolled(start, price)
            answers: list[At] = [at for at in leads.ways if len(at) == 5]
        else:
            start = (1, standing, points[1], points[0], price)
            worth, answers = -self._answered(start), [start]
        (*ends, rolls), total = self._exact()[start]
        law = Distribution({end: weight for end, weight in zip(ENDS, ends, strict=True) if weight}, total)
        yielding = [at[1] for at in answers if self.known[at].yields]
        return Played(law, Fraction(rolls, total), worth, min(yielding, default=None))

    def _answered(self, at: At) -> float:
        """What a position is worth to whoever has to answer."""
        if at not in self.known:
            side, _, points, _, price = at
            rolled = self._rolled(at, 1).worth
            given = -self.stakes.yielded - price * self.stakes.point
            if (price <= points or points == ENDLESS) and given >= rolled:
                self.known[at] = _Known(given, Distribution({(1 - side, "yielded"): 1}, 1), yields=True)
        return self.known[at].worth

    def _rolled(self, at: At, price: int) -> _Known:
        """What rolling is worth, and where it leads by the best choices after it; `price` is the one of the next answer."""
        side, _, points, _, _ = at
        rolls = self.sides[side].rolls
        law = rolls[-1 if points == ENDLESS else min(points, len(rolls) - 1)]
        self.work += len(law.ways)
        if self.work > MOST:
            raise OutOfRange("So many dice and points take too long to weigh: give fewer of them.")
        paid = [
            {total: self._came(at, paid, total, price) for total in totals}
            for paid, totals in enumerate(map(set, zip(*law.ways, strict=True)))
        ]
        worth, ways = 0.0, dict[At | End, int]()
        for roll, weight in law.ways.items():
            gain, to = max([row[total] for row, total in zip(paid, roll, strict=True)], key=itemgetter(0))
            worth += gain * weight
            ways[to] = ways.get(to, 0) + weight
        self.known[at] = _Known(worth / law.total, Distribution(ways, law.total))
        return self.known[at]

    def _came(self, at: At, paid: int, total: int, price: int) -> tuple[float, At | End]:
        """What a total is worth to whoever rolled it, for so many points, and where it leads."""
        side, standing, points, others, _ = at
        left = points if points == ENDLESS else points - paid
        cost = -paid * self.stakes.point
        if total > standing:
            onward: At = (1 - side, total, others, left, price)
            return cost - self._answered(onward), onward
        late, lost = self.stakes.late, -self.stakes.lost(standing - total)
        if late is not None and (late <= left or left == ENDLESS):
            given = -self.stakes.yielded - late * self.stakes.point
            if given > lost:
                return cost + given, (1 - side, "yielded")
        return cost + lost, (1 - side, "lost")

    def _exact(self) -> dict[At | End, tuple[list[int], int]]:
        """Of each position the weights of ENDS and of the mean number of rolls, and what they are over."""
        found: dict[At | End, tuple[list[int], int]] = {
            end: ([int(at == n) for n in range(len(ENDS) + 1)], 1) for at, end in enumerate(ENDS)
        }
        for at, (_, law, yields) in self.known.items():
            common = lcm(*(found[to][1] for to in law.ways))
            row = [0] * len(ENDS) + [0 if yields else law.total * common]
            for to, weight in law.ways.items():
                inner, total = found[to]
                factor = weight * (common // total)
                row = [a + factor * b for a, b in zip(row, inner, strict=True)]
            found[at] = row, law.total * common
        return found
