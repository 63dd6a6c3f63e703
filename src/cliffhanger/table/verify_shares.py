"""Whose words went into whose dice, and how often a seat had new ones: what a table can judge, and a record alone cannot."""

from collections import Counter
from collections.abc import Iterable

TABLE = "the table"


class Shares:
    """Counts the rolls by the words in them. A word that was hidden and not shown counts as none of its player's.

    Who sits down where somebody else has spoken has no word in what was mixed before.
    """

    def __init__(self) -> None:
        self._spoke: dict[str, dict[str, int]] = {}  # by mix: the seats, and who of those that sat there
        self._rolls: Counter[tuple[frozenset[str], frozenset[str], str]] = Counter()
        self._taken: dict[str, list[int]] = {}
        self._drawn: dict[str, set[int]] = {}

    def mixed(self, mix: str, spoke: Iterable[str]) -> None:
        """These players' words are in this mix."""
        self._spoke[mix] = {who: self._sitting(who) for who in spoke}

    def rolled(self, seat: str, mix: str, players: Iterable[str]) -> None:
        """Dice of this seat fall with this mix, while these players sit there."""
        if mix:
            spoke = self._spoke.get(mix, {})
            absent = frozenset(who for who in players if spoke.get(who) != self._sitting(who))
            self._rolls[frozenset(spoke), absent, seat or TABLE] += 1

    def taken(self, seat: str, line: int) -> None:
        """Somebody sits down on a player's seat."""
        self._taken.setdefault(seat, []).append(line)

    def _sitting(self, seat: str) -> int:
        return len(self._taken.get(seat, ()))

    def drawn(self, seat: str) -> None:
        """The seat has new words of its own."""
        if seat in self._taken:
            self._drawn.setdefault(seat, set()).add(self._taken[seat][-1])

    @property
    def _silent(self) -> list[str]:
        """Players whose own dice have no word of theirs."""
        return sorted({seat for _, absent, seat in self._rolls if seat in absent})

    @property
    def _again(self) -> dict[str, list[int]]:
        """The lines by which a seat was taken, where more than one of those who sat there had new words."""
        return {seat: lines for seat, lines in sorted(self._taken.items()) if len(self._drawn.get(seat, ())) > 1}

    def notes(self) -> list[str]:
        """All of it, a sentence each."""
        found = []
        if self._silent:
            found.append(
                f"{names(self._silent)} threw dice with words of others alone: no word of theirs was in by then, "
                "for their pages were not open, or were not asked."
            )
        groups: dict[tuple[frozenset[str], frozenset[str]], Counter[str]] = {}
        for (spoke, absent, seat), count in self._rolls.items():
            if absent:
                groups.setdefault((spoke, absent), Counter())[seat] += count
        for (spoke, absent), rolls in groups.items():
            found.append(
                f"{counted(rolls.total(), 'roll')} of {names(sorted(rolls))} rest on {_words_of(spoke, absent)}: "
                f"{names(sorted(absent))} sat there as well and {'have' if len(absent) > 1 else 'has'} no word in them."
            )
        for seat, lines in self._again.items():
            new = times(len(self._drawn[seat]))
            found.append(
                f"{seat} was taken {times(len(lines))} (lines {names(map(str, lines))}), and had new words {new}: "
                "each time the dice of that seat, and of seats without words, are drawn anew."
            )
        return found

    def clauses(self) -> list[str]:
        """The gravest of it in a few words."""
        absent = Counter[str]()
        for (_, without, _), count in self._rolls.items():
            absent.update(dict.fromkeys(without, count))
        found = [f"{names(self._silent)} threw dice with words of others alone"] if self._silent else []
        if absent:
            found.append(
                "no word is in " + names([f"{count} of them from {who}" for who, count in sorted(absent.items())])
            )
        found += [f"{seat} changed hands and had new words {times(len(self._drawn[seat]))}" for seat in self._again]
        return found


def _words_of(spoke: frozenset[str], absent: frozenset[str]) -> str:
    who = sorted(spoke - absent) + [f"whoever sat on {seat} before" for seat in sorted(spoke & absent)]
    return f"the word{'s' if len(who) > 1 else ''} of {names(who)} alone" if who else "no word that was shown"


def names(who: Iterable[str]) -> str:
    """A list of names, in words; of at least one."""
    *most, last = who
    return f"{', '.join(most)} and {last}" if most else last


def times(count: int) -> str:
    """So often, in words."""
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"


def counted(count: int, what: str) -> str:
    """So many, in words."""
    return f"{count} {what}{'' if count == 1 else 's'}"
