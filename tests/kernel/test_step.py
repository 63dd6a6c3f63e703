"""The one step: what it takes, what it refuses and why, and that a refusal changes nothing."""

from dataclasses import replace as with_

import lanterns
import pytest
from lanterns import LANTERNS

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.frames import replace, tell, top
from cliffhanger.kernel.inputs import Act, Faces, Ruling
from cliffhanger.kernel.offers import find, moved, offer, shared, terms
from cliffhanger.kernel.params import Cost, Item, Number, Pick, Text
from cliffhanger.kernel.step import Restless, begin, step
from cliffhanger.testing.play import Play, ready


def test_an_act_changes_the_state_and_its_news_come_with_it(at):
    at.act("Ida", "pour", oil=["oil1-a", "oil4-a"])
    assert top(at.state).oil == 5
    assert [event.what for event in at.news] == ["pours"]
    assert at.state.news == ()


def test_advance_runs_until_somebody_is_asked(at):
    at.act("Ida", "pour", oil="oil1-a").act("Ida", "pass").act("Bram", "pass")
    assert at.waiting.purpose == "wind"
    at.rolls(6)
    assert (at.waiting.purpose, at.waiting.seat, at.waiting.count) == ("oil", "k1", 1)


def test_one_faces_input_answers_the_roll_that_is_open(at):
    at.act("Ida", "dare", dice=2).act("Ida", "pass").act("Bram", "pass")
    roll = at.waiting
    for faces, why in ((Faces("else", (1, 1)), "No such roll"), (Faces(roll.id, (7, 1)), "A d6 cannot show 7")):
        refused = step(LANTERNS, at.state, faces)
        assert isinstance(refused, Refusal)
        assert why in refused.why
    assert at.rolls(3, 4).state.lit == 1


def test_a_closed_window_says_what_is_open_instead(at):
    refused = at.closed("Ida", "gust")
    assert refused.why == "That question is closed."
    assert refused.instead == "You may: Pour oil, Dare the wind, Call out, Wait."
    at.act("Ida", "pass")
    assert at.closed("Ida", "pass").instead == "Nothing is asked of you just now."


def test_a_blocked_option_gives_its_reason_and_its_rule(at):
    at.act("Ida", "dare", dice=1)
    refused = at.refused("Bram", "dare", dice=2)
    assert (refused.rule, refused.why) == ("LN-DARE", "The dice are chosen for this hour.")
    assert str(refused).endswith("(LN-DARE)")


def test_what_is_blocked_without_parameters_to_fill_blocks_itself(at):
    at.act("Ida", "pour", oil=["oil1-a", "oil4-a"])
    assert at.option("Ida", "pour").blocked == "Oil: there is nothing to choose."


def test_nothing_can_be_done_while_dice_fall_or_when_it_is_over(at):
    at.act("Ida", "pass").act("Bram", "pass")
    assert at.refused("host", "gust").why == "The dice are in the air."
    over = Play(LANTERNS, players=1).rules("lit", to=3).draws("oil1-a", "oil1-b")
    over.act("Ida", "pass").rolls(1)
    assert over.over
    assert over.closed("Ida", "pass", "1") == Refusal("", "This game is over.", "It can be undone.")


def test_a_standing_option_is_open_beside_what_is_asked(at):
    assert at.refused("host", "gust").why == "No lantern is lit."
    at.act("Ida", "dare", dice=3).act("Ida", "pass").act("Bram", "pass").rolls(6, 6, 6)
    assert at.act("host", "gust", lanterns=1).state.lit == 0


def test_a_step_can_be_told_what_is_waiting(at):
    asked = LANTERNS.waiting(at.state)
    act = Act("k1", asked[0].option.window, "pass")
    assert step(LANTERNS, at.state, act, asked) == step(LANTERNS, at.state, act)
    assert isinstance(step(LANTERNS, at.state, act, ()), Refusal)


def test_an_act_with_the_terms_it_saw_is_taken_and_with_others_asked_again(at):
    option = at.option("Ida", "dare")
    act = Act("k1", option.window, "dare", {"dice": 1}, terms=terms(option))
    assert not isinstance(step(LANTERNS, at.state, act), Refusal)
    assert step(LANTERNS, at.state, replace(act, terms="stale")) == moved(option)


def test_terms_move_with_anything_the_person_saw(at):
    option = at.option("Ida", "dare")
    for changed in ({"cost": (Cost(1, "jar"),)}, {"label": "Dare"}, {"params": ()}, {"blocked": "No."}):
        assert terms(replace(option, **changed)) != terms(option)
    assert terms(replace(option)) == terms(option)


