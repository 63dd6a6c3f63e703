"""What a translation has to give stands in the templates that lie in the repository."""

import messages
import pytest


@pytest.mark.parametrize(("file", "text"), [pytest.param(*row, id=row[0].name) for row in messages.of_own_words()])
def test_every_message_of_pages_and_terminal_stands_in_its_template(file, text):
    assert file.read_text("utf-8") == text, "Run `make messages`."


def test_a_message_with_a_plural_has_both(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "SOURCE", tmp_path)
    (tmp_path / "dice.py").write_text('_("Roll")\nngettext("{n} die", "{n} dice", n)\n')
    found = messages.template(messages.of_code(tmp_path))
    assert '#: dice.py\nmsgid "Roll"\nmsgstr ""' in found
    assert 'msgid "{n} die"\nmsgid_plural "{n} dice"\nmsgstr[0] ""\nmsgstr[1] ""' in found


def test_a_message_that_is_made_up_as_it_is_said_cannot_be_collected(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "SOURCE", tmp_path)
    (tmp_path / "dice.py").write_text("_(words)\n")
    with pytest.raises(SystemExit, match=r"dice\.py:1"):
        list(messages.of_code(tmp_path))
