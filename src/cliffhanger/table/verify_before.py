"""The rounds of records of older formats, read a second time by the rule under which they were played."""

from cliffhanger.kernel.inputs import Sit, Word
from cliffhanger.kernel.record.format import OWN_WORDS, SETTLED_WORDS, Header
from cliffhanger.table.verify_shares import times
from cliffhanger.table.verify_words import PERSON, Held, Rounds


class LastRounds(Rounds):
    """Up to format 2: all dice use the last words, and anybody may speak."""

    def _uncalled(self, line: int, word: Word, might: frozenset[str]) -> None:
        """Nobody had to call for a round."""

    def _counted(self, held: Held, number: int) -> None:
        self.common = self._mixed(number, held.said)
        self.shares.mixed(self.common, self.people)  # nobody asked whose they were

    def weakness(self) -> tuple[str, str]:
        """Whoever had the key could choose the last word."""
        return (
            f"This record is of format {self.format}: whoever had its key could choose the last words, and so the dice. "
            "Records of today do not allow that.",
            "whoever held the key could choose the words",
        )


class OwnRounds(Rounds):
    """Format 3: a seat's dice use the last round in which it spoke, and a new name on a seat calls for one."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.called, self.by_name = True, False  # whether a round is due, and for a new name alone
        self.named = 0

    def sat(self, n: int, sit: Sit) -> None:
        """A new name counts as a change of hands."""
        anew = sit.holder == PERSON and sit.seat in self.people
        super().sat(n, sit)
        if anew:
            self.sits.append((n, sit.seat))
        if sit.holder == PERSON and sit.seat in self.players:
            self.by_name = anew and (self.by_name or not self.called)
            self.called = True

    def rekeyed(self, n: int) -> None:
        """A round is due under the new key."""
        super().rekeyed(n)
        self.called, self.by_name = True, False

    def _uncalled(self, line: int, word: Word, might: frozenset[str]) -> None:
        if not self.called:
            self.faults.append(
                f"Line {line}: round {word.round} of words is the host's own: no seat had changed hands since the last."
            )
        self._strangers(line, word.round, dict(word.commits), might)

    def _counted(self, held: Held, number: int) -> None:
        players, mix = self.people & self.players, self._mixed(number, held.said)
        enough = len(held.said) > 1 or (len(held.said) == len(players) == 1 and len(self.people) > 1)
        if not enough:
            return
        self.named += self.by_name
        self.called = self.by_name = False
        for who in held.said:
            self._takes(who, mix)
        if all(who in held.said for who in self.own if who in players):
            self.common = mix
        self.shares.mixed(mix, held.said)

    def weakness(self) -> tuple[str, str]:
        """Whoever had the key could name a seat anew until its dice suited them."""
        return (
            f"This record is of format {self.format}: a new name on a seat called for new words, so that whoever had its key could "
            f"have dice drawn anew until they fell well; it was done {times(self.named) if self.named else 'never'}. "
            "Records of today do not allow that.",
            "whoever held the key could have words said again" if self.named else "",
        )


def rounds_of(header: Header) -> Rounds:
    """What reads the rounds of a record with this first line."""
    if header.cliffhanger >= SETTLED_WORDS:
        return Rounds(header)
    return OwnRounds(header) if header.cliffhanger >= OWN_WORDS else LastRounds(header)
