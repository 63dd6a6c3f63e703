"""What stands on a printed sheet beside somebody's own dice: how to roll, and what it comes to."""

from cliffhanger.kernel.game import Summary

SUMMARIES = (
    Summary(
        "How to roll",
        ("SV-POOL-02", "SV-POOL-03", "SV-POOL-04", "SV-POOL-05", "SV-POOL-08", "SV-POOL-10", "SV-POOL-09"),
    ),
    Summary("How hard", ("SV-CONTEST-05", "SV-CONTEST-09", "SV-CONTEST-11", "SV-CONTEST-12", "SV-TEST-03")),
    Summary("What hurts", ("SV-STRESS-05", "SV-STRESS-06", "SV-EARN-01")),
)
