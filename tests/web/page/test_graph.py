"""A board without cells as a map: where everybody stands, what is drawn of a tie, and the same in words."""

import re
from itertools import combinations
from math import dist

import pytest

from cliffhanger.kernel.panels import Board, Cell, Die, Tie, Token
from cliffhanger.web.page import graph
from cliffhanger.web.page.panels import draw


def web(people=3, places=1, **changes):
    """People who all feel something for each other, and places that each of them knows."""
    cast = [Token(f"p{n}", f"Person{n}", side="lead" if n < 2 else "feature") for n in range(people)]
    known = [Token(f"x{n}", f"Place{n}", side="location") for n in range(places)]
    ties = [Tie((a.id, b.id), f"{a.id} of {b.id}", dice=(Die(8),)) for a in cast for b in cast if a is not b]
    ties += [Tie((a.id, x.id), dice=(Die(6), Die(6))) for a in cast for x in known]
    return Board("ties", "Ties", (), (*cast, *known), tuple(ties), **changes)


@pytest.mark.parametrize("people", range(2, graph.RING + 1))
@pytest.mark.parametrize("places", [0, 1, 5, graph.ROUND])
def test_nobody_stands_on_somebody_else_and_all_are_within_the_picture(people, places):
    found = graph.laid_out(web(people, places))
    assert found.points.keys() == {f"p{n}" for n in range(people)} | {f"x{n}" for n in range(places)}
    for (_, one), (_, other) in combinations(found.points.items(), 2):
        assert dist(one, other) > graph.BIG + graph.SMALL
    for x, _y in found.points.values():
        assert graph.BIG < x < graph.WIDE - graph.BIG


def test_those_with_ties_of_their_own_are_the_ring_and_two_who_feel_something_have_one_line():
    found = graph.laid_out(web(3, 2))
    assert [token.id for token in found.ring] == ["p0", "p1", "p2"]
    assert len(found.pairs) == 3 + 3 * 2
    assert [tie.ends for tie in found.pairs["p0", "p1"]] == [("p0", "p1"), ("p1", "p0")]


def test_what_one_of_the_ring_alone_knows_stands_near_them():
    board = web(4, 0)
    own = tuple(Token(f"x{n}", f"Den{n}") for n in range(4))
    ties = tuple(Tie((f"p{3 - n}", f"x{n}"), dice=(Die(6),)) for n in range(4))
    found = graph.laid_out(Board("b", "B", (), (*board.tokens, *own), (*board.ties, *ties))).points
    for n in range(4):
        assert min((f"p{m}" for m in range(4)), key=lambda who: dist(found[who], found[f"x{n}"])) in (
            f"p{3 - n}",
            f"p{(4 - n) % 4}",
        )


def test_a_map_is_drawn_of_ties_alone_and_of_no_more_people_than_it_has_room_for():
    assert graph.drawable(web())
    assert not graph.drawable(web(graph.RING + 1))
    assert not graph.drawable(web(2, graph.ROUND + 1))
    assert not graph.drawable(
        Board("b", "B", (Cell("c", "Hall"),), (Token("p", "P", "c"),), (Tie(("p", "c"), "there"),))
    )
    assert not graph.drawable(Board("b", "B", (), (Token("p", "P"), Token("q", "Q")), (Tie(("p", "q"), "likes"),)))
    assert "<svg class=map" not in draw(web(graph.RING + 1)).replace('"', "")


def test_every_tie_stands_in_words_once_and_has_its_die_in_the_picture():
    board = web(3, 1)
    drawn = draw(board)
    picture, words = drawn.split("</p>", 1)[0], drawn[drawn.index('class="words-of') :]
    for tie in board.ties:
        assert not tie.text or words.count(tie.text) == 1
    assert picture.count('class="felt') == len(board.ties)
    assert words.count("</li>") == len(board.ties)
    assert 'aria-hidden="true"' in picture


def test_what_belongs_to_somebody_is_marked_and_the_first_of_the_ring_is_chosen():
    drawn = draw(web(3, 1))
    assert re.findall(r'id="w-ties-(\d)" class="w\d"( checked)?', drawn) == [("0", " checked"), ("1", ""), ("2", "")]
    assert drawn.count('class="tie of-0 of-1"') == 1
    assert drawn.count('class="tie of-2"') == 1
    assert re.findall(r'class="words-of of-(\d)"', drawn) == ["0", "1", "2"]


def test_a_tie_that_has_moved_is_jagged_and_says_what_it_was():
    board = Board(
        "b",
        "B",
        (),
        (Token("p", "Ida"), Token("q", "Bo")),
        (Tie(("p", "q"), "likes", dice=(Die(6),), was="D8"), Tie(("q", "p"), "fears")),
    )
    drawn = draw(board)
    assert re.search(r'class="tie moved of-0 of-1" d="M\d+ \d+(L\d+ \d+){6}"', drawn)
    assert "D8</s>" in drawn
    assert drawn.count('class="felt') == 1  # what has no die has none in the picture


def test_sides_have_shapes_and_a_legend_says_which():
    drawn = draw(web(3, 1))
    assert re.findall(r'class="key (\w+)">.*?</svg>(\w+)', drawn) == [
        ("disc", "Lead"),
        ("box", "Feature"),
        ("gap", "Location"),
    ]
    assert re.findall(r'class="node (\w+)', drawn) == ["disc", "disc", "box", "gap"]


def test_whoever_is_not_of_the_ring_has_their_whole_name_in_two_lines_where_it_is_long():
    known = Token("x", "The Night Deputies", side="extra"), Token("y", "Nan Rook", side="extra")
    ring = Token("a", "Ida Rook"), Token("b", "Bo")
    ties = tuple(
        Tie((one.id, other), dice=(Die(6),)) for one in ring for other in ("a", "b", "x", "y") if one.id != other
    )
    names = re.findall(
        r'<text y="[^"]*" data-name="[^"]*">([^<]*)</text>', draw(Board("w", "Web", (), (*ring, *known), ties))
    )
    assert names == ["Ida Rook", "Bo", "Night", "Deputies", "Nan Rook"]


@pytest.mark.parametrize(
    ("was", "kind"), [("D10", "arrow"), ("D4", "arrow up"), ("D6", ""), ("", ""), ("a friend", "")]
)
def test_a_die_that_has_moved_has_an_arrow_that_says_which_way(was, kind):
    people = Token("a", "Ida"), Token("b", "Bo")
    ties = Tie(("a", "b"), "likes", dice=(Die(6),), was=was), Tie(("b", "a"), "minds", dice=(Die(8),))
    drawn = draw(Board("w", "Web", (), people, ties))
    assert re.findall(r'class="(arrow[^"]*)"', drawn) == ([kind] if kind else [])
