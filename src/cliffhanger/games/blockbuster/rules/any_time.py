"""Standing options: what the Director may do at any time, and the few things players need no turn for."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cliffhanger.games.blockbuster.rules import recasting
from cliffhanger.games.blockbuster.rules.checks import EXTENDED
from cliffhanger.games.blockbuster.rules.scenes import close_scene, find_order
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Initiative, Kind, Movie, Person, Rounds
from cliffhanger.games.blockbuster.rules.verbs import (
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
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text, ids

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


def _own(seat: str, key: str, label: str, do: Callable[..., Movie], *params: Param, **words: Any) -> Offer:
    return offer(seat, ANY, key, label, do, *params, rank=99, standing=True, **words)


def _listed(group: str) -> Callable[..., Offer]:
    """What makes offers of one group of the Director's list."""

    def made(key: str, label: str, do: Callable[..., Movie], *params: Param, **words: Any) -> Offer:
        return _own(DIRECTOR, key, label, do, *params, group=group, **words)

    return made


def _players(s: Movie) -> Iterator[Offer]:
    """Spotlighting, letting go, and one's own sheet."""
    here = tuple(p for p in s.cast if p.place)
    line, shut = Text("line", "Say it in character", 1, 240), "" if s.scene else "A scene has to be open."
    for seat in s.seats:
        if seat.role == "player":
            whom = Pick("whom", "Who would shine", _names(p for p in here if p.seat != seat.id))
            deed = bound(spotlight, by=seat.id)
            yield _own(
                seat.id, "spotlight", "Spotlight someone", deed, whom, line, rule="BB-DEF-01", group=GROUP, blocked=shut
            )
            mine = next((p for p in s.cast if p.seat == seat.id), None)
            if mine is not None:
                yield recasting.own(s, mine)
    for holder in here:
        held = _names(p for p in s.cast if holder.id in p.restrained)
        if held:
            key, label, deed = f"release.{holder.id}", f"{holder.name} lets go", bound(release, holder=holder.id)
            yield _own(holder.seat, key, label, deed, Pick("whom", "Whom", held), rule="BB-CR-09", group=GROUP)


GROUP = "At any time"


def _names(people: Iterable[Person]) -> tuple[Item, ...]:
    return tuple(Item(p.id, p.name) for p in people)


def _scene(s: Movie) -> Iterator[Offer]:
    if s.scene is None:
        return
    here, away = _names(p for p in s.cast if p.place), _names(p for p in s.cast if not p.place)
    sets = tuple(x for x in s.sets if x.id in s.scene.sets)
    who, place = Pick("whom", "Who", here), Pick("place", "Where", tuple(Item(x.id, x.name) for x in sets))
    busy = "" if isinstance(top(s), Rounds | Initiative) else "A roll is under way: let it end first."
    listed = _listed("The scene")
    yield listed("close", "Close the scene", close_scene, Text("why", "How it ends", 0, 160), blocked=busy)
    coming, says = Pick("whom", "Who", away, 1, max(1, len(away))), "They roll for their place in the order."
    yield listed("bring", "Somebody enters", bring, coming, place, rule="BB-INIT-01", blocked=busy, says=says)
    yield listed("send", "Somebody leaves", _leaves, who, blocked=busy)
    yield listed("move", "Move someone", _moves, who, place)
    name, says_what = Text("name", "Its name", 1, 60), Text("says", "What it is like", 0, 160)
    yield listed("set", "Another Set", add_set, name, says_what)
    yield listed("impede", "An Impediment", _impedes, place, *HINDERS, rule="BB-DEF-03")
    there = tuple(Item(f"{x.id}/{i.id}", f"{i.text}, {x.name}") for x in sets for i in x.impediments)
    if there:
        yield listed("clear", "Clear an Impediment", _clears, Pick("what", "Which", there), rule="BB-DEF-03")
    admitted = Pick("admitted", "Who may add to it (nobody named: anyone)", here, 0, len(here))
    yield listed("task", "A task", _task, *TASK, admitted, rule="BB-EXT-01", says="Several checks add up to it.")
    waiting = tuple(Item(t.id, f"{t.follow_up}, {person(s, t.to).name}", t.dice) for t in s.tokens if not t.passed)
    if waiting:
        which = Pick("tokens", "Which", waiting, 1, len(waiting))
        yield listed("pass", "Let Set-Up dice serve", _passes, which, rule="BB-SET-01", says=PASSED)
    if s.tasks:
        task = Pick("task", "Which", tuple(Item(t.id, t.name) for t in s.tasks))
        yield listed("untask", "Drop a task", _untask, task, rule="BB-EXT-01", blocked=busy)
    whose, says = Pick("whom", "Whose", here), "A goal of the story has become harder."
    yield listed("setback", "A Major Setback", _setback, whose, WHY, rule="BB-DEF-04", says=says)


HINDERS = (
    Text("text", "What hinders", 1, 60),
    Number("penalty", "Dice fewer", 1, 9, 2),
    Text("tag", "Only for (skill, attribute, physical)", 0, 30),
)
TASK = (
    Text("name", "What it is", 1, 60),
    Number("required", "Successes in all", 1, 40, 6, EXTENDED),
    Number("limit", "Rolls at the most (0: as many as it takes)", 0, 20),
)
PASSED = "They serve whatever roll they are brought to, whatever they were for."
AMOUNT = Number("amount", "Damage", 1, 20, 1)
STRAINS = (Text("text", "What strains", 1, 60), Number("rating", "Rating", 1, 12, 2), TYPE)


