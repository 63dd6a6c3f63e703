"""What a seat may do now: a tray of windows. Every option is a form of its own, so it stands there exactly once.

Options that ask for something are chips of which one is open; those that ask for nothing are one tap each; the one
next step is the big button in the dock. What is not possible keeps its place and says why.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Any

from cliffhanger.kernel.offers import Option, terms
from cliffhanger.kernel.params import Choice, Number, Pick, first
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.chance import brief, chance, laws
from cliffhanger.web.page.controls import STEPS, blocked, control
from cliffhanger.web.page.html import NUMBER, esc, hidden, ident
from cliffhanger.web.page.view import Figure, Odds

Frozen = tuple[tuple[str, Any], ...]
Drafts = Mapping[tuple[str, str, str], Any]
ABREAST = 2  # of more windows than this, all but the first are folded
NO_RULES: Mapping[str, str] = {}
SHOWN = 6  # blocked options of one window beyond this are folded
NAMED = 3  # the big button names so many of what is chosen; of more it counts the rest


def by_window(options: Iterable[Option]) -> dict[tuple[str, str], list[Option]]:
    """Options by seat and window, in the order given."""
    windows: dict[tuple[str, str], list[Option]] = {}
    for option in options:
        windows.setdefault((option.seat, option.window), []).append(option)
    return windows


def tray(
    options: Iterable[Option],
    *,
    drafts: Drafts,
    odds: Odds,
    base: str,
    names: Mapping[str, str],
    own: str,
    rules: Mapping[str, str] = NO_RULES,
    beside: str = "",
) -> str:
    """Draw the windows of a seat (and of chairs it speaks for), the first one with its button at the thumb.

    `beside` is what has to be known before that is pressed.
    """
    windows = by_window(o for o in options if not o.standing)
    several = len(windows) > 1
    drawn = []
    for at, ((seat, _), asked) in enumerate(windows.items()):
        name = "tray" if not at else f"tray-{at + 1}"
        ask = next((o.ask for o in asked if o.ask), "")
        reacts = all(o.reaction for o in asked)
        head = (ask.rstrip(".") if several and ask else "") or ("You may step in" if reacts else "Your move")
        if seat != own:
            head = f"For {names.get(seat, seat)}: {ask.rstrip('.') or 'their move'}"
        note = "The others see only that you are choosing." if any(o.private for o in asked) else ""
        if not note and any(o.params for o in asked):
            note = "Everyone sees it as you build it."
        lead = not at and not reacts
        inner = window(
            asked, drafts=drafts, odds=odds, base=base, lead=lead, rules=rules, beside=beside if lead else ""
        )
        if at and len(windows) > ABREAST:
            drawn.append(
                f'<details class="panel fold tray" id="{name}"><summary><b>{esc(head)}</b></summary>{inner}</details>'
            )
            continue
        drawn.append(
            f'<section class="panel tray" id="{name}" tabindex="-1" aria-labelledby="h-{name}"><div class="head">'
            f'<h2 id="h-{name}">{esc(head)}</h2><p class="soft">{note}</p></div>{inner}</section>'
        )
    return "".join(drawn)


def standing(options: Iterable[Option], title: str, *, drafts: Drafts, odds: Odds, base: str) -> str:
    """What may be done at any time, folded away."""
    always = tuple(o for o in options if o.standing)
    if not always:
        return ""
    drafted = bool(drafts) and any((o.seat, o.window, o.key) in drafts for o in always)
    if drafted or (odds and any((o.window, o.key) in odds for o in always)):
        return _standing(always, title, drafts, odds, base)
    return _untouched(always, title, base)


@lru_cache(2048)
def _untouched(always: tuple[Option, ...], title: str, base: str) -> str:
    """They are the same from act to act, until somebody begins to fill one in."""
    return _standing(always, title, {}, {}, base)


def _standing(always: Iterable[Option], title: str, drafts: Drafts, odds: Odds, base: str) -> str:
    inner = "".join(
        window(asked, drafts=drafts, odds=odds, base=base, lead=False, opened=False)
        for asked in by_window(always).values()
    )
    return f'<details class="panel fold tray" id="standing"><summary><b>{esc(title)}</b></summary>{inner}</details>'


def window(
    asked: list[Option],
    *,
    drafts: Drafts,
    odds: Odds,
    base: str,
    lead: bool,
    opened: bool = True,
    rules: Mapping[str, str] = NO_RULES,
    beside: str = "",
) -> str:
    """Draw one window: rows of chips with their forms, then what is one tap, then what is not possible now."""
    ready = [o for o in asked if not o.blocked]
    wanted = [o for o in ready if not o.reaction]
    next_step = next((o for o in wanted if o.first), wanted[0] if len(wanted) == 1 and opened else None)
    chips = [o for o in ready if o.params]
    if next_step is not None and not next_step.params:
        chips = [o for o in ready if o.params or o is next_step]
    now = _open(chips, drafts, next_step) if opened else None
    place = ident("w", asked[0].seat, asked[0].window)
    parts = [f'<div class="window" id="{place}">']
    group, dock = "", _dock(beside, lead=lead)
    for option in chips:
        alone = len(chips) == 1 and opened and not option.reaction
        if option.group != group and option.group and not alone:
            parts.append(f'<h3 class="row-head">{esc(option.group)}</h3>')
        group = option.group or group
        says = rules.get(option.rule, "") if opened else ""
        lies = alone or option is now
        if not lies and _plain(option, drafts, odds):
            parts.append(_folded(option, base, dock, ruled=bool(says)))
            continue
        form = _form(option, drafts, odds, base, dock, says, lies=lies)
        if alone:
            parts.append(f'<div class="opt only">{form}</div>')
        else:
            parts.append(f'<div class="opt">{_chip(option, place, _worth(option, odds), on=option is now)}{form}</div>')
    parts.append(_not_now([o for o in asked if o.blocked], place))
    parts.append("</div>")
    parts.append(_acts([o for o in ready if o not in chips], odds, base, after=group if chips else None))
    return "".join(parts)


def _plain(option: Option, drafts: Drafts, odds: Odds) -> bool:
    """Whether nobody has begun to fill an option in, and no figure stands beside it."""
    begun = bool(drafts) and (option.seat, option.window, option.key) in drafts
    return not begun and not (odds and odds.get((option.window, option.key)))


@lru_cache(8192)
def _folded(option: Option, base: str, dock: str, *, ruled: bool) -> str:
    """An option that does not lie open is drawn once for as long as it stays the same."""
    form = _form(option, {}, {}, base, dock, option.rule if ruled else "", lies=False)
    return f'<div class="opt">{_chip(option, ident("w", option.seat, option.window), "", on=False)}{form}</div>'


def _open(chips: list[Option], drafts: Drafts, next_step: Option | None) -> Option | None:
    """Which option lies open: the one last touched, else the next step, else the first that costs nothing."""
    touched = {(option.seat, option.window, option.key): option for option in chips} if drafts else {}
    for key in reversed(tuple(drafts)):
        if key in touched:
            return touched[key]
    return next_step or next((option for option in chips if not option.price and not option.reaction), None)


def _worth(option: Option, odds: Odds) -> str:
    """What an option is worth, to be read without opening it."""
    return brief(odds.get((option.window, option.key), ()))


def _chip(option: Option, place: str, worth: str, *, on: bool) -> str:
    price = f' <span class="tag pay">{esc(option.price)}</span>' if option.price else ""
    return (
        f'<label class="chip"><input type="radio" name="{place}" id="o-{_place(option)}"'
        f"{' checked' if on else ''}><span>{esc(option.label)}</span>{price}{worth}</label>"
    )


def _not_now(options: list[Option], place: str) -> str:
    drawn = [_blocked(option) for option in options]
    if len(drawn) <= SHOWN:
        return "".join(drawn)
    return (
        f'<details class="more" id="{place}-no"><summary>{len(drawn)} things are not possible now</summary>'
        f'<div class="chips">{"".join(drawn)}</div></details>'
    )


@lru_cache(4096)
def _blocked(option: Option) -> str:
    return f'<span class="opt" data-blocked="{esc(option.key)}">{blocked(esc(option.label), _reason(option))}</span>'


def _reason(option: Option) -> str:
    rule = f"({option.rule})" if option.rule and option.rule not in option.blocked else ""
    return " ".join(part for part in (option.blocked, option.instead, rule) if part)


def _acts(options: list[Option], odds: Odds, base: str, *, after: str | None) -> str:
    """One tap each: short ones as a row of chips, those with words or a price as lines; `after` chips of that group."""
    if not options:
        return ""
    parts = [] if after is None else ['<p class="or">Or</p>']
    last = after or ""
    for (group, kind), row in groupby(options, key=lambda o: (o.group, _kind(o))):
        if group and group != last:
            parts.append(f'<h3 class="row-head">{esc(group)}</h3>')
            last = group
        parts.append(f'<div class="{kind}s">{"".join(act(option, base, _worth(option, odds)) for option in row)}</div>')
    return f'<div class="one-tap">{"".join(parts)}</div>'


def _kind(option: Option) -> str:
    return "act" if option.says or option.price else "chip"


@lru_cache(2048)
def act(option: Option, base: str, worth: str = "") -> str:
    """An option that asks for nothing: one tap."""
    says = f"<small>{esc(option.says)}</small>" if option.says else ""
    price = f'<span class="tag pay">{esc(option.price)}</span>' if option.price else ""
    name = f"f-{_place(option)}"
    return (
        f"{_head(option, base, name, '')}"
        f'<button class="{_kind(option)}" id="{name}-go"><span>{esc(option.label)}{says}</span>{price}{worth}</button></form>'
    )


def _form(option: Option, drafts: Drafts, odds: Odds, base: str, dock: str, rule: str, *, lies: bool) -> str:
    choice, shape = chosen(option, drafts)
    top, fields, why, end = _option(option, choice, shape, base)
    if _fits_the_dock(option):
        dock += fields
    else:
        top += fields
    if rule and lies:
        why = _why(option, f"{esc(rule)} <b>({esc(option.rule)})</b>")
    elif not rule:
        why = ""
    place = f"chance-{_place(option)}"
    figures: tuple[Figure, ...] = odds.get((option.window, option.key), ())
    if not figures:
        return f'{top}{why}{dock}<div class="chance" id="{place}">{_quiet(option)}</div>{end}'
    said = f'<p class="says">{esc(option.says)}</p>' if option.says else ""
    return f"{top}{said}{why}{laws(place, figures)}{dock}{chance(place, figures)}{end}"


def _fits_the_dock(option: Option) -> bool:
    """Whether all that an option asks is one of a few numbers: then they stand above its button, at the thumb."""
    match option.params:
        case (Number(low=low, high=high),):
            return high - low < STEPS
    return False


def _why(option: Option, words: str) -> str:
    """The rule an option rests on, behind a fold. Only the one that lies open brings its words.

    Another has its fold all the same, with the rule's name: whoever opens it sees the words come where they belong.
    """
    return f'<details class="law" id="why-{_place(option)}"><summary>The rule</summary><p>{words}</p></details>'


def _place(option: Option) -> str:
    """What the ids of an option's parts end in."""
    return ident(option.seat, option.window, option.key)


