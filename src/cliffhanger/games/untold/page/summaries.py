"""What stands on a printed sheet beside somebody's own numbers: how to roll, and how hard things are."""

from cliffhanger.games.untold.rules.derived_ratings import DIFFICULTIES
from cliffhanger.kernel.game import Summary

SUMMARIES = (
    Summary("How to roll", ("UN-CHK-02", "UN-MR-01", "UN-DIE-02", "UN-EXR-02", "UN-SN-02", "UN-SNG-01", "UN-BON-01")),
    Summary("Afterwards", ("UN-PSH-01", "UN-MIX-01", "UN-HRO-03", "UN-HRO-04", "UN-HRO-06")),
    Summary("How hard", rows=tuple((word, str(number)) for number, (_, word) in DIFFICULTIES.items())),
)
