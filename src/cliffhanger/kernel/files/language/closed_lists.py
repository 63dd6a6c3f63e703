"""Closed lists of words: as types of what a file may say, and the nearest word to one that is not there."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, get_args

from msgspec import Meta


def listed(kind: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The words of a closed list, in order, whether it is a Literal or put together of others by `closed`."""
    metadata = getattr(kind, "__metadata__", ())
    return tuple(metadata[0].extra_json_schema["enum"]) if metadata else get_args(kind)


def closed(*words: str | Iterable[str]) -> Meta:
    """What binds text to a list of words that is put together of others; a text is the words in it."""
    known = [word for each in words for word in (each.split() if isinstance(each, str) else each)]
    return Meta(pattern=f"^({'|'.join(map(re.escape, known))})$", extra_json_schema={"enum": known})


def near(word: str, known: Iterable[str]) -> str:
    """The nearest word that there is, as a question; nothing where none is near."""
    plain = {_plain(each): each for each in known}
    found = get_close_matches(_plain(word), list(plain), 1) if len(word) <= 40 else []
    return f"; did you mean {plain[found[0]]}?" if found else ""


def one_of_words(word: str, known: Iterable[str]) -> str:
    """What was expected instead of a word: one of those there are, and which one may be meant."""
    return f'one of {", ".join(known)}, not "{word[:40]}"{near(word, known)}'


def _plain(word: str) -> str:
    return word.lower().replace("-", "_")
