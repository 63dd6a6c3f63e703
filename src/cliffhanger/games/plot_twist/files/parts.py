"""What effects of cards have in common, and what brings them to an end."""

from typing import Annotated, ClassVar, Literal

from cliffhanger.games.plot_twist.files import words
from cliffhanger.kernel.files.language.parts import Cond, Part, Some, Word

Wounds = Literal[words.DamageType, words.Chosen]
Names = words.PickedName


class Until(Part, frozen=True, kw_only=True):
    """Turns, a condition or a trigger that ends something or brings it."""

    ONE_OF = ("turns", "if", "trigger")
    turns: Some | None = None
    if_: Cond | None = None
    trigger: words.Trigger | None = None
    of: str | None = None
    by: words.Target | None = None
    to: words.Target | None = None


Duration = words.Lasting | Until


class Effect(Word, frozen=True, kw_only=True):
    """What happens. `if` is tested once, when it would."""

    if_: Cond | None = None
    once: words.Often | None = None


class Aimed(Effect, frozen=True, kw_only=True):
    """What befalls somebody: `where` is tested on each who might be meant."""

    NEEDED: ClassVar[bool] = True
    target: words.Target | None = None
    where: Cond | None = None
    choose_by: words.Chooser | None = None


class Counted(Aimed, frozen=True, kw_only=True):
    """What may befall several: `count` of an `a_` word."""

    count: Annotated[Some, "several"] = 1


class InHand(Aimed, frozen=True, kw_only=True):
    """What happens to a roll, an attack or a Combat in hand; with a target only where it is that one's."""

    NEEDED = False


class Lasting(Counted, frozen=True, kw_only=True):
    """What lasts; `while` is tested whenever it would count."""

    duration: Duration | None = None
    while_: Cond | None = None
