"""Declaring a game's odds questions: parameters in a line each, their defaults from the function that answers."""

from collections.abc import Callable
from typing import Literal

from msgspec import structs

from cliffhanger.kernel.game import Answer, Parameter, Question


def number(name: str, title: str, high: int, low: int = 0) -> Parameter:
    """A parameter that is a whole number from `low` to `high`."""
    return Parameter(name, title, "int", low, high)


def one_of(name: str, title: str, *values: str) -> Parameter:
    """A parameter that is one of some words."""
    return Parameter(name, title, "choice", values=values)


def question(
    answer: Callable[..., Answer], title: str, *rows: Parameter, unit: Literal["chance", "mean"] = "chance"
) -> Question:
    """A question, named after the function that answers it; its defaults are those of the function's keyword arguments.

    `rows` are its parameters in the order in which they are asked; `unit` says what the first figure of an answer is.
    Raises KeyError for a parameter that the function does not have.
    """
    defaults = answer.__kwdefaults__ or {}
    parameters = tuple(structs.replace(p, default=defaults[p.name]) for p in rows)
    return Question(answer.__name__, title, parameters, answer, unit)
