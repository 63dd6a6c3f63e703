"""Undo goes back along the line of play and deletes nothing; who may do it is for the table to say."""

from random import Random

import pytest
from tests.table.evening import Evening

from cliffhanger.kernel.inputs import Faces, Pause, Ruling, Sit, Undo
from cliffhanger.kernel.record.format import encode


def faces(evening):
    return [entry.input.values for entry in evening.table.shown.log if isinstance(entry.input, Faces)]


def an_hour(evening):
    """Dare, wait, wait: one roll of two dice."""
    evening.act("k1", "dare", dice=2)
    evening.act("k1", "pass")
    return evening.act("k2", "pass")


def test_undo_brings_back_the_state_and_keeps_every_entry(evening):
    n, state = evening.table.shown.n, evening.table.shown.state
    an_hour(evening)
    kept = evening.table.kept()
    put = evening.put(Undo(n), "k2")
    assert put.entries[0].events[0].text == "takes back 3 steps, from “Ida dares the wind with 2” on."
    assert evening.table.shown.state == state
    assert evening.table.kept()[: len(kept)] == kept
    assert evening.table.shown.log == (*kept[:n], put.entries[0])


def test_one_deed_that_is_taken_back_is_named_as_everybody_read_it(evening):
    evening.act("k1", "dare", dice=2)
    put = evening.put(Undo(evening.table.shown.n - 1), "k2")
    assert put.entries[0].events[0].text == "takes back “Ida dares the wind with 2”."


def test_the_same_act_after_an_undo_brings_the_same_faces_and_bytes(evening):
    n = evening.table.shown.n
    an_hour(evening)
    thrown, state = faces(evening), encode(evening.table.shown.state)
    evening.put(Undo(n), "k1")
    an_hour(evening)
    assert faces(evening) == thrown
    assert encode(evening.table.shown.state) == state


def test_new_words_do_not_make_an_undo_a_reroll(evening):
    evening.sits(k1="Ada", k2="Ben")
    evening.words(k1="11" * 16, k2="00" * 16)
    n = evening.table.shown.n
    an_hour(evening)
    thrown = faces(evening)
    evening.put(Undo(n), "k1")
    for seat, name in (("k1", "Dan"), ("k2", "Eve")):
        evening.anew(seat, name)
    evening.words(k1="22" * 16, k2="00" * 16)
    an_hour(evening)
    assert faces(evening) == thrown


def test_new_words_go_into_the_next_roll_that_was_never_made():
    def second_hour(word):
        evening = Evening()
        evening.sits(k1="Ada", k2="Ben")
        an_hour(evening)
        evening.words(k1=word, k2="00" * 16)
        an_hour(evening)
        return [entry.input for entry in evening.table.shown.log if isinstance(entry.input, Faces)][-1]

    one, other = second_hour("11" * 16), second_hour("22" * 16)
    assert one.nth == other.nth == 1
    assert one.mix != other.mix


def test_the_tables_own_dice_cannot_be_taken_back_alone(evening):
    put = an_hour(evening)
    state = evening.table.shown.state
    back = evening.put(Undo(put.entries[0].n), "k1")
    assert back.refusal.why == "Nothing would change."
    assert evening.table.shown.state == state


def test_what_was_taken_back_can_be_taken_up_again(evening):
    n = evening.table.shown.n
    an_hour(evening)
    last, state = evening.table.shown.n, evening.table.shown.state
    evening.put(Undo(n), "k1")
    put = evening.put(Undo(last), "k1")
    assert put.entries[0].events[0].text == "takes up again 3 steps, from “Ida dares the wind with 2” on."
    assert evening.table.shown.state == state


def test_seats_words_and_pauses_are_not_undone(evening):
    n = evening.table.shown.n
    evening.act("k1", "pass")
    evening.put(Sit("k2", "Dan"), "k2")
    evening.put(Pause(on=True), "k2")
    evening.put(Undo(n), "k1")
    assert evening.table.shown.seats[2].name == "Dan"
    assert evening.table.shown.paused


def test_an_undo_that_changes_nothing_is_refused(evening):
    assert evening.put(Undo(evening.table.shown.n), "k1").refusal.why == "Nothing would change."
    assert "no entry 99" in evening.put(Undo(99), "k1").refusal.why
    assert "no entry -1" in evening.put(Undo(-1), "k1").refusal.why


def test_at_a_table_of_owners_only_those_undo_whose_acts_they_are():
    evening = Evening(undo="owner")
    evening.sits(k1="Ada", k2="Ben", host="Cleo")
    n = evening.table.shown.n
    evening.act("k1", "pass")
    assert "what Ada did" in evening.put(Undo(n), "k2").refusal.why
    assert not evening.put(Undo(n), "k1").refusal
    evening.act("k1", "pass")
    assert not evening.put(Undo(n), "host").refusal
    evening.put(Ruling("", "A gift.", ("lit",), 1), "host")
    assert "ruling" in evening.put(Undo(n), "k1").refusal.why


def test_at_a_table_of_the_master_only_the_master_undoes():
    evening = Evening(undo="master")
    evening.sits(k1="Ada", host="Cleo")
    n = evening.table.shown.n
    evening.act("k1", "pass")
    assert "the game master undoes" in evening.put(Undo(n), "k1").refusal.why
    assert not evening.put(Undo(n), "host").refusal


@pytest.mark.parametrize("seed", range(20))
def test_any_undo_and_the_same_acts_again_give_the_same_bytes(seed):
    rng = Random(seed)
    evening = Evening()
    evening.sits(k1="Ada", k2="Ben", host="Cleo")
    for _ in range(rng.randrange(4, 14)):
        evening.anything(rng)
    to = rng.randrange(1, len(evening.table.kept()))
    played = [e for e in evening.table.kept()[to:] if not isinstance(e.input, Faces)]
    state = encode(evening.table.shown.state)
    if evening.put(Undo(to), "host").refusal:
        return
    for entry in played:
        assert not evening.put(entry.input, entry.seat).refusal
    assert encode(evening.table.shown.state) == state


def test_a_mistyped_roll_can_be_typed_again():
    evening = Evening(typed=True)
    evening.sits(k1="Ada", k2="Ben")
    evening.act("k1", "pass")
    evening.act("k2", "pass")
    n, roll = evening.table.shown.n, evening.table.shown.waiting
    evening.put(Faces(roll.id, (6,)), "k1")
    assert not evening.put(Undo(n), "k1").refusal
    assert evening.table.shown.waiting == roll
    assert evening.put(Faces(roll.id, (1,)), "k1").entries[0].input.values == (1,)
