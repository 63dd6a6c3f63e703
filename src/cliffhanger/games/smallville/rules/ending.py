"""The end of an episode: how each Lead has changed, and what grows."""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.smallville.files.sheets import Asset, Resource
from cliffhanger.games.smallville.files.triggers import RATINGS, Rating
from cliffhanger.games.smallville.rules import episodes, loans, pools, sheets, verbs
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Due, Ending, GrowthKind, Person, Table, Wish
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import amend, pop, push, replace, tell, top, turn, without
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Param, Pick, Text, ids

AGAINST: dict[GrowthKind, Rating] = {
    "distinction": 10,
    "ability": 12,
    "heritage": 10,
    "gear": 8,
    "extra": 6,
    "location": 8,
    "relationship": 6,
}
"""What the Watchtower rolls beside the trait itself.  [SV-GROWTH-05]"""
AT_ONCE = ("epilogue", "rewrite", "keep")
"""The phases in which nobody waits for anybody."""
CHANGE = Text("text", "How they have changed", 1, 240)
STATEMENT = Text("says", "What they believe now", 1, 120)


def begin(s: Table) -> Table:
    """The Watchtower ends the episode: each Lead has an epilogue.  [SV-END-01]"""
    worst = tuple(max(row.rating for row in p.stress) for p in s.cast)
    s = tell(s, "episode_ends", "", "SV-END-01", number=s.episode)
    return push(s, Ending(speak=tuple(p.id for p in verbs.leads(s)), worst=worst))


def epilogue(s: Table, who: str, text: str) -> Table:
    """One Lead's.  [SV-END-01]"""
    return done(tell(s, "epilogue", verbs.name_of(s, who), "SV-END-01", text=text), who)


def done(s: Table, who: str) -> Table:
    """Somebody has nothing more to say in this phase; their statements are what they shall be."""
    f: Ending = top(s)
    return amend(s, speak=tuple(each for each in f.speak if each != who))


def rewrite(s: Table, who: str, drive: str, says: str) -> Table:
    """A new statement; a Drive that was acted against is what it was.  [SV-END-03, SV-END-04]"""
    p = verbs.person(s, who)
    s = tell(s, "rewrites", p.name, "SV-END-03", drive=verbs.drive_name(p, drive), says=says)
    s = verbs.edit(s, who, drives=without(p.drives, drive))
    return turn(verbs.put(s, sheets.with_trait(verbs.person(s, who), drive, says=says)))


def _settle_drives(s: Table) -> Table:
    """What was not rewritten stays down for good; a Lead grows by it, or another Value will rise.  [SV-END-04, SV-END-05]"""
    rise: list[Due] = []
    for p in s.cast:
        for row in p.drives:
            s = verbs.put(s, sheets.with_trait(verbs.person(s, p.id), row.id, rating=row.rating))
            if not row.fell or not _grows(s, p):
                continue
            if any(x.id == row.id for x in p.sheet.values):
                rise.append(Due(p.id, row.id))
            else:
                s = verbs.grow(s, p.id, row.rating, "for a Relationship that has changed", "SV-END-05")
        s = verbs.edit(s, p.id, drives=())
    return turn(s, rise=tuple(rise))


def _grows(s: Table, p: Person) -> bool:
    """Whether somebody grows at the end of an episode: all Leads do."""
    return p.kind == "lead" or s.house.features_grow


def lift(s: Table, value: str) -> Table:
    """A Value rises for one that has stayed down.  [SV-END-05]"""
    f: Ending = top(s)
    due = f.rise[0]
    p = verbs.person(s, due.who)
    to = verbs.up(verbs.normal(p, value))
    s = tell(s, "rises", p.name, "SV-END-05", drive=verbs.drive_name(p, value), to=to)
    return turn(verbs.put(s, sheets.with_trait(p, value, rating=to)), rise=f.rise[1:])


def _may_rise(s: Table, due: Due) -> tuple[Item, ...]:
    p = verbs.person(s, due.who)
    rows = (x for x in p.sheet.values if x.id != due.drive and x.rating < RATINGS[-1])
    return tuple(Item(x.id, x.name, dice=(x.rating,)) for x in rows)


