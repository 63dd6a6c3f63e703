"""A host with the dice key in hand tries to choose the dice; `verify`, and what players kept, name what it did in a sentence.

The host's server is ours with its guards taken out: it takes any round of words, and mixes into a roll what it likes. The
players' side is honest: each page keeps the marks it was shown and its own words, as `static/words.js` does.
"""

from random import Random

import pytest
from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import AT, KEY, of_bots
from tests.table.night import ADA, BEN, LIE, Keeper, Night, again_from, faults, forged, ground, named

from cliffhanger import games
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.inputs import Act, Close, Faces, Pause, Sit, Undo, Word
from cliffhanger.kernel.record.format import chained, read, write
from cliffhanger.table import Table, dice
from cliffhanger.table.entropy import hidden, mix
from cliffhanger.table.projection import export
from cliffhanger.table.verify import verify


def lies(night, *seats):
    """Words of the host's own for these seats, after which k1 would throw as low as can be if they counted."""
    number, nth = night.table.words().number, night.table._play.now.rolls.get(("wind", "k1"), 0)

    def falls(words):
        said = mix(night.table.id, Word(number, words=tuple(sorted(words.items()))))
        return sum(dice.thrown(KEY, night.table.id, said, Roll("", "k1", "wind", (6, 6, 6)), nth))

    return ground(night, seats, falls)


def test_an_honest_evening_is_sound_with_and_without_what_players_kept(night):
    night.plays()
    for kept in ((), night.kept[:1], night.kept):
        report = verify(night.record(), LANTERNS, kept)
        assert report.sound, report.faults
    assert sum("saw this very record" in each for each in report.doubts) == 2


def test_a_word_ground_by_whoever_runs_the_table_counts_for_nothing_and_is_named(night, crooked):
    crooked()
    before = night.table.ledger.words_for("wind", "k1", 0)
    night.round(**lies(night, "host"))
    assert night.table.ledger.words_for("wind", "k1", 0) == before
    night.plays()
    assert named(faults(night), "host speaks a word in round 2, and no player sits there: it is the host's own.")
    assert named(faults(night), "round 2 of words is the host's own: no player sat there who needed words.")


def test_a_round_without_the_seat_whose_dice_it_would_turn_leaves_them_alone(night, crooked):
    """A seat of the host's own changes hands, so that a round is due; Ada's page is not asked."""
    crooked()
    before = {seat: night.table.ledger.words_for("wind", seat, 0) for seat in ("k1", "host", "")}
    night.anew("k2", "Zoe", page=False)
    night.round(**lies(night, "k2"))
    assert {seat: night.table.ledger.words_for("wind", seat, 0) for seat in before} == before
    night.plays()
    report = verify(night.record(), LANTERNS)
    assert report.sound
    assert any("round 2 was held without k1, who sat at the table" in note for note in report.doubts)
    assert faults(night, *night.kept) == ("The page of k1 was open and was not asked for a word in round 2.",)


def test_who_threw_with_words_of_others_alone_is_named():
    night = Night()
    night.sits(host="Cleo", k2="Ben", k1="Ada")
    night.put(Sit("k1", holder="nobody"))
    night.round(k2=BEN)
    night.put(Sit("k1", "Ada"), "k1")
    night.plays()
    report = verify(night.record(), LANTERNS)
    assert report.sound
    assert any(note.startswith("k1 threw dice with words of others alone") for note in report.doubts)


def test_a_roll_that_takes_the_hosts_word_all_the_same_is_named(night, crooked):
    night.anew("k2", "Zoe", page=False)
    own = lies(night, "k2")
    said = mix(night.table.id, Word(2, words=tuple(own.items())))
    crooked(wind=said)
    night.round(**own)
    night.plays()
    assert named(faults(night), "the roll of k1 for 'wind' uses other words than those in force")


def test_a_word_that_is_dropped_is_missing_and_who_kept_it_names_it(night):
    night.anew("k2", "Ben")
    night.round(k1=ADA[::-1], k2=BEN[::-1], told={"k1": ADA[::-1]})
    night.plays()
    report = verify(night.record(), LANTERNS)
    assert any("k2 hid a word in round 2, and it is missing" in note for note in report.doubts)
    assert faults(night, night.kept[0]) == ()
    assert faults(night, *night.kept) == (
        "The page of k2 said its word in round 2, and the record leaves it out: it was dropped.",
    )


