"""The recap as a page: what stands on it, what it says of itself, and its card."""

from fractions import Fraction
from functools import lru_cache
from xml.etree import ElementTree

import pytest
from sample import LOG, META
from test_page import Page
from tests.table.evening import of_bots

from cliffhanger import games
from cliffhanger.cards import poster
from cliffhanger.cards.drawing import words_in
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.record.format import Header, Outset
from cliffhanger.table.chapters import Told
from cliffhanger.table.highlight import Highlight
from cliffhanger.table.recap import SOMEBODY, Credit, Part, Recap, Scene, gather
from cliffhanger.table.recap_markdown import markdown, retold
from cliffhanger.web.page import recap, recap_card
from cliffhanger.web.page.skins import Skin, read, skin

KINDS = ("plain", "poster", "guide", "cover", "book")
LONG = "N" * 60
NIGHT = Highlight(
    7, "Juno", Fraction(1, 81), "you hit", came=True, dice=((6, 6), (6, 5)), event=Event("hits", "Juno", text="hits.")
)


def part(name, about="", player="", *, bot=False):
    return Part(name, about, "Lead", player, bot, 3, 2)


EMPTY = Recap(
    title="Low Water",
    game="Rivers",
    date="",
    line="",
    over=False,
    cast=(),
    scenes=(),
    night=None,
    head="",
    gathered=(),
    onward=(),
    rulings=(),
    setbacks=(),
    house=(),
    credits=(),
    rolls=0,
    last=None,
)
FULL = EMPTY._replace(
    date="2026-11-21",
    line="The lake sinks.",
    over=True,
    cast=(
        part("Juno", "a driver", "Ana"),
        part("Ludo", bot=True),
        part("Cy"),
    ),
    scenes=(
        Scene(
            1,
            "Soup & salt",
            (
                Told(Event("dares", "Juno", text="dares.")),
                Told(Event("said", "Juno", text="“Up.”", data={"line": "Up."})),
            ),
            "Ludo is out.",
            ("Ludo out",),
            "2 rolls",
            1,
        ),
        Scene(0, "", (Told(Event("says", "GM", text="It rains.")),), "", (), "", 0),
    ),
    night=NIGHT,
    head="Juno hits.",
    gathered=(("Who grew", tuple(f"Row {n}." for n in range(9))),),
    onward=("The lights go out.",),
    rulings=("Ana rules.",),
    setbacks=("It slips.",),
    house=("Wind: calm.",),
    credits=(Credit("2 scenes"), Credit("3 hits", "Juno, 2")),
    rolls=2,
    last=("Juno", "Up."),
)


@lru_cache(8)
def evening(name):
    """An evening of bots, told."""
    game = games.game(name)
    table = of_bots(game, 160, says=("Hold the lamp.", "Tickets, please."), title="Friday <Night>").table
    return table, retold(table.header, table.kept(), game)


def page(told, kind="poster", **more):
    return Page(recap.recap(META, told, Skin("x", recap=kind), **more))


@pytest.mark.parametrize("kind", KINDS)
def test_all_of_an_evening_stands_on_its_page(kind):
    words = " ".join(" ".join(page(FULL, kind).words).split())
    for each in (
        "Low Water",
        "Rivers · 2026-11-21",
        "Juno a driver Ana",
        "Ludo a bot",
        "Cy nobody",
        "Soup & salt Juno dares. Juno: Up. Ludo is out. Ludo out 2 rolls",
        "It rains.",
        "The roll of the night Juno hits. 6 5 Juno had “you hit” at 1 %, and it came. 1 in 81",
        "Who grew Row 0.",
        "3 more Row 6.",
        "Next time The lights go out.",
        "2 rolls 2 scenes 3 hits most: Juno, 2 The last word Up. Juno",
        "Rulings Ana rules.",
        "Setbacks It slips.",
        "House rules Wind: calm.",
    ):
        assert each in words, each
    assert "still being played" not in words
    assert "GM" not in words


def test_what_did_not_come_says_what_it_was_promised():
    words = " ".join(page(FULL._replace(night=NIGHT._replace(came=False, chance=Fraction(2, 9)))).words)
    assert "Juno had “you hit” at 78 %, and it did not come." in words
    assert "about 1 in 4" in words


@pytest.mark.parametrize(
    ("chance", "squares"), [(Fraction(1, 81), 81), (Fraction(1, 101), 0), (Fraction(1, 9), 9), (Fraction(9, 10), 0)]
)
def test_a_chance_has_as_many_squares_as_it_is_one_in_where_they_can_be_seen(chance, squares):
    drawn = page(FULL._replace(night=NIGHT._replace(chance=chance))).all("rect")
    assert len(drawn) == squares
    assert [each.get("class") for each in drawn].count("one") == (squares > 0)


def test_coins_lie_as_coins():
    drawn = recap.recap(META, FULL._replace(night=NIGHT._replace(dice=((2, 2), (2, 1)))), Skin("x"))
    assert "2 coins: 1 star" in drawn


@pytest.mark.parametrize("kind", KINDS)
def test_an_evening_in_which_nothing_has_happened_yet_has_a_page_and_a_card(kind):
    found = page(EMPTY, kind)
    words = " ".join(found.words)
    assert "Nothing has happened yet." in words
    assert "Not a single roll" in words
    assert "still being played" in words
    assert "roll of the night" not in words
    assert markdown(EMPTY) == "# Low Water\n\nRivers · still being played\n"
    assert ElementTree.fromstring(recap_card.card(EMPTY, Skin("x", recap=kind))).tag.endswith("svg")


