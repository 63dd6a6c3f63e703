"""Where a scene is: its place as a board, who is there, and who stands against whom."""

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.files.series import MASTER
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.panels import Board
from cliffhanger.testing.play import Play


def board(at, seat="ann"):
    where = next((each for each in at.panels(seat) if each.id == "where"), None)
    assert where is None or isinstance(where.panels[0], Board)
    return where.panels[0] if where else None


def test_a_scene_is_a_place_with_all_who_are_in_it_and_those_who_contest_are_tied(stage):
    scene = stage(ann={}, bo={"feature": True}, cy={}, absent=("cy",))
    ann, bo = board(scene.at).tokens
    assert (ann.name, ann.against, ann.seat) == ("Ann", False, "ann")
    assert (bo.name, bo.against, bo.seat) == ("Bo", True, MASTER.id)
    assert board(scene.at).ties == ()
    scene.cast[0].wants("the letter", of=scene.cast[1])
    (tie,) = board(scene.at).ties
    assert (tie.ends, tie.text) == (("ann", "bo"), "against")
    assert board(scene.at).lists[1].rows[0].text == "against"


def test_whoever_is_stressed_out_is_out_of_it(stage, edited):
    scene = stage(ann={}, bo={"feature": True})
    edited(scene, scene.cast[0], stressed_out=True)
    assert [token.state for token in board(scene.at).tokens] == ["done", ""]


def test_everybody_learns_where_a_prepared_scene_is_once_it_opens_and_nobody_before():
    at = Play(GAME, players=2)
    lead = next(p.seat for p in at.state.cast if p.kind == "lead")
    at.act(MASTER.id, "episode")
    while isinstance(at.waiting, Roll):
        at.rolls(*(1 for _ in at.waiting.dice))
    opens = next(o for o in at.options(MASTER.id) if o.key.startswith("open.") and "laid" in o.label)
    assert board(at, lead) is None
    at.act(MASTER.id, opens.key, problem="Who sits down?", present=("dale_rook",))
    (cell,) = board(at, lead).cells
    assert (cell.name, cell.look) == ("Marchetti's Diner", "")
    assert [token.name for token in board(at, lead).tokens] == ["Dale Rook"]
