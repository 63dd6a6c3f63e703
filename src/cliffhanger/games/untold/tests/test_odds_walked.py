"""The formulas against the rules that are played: questions walked through every roll of a real check."""

from fractions import Fraction
from math import lcm

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.files.sheets import Sheet
from cliffhanger.games.untold.files.skills import Learned, Skill, Tree
from cliffhanger.games.untold.odds import questions
from cliffhanger.games.untold.odds.best_push import pushes
from cliffhanger.games.untold.odds.distributions import BEYOND, Pool, heroes, net, snags
from cliffhanger.games.untold.odds.inputs import Stores, Task
from cliffhanger.games.untold.rules.house import House
from cliffhanger.games.untold.rules.state import D12, Aspect, Check, Effect, Held, Lobby, Person, Scene, Table
from cliffhanger.games.untold.rules.tally import dl, minimum_roll, tally
from cliffhanger.games.untold.rules.verbs import person
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import Seat
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.odds.distribution import of
from cliffhanger.odds.walk import walk

ROGUE = "wren"
OTHER = 7
"""Rank of a skill of the mind that no check here uses."""


def check(rank, base, *, kind="broad", lost=0, lost2=0, held=0, points=0, pc=False, house=None, **more):
    """Wren's check against a difficulty, about to be rolled: an adversary, so that a point changes no fold."""
    broad = rank if kind == "broad" else 1
    skills = [Learned("athletics", "Athletics", "body", rank=broad), Learned("letters", "Letters", "mind", rank=OTHER)]
    tree = [Skill("athletics", "Athletics", "body"), Skill("letters", "Letters", "mind")]
    if kind == "sub":
        skills.append(Learned("jumping", "Jumping", "body", "athletics", rank))
        tree.append(Skill("jumping", "Jumping", "body", "athletics"))
    stores = (
        Aspect("endurance", damaged=lost),
        Aspect("tenacity"),
        Aspect("vitality", damaged=lost2),
        Aspect("sanity"),
    )
    wren = Person(
        ROGUE,
        Sheet(ROGUE, "Wren", tuple(skills)),
        ROGUE if pc else "gm",
        "pc" if pc else "adversary",
        stores,
        hero_points=points,
        here=True,
        held=tuple(Held(f"h{n}", "lark") for n in range(held)),
    )
    skill = "jumping" if kind == "sub" else "athletics"
    frame = Check(ROGUE, skill, "across", 2, base=base, **{"phase": "building"} | more)
    seats = (Seat("gm", "gm", "Game Master"), Seat(ROGUE, "player", "Wren"))
    return Table(
        "A wall",
        "",
        seats,
        House(**house or {}),
        Tree(tuple(tree)),
        (wren,),
        (),
        (Lobby(), Scene("A wall", 1), frame),
        serial=2,
        villain_points=0,
        scenes=1,
    )


def plays(**choices):
    """A policy: the first of these keys that is open, with what is chosen for it; boon dice are rolled until it is made."""

    def policy(s, options):
        keys = {o.key: o for o in options}
        if "boon" in keys:
            return answer(keys["boon"], {})
        for key, choice in choices.items():
            if key in keys:
                return answer(keys[key], choice(s) if callable(choice) else choice)
        return None

    return policy


def answer(option, choice):
    return Act(option.seat, option.window, option.key, first(option.params) | choice)


def at(s):
    return s.stack[-1]


def resting(s):
    """Whether all dice lie there, and nobody has said yet how it ends."""
    return at(s).phase == "window"


def standing(top):
    """An outcome: the net successes once all dice lie there, all from `top` on as one."""

    def outcome(s):
        f = at(s)
        if not f.rolled or f.phase == "roll":
            return None
        count = tally(s, f).net
        # Boon dice take nothing away, but for those of a push in a harsh house.
        if count >= top and not (f.pushed and s.house.pushed_boon_ones_snag):
            return top
        return min(count, top) if resting(s) else None

    return outcome


def told(rows):
    """The law that an answer shows."""
    rows = [(name, chance) for name, chance in rows if chance]
    common = lcm(*(chance.denominator for _, chance in rows))
    return of({name: int(chance * common) for name, chance in rows})


