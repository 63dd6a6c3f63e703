"""Figures beside options: what an attack comes to, walked by the rules from what a seat may see.

Nobody buys or raises anything more, whoever is attacked defends with the larger pool, and who may use an ability does.
In this order: what people do; which positions come to the same; what comes of it; cards to draw.
"""

import re
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import msgspec

from cliffhanger.games.plot_twist.files.abilities import abilities
from cliffhanger.games.plot_twist.files.cards import AnyCard
from cliffhanger.games.plot_twist.rules import dispatch, facts, moments, pools, roster, throws
from cliffhanger.games.plot_twist.rules.book import base, book, card
from cliffhanger.games.plot_twist.rules.state import (
    HAND,
    Attack,
    Combat,
    FreeRoll,
    Heard,
    PlayCard,
    Resolve,
    Table,
    Throw,
)
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.figures import Asked, Figure, take, take_first
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer
from cliffhanger.odds.walk import search_key

Came = Callable[[Table, Act, Table], int | None]
BY_HIT, BY_MARGIN, BY_COINS = range(3)
"""What of a roll is told apart: whether it wins, by how much, or every coin of it."""


# --- what people do -------------------------------------------------------------------------------------------


def as_it_lies(s: Table, offers: tuple[Offer, ...]) -> Act | None:
    """Whoever is asked takes the big button; who defends takes the pool with more coins."""
    defend = next((each for each in offers if each.key == "defend"), None)
    if defend is None:
        return take_first(s, offers)
    f: Attack = top(s)

    def coins(rank: str) -> int:
        attribute = next(one for one, other in pools.defences(s, f) if other == rank)
        return facts.attribute(s, f.defender, attribute) + facts.rank(s, f.defender, rank)

    return take(defend, rank=(max((rank for _, rank in pools.defences(s, f)), key=coins),))


# --- which positions come to the same -------------------------------------------------------------------------


@remembered(id, 16, hold=True)
def _read(cards: tuple[AnyCard, ...]) -> dict[str, int]:
    """What of a roll each card reads, as far as its abilities say."""
    found = {}
    for each in cards:
        text = msgspec.json.encode(abilities(each)).decode()
        words = {word for word in ("successes", "margin", "after_roll") if re.search(rf"\b{word}\b", text)}
        coins = "successes" in words or len(words) > 1
        found[each.id] = BY_COINS if coins else BY_MARGIN if "margin" in words else BY_HIT
    return found


def told_apart(s: Table) -> int:
    """What of a roll is read by anything that works now, or has been played; all coins where some may fall again."""
    names = {*facts.working(s), *(row.effect.partition("/")[0] for row in s.lasting)}
    names |= {f.card for f in s.stack if isinstance(f, Attack | PlayCard)}
    names |= {f.ctx.card for f in s.stack if isinstance(f, Resolve)}
    known = _read(s.cards)
    found = max([known.get(base(name), BY_HIT) for name in names], default=BY_HIT)
    return found if found == BY_COINS or not _falls_again(s) else BY_COINS


def _falls_again(s: Table) -> bool:
    """Whether an ability waits for the roll under way, or works on what lies there."""
    f: Throw | None = roster.frame(s, Throw)
    if f is None or f.phase == "raise":  # what waited has come up, and may be under way
        return f is not None and (top(s) is not f or any(side.again for side in f.sides))
    if not book(s.cards).under_any("after_roll"):
        return False
    who = [side.who for side in f.sides]
    other = who[::-1] if len(who) > 1 else [""]
    return any(moments.due(s, Heard("after_roll", by, to)) for by, to in zip(who, other, strict=True))


def same(s: Table) -> Hashable:
    """Positions alike but for coins that nothing reads any more; the cards of a table never change."""
    apart = told_apart(s)
    if apart < BY_COINS:
        stack = tuple([_lain(f, apart) if isinstance(f, Attack | Throw) else f for f in s.stack])
        s = replace(s, stack=stack)
    return search_key(replace(s, cards=()))


def _lain(f: Attack | Throw, apart: int) -> Attack | Throw:
    """A roll without what nothing reads of it; of damage all is read."""
    if isinstance(f, Attack):
        return replace(f, total=0, margin=f.margin if apart else _sign(f.margin))
    if f.system in ("damage", "coins") or f.phase != "raise":
        return f
    sides = tuple([replace(side, faces=(), raised=0) for side in f.sides])
    return replace(f, sides=sides, got=(f.margin if apart else _sign(f.margin),))


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)


def fold(s: Table, roll: Roll) -> Fold:
    """The coins that fall last are told apart by whether they win, where nothing reads more of them."""
    f = top(s)
    if not isinstance(f, Throw) or f.system not in ("fixed", "opposing", "chosen") or told_apart(s) != BY_HIT:
        return dispatch.CHAPTERS.fold(s, roll)
    at, last = throws.thrower(f), len(roll.dice) - 1
    if at != len(f.sides) - 1:
        return dispatch.CHAPTERS.fold(s, roll)
    ahead = replace(f, got=tuple([pools.result(s, f, side) for side in f.sides])).margin
    way = -1 if at else 1

    def add(key: tuple[int, int], _coin: int, face: int) -> Hashable:
        n, heads = key[0], key[1] + (face == throws.SIDES)
        return _sign(ahead + way * heads) if n == last else (n + 1, heads)

    return (0, 0), add


# --- what comes of it -----------------------------------------------------------------------------------------


