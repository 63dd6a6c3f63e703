"""The page that says how cards are written, docs/cards.md: made of the declarations that read and word them.

`python -m cliffhanger.games.plot_twist.files.reference docs/cards.md` writes it anew.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from cliffhanger.games.plot_twist.files import cards, words
from cliffhanger.games.plot_twist.files.abilities import abilities
from cliffhanger.games.plot_twist.files.amounts import NAMES, said
from cliffhanger.games.plot_twist.files.amounts import Name as Named
from cliffhanger.games.plot_twist.files.checks import CARDS
from cliffhanger.games.plot_twist.files.entries import WORDS, Option
from cliffhanger.games.plot_twist.files.parts import Aimed, Counted, Effect, InHand, Lasting, Part, fields
from cliffhanger.games.plot_twist.files.wording import sentence
from cliffhanger.games.plot_twist.files.words import DURATIONS, TARGETS, TRIGGERS
from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.files.schema_errors import in_words

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

The card bench shows a card as you write it: start `cliffhanger serve` and open `/g/plot_twist/bench/cards`, or follow the link
beside "Files of your own" on the first page. What is wrong stands under its line, with a button where a word can be mended. Below,
the card is tried in a fight: exact figures with it and without it, one toss, and 200 fights of bots in pairs. A link made there
holds the card itself.
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
        yield from _table(kind)
    yield "\n## Kinds of cards\n"
    yield "Every card has these fields:\n"
    yield from _rows(cards.Card)
    yield ""
    for kind in get_args(cards.AnyCard):
        yield from _table(kind, fields(cards.Card))
    yield "\n## Parts of cards\n"
    for kind in PARTS:
        yield from _table(kind)


def _effects() -> Iterator[str]:
    yield "\n## Effects\n"
    yield "An entry of a list of effects is a table with one of these words. Words have these fields besides their own:\n"
    for kind in GENERAL:
        yield f"- {_doc(kind)}"
        yield from (
            f"  - {_field(kind, field.key)}" for field in fields(kind) if field not in fields(kind.__base__ or Part)
        )
    for word, kind in WORDS.items():
        base = next(each for each in reversed(GENERAL) if issubclass(kind, each))
        yield f"\n### {word}\n"
        yield f"{_doc(kind)} {UNDER.format(', '.join(kind.UNDER)) if kind.UNDER else ''}".rstrip()
        yield f"\nBesides: {', '.join(f'`{field.key}`' for field in fields(base) if field in fields(kind))}.\n"
        own = [field for field in fields(kind) if field not in fields(base)]
        yield from (f"- {_field(kind, field.key)}" for field in own if word not in ("win", "if"))
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
    yield f"| `{{ in_turns = X }}` | {_doc(cards.InTurns)} | | | |"
    yield "\n## Targets\n\n| word | who |\n|---|---|"
    yield from (f"| `{word}` | {who.means} |" for word, who in TARGETS.items())
    yield "\n## Durations\n\n| word | how it is said |\n|---|---|"
    yield from (f"| `{word}` | {how} |" for word, how in DURATIONS.items())
    yield "\n## Amounts and conditions\n"
    yield "An amount is a number from -99 to 99 or a text with `+ - * // min( , ) max( , )`, names and brackets. A condition"
    yield "compares amounts by `>= <= == != > <`, and joins flags and comparisons by `not and or`. Before a name of a Character"
    yield f"may stand {_listed(words.ONE)} and a dot; without it is meant `self`, within `where` whoever is asked about.\n"
    yield "| name | what it is |\n|---|---|"
    yield from (f"| `{name}` | {said(Named(name))}{_may_be(known.words)} |" for name, known in NAMES.items())
    yield "\n## Lists of words\n"
    yield from (f"- {title}: {_listed(_known(kind))}" for title, kind in LISTS.items() if title not in ELSEWHERE)


def _may_be(known: Iterable[str]) -> str:
    return f": {', '.join(known)}" if known else ""


def _listed(known: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in known)


def _known(kind: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The words of a list, however it is declared."""
    metadata = getattr(kind, "__metadata__", ())
    return tuple(metadata[0].extra_json_schema["enum"]) if metadata else get_args(kind)


def _doc(kind: type[Struct]) -> str:
    return " ".join((kind.__doc__ or "").partition("  [")[0].split())


def _table(kind: type[Part], without: Iterable[Any] = ()) -> Iterator[str]:
    tag = kind.__struct_config__.tag
    yield f"### {tag or kind.__name__}\n\n{_doc(kind)}\n"
    yield from _rows(kind, without)
    yield ""


def _rows(kind: type[Part], without: Iterable[Any] = ()) -> Iterator[str]:
    known = set(without)
    yield from (f"- {_field(kind, field.key)}" for field in fields(kind) if field not in known)


def _field(kind: type[Struct], key: str) -> str:
    """A field: its key, what may stand there, and whether it has to."""
    there = _schema(kind)
    usual = there["properties"][key].get("default")
    more = (
        "; required"
        if key in there["required"]
        else f"; {usual} where nothing is said"
        if usual and usual != {}
        else ""
    )
    return f"`{key}`: {_shape(there['properties'][key])}{more}"


@cache
def _schema(kind: type[Struct]) -> dict[str, Any]:
    (ref,), shapes = msgspec.json.schema_components([kind])
    found: dict[str, Any] = shapes[ref["$ref"].rpartition("/")[2]]
    return found


def _shape(there: dict[str, Any]) -> str:
    """What a schema asks for; a list of words that stands at the end of the page is named."""
    if "anyOf" in there:
        return " or ".join(_shape(each) for each in there["anyOf"] if each.get("type") != "null")
    if "$ref" in there:
        return f"a table ({there['$ref'].rpartition('/')[2]})"
    if there.get("type") == "array":
        each = _shape(there["items"])
        return (
            "effects"
            if each == "a table (Entry)"
            else "cards"
            if "discriminator" in there["items"]
            else f"a list: {each}"
        )
    for title, kind in LISTS.items():
        if sorted(there.get("enum", ())) == sorted(_known(kind)):
            return (
                "an Attribute but Power, + and a Heroic or Skill" if title == "pools" else f"a word of the list {title}"
            )
    return in_words(there, {})


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
