"""What is derived from the same parts is derived once: for every seat of a table, and from one act to the next.

States share what they did not change, so a look at the parts (kept hashes, same objects) is far cheaper than the
work. Only pure functions of a state may be remembered, and only by all of the parts that they read.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def remembered(
    parts: Callable[..., Hashable], most: int = 256, *, hold: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember a function's answers by the parts of its arguments that it reads; the oldest beyond `most` are let go.

    With `hold` the arguments are kept beside the answer: then no other object can come to have the `id` of one of them,
    and parts may name by its `id` what is dear to compare or cannot be hashed.
    """

    def remembering(make: Callable[P, R]) -> Callable[P, R]:
        kept: dict[Hashable, tuple[R, Any]] = {}

        @wraps(make)
        def look(*given: P.args, **named: P.kwargs) -> R:
            key = parts(*given, **named)
            found = kept.get(key)
            if found is None:
                found = kept[key] = (make(*given, **named), given if hold else None)
                if len(kept) > most:
                    del kept[next(iter(kept))]
            return found[0]

        return look

    return remembering
