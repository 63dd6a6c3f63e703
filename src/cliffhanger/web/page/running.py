"""Who runs the game, at the way in: whoever opened the table says whether they do or a bot, until somebody has played."""

from collections.abc import Iterable
from typing import Any

from cliffhanger.kernel.game import Game, any_choice
from cliffhanger.table.permissions import hosts
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.html import NOTHING, Markup
from cliffhanger.web.page.language import _


def runner(game: Game[Any]) -> str:
    """What whoever runs the game is called in it; "" in a game that nobody runs."""
    return next((role.title for role in game.roles if role.master), "")


def may_be_a_bot(game: Game[Any]) -> bool:
    """Whether the game brings a bot that can run it."""
    return bool(game.masters) and game.bot is not any_choice


def free(game: Game[Any], seats: Iterable[Sitter]) -> list[str]:
    """The chairs that somebody may take, as they should fill: empty ones before a bot's, those who play before who runs it.

    A bot that runs the table goes on running it.
    """

    def late(each: Sitter) -> tuple[bool, bool]:
        return each.role in game.masters, each.holder == "bot"

    open_ = [
        each for each in seats if each.holder == "nobody" or (each.holder == "bot" and each.role not in game.masters)
    ]
    return [each.id for each in sorted(open_, key=late)]


def choice(game: Game[Any], seats: tuple[Sitter, ...], seat: str, base: str) -> Markup:
    """How it is, and the one button that has it the other way; for those who host the table."""
    own = next((each for each in seats if each.id == seat), None)
    if own is None or not game.masters or seat not in hosts(game, seats):
        return NOTHING
    title = runner(game)
    if own.role in game.masters:
        said = _("You run the game as {chair}.").format(chair=own.title)
        if not may_be_a_bot(game):
            return _drawn(base, f"{said} {_('It needs a person for that.')}", "", "")
        chair = next((each for each in free(game, seats) if each != seat), "")
        if not chair:
            return _drawn(base, said, "", "")
        return _drawn(base, said, chair, _("Play too: you take a chair, and a bot is {chair}").format(chair=title))
    chair = next((each.id for each in seats if each.role in game.masters and each.holder != "person"), "")
    if not chair:
        return NOTHING
    return _drawn(
        base,
        _("A bot runs the game as {chair}.").format(chair=title),
        chair,
        _("Run it yourself: your chair is free then"),
    )


def _drawn(base: str, said: str, chair: str, words: str) -> Markup:
    button = (
        Markup(
            '<form method="post" action="{base}/chair" id="f-chair"><button class="act" id="chair-go" name="seat" '
            'value="{chair}"><span>{words}</span></button></form>'
        ).format(base=base, chair=chair, words=words)
        if chair
        else NOTHING
    )
    return Markup('<div class="lobby-runs" id="runs"><p>{said}</p>{button}</div>').format(said=said, button=button)


def at_the_door(game: Game[Any], name: Markup) -> Markup:
    """The same choice as a table is opened: to run it, or to play too; what the game needs is said where there is none."""
    title = runner(game)
    if not title:
        return NOTHING
    if not may_be_a_bot(game):
        return Markup('<p class="you">{words}</p>').format(
            words=_("You run it as {chair}: it needs a person for that.").format(chair=title)
        )
    return Markup(
        '<fieldset class="you"><legend>{you}</legend><label for="runs-{name}"><input type="radio" id="runs-{name}" name="host" '
        'value="runs" checked><span>{runs}<small>{as_}</small></span></label><label for="plays-{name}"><input type="radio" '
        'id="plays-{name}" name="host" value="plays"><span>{plays}<small>{bot}</small></span></label></fieldset>'
    ).format(
        name=name,
        you=_("You"),
        runs=_("run it"),
        as_=_("as {chair}").format(chair=title),
        plays=_("play too"),
        bot=_("a bot is {chair}").format(chair=title),
    )
