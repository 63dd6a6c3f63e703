"""English numbers with their nouns, for the words of options and panels; events have rows in `sentences` instead."""

IRREGULAR = {"die": "dice", "success": "successes"}


def plural(noun: str) -> str:
    """More than one of it: `successes`, `boon dice`."""
    before, space, last = noun.rpartition(" ")
    return f"{before}{space}{IRREGULAR.get(last, f'{last}s')}"


def many(n: int, noun: str, none: int | str = "no") -> str:
    """A number with its noun: `no dice`, `1 success`, `2 boon dice`; `none` is what 0 is called."""
    return f"{n or none} {noun if n == 1 else plural(noun)}"
