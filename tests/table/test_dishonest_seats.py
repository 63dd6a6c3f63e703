"""A host with the dice key in hand changes who sits where, or is silent on a seat of its own, until somebody's dice suit it.

Each time the next roll of the player provably stays as it was, or `verify` names in a sentence what was done.
"""

from random import Random

import pytest
from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import KEY
from tests.table.night import ADA, BEN, LIE, Keeper, Night, faults, ground, named, word

from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.inputs import Faces, Rekey, Sit, Undo, Word
from cliffhanger.table import Table, dice, permissions
from cliffhanger.table.dice_keys import DiceKeys
from cliffhanger.table.entropy import hidden, mix
from cliffhanger.table.words import Chairs, SettledWords, Words

TRIES = 12


@pytest.fixture
def gathered():
    """Ada and Ben have sat down with their pages open, under a master, and no word was said yet."""
    night = Night()
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    Keeper(night, "k1"), Keeper(night, "k2")
    return night


def doubted(night, text, *kept):
    return [each for each in night.checked(*kept).doubts if text in each]


# A new name


@pytest.mark.parametrize(("seat", "by"), [("k1", "host"), ("k1", "k1"), ("k2", "host"), ("k2", "k2")])
def test_a_new_name_or_the_same_once_more_calls_for_no_words_and_turns_no_dice(night, crooked, seat, by):
    before = night.next()
    for n in range(TRIES):
        assert not night.put(Sit(seat, {"k1": "Ada", "k2": "Ben"}[seat] if n else "Zoe"), by).refusal
        assert not night.table.ledger.words_due
    night.hides(k1=word(1), k2=word(2))
    assert "when somebody takes a player's seat" in night.hashed.refusal.why
    crooked()
    for n in range(TRIES):
        night.round(k1=word(n), k2=word(n + TRIES))
        assert night.next() == before
    night.plays()
    assert len(named(faults(night), "is the host's own: no player sat there who needed words.")) == TRIES


# Leaving and sitting down again


def test_a_seat_that_is_freed_and_taken_in_the_record_alone_is_named_by_the_page_that_never_left_it(night):
    """The host's server lets Ada's page go on as if nothing had been."""
    rolls, freed = {night.next()}, []
    for n in range(TRIES):
        freed.append(night.put(Sit("k1", holder="nobody")).entries[0].n)
        night.put(Sit("k1", "Ada"))
        night.round(k1=word(n), k2=word(n + TRIES))
        rolls.add(night.next())
    assert len(rolls) == TRIES + 1
    night.plays()
    report = night.checked()
    assert report.sound
    assert f"k1 changed hands and had new words {TRIES + 1} times" in report.summary()
    assert doubted(night, f"k1 was taken {TRIES + 1} times (lines ")
    (fault,) = faults(night, night.kept[0])
    assert f"The seat of k1 was taken from its player and given back in the record ({freed[0]}, {freed[1]}, " in fault
    assert fault.endswith("while their page went on by one and the same link: so its dice were drawn anew.")


def test_it_is_named_too_where_the_page_is_made_to_load_again(night):
    ada = night.pages[0]
    night.pages = night.pages[1:]
    freed = night.put(Sit("k1", holder="nobody")).entries[0].n
    night.put(Sit("k1", "Ada"))
    again = Keeper(night, "k1", ada.link)
    night.round(k1=word(1), k2=word(2))
    night.plays()
    assert faults(night, ada.text) == faults(night, again.text) == ()
    assert named(faults(night, ada.text, again.text), f"given back in the record ({freed})")


def test_a_seat_that_is_lent_to_a_bot_for_one_roll_is_named_by_the_page_that_never_left_it(night):
    """The bot throws with the words of all, which are others than Ada's own once a third has come."""
    night.anew("k2", "Zoe", page=False)
    night.round(k1=word(1), k2=word(2))
    own = night.next()
    freed = night.put(Sit("k1", holder="bot")).entries[0].n
    assert night.next() != own
    night.put(Sit("k1", "Ada"))
    night.plays()
    assert named(faults(night, night.kept[0]), f"given back in the record ({freed})")
    assert doubted(night, "k1 threw dice with words of others alone")
    assert doubted(night, "rest on the words of k2 and whoever sat on k1 before alone: k1 sat there as well")


