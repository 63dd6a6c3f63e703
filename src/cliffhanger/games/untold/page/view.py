"""What a seat is shown: the whole state, for nothing in this game is hidden. First the stage, then people."""

from collections.abc import Iterator
from functools import lru_cache

from cliffhanger.games.untold.files.sheets import SceneCard, Sheet
from cliffhanger.games.untold.files.skills import REALMS, Tree
from cliffhanger.games.untold.page.sentences import VOICE
from cliffhanger.games.untold.rules import derived_ratings
from cliffhanger.games.untold.rules.check_offers import moves
from cliffhanger.games.untold.rules.house import House
from cliffhanger.games.untold.rules.rest import clock_words
from cliffhanger.games.untold.rules.scenes import reached
from cliffhanger.games.untold.rules.state import D12, GM, Aspect, Check, Effect, Note, Person, Scene, Table
from cliffhanger.games.untold.rules.tally import (
    NINE,
    dl,
    helper,
    initiative,
    minimum_roll,
    named,
    rated,
    succeeds,
    summed,
    tally,
)
from cliffhanger.games.untold.rules.verbs import EVERY, aspect, at_brink, devotion_left, fitted, known, person
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.panels import Board, Cell, Counter, Die, Group, List, Panel, Row, Shared, Text, Token, Track
from cliffhanger.kernel.plurals import many
from cliffhanger.kernel.pool import signed

ENOUGH = "the Game Master says when that is enough."
KINDS = {"ordinary": "", "boon": "Boon dice", "pushed": "Pushed dice", "passed": "Passed on"}


def premise(v: Table) -> str:
    """What is at stake, for somebody who has just come."""
    return v.premise


def panels(v: Table, seat: str) -> tuple[Panel, ...]:
    """Stage, party and tales for all; one's own sheet for a player, everybody's numbers for the Game Master."""
    shared = _shared(v)
    rows: list[Panel] = [*shared.panels, _party(v, seat)]
    mine = [p for p in v.cast if p.seat == seat and (seat != GM or p.here or len(v.stack) == 1)]
    if seat == GM:
        rows += _villainy(v)
        rows += [_proposed(v, row.id, row.who, row.sheet) for row in v.proposals if row.sheet is not None]
        rows += [sheet_panel(v, p) for p in mine]
    else:
        rows += [panel for p in mine for panel in sheet_panels(v, p)]
    if others := shared.others(seat):
        rows.append(_others(others))
    return tuple(rows)


@remembered(id, hold=True)
def _shared(v: Table) -> Shared:
    rows: list[Panel] = [Group("stage", "", tuple(_stage(v)), "stage")]
    f = top(v)
    if said := _goal(v):
        rows.append(Group("goal", "", (Text("goal-says", body=f"Goals: {said}"),), "goal"))
    if isinstance(f, Check) and f.base >= 0:
        rows.append(_numbers(v, f))
    if v.tales:
        rows.append(_tales(v))
    if isinstance(scene := v.stack[1] if v.stack[1:] else None, Scene):
        acts = next((f.who for f in reversed(v.stack) if isinstance(f, Check)), "")
        rows.append(_where(scene.name, next((c for c in v.cards if c.id == scene.card), None), v.cast, acts))
    return Shared(tuple(rows), tuple((p.seat, _brief(v, p)) for p in v.cast if p.here or p.kind == "pc"))


def _goal(v: Table) -> str:
    """What the scene is about, while it is open what comes next: the first goal that is not reached, and how many are."""
    scene = top(v)
    card = next((c for c in v.cards if c.id == scene.card), None) if isinstance(scene, Scene) else None
    if not isinstance(scene, Scene) or card is None or not card.goals:
        return ""
    left = [goal.partition(": ")[2] or goal for goal in card.goals if not reached(goal, scene.made)]
    count = f"{len(card.goals) - len(left)} of {len(card.goals)} reached"
    return f"{left[0]}. {count}; {ENOUGH}" if left else f"{count}."


@lru_cache(maxsize=2048)
def _others(people: tuple[Panel, ...]) -> Panel:
    return Group("cast", "Who else is here", people, "side", folded=True)


def _of_person(v: Table, p: Person) -> tuple[object, ...]:
    """All that is read for what is shown of somebody: beside themselves, what they have paid for the check under way."""
    f = top(v)
    paid = (rated(v, f).realm, f.first, f.second) if isinstance(f, Check) and f.who == p.id else ()
    return p, v.house, v.tree, paid


