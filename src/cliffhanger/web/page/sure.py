"""What many would regret asks once: the first tap says what it means, the second does it. It needs no script."""

from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.language import _


def sure(id: str, words: Markup | str, means: str, button: Markup, kind: str = "act") -> Markup:
    """A control called `words` that opens what it `means`, with the `button` that does it; the same tap closes it again."""
    return Markup(
        '<details class="sure" id="{id}"><summary class="{kind}" id="{id}-ask"><span>{words}</span></summary><div><p>{means}</p>'
        "{button}</div></details>"
    ).format(id=id, kind=kind, words=words, means=means, button=button)


def close_surely(words: Markup | str) -> Markup:
    """The way to close the table that asks once; it stands within its form."""
    button = Markup('<button class="act" id="close-go"><span>{yes}</span></button>').format(
        yes=_("Yes, close it for good")
    )
    return sure(
        "close", words, _("Nobody can play on at a table that is closed, and nobody can open it again."), button
    )