def test_who_is_sent_away_and_sits_down_again_is_told_that_their_dice_are_others(night):
    first = night.pages[0].text
    night.anew("k1", "Ada")
    night.round(k1=word(1), k2=word(2))
    night.anew("k1", "Ada")
    night.round(k1=word(3), k2=word(4))
    night.plays()
    report = night.checked(first, *night.kept)
    assert report.sound, report.faults
    assert "k1 changed hands and had new words 3 times" in report.summary()


def test_a_seat_of_the_hosts_own_that_is_taken_until_it_is_lucky_turns_nobody_elses_dice_and_is_counted(night):
    own, theirs, before = night.next(), [night.next("k2")], night.next("host")
    villains = [before]
    for n in range(TRIES):
        night.anew("k2", "Zoe", page=False)
        night.round(k1=word(n), k2=word(n + TRIES))
        assert night.next() == own
        theirs.append(night.next("k2"))
        villains.append(night.next("host"))
    assert len(set(theirs)) == len(set(villains)) == TRIES + 1
    night.plays()
    report = night.checked(night.kept[0])
    assert report.sound, report.faults
    assert f"k2 changed hands and had new words {TRIES + 1} times" in report.summary()
    assert doubted(night, "each time the dice of that seat, and of seats without words, are drawn anew.", night.kept[0])


def test_a_friend_on_a_seat_between_gives_its_player_new_words_and_is_counted(night):
    night.anew("k1", "Zoe", page=False)
    night.round(k1=LIE, k2=word(1))
    with_friend = night.next()
    night.anew("k1", "Ada")
    night.round(k1=word(2), k2=word(3))
    assert night.next() != with_friend
    night.plays()
    assert "k1 changed hands and had new words 3 times" in night.checked().summary()


# Silence


def test_a_word_that_is_withheld_until_the_dice_suit_holds_no_round_again_for_anybody_else(gathered):
    """The host hears all words first, and says that of its seat only if it likes what falls."""
    rolls, villains = [], []
    for n in range(TRIES):
        gathered.round(k1=word(n), k2=word(n + TRIES), told={"k1": word(n)})
        rolls.append(gathered.next())
        villains.append(gathered.next("host"))
    gathered.round(k1=word(90), k2=word(91))
    assert {*rolls, gathered.next()} == {rolls[0]}
    assert {*villains, gathered.next("host")} == {villains[0]}
    gathered.plays()
    report = gathered.checked(gathered.kept[0])
    assert report.sound, report.faults
    assert f"words that were hidden are missing (k2 {TRIES} times)" in report.summary()


def test_the_hash_of_a_word_that_is_withheld_is_in_the_dice_of_the_others(gathered):
    number = gathered.hides(k1=ADA, k2=BEN)
    hashes = gathered.hashed.entries[0].input
    gathered.put(Word(number, words=(("k1", ADA),)))
    assert gathered.table.ledger.words.spoke == {"k1": mix("wall", Word(1, words=(("k1", ADA),)), hashes)}
    assert gathered.table.ledger.words.settled == {"k1"}
    assert gathered.table.ledger.wordless == {"k2"}


def test_a_page_that_is_never_asked_to_show_its_word_names_it(gathered):
    """The friend's word is ground for the case that Ada's is left out."""
    number = gathered.hides(k1=ADA, k2=LIE)
    gathered.put(Word(number, words=(("k2", LIE),)))
    gathered.plays()
    assert gathered.checked().sound
    assert "words that were hidden are missing (k1 once)" in gathered.checked().summary()
    assert faults(gathered, gathered.kept[0]) == (
        "The page of k1 hid a word in round 1 and stayed open, and was not asked to show it.",
    )


