"""What the larger games ask of the kernel, played in the Parlour: choices within choices, leaving, open draws, boards."""

from types import SimpleNamespace

import pytest
from parlour import HOST, PARLOUR

from cliffhanger.cli._draw import draw
from cliffhanger.kernel.frames import Passing, top
from cliffhanger.kernel.game import nothing_hidden, own_of_cast
from cliffhanger.kernel.inputs import Ruling
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Board, Counter, Shared
from cliffhanger.kernel.params import (
    ENDLESS,
    Item,
    Number,
    Pick,
    Slot,
    Text,
    arguments,
    first,
    price,
    reached,
    satisfiable,
    validate,
)
from cliffhanger.kernel.rulings import values
from cliffhanger.kernel.step import step
from cliffhanger.testing.play import Play

POOL = Pick(
    "pool",
    "Dice",
    (
        Item("poise", "Poise", group="Values", slot="value"),
        Item("rank", "Rank", group="Values", slot="value"),
        Item("fan", "Fan"),
    ),
    1,
    3,
    (Slot("value", free=1),),
    1,
    must=("Values",),
)
TURNED = Pick("turned", "Turned", POOL.items[:2], 1, 1, within="pool")
NERVE = Number("nerve", "Nerve", 1, 3, 1, within="turned")
WHY = Text("why", "Why", 1, 20, within="turned")


@pytest.fixture
def at():
    return Play(PARLOUR)


def test_a_pick_that_must_hold_one_of_a_group_says_so():
    assert validate((POOL,), {"pool": ("fan",)}) == "Dice: choose at least one: Values."
    assert validate((POOL,), {"pool": ("poise", "fan")}) == ""


def test_a_pick_that_must_hold_what_is_blocked_cannot_be_answered():
    shut = tuple(Item(each.id, each.label, group=each.group, blocked="Spent.") for each in POOL.items[:2])
    assert not satisfiable(Pick("pool", "Dice", (*shut, POOL.items[2]), 1, 3, must=("Values",)))


def test_what_lies_within_a_pick_is_asked_of_what_that_pick_holds():
    assert [item.id for item in reached(TURNED, {"pool": ("rank", "fan")}).items] == ["rank"]
    assert validate((POOL, TURNED), {"pool": ("rank",), "turned": ("poise",)}).startswith("Turned: that is not among")
    assert validate((POOL, TURNED), {"pool": ("rank",), "turned": ("rank",)}) == ""


def test_what_lies_within_a_pick_that_holds_none_of_it_is_not_asked():
    nothing = {"pool": ("fan",), "turned": (), "nerve": 99, "why": ""}
    fan = Pick("pool", "Dice", POOL.items, 1, 3)
    assert reached(TURNED, nothing) is None
    assert validate((fan, TURNED, NERVE, WHY), nothing) == ""
    assert arguments((fan, TURNED, NERVE, WHY), nothing) == {"pool": ("fan",), "turned": "", "nerve": 1, "why": ""}
    assert (
        validate((fan, TURNED), {"pool": ("fan",), "turned": ("poise",)})
        == "Turned: there is nothing to choose here now. Leave it empty."
    )


def test_the_first_answer_goes_by_what_lies_chosen():
    assert first((POOL, TURNED, NERVE, WHY)) == {"pool": ("poise",), "turned": ("poise",), "nerve": 1, "why": ""}


def test_an_endless_supply_has_a_price_and_always_pays_it():
    endless = Pick("pool", "Dice", POOL.items, 0, 3, POOL.slots, ENDLESS)
    everything = ("poise", "rank", "fan")
    assert (price(endless, everything), validate((endless,), {"pool": everything})) == (2, "")
    assert validate((POOL,), {"pool": everything}) == "Dice: that costs 2, and 1 can be paid. Choose less."


def test_who_leaves_a_round_of_passing_is_not_brought_back_by_a_deed():
    round_ = Passing(("a", "b", "c")).leaves("b").passes("c")
    assert round_.may() == ("a",)
    assert round_.acted("a").may() == ("a", "c")
    assert round_.returns("b").may() == ("a", "b")
    assert round_.passes("a").over
    in_turns = Passing(("a", "b", "c"), in_turns=True).leaves("b")
    assert (in_turns.may(), in_turns.passes("a").may()) == (("a",), ("c",))


