"""What a game is: seven pure functions over its state, and what it tells of itself in data.

The kernel calls a game; a game never calls back. `GAME = Game(...)` in a game's `__init__` is all that is discovered.
"""

import sys
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from cliffhanger.kernel.bench import Bench
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Draw, Fold, Over, Roll
from cliffhanger.kernel.common_sentences import RULING
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.events import Event, Tale
from cliffhanger.kernel.figures import Figure
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.house_rules import HouseValue, Switch
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer, Option, Verb
from cliffhanger.kernel.panels import Coin, Die, Panel
from cliffhanger.kernel.params import sample
from cliffhanger.kernel.sentence_cases import Reader
from cliffhanger.kernel.sentences import Sentence, Voice
from cliffhanger.kernel.tales import tale
from cliffhanger.kernel.translation import catalogue

S = TypeVar("S", bound=Procedural)
Waiting = tuple[Offer, ...] | Roll | Draw | Over
WATCH = "watch"
"""The seat of those who only look on: it sees what everybody may see, and is in no game's set-up."""


class Role(Struct, frozen=True):
    """A kind of seat: how many there are at the least and the most; the `master` runs the world and may overrule.

    An `opponent` plays against the others: what it has seen of their dice and hands is not to be taken back alone.
    """

    id: str
    title: str
    least: int
    most: int
    master: bool = False
    opponent: bool = False


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game that a newcomer may not know, in one line; `rule` is where to read more.

    `also` are other forms in which it stands on a page: its plural, a short form.
    """

    word: str
    says: str
    rule: str = ""
    also: tuple[str, ...] = ()


class PrimerCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the five cards of a game's primer: what it says to somebody who never read the rules, with dice beside it.

    `rules` are the ids of the rules that it tells of. Which five there are: `kernel/introduction.py`.
    """

    id: str
    title: str
    says: str
    dice: tuple[Die | Coin, ...] = ()
    rules: tuple[str, ...] = ()


class Summary(Struct, frozen=True):
    """What a printed sheet tells of playing under one heading: rules by their ids, in the catalogue's words, and rows of two."""

    title: str
    rules: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()


class Preset(Struct, frozen=True):
    """A named set of switch values: each with the one line that says why it differs from the default."""

    id: str
    title: str
    says: str
    values: tuple[tuple[str, HouseValue, str], ...] = ()

    @property
    def house(self) -> dict[str, HouseValue]:
        """The switches it sets, by name."""
        return {name: value for name, value, _ in self.values}


class Seat(Struct, frozen=True):
    """A chair at the table: its id, its role, and the name that stands on it."""

    id: str
    role: str
    name: str


class Setup(Struct, frozen=True):
    """All that a table begins with: seats, house rules by name, and the parsed content of files as plain values."""

    seats: tuple[Seat, ...]
    house: dict[str, HouseValue] = {}
    content: dict[str, Any] = {}


class Rows(Struct, frozen=True):
    """How a form holds cards that may stand one a row in other programs' files: their key, and what its file says beside them.

    A row is a table of the list under `key`, and `draw` shows them in the same order.
    """

    key: str
    beside: tuple[tuple[str, Any], ...] = ()


class Form(Struct, frozen=True):
    """A kind of file people write: the Struct it reads into, its cross-checks, and one that is right.

    `checks` takes the read value and gives (key path, what was expected) for all that the types cannot say. `draw` shows
    a read value as panels, for a preview and for paper. Where some types do not fit, `partly` is given the plain values
    and says what is wrong with the meaning of those parts that do, so that both are told together. `rows` says where its
    cards stand, if they can be kept as rows of a spreadsheet. `bench` says how the cards that it draws are tried in play,
    for a page where they are written. `reference` makes the Markdown that says how such a file is written: a heading of the
    third level, or the first cell of a row, for each word of it. `beside` says in a sentence what of the game lies on a
    table beside files that somebody brings.
    """

    name: str
    title: str
    type: Any
    checks: Callable[[Any], list[tuple[str, str]]]
    example: str
    draw: Callable[[Any], tuple[Panel, ...]] | None = None
    partly: Callable[[dict[str, Any]], list[tuple[str, str]]] | None = None
    rows: Rows | None = None
    bench: Bench | None = None
    reference: Callable[[], str] | None = None
    beside: str = ""