def test_a_page_that_is_cut_off_before_it_can_show_its_word_says_so(gathered):
    number = gathered.hides(k1=ADA, k2=LIE)
    gathered.pages[0].opens()
    gathered.put(Word(number, words=(("k2", LIE),)))
    gathered.plays()
    report = gathered.checked(gathered.kept[0])
    assert report.sound, report.faults
    assert doubted(
        gathered, "The page of k1 hid a word in round 1 and was cut off before it was asked", gathered.kept[0]
    )


def lost(night, number=1):
    """Ada's word is hidden in this round and not in the record, with Ben's; her page is shown all that follows."""
    night.put(Word(number, words=(("k2", BEN),)))
    night.plays()
    return night.checked(night.kept[0])


def test_a_page_that_slept_between_the_halves_of_a_round_accuses_nobody_and_is_named(gathered):
    ada = gathered.pages[0]
    number = gathered.hides(k1=ADA, k2=BEN)
    ada.lines.append(f"late {number}")
    ada.says(number)
    report = lost(gathered)
    assert report.sound, report.faults
    assert doubted(
        gathered, "The page of k1 was asked late for its word in round 1, and the record leaves it out", ada.text
    )
    assert "it lacks words that the page of k1 hid" in report.summary()


def test_a_page_that_is_cut_off_as_it_shows_its_word_accuses_nobody_and_is_named(gathered):
    ada = gathered.pages[0]
    number = gathered.hides(k1=ADA, k2=BEN)
    ada.says(number)
    ada.opens()
    report = lost(gathered)
    assert report.sound, report.faults
    assert doubted(gathered, "The page of k1 said its word in round 1 and was cut off, and the record leaves", ada.text)
    assert "it lacks words that the page of k1 hid" in report.summary()


def test_a_page_that_was_asked_late_and_heard_all_the_same_is_as_any_other(gathered):
    number = gathered.hides(k1=ADA, k2=BEN)
    gathered.pages[0].lines.append(f"late {number}")
    for page in gathered.pages:
        page.says(number)
    gathered.put(Word(number, words=(("k1", ADA), ("k2", BEN))))
    gathered.plays()
    assert gathered.checked(*gathered.kept).sound
    assert not doubted(gathered, "late", *gathered.kept)


def test_a_word_on_two_pages_of_a_seat_accuses_nobody(gathered):
    """The second page hides one as well, too late, and is never asked for it."""
    second = Keeper(gathered, "k1", gathered.pages[0].link)
    gathered.pages.remove(second)
    second.hides(1, LIE)
    gathered.round(k1=ADA, k2=BEN, told={"k2": BEN})
    gathered.pages.append(second)
    gathered.plays()
    assert faults(gathered, *gathered.kept) == (
        "The page of k1 said its word in round 1, and the record leaves it out: it was dropped.",
    )


def test_a_word_that_was_hidden_in_no_round_is_no_fault_unless_it_was_said(gathered):
    ada = gathered.pages[0]
    ada.hides(2, LIE)
    gathered.round(k1=ADA, k2=BEN)
    gathered.plays()
    assert faults(gathered, ada.text) == ()
    assert doubted(gathered, "hid a word in round 2, and the record has no such round: it was given up", ada.text)
    ada.says(2)
    assert faults(gathered, ada.text) == (
        "The page of k1 hid a word in round 2, and the record has no such round: it was dropped.",
    )


# Another key


