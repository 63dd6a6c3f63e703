"""What a card does, put together once: all its abilities with what was silent filled in."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, structs

from cliffhanger.games.plot_twist.files import cards, effects
from cliffhanger.games.plot_twist.files.cards import Ability, Again, Card, Cost, Gift, Goal, InTurns, Requirement
from cliffhanger.games.plot_twist.files.entries import Choose, Delay, Option, Roll
from cliffhanger.games.plot_twist.files.parts import Aimed, Effect, Lasting
from cliffhanger.games.plot_twist.files.words import TRIGGERS
from cliffhanger.kernel.files.language.entries import effect_of

Players = cards.Character | cards.Equipment | cards.Combat


class Context(NamedTuple):
    """Where effects stand: the part of the card, its trigger or use, and what is meant where nothing is said.

    `me` is the usual target, `roller` who makes a roll, `silent` how long an effect lasts; each is empty where it has to be
    said. `x` tells whether a price has chosen one.
    """

    part: str
    trigger: str = ""
    me: str = ""
    roller: str = ""
    silent: str = ""
    seat: str = "owner"
    x: bool = False


class Site(NamedTuple):
    """A list of effects on a card: the keys that lead to it, where it stands, and the holder it stands in, if any."""

    keys: tuple[str | int, ...]
    context: Context
    entries: tuple[Any, ...]
    holder: Ability | Goal | Gift | Again | None = None


class CardAbility(Struct, frozen=True, kw_only=True):
    """One thing that a card does; `part` is the field of the card it stands in, such as when, reveal or threat.

    `turns` is the X of in_turns. What does not apply is empty.
    """

    part: str
    name: str = ""
    trigger: str = ""
    turns: int = 0
    use: str = ""
    of: str = ""
    by: str = ""
    to: str = ""
    if_: str = ""
    once: str = ""
    may: bool = False
    instead: bool = False
    cost: Cost | None = None
    roll: Roll | None = None
    effects: tuple[Effect, ...] = ()


STAYS, YOURS = {"silent": "while_in_play"}, {"me": "you", "roller": "self"}
LISTS: dict[str, Any] = {"effects": {}, "reveal": STAYS, "while_here": STAYS, "recruit": YOURS, "kill": YOURS}
"""The fields of cards that are lists of effects, with what is meant there where nothing is said."""
SAID = ("name", "use", "of", "by", "to", "if_", "once", "may", "instead", "cost")
"""What holders of effects may say, which is said of their ability as well."""


@lru_cache(maxsize=8192)
def abilities(card: Card) -> tuple[CardAbility, ...]:
    """All that a card does, in the order of its fields."""
    return tuple(_ability(site) for site in sites(card) if site.entries or site.holder)


@lru_cache(maxsize=8192)
def needs(card: Card) -> Requirement | None:
    """What must be so to use a card: what it says, and what its Colour, `who` and `turns` say.  [PT-CLASS-02, PT-CLASS-03]"""
    found = []
    if card.colour != "golden" and not isinstance(card, cards.Character):
        twist = isinstance(card, cards.Twist)
        found.append(Requirement(hero_colour_in_play=card.colour) if twist else Requirement(colour=card.colour))
    if isinstance(card, cards.Detail) and card.who:
        found.append(Requirement(character=card.who))
    if isinstance(card, cards.Twist) and card.turns:
        found.append(Requirement(turn=card.turns))
    found += [card.requires] if card.requires else []
    return Requirement(all=tuple(found)) if len(found) > 1 else found[0] if found else None


def sites(card: Card) -> Iterator[Site]:
    """Every list of effects on a card, in the order of its fields, and where it stands."""
    part = Context("", seat="players" if isinstance(card, cards.Twist) else "owner")
    if isinstance(card, Players):
        part = part._replace(me="self", roller="self")
    if isinstance(card, cards.Detail):
        part = part._replace(me="you", roller="self")
    if isinstance(card, cards.Combat | cards.Detail):
        part = part._replace(x=_asks(card.cost))
    if isinstance(card, cards.Combat):
        part = part._replace(silent="attack" if card.step == "attack" else "combat")
    for key, usual in LISTS.items():
        if (entries := getattr(card, key, None)) is not None:
            yield Site((key,), part._replace(part=key, **usual), entries)
    if isinstance(card, cards.Detail) and card.repeat:
        again = part._replace(part="repeat", x=_asks(card.repeat.cost))
        yield Site(("effects",), again, card.effects, card.repeat)
    if isinstance(card, cards.Objective):
        yield _goal("threat", card.threat, part._replace(roller="main"))
    if isinstance(card, cards.Event | cards.Twist) and card.nullify:
        yield _goal("nullify", card.nullify, part)
    if isinstance(card, cards.Reference):
        for nth, gift in enumerate(card.gives):
            there = part._replace(part="gives", me="self", roller="self", x=_asks(gift.cost))
            yield Site(("gives", nth, "effects"), there, gift.effects, gift)
    key = "advantages" if isinstance(card, cards.Person) else "when"
    for nth, ability in enumerate(getattr(card, key, ())):
        yield Site((key, nth, "effects"), _context(ability, part._replace(part=key)), ability.effects, ability)


def _asks(cost: Cost | None) -> bool:
    """Whether a price lets somebody choose an x."""
    return cost is not None and "x" in structs.astuple(cost)


def _goal(part: str, goal: Goal, context: Context) -> Site:
    return Site((part, "then"), context._replace(part=part, x=_asks(goal.cost)), goal.then, goal)


def _context(ability: Ability, there: Context) -> Context:
    """Where the effects of an ability stand, and how long they last where nothing is said."""
    trigger = ability.trigger if isinstance(ability.trigger, str) else ""
    moment = TRIGGERS.get(trigger)
    if trigger in ("before_roll", "after_roll"):
        silent = "next_roll"
    elif trigger == "before_combat" or ability.use in ("movement", "maneuver", "attack"):
        silent = "combat"
    else:
        silent = "attack" if moment and moment.attack else "while_in_play" if trigger == "while_in_play" else ""
    return there._replace(trigger=trigger, silent=silent, x=there.x or _asks(ability.cost))


def _ability(site: Site) -> CardAbility:
    context, holder = site.context, site.holder
    does = tuple(filled(effect_of(entry), context) for entry in site.entries)
    said: dict[str, Any] = {"part": context.part, "effects": does}
    said |= {key: held for key in SAID if (held := getattr(holder, key, None))}
    if isinstance(holder, Goal):
        usual = effects.Win(side="villains") if context.part == "threat" else effects.Nullify()
        said |= {"roll": filled(holder.roll, context) if holder.roll else None, "effects": does or (usual,)}
    elif isinstance(holder, Gift):
        said |= {"name": holder.free_action, "use": "free_action"}
    elif isinstance(holder, Ability):
        turns = holder.trigger.in_turns if isinstance(holder.trigger, InTurns) else 0
        said |= {"trigger": "in_turns" if turns else context.trigger, "turns": turns}
        moment = TRIGGERS.get(context.trigger)
        if not holder.by and context.me and not holder.to and moment and moment.by:
            said["by"] = "self"
    return CardAbility(**said)


def lasts(effect: Effect) -> bool:
    """Whether an effect has an end that must be known."""
    if isinstance(effect, effects.Copy):
        return effect.what != "card"
    if isinstance(effect, effects.Status | effects.Cover):
        return isinstance(effect, effects.Cover) and effect.modify is not None
    return isinstance(effect, Lasting)


def filled(effect: Any, there: Context) -> Any:  # noqa: ANN401
    """An effect, and those within it, with what is meant where nothing is said."""
    said = usual(effect, there)
    inner = within(effect, there)
    for key in ("effects", "then", "else_"):
        if entries := getattr(effect, key, ()):
            said[key] = tuple(filled(effect_of(entry), inner) for entry in entries)
    if isinstance(effect, Choose):
        said["options"] = tuple(_option(option, inner) for option in effect.options)
    return structs.replace(effect, **said) if said else effect


def usual(effect: Effect, there: Context) -> dict[str, Any]:
    """What is meant by the fields of an effect that say nothing."""
    said: dict[str, Any] = {}
    if isinstance(effect, Aimed) and effect.NEEDED and effect.target is None and there.me:
        said["target"] = there.me
    if isinstance(effect, effects.Attack | effects.Initiate) and effect.by is None and there.me:
        said["by"] = "self"
    if isinstance(effect, effects.Control) and effect.by is None:
        said["by"] = there.seat
    if isinstance(effect, effects.Lock) and effect.duration is None:
        said["duration"] = "turn"
    elif isinstance(effect, Lasting) and effect.duration is None and there.silent:
        # Cover and statuses that come need no end, but go with the card that gives them while it is in play.
        given = isinstance(effect, effects.Status | effects.Cover) and effect.add is not None
        if lasts(effect) or (given and there.silent == "while_in_play"):
            said["duration"] = there.silent
    if isinstance(effect, Roll):
        said["by"] = effect.by or there.roller or None
        said["target"] = effect.target or ("opponent" if effect.system == "opposing" else None)
    return said


def within(effect: Effect, there: Context) -> Context:
    """Where the effects within an effect stand: later nothing is in hand; the number of a Chosen roll is x."""
    if isinstance(effect, Delay):
        return there._replace(silent="", trigger="", part="delay")
    return there._replace(x=True) if isinstance(effect, Roll) and effect.system == "chosen" else there


def _option(option: Any, there: Context) -> Option:  # noqa: ANN401
    entries = option.effects or (option,)
    return Option(label=option.label, effects=tuple(filled(effect_of(entry), there) for entry in entries))
