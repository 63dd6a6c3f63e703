"""The names that amounts and conditions of Plot Twist know, such as `margin` and `opponent.status.prone`."""

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.words import HEROICS, KEYWORDS, ONE, SKILLS, TARGETS, title
from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.files.language.formulas import Formulas, Is, Known, Name, Node, Sort, Speech
from cliffhanger.kernel.files.language.templates import Who, verb


def _about(*rows: tuple[str, tuple[str, ...], str], sort: Sort = "number") -> dict[str, Known]:
    """Names of Characters: for each word of a row one, with `{}` for the word as people write it."""
    named = [(f"{key}.{word}", said.format(title(word))) for key, words, said in rows for word in words]
    return {name: Known(sort, said, whose=True) for name, said in named}


NAMES: dict[str, Known] = {
    "heroes_in_play": Known("number", "the number of Heroes in play"),
    "villains_in_play": Known("number", "the number of Villains in play"),
    "margin": Known("number", "the Margin"),
    "successes": Known("number", "the number of successes"),
    "damage": Known("number", "the damage"),
    "turn": Known("number", "the Turn number"),
    "x": Known("number", "X"),
    **_about(
        ("attr", listed(words.Attribute), "{}"),
        ("rank", HEROICS + SKILLS, "rank of {}"),
        ("counter", ("physical", "mental", "social"), "{} Stress"),
        ("counter", ("belief", "hate", "energy", "quantity"), "{}"),
        ("trauma", ("physical", "mental"), "{} Trauma"),
    ),
    "counter.mark": Known("number", "the number of marks on this card"),
    "counter.timing": Known("number", "the number of Timing counters on this card"),
    "count.bystanders_here": Known("number", "the number of Bystanders here"),
    "count.events_revealed": Known("number", "the number of Revealed Events"),
    "count.locations": Known("number", "the number of Locations in play"),
    "count.hand": Known("number", "number of cards in hand", whose=True),
    "count.cards_played": Known("number", "number of cards played in this Combat", whose=True),
    **_about(("status", listed(words.Status), "be {}"), ("keyword", KEYWORDS, "have {}"), sort="flag"),
    "attack.type": Known("word", "the attack", words=listed(words.AttackType)),
    "attack.form": Known("word", "the form of its damage", words=listed(words.Form)),
    "distance": Known("word", "the Distance", words=listed(words.Distance)),
    "phase": Known("word", "the phase", words=listed(words.Phase)),
    "kind": Known("word", "kind", whose=True, words=listed(words.Played)),
    "colour": Known("word", "Colour", whose=True, words=listed(words.Colour)),
    "card.kind": Known("word", "the kind of the card", words=listed(words.Kind)),
    "card.step": Known("word", "the step of the card", words=listed(words.Step)),
    "card.colour": Known("word", "the Colour of the card", words=listed(words.Colour)),
    "location.name": Known("word", "this place", exact=True),
    "location.keyword": Known("word", "a keyword of this place"),
}
"""Every name that amounts and conditions know. What is a Character's may have a target word before it."""
assert {f"counter.{each}" for each in listed(words.Counter)} <= NAMES.keys()

FORMULAS = Formulas(NAMES, TARGETS, ONE)
amount, condition, value, holds = FORMULAS.amount, FORMULAS.condition, FORMULAS.value, FORMULAS.holds


def said(node: Node, own: Who = TARGETS["self"]) -> str:
    """A node in words; different nodes have different ones. `own` is who is meant where no target word is."""
    names = (lambda node: _name(node, own)), (lambda node: _name(node, own, but=True))
    return Speech(*names, lambda node: _same(node, own)).said(node)


def _name(node: Name, own: Who, *, but: bool = False) -> str:
    known = NAMES[node.name]
    who = TARGETS[node.of] if node.of else own
    if known.sort == "flag":
        return _does(who, known.said, but=but)
    return f"{who.own} {known.said}" if known.whose else known.said


def _does(who: Who, said: str, *, but: bool) -> str:
    word, rest = said.split(" ", 1)
    return f"{who.said} {verb(word, many=who.many)} {'' if not but else 'not ' if word == 'be' else 'no '}{rest}"


def _same(node: Is, own: Who) -> str:
    """That a name stands for a word, or that it does not."""
    name, but = node.name.name, node.sign == "!="
    word = title(node.word) if NAMES[name].words else f"“{node.word}”"
    if name in ("kind", "colour"):
        return _does(TARGETS[node.name.of] if node.name.of else own, f"be {'a ' * (name == 'kind')}{word}", but=but)
    if name == "location.keyword":
        return f"this place {'does not have' if but else 'has'} the keyword {word.replace('_', '-')}"
    is_ = "is not" if but else "is"
    return f"the card {is_} for the {word} step" if name == "card.step" else f"{_name(node.name, own)} {is_} {word}"
