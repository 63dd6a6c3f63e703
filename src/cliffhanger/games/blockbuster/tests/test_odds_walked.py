"""The formulas against the rules that are played: questions walked through every roll of a real scene."""

from math import lcm

import pytest
from msgspec import structs

from cliffhanger.games.blockbuster import GAME, odds
from cliffhanger.games.blockbuster.files.film import ready
from cliffhanger.games.blockbuster.verbs import person
from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.params import first
from cliffhanger.kernel.step import begin
from cliffhanger.odds.distribution import of
from cliffhanger.odds.walk import after, search_key, walk

HERO, FOE = "juno_marsh", "the_patrol"
COIL = "storm_coil"


@pytest.fixture
def scene():
    """The hero's first turn against a foe whom nothing takes out; her coil strains nobody, and nothing hinders."""
    s = begin(GAME, GAME.start(ready(3, {}))).state
    s = structs.replace(s, sets=tuple(structs.replace(place, impediments=()) for place in s.sets))
    s = edited(s, FOE, limit_v=99)
    coil = next(p for p in person(s, HERO).sheet.powers if p.id == COIL)
    s = edited(s, HERO, powers=(structs.replace(coil, strain=0),))
    s = do(s, "open", name="The train", present=(HERO, FOE))
    s = do(do(s, "defense"), "defense")
    while not isinstance(asked := GAME.waiting(s), tuple):
        s = after(GAME, s, Faces(asked.id, (6 if asked.seat == HERO else 1,) * len(asked.dice)))
    return s


def edited(s, who, **sheet):
    cast = tuple(structs.replace(p, sheet=structs.replace(p.sheet, **sheet)) if p.id == who else p for p in s.cast)
    return structs.replace(s, cast=cast)


def answer(s, key, **choice):
    option = next(each.option for each in GAME.waiting(s) if each.key == key)
    return Act(option.seat, option.window, option.key, first(option.params) | choice)


def do(s, key, **choice):
    return after(GAME, s, answer(s, key, **choice))


def plays(hero=(), foe=(), **choices):
    """A policy: each side takes the first of its keys that is open, with what is chosen for it."""

    def policy(s, options):
        keys = (*(hero if any(o.seat == HERO for o in options) else foe), "end")
        key = next(k for k in keys if any(o.key == k for o in options))
        return answer(s, key, **choices.get(key, {}))

    return policy


def same(s):
    """What no rule reads again is left out: the dice last shown, and what has been told of the scene."""
    return search_key(structs.replace(s, shown=None, scene=structs.replace(s.scene, setbacks=(), spotlights=0)))


def of_rows(rows):
    """The law that an answer shows."""
    rows = [(name, chance) for name, chance in rows if chance]
    common = lcm(*(chance.denominator for _, chance in rows))
    return of({name: int(chance * common) for name, chance in rows})


def settled(s):
    """Whether nothing is under way but the round itself."""
    return len(s.stack) == 2


@pytest.mark.rule("BB-UNO-03", "BB-ROLL-02")
@pytest.mark.parametrize("required", [1, 2, 3])
def test_a_check(scene, required):
    s = do(scene, "check", goal="up", skill=("climb",), attribute=("agility",))
    s = do(s, "set", required=required)
    dice = s.stack[-1].side.dice

    def made(s):
        side = getattr(s.stack[-1], "side", None)
        if side is not None and not side.thrown:
            return None
        return s.shown.event.what != "missed"

    assert walk(GAME, s, plays(hero=("roll",)), made, same=same)[True] == odds.check(dice=dice, required=required).value


@pytest.mark.rule("BB-OPP-03", "BB-OPP-04")
@pytest.mark.parametrize("protection", [0, 1])
def test_the_damage_of_an_attack(scene, protection):
    s = edited(scene, FOE, protection=protection)
    s = do(s, "attack", target=(FOE,), skill=("shoot",), attribute=("agility",))
    dice, defense = s.stack[-1].side.dice, person(s, FOE).sheet.defense
    law = walk(GAME, s, plays(foe=("defend",)), lambda s: person(s, FOE).damage_v if settled(s) else None, same=same)
    assert law.rows() == odds.hit(dice=dice, defense=defense, protection=protection).law


