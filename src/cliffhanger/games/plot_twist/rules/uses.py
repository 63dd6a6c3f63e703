"""What cards let somebody choose to do: Free actions, things at any time, and what takes the place of a card in a step."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cliffhanger.games.plot_twist.files.abilities import CardAbility
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.cards import Cost
from cliffhanger.games.plot_twist.files.wording import sentence
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import choices, costs, decks, facts, verbs
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import ability, card, name_of, paths
from cliffhanger.games.plot_twist.rules.pieces import Ids, Person
from cliffhanger.games.plot_twist.rules.state import Combat, Context, Table, Turns
from cliffhanger.kernel.effects.limits import spent
from cliffhanger.kernel.effects.resolving import begin
from cliffhanger.kernel.frames import replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Number, Param, ids

ANY_TIME = ("free_action", "any_time")


def usable(s: Table, p: Person, uses: tuple[str, ...]) -> Iterator[tuple[str, int, CardAbility]]:
    """What a Character could use: abilities of their own cards, and what References give to everybody.  [PT-ACT-01, PT-SETUP-08]"""
    now = board(s)
    for name, nth, each in now.under(*uses):
        own = now.owners[name] == p.id
        gives = each.part == "gives" and card(s, name).kind == "reference"
        if each.use in uses and (own or gives) and _free(s, p, name, nth, each):
            yield name, nth, each


def _free(s: Table, p: Person, name: str, nth: int, found: CardAbility) -> bool:
    """Whether it is left: a Free action once a Turn for each Character, other things as often as they say.  [PT-ACT-02]"""
    key = f"{name}#{nth}"
    if found.use == "free_action" and (key in p.used or facts.forbidden(s, p.id, "free_action")):
        return False
    if spent(s, found.once, key):
        return False
    return not found.if_ or holds(found.if_, facts.look(s, context(s, p.id, name)))


def context(s: Table, who: str, name: str, x: int = 0) -> Context:
    """What the words of a used ability stand for."""
    return Context(who, name, facts.seat_of(s, who), x)


def use(s: Table, who: str, name: str, nth: int, x: int = 0, toss: str | Ids = ()) -> Table:
    """It is paid for and happens; all who had passed are asked again.  [PT-ENE-06, PT-RUL-85]"""
    found = ability(s, name, nth)
    key = f"{name}#{nth}"
    s = tell(s, "ability", name_of(s, who), "PT-ACT-01", card=called(s, name, found))
    s = thrown(costs.pay(s, who, costs.printed(found.cost, x)), who, name, found.cost, toss)
    s = verbs.uses(s, who, key) if found.use == "free_action" else s
    s = verbs.once(s, f"{found.once}:{key}") if found.once else s
    f = top(s)
    fights = isinstance(f, Combat) and who in f.round.may()
    s = turn(s, round=f.round.acted(who)) if fights else reopened(s)
    return begin(s, context(s, who, name, x), paths(name, nth, found))


def thrown(s: Table, who: str, name: str, cost: Cost | None, toss: str | Ids) -> Table:
    """The cards that are thrown away as a price, or the card that has it.  [PT-ENE-06]"""
    if tossed := costs.tosses(cost):
        s = decks.moves_cards(s, facts.seat_of(s, who), ids(toss), tossed.zone, "discards")
    return verbs.leaves(s, name) if cost and cost.discard == "self" else s


def reopened(s: Table) -> Table:
    """A deed asks everybody again.  [PT-RUL-85]"""
    f = top(s)
    return turn(s, round=replace(f.round, passed=())) if isinstance(f, Turns | Combat) else s


def called(s: Table, name: str, found: CardAbility) -> str:
    """What an ability is called: by its own name, else by that of its card."""
    return title(found.name.replace("-", "_")) if found.part == "gives" else found.name or name_of(s, name)


def _label(s: Table, who: str, name: str, found: CardAbility) -> str:
    return facts.labelled(s, who, called(s, name, found))


USE = Kind("ability", "Use", use, rule="PT-ACT-01", group="Cards")


def offers(s: Table, p: Person, uses: tuple[str, ...], window: str, *, standing: bool = False) -> Iterator[Offer]:
    """What a Character may use now, and why not."""
    seat = facts.seat_of(s, p.id)
    for name, nth, found in usable(s, p, uses):
        price = costs.printed(found.cost)
        label, says = partial(_label, s, p.id, name, found), partial(sentence, found)
        words: dict[str, Any] = {"label": label, "says": says, "cost": choices.costs(price), "standing": standing}
        kind = USE.bound(f"{p.id}.{name}.{nth}", who=p.id, name=name, nth=nth)
        yield kind(seat, window, tuple(asks(s, p, found.cost)), costs.short(s, p.id, price), **words)


def asks(s: Table, p: Person, cost: Cost | None) -> Iterator[Param]:
    """An X that is chosen, and cards that are thrown away as a price."""
    if counter := costs.asks_x(cost):
        yield Number("x", "X", 0, costs.have(s, p.id, counter))
    if toss := costs.tosses(cost):
        pile = decks.pile(s, facts.seat_of(s, p.id), toss.zone)
        yield from choices.pick(s, "toss", "Throw away", pile, toss.count, toss.count)
