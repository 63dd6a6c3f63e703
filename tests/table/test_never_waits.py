"""A table on the loop of a server: it never waits for its store, says what it wants of the past, and then goes on the same."""

from functools import cache
from random import Random

import pytest
from tests.lanterns import LANTERNS
from tests.parlour import PARLOUR
from tests.table.evening import AT
from tests.table.test_checkpoints import Night, Shelf, alike, whole

from cliffhanger.games import game, names
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.inputs import Act, Pause, Ruling, Sit, Undo
from cliffhanger.kernel.record.format import digest
from cliffhanger.table.at_hand import PAGES, AtHand, Unread
from cliffhanger.table.entries import PAGE, RECENT, any_recent, recent
from cliffhanger.table.ports import Line, Unkept
from cliffhanger.table.restore import history_of, resumed


class Beside(Shelf):
    """A store that must not be asked on the loop; `asked` counts how often it was asked beside it."""

    def __init__(self, shelf, checkpoints):
        super().__init__(shelf.kept, [line.body for line in shelf.lines], checkpoints)
        self.allowed, self.away, self.rounds = True, False, 0

    def _asked(self):
        assert self.allowed, "the loop waits for the store"
        if self.away:
            raise Unkept("It is away.")

    def read(self, table, after=0, last=None):
        self._asked()
        return super().read(table, after, last)

    def number_of(self, table, id):
        self._asked()
        return super().number_of(table, id)

    def ids(self, table, last):
        self._asked()
        return super().ids(table, last)

    def checkpoint(self, table, rules, last):
        self._asked()
        return super().checkpoint(table, rules, last)

    def opens(self, game):
        """The table, as a server opens it in a thread."""
        self.allowed = True
        table = resumed(history_of(self, self.kept, game), self.kept, waits=False)
        self.allowed = False
        return table

    def brings(self, missing):
        """What a thread does meanwhile."""
        self.allowed, self.rounds = True, self.rounds + 1
        try:
            missing.read()
        finally:
            self.allowed = False

    def puts(self, table, what, id, seat=""):
        """What a server does: what is missing is brought until it goes through."""
        self.rounds = 0
        with table.at_hand.held():
            while True:
                try:
                    return put(table, what, id, seat)
                except Unread as missing:
                    self.brings(missing)


def beside(shelf, n=None):
    """The same table, with all its checkpoints or with one."""
    return Beside(shelf, shelf.checkpoints.values() if n is None else [shelf.checkpoints[n]])


def put(table, what, id, seat=""):
    return table.put(what, id=id, seat=seat, at=AT)


def long_night(count):
    night = Night(LANTERNS, Random(1), puts=0)
    for at in range(count):
        night.put(Ruling("", "so be it", ("lit",), at % 3))
    return night


kept_night = cache(long_night)  # for those who only read


@pytest.mark.parametrize("game", [LANTERNS, PARLOUR, game(names()[0])], ids=lambda each: each.id)
@pytest.mark.parametrize("seed", range(2))
def test_it_goes_on_like_the_table_replayed_whole(game, seed):
    rng = Random(seed)
    shelf = Night(game, rng).shelf
    for n in rng.sample(sorted(shelf.checkpoints), 4):
        store = beside(shelf, n)
        one, other = store.opens(game), whole(shelf, game)
        for step in range(12):
            move = one.bot() if step % 3 else None
            seat, what = move or ("", Undo(rng.randrange(one.head.n)))
            a = store.puts(one, what, f"more-{step}", seat)
            b = put(other, what, f"more-{step}", seat)
            assert (a.lines, a.refusal, a.again) == (b.lines, b.refusal, b.again)
            for table in (one, other):
                table.committed(table.head.n)
        old = rng.choice([each for each in other.kept()[:n] if "+" not in each.id])
        assert store.puts(one, old.input, old.id, old.seat).again
        store.allowed = True  # whoever compares them reads all of them
        alike(one, other)


def test_an_input_that_wants_the_past_changes_nothing_until_that_is_at_hand():
    shelf = Night(LANTERNS, Random(2)).shelf
    store = beside(shelf, max(shelf.checkpoints))
    one, other = store.opens(LANTERNS), whole(shelf, LANTERNS)
    old = shelf.lines[0]
    for what, id in ((Undo(1), "back"), (Pause(on=True), old.id)):
        with pytest.raises(Unread) as missing:
            put(one, what, id)
        store.away = True
        with pytest.raises(Unkept):
            store.brings(missing.value)
        store.away = False
    assert not put(one, Ruling("", "so be it", ("lit",), 1), "new").refusal  # it wants nothing
    one.lost()
    store.allowed = True
    alike(one, other)


