"""The slots of a pick: each a tab with what is chosen for it, and a question."""

import re

from cliffhanger.kernel.params import Cost, Item, Pick, Slot
from cliffhanger.web.page.html import NOTHING, Markup
from cliffhanger.web.page.slots import tabs

FREE, DEAR, NONE = Slot("why", "Why", 1), Slot("more", "One more", 0, "One more die?", "A point each."), Slot("none")
NO_MORE = {}
ITEMS = (
    Item("truth", "Truth", slot="why", dice=(10,)),
    Item("love", "Love", slot="why", dice=(8, 6, 4, 12)),
    Item("angry", "Angry", slot="more", dice=(6,), cost=(Cost(1, "point", to="Dell"),)),
)


def drawn(*chosen, start=(), items=ITEMS, slots=(FREE, DEAR, NONE), more=NO_MORE, sky=NOTHING):
    """The slots of a pick, its chips written as what they are called, and below them which slot it is."""
    p = Pick("pool", "Dice", items, 0, 3, slots, 3, start)

    def chip(item):
        return Markup("[{label}]").format(label=item.label)

    def beneath(slot, there):
        return Markup("({slot}: {count})").format(slot=slot, count=len(there))

    return tabs(p, chosen, Markup("f"), chip, beneath, more, sky)


def said(markup):
    """What stands on each tab, without its dice."""
    return re.findall(r'<b>([^<]*)</b><span class="js">([^<]*)</span></label>', markup)


def test_a_tab_says_what_is_chosen_and_an_empty_one_what_it_would_cost():
    assert said(drawn("truth")) == [("Why", "Truth"), ("One more", "1 point paid to Dell")]
    assert said(drawn()) == [("Why", "free"), ("One more", "1 point paid to Dell")]
    assert said(drawn("truth", "love", "angry")) == [("Why", "Truth, Love"), ("One more", "Angry")]


def test_a_slot_without_price_that_is_not_free_says_that_nothing_is_in_it():
    bare = Slot("why", "Why")
    assert said(drawn(slots=(bare,))) == [("Why", "nothing")]


def test_the_first_tab_is_open_and_a_slot_with_nothing_to_choose_has_none():
    found = drawn("truth")
    assert re.findall(r'id="([^"]+)" name="s.pool"( checked)?', found) == [
        ("f-pool-why-tab", " checked"),
        ("f-pool-more-tab", ""),
    ]
    assert 'class="slots n2"' in found
    assert 'class="slots n1"' in drawn(items=())


def test_what_costs_and_is_not_chosen_is_folded_and_what_lies_ready_stands_first():
    assert '<details class="law slot" id="f-pool-more">' in drawn()
    assert "<details" not in drawn("angry")
    assert drawn(start=("love",)).index("[Love]") < drawn(start=("love",)).index("[Truth]")


def test_a_tab_has_the_dice_of_what_is_chosen_three_at_the_most():
    glyphs = re.findall(r'<span class="brings" aria-hidden="true">(.*?)</span><b>', drawn("love"))
    assert [each.count("<svg") for each in glyphs] == [3, 0]
    assert '<i class="none">+</i>' in glyphs[1]


def test_what_is_asked_of_the_items_of_a_slot_stands_below_them_and_its_dice_on_their_tab():
    found = drawn("truth", more={"truth": (10, 10), "love": (8,)})
    assert "[Truth][Love]</div>(why: 2)" in found
    assert "[Angry]</div>(more: 1)" in found
    assert re.search(r'<span class="brings" aria-hidden="true">(.*?)</span><b>', found)[1].count("<svg") == 3


def test_over_the_slots_is_a_sky_where_anything_is_known_of_the_chance():
    assert 'class="sky"' not in drawn()
    found = drawn(sky=Markup("<i>15 %</i>"))
    assert '<div class="sky" id="f-pool-sky" aria-hidden="true"><i>15 %</i></div><div class="slots' in found


def test_many_slots_stand_in_rows_of_one_length():
    slots = tuple(Slot(f"s{n}", f"S{n}", 1) for n in range(8))
    items = tuple(Item(f"i{n}", f"I{n}", slot=f"s{n}") for n in range(8))
    assert 'class="slots n4"' in drawn(items=items, slots=slots)
