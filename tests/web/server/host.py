"""A server process of its own, for tests that kill it: `python host.py PORT FILE`."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from people import QUICK, games

from cliffhanger.store import SqliteStore
from cliffhanger.web.http.app import app
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.registry import Hub
from cliffhanger.web.server import bind, run
from cliffhanger.web.workers.pool import Aside

if __name__ == "__main__":
    listening = bind("127.0.0.1", int(sys.argv[1]))
    with SqliteStore(sys.argv[2]) as store:
        hub = Hub(store, games, limits=Limits(**QUICK), aside=Aside(ThreadPoolExecutor(1)), names=["lanterns"])
        run(hub, app(hub), [listening])
