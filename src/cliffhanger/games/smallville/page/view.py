"""What a seat is shown. All is open but the scenes that the Watchtower has prepared.

In this order: the stage; what stands beside it; people and their sheets; what the Watchtower sees.
"""

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from cliffhanger.games.smallville.files.sheets import VALUES, Asset, Character, Relationship, SceneCard, Sheet, Value
from cliffhanger.games.smallville.files.triggers import Trigger
from cliffhanger.games.smallville.page.sentences import VOICE
from cliffhanger.games.smallville.rules import ending, loans, season, state, triggers, verbs
from cliffhanger.games.smallville.rules.sheets import trait
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Contest, Hurt, Interference, Person, Scene, Table
from cliffhanger.games.smallville.rules.verbs import name_of, procedure
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Rng
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.panels import Board, Cell, Counter, Die, Group, List, Panel, Row, Text, Tie, Token, Track
from cliffhanger.kernel.plurals import many

GROWTH = "Whatever is wished for grows. If the growth roll is lost, something else steps down for it."
SHOWN = 2  # Results on the stage; what was rolled before them is folded
ROLLING = {
    "act": "to set what is to be beaten",
    "claim": "would act",
    "again": "to roll once more",
    "trouble": "to roll first",
    "relief": "to beat all that hurts",
    "aid": "to help: the best die goes to the other Result",
}
OFTEN = {"scene": ("once a scene",), "free": ("as often as you like",)}
SENTENCE = re.compile(r"(?<=[.?!])\s+")
TITLE, RESULT = partial(Text, "title", style="result"), partial(Text, "result", style="result")


def view(s: Table, seat: str) -> Table:
    """What a seat may know: all, but for the scenes that wait; those are the Watchtower's."""
    return s if seat == WATCHTOWER else _without_cards(s)


@remembered(id, hold=True)
def _without_cards(s: Table) -> Table:
    return replace(s, cards=tuple(SceneCard(f"scene_{nth}", f"Scene {nth}") for nth in range(1, len(s.cards) + 1)))


def guess(v: Table, _seat: str, _rng: Rng) -> Table:
    """What is hidden changes nothing but the Watchtower's choice: one scene is as good as another."""
    return v


def premise(v: Table) -> str:
    """What is at stake, for somebody who has just come."""
    return v.premise


def panels(v: Table, seat: str) -> tuple[Panel, ...]:
    """Stage, cast and Trouble for all; one's own sheet for a player, what is prepared and everybody's for the Watchtower."""
    rows: list[Panel] = [*_shared(v), _cast(v.cast, seat)]
    mine = [p for p in v.cast if p.seat == seat]
    if seat != WATCHTOWER:
        return (*rows, *[sheet_panel(p, folded=False) for p in mine])
    trouble = next(panel for panel in rows if type(panel) is Group and panel.id == "trouble")
    rows = [panel for panel in rows if panel is not trouble]
    rows += [_pressure(v), _mine(trouble), *_waiting_scenes(v), *[sheet_panel(p, folded=True) for p in mine if p.here]]
    if away := tuple([sheet_panel(p, folded=True) for p in mine if not p.here]):
        rows.append(Group("away", "Features elsewhere", away, "own", note=many(len(away), "Feature"), folded=True))
    return tuple(rows)


@remembered(id, hold=True)
def _mine(drawn: Group) -> Group:
    """What stands against everybody is the Watchtower's own."""
    return replace(drawn, place="own")


@remembered(id, hold=True)
def _shared(v: Table) -> tuple[Panel, ...]:
    rows: list[Panel] = [Group("stage", "", tuple(_stage(v)), "stage")]
    c, f = procedure(v), top(v)
    if c and len(c.rungs) > SHOWN:
        every = tuple(_rung(v, rung, now=not nth) for nth, rung in enumerate(reversed(c.rungs)))
        rows.append(Group("ladder", "Every answer so far", (List("rungs", every, "ladder"),), folded=True))
    if debts := tuple(_debts(v)):
        rows.append(Group("debts", "Who owes whom", (List("debt-rows", debts, "debts"),), "side"))
    if isinstance(f, Scene):
        rows.append(_turns(v, f))
    rows.append(_trouble(v.trouble, max(0, verbs.spare_trouble(v))))
    if isinstance(scene := v.stack[1] if v.stack[1:] else None, Scene):
        rows += _goal(scene) if v.shown and f is scene else ()
        rows.append(_where(v, scene))
    if v.stack[1:]:
        rows += _at_hand(v.cast, v.spent)
    return (*rows, _web(v.cast))


