"""Combats: five steps, cards in turns, Distance, Sneak Attacks, Bystanders, and hands that are drawn again."""

import pytest

from cliffhanger.games.plot_twist.rules.pieces import Bystander, Lying
from cliffhanger.games.plot_twist.rules.state import Combat, Turns
from cliffhanger.games.plot_twist.tests.written import lying
from cliffhanger.kernel.frames import Passing
from cliffhanger.web.page.offers import lit

VILLAIN = {"kind": "villain"}
CARDS = """
[[card]]
id = "rush"
kind = "combat"
name = "Rush"
step = "movement"
colour = "golden"
effects = [{distance = {to = "melee"}}]

[[card]]
id = "back-off"
kind = "combat"
name = "Back Off"
step = "movement"
colour = "golden"
cost = {move = 2}
effects = [{distance = {to = "ranged"}}]

[[card]]
id = "feint"
kind = "combat"
name = "Feint"
step = "maneuver"
colour = "white"
distance = "any"
effects = [{coins = {target = "opponent", on = "defence", amount = -1, duration = "combat"}}]

[[card]]
id = "wide-swing"
kind = "combat"
name = "Wide Swing"
step = "attack"
colour = "golden"
attack_type = "melee"
distance = "melee"
requires = {class = "captain"}
effects = [{cleave = {kills = "margin"}}, {coins = {on = "damage", amount = 1}}]

[[card]]
id = "slow-burn"
kind = "combat"
name = "Slow Burn"
step = "attack"
colour = "golden"
attack_type = "mental"
cost = {energy = "x"}
effects = [{coins = {on = "damage", amount = "x"}}]
"""


@pytest.fixture
def two(stage):
    """A Hero and a Villain with these cards in hand."""

    def made(*held, foe=(), deck=(), more=None, other=None, **rest):
        hands = {"ann": {"hand": held, "deck": deck}, "gm": {"hand": foe}}
        return stage(cards=CARDS, hands=hands, ann=more or {}, foe=VILLAIN | (other or {}), **rest).cast

    return made


def started(*people):
    people[0].fights(people[1])
    return people[0].stage.fight


@pytest.mark.rule("PT-COMB-03", "PT-COMB-05", "PT-RUL-51")
def test_a_movement_card_costs_a_move_and_changes_the_distance(two):
    ann, foe = two("rush")
    assert started(ann, foe).distance == "ranged"
    ann.plays("rush")
    assert ann.stage.fight.distance == "melee"
    assert ann.now.moves == 1
    assert ann.hand == []


@pytest.mark.rule("PT-COMB-05")
def test_only_cards_of_the_step_are_playable_and_say_why(two):
    ann, foe = two("rush", "feint", more={"colour": "white"})
    started(ann, foe)
    assert ann.cannot("play", ride=ann.held("feint")).why.startswith("Card: It is for the Maneuver step.")


@pytest.mark.rule("PT-CLASS-02")
def test_a_coloured_card_needs_somebody_of_its_colour(two):
    ann, foe = two("feint")
    started(ann, foe)
    ann.stage.goes_to("maneuver")
    assert ann.cannot("play", ride=ann.held("feint")).why == "It is for somebody White."


@pytest.mark.rule("PT-RUL-85")
def test_a_card_asks_the_one_again_who_had_passed(two):
    ann, foe = two("rush", "rush", foe=("back-off", "back-off"))
    started(ann, foe)
    ann.does("pass")
    foe.does("pass")
    assert ann.stage.fight.phase == "maneuver"


@pytest.mark.rule("PT-RUL-85")
def test_passing_in_turns_after_a_card(two):
    ann, foe = two("rush", "rush", foe=("back-off", "back-off"))
    started(ann, foe)
    ann.does("pass")
    foe.plays("back-off")
    assert "play" in ann.may()


@pytest.mark.rule("PT-COMB-05", "PT-RUL-85")
def test_who_passes_the_step_is_asked_again_when_the_distance_changes(two):
    ann, foe = two("rush", foe=("back-off", "rush", "rush"))
    started(ann, foe)
    ann.does("leave")
    foe.plays("rush")
    assert ann.stage.fight.distance == "melee"
    assert "play" in ann.may()


