"""What may be done at any time of a Turn: Energy, Belief and Hate are spent, and Free actions are taken.

Nothing of it interrupts a throw, an effect or a 0 check. A deed asks those again who had passed.  [PT-RUL-85]
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from cliffhanger.games.plot_twist.files.effects import ModifyCost
from cliffhanger.games.plot_twist.files.words import HEROICS, KEYWORDS, title
from cliffhanger.games.plot_twist.rules import choices, costs, facts, hurts, peeks, roster, throws, turns, uses, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.peeks import PEEK, PEEKS
from cliffhanger.games.plot_twist.rules.pieces import GM, Person
from cliffhanger.games.plot_twist.rules.pools import roll_words
from cliffhanger.games.plot_twist.rules.state import Context, Flight, FreeRoll, Look, Table, Throw, Toss
from cliffhanger.kernel.frames import pop, push, tell, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Cost, Item, Number, Param, Pick

Kinds = tuple[str, ...]
HEALING = MappingProxyType({"energy": 1})
"""The price of Healing, and of the first rank that Gadgeteer adds.  [PT-HER-05, PT-HER-06]"""
TRAUMA, KEYWORD, HEROIC, MOOKS = 2, 2, 2, 3
"""The price of a point of Trauma in Energy, of a Keyword and a Heroic in Belief; and how many Mooks 1 Hate brings."""


def paid(s: Table, who: str, price: Mapping[str, int], what: str, rule: str) -> Table:
    """Somebody spends, and all who had passed may speak again.  [PT-RUL-85]"""
    for counter, n in price.items():
        s = tell(s, "spends", name_of(s, who), rule, amount=n, counter=title(counter), what=what)
    return uses.reopened(costs.pay(s, who, price))


def used(s: Table, who: str, heroic: str, base: Mapping[str, int] = costs.NOTHING) -> Table:
    """A Heroic is used as a Free action, for what that costs.  [PT-ENE-06, PT-ACT-02]"""
    return paid(verbs.uses(s, who, heroic), who, price(s, who, heroic, base), title(heroic), "PT-ENE-06")


def price(s: Table, who: str, heroic: str, base: Mapping[str, int] = costs.NOTHING) -> dict[str, int]:
    """What the use of a Heroic costs; a Locked one costs more.  [PT-ENE-06, PT-LOCK-01]"""
    lock = costs.unlocking(s, who) if facts.locked(s, who, heroic) else costs.NOTHING
    return costs.added(costs.altered(s, who, base, f"heroic.{heroic}"), lock)


# --- Energy ---------------------------------------------------------------------------------------------------


def room(s: Table, p: Person) -> Kinds:
    """The kinds of Stress that could come back, of which Belief is none.  [PT-RES-05, PT-BEL-01]"""
    kinds = facts.RESISTANCES
    return tuple(k for k in kinds if facts.stress(p, k) + facts.trauma(p, k) < facts.most(s, p.id, k))


def regenerate(s: Table, who: str, kind: str, n: int) -> Table:
    """1 Energy brings back 1 Stress.  [PT-ENE-03]"""
    return verbs.regenerate(paid(s, who, {"energy": n}, "Stress", "PT-ENE-03"), who, kind, n)


def mend(s: Table, who: str, kind: str) -> Table:
    """2 Energy turn 1 Trauma into Stress; nothing else that is always there does.  [PT-ENE-05, PT-STR-03, PT-RUL-02]"""
    return verbs.remove_trauma(paid(s, who, {"energy": TRAUMA}, "Trauma", "PT-ENE-05"), who, kind, 1)


# --- Belief and Hate ------------------------------------------------------------------------------------------


def attack_again(s: Table, who: str) -> Table:
    """An Attack action, once a Turn.  [PT-BEL-05, PT-HATE-07]"""
    rule = "PT-BEL-05" if roster.person(s, who).kind == "hero" else "PT-HATE-07"
    s = paid(verbs.uses(s, who, "attack"), who, verbs.attack_price(s, who), "an Attack action", rule)
    return verbs.actions(s, who, "attack", 1)


def gain_keyword(s: Table, who: str, word: str) -> Table:
    """A Keyword this Turn.  [PT-BEL-07, PT-RUL-66]"""
    s = paid(s, who, lent(s, who, word), title(word), "PT-BEL-07")
    return verbs.lasts(s, f"rule/keyword/{word}", who, Context(who), "turn")


def lent(s: Table, who: str, word: str) -> dict[str, int]:
    """What a Keyword for this Turn costs.  [PT-BEL-07]"""
    return costs.altered(s, who, {"belief": KEYWORD}, f"keyword.{word}")


def raise_heroic(s: Table, who: str, word: str) -> Table:
    """A Heroic is 3: for 2 Turns by Belief, for this one by Hate.  [PT-BEL-08, PT-HATE-06, PT-RUL-47]"""
    hero = roster.person(s, who).kind == "hero"
    s = paid(s, who, raising(s, who), title(word), "PT-BEL-08" if hero else "PT-HATE-06")
    return verbs.lasts(s, f"rule/heroic/{word}", who, Context(who), "turns" if hero else "turn", 2 if hero else 0)


def raising(s: Table, who: str) -> dict[str, int]:
    """What a Heroic of 3 costs.  [PT-BEL-08, PT-HATE-06]"""
    return {"belief": HEROIC} if roster.person(s, who).kind == "hero" else {"hate": int(s.house.hate_cost_heroic)}


def call_mooks(s: Table, who: str, mook: str | Kinds) -> Table:
    """Three more of a Mook, or of several if the table has it so, for the Main Villain alone.  [PT-HATE-05, PT-CROSS-03, PT-RUL-73]"""
    each = (mook,) * MOOKS if isinstance(mook, str) else tuple(one.partition("/")[0] for one in mook)
    names = ", ".join(dict.fromkeys(name_of(s, one) for one in each))
    s = paid(s, who, {"hate": int(s.house.hate_cost_mooks)}, names, "PT-HATE-05")
    for one, n in Counter(each).items():
        s = verbs.gain(s, one, "quantity", n, who)
    return s


def shake_belief(s: Table, who: str, hero: str) -> Table:
    """A Hero loses 1 Belief.  [PT-HATE-08, PT-RUL-52]"""
    s = paid(s, who, {"hate": int(s.house.hate_cost_belief_damage)}, "Belief", "PT-HATE-08")
    return verbs.gain(s, hero, "belief", -1, who)


# --- Free actions ---------------------------------------------------------------------------------------------


def stand(s: Table, who: str) -> Table:
    """Who is Prone stands up, who is Stunned shakes it off.  [PT-STAT-03, PT-STAT-04, PT-RUL-11]"""
    s = costs.pay(s, who, getting_up(s, who))
    return uses.reopened(verbs.remove_status(s, who, "prone" if facts.has_status(s, who, "prone") else "stunned"))


def getting_up(s: Table, who: str) -> dict[str, int]:
    """What it takes to stand up.  [PT-RUL-11]"""
    return costs.altered(s, who, {"move": 2, "attack": int(s.house.stand_cost == "2M+1A")}, "stand")


def hide(s: Table, who: str) -> Table:
    """Somebody Hides.  [PT-HER-11, PT-STAT-07]"""
    return verbs.add_status(used(s, who, "stealth"), who, "hidden")


def fly(s: Table, who: str) -> Table:
    """Somebody takes off, or lands.  [PT-HER-12, PT-STAT-06]"""
    s = used(s, who, "flight")
    flies = facts.has_status(s, who, "flying")
    return verbs.remove_status(s, who, "flying") if flies else verbs.add_status(s, who, "flying")


def wield(s: Table, who: str, equipment: str) -> Table:
    """Somebody takes another Equipment in hand.  [PT-EQUIP-01, PT-RUL-50]"""
    return uses.reopened(verbs.wields(verbs.uses(s, who, "wield"), who, equipment))


def heal(s: Table, who: str, kind: str, n: int) -> Table:
    """Healing: a number is named, and Stress of that kind comes back if there are more Heads.  [PT-HER-05, PT-RUL-26]"""
    s = used(s, who, "healing", HEALING)
    by, _, heals = kind.rpartition("+")
    attribute = by or facts.RESISTANCES[heals]
    return push(s, FreeRoll(who, "healing", kind=heals, attribute=attribute, n=n))


def tinker(s: Table, who: str, word: str, n: int) -> Table:
    """Gadgeteer: another Heroic has more ranks until the End of Turn.  [PT-HER-06, PT-RUL-25]"""
    s = used(s, who, "gadgeteer", {"energy": n})
    return verbs.lasts(s, f"rule/gadget/{word}", who, Context(who, x=n), "turn")


def tinkers(s: Table, who: str) -> dict[str, int]:
    """By how much Gadgeteer may lift each Heroic: by its own rank, or up to it if the table has it so.  [PT-HER-06, PT-RUL-25]"""
    most = facts.rank(s, who, "gadgeteer")
    capped = s.house.gadgeteer == "cap_at_rank"
    found = {each: most - (facts.rank(s, who, each) if capped else 0) for each in HEROICS if each != "gadgeteer"}
    return {each: n for each, n in found.items() if n > 0}


def spy(s: Table, who: str, heroic: str) -> Table:
    """Perception or Hacking towards a look at the Objective.  [PT-HER-02, PT-HER-07]"""
    return push(used(s, who, heroic), FreeRoll(who, "peek", kind=heroic))


def _spied(s: Table, f: FreeRoll, successes: int) -> Table:
    """Successes add up; with six the seat sees the Objective, and counting starts anew.  [PT-RUL-27]"""
    field = PEEKS[f.kind]
    s = verbs.spies(s, f.who, **{field: getattr(roster.person(s, f.who), field) + successes})
    if (so_far := peeks.gathered(s, f.who, f.kind)) < PEEK:
        return throws.came(tell(s, "gathers", name_of(s, f.who), "PT-RUL-27", amount=so_far, most=PEEK))
    for who, each in peeks.together(s, f.who, f.kind):
        s = verbs.spies(s, who, **{each: 0})
    return push(s, Look(facts.seat_of(s, f.who), "objective", GM))


def seek(s: Table, who: str, target: str) -> Table:
    """Somebody looks for one who is Hidden.  [PT-STAT-07, PT-RUL-28]"""
    return push(uses.reopened(verbs.uses(s, who, "perceive")), FreeRoll(who, "perceive", on=target))


def advance(s: Table, f: FreeRoll) -> Table:
    """The coins of a Free action are thrown; a Lock on its Heroic was paid for when it was used.  [PT-LOCK-01]"""
    if f.phase == "done":
        return pop(s)
    s = turn(s, phase="done")
    if f.what == "healing":
        side = Toss(f.who, f.attribute, "healing", ("healing", "heroic.healing"), paid=True)
        return throws.begin(s, Throw((side,), "chosen", against=f.n))
    if f.what == "peek":
        side = Toss(f.who, "mind", f.kind, roll_words("peek", f.kind), paid=True)
        return throws.begin(s, Throw((side,), "fixed"))
    side = Toss(f.who, "mind", "perception", roll_words("perceive", "perception"))
    other = Toss(f.on, "body", "stealth", roll_words("check", "stealth"))
    return throws.begin(s, Throw((side, other), "opposing"))


def arrived(s: Table, f: FreeRoll, thrown: Throw) -> Table:
    """More than the number heals it; whoever is found is Surprised.  [PT-ROLL-07, PT-RUL-10, PT-RUL-28]"""
    s = s if f.what == "peek" else throws.judged(s, thrown)
    if thrown.margin <= 0:
        return s
    if f.what == "healing":
        return verbs.regenerate(s, f.who, f.kind, f.n)
    if f.what == "peek":
        return _spied(s, f, thrown.total)
    return hurts.status(verbs.remove_status(s, f.on, "hidden"), f.who, f.on, "surprised")


ONLY_BACK = "Only to strike back: no Combat is left to start this Turn."
"""What another Attack action is for once a Hero has started their Combat of this Turn.  [PT-COMB-02, PT-COMB-08]"""
ENERGY, BELIEF, HATE, FREE = "Energy", "Belief", "Hate", "Free actions"
EACH = (Cost(1, "Energy each"),)
ANY: partial[Kind] = partial(Kind, standing=True)
REGENERATE = ANY("regenerate", "Regenerate", regenerate, rule="PT-ENE-03", group=ENERGY)
MEND = ANY("trauma", "Heal Trauma", mend, rule="PT-ENE-05", group=ENERGY)
AGAIN = ANY("again", "Another Attack action", attack_again, rule="PT-BEL-05", group=BELIEF)
GAIN = ANY("keyword", "Gain a Keyword", gain_keyword, rule="PT-BEL-07", group=BELIEF)
RAISE = ANY("heroic", "Raise a Heroic to 3", raise_heroic, rule="PT-BEL-08", group=BELIEF)
CALL = ANY("mooks", "Call Mooks", call_mooks, rule="PT-HATE-05", group=HATE)
SHAKE = ANY("shake", "Shake Belief", shake_belief, rule="PT-HATE-08", group=HATE)
STAND = ANY("stand", "Stand up", stand, rule="PT-STAT-04", group=FREE)
HIDE = ANY("hide", "Hide", hide, rule="PT-HER-11", group=FREE)
FLY = ANY("fly", "Fly or land", fly, rule="PT-HER-12", group=FREE)
WIELD = ANY("wield", "Change Equipment", wield, rule="PT-EQUIP-01", group=FREE)
HEAL = ANY("heal", "Healing", heal, rule="PT-HER-05", group=FREE, figures=("heals",))
TINKER = ANY("tinker", "Gadgeteer", tinker, rule="PT-HER-06", group=FREE)
SPY = ANY("spy", "Look for the Objective", spy, rule="PT-HER-02", group=FREE, figures=("sees",))
SEEK = ANY("seek", "Look for somebody", seek, rule="PT-RUL-28", group=FREE, figures=("finds",))


def _label(s: Table, who: str, kind: Kind) -> str:
    assert isinstance(kind.of, dict)
    return facts.labelled(s, who, str(kind.of["label"]))


def standing(s: Table, window: str) -> Iterator[Offer]:
    """What Characters may spend, and their Free actions unless the Conflict ends."""
    acting = not isinstance(s.stack[-1], Flight)
    for p in roster.present(s):
        yield from _offers(s, p, window, acting=acting)


def _offers(s: Table, p: Person, window: str, *, acting: bool) -> Iterator[Offer]:
    seat = facts.seat_of(s, p.id)

    def make(kind: Kind, *asks: Param, price: Mapping[str, int] = costs.NOTHING, **words: Any) -> Offer:
        said = {"label": partial(_label, s, p.id, kind), "cost": choices.costs(price), **words}
        return kind.bound(p.id, who=p.id)(seat, window, asks, **said)

    yield from uses.offers(s, p, uses.ANY_TIME if acting else ("any_time",), window, standing=True)
    if p.kind != "mook":
        yield from _by_energy(s, p, make)
        yield from _by_will(s, p, make)
    if acting:
        yield from _free(s, p, make)


def _by_energy(s: Table, p: Person, make: Callable[..., Offer]) -> Iterator[Offer]:
    left = verbs.energy_left(s, p.id)
    if left and (found := room(s, p)) and not facts.forbidden(s, p.id, "regenerate"):
        yield make(REGENERATE, *choices.word("kind", found), Number("n", "How much", 1, left, 1), cost=EACH)
    hurt = tuple(k for k in ("physical", "mental") if facts.trauma(p, k))
    if left >= TRAUMA and hurt:
        yield make(MEND, *choices.word("kind", hurt), price={"energy": TRAUMA})


def _by_will(s: Table, p: Person, make: Callable[..., Offer]) -> Iterator[Offer]:
    left, hero = verbs.will_left(s, p.id), p.kind == "hero"
    group = BELIEF if hero else HATE
    if price := verbs.attack_price(s, p.id):
        says = ONLY_BACK if not roster.opponent(s, p.id) and turns.started(s, p) else ""
        yield make(AGAIN, price=price, rule="PT-BEL-05" if hero else "PT-HATE-07", group=group, says=says)
    low = tuple(each for each in HEROICS if facts.rank(s, p.id, each) < 3)
    if low and not costs.short(s, p.id, price := raising(s, p.id)):
        rule = "PT-BEL-08" if hero else "PT-HATE-06"
        yield make(RAISE, *choices.word("word", low), price=price, rule=rule, group=group)
    if hero:
        lacking = [each for each in KEYWORDS if not facts.has_keyword(s, p.id, each)]
        if facts.lasting(s, p.id, ModifyCost) or left < KEYWORD:
            lacking = [each for each in lacking if not costs.short(s, p.id, lent(s, p.id, each))]
        if lacking:
            yield make(GAIN, *choices.word("word", lacking), price={"belief": KEYWORD})
        return
    mooks = [each.id for each in s.people if each.kind == "mook" and (each.quantity or s.house.mook_refill_zero)]
    dear = int(s.house.hate_cost_mooks)
    if p.id == s.main and left >= dear and mooks:
        split = s.house.mook_counters == "split"
        each_three = choices.points(s, "mook", "Which", dict.fromkeys(mooks, MOOKS), MOOKS)
        yield make(CALL, *(each_three if split else choices.pick(s, "mook", "Which", mooks)), price={"hate": dear})
    believers = [each.id for each in roster.present(s, "hero") if each.will]
    dear = int(s.house.hate_cost_belief_damage)
    if left >= dear and believers:
        yield make(SHAKE, *choices.pick(s, "hero", "Which", believers), price={"hate": dear})


def _free(s: Table, p: Person, make: Callable[..., Offer]) -> Iterator[Offer]:
    """The Free actions that are left; in a Combat of theirs somebody Hides only if the table has it so.  [PT-RUL-72]"""
    if set(p.statuses) & {"prone", "stunned"} and not costs.short(s, p.id, rising := getting_up(s, p.id)):
        yield make(STAND, price=rising)
    if facts.forbidden(s, p.id, "free_action"):
        return
    apart = s.house.hide_in_combat or not roster.opponent(s, p.id)
    if apart and _may(s, p, "stealth", "hide") and not facts.has_status(s, p.id, "hidden"):
        yield make(HIDE, price=price(s, p.id, "stealth"))
    if _may(s, p, "flight", "fly"):
        yield make(FLY, price=price(s, p.id, "flight"))
    other = tuple(each for each in p.equipment if each != p.active)
    if other and "wield" not in p.used:
        yield make(WIELD, *choices.pick(s, "equipment", "Which", other))
    if _may(s, p, "healing", "free_action", HEALING) and (kinds := _healed(s, p)):
        most = max(facts.attribute(s, p.id, "body"), facts.attribute(s, p.id, "mind")) + facts.rank(s, p.id, "healing")
        much = Number("n", "How much", 1, max(1, most), 1)
        yield make(HEAL, kinds, much, price=price(s, p.id, "healing", HEALING))
    lost = tuple(each.id for each in roster.present(s) if facts.has_status(s, each.id, "hidden") and each.id != p.id)
    if lost and "perceive" not in p.used:
        yield make(SEEK, *choices.pick(s, "target", "Which", lost))
    if _may(s, p, "gadgeteer", "free_action", HEALING):
        yield from _tinkering(s, p, make)
    ways = tuple(each for each in PEEKS if _may(s, p, each, "free_action")) if facts.seat_of(s, p.id) != GM else ()
    if ways and _hidden(s, facts.seat_of(s, p.id)):
        yield make(SPY, *choices.word("heroic", ways))


def _tinkering(s: Table, p: Person, make: Callable[..., Offer]) -> Iterator[Offer]:
    """One Heroic, and by how many ranks; where each has a bound of its own it is asked for each number.  [PT-RUL-25]"""
    paying = price(s, p.id, "gadgeteer", {"energy": 1}).get("energy", 0) - 1
    left = min(verbs.energy_left(s, p.id) - paying, facts.rank(s, p.id, "gadgeteer"))
    bounds = tinkers(s, p.id)
    if s.house.gadgeteer == "add_rank" and bounds and left > 0:
        yield make(TINKER, *choices.word("word", bounds), Number("n", "Ranks", 1, left, 1), cost=EACH)
        return
    for n in range(1, left + 1):
        if found := [each for each, most in bounds.items() if most >= n]:
            do, key = partial(tinker, who=p.id, n=n), f"tinker.{p.id}.{n}"
            yield make(TINKER, *choices.word("word", found), price={"energy": n}, key=key, do=do)


def _hidden(s: Table, seat: str) -> bool:
    """Whether an Objective lies face-down that a seat has not seen.  [PT-RUL-27]"""
    down = [each.id for each in s.lying if not each.up and each.on == s.main]
    return any(not any(known.card == each and known.seat == seat for known in s.known) for each in down)


def _may(s: Table, p: Person, heroic: str, what: str, base: Mapping[str, int] = costs.NOTHING) -> bool:
    """Whether somebody has this Free action left this Turn, and can pay for it.  [PT-ACT-02]"""
    able = heroic not in p.used and facts.rank(s, p.id, heroic) > 0 and not facts.forbidden(s, p.id, what)
    return able and not costs.short(s, p.id, price(s, p.id, heroic, base))


def _healed(s: Table, p: Person) -> Pick | None:
    """What Healing could bring back, and with which Attribute where the table leaves that open.  [PT-RUL-26]"""
    kinds = tuple(k for k in room(s, p) if k != "social")
    if not kinds:
        return None
    if s.house.healing_match:
        return choices.word("kind", kinds)[0]
    ways = tuple(Item(f"{by}+{k}", f"{title(k)}, with {title(by)}") for k in kinds for by in ("body", "mind"))
    return Pick("kind", "What", ways)
