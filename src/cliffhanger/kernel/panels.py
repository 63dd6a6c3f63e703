"""The small vocabulary in which a game shows itself. Page, terminal, screen reader and paper draw nothing else.

The fields are fixed by `docs/decisions/0002-panels.md`. Strings are plain text; `id`s are unique on a page and
stable from one view to the next.
"""

import re
from typing import Literal, NamedTuple

from msgspec import Struct

from cliffhanger.kernel.events import Event

WORD = re.compile(r"[\w\N{MINUS SIGN}'’-]+")

ART = (
    *("figure", "mask", "fist", "hand", "mind", "heart", "eye", "skull", "wings", "voice", "microphone"),
    *(
        "bolt",
        "shield",
        "arrow",
        "gear",
        "rocket",
        "key",
        "lock",
        "lamp",
        "book",
        "scales",
        "coin",
        "crown",
        "ring",
        "clock",
    ),
    *("star", "sun", "moon", "fire", "drop", "leaf", "wind", "spiral", "night", "storm"),
    *("city", "harbour", "bridge", "tower", "train", "road", "mountain", "bunker", "vault", "door"),
    *("water", "crowd"),
)
"""The words of the kit that a card's picture is put together from: people and things, weather and places, what is in front."""

SHAPES = ("car", "room", "open", "upper")
TILES = (
    *("tables", "doors", "levers", "crates", "planks", "shelves", "flat"),
    *("rails", "water", "steps", "trees", "houses"),
)
WALLS = ("lit", "dim", "plain")
WEATHERS = ("sleet", "glass", "steam", "dark", "narrow")
LOOKS = (*SHAPES, *TILES, *WALLS, *WEATHERS)
"""The words of the kit that the picture of a place is put together from: its frame, what stands in it (the last five under the
open sky as well), how it is lit, and what makes it hard to be there."""

Place = Literal["stage", "goal", "side", "main", "own", "hand", "behind", "paper"]


class Die(Struct, frozen=True, gc=False, tag_field="kind", tag="die"):
    """One die: its size, the face it shows (0: not rolled), and what became of it.

    Without a face it is a `rating`, with its size in it, or `hollow`: in hand to be thrown, with nothing in it.

    `word` is the game's own word for a face that means harm ("snag", "complication").
    """

    size: int
    face: int = 0
    state: Literal["rating", "hollow", "plain", "counts", "struck", "one"] = "rating"
    word: str = ""
    id: str = ""


class Coin(Struct, frozen=True, gc=False, tag_field="kind", tag="coin"):
    """One coin: a star or a ring, or not yet tossed."""

    side: Literal["star", "ring", "held"] = "held"
    state: Literal["plain", "counts", "struck"] = "plain"
    id: str = ""


class Track(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="track"):
    """Boxes filled from the left: `filled` of `size`, of which the last `risk` are about to be filled.

    `gaps` lists the lengths of columns, for tracks that are drawn in parts. With `left` what is filled is what is left, as
    of health; else it is what has been taken or done, as of damage.
    """

    id: str
    name: str
    filled: int
    size: int
    risk: int = 0
    gaps: tuple[int, ...] = ()
    note: str = ""
    left: bool = False


class Counter(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="counter"):
    """A named number."""

    name: str
    value: int | str
    note: str = ""


class Card(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="card"):
    """A playing card: band colour with letter, kind, name, persona, need, text, cost and the numbers in its corners.

    `art` is one to three words of `ART`, by which its picture is put together; without any it is made from the name.
    `flavour` is what the card says beside its rules.
    """

    id: str
    name: str
    band: str = ""
    letter: str = ""
    what: str = ""
    persona: str = ""
    need: str = ""
    text: tuple[str, ...] = ()
    cost: str = ""
    corners: tuple[str, ...] = ()
    blocked: str = ""
    back: bool = False
    art: str = ""
    flavour: str = ""


class Pile(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="pile"):
    """Cards that lie together: how many, seldom which."""

    name: str
    count: int
    note: str = ""


class Row(Struct, frozen=True, gc=False, cache_hash=True):
    """One row of a list.

    `mark` is who it is about (a name, drawn as an emblem); `state` says whether it is now, done, out of play, ours, or against us;
    `n` is the big number at its edge; `tags` are short facts in pills, a leading "!" marks one that hinders. `id` is
    what an option's `on` and motion name, and tells one throw of its `dice` from every other at the table: it stays while
    they lie there, whatever becomes of them. `was` is what stood here before: the place, the die, the words. `tracks` stand
    below its words, in lists of the styles lines, order, sides and places.
    """

    name: str
    text: str = ""
    value: str = ""
    n: int | None = None
    mark: str = ""
    marks: tuple[str, ...] = ()
    state: Literal["", "now", "done", "out", "here", "won", "lost", "bad"] = ""
    tags: tuple[str, ...] = ()
    dice: tuple[Die | Coin, ...] = ()
    id: str = ""
    was: str = ""
    tracks: tuple[Track, ...] = ()


class List(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="list"):
    """Rows of one kind. `style`: lines (name and value), order (who acts when), sides (a roll, one row a side),
    places, ladder (newest on top), debts, steps, stats (big numbers in a row). `heads` are column heads over the dice
    of its rows.
    """

    id: str
    rows: tuple[Row, ...]
    style: Literal["lines", "order", "sides", "places", "ladder", "debts", "steps", "stats"] = "lines"
    name: str = ""
    empty: str = ""
    heads: tuple[str, ...] = ()


