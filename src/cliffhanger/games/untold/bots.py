"""Bot: a sensible player for any seat, Game Master included. It reads its view and its options, and nothing else.

In this order: what every seat does; the Game Master; acting; in a check.
"""

from contextlib import suppress
from random import Random

from cliffhanger.games.untold.files.sheets import HERE
from cliffhanger.games.untold.rules import rest
from cliffhanger.games.untold.rules.any_time import standing
from cliffhanger.games.untold.rules.scenes import reached
from cliffhanger.games.untold.rules.state import GM, Check, Person, Scene, Table
from cliffhanger.games.untold.rules.tally import after_points, dl, rated, tally
from cliffhanger.games.untold.rules.verbs import known, of_seat, person
from cliffhanger.kernel.files.bundle import lying
from cliffhanger.kernel.frames import top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number, Pick, Text, first
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks

Answer = dict[str, tuple[str, ...] | int | str]
Ways = dict[str, Option]
Chosen = tuple[Option | None, Answer]
NOTHING: Chosen = (None, {})
LINES = lying(HERE, "bot_lines.toml", dict[str, dict[str, tuple[str, ...]]])
"""What bots say: goals, threats and tales, by what they are of; of all others, what stands under the empty name."""
ENOUGH = 3
"""So many checks each player makes in a scene."""
LONG, DONE = 5, 2
"""After so many checks of each a scene ends though nobody rests; and once a goal each is reached, and so many more."""
TIRED = 3
"""With so many points gone somebody rests when a scene draws to its end."""
DARING, GENEROUS = 5, 0.3
"""A difficulty from which on an accomplished deed may be worth a Hero Point, and how often it is."""
WORTH, BETTER = 0.5, 0.25
"""A push this likely is made at once; a point has to be so much better than the push to be spent."""
HARM = 3
"""Points of harm at most for what an adversary accomplishes, or a hero falls short of."""
FAIR, HARDEST = 0.6, 7
"""How likely a first check of the evening is to be made with nothing spent, as near as there is; and how hard it may be."""
TURNING = ("shift", "twelve", "reroll", "numbers")


