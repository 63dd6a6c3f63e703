"""Limits: rate limit of a seat (token bucket), connections of an address, allowed origins, count of wrong secrets."""

import asyncio
import re
import socket
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic
from urllib.parse import urlsplit

from msgspec import Struct

HOST_HEADER = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:]+))(?::[0-9]{0,5})?")
"""A Host header: an address in brackets or a name, and perhaps a port."""
LOOPBACK = ("127.0.0.1", "::1")


class Limits(Struct, frozen=True):
    """What one seat, one address and one table may ask for. Times are seconds, sizes bytes.

    `rate` and `burst` are what a seat may send, `under_way` how much of it may wait to be kept, its pages, forms and
    programs together.
    `connections` is how many one address may have, and `all_connections` all together. `tabs` is how many pages one
    seat may have open, `watching` how many all who watch together, `watching_from` how many of them from one address.
    `rooms` is how many pages of the room's screen there may be beside them, half of them from one address.
    `word` is how long a page has to answer when it is asked for its word, and to open once its seat is taken.
    `away` is how long a seat's page is gone until the others are told.
    `draft` is what a choice that is being made may weigh, `draft_bytes` what a seat's weigh at once and `draft_rate` a second:
    each goes to all pages.
    `table_bytes` is what a table takes in at once from all who play there, and `table_rate` how much of that comes back a
    second; `address_bytes` and `address_rate` the same for one address at all tables.
    `entries` is how many entries a seat brings to a table at once, and `entry_rate` how many of them come back a second;
    `asides` and `aside_rate` are the same for those that stop the table, go back or change chairs. `sits` is how many seats
    are taken, or asked back, from one address at once, and `sit_rate` how many more a second.
    `making` is how many seconds records and stories of tables may take to make for one address at once, `making_rate` how
    many of them come back a second.
    `watch_stops` is how many seconds lie between two pauses of those who watch, all together.
    `looks` is how long a bot that looks ahead always takes, of its `bot_delay`; `thought` the processor's time that it may
    take, with all that it needs the first time.
    `opening` is what a new table may bring, in at most so many `files`; `body` what any other form may be. `sheet` and
    `odds` are the processor's time that reading a file and working out a figure may take.
    """

    rate: float = 20.0
    burst: int = 40
    under_way: int = 8
    hello: float = 10.0
    stuck: float = 30.0
    connections: int = 256
    all_connections: int = 4_000
    tabs: int = 8
    watching: int = 24
    watching_from: int = 12
    rooms: int = 4
    watch_stops: float = 60.0
    wrong: int = 10
    wrong_per: float = 60.0
    opened: int = 60
    opened_per: float = 3_600.0
    body: int = 65_536
    opening: int = 262_144
    files: int = 24
    draft: int = 8_192
    draft_bytes: int = 65_536
    draft_rate: float = 16_384.0
    table_bytes: int = 1_500_000
    table_rate: float = 16_000.0
    address_bytes: int = 6_000_000
    address_rate: float = 64_000.0
    entries: int = 3_000
    entry_rate: float = 0.5
    asides: int = 120
    aside_rate: float = 1 / 15
    sits: int = 60
    sit_rate: float = 0.1
    making: float = 60.0
    making_rate: float = 0.2
    word: float = 10.0
    away: float = 45.0
    look: float = 5.0
    idle: float = 900.0
    bot_delay: float = 0.7
    looks: float = 0.3
    grace: float = 1.0  # how many seconds a second of a table's grace takes
    reading: float = 1.0  # how many seconds a second of reading takes, at a table that has a pace
    sheet: float = 5.0
    odds: float = 10.0
    thought: float = 5.0


class TokenBucket:
    """Tokens that refill: `rate` a second, at most `burst` saved up."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, float(burst), monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Take one token, or so many, if they are there."""
        now = monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < count:
            return False
        self.left -= count
        return True


class Stopping(Exception):
    """The server stops, and takes nothing new."""


class TooFast(Exception):
    """A seat sends faster than it may, and does not wait."""


class TooMuch(Exception):
    """So much has been made for an address that it has to wait."""


