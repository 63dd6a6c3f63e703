"""What a seat may do now: a tray of windows. Every option is a form of its own, so it stands there exactly once.

Options that ask for something are chips of which one is open; those that ask for nothing are one tap each; the one
next step is the big button in the dock. What is not possible keeps its place and says why.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Any

from cliffhanger.kernel.inputs import SAID
from cliffhanger.kernel.offers import Option, Verb, terms
from cliffhanger.kernel.params import Choice, Number, Pick, first
from cliffhanger.web.page.amounts import listed
from cliffhanger.web.page.chance import brief, chance, laws
from cliffhanger.web.page.controls import STEPS, blocked, control
from cliffhanger.web.page.html import NOTHING, NUMBER, Markup, ident, joined
from cliffhanger.web.page.icons import sign
from cliffhanger.web.page.language import _, cached, ngettext
from cliffhanger.web.page.view import Figure, Odds

Frozen = tuple[tuple[str, Any], ...]
Drafts = Mapping[tuple[str, str, str], Any]
Verbs = tuple[Verb, ...]
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
    verbs: Verbs = (),
) -> Markup:
    """Draw the windows of a seat (and of chairs it speaks for), the first one with its button at the thumb.

    `beside` is what has to be known before that is pressed; `verbs` have the icons of the buttons.
    """
    windows = by_window(o for o in options if not o.standing)
    several = len(windows) > 1
    drawn: list[Markup] = []
    for at, ((seat, _window), asked) in enumerate(windows.items()):
        name = "tray" if not at else f"tray-{at + 1}"
        ask = next((o.ask for o in asked if o.ask), "")
        reacts = all(o.reaction for o in asked)
        head = (ask.rstrip(".") if several and ask else "") or (_("You may step in") if reacts else _("Your move"))
        if seat != own:
            head = _("For {name}: {ask}").format(name=names.get(seat, seat), ask=ask.rstrip(".") or _("their move"))
        note = _("The others see only that you are choosing.") if any(o.private for o in asked) else ""
        if not note and any(o.params for o in asked):
            note = _("Everyone sees it as you build it.")
        lead = not at and not reacts
        inner = window(
            asked,
            drafts=drafts,
            odds=odds,
            base=base,
            lead=lead,
            rules=rules,
            beside=beside if lead else "",
            verbs=verbs,
        )
        if at and len(windows) > ABREAST:
            top = Markup('<details class="panel fold tray" id="{name}"><summary><b>{head}</b></summary>')
            drawn += (top.format(name=name, head=head), *inner, Markup("</details>"))
            continue
        top = Markup(
            '<section class="panel tray" id="{name}" tabindex="-1" aria-labelledby="h-{name}">'
            '<div class="head"><h2 id="h-{name}">{head}</h2><p class="soft">{note}</p></div>'
        )
        drawn += (top.format(name=name, head=head, note=note), *inner, Markup("</section>"))
    return joined(drawn)


def standing(
    options: Iterable[Option], title: str, *, drafts: Drafts, odds: Odds, base: str, verbs: Verbs = ()
) -> Markup:
    """What may be done at any time, folded away."""
    always = tuple(o for o in options if o.standing)
    if not always:
        return NOTHING
    drafted = bool(drafts) and any((o.seat, o.window, o.key) in drafts for o in always)
    if drafted or (odds and any((o.window, o.key) in odds for o in always)):
        return _standing(always, title, drafts, odds, base, verbs)
    return _untouched(always, title, base, verbs)


@cached(2048)
def _untouched(always: tuple[Option, ...], title: str, base: str, verbs: Verbs) -> Markup:
    """They are the same from act to act, until somebody begins to fill one in."""
    return _standing(always, title, {}, {}, base, verbs)


def _standing(always: Iterable[Option], title: str, drafts: Drafts, odds: Odds, base: str, verbs: Verbs) -> Markup:
    inner = joined(
        part
        for asked in by_window(always).values()
        for part in window(asked, drafts=drafts, odds=odds, base=base, lead=False, opened=False, verbs=verbs)
    )
    return Markup(
        '<details class="panel fold tray" id="standing"><summary><b>{title}</b></summary>{inner}</details>'
    ).format(title=title, inner=inner)


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
    verbs: Verbs = (),
) -> list[Markup]:
    """Draw one window, in parts: rows of chips with their forms, what is not possible now, then what is one tap."""
    ready = [o for o in asked if not o.blocked]
    wanted = [o for o in ready if not o.reaction]
    next_step = next((o for o in wanted if o.first), wanted[0] if len(wanted) == 1 and opened else None)
    chips = [o for o in ready if o.params]
    if next_step is not None and not next_step.params:
        chips = [o for o in ready if o.params or o is next_step]
    now = _open(chips, drafts, next_step) if opened else None
    place = ident("w", asked[0].seat, asked[0].window)
    parts = [Markup('<div class="window" id="{place}">').format(place=place)]
    group, dock = "", _dock(beside, lead=lead)
    for option in chips:
        alone = len(chips) == 1 and opened and not option.reaction
        if option.group != group and option.group and not alone:
            parts.append(Markup('<h3 class="row-head">{group}</h3>').format(group=option.group))
        group = option.group or group
        says = rules.get(option.rule, "") if opened else ""
        lies = alone or option is now
        if not lies and _plain(option, drafts, odds):
            parts.append(_folded(option, base, dock, sign(verbs, option.verb), ruled=bool(says)))
            continue
        form = _form(option, drafts, odds, base, dock, sign(verbs, option.verb), says, lies=lies)
        if alone:
            parts += (Markup('<div class="opt only">'), *form, Markup("</div>"))
        else:
            chip = _chip(option, place, _worth(option, odds), on=option is now)
            parts += (Markup('<div class="opt">'), chip, *form, Markup("</div>"))
    parts.append(_not_now([o for o in asked if o.blocked], place))
    parts.append(Markup("</div>"))
    parts.append(_acts([o for o in ready if o not in chips], odds, base, verbs, after=group if chips else None))
    return parts


def _plain(option: Option, drafts: Drafts, odds: Odds) -> bool:
    """Whether nobody has begun to fill an option in, and no figure stands beside it."""
    begun = bool(drafts) and (option.seat, option.window, option.key) in drafts
    return not begun and not (odds and odds.get((option.window, option.key)))


@cached(8192)
def _folded(option: Option, base: str, dock: Markup, drawn: Markup, *, ruled: bool) -> Markup:
    """An option that does not lie open is drawn once for as long as it stays the same."""
    form = _form(option, {}, {}, base, dock, drawn, option.rule if ruled else "", lies=False)
    chip = _chip(option, ident("w", option.seat, option.window), NOTHING, on=False)
    return joined((Markup('<div class="opt">'), chip, *form, Markup("</div>")))


def _open(chips: list[Option], drafts: Drafts, next_step: Option | None) -> Option | None:
    """Which option lies open: the one last touched, else the next step, else the first that costs nothing."""
    touched = {(option.seat, option.window, option.key): option for option in chips} if drafts else {}
    for key in reversed(tuple(drafts)):
        if key in touched:
            return touched[key]
    return next_step or next((option for option in chips if not option.price and not option.reaction), None)


def _worth(option: Option, odds: Odds) -> Markup:
    """What an option is worth, to be read without opening it."""
    return brief(odds.get((option.window, option.key), ()))


def _chip(option: Option, place: str, worth: Markup, *, on: bool) -> Markup:
    paid = option.price
    price = Markup(' <span class="tag pay">{price}</span>').format(price=paid) if paid else ""
    return Markup(
        '<label class="chip"><input type="radio" name="{place}" id="o-{option}"{checked}><span>{label}'
        "</span>{price}{worth}</label>"
    ).format(
        place=place,
        option=_place(option),
        checked=" checked" if on else "",
        label=option.label,
        price=price,
        worth=worth,
    )


def _not_now(options: list[Option], place: str) -> Markup:
    drawn = [_blocked(option) for option in options]
    if len(drawn) <= SHOWN:
        return joined(drawn)
    return Markup(
        '<details class="more" id="{place}-no"><summary>{many}</summary><div class="chips">{parts}</div></details>'
    ).format(
        place=place,
        many=ngettext("{n} thing is not possible now", "{n} things are not possible now", len(drawn)).format(
            n=len(drawn)
        ),
        parts=joined(drawn),
    )


@lru_cache(4096)
def _blocked(option: Option) -> Markup:
    return Markup('<span class="opt" data-blocked="{key}">{blocked}</span>').format(
        key=option.key, blocked=blocked(option.label, _reason(option))
    )


def _reason(option: Option) -> str:
    rule = f"({option.rule})" if option.rule and option.rule not in option.blocked else ""
    return " ".join(part for part in (option.blocked, option.instead, rule) if part)


def _acts(options: list[Option], odds: Odds, base: str, verbs: Verbs, *, after: str | None) -> Markup:
    """One tap each: short ones as a row of chips, those with words or a price as lines; `after` chips of that group."""
    if not options:
        return Markup("")
    parts = [] if after is None else [Markup('<p class="or">{words}</p>').format(words=_("Or"))]
    last = after or ""
    for (group, kind), row in groupby(options, key=lambda o: (o.group, _kind(o))):
        if group and group != last:
            parts.append(Markup('<h3 class="row-head">{group}</h3>').format(group=group))
            last = group
        parts.append(
            Markup('<div class="{kind}s">{parts}</div>').format(
                kind=kind,
                parts=joined(act(option, base, _worth(option, odds), sign(verbs, option.verb)) for option in row),
            )
        )
    return Markup('<div class="one-tap">{parts}</div>').format(parts=joined(parts))


def _kind(option: Option) -> str:
    return "act" if option.says or option.price else "chip"


@lru_cache(2048)
def act(option: Option, base: str, worth: Markup = NOTHING, drawn: Markup = NOTHING) -> Markup:
    """An option that asks for nothing: one tap."""
    says = Markup("<small>{says}</small>").format(says=option.says) if option.says else ""
    price = Markup('<span class="tag pay">{price}</span>').format(price=option.price) if option.price else ""
    name = f"f-{_place(option)}"
    return Markup(
        '{head}<button class="{kind}" id="{name}-go"><span>{sign}{label}{says}</span>{price}{worth}</button></form>'
    ).format(
        head=_head(option, base, name, ""),
        kind=_kind(option),
        name=name,
        sign=drawn,
        label=option.label,
        says=says,
        price=price,
        worth=worth,
    )


def _form(
    option: Option, drafts: Drafts, odds: Odds, base: str, dock: Markup, drawn: Markup, rule: str, *, lies: bool
) -> list[Markup]:
    """The form of an option, in parts: they are joined with all that stands around them, once."""
    choice, shape = chosen(option, drafts)
    top, fields, why, end = _option(option, choice, shape, base, drawn)
    above, docked = (NOTHING, fields) if _fits_the_dock(option) else (fields, NOTHING)
    if lies:
        above = joined((above, _line(option)))
    if rule and lies:
        why = _why(option, Markup("{words} <b>({rule})</b>").format(words=rule, rule=option.rule))
    elif not rule:
        why = NOTHING
    place = f"chance-{_place(option)}"
    figures: tuple[Figure, ...] = odds.get((option.window, option.key), ())
    if not figures:
        return [top, above, why, dock, docked, _quiet(place, option.says), end]
    said = Markup('<p class="says">{says}</p>').format(says=option.says) if option.says else NOTHING
    return [top, above, said, why, laws(place, figures), dock, docked, chance(place, figures), end]


def _line(option: Option) -> Markup:
    """The field for a line of one's own that goes with an act; only what lies open has it."""
    return Markup(
        '<input name="said" id="said-{place}" maxlength="{most}" placeholder="{say}" aria-label="{say}">'
    ).format(place=_place(option), most=SAID, say=_("Say it in a line"))


