"""A sensible player for any seat, Director included: it reads its offers and its view, and nothing else."""

from collections.abc import Sequence
from random import Random

from cliffhanger.games.blockbuster.rules.action_budget import active
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Movie, Person
from cliffhanger.games.blockbuster.rules.verbs import person, present
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Item, Number, Pick, Text, first, together

LINES = (
    "Here goes nothing.",
    "Mind the gap.",
    "I have done this once, in a dream.",
    "Hold my coat.",
    "That is what the rope is for.",
    "Nobody looks up.",
    "On three. Or now.",
    "It worked in rehearsal.",
)
STORIES = (
    "The rope is a hand too short.",
    "The lamp swings round at the worst moment.",
    "It holds, and then it does not.",
    "Somebody has been here before, and took the handle.",
    "The whistle blows, and every head turns.",
    "The door opens the other way.",
)
GOALS = ("get to higher ground", "cut the lights", "find another way round", "jam the door", "grab the keys")
ORDERS = ("lower your hands and step aside", "look the other way", "take us to the engine")
WORDS = {"goal": GOALS, "behaviour": ORDERS, "story": STORIES}
DONE, ALONE = "They have what they came for", "Nobody is left who would stand in the way"

ON_SOMEBODY = ("attack", "convince", "restrain")


def bot(view: Movie, seat: str, options: tuple[Option, ...], rng: Random) -> Act:
    """Choose one of the open options of this seat and fill it in."""
    mine = [o for o in options if not o.blocked and o.seat == seat]
    open_ = [o for o in mine if not o.standing]
    ways = {_verb(o): o for o in reversed(open_)}
    option = _director(view, ways, mine, rng) if "set" in ways or "narrate" in ways or seat == DIRECTOR else None
    option = option or (_turn(view, open_, rng) if "end" in ways else _answer(ways, open_))
    return Act(seat, option.window, option.key, _filled(view, option, rng))


def _verb(o: Option) -> str:
    return o.key.partition(".")[0]


def _director(view: Movie, ways: dict[str, Option], mine: list[Option], rng: Random) -> Option | None:
    for key in ("agree", "all", "close", "set"):
        if key in ways:
            return ways[key]
    if "narrate" in ways and "damage" in ways:
        return ways["damage" if rng.random() < 0.4 else "narrate"]
    last = view.scenes >= len(view.cards)
    if "rest" in ways and not last:
        return ways["rest"]
    if "the_end" in ways:
        return ways["the_end"] if last else next((o for o in mine if o.first), mine[0])
    return next((o for o in mine if o.key == "close"), None) if "end" in ways and _over(view) else None


def _over(view: Movie) -> str:
    """Why there is no more to a scene, if so: its tasks are done, or no opponent is left who would go on."""
    card = next((c for c in view.cards if view.scene and c.id == view.scene.card), None)
    if card and card.tasks and not view.tasks:
        return DONE
    against = [p for p in present(view) if not p.lead]
    return ALONE if against and all(p.taken_out or p.convinced for p in against) else ""


def _answer(ways: dict[str, Option], open_: list[Option]) -> Option:
    """What somebody else has begun is met in the plainest way."""
    plain = [ways[key] for key in ("defend", "defense", "derived", "vigor", "potency") if key in ways]
    return next(iter((*plain, *(o for o in open_ if o.first))), open_[0])


# --- a turn of one's own ------------------------------------------------------------------------------------


def _turn(view: Movie, open_: list[Option], rng: Random) -> Option:
    """Weigh what can be done, and do one of it: mostly strike, now and then something else."""
    p = _up(view)
    acts = any(_verb(o) == "setup" for o in open_)
    verbs: dict[str, list[Option]] = {}
    for o in open_:
        if _sensible(view, p, o, acts=acts):
            verbs.setdefault(_verb(o), []).append(o)
    weights = {verb: _weight(view, p, verb) for verb in verbs}
    luck = rng.random() * sum(weights.values())
    for verb, weight in weights.items():
        luck -= weight
        if luck < 0:
            rows = verbs[verb]
            best = next((o for o in rows if o.first), None)
            return best if best and rng.random() < 0.8 else rows[int(rng.random() * len(rows))]
    return next(o for o in open_ if o.key == "end")


def _sensible(view: Movie, p: Person, o: Option, *, acts: bool) -> bool:
    """Whether somebody would think of this at all."""
    verb = _verb(o)
    if verb in ON_SOMEBODY:
        return bool(_targets(view, p, o)) and (verb != "convince" or _by_words(p, o))
    if verb == "counter":
        return _by_words(p, o)
    if verb in ("task", "check"):
        return p.lead
    if verb == "setup":
        waiting = any(person(view, t.to).lead == p.lead for t in view.tokens)
        return not waiting and bool(_friends(view, p))
    if verb == "move":
        return acts and not _foes(view, p.lead, p.place) and any(_foes(view, p.lead, x.id) for x in view.sets)
    return verb in ("break", "sustain", "resist", "keep")


