"""Cards for Tabletop Simulator: sheets of up to 69 as one picture each, and the saved object that makes a deck of them.

A sheet is ten cards wide and seven high at most; its last place is not dealt: it shows the back, which is what others
see of a card in somebody's hand.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from cliffhanger.cards.card import HIGH, WIDE, back, front, plain
from cliffhanger.cards.deck import Printed
from cliffhanger.cards.drawing import Group, rect
from cliffhanger.cards.svg import document

ACROSS, DOWN = 10, 7
PIXELS = 4096
"""The widest picture that the game takes without making it smaller; a sheet of ten across is so wide."""
EDGE = rect(0, 0, WIDE, HIGH)
PLACED = {
    **{"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0},
    **{"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
}


class Sheet(NamedTuple):
    """A picture of many cards, or of one back: the cards on it, how they lie, and its drawing as SVG."""

    cards: tuple[Printed, ...]
    across: int
    down: int
    svg: str

    @property
    def pixels(self) -> int:
        """How wide its picture is to be."""
        return PIXELS * self.across // ACROSS


def sheets(cards: Sequence[Printed]) -> list[Sheet]:
    """The sheets of these cards, each card once; those of one game lie together, for a sheet has one back."""
    games = dict.fromkeys((each.title, each.face) for each in cards)
    found = []
    for game in games:
        own = list(dict.fromkeys(each for each in cards if (each.title, each.face) == game))
        most = ACROSS * DOWN - 1
        found += [_sheet(tuple(own[first : first + most])) for first in range(0, len(own), most)]
    return found


def _sheet(cards: tuple[Printed, ...]) -> Sheet:
    """Cards side by side, the back in the last place; the game asks for at least two rows of two."""
    across = min(ACROSS, max(2, len(cards) + 1))
    down = max(2, -(-(len(cards) + 1) // across))
    sides = [(nth, front(each.card, each.face).drawing) for nth, each in enumerate(cards)]
    sides.append((across * down - 1, back(cards[0].title, cards[0].face)))
    marks = tuple(Group((side,), ((nth % across) * WIDE, (nth // across) * HIGH), clip=EDGE) for nth, side in sides)
    return Sheet(cards, across, down, document(marks, across * WIDE, down * HIGH))


def back_of(sheet: Sheet) -> Sheet:
    """The back of a sheet's cards."""
    side = back(sheet.cards[0].title, sheet.cards[0].face)
    return Sheet((), 1, 1, document((Group((side,), clip=EDGE),), WIDE, HIGH))


def saved_object(cards: Sequence[Printed], drawn: Sequence[Sheet], faces: Sequence[str], backs: Sequence[str]) -> str:
    """The saved object: a deck of these cards in their order, or the one card. The pictures lie at `faces` and `backs`."""
    customs = {
        str(nth): {
            **{"FaceURL": faces[nth - 1], "BackURL": backs[nth - 1], "NumWidth": sheet.across, "NumHeight": sheet.down},
            **{"BackIsHidden": True, "UniqueBack": False, "Type": 0},
        }
        for nth, sheet in enumerate(drawn, 1)
    }
    places = {card: (nth, at) for nth, sheet in enumerate(drawn, 1) for at, card in enumerate(sheet.cards)}
    objects = [_card(each, *places[each], customs) for each in cards]
    if len(objects) > 1:
        deck = _object("DeckCustom", cards[0].title, "")
        deck |= {"DeckIDs": [each["CardID"] for each in objects], "CustomDeck": customs, "ContainedObjects": objects}
        objects = [deck]
    return json.dumps({"SaveName": "", "ObjectStates": objects}, indent=2, ensure_ascii=False) + "\n"


def _card(each: Printed, sheet: int, at: int, customs: dict[str, Any]) -> dict[str, Any]:
    """One card: its number is a hundred times that of its sheet, and its place there."""
    own = _object("CardCustom", each.card.name, plain(each.card))
    return own | {"CardID": sheet * 100 + at, "SidewaysCard": False, "CustomDeck": {str(sheet): customs[str(sheet)]}}


def _object(name: str, called: str, says: str) -> dict[str, Any]:
    return {
        "Name": name,
        "Transform": PLACED,
        "Nickname": called,
        "Description": says,
        "HideWhenFaceDown": True,
        "Hands": True,
    }
