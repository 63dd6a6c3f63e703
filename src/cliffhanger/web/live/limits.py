"""Who may knock, how often, and from where: origins, buckets, and the count of wrong secrets."""

import asyncio
import re
import socket
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

from msgspec import Struct

NAMED = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:]+))(?::[0-9]{0,5})?")
"""A Host header: an address in brackets or a name, and perhaps a port."""
HERE = ("127.0.0.1", "::1")


class Limits(Struct, frozen=True):
    """What one seat, one address and one table may ask for. Times are seconds, sizes bytes.

    `rate` and `burst` are what a seat may send, `under_way` how much of it may wait to be kept, its pages, forms and
    programs together.
    `lines` is how many connections one address may have, and `all_lines` all together. `tabs` is how many pages one
    seat may have open, `watching` how many all who watch together.
    `opening` is what a new table may bring, in at most so many `files`; `body` what any other form may be. `sheet` and
    `odds` are the processor's time that reading a file and working out a figure may take.
    """

    rate: float = 20.0
    burst: int = 40
    under_way: int = 8
    hello: float = 10.0
    stuck: float = 30.0
    lines: int = 256
    all_lines: int = 4_000
    tabs: int = 8
    watching: int = 24
    wrong: int = 10
    wrong_per: float = 60.0
    opened: int = 60
    opened_per: float = 3_600.0
    body: int = 65_536
    opening: int = 262_144
    files: int = 24
    word: float = 1.0
    idle: float = 900.0
    bot_delay: float = 0.7
    sheet: float = 5.0
    odds: float = 10.0


class Bucket:
    """Tokens that refill: `rate` a second, at most `burst` saved up."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, float(burst), monotonic()

    def take(self) -> bool:
        """Take one token, if there is one."""
        now = monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Stopping(Exception):
    """The server stops, and takes nothing new."""


class Hasty(Exception):
    """A seat sends faster than it may, and does not wait."""


class Share:
    """What a seat may send: all its pages, forms and programs have it together."""

    __slots__ = ("bucket", "callers", "most", "room")

    def __init__(self, limits: Limits) -> None:
        self.bucket = Bucket(limits.rate, limits.burst)
        self.room = asyncio.Semaphore(limits.under_way)
        self.callers, self.most = 0, limits.under_way

    async def turn(self) -> None:
        """Wait until one more may be sent."""
        while not self.bucket.take():
            await asyncio.sleep(1 / self.bucket.rate)

    @asynccontextmanager
    async def called(self) -> AsyncIterator[None]:
        """One request: it waits as a page does, but only so many may wait. Raises Hasty."""
        if self.callers >= self.most:
            raise Hasty
        self.callers += 1
        try:
            await self.turn()
            async with self.room:
                yield
        finally:
            self.callers -= 1


@lru_cache(4_096)
def near(address: str) -> str:
    """Whose address it is: of the newer kind, everybody has as many as they like within their own /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or f"{IPv6Address(int(found) >> 64 << 64)}/64")


class Crowd:
    """How many lines each address has open; this machine itself, and a proxy on it, may have any number."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def comes(self, address: str) -> bool:
        """One more line; whether there was room for it."""
        self.open[near(address)] += 1
        return self.open[near(address)] <= self.most or address in HERE

    def goes(self, address: str) -> None:
        """One less."""
        self.open[near(address)] -= 1
        if not self.open[near(address)]:
            del self.open[near(address)]


class Tally:
    """Counts events of each address within a sliding time; the oldest addresses are forgotten first."""

    def __init__(self, most: int, per: float, addresses: int = 10_000) -> None:
        self.most, self.per, self.addresses = most, per, addresses
        self.seen: OrderedDict[str, list[float]] = OrderedDict()

    def full(self, address: str) -> bool:
        """Whether this address has used up what it has."""
        times = self.seen.get(near(address))
        if not times:
            return False
        since = monotonic() - self.per
        times[:] = [at for at in times if at > since]
        return len(times) >= self.most

    def add(self, address: str) -> None:
        """Count one more."""
        self.seen.setdefault(near(address), []).append(monotonic())
        self.seen.move_to_end(near(address))
        if len(self.seen) > self.addresses:
            self.seen.popitem(last=False)


class Gate:
    """Which names this server answers to, and which pages may talk to it.

    Without `origins`, a request has to name an address or this machine, so that a stranger's domain that is made to
    point here (DNS rebinding) gets nothing. With `origins` (a public server behind a proxy), exactly those count.
    """

    def __init__(self, origins: tuple[str, ...] = ()) -> None:
        self.origins = frozenset(origins)
        here = socket.gethostname().lower()
        self.names = {"localhost", here, f"{here}.local", f"{here}.lan", "testserver"}

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        if any(origin.partition("://")[2] == host for origin in self.origins):
            return True
        found = NAMED.fullmatch(host.lower())
        if found is None:
            return False
        name = found[1] or found[2]
        return name in self.names or name.endswith(".localhost") or _is_address(name)

    def own(self, scheme: str, host: str) -> frozenset[str]:
        """The origins that are ours for a request with this Host header."""
        plain = {"ws": "http", "wss": "https"}.get(scheme, scheme)
        return self.origins or frozenset({f"{plain}://{host}"})

    def socket(self, scheme: str, host: str, origin: str | None) -> bool:
        """Whether a page of this origin may open a socket: it has to be ours, exactly, under a name of ours."""
        return origin is not None and self.knows(host) and origin in self.own(scheme, host)

    def post(self, scheme: str, host: str, origin: str | None, site: str | None) -> bool:
        """Whether a form may be sent: from our own origin, or the browser vouches that it is the same one."""
        if origin is not None and origin != "null":
            return origin in self.own(scheme, host) and site in (None, "same-origin")
        return site == "same-origin"


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
