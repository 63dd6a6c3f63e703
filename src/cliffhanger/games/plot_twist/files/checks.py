"""What types cannot say about cards: what goes together, what has to be said, and what a word may stand under.

A fault is a key path and what was expected there. A warning is told likewise, and stops nothing.
"""

from collections.abc import Iterable
from typing import Any

from cliffhanger.games.plot_twist.files import cards, words
from cliffhanger.games.plot_twist.files.abilities import sites
from cliffhanger.games.plot_twist.files.amounts import FORMULAS
from cliffhanger.games.plot_twist.files.effect_checks import SLOTS, about_whom, check_goal_roll, check_list, size
from cliffhanger.games.plot_twist.files.parts import Effect, Until
from cliffhanger.games.plot_twist.files.words import TRIGGERS, title
from cliffhanger.kernel.files.bundle import example
from cliffhanger.kernel.files.language.checks import Checks, Faults, fitting, together
from cliffhanger.kernel.files.language.closed_lists import listed, one_of_words
from cliffhanger.kernel.files.language.parts import fields, parts_of
from cliffhanger.kernel.files.names import Found, taken_twice
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.game import Form

MOST_EFFECTS, MOST_MOVES, MOST_ATTACKS = 60, 2, 1
NOBODY: list[set[str]] = [{"belief", "hate"}, *({"quantity", each} for each in ("belief", "hate", "energy"))]
STRANGE = {"hero": "hate", "villain": "belief"}
WHOSE = "what one Character can have: Belief is of Heroes, Hate of Villains, Quantity of Mooks"


def check_file(file: cards.CardFile) -> Found:
    """All that is wrong with the cards of a file, and names that are taken twice."""
    found = [fault for nth, card in enumerate(file.card) for fault in check_card(card, at("card", nth))]
    found += [fault for key in ("collection", "deck", "setup") for fault in INSIDE(getattr(file, key), key)]
    return found + twice((at("card", nth), card) for nth, card in enumerate(file.card))


def check_parts(body: dict[str, Any]) -> Found:
    """What is wrong with the meaning of the cards that fit, in a file where not all does."""
    placed: list[tuple[str, cards.Card]] = fitting(body, "card", cards.AnyCard)
    return [fault for path, card in placed for fault in check_card(card, path)] + twice(placed)


def twice(placed: Iterable[tuple[str, cards.Card]]) -> Found:
    """Ids, names of Characters with their personas, and names of one kind, each once.  [PT-UNIQ-01]"""
    return taken_twice(((at(path, key), it, path) for path, card in placed for key, it in identities(card).items()), {})


def identities(card: cards.Card) -> dict[str, tuple[str, ...]]:
    """What a card may share with no other, by its key."""
    who = (card.persona or "").casefold() if isinstance(card, cards.Person) else ""
    kind = "character" if isinstance(card, cards.Character) else card.kind
    return {"id": ("id", card.id), "name": ("name", kind, card.name.casefold(), who)}


def check_card(card: cards.Card, path: str = "") -> Found:
    """All that is wrong with one card."""
    found = [*INSIDE(card, path), *_card(card, path)]
    count = 0
    for site in sites(card):
        found += check_list(site.entries, at(path, *site.keys), site.context)
        count += size(site.entries) if site.context.part != "repeat" else 0
        if isinstance(site.holder, cards.Goal) and site.holder.roll:
            found += check_goal_roll(site.holder.roll, at(path, site.context.part, "roll"), site.context)
            count += size(site.holder.roll.then) + size(site.holder.roll.else_)
    if count > MOST_EFFECTS:
        found.append((path, f"at most {MOST_EFFECTS} effects on a card, not {count}; in repeat each counts each time"))
    return list(dict.fromkeys(found))


def warnings(card: cards.Card, path: str = "") -> Found:
    """What is allowed on a card and yet odd: prices that nobody could ever pay alone."""
    wrong: Found = []
    for where, cost in parts_of(cards.Cost, card, path):
        paid = {field.key for field in fields(cards.Cost) if getattr(cost, field.name)}
        most = [("move", MOST_MOVES), ("attack", MOST_ATTACKS)]
        dear = [(key, n) for key, n in most if isinstance(asked := getattr(cost, key), int) and asked > n]
        wrong += [(at(where, key), f"at most {n}: nobody ever has more") for key, n in dear]
        if (strange := STRANGE.get(card.kind)) in paid:
            wrong.append((at(where, strange), f"something else: a {title(card.kind)} has no {title(strange)}"))
        if any(each <= paid for each in NOBODY):
            wrong.append((where, WHOSE))
    return wrong


