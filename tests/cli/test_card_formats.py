"""Cards to and from what other programs keep: CSV, Cockatrice, Tabletop Simulator."""

import csv
import json
import struct
from io import StringIO
from pathlib import Path
from random import Random
from time import process_time

import parlour
import pytest
from click.testing import CliRunner

from cliffhanger import games
from cliffhanger.cards import png, spreadsheet
from cliffhanger.cards.rows import Outgoing
from cliffhanger.cli import main
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.panels import Card

FORMATS = Path(__file__).parents[1] / "cards" / "formats"
CONTENT = Path(games.__file__).parent / "plot_twist" / "files" / "content"
OPENED = "effects=[{ gain = { counter = 'energy', amount = 1 } }]"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games, "found", lambda: {"parlour": "parlour", "plot_twist": "cliffhanger.games.plot_twist"})
    games.game.cache_clear()
    (tmp_path / "gossip.toml").write_text(parlour.GOSSIP)
    yield lambda *args: CliRunner().invoke(main, [str(each) for each in args])
    games.game.cache_clear()


def form_of(game):
    return next(each for each in games.game(game).forms if each.rows)


@pytest.mark.parametrize("ending", ["csv", "xml"])
def test_cards_of_any_game_go_out_and_come_back(run, ending):
    assert run("cards", "gossip.toml", "--out", f"gossip.{ending}").exit_code == 0
    back = run("convert", f"gossip.{ending}", "--to", "parlour")
    form = form_of("parlour")
    assert read_form(form, "a", back.stdout) == read_form(form, "a", parlour.GOSSIP)


@pytest.mark.parametrize("ending", ["csv", "xml"])
@pytest.mark.parametrize("file", ["night-shift", "combat", "plots"])
def test_every_card_of_a_collection_comes_back_whole(run, ending, file):
    """Heroes with their abilities, prices, requirements, durations, goals: all that the files of a collection say."""
    source, form = CONTENT / f"{file}.toml", form_of("plot_twist")
    done = run("cards", source, "--out", f"out.{ending}")
    assert "Decks and all else that is no card stay in the files." in done.stderr
    back = run("convert", f"out.{ending}", "--to", "plot_twist")
    assert (back.exit_code, back.stderr) == (0, "")
    assert read_form(form, "a", back.stdout).card == read_form(form, "a", source.read_text("utf-8")).card


def test_a_csv_has_a_row_a_card_with_how_many_there_are_and_what_is_printed(run, tmp_path):
    run("cards", "gossip.toml", "--copies", 3, "--out", "gossip.csv")
    heads, first, *_ = (tmp_path / "gossip.csv").read_text("utf-8").splitlines()
    assert heads.replace('"', "") == "qty,name,colour,letter,kind,about,needs,text,price,corners,art,flavour,says"
    assert first.startswith(
        '"3","Alibi","golden","G","Gossip","of Ben","Needs a guest who was elsewhere.","[""Ben was at the pier."", '
    )


def test_a_deck_of_squib_is_read_and_what_it_cannot_say_is_told(run):
    done = run("convert", FORMATS / "pier.csv", "--to", "plot_twist")
    assert done.exit_code == 0
    assert done.stderr.replace(f"{FORMATS}/", "").splitlines() == [
        "pier.csv:2: Qty: left out: how many there are of a card is said where its file lists a deck",
        "pier.csv:2: Artist: left out: a card has no such key",
        "pier.csv:2: text: shown and never obeyed: what this card does is still to be written in its file",
        "pier.csv:3: text: shown and never obeyed: what this card does is still to be written in its file",
    ]
    trick, key = read_form(form_of("plot_twist"), "a", done.stdout).card
    assert (trick.id, trick.kind, trick.name, trick.colour) == ("rope-trick", "detail", "Rope Trick", "golden")
    assert trick.text == "Swing across, land quietly."
    assert key.text == "It opens something. Nobody says what."


def test_a_set_of_cockatrice_is_read_with_what_each_card_has_besides(run):
    args = ("convert", FORMATS / "pier.xml", "--to", "plot_twist")
    done = run(*args, "--each", "kind=detail", "--each", "colour=blue", "--each", OPENED)
    assert done.exit_code == 0
    assert "pier.xml:16: prop.type: left out: a card has no such key" in done.stderr
    assert "never obeyed" not in done.stderr  # each does something
    trick, key = read_form(form_of("plot_twist"), "a", done.stdout).card
    assert (trick.name, trick.text) == ("Rope Trick", "Swing across & land quietly.")
    assert (key.id, len(key.effects)) == ("old-key", 1)


