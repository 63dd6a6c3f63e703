"""Triggers of Assets: what somebody earns, pays for, or brings into a roll; and names for what an Ability can do."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple

from cliffhanger.games.smallville.files.sheets import Asset, Sheet
from cliffhanger.games.smallville.files.triggers import RATINGS, Rating, Trigger, rated
from cliffhanger.games.smallville.rules import pools, verbs
from cliffhanger.games.smallville.rules.state import Deed, Die, Hurt, Person, Pool, Table
from cliffhanger.kernel.frames import change, one, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

DIE = "trigger."
IN_ROLL = ("earn", "add_die", "recover", "text")
BETWEEN = ("earn", "recover", "text")
NAME = Text("name", "What it is called", 1, 40)


class Ready(NamedTuple):
    """A trigger that can be used: the Asset it stands on, its key, and what it does."""

    asset: Asset
    key: str
    trigger: Trigger


def ready(s: Table, p: Person, does: tuple[str, ...]) -> Iterator[Ready]:
    """The triggers of somebody's Assets that may be used now.  [SV-EARN-04, SV-SPEND-07]"""
    for row in _of_sheet(p.sheet, does):
        of_use = row.trigger.does != "recover" or verbs.stress_of(p, row.trigger.stress)
        if of_use and not _used(s, p, row):
            yield row


@lru_cache(maxsize=512)
def _of_sheet(sheet: Sheet, does: tuple[str, ...]) -> tuple[Ready, ...]:
    rows = ((asset, nth, trigger) for asset in sheet.assets for nth, trigger in enumerate(asset.triggers))
    return tuple(Ready(asset, f"{asset.id}.{nth}", trigger) for asset, nth, trigger in rows if trigger.does in does)


def _used(s: Table, p: Person, row: Ready) -> bool:
    """Whether it has served already: once in a Contest, Test or Relief, and once in a scene outside them."""
    if row.trigger.often == "free" or s.house.trigger_often == "free":
        return False
    if row.trigger.often == "scene":
        return any(each.endswith(f":{row.key}") for each in p.used)
    return _mark(s, row) in p.used


def _mark(s: Table, row: Ready) -> str:
    return f"{'contest' if verbs.procedure(s) else 'scene'}:{row.key}"


def _use(s: Table, p: Person, payee: str, row: Ready) -> Table:
    """A trigger is paid for, told and done; what stands in words, people do.  [SV-EARN-04, SV-SPEND-07, SV-RELIEF-05]"""
    trigger, name = row.trigger, row.asset.name
    if trigger.label == "spend":
        s = verbs.pay(s, p.id, payee, 1, f"“{name}”", "SV-SPEND-07")
    s = tell(s, "triggers", p.name, _rule(trigger), name=name, says=trigger.says)
    s = verbs.edit(s, p.id, used=tuple(sorted({*p.used, _mark(s, row)})))
    if trigger.does == "earn":
        return verbs.earn(s, p.id, trigger.n, f"by {name}", "SV-EARN-04")
    if trigger.does == "recover" and trigger.stress:
        return verbs.recover(s, p.id, trigger.stress, trigger.steps, "SV-RELIEF-05")
    return s


def _rule(trigger: Trigger) -> str:
    return "SV-EARN-04" if trigger.label == "earn" else "SV-SPEND-07"


def in_a_roll(s: Table, row: Ready) -> Table:
    """Before a roll: a point for whoever it is against, and what it does.  [SV-SPEND-07]"""
    f: Pool = top(s)
    p, trigger, mark = verbs.person(s, f.who), row.trigger, _mark(s, row)
    s = _use(s, p, f.payee, row)
    if trigger.label == "spend":
        s = pools.note(s, Deed("point", f.payee, 1))
    if mark not in p.used:
        s = pools.note(s, Deed("trigger", mark))
    if trigger.does == "earn":
        s = pools.note(s, Deed("point", n=-trigger.n))
    elif trigger.does == "recover":
        s = pools.note(s, Deed("stress", trigger.stress, verbs.stress_of(p, trigger.stress)))
    elif trigger.does == "add_die":
        die = Die(f"{DIE}{row.key}", row.asset.name, verbs.as_die(trigger.die))
        s = turn(s, extra=(*top(s).extra, die))
    return turn(s)


def between(s: Table, who: str, row: Ready) -> Table:
    """Outside any roll the point is the Watchtower's.  [SV-SPEND-07]"""
    return turn(_use(s, verbs.person(s, who), "", row))


def changes_stress(s: Table, row: Ready) -> Table:
    """The Stress Pool is larger, or smaller.  [SV-STRESS-03]"""
    f: Hurt = top(s)
    who, other = _changing(f)
    size = larger if row.trigger.does == "increase" else smaller
    return turn(_use(s, verbs.person(s, who), other, row), dice=size(f.dice, row.trigger.n))


def larger(dice: tuple[Rating, ...], steps: int) -> tuple[Rating, ...]:
    """The smallest die one size up, so often; where all are D12, a D4 joins them.  [SV-STRESS-03]"""
    for _ in range(steps):
        low, *rest = sorted(dice)
        dice = tuple(sorted((*rest, verbs.up(low)) if low < RATINGS[-1] else (*dice, RATINGS[0])))
    return dice


def smaller(dice: tuple[Rating, ...], steps: int) -> tuple[Rating, ...]:
    """The largest die one size down, so often; a D4 leaves.  [SV-STRESS-03]"""
    for _ in range(steps):
        if dice:
            *rest, high = sorted(dice)
            dice = tuple(sorted((*rest, verbs.as_die(verbs.down(high))) if high > RATINGS[0] else rest))
    return dice


