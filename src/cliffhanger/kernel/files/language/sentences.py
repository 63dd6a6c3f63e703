"""The sentences of words: the pattern of each with its fields in it, and what it says besides."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
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
    otherwise, `counted` those of which there are one or several. `who` are the words for somebody, `nobody` where none is
    said. `other` says what only this game has in a field, "" for what is said like all fields; `besides` are fields that
    many words have, in the order they are said, of which `close` follows without a comma.
    """

    amount: Callable[[int | str], str]
    condition: Callable[[str], str]
    title: Callable[[str], str]
    who: Mapping[str, Who]
    nobody: Who
    called: Mapping[str, str]
    besides: Mapping[str, Callable[[Any], str]]
    other: Callable[[Field, Any], str] = no_other
    counted: Mapping[str, str] = field(default_factory=dict)
    close: str = ""

    def of(self, effects: Iterable[Word]) -> str:
        """What effects do, one after the other."""
        return "; ".join(map(self.one, effects))

    def one(self, effect: Word) -> str:
        """The sentence of an effect; amounts that are no numbers are letters in it, and what they are is said at its end."""
        known, letters = field_of(type(effect)), dict[str, str]()
        in_line = {slot.key for slot in slots(effect.SAYS)}
        rest = [(key, getattr(effect, known[key].name)) for key in self.besides if key in known and key not in in_line]
        rest = [(key, held) for key, held in rest if held is not None]

        def slot(at: Slot) -> str:
            said = self._slot(effect, known[at.key], at, letters, alone=not rest)
            return said + _meant(letters) if _holds_others(effect) else said  # those within have letters of their own

        line = fill(effect.SAYS, slot, lambda asked: _there(effect, known, asked))
        for nth, (key, held) in enumerate(rest):
            line += f"{' ' if key == self.close and not nth else ', '}{self.besides[key](held)}"
        return line + _meant(letters)

    def somebody(self, word: str | None, slot: Slot, count: int = 1) -> str:
        """Whoever a word means, or so many of them, as a slot has it."""
        return self.who.get(word or "", self.nobody).in_slot(slot, count)

    def _slot(self, effect: Word, at: Field, slot: Slot, letters: dict[str, str], *, alone: bool) -> str:
        """What fills a slot: somebody with a verb, so many of something, other effects, or a word."""
        held, marks = getattr(effect, at.name), at.marks
        if "target" in marks:
            return self.somebody(held, slot, _several(effect) if at.key == "target" else 1)
        if slot.noun is not None:
            noun = re.sub(r"~?\$(\w+)", lambda found: self._noun(getattr(effect, found[1]), found[0][0]), slot.noun)
            return so_many(re.sub(r"Chosen (\w+)", r"\1 of choice", noun), self._number(held, letters))
        if isinstance(held, tuple):
            options = held and isinstance(held[0], Part) and not isinstance(held[0], Word)
            if options:
                return "; or ".join(self._option(each, alone=alone) for each in held)
            return self._inner(held, alone=alone)
        if "condition" in marks:
            return self.condition(held)
        if said := effect.CALLED.get(at.key, {}).get(held) or self.other(at, held):
            return said
        if "amount" in marks:
            return str(self._number(held, letters))
        return f"“{held}”" if "text" in marks and held not in self.called else self._word(str(held))

    def _number(self, held: int | str, letters: dict[str, str]) -> int | str:
        """An amount as it is said: a number, all, or a letter, of which is kept what it means."""
        if isinstance(held, int) or held == "all":
            return held
        said = self.amount(held)
        return said if len(said) == 1 else letters.setdefault(said, "NMK"[len(letters)])

    def _noun(self, word: str, sign: str) -> str:
        """What there is some of, or one or several."""
        return self.counted.get(word) or f"{sign.strip('$')}{self.title(word)}"

    def _inner(self, effects: tuple[Word, ...], *, alone: bool) -> str:
        """Effects within another one, in brackets where it would not be clear how far they go."""
        clear = alone and len(effects) == 1 and not _holds_others(effects[0])
        return self.of(effects) if clear else f"({self.of(effects)})"

    def _option(self, option: Any, *, alone: bool) -> str:  # noqa: ANN401
        """What an option does, with its label."""
        return f"{f'“{option.label}”: ' if option.label else ''}{self._inner(option.effects, alone=alone)}"

    def _word(self, word: str) -> str:
        """A word of a closed list as a card says it."""
        return self.called.get(word) or " + ".join(map(self.title, word.rpartition(".")[2].split("+")))


def _there(effect: Word, known: Mapping[str, Field], asked: str) -> bool:
    """Whether a field is said; after `=` whether it is this word, after `!` whether it is another."""
    key, word = re.split("[=!]", f"{asked}=")[:2]
    return (getattr(effect, known[key].name) == word) == ("=" in asked) if word else known[key].said(effect)


def _meant(letters: dict[str, str]) -> str:
    """What letters stand for, which is said once."""
    said = "".join(f", where {letter} is {what}" for what, letter in letters.items())
    letters.clear()
    return said


def _holds_others(effect: Word) -> bool:
    """Whether there are effects within an effect."""
    return any(isinstance(getattr(effect, each.name), tuple) for each in fields(type(effect)))


def _several(effect: Word) -> int:
    """How many an effect befalls: what it says in the field that is marked `several`."""
    return next((getattr(effect, field.name) for field in fields(type(effect)) if "several" in field.marks), 1)
