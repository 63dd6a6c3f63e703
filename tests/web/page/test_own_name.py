"""Whoever reads a panel for everybody is "You" in their own row; nobody else is, and nothing else changes."""

import pytest

from cliffhanger.kernel.panels import Board, Counter, Die, Group, List, Pile, Row, Tie, Token
from cliffhanger.web.page import panels
from cliffhanger.web.page.emblems import part
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.own_name import as_read, people_in, person
from cliffhanger.web.page.sorting import sorted_out

TESS, COLE = Row("Tess <b>", mark="Tess <b>", tags=("tired",)), Row("Cole", mark="Cole")
ROPE = Group("rope", "The rope", (List("r", (TESS, COLE)), Counter("Light", 3)), "side")
WEB = Board(
    "web",
    "Web",
    tokens=(Token("t", "Tess Quill"), Token("c", "Cole")),
    ties=(Tie(("t", "c"), "a"), Tie(("c", "t"), "b")),
)


def drawn(panel, *names):
    return "".join(
        each.drawn
        for rows in sorted_out((panel,), Listener("tess", None, names)).places.values()
        for row in rows
        for each in row
    )


def test_a_row_of_ones_own_says_you_and_keeps_its_emblem():
    said = drawn(ROPE, "Tess <b>")
    assert said.count("You") == said.count('<bdi class="me">You</bdi>') == 1
    assert "Tess &lt;b&gt;" not in said
    assert 'data-of="tess"' in said
    assert "<bdi>Cole</bdi>" in said


@pytest.mark.parametrize("reader", [(), ("Ugo",), ("Light",), ("tired",)])
def test_for_whom_it_has_no_row_and_for_who_watches_it_is_the_same_text(reader):
    one = sorted_out((ROPE,), Listener("cole", None, reader)).places["side"][0][0]
    assert one is panels.pieces((ROPE,))[0].parts[0]


@pytest.mark.parametrize("style", ["order", "ladder", "sides", "debts"])
def test_rows_of_people_need_no_emblem(style):
    rows = List("l", (Row("Tess", n=3, dice=(Die(6, 5),)), Row("Cole")), style)
    said = drawn(Group("g", "G", (rows,)), "Tess")
    assert said.count(">You<") == 1
    assert ">Tess<" not in said
    assert ">Cole<" in said


def test_whoever_is_alone_at_a_step_is_told_so():
    steps = Group(
        "s", "S", (List("s", (Row("Ranged", marks=("Tess",)), Row("Melee", marks=("Cole", "Ugo"))), "steps"),)
    )
    assert '<span class="sr"><bdi class="me">You</bdi>: </span>' in drawn(steps, "Tess")
    assert '<span class="sr">Cole and Ugo: </span>' in drawn(steps, "Cole")


def test_a_thing_that_is_called_as_its_reader_keeps_its_name():
    things = Group("g", "Tess", (List("things", (Row("Tess"), Row("Rope"))),))
    assert "You" not in drawn(things, "Tess")


def test_on_a_map_ones_name_is_you_in_the_drawing_too():
    said = drawn(Group("g", "G", (WEB,)), "Tess Quill")
    assert ">Tess<" not in said
    assert ">Tess Quill<" not in said
    assert said.count(">You<") == 4
    assert ">Tess<" in drawn(Group("g", "G", (WEB,)), "Tess")


def test_a_pile_of_ones_own_is_ones_own():
    piles = Group("g", "G", (Pile("Tess: hand", 3), Pile("Tess", 1)))
    assert '<span><bdi class="me">You</bdi>: hand</span>' in drawn(piles, "Tess")


def test_everybody_who_can_be_you_is_found():
    assert people_in(panels.draw(WEB)) == {"Tess Quill", "Cole"}
    assert people_in(panels.draw(ROPE)) == {"Tess <b>", "Cole"}


def test_what_names_nobody_stays_the_same_part():
    one = part(person("Cole"))
    assert as_read(one, ("Tess",)) is one


def test_an_article_on_the_strip_of_turns_stands_apart_and_goes_where_it_says_you():
    turns = Group("turns", "Order", (List("o", (Row("The Crow"), Row("Cole")), "order"),), "side")
    assert 'data-name="The Crow"><i>The </i>Crow</b>' in drawn(turns)
    said = drawn(turns, "The Crow")
    assert 'data-name="You">You</b>' in said
    assert "Crow</b>" not in said
    assert 'data-name="Cole">Cole</b>' in said
