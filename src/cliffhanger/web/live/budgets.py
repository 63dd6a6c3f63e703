"""Budgets of bytes: how much a table takes in, and how much comes from one address, all its tables together.

What is taken in stays in the record for ever, in memory and on the disk, whatever became of it at the table.
"""

from collections import OrderedDict

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Input, Pause
from cliffhanger.kernel.record.format import encode
from cliffhanger.web.live.limits import LOOPBACK, Limits, TokenBucket, network_of
from cliffhanger.web.page.language import _

ENTRY = 400
"""Bytes that an entry has beside its input, about: who, when, what is told of it, and the hash of the one before."""
HERE = frozenset(map(network_of, LOOPBACK))


class AddressBudgets:
    """A budget for each network that something comes from; the one that was longest quiet is forgotten first.

    This machine itself, and a proxy on it that does not say for whom it asks, has none.
    """

    def __init__(self, limits: Limits, addresses: int = 10_000) -> None:
        self.limits, self.addresses = limits, addresses
        self.known: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, network: str) -> TokenBucket | None:
        """The budget of a network; None where it has none."""
        if not network or network in HERE:
            return None
        if network not in self.known:
            self.known[network] = TokenBucket(self.limits.address_rate, self.limits.address_bytes)
        self.known.move_to_end(network)
        if len(self.known) > self.addresses:
            self.known.popitem(last=False)
        return self.known[network]


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