def _stage(v: Table) -> Iterator[Panel]:
    """Words first, then the dice that prove them: the newest answer on top."""
    c, f = procedure(v), top(v)
    if c:
        yield _words(v, c)
        yield List("answers", (*_live(v), *_newest(v, c.rungs)), "ladder")
        if rows := tuple(_by(v)):
            yield List("by-rows", rows)
    elif isinstance(f, state.Setup):
        says = "Everybody rolls what they hold dear. Whoever rolls highest has the most points."
        yield RESULT(f"Episode {v.episode}", says)
        rolls = [(name_of(v, row.who), row.total if row.total >= 0 else None) for row in f.rolls]
        yield List("bonds", tuple(Row(name, value="to roll" if n is None else "", n=n, mark=name) for name, n in rolls))
    elif isinstance(f, state.Ending):
        yield from _ends(v, f)
    elif v.shown:
        yield _settled(v.shown)
        yield List("answers", _newest(v, v.shown.rungs), "ladder")
    elif isinstance(f, Scene):
        yield TITLE(f.name, f.says)
    else:
        yield TITLE(v.title, v.premise)


def _by(v: Table) -> Iterator[Row]:
    """Who sits by while somebody rolls: whoever helps leans in, others may; Leads who are elsewhere have left their chairs."""
    rolls = [f for f in v.stack if isinstance(f, state.Pool) and f.who]
    if not rolls or rolls[0].phase != "build" or rolls[0].purpose == "aid":
        return
    f, c = rolls[0], verbs.contest(v)
    helps, whom = {each.who for each in rolls[1:]}, name_of(v, f.who)
    for p in v.cast:
        if p.id in {*verbs.inside(v), *(c.tried if c else ())} - helps - {*f.aided}:
            continue
        if p.id in helps or p.id in f.aided:
            yield Row(p.name, f"helping {whom}", mark=p.name, state="now")
        elif verbs.able(p):
            yield Row(p.name, "may help", mark=p.name)
        elif p.kind == "lead":
            yield Row(p.name, "out of it" if p.here else "elsewhere", mark=p.name, state="done")


def _goal(scene: Scene) -> Iterator[Panel]:
    """What the scene is about, while it is open what comes next: the last sentence of what opened it."""
    if scene.says:
        yield Group("goal", "", (Text("goal-says", body=SENTENCE.split(scene.says.strip())[-1]),), "goal")


def _settled(shown: state.Shown) -> Text:
    """What was settled last, as it was told."""
    return RESULT(VOICE.head(shown.event), VOICE.below(shown.event), told=shown.event)


def _newest(v: Table, rungs: tuple[state.Side, ...]) -> tuple[Row, ...]:
    return tuple([_rung(v, rung) for rung in reversed(rungs[-SHOWN:])])


def _words(v: Table, c: verbs.Procedure) -> Text:
    """What is under way, and what would come of it."""
    if v.shown and (isinstance(top(v), Hurt) or (isinstance(c, Contest) and c.granted)):
        return _settled(v.shown)
    if isinstance(c, state.Relief):
        return _now("now_relief", name_of(v, c.who), foe=name_of(v, c.patient), kind=c.kind.capitalize(), deed=c.deed)
    if isinstance(c, state.Trial):
        return _now("now_trial", name_of(v, c.who), total=c.total, goal=c.goal)
    if third := next((f for f in v.stack if isinstance(f, Interference) and f.phase != "roll"), None):
        stood = "It is stopped." if third.phase == "stopped" else "They go on all the same: only Stress comes of it."
        return _now("now_between", name_of(v, third.who), says=stood)
    if c.claims:
        return RESULT("Who acts?", "All who would act roll: the highest does, and the others never rolled.")
    acts, answers = (name_of(v, side.who) for side in c.sides)
    aim, total = c.sides[0].aim, c.sides[0].total
    if total < 0:
        foe = verbs.person(v, c.sides[1].who)
        return _now("now_wants", acts, foe=answers, whom=foe.sheet.tagline, aim=aim, stake=c.stake)
    return _now("now_stands", acts, total=total, foe=answers, aim=aim, goal=c.sides[1].aim, stake=c.stake)


def _now(what: str, who: str, **data: int | str) -> Text:
    """What is under way, as the room is told it; a page tells it to its reader."""
    event = Event(what, who, data=data)
    return RESULT(VOICE.head(event), VOICE.below(event), told=event)


