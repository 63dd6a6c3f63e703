"""Parameters to form controls: picks to chips, numbers to chips or a stepper, texts to fields. Works without script."""

from functools import lru_cache
from itertools import groupby

from cliffhanger.kernel.params import Choice, Item, Number, Param, Pick, Text, amount, price
from cliffhanger.web.page.html import esc, ident

CHIPS = 9  # more things than this stand in a list
LINE = 120  # longer texts get several lines
STEPS = 10  # more numbers than this get a stepper


FORM = "\x01"  # stands where the id of the form goes, so that the same question is drawn once for all its forms


def control(p: Param, choice: Choice, form: str) -> str:
    """Give the controls for one parameter, set as the choice says; `form` is the id of the form they stand in."""
    value = choice.get(p.name)
    return _control(p, tuple(value) if isinstance(value, list) else value).replace(FORM, form)


@lru_cache(4096)
def _control(p: Param, value: tuple[str, ...] | int | str | None) -> str:
    if isinstance(p, Pick):
        return pick(p, value, FORM)
    if isinstance(p, Number):
        return number(p, value, FORM)
    return text(p, value, FORM)


def pick(p: Pick, value: object, form: str) -> str:
    """Chips to tap: one of them, or several."""
    chosen = tuple(value) if isinstance(value, tuple | list) else ()
    single = p.least == p.most == 1
    kind = "radio" if single else "checkbox"
    if single and len(p.items) > CHIPS:
        return _list(p, chosen, form)
    most = "" if single else f' data-most="{p.most}"'
    items = "".join(_item(p, item, item.id in chosen, kind, form) for item in p.items)
    if not p.items:
        items = '<p class="soft">There is nothing to choose from yet.</p>'
    shape = "chips" if len(p.items) <= CHIPS else "chips rows"
    return (
        f'<fieldset class="offer-row" id="{form}-{ident(p.name)}"{most}><legend>{_legend(p, chosen)}</legend>'
        f'<div class="{shape}">{items}</div></fieldset>'
    )


def _list(p: Pick, chosen: tuple[str, ...], form: str) -> str:
    """One of many: a list that opens, for a row of chips would be longer than the screen.

    What has the highest numbers stands at its head, and once more in its group: two taps, and nothing to scroll.
    """
    place = f"{form}-{ident(p.name)}"
    best = _best(p.items)
    first = {item.id for item in best}
    rows = _group("The best of them", "".join(_row(item, item.id in chosen) for item in best))
    for name, items in groupby(p.items, key=lambda item: item.group):
        rows += _group(name, "".join(_row(item, item.id in chosen and item.id not in first) for item in items))
    return (
        f'<div class="offer-row"><label for="{place}">{_legend(p, chosen)}</label>'
        f'<select id="{place}" name="p.{esc(p.name)}">{rows}</select></div>'
    )


def _best(items: tuple[Item, ...]) -> list[Item]:
    """As many as a hand of chips of those with the highest numbers, of a list that is much longer and stands in groups."""
    if len(items) < 2 * CHIPS or not any(item.group for item in items):
        return []
    open_ = [item for item in items if item.n > 0 and not item.blocked]
    return sorted(open_, key=lambda item: -item.n)[:CHIPS]


def _group(name: str, rows: str) -> str:
    if not rows:
        return ""
    return f'<optgroup label="{esc(name)}">{rows}</optgroup>' if name else rows


def _row(item: Item, on: bool) -> str:
    label = f"{item.label} {item.n}" if item.n else item.label
    if item.blocked:
        return f"<option disabled>{esc(label)}: {esc(item.blocked)}</option>"
    says = f", {esc(item.says)}" if item.says else ""
    return f'<option value="{esc(item.id)}"{" selected" if on else ""}>{esc(label)}{says}</option>'


