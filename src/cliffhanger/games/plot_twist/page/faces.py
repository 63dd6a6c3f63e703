"""Cards as they are shown and printed: each with all that stands on it, made of what its file says."""

from functools import lru_cache
from typing import Any

from cliffhanger.games.plot_twist.files import cards
from cliffhanger.games.plot_twist.files.wording import deeds, demand, price
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.kernel.panels import Card

LETTERS = {"white": "W", "silver": "S", "black": "Bk", "red": "R", "blue": "Bl", "green": "Gn", "golden": "Go"}
"""What stands in the band of each Colour, so that no two are alike to whoever sees no colours."""
DETAIL = "1 Belief"
"""The price of each Detail, which no file says.  [PT-BEL-04]"""


def draw(file: cards.CardFile) -> tuple[Card, ...]:
    """All cards of a file."""
    return tuple(face(card, card.id) for card in file.card)


@lru_cache(maxsize=2048)
def face(card: cards.Card, name: str) -> Card:
    """The front of a card; `name` is its id where it lies."""
    what, text = title(card.kind), deeds(card)
    corners: tuple[str, ...] = ()
    if isinstance(card, cards.Character):
        corners, text = _numbers(card.attributes), (*_abilities(card), *text)
    if isinstance(card, cards.Mook):
        corners += (f"Quantity {card.quantity}",)
    if isinstance(card, cards.Combat):
        kind = f"{title(card.attack_type)} " if card.attack_type else ""
        what = f"{kind}{title(card.step)}{f', at {title(card.distance)} Distance' if card.distance != 'any' else ''}"
    if isinstance(card, cards.Equipment) and (weapon := card.weapon):
        what = f"{title(weapon.type)} Weapon{', Overcharged' if weapon.overcharged else ''}"
        corners = ("Trauma / Stress", f"{weapon.trauma} / {weapon.stress}")
    if isinstance(card, cards.Bystander):
        corners = (f"Difficulty {card.difficulty}", f"Life {card.life}")
    if isinstance(card, cards.Location | cards.Lair):
        what = ", ".join([what, *(each.replace("-", " ") for each in card.keywords)])
    if isinstance(card, cards.Location) and card.questions:
        corners = (f"Questions +{card.questions}",)
    persona = card.persona or "" if isinstance(card, cards.Person) else ""
    band, printed = (card.colour, LETTERS[card.colour]), (demand(card), text, _cost(card), corners)
    return Card(name, card.name, *band, what, persona, *printed, art=" ".join(card.art), flavour=card.text)


def _numbers(found: Any) -> tuple[str, ...]:  # noqa: ANN401  (a Struct of whole numbers)
    return tuple(f"{title(each)} {n}" for each in found.__struct_fields__ if (n := getattr(found, each)))


def _abilities(card: cards.Character) -> tuple[str, ...]:
    """Keywords, Heroics and Skills."""
    ranks = [*_numbers(card.heroics), *_numbers(card.skills)]
    keywords = [title(each) for each in card.keywords] if isinstance(card, cards.Person) else []
    return tuple(f"{', '.join(each)}." for each in (keywords, ranks) if each)


def _cost(card: cards.Card) -> str:
    """What is paid to play a card: a Detail asks 1 Belief, Movement 1 Move where nothing is said."""
    if not isinstance(card, cards.Combat | cards.Detail):
        return ""
    silent = isinstance(card, cards.Combat) and card.step == "movement" and not (card.cost and card.cost.move)
    said = ["1 Move"] if silent else [DETAIL] if isinstance(card, cards.Detail) else []
    return ", ".join([*said, *([price(card.cost).replace(" and ", ", ")] if card.cost else [])])
