"""What becomes of an input that was put into a live table."""

from collections.abc import Callable
from typing import NamedTuple

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Input

RESTARTING = Refusal("", "This server is restarting.", "Your page comes back and sends it again.")
"""What becomes of an input that comes too late. A page is not told: it is closed, comes back, and sends it again."""


class PutResult(NamedTuple):
    """What became of an input: kept up to entry `n`, or refused."""

    n: int
    refusal: Refusal | None = None


class Pending(NamedTuple):
    """An input that has been put and is not known to be kept; `tell` is called with what became of it."""

    n: int
    put: Input
    id: str
    seat: str
    seen: int
    tell: Callable[[PutResult], None]
    since: float
    """When it was put, by `perf_counter`."""
