"""The card of an evening: what stands on it, in the colours, the face and the layout of its game's skin."""

from collections.abc import Sequence

from cliffhanger.cards.art import Palette, mixed
from cliffhanger.cards.drawing import Mark
from cliffhanger.cards.poster import Poster, document
from cliffhanger.table.recap import SOMEBODY, Part, Recap
from cliffhanger.table.scenes import alone
from cliffhanger.web.page import stills
from cliffhanger.web.page.language import _
from cliffhanger.web.page.recap import one_in
from cliffhanger.web.page.recap_story import still_of
from cliffhanger.web.page.skins import Skin


def card(told: Recap, skin: Skin) -> str:
    """The card as SVG that needs nothing else."""
    return document(poster(told, skin))


def poster(told: Recap, skin: Skin) -> Poster:
    """What stands on the card of an evening; only what everybody may read where the recap is everybody's."""
    story = " ".join(
        part
        for scene in told.scenes
        for part in (scene.name, *(alone(each.event) for each in scene.told), scene.outcome)
    )
    return Poster(
        kind=skin.recap,
        title=told.title,
        above=told.game if told.game != told.title else "",
        line=told.line,
        date=told.date,
        names=_starring(told.cast),
        cast=tuple((part.name, _player(part) or (_("a bot") if part.bot else "")) for part in told.cast),
        odds=one_in(told.night) if told.night else "",
        feat=told.head,
        label=_("The roll of the night"),
        where=_where(told),
        story=f"{told.line} {story}",
        place=_place(told, skin),
        face=skin.face,
        colours=palette(skin),
    )


def _place(told: Recap, skin: Skin) -> tuple[Mark, ...]:
    """The last place of an evening that its files describe, in the inks of its card; nothing where they describe none."""
    found = [(at, scene) for at, scene in enumerate(told.scenes, 1) if scene.place]
    if not found:
        return ()
    marks, colours = (stills.painted(still_of(*found[-1])),), palette(skin)
    if skin.recap == "book":
        ink, paper = colours.deep, colours.pale
        return stills.inked(
            marks, (ink, mixed(ink, paper, 0.25), mixed(ink, paper, 0.55), mixed(ink, paper, 0.8), paper)
        )
    return marks


def _where(told: Recap) -> str:
    """The last place of an evening that its files describe, in words."""
    found = [scene.place for scene in told.scenes if scene.place]
    return f"{found[-1].name}. {found[-1].says}" if found else ""


def _player(part: Part) -> str:
    return "" if part.player == SOMEBODY else part.player


def _starring(cast: Sequence[Part]) -> tuple[str, ...]:
    """Those who played, by name, or as whom they played; what a chair is called stars only where nobody else does."""
    there = [part for part in cast if part.player]
    named = tuple(_player(part) or part.name for part in there if _player(part) or part.name != part.role)
    return named or tuple(part.name for part in there)


def palette(skin: Skin) -> Palette:
    """The colours of a skin as a drawing has them: a book is printed by day, all else is seen by night."""
    if skin.recap == "book":
        ink, paper = skin.colour("accent", "#0b5a5e", dark=False), skin.colour("card", "#fffdf8", dark=False)
        return Palette(ink, mixed(ink, paper), paper, ink, paper, ink)
    mast = skin.colour("mast", "#0a1d22")
    pale, accent = skin.colour("on-mast", "#fdf6e6"), skin.colour("accent", "#0b5a5e", dark=False)
    glow = skin.colour("accent", "#79d0c5") if skin.recap == "guide" else skin.colour("counts", "#f0bd55")
    return Palette(mast, mixed(mast, accent, 0.3 if skin.recap == "guide" else 0.7), pale, glow, mast, pale)
