"""The picture of a card: one to three motifs of our kit, in the colours of its band; the same words give the same picture."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple
from xml.etree import ElementTree
from zlib import crc32

from cliffhanger.cards.drawing import Group, Mark, Path, Shape, circle, parsed, rays, rect
from cliffhanger.kernel.panels import ART, Card

WIDTH, HEIGHT = 116.0, 68.0
GROUNDS, MOST_WORDS = 4, 3
TITLE = 8  # a word of a title weighs as much as so many of a story
INK, CREAM = "#15110f", "#fffdf4"
SKY, PLACES = (
    ("night", "storm"),
    ("city", "harbour", "bridge", "tower", "train", "road", "mountain", "bunker", "vault", "door"),
)
FRONT = ("water", "crowd")
KINDS = (SKY, PLACES, FRONT)
THINGS = tuple(word for word in ART if word not in (*SKY, *PLACES, *FRONT))
SAME = {"flame": "fire", "wave": "water", "wing": "wings", "harbor": "harbour"}
MEANS = {  # the motif that words of a name mean, where they do not name it; of a long one the beginning is enough
    "figure": ("doctor", "captain", "lady", "lord", "agent", "witness", "hero", "man", "woman", "girl", "boy", "child"),
    "mask": ("villain", "thief", "disguis", "secret", "lie", "trick", "decoy"),
    "fist": ("punch", "strike", "hit", "hold", "grip", "brawl", "blow", "smash", "fight"),
    "hand": ("stop", "halt", "help", "catch", "touch", "wait"),
    "skull": ("death", "dead", "bone", "kill", "murder", "ghost", "grave"),
    "microphone": ("sing", "song", "radio", "speaker", "interview", "stage"),
    "mind": ("think", "thought", "idea", "psych", "brain", "plan", "dream", "memor", "doubt", "fear"),
    "heart": ("love", "hope", "belie", "friend", "famil", "hate", "courage"),
    "arrow": ("bow", "archer", "shot", "shoot", "aim", "target"),
    "rocket": ("missile", "launch", "jet", "space"),
    "lock": ("prison", "jail", "cage", "chain", "closed"),
    "lamp": ("lantern", "lights", "gaslight", "candle", "streetlight"),
    "book": ("page", "letter", "paper", "file", "diary", "study", "librar", "read"),
    "scales": ("judge", "law", "trial", "court", "justice", "bargain"),
    "coin": ("money", "cash", "price", "luck", "chance", "bribe"),
    "crown": ("king", "queen", "prince", "royal", "boss"),
    "ring": ("jewel", "diamond", "wedding", "gem"),
    "sun": ("dawn", "day", "summer", "noon", "morning"),
    "moon": ("lunar", "werewolf"),
    "drop": ("blood", "tear", "poison", "ink", "oil"),
    "leaf": ("tree", "forest", "wood", "plant", "garden", "green"),
    "wind": ("gust", "breath", "whirl"),
    "spiral": ("hypno", "dizz", "twist", "confus", "mad"),
    "mountain": ("hill", "cliff", "peak", "rock", "quarry"),
    "eye": ("see", "look", "watch", "sight", "spy", "search", "clue", "perceiv", "photo"),
    "wings": ("fly", "flight", "sky", "bird", "feather", "air"),
    "voice": ("say", "speak", "speech", "word", "call", "shout", "talk", "insult", "taunt", "promise", "rumour"),
    "bolt": ("lightning", "thunder", "shock", "spark", "electr", "power", "energ", "flash"),
    "shield": ("guard", "cover", "protect", "armour", "armor", "defen", "block", "safe"),
    "gear": ("machin", "robot", "engine", "device", "invent", "clockwork", "tool", "trap", "cog"),
    "key": ("code", "password"),
    "star": ("fame", "wish", "champion", "shine", "glory", "comet"),
    "clock": ("time", "hour", "minute", "late", "again", "moment", "delay", "slow", "midnight"),
    "fire": ("flame", "burn", "blaze", "ember", "heat", "explo", "bomb", "ash"),
    "night": ("dark", "shadow", "sleep", "hidden"),
    "storm": ("rain", "cloud", "gale", "fog", "weather", "hurricane"),
    "city": ("town", "street", "roof", "skyline", "downtown", "mayor", "market"),
    "harbour": ("harbor", "dock", "wharf", "pier", "port", "ship", "boat", "quay", "crane"),
    "vault": ("bank", "gold", "treasur", "heist", "rich"),
    "door": ("gate", "exit", "escape", "enter", "room", "behind", "home"),
    "train": ("rail", "station", "subway", "tram"),
    "road": ("street", "drive", "car", "chase", "journey", "way"),
    "bunker": ("base", "lair", "shelter", "fort"),
    "tower": ("castle", "spire", "height"),
    "water": ("sea", "tide", "wave", "river", "flood", "drown", "ocean", "lake", "swim"),
    "crowd": ("people", "gang", "mob", "audience", "public", "bystander", "panic"),
}


class Palette(NamedTuple):
    """The colours of a picture: its ground, a middle one, a pale one, one that glows; the band above it, and words on that."""

    deep: str
    mid: str
    pale: str
    glow: str
    band: str
    words: str = INK


PALETTES = {
    "white": Palette("#b9a67c", "#d8c9a3", "#fffdf4", "#f08c2e", "#f4f1e6"),
    "silver": Palette("#4d5965", "#8793a0", "#dfe5ea", "#ffd53d", "#c3c9cf"),
    "black": Palette("#33323a", "#6d6b78", "#dcdae4", "#ffd53d", "#2c2b31", CREAM),
    "red": Palette("#b3121f", "#e0554d", "#ffd9cf", "#ffd53d", "#f0786f"),
    "blue": Palette("#0a5fae", "#3b8fd9", "#bfe0fb", "#ffd53d", "#7fb9ee"),
    "green": Palette("#1c6b38", "#4fa863", "#cdebcf", "#ffd53d", "#86c98d"),
    "golden": Palette("#d9860c", "#f3b52e", "#fff0bd", "#e8402c", "#f3c64a"),
}
OTHERS = (
    Palette("#5b2a78", "#9560b8", "#e6d3f2", "#ffd53d", "#b78ad2"),
    Palette("#0d6a6d", "#3fa7a5", "#c6ecea", "#ffd53d", "#78c6c3"),
    Palette("#8a3a12", "#c9703c", "#f7dcc6", "#ffd53d", "#dd9768"),
    Palette("#94235f", "#cf6198", "#f9d6e6", "#ffd53d", "#e28fb7"),
)


def seed(text: str) -> int:
    """A number that is the same for the same text, everywhere."""
    return crc32(text.casefold().encode("utf-8", "replace"))


def palette_name(band: str) -> str:
    """The colours of a band, by their name; one that we have no colours for gets some by its own, and none is white."""
    name = band or "white"
    return name if name in PALETTES else f"other{seed(band) % len(OTHERS)}"


def palette(band: str) -> Palette:
    """The colours of a band."""
    return _EVERY[palette_name(band)]


_EVERY = PALETTES | {f"other{nth}": each for nth, each in enumerate(OTHERS)}


def words(card: Card) -> tuple[str, ...]:
    """One to three words of the kit: what the card says, else what its name means, else one by its name."""
    spoken = (SAME.get(word, word) for word in card.art.casefold().split())
    said = tuple(dict.fromkeys(word for word in spoken if word in ART))[:MOST_WORDS]
    return said or _meant(card.name) or _any(card.name)


def landscape(title: str, story: str) -> tuple[str, ...]:
    """The weather, the place and what is in front of them that a story speaks of most, above all in its title.

    A place by its words where it names none.
    """
    found = Counter({word: n * TITLE for word, n in Counter(_spoken(title)).items()})
    found.update(_spoken(story))
    if found["train"]:  # whose cars make no road
        found["road"] -= sum(_same(word, "car") for word in _bare(story))
    chosen = [
        max((word for word in kind if found[word] > 0), key=lambda word: found[word], default="") for kind in KINDS
    ]
    if not chosen[1]:
        chosen[1] = PLACES[seed(f"{title} {story}") % len(PLACES)]
    return tuple(filter(None, chosen))


def _meant(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_spoken(name)))[:2]


def _spoken(text: str) -> Iterator[str]:
    """The motifs that the words of a text mean, as often as they do."""
    known = [(motif, (motif, *MEANS.get(motif, ()))) for motif in ART]
    yield from (motif for word in _bare(text) for motif, means in known if any(_same(word, each) for each in means))


def _bare(text: str) -> list[str]:
    """The words of a text, without what stands around them."""
    return ["".join(filter(str.isalnum, word)) for word in text.casefold().split()]


def _same(word: str, known: str) -> bool:
    return word in (known, f"{known}s") or (len(known) > 4 and word.startswith(known))


def _any(name: str) -> tuple[str, ...]:
    """One thing or one place: two that have nothing to do with each other make no picture."""
    alone = (*THINGS, *PLACES)
    return (alone[seed(name) % len(alone)],)


class Scene(NamedTuple):
    """All that a picture is made of: its colours by name, the kind of its ground, and its words."""

    palette: str
    ground: int
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """The scene in one word, for an address: `golden-2-clock-heart`."""
        return "-".join((self.palette, str(self.ground), *self.words))


def scene(card: Card) -> Scene:
    """What the picture of a card shows."""
    return Scene(palette_name(card.band), seed(card.name) // 7 % GROUNDS, words(card))


def scene_called(name: str) -> Scene | None:
    """The scene of this name, if that is what some card may show."""
    colours, _, rest = name.partition("-")
    ground, *said = rest.split("-")
    known = colours in _EVERY and ground in map(str, range(GROUNDS)) and 0 < len(said) <= MOST_WORDS
    if not known or len({*said}) < len(said) or not {*said} <= {*ART}:
        return None
    return Scene(colours, int(ground), tuple(said))


@cache
def kit_version() -> str:
    """What changes when our pictures do: they may be kept as long as it is the same."""
    return sha256(_kit().encode() + repr((_EVERY, WIDTH, HEIGHT)).encode()).hexdigest()[:12]


def picture(card: Card) -> Group:
    """The picture of a card."""
    return painted(scene(card))


def painted(shown: Scene) -> Group:
    """A picture, 116 by 68: a ground, the weather, places, people and things, and what is in front of them."""
    layers = (_ground(shown.ground, _EVERY[shown.palette]), *motifs_painted(shown.words, _EVERY[shown.palette]))
    return Group(layers, clip=rect(0, 0, WIDTH, HEIGHT))


def motifs_painted(chosen: tuple[str, ...], colours: Palette) -> tuple[Group, ...]:
    """The weather, places, people and things of a picture, 116 by 68, without the ground behind them."""
    layers: list[Group] = []
    layers += [_motif(word, colours) for word in chosen if word in SKY]
    places = [word for word in chosen if word in PLACES]
    layers += [_motif(word, colours, 0.7, WIDTH * (0.76 - 0.5 * nth)) for nth, word in enumerate(places[1:])]
    layers += [_motif(word, colours) for word in places[:1]]
    things = [word for word in chosen if word in THINGS]
    room = {1: (0.82,) if places else (1.0,), 2: (0.68,) * 2, 3: (0.5,) * 3}.get(len(things), ())
    layers += [
        _motif(word, colours, scale, WIDTH * (2 * nth + 1) / (2 * len(things)))
        for nth, (word, scale) in enumerate(zip(things, room, strict=True))
    ]
    layers += [_motif(word, colours) for word in chosen if word in FRONT]
    return tuple(layers)


def _ground(kind: int, colours: Palette) -> Group:
    """What is behind everything: rays, dots, bars or a sun."""
    back = Shape(rect(-1, -1, WIDTH + 2, HEIGHT + 2), colours.deep)
    over = mixed(colours.deep, colours.mid)
    if kind == 0:
        return Group((back, Shape(rays(WIDTH / 2, HEIGHT * 0.6, 80, 11), over)))
    if kind == 1:
        dots = (circle(x * 11 + (y % 2) * 5.5, y * 9.5, 0.6 * (8 - y)) for y in range(8) for x in range(12))
        return Group((back, Shape(tuple(step for dot in dots for step in dot), over)))
    if kind == 2:
        bars = parsed("".join(f"M{x} -2h9l-46 72h-9z" for x in range(0, 180, 22)))
        return Group((back, Shape(bars, over)))
    return Group((back, Shape(circle(WIDTH / 2, HEIGHT * 0.62, 33), over)))


def mixed(one: str, other: str, share: float = 0.5) -> str:
    """The colour between two, with so much of the other in it."""
    parts = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(mine + (its - mine) * share):02x}" for mine, its in parts)


def _motif(word: str, colours: Palette, scale: float = 1.0, middle: float = WIDTH / 2) -> Group:
    """One motif around a place of its own; people stand on the lower edge, other things float."""
    shapes: tuple[Mark, ...] = tuple(
        Shape(each.path, getattr(colours, each.fill, _FIXED.get(each.fill, "")), _line(each, colours), each.width)
        for each in motifs()[word]
    )
    foot = 1.0 if word in ("figure", "fist", "mind", *PLACES) else 0.5
    return Group(shapes, (middle - scale * WIDTH / 2, HEIGHT * (1 - scale) * foot), scale)


_FIXED = {"ink": INK, "dusk": "#2b3364", "skin": "#f4c9a0"}


def _line(shape: Shape, colours: Palette) -> str:
    return getattr(colours, shape.line, INK) if shape.width else ""


@lru_cache(1)
def motifs() -> dict[str, tuple[Shape, ...]]:
    """The kit as it is drawn in motifs.svg: each motif's shapes, the words of its classes in place of colours."""
    kit = ElementTree.fromstring(_kit())  # noqa: S314  (our own file)
    return {group.attrib["id"]: tuple(map(_shape, group)) for group in kit.iter("{http://www.w3.org/2000/svg}g")}


def _kit() -> str:
    return resources.files("cliffhanger.cards").joinpath("motifs.svg").read_text("utf-8")


def _shape(element: ElementTree.Element) -> Shape:
    fill, _, line = element.attrib["class"].partition(" l-")
    return Shape(_path(element), fill, line, float(element.get("stroke-width", 0)))


def _path(element: ElementTree.Element) -> Path:
    match element.tag.rpartition("}")[2]:
        case "circle":
            return circle(*(float(element.attrib[key]) for key in ("cx", "cy", "r")))
        case "rect":
            return rect(*(float(element.attrib[key]) for key in ("x", "y", "width", "height", "rx")))
        case _:
            return parsed(element.attrib["d"])
