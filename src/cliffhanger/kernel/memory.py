"""What is derived from the same parts is derived once: for every seat of a table, and from one act to the next.

States share what they did not change, so a look at the parts (kept hashes, same objects) is far cheaper than the
work. Only pure functions of a state may be remembered, and only by all of the parts that they read.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import update_wrapper
from typing import Any, Generic, TypeVar

R = TypeVar("R")


class Same:
    """A value taken as itself: equal only to the very same one. For parts that cannot be hashed."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


class Remembered(Generic[R]):
    """A function of a state that keeps its last answers, by the parts of the state that it reads."""

    def __init__(self, make: Callable[..., R], parts: Callable[..., Hashable], most: int) -> None:
        self._make, self._parts, self._most = make, parts, most
        self._kept: OrderedDict[Hashable, R] = OrderedDict()
        update_wrapper(self, make)

    def __call__(self, *given: Any) -> R:
        """The answer, made now or before."""
        key = self._parts(*given)
        kept = self._kept
        found = kept.get(key)
        if found is None:
            found = kept[key] = self._make(*given)
            if len(kept) > self._most:
                kept.popitem(last=False)
        return found


def remembered(parts: Callable[..., Hashable], most: int = 256) -> Callable[[Callable[..., R]], Remembered[R]]:
    """Remember a function's answers by the parts of its arguments that it reads; the oldest beyond `most` are let go."""
    return lambda make: Remembered(make, parts, most)
