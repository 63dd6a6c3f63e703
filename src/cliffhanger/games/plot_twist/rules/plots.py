"""Cards of the Plot Hand that are played in a Conflict: Details, and Bystanders at the Start of Turn.

Who is Incapacitated leaves their Belief to their player, who may pay for these with it.  [PT-STAT-01, PT-RUL-14]
"""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.plot_twist.files.abilities import needs
from cliffhanger.games.plot_twist.files.cards import Detail
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import choices, costs, decks, facts, roster, uses, verbs
from cliffhanger.games.plot_twist.rules.book import card, name_of, part
from cliffhanger.games.plot_twist.rules.pieces import Bystander, Ids, Lying, Person
from cliffhanger.games.plot_twist.rules.state import Context, PlayCard, Table
from cliffhanger.kernel.effects.resolving import begin
from cliffhanger.kernel.frames import push, replace, tell
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Cost, Item, Param, Pick, ids

DETAIL = 1
"""The Belief that a Detail costs; one more where it is that of somebody who is out.  [PT-PLOT-01]"""


def price(s: Table, who: str, detail: Detail, x: int = 0) -> dict[str, int]:
    """1 Belief and what is printed; 2 of somebody who is out; Hate, if Villains may.  [PT-BEL-04, PT-RUL-14, PT-RUL-42]"""
    p = roster.person(s, who)
    base = {WILL[p.kind]: DETAIL + bool(p.out)}
    return costs.priced(s, who, detail, detail.cost, x, base)


WILL = {"hero": "belief", "villain": "hate"}


def players(s: Table) -> tuple[Person, ...]:
    """Who may play Details: Heroes, those too that are out; Villains for Hate, if the table has it so.  [PT-RUL-42]"""
    kinds = tuple(WILL)[: 1 + (s.house.gm_details == "hate")]
    return tuple(p for p in s.people if p.kind in kinds and (roster.in_play(p) or (p.out and p.kind == "hero")))


def shut(s: Table, payer: str, who: str, instance: str) -> str:
    """Why somebody cannot play a Detail; "" if they can."""
    detail = card(s, instance)
    why = facts.forbids(s, who, "card.detail") or costs.unmet(s, who, needs(detail), Context(who, instance))
    return why or costs.unpayable(s, payer, instance, price(s, payer, detail))


def play(s: Table, detail: str, payer: str, you: str, x: int = 0) -> Table:
    """A Detail is paid and shown.  [PT-PLOT-01, PT-BEL-04]"""
    x = min(x, costs.most_x(s, payer, card(s, detail)))
    s = uses.reopened(costs.pay(s, payer, price(s, payer, card(s, detail), x)))
    s = push(decks.leaves_plot(s, facts.seat_of(s, payer), detail), PlayCard(you, detail, x=x))
    return costs.throws_away(s, payer, card(s, detail).cost, detail)


def repeat(s: Table, instance: str, who: str, x: int = 0, toss: str | Ids = ()) -> Table:
    """The effects of a Detail come once more, for the price that is printed there."""
    again = card(s, instance).repeat
    s = uses.reopened(costs.pay(s, who, costs.priced(s, who, card(s, instance), again.cost, x)))
    s = uses.thrown(s, who, instance, again.cost, toss)
    s = verbs.once(s, f"{again.once}:repeat/{instance}") if again.once else s
    s = tell(s, "ability", name_of(s, who), "PT-PLOT-01", card=name_of(s, instance))
    return begin(s, uses.context(s, who, instance, x), part(s, instance, "effects"))


def may_bring(s: Table, seat: str) -> bool:
    """Whether a seat visibly might play Bystanders now: not in a Lair, and once a Turn.  [PT-PLOT-04, PT-PLOT-05]"""
    there = bool(s.place) and card(s, s.place).kind == "location"
    return there and bool(roster.hand(s, seat).plot) and f"turn:bystanders/{seat}" not in s.once


def bring(s: Table, cards: str | Ids, seat: str, place: str = "") -> Table:
    """Any number of Bystanders come to where all are, or to another Location if the table has it so.  [PT-PLOT-05, PT-RUL-71]"""
    found, place = ids(cards), place or s.place
    payer = dead_payer(s, seat)
    s = verbs.spend_will(s, payer, len(found)) if payer else s
    for each in found:
        s = tell(decks.leaves_plot(s, seat, each), "arrives", name_of(s, each), "PT-PLOT-05", to=name_of(s, place))
    came = tuple(Bystander(each, place) for each in found)
    return uses.reopened(verbs.once(replace(s, bystanders=(*s.bystanders, *came)), f"turn:bystanders/{seat}"))


