"""What a recap makes of the rows of a game."""

from collections.abc import Iterable

from cliffhanger.kernel.events import Tale
from cliffhanger.kernel.sentences import Recap, Sentence


def tale(rows: Iterable[Sentence]) -> Tale:
    """What a recap makes of the kinds of events that these rows say."""
    rows = tuple(rows)

    def kinds(recap: Recap) -> frozenset[str]:
        return frozenset(row.what for row in rows if row.recap == recap)

    return Tale(
        workings=kinds("workings"),
        turning=kinds("turning"),
        chapters=kinds("chapter"),
        counts=tuple(row.what for row in rows if row.credits),
        gathers={row.what: row.gather for row in rows if row.gather},
        onward=frozenset(row.what for row in rows if row.onward),
    )
