"""How a seat sees the table: first those who fight, then all who are in play, then its own hand."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal

from msgspec import structs

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.cards import Character
from cliffhanger.games.plot_twist.files.wording import sentences
from cliffhanger.games.plot_twist.files.words import ATTRIBUTES, HEROICS, KEYWORDS, SKILLS, title
from cliffhanger.games.plot_twist.page.faces import face
from cliffhanger.games.plot_twist.page.sentences import VOICE
from cliffhanger.games.plot_twist.page.soon import HERO, VILLAIN
from cliffhanger.games.plot_twist.rules import attacks, combats, facts, hurts, interviews, pools, roster, throws
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import UNKNOWN, card, name_of, stay
from cliffhanger.games.plot_twist.rules.pieces import GM, Hand, Person
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, Flight, Interview, Resolve, Table, Throw, Toss
from cliffhanger.kernel.cache import all_of, remembered
from cliffhanger.kernel.effects import lasting
from cliffhanger.kernel.events import Event, of_several
from cliffhanger.kernel.frames import replace, unasked
from cliffhanger.kernel.panels import (
    Board,
    Card,
    Cell,
    Coin,
    Counter,
    Group,
    List,
    Panel,
    Pile,
    Row,
    Text,
    Tie,
    Token,
    Track,
)
from cliffhanger.kernel.plurals import many, plural

STEPS = combats.STEPS


# --- what is shown --------------------------------------------------------------------------------------------


def panels(v: Table, seat: str) -> tuple[Panel, ...]:
    """The stage, everybody, the piles, and the hand of this seat."""
    shared = _shared(v)
    rows: list[Panel] = [_with_what_is_seen(v, seat, _stage(shared)), *_goal(v), *_where(v)]
    everybody = _everybody(_unmoved(shared))
    rows += [_own(drawn, text) if by == seat else drawn for by, drawn, text in everybody]
    if not v.turn and seat in [h.id for h in v.hands] and all(by != seat for by, _, _ in everybody):
        rows.append(VILLAIN if seat == GM else HERO)
    rows += map(_behind, _lie(v)) if seat == GM else _lie(v)
    named = [(roster.seat_name(v, h.id), h) for h in v.hands]
    piles = [Pile(f"{name}: hand", len(h.hand), f"{len(h.deck)} in the deck") for name, h in named]
    piles += [Pile("Twists", len(v.twists))] if v.twists else []
    rows.append(Group("piles", "Cards", tuple(piles), "side", folded=True))
    mine = next((h for h in v.hands if h.id == seat), None)
    if mine and mine.plot:
        plots = tuple([face(card(v, each), each) for each in mine.plot])
        rows.append(Group("plots", "Your Plot Hand", plots, "hand", folded=True))
    if mine and mine.hand:
        shown = tuple([_held(face(card(v, each), each), _unplayable(v, seat, each)) for each in mine.hand])
        rows.append(Group("hand", "Your hand", shown, "hand"))
    return tuple(rows)


def _with_what_is_seen(v: Table, seat: str, stage: Group) -> Group:
    """The stage; while the coins of a look at the Objective lie there, with the Objective, for whoever has seen it by them."""
    by = v.shown.sides[0] if v.shown and v.shown.sides else None
    if not by or by.on[:1] != ("peek",) or seat == GM or facts.seat_of(v, by.who) != seat or roster.combat(v):
        return stage
    aim = next((each.id for each in v.lying if each.on == v.main and not each.up and each.id != UNKNOWN), "")
    return structs.replace(stage, panels=(*stage.panels, face(card(v, aim), f"seen.{aim}"))) if aim else stage


def _goal(v: Table) -> tuple[Panel, ...]:
    """What either side wins with, while it is open what comes next; the Objective as far as this seat knows it."""
    if v.winner or not v.turn or roster.combat(v):
        return ()
    aim = next((each for each in v.lying if each.id != UNKNOWN and card(v, each.id).kind == "objective"), None)
    down = any(each.id == UNKNOWN and each.on for each in v.lying)
    by = ", or by a face-down Objective" if down else ""
    if aim:
        by = f", or by {', '.join((f'“{name_of(v, aim.id)}”', *_so_far(v, aim.id)))}"
    said = f"Heroes win once no Villain is left; Villains once no Hero is{by}."
    return (Group("goal", "", (Text("goal-says", body=said),), "goal"),)


@lru_cache(maxsize=1024)
def _held(shown: Card, why: str) -> Card:
    """A card in a hand, which may not be playable now."""
    return structs.replace(shown, blocked=why) if why else shown


@remembered(lambda v: (id(v.cards), id(v.lying), id(v.bystanders), v.place, id(v.house)), 64, hold=True)
def _lie(v: Table) -> tuple[Panel, ...]:
    """What lies on the table: the place, the Bystanders there and the cards that lie open, then those face-down."""
    here = tuple(each.id for each in v.bystanders if each.place == v.place)
    open_ = tuple(each.id for each in v.lying if each.up and each.id != v.place)
    lie = tuple([_card(v, each) for each in (*filter(None, (v.place,)), *here, *open_)])
    down = tuple(_face_down(v))
    rows: list[Panel] = []
    if lie:
        rows.append(Group("in_play", "In play", lie, "side", note=many(len(lie), "card"), folded=True))
    if down:
        rows.append(Group("face_down", "Face-down", down, "side"))
    return tuple(rows)


@remembered(id, hold=True)
def _behind(drawn: Panel) -> Panel:
    """What lies face-down is the GM's alone to see."""
    behind = isinstance(drawn, Group) and drawn.id == "face_down"
    return structs.replace(drawn, name="Behind the page", note="only you see it", place="behind") if behind else drawn


