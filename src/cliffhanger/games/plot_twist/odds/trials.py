"""Trials of cards: a Combat of two with a card, and with a plain one of its kind in its place.

What can be tried is what somebody uses in a fight: Combat cards, Equipment, Heroes and Villains.
"""

from fractions import Fraction
from functools import cache, partial
from typing import cast

from msgspec import structs

from cliffhanger.games.plot_twist.files import cards
from cliffhanger.games.plot_twist.files.abilities import needs
from cliffhanger.games.plot_twist.files.cards import AnyCard, Card, CardFile, Person
from cliffhanger.games.plot_twist.files.collections import CardCollection, read_collection
from cliffhanger.games.plot_twist.files.tables import HERE, packaged
from cliffhanger.games.plot_twist.files.words import AttackType, Distance, Step, title
from cliffhanger.games.plot_twist.odds import distributions
from cliffhanger.games.plot_twist.rules import building, combats, costs, dispatch, facts, pools, roster, verbs
from cliffhanger.games.plot_twist.rules.book import base
from cliffhanger.games.plot_twist.rules.house import House
from cliffhanger.games.plot_twist.rules.pieces import GM, Hand
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, Context, Table, Turns
from cliffhanger.kernel.bench import Bar, Bench, Choice, Count, Position, Trial
from cliffhanger.kernel.figures import take
from cliffhanger.kernel.files.bundle import example
from cliffhanger.kernel.frames import Passing, push, replace
from cliffhanger.kernel.game import Seat

PLAYER = "player-1"
TYPES: tuple[AttackType, ...] = ("melee", "ranged", "mental", "social")
WAYS: tuple[Distance, ...] = ("ranged", "melee")
TURNS = 8
"""A fight is over after so many Turns, if nobody is out before."""
USED = (cards.Combat, cards.Equipment, Person)
RESISTED = ("physical", "mental", "social")
ENDS = 5
"""So much Stress that somebody has left is what an attack is held against."""


@cache
def _collection() -> CardCollection:
    found = read_collection("", packaged())
    assert isinstance(found, CardCollection), found
    return found


@cache
def _decks() -> dict[str, tuple[str, ...]]:
    """The Combat Deck of each Hero and each Villain, as the set-ups have them."""
    known, found = _collection(), {}
    for setup in known.setups.values():
        fights = [known.decks[each] for each in setup.decks if known.decks[each].kind == "combat"]
        for who, deck in zip((setup.villain, *setup.heroes), fights, strict=False):
            found[who] = tuple(f"{name}.{n}" for name, many in deck.cards.items() for n in range(many))
    return found


def _known(file: CardFile) -> dict[str, AnyCard]:
    """The cards of the game, and those of the file in place of any that are called the same."""
    return cast("dict[str, AnyCard]", {**_collection().cards, **{card.id: card for card in file.card}})


def _people(file: CardFile, *kinds: str) -> list[Person]:
    """Who there is of these kinds: those of the file first."""
    every = [*file.card, *(each for each in _known(file).values() if each not in file.card)]
    return [each for each in every if isinstance(each, Person) and each.kind in kinds]


def users(file: CardFile, nth: int) -> tuple[Choice, ...] | str:
    """Who can use a card in a fight; a Hero or a Villain fights for themself."""
    it = file.card[nth]
    if not isinstance(it, USED):
        return f"A card of the kind {title(it.kind)} is used beside fights: what it is worth shows at a table."
    if isinstance(it, Person):
        return (Choice(it.id, it.name),)
    able = [each for each in _people(file, "hero", "villain") if _unable(file, it, each) == ""]
    return tuple(Choice(each.id, each.name) for each in able) or "Nobody there is can use it: look at what it needs."


def _unable(file: CardFile, it: AnyCard, who: Person) -> str:
    """Why somebody cannot use a card; "" if they can, at some Distance."""
    foe = _people(file, "villain" if who.kind == "hero" else "hero")[0]
    s = _met(file, it, who.id, foe.id)
    whys = [costs.unmet(_at(s, way, "attack"), who.id, needs(it), Context(who.id, it.id)) for way in WAYS]
    return "" if "" in whys else whys[0]


def foes(file: CardFile, nth: int, who: str) -> tuple[Choice, ...]:
    """Whom somebody may fight: those of the other side."""
    hero = _known(file)[who].kind == "hero"
    found = _people(file, "villain") if hero else _people(file, "hero")
    return tuple(Choice(each.id, each.name) for each in found)


# --- positions ------------------------------------------------------------------------------------------------


def plain(it: AnyCard) -> AnyCard:
    """A card of the same kind and step that does nothing besides."""
    if isinstance(it, cards.Combat):
        nothing = {"cost": None, "requires": None, "effects": (), "when": (), "duration": None}
        return structs.replace(it, name="A plain card", colour="golden", **nothing)
    if isinstance(it, cards.Equipment):
        return structs.replace(it, weapon=None, when=())
    return structs.replace(it, keywords=(), advantages=())


