"""What a table answers: to acts, to the same act twice, to people who may not, and to a store that fails."""

from dataclasses import replace

import msgspec
import pytest
from tests.lanterns import LANTERNS, worded
from tests.table.evening import AT, KEY, Evening

from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.inputs import Act, Close, Faces, Pause, Ruling, Sit, Word
from cliffhanger.kernel.sentences import Sentence
from cliffhanger.table import Table


def test_an_act_and_the_faces_that_answer_it_are_one_batch(evening):
    evening.act("k1", "pass")
    put = evening.act("k2", "pass")
    kinds = [entry.input.__struct_config__.tag for entry in put.entries]
    assert kinds[:2] == ["act", "faces"]
    assert [line.n for line in put.lines] == [entry.n for entry in put.entries]
    assert put.entries[1].seat == ""
    assert put.entries[1].events[0].text.startswith("With ")


def test_the_same_input_twice_is_one_entry_and_one_answer(evening):
    act = Act("k1", evening.option("k1", "pass").window, "pass")
    first = evening.table.put(act, id="tap", seat="k1", at=AT)
    second = evening.table.put(act, id="tap", seat="k1", at=AT)
    assert (first.again, second.again) == (False, True)
    assert second.entries == first.entries
    assert second.lines == ()


def test_the_same_input_after_the_table_is_taken_up_again_is_still_one_entry(evening):
    evening.act("k1", "pass")
    window = evening.option("k2", "pass").window
    first = evening.put(Act("k2", window, "pass"), "k2", id="last")
    again = Table.load(LANTERNS, evening.table.header, evening.table.kept(), KEY)
    put = again.put(Act("k2", window, "pass"), id="last", seat="k2", at=AT)
    assert put.again
    assert put.entries == first.entries


def test_another_seat_cannot_use_an_id_that_was_used(evening):
    evening.put(Act("k1", evening.option("k1", "pass").window, "pass"), "k1", id="mine")
    assert evening.put(Act("k2", evening.option("k2", "pass").window, "pass"), "k2", id="mine").refusal


def test_nothing_is_shown_before_it_is_kept(evening):
    before = evening.table.shown
    put = evening.table.put(Act("k1", evening.option("k1", "pass").window, "pass"), id="a", seat="k1", at=AT)
    assert evening.table.shown is before
    assert evening.table.head.n == before.n + 1
    evening.table.committed(put.entries[-1].n)
    assert evening.table.shown.n == evening.table.head.n


def test_what_the_store_lost_has_not_happened_and_can_be_done_again(evening):
    before, option = evening.table.shown, evening.option("k1", "pass")
    act = Act("k1", option.window, "pass")
    evening.table.put(act, id="a", seat="k1", at=AT)
    evening.table.put(Sit("k2", "Dan"), id="b", seat="k2", at=AT)
    evening.table.lost()
    assert evening.table.head is before
    put = evening.table.put(act, id="a", seat="k1", at=AT)
    assert not put.again
    assert put.entries[0].n == before.n + 1
    assert evening.table.head.seats[2].name == "Ben"


def test_a_closed_window_is_refused_and_the_refusal_says_that_the_table_moved_on(evening):
    window, seen = evening.option("k1", "pass").window, evening.table.shown.n
    evening.act("k1", "pass")
    evening.act("k2", "pass")
    refusal = evening.put(Act("k1", window, "pass"), "k1", seen=seen).refusal
    assert refusal.why == "That question is closed."
    assert refusal.instead.startswith("The table has moved on.")


def test_nobody_acts_for_a_seat_that_somebody_holds(evening):
    assert "Only Ben acts" in evening.act("k2", "pass", by="k1").refusal.why
    assert "Ben holds that seat" in evening.act("k2", "pass", by="host").refusal.why
    assert evening.act("k2", "pass", by="watch").refusal.why == "Nobody acts from that seat."


def test_the_master_acts_for_a_seat_that_nobody_holds(evening):
    evening.put(Sit("k2", holder="nobody"), "k2")
    put = evening.act("k2", "pass", by="host")
    assert not put.refusal
    assert put.entries[0].seat == "host"


