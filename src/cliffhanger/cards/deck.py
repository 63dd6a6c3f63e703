"""A deck: cards as somebody wants them on paper."""

from collections.abc import Iterable
from typing import NamedTuple

from cliffhanger.cards.card import back, front
from cliffhanger.cards.sheet import Page, layout, pages
from cliffhanger.kernel.panels import Card, Group, Panel

MOST_COPIES, MOST_CARDS = 20, 720


class Wish(NamedTuple):
    """How cards are to be printed: on which paper, with how much bleed in mm, with backs, and how many of each."""

    sheet: str = "a4"
    bleed: int = 0
    backs: bool = False
    copies: int = 1


class Printed(NamedTuple):
    """A card to print: its panel, and the title and the title face of its game, which are on its back."""

    card: Card
    title: str = ""
    face: str = "house"

    @property
    def too_long(self) -> bool:
        """Whether its text finds no room even where it is small."""
        return front(self.card, self.face).cut


def cards_in(panels: Iterable[Panel]) -> tuple[Card, ...]:
    """The cards among panels, however deep in groups, each as often as it is there."""
    found: list[Card] = []
    for panel in panels:
        if isinstance(panel, Card):
            found.append(panel)
        elif isinstance(panel, Group):
            found += cards_in(panel.panels)
    return tuple(found)


def laid_out(cards: Iterable[Printed], wish: Wish) -> list[Page]:
    """The pages of a deck, the copies of a card side by side."""
    whole = [each for each in cards for _ in range(wish.copies)]
    fronts = [front(each.card, each.face).drawing for each in whole]
    backs = [back(each.title, each.face) for each in whole] if wish.backs else []
    return pages(fronts, layout(wish.sheet, wish.bleed), backs)
