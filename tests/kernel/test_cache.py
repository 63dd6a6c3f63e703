"""What is remembered of a row of things: each of them once, by what else is read, and not for ever."""

from msgspec import Struct, structs

from cliffhanger.kernel.cache import all_of, each_remembered, remembered


def remembering(most=100, rows=100):
    made = []

    @each_remembered(lambda whose: whose, most, rows)
    def drawn(thing, whose):
        made.append((thing[0], whose))
        return f"{whose}'s {thing[0]}"

    return drawn, made


def test_each_thing_of_a_row_is_made_once_for_each_reader():
    drawn, made = remembering()
    knife, rope, lamp = ["knife"], ["rope"], ["lamp"]
    assert list(drawn([knife, rope], "Mara")) == ["Mara's knife", "Mara's rope"]
    assert list(drawn([rope, lamp, knife], "Mara")) == ["Mara's rope", "Mara's lamp", "Mara's knife"]
    assert made == [("knife", "Mara"), ("rope", "Mara"), ("lamp", "Mara")]
    assert list(drawn([rope], "Juno")) == ["Juno's rope"]
    assert made[3:] == [("rope", "Juno")]


def test_the_oldest_is_let_go():
    drawn, made = remembering(most=2)
    things = [["knife"], ["rope"], ["lamp"]]
    list(drawn(things, "Mara"))
    list(drawn(things[1:], "Mara"))
    assert len(made) == 3
    list(drawn(things[:1], "Mara"))
    assert made[3:] == [("knife", "Mara")]


def test_a_row_that_is_longer_than_what_is_kept_of_it_is_whole():
    drawn, _ = remembering(most=2)
    things = [["knife"], ["rope"], ["lamp"], ["saw"]]
    for _ in range(2):
        assert drawn(things, "Mara") == [f"Mara's {each[0]}" for each in things]


def test_the_oldest_reader_is_let_go():
    drawn, made = remembering(rows=2)
    knife = ["knife"]
    for whose in ("Mara", "Juno", "Pilar", "Juno", "Mara"):
        drawn([knife], whose)
    assert made == [("knife", whose) for whose in ("Mara", "Juno", "Pilar", "Mara")]


def test_another_thing_at_the_place_of_one_that_is_gone_is_not_taken_for_it():
    drawn, _ = remembering()
    for name in ("knife", "rope", "lamp"):  # each gone before the next is there, but for what is remembered
        assert list(drawn([[name]], "Mara")) == [f"Mara's {name}"]


class Camp(Struct, frozen=True):
    """A state of three parts."""

    tents: tuple[str, ...]
    fires: tuple[str, ...] = ()
    turn: int = 0


def test_of_a_state_all_parts_count_but_those_that_are_named():
    made = []

    @remembered(all_of(Camp, "fires", but=("turn",)), hold=True)
    def drawn(camp):
        made.append(camp)
        return len(made)

    tents, fires = ["ann", "bo"], ["big"]
    camp = Camp(tuple(tents), tuple(fires))
    assert [drawn(camp), drawn(structs.replace(camp, turn=2))] == [1, 1]
    assert drawn(structs.replace(camp, fires=tuple(fires))) == 1
    assert drawn(structs.replace(camp, fires=("small",))) == 2
    assert drawn(structs.replace(camp, tents=tuple(tents))) == 3
