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
from cliffhanger.games.plot_twist.files.tables import HERE, starter
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
SEATS = Seat(GM, "gm", "GM"), Seat(PLAYER, "player", "Player 1")
WAYS: tuple[Distance, ...] = ("ranged", "melee")
TURNS = 8
"""A fight is over after so many Turns, if nobody is out before."""
USED = (cards.Combat, cards.Equipment, Person)
ENDS = 5
"""So much Stress that somebody has left is what an attack is held against."""


@cache
def _decks() -> dict[str, tuple[str, ...]]:
    """The Combat Deck of each Hero and each Villain, as the set-ups have them."""
    known, found = starter(), {}
    for setup in known.setups.values():
        fights = [known.decks[each] for each in setup.decks if known.decks[each].kind == "combat"]
        for who, deck in zip((setup.villain, *setup.heroes), fights, strict=False):
            found[who] = tuple(f"{name}.{n}" for name, many in deck.cards.items() for n in range(many))
    return found


def _known(file: CardFile) -> dict[str, AnyCard]:
    """The cards of the game, and those of the file in place of any that are called the same."""
    return cast("dict[str, AnyCard]", {**starter().cards, **{card.id: card for card in file.card}})


def _people(file: CardFile, *kinds: str) -> list[cards.Character]:
    """Who there is of these kinds: those of the file first."""
    every = [*file.card, *(each for each in _known(file).values() if each not in file.card)]
    return [each for each in every if isinstance(each, cards.Character) and each.kind in kinds]


def users(file: CardFile, nth: int) -> tuple[Choice, ...] | str:
    """Who can use a card in a fight; a Hero or a Villain fights for themself."""
    it = file.card[nth]
    if not isinstance(it, USED):
        return f"A card of the kind {title(it.kind)} is used beside fights: what it is worth shows at a table."
    if isinstance(it, Person):
        return (Choice(it.id, it.name),)
    able = [each for each in _people(file, "hero", "villain") if _unable(file, it, each) == ""]
    return tuple(Choice(each.id, each.name) for each in able) or "Nobody there is can use it: look at what it needs."


def _unable(file: CardFile, it: AnyCard, who: cards.Character) -> str:
    """Why somebody cannot use a card; "" if they can, at some Distance."""
    s = _met(file, it, who.id, _people(file, "villain" if who.kind == "hero" else "hero")[0].id)
    whys = [costs.unmet(_at(s, way, "attack"), who.id, needs(it), Context(who.id, it.id)) for way in WAYS]
    return "" if "" in whys else whys[0]


def foes(file: CardFile, nth: int, who: str) -> tuple[Choice, ...]:
    """Whom somebody may fight: those of the other side; Mooks have a Villain beside them."""
    hero = _known(file)[who].kind == "hero"
    return tuple(Choice(each.id, each.name) for each in _people(file, *(("villain", "mook") if hero else ("hero",))))


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
    """Two who meet, one of them with the card; with `decks` each has the deck that is theirs. Mooks come with a Villain."""
    known = {**_known(file), it.id: it}
    those = (who, foe, _people(file, "villain")[0].id) if known[foe].kind == "mook" else (who, foe)
    seat = {each: PLAYER if known[each].kind == "hero" else GM for each in those}
    piles = {seat[each]: _decks().get(each, ()) if decks else () for each in those}
    held = {seat[who]: (f"{it.id}.tried",)} if isinstance(it, cards.Combat) else {}
    hands = tuple([Hand(each, tuple(sorted(piles[each])), held.get(each, ())) for each in (GM, PLAYER)])
    names = {*those, it.id, *(base(each) for pile in piles.values() for each in pile)}
    s = Table(SEATS, House(), tuple(known[each] for each in sorted(names)), (), hands)
    for each in those:
        s = building.enters(s, each, seat[each])
    s = verbs.equips(s, who, (it.id,)) if isinstance(it, cards.Equipment) else s
    return replace(s, news=(), main=those[-1] if seat[foe] == GM else who)


def _at(s: Table, distance: Distance, step: Step) -> Table:
    """The two in the middle of a Combat at this Distance; it is for the one who was there first to go on."""
    who, foe = [p.id for p in s.people[:2]]
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


