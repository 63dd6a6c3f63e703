"""The picture of a place: drawn from a board's data alone, with nothing in it that is not said in words beside it."""

import gzip
import re
from pathlib import Path

import pytest

from cliffhanger import games
from cliffhanger.kernel.offers import Verb, offer
from cliffhanger.kernel.panels import LOOKS, TILES, WEATHERS, Board, Cell, Group, Hindrance, Text, Tie, Token, Track
from cliffhanger.kernel.params import Item, Pick
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.page import assets, board, looks, panels
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.offers import tray
from cliffhanger.web.page.regions import whole

HOSTILE = '<script>alert("x")</script>&\N{RIGHT-TO-LEFT OVERRIDE}'
LONG = "Bartholomew" * 6


def drawn(*cells, tokens=(), ties=(), seat="", options=()):
    page = tray(options, drafts={}, odds={}, base="/t/x/seat/k", names={}, own="k") if options else []
    return board.picture((Group("g", "", (Board("b", "Where", cells, tokens, ties),)),), seat, options, page)


def cells_of(page):
    return re.findall(r'class="cell ([^"]+)" id="cell-(\w+)"', page)


def names_of(page):
    return re.findall(r'<b class="nm(?: long)?">([^<]*)</b>', page)


def looked(name, **more):
    return looks.look(Cell("x", name, **more))


@pytest.mark.parametrize(
    ("name", "shape", "tiles", "wall"),
    [
        ("Dining car", "car", ("tables",), "lit"),
        ("Sleeping car", "car", ("doors",), "dim"),
        ("Engine cab", "car", ("levers",), "lit"),
        ("Roof of car 7", "upper", (), ""),
        ("Coupling", "open", ("rails",), ""),
        ("Warehouse 9", "room", ("crates",), "plain"),
        ("Pier", "open", ("rails", "water"), ""),
        ("Third ledge", "open", ("steps",), ""),
        ("Hartley barn", "room", ("planks",), "plain"),
        ("County road", "open", ("trees",), ""),
        ("The notary", "room", ("flat",), "plain"),
        ("Аптека", "room", ("flat",), "plain"),
    ],
)
def test_a_place_looks_as_its_name_says_and_plain_where_it_says_nothing(name, shape, tiles, wall):
    assert looked(name)[:3] == (shape, tiles, wall)


def test_what_a_game_says_outright_counts_before_any_word_of_the_name():
    assert looked("Dining car", look="open water sleet") == ("open", ("water",), "", "sleet")
    assert looked("The notary", look="lit", says="A library of wills.") == ("room", ("shelves",), "lit", "")
    assert looked("The notary", look="castle").shape == "room"


def test_the_weather_comes_of_what_hinders_and_is_a_striped_edge_where_no_list_knows_it():
    assert looked("Hall", hinders=(Hindrance("Broken crystal underfoot", 1),)).weather == "glass"
    assert looked("Hall", hinders=(Hindrance("Everyone is listening"), Hindrance("Fog"))).weather == "steam"
    assert looked("Hall", hinders=(Hindrance("Everyone is listening"),)).weather == "hard"
    assert looked("Hall").weather == ""


def test_every_word_of_the_kit_is_drawn_and_the_kit_is_small():
    kit = assets.find("place.svg")
    sheet = assets.joined("table.css").decode()
    assert len(kit.body) <= 9_216
    assert len(gzip.compress(kit.body, 9)) <= 3_072
    views = set(re.findall(r'<view id="([\w-]+)"', kit.body.decode()))
    fetched = set(re.findall(r"place\.svg\?v=\w+#([\w-]+)", sheet))
    assert fetched == views
    drawn_in_css = set(re.findall(r"\.k-([a-z]+)\{", sheet))
    assert drawn_in_css == {*TILES, *WEATHERS, "hard"}
    assert all(f".{word}" in sheet for word in ("car", "room", "upper", "lit", "dim"))
    assert len(set(LOOKS)) == len(LOOKS)
    assert {name for lists in (looks.SHAPED, looks.TILED, looks.WALLED, looks.WEATHERED) for name, _ in lists} <= {
        *LOOKS
    }


def test_nothing_said_is_nothing_drawn():
    people = Board("web", "Ties", (), (Token("ann", "Ann"),))
    assert board.picture((people, Text("t", "Hello")), "ann") == ""
    assert board.picture((), "ann") == ""
    assert board.picture((Group("g", "", (Board("b", "Where", (Cell("x", "Hall"),)),), "paper"),), "ann") == ""


