"""What only the one who runs the table has: overruling, chairs, links."""

from collections.abc import Mapping

from cliffhanger.kernel.house_rules import HouseValue, Switch, called, position
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.capacity import SEATS, TABLES
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, NUMBER, Markup, esc, joined
from cliffhanger.web.page.language import _, cached, remembered
from cliffhanger.web.page.sure import close_surely, sure
from cliffhanger.web.page.view import Bench, Link


@cached(TABLES)
def overrule(base: str) -> Markup:
    """Change any value, say why; it stands in the log. Or end the procedure that is under way.

    Which values there are is asked for when somebody is about to name one: there are hundreds.
    """
    return Markup(
        '<details class="panel fold" id="overrule"><summary><b>{overrule}</b></summary><p class="soft">'
        '{changes}</p><form class="stack" id="f-rule" data-do="rule" method="post" action="{base}/rule">'
        '{once_rule}<label for="rule-path">{what}</label><input id="rule-path" name="path" required '
        'autocomplete="off" placeholder="{name}" {search} data-from="{base}/values"><noscript><p>'
        '<a href="{base}/values">{overruled}</a></p></noscript><label for="rule-value">{becomes}</label>'
        '<input id="rule-value" name="value" required autocomplete="off"><label for="rule-why">{because}'
        '</label><input id="rule-why" name="why" required maxlength="200" autocomplete="off">'
        '<button class="act" id="rule-go"><span>{rule}</span></button></form><form class="stack" id="f-end" '
        'data-do="end" method="post" action="{base}/end">{once_end}<label for="end-why">{end}</label><input '
        'id="end-why" name="why" required maxlength="200" autocomplete="off"><button class="act" id="end-go">'
        "<span>{end_here}</span></button></form></details>"
    ).format(
        overrule=_("Overrule"),
        changes=_(
            "Changes anything that stands, says why, and stands in the log. A roll under way is taken back, "
            "or ended below."
        ),
        base=base,
        once_rule=_once("rule"),
        what=_("What"),
        name=_("type a name"),
        search=_search(),
        overruled=_("All that can be overruled"),
        becomes=_("Becomes"),
        because=_("Because"),
        rule=_("Rule it so"),
        once_end=_once("end"),
        end=_("End what is under way, because"),
        end_here=_("End it here"),
    )


@remembered(lambda house, base: (id(house), base), TABLES, hold=True)
def rules(house: tuple[tuple[Switch, HouseValue], ...], base: str) -> Markup:
    """Change one of the house rules that may change in play, and say why."""
    rows = joined(_switch(switch, now) for switch, now in house if switch.when == "any")
    if not rows:
        return NOTHING
    every = Markup('<a id="all-rules" href="{table}/house">{words}</a>').format(
        table=base.partition("/seat/")[0], words=_("All of them")
    )
    return Markup(
        '<details class="panel fold" id="rules"><summary><b>{house}</b></summary><p class="soft">'
        '{all}</p><form class="stack" id="f-house" '
        'data-do="rule" method="post" action="{base}/rule">{once}<label for="house-path">{now}</label>'
        '<select class="long" id="house-path" name="path">{rows}</select><label for="house-why">{why}</label>'
        '<input id="house-why" name="why" required maxlength="200" autocomplete="off">'
        '<button class="act" id="house-go"><span>{change}</span></button></form></details>'
    ).format(
        house=_("House rules"),
        all=esc(_("{link}, and what each means. A change is a ruling.")).format(link=every),
        base=base,
        once=_once("house"),
        now=_("From now on"),
        rows=rows,
        why=_("Why it changes"),
        change=_("Change it"),
    )


def _switch(switch: Switch, now: HouseValue) -> Markup:
    """What a switch could be instead; a list that is closed shows one line alone, so each has the question with it."""
    return joined(
        Markup('<option value="house/{name}={called}">{title}: {position}</option>').format(
            name=switch.name, called=called(each), title=switch.title, position=position(switch, each)
        )
        for each in switch.values
        if each != now
    )


def _search() -> Markup:
    """What the script says while it looks for what is named."""
    return Markup('data-none="{none}" data-more="{more}" data-yes="{yes}" data-no="{no}"').format(
        none=_("Nothing is called that."),
        more=_("{shown} of {all}. Type more to narrow."),
        yes=_("yes"),
        no=_("no"),
    )


def _once(name: str) -> Markup:
    return Markup('<input type="hidden" name="id" value="{number}-{name}">').format(number=NUMBER, name=name)


@cached(TABLES)
def closing(base: str) -> Markup:
    """Close the table for good."""
    return Markup(
        '<details class="panel fold" id="closing"><summary><b>{close}</b></summary><p class="soft">{good}</p>'
        '<form class="stack" id="f-close" data-do="close" method="post" action="{base}/close">{once}{sure}</form></details>'
    ).format(
        close=_("Close the table"),
        good=_(
            "For good: nothing can be done or undone at it any more, only read. The key of its dice is "
            "shown, and anybody can check them."
        ),
        base=base,
        once=_once("close"),
        sure=close_surely(_("Close it")),
    )