@pytest.mark.rule("PT-STAT-03", "PT-STAT-04")
def test_nobody_stunned_or_prone_is_asked_to_move(two):
    for status in ("stunned", "prone"):
        ann, foe = two("rush", more={"statuses": (status,)})
        started(ann, foe)
        assert ann.stage.fight.phase == "maneuver"


@pytest.mark.rule("PT-STAT-06", "PT-RUL-30")
def test_nobody_who_cannot_fly_comes_to_melee_against_a_flier(two):
    ann, foe = two("rush", other={"statuses": ("flying",)})
    started(ann, foe)
    ann.plays("rush")
    assert ann.stage.fight.distance == "ranged"


@pytest.mark.rule("PT-COMB-07")
def test_a_maneuver_takes_a_coin_from_the_opponents_defence_for_the_combat(two):
    ann, foe = two("feint", more={"colour": "white"}, other={"fighting": 2})
    started(ann, foe)
    ann.stage.goes_to("maneuver")
    ann.plays("feint")
    ann.attacks(foe).throws("TTT", "TTTT")
    ann.stage.ends_combat()
    assert ann.stage.s.lasting == ()


@pytest.mark.rule("PT-COMB-08", "PT-ATK-01", "PT-CLASS-02")
def test_an_attack_card_adds_to_the_damage_and_goes_to_the_discards_with_its_attack(two):
    ann, foe = two("wide-swing", more={"keywords": ("captain",)})
    ann.attacks(foe, card="wide-swing").throws("HHT", "TTT", "HHHT")
    assert foe.physical == (5, 9, 0)
    assert ann.stage.s.hands[1].thrown == ("wide-swing.1",)


@pytest.mark.rule("PT-MOOK-02")
def test_cleave_takes_as_many_mooks_as_the_margin(stage):
    ann, crew, _ = stage(
        cards=CARDS,
        hands={"ann": {"hand": ("wide-swing",)}},
        ann={"keywords": ("captain",)},
        crew={"kind": "mook", "quantity": 4},
        foe=VILLAIN,
    ).cast
    ann.attacks(crew, card="wide-swing").throws("HHH", "TTT")
    assert crew.now.quantity == 1


@pytest.mark.rule("PT-ENE-06", "PT-ENE-02")
def test_x_is_paid_and_counts(two):
    ann, foe = two("slow-burn", more={"psyche": 1, "energy": 9})
    ann.attacks(foe, "mental", card="slow-burn", x=2)
    assert (ann.now.energy, ann.now.spent) == (7, 2)
    foe.defends("psyche")
    ann.throws("HHHH", "TTT")
    ann.does("throw")
    assert ann.stage.dice_in_the_air() == 3 + 2


@pytest.mark.rule("PT-COMB-08", "PT-RUL-38")
def test_both_sides_may_attack_the_one_with_initiative_first(two):
    ann, foe = two()
    ann.attacks(foe).throws("TTT", "TTT")
    foe.attacks(ann).throws("HTT", "TTT", "TTT")
    assert ann.physical == (8, 9, 0)


@pytest.mark.rule("PT-COMB-01")
def test_nobody_starts_a_combat_without_an_attack_action(two):
    ann, _ = two()
    ann.stage.rules("people", "ann", "attacks", to=0)
    ann.cannot("fight.ann", target="foe")


BEFORE = f"""{CARDS}
[[card]]
id = "it"
kind = "detail"
name = "It"
colour = "white"
requires = {{class = "captain"}}
duration = "turn"
when = [{{trigger = "before_combat", effects = [{{gain_action = {{target = "self", kind = "move", amount = 1}}}}]}}]
"""


@pytest.mark.rule("PT-COMB-04")
def test_what_comes_before_a_combat_comes_before_its_first_step(stage):
    ann, foe = stage(cards=BEFORE, hands={"ann": {"hand": ("rush",)}}, ann={}, foe=VILLAIN).cast
    ann.stage.now_has(lying=(Lying("it", "ann", "ann"),)).rules("people", "ann", "moves", to=0)
    ann.fights(foe)
    assert (ann.now.moves, ann.stage.fight.phase, ann.stage.events.count("card")) == (1, "movement", 0)


