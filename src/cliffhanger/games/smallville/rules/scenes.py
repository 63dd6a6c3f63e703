"""Scenes: opening one, who begins what in it, and ending it; episodes begin and end between them."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from cliffhanger.games.smallville.files.sheets import SceneCard
from cliffhanger.games.smallville.files.triggers import RATINGS
from cliffhanger.games.smallville.rules import (
    contests,
    ending,
    episodes,
    hurting,
    life_path,
    loans,
    relief,
    trials,
    triggers,
    verbs,
)
from cliffhanger.games.smallville.rules.pools import for_a_point
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Ids, Lobby, Person, Scene, Table
from cliffhanger.games.smallville.rules.wording import said
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.frames import amend, one, push, replace, tell, top, turn
from cliffhanger.kernel.offers import YES, Kind, No, Offer, beside
from cliffhanger.kernel.params import Item, Param, Pick, Ready, Text, ids

LEADS = 10
"""The rank of Leads, two more for each turn they had."""
NAME, PROBLEM = Text("name", "What it is called", 1, 60), Text("problem", "Who, where, and what the trouble is", 1, 240)
GOAL = Text("goal", "I want them to ...", 1, 160)
AIMS = "Tell me what they know", "Stay out of this", "Come along, now"
"""What somebody may want where the scene's card says nothing of it."""
HOW = Text("why", "How it ends", 0, 160)
UNOPPOSED = No(
    "Nobody is here who could oppose you.", "The Watchtower can open a scene with more people.", "SV-CONTEST-01"
)


def open_scene(s: Table, present: str | Ids, problem: str, card: str = "", name: str = "") -> Table:
    """The Watchtower frames a scene: who, where, what problem.  [SV-ROLE-02, SV-ROLE-03]"""
    found = one(s.cards, card) if card else SceneCard("", name)
    title = found.name
    opened = (*s.opened, card) if card and card not in s.opened else s.opened
    s = replace(verbs.enter(s, ids(present)), scenes=s.scenes + 1, shown=None, opened=opened)
    s = tell(s, "scene", name=title, number=s.scenes)
    s = tell(s, "scene_says", text=problem)
    where = Scene(title, card=card, says=problem, place=found.place, look=found.look)
    return push(s, replace(where, aims=found.aims))


def end_scene(s: Table, why: str = "") -> Table:
    """The scene is over; whoever was out comes back.  [SV-ROLE-03, SV-STRESS-09]"""
    f = s.stack[1]
    assert isinstance(f, Scene)
    s = verbs.enter(verbs.unlock(tell(s, "scene_ends", name=f.name, why=why)), ())
    left = replace(s.stack[0], number=s.serial + 1)
    return replace(s, stack=(left,), serial=s.serial + 1, shown=None, had=(*s.had, f))


def the_end(s: Table) -> Table:
    """The Watchtower ends the story."""
    return turn(tell(s, "the_end", name=s.title), phase="over")


def volunteer(s: Table, who: str, drive: str) -> Table:
    """Somebody steps a Drive of theirs down, for a point.  [SV-EARN-03]"""
    s = verbs.edit(verbs.step_drive(s, who, drive, volunteered=True), who, volunteered=True)
    return turn(verbs.earn(s, who, 1, "for giving ground", "SV-EARN-03"))


def make_tie(s: Table, who: str, to: str, says: str) -> Table:
    """Somebody matters who did not, outside a roll: the point is the Watchtower's.  [SV-SPEND-05]"""
    return turn(verbs.tie(verbs.pay(s, who, "", 1, "a Relationship", "SV-SPEND-05"), who, to, says))


def go_on(s: Table) -> Table:
    """The Watchtower lets the Leads go on, and lets go of coming first: one is asked next who has not passed.  [SV-CONTEST-15]"""
    f: Scene = top(s)
    there = [p for p in s.cast if verbs.able(p) and p.seat != WATCHTOWER]
    passed = f.passed if any(p.id not in f.passed for p in there) else ()
    return everybody(s, passed=passed, waits=max(f.waits + 1, min((p.turns for p in there), default=0)))


def waits(s: Table, who: str) -> Table:
    """A Lead lets somebody else begin, and is not asked until somebody has; nor does that Lead come first.  [SV-CONTEST-15]"""
    f: Scene = top(s)
    return let_go(amend(s, passed=tuple(sorted({*f.passed, who}))), verbs.person(s, who).seat)


