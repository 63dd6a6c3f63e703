"""Standing options: what the Director may do at any time, and the few things players need no turn for.

First what is offered, then what it does, where no verb does it by itself.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from cliffhanger.games.blockbuster.rules import recasting, scenes, verbs
from cliffhanger.games.blockbuster.rules.actor import FOES
from cliffhanger.games.blockbuster.rules.checks import EXTENDED, KINDS
from cliffhanger.games.blockbuster.rules.state import DIRECTOR, Initiative, Movie, Person, Rounds
from cliffhanger.games.blockbuster.rules.wording import LINES
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text, ids

ANY = "any"
TYPE = replace(KINDS, label="To")
WHY = Text("why", "What happens", 1, 160)
SPOTLIGHT = {"rule": "BB-DEF-01", "group": "At any time", "line": LINES["spotlight"]}
RELEASE = {"rule": "BB-CR-09", "group": "At any time"}
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
HURTS = {"rule": "BB-FAIL-02", "says": "As it stands: Protection is yours to judge."}
DAMAGE = (Number("amount", "Damage", 1, 20, 1), TYPE)
STRAINS = (Text("text", "What strains", 1, 60), Number("rating", "Rating", 1, 12, 2), TYPE)


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
    return (*_players(s), *_scene(s), *_people(s), *recasting.everybodys(s))


def _own(seat: str, key: str, label: str, do: Callable[..., Movie], *params: Param, **words: Any) -> Offer:
    return offer(seat, ANY, key, label, do, *params, rank=99, standing=True, **words)


def _players(s: Movie) -> Iterator[Offer]:
    """Spotlighting, letting go, and one's own sheet."""
    here = tuple(p for p in s.cast if p.place)
    line, shut = Text("line", "Say it in character", 1, 240), "" if s.scene else "A scene has to be open."
    for seat in s.seats:
        if seat.role == "player":
            whom = Pick("whom", "Who would shine", _sides([p for p in here if p.seat != seat.id]))
            deed = bound(spotlight, by=seat.id)
            yield _own(seat.id, "spotlight", "Spotlight someone", deed, whom, line, blocked=shut, of=SPOTLIGHT)
            mine = next((p for p in s.cast if p.seat == seat.id), None)
            if mine is not None:
                yield recasting.own(s, mine)
    for holder in here:
        held = _names(p for p in s.cast if holder.id in p.restrained)
        if held:
            key, label, deed = (
                f"release.{holder.id}",
                f"{holder.name} lets go" if holder.seat == DIRECTOR else "Let go",
                bound(verbs.free, holder=holder.id, why="let go"),
            )
            yield _own(holder.seat, key, label, deed, Pick("whom", "Whom", held), of=RELEASE)


def _sides(people: list[Person]) -> tuple[Item, ...]:
    """The leads first, then who is against them."""
    return tuple([Item(p.id, p.name, group="" if p.lead else FOES) for p in sorted(people, key=lambda p: not p.lead)])


def _names(people: Iterable[Person]) -> tuple[Item, ...]:
    return tuple(Item(p.id, p.name) for p in people)


def _scene(s: Movie) -> Iterator[Offer]:
    if s.scene is None:
        return
    here, away = _names(p for p in s.cast if p.place), _names(p for p in s.cast if not p.place)
    sets = tuple(x for x in s.sets if x.id in s.scene.sets)
    who, place = Pick("whom", "Who", here), Pick("place", "Where", tuple(Item(x.id, x.name) for x in sets))
    busy = "" if isinstance(top(s), Rounds | Initiative) else "A roll is under way: let it end first."
    listed = partial(_own, DIRECTOR, group="The scene")
    yield listed("close", "Close the scene", scenes.close_scene, Text("why", "How it ends", 0, 160), blocked=busy)
    coming, says = Pick("whom", "Who", away, 1, max(1, len(away))), "They roll for their place in the order."
    yield listed("bring", "Somebody enters", bring, coming, place, rule="BB-INIT-01", blocked=busy, says=says)
    yield listed("send", "Somebody leaves", verbs.leave, who, blocked=busy)
    yield listed("move", "Move someone", verbs.move, who, place)
    name, says_what = Text("name", "Its name", 1, 60), Text("says", "What it is like", 0, 160)
    yield listed("set", "Another Set", verbs.add_set, name, says_what)
    yield listed("impede", "An Impediment", verbs.impede, place, *HINDERS, rule="BB-DEF-03")
    there = _which(Item(f"{x.id}/{i.id}", f"{i.text}, {x.name}") for x in sets for i in x.impediments)
    if there.items:
        yield listed("clear", "Clear an Impediment", _in_two(verbs.clear), there, rule="BB-DEF-03")
    admitted = Pick("admitted", "Who may add to it (nobody named: anyone)", here, 0, len(here))
    says = "Several checks add up to it."
    yield listed("task", "A task", verbs.add_task, *TASK, admitted, rule="BB-EXT-01", says=says)
    dice = [(t, verbs.person(s, t.to).name) for t in s.tokens if not t.passed]
    waiting = tuple(Item(t.id, f"{t.follow_up}, {name}", t.dice) for t, name in dice)
    if waiting:
        which = Pick("tokens", "Which", waiting, 1, len(waiting))
        yield listed("pass", "Let Set-Up dice serve", verbs.pass_tokens, which, rule="BB-SET-01", says=PASSED)
    if s.tasks:
        task = Pick("task", "Which", tuple(Item(t.id, t.name) for t in s.tasks))
        yield listed("untask", "Drop a task", verbs.drop_task, task, rule="BB-EXT-01", blocked=busy)
    whose, says = Pick("whom", "Whose", here), "A goal of the story has become harder."
    yield listed("setback", "A Major Setback", verbs.setback, whose, WHY, rule="BB-DEF-04", says=says)


