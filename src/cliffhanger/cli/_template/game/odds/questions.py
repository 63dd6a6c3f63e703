"""What a program may ask: `cliffhanger odds first_climb safe holds=2`."""

from fractions import Fraction

from cliffhanger.kernel.game import Answer, Parameter, Question


def safe(holds: int) -> Answer:
    """The chance that no die shows 1; the same that a walk of the rules comes to."""
    return Answer(Fraction(5, 6) ** holds)


QUESTIONS = (Question("safe", "Does nobody slip?", (Parameter("holds", "Holds", low=1, high=3, default=2),), safe),)
