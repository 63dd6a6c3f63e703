"""Figures beside options: what an attack comes to, walked by the rules from what a seat may see.

Nobody buys or raises anything more, whoever is attacked defends with the larger pool, and who may use an ability does.
In this order: what people do; which positions come to the same; what comes of it.
"""

import re
from collections.abc import Callable, Hashable
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from cliffhanger.games.plot_twist.files.abilities import CardAbility
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
from cliffhanger.odds.walk import search_key
from cliffhanger.odds.worth import never

COINS = frozenset(("coins", "margin", "successes"))
"""What of a roll may be told apart besides whether it wins: every coin of it, by how much, the successes of the first side."""


# --- what people do -------------------------------------------------------------------------------------------


def as_it_lies(s: Table, offers: tuple[Offer, ...]) -> Act | None:
    """Whoever is asked takes the big button; who defends takes the pool with more coins."""
    defend = next((each for each in offers if each.key == "defend"), None)
    if defend is None:
        return take_first(s, offers)
    who = top(s).defender
    found = {rank: facts.attribute(s, who, one) + facts.rank(s, who, rank) for one, rank in pools.defences(s, top(s))}
    return take(defend, rank=(max(found, key=found.__getitem__),))


# --- which positions come to the same -------------------------------------------------------------------------


@remembered(id, 1024, hold=True)
def _read(does: tuple[CardAbility, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """What of a roll a card reads, as far as its abilities say: of one that it asks for, and of any other."""
    every = msgspec.to_builtins(does)
    return _words(every), _words(_of_others(every))


def _words(every: Any) -> frozenset[str]:  # noqa: ANN401  (abilities as plain values, or a part of them)
    words = frozenset(re.findall(r"\b(successes|margin|after_roll)\b", str(every)))
    return words if "after_roll" not in words else COINS if len(words) > 1 else frozenset()


def _of_others(every: Any) -> Any:  # noqa: ANN401
    """Abilities but for what a roll within them does at once, which reads that roll, and not one that lies beneath."""
    if isinstance(every, dict):
        own = () if "system" not in every or re.search(r"'(duration|until|in_turns)'", str(every)) else ("then", "else")
        return {key: _of_others(part) for key, part in every.items() if key not in own}
    return [_of_others(part) for part in every] if isinstance(every, list | tuple) else every


def told_apart(s: Table) -> frozenset[str]:
    """What of a roll is read by anything that works now, or has been played; all coins where some may fall again."""
    names = {*board(s).owners, *(row.effect.partition("/")[0] for row in s.lasting), *(d.ctx.card for d in s.delayed)}
    names |= {f.ctx.card if isinstance(f, Resolve) else getattr(f, "card", "") for f in s.stack}
    asked = any(isinstance(f, Throw) and isinstance(under, Resolve) for under, f in pairwise(s.stack))
    known = book(s.cards).abilities
    found = [_read(known[name])[not asked] for name in set(map(base, names)) if name in known]
    found += [frozenset(("successes",))] if any(isinstance(f, FreeRoll) and f.what == "peek" for f in s.stack) else []
    return COINS if _falls_again(s) else frozenset[str]().union(*found)


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
    if "coins" not in apart:
        s = replace(s, stack=tuple([_lain(f, apart) if isinstance(f, Attack | Throw) else f for f in s.stack]))
    return search_key(replace(s, cards=(), shown=None))


def _lain(f: Attack | Throw, apart: frozenset[str]) -> Attack | Throw:
    """A roll without what nothing reads of it; of damage all is read, and of coins with which others are attacked."""
    total, margin = _told(f.total, f.margin, apart)
    if isinstance(f, Attack):
        total = f.total if f.phase == "done" and margin > 0 else total
        return replace(f, total=total, margin=margin, side=f.side if f.others else None)
    if f.system in ("damage", "coins") or f.phase != "raise":
        return f
    return replace(f, sides=tuple([replace(side, faces=(), raised=0) for side in f.sides]), got=(total, margin))


def _told(total: int, margin: int, apart: frozenset[str]) -> tuple[int, int]:
    """What is told apart of the successes of a roll and of how far they are ahead, if nothing else whether they are."""
    sign = (margin > 0) - (margin < 0)
    return total if "successes" in apart else 0, margin if "margin" in apart else sign


def fold(s: Table, roll: Roll) -> Fold:
    """The coins that fall last are told apart by what is read of them, if nothing else by whether they win."""
    f, last = top(s), len(roll.dice) - 1
    at = throws.thrower(f) if isinstance(f, Throw) and f.system not in ("damage", "coins") else None
    if at is None or at != len(f.sides) - 1 or "coins" in (apart := told_apart(s)):
        return dispatch.CHAPTERS.fold(s, roll)
    lies = replace(f, got=tuple([pools.result(s, f, side) for side in f.sides]))

    def add(key: tuple[int, int], _coin: int, face: int) -> Hashable:
        n, heads = key[0], key[1] + (face == pools.SIDES)
        told = _told(lies.total + (0 if at else heads), lies.margin + (-heads if at else heads), apart)
        return told if n == last else (n + 1, heads)

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


def hits(before: Table, _act: Act, now: Table, *, misses: bool = False) -> bool | None:
    """Whether an attack hits, or misses: the one under way, or the last one of the Combat."""
    f: Attack | Combat | None = roster.frame(now, Attack) if under_way(before, now) else roster.combat(now)
    if isinstance(f, Attack) and f.phase not in ("damage", "charge", "pay", "rolled", "done"):
        return None
    return misses ^ (f.margin > 0 if isinstance(f, Attack) else bool(f and f.hit))


def damage(before: Table, act: Act, now: Table, *, heals: bool = False) -> int | None:
    """How much Stress an attack takes, or how many Mooks; or how much one who heals has back."""
    who = between(before, act)[not heals]
    lost = facts.left(before, who) - facts.left(now, who)
    return None if under_way(before, now) else max(0, -lost if heals else lost)


def sees(before: Table, _act: Act, now: Table) -> bool | None:
    """Whether the Objective is seen: the successes for it are together."""
    return len(now.known) > len(before.known) or (None if under_way(before, now) else False)


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
    hand, thrown = roster.hand(before, act.seat), act.choice.get("cards", ())
    assert isinstance(thrown, tuple)
    count, pile = max(0, HAND - len(hand.hand) + len(thrown)), hand.deck

    def wanted(name: str) -> bool:
        return getattr(card(before, name), "step", "") == step

    if count > len(pile) and before.house.deck_empty == "reshuffle" and not any(map(wanted, pile)):
        count, pile = count - len(pile), (*hand.thrown, *thrown)
    if not pile or not count:  # of a hand that is full no card is drawn, and a chance of nothing says nothing
        return None
    return "draw", {"cards": len(pile), "wanted": sum(map(wanted, pile)), "drawn": min(count, len(pile))}


def _figure(name: str, words: str, came: Callable[[Table, Act, Table], int | None], **more: Any) -> Figure:
    return Figure(name, words, came, as_it_lies, same, fold, **more)


ANSWERED: dict[str, tuple[str, Callable[[Table, Act, Table], int | None]]] = {
    "hits": ("you hit", hits),
    "misses": ("it misses", partial(hits, misses=True)),
    "finds": ("you find them", FOUND),
    "surprises": ("they are Surprised", SURPRISED),
}
"""What the other side may still answer; then it is said that it may, before the coins fall and once they lie there."""
FIGURES = (
    *(_figure(name, words, came) for name, (words, came) in ANSWERED.items()),
    _figure("damage", "damage, on average", damage, unit="mean"),
    _figure("out", "they are out", OUT),
    _figure("demoralizes", "they are Demoralized", DEMORALIZED),
    _figure("recruits", "you Recruit them", GONE),
    _figure("kills", "you Kill them", GONE),
    _figure("suffers", "damage to you, on average", damage, unit="mean"),
    _figure("out_yourself", "you are out", OUT),
    _figure("demoralized", "you are Demoralized", DEMORALIZED),
    _figure("heals", "Stress back, on average", partial(damage, heals=True), unit="mean"),
    _figure("sees", "you see the Objective", sees),
    _figure("draws_movement", "a Movement card comes", never, closed=partial(draws, step="movement")),
    _figure("draws_attack", "an Attack card comes", never, closed=partial(draws, step="attack")),
    *(_figure(f"{name}_so", f"{words}, so far", came) for name, (words, came) in ANSWERED.items()),
    *(_figure(f"{name}_if", f"{words}, if they let it stand", came) for name, (words, came) in ANSWERED.items()),
)