@pytest.mark.rule("PT-CLASS-01", "PT-CLASS-02", "PT-CLASS-04", "PT-KEY-01")
@pytest.mark.parametrize(
    ("colour", "keywords", "why"),
    [("white", ("captain", "rich"), ""), ("black", ("captain",), "White"), ("white", ("rich",), "Captain")],
)
def test_a_class_that_a_card_demands_holds_beside_its_colour(stage, colour, keywords, why):
    people = {"ann": {"belief": 2, "colour": colour, "keywords": keywords}, "foe": VILLAIN}
    ann, _ = stage(cards=BEFORE, hands={"ann": {"plot": ("it",)}}, **people).cast
    if why:
        assert why in ann.cannot("detail.ann", detail="it").why
    else:
        ann.does("detail.ann", detail="it")


@pytest.mark.rule("PT-COMB-02", "PT-RUL-37")
def test_a_hero_starts_one_combat_a_turn(two):
    ann, foe = two()
    started(ann, foe)
    ann.stage.ends_combat()
    assert isinstance(ann.stage.frame, Turns)
    assert "fight.ann" not in ann.may()


@pytest.mark.rule("PT-KEY-05", "PT-RUL-37")
def test_a_tactician_starts_another_one_with_somebody_else(stage):
    people = {"ann": {"keywords": ("tactician",)}, "foe": VILLAIN, "crew": {"kind": "mook", "quantity": 2}}
    ann, foe, crew = stage(**people).cast
    started(ann, foe)
    ann.stage.ends_combat()
    assert "fought" in ann.cannot("fight.ann", target=foe).why
    ann.fights(crew)


@pytest.mark.rule("PT-RUL-63")
def test_the_table_may_forbid_combats_within_a_side(stage):
    ann, bo, _ = stage(ann={}, bo={}, foe=VILLAIN, house={"friendly_combat": False}).cast
    assert "same side" in ann.cannot("fight.ann", target=bo).why


@pytest.mark.rule("PT-DECK-03", "PT-COMB-09")
def test_after_a_combat_cards_are_thrown_away_and_drawn_up_to_three(two):
    ann, foe = two("rush", "feint", deck=("back-off", "back-off", "rush"))
    ann.stage.play.draws("rush.52")
    started(ann, foe)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    ann.does("redraw", cards=(ann.held("feint"),))
    ann.stage.play.draws("back-off.50")
    assert sorted(ann.hand) == ["back-off", "rush", "rush"]


@pytest.mark.rule("PT-RUL-40")
def test_where_the_deck_is_empty_the_discards_are_the_new_one(two):
    ann, foe = two("rush", "feint")
    started(ann, foe)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    ann.does("redraw", cards=(ann.held("feint"),))
    ann.stage.play.draws("feint.2")
    assert sorted(ann.hand) == ["feint", "rush"]


@pytest.mark.rule("PT-RUL-40")
def test_the_table_may_have_no_new_deck(two):
    ann, foe = two("rush", "feint", house={"deck_empty": "stop"})
    started(ann, foe)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    ann.does("redraw", cards=(ann.held("feint"),))
    assert ann.hand == ["rush"]


@pytest.mark.rule("PT-SNEAK-01", "PT-SNEAK-02", "PT-STAT-05", "PT-STAT-07", "PT-RUL-12")
def test_a_sneak_attack_surprises_sets_the_distance_and_skips_movement(two):
    ann, foe = two(
        more={"body": 4, "stealth": 3, "fighting": 4, "statuses": ("hidden",)},
        other={"mind": 3, "perception": 2, "body": 3, "fighting": 3},
    )
    ann.fights(foe)
    ann.throws("HHHHTTT", "HHTTT")
    assert (foe.now.statuses, ann.now.statuses) == (("surprised",), ())
    ann.does("distance", distance=("melee",))
    assert ann.stage.fight.phase == "attack"
    ann.attacks(foe).throws("HHHHTTTT", "HHHT")
    assert ann.attack.margin == 1
    assert foe.now.statuses == ()