def test_a_key_that_is_changed_until_the_dice_suit_is_in_the_verdict_and_named_by_a_page_that_saw_both(
    night, monkeypatch
):
    """No die has fallen yet, so that no roll hangs on a key that is never shown."""
    monkeypatch.setattr(DiceKeys, "barred", lambda *_: None)
    for n in range(TRIES):
        new = bytes([n] * 32)
        night.table.keys.learn(new)
        assert not night.put(Rekey(dice.key_hash(new))).refusal
        night.round(k1=word(n), k2=word(n + TRIES))
    night.plays()
    report = night.checked()
    assert not report.faults
    assert f"the dice key was changed {TRIES} times" in report.summary()
    assert faults(night, night.kept[0]) == (
        "The dice key was changed while the page of k1 went on by one and the same link: "
        "who has the key of a table has no need of another.",
    )


# Who comes first, and who comes late


def test_a_friend_who_sits_down_first_has_no_dice_of_their_own_choice(crooked):
    night = Night()
    night.sits(host="Cleo", k1="Zoe")

    def falls(words):
        said = mix("wall", Word(1, words=tuple(words.items())))
        return -sum(dice.thrown(KEY, "wall", said, Roll("", "k1", "wind", (6,) * 9), 0))

    night.round(**ground(night, ["k1"], falls))
    chosen = night.next()
    assert sum(chosen) > 36
    night.sits(k2="Ben")
    Keeper(night, "k2")
    assert night.table.ledger.words_due
    night.round(k1=LIE, k2=BEN)
    assert night.next() != chosen
    assert not night.table.ledger.words_due


def test_a_friend_who_keeps_away_from_the_round_with_others_is_named():
    night = Night()
    night.sits(host="Cleo", k1="Zoe")
    night.round(k1=LIE)
    night.sits(k2="Ben")
    Keeper(night, "k2")
    night.round(k2=BEN)
    assert night.table.ledger.words.spoke.keys() == {"k1", "k2"}
    assert night.table.ledger.words_due  # a round with both may still be held
    night.plays()
    report = night.checked(*night.kept)
    assert report.sound, report.faults
    assert doubted(night, "round 2 was held without k1, who sat at the table")
    assert doubted(night, "of k1 rest on the word of k1 alone: k2 sat there as well and has no word in them.")
    assert "of them from k2" in report.summary()


def test_who_comes_late_has_words_of_their_own_and_turns_nobody_elses(night):
    night.table = Night().table
    night.sits(host="Cleo", k1="Ada")
    night.round(k1=ADA)
    night.sits(k2="Ben")
    night.round(k1=word(1), k2=BEN)
    settled = night.next()
    night.put(Sit("k2", holder="bot"))
    assert night.next("k2") == settled_of_all(night)
    night.put(Sit("k2", "Ben"))
    night.round(k1=word(2), k2=word(3))
    assert night.next() == settled
    assert night.next("k2") != settled


def settled_of_all(night):
    said = night.table.ledger.words.mix
    return dice.thrown(KEY, "wall", said, Roll("", "k2", "wind", (6,) * 9), 0)


def test_who_sits_down_between_the_halves_of_a_round_has_no_word_in_it(gathered):
    number = gathered.hides(k1=ADA, k2=BEN)
    gathered.anew("k2", "Zoe", page=False)
    gathered.put(Word(number, words=(("k1", ADA), ("k2", BEN))))
    assert gathered.table.ledger.words.spoke.keys() == {"k1"}
    assert gathered.table.ledger.wordless == {"k2"}
    gathered.round(k1=word(1), k2=word(2))
    gathered.plays()
    assert gathered.checked(gathered.kept[0]).sound


# The rule for itself


def test_the_dice_of_seats_without_words_are_turned_by_no_round_that_leaves_out_somebody_with_words():
    rule, both = SettledWords(), Chairs(frozenset(["host", "k1", "k2"]), frozenset(["k1", "k2"]))
    first, last = Word(1, commits=(("k1", hidden(ADA)),)), Word(1, words=(("k1", ADA),))
    now = rule.shown(rule.hidden(Words(), first), "wall", both, first, last)
    assert now.mix == now.spoke["k1"]
    assert now.settled == frozenset()
    second, shown = Word(2, commits=(("k2", hidden(BEN)),)), Word(2, words=(("k2", BEN),))
    later = rule.shown(rule.hidden(now, second), "wall", both, second, shown)
    assert later.mix == now.mix != later.spoke["k2"]
    assert rule.counts(later, both, frozenset(["k1", "k2"]))
    assert not rule.counts(later, both, frozenset(["k1"]))


