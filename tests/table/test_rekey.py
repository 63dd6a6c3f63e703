"""A table that came from elsewhere by its record alone goes on by another dice key, and `verify` says so."""

from random import Random

import msgspec
import pytest
from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import AT, KEY, Evening, of_bots
from tests.table.night import ADA, BEN, Keeper, Night, word
from tests.table.test_dishonest_seats import old

from cliffhanger import games
from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.inputs import Close, Faces, Rekey, Sit, Undo, Word
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.record.format import chained, digest, encode, read, write
from cliffhanger.table import Table, dice
from cliffhanger.table.dice_keys import DiceKeys
from cliffhanger.table.ledger import Books, Ledger
from cliffhanger.table.permissions import HOST
from cliffhanger.table.recap_markdown import recap
from cliffhanger.table.verify import verify
from cliffhanger.table.words import Words

NEW = bytes(range(100, 132))
HASH = dice.key_hash(NEW)


def elsewhere(record):
    """The table of a record at a place that has nothing but the record."""
    found = read(record)
    return Evening(table=Table.load(games_of(found), found.header, found.entries, b"", found.tail))


def games_of(found):
    return LANTERNS if found.header.game == "lanterns" else games.game(found.header.game)


def goes_on(evening, key=NEW):
    evening.table.keys.learn(key)
    return evening.put(Rekey(dice.key_hash(key)), HOST)


def played_on(evening, acts=25, seed=4):
    """Bots play on; who rolls the dice is said by the table."""
    rng = Random(seed)
    for _ in range(acts):
        waiting = evening.table.head.waiting
        if isinstance(waiting, Roll):
            put = evening.put(
                Faces(waiting.id, tuple(1 for _ in waiting.dice), typed=True), waiting.seat or master(evening)
            )
        elif isinstance(waiting, tuple):
            seat = awaited(waiting)[0].seat
            mine = tuple(each.option for each in waiting if each.seat == seat)
            put = evening.put(evening.table.game.bot(evening.table.view(seat), seat, mine, rng), seat)
        else:
            break
        if put.refusal:
            return put.refusal
    return None


def master(evening):
    seats = evening.table.header.setup.seats
    return next(each.id for each in seats if each.role in evening.table.game.masters)


def key_rolls(report):
    return [row for row in report.rolls if row.verdict != "typed"]


@pytest.fixture(scope="module", params=["blockbuster", "plot_twist"])
def record(request):
    return of_bots(games.game(request.param), 8 if request.param == "blockbuster" else 60, undo="master").record()


def test_an_evening_goes_on_elsewhere_by_a_new_key_and_what_fell_by_it_is_checked(record):
    evening = elsewhere(record)
    before = len(read(record).entries)
    assert evening.table.keyless
    put = goes_on(evening)
    assert (
        put.entries[0].events[0].text
        == "The table goes on with a new key for its dice: the one before stayed elsewhere."
    )
    assert not evening.table.keyless
    assert played_on(evening) is None
    assert not evening.put(Close(""), master(evening)).refusal
    assert "new key" not in recap(evening.table.header, evening.table.kept(), evening.table.game)  # it is no story
    report = verify(evening.record(), evening.table.game)
    assert report.faults == ()
    old, new = ([row.verdict for row in report.rolls if (row.n > before) is late] for late in (False, True))
    assert set(old) == {"unchecked"}
    assert set(new) == {"equal"}
    assert (report.closed, report.unshown, report.sound) == (True, len(old), False)
    assert f"the key of {len(old)} of its rolls was never shown" in report.summary()
    assert [
        each
        for each in report.doubts
        if each.startswith(f"Line {before + 2}: from here on the dice fall by another key")
    ]


def test_without_a_key_a_close_is_no_lie_and_typed_dice_are_a_note(record):
    evening = elsewhere(record)
    stopped = played_on(evening, 60)
    if evening.table.game.id == "plot_twist":
        assert stopped.why == "The dice key of this table is not here."
    assert not evening.put(Close(""), master(evening)).refusal
    report = verify(evening.record(), evening.table.game)
    assert (report.closed, report.faults) == (True, ())
    rolled = [row for row in report.rolls if row.verdict != "typed"]
    assert {row.verdict for row in rolled} == {"unchecked"}
    assert (report.unshown, report.sound) == (len(rolled), False)
    assert report.notes[0] == "No dice key was shown when this table was closed: what fell by it cannot be checked."
    typed = [each for each in report.notes if "was typed, and line 1 says that this table rolls by itself" in each]
    assert len(typed) == len(report.rolls) - len(rolled)
    assert "was never shown" in report.summary()


