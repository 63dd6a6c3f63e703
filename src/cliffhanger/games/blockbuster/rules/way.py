"""Ways to act: a kind of action, and how it is open to somebody on their turn, or why it is not."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from cliffhanger.games.blockbuster.files.sheets import Power
from cliffhanger.games.blockbuster.rules.actor import Actor
from cliffhanger.games.blockbuster.rules.pools import PAIR, Reason, hampers, stands, with_set_ups
from cliffhanger.games.blockbuster.rules.state import Movie
from cliffhanger.games.blockbuster.rules.strain import at_risk, borne, strain_of
from cliffhanger.games.blockbuster.rules.wording import said
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Param, Pick


class Action(NamedTuple):
    """A kind of action, done by skill alone or with a power: what it does, asks for and is called.

    `label` stands on its button, before the name of the power. `whom` follows it where it is done to somebody, unless
    only one can be meant: then their name does, and the button need not be read twice. `more` are words that depend on
    how things stand.
    """

    do: Callable[..., Movie]
    asks: Callable[[Actor, Power | None], tuple[Param, ...]] | None
    label: str
    group: str
    rule: str
    figures: tuple[str, ...] = ()
    whom: str | None = None
    more: Callable[[Actor, Power | None], dict[str, Any]] | None = None


class Way(Struct, frozen=True, gc=False):
    """One action as it is open to somebody now, or why it is not: what it asks for and its words, when wanted."""

    a: Actor
    verb: str
    action: Action
    power: Power | None
    why: Reason | None

    def asks(self) -> tuple[Param, ...]:
        """What has to be chosen."""
        return self.action.asks(self.a, self.power) if self.action.asks else ()

    def words(self) -> dict[str, Any]:
        """What is said of it."""
        a, power, action, label = self.a, self.power, self.action, self.action.label
        if action.whom is not None:
            rows = a.reached(power)
            label = f"{label} {rows[0].name if len(rows) == 1 else action.whom}".strip()
        words: dict[str, Any] = {
            "label": f"{label}: {power.name}" if power else label,
            "rule": self.why.rule if self.why else action.rule,
            **a.ask(),
            "group": action.group,
            "verb": self.verb,
            "figures": with_set_ups(action.figures, self.asks()) if a.s.tokens and not self.why else action.figures,
            "pool": self._pool,
            **said(self.verb if power or self.verb != "attack" else "bare_hands", self.verb),
        }
        if power:
            over, kind = strain_of(a.s, a.p, power.id)
            cost = at_risk(a.s, a.p, over, kind)
            free = f"No strain: you endure {power.strain}{kind}." if power.strain else ""
            says = f"{cost[0]}. {borne(a.s, a.p, over, kind)}" if cost else free
            words |= {"tool": Item(power.id, power.name), "cost": cost, "says": says.strip()}
        return words | action.more(a, power) if action.more else words

    def _pool(self) -> tuple[Row, ...]:
        """What would be rolled, and what bends it; nothing where nothing is asked, for then nothing is rolled at once."""
        asked = self.asks() if not self.why else ()
        against = self.power.against if self.power else "defense"
        whom = [p for p in asked if isinstance(p, Pick) and p.name == "target" and self.verb == "attack"]
        return (*PAIR, *hampers(self.a.s, self.a.p), *(stands(whom[0], against) if whom else ())) if asked else ()