# Rights that the record shows


def test_an_undo_by_somebody_who_may_not_is_named(monkeypatch):
    night = Night(undo="master")
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    n = night.table.shown.n
    night.act("k1", "dare", dice=2), night.act("k1", "pass")
    assert night.put(Undo(n), "k2").refusal
    with monkeypatch.context() as patch:
        patch.setattr(permissions, "unwinding", lambda *_: None)
        assert not night.put(Undo(n), "k2").refusal
    at = night.table.shown.n
    night.plays()
    assert faults(night) == (f"Line {at + 1}: k2 may not do this. At this table the game master undoes.",)


def test_an_undo_to_which_the_other_side_has_to_agree_is_told():
    night = Night(undo="unseen")
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    n = night.table.shown.n
    night.act("k1", "pass"), night.act("k2", "pass")
    assert any(isinstance(entry.input, Faces) for entry in night.table.kept()[n:])
    assert night.put(Undo(n), "k1").refusal.why == permissions.SEEN
    night.table.head = structs.replace(night.table.head, back={"host": n})
    assert not night.put(Undo(n), "k1").refusal
    night.plays()
    report = night.checked()
    assert report.sound, report.faults
    assert doubted(night, "k1 takes back what others have seen. The other side has to agree to that")


# Tables that began before


def old(number, **sits):
    header = structs.replace(Night().table.header, cliffhanger=number)
    night = Night(table=Table.load(LANTERNS, header, (), KEY))
    night.sits(**sits)
    return night


def test_a_table_of_format_3_goes_on_by_its_rule_and_verify_says_what_a_new_name_could_do():
    night = old(3, host="Cleo", k1="Ada", k2="Ben")
    night.round(k1=ADA, k2=BEN)
    rolls = {night.next()}
    for n in range(TRIES):
        night.put(Sit("k1", "Ada"), "host")
        assert night.table.ledger.words_due
        night.round(k1=word(n), k2=word(n + TRIES))
        rolls.add(night.next())
    assert len(rolls) == TRIES + 1
    night.plays()
    report = night.checked()
    assert report.sound, report.faults
    assert doubted(night, f"could have dice drawn anew until they fell well; it was done {TRIES} times.")
    assert "whoever held the key could have words said again" in report.summary()
    again = Table.load(LANTERNS, night.table.header, night.table.kept(), KEY)
    assert again.ledger.books() == night.table.ledger.books()


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_both_readings_of_the_rules_agree_on_every_roll_whoever_comes_goes_and_is_silent(number, seed):
    rng = Random(seed)
    night = old(number, host="Cleo", k1="Ada")
    for step in range(60):
        seat = rng.choice(["k1", "k2", "k2", "host"])
        match rng.randrange(5):
            case 0:
                night.put(Sit(seat, "Zoe", rng.choice(["person", "person", "bot", "nobody"])))
            case 1:
                night.put(Sit(seat, "Zoe"), seat)  # a new name, where somebody sits
            case 2 | 3:
                here = sorted(rng.sample(["k1", "k2"], rng.randint(1, 2)))
                begun = night.table.ledger.under_way
                if begun is None:
                    night.hides(**{who: word(step * 2 + at) for at, who in enumerate(here)})
                    said = {who: word(step * 2 + at) for at, who in enumerate(here)}
                else:
                    told = tuple(row for row in sorted(said.items()) if rng.random() < 0.7)
                    night.put(Word(begun.round, words=told))
            case 4:
                night.anything(rng)
    night.plays(seed)
    report = night.checked()
    assert report.sound, report.faults
    assert {row.verdict for row in report.rolls} == {"equal"}
