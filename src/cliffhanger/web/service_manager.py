"""What a service manager is told: that people may come, that the loop still comes round, that it stops. See sd_notify(3).

Without one, as in a terminal, nobody is told.
"""

import asyncio
import logging
import os
import socket

log = logging.getLogger(__name__)


def notify(said: str) -> None:
    """Tell the service manager, where there is one; what cannot be told is logged and not raised."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a name that is no file
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.connect(address)
            out.sendall(said.encode())
    except OSError as error:
        log.warning("the service manager could not be told %s: %s", said, error)


def watchdog_interval() -> float:
    """Seconds between two signs of life: a third of what the service manager waits for one; 0 where it waits for none."""
    wanted, whose = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not wanted.isdecimal() or whose not in ("", str(os.getpid())):
        return 0.0
    return int(wanted) / 3e6


async def give_signs_of_life() -> None:
    """Say at each interval that the loop comes round, until it is cancelled; a server that is stuck is started anew."""
    interval = watchdog_interval()
    while interval:
        notify("WATCHDOG=1")
        await asyncio.sleep(interval)
