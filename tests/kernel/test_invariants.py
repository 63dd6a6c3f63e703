"""What the types of a state say cannot be: ranges, references, rows with ids of their own."""

from typing import Annotated

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.files.declaration import Ref
from cliffhanger.kernel.invariants import type_errors
from cliffhanger.kernel.rulings import patched

OfCrew = Annotated[str, Ref("crew", "one of the crew")]


class Trick(Struct, frozen=True, cache_hash=True):
    id: str
    rating: Annotated[int, Meta(ge=0, le=9_999)] = 1


class Card(Struct, frozen=True, cache_hash=True):
    tricks: Annotated[tuple[Trick, ...], Meta(max_length=2, description="at most two tricks")] = ()
    best: Annotated[str, Ref("tricks", "a trick of theirs")] = ""


class Hand(Struct, frozen=True, cache_hash=True):
    id: str
    name: Annotated[str, Meta(min_length=1, max_length=5)]
    card: Card = Card()
    friend: OfCrew = ""
    up: tuple[Annotated[str, Ref("card.tricks", "a trick of theirs")], ...] = ()


class Call(Struct, frozen=True, tag_field="frame", tag="call"):
    who: OfCrew
    number: int = 0


class Rest(Struct, frozen=True, tag_field="frame", tag="rest"):
    number: int = 0


class State(Struct, frozen=True):
    crew: tuple[Hand, ...]
    captain: OfCrew
    stack: tuple[Call | Rest, ...] = ()
    spare: Card | None = None
    knots: Annotated[int, Meta(ge=0)] = 0
    notes: dict[str, str] = {}


IDA, BRAM = Hand("ida", "Ida", Card((Trick("climb"),), "climb"), up=("climb",)), Hand("bram", "Bram", friend="ida")
STATE = State((IDA, BRAM), "ida", (Rest(), Call("bram")))


def told(**changes):
    return list(type_errors(State, replace(STATE, **changes), {"knots": "speed", "card": ""}))


def ida(**changes):
    return {"crew": (replace(IDA, **changes), BRAM)}


def test_nothing_is_wrong_with_what_can_be():
    assert told() == told(spare=Card((Trick("row", 9_999),), "row")) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"knots": -1}, "Speed has to be at least 0."),
        ({"captain": "lois"}, "Captain has to be one of the crew."),
        ({"captain": ""}, "Captain has to be one of the crew."),
        (ida(friend="lois"), "Ida, friend has to be one of the crew."),
        (ida(name=""), "Ida, name has to be from 1 to 5 characters or lines."),
        (ida(card=Card((Trick("climb", 10_000),), "climb")), "Ida, Climb, rating has to be from 0 to 9,999."),
        (ida(card=Card((Trick("climb"), Trick("row"), Trick("sail")))), "Ida, tricks has to be at most two tricks."),
        (ida(card=Card((Trick("climb"),), "row")), "Ida, best has to be a trick of theirs."),
        (ida(up=("climb", "row")), "Ida, up has to be a trick of theirs."),
        ({"spare": Card((), "climb")}, "Spare, best has to be a trick of theirs."),
        ({"stack": (Rest(), Call("lois"))}, "Stack, who has to be one of the crew."),
        ({"crew": (IDA, BRAM, BRAM)}, "Ida, id has to be one of its own: each line stands there once."),
        ({"crew": (IDA, BRAM, replace(BRAM, id="a/b"))}, "Bram, id has to be a name without a slash."),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(changes, said):
    assert told(**changes) == [said]


def test_all_of_it_is_told_and_ids_before_what_refers_to_them():
    found = told(crew=(IDA, replace(BRAM, id="")), knots=-2)
    assert found == [
        "Bram, id has to be a name without a slash.",
        "Stack, who has to be one of the crew.",
        "Speed has to be at least 0.",
    ]


def test_what_was_found_of_a_part_is_remembered_and_still_told():
    wrong = ida(card=Card((Trick("climb", -1),)))
    assert told(**wrong) == told(**wrong) != []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("knots",), -1, "Knots has to be at least 0, not -1."),
        (
            ("crew", "ida", "card", "tricks", "climb", "rating"),
            10**30,
            f"Ida, card, Climb, rating has to be from 0 to 9,999, not {10**30}.",
        ),
        (("crew", "ida", "card", "tricks"), [{"id": "a"}] * 3, "Ida, card, tricks has to be at most two tricks, not "),
        (("crew", "ida", "name"), "", "Ida, name has to be from 1 to 5 characters or lines, not ''."),
    ],
)
def test_a_ruling_out_of_range_is_refused_with_the_range(path, value, said):
    refused = patched(State, STATE, path, value)
    assert isinstance(refused, Refusal)
    assert refused.why.startswith(said)


class Branch(Struct, frozen=True):
    length: Annotated[int, Meta(ge=1, le=9)]
    twigs: "tuple[Branch, ...]" = ()


def test_what_holds_others_of_its_kind_is_checked_all_the_way_down():
    tree = Branch(3, (Branch(2, (Branch(1),)), Branch(9)))
    assert not list(type_errors(Branch, tree))
    grown = replace(tree, twigs=(Branch(2, (Branch(10),)),))
    assert [each.partition(" has")[0] for each in type_errors(Branch, grown)] != []
