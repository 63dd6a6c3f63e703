"""What sends an address on: the phone's own sheet for sharing, or a field with the address and a button that copies it.

A script says whether there is such a sheet (`data-shares` on the page); without one the field stands there, and with no
script at all it is read off.
"""

from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.language import _

SIGN = Markup(
    '<svg class="sign" viewBox="0 0 40 40" aria-hidden="true"><path d="M20 25V4M12 11l8-8 8 8M8 18H5v18h30V18h-3"/></svg>'
)


def sharing(url: str, title: str, words: str, *, lit: bool) -> Markup:
    """The button that shares, and the field with the button that copies; `lit` where this is the next thing to do."""
    return Markup(
        '<div class="send"><button class="{kind} js" type="button" id="share" data-share="{url}" title="{title}">{icon}'
        '<span>{words}</span></button><div class="link"><input id="link" readonly value="{url}" aria-label="{link}"><button '
        'class="{copies} js" type="button" id="copy" data-copy="link" data-done="{done}" data-by-hand="{by_hand}">{copy}'
        "</button></div></div>"
    ).format(
        kind="next" if lit else "act",
        copies="next" if lit else "chip",
        url=url,
        title=title,
        icon=SIGN,
        words=words,
        link=_("Link"),
        done=_("Copied"),
        by_hand=_("Press Ctrl C"),
        copy=_("Copy link"),
    )
