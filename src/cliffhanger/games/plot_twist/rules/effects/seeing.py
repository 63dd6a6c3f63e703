"""Words for hidden cards and cards in play: reveal, peek, nullify; and for a card that an effect lets somebody play."""

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import decks, facts, reveals, roster, throws, verbs
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Ids
from cliffhanger.games.plot_twist.rules.state import Context, Look, PlayOut, Resolve, Table, TurnUp
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.effects.known import known
from cliffhanger.kernel.frames import pop, push, replace, tell, turn


def candidates(s: Table, e: effects.Reveal | effects.Nullify, ctx: Context) -> Ids:
    """The cards of which an effect turns up one, or Nullifies one.  [PT-EVT-01, PT-NUL-01]"""
    if isinstance(e, effects.Reveal):
        full = e.what == "event" and not e.free and s.revealed >= len(roster.present(s, "hero"))
        return () if full else decks.face_down(s, e.what)
    if e.what == "card":
        return (ctx.card,) if any(each.id == ctx.card for each in s.lying) else ()
    down = decks.face_down(s, e.what)
    there = (name for name in board(s).owners if card(s, name).kind == e.what and name not in down)
    return tuple(name for name in there if not e.where or holds(e.where, facts.look(s, ctx, name)))


def reveal(s: Table, f: Resolve, e: effects.Reveal, _who: Ids) -> Table:
    """A card is turned up: of the Twists the top one, else the one that was chosen.  [PT-EVT-01, PT-EVT-02, PT-OBJ-01]"""
    if e.what == "twist":
        return push(s, TurnUp())
    found = (f.answer,) if f.answer else candidates(s, e, f.ctx)
    if not found:
        return s
    counted = int(e.what == "event" and not e.free)
    return reveals.turns_up(replace(s, revealed=s.revealed + counted), found[0])


def nullify(s: Table, f: Resolve, e: effects.Nullify, _who: Ids) -> Table:
    """A card stays in play with a blank text.  [PT-NUL-01]"""
    found = (f.answer,) if f.answer else candidates(s, e, f.ctx)
    return verbs.nullify(tell(s, "nullified", name_of(s, found[0]), "PT-NUL-01"), found[0]) if found else s


def peek(s: Table, f: Resolve, e: effects.Peek, who: Ids) -> Table:
    """The seat of the effect sees cards of somebody, or of the table; what it has seen it knows."""
    of = next((facts.seat_of(s, each) for each in who if roster.somebody(s, each)), GM)
    return push(s, Look(f.ctx.seat or GM, e.what, of or GM, e.count))


def unseen(s: Table, f: Look) -> Ids:
    """The cards that may be seen and have not been; of decks what lies below those on top that somebody has looked at."""
    if f.what == "objective":  # it lies by somebody, and so is told from Events by who does not see its face
        found = tuple(each.id for each in s.lying if each.on and not each.up)
    elif f.what == "event":
        found = decks.face_down(s, "event")
    elif f.what == "twist":
        found = decks.in_the_middle(s)
    else:
        found = tuple(each for each in decks.pile(s, f.of, f.what) if each not in roster.hand(s, f.of).top)
    seen = known(s, f.seat)
    return tuple(each for each in found if each not in seen)


def looks(s: Table, f: Look) -> Table:
    """What lies on top already is seen first; where no more is left than may be seen, all of it is."""
    tops = {"twist": s.top, "combat_deck": roster.hand(s, f.of).top}.get(f.what, ())
    again = tops[: f.count] if f.phase == "top" else ()
    found = unseen(s, f)
    count = min(f.count - len(again), len(found))
    if f.phase == "top":
        return turn(decks.knows(s, f.seat, again), count=count, phase="chance")
    return s if count and (count < len(found) or f.what in ("twist", "combat_deck")) else settle(s, f, found[:count])


def drawing(s: Table, f: Look) -> Draw:
    """Chance picks what is seen, and only who looks sees it."""
    return Draw(f"{f.number}.look", f.seat, "look", unseen(s, f), f.count)


def settle(s: Table, f: Look, found: Ids) -> Table:
    """The cards are seen; those of a deck lie on top of it from now on."""
    if f.what == "twist":
        s = replace(s, top=(*s.top, *found))
    elif f.what == "combat_deck":
        s = decks.tops(s, f.of, found)
    s, what = decks.knows(pop(s), f.seat, found), f"{f.what}s" if f.what in ("event", "twist") else f.what
    called = title(what) if what == "objective" else what.replace("_", " ")
    s = tell(s, "peeks", roster.seat_name(s, f.seat), "PT-RUL-27", what=called)
    rolled = s.shown is not None and s.shown.event is None and s.shown.sides[0].on[:1] == ("peek",)
    return throws.came(s) if rolled else s


def play(s: Table, f: Resolve, e: effects.Play, who: Ids) -> Table:
    """Whoever it is may play a card of that kind, for free or for its price.  [PT-ACT-01, PT-PLOT-02]"""
    for each in who:
        if roster.somebody(s, each):
            s = push(s, PlayOut(each, e.kind, e.free))
    return s
