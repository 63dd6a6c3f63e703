"""Writes docs/commands.md from the commands themselves: `python tools/commands.py`; `--check` only compares."""

import sys
from pathlib import Path

import click

from cliffhanger.cli import main

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
HEAD = """# Commands

<!-- Made by tools/commands.py from what each command says of itself; change it there. -->

Everything Cliffhanger does is a command of `cliffhanger`. What can go wrong is said in one sentence, with exit code 2
when the command was not understood and 1 when it could not be done.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    outer = click.Context(main, info_name="cliffhanger")
    for name in main.list_commands(outer):
        command = main.get_command(outer, name)
        assert command is not None
        inner = click.Context(command, parent=outer, info_name=name, terminal_width=100)
        parts.append(f"## `cliffhanger {name}`\n\n```text\n{command.get_help(inner).strip()}\n```\n")
    return "\n".join(parts)


def run(check: bool) -> int:
    """Write the page, or say whether it is as it would be written."""
    if check:
        same = PAGE.exists() and PAGE.read_text(encoding="utf-8") == page()
        print("docs/commands.md is right." if same else "docs/commands.md is old: run `python tools/commands.py`.")
        return 0 if same else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(run("--check" in sys.argv[1:]))
