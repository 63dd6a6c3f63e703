"""What may be done at any time: the Director's list, and the few things that players and holders need no turn for."""

from collections.abc import Callable, Iterator

from cliffhanger.games.blockbuster import recasting
from cliffhanger.games.blockbuster.checks import EXTENDED
from cliffhanger.games.blockbuster.scenes import close_scene, find_order
from cliffhanger.games.blockbuster.state import DIRECTOR, Initiative, Movie, Rounds
from cliffhanger.games.blockbuster.verbs import (
    add_set,
    add_task,
    award,
    bring_back,
    burden,
    clear,
    drop_task,
    enter,
    free,
    heal,
    hurt,
    impede,
    leave,
    move,
    pass_tokens,
    person,
    relieve,
    setback,
    show,
    take_out,
    unconvince,
)
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text

ANY = "any"
TYPE = Pick("type", "To", (Item("V", "Vigor"), Item("P", "Potency")), start=("V",))
WHY = Text("why", "What happens", 1, 160)


def _read_by_standing(s: Movie) -> tuple[object, ...]:
    """What these offers read. Of people that is not their damage, nor where they are: those change with every blow."""
    here = s.scene.sets if s.scene else None
    people = tuple(
        (p.id, p.sheet, p.seat, p.lead, not p.place, p.taken_out, p.restrained, p.convinced, p.extra) for p in s.cast
    )
    return s.seats, people, s.sets, s.tasks, s.tokens, s.house.points, here, type(top(s))


@remembered(id, hold=True)
@remembered(_read_by_standing, 512)
def standing(s: Movie) -> tuple[Offer, ...]:
    """Everything that waits for nobody's turn."""
    return (*_players(s), *_scene(s), *_people(s), *_table(s))


def _offer(
    key: str,
    label: str,
    do: Callable[..., Movie],
    *params: Param,
    group: str,
    rule: str = "",
    blocked: str = "",
    says: str = "",
) -> Offer:
    return offer(
        DIRECTOR,
        ANY,
        key,
        label,
        do,
        *params,
        group=group,
        rule=rule,
        blocked=blocked,
        says=says,
        standing=True,
        rank=99,
    )


def _players(s: Movie) -> Iterator[Offer]:
    """Spotlighting, letting go, and one's own sheet."""
    here = tuple(p for p in s.cast if p.place)
    for seat in s.seats:
        if seat.role == "player":
            others = tuple(Item(p.id, p.name) for p in here if p.seat != seat.id)
            yield offer(
                seat.id, ANY, "spotlight", "Spotlight someone", bound(spotlight, by=seat.id),
                Pick("whom", "Who would shine", others), Text("line", "Say it in character", 1, 240), rule="BB-DEF-01",
                group="At any time", standing=True, rank=99, blocked="" if s.scene else "A scene has to be open.",
            )  # fmt: skip
            mine = next((p for p in s.cast if p.seat == seat.id), None)
            if mine is not None:
                yield recasting.own(s, mine)
    for holder in here:
        held = tuple(Item(p.id, p.name) for p in s.cast if holder.id in p.restrained)
        if held:
            yield offer(
                holder.seat, ANY, f"release.{holder.id}", f"{holder.name} lets go", bound(release, holder=holder.id),
                Pick("whom", "Whom", held), rule="BB-CR-09", group="At any time", standing=True, rank=99,
            )  # fmt: skip


