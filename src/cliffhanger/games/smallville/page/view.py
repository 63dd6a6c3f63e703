"""What a seat is shown. All is open but the scenes that the Watchtower has prepared. First the stage, then people."""

from collections.abc import Iterator
from functools import lru_cache

from cliffhanger.games.smallville.files.sheets import VALUES, Relationship, SceneCard, Sheet, Value
from cliffhanger.games.smallville.page.sentences import VOICE
from cliffhanger.games.smallville.rules import ending, verbs
from cliffhanger.games.smallville.rules.hurting import highest
from cliffhanger.games.smallville.rules.state import (
    WATCHTOWER,
    Contest,
    Detail,
    Drive,
    Ending,
    Hurt,
    Interference,
    Loan,
    Person,
    Pool,
    Relief,
    Rung,
    Scene,
    Setup,
    Side,
    Spent,
    Table,
    Trial,
)
from cliffhanger.games.smallville.rules.state import Die as Rolled
from cliffhanger.games.smallville.rules.verbs import name_of, person, procedure
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Rng
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.panels import Board, Counter, Die, Group, List, Panel, Row, Shared, Text, Tie, Token
from cliffhanger.kernel.plurals import many

GROWTH = "Whatever is wished for grows. If the growth roll is lost, something else steps down for it."
SHOWN = 2  # Results on the stage; what was rolled before them is folded
ROLLING = {
    "act": "sets what is to be beaten",
    "claim": "would act",
    "again": "rolls once more",
    "trouble": "rolls first",
    "relief": "has to beat all that hurts",
}


def view(s: Table, seat: str) -> Table:
    """What a seat may know: all, but for the scenes that wait; those are the Watchtower's."""
    return s if seat == WATCHTOWER else _without_cards(s)


@remembered(id, hold=True)
def _without_cards(s: Table) -> Table:
    return replace(s, cards=tuple(SceneCard(f"scene_{nth}", f"Scene {nth}") for nth in range(1, len(s.cards) + 1)))


def guess(v: Table, _seat: str, _rng: Rng) -> Table:
    """What is hidden changes nothing but the Watchtower's choice: one scene is as good as another."""
    return v


def panels(v: Table, seat: str) -> tuple[Panel, ...]:
    """Stage, cast and Trouble for all; one's own sheet for a player, what is prepared and everybody's for the Watchtower."""
    rows: list[Panel] = [*_shared(v).panels, _cast(v.cast, seat)]
    if seat == WATCHTOWER:
        rows += [_pressure(v), *_waiting_scenes(v)]
    mine = [p for p in v.cast if p.seat == seat and (seat != WATCHTOWER or p.here)]
    rows += [sheet_panel(p, folded=seat == WATCHTOWER) for p in mine]
    away = tuple(sheet_panel(p, folded=True) for p in v.cast if p.seat == seat == WATCHTOWER and not p.here)
    if away:
        rows.append(Group("away", "Features elsewhere", away, "own", note=many(len(away), "Feature"), folded=True))
    return tuple(rows)


@remembered(id, hold=True)
def _shared(v: Table) -> Shared:
    rows: list[Panel] = [Group("stage", "", tuple(_stage(v)), "stage")]
    c = procedure(v)
    if c and len(c.rungs) > SHOWN:
        all_ = tuple(_rung(v, rung, nth == 0) for nth, rung in enumerate(reversed(c.rungs)))
        rows.append(Group("ladder", "Every answer so far", (List("rungs", all_, "ladder"),), folded=True))
    if debts := tuple(_debts(v)):
        rows.append(Group("debts", "Who owes whom", (List("debt-rows", debts, "debts"),), "side"))
    if isinstance(f := top(v), Scene):
        rows.append(_turns(v, f))
    rows.append(_trouble(v.trouble))
    if v.stack[1:]:
        rows += _at_hand(v.cast, v.spent)
    return Shared((*rows, _web(v.cast)), ())


# --- the stage ------------------------------------------------------------------------------------------------


