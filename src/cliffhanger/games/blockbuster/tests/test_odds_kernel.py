"""The formulas against the rules: small pools, every outcome of every roll walked through, compared as whole numbers."""

import pytest
from msgspec import structs

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.odds import questions
from cliffhanger.games.blockbuster.rules.state import Check, Rounds
from cliffhanger.games.blockbuster.rules.verbs import person
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.odds.walk import search_key, walk

FLAME = {"flame": {"uses": ("attack",), "ongoing": True, "resist": "V"}}


def plays(**keys):
    """A policy: the first of these keys that is open is taken, with its choice; a function makes it from the state."""

    def policy(s, options):
        for key, choice in keys.items():
            name = key.replace("__", ".")
            option = next((o for o in options if o.key == name), None)
            if option is not None:
                given = choice(s) if callable(choice) else choice
                return Act(option.seat, option.window, option.key, first(option.params) | given)
        return None

    return policy


def same(s):
    """What no rule reads again is left out: the dice last shown, and what has been told of the scene."""
    scene = s.scene and structs.replace(s.scene, setbacks=(), spotlights=0)
    return search_key(structs.replace(s, shown=None, scene=scene, made=0))


def rows(law):
    return {name: weight for name, weight in law if weight}


def by_name(law):
    """A walked law as an answer shows it."""
    return {str(name): chance for name, chance in law.rows() if chance}


def at_rest(s):
    return isinstance(s.stack[-1], Rounds)


def shown(s):
    """The name of the last result, once nothing is under way."""
    return s.shown.event.what if at_rest(s) or getattr(s.stack[-1], "phase", "") == "price" else None


# --- one roll -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-ROLL-02", "BB-UNO-03")
@pytest.mark.parametrize(("dice", "required"), [(1, 1), (3, 2), (4, 3), (2, 3)])
def test_a_check(stage, dice, required):
    scene = stage(mara={"climb": dice}, guard={})
    scene.cast[0].tries(by="climb")
    law = walk(GAME, scene.s, plays(set={"required": required}, roll={}), shown, same=same)
    assert law["made"] == questions.check(dice=dice, required=required).value


