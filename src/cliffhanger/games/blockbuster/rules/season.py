"""A sequel is a table of its own: the file from which it opens."""

from typing import Any

from cliffhanger.games.blockbuster.files.film import content_of
from cliffhanger.games.blockbuster.files.sheets import FILM, Character, FilmFile, Story
from cliffhanger.games.blockbuster.rules.state import Movie
from cliffhanger.kernel.files.reader import write_form
from cliffhanger.kernel.game import Setup


def cast(setup: Setup, s: Movie) -> str:
    """The film with everybody's sheet as it is by now and the scenes that nobody has opened; strain stays with its table."""
    story: dict[str, Any] = {name: getattr(content_of(setup), name) for name in Story.__struct_fields__}
    story["scenes"] = tuple(card for card in s.cards if card.id not in s.opened) or s.cards
    leads, others = (tuple(p.sheet for p in s.cast if p.lead is lead) for lead in (True, False))
    people = (*(Character(sheet, "lead") for sheet in leads), *(Character(sheet, "opponent") for sheet in others))
    names: dict[str, Any] = {
        "leads": tuple(sheet.name for sheet in leads),
        "opponents": tuple(sheet.name for sheet in others),
    }
    return write_form(FILM, FilmFile(**story, **names, cast=people), "blockbuster")