class Text(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="text"):
    """Words: a headline a person could say aloud, then the sentences that prove it; `mark` is who speaks.

    `told` is the event that both say: a page says it to its reader, in place of the words for the room.
    """

    id: str
    head: str = ""
    body: str = ""
    style: Literal["plain", "result", "quote", "warning"] = "plain"
    mark: str = ""
    told: Event | None = None

    @property
    def beyond(self) -> str:
        """What the body says beyond the headline, where it begins with the same words; else the whole of it."""
        words = WORD.findall(self.head)
        found = list(WORD.finditer(self.body))[: len(words)]
        if not words or [each[0] for each in found] != words:
            return self.body
        rest = self.body[found[-1].end() :].lstrip(" ,.:;")
        return rest[:1].upper() + rest[1:]


class Hindrance(Struct, frozen=True, gc=False, cache_hash=True):
    """What makes it hard to be in a place: its words, how much of it there is (0: that is not said), and what it does."""

    text: str
    n: int = 0
    says: str = ""


class Cell(Struct, frozen=True, gc=False, cache_hash=True):
    """A place on a board: `hinders` is what makes it hard to be there, `says` what there is to say of it.

    `look` are words of `LOOKS`, with blanks between them; what they leave open is drawn by its name, `says` and `hinders`.
    Cells come in the order in which one goes from one to the next; an `upper` one stands on the cell before it.
    """

    id: str
    name: str
    look: str = ""
    hinders: tuple[Hindrance, ...] = ()
    says: str = ""


class Token(Struct, frozen=True, gc=False, cache_hash=True):
    """Somebody or something on a board, in the cell of that id; `side` is whose ("" for nobody's).

    `against` stands against the players' own people. `seat` is whoever plays it, and reads "you" there. `state` is now
    (whose turn it is) or done (out of it).
    """

    id: str
    name: str
    cell: str = ""
    side: str = ""
    look: str = ""
    against: bool = False
    seat: str = ""
    state: Literal["", "now", "done"] = ""


class Tie(Struct, frozen=True, gc=False, cache_hash=True):
    """What joins two cells or tokens: a track or dice, and words; `was` is what those words were before.

    A tie of a track alone has no row in a list: the track stands by itself elsewhere, with its name. What one has done to
    another ends at the other.
    """

    ends: tuple[str, str]
    text: str = ""
    track: Track | None = None
    dice: tuple[Die | Coin, ...] = ()
    was: str = ""


class Board(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="board"):
    """A place, a map or a web: cells, who stands in them, and what ties them. A Set of a film, rooms, relationships."""

    id: str
    name: str
    cells: tuple[Cell, ...] = ()
    tokens: tuple[Token, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def lists(self) -> tuple[List, ...]:
        """The same in lists, for where no picture is drawn: who is in each cell, and what ties whom."""
        names = {cell.id: cell.name for cell in self.cells} | {token.id: token.name for token in self.tokens}
        now = {token.cell for token in self.tokens if token.state == "now"}
        rows = [
            Row(
                cell.name,
                cell.says,
                tags=tuple(f"!{each.text}{each.says and f': {each.says}'}" for each in cell.hinders),
                marks=tuple(token.name for token in self.tokens if token.cell == cell.id),
                state="here" if cell.id in now else "",
                id=cell.id,
            )
            for cell in self.cells
        ]
        rows += [Row(token.name, mark=token.name, id=token.id) for token in self.tokens if token.cell not in names]
        ties = [
            Row(
                " – ".join(names.get(end, end) for end in tie.ends),
                tie.text,
                f"{tie.track.filled} of {tie.track.size}" if tie.track else "",
                dice=tie.dice,
                was=tie.was,
            )
            for tie in self.ties
            if tie.text or tie.dice
        ]
        found = [List(f"{self.id}.cells", tuple(rows), "places", self.name)] if rows else []
        return (*found, *([List(f"{self.id}.ties", tuple(ties), name="" if rows else self.name)] if ties else []))


class Group(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="group"):
    """Panels that belong together: the only box there is.

    `place` is where it stands: `stage` (what is being settled), `goal` (what a scene is about), `main` (more of it), `side`
    (everybody's), `own` (this seat's), `hand` (what this seat holds, beside its choices), `behind` (what nobody else sees).
    `note` stands at the right of the head; a `folded` group opens on a tap; `mark` is its emblem.
    """

    id: str
    name: str
    panels: "tuple[Panel, ...]"
    place: Place = "main"
    note: str = ""
    folded: bool = False
    mark: str = ""


Panel = Die | Coin | Track | Counter | Card | Pile | List | Text | Board | Group


class Shared(NamedTuple):
    """What the pages of all seats are made of: the panels for everybody, and a panel for each who is here, by seat."""

    panels: tuple[Panel, ...]
    people: tuple[tuple[str, Panel], ...]

    def others(self, seat: str) -> tuple[Panel, ...]:
        """The panels of those whom somebody else has."""
        return tuple(panel for whose, panel in self.people if whose != seat)
