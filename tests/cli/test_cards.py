"""`cliffhanger cards`: files of cards to PDF and SVG, and faults as `cliffhanger check` tells them."""

from io import BytesIO
from xml.etree import ElementTree

import parlour
import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from cliffhanger import games
from cliffhanger.cli import main

LONG = parlour.GOSSIP.replace('"Everybody gasps."', ",\n".join(['"Everybody gasps, and then gasps again."'] * 30))


@pytest.fixture
def cards(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games, "found", lambda: {"parlour": "parlour", "untold": "cliffhanger.games.untold"})
    games.game.cache_clear()
    (tmp_path / "gossip.toml").write_text(parlour.GOSSIP)

    def run(*args, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text)
        return CliRunner().invoke(main, ["cards", *args])

    yield run
    games.game.cache_clear()


def pages(path):
    return PdfReader(BytesIO(path.read_bytes())).pages


def test_a_file_is_printed_on_one_page(cards, tmp_path):
    found = cards("gossip.toml", "--out", "sheet.pdf")
    assert (found.exit_code, found.stderr) == (
        0,
        "sheet.pdf: 2 cards on 1 page. Print at 100 %, not fitted to the page.\n",
    )
    (page,) = pages(tmp_path / "sheet.pdf")
    assert "Nobody doubts it until the hour" in page.extract_text()
    assert float(page.mediabox.height) == pytest.approx(841.89, abs=0.01)


def test_paper_bleed_backs_and_copies_are_chosen(cards, tmp_path):
    found = cards("gossip.toml", "--sheet", "letter", "--bleed", "3", "--backs", "--copies", "5", "--out", "sheet.pdf")
    assert "10 cards on 4 pages" in found.stderr
    first, behind, *_ = pages(tmp_path / "sheet.pdf")
    assert (float(first.mediabox.width), float(first.mediabox.height)) == (pytest.approx(792), pytest.approx(612))
    assert behind.extract_text().count("Parlour") == 8


def test_files_go_together_and_one_that_is_named_twice_is_printed_twice(cards, tmp_path):
    found = cards("gossip.toml", "more.toml", "gossip.toml", "--out", "all.pdf", more=parlour.GOSSIP)
    assert "6 cards on 1 page." in found.stderr


def test_an_svg_is_written_of_each_page(cards, tmp_path):
    assert "one.svg: 2 cards on 1 page." in cards("gossip.toml", "--out", "one.svg").stderr
    root = ElementTree.parse(tmp_path / "one.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert "many-1.svg and on: 2 cards on 2 pages." in cards("gossip.toml", "--backs", "--out", "many.svg").stderr
    assert sorted(path.name for path in tmp_path.glob("many*")) == ["many-1.svg", "many-2.svg"]


def test_a_folder_gets_an_svg_of_each_card_and_of_the_back(cards, tmp_path):
    found = cards("gossip.toml", "gossip.toml", "--backs", "--out", "deck")
    assert found.stderr == "deck: 5 files, an SVG of 63 by 88 mm each.\n"
    names = sorted(path.name for path in (tmp_path / "deck").iterdir())
    second = "a_storm_in_the_tea_room"
    assert names == [f"{second}-2.svg", f"{second}.svg", "alibi-2.svg", "alibi.svg", "back-parlour.svg"]
    for name in names:
        root = ElementTree.parse(tmp_path / "deck" / name).getroot()
        assert (root.get("width"), root.get("height")) == ("63mm", "88mm")


def test_every_fault_of_every_file_is_told_and_nothing_is_written(cards, tmp_path):
    wrong = parlour.GOSSIP.replace("colour", "color", 1)
    found = cards("gossip.toml", "a.toml", "b.toml", "none.toml", "--out", "sheet.pdf", a=wrong, b='game = "chess"')
    assert found.exit_code == 1
    assert found.stderr.splitlines() == [
        "a.toml:6: cards[0].color: no such key; did you mean colour?",
        "b.toml:1: game: at the head of the file, one of: parlour, untold",
        "none.toml: a file that can be read; No such file or directory",
    ]
    assert not (tmp_path / "sheet.pdf").exists()


def test_a_form_without_cards_is_told_at_its_line(cards):
    person = '# one\ngame = "untold"\nform = "character"\nname = "Tam"\n[sheet.body]\nLyre = 2\n'
    found = cards("tam.toml", "none.toml", "--out", "x.pdf", tam=person, none=parlour.GOSSIP.split("[[")[0])
    assert found.exit_code == 1
    assert found.stderr.splitlines() == [
        "tam.toml:3: form: a form that is drawn as cards; character of Untold is not",
        "none.toml:2: form: a form that is drawn as cards; gossip of Parlour is not",
    ]


def test_a_text_that_is_too_long_is_named(cards):
    found = cards("long.toml", "--out", "x.pdf", long=LONG)
    assert found.exit_code == 0
    assert found.stderr.startswith(
        "A storm in the tea room: its text is too long for a card, and ends in an ellipsis.\n"
    )


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ("--out", "sheet.png"),
            "sheet.png: --out is a .pdf, .svg, .csv, .xml, .json, or a folder, which has no ending.",
        ),
        (("--out", "x.pdf", "--bleed", "4"), "'4' is not one of '0', '3', '6'"),
        (("--out", "x.pdf", "--copies", "0"), "0 is not in the range 1<=x<=20"),
        ((), "Missing option '--out'"),
    ],
)
def test_what_cannot_be_meant_is_a_question_of_usage(cards, args, said):
    found = cards("gossip.toml", *args)
    assert found.exit_code == 2
    assert said in found.stderr


def test_more_cards_than_are_printed_at_once_are_refused(cards):
    found = cards(*["gossip.toml"] * 20, "--copies", "20", "--out", "x.pdf")
    assert (found.exit_code, "at most 720 are printed at once" in found.stderr) == (2, True)


def test_a_place_that_cannot_be_written_to_is_told(cards):
    found = cards("gossip.toml", "--out", "nowhere/x.pdf")
    assert (found.exit_code, found.stderr) == (1, "Error: nowhere/x.pdf: No such file or directory.\n")
