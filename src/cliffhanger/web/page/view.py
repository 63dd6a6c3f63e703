"""What a page is told beside the snapshot: about the table, its links, its house rules, and the odds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.house_rules import HouseValue, Switch
from cliffhanger.table.snapshot import Pace
from cliffhanger.web.page.html import NOTHING, Markup
from cliffhanger.web.page.silhouettes import NO_FACES, Faces


class Figure(Struct, frozen=True):
    """One exact answer to an option's odds question: what it means, how much, its law, and what else it says.

    Law and notes may be empty; a note whose name begins with `mean` counts something, the others are chances. What is not
    `alone` needs its words beside it. A `step` is what would make this of the first figure of its row. Of one that is `split`
    the law is all that can happen, in words, from good to bad.
    """

    words: str
    value: Fraction
    law: Sequence[tuple[str, Fraction]] = ()
    unit: Literal["chance", "mean"] = "chance"
    notes: Sequence[tuple[str, Fraction]] = ()
    alone: bool = True
    step: str = ""
    split: bool = False


# By window and key of the option; where it is drawn as ways, each has its own, by `key=way`.
Odds = Mapping[tuple[str, str], tuple[Figure, ...]]


class Bench(Struct, frozen=True):
    """Those who watch: where they are `quiet` they do not stop the table, where `invited` they come by their link alone."""

    quiet: bool = False
    invited: bool = False


class Link(Struct, frozen=True):
    """Where somebody sits down: the seat, its address with the secret, and its square code as SVG.

    The seat `watch` is the link of those who only watch, and has their `bench`.
    """

    seat: str
    url: str
    qr: Markup = NOTHING
    bench: Bench | None = None


class WayIn(Struct, frozen=True):
    """The address at which people come to a table, its QR code, the room's screen, and the seat of who opened it ("": unknown)."""

    url: str
    qr: Markup = NOTHING
    room: str = ""
    opener: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the table, which may be typed instead."""
        return tuple(self.url.rpartition("/")[2].split("-"))

    @property
    def host(self) -> str:
        """The address of the server, as people type it."""
        return self.url.partition("://")[2].partition("/")[0]

    @property
    def alone(self) -> bool:
        """Whether only this machine comes in at that address."""
        return self.host.rpartition(":")[0] in ("127.0.0.1", "localhost", "[::1]")


class TableMeta(Struct, frozen=True):
    """The table around the game: `here` are the seats whose page is open.

    `away` are seats of people whose page has been gone for a while, `asked_back` those that somebody at the way in says are
    theirs. `settled` says that no later round of words turns a player's dice, as where the table began under an older format it
    does. `links`, and the address of the room's screen, are filled for those who host the table; `faces` are of those
    who sit there. A table is `rekeyed` that came here without the key that its dice fell by before.
    """

    id: str
    title: str
    preset: str = ""
    house: tuple[tuple[Switch, HouseValue], ...] = ()
    links: tuple[Link, ...] = ()
    undo: Literal["anyone", "owner", "master", "unseen"] = "anyone"
    here: tuple[str, ...] = ()
    asked_back: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    typed: bool = False
    pace: Pace = "once"
    lines: str = ""
    rules: Mapping[str, str] = {}
    room: str = ""
    key_hash: str = ""
    rekeyed: bool = False
    settled: bool = True
    faces: Faces = NO_FACES
