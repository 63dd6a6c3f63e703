"""Whoever reads a panel for everybody is "You" in their own row; nobody else is, and nothing else changes."""

import pytest

from cliffhanger.kernel.panels import Board, Cell, Counter, Group, List, Pile, Row, Tie, Token
from cliffhanger.table.own_rows import of_reader, people_in

TESS, COLE = Row("Tess", mark="Tess", tags=("tired",)), Row("Cole", mark="Cole")
ROPE = Group("rope", "Tess", (List("r", (TESS, COLE)), Counter("Light", 3)), "side")


def test_a_row_of_ones_own_says_you_and_keeps_its_emblem():
    said = of_reader(ROPE, ("Tess",), "You")
    assert said.panels[0].rows == (Row("You", mark="Tess", tags=("tired",)), COLE)
    assert said.name == "Tess"
    assert people_in(ROPE) == {"Tess", "Cole"}


@pytest.mark.parametrize("reader", [(), ("Ugo",), ("Light",), ("tired",)])
def test_for_whom_it_has_no_row_and_for_who_watches_it_stays_the_same(reader):
    assert of_reader(ROPE, reader, "You") is ROPE


@pytest.mark.parametrize("style", ["order", "ladder", "sides", "debts"])
def test_rows_of_people_need_no_emblem(style):
    rows = of_reader(List("l", (Row("Tess"), Row("Cole")), style), ("Tess",), "Du").rows
    assert [row.name for row in rows] == ["Du", "Cole"]
    assert rows[0].mark == ("Tess" if style == "order" else "")


def test_a_thing_that_is_called_as_its_reader_keeps_its_name():
    things = List("things", (Row("Tess"), Row("Rope")))
    assert of_reader(things, ("Tess",), "You") is things
    both = List("both", (Row("Tess"), TESS))
    assert [row.name for row in of_reader(both, ("Tess",), "You").rows] == ["Tess", "You"]


def test_on_a_map_a_token_says_you_with_its_own_emblem_and_in_a_cell_its_seat_does():
    web = Board("web", "Web", tokens=(Token("t", "Tess"), Token("c", "Cole")), ties=(Tie(("t", "c"), "trusts"),))
    said = of_reader(web, ("Tess",), "You")
    assert said.tokens == (Token("t", "You", mark="Tess"), Token("c", "Cole"))
    assert [(row.name, row.mark) for row in said.lists[0].rows] == [("You", "Tess"), ("Cole", "Cole")]
    placed = Board("p", "Place", (Cell("a", "A"),), (Token("t", "Tess", "a"),))
    assert of_reader(placed, ("Tess",), "You") is placed


def test_a_pile_of_ones_own_is_ones_own():
    assert of_reader(Pile("Tess: hand", 3), ("Tess",), "You") == Pile("You: hand", 3)
