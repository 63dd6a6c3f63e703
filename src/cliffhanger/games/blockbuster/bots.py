"""A sensible player for any seat, Director included: it reads its offers and its view, and nothing else."""

from random import Random

from cliffhanger.games.blockbuster.state import DIRECTOR, Movie
from cliffhanger.games.blockbuster.verbs import person
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number, Pick, Text, first

LINES = (
    "Here goes nothing.", "Mind the gap.", "I have done this once, in a dream.", "Hold my coat.",
    "That is what the rope is for.", "Nobody looks up.", "On three. Or now.", "It worked in rehearsal.",
)  # fmt: skip
GOALS = ("get to higher ground", "cut the lights", "find another way round", "jam the door", "grab the keys")
FOLLOW = ("the next leap", "the next blow", "the getaway", "the big moment")
ORDERS = ("lower your hands and step aside", "look the other way", "take us to the engine")


def bot(view: Movie, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Choose one of the open options of this seat and fill it in."""
    open_ = [o for o in options if not o.blocked and not o.standing and o.seat == seat]
    ways = {o.key.partition(".")[0]: o for o in open_}
    option = _director(view, ways, open_, rng) if "set" in ways or "narrate" in ways or seat == DIRECTOR else None
    option = option or _turn(view, seat, ways, open_, rng) or open_[0]
    return Act(seat, option.window, option.key, _filled(view, option, rng))


def _director(view: Movie, ways: dict[str, Option], open_: list[Option], rng: Random) -> Option | None:
    for key in ("agree", "all", "close", "set"):
        if key in ways:
            return ways[key]
    if "narrate" in ways and "damage" in ways:
        return ways["damage" if rng.random() < 0.4 else "narrate"]
    if "rest" in ways and view.scenes < len(view.cards):
        return ways["rest"]
    if "the_end" in ways:
        return ways["the_end"] if view.scenes >= len(view.cards) else next((o for o in open_ if o.first), open_[0])
    return None


def _turn(view: Movie, seat: str, ways: dict[str, Option], open_: list[Option], rng: Random) -> Option | None:
    """Get free, hit; now and then prepare, try something, talk, or answer an attempt; leads also work on tasks."""
    if "break" in ways and rng.random() < 0.6:
        return ways["break"]
    if "sustain" in ways and view.house.sustain_cost == "free":
        return ways["sustain"]
    attacks = [o for o in open_ if o.key.partition(".")[0] == "attack"]
    luck = rng.random()
    if "resist" in ways and luck < 0.3:
        return ways["resist"]
    if "task" in ways and luck < 0.25 and seat != DIRECTOR:
        return ways["task"]
    if "setup" in ways and luck < 0.32 and not view.tokens:
        return ways["setup"]
    for kind, until in (("convince", 0.4), ("restrain", 0.46)):
        if kind in ways and luck < until:
            return ways[kind]
    if "check" in ways and luck < 0.54 and seat != DIRECTOR:
        return ways["check"]
    if attacks:
        return (
            next((o for o in attacks if o.first), attacks[0])
            if luck < 0.85
            else attacks[int(rng.random() * len(attacks))]
        )
    if "move" in ways and "end" in ways and any(k in ways for k in ("check", "setup")):
        return ways["move"]
    if seat == DIRECTOR:
        ways.pop("task", None)
    for key in ("task", "setup", "counter", "check", "defend", "defense", "derived", "vigor", "potency", "end"):
        if key in ways:
            return ways[key]
    return next((o for o in open_ if o.first), None)


def _filled(view: Movie, option: Option, rng: Random) -> dict[str, tuple[str, ...] | int | str]:
    """The default answer, with the best target, all waiting dice and some words."""
    answer = first(option.params)
    for p in option.params:
        if isinstance(p, Pick) and p.name == "target":
            items = [i.id for i in p.items if not i.blocked]
            items.sort(key=lambda who: _worth(view, option.seat, who))
            answer["target"] = tuple(items[: p.most])
        elif isinstance(p, Pick) and p.name == "tokens":
            answer["tokens"] = tuple(i.id for i in p.items)[: p.most]
        elif isinstance(p, Pick) and p.name == "place":
            items = [i.id for i in p.items]
            answer["place"] = (max(items, key=lambda place: (_foes(view, option.seat, place), rng.random())),)
        elif isinstance(p, Pick) and p.name == "to":
            friends = [i.id for i in p.items if person(view, i.id).lead == (option.seat != DIRECTOR)]
            answer["to"] = (friends[int(rng.random() * len(friends))],) if friends else answer["to"]
        elif isinstance(p, Text) and not p.form and p.least:
            words = {"goal": GOALS, "follow_up": FOLLOW, "behaviour": ORDERS}.get(p.name, LINES)
            answer[p.name] = words[int(rng.random() * len(words))]
        elif isinstance(p, Text) and p.name == "behaviour":
            answer[p.name] = ORDERS[int(rng.random() * len(ORDERS))]
        elif isinstance(p, Number) and p.name == "required":
            answer["required"] = min(max(p.low, 1 + int(rng.random() * 3)), p.high)
    return answer


def _worth(view: Movie, seat: str, who: str) -> tuple[bool, int, int]:
    """Foes before friends, the nearly beaten before the fresh, the easy before the hard."""
    p = person(view, who)
    left = min(p.sheet.limit_v - p.damage_v, p.sheet.limit_p - p.damage_p)
    return p.lead == (seat != DIRECTOR), left, p.sheet.defense


def _foes(view: Movie, seat: str, place: str) -> int:
    return sum(1 for p in view.cast if p.place == place and not p.taken_out and p.lead != (seat != DIRECTOR))
