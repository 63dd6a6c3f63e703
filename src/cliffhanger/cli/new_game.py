"""`cliffhanger new-game`: write a small game that is whole, to begin another from."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

TEMPLATE = Path(__file__).parent / "_template"
PACKAGE = "cliffhanger.cli._template"
USUAL, SMALL = "game", "small"
"""The folders of the template: a game of several modules, and one of a single module."""
CHECKS = {USUAL: ("test_laws", "test_game"), SMALL: ("test_small",)}
"""The tests of each; the last is named after the game. In this repository the laws need no file of their own."""
NAME = re.compile(r"[a-z][a-z0-9_]{1,23}")
RUN = re.compile(r"(?:^from [\w.]+ import .+\n)+", re.MULTILINE)
HOUSE = Path("src/cliffhanger/games")
"""Where the games of Cliffhanger's own repository are, below its root."""
AFTER_INSIDE = ("make docs    # writes docs/rules anew", "make test    # runs everything")
AFTER = (
    "pip install -e '.[dev]'    # Cliffhanger first, where it comes from a checkout: the README says how",
    "pytest",
)


@click.command()
@click.argument("name")
@click.option(
    "--at",
    metavar="DIR",
    default=".",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to write, a folder that is made if it is not there; this one by default.",
)
@click.option(
    "--small",
    is_flag=True,
    help="One module, for a game of one procedure, with a secret choice and a reaction; split it when it grows.",
)
def command(name: str, at: Path, small: bool) -> None:
    """Write a small game called NAME, with tests, that keeps every law.

    Change it one thing at a time, and it stays whole. In the root of Cliffhanger's own repository it becomes a folder of
    src/cliffhanger/games; anywhere else a distribution of its own, in DIR/NAME, whose entry point Cliffhanger finds once
    it is installed.
    """
    from cliffhanger.cli._tables import told

    checked(name)
    inside = (at / HOUSE / "__init__.py").exists()
    root = at if inside else at / name
    place = at / HOUSE / name if inside else root
    if place.exists():
        raise click.UsageError(f"{place} is there already, and nothing is written over it.")
    kind = SMALL if small else USUAL
    with told():
        for path, text in (folder if inside else distribution)(name, kind):
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    click.echo(f"{title(name)} is in {place}.")
    after = AFTER_INSIDE if inside else (f"cd {place}", *AFTER)
    click.echo("\n  ".join(["Then:", *after, f"cliffhanger solo {name}"]))


def checked(name: str) -> None:
    """Refuse a name that cannot be a game's, or that something has already."""
    from importlib.util import find_spec
    from keyword import iskeyword

    from cliffhanger.games import names

    if not NAME.fullmatch(name) or iskeyword(name):
        raise click.UsageError(f"{name!r} is no name for a game: 2 to 24 small letters, digits and _, a letter first.")
    if name in names():
        raise click.UsageError(f"There is a game {name} on this machine already.")
    if find_spec(name):
        raise click.UsageError(f"Python has a module {name} already; another name keeps them apart.")


def folder(name: str, kind: str) -> Iterator[tuple[Path, str]]:
    """The files of a game in this repository: paths below its root, and texts. Its laws are held there already."""
    package, home = f"cliffhanger.games.{name}", HOUSE / name
    for file in files(kind):
        yield home / file, filled(TEMPLATE / kind / file, name, package)
    yield home / "tests" / f"test_{name}.py", filled(TEMPLATE / "checks" / f"{CHECKS[kind][-1]}.py", name, package)


def distribution(name: str, kind: str) -> Iterator[tuple[Path, str]]:
    """The files of a distribution that holds one game: paths below its folder, and texts."""
    # Called pyproject.toml in the template, it would make that folder a project of its own to every tool.
    for source, target in (("project.toml", "pyproject.toml"), ("README.md", "README.md")):
        yield Path(target), filled(TEMPLATE / "distribution" / source, name, name)
    for file in files(kind):
        yield Path("src", name) / file, filled(TEMPLATE / kind / file, name, name)
    yield Path("src", name, "py.typed"), ""
    *more, rules = CHECKS[kind]
    for checks, target in ((rules, f"test_{name}"), *((each, each) for each in more)):
        yield Path("tests", f"{target}.py"), filled(TEMPLATE / "checks" / f"{checks}.py", name, name)


def files(kind: str = USUAL) -> list[Path]:
    """The files of the game itself, as paths within its folder."""
    game = TEMPLATE / kind
    return sorted(file.relative_to(game) for file in game.rglob("*") if file.suffix in {".py", ".toml"})


def filled(file: Path, name: str, package: str) -> str:
    """The text of a file of the template, with another game's names put in and its imports in order."""
    new = {
        f"{PACKAGE}.{USUAL}": package,
        f"{PACKAGE}.{SMALL}": package,
        "first-climb": name.replace("_", "-"),
        "first_climb": name,
        "FIRSTCLIMB": name.replace("_", "").upper()[:12],
        "TestFirstClimb": f"Test{title(name).replace(' ', '')}",
        "A First Climb": title(name),
    }
    text = re.sub("|".join(map(re.escape, new)), lambda found: new[found[0]], file.read_text("utf-8"))
    return in_order(text) if file.suffix == ".py" else text


def title(name: str) -> str:
    """What a game of this name is called, until somebody thinks of a better title."""
    return name.replace("_", " ").title()


def in_order(text: str) -> str:
    """The same module with each run of `from ... import` lines sorted by module, as linters want them."""
    return RUN.sub(lambda run: "".join(sorted(run[0].splitlines(keepends=True), key=_module)), text)


def _module(line: str) -> str:
    return line.split()[1]