def _begins(file: CardFile, it: AnyCard, who: str, foe: str) -> tuple[Distance, ...]:
    """At which Distance what is tried may begin: of a Movement card where it leads to the other one, if it does."""
    if not isinstance(it, cards.Combat) or it.step != "movement":
        return WAYS
    after = {way: roster.combat(_used(_at(_met(file, it, who, foe), way, it.step), it)) for way in WAYS}
    return tuple(way for way, f in after.items() if f and f.distance != way) or WAYS


def _once(file: CardFile, it: AnyCard, who: str, foe: str, way: str, begins: tuple[Distance, ...]) -> Position:
    """The attack of this kind, without one the most promising, with what is tried; no act where it cannot be made."""
    combat = it if isinstance(it, cards.Combat) else None
    rides = combat is not None and combat.step == "attack"
    best, worth = Position(_met(file, it, who, foe)), (False, Fraction(-1))
    for distance in begins:
        if combat and combat.distance not in ("any", distance):
            continue
        s = _at(_met(file, it, who, foe), distance, combat.step if combat else "attack")
        s = _used(s, it) if combat and not rides else s
        now = dispatch.waiting(s) if isinstance(s.stack[-1], Combat) else ()
        for offer in now if isinstance(now, tuple) else ():
            kind, _, type_ = offer.key.partition(".")
            if kind == "attack" and not offer.blocked and way in ("", type_):
                ride = {"ride": (f"{it.id}.tried",)} if rides else {}
                if (promise := _promise(s, who, foe, cast(AttackType, type_))) > worth:
                    best, worth = Position(s, take(offer, **ride)), promise
    return best


def _promise(s: Table, who: str, foe: str, type_: AttackType) -> tuple[bool, Fraction]:
    """What an attack takes on average, without a card; one that puts nobody out comes last."""
    kind = pools.ATTACKS[type_]
    coins = facts.attribute(s, who, kind.attribute) + facts.rank(s, who, kind.rank)
    against = max([facts.attribute(s, foe, one) + facts.rank(s, foe, rank) for one, rank in kind.defences])
    pool = facts.attribute(s, who, kind.damage) + pools.bonus(s, Attack(who, foe, type_))
    return type_ != "social", distributions.attack(coins, against, pool, pools.stopped(s, foe, kind.hits)).mean()


def _lost(who: str, s: Table, now: Table) -> int:
    """How much Stress somebody has lost, or how many Mooks."""
    return facts.left(s, who) - facts.left(now, who)


def _out(who: str, _s: Table, now: Table) -> int:
    return int(not roster.in_play(roster.person(now, who)))


def stage(file: CardFile, nth: int, who: str, foe: str) -> Trial:
    """Two who fight, one of them with the card, and with a plain one."""
    it, less = file.card[nth], plain(file.card[nth])
    weapon = it.weapon if isinstance(it, cards.Equipment) else None
    way: str = (it.attack_type or "") if isinstance(it, cards.Combat) else weapon.type if weapon else ""
    begins = _begins(file, it, who, foe)
    once = _once(file, it, who, foe, way, begins)
    way = once.act.key.partition(".")[2] if once.act else way
    bars = (
        Bar("hits", "It hits"),
        Bar("damage", "It takes, on average", full=2 * ENDS),
        Bar("damage", f"It takes {ENDS} or more", at_least=ENDS),
    )
    mooks = _known(file)[foe].kind == "mook"
    counts = (
        Count("Mooks fewer" if mooks else "Stress dealt", partial(_lost, foe)),
        Count("Stress taken", partial(_lost, who)),
        Count("fights won", partial(_out, foe), share=True),
    )
    fight, without = _met(file, it, who, foe, decks=True), _met(file, less, who, foe, decks=True)
    said = SAID.get(it.kind, "the same without Keywords and Advantages")
    once_less = _once(file, less, who, foe, way, begins)
    return Trial(once, once_less, fight, without, bars[:2] if mooks else bars, counts, _over, said)


SAID = {"combat": "a card of the same step that does nothing besides", "equipment": "the same without what it does"}


def _over(s: Table) -> bool:
    """A fight that nobody attends stops at a Turn, and who is not out by then has not lost it.  [PT-RUL-80]"""
    return s.turn > TURNS


BENCH = Bench(users, foes, stage, example(HERE, "bench"))
