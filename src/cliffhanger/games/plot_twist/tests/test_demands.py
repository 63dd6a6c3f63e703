"""What cards demand, forbid and ask about, as it holds in play."""

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.rules import attacks, costs, facts
from cliffhanger.games.plot_twist.rules.pieces import GM, Bystander, Lying
from cliffhanger.games.plot_twist.tests.whole import COMBAT, card, does
from cliffhanger.games.plot_twist.tests.written import attack_card, lying
from cliffhanger.kernel.frames import change

VILLAIN = {"kind": "villain"}
HARBOUR = card("location", "Harbour", "keywords = ['docks']")
BANK = card("location", "Bank")
DEMANDS = [
    ("weapon_type = 'melee'", {"weapon": "melee 0/2"}, {"weapon": "ranged 0/2"}, "It needs"),
    ("weapon_type = 'melee'", {"weapon": "melee 0/2"}, {}, "It needs"),
    ("not = [{ colour = 'red' }]", {}, {"colour": "red"}, "It asks that something is not so."),
    ("not = [{ colour = 'red' }, { keyword = 'rich' }]", {}, {"keywords": ("rich",)}, "It asks that something"),
    (
        "all = [{ keyword = 'rich' }, { colour = 'red' }]",
        {"keywords": ("rich",), "colour": "red"},
        {"colour": "red"},
        "Rich",
    ),
    ("any = [{ class = 'tank' }, { keyword = 'rich' }]", {"keywords": ("rich",)}, {}, "It is for a Tank."),
    ("status = 'flying'", {"statuses": ("flying",)}, {}, "It needs"),
    ("hero_colour_in_play = 'red'", {"colour": "red"}, {}, "It needs"),
    ("heroic = { psyche = '>=2' }", {"psyche": 2}, {"psyche": 1}, "It needs"),
]


@pytest.mark.rule("PT-CLASS-02", "PT-CLASS-04")
@pytest.mark.parametrize(("wanted", "has", "lacks", "why"), DEMANDS)
def test_a_card_is_for_those_who_have_what_it_demands(stage, wanted, has, lacks, why):
    text = card("detail", "It", f"requires = {{ {wanted} }}")
    for given, may in ((has, True), (lacks, False)):
        ann = stage(cards=text, hands={"ann": {"plot": ("it",)}}, ann=given | {"belief": 1}, foe=VILLAIN).cast[0]
        if may:
            ann.does("detail.ann", detail="it")
        else:
            assert why in ann.cannot("detail.ann", detail="it").why


@pytest.mark.rule("PT-CLASS-04")
@pytest.mark.parametrize("wanted", ["name = 'Harbour'", "keyword = 'docks'"])
@pytest.mark.parametrize(("place", "may"), [("harbour", True), ("bank", False), ("", False)])
def test_a_card_may_demand_a_place(stage, wanted, place, may):
    text = card("detail", "It", f"requires = {{ location = {{ {wanted} }} }}") + HARBOUR + BANK
    ann = stage(cards=text, place=place, hands={"ann": {"plot": ("it",)}}, ann={"belief": 1}, foe=VILLAIN).cast[0]
    if may:
        ann.does("detail.ann", detail="it")
    else:
        assert "It needs" in ann.cannot("detail.ann", detail="it").why


def forbids(what, who="self"):
    return lying(f"{{ forbid = {{ target = '{who}', what = '{what}' }} }}", trigger="while_in_play")


def test_what_a_card_forbids_is_not_played(stage):
    text = forbids("card.detail") + card("detail", "Plain")
    scene = stage(cards=text, hands={"ann": {"plot": ("plain",)}}, ann={"belief": 1}, foe=VILLAIN)
    scene.now_has(lying=(Lying("it", "ann", "ann"),))
    assert scene.cast[0].cannot("detail.ann", detail="plain").why.endswith(" forbids it.")


@pytest.mark.parametrize(("what", "asked"), [("attack.melee", True), ("attack", False)])
def test_a_kind_of_attack_may_be_forbidden_or_all_of_them(two, what, asked):
    ann, foe = two(forbids(what))
    ann.fights(foe)
    ann.stage.at_melee()
    assert ("attack.social" in ann.may()) == asked
    assert "attack.melee" not in ann.may()
    if asked:
        assert ann.cannot_attack("melee", form=":stress").why == "It forbids it."


@pytest.mark.parametrize(("step", "name"), [("movement", "rush"), ("maneuver", "feint")])
def test_cards_of_one_step_may_be_forbidden(stage, step, name):
    text = forbids(f"card.{step}") + "".join(COMBAT)
    scene = stage(cards=text, hands={"ann": {"hand": (name,)}}, ann={}, foe=VILLAIN)
    scene.now_has(lying=(Lying("it", "ann", "ann"),))
    ann, foe = scene.cast
    ann.fights(foe)
    scene.goes_to(step)
    assert ann.cannot("play", ride=ann.held(name)).why.endswith(" forbids it.")


