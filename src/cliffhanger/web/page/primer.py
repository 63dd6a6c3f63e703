"""The primer of a game: five cards with dice, for people who never read its rules. A game without one shows nothing."""

from typing import Any

from cliffhanger.kernel.game import Game, PrimerCard
from cliffhanger.kernel.translation import of_package
from cliffhanger.web.page import terms
from cliffhanger.web.page.dice import dice
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, remembered


def address(game: Game[Any]) -> str:
    """Where the primer stands as a page of its own."""
    return f"/g/{game.id}/primer"


def cards(game: Game[Any], *, level: int = 3) -> Markup:
    """The five cards, each under a heading of this level."""
    rows = joined(_card(each, level, game.package) for each in game.primer)
    return Markup('<ol class="primer">{rows}</ol>').format(rows=rows) if rows else NOTHING


def _card(card: PrimerCard, level: int, package: str) -> Markup:
    drawn = dice(card.dice) if card.dice else NOTHING
    return Markup("<li><h{level}>{title}</h{level}>{dice}<p>{says}</p></li>").format(
        level=level, title=of_package(package, card.title), dice=drawn, says=of_package(package, card.says)
    )


def folded(game: Game[Any]) -> Markup:
    """For a page where chairs fill: one line that opens the cards."""
    if not game.primer:
        return NOTHING
    return Markup('<details class="panel fold" id="primer"><summary><b>{head}</b></summary>{cards}</details>').format(
        head=head(game), cards=cards(game, level=2)
    )


@remembered(id, 64, hold=True)
def in_help(game: Game[Any]) -> Markup:
    """For the help of a table: the cards, and the way to the words."""
    if not game.primer:
        return NOTHING
    return Markup('<h2>{head}</h2>{cards}{verbs}<p><a href="{way}" target="_blank">{words}</a></p>').format(
        head=head(game),
        cards=cards(game),
        verbs=_verbs(game),
        way=address(game),
        words=_("The words of the game, on a page of their own"),
    )


def _verbs(game: Game[Any]) -> Markup:
    """What one may do, each in its line."""
    rows = joined(
        Markup("<div><dt>{verb}</dt><dd>{says}</dd></div>").format(
            verb=of_package(game.package, verb.label), says=of_package(game.package, verb.says)
        )
        for verb in game.verbs
    )
    return (
        Markup('<h3>{head}</h3><dl class="terms">{rows}</dl>').format(head=_("What you may do"), rows=rows)
        if rows
        else rows
    )


def head(game: Game[Any]) -> str:
    """What it is called."""
    return _("{game} in two minutes").format(game=game.title)


def page(game: Game[Any]) -> Markup:
    """A page of its own: the cards, and below them what each word means."""
    words = (
        Markup('<section class="panel"><h2 id="words">{head}</h2>{rows}</section>').format(
            head=_("The words of the game"), rows=terms.listed(game)
        )
        if game.glossary
        else NOTHING
    )
    return Markup(
        '<main class="door primer-page"><header><p class="soft">{tagline}</p><h1>{head}</h1></header>{cards}{words}'
        '<p><a class="act" href="/"><span>{start}</span></a></p></main>'
    ).format(tagline=game.tagline, head=head(game), cards=cards(game, level=2), words=words, start=_("Start a table"))
