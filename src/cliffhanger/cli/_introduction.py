"""A game for people who never read its rules, in the terminal: its primer and its words."""

from collections.abc import Iterator
from typing import Any

from cliffhanger.cli._draw import draw, wrapped
from cliffhanger.cli._language import _
from cliffhanger.kernel.game import Game, PrimerCard, Term
from cliffhanger.kernel.panels import List, Row


def primer_lines(game: Game[Any], width: int) -> Iterator[str]:
    """The cards, and the words that can be asked for."""
    for card in game.primer:
        yield from _card(card, width)
    if game.glossary:
        words = ", ".join(each.word for each in game.glossary)
        yield from ("", *wrapped(_("Its words: {words}.").format(words=words), width))


def _card(card: PrimerCard, width: int) -> Iterator[str]:
    yield ""
    if card.dice:
        yield from draw(List(card.id, (Row(card.title, dice=card.dice),)), width)
    else:
        yield card.title
    yield from wrapped(card.says, width)


def said_in(term: Term, words: str) -> bool:
    """Whether a term stands in these words."""
    return words.casefold() in (form.casefold() for form in (term.word, *term.also))


def term_line(term: Term) -> str:
    """What a term means, the rule last."""
    return f"{term.says} ({term.rule})" if term.rule else term.says
