"""Turns: both sides share one, with a window for each in which they start Combats.  [PT-TURN-01]"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cliffhanger.games.plot_twist.rules import (
    choices,
    combats,
    costs,
    decks,
    facts,
    flights,
    pools,
    roster,
    uses,
    verbs,
)
from cliffhanger.games.plot_twist.rules.attacks import LETTER, mark
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import card, name_of, paths, stay, under
from cliffhanger.games.plot_twist.rules.pieces import GM, HAND, Ids, Person, Side
from cliffhanger.games.plot_twist.rules.plots import bringing, may_bring
from cliffhanger.games.plot_twist.rules.state import Context, Delayed, Table, Turns, TurnUp
from cliffhanger.games.plot_twist.rules.wording import BUTTONS, LINES, names
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.effects.limits import renewed
from cliffhanger.kernel.effects.resolving import come
from cliffhanger.kernel.frames import Passing, acts, leaves, passes, push, replace, tell, turn
from cliffhanger.kernel.offers import Kind, Lazy, No, Offer
from cliffhanger.kernel.params import Item, Pick, ids

OTHER: dict[Side, Side] = {"heroes": "villains", "villains": "heroes"}


# --- a Turn ---------------------------------------------------------------------------------------------------


def advance(s: Table, f: Turns) -> Table:
    """What happens by itself in a Turn.  [PT-TURN-04, PT-TURN-05, PT-TURN-06]"""
    if f.phase == "over":
        return s
    if f.phase == "conflict":
        return flights.conflict_ends(s, f)
    if f.ends and f.phase != "timing":
        s = turn(s, phase="conflict" if f.phase == "start" else "timing")
        return flights.begin(s, "lair") if f.ends == "flight" else s
    if f.phase == "start":
        s = verbs.new_turn(replace(s, turn=s.turn + 1, initiative="heroes"))
        return push(turn(tell(s, "turn", "", "PT-TURN-01", number=s.turn), phase="renew"), TurnUp())
    if f.phase == "renew":
        return _renewed(s)
    if f.phase == "draw":
        for h in s.hands if s.turn == 1 else ():
            s = decks.due(s, h.id, HAND)
        return turn(s, phase="free", round=Passing(tuple(h.id for h in s.hands)))
    if f.phase == "free":
        may = f.round.may()
        idle = next((seat for seat in may if not (may_bring(s, seat) or speaks(s, seat))), "")
        return turn(s, round=f.round.passes(idle)) if idle else s if may else window(s, "first")
    if f.phase == "end":
        return _hate(turn(s, phase="timing"))
    if f.phase == "timing":
        s = verbs.end_of_turn(_timing(turn(s, phase="conflict" if f.ends else "start")))
        return renewed(s, "turn")
    return _closed(s, f) if f.round.over else _idle(s, f)


def _renewed(s: Table) -> Table:
    """Actions come back, then what a Twist does to them, then what waits for the Start of Turn.  [PT-RUL-32, PT-FLEE-06]"""
    first = [each for each in s.delayed if each.at == "renewal"]
    then = [each for each in s.delayed if each.at == "start" and each.due <= s.turn]
    s = verbs.fire(turn(verbs.renew(s), phase="draw"), "start_of_turn")
    return come(s, [*first, *then])


def speaks(s: Table, seat: str) -> bool:
    """Whether a seat is asked at the Start of Turn: its first hand may go, or a card of its own is for that phase.  [PT-TURN-04]"""
    if s.turn == 1 and may_mulligan(s, seat):
        return True
    if not any("phase" in found.if_ for _, _, found in board(s).under(*uses.ANY_TIME)):
        return False
    own = (found for p in mine(s, seat) for _, _, found in uses.usable(s, p, uses.ANY_TIME))
    return any("phase" in found.if_ for found in own)


def may_mulligan(s: Table, seat: str) -> bool:
    """Whether a seat may still throw away what it drew first: once, before the first Combat.  [PT-DECK-02, PT-RUL-79]"""
    h = roster.hand(s, seat)
    marks = {f"game:mulligan/{seat}", combats.FIRST}
    return s.turn > 0 and bool(h.hand and h.deck) and not marks & set(s.once)


def mulligan(s: Table, cards: str | Ids, seat: str) -> Table:
    """Unwanted cards of the first hand are thrown away, and then there are 3 again.  [PT-DECK-02]"""
    s = tell(verbs.once(s, f"game:mulligan/{seat}"), "mulligan", roster.seat_name(s, seat), "PT-DECK-02")
    s = decks.discard(s, seat, ids(cards))
    return decks.due(uses.reopened(s), seat, HAND)


def standing(s: Table, window: str) -> Iterator[Offer]:
    """Each seat may throw cards away until the first Combat.  [PT-DECK-02, PT-RUL-79]"""
    for h in s.hands if combats.FIRST not in s.once else ():
        if may_mulligan(s, h.id):
            asks = choices.pick(s, "cards", "Throw away", h.hand, 1, len(h.hand))
            yield MULLIGAN.bound(seat=h.id)(h.id, window, asks)


def window(s: Table, phase: str) -> Table:
    """The window of a side: all its seats may speak until all have passed.  [PT-TURN-02]"""
    seats = tuple(h.id for h in s.hands if roster.side_of_seat(h.id) == s.initiative)
    return turn(s, phase=phase, round=Passing(seats))


def _closed(s: Table, f: Turns) -> Table:
    """Initiative goes to the other side once, then the Turn ends.  [PT-TURN-01, PT-RUL-85]"""
    if f.phase == "first":
        s = replace(s, initiative=OTHER[s.initiative])
        return window(tell(s, "initiative", "", "PT-TURN-01", side=s.initiative.capitalize()), "second")
    return verbs.fire(turn(s, phase="end"), "end_of_turn")


def _idle(s: Table, f: Turns) -> Table:
    """Who has no Character has passed, and in the second window who could start nothing; somebody is asked every Turn."""
    able = {facts.seat_of(s, p.id) for p in roster.present(s) if f.phase != "second" or startable(s, p)}
    idle = next((seat for seat in f.round.may() if seat not in able), "")
    return turn(s, round=f.round.passes(idle)) if idle else s


def _hate(s: Table) -> Table:
    """Each Villain pays 1 Hate in a Location; the Main one who has none must Flee.  [PT-HATE-02, PT-FLEE-01, PT-RUL-16]"""
    if not s.place or flights.in_lair(s):
        return s
    broke = any(p.id == s.main and not p.will for p in roster.present(s, "villain"))
    for p in roster.present(s, "villain"):
        s = verbs.spend_will(s, p.id, 1)
    return flights.begin(s, "must") if broke else s


def _timing(s: Table) -> Table:
    """Cards that count Turns have one more; what comes in so many Turns comes when they are full.  [PT-TIME-01, PT-RUL-33]"""
    late = [each for each in s.delayed if each.at == "end" and not each.until and each.due <= s.turn]
    for each in s.lying:
        if not each.up:
            continue
        now = each.timing + 1
        s = verbs.mark(s, each.id, timing=now)
        stays = stay(s, each.id)
        if stays and stays.turns == now:
            s = verbs.leaves(tell(s, "over", name_of(s, each.id)), each.id)
        for nth, found in under(s, each.id, "in_turns"):
            if found.turns == now and not each.nullified:
                late.append(Delayed(paths(each.id, nth, found), Context(each.on, each.id, each.seat)))
                s = verbs.leaves(tell(s, "over", name_of(s, each.id)), each.id)
    return come(s, late)


# --- Combats --------------------------------------------------------------------------------------------------


def mine(s: Table, seat: str) -> tuple[Person, ...]:
    """The Characters that a seat plays now."""
    return tuple(p for p in roster.present(s) if facts.seat_of(s, p.id) == seat)


def startable(s: Table, p: Person) -> bool:
    """Whether a Character may start another Combat this Turn.  [PT-COMB-02, PT-RUL-37, PT-KEY-05]"""
    if not p.attacks or facts.forbidden(s, p.id, "initiate"):
        return False
    return not started(s, p) and any(not why for _, why in targets(s, p))


def started(s: Table, p: Person) -> bool:
    """Whether a Hero has started as many Combats this Turn as they may.  [PT-COMB-02, PT-KEY-05]"""
    return p.kind == "hero" and bool(p.against) and not (len(p.against) == 1 and _tactician(s, p.id))


def _unstartable(s: Table, p: Person) -> No:
    """Why a Character starts no Combat now, and what would help.  [PT-COMB-01, PT-COMB-02, PT-RUL-37]"""
    if why := facts.forbids(s, p.id, "initiate"):
        return No(why)
    if started(s, p):
        have = facts.of_player(s, p.id, "You have", "{name} has")
        return No(
            f"{have} started a Combat this Turn: another one is for next Turn.", STRIKES_BACK if p.attacks else ""
        )
    if not p.attacks:
        dear = ", ".join(map(str, choices.costs(verbs.attack_price(s, p.id))))
        return No("There is no Attack action left this Turn.", f"Another costs {dear}, at any time." if dear else "")
    return No("There is nobody left to start one with this Turn.")


STRIKES_BACK = "An Attack action is still good for one that is started with you."


def _tactician(s: Table, who: str) -> bool:
    """Whether a Tactician may start another Combat, if need be for the price of a Lock.  [PT-KEY-05, PT-LOCK-01]"""
    return facts.has_keyword(s, who, "tactician") and (not facts.locked(s, who, "tactician") or costs.unlocks(s, who))


def _unlocking(s: Table, p: Person) -> dict[str, int]:
    """What another Combat costs a Tactician who is Locked.  [PT-LOCK-01, PT-RUL-45]"""
    due = p.kind == "hero" and p.against and facts.locked(s, p.id, "tactician")
    return costs.unlocking(s, p.id) if due else {}


def targets(s: Table, p: Person) -> Iterator[tuple[str, str]]:
    """Whom a Character might start a Combat with, and why not.  [PT-COMB-01, PT-STAT-07]"""
    for other in roster.present(s):
        if other.id != p.id:
            yield other.id, _off(s, p, other.id)
    for each in s.bystanders:
        if each.place == s.place:
            yield each.id, "They have fought this Turn." if each.id in p.against else ""


def _off(s: Table, p: Person, target: str) -> str:
    """Why a Combat with somebody cannot be started; a Tactician's second is with one not attacked yet.  [PT-KEY-05]"""
    if target in p.against:
        return "They have fought this Turn."
    if p.kind == "hero" and p.against and mark(p.id, target) in s.once:
        have = facts.of_player(s, p.id, "You have", "{name} has")
        return f"{have} attacked them this Turn."
    if facts.has_status(s, target, "hidden"):
        return f"{facts.does(s, target, 'is', 'are')} Hidden."
    return "" if combats.may_fight(s, p.id, target) else "They are on the same side."


