"""Who reads a page, and how they are told what happens: in the voice of the table, and of themselves as "you"."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.panels import Group, Panel, Text
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.sentence_cases import Reader
from cliffhanger.kernel.sentences import Voice
from cliffhanger.table import table_events
from cliffhanger.web.page.capacity import DEEDS, SEATS

Deed = tuple[Entry, ...]
"""An act with the rolls it asked for, or another entry."""


class Listener(NamedTuple):
    """The voice that speaks to a seat, and the names by which it calls that seat's own person.

    Without a voice everything is told as it is kept.
    """

    seat: str
    voice: Voice | None = None
    names: Reader = ()

    def panel(self, panel: Panel) -> Panel:
        """A panel with the results that it tells; the same object for all to whom it says nothing of themselves."""
        if self.voice is None:
            return panel
        return _told_panel(panel, self.voice, () if _named_in(panel).isdisjoint(self.names) else self.names)

    def deed(self, deed: Deed) -> Deed:
        """What was done; the same object for all to whom it says nothing of themselves."""
        if self.voice is None:
            return deed
        of_players, names = _named(deed)
        if of_players or not names.isdisjoint(self.names):
            return table_events.heard(self.voice, deed, self.seat, self.names)
        return _told_to_all(deed, self.voice)


@remembered(lambda panel, voice, names: (id(panel), id(voice), names), SEATS, hold=True)
def _told_panel(panel: Panel, voice: Voice, names: Reader) -> Panel:
    return table_events.panels_heard(voice, (panel,), names)[0]


@remembered(id, SEATS, hold=True)
def _named_in(panel: Panel) -> frozenset[str]:
    """Every name in what a panel tells that could be its reader's."""
    return frozenset(name for event in _told(panel) for name in _strings([event.who, event.data]))


def _told(panel: Panel) -> Iterator[Event]:
    if isinstance(panel, Group):
        for each in panel.panels:
            yield from _told(each)
    elif isinstance(panel, Text) and panel.told:
        yield panel.told


@remembered(lambda deed, voice: (id(deed), id(voice)), DEEDS, hold=True)
def _told_to_all(deed: Deed, voice: Voice) -> Deed:
    return table_events.heard(voice, deed, "", ())


@remembered(id, DEEDS, hold=True)
def _named(deed: Deed) -> tuple[bool, frozenset[str]]:
    """Whether a deed tells of players, who are told by their seats, and every name that could be its reader's."""
    events = [event for entry in deed for event in entry.events]
    of_players = any(event.what in table_events.PLAYERS for event in events)
    return of_players, frozenset(name for event in events for name in _strings([event.who, event.data]))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _strings(each)
