"""What somebody is asked about, and the prices of it: Gadgeteer, Heroes for Belief, Locks, votes, and the switches of these."""

import pytest

from cliffhanger.games.plot_twist.rules import facts, verbs
from cliffhanger.games.plot_twist.rules.pieces import GM, Lying
from cliffhanger.games.plot_twist.tests.whole import COMBAT, HEROES, PLOTS
from cliffhanger.games.plot_twist.tests.written import attack_card, lying
from cliffhanger.kernel.inputs import Act

VILLAIN = {"kind": "villain"}
PLACES = """
[[card]]
id = "harbour"
kind = "location"
name = "Harbour"
colour = "golden"
[[card]]
id = "bank"
kind = "location"
name = "Bank"
colour = "golden"
"""
MORE = "".join((*PLOTS, *COMBAT, *HEROES[2:])) + PLACES


def detail(effects, name="it"):
    """A Detail that does this."""
    return f'[[card]]\nid = "{name}"\nkind = "detail"\nname = "It"\ncolour = "golden"\neffects = [{effects}]\n'


# --- Gadgeteer ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-HER-06", "PT-RUL-25", "PT-ENE-06")
def test_gadgeteer_lifts_another_heroic_for_a_turn_by_its_own_rank_at_most(stage):
    ann, foe = stage(ann={"gadgeteer": 2, "fighting": 1, "energy": 9}, foe=VILLAIN).cast
    assert "to" in ann.cannot("tinker.ann", word="fighting", n=3).why
    ann.does("tinker.ann", word="fighting", n=2)
    assert (ann.now.energy, ann.now.spent) == (7, 2)
    assert "tinker.ann" not in ann.may()
    ann.attacks(foe)
    ann.stage.takes("throw", "defend")
    assert ann.stage.dice_in_the_air() == 6


@pytest.mark.rule("PT-RUL-25")
@pytest.mark.parametrize(("house", "most"), [("add_rank", 5), ("cap_at_rank", 3)])
def test_the_table_may_cap_what_gadgeteer_lifts_at_its_own_rank(stage, house, most):
    scene = stage(ann={"gadgeteer": 3, "fighting": 2, "energy": 9, "power": 3}, foe=VILLAIN, house={"gadgeteer": house})
    ann = scene.cast[0]
    if house == "add_rank":
        ann.does("tinker.ann", word="fighting", n=3)
    else:
        assert "tinker.ann.2" in ann.may()
        assert "fighting" not in [
            i.id for o in scene.play.options("ann") if o.key == "tinker.ann.2" for i in o.params[0].items
        ]
        ann.does("tinker.ann.1", word="fighting")
    assert facts.rank(scene.s, "ann", "fighting") == most


# --- a Hero for 5 Belief --------------------------------------------------------------------------------------


@pytest.mark.rule("PT-BEL-09", "PT-RUL-57", "PT-RUL-43", "PT-EQUIP-01")
@pytest.mark.parametrize(("house", "actions"), [("next_turn", (0, 0)), ("now", (2, 1))])
def test_five_belief_bring_in_a_hero_who_stays_with_the_player(stage, house, actions):
    hands = {"ann": {"plot": ("dee.1",)}}
    text = MORE + '[[card]]\nid = "sling"\nkind = "equipment"\nname = "Sling"\ncolour = "golden"\n'
    scene = stage(cards=text, hands=hands, house={"played_hero_actions": house}, ann={"belief": 6}, foe=VILLAIN)
    ann = scene.cast[0]
    ann.does("bring_in.ann", card="dee.1").does("equip", cards=("sling",))
    dee = scene.s.people[-1]
    assert (ann.now.will, dee.will, dee.energy, dee.physical, dee.seat) == (1, 0, 9, 6, "ann")
    assert (dee.moves, dee.attacks) == actions
    assert dee.active == "sling"
    assert "bring_in.ann" not in ann.may()


@pytest.mark.rule("PT-BEL-09", "PT-UNIQ-01", "PT-RUL-43")
def test_nobody_of_a_name_that_is_in_play_comes_in(stage):
    twin = HEROES[3].replace('id = "dee"', 'id = "dee-two"\npersona = "Other"')
    scene = stage(cards=MORE + twin, hands={"ann": {"plot": ("dee.1", "dee-two.1")}}, ann={"belief": 10}, foe=VILLAIN)
    ann = scene.cast[0]
    ann.does("bring_in.ann", card="dee.1")
    assert "of that name" in ann.cannot("bring_in.ann", card="dee-two.1").why


def test_a_card_may_bring_in_a_hero_for_nothing(stage):
    scene = stage(cards=MORE, hands={"ann": {"plot": ("call-a-friend", "dee.1")}}, ann={"belief": 1}, foe=VILLAIN)
    scene.cast[0].does("detail.ann", detail="call-a-friend").does("play_out", card="dee.1")
    assert [p.id for p in scene.s.people] == ["ann", "foe", "dee"]


