"""A pick by slots: each slot a question of its own, with what is chosen for it on its tab.

A skin may show the slots as tabs, of which one lies open (`slots = "tabs"`); else the tabs are not seen, and the questions
stand one below the other. A tab is a radio: no script opens it, and arrow keys go from one to the next.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cliffhanger.kernel.panels import Die
from cliffhanger.kernel.params import Item, Pick, Slot
from cliffhanger.web.page.dice import die
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _

ABREAST = 6  # tabs in one row; of more, all are in rows as long as each other
MOST = 3  # dice on a tab


class _Tab(NamedTuple):
    slot: Slot
    items: tuple[Item, ...]
    chosen: tuple[Item, ...]
    dice: tuple[int, ...]


def tabs(
    p: Pick,
    chosen: tuple[str, ...],
    form: Markup,
    chip: Callable[[Item], Markup],
    beneath: Callable[[str, tuple[Item, ...]], Markup],
    more: Mapping[str, tuple[int, ...]],
    sky: Markup,
) -> Markup:
    """All slots of a pick that have anything to choose, each a tab and its question; `chip` draws an item.

    Where nothing of a slot is free, and nothing is chosen, its question is folded. What is asked of its items stands `beneath`
    them, and brings some `more` dice (by item); over all of them is the `sky`, for a skin that has one.
    """
    found = [_tab(p, slot, chosen, more) for slot in p.slots]
    shown = [each for each in found if each.items]
    across = -(-len(shown) // -(-len(shown) // ABREAST)) if shown else 1
    parts = joined(_slot(p, each, form, chip, beneath, on=not at) for at, each in enumerate(shown))
    over = Markup('<div class="sky" id="{form}-{id}-sky" aria-hidden="true">{sky}</div>').format(
        form=form, id=ident(p.name), sky=sky
    )
    return Markup('{over}<div class="slots n{across}">{parts}</div>').format(
        over=over if sky else NOTHING, across=across, parts=parts
    )


def _tab(p: Pick, slot: Slot, chosen: tuple[str, ...], more: Mapping[str, tuple[int, ...]]) -> _Tab:
    """What lies chosen at first stands first: a row may be longer than a phone is wide."""
    items = sorted((item for item in p.items if item.slot == slot.id), key=lambda item: item.id not in p.start)
    held = tuple(item for item in items if item.id in chosen)
    dice = tuple(size for item in held for size in (*item.dice, *more.get(item.id, ())))
    return _Tab(slot, tuple(items), held, dice)


def _slot(
    p: Pick,
    each: _Tab,
    form: Markup,
    chip: Callable[[Item], Markup],
    beneath: Callable[[str, tuple[Item, ...]], Markup],
    *,
    on: bool,
) -> Markup:
    place = Markup("{form}-{name}").format(form=form, name=ident(p.name, each.slot.id))
    name = each.slot.name or each.slot.id
    tab = Markup(
        '<label class="tab"><input type="radio" id="{place}-tab" name="s.{pick}"{on}>{glyphs}<b>{name}</b>'
        '<span class="js">{words}</span></label>'
    ).format(
        place=place, pick=p.name, on=" checked" if on else "", glyphs=_glyphs(each.dice), name=name, words=_held(each)
    )
    head = Markup('<b>{name}</b> <span class="how">{words}</span>').format(
        name=name, words=_of_slot(each.slot, len(each.items))
    )
    chips = Markup('<div class="chips">{items}</div>{beneath}').format(
        items=joined(map(chip, each.items)), beneath=beneath(each.slot.id, each.items)
    )
    if each.slot.free or each.chosen:
        inner = Markup('<div class="offer-row slot"><p class="soft">{head}</p>{chips}</div>')
        return joined((tab, inner.format(head=head, chips=chips)))
    folded = Markup('<details class="law slot" id="{place}"><summary>{head}</summary>{chips}</details>')
    return joined((tab, folded.format(place=place, head=head, chips=chips)))


def _glyphs(sizes: Sequence[int]) -> Markup:
    """The dice of what is chosen, as they will be rolled; an empty place where nothing is."""
    drawn = joined(die(Die(size)) for size in sizes[:MOST]) or Markup('<i class="none">+</i>')
    return Markup('<span class="brings" aria-hidden="true">{drawn}</span>').format(drawn=drawn)


def _held(each: _Tab) -> str:
    """What is chosen, else what it would cost."""
    if each.chosen:
        return ", ".join(item.label for item in each.chosen)
    price = next((item.cost for item in each.items if item.cost), ())
    return _("free") if each.slot.free else " ".join(str(cost) for cost in price) or _("nothing")


def _of_slot(slot: Slot, count: int) -> str:
    """What a slot asks, and how much of it is free; where all of it is, that goes without saying."""
    free = _("{n} free").format(n=slot.free) if 0 < slot.free < count else ""
    return " ".join(part for part in (slot.question, slot.note or free) if part)