def test_faults_are_told_by_line_and_column_and_nothing_is_written(run, tmp_path):
    (tmp_path / "bad.csv").write_text(
        'Card Name;Type;Colour;Effects;Keywords\n\nSteady;detail;gold;"[{ gian = { counter = ""energy"", amount = 1 } }]";\n'
        "Pier;location;blue;;wet, dark\n",
        "utf-8",
    )
    done = run("convert", "bad.csv", "--to", "plot_twist", "--out", "new.toml")
    assert (done.exit_code, done.stdout) == (1, "")
    assert not (tmp_path / "new.toml").exists()
    lines = done.stderr.splitlines()
    assert lines[0].startswith("bad.csv:3: Colour: one of black, blue, golden")
    assert lines[1].startswith("bad.csv:3: Effects[0]")
    assert "gain" in lines[1]
    assert len(lines) == 2  # what the Location says is right


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("[{ gain = { counter = 'energy', amount = 1 }", "TOML; unclosed inline table"),
        ("{ gain", "TOML; expected '=' after a key in a key/value pair"),
        ("[" * 5000, "at most 16 levels of lists"),
        ("{" + "a." * 9_000 + "a = 1}", "at most 16 levels of lists"),
        ("gain 1 Energy", 'Effects[0]: a table, not "gain 1 Energy"'),
    ],
)
def test_effects_that_are_no_toml_are_told_once_with_why(run, tmp_path, cell, says):
    (tmp_path / "bad.csv").write_text(f'Name,Kind,Colour,Effects\nSteady,detail,golden,"{cell}"\n')
    done = run("convert", "bad.csv", "--to", "plot_twist")
    (line,) = done.stderr.splitlines()
    assert line.startswith("bad.csv:2: Effects")
    assert says in line


def test_no_cell_of_a_csv_begins_a_formula_whatever_a_spreadsheet_parts_cells_by_and_each_reads_back():
    rng, card = Random(8), Card("a", "", "", "")
    texts = [
        "a;=1+1",
        'b;"=1',
        "c;'=1",
        "d\n-1",
        *("".join(rng.choices("=-@;|,\t\n\"' x", k=8)).strip() for _ in range(1_900)),
    ]
    out = spreadsheet.written(Outgoing(card, {"name": text, "text": f"x{text}"}) for text in texts)
    wanted = [[text, f"x{text}"] for text in texts]
    assert [[row.cells.get("name", ""), row.cells["text"]] for row in spreadsheet.records("a", out.encode())] == wanted
    for parts in ",;\t|":
        for row in csv.reader(StringIO(out, newline=""), delimiter=parts):
            assert not [each for each in row if each.startswith(tuple("=-@\t\n"))]


@pytest.mark.parametrize("formula", ["=HYPERLINK(1)", "\uff1dHYPERLINK(1)", "\uff20SUM(1)", "'=HYPERLINK(1)", "''-1"])
def test_a_formula_in_a_card_is_no_formula_in_a_spreadsheet(run, tmp_path, formula):
    (tmp_path / "odd.toml").write_text(parlour.GOSSIP.replace("of Ben", formula), "utf-8")
    run("cards", "odd.toml", "--out", "odd.csv")
    assert f""","'{formula}",""" in (tmp_path / "odd.csv").read_text("utf-8")
    assert f'"{formula}"' in run("convert", "odd.csv", "--to", "parlour").stdout


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.csv", ",".join(f"h{n}" for n in range(200_000)), "a.csv: a row of heads"),
        ("a.csv", "name\n" + "x\n" * 1_900_000, "a.csv:2002: at most 2,000 cards"),
        (
            "a.xml",
            '<cockatrice_carddatabase version="4"><cards>'
            + "<card/>\n" * 400_000
            + "</cards></cockatrice_carddatabase>",
            "a.xml:2001: at most 2,000 cards",
        ),
    ],
    ids=["heads", "rows", "elements"],
)
def test_what_is_far_too_much_is_refused_at_once(run, tmp_path, name, text, says):
    (tmp_path / name).write_text(text)
    began = process_time()
    assert says in run("convert", name, "--to", "parlour").stderr
    assert process_time() - began < 3


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.csv", "", "a.csv: a row of heads, and a row for each card"),
        ("a.csv", "name,name\nx,y\n", "a.csv:1: name: each head once"),
        ("a.csv", "name\nx,y\n", "a.csv:2: 1 cells, as there are heads, not 2"),
        ("a.csv", 'name,text\nx,"y\n', "a.csv:2: CSV; unexpected end of data"),
        ("a.csv", b"name\nx\n\xff\n", "a.csv:3: UTF-8 text"),
        ("a.csv", "name,text\nx," + "y" * 100_001, "a.csv:2: CSV; field larger than field limit"),
        ("a.csv", "name\n" + "x\n" * 2001, "a.csv:2002: at most 2,000 cards"),
        ("a.xml", "<cards/>", "a.xml:1: cards of Cockatrice: <cockatrice_carddatabase>, not <cards>"),
        ("a.xml", '<cockatrice_carddatabase version="5"/>', "a.xml:1: version 3 or 4 of Cockatrice's cards"),
        ("a.xml", '<cockatrice_carddatabase version="4"/>', "a.xml: at least one <card> in <cards>"),
        ("a.xml", '<cockatrice_carddatabase version="4">\n<cards', "a.xml:2: XML; unclosed token"),
        ("a.xml", '<?xml version="1.0" encoding="klingon"?><a/>', "a.xml:1: XML in UTF-8"),
        ("a.xml", "<a>" * 100_000, "a.xml:1: cards of Cockatrice"),
        (
            "a.xml",
            '<cockatrice_carddatabase version="4">' + "<a>" * 100_000,
            "a.xml:1: at most 8 elements within each other",
        ),
    ],
)
def test_a_file_that_is_none_of_these_is_told_so(run, tmp_path, name, text, says):
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    done = run("convert", name, "--to", "parlour")
    assert done.exit_code == 1
    assert done.stderr.startswith(says)


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">',
        '<!ENTITY c SYSTEM "file:///etc/passwd">',
        '<!ENTITY % c SYSTEM "http://127.0.0.1/x"> %c;',
    ],
    ids=["a bomb", "a file", "an address"],
)
def test_xml_that_names_entities_is_refused_before_any_is_looked_at(run, tmp_path, declared):
    inside = (
        '<cockatrice_carddatabase version="4"><cards><card><name>&c;</name></card></cards></cockatrice_carddatabase>'
    )
    (tmp_path / "bad.xml").write_text(f"<!DOCTYPE x [{declared}]>{inside}")
    done = run("convert", "bad.xml", "--to", "parlour")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "bad.xml:1: no document type: take out the line with <!DOCTYPE\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (
            ("gossip.toml", "--to", "cortex", "--each", "a=b"),
            "--each is for rows of cards, in a file that ends in .csv",
        ),
        (("gossip.csv", "--to", "parlour", "--each", "who=b"), "--each 'who': a card has about, art, colour"),
        (("gossip.csv", "--to", "chess"), "There is no game 'chess'."),
    ],
)
def test_what_cannot_be_done_is_said(run, args, says):
    run("cards", "gossip.toml", "--out", "gossip.csv")
    done = run("convert", *args)
    assert done.exit_code == 2
    assert says in done.stderr


