"""Scenes: opening one, finding the order, rounds of turns, and closing it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cliffhanger.games.blockbuster.files.sheets import SceneCard
from cliffhanger.games.blockbuster.rules import ongoing, pools, recasting, verbs
from cliffhanger.games.blockbuster.rules.action_budget import active
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Entry, Initiative, Lobby, Movie, Person, Rolled, Rounds
from cliffhanger.games.blockbuster.rules.wording import said
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import amend, change, cut, one, pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text, ids
from cliffhanger.kernel.plurals import many

ORDER = ("initiative", "order")
"""What Set-Up dice for a place in the order are named."""
OPENS = {"rule": "BB-INIT-01", "group": "Open a scene"}
REST = {"rule": "R-BB-15", "group": "Between scenes"}
LOSES = Number("amount", "Damage each loses", 1, 9, 2)
FIND = {"rule": "BB-INIT-01", "group": "Find the order"}
ALL = FIND | {
    "first": True,
    "ask": "Find the order: what do your people roll?",
    "awaits": "What do the others roll for the order?",
}
DONE = {
    True: {
        "ask": "The leads are all out of it: the scene is lost. Close it?",
        "awaits": "The leads are all out of it: is the scene lost?",
        "group": "The scene",
    },
    False: {
        "ask": "Nobody is left against the leads. Close the scene?",
        "awaits": "Nobody is left against the leads: is the scene over?",
        "group": "The scene",
    },
}
"""What is asked once one side is out, by whether that is the leads."""
CLOSES = "Waiting dice, attempts, holds and what goes on hurting end with it; damage stays."


def lobby_offers(s: Movie, f: Lobby) -> Iterator[Offer]:
    """Between scenes the Director opens the next one, or ends the film."""
    yield from recasting.asked(s, f)
    ask = "Open a scene: where it plays and who is in it." if not s.scenes else "Open the next scene, or end the film."
    room = (
        "A scene opens: where it plays, and who is in it."
        if not s.scenes
        else "The next scene opens, or the film ends."
    )
    asked = partial(offer, DIRECTOR, f.number, ask=ask, awaits=room)
    new = [card for card in s.cards if card.id not in s.opened]
    for card in (*new, *(card for card in s.cards if card.id in s.opened)):
        label = card.name if card in new else f"{card.name}, again"
        deed, who, first = bound(open_scene, card=card.id), partial(_present, s, card), card in new[:1]
        yield asked(f"open.{card.id}", label, deed, who, first=first, says=card.says, of=OPENS)
    yield asked("open", "A scene of your own", open_scene, partial(_named, s), first=not new, of=OPENS)
    hurt = "; ".join(_hurt(p) for p in s.cast if p.lead and (p.damage_v or p.damage_p))
    blocked, says = ("", f"{hurt}. It stays until you take it away.") if hurt else ("None of the leads is hurt.", "")
    yield asked("rest", "The leads catch their breath", catch_breath, LOSES, blocked=blocked, says=says, of=REST)
    yield asked("the_end", "The end", the_end, group="Close", says="The film is over.")


def _present(s: Movie, card: SceneCard | None = None) -> tuple[Param, ...]:
    """Who is there: the leads, and the opponents that a scene's card names."""
    people = tuple(Item(p.id, p.name, says="" if p.lead else "opponent") for p in s.cast)
    start = tuple(p.id for p in s.cast if p.lead or (card and p.id in card.opponents))
    return (Pick("present", "Who is there", people, 1, len(people), start=start),)


def _named(s: Movie) -> tuple[Param, ...]:
    return Text("name", "What it is called", 1, 60), *_present(s)


def _hurt(p: Person) -> str:
    """Somebody's damage, as the Director's list has it."""
    rows = ((p.damage_v, "Vigor"), (p.damage_p, "Potency"))
    return f"{p.name} has {' and '.join(f'{n} damage to {what}' for n, what in rows if n)}"


