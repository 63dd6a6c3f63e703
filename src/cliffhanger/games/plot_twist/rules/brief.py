"""What cards are, in a few words, for whoever chooses among them before the game opens: made of their data alone."""

from collections import Counter
from collections.abc import Callable, Sequence

from cliffhanger.games.plot_twist.files import cards
from cliffhanger.games.plot_twist.files.wording import deeds
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.pieces import Opening
from cliffhanger.games.plot_twist.rules.pools import ATTACKS
from cliffhanger.games.plot_twist.rules.state import Table
from cliffhanger.kernel.cache import remembered

STRONGEST, NAMED = 2, 3
"""How many attacks and defences of a Character are said, and how many cards of a deck."""
HEALTH = (("body", "Physical"), ("mind", "Mental"), ("charm", "Social"))


@remembered(lambda s, which: (id(s.cards), which), hold=True)
def character(s: Table, which: str) -> str:
    """A Character: the strongest attacks and defences in coins, Resistances, and the first Advantage.  [PT-ROLL-01, PT-RES-01]"""
    found = card(s, which)
    attacks, defences = _best(_attacks(found)), _best(_defences(found))
    said = [f"Attacks: {attacks}."] if attacks else []
    said += [f"Defends: {defences}."] if defences else []
    if isinstance(found, cards.Mook):
        return " ".join([*said, f"{found.quantity} of them."])
    health = ((3 * getattr(found.attributes, each), kind) for each, kind in HEALTH)
    said.append(f"Resistance: {', '.join(f'{n} {kind}' for n, kind in health if n)}.")
    return " ".join([*said, *deeds(found)[:1]])


def _best(pools: dict[str, int]) -> str:
    """The largest pools, each with its coins."""
    found = sorted(pools.items(), key=lambda each: -each[1])[:STRONGEST]
    return ", ".join(f"{title(kind)} {n}{' coins' * (not at)}" for at, (kind, n) in enumerate(found))


def _rank(found: cards.Character, name: str) -> int:
    return int(getattr(found.heroics, name, 0) or getattr(found.skills, name, 0))


def _attacks(found: cards.Character) -> dict[str, int]:
    """The coins of each attack that a Character can make: its Attribute and its rank."""
    return {
        name: getattr(found.attributes, kind.attribute) + rank
        for name, kind in ATTACKS.items()
        if ((rank := _rank(found, kind.rank)) or not kind.needs) and getattr(found.attributes, kind.attribute)
    }


def _defences(found: cards.Character) -> dict[str, int]:
    """The most coins that meet each attack."""
    return {
        name: max(getattr(found.attributes, own) + _rank(found, rank) for own, rank in kind.defences)
        for name, kind in ATTACKS.items()
    }


@remembered(lambda s, which: (id(s.cards), which), hold=True)
def equipment(s: Table, which: str) -> str:
    """Equipment: the weapon that it is, and the first of what it does.  [PT-EQUIP-02]"""
    found = card(s, which)
    weapon, said = found.weapon, []
    if weapon:
        does = ((weapon.trauma, "Trauma"), (weapon.stress, "Stress"))
        adds = [f"no {form}" if n == "*" else f"{n} more {form}" for n, form in does if n]
        said.append(f"{', '.join([f'{title(weapon.type)} Weapon', *adds, *['Overcharged'] * weapon.overcharged])}.")
    return " ".join([*said, *deeds(found)[:1]])


def deck(s: Table, found: Sequence[str]) -> str:
    """A deck: of a Combat Deck how many cards of each kind, else the names of the first."""
    steps = Counter(_step(each) for each in (card(s, one) for one in found) if isinstance(each, cards.Combat))
    if steps:
        return f"{', '.join(f'{n} {step}' for step, n in steps.most_common())}."
    names = tuple(dict.fromkeys(name_of(s, each) for each in found))
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}." if names else ""


def _step(found: cards.Combat) -> str:
    return f"{title(found.attack_type)} {title(found.step)}" if found.attack_type else title(found.step)


def opening(s: Table, lies: Opening) -> str:
    """What lies ready: the Villain, who works for them, and where it begins; never the Objective."""
    mooks = f" with {', '.join(name_of(s, each) for each in lies.mooks)}" if lies.mooks else ""
    place = f", at {name_of(s, lies.location)}" if lies.location else ""
    return f"{name_of(s, lies.villain)}{mooks}{place}."


BY_KIND: dict[str, Callable[[Table, str], str]] = {
    **dict.fromkeys(("hero", "villain", "mook"), character),
    "equipment": equipment,
}


def says(s: Table, which: str) -> str:
    """A card in a few words; "" for those that are chosen by their names alone."""
    told = BY_KIND.get(card(s, which).kind)
    return told(s, which) if told else ""
