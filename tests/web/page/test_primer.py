"""The primer and the words of a game, as a page shows them."""

import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from markupsafe import escape
from toy import GAME as TOY

from cliffhanger import games
from cliffhanger.kernel import translation
from cliffhanger.kernel.game import PrimerCard, Term
from cliffhanger.kernel.panels import Counter, Die, Group, List, Row, Text, Track
from cliffhanger.kernel.params import Item, Number, Pick
from cliffhanger.kernel.params import Text as Text_
from cliffhanger.kernel.translation import Catalogue, speaking
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play
from cliffhanger.web.page import controls, dice, join, panels, primer, render, terms
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.view import TableMeta

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
import messages

CARD = PrimerCard("roll", "What <you> roll", "A die.", (Die(6, 5, "counts"),))
HOLD = Term("Hold", "What you dare & more.", "LEDGE-1", ("Holds",))
TOLD = replace(TOY, primer=(CARD,), glossary=(HOLD,))
OTHER = replace(TOY, glossary=(Term("Height", "How far up."),))
META = TableMeta("a-b-c-d", "The Ledge")


def abroad(game, given, monkeypatch):
    """A game says all these messages backwards."""
    back, catalogue_of = Catalogue({each: each[::-1] for each in given}), translation.catalogue

    def catalogue(package, language):
        return back if (package, language) == (game.package, "qya") else catalogue_of(package, language)

    monkeypatch.setattr(translation, "catalogue", catalogue)


def drawn(game, panel):
    with terms.explaining(game):
        return panels.draw(panel)


def test_cards_are_drawn_with_dice_and_words_escaped():
    html = primer.cards(TOLD)
    assert "<h3>What &lt;you&gt; roll</h3>" in html
    assert 'aria-label="1 die: 5 counts"' in html
    assert primer.page(TOLD).count("<li>") == 1


@pytest.mark.parametrize("name", games.names())
def test_every_card_of_a_primer_has_its_dice_or_coins(name):
    game = games.game(name)
    assert [card.id for card in game.primer if not card.dice] == []
    assert primer.cards(game).count('role="img"') == len(game.primer) == 5


def test_dice_that_are_taken_away_before_they_are_thrown_are_said_to_be():
    four = (Die(6), Die(6), Die(6, 0, "struck"), Die(8, 0, "struck"))
    assert dice.spoken(four) == "d6 and d6; d6 and d8 taken away"
    assert dice.spoken(four[:2]) == "d6 and d6"


@pytest.mark.parametrize("name", games.names())
def test_every_card_of_a_primer_is_said_in_the_language_of_the_table(name, monkeypatch):
    game = games.game(name)
    given = [text for (text, _), where in messages.of_game(game) if where.startswith("the primer")]
    abroad(game, given, monkeypatch)
    with speaking("qya"):
        html = primer.cards(game)
    for words in given:
        assert escape(words) in primer.cards(game)
        assert escape(words) not in html
        assert escape(words[::-1]) in html
    assert len(given) == 10


@pytest.mark.parametrize("name", games.names())
def test_no_term_of_a_game_stays_in_english(name, monkeypatch):
    game = games.game(name)
    given = [text for (text, _), where in messages.of_game(game) if where == "the glossary"]
    assert len(given) == 2 * len(game.glossary)
    abroad(game, given, monkeypatch)
    with speaking("qya"):
        beside, listed = terms.beside(game), terms.listed(game)
        folded = drawn(game, Group("g", game.glossary[0].word, (), folded=True))
    for words in given:
        for html in (beside, listed):
            assert not re.search(rf">{re.escape(str(escape(words)))}<", html)
            assert escape(words[::-1]) in html
    assert escape(game.glossary[0].says[::-1]) in folded
    assert escape(game.glossary[0].says) in terms.beside(game)


@pytest.mark.parametrize("name", games.names())
def test_no_ready_words_stay_in_english(name, monkeypatch):
    game, english, backwards = games.game(name), set(), set()
    given = [text for (text, _), where in messages.of_game(game) if where == "ready words"]
    assert bool(given) == (name != "plot_twist")
    abroad(game, given, monkeypatch)
    for seed in (1, 2, 3):
        for moment in bot_play(game, ready(game, 2), Random(seed), 120):
            for offer in game.waiting(moment.state) if isinstance(game.waiting(moment.state), tuple) else ():
                for p in offer.params:
                    if isinstance(p, Text_) and p.ready:
                        english |= {each.says for each in p.ready}
                        with speaking("qya"), terms.explaining(game):
                            html = str(controls.control(p, {p.name: p.ready[0].says}, "f"))
                        backwards |= {each.says for each in p.ready if escape(each.says[::-1]) in html}
                        assert not any(f'"{escape(each.says)}"' in html for each in p.ready)
                        assert re.search(r'-r0" name="r.\w+" value="[^"]*"[^>]* checked', html)
    assert english <= {*given}
    assert backwards == english
    assert bool(english) == bool(given)


