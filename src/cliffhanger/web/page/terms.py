"""Terms of a game where they stand: a tap on one opens what it means. Works without script, and by keys.

What all of them mean stands once beside the page; on the page a term is a button that names it.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import Any

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.game import Game, Term
from cliffhanger.kernel.translation import of_package
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import EXPLAINED
from cliffhanger.web.page.language import remembered as by_language

NUMBERS = re.compile(r"\s*[+\N{MINUS SIGN}]?D?\d+\s*")


class Glossary:
    """The terms of a game by all forms in which they stand on a page. Two of them are equal only if they are the same."""

    def __init__(self, terms: tuple[Term, ...], package: str = "") -> None:
        self.terms, self.package = terms, package
        self.found: Mapping[str, Term] = {form.casefold(): each for each in terms for form in (each.word, *each.also)}

    def of(self, words: str) -> Term | None:
        """The term that stands there in these words; numbers beside it are of no matter, nor what follows a colon.

        So `SN 2`, `6V`, `difficulty +1`, and `resting: endurance`.
        """
        alone = NUMBERS.sub(" ", words.partition(": ")[0]).strip()
        return self.found.get(words.casefold()) or self.found.get(alone.casefold())

    @cached_property
    def among(self) -> re.Pattern[str]:
        """Finds terms among other words, as they are written; the longest there is."""
        forms = sorted((form for each in self.terms for form in (each.word, *each.also)), key=len, reverse=True)
        return re.compile(rf"\b({'|'.join(map(re.escape, forms))})\b")


@remembered(id, 64, hold=True)
def glossary(game: Game[Any]) -> Glossary:
    """The glossary of a game: the same object each time."""
    return Glossary(game.glossary, game.package)


@contextmanager
def explaining(game: Game[Any]) -> Iterator[None]:
    """Something of a game is drawn meanwhile: the terms in it open."""
    before = EXPLAINED.set(glossary(game))
    try:
        yield
    finally:
        EXPLAINED.reset(before)


def package() -> str:
    """The package of the game that is being drawn; "" where none is."""
    known = EXPLAINED.get()
    return known.package if isinstance(known, Glossary) else ""


def said(words: str) -> str:
    """Words of the game that is being drawn, in the language of the table."""
    return of_package(package(), words)


def term(words: str) -> Markup | str:
    """A name on a page: a button if the game that is being drawn explains it."""
    known = EXPLAINED.get()
    return _term(known, words) if isinstance(known, Glossary) else words


@lru_cache(4096)
def _term(known: Glossary, words: str) -> Markup | str:
    found = known.of(words)
    if found is None:
        return words
    return Markup('<button type="button" class="term" popovertarget="{id}">{words}</button>').format(
        id=_id(found), words=words
    )


def terms_in(words: str) -> Markup | str:
    """A question of which some words are terms: each is a button."""
    known = EXPLAINED.get()
    return _terms_in(known, words) if isinstance(known, Glossary) else words


@lru_cache(4096)
def _terms_in(known: Glossary, words: str) -> Markup | str:
    if known.of(words) or not known.terms:
        return _term(known, words)
    parts = known.among.split(words)
    return joined(_term(known, part) if at % 2 else part for at, part in enumerate(parts))


def meaning(words: str) -> Markup:
    """What a name means, for where no button can stand: inside what is folded under it; nothing if it is no term."""
    known = EXPLAINED.get()
    found = known.of(words) if isinstance(known, Glossary) else None
    if not found or not isinstance(known, Glossary):
        return NOTHING
    return Markup('<p class="soft">{says}</p>').format(says=_says(found, known.package))


def _id(term: Term) -> Markup:
    return Markup("term-{}").format(ident(term.word))


def _says(term: Term, package: str) -> Markup:
    """What a term means, the rule last."""
    rule = Markup(" <b>({rule})</b>").format(rule=term.rule) if term.rule else ""
    return Markup("{says}{rule}").format(says=of_package(package, term.says), rule=rule)


@by_language(id, 64, hold=True)
def beside(game: Game[Any]) -> Markup:
    """What all terms mean, for their buttons to open."""
    return joined(
        Markup('<div class="panel means-term" id="{id}" popover><b>{word}</b><p>{says}</p></div>').format(
            id=_id(each), word=of_package(game.package, each.word), says=_says(each, game.package)
        )
        for each in game.glossary
    )


def _in_order(row: tuple[str, Term]) -> str:
    return row[0].casefold()


def listed(game: Game[Any]) -> Markup:
    """All terms of a game with what they mean, one below the other."""
    rows = joined(
        Markup('<div id="{id}"><dt>{word}</dt><dd>{says}</dd></div>').format(
            id=_id(each), word=word, says=_says(each, game.package)
        )
        for word, each in sorted(((of_package(game.package, each.word), each) for each in game.glossary), key=_in_order)
    )
    return Markup('<dl class="terms">{rows}</dl>').format(rows=rows)
