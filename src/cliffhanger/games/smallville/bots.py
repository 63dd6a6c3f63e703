"""Bot: a sensible player for any seat, Watchtower included. It reads its view and its options, and nothing else."""

from collections.abc import Container
from random import Random

from cliffhanger.games.smallville.files.sheets import HERE
from cliffhanger.games.smallville.odds.distributions import result
from cliffhanger.games.smallville.rules import state
from cliffhanger.games.smallville.rules.pools import BEST, bonus, to_beat
from cliffhanger.games.smallville.rules.pools import result as comes_to
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Ending, Hurt, Pool, Scene, Table
from cliffhanger.games.smallville.rules.verbs import leads, person, stress_of
from cliffhanger.kernel.files.bundle import lying
from cliffhanger.kernel.frames import top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number, Pick, Text, first, price

Answer = dict[str, tuple[str, ...] | int | str]
Ways = dict[str, Option]
Chosen = tuple[Option | None, Answer]
LINES = lying(HERE, "bot_lines.toml", dict[str, tuple[str, ...]])
"""What bots say, by the option they take or by what it asks for."""
ENOUGH = 3
"""So many Contests each Lead begins in a scene, about."""
HOPELESS, RICH, MUCH = 0.15, 4, 6
"""A chance that is hardly worth a roll; points to be free with; so many dice of Trouble are a threat already."""


