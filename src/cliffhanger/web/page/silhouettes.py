"""What emblems show of whom they stand for: round or angular by their side, and a silhouette by words said of them.

The list of silhouettes is closed: each is a symbol of `static/emblems.svg`, with the words that choose it. Whoever has none of
these words keeps a pattern.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.panels import Board, Group, Panel
from cliffhanger.table.snapshot import Sitter

WORDS: Mapping[str, str] = {
    "anchor": "captain sailor ship boat sea tide water river lake diver drowned harbour pirate fisher",
    "bag": "porter carries courier conductor traveller train railway smuggler post",
    "beast": "hound dog wolf bear cat beast pack rat monster creature",
    "blade": "knife thrower sword soldier fighter warrior assassin hunter killer guard bouncer",
    "bolt": "storm thunder lightning electric energy power",
    "book": "scholar professor teacher librarian student writer priest lawyer wizard witch",
    "coin": "money banker merchant rent landlord collector gambler owner owns paid trader",
    "crown": "king queen prince princess heir duke countess royal royalty noble master mayor boss",
    "eye": "mentalist seer spy watches watched detective ghost medium scout mind",
    "flame": "fire stoker burns burning ash ember hot",
    "gear": "mechanic engineer clockwork inventor tinker machine robot smith pump meter",
    "heart": "doctor nurse medic healer mother father saint",
    "lamp": "lamp lantern keeper light lamplighter night moth candle",
    "mask": "talker thief liar actor fool rogue con burglar clown shadow villain",
    "pot": "cook chef baker pastry diner innkeeper brewer",
    "star": "sheriff deputy officer marshal police patrol inspector ranger hero signalman",
    "voice": "voice singer radio reporter bard speaker host singing",
    "wheel": "driver stunt pilot rider racer cab bus biker",
    "wings": "bird moths bat angel crow wings flies flying",
}
_BY_WORD = {word: name for name, words in WORDS.items() for word in words.split()}
_LETTERS = re.compile(r"\w+")
AGAINST = frozenset({"opponent", "opponents", "villain", "villains", "foe", "foes", "enemy", "enemies", "against"})
"""The words by which a token's side says that it stands against the players' own people."""


class Face(NamedTuple):
    """What is known of somebody beside their name: whether they are angular, and their silhouette ("" for none)."""

    angular: bool = False
    silhouette: str = ""


Faces = frozenset[tuple[str, Face]]
"""Faces by the key of a name."""
NO_FACES: Faces = frozenset()


def key(name: str) -> str:
    """What a name is known by: its first word, and a number at its end; a leading "The" says nothing."""
    words = name.split()
    first = words[1] if len(words) > 1 and words[0].casefold() == "the" else words[0] if words else name
    number = words[-1] if len(words) > 1 and words[-1].isdecimal() and words[-1] != first else ""
    signs = first if any(map(str.isalnum, first)) else name
    return "".join(sign for sign in signs + number if sign.isalnum()).casefold()


@lru_cache(4096)
def silhouette(*said: str) -> str:
    """The silhouette that words choose: that of the first word which has one; empty where none has."""
    words = (word for text in said for word in _LETTERS.findall(text.casefold()))
    return next((found for word in words if (found := _BY_WORD.get(word) or _BY_WORD.get(word.removesuffix("s")))), "")


def faces(panels: Iterable[Panel]) -> Faces:
    """The faces of whom the boards of a page say that they stand against the players' people."""
    return NO_FACES.union(*map(_of_panel, panels))


@lru_cache(4096)
def _of_panel(panel: Panel) -> Faces:
    return frozenset((key(token), Face(angular=True)) for token in _angular(panel))


def _angular(panel: Panel) -> Iterator[str]:
    if isinstance(panel, Group):
        for each in panel.panels:
            yield from _angular(each)
    elif isinstance(panel, Board):
        for token in panel.tokens:
            if token.against or token.side.casefold() in AGAINST:
                yield token.name


def of_chairs(game: Game[Any], seats: Iterable[Sitter], view: Any) -> Faces:  # noqa: ANN401  (a game's own state)
    """The faces of those who sit at a table: a role that plays against the others is angular.

    The silhouette is chosen by what everybody may read at the head of somebody's sheet; `view` is what everybody sees.
    """
    opponents = {role.id for role in game.roles if role.opponent}
    return frozenset(
        (key(name), Face(sitter.role in opponents, silhouette(note)))
        for sitter in seats
        for name, note in _heads(game, view, sitter)
    )


def _heads(game: Game[Any], view: Any, sitter: Sitter) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    own = [
        each for each in game.panels(view, sitter.id) if isinstance(each, Group) and each.place == "own" and each.mark
    ]
    heads = {each.mark: each.note for each in own}
    yield sitter.title, heads.pop(sitter.title, "")
    yield from heads.items()


def merged(*several: Faces) -> dict[str, Face]:
    """Faces by key: whoever is angular anywhere is, and keeps the silhouette that somebody gave."""
    found: dict[str, Face] = {}
    for name, face in sorted(frozenset().union(*several)):
        old = found.get(name, Face())
        found[name] = Face(old.angular or face.angular, old.silhouette or face.silhouette)
    return found