def catch_breath(s: Movie, amount: int) -> Movie:
    """Recovery is the Director's: each of the leads loses some damage between scenes."""
    for p in s.cast:
        if p.lead:
            s = verbs.heal(s, p.id, min(amount, p.damage_v), "V") if p.damage_v else s
            s = verbs.heal(s, p.id, min(amount, p.damage_p), "P") if p.damage_p else s
    return turn(s)


def open_scene(s: Movie, present: str | tuple[str, ...], card: str = "", name: str = "") -> Movie:
    """The Director opens a scene; everybody in it finds their place in the order.  [BB-INIT-01]"""
    found = one(s.cards, card) if card else None
    sets = (found.sets if found else ()) or tuple(place.id for place in s.sets)
    s = verbs.begin_scene(s, found.name if found else name, card, sets)
    if found and found.says:
        s = tell(s, "scene_says", "Director", text=found.says)
    s = verbs.gather(s, ids(present), sets[0])
    for task in found.tasks if found else ():
        s = verbs.add_task(s, task.name, task.required, says=task.says, between=task.between)
    return find_order(push(s, Rounds()), tuple(p.id for p in s.cast if p.place))


def close_scene(s: Movie, why: str = "") -> Movie:
    """The scene ends: what waits, presses, burns, holds and persuades is over; damage stays."""
    left = [[t.name, t.total, t.required] for t in s.tasks]
    out = [p.name for p in verbs.present(s) if p.taken_out]
    told: dict[str, Any] = {"name": verbs.playing(s).name, "why": why, "out": out, "left": left, "lost": int(_lost(s))}
    s = verbs.disperse(verbs.show(s, "scene_ends", "", "", **told))
    tokens = s.tokens if s.house.setup_expiry == "never" else ()
    return replace(cut(s), scene=None, tokens=tokens, tracks=(), burns=(), tasks=())


def _lost(s: Movie) -> bool:
    """Whether all leads of a scene are out of it."""
    leads = [p for p in verbs.present(s) if p.lead]
    return bool(leads) and all(p.taken_out for p in leads)


def the_end(s: Movie) -> Movie:
    """The Director ends the film."""
    return turn(verbs.show(s, "the_end", "", "", name=s.title, scenes=s.scenes), phase="over")


def find_order(s: Movie, who: tuple[str, ...]) -> Movie:
    """These roll for their place in the order: at the start of a scene, on entering late, or each round."""
    return push(s, Initiative(entries=tuple(Entry(p.id) for p in s.cast if p.id in who)))


def initiative_offers(s: Movie, f: Initiative) -> Iterator[Offer]:
    """Each of them chooses Defense, or a skill and the attribute that fits.  [BB-INIT-01]"""
    if f.phase == "tie":
        yield from _tie(s, f)
        return
    open_ = [e for e in f.entries if e.dice < 0]
    extras = [e for e in open_ if verbs.person(s, e.id).seat == DIRECTOR]
    if len(extras) > 1:
        yield offer(DIRECTOR, f"{f.number}.all", "all", f"All {len(extras)} roll Defense", all_defend, of=ALL)
    for e in open_:
        yield from _ways(s, verbs.person(s, e.id), f, first=e not in extras or len(extras) == 1)


def _ways(s: Movie, p: Person, f: Initiative, *, first: bool) -> Iterator[Offer]:
    name, dice = p.name, many(pools.derived(s, p, "defense"), "die")
    if p.seat == DIRECTOR:
        ask = addressed("", f"What does {name} roll for the order?", own=False)
        labels = f"{name}: Defense, {dice}", f"{name}: a skill and an attribute"
    else:
        ask = addressed(
            "Roll for your place in the order.", f"{name} rolls for a place in the order.", own=p.seat != DIRECTOR
        )
        labels = f"Roll Defense, {dice}", "A skill and an attribute"
        ask |= said("order")
    asked, deed = partial(offer, p.seat, f"{f.number}.{p.id}", rank=1, **ask), bound(enter_order, who=p.id)
    alone, tokens = pools.alone(s, p, "defense")[1], partial(pools.tokens_for, s, p.id, *ORDER, "defense")
    yield asked("defense", labels[0], deed, tokens, first=first, pool=alone, of=FIND)
    yield asked("pair", labels[1], deed, partial(_any_pair, s, p), pool=pools.PAIR, of=FIND)


