"""The bar at the thumb of a phone: four places of one page, of which one is seen at a time. No script is needed."""

from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.icons import icon
from cliffhanger.web.page.language import _, cached


@cached(1)
def bar() -> Markup:
    """Draw the bar: what is played, what has happened, what is one's own, and the table with all who sit at it."""
    words = _("Scene"), _("Story"), _("Me"), _("Table")
    drawn = joined(
        Markup(
            '<label><input type="radio" name="at" id="at-{name}"{checked}>{icon}<span>{word}</span>{unread}</label>'
        ).format(
            # Where a script says how many lines have come since the story was last seen.
            unread=Markup('<span role="status"></span>') if name == "story" else NOTHING,
            name=name,
            checked=" checked" if name == "scene" else "",
            icon=icon(drawing),
            word=word,
        )
        for (name, drawing), word in zip(PLACES, words, strict=True)
    )
    return Markup('<nav class="nav" id="nav" aria-label="{label}" data-unread="{unread}">{drawn}</nav>').format(
        label=_("Places of this page"), unread=_("unread"), drawn=drawn
    )


PLACES = (("scene", "scene"), ("story", "book"), ("me", "person"), ("table", "more"))
"""The places by the ends of their ids, with their icons."""