class Foreign(NamedTuple):
    """What was read of another program's file: plain values of ours, and for key paths of ours the paths that they came from.

    `left` is what has no place here, by its own path.
    """

    values: dict[str, Any]
    places: dict[str, str]
    left: list[tuple[str, str]]


class Format(Struct, frozen=True):
    """Another program's file in JSON, read as a form of this game and written from one.

    `read` takes what the JSON holds and gives that, or (path, what was expected) for what does not fit the other program's
    own format; what does not fit the form is found by the kernel. `write` takes plain values of ours and the time.
    """

    name: str
    title: str
    form: Form
    read: Callable[[Any], "Foreign | list[tuple[str, str]]"]
    write: Callable[[dict[str, Any], str], Any]


class Parameter(Struct, frozen=True):
    """A parameter of an odds question: a whole number from `low` to `high`, or one of `values`.

    With the type `faces` it is a roll as it lies on the table, each face from `low` to `high`: "3 4 6". With the type
    `dice` it is a pool of `low` to `high` dice, their sizes among `values`: "8 8 6"; with the type `pools` so many such
    pools, a die or more in each: "8 6+6 6".
    """

    name: str
    title: str = ""
    type: Literal["int", "choice", "faces", "dice", "pools"] = "int"
    low: int = 0
    high: int = 0
    default: int | str = 0
    values: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    """An exact answer: the first figure of the question, and the whole law where there is one (may be empty)."""

    value: Fraction
    law: Sequence[tuple[str, Fraction]] = ()
    notes: Sequence[tuple[str, Fraction]] = ()


class Question(Struct, frozen=True):
    """An odds question with a name: asked by the library, the command line and the table alike."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    answer: Callable[..., Answer]
    unit: Literal["chance", "mean"] = "chance"


@dataclass(frozen=True)
class Search(Generic[S]):
    """What a bot that looks ahead needs of a game, beside its `guess`.

    `settled` says where a look may end, and `value` what a state is worth to a seat there: the more, the better. `promise`
    says of an act, from the view of who would do it, how much it promises; None: it is not worth a look.
    """

    settled: Callable[[S], bool]
    value: Callable[[S, str], float]
    promise: Callable[[S, Act], float | None]


def nothing_hidden(s: S, _seat: str) -> S:
    """A game without secrets: every seat may know everything."""
    return s


def nothing_by_itself(s: S) -> S:
    """A game in which all that happens is done by somebody, or by dice."""
    return s


def every_face(_s: Any, _roll: Roll) -> Fold:  # noqa: ANN401
    """A game whose rules tell every face of every die apart; where many dice fall at once, a walk of that takes long."""
    return (), lambda faces, _die, face: (*faces, face)


def nothing_more(_s: Any) -> str:  # noqa: ANN401
    """A game whose types say all that cannot be."""
    return ""


def any_choice(_view: Any, seat: str, options: tuple[Option, ...], rng: Random) -> Act:  # noqa: ANN401
    """A bot that answers with one of its open options, and with any choice that fits."""
    open_ = [each for each in options if not each.blocked]
    option = rng.choice([each for each in open_ if not each.reaction] or open_)
    return Act(seat, option.window, option.key, sample(option.params, rng))


def chairs(role: Role, *names: str) -> Callable[[int, Mapping[str, str]], Setup | list[Fault]]:
    """`ready` of a game without files and with one kind of seat: the first of these chairs, for as many as it takes."""
    seats = tuple(Seat(slug(name), role.id, name) for name in names)

    def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
        if files:
            return [Fault(name, 0, "", "no file: this game has none") for name in files]
        return Setup(seats[: min(max(players, role.least), role.most)])

    return ready


def nothing_standing(_s: Any) -> tuple[Offer, ...]:  # noqa: ANN401
    """A game without standing powers."""
    return ()


def all_together(_files: Mapping[str, str]) -> list[Fault]:
    """A game whose files go with any others."""
    return []


def no_more_names(_view: Any, _seat: str) -> Reader:  # noqa: ANN401
    """A game whose people keep the names of their chairs."""
    return ()


def no_seat_names(_s: Any) -> Mapping[str, str]:  # noqa: ANN401
    """A game whose chairs are called as they are."""
    return {}


def no_groups(_s: Any) -> frozenset[str]:  # noqa: ANN401
    """A game in which every name is one person's, but for those in English that say so ("The Wreckers")."""
    return frozenset()