def _face_down(v: Table) -> Iterator[Panel]:
    """The GM's Events and Objective, as far as this seat knows them."""
    down = [each for each in v.lying if not each.up]
    yield from (_card(v, each.id) for each in down if each.id != UNKNOWN)
    for what, mine in (("Events", False), ("Objective", True)):
        count = len([each for each in down if each.id == UNKNOWN and bool(each.on) == mine])
        if count:
            yield Pile(what, count, "face-down")


def _so_far(v: Table, name: str) -> tuple[str, ...]:
    """What has come of a card in play: marks, Turns, rolls won of those its goal asks for."""
    each = roster.lying(v, name)
    if each is None:
        return ()
    rolls = next((goal.roll.accumulate for lies, _, goal in board(v).goals if lies.id == name and goal.roll), 0)
    counts = (("mark", each.marks), ("Turn", each.timing if stay(v, name) else 0))
    said = tuple(f"{n} {what}{'s'[: n != 1]}" for what, n in counts if n)
    said += (f"{each.won} of {rolls} rolls won",) if rolls else ()
    pledged = [pledge.split("/") for pledge in each.pledged]
    said += tuple(f"{name_of(v, who)} would give {n} {title(of)}" for who, of, n in pledged)
    return (*said, "Nullified") if each.nullified else said


def _card(v: Table, name: str) -> Card:
    """A card that lies on the table: its Colour, what it is, what it does, and what has come of it."""
    shown = face(card(v, name), name)
    so_far = _so_far(v, name)
    return structs.replace(shown, text=(*shown.text, *so_far)) if so_far else shown


def _unplayable(v: Table, seat: str, instance: str) -> str:
    """Why a card of a hand cannot be played now, where its seat is asked; "" if it can."""
    f = v.stack[-1]
    if not isinstance(f, Combat) or f.phase not in STEPS:
        return ""
    who = next(iter(f.round.may()), "")
    if not who or facts.seat_of(v, who) != seat:
        return ""
    found = card(v, instance)
    if f.phase != "attack" or found.step != "attack":
        return combats.unplayable(v, f, who, instance)
    return attacks.rideless(v, who, f.target if who == f.who else f.who, instance)


@remembered(all_of(Table, "hands", "lasting"), 64, hold=True)
def _stage(v: Table) -> Group:
    """What is under way: drawn once for all who see it alike."""
    return Group("stage", "", tuple(_under_way(v)), "stage")


