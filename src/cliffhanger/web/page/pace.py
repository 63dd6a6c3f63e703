"""While only bots are asked: what has just happened in one line, and the ways on and back for somebody who reads it."""

from cliffhanger.web.page.html import NOTHING, NUMBER, Markup
from cliffhanger.web.page.language import _


def pacing(base: str, beat: str) -> Markup:
    """Draw the line and its buttons: the next thing, all of it until a person is asked, and one step back in the log."""
    return Markup(
        '<section class="tray pace" id="pace" tabindex="-1" aria-label="{label}"><div class="dock">'
        '<p class="beat" id="beat">{beat}</p><button class="act js" type="button" id="do-before"><span>'
        "{before}</span></button>{far}{one}"
        "</div></section>"
    ).format(
        label=_("The others are at it"),
        beat=beat,
        before=_("One step back"),
        far=_hasten(base, "far", "act", _("Skip to me"), Markup('<input type="hidden" name="far" value="1">')),
        one=_hasten(base, "on", "next", _("Next"), hint=_("or it goes on by itself")),
    )


def _hasten(base: str, name: str, look: str, words: str, field: Markup = NOTHING, *, hint: str = "") -> Markup:
    return Markup(
        '<form data-do="hasten" id="f-{name}" method="post" action="{base}/hasten">{field}<input type="hidden" name="id" '
        'value="{number}-{name}"><button class="{look}" id="do-{name}"><span>{words}</span>{hint}</button></form>'
    ).format(
        name=name,
        base=base,
        field=field,
        number=NUMBER,
        look=look,
        words=words,
        hint=Markup("<small>{hint}</small>").format(hint=hint) if hint else NOTHING,
    )