# --- votes ----------------------------------------------------------------------------------------------------

BURDEN = detail("{ lose = { target = 'a_villain', counter = 'hate', amount = 1, choose_by = 'players' } }")
RULES = {"majority": "foe", "any": "two", "unanimous": "two"}


@pytest.mark.rule("PT-RUL-59", "PT-RUL-56")
@pytest.mark.parametrize("rule", ["majority", "any", "unanimous"])
def test_players_choose_together_each_in_turn(stage, rule):
    people = {"ann": {"belief": 2}, "bo": {}, "cy": {}, "foe": VILLAIN | {"hate": 5}, "two": VILLAIN | {"hate": 5}}
    scene = stage(cards=BURDEN, hands={"ann": {"plot": ("it",)}}, house={"group_vote": rule}, **people)
    ann, bo, cy, foe, two = scene.cast
    ann.does("detail.ann", detail="it").does("whom", whom="two")
    if rule != "any":
        bo.does("whom", whom="foe")
    if rule == "majority":
        cy.does("whom", whom="foe")
    lost = {"foe": foe.now.will, "two": two.now.will}
    assert lost[RULES[rule]] == 4
    assert sum(lost.values()) == 9


@pytest.mark.rule("PT-RUL-59")
@pytest.mark.parametrize(("rule", "asked"), [("majority", 2), ("unanimous", 3)])
def test_once_it_is_sure_nobody_else_is_asked(stage, rule, asked):
    people = {"ann": {"belief": 2}, "bo": {}, "cy": {}, "foe": VILLAIN | {"hate": 5}, "two": VILLAIN | {"hate": 5}}
    scene = stage(cards=BURDEN, hands={"ann": {"plot": ("it",)}}, house={"group_vote": rule}, **people)
    scene.cast[0].does("detail.ann", detail="it")
    for actor in scene.cast[:asked]:
        actor.does("whom", whom="two")
    assert scene.cast[-1].now.will == 4


@pytest.mark.rule("PT-RUL-59")
def test_with_as_many_votes_the_first_word_stands(stage):
    people = {"ann": {"belief": 2}, "bo": {}, "foe": VILLAIN | {"hate": 5}, "two": VILLAIN | {"hate": 5}}
    scene = stage(cards=BURDEN, hands={"ann": {"plot": ("it",)}}, **people)
    scene.cast[0].does("detail.ann", detail="it").does("whom", whom="two")
    scene.cast[1].does("whom", whom="foe")
    assert scene.cast[-1].now.will == 4


# --- Locks that somebody is asked about -----------------------------------------------------------------------


@pytest.mark.rule("PT-LOCK-01", "PT-RUL-45", "PT-KEY-03")
@pytest.mark.parametrize(("way", "coins"), [("charge", 5), ("bear", 3)])
def test_who_is_overcharged_may_pay_for_the_lock(stage, way, coins):
    scene = stage(ann={"energy_projection": 2, "keywords": ("overcharged",), "energy": 1}, foe=VILLAIN)
    ann, foe = scene.cast
    scene.locks(ann, "overcharged", "keyword")
    ann.attacks(foe, "ranged")
    scene.takes("throw")
    foe.does("defend", rank="reflexes") if "defend" in foe.may() else None
    scene.throws("HHHHH", "TTT")
    ann.does(way)
    scene.takes("throw")
    assert scene.dice_in_the_air() == coins
    assert ann.now.energy == (0 if way == "charge" else 1)


@pytest.mark.rule("PT-LOCK-01", "PT-RUL-45", "PT-MOOK-02")
def test_nobody_pays_for_coins_that_do_not_fall_on_a_mook(stage):
    crew = {"kind": "mook", "quantity": 2}
    scene = stage(ann={"energy_projection": 2, "keywords": ("overcharged",), "energy": 1}, crew=crew, foe=VILLAIN)
    ann, crew, _ = scene.cast
    scene.locks(ann, "overcharged", "keyword")
    ann.attacks(crew, "ranged")
    scene.throws("HHHHH", "TTT")
    assert "charge" not in ann.may()
    assert crew.now.quantity == 1


@pytest.mark.rule("PT-LOCK-01", "PT-RUL-45", "PT-KEY-05")
@pytest.mark.parametrize(("energy", "may"), [(1, True), (0, False)])
def test_a_tactician_who_is_locked_pays_for_the_second_combat(stage, energy, may):
    people = {"ann": {"keywords": ("tactician",), "energy": energy}, "foe": VILLAIN, "two": VILLAIN}
    scene = stage(**people)
    ann, foe, two = scene.cast
    scene.locks(ann, "tactician", "keyword")
    ann.fights(foe)
    scene.ends_combat()
    assert ("fight.ann" in ann.may()) == may
    if may:
        ann.fights(two)
        assert ann.now.energy == 0


