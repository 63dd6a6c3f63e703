"""Writes docs/<form>.md for each form of a game that makes a reference of itself: `python tools/references.py`."""

from pathlib import Path

from cliffhanger.games import game, names

DOCS = Path(__file__).parent.parent / "docs"

for name in names():
    for form in game(name).forms:
        if form.reference:
            (DOCS / f"{form.name}.md").write_text(form.reference(), "utf-8")
