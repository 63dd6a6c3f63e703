"""What becomes of an input that was put into a live table."""

from typing import NamedTuple

from cliffhanger.kernel.errors import Refusal

RESTARTING = Refusal("", "This server is restarting.", "Your page comes back and sends it again.")
"""What becomes of an input that comes too late. A page is not told: it is closed, comes back, and sends it again."""


class PutResult(NamedTuple):
    """What became of an input: kept up to entry `n`, or refused."""

    n: int
    refusal: Refusal | None = None
