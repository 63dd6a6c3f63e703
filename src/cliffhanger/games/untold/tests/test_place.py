"""Where a scene is: its place as a board, with everybody in it."""

from cliffhanger.games.untold import GAME
from cliffhanger.kernel.panels import Board
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
