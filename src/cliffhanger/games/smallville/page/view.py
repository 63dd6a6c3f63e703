"""What a seat is shown: the whole state, for the state of play is open to all. First the stage, then people."""

from collections.abc import Iterator
from functools import lru_cache

from cliffhanger.games.smallville.files.sheets import Sheet
from cliffhanger.games.smallville.page.sentences import VOICE
from cliffhanger.games.smallville.rules.state import (
    WATCHTOWER,
    Contest,
    Hurt,
    Person,
    Pool,
    Rung,
    Scene,
    Setup,
    Side,
    Table,
)
from cliffhanger.games.smallville.rules.state import Die as Rolled
from cliffhanger.games.smallville.rules.verbs import contest, name_of
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.frames import top
from cliffhanger.kernel.panels import Board, Counter, Die, Group, List, Panel, Row, Shared, Text, Tie, Token
from cliffhanger.kernel.plurals import many


def panels(v: Table, seat: str) -> tuple[Panel, ...]:
    """Stage, cast and Trouble for all; one's own sheet for a player, everybody's for the Watchtower."""
    shared = _shared(v)
    rows: list[Panel] = [*shared.panels, _cast(v.cast, seat)]
    mine = [p for p in v.cast if p.seat == seat and (seat != WATCHTOWER or p.here)]
    rows += [sheet_panel(p, folded=seat == WATCHTOWER) for p in mine]
    return tuple(rows)


@remembered(id, hold=True)
def _shared(v: Table) -> Shared:
    rows: list[Panel] = [Group("stage", "", tuple(_stage(v)), "stage")]
    if c := contest(v):
        rows.append(_rungs(v, c.rungs))
    rows += [_trouble(v.trouble), _web(v.cast)]
    return Shared(tuple(rows), ())


# --- the stage ------------------------------------------------------------------------------------------------


def _stage(v: Table) -> Iterator[Panel]:
    c, f = contest(v), top(v)
    if c:
        yield Text("result", _headline(v, c), _below(v, c), "result")
        yield List("sides", tuple(_side(v, side, acts=side is c.sides[0]) for side in c.sides), "sides")
    elif isinstance(f, Setup):
        rolls = tuple(Row(name_of(v, row.id), mark=name_of(v, row.id), n=max(0, row.total)) for row in f.rolls)
        yield Text(
            "result", f"Episode {v.episode}", "Everybody rolls what they hold dear; the points follow.", "result"
        )
        yield List("bonds", rolls, "lines")
    elif v.shown:
        e = v.shown.event
        yield Text("result", VOICE.head(e), VOICE.below(e), "result", told=e)
        if v.shown.rungs:
            yield List("sides", tuple(_rung(v, rung) for rung in v.shown.rungs[-2:]), "sides")
    elif isinstance(f, Scene):
        card = next((card for card in v.cards if card.id == f.card), None)
        yield Text("title", f.name, card.says if card else "", "result")
    else:
        yield Text("title", v.title, v.premise, "result")


def _headline(v: Table, c: Contest) -> str:
    acts, answers = (name_of(v, side.who) for side in c.sides)
    f = top(v)
    if isinstance(f, Hurt):
        return f"{name_of(v, f.by)} wins: {name_of(v, f.target)} is hurt."
    if acts and c.sides[0].total < 0:
        return f"{acts} wants something of {answers}."
    return f"{acts} stands at {c.sides[0].total}. {answers} has to beat it."


def _below(v: Table, c: Contest) -> str:
    aims = [f"{name_of(v, side.who)}: {side.aim}." for side in c.sides if side.aim]
    return " ".join((*aims, f"At stake is {c.stake}."))


def _side(v: Table, side: Side, *, acts: bool) -> Row:
    f = top(v)
    dice, n, fell = side.dice, side.total if side.total >= 0 else None, side.fell
    if isinstance(f, Pool) and f.who == side.who and f.dice:
        dice, n, fell = f.dice, f.total or None, f.fell
    name = name_of(v, side.who)
    says = "acts" if acts else "answers"
    return Row(name, says, n=n, mark=name, state="now" if acts else "", dice=_dice(dice), id=f"{side.who} {fell}")


def _dice(dice: tuple[Rolled, ...]) -> tuple[Die, ...]:
    return tuple(map(_die, dice))


@lru_cache(maxsize=512)
def _die(die: Rolled) -> Die:
    if not die.face:
        return Die(die.size)
    if die.face == 1:
        return Die(die.size, 1, "one", "complication")
    return Die(die.size, die.face, "counts" if die.counts else "plain")