@remembered(lambda v: (id(v.people), id(v.bystanders), id(v.cards), v.place, id(roster.combat(v))), 64, hold=True)
def _where(v: Table) -> tuple[Panel, ...]:
    """The place with everybody there, and at which Distance the two are who fight."""
    if not v.place:
        return ()
    there, f = card(v, v.place), roster.combat(v)
    says = ", ".join(each.replace("-", " ") for each in getattr(there, "keywords", ()))
    cell = Cell(v.place, there.name, " ".join(getattr(there, "look", ())), says=says)
    tokens = [_token(v, p) for p in v.people]
    tokens += [
        Token(each.id, name_of(v, each.id), v.place, "bystander") for each in v.bystanders if each.place == v.place
    ]
    ties = (Tie((f.who, f.target), title(f.distance)),) if f else ()
    return (Group("where", "Where", (Board("place", "Where", (cell,), tuple(tokens), ties),), "side", folded=True),)


def _token(v: Table, p: Person) -> Token:
    state: Literal["", "done"] = "done" if p.out else ""
    return Token(p.id, name_of(v, p.id), v.place, p.kind, against=p.kind != "hero", seat=p.seat, state=state)


def premise(v: Table) -> str:
    """What the evening is about: who is behind it all, in the words of their card; "" while nobody is, or without any."""
    text = card(v, v.main).text if v.main else ""
    return f"{name_of(v, v.main)}: {text.rstrip('.')}." if text else ""


def _under_way(v: Table) -> Iterator[Panel]:
    if v.winner:
        yield Text("result", f"The {v.winner.capitalize()} win.", style="result")
        return
    over = v.stack[-1]
    if isinstance(over, Flight | Interview):
        yield from _ending(v, over)
        return
    if not v.turn:
        said = ", ".join(name_of(v, each) for each in (v.main, v.place) if each)
        said = f"{said}. {premise(v)}".strip() if said else "First the GM's side, then the Heroes, then the cards."
        yield Text("title", "The table is laid", said, "result")
        return
    f, throw, asks = roster.combat(v), roster.frame(v, Throw), _asking(v)
    if f is None and asks:
        yield from _asked_by(v, asks)
        yield from (List("throw", _thrown(v, throw), "sides"),) if throw else _lies(v)
        return
    if f is None:
        where = f" at {name_of(v, v.place)}" if v.place else ""
        began = f"The {v.initiative.capitalize()} have Initiative."
        about = f"{premise(v)} {began}".strip() if v.turn == 1 else began
        yield Text("title", f"Turn {v.turn}{where}", about, "result")
        yield from (List("throw", _thrown(v, throw), "sides"),) if throw else _lies(v)
        return
    if f.played and f.phase in STEPS and v.stack[-1] is f and not v.shown:
        yield from _answered(v, f)
    else:
        yield _headed("title", Event("now_fights", name_of(v, f.who), data={"foe": name_of(v, f.target)}), "result")
    yield List("fighters", tuple(_fighter(v, f, who) for who in (f.who, f.target)), "order")
    if f.phase == "redraw":
        yield _headed("over", of_several(combats.came_to(v, f), facts.groups(v)), "result")
    yield from _struck(v, roster.frame(v, Attack), throw)
    yield List("distance", tuple(_apart(name_of(v, f.who), name_of(v, f.target), f.distance)), "steps", name="Distance")
    yield List("steps", tuple(_step(f, each) for each in STEPS), "steps")


def _struck(v: Table, attack: Attack | None, throw: Throw | None) -> Iterator[Panel]:
    """An attack and its coins: whether it has hit stands there in place of it, until its damage has fallen too."""
    came = v.shown.event if v.shown else None
    hit = attack is not None and attack.phase in HIT
    if attack is None and (throw is None or not throw.got):  # it is read while the next one is asked about, not over it
        yield from _came(v)
    if attack:
        told = {"foe": name_of(v, attack.defender), "kind": title(attack.type)}
        under_way = Event("now_attacks", name_of(v, attack.attacker), data=told)
        if came and not hit and not (throw and throw.got):  # what came before it was read by nobody yet
            yield _headed("before", came)
        yield _headed("attack", came if hit and came else under_way)
    last = _last(v) if hit or (attack is None and throw is None) else ()
    rows = (*last, *_thrown(v, throw)) if throw else last
    if rows:
        yield List("throw", rows, "sides")


