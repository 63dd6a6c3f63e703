"""Another sheet in a line that says what it changes, and the offers around it."""

from typing import Annotated

import pytest
from msgspec import Struct
from msgspec.structs import replace

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.files.declaration import Figure, Flatten, InFile, Keyed, Listed, Row
from cliffhanger.kernel.files.proposals import SheetOffers, differences, read_again, text_of
from cliffhanger.kernel.game import Form
from cliffhanger.kernel.params import Item, Pick


class Craft(Row, frozen=True):
    rating: int
    loud: bool = True
    edge: int = -1


class Tool(Row, frozen=True):
    load: int = 0


class Habit(Row, frozen=True):
    pass


class Sailor(Row, frozen=True):
    crafts: Annotated[tuple[Craft, ...], Keyed("rating")]
    health: int = 3
    limit: Annotated[int, InFile(int, lambda n, _: n or 3, lambda s: 0 if s.limit == s.health else s.limit, 0)] = 3
    tools: Annotated[tuple[Tool, ...], Keyed()] = ()
    habits: Annotated[tuple[Habit, ...], Listed()] = ()
    ranks: Annotated[tuple[Craft, ...], Figure("edge"), Listed()] = ()
    motto: str = ""


SAIL, TALK = Craft("sail", "Sail", 3), Craft("talk", "Talk", 2)
ROPE, CAP = Tool("rope", "Rope"), Tool("cap", "Cap")
IDA = Sailor(
    "ida",
    "Ida",
    (SAIL, TALK),
    tools=(ROPE,),
    habits=(Habit("hums", "Hums"),),
    ranks=(Craft("rank", "Rank", 1, edge=4),),
)
FORM = Form("sailor", "A sailor", Sailor, lambda _: [], 'name = "Ida"\n[crafts]\nSail = 3\n')
NAMES = {"limit": "Last stand", "edge": "sharp"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "the same as it was"),
        ({"health": 5, "limit": 5}, "Health 3 to 5"),
        ({"limit": 5}, "Last stand 5"),
        ({"crafts": (replace(SAIL, rating=4), replace(TALK, loud=False))}, "Sail 3 to 4, Talk 2 to 2 (not loud)"),
        ({"crafts": (replace(SAIL, edge=7), Craft("swim", "Swim", 1))}, "Sail 3 to 3 (sharp 7), Swim 1, no Talk"),
        ({"tools": (replace(ROPE, load=2), CAP)}, "another Rope, Cap"),
        ({"tools": ()}, "no Rope"),
        ({"habits": ()}, "other habits"),
        ({"ranks": (Craft("rank", "Rank", 1, edge=5),)}, "Rank 4 to 5"),
        ({"name": "Ada", "motto": "Up."}, "other words"),
        (
            {"crafts": tuple(Craft(f"c{n}", f"C{n}", n) for n in range(10))},
            "C0 0, C1 1, C2 2, C3 3, C4 4, C5 5, C6 6, C7 7, and 4 more",
        ),
    ],
)
def test_another_sheet_is_told_by_what_it_changes(changes, said):
    assert differences(IDA, replace(IDA, **changes), NAMES) == said


def test_what_one_begins_from_reads_back_as_the_sheet():
    assert read_again(FORM, text_of(FORM, IDA)) == IDA


def test_the_offers_name_whoever_agrees():
    offers = SheetOffers(FORM, "gm", "Game Master", "UN-COR-03")
    own = offers.own("ida", IDA, print, "Not in a scene.").option
    assert (own.seat, own.key, own.rule, own.blocked) == ("ida", "sheet", "UN-COR-03", "Not in a scene.")
    assert own.says == "It is yours when the Game Master agrees."
    assert own.params[0].start == text_of(FORM, IDA)
    join = offers.join(print, Pick("side", "Side", (Item("a", "A"),)), says="New.", rule="UN-COR-01").option
    assert (join.seat, join.rule, [p.name for p in join.params]) == ("gm", "UN-COR-01", ["sheet", "side"])
    assert join.params[0].start == FORM.example
    recast = offers.recast(print, lambda: (Item("ida", "Ida"),)).option
    assert (recast.key, [p.name for p in recast.params]) == ("recast", ["whom", "sheet"])
    answers = [each.option for each in offers.asked("1.x", "Ida proposes.", print, print, "Later.", "Wait.")]
    assert [(o.window, o.key, o.ask, o.blocked, o.first) for o in answers] == [
        ("1.x", "agree", "Ida proposes.", "Later.", True),
        ("1.x", "disagree", "Ida proposes.", "", False),
    ]


def test_what_is_done_is_given_the_sheet_unless_it_does_not_fit():
    class Hand(Struct, frozen=True):
        sheet: Annotated[Sailor, Flatten(("sheet",))]

    form = Form("hand", "A hand", Hand, lambda _: [], "")
    no = Refusal("UN-SKL-04", "Too frail.")
    offers = SheetOffers(
        form, "gm", "Game Master", misfit=lambda least, _text, hand: no if hand.sheet.health < least else None
    )
    recast = offers.recast(lambda least, whom, sheet: (least, whom, sheet), lambda: (Item("ida", "Ida"),))
    text = text_of(form, Hand(IDA))
    assert recast.do(3, whom="ida", sheet=text) == (3, "ida", IDA)
    assert recast.do(4, whom="ida", sheet=text) == no