def between(before: Table, act: Act) -> tuple[str, str]:
    """Who attacks, and who is attacked: in the attack under way, or in the one that is declared."""
    attack: Attack | None = roster.frame(before, Attack)
    if attack:
        return attack.attacker, attack.defender
    f: Combat = top(before)
    who = f.round.may()[0]
    return who, f.target if who == f.who else f.who


def hits(_before: Table, _act: Act, now: Table) -> bool | None:
    """Whether an attack hits: the outermost one under way, or the last one of the Combat."""
    f = next((each for each in now.stack if isinstance(each, Attack)), None)
    if f is None:
        fight = roster.combat(now)
        return bool(fight and fight.hit)
    return f.margin > 0 if f.phase == "done" else f.phase in ("damage", "pay", "rolled") or None


def misses(before: Table, act: Act, now: Table) -> bool | None:
    """Whether an attack does not hit."""
    hit = hits(before, act, now)
    return None if hit is None else not hit


def won_over(before: Table, act: Act, now: Table) -> bool | None:
    """Whether a Bystander is Recruited, or Killed."""
    _, who = between(before, act)
    if any(isinstance(f, Attack) for f in now.stack):
        return None
    return all(each.id != who for each in now.bystanders)


def damage(before: Table, act: Act, now: Table) -> int | None:
    """How much Stress an attack takes, or how many Mooks."""
    if any(isinstance(f, Attack) for f in now.stack):
        return None
    _, who = between(before, act)
    return max(0, _left(before, who) - _left(now, who))


def _left(s: Table, who: str) -> int:
    p = roster.person(s, who)
    return p.quantity if p.kind == "mook" else p.physical + p.mental + p.social


def out(before: Table, act: Act, now: Table) -> bool | None:
    """Whether who is attacked is out of it."""
    return _gone(before, act, now, lambda s, who: not roster.in_play(roster.person(s, who)))


def demoralized(before: Table, act: Act, now: Table) -> bool | None:
    """Whether who is attacked is Demoralized, or was."""
    return _gone(before, act, now, lambda s, who: facts.has_status(s, who, "demoralized"))


def _gone(before: Table, act: Act, now: Table, gone: Callable[[Table, str], bool]) -> bool | None:
    if gone(now, between(before, act)[1]):
        return True
    return None if any(isinstance(f, Attack) for f in now.stack) else False


def heals(before: Table, act: Act, now: Table) -> int | None:
    """How much Stress Healing brings back."""
    free: FreeRoll | None = roster.frame(before, FreeRoll)
    who = free.who if free else act.key.partition(".")[2]
    return None if roster.frame(now, FreeRoll) else _left(now, who) - _left(before, who)


def finds(before: Table, act: Act, now: Table) -> bool | None:
    """Whether somebody Hidden is found."""
    free: FreeRoll | None = roster.frame(before, FreeRoll)
    who = free.on if free else _picked(act)
    return None if roster.frame(now, FreeRoll) else not facts.has_status(now, who, "hidden")


def surprises(before: Table, act: Act, now: Table) -> bool | None:
    """Whether the target of a Sneak Attack is Surprised."""
    fight = roster.combat(before)
    who = fight.target if fight else _picked(act)
    if facts.has_status(now, who, "surprised"):
        return True
    return None if roster.frame(now, Throw) else False


def _picked(act: Act) -> str:
    picked = act.choice["target"]
    assert isinstance(picked, tuple)
    return picked[0]


# --- cards to draw --------------------------------------------------------------------------------------------


def draws(before: Table, act: Act, step: str) -> Asked | None:
    """A hand is filled up again: whether a card for this step comes. When the deck is empty, the discards are drawn from."""
    hand, thrown = roster.hand(before, act.seat), act.choice["cards"]
    assert isinstance(thrown, tuple)
    count = max(0, HAND - len(hand.hand) + len(thrown))
    pile, wanted = hand.deck, partial(_is_for, before, step=step)
    if count > len(pile) and before.house.deck_empty == "reshuffle" and not any(map(wanted, pile)):
        count, pile = count - len(pile), (*hand.thrown, *thrown)
    if not pile:
        return None
    return "draw", {"cards": len(pile), "wanted": sum(map(wanted, pile)), "drawn": min(count, len(pile))}


def _is_for(s: Table, name: str, step: str) -> bool:
    return getattr(card(s, name), "step", "") == step


def never(_before: Table, _act: Act, _now: Table) -> None:
    """No walk tells it: what is drawn is not to be seen."""


def _figure(name: str, words: str, came: Came, **more: Any) -> Figure:
    return Figure(name, words, came, as_it_lies, same, fold, **more)


FIGURES = (
    _figure("hits", "you hit", hits),
    _figure("damage", "damage, on average", damage, unit="mean"),
    _figure("out", "they are out", out),
    _figure("demoralizes", "they are Demoralized", demoralized),
    _figure("recruits", "you Recruit them", won_over),
    _figure("kills", "you Kill them", won_over),
    _figure("misses", "it misses", misses),
    _figure("suffers", "damage to you, on average", damage, unit="mean"),
    _figure("out_yourself", "you are out", out),
    _figure("demoralized", "you are Demoralized", demoralized),
    _figure("heals", "Stress back, on average", heals, unit="mean"),
    _figure("finds", "you find them", finds),
    _figure("surprises", "they are Surprised", surprises),
    _figure("draws_movement", "a Movement card comes", never, closed=partial(draws, step="movement")),
    _figure("draws_attack", "an Attack card comes", never, closed=partial(draws, step="attack"), alone=False),
)
