"""The recap as a page: what stands on it, what it says of itself, and its card."""

from fractions import Fraction
from functools import lru_cache
from xml.etree import ElementTree

import pytest
from parsed import Page
from sample import LOG, META
from tests.table.evening import of_bots

from cliffhanger import games
from cliffhanger.cards import art, poster
from cliffhanger.cards.drawing import words_in
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.record.format import Header, Outset
from cliffhanger.table.chapters import Chip, Told
from cliffhanger.table.highlight import Highlight
from cliffhanger.table.places import Place
from cliffhanger.table.recap import SOMEBODY, Credit, Part, Recap, Row, gather
from cliffhanger.table.recap_markdown import markdown, retold
from cliffhanger.table.scenes import Scene
from cliffhanger.web.page import recap, recap_card, stills, whole_log
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
                Told(Event("climbs", "Cy", text="climbs the pier."), line="Who is there?"),
            ),
            "Ludo is out.",
            (Chip("Ludo out", "bad"), Chip("Juno saved", "good"), Chip("the wind")),
            "2 rolls",
            1,
            "Episode 2 begins",
            Place("Dining car", look=("car", "tables", "lit")),
        ),
        Scene(0, "", (Told(Event("says", "GM", text="It rains.")),), "", (), "", 0),
    ),
    night=NIGHT,
    head="Juno hits.",
    gathered=(("Who grew", (Row("Juno grows.", "Juno", 8, 10), *(Row(f"Row {n}.") for n in range(8)))),),
    onward=("The lights go out.",),
    rulings=("Ana rules.",),
    setbacks=("It slips.",),
    house=("Wind: calm.",),
    credits=(Credit("2 scenes"), Credit("3 hits", "Juno", 2)),
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
        "Soup & salt Juno dares. Up, says Juno. Who is there? says Cy, and climbs the pier. Ludo is out. Ludo out Juno saved",
        "It rains.",
        "The roll of the night Juno hits. 6 5 Juno rolled, with “you hit” at 1 %, and it came. 1 in 81",
        "Who grew",
        "grows.",
        "3 more Row 5.",
        "Next time The lights go out.",
        "2 rolls in all · 2 scenes 3 hits Juno, 2 The last word Up. Juno",
        "Rulings Ana rules.",
        "Setbacks It slips.",
        "House rules Wind: calm.",
    ):
        assert each in words, each
    assert "still being played" not in words
    assert "GM" not in words


def test_what_did_not_come_says_what_it_was_promised():
    words = " ".join(page(FULL._replace(night=NIGHT._replace(came=False, chance=Fraction(2, 9)))).words)
    assert "Juno rolled, with “you hit” at 78\u00a0%, and it did not come." in words
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
    assert links(png=True) == ["/mine", "/recap.png", "/recap.svg", "/log", "/recap.md", "/record"]
    whole = [a["href"].removeprefix(f"/t/{META.id}") for a in Page(whole_log.whole(META, LOG)).all("a")]
    assert whole == ["/mine", "/recap", "/recap.md", "/record", "/dice"]


def test_a_story_of_scenes_has_a_picture_beside_each_where_the_skin_wants_one():
    def shown(kind):
        return [a["src"] for a in page(FULL, kind).all("img") if a["src"].startswith("/still/")]

    assert shown("guide") == shown("cover") == ["/still/0-car-tables-lit.svg"]
    assert shown("poster") == shown("book") == []


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
    assert "Hold the lamp" in text
    assert "Friday &lt;Night&gt;" in text
    assert "style=" not in text


def test_beside_its_still_a_scene_says_its_number_and_its_place_and_above_all_what_it_opens():
    where = [" ".join(page(FULL, kind).words) for kind in ("guide", "poster")]
    assert "Episode 2 begins. Scene 1. Dining car" in where[0]
    assert "Scene 1" not in where[1]
    assert "Episode 2 begins" in where[1]


def test_what_changed_says_by_its_tone_whether_it_is_good_or_bad():
    tags = [a["class"] for a in page(FULL).all("span") if a.get("class", "").startswith("tag")]
    assert tags == ["tag bad", "tag good", "tag"]


def test_who_grew_has_a_face_and_dice_and_a_sentence_without_any_stays_one():
    found = page(FULL, "guide")
    grown = [a for a in found.all("span") if a.get("class") == "rc-grown"]
    assert len(grown) == 1
    dice = [a["class"].split()[1] for a in found.all("svg") if a.get("class", "").startswith("die ")]
    assert dice[-2:] == ["d8", "d10"]


def test_the_address_is_shared_or_copied_and_a_card_becomes_a_png_where_the_server_makes_none():
    found = page(FULL, url="https://pier.example/t/night/recap")
    (share,) = (a for a in found.all("button") if a.get("id") == "share")
    assert (share["data-share"], share["title"]) == ("https://pier.example/t/night/recap", "Low Water")
    assert "next" in share["class"].split()
    assert [a["value"] for a in found.all("input") if a.get("id") == "link"] == ["https://pier.example/t/night/recap"]
    drawn = [a["data-card"] for a in found.all("button") if a.get("id") == "draw-card"]
    assert drawn == [f"/t/{META.id}/recap.svg"]
    assert not [a for a in page(FULL, png=True).all("button") if a.get("id") == "draw-card"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_shows_the_place_that_the_files_describe(kind):
    bare = FULL._replace(scenes=tuple(scene._replace(place=None) for scene in FULL.scenes))
    with_place, without = (recap_card.poster(told, Skin("x", recap=kind)) for told in (FULL, bare))
    assert with_place.place
    assert without.place == ()
    drawn = [poster.document(each) for each in (with_place, without)]
    assert (drawn[0] != drawn[1]) == (kind in ("guide", "cover", "book"))


def test_a_film_with_a_train_has_an_engine_on_its_poster_and_no_road():
    told = FULL._replace(title="Night Train to Corvane", line="The dining car, the sleeping car, the last car.")
    rail = recap_card.poster(told, Skin("x", recap="poster"))
    assert poster.document(rail) != poster.document(rail._replace(title="Low Water", story=""))
    assert "train" in art.landscape(rail.title, rail.story)
    assert "road" not in art.landscape(rail.title, rail.story)
    assert "road" in art.landscape("The getaway", "A car, and another car.")


@pytest.mark.parametrize("name", ["0-open", "1-car-tables-lit", "2-room-levers-dim-dark", "0-open-steps-water-sleet"])
def test_a_still_is_called_as_it_looks(name):
    assert stills.called(name).name == name
    assert stills.painted(stills.called(name)).marks


@pytest.mark.parametrize(
    "name",
    [
        "",
        "9-open",
        "0",
        "0-tables",
        "0-open-open",
        "0-room-lit-dim",
        "0-room-tables-doors-levers",
        "0-lit-room",
        "x-open",
    ],
)
def test_what_no_place_looks_like_is_no_still(name):
    assert stills.called(name) is None


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
