"""One option as a form: the chip that opens it, what it asks for, its chance, and the button that does it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from cliffhanger.kernel.inputs import SAID
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Choice, Number, Text, first
from cliffhanger.kernel.stock import stock_of
from cliffhanger.web.page import tried, ways
from cliffhanger.web.page.amounts import aim, lying
from cliffhanger.web.page.chance import brief, chance, laws, split, value_of
from cliffhanger.web.page.controls import STEPS, controls
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _, cached
from cliffhanger.web.page.placing import PLACE, SEAL, unplaced
from cliffhanger.web.page.pool import pool
from cliffhanger.web.page.tracks import stock
from cliffhanger.web.page.view import Odds
from cliffhanger.web.page.wording import button_words

END = Markup("</div></form></div>")
Frozen = tuple[tuple[str, Any], ...]
Drafts = Mapping[tuple[str, str, str], Any]


def begun(option: Option, drafts: Drafts) -> bool:
    """Whether somebody has begun to fill it in."""
    return (option.seat, option.window, option.key) in drafts


def figured(option: Option, odds: Odds) -> bool:
    """Whether anybody knows what it is worth."""
    return (option.window, option.key) in odds


def priced(option: Option) -> Markup:
    """What an option costs, in a pill; nothing where it costs nothing."""
    return Markup(' <span class="tag pay">{price}</span>').format(price=option.price) if option.price else NOTHING


def _chip(option: Option, tools: str, *, on: bool) -> Markup:
    """The chip of an option, up to where its worth stands; among `tools` of one verb it says with what."""
    label = option.label
    if tools:
        label = option.tool.label if option.tool else _("nothing more")
    return Markup(
        '<label class="chip"><input type="radio" name="w-{place}{tools}" id="{name}"{checked}><span>{label}</span>{price}'
    ).format(
        place=PLACE,
        tools=f"-{tools}" if tools else "",
        name=named("o-", option),
        checked=" checked" if on else "",
        label=label,
        price=priced(option),
    )


def option_form(
    option: Option,
    drafts: Drafts,
    odds: Odds,
    docked: Markup,
    icon: Markup,
    rule: str,
    *,
    lies: bool,
    alone: bool,
    tools: str = "",
    on: bool = False,
    other: Markup = NOTHING,
) -> tuple[Markup, ...]:
    """An option with its form, in parts: they are joined with all that stands around them, once.

    The one that `lies` open is what is being done. One that stands `alone` has no chip; one of several `tools` (the id of
    their verb) says on its chip with what, and is `on` where it opens first when its verb is chosen. Beside its button stands
    the `other` of two things to do.
    """
    choice, shape = chosen(option, drafts) if drafts and begun(option, drafts) else (None, "")
    each = None
    if tried.pools(option.params):
        each = tried.worth(option, first(option.params) if choice is None else dict(choice), odds)
    drawn = _parts(unplaced(option), choice, shape, icon, rule, tools, each, lies=lies, alone=alone, on=on or lies)
    figures = odds.get((option.window, option.key), ()) if odds else ()
    several = bool(ways.ways(option))
    button = ways.drawn(option, odds, named("f-", option)) if several else drawn.button
    if not figures:
        quiet = NOTHING if several and not option.says else drawn.quiet
        why = _beside(drawn.line, drawn.why)
        return drawn.chip, drawn.head, drawn.above, why, docked, drawn.docked, quiet, other, button, END
    place = named("chance-", option)
    worth = NOTHING if alone else brief(figures)
    said = Markup('<p class="says">{says}</p>').format(says=option.says) if option.says else NOTHING
    above = drawn.above, said, split(figures), _beside(drawn.line, drawn.why, laws(place, figures))
    shown = NOTHING if several else chance(place, figures)
    return drawn.chip, worth, drawn.head, *above, docked, drawn.docked, shown, other, button, END


def chosen_above(option: Option, drafts: Drafts, odds: Odds, *, on: bool, tool: bool) -> Markup:
    """The chip and the form of an option whose button stands with others in one dock: what it asks for, and no more.

    As one `tool` of several its chip says what it is worth, and without script it has a button of its own.
    """
    choice, shape = chosen(option, drafts)
    known, name, figures = dict(choice), named("f-", option), odds.get((option.window, option.key), ())
    chip = Markup(
        '<div class="opt"><label class="chip"><input type="radio" name="w-{place}" id="{name}"{on}><span>{label}</span>{worth}</label>'
    ).format(
        place=PLACE,
        name=named("o-", option),
        on=" checked" if on else "",
        label=option.label,
        worth=brief(figures) if tool else NOTHING,
    )
    says = Markup('<p class="says">{says}</p>').format(says=option.says) if option.says else NOTHING
    own = Markup('<noscript><button class="act">{label}</button></noscript>').format(label=option.label)
    return joined(
        (
            chip,
            form_head(option, name, shape),
            controls(option.params, known, name),
            stock(stock_of(option, known), named("stock-", option)),
            says,
            own if tool else NOTHING,
            Markup("</form></div>"),
        )
    )


def line_field(option: Option, of: Markup | None = None) -> Markup:
    """The field for a line of one's own that goes with an act; only what lies open has it.

    Outside of a form it is `of` the form with this id; with none, a script has it go along with whatever is done.
    """
    form = NOTHING if of is None else Markup(' form="{of}"').format(of=of)
    field = Markup(
        '<input name="said" id="{name}"{form} maxlength="{most}" placeholder="{say}" aria-label="{say}"{js}>'
    )
    return field.format(
        name=named("said-", option),
        form=form,
        most=SAID,
        say=_("Say it in a line"),
        js=Markup(' class="js"') if of == "" else NOTHING,
    )


def instead(option: Option, odds: Odds) -> Markup:
    """What opens an option from beside the button of another one, with its price; its chip is what is heard.

    It says what it is worth, or what it does where its figures are of something else.
    """
    figures = odds.get((option.window, option.key), ())
    words = (
        Markup("{value} {words}").format(value=value_of(figures[0]), words=figures[0].words)
        if figures and (figures[0].alone or not option.says)
        else option.says
    )
    says = Markup("<small>{says}</small>").format(says=words) if words else NOTHING
    return Markup(
        '<label class="act instead" for="{name}" aria-hidden="true"><span>{label}{says}</span>{price}</label>'
    ).format(name=named("o-", option), label=option.label, says=says, price=priced(option))


def is_told(option: Option) -> bool:
    """Whether an option asks for words already: a second field for words would pass for the one that has to be filled."""
    return any(isinstance(p, Text) and p.least and not p.form for p in option.params)


def _beside(*parts: Markup) -> Markup:
    """The line of one's own, the rule and what can come of it, in one row."""
    inner = joined(parts)
    return Markup('<div class="beside-it">{inner}</div>').format(inner=inner) if inner else NOTHING


