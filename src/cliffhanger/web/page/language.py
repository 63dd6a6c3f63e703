"""The words of the pages, in the language of the table that is being drawn: every one of them goes through `_`.

`_` and `ngettext` are gettext's, with English as the key and `str.format` for what is filled in. What holds words and is
kept for the next page is kept by language.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from cliffhanger.kernel import cache
from cliffhanger.kernel.translation import SPOKEN, Messages

P = ParamSpec("P")
R = TypeVar("R")
MESSAGES = Messages(__package__)
_ = MESSAGES.gettext
ngettext = MESSAGES.ngettext


def language_tag() -> str:
    """The language that is spoken, as `lang` names it: `de-CH`."""
    return SPOKEN.get().replace("_", "-") or "en"


def remembered(
    parts: Callable[..., Hashable], most: int = 256, *, hold: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The kernel's `remembered`, for what holds words: what was drawn in one language is not shown in another."""
    return cache.remembered(lambda *given, **named: (SPOKEN.get(), parts(*given, **named)), most, hold=hold)


def cached(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`lru_cache`, for what holds words: by language too."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        def in_language(_language: str, *given: Any, **named: Any) -> R:
            return function(*given, **named)

        look: Callable[..., R] = lru_cache(most)(in_language)
        spoken = SPOKEN.get

        @wraps(function)
        def call(*given: P.args, **named: P.kwargs) -> R:
            return look(spoken(), *given, **named)

        return call

    return decorate
