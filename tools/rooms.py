"""Draws the folders of the package and who imports whom, as a diagram in text: `tools/rooms.py [REVISION] [--inside FOLDER]`.

Without a revision the working tree is read. Imports for type checking count. What it prints goes into docs/architecture.md.
"""

import argparse
import ast
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "cliffhanger"


def sources(revision: str) -> dict[str, str]:
    """The package's modules with their text, tests left out."""
    names = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", revision or "HEAD", "src"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    if not revision:
        names = [str(file.relative_to(ROOT)) for file in (ROOT / "src").rglob("*.py")]
    found = {}
    for name in names:
        if name.endswith(".py") and "/tests/" not in name:
            text = (
                subprocess.run(
                    ["git", "show", f"{revision}:{name}"], cwd=ROOT, capture_output=True, text=True, check=True
                ).stdout
                if revision
                else (ROOT / name).read_text("utf-8")
            )
            found[name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = text
    return found


def imports(module: str, text: str, known: set[str]) -> set[str]:
    """The modules of the package that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in known}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (whole & known) or ({node.module} & known)
    return {name for name in found if name != module}


def room(module: str, inside: str) -> str:
    """The folder, or the file, of this name just below a folder."""
    if module == inside or not module.startswith(f"{inside}."):
        return ""
    return module.removeprefix(f"{inside}.").split(".")[0]


def arrows(files: dict[str, str], inside: str) -> Counter[tuple[str, str]]:
    """How many imports lead from one room to another, below a folder."""
    known, found = set(files), Counter[tuple[str, str]]()
    for module, text in files.items():
        start = room(module, inside)
        for target in imports(module, text, known):
            end = room(target, inside)
            if start and end and start != end:
                found[start, end] += 1
    return found


def circles(rows: Counter[tuple[str, str]]) -> list[list[str]]:
    """Rooms that reach one another both ways, by groups."""
    nodes = {name for pair in rows for name in pair}
    reach = {name: {b for a, b in rows if a == name} for name in nodes}
    for middle in nodes:
        for name in nodes:
            if middle in reach[name]:
                reach[name] |= reach[middle]
    groups = {frozenset(b for b in reach[a] if a in reach[b]) for a in nodes}
    return sorted(sorted(group) for group in groups if group)


def main() -> None:
    """Print one diagram."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("revision", nargs="?", default="")
    parser.add_argument("--inside", default=PACKAGE)
    given = parser.parse_args()
    files = sources(given.revision)
    rows = arrows(files, given.inside)
    names = sorted({room(module, given.inside) for module in files} - {""})
    print(f"{len(names)} rooms, {len(rows)} arrows, circles: {circles(rows) or 'none'}\n\n```mermaid\ngraph TD")
    print("\n".join(f"  {a}[{a}] --> {b}[{b}]" for a, b in sorted(rows)) + "\n```")


if __name__ == "__main__":
    main()
