"""Meters: what a server counts of itself, as plain numbers on its loop; whoever asks reads them at that moment.

A count is an addition, so that counting costs next to nothing where acts are taken in. No name of a table and nothing that
somebody wrote is counted by: what a count goes by is a word of ours.
"""

from bisect import bisect_left
from collections import Counter, deque
from itertools import accumulate
from time import monotonic, time
from typing import NamedTuple

BEAT = 0.5  # seconds between two beats of the loop
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
REMEMBERED = 50  # faults that are told again
HOUR = 3_600.0
MINUTE = 60.0


FAULTS = ("taken", "unsure", "unkept", "rules")
"""Somebody else was faster (it is tried again); cut off; not kept; the rules broke on an input."""
LIMITS = (
    "bytes",
    "connections",
    "drafts",
    "entries",
    "floods",
    "making",
    "pages",
    "pauses",
    "rate",
    "sits",
    "tables_opened",
    "unknown_tables",
    "workers",
    "wrong_secrets",
)
CARRIERS = ("answers", "frames", "views")


def _none_yet(words: tuple[str, ...]) -> Counter[str]:
    """What is known to be counted stands there at 0, so that its first time is seen as a change."""
    return Counter(dict.fromkeys(words, 0))


class Histogram:
    """How many values were up to each bound, and what all of them come to."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...] = SECONDS) -> None:
        self.bounds, self.counts, self.total = bounds, [0] * (len(bounds) + 1), 0.0

    def add(self, value: float, times: int = 1) -> None:
        """Count one value, or so many that are alike."""
        self.counts[bisect_left(self.bounds, value)] += times
        self.total += value * times

    @property
    def up_to(self) -> list[tuple[str, int]]:
        """The bounds as Prometheus writes them, and how many values are within each."""
        return list(zip([*map(str, self.bounds), "+Inf"], accumulate(self.counts), strict=True))

    @property
    def count(self) -> int:
        """How many values there were."""
        return sum(self.counts)

    def most_within(self, share: float) -> float:
        """The bound within which this share of all values is, in what the bounds are in; 0 where there are none."""
        wanted = share * self.count
        within = zip(self.bounds, accumulate(self.counts), strict=False)
        return next((bound for bound, count in within if count >= wanted), self.bounds[-1]) if wanted else 0.0


class Fault(NamedTuple):
    """Something that went wrong: when (seconds since 1970), and a sentence of ours."""

    at: float
    says: str


class Meters:
    """The counts of one process since its start. Written on its loop alone, read from any thread.

    `kept` and `refused` count inputs by their kind, `faults` what the store could not do, by how, `limits` what a limit
    refused, by the limit, `sent` bytes, before a socket packs them, by what carries them, `heard` notices of other nodes by
    what they are about, and `looks` how often was looked for what other nodes have kept, by of how many tables.
    `keeping` are the seconds from an input that is put until it is kept, and `showing` those until a view with it is
    handed to the socket of a page: one for each page. `late` is how late the beats of the loop were, in seconds.
    """

    def __init__(self) -> None:
        self.began, self.began_at = monotonic(), time()
        self.kept, self.refused, self.heard = Counter[str](), Counter[str](), Counter[str]()
        self.faults, self.limits, self.sent = _none_yet(FAULTS), _none_yet(LIMITS), _none_yet(CARRIERS)
        self.looks = Counter[str]()
        self.keeping, self.showing, self.late = Histogram(), Histogram(), Histogram()
        self.remembered: deque[Fault] = deque(maxlen=REMEMBERED)
        self.kept_before: deque[tuple[float, int]] = deque(maxlen=round(MINUTE / BEAT))
        self.beaten = 0.0
        self.last_late = 0.0

    def fault(self, kind: str, says: str) -> None:
        """Something went wrong: count it, and remember what was said of it."""
        self.faults[kind] += 1
        self.remembered.append(Fault(time(), says))

    def faults_of_the_hour(self) -> list[Fault]:
        """The newest faults of the last hour, newest first."""
        since = time() - HOUR
        return [each for each in reversed(list(self.remembered)) if each.at > since]

    def beat(self) -> None:
        """The loop has come round."""
        now = monotonic()
        self.last_late = max(0.0, now - self.beaten - BEAT) if self.beaten else 0.0
        self.late.add(self.last_late)
        self.kept_before.append((now, sum(self.kept.values())))
        self.beaten = now

    def kept_lately(self) -> int:
        """How many inputs were kept in the last minute, or since the start."""
        since = monotonic() - MINUTE
        before = next((count for at, count in list(self.kept_before) if at >= since), 0)
        return sum(dict(self.kept).values()) - before

    def lateness(self) -> float:
        """By how many seconds the loop is late: as it was at its last beat, or more if the next is overdue."""
        return max(self.last_late, monotonic() - self.beaten - BEAT) if self.beaten else 0.0

    def count_sent(self, by: str, text: str) -> None:
        """Count a text that goes out, as its bytes."""
        self.sent[by] += len(text) if text.isascii() else len(text.encode())
