"""Checkpoints are a cache: a table opened from one is, byte for byte, the table replayed from its whole record."""

from itertools import count
from random import Random

import msgspec
import pytest
from tests.lanterns import LANTERNS
from tests.parlour import PARLOUR
from tests.table.evening import AT, KEY, Evening

from cliffhanger.games import game, names
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.inputs import Close, Pause, Ruling, Sit, Undo, Word
from cliffhanger.kernel.record.format import digest, encode, write
from cliffhanger.table import Table
from cliffhanger.table.checkpoints import SPACING, packed, rules_of, unpacked
from cliffhanger.table.entries import PAGE
from cliffhanger.table.entropy import hidden
from cliffhanger.table.ports import CheckpointWriter, Kept, Line
from cliffhanger.table.restore import opened, taken_up

GAMES = [LANTERNS, PARLOUR, *map(game, names())]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda each: each.id)


class Shelf:
    """A store of one table, in memory: what was read of it is counted."""

    shared = False

    def __init__(self, kept, bodies=(), checkpoints=()):
        self.kept, self.lines = kept, []
        self.checkpoints = {each.n: each for each in checkpoints}
        self.reads = self.asked = 0
        for body in bodies:
            self.take(body)

    def take(self, body):
        self.lines.append(Line(self.kept.table, len(self.lines) + 1, msgspec.json.decode(body)["id"], body))

    def find(self, table):
        return self.kept

    def read(self, table, after=0, last=None):
        found = self.lines[after:last]
        self.reads += len(found)
        return iter(found)

    def number_of(self, table, id):
        self.asked += 1
        return next((line.n for line in self.lines if line.id == id), 0)

    def ids(self, table, last):
        return (line.id for line in self.lines[:last])

    def checkpoint(self, table, rules, last):
        fit = [n for n, each in self.checkpoints.items() if n <= last and each.rules == rules]
        return self.checkpoints[max(fit)] if fit else None

    def keep_checkpoint(self, checkpoint):
        self.checkpoints[checkpoint.n] = checkpoint

    def only(self, *numbers):
        """The same table, with these checkpoints alone."""
        checkpoints = [self.checkpoints[n] for n in numbers]
        return Shelf(self.kept, [line.body for line in self.lines], checkpoints)


class Night(Evening):
    """Bots play; the table undoes, takes up again, rules, pauses and mixes words in between. A shelf keeps it all."""

    def __init__(self, game, rng, puts=120, every=3):
        self.shelf = Shelf(None)
        seconds = count(
            0, 1.05 * SPACING / every
        )  # a put asks the time twice: so a checkpoint is due every so many puts
        writer = CheckpointWriter(lambda: next(seconds), self.shelf.keep_checkpoint)
        table = Table.open(game, game.ready(2, {}), table_id="wall", key=KEY, at=AT, writer=writer)
        super().__init__(table)
        self.shelf.kept = opened(table, KEY, {})
        for seat in table.head.seats:
            self.put(Sit(seat.id, holder="bot"))
        for _ in range(puts):
            self.moves(rng)

    def put(self, what, seat="", id="", seen=0):
        put = super().put(what, seat, id, seen)
        for line in put.lines:
            self.shelf.take(line.body)
        return put

    def moves(self, rng):
        table, kind = self.table, rng.random()
        found = table.bot()
        if kind < 0.1 or found is None:
            self.put(Undo(rng.randrange(table.head.n)))
        elif kind < 0.15:
            self.put(Undo(max(0, table.head.n - rng.randrange(1, 6))))
        elif kind < 0.2:
            switch = rng.choice([each for each in table.game.switches if each.when == "any"] or [None])
            if switch:
                self.put(Ruling("", "for a while", ("house", switch.name), rng.choice(switch.values)))
        elif kind < 0.23:
            self.words(f"{rng.randrange(1 << 100):032x}")
        elif kind < 0.26:
            self.put(Pause(on=True))
            self.put(Pause(on=False))
        else:
            self.put(found[1], found[0])

    def words(self, word):
        number, runs = self.table.words().number, self.table.header.runs
        chairs = [seat.id for seat in self.table.head.seats if seat.role not in runs][:2]
        said = tuple((seat, f"{n}{word[1:]}") for n, seat in enumerate(sorted(chairs)))
        for seat in chairs:
            self.put(Sit(seat, "Zoe"))
        self.put(Word(number, commits=tuple((seat, hidden(word)) for seat, word in said)))
        self.put(Word(number, words=said))
        for seat in chairs:
            self.put(Sit(seat, holder="bot"))