def fight(s: Table, target: str, who: str) -> Table:
    """A Combat is started; it is its seat's deed, and all may speak again.  [PT-COMB-01, PT-RUL-29]"""
    s = costs.pay(s, who, _unlocking(s, roster.person(s, who)))
    s = acts(s, facts.seat_of(s, who))
    return combats.begin(s, who, target, sneak=facts.has_status(s, who, "hidden"))


FIGHT = Kind("fight", "Start a Combat", fight, rule="PT-COMB-01", group="Combat", line=LINES["fight"])
MULLIGAN = Kind("mulligan", "Throw cards away", mulligan, rule="PT-DECK-02", group="First hand", standing=True)
AGAIN = "You are asked again when somebody else acts."
PASS = Kind("pass", "Pass", passes, rule="PT-TURN-02", group="Combat", says=AGAIN)
LEAVE = Kind("leave", "Pass", leaves, rule="PT-RUL-85", group="Combat")
BEFORE_THEN = "You will not be asked again before then."
NOBODY = "None of yours can start a Combat now."


def offers(s: Table, f: Turns) -> Iterator[Offer]:
    """Who may start a Combat now, with whom."""
    for seat in f.round.may() if f.phase == "free" else ():
        asked = f"{f.number}-{seat}"
        yield from bringing(s, seat, asked)
        ask = f"The Start of Turn {s.turn}: anything before the Combats?"
        yield from _standing_by(seat, asked, ask, "the Combats", first=True)
    for seat in f.round.may() if f.phase in ("first", "second") else ():
        asked = f"{f.number}-{seat}"
        ask = f"Turn {s.turn}: the {s.initiative.capitalize()} have Initiative."
        first = True
        for p in mine(s, seat):
            able = startable(s, p)
            yield _fights(s, p, seat, asked, ask, able=able, first=able and first)
            first = first and not able
        other = f"the {OTHER[s.initiative].capitalize()} have Initiative"
        then, why = other if f.phase == "first" else "the Turn ends", partial(_only_passes, s, seat) if first else ""
        yield from _standing_by(seat, asked, ask, then, first=first, why=why)


