"""Figures: the chances that stand beside options, each told from what a walk of the rules comes to."""

from collections.abc import Callable

from msgspec.structs import replace

from cliffhanger.games.blockbuster.rules.dispatch import CHAPTERS
from cliffhanger.games.blockbuster.rules.state import Contest, Lobby, Movie, Rounds, Smoulder
from cliffhanger.games.blockbuster.rules.verbs import person
from cliffhanger.kernel.figures import Figure, Way, take, take_first
from cliffhanger.kernel.frames import one
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer
from cliffhanger.kernel.params import Pick, validate
from cliffhanger.odds.errors import OutOfRange

Came = Callable[[Movie, Act, Movie], int | None]
SHORT = ("one success short", "two short", "three or more short")


def as_it_lies(s: Movie, offers: tuple[Offer, ...]) -> Act | None:
    """Whoever is asked takes the big button as it lies there; nobody holds strain down."""
    cancel = next((each for each in offers if each.key == "cancel"), None)
    return take(cancel, cancelled=0) if cancel else take_first(s, offers)


def settled(*results: str) -> Came:
    """The next thing that is settled is one of these."""

    def came(before: Movie, _act: Act, now: Movie) -> bool | None:
        if now.shown is before.shown:
            return None
        return now.shown is not None and now.shown.event.what in results

    return came


def damage(s: Movie, who: str) -> int:
    """All the damage somebody has."""
    p = person(s, who)
    return p.damage_v + p.damage_p


def target(before: Movie, act: Act) -> str:
    """Whom an attack is on: who is picked, or who has to answer now."""
    f = before.stack[-1]
    return f.targets[f.at] if isinstance(f, Contest) else _only(act)


def _only(act: Act) -> str:
    """The one who is picked; of several there would be several figures."""
    picked = act.choice["target"]
    if not isinstance(picked, tuple) or len(picked) != 1:
        raise OutOfRange("Whom it is about is not one person.")
    return picked[0]


def hits(before: Movie, act: Act, now: Movie) -> int | None:
    """Whether an attack on one target hits it."""
    _only(act)
    return settled("hits")(before, act, now)


def hurts(before: Movie, act: Act, now: Movie) -> bool | None:
    """Whether the target has more damage, once nothing is under way."""
    who = target(before, act)
    if not isinstance(now.stack[-1], Rounds | Lobby):
        return None
    return damage(now, who) > damage(before, who)


def taken_out(before: Movie, act: Act, now: Movie) -> bool | None:
    """Whether an attack takes its target out of the scene, once nothing is under way."""
    if not isinstance(now.stack[-1], Rounds | Lobby):
        return None
    return person(now, target(before, act)).taken_out


def kept_out(before: Movie, act: Act, now: Movie) -> bool | None:
    """Whether an attack does no damage, or a push records nothing."""
    f = before.stack[-1]
    if isinstance(f, Contest) and f.use == "attack":
        came = hurts(before, act, now)
        return None if came is None else not came
    return None if now.shown is before.shown or now.shown is None else now.shown.event.data["got"] == 0


def gone_out(before: Movie, _act: Act, now: Movie) -> bool | None:
    """Whether what burned on somebody is gone once they have resisted it; whoever it hurts, it has burned on."""
    f = before.stack[-1]
    assert isinstance(f, Smoulder)
    b = one(before.burns, f.burns[0])
    if any(isinstance(each, Smoulder) and b.id in each.burns for each in now.stack):
        return None
    return all(each.id != b.id for each in now.burns) and damage(now, b.subject) == damage(before, b.subject)


def brought(before: Movie, _act: Act, now: Movie) -> int | None:
    """How many successes a roll for a task has brought it."""
    if now.shown is before.shown or now.shown is None:
        return None
    got: int = now.shown.event.data["got"]
    return got


def nears(before: Movie, act: Act, now: Movie) -> bool | None:
    """Whether a roll for a task has brought it anything."""
    got = brought(before, act, now)
    return None if got is None else got > 0


def falls_short(*results: str, have: str = "got", need: str = "required") -> Came:
    """By how many successes the next thing that is settled falls short, 0 for one of these results."""

    def came(before: Movie, _act: Act, now: Movie) -> int | None:
        if now.shown is before.shown or now.shown is None:
            return None
        event = now.shown.event
        missing: int = event.data[need] - event.data[have]
        return 0 if event.what in results and missing <= 0 else min(len(SHORT), max(1, missing))

    return came


def brings_set_ups(before: Movie, act: Act) -> list[Way]:
    """The same roll with all the Set-Up dice that fit it.  Raises OutOfRange where it has none, or they are brought.  [BB-SET-01]"""
    now = CHAPTERS.waiting(before)
    assert isinstance(now, tuple)
    params = next(each.params for each in now if (each.window, each.key) == (act.window, act.key))
    asked = [p for p in params if isinstance(p, Pick) and p.name == "tokens"]
    if act.choice.get("tokens") or not asked:
        raise OutOfRange("No Set-Up dice are left for it.")
    (pick,) = asked
    fit = [each for each in pick.items if not validate(params, act.choice | {"tokens": (each.id,)})]
    if not fit:
        raise OutOfRange("No Set-Up dice fit it.")
    best = sorted(fit, key=lambda each: -len(each.dice))[: pick.most]
    return [(replace(act, choice=act.choice | {"tokens": tuple(each.id for each in best)}), as_it_lies)]


def _figure(name: str, words: str, came: Came) -> Figure:
    return Figure(name, words, came, as_it_lies)


def _reached(name: str, words: str, came: Came) -> Figure:
    """A figure of reaching a number of successes, and of how far one stays below it."""
    return Figure(name, words, came, as_it_lies, parts=(words, *SHORT))


def _with_set_ups(figure: Figure) -> Figure:
    """What Set-Up dice that wait would make of a figure: they lie behind a fold, and are forgotten there."""
    return replace(
        figure,
        id=f"{figure.id}_set_up",
        words=f"{figure.words} with the Set-Up dice",
        ways=brings_set_ups,
        alone=False,
        step="with the Set-Up dice",
    )


ROLLED = (
    _reached("they_make_it", "they make it", falls_short("made", "prepared")),
    _reached("made", "you make it", falls_short("made", "prepared")),
    _figure("hits", "you hit", hits),
    _figure("harms", "it hurts", hurts),
    _figure("hurts", "it hurts them", hurts),  # beside strain, which hurts oneself
    _figure("kept_out", "nothing gets through", kept_out),
    _figure("out", "you go out", taken_out),
    _figure("stands", "you stand", settled("won_by_opponent", "won_by_nobody")),
    _figure("burns_on", "they do not shake it off", settled("burns_on")),
    _figure("gone_out", "you shake it off", gone_out),
    _figure("nears", "it helps", nears),
    Figure("brings", "successes on average", brought, as_it_lies, unit="mean"),
    _reached("completed", "it is done", falls_short("completed", have="total")),
    _reached("convinced", "convinced at once", falls_short("pressed", have="total", need="threshold")),
    _reached("restrained", "restrained at once", falls_short("pressed", have="total", need="threshold")),
    _reached("free", "you get free", falls_short("broke_free")),
)
SERVED = ("made", "harms", "completed", "convinced", "restrained")
"""Figures of rolls to which Set-Up dice may be brought."""
FIGURES = (*ROLLED, *(_with_set_ups(each) for each in ROLLED if each.id in SERVED))