def _fits_the_dock(option: Option) -> bool:
    """Whether all that an option asks is one of a few numbers: then they stand above its button, at the thumb."""
    match option.params:
        case (Number(low=low, high=high),):
            return high - low < STEPS
    return False


def _why(option: Option, words: str) -> Markup:
    """The rule an option rests on, behind a fold. Only the one that lies open brings its words.

    Another has its fold all the same, with the rule's name: whoever opens it sees the words come where they belong.
    """
    return Markup('<details class="law" id="why-{place}"><summary>{rule}</summary><p>{words}</p></details>').format(
        place=_place(option), rule=_("The rule"), words=words
    )


def _place(option: Option) -> str:
    """What the ids of an option's parts end in."""
    return ident(option.seat, option.window, option.key)


@lru_cache(64)
def _dock(beside: str, *, lead: bool) -> Markup:
    """The beginning of a dock; that of the first window is at the thumb."""
    note = Markup('<p class="beside">{beside}</p>').format(beside=beside) if beside else ""
    return Markup('<div class="{kind}">{note}').format(kind="dock" if lead else "dock here", note=note)


def _quiet(place: str, says: str) -> Markup:
    """The place of the chance without one: what the option says stands there."""
    words = Markup('<div class="chance" id="{place}"><span>{says}</span></div>')
    return words.format(place=place, says=says) if says else chance(place, ())


