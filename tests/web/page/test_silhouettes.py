"""What emblems show: letters that tell names apart, who is angular, and silhouettes by words."""

import re
from importlib import resources

import pytest

from cliffhanger.games import game, names
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.panels import Board, Group, Token
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.emblems import mark, told_apart
from cliffhanger.web.page.silhouettes import WORDS, Face, faces, key, merged, of_chairs, silhouette


def test_every_silhouette_is_drawn_and_every_drawing_has_words():
    kit = resources.files("cliffhanger.web").joinpath("static", "emblems.svg").read_text("utf-8")
    assert re.findall('<symbol id="(.*?)"', kit) == list(WORDS)
    words = " ".join(WORDS.values()).split()
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (("Juno Marsh", "stunt driver, retired twice"), "wheel"),
        (("", "the Captain's hound"), "anchor"),
        (("Rent Collectors",), "coin"),
        (("Ferris", "nobody in particular"), ""),
        ((), ""),
    ],
)
def test_the_first_word_that_has_a_silhouette_chooses_it(said, found):
    assert silhouette(*said) == found


def test_a_name_shows_its_own_silhouette_and_what_is_said_of_somebody_wins():
    assert "emblems.svg#bag" in mark("The Porter")
    assert "dice.svg#mark-" in mark("Ludo")
    page = told_apart(
        mark("Ludo") + mark("The Porter"),
        frozenset({("ludo", Face(angular=True, silhouette="blade")), ("porter", Face(silhouette="gear"))}),
    )
    assert re.findall(
        r'class="face h\d"( data-angular)? viewBox="0 0 40 40" aria-hidden="true"><use href="(.*?)"', page
    ) == [
        (" data-angular", "/static/emblems.svg#blade"),
        ("", "/static/emblems.svg#gear"),
    ]


def test_a_number_at_the_end_of_names_tells_them_apart():
    page = told_apart("".join(mark(f"Player {n}") for n in (1, 2, 12)))
    assert re.findall(">([^<>]*)</text>", page) == ["P1", "P2", "P12"]
    assert key("Juno Marsh") == key("Juno") == "juno"
    assert key("Car 7") == "car7"


def test_whoever_is_angular_anywhere_is_so_and_keeps_a_silhouette():
    board = Board("b", "", (), (Token("a", "Ludo", side="villain"), Token("b", "Juno", side="lead")))
    found = faces((Group("g", "", (board,)),))
    assert merged(found, frozenset({("ludo", Face(silhouette="blade"))})) == {
        "ludo": Face(angular=True, silhouette="blade")
    }


@pytest.mark.parametrize("name", sorted(names()))
def test_chairs_of_every_game_have_faces_by_what_everybody_may_read(name):
    played = game(name)
    setup = played.ready(3, {})
    seats = tuple(Sitter(seat.id, seat.role, seat.name) for seat in setup.seats)
    state = played.start(setup)
    found = of_chairs(played, seats, played.view(state, WATCH))
    assert {sitter.title and key(sitter.title) for sitter in seats} <= {name for name, _face in found}
