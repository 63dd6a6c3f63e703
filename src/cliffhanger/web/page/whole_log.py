"""The whole log of a table as a page, cut at its cues, and the links between this and the recap."""

from collections.abc import Iterable

from cliffhanger.kernel.events import CUES, Event
from cliffhanger.kernel.record.format import Entry
from cliffhanger.web.page import dice_check
from cliffhanger.web.page.html import Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.log import told
from cliffhanger.web.page.view import TableMeta


def whole(meta: TableMeta, entries: Iterable[Entry], own: str = "watch") -> Markup:
    """Draw the log with everything in it, cut at its cues."""
    parts: list[Markup] = []
    for line in told(entries, own):
        if line.event.what in CUES:
            parts.append(
                Markup('<h2 id="part-{n}-{at}">{words}</h2>').format(
                    n=line.n, at=line.at, words=line.event.text.rstrip(".")
                )
            )
        else:
            parts.append(_said(line.event, "warn" if line.kind == "ruling" else ""))
    inner = joined(parts) or Markup('<p class="soft">{happened}</p>').format(happened=nothing_yet())
    return Markup(
        '<main class="door narrow"><header><p class="no-print"><a href="/t/{id}/mine">{back}</a></p>'
        '<p class="soft">{table}</p><h1>{title}</h1></header><article class="recap">{inner}</article>'
        "{elsewhere}{below}</main>"
    ).format(
        id=meta.id,
        back=_("Back to the table"),
        table=meta.title,
        below=dice_check.line(meta),
        title=_("The whole log"),
        inner=inner,
        elsewhere=elsewhere(meta.id, whole=True),
    )


def nothing_yet() -> str:
    """What stands where the story will."""
    return _("Nothing has happened yet. What does will stand here, in sentences.")


def elsewhere(table: str, *, whole: bool) -> Markup:
    """The same evening in other forms: to read on, to keep, to check."""
    base = f"/t/{table}"
    other = (
        Markup('<a href="{base}/recap">{story}</a>').format(base=base, story=_("The story"))
        if whole
        else Markup('<a href="{base}/log">{whole}</a>').format(base=base, whole=_("The whole log"))
    )
    return Markup(
        '<nav class="foot-links no-print" aria-label="{evening}">{other}<a href="{base}/recap.md">{story}</a>'
        '<a href="{base}/record">{record}</a></nav>'
    ).format(evening=_("This evening"), other=other, base=base, story=_("The story as text"), record=_("The record"))


def _said(event: Event, kind: str = "") -> Markup:
    kind = "warn" if event.what == "ruling" else kind
    who = Markup("<b>{who}</b> ").format(who=event.who) if event.who else ""
    return Markup("<p{kind}>{who}{text}</p>").format(kind=f" class={kind}" if kind else "", who=who, text=event.text)
