"""Whether the file that a server has open is still the one at its path, as Fossil asks before each change.

A file that is deleted or replaced goes on taking what is written to it, as long as somebody has it open; then it is gone.
"""

from pathlib import Path

VANISHED = (
    "The tables' file was deleted, moved or replaced while this server had it open: nothing was kept. Whoever runs the"
    " server stops it, puts the file back, and starts it again."
)
GONE_MEANWHILE = (
    "The tables' file was deleted, moved or replaced while this was being written: whether it was kept is known once the"
    " file is back. Whoever runs the server stops it, puts the file back, and starts it again."
)


class StandingFile:
    """A database and its log, as they lay at their paths when they were opened, through the same links if any.

    SQLite goes on with a log where the path led at first: a file that was moved, and is linked to, has left its log behind.
    """

    def __init__(self, path: Path) -> None:
        self._opened = {each: _identity(each) for each in (path, Path(f"{path}-wal"))}

    def stands(self) -> bool:
        """Whether both are still there, and no others in their place. It asks the system, and opens nothing."""
        return all(_identity(path) == opened for path, opened in self._opened.items())


def _identity(path: Path) -> tuple[Path, int, int] | None:
    # Never opened for this: to close a file lets go of all locks that SQLite has on it in this process.
    try:
        found = path.stat()
        return path.resolve(strict=True), found.st_dev, found.st_ino
    except OSError:
        return None
