"""The card of an evening: what stands on it, in the colours, the face and the layout of its game's skin."""

from collections.abc import Sequence

from cliffhanger.cards.art import Palette, mixed
from cliffhanger.cards.poster import Poster, document
from cliffhanger.table.recap import SOMEBODY, Part, Recap, alone
from cliffhanger.web.page.language import _
from cliffhanger.web.page.recap import one_in
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
        story=f"{told.line} {story}",
        face=skin.face,
        colours=palette(skin),
    )


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
