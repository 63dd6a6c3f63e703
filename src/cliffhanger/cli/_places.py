"""Where tables are kept: a folder of this machine, or a PostgreSQL database that several servers share."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from cliffhanger.cli._tables import FILE, Unusable, data_option
from cliffhanger.table.ports import Kept, Line, Reading, Store, Unkept

F = TypeVar("F", bound=Callable[..., Any])
VARIABLE = "CLIFFHANGER_STORE"
NEEDED = "PostgreSQL needs the package asyncpg: pip install cliffhanger[postgresql]."


class Place:
    """A folder, or the address of a database; an address is never shown, for it may hold a password."""

    def __init__(self, data: Path, address: str = "") -> None:
        self.data, self.address = data, address

    def __str__(self) -> str:
        return "the database" if self.address else str(self.data)

    @property
    def file(self) -> Path:
        """The file of a folder's tables."""
        return self.data / FILE

    def reader(self) -> AbstractContextManager[Reading]:
        """Reads the tables, beside a server or without one; raises Unkept."""
        if self.address:
            return _postgres().PostgresReader(self.address)  # type: ignore[no-any-return]
        from cliffhanger.store.sqlite import Reader

        return Reader(self.file)

    def store(self) -> Store:
        """Keeps tables until it is closed; raises Unkept, as where a server has the folder."""
        if self.address:
            return _postgres().PostgresStore(self.address)  # type: ignore[no-any-return]
        from cliffhanger.store.sqlite import SqliteStore

        return SqliteStore(self.file)

    def takes_in(self, table: Kept, lines: tuple[Line, ...]) -> bool:
        """Keep a table that comes from elsewhere, all of it at once; gives whether a running server was handed it.

        Raises Taken where there is one of that name, and Unkept.
        """
        from cliffhanger.store.incoming import hand_over
        from cliffhanger.store.lock import Served

        try:
            store = self.store()
        except Served:
            hand_over(self.file, table, lines)
            return True
        with closing(store):
            store.create(table, lines)
        return False


def _postgres() -> Any:  # noqa: ANN401  (a module)
    try:
        from cliffhanger.store import postgres
    except ModuleNotFoundError:
        raise Unkept(NEEDED) from None
    return postgres


def place(said: str) -> Place:
    """The place that a word names: a folder, the tables' file in it, an address, or the variable that holds one."""
    if said.startswith("env:"):
        name = said.removeprefix("env:")
        said = os.environ.get(name, "")
        if not said:
            raise Unusable(f"There is nothing in the variable {name!r:.60}. Give it the address of a database.")
    if "://" in said:
        return Place(Path(), said)
    path = Path(said)
    return Place(path.parent if path.name == FILE else path)


def place_option(command: F) -> F:
    """`--data DIR` or `--store ADDRESS`, handed to the command as one `place`."""

    @wraps(command)
    def placed(*args: Any, data: Path, store: str, **rest: Any) -> Any:  # noqa: ANN401
        return command(*args, place=_chosen(data, store), **rest)

    return data_option(  # type: ignore[return-value]
        click.option(
            "--store",
            envvar=VARIABLE,
            default="",
            metavar="ADDRESS",
            help="A PostgreSQL database instead: postgresql://user@host/name. "
            f"One with a password goes into the variable {VARIABLE}.",
        )(placed)
    )


def _chosen(data: Path, store: str) -> Place:
    """The place that was named; a folder on the command line goes before an address in the surroundings."""
    context = click.get_current_context()
    named = [context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in ("data", "store")]
    if all(named):
        raise click.UsageError("--data and --store do not go together: tables are kept in a folder or in a database.")
    if not store or named[0]:
        return Place(data)
    found = place(store)
    if not found.address:
        raise Unusable("--store takes the address of a database: postgresql://user@host/name. A folder goes by --data.")
    return found
