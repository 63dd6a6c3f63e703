"""Live secrets: those of one live table as they are by now, and how they change here and in the store."""

import asyncio
from collections.abc import Callable
from typing import Literal

from msgspec import structs

from cliffhanger.table.secrets import Secrets
from cliffhanger.web.live import links
from cliffhanger.web.live.audience import Audience
from cliffhanger.web.live.services import Services

SecretsChange = Callable[[Secrets], Secrets]


class LiveSecrets:
    """The secrets of a table that is open in this process; a link that counts no more closes the pages it opened."""

    def __init__(self, table_id: str, secrets: Secrets, audience: Audience, services: Services) -> None:
        self._table_id, self._audience, self._services = table_id, audience, services
        self._saving = asyncio.Lock()
        self._changing: list[SecretsChange] = []  # what becomes of them, on its way to the store
        self.replace(secrets)

    @property
    def now(self) -> Secrets:
        """The secrets of the table as they are by now."""
        return self._now

    def replace(self, secrets: Secrets) -> None:
        """From now on they are these."""
        self._now = secrets
        self._audience.lets_watch(secrets)

    async def change(self, change: SecretsChange) -> None:
        """Change them, here at once and then in the store. Raises Unkept."""
        self._changing.append(change)
        self.replace(change(self._now))
        try:
            async with self._saving:
                kept = await self._services.change_secrets(self._table_id, change)
        except BaseException:
            self._changing.remove(change)
            raise
        self._changing.remove(change)
        self._take(kept)

    async def set_bench(self, to: Literal["loud", "quiet", "away"]) -> None:
        """Say what those who watch may, or send them away; kept before it counts. Raises Unkept."""

        def change(secrets: Secrets) -> Secrets:
            return links.sent_away(secrets) if to == "away" else structs.replace(secrets, quiet=to == "quiet")

        async with self._saving:
            self._take(await self._services.change_secrets(self._table_id, change))

    async def refresh(self) -> None:
        """Take those that the store has by now: another node may have changed them. Raises Unkept."""
        async with self._saving:
            self._take(await self._services.read_secrets(self._table_id))

    def _take(self, kept: Secrets) -> None:
        """Take what the store has, with what is still on its way there."""
        for change in self._changing:
            kept = change(kept)
        old = self._now
        self.replace(links.watched(kept))
        for seat, mark in old.seats.items():
            if self._now.seats.get(seat) != mark:
                self._audience.disconnect(seat)
