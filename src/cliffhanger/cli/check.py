"""`cliffhanger check`: say all that is wrong with files people wrote."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from cliffhanger.cli._tables import plain
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Form, Game


@click.command()
@click.argument("files", nargs=-1, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--schema", nargs=2, metavar="GAME FORM", help="Print the JSON Schema of a form instead.")
def command(files: tuple[Path, ...], schema: tuple[str, str] | None) -> None:
    """Check files of characters, casts, cards and scenes.

    A file says at its head what it is: game = "blockbuster" and form = "character". Every fault is
    listed as file:line: key: what was expected. Files that are right one by one are held against each other
    as a table would. Exit code 1 if there is any fault, 2 if there is nothing to check.
    """
    if schema:
        print(json.dumps(schema_of(*schema), indent=2, ensure_ascii=False))
        return
    if not files:
        raise click.UsageError("Name a file to check, or --schema GAME FORM.")
    found = check_files(files)
    for fault in found:
        print(plain(fault))
    if found:
        raise SystemExit(1)
    print("1 file, nothing wrong." if len(files) == 1 else f"{len(files)} files, nothing wrong.")


def check_files(files: Iterable[Path]) -> list[Fault]:
    """All that is wrong with each file, then all that a table of its game would refuse in those that are right.

    A game is given its faulty files as well, so that it does not miss what those may hold.
    """
    from cliffhanger.games import game

    found: list[Fault] = []
    texts: dict[str, str] = {}
    games: dict[str, None] = {}
    faulty = set()
    for file in files:
        name, text = str(file), text_in(file)
        wrong = text if isinstance(text, list) else check_text(name, text)
        texts[name] = "" if isinstance(text, list) else text
        found += wrong
        if wrong:
            faulty.add(name)
        else:
            games.setdefault(_game(texts[name]))
    for played in games:
        theirs = {name: text for name, text in texts.items() if _game(text) in (played, "")}
        found += [fault for fault in game(played).together(theirs) if fault.file not in faulty]
    return found


def _game(text: str) -> str:
    """The game that a file is for; "" where nobody can tell."""
    from cliffhanger.kernel.files.reader import head, parsed

    data = parsed("", text)
    return head(data)[0].replace("-", "_") if isinstance(data, dict) else ""


def text_in(file: Path) -> str | list[Fault]:
    """What stands in a file, or why that cannot be read."""
    from cliffhanger.kernel.files.positions import BYTES
    from cliffhanger.kernel.files.reader import decoded

    try:
        with file.open("rb") as opened:
            data = opened.read(BYTES + 1)  # no more than it takes to see that it is too much
    except OSError as wrong:
        return [Fault(str(file), 0, "", f"a file that can be read; {wrong.strerror or wrong}")]
    return decoded(str(file), data)


def check_text(name: str, text: str) -> list[Fault]:
    """All that is wrong with a text that says at its head what it is."""
    found = read_text(name, text)
    return found if isinstance(found, list) else []


def read_text(name: str, text: str) -> tuple[Game[Any], Form, Any] | list[Fault]:
    """A text that says at its head what it is: its game, its form, and the value that it means; or all that is wrong."""
    from cliffhanger.games import game, names
    from cliffhanger.kernel.files.reader import faults, head, parsed, read_form

    data = parsed(name, text)
    if isinstance(data, list):
        return data
    for_game, form = head(data)
    if for_game.replace("-", "_") not in names():
        return faults(name, text, [("game", f"at the head of the file, one of: {', '.join(names())}")])
    played = game(for_game)
    forms = {each.name: each for each in played.forms}
    if form not in forms:
        return faults(name, text, [("form", f"at the head of the file, one of: {', '.join(forms)}")])
    value = read_form(forms[form], name, text)
    return value if isinstance(value, list) else (played, forms[form], value)


def schema_of(name: str, form: str) -> dict[str, Any]:
    """The JSON Schema of a form of a game."""
    from cliffhanger.games import game
    from cliffhanger.kernel.files.reader import schema

    try:
        loaded = game(name)
    except LookupError as wrong:
        raise click.UsageError(str(wrong.args[0])) from None
    for each in loaded.forms:
        if each.name == form:
            return schema(each, loaded.id)
    raise click.UsageError(f"{loaded.title} has no form {form!r}. It has: {_titles(loaded.forms)}.")


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schemas of all forms of all games, by the file name they are published under."""
    from cliffhanger.games import game, names
    from cliffhanger.kernel.files.reader import schema

    return {f"{name}.{each.name}.json": schema(each, name) for name in names() for each in game(name).forms}


def _titles(forms: tuple[Form, ...]) -> str:
    return ", ".join(each.name for each in forms) or "none"
