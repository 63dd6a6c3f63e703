"""Cards that an effect lets somebody play beside the usual: which, for what price, and why not."""

import pytest

from cliffhanger.games.plot_twist.rules.pieces import GM, Lying
from cliffhanger.games.plot_twist.tests.whole import COMBAT, HEROES, PLOTS, card, does

VILLAIN = {"kind": "villain"}
PLACES = (card("location", "Harbour"), card("location", "Bank"))


def lets(kind, *, free=False):
    """A Detail by which somebody may play a card of a kind."""
    return card("detail", "Lets", does("play", f"target = 'you', kind = '{kind}'{', free = true' * free}"))


@pytest.fixture
def offered(stage):
    """Ann, who has played a Detail that lets her play a card of a kind, and the stage."""

    def made(kind, *, free=False, plot=(), hand=(), belief=1, fights=False, more="", **rest):
        text = "".join((lets(kind, free=free), *PLOTS, *COMBAT, *HEROES[3:], *PLACES, more))
        hands = {"ann": {"plot": ("lets", *plot), "hand": hand}}
        scene = stage(cards=text, hands=hands, place="harbour", ann={"belief": belief}, foe=VILLAIN, **rest)
        ann, foe = scene.cast
        if fights:
            ann.fights(foe)
        ann.does("detail.ann", detail="lets")
        return ann

    return made


@pytest.mark.rule("PT-BEL-04", "PT-ACT-01")
@pytest.mark.parametrize(("free", "left"), [(False, 0), (True, 1)])
def test_a_detail_has_its_price_unless_it_is_free(offered, free, left):
    rest = card("detail", "Rest", does("gain", "target = 'you', counter = 'energy', amount = 2"))
    ann = offered("detail", free=free, plot=("rest",), belief=2, more=rest)
    (item,) = ann.stage.play.option(ann.seat, "play_out").params[0].items
    assert [str(each) for each in item.cost] == ([] if free else ["1 Belief"])
    ann.does("play_out", card="rest")
    assert (ann.now.will, ann.now.energy) == (left, 2)
    assert ann.stage.s.hands[1].plot == ()


def test_nobody_plays_a_detail_they_cannot_pay_for(offered):
    ann = offered("detail", plot=("eyes-open",))
    assert "can pay 0" in ann.cannot("play_out", card="eyes-open").why
    ann.does("leave_it")
    assert ann.stage.s.hands[1].plot == ("eyes-open",)


@pytest.mark.rule("PT-CLASS-02")
def test_what_a_card_demands_holds_here_too(offered):
    ann = offered("detail", free=True, plot=("plan-b",), more=card("detail", "Plan B", "who = 'Somebody'"))
    assert "for Somebody alone" in ann.cannot("play_out", card="plan-b").why


def test_what_a_card_forbids_is_forbidden_here_too(offered):
    hush = "when = [{ trigger = 'while_in_play', effects = [{ forbid = { target = 'each_hero', what = 'card.bystander' } }] }]"
    ann = offered(
        "bystander", plot=("clerk.1",), lying=(Lying("hush", GM),), more=card("event", "Hush", "reveal = []", hush)
    )
    assert ann.cannot("play_out", card="clerk.1").why.endswith(" forbids it.")


@pytest.mark.rule("PT-UNIQ-01")
def test_of_a_location_one_copy_is_in_play(offered):
    ann = offered("location", plot=("bank.1",), lying=(Lying("bank", GM),))
    assert ann.cannot("play_out", card="bank.1").why.endswith("One copy is in play.")


@pytest.mark.rule("PT-PLOT-02", "PT-PLOT-05")
@pytest.mark.parametrize(("kind", "name"), [("location", "bank"), ("bystander", "clerk")])
def test_a_place_or_a_bystander_costs_nothing(offered, kind, name):
    ann = offered(kind, plot=(f"{name}.1",))
    ann.does("play_out", card=f"{name}.1")
    assert ann.now.will == 0
    assert [*ann.stage.s.bystanders, *(each for each in ann.stage.s.lying if each.id == name)][-1].id.startswith(name)


@pytest.mark.rule("PT-BEL-09")
@pytest.mark.parametrize(("belief", "may"), [(5, False), (6, True)])
def test_a_hero_costs_five_belief(offered, belief, may):
    ann = offered("hero", plot=("dee.1",), belief=belief)
    if may:
        ann.does("play_out", card="dee.1")
        assert (ann.now.will, ann.stage.s.people[-1].id) == (0, "dee")
    else:
        assert "costs 5 Belief" in ann.cannot("play_out", card="dee.1").why


def test_a_combat_card_takes_a_combat(offered):
    ann = offered("combat", hand=("feint", "rush"))
    assert ann.cannot("play_out", card="feint.1").why.endswith("It takes a Combat.")


@pytest.mark.rule("PT-COMB-05", "PT-COMB-08")
def test_a_combat_card_is_played_in_any_step_but_attack_cards_ride_on_attacks(offered):
    near = card("combat", "Near", "step = 'maneuver'", "distance = 'melee'", does("draw", "target = 'you'"))
    ann = offered("combat", hand=("swing", "near", "rush"), fights=True, more=near)
    assert ann.cannot("play_out", card="swing.1").why.startswith("Combat: It rides on an attack.")
    assert ann.cannot("play_out", card="near.2").why.startswith("Combat: It is for Melee Distance.")
    ann.does("play_out", card="rush.3")
    assert (ann.stage.fight.distance, ann.now.moves, ann.hand) == ("melee", 1, ["near", "swing"])
    assert ann.stage.s.hands[1].thrown == ("rush.3",)


@pytest.mark.rule("PT-ENE-06")
def test_what_a_combat_card_wants_thrown_away_is_picked(offered):
    dear = card(
        "combat",
        "Dear",
        "step = 'maneuver'",
        "cost = { discard = { count = 1 } }",
        does("cover", "target = 'you', add = 1"),
    )
    ann = offered("combat", hand=("dear", "rush", "feint"), fights=True, more=dear)
    ann.does("play_out", card="dear.1").does("cards", cards=("rush.2",))
    assert ann.hand == ["feint"]
    assert ann.stage.s.hands[1].thrown == ("dear.1", "rush.2")
    assert [each.n for each in ann.now.cover] == [1]


def test_who_visibly_has_no_card_is_not_asked(offered):
    ann = offered("combat", fights=True)
    assert "play_out" not in ann.may()