def whole(shelf, game):
    """The table replayed from its whole record."""
    table = taken_up(shelf.only(), "wall", game)
    assert table._play.base == 0
    return table


def alike(one, other):
    """Everything about two tables that anybody could tell apart."""
    for a, b in ((one.shown, other.shown), (one.head, other.head)):
        assert encode(a.state) == encode(b.state)
        assert encode((a.n, a.seats, a.paused, a.x, a.closed)) == encode((b.n, b.seats, b.paused, b.x, b.closed))
        assert a.log == b.log
        assert list(reversed(a.log)) == list(reversed(b.log))
    assert one.shown.asked == other.shown.asked
    assert one._play.now.rolls == other._play.now.rolls
    assert one.ledger.books() == other.ledger.books()
    assert write(one.header, one.kept()) == write(other.header, other.kept())


def same(one, other, put, id="", seat=""):
    """Put the same into both: what it brings is the same to the last byte."""
    a, b = (each.put(put, id=id, seat=seat, at=AT) for each in (one, other))
    assert (a.lines, a.refusal, a.again) == (b.lines, b.refusal, b.again)
    for table in (one, other):
        if a.lines:
            table.committed(a.lines[-1].n)
    return a


@every_game
@pytest.mark.parametrize("seed", [0, *(pytest.param(each, marks=pytest.mark.long) for each in (1, 2))])
def test_a_table_opened_from_any_checkpoint_is_the_table_replayed_whole_and_goes_on_like_it(game, seed):
    rng = Random(seed)
    shelf = Night(game, rng).shelf
    assert len(shelf.checkpoints) > 10
    for n in rng.sample(sorted(shelf.checkpoints), 6):
        one, other = taken_up(shelf.only(n), "wall", game), whole(shelf, game)
        assert one._play.base == n
        alike(one, other)
        for step in range(12):
            move = one.bot() if step % 3 else None
            seat, put = move or ("", Undo(rng.randrange(one.head.n)))
            same(one, other, put, f"more-{step}", seat)
        old = rng.choice([each for each in other.kept()[:n] if "+" not in each.id])
        assert same(one, other, old.input, old.id, old.seat).again
        alike(one, other)


@every_game
def test_going_back_from_the_newest_checkpoint_replays_from_the_nearest_one(game):
    rng = Random(5)
    shelf = Night(game, rng).shelf
    for to in rng.sample(range(len(shelf.lines)), 12):
        one, other = taken_up(shelf, "wall", game), whole(shelf, game)
        assert one._play.base
        same(one, other, Undo(to), "back")
        same(one, other, Undo(one.head.n - 1), "forth")
        alike(one, other)


def test_the_newest_checkpoint_is_close_and_little_is_read_to_open_a_table():
    shelf = Night(LANTERNS, Random(1), puts=400).shelf
    shelf.reads = 0
    table = taken_up(shelf, "wall", LANTERNS)
    assert len(shelf.lines) - max(shelf.checkpoints) == table.head.n - table._play.base < 20
    assert shelf.reads < 25 < 400 < len(shelf.lines)


def test_an_act_and_its_undo_read_nothing_that_is_old():
    shelf = Night(LANTERNS, Random(1), puts=400).shelf
    evening = Evening(table=taken_up(shelf, "wall", LANTERNS))
    assert not evening.put(Ruling("", "first", ("lit",), 2)).refusal  # what was played last is in memory from here on
    shelf.reads, n = 0, evening.table.head.n
    assert not evening.put(Ruling("", "so be it", ("lit",), 1)).refusal
    assert not evening.put(Undo(n)).refusal
    assert shelf.reads == 0


