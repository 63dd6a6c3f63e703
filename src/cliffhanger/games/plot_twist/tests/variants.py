"""Every value that a field of a part can be tried with, and cards made of them: read off the schemas, so none is missed."""

import tomllib
from functools import cache
from itertools import combinations

import msgspec

from cliffhanger.games.plot_twist.files.cards import AnyCard
from cliffhanger.games.plot_twist.files.checks import check_card
from cliffhanger.games.plot_twist.files.entries import EXAMPLES, WORDS
from cliffhanger.kernel.files.language.parts import fields

AMOUNTS = (-2, 1, 3, "margin", "margin + 1", "opponent.counter.energy")
CONDITIONS = ("margin >= 2", "not status.prone", "opponent.status.prone or turn == 3")
END = {"question": {"add": 1}}
EFFECTS = ([END], [END, END], [{"flee": {}}])
SPECIAL = {
    "Until": (
        {"turns": 2},
        {"turns": 3},
        {"if": "margin >= 2"},
        {"trigger": "on_hit", "to": "self"},
        {"trigger": "on_hit", "by": "enemy"},
    ),
    "Toss": ({"count": 2}, {"zone": "plot_hand"}),
    "Cost": ({"energy": 1}, {"energy": "x"}, {"discard": "self"}, {"discard": {"count": 2}}, {"energy": 2, "move": 1}),
    "InTurns": ({"in_turns": 2}, {"in_turns": 3}),
}


def example(word):
    """The fields of a word's example, as plain values."""
    return tomllib.loads(f"effect = {EXAMPLES[word]}")["effect"]


@cache
def properties(kind):
    """The fields of a part, by key, as its schema has them."""
    (ref,), shapes = msgspec.json.schema_components([kind])
    return shapes[ref["$ref"].rpartition("/")[2]]["properties"]


def values(kind, field):
    """Values to try for a field."""
    shape = properties(kind)[field.key]
    if "amount" in field.marks:
        pools = ("body+fighting", "mind+hacking", "charm+rebutt") if "pool" in field.marks else ()
        return (*AMOUNTS, *(("all",) if "all" in field.marks else ()), *pools)
    if "condition" in field.marks:
        return CONDITIONS
    if "text" in field.marks:
        return ("Old Quay", "fighting", "armor", "name", "chosen")
    if field.key == "options":
        return ([END], [END, {"flee": {}}], [{"label": "One", "effects": [END]}], [{"effects": [END, END]}])
    if field.key in ("effects", "then", "else"):
        return EFFECTS
    return tuple(_of(shape))


def _of(shape):
    for each in shape.get("anyOf", [shape]):
        if "enum" in each:
            yield from each["enum"]
        elif "$ref" in each:
            yield from SPECIAL[each["$ref"].rpartition("/")[2]]
        elif each.get("type") == "integer":
            yield from (1, 2, 3)
        elif each.get("type") == "boolean":
            yield from (True, False)


def entries(word):
    """Entries of one word: its example, and that with one field or two of them otherwise."""
    plain = example(word)
    yield plain
    if word == "win":
        yield {"win": "heroes"}
        return
    inside = plain if word == "if" else plain[word]
    rows = [(field, values(WORDS[word], field)) for field in fields(WORDS[word])]
    others = [field.key for field in fields(WORDS[word]) if field.key in WORDS[word].ONE_OF]

    def made(*said):
        keys = {key for key, _ in said}
        kept = {key: held for key, held in inside.items() if not (keys & set(others) and key in others)}
        changed = {**kept, **dict(said)}
        return changed if word == "if" else {word: changed}

    for field, known in rows:
        yield from (made((field.key, value)) for value in known)
    for (one, first), (two, second) in combinations(rows, 2):
        yield from (made((one.key, a), (two.key, b)) for a in first[:2] for b in second[:2])


def card(ability, kind="equipment", **more):
    """A card with one ability, or nothing where it would be wrong."""
    plain = {"id": "a", "kind": kind, "name": "A", "colour": "red", "when": [ability], **more}
    try:
        made = msgspec.convert(plain, AnyCard)
    except msgspec.ValidationError:
        return None
    return None if check_card(made) else made
