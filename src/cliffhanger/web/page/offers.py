"""What a seat may do now: a tray of windows. Every option is a form of its own, so it stands there exactly once.

Options that ask for something are chips of which one is open; those that ask for nothing are one tap each; the one
next step is the big button in the dock. What is not possible keeps its place and says why.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from cliffhanger.kernel.inputs import SAID
from cliffhanger.kernel.offers import Option, Verb
from cliffhanger.kernel.params import Choice, Number, Pick, first
from cliffhanger.web.page.amounts import aim
from cliffhanger.web.page.chance import brief, chance, laws
from cliffhanger.web.page.controls import STEPS, controls
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.icons import sign
from cliffhanger.web.page.language import _, cached, remembered
from cliffhanger.web.page.not_now import not_now
from cliffhanger.web.page.placing import PLACE, SEAL, Cut, cut, filled, unplaced
from cliffhanger.web.page.view import Odds

Frozen = tuple[tuple[str, Any], ...]
Drafts = Mapping[tuple[str, str, str], Any]
Verbs = tuple[Verb, ...]
ABREAST = 2  # of more windows than this, all but the first are folded
NO_RULES: Mapping[str, str] = {}


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
            drawn += (top.format(name=name, head=head), inner, Markup("</details>"))
            continue
        top = Markup(
            '<section class="panel tray" id="{name}" tabindex="-1" aria-labelledby="h-{name}">'
            '<div class="head"><h2 id="h-{name}">{head}</h2><p class="soft">{note}</p></div>'
        )
        drawn += (top.format(name=name, head=head, note=note), inner, Markup("</section>"))
    return joined(drawn)


def standing(
    options: Iterable[Option], title: str, *, drafts: Drafts, odds: Odds, base: str, verbs: Verbs = ()
) -> Markup:
    """What may be done at any time, folded away."""
    always = tuple([o for o in options if o.standing])
    if not always:
        return NOTHING
    if (drafts or odds) and any(_begun(o, drafts) or _figured(o, odds) for o in always):
        return _standing(always, title, drafts, odds, base, verbs)
    return _all_untouched(always, title, base, verbs)


@cached(2048)
def _all_untouched(always: tuple[Option, ...], title: str, base: str, verbs: Verbs) -> Markup:
    return _standing(always, title, {}, {}, base, verbs)


def _standing(always: Iterable[Option], title: str, drafts: Drafts, odds: Odds, base: str, verbs: Verbs) -> Markup:
    inner = joined(_folded(asked, drafts, odds, base, verbs) for asked in by_window(always).values())
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
    rules: Mapping[str, str] = NO_RULES,
    beside: str = "",
    verbs: Verbs = (),
) -> Markup:
    """Draw one window: rows of chips with their forms, what is not possible now, then what is one tap."""
    if (drafts or odds) and any(_begun(o, drafts) or _figured(o, odds) for o in asked):
        drawn = _window(tuple(asked), drafts, odds, rules, beside, verbs, lead=lead)
    else:
        drawn = _untouched_window(tuple(map(unplaced, asked)), rules, beside, verbs, lead=lead)
    return filled(drawn, asked, base)


@remembered(
    lambda asked, rules, beside, verbs, lead: (asked, id(rules), beside, id(verbs), lead),
    512,
    hold=True,
)
def _untouched_window(
    asked: tuple[Option, ...], rules: Mapping[str, str], beside: str, verbs: Verbs, *, lead: bool
) -> Cut:
    """A window that nobody has begun to fill in; several seats are asked the same, and often the same as before."""
    return _window(asked, {}, {}, rules, beside, verbs, lead=lead)


def _window(
    asked: tuple[Option, ...],
    drafts: Drafts,
    odds: Odds,
    rules: Mapping[str, str],
    beside: str,
    verbs: Verbs,
    *,
    lead: bool,
) -> Cut:
    ready = [o for o in asked if not o.blocked]
    wanted = [o for o in ready if not o.reaction]
    next_step = next((o for o in wanted if o.first), wanted[0] if len(wanted) == 1 else None)
    chips = [o for o in ready if o.params or o is next_step]
    behind = _behind(ready)
    acts = [o for o in ready if o not in chips and o.group not in behind]
    now = _open(chips, drafts, next_step)
    place = Markup("w-{place}").format(place=PLACE)
    parts = [Markup('<div class="window" id="{place}">').format(place=place)]
    group, dock = "", _dock(beside, lead=lead)
    alone, forms = len(chips) == 1 and not chips[0].reaction, list[Option]()

    def drawn(option: Option) -> Iterable[Markup]:
        forms.append(option)
        lies = alone or option is now
        says = rules.get(option.rule, "")
        if not lies and says:
            says = option.rule
        icon = sign(verbs, option.verb)
        return _option(option, drafts, odds, dock, icon, says, lies=lies, alone=alone)

    for option in chips:
        if option.group in behind:
            continue
        if option.group != group and option.group and not alone:
            parts.append(_row_head(option.group))
        group = option.group or group
        parts += drawn(option)
    for name in behind:
        parts.append(_fold_head(place, name))
        for option in chips:
            parts += drawn(option) if option.group == name else ()
        rows = [o for o in ready if o not in chips and o.group == name]
        parts += (*_rows(rows, odds, verbs, name), Markup("</div></details>"))
        forms += rows
    parts += not_now([o for o in asked if o.blocked], place), Markup("</div>")
    parts += _acts(acts, odds, verbs, after=group if chips else None)
    return cut(parts, (*forms, *acts))


def _behind(options: Sequence[Option]) -> tuple[str, ...]:
    """The groups of several that are folded beside a pool being built: there the dice come first."""
    built = {o.group for o in options if not o.reaction and any(isinstance(p, Pick) and p.slots for p in o.params)}
    groups = Counter(o.group for o in options if o.group and not o.reaction) if built else {}
    return tuple(name for name, count in groups.items() if count > 1 and name not in built)


def _fold_head(place: Markup, name: str) -> Markup:
    head = Markup('<details class="more law" id="{place}-{id}"><summary>{name}</summary><div class="window">')
    return head.format(place=place, id=ident(name), name=name)


def _begun(option: Option, drafts: Drafts) -> bool:
    return (option.seat, option.window, option.key) in drafts


def _figured(option: Option, odds: Odds) -> bool:
    return (option.window, option.key) in odds


def _folded(asked: list[Option], drafts: Drafts, odds: Odds, base: str, verbs: Verbs) -> Markup:
    """Draw a window of what may be done at any time: nothing in it lies open, and most is as it was before."""
    if (drafts or odds) and any(_begun(o, drafts) or _figured(o, odds) for o in asked):
        drawn = _fold(tuple(asked), drafts, odds, verbs)
    else:
        drawn = _untouched_fold(tuple(map(unplaced, asked)), verbs)
    return filled(drawn, asked, base)


@remembered(lambda asked, verbs: (asked, id(verbs)), 512, hold=True)
def _untouched_fold(asked: tuple[Option, ...], verbs: Verbs) -> Cut:
    """What stands open at any time is the same from act to act, whatever window it is in, until somebody fills it in."""
    return _fold(asked, {}, {}, verbs)


def _fold(asked: tuple[Option, ...], drafts: Drafts, odds: Odds, verbs: Verbs) -> Cut:
    ready = [o for o in asked if not o.blocked]
    chips, acts = [o for o in ready if o.params], [o for o in ready if not o.params]
    place, dock = Markup("w-{place}").format(place=PLACE), _dock("", lead=False)
    parts = [Markup('<div class="window" id="{place}">').format(place=place)]
    group = ""
    for option in chips:
        if option.group != group and option.group:
            parts.append(_row_head(option.group))
        group = option.group or group
        parts += _option(option, drafts, odds, dock, sign(verbs, option.verb), "", lies=False, alone=False)
    parts += not_now([o for o in asked if o.blocked], place), Markup("</div>")
    parts += _acts(acts, odds, verbs, after=group if chips else None)
    return cut(parts, (*chips, *acts))


@lru_cache(1024)
def _row_head(group: str) -> Markup:
    return Markup('<h3 class="row-head">{group}</h3>').format(group=group)


def _open(chips: list[Option], drafts: Drafts, next_step: Option | None) -> Option | None:
    """Which option lies open: the one last touched, else the next step, else the first that costs nothing."""
    touched = {(option.seat, option.window, option.key): option for option in chips} if drafts else {}
    for key in reversed(tuple(drafts)):
        if key in touched:
            return touched[key]
    return next_step or next((option for option in chips if not option.price and not option.reaction), None)


def _chip(option: Option, *, on: bool) -> Markup:
    """The chip of an option, up to where its worth stands."""
    paid = option.price
    price = Markup(' <span class="tag pay">{price}</span>').format(price=paid) if paid else ""
    return Markup(
        '<label class="chip"><input type="radio" name="w-{place}" id="{name}"{checked}><span>{label}</span>{price}'
    ).format(
        place=PLACE,
        name=_named("o-", option),
        checked=" checked" if on else "",
        label=option.label,
        price=price,
    )


def _acts(options: Sequence[Option], odds: Odds, verbs: Verbs, *, after: str | None) -> list[Markup]:
    """One tap each: short ones as a row of chips, those with words or a price as lines; `after` chips of that group."""
    if not options:
        return []
    parts = [Markup('<div class="one-tap">')]
    if after is not None:
        parts.append(Markup('<p class="or">{words}</p>').format(words=_("Or")))
    return [*parts, *_rows(options, odds, verbs, after or ""), Markup("</div>")]


def _rows(options: Sequence[Option], odds: Odds, verbs: Verbs, last: str) -> list[Markup]:
    """The same in rows, each group under its name; of the group that comes `last` the name stands there already."""
    parts: list[Markup] = []
    for (group, kind), row in groupby(options, key=lambda o: (o.group, _kind(o))):
        if group and group != last:
            parts.append(_row_head(group))
            last = group
        parts.append(Markup('<div class="{kind}s">').format(kind=kind))
        for option in row:
            head, button = _act(unplaced(option), sign(verbs, option.verb))
            worth = brief(odds[option.window, option.key]) if _figured(option, odds) else NOTHING
            parts += (head, button, worth, Markup("</button></form>"))
        parts.append(Markup("</div>"))
    return parts


def _kind(option: Option) -> str:
    return "act" if option.says or option.price else "chip"


@lru_cache(4096)
def _act(option: Option, icon: Markup) -> tuple[Markup, Markup]:
    """An option that asks for nothing, one tap: the head of its form, and its button up to where its worth stands."""
    says = Markup("<small>{says}</small>").format(says=option.says) if option.says else ""
    price = Markup('<span class="tag pay">{price}</span>').format(price=option.price) if option.price else ""
    name = _named("f-", option)
    button = Markup('<button class="{kind}" id="{name}-go"><span>{sign}{label}{says}</span>{price}')
    return _head(option, name, ""), button.format(
        kind=_kind(option), name=name, sign=icon, label=option.label, says=says, price=price
    )


def _option(
    option: Option,
    drafts: Drafts,
    odds: Odds,
    dock: Markup,
    icon: Markup,
    rule: str,
    *,
    lies: bool,
    alone: bool,
) -> tuple[Markup, ...]:
    """An option with its form, in parts: they are joined with all that stands around them, once."""
    choice, shape = chosen(option, drafts) if drafts and _begun(option, drafts) else (None, "")
    drawn = _parts(unplaced(option), choice, shape, icon, rule, lies=lies, alone=alone)
    figures = odds.get((option.window, option.key), ()) if odds else ()
    if not figures:
        return drawn.chip, drawn.head, drawn.above, drawn.why, dock, drawn.docked, drawn.quiet, drawn.end
    place = _named("chance-", option)
    worth = NOTHING if alone else brief(figures)
    said = Markup('<p class="says">{says}</p>').format(says=option.says) if option.says else NOTHING
    above = drawn.above, said, drawn.why, laws(place, figures)
    return drawn.chip, worth, drawn.head, *above, dock, drawn.docked, chance(place, figures), drawn.end


def _line(option: Option) -> Markup:
    """The field for a line of one's own that goes with an act; only what lies open has it."""
    return Markup('<input name="said" id="{name}" maxlength="{most}" placeholder="{say}" aria-label="{say}">').format(
        name=_named("said-", option), most=SAID, say=_("Say it in a line")
    )


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
    return Markup('<details class="law" id="{name}"><summary>{rule}</summary><p>{words}</p></details>').format(
        name=_named("why-", option), rule=_("The rule"), words=words
    )


