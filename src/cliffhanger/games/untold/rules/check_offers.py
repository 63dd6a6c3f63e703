"""Options of a check, phase by phase: for the actor, the Game Master, and whoever holds a point.

In this order: the Game Master's word; building the pool; boon dice; after the roll; the other side.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import Any

from cliffhanger.games.untold.files.skills import Realm
from cliffhanger.games.untold.rules import checks, tally
from cliffhanger.games.untold.rules.derived_ratings import (
    BROAD,
    FIRST,
    IMPOSSIBLE,
    SECOND,
    AspectId,
    columns,
    dl_words,
    items_of,
)
from cliffhanger.games.untold.rules.points import cannot, point_offers, side_of
from cliffhanger.games.untold.rules.state import GM, Check, Person, Side, Table
from cliffhanger.games.untold.rules.story_points import proposal_offers
from cliffhanger.games.untold.rules.verbs import aspect, at_brink, devotion_left, known, left, person
from cliffhanger.games.untold.rules.wording import BUTTONS, said, whose
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.offers import YES, Kind, No, Offer
from cliffhanger.kernel.panels import Row, Track
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text
from cliffhanger.kernel.plurals import many, several
from cliffhanger.kernel.pool import hollow, signed

HARDEST, USUAL = 30, 2
"""The greatest difficulty, and the one that lies ready, unless nothing would have to be rolled."""
UNTRIED = "is Impossible, and at this table nobody rolls for it."
NO_DIE = "There is no die to roll and no point to buy one."
SPENT = "Something has been spent on it: the check goes on, or you call it off."
ACTOR, LET, AHEAD = 1, 20, 60
D12 = (12,)
WHY = (Text("why", "Why", 0, 160),)
CAME = {
    "auto": ("does it: second nature", "do it: second nature"),
    "mixed": ("makes it with a setback", "make it with a setback"),
    "made": ("makes it", "make it"),
    "short": ("falls short", "fall short"),
}
"""What came of a check that the other side may let stand, of one and of several."""
ASKED: dict[Side, str] = {
    "heroes": "Do the heroes let it stand?",
    "villains": "Does the Game Master let it stand?",
}

HOW_HARD = partial(Kind, rank=ACTOR, group="How hard")
TRY = HOW_HARD(
    "set",
    "Let them try",
    checks.require,
    rule="UN-DL-01",
    first=True,
    figures=("they_make_it",),
    button=BUTTONS["difficulty"],
)
SKILL = HOW_HARD("skill", "Link it to another skill", checks.other_skill, rule="UN-SKL-01")
REFUSE = HOW_HARD(
    "refuse", "Ask for something else", checks.refuse, rule="UN-DL-01", says="Nothing is rolled or spent."
)
IMPOSSIBLE_TASK = HOW_HARD("impossible", "It cannot be done", checks.impossible, rule="UN-DL-04")
AGAIN = Kind("again", "Set it anew", checks.ask_again, AHEAD, rule="UN-DL-01")
POOL = partial(Kind, rank=ACTOR, group="Roll")
ROLL = POOL("roll", "Roll", checks.throw, verb="roll", first=True, **said("roll"))
BY_DEVOTION = POOL("roll_devotion", "Roll on devotion alone", checks.throw, verb="roll", **said("roll", "devotion"))
WRONG_REALM = POOL("wrong_realm", "", checks.throw, rule="UN-EXR-01")
STOP, FREE = "Think better of it", "Think better of it: free"
WITHDRAW = POOL("withdraw", STOP, checks.withdraw, rule="UN-CHK-01")
TAKE = POOL("take", "It is done", partial(checks.choose, choice="auto"), rule="UN-SN-02", first=True)
ANYWAY = POOL("anyway", "Roll all the same", checks.roll_anyway, rule="UN-SN-02", says="For the boons; it may fail.")
BOON_DICE = partial(Kind, rank=ACTOR, rule="UN-BON-02", group="Boon dice", verb="boon", way=True)
TWELVES = "A 12 brings a Hero Point; a 1 does no harm."
BRINGS = "a 12 brings a Hero Point"
BOON = BOON_DICE("boon", "Roll it", checks.roll_boons, first=True, says=TWELVES, hint=BRINGS, **said("boon"))
JOINS = "it joins their next roll"
PASS = BOON_DICE(
    "pass", "Pass a boon die on", checks.pass_boon, says="It joins their next roll.", hint=JOINS, **said("pass")
)
DECLINE = BOON_DICE("decline", "Leave it", checks.decline_boon)
ENDS = partial(Kind, rank=ACTOR, group="How it ends", way=True)
ACCEPT = ENDS("accept", "It is done", partial(checks.choose, choice="accept"), rule="UN-DL-02")
SETBACK = "It works, and something goes wrong: the Game Master says what."
MIXED = ENDS(
    "mixed",
    "Mixed success",
    partial(checks.choose, choice="mixed"),
    rule="UN-MIX-01",
    says=SETBACK,
    hint="a setback, told by the Game Master",
    figures=("mixed",),
)
BITES = "a 1 undoes a success"
SNAGS = "Each 1 on these dice undoes a success."
PUSH = ENDS("push", "Push", checks.shove, says=SNAGS, hint=BITES, **said("push"))
CONFIRM = partial(Kind, "confirm", "Let it stand", rule="UN-CHK-01", group="The check", way=True)
PUSHED = (Row("exertion", id="exertion"),)
LET_STAND: dict[Side, Kind] = {
    "heroes": CONFIRM(partial(checks.confirm, side="heroes"), says="For all of your side."),
    "villains": CONFIRM(partial(checks.confirm, side="villains")),
}


def offers(s: Table, f: Check) -> list[Offer]:
    """All that may be done to this check now."""
    found = PHASES[f.phase](s, f, person(s, f.who))
    return [*proposal_offers(s), *found] if s.proposals else found


def _declared(s: Table, f: Check, p: Person) -> list[Offer]:
    window, ask = str(f.number), f"{p.name} tries: {f.goal}. How hard is it?"
    return [
        TRY.open(GM, window, partial(_task, s, f, p), ask=ask, says=partial(_rank_and_nature, s, f)),
        SKILL.open(GM, window, partial(_skills, s, f, p)),
        REFUSE.open(GM, window, WHY),
        IMPOSSIBLE_TASK.open(GM, window),
        *(each for each in point_offers(s, f, p) if not each.blocked),  # who holds no point need not read so yet
    ]


def _rank_and_nature(s: Table, f: Check) -> str:
    r = tally.rated(s, f)
    return f"{r.name}: rank {r.rank}, Second Nature {r.sn}."


def _task(s: Table, f: Check, p: Person) -> tuple[Param, ...]:
    """How hard it is, and what helps and hinders: of what comes from one source only one can be named.  [UN-MR-02]"""
    rows = tally.helps(s, f)
    words, usual_base = _difficulties(tally.rated(s, f).sn, tally.hindrance(s, f), f.moved, s.house.sn_compares)
    params: list[Param] = [Number("base", "Difficulty", 0, HARDEST, usual_base, words)]
    if rows:
        mods = tuple(_mod(*row) for row in rows)
        usual = (n for n, _, _ in rows if n in f.relies or n.startswith("technique.") or "." not in n)
        start = tuple(usual) if f.mods is None else tuple(name for name, _, _ in rows if name in f.mods)
        params.append(Pick("mods", "What helps, what hinders", mods, 0, len(mods), start=_once(mods, start)))
    if p.sheet.moral_code:
        tie = tuple(Item(m.id, m.name, m.level) for m in p.sheet.moral_code)
        tie += (Item(checks.NO_DEVOTION, "No devotion for this check"),)
        at_stake = (f.tie,) if f.tie else () if f.devoted else (checks.NO_DEVOTION,)
        params.append(Pick("tie", "What is at stake for them", tie, 0, 1, start=at_stake))
    return tuple(params)


@lru_cache(maxsize=256)
def _mod(name: str, text: str, mr: int) -> Item:
    return Item(name, text, says=moves(mr), same=slug(text) if mr < 0 else "")


def moves(mr: int) -> str:
    """What helps or hinders, in words: a minus that lowers the Minimum Roll would read as a penalty."""
    return "helps" if mr < 0 else f"hinders by {mr}" if mr > 1 else "hinders"


def _once(mods: tuple[Item, ...], start: tuple[str, ...]) -> tuple[str, ...]:
    """What is chosen from the start, each source once."""
    kept: dict[str, str] = {}
    for item in mods:
        if item.id in start:
            kept.setdefault(item.same or item.id, item.id)
    return tuple(kept.values())


@lru_cache(maxsize=1024)
def _difficulties(sn: int, hinders: int, moved: int, compares: str) -> tuple[tuple[tuple[int, str], ...], int]:
    """What each difficulty comes to, and which lies ready: written once for all tasks that are hindered and moved alike."""
    found, rolled = [], []
    for base in range(HARDEST + 1):
        task = max(0, base + moved)
        now = max(0, base + moved + hinders) if base else task
        against = task if compares == "base" else now
        more = f", {now} in force" if now != base else ""
        found.append((base, dl_words(base) + more + (": no roll" if against <= sn else "")))
        if against > sn and base >= USUAL:
            rolled.append(base)
    return tuple(found), rolled[0] if rolled else USUAL


def _skills(s: Table, f: Check, p: Person) -> tuple[Param, ...]:
    start = (f.skill + (BROAD if f.broad else ""),)
    return (Pick("skill", "Which skill", items_of(p.sheet, s.tree, s.house), start=start),)


def pool_size(s: Table, f: Check, p: Person) -> int:
    """The dice before anything is spent."""
    return tally.rated(s, f).rank + len(p.held)


def points_left(s: Table, f: Check, p: Person) -> int:
    """The points of exertion this check may draw on: those of its own realm.  [UN-EXR-01]"""
    of = known(s, p)
    realm = of.skills[f.skill].realm
    return sum([max(0, of.bases[row.id] - row.lost) for row in p.aspects if row.id in (FIRST[realm], SECOND[realm])])


def points_to_spend(s: Table, f: Check, p: Person) -> int:
    """As many of them as may be spent: where nobody rolls for the Impossible, those that leave it possible."""
    points = points_left(s, f, p)
    if s.house.impossible_rollable:
        return points
    return max((n for n, (now, _) in enumerate(tally.after_points(s, f, points)) if now < IMPOSSIBLE), default=0)


def _impossible(now: int) -> str:
    return f"Difficulty {now} {UNTRIED}" if now >= IMPOSSIBLE else ""


def _rule(blocked: str, rule: str) -> str:
    """The rule of an option, or the one that closes it."""
    return "UN-DL-04" if blocked.endswith(UNTRIED) else rule


def _building(s: Table, f: Check, p: Person) -> list[Offer]:
    seat, window, now, r = p.seat, str(f.number), tally.dl(s, f), tally.rated(s, f)
    bare, points = pool_size(s, f, p) == 0, points_to_spend(s, f, p)
    devotion = devotion_left(s, p) if f.devoted else 0  # none where the Game Master has said so (UN-DEV-02)
    shut = "" if s.house.impossible_rollable else _impossible(now)
    why = shut or (NO_DIE if bare and not points else "")
    no = No(why, "Take the result, or withdraw." if why else "", _rule(why, "UN-CHK-02"))
    ask = _to(p, "Spend what you will, then roll.", f"{p.name} is about to roll: {f.goal}.")
    says = "" if points or devotion else f"Difficulty {now}."  # else it stands beside what one spends
    asks = partial(_pool, s, f, p, points, devotion)
    figures = ("made", *(("one_more",) if points or devotion else ()), "snags", "one_short")
    rows = partial(_rows, s, f, p)
    found = [
        ROLL(seat, window, asks, no, says=says, figures=(*figures, "at_best") if points else figures, pool=rows, **ask)
    ]
    if bare and devotion:
        rule = _rule(shut, "UN-DEV-02")
        found += [BY_DEVOTION(seat, window, (_devotion(s, f, p, devotion, 1),), shut, rule=rule, pool=rows)]
    way = "Or devotion." if devotion else "Or roll with nothing spent."
    label, wrong = _other_realm(r.realm)
    found += [WRONG_REALM(seat, window, (), wrong, label=label, instead=way)]
    if bare or shut:
        found += [_accept(f, p, now, tally.tally(s, f).net)]
    no = _no_way_back(s, f)
    found += [WITHDRAW(seat, window, (), no, label=STOP if no.why else FREE)]
    found += [AGAIN(GM, window, (), SPENT if f.spent else "", reaction=True, group=p.name)]
    return [*found, *point_offers(s, f, p), *_let_it_stand(s, f, p, AHEAD)]


def _pool(s: Table, f: Check, p: Person, points: int, devotion: int) -> tuple[Param, ...]:
    """One thumb builds the pool: each point says how many dice it makes, and what difficulty.  [UN-CHK-02, UN-EXR-02]"""
    bare = pool_size(s, f, p)
    exertion = (_exertion(s, f, p, points, 0 if bare else 1),) if points else ()
    return (*exertion, _devotion(s, f, p, devotion, 0)) if devotion else exertion


def _rows(s: Table, f: Check, p: Person) -> tuple[Row, ...]:
    """What would be rolled, by where it comes from, and what moves the roll and its difficulty."""
    r, harder = tally.rated(s, f), tally.hindrance(s, f) if f.base else 0
    rows = [
        Row(r.name, dice=hollow(D12 * r.rank)),
        Row("passed on", dice=hollow(D12 * len(p.held))),
        Row("exertion", id="exertion"),
        Row("devotion", id="devotion"),
    ]
    rows += [Row(text, value=moves(mr), state="bad" if mr > 0 else "") for text, mr in tally.named(s, f)]
    if r.sn:
        rows.append(Row("Second Nature", value=str(r.sn)))
    if harder:
        rows.append(Row("tired", value=f"difficulty {signed(harder)}", state="bad"))
    return tuple(rows)


def _exertion(s: Table, f: Check, p: Person, points: int, least: int) -> Number:
    """What each number of points makes of the dice, of the difficulty, and of the Minimum Roll where it moves."""
    r, after = tally.rated(s, f), tally.after_points(s, f, points)
    words = [
        (n, _bought(n * r.ratio, of, after[0], "they tire" if p.seat == GM else "you tire"))
        for n, of in enumerate(after)
    ]
    stores = ", ".join(f"{name.capitalize()} {left(s, p, name)}" for name in (FIRST[r.realm], SECOND[r.realm]))
    label, start = f"{stores}: {_buys(r.ratio)}", least if f.rolled else 0
    stock = tuple(
        [
            _store(p.id, name, known(s, p).bases[name], aspect(p, name).lost)
            for name in (FIRST[r.realm], SECOND[r.realm])
        ]
    )
    said = tuple(words[f.rolled :])
    return Number("exertion", label, least, points, start, said, "UN-EXR-01", D12 * r.ratio, stock=stock)


def _bought(dice: int, of: tuple[int, int], before: tuple[int, int], tires: str) -> str:
    """What points bring: the dice beyond all others, and why it is harder where they make it so."""
    needed, roll = of
    more = f"{dice} dice more, " if dice > 1 else "1 die more, " if dice else ""
    harder = f", {roll} or more" if roll != before[1] else ""
    return f"{more}difficulty {needed}{harder}{f': {tires}' if of != before else ''}"


@lru_cache(maxsize=1024)
def _store(who: str, name: AspectId, base: int, lost: int) -> Track:
    """A store that exertion is paid from, in its columns.  [UN-EXR-01]"""
    gaps = tuple(n for n in columns(base) if n)
    return Track(f"exertion-{name}-{who}", name.capitalize(), min(lost, base), base, gaps=gaps)


def _devotion(s: Table, f: Check, p: Person, most: int, least: int) -> Number:
    """Points of devotion for the pool: two dice each where a moral aspect is at stake."""
    dice, base = tally.devotion_ratio(f), known(s, p).devotion
    label, rule = f"Devotion {most}: {_buys(dice)}", "" if least else "UN-DEV-02"
    stock = (Track(f"exertion-devotion-{p.id}", "Devotion", base - devotion_left(s, p), base),)
    return Number("devotion", label, least, most, least, rule=rule, dice=D12 * dice, stock=stock)


def _buys(dice: int) -> str:
    """What each point is worth, in words."""
    return f"{many(dice, 'die')} for each"


@cache
def _other_realm(realm: Realm) -> tuple[str, str]:
    """What the other realm would be spent as, and why it cannot be.  [UN-EXR-01]"""
    theirs: Realm = "mind" if realm == "body" else "body"
    wrong = f"For a skill of the {realm} {FIRST[realm].capitalize()} pays, then {SECOND[realm].capitalize()}."
    return f"Spend {FIRST[theirs].capitalize()} or {SECOND[theirs].capitalize()}", wrong


def _no_way_back(s: Table, f: Check) -> No:
    why = "Something has been spent on this check." if f.spent else ""
    why = "At this table what is declared is done." if s.house.withdraw == "never" else why
    return No(why, "Roll, or ask the Game Master to call it off.") if why else YES


def _auto(s: Table, f: Check, p: Person) -> list[Offer]:
    nature = "second nature to"
    window, ask = str(f.number), _to(p, f"{f.goal}. It is {nature} you.", f"{f.goal}. It is {nature} {p.name}.")
    return [TAKE.open(p.seat, window, **ask), ANYWAY.open(p.seat, window, **ask), *point_offers(s, f, p)]


def _boons(s: Table, f: Check, p: Person) -> list[Offer]:
    seat, window, many = p.seat, str(f.number), len(f.owed)
    dice = (Number("dice", "How many", 1, many, many, dice=D12),) if many > 1 else ()
    one, some, rolled = ("it", "it", "a 12: what of the boon die?")
    if many > 1:
        one, some, rolled = "them", "some", f"a 12 on {many} dice: what of the boon dice?"
    ask = _to(p, f"You rolled {rolled}", f"{p.name} rolled {rolled}")
    rows = (Row("boon", id="dice"),) if dice else (Row("boon", dice=hollow(D12)),)
    boon = BOON.open(seat, window, dice, label=f"Roll {one}", figures=partial(_figures, s, f), pool=rows, **ask)
    friends = any(q.kind == p.kind and q.id != p.id for q in s.cast)
    why, way = ("", "") if friends else ("Nobody of yours is there to take it.", "Roll it, or leave it.")
    pass_on = PASS(seat, window, partial(_fellows, s, p), why, instead=way, **ask)
    return [boon, pass_on, DECLINE.open(seat, window, dice, label=f"Leave {some}", **ask)]


def _figures(s: Table, f: Check) -> tuple[str, ...]:
    return () if checks.so_far(s, f) == "made" else ("made_now",)


def _fellows(s: Table, p: Person) -> tuple[Param, ...]:
    ours = sorted((q for q in s.cast if q.id != p.id and q.kind == p.kind), key=lambda q: not q.here)
    items = (Item(q.id, q.name, says="" if q.here else "not in this scene yet") for q in ours)
    return (Pick("to", "To whom", tuple(items)),)


def _window(s: Table, f: Check, p: Person) -> list[Offer]:
    now, net = tally.dl(s, f), tally.tally(s, f).net
    found = [_accept(f, p, now, net)]
    if net < now:
        why = _not_mixed(s, f, now - net)
        way = partial(_instead, s, f, p, push=True) if why else ""
        found += [MIXED(p.seat, f.number, (), why, first=not why, instead=way)]
        why = _not_pushed(s, f, p)
        asks, way = ((), partial(_instead, s, f, p)) if why else (partial(_push, s, f, p), "")
        figures = ("made", *(("one_short_at_worst",) if s.house.mixed_after_push else ()), "made_by_all")
        rule = _rule(why, "UN-PSH-01")
        found += [PUSH(p.seat, f.number, asks, why, instead=way, rule=rule, figures=figures, pool=PUSHED)]
    return [*found, *point_offers(s, f, p), *_let_it_stand(s, f, p, AHEAD)]


def _not_mixed(s: Table, f: Check, short: int) -> str:
    if short != 1:
        return f"A mixed success is for exactly one short; this is {short}."
    late = f.pushed and not s.house.mixed_after_push
    return "At this table there is no mixed success after a push." if late else ""


def _not_pushed(s: Table, f: Check, p: Person) -> str:
    if f.pushed:
        return "You have pushed this check, and one may be pushed once."
    if not points_left(s, f, p):
        realm = tally.rated(s, f).realm
        empty = f"{FIRST[realm].capitalize()} and {SECOND[realm].capitalize()} are empty"
        return f"{empty}; devotion is for before the roll."
    return "" if points_to_spend(s, f, p) else _impossible(tally.after_points(s, f, 1)[1][0])


def _accept(f: Check, p: Person, now: int, net: int) -> Offer:
    so_far, label = f"{tally.so_far(net, now)}.", "It is done" if net >= now else "Fall short"
    lost = "" if net >= now else "the check"
    ask = _to(p, f"How does it end? {so_far}", f"How does it end for {p.name}? {so_far}")
    says = so_far if f.rolled else f"No dice: {so_far}"
    return ACCEPT.open(p.seat, str(f.number), label=label, first=now - net != 1, says=says, lost=lost, **ask)


def _to(p: Person, you: str, room: str) -> dict[str, Any]:
    """A question to whoever plays somebody; the Game Master, who plays many, reads of them by name."""
    return addressed(you, room, own=p.seat != GM) | whose(p)


def _instead(s: Table, f: Check, p: Person, *, push: bool = False) -> str:
    """What is open in the place of what is not."""
    ways = ["push"] if push and not _not_pushed(s, f, p) else []
    ways += ["spend a point"] if not cannot(s, f, p.seat, side_of(p.seat)).why else []
    return f"You may {' or '.join([*ways, 'take the result'])}."


def _push(s: Table, f: Check, p: Person) -> tuple[Param, ...]:
    return (_exertion(s, f, p, points_to_spend(s, f, p), 1),)


def _closing(s: Table, f: Check, p: Person) -> list[Offer]:
    return [*_let_it_stand(s, f, p, LET), *point_offers(s, f, p, tally.other(p.side))]


def _let_it_stand(s: Table, f: Check, p: Person, rank: int) -> Iterator[Offer]:
    side = tally.other(p.side)
    if s.house.close_by == "actor" or side in f.speak.passed:
        return
    holders, ask = tally.speakers(s, side), _stands(s, f, p, side)
    for seat in s.seats:
        if seat.id in holders:
            ahead, first = rank == AHEAD, f.choice != ""
            yield LET_STAND[side].open(seat.id, str(f.number), (), rank, ahead, first=first, **ask)


def _stands(s: Table, f: Check, p: Person, side: Side) -> dict[str, Any]:
    """What the other side is asked once the actor has chosen, and what came of the check."""
    if not f.choice:
        return {}
    net, needed = tally.tally(s, f).net, tally.dl(s, f)
    came = f.choice if f.choice != "accept" else "made" if net >= needed else "short"
    counted = "" if f.choice == "auto" or net > needed else f", {net} of {needed}"
    brink = " They are at the brink." if at_brink(s, p) else ""
    how = f"{p.name} {CAME[came][several(p.name)]}{counted}.{brink}"
    return addressed(f"{how} Do you let it stand?", f"{how} {ASKED[side]}")


PHASES: dict[str, Callable[[Table, Check, Person], list[Offer]]] = {
    "declared": _declared,
    "building": _building,
    "auto": _auto,
    "boons": _boons,
    "window": _window,
    "closing": _closing,
}
