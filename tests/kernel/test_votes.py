"""A vote of several seats: who is still asked, and when it is decided."""

import pytest
from msgspec import Struct

from cliffhanger.kernel import votes

SEATS = ("ann", "ben", "cy")


class Ballot(Struct, frozen=True):
    number: int = 0
    ballots: tuple[str, ...] = ()


class Table(Struct, frozen=True):
    stack: tuple = (Ballot(),)
    serial: int = 0
    news: tuple = ()


def ballots(*words):
    return tuple(f"{seat}/{word}" for seat, word in zip(SEATS, words, strict=False))


def test_what_a_seat_says_is_kept_and_the_others_are_still_asked():
    s = votes.cast(Table(), "lair/1", "ben")
    said = s.stack[-1].ballots
    assert votes.asked(SEATS, said) == ("ann", "cy")
    assert votes.said(said) == ["lair/1"]
    assert s.stack[-1].number == 0, "the questions of the others stay the same ones"


@pytest.mark.parametrize(
    ("agree", "words", "decided"),
    [
        ("majority", (), None),
        ("majority", ("a",), None),
        ("majority", ("a", "a"), "a"),
        ("majority", ("a", "b"), None),
        ("majority", ("a", "b", "b"), "b"),
        ("majority", ("a", "b", "c"), "a"),
        ("any", ("b",), "b"),
        ("unanimous", ("a", "a"), None),
        ("unanimous", ("a", "a", "a"), "a"),
        ("unanimous", ("a", "b"), "a"),
    ],
)
def test_what_is_decided_and_when(agree, words, decided):
    assert votes.settled(ballots(*words), len(SEATS), agree) == decided


@pytest.mark.parametrize(
    ("agree", "words", "carried"),
    [
        ("majority", ("yes",), None),
        ("majority", ("yes", "yes"), True),
        ("majority", ("no", "no"), False),
        ("any", ("no", "no"), None),
        ("any", ("no", "yes"), True),
        ("any", ("no", "no", "no"), False),
        ("unanimous", ("yes", "yes"), None),
        ("unanimous", ("no",), False),
        ("unanimous", ("yes", "yes", "yes"), True),
    ],
)
def test_whether_as_many_say_yes_as_have_to(agree, words, carried):
    assert votes.carried(ballots(*words), len(SEATS), agree) is carried
