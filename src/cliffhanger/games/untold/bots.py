"""A sensible player for any seat, Game Master included: it reads its view and what it may do, and nothing else."""

from random import Random

from cliffhanger.games.untold import rest, saying
from cliffhanger.games.untold.master import standing
from cliffhanger.games.untold.state import GM, Check, Person, Scene, Table
from cliffhanger.games.untold.tally import after_points, dl, rated, tally
from cliffhanger.games.untold.verbs import known, of_seat, person
from cliffhanger.kernel.frames import top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number, Pick, Text, first
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks

Answer = dict[str, tuple[str, ...] | int | str]
Chosen = tuple[Option | None, Answer]
ENOUGH = 3
"""So many checks each player makes in a scene."""
TIRED = 3
"""With so many points gone somebody rests when a scene draws to its end."""
DARING, GENEROUS = 5, 0.3
"""A difficulty from which on an accomplished deed may be worth a Hero Point, and how often it is."""
WORTH, BETTER = 0.5, 0.25
"""A push this likely is made at once; a point has to be so much better than the push to be spent."""
HARM = 3
"""Points of harm at most for what an adversary accomplishes."""
TURNING = ("shift", "twelve", "reroll", "numbers")


def bot(view: Table, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Choose one of the open options of this seat, or of those that are always open, and fill it in."""
    open_ = [o for o in options if not o.blocked and not o.standing and o.seat == seat]
    ways = {o.key.partition(".")[0]: o for o in open_}
    option, answer = _chosen(view, seat, ways, open_, rng)
    option = option or next((o for o in open_ if o.first), open_[0])
    return Act(seat, option.window, option.key, _filled(option, rng, seat) | answer)


def _chosen(view: Table, seat: str, ways: dict[str, Option], open_: list[Option], rng: Random) -> Chosen:
    if "agree" in ways:
        return ways["agree"], {}
    f = top(view)
    if isinstance(f, Check):
        return _in_check(view, f, seat, ways, rng)
    mastering = _masters(view, rng) if seat == GM else (None, {})
    if mastering[0]:
        return mastering
    if "tell" in ways:
        tale = next(t for t in view.tales if ways["tell"].window.endswith(f".{t.id}"))
        more = sum((t.who, t.kind, t.of) == (tale.who, tale.kind, tale.of) for t in view.tales)
        return (ways["part"], {}) if more > 1 else (ways["tell"], {"text": saying.tale(tale.kind, rng.random())})
    if isinstance(f, Scene):
        return _leads(view, f, ways, open_, rng) if seat == GM else _acts(view, f, seat, ways, rng)
    return _between(view, open_, ways), {}


def _always(view: Table, seat: str, key: str) -> Option | None:
    """Something that may be done at any time."""
    return next((o.option for o in standing(view) if (o.seat, o.key) == (seat, key) and not o.blocked), None)


# --- the Game Master -----------------------------------------------------------------------------------------


def _between(view: Table, open_: list[Option], ways: dict[str, Option]) -> Option:
    """The cards in their order, then the end."""
    if view.scenes >= len(view.cards):
        return ways["the_end"]
    return next((o for o in open_ if o.key == f"open.{view.cards[view.scenes].id}"), ways["the_end"])


def _leads(view: Table, f: Scene, ways: dict[str, Option], open_: list[Option], rng: Random) -> Chosen:
    """An adversary acts, or the players go on; the scene ends when everybody has had their share, or rests."""
    players = [p for p in view.cast if p.kind == "pc" and p.here]
    share = all(p.turns >= ENOUGH and (p.rest or not _tired(view, p)) for p in players)
    if share or f.checks >= (ENOUGH + 2) * (len(players) + 1):
        return ways["end"], {"why": "The tide turns."}
    foes = [o for o in open_ if o.key.startswith("check")]
    if foes and rng.random() < 0.7:
        option = foes[int(rng.random() * len(foes))]
        return option, _declared(option, rng, saying.threat)
    return ways["on"], {}


def _masters(view: Table, rng: Random) -> Chosen:
    """Harm for what an adversary has accomplished, a point for what was daring, a turn for the worse, and the clock."""
    f = top(view)
    if not isinstance(f, Scene):
        return _lets_time_pass(view)
    return _harms(view, rng) or _awards(view, rng) or _worsens(view, f, rng) or (None, {})


def _harms(view: Table, rng: Random) -> Chosen | None:
    """Strain or a wound for what an adversary has just accomplished, once.

    Nothing at the table says that a success has had its harm. So all the harm there is is kept in step with the moves
    adversaries have made: what is missing for that is dealt, and then nothing is.
    """
    foes = {p.name: p for p in view.cast if p.kind == "adversary" and p.here}
    heroes = [p for p in view.cast if p.kind == "pc" and p.here]
    e = view.shown.event if view.shown else None
    if e is None or e.who not in foes or e.what == "failure" or not heroes:
        return None
    done = sum(a.damaged + a.excess for p in view.cast if p.kind == "pc" for a in p.aspects)
    amount = (sum(p.turns for p in foes.values()) - done) % (HARM + 1)
    hero = heroes[int(rng.random() * len(heroes))]
    option = _always(view, GM, "wound" if amount == 1 and rng.random() < 0.5 else "strain") if amount else None
    realm = _realm(view, foes[e.who])
    why = f"{e.who}: {e.data['goal']}"
    return (option, {"whom": (hero.id,), "amount": amount, "realm": (realm,), "why": why}) if option else None


def _realm(view: Table, foe: Person) -> str:
    """Where somebody is strongest, they hurt."""
    return max(known(view, foe).skills.values(), key=lambda r: (r.rank, r.id)).realm


def _awards(view: Table, rng: Random) -> Chosen | None:
    """The deed of the last check, where it was hard; not every time, or a point would be worth little."""
    if view.shown is None or view.shown.event.data["dl"] < DARING or rng.random() >= GENEROUS:
        return None
    e = view.shown.event
    hero = next(
        (p for p in view.cast if p.kind == "pc" and p.deed and (p.name, p.deed) == (e.who, e.data["goal"])), None
    )
    option = _always(view, GM, "award") if hero and e.what in ("success", "mixed") else None
    return (
        (option, {"whom": (hero.id,), "why": f"Nobody thought it could be done: {hero.deed}"})
        if hero and option
        else None
    )


def _worsens(view: Table, f: Scene, rng: Random) -> Chosen | None:
    """In the later part of a scene, a point makes it worse."""
    heroes = sum(p.kind == "pc" and p.here for p in view.cast)
    if f.checks <= heroes or not view.villain_points or rng.random() > 0.2:
        return None
    option = _always(view, GM, "fact")
    return (option, {"text": saying.crisis(rng.random())}) if option else None


def _lets_time_pass(view: Table) -> Chosen:
    """Before the next scene, as long as those who rest need for what they rest for."""
    needed = 0
    for p in view.cast if view.scenes < len(view.cards) else ():
        if p.rest and (points := rest.missing(view, p, p.rest.what)):
            needed = max(needed, points * rest.PERIODS[p.rest.what] - p.rest.minutes)
    option = _always(view, GM, "clock") if needed else None
    return (option, {"minutes": min(needed, rest.LONGEST)}) if option else (None, {})


# --- acting --------------------------------------------------------------------------------------------------


def _acts(view: Table, f: Scene, seat: str, ways: dict[str, Option], rng: Random) -> Chosen:
    """A check, but for who is tired near the end of a scene; once in a while a fact."""
    mine = of_seat(view, seat)
    assert mine is not None
    heroes = sum(p.kind == "pc" and p.here for p in view.cast)
    if mine.turns >= ENOUGH and _tired(view, mine):
        option = _always(view, seat, "rest")
        if option:
            return option, {"what": rest.in_order(view, mine)[:1]}
    spare = mine.hero_points > 1 or (mine.hero_points == 1 and view.scenes >= len(view.cards) and f.checks > heroes)
    if spare and not any(row.who == mine.id for row in view.proposals) and rng.random() < 0.2:
        option = _always(view, seat, "fact")
        if option:
            return option, {"text": saying.fact(rng.random())}
    return ways["check"], _declared(ways["check"], rng, saying.goal)


def _tired(view: Table, p: Person) -> bool:
    return sum(rest.missing(view, p, what) for what in rest.in_order(view, p)) >= TIRED


def _declared(option: Option, rng: Random, said: saying.Said) -> Answer:
    """Something one is good at, now and then something one has only tried; with the code at stake every third time."""
    answer: Answer = {}
    for p in option.params:
        if isinstance(p, Pick) and p.name == "skill":
            items = sorted((item for item in p.items if not item.blocked), key=lambda item: -item.n)
            reach = 4 if rng.random() < 0.8 else max(1, sum(item.n > 1 for item in items))
            item = items[int(rng.random() * min(reach, len(items)))]
            answer |= {"skill": (item.id,), "goal": said(item.group, rng.random())}
        elif isinstance(p, Pick) and p.name == "tie" and rng.random() < 0.34:
            answer["tie"] = (p.items[0].id,)
        elif isinstance(p, Pick) and p.name == "relies" and rng.random() < 0.5:
            answer["relies"] = (p.items[0].id,)
    return answer


# --- in a check ----------------------------------------------------------------------------------------------


def _in_check(view: Table, f: Check, seat: str, ways: dict[str, Option], rng: Random) -> Chosen:
    if "set" in ways:
        return ways["set"], {"base": _difficulty(view, f, rng)}
    if "take" in ways:
        return ways["take"], {}
    if "roll" in ways:
        return ways["roll"], _pool(view, f, ways["roll"])
    if "boon" in ways:
        friends = f.phase == "boons" and "pass" in ways and tally(view, f).net >= dl(view, f)
        return (ways["pass"] if friends and rng.random() < 0.5 else ways["boon"]), {}
    if "accept" in ways:
        return _ends(view, f, ways)
    if "confirm" in ways:
        return _answers(view, f, seat, ways, rng)
    return None, {}


def _difficulty(view: Table, f: Check, rng: Random) -> int:
    """Beyond what is second nature, mostly by one or two; seldom something that is."""
    sn = rated(view, f).sn
    return max(1, sn) if rng.random() < 0.08 else min(7, max(2, sn + 1 + int(rng.random() * 3.3)))


def _pool(view: Table, f: Check, option: Option) -> Answer:
    """As many dice as three for each success needed, while that touches no new column; devotion where it counts twice."""
    answer: Answer = {}
    r = rated(view, f)
    wanted = 3 * (dl(view, f) - f.automatic) - r.rank - len(person(view, f.who).held)
    highs = {p.name: p.high for p in option.params if isinstance(p, Number)}
    lows = {p.name: p.low for p in option.params if isinstance(p, Number)}
    if "devotion" in highs:
        points = min(highs["devotion"], max(0, wanted) // 2) if f.tie else 0
        answer["devotion"] = max(lows["devotion"], points)
        wanted -= 2 * points
    if "exertion" in highs:
        points = min(highs["exertion"], max(0, -(-wanted // r.ratio)))
        answer["exertion"] = max(lows["exertion"], _unhindered(view, f, points))
    return answer


def _unhindered(view: Table, f: Check, points: int) -> int:
    """As many points as leave difficulty and Minimum Roll where they are."""
    after = after_points(view, f, points)
    return max(n for n, now in enumerate(after) if now == after[0])


def _ends(view: Table, f: Check, ways: dict[str, Option]) -> Chosen:
    """Done if it is made; one short is taken as a mixed success; else what is likeliest, a push before a point."""
    short = dl(view, f) - tally(view, f).net
    if short <= 0:
        return ways["accept"], {}
    if short == 1 and "mixed" in ways:
        return ways["mixed"], {}
    pushed = _push(view, f, ways["push"], short) if "push" in ways else {}
    likely = _worth(view, ways["push"], pushed) if pushed else 0.0
    if pushed and likely >= WORTH:
        return ways["push"], pushed
    best = max((ways[key] for key in TURNING if key in ways), key=lambda o: _worth(view, o, {}), default=None)
    if (
        best
        and f.goal
        and _worth(view, best, {}) >= likely + BETTER
        and not any(x.side == person(view, f.who).side for x in f.spent)
    ):
        return best, {}
    return (ways["push"], pushed) if pushed and likely > BETTER / 2 else (ways["accept"], {})


def _push(view: Table, f: Check, option: Option, short: int) -> Answer:
    """Three dice for each success that is short, without touching a new column but for a last point."""
    high = next(p.high for p in option.params if isinstance(p, Number))
    wanted = min(high, -(-3 * short // rated(view, f).ratio))
    return {"exertion": max(1, _unhindered(view, f, wanted))}


def _worth(view: Table, option: Option, answer: Answer) -> float:
    """What stands beside an option, as a page would show it; nothing where no figure does."""
    from cliffhanger.games.untold import GAME  # which holds this bot

    act = Act(option.seat, option.window, option.key, first(option.params) | answer)
    for name in option.figures[:1]:
        try:
            return float(Walks(GAME, view).worth(act, GAME.figure_by_id[name]).value)
        except OutOfRange:
            break
    return 0.0


def _answers(view: Table, f: Check, seat: str, ways: dict[str, Option], rng: Random) -> Chosen:
    """Let it stand, unless a point would turn what goes against one's side; some points are kept."""
    against = (
        f.choice == "accept"
        and tally(view, f).net >= dl(view, f)
        and (seat == GM) == (person(view, f.who).kind == "pc")
    )
    if against and rng.random() < 0.3:
        best = max((ways[key] for key in TURNING if key in ways), key=lambda o: _worth(view, o, {}), default=None)
        if best and _worth(view, best, {}) >= WORTH:
            return best, {}
    return ways["confirm"], {}


def _filled(option: Option, rng: Random, seat: str) -> Answer:
    """The default answer, with some words where words are asked for."""
    answer = first(option.params)
    for p in option.params:
        if isinstance(p, Text) and not p.form and p.least and not answer[p.name]:
            answer[p.name] = saying.threat("", rng.random()) if seat == GM else saying.goal("", rng.random())
    return answer
