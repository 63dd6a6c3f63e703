"""Sentences that count: what was taken from the dice or added, and whose point it was, before what came of it."""

LESS = "{successes}, less {snags} for {snags#a 1|the 1s}"
SUMS = {
    "snags automatic": f"{LESS}, {{automatic}} by points: ",
    "snags": f"{LESS}: ",
    "automatic": "{successes}, {automatic} by points: ",
    "": "",
}
"""What came of the dice where that is not what lies there: "4, less 2 for the 1s: 2 of 3"."""


def summed(words: str) -> dict[str, str]:
    """A headline that counts, with what was taken from the dice, or added, before it."""
    before, _, counted = words.partition(": ")
    return {case: f"{before}: {said}{counted}" for case, said in SUMS.items()}


def helped(words: str) -> dict[str, str]:
    """How a paragraph tells an outcome: whoever spent a point for it is named."""
    before, _, goal = words.partition(": ")
    return {"helper": f"{before}, with the help of {{helper}}: {goal}", "": words}
