"""Dice as they are written, and triggers: what an Asset does beyond its die, and what that costs or earns."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, defstruct

from cliffhanger.kernel.files.declaration import InFile, Written
from cliffhanger.kernel.files.names import Says, up_to

Rating = Literal[4, 6, 8, 10, 12]
RATINGS: tuple[Rating, ...] = get_args(Rating)
StressKind = Literal["afraid", "angry", "exhausted", "insecure", "injured"]
STRESSES: tuple[StressKind, ...] = get_args(StressKind)
"""The kinds of Stress."""
Level = Annotated[Literal[0, 4, 6, 8, 10, 12], Meta(description="none (0) or the size of a die: 4, 6, 8, 10 or 12")]
Does = Literal["earn", "add_die", "increase", "decrease", "recover", "text"]
Often = Literal["contest", "scene", "free"]

A_DIE, A_KIND = "a die: d4, d6, d8, d10 or d12", f"one of {', '.join(STRESSES)}"
Die = Annotated[str, Meta(pattern="^[dD](4|6|8|10|12)$", description=A_DIE)]
NO_DIE = Annotated[str, Meta(pattern="^([dD](4|6|8|10|12))?$", description=A_DIE)]


def rated(die: str, _fields: object = None) -> Any:  # noqa: ANN401
    """The rating that a die stands for: 8 for "d8"."""
    return int(die[1:] or 0)


def written_die(row: Any) -> str:  # noqa: ANN401
    """The rating of a row as it is written: "d8" for 8."""
    return f"d{row.rating}"


Rated = Annotated[Rating, InFile(Die, rated, written_die)]
"""A rating, and how it stands in a file."""


class Stress(Struct, frozen=True, gc=False, cache_hash=True):
    """How far somebody is afraid, angry, exhausted, insecure or injured."""

    id: StressKind
    rating: Level = 0


DOC = {"__doc__": "Stress that stands."}
Hurts: Any = defstruct("Hurts", [(kind, NO_DIE, "") for kind in STRESSES], bases=(Written,), frozen=True, namespace=DOC)
STRESS = InFile(
    Hurts,
    lambda hurts, _: tuple(Stress(kind, rated(die)) for kind in STRESSES if (die := getattr(hurts, kind))),
    lambda sheet: {row.id: written_die(row) for row in sheet.stress},
    default=Hurts(),
)
GROWTH = InFile(
    up_to(200, Die, title="Growth Pool, where an episode has not ended"),
    lambda dice, _: tuple(sorted(rated(die) for die in dice)),
    lambda sheet: tuple(f"d{size}" for size in sheet.growth),
    default=(),
)
Stresses = Annotated[tuple[Stress, ...], STRESS]
GrowthPool = Annotated[tuple[Rating, ...], GROWTH]


class Trigger(Struct, frozen=True, gc=False, cache_hash=True):
    """What an Asset does beyond its die: `label` says whether it earns or costs a point, `often` how often it serves.

    `n` are the points it earns, or the steps it moves a Stress Pool; `die` joins one own roll; `stress` goes down `steps`
    steps, or (0) is gone. What it does in `text`, people carry out.  [R-TRIGGER-STRESSES, R-TRIGGER-OFTEN]
    """

    does: Does
    label: Literal["earn", "spend", ""] = ""
    n: Annotated[int, Meta(ge=1, le=6)] = 1
    die: Annotated[Level, InFile(NO_DIE, rated, lambda row: f"d{row.die}" if row.die else "", default="")] = 0
    stress: Literal[StressKind, ""] = ""
    steps: Annotated[int, Meta(ge=0, le=5, title="How many steps down (0: all of it)")] = 0
    says: Annotated[str, InFile(Says)] = ""
    often: Annotated[Often, Meta(title="How often: once in each, or without bound")] = "contest"


GOES_WITH = {"n": ("earn", "increase", "decrease"), "die": ("add_die",), "stress": ("recover",), "steps": ("recover",)}
NEEDS = {"add_die": ("die", A_DIE), "recover": ("stress", A_KIND), "text": ("says", "what it does, in words")}
USUAL = Trigger("text")


def trigger_faults(trigger: Trigger) -> Iterator[tuple[str, str]]:
    """What a trigger lacks for what it does, and what has no part in it, each under its key."""
    if trigger.does == "earn" and trigger.label != "earn":
        yield "label", '"earn": it earns'
    if trigger.does != "earn" and trigger.label == "earn":
        yield "label", '"spend" or nothing: only does = "earn" earns'
    for key, does in GOES_WITH.items():
        if getattr(trigger, key) != getattr(USUAL, key) and trigger.does not in does:
            yield key, "nothing here, or does = " + " or ".join(f'"{each}"' for each in does)
    key, expected = NEEDS.get(trigger.does, ("does", ""))
    if not getattr(trigger, key):
        yield key, f"{expected}; it is missing"