@lru_cache(64)
def _dock(beside: str, *, lead: bool) -> str:
    """The beginning of a dock; that of the first window is at the thumb."""
    note = f'<p class="beside">{esc(beside)}</p>' if beside else ""
    return f'<div class="{"dock" if lead else "dock here"}">{note}'


def _quiet(option: Option) -> str:
    return f"<span>{esc(option.says)}</span>" if option.says else ""


def chosen(option: Option, drafts: Drafts) -> tuple[Frozen, str]:
    """What is chosen so far, and who shaped it: the draft, or what lies there before anybody has touched it."""
    draft = drafts.get((option.seat, option.window, option.key))
    if draft is None:
        return tuple(first(option.params).items()) if option.params else (), ""
    start = first(option.params)
    start.update({name: value for name, value in draft.choice.items() if name in start})
    frozen = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in start.items())
    return frozen, f"{','.join(draft.shaped_by)}:{frozen!r}" if draft.shaped_by else ""


@lru_cache(8192)
def _option(option: Option, choice: Frozen, shape: str, base: str) -> tuple[str, str, str, str]:
    """The head of an option's form, its fields, the fold of its rule, and the end of the dock; the chance goes between."""
    name = f"f-{_place(option)}"
    known = dict(choice)
    fields = "".join(control(p, known, name) for p in option.params)
    by = shape.partition(":")[0]
    shaped = f'<p class="shaped">Changed for you by {esc(by)}.</p>' if by else ""
    price = f' <span class="tag">{esc(option.price)}</span>' if option.price else ""
    top = f"{_head(option, base, name, shape)}{shaped}"
    said = aim(option, known)
    # Without script it would go on naming what was chosen first.
    whom = f'<span class="aim js"><span class="sr">: </span>{esc(said)}</span>' if said else ""
    words = f"<span>{esc(option.label)}{whom}</span>" if whom else esc(option.label)
    end = f'<button class="next" id="{name}-go">{words}{price}</button></div></form>'
    return top, fields, _why(option, f"Rule {esc(option.rule)}."), end


