"""Parameters to form controls: picks to chips, numbers to chips or a stepper, texts to fields. Works without script."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TypeGuard

from cliffhanger.kernel.panels import Die
from cliffhanger.kernel.params import Choice, Item, Number, Param, Pick, Ready, Text, lies, price, spoken
from cliffhanger.web.page.dice import die
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _, cached
from cliffhanger.web.page.slots import tabs
from cliffhanger.web.page.terms import said as in_language
from cliffhanger.web.page.terms import terms_in
from cliffhanger.web.page.tried import Worth, alone_beside, by_slot

PICKS = 2  # of more picks than these in one form, those that only make dice are folded
CHIPS = 9  # more things than this stand in a list
SAYS = 60  # characters of what an item says; of more a phone shows the first line until it is chosen
LINE = 120  # longer texts get several lines
STEPS = 10  # more numbers than this get a stepper


FORM = Markup("\x01")  # stands where the id of the form goes, so that the same question is drawn once for all its forms


def controls(params: Sequence[Param], choice: Choice, form: Markup, worth: Worth | None = None) -> Markup:
    """Give the controls for all parameters; what may stay empty within a pick is folded, with what it asks for in turn.

    What asks of each item of a pick by slots by itself stands there, below that item; `worth` is what each would be worth.
    """
    parts: list[Markup] = []
    left = list(params)
    deep = sum(isinstance(p, Pick) for p in params) > PICKS
    while left:
        p = left.pop(0)
        if deep and _makes_dice(p):
            how = [p]
            while left and _makes_dice(another := left[0]):
                how.append(another)
                left.pop(0)
            parts.append(_how(how, choice, form))
            continue
        if isinstance(p, Pick) and by_slot(p):
            below = [q for q in left if isinstance(q, Pick) and alone_beside(q, p)]
            left = [q for q in left if q not in below]
            parts.append(_by_slots(p, below, choice, form, worth))
            continue
        drawn = control(p, choice, form)
        if isinstance(p, Pick) and p.within and not p.least:
            inner = [drawn]
            while left and left[0].within == p.name:
                inner.append(control(left.pop(0), choice, form))
            drawn = _folded(
                Markup("{form}-{name}-more").format(form=form, name=ident(p.name)),
                p.label or p.name,
                joined(inner),
                opened=bool(choice.get(p.name)),
            )
        parts.append(drawn)
    return joined(parts)


def _held(choice: Choice, p: Pick) -> tuple[str, ...]:
    value = choice.get(p.name)
    return tuple(value) if isinstance(value, tuple | list) else ()


def _makes_dice(p: Param) -> TypeGuard[Pick]:
    """Whether one thing is picked for its dice, and something lies chosen already."""
    return isinstance(p, Pick) and p.one and len(p.items) <= CHIPS and all(item.dice for item in p.items)


def _how(picks: Sequence[Pick], choice: Choice, form: Markup) -> Markup:
    """What the pool is made of, in one line that opens: of many questions those come last that have a good answer."""
    held = [item for p in picks for item in p.items if item.id in _held(choice, p)]
    words = " + ".join(f"{item.label} {item.n}" if item.n else item.label for item in held)
    # Without script the line would go on naming what lay chosen at first.
    head = Markup('<span class="js">{words}</span><noscript>{names}</noscript>').format(
        words=words, names=", ".join(p.label or p.name for p in picks)
    )
    inner = joined(control(p, choice, form) for p in picks)
    return _folded(Markup("{form}-how-{name}").format(form=form, name=ident(picks[0].name)), head, inner)


def _folded(place: Markup, head: Markup | str, inner: Markup, *, opened: bool = False) -> Markup:
    return Markup('<details class="law" id="{place}"{open}><summary>{head}</summary>{inner}</details>').format(
        place=place, open=" open" if opened else "", head=head, inner=inner
    )


def _by_slots(p: Pick, below: Sequence[Pick], choice: Choice, form: Markup, worth: Worth | None) -> Markup:
    """The controls of a pick by slots, with those that stand below its items."""
    inner = tuple((q, _held(choice, q), worth.of(q) if worth else None) for q in below)
    drawn = _slots_of(p, _held(choice, p), inner, worth.of(p) if worth else None, worth.sky if worth else NOTHING)
    return drawn.replace(FORM, form)


def control(p: Param, choice: Choice, form: Markup) -> Markup:
    """Give the controls for one parameter, set as the choice says; `form` is the id of the form they stand in."""
    value = choice.get(p.name)
    far = isinstance(p, Text) and bool(p.within) and not choice.get(p.within)
    return _control(p, tuple(value) if isinstance(value, list) else value, far).replace(FORM, form)


@cached(4096)
def _control(p: Param, value: tuple[str, ...] | int | str | None, far: bool) -> Markup:
    if isinstance(p, Pick):
        return pick(p, value, FORM)
    if isinstance(p, Number):
        return number(p, value, FORM)
    return text(p, value, FORM, far=far)


def pick(p: Pick, value: object, form: Markup) -> Markup:
    """Chips to tap: one of them, or several."""
    chosen = tuple(value) if isinstance(value, tuple | list) else ()
    single = p.least == p.most == 1
    kind = "radio" if single else "checkbox"
    if single and len(p.items) > CHIPS:
        return _list(p, chosen, form)
    most = "" if single else Markup(' data-most="{most}"').format(most=p.most)
    if by_slot(p):
        return _slots_of(p, chosen).replace(FORM, form)
    heads = p.heads
    items = joined(_head_of(heads.get(item.id, "")) + _item(p, item, item.id in chosen, kind, form) for item in p.items)
    if not p.items:
        items = Markup('<p class="soft">{choose}</p>').format(choose=_("There is nothing to choose from yet."))
    if all(item.blocked for item in p.items):
        items += _nothing(p, form)
    shape = "chips" if len(p.items) <= CHIPS else "chips rows"
    if any(len(item.says) > SAYS for item in p.items):
        shape += " told"
    return Markup(
        '<fieldset class="offer-row" id="{form}-{id}"{most}{within}><legend>{legend}</legend><div class="{shape}">'
        "{items}</div></fieldset>"
    ).format(
        form=form, id=ident(p.name), most=most, within=_within(p), legend=_legend(p, chosen), shape=shape, items=items
    )


def _head_of(group: str) -> Markup:
    """The name of a group before its first chip."""
    return Markup('<span class="among">{group}</span>').format(group=group) if group else NOTHING


def _nothing(p: Pick, form: Markup) -> Markup:
    """What answers where nothing can be chosen: a box that nobody sees, and nobody ticks."""
    return Markup('<input type="checkbox" id="{form}-{id}-none" name="p.{name}" hidden disabled>').format(
        form=form, id=ident(p.name), name=p.name
    )


def _within(p: Pick | Text) -> Markup:
    """What says to the script of which pick this depends: only what that holds is asked about."""
    return Markup(' data-within="p.{name}"').format(name=p.within) if p.within else Markup("")


Said = tuple[tuple[str, Markup], ...]
"""What each item would be worth, by id."""
Below = tuple[tuple[Pick, tuple[str, ...], Said | None], ...]
"""Picks that ask of each item of another one by itself, what is chosen in them, and what their items would be worth."""


@cached(4096)
def _slots_of(
    p: Pick, chosen: tuple[str, ...], below: Below = (), worth: Said | None = None, sky: Markup = NOTHING
) -> Markup:
    """A row of chips for each slot, under its question; as tabs where the skin has them so."""
    single = p.one
    kind, said = "radio" if single else "checkbox", dict(worth or ())

    def chip(item: Item) -> Markup:
        return _item(p, item, item.id in chosen, kind, FORM, None if worth is None else said.get(item.id, NOTHING))

    def beneath(slot: str, items: tuple[Item, ...]) -> Markup:
        there = {item.id: item.id in chosen for item in items}
        return joined(_beneath(q, held, of, slot, there) for q, held, of in below)

    more = {item.id: item.dice for q, held, _of in below for item in q.items if item.id in held}
    parts = tabs(p, chosen, FORM, chip, beneath, more, sky)
    most = NOTHING if single else Markup(' data-most="{most}"').format(most=p.most)
    return Markup(
        '<fieldset class="offer-row" id="{form}-{id}"{most}><legend>{legend}</legend>{parts}</fieldset>'
    ).format(form=FORM, id=ident(p.name), most=most, legend=_legend(p, chosen), parts=parts)


def _beneath(q: Pick, held: tuple[str, ...], worth: Said | None, slot: str, there: Mapping[str, bool]) -> Markup:
    """What asks of the items of one slot each by itself: seen as far as they are chosen, which `there` says of each."""
    items = [item for item in q.items if item.id in there]
    if not items:
        return NOTHING
    keep = Markup('<span class="keep js" aria-hidden="true">{words}</span>').format(words=_("Keep it whole"))
    said = dict(worth or ())
    known = [None if worth is None else said.get(item.id, NOTHING) for item in items]
    chips = joined(
        _item(q, item, item.id in held, "checkbox", FORM, one, keep, far=not there[item.id])
        for item, one in zip(items, known, strict=True)
    )
    return Markup(
        '<fieldset class="offer-row" id="{form}-{id}"{within}><legend>{label}</legend><div class="chips">{chips}</div>'
        "</fieldset>"
    ).format(form=FORM, id=ident(slot, q.name), within=_within(q), label=terms_in(q.label or q.name), chips=chips)


def _list(p: Pick, chosen: tuple[str, ...], form: Markup) -> Markup:
    """One of many: a list that opens, for a row of chips would be longer than the screen.

    What has the highest numbers stands at its head, and once more in its group: two taps, and nothing to scroll.
    """
    place = Markup("{form}-{name}").format(form=form, name=ident(p.name))
    best = _best(p.items)
    first = {item.id for item in best}
    rows = _group(_("The best of them"), joined(_row(item, item.id in chosen) for item in best))
    for name, items in groupby(p.items, key=lambda item: item.group):
        rows += _group(name, joined(_row(item, item.id in chosen and item.id not in first) for item in items))
    return Markup(
        '<div class="offer-row"><label for="{place}">{legend}</label><select id="{place}" name="p.{name}">'
        "{rows}</select></div>"
    ).format(place=place, legend=_legend(p, chosen), name=p.name, rows=rows)


def _best(items: tuple[Item, ...]) -> list[Item]:
    """As many as a hand of chips of those with the highest numbers, of a list that is much longer and stands in groups."""
    if len(items) < 2 * CHIPS or not any(item.group for item in items):
        return []
    open_ = [item for item in items if item.n > 0 and not item.blocked]
    return sorted(open_, key=lambda item: -item.n)[:CHIPS]


def _group(name: str, rows: Markup) -> Markup:
    if not rows:
        return Markup("")
    return Markup('<optgroup label="{name}">{rows}</optgroup>').format(name=name, rows=rows) if name else rows


def _row(item: Item, on: bool) -> Markup:
    label = f"{item.label} {item.n}" if item.n else item.label
    if item.blocked:
        return Markup("<option disabled>{label}: {blocked}</option>").format(label=label, blocked=item.blocked)
    says = f", {item.says}" if item.says else ""
    return Markup('<option value="{id}"{selected}>{label}{says}</option>').format(
        id=item.id, selected=" selected" if on else "", label=label, says=says
    )


def _legend(p: Pick, chosen: tuple[str, ...]) -> Markup:
    words = []
    slotted = by_slot(p)
    if not (slotted or p.least == p.most == 1):
        words.append(_how_many(p))
    if p.slots and not slotted:
        allowed = ", ".join(f"{slot.free} {slot.name or slot.id}".rstrip() for slot in p.slots)
        words.append(_("free: {slots}").format(slots=allowed))
    if p.must and not slotted:
        words.append(_("at least one: {groups}").format(groups=", ".join(p.must)))
    if p.priced:
        known = {item.id for item in p.items}
        cost = price(p, (each for each in chosen if each in known))
        paid = _("you pay {cost} of the {budget} you have") if p.budget >= 0 else _("you pay {cost}")
        if not cost and p.budget >= 0:
            paid = _("you have {budget}")
        words.append(paid.format(cost=cost, budget=p.budget))
    how = Markup(' <span class="how">{words}</span>').format(words="; ".join(words)) if words else ""
    return joined((terms_in(p.label or p.name), how))


def _how_many(p: Pick) -> str:
    if p.least == p.most:
        return _("choose {most}").format(most=p.most)
    return (_("choose {least} to {most}") if p.least else _("choose up to {most}")).format(least=p.least, most=p.most)


def _item(
    p: Pick,
    item: Item,
    on: bool,
    kind: str,
    form: Markup,
    worth: Markup | None = None,
    more: Markup = NOTHING,
    *,
    far: bool = False,
) -> Markup:
    """A chip; where items say what they are `worth` it has room for that, known or not; `far` while it cannot be chosen."""
    number_on_it = Markup(' <span class="n">{n}</span>').format(n=str(item.n).replace("-", "−")) if item.n else NOTHING
    if item.blocked:
        return blocked(joined((item.label, number_on_it)), item.blocked)
    words = item.says
    if item.n and words[:1].islower():  # "3 dice of Defense" stay together
        words, number_on_it = joined((number_on_it, " ", words)), NOTHING
    says = Markup('<span class="why">{says}</span>').format(says=words) if words else NOTHING
    same = Markup(' data-same="{same}"').format(same=item.same) if item.same else ""
    figure = NOTHING if worth is None else Markup(' <span class="each">{worth}</span>').format(worth=worth)
    return Markup(
        '<label class="chip{far}"><input type="{kind}" id="{form}-{id}" name="p.{name}" '
        'value="{value}"{same}{checked}>{glyphs}<span>{label}{number_on_it}{figure}{says}{more}</span></label>'
    ).format(
        far=Markup(" far") if far else NOTHING,
        figure=figure,
        more=more,
        glyphs=_glyphs(item),
        kind=kind,
        form=form,
        id=ident(p.name, item.id),
        name=p.name,
        value=item.id,
        same=same,
        checked=" checked" if on else "",
        label=item.label,
        number_on_it=number_on_it,
        says=says,
    )


def _glyphs(item: Item) -> Markup:
    """The dice that an item adds, as they are drawn; a reader who does not see them hears their sizes."""
    said = " ".join(f"d{size}" for size in item.dice)
    if item.n == len(item.dice) > 1:
        return Markup("")  # the number says how many
    if not said or said == item.label.casefold():
        return Markup("")
    return Markup('{dice}<span class="sr">{said} </span>').format(
        dice=joined(die(Die(size)) for size in item.dice), said=said
    )


def blocked(label: str, why: str) -> Markup:
    """Something that keeps its place, dashed, with the reason printed."""
    return Markup('<span class="chip no"><span>{label}<span class="why">{why}</span></span></span>').format(
        label=label, why=why
    )


def number(p: Number, value: object, form: Markup) -> Markup:
    """A row of numbers while they are few, then a stepper."""
    now = value if isinstance(value, int) else min(max(p.start, p.low), p.high)
    words = dict(p.words)
    legend = Markup("<legend>{label}</legend>").format(label=terms_in(p.label or p.name))
    place = Markup("{form}-{name}").format(form=form, name=ident(p.name))
    if p.high - p.low < STEPS:
        chips = joined(
            Markup(
                '<label class="chip"><input type="radio" id="{place}-{at}" name="p.{name}" '
                'value="{each}"{checked}><span><span class="n">{each}</span>{word}</span></label>'
            ).format(
                place=place,
                at=each - p.low,
                name=p.name,
                each=each,
                checked=" checked" if each == now else "",
                word=f" {words[each]}" if each in words else "",
            )
            for each in range(p.low, p.high + 1)
        )
        return Markup(
            '<fieldset class="offer-row" id="{place}" data-number>{legend}<div class="chips">{chips}</div></fieldset>'
        ).format(place=place, legend=legend, chips=chips)
    label = p.label or p.name
    means = (
        Markup('<output class="means" for="{place}-n">{words}</output>').format(place=place, words=words[now])
        if now in words
        else ""
    )
    return Markup(
        '<fieldset class="offer-row" id="{place}">{legend}<div class="stepper"><button type="button" '
        'id="{place}-less" data-step="-1" aria-label="{less}">&minus;</button><input '
        'type="number" inputmode="numeric" id="{place}-n" name="p.{name}" min="{low}" max="{high}" '
        'value="{now}" aria-label="{label}"><button type="button" id="{place}-more" data-step="1" '
        'aria-label="{more}">+</button></div>{means}</fieldset>'
    ).format(
        place=place,
        legend=legend,
        less=_("{label}: one less").format(label=label),
        name=p.name,
        low=p.low,
        high=p.high,
        now=now,
        label=label,
        more=_("{label}: one more").format(label=label),
        means=means,
    )


def text(p: Text, value: object, form: Markup, *, far: bool = False) -> Markup:
    """A line to write on, or several; `far` while the pick that it stands within holds nothing."""
    p = spoken(p, in_language) if p.ready else p
    said = (in_language(value) if p.ready else value) if isinstance(value, str) else lies(p)
    ready = _ready(p, said, form)
    said = "" if any(each.says == said for each in p.ready) else said
    place = Markup("{form}-{name}").format(form=form, name=ident(p.name))
    need = _("Say it first: {label}").format(label=p.label or p.name)
    size = Markup('maxlength="{most}"').format(most=p.most) + (
        Markup(' minlength="{least}"{required} data-need="{need}"').format(
            least=p.least, required="" if p.within or p.ready else " required", need=need
        )
        if p.least
        else ""
    )
    common = Markup('id="{place}-t" name="p.{name}" {size} autocomplete="off"{called}').format(
        place=place,
        name=p.name,
        size=size,
        called=Markup(' aria-label="{label}"').format(label=p.label or p.name) if p.ready else "",
    )
    if p.form or p.most > LINE:
        rows = 14 if p.form else 2
        kind = Markup(' class="code" spellcheck="false"') if p.form else ""
        field = Markup("<textarea {common}{kind} rows={rows}>\n{said}</textarea>").format(
            common=common, kind=kind, rows=rows, said=said
        )
    else:
        field = Markup('<input type="text" {common} value="{said}">').format(common=common, said=said)
    row = (
        Markup('<fieldset class="offer-row{far}"{within}><legend>{label}</legend>{ready}{field}</fieldset>')
        if p.ready
        else Markup('<div class="offer-row{far}"{within}><label for="{place}-t">{label}{needed}</label>{field}</div>')
    )
    hidden = Markup(" far") if far else NOTHING
    needed = Markup(' <span class="how">{needed}</span>').format(needed=_("needed"))
    return row.format(
        far=hidden,
        within=_within(p),
        place=place,
        label=p.label or p.name,
        needed=needed if p.least else NOTHING,
        ready=ready,
        field=field,
    )


def _ready(p: Text, said: str, form: Markup) -> Markup:
    """Words to start from, as chips, and one for words of one's own: the field for those is seen once it is chosen."""
    if not p.ready:
        return NOTHING
    at = next((at for at, each in enumerate(p.ready) if each.says == said), -1 if said else 0)
    said_by = [(each.says, each.says, each.note, _sets(each)) for each in p.ready]
    chips = joined(
        Markup(
            '<label class="chip"><input type="radio" id="{form}-{id}-r{at}" name="r.{name}" value="{value}"{sets}{on}>'
            "<span>{says}{note}</span></label>"
        ).format(
            note=Markup('<span class="why">{note}</span>').format(note=note) if note else "",
            form=form,
            id=ident(p.name),
            at=n,
            name=p.name,
            value=value,
            says=says,
            sets=sets,
            on=" checked" if n == at % (len(p.ready) + 1) else "",  # the last one for words that are none of these
        )
        for n, (value, says, note, sets) in enumerate((*said_by, ("", _("In your own words"), "", NOTHING)))
    )
    return Markup('<div class="chips">{chips}</div>').format(chips=chips)


def _sets(ready: Ready) -> Markup:
    """What goes with ready words, for a script to choose with them."""
    sets = " ".join(f"{name}={item}" for name, item in ready.picks)
    return Markup(' data-sets="{sets}"').format(sets=sets) if sets else NOTHING
