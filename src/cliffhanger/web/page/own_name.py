"""Names of people in panels, and "You" in place of the reader's own.

Panels are drawn once for all who see them alike, and who reads is filled in last; whoever watches reads names alone.
"""

import re
from html import unescape

from cliffhanger.web.page.emblems import Part
from cliffhanger.web.page.html import Markup, esc
from cliffhanger.web.page.language import _, cached

_END = re.compile("^.*?(?=</(?:b|bdi|text)>)", re.DOTALL)  # what stands inside
_NAMED = ("<bdi>", "<"), ('<bdi class="me">', "<"), (' data-name="', '"')


def person(name: str) -> Markup:
    """The name of somebody, as a page shows it to all others."""
    return Markup("<bdi>{name}</bdi>").format(name=name)


def brief(name: str, said: str) -> Markup:
    """What somebody is called where there is little room."""
    return Markup('<bdi{whose}">{said}</bdi>').format(whose=_whose(name), said=said)


def in_turn(name: str) -> Markup:
    """Whose turn it is: a line that is cut where it is too long; on a phone it does without the article."""
    the, rest = (name[:4], name[4:]) if name.startswith("The ") else ("", name)
    article = Markup("<i>{the}</i>").format(the=the) if the else ""
    return Markup('<b{whose}">{article}{rest}</b>').format(whose=_whose(name), article=article, rest=rest)


def label(name: str, said: str, below: int) -> Markup:
    """The same in a drawing, so far `below` its middle."""
    return Markup('<text y="{below}"{whose}">{said}</text>').format(below=below, whose=_whose(name), said=said)


def _whose(name: str) -> Markup:
    return Markup(' data-name="{name}').format(name=name)


def people_in(drawn: Markup) -> frozenset[str]:
    """Everybody whose name a part of a page can turn into "You"."""
    found = (each[: each.index(ends)] for begins, ends in _NAMED for each in str.split(drawn, begins)[1:])
    return frozenset(map(unescape, found))


@cached(4096)
def as_read(drawn: Part, reader: tuple[str, ...]) -> Part:
    """A part of a page as it reads to whom these names are; the same object where it does not name them."""
    text = drawn.drawn
    you_are = Markup('<bdi class="me">{you}</bdi>').format(you=_("You"))  # the row of whoever reads may be lit
    for name in reader:
        text = text.replace(person(name), you_are)
        if (mine := f'{_whose(name)}">') in text:
            first, *rest = str.split(text, mine)
            you = [f'{_whose(_("You"))}">{esc(_("You"))}{_END.sub("", each, count=1)}' for each in rest]
            text = Markup("".join((first, *you)))  # noqa: S704  (all of it was markup)
    return drawn if text == drawn.drawn else Part(text, drawn.names)