@cached(TABLES)
def chairs(
    seats: tuple[Sitter, ...],
    links: tuple[Link, ...],
    here: tuple[str, ...],
    base: str,
    *,
    opened: bool = False,
    wanted: bool = False,
) -> Markup:
    """Who sits where, each chair's link with its square code, and what to do with an empty one.

    It is `opened` before anybody has played, and `wanted` before all else while somebody is still to come.
    """
    by_seat: Mapping[str, Link] = {link.seat: link for link in links}
    drawn = joined(_chair(sitter, by_seat.get(sitter.id), sitter.id in here, base) for sitter in seats)
    watch = by_seat.get("watch")
    only = (
        Markup('<li class="chair"><b>{only}</b>{link}{bench}</li>').format(
            only=_("Only watching"), link=_link(watch), bench=_bench(watch.bench or Bench(), base)
        )
        if watch
        else ""
    )
    return Markup(
        '<details class="panel fold" id="chairs"{open}><summary><b>{head}</b></summary><ul class="chairs">'
        "{drawn}{only}</ul></details>"
    ).format(
        open=" open" if opened else "",
        head=_("Send these links") if wanted else _("Chairs and links"),
        drawn=drawn,
        only=only,
    )


@cached(SEATS)
def _chair(sitter: Sitter, link: Link | None, open_now: bool, base: str) -> Markup:
    holders = {"person": _("a person"), "bot": _("a bot"), "nobody": _("nobody")}
    who = sitter.name or holders[sitter.holder]
    here = Markup(', <span class="good">{now}</span>').format(now=_("here now")) if open_now else ""
    choices = joined(
        Markup('<option value="{each}"{selected}>{words}</option>').format(
            each=each, selected=" selected" if each == sitter.holder else "", words=words
        )
        for each, words in holders.items()
        if each != "person" or sitter.holder == "person"
    )
    return Markup(
        '<li class="chair">{mark}<b>{title}</b><span class="soft">{who}{here}</span>{link}<form '
        'class="inline" data-do="sit" method="post" action="{base}/sit" id="f-sit-{id}">{once}'
        '<input type="hidden" name="seat" value="{id}"><input type="hidden" name="name" value="{name}">'
        '<label class="sr" for="sit-{id}">{holds}</label><select id="sit-{id}" name="holder">'
        "{choices}</select>{set}</form></li>"
    ).format(
        mark=mark(sitter.title),
        title=sitter.title,
        who=who,
        here=here,
        link=_link(link) if link else "",
        base=base,
        id=sitter.id,
        once=_once(f"sit-{sitter.id}"),
        holds=_("Who holds {chair}").format(chair=sitter.title),
        name=sitter.name,
        choices=choices,
        set=_set(sitter),
    )


def _set(sitter: Sitter) -> Markup:
    """The button that gives a chair to somebody else; it asks first where a person would lose it."""
    button = Markup('<button class="chip" id="sit-{id}-go">{words}</button>')
    if sitter.holder != "person":
        return button.format(id=sitter.id, words=_("Set"))
    return sure(
        f"sit-{sitter.id}-sure",
        _("Set"),
        _("{name} loses this seat: the page closes there, and opens it no more.").format(name=sitter.called),
        button.format(id=sitter.id, words=_("Yes, free it")),
        "chip",
    )


def _bench(bench: Bench, base: str) -> Markup:
    """What those who watch may, and the way to be rid of them."""
    now = _("They may stop the table.") if not bench.quiet else _("They do not stop the table.")
    by = _("Only this link lets anybody watch.") if bench.invited else _("Whoever has the table's link may watch.")
    return Markup(
        '<form class="inline" data-do="bench" method="post" action="{base}/bench" id="f-bench">{once}'
        '<p class="soft">{now} {by}</p><button class="chip" id="bench-stops" name="to" value="{to}">{stops}</button>'
        '<button class="chip" id="bench-away" name="to" value="away">{away}</button></form>'
    ).format(
        now=now,
        by=by,
        base=base,
        once=_once("bench"),
        to="loud" if bench.quiet else "quiet",
        stops=_("Let them stop it") if bench.quiet else _("Only players stop it"),
        away=_("Send them away, new link"),
    )


def _link(link: Link) -> Markup:
    code = Markup(
        '<details class="law" id="qr-{seat}"><summary>{square}</summary><div class="qr">{qr}</div></details>'
    ).format(seat=link.seat, square=_("Square code"), qr=link.qr)
    return Markup(
        '<div class="link"><input id="link-{seat}" readonly value="{url}" aria-label="{link}"><button '
        'class="chip js" type="button" id="copy-{seat}" data-copy="link-{seat}" data-done="{done}" data-by-hand="{by_hand}">'
        "{copy}</button></div>{code}"
    ).format(
        seat=link.seat,
        url=link.url,
        link=_("Link"),
        copy=_("Copy link"),
        done=_("Copied"),
        by_hand=_("Press Ctrl C"),
        code=code if link.qr else "",
    )
