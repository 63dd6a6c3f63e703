"""The reader of a seat's page: what the page is drawn from, and what follows from it for whoever reads it."""

from typing import Any, NamedTuple

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.offers import Option
from cliffhanger.table.permissions import closers, hosts, masters
from cliffhanger.table.snapshot import Snapshot
from cliffhanger.web.page import welcome
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.log import deeds
from cliffhanger.web.page.view import Odds, TableMeta
from cliffhanger.web.page.waiting import any_acts, called, named, waited_for

NO_ODDS: Odds = {}


class SeatView(NamedTuple):
    """All that a seat's page is drawn from: the game, the table, how it stands, what the seat sees, may do, and is told.

    The `listener` is whoever reads it; without one it tells everything as it is kept. Who is `new` plays alone and has
    done nothing yet.
    """

    game: Game[Any]
    meta: TableMeta
    snapshot: Snapshot
    view: Any
    options: tuple[Option, ...]
    seat: str
    odds: Odds = NO_ODDS
    listener: Listener | None = None
    new: welcome.Newcomer = ""


class Reader:
    """Who reads a page: what is theirs, what they may, and whether they are asked. Found out once for a page."""

    def __init__(self, seen: SeatView) -> None:
        self.game, self.meta, self.snapshot, self.view, self.options, self.seat, self.odds, listener, self.new = seen
        game, snapshot, seat = self.game, self.snapshot, self.seat
        self.base = f"/t/{self.meta.id}/seat/{seat}"
        self.listener = listener or Listener(seat)
        self.story = deeds(snapshot.log)
        self.names = called(snapshot.seats)
        self.sits = any(sitter.id == seat for sitter in snapshot.seats)
        self.rules_it = self.sits and seat in masters(game, snapshot.seats)
        self.hosts_it = self.rules_it or (seat in hosts(game, snapshot.seats) and _in_company(snapshot, seat))
        self.asked = waited_for(snapshot.waiting, seat)
        """Who is waited for, and for what."""
        self.waits = seat not in self.asked
        self.rolls = isinstance(snapshot.waiting, Roll) and snapshot.waiting.seat == seat
        self.up = not self.waits or self.rolls
        self.over = snapshot.closed or isinstance(snapshot.waiting, Over)
        self.acted = any_acts(snapshot.log)
        self.drafts = named(snapshot.drafts, self.names) if snapshot.drafts else snapshot.drafts
        """What people are choosing, shaped by people with names."""
        self.may_undo = self.sits and not snapshot.closed and (self.meta.undo != "master" or self.rules_it)
        self.closes = self.sits and not snapshot.closed and seat in closers(game, snapshot.seats)

    @property
    def fresh(self) -> bool:
        """Whether they host a table at which nobody has acted yet."""
        return self.hosts_it and not self.acted

    def is_bot(self, seat: str) -> bool:
        """Whether a bot sits there."""
        return any(sitter.id == seat and sitter.holder == "bot" for sitter in self.snapshot.seats)

    @property
    def awaits_a_bot(self) -> bool:
        """Whether a bot is among those who are waited for."""
        return any(map(self.is_bot, self.asked))


def _in_company(snapshot: Snapshot, seat: str) -> bool:
    """Whether anybody sits with somebody, or may still come; alone with bots nobody needs chairs and links."""
    return any(each.holder != "bot" and each.id != seat for each in snapshot.seats)
