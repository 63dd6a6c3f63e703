"""The sentences of words: the pattern of each with its fields in it, and what it says besides."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cliffhanger.kernel.files.language.parts import Field, Part, Word, field_of, fields
from cliffhanger.kernel.files.language.templates import Slot, Who, fill, slots, so_many


def no_other(_field: Field, _held: object) -> str:
    """A game none of whose fields is said in a way of its own."""
    return ""


@dataclass(frozen=True)
class Sentences:
    """How one game says its words.

    `amount` and `condition` say texts of theirs, `title` a word as people write it; `called` are words that are said
    otherwise. `who` are the words for somebody, `nobody` where none is said. `other` says what only this game has in a
    field, "" for what is said like all fields; `besides` are fields that many words have, in the order they are said.
    """

    amount: Callable[[int | str], str]
    condition: Callable[[str], str]
    title: Callable[[str], str]
    who: Mapping[str, Who]
    nobody: Who
    called: Mapping[str, str]
    besides: Mapping[str, Callable[[Any], str]]
    other: Callable[[Field, Any], str] = no_other

    def of(self, effects: Iterable[Word]) -> str:
        """What effects do, one after the other."""
        return "; ".join(map(self.one, effects))

    def one(self, effect: Word) -> str:
        """The sentence of an effect."""
        known = field_of(type(effect))
        line = fill(effect.SAYS, lambda at: self._slot(effect, known[at.key], at), lambda key: known[key].said(effect))
        in_line = {slot.key for slot in slots(effect.SAYS)}
        rest = [(key, getattr(effect, known[key].name)) for key in self.besides if key in known and key not in in_line]
        return ", ".join([line, *(self.besides[key](held) for key, held in rest if held is not None)])

    def somebody(self, word: str | None, slot: Slot, count: int = 1) -> str:
        """Whoever a word means, or so many of them, as a slot has it."""
        return self.who.get(word or "", self.nobody).in_slot(slot, count)

    def _slot(self, effect: Word, field: Field, slot: Slot) -> str:
        """What fills a slot: somebody with a verb, so many of something, other effects, or a word."""
        held, marks = getattr(effect, field.name), field.marks
        if "target" in marks:
            return self.somebody(held, slot, _several(effect) if field.key == "target" else 1)
        if slot.noun is not None:
            noun = re.sub(r"\$(\w+)", lambda name: self.title(getattr(effect, name[1])), slot.noun)
            return so_many(re.sub(r"Chosen (\w+)", r"\1 of choice", noun), self._number(held))
        if isinstance(held, tuple):
            options = held and isinstance(held[0], Part) and not isinstance(held[0], Word)
            return " or ".join(f"({self._option(each)})" for each in held) if options else f"({self.of(held)})"
        if "condition" in marks:
            return self.condition(held)
        if said := effect.CALLED.get(field.key, {}).get(held) or self.other(field, held):
            return said
        if "amount" in marks:
            return str(self._number(held))
        return f"“{held}”" if "text" in marks and held not in self.called else self._word(str(held))

    def _number(self, held: int | str) -> int | str:
        """An amount as it is said: a number, all, or words."""
        return held if isinstance(held, int) or held == "all" else self.amount(held)

    def _option(self, option: Any) -> str:  # noqa: ANN401
        """What an option does, with its label."""
        return f"{f'“{option.label}”: ' if option.label else ''}{self.of(option.effects)}"

    def _word(self, word: str) -> str:
        """A word of a closed list as a card says it."""
        return self.called.get(word) or " + ".join(map(self.title, word.rpartition(".")[2].split("+")))


def _several(effect: Word) -> int:
    """How many an effect befalls: what it says in the field that is marked `several`."""
    return next((getattr(effect, field.name) for field in fields(type(effect)) if "several" in field.marks), 1)
