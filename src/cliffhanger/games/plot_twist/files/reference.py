"""The page that says how cards are written, docs/cards.md: reference.md with what the declarations say put into it."""

from importlib.resources import files as resources
from string import Template
from typing import Any, get_args

from cliffhanger.games.plot_twist.files import cards, words
from cliffhanger.games.plot_twist.files.abilities import abilities
from cliffhanger.games.plot_twist.files.amounts import NAMES, said
from cliffhanger.games.plot_twist.files.checks import CARDS, HERE
from cliffhanger.games.plot_twist.files.entries import EXAMPLES, WORDS, Option
from cliffhanger.games.plot_twist.files.parts import Aimed, Counted, Effect, InHand, Lasting
from cliffhanger.games.plot_twist.files.wording import sentence
from cliffhanger.kernel.files.bundle import example as example_file
from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.files.language.collections import Collection
from cliffhanger.kernel.files.language.formulas import Name
from cliffhanger.kernel.files.language.parts import Part, fields
from cliffhanger.kernel.files.language.reference import Reference, doc, quoted, rows
from cliffhanger.kernel.files.reader import read_form

LISTS: dict[str, Any] = {
    "Colour": words.Colour,
    "Keyword": words.Keyword,
    "Heroic": words.Heroic,
    "Skill": words.Skill,
    "status": words.Status,
    "counter": words.Counter,
    "zone": words.Zone,
    "rolls (`on`)": words.RollOn,
    "what may be forbidden": words.Forbidden,
    "what has a price": words.Priced,
    "motif (`art`)": words.Motif,
}
ELSEWHERE = {"target": words.Target, "trigger": words.Trigger, "duration": words.Lasting}
"""What stands in a table of its own."""
POOL = {"an Attribute but Power, + and a Heroic or Skill": words.Pool}
FILE: tuple[type[Part], ...] = (cards.CardFile, Collection, cards.Deck, cards.SetUp)
PARTS = tuple(
    kind
    for kind in (*vars(cards).values(), Option)
    if isinstance(kind, type) and issubclass(kind, Part) and not issubclass(kind, (Effect, cards.Card))
    if kind not in (Part, *FILE)
)
SHAPES = Reference(
    {**{f"a word of the list {name}": kind for name, kind in {**LISTS, **ELSEWHERE}.items()}, **POOL},
    (Effect, Aimed, Counted, InHand, Lasting),
)


def page() -> str:
    """The whole page."""
    moments = [
        (f"`{word}`", it.means, "yes" * it.by, "yes" * it.to, ", ".join(it.of)) for word, it in words.TRIGGERS.items()
    ]
    names = [
        (f"`{name}`", f"{said(Name(name))}{': ' if known.words else ''}{', '.join(known.words)}")
        for name, known in NAMES.items()
    ]
    return Template(resources(HERE).joinpath("reference.md").read_text("utf-8")).substitute(
        example=CARDS.example,
        evening=example_file(HERE, "evening"),
        file=SHAPES.tables(FILE),
        card="\n".join(SHAPES.rows(cards.Card)),
        kinds=SHAPES.tables(get_args(cards.AnyCard), fields(cards.Card)),
        parts=SHAPES.tables(PARTS),
        bases=SHAPES.bases_of_words(),
        words="\n\n".join(SHAPES.word(word, kind, EXAMPLES[word], example(word)) for word, kind in WORDS.items()),
        triggers=rows(moments),
        in_turns=doc(cards.InTurns),
        targets=rows((f"`{word}`", who.means) for word, who in words.TARGETS.items()),
        durations=rows((f"`{word}`", how) for word, how in words.DURATIONS.items()),
        one=quoted(words.ONE),
        names=rows(names),
        lists="\n".join(f"- {title}: {quoted(listed(kind))}" for title, kind in LISTS.items()),
    )


def example(word: str) -> str:
    """What the example of a word says on a card, under a trigger where it may stand."""
    (under, *_) = (*WORDS[word].UNDER, "on_hit")
    return sentence(abilities(read_card(f'trigger = "{under}"\neffects = [{EXAMPLES[word]}]'))[0])


def read_card(ability: str) -> cards.Card:
    """An Equipment card with one ability."""
    text = f'format = 1\n[[card]]\nid = "a"\nkind = "equipment"\nname = "A"\ncolour = "red"\n[[card.when]]\n{ability}\n'
    found = read_form(CARDS, "example", text)
    assert isinstance(found, cards.CardFile), found
    card: cards.Card = found.card[0]
    return card
