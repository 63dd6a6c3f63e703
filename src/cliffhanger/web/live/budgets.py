"""Budgets: how many bytes a table takes in, how many come from one address, and how many entries from one seat.

What is taken in stays in the record for ever, in memory and on the disk, whatever became of it at the table; and a record
has an end. What is made of a table for whoever asks costs the processor's time: an address has a budget of that, too.
"""

from collections import OrderedDict

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Input, Pause, Sit, Undo
from cliffhanger.kernel.record.format import encode
from cliffhanger.web.live.limits import LOOPBACK, Limits, TokenBucket, network_of
from cliffhanger.web.page.language import _

ENTRY = 400
"""Bytes that an entry has beside its input, about: who, when, what is told of it, and the hash of the one before."""
HERE = frozenset(map(network_of, LOOPBACK))


class AddressBudgets:
    """A budget for each network that something comes from; the one that was longest quiet is forgotten first.

    `rate` comes back a second, and `most` is what is saved up. This machine itself, and a proxy on it that does not say for
    whom it asks, has none.
    """

    def __init__(self, rate: float, most: float, addresses: int = 10_000) -> None:
        self.rate, self.most, self.addresses = rate, most, addresses
        self.known: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, network: str) -> TokenBucket | None:
        """The budget of a network; None where it has none."""
        if not network or network in HERE:
            return None
        if network not in self.known:
            self.known[network] = TokenBucket(self.rate, self.most)
        self.known.move_to_end(network)
        if len(self.known) > self.addresses:
            self.known.popitem(last=False)
        return self.known[network]


class Share:
    """How many entries one seat may bring to a table.

    Acts and rulings are the game; to stop the table, to go back and to change chairs are beside it, and have less. Who lets
    the table go on pays nothing: somebody has stopped it before, and paid. What comes in by the table's link, for a seat
    that nobody holds yet, has the share of the table's `host`: there is one for all who come, and it is a wide one.
    """

    def __init__(self, limits: Limits, *, host: bool = False) -> None:
        self.entries = TokenBucket(limits.entry_rate, limits.entries)
        self.asides = self.entries if host else TokenBucket(limits.aside_rate, limits.asides)

    def refused(self, put: Input) -> Refusal | None:
        """Take an entry from the share; why it may not be put, where that is used up."""
        if isinstance(put, Pause) and not put.on:
            return None
        if isinstance(put, Pause | Undo | Sit):
            if self.asides.take():
                return None
            why = _("You have stopped the table, gone back or changed chairs very often.")
            return Refusal("", why, _("Wait a quarter of a minute, or ask somebody else at the table to."))
        if self.entries.take():
            return None
        return Refusal("", _("You have done more than a table can write down at once."), _("Wait a moment."))


def charged(put: Input, table: TokenBucket, address: TokenBucket | None) -> Refusal | None:
    """Take what an input weighs from both budgets; why it may not be put, where one of them is used up.

    To stop a table costs nothing, so that whoever has to may always do it.
    """
    if isinstance(put, Pause) and put.on:
        return None
    weight = len(encode(put)) + ENTRY
    wait = _("Wait a minute, or send something smaller.")
    if address is not None and not address.take(weight):
        return Refusal("", _("More came from your address than is kept at once."), wait)
    if not table.take(weight):
        return Refusal("", _("This table has been sent more than it keeps at once."), wait)
    return None
