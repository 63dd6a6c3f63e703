"""What a program is told of a table: what one seat may know and do, as plain data."""

from collections.abc import Iterable, Reversible
from itertools import islice, takewhile
from typing import Any

import msgspec

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.offers import terms
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.session import Table

LINES = 2_000
"""Lines of a log that are told at once: whoever asks again and again for a long one would have all of it made each time."""


def view(table: Table, seat: str, *, fixed: bool = False) -> dict[str, Any]:
    """What a seat may know and do, but for the log; what never changes is told where `fixed` asks for it."""
    shown, known = table.shown, table.view(seat)
    return {
        "n": shown.n,
        "game": table.game.id,
        "seats": shown.seats,
        "paused": shown.paused,
        "closed": shown.closed,
        "asked": table.shown.asked,
        "waiting": _awaited(shown.waiting),
        "view": _told(known, () if fixed else table.game.fixed),
        "options": [{"option": option, "terms": terms(option)} for option in table.options(seat)],
        "panels": table.game.panels(known, seat),
        "drafts": [
            {"seat": key[0], "window": key[1], "key": key[2], "draft": draft}
            for key, draft in table.drafts_for(seat).items()
        ],
    }


def log(entries: Reversible[Entry], seat: str, since: int) -> list[dict[str, Any]]:
    """The log after entry `since` as a seat may read it, its last `LINES`; the whole of a longer one is in the record.

    Its older part comes from the store: read it beside the loop.
    """
    newest = (
        {"n": entry.n, "at": entry.at, "text": event.text, "who": event.who, "rule": event.rule}
        for entry in takewhile(lambda entry: entry.n > since, reversed(entries))
        for event in reversed(entry.events)
        if event.text and event.heard_by(seat)
    )
    return list(islice(newest, LINES))[::-1]


def _told(known: object, fixed: Iterable[str]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(known)
    return {name: value for name, value in plain.items() if name not in fixed}


def _awaited(waiting: object) -> dict[str, Any]:
    if isinstance(waiting, Roll):
        return {"roll": waiting.id, "seat": waiting.seat, "dice": waiting.dice, "title": waiting.title}
    if isinstance(waiting, Draw):
        return {"draw": waiting.id, "seat": waiting.seat, "count": waiting.count}
    return {"over": waiting.scores} if isinstance(waiting, Over) else {}
