"""Skins may come from strangers; assets are packed once; what the first page fetches stays small."""

import gzip
import re
import tomllib
from importlib import resources
from itertools import chain

import msgspec
import pytest
from sample import game, pages, seat_page

from cliffhanger import games
from cliffhanger.web.page import assets, render, skins

HOSTILE = """
face = "url(http://evil.example/x)"
mast = "marquee\\"] body { display: none } ["
rail = 3
stage = ["letterbox"]
texture = "none; } body { background: url(//evil.example) "
skin = "x"
[colours]
paper = "red; } * { display: none } "
ink = ["#fff", "url(x)"]
muted = ["#fff"]
accent = "#12345"
"on-accent: red; --x" = "#fff"
line = ["#abcdef", "#000000ff"]
[drawn]
lamps = ["x\\"] body { display: none } [y", 3, "Capital", ""]
braid = "endurance"
rainbow = ["endurance"]
[measures]
radius = "calc(1px)"
stroke = "999px"
display-scale = "1.1"
"""


def test_what_does_not_fit_is_left_out():
    worn = skins.read("x", HOSTILE)
    assert worn == skins.Skin("x", tokens=(("line", "light-dark(#abcdef, #000000ff)"), ("display-scale", "1.1")))
    assert "evil" not in skins.stylesheet(worn)
    assert skins.stylesheet(worn).count("{") == skins.stylesheet(worn).count("}") == 1


@pytest.mark.parametrize("text", ["", "[", "a = " + "[" * 5000, "x" * 100_000, "colours = 3", "face = 7\n[[mast]]\n"])
def test_a_skin_that_cannot_be_read_is_the_houses_own(text):
    assert skins.read("x", text) == skins.Skin("x")


def test_what_a_panel_is_drawn_as_is_found_by_what_its_id_begins_with():
    worn = skins.read("x", '[drawn]\nstatement = ["challenge", "a-b"]\n')
    assert worn.drawn == (("statement", ("challenge", "a-b")),)
    assert ':is([id$="-challenge"],[id$="-a_2d_b"]) .chip' in skins.stylesheet(worn)
    most = skins.read("x", f"[drawn]\nstatement = {[f'p{n}' for n in range(99)]}\n".replace("'", '"'))
    assert len(most.drawn[0][1]) == skins.MOST_DRAWN


def test_everything_that_a_panel_may_be_drawn_as_has_its_sheet():
    for word in skins.DRAWN:
        assert "IT" in skins.ornament(f"drawn-{word}"), word


@pytest.mark.parametrize("name", games.names())
def test_a_game_draws_nothing_that_nobody_knows(name):
    text = (resources.files(games.game(name).package) / "skin.toml").read_text("utf-8")
    said, worn = tomllib.loads(text), skins.read(name, text)
    assert {word: tuple(ids) for word, ids in said.get("drawn", {}).items()} == dict(worn.drawn)
    assert {kind: said.get(kind, "plain") for kind in skins.ORNAMENTS} == {
        kind: getattr(worn, kind) for kind in skins.ORNAMENTS
    }


def test_the_cinema_wears_its_ornaments():
    worn = skins.skin(game())
    assert (worn.face, worn.mast, worn.rail, worn.stage) == ("poster", "marquee", "film", "letterbox")
    sheet = skins.skin_css(game())
    for wanted in ("--accent:light-dark(#971a30,#f4bb4e)", "[data-mast=", "Big Shoulders Display", "@font-face"):
        assert wanted in sheet.replace(": ", ":").replace(", ", ",")


def test_the_book_wears_its_own_face_and_its_digits_are_told_from_letters():
    worn = game("untold", "Untold")
    sheet = skins.skin_css(worn)
    assert skins.skin(worn).face == "book"
    assert "--display-weight:400" in sheet
    for name in assets.FACE_FILES["book"]:
        assert f"/static/{name}" in sheet
    assert "unicode-range:U+25" in sheet


def test_the_drama_wears_the_capitals_of_a_title_card_at_dusk():
    worn = game("smallville", "Smallville")
    assert (skins.skin(worn).face, skins.skin(worn).mast, skins.skin(worn).stage) == ("titles", "dusk", "titlecard")
    sheet = skins.skin_css(worn)
    assert "Marcellus" in sheet
    assert "unicode-range:U+25" in sheet


def test_a_game_without_a_skin_is_drawn_in_the_houses_own():
    assert skins.skin(game("nowhere", "Nowhere")) == skins.Skin("nowhere")


