"""Paths of SVG are read into absolute lines and cubic curves."""

import pytest

from cliffhanger.cards.drawing import circle, parsed, rect


@pytest.mark.parametrize(
    ("d", "means"),
    [
        ("M1 2L3 4z", [("M", (1, 2)), ("L", (3, 4)), ("Z", ())]),
        ("m1 2 3 4-1-1h2v-.5", [("M", (1, 2)), ("L", (4, 6)), ("L", (3, 5)), ("L", (5, 5)), ("L", (5, 4.5))]),
        ("M1 1H5V7", [("M", (1, 1)), ("L", (5, 1)), ("L", (5, 7))]),
        ("M2 2l1 1zl5 0", [("M", (2, 2)), ("L", (3, 3)), ("Z", ()), ("L", (7, 2))]),
        ("M0 0c0 1 1 2 2 2s2-1 2-2", [("M", (0, 0)), ("C", (0, 1, 1, 2, 2, 2)), ("C", (3, 2, 4, 1, 4, 0))]),
        ("M0 0q3 3 6 0t6 0", [("M", (0, 0)), ("C", (2, 2, 4, 2, 6, 0)), ("C", (8, -2, 10, -2, 12, 0))]),
        ("M0 0t6 0", [("M", (0, 0)), ("C", (0, 0, 2, 0, 6, 0))]),
    ],
)
def test_a_path_means_lines_and_curves(d, means):
    assert [(kind, pytest.approx(points)) for kind, points in parsed(d)] == means


def test_an_arc_is_not_read():
    with pytest.raises(KeyError):
        parsed("M0 0A1 1 0 0 1 2 2")


def test_a_circle_is_round():
    for kind, points in circle(10, 20, 5):
        if kind in "LC":
            assert ((points[-2] - 10) ** 2 + (points[-1] - 20) ** 2) ** 0.5 == pytest.approx(5)


def test_a_rectangle_has_its_corners():
    assert [points for kind, points in rect(1, 2, 3, 4) if kind != "Z"] == [(1, 2), (4, 2), (4, 6), (1, 6)]
