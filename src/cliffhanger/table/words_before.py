"""The rules by which words went into the dice of tables that began under an older format; they go on by them.

Up to format 2 all dice used the last round, whoever had spoken in it. In format 3 a seat's dice used the last round that
counted and in which it spoke, and a new name on a seat called for a round: so whoever had the key could name a seat
anew until its dice suited them.
"""

from typing import Any

from msgspec import structs

from cliffhanger.kernel.inputs import Sit, Word
from cliffhanger.table.entropy import mix
from cliffhanger.table.words import PERSON, Chairs, Words


class _Called:
    """What both have in common: a round is due once a seat called for it."""

    def hidden(self, now: Words, hashes: Word) -> Words:  # noqa: ARG002
        """Nothing changes before the words are in."""
        return now

    def due(self, now: Words, chairs: Chairs) -> bool:  # noqa: ARG002
        """Since a seat called for it, until one counts."""
        return now.called

    def counts(self, now: Words, chairs: Chairs, speaking: frozenset[str]) -> bool:
        """Whether so many words are enough."""
        return now.called and 0 < needed(chairs) <= len(speaking)

    def waits_for(self, now: Words, chairs: Chairs) -> frozenset[str]:
        """All players."""
        return chairs.players if now.called else frozenset()


class LastWords(_Called):
    """The rule up to format 2."""

    def sat(self, now: Words, sit: Sit, before: str, *, speaks: bool) -> Words:  # noqa: ARG002
        """Whoever sits down, or is named anew, calls for a round."""
        return structs.replace(now, called=now.called or sit.holder == PERSON)

    def shown(self, now: Words, table: str, chairs: Chairs, hashes: Word, words: Word) -> Words:  # noqa: ARG002
        """The last words are those of all."""
        return structs.replace(now, mix=mix(table, words), called=now.called and not words.words)


class OwnWords(_Called):
    """The rule of format 3."""

    def sat(self, now: Words, sit: Sit, before: str, *, speaks: bool) -> Words:  # noqa: ARG002
        """Whoever takes a player's seat, or is named anew there, calls for a round."""
        if sit.holder != PERSON:
            return structs.replace(now, spoke={seat: own for seat, own in now.spoke.items() if seat != sit.seat})
        return structs.replace(now, called=now.called or speaks)

    def shown(self, now: Words, table: str, chairs: Chairs, hashes: Word, words: Word) -> Words:  # noqa: ARG002
        """Who spoke uses this round from now on, if it counts."""
        new, said = mix(table, words), frozenset(who for who, _ in words.words)
        least = needed(chairs)
        if not least or len(said) < least:
            return now
        changes: dict[str, Any] = {"spoke": now.spoke | dict.fromkeys(sorted(said), new), "called": False}
        whole = said >= changes["spoke"].keys() & chairs.players
        return structs.replace(now, **changes, mix=new if whole else now.mix)


def needed(chairs: Chairs) -> int:
    """How many words a round needs to count: two, or that of the only player beside the person who runs the table; 0 is none."""
    return min(2, len(chairs.players)) if len(chairs.people) > 1 else 0
