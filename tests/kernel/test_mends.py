"""Mends: where a fault's wrong words stand, what may stand there instead, and what a file in the making reads as."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from cliffhanger.kernel.files.mends import draft, wrongs
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.game import Form


class Kite(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1)]
    colour: Literal["red", "green"]
    tails: Annotated[int, Meta(ge=0)] = 0
    knots: tuple[Literal["reef", "sheet"], ...] = ()


class Shed(Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    kite: tuple[Kite, ...] = ()


def crossed(shed):
    return [(f"kite[{n}].tails", "fewer than 9") for n, kite in enumerate(shed.kite) if kite.tails > 8]


SHED = Form("shed", "A shed", Shed, crossed, "format = 1\n")
WHOLE = 'format = 1\n\n[[kite]]\nname = "Ada"\ncolour = "red"\n'


def mended(text):
    """Every fault with its first mend taken, one after the other, as somebody taps them."""
    for _ in range(9):
        read = read_form(SHED, "shed", text)
        if not isinstance(read, list):
            return text
        mend = next(one.mends[0] for one in wrongs(text, read) if one.mends)
        text = text[: mend.start] + mend.new + text[mend.end :]
    raise AssertionError(text)


def of(text):
    read = read_form(SHED, "shed", text)
    assert isinstance(read, list), read
    return wrongs(text, read)


@pytest.mark.parametrize(
    ("right", "wrong", "underlined", "offered"),
    [
        ('"red"', '"rde"', '"rde"', ["red"]),
        ('"red"', "'mauve'", "'mauve'", ["green", "red"]),
        ("colour =", "color =", "color", ["colour"]),
        ("format = 1\n", "", "", ["format = 1"]),
        ('colour = "red"\n', "", "[[kite]]", ['colour = "green"', 'colour = "red"']),
    ],
)
def test_a_fault_is_underlined_and_mended_where_it_stands(right, wrong, underlined, offered):
    text = WHOLE.replace(right, wrong)
    one = next(one for one in of(text) if one.mends)
    assert text[one.start : one.end] == underlined
    assert [mend.words for mend in one.mends] == offered
    assert mended(text).count("\n") == WHOLE.count("\n")


def test_what_nothing_is_proposed_for_has_its_line_alone():
    (one,) = of(WHOLE + 'tails = "many"\n')
    assert (one.fault.line, one.mends) == (6, ())
    (one,) = of(WHOLE + "tails = 9\n")
    assert (one.fault.key, one.mends) == ("kite[0].tails", ())


def test_a_file_in_the_making_reads_as_if_it_were_mended():
    made = draft(SHED, WHOLE.replace('"red"', '"rde"'))
    assert made.sure
    assert made.value.kite[0].colour == "red"
    assert [other.kite[0].colour for other in made.others] == ["green"]


@pytest.mark.parametrize(
    ("more", "value"),
    [
        ('tails = "many"', Kite("Ada", "red")),
        ("tails = 9", Kite("Ada", "red")),
        ('knots = ["reef", 3]', Kite("Ada", "red", knots=("reef",))),
        ("tails = ", Kite("Ada", "red")),
        ('knots = ["reef', Kite("Ada", "red")),
        ("strange.deep = 1", Kite("Ada", "red")),
    ],
)
def test_what_is_open_for_no_mend_is_left_out_and_the_rest_is_read(more, value):
    made = draft(SHED, f"{WHOLE}{more}\n")
    assert (made.value.kite, made.sure) == ((value,), False)


def test_what_is_missing_is_filled_in_so_that_there_is_something_to_draw():
    made = draft(SHED, "format = 1\n[[kite]]\n")
    assert (made.value.kite, made.sure) == ((Kite("open", "green"),), False)


@pytest.mark.parametrize(
    "text",
    ["x = " + "[" * 40, "x" * 70_000, '= "\n' * 9, "\x00", 'form = "barn"\nformat = 1', "a=[" + "[" * 17 + "]" * 18],
)
def test_what_cannot_be_read_at_all_is_not_drawn(text):
    assert draft(SHED, text) is None


def test_a_path_that_is_not_there_is_no_trouble():
    strange = Form("shed", "A shed", Shed, lambda shed: [("kite[7].knots[2].x", "something")], "")
    assert draft(strange, WHOLE) is None
