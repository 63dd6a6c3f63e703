"""A sensible player for any seat, Game Master included: it reads its offers and its view, and nothing else."""

from random import Random

from cliffhanger.games.untold.state import GM, Check, Scene, Table
from cliffhanger.games.untold.tally import dl, rated, tally
from cliffhanger.games.untold.verbs import person
from cliffhanger.kernel.frames import top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number, Pick, Text, first

Answer = dict[str, tuple[str, ...] | int | str]
GOALS = (
    "get up to the lamp", "hear what they are planning", "hold the door", "find the way in the fog", "calm them down",
    "reach the boat first", "mend it in time", "remember where this was seen before", "follow them unseen",
)  # fmt: skip
THREATS = (
    "put out the lamp", "cut the rope", "turn the crowd", "get away over the rocks", "drag them under", "find the hiding place",
)  # fmt: skip
BOONS = (
    "A way on opens that nobody had seen.",
    "The tide helps, for once.",
    "They see it, and lose heart.",
    "It goes twice as fast.",
)
SNAGS = (
    "The rope is gone.",
    "Somebody has heard it.",
    "It costs a finger's breadth of lamp oil.",
    "The old fear is back.",
)
ENOUGH = 2
SPARE = 0.6


def bot(view: Table, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Choose one of the open options of this seat and fill it in."""
    open_ = [o for o in options if not o.blocked and not o.standing and o.seat == seat]
    ways = {o.key.partition(".")[0]: o for o in open_}
    f = top(view)
    if isinstance(f, Check):
        option, answer = _in_check(view, f, seat, ways, rng)
    elif isinstance(f, Scene):
        option, answer = _in_scene(view, f, seat, ways, open_, rng)
    else:
        option, answer = _between(view, open_, ways)
    option = option or next((o for o in open_ if o.first), open_[0])
    return Act(seat, option.window, option.key, _filled(option, rng, seat) | (answer or {}))


Chosen = tuple[Option | None, Answer | None]


def _between(view: Table, open_: list[Option], ways: dict[str, Option]) -> Chosen:
    """The cards in their order, then the end."""
    if "agree" in ways:
        return ways["agree"], None
    if view.scenes >= len(view.cards):
        return ways["the_end"], None
    return next((o for o in open_ if o.key == f"open.{view.cards[view.scenes].id}"), ways["the_end"]), None


def _in_scene(view: Table, f: Scene, seat: str, ways: dict[str, Option], open_: list[Option], rng: Random) -> Chosen:
    if "agree" in ways:
        return ways["agree"], None
    if "tell" in ways:
        tale = next(t for t in view.tales if ways["tell"].window.endswith(f".{t.id}"))
        words = BOONS if tale.kind == "boon" else SNAGS
        return ways["tell"], {"text": words[int(rng.random() * len(words))]}
    if seat == GM:
        players = sum(p.kind == "pc" and p.here for p in view.cast)
        if f.checks >= ENOUGH * players + 2:
            return ways["end"], {"why": "The tide turns."}
        foes = [o for o in open_ if o.key.startswith("check")]
        if foes and rng.random() < 0.7:
            option = foes[int(rng.random() * len(foes))]
            return option, _declared(view, option, rng, THREATS)
        return ways["on"], None
    return ways["check"], _declared(view, ways["check"], rng, GOALS)


def _declared(view: Table, option: Option, rng: Random, goals: tuple[str, ...]) -> Answer:
    """Something one is good at, now and then something one is not; with the code at stake every third time."""
    answer: Answer = {"goal": goals[int(rng.random() * len(goals))]}
    for p in option.params:
        if isinstance(p, Pick) and p.name == "skill":
            items = [item for item in p.items if not item.blocked]
            reach = 4 if rng.random() < 0.8 else len(items)
            answer["skill"] = (items[int(rng.random() * min(reach, len(items)))].id,)
        elif isinstance(p, Pick) and p.name == "tie" and rng.random() < 0.34:
            answer["tie"] = (p.items[0].id,)
        elif isinstance(p, Pick) and p.name == "relies" and rng.random() < 0.5:
            answer["relies"] = (p.items[0].id,)
    return answer


def _in_check(view: Table, f: Check, seat: str, ways: dict[str, Option], rng: Random) -> Chosen:
    if "agree" in ways:
        return ways["agree"], None
    if "set" in ways:
        return ways["set"], {"base": min(5, max(1, rated(view, f).sn + int(rng.random() * 3.6)))}
    if "take" in ways:
        return ways["take"], None
    if "roll" in ways:
        return ways["roll"], _pool(view, f, ways["roll"])
    if "boon" in ways:
        return ways["boon"], None
    if "accept" in ways:
        return _ends(view, f, ways)
    if "confirm" in ways:
        return _answers(view, f, seat, ways, rng)
    return None, None


def _pool(view: Table, f: Check, option: Option) -> Answer:
    """As many dice as three for each success needed, while that touches no new column; devotion where it counts twice."""
    answer: Answer = {}
    r, needed = rated(view, f), dl(view, f)
    wanted = 3 * needed - r.rank - len(person(view, f.who).held)
    for p in option.params:
        if isinstance(p, Number) and p.name == "devotion":
            points = min(p.high, max(0, wanted) // 2) if f.tie else 0
            answer["devotion"] = max(p.low, points)
            wanted -= 2 * points
    for p in option.params:
        if isinstance(p, Number) and p.name == "exertion":
            points = min(p.high, max(0, -(-wanted // r.ratio)))
            same = f"difficulty {needed}"
            kept = [n for n, words in p.words if n <= points and words.endswith(same)]
            answer["exertion"] = max(p.low, max(kept, default=0))
    return answer


def _ends(view: Table, f: Check, ways: dict[str, Option]) -> Chosen:
    """Make it if it is made; else a point that makes it, a push, the mixed success, or nothing."""
    short = dl(view, f) - tally(view, f).net
    if short <= 0:
        return ways["accept"], None
    if short <= 2 and "numbers" in ways and f.goal and not f.spent:
        return ways["numbers"], {"use": ("plus",)}
    if "push" in ways and short > 1:
        high = next(p.high for p in ways["push"].params if isinstance(p, Number))
        return ways["push"], {"exertion": min(high, short)}
    return ways.get("mixed") or ways["accept"], None


def _answers(view: Table, f: Check, seat: str, ways: dict[str, Option], rng: Random) -> Chosen:
    """Let it stand, unless a point would turn what goes against one's side; some points are kept."""
    p = person(view, f.who)
    against = f.choice == "accept" and tally(view, f).net >= dl(view, f) and tally(view, f).net - dl(view, f) < 2
    if against and "numbers" in ways and rng.random() > SPARE and (seat == GM) == (p.kind == "pc"):
        return ways["numbers"], {"use": ("harder",)}
    return ways["confirm"], None


def _filled(option: Option, rng: Random, seat: str) -> Answer:
    """The default answer, with some words where words are asked for."""
    answer = first(option.params)
    for p in option.params:
        if isinstance(p, Text) and not p.form and p.least and not answer[p.name]:
            words = THREATS if seat == GM else GOALS
            answer[p.name] = words[int(rng.random() * len(words))]
    return answer