def test_a_paused_table_takes_no_acts_and_anybody_lets_it_go_on(evening):
    evening.put(Pause(on=True), "k2")
    refusal = evening.act("k1", "pass").refusal
    assert (refusal.why, refusal.instead) == ("The table is paused.", "Anyone may let it go on.")
    assert evening.put(Pause(on=True), "k1").refusal
    assert not evening.put(Pause(on=False), "k1").refusal
    assert not evening.act("k1", "pass").refusal


def test_who_asks_to_leave_something_out_is_written_nowhere(evening):
    put = evening.put(Pause(on=False, x=True), "k2")
    assert evening.table.shown.x
    assert evening.table.shown.paused
    assert put.entries[0].seat == ""
    assert b"Ben" not in put.lines[0].body
    assert b"k2" not in put.lines[0].body


def test_only_the_master_rules_and_a_ruling_carries_name_and_reason(evening):
    ruling = Ruling("somebody else", "A gift.", ("lit",), 1)
    assert evening.put(ruling, "k1").refusal.why == "Only the game master rules."
    assert not evening.put(ruling, "host").refusal
    assert evening.table.head.state.lit == 1
    assert "Cleo rules: lit is now 1. Why: A gift." in evening.told()


def test_a_house_rule_changes_in_play_by_a_ruling_that_names_one_of_its_values(evening):
    assert not evening.put(Ruling("", "The wind turns.", ("house", "weather"), "storm"), "host").refusal
    assert evening.table.head.state.house["weather"] == "storm"
    refusal = evening.put(Ruling("", "Why not.", ("house", "weather"), "hail"), "host").refusal
    assert refusal.instead == "It can be: calm, storm."
    assert evening.put(Ruling("", "Why not.", ("house", "tide"), "low"), "host").refusal


def test_a_house_rule_of_the_set_up_stays_as_it_was_chosen():
    early = tuple(msgspec.structs.replace(switch, when="setup") for switch in LANTERNS.switches)
    evening = Evening(game=replace(LANTERNS, switches=early))
    refusal = evening.put(Ruling("", "Late.", ("house", "weather"), "storm"), "host").refusal
    assert refusal.instead == "Open a new table with it."


def test_a_ruling_on_what_is_hidden_is_told_whole_only_to_those_who_see_it(evening):
    hand = evening.table.head.state.keepers[0].hand[:1]
    put = evening.put(Ruling("", "A mistake.", ("keepers", "k1", "hand"), hand), "host")
    openly, *secretly = put.entries[0].events
    assert hand[0] not in openly.text
    assert hand[0] not in str(openly.data)
    assert [event.only for event in secretly] == [("k1",)]
    assert hand[0] in secretly[0].text


def test_a_closed_table_takes_nothing_more_and_shows_its_key(evening):
    assert evening.put(Close(""), "k1").refusal
    put = evening.put(Close("ff"), "host")
    assert put.entries[0].input.key == KEY.hex()
    assert evening.table.shown.closed
    for what in (Pause(on=True), Sit("k1", "Eve"), Act("k1", "", "")):
        assert evening.put(what, "k1").refusal.why == "This table is closed."


def test_typed_dice_wait_for_people_and_are_marked():
    evening = Evening(typed=True)
    evening.sits(k1="Ada", k2="Ben")
    evening.act("k1", "pass")
    evening.act("k2", "pass")
    roll = evening.table.head.waiting
    assert evening.put(Faces(roll.id, (9,)), "k1").refusal
    assert "Ada throws these dice" in evening.put(Faces(roll.id, (4,)), "k2").refusal.why
    put = evening.put(Faces(roll.id, (4,), nth=7, mix="lies"), "k1")
    first = put.entries[0].input
    assert (first.typed, first.values, first.dice, first.nth, first.mix) == (True, (4,), (6,), 0, "")


def test_a_table_that_rolls_by_itself_takes_no_typed_dice(evening):
    assert evening.put(Faces("1", (4,)), "k1").refusal.why == "This table rolls by itself."


