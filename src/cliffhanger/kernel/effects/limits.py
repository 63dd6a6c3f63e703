"""What may be done once: in a turn, in a game. A mark says how often, then what: "turn:rush#0"."""

from typing import TypeVar

from cliffhanger.kernel.effects.state import Playing
from cliffhanger.kernel.frames import replace

S = TypeVar("S", bound=Playing)


def once(s: S, *marks: str) -> S:
    """It is noted that something was done."""
    return replace(s, once=(*s.once, *(each for each in marks if each not in s.once)))


def spent(s: Playing, often: str | None, what: str) -> bool:
    """Whether something that may be done so often was done; nothing limits what says no such word."""
    return bool(often) and f"{often}:{what}" in s.once


def renewed(s: S, often: str) -> S:
    """A new turn, or whatever the word is for, has come: what may be done once in it may be done again."""
    return replace(s, once=tuple(each for each in s.once if not each.startswith(f"{often}:")))
