"""Scenes: opening, the order, turns and rounds, arrivals and departures, the end."""

import pytest

from cliffhanger.games.blockbuster import GAME
from cliffhanger.testing.play import Play


def order(scene):
    return scene.s.scene.order


# --- finding the order --------------------------------------------------------------------------------------


@pytest.mark.rule("BB-INIT-01")
def test_each_chooses_defense_or_a_skill_with_an_attribute(stage):
    scene = stage(mara={"run": 4, "defense": 2, "attributes": {"wits": 2}}, guard={}, begun=False).opens()
    mara, guard = scene.cast
    mara.answers("pair", by="run + wits")
    guard.answers("defense")
    assert scene.dice_in_the_air() == 6
    assert scene.frame.entries[0].what == "Run + Wits"


@pytest.mark.rule("BB-INIT-01")
def test_the_director_may_roll_defense_for_all_at_once(stage):
    scene = stage(mara={}, guard={"defense": 2}, dog={"defense": 4}, begun=False).opens()
    first, *others = scene.at.options("director")
    assert (first.key, first.label, first.first) == ("all", "All 2 roll Defense", True)
    assert [o.label for o in others if o.key == "pair"] == [
        "Guard: a skill and an attribute",
        "Dog: a skill and an attribute",
    ]
    scene.does("all")
    scene.cast[0].answers("defense")
    assert [entry.dice for entry in scene.frame.entries] == [3, 2, 4]


@pytest.mark.rule("BB-INIT-01")
def test_the_director_rolls_for_a_lone_opponent_by_name(stage):
    scene = stage(mara={}, guard={}, begun=False).opens()
    assert "all" not in scene.at.open("director")


@pytest.mark.rule("BB-INIT-01", "BB-DEF-04")
def test_no_success_for_the_order_is_a_setback_too(stage):
    scene = stage(mara={}, guard={}, begun=False).opens()
    mara, guard = scene.cast
    mara.answers("defense")
    guard.answers("defense")
    scene.rolls(1, 1, 1).rolls(5, 1, 1)
    assert (mara.setbacks, order(scene)) == (["no success at all"], ("guard", "mara"))


@pytest.mark.rule("BB-INIT-01")
def test_an_empty_pool_rolls_no_dice_and_comes_last(stage):
    scene = stage(mara={"defense": 0}, guard={}, begun=False).opens()
    mara, guard = scene.cast
    mara.answers("defense")
    guard.answers("defense")
    scene.rolls(5, 1, 1)
    assert order(scene) == ("guard", "mara")


@pytest.mark.rule("BB-INIT-01")
def test_like_pools_that_tie_stand_as_in_the_cast(stage):
    scene = stage(mara={}, guard={}, dog={}, begun=False).opens()
    for each in scene.cast:
        window = next(o.window for o in scene.at.options() if o.key == "defense" and o.window.endswith(each.id))
        scene.at.act(each.seat, "defense", window)
    scene.rolls(5, 1, 1).rolls(5, 1, 1).rolls(5, 1, 1)
    assert order(scene) == ("mara", "guard", "dog")


@pytest.mark.rule("BB-INIT-01")
@pytest.mark.parametrize(
    ("faces", "found"),
    [((5, 5, 1), ("joss", "mara", "guard")), ((5, 1, 1), ("mara", "guard", "joss"))],
)
def test_late_arrivals_roll_on_entering_and_take_their_place(stage, faces, found):
    scene = stage(mara={}, guard={}, joss={"lead": True}, absent=("joss",))
    mara, _, joss = scene.cast
    mara.passes()
    scene.does("bring", whom=("joss",), place="hall")
    joss.answers("defense").rolls(*faces)
    assert (order(scene), scene.active) == (found, "guard")


@pytest.mark.rule("BB-INIT-01")
def test_late_arrivals_do_not_begin_the_round_anew_for_somebody_who_has_gone(stage):
    scene = stage(mara={}, guard={}, dog={}, joss={"lead": True}, absent=("joss",))
    mara, _, _, joss = scene.cast
    mara.passes()
    scene.does("send", whom="guard")
    assert scene.active == "dog"
    scene.does("bring", whom=("joss",), place="hall")
    joss.answers("defense").rolls(5, 5, 1)
    assert (order(scene), scene.active) == (("joss", "mara", "dog"), "dog")


