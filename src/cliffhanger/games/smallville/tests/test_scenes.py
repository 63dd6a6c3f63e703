"""Whose is whom, how an episode and its scenes begin and end, and what the Watchtower may end at any time."""

import pytest
from msgspec import structs

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.rules import episodes
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.offers import awaited
from cliffhanger.testing.play import Play

FEATURE = {"feature": True}


# --- whose is whom --------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-ROLE-01", "SV-ROLE-02")
def test_each_lead_has_a_seat_and_all_others_are_the_watchtowers():
    at = Play(GAME, players=2)
    seats = {seat.id: seat.role for seat in at.setup.seats}
    assert list(seats.values()) == ["watchtower", "lead", "lead"]
    for p in at.state.cast:
        assert (p.kind, p.seat) == (("lead", p.id) if seats.get(p.id) == "lead" else ("feature", "watchtower"))
    assert sum(p.kind == "lead" for p in at.state.cast) == 2
    assert {p.kind for p in at.state.cast[2:]} == {"feature"}
    assert "jonah_kessler" in {p.id for p in at.state.cast[2:]}  # a lead whom nobody plays


@pytest.mark.rule("SV-ROLE-03")
def test_the_watchtower_alone_begins_episodes_and_opens_and_ends_scenes(stage):
    scene = stage(begun=False, ann={}, bo={})
    ann, bo = scene.cast
    ann.is_not_asked("episode")
    scene.does("episode").rolls(2, 2)
    assert ann.may() == bo.may() == []
    ann.is_not_asked("open")
    scene.opens(ann)
    assert ann.is_not_asked("end")
    assert "end" in scene.asked()
    scene.does("end", why="they have said it all")
    assert scene.data("scene_ends") == {"name": "A scene", "why": "they have said it all"}
    assert not ann.now.here


@pytest.mark.rule("SV-ROLE-03")
def test_a_scene_has_people_and_a_problem(stage):
    scene = stage(begun=False, ann={}, bo={}, foe=FEATURE)
    scene.does("episode").rolls(2, 2, 2, 2)
    scene.refuses("open", name="Night", present=(), problem="It is late.")
    scene.refuses("open", name="Night", present=("ann",), problem="")
    scene.does("open", name="Night", present=("ann", "foe"), problem="It is late.")
    assert [p.id for p in scene.s.cast if p.here] == ["ann", "foe"]
    assert [e.data for e in scene.told("scene")] == [{"name": "Night", "number": 1}]
    assert scene.data("scene_says") == {"text": "It is late."}
    assert scene.s.scenes == 1


@pytest.mark.rule("SV-ROLE-03", "SV-ROLE-02")
def test_a_scene_of_the_series_brings_its_features():
    at = Play(GAME, players=2).act("watchtower", "episode")
    while not isinstance(at.waiting, tuple):
        at.rolls(*(2,) * len(at.waiting.dice))
    first, second = at.state.cards[:2]
    assert at.option("watchtower", f"open.{first.id}").first
    assert not at.option("watchtower", f"open.{second.id}").first
    at.act("watchtower", f"open.{first.id}")
    here = {p.id for p in at.state.cast if p.here}
    assert here == {p.id for p in at.state.cast if p.kind == "lead" or p.id in first.features}
    assert at.state.stack[-1].name == first.name
    at.act("watchtower", "end")
    assert at.option("watchtower", f"open.{second.id}").first


# --- an episode -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SETUP-01", "SV-SETUP-05", "SV-SETUP-07", "SV-SETUP-02")
def test_an_episode_begins_without_points_growth_or_trouble_and_stress_stays(stage):
    scene = stage(ann={"points": 5, "locked": 2, "growth": (8, 6), "stress": {"angry": 8}}, bo={"points": 1})
    ann, bo = scene.cast
    scene.rules("trouble", to=[6, 8, 12])
    scene.ends_episode().does("episode")
    assert (ann.points, bo.points, ann.now.growth) == ((0, 0), (0, 0), ())
    assert scene.trouble == (6, 6)
    assert scene.s.episode == 2
    ann.lets_fall("d6=4")
    bo.lets_fall("d6=5")
    assert (ann.points, bo.points) == ((2, 0), (4, 0))
    assert ann.stress == {"angry": 6}  # a step down at the end of the last one


@pytest.mark.rule("SV-SETUP-02")
def test_each_lead_rolls_all_their_relationships_and_the_two_best_count(stage):
    scene = stage(begun=False, ann={"bo": 8, "cy": 4, "foe": 10}, bo={}, cy={}, foe=FEATURE)
    ann, *_ = scene.cast
    scene.does("episode")
    assert scene.at.waiting.seat == "ann"
    ann.lets_fall("d8=8 d4=3 d10=1")
    assert scene.data("bonds") == {"faces": [8, 3, 1], "total": 11}
    scene.rolls(2, 2, 2).rolls(2, 2, 2)
    assert len(scene.told("bonds")) == 3


@pytest.mark.rule("SV-SETUP-03")
@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ([11], [3]),
        ([7, 7], [3, 3]),
        ([7, 9], [2, 4]),
        ([11, 3, 11], [4, 2, 4]),
        ([3, 5, 3, 9], [2, 3, 2, 4]),
        ([0, 0, 0], [3, 3, 3]),
    ],
)
def test_the_highest_have_four_the_lowest_two_and_all_others_three(totals, points):
    assert [episodes.points(total, totals) for total in totals] == points


