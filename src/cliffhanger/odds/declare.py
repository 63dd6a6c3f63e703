"""How a game writes its odds questions down: parameters in a line each, their defaults from the function that answers."""

from collections.abc import Callable
from typing import Literal

from msgspec import structs

from cliffhanger.kernel.game import Answer, Parameter, Question


def number(name: str, title: str, high: int, low: int = 0) -> Parameter:
    """A whole number."""
    return Parameter(name, title, "int", low, high)


def one_of(name: str, title: str, *values: str) -> Parameter:
    """One of some words."""
    return Parameter(name, title, "choice", values=values)


def question(
    answer: Callable[..., Answer], title: str, *rows: Parameter, unit: Literal["chance", "mean"] = "chance"
) -> Question:
    """A question is named after the function that answers it, and takes its defaults from there."""
    defaults = answer.__kwdefaults__ or {}
    parameters = tuple(structs.replace(p, default=defaults[p.name]) for p in rows)
    return Question(answer.__name__, title, parameters, answer, unit)
