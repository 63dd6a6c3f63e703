"""What every store holds: order, all or nothing, one id for ever, and an answer to everything."""

import threading

import pytest
from tests.store.conftest import Answer, chained

from cliffhanger.table.ports import Checkpoint, Kept, Line, Taken, Unkept

WALL, HALL = Kept("wall", b'{"h":1}', b"secret"), Kept("hall", b"h", b"s")
HEADERS = {each.table: each.header for each in (WALL, HALL)}


def line(n, table="wall", id=None, body=None):
    return Line(table, n, id or f"i{n}", body or chained(n, HEADERS[table]))


def test_what_was_kept_is_read_in_order(store, append):
    store.create(WALL)
    assert append(store, line(1)) is None
    assert append(store, line(2), line(3)) is None
    assert list(store.read("wall")) == [line(1), line(2), line(3)]
    assert list(store.read("wall", after=2)) == [line(3)]
    assert list(store.read("wall", after=1, last=2)) == [line(2)]
    assert store.find("wall") == Kept("wall", WALL.header, WALL.secrets, 3)


def test_a_store_that_can_keep_has_nothing_to_say(store, append):
    store.create(WALL)
    append(store, line(1))
    assert store.fault() == ""


def test_batches_are_counted_by_how_much_was_in_them(store, append):
    before = sum(size * times for size, times in store.batches().items())
    append(store, line(1))
    append(store, line(2))
    assert sum(size * times for size, times in store.batches().items()) == before + 2


def test_it_is_there_after_closing_and_opening(opening, append):
    first = opening()
    first.create(WALL)
    body = line(1).body.replace(b"pad", bytes(range(128, 256)))
    append(first, line(1, body=body))
    first.close()
    second = opening()
    assert list(second.read("wall")) == [line(1, body=body)]
    second.close()


def test_a_table_is_there_once(store):
    store.create(WALL)
    with pytest.raises(Taken):
        store.create(Kept("wall", b"other", b"other"))
    assert store.find("wall").header == WALL.header


def test_a_table_may_begin_with_lines_all_or_none(store):
    store.create(WALL, (line(1), line(2)))
    assert len(list(store.read("wall"))) == 2
    with pytest.raises(Taken):
        store.create(HALL, (line(1, "hall"), line(3, "hall")))
    assert store.find("hall") is None


def test_an_unknown_table_is_nothing(store, append):
    assert store.find("wall") is None
    assert list(store.read("wall")) == []
    assert isinstance(append(store, line(1)), Unkept)
    with pytest.raises(Unkept):
        store.keep_secrets("wall", b"")


def test_a_number_is_taken_once_and_leaves_no_gap(store, append):
    store.create(WALL)
    append(store, line(1))
    assert isinstance(append(store, line(1, id="other")), Taken)
    assert isinstance(append(store, line(3)), Taken)
    assert append(store, line(2)) is None


def test_a_line_that_names_another_before_it_is_taken_by_no_table(store, append):
    store.create(WALL)
    assert isinstance(append(store, line(1, body=chained(1, b"another header"))), Taken)
    assert append(store, line(1)) is None
    assert isinstance(append(store, line(2, body=chained(2, b"another header"))), Taken)
    assert append(store, line(2), line(3)) is None
    assert isinstance(append(store, line(4, body=chained(3, WALL.header))), Taken)
    with pytest.raises(Taken):
        store.create(HALL, (line(1, "hall", body=chained(1, WALL.header)),))
    assert store.find("hall") is None
    assert list(store.read("wall")) == [line(1), line(2), line(3)]


def test_an_id_is_taken_for_ever(store, append):
    store.create(WALL)
    store.create(HALL)
    append(store, line(1, id="tap"))
    for n in range(2, 40):
        append(store, line(n))
    assert isinstance(append(store, line(40, id="tap")), Taken)
    assert append(store, line(1, "hall", id="tap")) is None
    assert append(store, line(40)) is None


def test_the_lines_of_one_append_are_kept_all_or_none(store, append):
    store.create(WALL)
    assert isinstance(append(store, line(1), line(2, id="i1")), Taken)
    assert isinstance(append(store, line(1), line(3)), Taken)
    assert list(store.read("wall")) == []


def test_one_bad_append_in_a_crowd_fails_alone(store):
    store.create(WALL)
    store.create(HALL)
    answers = {}
    for n in range(1, 101):
        for table in ("wall", "hall"):
            wrong = table == "hall" and n == 50
            answers[table, n] = Answer()
            body = line(n, table).body
            store.append((line(900 if wrong else n, table, body=body),), answers[table, n])
    failed = {where for where, answer in answers.items() if answer.error}
    assert failed == {("hall", n) for n in range(50, 101)}
    assert len(list(store.read("wall"))) == 100


def test_answers_come_in_the_order_of_the_appends(store):
    store.create(WALL)
    said, over = [], threading.Event()
    for n in range(1, 301):
        store.append((line(n),), lambda error, n=n: (said.append((n, error)), n == 300 and over.set()))
    assert over.wait(20)
    assert said == [(n, None) for n in range(1, 301)]


def test_what_was_answered_can_be_read(store):
    store.create(WALL)
    seen, over = [], threading.Event()

    def done(error):
        seen.append([each.n for each in store.read("wall")])
        over.set()

    store.append((line(1),), done)
    assert over.wait(20)
    assert seen == [[1]]


def test_an_answer_that_fails_does_not_stop_the_store(store, append, caplog):
    store.create(WALL)

    def done(_):
        raise RuntimeError("a fault of the host")

    store.append((line(1),), done)
    assert append(store, line(2)) is None
    assert "what follows a commit failed" in caplog.text