@pytest.mark.rule("PT-STAT-06", "PT-SNEAK-02")
def test_nobody_who_cannot_fly_sneaks_up_to_melee_against_a_flier(two):
    ann, foe = two(more={"stealth": 4, "statuses": ("hidden",)}, other={"statuses": ("flying",)})
    ann.fights(foe)
    ann.throws("HHHHTTT", "TTT")
    assert ann.cannot("distance", distance="melee").why == "Distance: Foe is Flying. Choose something else."
    ann.does("distance", distance="ranged")


@pytest.mark.rule("PT-RUL-29")
def test_a_sneak_attack_takes_an_action_and_spends_none(two):
    ann, _ = two(more={"stealth": 3, "statuses": ("hidden",)})
    ann.stage.rules("people", "ann", "attacks", to=0)
    ann.cannot("fight.ann", target="foe")
    ann.stage.rules("people", "ann", "attacks", to=1)
    ann.fights("foe")
    assert (ann.now.attacks, ann.now.against) == (1, ("foe",))


@pytest.mark.rule("PT-SNEAK-01")
def test_whoever_loses_the_sneak_is_surprised_and_with_a_tie_nobody(two):
    for coins, whom in ((("TTTTT", "HTTTT"), ("surprised",)), (("HTTTT", "HTTTT"), ())):
        ann, foe = two(more={"stealth": 2, "statuses": ("hidden",)}, other={"perception": 2})
        ann.fights(foe)
        ann.throws(*coins)
        assert (ann.now.statuses, foe.now.statuses) == (whom, ())


BYSTANDER = """
[[card]]
id = "old-harbour"
kind = "location"
name = "Old Harbour"
colour = "golden"
[[card]]
id = "crane-operator"
kind = "bystander"
name = "Crane Operator"
difficulty = 1
life = 3
colour = "golden"
recruit = [{gain = {target = "you", counter = "energy", amount = 2}}]
kill = [{gain = {target = "main", counter = "hate", amount = 2}}]
"""


@pytest.fixture
def dock(stage):
    """A Hero, a Villain and a Bystander at the harbour."""
    people = {"ann": {"charm": 4, "offend": 1, "energy": 2}, "foe": VILLAIN | {"body": 4}}
    scene = stage(cards=BYSTANDER, place="old-harbour", **people)
    return scene.now_has(bystanders=(Bystander("crane-operator", "old-harbour"),)).cast


@pytest.mark.rule("PT-PLOT-06", "PT-RUL-41", "PT-ROLL-04")
def test_damage_of_its_life_recruits_a_bystander(dock):
    ann, _ = dock
    ann.does("fight.ann", target="crane-operator")
    ann.does("attack.social").throws("HHTTT", "HHTT")
    assert ann.now.energy == 4
    assert ann.stage.s.bystanders == ()
    assert isinstance(ann.stage.frame, Turns | Combat)


@pytest.mark.rule("PT-PLOT-05")
@pytest.mark.parametrize("word", ["regenerate", "remove_trauma"])
def test_a_bystander_has_no_stress_that_could_come_back(stage, word):
    heals = f'{{{word} = {{target = "opponent", type = "physical", amount = 1}}}}'
    cards = BYSTANDER + lying(heals, trigger="before_combat")
    ann, _ = stage(cards=cards, place="old-harbour", ann={}, foe=VILLAIN).cast
    stands = (Bystander("crane-operator", "old-harbour"),)
    ann.stage.now_has(lying=(*ann.stage.s.lying, Lying("it", "ann", "ann")), bystanders=stands)
    ann.does("fight.ann", target="crane-operator")
    assert ann.stage.fight.phase == "attack"


@pytest.mark.rule("PT-PLOT-06", "PT-RUL-41")
def test_less_does_nothing_and_is_not_kept(dock):
    ann, _ = dock
    ann.does("fight.ann", target="crane-operator")
    ann.does("attack.social").throws("HHTTT", "HTTT")
    assert ann.stage.s.bystanders
    assert ann.now.energy == 2


