"""Questions declared by the annotations of their arguments, and groups of arguments asked for by plain names."""

from fractions import Fraction
from typing import Annotated, Literal

import pytest
from msgspec import Struct

from cliffhanger.kernel.game import Answer, Parameter
from cliffhanger.odds.ask import ask
from cliffhanger.odds.declare import as_faces, as_pools, dice, faces, flat, number, one_of, pools, question

Dice = Annotated[int, number("Dice", 9, 1)]


class Lamp(Struct, frozen=True):
    """What burns."""

    oil: Annotated[int, number("Oil", 40)] = 3
    wick: Annotated[Literal["long", "short"], one_of("The wick is")] = "long"


DIM = Lamp(1)


def plain(*, dice: Dice = 2, roll: Annotated[str, faces("As it lies", 6)] = "1 6", wind: int = 0) -> Answer:
    """What is asked plainly."""
    return Answer(Fraction(sum(as_faces(roll)), dice + wind))


@flat
def lit(*, dice: Dice = 2, lamp: Lamp = DIM, kind: Annotated[str, one_of("It is", "dry", "wet")] = "dry") -> Answer:
    """What is asked of a group."""
    return Answer(Fraction(dice + lamp.oil, 1 if (lamp.wick, kind) == ("long", "dry") else 2))


def test_parameters_are_the_annotated_arguments_in_their_order():
    asked = question(plain, "What is it?", "mean", wind=number("Wind", 5))
    assert (asked.name, asked.title, asked.unit) == ("plain", "What is it?", "mean")
    assert asked.parameters == (
        Parameter("dice", "Dice", "int", 1, 9, 2),
        Parameter("roll", "As it lies", "faces", 1, 6, "1 6"),
        Parameter("wind", "Wind", "int", 0, 5, 0),
    )
    assert ask(asked, {"roll": "2,3", "wind": 3}).value == 1


def test_an_argument_that_is_not_annotated_is_a_mistake_of_the_game():
    with pytest.raises(KeyError, match="wind"):
        question(plain, "What is it?")


def test_a_group_is_asked_for_by_the_names_of_its_fields():
    asked = question(lit, "Does it burn?", dice=number("All dice", 3))
    assert asked.parameters == (
        Parameter("dice", "All dice", "int", 0, 3, 2),
        Parameter("oil", "Oil", "int", 0, 40, 1),
        Parameter("wick", "The wick is", "choice", default="long", values=("long", "short")),
        Parameter("kind", "It is", "choice", default="dry", values=("dry", "wet")),
    )
    assert lit.__name__ == asked.name == "lit"
    assert ask(asked, {"oil": "5", "wick": "short"}).value == Fraction(7, 2)
    assert lit(oil=5).value == lit(lamp=Lamp(5)).value == lit(lamp=Lamp(9), oil=5).value == 7
    assert lit().value == 3
    with pytest.raises(TypeError, match="lit does not ask for flame, wind"):
        lit(wind=1, flame=2)


def test_faces_are_parted_by_blanks_or_commas():
    assert as_faces("3 4,12, 1") == (3, 4, 12, 1)
    assert as_faces("") == ()


def test_pools_of_dice_are_declared_with_their_sizes_and_how_many_there_may_be():
    def rolled(
        *,
        own: Annotated[str, dice("Own", (4, 12), 5, 1)] = "12 4",
        aid: Annotated[str, pools("Aid", (4, 12), 3)] = "",
    ) -> Answer:
        return Answer(Fraction(sum(as_faces(own)), 1 + sum(map(sum, as_pools(aid)))))

    made = question(rolled, "What is rolled?")
    assert made.parameters == (
        Parameter("own", "Own", "dice", 1, 5, "12 4", ("4", "12")),
        Parameter("aid", "Aid", "pools", 0, 3, "", ("4", "12")),
    )
    assert ask(made, {}).value == 16
    assert ask(made, {"own": "d4", "aid": "4+4 12"}).value == Fraction(4, 21)
    assert as_pools("4+4 12") == ((4,), (4, 12))
