"""What options say of whoever takes them, and what stands on their buttons, with what is chosen (`kernel/wording.py`)."""

from typing import Any

from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Person

LINES = {
    "attack": "{you} [attacks|attack] {target} with {tool}.",
    "bare_hands": "{you} [attacks|attack] {target} with bare hands.",
    "sustain": "{you} [keeps|keep] {tool} going.",
    "check": "{you} [tries|try]< with {tool}>: {goal}.",
    "setup": "{you} [prepares|prepare] “{follow_up}”< with {tool}>: the dice are for {to}.",
    "task": "{you} [works|work] on “{task}”< with {tool}>.",
    "oppose": "{you} [acts|act] against {target}< with {tool}>: {aim}.",
    "convince": "{you} [talks|talk] {target} round< with {tool}><: {behaviour}>.",
    "restrain": "{you} [takes|take] hold of {target}< with {tool}>.",
    "counter": "{you} [turns|turn] it round< with {tool}>.",
    "resist": "{you} [shakes|shake] it off.",
    "break": "{you} [breaks|break] free of {holder}.",
    "move": "{you} [goes|go] to {place}.",
    "stand": "{you} [stands|stand] against it.",
    "order": "{you} [rolls|roll] {dice} for the order.",
    "roll": "{you} [rolls|roll] {dice}.",
    "spotlight": "{you} [says|say] of {whom}: “{line}”",
}
"""What an act says of whoever does it."""
BUTTONS = {
    "attack": "Roll {dice} at {target}",
    "check": "Try it with {dice}",
    "setup": "Prepare it with {dice}",
    "task": "Roll {dice} for “{task}”",
    "oppose": "Roll {dice} against {target}",
    "convince": "Roll {dice} to convince {target}",
    "restrain": "Roll {dice} to hold {target}",
    "counter": "Roll {dice} to turn it round",
    "resist": "Roll {dice} to shake it off",
    "break": "Roll {dice} to break free",
    "move": "Go to {place}",
    "stand": "Roll {dice} to stand against it",
    "burns": "Roll {dice} to resist it",
    "order": "Roll {dice} for the order",
    "roll": "Roll {dice}",
    "difficulty": "Let them roll for {required}",
}
"""What stands on the button that does it."""


def said(line: str, button: str = "") -> dict[str, Any]:
    """The words of an option whose line and button have these names; the button is called as the line is."""
    return {"line": LINES[line], "button": BUTTONS.get(button or line, "")}


def whose(p: Person) -> dict[str, Any]:
    """Of whom a line tells, where that is not the seat's one person: the Director plays many."""
    return {"names": (("you", p.name),)} if p.seat == DIRECTOR else {}
