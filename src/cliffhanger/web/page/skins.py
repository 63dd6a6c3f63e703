"""A game's skin: a dozen tokens, a face and four ornaments, read from its `skin.toml`. It may come from strangers.

Nothing of the file reaches the stylesheet as it stands: names come from a closed list, colours, lengths and numbers
have to look like what they are, faces and ornaments are chosen by name. What does not fit is left out.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import rcssmin
from msgspec import Struct

from cliffhanger.kernel.game import Game
from cliffhanger.web.page import assets
from cliffhanger.web.page.html import ident

COLOURS = frozenset(
    {
        "paper",
        "card",
        "sunk",
        "ink",
        "muted",
        "line",
        "edge",
        "accent",
        "on-accent",
        "counts",
        "good",
        "bad",
        "mast",
        "on-mast",
    }
)
MEASURES = {
    "radius": re.compile(r"\d{1,2}(\.\d)?px"),
    "stroke": re.compile(r"\d(\.\d)?px"),
    "display-track": re.compile(r"-?0?\.\d{1,3}em|0"),
    "display-scale": re.compile(r"[01](\.\d{1,2})?"),
}
TEXTURES = frozenset({"none", "curtain", "halftone", "laid", "dusk"})
ORNAMENTS = {
    "mast": frozenset({"plain", "marquee", "dusk", "caption", "bookplate"}),
    "rail": frozenset({"plain", "film", "panels", "ladder"}),
    "stage": frozenset({"plain", "letterbox", "titlecard", "balloon", "book"}),
    "cards": frozenset({"plain", "pictures", "none"}),
    "recap": frozenset({"plain", "poster", "guide", "cover", "book"}),
    "slots": frozenset({"plain", "tabs"}),
    "sky": frozenset({"plain", "dusk"}),
    "ties": frozenset({"plain", "map"}),
    "place": frozenset({"plain", "woodcut"}),
}
FACES = {
    "house": '"Young Serif", "Iowan Old Style", Georgia, serif',
    "poster": '"Big Shoulders Display", "Bahnschrift Condensed", "Arial Narrow", Impact, sans-serif',
    "comic": '"Bangers", "Comic Neue", "Comic Sans MS", "Chalkboard SE", Impact, sans-serif',
    "titles": '"Marcellus", "Optima", "Candara", Georgia, serif',
    "book": '"Goudy Bookletter 1911", "Iowan Old Style", Georgia, serif',
    "plain": "var(--font-body)",
}
DRAWN = {
    **dict.fromkeys(("lamps", "braid", "ratings"), '[id^="k-{}"]'),
    **dict.fromkeys(("cloud", "chairs", "versus", "stops", "grid", "reel", "band"), '[id^="l-{}"]'),
    **dict.fromkeys(("fan", "torn"), '[id^="g-{}"]'),
    **dict.fromkeys(("burst", "splash"), '[id^="t-{}"]'),
    "statement": '[id$="-{}"]',
    "calm": '[id$="-{}-go"]',
}
"""What a track, list, group, text, pick or option may be drawn as, and how it is found: by what the id of a panel begins, that
of the others ends with.

The boxes of a track are `lamps`, links of a `braid`, or dice from a D4 to a D12 (`ratings`). The dice of a list hang in a `cloud`
or stand in a `band`, its people sit on `chairs` or face each other (`versus`), its steps are `stops` of a line, its table of dice is a
ruled `grid`, its rows are pictures of a `reel`. A group is a `fan` of cards, or lies
behind a page that is `torn`. Words stand on a `burst`, or fill the stage (`splash`). Items of a pick are a `statement` each, on
paper that tears as they are chosen. The button of an option is `calm`.
"""
MOST_DRAWN = 8
_PANEL = re.compile(r"[a-z][a-z0-9_-]{0,39}")
WEIGHTS = {"poster": 800, "book": 400, "titles": 400, "comic": 400}
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}([0-9a-fA-F]{1}|[0-9a-fA-F]{3}|[0-9a-fA-F]{5})?")
_COLOUR_VALUE = re.compile(r"#[0-9a-fA-F]{3,8}")
_LARGEST = 16_384


class Skin(Struct, frozen=True):
    """A skin that has been checked: every value is safe in a stylesheet and in an attribute."""

    game: str
    face: str = "house"
    mast: str = "plain"
    rail: str = "plain"
    stage: str = "plain"
    cards: str = "plain"
    recap: str = "plain"
    slots: str = "plain"
    sky: str = "plain"
    ties: str = "plain"
    place: str = "plain"
    texture: str = "none"
    tokens: tuple[tuple[str, str], ...] = ()
    drawn: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def colour(self, name: str, otherwise: str, *, dark: bool = True) -> str:
        """One of its colours as `#rrggbb`, for drawings that have one light alone: its own by night, or by day."""
        pair = _COLOUR_VALUE.findall(dict(self.tokens).get(name, otherwise)) or [otherwise]
        found = pair[-1 if dark else 0].removeprefix("#")
        return "#" + ("".join(sign * 2 for sign in found[:3]) if len(found) < 6 else found[:6])


def read(game: str, text: str) -> Skin:
    """Read a skin; a file that cannot be read is the house's own skin."""
    try:
        found = tomllib.loads(text) if len(text) <= _LARGEST else {}
    except (tomllib.TOMLDecodeError, RecursionError):
        found = {}
    ornaments = {name: _known(found.get(name), known, "plain") for name, known in ORNAMENTS.items()}
    return Skin(
        game,
        face=_known(found.get("face"), FACES, "house"),
        texture=_known(found.get("texture"), TEXTURES, "none"),
        tokens=(*_colours(_table(found, "colours")), *_measures(_table(found, "measures"))),
        drawn=_drawn(_table(found, "drawn")),
        **ornaments,
    )


