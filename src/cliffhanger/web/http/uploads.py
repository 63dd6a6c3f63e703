"""Uploaded files of a new table: taken from a form, given plain names, and read in the worker process."""

from collections.abc import Iterable
from hashlib import sha256

from starlette.datastructures import FormData, UploadFile

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Setup
from cliffhanger.table.normalize import cleaned
from cliffhanger.web.live.figure_service import Games
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import Overrun

NAME_LENGTH = 80  # characters of a file's name
Files = dict[str, str]


async def files_of(form: FormData) -> Files:
    """The files of a form; what is not UTF-8 stays as it is, for the reader to say so with its line."""
    sent = [each for _name, each in form.multi_items() if isinstance(each, UploadFile) and each.filename]
    return tidy([(each.filename or "", (await each.read()).decode("utf-8", "surrogateescape")) for each in sent])


def tidy(files: Iterable[tuple[str, str]]) -> Files:
    """Files under names that can be shown, without their folders; of two with one name the second is numbered."""
    found: Files = {}
    last: dict[str, int] = {}  # by name, so that thousands of one name are not counted anew for each of them
    for path, text in files:
        name = plain = cleaned(path.replace("\\", "/").rpartition("/")[2], NAME_LENGTH) or "file"
        while name in found:
            last[plain] = last.get(plain, 1) + 1
            name = f"{plain} ({last[plain]})"
        found[name] = text
    return found


def digests(files: Files) -> dict[str, str]:
    """What a record keeps of files that were read: the SHA-256 of each."""
    return {name: sha256(text.encode()).hexdigest() for name, text in files.items()}


async def make_setup(registry: Registry, game: str, players: int, files: Files) -> Setup | list[Fault]:
    """A set-up for so many players with the files they bring, or all that is wrong with them."""
    if not files:
        return setup_in_worker(registry.games, game, players, files)
    if len(files) > registry.limits.files:
        return [
            Fault(
                _all_files(),
                0,
                "",
                _("at most {most} of them, not {n}").format(most=registry.limits.files, n=len(files)),
            )
        ]
    try:
        return await registry.workers.strangers.run(
            registry.limits.sheet, setup_in_worker, registry.games, game, players, files
        )
    except Overrun:
        return [
            Fault(
                _all_files(),
                0,
                "",
                _("texts that are read faster, with less memory: short lines, and lists that are not nested"),
            )
        ]


def _all_files() -> str:
    """What a fault calls all of them together."""
    return _("your files")


def setup_in_worker(games: Games, game: str, players: int, files: Files) -> Setup | list[Fault]:
    """Make the set-up, wherever this runs."""
    return games(game).ready(players, files)
