"""Readiness: whether this server can serve just now, as a proxy in front of several asks it."""

import asyncio

from cliffhanger.web.live.registry import Registry

PATIENCE = 1.0
"""Seconds that the store has to answer in, and that the loop may be late."""


class Readiness:
    """Asks the store one question at a time, whoever asks and however often; belongs to one loop."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.asked: asyncio.Task[str] | None = None

    async def why_not(self) -> str:
        """Why this server is not to be sent anybody, in a sentence; empty while it serves."""
        if self.registry.services.closing:
            return "This server stops; what is put is kept first."
        if (late := self.registry.meters.lateness()) > PATIENCE:
            return f"This server is {late:.1f} seconds late."
        if fault := await self.registry.fault():
            return fault
        if self.asked is None or self.asked.done():
            self.asked = asyncio.create_task(self._ask())
        done, _ = await asyncio.wait({self.asked}, timeout=PATIENCE)
        return self.asked.result() if done else f"The store has not answered within {PATIENCE:g} second."

    async def _ask(self) -> str:
        try:
            await self.registry.threads.run(self.registry.store.find, "")
        except Exception as error:
            return f"The store cannot be read: {type(error).__name__}."
        return ""
