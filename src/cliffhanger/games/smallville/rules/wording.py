"""What options say of whoever takes them, and what stands on their buttons, with what is chosen (`kernel/wording.py`)."""

from typing import Any

from cliffhanger.games.smallville.rules.state import WATCHTOWER, Person

LINES = {
    "contest": "{you} [wants|want] this from {against}: {goal}.",
    "claim": "{you} would act here, and [wants|want] this from {of}: {aim}.",
    "against": "{you} [rolls|roll] {dice} against {whom}.",
    "for": "{you} [rolls|roll] {dice} for {whom}.",
    "trouble": "Trouble rolls {dice}.",
    "test": "{you} [calls|call] a Test: {goal}.",
    "relieve": "{you} [helps|help] over “{what}”: {deed}.",
    "complicate": "{you} [makes|make] something go wrong: {what}.",
    "give_in": "{you} [gives|give] in<: {how}>.",
    "stress": "{you} [hurts|hurt] {whom}: {kind}.",
}
"""What an act says of whoever does it."""
BUTTONS = {
    "against": "Roll {dice} against {whom}",
    "for": "Roll {dice} for {whom}",
    "trouble": "Roll {dice} of Trouble",
}
"""What stands on the button that does it."""


def said(line: str, button: str = "") -> dict[str, Any]:
    """The words of an option whose line and button have these names; the button is called as the line is."""
    return {"line": LINES[line], "button": BUTTONS.get(button or line, "")}


def names(p: Person, whom: str = "") -> tuple[tuple[str, str], ...]:
    """Of whom a line tells, where that is not the seat's one person, for the Watchtower plays many; and whom it is about."""
    you = (("you", p.name),) if p.seat == WATCHTOWER else ()
    return (*you, ("whom", whom)) if whom else you