def test_people_stand_in_their_cells_round_or_with_corners_and_the_reader_is_you():
    cells = Cell("hall", "Hall"), Cell("yard", "Yard")
    tokens = (
        Token("juno", "Juno Marsh", "hall", seat="k"),
        Token("ludo", "Ludo", "yard", against=True, seat="gm", state="now"),
        Token("pat", "The Patrol", "yard", against=True, seat="gm", state="done"),
        Token("away", "Away", ""),
    )
    page = drawn(*cells, tokens=tokens, seat="k")
    assert cells_of(page) == [("room lit own", "hall"), ("open", "yard")]
    assert " own" not in drawn(cells[0], tokens=tokens[:1], seat="k")
    assert names_of(page) == ["You", "Ludo", "Patrol"]
    assert re.findall(r'<li class="token([^"]*)" id="token-(\w+)"', page) == [
        (" you", "juno"),
        (" against now", "ludo"),
        (" against done", "pat"),
    ]
    assert names_of(drawn(*cells, tokens=tokens, seat="gm")) == ["Juno", "Ludo", "Patrol"]
    assert " own" not in drawn(*cells, tokens=tokens, seat="watch")


def test_two_who_share_a_first_name_keep_their_whole_names():
    tokens = (
        Token("a", "Anna Karelova", "hall"),
        Token("b", "Anna Petrovna", "hall"),
        Token("c", "Tom Okoro Junior", "hall"),
    )
    assert names_of(drawn(Cell("hall", "Hall"), tokens=tokens)) == ["Anna Karelova", "Anna Petrovna", "Tom"]


def test_an_upper_cell_stands_on_the_one_before_it():
    page = drawn(Cell("car", "Dining car"), Cell("roof", "Roof"), Cell("yard", "Yard"))
    first, second = page.split('<div class="bay')[1:]
    assert [name for _, name in cells_of(first)] == ["roof", "car"]
    assert [name for _, name in cells_of(second)] == ["yard"]
    assert "rides" in page
    assert cells_of(drawn(Cell("roof", "Roof"), Cell("deck", "Deck"))) == [("upper", "roof"), ("upper", "deck")]


def test_of_many_cells_the_readers_own_comes_first_and_the_others_keep_their_order():
    cells = [Cell(f"c{n}", f"Hall {n}") for n in range(9)]
    me = (Token("me", "Me", "c4", seat="k"),)
    assert [name for _, name in cells_of(drawn(*cells, tokens=me, seat="k"))] == [f"c{(n + 4) % 9}" for n in range(9)]
    assert [name for _, name in cells_of(drawn(*cells[3:6], tokens=me, seat="k"))] == ["c3", "c4", "c5"]


def test_a_grip_is_a_ring_that_closes_beside_whoever_it_comes_from():
    tokens = Token("por", "Porter", "hall"), Token("x", "Xan", "hall"), Token("fer", "Ferris", "hall")
    tie = Tie(("por", "fer"), track=Track("t", "The Porter grabs Ferris", 2, 3))
    page = drawn(Cell("hall", "Hall"), tokens=tokens, ties=(tie,))
    assert names_of(page) == ["Porter", "Ferris", "Xan"]
    assert '<li class="grip"></li>' in page
    held = page[page.index('id="token-fer"') : page.index('id="token-x"')]
    assert 'stroke-dasharray="2 3"' in held
    assert '<span class="held">2 of 3</span>' in held
    assert page.count('class="held"') == 1
    words = drawn(Cell("hall", "Hall"), tokens=tokens, ties=(Tie(("por", "fer"), "Ranged"),))
    assert (
        words.index('id="token-por"')
        < words.index('<li class="strand"><span>Ranged</span></li>')
        < words.index('id="token-fer"')
    )
    assert not {"ring", "held"} & {*re.findall(r"[\w-]+", words)}


def test_of_several_ties_each_person_stands_with_one_and_every_ring_is_there():
    tokens = tuple(Token(name, name.upper(), "hall") for name in "abc")
    ties = tuple(Tie(ends, track=Track(f"t{ends}", "Hold", 1, 3)) for ends in (("a", "c"), ("b", "c"), ("c", "c")))
    page = drawn(Cell("hall", "Hall"), tokens=tokens, ties=ties)
    assert names_of(page) == ["A", "C", "B"]
    assert (page.count('class="knot"'), page.count('class="ring"')) == (1, 3)
    apart = Token("a", "A", "hall"), Token("b", "B", "yard")
    page = drawn(Cell("hall", "Hall"), Cell("yard", "Yard"), tokens=apart, ties=(Tie(("a", "b"), "far"),))
    assert "knot" not in page


