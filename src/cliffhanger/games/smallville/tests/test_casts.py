"""The series that come with the game: each is sound, and a bot evening plays on it to its end."""

from collections import Counter
from random import Random

import pytest

from cliffhanger.cli.check import check_text
from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.files.series import SHELF, ready
from cliffhanger.games.smallville.files.sheets import SERIES
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.files.bundle import casts
from cliffhanger.kernel.files.reader import read_form, write_form
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import Setup
from cliffhanger.testing.playout import bot_play

MERIDIAN = casts(GAME.package)["the_meridian"]
WHOLES = {"the usual one": {}, "the Meridian": {"the_meridian.toml": MERIDIAN.text}}


def people(files):
    """Everybody in a series."""
    return GAME.start(ready(4, files)).cast


def test_it_is_found_by_name_and_nothing_is_wrong_with_it():
    assert MERIDIAN.title == "Nine Nights at the Meridian"
    assert check_text("the_meridian.toml", MERIDIAN.text) == []
    series = read_form(SERIES, "a", MERIDIAN.text)
    assert read_form(SERIES, "a", write_form(SERIES, series)) == series
    assert (len(series.leads), len(series.features), len(series.scenes)) == (4, 3, 4)


@pytest.mark.parametrize("files", WHOLES.values(), ids=WHOLES)
def test_nobody_believes_what_somebody_else_does_in_the_same_words(files):
    said = Counter(row.says for p in people(files) for row in (*p.sheet.values, *p.sheet.relationships))
    assert [words for words, times in said.items() if times > 1] == []


def test_everybody_at_the_meridian_has_what_an_evening_needs():
    cast = people(WHOLES["the Meridian"])
    leads = {p.id for p in cast if p.kind == "lead"}
    for p in cast:
        sheet, ties = p.sheet, {row.id for row in p.sheet.relationships}
        assert len(sheet.values) == 6
        assert ties & leads - {p.id}
        assert any(row.triggers for row in sheet.assets)
        assert any(row.limit for row in sheet.assets)
        assert sheet.tagline
        assert sheet.who
        assert sheet.goals
    assert {row.kind for p in cast for row in p.sheet.resources} == {"extra", "location"}


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 4])
def test_bots_play_an_evening_on_it_to_its_end(players):
    setup = ready(players, WHOLES["the Meridian"])
    end = bot_play(GAME, setup, Random(players), 4_000)[-1].after.state
    assert isinstance(GAME.waiting(end), Over)
    assert len(end.opened) == 4


def test_features_step_in_as_leads_by_a_file_that_names_them_so():
    usual = SHELF.packaged.whole.value
    five = replace(
        usual,
        leads=(*usual.leads, "Dale Rook", "Augusta Kessler"),
        features=("Amos Tull",),
        scenes=tuple(
            replace(card, features=tuple(f for f in card.features if f == "amos_tull")) for card in usual.scenes
        ),
    )
    setup = ready(6, {"six.toml": write_form(SERIES, five, "smallville")})
    assert isinstance(setup, Setup), setup
    assert [seat.id for seat in setup.seats][-2:] == ["dale_rook", "augusta_kessler"]
    cast = GAME.start(setup).cast
    assert [p.kind for p in cast] == ["lead"] * 6 + ["feature"]
    end = bot_play(GAME, setup, Random(6), 4_000)[-1].after.state
    assert isinstance(GAME.waiting(end), Over)


def test_without_such_a_file_the_series_says_how_many_it_seats():
    (fault,) = ready(6, {})
    assert fault.expected == "at most 4: so many leads has this series; bring more of them to be more"