def test_a_game_that_says_nothing_shows_nothing():
    assert primer.cards(TOY) == primer.folded(TOY) == primer.in_help(TOY) == ""
    assert "popover" not in drawn(TOY, Counter("Holds", 3))
    assert 'class="primer"' not in render.document(Markup(""), title="x", game=TOY)
    assert 'id="primer"' not in join.join(TOY, META, ())


def test_the_primer_stands_where_chairs_fill_and_in_the_help():
    assert 'id="primer"' in join.join(TOLD, META, ())
    html = render.document(Markup(""), title="x", game=TOLD)
    assert html.index('class="primer"') < html.index('id="h-help"')
    assert '<div class="panel means-term" id="term-Hold" popover>' in html
    assert "What you dare &amp; more. <b>(LEDGE-1)</b>" in html


@pytest.mark.parametrize(
    "panel",
    [
        Counter("Holds", 3),
        Track("t", "Hold", 1, 3),
        Group("g", "Holds", (Text("x", body="y"),)),
        List("l", (Row("Tess"),), name="Hold"),
        List("l", (Row("Hold", value="3"),)),
        List("l", (Row("Hold", n=3),), "stats"),
        List("l", (Row("Hold", n=3),), "sides"),
        List("l", (Row("Tess", tags=("!Hold",)),)),
        List("l", (Row("Tess", tags=("Hold",)),), "order"),
        Text("x", "Tess falls.", "It cost a Hold.", "result"),
    ],
)
def test_a_term_opens_where_it_stands_in_its_own_game_alone(panel):
    opens = '<button type="button" class="term" popovertarget="term-Hold">Hold'
    assert drawn(TOLD, panel).count(opens) == 1
    assert opens not in drawn(OTHER, panel)
    assert opens not in panels.draw(panel)
    assert drawn(TOLD, panel).count(opens) == 1


def test_what_is_folded_says_inside_what_it_means():
    html = drawn(TOLD, Group("g", "Holds", (), folded=True))
    assert "<button" not in html
    assert '</summary><p class="soft">What you dare &amp; more. <b>(LEDGE-1)</b></p>' in html


@pytest.mark.parametrize("name", games.names())
def test_each_term_of_a_game_has_an_address_of_its_own(name):
    game = games.game(name)
    ids = re.findall(r'id="(term-[^"]+)"', terms.beside(game))
    assert len(ids) == len(set(ids)) == len(game.glossary) > 10
    assert primer.cards(game).count("<li>") == 5
    assert ids == re.findall(r'id="(term-[^"]+)"', terms.beside(game))
    assert set(ids) == set(re.findall(r'id="(term-[^"]+)"', primer.page(game)))


@pytest.mark.parametrize("words", ["Hold 2", "+3 holds", "2 Holds", "hold D6", "HOLD"])
def test_numbers_and_capitals_beside_a_term_are_of_no_matter(words):
    assert 'popovertarget="term-Hold"' in drawn(TOLD, List("l", (Row("Tess", tags=(words,)),)))
    assert "popovertarget" not in drawn(TOLD, List("l", (Row("Tess", tags=("Holding 2",)),)))


def asked(game, p):
    with terms.explaining(game):
        return str(controls.control(p, {}, "f"))


def test_in_a_question_each_term_opens_by_itself():
    one = '<button type="button" class="term" popovertarget="term-Hold">{}</button>'.format
    pick = Pick("x", "Which Hold, of all Holds <here>, is on hold", (Item("a", "A"), Item("b", "B")))
    assert f"Which {one('Hold')}, of all {one('Holds')} &lt;here&gt;, is on hold</legend>" in asked(TOLD, pick)
    assert "<legend>Which Hold, of all" in asked(OTHER, pick)
    assert f"<legend>{one('Holds')}</legend>" in asked(TOLD, Number("n", "Holds", 1, 3))


def test_dice_of_a_card_do_not_fall_for_no_throw_is_theirs():
    assert 'class="dice"' in primer.cards(TOLD)
    assert "fall" not in primer.cards(TOLD)