@pytest.mark.rule("PT-PLOT-06")
def test_heroes_recruit_with_words_and_thoughts_and_villains_kill_without_words(dock):
    ann, foe = dock
    ann.does("fight.ann", target="crane-operator")
    ann.stage.at_melee()
    assert "Bystander" in ann.cannot_attack("melee").why
    ann.stage.ends_combat()
    while "fight.foe" not in foe.may():
        ann.stage.takes_one("pass")
    foe.does("fight.foe", target="crane-operator")
    assert "Bystander" in foe.cannot_attack("social").why
    ann.stage.at_melee()
    foe.does("attack.melee").throws("HHTT", "HHTT")
    assert foe.now.will == 2


@pytest.mark.rule("PT-BEL-05", "PT-COMB-08")
def test_who_could_buy_another_attack_is_asked_before_the_combat_ends(two):
    ann, foe = two(more={"belief": 1}, other={"attacks": 0})
    ann.attacks(foe).throws("TTT", "TTT")
    assert ann.stage.fight.phase == "attack"
    ann.does("again.ann")
    ann.attacks(foe).throws("TTT", "TTT")
    assert ann.now.will == 0


@pytest.mark.rule("PT-ENE-06", "PT-ENE-02")
def test_no_more_is_paid_for_x_than_there_is(two):
    ann, foe = two("slow-burn", more={"psyche": 1, "energy": 2})
    ann.attacks(foe, "mental", card="slow-burn", x=2)
    assert (ann.now.energy, ann.now.spent) == (0, 2)
    ann, foe = two("slow-burn", more={"psyche": 1, "energy": 2})
    ann.fights(foe)
    ann.stage.goes_to("attack")
    assert "from 0 to 2" in ann.cannot("attack.mental", form=":stress", ride=(ann.held("slow-burn"),), x=3).why


@pytest.mark.rule("PT-COMB-05", "PT-COMB-08")
def test_a_hand_says_of_each_card_why_it_cannot_be_played_now_where_one_is_asked(two):
    ann, foe = two("rush", "back-off", "wide-swing")

    def why():
        hand = next(each for each in ann.stage.play.panels("ann") if getattr(each, "id", "") == "hand")
        return {each.name: each.blocked for each in hand.panels}

    assert set(why().values()) == {""}
    started(ann, foe)
    assert why() == {"Rush": "", "Back Off": "", "Wide Swing": "It is for the Attack step."}
    ann.does("play", ride="back-off.2")
    assert why()["Rush"] == "It is for the Movement step."


@pytest.mark.rule("PT-COMB-08", "PT-ACT-04")
def test_a_card_for_an_attack_says_that_no_attack_is_left_to_play_it_with(two):
    ann, foe = two("slow-burn", more={"psyche": 1, "belief": 1}, other={"attacks": 0})

    def why():
        hand = next(each for each in ann.stage.play.panels("ann") if getattr(each, "id", "") == "hand")
        return [each.blocked for each in hand.panels]

    def says():
        return next(each for each in ann.stage.play.options() if each.key == "pass" and each.seat == "ann").says

    started(ann, foe)
    ann.stage.goes_to("attack")
    assert why() == [""]
    assert says().startswith("Tap a card of your hand to attack with it. Pass")
    ann.attacks(foe).throws("TTT", "TTT")
    foe.does("leave")
    assert says().startswith("There is no Attack action left. Pass")
    assert lit_in(ann)[1]["pass"].ask == "You are at Melee Distance. There is no Attack action left."
    assert ann.cannot("attack.mental").why.startswith("There is no Attack action left.")
    assert why() == ["There is no Attack action left."]