def _stage(v: Table) -> Iterator[Panel]:
    """Words first, then the dice that prove them: the newest answer on top."""
    c, f = procedure(v), top(v)
    if c:
        yield _words(v, c)
        rows = (*_live(v), *(_rung(v, rung, now=False) for rung in reversed(c.rungs[-SHOWN:])))
        yield List("answers", rows, "ladder")
    elif isinstance(f, Setup):
        says = "Everybody rolls what they hold dear. Whoever rolls highest has the most points."
        yield Text("result", f"Episode {v.episode}", says, "result")
        rolls = (Row(name_of(v, row.id), n=row.total if row.total >= 0 else None) for row in f.rolls)
        yield List(
            "bonds", tuple(replace(row, mark=row.name, value="to roll" if row.n is None else "") for row in rolls)
        )
    elif isinstance(f, Ending):
        yield from _ends(v, f)
    elif v.shown:
        yield _settled(v)
        yield List("answers", tuple(_rung(v, rung, now=False) for rung in reversed(v.shown.rungs[-SHOWN:])), "ladder")
    elif isinstance(f, Scene):
        yield Text("title", f.name, f.says, "result")
    else:
        yield Text("title", v.title, v.premise, "result")


def _settled(v: Table) -> Text:
    """What was settled last, as it was told."""
    assert v.shown
    e = v.shown.event
    return Text("result", VOICE.head(e), VOICE.below(e), "result", told=e)


def _words(v: Table, c: Contest | Trial | Relief) -> Text:
    """What is under way, and what would come of it."""
    f = top(v)
    if isinstance(f, Hurt) and v.shown:
        return _settled(v)
    if isinstance(c, Relief):
        return Text(
            "result",
            f"{name_of(v, c.who)} helps {name_of(v, c.patient)}.",
            f"{c.kind.capitalize()}: {c.deed}",
            "result",
        )
    if isinstance(c, Trial):
        head = f"Trouble stands at {c.total}." if c.total >= 0 else "Only Trouble stands against it."
        return Text("result", head, f"{name_of(v, c.who)} tries: {c.goal}", "result")
    acts, answers = (name_of(v, side.who) for side in c.sides)
    third = next((each for each in v.stack if isinstance(each, Interference) and each.phase != "roll"), None)
    wants = " ".join(f"{name_of(v, side.who)}: “{side.aim}”." for side in c.sides if side.aim)
    if third:
        stood = "It is stopped." if third.phase == "stopped" else "They go on all the same: only Stress comes of it."
        return Text("result", f"{name_of(v, third.who)} steps between them.", stood, "result")
    if c.claims:
        return Text(
            "result", "Who acts?", "All who would act roll: the highest does, and the others never rolled.", "result"
        )
    if c.sides[0].total < 0:
        return Text("result", f"“{c.sides[0].aim}”", f"{acts} wants it of {answers}. At stake is {c.stake}.", "result")
    return Text("result", f"{acts} stands at {c.sides[0].total}.", f"{wants} At stake is {c.stake}.", "result")


def _live(v: Table) -> Iterator[Row]:
    """What is being rolled now, above what has been: the innermost first."""
    for f in reversed(v.stack[3:]):
        if isinstance(f, Hurt):
            yield _stress_roll(v, f)
        elif isinstance(f, Loan):
            name = "Trouble" if f.way == "trouble" else verbs.resources(v)[f.of].name
            faces = f.faces or (0,) * len(f.sizes)
            dice = tuple(
                Die(size, face, "plain" if face else "rating") for size, face in zip(f.sizes, faces, strict=True)
            )
            yield Row(name, f"helps {name_of(v, f.who)}", value="+", dice=dice, id=f"loan {f.number}")
        elif isinstance(f, Interference):
            yield from (_side(v, side, "rolled once more") for side in reversed(f.again))
            if f.phase != "roll" and not f.again:
                yield _side(v, f.sides[2], "stops it")
        elif isinstance(f, Pool):
            yield _rolling(v, f)
    c = verbs.contest(v)
    for claim in c.claims if c else ():
        if claim.rolled:
            yield _rolling(v, claim.rolled)


def _rolling(v: Table, f: Pool) -> Row:
    """Somebody's roll as far as it is: not yet built, in the air, or lying there until it is fixed."""
    c = procedure(v)
    stands = c.sides[0].total if isinstance(c, Contest) else c.total if c else 0
    if f.purpose == "aid":
        says = "helps: the best die goes to the other Result"
    elif f.total:
        says = ""
    else:
        says = ROLLING.get(f.purpose) or f"more than {stands} {'stops it' if f.purpose == 'interfere' else 'beats it'}"
        says += f", {stands} or less hurts" if f.purpose == "react" else ""
    name = name_of(v, f.who) if f.who else "Trouble"
    row = Row(
        name, says, value="" if f.total else "?", n=f.total or None, mark=name, state="now", tags=_helped(f.bonus)
    )
    return replace(row, dice=_dice(f.dice), id=f"{f.who} {f.fell}")


def _side(v: Table, side: Side, says: str) -> Row:
    row = _rung(v, Rung(side.who, side.total, side.dice, side.bonus, side.fell), now=False)
    return replace(row, text=says)


