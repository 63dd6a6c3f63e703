"""Catalogues of translations with plural forms, and the own words of a package in the language that is spoken."""

import pytest

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.translation import Messages, read_po, speaking

HEAD = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"\n\n'
DICE = 'msgid "{n} die"\nmsgid_plural "{n} dice"\nmsgstr[0] "{n} nat"\nmsgstr[1] "{n} natu"\nmsgstr[2] "{n} nati"\n'


@pytest.mark.parametrize(("n", "said"), [(0, "{n} nati"), (1, "{n} nat"), (2, "{n} natu"), (7, "{n} nati")])
def test_a_number_has_the_alternative_of_its_language(n, said):
    assert read_po(HEAD + DICE).number_text("{n} die", "{n} dice", n) == said


@pytest.mark.parametrize(("n", "said"), [(0, "dice"), (1, "die"), (2, "dice")])
def test_what_is_not_translated_is_counted_as_in_english(n, said):
    assert read_po(HEAD).number_text("die", "dice", n) == said
    assert read_po(HEAD + "#, fuzzy\n" + DICE).number_text("{n} die", "{n} dice", 2) == "{n} dice"


def test_a_plural_with_a_wrong_number_of_alternatives_is_an_error():
    with pytest.raises(Unreadable, match=r"'\{n\} die' has 2 alternatives where the language has 3"):
        read_po(HEAD + DICE.rpartition("msgstr[2]")[0])


@pytest.fixture
def words(tmp_path, monkeypatch):
    """The own words of a package, with a translation as it is written."""

    def write(po):
        package = tmp_path / f"words_of_{tmp_path.name}"
        (package / "locale").mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "locale" / "qya.po").write_text(HEAD + po, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        return Messages(package.name)

    return write


def test_words_are_said_in_the_language_that_is_spoken(words):
    own = words('msgid "Hello, {name}"\nmsgstr "{name}, aiya"\n\n' + DICE)
    with speaking("qya"):
        assert own.gettext("Hello, {name}").format(name="Ida") == "Ida, aiya"
        assert own.ngettext("{n} die", "{n} dice", 2).format(n=2) == "2 natu"
        with speaking(""):
            assert own.gettext("Hello, {name}") == "Hello, {name}"
        assert own.gettext("Bye") == "Bye"
    assert own.ngettext("{n} die", "{n} dice", 1) == "{n} die"


@pytest.mark.parametrize("said", ["{nmae}, aiya", "{name, aiya", "{name.secret} {other}"])
def test_a_translation_that_names_another_field_is_an_error(words, said):
    own = words(f'msgid "Hello, {{name}}"\nmsgstr "{said}"\n')
    with speaking("qya"), pytest.raises(Unreadable, match=r"the translation of 'Hello, \{name\}'"):
        own.gettext("Hello, {name}")