def _weight(view: Movie, p: Person, verb: str) -> float:
    """How much somebody is inclined to do this now, beside all else that is sensible."""
    if verb in ("convince", "restrain"):
        return 5 if any(t.kind == verb and t.initiator == p.id for t in view.tracks) else 1.5
    if verb == "sustain":
        return 60 if view.house.sustain_cost == "free" else 1
    return {"attack": 9, "break": 5, "move": 12, "resist": 4, "keep": 4, "task": 3, "setup": 1.5}.get(verb, 1)


# --- the words and numbers of a choice ----------------------------------------------------------------------


def _filled(view: Movie, option: Option, rng: Random) -> dict[str, tuple[str, ...] | int | str]:
    """The default answer, with the best target, all waiting dice and some words."""
    answer = first(option.params)
    for p in option.params:
        if isinstance(p, Pick):
            answer[p.name] = _picked(view, option, p, rng) or answer[p.name]
        elif isinstance(p, Text) and p.name == "why":
            answer[p.name] = _over(view)
        elif isinstance(p, Text) and p.name == "follow_up":
            answer[p.name] = _best_at(view, answer.get("to") or answer.get("setup_to"))
        elif isinstance(p, Text) and (p.name in WORDS or (p.least and not p.form)):
            answer[p.name] = _one(WORDS.get(p.name, LINES), rng)
        elif isinstance(p, Number) and p.name == "required" and p.low:
            answer[p.name] = min(max(p.low, 1 + int(rng.random() * 3)), p.high)
    return together(option.params, answer)


def _best_at(view: Movie, whom: object) -> str:
    """The skill that somebody is best at, which a Set-Up for them is for."""
    if not isinstance(whom, tuple) or not whom:
        return ""
    return max(person(view, whom[0]).sheet.skills, key=lambda r: r.rating).name


def _picked(view: Movie, option: Option, p: Pick, rng: Random) -> tuple[str, ...]:
    """What a bot picks of its own mind; nothing where the default will do."""
    seat, verb, open_ = option.seat, _verb(option), [i.id for i in p.items if not i.blocked]
    match p.name:
        case "target":
            needed = {i.id: i.n for i in p.items} if verb in ("convince", "restrain") else {}
            foes = _targets(view, _up(view), option) or open_
            return tuple(sorted(foes, key=lambda who: _worth(view, seat, who, needed.get(who, 0)))[: p.most])
        case "tokens":
            return tuple(open_)[: p.most]
        case "place":
            lead = seat != DIRECTOR
            return (max(open_, key=lambda place: (_foes(view, lead, place), rng.random())),)
        case "to":
            friends = [q.id for q in _friends(view, _up(view))]
            return (_one(friends, rng),) if friends else ()
    return ()


def _up(view: Movie) -> Person:
    """Whose turn it is."""
    return person(view, active(view))


def _targets(view: Movie, p: Person, o: Option) -> list[str]:
    """The foes that somebody would go for: not who has talked them round."""
    followed = {order.id for order in p.convinced}
    return [
        i.id
        for i in _items(o, "target")
        if not i.blocked and i.id not in followed and person(view, i.id).lead != p.lead
    ]


def _items(o: Option, name: str) -> tuple[Item, ...]:
    """What there is to pick under a name."""
    return next((each.items for each in o.params if isinstance(each, Pick) and each.name == name), ())


def _one(of: Sequence[str], rng: Random) -> str:
    return of[int(rng.random() * len(of))]


def _by_words(p: Person, o: Option) -> bool:
    """Whether the skill that lies chosen is of the mind: nobody is talked round by a punch."""
    start = next((each.start for each in o.params if isinstance(each, Pick) and each.name == "skill"), ())
    return any(row.id in start and not row.physical for row in p.sheet.skills)


def _friends(view: Movie, p: Person) -> list[Person]:
    return [q for q in present(view) if q.lead == p.lead and q.id != p.id and not q.taken_out]


def _foes(view: Movie, lead: bool, place: str) -> int:
    return sum(1 for q in present(view) if q.place == place and not q.taken_out and q.lead != lead)


def _worth(view: Movie, seat: str, who: str, needed: int) -> tuple[bool, bool, int, int, int]:
    """Foes before friends, those who go on before those talked round, the nearly beaten before the fresh."""
    p = person(view, who)
    left = min(p.sheet.limit_v - p.damage_v, p.sheet.limit_p - p.damage_p)
    return p.lead == (seat != DIRECTOR), bool(p.convinced), needed, left, p.sheet.defense
