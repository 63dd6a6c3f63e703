"""Verbs: all that can be done to Characters and to cards in play. Nothing else replaces parts of them.

In this order: what is heard; Stress and Trauma; Belief, Hate, Energy and Quantity; actions; statuses; who is out; cards; what lasts.
"""

from typing import Any

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import decks, facts, roster
from cliffhanger.games.plot_twist.rules.book import base, card, effect, name_of
from cliffhanger.games.plot_twist.rules.pieces import ATTACKS, MOVES, Cover, Ids, Lying, Person
from cliffhanger.games.plot_twist.rules.roster import person, somebody
from cliffhanger.games.plot_twist.rules.state import Lasting, Table
from cliffhanger.kernel.effects import lasting, limits, triggers
from cliffhanger.kernel.frames import change, replace, tell, without

CROSSOVER_HATE = 6
"""The Hate of a Crossover Villain, and its most.  [PT-CROSS-01]"""
fire, once, lasts = triggers.fire, limits.once, lasting.lasts


def _set(s: Table, who: str, **changes: Any) -> Table:
    return replace(s, people=change(s.people, who, **changes))


# --- Stress and Trauma ----------------------------------------------------------------------------------------


def lose_stress(s: Table, who: str, kind: str, n: int) -> tuple[Table, int]:
    """Stress is lost, as far as there is some; how much it was.  [PT-STR-01]"""
    p = person(s, who)
    lost = min(max(0, n), facts.stress(p, kind))
    if not lost:
        return s, 0
    left = facts.stress(p, kind) - lost
    s = tell(_set(s, who, **{kind: left}), "stress", name_of(s, who), "PT-STR-01", kind=kind, amount=lost, left=left)
    return s, lost


def add_trauma(s: Table, who: str, kind: str, n: int) -> Table:
    """Trauma takes the place of Stress that was lost.  [PT-STR-02]"""
    now = facts.trauma(person(s, who), kind)
    s = tell(s, "trauma", name_of(s, who), "PT-STR-02", kind=kind, amount=n)
    return _set(s, who, **{f"{kind}_trauma": now + n})


def regenerate(s: Table, who: str, kind: str, n: int) -> Table:
    """Stress comes back, as far as Trauma leaves room; Mooks and Bystanders have none.  [PT-RES-05, PT-PLOT-05]"""
    p = somebody(s, who)
    if p is None or p.kind == "mook" or facts.forbidden(s, who, "regenerate"):
        return s
    room = facts.most(s, who, kind) - facts.trauma(p, kind) - facts.stress(p, kind)
    back = min(max(0, n), room)
    if not back:
        return s
    s = tell(s, "regenerates", name_of(s, who), "PT-RES-05", kind=kind, amount=back)
    s = _set(s, who, **{kind: facts.stress(p, kind) + back})
    return remove_status(s, who, "demoralized") if kind == "social" else s


def remove_trauma(s: Table, who: str, kind: str, n: int) -> Table:
    """Trauma becomes Stress.  [PT-STR-04]"""
    p = somebody(s, who)
    gone = min(max(0, n), facts.trauma(p, kind)) if p else 0
    if not p or not gone:
        return s
    s = tell(s, "heals_trauma", name_of(s, who), "PT-STR-04", kind=kind, amount=gone)
    return _set(s, who, **{f"{kind}_trauma": facts.trauma(p, kind) - gone, kind: facts.stress(p, kind) + gone})


# --- Belief, Hate, Energy and Quantity ------------------------------------------------------------------------


def ceiling(s: Table, who: str, counter: str) -> int:
    """The most of a counter that somebody may have.  [PT-RES-01, PT-CROSS-01]"""
    p = person(s, who)
    if counter == "belief":
        return facts.most(s, who, "belief")
    if counter == "hate" and who != s.main:
        return max(CROSSOVER_HATE, p.will)
    return 999


