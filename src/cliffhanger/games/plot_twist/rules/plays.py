"""Cards that are played: shown, carried out and put where they belong; and those played beside the usual, for a price or for free."""

from collections.abc import Iterator

import msgspec

from cliffhanger.games.plot_twist.files.abilities import needs
from cliffhanger.games.plot_twist.files.cards import Combat, Detail
from cliffhanger.games.plot_twist.files.parts import Effect
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import book, building, choices, costs, decks, facts, plots, roster, uses, verbs
from cliffhanger.games.plot_twist.rules.book import base, card, effect, name_of, part, under
from cliffhanger.games.plot_twist.rules.pieces import Bystander
from cliffhanger.games.plot_twist.rules.state import Context, Delayed, PlayCard, PlayOut, Table
from cliffhanger.kernel.effects.resolving import begin
from cliffhanger.kernel.frames import pop, push, replace, tell, turn, without
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Cost, Item, Pick

HERO = 5
"""The Belief for which a Hero comes in.  [PT-BEL-09]"""


def carries_out(s: Table, f: PlayCard) -> Table:
    """Others may answer a card before its effects come.  [PT-ACT-01]"""
    if f.phase == "shown":
        s = tell(s, "card", name_of(s, f.who), "PT-RUL-51", card=name_of(s, f.card))
        return verbs.fire(turn(s, phase="effects"), "on_card", f.who)
    return _effects(s, f) if f.phase == "effects" else _done(s, f)


def _effects(s: Table, f: PlayCard) -> Table:
    """What the card does; one with abilities of its own stays in play."""
    s = turn(s, phase="done")
    if f.stopped:
        return s
    found, seat = card(s, f.card), facts.seat_of(s, f.who) or facts.holder(s, f.card)
    if isinstance(found, Combat) and found.when:
        s = verbs.lies(s, f.card, seat, f.who, stay(s, f.card, "attack" if found.step == "attack" else "combat"))
    if isinstance(found, Detail) and (found.when or found.repeat or found.duration):
        s = verbs.lies(s, f.card, seat, f.who, stay(s, f.card, "turn"))
    ctx, paths = Context(f.who, f.card, seat, f.x, fate=f.fate), part(s, f.card, f.part)
    if f.fate:
        later = tuple(path for path in paths if counts_turns(effect(s, path)))
        s = replace(s, delayed=(*s.delayed, Delayed(later, ctx, s.turn + 1, "start"))) if later else s
        paths = tuple(path for path in paths if path not in later)
    return begin(s, ctx, paths)


def counts_turns(e: Effect) -> bool:
    """Whether an effect mentions Turns: what a Flight brings of that waits for the next Start of Turn.  [PT-FLEE-06]"""
    text = msgspec.json.encode(e)
    return b'turn":' in text or b'turns":' in text or b'"turn"' in text


def stay(s: Table, name: str, usual: str) -> str:
    """Until when a card stays in play; what counts Turns leaves by its Timing counters, what hangs on more by hand."""
    found: Combat | Detail = card(s, name)
    if found.duration is None:
        return "later" if under(s, name, "in_turns") else usual
    return found.duration if isinstance(found.duration, str) else "later"


def _done(s: Table, f: PlayCard) -> Table:
    """A Bystander is gone; a card that does not stay goes to the discards, one that rides on an attack when that is over."""
    found = card(s, f.card)
    s = pop(s)
    if f.part in ("reveal", "threat", "nullify"):
        return verbs.fire(s, "on_reveal", of=found.kind) if f.part == "reveal" else s
    if found.kind == "bystander":
        return replace(s, bystanders=without(s.bystanders, f.card))
    stays = any(each.id == f.card for each in s.lying) or not isinstance(found, Combat)
    if stays or found.step == "attack":
        return s
    return decks.to_discards(s, facts.seat_of(s, f.who), f.card)


def shut(s: Table, f: PlayOut, instance: str) -> str:
    """Why a card cannot be played now; "" if it can.  [PT-UNIQ-01, PT-RUL-43]"""
    found, asks = card(s, instance), f.kind in ("combat", "detail")
    why = facts.forbids(s, f.who, f"card.{getattr(found, 'step', f.kind)}")
    why = why or (costs.unmet(s, f.who, needs(found), Context(f.who, instance)) if asks else "")
    why = why or CLOSED[f.kind](s, f, instance)
    if why or f.free:
        return why
    asked = price(s, f, instance)
    return costs.unpayable(s, f.who, instance, asked) if asks else costs.short(s, _payer(s, f), asked)


def _in_play(s: Table, _f: PlayOut, instance: str) -> str:
    there = any(name_of(s, each.id) == name_of(s, instance) for each in s.lying)
    return "One copy is in play." if there else ""


def _out_of_combat(s: Table, f: PlayOut, instance: str) -> str:
    fight, found = roster.combat(s), card(s, instance)
    if fight is None or f.who not in (fight.who, fight.target):
        return "It takes a Combat."
    if found.step == "attack":
        return "It rides on an attack."
    return costs.far(s, found)