# --- prices of other things than cards ------------------------------------------------------------------------


def priced(what, counter, amount):
    """A card that makes something dearer, or cheaper, for whom it lies with."""
    fields = f"target = 'self', what = '{what}', counter = '{counter}', amount = {amount}"
    return lying(f"{{ modify_cost = {{ {fields} }} }}", trigger="while_in_play")


@pytest.mark.rule("PT-ENE-06", "PT-HER-05")
def test_a_card_makes_a_heroic_dearer(two):
    ann, _ = two(priced("heroic.healing", "energy", 1), more={"healing": 1, "energy": 3, "physical": 5})
    ann.does("heal.ann", kind="physical", n=1)
    assert ann.now.energy == 1


@pytest.mark.rule("PT-BEL-07")
def test_a_card_makes_a_keyword_cheaper(two):
    ann, _ = two(priced("keyword.armor", "belief", -1), more={"belief": 1})
    ann.does("keyword.ann", word="armor")
    assert ann.now.will == 0


@pytest.mark.rule("PT-RUL-11", "PT-STAT-04")
def test_a_card_makes_it_cheaper_to_stand_up(two):
    ann, _ = two(priced("stand", "attack", -1), more={"statuses": ("prone",)})
    ann.does("stand.ann")
    assert (ann.now.moves, ann.now.attacks) == (0, 1)


@pytest.mark.rule("PT-LOCK-01")
def test_a_card_makes_a_lock_dearer(two):
    ann, foe = two(priced("lock", "energy", 1), more={"fighting": 2, "energy": 3})
    ann.stage.locks(ann, "fighting")
    ann.attacks(foe)
    ann.stage.takes("defend")
    ann.does("unlock")
    assert ann.now.energy == 1


@pytest.mark.rule("PT-ENE-06", "PT-RUL-51")
def test_an_attack_card_may_want_another_card_thrown_away(stage):
    text = "".join(COMBAT)
    ann, foe = stage(cards=text, hands={"ann": {"hand": ("swing", "rush", "rush")}}, ann={}, foe=VILLAIN).cast
    ann.attacks(foe, card="swing").does("cards", cards=("rush.2",))
    ann.throws("HTT", "TTT")
    assert ann.hand == ["rush"]
    assert ann.stage.dice_in_the_air() == 5


# --- switches -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-RUL-03", "PT-MAST-01")
@pytest.mark.parametrize(("house", "left"), [(False, 2), (True, 7)])
def test_energy_of_a_masterplan_may_come_on_top(stage, house, left):
    heroes = {name: {"power": 3} for name in ("ann", "bo", "cy", "dee", "eve")}
    scene = stage(**heroes, foe=VILLAIN | {"power": 2, "energy": 6}, house={"masterplan_beyond_cap": house})
    points = tuple(f"{name}/0" for name in heroes)
    scene.now_has(main="foe")
    scene.cast[-1].does("masterplan", points=points)
    assert verbs.energy_left(scene.s, "foe") == left
    s = verbs.spend_energy(scene.s, "foe", left)
    assert verbs.energy_left(s, "foe") == 0
    assert next(p.energy for p in s.people if p.id == "foe") == 11 - left


@pytest.mark.rule("PT-RUL-05", "PT-BEL-06")
@pytest.mark.parametrize(("own", "asked"), [(True, False), (False, True)])
def test_belief_may_help_the_rolls_of_others_if_the_table_has_it_so(stage, own, asked):
    scene = stage(ann={}, bo={"belief": 2}, foe=VILLAIN, house={"belief_auto_own": own})
    ann, bo, foe = scene.cast
    ann.attacks(foe)
    scene.takes("throw", "defend")
    scene.play.rolls(2, 1, 1)
    scene.play.rolls(2, 1, 1)
    assert ("raise" in bo.may()) == asked
    if asked:
        bo.does("raise", n=1, whose="ann")
        assert scene.frame.got[0] == 2
        assert bo.now.will == 1


@pytest.mark.rule("PT-RUL-31")
@pytest.mark.parametrize("free", [False, True])
def test_the_table_may_let_people_move_without_a_card(stage, free):
    scene = stage(ann={}, foe=VILLAIN, house={"basic_move": free})
    ann, foe = scene.cast
    ann.fights(foe)
    if not free:
        assert scene.fight.phase == "attack"
        return
    ann.does("walk")
    assert (scene.fight.distance, ann.now.moves) == ("melee", 1)


