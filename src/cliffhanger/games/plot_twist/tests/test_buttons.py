"""What questions and buttons say of what they are about: which step, which attack, which card and its price."""

import pytest

from cliffhanger.games.plot_twist.rules.pieces import Bystander
from cliffhanger.kernel.params import first
from cliffhanger.kernel.wording import button_of

VILLAIN = {"kind": "villain"}
STRAIGHT = """[[card]]
id = "straight"
kind = "combat"
name = "Straight to Business"
colour = "golden"
step = "movement"
effects = [{ skip_step = { step = "maneuver" } }]
"""
SURGE = """[[card]]
id = "surge"
kind = "combat"
name = "Surge"
colour = "golden"
step = "attack"
attack_type = "social"
cost = { energy = 2 }
"""
GUARD = '[[card]]\nid = "guard"\nkind = "bystander"\nname = "Guard"\ncolour = "golden"\ndifficulty = 2\nlife = 3\n'


@pytest.fixture
def fights(stage):
    """Somebody at Melee Distance, with these cards in hand, and whom they fight."""

    def made(*held, **more):
        scene = stage(
            cards=STRAIGHT + SURGE + GUARD,
            hands={"ann": {"hand": held}, "gm": {"hand": held}},
            ann={"energy": 5, **more},
            foe=VILLAIN,
        )
        ann, foe = scene.now_has(bystanders=(Bystander("guard", ""),)).cast
        return ann, foe

    return made


@pytest.mark.rule("PT-COMB-05", "PT-COMB-07")
def test_who_passes_until_the_next_step_reads_which_one_that_is_without_those_left_out(fights):
    ann, foe = fights("straight")
    ann.fights(foe)
    assert ann.stage.play.option("ann", "leave").label == "Pass until the Maneuver step"
    ann.plays("straight")
    assert [each.label for each in ann.stage.play.options() if each.key == "leave"] == ["Pass until the Attack step"]


@pytest.mark.rule("PT-COMB-08", "PT-ENE-06")
def test_the_button_of_an_attack_says_its_kind_and_its_card_and_what_that_costs(fights):
    ann, foe = fights("surge")
    ann.fights(foe)
    ann.stage.goes_to("attack").at_melee()
    social = ann.stage.play.option("ann", "attack.social")
    known = first(social.params)
    assert (button_of(social, known), social.paid(known)) == ("Social Attack on Foe: 3 coins", "")
    known |= {"ride": (ann.held("surge"),)}
    assert (button_of(social, known), social.paid(known)) == ("Social Attack on Foe with Surge: 3 coins", "2 Energy")
    rides = ann.stage.play.option("ann", "attack.melee").params[1]
    assert [item.blocked for item in rides.items] == ["It is for a Social Attack."]


@pytest.mark.rule("PT-PLOT-06")
def test_an_attack_that_is_none_on_a_bystander_says_which_ones_are(fights):
    ann, _ = fights()
    ann.fights("guard")
    ann.stage.goes_to("attack").at_melee()
    why = ann.stage.play.option("ann", "attack.melee").blocked
    assert why == "A Bystander is Recruited by a Mental or Social Attack."


@pytest.mark.rule("PT-DECK-03")
def test_who_may_throw_cards_away_reads_how(fights):
    ann, foe = fights("surge")
    ann.fights(foe)
    while ann.stage.fight.phase != "redraw":
        ann.stage.takes_one("pass")
    asks = {each.ask for each in ann.stage.play.options("ann") if each.key in ("keep", "redraw")}
    assert asks == {"Tap the cards that you do not want: they go, and you draw to 3."}
