"""Armor, Cover and immunity: what stands between damage and a Character."""

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.rules import facts, roster
from cliffhanger.games.plot_twist.rules.state import Attack, Table

KEYWORDS = {"physical": "armor", "mental": "mental_armor"}
"""The Keyword that stops each type of damage.  [PT-KEY-02]"""


def shut(s: Table, who: str, kind: str) -> bool:
    """Whether Armor is Locked: then it is paid for once in each attack that it should stop.  [PT-RUL-45]"""
    keyword = KEYWORDS.get(kind)
    return keyword is not None and facts.has_keyword(s, who, keyword) and facts.locked(s, who, keyword)


def armor(s: Table, who: str, kind: str) -> int:
    """Armor against a type of damage: Power with the Keyword, then more or less of it.  [PT-ARM-01, PT-KEY-02]"""
    keyword = KEYWORDS.get(kind)
    if keyword is None or not facts.has_keyword(s, who, keyword):
        return 0
    attack: Attack | None = roster.frame(s, Attack) if shut(s, who, kind) else None
    if shut(s, who, kind) and not (attack and attack.defender == who and attack.guarded):
        return 0
    more = sum(facts.amount(s, row.effect.modify, row.ctx, who) for row in facts.lasting(s, who, effects.Armor))
    return max(0, facts.attribute(s, who, "power") + more)


def cover(s: Table, who: str, kind: str) -> int:
    """Cover of all sources together, never below 0; the table says whether only physical damage is stopped.  [PT-ARM-02, PT-RUL-23]"""
    p = roster.somebody(s, who)
    if p is None or (s.house.cover == "physical" and kind != "physical"):
        return 0
    found = sum(each.n for each in p.cover)
    for row in facts.lasting(s, who, effects.Cover):
        found += facts.amount(s, row.effect.modify if row.effect.modify is not None else row.effect.add, row.ctx, who)
    return max(0, found)


def immune(s: Table, who: str, kind: str) -> bool:
    """Whether nothing of this type of damage is lost.  [PT-RUL-67]"""
    return any(row.effect.to in (kind, "all") for row in facts.lasting(s, who, effects.Immune))