def _rung(v: Table, rung: Rung, now: bool) -> Row:
    """A Result, with the dice and the help that made it."""
    name = name_of(v, rung.who) if rung.who else "Trouble"
    tags, dice = _helped(rung.bonus), _dice(rung.dice)
    return Row(
        name,
        n=rung.total,
        mark=name,
        state="now" if now else "",
        tags=tags,
        dice=dice,
        id=f"{rung.who} {rung.fell}",
    )


def _helped(bonus: tuple[Rolled, ...]) -> tuple[str, ...]:
    """Help and bonus dice, by whom they come from."""
    sums: dict[str, int] = {}
    for die in bonus:
        sums[die.name] = sums.get(die.name, 0) + (die.face if die.face > 1 else 0)
    return tuple(f"+{n} {name}" for name, n in sums.items())


def _dice(dice: tuple[Rolled, ...]) -> tuple[Die, ...]:
    fixed = any(die.counts for die in dice)
    return tuple([_die(die, fixed) for die in dice])


@lru_cache(maxsize=512)
def _die(die: Rolled, fixed: bool) -> Die:
    if not die.face:
        return Die(die.size)
    if die.face == 1:
        return Die(die.size, 1, "one", "complication")
    return Die(die.size, die.face, "counts" if die.counts else "struck" if fixed else "plain")


def _stress_roll(v: Table, f: Hurt) -> Row:
    """The dice that hurt: the one that shows most lands."""
    faces = f.faces or (0,) * len(f.dice)
    lands = highest(f.dice, f.faces)[-1] if f.faces else 0
    dice = []
    for size, face in zip(f.dice, faces, strict=True):
        best = face and face == max(faces) and size == lands
        dice.append(Die(size, face, "counts" if best else "struck" if face else "rating"))
    says = f.kind.capitalize() or "of a kind still to be named"
    out = ("!and out of it",) if f.out else ()
    name = name_of(v, f.target)
    return Row(f"Stress for {name}", says, value="!", mark=name, tags=out, dice=tuple(dice), id=f"stress {f.fell}")


def _ends(v: Table, f: Ending) -> Iterator[Panel]:
    """The end of an episode: who has still to speak, or growth against what stands in its way."""
    says = {
        "epilogue": "How has it changed you? Then all Stress steps down.",
        "rewrite": "What you acted against stays down, or is written anew.",
        "rise": "A Value that stays down lifts another.",
        "keep": "Who still matters, stays at D4.",
        "grow": GROWTH,
    }
    head = f"Episode {v.episode} ends."
    if f.wish is None:
        yield Text("result", head, says.get(f.phase, ""), "result")
        speak = {due.who for due in f.rise} if f.phase == "rise" else {*f.speak}
        rows = (Row(p.name, state="now" if p.id in speak else "done") for p in verbs.leads(v))
        yield List("speak", tuple(rows), "steps")
        return
    p = person(v, f.speak[0])
    wish = f.wish.name or next(
        (x.name for x in (*p.sheet.relationships, *p.sheet.assets, *p.sheet.resources) if x.id == f.wish.trait), ""
    )
    yield Text("result", f"{p.name} grows: {wish}.", GROWTH, "result")
    dice = tuple(Die(size) for size in ending.growth_dice(v, f, p))
    growth = Row(p.name, "the Growth Pool and the worst Stress", value="?", mark=p.name, dice=dice, id="growth")
    way = Row(
        "What stands in the way", n=f.target if f.target >= 0 else None, value="?" if f.target < 0 else "", id="way"
    )
    yield List("answers", (growth, way), "ladder")


# --- beside it ------------------------------------------------------------------------------------------------


def _debts(v: Table) -> Iterator[Row]:
    """What is owed when this closes, and what giving in would cost."""
    c = procedure(v)
    if isinstance(c, Contest) and c.swaps and c.phase == "pending":
        acts, answers = (name_of(v, side.who) for side in c.sides)
        yield Row(f"{answers} owes {acts}", "if they give in", "1 point")
    for p in v.cast:
        if p.locked:
            yield Row(p.name, "is paid when this closes", many(p.locked, "point"))
    for due in c.due if c else ():
        p = person(v, due.who)
        yield Row(
            p.name,
            f"acted against {verbs.drive_words(p, due.drive)}, which steps down when this closes",
            f"D{verbs.drive_of(p, due.drive).rating}",
        )