def _scene(s: Movie) -> Iterator[Offer]:
    if s.scene is None:
        return
    here = tuple(Item(p.id, p.name) for p in s.cast if p.place)
    away = tuple(Item(p.id, p.name) for p in s.cast if not p.place)
    sets = tuple(Item(x.id, x.name) for x in s.sets if x.id in s.scene.sets)
    quiet = isinstance(top(s), Rounds | Initiative)
    busy = "" if quiet else "A roll is under way: let it end first."
    yield _offer(
        "close", "Close the scene", close_scene, Text("why", "How it ends", 0, 160), group="The scene", blocked=busy
    )
    yield _offer(
        "bring", "Somebody enters", bring, Pick("whom", "Who", away, 1, max(1, len(away))), Pick("place", "Where", sets),
        group="The scene", rule="BB-INIT-01", blocked=busy, says="They roll for their place in the order.",
    )  # fmt: skip
    yield _offer("send", "Somebody leaves", bound(_leaves), Pick("whom", "Who", here), group="The scene", blocked=busy)
    yield _offer(
        "move", "Move someone", _moves, Pick("whom", "Who", here), Pick("place", "Where", sets), group="The scene"
    )
    yield _offer(
        "set",
        "Another Set",
        add_set,
        Text("name", "Its name", 1, 60),
        Text("says", "What it is like", 0, 160),
        group="The scene",
    )
    yield _offer(
        "impede", "An Impediment", _impedes, Pick("place", "Where", sets), Text("text", "What hinders", 1, 60),
        Number("penalty", "Dice fewer", 1, 9, 2), Text("tag", "Only for (skill, attribute, physical)", 0, 30),
        group="The scene", rule="BB-DEF-03",
    )  # fmt: skip
    there = tuple(
        Item(f"{x.id}/{i.id}", f"{i.text}, {x.name}") for x in s.sets for i in x.impediments if x.id in s.scene.sets
    )
    if there:
        yield _offer(
            "clear", "Clear an Impediment", _clears, Pick("what", "Which", there), group="The scene", rule="BB-DEF-03"
        )
    yield _offer(
        "task", "A task", _task, Text("name", "What it is", 1, 60), Number("required", "Successes in all", 1, 40, 6, EXTENDED),
        Number("limit", "Rolls at the most (0: as many as it takes)", 0, 20),
        Pick("admitted", "Who may add to it (nobody named: anyone)", here, 0, len(here)), group="The scene",
        rule="BB-EXT-01", says="Several checks add up to it.",
    )  # fmt: skip
    waiting = tuple(Item(t.id, f"{t.follow_up}, {person(s, t.to).name}", t.dice) for t in s.tokens if not t.passed)
    if waiting:
        yield _offer(
            "pass", "Let Set-Up dice serve", _passes, Pick("tokens", "Which", waiting, 1, len(waiting)), group="The scene",
            rule="BB-SET-01", says="They serve whatever roll they are brought to, whatever they were for.",
        )  # fmt: skip
    if s.tasks:
        tasks = tuple(Item(t.id, t.name) for t in s.tasks)
        yield _offer(
            "untask", "Drop a task", _untask, Pick("task", "Which", tasks), group="The scene", rule="BB-EXT-01",
            blocked=busy,
        )  # fmt: skip
    yield _offer(
        "setback", "A Major Setback", _setback, Pick("whom", "Whose", here), WHY, group="The scene", rule="BB-DEF-04",
        says="A goal of the story has become harder.",
    )  # fmt: skip


def _people(s: Movie) -> Iterator[Offer]:
    everybody = tuple(Item(p.id, p.name) for p in s.cast)
    inside = tuple(Item(p.id, p.name) for p in s.cast if p.place and not p.taken_out)
    out = tuple(Item(p.id, p.name) for p in s.cast if p.taken_out)
    group = "People"
    whom = Pick("whom", "Whom", everybody)
    yield _offer(
        "hurt", "Deal damage", _hurts, whom, Number("amount", "Damage", 1, 20, 1), TYPE, WHY, group=group, rule="BB-FAIL-02",
        says="As it stands: Protection is yours to judge.",
    )  # fmt: skip
    yield _offer("heal", "Take damage away", _heals, whom, Number("amount", "Damage", 1, 20, 1), TYPE, group=group)
    if inside:
        yield _offer("out", "Take someone out", _out, Pick("whom", "Whom", inside), WHY, group=group, rule="BB-DEF-04")
    if out:
        yield _offer("back", "Bring someone back", _back, Pick("whom", "Whom", out), group=group)
    yield _offer(
        "strain", "Add a strain", _strain, whom, Text("text", "What strains", 1, 60), Number("rating", "Rating", 1, 12, 2), TYPE,
        group=group, rule="BB-STR-02",
    )  # fmt: skip
    extra = tuple(Item(f"{p.id}/{x.id}", f"{x.text}, {p.name}") for p in s.cast for x in p.extra)
    if extra:
        yield _offer(
            "unstrain", "Take a strain away", _unstrain, Pick("what", "Which", extra), group=group, rule="BB-STR-02"
        )
    orders = tuple(
        Item(f"{p.id}/{o.id}", f"{p.name}, by {person(s, o.id).name}", says=o.behaviour)
        for p in s.cast
        for o in p.convinced
    )
    if orders:
        yield _offer(
            "change_mind",
            "Somebody changes their mind",
            _mind,
            Pick("what", "Who", orders),
            WHY,
            group=group,
            rule="BB-CR-08",
        )
    held = tuple(Item(f"{p.id}/{h}", f"{p.name}, held by {person(s, h).name}") for p in s.cast for h in p.restrained)
    if held:
        yield _offer("unhold", "A hold ends", _unhold, Pick("what", "Which", held), WHY, group=group, rule="BB-CR-09")


