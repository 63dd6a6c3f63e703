"""What only the one who runs the table has: overruling, chairs, links."""

from collections.abc import Mapping
from functools import lru_cache

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.house_rules import HouseValue, Switch, called, position
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NUMBER, esc
from cliffhanger.web.page.view import Link

HOLDERS = {"person": "a person", "bot": "a bot", "nobody": "nobody"}


@lru_cache(1024)
def overrule(base: str) -> str:
    """Change any value, say why; it stands in the log. Or end the procedure that is under way.

    Which values there are is asked for when somebody is about to name one: there are hundreds.
    """
    return (
        '<details class="panel fold" id="overrule"><summary><b>Overrule</b></summary>'
        '<p class="soft">Changes anything that stands, says why, and stands in the log. A roll under way is taken back, '
        "or ended below.</p>"
        f'<form class="stack" id="f-rule" data-do="rule" method="post" action="{esc(base)}/rule">{_once("rule")}'
        '<label for="rule-path">What</label><input id="rule-path" name="path" required '
        f'autocomplete="off" placeholder="type a name" data-from="{esc(base)}/values">'
        f'<noscript><p><a href="{esc(base)}/values">All that can be overruled</a></p></noscript>'
        '<label for="rule-value">Becomes</label><input id="rule-value" name="value" required autocomplete="off">'
        '<label for="rule-why">Because</label><input id="rule-why" name="why" required maxlength="200" '
        'autocomplete="off"><button class="act" id="rule-go"><span>Rule it so</span></button></form>'
        f'<form class="stack" id="f-end" data-do="end" method="post" action="{esc(base)}/end">{_once("end")}'
        '<label for="end-why">End what is under way, because</label>'
        '<input id="end-why" name="why" required maxlength="200" autocomplete="off">'
        '<button class="act" id="end-go"><span>End it here</span></button></form></details>'
    )


@remembered(lambda house, base: (id(house), base), 1024, hold=True)
def rules(house: tuple[tuple[Switch, HouseValue], ...], base: str) -> str:
    """Change one of the house rules that may change in play, and say why."""
    rows = "".join(_switch(switch, now) for switch, now in house if switch.when == "any")
    if not rows:
        return ""
    return (
        '<details class="panel fold" id="rules"><summary><b>House rules</b></summary>'
        f'<p class="soft"><a id="all-rules" href="{esc(base.partition("/seat/")[0])}/house">All of them</a>, and what '
        "each means. A change is a ruling.</p>"
        f'<form class="stack" id="f-house" data-do="rule" method="post" action="{esc(base)}/rule">{_once("house")}'
        f'<label for="house-path">From now on</label><select class="long" id="house-path" name="path">{rows}</select>'
        '<label for="house-why">Why it changes</label><input id="house-why" name="why" required maxlength="200" '
        'autocomplete="off"><button class="act" id="house-go"><span>Change it</span></button></form></details>'
    )


def _switch(switch: Switch, now: HouseValue) -> str:
    """What a switch could be instead; a list that is closed shows one line alone, so each has the question with it."""
    return "".join(
        f'<option value="house/{esc(switch.name)}={esc(called(each))}">{esc(switch.title)}: {esc(position(switch, each))}</option>'
        for each in switch.values
        if each != now
    )


def _once(name: str) -> str:
    return f'<input type="hidden" name="id" value="{NUMBER}-{name}">'


@lru_cache(1024)
def closing(base: str) -> str:
    """Close the table for good."""
    return (
        '<details class="panel fold" id="closing"><summary><b>Close the table</b></summary><p class="soft">For good: nothing '
        "can be done or undone at it any more, only read. The key of its dice is shown, and anybody can check them.</p>"
        f'<form class="stack" id="f-close" data-do="close" method="post" action="{esc(base)}/close">{_once("close")}'
        '<button class="act" id="close-go"><span>Close it</span></button></form></details>'
    )


@lru_cache(512)
def chairs(
    seats: tuple[Sitter, ...],
    links: tuple[Link, ...],
    here: tuple[str, ...],
    base: str,
    *,
    opened: bool = False,
    wanted: bool = False,
) -> str:
    """Who sits where, each chair's link with its square code, and what to do with an empty one.

    It is `opened` before anybody has played, and `wanted` before all else while somebody is still to come.
    """
    by_seat: Mapping[str, Link] = {link.seat: link for link in links}
    drawn = "".join(_chair(sitter, by_seat.get(sitter.id), sitter.id in here, base) for sitter in seats)
    watch = by_seat.get("watch")
    only = f'<li class="chair"><b>Only watching</b>{_link(watch)}</li>' if watch else ""
    return (
        f'<details class="panel fold" id="chairs"{" open" if opened else ""}><summary><b>'
        f"{'Send these links' if wanted else 'Chairs and links'}</b></summary>"
        f'<ul class="chairs">{drawn}{only}</ul></details>'
    )


@lru_cache(4096)
def _chair(sitter: Sitter, link: Link | None, open_now: bool, base: str) -> str:
    who = sitter.name or HOLDERS.get(sitter.holder, "nobody")
    here = ', <span class="good">here now</span>' if open_now else ""
    choices = "".join(
        f'<option value="{each}"{" selected" if each == sitter.holder else ""}>{words}</option>'
        for each, words in HOLDERS.items()
        if each != "person" or sitter.holder == "person"
    )
    return (
        f'<li class="chair">{mark(sitter.title)}<b>{esc(sitter.title)}</b><span class="soft">{esc(who)}{here}</span>'
        f'{_link(link) if link else ""}<form class="inline" data-do="sit" method="post" action="{esc(base)}/sit" '
        f'id="f-sit-{esc(sitter.id)}">{_once("sit-" + esc(sitter.id))}<input type="hidden" name="seat" '
        f'value="{esc(sitter.id)}"><input type="hidden" name="name" value="{esc(sitter.name)}">'
        f'<label class="sr" for="sit-{esc(sitter.id)}">Who holds {esc(sitter.title)}</label>'
        f'<select id="sit-{esc(sitter.id)}" name="holder">{choices}</select>'
        f'<button class="chip" id="sit-{esc(sitter.id)}-go">Set</button></form></li>'
    )


def _link(link: Link) -> str:
    code = f'<details class="law" id="qr-{esc(link.seat)}"><summary>Square code</summary><div class="qr">{link.qr}</div></details>'
    return (
        f'<div class="link"><input id="link-{esc(link.seat)}" readonly value="{esc(link.url)}" '
        f'aria-label="Link"><button class="chip js" type="button" id="copy-{esc(link.seat)}" '
        f'data-copy="link-{esc(link.seat)}">Copy link</button></div>{code if link.qr else ""}'
    )
