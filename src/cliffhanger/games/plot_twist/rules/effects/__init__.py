"""What each word of the card language does: one function a word, `(s, f, effect, who) -> s`, in a file a family.

`f` is the `Resolve` frame as it was when the effect came; on the stack it has gone on already. `who` are those it befalls.
"""

from collections.abc import Callable
from typing import Any

from cliffhanger.games.plot_twist.rules.effects import fights, flow, people, piles, seeing
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Resolve, Table

DOES: dict[type, Callable[[Table, Resolve, Any, Ids], Table]] = {
    **people.WORDS,
    **fights.WORDS,
    **piles.WORDS,
    **flow.WORDS,
    **seeing.WORDS,
}
"""Every word that the table carries out by itself."""