def _met(file: CardFile, it: AnyCard, who: str, foe: str, *, decks: bool = False) -> Table:
    """Two who meet, one of them with the card; with `decks` each has the deck that is theirs."""
    known = {**_known(file), it.id: it}
    hero = who if known[who].kind == "hero" else foe
    seat = {who: PLAYER if who == hero else GM, foe: PLAYER if foe == hero else GM}
    piles = {seat[each]: _decks().get(each, ()) if decks else () for each in (who, foe)}
    held = {seat[who]: (f"{it.id}.tried",) if isinstance(it, cards.Combat) else ()}
    hands = tuple([Hand(each, tuple(sorted(piles[each])), held.get(each, ())) for each in (GM, PLAYER)])
    names = {who, foe, it.id, *(base(each) for pile in piles.values() for each in pile)}
    seats = (Seat(GM, "gm", "GM"), Seat(PLAYER, "player", "Player 1"))
    s = Table(seats, House(), tuple(known[each] for each in sorted(names)), (), hands)
    for each in (who, foe):
        s = building.enters(s, each, seat[each])
    s = verbs.equips(s, who, (it.id,)) if isinstance(it, cards.Equipment) else s
    return replace(s, news=(), main=foe if who == hero else who)


def _at(s: Table, distance: Distance, step: Step) -> Table:
    """The two in the middle of a Combat at this Distance; it is for the one who was there first to go on."""
    who, foe = [p.id for p in s.people]
    s = replace(s, turn=1, stack=(Turns(phase="first", round=Passing((facts.seat_of(s, who),))),))
    return push(s, Combat(who, foe, phase=step, distance=distance, round=Passing((who,), in_turns=True)))


def _used(s: Table, it: Card) -> Table:
    """A Movement or Maneuver card has been played, as far as nobody is asked anything and nothing falls."""
    s = combats.play(s, f"{it.id}.tried")
    while s.heard or not isinstance(s.stack[-1], Combat):
        after = dispatch.advance(s)
        if after is s:
            return s
        s = after
    return roster.changed(s, Combat, phase="attack", round=Passing((s.people[0].id,), in_turns=True))


def _once(file: CardFile, it: AnyCard, who: str, foe: str, way: str = "") -> Position:
    """The attack of this kind, without one the most promising, with what is tried; no act where it cannot be made.

    What a Movement card is worth hangs on where it leads, so that one has none.
    """
    combat = it if isinstance(it, cards.Combat) else None
    rides = combat is not None and combat.step == "attack"
    best, worth = Position(_met(file, it, who, foe)), (False, Fraction(-1))
    for distance in WAYS:
        if (combat and (combat.step == "movement" or combat.distance not in ("any", distance))) or (
            way == "melee" and distance == "ranged"
        ):
            continue
        s = _at(_met(file, it, who, foe), distance, combat.step if combat else "attack")
        s = _used(s, it) if combat and not rides else s
        now = dispatch.waiting(s) if isinstance(s.stack[-1], Combat) else ()
        for offer in now if isinstance(now, tuple) else ():
            for type_ in TYPES:
                if offer.key == f"attack.{type_}" and not offer.blocked and way in ("", type_):
                    ride = {"ride": (f"{it.id}.tried",)} if rides else {}
                    if (promise := _promise(s, who, foe, type_)) > worth:
                        best, worth = Position(s, take(offer, **ride)), promise
    return best


def _promise(s: Table, who: str, foe: str, type_: AttackType) -> tuple[bool, Fraction]:
    """What an attack takes on average, without a card; one that puts nobody out comes last."""
    kind = pools.ATTACKS[type_]
    coins = facts.attribute(s, who, kind.attribute) + facts.rank(s, who, kind.rank)
    against = max([facts.attribute(s, foe, one) + facts.rank(s, foe, rank) for one, rank in kind.defences])
    pool = facts.attribute(s, who, kind.damage) + pools.bonus(s, Attack(who, foe, type_))
    law = distributions.attack(coins, against, pool, pools.stopped(s, foe, kind.hits))
    return type_ != "social", law.mean()


# --- what is told ---------------------------------------------------------------------------------------------


def _lost(who: str, s: Table, now: Table) -> int:
    """How much Stress somebody has lost."""
    before, after = [sum(facts.stress(roster.person(each, who), kind) for kind in RESISTED) for each in (s, now)]
    return before - after


def _out(who: str, _s: Table, now: Table) -> int:
    return int(not roster.in_play(roster.person(now, who)))


def stage(file: CardFile, nth: int, who: str, foe: str) -> Trial:
    """Two who fight, one of them with the card, and with a plain one."""
    it = file.card[nth]
    less = plain(it)
    weapon = it.weapon if isinstance(it, cards.Equipment) else None
    way: str = (it.attack_type or "") if isinstance(it, cards.Combat) else weapon.type if weapon else ""
    once = _once(file, it, who, foe, way)
    way = once.act.key.partition(".")[2] if once.act else way
    bars = (
        Bar("hits", "It hits"),
        Bar("damage", "It takes, on average", full=2 * ENDS),
        Bar("damage", f"It takes {ENDS} or more", at_least=ENDS),
    )
    counts = (
        Count("Stress dealt", partial(_lost, foe)),
        Count("Stress taken", partial(_lost, who)),
        Count("fights won", partial(_out, foe), share=True),
    )
    fight, without = _met(file, it, who, foe, decks=True), _met(file, less, who, foe, decks=True)
    said = SAID.get(it.kind, "the same without Keywords and Advantages")
    return Trial(once, _once(file, less, who, foe, way), fight, without, bars, counts, _over, said)


SAID = {"combat": "a card of the same step that does nothing besides", "equipment": "the same without what it does"}


def _over(s: Table) -> bool:
    """A fight that nobody attends stops at a Turn, and who is not out by then has not lost it.  [PT-RUL-80]"""
    return s.turn > TURNS


BENCH = Bench(users, foes, stage, example(HERE, "bench"))