def _asking(v: Table) -> str:
    """The card whose question is open, or whose coins are thrown; "" where it is none, or somebody's own ability."""
    f = next((f for f in reversed(v.stack) if not isinstance(f, Throw)), None)
    name = f.ctx.card if isinstance(f, Resolve) else ""
    return "" if not name or name == UNKNOWN or isinstance(card(v, name), Character) else name


def _asked_by(v: Table, name: str) -> Iterator[Panel]:
    """A card that asks something, with all that it says, so that whoever answers knows what it is about."""
    yield Text("title", name_of(v, name), "", "result")
    yield face(card(v, name), f"shown.{name}")


HIT = ("damage", "charge", "pay", "rolled")
"""The phases of an attack that has hit, and whose damage is to come."""


def _came(v: Table) -> Iterator[Panel]:
    """What came of the coins that fell last, in a line."""
    event = v.shown.event if v.shown else None
    if event:
        yield Text("result", VOICE.head(event), style="result", told=event)


def _lies(v: Table) -> Iterator[Panel]:
    """The coins that fell last and what came of them, beside what is asked next."""
    yield from _came(v)
    if rows := _last(v):
        yield List("throw", rows, "sides")


def _last(v: Table) -> tuple[Row, ...]:
    """The coins that fell last."""
    if not (last := v.shown):
        return ()
    fallen = enumerate(zip(last.sides, last.got, strict=True))
    rows = [_side(v, side, tuple(map(_coin, side.faces)), got, f"{last.nth}.{n}") for n, (side, got) in fallen]
    if last.against:  # it is to be beaten by those who have thrown first, and not by their damage
        rows.insert(1, Row(throws.TO_BEAT, n=last.against, id="throw.needed"))
    return tuple(rows)


def _thrown(v: Table, throw: Throw) -> tuple[Row, ...]:
    """The coins that are thrown now, with the ids that they keep when they lie there: so a page lets them fall once."""
    last = v.shown
    harms = last is not None and throw.system == "damage"
    nth, first = (last.nth, len(last.sides)) if last and harms else (last.nth + 1 if last else 0, 0)
    return tuple([_toss(v, throw, n, f"{nth}.{first + n}") for n in range(len(throw.sides))])


def _side(v: Table, side: Toss, coins: tuple[Coin, ...], got: int | None, nth: str) -> Row:
    """One side of a throw; damage goes by its name, for whoever throws it has thrown the attack."""
    harm = side.on == ("damage",)
    name, says = (title("damage"), "") if harm else (name_of(v, side.who), title(side.on[0]))
    made = _made_of(side, got) if got is not None and side.faces else ()
    return Row(name, says, n=got, mark=name_of(v, side.who), dice=coins, tags=made, id=f"throw.{nth}")


def _made_of(side: Toss, got: int) -> tuple[str, ...]:
    """What a total has beside its coins: successes that were bought, or that come by themselves."""
    more = got - side.faces.count(2)
    return (f"{more} added" if more > 0 else f"{-more} taken",) if more else ()


def _coin(face: int) -> Coin:
    return Coin("star" if face == 2 else "ring", "counts" if face == 2 else "plain")


def _headed(name: str, event: Event, style: Literal["plain", "result"] = "plain") -> Text:
    """What is under way in a headline alone, told to whoever reads it."""
    return Text(name, VOICE.head(event), style=style, told=event)


def _answered(v: Table, f: Combat) -> Iterator[Panel]:
    """The card that was played last: it is what may be answered now."""
    seat, _, instance = f.played[-1].partition("/")
    who = next((each for each in (f.who, f.target) if facts.seat_of(v, each) == seat), f.who)
    event = of_several(Event("card", name_of(v, who), data={"card": name_of(v, instance)}), facts.groups(v))
    yield structs.replace(_headed("played", event, "result"), mark=name_of(v, who))
    yield face(card(v, instance), f"shown.{instance}")


def _apart(who: str, target: str, distance: str) -> Iterator[Row]:
    """A line on which two who are Ranged stand at its ends, and meet in the middle for Melee."""
    for where, there in (("ranged", (who,)), ("melee", (who, target)), ("ranged", (target,))):
        here = where == distance
        yield Row(title(where), marks=there if here else (), state="now" if here else "")


