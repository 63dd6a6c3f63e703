"""Lines that bots say: goals that go with a skill, threats, and small turns of a story by the sea."""

from collections.abc import Mapping

Lines = Mapping[str, tuple[str, ...]]
"""What may be said of each; of all others, what stands under the empty name."""
GOALS = {
    "Athletics": ("get up to the lamp", "reach the ledge before the water", "leap the gap in the stair"),
    "Infiltration": ("follow them unseen", "get in by the cellar", "take the key from his belt"),
    "Seamanship": ("bring the boat round the rocks", "hold her off the sand", "read the swell"),
    "Fighting": ("hold the door", "drive them off the steps", "knock the lantern from his hand"),
    "Shooting": ("put out their light from here", "keep their heads down", "cut the rope with one shot"),
    "Handiwork": ("mend it in time", "make the rope fast", "wedge the gate shut"),
    "Hardiness": ("stay in the water a little longer", "carry her all the way", "walk on through the night"),
    "Riding": ("be there before the tide", "keep the pony from bolting", "cross the sand at a gallop"),
    "Cognition": ("see what is wrong with this", "remember where this was seen before", "prove him wrong"),
    "Persuasion": ("calm them down", "talk him out of it", "get a boat for half of what it costs"),
    "Awareness": ("find the way in the fog", "hear what they are planning", "see who is lying"),
    "Lore": ("recall what the old song says of it", "find the flaw in the paper", "know the hour of the tide"),
    "Healing": ("stop the bleeding", "keep him with us until morning", "bring the fever down"),
    "Command": ("get everybody off the sand", "make them stand", "have the boats out in time"),
    "Resolve": ("look at it and not look away", "keep it to oneself", "go down there all the same"),
    "Performance": ("hold the crowd until dawn", "sing louder than the Choir", "tell it so that they believe it"),
    "Lamp Craft": ("make the lamp burn on", "read what the flame shows", "light it against the wind"),
    "": ("get there first", "find another way", "put a stop to it"),
}
THREATS = {
    "Athletics": ("get away over the rocks", "drag them off the ledge"),
    "Infiltration": ("take the lamp oil unseen", "slip in among them"),
    "Seamanship": ("cut off the boat", "run them down in the shallows"),
    "Fighting": ("break through the door", "beat them back to the water"),
    "Shooting": ("pin them down", "put out the lamp from afar"),
    "Hardiness": ("wait under water until they pass", "wear them out"),
    "Awareness": ("find the hiding place", "track them down"),
    "Persuasion": ("turn the crowd", "make them doubt each other"),
    "Command": ("set the whole shore on them", "drive the crew to one more try"),
    "Lore": ("lay hands on them by the letter of the law", "call on an old bargain"),
    "Performance": ("sing them out onto the sand", "drown every word they say"),
    "": ("put out the lamp", "cut the rope", "drag them under"),
}
TALES = {
    "boon": (
        "A way on opens that nobody had seen.",
        "The tide helps, for once.",
        "They see it, and lose heart.",
        "It goes twice as fast.",
    ),
    "snag": (
        "The rope is gone.",
        "Somebody has heard it.",
        "It costs a finger's breadth of lamp oil.",
        "The old fear is back.",
    ),
    "setback": ("The way back is gone.", "It leaves a trace.", "Somebody has to be owed for it."),
    "fact": (
        "There is a second rope: it was in the boat all along.",
        "An old friend of the house has left a door unlocked.",
        "The lamp has a spare wick, hidden where only keepers look.",
        "The wreckers' boat has a plank that I loosened last night.",
    ),
    "crisis": (
        "The water comes back an hour early.",
        "A second boat comes out of the fog, with no light.",
        "The stair gives way behind them.",
        "He has known they would come, and says so.",
    ),
}
"""What a boon, a snag or a setback is, what a Hero Point makes so, and what a Villain Point brings."""


def line(rows: Lines, of: str, luck: float) -> str:
    """One of the lines there are of something; `luck` is a number from 0 up to 1, and says which."""
    lines = rows.get(of) or rows[""]
    return lines[int(luck * len(lines))]
