"""A server process of its own, for tests that kill it: `python host.py PORT STORE`, a file or the address of a database."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from people import QUICK, games

from cliffhanger.store import SqliteStore
from cliffhanger.web.http.app import app
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.server import bind, run
from cliffhanger.web.workers.pool import Worker


def store_at(place):
    """The store of a path, or of an address."""
    if not place.startswith("postgresql:"):
        return SqliteStore(place)
    from cliffhanger.store.postgres import PostgresStore

    return PostgresStore(place)


if __name__ == "__main__":
    listening = bind("127.0.0.1", int(sys.argv[1]))
    with store_at(sys.argv[2]) as store:
        registry = Registry(
            store, games, limits=Limits(**QUICK), worker=Worker(ThreadPoolExecutor(1)), names=["lanterns"]
        )
        run(registry, app(registry), [listening])
