"""Dice pools: skill and attribute, Set-Up dice, Impediments; how a pool is built, asked for and read."""

from functools import lru_cache
from typing import Literal, NamedTuple

from cliffhanger.games.blockbuster.files.sheets import Impediment, Power, Rating, Sheet, Skill
from cliffhanger.games.blockbuster.rules.state import Ids, Kind, Movie, Person, Side, Token
from cliffhanger.games.blockbuster.rules.strain import strain_of
from cliffhanger.games.blockbuster.rules.verbs import person
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.frames import one, replace
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Param, Pick, Text
from cliffhanger.kernel.plurals import many
from cliffhanger.kernel.pool import hollow

DIE = 6
PER_SUCCESS = 3
"""Dice that bring one success, on average: one face in three is one."""
LIKELY = 2
"""Dice for each success that is missing: with fewer, one roll hardly brings them all."""
DERIVED = {"defense": "Defense", "vigor": "Vigor", "potency": "Potency"}


class Reason(NamedTuple):
    """Why something is not open now, with the way out in words, and the rule it meets."""

    text: str
    rule: str

    def __str__(self) -> str:
        """As it stands beside a thing that bears no rule of its own."""
        return f"{self.text} ({self.rule})"


Parts = tuple[tuple[str, int], ...]
"""Dice by where they come from, and numbers by what they are for."""
HELD = Reason("You are held: nothing physical but breaking free.", "BB-CR-09")


def successes(faces: tuple[int, ...]) -> int:
    """Count the dice that show a 5 or a 6; all dice are six-sided.  [BB-ROLL-01, BB-ROLL-02]"""
    return sum([face >= 5 for face in faces])


def count(key: int, _die: int, face: int) -> int:
    """One die more: only whether it is a success can matter from here on."""
    return key + (face >= 5)


def fold(_s: Movie, _roll: Roll) -> Fold:
    """Any roll comes to its number of successes: more are better, and nothing else is read.  [BB-ROLL-03]"""
    return 0, count


def cast_dice(s: Movie, side: Side, id_: str, purpose: str, title: str) -> Roll:
    """The roll of one side."""
    return Roll(id_, person(s, side.who).seat, purpose, (DIE,) * side.dice, title)


def read(s: Movie, side: Side, faces: tuple[int, ...]) -> Side:
    """The dice of one side have fallen."""
    return replace(side, faces=faces, rolled=successes(faces), fell=s.serial)


def size(s: Movie, parts: Parts) -> int:
    """How many dice the parts make: never fewer than none."""
    return max(1 if s.house.zero_pool == "one_die" else 0, sum([n for _, n in parts]))


def hindrances(s: Movie, p: Person, skill: str, attribute: str) -> Parts:
    """The Impediments of somebody's Set that touch this action; several add up.  [BB-DEF-03]

    A derived attribute stands in the place of the attribute; Vigor is as physical as a skill may be.
    """
    there = _impediments(s, p)
    if not there:
        return ()
    tags = {"", skill, attribute}
    if attribute == "vigor" or (skill and one(p.sheet.skills, skill).physical):
        tags.add("physical")
    return tuple([(i.text, i.penalty) for i in there if i.tag in tags])


def _impediments(s: Movie, p: Person) -> tuple[Impediment, ...]:
    return one(s.sets, p.place).impediments if p.place else ()


def hindered(s: Movie, p: Person, skill: str, attribute: str) -> int:
    """By how much required successes rise, on tables where Impediments work that way."""
    return 0 if s.house.impediment_as == "dice" else sum(n for _, n in hindrances(s, p, skill, attribute))


def _fewer(s: Movie, p: Person, skill: str, attribute: str) -> Parts:
    """The dice that Impediments take from an action, on tables where they work that way."""
    if s.house.impediment_as != "dice":
        return ()
    return tuple([(text, -n) for text, n in hindrances(s, p, skill, attribute)])


