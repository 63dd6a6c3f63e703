"""Combats: the five steps of two who fight.  [PT-COMB-03]

In this order: how one starts; Sneak Attacks; the rounds of the steps; the end; offers.
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any, cast

from cliffhanger.games.plot_twist.files.words import Distance, Step, title
from cliffhanger.games.plot_twist.rules import attacks, choices, costs, decks, facts, hurts, roster, throws, uses, verbs
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.facts import has_status, seat_of
from cliffhanger.games.plot_twist.rules.pieces import HAND, Ids
from cliffhanger.games.plot_twist.rules.state import Combat, PlayCard, Shown, Table, Throw, Toss
from cliffhanger.games.plot_twist.rules.wording import names, said
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.events import Event, of_several
from cliffhanger.kernel.frames import Passing, acts, leaves, passes, pop, push, replace, speaker, tell, top, turn
from cliffhanger.kernel.offers import Kind, Lazy, Offer
from cliffhanger.kernel.params import Cost, Item, Param, Pick, ids

FIRST = "game:combat"
"""The mark of the first Combat: from then on nobody throws away what they drew first.  [PT-RUL-79]"""
STEPS: tuple[Step, ...] = ("movement", "maneuver", "attack")


# --- how one starts -------------------------------------------------------------------------------------------


def begin(s: Table, who: str, target: str, *, sneak: bool = False) -> Table:
    """Somebody starts a Combat; Distance is Ranged at first.  [PT-COMB-01, PT-COMB-05]"""
    s = tell(s, "combat", name_of(s, who), "PT-COMB-01", foe=name_of(s, target), sneak=int(sneak))
    had = facts.left(s, who), facts.left(s, target)
    return push(verbs.starts_with(throws.cleared(s), who, target), Combat(who, target, sneak=sneak, had=had))


def may_fight(s: Table, who: str, target: str) -> bool:
    """Whether two may fight: those of one side only if the table has it so.  [PT-RUL-63]"""
    friends = not s.house.friendly_combat and roster.somebody(s, target)
    return not friends or facts.side_of(s, target) != facts.side_of(s, who)


def fighters(s: Table, f: Combat) -> Ids:
    """Those of the two who are Characters, the one with Initiative first; among friends whoever started it.  [PT-RUL-63]"""
    both = tuple(who for who in (f.who, f.target) if roster.somebody(s, who))
    return facts.by_initiative(s, both)


def _start(s: Table, f: Combat) -> Table:
    """What comes before the Combat.  [PT-COMB-04]"""
    s = turn(s, phase="sneak") if f.sneak else _step(s, f, "movement")
    s = verbs.fire(verbs.once(s, FIRST), "on_initiate", f.who, f.target)
    return _both(s, f, "before_combat")


def _both(s: Table, f: Combat, trigger: str) -> Table:
    for who in fighters(s, f):
        s = verbs.fire(s, trigger, who, f.target if who == f.who else f.who)
    return s


# --- Sneak Attacks --------------------------------------------------------------------------------------------


def _sneak(s: Table, f: Combat) -> Table:
    """Stealth against Perception.  [PT-SNEAK-01]"""
    mine = Toss(f.who, "body", "stealth", ("sneak", "heroic.stealth"))
    other = Toss(f.target, "mind", "perception", ("perceive", "heroic.perception"))
    return throws.begin(turn(s, phase="distance"), Throw((mine, other), "opposing"))


def arrived(s: Table, f: Combat, thrown: Throw) -> Table:
    """Who loses is Surprised, nobody with equal successes; the sneaker is no longer Hidden.  [PT-SNEAK-01, PT-STAT-07]"""
    s = verbs.remove_status(s, f.who, "hidden")
    if thrown.margin:
        found = (f.who, f.target) if thrown.margin > 0 else (f.target, f.who)
        s = hurts.status(s, *found, "surprised")
    return s


def sets(s: Table, distance: Distance) -> Table:
    """The sneaker says at which Distance they are; nobody moves.  [PT-SNEAK-02]"""
    f: Combat = top(s)
    s = tell(s, "distance", name_of(s, f.who), "PT-SNEAK-02", to=title(distance))
    return _step(turn(s, distance=distance), f, "maneuver")


# --- the rounds of the steps ----------------------------------------------------------------------------------


def _step(s: Table, f: Combat, step: Step) -> Table:
    """A step begins: those who fight are asked in turns.  [PT-COMB-05, PT-COMB-07, PT-COMB-08]"""
    return turn(s, phase=step, round=Passing(fighters(s, f), in_turns=True))


def able(s: Table, f: Combat, who: str) -> bool:
    """Whether somebody visibly might do something in this step; its cards take a Move in the first one.  [PT-RUL-51]"""
    if not roster.in_play(roster.person(s, who)):
        return False
    if f.phase == "attack":
        return bool(roster.person(s, who).attacks or verbs.attack_price(s, who)) and not attacks.unable(s, who)
    held = bool(roster.hand(s, seat_of(s, who)).hand)
    if f.phase == "movement":
        least = costs.altered(s, who, {"move": 1}, "card.movement", "card.combat")
        held = (held and not costs.immobile(s, who) and not costs.short(s, who, least)) or may_walk(s, f, who)
    return held or any(True for _ in uses.usable(s, roster.person(s, who), (f.phase,)))


def unplayable(s: Table, f: Combat, who: str, instance: str) -> str:
    """Why a Movement or Maneuver card cannot be played now; "" if it can.  [PT-COMB-05, PT-COMB-07]"""
    step = card(s, instance).step
    return f"It is for the {title(step)} step." if step != f.phase else costs.unplayable(s, who, instance)


def play(s: Table, ride: str, x: int = 0) -> Table:
    """A Movement or Maneuver card is paid and shown.  [PT-RUL-51, PT-ACT-04]"""
    who = speaker(s)
    found, x = card(s, ride), min(x, costs.most_x(s, who, card(s, ride)))
    s = costs.pay(acts(s, who), who, costs.priced(s, who, found, found.cost, x))
    s = decks.leaves_hand(s, seat_of(s, who), ride)
    return costs.throws_away(push(throws.cleared(s), PlayCard(who, ride, x=x)), who, found.cost, ride)


def walks(s: Table) -> Table:
    """One step for a Move action, if the table has it so.  [PT-RUL-31]"""
    who, to = speaker(s), near_or_far(top(s))
    return brings(verbs.actions(acts(s, who), who, "move", -1), who, to)


def near_or_far(f: Combat) -> Distance:
    """The other Distance."""
    return "ranged" if f.distance == "melee" else "melee"


def brings(s: Table, who: str, to: Distance) -> Table:
    """The Distance changes, and all may speak again.  [PT-COMB-05]"""
    fight = roster.combat(s)
    assert fight
    s = tell(s, "distance", name_of(s, who), "PT-COMB-05", to=to.capitalize())
    return roster.changed(s, Combat, distance=to, round=fight.round.returns())


def may_set(s: Table, who: str, to: str) -> bool:
    """Whether somebody can bring a Combat to this Distance.  [PT-STAT-06, PT-RUL-30]"""
    return to != "melee" or has_status(s, who, "flying") or not has_status(s, roster.opponent(s, who), "flying")


def may_walk(s: Table, f: Combat, who: str) -> bool:
    """Whether somebody can move without a card.  [PT-RUL-31]"""
    able = s.house.basic_move and roster.person(s, who).moves and not costs.immobile(s, who)
    return bool(able) and may_set(s, who, near_or_far(f))


def _goes_on(s: Table, f: Combat) -> Table:
    """Who can do nothing passes; when all have passed the next step begins."""
    step = cast(Step, f.phase)
    speaks = () if step in f.left_out else f.round.may()
    if speaks:
        return s if able(s, f, speaks[0]) else passes(s)
    at = STEPS.index(step) + 1
    return _step(s, f, STEPS[at]) if at < len(STEPS) else _end(s, f)


# --- the end --------------------------------------------------------------------------------------------------


def _end(s: Table, f: Combat) -> Table:
    """The End of Combat: what is due then, before cards are thrown away.  [PT-COMB-09]"""
    seats = tuple(dict.fromkeys(seat_of(s, who) for who in fighters(s, f)))
    return _both(turn(s, phase="redraw", round=Passing(seats, in_turns=True)), f, "end_of_combat")


def redraw(s: Table, cards: str | Ids) -> Table:
    """Any cards are thrown away, and then there are 3 again.  [PT-DECK-03]"""
    seat = speaker(s)
    return decks.due(decks.discard(passes(s), seat, ids(cards)), seat, HAND)


def _over(s: Table, f: Combat) -> Table:
    """The coins are taken up; that it is over, and what it came to, stays in sight beside what is asked next."""
    came = Shown((), (), event=of_several(came_to(s, f), facts.groups(s)))
    return replace(pop(verbs.end(s, "combat", "attack")), shown=came)


def came_to(s: Table, f: Combat) -> Event:
    """What a Combat has come to: what each of the two has lost in it, Stress, or of Mooks some."""
    lost = [max(0, had - facts.left(s, who)) for who, had in zip((f.who, f.target), f.had, strict=True)]
    of = ["Quantity" if (p := roster.somebody(s, who)) and p.kind == "mook" else "Stress" for who in (f.who, f.target)]
    both = int(roster.somebody(s, f.target) is not None)
    told = {"fighter": name_of(s, f.who), "foe": name_of(s, f.target), "lost": lost[0], "taken": lost[1]}
    return Event("combat_over", "", data={**told, "counter": of[0], "kind": of[1], "number": both})


def advance(s: Table, f: Combat) -> Table:
    """What happens by itself; if one of the two is out of it, or a card says so, the Combat is at its end."""
    if f.phase == "redraw":
        return _over(s, f) if f.round.over else s
    if f.ends or not (roster.here(s, f.who) and roster.here(s, f.target)):
        return _end(s, f)
    if f.phase == "start":
        return _start(s, f)
    if f.phase == "sneak":
        return _sneak(s, f)
    return s if f.phase == "distance" else _goes_on(s, f)


STEP = partial(Kind, group="Combat")
PLAY = STEP("play", "Play", play, rule="PT-COMB-05", **said("play"))
WALK = STEP("walk", "Move", walks, rule="PT-RUL-31")
PASS = STEP("pass", "Pass", passes, rule="PT-RUL-85")
LEAVE = STEP("leave", "Pass", leaves, rule="PT-RUL-85")
SET = STEP("distance", "Set the Distance", sets, rule="PT-SNEAK-02", first=True)
DRAWS = "draws_movement", "draws_attack"
KEEP = STEP("keep", "Keep all", partial(redraw, cards=()), rule="PT-DECK-03", first=True)
REDRAW = STEP("redraw", "Redraw", redraw, rule="PT-DECK-03", figures=DRAWS)
RULES: dict[str, str] = {"movement": "PT-COMB-05", "maneuver": "PT-COMB-07"}
KEEPS = "Nothing is drawn. A card that you tap is redrawn."
DRAWS_UP = "You draw to 3. A card that you tap goes before."
UNWANTED = "Tap the cards that you do not want: they go, and you draw to 3."
ASKS = {"movement": "come closer or get away?", "maneuver": "a Maneuver?", "attack": "attack?"}
TAP = "Tap a card of your hand to play it."
RIDE = "Tap a card of your hand to attack with it."
"""Said to whoever has one for this step: the cards themselves are its buttons."""
GIVES_UP = {
    "movement": "Pass, and you stay where you are until the other one acts.",
    "maneuver": "Pass, and you do nothing until the other one acts.",
    "attack": "Pass, and you attack no more until the other one acts.",
}
"""What whoever passes goes without."""
NOTHING_TO_DO = "You have nothing for this step. "
BUYABLE = "Another Attack action costs {price}: take it first, at any time. "
RETURNS = {
    "cards": "You are asked again only if the Distance changes.",
    "attack": "You are asked again only if somebody attacks.",
}
"""What brings back whoever passes for longer."""


def offers(s: Table, f: Combat) -> Iterator[Offer]:
    """What is asked of those who fight."""
    window = f"{f.number}"
    if f.phase == "distance":
        flies = f"{facts.does(s, f.target, 'is', 'are')} Flying."
        ways = {each: "" if may_set(s, f.who, each) else flies for each in ("melee", "ranged")}
        items = tuple(Item(each, title(each), blocked=why) for each, why in ways.items())
        yield SET.open(seat_of(s, f.who), window, (Pick("distance", "Distance", items),), ask="How close are you?")
    elif f.phase == "redraw":
        for seat in f.round.may():
            hand = roster.hand(s, seat)
            held = hand.hand
            asks = choices.pick(s, "cards", "Throw away", held, 0, len(held))
            told = addressed(UNWANTED if held else "You draw to 3.", "Hands are filled up again.")
            if held:
                full = len(held) >= HAND
                worth = () if full or not hand.deck else DRAWS
                says = KEEPS if full else DRAWS_UP
                yield KEEP.open(seat, window, says=says, figures=worth, **told)
            yield REDRAW.open(seat, window, asks, first=not held, private=False, **told)
    else:
        yield from chain.from_iterable(_round(s, f, who, window) for who in f.round.may())


def _round(s: Table, f: Combat, who: str, window: str) -> Iterator[Offer]:
    attack = f.phase == "attack"
    closed = attacks.closed_by(s, who, roster.opponent(s, who)) if attack else {}
    idle = attacks.idle(s, who) if attack else ""
    held = roster.hand(s, seat_of(s, who)).hand if f.phase != "attack" else ()
    whys = [unplayable(s, f, who, each) for each in held]
    at = f"at {title(f.distance)} Distance{f'. {idle}' if idle else f': {_which(closed) or ASKS[f.phase]}'}"
    ask = facts.to_player(s, who, f"You are {at}", f"{facts.does(s, who, 'is', 'are')} {at}")
    if attack:
        doing = tuple(attacks.declaring(s, who, roster.opponent(s, who), window, ask, closed))
    else:
        doing = tuple(_plays(s, f, who, window, ask, whys))
    doing += tuple(uses.offers(s, roster.person(s, who), (f.phase,), window))
    yield from doing
    yield from _passes(s, f, who, window, ask, doing, closed)


def _which(closed: attacks.Closed) -> str:
    """What is asked where a single type of attack is open; "" where several are."""
    able = [type_ for type_, why in closed.items() if not why]
    return f"make a {title(able[0])} Attack, the only one open?" if len(able) == 1 else ""


def _plays(s: Table, f: Combat, who: str, window: str, ask: dict[str, Any], whys: list[str]) -> Iterator[Offer]:
    """A card for this step, and a step of one's own if the table has it so."""
    seat = seat_of(s, who)
    held = roster.hand(s, seat).hand
    asks = partial(_cards, s, who, held, whys) if held else _cards(s, who, held, whys)
    shut, whose = "" if "" in whys else "".join(whys[:1]), names(s, who)
    yield PLAY(seat, window, asks, shut, rule=RULES[f.phase], names=whose, **ask)
    if f.phase == "movement" and may_walk(s, f, who):
        yield WALK(seat, window, cost=(Cost(1, "Move"),), says=f"To {title(near_or_far(f))} Distance.", **ask)


