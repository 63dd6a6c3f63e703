"""Every event as a sentence that goes on from the name beside it: "Tess", "dares 2 holds."."""

from cliffhanger.kernel.events import Event

SENTENCES = {
    "dares": "dares {holds} of three holds.",
    "climbs": "climbs {metres} metres.",
    "slips": "slips; the rope holds. That comes to {metres} metres.",
}


def say(event: Event) -> str:
    """An event in words."""
    return SENTENCES.get(event.what, "").format(**event.data)
