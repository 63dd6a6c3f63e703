"""What tests of cards share: a card with everything on it, and what a page of a PDF holds, measured."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from cliffhanger.kernel.panels import Card

SCALE = 72 / 25.4
CLIPPED = re.compile(
    r"^q\n1 0 0 1 (\S+) (\S+) cm\n(-?\d) \S+ m\n\S+ \S+ l\n(\S+) (\S+) l\n\S+ \S+ l\nh\nW\nn\n", re.MULTILINE
)


@pytest.fixture(scope="session")
def halcyon():
    return Card(
        "halcyon",
        "Doctor Halcyon",
        "golden",
        "G",
        "Villain",
        "the Smiling Tide",
        "Needs a Location in play.",
        ("Psyche 3, Offend 2.", "Once a Turn, spend 1 Hate: a Hero at Ranged comes to Melee."),
        "2 Hate",
        ("Hate 9, Energy 9", "B3 M5"),
        art="figure water",
        flavour="Breathe out. It helps.",
    )


@pytest.fixture(scope="session")
def read():
    """The pages of a PDF as a reader finds them."""
    return lambda data: PdfReader(BytesIO(data), strict=True).pages


@pytest.fixture(scope="session")
def cut():
    """Where the cards of a PDF page are cut, in mm from the upper left corner: left, top, width and height."""

    def found(page, bleed):
        stream = page.get_contents().get_data().decode("ascii")
        matrix = [float(each) for each in stream.split(" cm", 1)[0].split()]
        assert matrix == pytest.approx([SCALE, 0, 0, -SCALE, 0, float(page.mediabox.height)], abs=1e-3)
        clipped = [[float(each) for each in numbers] for numbers in CLIPPED.findall(stream)]
        return [
            (left, top, right - bleed, lower - bleed)
            for left, top, edge, right, lower in clipped
            if (edge, right) == (-bleed, 63 + bleed) and (left, top) != (0, 0)
        ]

    return found
