"""QR codes of links as SVG, made in a thread and cached: one takes as long as drawing a whole page."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from cliffhanger.web.page.html import NOTHING, Markup

# Codes kept, of some 3 kB each: more than a server has tables with somebody at them. Where they are fewer, each view of a
# table has its code made again, and is drawn twice for it.
CAPACITY = 8_192


class QrCodes:
    """QR codes as SVG; a page is drawn without one that is not ready, and again when it is."""

    def __init__(self) -> None:
        self.ready: OrderedDict[str, Markup] = OrderedDict()
        self.wanted: dict[str, dict[Callable[[], None], None]] = {}
        self.task: asyncio.Task[None] | None = None

    def of(self, address: str, redraw: Callable[[], None]) -> Markup:
        """The code of an address, or nothing yet; `redraw` is called when it is there."""
        if address in self.ready:
            self.ready.move_to_end(address)
            return self.ready[address]
        self.wanted.setdefault(address, {})[redraw] = None
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._work())
        return NOTHING

    async def _work(self) -> None:
        waiting: dict[Callable[[], None], None] = {}
        while self.wanted:
            address = next(iter(self.wanted))
            self.ready[address] = await asyncio.to_thread(qr_svg, address)
            waiting |= self.wanted.pop(address)
            while len(self.ready) > CAPACITY:
                self.ready.popitem(last=False)
        for redraw in waiting:
            redraw()


def qr_svg(address: str) -> Markup:
    """The QR code of an address, as SVG."""
    import segno

    return Markup(segno.make(address, micro=False).svg_inline(border=2, omitsize=True))  # noqa: S704  (it draws, and quotes nothing)
