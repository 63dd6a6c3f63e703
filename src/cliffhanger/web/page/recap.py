"""The story so far as a page of its own, and the whole log: from what was told, nothing added."""

from collections.abc import Iterable, Sequence

from cliffhanger.kernel.events import CUES, Event, Tale
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentences import Voice
from cliffhanger.table import chapters
from cliffhanger.web.page.html import Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.log import told
from cliffhanger.web.page.view import TableMeta


def recap(
    meta: TableMeta, entries: Sequence[Entry], tale: Tale, voice: Voice = chapters.NO_VOICE, own: str = "watch"
) -> Markup:
    """Draw the story as one would tell it, its rolls folded away: by chapters, with what each has changed, and counts."""
    story = chapters.chapters(entries, own, tale, voice)
    parts = [_chapter(at, each) for at, each in enumerate(story)]
    if counts := chapters.tally(entries, own, tale, voice):
        parts.append(Markup('<p class="soft">{counts}.</p>').format(counts=", ".join(counts)))
    return _page(meta, _("The story so far"), joined(parts), whole=False)


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
    return _page(meta, _("The whole log"), joined(parts), whole=True)


def _page(meta: TableMeta, title: str, inner: Markup, *, whole: bool) -> Markup:
    inner = inner or Markup('<p class="soft">{happened}</p>').format(
        happened=_("Nothing has happened yet. What does will stand here, in sentences.")
    )
    return Markup(
        '<main class="door narrow"><header><p class="no-print"><a href="/t/{id}">{back}</a></p>'
        '<p class="soft">{table}</p><h1>{title}</h1></header><article class="recap">{inner}</article>'
        "{elsewhere}</main>"
    ).format(
        id=meta.id,
        back=_("Back to the table"),
        table=meta.title,
        title=title,
        inner=inner,
        elsewhere=_elsewhere(meta.id, whole=whole),
    )


def _chapter(at: int, chapter: chapters.Chapter) -> Markup:
    head = Markup('<h2 id="part-{at}">{head}</h2>').format(at=at, head=chapter.head) if chapter.head else ""
    tale = joined(_said(each.event, "turning" if each.turning else "") for each in chapter.tale)
    if chapter.chips:
        chips = joined(Markup('<span class="tag">{chip}</span> ').format(chip=chip) for chip in chapter.chips)
        tale = joined((tale, Markup('<p class="changed">{chips}</p>').format(chips=chips)))
    short = chapter.short()
    if not short:
        return joined((head, tale))
    behind = joined(_said(event) for event in chapter.workings)
    return Markup(
        '{head}{tale}<details class="law no-print" id="dice-{at}"><summary>{short}</summary>{behind}</details>'
    ).format(head=head, tale=tale, at=at, short=short, behind=behind)


def _said(event: Event, kind: str = "") -> Markup:
    kind = "warn" if event.what == "ruling" else kind
    who = Markup("<b>{who}</b> ").format(who=event.who) if event.who else ""
    return Markup("<p{kind}>{who}{text}</p>").format(kind=f" class={kind}" if kind else "", who=who, text=event.text)


def _elsewhere(table: str, *, whole: bool) -> Markup:
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
