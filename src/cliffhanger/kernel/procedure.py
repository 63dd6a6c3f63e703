"""The frame of a procedure: what all frames of a game may be made of."""

import re

from msgspec import Struct


def _tag(name: str) -> str:
    """What a kind of frame is called in a record: `PlayCard` is `play_card`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Procedure(Struct, frozen=True, gc=False, kw_only=True, tag_field="frame", tag=_tag):
    """A frame of the stack, known by the name of its class; each has a `phase` of its own beside its `number`.

    `number` is given by `frames.push` and `frames.turn`: a new one for each new question.
    """

    number: int = 0