def test_one_seat_is_awaited_and_others_may_begin(at):
    assert at.open("Ann") == ["claim"]
    assert at.option("Ann", "claim").reaction
    at.act("Ann", "claim").act(
        "Ann", "build", pool=("poise", "ann_ben"), against=("ann_ben",), nerve=2, why="She lied."
    )
    assert top(at.state).dice == (8, 10, 6, 6)


def test_who_has_left_is_asked_no_more_and_who_passed_is_asked_after_a_deed(at):
    at.act("Ann", "claim").act("Ann", "build", pool=("poise",))
    at.act("Ben", "leave").act("The Host", "gasp")
    assert at.open("Ben") == []
    other = Play(PARLOUR).act("Ann", "claim").act("Ann", "build", pool=("poise",))
    other.act("Ben", "pass")
    assert other.open("Ben") == []
    other.act("The Host", "gasp")
    assert other.open("Ben") == ["gasp", "pass", "leave"]


def test_a_draw_that_names_no_seat_is_told_to_everybody(at):
    at.act("The Host", "bell").draws("Feud")
    assert at.told[-1] == "Feud lies on the table."
    assert {at.view(seat).table for seat in ("host", "ann", "ben", "watch")} == {("Feud",)}


def test_an_event_for_two_seats_is_heard_by_both_and_nobody_else(at):
    at.act("Ann", "claim").act("Ann", "build", pool=("poise",))
    (whisper,) = at.happened("whispers")
    assert [seat for seat in ("host", "ann", "ben", "watch") if whisper.heard_by(seat)] == [HOST, "ann"]


def test_what_is_fixed_no_ruling_sets_and_nobody_is_offered_to_overrule(at):
    refusal = step(PARLOUR, at.state, Ruling("host", "A test.", ("cards", "Feud"), "Peace."))
    assert refusal.why == "That was brought to the table, and stays as it was written."
    assert all(each.path[0] != "cards" for each in values(at.state, PARLOUR.words, PARLOUR.fixed))
    assert any(each.path[0] == "cards" for each in values(at.state, PARLOUR.words))


def test_a_board_is_told_in_lists_where_no_picture_is_drawn(at):
    board = next(panel for group in at.panels("Ann") for panel in group.panels if isinstance(panel, Board))
    cells, ties = board.lists
    assert [(row.name, row.marks, row.tags) for row in cells.rows][1] == ("The stair", ("Ben",), ("!It is dark",))
    assert [row.name for row in cells.rows] == ["The parlour", "The stair", "A rumour"]
    assert (ties.rows[0].name, ties.rows[0].was) == ("Ann \N{EN DASH} Ben", "They are friends.")
    assert any("It is dark" in line for line in draw(board))


def test_a_house_rule_is_yes_or_no_and_its_words_are_understood(at):
    at.rules("house", "strict", to="yes")
    assert at.state.house["strict"] is True
    assert PARLOUR.switches[0].read("no") is False
    assert PARLOUR.switches[0].read("perhaps") is None


def test_an_item_names_figures_of_its_own_that_stand_there_while_it_is_picked():
    fan = Item("fan", "Fan", figures=("flirts", "burns"))
    option = Option(
        "ida", "1", "act", "Act", (Pick("pool", "Dice", (Item("wit", "Wit"), fan), 0, 2),), figures=("burns",)
    )
    assert option.figures_of({"pool": ("wit",)}) == ("burns",)
    assert option.figures_of({"pool": ("wit", "fan")}) == ("burns", "flirts")
    assert option.figures_of({}) == ("burns",)
    assert option.all_figures == ("burns", "flirts")


def test_a_seat_is_shown_the_people_of_all_others():
    ida, bo, cy = (Counter(name, 1) for name in ("ida", "bo", "cy"))
    shared = Shared((), (("s1", ida), ("s2", bo), ("s1", cy)))
    assert shared.others("s1") == (bo,)
    assert shared.others("watch") == (ida, bo, cy)


def test_a_game_without_secrets_shows_every_seat_its_state():
    state = PARLOUR.start(PARLOUR.ready(2, {}))
    assert nothing_hidden(state, HOST) is state


def test_a_seat_hears_of_its_one_person_as_you_and_of_several_by_their_names():
    seats = {"Ida": "a", "Bram": "b", "Cole": "b", "Howl": "gm"}
    view = SimpleNamespace(cast=[SimpleNamespace(name=name, seat=seat) for name, seat in seats.items()])
    assert [own_of_cast("gm")(view, seat) for seat in ("a", "b", "gm", "c")] == [("Ida",), (), (), ()]
