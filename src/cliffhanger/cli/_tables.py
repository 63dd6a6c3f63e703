"""What the commands about tables share: where tables are kept, how a record's file is read, how an error is told."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.record.format import BYTES, Header
from cliffhanger.table.normalize import STRANGE
from cliffhanger.table.ports import Taken, Unkept

F = TypeVar("F", bound=Callable[..., Any])
FILE = "tables.db"
OBEYED = re.compile(r"(?:(?![\n\t])" + STRANGE.pattern.removesuffix("+") + ")+")


class Unusable(click.ClickException):
    """What was named cannot be used: one sentence on stderr, exit code 2."""

    exit_code = 2

    def format_message(self) -> str:
        """The sentence, whatever was quoted in it."""
        return plain(self.message)


def plain(text: object) -> str:
    """Words of others as a terminal may be given them: one line, and no sign in it that the terminal would obey."""
    return " ".join(STRANGE.sub(" ", str(text)).split())


def signs(text: str) -> str:
    """Words of others in several lines, as a terminal may be given them: what it would obey is escaped as in JSON.

    What is JSON stays the same JSON.
    """
    return OBEYED.sub(lambda found: "".join(f"\\u{ord(sign):04x}" for sign in found[0]), text)


def given(data: bytes) -> bytes | str:
    """What goes to the standard output: byte for byte into a file or another program, and without signs to a terminal."""
    return signs(data.decode(errors="replace")) if sys.stdout.isatty() else data


def folder() -> Path:
    """Where tables are kept if nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "cliffhanger"


def data_option(command: F) -> F:
    """`--data DIR`, the folder that holds the tables."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        default=folder,
        metavar="DIR",
        help="The folder of the tables  [default: ~/.local/share/cliffhanger]",
    )(command)


def record_file(command: F) -> F:
    """A FILE to read a record from; `-` is the standard input."""
    return click.argument("file", type=click.File("rb"))(command)


def bytes_of(file: Any) -> bytes:  # noqa: ANN401  (an open file)
    """All of a file, or a refusal before more is read than a record can have."""
    data: bytes = file.read(BYTES + 1)
    if len(data) > BYTES:
        raise Unusable(f"{file.name} is larger than a record can be ({BYTES:,} bytes).")
    return data


@contextmanager
def reading(file: Any) -> Iterator[None]:  # noqa: ANN401  (an open file)
    """What is no record is refused: what it is, what is wrong with it, and where records come from."""
    try:
        yield
    except Unreadable as error:
        raise Unusable(
            f"{file.name} is no record of a table. {str(error).rstrip('.')}. "
            "Records are the files that `cliffhanger export TABLE --out FILE` writes, and the page as “The record”."
        ) from None


def seat_known(seat: str, header: Header) -> None:
    """Refuse a seat that a table does not have; whoever watches has none."""
    seats = [each.id for each in header.setup.seats]
    if seat not in (WATCH, *seats):
        raise Unusable(f"Table {header.table} has no seat {seat!r:.40}. It has: {', '.join(seats)}; or {WATCH}.")


def game_here(name: str) -> Game[Any] | None:
    """The game of a record, if this machine knows it."""
    from cliffhanger.games import game

    try:
        return game(name)
    except LookupError:
        return None


@contextmanager
def told() -> Iterator[None]:
    """Errors of the store and of records, as a sentence: 2 for what cannot be read, 1 for what could not be done."""
    try:
        yield
    except (Unreadable, LookupError) as error:
        raise Unusable(str(error.args[0]) if error.args else str(error)) from None
    except (Unkept, Taken) as error:
        raise click.ClickException(plain(error)) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename or 'The file'}: {error.strerror or error}.") from None
