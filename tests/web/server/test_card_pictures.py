"""The pictures of cards, by what they show: kept by browsers for ever, by nobody on the way, and not drawn to save data."""

import re

import pytest
from people import evening, play

from cliffhanger.games import game
from cliffhanger.kernel.panels import Card
from cliffhanger.web.page.cards import card, picture_address

CLOCK = Card("c7", "Overtime", "golden", art="clock heart")


def test_a_card_says_where_its_picture_is_and_nothing_of_who_holds_it():
    address = picture_address(CLOCK)
    assert re.fullmatch(r"/art/golden-\d-clock-heart\.svg\?v=[0-9a-f]{12}", address)
    assert f'src="{address}" alt="" loading="lazy"' in card(CLOCK)
    assert picture_address(Card("c9", "Overtime", "golden", art="clock heart", blocked="Not now.")) == address


def test_a_card_that_lies_face_down_has_no_picture():
    assert "<img" not in card(Card("c7", "Overtime", "golden", art="clock heart", back=True))


def test_a_picture_is_kept_for_ever_where_it_was_fetched_and_nowhere_else(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, drawn = await server.ask("GET", picture_address(CLOCK))
            assert (status, headers["content-type"]) == (200, "image/svg+xml")
            assert headers["cache-control"] == "private, max-age=31536000, immutable"
            assert drawn.startswith("<svg ")
            assert "default-src 'none'" in headers["content-security-policy"]
            again = await server.ask("GET", picture_address(CLOCK), headers={"if-none-match": headers["etag"]})
            assert again[0] == 304
            old = await server.ask("GET", picture_address(CLOCK).partition("?")[0])
            assert old[1]["cache-control"] == "private, max-age=300"

    play(scene())


def test_to_save_data_a_picture_is_empty(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            _, headers, drawn = await server.ask("GET", picture_address(CLOCK), headers={"save-data": "on"})
            assert "save-data" in headers["vary"]
            assert "<path" not in drawn
            assert len(drawn) < 200

    play(scene())


@pytest.mark.parametrize("name", ["golden-2-unicorn", "golden-2", "..%2Fdice", "golden-2-clock.heart", "x" * 3000])
def test_there_are_no_other_pictures(tmp_path, name):
    async def scene():
        async with evening(tmp_path) as server:
            assert (await server.ask("GET", f"/art/{name}.svg"))[0] == 404

    play(scene())


def test_the_rules_of_data_saving_are_in_the_skin_that_shows_pictures():
    from cliffhanger.web.page.skins import skin, skin_css

    assert skin(game("plot_twist")).cards == "pictures"
    assert "@media (prefers-reduced-data:reduce)" in skin_css(game("plot_twist"))
    assert skin(game("blockbuster")).cards == "none"
