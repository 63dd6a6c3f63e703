"""The sentences of a card, made of its abilities alone: different abilities have different sentences."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from msgspec import structs

from cliffhanger.games.plot_twist.files.abilities import CardAbility, abilities, needs
from cliffhanger.games.plot_twist.files.amounts import SAID, amount, condition, inner, said
from cliffhanger.games.plot_twist.files.cards import (
    Card,
    Combat,
    Cost,
    Detail,
    Objective,
    Place,
    Requirement,
    Toss,
    Twist,
)
from cliffhanger.games.plot_twist.files.entries import Option
from cliffhanger.games.plot_twist.files.parts import Counted, Effect, Field, Lasting, Until, fields
from cliffhanger.games.plot_twist.files.words import (
    CANDIDATE,
    DURATIONS,
    HEROICS,
    OFTEN,
    POOLS,
    SEATS,
    SOMEBODY,
    TARGETS,
    TRIGGERS,
    USES,
    Who,
    title,
    verb,
)

SLOT = re.compile(r"\{(\w+)('s)?(?::([^}]*)| (\w+))?\}")
BRACKET = re.compile(r"\[(?:(\w+):)?([^\[\]]*)\]")
PARTS = {
    "reveal": "when this card is turned up",
    "recruit": "when Recruited",
    "kill": "when Killed",
    "while_here": "while this is the place",
    "repeat": "once more",
    "threat": "the Threat",
    "nullify": "to be done with it",
    "gives": "for everybody",
}
"""How the parts of a card begin that are no abilities with a trigger of their own."""
SMALL = (
    *("all", "chosen", "cause", "deal", "attack", "defence", "damage"),
    *("sneak", "perceive", "peek", "healing", "interview"),
)
CALLED = {**{each: each for each in SMALL}, "any": "all", "name": "chosen before"}


@lru_cache(maxsize=1024)
def sentences(card: Card) -> tuple[str, ...]:
    """All rules of a card but its Colour: what it needs and costs, what it does, and how long it stays."""
    cost = card.cost if isinstance(card, Combat | Detail) else None
    lines = [demand(card), f"Costs {price(cost)}." if cost else ""]
    return (*filter(None, lines), *deeds(card))


def demand(card: Card) -> str:
    """What a card needs but its Colour; "" if nothing."""
    asked = needs(structs.replace(card, colour="golden"))
    return _sentence(f"needs {requirement(asked)}") if asked else ""


def deeds(card: Card) -> tuple[str, ...]:
    """What a card does, and how long it stays; of an Objective first where the game opens."""
    place = card.first_location if isinstance(card, Objective) else None
    lines = [f"opens at {requirement(Requirement(location=place))}"] if place else []
    lines += [_ability(each) for each in abilities(card)]
    if isinstance(card, Combat | Detail) and card.duration is not None:
        lines.append(f"stays {_duration(card.duration)}")
    if isinstance(card, Twist) and card.until:
        lines.append(f"stays {_until(card.until)}")
    return tuple(map(_sentence, lines))


def sentence(ability: CardAbility) -> str:
    """One ability as a sentence."""
    return _sentence(_ability(ability))


def doing(effects: Iterable[Effect]) -> str:
    """What effects do, as a sentence."""
    return _sentence("; ".join(map(_effect, effects)))


def _sentence(line: str) -> str:
    return f"{line[0].upper()}{line[1:]}."


def _ability(it: CardAbility) -> str:
    """Its name, its moment, what is asked and paid, and what then happens."""
    moment = [f"“{it.name.replace('-', ' ').capitalize() if it.part == 'gives' else it.name}”"] if it.name else []
    moment += [f"in {_many('Turn', it.turns)}" if it.turns else _trigger(it)] if it.trigger else []
    moment += [USES[it.use]] if it.use else []  # type: ignore[index]
    moment += [PARTS[it.part]] if it.part in PARTS else []
    moment += [f"if {said(condition(it.if_))}"] if it.if_ else []
    moment += [OFTEN[it.once]] if it.once else []  # type: ignore[index]
    moment += [_effect(it.roll)] if it.roll else []
    moment += [f"{_payer(it.by) if it.by and not it.trigger else 'you'} may"] if it.may or it.cost else []
    moment[-1:] = [f"{moment[-1]} pay {price(it.cost)}"] if it.cost else moment[-1:]
    then = "; ".join(_effect(_without_end(each, it)) for each in it.effects) or "nothing happens"
    if it.trigger in ("before_roll", "after_roll"):
        then = then.replace(DURATIONS["next_roll"], "for this roll")
    return f"{', '.join(moment)}{': ' if moment else ''}{'instead, ' if it.instead else ''}{then}"


def _payer(by: str) -> str:
    """Who pays; those of an `each_` word do so together, in any split."""
    one = f"a_{by.removeprefix('each_')}"
    return f"{TARGETS[one].several} together" if by.startswith("each_") and one in TARGETS else TARGETS[by].said


def _without_end(effect: Effect, it: CardAbility) -> Effect:
    """An effect as it is said where it goes without saying that it lasts while the card is in play."""
    plain = it.part in ("reveal", "while_here") or it.trigger == "while_in_play"
    said = isinstance(effect, Lasting) and effect.duration == "while_in_play"
    return structs.replace(effect, duration=None) if plain and said else effect


def _trigger(it: Any) -> str:  # noqa: ANN401
    """When it happens: by whose deed, to whom, or both."""
    ways = TRIGGERS[it.trigger].says.split("|")
    says = ways[(2 if it.by else 1) if it.to else 0]
    held = {"by": it.by or "", "to": it.to or ""}
    return SLOT.sub(lambda slot: title(it.of) if slot[1] == "of" else _somebody(held[slot[1]], 1, slot), says)


def _somebody(target: str, count: int, slot: re.Match[str]) -> str:
    """A target, one or several, with the verb of the slot or what is its own."""
    who = TARGETS.get(target, SOMEBODY)
    if count > 1:
        who = Who(f"{count} {who.several}", "", f"{count} {who.several}'", "")
    if slot[2]:
        return who.whose
    return f"{who.said} {verb(slot[4], many=who.many)}" if slot[4] else who.said


def _duration(held: str | Until) -> str:
    return DURATIONS[held] if isinstance(held, str) else _until(held)


def _until(held: Until) -> str:
    if held.turns is not None:
        return f"for {_many('Turn', held.turns)}"
    return f"until {said(condition(held.if_))}" if held.if_ is not None else f"until the moment {_trigger(held)}"


BESIDES: dict[str, Callable[[Any], str]] = {
    "where": lambda held: f"only where {said(condition(held), CANDIDATE)}",
    "choose_by": lambda held: f"whom {SEATS[held]} {verb('pick', many=held == 'players')}",
    "duration": _duration,
    "while": lambda held: f"while {said(condition(held))}",
    "if": lambda held: f"if {said(condition(held))}",
    "once": lambda held: OFTEN[held],
}
"""What effects of many words may say besides, in this order."""


# --- effects --------------------------------------------------------------------------------------------------


def _effect(effect: Effect) -> str:
    """The sentence of an effect: its pattern with its fields, and what it says besides."""
    known = {field.key: field for field in fields(type(effect))}

    def put(text: str) -> str:
        return SLOT.sub(lambda slot: _slot(effect, known[slot[1]], slot), text)

    def bracket(found: re.Match[str]) -> str:
        keys = [found[1]] if found[1] else [slot[1] for slot in SLOT.finditer(found[2])]
        there = all(getattr(effect, known[key].name) != known[key].usual for key in keys)
        return put(found[2]) if there else ""

    # A pattern is cut at its brackets before it is filled: what fills it may have brackets of its own.
    line, end = "", 0
    for found in BRACKET.finditer(effect.SAYS):
        line += put(effect.SAYS[end : found.start()]) + bracket(found)
        end = found.end()
    line += put(effect.SAYS[end:])
    rest = [key for key in BESIDES if key in known and f"{{{key}" not in effect.SAYS]
    said_too = [(key, getattr(effect, known[key].name)) for key in rest]
    return ", ".join([line, *(BESIDES[key](held) for key, held in said_too if held is not None)])


def _slot(effect: Effect, field: Field, slot: re.Match[str]) -> str:
    """What fills a slot: somebody with a verb, so many of something, other effects, or a word."""
    held, marks = getattr(effect, field.name), field.marks
    if "target" in marks:
        return _somebody(held or "", effect.count if isinstance(effect, Counted) and field.key == "target" else 1, slot)
    if slot[3] is not None:
        noun = re.sub(r"\$(\w+)", lambda name: title(getattr(effect, name[1])), slot[3])
        return _many(re.sub(r"Chosen (\w+)", r"\1 of choice", noun), held)
    if isinstance(held, tuple):
        return " or ".join(map(_several, held)) if held and isinstance(held[0], Option) else _several(held)
    if isinstance(held, Until):
        return _until(held)
    if isinstance(held, int):
        return str(held)
    if "condition" in marks:
        return said(condition(held))
    if field.key == "every":
        return _trigger(Until(trigger=held))
    if held in effect.CALLED.get(field.key, {}):
        return effect.CALLED[field.key][held]
    if "amount" in marks and held != "all" and held not in POOLS:
        return inner(amount(held))
    return f"“{held}”" if "text" in marks and held not in ("chosen", "name") else _word(held)


def _several(held: Any) -> str:  # noqa: ANN401
    """Effects within an effect, in brackets; those of an option with its label."""
    label = f"“{held.label}”: " if isinstance(held, Option) and held.label else ""
    return f"({label}{'; '.join(map(_effect, held.effects if isinstance(held, Option) else held))})"


def _word(word: str) -> str:
    """A word of a closed list as a card says it."""
    if word in CALLED:
        return CALLED[word]
    return " + ".join(map(title, word.rpartition(".")[2].split("+")))


def _many(noun: str, held: int | str) -> str:
    """So many of something: "2 cards", "1 fewer coin", "as many coins as the Margin"; after `~` so much: "2 Energy"."""
    more, thing = noun.startswith("more "), noun.removeprefix("more ")
    much, thing = thing.startswith("~"), thing.removeprefix("~")
    several = thing if much else f"{thing}{'es' if thing.endswith('s') else 's'}"
    if isinstance(held, int):
        sign = "" if not more else "more " if held >= 0 else "less " if much else "fewer "
        return f"{abs(held) if more else held} {sign}{thing if abs(held) == 1 else several}"
    if held == "all":
        return f"all {several}"
    return f"as {'much' if much else 'many'} {'more ' if more else ''}{several} as {inner(amount(held))}"


# --- what a card needs and costs ------------------------------------------------------------------------------


def price(cost: Cost) -> str:
    """What is to be paid."""
    plain = {field.key: getattr(cost, field.name) for field in fields(Cost) if field.key != "discard"}
    found = [f"{'X' if n == 'x' else n} {title(key)}" for key, n in plain.items() if n]
    if isinstance(cost.discard, Toss):
        found.append(f"{_many('card', cost.discard.count)} of the {title(cost.discard.zone)}")
    return " and ".join([*found, *(["this card"] if cost.discard == "self" else [])])


TESTS: dict[str, str] = {
    "colour": "a user who is {}",
    "class": "a user of the Class {}",
    "keyword": "a user with the Keyword {}",
    "status": "a user who is now {}",
    "weapon_type": "a {} weapon",
    "hero_colour_in_play": "a {} Hero in play",
    "distance": "{} Distance",
    "phase": "the {} phase",
}
LISTS = {"all": ("", " and "), "any": ("", " or "), "not": ("nothing of ", " or ")}


def requirement(it: Requirement) -> str:
    """What must be so."""
    found = []
    for field in fields(Requirement):
        held = getattr(it, field.name)
        if held is None:
            continue
        if field.key in LISTS:
            before, between = LISTS[field.key]
            found.append(f"{before}({between.join(map(requirement, held))})")
        elif field.key in TESTS:
            found.append(TESTS[field.key].format(title(held)))
        elif field.key == "heroic":
            ranks = {key: getattr(held, key) for key in HEROICS}
            found.append("a user with " + " and ".join(f"{title(key)} {_compared(n)}" for key, n in ranks.items() if n))
        elif isinstance(held, Place):
            found.append(f"the place “{held.name}”" if held.name else f"a place with the keyword “{held.keyword}”")
        elif field.key == "if":
            found.append(f"that {said(condition(held))}")
        else:
            found.append(
                f"a Turn whose number is {_compared(held)}"
                if field.key == "turn"
                else f"the {title(field.key)} “{held}”"
            )
    return " and ".join(found)


def _compared(held: str) -> str:
    """What a number has to be."""
    sign = held.rstrip("0123456789")
    return f"{SAID[sign].removeprefix('is ')} {held[len(sign) :]}" if sign else held
