"""Keeps the tables that somebody hands to this server while it runs: it looks for them once a second."""

import asyncio
import logging
from pathlib import Path

from cliffhanger.store import incoming
from cliffhanger.table.ports import Store
from cliffhanger.web.live.store_threads import StoreThreads

log = logging.getLogger(__name__)
LOOK = 1.0  # seconds


async def take_in(folder: Path, store: Store, threads: StoreThreads) -> None:
    """Take in what comes to lie in a folder, until it is cancelled."""
    if why := await threads.run(incoming.ready, folder):
        log.warning("%s", why)
        return
    failing = ""
    while True:
        try:
            found = await threads.run(incoming.taken_in, folder, store)
        except OSError as error:
            if failing != (failing := str(error.strerror)):
                log.warning("what lies in %s cannot be taken in: %s", folder.name, failing)
        else:
            failing = ""
            for name, refused in found:
                if refused:
                    log.info("table %s: handed to this server, and refused: %s", name, refused)
                else:
                    log.info("table %s: handed to this server, and kept", name)
        await asyncio.sleep(LOOK)
