"""What an option would throw: by where it comes from, with what bends it, as it is chosen."""

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Coin, Die, Row
from cliffhanger.kernel.params import Item, Number, Pick
from cliffhanger.kernel.pool import hollow, pool_of, signed

SKILL = Pick(
    "skill", "Skill", (Item("swing", "Swing", dice=(6, 6)), Item("talk", "Talk", dice=(6,)), Item("hum", "Hum"))
)
NERVE = Number("nerve", "Nerve, two coins a point", 0, 3, dice=(2, 2))
TURNED = Pick("turned", "Turned", (Item("swing", "Swing", dice=(6,)),), 0, 1, within="skill")
ROWS = (
    Row("", id="skill"),
    Row("nerve", id="nerve"),
    Row("", id="turned"),
    Row("Juno's aid", dice=hollow((8,))),
    Row("Sleet", n=-1, id="skill=swing skill=hum"),
    Row("guarded", value="3", state="bad"),
    Row("nothing to say"),
)
ROLL = Option("ida", "1", "roll", "Roll", (SKILL, NERVE, TURNED), pool=ROWS)


def shown(**choice):
    """The pool as names with how many dice, and what bends it."""
    found = pool_of(ROLL, {"skill": ("swing",), "nerve": 0, "turned": (), **choice})
    return [(row.name, len(row.dice)) for row in found.sources], [row.name for row in found.bends], found.thrown


def test_dice_stand_by_where_they_come_from_and_what_bends_them_beside():
    assert shown() == ([("Swing", 2), ("Juno's aid", 1)], ["Sleet", "guarded"], 2)


def test_what_bends_only_some_things_counts_only_beside_them():
    assert shown(skill=("talk",)) == ([("Talk", 1), ("Juno's aid", 1)], ["guarded"], 2)


def test_what_is_counted_is_so_many_dice_under_the_name_of_its_row():
    assert shown(nerve=2) == ([("Swing", 2), ("nerve", 4), ("Juno's aid", 1)], ["Sleet", "guarded"], 6)
    assert pool_of(ROLL, {"skill": (), "nerve": 1, "turned": ()}).sources[0].dice == (Coin(), Coin())


def test_what_is_not_asked_adds_nothing():
    assert shown(turned=("swing",))[2] == 3
    assert shown(skill=("talk",), turned=("swing",))[2] == 2


def test_no_more_dice_are_taken_away_than_there_are():
    deep = Option("ida", "1", "roll", "Roll", pool=(Row("Wit", dice=(Die(6),)), Row("Fog", n=-4)))
    assert pool_of(deep, {}) is None
    some = Option("ida", "1", "roll", "Roll", pool=(Row("Wit", dice=(Die(6),) * 3), Row("Fog", n=-2), Row("Cue", n=1)))
    found = pool_of(some, {})
    assert (found.gone, found.thrown) == (2, 2)


def test_who_throws_nothing_has_no_pool():
    assert pool_of(Option("ida", "1", "wait", "Wait"), {}) is None


def test_signs_are_of_one_width_with_digits():
    assert (signed(2), signed(-2), signed(0)) == ("+2", "\N{MINUS SIGN}2", "+0")