@pytest.mark.rule("PT-RUL-31", "PT-RUL-30")
def test_nobody_on_the_ground_walks_up_to_a_flier(stage):
    scene = stage(ann={}, foe=VILLAIN | {"statuses": ("flying",)}, house={"basic_move": True})
    ann, foe = scene.cast
    ann.fights(foe)
    assert "walk" not in ann.may()


@pytest.mark.rule("PT-RUL-42")
@pytest.mark.parametrize("house", ["no", "hate"])
def test_the_table_may_let_villains_play_details_for_hate(stage, house):
    text = detail("{ regenerate = { target = 'you', type = 'physical', amount = 2 } }")
    foe = VILLAIN | {"hate": 2, "physical": 4}
    scene = stage(cards=text, hands={GM: {"plot": ("it",)}}, ann={}, foe=foe, house={"gm_details": house})
    foe = scene.cast[-1]
    if house == "no":
        assert "detail.foe" not in foe.may()
        return
    foe.does("detail.foe", detail="it")
    assert (foe.now.will, foe.physical[0]) == (1, 6)


def test_what_is_said_beside_whom_a_card_is_for_changes_nothing_of_it(stage):
    text = detail("{ regenerate = { target = 'a_hero', type = 'physical', amount = 2 } }")
    hurt = {"physical": 4}
    scene = stage(cards=text, hands={"ann": {"plot": ("it",)}}, ann=hurt | {"belief": 3}, bo=hurt, foe=VILLAIN)
    ann, bo, _ = scene.cast
    ann.does("detail.ann", detail="it")
    asked = scene.play.option("ann", "whom")
    scene.play.put(Act(asked.seat, asked.window, asked.key, {"whom": ("bo",)}, said="Up you get."))
    assert (ann.physical[0], bo.physical[0]) == (4, 6)


@pytest.mark.rule("PT-RUL-71", "PT-PLOT-05")
@pytest.mark.parametrize("house", ["current", "any_in_play"])
def test_bystanders_come_to_where_all_are_or_wherever_there_is_a_location(stage, house):
    scene = stage(
        cards=MORE,
        place="harbour",
        hands={"ann": {"plot": ("clerk.1",)}},
        ann={},
        foe=VILLAIN,
        house={"bystander_place": house},
    )
    scene.now_has(lying=(Lying("bank", GM), Lying("harbour", GM)))
    choice = {"place": "bank"} if house == "any_in_play" else {}
    scene.cast[0].does("bystanders", cards=("clerk.1",), **choice)
    assert scene.s.bystanders[0].place == ("bank" if choice else "harbour")


@pytest.mark.rule("PT-RUL-73", "PT-HATE-05")
@pytest.mark.parametrize("house", ["one_card", "split"])
def test_three_quantity_go_on_one_card_or_on_several(stage, house):
    mook = {"kind": "mook", "quantity": 1}
    scene = stage(ann={}, foe=VILLAIN | {"hate": 2}, crew=mook, gang=mook, house={"mook_counters": house})
    scene.now_has(main="foe")
    foe, crew, gang = scene.cast[1:]
    foe.does("mooks.foe", mook="crew" if house == "one_card" else ("crew/0", "crew/1", "gang/0"))
    assert (crew.now.quantity, gang.now.quantity) == ((4, 1) if house == "one_card" else (3, 2))


@pytest.mark.rule("PT-RUL-82")
@pytest.mark.parametrize("house", ["flat", "pool"])
def test_a_number_on_a_card_is_itself_or_a_pool(armed, house):
    text = attack_card("{damage = {via = 'deal', type = 'mental', amount = 3, target = 'defender'}}")
    ann, foe = armed(text, house={"card_damage": house})
    ann.attacks(foe, card="it")
    if house == "pool":
        ann.stage.takes("throw")
        ann.stage.play.rolls(2, 1, 1)
        ann.stage.takes("stand_by")
    assert foe.mental[0] == (6 if house == "flat" else 7)


@pytest.mark.rule("PT-TURN-04", "PT-ACT-02")
def test_what_is_for_the_start_of_a_turn_has_a_window_there(stage):
    gives = "free_action = 'stretch', if = 'phase == start', effects = [{ gain = { target = 'you', counter = 'energy', amount = 1 } }]"
    text = (
        f"[[card]]\nid = 'stretch'\nkind = 'reference'\nname = 'Stretch'\ncolour = 'golden'\ngives = [{{ {gives} }}]\n"
    )
    scene = stage(cards=text, ann={}, foe=VILLAIN)
    scene.now_has(lying=(Lying("stretch", GM),))
    while scene.s.turn < 2:
        scene.takes_one("pass")
    assert scene.frame.phase == "free"
    key = next(key for key in scene.cast[0].may() if key.startswith("ability"))
    scene.cast[0].does(key)
    assert scene.cast[0].now.energy == 1