def test_a_table_at_which_people_threw_all_dice_needs_no_key():
    there = elsewhere(of_bots(games.game("blockbuster"), 0, typed=True).record())
    assert played_on(there) is None
    assert not there.put(Close(""), master(there)).refusal
    report = verify(there.record(), there.table.game)
    assert report.sound
    assert {row.verdict for row in report.rolls} == {"typed"}
    assert report.notes[0].startswith("No dice key was shown")


@pytest.fixture
def night():
    """Ada and Ben sit at the wall, have said their words, and have thrown dice."""
    night = Night()
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    Keeper(night, "k1"), Keeper(night, "k2")
    night.round(k1=ADA, k2=BEN)
    rng = Random(3)
    while not any(isinstance(each.input, Faces) and each.input.dice for each in night.table.kept()):
        night.anything(rng)
    return night


def moved(night):
    """The same people at the place to which their table went; they have other links there, and what they kept before."""
    there = Night(
        table=Table.load(LANTERNS, night.table.header, night.table.kept(), b"", night.table._tails[night.table.shown.n])
    )
    goes_on(there)
    for page in night.pages:
        Keeper(there, page.seat)
    return there


def test_words_from_before_the_key_count_no_more_and_a_new_round_is_due(night):
    before = night.table.shown.n
    assert night.table.ledger.words.spoke
    there = moved(night)
    ledger = there.table.ledger
    assert (ledger.words, ledger.words_due, ledger.key_hash) == (Words(), True, HASH)
    there.round(k1="12" * 16, k2="34" * 16)
    there.plays()
    for kept in ((), there.kept, (*night.kept, *there.kept)):
        report = verify(there.record(), LANTERNS, kept)
        assert report.faults == ()
        assert "the dice key was changed once" in report.summary()
    assert sum("saw this very record" in each for each in report.doubts) == 2
    assert {row.verdict for row in report.rolls if row.n > before} == {"equal"}


def test_a_round_that_was_under_way_is_over(night):
    night.put(Sit("k2", "", "nobody"), HOST)
    night.put(Sit("k2", "Bea"), "k2")
    number = night.table.words().number
    from cliffhanger.table.entropy import hidden

    assert not night.put(Word(number, commits=(("k1", hidden(ADA)), ("k2", hidden(BEN))))).refusal
    there = moved(night)
    late = there.put(Word(number, words=(("k1", ADA), ("k2", BEN))))
    assert late.refusal.why == f"Round {number + 1} of words begins with its hashes."
    entries = there.table.kept()
    forged = structs.replace(
        entries[-1], n=len(entries) + 1, id="late", input=Word(number, words=(("k1", ADA), ("k2", BEN))), events=()
    )
    faults = verify(write(there.table.header, chained(there.table.header, (*entries, forged))), LANTERNS).faults
    assert any("words for which nobody had said a hash" in each for each in faults)


def test_only_the_table_changes_its_key_and_only_where_it_has_none(night):
    assert night.put(Rekey(HASH), "host").refusal.why == "Only the table changes its dice key."
    assert night.put(Rekey(HASH), HOST).refusal.why == "The table goes on with the dice key that is here."
    there = Evening(table=Table.load(LANTERNS, night.table.header, night.table.kept()))
    assert there.put(Rekey(HASH), HOST).refusal  # nobody has said what it is the hash of
    assert not goes_on(there).refusal
    assert goes_on(there, KEY).refusal


def test_a_key_that_was_not_kept_does_not_count(night):
    table = Table.load(LANTERNS, night.table.header, night.table.kept())
    table.keys.learn(NEW)
    assert not table.put(Rekey(HASH), id="new", seat=HOST, at=AT).refusal
    assert not table.keyless
    table.lost()
    assert table.keyless
    assert table.mark == ""


def test_the_first_key_opens_a_table_no_more_that_went_on_with_another(night):
    there = moved(night)
    record = read(there.record())
    with pytest.raises(ValueError, match="not the dice key"):
        Table.load(LANTERNS, record.header, record.entries, KEY, record.tail)
    again = Table.load(LANTERNS, record.header, record.entries, NEW, record.tail)
    assert not again.keyless


def test_a_host_who_changes_the_key_when_the_dice_fall_badly_is_named(night):
    thrown = [each.n for each in night.table.kept() if isinstance(each.input, Faces) and each.input.dice][-1]
    night.table.keys = DiceKeys(NEW)
    night.put(Undo(thrown - 2), "host")
    night.put(Rekey(HASH), HOST)
    night.plays()
    report = verify(night.record(), LANTERNS, night.kept)
    assert not report.sound
    assert any("from here on the dice fall by another key" in each for each in report.doubts)
    assert any("takes back dice that were seen" in each for each in report.doubts)