@lru_cache(maxsize=256)
def _where(name: str, card: SceneCard | None, cast: tuple[Person, ...], acts: str) -> Panel:
    """Where the scene is, and who is in it."""
    cell = Cell("scene", (card.place if card else "") or name, " ".join(card.look) if card else "")
    tokens = tuple(
        Token(p.id, p.name, cell.id, p.kind, against=p.kind != "pc", seat=p.seat, state="now" if p.id == acts else "")
        for p in cast
        if p.here
    )
    return Group("where", "Where", (Board("where-it-is", "Where", (cell,), tokens),), "side", folded=True)


def _stage(v: Table) -> Iterator[Panel]:
    f = top(v)
    if isinstance(f, Check):
        yield from _check(v, f)
    elif v.shown:
        e = v.shown.event
        yield Text("result", VOICE.head(e), VOICE.below(e), "result", told=e)
        if v.shown.dice:
            yield List("dice", tuple(_rows(v.shown.dice, v.shown.mr, v.shown.sn, str(e.data.get("goal", "")))), "sides")
        if v.shown.told:
            yield Text("brought", body="\n".join(f"{kind.capitalize()}: {text}" for kind, text in v.shown.told))
    elif isinstance(f, Scene):
        card = next((c for c in v.cards if c.id == f.card), None)
        yield Text("title", f.name, card.says if card else "", "result")
    else:
        over = "The scene is over. What was lost stays lost."
        yield Text("title", v.title, over if v.scenes else v.premise, "result")


def _check(v: Table, f: Check) -> Iterator[Panel]:
    p, r = person(v, f.who), rated(v, f)
    if not f.rolled:
        ratio = "two more" if r.ratio == 2 else "one more"
        what, rolled_as = "now_tries", f"{r.name}: {many(r.rank, 'die')}, and {ratio} for each point spent."
        if f.phase == "closing" and f.choice == "auto":
            what, rolled_as = "now_natural", f"{r.name}: Second Nature {r.sn}, difficulty {dl(v, f)}."
        yield _now(Event(what, p.name, data={"goal": f.goal, "text": rolled_as, "helper": helper(v, f)}))
        if f.phase != "declared":
            yield from lamps(0, dl(v, f), _counting(v, f))
        return
    count, needed = tally(v, f), dl(v, f)
    told = {"net": count.net, "dl": needed, "short": needed - count.net, "text": _because(v, f), **_moved_by(v, f)}
    yield _now(Event("now_makes" if count.net >= needed else "now_short", p.name, data=told))
    yield from lamps(count.net, needed, _summed(v, f))
    rows = _rows(f.dice, minimum_roll(v, f), r.sn, f.goal)
    # What Second Nature covers stands beside the successes.
    yield List("dice", tuple(replace(row, tags=()) if needed else row for row in rows), "sides")


def _counting(v: Table, f: Check) -> str:
    """From which face on a die is a success, and what makes it another than usual."""
    roll, moved = minimum_roll(v, f), named(v, f)
    said = f"{roll} or more is a success"
    if roll == NINE or len(moved) != 1:
        return f"{said}." if roll == NINE else f"{said}, not {NINE} as usual."
    return f"{said}: {moved[0][0]} {moves(moved[0][1])}."


def lamps(made: int, needed: int, note: str = "") -> Iterator[Track]:
    """The successes that are needed, and those that are made."""
    if needed > 0:
        yield Track("successes", "Successes", min(max(0, made), needed), needed, note=note)


def _now(event: Event) -> Text:
    """What is under way, as the room is told it; a page tells it to its reader."""
    body = VOICE.below(event) if event.data["text"] else ""
    return Text("result", VOICE.head(event), body, "result", told=event)


def _because(v: Table, f: Check) -> str:
    parts = (
        (f.spent, _turned(v, f)),
        (not dl(v, f), _summed(v, f)),
        (f.won, f"A 12 on a boon die: {many(f.won, 'Hero Point')} won."),
        (f.owed, f"{many(len(f.owed), 'boon die').capitalize()} to come."),
    )
    return " ".join(said for there, said in parts if there)


def _summed(v: Table, f: Check) -> str:
    covered = min(rated(v, f).sn, sum(die.face == 1 and die.kind == "ordinary" for die in f.dice))
    return summed(tally(v, f), f.automatic, covered)