def package_of(kind: type) -> str:
    """The folder of the game that a type belongs to, as a package: it lies there or in `rules/`; "" for a lone module."""
    return (sys.modules[kind.__module__].__package__ or "").removesuffix(".rules")


def no_words(_s: Any) -> tuple[str, ...]:  # noqa: ANN401
    """A game whose texts lie empty."""
    return ()


def no_premise(_v: Any) -> str:  # noqa: ANN401
    """What is at stake, where a game says nothing of it."""
    return ""


def own_of_cast(master: str) -> Callable[[Any, str], Reader]:
    """The names that a seat's own person has, in a game whose state has a `cast` with seats; `master` is the seat of many.

    What a player's own person is called now; who plays several, or is the master, hears of them by their names.
    """

    def own_names(view: Any, seat: str) -> Reader:  # noqa: ANN401
        own = _named_by_seat(view.cast).get(seat, ())
        return own if seat != master and len(own) == 1 else ()

    return own_names


@remembered(id, 512, hold=True)
def _named_by_seat(cast: Any) -> dict[str, Reader]:  # noqa: ANN401
    found: dict[str, Reader] = {}
    for person in cast:
        found[person.seat] = (*found.get(person.seat, ()), person.name)
    return found


@dataclass(frozen=True)
class Game(Generic[S]):
    """One game.

    `start` makes the first state of a set-up. `waiting` derives what is asked now; `standing` what may be done at any
    time beside it. `settle` takes the faces of a roll. `advance` does one thing that happens by itself, or gives the
    state back. `fold` says which faces cannot be told apart from here on. `invariant_error` says what is impossible about a
    state beside what its types say (`invariants.py`). `view` is what one seat may know, of the same type; `panels` shows a
    view. `sentences` has a row for each kind of event. `own_names` are what events call a seat's own person, from its view,
    beside the name of its chair. `seat_names` is what everybody calls the seats whose people are chosen in play, once they
    are; until then "", and such a seat goes by the name of its person. A seat that is not there goes by its chair.
    `groups` are the names that stand for several, of whom a sentence tells as of two: "Moths attack".
    `ready` makes a set-up for so many players (the master's chair comes on top), from packaged files or from the texts
    of files people bring (name to text). `together` says what a table would refuse in files that are each right, of those
    that it is given.
    `cast` is the text of a file that opens the next table of a season: its people as a state leaves them.
    `formats` are other programs' files that its own are read from and written as.
    `bot` answers for a seat from its view and its options of `waiting`, blocked ones and reactions among them. `end` is
    what a ruling does to the procedure under way (without one, all but the outermost frame ends). `guess` fills in, for a
    seat, what its view hides. `figures` are what may stand beside options, by the ids that options name; `questions` are
    what a program may ask. `words` are what people call the fields of the state when a ruling sets them, by the field's
    name; "" for one that goes without saying, and a field without words is called as it is.
    `ready_words` are all that may lie ready in texts at a table with this state, for translations. `premise` is what is at
    stake at it, in a sentence or two, for somebody who has just come.
    `verbs` are what options do, by the id they name, and `wordings` all their lines and buttons, for translations.
    `glossary` explains the game's words, and the `primer` the game, in five cards; `summaries` stand on printed sheets: how
    to roll, and how hard things are. `fixed` names fields of the
    state that never change: no ruling sets them, and no view repeats them. `reveals` are the kinds of events by which
    secrets come to light: until one is told, what was drawn in secret, or taken of a `private` option, changes nothing that
    others see. `reacts` answers for a bot that could step in with a reaction, once a window; None is "nothing from me". Last
    it is told which of the seats that are asked just now people hold: what takes their question from them is not done.
    `search` lets bots look ahead, by playing on with `bot` from what they guess; without it there are none that do.
    """

    id: str
    title: str
    State: type[S]
    roles: tuple[Role, ...]
    ready: Callable[[int, Mapping[str, str]], "Setup | list[Fault]"]
    start: Callable[[Setup], S]
    waiting: Callable[[S], Waiting]
    settle: Callable[[S, Roll | Draw, tuple[Any, ...]], S]
    panels: Callable[[S, str], tuple[Panel, ...]]
    version: str = "1"
    tagline: str = ""
    advance: Callable[[S], S] = nothing_by_itself
    fold: Callable[[S, Roll], Fold] = every_face
    invariant_error: Callable[[S], str] = nothing_more
    view: Callable[[S, str], S] = nothing_hidden
    bot: Callable[[S, str, tuple[Option, ...], Random], Act] = any_choice
    standing: Callable[[S], tuple[Offer, ...]] = nothing_standing
    together: Callable[[Mapping[str, str]], list[Fault]] = all_together
    cast: Callable[[Setup, S], str] | None = None
    end: Callable[[S], S] | None = None
    guess: Callable[[S, str, Random], S] | None = None
    switches: tuple[Switch, ...] = ()
    presets: tuple[Preset, ...] = ()
    forms: tuple[Form, ...] = ()
    formats: tuple[Format, ...] = ()
    questions: tuple[Question, ...] = ()
    figures: tuple[Figure, ...] = ()
    sentences: tuple[Sentence, ...] = field(default=(), hash=False)
    own_names: Callable[[S, str], Reader] = no_more_names
    seat_names: Callable[[S], Mapping[str, str]] = no_seat_names
    groups: Callable[[S], Collection[str]] = no_groups
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    verbs: tuple[Verb, ...] = ()
    wordings: tuple[str, ...] = ()
    glossary: tuple[Term, ...] = ()
    ready_words: Callable[[S], Iterable[str]] = no_words
    premise: Callable[[S], str] = no_premise
    primer: tuple[PrimerCard, ...] = ()
    summaries: tuple[Summary, ...] = ()
    fixed: frozenset[str] = frozenset()
    reveals: frozenset[str] = frozenset()
    reacts: Callable[[S, str, tuple[Option, ...], Random, Container[str]], Act | None] | None = None
    search: Search[S] | None = None
    people: str = ""
    time: str = ""

    @cached_property
    def package(self) -> str:
        """Its folder, with `rules.toml` and `skin.toml`: its state lies there or in `rules/`; "" for a lone module."""
        return package_of(self.State)

    @cached_property
    def voice(self) -> Voice:
        """Its sentences in English, the kernel's own among them."""
        return Voice(self.said)

    @cached_property
    def said(self) -> tuple[Sentence, ...]:
        """All its rows: its own, and the kernel's where it has none."""
        return tuple({row.what: row for row in (RULING, *self.sentences)}.values())

    def voice_in(self, language: str, *more: Sentence) -> Voice:
        """Its sentences in a language, from `locale/<language>.po` of its package, with more rows beside them."""
        return Voice((*more, *self.said), catalogue(self.package, language))

    def say(self, event: Event, reader: Reader = ()) -> str:
        """An event as a sentence that goes on from its person: for the room, or for one reader."""
        return self.voice.say(event, reader)

    @cached_property
    def tale(self) -> Tale:
        """Which kinds of its events a recap leaves out, and at which the story turns."""
        return tale(self.sentences)

    @cached_property
    def figure_by_id(self) -> Mapping[str, Figure]:
        """The figures that options may name."""
        return {figure.id: figure for figure in self.figures}

    @cached_property
    def masters(self) -> frozenset[str]:
        """The ids of the roles that run the world; none in a game without a master."""
        return frozenset(role.id for role in self.roles if role.master)

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players, the master not counted: what `ready` takes."""
        rows = [role for role in self.roles if not role.master]
        return sum(role.least for role in rows), sum(role.most for role in rows)


class Step(Struct, Generic[S], frozen=True, gc=False):
    """What an input brought: the state at rest, and the events on the way."""

    state: S
    events: tuple[Event, ...]