def _table(s: Movie) -> Iterator[Offer]:
    group = "The table"
    if s.house.points == "record":
        whom = Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in s.cast))
        yield _offer("points", "Count points", _points, whom, Number("points", "Points", -5, 5, 1), WHY, group=group)
    yield from recasting.everybodys(s)


# --- what they do -------------------------------------------------------------------------------------------


def spotlight(s: Movie, by: str, whom: tuple[str, ...], line: str) -> Movie:
    """Point out, in character, what another would excel at.  [BB-DEF-01]"""
    assert s.scene is not None
    p = person(s, whom[0])
    giver = next((q for q in s.cast if q.seat == by), None)
    name = giver.name if giver else next(seat.name for seat in s.seats if seat.id == by)
    s = replace(s, scene=replace(s.scene, spotlights=s.scene.spotlights + 1))
    s = show(s, "spotlight", name, "BB-DEF-01", whom=p.name, line=line)
    if s.house.points == "record":
        s = award(s, p.id, 1, "in the spotlight")
        s = award(s, giver.id, 1, "gave the spotlight") if giver else s
    return s


def release(s: Movie, holder: str, whom: tuple[str, ...]) -> Movie:
    """A holder lets go."""
    return free(s, whom[0], holder, "let go")


def bring(s: Movie, whom: tuple[str, ...], place: tuple[str, ...]) -> Movie:
    """Late arrivals roll for their place on entering.  [BB-INIT-01]"""
    for who in whom:
        s = enter(s, who, place[0])
    f = top(s)
    if isinstance(f, Initiative):
        return s
    return find_order(s, whom)


def _leaves(s: Movie, whom: tuple[str, ...]) -> Movie:
    return leave(s, whom[0])


def _moves(s: Movie, whom: tuple[str, ...], place: tuple[str, ...]) -> Movie:
    return move(s, whom[0], place[0])


def _impedes(s: Movie, place: tuple[str, ...], text: str, penalty: int, tag: str) -> Movie:
    return impede(s, place[0], text, penalty, tag.strip().casefold().replace(" ", "_"))


def _clears(s: Movie, what: tuple[str, ...]) -> Movie:
    where, _, name = what[0].partition("/")
    return clear(s, where, name)


def _task(s: Movie, name: str, required: int, limit: int, admitted: tuple[str, ...]) -> Movie:
    return add_task(s, name, required, limit, tuple(p.id for p in s.cast if p.id in admitted))


def _passes(s: Movie, tokens: tuple[str, ...]) -> Movie:
    return pass_tokens(s, tokens)


def _untask(s: Movie, task: tuple[str, ...]) -> Movie:
    return drop_task(s, task[0])


def _setback(s: Movie, whom: tuple[str, ...], why: str) -> Movie:
    return setback(s, person(s, whom[0]).name, why)


def _hurts(s: Movie, whom: tuple[str, ...], amount: int, type: tuple[str, ...], why: str) -> Movie:
    return hurt(s, whom[0], amount, "P" if type == ("P",) else "V", why, "BB-FAIL-02")


def _heals(s: Movie, whom: tuple[str, ...], amount: int, type: tuple[str, ...]) -> Movie:
    return heal(s, whom[0], amount, "P" if type == ("P",) else "V")


def _out(s: Movie, whom: tuple[str, ...], why: str) -> Movie:
    return take_out(s, whom[0], why)


def _back(s: Movie, whom: tuple[str, ...]) -> Movie:
    return bring_back(s, whom[0])


def _strain(s: Movie, whom: tuple[str, ...], text: str, rating: int, type: tuple[str, ...]) -> Movie:
    return burden(s, whom[0], text, rating, "P" if type == ("P",) else "V")


def _unstrain(s: Movie, what: tuple[str, ...]) -> Movie:
    where, _, name = what[0].partition("/")
    return relieve(s, where, name)


def _mind(s: Movie, what: tuple[str, ...], why: str) -> Movie:
    who, _, by = what[0].partition("/")
    return unconvince(s, who, by, why)


def _unhold(s: Movie, what: tuple[str, ...], why: str) -> Movie:
    who, _, holder = what[0].partition("/")
    return free(s, who, holder, why)


def _points(s: Movie, whom: tuple[str, ...], points: int, why: str) -> Movie:
    return award(s, whom[0], points, why)