def _turns(v: Table, f: Scene) -> Panel:
    """Whose turn it is to begin: whoever has begun least, and nobody who has to let others begin."""
    there = [p for p in v.cast if verbs.able(p) and p.kind == "lead"]
    held = [p for p in there if p.seat in f.held and f.first]
    least = min((p.turns for p in there if p not in held), default=0)
    rows = tuple(
        Row(
            p.name,
            f"has had {many(p.turns, 'turn')}" if p.turns else "not yet",
            mark=p.name,
            state="now" if p not in held and p.turns == least else "",
        )
        for p in sorted(there, key=lambda p: (p in held, p.turns))
    )
    return Group("turns", "Whose turn to begin", (List("turn-rows", rows, "order"),), "side")


@lru_cache(maxsize=256)
def _trouble(trouble: tuple[int, ...]) -> Panel:
    dice = tuple(Die(size, id=f"trouble-{nth}") for nth, size in enumerate(trouble))
    row = Row(many(len(trouble), "die"), dice=dice)
    return Group("trouble", "Trouble", (List("trouble-dice", (row,)),), "side", note="what stands against everybody")


@remembered(lambda cast, spent: (tuple((p.sheet, p.details, p.here) for p in cast), spent), 256)
def _at_hand(cast: tuple[Person, ...], spent: tuple[Spent, ...]) -> list[Panel]:
    """Useful Details of the scene, and Resources with their live and erased dice."""
    gone = {row.id: row.dice for row in spent}
    rows = [_detail(p, row) for p in cast for row in p.details]
    found = {row.id: (row, p) for p in cast if p.here for row in p.sheet.resources}
    for row, p in found.values():
        left = row.dice - gone.get(row.id, 0)
        dice = tuple(Die(row.rating, state="rating" if nth < left else "struck") for nth in range(row.dice))
        rows.append(Row(row.name, f"of {p.name}" if left else "used up for this episode", dice=dice, id=row.id))
    return [Group("at-hand", "At hand", (List("at-hand-rows", tuple(rows)),), "side", folded=True)] if rows else []


def _detail(p: Person, row: Detail) -> Row:
    return Row(row.name, f"of {p.name}, for this scene", dice=(Die(row.rating),), id=row.id)


# --- people ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _cast(cast: tuple[Person, ...], seat: str) -> Panel:
    away = any(p.here for p in cast)
    rows = tuple(_brief(p, seat, away=away and not p.here) for p in cast if p.here or p.kind == "lead")
    return Group("cast", "Who is who", (List("cast-rows", rows),), "side")


def _brief(p: Person, seat: str, *, away: bool) -> Row:
    """Somebody in a line: Stress as dice, points with those that are locked."""
    points = many(p.points, "point").replace(" ", "\u00a0")
    facts = (("!Stressed Out", p.stressed_out), (f"{p.locked} locked", p.locked), ("elsewhere", away))
    tags = tuple(words for words, true in facts if true)
    hurts = ", ".join(row.id.capitalize() for row in p.stress if row.rating)
    dice = tuple(Die(row.rating) for row in p.stress if row.rating)
    shown = points if p.kind == "lead" else ""
    return Row(
        p.name,
        hurts or p.sheet.tagline,
        shown,
        mark=p.name,
        state="here" if p.seat == seat else "",
        tags=tags,
        dice=dice,
    )


@remembered(lambda cast: tuple([(p.sheet, p.drives, p.ties) for p in cast]), 64)
def _web(cast: tuple[Person, ...]) -> Panel:
    """Who is tied to whom: drawn as a map, with a list beside it."""
    tokens = tuple(Token(p.id, p.name, side=p.kind) for p in cast)
    there = {p.id for p in cast}
    ties = []
    for p in cast:
        now = {row.id: row for row in p.drives}
        for x in (*p.sheet.relationships, *p.ties):
            rating = now[x.id].rating if x.id in now else x.rating
            if x.id in there:
                was = f"D{x.rating}" if rating != x.rating else ""
                ties.append(Tie((p.id, x.id), f"“{x.says}”", dice=(Die(rating),), was=was))
    board = Board("ties", "Relationships", (), tokens, tuple(ties))
    return Group("web", "Who matters to whom", (board,), "side", folded=True)


@remembered(lambda p, *, folded: (p, folded), 256)
def sheet_panel(p: Person, *, folded: bool) -> Group:
    """A whole sheet in one box; the Watchtower's are folded, for there are many."""
    hurts = ", ".join(f"{row.id.capitalize()} D{row.rating}" for row in p.stress if row.rating)
    note = hurts if folded and hurts else p.sheet.tagline
    return Group(f"sheet-{p.id}", p.name, tuple(_sheet(p)), "own", note=note, folded=folded, mark=p.name)