def _rungs(v: Table, rungs: tuple[Rung, ...]) -> Panel:
    rows = tuple(
        Row(name_of(v, rung.who), mark=name_of(v, rung.who), n=rung.total, state="now" if not nth else "done")
        for nth, rung in enumerate(reversed(rungs))
    )
    return Group("ladder", "The ladder", (List("rungs", rows, "ladder", empty="Nobody has rolled yet."),), "main")


def _rung(v: Table, rung: Rung) -> Row:
    name = name_of(v, rung.who)
    return Row(name, n=rung.total, mark=name, dice=_dice(rung.dice), id=f"{rung.who} {rung.fell}")


# --- people ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _trouble(trouble: tuple[int, ...]) -> Panel:
    dice = tuple(Die(size, id=f"trouble-{nth}") for nth, size in enumerate(trouble))
    row = Row("Trouble", many(len(trouble), "die", "dice"), dice=dice)
    return Group("trouble", "Trouble", (List("trouble-dice", (row,)),), "side")


@lru_cache(maxsize=256)
def _cast(cast: tuple[Person, ...], seat: str) -> Panel:
    rows = tuple(_brief(p, here=p.seat == seat) for p in cast if p.here or p.kind == "lead")
    return Group("cast", "Who is who", (List("cast-rows", rows),), "side")


def _brief(p: Person, *, here: bool) -> Row:
    points = many(p.points, "point") + (f" and {p.locked} locked" if p.locked else "") if p.kind == "lead" else ""
    stress = tuple(f"!{row.id} D{row.rating}" for row in p.stress if row.rating)
    out = ("!Stressed Out",) if p.stressed_out else ()
    away = () if p.here else ("not here",)
    return Row(p.name, p.sheet.tagline, points, mark=p.name, state="here" if here else "", tags=(*out, *stress, *away))


@remembered(lambda cast: tuple([p.sheet for p in cast]), 64)
def _web(cast: tuple[Person, ...]) -> Panel:
    """Who is tied to whom: drawn as a map, with a list beside it."""
    tokens = tuple(Token(p.id, p.name, side=p.kind) for p in cast)
    there = {p.id for p in cast}
    ties = tuple(
        Tie((p.id, x.id), x.says, dice=(Die(x.rating),)) for p in cast for x in p.sheet.relationships if x.id in there
    )
    return Group("web", "Who matters to whom", (Board("ties", "Relationships", (), tokens, ties),), "side", folded=True)


@remembered(lambda p, *, folded: (p, folded), 256)
def sheet_panel(p: Person, *, folded: bool) -> Panel:
    """A whole sheet in one box; the Watchtower's are folded, for there are many."""
    return Group(f"sheet-{p.id}", p.name, tuple(_sheet(p)), "own", note=p.sheet.tagline, folded=folded, mark=p.name)


def _sheet(p: Person) -> Iterator[Panel]:
    if p.kind == "lead":
        yield Counter("Plot Points", p.points, f"{p.locked} more when this closes" if p.locked else "")
    stress = tuple(Row(row.id.capitalize(), dice=(Die(row.rating),), state="bad") for row in p.stress if row.rating)
    yield List(f"stress-{p.id}", stress, name="Stress", empty="None.")
    yield from _traits(p.id, p.sheet)
    if p.sheet.said:
        yield Text(f"who-{p.id}", "", p.sheet.said)


@lru_cache(maxsize=128)
def _traits(name: str, sheet: Sheet) -> tuple[Panel, ...]:
    values = tuple(Row(x.name, f"“{x.says}”", dice=(Die(x.rating),)) for x in sheet.values)
    ties = tuple(Row(x.name, f"“{x.says}”", mark=x.name, dice=(Die(x.rating),)) for x in sheet.relationships)
    assets = tuple(
        Row(x.name, x.says, x.kind, tags=(f"!Limit: {x.limit}",) if x.limit else (), dice=(Die(x.rating),))
        for x in sheet.assets
    )
    found: list[Panel] = [
        List(f"values-{name}", values, name="Values"),
        List(f"bonds-{name}", ties, name="Relationships"),
    ]
    if assets:
        found.append(List(f"assets-{name}", assets, name="Assets"))
    if sheet.resources:
        rows = tuple(Row(x.name, x.says, x.kind, dice=(Die(x.rating),) * x.dice) for x in sheet.resources)
        found.append(List(f"resources-{name}", rows, name="Resources"))
    return tuple(found)
