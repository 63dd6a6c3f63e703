"""The record file: what goes in comes out, plays again, and what is no record is refused in a sentence."""

import json
from dataclasses import replace
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lanterns import LANTERNS
from tests.table.evening import KEY, Evening

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.events import sentence
from cliffhanger.kernel.inputs import Act, Pause, Ruling, Undo
from cliffhanger.kernel.record.format import (
    BYTES,
    ENTRIES,
    WIDTH,
    chained,
    decode_header,
    digest,
    encode,
    read,
    replay,
    standing,
    write,
)
from cliffhanger.table import Table


@pytest.fixture(scope="module")
def evening():
    """A table with everything in it: acts, rulings, an undo, a pause."""
    evening = Evening()
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    rng = Random(11)
    for _ in range(5):
        evening.anything(rng)
    to = evening.table.shown.n - 2
    evening.put(Ruling("", "A gift.", ("lit",), 1), "host")
    evening.anything(rng)
    evening.put(Undo(to), "host")
    evening.put(Pause(on=True), "k1")
    evening.put(Pause(on=False), "k2")
    while evening.anything(rng):
        pass
    return evening


def test_a_record_reads_as_it_was_written(evening):
    data = evening.record()
    record = read(data)
    assert record.entries == evening.table.kept()
    assert record.header == evening.table.header
    assert write(record.header, record.entries) == data
    assert chained(record.header, record.entries) == record.entries
    assert record.tail == digest(data.splitlines()[-1])


def test_the_form_of_a_line_is_the_published_one(evening):
    header, *entries = (json.loads(line) for line in evening.record().splitlines())
    assert list(header)[:8] == ["cliffhanger", "game", "version", "house", "setup", "files", "table", "key_hash"]
    assert header["cliffhanger"] == 4
    assert [list(entry) for entry in entries] == [["n", "id", "seat", "at", "input", "events", "prev"]] * len(entries)
    assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
    assert {entry["input"]["kind"] for entry in entries} == {"act", "faces", "ruling", "undo", "seat", "pause"}
    assert KEY.hex() not in evening.record().decode()


def test_played_again_every_step_is_the_same(evening):
    record = read(evening.record())
    play = replay(LANTERNS, record.header, record.entries)
    for n in range(len(record.entries) + 1):
        part = Table.load(LANTERNS, record.header, record.entries[:n], KEY)
        assert encode(part.head.state) == encode(play.points[n].state)
    assert encode(play.now.state) == encode(evening.table.shown.state)
    assert play.line() == tuple(e.n for e in standing(record.entries) if e.input.__struct_config__.tag in KINDS)


KINDS = ("act", "faces", "ruling")


def test_what_stands_is_the_log(evening):
    assert standing(evening.table.kept()) == evening.table.shown.log


def test_a_record_of_an_unknown_game_still_reads_with_its_sentences(evening):
    lines = evening.record().replace(b'"game":"lanterns"', b'"game":"lost"').splitlines(keepends=True)
    record = read(b"".join(lines), chained=False)
    assert any(sentence(event) == "Ida waits." for entry in record.entries for event in entry.events)


def test_rules_that_take_an_entry_no_more_are_named_with_its_line(evening):
    record = read(evening.record())
    act = next(e for e in record.entries if isinstance(e.input, Act))
    made_up = msgspec.structs.replace(act, input=Act("k1", "99", "pass"))
    with pytest.raises(Unreadable, match=f"Line {act.n + 1}: Lanterns 1 does not take this entry"):
        replay(LANTERNS, record.header, (*record.entries[: act.n - 1], made_up))


def test_words_that_were_mended_since_leave_a_record_as_it_was(evening):
    """The terms of an act were judged when it was put; the game of tomorrow may say its options in other words."""
    change, record = msgspec.structs.replace, read(evening.record())
    old = tuple(
        change(e, input=change(e.input, terms="0123456789ab")) if isinstance(e.input, Act) else e
        for e in record.entries
    )
    assert any(isinstance(e.input, Act) for e in old)
    assert encode(replay(LANTERNS, record.header, old).now.state) == encode(evening.table.shown.state)


def test_a_set_up_made_up_is_refused_in_a_sentence(evening):
    header = msgspec.structs.replace(evening.table.header, house={"weather": "hail"})
    with pytest.raises(Unreadable, match="Line"):
        replay(LANTERNS, header, evening.table.kept())


def test_every_changed_byte_of_the_past_is_seen(evening):
    data = evening.record()
    rng = Random(1)
    last = data.rindex(b"\n", 0, -1)
    for _ in range(200):
        at = rng.randrange(last)
        torn = data[:at] + bytes((data[at] ^ 1 << rng.randrange(7),)) + data[at + 1 :]
        with pytest.raises(Unreadable, match=r"^Line \d+"):
            read(torn)


def test_a_record_cut_off_is_read_as_far_as_it_goes_or_refused(evening):
    data = evening.record()
    assert len(read(data[: data.index(b"\n") + 1]).entries) == 0
    with pytest.raises(Unreadable, match=r"^Line \d+ is not an entry"):
        read(data[:-20])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "Line 1: the file is empty"),
        (b"\n\n", "Line 1: the file is empty"),
        (b"PK\x03\x04", "Line 1 is not the header"),
        (b"{}\n", "Line 1 is not the header"),
        (b'{"x":' + b"[" * 500_000, "Line 1: nested too deeply"),
        (b'{"a":' * 150_000, "Line 1"),
        (b" " * (WIDTH + 1) + b"{}", "Line 1: 1,000,003 bytes; a line has at most 1,000,000"),
        (b"\n" * ENTRIES + b"{}\n\n", "Line 100,002"),
        (b"\xff\xfe\n", "Line 1"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(data, says):
    with pytest.raises(Unreadable, match=says):
        read(data)


def test_a_file_too_large_is_refused_unread():
    with pytest.raises(Unreadable, match="at most 64,000,000"):
        read(bytes(BYTES + 1))


def test_another_format_is_named():
    with pytest.raises(Unreadable, match="format 5"):
        decode_header(
            b'{"cliffhanger":5,"game":"lanterns","version":"1","house":{},"setup":{"seats":[]},"files":{},'
            b'"table":"t","key_hash":""}'
        )


def refusal(data):
    """What reading says, or nothing."""
    try:
        read(data, chained=False)
    except Unreadable as error:
        return str(error)
    return ""


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    assert refusal(data) == "" or refusal(data).startswith("Line ")


@given(st.data())
def test_any_line_put_into_a_record_is_read_or_refused(evening, data):
    lines = evening.record().splitlines()
    tree = json.loads(lines[7])
    name = data.draw(st.sampled_from([*tree, "extra"]))
    tree[name] = data.draw(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        )
    )
    lines[7] = json.dumps(tree).encode()
    said = refusal(b"\n".join(lines))
    assert said == "" or said.startswith("Line 8")


def test_a_set_up_that_is_impossible_is_refused_before_anything_is_played(evening):
    odd = replace(LANTERNS, start=lambda setup: msgspec.structs.replace(LANTERNS.start(setup), lit=10**9))
    with pytest.raises(Unreadable, match="at most three lanterns"):
        replay(odd, evening.table.header, ())