@pytest.mark.parametrize(("filled", "size", "off", "left"), [(5, 9, 5, 4), (0, 3, 0, 3), (12, 24, 6, 6), (0, 0, 0, 0)])
def test_a_task_between_two_cells_is_the_pins_that_hold_them(filled, size, off, left):
    cells = Cell("a", "Hall A"), Cell("b", "Hall B"), Cell("c", "Hall C")
    page = drawn(*cells, ties=(Tie(("b", "a"), track=Track("t", "Uncouple", filled, size)),))
    _, first, *rest = page.split('<div class="bay')
    assert "Uncouple" in first
    assert not any("Uncouple" in stack for stack in rest)
    assert (first.count('<i class="off">'), first.count("<i></i>")) == (off, left)
    assert f"<b>{filled} of {size}</b>" in first


def test_what_joins_cells_far_apart_or_one_cell_still_has_its_place():
    cells = Cell("a", "Hall A"), Cell("b", "Hall B"), Cell("c", "Hall C")
    for ends, after in ((("a", "c"), 1), (("b", "b"), 1), (("a", "a"), 0)):
        stacks = drawn(*cells, ties=(Tie(ends, track=Track("t", "Work", 1, 2)),)).split('<div class="bay')[1:]
        assert [("Work" in stack) for stack in stacks] == [nth == after for nth in range(3)]
    assert "Work" not in drawn(*cells, ties=(Tie(("a", "nowhere"), track=Track("t", "Work", 1, 2)),))
    assert "pins" not in drawn(*cells, ties=(Tie(("a", "b"), "words alone"),))


def test_words_from_outside_are_words_wherever_they_stand():
    hostile = Cell(HOSTILE, HOSTILE, HOSTILE, (Hindrance(HOSTILE, 2, HOSTILE),), HOSTILE)
    ties = Tie((HOSTILE, "b"), HOSTILE), Tie((HOSTILE, HOSTILE), track=Track(HOSTILE, HOSTILE, 1, 2))
    tokens = Token(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, seat=HOSTILE), Token("b", LONG, HOSTILE)
    page = drawn(hostile, tokens=tokens, ties=ties, seat=HOSTILE, options=(asked(Item(HOSTILE, HOSTILE)),))
    assert page.count("<label") == 1
    assert "<script" not in page
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page
    assert "style=" not in page
    assert all(re.fullmatch(r"[\w-]+", found) for found in re.findall(r' id="([^"]*)"', page))
    assert all(
        set(found.split()) <= {"scenery", "strip", "bay", *KNOWN} for found in re.findall(r'class="([^"]*)"', page)
    )


KNOWN = re.findall(
    r"\S+",
    "n0 n1 n2 cell room plain board inside k k-flat k-hard hinder s-hard people token you aimed stand face two nm long held "
    "between work pins off ring on knot strand grip h0 h1 h2 h3 h4 h5 h6 h7",
)


def test_the_picture_is_passed_over_by_whoever_listens_and_the_lists_say_it_all():
    cell = Cell("hall", "Hall", hinders=(Hindrance("Broken glass", 2, "2 fewer dice"),), says="Cold.")
    where = Board("b", "Where", (cell,), (Token("a", "Ann Osgood", "hall", state="now"),))
    page = board.picture((where,), "")
    assert 'role="group" aria-label="Where, as a picture" tabindex="0"><div class="strip" aria-hidden="true">' in page
    listed = panels.draw(where)
    for words in ("Hall", "Broken glass: 2 fewer dice", "Cold.", 'data-of="ann'):
        assert words in listed
    assert "place here" in listed


def aims(*options, drafts=None, verbs=()):
    """What can be aimed at, by token, and the tray it is in."""
    page = whole(tray(options, drafts=drafts or {}, odds={}, base="/t/x/seat/k", names={}, own="k", verbs=verbs))
    tokens = tuple(Token(name, name) for name in ("ludo", "por", "pat", "a", "b", *(f"p{n}" for n in range(14))))
    return dict(board.targets(Board("b", "Where", (), tokens), options, page)), page


def asked(*items, key="attack", blocked="", verb="", **more):
    whom = Pick("target", "Whom", items, **more)
    return offer(
        "k", "w", key, key.capitalize(), lambda s, **_: s, whom, blocked=blocked, group="act", verb=verb
    ).option


def test_a_token_is_a_label_of_the_radio_that_chooses_it():
    option = asked(Item("ludo", "Ludo"), Item("por", "Porter", blocked="too far"), Item("one", "The Patrol", on="pat"))
    found, page = aims(option)
    assert set(found) == {"ludo", "pat"}
    assert all(f' id="{aim.radio}"' in page for aim in found.values())
    assert found["ludo"].chosen
    assert not found["pat"].chosen
    tokens = Token("ludo", "Ludo", "hall"), Token("por", "Porter", "hall"), Token("pat", "Patrol", "hall")
    picture = drawn(Cell("hall", "Hall"), tokens=tokens, options=(option,))
    assert re.findall(r'<label for="([^"]+)">', picture) == [found["ludo"].radio, found["pat"].radio]
    assert re.findall(r'class="token([^"]*)"', picture) == [" aimed", "", ""]