def _live(v: Table) -> Iterator[Row]:
    """What is being rolled now, above what has been: the innermost first."""
    for f in reversed(v.stack[3:]):
        if isinstance(f, Hurt):
            yield _stress_roll(v, f)
        elif isinstance(f, state.Loan):
            dice = tuple(map(Die, f.sizes))
            if f.faces:
                dice = tuple(Die(size, face, "plain") for size, face in zip(f.sizes, f.faces, strict=True))
            yield Row(
                loans.name(v, f), f"helps {verbs.payee_name(v, f.who)}", value="+", dice=dice, id=f"loan {f.number}"
            )
        elif isinstance(f, Interference):
            yield from (_rung(v, side, "rolled once more") for side in reversed(f.again))
            if f.phase != "roll" and not f.again:
                yield _rung(v, f.sides[2], "to stop it")
        elif isinstance(f, state.Pool):
            yield _rolling(v, f)
    c = verbs.contest(v)
    yield from (_rolling(v, claim.rolled) for claim in (c.claims if c else ()) if claim.rolled)


def _rolling(v: Table, f: state.Pool) -> Row:
    """Somebody's roll as far as it is: not yet built, in the air, or lying there until it is fixed."""
    c = procedure(v)
    stands = c.sides[0].total if isinstance(c, Contest) else c.total if c else 0
    beats = f"more than {stands} {'stops it' if f.purpose == 'interfere' else 'beats it'}"
    beats += f", {stands} or less hurts" if f.purpose == "react" else ""
    says = ROLLING["aid"] if f.purpose == "aid" else "" if f.total else ROLLING.get(f.purpose) or beats
    row = _rung(v, f, says, now=True)
    return row if f.total else replace(row, value="?", n=None)


def _rung(v: Table, rolled: state.Side | state.Pool, says: str = "", *, now: bool = False) -> Row:
    """A Result, with the dice and the help that made it."""
    name = name_of(v, rolled.who) if rolled.who else "Trouble"
    helped: dict[str, int] = {}  # help and bonus dice, by whom they come from
    for die in rolled.bonus:
        helped[die.name] = helped.get(die.name, 0) + (die.face if die.face > 1 else 0)
    tags, fixed = tuple(f"+{n} {who}" for who, n in helped.items()), any(die.counts for die in rolled.dice)
    dice, key = tuple([_die(die, fixed) for die in rolled.dice]), f"{rolled.who} {rolled.fell}"
    says = says or (f"“{rolled.said}”" if rolled.said else "")
    return Row(name, says, n=rolled.total, mark=name, state="now" if now else "", tags=tags, dice=dice, id=key)


@lru_cache(maxsize=512)
def _die(die: state.Die, fixed: bool) -> Die:
    if die.face > 1:
        return Die(die.size, die.face, "counts" if die.counts else "struck" if fixed else "plain")
    taken = f"complication, taken up by {die.taken}" if die.taken else "complication"
    return Die(die.size, 1, "one", taken) if die.face else Die(die.size)


def _stress_roll(v: Table, f: Hurt) -> Row:
    """The dice that hurt: the one that shows most lands, of several the one that the house has it."""
    dice = tuple(map(Die, f.dice))
    if f.faces:
        fell = list(zip(f.faces, f.dice, strict=True))
        lands = max(fell, key=lambda row: (row[0], -row[1] if v.house.stress_tie == "smaller" else row[1]))
        dice = tuple(Die(row[1], row[0], "counts" if row == lands else "struck") for row in fell)
    says, name = f.kind.capitalize() or "of a kind still to be named", name_of(v, f.target)
    out = ("!and out of it",) if f.out else ()
    return Row(f"Stress for {name}", says, value="!", mark=name, tags=out, dice=dice, id=f"stress {f.fell}")


def _ends(v: Table, f: state.Ending) -> Iterator[Panel]:
    """The end of an episode: who has still to speak, or growth against what stands in its way."""
    says = {
        "epilogue": "How has it changed you? Then all Stress steps down.",
        "rewrite": "What you acted against stays down, or is written anew.",
        "rise": "A Value that stays down lifts another.",
        "keep": "Who still matters, stays at D4.",
        "grow": GROWTH,
    }
    if f.wish is None:
        yield RESULT(f"Episode {v.episode} ends.", says.get(f.phase, ""))
        speak = {due.who for due in f.rise} if f.phase == "rise" else {*f.speak}
        rows = (Row(p.name, state="now" if p.id in speak else "done") for p in verbs.leads(v))
        yield List("speak", tuple(rows), "steps")
        return
    p = verbs.person(v, f.speak[0])
    yield _now("now_grows", p.name, name=f.wish.name or trait(p.sheet, f.wish.trait).name, text=GROWTH)
    dice = tuple(map(Die, ending.growth_dice(v, f, p)))
    growth = Row(p.name, "the Growth Pool and the worst Stress", value="?", mark=p.name, dice=dice, id="growth")
    way = Row("What stands in the way", n=f.target, id="way")
    yield List("answers", (growth, way if f.target >= 0 else replace(way, value="?", n=None)), "ladder")


