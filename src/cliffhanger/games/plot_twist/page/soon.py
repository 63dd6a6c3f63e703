"""What stands where one's own Characters will, while they are still to be chosen."""

from cliffhanger.kernel.panels import Group, Text


def _soon(name: str, says: str) -> Group:
    body = f"{says} What they can do and still take will stand here."
    return Group("me-soon", name, (Text("me-soon-says", body=body),), "own")


VILLAIN = _soon("Your Villain", "You choose the Villain and their Mooks.")
HERO = _soon("Your Hero", "Each player chooses a Hero, one after the other.")