def test_a_store_on_another_machine_is_not_asked_for_the_id_of_an_input_that_is_new():
    night = Night(LANTERNS, Random(3))
    shelf = night.shelf.only(max(night.shelf.checkpoints))
    shelf.shared = True
    table = taken_up(shelf, "wall", LANTERNS)
    table.put(Pause(on=not table.head.paused), id="new", seat="", at=AT)
    assert (table._play.base > 0, shelf.asked) == (True, 0)
    old = shelf.lines[0]
    assert table.put(Pause(on=True), id=old.id, seat="host", at=AT).again or shelf.asked == 1
    assert shelf.asked == 1


def test_an_undo_far_back_reads_what_it_undoes_once():
    night = Night(LANTERNS, Random(1), puts=0)
    for at in range(2_000):
        night.put(Ruling("", "so be it", ("lit",), at % 3))
    n = len(night.shelf.lines)
    for back in (10, 300, 1_500):
        table = taken_up(night.shelf, "wall", LANTERNS)
        night.shelf.reads = 0
        put = table.put(Undo(n - back), id="back", seat="", at=AT)
        assert put.entries[0].events[0].text.startswith(f"takes back {back} steps")
        assert back <= night.shelf.reads < back + 2 * PAGE + 50


def test_a_refused_ruling_and_a_lost_commit_leave_the_table_as_the_checkpoint_had_it():
    shelf = Night(LANTERNS, Random(2)).shelf
    one, other = taken_up(shelf, "wall", LANTERNS), whole(shelf, LANTERNS)
    assert one.put(Ruling("", "what if", ("lit",), 10_000), id="odd", seat="", at=AT).refusal
    assert not one.put(Undo(3), id="back", seat="", at=AT).refusal
    one.lost()
    alike(one, other)


def test_checkpoints_are_written_for_kept_entries_alone():
    night = Night(LANTERNS, Random(3), puts=0, every=1)
    kept = dict(night.shelf.checkpoints)
    assert not night.table.put(Pause(on=True), id="p", seat="", at=AT).refusal
    assert night.shelf.checkpoints == kept
    night.table.lost()
    night.table.put(Sit("k1", "Ada"), id="q", seat="k1", at=AT)
    night.table.committed(night.table.head.n)
    assert [*night.shelf.checkpoints] == [*kept, night.table.head.n]
    newest = night.shelf.checkpoints[night.table.head.n]
    books = unpacked(LANTERNS, night.shelf.kept.header, newest.body).books
    assert not books.paused
    assert books.seats[1].name == "Ada" or books.seats[0].name == "Ada"


def test_a_record_without_checkpoints_is_replayed_whole_and_gets_them():
    shelf = Night(LANTERNS, Random(4)).shelf.only()
    seconds = count(0, 0.255 * SPACING)
    taken_up(shelf, "wall", LANTERNS, CheckpointWriter(lambda: next(seconds), shelf.keep_checkpoint))
    assert len(shelf.checkpoints) == len(shelf.lines) // 4
    alike(taken_up(shelf, "wall", LANTERNS), whole(shelf, LANTERNS))


def flipped(body, rng):
    at = rng.randrange(len(body))
    return body[:at] + bytes([body[at] ^ 1 << rng.randrange(8)]) + body[at + 1 :]


def cut(body, rng):
    return body[: rng.randrange(len(body))]


@pytest.mark.parametrize("harm", [flipped, cut, lambda body, rng: b"", lambda body, rng: rng.randbytes(len(body))])
def test_a_damaged_checkpoint_counts_as_none(harm):
    rng = Random(6)
    shelf = Night(LANTERNS, rng).shelf
    newest, older = sorted(shelf.checkpoints, reverse=True)[:2]
    for _ in range(20):
        harmed = shelf.only(newest, older)
        harmed.checkpoints[newest] = msgspec.structs.replace(
            harmed.checkpoints[newest], body=harm(shelf.checkpoints[newest].body, rng)
        )
        table = taken_up(harmed, "wall", LANTERNS)
        assert table._play.base == older
        alike(table, whole(shelf, LANTERNS))


