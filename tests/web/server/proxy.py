"""A plain proxy: it hands each connection on to the next server that takes it, and knows nothing of what is said there."""

import asyncio
import contextlib
from itertools import count


class Proxy:
    """Hands connections on to the `ports` of this machine, in turn."""

    def __init__(self, ports):
        self.ports, self._turn = ports, count()
        self.port = 0

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()

    async def _connected(self, reader, writer):
        for _ in self.ports:
            port = self.ports[next(self._turn) % len(self.ports)]
            with contextlib.suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_pumped(reader, there[1]), _pumped(there[0], writer))
                return
        writer.close()


async def _pumped(reader, writer):
    try:
        with contextlib.suppress(OSError):
            while read := await reader.read(1 << 16):
                writer.write(read)
                await writer.drain()
    finally:
        writer.close()
