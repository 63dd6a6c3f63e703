"""The set-up: who is there, with which Equipment, and the piles of each seat. What lies ready can be taken in one tap.

In this order: the GM's side; Heroes; Equipment; piles; how the game opens; offers.
"""

from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice

from cliffhanger.games.plot_twist.files.abilities import needs
from cliffhanger.games.plot_twist.files.collections import FITS, SIZES
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import brief, choices, costs, facts, roster, verbs
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Built, Hand, Ids, Lying, Opening, Person
from cliffhanger.games.plot_twist.rules.pools import ATTACKS
from cliffhanger.games.plot_twist.rules.state import Building, Context, Gear, Table, Turns
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.frames import Passing, amend, change, one, passes, pop, push, replace, speaker, tell, top, turn
from cliffhanger.kernel.offers import Kind, Lazy, Offer
from cliffhanger.kernel.params import Item, Param, Pick, ids

Pile = str


@remembered(lambda s, *kinds: (id(s.cards), kinds), hold=True)
def of_kind(s: Table, *kinds: str) -> Ids:
    """The ids of all cards of these kinds, in the order of their files."""
    return tuple(each.id for each in s.cards if each.kind in kinds)


def opening(s: Table, name: str) -> Opening:
    """What lies ready under this name, or the first of it."""
    return next((each for each in s.openings if each.id == name), s.openings[0])


def begin(s: Table) -> Table:
    """A table where nobody and nothing is chosen yet."""
    empty = tuple(Built(seat.id) for seat in s.seats)
    return push(replace(s, hands=tuple(Hand(seat.id) for seat in s.seats), stack=(Turns(),)), Building(built=empty))


# --- the GM's side --------------------------------------------------------------------------------------------


def enters(s: Table, who: str, seat: str, will: int | None = None) -> Table:
    """Somebody is put into play, with full Resistances.  [PT-RES-01, PT-ENE-01, PT-HATE-01, PT-RUL-65, PT-SETUP-02]"""
    found = card(s, who)
    if found.kind == "mook":
        made = Person(who, seat, "mook", quantity=found.quantity)
    else:
        made = whole(s, who, seat, 3 * found.attributes.power if will is None else will)
    s = replace(s, people=(*s.people, made))
    if roster.plays(s, seat) == found.name:  # whoever plays them is called so from here on
        return tell(s, "joins", found.name, "PT-SETUP-02")
    return tell(s, "enters", roster.seat_name(s, seat), "PT-SETUP-02", card=found.name)


def whole(s: Table, who: str, seat: str, will: int) -> Person:
    """A Hero or a Villain with full Resistances and Energy; without Charm they are Demoralized.  [PT-RES-01, PT-ENE-01, PT-RES-03]"""
    found = card(s, who)
    own = found.attributes
    if not own.charm:
        left = will if found.kind == "villain" else 0
        return Person(who, seat, found.kind, 3 * own.body, 3 * own.mind, will=left, statuses=("demoralized",))
    return Person(who, seat, found.kind, 3 * own.body, 3 * own.mind, 3 * own.charm, will=will, energy=3 * own.power)


def side(s: Table, villain: str, mooks: str | Ids = ()) -> Table:
    """The Main Villain, who may be armed, and any Mooks, each once.  [PT-SETUP-01, PT-RUL-73, PT-RUL-83]"""
    return geared(_sided(s, villain, mooks), villain)


def _sided(s: Table, villain: str, mooks: str | Ids) -> Table:
    s = replace(enters(s, villain, GM), main=villain)
    for each in ids(mooks):
        s = enters(s, each, GM)
    return turn(s, phase="objective")


def objective(s: Table, which: str) -> Table:
    """The Objective lies with the Main Villain, face-down.  [PT-OBJ-01, PT-SETUP-01, PT-ZONE-01]"""
    s = tell(s, "puts_down", roster.seat_name(s, GM), "PT-OBJ-01")
    return turn(replace(s, lying=(*s.lying, Lying(which, GM, s.main, up=False))), phase="place")


def place(s: Table, which: str) -> Table:
    """The first Location, face-up.  [PT-PLOT-02, PT-SETUP-01]"""
    s = tell(s, "opens_at", roster.seat_name(s, GM), "PT-PLOT-02", card=name_of(s, which))
    s = replace(s, place=which, lying=(*s.lying, Lying(which, GM)))
    return _heroes_come(s)


def _heroes_come(s: Table) -> Table:
    return turn(s, phase="heroes", round=Passing(roster.voters(s), in_turns=True))


