"""A record is checked against itself; whoever changes it, even with the chain mended, is named."""

import ast
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import structs
from tests.lanterns import LANTERNS, worded
from tests.table.evening import Evening

from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.inputs import Close, Faces, Undo, Word
from cliffhanger.kernel.record.format import chained, encode, read, write
from cliffhanger.table.verify import verify


@pytest.fixture(scope="module")
def record():
    """A closed table with words, an undo and two hours of play."""
    evening = Evening()
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    evening.words(k1="ab" * 16, k2="cd" * 16)
    rng = Random(5)
    to = evening.table.shown.n
    for _ in range(12):
        evening.anything(rng)
    evening.put(Undo(to), "k1")
    evening.anew("k2", "Bea")
    evening.words(k1="ef" * 16, k2="12" * 16)
    while evening.anything(rng):
        pass
    evening.put(Close(""), "host")
    return read(evening.record())


def changed(record, n, put):
    """The record with another input in entry n, and a chain made anew by whoever changed it."""
    entries = tuple(structs.replace(e, input=put) if e.n == n else e for e in record.entries)
    return write(record.header, chained(record.header, entries))


def rolls(record, *, dice=True):
    return [e for e in record.entries if isinstance(e.input, Faces) and bool(e.input.dice) is dice]


def other(values):
    return (values[0] % 6 + 1, *values[1:])


def test_a_record_that_nobody_touched_is_sound(record):
    report = verify(write(record.header, record.entries), LANTERNS)
    assert report.sound, report.faults
    assert {row.verdict for row in report.rolls} == {"equal"}
    assert len(report.rolls) == len(rolls(record)) + len(rolls(record, dice=False))
    assert report.summary().startswith("This record is sound")


def test_without_the_game_dice_are_checked_and_cards_are_said_to_be_unchecked(record):
    report = verify(write(record.header, record.entries))
    assert report.sound
    assert [row.verdict for row in report.rolls].count("equal") == len(rolls(record))
    assert "lanterns is not here" in report.notes[0]


def test_an_open_table_cannot_be_checked_yet(record):
    report = verify(write(record.header, record.entries[:-1]), LANTERNS)
    assert not report.sound
    assert not report.faults
    assert "cannot be checked before it closes" in report.summary()


def test_a_flipped_face_is_named(record):
    entry = rolls(record)[-1]
    data = changed(record, entry.n, structs.replace(entry.input, values=other(entry.input.values)))
    for game in (LANTERNS, None):
        faults = verify(data, game).faults
        assert f"Line {entry.n + 1}: the roll of k1 for 'wind' says {other(entry.input.values)[0]}" in faults[0]


def test_a_face_flipped_in_a_branch_that_was_taken_back_is_named_too(record):
    entry = rolls(record)[0]
    data = changed(record, entry.n, structs.replace(entry.input, values=other(entry.input.values)))
    assert verify(data).faults


def test_another_card_is_named_where_the_game_is_known(record):
    entry = rolls(record, dice=False)[0]
    deck = tuple(card for card in LANTERNS.start(record.header.begins(LANTERNS)).deck if card not in entry.input.values)
    data = changed(record, entry.n, structs.replace(entry.input, values=(deck[0], *entry.input.values[1:])))
    assert any("the key gives" in fault for fault in verify(data, LANTERNS).faults)


def test_a_changed_line_breaks_the_chain_by_its_number(record):
    lines = write(record.header, record.entries).splitlines(keepends=True)
    for n in (1, 5, len(lines) - 1):
        torn = [
            *lines[: n - 1],
            lines[n - 1].replace(b'"at":"2026', b'"at":"2027').replace(b'd":"2026', b'd":"2027'),
            *lines[n:],
        ]
        assert verify(b"".join(torn), LANTERNS).faults == (
            f"Line {n + 1}: the line before it was changed, or this one does not belong here.",
        )


def test_two_lines_in_another_order_are_named(record):
    lines = write(record.header, record.entries).splitlines(keepends=True)
    lines[6], lines[7] = lines[7], lines[6]
    assert verify(b"".join(lines), LANTERNS).faults == ("Line 7: entry 6 belongs here, and this says it is entry 7.",)


def test_two_acts_in_another_order_are_named_even_when_numbered_anew(record):
    entries = list(record.entries)
    at = next(n for n, e in enumerate(entries) if isinstance(e.input, Faces) and e.input.dice)
    entries[at - 1], entries[at] = structs.replace(entries[at], n=at), structs.replace(entries[at - 1], n=at + 1)
    assert verify(write(record.header, chained(record.header, tuple(entries))), LANTERNS).faults


def test_a_missing_line_is_named(record):
    lines = write(record.header, record.entries).splitlines(keepends=True)
    assert "entry 5 belongs here" in verify(b"".join(lines[:5] + lines[6:])).faults[0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"nth": 7}, "calls itself number 7"),
        ({"mix": ""}, "other words than those in force"),
        ({"purpose": "rain"}, "says"),
        ({"dice": (8, 8, 8)}, "asked for another roll"),
        ({"dice": (0,)}, "no such dice"),
    ],
)
def test_a_roll_moved_to_a_kinder_place_is_named(record, change, says):
    entry = rolls(record)[-1]
    faults = verify(changed(record, entry.n, structs.replace(entry.input, **change)), LANTERNS).faults
    assert any(says in fault for fault in faults), faults