def _passes(
    s: Table,
    f: Combat,
    who: str,
    window: str,
    ask: dict[str, Any],
    doing: tuple[Offer, ...],
    closed: attacks.Closed,
) -> Iterator[Offer]:
    """To pass, or to pass until something comes: what lies ready where nothing else can be done in this step."""
    seat, foe = seat_of(s, who), roster.opponent(s, who)
    attack, open_ = f.phase == "attack", [each for each in doing if not each.blocked]
    done = not open_
    first: Lazy[bool] = not done
    if attack and open_:
        first = partial(_hopeless, s, who, foe, closed)
    says: Lazy[str] = partial(_passing, s, who, foe) if attack else GIVES_UP[f.phase]
    if any(each.key == PLAY.key for each in open_):
        says = f"{TAP} {GIVES_UP[f.phase]}"
    dear = ", ".join(map(str, choices.costs(verbs.attack_price(s, who)))) if attack else ""
    nothing = BUYABLE.format(price=dear) if dear else NOTHING_TO_DO
    waits = f"{nothing * done}{RETURNS['attack' if attack else 'cards']}"
    yield PASS.open(seat, window, first=first, says=says, **ask)
    yield LEAVE.open(seat, window, label=f"Pass until {_then(f)}", first=done, says=waits, **ask)