def set_counter(
    s: Table, who: str, counter: str, n: int, by: str = "", *, spent: bool = False, card: str = ""
) -> Table:
    """A counter becomes so much, 0 as well as any; who is Demoralized gets no Energy.  [PT-STAT-02, PT-ENE-01, PT-RES-04]

    What is `spent` is told as such: what one pays is no loss that somebody else brought about. A loss by a `card` names it.
    """
    now = facts.counted(s, who, counter)
    if now is None:
        return s
    n = max(0, min(n, ceiling(s, who, counter)))
    if counter == "energy" and n > now and facts.has_status(s, who, "demoralized"):
        return s
    if n == now:
        return s
    field = "will" if counter in ("belief", "hate") else counter
    how: dict[str, Any] = {"more": int(n > now), "spent": int(spent)}
    told: dict[str, Any] = {"counter": title(counter), "amount": abs(n - now), "left": n}
    if card and n < now:
        s = tell(s, "loses_by", name_of(s, who), "", **told, card=card)
    else:
        s = tell(s, "counter", name_of(s, who), "", **told, **how)
    s = fire(_set(s, who, **{field: n}), "on_counter", by or who, who, counter)
    return hides(s, who) if counter == "hate" and not n else s


def hides(s: Table, who: str) -> Table:
    """A Crossover Villain without Hate turns face-down at once; its other counters stay.  [PT-CROSS-02, PT-RUL-64]"""
    return s if who == s.main else _set(tell(s, "hides", name_of(s, who), "PT-CROSS-02"), who, hides=True)


def recovers(s: Table, who: str) -> Table:
    """All Hate is back: three times their Power for the Main Villain, 6 for another.  [PT-FLEE-04, PT-FLEE-05, PT-RUL-18]"""
    full = facts.most(s, who, "hate") if who == s.main else CROSSOVER_HATE
    return set_counter(s, who, "hate", max(full, person(s, who).will))


def gain(s: Table, who: str, counter: str, n: int, by: str = "", *, card: str = "") -> Table:
    """Counters are added, or with a negative number taken away."""
    now = facts.counted(s, who, counter)
    return s if now is None else set_counter(s, who, counter, now + n, by, card=card)


def _spends(s: Table, who: str, counter: str, n: int) -> Table:
    """Counters are paid."""
    now = facts.counted(s, who, counter)
    return s if now is None else set_counter(s, who, counter, now - n, spent=True)


def energy_left(s: Table, who: str) -> int:
    """How much Energy somebody can still spend this Turn: as much as their Power in all.  [PT-ENE-02, PT-RUL-03]"""
    p = person(s, who)
    if p.kind == "mook" or not roster.in_play(p) or facts.forbidden(s, who, "spend.energy"):
        return 0
    if s.house.energy_cap == "none":
        return p.energy
    return min(p.energy, max(0, facts.attribute(s, who, "power") - p.spent) + p.bonus)


def spend_energy(s: Table, who: str, n: int) -> Table:
    """Energy is spent, and counts for this Turn.  [PT-ENE-02]"""
    if not n:
        return s
    p = person(s, who)
    beyond = min(p.bonus, max(0, p.spent + n - facts.attribute(s, who, "power")))
    return _spends(_set(s, who, spent=p.spent + n - beyond, bonus=p.bonus - beyond), who, "energy", n)


def boon(s: Table, who: str, n: int) -> Table:
    """Energy of a Masterplan, which counts for the Turn as all else does, or comes on top.  [PT-MAST-01, PT-RUL-03]"""
    more = n if s.house.masterplan_beyond_cap else 0
    return gain(_set(s, who, bonus=person(s, who).bonus + more), who, "energy", n)


def will_left(s: Table, who: str) -> int:
    """How much Belief or Hate somebody can spend."""
    p = person(s, who)
    kind = "belief" if p.kind == "hero" else "hate"
    return 0 if p.kind == "mook" or facts.forbidden(s, who, f"spend.{kind}") else p.will


def spend_will(s: Table, who: str, n: int) -> Table:
    """Belief or Hate is spent, or is the price of Trauma; there is never less than none.  [PT-BEL-03, PT-HATE-04]"""
    return _spends(s, who, "belief" if person(s, who).kind == "hero" else "hate", n)


