"""Figures beside options: the catalogue's chances, walked by the rules from where somebody decides."""

from fractions import Fraction
from itertools import product

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.odds import distributions
from cliffhanger.games.plot_twist.odds.questions import QUESTIONS
from cliffhanger.games.plot_twist.rules import roster
from cliffhanger.games.plot_twist.rules.pieces import Bystander, Lying
from cliffhanger.games.plot_twist.tests.written import attack_card, lying
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.odds.ask import ask, named
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks
from cliffhanger.testing.figure_laws import figure

VILLAIN = {"kind": "villain"}
TEN = {"body": 6, "fighting": 4}
FIVE = VILLAIN | {"fighting": 2}
"""Ten coins against five, and a Damage Pool of six."""


def told(actor, key, figure_id, /, **choice):
    option = actor.stage.play.option(actor.seat, key)
    return figure(GAME, actor.stage.s, option, figure_id, choice)


def value(actor, key, figure_id, /, **choice):
    return told(actor, key, figure_id, **choice).value


def question(name, **given):
    return ask(named(QUESTIONS, name), given)


def beside(actor, key):
    return actor.stage.play.option(actor.seat, key).figures


@pytest.fixture
def met(stage):
    """Two who are at Melee Distance, and whose attacks are next."""

    def made(more=TEN, other=FIVE, **rest):
        scene = stage(ann=more, foe=other, **rest)
        ann, foe, *_ = scene.cast
        if "it" in [card.id for card in scene.s.cards if card.kind == "detail"]:
            scene.now_has(lying=(Lying("it", "ann", "ann"),))
        ann.fights(foe)
        scene.goes_to("attack").at_melee()
        return ann, foe

    return made


# --- attacks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ATK-02", "PT-ATK-04", "PT-ATK-05")
def test_an_attack_says_whether_it_hits_what_it_does_and_whether_they_are_out(met):
    ann, _ = met(other=FIVE | {"physical": 6})
    assert beside(ann, "attack.melee") == ("hits", "damage", "out")
    assert value(ann, "attack.melee", "hits") == Fraction(1739, 2048)
    assert value(ann, "attack.melee", "out") == Fraction(12173, 131072)
    whole = ask(named(QUESTIONS, "attack"), {})
    capped = {str(n): dict(whole.law)[str(n)] for n in range(6)}
    capped["6"] = Fraction(12173, 131072)  # there are only six to lose
    assert dict(told(ann, "attack.melee", "damage").law) == capped


@pytest.mark.rule("PT-ARM-02", "PT-ATK-04")
def test_damage_on_average_counts_misses_and_armor(met):
    ann, _ = met()
    assert value(ann, "attack.melee", "damage") == Fraction(1739, 512)
    armored = FIVE | {"power": 3, "keywords": ("armor",)}
    ann, _ = met(other=armored)
    assert value(ann, "attack.melee", "damage") == question("attack", armor=3).value


@pytest.mark.rule("PT-RES-03")
def test_a_social_attack_says_whether_they_are_demoralized(met):
    ann, _ = met({"charm": 4, "offend": 2}, VILLAIN | {"social": 4})
    assert beside(ann, "attack.social") == ("hits", "damage", "demoralizes")
    expected = question("down", coins=6, against=3, damage=4, stress=4).value
    assert value(ann, "attack.social", "demoralizes") == expected


@pytest.mark.rule("PT-MOOK-02")
def test_of_mooks_one_goes_with_each_hit(met):
    ann, _ = met(other={"kind": "mook", "quantity": 1, "fighting": 2}, boss=VILLAIN)
    hits = value(ann, "attack.melee", "hits")
    assert value(ann, "attack.melee", "damage") == value(ann, "attack.melee", "out") == hits == Fraction(1739, 2048)


