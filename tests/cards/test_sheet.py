"""Sheets: as many cards as fit, cut where the marks say, and backs behind their fronts."""

from xml.etree import ElementTree

import pytest

from cliffhanger.cards import svg
from cliffhanger.cards.deck import Printed, Wish, cards_in, laid_out
from cliffhanger.cards.drawing import Group, Shape
from cliffhanger.cards.sheet import BLEEDS, MARGIN, PAPERS, layout, pages
from cliffhanger.kernel.panels import Card, Counter
from cliffhanger.kernel.panels import Group as Box

FRONTS = [Group((), label=str(n)) for n in range(11)]
BACKS = [Group((), label=f"back {n}") for n in range(11)]


@pytest.mark.parametrize(
    ("paper", "bleed", "across", "columns", "rows", "left", "top"),
    [
        ("a4", 0, False, 3, 3, 10.5, 16.5),
        ("a4", 3, False, 3, 3, 4.5, 10.5),
        ("a4", 6, True, 4, 2, 4.5, 11),
        ("letter", 0, False, 3, 3, 13.45, 7.7),
        ("letter", 3, True, 4, 2, 4.7, 16.95),
        ("letter", 6, True, 3, 2, 33.2, 13.95),
    ],
)
def test_as_many_cards_lie_on_a_page_as_fit(paper, bleed, across, columns, rows, left, top):
    lies = layout(paper, bleed)
    assert (lies.columns, lies.rows, lies.width > lies.height) == (columns, rows, across)
    assert (lies.left, lies.top) == (pytest.approx(left), pytest.approx(top))
    assert sorted((lies.width, lies.height)) == list(PAPERS[paper])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", BLEEDS)
def test_every_cut_is_where_a_printer_prints_and_neighbours_have_room_for_their_bleed(paper, bleed):
    lies = layout(paper, bleed)
    right, low = lies.corner(lies.columns - 1, lies.rows - 1)
    for near, far in ((lies.left, lies.width - right - 63), (lies.top, lies.height - low - 88)):
        assert near == pytest.approx(far)
        assert near >= MARGIN
    assert lies.corner(1, 0)[0] - lies.corner(0, 0)[0] == pytest.approx(63 + 2 * bleed)
    assert lies.corner(0, 1)[1] - lies.corner(0, 0)[1] == pytest.approx(88 + 2 * bleed)


def placed(page):
    return {group.marks[0].label: group.move for group in page.marks if isinstance(group, Group)}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", BLEEDS)
def test_a_back_falls_on_its_front_when_the_sheet_is_turned(paper, bleed):
    lies = layout(paper, bleed)
    found = pages(FRONTS, lies, BACKS)
    assert [page.backs for page in found] == [False, True] * -(-11 // lies.number)
    for front, back in zip(found[::2], found[1::2], strict=True):
        behind = placed(back)
        for label, (x, y) in placed(front).items():
            assert behind[f"back {label}"] == (pytest.approx(lies.width - x - 63), pytest.approx(y))


def marks(page):
    return [
        ((x, y), (to_x, to_y))
        for shape in page.marks
        if isinstance(shape, Shape) and shape.line == "#000000"
        for (_, (x, y)), (_, (to_x, to_y)) in [shape.path]
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", BLEEDS)
def test_marks_stand_on_every_cut_and_on_no_card(paper, bleed):
    lies = layout(paper, bleed)
    found = marks(pages(FRONTS, lies)[0])
    cards = [lies.corner(column, row) for column in range(lies.columns) for row in range(lies.rows)]
    upright = {round(x, 3) for (x, _), (to_x, _) in found if x == to_x}
    level = {round(y, 3) for (_, y), (_, to_y) in found if y == to_y}
    assert upright == {round(end, 3) for x, _ in cards for end in (x, x + 63)}
    assert level == {round(end, 3) for _, y in cards for end in (y, y + 88)}
    for (x, y), (to_x, to_y) in found:
        assert 0 < x <= to_x < lies.width
        assert 0 < y <= to_y < lies.height
        assert (to_x - x) + (to_y - y) >= 2.5
        assert not any(x < left + 63 and to_x > left and y < top + 88 and to_y > top for left, top in cards)


def test_marks_are_the_same_before_and_behind():
    front, back = pages(FRONTS[:4], layout("a4", 3), BACKS[:4])
    assert marks(front) == marks(back)


def test_a_last_page_is_not_filled_up():
    assert [len(placed(page)) for page in pages(FRONTS, layout("a4"))] == [9, 2]
    assert pages([], layout("a4")) == []


def test_copies_lie_side_by_side_with_the_back_of_their_own_game():
    cards = [Printed(Card("a", "Alibi"), "Parlour"), Printed(Card("b", "Blush"), "Ledge")]
    front, back = laid_out(cards, Wish(backs=True, copies=2))
    assert (front.cards, back.cards) == (4, 4)
    assert [group.marks[0].label for group in front.marks[:4]] == ["Alibi", "Alibi", "Blush", "Blush"]
    assert [group.marks[0].label for group in back.marks[:4]] == ["Parlour", "Parlour", "Ledge", "Ledge"]


def test_a_card_is_drawn_once_on_a_page_and_repeated_for_its_copies():
    front, behind = laid_out([Printed(Card("a", "Alibi"), "Parlour")], Wish(backs=True, copies=3))
    for page, label in ((front, "Alibi"), (behind, "Parlour")):
        root = ElementTree.fromstring(svg.document(page.marks, page.width, page.height))
        seen = [each for each in root.iter() if each.get("role") == "img"]
        assert [each.get("aria-label") for each in seen] == [label] * 3
        assert [each.tag.rpartition("}")[2] for each in seen] == ["g", "use", "use"]
        assert {each.get("href") for each in seen[1:]} == {f"#{seen[0][0].get('id')}"}


def test_cards_are_found_however_deep_they_lie_and_as_often_as_they_are_there():
    a, b = Card("a", "Alibi"), Card("b", "Blush")
    assert cards_in((a, Box("g", "", (Counter("n", 1), Box("h", "", (b, a)))), Counter("n", 2))) == (a, b, a)