@pytest.mark.parametrize(("back", "rounds"), [(10, 3), (300, 4), (1_500, 7)])
def test_going_far_back_takes_few_rounds_and_leaves_nothing_at_hand(back, rounds):
    night = kept_night(1_600)
    store = beside(night.shelf)
    table = store.opens(LANTERNS)
    store.reads, n = 0, len(night.shelf.lines)
    done = store.puts(table, Undo(n - back), "back")
    assert done.entries[0].events[0].text.startswith(f"takes back {back} steps")
    assert store.rounds <= rounds
    assert store.reads <= 2 * back + 3 * PAGE
    assert (table.at_hand.pages, table.at_hand.points, table.at_hand.numbers) == ({}, {}, {})
    assert len(list(recent(table.head.log))) >= RECENT
    assert [each.n for each in recent(table.head.log)][1:RECENT] == list(range(n - back, n - back - RECENT + 1, -1))


def test_the_newest_entries_are_at_hand_and_a_thread_reads_all_of_them():
    night = kept_night(1_600)
    store = beside(night.shelf)
    table = store.opens(LANTERNS)
    log, shown = table.shown.log, list(recent(table.shown.log))
    assert RECENT <= len(shown) < 800
    assert shown == list(reversed(night.table.shown.log))[: len(shown)]
    store.allowed = True
    assert (tuple(log), log[-1], log[:3]) == (tuple(night.table.shown.log), shown[0], night.table.shown.log[:3])
    assert list(reversed(log)) == list(reversed(night.table.shown.log))
    assert table.kept() == night.table.kept()


def test_of_what_is_not_at_hand_it_is_said_that_it_may_be():
    night = long_night(700)
    night.put(Sit("k1", "Ada"), "k1")
    table = beside(night.shelf).opens(LANTERNS)

    def acts(each):
        return isinstance(each.input, Act)

    def sits(each):
        return isinstance(each.input, Sit)

    assert any_recent(table.shown.log, acts)
    assert not any_recent(table.shown.log, acts, until=sits)
    assert any_recent(table.shown.log, sits)
    assert not any_recent(night.table.shown.log, acts)
    assert not any_recent((), acts)
    assert list(recent((1, 2))) == [2, 1]
    old, base = night.table.kept()[0].id, table._play.base
    assert base > 600
    assert (table.may_have(old), table.has(old), table.may_have("never-put")) == (True, False, False)


def test_what_another_host_keeps_and_goes_far_back_leaves_the_table_as_it_was():
    night = long_night(700)
    store = beside(night.shelf)
    table = store.opens(LANTERNS)
    before, tail = table.shown, table.mark
    for what in (Pause(on=True), Pause(on=False), Undo(2)):
        night.put(what)
    lines = night.shelf.lines[before.n :]
    with pytest.raises(Unread):
        table.follow(lines)
    assert (table.shown, table.head, table.mark) == (before, before, tail)
    table.follow(lines[:2])
    assert table.shown.n == before.n + 2
    odd = Line("wall", table.shown.n + 1, "odd", lines[2].body.replace(digest(lines[1].body).encode(), b"0" * 64))
    with pytest.raises(Unreadable):
        table.follow([odd])
    assert table.shown.n == before.n + 2


def test_what_was_read_stays_for_as_long_as_somebody_holds_it():
    at_hand = AtHand()
    for page in range(PAGES + 3):
        at_hand.wanted(at_hand.pages, page, lambda page=page: (page,))
    assert list(at_hand.pages) == list(range(3, PAGES + 3))
    at_hand.wait_no_more()
    assert at_hand.pages == {}
    with at_hand.held():
        with at_hand.held():
            assert at_hand.patiently(lambda: at_hand.wanted(at_hand.points, 7, lambda: "so")) == "so"
        assert at_hand.points == {7: "so"}
    assert at_hand.points == {}
    with pytest.raises(Unread):
        at_hand.wanted(at_hand.points, 7, lambda: "so")
