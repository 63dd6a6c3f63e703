"""Names of the state's fields, for people: what a ruling calls what it sets.

"" goes without saying; a field that is not here is called what the state calls it.
"""

WORDS = {
    "people": "",
    "physical": "Physical Stress",
    "mental": "Mental Stress",
    "social": "Social Stress",
    "physical_trauma": "Physical Trauma",
    "mental_trauma": "Mental Trauma",
    "will": "Belief or Hate",
    "energy": "Energy",
    "spent": "Energy spent this Turn",
    "bonus": "Energy on top of what may be spent",
    "perceived": "successes of Perception",
    "hacked": "successes of Hacking",
    "quantity": "Quantity",
    "quantity_spent": "Quantity spent this Turn",
    "moves": "Moves",
    "attacks": "Attack actions",
    "active": "Equipment in hand",
    "out": "out of it",
    "hides": "face-down",
    "lying": "",
    "place": "the place",
    "main": "the Main Villain",
    "turn": "the number of the Turn",
    "conflict": "the number of the Conflict",
    "initiative": "Initiative",
    "cured": "Belief Cured this Turn",
    "masterplan": "the Masterplan",
    "winner": "who has won",
    "n": "",
}
