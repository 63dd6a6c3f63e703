"""Rounds of words: hashes first, then words; who does not answer, or says another word, is left out."""

import pytest

from cliffhanger.kernel.inputs import Word
from cliffhanger.table.entropy import Round, hidden, mix

A, B = "aa" * 16, "bb" * 16


def test_a_round_mixes_what_was_hidden_into_the_dice(evening):
    said = Round(1)
    assert said.commit("k1", hidden(A)) is None
    assert said.commit("k2", hidden(B)) is None
    assert not evening.put(said.hashes()).refusal
    assert said.reveal("k1", A) is None
    assert said.reveal("k2", B) is None
    assert said.complete
    assert not evening.put(said.words()).refusal
    evening.act("k1", "pass")
    faces = evening.act("k2", "pass").entries[1].input
    assert faces.mix == mix("wall", said.words())


def test_who_does_not_answer_is_left_out_with_the_hash_in_the_record(evening):
    said = Round(1)
    said.commit("k1", hidden(A))
    said.commit("k2", hidden(B))
    first = evening.put(said.hashes()).entries[0].input
    said.reveal("k2", B)
    assert not said.complete
    assert dict(first.commits).keys() == {"k1", "k2"}
    assert dict(evening.put(said.words()).entries[0].input.words) == {"k2": B}
    words = evening.table.ledger.words
    assert words.spoke == {"k2": mix("wall", said.words(), first)}
    assert words.mix == words.spoke["k2"] != mix("wall", said.words())


def test_a_word_that_is_not_the_one_that_was_hidden_is_refused():
    said = Round(1)
    said.commit("k1", hidden(A))
    assert said.reveal("k1", A).why == "Words come after all hashes."
    said.hashes()
    assert said.reveal("k1", B).why == "That is not the word that was hidden."
    assert said.reveal("k2", A)
    assert said.commit("k2", hidden(B)).why == "The hashes of this round are shown already."
    assert said.words().words == ()


def test_nobody_hides_twice_or_repeats_the_hash_of_another():
    said = Round(1)
    assert said.commit("k1", "no hash")
    assert said.commit("k1", hidden(A)) is None
    assert said.commit("k1", hidden(B))
    assert said.commit("k2", hidden(A)).why == "Every page hides a word of its own."


def test_the_order_of_answers_does_not_matter():
    assert mix("wall", Word(1, words=(("k1", A), ("k2", B)))) == mix("wall", Word(1, words=(("k2", B), ("k1", A))))
    assert mix("wall", Word(1, words=(("k1", A),))) != mix("wall", Word(2, words=(("k1", A),)))
    assert mix("wall", Word(1, words=(("k1", A),))) != mix("hall", Word(1, words=(("k1", A),)))


@pytest.mark.parametrize(
    "put",
    [
        Word(2, commits=(("k1", hidden(A)),)),
        Word(1, words=(("k1", A),)),
        Word(1, commits=(("k1", hidden(A)),), words=(("k1", A),)),
        Word(1, commits=(("k1", hidden(A)), ("k1", hidden(B)))),
        Word(1, commits=(("k1", hidden(A)), ("k2", hidden(A)))),
        Word(1, commits=(("k1", "x"),)),
        Word(1, commits=tuple((f"p{n}", hidden(f"{n:032x}")) for n in range(65))),
    ],
)
def test_words_that_do_not_continue_the_rounds_are_refused(evening, put):
    assert evening.put(put).refusal


def test_a_revealed_word_must_match_its_hash_in_the_record(evening):
    evening.put(Word(1, commits=(("k1", hidden(A)),)))
    assert evening.put(Word(1, words=(("k1", B),))).refusal
    assert evening.put(Word(1, words=(("k2", A),))).refusal
    assert evening.put(Word(2, words=(("k1", A),))).refusal
    assert not evening.put(Word(1, words=(("k1", A),))).refusal
    assert evening.put(Word(1, words=(("k1", A),))).refusal


def test_a_round_that_is_begun_is_finished_before_the_next(evening):
    evening.put(Word(1, commits=(("k1", hidden(A)), ("k2", hidden(B)))))
    assert "Round 1 of words is under way." in evening.put(Word(2, commits=(("k2", hidden(B)),))).refusal.why
    begun = Round.taken_up(evening.table.ledger.under_way)
    assert begun.commit("k1", hidden(A))
    assert begun.reveal("k1", A) is None
    assert not evening.put(begun.words()).refusal
    assert evening.put(Word(2)).refusal.why == "A round begins with hashes."
    assert evening.table.words().number == 2


def test_of_a_round_without_any_word_nothing_is_left(evening):
    assert not evening.put(Word(1, commits=(("k1", hidden(A)), ("k2", hidden(B))))).refusal
    assert not evening.put(Word(1)).refusal
    assert evening.table.ledger.words.mix == ""
    assert evening.table.ledger.words_due


def test_who_left_before_the_hashes_were_written_is_in_no_round():
    said = Round(1)
    said.commit("k1", hidden(A))
    said.commit("k2", hidden(B))
    assert dict(said.hashes({"k2", "k3"}).commits).keys() == {"k2"}
    assert said.reveal("k1", A)