def _fits_the_dock(option: Option) -> bool:
    """Whether all that an option asks is one of a few numbers: then they stand above its button, at the thumb."""
    match option.params:
        case (Number(low=low, high=high),):
            return high - low < STEPS
    return False


def rule_fold(option: Option, words: Markup) -> Markup:
    """The rule an option rests on, in paragraphs, behind a fold."""
    return Markup('<details class="law" id="{name}"><summary>{rule}</summary>{words}</details>').format(
        name=named("why-", option), rule=_("The rule"), words=words
    )


def _why(option: Option, rule: str, *, lies: bool) -> Markup:
    """The rule an option rests on, behind a fold. Only the one that lies open brings its words.

    Another has its fold all the same, with the rule's name: whoever opens it sees the words come where they belong.
    """
    words = rule_words(option, rule) if lies else _("Rule {id}.").format(id=option.rule)
    return rule_fold(option, Markup("<p>{words}</p>").format(words=words))


def rule_words(option: Option, rule: str) -> Markup:
    """The words of the rule of an option, the rule last."""
    return Markup("{words} <b>({rule})</b>").format(words=rule, rule=option.rule)


def named(kind: str, option: Option) -> Markup:
    """The id of a part of an option."""
    return Markup("{kind}{place}-{key}").format(kind=kind, place=PLACE, key=ident(option.key))


@lru_cache(64)
def dock(beside: str, *, lead: bool) -> Markup:
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
    line: Markup
    why: Markup
    docked: Markup
    quiet: Markup
    button: Markup