def test_a_round_that_is_held_again_until_it_is_lucky_is_named(night, crooked):
    night.anew("k2", "Ben")
    before = night.next()
    for n in range(3):
        night.round(k1=f"{n:032x}", k2=f"{n + 9:032x}", told={})
    night.round(k1=ADA, k2=BEN)
    assert night.next() == before
    night.plays()
    report = verify(night.record(), LANTERNS)
    assert len([note for note in report.doubts if "k1 and k2 hid a word in round" in note]) == 3
    assert "words that were hidden are missing (k1 3 times, k2 3 times)" in report.summary()
    assert len(named(faults(night, night.kept[0]), "it was dropped")) == 3


def test_a_word_made_up_for_a_player_is_named(night, crooked):
    crooked()
    night.anew("k2", "Ben", page=False)
    night.pages[0].hides(2, ADA)
    own = lies(night, "k1", "k2")
    night.put(Word(2, commits=tuple((seat, hidden(word)) for seat, word in own.items())))
    night.put(Word(2, words=tuple(own.items())))
    night.plays()
    assert verify(night.record(), LANTERNS).sound
    assert named(faults(night, night.kept[0]), "The word of k1 in round 2 is none that this browser hid")


def respelled(word, n):
    """The same bytes as a page's word, with the letters written large that the bits of n say."""
    letters = [at for at, sign in enumerate(word) if sign.isalpha()]
    large = {at for nth, at in enumerate(letters) if n >> nth & 1}
    return "".join(sign.upper() if at in large else sign for at, sign in enumerate(word))


@pytest.mark.parametrize("spelled", [respelled, lambda word, n: word if n == 0 else f"{word[: 2 * n]} {word[2 * n :]}"])
def test_a_word_that_is_written_otherwise_until_the_dice_suit_is_named(crooked, spelled):
    """Its bytes are those that the page hid, and the letters are in the mix."""
    night = Night()
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    Keeper(night, "k1"), Keeper(night, "k2")
    crooked()

    def falls(written):
        said = mix("wall", Word(1, words=(("k1", written), ("k2", BEN))))
        return sum(dice.thrown(KEY, "wall", said, Roll("", "k1", "wind", (6,) * 9), 0))

    honest, suits = falls(ADA), min((spelled(ADA, n) for n in range(16)), key=falls)
    assert falls(suits) < honest
    night.round(k1=ADA, k2=BEN, told={"k1": suits, "k2": BEN})
    assert sum(night.next()) == falls(suits)
    night.plays()
    for kept in ((), night.kept):
        (fault,) = faults(night, *kept)
        assert fault.endswith("the word of k1 is written otherwise than a page writes it, which turns its dice.")


def test_hashes_that_are_written_after_a_word_was_said_are_named(night, crooked):
    """The host has Ada's word first, and then grinds its own."""
    crooked()
    night.anew("k2", "Zoe", page=False)
    ada = night.pages[0]
    ada.hides(2, ADA)
    ada.says(2)
    words = {**lies(night, "k2"), "k1": ADA}
    night.put(Word(2, commits=tuple((seat, hidden(word)) for seat, word in sorted(words.items()))))
    night.put(Word(2, words=tuple(sorted(words.items()))))
    night.plays()
    assert faults(night, ada.text) == ("The hashes of round 2 were written after the page of k1 had said its word.",)


def test_a_hash_that_is_left_out_is_named(night):
    night.anew("k2", "Ben")
    night.pages[0].hides(2, ADA[::-1])
    night.round(k2=BEN)
    night.plays()
    report = night.checked(night.kept[0])
    assert report.sound, report.faults  # a page that slept hides its word too late, and nobody turns dice by that
    assert (
        "The page of k1 hid a word in round 2, and its hash is missing: it was left out, or came too late."
        in report.doubts
    )
    assert "it lacks words that the page of k1 hid" in report.summary()


def test_branches_that_are_dropped_until_one_is_lucky_are_named(night):
    rng, n = Random(4), night.table.shown.n
    for _ in range(3):
        for _ in range(4):
            night.anything(rng)
        again_from(night, n)
    night.plays(9)
    assert verify(night.record(), LANTERNS).sound
    (fault,) = faults(night, night.kept[0])
    assert "was shown another entry" in fault
    assert f"rewritten after entry {n}, or a branch of it was dropped" in fault


def test_branches_that_are_undone_until_one_is_lucky_are_named_by_the_record_alone(night):
    n = night.table.shown.n
    for _ in range(3):
        night.act("k1", "dare", dice=2), night.act("k1", "pass"), night.act("k2", "pass")
        night.put(Undo(n), "host")
    night.plays()
    report = verify(night.record(), LANTERNS)
    seen = [each for each in report.doubts if "host takes back dice that were seen: k1 for 'wind'" in each]
    assert len(seen) == 3
    assert len({each.partition("seen")[2] for each in seen}) == 1  # and made again they are the same
    assert "3 of them were taken back after they were seen" in report.summary()  # what is read first says it too