def keep(s: Table, who: str, ties: str | tuple[str, ...]) -> Table:
    """Temporary Relationships that stay, at D4; the others are over.  [SV-END-06]"""
    p = verbs.person(s, who)
    kept = tuple(replace(row, rating=RATINGS[0], temporary=False) for row in p.ties if row.id in ids(ties))
    for row in kept:
        s = tell(s, "keeps", p.name, "SV-END-06", foe=row.name)
    sheet = replace(p.sheet, relationships=(*p.sheet.relationships, *kept))
    return done(verbs.edit(s, who, sheet=sheet, ties=()), who)


def wish(s: Table, kind: GrowthKind, trait: str = "", name: str = "", says: str = "") -> Table:
    """One trait, new or stepped up; never a Value.  [SV-GROWTH-03, SV-GROWTH-04]"""
    f: Ending = top(s)
    p = verbs.person(s, f.speak[0])
    s = tell(s, "wishes", p.name, "SV-GROWTH-03", name=name or sheets.trait(p.sheet, trait).name)
    return turn(s, phase="against", wish=Wish(kind, trait, name, says))


def step_up(s: Table, trait: str) -> Table:
    """A trait that is there.  [SV-GROWTH-03]"""
    f: Ending = top(s)
    row = sheets.trait(verbs.person(s, f.speak[0]).sheet, trait)
    return wish(s, row.kind if isinstance(row, Asset | Resource) else "relationship", trait)


def new_tie(s: Table, to: str, says: str) -> Table:
    """A new Relationship.  [SV-GROWTH-03]"""
    return wish(s, "relationship", "", verbs.name_of(s, to), says)


def skip(s: Table) -> Table:
    """Nothing grows, or nothing more, for whoever has the turn; the next one's comes."""
    f: Ending = top(s)
    return turn(s, phase="grow", speak=f.speak[1:], wish=None, target=-1)


def _rating_of(s: Table, f: Ending) -> Rating:
    """What the trait would be: D4 where it is new, else one size up.  [SV-GROWTH-04, SV-ROLE-07]"""
    assert f.wish
    p = verbs.person(s, f.speak[0])
    return verbs.up(sheets.trait(p.sheet, f.wish.trait).rating) if f.wish.trait else RATINGS[0]


def _against(s: Table, kind: GrowthKind) -> Rating:
    """The Watchtower's other die.  [SV-GROWTH-05]"""
    return 12 if kind == "heritage" and s.house.heritage_growth == "12" else AGAINST[kind]


def growth_dice(s: Table, f: Ending, p: Person) -> tuple[Rating, ...]:
    """The Growth Pool, and the highest Stress die.  [SV-GROWTH-06]"""
    worst = max(row.rating for row in p.stress)
    if s.house.growth_stress == "before" and f.worst:
        worst = f.worst[s.cast.index(p)]
    return tuple(sorted((*p.growth, *((verbs.as_die(worst),) if worst else ()))))


def roll(s: Table, f: Ending) -> Roll:
    """First what stands against the growth, then the growth."""
    p = verbs.person(s, f.speak[0])
    assert f.wish
    if f.phase == "against":
        dice = tuple(sorted((_rating_of(s, f), _against(s, f.wish.kind))))
        return Roll(f"{f.number}.against", WATCHTOWER, "against_growth", dice, f"Against the growth of {p.name}")
    return Roll(f"{f.number}.growth", p.seat, "growth", growth_dice(s, f, p), f"{p.name} grows")


def fold(_s: Table, _f: Ending) -> Fold:
    """The two best faces, ones left out."""
    return pools.best_faces()


def settle(s: Table, f: Ending, faces: tuple[int, ...]) -> Table:
    """Win, and the trait changes; lose, and another one steps down first.  [SV-GROWTH-06, SV-GROWTH-07]"""
    p = verbs.person(s, f.speak[0])
    total = episodes.sum_of_best(faces)
    if f.phase == "against":
        s = tell(s, "against_growth", "The Watchtower", "SV-GROWTH-05", faces=list(faces), total=total)
        return turn(s, phase="growth", target=total)
    s = tell(s, "growth_roll", p.name, "SV-GROWTH-06", faces=list(faces), total=total, beaten=f.target)
    if total > f.target or (total == f.target and s.house.growth_tie == "win"):
        return _grown(s)
    return turn(s, phase="lose")


