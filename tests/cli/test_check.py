"""`cliffhanger check`: every fault of every file on its own line, in the form editors jump to."""

import json

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from cliffhanger.cli import main
from cliffhanger.cli.check import schemas
from cliffhanger.games import game, names


@pytest.fixture
def check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*args, **files):
        for name, data in files.items():
            (tmp_path / f"{name}.toml").write_bytes(data if isinstance(data, bytes) else data.encode())
        names_of = [f"{name}.toml" for name in files]
        return CliRunner().invoke(main, ["check", *args, *names_of])

    return run


def example(form="character"):
    return next(each for each in game("blockbuster").forms if each.name == form).example


def test_right_files_are_right(check):
    found = check(a=example(), b=example("film"))
    assert (found.exit_code, found.output) == (0, "2 files, nothing wrong.\n")
    assert check(a=example()).output == "1 file, nothing wrong.\n"


def test_every_fault_of_every_file_is_listed(check):
    wrong = example().replace("defense = 4", "defence = 4").replace('"6P"', '"6"')
    found = check(a=wrong, b="x = ")
    assert found.exit_code == 1
    assert found.output.splitlines() == [
        "a.toml:5: sheet.defense: a whole number from 0 to 12; it is missing",
        "a.toml:6: sheet.defence: no such key; did you mean defense?",
        'a.toml:19: sheet.powers.Stage Whisper.strain: a number and V or P, such as 6V, not "6"',
        "b.toml:1: TOML; invalid value, at the end",
    ]


def test_a_terminal_is_given_no_sign_of_a_files_name_or_keys(check, tmp_path):
    (tmp_path / "\x1b[31m\u202e.toml").write_text('"\u202e\u2066odd" = 1\n' + example())
    found = check("\x1b[31m\u202e.toml")
    assert found.exit_code == 1
    assert "odd" in found.output
    assert not {"\x1b", "\u202e", "\u2066"} & set(found.output)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"name = '\xff\xfe'", "a.toml:1: UTF-8 text; save the file with that encoding"),
        (b"\n\n\xc3(", "a.toml:3: UTF-8 text; save the file with that encoding"),
        (b"\x00" * 100, "a.toml:1: no control characters; take out U+0000 at column 1"),
        (b"#" * 10_000_000, "a.toml: at most 64 kB; split it into several files"),
        (b"[" * 60_000, 'a.toml:1: at most 1,000 characters a line, not 60,000; break a long text with """'),
        (
            "\n".join("[" for _ in range(3_000)),
            "a.toml:17: at most 16 levels of lists, tables and dotted names; make it flatter",
        ),
        (
            ".".join("a" * 400) + " = 1",
            "a.toml:1: at most 16 levels of lists, tables and dotted names; make it flatter",
        ),
        ("game = " + "9" * 900, "a.toml:1: game: at the head of the file, one of: "),
        ("", "a.toml: game: at the head of the file, one of: "),
        ('game = "blockbuster"', "a.toml: form: at the head of the file, one of: character, film"),
        ('game = "blockbuster"\nform = "cast"', "a.toml:2: form: at the head of the file, one of: character, film"),
        ('game = ["blockbuster"]', "a.toml:1: game: at the head of the file, one of: "),
    ],
)
def test_what_is_no_file_of_ours_is_told(check, data, said):
    found = check(a=data)
    assert found.exit_code == 1
    assert found.output.startswith(said)
    assert found.exception is None or isinstance(found.exception, SystemExit)


def test_a_file_that_is_not_there_is_told(check):
    found = check("none.toml", ".")
    assert found.exit_code == 1
    assert found.output.splitlines() == [
        "none.toml: a file that can be read; No such file or directory",
        ".: a file that can be read; Is a directory",
    ]


def test_nothing_to_check_is_a_question_of_usage(check):
    assert check().exit_code == 2


def test_a_schema_is_printed_and_fits_the_example(check):
    found = check("--schema", "blockbuster", "character")
    made = json.loads(found.output)
    Draft202012Validator.check_schema(made)
    assert made["$id"] == "urn:cliffhanger:blockbuster:character"
    assert made["properties"]["sheet"]


def test_an_unknown_game_or_form_is_told_with_those_there_are(check):
    found = check("--schema", "blockbuster", "cast")
    assert found.exit_code == 2
    assert "character, film" in found.output
    assert "blockbuster" in check("--schema", "chess", "x").output


def test_every_form_of_every_game_has_a_schema_its_example_fits():
    import tomllib

    made = schemas()
    for name in names():
        for form in game(name).forms:
            errors = list(
                Draft202012Validator(made[f"{name}.{form.name}.json"]).iter_errors(tomllib.loads(form.example))
            )
            assert errors == []


# --- what goes together ---------------------------------------------------------------------------------------

PERSON = """\
game = "untold"
form = "character"
name = "Tam"
[sheet.body]
Lyre = { rank = 2, subs = { Sneaking = 3 } }
[sheet.mind]
Climbing = 3
"""


def setting(broad="Lyre", sub="Sneaking"):
    example = next(each for each in game("untold").forms if each.name == "setting").example
    own = example.replace("[body.Athletics]", f'[body.{broad}]\nour_subs = ["{sub}"]\n[body.Athletics]')
    return own.replace('our_subs = ["Climbing"]\n', "").replace("subs = { Climbing = 5 }", "subs = { Running = 5 }")


