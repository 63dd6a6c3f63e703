"""What an option says of whoever takes it (`line`), and what stands on its button: templates with what is chosen.

They are written as the sentences of events are (`kernel/sentences.py`): "{you} [attacks|attack] {target} with {tool}." says
"You attack Ludo with Storm Coil." to whoever does it, "Juno attacks you with Storm Coil." to Ludo, and their names to all
others. What they may name: `you`, whose act it is; each parameter, as it is chosen; `tool`; what the option has in `names`;
and `dice`, how many dice or coins its pool has with what is chosen. While something that is named is not chosen, nothing is
said; what stands in <> is left out then, as it is where the option does not ask for it.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Coin
from cliffhanger.kernel.param_types import Choice, Number, Param, Pick
from cliffhanger.kernel.phrases import joined
from cliffhanger.kernel.plurals import many
from cliffhanger.kernel.pool import Pool, pool_of
from cliffhanger.kernel.sentence_cases import Cases, Reader, said
from cliffhanger.kernel.sentences import NUMBER, PEOPLE, PERSON, TEXT, Compiler
from cliffhanger.kernel.translation import SPOKEN, catalogue

NAMED = re.compile(r"{(\w+)|\[(\w+):")
OPTIONAL = re.compile(r"<[^<>]*>")
ONESELF = ""
"""The name of whoever takes an option, while nobody else reads of it."""
Kinds = tuple[tuple[str, str], ...]


def thrown(pool: Pool) -> str:
    """How many dice or coins a pool has, in English."""
    return many(pool.thrown, "coin" if of_coins(pool) else "die")


def of_coins(pool: Pool) -> bool:
    """Whether a pool is one of coins alone."""
    return all(isinstance(each, Coin) for row in pool.sources for each in row.dice)


class Wording(NamedTuple):
    """How options are told: who reads it, how a pool is counted, and the package of the game whose translation it is.

    Told to whoever takes the option it needs no name: `ONESELF` is among the reader's. To others `who` is what they call
    whoever takes it, unless the option says in `names` whose it is.
    """

    who: str = ONESELF
    reader: Reader = (ONESELF,)
    counted: Callable[[Pool], str] = thrown
    package: str = ""


PLAIN = Wording()
"""To whoever takes the option, in English."""


def line_of(option: Option, choice: Choice, wording: Wording = PLAIN) -> str:
    """What an option says of whoever takes it, with this choice; "" while something that it names is not chosen."""
    return worded(option, option.line, choice, wording)


def button_of(option: Option, choice: Choice, wording: Wording = PLAIN) -> str:
    """What stands on the button of an option, with this choice: its label where its own words lack something."""
    return worded(option, option.button, choice, wording) or option.label


def worded(option: Option, template: str, choice: Choice, wording: Wording = PLAIN) -> str:
    """A template with what is chosen; "" where there is none, or while something that it names is not chosen.

    A name that the option does not have is a `TemplateError`, as is a template that cannot be read.
    """
    if not template:
        return ""
    kinds, data = _fields(option, choice, wording)
    kinds += tuple((name, NUMBER) for name in _spare(template) if name not in data)
    cases = _compiled(template, kinds, wording.package, SPOKEN.get() if wording.package else "")
    if any(data[name] in ("", None, []) for name in _needed(template) if name in data):
        return ""
    return said(cases, str(data["you"]), data, wording.reader)


def names_in(template: str) -> set[str]:
    """All that a template names."""
    return {name for row in NAMED.findall(template) for name in row if name}


@lru_cache(1024)
def _needed(template: str) -> frozenset[str]:
    return frozenset(names_in(OPTIONAL.sub("", template)) - {"you"})


@lru_cache(2048)
def _compiled(template: str, kinds: Kinds, package: str, language: str) -> Cases:
    return Compiler("an option", dict(kinds), catalogue(package, language)).cases(template)


def _fields(option: Option, choice: Choice, wording: Wording) -> tuple[Kinds, Mapping[str, Any]]:
    """What words about an option may name: of which kind it is, and what it is with this choice."""
    kinds: dict[str, str] = {"you": PERSON, "tool": TEXT, **{name: PERSON for name, _ in option.names}}
    data: dict[str, Any] = {"tool": option.tool.label if option.tool else "", **dict(option.names)}
    data["you"] = data.get("you") or wording.who
    for p in option.params:
        kinds[p.name], data[p.name] = _of(p, choice.get(p.name))
    if option.pool or "dice" not in kinds:
        pool = pool_of(option, choice)
        kinds["dice"], data["dice"] = TEXT, wording.counted(pool) if pool else ""
    return tuple(kinds.items()), data


@lru_cache(1024)
def _spare(template: str) -> frozenset[str]:
    """What a template can do without: it stands in <> alone."""
    return frozenset(names_in(template)) - _needed(template) - {"you"}


def _of(p: Param, value: object) -> tuple[str, Any]:
    """A parameter as words name it: people or things by their names, what is rolled as one row of words."""
    if isinstance(p, Pick):
        picked = value if isinstance(value, tuple) else ()
        labels = [item.label for item in p.items if item.id in picked]
        if any(item.dice for item in p.items):
            return TEXT, joined(labels)
        return (PERSON, "".join(labels)) if p.one else (PEOPLE, labels)
    if isinstance(p, Number):
        return NUMBER, value if isinstance(value, int) else None
    return TEXT, value if isinstance(value, str) else ""
