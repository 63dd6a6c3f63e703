"""What has happened, in sentences: newest at the end, thirty of them, each with its reason and a way back to it."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from cliffhanger.kernel.events import Event
from cliffhanger.kernel.inputs import Pause, Ruling, Sit
from cliffhanger.kernel.record import Entry
from cliffhanger.web.page.html import NUMBER, esc

SHOWN = 30
CUES = frozenset({"cue", "scene", "round", "chapter", "phase", "episode", "turn_begins", "scene_begins", "round_begins"})


def told(entries: Iterable[Entry], own: str) -> list[tuple[int, str, Event]]:
    """The sentences a seat may read: entry number, kind of input, event."""
    return [
        (entry.n, _kind(entry.input), event)
        for entry in entries
        for event in entry.events
        if event.text and event.only in ("", own)
    ]


def _kind(put: object) -> str:
    return "ruling" if isinstance(put, Ruling) else "sit" if isinstance(put, Sit) else "x" if isinstance(put, Pause) else ""


def log(
    entries: tuple[Entry, ...], own: str, *, base: str, whole: str, rules: Mapping[str, str], undo: bool
) -> str:
    """Draw the last thirty lines, in a list that a screen reader hears grow."""
    lines: list[tuple[int, str, Event]] = []
    for entry in reversed(entries):
        lines[:0] = told((entry,), own)
        if len(lines) >= SHOWN:
            break
    shown = lines[-SHOWN:]
    drawn = "".join(_line(n, at, kind, event, rules.get(event.rule, ""), undo) for at, (n, kind, event) in _numbered(shown))
    inner = drawn or '<li class="soft">What happens stands here, in sentences.</li>'
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


def _numbered(lines: list[tuple[int, str, Event]]) -> list[tuple[int, tuple[int, str, Event]]]:
    """Give each line its place within its own entry, so that its id never changes."""
    counted: dict[int, int] = {}
    numbered = []
    for line in lines:
        counted[line[0]] = counted.get(line[0], -1) + 1
        numbered.append((counted[line[0]], line))
    return numbered


def _line(n: int, at: int, kind: str, event: Event, why: str, undo: bool) -> str:
    return _drawn(n, at, kind, event.what, event.who, event.text, event.rule, why, undo)


@lru_cache(4096)
def _drawn(n: int, at: int, kind: str, what: str, who: str, text: str, rule: str, why: str, undo: bool) -> str:
    name = f"e{n}-{at}"
    if what in CUES:
        return f'<li class="cue" id="{name}">{esc(text)}</li>'
    by = f'<span class="by">{esc(who)}</span>' if who else '<span class="by"></span>'
    more = _more(n, name, rule, why, undo and not at)
    return f'<li{f" class={kind}" if kind else ""} id="{name}">{by}<div>{esc(text)}{more}</div></li>'


def _more(n: int, name: str, rule: str, why: str, undo: bool) -> str:
    """Behind the dots: the rule it rests on, and the way back."""
    if not rule and not undo:
        return ""
    says = f"<p>{esc(why)} <b>({esc(rule)})</b></p>" if rule and why else f"<p>Rule {esc(rule)}.</p>" if rule else ""
    back = f'<button class="act" form="f-back" name="to" value="{n}" id="{name}-back">Go back to here</button>' if undo else ""
    return f'<details class="dots" id="{name}-why"><summary aria-label="Why, and undo">…</summary>{says}{back}</details>'
