"""Whispers: what nodes tell each other of a table beside its entries: who is here, drafts, who waits no more, a round's words.

Each node says the whole of what stands at it, in place of what it said before, so that one which missed something needs
nothing but the newest. Nothing here is an act: what is lost is said again, or is not missed.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from cliffhanger.kernel.params import Choice
from cliffhanger.table.drafts import Key
from cliffhanger.table.ports import HUSH, Unkept
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.live.audience import Audience
from cliffhanger.web.live.bot_driver import BotDriver
from cliffhanger.web.live.entropy_rounds import Elsewhere, EntropyRounds
from cliffhanger.web.live.services import Services


class Told(Protocol):
    """What is said of a live table to other nodes, and where it goes that they have said something."""

    table: Table
    audience: Audience
    services: Services
    bots: BotDriver
    rounds: EntropyRounds

    def heard(self, *, changed: bool, held: bool) -> None:
        """Other nodes have said something: whether pages look otherwise now, and whether they hold a round of words."""


class Laid(Struct, frozen=True, array_like=True):
    """A draft that was changed at the node that says it; of two for one question that with the higher `stamp` counts."""

    where: Key
    stamp: int
    choice: Choice
    shaped_by: tuple[str, ...] = ()
    private: bool = False


class Whisper(Struct, frozen=True, omit_defaults=True):
    """How a table stands at one node beside its entries.

    `here` are the seats with an open page, `waived` the windows in which a seat has nothing to add, `hurried` the seats that
    have read entry `n`, and `far` whether all that comes before a person is asked. `hashes` and `words` are what pages
    have hidden and shown in a `round` of words that this node holds.
    """

    here: tuple[str, ...] = ()
    drafts: tuple[Laid, ...] = ()
    waived: tuple[tuple[str, str], ...] = ()
    hurried: tuple[str, ...] = ()
    far: bool = False
    n: int = 0
    round: int = 0
    hashes: Mapping[str, str] = {}
    words: Mapping[str, str] = {}


SILENCE = Whisper()
_whisper = msgspec.json.Decoder(Whisper)


class Whispers(Elsewhere):
    """What one live table says to other nodes, and what it has heard of them."""

    def __init__(self, live: Told) -> None:
        self.live, self.services = live, live.services
        self.others: dict[str, Whisper] = {}
        self.stamp = 0
        self.own: dict[Key, int] = {}  # the drafts that were changed here last, with their stamps
        self.laid: dict[Key, int] = {}  # the stamps of those that were changed elsewhere, and lie here
        self._said, self._at = b"", 0.0
        self._soon = self._hearing = self._again = False

    # What is said

    def tell(self) -> None:
        """Say soon how things stand here, if that is not what was said last."""
        if self.services.shared and not self._soon:
            self._soon = True
            asyncio.get_running_loop().call_soon(self._say)

    def drafted(self, where: Key) -> None:
        """A draft was changed by a page at this node."""
        self.stamp += 1
        self.own[where] = self.stamp
        self.laid.pop(where, None)
        self.tell()

    def still_here(self) -> None:
        """Say it again before it counts as gone."""
        if self._said and asyncio.get_running_loop().time() - self._at > HUSH / 3:
            self._said = b""
            self.tell()

    def _say(self) -> None:
        self._soon = False
        whisper = self._now()
        said = msgspec.json.encode(whisper) if whisper != SILENCE else b""
        if said != self._said:
            self._said, self._at = said, asyncio.get_running_loop().time()
            self.services.whisper(self.live.table.id, said)

    def _now(self) -> Whisper:
        live, shown, rounds = self.live, self.live.table.shown, self.live.rounds
        self.own = {where: stamp for where, stamp in self.own.items() if where in shown.drafts}
        drafts = ((where, stamp, shown.drafts[where]) for where, stamp in self.own.items())
        held = rounds.task is not None and not rounds.task.done()
        return Whisper(
            here=tuple(sorted({each.seat for each in live.audience.connections})),
            drafts=tuple(Laid(where, stamp, d.choice, d.shaped_by, d.private) for where, stamp, d in drafts),
            waived=tuple(sorted(shown.waived)),
            hurried=tuple(sorted(live.bots.hurried)),
            far=live.bots.far and bool(live.bots.hurried),
            n=shown.n if live.bots.hurried or self.own else 0,
            round=rounds.round.number if held else 0,
            hashes=rounds.hashes if held else {},
            words=rounds.words if held else {},
        )

    # What is heard

    async def hear(self) -> None:
        """Take in what other nodes say of this table by now."""
        if self._hearing:
            self._again = True
            return
        self._hearing = self._again = True
        try:
            while self._again:
                self._again = False
                self._take(await self.services.whispers(self.live.table.id))
        except Unkept:
            pass  # the next hint, or the next look, brings it
        finally:
            self._hearing = False

    def _take(self, said: Mapping[str, bytes]) -> None:
        before, self.others = self.others, {node: _whisper.decode(each) for node, each in said.items()}
        if self.others != before:
            changed = self.apply() or _here(before) != _here(self.others)
            self.live.heard(changed=changed, held=self._round_is_held())

    def apply(self) -> bool:
        """Have what others said count here, as far as it belongs to what is open now; gives whether pages look otherwise."""
        live, table, changed = self.live, self.live.table, False
        for whisper in self.others.values():
            for each in whisper.drafts if whisper.n >= table.shown.n else ():  # else they may have been acted on since
                self.stamp = max(self.stamp, each.stamp)
                newest = max(self.own.get(each.where, 0), self.laid.get(each.where, 0))
                if each.stamp > newest or (each.where not in table.shown.drafts and each.where not in self.own):
                    changed |= self._lay(each)
            if waived := frozenset(whisper.waived) - table.shown.waived:
                table.waives(waived)
                changed = True
            if whisper.n == table.shown.n:
                changed |= live.bots.hurried_elsewhere(whisper.hurried, far=whisper.far)
        return changed

    def _lay(self, each: Laid) -> bool:
        if not self.live.table.lay(each.where, Draft(each.choice, each.shaped_by, each.private)):
            return False
        self.own.pop(each.where, None)
        self.laid[each.where] = each.stamp
        return True

    def _round_is_held(self) -> bool:
        return self.holds(self.live.table.words().number)

    # Of a round of words

    def leads(self, own: frozenset[str]) -> bool:
        """Whether this node, with pages of its `own` seats open, is the one that puts rounds into the table: the first by name."""
        speakers = self.live.table.ledger.speakers
        others = (node for node, each in self.others.items() if speakers & frozenset(each.here))
        return bool(own) and all(self.services.node < node for node in others)

    def seats(self) -> frozenset[str]:
        """The seats whose pages are open at other nodes."""
        return _here(self.others)

    def holds(self, number: int) -> bool:
        """Whether another node holds this round just now."""
        return any(each.round == number for each in self.others.values())

    def hashes(self, number: int) -> Mapping[str, str]:
        """What pages at other nodes have hidden in a round, by seat."""
        return self._merged(number, lambda each: each.hashes)

    def words(self, number: int) -> Mapping[str, str]:
        """What pages at other nodes have shown in a round, by seat."""
        return self._merged(number, lambda each: each.words)

    def _merged(self, number: int, part: Callable[[Whisper], Mapping[str, str]]) -> Mapping[str, str]:
        found = [part(each) for _, each in sorted(self.others.items()) if each.round == number]
        return {seat: said for each in reversed(found) for seat, said in each.items()}


def _here(others: Mapping[str, Whisper]) -> frozenset[str]:
    return frozenset(seat for each in others.values() for seat in each.here)