def _fighter(v: Table, f: Combat, who: str) -> Row:
    """One of the two who fight: what they have left, and whether they are asked."""
    p = roster.somebody(v, who)
    says = f"{p.quantity} left" if p and p.kind == "mook" else ""
    tracks: tuple[Track, ...] = ()
    if p and p.kind != "mook":
        says, tracks = f"{p.will} {_will(p)}, {p.energy} Energy", _stress(v, p)
    asked = roster.frame(v, Throw) or f
    speaks = f.phase in STEPS and asked.round.may()[:1] == (who,)
    name, tags = name_of(v, who), _tags(v, p) if p else ()
    state: Literal["now", ""] = "now" if speaks else ""
    return Row(name, says, mark=name, state=state, tags=tags, id=f"fighter.{who}", tracks=tracks)


def _stress(v: Table, p: Person) -> tuple[Track, ...]:
    """What somebody has left of each kind of Stress."""
    most = {kind: facts.most(v, p.id, kind) for kind in facts.RESISTANCES}
    return tuple(
        [
            Track(f"fighter.{p.id}.{kind}", title(kind), min(facts.stress(p, kind), n), n, left=True)
            for kind, n in most.items()
        ]
    )


def _will(p: Person) -> str:
    """What the will of somebody is called."""
    return "Belief" if p.kind == "hero" else "Hate"


def _tags(v: Table, p: Person) -> tuple[str, ...]:
    """What holds for somebody now: statuses, Armor, Cover."""
    guards = hurts.armor(v, p.id, "physical"), hurts.cover(v, p.id, "physical")
    named = [f"{word} {n}" for word, n in zip(("Armor", "Cover"), guards, strict=True) if n]
    return (*(title(each) for each in p.statuses), *named)


def _ending(v: Table, f: Flight | Interview) -> Iterator[Panel]:
    """How a Conflict ends: who would Pursue, or which question it is."""
    if isinstance(f, Interview):
        most = max(f.asked, interviews.questions(v))
        yield Text("title", "An Interview", f"{f.asked} of {most} questions asked.", "result")
        return
    to = f" to {name_of(v, f.lair)}" if f.lair else ""
    yield Text("title", f"{name_of(v, v.main)} Flees{to}", style="result")
    rows = [each.split("/") for each in f.ballots]
    said = {"yes": "would Pursue", "no": "would let them go"}
    if rows and f.phase == "pursue":
        yield List("ballots", tuple(Row(roster.seat_name(v, seat), said[vote]) for seat, vote in rows))


def _step(f: Combat, step: str) -> Row:
    at = STEPS.index(f.phase) if f.phase in STEPS else -1 if f.phase in ("start", "sneak", "distance") else len(STEPS)
    mine = STEPS.index(step)
    return Row(title(step), state="now" if mine == at else "done" if mine < at else "")


def _toss(v: Table, f: Throw, n: int, nth: str) -> Row:
    """One side of a throw that is under way: its coins are held until they fall."""
    side = f.sides[n]
    coins = tuple(map(_coin, side.faces)) if side.thrown else tuple(Coin() for _ in range(pools.coins(v, f, side)))
    return _side(v, side, coins, f.got[n] if n < len(f.got) else None, nth)


_UNREAD = ("twists", "top", "below", "known", "once", "chain", "delayed", "heard", "news", "decks", "openings")
_CHANGES = (effects.Heroic, effects.Keyword, effects.Forbid, effects.Copy)
"""The words of effects that change what somebody can do."""
_READ = (*_CHANGES, effects.Armor, effects.Cover, effects.Lock, effects.Status, effects.Control)
_PROCEDURE = re.compile("margin|successes|damage|cards_played|attack|distance|phase|opponent|defender")
"""The names in amounts and conditions that a procedure gives a value."""


def _shared(v: Table) -> Table:
    """What most seats see alike, which the stage and Characters are drawn from: of piles no more than their size."""
    hands = tuple([Hand(h.id, hand=(UNKNOWN,) * len(h.hand)) for h in v.hands])
    return replace(v, hands=hands, serial=0, **dict.fromkeys(_UNREAD, ()))


