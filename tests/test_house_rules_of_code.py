"""The habits of this code base, as tests whose failure says what to do."""

import ast
import re
import subprocess
import sys
from functools import cache, wraps
from pathlib import Path

import pytest

from cliffhanger import games
from cliffhanger.cli import main

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src" / "cliffhanger"
FILES = sorted(path for path in SRC.rglob("*.py") if "tests" not in path.parts and "node_modules" not in path.parts)
RULES = [path for path in FILES if path.relative_to(SRC).parts[0] in ("kernel", "odds", "games")]
CLOSED = {"time", "datetime", "socket", "sqlite3", "apsw", "secrets", "threading", "asyncio", "subprocess", "urllib"}
MOST_LINES = 500


def name(path):
    return str(path.relative_to(ROOT))


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def each(files):
    """One test for all of these files, which says of every one what is wrong: a test for each would take longer to begin than to end."""

    def of_all(test):
        @wraps(test)
        def looks():
            wrong = [fault for path in files if (fault := said(test, path))]
            assert not wrong, "\n".join(wrong)

        del looks.__wrapped__  # or pytest would ask for a path
        return looks

    return of_all


def said(test, path):
    """What a test says against a file; nothing where it passes."""
    try:
        test(path)
    except AssertionError as wrong:
        return str(wrong).partition("\n")[0]
    return ""


@each(FILES)
def test_no_file_is_longer_than_one_can_hold_in_mind(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{name(path)} has {lines} lines: give a part of it a file and a name of its own."


@each(FILES)
def test_every_module_says_what_it_is(path):
    said = ast.get_docstring(tree(path)) or path.stat().st_size == 0
    assert said, f"{name(path)} needs a docstring: what it owns, in a sentence."


@each([path for path in sorted((SRC / "games").rglob("*")) if path.suffix in (".py", ".toml")])
def test_texts_for_players_have_one_apostrophe(path):
    curly = [n for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "\u2019" in line]
    assert not curly, f"{name(path)} line {curly[0]}: write ' for an apostrophe, as everywhere."


def imported(path):
    """The first names of all modules a file imports, wherever it does."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


@each(RULES)
def test_below_the_table_there_is_no_clock_no_network_and_no_chance(path):
    found = sorted(CLOSED & set(imported(path)))
    assert not found, f"{name(path)} imports {', '.join(found)}: ask for it as an input, or let the table do it."


@each(RULES)
def test_below_the_table_chance_comes_as_an_argument(path):
    """`Random` may be named as a type; nobody below the table makes a generator or uses the global one."""
    for node in ast.walk(tree(path)):
        assert not (isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names)), (
            f"{name(path)}:{node.lineno} imports random: take a `Random` as an argument, or ask for a Roll."
        )
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} == {"Random"}, f"{name(path)}: `Random`, as a type, is all."
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Random":
            assert node.args, f"{name(path)}:{node.lineno} makes chance of its own: take a `Random` as an argument."


@pytest.mark.parametrize("game", games.names())
def test_no_game_is_known_outside_its_folder(game):
    """Docstrings may take a game as their example; code knows none."""
    title = games.game(game).title
    words = re.compile("|".join(re.escape(word) for word in {game, game.replace("_", "-"), title}), re.IGNORECASE)
    elsewhere = [path for path in FILES if SRC / "games" / game not in path.parents]
    known = [f"{name(path)}:{line}" for path in elsewhere for line, text in texts(path) if words.search(text)]
    known += [name(path) for path in elsewhere if re.search(rf"import .*\b{game}\b", path.read_text(encoding="utf-8"))]
    assert not known, f"{', '.join(known)}: what is said of {game} there belongs into its folder, or into GAME."


def test_every_command_is_documented():
    made = subprocess.run([sys.executable, str(ROOT / "tools" / "commands.py"), "--check"], check=False)
    assert made.returncode == 0, "docs/commands.md is old: run `python tools/commands.py`."


@pytest.mark.parametrize("command", main.list_commands(None))
def test_every_command_and_option_says_what_it_does(command):
    found = main.get_command(None, command)
    assert found.help, f"`cliffhanger {command}` needs a docstring; it is what --help shows."
    for option in found.params:
        if option.param_type_name == "option":
            assert option.help, f"`cliffhanger {command} {option.opts[0]}` needs its help."


@pytest.mark.parametrize("game", games.names())
def test_every_switch_says_what_each_of_its_values_means(game):
    for switch in games.game(game).switches:
        assert switch.title, f"house.{switch.name} needs a title."
        assert switch.ruling, f"house.{switch.name} needs the id of its ruling."
        for value, says in zip(switch.values, switch.says, strict=True):
            assert says.strip(), f"house.{switch.name} = {value} needs the line that says what it means."


@pytest.mark.parametrize("game", games.names())
def test_every_switch_is_documented(game):
    pages = [*(ROOT / "docs").rglob("*.md"), SRC / "games" / game / "rules.toml"]
    said = "\n".join(page.read_text(encoding="utf-8") for page in pages if page.exists())
    for switch in games.game(game).switches:
        assert switch.name in said, f"house.{switch.name} stands in no page of docs/ and not in rules.toml."


@cache
def texts(path):
    """All strings of a file that are no docstring: what people may read."""
    found = tree(path)
    quiet = {
        id(node.body[0].value)
        for node in ast.walk(found)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    nodes = (each for each in ast.walk(found) if isinstance(each, ast.Constant) and id(each) not in quiet)
    return [(each.lineno, each.value) for each in nodes if isinstance(each.value, str)]


SHOUT = re.compile(r"\w!(?:\s|$|\")")


@each(FILES)
def test_nobody_is_shouted_at(path):
    for line, text in texts(path):
        assert not SHOUT.search(text), f"{name(path)}:{line} shouts: end {text!r} with a full stop."


def test_no_file_of_a_game_shouts():
    for path in (SRC / "games").rglob("*.toml"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not SHOUT.search(line), f"{name(path)}:{number} shouts: end it with a full stop."