def dead_payer(s: Table, seat: str) -> str:
    """Who pays 1 Belief each where nobody of a seat is in play any more.  [PT-RUL-14]"""
    if not any(p.out for p in s.people):
        return ""
    own = [p for p in s.people if facts.seat_of(s, p.id) == seat]
    dead = [p.id for p in own if p.out and p.kind == "hero"]
    return max(dead, key=lambda who: verbs.will_left(s, who)) if dead and not any(map(roster.in_play, own)) else ""


def barred(s: Table, instance: str) -> str:
    """Why a Bystander cannot come: one copy may be in play, and none in a Lair.  [PT-UNIQ-01, PT-PLOT-04]"""
    if not s.place or card(s, s.place).kind != "location":
        return "Bystanders are in Locations."
    there = any(name_of(s, each.id) == name_of(s, instance) for each in s.bystanders)
    return "They are here already." if there else ""


PLAY = Kind("detail", "Play a Detail", play, rule="PT-PLOT-01", group="Plot Hand", standing=True)
REPEAT = Kind("repeat", "Once more", repeat, rule="PT-PLOT-01", group="Plot Hand", standing=True)
BRING = Kind("bystanders", "Bring Bystanders", bring, rule="PT-PLOT-05", group="Plot Hand")


def standing(s: Table, window: str) -> Iterator[Offer]:
    """The Details that may be played now, and those that may come again."""
    for p in players(s):
        seat = facts.seat_of(s, p.id)
        if p.will and (held := decks.held(s, seat, "detail")):
            for you in roster.present(s, "hero") if p.out else (p,):
                yield _detail(s, p, you, held, window)
    for each in s.lying:
        found = card(s, each.id)
        if isinstance(found, Detail) and found.repeat and each.on and not each.nullified:
            yield from _once_more(s, each, found, window)


def _priced(s: Table, p: Person, you: Person, instance: str) -> Item:
    """A Detail with what it costs beside the Belief that each of them does."""
    why = shut(s, p.id, you.id, instance)
    found = card(s, instance)
    more = (
        {} if why else {k: n - (DETAIL + bool(p.out)) * (k == WILL[p.kind]) for k, n in price(s, p.id, found).items()}
    )
    cost = choices.costs({k: n for k, n in more.items() if n > 0})
    return Item(instance, name_of(s, instance), cost=cost, blocked=why, on=instance)


def _detail(s: Table, p: Person, you: Person, held: Ids, window: str) -> Offer:
    """The Details that somebody pays for; of somebody who is out each other Hero may be "you".  [PT-STAT-01]"""
    asks = (Pick("detail", "Detail", tuple([_priced(s, p, you, each) for each in held])),)
    name, label = p.id, facts.labelled(s, p.id, "Play a Detail")
    if p.out:
        name, label = f"{name}.{you.id}", f"{label} for {name_of(s, you.id)}"
    kind, cost = PLAY.bound(name, payer=p.id, you=you.id), (Cost(DETAIL + bool(p.out), title(WILL[p.kind])),)
    return kind(facts.seat_of(s, p.id), window, (*asks, *costs.chosen_x(s, p.id, held)), label=label, cost=cost)


def _once_more(s: Table, each: Lying, found: Detail, window: str) -> Iterator[Offer]:
    assert found.repeat
    if f"{found.repeat.once}:repeat/{each.id}" in s.once:
        return
    asked = costs.priced(s, each.on, found, found.repeat.cost)
    kind, label = REPEAT.bound(each.id, instance=each.id, who=each.on), f"{name_of(s, each.id)}: once more"
    seat, why = facts.seat_of(s, each.on), costs.short(s, each.on, asked)
    params = tuple(uses.asks(s, roster.person(s, each.on), found.repeat.cost))
    yield kind(seat, window, params, why, label=label, cost=choices.costs(asked))


def bringing(s: Table, seat: str, window: str) -> Iterator[Offer]:
    """The Bystanders that a seat may play at the Start of Turn."""
    held = decks.held(s, seat, "bystander")
    if not held or not may_bring(s, seat):
        return
    payer = dead_payer(s, seat)
    own = [p.id for p in s.people if facts.seat_of(s, p.id) == seat]
    if not any(facts.forbidden(s, who, "card.bystander") for who in own):
        most = min(len(held), verbs.will_left(s, payer)) if payer else len(held)
        if most:
            paid = (Cost(1, "Belief each"),) if payer else ()
            asks: tuple[Param, ...] = choices.pick(s, "cards", "Who comes", held, 1, most, partial(barred, s))
            if s.house.bystander_place == "any_in_play":
                places = [s.place, *(x.id for x in s.lying if x.id != s.place and card(s, x.id).kind == "location")]
                asks = (*asks, Pick("place", "To where", tuple(Item(each, name_of(s, each)) for each in places)))
            yield BRING.bound(seat=seat)(seat, window, asks, cost=paid)