def names_effect(s: Table, who: str, die: str, ability: str, name: str) -> Table:
    """A die of growth for a new name of what an Ability can do.  [SV-GROWTH-02]"""
    size = rated(die)
    s = verbs.shrink(s, who, size)
    p = verbs.person(s, who)
    rows = change(p.sheet.assets, ability, effects=(*one(p.sheet.assets, ability).effects, name))
    s = verbs.edit(s, who, sheet=replace(p.sheet, assets=rows))
    return turn(tell(s, "effect", p.name, "SV-GROWTH-02", name=name, size=size))


def settled(s: Table) -> Table:
    """One side has nothing more to change about the Stress Pool."""
    f: Hurt = top(s)
    return turn(s, phase="decrease" if f.phase == "increase" else "roll")


TRIGGER = partial(Kind, verb="trigger")
NO_MORE = Kind("no_more", "Roll the Stress", settled, rule="SV-STRESS-03", group="Stress", first=True)
OWN = partial(Kind, group="You may", says="A die of your Growth Pool for it.")
EFFECT = OWN("effect", "A new use of an Ability", names_effect, rule="SV-GROWTH-02", hint="Costs a Growth die")


def _offer(s: Table, p: Person, row: Ready, window: str, payee: str, do: Callable[..., Table], **words: Any) -> Offer:
    """Offer a trigger under the name of its Asset; where a seat runs several people, with whose it is."""
    kind = _kind(row, "" if verbs.alone(s, p) else p.id, p.name)
    words["do"] = do
    if row.trigger.label == "spend":
        return pools.for_a_point(kind, p, window, (), payee, **words)
    return kind(p.seat, window, **words)


@lru_cache(maxsize=512)
def _kind(row: Ready, who: str, name: str) -> Kind:
    """What a trigger is offered as; `who` where a seat runs more people than one."""
    key, label = (f"{who}.{row.key}", f"{name}: {row.asset.name}") if who else (row.key, row.asset.name)
    return TRIGGER(f"trigger.{key}", label, between, rule=_rule(row.trigger), says=does(row.trigger))


def does(trigger: Trigger) -> str:
    """What a trigger does, by the numbers, and how it looks, as its file says it."""
    steps = f"{trigger.steps} down" if trigger.steps else "gone"
    often = "" if trigger.n == 1 else f", {trigger.n} times"
    numbers = {
        "earn": "A point is yours." if trigger.n == 1 else f"{trigger.n} points are yours.",
        "add_die": f"A D{trigger.die} joins this roll.",
        "increase": f"The smallest die of the Stress Pool grows a size{often}.",
        "decrease": f"The largest die of the Stress Pool shrinks a size{often}.",
        "recover": f"{trigger.stress.capitalize()}: {steps}.",
    }.get(trigger.does, "")
    return f"{numbers} {trigger.says}".strip()


def beside(s: Table, f: Pool) -> Iterator[Offer]:
    """Beside one's own pool."""
    if f.phase == "build" and f.who:
        p = verbs.person(s, f.who)
        window, payee = str(f.number), verbs.payee_name(s, f.payee)
        for row in ready(s, p, IN_ROLL):
            if not any(die.trait == f"{DIE}{row.key}" for die in f.extra):
                yield _offer(s, p, row, window, payee, partial(in_a_roll, row=row), group="Before you roll")


def on_stress(s: Table, f: Hurt) -> Iterator[Offer]:
    """What changes a Stress Pool before it is rolled: first whoever hurts, then whoever is hurt.  [SV-STRESS-03]"""
    if f.phase not in ("increase", "decrease"):
        return
    mine, other = _changing(f)
    p = verbs.person(s, mine)
    for row in ready(s, p, (f.phase,)):
        yield _offer(
            s, p, row, str(f.number), verbs.payee_name(s, other), partial(changes_stress, row=row), group="Stress"
        )
    dice = " ".join(f"D{size}" for size in f.dice)
    yield NO_MORE.open(
        p.seat,
        str(f.number),
        **verbs.to_player(
            s,
            p.id,
            f"The Stress Pool is {dice}: the die that shows most is how much it hurts.",
            f"The Stress Pool is {dice}: does {p.name} change it?",
        ),
    )


def _changing(f: Hurt) -> tuple[str, str]:
    """Who may change the Stress Pool in this phase, and the other side."""
    return (f.by, f.target) if f.phase == "increase" else (f.target, f.by)


def may_change(s: Table, f: Hurt) -> bool:
    """Whether anybody could change the Stress Pool in this phase."""
    mine, _ = _changing(f)
    return bool(f.dice and f.kind and mine) and any(ready(s, verbs.person(s, mine), (f.phase,)))


def in_scene(s: Table, p: Person, window: str, rank: int) -> Iterator[Offer]:
    """Between rolls: what is earned or healed, and a name for what an Ability can do."""
    for row in ready(s, p, BETWEEN):
        do = partial(between, who=p.id, row=row)
        yield _offer(s, p, row, window, "the Watchtower", do, group="You may", rank=rank)
    yield from names(p, window, rank)


def names(p: Person, window: str, rank: int = 0, *, reaction: bool = False) -> Iterator[Offer]:
    """A name for what an Ability can do: while nobody rolls, wherever the Lead is.  [SV-GROWTH-02]"""
    if p.kind == "lead" and p.growth and any(x.kind == "ability" for x in p.sheet.assets):
        do = partial(names_effect, who=p.id)
        yield EFFECT(p.seat, window, partial(_effect, p), do=do, rank=rank, reaction=reaction)


def _effect(p: Person) -> tuple[Param, ...]:
    dice = tuple(Item(f"d{size}", f"D{size}", dice=(size,)) for size in sorted({*p.growth}))
    abilities = tuple(Item(x.id, x.name) for x in p.sheet.assets if x.kind == "ability")
    return Pick("die", "Which die", dice), Pick("ability", "Of what", abilities), NAME