def quantity_left(s: Table, who: str) -> int:
    """How many counters a Mook can still spend this Turn: as many as its Power, and never the last.  [PT-MOOK-03, PT-RUL-39]"""
    p = person(s, who)
    return 0 if p.kind != "mook" else max(0, min(p.quantity - 1, facts.attribute(s, who, "power") - p.quantity_spent))


def spend_quantity(s: Table, who: str, n: int) -> Table:
    """Counters of a Mook are spent.  [PT-MOOK-03]"""
    return _spends(_set(s, who, quantity_spent=person(s, who).quantity_spent + n), who, "quantity", n)


SPENDABLE = {"energy": energy_left, "belief": will_left, "hate": will_left, "quantity": quantity_left}
SPENDS = {"energy": spend_energy, "belief": spend_will, "hate": spend_will, "quantity": spend_quantity}
"""How much of a counter somebody can spend, and the spending."""


def cure(s: Table, hero: str, n: int) -> Table:
    """The GM gives Belief back, and buys something with it.  [PT-REV-01]"""
    s = uses(replace(s, cured=s.cured + n), hero, *(["cured"] * n))
    return gain(s, hero, "belief", n)


def curable(s: Table, hero: str) -> int:
    """How much Belief of a Hero the GM may still Cure this Turn.  [PT-REV-01, PT-RUL-06]"""
    missing = facts.most(s, hero, "belief") - person(s, hero).will
    heroes = len(roster.present(s, "hero"))
    caps = {"total": heroes - s.cured, "per_hero": heroes - person(s, hero).used.count("cured"), "none": missing}
    return max(0, min(missing, caps[s.house.reversal_cap]))


# --- actions --------------------------------------------------------------------------------------------------


def new_turn(s: Table) -> Table:
    """What they have done in the Turn before is forgotten.  [PT-ACT-02]"""
    fresh: dict[str, Any] = {"spent": 0, "quantity_spent": 0, "used": (), "against": ()}
    return replace(s, people=tuple(replace(p, **fresh) for p in s.people), cured=0, shown=None)


def renew(s: Table) -> Table:
    """All have their combat actions again.  [PT-ACT-03]"""
    return replace(s, people=tuple(replace(p, moves=MOVES, attacks=ATTACKS) for p in s.people))


def actions(s: Table, who: str, kind: str, n: int) -> Table:
    """Combat actions more or fewer, from none to 2 Moves and 1 Attack.  [PT-ACT-03]"""
    field, most = ("moves", MOVES) if kind == "move" else ("attacks", ATTACKS)
    now: int = getattr(person(s, who), field)
    return _set(s, who, **{field: max(0, min(most, now + n))})


def attack_price(s: Table, who: str) -> dict[str, int]:
    """What another Attack action costs, once a Turn; nothing for who cannot have one.  [PT-BEL-05, PT-HATE-07, PT-RUL-01]"""
    p = person(s, who)
    if p.kind == "mook" or p.attacks or "attack" in p.used:
        return {}
    price = {"belief": 1} if p.kind == "hero" else {"hate": int(s.house.hate_cost_attack)}
    return price if will_left(s, who) >= sum(price.values()) else {}


def uses(s: Table, who: str, *marks: str) -> Table:
    """Somebody has done what can be done once a Turn.  [PT-ACT-02]"""
    return _set(s, who, used=(*person(s, who).used, *marks))


def starts_with(s: Table, who: str, target: str) -> Table:
    """Somebody has started a Combat with somebody this Turn.  [PT-RUL-37]"""
    return _set(s, who, against=(*person(s, who).against, target))


def equips(s: Table, who: str, found: Ids) -> Table:
    """Somebody has this Equipment, the first of it in use where there was none.  [PT-EQUIP-01, PT-RUL-50]"""
    p = person(s, who)
    held = (*p.equipment, *found)
    return _set(s, who, equipment=held, active=p.active or "".join(held[:1]))


def wields(s: Table, who: str, equipment: str) -> Table:
    """Somebody uses this Equipment from now on.  [PT-EQUIP-01, PT-RUL-50]"""
    s = tell(s, "wields", name_of(s, who), "PT-EQUIP-01", card=name_of(s, equipment))
    return _set(s, who, active=equipment)


