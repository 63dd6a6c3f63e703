"""What stands on a printed sheet beside somebody's own card: how coins are thrown, and what beats what."""

from cliffhanger.kernel.game import Summary

SUMMARIES = (
    Summary("How to throw", ("PT-ROLL-01", "PT-ROLL-03", "PT-ROLL-08")),
    Summary("How hard", ("PT-ROLL-04", "PT-ROLL-05", "PT-ROLL-06", "PT-ROLL-07")),
    Summary("Attacks", ("PT-ATK-M", "PT-ATK-R", "PT-ATK-P", "PT-ATK-S", "PT-ATK-04")),
    Summary("Belief", ("PT-BEL-04", "PT-BEL-05", "PT-BEL-06", "PT-BEL-07", "PT-BEL-08", "PT-BEL-09")),
)