def test_two_who_append_at_once_take_turns(store):
    store.create(WALL)
    taken = []

    def many(name):
        for n in range(1, 51):
            answer = Answer()
            store.append((line(n, id=f"{name}{n}"),), answer)
            taken.append(answer.error)

    both = [threading.Thread(target=many, args=(name,)) for name in "ab"]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert [each.n for each in store.read("wall")] == list(range(1, 51))
    assert sum(error is None for error in taken) == 50
    assert all(error is None or isinstance(error, Taken) for error in taken)


def test_reading_goes_on_while_others_write(store, append):
    store.create(WALL, tuple(line(n) for n in range(1, 1201)))
    reading = store.read("wall")
    assert next(reading).n == 1
    assert append(store, line(1201)) is None
    assert [each.n for each in reading][:1199] == list(range(2, 1201))


def test_tables_are_listed_newest_first(store):
    for name in ("b", "c", "a"):
        store.create(Kept(name, b"h", b"s"))
    assert [kept.table for kept in store.tables()] == ["a", "c", "b"]


def test_secrets_are_replaced_and_stand_in_no_line(store, append):
    store.create(WALL)
    append(store, line(1))
    store.keep_secrets("wall", b"new")
    assert store.find("wall") == Kept("wall", WALL.header, b"new", 1)


def test_secrets_that_have_changed_meanwhile_are_not_replaced_by_whoever_knew_the_older_ones(store):
    store.create(WALL)
    store.keep_secrets("wall", b"new", WALL.secrets)
    with pytest.raises(Taken):
        store.keep_secrets("wall", b"late", WALL.secrets)
    assert store.find("wall").secrets == b"new"
    with pytest.raises(Unkept):
        store.keep_secrets("hall", b"late", b"")


def test_the_newest_entries_of_many_tables_are_told_at_once(store, append):
    for table in (WALL, HALL):
        store.create(table)
    append(store, line(1), line(2))
    assert dict(store.newest(["wall", "hall", "nowhere", "no\0where"])) == {"wall": 2, "hall": 0}


def test_nobody_hears_of_what_they_keep_themselves(store, append):
    heard = []
    store.listen(lambda table, n: heard.append((table, n)))
    store.create(WALL)
    assert append(store, line(1)) is None
    store.keep_secrets("wall", b"new")
    store.close()  # what was to be told is told by now
    assert heard == []


def test_a_closed_store_says_so(opening, append):
    store = opening()
    store.create(WALL)
    store.close()
    store.close()
    assert isinstance(append(store, line(1)), Unkept)


def test_closing_keeps_what_was_handed_in(opening):
    store = opening()
    store.create(WALL)
    answers = [Answer() for _ in range(500)]
    for n, answer in enumerate(answers, 1):
        store.append((line(n),), answer)
    store.close()
    assert all(answer.error is None for answer in answers)
    again = opening()
    assert again.find("wall").entries == 500
    again.close()


def checkpoint(n, rules="1", table="wall", body=b"so it stood"):
    return Checkpoint(table, n, rules, body)


def test_an_entry_is_found_by_its_id(store, append):
    store.create(WALL, (line(1), line(2, id="tap"), line(3)))
    store.create(HALL)
    assert store.number_of("wall", "tap") == 2
    assert append(store, line(4, id="tap+1")) is None
    assert store.number_of("wall", "tap+1") == 4
    assert sorted(store.ids("wall", 2)) == sorted(line.id for line in store.read("wall", 0, 2))
    assert list(store.ids("nowhere", 9)) == []
    assert store.number_of("wall", "tip") == store.number_of("hall", "tap") == store.number_of("nowhere", "tap") == 0


def test_the_newest_checkpoint_that_is_not_beyond_an_entry_is_found_by_its_rules(store, opening):
    store.create(WALL)
    store.create(HALL)
    for n in (10, 30, 20):
        store.keep_checkpoint(checkpoint(n))
    store.keep_checkpoint(checkpoint(15, table="hall"))
    store.close()
    again = opening()
    found = [getattr(again.checkpoint("wall", "1", last), "n", None) for last in (9, 10, 29, 30, 10**9)]
    assert found == [None, 10, 20, 30, 30]
    assert again.checkpoint("wall", "1", 30) == checkpoint(30)
    assert again.checkpoint("wall", "2", 30) is again.checkpoint("nowhere", "1", 30) is None
    again.close()


def test_a_checkpoint_replaces_the_one_of_its_entry_and_all_under_other_rules(store, append):
    store.create(WALL)
    store.create(HALL)
    for each in (checkpoint(10), checkpoint(20), checkpoint(10, body=b"anew"), checkpoint(5, table="hall")):
        store.keep_checkpoint(each)
    assert append(store, line(1)) is None  # what was handed in before it is done
    assert store.checkpoint("wall", "1", 10).body == b"anew"
    store.keep_checkpoint(checkpoint(15, rules="2"))
    assert append(store, line(2)) is None
    assert store.checkpoint("wall", "1", 99) is None
    assert store.checkpoint("wall", "2", 99) == checkpoint(15, rules="2")
    assert store.checkpoint("hall", "1", 99) == checkpoint(5, table="hall")


def test_a_checkpoint_of_no_table_is_let_go_and_harms_nothing(store, append, caplog):
    store.create(WALL)
    store.keep_checkpoint(checkpoint(1, table="nowhere"))
    assert append(store, line(1)) is None
    store.keep_checkpoint(checkpoint(0))
    assert append(store, line(2)) is None
    assert "a checkpoint of table wall was not kept" in caplog.text
    assert store.checkpoint("wall", "1", 99) is None
