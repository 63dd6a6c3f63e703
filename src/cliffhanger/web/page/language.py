"""The page's own words, in the language of the table that is being drawn: every one of them goes through `t`."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import ParamSpec, TypeVar

from cliffhanger.kernel import cache
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.sentences import NUMBER, PEOPLE, TEXT, Kind, Sentence, Voice
from cliffhanger.kernel.translation import catalogue

P = ParamSpec("P")
R = TypeVar("R")
_LANGUAGE = ContextVar("language", default="")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Draw in this language; English where there is no catalogue of it."""
    before = _LANGUAGE.set(language)
    try:
        yield
    finally:
        _LANGUAGE.reset(before)


def t(message: str, **data: str | int | list[str]) -> str:
    """A message in the language that is spoken now, as plain text; `data` fills its fields as in a sentence's template."""
    language = _LANGUAGE.get()
    if not data:
        return catalogue(__package__, language).text(message) if language else message
    kinds = tuple((name, _kind(value)) for name, value in data.items())
    return _voice(language, message, kinds).say(Event(message, data=data))


def remembered(
    parts: Callable[..., Hashable], most: int = 256, *, hold: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The kernel's `remembered`, for what holds words: what was drawn in one language is not shown in another."""
    return cache.remembered(lambda *given, **named: (_LANGUAGE.get(), parts(*given, **named)), most, hold=hold)


def _kind(value: object) -> Kind:
    return NUMBER if isinstance(value, int) else TEXT if isinstance(value, str) else PEOPLE


@lru_cache(2048)
def _voice(language: str, message: str, kinds: tuple[tuple[str, Kind], ...]) -> Voice:
    return Voice((Sentence(message, dict(kinds), message),), catalogue(__package__, language))