def test_a_character_alone_is_held_against_the_setting_of_the_game_as_a_table_holds_it(check):
    found = check(tam=PERSON)
    assert found.exit_code == 1
    first, second = found.output.splitlines()
    assert first.startswith(
        "tam.toml:5: sheet.body.Lyre.subs.Sneaking: its place in this setting: Sneaking stands under"
    )
    assert second.startswith("tam.toml:7: sheet.mind.Climbing: its place in this setting: Climbing stands under")
    assert "The Salt Stair; for a setting of your own, name its file as well" in first
    refused = game("untold").ready(1, {"tam.toml": PERSON})
    assert [(each.line, each.key) for each in refused] == [
        (5, "sheet.body.Lyre.subs.Sneaking"),
        (7, "sheet.mind.Climbing"),
    ]


def test_a_character_is_held_against_the_setting_that_is_checked_with_it(check):
    assert check(tam=PERSON, own=setting()).output == "2 files, nothing wrong.\n"
    found = check(tam=PERSON, own=setting("Drum"))
    assert found.output == (
        "tam.toml:5: sheet.body.Lyre.subs.Sneaking: its place in this setting: Sneaking stands under Drum, body\n"
    )


def test_among_several_settings_nobody_is_held_against_one(check):
    assert check(tam=PERSON, own=setting(), other=setting("Drum")).exit_code == 0


def test_the_cast_within_a_setting_is_held_against_it(check):
    found = check(own=setting("Drum", "Haggling").replace("Cognition = 3", "Haggling = 3"))
    assert found.exit_code == 1
    assert "cast[1].sheet.mind.Haggling: its place in this setting: Haggling stands under Drum, body" in found.output


def test_a_broad_skill_of_ones_own_is_right(check):
    assert check(tam=PERSON.replace("Sneaking", "Strumming").replace("Climbing", "Whittling")).exit_code == 0


def test_a_setting_may_name_people_whose_files_lie_elsewhere(check):
    assert check(own=setting().replace('heroes = ["Wenna Thrale"]', 'heroes = ["Somebody Else"]')).exit_code == 0


# --- a collection over several files --------------------------------------------------------------------------

CARDS = 'game = "plot_twist"\nform = "cards"\nformat = 1\n'
RUSH = """\
[[card]]
id = "rush"
kind = "combat"
name = "Rush"
colour = "golden"
step = "maneuver"
effects = [{ cover = { modify = 1 } }]
"""


def deck(*ids):
    return f'[[deck]]\nname = "Ours"\nkind = "combat"\ncards = {{ {", ".join(f"{each} = 1" for each in ids)} }}\n'


def test_a_deck_may_name_the_cards_of_every_file_that_is_checked_with_it(check):
    found = check(decks=CARDS + deck("rush"), cards=CARDS + RUSH)
    assert (found.exit_code, found.output) == (0, "2 files, nothing wrong.\n")


def test_a_card_that_no_file_has_is_told_with_its_line_and_the_nearest_that_there_is(check):
    found = check(decks=CARDS + deck("rush", "rish"), cards=CARDS + RUSH)
    assert found.exit_code == 1
    assert found.output == (
        'decks.toml:7: deck[0].cards.rish: the id of a card in these files, not "rish"; did you mean rush?\n'
    )


def test_a_card_of_two_files_is_told_once_and_so_is_a_set_up_that_names_nobody(check):
    setup = '[[setup]]\nname = "Noon"\nvillain = "nobody"\nobjective = "rush"\nlocation = "rush"\nevents = []\ntwists = []\n'
    found = check(cards=CARDS + RUSH, more=CARDS + RUSH + setup)
    assert found.output.splitlines()[:3] == [
        "more.toml:5: card[0].id: another id: cards.toml has this one",
        "more.toml:7: card[0].name: another name: cards.toml has this one",
        'more.toml:13: setup[0].villain: the id of a card in these files, not "nobody"',
    ]
    assert "more.toml:14: setup[0].objective: a card of the kind objective; rush is of the kind combat" in found.output


@pytest.mark.parametrize("broken", [CARDS + RUSH.replace("golden", "gold"), "x = ", b"\xff"])
def test_what_a_faulty_file_may_hold_is_not_missed(check, broken):
    found = check(decks=CARDS + deck("rush"), cards=broken)
    assert [line.partition(":")[0] for line in found.output.splitlines()] == ["cards.toml"]


def test_a_faulty_file_of_another_game_hides_nothing(check):
    found = check(decks=CARDS + deck("rish"), cards=CARDS + RUSH, film=example("film") + "\nx = 1")
    assert 'the id of a card in these files, not "rish"' in found.output


def test_the_files_that_come_with_a_game_go_together(check):
    from importlib.resources import files

    content = files("cliffhanger.games.plot_twist.files") / "content"
    own = {each.name[:-5]: each.read_text("utf-8") for each in content.iterdir() if each.name.endswith(".toml")}
    assert check(**own).output == f"{len(own)} files, nothing wrong.\n"
