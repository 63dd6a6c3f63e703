"""A question in two voices: as its seat reads it ("What do you roll?"), and as all others do while they wait."""

from typing import Any


def addressed(you: str, room: str, *, own: bool = True) -> dict[str, Any]:
    """The words `ask` and `awaits` of an option.

    Who plays several people, or speaks for one who is not theirs alone (not `own`), reads of them by name as well.
    """
    return {"ask": you if own else room, "awaits": room}