def _hopeless(s: Table, who: str, foe: str, closed: attacks.Closed) -> bool:
    """Whether no attack that could be made now can hit and do damage, and so none lies open."""
    return not attacks.most_promising(s, who, foe, closed)


def _then(f: Combat) -> str:
    """What comes after the step of a Combat: the next one that is not left out."""
    to_come = STEPS[STEPS.index(cast(Step, f.phase)) + 1 :]
    comes = next((each for each in to_come if each not in f.left_out), "")
    return f"the {title(comes)} step" if comes else "the Combat ends"


def _passing(s: Table, who: str, foe: str) -> str:
    """What is said beside passing in the Attack step: that no attack is left, or that a card would go with one."""
    held = (each for each in roster.hand(s, seat_of(s, who)).hand if card(s, each).step == "attack")
    rides = any(not attacks.rideless(s, who, foe, each) for each in held)
    return f"{attacks.idle(s, who) or RIDE * rides} {GIVES_UP['attack']}".strip()


def _cards(s: Table, who: str, held: Ids, whys: list[str]) -> tuple[Param, ...]:
    items = tuple([_card(s, who, each, why) for each, why in zip(held, whys, strict=True)])
    return (Pick("ride", "Card", items), *costs.chosen_x(s, who, held))


def _card(s: Table, who: str, instance: str, why: str) -> Item:
    """A card of the hand, with its price where it can be paid now."""
    found = card(s, instance)
    price = () if why else choices.costs(costs.priced(s, who, found, found.cost))
    return Item(instance, found.name, cost=price, blocked=why, on=instance)