# --- turns --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-CR-04")
def test_one_action_a_turn_and_one_turn_a_round(stage):
    scene = stage(sets=("hall", "roof"), mara={"fight": 2}, guard={"fight": 2})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(1, 1)
    guard.defends().rolls(1, 1, 1)
    assert mara.cannot("attack", target=guard).rule == "R-BB-10"
    mara.goes_to("roof")
    assert scene.active == "guard"
    guard.passes()
    assert (scene.s.scene.round, scene.active) == (2, "mara")


@pytest.mark.rule("BB-CR-05")
def test_somebody_moves_once_a_turn_before_or_after_their_action(stage):
    scene = stage(sets=("hall", "roof"), mara={"fight": 2}, guard={})
    mara, _ = scene.cast
    mara.goes_to("roof")
    assert "once a turn" in mara.cannot("move", place="hall").why
    assert "check" in mara.may()


@pytest.mark.rule("BB-DEF-04")
def test_whoever_is_out_is_passed_over_and_may_be_brought_back(stage):
    scene = stage(mara={}, guard={}, dog={})
    mara, guard, dog = scene.cast
    scene.does("out", whom="guard", why="A trapdoor.")
    mara.passes()
    assert scene.active == "dog"
    scene.does("back", whom="guard")
    dog.passes()
    mara.passes()
    assert (scene.active, guard.out) == ("guard", False)


@pytest.mark.rule("BB-DEF-04")
def test_whoever_is_taken_out_on_their_own_turn_has_had_it(stage):
    scene = stage(mara={}, guard={}, joss={"lead": True})
    scene.does("out", whom="mara", why="A trapdoor.")
    assert scene.active == "guard"


@pytest.mark.rule("BB-DEF-04")
def test_when_one_side_is_out_the_director_closes_or_plays_on(stage):
    scene = stage(mara={}, guard={})
    mara, _ = scene.cast
    scene.does("out", whom="guard", why="A trapdoor.")
    mara.passes()
    assert scene.frame.phase == "done"
    scene.does("play_on")
    assert scene.active == "mara"
    mara.passes()
    assert (scene.active, scene.s.scene.round) == ("mara", 3)


@pytest.mark.rule("BB-DEF-04")
def test_where_nobody_is_left_there_is_nothing_to_play_on_with(stage):
    scene = stage(mara={}, guard={})
    scene.does("out", whom="guard", why="A trapdoor.").does("out", whom="mara", why="Another.")
    refusal = scene.refuses("play_on")
    assert refusal.rule == "BB-DEF-04"
    assert "Close the scene" in refusal.instead


# --- the end ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-DEF-02", "BB-CR-08")
def test_when_a_scene_closes_all_is_cleared_but_damage(stage, edited):
    scene = stage(mara={"think": 2, "grab": 3}, guard={"vigor": 5})
    mara, guard = scene.cast
    scene.does("task", name="The vault", required=6)
    scene.does("hurt", whom="mara", amount=1, type="V", why="Glass.")
    mara.restrains(guard, by="grab").rolls(5, 1, 1)
    edited(scene, guard, restrained=("mara",))
    scene.does("close", why="Curtain.")
    assert (scene.s.scene, scene.s.tasks, scene.s.tracks, guard.held_by) == (None, (), (), ())
    assert (mara.damage, mara.place) == (1, "")


def test_the_film_ends_when_the_director_says_so(stage):
    scene = stage(mara={}, guard={})
    scene.does("hurt", whom="mara", amount=2, type="V", why="Glass.")
    scene.does("close", why="").does("the_end")
    assert scene.at.over
    assert scene.at.waiting.scores == (("Mara", 2),)


@pytest.mark.rule("BB-INIT-01", "BB-EXT-01")
def test_a_scene_of_the_film_brings_its_sets_its_people_and_its_tasks():
    at = Play(GAME, players=2)
    card = at.state.cards[0]
    at.act("director", f"open.{card.id}")
    assert at.state.scene.sets == card.sets
    assert {p.id for p in at.state.cast if p.place} >= {"juno_marsh", "ferris", *card.opponents}
    assert [(t.name, t.required) for t in at.state.tasks] == [(t.name, t.required) for t in card.tasks]