# --- the first roll -----------------------------------------------------------------------------------------


@pytest.mark.rule("UN-DIE-02", "UN-BON-02", "UN-SNG-01")
@pytest.mark.parametrize(
    ("rank", "base", "points", "kind"),
    [
        (1, 2, 0, "broad"),
        (2, 2, 1, "broad"),
        (3, 3, 0, "broad"),
        (3, 2, 1, "sub"),
        (6, 4, 0, "sub"),
    ],
)
def test_the_net_of_a_roll(rank, base, points, kind):
    top = base + BEYOND
    law = walk(GAME, check(rank, base, kind=kind), plays(roll={"exertion": points} if points else {}), standing(top))
    assert law == net(Pool(rank + points * (2 if kind == "sub" else 1), rank // 3), top)
    exact = questions.point(sr=rank, dl=base, kind=kind, points=points)
    assert law.chance(lambda n: n >= base) == exact.value
    assert law.map(lambda n: f"{n} or more" if n == top else str(n)) == told(exact.law)


@pytest.mark.rule("UN-MR-01")
@pytest.mark.parametrize("mr", [2, 6, 11, 12])
def test_the_net_at_another_minimum_roll(mr):
    s = check(3, 3)
    wren = person(s, ROGUE)
    moved = tuple(Effect(f"e{n}", f"e{n}", 1 if mr > 9 else -1) for n in range(abs(mr - 9)))
    s = replace(s, cast=(replace(wren, effects=moved),))
    s = replace(s, stack=(*s.stack[:-1], replace(at(s), mods=tuple(e.id for e in moved))))
    assert minimum_roll(s, at(s)) == mr
    law = walk(GAME, s, plays(roll={}), standing(4))
    assert law == net(Pool(3, 1, mr), 4)
    assert law.chance(lambda n: n >= 3) == questions.enhancement(sr=3, dl=3, mr=mr).value


@pytest.mark.rule("UN-BON-02", "UN-BON-04")
@pytest.mark.parametrize("passed_die", ["boon_die", "ordinary_die"])
def test_a_roll_with_dice_that_were_passed_on(passed_die):
    s = check(2, 2, held=2, house={"passed_die": passed_die})
    law = walk(GAME, s, plays(roll={}), standing(2))
    assert law[2] == questions.success(sr=2, dl=2, passed=2, passed_die=passed_die).value


@pytest.mark.rule("UN-BON-02")
def test_a_roll_whose_boon_dice_are_left():
    def outcome(s):
        return (tally(s, at(s)).net, tally(s, at(s)).snags) if resting(s) else None

    def leaves(s, options):
        keys = {o.key: o for o in options}
        return answer(keys["decline"] if "decline" in keys else keys["roll"], {})

    law = walk(GAME, check(4, 4), leaves, outcome)
    exact = questions.success(sr=4, dl=4, boon_dice="passed")
    assert law.chance(lambda x: x[0] >= 4) == exact.value
    assert law.map(lambda x: str(x[0])) == told(exact.law)
    assert law.map(lambda x: x[1]) == snags(Pool(4, 1))


@pytest.mark.rule("UN-BON-03")
@pytest.mark.parametrize(("rank", "held"), [(1, 0), (2, 0), (1, 1)])
def test_the_hero_points_of_a_roll(rank, held):
    def gained(s):
        found = person(s, ROGUE).hero_points
        return min(found, questions.HEROES) if found >= questions.HEROES or resting(s) else None

    def same(s):
        f = at(s)
        return f.phase, f.cast, f.count, f.passed, len(f.owed), len(f.again), person(s, ROGUE).hero_points

    law = walk(GAME, check(rank, 4, held=held, pc=True), plays(roll={}), gained, same=same)
    assert law == heroes(Pool(rank, boon=held), questions.HEROES)
    exact = questions.heroes(sr=rank, passed=held)
    assert law.map(lambda n: f"{n} or more" if n == questions.HEROES else str(n)) == told(exact.law)


@pytest.mark.rule("UN-PEN-03", "UN-PEN-04")
@pytest.mark.parametrize("timing", ["immediate", "next_check"])
@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_points_that_touch_a_column(points, timing):
    s = check(3, 2, kind="sub", lost=1, house={"penalty_timing": timing})
    # Endurance is 3 + 1, in columns of 2, 1 and 1: the second point reaches the next one.
    law = walk(GAME, s, plays(roll={"exertion": points}), made)
    exact = questions.tiredness(sr=3, dl=2, kind="sub", points=points, base=4, lost=1, base2=4, penalty_timing=timing)
    assert law[True] == exact.value


@pytest.mark.rule("UN-PEN-03", "UN-MR-03")
@pytest.mark.parametrize("timing", ["immediate", "next_check"])
@pytest.mark.parametrize("points", [0, 1])
def test_points_that_touch_a_column_that_debilitates(points, timing):
    s = check(1, 2, kind="sub", lost=1, house={"penalty_timing": timing, "columns_debilitate": True})
    # Endurance is 1 + 1, in columns of 1 and 1: the first point reaches the next one.
    law = walk(GAME, s, plays(roll={"exertion": points}), made)
    names = {"kind": "sub", "points": points, "base": 2, "lost": 1, "base2": 3}
    exact = questions.point(sr=1, dl=2, penalty_timing=timing, columns_debilitate="true", **names)
    assert law[True] == exact.value


def made(s):
    f = at(s)
    if not f.rolled or f.phase == "roll":
        return None
    if tally(s, f).net >= dl(s, f):
        return True
    return False if resting(s) else None


# --- after the roll -----------------------------------------------------------------------------------------


def ended(s):
    return s.shown.event.what if s.shown else None


def stops(s, options):
    """Boon dice are left once it is made, a mixed success is taken, and what is left is accepted."""
    keys = {o.key: o for o in options}
    if "boon" in keys:
        return answer(keys["decline" if made(s) else "boon"], {})
    return answer(next(keys[key] for key in ("roll", "mixed", "accept") if key in keys), {})


@pytest.mark.rule("UN-MIX-01", "UN-DL-02")
@pytest.mark.parametrize(("rank", "base"), [(1, 1), (2, 1), (3, 2), (3, 3)])
def test_success_or_mixed(rank, base):
    law = walk(GAME, check(rank, base), stops, ended)
    exact = questions.mixed(sr=rank, dl=base)
    names = {"success": "made", "mixed": "mixed", "failure": "missed", "auto": "made"}
    if base > rank // 3:
        assert law.map(names.__getitem__) == told(exact.law)
    else:
        assert law["auto"] == dict(questions.success(sr=rank, dl=base).notes)["with Second Nature"] == 1


@pytest.mark.rule("UN-MIX-01", "UN-PSH-01")
@pytest.mark.parametrize("after", ["true", "false"])
@pytest.mark.parametrize("harsh", ["true", "false"])
def test_a_mixed_success_by_a_push(after, harsh):
    house = {"mixed_after_push": after == "true", "pushed_boon_ones_snag": harsh == "true"}

    def policy(s, options):
        keys = {o.key: o for o in options}
        if "push" in keys and dl(s, at(s)) - tally(s, at(s)).net > 1:
            return answer(keys["push"], {"exertion": 1})
        if "boon" in keys and at(s).pushed and harsh == "true":
            return answer(keys["boon"], {})
        return stops(s, options)

    def same(s):
        f = at(s)
        if not isinstance(f, Check):
            return s.shown.event.what
        late = tuple(next(die.late for die in f.dice if die.id == name) for name in (*f.owed, *f.again))
        return f.phase, f.cast, f.count, f.pushed, late, len(f.again), tally(s, f).net, f.choice

    def outcome(s):
        # One pushed die has one boon die in the air at a time: a 1 takes back one success, and ends it.
        f = at(s)
        if isinstance(f, Check) and f.pushed and f.phase == "boons" and tally(s, f).net > dl(s, f):
            return "success"
        return ended(s)

    law = walk(GAME, check(2, 3, house=house), policy, outcome, same=same)
    exact = questions.mixed(sr=2, dl=3, push=1, mixed_after_push=after, pushed_boon_ones_snag=harsh)
    assert law.chance(lambda what: what in ("success", "mixed")) == exact.value


@pytest.mark.rule("UN-PSH-02", "UN-SNG-02")
@pytest.mark.parametrize(("rank", "points"), [(1, 1), (2, 2)])
def test_snags_with_a_push(rank, points):
    def policy(s, options):
        keys = {o.key: o for o in options}
        key = next(key for key in ("decline", "roll", "push") if key in keys)
        return answer(keys[key], {"exertion": points} if key == "push" else {})

    def outcome(s):
        return tally(s, at(s)).snags if resting(s) and at(s).pushed else None

    law = walk(GAME, check(rank, 9), policy, outcome)
    assert law == told((int(n), c) for n, c in questions.snags(sr=rank, push=points).law)


def lying(rank, base, faces, pushed=(), **more):
    """A roll as it lies."""
    dice = tuple(D12(f"d{n}", "ordinary", face) for n, face in enumerate(faces, 1))
    dice += tuple(D12(f"p{n}", "pushed", face, late=True) for n, face in enumerate(pushed, 1))
    return check(rank, base, phase="window", dice=dice, rolled=True, pushed=bool(pushed), **more)


@pytest.mark.rule("UN-PSH-01", "UN-PSH-02", "UN-PSH-03")
@pytest.mark.parametrize("short", [1, 2, 3])
@pytest.mark.parametrize(("points", "kind"), [(1, "broad"), (2, "broad"), (1, "sub"), (2, "sub")])
def test_what_a_push_gains(short, points, kind):
    s = lying(3, short + 1, (9,), kind=kind)
    top = short + 1 + BEYOND

    def outcome(s):
        return standing(top)(s) if at(s).pushed else None

    law = walk(GAME, s, plays(push={"exertion": points}), outcome)
    exact = questions.push(short=short, points=points, kind=kind)
    assert law.chance(lambda n: n >= short + 1) == exact.value
    assert law.map(lambda n: f"{n - 1} or more" if n == top else str(n - 1)) == told(exact.law)


@pytest.mark.rule("UN-PEN-03", "UN-PSH-01")
def test_a_push_that_touches_a_column():
    s = lying(3, 2, (9,), kind="sub", lost=1)

    def outcome(s):
        return made(s) if at(s).pushed else None

    for points in (1, 2):
        law = walk(GAME, s, plays(push={"exertion": points}), outcome)
        exact = questions.push(short=1, points=points, kind="sub", base=4, lost=1, base2=4)
        assert law[True] == exact.value
        assert exact.value == questions.push(short=points, points=points, kind="sub").value


@pytest.mark.rule("UN-PEN-03", "UN-PSH-01", "UN-MR-03")
@pytest.mark.parametrize("timing", ["immediate", "next_check"])
@pytest.mark.parametrize("points", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_push_that_turns_hits_that_lie_there_to_misses(points, timing):
    # The second point reaches the next column: a 9 that lies there counts no more, a 10 does.
    house = {"columns_debilitate": True, "penalty_timing": timing}
    s = lying(3, 3, (9, 10, 4), kind="sub", lost=1, house=house)

    def outcome(s):
        return made(s) if at(s).pushed else None

    law = walk(GAME, s, plays(push={"exertion": points}), outcome)
    exact = questions.push(
        short=1,
        points=points,
        kind="sub",
        base=4,
        lost=1,
        base2=4,
        roll="9 10 4",
        columns_debilitate="true",
        penalty_timing=timing,
    )
    assert law[True] == exact.value
    turned = points == 2 and timing == "immediate"
    assert (
        exact.value == questions.push(short=3 if turned else 1, points=points, kind="sub", mr=10 if turned else 9).value
    )


@pytest.mark.rule("UN-PEN-03", "UN-MR-03")
@pytest.mark.parametrize("points", [1, pytest.param(2, marks=pytest.mark.long)])
def test_points_that_raise_the_minimum_roll(points):
    house = {"columns_debilitate": True}
    s = check(3, 2, kind="sub", lost=1, house=house)

    def outcome(s):
        return standing(dl(s, at(s)))(s) if at(s).rolled else None

    def same(s):
        f = at(s)
        return f.phase, f.cast, f.count, len(f.owed), len(f.again), tally(s, f)

    near = walk(GAME, s, plays(roll={"exertion": points}), outcome, same=same)
    known = {"base": 4, "lost": 1, "base2": 4, "columns_debilitate": "true"}
    exact = questions.mixed(sr=3, dl=2, kind="sub", points=points, counts="mixed", **known)
    needed = 3 if points == 2 else 2
    assert near[needed - 1] == exact.value
    assert near[needed] == questions.point(sr=3, dl=2, kind="sub", points=points, **known).value


@pytest.mark.rule("UN-HRO-03")
@pytest.mark.parametrize(("moved", "auto"), [(2, 0), (0, 2), (-2, 2), (4, -2), (0, 4)])
def test_points_that_were_spent_before_the_roll(moved, auto):
    s = check(2, 2, moved=moved, automatic=auto, anyway=True)
    law = walk(GAME, s, plays(roll={}), made)
    assert law[True] == questions.point(sr=2, dl=2, moved=moved, auto=auto).value
    assert law[True] == questions.success(sr=2, dl=2, moved=moved, auto=auto).value


USES = {
    "dl": ("numbers", {"use": ("easier",)}),
    "auto": ("numbers", {"use": ("plus",)}),
    "set": ("twelve", {"die": ("d1",)}),
    "reroll": ("reroll", {"dice": ("d1", "d2", "d3")}),
    "shift": ("shift", {"way": ("up",)}),
}


@pytest.mark.rule("UN-HRO-03", "UN-HRO-04", "UN-HRO-05", "UN-HRO-06")
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(("faces", "base"), [((3, 4, 6, 9, 10), 4), ((8, 5, 3, 11), 3), ((1, 2, 2, 1), 1)])
def test_a_hero_point_on_a_roll_as_it_lies(use, faces, base):
    rank = len(faces)
    key, choice = USES[use]
    if use == "reroll":
        choice = {"dice": tuple(f"d{n}" for n, face in enumerate(faces, 1) if 1 < face < 9)}
    s = lying(rank, base, faces, pc=True, points=1)

    def outcome(s):
        return made(s) if at(s).spent else None

    def policy(s, options):
        keys = {o.key: o for o in options}
        return answer(keys["boon"], {}) if "boon" in keys else answer(keys[key], choice)

    law = walk(GAME, s, policy, outcome)
    exact = questions.hero_use(roll=" ".join(map(str, faces)), sn=rank // 3, dl=base, use=use)
    assert law[True] == exact.value


# --- now or later -------------------------------------------------------------------------------------------


@pytest.mark.rule("UN-EXR-01", "UN-PSH-01", "UN-PEN-03")
@pytest.mark.parametrize("up_front", [0, 1, 2])
@pytest.mark.parametrize("lost", [0, 1])
def test_some_points_now_and_some_for_the_push(up_front, lost):
    # Endurance is 3 + 1: two points from fresh touch one column, two from one lost touch the next.
    will = Stores(4, lost, 4).willing(Task(2), "sub")

    def policy(s, options):
        keys = {o.key: o for o in options}
        if "boon" in keys:
            return answer(keys["boon"], {})
        if "roll" in keys:
            return answer(keys["roll"], {"exertion": up_front})
        now = tally(s, at(s)).net
        best = pushes(will, up_front, 2 - up_front, (now,))[now]
        return answer(keys["push"], {"exertion": best.points})

    def outcome(s):
        works = made(s)
        over = works is False and (at(s).pushed or up_front == 2)
        return (works, at(s).first + at(s).second) if works or over else None

    s = check(3, 2, kind="sub", lost=lost)
    law = walk(GAME, s, policy, outcome)
    exact = questions.split(sr=3, dl=2, kind="sub", points=2, up_front=up_front, base=4, lost=lost, base2=4)
    assert law.chance(lambda x: x[0]) == exact.value
    assert law.mean(lambda x: x[1]) == dict(exact.notes)[f"mean points used, {up_front} now + {2 - up_front} held"]
    assert exact.value < Fraction(1)
