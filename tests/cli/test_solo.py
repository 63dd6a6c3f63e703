"""A whole game alone in the terminal, through the command, as somebody with a pipe would play it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
import toy
from click.testing import CliRunner
from lanterns import LANTERNS
from msgspec import structs
from parlour import PARLOUR

from cliffhanger.cli import _begin, _language, _loop, main
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.game import PrimerCard, Search, Term
from cliffhanger.kernel.inputs import Act, Close, Undo
from cliffhanger.kernel.panels import Die
from cliffhanger.kernel.record.format import read, replay
from cliffhanger.kernel.translation import read_po

LETTERS = re.compile(r"[^\W\d_]{2,}")
TOYS_OWN = """The Ledge. The cliff, Height, Hours of light, Climb, Holds; Tess and Cole dare, dares 2 of three holds, climbs 4 metres,
    slips; the rope holds; metres; takes back 3 steps, what came from 3 on; log"""
"""What the toy and its table tell, and what is typed."""


@pytest.fixture
def solo(monkeypatch):
    def load(name):
        if name != "lanterns":
            raise LookupError(f"There is no game {name!r}. There are: lanterns.")
        return LANTERNS

    def run(*arguments, typed=""):
        lines = typed if isinstance(typed, str) else "\n".join(typed) + "\n"
        words = ["solo", "lanterns", "--seed", "c0ffee", "--players", "3", *arguments]
        return CliRunner().invoke(main, words, input=lines)

    monkeypatch.setattr(_begin, "load", load)
    monkeypatch.setenv("COLUMNS", "80")
    return run


def test_pressing_enter_again_and_again_plays_to_the_end(solo):
    done = solo(typed="\n" * 60)
    assert done.exit_code == 0
    assert "Lanterns. You are Ida." in done.stdout
    assert re.search(r"It is over: lanterns \d\.", done.stdout)


def test_a_bot_may_play_it_all(solo):
    done = solo("--auto", "99")
    assert "It is over" in done.stdout
    assert "You may" not in done.stdout


def test_the_end_is_told_in_the_games_own_words(solo, monkeypatch):
    def waiting(s):
        now = LANTERNS.waiting(s)
        return structs.replace(now, says="All the lamps burn.") if isinstance(now, Over) else now

    monkeypatch.setattr(_begin, "load", lambda name: replace(LANTERNS, waiting=waiting))
    assert re.search(r"All the lamps burn\.\s+It is over: lanterns \d\.", solo("--auto", "99").stdout)


def test_bots_that_look_ahead_play_where_a_game_lets_them(solo, monkeypatch):
    assert "The bots of Lanterns cannot look ahead." in solo("--bots", "sharp").output
    asked = []
    search = Search(lambda s: s.hours > 0, lambda s, seat: asked.append(seat) or s.lit, lambda view, act: 0)
    monkeypatch.setattr(_begin, "load", lambda name: replace(LANTERNS, search=search))
    assert "It is over" in solo("--auto", "99", "--bots", "simple").stdout
    assert not asked
    done = solo("--auto", "99").stdout
    assert "It is over" in done
    assert set(asked) == {"k2"}
    assert solo("--auto", "99", "--bots", "sharp").stdout == done


def test_the_same_seed_gives_the_same_game_and_another_seed_another(solo):
    first = solo("--auto", "99").stdout
    assert solo("--auto", "99").stdout == first
    assert solo("--auto", "99", "--seed", "beef").stdout != first


def test_nothing_is_wider_than_eighty_columns(solo):
    done = solo(typed=["?", "l", "o 2", "w 2", "log", *[""] * 60])
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_end_of_the_input_leaves_the_table(solo):
    done = solo(typed=["4"])
    assert done.exit_code == 0
    assert done.stdout.endswith("You leave the table.\n")
    assert "Ida waits." in done.stdout


def test_quitting(solo):
    assert solo(typed=["q", "4"]).stdout.count("Ida waits.") == 0


def test_an_option_asks_for_what_it_needs_and_takes_no_nonsense(solo):
    done = solo(typed=["2", "nine", "9", "2"])
    assert "A whole number from 1 to 3, please." in done.stdout
    assert "Dice: a whole number from 1 to 3, please." in done.stdout
    assert "Ida dares the wind with 2." in done.stdout


def test_going_back_within_an_option_does_nothing(solo):
    done = solo(typed=["2", "<", "4"])
    assert "Ida dares" not in done.stdout
    assert "Ida waits." in done.stdout


def test_odds_of_an_option_are_told_exactly(solo):
    assert "it burns: 0.0 %" in solo(typed=["o 2"]).stdout
    assert "has no odds" in solo(typed=["o 1"]).stdout
    assert "There is no option '9'" in solo(typed=["o 9"]).stdout


def test_undo_goes_back_to_before_the_last_act(solo):
    done = solo(typed=["u", "4", "u", "2", "1"])
    assert "You have not done anything yet." in done.stdout
    assert "You go back" in done.stdout
    assert done.stdout.index("Ida waits.") < done.stdout.index("Ida dares the wind with 1.")


def test_undo_to_an_entry_that_is_not_there_is_refused(solo):
    assert "There is no entry 999" in solo(typed=["u 999"]).stdout
    assert "u goes back" in solo(typed=["u x"]).stdout


def test_looking_shows_what_may_not_be_done_and_why(solo):
    done = solo(typed=["2", "1", "l", "q"])
    assert "Not now: 1 more" in done.stdout
    assert "Dare the wind: The dice are chosen for this hour. (LN-DARE)" in done.stdout


def test_an_unknown_word_says_what_can_be_typed(solo):
    assert "? for help" in solo(typed=["dance"]).stdout
    assert "Enter" in solo(typed=["?"]).stdout


def test_only_what_this_seat_may_hear_is_told(solo):
    done = solo("--auto", "99", typed="log\n")
    assert "Ida finds" in done.stdout
    assert "Bram finds" not in done.stdout


def test_a_saved_record_is_whole_and_can_be_replayed(solo, tmp_path):
    file = tmp_path / "night.jsonl"
    solo("--save", str(file), typed=["4", "u", *[""] * 60])
    record = read(file.read_bytes())
    assert isinstance(record.entries[-1].input, Close)
    assert any(isinstance(entry.input, Undo) for entry in record.entries)
    assert any(isinstance(entry.input, Act) and entry.seat == "k1" for entry in record.entries)
    assert replay(LANTERNS, record.header, record.entries).now.state.hours == 3


@pytest.fixture
def parlour(monkeypatch):
    def run(*arguments, typed=()):
        words = ["solo", "parlour", "--seed", "c0ffee", *arguments]
        return CliRunner().invoke(main, words, input="\n".join(typed) + "\n", catch_exceptions=False).stdout

    monkeypatch.setattr(_begin, "load", lambda _name: PARLOUR)
    monkeypatch.setenv("COLUMNS", "80")
    return run


def test_whoever_may_step_in_is_asked_before_the_bots_go_on(parlour):
    said = parlour("--seat", "ann", typed=["1"])
    assert "You may:\n   1  Make a claim\n>    Nothing from me\n> 1\n• Ann makes a claim." in said
    assert "The Host rings." not in said


def test_enter_is_nothing_from_me_and_the_bots_go_on(parlour):
    said = parlour("--seat", "ann", typed=[""] * 9)
    assert said.count(">    Nothing from me\n> \n• The Host rings.") == said.count("Nothing from me") == 4
    assert "It is over: won 0." in said


def test_nothing_from_me_is_said_once_a_window(monkeypatch):
    monkeypatch.setattr(_begin, "load", lambda _name: PARLOUR)
    sitting = _begin.begun("parlour", "ann", None, "", "c0ffee")
    assert (list(sitting.bots_act()), sitting.may_step_in) == ([], True)
    sitting.waive()
    assert not sitting.may_step_in
    next(sitting.bots_act())
    assert sitting.may_step_in, "the next hour is another window"
    sitting.waive()
    sitting.undo(sitting.table.head.n - 1)
    assert sitting.may_step_in, "who goes back is asked again"


def test_a_bot_that_decides_for_a_person_reacts_or_has_nothing_to_add(parlour):
    said = parlour("--seat", "ben", "--auto", "1", typed=["q"])
    assert said.count("The Host rings.") == 4, "nobody claims anything, so no decision of Ben's is spent"
    assert "You may" not in said


def test_a_person_may_gasp_where_a_bot_would(monkeypatch):
    monkeypatch.setattr(_begin, "load", lambda _name: PARLOUR)
    sitting = _begin.begun("parlour", "ben", None, "", "c0ffee")
    sitting._put(Act("ann", "0.ann", "claim"), "ann")
    build = {"pool": ("poise", "rank"), "against": (), "nerve": 0, "why": ""}
    sitting._put(Act("ann", sitting.table.options("ann")[0].window, "build", build), "ann")
    assert sitting.may_step_in
    assert sitting.suggestion().key == "gasp"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seat", "zorro"], "There is no seat 'zorro'. There are: host (The Wind), k1 (Ida), k2 (Bram)."),
        (["--preset", "wild"], "There is no preset 'wild'. There are: storm."),
        (["--seed", "dice"], "The seed is a number in hex, such as c0ffee, not 'dice'."),
    ],
)
def test_what_cannot_be_set_up_is_one_sentence_with_the_way_out(solo, arguments, says):
    done = solo(*arguments)
    assert done.exit_code == 1
    assert done.stderr.strip() == f"Error: {says}"


def test_an_unknown_game_names_those_there_are():
    done = CliRunner().invoke(main, ["solo", "chess"])
    assert done.exit_code == 1
    assert "There is no game 'chess'. There are: " in done.stderr


def test_a_seat_and_a_preset_go_by_name_in_any_case(solo):
    assert "You are Bram." in solo("--seat", "bram", typed="q\n").stdout
    assert solo("--preset", "Storm", typed="q\n").exit_code == 0


def test_a_form_can_be_read_from_a_file(tmp_path):
    file = tmp_path / "sheet.toml"
    file.write_text("name = 'Ida'", "utf-8")
    assert _loop._from_file(f"@{file}") == "name = 'Ida'"
    with pytest.raises(ValueError, match="cannot be read"):
        _loop._from_file("@nowhere.toml")


def test_the_terminal_says_no_word_of_its_own_in_english(monkeypatch, tmp_path):
    package = tmp_path / "terminal_abroad"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").touch()
    po = (Path(__file__).parents[1] / "locale" / "terminal.qya.po").read_text("utf-8")
    (package / "locale" / "qya.po").write_text(po, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(_language.MESSAGES, "package", package.name)
    monkeypatch.setattr(_begin, "load", lambda _name: toy.GAME)
    monkeypatch.setenv("COLUMNS", "100")
    typed = "\n".join(["?", "l", "o 1", "w 1", "o 9", "x", "1", "a", "2", "u", "u x", "log", *[""] * 40]) + "\n"
    done = CliRunner().invoke(main, ["solo", "ledge", "--seed", "c0ffee", "--language", "qya"], input=typed)
    assert done.exit_code == 0, done.output
    known = {word for text in read_po(po).messages.values() for word in LETTERS.findall(text)}
    known |= {word for texts in read_po(po).plurals.values() for text in texts for word in LETTERS.findall(text)}
    own = set(LETTERS.findall(TOYS_OWN))
    assert [word for word in LETTERS.findall(done.stdout) if word not in known | own] == []


def played(*arguments):
    return CliRunner().invoke(main, ["solo", "smallville", "--seed", "c0ffee", *arguments], input="q\n")


def test_a_cast_of_the_game_is_brought_by_its_name_and_any_file_by_its_path(tmp_path):
    from cliffhanger.games import game
    from cliffhanger.kernel.files.bundle import casts

    done = played("--file", "the_meridian")
    assert "You are Isaura Veld." in done.stdout
    (tmp_path / "mine.toml").write_text(
        casts(game("smallville").package)["the_meridian"].text.replace("Isaura", "Ottilie")
    )
    assert "You are Ottilie Veld." in played("--file", str(tmp_path / "mine.toml")).stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("the_moon", "Error: the_moon: No such file or directory. There are: the_meridian.\n"),
        ("odd.toml", 'Error: odd.toml: form: at the head of the file, form = "character" or form = "series"\n'),
        ("torn.toml", "Error: torn.toml:1: UTF-8 text; save the file with that encoding\n"),
    ],
)
def test_a_file_that_cannot_be_brought_is_told(tmp_path, monkeypatch, name, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.toml").write_text("x = 1\n")
    (tmp_path / "torn.toml").write_bytes(b"\xff")
    done = played("--file", name)
    assert (done.exit_code, done.stderr) == (1, says)


def test_what_stands_within_a_pick_is_asked_of_what_it_holds_and_not_at_all_where_it_holds_nothing(parlour):
    said = parlour("--seat", "ann", typed=["1", "", "1 4", "1", "2", "because"])
    assert "turn on its head: choose up to 2\n   1  poise\nWhich" in said
    assert "Nerve: 0 to 2" in said
    assert "• Ann has 4 8 6 6. because" in said
    said = parlour("--seat", "ann", typed=["1", "", "2 4"])
    assert "turn on its head: choose" not in said
    assert "Nerve: 0 to 2" not in said
    assert "• Ann has 4 6." in said


def test_the_primer_and_its_words_are_told_on_asking(solo, monkeypatch):
    assert "This game tells nothing of itself." in solo(typed=["p", "q"]).stdout
    cards = (
        PrimerCard("roll", "What you roll", "A die for each lantern.", (Die(6, 5, "counts"),)),
        PrimerCard("end", "How it ends", "At dawn."),
    )
    words = Term("Oil", "What burns.", "LAN-OIL", ("Oils",)), Term("Dawn", "The end.")
    monkeypatch.setattr(_begin, "load", lambda name: replace(LANTERNS, primer=cards, glossary=words))
    told = solo(typed=["primer", "p oils", "p dawn", "p gin", "q"]).stdout
    assert "What you roll: (5)\nA die for each lantern.\n\nHow it ends\nAt dawn.\n\nIts words: Oil, Dawn.\n" in told
    assert "Oil: What burns. (LAN-OIL)\n" in told
    assert "Dawn: The end.\n" in told
    assert "gin is no word that this game explains" in told


def test_a_question_comes_with_what_has_happened_to_whoever_is_asked():
    done = CliRunner().invoke(main, ["solo", "blockbuster", "--seed", "000004", "--players", "2"], input="\n" * 60)
    lines = done.stdout.splitlines()
    at = lines.index("! You are convinced by Ludo: lower your hands and step aside.")
    assert lines[at - 1] == "! Ludo works on you (“lower your hands and step aside”): 2 more, 3 of 3."
    assert lines[at + 2] == "Say what you do, then take it to the dice."