def _grown(s: Table) -> Table:
    f: Ending = top(s)
    assert f.wish
    p, to = verbs.person(s, f.speak[0]), _rating_of(s, f)
    row = next((x for x in sheets.all_traits(p.sheet) if x.id == f.wish.trait), None)
    name, was = (row.name, row.rating) if row else (f.wish.name, 0)
    s = sheets.grow(s, p.id, f.wish, to)
    return skip(tell(s, "grown", p.name, "SV-GROWTH-07", name=name, to=to, was=was))


def lose(s: Table, trait: str) -> Table:
    """Another trait steps down, and the wish is granted all the same.  [SV-GROWTH-07]"""
    f: Ending = top(s)
    p = verbs.person(s, f.speak[0])
    row = sheets.trait(p.sheet, trait)
    s = tell(s, "loses", p.name, "SV-GROWTH-07", name=row.name, was=row.rating, to=verbs.down(row.rating))
    return _grown(sheets.step_down(s, p.id, trait))


def _may_lose(s: Table, f: Ending) -> tuple[Item, ...]:
    """Any other trait but Stress; a Drive at D4 has nowhere to go.  [SV-GROWTH-07]"""
    assert f.wish
    p = verbs.person(s, f.speak[0])
    lost, stay = {RATINGS[0]: "It would be lost."}, {x.id for x in verbs.drives(p) if x.rating == RATINGS[0]}
    rows = [x for x in sheets.all_traits(p.sheet) if x.id not in stay and x.id != f.wish.trait]
    return tuple(Item(x.id, x.name, dice=(x.rating,), says=lost.get(x.rating, "")) for x in rows)


def advance(s: Table, f: Ending) -> Table:
    """When everybody has said what there is to say, the next thing comes.  [SV-END-02]"""
    if f.phase == "growth" and not growth_dice(s, f, verbs.person(s, f.speak[0])):
        return settle(s, f, ())
    if f.phase == "lose" and not _may_lose(s, f):
        return skip(s)
    if f.phase == "rise" and f.rise:
        return s if _may_rise(s, f.rise[0]) else turn(s, rise=f.rise[1:])
    if f.speak:
        return s
    if f.phase == "epilogue":
        order = tuple(p.id for p in s.cast if p.kind == "lead" or p.drives)
        s = replace(s, cast=tuple([verbs.calmer(p) for p in s.cast]))
        return turn(s, phase="rewrite", speak=order)
    if f.phase == "rewrite":
        return turn(_settle_drives(s), phase="rise")
    if f.phase == "rise":
        return turn(s, phase="keep", speak=tuple(p.id for p in s.cast if p.ties))
    if f.phase == "keep":
        return turn(s, phase="grow", speak=tuple(p.id for p in s.cast if _grows(s, p)))
    return turn(s, phase="close") if f.phase == "grow" else pop(replace(s, ended=True))


END = partial(Kind, group="The end of the episode")
ANEW = "In new words, what stepped down is back where it was."
LEFT = "What stepped down stays down; what a Lead acted against makes something else grow."
EPILOGUE = END("epilogue", "Say how they have changed", epilogue, rule="SV-END-01", first=True)
REWRITE = END("rewrite", "A new statement", rewrite, rule="SV-END-03", says=ANEW)
DONE = END("done", "No, all stays as it is", done, rule="SV-END-03", first=True, says=LEFT)
LIFT = END("lift", "This Value rises", lift, rule="SV-END-05", first=True)
KEEP = END("keep", "These stay", keep, rule="SV-END-06", first=True)
GROW = partial(Kind, group="Growth", rule="SV-GROWTH-03", verb="grow", figures=("grows",))
STEP_UP = GROW("step_up", "A trait steps up", step_up, first=True)
NEW = GROW("new", "A new trait", wish)
NEW_TIE = GROW("new_tie", "A new Relationship", new_tie)
SKIP = GROW("skip_growth", "Nothing grows", skip, figures=())
LOSE = GROW("lose", "This steps down", lose, first=True, figures=())


