"""Strain from powers and gear: what using them risks, and what successes may be given to hold it down."""

from collections.abc import Callable
from typing import Any, Literal

from cliffhanger.games.blockbuster.files.sheets import TAXED, Power
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Ids, Kind, Movie, Person, Side
from cliffhanger.games.blockbuster.rules.verbs import bears, hurt, person, power_of
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.frames import replace, tell, top
from cliffhanger.kernel.offers import Offer, offer, shared
from cliffhanger.kernel.params import Cost, Item, Number, Param
from cliffhanger.kernel.plurals import many

CANCELS = "Each success you set aside cancels 1 damage, and does nothing else."
CANCEL = shared("BB-STR-06", "Strain", first=True)


def sources(s: Movie, p: Person, used: Power, lit: Ids = ()) -> tuple[tuple[str, int], ...]:
    """All strain of the used power's own type: itself, what else is active, what the Director added.  [BB-STR-02]

    Every power or item has a rating and a type (BB-STR-01); one that still burns on somebody is active, and so are
    those `lit` until this use let them go out.
    """
    return ((used.name, used.strain), *_others(s, p, used.strain_type, used.id, lit))


def burning_powers(s: Movie, p: Person) -> Ids:
    """Somebody's powers that still burn on somebody else."""
    return tuple(dict.fromkeys(b.power for b in s.burns if b.attacker == p.id))


def _others(s: Movie, p: Person, kind: Kind, used: str, lit: Ids = ()) -> tuple[tuple[str, int], ...]:
    added = tuple((x.text, x.rating) for x in p.extra if x.type == kind)
    which = s.house.strain_sources
    if which == "only_this":
        return added
    burning = (*burning_powers(s, p), *lit) if s.burns else lit
    rows = (x for x in p.sheet.powers if x.id != used and x.strain_type == kind)
    return (*((x.name, x.strain) for x in rows if which == "all" or x.id in p.active or x.id in burning), *added)


def over(p: Person, total: int, kind: Kind) -> int:
    """How far a total of strain exceeds the attribute it taxes; no more than it is no risk.  [BB-STR-03, BB-STR-04]"""
    return max(0, total - (p.sheet.vigor if kind == "V" else p.sheet.potency))


def strain_of(s: Movie, p: Person, power: str, lit: Ids = ()) -> tuple[int, Kind]:
    """The damage that using a power or item risks, and its type.  [BB-STR-01]"""
    used = power_of(p, power)
    return over(p, sum(n for _, n in sources(s, p, used, lit)), used.strain_type), used.strain_type


def at_risk(s: Movie, p: Person, over: int, kind: Kind) -> tuple[Cost, ...]:
    """Strain that threatens somebody, as what an option costs; nothing where none does."""
    track = f"damage-{p.id}" if s.house.damage_model == "shared" else f"damage-{kind.lower()}-{p.id}"
    return (Cost(over, f"strain to {TAXED[kind]}", risk=True, track=track),) if over else ()


def borne(s: Movie, p: Person, over: int, kind: Kind) -> str:
    """Whether somebody stands strain that lands on them, in words, and how much of it they still would; "" if no damage
    takes anybody out.
    """
    if s.house.damage_model == "record":
        return ""
    (who, whom), left = ("You", "you") if p.seat != DIRECTOR else (p.name, p.name), bears(s, p, kind)
    if over < left:
        return f"{who} would bear it: {left} more damage takes {whom} out."
    return f"It may take {whom} out: {left} more damage is enough."


def grip(s: Movie, p: Person, holder: Person) -> int:
    """The damage that a try to break free risks: the holder's Vigor is a strain of its own.  [BB-CR-10]"""
    borne = sum(n for _, n in _others(s, p, "V", ""))
    return over(p, holder.sheet.vigor + borne, "V")


def choosing(s: Movie, side: Side, moment: Literal["before_opposition", "after"] | None) -> bool:
    """Whether the user is asked now how many successes go to hold strain down.  [BB-STR-06]"""
    if side.over <= 0 or side.rolled <= 0 or s.house.strain_cancel == "automatic":
        return False
    return moment is None or s.house.strain_cancel_when == moment


def by_itself(s: Movie, side: Side, spare: int) -> Side:
    """Where the table leaves it to the referee: as many as can be spared."""
    if side.over <= 0 or s.house.strain_cancel != "automatic":
        return side
    return replace(side, cancelled=min(side.over, spare))


def spared(side: Side, required: int, *, adds_up: bool = False) -> int:
    """The task first: what it leaves over; if it cannot be done, all, unless what is there still adds up to it."""
    if side.rolled < required and not adds_up:
        return side.rolled
    return max(0, side.rolled - required)


def cancel_offer(
    s: Movie,
    side: Side,
    do: Callable[..., Movie],
    worth: Callable[[int], str],
    start: int,
    figures: Ids = (),
    *,
    least: int = 0,
) -> Offer:
    """The choice of 0 to as many successes as were rolled or are needed; they do not reach the effect.  [BB-STR-07]

    `worth` says what is left when so many are set aside; fewer than the `least` that have to be left lose the effect.
    """
    p, most = person(s, side.who), min(side.rolled, side.over)

    def asks() -> tuple[Param, ...]:
        words = tuple((n, f"set aside: {worth(n)}, {told_pain(side, n)}") for n in range(most + 1))
        return (Number("cancelled", "Against the strain", 0, most, start, words, ways=_ways(side, most, worth, least)),)

    of = CANCEL | _threat(p, side) | {"says": f"{CANCELS} {borne(s, p, side.over, side.type)}".strip()}
    return offer(p.seat, top(s).number, "cancel", "Hold the strain down", do, asks, figures=figures, of=of)


def _ways(side: Side, most: int, worth: Callable[[int], str], least: int) -> tuple[Item, ...]:
    """The same as ways: to keep them all, or to set some or enough of them aside, with what each costs."""
    found = []
    for n in range(most + 1):
        keep = "Keep it" if side.rolled == 1 else f"Keep all {side.rolled}"
        label = f"Cancel {n}" if n < side.over else "Cancel the strain"
        hurts = (Cost(side.over - n, f"damage to {TAXED[side.type]}"),) if n < side.over else ()
        lost = many(n, "success") if side.rolled - n < least <= side.rolled else ""
        found.append(Item(str(n), label if n else keep, says=worth(n), cost=hurts, lost=lost))
    return tuple(found)


def _threat(p: Person, side: Side) -> dict[str, Any]:
    one, several = "Do you set your 1 success aside?", f"How many of your {side.rolled} successes do you set aside?"
    threat = f"Strain threatens {{}}: {side.over} damage to {TAXED[side.type]}."
    if p.seat == DIRECTOR:
        return {
            "ask": f"{threat.format(p.name)} {one if side.rolled == 1 else several}",
            "awaits": threat.format(p.name),
        }
    return addressed(f"{threat.format('you')} {one if side.rolled == 1 else several}", threat.format(p.name))


def told_pain(side: Side, cancelled: int) -> str:
    """What lands on the user if so many successes hold strain down, in words."""
    left = side.over - cancelled
    return f"{left} damage to {TAXED[side.type]}" if left else "unhurt"


def land(s: Movie, side: Side) -> Movie:
    """What was not cancelled lands once the effect stands; Protection is no help.  [BB-STR-05]"""
    left = side.over - side.cancelled
    if side.over and side.cancelled:
        s = tell(s, "cancelled", person(s, side.who).name, "BB-STR-07", successes=side.cancelled)
    return hurt(s, side.who, left, side.type, "strain", "BB-STR-04")