def everybody(s: Table, **changes: Any) -> Table:
    """Whoever has passed may begin again, in a window of its own, and the Watchtower lets go of coming first."""
    return let_go(turn(s, **{"passed": (), **changes}))


def let_go(s: Table, seat: str = WATCHTOWER) -> Table:
    """Somebody lets go of coming first."""
    f: Scene = top(s)
    return amend(s, first=tuple(each for each in f.first if each != seat))


BETWEEN = partial(Kind, group="Open a scene", verb="open")
EPISODE = Kind("episode", "Begin an episode", episodes.begin, rule="SV-SETUP-02", group="The episode")
OPEN = BETWEEN("open", "A scene of your own", open_scene, rule="SV-ROLE-03")
EPISODE_ENDS = Kind("end_episode", "End the episode", ending.begin, rule="SV-END-01", group="The episode")
THE_END = Kind("the_end", "The end", the_end, group="The episode", says="The story is told.")
BEGINS = partial(Kind, rule="SV-CONTEST-02", verb="contest")
CONTEST = BEGINS("contest", "Begin a Contest", contests.begin, group="You may", first=True, **said("contest"))
SCENE = partial(Kind, group="The scene")
WAIT = SCENE("wait", "Let somebody else begin", waits, rule="SV-CONTEST-15", hint="The others come first")
GO_ON = SCENE("on", "Let them go on", go_on, first=True, hint="Somebody else begins")
END = SCENE(
    "end",
    "End the scene",
    end_scene,
    rule="SV-ROLE-03",
    says="Whoever is out comes back.",
    hint="All who are out return",
)
PASSES = SCENE("pass", "Let everybody begin again", everybody, rule="SV-CONTEST-15")
TEST = SCENE(
    "test",
    "Call a Test",
    trials.call,
    rule="SV-TEST-01",
    verb="contest",
    figures=("they_pass",),
    hint="They roll against Trouble",
    **said("test"),
)
OWN = partial(Kind, group="You may")
FALLS, LASTS = "A Drive steps down for the episode; a point is yours.", "A Relationship at D6, for this episode."
VOLUNTEER = OWN(
    "volunteer", "Give ground", volunteer, rule="SV-EARN-03", says=FALLS, hint="Shrink a Drive, get a point"
)
TIE = OWN("tie", "A new bond", make_tie, rule="SV-SPEND-05", says=LASTS, hint="A Relationship at D6")


def lobby_offers(s: Table, f: Lobby) -> Iterator[Offer]:
    """Between scenes the Watchtower begins an episode, opens the next scene, or ends the story."""
    window = str(f.number)
    if not s.episode:
        yield EPISODE(
            WATCHTOWER, window, first=True, ask="The episode can begin.", awaits="The episode is about to begin."
        )
        if s.house.life_path and not s.mapped:
            yield life_path.BEGIN.open(WATCHTOWER, window)
        if not s.ended and any(p.growth for p in s.cast):
            yield EPISODE_ENDS(WATCHTOWER, window, label="End the episode before", says="Its growth is still to roll.")
        return
    if s.ended:
        ask = f"Episode {s.episode} is over."
        yield EPISODE(WATCHTOWER, window, label="Begin the next episode", first=True, ask=ask)
        yield THE_END(WATCHTOWER, window, ask=ask)
        return
    now = addressed(
        "Open the next scene." if s.scenes else "Open a scene: who is there, where, and what is the trouble?",
        "The next scene is about to open." if s.scenes else "A scene is about to open: who is there, and where?",
    )
    new = next((card for card in s.cards if card.id not in s.opened), s.cards[-1] if s.cards else None)
    for card in s.cards:
        says, do = card.says, partial(open_scene, card=card.id)
        if card.id in s.opened:
            says = f"Opened already. {says}".strip()
        opens = BETWEEN(f"open.{card.id}", card.name, do, rule="SV-ROLE-03", says=says, tool=Item(card.id, card.name))
        yield opens.open(WATCHTOWER, window, partial(_who_is_there, s, card), first=card is new, **now)
    yield OPEN(WATCHTOWER, window, partial(_who_is_there, s), first=not s.cards, **now)
    yield EPISODE_ENDS(WATCHTOWER, window, **now)
    yield THE_END(WATCHTOWER, window, **now)
    for p in verbs.leads(s):
        yield from triggers.names(p, window, reaction=True)


