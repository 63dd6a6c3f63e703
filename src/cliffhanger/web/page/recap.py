"""The story so far as a page of its own, and the whole log: from what was told, nothing added."""

from collections.abc import Iterable

from cliffhanger.kernel.events import CUES, Event, Tale
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table import chapters
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.log import told
from cliffhanger.web.page.view import TableMeta


def recap(meta: TableMeta, entries: Iterable[Entry], tale: Tale, own: str = "watch") -> str:
    """Draw the story as one would tell it, its rolls folded away."""
    story = chapters.chapters(entries, own, tale)
    return _page(meta, "The story so far", "".join(_chapter(at, each) for at, each in enumerate(story)), whole=False)


def whole(meta: TableMeta, entries: Iterable[Entry], own: str = "watch") -> str:
    """Draw the log with everything in it, cut at its cues."""
    parts: list[str] = []
    for line in told(entries, own):
        if line.event.what in CUES:
            parts.append(f'<h2 id="part-{line.n}-{line.at}">{esc(line.event.text.rstrip("."))}</h2>')
        else:
            parts.append(_said(line.event, "warn" if line.kind == "ruling" else ""))
    return _page(meta, "The whole log", "".join(parts), whole=True)


def _page(meta: TableMeta, title: str, inner: str, *, whole: bool) -> str:
    inner = inner or '<p class="soft">Nothing has happened yet. What does will stand here, in sentences.</p>'
    return (
        f'<main class="door narrow"><header><p class="no-print"><a href="/t/{esc(meta.id)}">Back to the table</a></p>'
        f'<p class="soft">{esc(meta.title)}</p><h1>{title}</h1></header><article class="recap">{inner}</article>'
        f"{_elsewhere(meta.id, whole=whole)}</main>"
    )


def _chapter(at: int, chapter: chapters.Chapter) -> str:
    head = f'<h2 id="part-{at}">{esc(chapter.head)}</h2>' if chapter.head else ""
    tale = "".join(_said(each.event, "turning" if each.turning else "") for each in chapter.tale)
    short = chapter.short()
    if not short:
        return head + tale
    behind = "".join(_said(event) for event in chapter.workings)
    return f'{head}{tale}<details class="law no-print" id="dice-{at}"><summary>{esc(short)}</summary>{behind}</details>'


def _said(event: Event, kind: str = "") -> str:
    kind = "warn" if event.what == "ruling" else kind
    who = f"<b>{esc(event.who)}</b> " if event.who else ""
    return f"<p{f' class={kind}' if kind else ''}>{who}{esc(event.text)}</p>"


def _elsewhere(table: str, *, whole: bool) -> str:
    """The same evening in other forms: to read on, to keep, to check."""
    base = f"/t/{esc(table)}"
    other = f'<a href="{base}/recap">The story</a>' if whole else f'<a href="{base}/log">The whole log</a>'
    return (
        f'<nav class="foot-links no-print" aria-label="This evening">{other}<a href="{base}/recap.md">The story as text</a>'
        f'<a href="{base}/record">The record</a></nav>'
    )