def test_no_sheet_names_a_game_or_reaches_elsewhere():
    for name in chain.from_iterable(assets.SHEETS.values()):
        assert "blockbuster" not in name
    sheet = b"".join(map(assets.joined, assets.SHEETS)).decode() + skins.skin_css(game())
    assert "blockbuster" not in sheet
    assert all(where.startswith("/static/") for where in re.findall(r'url\("?([^")]+)', sheet))
    assert "@import" not in sheet


@pytest.mark.parametrize(
    "name", ["../app.py", "page.py", "css/../../x.css", "vendor/../x.js", "", "a/b.css", ".css", "x.toml"]
)
def test_only_our_own_files_are_given_out(name):
    assert assets.find(name) is None


def test_an_address_changes_with_its_content():
    assert re.fullmatch(r"/static/page\.css\?v=[0-9a-f]{12}", assets.url("page.css"))
    assert assets.url("regions.js") == f"/static/{assets.version()}/regions.js"
    assert assets.url("nothing-here.css") == "/static/nothing-here.css"


def test_the_version_of_a_page_changes_with_any_script_and_sheet(monkeypatch):
    whole, real, seen = assets.version(), assets.find, set()
    for changed in ("regions.js", "values.js", "table.css", assets.MORPH):

        def other(name, changed=changed):
            found = real(name)
            return msgspec.structs.replace(found, digest="0" * 12) if name == changed else found

        with monkeypatch.context() as patch:
            patch.setattr(assets, "find", other)
            seen.add(assets.version.__wrapped__())
    assert len(seen | {whole}) == 5


def test_scripts_and_sheets_are_sent_without_remarks():
    for name in ("regions.js", "table.css"):
        assert not re.search(rb"/\*|^ *// ", assets.find(name).body, re.MULTILINE), name
    assert b"calc(" in assets.find("table.css").body


def sent(asset):
    return len(asset.packed or asset.body)


def test_what_the_first_page_fetches_is_under_40_kb_and_its_script_under_12():
    html = pages()["index.html"]
    names = set(re.findall(r'/static/(?:[0-9a-f]{12}/)?([^"?]+)', html))
    sizes = {name: sent(assets.find(name)) for name in names}
    for face in assets.FACE_FILES["house"]:
        sizes[face] = sent(assets.find(face))
    assert sum(sizes.values()) + len(gzip.compress(html.encode(), 6)) < 40_000, sizes


@pytest.mark.parametrize("name", games.names())
def test_what_a_seat_fetches_first_is_under_54_kb(name):
    worn = skins.skin(game(name))
    html = render.document(seat_page("juno"), title="Juno", skin=worn, kind="seat-page", game=games.game(name))
    names = {name for name in re.findall(r'/static/(?:[0-9a-f]{12}/)?([^"?#]+)', html) if not name.startswith("skin-")}
    sizes = {name: sent(assets.find(name)) for name in names}
    sizes["skin"] = sent(skins.asset(game(name)))
    for face in assets.FACE_FILES[worn.face]:
        sizes[face] = sent(assets.find(face))
    own = {name for name in sizes if name.endswith(".js") and "vendor" not in name} | {"regions.js"}
    assert sum(sent(assets.find(name)) for name in own) < 12_000, own
    later = {
        "hand.js",
        "kept.js",
        "lobby.js",
        "share.js",
        "sound.js",
        "story.js",
        "values.js",
        "words.js",
    }  # where they are wanted
    assert sum(sent(assets.find(name)) for name in own | later) < 16_000, own | later
    assert sum(sizes.values()) + len(gzip.compress(html.encode(), 6)) < 54_000, sizes


def test_only_a_game_whose_skin_says_that_it_has_no_cards_goes_without_their_sheet():
    def wears(worn):
        return "/static/cards.css" in render.document(seat_page("juno"), title="Juno", skin=worn, kind="seat-page")

    assert wears(skins.skin(game("plot_twist")))
    assert wears(skins.read("strange", ""))  # it may have some
    assert not wears(skins.skin(game("untold")))
    assert not wears(skins.read("strange", 'cards = "none"'))


def test_a_whole_sheet_is_read_by_its_balance():
    sheet = b"".join(map(assets.joined, assets.SHEETS)).decode()
    assert sheet.count("{") == sheet.count("}")
    assert sheet.count("(") == sheet.count(")")


def test_a_face_is_preloaded_only_where_it_is_worn():
    assert "big-shoulders" not in pages()["index.html"]
    assert "big-shoulders" in pages()["juno.html"]
    assert "young-serif" not in pages()["juno.html"]
