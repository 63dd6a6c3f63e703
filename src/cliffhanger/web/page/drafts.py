"""What the others are choosing, as they build it; a master may change it before it is sent."""

from collections.abc import Iterable, Mapping

from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Item, Number, Pick
from cliffhanger.kernel.sentence_cases import Reader
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.controls import control
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, esc, hidden, ident, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.option_form import Drafts, chosen
from cliffhanger.web.page.pool import pool
from cliffhanger.web.page.wording import line, own_line


def others(
    options: Iterable[Option],
    *,
    drafts: Drafts,
    names: Mapping[str, str],
    own: str,
    master: bool,
    base: str,
    reader: Reader = (),
    strip: bool = False,
) -> Markup:
    """Draw what each other seat has in hand, the newest; of a private choice only that it is choosing.

    It is told to the `reader`, by the names of their own person. For who waits it is a `strip` under the picture.
    """
    if not drafts:
        return Markup("")
    newest = {key[0]: key for key in drafts if key[0] != own}
    open_ = {(each.seat, each.window, each.key): each for each in options}
    turn = {seat: nth for nth, seat in enumerate(names)}
    shown = []
    for key in sorted(newest.values(), key=lambda key: turn.get(key[0], len(turn))):
        option, name = open_.get(key), names.get(key[0], key[0])
        if drafts[key].private or (option and option.private):
            shown.append(_secret(name))
        elif option:
            shown.append(_one(option, drafts, name, reader, master=master, base=base))
    if not shown:
        return Markup("")
    rows = Markup('<ul class="drafts">{parts}</ul></section>').format(parts=joined(shown))
    if strip:
        return Markup('<section id="others" aria-label="{being}">{rows}').format(being=_("Being chosen"), rows=rows)
    return Markup(
        '<section class="panel" id="others" aria-labelledby="h-others"><h2 id="h-others">{being}</h2>{rows}'
    ).format(being=_("Being chosen"), rows=rows)


def _secret(name: str) -> Markup:
    return Markup("<li>{mark}<span>{words}</span></li>").format(
        mark=mark(name), words=_("{name} is choosing.").format(name=name)
    )


def _one(option: Option, drafts: Drafts, seat: str, reader: Reader, *, master: bool, base: str) -> Markup:
    """What one of them is about to do, in a sentence, with the dice it would take; `seat` is what their seat is called."""
    name = dict(option.names).get("you", seat)
    known = dict(chosen(option, drafts)[0])
    told: Markup | str = line(option, known, seat, reader)
    if not told:
        words = said(option, drafts)
        choice = Markup("<b>{label}</b>{words}").format(label=option.label, words=f", {words}" if words else "")
        told = esc(_("{name} is choosing: {choice}")).format(name=name, choice=choice)
    change = _change(option, drafts, base) if master and option.params else ""
    return Markup("<li>{mark}<span>{told}{dice}</span>{change}</li>").format(
        mark=mark(name), told=told, dice=pool(option, known, ident("pool", option.seat, option.window)), change=change
    )


def own(options: Iterable[Option], drafts: Drafts, seat: str, reader: Reader = ()) -> Markup:
    """What a seat is about to do, in the words of its option, for under the picture; nothing before it has touched one."""
    newest = next((key for key in reversed(tuple(drafts)) if key[0] == seat), None) if drafts else None
    option = next((o for o in options if newest == (o.seat, o.window, o.key) and not (o.standing or o.blocked)), None)
    told = own_line(option, dict(chosen(option, drafts)[0]), reader) if option else ""
    # The line is what the table reads once it is done: closed by a full stop, or without a word before it, it would pass for done.
    if not told:
        return NOTHING
    return Markup('<p class="about js" id="about"><span class="sr">{ready}</span> {line} …</p>').format(
        ready=_("Ready:"), line=told.removesuffix(".")
    )


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


def _change(option: Option, drafts: Drafts, base: str) -> Markup:
    name = ident("d", option.seat, option.window, option.key)
    choice = chosen(option, drafts)[0]
    fields = joined(control(p, dict(choice), name) for p in option.params)
    return Markup(
        '<details class="law" id="{name}-more"><summary>{change}</summary><form id="{name}" data-do="draft" '
        'method="post" action="{base}/draft">{seat}{window}{key}{fields}'
        '<button class="act" id="{name}-go"><span>{send}</span></button></form></details>'
    ).format(
        name=name,
        change=_("Change it before it is sent"),
        base=base,
        seat=hidden("seat", option.seat),
        window=hidden("window", option.window),
        key=hidden("key", option.key),
        fields=fields,
        send=_("Change it"),
    )