def aim(option: Option, choice: Choice) -> str:
    """What an option is about as it is chosen now, briefly, where there is something to choose from.

    That is its first question, if it is one of things: whom, which, where. A pair of such questions goes together.
    """
    picks = [p for p in takewhile(lambda p: isinstance(p, Pick), option.params) if isinstance(p, Pick)]
    asked = picks if len(picks) == 2 else picks[:1]
    if not any(sum(not item.blocked for item in p.items) > 1 for p in asked):
        return ""
    chosen = [item.label for p in asked for item in p.items if item.id in _several(choice.get(p.name))]
    if len(chosen) > NAMED:
        chosen[NAMED - 1 :] = [f"{len(chosen) - NAMED + 1} more"]
    return listed(chosen)


def _several(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _head(option: Option, base: str, name: str, shape: str) -> str:
    mark = f' data-shape="{ident(shape)}"' if shape else ""
    seen = terms(option)
    return (
        f'<form id="{name}" data-do="act" data-key="{esc(option.key)}"{mark} method="post" action="{esc(base)}/act">'
        f"{hidden('seat', option.seat)}{hidden('window', option.window)}{hidden('key', option.key)}"
        f'{hidden("terms", seen)}<input type="hidden" name="id" value="{NUMBER}-{seen}">'
    )