def bot(view: Table, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Choose one of the open options of this seat, or of those that are always open, and fill it in."""
    open_ = [o for o in options if not o.blocked and not o.standing and o.seat == seat]
    ways = {o.key.partition(".")[0]: o for o in open_}
    option, answer = _chosen(view, seat, ways, open_, rng)
    option = option or next((o for o in open_ if o.first), open_[0])
    return Act(seat, option.window, option.key, _filled(option, rng, seat) | answer)


def _chosen(view: Table, seat: str, ways: Ways, open_: list[Option], rng: Random) -> Chosen:
    if "agree" in ways:
        return ways["agree"], {}
    f = top(view)
    if isinstance(f, Check):
        return _in_check(view, f, seat, ways, rng)
    mastering = _masters(view, rng) if seat == GM else NOTHING
    if mastering[0]:
        return mastering
    if "tell" in ways:
        tale = next(t for t in view.tales if ways["tell"].window.endswith(f".{t.id}"))
        more = sum((t.who, t.kind, t.of) == (tale.who, tale.kind, tale.of) for t in view.tales)
        return (ways["part"], {}) if more > 1 else (ways["tell"], {"text": _line("tales", tale.kind, rng)})
    if isinstance(f, Scene):
        return _leads(view, f, ways, open_, rng) if seat == GM else _acts(view, f, seat, ways, rng)
    # Between scenes the Game Master opens the cards in their order, then ends it.
    card = f"open.{view.cards[view.scenes].id}" if view.scenes < len(view.cards) else ""
    return next((o for o in open_ if o.key == card), ways["the_end"]), {}


def _always(view: Table, seat: str, key: str, **answer: tuple[str, ...] | int | str) -> Chosen:
    """Something that may be done at any time, if it may be done now."""
    return next((o.option for o in standing(view) if (o.seat, o.key) == (seat, key) and not o.blocked), None), answer


def _heroes(view: Table) -> list[Person]:
    """The player characters in the scene."""
    return [p for p in view.cast if p.kind == "pc" and p.here]


def _leads(view: Table, f: Scene, ways: Ways, open_: list[Option], rng: Random) -> Chosen:
    """An adversary acts, or the players go on; the scene ends when enough is reached, or everybody has had their share."""
    players = _heroes(view)
    share = all(p.turns >= ENOUGH and (p.rest or p.turns >= LONG or not _tired(view, p)) for p in players)
    if share or _reached(view, f) >= len(players) + DONE or f.checks >= (ENOUGH + 2) * (len(players) + 1):
        return ways["end"], {"why": "The tide turns."}
    foes = [o for o in open_ if o.key.startswith("check")]
    if foes and rng.random() < 0.7:
        option = foes[int(rng.random() * len(foes))]
        return option, _declared(option, rng, "threats")
    return ways["on"], {}


def _reached(view: Table, f: Scene) -> int:
    """How many of the goals of a scene's card are reached."""
    goals = next((card.goals for card in view.cards if card.id == f.card), ())
    return sum(reached(goal, f.made) for goal in goals)


def _masters(view: Table, rng: Random) -> Chosen:
    """Harm for what went against the heroes, a point for what was daring, a turn for the worse, and the clock."""
    f = top(view)
    if not isinstance(f, Scene):
        return _lets_time_pass(view)
    return next((found for way in (_harms, _awards, _worsens) if (found := way(view, f, rng))[0]), NOTHING)


def _harms(view: Table, f: Scene, rng: Random) -> Chosen:
    """Strain or a wound for what an adversary has just accomplished, or for what a hero fell short of, once.

    Nothing at the table says that either has had its harm. So all the harm there is is kept in step with the moves
    of adversaries and the goals missed: what is missing for that is dealt, and then nothing is.
    """
    e, heroes = view.shown.event if view.shown else None, _heroes(view)
    foes = [p for p in view.cast if p.kind == "adversary" and p.here]
    acted = next((p for p in (*foes, *heroes) if e and p.name == e.who), None)
    if e is None or acted is None or not heroes or (e.what == "failure") != (acted in heroes):
        return NOTHING
    done = sum(a.damaged + a.excess for p in view.cast if p.kind == "pc" for a in p.aspects)
    amount = (sum(p.turns for p in foes) + len(f.short) - done) % (HARM + 1)
    hero = heroes[int(rng.random() * len(heroes))]
    if not amount:
        return NOTHING
    if acted in heroes:
        realm = next((r.realm for r in known(view, acted).skills.values() if r.name == e.data["skill"]), "body")
        why = f"{e.data['goal']}, in vain"
        return _always(view, GM, "strain", whom=(acted.id,), amount=amount, realm=(realm,), why=why)
    # They hurt where they are strongest.
    realm = max(known(view, acted).skills.values(), key=lambda r: (r.rank, r.id)).realm
    form, why = "wound" if amount == 1 and rng.random() < 0.5 else "strain", f"{e.who}: {e.data['goal']}"
    return _always(view, GM, form, whom=(hero.id,), amount=amount, realm=(realm,), why=why)


def _awards(view: Table, _f: Scene, rng: Random) -> Chosen:
    """The deed of the last check, where it was hard; not every time, or a point would be worth little."""
    e = view.shown.event if view.shown else None
    if e is None or e.data["dl"] < DARING or rng.random() >= GENEROUS or e.what not in ("success", "mixed"):
        return NOTHING
    done = e.who, e.data["goal"]
    hero = next((p for p in view.cast if p.kind == "pc" and p.deed and (p.name, p.deed) == done), None)
    why = f"Nobody thought it could be done: {hero.deed}" if hero else ""
    return _always(view, GM, "award", whom=(hero.id,), why=why) if hero else NOTHING


def _worsens(view: Table, f: Scene, rng: Random) -> Chosen:
    """In the later part of a scene, a point makes it worse."""
    if f.checks <= len(_heroes(view)) or not view.villain_points or rng.random() > 0.2:
        return NOTHING
    return _always(view, GM, "fact", text=_line("tales", "crisis", rng))


def _lets_time_pass(view: Table) -> Chosen:
    """Before the next scene, as long as those who rest need for what they rest for."""
    needed = 0
    for p in view.cast if view.scenes < len(view.cards) else ():
        if p.rest and (points := rest.missing(view, p, p.rest.what)):
            needed = max(needed, points * rest.PERIODS[p.rest.what] - p.rest.minutes)
    return _always(view, GM, "clock", minutes=min(needed, rest.LONGEST)) if needed else NOTHING


def _acts(view: Table, f: Scene, seat: str, ways: Ways, rng: Random) -> Chosen:
    """A check, but for who is tired near the end of a scene; once in a while a fact."""
    mine = of_seat(view, seat)
    assert mine is not None
    if mine.turns >= ENOUGH and _tired(view, mine):
        resting = _always(view, seat, "rest", what=rest.in_order(view, mine)[:1])
        if resting[0]:
            return resting
    late = view.scenes >= len(view.cards) and f.checks > len(_heroes(view))
    spare = mine.hero_points > 1 or (mine.hero_points == 1 and late)
    if spare and not any(row.who == mine.id for row in view.proposals) and rng.random() < 0.2:
        fact = _always(view, seat, "fact", text=_line("tales", "fact", rng))
        if fact[0]:
            return fact
    return ways["check"], _declared(ways["check"], rng, "goals")


def _tired(view: Table, p: Person) -> bool:
    return sum(rest.missing(view, p, what) for what in rest.in_order(view, p)) >= TIRED


def _declared(option: Option, rng: Random, said: str) -> Answer:
    """Something one is good at, now and then something one has only tried; with the code at stake every third time."""
    answer: Answer = {}
    for p in option.params:
        if isinstance(p, Pick) and p.name == "skill":
            items = sorted((item for item in p.items if not item.blocked), key=lambda item: -item.n)
            reach = 4 if rng.random() < 0.8 else max(1, sum(item.n > 1 for item in items))
            item = items[int(rng.random() * min(reach, len(items)))]
            answer |= {"skill": (item.id,), "goal": _line(said, item.group, rng)}
        elif isinstance(p, Pick) and p.name in OFTEN and rng.random() < OFTEN[p.name]:
            answer[p.name] = (p.items[0].id,)
    return answer


OFTEN = {"tie": 0.34, "relies": 0.5}
"""How often a check is tied to the moral code, and relies on a strength, where it may."""


def _in_check(view: Table, f: Check, seat: str, ways: Ways, rng: Random) -> Chosen:
    if "set" in ways:
        if view.scenes <= 1 and person(view, f.who).turns <= 1:
            return ways["set"], {"base": _fair(view, f, ways["set"])}
        # Beyond what is second nature, mostly by one or two; seldom something that is.
        sn = rated(view, f).sn
        base = max(1, sn) if rng.random() < 0.08 else min(7, max(2, sn + 1 + int(rng.random() * 3.3)))
        return ways["set"], {"base": base}
    if "take" in ways:
        return ways["take"], {}
    if "roll" in ways:
        return ways["roll"], _pool(view, f, ways["roll"])
    if "boon" in ways:
        friends = f.phase == "boons" and "pass" in ways and tally(view, f).net >= dl(view, f)
        return ways["pass" if friends and rng.random() < 0.5 else "boon"], {}
    if "accept" in ways:
        return _ends(view, f, ways)
    return _answers(view, f, seat, ways, rng) if "confirm" in ways else NOTHING


def _fair(view: Table, f: Check, option: Option) -> int:
    """A difficulty for the first thing that somebody tries in an evening: beyond second nature, and likely to be made."""
    found: dict[int, float] = {}
    for base in range(rated(view, f).sn + 1, HARDEST + 1):
        found[base] = _worth(view, option, {"base": base})
        if found[base] < FAIR:
            break
    return min(found, key=lambda base: abs(found[base] - FAIR), default=HARDEST)


def _pool(view: Table, f: Check, option: Option) -> Answer:
    """As many dice as three for each success needed, while that touches no new column; devotion where it counts twice."""
    answer: Answer = {}
    r = rated(view, f)
    wanted = 3 * (dl(view, f) - f.automatic) - r.rank - len(person(view, f.who).held)
    asked = {p.name: p for p in option.params if isinstance(p, Number)}
    if devotion := asked.get("devotion"):
        points = min(devotion.high, max(0, wanted) // 2) if f.tie else 0
        answer["devotion"] = max(devotion.low, points)
        wanted -= 2 * points
    if exertion := asked.get("exertion"):
        points = min(exertion.high, max(0, -(-wanted // r.ratio)))
        answer["exertion"] = max(exertion.low, _unhindered(view, f, points))
    return answer


def _unhindered(view: Table, f: Check, points: int) -> int:
    """As many points as leave difficulty and Minimum Roll where they are."""
    after = after_points(view, f, points)
    return max(n for n, now in enumerate(after) if now == after[0])


def _ends(view: Table, f: Check, ways: Ways) -> Chosen:
    """Done if it is made; one short is taken as a mixed success; else what is likeliest, a push before a point."""
    short = dl(view, f) - tally(view, f).net
    if short <= 0 or (short == 1 and "mixed" in ways):
        return ways["accept" if short <= 0 else "mixed"], {}
    pushed = _push(view, f, ways["push"], short) if "push" in ways else {}
    likely = _worth(view, ways["push"], pushed) if pushed else 0.0
    if likely < WORTH and f.goal and not any(x.side == person(view, f.who).side for x in f.spent):
        best, chance = _best_turn(view, ways)
        if best and chance >= likely + BETTER:
            return best, {}
    return (ways["push"], pushed) if likely > BETTER / 2 else (ways["accept"], {})


def _push(view: Table, f: Check, option: Option, short: int) -> Answer:
    """Three dice for each success that is short, without touching a new column but for a last point."""
    high = next(p.high for p in option.params if isinstance(p, Number))
    wanted = min(high, -(-3 * short // rated(view, f).ratio))
    return {"exertion": max(1, _unhindered(view, f, wanted))}


def _best_turn(view: Table, ways: Ways) -> tuple[Option | None, float]:
    """The best use of a point on dice that lie there, and what it is worth."""
    found = [(ways[key], _worth(view, ways[key], {})) for key in TURNING if key in ways]
    return max(found, key=lambda each: each[1], default=(None, 0.0))


def _worth(view: Table, option: Option, answer: Answer) -> float:
    """What stands beside an option, as a page would show it; nothing where no figure does."""
    from cliffhanger.games.untold import GAME  # which holds this bot

    act = Act(option.seat, option.window, option.key, first(option.params) | answer)
    for name in option.figures[:1]:
        with suppress(OutOfRange):
            return float(Walks(GAME, view).worth(act, GAME.figure_by_id[name]).value)
    return 0.0


def _answers(view: Table, f: Check, seat: str, ways: Ways, rng: Random) -> Chosen:
    """Let it stand, unless a point would turn what goes against one's side; some points are kept."""
    theirs = (seat == GM) == (person(view, f.who).kind == "pc")
    if f.choice == "accept" and tally(view, f).net >= dl(view, f) and theirs and rng.random() < 0.3:
        best, chance = _best_turn(view, ways)
        if best and chance >= WORTH:
            return best, {}
    return ways["confirm"], {}


def _filled(option: Option, rng: Random, seat: str) -> Answer:
    """The default answer, with some words where words are asked for."""
    answer = first(option.params)
    for p in option.params:
        if isinstance(p, Text) and not p.form and p.least and (p.ready or not answer[p.name]):
            answer[p.name] = _line("threats" if seat == GM else "goals", "", rng)
    return answer


def _line(kind: str, of: str, rng: Random) -> str:
    """One of the lines there are of something."""
    lines = LINES[kind].get(of) or LINES[kind][""]
    return lines[int(rng.random() * len(lines))]
