"""Where everybody is: the Location as a board, who is there, at which Distance the two are who fight, and what was played."""

from msgspec import structs

from cliffhanger.games.plot_twist.rules.pieces import Bystander
from cliffhanger.kernel.panels import Board, Card, List, Text

CARDS = """
[[card]]
id = "old-harbour"
kind = "location"
name = "Old Harbour"
colour = "golden"
keywords = ["water", "old-town"]
look = ["open", "crates"]
[[card]]
id = "clerk"
kind = "bystander"
name = "The Clerk"
colour = "golden"
difficulty = 2
life = 1
recruit = []
kill = []
"""
FOE = {"kind": "villain"}
RUSH = """
[[card]]
id = "rush"
kind = "combat"
name = "Rush"
step = "movement"
colour = "golden"
effects = [{distance = {to = "melee"}}]
"""


def board(scene, seat="ann"):
    where = next((each for each in scene.play.panels(seat) if getattr(each, "id", "") == "where"), None)
    assert where is None or isinstance(where.panels[0], Board)
    return where.panels[0] if where else None


def test_nothing_is_drawn_where_all_are_nowhere(stage):
    assert board(stage(ann={}, foe=FOE)) is None


def test_the_location_is_the_one_place_and_all_are_there(stage):
    scene = stage(cards=CARDS, place="old-harbour", ann={}, foe=FOE)
    scene.now_has(bystanders=(Bystander("clerk", "old-harbour"),))
    (cell,) = board(scene).cells
    assert (cell.name, cell.look, cell.says) == ("Old Harbour", "open crates", "water, old town")
    assert [(token.name, token.side, token.against) for token in board(scene).tokens] == [
        ("Ann", "hero", False),
        ("Foe", "villain", True),
        ("The Clerk", "bystander", False),
    ]
    assert {token.cell for token in board(scene).tokens} == {"old-harbour"}
    out = tuple(structs.replace(p, out="surrendered") if p.id == "foe" else p for p in scene.s.people)
    assert [token.state for token in board(scene.now_has(people=out)).tokens] == ["", "done", ""]


def test_the_two_who_fight_are_tied_by_their_distance(stage):
    scene = stage(cards=CARDS, place="old-harbour", ann={}, foe=FOE)
    assert board(scene).ties == ()
    ann, foe = scene.cast
    ann.fights(foe)
    (tie,) = board(scene).ties
    assert (tie.ends, tie.text) == (("ann", "foe"), scene.fight.distance.capitalize())
    assert board(scene).lists[1].rows[0].text == tie.text


def stage_of(scene):
    return scene.play.panels("ann")[0].panels


def test_what_was_played_last_stands_first_with_its_card_until_somebody_attacks(stage):
    scene = stage(
        cards=CARDS + RUSH, place="old-harbour", hands={"ann": {"hand": ("rush",)}, "gm": {}}, ann={}, foe=FOE
    )
    ann, foe = scene.cast
    ann.fights(foe)
    title, fighters, distance, *_ = stage_of(scene)
    assert (title.head, fighters.id, distance.id) == ("Ann and Foe", "fighters", "distance")
    assert [(row.name, row.state, row.marks) for row in distance.rows] == [
        ("Ranged", "now", ("Ann",)),
        ("Melee", "", ()),
        ("Ranged", "now", ("Foe",)),
    ]
    hers, foes = fighters.rows
    assert [(each.name, each.filled, each.size) for each in hers.tracks][:1] == [("Physical", 9, 9)]
    assert [each.name for each in foes.tracks] == ["Physical", "Mental", "Social"]
    assert (hers.text.split()[1], foes.text.split()[1]) == ("Belief,", "Hate,")
    ann.plays("rush")
    told, shown, fighters, distance, *_ = stage_of(scene)
    assert [row.marks for row in distance.rows] == [(), ("Ann", "Foe"), ()]  # they meet
    assert isinstance(told, Text)
    assert isinstance(shown, Card)
    assert isinstance(fighters, List)
    assert (told.head, told.told.what, shown.name) == ("Ann plays Rush", "card", "Rush")