def _turned(v: Table, f: Check) -> str:
    """The point that was spent last on one's own check, and what it did: dice that lie differently say why."""
    if not f.spent or any(_moved_by(v, f).values()):
        return ""
    last = f.spent[-1]
    return f"A {'Villain' if last.side == 'villains' else 'Hero'} Point was spent: {last.what}."


def _moved_by(v: Table, f: Check) -> dict[str, str]:
    """Whose point moved a check last, and how, where it was not the actor's own: then what they read has changed unasked."""
    actor, last = person(v, f.who), f.spent[-1] if f.spent else None
    theirs = last is not None and last.side == "villains" and actor.side == "heroes"
    friend = last.who if last and last.side == "heroes" and last.who != actor.name else ""
    why = f"The Game Master spent a Villain Point: {last.what}." if last and theirs else ""
    return {"why": why, "helper": friend, "what": last.what if last and friend else ""}


def _rows(dice: tuple[D12, ...], mr: int, sn: int, goal: str) -> Iterator[Row]:
    """One row for each kind of dice; Second Nature covers the first 1s of the pool."""
    for kind, name in KINDS.items():
        own = [die for die in dice if die.kind == kind]
        if own:
            ones = [at for at, die in enumerate(own) if die.face == 1]
            covered = ones[:sn] if kind == "ordinary" else []
            shown = tuple(_die(die, mr, covered=at in covered) for at, die in enumerate(own))
            tags = (f"{many(len(covered), 'snag')} covered",) if covered else ()
            n = sum(succeeds(die, mr) for die in own)
            yield Row(name or "The pool", n=n, tags=tags, dice=shown, id=f"{kind} {goal}")


def _die(die: D12, mr: int, *, covered: bool) -> Die:
    if die.face == 1 and die.kind in ("ordinary", "pushed"):
        return Die(12, 1, "struck", "covered") if covered else Die(12, 1, "one", "snag")
    face = min(12, max(1, die.shows))
    return Die(12, face, "counts" if succeeds(die, mr) else "struck", "boon" if die.face == 12 else "")


def _numbers(v: Table, f: Check) -> Panel:
    """What the actor has to know before anything is spent: all of it as it stands now."""
    p, r, needed = person(v, f.who), rated(v, f), dl(v, f)
    rows = (
        Row("Difficulty", derived_ratings.dl_words(needed), n=needed),
        Row("Minimum Roll", n=minimum_roll(v, f)),
        Row("Skill Rank", r.name, n=r.rank),
        Row("Second Nature", n=r.sn),
    )
    notes: list[str] = []
    if needed != f.base:
        parts = [f"{f.base} for the task"]
        parts += [f"{f.moved:+d} by points"] if f.moved else []
        hinders = needed - max(0, f.base + f.moved)
        parts += [f"{hinders:+d} for tiredness and wounds"] if hinders else []
        notes.append(f"Difficulty: {', '.join(parts)}.")
    if p.held:
        notes.append(f"{many(len(p.held), 'boon die').capitalize()} passed on by {', '.join(h.giver for h in p.held)}.")
    if f.tie:
        moral = next((m.name for m in p.sheet.moral_code if m.id == f.tie), "")
        notes.append(f"“{moral}” is at stake: devotion is worth two dice a point." if moral else "")
    if not f.devoted:
        notes.append("No devotion for this check.")
    notes += [f"{x.who}: {x.what}." for x in f.spent]
    said = (Text("notes", body=" ".join(notes)),) if notes else ()
    panels = (List("stats", rows, "stats"), *said)
    return Group("numbers", r.name, panels, "main", folded=True, mark=p.name)


@remembered(lambda v: (v.tales, v.cast), 512)
def _tales(v: Table) -> Panel:
    rows = []
    for t in v.tales:
        p = person(v, t.who)
        traits = p.sheet.strengths if t.kind == "boon" else p.sheet.weaknesses
        hint = f"ideally from: {', '.join(x.name for x in traits)}" if traits else ""
        ideas = f"“{t.ideas[-1]}”" if t.ideas else hint
        rows.append(Row(t.kind.capitalize(), ideas, mark=p.name, state="bad" if t.kind != "boon" else ""))
    says = Text("tales-who", body="Anyone may suggest; the Game Master decides. No number changes.")
    return Group("tales", "To tell", (List("tale-rows", tuple(rows), "lines"), says), "side")


