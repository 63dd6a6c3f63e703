"""Names of the state's fields, for people: what a ruling calls what it sets.

"" goes without saying; a field that is not here is called what the state calls it.
"""

WORDS = {
    "sheet": "",
    "stress": "Stress",
    "rating": "",
    "points": "plot points",
    "locked": "plot points that wait",
    "growth": "Growth Pool",
    "here": "in the scene",
    "stressed_out": "Stressed Out",
    "how": "how they went",
    "turns": "Contests begun in this scene",
    "passed": "who lets others begin",
    "trouble": "Trouble",
    "episode": "the number of the episode",
    "scenes": "scenes so far",
    "shown": "what was shown last",
    "event": "",
    "data": "",
}
