"""Reversal of Fortunes: the GM Cures Belief of Heroes, and gets something for it; further Villains among that.

The price of an Automatic Success is paid in a throw (`throws.py`).
"""

from collections.abc import Iterator
from itertools import chain

from cliffhanger.games.plot_twist.files.words import HEROICS, KEYWORDS, title
from cliffhanger.games.plot_twist.rules import building, choices, decks, facts, roster, turns, verbs
from cliffhanger.games.plot_twist.rules.book import base, name_of
from cliffhanger.games.plot_twist.rules.pieces import ATTACKS, GM, MOVES, Ids
from cliffhanger.games.plot_twist.rules.state import Context, Promotion, Table, Turns
from cliffhanger.kernel.frames import change, pop, push, replace, tell
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Cost, Item, Param, Pick

LOCK, CROSSOVER, INITIATIVE, MASTERPLAN = 1, 3, 4, 5
"""The Belief that is Cured for each.  [PT-REV-02, PT-REV-04, PT-REV-05, PT-REV-06]"""


def lock(s: Table, what: str, hero: str = "") -> Table:
    """A Keyword or a Heroic is Locked this Turn.  [PT-REV-02, PT-LOCK-01, PT-RUL-69]"""
    target, _, word = what.partition("/")
    s = tell(verbs.cure(s, hero or target, LOCK), "locks", "", "PT-REV-02", foe=name_of(s, target), what=title(word))
    kind = "heroic" if word in HEROICS else "keyword"
    return verbs.lasts(s, f"rule/lock_{kind}/{word}", target, Context(target), "turn")


def _cured(s: Table, points: Ids, what: str, rule: str) -> Table:
    for each in points:
        s = verbs.cure(s, each.partition("/")[0], 1)
    return tell(s, "reversal", "", rule, what=what)


def crossover(s: Table, villain: str, points: Ids) -> Table:
    """Another Villain comes.  [PT-REV-04]"""
    return crosses(_cured(s, points, "another Villain comes", "PT-REV-04"), villain)


def reverse(s: Table, points: Ids) -> Table:
    """Initiative is the Villains' first this Turn.  [PT-REV-05, PT-RUL-48]"""
    s = _cured(s, points, "Initiative is reversed", "PT-REV-05")
    return turns.window(replace(s, initiative=turns.OTHER[s.initiative]), "first")


def masterplan(s: Table, points: Ids) -> Table:
    """Each Villain has 5 Energy more, and the Objective comes nearer.  [PT-MAST-01, PT-REV-06, PT-RUL-49]"""
    s = replace(_cured(s, points, "the Masterplan begins", "PT-REV-06"), masterplan=True)
    for p in roster.present(s, "villain"):
        s = verbs.boon(s, p.id, MASTERPLAN)
    return s


def could_cross(s: Table) -> Ids:
    """The Villains in the GM's hand, and those face-down, while they are fewer than Heroes.  [PT-CROSS-06, PT-CROSS-07, PT-RUL-53]"""
    heroes = len(roster.present(s, "hero"))
    played = [p for p in s.people if p.kind == "villain" and not p.out]
    names = [name_of(s, p.id) for p in s.people]
    held = decks.held(s, GM, "villain") if len(played) + 1 < heroes else ()
    new = [each for each in held if name_of(s, each) not in names]
    return (*new, *(p.id for p in played if p.hides and len(played) < heroes))


def crosses(s: Table, name: str) -> Table:
    """A Crossover Villain enters with 6 Hate and any Equipment, and acts from the next Turn on.  [PT-REV-04, PT-CROSS-01, PT-RUL-76]"""
    who = base(name)
    first = roster.somebody(s, who) is None
    s = verbs.enters(decks.leaves_plot(s, GM, name), building.whole(s, who, GM, 0))
    moves, attacks = (0, 0) if s.house.crossover_actions == "next_turn" else (MOVES, ATTACKS)
    s = replace(s, people=change(s.people, who, moves=moves, attacks=attacks))
    s = verbs.recovers(s, who)
    return building.geared(s, who) if first else s


