"""The top of every page: who is waited for and for what, where one is, and the tools that are everybody's."""

from collections.abc import Container, Mapping
from functools import lru_cache

from cliffhanger.web.page.amounts import NAMED, listed
from cliffhanger.web.page.capacity import SEATS, TABLES
from cliffhanger.web.page.html import NOTHING, NUMBER, Markup, joined
from cliffhanger.web.page.icons import icon
from cliffhanger.web.page.language import _, cached, ngettext, remembered
from cliffhanger.web.page.regions import Box
from cliffhanger.web.page.sure import close_surely
from cliffhanger.web.page.taking_back import asking


def waited(
    asked: Mapping[str, str], names: Mapping[str, str], own: str, building: frozenset[str], alike: Container[str] = ()
) -> tuple[str, str]:
    """Who is waited for, in a headline, and for what, in a sentence; of seats that are asked `alike` any one may go next."""
    if own in asked:
        head = _("{name}, you may go next") if _any_of_them(asked, own, alike) else _("{name}, you are up")
        return head.format(name=names.get(own, own)), asked[own] or _("Say what you do.")
    if not asked:
        return _("One moment"), _("The table is at work.")
    who = [names.get(seat, seat) for seat in asked]
    if len(who) == 1:
        seat = next(iter(asked))
        head = _("{name} is choosing") if seat in building else _("Waiting for {name}")
        return head.format(name=who[0]), asked[seat] or _in_secret()
    # More names than these are cut off on a sign; the seats say who is meant.
    told = listed(who) if len(who) <= NAMED else _("{n} at the table").format(n=len(who))
    what = next((ask for ask in asked.values() if ask), _in_secret())
    if len(who) > NAMED:
        up = _("{names} are up.").format(names=listed(who))
        what = (
            f"{what} {up}" if len({*asked.values()}) == 1 else up
        )  # what one of them is asked is not about the others
    return _("Waiting for {name}").format(name=told), what


def also_up(asked: Mapping[str, str], names: Mapping[str, str], own: str, alike: Container[str] = ()) -> str:
    """Who else is up with whoever is, in one line that names them all; "" for who is up alone, and for who is not.

    Of seats that are asked `alike` one answers for all: then it says that any of them may be the one.
    """
    others = [each for each in asked if each != own]
    if own not in asked or not others:
        return ""
    named = [names.get(each, each) for each in others]
    if _any_of_them(asked, own, alike):
        return _("{names} may, too.").format(names=listed(named, or_=True))
    return ngettext("{names} is up, too.", "{names} are up, too.", len(others)).format(names=listed(named))


def _any_of_them(asked: Mapping[str, str], own: str, alike: Container[str]) -> bool:
    """Whether somebody is asked together with others of whom any one may answer."""
    others = [each for each in asked if each != own]
    return bool(others) and all(each in alike for each in others)


def _in_secret() -> str:
    return _("What is chosen stays a secret for now.")


def masthead(
    *,
    title: str,
    where: str,
    head: str,
    ask: str,
    base: str,
    paused: bool,
    undo: Markup,
    over: bool = False,
    too: str = "",
) -> Box:
    """Draw the masthead; `undo` is the tool that takes back, nothing where there is nothing to take back.

    `too` says who else is up.

    When the game is `over` there is nothing to stop any more.
    """
    always = _when_over() if over else _always(base, paused)
    tools = Box(TOOLS, (undo, always) if undo else (always,), END)
    row = Box(ROW, (_where(title, where), tools), END)
    return Box(TOP, (Box(INNER, (row, _waits(head, ask, too)), END),), Markup("</header>"))


TOP, INNER = Markup('<header class="top" id="top">'), Markup('<div class="top-in">')
ROW, TOOLS, END = Markup('<div class="top-row">'), Markup('<div class="tools">'), Markup("</div>")


@lru_cache(TABLES)
def _waits(head: str, ask: str, too: str) -> Markup:
    words = Markup('<p class="wait" id="wait"><span><b>{head}</b>{ask}{too}</span></p>')
    also = Markup(' <em class="too" id="too">{too}</em>').format(too=too) if too else NOTHING
    asks = Markup("<small>{ask}</small>").format(ask=ask) if ask else NOTHING
    return words.format(head=head, ask=asks, too=also)


@cached(SEATS)
def _where(title: str, where: str) -> Markup:
    return Markup(
        '<div class="where"><h1 title="{title}">{title}</h1><span><span class="dot" id="dot" role="img" '
        'aria-label="{connected}"></span>{where}</span></div>'
    ).format(title=title, connected=_("connected"), where=where)


def _tool(base: str, do: str, name: str, fields: Markup, label: str, sign: str, kind: str = "tool") -> Markup:
    return Markup(
        '<form data-do="{do}" id="f-{name}" method="post" action="{base}/{do}">{fields}'
        '<input type="hidden" name="id" value="{number}-{name}"><button class="{kind}" id="do-{name}" '
        'aria-label="{label}" title="{label}">{sign}</button></form>'
    ).format(do=do, name=name, base=base, fields=fields, number=NUMBER, kind=kind, label=label, sign=sign)


def _field(name: str, value: int) -> Markup:
    return Markup('<input type="hidden" name="{name}" value="{value}">').format(name=name, value=value)