def waiting_dice(s: Movie, tokens: Ids) -> Parts:
    """Set-Up dice that are brought to a roll: all of each, added up, or only the best."""
    rows = tuple((t.follow_up, t.dice) for t in s.tokens if t.id in tokens)
    if s.house.setup_stack == "best" and rows:
        return (max(rows, key=lambda row: row[1]),)
    return rows


def skill_side(
    s: Movie, p: Person, skill: str, attribute: str, power: str, tokens: Ids = (), *, action: bool = True, lit: Ids = ()
) -> Side:
    """A side that rolls a skill and the attribute that suits its use most, with what helps and hinders.  [BB-CHK-01]

    Strain is what it was before the action let anything go out: `lit` are powers that burned until then.
    """
    row, rating = one(p.sheet.skills, skill), one(p.sheet.attributes, attribute)
    own = (row.name, row.rating), (rating.name, rating.rating)
    risk, kind = strain_of(s, p, power, lit) if power else (0, "V")
    return _side(s, p, own, tokens, _fewer(s, p, skill, attribute) if action else (), power, risk, kind)


def _side(s: Movie, p: Person, own: Parts, tokens: Ids, fewer: Parts, power: str, over: int, kind: Kind = "V") -> Side:
    """What somebody rolls of their own, the Set-Up dice that serve only once, and what hinders it."""
    parts = (*own, *waiting_dice(s, tokens), *fewer) if tokens else (*own, *fewer)
    again = size(s, (*own, *fewer))
    return Side(p.id, parts, size(s, parts) if tokens else again, power, over, kind, again=again)


WAITING = Row("Set-Up dice", id="tokens")
PAIR = (Row("Skill", id="skill"), Row("Attribute", id="attribute"), WAITING)
"""What a roll on a skill and an attribute is made of: what is picked in these questions."""


def pool_rows(side: Side, harder: Parts = ()) -> tuple[Row, ...]:
    """The dice of a side before they fall, by where they come from; what hinders takes some, or asks for more successes."""
    rows = [Row(name, dice=hollow((DIE,) * n)) if n >= 0 else Row(name, n=n) for name, n in side.parts]
    return (*rows, WAITING, *(Row(name, value=f"+{n} needed", state="bad") for name, n in harder))


def bodily_rows(s: Movie, p: Person, what: str, when: str = "") -> tuple[Row, ...]:
    """The pool of an action on Vigor or Potency alone; `when` that is asked only with some of what can be picked."""
    rows = pool_rows(derived_side(s, p, what, action=True), harder(s, p, "", what))
    return tuple([replace(row, id=when) for row in rows if row is not WAITING])


def harder(s: Movie, p: Person, skill: str, attribute: str) -> Parts:
    """The Impediments that ask for more successes, on tables where they work that way."""
    return () if s.house.impediment_as == "dice" else hindrances(s, p, skill, attribute)


def hampers(s: Movie, p: Person) -> tuple[Row, ...]:
    """The Impediments of somebody's Set beside a pool: each counts with the skills and attributes that it touches."""
    return _hampers(p.sheet, there, s.house.impediment_as == "dice") if (there := _impediments(s, p)) else ()


@lru_cache(maxsize=512)
def _hampers(sheet: Sheet, there: tuple[Impediment, ...], fewer: bool) -> tuple[Row, ...]:
    rows = []
    for i in there:
        touched = [f"skill={row.id}" for row in sheet.skills if i.tag in _touch(row)]
        touched += [f"attribute={row.id}" for row in sheet.attributes if i.tag in _touch(row)]
        n, value = (-i.penalty, "") if fewer else (None, f"+{i.penalty} needed")
        if touched or not i.tag:
            rows.append(Row(i.text, value=value, n=n, id=" ".join(touched) if i.tag else "", state="bad"))
    return tuple(rows)


def stands(targets: Pick, what: str) -> tuple[Row, ...]:
    """What stands against an attack on each of these, beside its pool."""
    return tuple(
        Row(f"against {DERIVED[what]}", value=str(x.n), id=f"target={x.id}", state="bad") for x in targets.items
    )


