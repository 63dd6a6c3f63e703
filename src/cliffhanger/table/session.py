"""A live table: takes inputs one by one, answers rolls, and gives out what pages are drawn from. It does no I/O.

A host puts an input, hands `Put.lines` to the store, and calls `committed` (or `lost`) when the store has answered;
only then does `shown` move, and only from `shown` are pages drawn.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import structs

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.errors import EndlessRolls, Refusal, Unreadable
from cliffhanger.kernel.events import Event, told
from cliffhanger.kernel.game import Game, Setup, Waiting
from cliffhanger.kernel.inputs import Act, Close, Faces, Input, Pause, Rekey, Ruling, Undo
from cliffhanger.kernel.offers import Offer, Option
from cliffhanger.kernel.params import Choice
from cliffhanger.kernel.record.format import ENTRIES, WIDTH, Entry, Header, begun, digest, encode, replayed
from cliffhanger.kernel.record.replay import Play, Point
from cliffhanger.table import dice, drafts, permissions
from cliffhanger.table.at_hand import AtHand, Unread
from cliffhanger.table.bots import BotTurn, answer, next_turn
from cliffhanger.table.carried import Carried, carried
from cliffhanger.table.checkpoints import CheckpointSchedule, Standing
from cliffhanger.table.dice_keys import DiceKeys
from cliffhanger.table.entries import Entries, Log
from cliffhanger.table.entropy import Round
from cliffhanger.table.headers import header_of, policy_of, title_of
from cliffhanger.table.history import History, linked_after
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.normalize import TOO_MUCH, made, too_much
from cliffhanger.table.ports import CheckpointWriter, Line, Unkept
from cliffhanger.table.rulings import looked_at, unless_unseen
from cliffhanger.table.search import no_clock
from cliffhanger.table.seat_names import named
from cliffhanger.table.snapshot import Draft, Put, Snapshot, TableOptions
from cliffhanger.table.table_events import By, Change, Deeds, all_told, derivable

ID = re.compile(r"[0-9A-Za-z_.:-]{1,64}")
ROLLS = 500
ENDS_HERE = Refusal("", "The game cannot go on from that.", "Rule something else, or take steps back.")


class Table:
    """One live table: `head` is how things stand, `shown` how they stood when the store last answered."""

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        entries: tuple[Entry, ...],
        key: bytes,
        tail: str,
        history: History | None = None,
        writer: CheckpointWriter | None = None,
        next_key: bytes = b"",
    ) -> None:
        self.id = header.table
        self.game = game
        self.header = header
        self.policy = policy_of(header)
        self.title = title_of(game, header)
        self.keys = DiceKeys(key, next_key)
        self._entries = history.entries if history else Entries()
        if history and history.standing:
            self._play = Play(game, header.begins(game), history)
            self._ledgers = [Ledger.taken_up(header, history.standing.books, self._entries)]
        else:
            self._play = begun(game, header)
            self._ledgers = [Ledger.opened(header, self._entries)]
        self._checkpoints = CheckpointSchedule(writer, self.id, game, history.header if history else encode(header))
        self._replay(entries, tail)
        if key and self.keyless:
            raise ValueError(f"That is not the dice key of table {header.table}.")
        self._tails = {self._play.n: tail}
        self._bodies: list[bytes] = []
        self._pending: deque[Snapshot] = deque()
        self._passed: set[tuple[str, str]] = set()  # which bots were asked in which window; in no log
        self._asked: Waiting = game.waiting(self._play.now.state)
        self.head = self.shown = self._snapshot(Log(self._entries, self._play.last))

    @classmethod
    def open(
        cls,
        game: Game[Any],
        setup: Setup,
        *,
        table_id: str,
        key: bytes,
        at: str,
        options: TableOptions | None = None,
        files: Mapping[str, str] | None = None,
        writer: CheckpointWriter | None = None,
    ) -> "Table":
        """Open a new table. `key` is 32 fresh random bytes; `files` the SHA-256 of each file that was brought.

        Raises ValueError, in a sentence, for a set-up that no table could begin with.
        """
        if not ID.fullmatch(table_id) or len(key) != dice.KEY_BYTES:
            raise ValueError("A table has an id of letters and digits, and a dice key of 32 bytes.")
        header = header_of(game, setup, table_id=table_id, key=key, at=at, options=options, files=files)
        return cls(game, header, (), key, digest(encode(header)), writer=writer)

    @classmethod
    def load(
        cls, game: Game[Any], header: Header, entries: tuple[Entry, ...], key: bytes = b"", tail: str = ""
    ) -> "Table":
        """Take up a table from its record. `tail` is the SHA-256 of its last line, if the caller has the bytes.

        Raises Unreadable, naming the line, where the rules on this machine do not take an entry; ValueError for a key that
        is not its own. Without one a table can be played on only with dice that people throw, until it is given another.
        """
        return cls(game, header, entries, key, tail or digest(encode(entries[-1] if entries else header)))

    @classmethod
    def resume(
        cls,
        history: History,
        header: Header,
        entries: tuple[Entry, ...],
        key: bytes,
        tail: str,
        writer: CheckpointWriter | None = None,
        next_key: bytes = b"",
        *,
        waits: bool = True,
    ) -> "Table":
        """Take up a table from the newest checkpoint of its history, and the entries after it; raises as `load` does.

        `next_key` is the key that it goes on with, or will, where the first one is not here. Without `waits` nothing that is
        done to it from then on waits for the store: it raises Unread instead.
        """
        table = cls(history.game, header, entries, key, tail, history, writer, next_key)
        if not waits:
            assert isinstance(table.shown.log, Log)
            table.shown.log.bring()
            table.at_hand.wait_no_more()
        return table

    @property
    def keyless(self) -> bool:
        """Whether the dice key is not here: then people throw all dice, and no card can be drawn."""
        return not self.keys.of(self.ledger)

    # What goes in

    def put(self, put: Input, *, id: str, seat: str, at: str, seen: int = 0) -> Put:
        """Take an input from a seat ("" is the host). `id` is its own for ever: put twice, it is answered the same.

        `seen` is the last entry its sender had before its eyes. What a game breaks on is raised, and the table stands
        as before; a ruling that it breaks on is refused, for people may try any value. Unread is raised where the table
        stands as before, too, and something of its past has to be read first.
        """
        with self.at_hand.held():
            return self._put(put, id, seat, at, seen)

    def _put(self, put: Input, id: str, seat: str, at: str, seen: int) -> Put:
        start, began = self._play.n, self._checkpoints.seconds()
        try:
            if known := self._entries.known(id):
                if known[0].seat in (seat, permissions.HOST):
                    return Put(known, again=True)
                return Put(refusal=Refusal("", "That input was sent by another seat.", "Send it again under a new id."))
            put = made(put, seat, self.ledger, self.head, rolls=self._play.now.rolls, key=self.keys.of(self.ledger))
            refusal = self._refused(put, id, seat) or self._entered(put, id, seat, at)
            if refusal is None:
                self._checkpoints.spent_since(began, lambda: self._standing(self._tails[self._play.n]))
                return self._moved(self._entries.since(start))
        except (Unreadable, Unkept) as why:
            refusal = Refusal("", f"What came before cannot be read: {why}", "Whoever runs the server can check it.")
        except Unread:
            self._rewind(start)
            raise
        except Exception:
            self._rewind(start)
            if not isinstance(put, Ruling):
                raise
            refusal = ENDS_HERE
        self._rewind(start)
        if 0 < seen < self.shown.n:
            refusal = structs.replace(refusal, instead=f"The table has moved on. {refusal.instead}".strip())
        return Put(refusal=refusal)

    def committed(self, n: int) -> None:
        """The store has kept everything up to entry n: pages may show it."""
        while self._pending and self._pending[0].n <= n:
            self.shown = self._pending.popleft()
        self._tails = {at: tail for at, tail in self._tails.items() if at >= self.shown.n}
        self._checkpoints.keep(self.shown.n)

    def lost(self) -> None:
        """The store could not keep what came after `shown`: it has not happened."""
        self._pending.clear()
        self._rewind(self.shown.n)
        self.head = self.shown

    def follow(self, lines: Sequence[Line]) -> None:
        """Take in what another host has kept after `shown`. Nothing of one's own may be on its way.

        Raises Unreadable where a line does not follow, and Unread where one goes back so far that something has to be
        read first: then the table stands as before, and has to be read again.
        """
        assert not self._pending, "what is on its way is answered first"
        before, tails = self.shown.n, self._tails
        entries = linked_after([each.body for each in lines], before + 1, tails[before])
        if not entries:
            return
        tail = digest(lines[-1].body)
        try:
            with self.at_hand.held():
                self._replay(entries, tail)
                self._tails = {self._play.n: tail}
                self._asked = self.game.waiting(self._play.now.state)
                self.head = self.shown = self._followed(entries)
        except BaseException:
            self._rewind(before)
            self._tails = tails
            raise
        self._forget_windows()

    def draft(self, seat: str, window: str, key: str, choice: Choice, by: str) -> Refusal | None:
        """Change the choice that a seat is making; the game master may change what they see of anybody's.

        For an empty chair they choose themselves.
        """
        sitter = self.ledger.sitter(by)
        if sitter is None or (by != seat and by not in permissions.masters(self.game, self.ledger.seats)):
            return Refusal("", "That choice is somebody else's.", "Say it across the table.")
        where = (seat, window, key)
        if by != seat and not self._may_shape(by, where):  # before anything else: whether it is there is a secret too
            return drafts.UNSEEN
        option = self._meant(*where)
        if option is None or option.blocked or self.head.closed:
            return Refusal("", "That question is closed.")
        changed = drafts.shaped(self.head.drafts.get(where), option, choice, by)
        if isinstance(changed, Refusal):
            return changed
        self._lay(where, changed)
        return None

    def lay(self, where: drafts.Key, draft: Draft) -> bool:
        """Take over a draft from another host that has judged it; gives whether that question is open here and it fits."""
        if (option := self._meant(*where)) is None or option.blocked or drafts.shape(option, draft.choice):
            return False
        self._lay(where, draft)
        return True

    def _lay(self, where: drafts.Key, draft: Draft) -> None:
        self.head, self.shown = (self._drafting(each, where, draft) for each in (self.head, self.shown))
        self._pending = deque(self._drafting(each, where, draft) for each in self._pending)

    # What comes out

    def bot(self, clock: Callable[[], float] = no_clock) -> tuple[str, Act] | None:
        """What a bot does next, if the table waits for bots alone: its seat and its act; `clock` is for one that looks ahead.

        A person who is asked as well comes first: one may answer for many, and the bots are not to take that away.
        """
        turn = self.bot_turn()
        return (turn.seat, turn.act or answer(self.game, turn, clock)) if turn else None

    def bot_turn(self) -> BotTurn | None:
        """The bot that is next, with all that it may know: for a host that lets it think elsewhere."""
        return next_turn(self.game, self.id, self.head, self._passed, sharp=self.policy.sharp)

    def waive(self, seat: str) -> None:
        """A person has nothing to add in the windows that are open to them now. It is in no log: nothing has happened."""
        if isinstance(self.shown.waiting, tuple):
            self.waives((o.seat, o.window) for o in self.shown.waiting if o.reaction and o.seat == seat)

    def waives(self, windows: Iterable[tuple[str, str]]) -> None:
        """The same, of seats and windows that another host has been told of."""
        own = frozenset(windows)
        self.head, self.shown = (structs.replace(each, waived=each.waived | own) for each in (self.head, self.shown))

    def view(self, seat: str) -> Any:  # noqa: ANN401  (the game's own state)
        """What a seat may know of what is shown."""
        return self.game.view(self.shown.state, seat)

    def carried(self, act: Act) -> tuple[Carried, ...]:
        """The files an act brings along, word for word as the rules would read them: a host may have them read before."""
        return carried(self.game, self._meant(act.seat, act.window, act.key), act.choice)

    def drafts_for(self, seat: str) -> drafts.Drafts:
        """What people are choosing, as far as a seat may know it."""
        return drafts.seen(self.shown.drafts, seat, partial(self._open_to, seat)) if self.shown.drafts else {}

    def _may_shape(self, by: str, where: drafts.Key) -> bool:
        """Whether somebody sees what another seat has begun to choose there, or speaks for that seat, where nobody sits."""
        other = self.ledger.sitter(where[0])
        return (other is not None and other.holder == "nobody") or where in self.drafts_for(by)

    def _open_to(self, seat: str, where: drafts.Key) -> bool:
        """Whether a seat can derive from its own view what another one chooses from."""
        return derivable(self.game, self.shown.state, Act(*where), seat)

    def options(self, seat: str) -> tuple[Option, ...]:
        """What a seat may do now, and what it may do at any time."""
        return tuple(each.option for each in self._offers(self.shown) if each.seat == seat)

    @property
    def at_hand(self) -> AtHand:
        """What is at hand of what was kept before the table was taken up."""
        return self._entries.at_hand

    def has(self, id: str) -> bool:
        """Whether an input of this id is among the entries in memory."""
        return self._entries.has(id)

    def may_have(self, id: str) -> bool:
        """Whether one may be among all its entries: sent again, it would be answered as it was."""
        return self._entries.may_have(id)

    def kept(self) -> tuple[Entry, ...]:
        """All entries the store has kept, with those that were taken back; it waits for the store.

        Raises Unreadable if they were changed there, and Unkept where the store cannot be read.
        """
        return self._entries.until(self.shown.n)

    @property
    def mark(self) -> str:
        """The mark of the newest entry that is shown, for pages to keep; empty where the dice key is not here."""
        return self.keys.mark(self.ledger, self.id, self.shown.n, self._tails[self.shown.n])

    def words(self) -> Round:
        """The next round of words, for a host to collect."""
        return Round(self.ledger.round + 1)

    # Within

    @property
    def ledger(self) -> Ledger:
        """What the table remembers beside the game, as things stand at `head`."""
        return self._ledgers[-1]

    def _replay(self, entries: tuple[Entry, ...], tail: str) -> None:
        tails = (*(each.prev for each in entries[1:]), tail)
        with self.at_hand.held():
            for entry, line in zip(entries, tails, strict=False):
                began = self._checkpoints.seconds()
                self._reach(entry.input)
                replayed(self._play, entry)
                self._take(entry)
                self._checkpoints.spent_since(began, partial(self._standing, line))
                self._checkpoints.keep(entry.n)

    def _reach(self, put: Input) -> None:
        """Ask for the point that an undo goes back to: where that cannot be had, it is no fault of the entry."""
        if isinstance(put, Undo) and 0 <= put.to < self._play.base:
            self._play.point(put.to)

    def _standing(self, line: str) -> Standing:
        return Standing(self._play.n, line, self._play.now, self.ledger.books())

    def _take(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._ledgers.append(self.ledger.after(entry))

    def _refused(self, put: Input, id: str, seat: str) -> Refusal | None:
        if not ID.fullmatch(id):
            return Refusal("", "An input's id is 1 to 64 letters and digits.")
        if self._play.n >= ENTRIES - ROLLS and not isinstance(put, Close):
            return Refusal("", "This table's record is full.", "Close it, and play on at a new one.")
        typed = self.policy.typed or self.keyless
        room = permissions.Room(self.game, self.ledger, self.policy, self.head.waiting, typed, self.head.back)
        refusal = permissions.barred(room, put, seat) or too_much(put)
        if refusal is None and isinstance(put, Rekey):
            return self.keys.barred(put, self.ledger)
        if refusal is None and isinstance(put, Undo) and 0 <= put.to <= self._play.n:
            leaving, _ = self._play.undone(self._play.n, put.to)
            refusal = permissions.unwinding(room, seat, put.to, sum(self._unwound(put), ()), leaving)
            if refusal is not None and refusal.why == permissions.SEEN:
                self._would_go_back(seat, put.to)
        return refusal

    def _would_go_back(self, seat: str, to: int) -> None:
        """Note for everybody to see that a seat would go back, if the other side agrees."""
        back = {**self.head.back, seat: to}
        self.head, self.shown = (structs.replace(each, back=back) for each in (self.head, self.shown))

    def _unwound(self, put: Undo) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The deeds that would leave the line of play and those that would come back; the table's dice are no deeds."""
        gone, back = self._play.undone(self._play.n, put.to)
        return self._deeds_of(gone), self._deeds_of(back)

    def _deeds_of(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(n for n in numbers if permissions.deed(self._entries[n - 1].input))

    def _entered(self, put: Input, id: str, seat: str, at: str) -> Refusal | None:
        self._bodies = []
        found = self._play.tried(put, self.head.waiting)
        if isinstance(found, Refusal):
            if not isinstance(put, Ruling):
                return found
            return unless_unseen(self.game, self.header, self._play.n, self._play.now.state, (seat, put), found)
        secretly = isinstance(put, Pause) and put.x
        self._enter(put, id, permissions.HOST if secretly else seat, at, found)
        if isinstance(put, Ruling):
            looked_at(self.game, self.header, found[0].state)
        if any(len(body) > WIDTH for body in self._bodies):
            return TOO_MUCH
        for number in range(1, ROLLS):
            asked = self._asked = self.game.waiting(self._play.now.state)
            by_hand = isinstance(asked, Roll) and (self.policy.typed or self.keyless)
            if by_hand or not isinstance(asked, Roll | Draw):
                return None
            faces = self._fall(asked)
            if isinstance(faces, Refusal):
                return faces
            fallen = self._play.tried(faces, asked)
            if isinstance(fallen, Refusal):  # what the dice set off goes on for ever: then what led to them is refused
                return fallen
            self._enter(faces, f"{id}+{number}", permissions.HOST, at, fallen)
        raise EndlessRolls(f"{self.game.id}: {ROLLS} rolls in a row after {put!r:.200}")

    def _fall(self, asked: Roll | Draw) -> Faces | Refusal:
        """What the key of the table says to a roll or a draw; or why it cannot be asked here."""
        return self.keys.faces(asked, self.id, self.ledger, self._play.now.rolls)

    def _enter(self, put: Input, id: str, seat: str, at: str, brought: tuple[Point[Any], tuple[Event, ...]]) -> None:
        n, (point, events) = self._play.n + 1, brought
        change = Change(self._play.now.state, point.state, tuple(each.id for each in self.header.setup.seats))
        said = all_told(self.game, put, change, events, By(seat, self.ledger, self._deeds(put)))
        if n == 1:
            said = tuple(told(each, self.game.say(each)) for each in self._play.opening) + said
        entry = Entry(n, id, seat, at, put, said, self._tails[n - 1])
        body = encode(entry)
        self._tails[n] = digest(body)
        self._bodies.append(body)
        self._play.keep(point)
        self._take(entry)

    def _deeds(self, put: Input) -> Deeds:
        return self._unwound(put) if isinstance(put, Undo) else ((), ())

    def _moved(self, batch: tuple[Entry, ...]) -> Put:
        self.head = self._followed(batch)
        self._forget_windows()
        self._pending.append(self.head)
        lines = (Line(self.id, each.n, each.id, body) for each, body in zip(batch, self._bodies, strict=True))
        return Put(batch, lines=tuple(lines))

    def _followed(self, entries: tuple[Entry, ...]) -> Snapshot:
        """The snapshot after these entries, the newest, which `head` does not have yet."""
        log, left = self.head.log, self.head.drafts
        assert isinstance(log, Log)
        for entry in entries:
            if isinstance(put := entry.input, Undo):
                log = log.without(*self._play.undone(entry.n - 1, put.to))
                if not self.at_hand.waits:
                    log.bring()
            log = log.followed_by((entry,))
            if left and isinstance(put, Act):
                left = drafts.acted(left, put, self._meant(put.seat, put.window, put.key))
        return self._carrying(self._snapshot(log), left)

    def _forget_windows(self) -> None:
        """Of windows that are closed nobody has to remember who passed."""
        if self._passed and isinstance(self.head.waiting, tuple):
            self._passed &= {(o.seat, o.window) for o in self.head.waiting}

    def _snapshot(self, log: Log) -> Snapshot:
        state, ledger = self._play.now.state, self.ledger
        seats = named(self.game, state, ledger.seats)
        return Snapshot(self._play.n, state, self._asked, seats, log, ledger.paused, ledger.x, ledger.closed)

    def _carrying(self, now: Snapshot, left: drafts.Drafts) -> Snapshot:
        """The new snapshot with what people were choosing."""
        if not left and not self.head.aside:
            return now
        begun, deep = len(self.head.state.stack), len(now.state.stack)
        lie, aside = drafts.carried(left, self.head.aside, self._offers(now), begun, deep)
        return structs.replace(now, drafts=lie, aside=aside)

    def _offers(self, at: Snapshot) -> tuple[Offer, ...]:
        waiting = at.waiting if isinstance(at.waiting, tuple) else ()
        return (*waiting, *self.game.standing(at.state))

    def _meant(self, *where: str) -> Option | None:
        return next(
            (o for o in (e.option for e in self._offers(self.head)) if (o.seat, o.window, o.key) == where), None
        )

    def _drafting(self, at: Snapshot, where: drafts.Key, draft: Draft) -> Snapshot:
        """The drafts with this one, which is the newest, at their end."""
        others = {key: each for key, each in at.drafts.items() if key != where}
        return structs.replace(at, drafts=drafts.still_open(drafts.newest({**others, where: draft}), self._offers(at)))

    def _rewind(self, n: int) -> None:
        if self._play.n == n:
            return
        self._play.forget(n)
        self._entries.forget(n)
        del self._ledgers[n - self._play.base + 1 :]
        self._checkpoints.forget(n)
