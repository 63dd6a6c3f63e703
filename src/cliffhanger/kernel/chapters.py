"""A chapter of rules for each kind of frame: what the kernel asks of a game goes to the chapter of the innermost one.

```python
CHAPTERS = Chapters({Lobby: Chapter(lobby_offers), Check: Chapter(offers, {"roll": roll}, advance, settle, fold)})
GAME = Game(..., waiting=CHAPTERS.waiting, advance=CHAPTERS.advance, settle=CHAPTERS.settle, fold=CHAPTERS.fold)
```
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from cliffhanger.kernel.chance import Draw, Fold, Roll
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Waiting, every_face
from cliffhanger.kernel.offers import Offer

S = TypeVar("S", bound=Procedural)


def rests(s: S, _f: Any) -> S:  # noqa: ANN401  (a game's own frame)
    """Nothing happens by itself."""
    return s


def rolls_nothing(s: S, _f: Any, _faces: tuple[Any, ...]) -> S:  # noqa: ANN401
    """No dice fall here."""
    return s


def nothing_offered(_s: Any, _f: Any) -> tuple[Offer, ...]:  # noqa: ANN401
    """Nobody is asked anything here: dice are in the air, or things go on by themselves."""
    return ()


def all_faces(s: Any, _f: Any) -> Fold:  # noqa: ANN401
    """Every face of every die is told apart."""
    return every_face(s, Roll("", "", "", ()))


class Chapter(NamedTuple):
    """What the rules of one kind of frame do; `waits` says for what in a phase that has no offers of its own."""

    offers: Callable[[Any, Any], Iterable[Offer]] = nothing_offered
    waits: Mapping[str, Callable[[Any, Any], Waiting]] = {}
    advance: Callable[[Any, Any], Any] = rests
    settle: Callable[[Any, Any, tuple[Any, ...]], Any] = rolls_nothing
    fold: Callable[[Any, Any], Fold] = all_faces


class Chapters(Generic[S]):
    """All chapters of a game, by the type of their frame."""

    def __init__(self, chapters: Mapping[type, Chapter]) -> None:
        self.of = dict(chapters)

    def waiting(self, s: S) -> Waiting:
        """What is asked now, and of whom."""
        f = s.stack[-1]
        chapter = self.of[type(f)]
        waits = chapter.waits.get(f.phase)
        return waits(s, f) if waits else tuple(chapter.offers(s, f))

    def settle(self, s: S, _roll: Roll | Draw, faces: tuple[Any, ...]) -> S:
        """The dice have fallen, or the cards are drawn."""
        f = s.stack[-1]
        after: S = self.of[type(f)].settle(s, f, faces)
        return after

    def advance(self, s: S) -> S:
        """One thing that happens by itself."""
        f = s.stack[-1]
        after: S = self.of[type(f)].advance(s, f)
        return after

    def fold(self, s: S, _roll: Roll) -> Fold:
        """Which faces cannot be told apart, as things stand."""
        f = s.stack[-1]
        return self.of[type(f)].fold(s, f)
