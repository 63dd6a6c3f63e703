"""A round of passing: who may still speak within a window."""

from msgspec import Struct
from msgspec.structs import replace


class Passing(Struct, frozen=True):
    """Who may still speak within a window: all at once, or in turns. A deed opens the round again.

    `passed` is kept in the order of `order`, so that two passes give the same state whichever came first. Who is `out`
    has passed until something changes that the rules name: a deed does not bring them back, `returns` does.
    """

    order: tuple[str, ...]
    passed: tuple[str, ...] = ()
    in_turns: bool = False
    out: tuple[str, ...] = ()

    def left(self) -> tuple[str, ...]:
        """Who has still to speak, now or in their turn."""
        return tuple([seat for seat in self.order if seat not in self.passed and seat not in self.out])

    def may(self) -> tuple[str, ...]:
        """Who may speak now."""
        return self.left()[:1] if self.in_turns else self.left()

    def passes(self, seat: str) -> "Passing":
        """Note that a seat has nothing (more) to say, until somebody acts."""
        gone = {*self.passed, seat}
        return replace(self, passed=tuple(name for name in self.order if name in gone))

    def leaves(self, seat: str) -> "Passing":
        """Note that a seat passes until it returns, whatever others do."""
        gone = {*self.out, seat}
        return replace(self, out=tuple(name for name in self.order if name in gone))

    def returns(self, *seats: str) -> "Passing":
        """Bring back seats that have left (without a name: all); who passed since a deed has still passed."""
        return replace(self, out=tuple(name for name in self.out if seats and name not in seats))

    def acted(self, seat: str) -> "Passing":
        """Note a deed of a seat: everybody but who has left may speak again; in turns, the one after it begins."""
        if not self.in_turns:
            return replace(self, passed=())
        at = self.order.index(seat) + 1
        return replace(self, order=self.order[at:] + self.order[:at], passed=())

    @property
    def over(self) -> bool:
        """Whether nobody may speak any more."""
        return not self.may()
