"""What can go wrong, in three families that stay apart.

```
Unreadable            the bytes are no input, no record, no file of ours          (an exception: nobody can go on)
Refusal               read, understood, and not legal now                         (a value: told to the person)
Fault                 a file of yours is wrong: file, line, key, what was expected (a list of values, all at once)
```
"""

from msgspec import Struct


class Unreadable(ValueError):
    """Bytes that cannot be read as what they claim to be; the message is one sentence for a person."""


class Refusal(Struct, frozen=True):
    """Why an input changes nothing: the rule it meets, the reason, and what would be legal instead."""

    rule: str
    why: str
    instead: str = ""

    def __str__(self) -> str:
        """One line for a person: reason, way out, and the rule's id in brackets."""
        parts = [self.why, self.instead, f"({self.rule})" if self.rule and self.rule not in self.why else ""]
        return " ".join(part for part in parts if part)


class Fault(Struct, frozen=True, order=True):
    """One thing wrong with a file: where it stands, what was found, what was expected.

    `line` counts from 1; 0 means that the whole file is meant.
    """

    file: str
    line: int
    key: str
    expected: str

    def __str__(self) -> str:
        """`file:line: key: expected`, the form editors jump to."""
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.key}: {self.expected}" if self.key else f"{where}: {self.expected}"


class Restless(RuntimeError):
    """A game's `advance` never came to rest, named with the frame it happened in.

    From a set-up it is a fault of the rules, and raised. What an act, dice or a ruling sets off without end (cards that
    feed each other) is refused, and nothing has happened.
    """


class EndlessRolls(RuntimeError):
    """A game asked for one roll after the other without end: a fault of its rules."""
