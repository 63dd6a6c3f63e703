"""The page that says how cards are written, docs/cards.md: made of the declarations that read and word them.

`python -m cliffhanger.games.plot_twist.files.reference docs/cards.md` writes it anew.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from cliffhanger.games.plot_twist.files import cards, words
from cliffhanger.games.plot_twist.files.abilities import abilities
from cliffhanger.games.plot_twist.files.amounts import NAMES, said
from cliffhanger.games.plot_twist.files.checks import CARDS
from cliffhanger.games.plot_twist.files.entries import WORDS, Option
from cliffhanger.games.plot_twist.files.parts import Aimed, Counted, Effect, InHand, Lasting
from cliffhanger.games.plot_twist.files.wording import sentence
from cliffhanger.games.plot_twist.files.words import DURATIONS, TARGETS, TRIGGERS
from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.files.language.formulas import Name
from cliffhanger.kernel.files.language.parts import Part, fields
from cliffhanger.kernel.files.language.reference import Reference, doc, quoted
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
    "pools": words.Pool,
    "motif (`art`)": words.Motif,
    "target": words.Target,
    "trigger": words.Trigger,
    "duration": words.Lasting,
}
ELSEWHERE = ("target", "trigger", "duration", "pools")
"""What stands in a table of its own, or is put together of two other lists."""
POOL = "an Attribute but Power, + and a Heroic or Skill"
SHAPES = Reference({POOL if name == "pools" else f"a word of the list {name}": kind for name, kind in LISTS.items()})
FILE: tuple[type[Part], ...] = (cards.CardFile, cards.Collection, cards.Deck, cards.SetUp)
PARTS = tuple(
    kind
    for kind in (*vars(cards).values(), Option)
    if isinstance(kind, type) and issubclass(kind, Part) and not issubclass(kind, (Effect, cards.Card))
    if kind not in (Part, *FILE)
)
GENERAL: tuple[type[Effect], ...] = (Effect, Aimed, Counted, InHand, Lasting)
HEAD = """# How cards of Plot Twist are written

Made from the declarations that read the cards, by `python -m cliffhanger.games.plot_twist.files.reference docs/cards.md`.

A card is a table in a TOML file. What it does stands in its abilities; a card is never obeyed by its `text`. `cliffhanger
check` reads a file and says what is wrong with it, line by line. A folder of files is one collection: one of them has the
head `[collection]`. A card is known as `collection:card`, in its own collection as `card`.
"""
EXAMPLE = """
A file that is right:

```toml
{}```
"""


def page() -> str:
    """The whole page."""
    return (
        "\n".join([HEAD, EXAMPLE.strip("\n").format(CARDS.example), *_file(), *_effects(), *_words()]).rstrip() + "\n"
    )


def _file() -> Iterator[str]:
    yield "\n## The file\n"
    for kind in FILE:
        yield from SHAPES.table(kind)
    yield "\n## Kinds of cards\n"
    yield "Every card has these fields:\n"
    yield from SHAPES.rows(cards.Card)
    yield ""
    for kind in get_args(cards.AnyCard):
        yield from SHAPES.table(kind, fields(cards.Card))
    yield "\n## Parts of cards\n"
    for kind in PARTS:
        yield from SHAPES.table(kind)


def _effects() -> Iterator[str]:
    yield "\n## Effects\n"
    yield "An entry of a list of effects is a table with one of these words. Words have these fields besides their own:\n"
    for base in GENERAL:
        yield f"- {doc(base)}"
        yield from SHAPES.rows(base, fields(base.__base__ or Part), "  ")
    for word, kind in WORDS.items():
        base = next(each for each in reversed(GENERAL) if issubclass(kind, each))
        yield f"\n### {word}\n"
        yield f"{doc(kind)} {UNDER.format(', '.join(kind.UNDER)) if kind.UNDER else ''}".rstrip()
        yield f"\nBesides: {', '.join(f'`{field.key}`' for field in fields(base) if field in fields(kind))}.\n"
        yield from () if kind.PLAIN else SHAPES.rows(kind, fields(base))
        yield f"\n```toml\neffects = [{entry(word)}]\n```\n\n> {example(word)}"


UNDER = "Only under {}."


def entry(word: str) -> str:
    """The example of a word, as an entry of a list of effects."""
    return f"{{ {word} = {WORDS[word].EXAMPLE} }}"


def example(word: str) -> str:
    """What the example of a word says on a card, under a trigger where it may stand."""
    (under, *_) = (*WORDS[word].UNDER, "on_hit")
    return sentence(abilities(read_card(f'trigger = "{under}"\neffects = [{entry(word)}]'))[0])


def read_card(ability: str) -> cards.Card:
    """An Equipment card with one ability."""
    text = f'format = 1\n[[card]]\nid = "a"\nkind = "equipment"\nname = "A"\ncolour = "red"\n[[card.when]]\n{ability}\n'
    found = read_form(CARDS, "example", text)
    assert isinstance(found, cards.CardFile), found
    card: cards.Card = found.card[0]
    return card


def _words() -> Iterator[str]:
    yield "\n## Triggers\n"
    yield "`by` says whose deed it is and `to` whom it befalls; with neither it is the deed of `self`.\n"
    yield "| trigger | moment | by | to | of |\n|---|---|---|---|---|"
    for word, moment in TRIGGERS.items():
        cells = ["yes" if there else "" for there in (moment.by, moment.to)]
        yield f"| `{word}` | {moment.means} | {' | '.join(cells)} | {', '.join(moment.of)} |"
    yield f"| `{{ in_turns = X }}` | {doc(cards.InTurns)} | | | |"
    yield "\n## Targets\n\n| word | who |\n|---|---|"
    yield from (f"| `{word}` | {who.means} |" for word, who in TARGETS.items())
    yield "\n## Durations\n\n| word | how it is said |\n|---|---|"
    yield from (f"| `{word}` | {how} |" for word, how in DURATIONS.items())
    yield "\n## Amounts and conditions\n"
    yield "An amount is a number from -99 to 99 or a text with `+ - * // min( , ) max( , )`, names and brackets. A condition"
    yield "compares amounts by `>= <= == != > <`, and joins flags and comparisons by `not and or`. Before a name of a Character"
    yield f"may stand {quoted(words.ONE)} and a dot; without it is meant `self`, within `where` whoever is asked about.\n"
    yield "| name | what it is |\n|---|---|"
    yield from (f"| `{name}` | {said(Name(name))}{_may_be(known.words)} |" for name, known in NAMES.items())
    yield "\n## Lists of words\n"
    yield from (f"- {title}: {quoted(listed(kind))}" for title, kind in LISTS.items() if title not in ELSEWHERE)


def _may_be(known: Iterable[str]) -> str:
    return f": {', '.join(known)}" if known else ""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
