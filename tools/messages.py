"""Writes what a translation has to give, as gettext templates: `python tools/messages.py`.

One `locale/messages.pot` beside each game (its sentences, the kernel's and the table's), `locale/page.pot` for the words of
the pages and `locale/terminal.pot` for those of the terminal. A translation is a copy named `<language>.po` beside it, with its
Plural-Forms and its msgstr filled in.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from cliffhanger import games
from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.sentences import WORDS
from cliffhanger.kernel.step import begin
from cliffhanger.table.table_events import OWN

SOURCE = Path(import_module("cliffhanger").__path__[0])
OWN_WORDS = {  # each template, with the folders whose `_` and `ngettext` it is for
    "web/page/locale/page.pot": ("web",),
    "cli/locale/terminal.pot": ("cli",),
}
Message = tuple[str, str]
"""A message and its plural, which few have."""
HEAD = """# Made by tools/messages.py. For a translation, copy it to <language>.po and fill in what is empty.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def of_game(game: Game[Any]) -> Iterator[tuple[Message, str]]:
    """The messages of a game, each with the kind of event it is for."""
    for row in (*game.said, *OWN):
        for message in row.templates():
            yield (message, ""), row.what
    for card in game.primer:
        for message in (card.title, card.says):
            yield (message, ""), f"the primer, {card.id}"
    for verb in game.verbs:
        for message in (verb.label, verb.says):
            yield (message, ""), "what one may do"
    for words in game.wordings:
        yield (words, ""), "what one does, and its button"
    for term in game.glossary:
        for message in (term.word, term.says):
            yield (message, ""), "the glossary"
    setup = game.ready(game.players[0], {})
    assert isinstance(setup, Setup), f"{game.title} has faults in its own files"
    for message in game.ready_words(begin(game, game.start(setup)).state):
        yield (message, ""), "ready words"
    for message in WORDS:
        yield (message, ""), "in any sentence"


def of_code(folder: Path) -> Iterator[tuple[Message, str]]:
    """The messages that the files of a folder hand to `_` and `ngettext`, each with its file."""
    for file in sorted(folder.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("_", "ngettext"):
                place = file.relative_to(SOURCE).as_posix()
                one, many = call.args[0], call.args[1] if call.func.id == "ngettext" else ast.Constant("")
                if not (isinstance(one, ast.Constant) and isinstance(many, ast.Constant)):
                    raise SystemExit(
                        f"{place}:{call.lineno}: {call.func.id} takes its message as it stands in the code."
                    )
                yield (str(one.value), str(many.value)), place


def template(messages: Iterable[tuple[Message, str]]) -> str:
    """A gettext template: each message once, with all its places."""
    found: dict[Message, list[str]] = {}
    for message, place in messages:
        places = found.setdefault(message, [])
        if place not in places:
            places.append(place)
    return "\n".join((HEAD, *(_row(*message, places) for message, places in found.items())))


def _row(message: str, plural: str, places: list[str]) -> str:
    quoted = json.dumps(message, ensure_ascii=False)
    head = f"#: {', '.join(places)}\nmsgid {quoted}\n"
    if not plural:
        return f'{head}msgstr ""\n'
    return f'{head}msgid_plural {json.dumps(plural, ensure_ascii=False)}\nmsgstr[0] ""\nmsgstr[1] ""\n'


def of_own_words() -> Iterator[tuple[Path, str]]:
    """The templates for the words of pages and terminal: each with its file."""
    for file, folders in OWN_WORDS.items():
        found = sorted((each for folder in folders for each in of_code(SOURCE / folder)), key=lambda row: row[1])
        yield SOURCE / file, template(found)


def main() -> None:
    """Write all of them."""
    for name in games.names():
        game = games.game(name)
        _write(Path(import_module(game.package).__path__[0]) / "locale" / "messages.pot", template(of_game(game)))
    for file, text in of_own_words():
        _write(file, text)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(f"{file}: {len(re.findall('^msgid ', text, re.MULTILINE)) - 1} messages")


if __name__ == "__main__":
    main()