def _people(s: Movie) -> Iterator[Offer]:
    listed, whom = _listed("People"), Pick("whom", "Whom", _names(s.cast))
    inside, out = _names(p for p in s.cast if p.place and not p.taken_out), _names(p for p in s.cast if p.taken_out)
    says = "As it stands: Protection is yours to judge."
    yield listed("hurt", "Deal damage", _hurts, whom, AMOUNT, TYPE, WHY, rule="BB-FAIL-02", says=says)
    yield listed("heal", "Take damage away", _heals, whom, AMOUNT, TYPE)
    if inside:
        yield listed("out", "Take someone out", _out, Pick("whom", "Whom", inside), WHY, rule="BB-DEF-04")
    if out:
        yield listed("back", "Bring someone back", _back, Pick("whom", "Whom", out))
    yield listed("strain", "Add a strain", _strain, whom, *STRAINS, rule="BB-STR-02")
    extra = tuple(Item(f"{p.id}/{x.id}", f"{x.text}, {p.name}") for p in s.cast for x in p.extra)
    if extra:
        yield listed("unstrain", "Take a strain away", _unstrain, Pick("what", "Which", extra), rule="BB-STR-02")
    orders = tuple(
        Item(f"{p.id}/{o.id}", f"{p.name}, by {person(s, o.id).name}", says=o.behaviour)
        for p in s.cast
        for o in p.convinced
    )
    if orders:
        what = Pick("what", "Who", orders)
        yield listed("change_mind", "Somebody changes their mind", _mind, what, WHY, rule="BB-CR-08")
    held = tuple(Item(f"{p.id}/{h}", f"{p.name}, held by {person(s, h).name}") for p in s.cast for h in p.restrained)
    if held:
        yield listed("unhold", "A hold ends", _unhold, Pick("what", "Which", held), WHY, rule="BB-CR-09")


def _table(s: Movie) -> Iterator[Offer]:
    if s.house.points == "record":
        points = Number("points", "Points", -5, 5, 1)
        whom = Pick("whom", "Whom", _names(s.cast))
        yield _listed("The table")("points", "Count points", _points, whom, points, WHY)
    yield from recasting.everybodys(s)


# --- what they do -------------------------------------------------------------------------------------------


def spotlight(s: Movie, by: str, whom: str, line: str) -> Movie:
    """Point out, in character, what another would excel at.  [BB-DEF-01]"""
    assert s.scene is not None
    p = person(s, whom)
    giver = next((q for q in s.cast if q.seat == by), None)
    name = giver.name if giver else next(seat.name for seat in s.seats if seat.id == by)
    s = replace(s, scene=replace(s.scene, spotlights=s.scene.spotlights + 1))
    s = show(s, "spotlight", name, "BB-DEF-01", whom=p.name, line=line)
    if s.house.points == "record":
        s = award(s, p.id, 1, "in the spotlight")
        s = award(s, giver.id, 1, "gave the spotlight") if giver else s
    return s


def release(s: Movie, holder: str, whom: str) -> Movie:
    """A holder lets go."""
    return free(s, whom, holder, "let go")


def bring(s: Movie, whom: str | tuple[str, ...], place: str) -> Movie:
    """Late arrivals roll for their place on entering.  [BB-INIT-01]"""
    for who in ids(whom):
        s = enter(s, who, place)
    f = top(s)
    if isinstance(f, Initiative):
        return s
    return find_order(s, ids(whom))


def _leaves(s: Movie, whom: str) -> Movie:
    return leave(s, whom)


def _moves(s: Movie, whom: str, place: str) -> Movie:
    return move(s, whom, place)


def _impedes(s: Movie, place: str, text: str, penalty: int, tag: str) -> Movie:
    return impede(s, place, text, penalty, tag.strip().casefold().replace(" ", "_"))


def _clears(s: Movie, what: str) -> Movie:
    where, _, name = what.partition("/")
    return clear(s, where, name)


def _task(s: Movie, name: str, required: int, limit: int, admitted: tuple[str, ...]) -> Movie:
    return add_task(s, name, required, limit, tuple(p.id for p in s.cast if p.id in admitted))


def _passes(s: Movie, tokens: str | tuple[str, ...]) -> Movie:
    return pass_tokens(s, ids(tokens))


def _untask(s: Movie, task: str) -> Movie:
    return drop_task(s, task)


def _setback(s: Movie, whom: str, why: str) -> Movie:
    return setback(s, person(s, whom).name, why)


def _hurts(s: Movie, whom: str, amount: int, type: Kind, why: str) -> Movie:
    return hurt(s, whom, amount, type, why, "BB-FAIL-02")


def _heals(s: Movie, whom: str, amount: int, type: Kind) -> Movie:
    return heal(s, whom, amount, type)


def _out(s: Movie, whom: str, why: str) -> Movie:
    return take_out(s, whom, why)


def _back(s: Movie, whom: str) -> Movie:
    return bring_back(s, whom)


def _strain(s: Movie, whom: str, text: str, rating: int, type: Kind) -> Movie:
    return burden(s, whom, text, rating, type)


def _unstrain(s: Movie, what: str) -> Movie:
    where, _, name = what.partition("/")
    return relieve(s, where, name)


def _mind(s: Movie, what: str, why: str) -> Movie:
    who, _, by = what.partition("/")
    return unconvince(s, who, by, why)


def _unhold(s: Movie, what: str, why: str) -> Movie:
    who, _, holder = what.partition("/")
    return free(s, who, holder, why)


def _points(s: Movie, whom: str, points: int, why: str) -> Movie:
    return award(s, whom, points, why)