def _any_pair(s: Movie, p: Person) -> tuple[Param, ...]:
    asked = pools.pair(p, free=True)
    return *asked, *pools.tokens_for(s, p.id, *ORDER, among=asked[:1])


def enter_order(s: Movie, who: str, skill: str = "", attribute: str = "", tokens: tuple[str, ...] = ()) -> Movie:
    """Somebody has chosen what to roll for their place."""
    p, f = verbs.person(s, who), top(s)
    side = pools.derived_side(s, p, "defense", tokens)
    if skill:
        side = pools.skill_side(s, p, skill, attribute, "", tokens, action=False)
    what = " + ".join(name for name, _ in side.parts[:2] if name)
    entries: tuple[Entry, ...] = change(f.entries, who, what=what, dice=side.dice, again=side.again)
    # Others choose at the same time: their windows stay what they are, so the frame keeps its number.
    s = amend(verbs.use_tokens(s, tokens), entries=entries)
    return turn(s, phase="roll") if all(e.dice >= 0 for e in entries) else s


def all_defend(s: Movie) -> Movie:
    """Everybody of the Director's rolls Defense."""
    f: Initiative = top(s)
    for e in f.entries:
        if e.dice < 0 and verbs.person(s, e.id).seat == DIRECTOR:
            s = enter_order(s, e.id)
    return s


def initiative_roll(s: Movie, f: Initiative) -> Roll:
    """The next roll for the order."""
    e = next(e for e in f.entries if e.due)
    return pools.cast_dice(s, e.now, f"{f.number}.order.{e.id}", "order", f"{e.what}")


def initiative_settle(s: Movie, f: Initiative, faces: tuple[int, ...]) -> Movie:
    """One of them has rolled; all of them, and the order stands.  [BB-INIT-01]"""
    e = next(e for e in f.entries if e.due)
    side, name = pools.read(s, e.now, faces), verbs.person(s, e.id).name
    s = tell(s, "order_roll", name, "BB-INIT-01", what=e.what, faces=list(faces), successes=side.rolled)
    if side.rolled == 0 and s.house.setback_zero == "any_roll":
        s = verbs.setback(s, e.id, "no success at all")
    return turn(s, entries=change(f.entries, e.id, rolls=(*e.rolls, side.rolled), due=False, side=e.side or side))


def _finer(s: Movie, f: Initiative, e: Entry) -> int:
    """How a tie is settled at this table, lower first: the larger pool, the leads first, or as the Director said."""
    if s.house.init_tie == "pool":
        return -e.dice
    if s.house.init_tie == "pcs_first":
        return 0 if verbs.person(s, e.id).lead else 1
    return f.settled.index(e.id) if e.id in f.settled else len(f.settled)


def _standing(s: Movie, f: Initiative) -> list[Entry]:
    """Successes first; then, as the table settles ties; then the order of the cast."""
    place = {p.id: at for at, p in enumerate(s.cast)}
    return sorted(f.entries, key=lambda e: (tuple(-n for n in e.rolls), _finer(s, f, e), place[e.id]))


