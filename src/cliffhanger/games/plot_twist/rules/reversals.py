"""Reversal of Fortunes: the GM Cures Belief of Heroes, and gets something for it.

The price of an Automatic Success is paid in a throw (`throws.py`).
"""

from collections.abc import Iterator
from itertools import chain

from cliffhanger.games.plot_twist.files.words import HEROICS, KEYWORDS, title
from cliffhanger.games.plot_twist.rules import choices, crossovers, facts, roster, turns, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Ids
from cliffhanger.games.plot_twist.rules.state import Context, Table, Turns
from cliffhanger.kernel.frames import replace, tell
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
    return crossovers.crosses(_cured(s, points, "another Villain comes", "PT-REV-04"), villain)


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


# --- offers ---------------------------------------------------------------------------------------------------

GROUP = "Reversal of Fortunes"
LOCKS = Kind("lock", "Lock", lock, rule="PT-REV-02", group=GROUP, standing=True)
CROSS = Kind("crossover", "Crossover", crossover, rule="PT-REV-04", group=GROUP, standing=True)
REVERSE = Kind("initiative", "Reverse Initiative", reverse, rule="PT-REV-05", group=GROUP, standing=True)
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
    if left >= CROSSOVER and (come := crossovers.could_cross(s)):
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
