"""Audience of a live table: the connections of its seats, what is drawn for them, the drafts and figures they see."""

from functools import partial
from math import inf
from time import monotonic

from msgspec import structs

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Choice, Pick, first, validate
from cliffhanger.kernel.record.format import encode
from cliffhanger.kernel.translation import speaking
from cliffhanger.kernel.trials import trials
from cliffhanger.table.drafts import shape
from cliffhanger.table.permissions import hosts
from cliffhanger.table.secrets import Secrets
from cliffhanger.table.session import Table
from cliffhanger.web.live import protocol, screens, view_model
from cliffhanger.web.live.asked_back import AskedBack
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.figure_service import Again
from cliffhanger.web.live.limits import LOOPBACK, SendLimit, network_of
from cliffhanger.web.live.links import watch_secret
from cliffhanger.web.live.protocol import Asks, Drafts
from cliffhanger.web.live.services import Services
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.language import _
from cliffhanger.web.page.regions import Region, whole
from cliffhanger.web.page.silhouettes import NO_FACES, Faces
from cliffhanger.web.page.view import Bench, Figure, TableMeta, WayIn

DRAFT = 200  # bytes that a page is sent beside a choice that is being made, about
Page = tuple[tuple[Region, ...], str]  # what stands in a page, and its title


class Audience:
    """Everybody who has a page of one table open. The writer calls `changed`; nothing here changes the record."""

    def __init__(self, table: Table, services: Services) -> None:
        self.table, self.services = table, services
        self.watch_secret, self.bench = "", Bench()
        self.connections: set[Connection] = set()
        self.elsewhere: frozenset[str] = frozenset()  # the seats whose pages are open at other nodes
        self.last_used = monotonic()
        self._send_limits: dict[str, SendLimit] = {}
        self._pages: dict[tuple[str, str, str], Page] = {}
        self._shared: view_model.SharedView | None = None
        self._redraws: dict[str, Again] = {}
        self._faces: tuple[object, Faces] = (None, NO_FACES)
        self.asked_back = AskedBack()
        self._gone: dict[str, float] = {}  # when the last page of a seat was closed
        self.gathering = False  # whether bots wait until somebody begins, for one of them runs the game
        self.opener = ""  # the seat of whoever opened the table, as far as that is known here
        self.begun = False  # whether whoever runs the table has gone from the way in to their seat

    def changed(self, table: Table) -> None:
        """The table now stands like this: all pages have to be drawn again."""
        self.table = table
        self._pages.clear()
        self._shared = None
        for each in self.connections:
            each.mark_dirty()

    def shows_since(self, put_at: float) -> None:
        """The next view of every page shows an input that was put at this time, so that it is known how long that took."""
        for each in self.connections:
            each.since = each.since or put_at

    def lets_watch(self, secrets: Secrets) -> None:
        """Who may watch, and what they may: the pages of all who came by another link are closed."""
        before = self.watch_secret, self.bench
        self.watch_secret, self.bench = watch_secret(secrets), Bench(secrets.quiet, secrets.invited)
        if before == (self.watch_secret, self.bench):
            return
        if before[0] != self.watch_secret:
            self.disconnect(WATCH)
        self.changed(self.table)

    def enter(self, connection: Connection) -> None:
        """A page opens."""
        self.connections.add(connection)
        self._gone.pop(connection.seat, None)
        self.last_used = monotonic()
        self.comes(connection.seat, connection.screen)
        self.changed(self.table)

    def comes(self, seat: str, screen: str) -> None:
        """A seat's page is looked at: who hosts the table begins with their own."""
        if not self.begun and screens.LOBBY not in screen and self._runs(seat):
            self.begun = True
            self.changed(self.table)

    @property
    def lobby_is_open(self) -> bool:
        """Whether people are still to come in by the lobby: nobody has played, and whoever runs the table has not begun."""
        return not self.begun and screens.lobby_is_open(self.table)

    @property
    def bots_wait(self) -> bool:
        """Whether people are still gathering at a table that a bot runs: it would begin without them."""
        return self.gathering and self.lobby_is_open

    def _runs(self, seat: str) -> bool:
        return seat in hosts(self.table.game, self.table.shown.seats)

    def sits_down(self, seat: str) -> None:
        """Somebody has taken a seat: it is asked back no more, and nobody is away from it."""
        self.asked_back.answered(seat)
        self._gone.pop(seat, None)

    def ask_back(self, guest: str, seat: str) -> None:
        """A guest at the way in says that a seat is theirs: who may free it sees that."""
        self.asked_back.ask(guest, seat)
        self.changed(self.table)

    def leave(self, connection: Connection) -> None:
        """A page is gone; if it was the seat's last and none comes back for a while, the others are told."""
        self.connections.discard(connection)
        if connection.seat != WATCH and all(each.seat != connection.seat for each in self.connections):
            self._gone[connection.seat] = monotonic()
            if not self.services.closing:
                self.services.after(self.services.limits.away, lambda: self._looks_for(connection.seat))
        self.last_used = monotonic()
        self.changed(self.table)

    def _is_away(self, seat: str) -> bool:
        return seat not in self.elsewhere and monotonic() - self._gone.get(seat, inf) >= self.services.limits.away

    def _looks_for(self, seat: str) -> None:
        if self._is_away(seat) and self.connections:
            self.changed(self.table)

    def full(self, seat: str, screen: str = "", address: str = "") -> str:
        """Why there is no room for one more page like this one; "" where there is: nobody can take the room of the others.

        Of those who watch, one address has a part of the places, and the room's screen has places of its own.
        """
        limits = self.services.limits
        alike = [each for each in self.connections if each.seat == seat]
        if seat != WATCH:
            return _("This seat has as many open pages as it can take.") if len(alike) >= limits.tabs else ""
        room = screen == screens.ROOM
        most, part = (limits.rooms, limits.rooms // 2) if room else (limits.watching, limits.watching_from)
        alike = [each for each in alike if (each.screen == screens.ROOM) == room]
        near = sum(network_of(each.address) == network_of(address) for each in alike)
        if near >= part and address not in LOOPBACK:
            return _("As many watch from your network as may at a table.")
        return _("As many watch as this table can take.") if len(alike) >= most else ""

    def send_limit(self, seat: str) -> SendLimit:
        """What a seat may send."""
        if seat not in self._send_limits:
            self._send_limits[seat] = SendLimit(self.services.limits)
        return self._send_limits[seat]

    def disconnect(self, seat: str) -> None:
        """Close the pages of a seat: its link counts no more."""
        for each in self.connections:
            if each.seat == seat:
                with speaking(self.table.policy.language):
                    away = _("Those who watch were sent away. Ask whoever runs the table.")
                    given = _("This seat has been given away. Ask whoever runs the table.")
                    each.close(4401, away if seat == WATCH else given)

    def disconnect_all(self) -> None:
        """Close all pages, for the server stops."""
        for each in self.connections:
            each.close(1012, "The server restarts; this page comes back by itself.")

    def draft(self, by: str, wanted: Drafts) -> Refusal | None:
        """Change a choice that is being made; every page sees it, so it is short, and there are only so many of them."""
        weight = len(encode(wanted.choice))
        if weight > self.services.limits.draft:
            self.services.meters.limits["drafts"] += 1
            return Refusal("", _("That is too long to be shown before it is done."), _("Do it, and all will see it."))
        if not self.send_limit(by).drafts.take(weight + DRAFT):
            self.services.meters.limits["drafts"] += 1
            return Refusal("", _("Choices change faster than they can be shown."), _("Wait a moment."))
        refusal = self.table.draft(wanted.seat, wanted.window, wanted.key, wanted.choice, by)
        if refusal is None:
            self.changed(self.table)
        return refusal

    def _option(self, seat: str, asked: Asks) -> Option | None:
        options = self.shared.options.get(seat, ())
        return next((o for o in options if (o.window, o.key) == (asked.window, asked.key)), None)

    async def figures(self, seat: str, asked: Asks) -> tuple[Figure, ...] | Refusal:
        """What a choice would be worth to this seat, by what it may see, once that is known. Raises TimeoutError."""
        found = self._chosen(seat, asked)
        return found if isinstance(found, Refusal) else await self._worked_out(seat, *found)

    async def figures_of_items(self, seat: str, asked: Asks, pick: str) -> dict[str, tuple[Figure, ...]] | Refusal:
        """What the same choice would be worth with each item of a pick tried; raises TimeoutError.

        Items that cannot be picked are left out, and those with which the choice would not be one.
        """
        found = self._chosen(seat, asked)
        if isinstance(found, Refusal):
            return found
        option, choice = found
        p = next((p for p in option.params if isinstance(p, Pick) and p.name == pick), None)
        if p is None:
            return Refusal(option.rule, f"There is nothing to pick that is called {pick:.40}.")
        return {name: await self._worked_out(seat, option, tried) for name, tried in trials(option.params, choice, p)}

    def _chosen(self, seat: str, asked: Asks) -> tuple[Option, protocol.Choice] | Refusal:
        """An option of a seat and a choice of it; what is left out lies there as it is first shown."""
        option = self._option(seat, asked)
        if option is None:
            return Refusal("", "That question is closed.", "Look again: the view has what you may do now.")
        if option.blocked:
            return Refusal(option.rule, option.blocked, option.instead)
        choice = first(option.params) | asked.choice
        why = validate(option.params, choice)
        return Refusal(option.rule, why) if why else (option, choice)

    async def _worked_out(self, seat: str, option: Option, choice: Choice) -> tuple[Figure, ...]:
        return await self.services.figures.worked_out(self.table.game, self.table.view(seat), option, choice)

    def answer(self, connection: Connection, asked: Asks) -> None:
        """Tell one page what a choice would be worth, as soon as that is known."""
        option = self._option(connection.seat, asked)
        if option is None or connection not in self.connections or shape(option, asked.choice):
            return
        choice = first(option.params) | asked.choice
        figures, game, view = self.services.figures, self.table.game, self.table.view(connection.seat)
        row = figures.row(game, view, option, choice, lambda: self.answer(connection, asked))
        if figures.complete(game, view, option, choice):
            connection.send(protocol.frame(odds=view_model.figures(row), window=asked.window, key=asked.key))

    @property
    def shared(self) -> view_model.SharedView:
        """What all pages share until something changes."""
        if self._shared is None:
            if self._faces[0] is not self.table.shown.seats:  # looked up when chairs change, not with every act
                self._faces = self.table.shown.seats, view_model.faces(self.table)
            here = {each.seat for each in self.connections} | self.elsewhere
            people = [each.id for each in self.table.shown.seats if each.holder == "person"]
            asked, away = self.asked_back.open(people), tuple(seat for seat in people if self._is_away(seat))
            self._shared = view_model.shared_view(self.table, here, self._faces[1], asked, away)
        return self._shared

    def frame(self, connection: Connection) -> str:
        """The frame with the newest view of a connection: what is new beside the view that it was sent last."""
        page, title = self.page(connection.seat, connection.origin, connection.screen)
        return connection.wire.view(page, self.table.shown.n, title, self.table.mark)

    def page(self, seat: str, origin: str, screen: str = "") -> Page:
        """The newest view of a seat; pages of the same seat share it."""
        linked = screen or self._runs(seat)
        key = (seat, origin if linked else "", screen)
        found = self._pages.get(key)
        if found is None:
            found = self._pages[key] = self.regions(seat, origin, screen), self.title(seat)
        return found

    def regions(self, seat: str, origin: str, screen: str = "") -> tuple[Region, ...]:
        """What stands in a seat's page, or in another `screen` of its; missing figures have it drawn again once known."""
        draw = screens.found(self.table, seat, screen)
        if draw is not None and not (self.begun and screens.LOBBY in screen):
            figures = partial(
                view_model.watched_odds, self.table, figures=self.services.figures, redraw=self._redraw(seat)
            )
            return (draw(self.table, self.shared, seat, self.way_in(seat, origin), figures),)
        odds = view_model.odds(self.table, self.shared, seat, self.services.figures, self._redraw(seat))
        return view_model.body(self.table, self.shared, seat, self.meta(seat, origin), odds)

    def html(self, seat: str, origin: str, screen: str = "") -> Markup:
        """The inner HTML of a seat's page, or of another `screen` of its."""
        return whole(self.regions(seat, origin, screen))

    def title(self, seat: str) -> str:
        """What the browser's tab says."""
        return view_model.title(self.table, self.shared, seat)

    def meta(self, seat: str, origin: str) -> TableMeta:
        """What a page says of the table itself; the master's has the links, with their QR codes."""
        if not self._runs(seat):
            return self.shared.about
        base = f"{self.services.reachable(origin)}/t/{self.table.id}"
        redraw, qr_codes = self._redraw(seat), self.services.qr_codes
        links = view_model.links(
            self.table, base, self.watch_secret, self.bench, lambda address: qr_codes.of(address, redraw)
        )
        return structs.replace(self.shared.about, links=links, room=self._room(base))

    def way_in(self, seat: str, origin: str) -> WayIn:
        """Where people come in from the `origin` of a page, with the QR code of that address once it is there."""
        base = f"{self.services.reachable(origin)}/t/{self.table.id}"
        return WayIn(base, self.services.qr_codes.of(base, self._redraw(seat)), self._room(base), self.opener)

    def _room(self, base: str) -> str:
        return f"{base}/watch?room#s={self.watch_secret}"

    def _redraw(self, seat: str) -> Again:
        """What has the pages of one seat drawn again, for more of its figures are known; always the same object."""
        if seat not in self._redraws:

            def redraw() -> None:
                for key in [key for key in self._pages if key[0] == seat]:
                    del self._pages[key]
                for each in self.connections:
                    if each.seat == seat:
                        each.mark_dirty()

            self._redraws[seat] = redraw
        return self._redraws[seat]