def _who_is_there(s: Table, card: SceneCard | None = None) -> tuple[Param, ...]:
    people = tuple(Item(p.id, p.name, says="" if p.kind == "lead" else "Feature") for p in s.cast)
    start = tuple(p.id for p in s.cast if p.kind == "lead" or (card is not None and p.id in card.features))
    present = Pick("present", "Who is there", people, 1, len(people), start=start)
    if card is None:
        return NAME, present, PROBLEM
    return present, replace(PROBLEM, start=card.says[: PROBLEM.most])


def scene_offers(s: Table, f: Scene) -> Iterator[Offer]:
    """Whoever has begun least is waited for first, and after each round the Watchtower; anybody else may begin, too."""
    f = replace(f, first=verbs.coming_first(s, f)) if f.first else f
    window, masters = str(f.number), LEADS + 2 * f.waits + 1
    for p in s.cast:
        if verbs.able(p) and p.seat != WATCHTOWER and p.id not in f.passed:
            found = _lead(s, f, p, window)
            yield from map(beside, found) if _waits(s, f, p) else found
    for p in s.cast:
        if verbs.able(p) and p.seat == WATCHTOWER:
            kind = _wants(p.id, p.name)
            yield kind(WATCHTOWER, window, partial(_aims, s, p, f.aims), _held(s, f, p), rank=masters)
            yield from relief.in_scene(s, p, window, masters)
            yield from triggers.in_scene(s, p, window, masters)
    for p in verbs.leads(s):
        if not verbs.able(p):
            yield from triggers.names(p, window, reaction=True)
    tested = tuple(Item(p.id, p.name) for p in s.cast if verbs.able(p) and p.kind == "lead")
    idle = "" if tested else "No Lead is here who could do anything."
    yield TEST(WATCHTOWER, window, (Pick("who", "Who", tested), trials.GOAL) if tested else (), idle, rank=masters)
    if WATCHTOWER in f.first:
        yield PASSES(WATCHTOWER, window, rank=masters)
    yield GO_ON(
        WATCHTOWER,
        window,
        rank=masters,
        ask="What happens?",
        awaits="The Watchtower, who runs the game, says what happens.",
    )
    yield END(WATCHTOWER, window, (HOW,), rank=masters)


def _lead(s: Table, f: Scene, p: Person, window: str) -> Iterator[Offer]:
    """What a Lead may begin or do between rolls; one who has to let others begin is not the one to be waited for."""
    rank, waiting = LEADS + 2 * p.turns, _waits(s, f, p)
    ask, begins, held = _what_now(s, f, p), partial(contests.begin, who=p.id), _held(s, f, p)
    yield CONTEST(p.seat, window, partial(_aims, s, p, f.aims), held, do=begins, rank=rank, **ask)
    yield from relief.in_scene(s, p, window, rank)
    yield from _of_their_own(s, p, window, rank)
    yield from triggers.in_scene(s, p, window, rank)
    first = bool(held.why) and not waiting
    yield WAIT(p.seat, window, do=partial(waits, who=p.id), rank=rank, first=first, **ask)


@lru_cache(maxsize=256)
def _wants(who: str, name: str) -> Kind:
    do, tool = partial(contests.begin, who=who), Item(who, name)
    you = (("you", name),)
    return BEGINS(
        f"contest.{who}", f"{name} wants something", do, group="Features", tool=tool, names=you, **said("contest")
    )


def _what_now(s: Table, f: Scene, p: Person) -> dict[str, Any]:
    """Where others need not be waited for, they are named all the same.  [SV-CONTEST-15]"""
    if _waits(s, f, p):
        first = f"{_first(s, f)} may begin the next Contest first. What else"
        return verbs.to_player(s, p.id, f"{first} do you do?", f"{first} does {p.name} do?")
    more = ""
    if s.house.dibs == "remind" and p.seat in f.held and f.first:
        more = f" Nobody got what they wanted: {_first(s, f)} may want to begin first."
    you = f"{_next(s, f, p)}What do you want from somebody?{more}"
    return verbs.to_player(s, p.id, you, f"What does {p.name} want from somebody?{more}")


