"""`cliffhanger convert`: other programs' files in, ours out, and the other way."""

import json

import pytest
from click.testing import CliRunner

from cliffhanger.cli import main
from cliffhanger.games import game
from cliffhanger.kernel.files.reader import read_form

FORM = next(form for form in game("smallville").forms if form.name == "character")


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ruth.toml").write_text(FORM.example)
    return tmp_path


def run(*args):
    return CliRunner().invoke(main, ["convert", *args])


def test_there_and_back_again(place):
    assert run("ruth.toml", "--to", "cortex", "--out", "ruth.json").exit_code == 0
    done = run("ruth.json", "--to", "smallville")
    assert done.exit_code == 0
    assert done.stdout.startswith('game = "smallville"\nform = "character"\n')
    assert read_form(FORM, "a", done.stdout) == read_form(FORM, "a", FORM.example)


def test_faults_are_told_by_their_path_and_nothing_is_written(place):
    run("ruth.toml", "--to", "cortex", "--out", "ruth.json")
    odd = json.loads((place / "ruth.json").read_text())
    odd["traitSets"][0]["traits"][0]["value"] = 5
    (place / "odd.json").write_text(json.dumps(odd))
    done = run("odd.json", "--to", "smallville", "--out", "new.toml")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == 'odd.json: traitSets[0].traits[0].value: a die: d4, d6, d8, d10 or d12, not "d5"\n'
    assert not (place / "new.toml").exists()


def test_what_was_left_out_is_told_and_the_rest_is_written(place):
    run("ruth.toml", "--to", "cortex", "--out", "ruth.json")
    more = json.loads((place / "ruth.json").read_text()) | {"pronouns": "she"}
    (place / "more.json").write_text(json.dumps(more))
    done = run("more.json", "--to", "smallville")
    assert done.exit_code == 0
    assert done.stderr == "more.json: pronouns: left out: it has no place on a sheet of Smallville\n"


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("ruth.toml", "--to", "roll21"), 2, "writes no character to 'roll21'. It knows: cortex (character)."),
        (("ruth.json", "--to", "untold"), 2, "Untold reads no other program's files."),
        (("ruth.json", "--to", "chess"), 2, "There is no game 'chess'."),
        (("none.toml", "--to", "cortex"), 1, "none.toml: No such file"),
        (("bad.toml", "--to", "cortex"), 1, "bad.toml: form: at the head of the file"),
        (("ruth.toml", "--to", "cortex", "--out", "ruth.json"), 1, "File exists"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(place, args, code, says):
    (place / "ruth.json").write_text("{}")
    (place / "bad.toml").write_text('game = "smallville"\n')
    done = run(*args)
    assert done.exit_code == code
    assert says in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"name": "\\ud800"}', "odd.json: name: no control characters; take out the escape"),
        ('{"name": "Ruth", "\\u0000": 1}', "odd.json: no control characters; take out the escape"),
        ('{"plotPoints": ' + "9" * 5_000 + "}", "odd.json: JSON with numbers of a sane size"),
    ],
)
def test_what_no_sheet_can_hold_is_refused_where_it_stands(place, text, told):
    (place / "odd.json").write_text(text)
    done = run("odd.json", "--to", "smallville")
    assert (done.exit_code, done.stderr.strip()) == (1, told)
