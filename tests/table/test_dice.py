"""Faces anybody can recompute: published vectors, fairness, and no two dice from the same number."""

import hashlib
import hmac
from collections import Counter

import pytest

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.table import dice

KEY = bytes(range(32))


def test_a_face_is_what_its_description_says():
    parts = ("cliffhanger die 1", "wall", "", "wind", "k1", "0", "2", "0")
    message = b"".join(len(part).to_bytes(4, "big") + part.encode() for part in parts)
    block = hmac.new(KEY, message, hashlib.sha256).digest()
    due = int.from_bytes(block[:8], "big") % 8 + 1
    assert dice.thrown(KEY, "wall", "", Roll("1", "k1", "wind", (6, 6, 8)), 0)[2] == due


def test_the_published_vectors_hold():
    assert dice.thrown(KEY, "wall", "", Roll("1", "k1", "wind", (4, 6, 8, 10, 12, 20, 100)), 0) == VECTOR
    assert dice.drawn(KEY, "wall", "ab", Draw("1", "k1", "oil", tuple("zyxwv"), 3), 1) == CARDS


def test_every_part_of_its_place_changes_a_die():
    def thrown(table="wall", mix="m", purpose="wind", seat="k1", nth=0, key=KEY):
        return dice.thrown(key, table, mix, Roll("1", seat, purpose, (1 << 32,)), nth)

    others = [thrown(table="hall"), thrown(mix="n"), thrown(purpose="rain"), thrown(seat="k2"), thrown(nth=1)]
    assert len({thrown(), *others, thrown(key=b"x" * 32), thrown("wallm", ""), thrown("wall", "mw", "ind")}) == 9


def test_the_id_of_a_roll_does_not_change_its_faces():
    roll = Roll("1", "k1", "wind", (6, 6))
    assert dice.thrown(KEY, "wall", "", roll, 0) == dice.thrown(KEY, "wall", "", Roll("2", "k1", "wind", (6, 6)), 0)


@pytest.mark.parametrize("first", [2**64 - 1, 2**64 - 2**64 % 6], ids=["its end", "its beginning"])
def test_the_uneven_stretch_is_thrown_away(monkeypatch, first):
    blocks = iter([first.to_bytes(8, "big"), b"\x00" * 7 + b"\x05"])
    monkeypatch.setattr(dice, "_block", lambda *_: next(blocks))
    assert dice.face(KEY, 6) == 6
    assert next(blocks, None) is None


def test_faces_are_fair():
    rolls = (dice.thrown(KEY, "wall", "", Roll("1", "k1", "wind", (6,) * 20), nth) for nth in range(300))
    counts = Counter(face for roll in rolls for face in roll)
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20.5  # chi-square, 5 degrees, one in 1000


def test_a_draw_does_not_depend_on_the_order_of_the_deck():
    one = dice.drawn(KEY, "wall", "", Draw("1", "k1", "oil", ("a", "b", "c", "c"), 4), 0)
    other = dice.drawn(KEY, "wall", "", Draw("1", "k1", "oil", ("c", "b", "c", "a"), 4), 0)
    assert one == other
    assert sorted(one) == ["a", "b", "c", "c"]


VECTOR = (4, 2, 1, 5, 11, 18, 61)
CARDS = ("y", "z", "x")