HELD = Draft({"target": ["pat"]})


def test_only_the_move_that_lies_open_is_aimed_with_and_the_one_just_begun_is():
    options = asked(Item("ludo", "Ludo"), Item("pat", "Patrol")), asked(Item("pat", "Patrol"), key="hold")
    found, _ = aims(*options)
    assert "attack" in found["ludo"].radio
    assert "attack" in found["pat"].radio
    found, _ = aims(*options, drafts={("k", "w", "hold"): HELD})
    assert set(found) == {"pat"}
    assert "hold" in found["pat"].radio
    assert found["pat"].chosen


def test_of_verbs_in_tiles_the_one_that_lies_open_is_aimed_with():
    verbs = tuple(Verb(name, name.capitalize()) for name in ("hit", "hold", "help", "go"))
    options = [
        asked(Item("ludo", "Ludo"), key="go", verb="go"),
        asked(Item("a", "A"), key="hold", verb="hold"),
        asked(Item("pat", "Patrol"), key="hit.bare", verb="hit"),
        asked(Item("pat", "Patrol"), key="hit.coil", verb="hit"),
        asked(Item("b", "B"), key="help", verb="help"),
    ]
    found, _ = aims(*options, verbs=verbs)
    assert set(found) == {"ludo"}
    found, page = aims(*options, drafts={("k", "w", "hit.coil"): HELD}, verbs=verbs)
    assert 'id="v-k-w-hit" data-lies checked' in page
    assert set(found) == {"pat"}
    assert "hit_2e_coil" in found["pat"].radio


def test_a_move_of_several_targets_or_of_a_long_list_has_no_label():
    assert aims(asked(*(Item(f"p{n}", f"P{n}") for n in range(14))))[0] == {}
    assert aims(asked(Item("a", "A"), Item("b", "B"), least=0, most=2))[0] == {}
    assert aims(asked(Item("a", "A"), blocked="not now"))[0] == {}
    assert aims(asked(Item("stranger", "S")))[0] == {}
    standing = offer("k", "w", "x", "X", lambda s, **_: s, Pick("t", "T", (Item("a", "A"),)), standing=True).option
    assert board.targets(Board("b", "B", (), (Token("a", "A"),)), (standing,), Markup("")) == ()


def test_the_picture_knows_no_game():
    ours = [each.__file__ for each in (board, looks)]
    static = Path(assets.__file__).parents[1] / "static"
    whole = "".join(
        Path(each).read_text("utf-8").casefold() for each in (*ours, static / "place.svg", static / "css/place.css")
    )
    for name in games.names():
        words = {name, name.replace("_", " "), name.replace("_", "-")}
        assert not [each for each in words if each in whole]


def test_a_cell_in_which_a_reader_has_no_part_is_drawn_once_for_all_of_them():
    cells = (Cell("a", "Cab"), Cell("b", "Coupling"), Cell("c", "Roof"))
    tokens = (Token("k", "Kay", "a", seat="kay"), Token("l", "Lou", "b", seat="lou"), Token("m", "Moth", "c"))
    place = Board("b", "Where", cells, tokens)
    kay, lou, watch = (board.drawn(place, seat).parts for seat in ("kay", "lou", "watch"))
    assert [one is other for one, other in zip(kay, watch, strict=True)] == [False, True]
    assert [one is other for one, other in zip(lou, watch, strict=True)] == [True, False]
    assert sum(">You<" in each for parts in (kay, lou) for each in parts) == 2
    assert not any(">You<" in each for each in watch)


def test_a_picture_on_a_page_is_that_picture_with_its_parts_apart():
    place = Board("b", "Where", (Cell("a", "Cab"), Cell("b", "Pier")), (Token("k", "Kay", "a", seat="kay"),))
    picture = board.drawn(place, "kay")
    assert len(picture.parts) == 2
    assert whole((picture.region(picture.parts),)) == picture.whole == board.picture((place,), "kay")


def test_a_name_of_nine_letters_in_two_words_is_its_first_and_a_long_word_is_smaller():
    page = drawn(Cell("hall", "Hall"), tokens=(Token("a", "Dale Rook", "hall"), Token("b", "Signalman Crake", "hall")))
    assert names_of(page) == ["Dale", "Signalman"]
    assert re.findall(r'class="nm( long)?"', page) == ["", " long"]