@pytest.mark.rule("BB-FAIL-02")
@pytest.mark.parametrize(("dice", "required", "protection"), [(2, 2, 0), (3, 3, 1)])
def test_what_failing_costs_at_worst(stage, dice, required, protection):
    scene = stage(mara={"climb": dice, "protection": protection, "limit_v": 9}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    policy = plays(set={"required": required}, roll={}, damage={})
    law = walk(GAME, scene.s, policy, lambda s: person(s, "mara").damage_v if at_rest(s) else None, same=same)
    exact = questions.failure(dice=dice, required=required, protection=protection)
    assert (law.mean(), by_name(law)) == (exact.value, rows(exact.law))


@pytest.mark.rule("BB-OPP-03", "BB-OPP-02")
@pytest.mark.parametrize("zero_tie", ["initiator", "nobody"])
@pytest.mark.parametrize(("dice", "against"), [(1, 2), (3, 2), (2, 0)])
def test_an_opposed_roll(stage, dice, against, zero_tie):
    scene = stage(house={"zero_tie": zero_tie}, mara={"sneak": dice}, guard={"defense": against})
    mara, guard = scene.cast
    mara.opposes(guard)
    law = walk(GAME, scene.s, plays(derived={}), shown, same=same)
    assert law["won_by_initiator"] == questions.opposed(dice=dice, against=against, zero_tie=zero_tie).value


@pytest.mark.rule("BB-INIT-01")
@pytest.mark.parametrize(("dice", "against"), [(3, 2), (2, 3)])
def test_who_goes_first(stage, dice, against):
    scene = stage(mara={"defense": dice}, guard={"defense": against}, begun=False).opens()
    mara, guard = scene.cast
    mara.answers("defense")
    guard.answers("defense")
    law = walk(GAME, scene.s, plays(), lambda s: s.scene.order[0] if s.scene.order else None, same=same)
    assert law["mara"] == questions.opposed(dice=dice, against=against, kind="initiative").value


@pytest.mark.rule("BB-OPP-04")
@pytest.mark.parametrize("zero_tie", ["initiator", "nobody"])
@pytest.mark.parametrize(("dice", "defense", "protection", "bonus"), [(3, 2, 0, 0), (3, 2, 1, 0), (2, 2, 1, 2)])
def test_how_hard_an_attack_hits(stage, dice, defense, protection, bonus, zero_tie):
    powers = {"fist": {"uses": ("attack",), "damage_bonus": bonus}}
    guard = {"defense": defense, "protection": protection, "limit_v": 99}
    scene = stage(house={"zero_tie": zero_tie}, mara={"act": dice, "powers": powers}, guard=guard)
    mara, guard = scene.cast
    mara.attacks(guard, using="fist")
    law = walk(
        GAME, scene.s, plays(defend={}), lambda s: person(s, "guard").damage_v if at_rest(s) else None, same=same
    )
    exact = questions.hit(dice=dice, defense=defense, protection=protection, damage_bonus=bonus, zero_tie=zero_tie)
    assert by_name(law) == rows(exact.law)


# --- several rolls ------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-SET-01", "BB-DEF-02")
@pytest.mark.parametrize("setup_bonus", ["excess", "all"])
@pytest.mark.parametrize(("first_required", "required"), [(0, 2), (1, 3)])
def test_a_set_up_and_its_follow_up(stage, setup_bonus, first_required, required):
    scene = stage(house={"setup_bonus": setup_bonus}, mara={"think": 3}, joss={"lead": True, "climb": 2}, guard={})
    mara, joss, _ = scene.cast
    mara.sets_up(joss, "the leap")

    def needed(s):
        return {"required": first_required if s.stack[-1].use == "setup" else required}

    def brought(s):
        plain = s.stack[-1].use == "plain"
        return {"tokens": tuple(t.id for t in s.tokens)} if plain and s.tokens else {}

    law = walk(
        GAME,
        scene.s,
        plays(set=needed, roll=brought, check={"goal": "the leap"}, none={}),
        lambda s: what if (what := shown(s)) in ("made", "missed") else None,
        same=same,
    )
    exact = questions.setup(first=3, first_required=first_required, dice=2, required=required, setup_bonus=setup_bonus)
    assert law["made"] == exact.value


@pytest.mark.rule("BB-EXT-02", "BB-EXT-03")
@pytest.mark.parametrize(("dice", "required", "rolls"), [(2, 2, 3), (3, 4, 2)])
def test_a_long_task_within_so_many_rolls(stage, dice, required, rolls):
    scene = stage(mara={"pick": dice}, guard={})
    scene.does("task", name="The vault", required=required, limit=rolls, admitted=("mara",))

    def ended(s):
        if s.tasks:
            return None
        return str(s.scene.round) if s.shown.event.what == "completed" else "later"

    law = walk(GAME, scene.s, plays(task={}, end={}), ended, same=same)
    assert by_name(law) == rows(questions.extended(dice=dice, required=required, rolls=rolls).law)


@pytest.mark.rule("BB-CR-02", "BB-CR-06", "BB-CR-07")
@pytest.mark.parametrize("counter", ["ignore", "no", "subject", "both"])
@pytest.mark.parametrize(("cr_initiate", "cr_resist"), [("raw", "recorded"), ("opposed", "recorded"), ("raw", "fresh")])
def test_convincing_somebody_who_answers(stage, counter, cr_initiate, cr_resist):
    house = {"cr_initiate": cr_initiate, "cr_resist": cr_resist}
    potency, own, dice, talk = 3, 2, 3, 3
    scene = stage(house=house, mara={"talk": dice, "potency": own}, guard={"talk": talk, "potency": potency})

    def their_turn(s):
        return s.scene.order[s.scene.at] == "guard"

    def policy(s, options):
        f = s.stack[-1]
        if not isinstance(f, Rounds):
            return plays(defend={})(s, options)
        if not their_turn(s):
            if counter == "both" and any(t.subject == "mara" for t in s.tracks):
                return plays(counter={"behaviour": "hush"})(s, options)
            return plays(convince={"behaviour": "hush"})(s, options)
        if counter == "ignore":
            return plays(end={})(s, options)
        if any(t.subject == "guard" for t in s.tracks):
            return plays(**({"resist": {}} if counter == "no" else {"counter": {"behaviour": "no"}}))(s, options)
        back = any(t.subject == "mara" for t in s.tracks)
        return plays(convince={"behaviour": "no"})(s, options) if back else plays(end={})(s, options)

    def ended(s):
        if not at_rest(s):
            return None
        if person(s, "guard").convinced:
            return str(s.scene.round)
        if person(s, "mara").convinced:
            return "turned"
        return "not yet" if (s.scene.round, s.scene.at) == (3, 1) else None

    law = walk(GAME, scene.s, policy, ended, same=same)
    exact = questions.influence(
        dice=dice,
        threshold=potency,
        resist={"ignore": 0, "no": potency}.get(counter, talk),
        counter="no" if counter == "ignore" else counter,
        own=own,
        pushes=3,
        cr_initiate=cr_initiate,
        cr_resist=cr_resist,
    )
    assert by_name(law) == rows(exact.law)


@pytest.mark.rule("BB-STR-04", "BB-STR-06", "BB-STR-07")
@pytest.mark.parametrize("spend", ["task", "safety"])
@pytest.mark.parametrize(("dice", "required", "over"), [(3, 1, 1), (4, 2, 2), (3, 2, 4)])
def test_strain_on_a_check(stage, spend, dice, required, over):
    powers = {"coil": {"strain": 3 + over, "uses": ("check",)}}
    scene = stage(mara={"vigor": 3, "limit_v": 99, "act": dice, "powers": powers}, guard={})
    scene.cast[0].tries(using="coil")

    def held_down(s):
        side = s.stack[-1].side
        if spend == "safety" or side.rolled < required:
            return {"cancelled": min(side.over, side.rolled)}
        return {"cancelled": min(side.over, side.rolled - required)}

    def fate(s):
        what = shown(s)
        if what is None:
            return None
        hurt = person(s, "mara").damage_v
        return ("works" if what == "made" else "fails") + (f", hurt {hurt}" if hurt else " unhurt")

    law = walk(GAME, scene.s, plays(set={"required": required}, roll={}, cancel=held_down), fate, same=same)
    exact = questions.strain(dice=dice, required=required, over=over, spend=spend)
    assert by_name(law) == rows(exact.law)


@pytest.mark.rule("BB-STR-06", "BB-STR-07")
@pytest.mark.parametrize("when", ["before_opposition", "after"])
def test_strain_on_an_attack_with_the_best_choice(stage, when):
    dice, over, defense = 3, 1, 2
    powers = {"coil": {"strain": 3 + over, "uses": ("attack",)}}
    facts = {"vigor": 3, "limit_v": 99, "act": dice, "powers": powers}
    scene = stage(house={"strain_cancel_when": when}, mara=facts, guard={"defense": defense, "limit_v": 99})
    mara, guard = scene.cast
    mara.attacks(guard, using="coil")

    def net(s):
        return person(s, "guard").damage_v - person(s, "mara").damage_v if at_rest(s) else None

    def best(s):
        # With one strain at risk a success is worth one there for sure; on the attack it may be stopped.
        side = s.stack[-1].side
        return {"cancelled": min(side.over, side.rolled)}

    law = walk(GAME, scene.s, plays(cancel=best, defend={}), net, same=same)
    exact = questions.strain(dice=dice, over=over, spend="attack", defense=defense, strain_cancel_when=when)
    assert law.mean() == exact.value


@pytest.mark.rule("BB-ONG-02", "BB-ONG-04", "BB-ONG-06", "BB-ONG-08")
@pytest.mark.parametrize("protection", [0, 1])
def test_an_attack_then_another_then_sustaining(stage, protection):
    dice, defense, resist = 3, 2, 3
    guard = {"defense": defense, "vigor": resist, "protection": protection, "limit_v": 99}
    scene = stage(mara={"act": dice, "powers": FLAME}, guard=guard)
    mara, guard = scene.cast
    mara.attacks(guard, using="flame")

    def policy(s, options):
        if not isinstance(s.stack[-1], Rounds):
            return plays(defend={}, vigor={})(s, options)
        if s.scene.order[s.scene.at] == "guard":
            return plays(end={})(s, options)
        return plays(**({"attack__flame": {}} if s.scene.round == 2 else {"sustain__flame": {}, "end": {}}))(s, options)

    def harm(s):
        return person(s, "guard").damage_v if at_rest(s) and (s.scene.round, s.scene.at) == (3, 1) else None

    law = walk(GAME, scene.s, policy, harm, same=same)
    exact = questions.ongoing(dice=dice, defense=defense, resist=resist, protection=protection, again=1, sustain=1)
    assert (law.mean(), by_name(law)) == (exact.value, rows(exact.law))


@pytest.mark.rule("BB-ONG-02", "BB-ONG-06")
def test_sustaining_for_free_and_attacking_again(stage):
    dice, defense, resist = 2, 2, 2
    guard = {"defense": defense, "vigor": resist, "limit_v": 99}
    scene = stage(house={"sustain_cost": "free"}, mara={"act": dice, "powers": FLAME}, guard=guard)
    mara, guard = scene.cast
    mara.attacks(guard, using="flame")

    def policy(s, options):
        if not isinstance(s.stack[-1], Rounds):
            return plays(defend={}, vigor={})(s, options)
        if s.scene.order[s.scene.at] == "guard":
            return plays(end={})(s, options)
        return plays(sustain__flame={}, attack__flame={})(s, options)

    def harm(s):
        return person(s, "guard").damage_v if at_rest(s) and (s.scene.round, s.scene.at) == (2, 1) else None

    law = walk(GAME, scene.s, policy, harm, same=same)
    exact = questions.ongoing(dice=dice, defense=defense, resist=resist, again=1, sustain_cost="free")
    assert by_name(law) == rows(exact.law)


@pytest.mark.rule("BB-CR-10", "BB-STR-06")
@pytest.mark.parametrize("break_free", ["single", "extended"])
@pytest.mark.parametrize(
    ("vigor", "holder", "bonus", "spend"), [(2, 2, 0, "task"), (2, 3, 2, "task"), (3, 4, 0, "safety")]
)
def test_two_tries_to_break_free(stage, edited, break_free, vigor, holder, bonus, spend):
    facts = {"vigor": vigor, "limit_v": 99, "think": bonus}
    scene = stage(
        house={"break_free": break_free}, joss={"think": bonus}, mara={"lead": True, **facts}, guard={"vigor": holder}
    )
    joss, mara, _ = scene.cast
    if bonus:
        joss.sets_up(mara, "break free")
        scene.asks_for(0)
        joss.rolls(*(5,) * bonus)
    else:
        joss.passes()
    edited(scene, mara, restrained=("guard",))

    def held_down(s):
        f: Check = s.stack[-1]
        so_far = next((t.successes for t in s.tracks if t.kind == "break"), 0)
        left, over, rolled = holder - so_far, f.side.over, f.side.rolled
        if spend == "safety":
            return {"cancelled": min(over, rolled)}
        if rolled >= left:
            return {"cancelled": min(over, rolled - left)}
        return {"cancelled": 0 if break_free == "extended" else min(over, rolled)}

    def policy(s, options):
        if isinstance(s.stack[-1], Check):
            return plays(cancel=held_down)(s, options)
        if s.scene.order[s.scene.at] != "mara" or not person(s, "mara").restrained:
            return plays(end={})(s, options)
        return plays(**{"break": {"tokens": tuple(t.id for t in s.tokens)} if s.tokens else {}})(s, options)

    def fate(s):
        if not at_rest(s) or (s.scene.round, s.scene.at) != (2, 2):
            return None
        p = person(s, "mara")
        return ("held" if p.restrained else "free") + (f", hurt {p.damage_v}" if p.damage_v else " unhurt")

    law = walk(GAME, scene.s, policy, fate, same=same)
    exact = questions.breakfree(vigor=vigor, holder=holder, bonus=bonus, tries=2, spend=spend, break_free=break_free)
    assert by_name(law) == rows(exact.law)
