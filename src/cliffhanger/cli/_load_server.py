"""A server to be measured: as `cliffhanger serve`, but without limits of rate and count, for all who come are one address.

    python -m cliffhanger.cli._load_server PORT STORE [nofigures]

STORE is a folder, or the address of a database. It is never for people.
"""

import sys
from pathlib import Path
from typing import Any

from msgspec import structs

from cliffhanger import games
from cliffhanger.cli._places import place
from cliffhanger.table.ports import Unkept
from cliffhanger.web.http.app import app
from cliffhanger.web.live.figure_service import FigureService
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.page.view import Figure
from cliffhanger.web.server import bind, run

MANY = 1_000_000
UNLIMITED = structs.replace(
    Limits(),
    rate=float(MANY),
    burst=MANY,
    connections=MANY,
    all_connections=MANY,
    watching=MANY,
    watching_from=MANY,
    opened=MANY,
    wrong=MANY,
    table_rate=1e9,
    address_rate=1e9,
    draft_rate=1e9,
    entries=MANY,
    entry_rate=1e9,
    asides=MANY,
    aside_rate=1e9,
    sits=MANY,
    sit_rate=1e9,
)


class NoFigures(FigureService):
    """Shows no figures, to measure what all else costs."""

    def of(self, *_: Any) -> dict[tuple[str, str], tuple[Figure, ...]]:
        """None are known, and none are worked out."""
        return {}


def serve(port: int, store: str, *, figures: bool) -> None:
    """Serve until told to stop."""
    where = place(store)
    if not where.address:
        Path(where.data).mkdir(parents=True, exist_ok=True)
    try:
        opened = where.store()
    except Unkept as why:
        sys.exit(f"Error: {why}")
    with opened as kept:  # type: ignore[attr-defined]
        registry = Registry(kept, games.game, limits=UNLIMITED, names=games.names())
        if not figures:
            registry.services.figures = NoFigures(registry.games, registry.workers.figures, registry.limits)
        run(registry, app(registry), [bind("127.0.0.1", port)])


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], figures="nofigures" not in sys.argv[3:])