def chosen(option: Option, drafts: Drafts) -> tuple[Frozen, str]:
    """What is chosen so far, and who shaped it: the draft, or what lies there before anybody has touched it."""
    draft = drafts.get((option.seat, option.window, option.key))
    if draft is None:
        return tuple(first(option.params).items()) if option.params else (), ""
    start = first(option.params)
    start.update({name: value for name, value in draft.choice.items() if name in start})
    frozen = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in start.items())
    return frozen, f"{','.join(draft.shaped_by)}:{frozen!r}" if draft.shaped_by else ""


@cached(8192)
def _option(
    option: Option, choice: Frozen, shape: str, base: str, drawn: Markup
) -> tuple[Markup, Markup, Markup, Markup]:
    """The head of an option's form, its fields, the fold of its rule, and the end of the dock; the chance goes between."""
    name = f"f-{_place(option)}"
    known = dict(choice)
    fields = joined(control(p, known, name) for p in option.params)
    if line := option.worded(option.line, known):
        fields = joined((fields, Markup('<p class="says js">{line}</p>').format(line=line)))
    by = shape.partition(":")[0]
    shaped = (
        Markup('<p class="shaped">{words}</p>').format(words=_("Changed for you by {names}.").format(names=by))
        if by
        else ""
    )
    paid = option.price
    price = Markup(' <span class="tag">{price}</span>').format(price=paid) if paid else ""
    head = _head(option, base, name, shape)
    top = joined((head, shaped)) if shaped else head
    end = Markup('<button class="next" id="{name}-go">{sign}{words}{price}</button></div></form>').format(
        name=name, sign=drawn, words=_lit(option, known), price=price
    )
    return top, fields, _why(option, _("Rule {id}.").format(id=option.rule)) if option.rule else NOTHING, end