def bot(view: Table, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Choose one of the open options of this seat and fill it in."""
    open_ = [o for o in options if not (o.blocked or o.standing or o.reaction) and o.seat == seat]
    ways = {o.key.partition(".")[0]: o for o in open_}
    option, answer = _chosen(view, seat, ways, open_, rng)
    option = option or next((o for o in open_ if o.first), open_[0])
    return Act(seat, option.window, option.key, _filled(option, rng) | answer)


def reacts(view: Table, seat: str, options: tuple[Option, ...], rng: Random, people: Container[str]) -> Act | None:
    """Now and then help a Lead who rolls against a Feature, step in with points to spare, or want to act as well.

    Who steps in takes the roll away from whoever is about to make it: from no person.
    """
    f, ways = top(view), {o.key.partition(".")[0]: o for o in options if not o.blocked}
    if not isinstance(f, Pool) or not f.who:
        return None
    asked = person(view, f.who).seat in people
    for key, often in (("aid", 0.3 if _own(view, f, seat) else 0.0), ("interfere", 0.1), ("claim", 0.05)):
        if asked and key != "aid":
            return None
        if key in ways and rng.random() < often:
            return Act(seat, ways[key].window, ways[key].key, _filled(ways[key], rng))
    return None


def _own(view: Table, f: Pool, seat: str) -> bool:
    """Whether a seat would rather see this roll succeed: Leads hold with Leads, unless two of them roll."""
    sides = {person(view, who).kind for who in (f.who, f.against) if who}
    return len(sides) == 2 - (not f.against) and (person(view, f.who).kind == "feature") == (seat == WATCHTOWER)


def _chosen(view: Table, seat: str, ways: Ways, open_: list[Option], rng: Random) -> Chosen:
    f = top(view)
    if isinstance(f, Pool):
        return _rolls(view, f, ways, rng)
    if isinstance(f, Hurt):
        return _hurts(view, f, ways, rng)
    if isinstance(f, state.Contest):
        return (ways.get("spite") if rng.random() < 0.25 else ways.get("spare")), {}
    if isinstance(f, state.Interference):
        return ways["go_on" if "go_on" in ways and rng.random() < 0.5 else "leave_it"], {}
    if isinstance(f, Ending) and f.phase == "rewrite":  # a statement now and then
        return ways["rewrite" if rng.random() < 0.3 else "done"], {}
    if isinstance(f, Ending) and f.phase == "grow":
        return ways[("step_up", "new", "skip_growth")[int(rng.random() * 2.2)]], {}
    if isinstance(f, Scene):
        return _begins(view, f, seat, ways, open_, rng)
    if not isinstance(f, state.Lobby):
        return None, {}
    if "episode" in ways and not view.episode:
        return ways["episode"], {}
    if "the_end" in ways and view.ended:
        return ways["the_end"], {}
    card = next((f"open.{card.id}" for card in view.cards if card.id not in view.opened), "")
    return next((o for o in open_ if o.key == card), ways.get("end_episode")), {}


def _begins(view: Table, f: Scene, seat: str, ways: Ways, open_: list[Option], rng: Random) -> Chosen:
    """Begin a Contest, let somebody else begin, or end the scene when everybody has had their share."""
    if seat == WATCHTOWER:
        there = [p for p in leads(view) if p.here]
        if f.waits >= ENOUGH or all(p.turns >= ENOUGH or p.stressed_out for p in there):
            return ways["end"], {}
        foes, turn = [o for o in open_ if o.key.startswith("contest")], rng.random()
        if foes and turn < 0.5:
            return rng.choices(foes)[0], {}
        return ways["test" if "test" in ways and turn < 0.65 else "on"], {}
    for key, often in (("relieve", 0.3), ("trigger", 0.2), ("volunteer", 0.1)):
        if key in ways and rng.random() < often:
            return ways[key], {}
    return ways["contest" if "contest" in ways and rng.random() < 0.8 else "wait"], {}


def _rolls(view: Table, f: Pool, ways: Ways, rng: Random) -> Chosen:
    """Take a die out of Trouble, have something go wrong while Trouble is small, give in to what is hardly beaten, roll.

    The first Contest of a scene is fought with what one has, and points are kept for later.
    """
    if "cut" in ways:
        return ways["cut"], {}
    if "complicate" in ways:
        return ways["complicate" if rng.random() < (0.6 if len(view.trouble) < MUCH else 0.2) else "lapse"], {}
    standing = to_beat(view, f)
    if "fix" in ways:
        return ways["fix"], _buys(view, f, ways["fix"], standing)
    if "roll" not in ways or not ways["roll"].params:
        return None, {}
    spends = sum(p.turns for p in leads(view)) > 1
    pool, likely = _pool(ways["roll"], standing, rng, spends=spends)
    if "give_in" in ways and likely < HOPELESS and rng.random() < 0.6:
        return ways["give_in"], {}
    more = _brings(ways, likely, rng) if spends else None
    return (more, {}) if more else (ways["roll"], pool)


def _brings(ways: Ways, likely: float, rng: Random) -> Option | None:
    """Where it is close, something more to roll with: a Resource, dice of Trouble, a trigger, a detail."""
    if not HOPELESS <= likely < 0.6 or rng.random() >= 0.3:
        return None
    there = [ways[key] for key in ("use", "spend_trouble", "trigger", "detail") if key in ways]
    return rng.choices(there)[0] if there else None


def _buys(view: Table, f: Pool, option: Option, standing: int | None) -> Answer:
    """As few more dice as beat what stands; whoever acts buys one when they have plenty."""
    asked = next((p for p in option.params if isinstance(p, Number)), None)
    if asked is None or not f.who:
        return {}
    if standing is None:
        return {"more": min(asked.high, 1)} if person(view, f.who).points >= RICH else {}
    made = (n for n in range(asked.high + 1) if comes_to(f.dice, BEST + n) + bonus(f) > standing)
    return {"more": next(made, 0)}


def _pool(option: Option, standing: int | None, rng: Random, *, spends: bool) -> tuple[Answer, float]:
    """The dice that lie there; how likely they are to do. Who `spends` adds one for a point where it is close or now and then."""
    pick = option.params[0]
    assert isinstance(pick, Pick)
    chosen = first(option.params)[pick.name]
    assert isinstance(chosen, tuple)
    sizes = {item.id: item.dice[0] for item in pick.items}
    likely = beats([sizes[name] for name in chosen], standing) if standing is not None else 1.0
    spare = [item for item in pick.items if not item.blocked and item.id not in chosen]
    more = (*chosen, max(spare, key=lambda item: item.dice[0]).id) if spare else chosen
    close = HOPELESS <= likely < 0.6
    if not spends or price(pick, more) > pick.budget >= 0 or rng.random() >= (0.6 if close else 0.25):
        more = chosen
    answer: Answer = {pick.name: more}
    drives = next((p for p in option.params if isinstance(p, Pick) and p.name == "challenge"), None)
    if spends and drives and close and rng.random() < 0.4:
        answer["challenge"] = tuple([item.id for item in drives.items if item.id in more][:1])
    return answer, likely


def beats(dice: list[int], standing: int) -> float:
    """How likely the two best of these dice, ones left out, come to more than what stands."""
    return float(result(tuple(dice)).chance(standing + 1))


def _hurts(view: Table, f: Hurt, ways: Ways, rng: Random) -> Chosen:
    """Hurt where it hurts already; give in rather than be out; fall when there is much to be rid of."""
    target = person(view, f.target)
    worst = max(target.stress, key=lambda row: (row.rating, rng.random()))
    if f.phase == "declare":
        way = ways["crush"] if "crush" in ways and rng.random() < 0.7 else ways.get("stress", ways.get("crush"))
        return way, {"kind": (worst.id,)} if way and way.params else {}
    if f.phase == "late":
        bad = f.out or (f.kind and stress_of(target, f.kind) >= 10)
        return ways["yield" if bad and "yield" in ways and rng.random() < 0.6 else "take"], {}
    if f.phase == "drop":
        heavy = sum(row.rating for row in target.stress) > 12
        return ways["drop_out" if heavy and rng.random() < 0.4 else "stay"], {}
    return None, {}


def _filled(option: Option, rng: Random) -> Answer:
    """The default answer, with a chance pick where one of several is asked for, and words where words are."""
    answer = first(option.params)
    for p in option.params:
        if isinstance(p, Pick) and p.one and p.name in ("against", "stake", "who", "what", "drive", "of"):
            answer[p.name] = (rng.choices([item for item in p.items if not item.blocked])[0].id,)
        elif (
            isinstance(p, Text)
            and (p.ready or not answer[p.name])
            and (p.least or (p.name == "aim" and rng.random() < 0.5))
        ):
            lines = LINES.get(option.key.partition(".")[0]) or LINES.get(p.name) or LINES["what"]
            answer[p.name] = rng.choices(lines)[0]
    return answer
