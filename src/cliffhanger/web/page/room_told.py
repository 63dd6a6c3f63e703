"""What has just happened, on the room's screen: the last sentences, as many as the stage leaves room for.

The page cannot measure what is left, so all of them are there and the sheet shows those that stand whole, the newest first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from cliffhanger.kernel.events import CUES
from cliffhanger.kernel.game import WATCH
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.listener import Deed, Listener
from cliffhanger.web.page.log import told

MOST = 12  # sentences


def before(story: Sequence[Deed], listener: Listener, shown: Iterable[str]) -> Markup:
    """The newest sentences of a story, but for those whose words stand on the stage already, as `shown`."""
    known = {words.strip() for words in shown}
    rows = joined(islice(_rows(story, listener, known), MOST))
    if not rows:
        return NOTHING
    return Markup('<ol class="room-told" reversed aria-label="{label}">{rows}</ol>').format(
        label=_("What has just happened"), rows=rows
    )


def _rows(story: Sequence[Deed], listener: Listener, known: set[str]) -> Iterator[Markup]:
    for deed in story:
        for line in reversed([*told(listener.deed(deed), WATCH)]):
            who, text = line.event.who, line.event.text
            if line.kind in ("sit", "x") or f"{who} {text}".strip() in known:
                continue
            if line.event.what in CUES:
                yield Markup('<li class="cue">{text}</li>').format(text=text.rstrip("."))
            else:
                yield Markup("<li>{who}{text}</li>").format(
                    who=Markup("<b>{who}</b> ").format(who=who) if who else NOTHING, text=text
                )
