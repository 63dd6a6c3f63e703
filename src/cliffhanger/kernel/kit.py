"""All that a small game is written with, under one import: `from cliffhanger.kernel import kit`, then `kit.offer(...)`.

A game of several modules names the modules it needs instead, so that its imports say what each part of it does.
"""

from msgspec import Meta, Struct, convert

from cliffhanger.kernel.chance import Draw, Fold, Over, Rng, Roll
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.event_fields import Fields
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.figures import Figure
from cliffhanger.kernel.frames import amend, change, hide, one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.game import (
    Answer,
    Game,
    Parameter,
    PrimerCard,
    Question,
    Role,
    Seat,
    Setup,
    Term,
    Waiting,
    chairs,
)
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.introduction import glossary, primer
from cliffhanger.kernel.offers import Offer, Option, Verb, bound, offer
from cliffhanger.kernel.panels import Board, Card, Counter, Die, Group, List, Panel, Pile, Row, Track
from cliffhanger.kernel.params import Cost, Item, Number, Pick, Ready, Slot, Text, sample
from cliffhanger.kernel.rules_catalogue import house_rules

__all__ = [
    "Act",
    "Answer",
    "Board",
    "Card",
    "Cost",
    "Counter",
    "Die",
    "Draw",
    "Event",
    "Fault",
    "Fields",
    "Figure",
    "Fold",
    "Game",
    "Group",
    "Item",
    "List",
    "Meta",
    "Number",
    "Offer",
    "Option",
    "Over",
    "Panel",
    "Parameter",
    "Pick",
    "Pile",
    "PrimerCard",
    "Question",
    "Ready",
    "Rng",
    "Role",
    "Roll",
    "Row",
    "Seat",
    "Setup",
    "Slot",
    "Struct",
    "Term",
    "Text",
    "Track",
    "Verb",
    "Waiting",
    "amend",
    "bound",
    "chairs",
    "change",
    "convert",
    "glossary",
    "hide",
    "house_rules",
    "offer",
    "one",
    "pop",
    "primer",
    "push",
    "replace",
    "sample",
    "tell",
    "top",
    "turn",
]