def fits_objective(s: Table, location: str, demand: str = "") -> str:
    """Why the game cannot open at a Location: the Objective wants another one; "" if it can.  [PT-OBJ-01]"""
    held = demand or next((each.id for each in s.lying if card(s, each.id).kind == "objective"), "")
    wanted = getattr(card(s, held), "first_location", None) if held else None
    if wanted is None or wanted.means(card(s, location)):
        return ""
    return f"The Objective wants {wanted.name or title(wanted.keyword)}."


def nowhere(s: Table, demand: str) -> str:
    """Why an Objective cannot be chosen: the game could open nowhere; "" if it can.  [PT-OBJ-01]"""
    there = of_kind(s, "location")
    return "No Location is what it wants." if there and all(fits_objective(s, each, demand) for each in there) else ""


def takes_opening(s: Table, which: str) -> Table:
    """The GM's side is taken as it lies ready.  [PT-SETUP-01]"""
    ready = opening(s, which)
    s = _sided(turn(s, opening=which), ready.villain, ready.mooks)
    s = objective(s, ready.objective) if ready.objective else turn(s, phase="place")
    s = place(s, ready.location) if ready.location else _heroes_come(s)
    return _armed(s, s.main)


def starts(s: Table, which: str) -> Table:
    """All is taken as it lies ready: the game begins.  [PT-SETUP-01, PT-SETUP-02]"""
    s = takes_opening(s, which)
    for seat in roster.voters(s):
        who = next(item.id for item in heroes(s) if not item.blocked)
        s = passes(enters(s, who, seat))
    for p in roster.present(s, "hero"):
        s = _armed(s, p.id)
    s = turn(s, phase="piles")
    for each in s.seats:
        s = fill(s, each.id)
    return turn(s, phase="done")


# --- Heroes and Equipment -------------------------------------------------------------------------------------


def heroes(s: Table) -> tuple[Item, ...]:
    """The Heroes, those that lie ready first; nobody is in play twice, whatever the persona.  [PT-UNIQ-01]"""
    f: Building = top(s)
    first = opening(s, f.opening).heroes
    found = sorted(of_kind(s, "hero"), key=lambda each: first.index(each) if each in first else len(first))
    return choices.items(s, found, partial(twice, s), brief.says)


def twice(s: Table, who: str) -> str:
    """Why a Character cannot enter play: one of that name is there.  [PT-UNIQ-01]"""
    there = any(p.id == who or (roster.in_play(p) and name_of(s, p.id) == name_of(s, who)) for p in s.people)
    return "Somebody of that name is in play." if there else ""


def hero(s: Table, which: str) -> Table:
    """A player puts down a Hero.  [PT-SETUP-02]"""
    return geared(passes(enters(s, which, speaker(s))), which)


def usable(s: Table, who: str) -> Ids:
    """The Equipment that nobody has yet and that somebody could use.  [PT-EQUIP-01]"""
    held = {each for p in s.people for each in p.equipment}
    free = (each for each in of_kind(s, "equipment") if each not in held)
    return tuple(each for each in free if not costs.unmet(s, who, needs(card(s, each)), Context(who, each)))


def geared(s: Table, who: str) -> Table:
    """Whoever enters play is given Equipment, if there is some for them."""
    return push(s, Gear(who)) if usable(s, who) else s


def equips(s: Table, cards: str | Ids) -> Table:
    """Any number of Equipment, of which the first is in use.  [PT-EQUIP-01, PT-RUL-50]"""
    f: Gear = top(s)
    return verbs.equips(pop(s), f.who, ids(cards))


def _armed(s: Table, who: str) -> Table:
    """Somebody has the Equipment that lies ready for them, or the first that they may use.  [PT-EQUIP-01]"""
    lies = opening(s, top(s).opening)
    at, can = _place_of(lies, who), usable(s, who)
    found = (*(lies.equipment[at : at + 1] if at is not None else ()), *lies.equipment)
    return verbs.equips(s, who, tuple(each for each in found if each in can)[:1])


def _place_of(lies: Opening, who: str) -> int | None:
    """Which of the cast of an opening somebody is: the Villain is the first; Equipment and decks stand there in that order."""
    cast = (lies.villain, *lies.heroes)
    return cast.index(who) if who in cast else None


# --- piles ----------------------------------------------------------------------------------------------------


