"""What a seat is shown: all of the film, for nothing in this game is hidden."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from cliffhanger.games.blockbuster.files.sheets import Power, Sheet
from cliffhanger.games.blockbuster.page.places import places, tracks
from cliffhanger.games.blockbuster.page.sentences import VOICE
from cliffhanger.games.blockbuster.rules import dispatch
from cliffhanger.games.blockbuster.rules.checks import needed
from cliffhanger.games.blockbuster.rules.state import (
    DIRECTOR,
    Check,
    Contest,
    Entry,
    Initiative,
    Movie,
    Person,
    Rolled,
    Rounds,
    Side,
)
from cliffhanger.games.blockbuster.rules.verbs import limits, person
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.panels import (
    Counter,
    Die,
    Group,
    List,
    Panel,
    Row,
    Shared,
    Text,
    Track,
)
from cliffhanger.kernel.plurals import many

STATS = ("defense", "vigor", "potency", "protection")


def invariant_error(s: Movie) -> str:
    """What is impossible about a state: by the rules, or because the result on the stage cannot be said."""
    if s.shown and not VOICE.sayable(s.shown.event):
        return "What was settled last stays as it was told."
    return dispatch.invariant_error(s)


def premise(v: Movie) -> str:
    """What is at stake, for somebody who has just come."""
    return v.logline


def panels(v: Movie, seat: str) -> tuple[Panel, ...]:
    """Stage, order, Sets and tracks for all; one's own sheet for a player, everybody's numbers for the Director."""
    shared = _shared(v)
    rows = list(shared.panels)
    mine = [p for p in v.cast if p.seat == seat]
    if seat == DIRECTOR:
        rows += [_proposed(v, row.id, row.who, row.sheet) for row in v.proposals]
        rows += [_only_director(v)] if v.scene else []
        mine = [p for p in mine if p.place or not v.scene]
    elif any(p.taken_out for p in mine):
        rows = [_out_of_it(row) if isinstance(row, Group) and row.id == "goal" else row for row in rows]
    rows += [sheet_panel(v, p, seat == DIRECTOR) for p in mine]
    if others := shared.others(seat):
        rows.append(Group("cast", "Who is here" if v.scene else "The leads", others, "side", folded=True))
    return tuple(rows)


@remembered(id, hold=True)
def _shared(v: Movie) -> Shared:
    here = [p for p in v.cast if (p.place if v.scene else p.lead)]
    return Shared(
        (_stage(v), *_goal(v), *(_everybodys(v) if v.scene else ())), tuple((p.seat, _person(v, p)) for p in here)
    )


@remembered(
    lambda v: (v.house, v.scene, v.cast, v.sets, v.tasks, v.tracks, v.burns, v.tokens, _begun(v), _fallen(v)), 512
)
def _everybodys(v: Movie) -> tuple[Panel, ...]:
    """What is the same for all: order, Sets, tracks, waiting dice."""
    rows: list[Panel] = [_order(v), places(v)]
    if grows := tuple(tracks(v)):
        rows.append(Group("tracks", "Tracks", grows, "side"))
    if debts := tuple(_waiting(v)):
        rows.append(Group("waiting", "Waiting dice", (List("tokens", debts, "debts"),), "own"))
    return tuple(rows)


def _begun(v: Movie) -> bool:
    return any(isinstance(f, Rounds) and f.phase == "turn" for f in v.stack)


def _fallen(v: Movie) -> tuple[int, int]:
    """How many have rolled for their place in the order, and how many do so."""
    entries = [e for f in v.stack if isinstance(f, Initiative) for e in f.entries]
    return sum(e.side is not None for e in entries), len(entries)


# --- the stage ----------------------------------------------------------------------------------------------


def _stage(v: Movie) -> Panel:
    now = _opening(v) or _under_way(v)
    if not now:
        return Group("stage", "", _result(v) or _title(v), "stage")
    # That the scene before was lost is read before anything is asked, below the name of this one.
    after = 1 if v.shown and v.shown.event.what == "scene_ends" and v.shown.event.data.get("lost") else len(now)
    return Group("stage", "", (*now[:after], *_aside(v), *now[after:]), "stage")


def _aside(v: Movie) -> tuple[Panel, ...]:
    """What is still seen beside something under way: whom somebody praised, and how the scene before ended."""
    seen = ("spotlight", "scene_ends") if isinstance(top(v), Initiative) else ("spotlight",)
    if v.shown is None or v.shown.event.what not in seen:
        return ()
    e = v.shown.event
    if e.what == "scene_ends":  # who was out of it then stands in this one, and some of the damage may be gone
        was = replace(e, what="scene_was")
        return (Text("before", VOICE.head(was), VOICE.below(was), told=was),)
    return (Text("before", VOICE.head(e), VOICE.below(e), told=e),)


def _title(v: Movie) -> tuple[Panel, ...]:
    """The film between its scenes, the scene before anything has happened in it."""
    if v.scene is None:
        return (Text("title", v.title, v.logline, "result"),)
    card = next((c for c in v.cards if c.id == v.scene.card), None)
    return (Text("title", v.scene.name, card.says if card else "", "result"),)


def _opening(v: Movie) -> tuple[Panel, ...]:
    """A scene begins: its title and first words, and who still has to find a place."""
    f = top(v)
    if not isinstance(f, Initiative) or v.scene is None:
        return ()
    rows: list[Panel] = [] if v.scene.order or v.scene.round > 1 else [*_title(v)]
    rows.append(_now("places-open", _still(v, f), "result" if v.scene.order else "plain"))
    so_far = [] if v.scene.order else sorted((e.rolls[0] for e in f.entries if e.side), reverse=True)
    rows.append(List("rolled", tuple(_found(v, e, so_far) for e in f.entries)))
    return tuple(rows)


def _found(v: Movie, e: Entry, so_far: list[int]) -> Row:
    """Somebody with the place that they would have among those who have rolled `so_far`, or with the dice they have yet to roll."""
    if e.side is None:
        return _to_roll(v, e)
    return _ranked(v, e.side, so_far.index(e.rolls[0]) + 1 if so_far else 0)


def _to_roll(v: Movie, e: Entry) -> Row:
    """Somebody whose place is still open, with the dice that they have chosen to roll."""
    name = person(v, e.id).name
    return Row(name, value="?", mark=name, dice=(Die(6, state="hollow"),) * max(e.dice, 0), id=f"due {e.id}")


def _still(v: Movie, f: Initiative) -> Event:
    """Who has to choose, to roll, or to be put before another."""
    if f.phase == "tie":
        return Event("now_level", "", data={"names": [person(v, name).name for name in f.tied]})
    choosing = f.phase == "choose"
    left = [person(v, e.id).name for e in f.entries if (e.dice < 0 if choosing else e.due)]
    return Event("now_choosing" if choosing else "now_rolling", "", data={"names": left})


def _now(name: str, event: Event, style: Literal["plain", "result"] = "result") -> Text:
    """What is under way, as the room is told it; a page tells it to its reader."""
    return Text(name, VOICE.head(event), VOICE.below(event), style, told=event)


def _result(v: Movie) -> tuple[Panel, ...]:
    if v.shown is None or (v.scene and v.shown.event.what == "scene_ends"):
        return ()
    e = v.shown.event
    text = Text("result", VOICE.head(e), VOICE.below(e), "result", told=e)
    if not v.shown.sides:
        return (text,)
    earlier = tuple(_now(f"before-{at}", each, "plain") for at, each in enumerate(v.shown.before))
    if e.what == "order":
        return text, *_level(v), List("rolled", tuple(_in_order(v, side) for side in v.shown.sides))
    rows = tuple(_side(v, side, at, v.shown.won) for at, side in enumerate(v.shown.sides) if side.thrown)
    return *earlier, text, List("sides", rows, "sides")


def _level(v: Movie) -> tuple[Text, ...]:
    """Why the first of those who have rolled as well as another goes before them, at a table that has just found its order."""
    if v.scene is None or (v.shown and v.shown.event.data.get("late")):
        return ()
    for one, other in pairwise(v.scene.rolled):
        if one.successes == other.successes:
            data = {"foe": person(v, other.id).name, "tie": _finer(v, one, other)}
            e = Event("now_level_with", person(v, one.id).name, data=data)
            return (Text("level", body=VOICE.below(e), told=e),)
    return ()


def _finer(v: Movie, one: Rolled, other: Rolled) -> str:
    """What settled a tie between two; "" where they go as the cast is listed."""
    if one.ties != other.ties:
        return "again"
    settles = {
        "pool": one.pool > other.pool,
        "pcs_first": person(v, one.id).lead and not person(v, other.id).lead,
        "director": True,
    }
    return v.house.init_tie if settles.get(v.house.init_tie) else ""


def _in_order(v: Movie, side: Side) -> Row:
    """Somebody with their place in the order; where the one of the round before was another, that as well."""
    if v.scene is None or side.who not in v.scene.order:
        return _ranked(v, side, 0)
    before = v.scene.before.index(side.who) + 1 if side.who in v.scene.before else 0
    return _ranked(v, side, v.scene.order.index(side.who) + 1, before)


def _ranked(v: Movie, side: Side, place: int, before: int = 0) -> Row:
    """What somebody rolled, with the place that it makes (0: none yet)."""
    value, was = (f"{n}." if n else "" for n in (place, before if before != place else 0))
    return replace(_place(v, side), text=_parts(side), value=value, was=was)


def _parts(side: Side) -> str:
    """Where the dice of a side come from."""
    parts = " + ".join(f"{name} {n}" for name, n in side.parts if n >= 0)
    return parts + "".join(f", {name} \N{MINUS SIGN}{-n}" for name, n in side.parts if n < 0)


def _side(v: Movie, side: Side, at: int, won: int) -> Row:
    spent = (f"{many(side.cancelled, 'success')} against the strain",) if side.cancelled else ()
    n, tags = (side.successes, spent) if side.thrown else (side.dice, ("dice to throw",))
    return replace(_place(v, side), text=_parts(side), n=n, tags=tags, state="won" if at == won else "lost")


def _place(v: Movie, side: Side) -> Row:
    """What somebody rolled, in a line: all that is said of a roll for a place in the order."""
    name = person(v, side.who).name
    return Row(name, n=side.successes, mark=name, dice=_dice(side), id=f"{side.fell} {side.who}")


def _dice(side: Side) -> tuple[Die, ...]:
    """The dice that count, those whose success went to the strain, and the rest."""
    faces, spent = sorted(side.faces, reverse=True), range(side.successes, side.rolled)
    return tuple(
        Die(6, face, "counts" if face >= 5 and at not in spent else "struck", "strain" if at in spent else "")
        for at, face in enumerate(faces)
    )


def _under_way(v: Movie) -> tuple[Panel, ...]:
    """A roll that is being made ready, or waits for its answer."""
    f = top(v)
    if isinstance(f, Check) and f.phase in ("difficulty", "ready", "roll", "cancel", "price", "narrate"):
        name = person(v, f.who).name
        side = _side(v, f.side, 0, 0 if f.side.rolled >= f.required else -1)
        shown = List("sides", (side,), "sides")
        if f.phase == "roll":
            return Text("result", f.goal, "", "result"), shown
        what, more = _stands(v, f)
        return _now("result", Event(what, name, data={"goal": f.goal, **more})), shown
    if isinstance(f, Contest) and f.phase != "roll":
        name, at = person(v, f.who).name, min(f.at, len(f.targets) - 1)
        foe, *others = [person(v, each).name for each in f.targets[at:]]
        data = {"foe": foe, "names": others, "successes": f.side.successes, "use": f.use, "aim": f.aim}
        sides = tuple(_side(v, side, at, 0) for at, side in enumerate((f.side, *f.answers)))
        return _now("result", Event("now_against", name, data=data)), List("sides", sides, "sides")
    return ()


def _stands(v: Movie, f: Check) -> tuple[str, dict[str, int]]:
    """How a roll stands: the kind of event that says it, and its numbers."""
    if f.phase == "difficulty":
        return "now_tries", {}
    if f.phase == "ready":
        return ("now_works", {}) if f.use == "task" else ("now_needs", {"required": needed(v, f)})
    return ("now_rolled", {"successes": f.side.rolled}) if f.phase == "cancel" else ("now_short", {"short": f.short})


# --- the scene ----------------------------------------------------------------------------------------------


def _order(v: Movie) -> Panel:
    assert v.scene is not None
    begun, rolled, rows = _begun(v), {r.id: r.successes for r in v.scene.rolled}, []
    for at, name in enumerate(v.scene.order):
        p = person(v, name)
        text, state = _stands_at(p, at - v.scene.at, begun=begun)
        told = None if begun else rolled.get(name)  # once they act, nobody asks any more what made the order
        rows.append(Row(p.name, text, n=told, mark=p.name, state=state))
    done, all_ = _fallen(v)
    so_far = f"{done} of {all_} have rolled." if done else "Nobody has rolled yet."
    turns = List("turns", tuple(rows), "order", empty=so_far)
    return Group("order", "Order", (turns,), "side", f"Round {v.scene.round}")


def _stands_at(p: Person, ahead: int, *, begun: bool) -> tuple[str, Literal["", "done", "now", "out"]]:
    """The word and the state of somebody in the order, so many turns ahead of (or behind) whose turn it is."""
    if p.taken_out:
        return "out", "out"
    if not p.place:
        return "gone", "out"
    if begun and ahead == 0:
        return "now", "now"
    if begun and ahead < 0:
        return "done", "done"
    return ("next" if ahead == 1 else ""), ""


def _goal(v: Movie) -> Iterator[Panel]:
    """What the scene is about, while it is open what comes next: the tasks that are left, or who is against the leads; and
    what is done.
    """
    if not isinstance(top(v), Rounds):
        return
    left = [f"{t.name}, {t.total} of {t.required}" for t in v.tasks if t.total < t.required]
    foes = [p.name for p in v.cast if p.place and not p.lead and not p.taken_out]
    head, words = ("To do", "; ".join(left)) if left else ("Against you", ", ".join(foes))
    over = dict.fromkeys((*v.scene.done, *(t.name for t in v.tasks if t.total >= t.required))) if v.scene else {}
    said = [f"{head}: {words}."] if words else []
    said += [f"Done: {'; '.join(over)}."] if over else []
    if said:
        yield Group("goal", "", (Text("goal-says", body=" ".join(said)),), "goal")


def _out_of_it(goal: Group) -> Group:
    """What the scene is about, for somebody who only looks on until it ends."""
    says = "".join(each.body for each in goal.panels if isinstance(each, Text))
    return replace(goal, panels=(Text("goal-says", body=f"You are out of this scene until it ends. {says}"),))


def _waiting(v: Movie) -> Iterator[Row]:
    for t in v.tokens:
        name = f"{person(v, t.giver).name}'s Set-Up, for {person(v, t.to).name}: {t.follow_up}"
        yield Row(name, value=many(t.dice, "die"))


def _only_director(v: Movie) -> Panel:
    assert v.scene is not None
    rows = tuple(Row(each) for each in v.scene.setbacks[-6:])
    counters = (Counter("Setbacks so far", len(v.scene.setbacks)), Counter("Spotlights", v.scene.spotlights))
    return Group("notes", "The scene so far", (*counters, List("setbacks", rows, empty="No Setback yet.")), "own")


# --- people -------------------------------------------------------------------------------------------------


def _damage(v: Movie, p: Person) -> tuple[Panel, ...]:
    most_v, most_p = limits(v, p)
    if v.house.damage_model == "shared":
        both = p.damage_v + p.damage_p
        return (Track(f"damage-{p.id}", "Damage", both, max(most_v, both)),)
    return (
        Track(f"damage-v-{p.id}", "Damage to Vigor", p.damage_v, max(most_v, p.damage_v)),
        Track(f"damage-p-{p.id}", "Damage to Potency", p.damage_p, max(most_p, p.damage_p)),
    )


def _conditions(v: Movie, p: Person) -> tuple[Panel, ...]:
    rows = [Row("Taken out", state="bad")] if p.taken_out else []
    held = "nothing physical but breaking free"
    rows += [Row("Held", f"by {person(v, h).name}: {held}", state="bad") for h in p.restrained]
    rows += [Row("Convinced", f"by {person(v, o.id).name}: {o.behaviour}", state="bad") for o in p.convinced]
    rows += [Row("Strained", x.text, f"{x.rating}{x.type}", state="bad") for x in p.extra]
    if v.house.points == "record":
        rows.append(Row("Points", value=str(p.points)))
    return (List(f"conditions-{p.id}", tuple(rows)),) if rows else ()


def _in_use(p: Person) -> tuple[Panel, ...]:
    """What somebody wears or has switched on, for everybody to see."""
    rows = tuple(Row(x.name, told_power(x)) for x in p.sheet.powers if x.id in p.active)
    return (List(f"in-use-{p.id}", rows, name="Powers and gear"),) if rows else ()


def _proposed(v: Movie, name: str, who: str, sheet: Sheet) -> Panel:
    """A sheet as it would be if the Director agreed, to be opened before that."""
    would = replace(person(v, who), id=name, sheet=sheet)
    words = (Text(f"who-{name}", body=sheet.said),) if sheet.said else ()
    parts = (_stats(sheet, name), *_damage(v, would), *ratings(sheet, name), *_powers(would), *words)
    title = f"{sheet.name}, as proposed"
    return Group(f"would-{name}", title, parts, "stage", sheet.tagline, folded=True, mark=sheet.name)


@remembered(lambda v, p, folded: (p, folded, v.house, v.cast if p.restrained or p.convinced else ()), 4096)
def sheet_panel(v: Movie, p: Person, folded: bool) -> Panel:
    """One whole sheet with what has happened to it."""
    parts = (*_damage(v, p), *_conditions(v, p), *ratings(p.sheet, p.id), *_powers(p))
    return Group(f"sheet-{p.id}", p.name, (_stats(p.sheet, p.id), *parts), "own", p.sheet.tagline, folded, p.name)


@remembered(lambda v, p: (p, v.house, v.cast if p.restrained or p.convinced else ()), 4096)
def _person(v: Movie, p: Person) -> Panel:
    parts = (_stats(p.sheet, p.id), *_damage(v, p), *_conditions(v, p), *_in_use(p))
    return Group(f"who-{p.id}", p.name, parts, "side", p.sheet.tagline, mark=p.name)


@lru_cache(maxsize=512)
def _stats(sheet: Sheet, name: str) -> Panel:
    return List(f"stats-{name}", tuple(Row(stat.capitalize(), n=getattr(sheet, stat)) for stat in STATS), "stats")


@lru_cache(maxsize=512)
def ratings(sheet: Sheet, name: str) -> tuple[Panel, ...]:
    """Skills and attributes, the way they stand on the sheet."""
    return tuple(
        List(f"{kind}-{name}", tuple(Row(r.name, value=str(r.rating)) for r in rows), name=kind.capitalize())
        for kind, rows in (("skills", sheet.skills), ("attributes", sheet.attributes))
    )


def _powers(p: Person) -> tuple[Panel, ...]:
    rows = []
    for x in p.sheet.powers:
        on = ("on",) if x.id in p.active else ()
        rows.append(Row(x.name, told_power(x), tags=(f"{x.strain}{x.strain_type}", *on)))
    return (List(f"powers-{p.id}", tuple(rows), name="Powers and gear"),) if rows else ()


def told_power(x: Power) -> str:
    """What a power or item does, in a line."""
    reach = "reaches the whole scene" if x.range == "scene" else ""
    many = f"up to {x.targets} targets" if x.targets > 1 else ""
    burns = "keeps hurting" if x.ongoing else ""
    facts = ", ".join(each for each in (reach, many, burns) if each)
    return f"{x.says} {facts[:1].upper() + facts[1:] + '.' if facts else ''}".strip()
