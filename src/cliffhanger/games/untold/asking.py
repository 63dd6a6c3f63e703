"""What is asked while a check is under way, and of whom: the actor, the Game Master, and whoever holds a point."""

from collections.abc import Iterator
from functools import lru_cache, partial

from cliffhanger.games.untold import checks, picking
from cliffhanger.games.untold.derived import FIRST, IMPOSSIBLE, SECOND, dl_name, dl_words
from cliffhanger.games.untold.facts import asked
from cliffhanger.games.untold.powers import cannot, powers, side_of
from cliffhanger.games.untold.state import GM, Check, Person, Table
from cliffhanger.games.untold.tally import (
    after_points,
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
from cliffhanger.games.untold.verbs import at_brink, devotion_left, left, person
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text

HARDEST = 30
UNTRIED = "is Impossible, and at this table nobody rolls for it."
ACTOR, LET, AHEAD = 1, 20, 60
WHOLE_POOL = 40


def offers(s: Table, f: Check) -> Iterator[Offer]:
    """All that may be done to this check now."""
    yield from asked(s)
    p = person(s, f.who)
    if f.phase == "declared":
        yield from _declared(s, f, p)
        yield from powers(s, f)
    elif f.phase == "building":
        yield from _building(s, f, p)
        yield from powers(s, f)
        yield from _let_it_stand(s, f, p, AHEAD)
    elif f.phase == "auto":
        yield from _auto(s, f, p)
        yield from powers(s, f)
    elif f.phase == "boons":
        yield from _boons(s, f, p)
    elif f.phase == "window":
        yield from _window(s, f, p)
        yield from powers(s, f)
        yield from _let_it_stand(s, f, p, AHEAD)
    elif f.phase == "closing":
        yield from _let_it_stand(s, f, p, LET)
        yield from powers(s, f, other(p.side))


def skill_items(s: Table, p: Person) -> tuple[Item, ...]:
    """Every skill somebody may roll."""
    return picking.skill_items(p.sheet, s.tree, s.house)


# --- the Game Master's word ----------------------------------------------------------------------------------


def _declared(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    yield Later(GM, str(f.number), "set", "", lambda: _set(s, f, p), ACTOR)
    yield Later(GM, str(f.number), "skill", "", lambda: _skill(s, f, p), ACTOR)
    yield Later(GM, str(f.number), "refuse", "", lambda: _refuse(f), ACTOR)
    yield Later(GM, str(f.number), "impossible", "", lambda: _impossible(f), ACTOR)


def _set(s: Table, f: Check, p: Person) -> Offer:
    """How hard it is, and what helps and hinders: of what comes from one source only one can be named.  [UN-MR-02]"""
    r = rated(s, f)
    rows = helps(s, f)
    mods = tuple(
        Item(name, text, mr, says="helps" if mr < 0 else f"hinders by {mr}", same=slug(text) if mr < 0 else "")
        for name, text, mr in rows
    )  # fmt: skip
    usual = tuple(name for name, _, _ in rows if name in f.relies or name.startswith("technique.") or "." not in name)
    start = usual if f.mods is None else tuple(name for name, _, _ in rows if name in f.mods)
    words = _difficulties(r.sn, hindrance(s, f), f.moved, s.house.sn_compares)
    params: list[Param] = [Number("base", "Difficulty", 0, HARDEST, 2, words)]
    if mods:
        params.append(Pick("mods", "What helps, what hinders", mods, 0, len(mods), start=_once(mods, start)))
    if p.sheet.moral_code:
        tie = tuple(Item(m.id, m.name, m.level) for m in p.sheet.moral_code)
        tie += (Item(checks.NO_DEVOTION, "No devotion for this check"),)
        at_stake = (f.tie,) if f.tie else () if f.devoted else (checks.NO_DEVOTION,)
        params.append(Pick("tie", "What is at stake for them", tie, 0, 1, start=at_stake))
    return offer(
        GM, f.number, "set", "Let them try", checks.require, *params, rule="UN-DL-01", rank=ACTOR, first=True,
        group="How hard", ask=f"{p.name} tries: {f.goal}. How hard is it?", figures=("they_make_it",),
        says=f"{r.name}: rank {r.rank}, Second Nature {r.sn}.",
    )  # fmt: skip


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


def _skill(s: Table, f: Check, p: Person) -> Offer:
    start = (f.skill + (checks.BROAD if f.broad else ""),)
    return offer(
        GM, f.number, "skill", "Link it to another skill", checks.other_skill,
        Pick("skill", "Which skill", skill_items(s, p), start=start), rule="UN-SKL-01", rank=ACTOR, group="How hard",
    )  # fmt: skip


def _refuse(f: Check) -> Offer:
    return offer(
        GM, f.number, "refuse", "Ask for something else", checks.refuse, Text("why", "Why", 0, 160), rule="UN-DL-01",
        rank=ACTOR, group="How hard", says="Nothing is rolled or spent.",
    )  # fmt: skip


def _impossible(f: Check) -> Offer:
    return offer(
        GM, f.number, "impossible", "It cannot be done", checks.impossible, rule="UN-DL-04", rank=ACTOR, group="How hard"
    )  # fmt: skip


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


def _impossible_here(now: int) -> str:
    return f"Difficulty {now} {UNTRIED}"


def _rule(blocked: str, rule: str) -> str:
    """The rule of an option, or the one that closes it."""
    return "UN-DL-04" if blocked.endswith(UNTRIED) else rule


def _building(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    window, bare = str(f.number), pool_size(s, f, p) == 0
    points, devotion = points_to_spend(s, f, p), devotion_to_spend(s, f, p)
    shut = _impossible_here(dl(s, f)) if not s.house.impossible_rollable and dl(s, f) >= IMPOSSIBLE else ""
    why = shut or ("There is no die to roll and no point to buy one." if bare and not points else "")
    yield Later(p.seat, window, "roll", why, lambda: _roll(s, f, p, why), ACTOR)
    if bare and devotion:
        yield Later(p.seat, window, "roll_devotion", shut, lambda: _roll_devotion(s, f, p, shut), ACTOR)
    yield Later(p.seat, window, "wrong_realm", _wrong_realm(s, f), lambda: _no_other(s, f, p), ACTOR)
    if bare or shut:
        yield Later(p.seat, window, "accept", "", lambda: _accept(s, f, p), ACTOR)
    no = _no_way_back(s, f)
    yield Later(p.seat, window, "withdraw", no, lambda: _withdraw(f, p, no), ACTOR)
    spent = "Something has been spent on it: the check goes on, or you call it off." if f.spent else ""
    yield Later(GM, window, "again", spent, lambda: _again(f, p, spent), AHEAD, reaction=True)


def _roll(s: Table, f: Check, p: Person, blocked: str) -> Offer:
    """One thumb builds the pool: each point says how many dice it makes, and what difficulty.  [UN-CHK-02, UN-EXR-02]"""
    points, devotion, bare = points_to_spend(s, f, p), devotion_to_spend(s, f, p), pool_size(s, f, p)
    r = rated(s, f)
    params: list[Param] = []
    if points:
        dice = pool_size(s, f, p)
        words = tuple((n, f"{dice + n * r.ratio} dice, {means}") for n, means in enumerate(_means(s, f, points)))
        params.append(Number("exertion", _pays(s, f, p), 0 if bare else 1, points, 0, words, "UN-EXR-01"))
    if devotion:
        worth = "two dice" if f.tie else "a die"
        params.append(Number("devotion", f"Devotion, {worth} a point", 0, devotion, 0, rule="UN-DEV-02"))
    now = dl(s, f)
    passed = f", {len(p.held)} passed on" if p.held else ""
    says = (
        f"Before you spend: difficulty {now}, {dl_name(now)}. A die succeeds on {minimum_roll(s, f)} or more. "
        f"{r.rank} for rank{passed}; Second Nature covers {r.sn}."
    )
    return offer(
        p.seat, f.number, "roll", "Roll", checks.throw, *(() if blocked else params), rule=_rule(blocked, "UN-CHK-02"),
        rank=ACTOR, first=True, group="Roll", ask=f"{p.name}: {f.goal}. Spend what you will, then roll.", says=says, blocked=blocked,
        instead="Take the result, or withdraw." if blocked else "",
        figures=("made", "snags", "one_short", *(("at_best",) if points else ())),
    )  # fmt: skip


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


def _roll_devotion(s: Table, f: Check, p: Person, blocked: str) -> Offer:
    high = devotion_to_spend(s, f, p)
    return offer(
        p.seat, f.number, "roll_devotion", "Roll on devotion alone", checks.throw,
        Number("devotion", f"Devotion, {'two dice' if f.tie else 'a die'} a point", 1, high, 1), rule=_rule(blocked, "UN-DEV-02"),
        rank=ACTOR, group="Roll", blocked=blocked,
    )  # fmt: skip


def _wrong_realm(s: Table, f: Check) -> str:
    realm = rated(s, f).realm
    return f"For a skill of the {realm} {FIRST[realm].capitalize()} pays, then {SECOND[realm].capitalize()}."


def _no_other(s: Table, f: Check, p: Person) -> Offer:
    theirs = "mind" if rated(s, f).realm == "body" else "body"
    label = f"Spend {FIRST[theirs].capitalize()} or {SECOND[theirs].capitalize()}"  # type: ignore[index]
    return offer(
        p.seat, f.number, "wrong_realm", label, checks.throw, rule="UN-EXR-01", rank=ACTOR, group="Roll",
        blocked=_wrong_realm(s, f),
        instead="Or devotion." if devotion_to_spend(s, f, p) else "Or roll with nothing spent.",
    )  # fmt: skip


def _no_way_back(s: Table, f: Check) -> str:
    if s.house.withdraw == "never":
        return "At this table what is declared is done."
    return "Something has been spent on this check." if f.spent else ""


def _withdraw(f: Check, p: Person, blocked: str) -> Offer:
    return offer(
        p.seat, f.number, "withdraw", "Think better of it", checks.withdraw, rule="UN-CHK-01", rank=ACTOR, group="Roll",
        blocked=blocked, instead="Roll, or ask the Game Master to call it off." if blocked else "",
    )  # fmt: skip


def _again(f: Check, p: Person, blocked: str) -> Offer:
    return offer(
        GM, f.number, "again", "Set it anew", checks.ask_again, rule="UN-DL-01", rank=AHEAD, group=p.name, blocked=blocked,
        reaction=True,
    )  # fmt: skip


def _auto(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    ask = f"{p.name}: {f.goal}. It is second nature to you."
    yield offer(
        p.seat, f.number, "take", "It is done", bound(checks.choose, choice="auto"), rule="UN-SN-02", rank=ACTOR,
        first=True, group="Roll", ask=ask,
    )  # fmt: skip
    yield offer(
        p.seat, f.number, "anyway", "Roll all the same", checks.roll_anyway, rule="UN-SN-02", rank=ACTOR, group="Roll",
        ask=ask, says="For the boons; it may fail.",
    )  # fmt: skip


# --- boon dice -----------------------------------------------------------------------------------------------


def _boons(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    many = len(f.owed)
    ask = (
        f"{p.name} rolled {'a 12' if many == 1 else f'{many} 12s'}: what of the boon {'die' if many == 1 else 'dice'}?"
    )
    dice = (Number("dice", "How many", 1, many, many),) if many > 1 else ()
    yield offer(
        p.seat, f.number, "boon", "Roll it" if many == 1 else "Roll them", checks.roll_boons, *dice, rule="UN-BON-02",
        rank=ACTOR, first=True, group="Boon dice", ask=ask, says="A 12 brings a Hero Point; a 1 is no snag.",
        figures=("made_now",) if tally(s, f).net < dl(s, f) else (),
    )  # fmt: skip
    ours = sorted((q for q in s.cast if q.id != p.id and q.kind == p.kind), key=lambda q: not q.here)
    friends = tuple(Item(q.id, q.name, says="" if q.here else "not in this scene yet") for q in ours)
    yield offer(
        p.seat, f.number, "pass", "Pass one on", checks.pass_boon, Pick("to", "To whom", friends), rule="UN-BON-02",
        rank=ACTOR, group="Boon dice", ask=ask, says="It joins their next roll.",
        blocked="" if friends else "Nobody of yours is there to take it.",
        instead="" if friends else "Roll it, or leave it.",
    )  # fmt: skip
    yield offer(
        p.seat, f.number, "decline", "Leave it" if many == 1 else "Leave some", checks.decline_boon, *dice,
        rule="UN-BON-02", rank=ACTOR, group="Boon dice", ask=ask,
    )  # fmt: skip


# --- after the roll ------------------------------------------------------------------------------------------


def _window(s: Table, f: Check, p: Person) -> Iterator[Offer]:
    window = str(f.number)
    yield Later(p.seat, window, "accept", "", lambda: _accept(s, f, p), ACTOR)
    short = dl(s, f) - tally(s, f).net
    if short > 0:
        no_mixed = _not_mixed(s, f, short)
        yield Later(p.seat, window, "mixed", no_mixed, lambda: _mixed(s, f, p, no_mixed), ACTOR)
        no_push = _not_pushed(s, f, p)
        yield Later(p.seat, window, "push", no_push, lambda: _push(s, f, p, no_push), ACTOR)


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
    return "" if points_to_spend(s, f, p) else _impossible_here(after_points(s, f, 1)[1][0])


def _accept(s: Table, f: Check, p: Person) -> Offer:
    now, count = dl(s, f), tally(s, f)
    short = now - count.net
    says = f"{count.net} of {now}." if f.rolled else f"No dice: {count.net} of {now}."
    return offer(
        p.seat, f.number, "accept", "It is done" if short <= 0 else "Fall short", checks.accept, rule="UN-DL-02", rank=ACTOR,
        first=short != 1, group="How it ends", ask=f"{p.name}, how does it end? {count.net} of {now}.", says=says,
    )  # fmt: skip


def _instead(s: Table, f: Check, p: Person, *, push: bool = False) -> str:
    """What is open in the place of what is not."""
    ways = ["push"] if push and not _not_pushed(s, f, p) else []
    ways += ["spend a point"] if not cannot(s, f, p.seat, side_of(p.seat)).why else []
    return f"You may {' or '.join([*ways, 'take the result'])}."


def _mixed(s: Table, f: Check, p: Person, blocked: str) -> Offer:
    return offer(
        p.seat, f.number, "mixed", "Mixed success", checks.take_mixed, rule="UN-MIX-01", rank=ACTOR, first=not blocked,
        group="How it ends", says="It works, with a setback you did not choose.", blocked=blocked,
        instead=_instead(s, f, p, push=True) if blocked else "", figures=("mixed",),
    )  # fmt: skip


def _push(s: Table, f: Check, p: Person, blocked: str) -> Offer:
    points, each = points_to_spend(s, f, p), rated(s, f).ratio
    words = tuple((n, f"{n * each} dice more, {means}") for n, means in enumerate(_means(s, f, points)) if n)
    params = (Number("exertion", _pays(s, f, p), 1, points, 1, words, "UN-EXR-01"),) if not blocked else ()
    figures = ("made", "one_short_at_worst") if s.house.mixed_after_push else ("made",)
    return offer(
        p.seat, f.number, "push", "Push", checks.shove, *params, rule=_rule(blocked, "UN-PSH-01"), rank=ACTOR, group="How it ends",
        says="Every 1 on these dice is a snag.", blocked=blocked, figures=figures,
        instead=_instead(s, f, p) if blocked else "",
    )  # fmt: skip


# --- the other side ------------------------------------------------------------------------------------------


def _let_it_stand(s: Table, f: Check, p: Person, rank: int) -> Iterator[Offer]:
    side = other(p.side)
    if s.house.close_by == "actor" or side in f.speak.passed or not holds_point(s, side):
        return
    holders = speakers(s, side)
    for seat in s.seats:
        if seat.id in holders:
            make = partial(_let, s, f, p, seat.id, side, rank)
            yield Later(seat.id, str(f.number), "confirm", "", make, rank, reaction=rank == AHEAD)


def _let(s: Table, f: Check, p: Person, seat: str, side: str, rank: int) -> Offer:
    brink = " They are at the brink." if at_brink(s, p) else ""
    chosen = {"auto": "it is second nature", "mixed": "a mixed success", "accept": "it stands"}.get(f.choice, "")
    ask = f"{p.name}: {f.goal}, {chosen}. Do you let it stand?{brink}" if chosen else ""
    return offer(
        seat, f.number, "confirm", "Let it stand", bound(checks.confirm, side=side), rule="UN-CHK-01", rank=rank,
        first=bool(chosen), group="The check", ask=ask, says="For all of your side." if side == "heroes" else "",
        reaction=rank == AHEAD,
    )  # fmt: skip