def test_a_deck_for_tabletop_simulator_is_a_saved_object_with_its_pictures(run, tmp_path):
    done = run("cards", "gossip.toml", "--copies", 2, "--out", "gossip.json", "--url", "https://pier.example/decks/")
    assert done.stderr == "gossip.json: 4 cards with 2 pictures beside it.\n"
    assert (tmp_path / "gossip.json").read_text() == (FORMATS / "gossip.json").read_text()
    (deck,) = json.loads((tmp_path / "gossip.json").read_text())["ObjectStates"]
    assert (deck["Name"], deck["DeckIDs"]) == ("DeckCustom", [100, 100, 101, 101])
    assert [each["CardID"] for each in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert deck["CustomDeck"]["1"]["FaceURL"] == "https://pier.example/decks/gossip-cards-1.png"
    assert size(tmp_path / "gossip-cards-1.png") == (3 * 4096 // 10, 1144)
    assert size(tmp_path / "gossip-back-1.png")[0] == 409


def test_a_sheet_has_69_cards_and_its_last_place_is_the_back(run, tmp_path, monkeypatch):
    monkeypatch.setattr(png, "picture", lambda *_: None)  # a picture of a whole sheet takes ten seconds
    done = run("cards", *(CONTENT / f"{each}.toml" for each in ("combat", "details")), "--out", "deck.json")
    assert "deck-cards-1.png, 4096 pixels wide" in done.stderr
    (deck,) = json.loads((tmp_path / "deck.json").read_text())["ObjectStates"]
    assert [(each["NumWidth"], each["NumHeight"]) for each in deck["CustomDeck"].values()] == [(10, 7), (10, 2)]
    assert deck["DeckIDs"] == [*range(100, 169), *range(200, 217)]


def test_one_card_is_no_deck(run, tmp_path):
    (tmp_path / "one.toml").write_text(parlour.GOSSIP.split('[[cards]]\nname = "A storm')[0])
    run("cards", "one.toml", "--out", "one.json")
    (card,) = json.loads((tmp_path / "one.json").read_text())["ObjectStates"]
    assert (card["Name"], card["CardID"], card["Nickname"]) == ("CardCustom", 100, "Alibi")
    assert card["CustomDeck"]["1"]["FaceURL"] == (tmp_path / "one-cards-1.png").as_uri()


def test_where_nothing_makes_png_the_sheets_are_svg_and_it_is_said(run, tmp_path, monkeypatch):
    monkeypatch.setattr(png, "picture", lambda *_: None)
    done = run("cards", "gossip.toml", "--out", "gossip.json")
    assert (
        "Tabletop Simulator takes no SVG: install cliffhanger[pictures], or make PNG of them: gossip-cards-1.png, 1228"
        in done.stderr
    )
    assert (tmp_path / "gossip-cards-1.svg").read_text().startswith("<svg")


def size(file):
    """How wide and high a PNG is."""
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])