@pytest.mark.rule("PT-ATK-02", "PT-RUL-10")
def test_who_is_attacked_sees_it_from_their_side(met):
    ann, foe = met(other=FIVE | {"agility": 3, "physical": 6})
    ann.does("attack.melee")
    assert beside(foe, "defend") == ("misses", "suffers", "out_yourself")
    less, more = (value(foe, "defend", "misses", rank=(rank,)) for rank in ("fighting", "agility"))
    assert (less, more) == (1 - question("hit").value, 1 - question("hit", against=6).value)
    assert value(foe, "defend", "out_yourself", rank=("fighting",)) == Fraction(12173, 131072)
    assert value(foe, "defend", "suffers", rank=("agility",)) < value(foe, "defend", "suffers", rank=("fighting",))


def test_who_defends_is_taken_to_choose_the_larger_pool(met):
    ann, _ = met(other=FIVE | {"agility": 4})
    assert value(ann, "attack.melee", "hits") == question("hit", against=7).value


@pytest.mark.rule("PT-PLOT-06", "PT-RUL-41")
def test_a_bystander_is_recruited_or_killed(stage):
    cards = (
        '[[card]]\nid = "guard"\nkind = "bystander"\nname = "Guard"\ncolour = "golden"\ndifficulty = {}\nlife = {}\n'
    )
    for who, figures, (coins, difficulty, pool, life) in (
        ("ann", ("hits", "recruits"), (6, 1, 4, 3)),
        ("foe", ("hits", "kills"), (7, 2, 5, 4)),
    ):
        people = {"ann": {"charm": 4, "offend": 2}, "foe": VILLAIN | {"mind": 5, "psyche": 2}}
        scene = stage(cards=cards.format(difficulty, life), **people).now_has(bystanders=(Bystander("guard", ""),))
        actor = next(each for each in scene.cast if each.id == who)
        actor.fights("guard")
        scene.goes_to("attack")
        key = "attack.social" if who == "ann" else "attack.mental"
        assert beside(actor, key) == figures
        expected = question("bystander", coins=coins, difficulty=difficulty, damage=pool, life=life).value
        assert value(actor, key, figures[1]) == expected
        assert value(actor, key, "hits") == question("fixed", coins=coins, difficulty=difficulty).value


# --- what is bought -------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ENE-04")
def test_each_coin_more_has_its_chance(met):
    ann, foe = met({"fighting": 3, "energy": 2}, VILLAIN | {"fighting": 3})
    ann.does("attack.melee")
    foe.defends("fighting")
    assert value(ann, "throw", "hits") == Fraction(793, 2048)
    for n in (1, 2):
        assert value(ann, "coins", "hits", n=n) == question("boost", energy=n).value


@pytest.mark.rule("PT-BEL-06", "PT-RUL-04")
def test_belief_turns_a_tie_once_the_coins_lie_there(met):
    ann, foe = met({"fighting": 3, "belief": 2}, VILLAIN | {"fighting": 3})
    ann.does("attack.melee")
    foe.defends("fighting")
    ann.rolls(2, 2, 1, 1, 1, 1).rolls(2, 2, 1, 1, 1, 1)
    assert [value(ann, "stand_by", "hits"), *(value(ann, "raise", "hits", n=n) for n in (1, 2))] == [0, 1, 1]
    ann.raises(1).rolls(2, 1, 1)
    assert beside(ann, "raise") == ("damage", "out")
    assert [value(ann, "stand_by", "damage"), value(ann, "raise", "damage", n=1)] == [2, 3]


@pytest.mark.rule("PT-ENE-04", "PT-ATK-05")
def test_a_coin_more_for_damage_has_its_spread(met):
    ann, _ = met(TEN | {"energy": 1})
    ann.does("attack.melee").throws("HHHHHHHHHH", "TTTTT")
    assert beside(ann, "coins") == ("damage", "out")
    assert dict(told(ann, "throw", "damage").law) == dict(question("damage").law)
    assert value(ann, "coins", "damage", n=1) == Fraction(9, 2)


# --- what abilities change ------------------------------------------------------------------------------------

SHIELD = lying("{prevent = {amount = 2}}", trigger="before_damage", more='to = "self", may = true,')