def test_an_undo_that_nobody_at_the_table_asked_for_is_named(night):
    n = night.table.shown.n
    night.act("k1", "pass")
    night.put(Undo(n), "")
    night.plays()
    assert named(faults(night), "nobody at the table did this: Undo of no seat.")


def test_a_record_that_is_cut_is_named(night):
    n = night.table.shown.n
    for _ in range(4):
        night.anything(Random(2))
    again_from(night, n)
    night.put(Close(""), "host")
    (fault,) = faults(night, night.kept[0])
    assert "was shown" in fault


def test_an_end_that_is_missing_is_named(night):
    ada = night.pages[0]
    night.plays()
    for _ in range(2):
        ada.lines.append(f"at {night.table.shown.n + 1} {'0' * 32}")
    assert "a part was dropped" in faults(night, ada.text)[0]


def test_a_whole_record_written_anew_with_a_kinder_key_is_named(night):
    night.plays()
    other = Night(key=bytes(32))
    other.sits(host="Cleo", k1="Ada", k2="Ben")
    other.round(k1=ADA, k2=BEN)
    other.plays()
    assert verify(other.record(), LANTERNS).sound
    assert "was rewritten after entry 0" in faults(other, night.kept[0])[0]


def test_a_page_of_another_table_and_one_that_cannot_be_read_are_named(night):
    night.plays()
    assert faults(night, night.kept[0].replace("wall", "hall", 1)) == (
        "What k1 kept is of table hall, not of this one.",
    )
    assert faults(night, "hello") == (
        "This is not what a page keeps of a table: that begins with `cliffhanger kept 2`.",
    )
    assert faults(night, night.kept[0] + "at x y\n")[0].startswith("Line ")


def test_what_was_said_on_two_pages_of_a_seat_is_brought_together(night):
    night.anew("k2", "Ben")
    phone = Keeper(night, "k1", night.pages[0].link)
    phone.hides(2, ADA[::-1])
    night.pages.remove(phone)
    night.round(k1=BEN[::-1], k2=BEN)
    night.pages.append(phone)
    night.plays()
    assert named(faults(night, phone.text), "or k1 had a page open elsewhere")
    assert faults(night, *night.kept) == ()


def test_who_had_the_seat_before_is_not_asked_for_the_words_of_who_came_after(night):
    ada = night.pages[0]
    night.anew("k1", "Zoe", page=False)
    night.round(k1=LIE, k2=BEN)
    night.plays()
    assert faults(night, ada.text) == ()


def test_before_the_close_words_are_checked_and_marks_are_not(night):
    report = verify(night.record(), LANTERNS, night.kept)
    assert report.faults == ()
    assert "What k1 kept of entries can be checked once the dice key is shown." in report.doubts


def test_alone_at_a_table_the_dice_rest_on_the_key_and_verify_says_so():
    night = Night()
    night.sits(k1="Ada")
    night.put(Sit("host", holder="bot")), night.put(Sit("k2", holder="bot"))
    assert not night.table.ledger.words_due
    assert night.hides(k1=ADA) == 1
    assert night.hashed.refusal
    night.plays()
    report = verify(night.record(), LANTERNS)
    assert report.sound
    assert report.alone == len(report.rolls)
    (said,) = [each for each in report.doubts if "promise" in each]
    assert "by somebody alone at the table: they rest on the key's promise alone" in said
    assert "rest on the key's promise alone" in report.summary()


def test_beside_the_person_who_runs_the_table_the_word_of_one_player_counts():
    night = Night()
    night.sits(host="Cleo", k1="Ada")
    assert night.table.ledger.counts(frozenset(["k1"]))
    night.round(k1=ADA)
    assert not night.table.ledger.words_due
    night.act("k1", "pass")
    assert night.table.ledger.words_for("wind", "k1", 0)
    night.plays()
    assert verify(night.record(), LANTERNS).sound


@pytest.mark.parametrize("seat", ["host", "k9"])
def test_words_of_who_runs_the_table_and_of_nobody_are_refused(night, seat):
    night.anew("k2", "Ben")
    assert "speaks no word" in night.put(Word(2, commits=((seat, hidden(LIE)),))).refusal.why


