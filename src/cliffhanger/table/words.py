"""Which words go into which dice, and when a round of words is due, by the rule under which a table began.

A seat that speaks needs words of its own. It has them from the first round in which it showed its word, and they are settled
when a second seat had hidden one in that round: from then on no round turns its dice, until somebody else sits there. Words
that it took alone give way to those of the first round with another. A round is due while a player's seat has no settled
words, or, where one player sits beside whoever runs the table, none at all. Who hid a word and does not show it is in the
mix of the others with its hash, and has no words of its own yet: so nobody can hold a round again for others by silence.
A round in which nobody showed a word counts for nothing.

Seats without words (a master's, a bot's, the table's own, whoever has not spoken yet) use the last round in which a seat
hid its first word and that left out nobody with words of their own: each who sits down turns those dice once.

What was done before stands in `words_before.py`.
"""

from typing import NamedTuple, Protocol

from msgspec import Struct, structs

from cliffhanger.kernel.inputs import Sit, Word
from cliffhanger.table.entropy import mix

PERSON = "person"


class Chairs(NamedTuple):
    """The seats that people hold, and the `players` among them: those that do not run the table, and so speak words."""

    people: frozenset[str]
    players: frozenset[str]


class Words(Struct, frozen=True):
    """The words in force.

    `spoke` is what goes into the dice of seats with words of their own, `settled` are those whose dice no round turns any
    more, and `mix` is for all others. `heard` are the seats whose first word has turned `mix`, `hid` those that have hidden
    one in the round under way. `called` is what the rules up to format 3 remember: that a round is due.
    """

    mix: str = ""
    spoke: dict[str, str] = {}
    settled: frozenset[str] = frozenset()
    heard: frozenset[str] = frozenset()
    hid: frozenset[str] = frozenset()
    called: bool = True


class Rule(Protocol):
    """How the words in force change, and when a round is due."""

    def sat(self, now: Words, sit: Sit, before: str, *, speaks: bool) -> Words:
        """Somebody takes or leaves a seat, that `before` was held so; `speaks` says that a person there says words."""

    def hidden(self, now: Words, hashes: Word) -> Words:
        """The hashes of a round are in."""

    def shown(self, now: Words, table: str, chairs: Chairs, hashes: Word, words: Word) -> Words:
        """The words of a round are in, those of whoever showed them."""

    def due(self, now: Words, chairs: Chairs) -> bool:
        """Whether a round may be held."""

    def counts(self, now: Words, chairs: Chairs, speaking: frozenset[str]) -> bool:
        """Whether a round would change anything in which these seats speak."""

    def waits_for(self, now: Words, chairs: Chairs) -> frozenset[str]:
        """The players' seats for which a round is held."""


class SettledWords:
    """The rule of format 4."""

    def sat(self, now: Words, sit: Sit, before: str, *, speaks: bool) -> Words:  # noqa: ARG002
        """A seat that changes hands loses its words; one that is only named anew keeps them."""
        if before == sit.holder == PERSON:
            return now
        gone = {sit.seat}
        return Words(
            now.mix,
            {seat: own for seat, own in now.spoke.items() if seat != sit.seat},
            now.settled - gone,
            now.heard - gone,
            now.hid - gone,
        )

    def hidden(self, now: Words, hashes: Word) -> Words:
        """Remember who has hidden a word: somebody may leave before the words are in."""
        return structs.replace(now, hid=frozenset(who for who, _ in hashes.commits))

    def shown(self, now: Words, table: str, chairs: Chairs, hashes: Word, words: Word) -> Words:  # noqa: ARG002
        """Who showed a word and has none that is settled takes those of this round."""
        hid, over = now.hid, structs.replace(now, hid=frozenset())
        if not words.words:
            return over
        new, together = mix(table, words, hashes), len(hashes.commits) > 1
        takes = hid & {who for who, _ in words.words} - (now.settled if together else now.spoke.keys())
        turns = bool(hid - now.heard) and hid >= now.spoke.keys()
        return structs.replace(
            over,
            mix=new if turns else now.mix,
            heard=now.heard | hid if turns else now.heard,
            spoke=now.spoke | dict.fromkeys(sorted(takes), new),
            settled=now.settled | takes if together else now.settled,
        )

    def due(self, now: Words, chairs: Chairs) -> bool:
        """While somebody needs words."""
        return bool(self.waits_for(now, chairs))

    def counts(self, now: Words, chairs: Chairs, speaking: frozenset[str]) -> bool:
        """Whether one of those needs words and could have them from these."""
        if len(speaking) < 2:
            return self.due(now, chairs) and bool(speaking - now.spoke.keys())
        return bool(speaking & self.waits_for(now, chairs))

    def waits_for(self, now: Words, chairs: Chairs) -> frozenset[str]:
        """The players without settled words; whoever is alone at a table has what the key promises."""
        if len(chairs.people) < 2:
            return frozenset()
        return chairs.players - (now.settled if len(chairs.players) > 1 else now.spoke.keys())