@pytest.mark.rule("PT-ACT-01")
def test_a_response_says_what_it_would_change(met):
    ann, foe = met({"physical": 3}, VILLAIN | {"body": 6, "fighting": 4}, cards=SHIELD)
    ann.stage.ends_combat()
    ann.does("pass")
    foe.attacks(ann).throws("H" * 10, "TTT", "HHHTTT")
    assert beside(ann, "use") == beside(ann, "leave") == ("suffers", "out_yourself")
    assert [value(ann, key, "suffers") for key in ("use", "leave")] == [2, 3]
    assert [value(ann, key, "out_yourself") for key in ("use", "leave")] == [0, 1]


@pytest.mark.rule("PT-ROLL-10")
def test_a_card_that_reads_the_margin_counts_by_how_much(met):
    more = lying(
        '{damage = {type = "physical", amount = "margin", via = "deal", target = "opponent"}}', trigger="on_hit"
    )
    ann, _ = met({"body": 2, "fighting": 1}, VILLAIN | {"body": 1, "physical": 40}, cards=more)
    aim, usual = distributions.margin(3, 1), distributions.damage(2).mean()
    mean = sum(Fraction(aim.weight(by), aim.total) * (usual + by) for by in (1, 2, 3))
    assert value(ann, "attack.melee", "damage") == mean


@pytest.mark.rule("PT-ROLL-03")
def test_coins_that_fall_again_are_thrown_again(met):
    again = lying('{reroll = {which = "tails", count = 1}}', trigger="after_roll", more='by = "self", once = "turn",')
    ann, _ = met({"body": 2, "fighting": 1}, VILLAIN | {"body": 1, "fighting": 1}, cards=again)
    hits = Fraction(0)
    for coins in product((0, 1), repeat=6):  # three coins, one that may fall again, and two against them
        own, more, other = coins[:3], coins[3], coins[4:]
        hits += Fraction(sum(own) + (more if 0 in own else 0) > sum(other), 2**6)
    assert value(ann, "attack.melee", "hits") == hits


READS = {
    "a roll of its own": '{roll = {system = "coins", pool = 2, by = "self", then = [{if = "successes >= 1", then = [{EXTRA}]}]}}',
    "a roll of its own that is won": """{roll = {system = "fixed", pool = "body+fighting", difficulty = 0, by = "self", then = [
        {if = "successes >= 2", then = [{EXTRA}]}]}}""",
    "coins that last, by a roll of its own": """{roll = {system = "coins", pool = 2, by = "self", then = [
        {coins = {target = "self", on = "damage", amount = "margin", duration = "combat"}}]}}""",
    "the attack's successes": '{if = "successes >= 2", then = [{EXTRA}]}',
    "its successes and by how much": '{if = "successes + margin >= 4", then = [{EXTRA}]}',
}
EXTRA = 'damage = {type = "physical", amount = 2, via = "deal", target = "opponent"}'


@pytest.mark.rule("PT-ROLL-03", "PT-ROLL-10")
@pytest.mark.parametrize("reads", READS)
@pytest.mark.parametrize("key", ["damage", "out"])
def test_what_is_told_apart_of_coins_changes_no_figure(met, reads, key):
    more = lying(READS[reads].replace("EXTRA", EXTRA).replace("\n", ""), trigger="on_hit")
    ann, _ = met({"body": 2, "fighting": 1, "belief": 1}, VILLAIN | {"body": 2, "physical": 3}, cards=more)
    option, walks = ann.stage.play.option("ann", "attack.melee"), Walks(GAME, GAME.view(ann.stage.s, "ann"))
    act, quick = Act("ann", option.window, option.key, first(option.params)), GAME.figure_by_id[key]
    assert walks.worth(act, quick) == walks.worth(act, replace(quick, same=None, fold=None))


@pytest.mark.parametrize(("belief", "most"), [(0, 25), (1, 35)])
def test_a_card_that_throws_its_own_coins_leaves_those_of_others_alike(met, belief, most):
    def positions(cards):
        ann, _ = met(TEN | {"belief": belief}, FIVE, cards=cards)
        option, walks = ann.stage.play.option("ann", "attack.melee"), Walks(GAME, GAME.view(ann.stage.s, "ann"), most)
        return walks.worth(Act("ann", option.window, option.key, first(option.params)), GAME.figure_by_id["damage"])

    own = READS["a roll of its own"].replace("EXTRA", EXTRA)
    assert positions(lying(own, trigger="end_of_turn")) == positions("")
    with pytest.raises(OutOfRange, match=f"{most} positions"):
        positions(lying(READS["the attack's successes"].replace("EXTRA", EXTRA), trigger="on_hit"))


