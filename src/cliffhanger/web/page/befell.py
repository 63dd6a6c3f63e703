"""What has happened to whoever reads since they last chose: it comes with their next question, in a line or two."""

from collections.abc import Sequence

from cliffhanger.kernel.record.format import Entry
from cliffhanger.table import befallen
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import cached
from cliffhanger.web.page.listener import Listener


def befell(log: Sequence[Entry], listener: Listener) -> tuple[str, ...]:
    """The sentences for a reader; without a voice there are none."""
    if listener.voice is None:
        return ()
    return befallen.told(
        listener.voice, befallen.befallen(listener.voice, log, listener.seat, listener.names), listener.names
    )


@cached(512)
def told_first(news: tuple[str, ...]) -> Markup:
    """How they stand above the stage."""
    if not news:
        return NOTHING
    lines = joined(Markup("<span>{words}</span> ").format(words=words) for words in news)
    return Markup('<p class="befell" id="befell">{lines}</p>').format(lines=lines)