def _debts(v: Table) -> Iterator[Row]:
    """What is owed when this closes, and what giving in would cost."""
    c = procedure(v)
    if isinstance(c, Contest) and c.swaps and c.phase == "pending" and not getattr(top(v), "begun", False):
        acts, answers = (name_of(v, side.who) for side in c.sides)
        yield Row(f"{answers} owes {acts}", "if they give in", "1 point")
    yield from (Row(p.name, "paid when this closes", many(p.locked, "point")) for p in v.cast if p.locked)
    for due in c.due if c else ():
        p = verbs.person(v, due.who)
        steps = f"acted against {verbs.drive_words(p, due.drive)}, which steps down when this closes"
        yield Row(p.name, steps, f"D{verbs.drive_of(p, due.drive).rating}")


def _turns(v: Table, f: Scene) -> Panel:
    """Whose turn it is to begin: whoever has begun least, and nobody who has to let others begin."""
    there = [p for p in v.cast if verbs.able(p) and p.kind == "lead"]
    waiting = [p for p in there if p.id in f.passed or (p.seat in f.held and verbs.coming_first(v, f))]
    least = min((p.turns for p in there if p not in waiting), default=0)
    rows = []
    for p in sorted(there, key=lambda p: (p in waiting, p.turns)):
        had = f"{many(p.turns, 'turn')} so far" if p.turns else "yet to begin"
        row = Row(p.name, "letting others begin" if p.id in f.passed else had, mark=p.name)
        rows.append(replace(row, state="now") if p.turns == least and p not in waiting else row)
    return Group("turns", "Whose turn to begin", (List("turn-rows", tuple(rows), "order"),), "side")


def _where(v: Table, scene: Scene) -> Panel:
    """Where the scene is, who is in it, and who stands against whom."""
    c = procedure(v)
    sides = tuple(side.who for side in c.sides) if isinstance(c, Contest) else ()
    return _place(scene.place or scene.name, scene.look, tuple([p for p in v.cast if p.here]), sides)


@remembered(
    lambda place, look, here, sides: (place, look, tuple([(p.sheet, p.stressed_out) for p in here]), sides), 256
)
def _place(place: str, look: tuple[str, ...], here: tuple[Person, ...], sides: tuple[str, ...]) -> Panel:
    cell, there = Cell("scene", place, " ".join(look)), {p.id for p in here}
    tokens = tuple(
        Token(
            p.id, p.name, cell.id, p.kind, against=p.kind != "lead", seat=p.seat, state="done" if p.stressed_out else ""
        )
        for p in here
    )
    ties = (Tie((sides[0], sides[1]), "against"),) if len(sides) > 1 and there.issuperset(sides) else ()
    return Group("where", "Where", (Board("where-it-is", "Where", (cell,), tokens, ties),), "side", folded=True)


@lru_cache(maxsize=256)
def _trouble(trouble: tuple[int, ...], spare: int) -> Panel:
    dice = tuple(Die(size, id=f"trouble-{nth}") for nth, size in enumerate(trouble))
    row = Row(many(len(trouble), "die"), f"{spare or 'none'} may be used up", dice=dice)
    return Group("trouble", "Trouble", (List("trouble-dice", (row,)),), "side", note="what stands against everybody")


@remembered(lambda cast, spent: (tuple((p.sheet, p.details, p.here) for p in cast), spent), 256)
def _at_hand(cast: tuple[Person, ...], spent: tuple[state.Spent, ...]) -> list[Panel]:
    """Useful Details of the scene, and Resources with their live and erased dice."""
    gone = {row.id: row.dice for row in spent}
    details = [(x, f"of {p.name}, for this scene") for p in cast for x in p.details]
    rows = [Row(x.name, words, dice=(Die(x.rating),), id=x.id) for x, words in details]
    found = {row.id: (row, p) for p in cast if p.here for row in p.sheet.resources}
    for row, p in found.values():
        left = row.dice - gone.get(row.id, 0)
        dice = tuple(Die(row.rating, state="rating" if nth < left else "struck") for nth in range(row.dice))
        rows.append(Row(row.name, f"of {p.name}" if left else "used up for this episode", dice=dice, id=row.id))
    return [Group("at-hand", "At hand", (List("at-hand-rows", tuple(rows)),), "side", folded=True)] if rows else []