def _only_passes(s: Table, seat: str) -> str:
    """Why nobody of a seat starts a Combat now, beside the button that passes."""
    own = mine(s, seat)
    return f"{_unstartable(s, own[0]).why if len(own) == 1 else NOBODY} {BEFORE_THEN}"


def _standing_by(seat: str, window: str, ask: str, then: str, *, first: bool, why: Lazy[str] = "") -> Iterator[Offer]:
    """Pass until something comes, whatever others do before; or only until somebody else acts."""
    says = why or BEFORE_THEN
    yield LEAVE.bound(who=seat)(seat, window, label=f"Pass until {then}", ask=ask, first=first, says=says)
    yield PASS.bound(who=seat)(seat, window, ask=ask)


def _whom(s: Table, p: Person, *, hides: bool) -> tuple[Pick]:
    """With whom somebody may start a Combat; who Hides not with a Bystander.

    The one lies there against whom an attack of theirs promises most.
    """
    found = [(who, why) for who, why in targets(s, p) if not hides or roster.somebody(s, who)]
    own = {each.id: "on your side" for each in roster.present(s) if facts.side_of(s, each.id) == facts.side_of(s, p.id)}
    found.sort(key=lambda row: row[0] in own)
    items = tuple(Item(who, name_of(s, who), says=own.get(who, ""), blocked=why, on=who) for who, why in found)
    foes = [who for who, why in found if who not in own and not why and roster.somebody(s, who)]
    lies = max(foes, key=lambda who: _promises(s, p.id, who), default="")
    return (Pick("target", "With whom", items, start=(lies,) if lies else ()),)