def test_attack_cards_may_be_forbidden(stage):
    text = forbids("card.attack") + "".join(COMBAT)
    scene = stage(cards=text, hands={"ann": {"hand": ("curse",)}}, ann={}, foe=VILLAIN)
    scene.now_has(lying=(Lying("it", "ann", "ann"),))
    ann, foe = scene.cast
    ann.fights(foe)
    scene.goes_to("attack")
    assert "It forbids it." in ann.cannot_attack("social", form=":stress", ride=(ann.held("curse"),)).why


def test_who_may_not_move_still_plays_maneuvers(stage):
    text = forbids("move") + "".join(COMBAT)
    scene = stage(cards=text, hands={"ann": {"hand": ("rush", "feint")}}, ann={}, foe=VILLAIN)
    scene.now_has(lying=(Lying("it", "ann", "ann"),))
    ann, foe = scene.cast
    ann.fights(foe)
    assert scene.fight.phase == "maneuver"
    assert costs.unplayable(scene.s, "ann", ann.held("rush")) == "It forbids it."
    ann.plays("feint")


@pytest.mark.parametrize(("what", "why"), [("recruit", "It forbids it."), ("kill", "")])
def test_a_hero_recruits_unless_a_card_forbids_that(two, what, why):
    ann, _ = two(forbids(what) + HARBOUR, more={"psyche": 1}, place="harbour")
    ann.stage.now_has(bystanders=(Bystander("clerk", "harbour"),))
    assert attacks.barred(ann.stage.s, "ann", "clerk", "mental") == why


def test_who_does_not_see_the_events_turns_one_up_by_chance(stage):
    text = card("detail", "Leak", does("reveal", "what = 'event'"))
    text += "".join(card("event", f"Event {n}", "reveal = []") for n in "ab")
    down = (Lying("event-a", GM, up=False), Lying("event-b", GM, up=False))
    scene = stage(cards=text, hands={"ann": {"plot": ("leak",)}}, lying=down, ann={"belief": 1}, foe=VILLAIN)
    scene.cast[0].does("detail.ann", detail="leak")
    scene.play.draws("event-b")
    assert [each.up for each in scene.s.lying] == [False, True]


def test_energy_is_spent_at_the_start_of_a_turn(stage):
    text = HARBOUR + card("bystander", "Clerk", "difficulty = 1", "life = 2")
    hands = {"ann": {"plot": ("clerk.1",)}}
    scene = stage(cards=text, hands=hands, place="harbour", ann={"energy": 2, "physical": 5}, foe=VILLAIN)
    assert scene.frame.phase == "free"
    scene.cast[0].does("regenerate.ann", kind="physical", n=2)
    assert scene.cast[0].physical[0] == 7


def test_while_pursuit_is_asked_nothing_is_turned_up(stage):
    text = HARBOUR + card("lair", "Bunker") + card("objective", "The Vault", "threat = { if = 'turn >= 40' }")
    down = (Lying("the-vault", GM, "foe", up=False),)
    scene = stage(cards=text, hands={GM: {"plot": ("bunker.1",)}}, place="harbour", lying=down, ann={}, foe=VILLAIN)
    ann, foe = scene.cast
    assert "objective" in foe.may()
    scene.ends_turn()
    assert "pursue" in ann.may()
    assert "objective" not in foe.may()


@pytest.mark.rule("PT-KEY-01")
@pytest.mark.parametrize(
    "word", ["forbid = { target = 'self', what = 'keyword.armor' }", "keyword = { target = 'self', lose = 'armor' }"]
)
def test_a_keyword_may_be_forbidden_or_taken(two, word):
    ann, _ = two(lying(f"{{ {word} }}", trigger="while_in_play"), more={"keywords": ("armor", "rich")})
    assert not facts.has_keyword(ann.stage.s, "ann", "armor")
    assert facts.has_keyword(ann.stage.s, "ann", "rich")


@pytest.mark.rule("PT-ARM-02")
def test_what_destroys_some_cover_leaves_the_rest_of_that_source(armed):
    ann, foe = armed(attack_card("{cover = {add = 3}}", "{cover = {add = 2}}", "{cover = {destroy = 3}}"))
    ann.attacks(foe, card="it")
    assert [each.n for each in ann.now.cover] == [2]


# --- names ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "left"), [(2, 8), (3, 7)])
def test_a_card_may_ask_how_much_damage_is_about_to_come(two, least, left):
    text = lying(
        "{ prevent = { amount = 1 } }", trigger="before_damage", more=f"to = 'self', if = 'damage >= {least}',"
    )
    ann, foe = two(text)
    foe.attacks(ann).throws("HHH", "TTT", "HTT")
    assert ann.physical[0] == left


