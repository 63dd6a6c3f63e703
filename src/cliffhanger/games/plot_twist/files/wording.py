"""The sentences of a card, made of its abilities alone: different abilities have different sentences."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from msgspec import structs

from cliffhanger.games.plot_twist.files import cards, words
from cliffhanger.games.plot_twist.files.abilities import CardAbility, abilities, needs
from cliffhanger.games.plot_twist.files.amounts import amount, condition, said
from cliffhanger.games.plot_twist.files.effects import Nullify
from cliffhanger.games.plot_twist.files.parts import Effect, Lasting, Until
from cliffhanger.games.plot_twist.files.words import DURATIONS, HEROICS, POOLS, SAYINGS, TARGETS, TRIGGERS, title
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.files.language.formulas import compared
from cliffhanger.kernel.files.language.parts import Field, fields
from cliffhanger.kernel.files.language.sentences import Sentences
from cliffhanger.kernel.files.language.templates import fill, so_many


@lru_cache(maxsize=1024)
def sentences(card: cards.Card) -> tuple[str, ...]:
    """All rules of a card but its Colour: what it needs and costs, what it does, and how long it stays."""
    cost = card.cost if isinstance(card, cards.Combat | cards.Detail) else None
    lines = [demand(card), f"Costs {price(cost)}." if cost else ""]
    return (*filter(None, lines), *deeds(card))


def demand(card: cards.Card) -> str:
    """What a card needs but its Colour; "" if nothing."""
    asked = needs(structs.replace(card, colour="golden"))
    return _sentence(f"needs {requirement(asked, alone=True)}") if asked else ""


def deeds(card: cards.Card) -> tuple[str, ...]:
    """What a card does, and how long it stays; of an Objective first where the game opens."""
    place = card.first_location if isinstance(card, cards.Objective) else None
    lines = [f"opens at {requirement(cards.Requirement(location=place))}"] if place else []
    lines += [_ability(each) for each in abilities(card)]
    if isinstance(card, cards.Combat | cards.Detail) and card.duration is not None:
        lines.append(f"stays {_duration(card.duration)}")
    if isinstance(card, cards.Twist) and card.until:
        lines.append(f"stays {_until(card.until)}")
    return tuple(map(_sentence, lines))


@remembered(id, 1024, hold=True)
def sentence(ability: CardAbility) -> str:
    """One ability as a sentence."""
    return _sentence(_ability(ability))


def doing(effects: Iterable[Effect]) -> str:
    """What effects do, as a sentence."""
    return _sentence(WORDS.of(effects))


def _sentence(line: str) -> str:
    return f"{line[0].upper()}{line[1:]}."


def _ability(it: CardAbility) -> str:
    """Its name, its moment, what is asked and paid, and what then happens."""
    moment = [f"“{it.name.replace('-', ' ').capitalize() if it.part == 'gives' else it.name}”"] if it.name else []
    moment += [f"in {so_many('Turn', it.turns)}" if it.turns else _trigger(it)] if it.trigger else []
    moment += [SAYINGS.uses[it.use]] if it.use and it.part != "gives" else []
    moment += [SAYINGS.parts[it.part]] if it.part in SAYINGS.parts else []
    moment += [f"if {said(condition(it.if_))}"] if it.if_ else []
    moment += [SAYINGS.often[it.once]] if it.once else []
    moment += [WORDS.one(it.roll)] if it.roll else []
    moment += [f"{_payer(it.by) if it.by and not it.trigger else 'you'} may"] if it.may or it.cost else []
    moment[-1:] = [f"{moment[-1]} {price(it.cost, 'pay ')}"] if it.cost else moment[-1:]
    then = WORDS.of(_without_end(each, it) for each in it.effects) or "nothing happens"
    if it.trigger in ("before_roll", "after_roll"):
        then = then.replace(DURATIONS["next_roll"], "for this roll")
    if it.part in SAYINGS.goals:
        after = "" if it.effects == (Nullify(),) else f"{', ' if it.if_ else '; then '}{then}"
        return f"{SAYINGS.goals[it.part]}: {', '.join(moment)}{after}"
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
    way = ways[(2 if it.by else 1) if it.to else 0]
    of = SAYINGS.called.get(it.of, title(it.of or ""))
    return fill(way, lambda at: of if at.key == "of" else WORDS.somebody(getattr(it, at.key), at))


def _duration(held: str | Until) -> str:
    return DURATIONS[held] if isinstance(held, str) else _until(held)


def _until(held: Until) -> str:
    if held.turns is not None:
        return f"for {so_many('Turn', held.turns)}"
    if held.if_ is not None:
        return f"until {said(condition(held.if_))}"
    text = _trigger(held).replace("each Turn", "a Turn")
    return f"until {text.removeprefix('when ').removeprefix('at ')}"


def _once(held: Until) -> str:
    """When something comes that is put off."""
    if held.turns is not None:
        return f"once {so_many('Turn', held.turns)} have passed"
    text = said(condition(held.if_)) if held.if_ is not None else _trigger(held).replace("each Turn", "a Turn")
    return f"the next time {text.removeprefix('when ')}" if text.startswith("when ") else f"once {text}"


BESIDES: dict[str, Callable[[Any], str]] = {
    "where": lambda held: f"only if {said(condition(held), words.CANDIDATE)}",
    "choose_by": lambda held: SAYINGS.choosing[held],
    "duration": _duration,
    "while": lambda held: f"while {said(condition(held))}",
    "if": lambda held: f"if {said(condition(held))}",
    "once": lambda held: SAYINGS.often[held],
}
"""What effects of many words may say besides, in this order."""


def _other(field: Field, held: Any) -> str:  # noqa: ANN401
    """What is said in a way of its own: what brings something, and pools."""
    if isinstance(held, Until):
        return _once(held)
    if field.key == "every":
        return _trigger(Until(trigger=held))
    return " + ".join(map(title, held.split("+"))) if held in POOLS else ""


WORDS = Sentences(
    amount=lambda text: said(amount(text)),
    condition=lambda text: said(condition(text)),
    title=title,
    who=TARGETS,
    nobody=words.SOMEBODY,
    called=SAYINGS.called,
    besides=BESIDES,
    other=_other,
    counted=SAYINGS.counted,
    close="duration",
)


# --- what a card needs and costs ------------------------------------------------------------------------------


def price(cost: cards.Cost, pay: str = "") -> str:
    """What is to be paid, and what thrown away."""
    plain = {field.key: getattr(cost, field.name) for field in fields(cards.Cost) if field.key != "discard"}
    paid = " and ".join(f"{'X' if n == 'x' else n} {title(key)}" for key, n in plain.items() if n)
    toss = cost.discard if isinstance(cost.discard, cards.Toss) else None
    tossed = f"{so_many('card', toss.count)} from the {title(toss.zone)}" if toss else "this card" * bool(cost.discard)
    return " and ".join(filter(None, [paid and f"{pay}{paid}", tossed and f"{'discard ' * bool(pay)}{tossed}"]))


LISTS = {"all": ("", " and "), "any": ("", " or "), "not": ("nothing of ", " or ")}


def requirement(it: cards.Requirement, *, alone: bool = False) -> str:
    """What must be so; a list of it stands in brackets where it is not `alone`."""
    held = [(field.key, getattr(it, field.name)) for field in fields(cards.Requirement) if field.said(it)]
    asked = " and ".join(_asked(key, value) for key, value in held)
    return asked[1:-1] if alone and held[0][0] in ("all", "any") and len(held) == 1 else asked


def _asked(key: str, held: Any) -> str:  # noqa: ANN401
    """One thing that must be so."""
    if key in LISTS:
        before, between = LISTS[key]
        return f"{before}({between.join(map(requirement, held))})"
    if key in SAYINGS.tests:
        return SAYINGS.tests[key].format(title(held))
    if key == "heroic":
        ranks = [(each, n) for each in HEROICS if (n := getattr(held, each))]
        return f"a user with {' and '.join(f'{title(each)} {compared(n)}' for each, n in ranks)}"
    if isinstance(held, cards.Place):
        return f"the place “{held.name}”" if held.name else f"a place with the keyword “{held.keyword}”"
    if key == "if":
        return f"that {said(condition(held))}"
    return _turn(held) if key == "turn" else f"the {title(key)} “{held}”"


def _turn(held: str) -> str:
    """Which Turns are meant."""
    n = held.lstrip("<>=")
    said = {">=": f"Turn {n} or later", "<=": f"Turn {n} or earlier", ">": f"a Turn after Turn {n}"}
    return said.get(held.removesuffix(n), f"a Turn before Turn {n}" if held != n else f"Turn {n}")
