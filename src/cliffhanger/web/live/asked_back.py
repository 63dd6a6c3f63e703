"""Seats that are asked back: somebody sat down in one browser and stands at the way in with another.

Only the browser in which a seat was taken opens it. Whoever asks is given nothing: who runs the table, or who sits in the seat
with a page open, frees the chair or does not.
"""

from collections.abc import Callable, Iterable
from time import monotonic

ASKED = 600.0  # seconds for which a question stands


class AskedBack:
    """The seats of one table that guests have asked for; `now` gives seconds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._asked: dict[str, tuple[str, float]] = {}

    def ask(self, guest: str, seat: str) -> None:
        """A guest says that a seat is theirs; of several guests the last one is heard, of several seats too."""
        self._asked = {at: each for at, each in self._asked.items() if each[0] != guest}
        self._asked[seat] = guest, self._now() + ASKED

    def by(self, guest: str) -> str:
        """The seat that a guest has asked for, "" for none."""
        return next((seat for seat, (who, until) in self._asked.items() if who == guest and until > self._now()), "")

    def open(self, held: Iterable[str]) -> tuple[str, ...]:
        """Which of the seats that are `held` are asked for."""
        return tuple(seat for seat in held if self._asked.get(seat, ("", 0.0))[1] > self._now())

    def answered(self, seat: str) -> None:
        """Somebody sits there by the table's link: the question is settled."""
        self._asked.pop(seat, None)
