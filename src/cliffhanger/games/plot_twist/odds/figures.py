"""Figures beside options: what an attack comes to, walked by the rules from what a seat may see.

Nobody buys or raises anything more, whoever is attacked defends with the larger pool, and who may use an ability does.
In this order: what people do; which positions come to the same; what comes of it.
"""

import re
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, NoReturn

import msgspec

from cliffhanger.games.plot_twist.files.abilities import abilities
from cliffhanger.games.plot_twist.files.cards import AnyCard
from cliffhanger.games.plot_twist.rules import dispatch, facts, pools, roster, throws
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import base, book, card
from cliffhanger.games.plot_twist.rules.moments import MOMENTS
from cliffhanger.games.plot_twist.rules.pieces import HAND
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, FreeRoll, Heard, PlayCard, Resolve, Table, Throw
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.figures import Asked, Figure, take, take_first
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.walk import search_key

BY_HIT, BY_MARGIN, BY_COINS = range(3)
"""What of a roll is told apart: whether it wins, by how much, or every coin of it."""


# --- what people do -------------------------------------------------------------------------------------------


def as_it_lies(s: Table, offers: tuple[Offer, ...]) -> Act | None:
    """Whoever is asked takes the big button; who defends takes the pool with more coins."""
    defend = next((each for each in offers if each.key == "defend"), None)
    if defend is None:
        return take_first(s, offers)
    f: Attack = top(s)
    who = f.defender
    found = {rank: facts.attribute(s, who, one) + facts.rank(s, who, rank) for one, rank in pools.defences(s, f)}
    return take(defend, rank=(max(found, key=found.__getitem__),))


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
    names = {*board(s).owners, *(row.effect.partition("/")[0] for row in s.lasting)}
    names |= {f.ctx.card if isinstance(f, Resolve) else getattr(f, "card", "") for f in s.stack}
    known = _read(s.cards)
    found = max([known.get(base(name), BY_HIT) for name in names])
    return BY_COINS if found == BY_COINS or _falls_again(s) else found


def _falls_again(s: Table) -> bool:
    """Whether an ability waits for the roll under way, or works on what lies there."""
    f: Throw | None = roster.frame(s, Throw)
    if f is None or f.phase == "raise":  # what waited has come up, and may be under way
        return f is not None and (top(s) is not f or any(side.again for side in f.sides))
    if not book(s.cards).under("after_roll"):
        return False
    who = [side.who for side in f.sides]
    other = who[::-1] if len(who) > 1 else [""]
    return any(MOMENTS.due(s, Heard("after_roll", by, to)) for by, to in zip(who, other, strict=True))


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
        return replace(f, total=f.total if f.phase == "done" else 0, margin=f.margin if apart else _sign(f.margin))
    if f.system in ("damage", "coins") or f.phase != "raise":
        return f
    sides = tuple([replace(side, faces=(), raised=0) for side in f.sides])
    return replace(f, sides=sides, got=(f.margin if apart else _sign(f.margin),))


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)


def fold(s: Table, roll: Roll) -> Fold:
    """The coins that fall last are told apart by whether they win, where nothing reads more of them."""
    f, last = top(s), len(roll.dice) - 1
    if not isinstance(f, Throw) or f.system in ("damage", "coins") or told_apart(s) != BY_HIT:
        return dispatch.CHAPTERS.fold(s, roll)
    at = throws.thrower(f)
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
    """Who does it, and to whom: in what is under way, or in what this act begins."""
    key, _, who = act.key.partition(".")
    if key in ("heal", "seek", "fight"):
        return who, next(iter(act.choice.get("target", ())), "")  # type: ignore[arg-type]
    f = next(each for each in reversed(before.stack) if isinstance(each, Attack | FreeRoll | Combat))
    if isinstance(f, Attack):
        return f.attacker, f.defender
    if isinstance(f, FreeRoll):
        return f.who, f.on
    who = next(iter(f.round.may()), f.who)
    return who, f.target if who == f.who else f.who


def under_way(before: Table, now: Table) -> bool:
    """Whether what the act is about, or has begun, goes on."""
    return _open(now) >= max(1, _open(before))


def _open(s: Table) -> int:
    return sum(isinstance(f, Attack | FreeRoll) for f in s.stack) or isinstance(s.stack[-1], Throw)


