"""What a seat may do now: a tray of windows. Every option is a form of its own, so it stands there exactly once.

Options that ask for something are chips of which one is open; those that ask for nothing are one tap each; the one
next step is the big button in the dock. What is not possible keeps its place and says why.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from cliffhanger.kernel import cache
from cliffhanger.kernel.offers import Option, Verb
from cliffhanger.kernel.params import Choice, Pick, first
from cliffhanger.web.page import going_on, moves, tried, ways
from cliffhanger.web.page.capacity import SEATS, TABLES
from cliffhanger.web.page.chance import SOON, brief, faint, hopeless, poor, slim
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.icons import sign
from cliffhanger.web.page.language import _, ngettext, remembered
from cliffhanger.web.page.not_now import not_now
from cliffhanger.web.page.option_form import (
    Drafts,
    begun,
    chosen,
    chosen_above,
    dock,
    figured,
    form_head,
    instead,
    is_told,
    named,
    option_form,
    priced,
    rule_words,
    unlit,
)
from cliffhanger.web.page.placing import PLACE, Cut, cut, filled, unplaced
from cliffhanger.web.page.regions import Filled, Region, box
from cliffhanger.web.page.terms import term
from cliffhanger.web.page.view import Odds

Verbs = tuple[Verb, ...]
ABREAST = 2  # of more windows than this, all but the first are folded
SHORT = 3  # of no more things to do than these a question takes little room
NO_RULES: Mapping[str, str] = {}
NO_ODDS: Odds = {}


def by_window(options: Iterable[Option]) -> dict[tuple[str, str], list[Option]]:
    """Options by seat and window, in the order given."""
    windows: dict[tuple[str, str], list[Option]] = {}
    for option in options:
        windows.setdefault((option.seat, option.window), []).append(option)
    return windows


def short(options: Sequence[Option], *, up: bool) -> Markup:
    """Say in an attribute whether the question of whoever is `up` takes little room: then there is some left below it.

    That is where few things may be done, and what lies ready asks for nothing more or is answered by a button.
    """
    shown = [o for o in options if not (o.standing or o.blocked)] if up else []
    ready = len(shown) <= SHORT and any(o.first and (not o.params or ways.ways(o)) for o in shown)
    return Markup(" data-short") if ready else NOTHING


def tray(
    options: tuple[Option, ...],
    *,
    drafts: Drafts,
    odds: Odds,
    base: str,
    names: Mapping[str, str],
    own: str,
    rules: Mapping[str, str] = NO_RULES,
    beside: str = "",
    verbs: Verbs = (),
) -> list[Region]:
    """Draw the windows of a seat (and of chairs it speaks for), the first one with its button at the thumb.

    `beside` is what has to be known before that is pressed; `verbs` have the icons of the buttons.
    """
    windows = by_window(_asked(options))
    several = len(windows) > 1
    drawn: list[Region] = []
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
            top = Markup('<details class="panel fold tray" id="{name}">').format(name=name)
            drawn.append(box(top, (Markup("<summary><b>{head}</b></summary>").format(head=head), inner), "</details>"))
            continue
        top = Markup('<section class="panel tray" id="{name}" tabindex="-1" aria-labelledby="h-{name}">')
        # Where the sign has one line, what is asked stands here.
        words = (
            Markup('<p class="soft asked" aria-hidden="true">{ask}</p>').format(ask=ask)
            if seat == own and ask and not several
            else ""
        )
        said = Markup(
            '<div class="head"><h2 id="h-{name}">{head}</h2><p class="soft hint">{note}</p>{asked}</div>'
        ).format(name=name, head=head, note=note, asked=words)
        drawn.append(box(top.format(name=name), (said, inner), "</section>"))
    return drawn


def standing(
    options: tuple[Option, ...], title: str, *, drafts: Drafts, odds: Odds, base: str, verbs: Verbs = ()
) -> Region:
    """What may be done at any time, folded away."""
    always = _always(options)
    if not always:
        return NOTHING
    if (drafts or odds) and any(begun(o, drafts) or figured(o, odds) for o in always):
        return _standing(always, title, drafts, odds, base, verbs)
    return _all_untouched(always, title, base, verbs)


@cache.remembered(id, SEATS, hold=True)
def _asked(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple([o for o in options if not o.standing])


@cache.remembered(id, SEATS, hold=True)
def _always(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple([o for o in options if o.standing])


@remembered(lambda always, title, base, verbs: (always, title, base, id(verbs)), SEATS, hold=True)
def _all_untouched(always: tuple[Option, ...], title: str, base: str, verbs: Verbs) -> Region:
    return _standing(always, title, {}, {}, base, verbs)


def _standing(always: Iterable[Option], title: str, drafts: Drafts, odds: Odds, base: str, verbs: Verbs) -> Region:
    inner = [_folded(asked, drafts, odds, base, verbs) for asked in by_window(always).values()]
    head = Markup("<summary><b>{title}</b></summary>").format(title=title)
    return box(Markup('<details class="panel fold tray" id="standing">'), (head, *inner), "</details>")


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
) -> Filled:
    """Draw one window: rows of chips with their forms, what is not possible now, then what is one tap."""
    if (drafts or odds) and any(begun(o, drafts) or figured(o, odds) for o in asked):
        drawn = _window(tuple(asked), drafts, odds, rules, beside, verbs, lead=lead)
    else:
        drawn = _untouched_window(tuple(map(unplaced, asked)), rules, beside, verbs, lead=lead)
    return filled(drawn, asked, base)


@remembered(
    lambda asked, rules, beside, verbs, lead: (asked, id(rules), beside, id(verbs), lead),
    TABLES,
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
    vain = [o for o in asked if o.vain and not o.blocked]
    ready = [o for o in asked if not o.blocked and not o.vain]
    sides = going_on.going_on(ready)
    rest = [o for o in ready if not any(o in move for move in sides)]
    next_step = None if sides else _next_step(ready, odds)
    chips = [o for o in rest if o.params or o is next_step]
    behind = _behind(rest)
    acts = [o for o in rest if o not in chips and o.group not in behind]
    now = None if sides else _open(chips, drafts, next_step, rest, behind)
    place = Markup("w-{place}").format(place=PLACE)
    docked = dock(beside, lead=lead and not sides)
    alone, forms = len(chips) == 1 and not chips[0].reaction and not vain and not sides, list[Option]()
    above = (
        acts if alone and is_told(chips[0]) else []
    )  # one tap is found before what has to be told, however long that is
    parts = _acts(above, odds, verbs, after=None)
    parts.append(Markup('<div class="window" id="{place}">').format(place=place))

    def drawn(option: Option, among: str = "", **stands: bool) -> Iterable[Markup]:
        forms.append(option)
        lies = alone or option is now
        says = rules.get(option.rule, "")
        if not lies and says:
            says = option.rule
        icon = sign(verbs, option.verb)
        stands = {"alone": alone, **stands}
        other = other_of.get(option.key, NOTHING)
        form = joined(
            option_form(option, drafts, odds, docked, icon, says, lies=lies, tools=among, other=other, **stands)
        )
        return (unlit(form) if _loses(option, ready, odds, dict(chosen(option, drafts)[0])) else form,)

    shown = [option for option in chips if option.group not in behind]
    other_of = _other_of(shown, odds)
    group = ""
    if verb_by_verb := moves.by_verb(shown, verbs) if not behind else ():
        taken = now is not None and begun(now, drafts)
        parts += moves.tiles(verb_by_verb, now, verbs, odds, drawn, lit=lit(asked, odds), taken=taken)
    else:
        for option in shown:
            if option.group != group and option.group and len(shown) > moves.FEW:
                parts.append(_row_head(option.group))
            group = option.group or group
            parts += drawn(option)
    for name in behind:
        parts.append(_fold_head(place, name, opened=now is not None and now.group == name))
        for option in chips:
            parts += drawn(option) if option.group == name else ()
        rows = [o for o in rest if o not in chips and o.group == name]
        parts += (*_rows(rows, odds, verbs, name), Markup("</div></details>"))
        forms += rows
    if sides:
        parts += _side_by_side(sides, drafts, odds, rules, dock(beside, lead=lead), lit(asked, odds), forms)
    if vain:
        parts.append(_vain_head(place, len(vain), opened=any(begun(o, drafts) for o in vain)))
        for why, alike in groupby(vain, key=lambda o: o.vain):
            parts.append(Markup('<p class="soft">{why}</p>').format(why=why))
            for option in alike:
                parts += drawn(option)
        parts.append(Markup("</div></details>"))
    if spare := [] if above or verb_by_verb or now is None or not moves.spares(shown, acts) else acts:
        parts += _spare(spare, odds, verbs, place)
    parts += not_now([o for o in asked if o.blocked], place, folded=bool(ready)), Markup("</div>")
    below = [] if above or spare else acts
    parts += _acts(below, odds, verbs, after=group if chips else None)
    return cut(parts, (*above, *forms, *spare, *below))


def _spare(acts: Sequence[Option], odds: Odds, verbs: Verbs, place: Markup) -> list[Markup]:
    """What is one tap where more is open than is at hand, folded: the question that lies open comes first."""
    head = Markup('<details class="more law" id="{place}-rest"><summary>{words}</summary>').format(
        place=place, words=ngettext("{n} more", "{n} more", len(acts)).format(n=len(acts))
    )
    return [head, *_rows(acts, odds, verbs, ""), Markup("</details>")]


def _side_by_side(
    sides: Sequence[going_on.Move],
    drafts: Drafts,
    odds: Odds,
    rules: Mapping[str, str],
    docked: Markup,
    light: Option | None,
    forms: list[Option],
) -> Iterator[Markup]:
    """The ways to go on: chips for what can be chosen, and one dock in which each has its button; fills in the `forms`."""

    def rule(option: Option) -> Markup | str:
        words = rules.get(option.rule, "")
        if words and option is light:
            return rule_words(option, words)
        return _("Rule {id}.").format(id=option.rule) if words else ""

    now, tools = going_on.touched(sides, drafts), {o for move in sides if len(move) > 1 for o in move}
    group = ""
    for option in going_on.to_choose(sides):
        if option in tools and option.group != group:
            group = option.group
            yield _row_head(group)
        forms.append(option)
        yield chosen_above(option, drafts, odds, on=option is now, tool=option in tools)
    parts, plain = going_on.dock(sides, drafts, odds, rule, docked, light)
    forms += plain
    yield from parts


def _vain_head(place: Markup, count: int, *, opened: bool) -> Markup:
    """What gains nothing as things lie is folded, however much it costs."""
    return Markup(
        '<details class="more law vain" id="{place}-vain"{open}><summary>{words}</summary><div class="window">'
    ).format(
        place=place,
        open=" open" if opened else "",
        words=ngettext("{n} that gains nothing now", "{n} that gain nothing now", count).format(n=count),
    )


def lit(asked: Iterable[Option], odds: Odds = NO_ODDS) -> Option | None:
    """The option of a window whose big button is lit before anybody has touched anything; None where none is.

    None is that surely loses, by its own words or by `odds`, where another may win (to lose is lit where no other has a
    chance worth having); nor is a poor chance that a step at hand would raise, nor one that hardly ever comes true where
    something else may be done.
    """
    ready = [o for o in asked if not o.blocked and not o.vain]
    next_step = _next_step(ready, odds)
    found = _open([o for o in ready if o.params or o is next_step], {}, next_step, ready, _behind(ready))
    if found is None or _loses(found, ready, odds, first(found.params)):
        return None
    return None if ways.ways(found) and not ways.lit_way(found, odds) else found


def _next_step(ready: Sequence[Option], odds: Odds) -> Option | None:
    """The one next step; one that says what is lost by it is none while something else has a chance worth having."""
    wanted = [o for o in ready if not o.reaction]
    hopeful = _hopeful(ready, odds)
    found = next((o for o in wanted if o.first), wanted[0] if len(wanted) == 1 else None)
    return None if found and found.lost and hopeful else found


def _hopeful(options: Iterable[Option], odds: Odds) -> bool:
    """Whether one of these loses nothing, and is not known to have hardly a chance."""
    return any(not o.lost and not faint(odds.get((o.window, o.key), ())) for o in options)


def _loses(option: Option, ready: Sequence[Option], odds: Odds, choice: Choice) -> bool:
    """Whether an option loses as it is chosen now, where another one or another choice may win.

    Surely, or most likely and a step that is at hand would make that better, or nearly always.
    """
    if ways.ways(option):
        return False
    others = [o for o in ready if o is not option]
    if option.loses(choice) and (option.params or _hopeful(others, odds)):
        return True
    figures = odds.get((option.window, option.key), ())
    if slim(figures, (odds.get((o.window, o.key), ()) for o in others if not o.reaction)):
        return True
    return poor(figures) or hopeless(figures, (odds.get((o.window, o.key), ()) for o in others))


def _other_of(chips: Sequence[Option], odds: Odds) -> dict[str, Markup]:
    """Of two things to do, one of them a pool that is built, the other one for the dock of each, by key."""
    if len(chips) != 2 or not any(tried.pools(o.params) for o in chips) or any(o.reaction for o in chips):
        return {}
    one, two = chips
    return {one.key: instead(two, odds), two.key: instead(one, odds)}


def _behind(options: Sequence[Option]) -> tuple[str, ...]:
    """The groups of several that are folded beside a pool being built: there the dice come first."""
    built = {o.group for o in options if not o.reaction and any(isinstance(p, Pick) and p.slots for p in o.params)}
    groups = Counter(o.group for o in options if o.group and not o.reaction) if built else {}
    return tuple(name for name, count in groups.items() if count > 1 and name not in built)


def _fold_head(place: Markup, name: str, *, opened: bool) -> Markup:
    head = Markup('<details class="more law" id="{place}-{id}"{open}><summary>{name}</summary><div class="window">')
    return head.format(place=place, id=ident(name), open=" open" if opened else "", name=name)


def _folded(asked: list[Option], drafts: Drafts, odds: Odds, base: str, verbs: Verbs) -> Filled:
    """Draw a window of what may be done at any time: nothing in it lies open, and most is as it was before."""
    if (drafts or odds) and any(begun(o, drafts) or figured(o, odds) for o in asked):
        drawn = _fold(tuple(asked), drafts, odds, verbs)
    else:
        drawn = _untouched_fold(tuple(map(unplaced, asked)), verbs)
    return filled(drawn, asked, base)


@remembered(lambda asked, verbs: (asked, id(verbs)), TABLES, hold=True)
def _untouched_fold(asked: tuple[Option, ...], verbs: Verbs) -> Cut:
    """What stands open at any time is the same from act to act, whatever window it is in, until somebody fills it in."""
    return _fold(asked, {}, {}, verbs)


def _fold(asked: tuple[Option, ...], drafts: Drafts, odds: Odds, verbs: Verbs) -> Cut:
    ready = [o for o in asked if not o.blocked]
    chips, acts = [o for o in ready if o.params], [o for o in ready if not o.params]
    place = Markup("w-{place}").format(place=PLACE)
    parts = [Markup('<div class="window" id="{place}">').format(place=place)]
    group = ""
    for option in chips:
        if option.group != group and option.group:
            parts.append(_row_head(option.group))
        group = option.group or group
        touched = begun(option, drafts) or figured(option, odds)
        parts.append(_folded_form(option, drafts, odds, verbs) if touched else _untouched_form(unplaced(option), verbs))
    parts += not_now([o for o in asked if o.blocked], place), Markup("</div>")
    parts += _acts(acts, odds, verbs, after=group if chips else None)
    return cut(parts, (*chips, *acts))


@remembered(lambda option, verbs: (id(option), id(verbs)), 4096, hold=True)
def _untouched_form(option: Option, verbs: Verbs) -> Markup:
    return _folded_form(option, {}, {}, verbs)


def _folded_form(option: Option, drafts: Drafts, odds: Odds, verbs: Verbs) -> Markup:
    docked, icon = dock("", lead=False), sign(verbs, option.verb)
    return joined(option_form(option, drafts, odds, docked, icon, "", lies=False, alone=False))


@lru_cache(1024)
def _row_head(group: str) -> Markup:
    return Markup('<h3 class="row-head">{group}</h3>').format(group=term(group))


def _open(
    chips: list[Option],
    drafts: Drafts,
    next_step: Option | None,
    ready: Sequence[Option],
    behind: tuple[str, ...],
) -> Option | None:
    """Which option lies open: the one last touched, else the next step, else the first in view that costs nothing.

    None where to take the next step is to lose: then people choose. What is folded `behind` a pool lies open for nobody who
    has not opened it: its button would be folded with it.
    """
    touched = {(option.seat, option.window, option.key): option for option in chips} if drafts else {}
    for key in reversed(tuple(drafts)):
        if key in touched:
            return touched[key]
    if next_step or any(o.lost for o in ready):
        return next_step
    at_hand = (o for o in chips if not o.reaction and o.group not in behind)
    return next((o for o in at_hand if not o.costs(first(o.params))), None)


def _acts(options: Sequence[Option], odds: Odds, verbs: Verbs, *, after: str | None) -> list[Markup]:
    """One tap each: short ones as a row of chips, those with words or a price as lines; `after` chips of that group."""
    if not options:
        return []
    parts = [Markup('<div class="one-tap">')]
    if after is not None:
        parts.append(Markup('<p class="or">{words}</p>').format(words=_("Or")))
    last = options[-1].group if len(options) <= ABREAST else after or ""
    return [*parts, *_rows(options, odds, verbs, last), Markup("</div>")]


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
            worth = brief(odds[option.window, option.key], full=kind == "act") if figured(option, odds) else NOTHING
            if kind == "act" and option.figures and not figured(option, odds):
                worth = SOON
            parts.append(joined((head, button, worth, Markup("</button></form>"))))
        parts.append(Markup("</div>"))
    return parts


def _kind(option: Option) -> str:
    return "act" if option.says or option.price else "chip"


@lru_cache(4096)
def _act(option: Option, icon: Markup) -> tuple[Markup, Markup]:
    """An option that asks for nothing, one tap: the head of its form, and its button up to where its worth stands."""
    says = Markup("<small>{says}</small>").format(says=option.says) if option.says else ""
    name = named("f-", option)
    button = Markup('<button class="{kind}" id="{name}-go"><span>{sign}{label}{says}</span>{price}')
    return form_head(option, name, ""), button.format(
        kind=_kind(option), name=name, sign=icon, label=option.label, says=says, price=priced(option)
    )
