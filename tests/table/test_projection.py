"""What a seat reads and takes home holds only what its views held."""

import re
from random import Random

import pytest
from tests.lanterns import LANTERNS
from tests.table.evening import AT, KEY, Evening

from cliffhanger.kernel.inputs import Act, Close, Faces, Ruling
from cliffhanger.kernel.record.format import read
from cliffhanger.table import Table, TableOptions, export, log_for
from cliffhanger.table.verify import verify

JAR = re.compile(rb"oil\d-[abc]")


def played(seed=0):
    evening = Evening()
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    rng = Random(seed)
    while evening.anything(rng):
        pass
    return evening


def jars(data):
    return {found.decode() for found in JAR.findall(data)}


@pytest.mark.parametrize("seed", range(10))
def test_a_seat_takes_home_no_jar_it_never_held(seed):
    evening = played(seed)
    for seat in ("k1", "k2"):
        own = {
            card
            for entry in evening.table.kept()
            if isinstance(entry.input, Faces) and not entry.input.dice and entry.input.seat == seat
            for card in entry.input.values
        }
        assert jars(export(evening.table, seat)) == own
        assert jars(b"".join(str(each).encode() for each in log_for(evening.table.shown, seat))) == own
    assert jars(export(evening.table, "watch")) == jars(export(evening.table, "host")) == set()


def test_open_acts_and_rolls_are_taken_home_whole():
    evening = played(3)
    record = read(export(evening.table, "k1"))
    rolls = [e.input for e in record.entries if isinstance(e.input, Faces) and e.input.dice]
    assert rolls == [e.input for e in evening.table.kept() if isinstance(e.input, Faces) and e.input.dice]
    called = [e.input for e in evening.table.kept() if isinstance(e.input, Act) and e.input.key == "dare"]
    assert called
    assert [e.input for e in record.entries if isinstance(e.input, Act) and e.input.key == "dare"] == called


def test_what_is_taken_home_is_a_record_with_a_chain_of_its_own():
    evening = played(1)
    evening.put(Close(""), "host")
    data = export(evening.table, "k2")
    record = read(data)
    assert record.header.seat == "k2"
    assert record.header.setup.content == {}
    report = verify(data)
    assert report.sound
    assert {row.verdict for row in report.rolls} == {"equal", "withheld", "unchecked"}


def test_the_hashes_of_withheld_lines_are_not_taken_home():
    evening = played(2)
    whole = {entry.prev for entry in evening.table.kept()}
    home = {entry.prev for entry in read(export(evening.table, "k1")).entries}
    assert not whole & home


def test_a_hidden_ruling_is_taken_home_without_its_value():
    evening = Evening()
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    jar = evening.table.head.state.keepers[0].hand[0]
    assert not evening.put(Ruling("", "A spill.", ("keepers", "k1", "hand"), (jar,)), "host").refusal
    own, other = (read(export(evening.table, seat)).entries[-1] for seat in ("k1", "k2"))
    assert own.input.value == [jar]
    assert (other.input.path, other.input.value) == ((), None)
    assert other.input.why == "A spill."
    assert [event.only for event in other.events] == [()]


def test_nothing_is_taken_home_by_which_a_file_could_be_guessed_at():
    """Whoever has a few likely files would tell by its digest, or by its name alone, which one lies on the table."""
    setup = LANTERNS.ready(2, {})
    table = Table.open(
        LANTERNS,
        setup,
        table_id="wall",
        key=KEY,
        at=AT,
        files={"the-sexton-did-it.yaml": "5e" * 32},
        options=TableOptions(),
    )
    evening = Evening(table)
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    assert b"sexton" in export(evening.table)
    for seat in ("host", "k1", "watch"):
        data = export(evening.table, seat)
        assert b"sexton" not in data
        assert b"5e5e" not in data
        assert verify(data, LANTERNS).faults == ()


def test_the_whole_record_is_whole():
    evening = played(1)
    assert export(evening.table) == evening.record()
    assert read(export(evening.table)).entries == evening.table.kept()