def test_a_round_that_no_seat_called_for_is_refused(night):
    assert "when somebody takes a player's seat" in night.put(Word(2, commits=(("k1", hidden(LIE)),))).refusal.why
    night.anew("host", "Cleopatra", page=False)
    assert night.put(Word(2, commits=(("k1", hidden(LIE)),))).refusal


@pytest.mark.parametrize("name", games.names())
def test_an_honest_evening_of_every_game_is_sound_with_and_without_what_was_kept(name):
    game = games.game(name)
    evening = of_bots(game, 0, names=("Ana", "Ben", "", ""), undo="master")
    evening.pages = []
    players = [seat.id for seat in evening.table.header.setup.seats if seat.role not in game.masters]
    pages = [Keeper(evening, seat) for seat in players]
    number = evening.table.words().number
    for n, page in enumerate(pages):
        page.hides(number, f"{n:032x}")
    said = tuple(sorted((seat, f"{n:032x}") for n, seat in enumerate(players)))
    assert not evening.put(Word(number, commits=tuple((seat, hidden(word)) for seat, word in said))).refusal
    for page in pages:
        page.says(number)
    assert not evening.put(Word(number, words=said)).refusal
    rng = Random(7)
    for n in range(60):
        turn = evening.table.head.waiting
        if not isinstance(turn, tuple):
            break
        seat = next(o.seat for o in turn if not o.reaction)
        mine = tuple(each.option for each in turn if each.seat == seat)
        assert not evening.put(game.bot(evening.table.view(seat), seat, mine, rng), seat).refusal
        for page in pages[: n % 3]:
            page.sees()
    master = next((s.id for s in evening.table.header.setup.seats if s.role in game.masters), players[0])
    nameless = [s.id for s in evening.table.head.seats if not s.name][-1]
    for put in (Pause(on=True), Pause(on=False), Undo(evening.table.shown.n - 2), Sit(nameless, "")):
        assert not evening.put(put, nameless if not isinstance(put, Undo) else master).refusal
    assert not evening.put(Close(""), master).refusal
    for kept in ((), [page.text for page in pages]):
        report = verify(evening.record(), game, kept)
        assert report.sound, report.faults
        assert any(row.verdict == "equal" for row in report.rolls)


# What one record shows by itself: each of these stood in a record that was called sound.


def found(night, kind):
    return next(e for e in night.table.kept() if isinstance(e.input, kind))


@pytest.fixture
def told(night):
    night.put(Pause(on=True), "k1")
    night.put(Pause(on=False), "k2")
    night.act("k1", "pass")
    night.put(Undo(night.table.shown.n - 1), "k1")
    night.plays()
    return night


@pytest.mark.parametrize("kind", [Act, Undo, Sit, Pause, Faces, Word, Close])
@pytest.mark.parametrize("first", [True, False])
def test_a_sentence_beside_those_that_are_told_is_named(told, kind, first):
    entry = found(told, kind)
    more = structs.replace(told.table.kept()[0].events[0], text="The lantern was always lit.")
    events = (more, *entry.events) if first else (*entry.events, more)
    at = f"Line {entry.n + 1}: what was told is not what the rules tell."
    assert verify(forged(told, entry.n, events=events), LANTERNS).faults[0] == at


@pytest.mark.parametrize(
    ("seat", "says"),
    [("k2", "k2 may not do this. Only Ada acts"), ("", "nobody at the table did this"), ("k9", "Nobody acts from")],
)
def test_an_act_under_another_seat_or_none_is_named(told, seat, says):
    entry = next(e for e in told.table.kept() if isinstance(e.input, Act) and e.seat == "k1")
    (fault,) = verify(forged(told, entry.n, seat=seat), LANTERNS).faults
    assert fault.startswith(f"Line {entry.n + 1}: ")
    assert says in fault


def test_dice_that_answer_nothing_and_words_of_a_seat_are_named(told):
    roll, word = found(told, Faces), found(told, Word)
    assert "the table's own dice answer" in verify(forged(told, roll.n, seat="k1"), LANTERNS).faults[0]
    assert "the table's own dice answer" in verify(forged(told, roll.n, id="elsewhere"), LANTERNS).faults[0]
    assert "k1 puts words of others" in verify(forged(told, word.n, seat="k1"), LANTERNS).faults[0]


def test_two_entries_with_one_id_are_named(told):
    first, other = (e for e in told.table.kept() if isinstance(e.input, Word))
    assert verify(forged(told, other.n, id=first.id), LANTERNS).faults == (
        f"Line {other.n + 1}: it has the id of line {first.n + 1}, and every input has its own.",
    )