@cached(8192)
def _parts(
    option: Option,
    choice: Frozen | None,
    shape: str,
    icon: Markup,
    rule: str,
    tools: str,
    each: tried.Worth | None,
    *,
    lies: bool,
    alone: bool,
    on: bool,
) -> _Parts:
    """Draw an option, whoever has it; with no `choice` as it lies there before anybody has touched it.

    `rule` are the words of its rule if it `lies` open, else no more than its name. `each` is what its items are worth.
    """
    name = named("f-", option)
    known = first(option.params) if choice is None else dict(choice)
    several = bool(ways.ways(option))
    fields = NOTHING if several else controls(option.params, known, name, each)
    above, docked = (NOTHING, fields) if _fits_the_dock(option) else (fields, NOTHING)
    lies_there = {} if several else known  # of several ways none is chosen yet
    if on and option.pool:  # of what does not lie open the dice come when it is opened
        docked = joined((pool(option, lies_there, named("pool-", option)), docked))
    if on:
        docked = joined((stock(stock_of(option, lies_there), named("stock-", option)), docked))
    if by := shape.partition(":")[0]:
        changed = _("Changed for you by {names}.").format(names=by)
        above = joined((Markup('<p class="shaped">{words}</p>').format(words=changed), above))
    chip = (
        Markup('<div class="opt only">')
        if alone
        else joined((Markup('<div class="opt">'), _chip(option, tools, on=on)))
    )
    head = form_head(option, name, shape)
    return _Parts(
        chip=chip,
        head=head if alone else joined((Markup("</label>"), head)),
        above=above,
        # Its field stands below the fold of the rule, which is there already and must not move.
        line=line_field(option) if lies and not is_told(option) else NOTHING,
        why=_why(option, rule, lies=lies) if rule else NOTHING,
        docked=docked,
        quiet=_quiet(named("chance-", option), option.says),
        button=_button(option, known, name, icon),
    )


def _button(option: Option, known: Choice, name: Markup, icon: Markup) -> Markup:
    """The big button of an option: what it does, to whom as it is chosen now, and for what price."""
    paid = option.paid(known)
    price = Markup(' <span class="tag">{price}</span>').format(price=paid) if paid else ""
    risks = ", ".join(str(each) for each in option.costs(known) if each.risk)
    danger = Markup('<small class="danger">{words}</small>').format(words=risks) if risks else ""
    return Markup('<button class="next" id="{name}-go">{words}{price}{danger}</button>').format(
        name=name, words=_lit(option, known, icon), price=price, danger=danger
    )


def unlit(form: Markup) -> Markup:
    """The form of an option with its big button as an outline: it stands there to be pressed, but nothing urges to it."""
    return form.replace(Markup('<button class="next"'), Markup('<button class="next unlit"'))


def _lit(option: Option, choice: Choice, icon: Markup) -> Markup:
    """What stands on the big button: its icon, and its own words, or the label and what it is about.

    Without script it would go on naming what was chosen first: there the label stands alone.
    """
    if words := button_words(option, choice):
        both = Markup('<span>{sign}<span class="js">{button}</span><noscript>{label}</noscript></span>')
        return both.format(sign=icon, button=words, label=option.label)
    said = "" if _in_the_pool(option) else lying(option, choice) or aim(option, choice)
    whom = Markup('<span>{label}<span class="aim js"><span class="sr">: </span>{said}</span></span>')
    return joined((icon, whom.format(label=option.label, said=said) if said else option.label))


def _in_the_pool(option: Option) -> bool:
    """Whether what is picked first is seen as dice, and need not be named once more."""
    return bool(option.params) and any(row.id == option.params[0].name for row in option.pool)


def form_head(option: Option, name: Markup, shape: str, *, hidden: bool = False) -> Markup:
    """The beginning of an option's form; `shape` is how somebody else has shaped what is chosen in it.

    A `hidden` one has nothing to fill in, and its button elsewhere.
    """
    mark = Markup(' data-shape="{id}"').format(id=ident(shape)) if shape else ""
    return Markup(
        '<form id="{name}" data-do="act" data-key="{key}"{mark}{hidden} method="post"{seal}'
        '<input type="hidden" name="key" value="{key}">'
    ).format(name=name, key=option.key, mark=mark, hidden=Markup(" hidden") if hidden else NOTHING, seal=SEAL)