def advance_initiative(s: Movie, f: Initiative) -> Movie:
    """Roll for those without dice, settle ties, then take everybody into the order."""
    if f.phase == "choose":
        gone = tuple(e for e in f.entries if verbs.person(s, e.id).place)
        if gone != f.entries:
            s = amend(s, entries=gone)
        return turn(s, phase="roll") if all(e.dice >= 0 for e in gone) else s
    if f.phase == "tie":
        return s
    left = [e for e in f.entries if e.due]
    if left:
        return initiative_settle(s, f, ()) if left[0].now.dice == 0 else s
    f = replace(f, entries=(*f.entries, *_level(s, f)))
    open_ = [e for e in f.entries if e.id not in f.settled]
    tied = [e for e in open_ if any(_ties(e, o) for o in open_)]
    if tied and s.house.init_tie == "reroll" and any(e.again for e in tied):
        s = tell(s, "order_tie", "", "BB-INIT-01", names=verbs.names(s, [e.id for e in tied]))
        again = {e.id for e in tied}
        return turn(s, entries=tuple(replace(e, due=e.id in again) for e in f.entries))
    if tied and s.house.init_tie == "director":
        best = max(e.rolls for e in tied)
        return turn(s, phase="tie", entries=f.entries, tied=tuple(e.id for e in tied if e.rolls == best))
    return _seat_order(pop(s), f)


def _ties(e: Entry, other: Entry) -> bool:
    """Whether nothing yet tells somebody from another; two who have their places keep them."""
    return e.id != other.id and other.rolls[: len(e.rolls)] == e.rolls and not (e.seated and other.seated)


def _level(s: Movie, f: Initiative) -> tuple[Entry, ...]:
    """Those with a place in the order who are level with somebody late, where that takes a roll or the Director."""
    if s.house.init_tie not in ("reroll", "director"):
        return ()
    # Some whom the order names by a ruling have rolled nothing.
    scene, here = verbs.playing(s), {e.id for e in f.entries}
    rolled = {r.id: r for r in scene.rolled}
    places = [rolled[name] for name in dict.fromkeys(scene.order) if name in rolled and name not in here]
    seated = [_seated(s, r) for r in places if verbs.able(verbs.person(s, r.id))]
    late = [e for e in f.entries if not e.seated]
    return tuple(e for e in seated if any(_ties(e, o) or _ties(o, e) for o in late))


def _seated(s: Movie, r: Rolled) -> Entry:
    rolls = (r.successes, *(r.ties if s.house.init_tie == "reroll" else ()))
    return Entry(r.id, r.what, r.pool, rolls, due=False, again=r.again, seated=True)


def _tie(s: Movie, f: Initiative) -> Iterator[Offer]:
    seated = [name for name in f.tied if one(f.entries, name).seated]
    items = tuple(Item(name, verbs.person(s, name).name) for name in f.tied if name not in seated[1:])
    who, ask = Pick("who", "Who goes first", items), "Tied: who of these goes first?"
    yield offer(DIRECTOR, f.number, "first", "Goes first", goes_first, who, ask=ask, first=True, of=FIND)


def goes_first(s: Movie, who: str) -> Movie:
    """The Director settles a tie."""
    f: Initiative = top(s)
    left = tuple(name for name in f.tied if name != who)
    clear = len(left) < 2 or all(one(f.entries, name).seated for name in left)
    settled = (*f.settled, who, *(left if clear else ()))
    return turn(s, phase="roll" if clear else "tie", settled=settled, tied=() if clear else left)


def _seat_order(s: Movie, f: Initiative) -> Movie:
    """Late arrivals are fitted in by what they rolled, into the order as it stands; it is shown with the dice that made it.

    Whose turn it is stays whose turn it is.
    """
    scene, late = verbs.playing(s), [e for e in _standing(s, f) if not e.seated]
    here = {e.id for e in late}
    old = [name for name in scene.order if name not in here and verbs.person(s, name).place]
    rows = {r.id: r for r in scene.rolled if r.id in old}
    seats = {r.id: _seated(s, r) for r in rows.values()} | {e.id: e for e in f.entries if e.seated}
    order = list(old)
    for e in late:
        worse = (order.index(name) for name in old if name in seats and _beats(s, f, e, seats[name]))
        order.insert(next(worse, len(order)), e.id)
    rows |= {e.id: Rolled(e.id, e.rolls[0], e.dice, e.what, e.again, e.rolls[1:]) for e in f.entries}
    at = next((order.index(name) for name in scene.order[scene.at :] if name in order), 0) if old else 0
    s = verbs.restage(s, rolled=tuple(rows[n] for n in order if n in rows), order=tuple(order), at=at)
    sides = tuple(e.side for e in _standing(s, f) if e.side is not None)
    names, joined = verbs.names(s, order), verbs.names(s, [e.id for e in late] if old else [])
    return verbs.show(s, "order", "", "BB-INIT-01", sides, names=names, late=joined, first=names[0] if names else "")