def _known(value: object, known: Any, otherwise: str) -> str:  # noqa: ANN401
    return value if isinstance(value, str) and value in known else otherwise


def _table(found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    inner = found.get(name)
    return inner if isinstance(inner, dict) else {}


def _colours(table: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Each colour is a pair, light and dark; one alone stands for both."""
    tokens = []
    for name, value in table.items():
        pair = [value, value] if isinstance(value, str) else value
        if name in COLOURS and isinstance(pair, list) and len(pair) == 2 and all(_is_colour(each) for each in pair):
            tokens.append((name, pair[0] if pair[0] == pair[1] else f"light-dark({pair[0]}, {pair[1]})"))
    return tokens


def _drawn(table: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Which panels are drawn as what, by the beginnings of their ids."""
    rows = [(word, ids) for word, ids in table.items() if word in DRAWN and isinstance(ids, list)]
    found = [(word, tuple(each for each in ids[:MOST_DRAWN] if _is_panel(each))) for word, ids in rows]
    return tuple((word, ids) for word, ids in found if ids)


def _is_panel(value: object) -> bool:
    return isinstance(value, str) and _PANEL.fullmatch(value) is not None


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and _COLOUR.fullmatch(value) is not None


def _measures(table: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name, value in table.items()
        if name in MEASURES and isinstance(value, str) and MEASURES[name].fullmatch(value)
    ]


@lru_cache(64)
def _packaged(game: str, package: str) -> Skin:
    try:
        text = resources.files(package).joinpath("skin.toml").read_text("utf-8") if package else ""
    except (OSError, UnicodeDecodeError):
        text = ""
    return read(game, text)


def skin(game: Game[Any]) -> Skin:
    """The skin of a game, from its own package."""
    return _packaged(game.id, game.package)


def skin_css(game: Game[Any]) -> str:
    """The stylesheet of a game's skin, served as `/static/skin-<game>.css`."""
    return stylesheet(skin(game))


def asset(game: Game[Any]) -> assets.Asset:
    """The same, ready to be sent."""
    return _asset(skin(game))


def url(worn: Skin) -> str:
    """The address of a skin's stylesheet."""
    return f"/static/skin-{worn.game}.css?v={_asset(worn).digest}"


@lru_cache(64)
def _asset(worn: Skin) -> assets.Asset:
    return assets.packed(stylesheet(worn).encode(), ".css")


@lru_cache(64)
def stylesheet(worn: Skin) -> str:
    """Tokens, then the faces and ornaments it chose; each is a file of ours."""
    tokens = [f"--{name}: {value};" for name, value in worn.tokens]
    if worn.face != "house":
        tokens.append(f"--font-display: {FACES[worn.face]}; --font-num: var(--font-display);")
        tokens.append(f"--display-weight: {WEIGHTS.get(worn.face, 700)};")
    parts = [ornament(f"texture-{worn.texture}"), f":root {{ {' '.join(tokens)} }}", ornament(f"face-{worn.face}")]
    parts += [ornament(f"{kind}-{getattr(worn, kind)}") for kind in ORNAMENTS]
    for word, ids in worn.drawn:
        them = ", ".join(DRAWN[word].format(ident(each)) for each in ids)
        parts.append(ornament(f"drawn-{word}").replace("IT", f":is({them})"))
    return assets.linked(rcssmin.cssmin("\n".join(part for part in parts if part)))


@lru_cache(64)
def ornament(name: str) -> str:
    """Read one of our ornament sheets; a plain one has none."""
    sheet = resources.files("cliffhanger.web").joinpath("static", "ornaments", f"{name}.css")
    return sheet.read_text("utf-8") if sheet.is_file() else ""
