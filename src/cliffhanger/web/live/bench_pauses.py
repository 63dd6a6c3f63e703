"""How often those who watch may stop a table: they are nobody's guests in particular, and hold nobody up."""

from collections import deque
from time import monotonic

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.web.page.language import _


class BenchPauses:
    """The pauses of a live table, by who made them. It forgets them with the process.

    Whoever watches stops the table once in `per` seconds, all of them together, and not within as many seconds of
    somebody at the table having let it go on; they lift their own pauses alone.
    """

    def __init__(self, per: float) -> None:
        self.per, self.next, self.own = per, 0.0, False
        self.ids: deque[str] = deque(maxlen=8)

    def refused(self, id: str, *, on: bool, quiet: bool = False) -> Refusal | None:
        """Why those who watch may not stop the table now, or let it go on; `quiet` is where they may not at all."""
        if id in self.ids:  # sent again: it is answered as it was
            return None
        if quiet:
            return Refusal("", _("Only whoever plays stops this table."), _("Say it to one of them."))
        if on and monotonic() < self.next:
            why = _("Those who watch may stop the table once a minute, and not just after it went on.")
            return Refusal("", why, _("Whoever plays may stop it at any time."))
        if not on and not self.own:
            return Refusal("", _("Somebody at the table has stopped it."), _("They let it go on."))
        return None

    def happened(self, seat: str, id: str, *, on: bool) -> None:
        """A seat, or somebody who watches, has stopped the table or let it go on."""
        watches = seat == WATCH
        self.own = watches and on
        if watches:
            self.ids.append(id)
        if watches == on:
            self.next = monotonic() + self.per
