"""Where a scene is: its place as a board, with everybody in it; and the lamps that are still to be lit."""

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.page import view
from cliffhanger.kernel.panels import Board, Track
from cliffhanger.testing.play import Play
from cliffhanger.testing.position_laws import every


def board(at):
    return next((each for each in every(at.panels("gm")) if isinstance(each, Board)), None)


def test_a_scene_is_a_place_with_all_who_are_there_and_whoever_tries_something_is_at_it(stage):
    scene = stage(ann={"body": {"athletics": 3}}, foe={"adversary": True, "body": {"athletics": 3}})
    (cell,) = board(scene.at).cells
    assert (cell.name, cell.look) == ("A scene", "")
    ann, foe = board(scene.at).tokens
    assert (ann.cell, ann.seat, ann.against, ann.state) == (cell.id, "ann", False, "")
    assert (foe.cell, foe.seat, foe.against) == (cell.id, "gm", True)
    scene.cast[0].tries("athletics", 5)
    assert [token.state for token in board(scene.at).tokens] == ["now", ""]


def test_a_scene_of_the_setting_says_where_it_is_and_how_that_looks_and_ends_with_the_scene():
    at = Play(GAME, players=2)
    assert board(at) is None
    at.act("gm", "open.the_third_ledge", present=("ione_wake", "quill"))
    (cell,) = board(at).cells
    assert (cell.name, cell.look) == ("The Salt Stair, third ledge", "open steps water sleet")
    assert [token.name for token in board(at).tokens] == ["Ione Wake", "Quill"]
    at.act("gm", "end")
    assert board(at) is None


def lit(at):
    """Successes made and needed, as the stage shows them."""
    track = next((each for each in at.panels("gm")[0].panels if isinstance(each, Track)), None)
    return track and (track.filled, track.size)


def test_there_is_a_lamp_for_each_success_that_is_needed_lit_as_they_are_made(stage):
    scene = stage(ann={"body": {"athletics": 4}})
    (ann,) = scene.cast
    assert lit(scene.at) is None
    ann.declares("athletics")
    assert lit(scene.at) is None  # nobody has said how hard it is
    scene.does("set", base=3)
    assert lit(scene.at) == (0, 3)
    ann.takes_up().rolls(9, 9, 1, 2)
    made = scene.net
    assert lit(scene.at) == (max(0, made), 3)


def test_what_needs_no_success_has_no_lamps_and_there_are_never_more_lit_than_there_are():
    assert [(each.filled, each.size) for made in (-1, 2, 5) for each in view.lamps(made, 3)] == [(0, 3), (2, 3), (3, 3)]
    assert list(view.lamps(1, 0)) == []
