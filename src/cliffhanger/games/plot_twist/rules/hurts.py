"""What is about to befall somebody: damage, the Armor and Cover that stop it, what it takes; a status, and until when it stays."""

from msgspec import structs

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.words import DamageType, Form, Status, title
from cliffhanger.games.plot_twist.rules import facts, roster, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.state import Attack, Coming, Hurt, Lasting, Table
from cliffhanger.kernel.frames import pop, push, replace, tell, turn

KEYWORDS = {"physical": "armor", "mental": "mental_armor"}
"""The Keyword that stops each type of damage.  [PT-KEY-02]"""


def begin(s: Table, by: str, target: str, kind: DamageType, amount: int, form: Form = "stress") -> Table:
    """Somebody is to lose so much; on a Mook it is one of them.  [PT-STR-01, PT-MOOK-02]"""
    foe = roster.person(s, target)
    if amount <= 0 or not roster.in_play(foe):
        return s
    if foe.kind == "mook":
        return fewer(s, by, target, kind, 1)
    return push(s, Hurt(by, target, kind, amount, form="stress" if kind == "social" else form))


def cause(s: Table, by: str, target: str, kind: DamageType, amount: int, form: Form = "stress") -> Table:
    """A card causes damage: Armor and Cover take from it.  [PT-ARM-03, PT-RUL-82]"""
    through = amount - armor(s, target, kind) - cover(s, target, kind)
    if through <= 0:
        return tell(s, "prevented", name_of(s, by), "PT-ARM-03", foe=name_of(s, target))
    return begin(s, by, target, kind, through, form)


def fewer(s: Table, by: str, target: str, kind: DamageType, kills: int) -> Table:
    """So many Mooks go, unless this type of damage does nothing to them.  [PT-MOOK-02, PT-RUL-67]"""
    if immune(s, target, kind):
        return tell(s, "unhurt", name_of(s, target), "PT-RUL-67")
    left = max(0, roster.person(s, target).quantity - kills)
    s = tell(s, "mooks", name_of(s, target), "PT-MOOK-02", amount=roster.person(s, target).quantity - left, left=left)
    return verbs.set_counter(s, target, "quantity", left, by)


def advance(s: Table, f: Hurt) -> Table:
    """First what may prevent it, then what it takes."""
    if f.phase == "before":
        return verbs.fire(turn(s, phase="land"), "before_damage", f.by, f.target)
    if f.phase == "land":
        return land(turn(s, phase="done"), f)
    return pop(s)


def land(s: Table, f: Hurt) -> Table:
    """Stress goes, Trauma comes and is paid for, and then it is seen who is out.  [PT-RUL-67, PT-RUL-81]"""
    if f.stopped or f.amount <= 0 or immune(s, f.target, f.type):
        return _came(tell(s, "unhurt", name_of(s, f.target), "PT-RUL-67"), f, 0)
    s, lost = verbs.lose_stress(s, f.target, f.type, f.amount)
    if not lost:
        return s
    s = _came(s, f, lost)
    bad = trauma_of(s, f, lost) if f.form == "trauma" else 0
    if bad:
        s = price(verbs.add_trauma(s, f.target, f.type, bad), f.by, bad)
    s = verbs.fire(s, "on_damage", f.by, f.target)
    s = verbs.fire(s, "on_trauma", f.by, f.target) if bad else s
    return verbs.zero_checks(s, f.target, f.by)


def _came(s: Table, f: Hurt, lost: int) -> Table:
    """What an attack has taken stands beside its coins.  [PT-ATK-05]"""
    attack: Attack | None = roster.frame(s, Attack)
    of = (attack.attacker, attack.defender) if attack else ()
    if s.shown is None or s.shown.event is None or s.shown.event.what != "hits" or of != (f.by, f.target):
        return s
    told = {**s.shown.event.data, "amount": lost, "kind": title(f.type)}
    return replace(s, shown=replace(s.shown, event=structs.replace(s.shown.event, what="hits_for", data=told)))


def trauma_of(s: Table, f: Hurt, lost: int) -> int:
    """How much of what was lost is Trauma; the table may have no more than can be paid for.  [PT-RUL-07]"""
    p = roster.somebody(s, f.by)
    if p is None or p.kind == "mook" or s.house.trauma_short == "floor":
        return lost
    return min(lost, p.will)


def price(s: Table, by: str, n: int) -> Table:
    """Whoever has dealt Trauma pays a point of Belief or Hate for each, as far as there are any.  [PT-BEL-02, PT-HATE-03]"""
    p = roster.somebody(s, by)
    return s if p is None or p.kind == "mook" else verbs.spend_will(s, by, min(n, p.will))


def status(s: Table, by: str, who: str, name: Status, lasts: Lasting | None = None) -> Table:
    """A status is about to come; nobody has one twice."""
    if roster.somebody(s, who) is None or facts.has_status(s, who, name):
        return s
    return push(s, Coming(by, who, name, lasts=lasts))


def comes(s: Table, f: Coming) -> Table:
    """First what may stop it, then it is there."""
    if f.phase == "before":
        return verbs.fire(turn(s, phase="land"), "on_status", f.by, f.who, f.status)
    s = pop(s)
    if f.stopped:
        return s
    s = verbs.add_status(s, f.who, f.status)
    return replace(s, lasting=(*s.lasting, f.lasts)) if f.lasts else s


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
