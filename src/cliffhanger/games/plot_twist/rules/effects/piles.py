"""Words for hands and piles, and the cards that somebody has to pick for them."""

from collections.abc import Iterator
from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import facts, roster, verbs
from cliffhanger.games.plot_twist.rules.book import effect, name_of
from cliffhanger.games.plot_twist.rules.state import GM, HAND, Ids, MoveCards, Resolve, Table
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.frames import pop, push, replace, tell, top
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick


def draw(s: Table, f: Resolve, e: effects.Draw, who: Ids) -> Table:
    """The seat of each draws, never beyond 3 in hand.  [PT-DECK-01]"""
    for seat in dict.fromkeys(facts.seat_of(s, each) or GM for each in who):
        s = verbs.due(s, seat, roster.hand(s, seat).due + facts.amount(s, e.count, f.ctx))
    return s


def discard(s: Table, f: Resolve, e: effects.Discard, who: Ids) -> Table:
    """Cards of a hand are thrown away; nobody picks among cards they do not see, so then it is by chance."""
    for seat in _seats(s, who):
        blind = e.pick == "random" or (e.pick == "owner" and seat != f.ctx.seat)
        if e.zone in PILES:
            s = _moves(s, f, e, seat, (e.zone, "discards"), "" if blind else seat)
    return s


def search(s: Table, f: Resolve, e: effects.Search, who: Ids) -> Table:
    """The owner of a pile looks through it and takes cards; it is not shuffled."""
    for seat in _seats(s, who):
        if e.zone in PILES and e.to in PILES:
            s = _moves(s, f, e, seat, (e.zone, e.to), seat)
    return s


def move_card(s: Table, f: Resolve, e: effects.MoveCard, who: Ids) -> Table:
    """Cards go from one pile to another; from a deck the top ones, which is chance."""
    for seat in _seats(s, who):
        blind = e.pick == "random" or e.from_ == "combat_deck" or (e.pick == "owner" and seat != f.ctx.seat)
        if e.from_ in PILES and e.to in PILES:
            s = _moves(s, f, e, seat, (e.from_, e.to), "" if blind else seat)
    return s


def shuffle(s: Table, f: Resolve, _e: effects.Shuffle, _who: Ids) -> Table:
    """A pile is shuffled; piles have no order that anybody knows."""
    return tell(s, "shuffles", name_of(s, f.ctx.card))


def _seats(s: Table, who: Ids) -> Ids:
    return tuple(dict.fromkeys(facts.seat_of(s, each) or GM for each in who))


PILES: dict[str, str] = {"combat_deck": "deck", "combat_hand": "hand", "discards": "thrown", "plot_hand": "plot"}
"""The piles of a seat, by the words of cards."""


def _moves(s: Table, f: Resolve, e: Any, seat: str, way: tuple[Any, Any], chooser: str) -> Table:  # noqa: ANN401
    """Cards are to be moved, as many as there are, and never more than 3 into a Combat Hand."""
    move = MoveCards(seat, 0, *way, f.left[0], f.ctx, chooser, phase="pick" if chooser else "random")
    count = min(len(among(s, move)), max(0, facts.amount(s, e.count, f.ctx)))
    if move.to == "combat_hand":
        count = min(count, HAND - len(roster.hand(s, seat).hand))
    return push(s, replace(move, count=count)) if count > 0 else s


def among(s: Table, f: MoveCards) -> Ids:
    """The cards that may be meant."""
    pile: Ids = getattr(roster.hand(s, f.seat), PILES[f.source])
    where = effect(s, f.effect).where
    every = where is None or facts.of_people(where)
    return tuple(each for each in pile if every or holds(where, facts.look(s, f.ctx, each)))


def drawing(s: Table, f: MoveCards) -> Draw:
    """Chance picks: whoever draws into a hand sees it, else everybody does."""
    seat = f.seat if f.to in ("combat_hand", "plot_hand") else ""
    return Draw(f"{f.number}.move", seat, "move", among(s, f), f.count)


def settle(s: Table, f: MoveCards, found: Ids) -> Table:
    """These cards go."""
    return verbs.moves_cards(pop(s), f.seat, found, PILES[f.source], PILES[f.to])


def picked(s: Table, cards: str | Ids) -> Table:
    """Whoever chooses has picked."""
    return settle(s, top(s), (cards,) if isinstance(cards, str) else cards)


AWAY = Kind("cards", "These cards", picked, rule="PT-DECK-03", group="Card", first=True)


def offers(s: Table, f: MoveCards) -> Iterator[Offer]:
    """Which cards go."""
    if f.phase == "pick":
        items = tuple(Item(each, name_of(s, each), on=each) for each in among(s, f))
        ask = f"{name_of(s, f.ctx.card)}: which cards go to {title(f.to)}?"
        yield AWAY.open(f.chooser, f"{f.number}", (Pick("cards", "Which", items, f.count, f.count),), ask=ask)


def nullify(s: Table, f: Resolve, e: effects.Nullify, _who: Ids) -> Table:
    """This card stays in play with a blank text.  [PT-NUL-01]"""
    if e.what != "card" or not any(each.id == f.ctx.card for each in s.lying):
        return s
    s = tell(s, "nullified", name_of(s, f.ctx.card), "PT-NUL-01")
    return verbs.nullify(s, f.ctx.card)


WORDS: dict[type, Any] = {
    effects.Draw: draw,
    effects.Discard: discard,
    effects.Search: search,
    effects.MoveCard: move_card,
    effects.Shuffle: shuffle,
    effects.Nullify: nullify,
}