def piles(s: Table, seat: str) -> dict[Pile, int]:
    """The piles of a seat, and how many cards each has; players share out the Twists.  [PT-SETUP-03, PT-SETUP-05, PT-SETUP-06]"""
    wanted = {"plot": SIZES["plot"], "combat": SIZES["combat"]}
    if seat == GM:
        wanted["events"] = SIZES["events"]
    else:
        seats = roster.voters(s)
        each, more = divmod(SIZES["twists"], len(seats))
        wanted["twists"] = each + (seats.index(seat) < more)
    for pile, n in wanted.items():
        there = len(_fitting(s, pile))
        wanted[pile] = min(n, there) if single(s, pile) else n * bool(there)
    return wanted


def single(s: Table, pile: Pile) -> bool:
    """Whether a pile has each card once.  [PT-SETUP-03, PT-RUL-83]"""
    return pile == "plot" or s.house.deck_copies == "single"


def _names(s: Table, found: Ids) -> dict[str, str]:
    """One card for each name."""
    names: dict[str, str] = {}
    for each in found:
        names.setdefault(name_of(s, each), each)
    return names


@remembered(lambda s, pile: (id(s.cards), pile), hold=True)
def _fitting(s: Table, pile: Pile) -> dict[str, str]:
    """One card for each name that fits a pile."""
    return _names(s, of_kind(s, *FITS[pile]))


def left(s: Table, seat: str) -> dict[Pile, int]:
    """How many cards each pile of a seat still lacks."""
    built = one(top(s).built, seat)
    return {pile: n - len(getattr(built, pile)) for pile, n in piles(s, seat).items()}


def adds(s: Table, cards: str | Ids, seat: str, pile: Pile) -> Table:
    """Cards come into a pile; nobody else sees which, or how many."""
    f: Building = top(s)
    return amend(s, built=change(f.built, seat, **{pile: (*getattr(one(f.built, seat), pile), *ids(cards))}))


def takes_deck(s: Table, which: str, seat: str, pile: Pile) -> Table:
    """A pile is made of a ready deck, as far as it goes.  [PT-SETUP-04]"""
    deck = next(each for each in s.decks if each.name == which)
    return adds(clears(s, seat, pile), _share(s, seat, pile, deck.cards), seat, pile)


def clears(s: Table, seat: str, pile: Pile) -> Table:
    """A pile is chosen anew."""
    return amend(s, built=change(top(s).built, seat, **{pile: ()}))


def _share(s: Table, seat: str, pile: Pile, found: Ids) -> Ids:
    """What of a deck goes into the pile of a seat: of Twists its part, and each card once where that is so."""
    if single(s, pile):
        found = tuple(_names(s, found).values())
    n = piles(s, seat)[pile]
    if pile != "twists":
        return found[:n]
    before = sum(piles(s, each)["twists"] for each in roster.voters(s)[: roster.voters(s).index(seat)])
    return found[before : before + n]


def fill(s: Table, seat: str) -> Table:
    """What a seat lacks is taken from what lies ready for it, then from whatever there is.  [PT-SETUP-03, PT-SETUP-04]"""
    for pile in piles(s, seat):
        if not getattr(one(top(s).built, seat), pile):
            s = adds(s, _share(s, seat, pile, _ready(s, seat, pile)), seat, pile)
        if lacks := left(s, seat)[pile]:
            has = getattr(one(top(s).built, seat), pile)
            s = adds(s, tuple(islice(_whatever(s, seat, pile, has), lacks)), seat, pile)
    return s


def _ready(s: Table, seat: str, pile: Pile) -> Ids:
    """What lies ready for a pile of a seat: where the opening, or else another, has its Character; else what suits best."""
    first = opening(s, top(s).opening)
    if pile in ("twists", "events"):
        found: Ids = getattr(first, pile)
        return found or next((each.cards for each in s.decks if each.kind == pile), ())
    who = next((p.id for p in s.people if p.seat == seat and p.kind in ("hero", "villain")), "")
    lies = next((each for each in (first, *s.openings) if _place_of(each, who) is not None), first)
    decks = [each for name in lies.decks for each in s.decks if each.kind == pile and each.name == name]
    at = _place_of(lies, who)
    if len(decks) == 1 + len(lies.heroes):
        if at is not None:
            return decks[at].cards
        decks = [each for each in s.decks if each.kind == pile and suits(s, seat, each.cards)]
    return min(decks, key=lambda deck: sum(_useless(s, seat, each) for each in deck.cards)).cards if decks else ()