@lru_cache(maxsize=256)
def _cast(cast: tuple[Person, ...], seat: str) -> Panel:
    away = any(p.here for p in cast)
    rows = tuple(_brief(p, seat, away=away and not p.here) for p in cast if p.here or p.kind == "lead")
    return Group("cast", "Who is who", (List("cast-rows", rows),), "side")


def _brief(p: Person, seat: str, *, away: bool) -> Row:
    """Somebody in a line: Stress as dice, points with those that are locked."""
    points = many(p.points, "point").replace(" ", "\u00a0") if p.kind == "lead" else ""
    facts = (("!Stressed Out", p.stressed_out), (f"{p.locked} once this closes", p.locked), ("elsewhere", away))
    tags = tuple(words for words, true in facts if true)
    hurts = ", ".join(row.id.capitalize() for row in p.stress if row.rating) or p.sheet.tagline
    dice = tuple(Die(row.rating) for row in p.stress if row.rating)
    return Row(
        p.name,
        hurts,
        points,
        mark=p.name,
        state="here" if p.seat == seat else "done" if away else "",
        tags=tags,
        dice=dice,
    )


@remembered(lambda cast: tuple([(p.sheet, p.drives, p.ties) for p in cast]), 64)
def _web(cast: tuple[Person, ...]) -> Panel:
    """Who is tied to whom: drawn as a map, with a list beside it."""
    tokens = {p.id: Token(p.id, p.name, side=p.kind) for p in cast}
    ties = []
    for p in cast:
        now = {row.id: row.rating for row in p.drives}
        for x in (*p.sheet.relationships, *p.ties):
            if x.id in tokens:
                rating = now.get(x.id, x.rating)
                was = f"D{x.rating}" if rating != x.rating else ""
                ties.append(Tie((p.id, x.id), f"“{x.says}”", dice=(Die(rating),), was=was))
        for row in p.sheet.resources:  # one of a name is the same for all who know it
            tokens[row.id] = Token(row.id, row.name, side=row.kind)
            ties.append(Tie((p.id, row.id), dice=(Die(row.rating),) * row.dice))
    board = Board("ties", "Relationships", (), tuple(tokens.values()), tuple(ties))
    return Group("web", "Who matters to whom", (board,), "side", folded=True)


@remembered(lambda p, *, folded: (p, folded), 256)
def sheet_panel(p: Person, *, folded: bool) -> Group:
    """A whole sheet in one box; the Watchtower's are folded, for there are many."""
    hurts = ", ".join(f"{row.id.capitalize()} D{row.rating}" for row in p.stress if row.rating)
    note = hurts if folded and hurts else p.sheet.tagline
    return Group(f"sheet-{p.id}", p.name, tuple(_sheet(p)), "own", note=note, folded=folded, mark=p.name)


def draw(character: Character) -> tuple[Panel, ...]:
    """The sheet that stands in a file, as it would come to a table: while it is made, and on one page of paper."""
    return (sheet_panel(season.comes(character.sheet, "", character.side), folded=False),)


def _sheet(p: Person) -> Iterator[Panel]:
    if p.kind == "lead":
        locked = f"and {p.locked} once this closes" if p.locked else ""
        yield Counter("Plot Point" if p.points == 1 else "Plot Points", p.points, locked)
    for row in p.stress:
        size, note = verbs.LADDER.index(row.rating), f"D{row.rating}" if row.rating else ""
        yield Track(f"stress-{p.id}-{row.id}", row.id.capitalize(), size, len(verbs.LADDER) - 1, note=note)
    if p.growth or p.kind == "lead":
        growth = (Row("for the end of the episode", dice=tuple(map(Die, p.growth))),) if p.growth else ()
        yield List(f"growth-{p.id}", growth, name="Growth Pool", empty="Empty so far.")
    yield from _traits(p.id, p.sheet, p.drives, p.ties)
    if p.sheet.said:
        yield Text(f"who-{p.id}", "", p.sheet.said)


