"""Scenes: opening one, who acts in it, and ending it. There are no turns; whoever has acted least is asked first."""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.untold.rules.checks import declare
from cliffhanger.games.untold.rules.skill_items import skill_items
from cliffhanger.games.untold.rules.state import GM, Lobby, Person, Scene, Table, Tale
from cliffhanger.games.untold.rules.story_points import proposal_offers
from cliffhanger.games.untold.rules.verbs import disperse, end_tale, enter, key_of, person, starting_points
from cliffhanger.kernel.frames import amend, one, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Param, Pick, Text, ids

TALES, PLAYERS = 2, 10
KIND = {"boon": "a boon of", "snag": "a snag of", "setback": "the setback of"}


# --- between scenes ------------------------------------------------------------------------------------------


def lobby_offers(s: Table, f: Lobby) -> Iterator[Offer]:
    """Between scenes the Game Master opens the next one, or ends the story; what is left to tell comes first."""
    yield from proposal_offers(s)
    yield from _untold(s, f)
    ask = "Open a scene: what happens, and who is there." if not s.scenes else "Open the next scene, or end the story."
    people = tuple(Item(p.id, p.name, says="" if p.kind == "pc" else "adversary") for p in s.cast)
    for at, card in enumerate(s.cards):
        start = tuple(p.id for p in s.cast if p.kind == "pc" or p.id in card.adversaries)
        yield offer(
            GM, f.number, f"open.{card.id}", card.name, bound(open_scene, card=card.id),
            Pick("present", "Who is there", people, 1, len(people), start=start), rule="UN-COR-01", ask=ask,
            group="Open a scene", first=at == min(s.scenes, len(s.cards) - 1), says=card.says,
        )  # fmt: skip
    yield offer(
        GM, f.number, "open", "A scene of your own", open_scene, Text("name", "What it is called", 1, 60),
        Pick("present", "Who is there", people, 1, len(people), start=tuple(p.id for p in s.cast if p.kind == "pc")),
        rule="UN-COR-01", ask=ask, group="Open a scene", first=not s.cards,
    )  # fmt: skip
    yield offer(
        GM, f.number, "session", "A new session", new_session, rule="UN-HRO-01", group="Close", ask=ask,
        says="Everybody begins with one point again.",
        blocked="" if s.house.points_reset == "session" else "At this table points last as long as the story.",
    )  # fmt: skip
    yield offer(GM, f.number, "the_end", "The end", the_end, ask=ask, group="Close", says="The story is told.")


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


# --- in a scene ----------------------------------------------------------------------------------------------


def scene_offers(s: Table, f: Scene) -> Iterator[Offer]:
    """Anybody may act; what the last check left to tell comes first."""
    yield from proposal_offers(s)
    yield from _untold(s, f)
    window = str(f.number)
    masters = PLAYERS + 1 + 2 * (f.waits + sum(p.turns for p in s.cast if p.kind == "adversary"))
    for p in s.cast:
        if p.here:
            own = p.seat != GM
            rank = PLAYERS + 2 * p.turns if own else masters
            key = key_of(s, p, "check")
            # Who has sat down to rest may act, which ends the rest; nobody waits for it until a scene opens.
            rests = own and _rests(p)
            yield Later(p.seat, window, key, "", partial(_check, s, f, p, key, rank), rank, reaction=rests)
    yield Later(GM, window, "on", "", partial(_go_on, f, masters), masters)
    yield Later(GM, window, "end", "", partial(_end, f, masters), masters)


def _rests(p: Person) -> bool:
    return p.rest is not None and p.turns > 0


def _untold(s: Table, f: Scene | Lobby) -> Iterator[Offer]:
    """What checks have left to tell, in the scene or after it."""
    for tale in s.tales:
        yield Later(GM, f"{f.number}.{tale.id}", "tell", "", partial(_tell, s, f, tale), TALES)
        yield Later(GM, f"{f.number}.{tale.id}", "part", "", partial(_part, f, tale), TALES)
        if tale is s.tales[0] and len(s.tales) > 1:
            yield Later(GM, f"{f.number}.{tale.id}", "all_told", "", partial(_all_told, s, f, tale), TALES)


def _check(s: Table, f: Scene, p: Person, key: str, rank: int) -> Offer:
    params: list[Param] = [
        Text("goal", "What are you after?", 1, 120),
        Pick("skill", "With which skill", skill_items(s, p)),
    ]
    if p.sheet.moral_code:
        tie = tuple(Item(m.id, m.name, m.level) for m in p.sheet.moral_code)
        params.append(Pick("tie", "What of your code is at stake", tie, 0, 1))
    if p.sheet.strengths:
        rows = tuple(Item(f"strength.{t.id}", t.name, -1, says=t.says) for t in p.sheet.strengths)
        params.append(Pick("relies", "What you rely on", rows, 0, len(rows)))
    own = p.seat != GM
    return offer(
        p.seat, f.number, key, "Act" if own else f"{p.name} acts", bound(declare, who=p.id), *params, rule="UN-SKL-01",
        rank=rank, first=own, group="You may" if own else "Adversaries", ask="What do you do?" if own else "",
        reaction=own and _rests(p),
        says="The Game Master says how hard it is.",
    )  # fmt: skip


def _go_on(f: Scene, rank: int) -> Offer:
    return offer(
        GM, f.number, "on", "Let them go on", go_on, group="The scene", rank=rank, first=True, ask="What happens?"
    )


def _end(f: Scene, rank: int) -> Offer:
    return offer(
        GM, f.number, "end", "End the scene", end_scene, Text("why", "How it ends", 0, 160), rule="UN-BON-02",
        group="The scene", rank=rank, says="Dice that were passed on lapse.",
    )  # fmt: skip


def go_on(s: Table) -> Table:
    """The Game Master has nothing to add just now."""
    f: Scene = top(s)
    return amend(s, waits=f.waits + 1)


def _tell(s: Table, f: Scene | Lobby, tale: Tale) -> Offer:
    p = person(s, tale.who)
    traits = p.sheet.strengths if tale.kind == "boon" else p.sheet.weaknesses
    hint = ", ".join(t.name for t in traits)
    start = tale.ideas[-1] if tale.ideas else ""
    return offer(
        GM, f"{f.number}.{tale.id}", "tell", "Tell it", bound(end_tale, tale=tale.id),
        Text("text", "What it is", 1, 240, start=start), rule=_rule(tale), rank=TALES, first=True, group="To tell",
        ask=f"What is {KIND[tale.kind]} {p.name}, after: {tale.of}?", says=f"Ideally from: {hint}." if hint else "",
    )  # fmt: skip


def _part(f: Scene | Lobby, tale: Tale) -> Offer:
    return offer(
        GM, f"{f.number}.{tale.id}", "part", "It deepens what was told", bound(end_tale, tale=tale.id, text=""), rank=TALES,
        group="To tell", rule=_rule(tale),
    )  # fmt: skip


def _all_told(s: Table, f: Scene | Lobby, tale: Tale) -> Offer:
    """Who has told it across the table need not write down each of it."""
    return offer(
        GM, f"{f.number}.{tale.id}", "all_told", "All of it is told", all_told, rank=TALES, group="To tell",
        rule=_rule(tale), says=f"All {len(s.tales)} of them, with nothing written down.",
    )  # fmt: skip


def all_told(s: Table) -> Table:
    """The Game Master has said what all of it is, boons, snags and setbacks, and nobody wrote it down."""
    for tale in s.tales:
        s = end_tale(s, tale.id, "")
    return s


def _rule(tale: Tale) -> str:
    return "UN-BON-01" if tale.kind == "boon" else "UN-SNG-02"
