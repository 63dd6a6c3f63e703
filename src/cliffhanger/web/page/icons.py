"""The kit of icons: words drawn as pictures, for the tools of a page and for what the verbs of games do."""

from functools import lru_cache

from cliffhanger.kernel.offers import Verb
from cliffhanger.web.page.html import NOTHING, Markup

_DRAWN = {
    "undo": Markup('<path d="M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/>'),
    "pause": Markup('<path d="M9 5v14M15 5v14"/>'),
    "go": Markup('<path d="M7 4l13 8-13 8z"/>'),
    "light": Markup('<circle cx="12" cy="12" r="8"/><path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor"/>'),
    "sound": Markup('<path d="M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6"/>'),
    "help": Markup('<path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1"/>'),
    "book": Markup('<path d="M12 6v14M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1z"/>'),
    "person": Markup('<path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-5 4-6 8-6s7 1 8 6"/>'),
    "more": Markup('<path d="M5 12v.1M12 12v.1M19 12v.1"/>'),
    "door": Markup('<path d="M5 21V3h9v18M3 21h12M11 12v.1M17 12h5M20 9l3 3-3 3"/>'),
    "blade": Markup('<path d="M20 4L9 15M6 12l6 6M9 15l-5 5"/>'),
    "clash": Markup('<path d="M4 4l16 16M20 4L4 20"/>'),
    "die": Markup('<path d="M4 4h16v16H4zM9 9v.1M15 15v.1"/>'),
    "flame": Markup('<path d="M12 3c0 4 6 6 6 11a6 6 0 0 1-12 0c0-3 2-4 3-6 2 2 3-2 3-5z"/>'),
    "hand": Markup('<path d="M7 13V6m4 6V4m3 8V5m4 8V8M7 13l-3-2v4a7 7 0 0 0 14 0v-2"/>'),
    "ladder": Markup('<path d="M8 3v18M16 3v18M8 7h8M8 12h8M8 17h8"/>'),
    "moon": Markup('<path d="M19 15A8 8 0 1 1 10 4a7 7 0 0 0 9 11z"/>'),
    "mouth": Markup('<path d="M4 5h16v11h-8l-5 4v-4H4z"/>'),
    "scene": Markup('<path d="M4 10h16v10H4zM4 10V6l16-3"/>'),
    "shield": Markup('<path d="M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z"/>'),
    "star": Markup('<path d="M12 3l3 6 6 1-5 4 2 7-6-4-6 4 2-7-5-4 6-1z"/>'),
    "tool": Markup('<path d="M4 20l9-9m0 0a4 4 0 0 1 5-6l-2 3 2 2 3-2a4 4 0 0 1-8 3z"/>'),
    "turn": Markup('<path d="M4 14a8 8 0 1 0 3-8L4 9M4 4v5h5"/>'),
}


@lru_cache(32)
def icon(name: str) -> Markup:
    """Draw a tool's sign."""
    return Markup('<svg viewBox="0 0 24 24" aria-hidden="true">{drawing}</svg>').format(drawing=_DRAWN[name])


@lru_cache(1024)
def sign(verbs: tuple[Verb, ...], verb: str) -> Markup:
    """Draw what a verb does, beside its words and never in their place; nothing for a word that the kit does not know."""
    drawing = next((_DRAWN.get(each.icon, NOTHING) for each in verbs if each.id == verb), NOTHING)
    whole = Markup('<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">{drawing}</svg>')
    return whole.format(drawing=drawing) if drawing else NOTHING