def test_who_runs_the_table_stands_in_line_1_and_is_who_runs_the_game(told):
    record = read(told.record())
    header = structs.replace(record.header, runs=())
    assert (
        "who runs the table is not who runs it in Lanterns"
        in verify(write(header, chained(header, record.entries)), LANTERNS).faults[0]
    )


def test_a_table_that_began_before_goes_on_as_it_began_and_verify_says_what_that_is_worth():
    header = structs.replace(Night().table.header, cliffhanger=2, runs=())
    old = Night(table=Table.load(LANTERNS, header, (), KEY))
    old.sits(k1="Ada")
    for number, who in enumerate(("page", "k1"), 1):
        assert not old.put(Word(number, commits=((who, hidden(LIE)),))).refusal
        assert not old.put(Word(number, words=((who, LIE),))).refusal
    assert old.table.ledger.words_for("wind", "host", 0) == mix("wall", Word(2, words=(("k1", LIE),)))
    old.plays()
    report = verify(old.record(), LANTERNS)
    assert report.sound, report.faults
    assert any("whoever had its key could choose the last words" in note for note in report.doubts)
    assert "whoever held the key could choose the words" in report.summary()
    assert old.table.header.opened == AT


@pytest.mark.parametrize(
    ("puts", "says"),
    [
        ([Word(2, words=(("k1", ADA),))], "words of round 2 while round 1 is under way."),
        ([Word(7, commits=(("k1", hidden(ADA)),))], "round 2 of words begins with its hashes."),
        ([Word(2, commits=(("k1", hidden(ADA)), ("k2", hidden(ADA))))], "two pages hide the same word."),
        ([Word(2, commits=(("k1", hidden(ADA)), ("k1", hidden(BEN))))], "a seat hides two words."),
        ([Word(2, commits=(("k1", hidden(ADA).upper()),))], "the hash of k1 is not written as a page writes it."),
        ([Word(1, words=(("k1", ADA),))], "words for which nobody had said a hash."),
        (
            [Word(2, commits=(("k1", hidden(ADA)), ("k2", hidden(BEN)))), Word(3, words=(("k1", ADA),))],
            "words of round 3 while round 2 is under way.",
        ),
        (
            [Word(2, commits=(("k1", hidden(ADA)), ("k2", hidden(BEN)))), Word(2, words=(("k1", "no hex"),))],
            "the word of k1 is not the one it hid.",
        ),
    ],
)
def test_rounds_that_are_none_are_named(night, crooked, puts, says):
    night.anew("k2", "Ben", page=False)
    crooked()
    for put in puts:
        night.put(put)
    night.plays()
    assert named(faults(night), says)


def test_hashes_without_any_word_are_missing_and_the_round_is_due_still(night):
    night.anew("k2", "Ben", page=False)
    night.put(Word(2, commits=(("k1", hidden(ADA)), ("k2", hidden(BEN)))))
    night.put(Word(2))
    assert night.table.ledger.words_due
    night.round(k1=BEN, k2=ADA)
    night.plays()
    report = verify(night.record(), LANTERNS)
    assert report.sound
    assert any("k1 and k2 hid a word in round 2, and it is missing" in note for note in report.doubts)


def test_what_is_kept_of_two_seats_may_lie_in_one_text_and_odd_lines_are_named(night):
    night.plays()
    assert faults(night, "\n".join(night.kept)) == ()
    seat = verify(export(night.table, "k1"), LANTERNS, night.kept)
    assert any("by the whole record alone" in note for note in seat.doubts)
    assert seat.faults == ()
    for odd in ("", "cliffhanger kept 3 wall l k1", "cliffhanger kept 2 wall k1", "x" * 4_000_001):
        assert named(faults(night, odd), "not what a page keeps")
    assert faults(night, "cliffhanger kept 1 wall k1\nsaid 1\n") == ("Line 2 of what k1 kept cannot be read.",)


def test_a_key_that_is_no_key_is_named(night):
    night.plays()
    last = night.table.kept()[-1]
    assert "The key shown at the close" in verify(forged(night, last.n, input=Close("no hex")), LANTERNS).faults[0]


def test_many_dice_taken_back_at_once_are_told_in_one_sentence(night):
    n = night.table.shown.n
    rng = Random(3)
    while night.anything(rng):
        pass
    last = night.table.shown.n
    night.put(Undo(n), "k1")
    night.put(Undo(last), "k1")
    night.put(Close(""), "host")
    doubts = [each for each in verify(night.record(), LANTERNS).doubts if "takes back dice" in each]
    assert len(doubts) == 1