def _legend(p: Pick, chosen: tuple[str, ...]) -> str:
    words = [esc(p.label or p.name)]
    if not p.least == p.most == 1:
        words.append(f"choose {amount(p)}")
    if p.slots:
        allowed = ", ".join(f"{slot.free} {slot.name or slot.id}".rstrip() for slot in p.slots)
        words.append(f"free: {esc(allowed)}")
    if p.must:
        words.append(f"at least one: {esc(', '.join(p.must))}")
    if p.priced:
        known = {item.id for item in p.items}
        cost = price(p, (each for each in chosen if each in known))
        paid = f" of {p.budget}" if p.budget >= 0 else ""
        words.append(f"this costs {cost}{paid}")
    return words[0] + (f' <span class="how">{"; ".join(words[1:])}</span>' if len(words) > 1 else "")


def _item(p: Pick, item: Item, on: bool, kind: str, form: str) -> str:
    number_on_it = f' <span class="n">{str(item.n).replace("-", "&minus;")}</span>' if item.n else ""
    if item.blocked:
        return blocked(f"{esc(item.label)}{number_on_it}", item.blocked)
    says = f'<span class="why">{esc(item.says)}</span>' if item.says else ""
    same = f' data-same="{esc(item.same)}"' if item.same else ""
    return (
        f'<label class="chip"><input type="{kind}" id="{form}-{ident(p.name, item.id)}" name="p.{esc(p.name)}" '
        f'value="{esc(item.id)}"{same}{" checked" if on else ""}>'
        f"<span>{esc(item.label)}{number_on_it}{says}</span></label>"
    )


def blocked(label: str, why: str) -> str:
    """Something that keeps its place, dashed, with the reason printed; `label` is HTML."""
    return f'<span class="chip no"><span>{label}<span class="why">{esc(why)}</span></span></span>'


def number(p: Number, value: object, form: str) -> str:
    """A row of numbers while they are few, then a stepper."""
    now = value if isinstance(value, int) else min(max(p.start, p.low), p.high)
    name, words = esc(p.name), dict(p.words)
    legend = f"<legend>{esc(p.label or p.name)}</legend>"
    place = f"{form}-{ident(p.name)}"
    if p.high - p.low < STEPS:
        chips = "".join(
            f'<label class="chip"><input type="radio" id="{place}-{each - p.low}" name="p.{name}" value="{each}"'
            f'{" checked" if each == now else ""}><span><span class="n">{each}</span>'
            f"{' ' + esc(words[each]) if each in words else ''}</span></label>"
            for each in range(p.low, p.high + 1)
        )
        return (
            f'<fieldset class="offer-row" id="{place}" data-number>{legend}<div class="chips">{chips}</div></fieldset>'
        )
    label = esc(p.label or p.name)
    means = f'<output class="means" for="{place}-n">{esc(words[now])}</output>' if now in words else ""
    return (
        f'<fieldset class="offer-row" id="{place}">{legend}<div class="stepper">'
        f'<button type="button" id="{place}-less" data-step="-1" aria-label="{label}: one less">&minus;</button>'
        f'<input type="number" inputmode="numeric" id="{place}-n" name="p.{name}" min="{p.low}" max="{p.high}" '
        f'value="{now}" aria-label="{label}">'
        f'<button type="button" id="{place}-more" data-step="1" aria-label="{label}: one more">+</button></div>{means}</fieldset>'
    )


def text(p: Text, value: object, form: str) -> str:
    """A line to write on, or several."""
    said = value if isinstance(value, str) else p.start
    place = f"{form}-{ident(p.name)}"
    label = f'<label for="{place}-t">{esc(p.label or p.name)}</label>'
    size = f'maxlength="{p.most}"' + (f' minlength="{p.least}" required' if p.least else "")
    common = f'id="{place}-t" name="p.{esc(p.name)}" {size} autocomplete="off"'
    if p.form or p.most > LINE:
        rows = 14 if p.form else 2
        kind = ' class="code" spellcheck="false"' if p.form else ""
        field = f"<textarea {common}{kind} rows={rows}>\n{esc(said)}</textarea>"
    else:
        field = f'<input type="text" {common} value="{esc(said)}">'
    return f'<div class="offer-row">{label}{field}</div>'
