"""Cards that lie face-down and are turned up: a Twist each Turn, Events, the Objective.  [PT-TWI-01, PT-EVT-01, PT-OBJ-01]"""

from collections.abc import Iterator

from cliffhanger.games.plot_twist.files.abilities import needs
from cliffhanger.games.plot_twist.rules import choices, costs, decks, facts, roster, uses, verbs
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Ids, Side
from cliffhanger.games.plot_twist.rules.state import Combat, Context, PlayCard, Table, TurnUp
from cliffhanger.kernel import votes
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.game import Waiting
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick


def turns_up(s: Table, name: str) -> Table:
    """A card is turned up: what that brings comes first, then whatever waits for it.  [PT-EVT-02, PT-OBJ-01]"""
    rule = {"event": "PT-EVT-02", "twist": "PT-TWI-01"}.get(card(s, name).kind, "PT-OBJ-01")
    s = tell(verbs.mark(s, name, up=True), "revealed", "", rule, card=name_of(s, name))
    return push(s, PlayCard("", name, phase="effects", part="reveal"))


def unfit(s: Table, side: Side, name: str) -> str:
    """Why nobody of a side meets the demand of a card that no Character wields; "" if somebody does.  [PT-RUL-74]"""
    wanted, ctx, whys = needs(card(s, name)), Context(card=name), []
    for p in roster.present(s):
        if facts.side_of(s, p.id) == side:
            whys.append(costs.unmet(s, p.id, wanted, ctx))
            if not whys[-1]:
                return ""
    return min(whys, key=len, default="Nobody is there.")


def advance(s: Table, f: TurnUp) -> Table:
    """The top Twist, or of those below one that can come; none where none can.  [PT-TWI-01, PT-RUL-34]"""
    if said := roster.decided(s, f.ballots):
        return twist(s, said)
    if s.house.twist_reveal == "shuffled" and s.top:
        return twist(s, s.top[0])
    if _asked(s):
        return s
    found = next((each for each in s.below if not unfit(s, "heroes", each)), None)
    if found is None or s.house.twist_reveal == "players_pick":
        return pop(s)
    at = s.below.index(found)
    return twist(replace(s, below=(*s.below[at:], *s.below[:at])), found)


def _asked(s: Table) -> Ids:
    """The Twists of which chance, or a player, picks one."""
    if s.house.twist_reveal == "shuffled":
        return decks.in_the_middle(s)
    return tuple(each for each in s.twists if not unfit(s, "heroes", each))


def waiting(s: Table, f: TurnUp) -> Waiting:
    """The top card of the deck; or one that the players pick together.  [PT-RUL-59]"""
    found = _asked(s)
    if s.house.twist_reveal == "shuffled":
        return Draw(f"{f.number}.twist", "", "twist", found, 1)
    asks, seats = choices.pick(s, "says", "Twist", found), votes.asked(roster.voters(s), f.ballots)
    return tuple(TWIST.bound(seat=seat)(seat, f.number, asks, ask="Which Twist?") for seat in seats)


def twist(s: Table, name: str) -> Table:
    """A Twist is turned up; one that cannot come now goes below, and the next is looked at.  [PT-RUL-34, PT-CLASS-03]"""
    if why := unfit(s, "heroes", name):
        top = tuple(each for each in s.top if each != name)
        s = turn(replace(s, top=top, below=(*s.below, name)), ballots=())
        return tell(s, "passed_over", "", "PT-RUL-34", card=name_of(s, name), why=why)
    s = verbs.lies(decks.without_twists(pop(s), (name,)), name, roster.first_player(s), "", "")
    return turns_up(s, name)


def settle(s: Table, _f: TurnUp, found: Ids) -> Table:
    """The top Twist of the deck is seen."""
    return twist(s, found[0])


def shows(s: Table, name: str) -> Table:
    """The GM turns up an Event, of which there is a limit, or the Objective.  [PT-EVT-01, PT-RUL-35, PT-OBJ-01, PT-RUL-36]"""
    counted = int(card(s, name).kind == "event")
    return turns_up(uses.reopened(replace(s, revealed=s.revealed + counted)), name)


def _barred(s: Table, name: str) -> str:
    """Why an Event cannot be turned up now."""
    if s.revealed >= len(roster.present(s, "hero")):
        return "As many Events as there are Heroes have been turned up."
    return facts.forbids(s, s.main, "card.event") or unfit(s, "villains", name)


TWIST = Kind("twist", "Turn it up", votes.cast, rule="PT-TWI-01", group="Plot", first=True)
EVENT = Kind("event", "Turn up an Event", shows, rule="PT-EVT-01", group="Plot", standing=True)
REVEAL = Kind("objective", "Turn up the Objective", shows, rule="PT-OBJ-01", group="Plot", standing=True)


def standing(s: Table, window: str) -> Iterator[Offer]:
    """What may be turned up: Events in the whole Combat phase, or in a Combat alone if the table has it so.  [PT-TURN-05, PT-RUL-35]"""
    down = {kind: decks.face_down(s, kind) for kind in ("event", "objective")}
    events = tuple(Item(each, name_of(s, each), blocked=_barred(s, each)) for each in down["event"])
    f, phases = top(s), ("first", "second") if s.house.event_window == "phase" else ()
    if events and (isinstance(f, Combat) or f.phase in phases):
        yield EVENT(GM, window, (Pick("name", "Event", events),))
    for each in down["objective"]:
        yield REVEAL.bound(name=each)(GM, window)
