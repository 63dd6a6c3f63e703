"""What is remembered of a row of things: each of them once, by what else is read, and not for ever."""

from cliffhanger.kernel.cache import each_remembered


def remembering(most=100):
    made = []

    @each_remembered(lambda whose: whose, most)
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


def test_nothing_is_made_that_nobody_looks_at():
    drawn, made = remembering()
    assert next(drawn([["knife"], ["rope"]], "Mara")) == "Mara's knife"
    assert made == [("knife", "Mara")]


def test_the_oldest_is_let_go():
    drawn, made = remembering(most=2)
    things = [["knife"], ["rope"], ["lamp"]]
    list(drawn(things, "Mara"))
    list(drawn(things[1:], "Mara"))
    assert len(made) == 3
    list(drawn(things[:1], "Mara"))
    assert made[3:] == [("knife", "Mara")]


def test_another_thing_at_the_place_of_one_that_is_gone_is_not_taken_for_it():
    drawn, _ = remembering()
    for name in ("knife", "rope", "lamp"):  # each gone before the next is there, but for what is remembered
        assert list(drawn([[name]], "Mara")) == [f"Mara's {name}"]
