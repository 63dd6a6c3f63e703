"""Writes what a translation has to give, as gettext templates: `python tools/messages.py`.

One `locale/messages.pot` beside each game (its sentences, the kernel's and the table's) and one for the page's own words.
A translation is a copy named `<language>.po` beside it, with its Plural-Forms and its msgstr filled in.
"""

import ast
import json
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from cliffhanger import games
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.sentences import WORDS
from cliffhanger.table.table_events import OWN

PAGE = Path(import_module("cliffhanger.web.page").__path__[0])
HEAD = """# Made by tools/messages.py. For a translation, copy it to <language>.po and fill in what is empty.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def of_game(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """The messages of a game, each with the kind of event it is for."""
    for row in (*game.said, *OWN):
        for message in row.templates():
            yield message, row.what
    for message in WORDS:
        yield message, "in any sentence"


def of_page(folder: Path) -> Iterator[tuple[str, str]]:
    """The messages that the files of a folder hand to `t`, each with its file."""
    for file in sorted(folder.glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "t":
                yield from ((message, file.name) for message in _constants(call.args[0]))


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def template(messages: Iterable[tuple[str, str]]) -> str:
    """A gettext template: each message once, with all its places."""
    found: dict[str, list[str]] = {}
    for message, place in messages:
        places = found.setdefault(message, [])
        if place not in places:
            places.append(place)
    rows = (
        f'#: {", ".join(places)}\nmsgid {json.dumps(message, ensure_ascii=False)}\nmsgstr ""\n'
        for message, places in found.items()
    )
    return "\n".join((HEAD, *rows))


def main() -> None:
    """Write all of them."""
    for name in games.names():
        game = games.game(name)
        _write(Path(import_module(game.package).__path__[0]), template(of_game(game)))
    _write(PAGE, template(of_page(PAGE)))


def _write(folder: Path, text: str) -> None:
    file = folder / "locale" / "messages.pot"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(f"{file}: {text.count('msgid') - 1} messages")


if __name__ == "__main__":
    main()