def _sheet(p: Person) -> Iterator[Panel]:
    if p.kind == "lead":
        locked = f"and {p.locked} locked until this closes" if p.locked else ""
        yield Counter("Plot Point" if p.points == 1 else "Plot Points", p.points, locked)
    stress = tuple(Row(row.id.capitalize(), dice=(Die(row.rating),), state="bad") for row in p.stress if row.rating)
    yield List(f"stress-{p.id}", stress, name="Stress", empty="Nothing hurts yet.")
    if p.growth:
        growth = Row("for the end of the episode", dice=tuple(Die(size) for size in p.growth))
        yield List(f"growth-{p.id}", (growth,), name="Growth Pool")
    yield from _traits(p.id, p.sheet, p.drives, p.ties)
    if p.sheet.said:
        yield Text(f"who-{p.id}", "", p.sheet.said)


@lru_cache(maxsize=128)
def _traits(name: str, sheet: Sheet, drives: tuple[Drive, ...], ties: tuple[Relationship, ...]) -> tuple[Panel, ...]:
    now = {row.id: row for row in drives}
    people = (*sheet.relationships, *ties)
    found: list[Panel] = [
        List(f"values-{name}", tuple(_drive(x, now.get(x.id)) for x in sheet.values), name="Values"),
        List(f"bonds-{name}", tuple(_drive(x, now.get(x.id)) for x in people), name="Relationships"),
    ]
    if sheet.assets:
        rows = tuple(
            Row(x.name, f"{x.says} Limit: {x.limit}." if x.limit else x.says, x.kind, dice=(Die(x.rating),))
            for x in sheet.assets
        )
        found.append(List(f"assets-{name}", rows, name="Assets"))
    if sheet.resources:
        rows = tuple(Row(x.name, x.says, x.kind, dice=(Die(x.rating),) * x.dice) for x in sheet.resources)
        found.append(List(f"resources-{name}", rows, name="Resources"))
    return tuple(found)


def _drive(x: Value | Relationship, now: Drive | None) -> Row:
    """A Value or Relationship: what was acted against is marked, what stepped down shows what it was."""
    temporary = isinstance(x, Relationship) and x.temporary
    rating = now.rating if now else x.rating
    tags = (("for this episode",) if temporary else ()) + (("!acted against",) if now and now.challenged else ())
    return Row(x.name, f"“{x.says}”", tags=tags, dice=(Die(rating),), was=f"D{x.rating}" if rating != x.rating else "")


# --- the Watchtower's -----------------------------------------------------------------------------------------


def _pressure(v: Table) -> Panel:
    """Everybody's Values side by side, those at stake ringed; what was acted against; ones that nobody has taken up."""
    c = procedure(v)
    rows = []
    for p in v.cast:
        if p.here or (not v.stack[1:] and p.kind == "lead"):
            now = {row.id: row for row in p.drives}
            stake = c.stake if isinstance(c, Contest) else ""
            dice = tuple(
                Die(
                    now[x.id].rating if x.id in now else x.rating,
                    state="rating",
                    word="at stake" if x.name == stake else "",
                )
                for x in p.sheet.values
            )
            pressed = tuple(f"!{verbs.drive_name(p, row.id)} D{row.rating}" for row in p.drives)
            rows.append(Row(p.name, tags=pressed, mark=p.name, dice=dice))
    listed: list[Panel] = [List("pressure-rows", tuple(rows), heads=VALUES, empty="Nobody is here yet.")]
    ones = tuple(
        Row(
            name_of(v, f.who),
            "rolled ones that nobody has taken up",
            dice=tuple(Die(size, 1, "one", "complication") for size in f.ones),
        )
        for f in v.stack
        if isinstance(f, Pool) and f.ones
    )
    if ones:
        listed.append(List("open-ones", ones, name="Open complications"))
    return Group("pressure", "Drives under pressure", tuple(listed), "own", folded=True)


def _waiting_scenes(v: Table) -> Iterator[Panel]:
    """What is prepared: nobody else sees it."""
    f = v.stack[1] if v.stack[1:] else top(v)
    now = f.card if isinstance(f, Scene) else ""
    rows = tuple(
        Row(
            card.name,
            card.says,
            marks=card.features,
            tags=(card.place,) if card.place else (),
            state="here" if card.id == now else "",
        )
        for card in v.cards
    )
    if rows:
        yield Group("scenes", "Prepared scenes", (List("scene-rows", rows, "places"),), "behind", folded=True)