def test_a_checkpoint_of_another_table_or_of_another_line_of_the_same_one_counts_as_none():
    shelf, other = Night(LANTERNS, Random(7)).shelf, Night(LANTERNS, Random(8)).shelf
    assert shelf.kept.header == other.kept.header
    both = sorted({*shelf.checkpoints} & {*other.checkpoints})
    mixed = Shelf(shelf.kept, [line.body for line in shelf.lines], [other.checkpoints[n] for n in both])
    table = taken_up(mixed, "wall", LANTERNS)
    assert table._play.base in (0, *(n for n in both if shelf.lines[n - 1] == other.lines[n - 1]))
    alike(table, whole(shelf, LANTERNS))
    header = Kept("wall", shelf.kept.header.replace(b"2026", b"2027"), shelf.kept.secrets)
    assert unpacked(LANTERNS, header.header, shelf.checkpoints[both[-1]].body) is None


def test_a_checkpoint_that_is_newer_than_the_record_counts_as_none():
    shelf = Night(LANTERNS, Random(9)).shelf
    n = sorted(shelf.checkpoints)[3]
    short = Shelf(shelf.kept, [line.body for line in shelf.lines[: n - 1]], shelf.checkpoints.values())
    table = taken_up(short, "wall", LANTERNS)
    assert table._play.base == sorted(shelf.checkpoints)[2]
    alike(table, whole(short, LANTERNS))


def test_a_checkpoint_that_says_another_number_than_its_place_counts_as_none():
    shelf = Night(LANTERNS, Random(10)).shelf
    older, newest = sorted(shelf.checkpoints)[-2:]
    shelf.checkpoints[newest] = msgspec.structs.replace(shelf.checkpoints[older], n=newest)
    assert taken_up(shelf, "wall", LANTERNS)._play.base == older


def test_other_rules_and_states_of_another_make_do_not_read_a_checkpoint():
    from dataclasses import replace

    newer = replace(LANTERNS, version="99")
    remade = msgspec.defstruct("Remade", [("glow", int, 3)], bases=(LANTERNS.State,), frozen=True)
    assert len({rules_of(LANTERNS), rules_of(newer), rules_of(replace(LANTERNS, State=remade)), rules_of(PARLOUR)}) == 4
    shelf = Night(LANTERNS, Random(11)).shelf
    assert taken_up(shelf, "wall", newer)._play.base == 0
    assert taken_up(shelf, "wall", LANTERNS)._play.base


def test_what_was_changed_before_the_checkpoint_is_said_by_whatever_reads_it():
    shelf = Night(LANTERNS, Random(12)).shelf
    old = shelf.lines[2]
    shelf.lines[2] = msgspec.structs.replace(old, body=old.body.replace(b'"at":"2026', b'"at":"2027'))
    table = taken_up(shelf, "wall", LANTERNS)
    with pytest.raises(Unreadable, match="Line 5: the line before it was changed"):
        table.kept()
    with pytest.raises(Unreadable, match="Line 5: the line before it was changed"):
        tuple(table.shown.log)
    refusal = table.put(Undo(1), id="back", seat="", at=AT).refusal
    assert "What came before cannot be read: Line 5" in str(refusal)
    with pytest.raises(Unreadable):
        taken_up(shelf.only(), "wall", LANTERNS)


def test_entries_that_are_missing_before_the_checkpoint_are_said_to_be():
    shelf = Night(LANTERNS, Random(13)).shelf
    table = taken_up(shelf, "wall", LANTERNS)
    del shelf.lines[4:]
    with pytest.raises(Unreadable, match="Line 6: entries are missing here"):
        table.kept()


def test_a_closed_table_opens_closed_and_shows_its_key():
    night = Night(LANTERNS, Random(14), every=1)
    night.put(Close(""))
    table = taken_up(night.shelf, "wall", LANTERNS)
    assert table._play.base == table.head.n
    assert table.shown.closed
    assert table.kept()[-1].input.key == KEY.hex()


def test_a_checkpoint_is_small_beside_the_header_it_is_read_with():
    night = Night(game(names()[0]), Random(15), puts=30)
    table, header = night.table, night.shelf.kept.header
    body = [*night.shelf.checkpoints.values()][-1].body
    assert len(body) < len(encode(table.head.state)) / 4
    standing = unpacked(table.game, header, body)
    assert packed(header, standing) == body
    assert digest(night.shelf.lines[standing.n - 1].body) == standing.line