def becomes(before: Table, act: Act, now: Table, test: Callable[[Table, str], bool]) -> bool | None:
    """Whether something is so of whom it is done to, when it is over."""
    if test(now, between(before, act)[1]):
        return True
    return None if under_way(before, now) else False


def hits(before: Table, _act: Act, now: Table) -> bool | None:
    """Whether an attack hits: the one under way, or the last one of the Combat."""
    f: Attack | Combat | None = roster.frame(now, Attack) if under_way(before, now) else roster.combat(now)
    if isinstance(f, Attack):
        return f.margin > 0 if f.phase == "done" else f.phase in ("damage", "charge", "pay", "rolled") or None
    return bool(f and f.hit)


def misses(before: Table, act: Act, now: Table) -> bool | None:
    """Whether an attack does not hit."""
    hit = hits(before, act, now)
    return None if hit is None else not hit


def damage(before: Table, act: Act, now: Table) -> int | None:
    """How much Stress an attack takes, or how many Mooks."""
    who = between(before, act)[1]
    return None if under_way(before, now) else max(0, _left(before, who) - _left(now, who))


def heals(before: Table, act: Act, now: Table) -> int | None:
    """How much Stress Healing brings back."""
    who = between(before, act)[0]
    return None if under_way(before, now) else _left(now, who) - _left(before, who)


def _left(s: Table, who: str) -> int:
    p = roster.person(s, who)
    return p.quantity if p.kind == "mook" else p.physical + p.mental + p.social


def _leaves(s: Table, who: str) -> bool:
    """Whether what a Bystander does when it is Recruited or Killed is under way: it goes after that, whatever comes of it."""
    return any(isinstance(f, PlayCard) and f.card == who for f in s.stack)


OUT = partial(becomes, test=lambda s, who: not roster.in_play(roster.person(s, who)))
GONE = partial(becomes, test=lambda s, who: _leaves(s, who) or all(each.id != who for each in s.bystanders))
DEMORALIZED = partial(becomes, test=partial(facts.has_status, name="demoralized"))
SURPRISED = partial(becomes, test=partial(facts.has_status, name="surprised"))
FOUND = partial(becomes, test=lambda s, who: not facts.has_status(s, who, "hidden"))


def draws(before: Table, act: Act, step: str) -> Asked | None:
    """A hand is filled up again: whether a card for this step comes. When the deck is empty, the discards are drawn from."""
    hand, thrown = roster.hand(before, act.seat), act.choice["cards"]
    assert isinstance(thrown, tuple)
    count = max(0, HAND - len(hand.hand) + len(thrown))
    pile = hand.deck

    def wanted(name: str) -> bool:
        return getattr(card(before, name), "step", "") == step

    if count > len(pile) and before.house.deck_empty == "reshuffle" and not any(map(wanted, pile)):
        count, pile = count - len(pile), (*hand.thrown, *thrown)
    if not pile:
        return None
    return "draw", {"cards": len(pile), "wanted": sum(map(wanted, pile)), "drawn": min(count, len(pile))}


def never(_before: Table, _act: Act, _now: Table) -> NoReturn:
    """No walk tells it: what is drawn is not to be seen."""
    raise OutOfRange("What is drawn is not to be seen.")


def _figure(name: str, words: str, came: Callable[[Table, Act, Table], int | None], **more: Any) -> Figure:
    return Figure(name, words, came, as_it_lies, same, fold, **more)


FIGURES = (
    _figure("hits", "you hit", hits),
    _figure("damage", "damage, on average", damage, unit="mean"),
    _figure("out", "they are out", OUT),
    _figure("demoralizes", "they are Demoralized", DEMORALIZED),
    _figure("recruits", "you Recruit them", GONE),
    _figure("kills", "you Kill them", GONE),
    _figure("misses", "it misses", misses),
    _figure("suffers", "damage to you, on average", damage, unit="mean"),
    _figure("out_yourself", "you are out", OUT),
    _figure("demoralized", "you are Demoralized", DEMORALIZED),
    _figure("heals", "Stress back, on average", heals, unit="mean"),
    _figure("finds", "you find them", FOUND),
    _figure("surprises", "they are Surprised", SURPRISED),
    _figure("draws_movement", "a Movement card comes", never, closed=partial(draws, step="movement")),
    _figure("draws_attack", "an Attack card comes", never, closed=partial(draws, step="attack")),
)
