"""Declaring a game's odds questions: each keyword argument of the function that answers is a parameter.

    Dice = Annotated[int, number("Dice", 40)]

    def check(*, dice: Dice = 3, kind: Annotated[Literal["plain", "opposed"], one_of("The check is")] = "plain") -> Answer:

    QUESTIONS = (question(check, "Will I make it?"),)

Arguments that several questions share may come as a group: a Struct whose fields are annotated in the same way.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, get_args

from msgspec import Struct, structs

from cliffhanger.kernel.game import Answer, Parameter, Question


def number(title: str, high: int, low: int = 0) -> Parameter:
    """A parameter that is a whole number from `low` to `high`."""
    return Parameter("", title, "int", low, high)


def one_of(title: str, *values: str) -> Parameter:
    """A parameter that is one of some words: those of the Literal it annotates, where none are given."""
    return Parameter("", title, "choice", values=values)


def faces(title: str, sides: int) -> Parameter:
    """A parameter that is a roll as it lies on the table, of dice with so many sides."""
    return Parameter("", title, "faces", 1, sides)


def dice(title: str, sizes: tuple[int, ...], high: int, low: int = 0) -> Parameter:
    """A parameter that is a pool of `low` to `high` dice of some sizes."""
    return Parameter("", title, "dice", low, high, "", tuple(map(str, sizes)))


def pools(title: str, sizes: tuple[int, ...], high: int, low: int = 0) -> Parameter:
    """A parameter that is `low` to `high` pools of dice of some sizes, each rolled on its own."""
    return Parameter("", title, "pools", low, high, "", tuple(map(str, sizes)))


def as_faces(text: str) -> tuple[int, ...]:
    """A roll, or the sizes of a pool's dice, as a question is given them: faces parted by blanks or commas."""
    return tuple(map(int, text.replace(",", " ").split()))


def as_pools(text: str) -> tuple[tuple[int, ...], ...]:
    """Several pools, as a question is given them: parted by +, none for an empty text."""
    return tuple(map(as_faces, text.split("+"))) if text else ()


def question(
    answer: Callable[..., Answer], title: str, unit: Literal["chance", "mean"] = "chance", **instead: Parameter
) -> Question:
    """A question, named after the function that answers it, with its keyword arguments as parameters, in their order.

    Each is annotated with what `number`, `one_of`, `faces`, `dice` or `pools` gives, unless `instead` has it by its
    name; its default is that of the argument. `unit` says what the first figure of an answer is. Raises KeyError for an
    argument that is not annotated.
    """
    rows = []
    for name, default in (answer.__kwdefaults__ or {}).items():
        note = answer.__annotations__[name]
        marks = instead.get(name), *getattr(note, "__metadata__", ())
        said = next((mark for mark in marks if isinstance(mark, Parameter)), None)
        if said is None:
            raise KeyError(f"{answer.__name__}: {name}")
        values = said.values or (get_args(note.__origin__) if said.type == "choice" else ())
        rows.append(structs.replace(said, name=name, default=default, values=values))
    return Question(answer.__name__, title, tuple(rows), answer, unit)


def flat(answer: Callable[..., Answer]) -> Callable[..., Answer]:
    """Let a question be asked by plain names: an argument whose default is a Struct is put together of its fields.

    The function that is made takes the fields and the whole Structs, and raises TypeError for any other keyword.
    """
    whole: dict[str, Any] = answer.__kwdefaults__ or {}
    plain: dict[str, Any] = {}
    notes: dict[str, Any] = {}
    for name, default in whole.items():
        grouped = isinstance(default, Struct)
        plain |= structs.asdict(default) if grouped else {name: default}
        notes |= type(default).__annotations__ if grouped else {name: answer.__annotations__[name]}

    @wraps(answer)
    def ask(**given: Any) -> Answer:
        if strange := given.keys() - plain.keys() - whole.keys():
            raise TypeError(f"{answer.__name__} does not ask for {', '.join(sorted(strange))}")
        parts = whole | {name: given[name] for name in whole if name in given}
        for name, part in parts.items():
            if isinstance(part, Struct):
                parts[name] = structs.replace(part, **{n: given[n] for n in part.__struct_fields__ if n in given})
        return answer(**parts)

    ask.__kwdefaults__, ask.__annotations__ = plain, notes  # type: ignore[attr-defined]
    return ask
