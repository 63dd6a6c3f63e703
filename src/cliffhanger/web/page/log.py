"""What has happened, in sentences: newest at the end, thirty of them, each with its reason and a way back to it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from cliffhanger.kernel import cache
from cliffhanger.kernel.events import CUES, Event
from cliffhanger.kernel.inputs import Act, Faces, Pause, Ruling, Sit
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.translation import SPOKEN
from cliffhanger.web.page.capacity import DEEDS, SEATS, TABLES
from cliffhanger.web.page.html import NOTHING, NUMBER, Markup
from cliffhanger.web.page.language import _, cached
from cliffhanger.web.page.listener import Deed, Listener
from cliffhanger.web.page.regions import Box, box
from cliffhanger.web.page.terms import terms_in

SHOWN = 30


class Line(NamedTuple):
    """A sentence of the log: its entry, its place in it, its kind, and the entry to go back to (0: there is none)."""

    n: int
    at: int
    kind: str
    event: Event
    back: int = 0


def told(entries: Iterable[Entry], own: str) -> Iterator[Line]:
    """The sentences a seat may read, in order."""
    waiting: list[Line] = []
    for entry in entries:
        if waiting and (not isinstance(entry.input, Faces) or entry.input.typed):
            yield from waiting
            waiting = []
        # A roll belongs to the act that asked for it: whoever goes back to that act goes back to its faces too. Faces of
        # real dice are a deed of their own: one that was typed wrongly is typed anew.
        waiting = [line._replace(back=line.back and entry.n) for line in waiting]
        back = entry.n if isinstance(entry.input, Act | Faces | Ruling) else 0
        kind = _kind(entry.input)
        seen = [event for event in entry.events if event.text and event.heard_by(own)]
        waiting += [Line(entry.n, at, kind, event, back if not at else 0) for at, event in enumerate(seen)]
    yield from waiting


def _kind(put: object) -> str:
    return (
        "ruling"
        if isinstance(put, Ruling)
        else "sit"
        if isinstance(put, Sit)
        else "x"
        if isinstance(put, Pause)
        else ""
    )


def aloud(deeds: Sequence[Deed], listener: Listener, asked: str, *, up: bool) -> str:
    """The one sentence of a view that is said aloud: what is asked of whoever is up, else what has just happened.

    Where the newest entry tells nothing, it is what the table waits for.
    """
    if up or not deeds:
        return asked
    newest = listener.deed(deeds[0])[-1]
    seen = [event for event in newest.events if event.text and event.heard_by(listener.seat)]
    return f"{seen[-1].who} {seen[-1].text}".strip() if seen else asked


@cache.remembered(id, TABLES, hold=True)
def deeds(entries: Sequence[Entry]) -> tuple[Deed, ...]:
    """The entries by deeds, the newest deed first. A deed is the same object from log to log."""
    return tuple(_same(_newest_first(entries)))


def _newest_first(entries: Sequence[Entry]) -> Iterator[Deed]:
    end = len(entries)
    for at in range(end - 1, -1, -1):
        if not at or not isinstance(entries[at].input, Faces):
            yield tuple(entries[at:end])
            end = at


@cache.each_remembered(lambda: None, DEEDS, by=lambda deed: tuple(map(id, deed)))
def _same(deed: Deed) -> Deed:
    return deed


def log_region(
    deeds: Sequence[Deed], listener: Listener, *, base: str, whole: str, rules: Mapping[str, str], undo: bool
) -> Box:
    """The last thirty lines, each a region. What a screen reader hears of each view is said elsewhere."""
    drawn = _drawn(deeds, base, listener, rules, undo, SPOKEN.get())
    lines = list(chain.from_iterable(reversed(drawn)))[-SHOWN:] or [
        Markup('<li class="soft">{words}</li>').format(words=_("What happens stands here, in sentences."))
    ]
    begins, head, scroll = _top(whole)
    told = Box(scroll, (Box(LIST, tuple(lines), Markup("</ol>")),), Markup("</div>"))
    return box(begins, (head, told, _back(base) if undo else NOTHING), "</section>")


LIST = Markup('<ol class="log" id="log">')


@cached(TABLES)
def _top(whole: str) -> tuple[Markup, Markup, Markup]:
    """The beginnings of the log: of its section, its head, of what is scrolled."""
    head = Markup(
        '<div class="head"><h2 id="h-log">{head}</h2><a id="whole-log" href="{whole}">{all}</a></div>'
    ).format(head=_("So far"), whole=whole, all=_("whole log"))
    return (
        Markup('<section class="panel" id="so-far" aria-labelledby="h-log">'),
        head,
        Markup('<div class="scroll" id="log-scroll" tabindex="0" role="log" aria-live="off" aria-labelledby="h-log">'),
    )


@lru_cache(SEATS)
def _back(base: str) -> Markup:
    return Markup(
        '<form id="f-back" data-do="undo" method="post" action="{base}/undo">'
        '<input type="hidden" name="id" value="{number}-back"></form>'
    ).format(base=base, number=NUMBER)


@cache.each_remembered(
    lambda base, listener, rules, undo, language: (base, id(listener.voice), listener.names, id(rules), undo, language),
    2 * SHOWN,
)
def _drawn(
    deed: Deed, _base: str, listener: Listener, rules: Mapping[str, str], undo: bool, language: str
) -> tuple[Markup, ...]:
    """What is told of a deed is drawn once, not again with every act that follows it: once for all who are told the same."""
    secret = any(event.only for entry in deed for event in entry.events)
    return _told_alike(listener.deed(deed), listener.seat if secret else "", rules, undo, language)


@cache.remembered(lambda deed, own, rules, undo, language: (id(deed), own, id(rules), undo, language), DEEDS, hold=True)
def _told_alike(deed: Deed, own: str, rules: Mapping[str, str], undo: bool, _language: str) -> tuple[Markup, ...]:
    drawn: list[Markup] = []
    before = ""
    for line in told(deed, own):
        drawn.append(_line(line, rules.get(line.event.rule, ""), undo, again=line.event.who == before))
        before = line.event.who
    return tuple(drawn)


def _line(line: Line, why: str, undo: bool, *, again: bool) -> Markup:
    """One sentence. Whose turn it is, and a name that stands above already, are heard but hardly seen."""
    what, who, text, rule = line.event.what, line.event.who, line.event.text, line.event.rule
    name = f"e{line.n}-{line.at}"
    if what in CUES:
        return Markup('<li class="cue" id="{name}">{words}</li>').format(name=name, words=text.rstrip("."))
    kind = line.kind or ("beat" if what == "turn" else "")
    more = _more(name, rule, why, line.back if undo else 0)
    return Markup('<li{kind} id="{name}"><span class="by{again}">{who}</span> <div>{text}{more}</div></li>').format(
        kind=f" class={kind}" if kind else "",
        name=name,
        again=" again" if again and who else "",
        who=who,
        text=terms_in(text),
        more=more,
    )


@cached(4096)
def _more(name: str, rule: str, why: str, to: int) -> Markup:
    """Behind the dots: the rule it rests on, and the way back."""
    if not rule and not to:
        return Markup("")
    says = (
        Markup("<p>{why} <b>({rule})</b></p>").format(why=why, rule=rule)
        if rule and why
        else Markup("<p>{words}</p>").format(words=_("Rule {id}.").format(id=rule))
        if rule
        else ""
    )
    back = (
        Markup('<button class="act" form="f-back" name="to" value="{to}" id="{name}-back">{words}</button>').format(
            to=to, name=name, words=_("Go back to here")
        )
        if to
        else ""
    )
    label = _("Why, and undo")
    return Markup(
        '<details class="dots" id="{name}-why"><summary aria-label="{label}">&hellip;</summary>{says}{back}</details>'
    ).format(name=name, label=label, says=says, back=back)
