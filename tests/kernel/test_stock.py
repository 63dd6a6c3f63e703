"""What an option takes its points from: stores one after the other, with what is chosen about to be taken."""

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Track
from cliffhanger.kernel.params import Item, Number, Pick
from cliffhanger.kernel.stock import left, stock_of

BREATH = Track("breath-ida", "Breath", 4, 12, gaps=(6, 6))
HEART = Track("heart-ida", "Heart", 0, 3)
SPENT = Number("spent", "Points", 0, 11, stock=(BREATH, HEART))


def taken(*params, **choice):
    """What is left of each store, and what would be taken of it."""
    option = Option("ida", "1", "run", "Run", params or (SPENT,))
    return [(each.name, left(each), each.risk, each.filled) for each in stock_of(option, choice)]


def test_the_first_store_says_what_is_left_before_anything_is_chosen():
    assert taken(spent=0) == taken() == [("Breath", 8, 0, 4)]


def test_the_first_is_used_up_before_the_next_is_touched():
    assert taken(spent=8) == [("Breath", 8, 8, 12)]
    assert taken(spent=10) == [("Breath", 8, 8, 12), ("Heart", 3, 2, 2)]


def test_no_more_is_taken_than_there_is():
    assert taken(spent=40) == [("Breath", 8, 8, 12), ("Heart", 3, 3, 3)]
    assert taken(spent=-2) == [("Breath", 8, 0, 4)]


def test_of_what_is_not_asked_nothing_is_taken():
    aid = Pick("aid", "Aid", (Item("juno", "Juno"),), 0, 1)
    more = Number("spent", "Points", 0, 11, within="aid", stock=(BREATH,))
    assert taken(aid, more, aid=(), spent=3) == []
    assert taken(aid, more, aid=("juno",), spent=3) == [("Breath", 8, 3, 7)]
    assert taken(aid, aid=("juno",)) == []