# --- statuses and Cover ---------------------------------------------------------------------------------------


def add_status(s: Table, who: str, name: words.Status) -> Table:
    """A status comes; whoever falls Prone flies no more.  [PT-STAT-03, PT-STAT-04, PT-RUL-68]"""
    p = person(s, who)
    if name in p.statuses:
        return s
    s = tell(s, "status", name_of(s, who), "", status=title(name))
    s = _set(s, who, statuses=(*p.statuses, name))
    return remove_status(s, who, "flying") if name == "prone" else s


def remove_status(s: Table, who: str, name: str) -> Table:
    """A status ends."""
    p = person(s, who)
    if name not in p.statuses:
        return s
    s = tell(s, "status_ends", name_of(s, who), "", status=title(name))
    return _set(s, who, statuses=tuple(each for each in p.statuses if each != name))


def add_cover(s: Table, who: str, source: str, n: int) -> Table:
    """Cover of one more source.  [PT-ARM-02]"""
    return _set(s, who, cover=(*person(s, who).cover, Cover(source, n))) if n > 0 else s


def destroy_cover(s: Table, who: str, n: int) -> Table:
    """Cover is destroyed, the newest first.  [PT-ARM-02]"""
    left: list[Cover] = []
    for each in reversed(person(s, who).cover):
        gone = min(n, each.n)
        n -= gone
        if each.n > gone:
            left.insert(0, replace(each, n=each.n - gone))
    return _set(s, who, cover=tuple(left))


# --- who is out -----------------------------------------------------------------------------------------------


def zero_checks(s: Table, who: str, by: str) -> Table:
    """Without Physical or Mental Stress one is out, without Social Stress Demoralized.  [PT-RES-02, PT-RES-03, PT-RUL-13]"""
    p = person(s, who)
    if p.kind == "mook" or p.out:
        return s
    if not p.physical or not p.mental:
        return _incapacitate(s, who, by)
    if not p.social and "demoralized" not in p.statuses:
        s = add_status(s, who, "demoralized")
        s = set_counter(s, who, "energy", 0, by)
        s = set_counter(s, who, "belief", 0, by)
        return fire(s, "on_demoralize", by, who)
    return s


def _incapacitate(s: Table, who: str, by: str) -> Table:
    """Out of the game; a Villain gains Hate for each Hero who is left.  [PT-STAT-01, PT-HATE-09, PT-RUL-54]"""
    p = person(s, who)
    s = tell(s, "out", name_of(s, who), "PT-RES-02")
    s = _set(s, who, out="incapacitated", statuses=tuple(dict.fromkeys((*p.statuses, "incapacitated"))))
    doer = somebody(s, by)
    if p.kind == "hero" and doer:
        gains = doer.id if doer.kind == "villain" else ""
        if doer.kind == "mook" and s.house.mook_kill_hate == "main":
            gains = s.main
        if gains:
            s = gain(s, gains, "hate", len(roster.present(s, "hero")))
    return fire(s, "on_incapacitate", by, who)


def surrender(s: Table, who: str) -> Table:
    """A Villain leaves play for good with what lies on it, and is not Incapacitated.  [PT-RUL-77, PT-GOAL-03, PT-ZONE-01]"""
    if person(s, who).kind != "villain":
        return s
    s = _set(tell(s, "surrenders", name_of(s, who), "PT-RUL-77"), who, out="surrendered")
    for each in s.lying:
        s = leaves(s, each.id) if each.on == who and card(s, each.id).kind != "objective" else s
    return s


def enters(s: Table, found: Person) -> Table:
    """Somebody comes into play, or comes back."""
    there = somebody(s, found.id)
    people = change(s.people, found.id, hides=False) if there else (*s.people, found)
    return tell(replace(s, people=people), "arrives", name_of(s, found.id), "PT-CROSS-01", to=name_of(s, s.place))