@lru_cache(maxsize=128)
def _traits(
    who: str, sheet: Sheet, drives: tuple[state.Drive, ...], ties: tuple[Relationship, ...]
) -> tuple[Panel, ...]:
    now, people = {row.id: row for row in drives}, (*sheet.relationships, *ties)
    used = [Row(x.name, x.says, x.kind, dice=(Die(x.rating),) * x.dice) for x in sheet.resources]
    parts = (
        ("values", "Values", [_drive(x, now.get(x.id)) for x in sheet.values]),
        ("bonds", "Relationships", [_drive(x, now.get(x.id)) for x in people]),
        ("assets", "Assets", [_asset(x) for x in sheet.assets]),
        ("triggers", "Triggers", [_trigger(x, each) for x in sheet.assets for each in x.triggers]),
        ("resources", "Resources", used),
    )
    return tuple(List(f"{part}-{who}", tuple(rows), name=name) for part, name, rows in parts if rows or part == "bonds")


def _asset(x: Asset) -> Row:
    """An Asset with its Special Effects and its Limit."""
    effects = f"Special Effects: {', '.join(x.effects)}." if x.effects else ""
    parts = x.says, effects, f"Limit: {x.limit}." if x.limit else ""
    return Row(x.name, " ".join(filter(None, parts)), x.kind, dice=(Die(x.rating),))


def _trigger(x: Asset, trigger: Trigger) -> Row:
    """A trigger of an Asset: what it does, its label, and how often it serves where that is not as usual."""
    return Row(x.name, triggers.does(trigger), trigger.label.upper(), tags=OFTEN.get(trigger.often, ()))


def _drive(x: Value | Relationship, now: state.Drive | None) -> Row:
    """A Value or Relationship: what was acted against is marked, what stepped down shows what it was."""
    rating, was = now.rating if now else x.rating, f"D{x.rating}"
    tags: tuple[str, ...] = ("for this episode",) if isinstance(x, Relationship) and x.temporary else ()
    tags += ("!acted against",) if now and now.challenged else ()
    return Row(x.name, f"“{x.says}”", tags=tags, dice=(Die(rating),), was=was if rating != x.rating else "")


def _pressure(v: Table) -> Panel:
    """Everybody's Values side by side, those at stake ringed; what was acted against; ones that nobody has taken up."""
    c = verbs.contest(v)
    at_stake, rows, ones = {c.stake: "at stake"} if c else {}, [], []
    for p in v.cast:
        if p.here or (not v.stack[1:] and p.kind == "lead"):
            now = {row.id: row.rating for row in p.drives}
            pressed = {row.drive: "was at stake" for row in v.pressed if row.who == p.id}
            words = {x.id: at_stake.get(x.name) or pressed.get(x.id, "") for x in p.sheet.values}
            dice = tuple(Die(now.get(x.id, x.rating), word=words[x.id]) for x in p.sheet.values)
            against = tuple(f"!{verbs.drive_name(p, row.id)} D{row.rating}" for row in p.drives)
            spared = [x for x in p.sheet.values if x.id not in {*pressed, *now} and x.rating >= 10]
            says = f"Nobody has touched {', '.join(x.name for x in spared)}." if spared else ""
            rows.append(Row(p.name, says, tags=against, mark=p.name, dice=dice))
    for f in v.stack:
        if isinstance(f, state.Pool) and f.ones:
            dice = tuple(Die(size, 1, "one", "complication") for size in f.ones)
            ones.append(Row(name_of(v, f.who), "rolled ones that nobody has taken up", dice=dice))
    listed = [List("pressure-rows", tuple(rows), heads=VALUES, empty="Nobody is here yet.")]
    whose = [Row(had.name, value=name_of(v, had.whose) if had.whose else "nobody's") for had in v.had]
    whose += [Row(p.name, "has had no scene") for p in verbs.leads(v) if v.had and p.id not in {x.whose for x in v.had}]
    if whose:
        listed.append(List("had", tuple(whose), name="Whose scenes"))
    if ones:
        listed.append(List("open-ones", tuple(ones), name="Open complications"))
    return Group("pressure", "Drives under pressure", tuple(listed), "own")


def _waiting_scenes(v: Table) -> Iterator[Panel]:
    """What is prepared: nobody else sees it."""
    now, rows = {f.card for f in v.stack if isinstance(f, Scene)}, []
    for x in v.cards:
        tags = (x.place,) if x.place else ()
        rows.append(Row(x.name, x.says, state="here" if x.id in now else "", marks=x.features, tags=tags))
    if rows:
        yield Group("scenes", "Prepared scenes", (List("scene-rows", tuple(rows), "places"),), "behind", folded=True)
