"""Chairs held out: which free chair is ticked for whom at the way in, so that two who come at once are not offered the same.

It takes nothing from anybody: whoever sits down first has the chair, and what is held out to one may be chosen by another.
"""

from collections.abc import Callable, Sequence
from time import monotonic

KEPT = 45.0
"""Seconds for which a chair is held out to a page that does not ask again: a page with script asks every few seconds."""
GUESTS = 64  # at one table, that are remembered


class HeldOut:
    """The chairs of one table that are held out to guests; `now` gives seconds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._chairs: dict[str, tuple[str, float]] = {}

    def to(self, guest: str, free: Sequence[str], wanted: str = "") -> str:
        """The chair for a `guest`: the one they want, else the one they had, else the first that nobody else is offered.

        `free` are the chairs in the order in which they should fill; "" where there is none.
        """
        now = self._now()
        self._chairs = {who: each for who, each in self._chairs.items() if each[1] > now}
        had = self._chairs.pop(guest, ("", 0.0))[0]
        taken = {chair for chair, _ in self._chairs.values()}
        others = [chair for chair in free if chair not in taken]
        chair = next((each for each in (wanted, had) if each in free), next(iter([*others, *free]), ""))
        if chair and guest:
            self._chairs[guest] = chair, now + KEPT
            if len(self._chairs) > GUESTS:
                del self._chairs[next(iter(self._chairs))]
        return chair