def test_a_card_that_rides_on_an_attack_changes_its_figures(stage):
    cards = attack_card('{coins = {on = "attack", amount = 2}}')
    scene = stage(cards=cards, hands={"ann": {"hand": ("it",)}}, ann=TEN, foe=FIVE)
    ann, foe = scene.cast
    ann.fights(foe)
    scene.goes_to("attack").at_melee()
    assert value(ann, "attack.melee", "hits", ride=(ann.held("it"),)) == question("hit", coins=12).value
    assert value(ann, "attack.melee", "hits") == question("hit").value


# --- Free actions and Sneak Attacks ---------------------------------------------------------------------------


@pytest.mark.rule("PT-HER-05", "PT-RUL-26")
def test_healing_says_what_a_number_brings_back(stage):
    (ann, _) = stage(ann={"healing": 3, "energy": 3, "physical": 4}, foe=VILLAIN).cast
    for number in (1, 2, 3):
        gain = question("chosen", coins=6, number=number).value
        assert value(ann, "heal.ann", "heals", kind=("physical",), n=number) == gain
    ann.does("heal.ann", kind="physical", n=2)
    assert value(ann, "throw", "heals") == Fraction(21, 16)


@pytest.mark.rule("PT-STAT-07", "PT-RUL-28")
def test_a_look_for_somebody_hidden_says_whether_they_are_found(stage):
    hidden = VILLAIN | {"stealth": 2, "statuses": ("hidden",)}
    (ann, _) = stage(ann={"perception": 4, "energy": 1}, foe=hidden).cast
    chance = question("hit", coins=7, against=5).value
    assert value(ann, "seek.ann", "finds", target=("foe",)) == chance
    ann.does("seek.ann", target="foe")
    assert value(ann, "throw", "finds") == chance
    assert value(ann, "coins", "finds", n=1) == question("hit", coins=8, against=5).value


@pytest.mark.rule("PT-SNEAK-01")
def test_a_sneak_attack_says_whether_they_are_surprised(stage):
    hidden = {"stealth": 4, "energy": 1, "statuses": ("hidden",)}
    ann, foe = stage(ann=hidden, foe=VILLAIN | {"perception": 2}).cast
    chance = question("hit", coins=7, against=5).value
    assert value(ann, "fight.ann", "surprises", target=("foe",)) == chance
    ann.fights(foe)
    assert value(ann, "throw", "surprises") == chance


# --- draws ----------------------------------------------------------------------------------------------------

PILE = "".join(
    f'[[card]]\nid = "{name}"\nkind = "combat"\nname = "{name.capitalize()}"\ncolour = "golden"\nstep = "{step}"\n'
    for name, step in (("rush", "movement"), ("feint", "maneuver"), ("wait", "maneuver"))
)


@pytest.fixture
def redraws(stage):
    """A Hero who draws up to three cards at the End of a Combat."""

    def made(deck, hand=("feint",) * 3, **rest):
        hands = {"ann": {"hand": hand, "deck": deck}}
        scene = stage(cards=PILE, hands=hands, ann={}, foe=VILLAIN, **rest)
        ann, foe = scene.cast
        ann.fights(foe)
        while scene.fight.phase != "redraw":
            scene.takes_one("pass")
        return ann

    return made


