"""What the others are choosing, as they build it; a master may change it before it is sent."""

from collections.abc import Iterable, Mapping

from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Item, Number, Pick
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.controls import control
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import esc, hidden, ident
from cliffhanger.web.page.offers import Drafts, chosen


def others(
    options: Iterable[Option], *, drafts: Drafts, names: Mapping[str, str], own: str, master: bool, base: str
) -> str:
    """Draw what each other seat has in hand, the newest of each question; of a private option only that it is choosing."""
    if not drafts:
        return ""
    newest = {(seat, window): key for seat, window, key in drafts}
    shown = [
        _one(option, drafts, names.get(option.seat, option.seat), master=master, base=base)
        for option in options
        if option.seat != own and newest.get((option.seat, option.window)) == option.key
    ]
    if not shown:
        return ""
    return (
        '<section class="panel" id="others" aria-labelledby="h-others"><h2 id="h-others">Being chosen</h2>'
        f'<ul class="drafts">{"".join(shown)}</ul></section>'
    )


def _one(option: Option, drafts: Drafts, name: str, *, master: bool, base: str) -> str:
    if option.private:
        return f"<li>{mark(name)}<span>{esc(name)} is choosing.</span></li>"
    words = said(option, drafts)
    line = f"<span>{esc(name)} is choosing: <b>{esc(option.label)}</b>{', ' + esc(words) if words else ''}</span>"
    change = _change(option, drafts, base) if master and option.params else ""
    return f"<li>{mark(name)}{line}{change}</li>"


def said(option: Option, drafts: Drafts) -> str:
    """Put a choice into words: `Swing 4 + Agility 3`."""
    known = dict(chosen(option, drafts)[0])
    parts = []
    for p in option.params:
        value = known.get(p.name)
        if isinstance(p, Pick):
            parts += [_named(item) for item in p.items if item.id in (value or ())]
        elif isinstance(p, Number):
            parts.append(dict(p.words).get(value, f"{p.label or p.name} {value}") if isinstance(value, int) else "")
        elif value:
            parts.append(f"“{value}”")
    return listed([part for part in parts if part])


def _named(item: Item) -> str:
    return f"{item.label} {item.n}" if item.n else item.label


def _change(option: Option, drafts: Drafts, base: str) -> str:
    name = ident("d", option.seat, option.window, option.key)
    choice, _ = chosen(option, drafts)
    fields = "".join(control(p, dict(choice), name) for p in option.params)
    return (
        f'<details class="law" id="{name}-more"><summary>Change it before it is sent</summary>'
        f'<form id="{name}" data-do="draft" method="post" action="{esc(base)}/draft">'
        f"{hidden('seat', option.seat)}{hidden('window', option.window)}{hidden('key', option.key)}{fields}"
        f'<button class="act" id="{name}-go"><span>Change it</span></button></form></details>'
    )