def test_another_key_at_the_close_than_the_last_that_was_promised_is_named(night):
    there = moved(night)
    there.plays()
    record = read(there.record())
    at = next(each.n for each in record.entries if isinstance(each.input, Rekey))
    last = structs.replace(record.entries[-1], input=Close(KEY.hex()))
    faults = verify(write(record.header, chained(record.header, (*record.entries[:-1], last))), LANTERNS).faults
    assert faults[0] == f"The key shown at the close is not the one whose hash stands in line {at + 1}."


def test_somebody_who_changes_the_key_from_a_seat_is_named(night):
    there = moved(night)
    record = read(there.record())
    entries = tuple(structs.replace(e, seat="k1") if isinstance(e.input, Rekey) else e for e in record.entries)
    faults = verify(write(record.header, chained(record.header, entries)), LANTERNS).faults
    assert any("k1 may not do this. Only the table changes its dice key." in each for each in faults)


def test_a_roll_that_was_waiting_falls_by_the_new_key():
    evening = of_bots(LANTERNS, 0)
    evening.sits(k1="Ada")
    there = elsewhere(evening.record())
    rng = Random(1)
    while not isinstance(there.table.head.waiting, Roll | Draw):
        if not there.anything(rng):
            pytest.fail("no dice")
    put = goes_on(there)
    assert [type(each.input) for each in put.entries][:2] == [Rekey, Faces]
    assert not isinstance(there.table.head.waiting, Roll | Draw)


def test_a_checkpoint_remembers_which_key_counts_and_one_of_before_means_the_first(night):
    there = moved(night)
    header, ledger = there.table.header, there.table.ledger
    books = msgspec.json.decode(msgspec.json.encode(ledger.books()), type=Books)
    assert Ledger.taken_up(header, books, ledger.entries).key_hash == HASH
    before = structs.replace(books, key_hash="")
    assert Ledger.taken_up(header, before, ledger.entries).key_hash == header.key_hash


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_record_of_an_older_format_goes_on_by_its_own_rule(number):
    header = structs.replace(Night().table.header, cliffhanger=number, runs=("host",) if number > 2 else ())
    night = Night(table=Table(LANTERNS, header, (), KEY, digest(encode(header))))
    night.sits(host="Cleo", k1="Ada", k2="Ben")
    night.round(k1=ADA, k2=BEN)
    night.act("k1", "pass")
    before = night.table.shown.n
    there = moved(night)
    assert there.table.ledger.words_due
    there.round(k1="12" * 16, k2="34" * 16)
    assert not there.table.ledger.words_due
    there.plays()
    report = verify(there.record(), LANTERNS)
    assert report.faults == ()
    late = [each.input for each in there.table.kept() if each.n > before and isinstance(each.input, Faces)]
    assert late
    assert all(each.mix for each in late)
    assert {row.verdict for row in report.rolls if row.n > before} == {"equal"}


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_both_readings_of_the_rules_agree_wherever_the_key_changes(number, seed):
    rng, keyed = Random(seed), 0
    night = old(number, host="Cleo", k1="Ada", k2="Ben")
    for step in range(50):
        match rng.randrange(6):
            case 0:
                night.put(Sit(rng.choice(["k1", "k2"]), "Zoe", rng.choice(["person", "nobody"])))
            case 1 if step > 10:
                night.table.keys = DiceKeys(bytes([step]) * 32)  # the table has come from elsewhere
                night.put(Rekey(dice.key_hash(bytes([step]) * 32)), HOST)
                keyed = night.table.shown.n
            case 2 | 3:
                here = sorted(rng.sample(["k1", "k2"], rng.randint(1, 2)))
                if (begun := night.table.ledger.under_way) is None:
                    said = {who: word(step * 2 + at) for at, who in enumerate(here)}
                    night.hides(**said)
                else:
                    night.put(Word(begun.round, words=tuple(row for row in sorted(said.items()) if rng.random() < 0.7)))
            case _:
                night.anything(rng)
    night.plays(seed)
    report = verify(night.record(), LANTERNS)
    assert report.faults == ()
    assert keyed
    assert {row.verdict for row in report.rolls if row.n > keyed} <= {"equal"}
    again = Table.load(LANTERNS, night.table.header, night.table.kept())
    assert again.ledger.books() == night.table.ledger.books()