@pytest.mark.rule("PT-DECK-03")
def test_cards_to_come_are_hypergeometric_from_ones_own_deck(redraws):
    ann = redraws(("rush", "rush", *["wait"] * 8))
    assert beside(ann, "redraw") == ("draws_movement", "draws_attack")
    held = roster.hand(ann.stage.s, "ann").hand
    assert beside(ann, "keep") == ()  # of a full hand nothing is drawn: a chance of nothing stands nowhere
    with pytest.raises(OutOfRange, match="no figure"):
        value(ann, "redraw", "draws_movement", cards=())
    for count in range(1, 4):
        expected = question("draw", drawn=count).value
        assert value(ann, "redraw", "draws_movement", cards=held[:count]) == expected
    assert value(ann, "redraw", "draws_movement", cards=held) == Fraction(8, 15)
    assert value(ann, "redraw", "draws_attack", cards=held) == 0


@pytest.mark.rule("PT-RUL-40")
def test_when_the_deck_runs_out_the_discards_are_drawn_from(redraws):
    ann = redraws(("wait",), hand=("rush", "feint", "feint"))
    thrown = (ann.held("rush"), ann.held("feint"))
    assert value(ann, "redraw", "draws_movement", cards=thrown) == Fraction(1, 2)
    stops = redraws(("wait",), hand=("rush", "feint", "feint"), house={"deck_empty": "stop"})
    assert value(stops, "redraw", "draws_movement", cards=thrown) == 0
    ann = redraws(("rush",))
    assert value(ann, "redraw", "draws_movement", cards=roster.hand(ann.stage.s, "ann").hand) == 1
    with pytest.raises(OutOfRange, match="no figure"):
        value(redraws(()), "redraw", "draws_movement", cards=())


# --- what the other side may still answer ---------------------------------------------------------------------


def trades(stage, belief):
    """Four successes of Ann's against five of a Villain's, where she has so much Belief of nine."""
    ann, foe, *_ = stage(ann={"fighting": 5, "belief": belief}, foe=VILLAIN | {"fighting": 5}, bo={"belief": 9}).cast
    ann.attacks(foe)
    foe.defends("fighting")
    ann.rolls(2, 2, 2, 2, 1, 1, 1, 1).rolls(2, 2, 2, 2, 2, 1, 1, 1)
    return ann, foe


@pytest.mark.rule("PT-REV-03", "PT-BEL-06")
def test_a_hit_that_the_gm_may_still_answer_says_so_and_the_next_question_names_the_answer(stage):
    ann, foe = trades(stage, 8)
    assert beside(ann, "raise") == ("hits_if", "damage", "out")
    assert beside(ann, "stand_by") == ("hits", "damage", "out")
    assert (value(ann, "raise", "hits_if", n=2), GAME.figure_by_id["hits_if"].words) == (
        1,
        "you hit, if they let it stand",
    )
    ann.raises(2)
    reverse = ann.stage.play.option("gm", "reverse")
    assert (reverse.ask, reverse.figures[0]) == ("Ann has added 2 successes: 6 against Foe's 5. Respond?", "misses_if")
    assert (reverse.says, str(reverse.cost[0])) == ("1 success more; a Hero has 2 Belief back.", "2 Belief back")
    foe.does("reverse", hero="ann")
    again = ann.stage.play.option("ann", "raise")
    assert again.ask == "Reversal of Fortunes adds 1 success and gives back 2 Belief: 6 against your 6. Respond?"
    assert again.figures[0] == "hits"  # with two Heroes no more is Cured this Turn


@pytest.mark.rule("PT-ENE-04", "PT-MOOK-03")
def test_coins_that_the_other_side_may_still_outbid_say_so(stage):
    mook = {"kind": "mook", "quantity": 5, "power": 2, "name": "Moths", "fighting": 1}
    ann, moths, _ = stage(ann={"fighting": 2, "energy": 9}, moths=mook, foe=VILLAIN).cast
    ann.attacks(moths)
    moths.defends("fighting")
    assert beside(ann, "coins")[0] == beside(ann, "throw")[0] == "hits_so"
    ann.buys(1)
    assert beside(moths, "coins")[0] == "misses_so"
    moths.buys(1)
    assert ann.stage.play.option("ann", "throw").ask == "Moths have added 1 coin: 5 against your 6. Add some?"
    ann.does("throw")
    assert beside(moths, "throw")[0] == "misses"  # nobody is left to add any: now the coins fall