def test_what_is_still_to_be_opened_comes_first_and_what_was_is_offered_again():
    at = Play(GAME, players=2)
    first, second, third = at.state.cards

    def offered():
        rows = [o for o in at.options("director") if o.key.startswith("open")]
        return [o.label for o in rows], [o.key for o in rows if o.first]

    assert offered() == ([first.name, second.name, third.name, "A scene of your own"], [f"open.{first.id}"])
    at.act("director", f"open.{second.id}")
    at.act("director", "close", why="")
    again = f"{second.name}, again"
    assert offered() == ([first.name, third.name, again, "A scene of your own"], [f"open.{first.id}"])
    for card in (first, third, second):
        at.act("director", f"open.{card.id}")
        at.act("director", "close", why="")
    assert offered()[0] == [*(f"{card.name}, again" for card in at.state.cards), "A scene of your own"]
    assert offered()[1] == ["open"]


def test_damage_and_tokens_of_one_scene_do_not_reach_the_order_of_the_next(stage):
    scene = stage(mara={"think": 2}, guard={})
    mara, _ = scene.cast
    mara.sets_up(mara, "the leap")
    scene.asks_for(0)
    mara.rolls(5, 5)
    scene.does("close", why="")
    scene.opens()
    assert scene.at.option("mara", "defense").params == ()


def test_between_scenes_the_director_lets_the_leads_recover_and_nobody_else(stage):
    scene = stage(mara={"vigor": 9}, guard={"vigor": 9})
    mara, guard = scene.cast
    for hurt in (mara, guard):
        scene.does("hurt", whom=hurt.id, amount=3, type="V", why="Glass.")
    scene.does("close", why="")
    says = scene.at.option("director", "rest").says
    assert says == "Mara has 3 damage to Vigor. It stays until you take it away."
    scene.does("rest", amount=2)
    assert (mara.damage, guard.damage) == (1, 3)
    scene.does("rest", amount=9)
    assert mara.damage == 0
    assert "hurt" in scene.at.refused("director", "rest", amount=1).why


# --- an order that was ruled, and those who come late -----------------------------------------------------------


@pytest.mark.rule("BB-INIT-01")
def test_a_ruled_order_stays_when_somebody_leaves_and_comes_back(stage):
    scene = stage(mara={}, guard={}, dog={}, joss={"lead": True})
    scene.rules("scene", "order", to=["joss", "dog", "guard", "mara"])
    assert scene.active == "joss"
    scene.does("send", whom="dog").does("bring", whom=("dog",), place="hall")
    scene.at.act("director", "defense").rolls(1, 1, 1)
    assert (order(scene), scene.active) == (("joss", "guard", "mara", "dog"), "joss")
    turns = []
    for _ in range(4):
        turns.append(scene.active)
        scene.at.act(next(each for each in scene.cast if each.id == scene.active).seat, "end")
    assert turns == ["joss", "guard", "mara", "dog"]


@pytest.mark.rule("BB-INIT-01")
def test_one_who_comes_back_to_a_ruled_order_goes_before_the_first_who_rolled_less(stage):
    scene = stage(mara={}, guard={}, dog={}, joss={"lead": True})
    scene.rules("scene", "order", to=["joss", "dog", "guard", "mara"])
    scene.does("send", whom="dog").does("bring", whom=("dog",), place="hall")
    scene.at.act("director", "defense").rolls(5, 5, 1)
    assert (order(scene), scene.active) == (("dog", "joss", "guard", "mara"), "joss")


def late(stage, init_tie, **people):
    """Everybody present has one success; Joss and the dog come late, to a table that settles ties so."""
    absent = tuple(name for name in ("joss", "dog") if name in people)
    scene = stage(mara={}, guard={}, **people, absent=absent)
    scene.rules("house", "init_tie", to=init_tie)
    scene.does("bring", whom=absent, place="hall")
    return scene


@pytest.mark.rule("BB-INIT-01")
@pytest.mark.parametrize(
    ("init_tie", "defense", "found"),
    [
        ("pool", 4, ("joss", "mara", "guard")),
        ("pool", 2, ("mara", "guard", "joss")),
        ("pcs_first", 2, ("mara", "joss", "guard")),
        ("pcs_first", 4, ("mara", "joss", "guard")),
    ],
)
def test_a_lead_who_comes_late_and_ties(stage, init_tie, defense, found):
    scene = late(stage, init_tie, joss={"lead": True, "defense": defense})
    scene.cast[2].answers("defense").rolls(5, *(1,) * (defense - 1))
    assert order(scene) == found


@pytest.mark.rule("BB-INIT-01")
def test_an_opponent_who_comes_late_goes_after_the_leads_they_tie_with(stage):
    scene = late(stage, "pcs_first", dog={"defense": 6})
    scene.at.act("director", "defense").rolls(5, 1, 1, 1, 1, 1)
    assert order(scene) == ("mara", "guard", "dog")