def test_the_page_links_what_there_is_of_the_evening_and_the_card_as_png_where_that_can_be_made():
    def links(**more):
        return [a["href"].removeprefix(f"/t/{META.id}") for a in page(FULL, **more).all("a")]

    assert links() == ["/mine", "/recap.svg", "/log", "/recap.md", "/record"]
    assert links(png=True) == ["/mine", "/recap.svg", "/recap.png", "/log", "/recap.md", "/record"]
    whole = [a["href"].removeprefix(f"/t/{META.id}") for a in Page(recap.whole(META, LOG)).all("a")]
    assert whole == ["/mine", "/recap", "/recap.md", "/record", "/dice"]


def test_a_story_of_scenes_has_a_picture_beside_each_where_the_skin_wants_one():
    def stills(kind):
        return [a["src"] for a in page(FULL, kind).all("img") if a["src"].startswith("/art/")]

    assert len(stills("guide")) == len(stills("cover")) == 1
    assert stills("poster") == stills("book") == []


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_sixty_letters_and_a_cast_of_fourteen_are_drawn_within_the_card(kind):
    cast = tuple(part(f"{LONG}{n}", LONG, f"{n}{LONG}") for n in range(14))
    told = FULL._replace(title=LONG, game=LONG, line=f"{LONG} " * 9, cast=cast, head=LONG * 3)
    wide, tall = poster.LAYOUTS[kind][1]
    card = recap_card.poster(told, Skin("x", recap=kind))
    for each in words_in(poster.LAYOUTS[kind][0](card)):
        assert each.x >= -0.5
        assert each.x + poster.width(each.text, each.face, each.size) <= wide + 0.5, each
        assert 0 < each.y < tall
    assert len(page(told, kind).all("ul", **{"class": "rc-cast"})) == 1
    assert "+ 11" in " ".join(each.text for each in words_in(poster.LAYOUTS["poster"][0](card)))


def test_who_gave_no_name_stars_as_whom_they_played():
    wind = part("Lead", player=SOMEBODY)
    told = FULL._replace(
        cast=(wind, part("Juno", "a driver", SOMEBODY), part("Pilar", "", "Ben"), part("Ludo", bot=True))
    )
    card = recap_card.poster(told, Skin("x"))
    assert card.names == ("Juno", "Ben")
    assert card.cast == (("Lead", ""), ("Juno", ""), ("Pilar", "Ben"), ("Ludo", "a bot"))
    assert recap_card.poster(told._replace(cast=(wind,)), Skin("x")).names == ("Lead",)


@pytest.mark.parametrize("name", games.names())
def test_the_card_of_every_game_is_drawn_in_its_own_layout_and_colours(name):
    table, told = evening(name)
    worn = skin(table.game)
    card = recap_card.poster(told, worn)
    assert card.kind == worn.recap != "plain"
    assert card.names == tuple(("Ana", "Ben", "Chiara", "Dana")[: len(card.cast)])
    svg = recap_card.card(told, worn)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "Friday &lt;Night&gt;" in svg
    assert "<script" not in svg
    root = ElementTree.fromstring(svg)
    sizes = poster.size(card.kind)
    assert (
        tuple(round(float(root.attrib[each].removesuffix("mm")) * 96 / 25.4) for each in ("width", "height")) == sizes
    )


@pytest.mark.parametrize("name", games.names())
def test_the_page_of_every_game_has_its_cast_its_scenes_its_roll_and_its_lines(name):
    table, told = evening(name)
    text = recap.recap(META, told, skin(table.game))
    found = Page(text)
    ids = [a["id"] for _, a in found.tags if "id" in a]
    assert len(ids) == len(set(ids))
    assert len(told.cast) == len(table.header.setup.seats)
    assert told.scenes
    assert "h-night" in ids
    assert "Hold the lamp." in text
    assert "Friday &lt;Night&gt;" in text
    assert "style=" not in text


def test_no_secret_of_a_seat_stands_in_what_everybody_reads():
    header = Header(game="g", version="1", house={}, setup=Outset(()), table="t", key_hash="")
    events = (
        Event("drew", "Ida", text="finds the key.", only=("k1",)),
        Event("said", "Ida", text="“Mine.”", only=("k1",)),
    )
    entries = tuple(
        entry for entry in (LOG[0],) for entry in (entry.__class__(1, "i", "k1", "", entry.input, events, ""),)
    )
    for seat, seen in (("watch", False), ("k1", True)):
        told = gather(header, entries, seat=seat)
        drawn = recap.recap(META, told, Skin("x")) + recap_card.card(told, Skin("x")) + markdown(told)
        assert ("finds the key" in drawn, "Mine." in drawn) == (seen, seen)


def test_a_page_says_of_itself_what_it_is_with_a_picture_from_here():
    found = {
        a["property"]: a["content"]
        for a in Page(recap.shared("https://pier.example", FULL, "night", "poster", png=True)).all("meta")
    }
    assert found["og:title"] == "Low Water"
    assert found["og:description"] == "The lake sinks."
    assert found["og:image"] == "https://pier.example/t/night/recap.png"
    assert found["og:url"] == "https://pier.example/t/night/recap"
    svg = recap.shared("https://pier.example", EMPTY, "night", "plain", png=False)
    assert "recap.svg" in svg
    assert "og:description" not in svg


def test_colours_of_a_skin_are_one_light_of_theirs_for_a_drawing():
    worn = read("x", '[colours]\nmast = ["#abc", "#102030"]\ncounts = "#a1b2c3d4"')
    assert worn.colour("mast", "#000000") == "#102030"
    assert worn.colour("mast", "#000000", dark=False) == "#aabbcc"
    assert worn.colour("counts", "#000000") == "#a1b2c3"
    assert worn.colour("ink", "#123") == "#112233"
    assert read("x", 'recap = "cover"').recap == "cover"
    assert read("x", 'recap = "wanted"').recap == "plain"