def promotion(s: Table) -> Table | None:
    """The Main Villain is gone: another one is it now, and of several the GM picks.  [PT-CROSS-04, PT-RUL-58]"""
    main, others = roster.somebody(s, s.main), roster.present(s, "villain")
    if main is None or not main.out or not others or isinstance(s.stack[-1], Promotion):
        return None
    return push(s, Promotion()) if len(others) > 1 else verbs.promotes(s, others[0].id)


def picks(s: Table, who: str) -> Table:
    """The GM has picked the new Main Villain."""
    return verbs.promotes(pop(s), who)


GROUP = "Reversal of Fortunes"
LOCKS = Kind("lock", "Lock", lock, rule="PT-REV-02", group=GROUP, standing=True)
CROSS = Kind("crossover", "Crossover", crossover, rule="PT-REV-04", group=GROUP, standing=True)
REVERSE = Kind("initiative", "Reverse Initiative", reverse, rule="PT-REV-05", group=GROUP, standing=True)
MAIN = Kind("main", "The Main Villain now", picks, rule="PT-CROSS-04", group="Villains", first=True)
PLAN = Kind("masterplan", "Masterplan", masterplan, rule="PT-REV-06", group=GROUP, standing=True)


def standing(s: Table, window: str) -> Iterator[Offer]:
    """What the GM could get now.  [PT-REV-01, PT-RUL-06]"""
    heroes = {p.id: verbs.curable(s, p.id) for p in roster.present(s, "hero")}
    open_ = {hero: n for hero, n in heroes.items() if n}
    if not open_:
        return
    any_hero = s.house.lock_target == "any_hero"
    found = tuple(chain.from_iterable(_lockable(s, each) for each in (heroes if any_hero else open_)))
    if found:
        asks: tuple[Param, ...] = (Pick("what", "What is Locked", found),)
        if any_hero:
            asks += choices.pick(s, "hero", "Cure 1 Belief on", open_)
        yield LOCKS(GM, window, asks, cost=_price(LOCK))
    total = sum(open_.values())
    left = total if s.house.reversal_cap != "total" else min(total, len(heroes) - s.cured)
    if left >= CROSSOVER and (come := could_cross(s)):
        whom = choices.pick(s, "villain", "Who", come)
        yield CROSS(GM, window, (*whom, *_split(s, open_, CROSSOVER)), cost=_price(CROSSOVER))
    f = s.stack[-1]
    fresh = isinstance(f, Turns) and f.phase == "first" and not any(p.against for p in s.people)
    if fresh and left >= INITIATIVE and s.initiative == "heroes":
        yield REVERSE(GM, window, _split(s, open_, INITIATIVE), cost=_price(INITIATIVE))
    if left >= MASTERPLAN and not s.masterplan:
        yield PLAN(GM, window, _split(s, open_, MASTERPLAN), cost=_price(MASTERPLAN))


def _price(n: int) -> tuple[Cost, ...]:
    return (Cost(n, "Belief Cured"),)


def _split(s: Table, curable: dict[str, int], n: int) -> tuple[Pick]:
    return choices.points(s, "points", "Cure Belief on", curable, n)


def _lockable(s: Table, hero: str) -> Iterator[Item]:
    """The Heroics and Keywords of a Hero that are not Locked yet; Colours cannot be.  [PT-RUL-45]"""
    own = [each for each in HEROICS if facts.rank(s, hero, each)]
    own += [each for each in KEYWORDS if facts.has_keyword(s, hero, each)]
    for each in own:
        if not facts.locked(s, hero, each):
            yield Item(f"{hero}/{each}", f"{name_of(s, hero)}: {title(each)}")


def offers(s: Table, f: Promotion) -> Iterator[Offer]:
    """Who of the others it is."""
    asks = choices.pick(s, "who", "Who", [p.id for p in roster.present(s, "villain")])
    yield MAIN.open(GM, f"{f.number}", asks, ask=f"{name_of(s, s.main)} is gone.")
