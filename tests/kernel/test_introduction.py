"""The file in which a game introduces itself: its cards, their dice, its words; and what is wrong in one."""

import importlib
import sys

import pytest
from lanterns import LANTERNS

from cliffhanger.kernel import introduction
from cliffhanger.kernel.introduction import CARDS, dice, glossary, primer
from cliffhanger.kernel.panels import Coin, Die

WHOLE = "".join(f'[cards.{name}]\ntitle = "{name}"\nsays = "So it is."\n' for name in CARDS)


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Gives the type of a game whose file has this text."""

    def write(text):
        folder = tmp_path / f"game{len(text)}"
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        (folder / introduction.FILE).write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, folder.name, raising=False)
        importlib.import_module(folder.name)
        return type("State", (), {"__module__": folder.name})

    return write


def test_dice_and_coins_are_read_as_they_are_written():
    assert dice("") == ()
    assert dice("d6, d8=3, d10=9 counts, d4=1 one, d6=2 struck") == (
        Die(6),
        Die(8, 3, "plain"),
        Die(10, 9, "counts"),
        Die(4, 1, "one"),
        Die(6, 2, "struck"),
    )
    assert dice("star counts, ring, held") == (Coin("star", "counts"), Coin("ring"), Coin())
    with pytest.raises(TypeError, match="'6' is no die"):
        dice("d6, 6")


def test_cards_come_in_their_order_and_words_as_they_stand(written):
    state = written(WHOLE + '[[terms]]\nword = "Hold"\nsays = "What you dare."\n')
    assert tuple(card.id for card in primer(state)) == CARDS
    assert [term.word for term in glossary(state)] == ["Hold"]


def test_a_game_that_says_nothing_has_none():
    assert primer(LANTERNS.State) == glossary(LANTERNS.State) == ()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[cards.roll]\ntitle = "x"\nsays = "y"\n', "each once"),
        (WHOLE + '[cards.more]\ntitle = "x"\nsays = "y"\n', "more"),
        (WHOLE + "[[terms]]\nword = 3\n", "str"),
        ("[cards", "primer.toml"),
    ],
)
def test_what_is_wrong_in_it_is_told_on_import(written, text, wrong):
    with pytest.raises(TypeError, match=wrong):
        primer(written(text))