def _promises(s: Table, who: str, target: str) -> int:
    """The edge of the best attack that somebody has on a Character."""
    kinds = ((type_, pools.ATTACKS[type_]) for type_ in LETTER)
    able = (type_ for type_, kind in kinds if not kind.needs or facts.rank(s, who, kind.rank))
    return max(pools.edge(s, who, target, type_) for type_ in able)


def _fight_label(s: Table, who: str, *, hides: bool) -> str:
    if hides:
        return facts.of_player(s, who, "Make a Sneak Attack", "{name} makes a Sneak Attack")
    return facts.of_player(s, who, "Start a Combat", "{name} starts a Combat")


def _fights(s: Table, p: Person, seat: str, window: str, ask: str, *, able: bool, first: bool) -> Offer:
    hides = facts.has_status(s, p.id, "hidden")
    closed = No() if able else _unstartable(s, p)
    label = partial(_fight_label, s, p.id, hides=hides)
    rule = "PT-SNEAK-01" if hides else "PT-COMB-01"
    asks = _whom(s, p, hides=True) if hides else partial(_whom, s, p, hides=False)
    cost, worth = choices.costs(_unlocking(s, p)), ("surprises",) if hides else ()
    words: dict[str, Any] = {"label": label, "rule": rule, "ask": ask, "cost": cost, "first": first, "figures": worth}
    words |= {"names": names(s, p.id), "button": "" if hides else BUTTONS["fight"]}
    return FIGHT.bound(p.id, who=p.id)(seat, window, asks, closed, **words)


def over(s: Table, _f: Turns) -> Over:
    """The game has ended: 1 for each seat of the side that has won, and by what."""
    scores = tuple((seat.name, int((seat.id == GM) == (s.winner == "villains"))) for seat in s.seats)
    return Over(scores, _won(s))


def _won(s: Table) -> str:
    """Which side has won, and by what: the others are out of play, or a card says so."""
    heroes, villains = roster.present(s, "hero"), roster.present(s, "villain")
    if s.winner == "heroes":
        return "The Heroes win: no Villain is left." if not villains else "The Heroes win by a card."
    if not heroes:
        return "The Villains win: no Hero is left."
    aim = next((each.id for each in s.lying if card(s, each.id).kind == "objective" and each.up), "")
    return (
        f"The Villains win: they have done what they came for, “{name_of(s, aim)}”."
        if aim
        else "The Villains win by a card."
    )
