"""Where everybody is: the Sets as a board, what ties people and Sets, and the tracks that grow between them."""

from collections.abc import Iterator
from typing import Literal

from cliffhanger.games.blockbuster.files.sheets import Impediment, Place
from cliffhanger.games.blockbuster.rules.holds import threshold
from cliffhanger.games.blockbuster.rules.state import Movie, Person, Task
from cliffhanger.games.blockbuster.rules.state import Track as Pressure
from cliffhanger.games.blockbuster.rules.verbs import person, touched
from cliffhanger.kernel.panels import Board, Cell, Group, Hindrance, Panel, Tie, Token, Track
from cliffhanger.kernel.plurals import many

BOTH = 2  # Sets that a task joins


def places(v: Movie) -> Panel:
    """The Sets of the scene with who is there: the picture of a place, and its list."""
    assert v.scene is not None
    active = v.scene.order[v.scene.at] if v.scene.order else ""
    cells = tuple(_cell(v, x) for x in v.sets if x.id in v.scene.sets)
    tokens = tuple(_token(p, now=p.id == active) for p in v.cast if p.place in v.scene.sets)
    there = {x.id for x in cells} | {x.id for x in tokens}
    board = Board("places", "Sets", cells, tokens, tuple(tie for tie in _ties(v) if there.issuperset(tie.ends)))
    return Group("sets", "Sets", (board,), "side", folded=True)


def _cell(v: Movie, x: Place) -> Cell:
    """A Set with what hinders there; its look in the kit's words, and the weather its Impediments bring."""
    look = " ".join((*x.look, *(i.look for i in x.impediments if i.look)))
    return Cell(x.id, x.name, look, tuple(_hindrance(v, i) for i in x.impediments), x.says)


def _token(p: Person, *, now: bool) -> Token:
    state: Literal["", "done", "now"] = "done" if p.taken_out else "now" if now else ""
    return Token(p.id, p.name, p.place, "lead" if p.lead else "opponent", against=not p.lead, seat=p.seat, state=state)


def _hindrance(v: Movie, i: Impediment) -> Hindrance:
    on = f" on {touched(v, i.tag)}" if i.tag else ""
    return Hindrance(i.text, i.penalty, f"{hinders(i.penalty, v.house.impediment_as)}{on}")


def _ties(v: Movie) -> Iterator[Tie]:
    """Who has somebody in their grip or half talked round, and what joins two Sets: tracks that stand in their list too."""
    for t in v.tasks:
        if ends := _joins(v, t):
            yield Tie(ends, track=Track(f"track-{t.id}", t.name, min(t.total, t.required), t.required))
    for k in v.tracks:
        yield Tie((k.initiator, k.subject), track=_held(v, k))
    for p in v.cast:
        yield from (Tie((h, p.id), "held") for h in p.restrained)
        yield from (Tie((o.id, p.id), "talked round") for o in p.convinced)


def _joins(v: Movie, t: Task) -> tuple[str, str] | None:
    """The two Sets that a task parts or joins: those its card says, or else those that its own words name."""
    said = f"{t.name} {t.says}".casefold()
    found = t.between or tuple(x.id for x in v.sets if x.name.casefold() in said)
    return (found[0], found[-1]) if t.between or len(found) == BOTH else None


def tracks(v: Movie) -> Iterator[Track]:
    """Tasks, what presses on somebody, and what burns."""
    for t in v.tasks:
        rolls = f"{t.rolls} of {many(t.limit, 'roll')}. " if t.limit else ""
        who = ", ".join(person(v, a).name for a in t.admitted) or "Anyone"
        note = f"{who} may add to it. {rolls}{t.says}".strip()
        yield Track(f"track-{t.id}", t.name, min(t.total, t.required), t.required, note=note)
    yield from (_held(v, k) for k in v.tracks)
    for burn in v.burns:
        a, b = person(v, burn.attacker), person(v, burn.subject)
        name = f"{next(x.name for x in a.sheet.powers if x.id == burn.power)} on {b.name}"
        left, note = burn.successes, f"{a.name} may keep it going."
        yield Track(f"track-{burn.id}", name, left, left, note=note)


def _held(v: Movie, k: Pressure) -> Track:
    """How far one is with another: talking round, holding, breaking free."""
    a, b = person(v, k.initiator), person(v, k.subject)
    most = threshold(v, k.kind, b.id) if k.kind != "break" else b.sheet.vigor
    name, note = f"{a.name} breaks free of {b.name}", ""
    if k.kind != "break":
        name = f"{a.name} talks {b.name} round" if k.kind == "convince" else f"{a.name} grabs {b.name}"
        said, roll = f"“{k.behaviour}” " if k.behaviour else "", "Potency" if k.kind == "convince" else "Vigor"
        note = f"{said}{b.name} may roll {roll} instead of acting, to push it back."
    return Track(f"track-{k.id}", name, min(k.successes, most), most, note=note)


def hinders(penalty: int, way: str) -> str:
    """What an Impediment does, in words: fewer dice, or more successes required."""
    return many(penalty, "fewer die" if way == "dice" else "more success")