def _lit(option: Option, choice: Choice) -> str:
    """What stands on the big button: its own words, or the label and what it is about.

    Without script it would go on naming what was chosen first: there the label stands alone.
    """
    if button := option.worded(option.button, choice):
        both = Markup('<span class="js">{button}</span><noscript>{label}</noscript>')
        return both.format(button=button, label=option.label)
    said = aim(option, choice)
    whom = Markup('<span>{label}<span class="aim js"><span class="sr">: </span>{said}</span></span>')
    return whom.format(label=option.label, said=said) if said else option.label


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
        chosen[NAMED - 1 :] = [_("{n} more").format(n=len(chosen) - NAMED + 1)]
    return listed(chosen)


def _several(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _head(option: Option, base: str, name: str, shape: str) -> Markup:
    mark = Markup(' data-shape="{id}"').format(id=ident(shape)) if shape else ""
    return Markup(
        '<form id="{name}" data-do="act" data-key="{key}"{mark} method="post" action="{base}/act">'
        '<input type="hidden" name="seat" value="{seat}"><input type="hidden" name="window" value="{window}">'
        '<input type="hidden" name="key" value="{key}"><input type="hidden" name="terms" value="{terms}">'
        '<input type="hidden" name="id" value="{number}-{terms}">'
    ).format(
        name=name,
        key=option.key,
        mark=mark,
        base=base,
        seat=option.seat,
        window=option.window,
        terms=terms(option),
        number=NUMBER,
    )
