"""What may be done at any time of a Turn: Energy, Belief and Hate are spent, and Free actions are taken.

Nothing of it interrupts a throw, an effect or a 0 check. A deed asks those again who had passed.  [PT-RUL-85]
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cliffhanger.games.plot_twist.files.words import HEROICS, KEYWORDS, title
from cliffhanger.games.plot_twist.rules import facts, plots, reversals, roster, statuses, throws, uses, verbs
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.facts import forbidden, has_status, rank, seat_of
from cliffhanger.games.plot_twist.rules.pools import roll_words
from cliffhanger.games.plot_twist.rules.roster import person
from cliffhanger.games.plot_twist.rules.state import Combat, Context, FreeRoll, Person, Table, Throw, Toss, Turns
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Cost, Item, Number, Param, Pick

Kinds = tuple[str, ...]
TRAUMA, KEYWORD, HEROIC, MOOKS = 2, 2, 2, 3
"""The price of a point of Trauma in Energy, of a Keyword and a Heroic in Belief; and how many Mooks 1 Hate brings."""


def paid(s: Table, who: str, counter: str, n: int, why: str, rule: str) -> Table:
    """Somebody spends, and all who had passed may speak again.  [PT-RUL-85]"""
    s = tell(s, "spends", name_of(s, who), rule, amount=n, counter=title(counter), what=why) if n else s
    s = verbs.spend_energy(s, who, n) if counter == "energy" else verbs.spend_will(s, who, n)
    return reopened(s)


def reopened(s: Table) -> Table:
    """A deed asks everybody again."""
    f = top(s)
    return turn(s, round=replace(f.round, passed=())) if isinstance(f, Turns | Combat) else s


# --- Energy ---------------------------------------------------------------------------------------------------


def room(s: Table, p: Person) -> Kinds:
    """The kinds of Stress that could come back.  [PT-RES-05]"""
    kinds = facts.RESISTANCES
    return tuple(k for k in kinds if facts.stress(p, k) + facts.trauma(p, k) < facts.most(s, p.id, k))


def regenerate(s: Table, who: str, kind: str, n: int) -> Table:
    """1 Energy brings back 1 Stress.  [PT-ENE-03]"""
    return verbs.regenerate(paid(s, who, "energy", n, "Stress", "PT-ENE-03"), who, kind, n)


def mend(s: Table, who: str, kind: str) -> Table:
    """2 Energy turn 1 Trauma into Stress.  [PT-ENE-05]"""
    return verbs.remove_trauma(paid(s, who, "energy", TRAUMA, "Trauma", "PT-ENE-05"), who, kind, 1)


# --- Belief and Hate ------------------------------------------------------------------------------------------


def attack_again(s: Table, who: str) -> Table:
    """An Attack action, once a Turn.  [PT-BEL-05, PT-HATE-07]"""
    hero = person(s, who).kind == "hero"
    n, rule = verbs.attack_price(s, who), "PT-BEL-05" if hero else "PT-HATE-07"
    s = paid(verbs.uses(s, who, "attack"), who, "belief" if hero else "hate", n, "an Attack action", rule)
    return verbs.actions(s, who, "attack", 1)


def gain_keyword(s: Table, who: str, word: str) -> Table:
    """A Keyword this Turn.  [PT-BEL-07, PT-RUL-66]"""
    s = paid(s, who, "belief", KEYWORD, title(word), "PT-BEL-07")
    return verbs.lasts(s, f"rule/keyword/{word}", who, Context(who), "turn")


def raise_heroic(s: Table, who: str, word: str) -> Table:
    """A Heroic is 3: for 2 Turns by Belief, for this one by Hate.  [PT-BEL-08, PT-HATE-06, PT-RUL-47]"""
    if person(s, who).kind == "hero":
        s = paid(s, who, "belief", HEROIC, title(word), "PT-BEL-08")
        return verbs.lasts(s, f"rule/heroic/{word}", who, Context(who), "turns", 2)
    s = paid(s, who, "hate", int(s.house.hate_cost_heroic), title(word), "PT-HATE-06")
    return verbs.lasts(s, f"rule/heroic/{word}", who, Context(who), "turn")


def call_mooks(s: Table, who: str, mook: str) -> Table:
    """Three more of a Mook.  [PT-HATE-05]"""
    s = paid(s, who, "hate", int(s.house.hate_cost_mooks), name_of(s, mook), "PT-HATE-05")
    return verbs.gain(s, mook, "quantity", MOOKS, who)


def shake_belief(s: Table, who: str, hero: str) -> Table:
    """A Hero loses 1 Belief.  [PT-HATE-08, PT-RUL-52]"""
    s = paid(s, who, "hate", int(s.house.hate_cost_belief_damage), "Belief", "PT-HATE-08")
    return verbs.gain(s, hero, "belief", -1, who)


# --- Free actions ---------------------------------------------------------------------------------------------


def stand(s: Table, who: str) -> Table:
    """Who is Prone stands up, who is Stunned shakes it off.  [PT-STAT-03, PT-STAT-04, PT-RUL-11]"""
    s = verbs.actions(s, who, "move", -2)
    s = verbs.actions(s, who, "attack", -1) if s.house.stand_cost == "2M+1A" else s
    return reopened(verbs.remove_status(s, who, "prone" if has_status(s, who, "prone") else "stunned"))


def hide(s: Table, who: str) -> Table:
    """Somebody Hides.  [PT-HER-11, PT-STAT-07]"""
    return reopened(verbs.add_status(verbs.uses(s, who, "stealth"), who, "hidden"))


def fly(s: Table, who: str) -> Table:
    """Somebody takes off, or lands.  [PT-HER-12, PT-STAT-06]"""
    s = verbs.uses(s, who, "flight")
    flies = has_status(s, who, "flying")
    return reopened(verbs.remove_status(s, who, "flying") if flies else verbs.add_status(s, who, "flying"))


def wield(s: Table, who: str, equipment: str) -> Table:
    """Somebody takes another Equipment in hand.  [PT-EQUIP-01, PT-RUL-50]"""
    return reopened(verbs.wields(verbs.uses(s, who, "wield"), who, equipment))


def heal(s: Table, who: str, kind: str, n: int) -> Table:
    """Healing: a number is named, and Stress of that kind comes back if there are more Heads.  [PT-HER-05, PT-RUL-26]"""
    s = paid(verbs.uses(s, who, "healing"), who, "energy", 1, "Healing", "PT-HER-05")
    by, _, heals = kind.rpartition("+")
    attribute = by or facts.RESISTANCES[heals]
    return push(s, FreeRoll(who, "healing", kind=heals, attribute=attribute, n=n))


def seek(s: Table, who: str, target: str) -> Table:
    """Somebody looks for one who is Hidden.  [PT-STAT-07, PT-RUL-28]"""
    return push(reopened(verbs.uses(s, who, "perceive")), FreeRoll(who, "perceive", on=target))


def advance(s: Table, f: FreeRoll) -> Table:
    """The coins of a Free action are thrown."""
    if f.phase == "done":
        return pop(s)
    s = turn(s, phase="done")
    if f.what == "healing":
        side = Toss(f.who, f.attribute, "healing", ("healing", "heroic.healing"))
        return throws.begin(s, Throw((side,), "chosen", against=f.n))
    side = Toss(f.who, "mind", "perception", roll_words("perceive", "perception"))
    other = Toss(f.on, "body", "stealth", roll_words("check", "stealth"))
    return throws.begin(s, Throw((side, other), "opposing"))


def arrived(s: Table, f: FreeRoll, thrown: Throw) -> Table:
    """More than the number heals it; whoever is found is Surprised.  [PT-ROLL-07, PT-RUL-10, PT-RUL-28]"""
    if thrown.margin <= 0:
        return s
    if f.what == "healing":
        return verbs.regenerate(s, f.who, f.kind, f.n)
    return statuses.begin(verbs.remove_status(s, f.on, "hidden"), f.who, f.on, "surprised")


# --- offers ---------------------------------------------------------------------------------------------------


def _kind(key: str, label: str, do: Callable[..., Table], rule: str, group: str, *figures: str) -> Kind:
    return Kind(key, label, do, rule=rule, group=group, standing=True, figures=figures)


ENERGY, BELIEF, HATE, FREE = "Energy", "Belief", "Hate", "Free actions"
REGENERATE = _kind("regenerate", "Regenerate", regenerate, "PT-ENE-03", ENERGY)
MEND = _kind("trauma", "Heal Trauma", mend, "PT-ENE-05", ENERGY)
AGAIN = _kind("again", "Another Attack action", attack_again, "PT-BEL-05", BELIEF)
GAIN = _kind("keyword", "Gain a Keyword", gain_keyword, "PT-BEL-07", BELIEF)
RAISE = _kind("heroic", "Raise a Heroic to 3", raise_heroic, "PT-BEL-08", BELIEF)
CALL = _kind("mooks", "Call Mooks", call_mooks, "PT-HATE-05", HATE)
SHAKE = _kind("shake", "Shake Belief", shake_belief, "PT-HATE-08", HATE)
STAND = _kind("stand", "Stand up", stand, "PT-STAT-04", FREE)
HIDE = _kind("hide", "Hide", hide, "PT-HER-11", FREE)
FLY = _kind("fly", "Fly or land", fly, "PT-HER-12", FREE)
WIELD = _kind("wield", "Change Equipment", wield, "PT-EQUIP-01", FREE)
HEAL = _kind("heal", "Healing", heal, "PT-HER-05", FREE, "heals")
SEEK = _kind("seek", "Look for somebody", seek, "PT-RUL-28", FREE, "finds")


def standing(s: Table) -> tuple[Offer, ...]:
    """What everybody may do beside what is asked.  [PT-ACT-02, PT-BEL-03, PT-HATE-04, PT-ENE-02]"""
    f = s.stack[-1]
    asks = isinstance(f, Combat) or (isinstance(f, Turns) and f.phase in ("free", "first", "second"))
    if not asks or s.winner or s.heard or any(h.due for h in s.hands):
        return ()
    window = f"any-{s.turn}-{f.number}"
    mine = (each for p in roster.present(s) for each in _offers(s, p, window))
    return (*mine, *plots.standing(s, window), *reversals.offers(s, window))


def _offers(s: Table, p: Person, window: str) -> Iterator[Offer]:
    seat = seat_of(s, p.id)

    def make(kind: Kind, *asks: Param, cost: tuple[Cost, ...] = (), **words: Any) -> Offer:
        label = f"{name_of(s, p.id)}: {kind.of['label']}"
        key, do = f"{kind.key}.{p.id}", partial(kind.do, who=p.id)
        return kind(seat, window, asks, key=key, do=do, label=label, cost=cost, **words)

    yield from uses.offers(s, p, uses.ANY_TIME, window, standing=True)
    yield from _by_energy(s, p, make)
    if p.kind != "mook":
        yield from _by_will(s, p, make)
    yield from _free(s, p, make)


def _by_energy(s: Table, p: Person, make: Callable[..., Offer]) -> Iterator[Offer]:
    left = verbs.energy_left(s, p.id)
    if p.kind == "mook" or not left:
        return
    if (found := room(s, p)) and not forbidden(s, p.id, "regenerate"):
        yield make(
            REGENERATE, _pick("kind", found), Number("n", "How much", 1, left, 1), cost=(Cost(1, "Energy each"),)
        )
    hurt = tuple(k for k in ("physical", "mental") if facts.trauma(p, k))
    if left >= TRAUMA and hurt:
        yield make(MEND, _pick("kind", hurt), cost=(Cost(TRAUMA, "Energy"),))


def _by_will(s: Table, p: Person, make: Callable[..., Offer]) -> Iterator[Offer]:
    left, hero = verbs.will_left(s, p.id), p.kind == "hero"
    of = "Belief" if hero else "Hate"
    if price := verbs.attack_price(s, p.id):
        yield make(AGAIN, cost=(Cost(price, of),), rule="PT-BEL-05" if hero else "PT-HATE-07", group=of)
    heroic = HEROIC if hero else int(s.house.hate_cost_heroic)
    low = tuple(each for each in HEROICS if rank(s, p.id, each) < 3)
    if left >= heroic and low:
        rule = "PT-BEL-08" if hero else "PT-HATE-06"
        yield make(RAISE, _pick("word", low), cost=(Cost(heroic, of),), rule=rule, group=of)
    if hero:
        lacking = tuple(each for each in KEYWORDS if not facts.has_keyword(s, p.id, each))
        if left >= KEYWORD and lacking:
            yield make(GAIN, _pick("word", lacking), cost=(Cost(KEYWORD, of),))
        return
    mooks = tuple(each.id for each in s.people if each.kind == "mook" and (each.quantity or s.house.mook_refill_zero))
    price = int(s.house.hate_cost_mooks)
    if p.id == s.main and left >= price and mooks:
        yield make(CALL, _people(s, "mook", mooks), cost=(Cost(price, of),))
    believers = tuple(each.id for each in roster.present(s, "hero") if each.will)
    price = int(s.house.hate_cost_belief_damage)
    if left >= price and believers:
        yield make(SHAKE, _people(s, "hero", believers), cost=(Cost(price, of),))


def _free(s: Table, p: Person, make: Callable[..., Offer]) -> Iterator[Offer]:
    if set(p.statuses) & {"prone", "stunned"} and p.moves == 2 and (p.attacks or s.house.stand_cost == "2M"):
        yield make(STAND)
    if forbidden(s, p.id, "free_action"):
        return
    if _may(s, p, "stealth", "hide") and not has_status(s, p.id, "hidden") and _hides_here(s, p):
        yield make(HIDE)
    if _may(s, p, "flight", "fly"):
        yield make(FLY)
    other = tuple(each for each in p.equipment if each != p.active)
    if other and "wield" not in p.used:
        yield make(WIELD, _people(s, "equipment", other))
    if _may(s, p, "healing", "free_action") and verbs.energy_left(s, p.id) and (kinds := _healed(s, p)):
        most = max(facts.attribute(s, p.id, "body"), facts.attribute(s, p.id, "mind")) + rank(s, p.id, "healing")
        yield make(HEAL, kinds, Number("n", "How much", 1, max(1, most), 1), cost=(Cost(1, "Energy"),))
    lost = tuple(each.id for each in roster.present(s) if has_status(s, each.id, "hidden") and each.id != p.id)
    if lost and "perceive" not in p.used:
        yield make(SEEK, _people(s, "target", lost))


def _may(s: Table, p: Person, heroic: str, what: str) -> bool:
    """Whether somebody has this Free action left this Turn.  [PT-ACT-02]"""
    return heroic not in p.used and rank(s, p.id, heroic) > 0 and not forbidden(s, p.id, what)


def _hides_here(s: Table, p: Person) -> bool:
    """Whether somebody may Hide now: in a Combat of theirs if the table has it so.  [PT-RUL-72]"""
    return s.house.hide_in_combat or not roster.opponent(s, p.id)


def _healed(s: Table, p: Person) -> Pick | None:
    """What Healing could bring back, and with which Attribute where the table leaves that open.  [PT-RUL-26]"""
    kinds = tuple(k for k in room(s, p) if k != "social")
    if not kinds:
        return None
    if s.house.healing_match:
        return _pick("kind", kinds)
    ways = tuple(Item(f"{by}+{k}", f"{title(k)}, with {title(by)}") for k in kinds for by in ("body", "mind"))
    return Pick("kind", "What", ways)


def _pick(name: str, found: Kinds) -> Pick:
    return Pick(name, "Which", tuple(Item(each, title(each)) for each in found))


def _people(s: Table, name: str, found: Kinds) -> Pick:
    return Pick(name, "Which", tuple(Item(each, card(s, each).name, on=each) for each in found))
