"""A game for people who never read its rules, in the terminal: its primer and its words."""

from collections.abc import Iterator
from typing import Any

from cliffhanger.cli._draw import draw, wrapped
from cliffhanger.cli._language import _
from cliffhanger.kernel.game import Game, PrimerCard, Term
from cliffhanger.kernel.panels import List, Row
from cliffhanger.kernel.translation import of_package


def primer_lines(game: Game[Any], width: int) -> Iterator[str]:
    """The cards, and the words that can be asked for."""
    for card in game.primer:
        yield from _card(card, width, game.package)
    if game.glossary:
        words = ", ".join(of_package(game.package, each.word) for each in game.glossary)
        yield from ("", *wrapped(_("Its words: {words}.").format(words=words), width))


def _card(card: PrimerCard, width: int, package: str) -> Iterator[str]:
    title = of_package(package, card.title)
    yield ""
    if card.dice:
        yield from draw(List(card.id, (Row(title, dice=card.dice),)), width)
    else:
        yield title
    yield from wrapped(of_package(package, card.says), width)


def said_in(term: Term, words: str, package: str) -> bool:
    """Whether a term stands in these words."""
    return words.casefold() in (form.casefold() for form in (of_package(package, term.word), term.word, *term.also))


def term_line(term: Term, package: str) -> str:
    """A term and what it means, the rule last."""
    rule = f" ({term.rule})" if term.rule else ""
    return f"{of_package(package, term.word)}: {of_package(package, term.says)}{rule}"