def test_what_cannot_be_written_down_is_refused(evening):
    window = evening.option("k1", "call").window
    assert evening.put(Act("k1", window, "call", {"words": "\ud800"}), "k1").refusal
    assert evening.put(Ruling("", "Big.", ("lit",), "x" * 70_000), "host").refusal
    assert evening.put(Pause(on=True), "k1", id="not an id").refusal
    assert evening.table.head.n == len(evening.table.kept())


def test_names_are_cleaned_of_what_cannot_be_seen(evening):
    evening.put(Sit("k1", "  Ada\u202e\n  Lovelace  " + "x" * 90), "k1")
    assert evening.table.shown.seats[1].name == ("Ada Lovelace " + "x" * 90)[:40]


@pytest.mark.parametrize(
    "blank", ["\u3164", "\u2800", "\u115f", "\u034f", "\u180e", "\ufe0f", "\u061c", "\U000e0041", "\u00ad"]
)
def test_nobody_has_a_name_that_cannot_be_seen(evening, blank):
    evening.put(Sit("k1", blank * 3), "k1")
    assert evening.table.shown.seats[1].name == ""
    evening.put(Sit("k2", f"Ada{blank}"), "k2")
    assert evening.table.shown.seats[2].name.rstrip("\ufe0f") == "Ada"


@pytest.mark.parametrize(
    "same",
    [
        "Ada\ufe0f",
        "A\ufe00da",
        "Ada\U000e0101",
        "Ada\U0001d159",
        "Ada\U00013430",
        "Ada",
        "ADA",
        "\uff21da",
        " Ada\u3164 ",
    ],
)
def test_two_of_one_name_are_told_apart(evening, same):
    """Else nobody could say of the other that it was not they."""
    evening.sits(k1="Ada")
    evening.put(Sit("k2", same), "k2")
    shown = "".join(sign for sign in same if sign.isascii() or sign == "\uff21").strip()
    assert evening.table.shown.seats[2].name == f"{shown} 2"
    evening.put(Sit("k2", "Ben"), "k2")
    evening.put(Sit("k1", "Ada"), "k1")  # from another device
    assert [each.name for each in evening.table.shown.seats[1:3]] == ["Ada", "Ben"]


def test_accents_are_not_heaped_over_the_lines_around(evening):
    evening.put(Sit("k1", "A" + "\u0301" * 30 + "\u0e47 Ngọc Điệp " + "\u20dd"), "k1")
    assert evening.table.shown.seats[1].name == "A" + "\u0301" * 3 + " Ngọc Điệp"


def test_what_a_game_breaks_on_leaves_the_table_as_it_was(evening):
    before = evening.table.head

    def breaks(*_):
        raise KeyError("a fault of the rules")

    evening.act("k1", "pass")
    evening.table.game = replace(LANTERNS, settle=breaks)
    evening.table._play.game = evening.table.game
    with pytest.raises(KeyError):
        evening.act("k2", "pass")
    assert evening.table.head.n == before.n + 1
    evening.table.game = evening.table._play.game = LANTERNS
    assert not evening.act("k2", "pass").refusal
    again = Table.load(LANTERNS, evening.table.header, evening.table.kept(), KEY)
    assert again.head.state == evening.table.head.state


def test_bots_play_to_the_end_and_choose_the_same_at_the_same_table():
    def played():
        evening = Evening()
        for seat in ("k1", "k2"):
            evening.put(Sit(seat, "Bot", "bot"))
        while (move := evening.table.bot()) is not None:
            seat, act = move
            assert not evening.put(act, seat).refusal
        return evening

    first, second = played(), played()
    assert isinstance(first.table.shown.waiting, Over)
    assert first.record() == second.record()


def test_a_bot_does_not_move_at_a_paused_table():
    evening = Evening()
    evening.put(Sit("k1", "Bot", "bot"))
    assert evening.table.bot()
    evening.put(Pause(on=True), "k2")
    assert evening.table.bot() is None


def test_a_table_is_taken_up_as_it_was_left(evening):
    evening.act("k1", "dare", dice=2)
    evening.act("k1", "pass")
    evening.put(Pause(on=True), "k2")
    again = Table.load(LANTERNS, evening.table.header, evening.table.kept(), KEY)
    for name in ("n", "state", "seats", "log", "paused", "x", "closed"):
        assert getattr(again.head, name) == getattr(evening.table.head, name)
    assert again.shown.asked == evening.table.shown.asked


