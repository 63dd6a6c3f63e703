"""Scenes: opening one, who acts in it, and ending it. There are no turns; whoever has acted least is asked first.

In this order: between scenes; in a scene.
"""

from collections.abc import Iterator
from functools import lru_cache, partial

from cliffhanger.games.untold.files.sheets import SceneCard, Sheet
from cliffhanger.games.untold.files.skills import Tree
from cliffhanger.games.untold.rules.checks import declare
from cliffhanger.games.untold.rules.derived_ratings import items_of
from cliffhanger.games.untold.rules.house import House
from cliffhanger.games.untold.rules.state import GM, Lobby, Person, Scene, Table, Tale
from cliffhanger.games.untold.rules.story_points import proposal_offers
from cliffhanger.games.untold.rules.verbs import TALE_RULE, disperse, end_tale, enter, key_of, person, starting_points
from cliffhanger.games.untold.rules.wording import said
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.frames import amend, one, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Lazy, Offer
from cliffhanger.kernel.params import Item, Param, Pick, Ready, Text, ids
from cliffhanger.kernel.plurals import several

TALES, PLAYERS = 2, 10
Asks = Lazy[tuple[Param, ...]]
KIND = {"boon": "a boon of", "snag": "a snag of", "setback": "the setback of"}
NAME, HOW = Text("name", "What it is called", 1, 60), (Text("why", "How it ends", 0, 160),)
GOAL = Text("goal", "What are you after?", 1, 120)
GOALS = 3
"""Of the goals that a scene has, so many are put forward: those that somebody is best at."""


def open_scene(s: Table, present: str | tuple[str, ...], card: str = "", name: str = "") -> Table:
    """The Game Master sets the stage: the world and everybody in it but the protagonists are theirs.  [UN-COR-01]"""
    found = one(s.cards, card) if card else None
    title = found.name if found else name
    s = tell(replace(s, scenes=s.scenes + 1, shown=None), "scene", name=title, number=s.scenes + 1)
    if found and found.says:
        s = tell(s, "scene_says", text=found.says)
    return push(enter(s, ids(present)), Scene(title, card=card))


def end_scene(s: Table, why: str = "") -> Table:
    """The scene is over: dice that were passed on lapse; what nobody has told yet may still be."""
    f = s.stack[1]
    assert isinstance(f, Scene)
    s = disperse(tell(s, "scene_ends", name=f.name, why=why))
    return replace(s, stack=(replace(s.stack[0], number=s.serial + 1),), serial=s.serial + 1, shown=None)


def new_session(s: Table) -> Table:
    """Where the house says so, a session begins with fresh points."""
    return turn(tell(starting_points(s), "session", "Game Master", "UN-HRO-01"))


def the_end(s: Table) -> Table:
    """The Game Master ends the story."""
    return turn(tell(s, "the_end", name=s.title), phase="over")


def go_on(s: Table) -> Table:
    """The Game Master has nothing to add just now."""
    f: Scene = top(s)
    turns = min((p.turns for p in s.cast if p.here and p.seat != GM), default=0)
    return amend(s, waits=max(f.waits + 1, turns - _adversary_turns(s)))


def _adversary_turns(s: Table) -> int:
    return sum([p.turns for p in s.cast if p.kind == "adversary"])


def all_told(s: Table) -> Table:
    """The Game Master has said what all of it is, boons, snags and setbacks, and nobody wrote it down."""
    for tale in s.tales:
        s = end_tale(s, tale.id, "")
    return s


OPENS = partial(Kind, rule="UN-COR-01", group="Open a scene", verb="open")
OPEN = OPENS("open", "A scene of your own", open_scene)
CLOSE = partial(Kind, group="Close")
SESSION = CLOSE(
    "session", "A new session", new_session, rule="UN-HRO-01", says="Everybody begins with one point again."
)
THE_END = CLOSE("the_end", "The end", the_end, says="The story is told.")
HOW_HARD, FREE = "The Game Master says how hard it is.", "You hear how hard it is; to stop then is free."
ACTS: partial[Kind] = partial(Kind, rule="UN-SKL-01", verb="act", says=HOW_HARD, **said("act"))
SCENE = partial(Kind, group="The scene")
GO_ON = SCENE(
    "on", "Let them go on", go_on, first=True, ask="What happens?", awaits="The Game Master says what happens."
)
LAPSE, ALL_DONE = "Dice that were passed on lapse.", "All that this scene was about is done."
END = SCENE("end", "End the scene", end_scene, rule="UN-BON-02")
TO_TELL = partial(Kind, rank=TALES, group="To tell")
ALL_TOLD = TO_TELL("all_told", "All of it is told", all_told)