@remembered(lambda v, seat: (seat, v.cast, v.house, v.tree, v.villain_points, v.hero_spent), 2048)
def _party(v: Table, seat: str) -> Panel:
    rows = []
    for p in v.cast:
        if p.kind == "pc":
            points = many(p.hero_points, "Hero Point").replace(" ", "\u00a0")
            row = Row(p.name, p.sheet.tagline, points, mark=p.name, tags=_state_tags(v, p))
            rows.append(replace(row, state="here") if p.seat == seat else row)
    held = many(v.villain_points, "Villain Point")
    count = f"The Game Master holds {held}; {v.hero_spent % EVERY} of {EVERY} Hero Points are spent toward the next."
    return Group("party", "The party", (List("party-rows", tuple(rows), "lines"), Text("third", body=count)), "side")


@remembered(lambda v: (v.villain_points, v.hero_spent, v.clock), 512)
def _villainy(v: Table) -> tuple[Panel, ...]:
    """What the Game Master holds, where it is seen at once; folded, what it can do."""
    says = (
        "A point moves a difficulty by two, adds or takes two successes, turns or re-rolls dice, makes one a 12, or "
        "changes the story: a worse crisis, a display of power, an escape. It cancels nothing a Hero Point did."
    )
    counters = (
        Counter("Villain Point" if v.villain_points == 1 else "Villain Points", v.villain_points),
        Counter("to the next", f"{v.hero_spent % EVERY} of {EVERY}"),
        *((Counter("passed", clock_words(v.clock)),) if v.clock else ()),
    )
    use = Group("villainy-use", "What a Villain Point does", (Text("villain-says", body=says),), "own", folded=True)
    return Group("villainy", "", counters, "stage"), use


@remembered(_of_person, 4096)
def _state_tags(v: Table, p: Person) -> tuple[str, ...]:
    tags = []
    added = {a.id: derived_ratings.penalty(a.id, known(v, p).bases[a.id], a.lost)[0] for a in p.aspects}
    if v.house.penalty_scope == "all" and any(added.values()):
        tags.append(f"!difficulty +{sum(added.values())}")
    elif any(added.values()):
        sums = {realm: added[derived_ratings.FIRST[realm]] + added[derived_ratings.SECOND[realm]] for realm in REALMS}
        tags += [f"!{realm}: difficulty +{count}" for realm, count in sums.items() if count]
    if at_brink(v, p):
        tags.append("!at the brink")
    if p.rest:
        tags.append(f"resting: {p.rest.what}")
    if p.held:
        tags.append(f"{many(len(p.held), 'boon die')} waiting")
    return tuple(tags)


@remembered(_of_person, 4096)
def _brief(v: Table, p: Person) -> Group:
    note = ", ".join(_state_tags(v, p))
    return Group(f"brief-{p.id}", p.name, tuple(_tracks(v, p, "brief-")), "side", note, mark=p.name)


def _tracks(v: Table, p: Person, before: str = "") -> Iterator[Track]:
    """The four stores, with what each column costs, and what the check under way has taken.  [UN-COL-02]"""
    bases = known(v, p).bases
    for row in p.aspects:
        yield _track(f"{before}{row.id}-{p.id}", row, bases[row.id], _on_this_check(v, p, row.id))


@lru_cache(maxsize=2048)
def _track(name: str, row: Aspect, base: int, now_spent: int) -> Track:
    sizes = derived_ratings.columns(base)
    named = enumerate(zip(derived_ratings.COLUMNS[row.id], sizes, strict=True))
    words = ", ".join(f"{word} {n}{_cost(row.id, at)}" for at, (word, n) in named if n)
    added, ini = derived_ratings.penalty(row.id, base, row.lost)
    now = f" Together: difficulty +{added}, initiative +{ini}." if added or ini else ""
    beyond = f" {row.excess} beyond the last." if row.excess and row.lost >= base else ""
    on_it = f" {now_spent} on this check." if now_spent else ""
    gaps = tuple(n for n in sizes if n)
    note = f"{max(0, base - row.lost)} left. {words}.{now}{on_it}{beyond}"
    return Track(name, f"{row.id.capitalize()} lost", row.lost, base, 0, gaps, note)


def _cost(name: derived_ratings.AspectId, column: int) -> str:
    """What a column adds from its first lost point on; the first of tiredness adds nothing."""
    harder, later = derived_ratings.ADDS[name][column]
    return f" (difficulty +{harder}, initiative +{later})" if harder else ""