def test_another_key_is_named(record):
    faults = verify(changed(record, len(record.entries), Close("00" * 32)), LANTERNS).faults
    assert "is not the one whose hash stands in line 1" in faults[0]


def test_a_word_that_was_not_hidden_is_named(record):
    entry = next(e for e in record.entries if isinstance(e.input, Word) and e.input.words)
    faults = verify(changed(record, entry.n, Word(1, words=(("k1", "00" * 16),))), LANTERNS).faults
    assert f"Line {entry.n + 1}: the word of k1 is not the one it hid." in faults


def test_an_undo_into_the_future_is_named(record):
    entry = next(e for e in record.entries if isinstance(e.input, Undo))
    assert (
        f"Line {entry.n + 1}: goes back to entry 900, which is not there."
        in verify(changed(record, entry.n, Undo(900)), LANTERNS).faults
    )


def test_a_sentence_told_otherwise_is_named(record):
    entry = rolls(record)[-1]
    told = tuple(structs.replace(event, text="It went well.") for event in entry.events)
    entries = tuple(structs.replace(e, events=told) if e.n == entry.n else e for e in record.entries)
    faults = verify(write(record.header, chained(record.header, entries)), LANTERNS).faults
    assert faults == (f"Line {entry.n + 1}: what was told is not what the rules tell.",)


def played_under(record, version, **other):
    """The record as the rules here would have written it before their version was raised."""
    header = structs.replace(record.header, version=version)
    return write(header, chained(header, record.entries)), replace(LANTERNS, **other)


def test_rules_of_another_version_that_agree_are_said_and_change_nothing(record):
    report = verify(*played_under(record, "0"))
    assert report.notes[:1] == (
        "Played under version 0 of the rules of Lanterns, and played again by version 1, which is here: "
        "where the two differ, the entry is named.",
    )
    assert (report.sound, report.replayed, report.differ) == (True, True, ())
    assert {row.verdict for row in report.rolls} == {"equal"}
    assert report.summary() == verify(write(record.header, record.entries), LANTERNS).summary()


def test_an_entry_that_other_rules_tell_otherwise_is_named_and_is_no_fault(record):
    report = verify(
        *played_under(record, "0", sentences=worded(lambda what, says: says + "." if what != "burns" else ""))
    )
    told = [
        e.n
        for e in record.entries
        if any(event.text for event in e.events if event.what in ("waits", "pours", "dares"))
    ]
    assert (report.sound, report.replayed) == (True, True)
    assert set(told) <= set(report.differ)
    assert report.notes[1] == f"Line {report.differ[0] + 1}: what was told is not what the rules tell."
    assert report.notes[13] == f"They differ in {len(report.differ) - 12} entries more."
    assert f"the rules here make something else of {len(report.differ)} entries" in report.summary()


def test_an_entry_that_other_rules_do_not_take_is_named_and_they_stop_there(record):
    first = rolls(record)[0]

    def calm(s, asked, values):
        raise ValueError("no wind")

    report = verify(*played_under(record, "0", settle=calm))
    assert (report.faults, report.replayed) == ((), False)
    at = report.differ[0]
    assert at == min(first.n, rolls(record, dice=False)[0].n)
    assert report.notes[1:3] == (
        f"Line {at + 1}: the rules break on it: ValueError('no wind')",
        "What comes after that was not played again.",
    )


def test_cards_that_other_rules_would_draw_are_not_held_against_a_record(record):
    def fewer(s):
        asked = LANTERNS.waiting(s)
        return structs.replace(asked, cards=asked.cards[1:]) if isinstance(asked, Draw) else asked

    report = verify(*played_under(record, "0", waiting=fewer))
    assert report.faults == ()
    assert {row.verdict for row in report.rolls} == {"equal", "unchecked"}
    assert any("draw from other cards" in note for note in report.notes)


def test_under_its_own_version_the_same_is_a_fault(record):
    report = verify(write(record.header, record.entries), replace(LANTERNS, sentences=worded(lambda *_: "")))
    assert not report.sound
    assert report.differ == ()


def test_typed_faces_are_marked_and_count_on(record):
    entry = rolls(record)[-1]
    put = structs.replace(entry.input, values=other(entry.input.values), typed=True)
    at_this = (
        f"Line {entry.n + 1}: the roll of k1 for 'wind' was typed, and line 1 says that this table rolls by itself."
    )
    assert verify(changed(record, entry.n, put)).faults == (at_this,)
    header = structs.replace(record.header, options={**record.header.options, "typed": True})
    report = verify(changed(structs.replace(record, header=header), entry.n, put))
    assert not report.faults
    assert report.rolls[[row.n for row in report.rolls].index(entry.n)].verdict == "typed"


def test_what_is_no_record_is_one_fault():
    for data in (b"", b"{}\n", b"\xff\n", b"[" * 100_000, encode(msgspec.json.decode(b"[1]"))):
        report = verify(data, LANTERNS)
        assert len(report.faults) == 1
        assert report.faults[0].startswith("Line 1")


def test_the_check_shares_no_code_with_the_dice():
    import cliffhanger.table.verify as module
    from cliffhanger.table import kept, verify_words

    tree = ast.parse(Path(module.__file__).read_text())
    modules = (module, verify_words, kept)
    tree.body += [node for each in modules[1:] for node in ast.parse(Path(each.__file__).read_text()).body]
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {"cliffhanger.table.dice", "cliffhanger.table.entropy", "cliffhanger.table.normalize"} & imported