def promotes(s: Table, who: str) -> Table:
    """Another Villain is the Main one, has all its Hate, and the Objective too.  [PT-CROSS-04, PT-RUL-20, PT-RUL-75]"""
    kept = [each for each in s.lying if each.on == s.main and card(s, each.id).kind == "objective"]
    s = tell(replace(s, main=who), "promoted", name_of(s, who), "PT-CROSS-04")
    s = recovers(s, who) if s.house.promoted_hate == "power_x3" else set_counter(s, who, "hate", CROSSOVER_HATE)
    for each in kept:
        passes = s.house.objective_on_promotion == "passes"
        s = replace(s, lying=change(s.lying, each.id, on=who)) if passes else leaves(s, each.id)
    return s


def wins(s: Table, side: words.Side, rule: str = "PT-GOAL-04") -> Table:
    """One side has won; nothing that comes later changes that.  [PT-GOAL-01, PT-GOAL-02, PT-GOAL-04]"""
    if s.winner:
        return s
    return replace(tell(s, "wins", "", rule, side=title(side)), winner=side)


# --- cards ----------------------------------------------------------------------------------------------------


def spies(s: Table, who: str, **found: int) -> Table:
    """Successes towards a look at the Objective.  [PT-HER-02, PT-HER-07]"""
    return _set(s, who, **found)


def lies(s: Table, instance: str, seat: str, on: str, until: str) -> Table:
    """A card stays in play."""
    return replace(s, lying=(*s.lying, Lying(instance, seat, on, until)))


def leaves(s: Table, instance: str) -> Table:
    """A card leaves play; a Combat card goes to the discards of its seat."""
    found = roster.lying(s, instance)
    if found is None:
        return s
    s = _silent(replace(s, lying=without(s.lying, instance)), instance)
    return decks.to_discards(s, found.seat, instance) if card(s, instance).kind == "combat" else s


def plotted(s: Table, instance: str, seat: str) -> Table:
    """A card of a Plot Hand lies in play: a place is known by the id of its card."""
    return lies(decks.leaves_plot(s, seat, instance), base(instance), seat, "", "")


def moves_to(s: Table, place: str) -> Table:
    """All are in another place, and what the last one did is over.  [PT-PLOT-03]"""
    return replace(_silent(s, s.place), place=place)


def mark(s: Table, instance: str, **changes: Any) -> Table:
    """Counters on a card, and what else is noted there."""
    s = decks.forgets(s, (instance,)) if changes.get("up") else s
    return replace(s, lying=change(s.lying, instance, **changes))


def nullify(s: Table, instance: str) -> Table:
    """A card stays in play with a blank text; what it did as long as it worked is over.  [PT-NUL-01]"""
    bearer = next((p for p in s.people if instance in p.equipment), None)
    s = replace(s, lying=(*s.lying, Lying(instance, bearer.seat, bearer.id))) if bearer else s
    return _silent(replace(s, lying=change(s.lying, instance, nullified=True)), instance)


def _silent(s: Table, instance: str) -> Table:
    return ended(s, [row for row in s.lasting if row.until == lasting.IN_PLAY and row.ctx.card == instance])


# --- what lasts -----------------------------------------------------------------------------------------------


def end(s: Table, *until: str, on: str = "") -> Table:
    """What lasts until then is over, for one or for all; a status that was to end with it does. Cards that lay so long go."""
    s = ended(s, lasting.until(s, *until, on=on))
    for each in s.lying:
        if each.until in until and on in ("", each.on):
            s = leaves(s, each.id)
    return s


def ended(s: Table, gone: list[Lasting]) -> Table:
    """These rows are over; a status that was to end with one does."""
    if not gone:
        return s
    s = lasting.without(s, gone)
    for row in gone:
        status = getattr(effect(s, row.effect), "add", None)
        if isinstance(status, str) and somebody(s, row.on):
            s = remove_status(s, row.on, status)
    return s


def end_of_turn(s: Table) -> Table:
    """What lasts this Turn or until the End of this one is over.  [PT-TIME-01, PT-TIME-02]"""
    return end(ended(s, lasting.until_this_turn(s)), "turn")
