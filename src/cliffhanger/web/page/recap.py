"""The story so far as a page of its own, and the whole log: from what was told, nothing added."""

from collections.abc import Iterable

from cliffhanger.kernel.events import CUES
from cliffhanger.kernel.record import Entry
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.log import told
from cliffhanger.web.page.meta import TableMeta


def chapters(entries: Iterable[Entry], own: str) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """What was told, cut at its cues: heading, then (kind, who, sentence)."""
    cut: list[tuple[str, list[tuple[str, str, str]]]] = [("", [])]
    for line in told(entries, own):
        if line.event.what in CUES:
            cut.append((line.event.text.rstrip("."), []))
        else:
            cut[-1][1].append((line.kind, line.event.who, line.event.text))
    return [chapter for chapter in cut if chapter[0] or chapter[1]]


def recap(meta: TableMeta, entries: Iterable[Entry], own: str = "watch", *, whole: bool = False) -> str:
    """Draw the story; `whole` is the log with everything in it, the recap leaves out comings and goings."""
    parts = []
    for at, (head, lines) in enumerate(chapters(entries, own)):
        kept = [line for line in lines if whole or line[0] not in ("sit", "x")]
        if head:
            parts.append(f'<h2 id="part-{at}">{esc(head)}</h2>')
        parts += [
            f"<p{' class=warn' if kind == 'ruling' else ''}>{f'<b>{esc(who)}</b> ' if who else ''}{esc(words)}</p>"
            for kind, who, words in kept
        ]
    inner = "".join(parts) or '<p class="soft">Nothing has happened yet. What does will stand here, in sentences.</p>'
    title = "The whole log" if whole else "The story so far"
    return (
        f'<main class="door narrow"><header><p class="no-print"><a href="/t/{esc(meta.id)}">Back to the table</a></p>'
        f'<p class="soft">{esc(meta.title)}</p><h1>{title}</h1></header><article class="recap">{inner}</article></main>'
    )
