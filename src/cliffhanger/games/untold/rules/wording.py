"""What options say of whoever takes them, and what stands on their buttons, with what is chosen (`kernel/wording.py`)."""

from typing import Any

from cliffhanger.games.untold.rules.state import GM, Person

POINTS = "{exertion#a point|# points} of exertion"
LINES = {
    "act": "{you} [tries|try] with {skill}: {goal}.",
    "roll": f"{{you}} [rolls|roll] {{dice}}< for {POINTS}>< with {{devotion#a point|# points}} of devotion>.",
    "boon": "{you} [rolls|roll] {dice} for the boon.",
    "pass": "{you} [passes|pass] a boon die on to {to}.",
    "push": f"{{you}} [pushes|push] with {{dice}} for {POINTS}.",
    "heroes.numbers": "{you} [spends|spend] a Hero Point: {use}.",
    "heroes.shift": "{you} [spends|spend] a Hero Point: {way}.",
    "heroes.reroll": "{you} [spends|spend] a Hero Point: {dice} once more.",
    "heroes.twelve": "{you} [spends|spend] a Hero Point: the {die} becomes a 12.",
    "villains.numbers": "{you} [spends|spend] a Villain Point: {use}.",
    "villains.shift": "{you} [spends|spend] a Villain Point: {way}.",
    "villains.reroll": "{you} [spends|spend] a Villain Point: {dice} once more.",
    "villains.twelve": "{you} [spends|spend] a Villain Point: the {die} becomes a 12.",
}
"""What an act says of whoever does it."""
BUTTONS = {
    "act": "Try it with {skill}",
    "roll": "Roll {dice}< with {devotion} Devotion>",
    "devotion": "Roll {dice} for {devotion} Devotion",
    "boon": "Roll {dice}",
    "pass": "Pass one on to {to}",
    "push": "Push with {dice}",
    "heroes.twelve": "The {die} becomes a 12",
    "villains.twelve": "The {die} becomes a 12",
    "difficulty": "Let them try at {base}",
    "clock": "Let {minutes} minutes pass",
}
"""What stands on the button that does it."""


def said(line: str, button: str = "") -> dict[str, Any]:
    """The words of an option whose line and button have these names; the button is called as the line is."""
    return {"line": LINES[line], "button": BUTTONS.get(button or line, "")}


def whose(p: Person) -> dict[str, Any]:
    """Of whom a line tells, where that is not the seat's one person: the Game Master plays many."""
    return {"names": (("you", p.name),)} if p.seat == GM else {}