def _beats(s: Movie, f: Initiative, late: Entry, other: Entry) -> bool:
    """Whether somebody late goes before one who has a place already."""
    return (late.rolls, -_finer(s, f, late)) > (other.rolls, -_finer(s, f, other))


def done_offers(s: Movie, f: Rounds) -> tuple[Offer, Offer]:
    """One side is out: the Director closes the scene, or lets it go on."""
    alone = "" if any(not p.taken_out for p in verbs.present(s)) else "Nobody is left to act."
    asked = partial(offer, DIRECTOR, f.number, of=DONE[_lost(s)])
    close = asked("close", "Close the scene", close_scene, first=True, says=CLOSES)
    more = bound(turn, phase="turn", play_on=True)
    return close, asked("play_on", "Play on", more, rule="BB-DEF-04", blocked=alone)


def advance_rounds(s: Movie, f: Rounds) -> Movie:
    """Turns follow each other: skip who is out, begin the next, end what is spent."""
    if f.phase == "done":
        return s
    if f.begun:
        scene = verbs.playing(s)
        p = verbs.person(s, scene.order[scene.at])
        more = f.left > 0 or (len(scene.sets) > 1 and not f.moved) or ongoing.could_sustain(s, p.id)
        if more and not f.over and verbs.able(p):
            return s
        s = _next(_end(s, f, p.id))
    return _begin(s, f)


def _begin(s: Movie, f: Rounds) -> Movie:
    """The next turn begins, once everybody has a place in the order, and unless one side is out."""
    order = {*verbs.playing(s).order}
    missing: list[str] = []
    sides: set[bool] = set()
    out: set[bool] = set()
    for p in s.cast:
        if p.place:
            if p.taken_out:
                out.add(p.lead)
            else:
                sides.add(p.lead)
                if p.id not in order:
                    missing.append(p.id)
    if missing:
        return find_order(s, tuple(missing))
    if not sides or (len(sides) == 1 and not f.play_on and not out <= sides):
        return turn(s, phase="done")
    while not verbs.able(p := verbs.person(s, active(s))):
        s = _next(s)
        if not verbs.playing(s).order:
            return s
    if s.tokens:
        s = replace(s, tokens=tuple(replace(t, ripe=True) if t.to == p.id else t for t in s.tokens))
    s = tell(s, "turn", p.name, round=verbs.playing(s).round)
    return turn(s, begun=True, left=int(s.house.actions_per_turn), moved=False, over=False, kept=())


def _end(s: Movie, f: Rounds, who: str) -> Movie:
    """The turn of somebody is over: what they did not keep going ends with it."""
    s = ongoing.gone_out(s, who)
    if s.house.setup_expiry == "next_turn":
        s = replace(s, tokens=tuple(t for t in s.tokens if t.to != who or not t.ripe))
    if s.house.restrain_upkeep == "action":
        for held in s.cast:
            if who in held.restrained and held.id not in f.kept:
                s = verbs.free(s, held.id, who, "nobody keeps hold")
    return s


def _next(s: Movie) -> Movie:
    """The next in the order; after the last one a new round begins."""
    scene = verbs.playing(s)
    if scene.at + 1 < len(scene.order):
        return turn(verbs.restage(s, at=scene.at + 1), begun=False)
    s = turn(tell(verbs.restage(s, at=0, round=scene.round + 1), "round", "", n=scene.round + 1), begun=False)
    return verbs.restage(s, order=(), rolled=(), before=scene.order) if s.house.init_repeat == "round" else s