def _on_this_check(v: Table, p: Person, name: derived_ratings.AspectId) -> int:
    f = top(v)
    if not isinstance(f, Check) or f.who != p.id:
        return 0
    realm = rated(v, f).realm
    spent = {derived_ratings.FIRST[realm]: f.first, derived_ratings.SECOND[realm]: f.second}
    return min(aspect(p, name).lost, spent.get(name, 0))


@remembered(_of_person, 4096)
def sheet_panel(v: Table, p: Person) -> Group:
    """A whole sheet in one box, folded: the Game Master has many."""
    parts = (*_stores(v, p), _skills(p.id, p.sheet, v.tree, v.house), *_character(v, p))
    return Group(f"sheet-{p.id}", p.name, parts, "own", note=p.sheet.tagline, folded=True, mark=p.name)


def _proposed(v: Table, name: str, who: str, sheet: Sheet) -> Panel:
    """A sheet as it would be if the Game Master agreed, to be opened before that."""
    would = fitted(v, replace(person(v, who), id=name, sheet=sheet))
    return replace(sheet_panel(v, would), place="stage", name=f"{sheet.name}, as proposed")


@remembered(_of_person, 4096)
def sheet_panels(v: Table, p: Person) -> tuple[Group, ...]:
    """One's own sheet, in boxes that lie side by side on paper: stores, skills, and who one is."""
    skills = replace(_skills(p.id, p.sheet, v.tree, v.house), name="")
    return (
        Group(f"sheet-{p.id}", p.name, tuple(_stores(v, p)), "own", note=p.sheet.tagline, mark=p.name),
        Group(f"own-skills-{p.id}", "Skills", (skills,), "own"),
        Group(f"own-traits-{p.id}", "Who you are", _character(v, p), "own"),
    )


def _stores(v: Table, p: Person) -> Iterator[Panel]:
    """Points, and the four stores."""
    if p.kind == "pc":
        yield Counter("Hero Point" if p.hero_points == 1 else "Hero Points", p.hero_points)
    if known(v, p).devotion:
        yield Counter("Devotion", f"{devotion_left(v, p)} of {known(v, p).devotion}")
    if ini := initiative(v, p):
        yield Counter("Initiative", f"+{ini}", "later, by this much")
    yield from _tracks(v, p)


def _character(v: Table, p: Person) -> tuple[Panel, ...]:
    """Traits, the moral code, and the words of a sheet."""
    traits = _traits(p.id, p.sheet, v.tree, p.effects, p.notes)
    return (*traits, Text(f"who-{p.id}", "", p.sheet.said)) if p.sheet.said else traits


@lru_cache(maxsize=512)
def _skills(name: str, sheet: Sheet, tree: Tree, house: House) -> List:
    skills = derived_ratings.derived(sheet, tree, house).skills
    rows = [r for r in skills.values() if r.rank and not r.from_broad]
    rows.sort(key=lambda r: (r.realm, r.under or r.id, bool(r.under), -r.rank, r.id))
    shown = []
    for r in rows:
        under = f"under {skills[r.under].name}" if r.under else r.realm
        shown.append(Row(r.name, under, str(r.rank), tags=(f"Second Nature {r.sn}",) if r.sn else ()))
    return List(f"skills-{name}", tuple(shown), name="Skills", empty="Nothing learned yet.")


@lru_cache(maxsize=512)
def _traits(
    name: str, sheet: Sheet, tree: Tree, effects: tuple[Effect, ...], notes: tuple[Note, ...]
) -> tuple[Panel, ...]:
    found: list[Panel] = []
    rows = [Row(t.name, t.says, "strength") for t in sheet.strengths]
    rows += [Row(t.name, t.says, "weakness", state="bad") for t in sheet.weaknesses]
    names = {row.id: row.name for row in tree.rows} | {row.id: row.name for row in sheet.skills}
    rows += [Row(t.name, t.says or f"helps in {names.get(t.skill, t.skill)}", "technique") for t in sheet.techniques]
    for e in effects:
        where = f"for a while, in {names.get(e.skill, e.skill)} alone" if e.skill else "for a while"
        rows.append(Row(e.text, where, signed(-e.mr), state="bad" if e.mr > 0 else ""))
    rows += [Row(n.text, "to remember") for n in notes]
    if rows:
        found.append(List(f"traits-{name}", tuple(rows), name="Strengths, weaknesses, techniques"))
    if sheet.moral_code:
        code = tuple(Row(m.name, value=str(m.level)) for m in sheet.moral_code)
        found.append(List(f"moral-{name}", code, name="Moral Code"))
    return tuple(found)