def signed(n: int) -> str:
    """A number of dice, or of dice fewer, as it stands beside where they come from."""
    return str(n) if n >= 0 else f"\N{MINUS SIGN}{-n}"


def derived(s: Movie, p: Person, what: str) -> int:
    """The rating that somebody rolls alone; on some tables whoever is held has no Defense."""
    if limp(s, p, what):
        return 0
    rating: int = getattr(p.sheet, what)
    return rating


def limp(s: Movie, p: Person, what: str) -> bool:
    """Whether this table leaves a held character no Defense of their own; Set-Up dice still fall."""
    return what == "defense" and bool(p.restrained) and s.house.restrained_defence == "none"


def alone(s: Movie, p: Person, what: str) -> tuple[str, tuple[Row, ...]]:
    """What stands on the button that rolls Defense, Vigor or Potency alone, and its pool."""
    dice = derived(s, p, what)
    return f"Roll {DERIVED[what]}, {many(dice, 'die')}", (Row(DERIVED[what], dice=hollow((DIE,) * dice)), WAITING)


def derived_side(s: Movie, p: Person, what: str, tokens: Ids = (), *, action: bool = False, over: int = 0) -> Side:
    """A side that rolls Defense, Vigor or Potency alone.  [BB-DER-01]"""
    name = "held fast" if limp(s, p, what) else DERIVED[what]
    return _side(s, p, ((name, derived(s, p, what)),), tokens, _fewer(s, p, "", what) if action else (), "", over)


def _touch(row: Skill | Rating) -> Ids:
    """The tags of conditions that touch a skill or an attribute; Vigor is as physical as a skill may be.

    What touches everything is told beside the skill.
    """
    bodily = row.physical if isinstance(row, Skill) else row.id == "vigor"
    return row.id, *(("physical",) if bodily else ()), *(("",) if isinstance(row, Skill) else ())


BODILY: dict[str, bool] = {"attack": True, "restrain": True, "convince": False, "counter": False}
"""Whether an action takes a body, or a mind: nobody is talked round by a punch."""
BODY = frozenset({"agility", "strength", "vigor"})
"""The attributes of the body, by the names that sheets give them."""


def _fits(row: Skill | Rating, use: str) -> tuple[bool, bool, int]:
    """What is first thought of for an action: what its sheet says is for that, then what is of the body or not, then the best."""
    bodily = row.physical if isinstance(row, Skill) else row.id in BODY
    return use in row.uses, bodily == BODILY.get(use, bodily), row.rating


@lru_cache(maxsize=2048)
def _rated(sheet: Sheet, what: Literal["skill", "attribute"], use: str, only: str, tags: Parts, held: bool) -> Pick:
    """The question for a skill or an attribute, with what hinders each here; what fits best of those open lies chosen."""
    rows: tuple[Skill | Rating, ...] = sheet.skills if what == "skill" else sheet.attributes
    items, open_ = [], []
    for row in rows:
        if only in ("", row.id):
            lost = sum(n for tag, n in tags if tag in _touch(row))
            says, shut = f"hindered by {lost}" if lost else "", held and isinstance(row, Skill) and row.physical
            dice, blocked = (DIE,) * row.rating, str(HELD) if shut else ""
            items.append(Item(row.id, row.name, row.rating, says=says, blocked=blocked, dice=dice))
            open_ += [] if shut else [row]
    best = max(open_, key=lambda row: _fits(row, use), default=None)
    return Pick(what, what.capitalize(), tuple(items), start=(best.id,) if best else ())


def pair(
    p: Person, power: Power | None = None, *, use: str = "", free: bool = False, tags: Parts = ()
) -> tuple[Pick, Pick]:
    """The questions for a skill and an attribute; a power may fix either. `tags`: tagged penalties of the Set.

    What fits the action `use` lies chosen, which binds nobody.

    A power that fixes the skill says by itself how physical it is; one that leaves it open leaves that to the skill.
    """
    skill, attribute = (power.skill, power.attribute) if power else ("", "")
    held = bool(p.restrained) and not free and not skill
    return (
        _rated(p.sheet, "skill", use, skill, tags, held),
        _rated(p.sheet, "attribute", use, attribute, tags, held),
    )