def test_a_wrong_key_is_seen(evening):
    with pytest.raises(ValueError, match="not the dice key"):
        Table.load(LANTERNS, evening.table.header, evening.table.kept(), b"x" * 32)


def test_without_its_key_a_table_goes_on_with_dice_that_people_throw(evening):
    again = Evening(table=Table.load(LANTERNS, evening.table.header, evening.table.kept()))
    again.act("k1", "pass")
    again.act("k2", "pass")
    put = again.put(Faces(again.table.head.waiting.id, (4,)), "k1")
    assert put.entries[0].input.typed


def test_without_its_key_no_cards_can_be_drawn_and_nothing_changes(evening):
    again = Evening(table=Table.load(LANTERNS, evening.table.header, evening.table.kept()))
    jar = again.option("k1", "pour").params[0].items[0].id
    again.act("k1", "pour", oil=(jar,))
    again.act("k2", "pass")
    again.act("k1", "pass")
    n = again.table.head.n
    put = again.put(Faces(again.table.head.waiting.id, (4,)), "k1")
    assert put.refusal.why == "The dice key of this table is not here."
    assert again.table.head.n == n == len(again.table.kept())


def test_only_the_host_opens_a_round_of_words(evening):
    assert evening.put(Word(1), "k1").refusal


@pytest.mark.parametrize(("house", "says"), [({"tide": "low"}, "no house rule"), ({"weather": "hail"}, "cannot be")])
def test_a_set_up_with_an_unknown_house_rule_opens_no_table(house, says):
    with pytest.raises(ValueError, match=says):
        Evening(house=house)


@pytest.mark.parametrize("broken", ["panels", "view", "standing", "waiting", "sentences"])
def test_a_ruling_that_the_game_breaks_on_is_refused_and_nothing_changes(evening, broken):
    before = evening.table.head
    whole = getattr(LANTERNS, broken)

    def breaks(first, *rest):
        if first.lit == 3:
            raise KeyError("a value that people may try")
        return whole(first, *rest)

    if broken == "sentences":
        breaks = (Sentence("ruling", {"nowhere": "text"}, "{nowhere}"),)
    evening.table.game = evening.table._play.game = replace(LANTERNS, **{broken: breaks})
    refusal = evening.put(Ruling("", "Light everywhere.", ("lit",), 3), "host").refusal
    assert refusal.why == "The game cannot go on from that."
    assert evening.table.head == before
    evening.table.game = evening.table._play.game = LANTERNS
    assert not evening.act("k1", "pass").refusal


def test_an_entry_that_could_not_be_read_again_is_not_entered(evening):
    before = evening.table.head
    long = replace(LANTERNS, sentences=worded(lambda *_: "x" * 1_000_001))
    evening.table.game = evening.table._play.game = long
    assert "more than one line" in evening.act("k1", "pass").refusal.why
    assert evening.table.head == before


def test_words_are_kept_without_signs_that_a_terminal_would_obey(evening):
    put = evening.act("k1", "call", words="\x1b[31mHo\u202e there\x07\nall")
    assert put.entries[0].input.choice == {"words": "[31mHo there\nall"}
    assert "1 to 40 characters" in evening.act("k2", "call", words="\x1b").refusal.why


@pytest.mark.parametrize("ids", [(), ("host", "host"), ("", "k1"), ("watch", "k1"), ("h" * 81,)])
def test_a_record_whose_seats_cannot_be_told_apart_is_no_table(evening, ids):
    header = evening.table.header
    seats = tuple(msgspec.structs.replace(header.setup.seats[0], id=id) for id in ids)
    odd = msgspec.structs.replace(header, setup=msgspec.structs.replace(header.setup, seats=seats))
    with pytest.raises(Unreadable, match="seat"):
        Table.load(LANTERNS, odd, (), KEY)


def test_a_record_with_options_nobody_knows_is_no_table(evening):
    odd = msgspec.structs.replace(evening.table.header, options={"undo": "nobody"})
    with pytest.raises(Unreadable, match="options"):
        Table.load(LANTERNS, odd, (), KEY)