def offers(s: Table, f: Ending) -> Iterator[Offer]:
    """What is asked of whom at the end of an episode."""
    speak = tuple(due.who for due in f.rise) if f.phase == "rise" else f.speak
    for who in speak if f.phase in AT_ONCE else speak[:1]:
        yield from _of_one(s, f, verbs.person(s, who), f"{f.number}.{who}" if f.phase in AT_ONCE else str(f.number))


def _of_one(s: Table, f: Ending, p: Person, window: str) -> Iterator[Offer]:
    if f.phase == "epilogue":
        ask = verbs.to_player(s, p.id, "How has this episode changed you?", f"How has this episode changed {p.name}?")
        yield EPILOGUE(p.seat, window, (CHANGE,), do=partial(epilogue, who=p.id), **ask)
    elif f.phase == "rewrite":
        now = "read differently now?"
        ask = verbs.to_player(s, p.id, f"Does anything you believe {now}", f"Does anything {p.name} believes {now}")
        yield REWRITE(p.seat, window, partial(_statements, p), do=partial(rewrite, who=p.id), **ask)
        yield DONE(p.seat, window, do=partial(done, who=p.id), **ask)
    elif f.phase == "rise":
        down = f"{verbs.drive_name(p, f.rise[0].drive)} stays down. Which other Value"
        ask = verbs.to_player(s, p.id, f"{down} of yours rises?", f"{down} of {p.name} rises?")
        yield LIFT.open(p.seat, window, (Pick("value", "Which Value", _may_rise(s, f.rise[0])),), **ask)
    elif f.phase == "keep":
        ties = tuple(Item(row.id, row.name, says=row.says, dice=(4,)) for row in p.ties)
        asks = (Pick("ties", "Who still matters, at D4", ties, 0, len(ties)),)
        yield KEEP(
            p.seat,
            window,
            asks,
            do=partial(keep, who=p.id),
            **verbs.to_player(s, p.id, "Who still matters to you?", f"Who still matters to {p.name}?"),
        )
    elif f.phase == "grow":
        yield from _growing(s, f, p, window)
    elif f.phase == "lose":
        lost = "lost the growth roll. What steps down for it?"
        ask = verbs.to_player(s, p.id, f"You have {lost}", f"{p.name} has {lost}")
        yield LOSE.open(p.seat, window, (Pick("trait", "What steps down", _may_lose(s, f)),), **ask)


def _statements(p: Person) -> tuple[Param, ...]:
    """All Drives, those first that are not what they were."""
    changed, items = [row.id for row in p.drives], []
    for x in sorted(verbs.drives(p), key=lambda x: x.id not in changed):
        group = "Acted against" if x.id in changed else "As it was"
        items.append(Item(x.id, x.name, says=x.says, group=group, dice=(verbs.drive_of(p, x.id).rating,)))
    return Pick("drive", "Which", tuple(items)), STATEMENT


def _growing(s: Table, f: Ending, p: Person, window: str) -> Iterator[Offer]:
    dice = " ".join(f"D{size}" for size in growth_dice(s, f, p))
    roll = f"The roll is {dice}." if dice else "There are no dice for it."
    ask = verbs.to_player(s, p.id, f"What grows in you? {roll}", f"What grows in {p.name}? {roll}")
    traits = [x for x in sheets.all_traits(p.sheet, values=False) if x.rating < RATINGS[-1]]
    up = tuple(Item(x.id, x.name, says=f"D{verbs.up(x.rating)}", dice=(x.rating,)) for x in traits)
    if up:
        yield STEP_UP.open(p.seat, window, (Pick("trait", "Which trait", up),), first=bool(dice), **ask)
    kinds = tuple(Item(kind, kind.capitalize(), n=_against(s, kind)) for kind in AGAINST if kind != "relationship")
    yield NEW.open(p.seat, window, (Pick("kind", "What", kinds), *sheets.NAMED), **ask)
    if people := tuple(Item(x.id, x.name) for x in loans.strangers(s, p)):
        yield NEW_TIE.open(p.seat, window, (Pick("to", "To whom", people), STATEMENT), **ask)
    yield SKIP.open(p.seat, window, first=not dice, **ask)
