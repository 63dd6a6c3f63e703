"""How a story ended for those it was about, in a sentence, for games in which no side wins by the rules."""

from collections.abc import Collection


def came_through(side: str, everybody: Collection[str], fallen: Collection[str], how: str, *, lost: bool = True) -> str:
    """Whether all of a side came through, all but some who are `how`, or nobody did; "" where nobody was there.

    Where to be so is not to be `lost`, all of them came through even then.
    """
    if not everybody:
        return ""
    if not fallen:
        return f"{side} came through: nobody is {how}."
    if len(fallen) < len(everybody):
        return f"{side} came through, but for {', '.join(fallen)}: {how}."
    return f"{side} lost: all of them are {how}." if lost else f"{side} came through, all of them {how}."