@pytest.mark.rule("BB-INIT-01")
def test_those_who_tie_with_somebody_late_roll_again_and_it_is_remembered(stage):
    scene = late(stage, "reroll", joss={"lead": True})
    joss = scene.cast[2]
    joss.answers("defense").rolls(5, 1, 1)
    assert scene.told("order_tie")[0].data == {"names": ["Joss", "Mara", "Guard"]}
    scene.rolls(5, 5, 1, 5, 1, 1, 5, 5, 5)
    # Mara and the guard have had their places, and keep them.
    assert order(scene) == ("joss", "mara", "guard")
    scene.does("send", whom="joss").does("bring", whom=("joss",), place="hall")
    joss.answers("defense").rolls(5, 1, 1)
    assert len(scene.told("order_tie")) == 2
    scene.rolls(1, 1, 1)
    assert order(scene) == ("mara", "guard", "joss")


@pytest.mark.rule("BB-INIT-01")
def test_a_tie_with_somebody_late_that_stays_level_is_rolled_off_once_more(stage):
    scene = late(stage, "reroll", joss={"lead": True})
    scene.does("out", whom="guard", why="A trapdoor.")
    scene.cast[2].answers("defense").rolls(5, 1, 1)
    scene.rolls(5, 1, 1, 5, 1, 1).rolls(1, 1, 1, 5, 1, 1)
    assert [event.data["names"] for event in scene.told("order_tie")] == [["Joss", "Mara"]] * 2
    assert order(scene) == ("mara", "joss", "guard")


@pytest.mark.rule("BB-INIT-01")
def test_who_comes_late_and_ties_with_nobody_rolls_once(stage):
    scene = late(stage, "reroll", joss={"lead": True})
    scene.cast[2].answers("defense").rolls(5, 5, 1)
    assert (order(scene), scene.told("order_tie")) == (("joss", "mara", "guard"), [])


@pytest.mark.rule("BB-INIT-01")
@pytest.mark.parametrize(
    ("first", "found"),
    [(("joss",), ("joss", "mara", "guard")), (("mara", "joss"), ("mara", "joss", "guard"))],
)
def test_the_director_says_where_somebody_late_goes_who_ties(stage, first, found):
    scene = late(stage, "director", joss={"lead": True})
    scene.cast[2].answers("defense").rolls(5, 1, 1)
    for who in first:
        scene.does("first", who=who)
    assert order(scene) == found


@pytest.mark.rule("BB-INIT-01")
def test_the_director_does_not_change_the_places_of_those_who_have_them(stage):
    scene = late(stage, "director", joss={"lead": True})
    scene.cast[2].answers("defense").rolls(5, 1, 1)
    assert [item.id for item in scene.at.option("director", "first").params[0].items] == ["joss", "mara"]


@pytest.mark.rule("BB-INIT-01")
def test_two_who_come_late_are_settled_before_those_who_keep_their_places(stage):
    scene = late(stage, "director", joss={"lead": True}, dog={})
    scene.cast[2].answers("defense")
    scene.at.act("director", "defense").rolls(5, 1, 1).rolls(5, 1, 1)
    scene.does("first", who="dog").does("first", who="mara").does("first", who="joss")
    assert order(scene) == ("dog", "mara", "joss", "guard")


@pytest.mark.rule("BB-INIT-01")
def test_the_director_is_not_asked_once_only_those_with_places_are_left(stage):
    scene = late(stage, "director", joss={"lead": True})
    scene.cast[2].answers("defense").rolls(5, 1, 1)
    scene.does("first", who="joss")
    assert "first" not in scene.at.open("director")


@pytest.mark.rule("BB-DEF-04")
def test_a_scene_without_opponents_is_not_over_before_it_begins(stage):
    scene = stage(mara={}, joss={"lead": True}, guard={}, absent=("guard",))
    mara, joss, _ = scene.cast
    mara.passes()
    joss.passes()
    assert (scene.frame.phase, scene.active) == ("turn", "mara")


@pytest.mark.rule("BB-INIT-01")
def test_those_who_have_their_places_do_not_roll_against_each_other_again(stage):
    scene = late(stage, "reroll", joss={"lead": True})
    scene.cast[2].answers("defense").rolls(5, 1, 1)
    scene.rolls(5, 5, 1, 5, 1, 1, 5, 1, 1)
    assert (order(scene), len(scene.told("order_tie"))) == (("joss", "mara", "guard"), 1)