@pytest.mark.rule("PT-KEY-05")
def test_a_tactician_starts_the_second_one_with_nobody_they_have_attacked(stage):
    people = {"ann": {"keywords": ("tactician",)}, "foe": VILLAIN, "other": VILLAIN, "third": VILLAIN}
    scene = stage(**people)
    ann, foe, other, third = scene.cast
    other.fights(ann)
    ann.attacks(other).throws("TTT", "TTT")
    scene.ends_combat()
    scene.now_has(initiative="heroes").edits(Turns, phase="first", round=Passing((ann.seat,)))
    scene.rules("people", "ann", "attacks", to=1)
    ann.fights(foe)
    scene.ends_combat()
    assert "attacked" in ann.cannot("fight.ann", target=other).why
    ann.fights(third)


CHEAP = """
[[card]]
id = "tailwind"
kind = "detail"
name = "Tailwind"
colour = "golden"
duration = "turn"
when = [{trigger = "while_in_play", effects = [{modify_cost = {target = "self", what = "card.movement", counter = "move", amount = -1}}]}]
"""


@pytest.mark.rule("PT-RUL-51", "PT-COMB-05")
@pytest.mark.parametrize("lies", [True, False])
def test_who_has_no_move_left_plays_a_movement_card_that_takes_none(stage, lies):
    hands = {"ann": {"hand": ("rush",)}}
    lay = [Lying("tailwind.1", on="ann", seat="ann")] if lies else []
    scene = stage(cards=CARDS + CHEAP, hands=hands, lying=lay, ann={}, foe=VILLAIN)
    ann, foe = scene.cast
    scene.rules("people", "ann", "moves", to=0)
    started(ann, foe)
    assert ("play" in ann.may() and scene.fight.phase == "movement") == lies


def lit_in(ann):
    """The option that is lit for somebody, and all that are open to them by key."""
    options = [each.option for each in ann.stage.play.waiting if each.seat == ann.seat]
    return lit(options), {each.key: each for each in options if not each.blocked}


@pytest.mark.rule("PT-DECK-03")
@pytest.mark.parametrize(
    ("held", "says"),
    [
        (("rush", "feint", "rush"), "Nothing is drawn. A card that you tap is redrawn."),
        (("rush",), "You draw to 3. A card that you tap goes before."),
    ],
)
def test_to_throw_cards_away_is_not_lit_before_one_is_chosen(two, held, says):
    ann, foe = two(*held)
    started(ann, foe)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    found, options = lit_in(ann)
    assert (found.key, found.label, found.says) == ("keep", "Keep all", says)
    assert not options["redraw"].first
    ann.does("keep")
    assert ann.stage.told("discards") == []


def test_who_keeps_all_of_a_hand_that_is_not_full_reads_what_may_come(two):
    ann, foe = two("rush", "rush", "feint", deck=("back-off", "back-off"))
    started(ann, foe)
    ann.plays("rush")
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    assert lit_in(ann)[0].figures == ("draws_movement", "draws_attack")


def test_who_holds_nothing_draws(two):
    ann, foe = two()
    started(ann, foe)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    found, options = lit_in(ann)
    assert (found.key, "keep" in options) == ("redraw", False)


@pytest.mark.rule("PT-COMB-05", "PT-RUL-85")
def test_whoever_may_pass_reads_what_they_go_without_and_that_cards_can_be_tapped(two):
    ann, foe = two("rush", foe=("rush",))
    started(ann, foe)
    stays = "Pass, and you stay where you are until the other one acts."
    assert lit_in(ann)[1]["pass"].says == f"Tap a card of your hand to play it. {stays}"
    ann.does("pass")
    assert lit_in(foe)[1]["pass"].says == f"Tap a card of your hand to play it. {stays}"
    ann.stage.goes_to("maneuver")  # what they hold is for another step
    assert lit_in(ann)[1]["pass"].says == "Pass, and you do nothing until the other one acts."
    ann.stage.goes_to("attack")
    assert lit_in(ann)[1]["pass"].says == "Pass, and you attack no more until the other one acts."


@pytest.mark.parametrize(("name", "at"), [("Night Nurse", "Night Nurse is at "), ("The Temps", "The Temps are at ")])
def test_of_several_who_share_a_name_it_is_said_that_they_are_there(two, name, at):
    ann, foe = two(more={"name": name})
    started(ann, foe)
    assert lit_in(ann)[1]["pass"].awaits.startswith(at)