def _part(part: Any, path: str) -> Faults:  # noqa: ANN401
    """What is wrong with a part, wherever it stands."""
    if not isinstance(part, Effect | Until) and about_whom(getattr(part, "if_", None)):
        yield at(path, "if"), SLOTS["whom"]
    if isinstance(part, cards.Cost) and part == cards.Cost():
        yield path, "a price, such as { energy = 1 }"
    if isinstance(part, Until):
        yield from _moment(part, part.trigger, path)


INSIDE = Checks(FORMULAS, _part).inside
"""What is wrong with a value and all parts in it."""


def _card(card: cards.Card, path: str) -> Faults:
    """What belongs to its kind."""
    for key in ("advantages", "when"):
        for nth, ability in enumerate(getattr(card, key, ())):
            yield from _ability(ability, at(path, key, nth))
    for key in ("threat", "nullify"):
        if goal := getattr(card, key, None):
            yield from _goal(goal, at(path, key), roller=key == "threat")
    if isinstance(card, cards.Person):
        for key in ("body", "mind"):
            if getattr(card.attributes, key) < 1:
                yield at(path, "attributes", key), "at least 1: with 0 it would start Incapacitated"
    if isinstance(card, cards.Equipment) and card.weapon and card.weapon.trauma == card.weapon.stress == "*":
        yield at(path, "weapon", "stress"), 'a number: with "*" on both sides the weapon causes nothing'
    if isinstance(card, cards.Combat) and (card.step == "attack") != (card.attack_type is not None):
        known = f"one of {', '.join(listed(words.AttackType))}; it is missing"
        yield at(path, "attack_type"), known if card.step == "attack" else 'nothing here: only step = "attack" has one'
    fires = [each for each in getattr(card, "when", ()) if not isinstance(each.trigger, cards.InTurns)]
    if isinstance(card, cards.Detail) and card.duration is None and fires:
        yield at(path, "duration"), 'how long it stays, such as "turn": it has abilities under when; it is missing'


def _ability(ability: cards.Ability, path: str) -> Faults:
    trigger = ability.trigger if isinstance(ability.trigger, str) else None
    yield from _moment(ability, trigger, path)
    if ability.instead and not (trigger and TRIGGERS[trigger].instead):
        fitting = ", ".join(each for each, moment in TRIGGERS.items() if moment.instead)
        yield at(path, "instead"), f"nothing here; only {fitting} can be replaced"
    if ability.trigger and ability.cost and not ability.may:
        yield at(path, "may"), "may = true: what happens at a trigger has a price only where it may be left"
    if ability.use and ability.may:
        yield at(path, "may"), "nothing here; a use may always be left"


def _moment(part: Any, trigger: str | None, path: str) -> Faults:  # noqa: ANN401
    """Whose deed, whom it befalls and what it is about, as the trigger has them."""
    moment = TRIGGERS.get(trigger or "")
    for key, there in (("by", moment and moment.by), ("to", moment and moment.to)):
        said = getattr(part, key)
        if said and not there:
            yield at(path, key), f"nothing here; {trigger or 'it'} has no {key}"
        elif said in ("controller", "card", "whom"):
            yield at(path, key), f"who it is, such as enemy or a_hero, not {said}"
    known = moment.of if moment else ()
    if known and not part.of:
        yield at(path, "of"), f"one of {', '.join(known)}; it is missing"
    elif known and part.of not in known:
        yield at(path, "of"), one_of_words(part.of, known)
    elif part.of and not known:
        yield at(path, "of"), f"nothing here; {trigger or 'it'} needs no word"


def _goal(goal: cards.Goal, path: str, *, roller: bool) -> Faults:
    if goal.cost and not goal.by:
        yield at(path, "by"), "who may pay, such as each_hero; it is missing"
    elif goal.cost and goal.by and goal.by.startswith("each_"):
        for field in fields(cards.Cost):
            if getattr(goal.cost, field.name) == "x" or (field.key == "discard" and goal.cost.discard):
                wanted = "nothing here" if field.key == "discard" else 'a number, not "x"'
                yield at(path, "cost", field.key), f'{wanted}: several pay it together; with by = "a_hero" one does'
    yield from together(goal, path)
    if goal.roll and not roller and not goal.roll.by:
        yield at(path, "roll", "by"), "who rolls, such as a_hero; it is missing"


HERE = "cliffhanger.games.plot_twist.files"
CARDS = Form("cards", "Cards of Plot Twist", cards.CardFile, check_file, example(HERE, "cards"), partly=check_parts)
