"""Taking back: the tool in the masthead that names what goes, who is asked to agree, and the moment when it has gone.

One's own newest deed goes at a tap. What somebody else did is asked for first, in the same place, by one more tap.
"""

from collections.abc import Iterable, Iterator, Sequence

from cliffhanger.kernel.inputs import Undo
from cliffhanger.table import permissions
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.html import NOTHING, NUMBER, Markup, joined
from cliffhanger.web.page.icons import icon
from cliffhanger.web.page.language import _
from cliffhanger.web.page.listener import Deed, Listener

SHORT = 80  # signs of what is taken back


def newest(story: Sequence[Deed], seat: str) -> tuple[int, bool] | None:
    """The entry that stays last when the newest deed is taken back, and whether it is this seat's own; None without one."""
    for deed in story:
        for entry in reversed(deed):
            if permissions.deed(entry.input):
                return entry.n - 1, entry.seat == seat
    return None


def what(story: Sequence[Deed], listener: Listener, to: int) -> str:
    """The first thing that everybody read of what goes when one goes back to entry `to`; empty where nothing was told.

    A pause or a change of seats is not taken back by it, and gives it no name.
    """
    gone = [deed for deed in story if deed[-1].n > to and any(permissions.deed(entry.input) for entry in deed)]
    for deed in reversed(gone):
        for entry in listener.deed(deed):
            for event in entry.events if entry.n > to else ():
                if event.text and not event.only:
                    said = f"{event.who} {event.text}".strip().rstrip(".")
                    return said if len(said) <= SHORT else f"{said[: SHORT - 1]}…"
    return ""


def newest_back(base: str, story: Sequence[Deed], listener: Listener) -> Markup:
    """The tool that takes back the newest deed, where there is one."""
    found = newest(story, listener.seat)
    if found is None:
        return NOTHING
    to, own = found
    return tool(base, to, what(story, listener, to), own=own)


def tool(base: str, to: int, what: str, *, own: bool) -> Markup:
    """The tool that takes the newest deed back; it asks first where that is not one's `own`."""
    label = _("Take back: {what}").format(what=what) if what else _("Take back the last act")
    form = Markup(
        '<form data-do="undo" id="f-undo" method="post" action="{base}/undo">{asked}<input type="hidden" name="to" '
        'value="{to}"><input type="hidden" name="id" value="{number}-undo"><button class="{kind}" id="do-undo"{named}>'
        "{sign}</button></form>"
    )
    named = Markup(' aria-label="{label}" title="{label}"').format(label=label)
    if own:
        return form.format(base=base, asked="", to=to, number=NUMBER, kind="tool", named=named, sign=icon("undo"))
    asked = Markup("<p>{ask}</p>").format(ask=_("Somebody else did this. All at the table see that you take it back."))
    drawn = form.format(
        base=base,
        asked=asked,
        to=to,
        number=NUMBER,
        kind="act",
        named="",
        sign=Markup("<span>{label}</span>").format(label=label),
    )
    return asking(f"undo-{to}", "ask-undo", named, icon("undo"), drawn)


def asking(id: str, ask: str, named: Markup, sign: Markup | str, form: Markup, kind: str = "tool") -> Markup:
    """A tool that asks before it does anything: the first tap opens the question with its one button."""
    return Markup(
        '<details class="asks" id="{id}"><summary class="{kind}" id="{ask}"{named}>{sign}</summary>{form}</details>'
    ).format(id=id, kind=kind, ask=ask, named=named, sign=sign, form=form)


def taken(story: Sequence[Deed], listener: Listener) -> str:
    """Who has just taken back what, in a sentence; empty once something else has happened."""
    if not story or not isinstance(story[0][0].input, Undo):
        return ""
    return next((f"{event.who} {event.text}".strip() for event in listener.deed(story[0])[0].events), "")


def moment(said: str) -> Markup:
    """That something was taken back, as everybody sees it on the stage."""
    if not said:
        return NOTHING
    return Markup('<p class="taken" id="taken">{sign}<span>{said}</span></p>').format(sign=icon("undo"), said=said)


Wish = tuple[str, int, str, bool, tuple[str, ...]]
"""Somebody who would go back past what others have seen: their name, to which entry, what goes, whether that is the
reader's own wish, and by name who may agree."""


def wished(base: str, wishes: Iterable[Wish]) -> Markup:
    """What somebody would take back that others have seen: for whoever may agree with the button, for themselves in words."""
    rows = joined(_rows(base, wishes))
    return Markup('<section class="halt" id="wished-back">{rows}</section>').format(rows=rows) if rows else NOTHING


def _rows(base: str, wishes: Iterable[Wish]) -> Iterator[Markup]:
    for who, to, gone, own, others in wishes:
        goes = _("“{what}”").format(what=gone) if gone else _("what was done last")
        if own:
            yield Markup("<p>{words}</p>").format(
                words=_("You would take back {what}. Others have seen it, so {names} is asked to agree.").format(
                    what=goes, names=listed(list(others))
                )
            )
            continue
        yield Markup(
            '<form data-do="undo" id="f-agree-{to}" method="post" action="{base}/undo"><input type="hidden" name="to" '
            'value="{to}"><input type="hidden" name="id" value="{number}-agree-{to}"><p>{wish}</p>'
            '<button class="act" id="do-agree-{to}"><span>{agree}</span></button></form>'
        ).format(
            to=to,
            base=base,
            number=NUMBER,
            wish=_("{name} would take back {what}. It has been seen, so you are asked.").format(name=who, what=goes),
            agree=_("Agree: take it back"),
        )
