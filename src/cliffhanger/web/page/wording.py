"""Options in words, in the language of the table: what one does as it grows, and what stands on its button."""

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.params import Choice
from cliffhanger.kernel.pool import Pool
from cliffhanger.kernel.sentence_cases import Reader
from cliffhanger.kernel.wording import ONESELF, Wording, line_of, of_coins, worded
from cliffhanger.web.page.language import ngettext
from cliffhanger.web.page.terms import package


def counted(pool: Pool) -> str:
    """How many dice or coins a pool has."""
    if of_coins(pool):
        return ngettext("{n} coin", "{n} coins", pool.thrown).format(n=pool.thrown)
    return ngettext("{n} die", "{n} dice", pool.thrown).format(n=pool.thrown)


def button_words(option: Option, choice: Choice) -> str:
    """What an option has for its button, with what is chosen; "" where it has nothing, or not yet."""
    return worded(option, option.button, choice, Wording(counted=counted, package=package()))


def own_line(option: Option, choice: Choice, reader: Reader = ()) -> str:
    """What whoever reads it does by an option; `reader` are the names of their own person."""
    return line_of(option, choice, Wording(ONESELF, (ONESELF, *reader), counted, package()))


def line(option: Option, choice: Choice, who: str, reader: Reader = ()) -> str:
    """What somebody else, called `who`, does by an option, as one reader is told it."""
    return line_of(option, choice, Wording(who, reader, counted, package()))