def lobby_offers(s: Table, f: Lobby) -> Iterator[Offer]:
    """Between scenes the Game Master opens the next one, or ends the story; what is left to tell comes first."""
    yield from proposal_offers(s)
    yield from _tale_offers(s, f)
    window, kept = str(f.number), s.house.points_reset != "session"
    ask = addressed(
        "Open the next scene, or end the story." if s.scenes else "Open a scene: what happens, and who is there.",
        "The next scene is about to open." if s.scenes else "A scene is about to open: what happens, and who is there?",
    )
    for at, card in enumerate(s.cards):
        first = at == min(s.scenes, len(s.cards) - 1)
        yield _opens(card).open(GM, window, partial(_who_is_there, s, card), first=first, **ask)
    yield OPEN.open(GM, window, partial(_who_is_there, s), first=not s.cards, **ask)
    yield SESSION(GM, window, (), "At this table points last as long as the story." if kept else "", **ask)
    yield THE_END.open(GM, window, **ask)


@lru_cache(maxsize=128)
def _opens(card: SceneCard) -> Kind:
    do, tool = partial(open_scene, card=card.id), Item(card.id, card.name)
    return OPENS(f"open.{card.id}", card.name, do, says=card.says, tool=tool)


def _who_is_there(s: Table, card: SceneCard | None = None) -> tuple[Param, ...]:
    """Who is there when a scene opens; one without a card is named, too."""
    people = tuple(Item(p.id, p.name, says="" if p.kind == "pc" else "adversary") for p in s.cast)
    start = tuple(p.id for p in s.cast if p.kind == "pc" or (card is not None and p.id in card.adversaries))
    present = Pick("present", "Who is there", people, 1, len(people), start=start)
    return (present,) if card else (NAME, present)


def scene_offers(s: Table, f: Scene) -> list[Offer]:
    """Anybody may act; what the last check left to tell comes first."""
    found = [*proposal_offers(s)] if s.proposals else []
    card = next((card.goals for card in s.cards if card.id == f.card), ())
    goals = tuple([goal for goal in card if not reached(goal, f.made)]) if f.made else card
    done = bool(card) and not goals
    if s.tales:
        found += _tale_offers(s, f)
    window, tree, house = str(f.number), s.tree, s.house
    masters = PLAYERS + 1 + 2 * (f.waits + _adversary_turns(s))
    asked = _asked_first(s, masters)
    for p in s.cast:
        if p.here:
            if p.seat == GM:
                acts, asks = _acting(p.id, GM, p.sheet, tree, house, "check")
                found.append(acts.open(GM, window, asks, masters))
            else:
                short = tuple([goal for who, goal in f.short if who == p.id]) if f.short else ()
                acts, asks = _acting(p.id, p.seat, p.sheet, tree, house, key_of(s, p, "check"), goals, done, short)
                # Who has acted more than others may go on all the same; bots among those do not wait for it.
                rests, ahead = _resting(p), _rank(p) > asked
                words = {"first": False} if ahead and not rests else {}
                found.append(acts.open(p.seat, window, asks, _rank(p), rests or ahead, **words))
    says = f"{ALL_DONE} {LAPSE}" if done else LAPSE
    up = all(_rank(p) > masters for p in s.cast if p.here and p.seat != GM)  # else players are waited for
    go_on = GO_ON.open(GM, window, (), masters, first=up and not done)
    return [*found, go_on, END.open(GM, window, HOW, masters, first=done, says=says)]


def _rank(p: Person) -> int:
    """Players are asked after those who have acted less."""
    return PLAYERS + 2 * p.turns


def _resting(p: Person) -> bool:
    """Who has sat down to rest may act, which ends the rest; nobody waits for it until a scene opens."""
    return p.rest is not None and p.turns > 0


def _asked_first(s: Table, masters: int) -> int:
    """The rank of those who are asked first: the players who have acted least, or the Game Master."""
    return min([masters, *(_rank(p) for p in s.cast if p.here and p.seat != GM and not _resting(p))])


@lru_cache(maxsize=128)
def _acting(
    who: str,
    seat: str,
    sheet: Sheet,
    tree: Tree,
    house: House,
    key: str,
    goals: tuple[str, ...] = (),
    done: bool = False,
    short: tuple[str, ...] = (),
) -> tuple[Kind, Asks]:
    """What somebody in a scene does, and what is asked for it: the same until their sheet changes."""
    do, asks = partial(declare, who=who), partial(_check, sheet, tree, house, goals, short)
    if seat == GM:
        tool = Item(who, sheet.name)
        you = (("you", sheet.name),)
        acts = f"{sheet.name} {'act' if several(sheet.name) else 'acts'}"
        return ACTS(f"{key}.{who}", acts, do, group="Adversaries", tool=tool, names=you), asks
    ask = addressed(f"{f'{ALL_DONE} ' if done else ''}What do you do?", f"What does {sheet.name} do?")
    says = HOW_HARD if house.withdraw == "never" else FREE
    return ACTS(key, "Act", do, group="You may", first=True, says=says, **ask), asks