def _named(kind: str, option: Option) -> Markup:
    """The id of a part of an option."""
    return Markup("{kind}{place}-{key}").format(kind=kind, place=PLACE, key=ident(option.key))


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


class _Parts(NamedTuple):
    """An option as it is drawn, cut where its dock and its figures go; `quiet` stands where there are no figures."""

    chip: Markup
    head: Markup
    above: Markup
    why: Markup
    docked: Markup
    quiet: Markup
    end: Markup


@cached(8192)
def _parts(
    option: Option,
    choice: Frozen | None,
    shape: str,
    icon: Markup,
    rule: str,
    *,
    lies: bool,
    alone: bool,
) -> _Parts:
    """Draw an option, whoever has it; with no `choice` as it lies there before anybody has touched it.

    `rule` are the words of its rule if it `lies` open, else no more than its name.
    """
    name = _named("f-", option)
    known = first(option.params) if choice is None else dict(choice)
    fields = controls(option.params, known, name)
    if line := option.worded(option.line, known):
        fields = joined((fields, Markup('<p class="says js">{line}</p>').format(line=line)))
    above, docked = (NOTHING, fields) if _fits_the_dock(option) else (fields, NOTHING)
    if by := shape.partition(":")[0]:
        changed = _("Changed for you by {names}.").format(names=by)
        above = joined((Markup('<p class="shaped">{words}</p>').format(words=changed), above))
    words: str = _("Rule {id}.").format(id=option.rule)
    if lies:  # its field stands below the fold of the rule, which is there already and must not move
        words = Markup("{words} <b>({rule})</b>").format(words=rule, rule=option.rule)
    chip = Markup('<div class="opt only">') if alone else joined((Markup('<div class="opt">'), _chip(option, on=lies)))
    head = _head(option, name, shape)
    return _Parts(
        chip=chip,
        head=head if alone else joined((Markup("</label>"), head)),
        above=above,
        why=joined((_why(option, words) if rule else NOTHING, _line(option) if lies else NOTHING)),
        docked=docked,
        quiet=_quiet(_named("chance-", option), option.says),
        end=joined((_button(option, known, name, icon), Markup("</div></form></div>"))),
    )


def _button(option: Option, known: Choice, name: Markup, icon: Markup) -> Markup:
    """The big button of an option: what it does, to whom as it is chosen now, and for what price."""
    paid = option.price
    price = Markup(' <span class="tag">{price}</span>').format(price=paid) if paid else ""
    return Markup('<button class="next" id="{name}-go">{sign}{words}{price}</button>').format(
        name=name, sign=icon, words=_lit(option, known), price=price
    )


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


def _head(option: Option, name: Markup, shape: str) -> Markup:
    mark = Markup(' data-shape="{id}"').format(id=ident(shape)) if shape else ""
    return Markup('<form id="{name}" data-do="act" data-key="{key}"{mark} method="post"{seal}').format(
        name=name, key=option.key, mark=mark, seal=SEAL
    )
