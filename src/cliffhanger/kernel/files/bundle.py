"""The files a table begins with, read together: people, and the one whole that all of them play in.

A game that is read from files has a form for a person, who has a name and stands on a side, and one for the whole (a
film, a setting), which names its cast. What people bring comes before what is packaged with the game.
"""

import tomllib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files as resources
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct, structs

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.names import Found, misnamed, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import faults, head, parsed, read_form
from cliffhanger.kernel.game import Form, Seat, Setup

TABLE = "the table"
"""What a fault calls a number that stands in no file."""


class Person(Protocol):
    """What every form of a person has."""

    @property
    def name(self) -> str:
        """What they are called."""

    @property
    def side(self) -> str:
        """Who plays them."""

    @property
    def sheet(self) -> Any:  # noqa: ANN401
        """What the rules read of them."""


class Whole(Protocol):
    """What every form of a whole has."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def cast(self) -> Sequence[Any]:
        """People whose sheets stand in the file itself."""


T = TypeVar("T")
P = TypeVar("P", bound=Person)
W = TypeVar("W", bound=Whole)
H = TypeVar("H", bound=Struct)


@dataclass(frozen=True)
class File(Generic[T]):
    """A file that was read: its name, its text (for the lines of later faults), and what it holds."""

    name: str
    text: str
    value: T


@dataclass(frozen=True)
class Brought(Generic[P, W]):
    """Files that go together."""

    people: tuple[File[P], ...] = ()
    whole: File[W] | None = None

    @property
    def cast(self) -> dict[str, P]:
        """Everybody, by the id of their name."""
        return named(each.value for each in self.people)

    def on(self, side: str) -> list[File[P]]:
        """Those of one side."""
        return [each for each in self.people if each.value.side == side]


def all_fit(_brought: Brought[P, W], _whole: File[W]) -> list[Fault]:
    """A game whose people fit into any whole."""
    return []


@dataclass(frozen=True)
class Shelf(Generic[P, W, H]):
    """How a game reads its files: its two forms, the side whose people take seats, and how many of those there may be.

    `package` is where the packaged files lie, in the folder `content`; `held` is what a table plays from: the whole with
    the sheets of its people, and of what else it has in its file the fields of the same name. `players` is the plural of
    `side`, and `others` of the `other` side: under these keys a whole, and a scene of it, name their people. `role` is that
    of the seats; who has none is left out, or, with `keeps`, one of the others. `misfits` says which sheets and which
    whole do not go together, though each is right.
    """

    game: str
    package: str
    person: Form
    whole: Form
    side: str
    players: str
    other: str
    others: str
    most: int
    held: type[H]
    master: Seat
    role: str = "player"
    keeps: bool = False
    misfits: Callable[[Brought[P, W], File[W]], list[Fault]] = all_fit

    @cached_property
    def packaged(self) -> Brought[P, W]:
        """The files that come with the game."""
        folder = resources(self.package) / "content"
        texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
        found = self.read(dict(sorted(texts.items())))
        assert isinstance(found, Brought), "\n".join(map(str, found))
        return found

    def read(self, files: Mapping[str, str]) -> Brought[P, W] | list[Fault]:
        """Every file (name to text) by the form it names at its head, or all that is wrong with any of them."""
        people: list[File[P]] = []
        wholes: list[File[W]] = []
        wrong: list[Fault] = []
        for name, text in files.items():
            form, value = self._one(name, text)
            if isinstance(value, list):
                wrong += value
            elif form is self.whole:
                wholes.append(File(name, text, value))
            else:
                people.append(File(name, text, value))
        wrong += _twice(people)
        wrong += [
            Fault(each.name, 0, "", f"one {self.whole.name} only; {wholes[0].name} is one already")
            for each in wholes[1:]
        ]
        return sorted(wrong) if wrong else Brought(tuple(people), wholes[0] if wholes else None)

    def _one(self, name: str, text: str) -> tuple[Form | None, Any]:
        data = parsed(name, text)
        if isinstance(data, list):
            return None, data
        game, said = head(data)
        if game not in ("", self.game):
            return None, faults(name, text, [("game", f'"{self.game}"')])
        for form in (self.person, self.whole):
            if form.name == said:
                return form, read_form(form, name, text)
        wanted = f'at the head of the file, form = "{self.person.name}" or form = "{self.whole.name}"'
        return None, faults(name, text, [("form", wanted)])

    def cast(self, own: Iterable[P], brought: Brought[P, W]) -> dict[str, P]:
        """Everybody who has a sheet, by id: from a file brought, else from the whole's own, else from the game's."""
        return self.packaged.cast | named(own) | brought.cast

    def brought(self, players: int, files: Mapping[str, str]) -> Brought[P, W] | list[Fault]:
        """What so many players bring (name to text), or all that is wrong with it."""
        return self.unseated(players) or self.read(files)

    def whole_of(self, brought: Brought[P, W]) -> File[W]:
        """The whole that is brought, or the packaged one."""
        whole = brought.whole or self.packaged.whole
        assert whole is not None
        return whole

    def staged(self, brought: Brought[P, W]) -> tuple[W, tuple[Any, ...], tuple[Any, ...]] | list[Fault]:
        """The whole that is brought, or the packaged one, and the sheets of both sides; or who there has none."""
        whole = self.whole_of(brought)
        cast, sides = self.cast(whole.value.cast, brought), (self.players, self.others)
        if wrong := absent(whole, {side: getattr(whole.value, side) for side in sides}, cast):
            return wrong
        ours, others = (tuple(cast[slug(name)].sheet for name in getattr(whole.value, side)) for side in sides)
        return whole.value, ours, others

    def opened(
        self, players: int, files: Mapping[str, str]
    ) -> tuple[Brought[P, W], W, tuple[Any, ...], tuple[Any, ...]] | list[Fault]:
        """What so many players bring (name to text), staged; or all that is wrong with it."""
        brought = self.brought(players, files)
        if isinstance(brought, list):
            return brought
        found = self.staged(brought)
        return found if isinstance(found, list) else self.misfits(brought, self.whole_of(brought)) or (brought, *found)

    def together(self, files: Mapping[str, str]) -> list[Fault]:
        """What a table would refuse in files that are each right, with the packaged whole if there is none among them."""
        read = [found for name, text in files.items() if isinstance(found := self.read({name: text}), Brought)]
        wholes = [each.whole for each in read if each.whole]
        if len(wholes) > 1:  # nobody can tell which of them somebody is for
            return sorted(fault for whole in wholes for fault in self.misfits(Brought((), whole), whole))
        brought = Brought(tuple(file for each in read for file in each.people), wholes[0] if wholes else None)
        whole = self.whole_of(brought)
        more = "" if wholes else f", in {whole.value.title}; for a {self.whole.name} of your own, name its file as well"
        return [structs.replace(each, expected=each.expected + more) for each in self.misfits(brought, whole)]

    def ready(self, players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
        """Make a table for so many players, with the files they bring (name to text), or say what is wrong with them.

        Somebody of the players' side who is brought takes a seat before those of the whole, somebody of the other side
        joins the whole's; a whole takes the place of the packaged one.
        """
        found = self.opened(players, files)
        if isinstance(found, list):
            return found
        brought, file, ours, others = found
        names = [name for name in self.held.__struct_fields__ if hasattr(file, name)]
        same = {"id": slug(file.title)} | {name: getattr(file, name) for name in names}
        return self.seated(self.held(**same | {self.players: ours, self.others: others}), brought, players)

    def content_of(self, setup: Setup) -> H:
        """What the table of a set-up plays from."""
        content: Any = setup.content[self.whole.name]
        return msgspec.convert(content, self.held)

    def seated(self, whole: H, brought: Brought[P, W], players: int) -> Setup | list[Fault]:
        """A table for so many players of a whole with the sheets of its people, and of those who were brought."""
        whole = self.joined(whole, brought)
        there, others = getattr(whole, self.players), getattr(whole, self.others)
        if wrong := self.uneven(brought, len(there), players):
            return wrong
        unplayed = there[players:] if self.keeps else ()
        whole = structs.replace(whole, **{self.players: there[:players], self.others: others + unplayed})
        seats = (self.master, *(Seat(sheet.id, self.role, sheet.name) for sheet in there[:players]))
        return Setup(seats, content={self.whole.name: msgspec.json.decode(msgspec.json.encode(whole))})

    def joined(self, whole: H, brought: Brought[P, W]) -> H:
        """The whole with people who were brought: ours first in line, others last."""
        ours, others = (tuple(each.value.sheet for each in brought.on(side)) for side in (self.side, self.other))
        mine, taken = {sheet.id for sheet in ours}, {sheet.id for sheet in (*ours, *others)}
        kept = tuple(sheet for sheet in getattr(whole, self.players) if sheet.id not in taken)
        foes = tuple(sheet for sheet in getattr(whole, self.others) if sheet.id not in mine)
        known = {sheet.id for sheet in foes}
        scenes: Any = getattr(whole, "scenes")  # noqa: B009
        scenes = tuple(
            structs.replace(
                scene, **{self.others: tuple(name for name in getattr(scene, self.others) if name in known)}
            )
            for scene in scenes
        )
        foes += tuple(sheet for sheet in others if sheet.id not in known)
        return structs.replace(whole, **{self.players: ours + kept, self.others: foes, "scenes": scenes})

    def uneven(self, brought: Brought[P, W], there: int, players: int) -> list[Fault]:
        """More people brought than there are seats, or more seats than people."""
        ours = brought.on(self.side)
        if len(ours) > players:
            said = f"at most {players} {self.players}: so many play, and {len(ours)} were brought"
            return [Fault(ours[players].name, 0, "", said)]
        if there < players:
            said = f"at most {there}: so many {self.players} has this {self.whole.name}; bring more of them to be more"
            return [Fault(TABLE, 0, "players", said)]
        return []

    def unseated(self, players: int) -> list[Fault]:
        """More or fewer players than the game is for."""
        if 1 <= players <= self.most:
            return []
        return [Fault(TABLE, 0, "players", f"1 to {self.most} players, not {players}")]


class More(NamedTuple):
    """A whole that comes with a game beside its usual one: its title, and the text of its file."""

    title: str
    text: str


@cache
def casts(package: str) -> dict[str, More]:
    """What comes with a game beside its usual content, by name: the files in `files/casts` of its package."""
    folder = resources(package) / "files" / "casts" if package else None
    if folder is None or not folder.is_dir():
        return {}
    texts = {each.name.removesuffix(".toml"): each.read_text("utf-8") for each in folder.iterdir()}
    return {name: More(str(tomllib.loads(text).get("title", name)), text) for name, text in sorted(texts.items())}


def example(package: str, name: str) -> str:
    """A file that is right, to begin with: it lies in the folder `examples` of this package."""
    return (resources(package) / "examples" / f"{name}.toml").read_text("utf-8")


def lying(package: str, name: str, form: type[T]) -> T:
    """A file that comes with a game and nobody brings: it lies in this package, and its values are of this type."""
    return msgspec.toml.decode((resources(package) / name).read_bytes(), type=form)


def named(people: Iterable[P]) -> dict[str, P]:
    """People by the ids of their names."""
    return {slug(each.name): each for each in people}


def absent(whole: File[W], sides: Mapping[str, Iterable[str]], known: Container[str]) -> list[Fault]:
    """Names in the cast of a whole, by the key they stand under, that nobody has brought a sheet for."""
    missing = [
        (at(side, nth), f"a character with a sheet; bring {name}'s, or put it under [[cast]]")
        for side, names in sides.items()
        for nth, name in enumerate(names)
        if slug(name) not in known
    ]
    return faults(whole.name, whole.text, missing) if missing else []


def misnamed_people(
    whole: Whole, sides: Iterable[str], taken: tuple[str, ...], checks: Callable[[Any, str], Found], path: str = ""
) -> Found:
    """Names on the sides of a whole that are not free, and all that is wrong with the people whose sheets are in it."""
    named_here = ((at(path, side, nth), name) for side in sides for nth, name in enumerate(getattr(whole, side)))
    own = (row for nth, each in enumerate(whole.cast) for row in checks(each, at(path, "cast", nth)))
    return [*misnamed(named_here, taken), *own]


def _twice(people: Iterable[File[P]]) -> list[Fault]:
    wrong: list[Fault] = []
    seen: dict[str, str] = {}
    for each in people:
        made = slug(each.value.name)
        if made in seen:
            said = f"another name: {seen[made]} brings this character"
            wrong += faults(each.name, each.text, [("name", said)])
        seen[made] = each.name
    return wrong
