"""What a table needs from outside: a place that keeps its entries, and a clock."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

HUSH = 30.0
"""Seconds after which a whisper counts as gone: its node may be."""


class Line(Struct, frozen=True):
    """One entry as it is kept: its table, its number (from 1, without gaps), its input's id, and its line of JSON."""

    table: str
    n: int
    id: str
    body: bytes


class Kept(Struct, frozen=True):
    """What a store knows of one table: id, first line (the header), secrets of its own, how many entries."""

    table: str
    header: bytes
    secrets: bytes
    entries: int = 0


class Checkpoint(Struct, frozen=True):
    """How a table stood after entry `n` under some `rules`: a cache, to be read instead of what would be replayed."""

    table: str
    n: int
    rules: str
    body: bytes


class Taken(Exception):
    """That number, or that table, is there already, or another line before it: somebody else was faster. Read again."""


class Unkept(Exception):
    """The store could not keep it (full disk, lost connection); the message is one sentence for a person."""


class Unsure(Unkept):
    """The store was cut off from its database, or its file: whether it was kept is not known, and will be seen.

    Reading the table tells, as soon as it can be read and nothing is the matter with the store (`Store.fault`).
    """


class NoTables(Unkept):
    """Nothing was ever kept there."""


class Reading(Protocol):
    """Reads what a store keeps."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same tables at the same time."""
        ...

    def read(self, table: str, after: int = 0, last: int | None = None) -> Iterator[Line]:
        """The lines of a table with numbers beyond `after`, and up to `last` if it is given, in order."""
        ...

    def number_of(self, table: str, id: str) -> int:
        """The number of the line that has this id; 0 if there is none."""
        ...

    def ids(self, table: str, last: int) -> Iterator[str]:
        """The ids of the lines of a table up to number `last`, in any order."""
        ...

    def checkpoint(self, table: str, rules: str, last: int) -> Checkpoint | None:
        """The newest checkpoint of a table under these rules that is not beyond entry `last`."""
        ...

    def find(self, table: str) -> Kept | None:
        """What is known of a table."""
        ...

    def tables(self) -> list[Kept]:
        """All tables, newest first."""
        ...

    def backup(self, path: str) -> None:
        """Write a whole, consistent copy to a new file."""
        ...


class Store(Reading, Protocol):
    """Keeps tables. Appending is durable before it answers; entries are never changed or deleted.

    Where several processes share a store, of two that append at once one wins and the other is told Taken.
    """

    def newest(self, tables: Sequence[str]) -> Mapping[str, int]:
        """The number of the newest entry of each of these tables that is there; 0 where it has none."""
        ...

    def create(self, table: Kept, lines: tuple[Line, ...] = ()) -> None:
        """Keep a new table, with the lines it has already, all or none; raises Taken or Unkept."""
        ...

    def append(self, lines: tuple[Line, ...], done: Callable[[Exception | None], None]) -> None:
        """Keep these lines of one table, all or none; later, from any thread, `done` gets None or the error.

        Taken, if the first of them does not follow the last that is kept, by its number and by its `prev`.
        """
        ...

    def keep_secrets(self, table: str, secrets: bytes, was: bytes | None = None) -> None:
        """Replace a table's secrets (seat tokens, dice key); Taken if they are not what they `was`, where that is given."""
        ...

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint soon, and let go of those under other rules. It may fail: nothing is lost but time."""
        ...

    @property
    def node(self) -> str:
        """What this process is called among those that share the store; "" where it is alone."""
        ...

    def whisper(self, table: str, said: bytes) -> None:
        """Tell other nodes how a table stands at this one beside its entries, in place of what was said before.

        They hear of it soon. It is not durable, may be lost, and counts as gone after `HUSH` seconds if it is not said
        again; b"" takes it back. It does not wait.
        """
        ...

    def whispers(self, table: str) -> Mapping[str, bytes]:
        """What other nodes whisper of a table, by what they are called."""
        ...

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Be told of what others keep in the same store: `heard(table, n)` when it has entries up to `n`.

        `n` is 0 where its secrets were replaced and -1 where another node whispers; a `table` of "" says that something
        may have been missed, of any table. It is only a hint: it may come late, twice, in another order or never, and
        what is true is what is read. `heard` is called from any thread; it is quick, and does not call the store. A store
        that only one process can open never calls it.
        """
        ...

    def servers(self) -> int:
        """How many other processes serve these tables just now, and may write to them."""
        ...

    def fault(self) -> str:
        """Why nothing can be kept any more until somebody looks after it, in a sentence; empty while it can.

        It is quick, and called at any time.
        """
        ...

    def batches(self) -> Mapping[int, int]:
        """How many batches held so many writes, by how many, since it was opened; quick, and called at any time."""
        ...

    def close(self) -> None:
        """Finish what is under way and let go."""
        ...


class CheckpointWriter(Struct, frozen=True):
    """What a host gives a table that is to write checkpoints: processor seconds so far, and where to keep one."""

    seconds: Callable[[], float]
    keep: Callable[[Checkpoint], None]


class Clock(Protocol):
    """Tells the time; nothing in a table's order or outcome may depend on it."""

    def now(self) -> str:
        """UTC, ISO 8601, to the second."""
        ...
