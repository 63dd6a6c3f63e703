"""Names of the state's fields, for people: what a ruling calls what it sets.

"" goes without saying; a field that is not here is called what the state calls it.
"""

WORDS = {
    "sheet": "",
    "sn": "Second Nature, -1 for the usual third",
    "level": "how deep it goes",
    "damaged": "lost to harm",
    "excess": "harm beyond the last",
    "devotion_spent": "Devotion spent",
    "hero_points": "Hero Points",
    "here": "in the scene",
    "turns": "checks in this scene",
    "rest": "at rest",
    "kept": "from an earlier rest",
    "minutes": "minutes toward the next point",
    "mr": "Minimum Roll",
    "lasting": "lasts beyond the scene",
    "villain_points": "Villain Points",
    "hero_spent": "Hero Points spent by all",
    "scenes": "scenes so far",
    "clock": "minutes into the story",
    "made": "names given so far",
    "tree": "skills",
    "special": "beyond the sixteen",
    "ours": "of this setting",
    "shown": "what was shown last",
    "event": "",
    "data": "",
    "automatic": "automatic successes",
    "lift": "shifted by",
    "late": "from a push",
    "won": "Hero Points won on it",
}