class SendLimit:
    """Rate limit of a seat: all its pages, forms and programs have it together.

    `drafts` is what their drafts may weigh,
    `in_flight` are the inputs that are not answered yet, `requests` those that came without a socket.
    """

    __slots__ = ("bucket", "drafts", "in_flight", "most", "requests")

    def __init__(self, limits: Limits) -> None:
        self.bucket = TokenBucket(limits.rate, limits.burst)
        self.drafts = TokenBucket(limits.draft_rate, limits.draft_bytes)
        self.in_flight = asyncio.Semaphore(limits.under_way)
        self.requests, self.most = 0, limits.under_way

    async def wait(self) -> None:
        """Wait until one more may be sent."""
        while not self.bucket.take():
            await asyncio.sleep(1 / self.bucket.rate)

    @asynccontextmanager
    async def request(self) -> AsyncIterator[None]:
        """One request: it waits as a page does, but only so many may wait. Raises TooFast."""
        if self.requests >= self.most:
            raise TooFast
        self.requests += 1
        try:
            await self.wait()
            async with self.in_flight:
                yield
        finally:
            self.requests -= 1


@lru_cache(4_096)
def network_of(address: str) -> str:
    """The network an address counts for: its /64 for IPv6, where everybody has as many as they like, else itself."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or f"{IPv6Address(int(found) >> 64 << 64)}/64")


class ConnectionLimit:
    """Limit of open connections for each address; this machine itself, and a proxy on it, may have any number.

    Those that are beyond it, or cut because they flood the server, are counted in `refused`.
    """

    def __init__(self, most: int, refused: Counter[str] | None = None) -> None:
        self.most, self.refused = most, Counter[str]() if refused is None else refused
        self.open: Counter[str] = Counter()

    def opened(self, address: str) -> bool:
        """Count one more; whether it is within the limit."""
        self.open[network_of(address)] += 1
        if self.open[network_of(address)] <= self.most or address in LOOPBACK:
            return True
        self.refused["connections"] += 1
        return False

    def flooded(self) -> None:
        """Count one that is cut because it sends much that is no message."""
        self.refused["floods"] += 1

    def closed(self, address: str) -> None:
        """Count one less."""
        self.open[network_of(address)] -= 1
        if not self.open[network_of(address)]:
            del self.open[network_of(address)]


class SlidingWindowCounter:
    """Counts events of each address within a sliding window of seconds; the oldest addresses are forgotten first."""

    def __init__(self, most: int, per: float, addresses: int = 10_000) -> None:
        self.most, self.per, self.addresses = most, per, addresses
        self.seen: OrderedDict[str, list[float]] = OrderedDict()

    def full(self, address: str) -> bool:
        """Whether this address has used up what it has."""
        times = self.seen.get(network_of(address))
        if not times:
            return False
        since = monotonic() - self.per
        times[:] = [at for at in times if at > since]
        return len(times) >= self.most

    def add(self, address: str) -> None:
        """Count one more."""
        self.seen.setdefault(network_of(address), []).append(monotonic())
        self.seen.move_to_end(network_of(address))
        if len(self.seen) > self.addresses:
            self.seen.popitem(last=False)


class OriginPolicy:
    """Allowed hosts and origins: which names this server answers to, and which pages may talk to it.

    Without `origins`, a request has to name an address or this machine, so that a stranger's domain that is made to
    point here (DNS rebinding) gets nothing. With `origins` (a public server behind a proxy), exactly those count.
    """

    def __init__(self, origins: tuple[str, ...] = ()) -> None:
        self.origins = frozenset(origins)
        here = socket.gethostname().lower()
        self.names = {"localhost", here, f"{here}.local", f"{here}.lan"}

    def knows_host(self, host: str) -> bool:
        """Whether a Host header names this server."""
        if any(origin.partition("://")[2] == host for origin in self.origins):
            return True
        found = HOST_HEADER.fullmatch(host.lower())
        if found is None:
            return False
        name = found[1] or found[2]
        return name in self.names or name.endswith(".localhost") or _is_address(name)

    def own_origins(self, scheme: str, host: str) -> frozenset[str]:
        """The origins that are ours for a request with this Host header."""
        plain = {"ws": "http", "wss": "https"}.get(scheme, scheme)
        return self.origins or frozenset({f"{plain}://{host}"})

    def allows_socket(self, scheme: str, host: str, origin: str | None) -> bool:
        """Whether a page of this origin may open a socket: it has to be ours, exactly, under a name of ours."""
        return origin is not None and self.knows_host(host) and origin in self.own_origins(scheme, host)

    def allows_form(self, scheme: str, host: str, origin: str | None, site: str | None) -> bool:
        """Whether a form may be sent: from our own origin, or the browser vouches that it is the same one."""
        if origin is not None and origin != "null":
            return origin in self.own_origins(scheme, host) and site in (None, "same-origin")
        return site == "same-origin"


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(origin: str) -> bool:
    """Whether an origin means the machine itself, so that a link with it is of no use to anybody else."""
    host = urlsplit(origin).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
