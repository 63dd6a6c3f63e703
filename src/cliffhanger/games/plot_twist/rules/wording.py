"""What options say of whoever takes them, and what stands on their buttons, with what is chosen (`kernel/wording.py`)."""

from typing import Any

from cliffhanger.games.plot_twist.rules import facts
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.state import Table

LINES = {
    "melee": "{you} [makes|make] a Melee Attack on {foe}< with {ride}>.",
    "ranged": "{you} [makes|make] a Ranged Attack on {foe}< with {ride}>.",
    "mental": "{you} [makes|make] a Mental Attack on {foe}< with {ride}>.",
    "social": "{you} [makes|make] a Social Attack on {foe}< with {ride}>.",
    "defend": "{you} [defends|defend] with {rank}.",
    "throw": "{you} [throws|throw] {dice}.",
    "coins": "{you} [buys|buy] {n#a coin|# coins} more.",
    "successes": "{you} [buys|buy] {n#a success|# successes}.",
    "fight": "{you} [starts|start] a Combat with {target}.",
    "play": "{you} [plays|play] {ride}.",
}
"""What an act says of whoever does it."""
BUTTONS = {
    "attack.melee": "Melee Attack on {foe}< with {ride}>: {dice}",
    "attack.ranged": "Ranged Attack on {foe}< with {ride}>: {dice}",
    "attack.mental": "Mental Attack on {foe}< with {ride}>: {dice}",
    "attack.social": "Social Attack on {foe}< with {ride}>: {dice}",
    "throw": "Throw {dice}",
    "keep": "Keep to {dice}",
    "fight": "Start a Combat with {target}",
    "play": "Play {ride}",
}
"""What stands on the button that does it."""


def said(line: str, button: str = "") -> dict[str, Any]:
    """The words of an option whose line and button have these names; the button is called as the line is."""
    return {"line": LINES[line], "button": BUTTONS.get(button or line, "")}


def names(s: Table, who: str, foe: str = "") -> tuple[tuple[str, str], ...]:
    """Of whom a line tells, where its seat plays several Characters, and whom it is about."""
    you = (("you", name_of(s, who)),) if facts.only_hero(s, facts.seat_of(s, who)) != who else ()
    return (*you, ("foe", name_of(s, foe))) if foe else you
