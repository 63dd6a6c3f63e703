"""What each word of the card language does: `(s, f, effect, who) -> s`, the function of its name, in a file a family.

`f` is the `Resolve` frame as it was when the effect came; on the stack it has gone on already. `who` are those it befalls.
"""

from collections.abc import Callable
from typing import Any

from cliffhanger.games.plot_twist.files.entries import WORDS
from cliffhanger.games.plot_twist.rules.effects import fights, people, piles, seeing
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Resolve, Table

SHARED: dict[str, Any] = {
    **dict.fromkeys(["coins", "auto", "heroic", "keyword", "lock", "armor", "immune"], people.lasts),
    **dict.fromkeys(["substitute", "forbid", "modify_cost", "control"], people.lasts),
    **dict.fromkeys(("regenerate", "remove_trauma"), people.heal),
    **dict.fromkeys(("gain", "lose", "set"), people.count),
    **dict.fromkeys(("gain_action", "lose_action"), people.action),
}
"""What several words do alike."""
DOES: dict[type, Callable[[Table, Resolve, Any, Ids], Table]] = {
    kind: does
    for word, kind in WORDS.items()
    for family in (people, fights, piles, seeing)
    if (does := SHARED.get(word) or getattr(family, word, None))
}
"""Every word that the table carries out by itself."""