@cached(1)
def _when_over() -> Markup:
    return joined((_light(), _sound(), _help()))


@remembered(lambda base, paused: (base, paused), SEATS)
def _always(base: str, paused: bool) -> Markup:
    hold = _field("on", 0 if paused else 1)
    label = _("Go on") if paused else _("Pause the table")
    kind = "tool fresh" if paused else "tool"  # the second tap of two on Pause is not for Go on
    stop = _tool(base, "pause", "pause", hold, label, icon("go" if paused else "pause"), kind)
    return joined((stop, _light(), _sound(), _help(), _x(base, paused)))


def _x(base: str, paused: bool) -> Markup:
    """The way out of what somebody does not want in the story: what it is, and the button that does it. No reason is asked."""
    form = Markup(
        '<form data-do="pause" id="f-x" method="post" action="{base}/pause"><p>{what}</p><p>{back}</p>{fields}<input '
        'type="hidden" name="id" value="{number}-x"><button class="act" id="do-x"><span>{go}</span></button></form>'
    ).format(
        base=base,
        what=_("X is for something nobody should have to play through. The table stops, and no one asks why."),
        back=_("Not meant? Tap X again."),
        fields=_field("on", 1) + _field("x", 1),
        number=NUMBER,
        go=_("Stop: we leave this out"),
    )
    label = Markup(' aria-label="{label}" title="{label}"').format(label=_("X: leave something out of the story"))
    # Another element once the table stands still: then it does not lie open any more.
    return asking("x-again" if paused else "x", "ask-x", label, "X", form, "tool x")


def _light() -> Markup:
    label = _("Light or dark")
    return Markup(
        '<button class="tool js" type="button" id="do-light" data-light aria-label="{label}" title="{label}">'
        "{icon}</button>"
    ).format(label=label, icon=icon("light"))


def _sound() -> Markup:
    """Off until somebody turns it on; their browser remembers."""
    label = _("Sound and buzz")
    return Markup(
        '<button class="tool js" type="button" id="do-sound" aria-pressed="false" aria-label="{label}" title="{label}">'
        "{icon}</button>"
    ).format(label=label, icon=icon("sound"))


def _help() -> Markup:
    label = _("Help and keys")
    return Markup(
        '<button class="tool" type="button" id="do-help" popovertarget="help" aria-label="{label}" '
        'title="{label}">{icon}</button>'
    ).format(label=label, icon=icon("help"))


def halted(base: str, *, x: bool) -> Markup:
    """The banner of a table that stands still; anyone may let it go on."""
    head = _("X: this is left out of the story.") if x else _("The table stands still.")
    words = (
        _(
            "Nobody has to say why. Undo what should not have happened, or tell it otherwise, and go on when all are ready."
        )
        if x
        else _("Anyone may go on when all are ready. Nothing is lost meanwhile.")
    )
    return Markup(
        '<section class="halt{x}" id="halt" role="alert"><h2>{head}</h2><p>{words}</p><form data-do="pause" '
        'id="f-go-on" method="post" action="{base}/pause">{fields}'
        '<input type="hidden" name="id" value="{number}-go-on"><button class="next" id="do-go-on">{go_on}'
        "</button></form></section>"
    ).format(
        x=" x" if x else "",
        head=head,
        words=words,
        base=base,
        fields=_field("on", 0),
        number=NUMBER,
        go_on=_("Go on"),
    )


def waiving(base: str) -> Markup:
    """The button of somebody who may step in and will not: the bots need not wait any longer."""
    return Markup(
        '<form data-do="waive" id="f-waive" method="post" action="{base}/waive">'
        '<input type="hidden" name="id" value="{number}-waive"><button class="act" id="do-waive"><span>'
        "{nothing}</span></button></form>"
    ).format(base=base, number=NUMBER, nothing=_("Nothing from me"))


def ended(base: str, how: str = "", *, closes: bool = False) -> Markup:
    """How a game went, and what is left to do: read it, keep it, play on elsewhere; `closes`: end the table for good."""
    table = base.partition("/seat/")[0]
    return Markup(
        '<section class="panel ended" id="ended" aria-labelledby="h-ended"><h2 id="h-ended">{head}</h2>{how}'
        '<a class="next" id="read-recap" href="{table}/recap">{read}</a><div class="acts">'
        '<a class="act" id="keep-record" href="{table}/record"><span>{keep}<small>{file}</small></span></a>'
        '<a class="act" id="play-on" href="/"><span>{again}<small>{door}</small></span></a>{close}</div>'
        "</section>"
    ).format(
        head=_("That was it"),
        how=Markup("<p>{how}</p>").format(how=how) if how else "",
        table=table,
        read=_("Read the recap"),
        keep=_("Keep the record"),
        file=_("Every deed and every die, as a file"),
        again=_("A new table"),
        door=_("Back to the first page"),
        close=_close(base) if closes else "",
    )


def _close(base: str) -> Markup:
    return Markup(
        '<form data-do="close" id="f-close" method="post" action="{base}/close">'
        '<input type="hidden" name="id" value="{number}-close">{sure}</form>'
    ).format(
        base=base,
        number=NUMBER,
        sure=close_surely(
            Markup("{close}<small>{then}</small>").format(
                close=_("Close it and show the dice key"),
                then=_("Then anybody can check every die, and nothing is undone any more"),
            )
        ),
    )