def _unmoved(v: Table) -> Table:
    """The same with no procedure under way, unless what is drawn of Characters hangs on one."""
    asked = board(v).asks or _asks(facts.LASTING.now(v))
    guards = [f for f in v.stack if isinstance(f, Attack) and f.guarded]
    return replace(v, stack=unasked(v.stack) if asked else tuple(guards))


@remembered(id, hold=True)
def _asks(found: lasting.Rows) -> bool:
    """Whether anything of what is drawn of Characters hangs on what is under way."""
    rows = chain.from_iterable(rows for (_, word), rows in found.on.items() if word in _READ)
    return any(_PROCEDURE.search(text) for row in rows for text in _texts(row))


def _texts(row: lasting.Row) -> Iterator[str]:
    """What something that lasts hangs on: its `while`, and how much it is."""
    for name in ("while_", "set", "add", "modify"):
        if isinstance(text := getattr(row.effect, name, None), str):
            yield text


@remembered(all_of(Table, "hands", "stack", "lasting"), 64, hold=True)
def _everybody(v: Table) -> tuple[tuple[str, Group, str], ...]:
    """All Characters, each with the seat that plays it and the words of its card: drawn once for all who see them alike."""
    return tuple([(facts.seat_of(v, p.id), _person(v, p), card(v, p.id).text) for p in v.people])


@remembered(lambda drawn, text: (id(drawn), text), hold=True)
def _own(drawn: Group, text: str) -> Group:
    return structs.replace(drawn, place="own", note=text)


def _person(v: Table, p: Person) -> Group:
    found = facts.LASTING.now(v).on
    rows, prone = tuple([found.get((p.id, kind), ()) for kind in _CHANGES]), facts.has_status(v, p.id, "prone")
    hangs = any(text != "x" for row in chain.from_iterable(rows) for text in _texts(row))
    can = _can(v, p.id) if hangs else _can_always(v, p.id, rows, prone)
    return _drawn(p, card(v, p.id), _tags(v, p), can)


@lru_cache(maxsize=256)
def _drawn(p: Person, found: Character, tags: tuple[str, ...], can: str) -> Group:
    """Somebody, drawn once for all who see them alike."""
    rows: list[Panel] = []
    if p.kind == "mook":
        rows.append(Counter("Quantity", p.quantity))
    else:
        for kind, attribute in facts.RESISTANCES.items():
            trauma, most = facts.trauma(p, kind), 3 * getattr(found.attributes, attribute)
            note = f"{trauma} Trauma" if trauma else ""
            rows.append(
                Track(f"{p.id}.{kind}", f"{title(kind)} Stress", facts.stress(p, kind), most, note=note, left=True)
            )
        rows += [Counter(_will(p), p.will), Counter("Energy", p.energy)]
    actions = ("Move", p.moves), ("Attack action", p.attacks)
    rows += [Counter(noun if n == 1 else plural(noun), n) for noun, n in actions]
    if tags:
        rows.append(List(f"{p.id}.is", (Row("Now", tags=tags, id=p.id),)))
    rows.append(Text(f"{p.id}.can", "", can))
    return Group(f"person.{p.id}", found.name, tuple(rows), "side", folded=bool(p.out), mark=found.name)


def _can(v: Table, who: str) -> str:
    """What somebody can do: Attributes, ranks and Keywords as they are now, and what their card says."""
    numbers = [f"{title(each)} {facts.attribute(v, who, each)}" for each in ATTRIBUTES]
    numbers += [f"{title(each)} {n}" for each in (*HEROICS, *SKILLS) if (n := facts.rank(v, who, each))]
    numbers += [title(each) for each in KEYWORDS if facts.has_keyword(v, who, each)]
    return " ".join((", ".join(numbers) + ".", *sentences(card(v, who))))


@remembered(lambda v, who, rows, prone: (id(v.cards), who, *map(id, rows), prone), hold=True)
def _can_always(v: Table, who: str, rows: tuple[Sequence[lasting.Row], ...], prone: bool) -> str:
    """The same where it hangs on nothing but the rows that change it: as long as those last."""
    return _can(v, who)
