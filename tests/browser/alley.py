"""A table of Plot Twist where each hand has cards that no other has, so that a test knows what is held and what is told."""

import json
from collections.abc import Iterator

from browsing import Server

NUMBERS = "attributes = { body = 2, mind = 2, charm = 1, power = 1 }\nheroics = { energy_projection = 1 }\n"
GAINS = "[{ gain = { target = 'main', counter = 'hate', amount = 1 } }]\n"
COINS = "effects = [{ coins = { target = 'you', on = 'attack', amount = 1, duration = 'combat' } }]\n"
FIGHT = f"step = 'maneuver'\n{COINS}"
CARDS = (  # kind, name, how many of them, what they have
    ("hero", "Ann", 1, NUMBERS),
    ("hero", "Bo", 1, NUMBERS),
    ("villain", "Foe", 1, NUMBERS),
    ("location", "Back Alley", 1, ""),
    ("objective", "Deep Vault", 1, "threat = { if = 'turn >= 40' }\n"),
    ("event", "Dark Night", 5, f"reveal = {GAINS}"),
    ("twist", "Odd Hour", 10, f"reveal = {GAINS}"),
    ("detail", "Old Grudge", 5, COINS),
    ("detail", "Kept Diary", 5, COINS),
    ("detail", "Torn Map", 5, COINS),
    ("combat", "Cold Plan", 1, FIGHT),
    ("combat", "Quiet Step", 1, FIGHT),
    ("combat", "Loud Boast", 1, f"step = 'attack'\nattack_type = 'melee'\n{COINS}"),
)
FIGHTS, REMEMBERS = ("Cold Plan", "Quiet Step", "Loud Boast"), ("Old Grudge", "Kept Diary", "Torn Map")
HELD = dict(zip(("gm", "player-1", "player-2"), zip(FIGHTS, REMEMBERS, strict=True), strict=True))
"""What each seat has in its two hands; the GM's Objective and Events lie face-down besides."""
FACE_DOWN = ("Deep Vault", "Dark Night")


def key(name: str) -> str:
    """The id of a card of this name."""
    return name.lower().replace(" ", "-")


def names(name: str, count: int) -> list[str]:
    """The names of so many cards: numbered, where there are several."""
    return [f"{name} {nth}" for nth in range(1, count + 1)] if count > 1 else [name]


def collection() -> str:
    """The file: each card, a deck of one card for whoever fights, five Details for each, and what lies ready."""
    return "format = 1\n" + "\n".join((*_cards(), *_decks(), *_setup()))


def _cards() -> Iterator[str]:
    for kind, name, count, rest in CARDS:
        for each in names(name, count):
            yield f'[[card]]\nid = "{key(each)}"\nkind = "{kind}"\nname = "{each}"\ncolour = "golden"\n{rest}'


def _decks() -> Iterator[str]:
    rows = [(name, "combat", f"{key(name)} = 10") for name in FIGHTS]
    rows += [(name, "plot", ", ".join(f"{key(each)} = 1" for each in names(name, 5))) for name in REMEMBERS]
    for name, kind, cards in rows:
        yield f'[[deck]]\nname = "{name}"\nkind = "{kind}"\ncards = {{ {cards} }}\n'


def _setup() -> Iterator[str]:
    yield '[[setup]]\nname = "Alley"\nvillain = "foe"\nobjective = "deep-vault"\nlocation = "back-alley"'
    events, twists = (list(map(key, names(*each))) for each in (("Dark Night", 5), ("Odd Hour", 10)))
    lies = {"heroes": ["ann", "bo"], "events": events, "twists": twists, "decks": [*FIGHTS, *REMEMBERS]}
    yield from (f"{field} = {json.dumps(value)}" for field, value in lies.items())


class Alley:
    """Places at this table: the GM, Ann and Bo; nothing is chosen yet."""

    def __init__(self, server: Server, **wish) -> None:
        self.gm = server.opens("plot_twist", seats=3, files={"alley.toml": collection()}, **wish)
        self.table = self.gm["table"]
        self.ann, self.bo = (server.sits(self.table, f"player-{n}", name) for n, name in ((1, "Kim"), (2, "Ida")))

    def fights(self, server: Server) -> "Alley":
        """Ann comes upon the Foe: it is hers to play a Maneuver."""
        server.does(self.gm, "start", which=["Alley"])
        for place in (self.gm, self.ann, self.bo):
            server.does(place, "pass")
        server.does(self.ann, "fight.ann", target=["foe"])
        for place in (self.ann, self.gm):
            server.does(place, "pass")
        return self

    def plays(self, server: Server) -> "Alley":
        """Ann plays one of the cards she holds, and the GM may answer it."""
        play = next(each["option"] for each in server.view(self.ann)["options"] if each["option"]["key"] == "play")
        server.does(self.ann, "play", ride=[play["params"][0]["items"][0]["id"]])
        return self

    def attacks(self, server: Server, *, strikes: bool = True) -> "Alley":
        """Ann attacks, and hits: she may buy coins of damage. Else no coin has fallen yet."""
        for place in (self.ann, self.gm):
            server.does(place, "leave")
        server.does(self.ann, "attack.ranged", form=[":stress"])
        server.does(self.gm, "defend", rank=["reflexes"])
        if not strikes:
            return self
        for place in (self.ann, self.gm):
            server.does(place, "throw")
        server.rolls(self.ann, 2, 2, 1)
        server.rolls(self.gm, 2, 1)
        return self
