"""What has happened, in sentences: newest at the end, thirty of them, each with its reason and a way back to it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from cliffhanger.kernel.events import CUES, Event
from cliffhanger.kernel.inputs import Act, Faces, Pause, Ruling, Sit
from cliffhanger.kernel.memory import Same, remembered
from cliffhanger.kernel.record import Entry
from cliffhanger.web.page.html import NUMBER, esc

SHOWN = 30
EMPTY = '<li class="soft">What happens stands here, in sentences.</li>'


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
        if waiting and not isinstance(entry.input, Faces):
            yield from waiting
            waiting = []
        # A roll belongs to the act that asked for it: whoever goes back to that act goes back to its faces too.
        waiting = [line._replace(back=line.back and entry.n) for line in waiting]
        back = entry.n if isinstance(entry.input, Act | Faces | Ruling) else 0
        kind = _kind(entry.input)
        seen = [event for event in entry.events if event.text and event.only in ("", own)]
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


def before_last(entries: tuple[Entry, ...]) -> int | None:
    """The entry that stays last when the newest act or ruling is taken back; None where there is none."""
    return next((entry.n - 1 for entry in reversed(entries) if isinstance(entry.input, Act | Ruling)), None)


def log(entries: tuple[Entry, ...], own: str, *, base: str, whole: str, rules: Mapping[str, str], undo: bool) -> str:
    """Draw the last thirty lines, in a list that a screen reader hears grow."""
    inner = _lines(entries, own if _some_are_secret(entries) else "", rules, undo) or EMPTY
    form = ""
    if undo:
        form = (
            f'<form id="f-back" data-do="undo" method="post" action="{esc(base)}/undo">'
            f'<input type="hidden" name="id" value="{NUMBER}-back"></form>'
        )
    return (
        '<section class="panel" id="so-far" aria-labelledby="h-log"><div class="head"><h2 id="h-log">So far</h2>'
        f'<a id="whole-log" href="{esc(whole)}">whole log</a></div><div class="scroll" id="log-scroll" tabindex="0" '
        f'role="group" aria-labelledby="h-log"><ol class="log" id="log" role="log" aria-labelledby="h-log">{inner}'
        f"</ol></div>{form}</section>"
    )


@remembered(Same, 512)
def _some_are_secret(entries: tuple[Entry, ...]) -> bool:
    """Whether seats read different lines; an older line than anybody's list holds makes no difference."""
    return any(event.only for entry in _newest(entries, "") for event in entry.events)


@remembered(lambda entries, own, rules, undo: (Same(entries), own, Same(rules), undo), 512)
def _lines(entries: tuple[Entry, ...], own: str, rules: Mapping[str, str], undo: bool) -> str:
    """The lines are the same for all seats, unless some of them are told to one alone."""
    shown = list(told(_newest(entries, own), own))[-SHOWN:]
    return "".join(_line(line, rules.get(line.event.rule, ""), undo) for line in shown)


def _newest(entries: tuple[Entry, ...], own: str) -> tuple[Entry, ...]:
    """As many of the last entries as it takes to fill the list, from an act on, not from the middle of its rolls."""
    at, found = len(entries), 0
    while at and (found < SHOWN or isinstance(entries[at].input, Faces)):
        at -= 1
        found += sum(1 for event in entries[at].events if event.text and event.only in ("", own))
    return entries[at:]


def _line(line: Line, why: str, undo: bool) -> str:
    event = line.event
    return _drawn(
        line.n, line.at, line.kind, event.what, event.who, event.text, event.rule, why, line.back if undo else 0
    )


@lru_cache(4096)
def _drawn(n: int, at: int, kind: str, what: str, who: str, text: str, rule: str, why: str, back: int) -> str:
    name = f"e{n}-{at}"
    if what in CUES:
        return f'<li class="cue" id="{name}">{esc(text.rstrip("."))}</li>'
    by = f'<span class="by">{esc(who)}</span>' if who else '<span class="by"></span>'
    more = _more(name, rule, why, back)
    return f'<li{f" class={kind}" if kind else ""} id="{name}">{by}<div>{esc(text)}{more}</div></li>'


def _more(name: str, rule: str, why: str, to: int) -> str:
    """Behind the dots: the rule it rests on, and the way back."""
    if not rule and not to:
        return ""
    says = f"<p>{esc(why)} <b>({esc(rule)})</b></p>" if rule and why else f"<p>Rule {esc(rule)}.</p>" if rule else ""
    back = (
        f'<button class="act" form="f-back" name="to" value="{to}" id="{name}-back">Go back to here</button>'
        if to
        else ""
    )
    return (
        f'<details class="dots" id="{name}-why"><summary aria-label="Why, and undo">…</summary>{says}{back}</details>'
    )
