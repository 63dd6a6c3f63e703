"""Options of a check, phase by phase: for the actor, the Game Master, and whoever holds a point."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from cliffhanger.games.untold.files.skills import Realm
from cliffhanger.games.untold.rules import checks
from cliffhanger.games.untold.rules.derived_ratings import FIRST, IMPOSSIBLE, SECOND, dl_name, dl_words
from cliffhanger.games.untold.rules.points import cannot, point_offers, side_of
from cliffhanger.games.untold.rules.skill_items import skill_items
from cliffhanger.games.untold.rules.state import GM, Check, Person, Table
from cliffhanger.games.untold.rules.story_points import proposal_offers
from cliffhanger.games.untold.rules.tally import (
    after_points,
    devotion_ratio,
    dl,
    helps,
    hindrance,
    holds_point,
    minimum_roll,
    other,
    rated,
    speakers,
    tally,
)
from cliffhanger.games.untold.rules.verbs import at_brink, devotion_left, left, person
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text

HARDEST = 30
UNTRIED = "is Impossible, and at this table nobody rolls for it."
ACTOR, LET, AHEAD = 1, 20, 60
D12 = (12,)
WHY = Text("why", "Why", 0, 160)

SET = {"rule": "UN-DL-01", "group": "How hard", "first": True, "figures": ("they_make_it",)}
SKILL = {"rule": "UN-SKL-01", "group": "How hard"}
REFUSE = {"rule": "UN-DL-01", "group": "How hard", "says": "Nothing is rolled or spent."}
IMPOSSIBLE_TASK = {"rule": "UN-DL-04", "group": "How hard"}
ROLL = {"group": "Roll", "verb": "roll", "first": True}
BY_DEVOTION = {"group": "Roll", "verb": "roll"}
WRONG_REALM = {"rule": "UN-EXR-01", "group": "Roll"}
WITHDRAW = {"rule": "UN-CHK-01", "group": "Roll"}
AGAIN = {"rule": "UN-DL-01"}
TAKE = {"rule": "UN-SN-02", "group": "Roll", "first": True}
ANYWAY = {"rule": "UN-SN-02", "group": "Roll", "says": "For the boons; it may fail."}
BOON_DICE = {"rule": "UN-BON-02", "group": "Boon dice", "verb": "boon"}
BOON = BOON_DICE | {"first": True, "says": "A 12 brings a Hero Point; a 1 is no snag."}
PASS = BOON_DICE | {"says": "It joins their next roll."}
ACCEPT = {"rule": "UN-DL-02", "group": "How it ends"}
MIXED = {
    "rule": "UN-MIX-01",
    "group": "How it ends",
    "says": "It works, with a setback you did not choose.",
    "figures": ("mixed",),
}
PUSH = {"group": "How it ends", "says": "Every 1 on these dice is a snag."}
CONFIRM = {"rule": "UN-CHK-01", "group": "The check"}
CHOSEN = {"auto": "it is second nature", "mixed": "a mixed success", "accept": "it stands"}


def offers(s: Table, f: Check) -> Iterator[Offer]:
    """All that may be done to this check now."""
    if s.proposals:
        yield from proposal_offers(s)
    yield from PHASES[f.phase](s, f, person(s, f.who))


# --- the Game Master's word ----------------------------------------------------------------------------------


def _declared(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    window = str(f.number)

    def ask() -> str:
        return f"{p.name} tries: {f.goal}. How hard is it?"

    def says() -> str:
        r = rated(s, f)
        return f"{r.name}: rank {r.rank}, Second Nature {r.sn}."

    do, skills = checks.require, partial(_skills, s, f, p)
    yield offer(GM, window, "set", "Let them try", do, partial(_task, s, f, p), rank=ACTOR, of=SET, ask=ask, says=says)
    yield offer(GM, window, "skill", "Link it to another skill", checks.other_skill, skills, rank=ACTOR, of=SKILL)
    yield offer(GM, window, "refuse", "Ask for something else", checks.refuse, WHY, rank=ACTOR, of=REFUSE)
    yield offer(GM, window, "impossible", "It cannot be done", checks.impossible, rank=ACTOR, of=IMPOSSIBLE_TASK)
    yield from point_offers(s, f)


def _task(s: Table, f: Check, p: Person) -> tuple[Param, ...]:
    """How hard it is, and what helps and hinders: of what comes from one source only one can be named.  [UN-MR-02]"""
    rows = helps(s, f)
    words = _difficulties(rated(s, f).sn, hindrance(s, f), f.moved, s.house.sn_compares)
    params: list[Param] = [Number("base", "Difficulty", 0, HARDEST, 2, words)]
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


def _mod(name: str, text: str, mr: int) -> Item:
    return Item(name, text, mr, says="helps" if mr < 0 else f"hinders by {mr}", same=slug(text) if mr < 0 else "")


def _once(mods: tuple[Item, ...], start: tuple[str, ...]) -> tuple[str, ...]:
    """What is chosen from the start, each source once."""
    kept: dict[str, str] = {}
    for item in mods:
        if item.id in start:
            kept.setdefault(item.same or item.id, item.id)
    return tuple(kept.values())


@lru_cache(maxsize=1024)
def _difficulties(sn: int, hinders: int, moved: int, compares: str) -> tuple[tuple[int, str], ...]:
    """What each difficulty comes to: written once for all tasks that are hindered and moved alike."""
    found = []
    for base in range(HARDEST + 1):
        task = max(0, base + moved)
        now = max(0, base + moved + hinders) if base else task
        against = task if compares == "base" else now
        more = f", {now} in force" if now != base else ""
        found.append((base, dl_words(base) + more + (": no roll" if against <= sn else "")))
    return tuple(found)


def _skills(s: Table, f: Check, p: Person) -> tuple[Param, ...]:
    start = (f.skill + (checks.BROAD if f.broad else ""),)
    return (Pick("skill", "Which skill", skill_items(s, p), start=start),)


# --- building the pool ---------------------------------------------------------------------------------------


def pool_size(s: Table, f: Check, p: Person) -> int:
    """The dice before anything is spent."""
    return rated(s, f).rank + len(p.held)


def points_left(s: Table, f: Check, p: Person) -> int:
    """The points of exertion this check may draw on: those of its own realm.  [UN-EXR-01]"""
    realm = rated(s, f).realm
    return left(s, p, FIRST[realm]) + left(s, p, SECOND[realm])


def points_to_spend(s: Table, f: Check, p: Person) -> int:
    """As many of them as may be spent: where nobody rolls for the Impossible, those that leave it possible."""
    points = points_left(s, f, p)
    if s.house.impossible_rollable:
        return points
    return max((n for n, (now, _) in enumerate(after_points(s, f, points)) if now < IMPOSSIBLE), default=0)


def devotion_to_spend(s: Table, f: Check, p: Person) -> int:
    """The devotion this check may draw on: none where the Game Master has said so.  [UN-DEV-02]"""
    return devotion_left(s, p) if f.devoted else 0


def _impossible(now: int) -> str:
    return f"Difficulty {now} {UNTRIED}" if now >= IMPOSSIBLE else ""


def _rule(blocked: str, rule: str) -> str:
    """The rule of an option, or the one that closes it."""
    return "UN-DL-04" if blocked.endswith(UNTRIED) else rule


def _building(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    seat, window, bare = p.seat, str(f.number), pool_size(s, f, p) == 0
    points, devotion = points_to_spend(s, f, p), devotion_to_spend(s, f, p)
    shut = "" if s.house.impossible_rollable else _impossible(dl(s, f))
    why = shut or ("There is no die to roll and no point to buy one." if bare and not points else "")
    yield _roll(s, f, p, points, devotion, why)
    if bare and devotion:
        label, most, rule = "Roll on devotion alone", _devotion(f, devotion, 1), _rule(shut, "UN-DEV-02")
        yield offer(
            seat,
            window,
            "roll_devotion",
            label,
            checks.throw,
            most,
            blocked=shut,
            rank=ACTOR,
            of=BY_DEVOTION,
            rule=rule,
        )
    why, other_realm = _wrong_realm(s, f), partial(_other_realm, s, f)
    way = "Or devotion." if devotion else "Or roll with nothing spent."
    yield offer(
        seat, window, "wrong_realm", other_realm, checks.throw, blocked=why, rank=ACTOR, of=WRONG_REALM, instead=way
    )
    if bare or shut:
        yield _accept(s, f, p, dl(s, f) - tally(s, f).net)
    why, label = _no_way_back(s, f), "Think better of it"
    way = "Roll, or ask the Game Master to call it off." if why else ""
    yield offer(seat, window, "withdraw", label, checks.withdraw, blocked=why, rank=ACTOR, of=WITHDRAW, instead=way)
    why, do = (
        "Something has been spent on it: the check goes on, or you call it off." if f.spent else "",
        checks.ask_again,
    )
    yield offer(GM, window, "again", "Set it anew", do, blocked=why, rank=AHEAD, reaction=True, of=AGAIN, group=p.name)
    yield from point_offers(s, f)
    yield from _let_it_stand(s, f, p, AHEAD)


def _roll(s: Table, f: Check, p: Person, points: int, devotion: int, why: str) -> Offer:
    def params() -> tuple[Param, ...]:
        return () if why else _pool(s, f, p, points, devotion)

    return offer(
        p.seat,
        f.number,
        "roll",
        "Roll",
        checks.throw,
        params,
        blocked=why,
        rank=ACTOR,
        of=ROLL,
        instead="Take the result, or withdraw." if why else "",
        rule=_rule(why, "UN-CHK-02"),
        ask=lambda: f"{p.name}: {f.goal}. Spend what you will, then roll.",
        says=lambda: _before_you_spend(s, f, p),
        figures=("made", "snags", "one_short", "at_best") if points else ("made", "snags", "one_short"),
    )


def _pool(s: Table, f: Check, p: Person, points: int, devotion: int) -> tuple[Param, ...]:
    """One thumb builds the pool: each point says how many dice it makes, and what difficulty.  [UN-CHK-02, UN-EXR-02]"""
    params: list[Param] = []
    if points:
        bare, ratio = pool_size(s, f, p), rated(s, f).ratio
        words = tuple((n, f"{bare + n * ratio} dice, {means}") for n, means in enumerate(_means(s, f, points)))
        least = 0 if bare else 1
        params.append(Number("exertion", _pays(s, f, p), least, points, 0, words, "UN-EXR-01", D12 * ratio))
    if devotion:
        params.append(_devotion(f, devotion, 0))
    return tuple(params)


def _devotion(f: Check, most: int, least: int) -> Number:
    """Points of devotion for the pool: two dice each where a moral aspect is at stake."""
    dice = devotion_ratio(f)
    label = f"Devotion, {'two dice' if dice == 2 else 'a die'} a point"
    return Number("devotion", label, least, most, least, rule="" if least else "UN-DEV-02", dice=D12 * dice)


def _before_you_spend(s: Table, f: Check, p: Person) -> str:
    r, now = rated(s, f), dl(s, f)
    passed = f", {len(p.held)} passed on" if p.held else ""
    return (
        f"Before you spend: difficulty {now}, {dl_name(now)}. A die succeeds on {minimum_roll(s, f)} or more. "
        f"{r.rank} for rank{passed}; Second Nature covers {r.sn}."
    )


def _means(s: Table, f: Check, points: int) -> Iterator[str]:
    """What each number of points makes of the difficulty, and of the Minimum Roll where it moves."""
    now = minimum_roll(s, f)
    for needed, roll in after_points(s, f, points):
        yield f"difficulty {needed}" + (f", {roll} or more" if roll != now else "")


def _pays(s: Table, f: Check, p: Person) -> str:
    """Which stores pay, in their order, what is left in them, and how many dice a point is worth."""
    realm = rated(s, f).realm
    first, second = FIRST[realm].capitalize(), SECOND[realm].capitalize()
    each = "two dice" if rated(s, f).ratio == 2 else "a die"
    return f"{first} {left(s, p, FIRST[realm])}, {second} {left(s, p, SECOND[realm])}: {each} a point"


def _wrong_realm(s: Table, f: Check) -> str:
    realm = rated(s, f).realm
    return f"For a skill of the {realm} {FIRST[realm].capitalize()} pays, then {SECOND[realm].capitalize()}."


def _other_realm(s: Table, f: Check) -> str:
    theirs: Realm = "mind" if rated(s, f).realm == "body" else "body"
    return f"Spend {FIRST[theirs].capitalize()} or {SECOND[theirs].capitalize()}"


def _no_way_back(s: Table, f: Check) -> str:
    if s.house.withdraw == "never":
        return "At this table what is declared is done."
    return "Something has been spent on this check." if f.spent else ""


def _auto(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    def ask() -> str:
        return f"{p.name}: {f.goal}. It is second nature to you."

    window, do = f.number, bound(checks.choose, choice="auto")
    yield offer(p.seat, window, "take", "It is done", do, rank=ACTOR, of=TAKE, ask=ask)
    yield offer(p.seat, window, "anyway", "Roll all the same", checks.roll_anyway, rank=ACTOR, of=ANYWAY, ask=ask)
    yield from point_offers(s, f)


# --- boon dice -----------------------------------------------------------------------------------------------


def _boons(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    seat, window, many = p.seat, str(f.number), len(f.owed)
    dice = (Number("dice", "How many", 1, many, many, dice=D12),) if many > 1 else ()
    one, twelve, die = ("it", "a 12", "die") if many == 1 else ("them", f"{many} 12s", "dice")

    def ask() -> str:
        return f"{p.name} rolled {twelve}: what of the boon {die}?"

    def figures() -> tuple[str, ...]:
        return ("made_now",) if tally(s, f).net < dl(s, f) else ()

    do, leave = checks.roll_boons, "Leave it" if many == 1 else "Leave some"
    yield offer(seat, window, "boon", f"Roll {one}", do, *dice, rank=ACTOR, of=BOON, ask=ask, figures=figures)
    friends = any(q.kind == p.kind and q.id != p.id for q in s.cast)
    why, way = ("", "") if friends else ("Nobody of yours is there to take it.", "Roll it, or leave it.")
    whom, do_pass = partial(_fellows, s, p), checks.pass_boon
    yield offer(
        seat, window, "pass", "Pass one on", do_pass, whom, blocked=why, rank=ACTOR, of=PASS, instead=way, ask=ask
    )
    yield offer(seat, window, "decline", leave, checks.decline_boon, *dice, rank=ACTOR, of=BOON_DICE, ask=ask)


def _fellows(s: Table, p: Person) -> tuple[Param, ...]:
    ours = sorted((q for q in s.cast if q.id != p.id and q.kind == p.kind), key=lambda q: not q.here)
    return (Pick("to", "To whom", tuple(Item(q.id, q.name, says=_away(q)) for q in ours)),)


def _away(q: Person) -> str:
    return "" if q.here else "not in this scene yet"


# --- after the roll ------------------------------------------------------------------------------------------


def _window(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    seat, window, short = p.seat, str(f.number), dl(s, f) - tally(s, f).net
    yield _accept(s, f, p, short)
    if short > 0:
        why, do = _not_mixed(s, f, short), checks.take_mixed
        way = partial(_instead, s, f, p, push=True) if why else ""
        yield offer(
            seat, window, "mixed", "Mixed success", do, blocked=why, rank=ACTOR, of=MIXED, first=not why, instead=way
        )
        yield _late_push(s, f, p, _not_pushed(s, f, p))
    yield from point_offers(s, f)
    yield from _let_it_stand(s, f, p, AHEAD)


def _late_push(s: Table, f: Check, p: Person, why: str) -> Offer:
    def params() -> tuple[Param, ...]:
        return () if why else _push(s, f, p)

    return offer(
        p.seat,
        f.number,
        "push",
        "Push",
        checks.shove,
        params,
        blocked=why,
        rank=ACTOR,
        of=PUSH,
        instead=partial(_instead, s, f, p) if why else "",
        rule=_rule(why, "UN-PSH-01"),
        figures=("made", "one_short_at_worst") if s.house.mixed_after_push else ("made",),
    )


def _not_mixed(s: Table, f: Check, short: int) -> str:
    if short != 1:
        return f"A mixed success is for exactly one short; this is {short}."
    if f.pushed and not s.house.mixed_after_push:
        return "At this table there is no mixed success after a push."
    return ""


def _not_pushed(s: Table, f: Check, p: Person) -> str:
    if f.pushed:
        return "You have pushed this check, and one may be pushed once."
    if not points_left(s, f, p):
        realm = rated(s, f).realm
        return (
            f"{FIRST[realm].capitalize()} and {SECOND[realm].capitalize()} are empty; devotion is for before the roll."
        )
    return "" if points_to_spend(s, f, p) else _impossible(after_points(s, f, 1)[1][0])


def _accept(s: Table, f: Check, p: Person, short: int) -> Offer:
    def so_far() -> str:
        return f"{tally(s, f).net} of {dl(s, f)}."

    def ask() -> str:
        return f"{p.name}, how does it end? {so_far()}"

    def says() -> str:
        return so_far() if f.rolled else f"No dice: {so_far()}"

    label, first = "It is done" if short <= 0 else "Fall short", short != 1
    return offer(
        p.seat, f.number, "accept", label, checks.accept, rank=ACTOR, of=ACCEPT, first=first, ask=ask, says=says
    )


def _instead(s: Table, f: Check, p: Person, *, push: bool = False) -> str:
    """What is open in the place of what is not."""
    ways = ["push"] if push and not _not_pushed(s, f, p) else []
    ways += ["spend a point"] if not cannot(s, f, p.seat, side_of(p.seat)).why else []
    return f"You may {' or '.join([*ways, 'take the result'])}."


def _push(s: Table, f: Check, p: Person) -> tuple[Param, ...]:
    points, ratio = points_to_spend(s, f, p), rated(s, f).ratio
    words = tuple((n, f"{n * ratio} dice more, {means}") for n, means in enumerate(_means(s, f, points)) if n)
    return (Number("exertion", _pays(s, f, p), 1, points, 1, words, "UN-EXR-01", D12 * ratio),)


# --- the other side ------------------------------------------------------------------------------------------


def _closing(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    yield from _let_it_stand(s, f, p, LET)
    yield from point_offers(s, f, other(p.side))


def _let_it_stand(s: Table, f: Check, p: Person, rank: int) -> Iterator[Offer]:
    side = other(p.side)
    if s.house.close_by == "actor" or side in f.speak.passed or not holds_point(s, side):
        return
    do, label, ahead, ask = bound(checks.confirm, side=side), "Let it stand", rank == AHEAD, partial(_stands, s, f, p)
    words = {"first": f.choice != "", "ask": ask, "says": "For all of your side." if side == "heroes" else ""} | CONFIRM
    holders = speakers(s, side)
    for seat in s.seats:
        if seat.id in holders:
            yield offer(seat.id, f.number, "confirm", label, do, rank=rank, reaction=ahead, of=words)


def _stands(s: Table, f: Check, p: Person) -> str:
    """What one side asks the other, once the actor has chosen."""
    brink = " They are at the brink." if at_brink(s, p) else ""
    return f"{p.name}: {f.goal}, {CHOSEN[f.choice]}. Do you let it stand?{brink}" if f.choice else ""


def _rolling(_s: Table, _f: Check, _p: Person) -> Iterator[Offer]:
    return iter(())


PHASES: dict[str, Callable[[Table, Check, Person], Iterator[Offer]]] = {
    "declared": _declared,
    "building": _building,
    "auto": _auto,
    "roll": _rolling,
    "boons": _boons,
    "window": _window,
    "closing": _closing,
}