def test_a_game_that_never_rests_is_stopped_and_named():
    restless = with_(LANTERNS, advance=lambda s: replace(s, hours=s.hours))
    with pytest.raises(Restless, match=r"lanterns: advance does not come to rest in Watch"):
        begin(restless, LANTERNS.start(ready(LANTERNS, 2)))


def test_what_an_act_sets_off_without_end_is_refused_and_nothing_has_happened(at):
    feeding = with_(LANTERNS, advance=lambda s: replace(s, hours=s.hours))
    act = Act("k1", at.option("Ida", "pass").window, "pass")
    refusal = step(feeding, at.state, act)
    assert isinstance(refusal, Refusal)
    assert "for ever" in refusal.why
    assert refusal.instead


def test_the_same_input_on_the_same_state_gives_the_same_bytes(at):
    act = Act("k1", at.option("Ida", "pass").window, "pass")
    assert step(LANTERNS, at.state, act) == step(LANTERNS, at.state, act)


def test_a_ruling_is_told_with_its_reason(at):
    at.rules("lit", to=2, why="We forgot one.")
    assert at.state.lit == 2
    assert at.told[-1] == "host rules: lit is now 2. Why: We forgot one."


def test_a_ruling_is_told_by_the_names_that_people_know(at):
    at.rules("house", "weather", to="storm", why="Thunder.")
    assert at.told[-1] == "host rules: “Weather” is now “Nine does”. Why: Thunder."
    keeper = at.state.keepers[0]
    at.rules("keepers", keeper.id, "hand", to=[], why="Spilt.")
    assert at.told[-1] == f"host rules: {keeper.name}, hand is now []. Why: Spilt."


def test_a_ruling_needs_a_reason(at):
    assert step(LANTERNS, at.state, Ruling("host", " ", ("lit",), 2)).why == "A ruling needs its reason."


def test_a_ruling_cannot_make_what_cannot_be(at):
    assert "at most three" in step(LANTERNS, at.state, Ruling("host", "so", ("lit",), 4)).why


def test_a_ruling_ends_a_procedure_and_what_it_asked_does_not_come_back(at):
    windows = {option.window for option in at.options()} - {"wind"}
    at.ends("Enough for tonight.")
    assert at.told[-1] == "host ends what is under way. Why: Enough for tonight."
    assert not windows & {option.window for option in at.options()}


def test_a_ruling_cannot_end_what_is_not_under_way(at):
    bare = replace(at.state, stack=at.state.stack[:1])
    refused = step(LANTERNS, bare, Ruling("host", "so", op="end"))
    assert refused.why == "Nothing is under way that could be ended."


def test_a_game_may_end_its_procedures_in_its_own_way(at):
    own = with_(LANTERNS, end=lambda s: lanterns.turn(tell(s, "gust", n=0), phase="wind"))
    after = step(own, at.state, Ruling("host", "so", op="end"))
    assert [event.what for event in after.events] == ["gust", "ruling"]


def test_offers_are_found_by_seat_window_and_key():
    offers = [offer(seat, window, key, "L", lambda s: s) for seat in "ab" for window in (1, 2) for key in "xy"]
    assert find(offers, Act("b", "2", "x")).option == offers[6].option
    assert find(offers, Act("c", "2", "x")) is None


@pytest.mark.parametrize(
    ("param", "open_"),
    [
        (Pick("p", "Things", ()), False),
        (Pick("p", "Things", (), 0), True),
        (Pick("p", "Things", (Item("a", "a", blocked="No."),)), False),
        (Number("n", "Dice", 2, 1), False),
        (Number("n", "Dice", 1, 1), True),
        (Text("t", "Words"), True),
    ],
)
def test_an_offer_whose_parameters_cannot_be_filled_blocks_itself(param, open_):
    assert (offer("a", 1, "k", "Label", lambda s: s, param).option.blocked == "") is open_


def test_a_reason_given_stands_before_the_one_found():
    assert offer("a", 1, "k", "L", lambda s: s, Pick("p", "P", ()), blocked="Spent.").option.blocked == "Spent."


def test_an_offer_says_what_all_of_its_kind_share_and_its_own_words_come_first():
    of = shared("T-01", "Also", "It takes no action.", first=True)
    told = offer("a", 1, "wait", "Wait", lambda s: s, says="You wait.", of=of).option
    assert (told.rule, told.group, told.first, told.says) == ("T-01", "Also", True, "You wait.")
    assert offer("a", 1, "rest", "Rest", lambda s: s, of=of).option.says == "It takes no action."
