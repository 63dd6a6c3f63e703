"""The command line. One file per command; a command is imported only when it is called.

The docstring of a command's file begins with its line of help, "`cliffhanger solo`: a whole scene in the terminal.", so
that `cliffhanger --help` can list all of them without importing any.
"""

from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from pkgutil import iter_modules

import click


class Commands(click.Group):
    """Finds commands by the files beside this one: `tables.py` holds `command`, and is `cliffhanger tables`.

    Where Python keeps a word for itself the file has a `_` more: `import_.py` is `cliffhanger import`.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All commands, in order."""
        return sorted(
            m.name.rstrip("_").replace("_", "-") for m in iter_modules(__path__) if not m.name.startswith("_")
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        found: click.Command = import_module(f"{__name__}.{module(cmd_name)}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with the line of help that its file begins with."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line_of_help(name)) for name in self.list_commands(ctx)])


def module(command: str) -> str:
    """The name of a command's file."""
    name = command.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


def line_of_help(command: str) -> str:
    """What a command does, in the words its file begins with, after the colon."""
    with Path(__file__).with_name(f"{module(command)}.py").open(encoding="utf-8") as file:
        says = file.readline().strip().strip('"').rpartition("`: ")[2]
    return says[:1].upper() + says[1:]


@click.group(cls=Commands)
@click.version_option(package_name="cliffhanger")
def main() -> None:
    """Referee dramatic tabletop games decided by pools of dice or coins."""