CLOSED = {
    "hero": lambda s, _, instance: building.twice(s, base(instance)),
    "location": _in_play,
    "bystander": lambda s, _, instance: plots.barred(s, instance),
    "detail": lambda *_: "",
    "combat": _out_of_combat,
}


def price(s: Table, f: PlayOut, instance: str) -> dict[str, int]:
    """What a card costs: 5 Belief for a Hero; of somebody who is out 1 for a Location or a Bystander.  [PT-BEL-09, PT-RUL-14]"""
    found = card(s, instance)
    if f.kind == "detail":
        return plots.price(s, f.who, found)
    if f.kind == "combat":
        return costs.priced(s, f.who, found, found.cost)
    return {"belief": HERO} if f.kind == "hero" else {"belief": 1} if _payer(s, f) != f.who else {}


def _payer(s: Table, f: PlayOut) -> str:
    return plots.dead_payer(s, facts.seat_of(s, f.who)) or f.who


def plays(s: Table, card: str) -> Table:
    """The card that was chosen is played."""
    f: PlayOut = s.stack[-1]  # type: ignore[assignment]
    s = s if f.free else costs.pay(s, _payer(s, f), price(s, f, card))
    s = comes(pop(s), f.who, f.kind, card)
    asks = not f.free and f.kind in ("combat", "detail")
    return costs.throws_away(s, f.who, book.card(s, card).cost, card) if asks else s


def comes(s: Table, who: str, kind: str, instance: str) -> Table:
    """A card leaves the hand of a seat and is played."""
    seat = facts.seat_of(s, who)
    if kind == "combat":
        return push(decks.leaves_hand(s, seat, instance), PlayCard(who, instance))
    if kind == "detail":
        return push(decks.leaves_plot(s, seat, instance), PlayCard(who, instance))
    if kind == "hero":
        return enters(decks.leaves_plot(s, seat, instance), base(instance), seat)
    s = tell(s, "arrives", name_of(s, instance), "PT-PLOT-02", to=name_of(s, s.place) or "the table")
    if kind == "bystander":
        s = decks.leaves_plot(s, seat, instance)
        return replace(s, bystanders=(*s.bystanders, Bystander(instance, s.place)))
    return verbs.plotted(s, instance, seat)


def enters(s: Table, who: str, seat: str) -> Table:
    """A Hero comes in without Belief, with any Equipment, and acts from the next Start of Turn.  [PT-BEL-09, PT-RUL-57]"""
    s = building.enters(s, who, seat, 0)
    if s.house.played_hero_actions == "next_turn":
        s = verbs.actions(verbs.actions(s, who, "move", -2), who, "attack", -1)
    return building.geared(s, who)


def hero(s: Table, card: str, payer: str) -> Table:
    """5 Belief bring in a Hero of the Plot Hand, whom their player keeps.  [PT-BEL-09, PT-RUL-43]"""
    s = verbs.spend_will(uses.reopened(s), payer, HERO)
    return comes(s, payer, "hero", card)


BRING_IN = Kind("bring_in", "Bring in a Hero", hero, rule="PT-BEL-09", group="Plot Hand", standing=True)
PLAY = Kind("play_out", "Play it", plays, rule="PT-ACT-01", group="Card", first=True)
LEAVE = Kind("leave_it", "Leave it", pop, rule="PT-ACT-01", group="Card")


def standing(s: Table, window: str) -> Iterator[Offer]:
    """Who could bring in a Hero now."""
    for p in roster.present(s, "hero"):
        seat = facts.seat_of(s, p.id)
        if verbs.will_left(s, p.id) >= HERO and (found := decks.held(s, seat, "hero")):
            asks = choices.pick(s, "card", "Hero", found, shut=lambda each: building.twice(s, base(each)))
            label, cost = facts.labelled(s, p.id, "Bring in a Hero"), (Cost(HERO, "Belief"),)
            yield BRING_IN.bound(p.id, payer=p.id)(seat, window, asks, label=label, cost=cost)


def advance(s: Table, f: PlayOut) -> Table:
    """Who visibly has no card in hand is not asked."""
    h = roster.hand(s, facts.seat_of(s, f.who))
    return s if (h.hand if f.kind == "combat" else h.plot) else pop(s)


def offers(s: Table, f: PlayOut) -> Iterator[Offer]:
    """Which card is played; it may be none."""
    seat, window = facts.seat_of(s, f.who), f"{f.number}"
    may = f"may play a {title(f.kind)} card."
    ask = facts.to_player(s, f.who, f"You {may}", f"{name_of(s, f.who)} {may}")
    items = tuple([_priced(s, f, each) for each in decks.held(s, seat, f.kind)])
    yield PLAY(seat, window, (Pick("card", title(f.kind), items),), **ask)
    yield LEAVE.open(seat, window, **ask)


def _priced(s: Table, f: PlayOut, instance: str) -> Item:
    """A card that may be played, with what it costs unless it is for free."""
    why = shut(s, f, instance)
    cost = () if f.free or why else choices.costs(price(s, f, instance))
    return Item(instance, name_of(s, instance), cost=cost, blocked=why, on=instance)
