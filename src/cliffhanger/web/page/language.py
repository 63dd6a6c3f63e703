"""The words of the pages, in the language of the table that is being drawn: every one of them goes through `_`.

`_` and `ngettext` are gettext's, with English as the key and `str.format` for what is filled in. What holds words and is
kept for the next page is kept by language.
"""

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

from cliffhanger.kernel import cache
from cliffhanger.kernel.translation import SPOKEN, Messages

P = ParamSpec("P")
R = TypeVar("R")
MESSAGES = Messages(__package__)
_ = MESSAGES.gettext
ngettext = MESSAGES.ngettext
EXPLAINED: ContextVar[Hashable] = ContextVar("EXPLAINED", default=None)
"""The glossary of the game that is being drawn (`terms.py`): what is kept is kept by it, too."""


def drawn_for() -> Hashable:
    """What all that is drawn depends on, beside what it is drawn from: the language, and the terms that open."""
    return SPOKEN.get(), EXPLAINED.get()


def language_tag() -> str:
    """The language that is spoken, as `lang` names it: `de-CH`."""
    return SPOKEN.get().replace("_", "-") or "en"


def remembered(
    parts: Callable[..., Hashable], most: int = 256, *, hold: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The kernel's `remembered`, for what holds words: what was drawn in one language is not shown in another."""

    def decorate(make: Callable[P, R]) -> Callable[P, R]:
        by_language: dict[Hashable, Callable[P, R]] = {}

        @wraps(make)
        def look(*given: P.args, **named: P.kwargs) -> R:
            language = drawn_for()
            found = by_language.get(language)
            if found is None:
                found = by_language[language] = cache.remembered(parts, most, hold=hold)(make)
            return found(*given, **named)

        return look

    return decorate


def cached(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`lru_cache`, for what holds words: by language too."""

    def decorate(make: Callable[P, R]) -> Callable[P, R]:
        by_language: dict[Hashable, Callable[..., R]] = {}

        @wraps(make)
        def look(*given: P.args, **named: P.kwargs) -> R:
            language = drawn_for()
            found = by_language.get(language)
            if found is None:
                found = by_language[language] = cast(Callable[..., R], lru_cache(most)(make))
            return found(*given, **named)

        return look

    return decorate