def lying(asked: tuple[Param, ...]) -> int:
    """The dice of the skill and the attribute that lie chosen."""
    picks = [p for p in asked if isinstance(p, Pick) and p.name in ("skill", "attribute")]
    return sum(item.n for p in picks for item in p.items if item.id in p.start)


def tagged(s: Movie, p: Person) -> Parts:
    """Penalties of the Set somebody is on, by what they touch; those without a tag touch everything."""
    return tuple([(i.tag, i.penalty) for i in _impediments(s, p)])


UNFIT = Reason("They wait for that by name: do it, or the Director lets them serve.", "BB-SET-01")
ARTICLES = ("the_", "a_", "an_")
Named = tuple[tuple[str, str], ...]
"""What can be picked beside Set-Up dice: a name of it, and its id."""


def called(name: str) -> str:
    """The id of what has this name, with or without an article."""
    made = slug(name)
    return next((made.removeprefix(article) for article in ARTICLES if made.startswith(article)), made)


def tokens_for(
    s: Movie, who: str, *names: str, power: Power | None = None, among: tuple[Param, ...] = (), named: Named = ()
) -> tuple[Param, ...]:
    """The question which waiting Set-Up dice are brought to the roll they name; none if none wait.  [BB-SET-01]

    `names` are what this roll is called whatever is chosen, `power` is what it is made with. What else it can become
    is asked beside it: picks and texts `among` its questions, or things `named` there.
    """
    mine = [t for t in s.tokens if t.to == who] if s.tokens else []
    if not mine:
        return ()
    fixed = {called(name) for name in (*names, *((power.id, power.name) if power else ()))}
    open_ = [item for p in among if isinstance(p, Pick) for item in p.items if not item.blocked]
    named = (*named, *((name, item.id) for item in open_ for name in (item.id, item.label)))
    free_text = any(isinstance(p, Text) for p in among)
    items = tuple(_token_item(s, t, fixed, named, free_text=free_text) for t in mine)
    most = 1 if s.house.setup_stack == "best" else len(items)
    return (Pick("tokens", "Set-Up dice", items, 0, most),)


def with_set_ups(figures: tuple[str, ...], asked: tuple[Param, ...]) -> tuple[str, ...]:
    """The figures of a roll, and beside the first what Set-Up dice that may fit it would make of it."""
    fit = any(isinstance(p, Pick) and p.name == "tokens" and not all(item.blocked for item in p.items) for p in asked)
    return (figures[0], f"{figures[0]}_set_up", *figures[1:]) if figures and fit else figures


def of_task(task: str, left: int, dice: int, asked: tuple[Param, ...]) -> tuple[str, ...]:
    """The figures of a roll for a task: that it is done, or, where one roll hardly does that, what the roll brings."""
    waiting = [item for p in asked if isinstance(p, Pick) and p.name == "tokens" for item in p.items]
    dice += sum(len(item.dice) for item in waiting if not item.blocked and (not item.beside or task in item.beside))
    return ("nears", "brings") if left * LIKELY > dice else with_set_ups(("completed",), asked)


def _token_item(s: Movie, t: Token, fixed: set[str], named: Named, *, free_text: bool) -> Item:
    """Dice that wait, as they can be picked: as they are, beside what they name, or not at all."""
    wanted, says, dice = called(t.follow_up), f"from {person(s, t.giver).name}", (DIE,) * t.dice
    if t.passed or wanted in fixed:
        return Item(t.id, t.follow_up, t.dice, says=says, dice=dice)
    picked = dict.fromkeys(id_ for name, id_ in named if called(name) == wanted)
    beside = (*picked, *((f"{article}{wanted}" for article in ("", *ARTICLES)) if free_text else ()))
    blocked = "" if beside else str(UNFIT)
    return Item(t.id, t.follow_up, t.dice, says=says, blocked=blocked, beside=beside, dice=dice)