def suits(s: Table, seat: str, found: Ids) -> bool:
    """Whether a seat could use all of these cards."""
    return not any(_useless(s, seat, each) for each in found)


def _useless(s: Table, seat: str, each: str) -> bool:
    """Whether nobody of a seat could ever use a card for its kind, its demand or its attack.  [PT-CLASS-02, PT-RUL-42, PT-RUL-46]"""
    found = card(s, each)
    if found.kind in (("detail", "hero") if seat == GM else ("lair", "villain")):
        return True
    way = getattr(found, "attack_type", None)
    return found.kind in ("combat", "detail") and not any(
        not costs.beyond(s, p.id, needs(found))
        and (way is None or not ATTACKS[way].needs or facts.rank(s, p.id, ATTACKS[way].rank) > 0)
        for p in s.people
        if p.seat == seat
    )


def _whatever(s: Table, seat: str, pile: Pile, has: Ids) -> Iterator[str]:
    """Cards for a pile without end, or each once; first, or alone where that does, those that a seat could use."""
    found = sorted(of_kind(s, *FITS[pile]), key=partial(_useless, s, seat))
    if not single(s, pile):
        return cycle([each for each in found if not _useless(s, seat, each)] or found)
    names = {name_of(s, each) for each in has}
    return iter([each for each in _names(s, tuple(found)).values() if name_of(s, each) not in names])


def ready(s: Table, seat: str) -> Table:
    """A seat takes what lies ready, where it has not chosen.  [PT-SETUP-03, PT-SETUP-04]"""
    return done(fill(s, seat), seat)


def done(s: Table, seat: str) -> Table:
    """The piles of a seat are complete; those of others may not be."""
    s = tell(s, "is_ready", roster.seat_name(s, seat), "PT-SETUP-04")
    return passes(s, seat)


# --- how the game opens ---------------------------------------------------------------------------------------


def advance(s: Table, f: Building) -> Table:
    """Where there is nothing to choose it goes on by itself; when all have chosen the game opens."""
    if f.phase == "objective" and not of_kind(s, "objective"):
        return turn(s, phase="place")
    if f.phase == "place" and not of_kind(s, "location"):
        return _heroes_come(s)
    if f.phase == "heroes" and f.round.over:
        return turn(s, phase="piles", round=Passing(tuple(seat.id for seat in s.seats)))
    if f.phase == "piles" and f.round.over and f.round.order:
        return turn(s, phase="done")
    return opens(s, f) if f.phase == "done" else s


def opens(s: Table, f: Building) -> Table:
    """Each Hero loses 1 Belief and the Main Villain has as much Hate more; References lie there for all.  [PT-SETUP-07, PT-SETUP-08]"""
    paying = {p.id for p in s.people if p.kind == "hero" and p.will}
    wills = {p.id: p.will - (p.id in paying) + len(paying) * (p.id == s.main) for p in s.people}
    events = [Lying(each, GM, up=False) for each in _instances(GM, one(f.built, GM).events)]
    open_ = [Lying(each, GM) for each in of_kind(s, "reference")]
    return replace(
        tell(pop(s), "opens", "", "PT-SETUP-07", amount=len(paying)),
        people=tuple(replace(p, will=wills[p.id]) for p in s.people),
        hands=tuple(Hand(b.id, _instances(b.id, b.combat), plot=_instances(b.id, b.plot)) for b in f.built),
        lying=(*s.lying, *events, *open_),
        twists=tuple(sorted(each for b in f.built for each in _instances(b.id, b.twists))),
    )


def _instances(seat: str, found: Ids) -> Ids:
    """Cards of a pile, each by a name of its own, in an order that tells nothing."""
    return tuple(sorted(f"{each}.{seat}-{n}" for n, each in enumerate(sorted(found), 1)))


SET = partial(Kind, group="Set-up", rule="PT-SETUP-01")
START = SET("start", "Start at once", starts, first=True, says="All is taken as it lies ready.")
OPENING = SET("opening", "Take the GM's side as it lies ready", takes_opening, says="The players choose their Heroes.")
SIDE = SET("side", "Choose a Villain and Mooks", side)
OBJECTIVE = SET("objective", "Choose the Objective", objective, rule="PT-OBJ-01", first=True, private=True)
PLACE = SET("place", "Choose the first Location", place, rule="PT-PLOT-02", first=True)
HERO = SET("hero", "Choose a Hero", hero, rule="PT-SETUP-02", first=True)
EQUIP = SET("equip", "Take Equipment", equips, rule="PT-EQUIP-01", first=True)
READY = SET("ready", "Take what lies ready", ready, rule="PT-SETUP-04", first=True)
DECK = SET("deck", "Take a deck", takes_deck, rule="PT-SETUP-04", private=True)
ADD = SET("add", "Add cards", adds, rule="PT-RUL-83", private=True)
CLEAR = SET("clear", "Choose anew", clears, rule="PT-SETUP-04", private=True)
DONE = SET("done", "That is all", done, rule="PT-SETUP-04")


