"""Metrics in the format of Prometheus, written by its own client library from what a server counts.

Nothing is counted twice: the library reads our meters when somebody asks, so that an act pays for an addition alone.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING

from cliffhanger.kernel.game import WATCH
from cliffhanger.web.live.meters import Histogram
from cliffhanger.web.live.registry import Registry

if TYPE_CHECKING:
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
    from prometheus_client.registry import CollectorRegistry

NEEDED = "Metrics need the package prometheus-client: pip install cliffhanger[metrics]."
KINDS = ("seat", "watch", "screen")
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


def collected(registry: Registry) -> "CollectorRegistry":
    """What a server's metrics are read from, with those of its process. Raises ModuleNotFoundError."""
    from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector

    collectors = CollectorRegistry(auto_describe=False)
    ProcessCollector(registry=collectors)
    PlatformCollector(registry=collectors)
    GCCollector(registry=collectors)
    collectors.register(_Collector(registry))
    return collectors


def written(collectors: "CollectorRegistry") -> tuple[bytes, str]:
    """The metrics as they are now, and what kind of content they are."""
    from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

    return generate_latest(collectors), CONTENT_TYPE_PLAIN_0_0_4


def pages_by_kind(registry: Registry) -> Counter[str]:
    """How many pages are open: of seats, of those who watch, and other screens, such as the way in or the room's."""
    kinds = Counter(dict.fromkeys(KINDS, 0))
    for live_table in list(registry.tables.values()):
        for each in list(live_table.audience.connections):
            kinds["screen" if each.screen else "watch" if each.seat == WATCH else "seat"] += 1
    return kinds


class _Collector:
    """Reads the meters of a server whenever it is asked."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def collect(self) -> Iterator["Metric"]:
        """Every metric of ours."""
        meters = self.registry.meters
        yield _build()
        yield from self._standing()
        yield _counters("inputs_kept", "Inputs that were put here and are kept, by kind.", "kind", meters.kept)
        yield _counters("inputs_refused", "Inputs that were put here and refused, by kind.", "kind", meters.refused)
        yield _histogram("keep_seconds", "Seconds from an input that is put until it is kept.", meters.keeping)
        yield _histogram("show_seconds", "Seconds from an input until a page's view of it is sent.", meters.showing)
        yield _histogram("batch_writes", "Writes that went into one commit of the store.", self._batches())
        yield _counters("store_faults", "Appends that the store did not keep, by how.", "kind", meters.faults)
        yield _counters("limit_refusals", "What a limit refused or made wait, by limit.", "limit", meters.limits)
        yield _counters("sent_bytes", "Bytes sent, before a socket packs them, by carrier.", "by", meters.sent)
        yield _counters("notices_heard", "Notices of other nodes, by what they tell of.", "of", meters.heard)
        yield _counters("looks", "Looks for what other nodes have kept, by of what.", "of", meters.looks)
        yield _histogram("loop_late_seconds", "Seconds by which the loop was late, twice a second.", meters.late)
        yield from self._workers()

    def _standing(self) -> Iterator["Metric"]:
        registry = self.registry
        yield _gauges("tables_live", "Tables that are open in this process.", "", {"": len(registry.tables)})
        yield _gauges("pages_open", "Pages with an open socket, by kind.", "kind", pages_by_kind(registry))
        thinking = registry.workers.bots
        yield _gauges("bots_thinking", "Bots that look ahead, or wait to.", "", {"": thinking.waiting + thinking.busy})
        broken = int(bool(registry.store.fault()))
        yield _gauges("store_broken", "1 where nothing can be kept until somebody looks after it.", "", {"": broken})
        draining = int(registry.services.closing)
        yield _gauges("draining", "1 while the server stops.", "", {"": draining})

    def _batches(self) -> Histogram:
        sizes = Histogram(BATCHES)
        for size, times in dict(self.registry.store.batches()).items():
            sizes.add(size, times)
        return sizes

    def _workers(self) -> Iterator["Metric"]:
        workers = self.registry.workers._asdict()
        busy = {name: int(each.busy) for name, each in workers.items()}
        yield _gauges("worker_busy", "1 while a worker process works.", "worker", busy)
        waiting = {name: each.waiting for name, each in workers.items()}
        yield _gauges("worker_waiting", "Tasks that wait for a worker process.", "worker", waiting)
        overruns = {name: each.overruns for name, each in workers.items()}
        yield _counters("worker_overruns", "Tasks that took more than they may, by worker.", "worker", overruns)
        refused = {name: each.refusals for name, each in workers.items()}
        yield _counters("worker_refusals", "Tasks that found no room to wait, by worker.", "worker", refused)


def versions() -> tuple[str, str]:
    """Which version of ours runs, and of Python."""
    return version("cliffhanger"), ".".join(map(str, sys.version_info[:3]))


def _build() -> "GaugeMetricFamily":
    from prometheus_client.core import GaugeMetricFamily

    family = GaugeMetricFamily("cliffhanger_build_info", "Which version runs.", labels=("version", "python"))
    family.add_metric(versions(), 1)
    return family


def _gauges(name: str, says: str, label: str, values: Mapping[str, float]) -> "GaugeMetricFamily":
    """What stands at so much now, by a label; one number where that is ""."""
    from prometheus_client.core import GaugeMetricFamily

    family = GaugeMetricFamily(f"cliffhanger_{name}", says, labels=(label,) if label else ())
    for given, value in values.items():
        family.add_metric((given,) if label else (), value)
    return family


def _counters(name: str, says: str, label: str, counts: Mapping[str, float]) -> "CounterMetricFamily":
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(f"cliffhanger_{name}", says, labels=(label,))
    for given, count in _steady(counts):
        family.add_metric((given,), count)
    return family


def _histogram(name: str, says: str, values: Histogram) -> "HistogramMetricFamily":
    from prometheus_client.core import HistogramMetricFamily

    family = HistogramMetricFamily(f"cliffhanger_{name}", says)
    family.add_metric((), buckets=values.up_to, sum_value=values.total)
    return family


def _steady(counts: Mapping[str, float]) -> Iterable[tuple[str, float]]:
    """The counts as they are now, in an order that stays: the loop may add a new one meanwhile."""
    return sorted(dict(counts).items())