def test_a_card_may_ask_how_many_cards_were_played(stage):
    twice = "{ gain = { target = 'self', counter = 'energy', amount = 'count.cards_played' } }"
    text = card("combat", "Feint", "step = 'maneuver'") + card(
        "combat", "Count", "step = 'maneuver'", f"effects = [{twice}]"
    )
    ann, foe = stage(cards=text, hands={"ann": {"hand": ("feint", "count")}}, ann={}, foe=VILLAIN).cast
    ann.fights(foe)
    ann.stage.goes_to("maneuver")
    ann.plays("feint")
    ann.stage.takes("pass") if "play" not in ann.may() else None
    ann.plays("count")
    assert ann.now.energy == 2


@pytest.mark.rule("PT-GOAL-05")
@pytest.mark.parametrize(("by", "seat"), [("gm", GM), ("players", "ann")])
def test_another_seat_plays_somebody_as_long_as_a_card_says_so(stage, by, seat):
    who = "ann" if by == "gm" else "foe"
    text = lying(f"{{ control = {{ target = 'self', by = '{by}' }} }}", trigger="while_in_play")
    scene = stage(cards=text, ann={}, foe=VILLAIN)
    scene.now_has(lying=(Lying("it", GM, who),))
    assert facts.seat_of(scene.s, who) == seat


# --- cards that go into decks of the table --------------------------------------------------------------------


@pytest.mark.parametrize(("zone", "kind"), [("twists", "twist"), ("events", "event")])
def test_a_card_goes_back_to_the_twists_or_the_events(stage, zone, kind):
    back = card("detail", "Back", does("search", f"zone = '{zone}', to = '{zone}', target = 'main'"))
    text = back + "".join(card(kind, f"{kind} {n}", "reveal = []") for n in "ab")
    down = (Lying("event-a", GM, up=False), Lying("event-b", GM, up=False)) if kind == "event" else ()
    scene = stage(cards=text, hands={"ann": {"plot": ("back",)}}, lying=down, ann={"belief": 1}, foe=VILLAIN)
    scene.now_has(main="foe", twists=("twist-a", "twist-b") if kind == "twist" else ())
    scene.cast[0].does("detail.ann", detail="back")
    scene.play.act(GM, "cards", cards=(f"{kind}-a",))
    there = scene.s.twists if kind == "twist" else tuple(each.id for each in scene.s.lying)
    assert sorted(there) == [f"{kind}-a", f"{kind}-b"]


# --- a house rule, and what cannot be -------------------------------------------------------------------------


@pytest.mark.rule("PT-RUL-04", "PT-BEL-06")
@pytest.mark.parametrize("when", ["after", "before"])
def test_successes_are_bought_after_the_throw_or_before_it(stage, when):
    scene = stage(ann={"belief": 2}, foe=VILLAIN, house={"belief_auto": when})
    ann, foe = scene.cast
    ann.attacks(foe)
    scene.takes("defend")
    assert ("raise" in ann.may()) == (when == "before")
    if when == "before":
        ann.raises(1)
    scene.takes("throw", "defend")
    scene.play.rolls(1, 1, 1)
    scene.play.rolls(1, 1, 1)
    if when == "after":
        assert not scene.play.happened("hits")
        ann.raises(1)
    assert scene.play.happened("hits")
    assert ann.now.will == 1


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"place": "ann"}, "The place has to be a Location or a Lair, not Ann."),
        ({"place": "nowhere"}, "There is no card nowhere."),
        ({"twists": ("rumour.1",)}, "There is no card rumour.1."),
    ],
)
def test_a_ruling_sets_no_card_that_nobody_has_brought(stage, changes, why):
    scene = stage(ann={}, foe=VILLAIN)
    assert GAME.invariant_error(scene.s) == ""
    assert GAME.invariant_error(scene.now_has(**changes).s) == why


def test_a_ruling_gives_nobody_something_in_hand_that_they_do_not_have(stage):
    scene = stage(ann={}, foe=VILLAIN | {"weapon": "melee 0/2"})
    scene.now_has(people=change(scene.s.people, "ann", active="foes-weapon"))
    assert GAME.invariant_error(scene.s) == "Ann has to have what they hold in hand."


def test_a_ruling_puts_no_card_into_a_deck_that_nobody_has_brought(stage):
    scene = stage(ann={}, foe=VILLAIN)
    scene.now_has(hands=change(scene.s.hands, "ann", deck=("rumour.1",)))
    assert GAME.invariant_error(scene.s) == "There is no card rumour.1."