def _parted(goal: str, skills: dict[str, Item]) -> tuple[str, Item | None]:
    """A goal of a scene: `Climbing: reach the lamp` goes with that skill, `Awareness or Lookout: see who comes` with the better.

    Others are words alone.
    """
    named, colon, says = goal.partition(": ")
    fit = [skills[skill] for skill in named.split(" or ") if skill in skills]
    return (says, max(fit, key=lambda item: item.n)) if colon and fit else (goal, None)


def ready_words(s: Table) -> tuple[str, ...]:
    """The goals of all scenes, with their skill in front and without it."""
    goals = tuple(goal for card in s.cards for goal in card.goals)
    return tuple(dict.fromkeys((*(goal.partition(": ")[2] or goal for goal in goals), *goals)))


def reached(goal: str, made: tuple[str, ...]) -> bool:
    """Whether a goal of a scene is among those that somebody has reached, with its skill or without."""
    return goal in made or goal.partition(": ")[2] in made


def _promise(goal: tuple[str, Item | None]) -> int:
    """What somebody is best at comes first."""
    return -goal[1].n if goal[1] else 0


def _ready(says: str, skill: Item | None) -> Ready:
    return Ready(says, (("skill", skill.id),), f"{skill.label} {skill.n}") if skill else Ready(says)


def _with(ready: tuple[Ready, ...]) -> tuple[str, ...]:
    """The skill that goes with the first goal, which lies there."""
    return tuple(item for each in ready[:1] for _, item in each.picks)


def _tale_offers(s: Table, f: Scene | Lobby) -> list[Offer]:
    """What checks have left to tell, in the scene or after it; whoever has told it all need not write it down."""
    found: list[Offer] = []
    for tale in s.tales:
        window, (tell_it, part, text) = f"{f.number}.{tale.id}", _telling(tale, person(s, tale.who).sheet)
        found += tell_it.open(GM, window, text), part.open(GM, window)
        if tale is s.tales[0] and len(s.tales) > 1:
            says = f"All {len(s.tales)} of them, with nothing written down."
            found.append(ALL_TOLD.open(GM, window, rule=TALE_RULE[tale.kind], says=says))
    return found


@lru_cache(maxsize=128)
def _telling(tale: Tale, sheet: Sheet) -> tuple[Kind, Kind, tuple[Param, ...]]:
    """How a tale is told, or counted with another, and what is asked for it."""
    rule, start = TALE_RULE[tale.kind], tale.ideas[-1] if tale.ideas else ""
    ask, says = f"What is {KIND[tale.kind]} {sheet.name}, after: {tale.of}?", partial(_hint, tale, sheet)
    tell_it = TO_TELL("tell", "Tell it", partial(end_tale, tale=tale.id), rule=rule, first=True, ask=ask, says=says)
    part = TO_TELL("part", "It deepens what was told", partial(end_tale, tale=tale.id, text=""), rule=rule)
    return tell_it, part, (Text("text", "What it is", 1, 240, start=start),)


def _hint(tale: Tale, sheet: Sheet) -> str:
    hint = ", ".join(t.name for t in (sheet.strengths if tale.kind == "boon" else sheet.weaknesses))
    return f"Ideally from: {hint}." if hint else ""


@lru_cache(maxsize=512)
def _check(sheet: Sheet, tree: Tree, house: House, goals: tuple[str, ...], short: tuple[str, ...]) -> tuple[Param, ...]:
    items = items_of(sheet, tree, house)
    ranks = {item.label: item for item in items}
    best = sorted((_parted(goal, ranks) for goal in goals), key=_promise)[:GOALS]
    ready = tuple(_ready(*each) for each in sorted(best, key=lambda each: each[0] in short))  # to try anew comes last
    params: list[Param] = [replace(GOAL, ready=ready), Pick("skill", "With which skill", items, start=_with(ready))]
    if sheet.moral_code:
        tie = tuple(Item(m.id, m.name, m.level) for m in sheet.moral_code)
        params.append(Pick("tie", "What of your code is at stake", tie, 0, 1))
    if sheet.strengths:
        rows = tuple(Item(f"strength.{t.id}", t.name, says=t.says or "helps") for t in sheet.strengths)
        params.append(Pick("relies", "What you rely on", rows, 0, len(rows)))
    return tuple(params)