@pytest.mark.rule("BB-CR-03", "BB-CR-06")
@pytest.mark.parametrize("resists", [False, True])
def test_a_hold_within_three_rounds(scene, resists):
    vigor = person(scene, FOE).sheet.vigor
    aim = {"target": (FOE,), "skill": ("climb",), "attribute": ("agility",)}
    dice = do(scene, "restrain", **aim).stack[-1].side.dice

    def held(s):
        if person(s, FOE).restrained:
            return str(s.scene.round)
        return "not yet" if s.scene.round > 3 else None

    law = walk(GAME, scene, plays(("restrain",), ("resist",) if resists else (), restrain=aim), held, same=same)
    assert law == of_rows(odds.influence(dice=dice, threshold=vigor, resist=vigor if resists else 0, pushes=3).law)


@pytest.mark.rule("BB-ONG-02", "BB-ONG-06", "BB-ONG-08")
@pytest.mark.parametrize(("key", "given"), [("sustain", {"sustain": 1}), ("attack", {"again": 1})])
def test_ongoing_damage_for_two_rounds(scene, key, given):
    aim = {"target": (FOE,)}
    s = do(scene, f"attack.{COIL}", **aim)
    foe, dice = person(s, FOE).sheet, s.stack[-1].side.dice
    bonus = next(p for p in person(s, HERO).sheet.powers if p.id == COIL).damage_bonus
    policy = plays((f"{key}.{COIL}",), ("defend", "resist", "defense"), **{f"attack.{COIL}": aim})

    def harm(s):
        return person(s, FOE).damage_v if (s.scene.round, s.scene.at) == (2, 1) else None

    law = walk(GAME, s, policy, harm, same=same)
    exact = odds.ongoing(
        dice=dice, defense=foe.defense, resist=foe.defense, protection=foe.protection, damage_bonus=bonus, **given
    )
    assert law.rows() == exact.law


@pytest.mark.rule("BB-OPP-03")
def test_an_opposed_roll(scene):
    s = do(scene, "oppose", target=(FOE,), aim="past him", skill=("climb",), attribute=("agility",))
    policy = plays(foe=("derived",), derived={"with": ("defense",)})
    law = walk(GAME, s, policy, lambda s: s.shown.event.what if settled(s) else None, same=same)
    exact = odds.opposed(dice=s.stack[-1].side.dice, against=person(s, FOE).sheet.defense)
    assert law["won_by_initiator"] == exact.value


@pytest.mark.rule("BB-EXT-02", "BB-EXT-03")
def test_an_extended_check_by_three_rolls(scene):
    s = do(scene, "check", goal="up", skill=("climb",), attribute=("agility",))
    s = do(s, "extended", required=4, name="the climb")
    dice = s.stack[-1].side.dice
    later = {"skill": ("climb",), "attribute": ("agility",)}

    def done(s):
        if not s.tasks:
            return str(s.scene.round)
        return "later" if s.scene.round > 3 else None

    law = walk(GAME, s, plays(("roll", "task"), task=later), done, same=same)
    assert law == of_rows(odds.extended(dice=dice, required=4, rolls=3).law)


@pytest.mark.rule("BB-CR-10", "BB-STR-06")
@pytest.mark.parametrize("vigor", [3, 4, 5])
@pytest.mark.parametrize("grip", [3, 4])
def test_breaking_free_with_the_task_first(scene, vigor, grip):
    s = edited(edited(scene, HERO, vigor=vigor, limit_v=99), FOE, vigor=grip)
    cast = tuple(structs.replace(p, restrained=(FOE,)) if p.id == HERO else p for p in s.cast)
    s = do(structs.replace(s, cast=cast), "break")

    def policy(s, options):
        side = s.stack[-1].side
        if not any(o.key == "cancel" for o in options):
            return answer(s, next(o.key for o in options))
        free = side.rolled >= grip
        return answer(s, "cancel", cancelled=min(side.over, side.rolled - grip if free else side.rolled))

    def fate(s):
        if not settled(s):
            return None
        hurt = person(s, HERO).damage_v
        return ("held" if person(s, HERO).restrained else "free") + (f", hurt {hurt}" if hurt else " unhurt")

    law = walk(GAME, s, policy, fate, same=same)
    assert law == of_rows(odds.breakfree(vigor=vigor, holder=grip).law)