def offers(s: Table, f: Building) -> Iterator[Offer]:
    """What is chosen now.  [PT-SETUP-01, PT-SETUP-02]"""
    window = f"{f.number}"
    if f.phase == "side":
        lies = (Pick("which", "Set-up", tuple(Item(e.id, e.id, says=brief.opening(s, e)) for e in s.openings)),)
        mooks = _names(s, of_kind(s, "mook")).values()
        villains = choices.pick(s, "villain", "Main Villain", of_kind(s, "villain"), says=brief.says)
        yield START(GM, window, lies, ask="Who is behind it all?")
        yield OPENING(GM, window, lies)
        yield SIDE(GM, window, (*villains, *choices.pick(s, "mooks", "Mooks", mooks, 0, len(mooks), says=brief.says)))
    elif f.phase == "objective":
        asks = choices.pick(s, "which", "Objective", of_kind(s, "objective"), shut=partial(nowhere, s))
        yield OBJECTIVE(GM, window, asks, ask="What is it all for?")
    elif f.phase == "place":
        asks = choices.pick(s, "which", "Location", of_kind(s, "location"), shut=partial(fits_objective, s))
        yield PLACE(GM, window, asks, ask="Where does it begin?")
    elif f.phase == "heroes":
        for seat in f.round.may():
            yield HERO(seat, window, (Pick("which", "Hero", heroes(s)),), ask="Who are you?", awaits="Who is the Hero?")
    elif f.phase == "piles":
        for seat in f.round.may():
            yield from _piles(s, one(f.built, seat), f"{f.number}-{seat}")


@remembered(lambda s, *asked: (id(s.cards), id(s.decks), id(s.people), id(s.seats), s.house, *asked), hold=True)
def _piles(s: Table, built: Built, window: str) -> list[Offer]:
    """What a seat may do with its piles: take decks, add cards, begin anew, or take what lies ready."""
    seat, lacks = built.id, left(s, built.id)
    ask = addressed("Your Plot Hand, your deck and what else is yours.", "Hands and decks are put together.")
    found = [READY.bound(seat=seat)(seat, window, **ask)]
    for pile, n in lacks.items():
        has = getattr(built, pile)
        of_pile = [each for each in s.decks if each.kind == pile]
        fit = [each for each in of_pile if pile in ("twists", "events") or suits(s, seat, each.cards)]
        decks = tuple(Item(e.name, e.name, says=brief.deck(s, e.cards)) for e in fit or of_pile)
        ways: list[tuple[Kind, Lazy[tuple[Param, ...]]]] = [(DECK, (Pick("which", "Deck", decks),))] if decks else []
        if n and (more := _addable(s, pile, has)):
            ways.append((ADD, partial(choices.pick, s, "cards", f"{n} more", more, 1, min(n, len(more)))))
        if has:
            ways.append((CLEAR, ()))
        for kind, asks in ways:
            label = f"{title(pile)}: {str(kind.of['label']).lower()}"
            found.append(kind.bound(pile, seat=seat, pile=pile)(seat, window, asks, label=label))
    return [*found, DONE.bound(seat=seat)(seat, window, (), "Some cards are missing." if any(lacks.values()) else "")]


def _addable(s: Table, pile: Pile, has: Ids) -> Ids:
    """The cards that may come into a pile now, each once at a time."""
    if not single(s, pile):
        return of_kind(s, *FITS[pile])
    names = {name_of(s, each) for each in has}
    return tuple(each for name, each in _fitting(s, pile).items() if name not in names)


def gearing(s: Table, f: Gear) -> Iterator[Offer]:
    """The Equipment that somebody may take."""
    found = usable(s, f.who)
    asks = (Pick("cards", "Equipment", choices.items(s, found, says=brief.says), 0, len(found), start=found[:1]),)
    ask = facts.to_player(s, f.who, "What do you bring?", f"What does {name_of(s, f.who)} bring?")
    yield EQUIP.open(roster.person(s, f.who).seat, f"{f.number}", asks, **ask)