def _people(s: Movie) -> Iterator[Offer]:
    listed, whom = partial(_own, DIRECTOR, group="People"), Pick("whom", "Whom", _names(s.cast))
    inside, out = _names(p for p in s.cast if p.place and not p.taken_out), _names(p for p in s.cast if p.taken_out)
    yield listed("hurt", "Deal damage", bound(verbs.hurt, rule="BB-FAIL-02"), whom, *DAMAGE, WHY, of=HURTS)
    yield listed("heal", "Take damage away", verbs.heal, whom, *DAMAGE)
    if inside:
        yield listed("out", "Take someone out", verbs.take_out, Pick("whom", "Whom", inside), WHY, rule="BB-DEF-04")
    if out:
        yield listed("back", "Bring someone back", verbs.bring_back, Pick("whom", "Whom", out))
    yield listed("strain", "Add a strain", verbs.burden, whom, *STRAINS, rule="BB-STR-02")
    extra = _which(Item(f"{p.id}/{x.id}", f"{x.text}, {p.name}") for p in s.cast for x in p.extra)
    if extra.items:
        yield listed("unstrain", "Take a strain away", _in_two(verbs.relieve), extra, rule="BB-STR-02")
    orders = [(p, o, verbs.person(s, o.id).name) for p in s.cast for o in p.convinced]
    if orders:
        items = tuple(Item(f"{p.id}/{o.id}", f"{p.name}, by {name}", says=o.behaviour) for p, o, name in orders)
        what, change = Pick("what", "Who", items), _in_two(verbs.unconvince)
        yield listed("change_mind", "Somebody changes their mind", change, what, WHY, rule="BB-CR-08")
    held = [(p, verbs.person(s, h)) for p in s.cast for h in p.restrained]
    if held:
        hold = _which(Item(f"{p.id}/{h.id}", f"{p.name}, held by {h.name}") for p, h in held)
        yield listed("unhold", "A hold ends", _in_two(verbs.free), hold, WHY, rule="BB-CR-09")
    if s.house.points == "record":
        points = Number("points", "Points", -5, 5, 1)
        yield _own(DIRECTOR, "points", "Count points", verbs.award, whom, points, WHY, group="The table")


def _which(items: Iterable[Item]) -> Pick:
    return Pick("what", "Which", tuple(items))


def spotlight(s: Movie, by: str, whom: str, line: str) -> Movie:
    """Point out, in character, what another would excel at.  [BB-DEF-01]"""
    p = verbs.person(s, whom)
    giver = next((q for q in s.cast if q.seat == by), None)
    name = giver.name if giver else next(seat.name for seat in s.seats if seat.id == by)
    s = verbs.restage(s, spotlights=verbs.playing(s).spotlights + 1)
    s = verbs.show(s, "spotlight", name, "BB-DEF-01", whom=p.name, line=line)
    if s.house.points == "record":
        s = verbs.award(s, p.id, 1, "in the spotlight")
        s = verbs.award(s, giver.id, 1, "gave the spotlight") if giver else s
    return s


def bring(s: Movie, whom: str | tuple[str, ...], place: str) -> Movie:
    """Late arrivals roll for their place on entering.  [BB-INIT-01]"""
    for who in ids(whom):
        s = verbs.enter(s, who, place)
    return s if isinstance(top(s), Initiative) else scenes.find_order(s, ids(whom))


def _in_two(do: Callable[..., Movie]) -> Callable[..., Movie]:
    """A deed on one thing of somebody's or of a Set's: the two ids stand in one, with a stroke between."""

    def done(s: Movie, what: str, **more: Any) -> Movie:
        whose, _, name = what.partition("/")
        return do(s, whose, name, **more)

    return done