def _next(s: Table, f: Scene, p: Person) -> str:
    """Who is to begin next, told to one who may begin as well; "" while all may alike."""
    there = [x for x in verbs.leads(s) if verbs.able(x)]
    free = [x for x in there if x.id not in f.passed and not _waits(s, f, x)]
    least = min((x.turns for x in free), default=p.turns)
    names = [x.name for x in free if x.turns == least and x is not p]
    if p.turns > least:
        return f"Begin, or let {' or '.join(names)}, who had fewer turns. "
    if len(names) + 1 >= len(there):
        return ""
    return f"{' or '.join(['You', *names])} may begin now. "


def _of_their_own(s: Table, p: Person, window: str, rank: int) -> Iterator[Offer]:
    """What a Lead may do between rolls: give ground, or care for somebody new."""
    drives = _may_step(p, s.house.volunteer_limit == "unlimited")
    closed = "" if drives else "No Drive of yours is above D4 and still to step down."
    if p.volunteered and s.house.volunteer_limit == "drive_and_scene":
        closed = "Once in a scene, and you have."
    asks = () if closed else (Pick("drive", "Which Drive", drives),)
    yield VOLUNTEER(p.seat, window, asks, closed, do=partial(volunteer, who=p.id), rank=rank)
    if loans.strangers(s, p):
        whom, do = partial(loans.tie_params, s, p), partial(make_tie, who=p.id)
        yield for_a_point(TIE, p, window, whom, "", do=do, rank=rank)


@lru_cache(maxsize=256)
def _may_step(p: Person, free: bool) -> tuple[Item, ...]:
    rows = [verbs.drive_of(p, x.id) for x in verbs.drives(p)]
    rows = [row for row in rows if row.rating > RATINGS[0] and (free or not row.volunteered)]
    return tuple(Item(row.id, verbs.drive_name(p, row.id), dice=(row.rating,)) for row in rows)


def _held(s: Table, f: Scene, p: Person) -> No:
    """Why somebody may not begin just now.  [SV-CONTEST-15]"""
    if not any(_opposes(p, other) for other in s.cast):
        return UNOPPOSED
    if not verbs.drives(p):
        return No("Nothing you care about could be at stake.", rule="SV-CONTEST-01")
    if not _waits(s, f, p):
        return YES
    others = f"{_first(s, f)} may begin first: wait until somebody has, or all let you."
    return No("Nobody got what they wanted, so others may begin first.", others, "SV-CONTEST-15")


def _first(s: Table, f: Scene) -> str:
    return " or ".join(verbs.name_of(s, "") if x.id == WATCHTOWER else x.name for x in s.seats if x.id in f.first)


def _waits(s: Table, f: Scene, p: Person) -> bool:
    """Whether somebody has to wait until others have begun or passed.  [SV-CONTEST-15]"""
    return s.house.dibs == "enforce" and p.seat in f.held and bool(f.first)


def _opposes(p: Person, other: Person) -> bool:
    """Whether these two could be the two sides of a Contest.  [SV-CONTEST-04]"""
    return verbs.able(other) and other.seat != p.seat


def ready_words(s: Table) -> tuple[str, ...]:
    """What may be wanted in some scene or in any, and how somebody gives in or goes."""
    told = (*contests.YIELDED, *hurting.GONE, *hurting.MEANTIME)
    return tuple(dict.fromkeys((*AIMS, *told, *(aim for card in s.cards for aim in card.aims))))


def _aims(s: Table, p: Person, aims: tuple[str, ...]) -> tuple[Param, ...]:
    """Of whom something is wanted, what it is, and which Drive is challenged by that.  [SV-ROLE-04]"""
    people = tuple(Item(each.id, each.name) for each in s.cast if _opposes(p, each))
    drives = tuple(Item(x.id, x.name, group=type(x).__name__, says=x.says) for x in verbs.drives(p))
    goal = replace(GOAL, ready=tuple(map(Ready, aims or AIMS)))
    return (
        Pick("against", "From whom", people),
        goal,
        Pick("stake", "Which Drive this is about; you lose nothing of it", drives),
    )
