"""What stands on a printed sheet beside somebody's own numbers: how to roll, and how hard things are."""

from cliffhanger.games.blockbuster.rules.checks import EXTENDED, STANDARD
from cliffhanger.kernel.game import Summary


def _hard(word: str, whole: int) -> str:
    """The successes that a word asks for: at once, and in all for a long task."""
    once = [n for n, each in STANDARD if each == word]
    least, most = once[0], once[-1]
    single = f"{least} or more" if len(once) == 1 else f"{least} to {most}"
    return f"{single}, or {whole} in all"


SUMMARIES = (
    Summary("How to roll", ("BB-CHK-01", "BB-ROLL-02", "BB-OPP-03", "BB-SET-01", "BB-STR-04", "BB-STR-06")),
    Summary("How hard", rows=(("Easy", "no roll"), *((word, _hard(word, whole)) for whole, word in EXTENDED))),
)
