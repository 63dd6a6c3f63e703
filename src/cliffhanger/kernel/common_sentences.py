"""Rows of sentences that games have in common: rulings, and how scenes begin and end."""

from cliffhanger.kernel.sentences import NUMBER, TEXT, VALUE, Sentence

RULING = Sentence(
    "ruling",
    {"what": TEXT, "to": VALUE, "why": TEXT, "op": TEXT},
    {
        "op=end": "[ends|end] what is under way. Why: {why}",
        "": "[rules|rule]: {what} is now {to}. Why: {why}",
    },
)
"""A ruling, as the kernel says it for games that have no row of their own."""
SCENES = (
    Sentence("scene", {"name": TEXT, "number": NUMBER}, "Scene {number}: {name}.", recap="chapter", credits="scene"),
    Sentence("scene_says", {"text": TEXT}, "{text}"),
    Sentence("scene_ends", {"name": TEXT, "why": TEXT}, {"why": "{name} is over: {why}.", "": "{name} is over."}),
)
"""How scenes begin and end, for games that have them."""