@pytest.mark.rule("SV-SETUP-02", "SV-SETUP-03")
def test_without_a_relationship_nothing_is_rolled(stage):
    scene = stage(begun=False, ann={"bo": 0}, bo={})
    ann, bo = scene.cast
    scene.does("episode")
    assert scene.at.waiting.seat == "bo"
    bo.lets_fall("d6=4")
    assert (ann.points, bo.points) == ((2, 0), (4, 0))


def test_a_table_that_has_not_begun_an_episode_opens_no_scene(stage):
    scene = stage(begun=False, ann={}, bo={})
    assert scene.asked() == ["episode"]


# --- in a scene -----------------------------------------------------------------------------------------------


def waited_for(scene):
    """The seats that the table waits for."""
    return {each.seat for each in awaited(scene.at.waiting)}


@pytest.mark.rule("SV-ROLE-03")
def test_after_each_round_the_watchtower_is_asked(stage):
    scene = stage(ann={}, bo={}, foe=FEATURE)
    ann, bo, foe = scene.cast
    assert waited_for(scene) == {"ann", "bo"}
    ann.waits()
    assert waited_for(scene) == {"bo"}
    bo.wants(of=ann).rolls_with("duty", "ann").falls("d6=2 d6=2")
    ann.gives_in()
    assert waited_for(scene) == {"ann"}  # to pass was no turn of hers
    ann.waits()
    assert waited_for(scene) == {"watchtower"}
    scene.does("on")
    assert waited_for(scene) == {"bo"}  # she lets somebody else begin, and nobody has
    bo.waits()
    foe.wants(of=ann)
    assert waited_for(scene) == {"watchtower"}


@pytest.mark.rule("SV-CONTEST-15", "SV-ROLE-03")
def test_who_waits_for_others_is_asked_last_and_to_go_on_lets_go_of_coming_first(stage):
    scene = stage(ann={}, bo={}, foe=FEATURE)
    ann, bo, _ = scene.cast
    ann.wants(of=bo).rolls("d6=4 d6=5")
    bo.rolls("d6=2 d6=2")
    ann.hurts("angry").lets_fall(2, 3)
    bo.stays()
    assert waited_for(scene) == {"watchtower"}
    scene.does("on")
    assert waited_for(scene) == {"bo"}
    assert "contest" in ann.may()


@pytest.mark.rule("SV-CONTEST-15", "SV-STRESS-09")
@pytest.mark.parametrize("way", ["crush", "drop_out"])
def test_nobody_waits_for_somebody_who_is_out_by_now(stage, way):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    ann.wants(of=bo).rolls("d6=4 d6=5")
    bo.rolls("d6=2 d6=2")
    ann.hurts("angry").lets_fall(2, 3)
    bo.stays()
    assert "others may begin first" in ann.cannot("contest").why
    scene.tests(cy).does("roll").rolls(6, 6)
    cy.rolls("d6=2 d6=2")
    scene.does("crush" if way == "crush" else "stress", kind="angry").rolls(2, 3)
    if way == "crush":
        cy.does("how", how="on a stretcher")
    else:
        cy.drops_out()
        scene.does("meanwhile", how="the rain comes in")
    assert {"contest"} <= {*ann.may()} & {*bo.may()}
    assert waited_for(scene) == {"bo"}


# --- the Watchtower's word ------------------------------------------------------------------------------------


@pytest.mark.rule("SV-ROLE-03", "SV-EARN-05")
def test_the_watchtower_ends_a_contest_a_scene_or_a_setup(stage):
    scene = stage(ann={"points": 1}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "love", "bo")
    scene.at.ends()
    assert scene.closed
    assert (ann.points, bo.points) == ((0, 0), (1, 0))
    scene.at.ends()
    assert not ann.now.here
    scene.ends_episode().does("episode").at.ends()
    assert "the_end" in scene.asked()


def test_the_end_tells_who_was_in_it(stage):
    scene = stage(ann={"points": 2}, bo={}, foe=FEATURE)
    scene.does("end").does("the_end")
    assert isinstance(scene.at.waiting, Over)
    assert scene.at.waiting.scores == (("Ann", 2), ("Bo", 0))


def test_what_cannot_be_is_refused_whoever_says_it(stage, edited):
    scene = stage(ann={}, bo={})
    ann, _ = scene.cast
    edited(scene, ann, stress=tuple(reversed(ann.now.stress)))
    assert "five kinds" in GAME.invariant_error(scene.s)
    scene = stage(ann={}, bo={})
    scene.does("end")
    edited(scene, scene.cast[0], here=True)
    assert "between scenes" in GAME.invariant_error(scene.s)
    assert GAME.invariant_error(structs.replace(scene.s, cast=scene.s.cast[1:])) == ""


def test_what_can_be_done_between_contests_says_in_plain_words_what_it_takes_and_brings(stage):
    scene = stage(ann={"kinds": {"gear": "ability"}, "gear": 8, "growth": (6,)}, bo={})
    hints = {each.key: each.hint for each in scene.at.options("ann")}
    assert hints["volunteer"] == "Shrink a Drive, get a point"
    assert (scene.at.option("ann", "effect").label, hints["effect"]) == (
        "A new use of an Ability",
        "Costs a Growth die",
    )
    stake = next(p for p in scene.at.option("ann", "contest").params if p.name == "stake")
    assert stake.label == "Which Drive this is about; you lose nothing of it"
