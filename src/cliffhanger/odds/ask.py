"""One door to every odds question: command line, table and page all come through here.

It fills in what was not given, reads numbers from text, refuses what is out of range in one sentence with the way
out, and remembers answers. Questions, parameters and answers are plain values, so they travel between processes.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from cliffhanger.kernel.game import Answer, Parameter, Question
from cliffhanger.odds.errors import OutOfRange

Unit = Literal["chance", "mean"]
FACES = 40
"""As many dice as a roll may have that is given face by face."""
POOL = 12
"""As many dice as one of several pools may have."""


class Mean(Answer, frozen=True):
    """An answer that is a mean although its question is else answered by a chance."""


class Best(Answer, frozen=True):
    """An answer that chose the best way by itself, and says which."""

    says: str = ""


def ask(question: Question, given: Mapping[str, object]) -> Answer:
    """Answer a question exactly, from parameters by name: numbers, or text as people type it; the rest by default.

    The last 512 answers are remembered. Raises OutOfRange, in one sentence, for a parameter that the question does not
    have, for a value that it cannot take, and for what the game cannot answer.
    """
    return _answered(question.answer, **filled(question, given))


def as_data(game: str, question: Question, given: Mapping[str, int | str], answer: Answer) -> dict[str, object]:
    """An answer as plain values, for programs: every figure exact, as `p/q`."""
    data: dict[str, object] = {
        "game": game,
        "question": question.name,
        "parameters": dict(given),
        "value": _ratio(answer.value),
        "float": float(answer.value),
        "law": [[outcome, _ratio(chance)] for outcome, chance in answer.law],
        "notes": [[name, _ratio(figure)] for name, figure in answer.notes],
    }
    return data | {"says": answer.says} if isinstance(answer, Best) else data


def _ratio(figure: Fraction) -> str:
    return f"{figure.numerator}/{figure.denominator}"


@lru_cache(maxsize=512)
def _answered(answer: Callable[..., Answer], /, **given: int | str) -> Answer:
    return answer(**given)


def forget() -> None:
    """Forget all answers, to measure how long a first one takes."""
    _answered.cache_clear()


def filled(question: Question, given: Mapping[str, object]) -> dict[str, int | str]:
    """All parameters in the question's own order: those given, read and checked, and the rest by default.

    Raises OutOfRange for a name that the question does not have, and as `read` does.
    """
    values = {p.name: read(p, given[p.name]) if p.name in given else p.default for p in question.parameters}
    if not given.keys() <= values.keys():
        extra = next(name for name in given if name not in values)
        raise OutOfRange(f"{question.name} has no parameter {extra[:40]!r}: {near(extra[:40], values)}")
    return values


def read(p: Parameter, value: object) -> int | str:
    """One parameter's value, from a number or from text: a whole number, one of its words, faces or dice parted by blanks.

    Several pools of dice are parted by +. `d8` is as good as `8`.

    A house rule that is one or the other may be given as it is for a parameter with the words true and false, a number
    for one with words that are numbers.

    Raises OutOfRange, with what may be given, for a value that is not of its type or not within its range.
    """
    if type(value) is int and p.type == "int" and p.low <= value <= p.high:
        return value  # by far the commonest: whatever asks here on its own gives numbers
    if p.type == "choice":
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif type(value) is int:
            value = str(value)
        if value not in p.values:
            raise OutOfRange(f"{p.name} cannot be {str(value)[:40]!r}: give {_or(p.values)}.")
        return str(value)
    if p.type == "faces":
        return _faces(p, value)
    if p.type in ("dice", "pools"):
        return _dice(p, value)
    number = _whole(value)
    if number is None or not p.low <= number <= p.high:
        raise OutOfRange(f"{p.name} cannot be {str(value)[:40]!r}: give a whole number from {p.low} to {p.high}.")
    return number


def _faces(p: Parameter, value: object) -> str:
    """A roll as it lies, in order; commas and blanks part the faces."""
    text = str(value)
    faces = [_whole(word) for word in text.replace(",", " ").split()] if len(text) <= 4 * FACES else [None]
    if len(faces) > FACES or any(face is None or not p.low <= face <= p.high for face in faces):
        raise OutOfRange(
            f"{p.name} cannot be {text[:40]!r}: give up to {FACES} faces from {p.low} to {p.high}, as in 3,4,6."
        )
    return " ".join(map(str, faces))


def _dice(p: Parameter, value: object) -> str:
    """The sizes of a pool's dice, in order, or of several pools'; commas and blanks part them, + parts the pools."""
    text = str(value)
    if p.type == "dice":
        pools = [_sizes(text)]
        right, what, such = p.low <= len(pools[0]) <= p.high, "dice", "8,8,6"
    else:
        pools = [_sizes(part) for part in text.split("+")] if text.strip() else []
        right = p.low <= len(pools) <= p.high and all(1 <= len(pool) <= POOL for pool in pools)
        what, such = f"pools of 1 to {POOL} dice", "8,6+6,6"
    if not right or any(size not in p.values for pool in pools for size in pool):
        raise OutOfRange(
            f"{p.name} cannot be {text[:40]!r}: give {p.low} to {p.high} {what} of {_or(p.values)} sides, as in {such}."
        )
    return "+".join(" ".join(pool) for pool in pools)


def _sizes(text: str) -> list[str]:
    return [word.removeprefix("d") for word in text.lower().replace(",", " ").split()]


def _whole(value: object) -> int | None:
    """A whole number as such or in plain digits; None for anything else, and for what is too long to mean one."""
    if isinstance(value, str) and len(value) <= 9 and value.strip().lstrip("+-").isdecimal():
        try:
            return int(value)
        except ValueError:
            return None
    return value if type(value) is int else None


def named(questions: Iterable[Question], name: str) -> Question:
    """The question of this name; `-` is taken for `_`. Raises OutOfRange, with the nearest name, where there is none."""
    known = {q.name: q for q in questions}
    found = known.get(name.replace("-", "_"))
    if found is None:
        raise OutOfRange(f"There is no question {name[:40]!r}: {near(name[:40], known)}")
    return found


def near(name: str, known: Iterable[str]) -> str:
    """A way out for a name that is not known: the nearest one, or all there are."""
    names = list(known)
    if close := get_close_matches(name, names, 1):
        return f"did you mean {close[0]}?"
    return f"there are {', '.join(names)}." if names else "there are none."


def unit(question: Question, answer: Answer) -> Unit:
    """Whether the first figure of an answer is a chance or a mean."""
    return "mean" if isinstance(answer, Mean) else question.unit


def words(said: str, answer: Answer) -> str:
    """What a figure means, and what it chose where it chose by itself."""
    return f"{said} {answer.says}" if isinstance(answer, Best) else said


def _or(values: tuple[str, ...]) -> str:
    return " or ".join((", ".join(values[:-1]), values[-1])) if len(values) > 1 else "".join(values)
