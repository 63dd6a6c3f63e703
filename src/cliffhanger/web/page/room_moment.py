"""The moment on the room's stage: one line, a headline, the dice that prove it, and who faces whom.

It is made of the panels that every page has. What several texts say is said once: the newest is the headline, the one
before it stands above. Of two who roll against each other the second stands at the right, in person; two who fight, or
answer each other on a ladder, stand at both sides. While somebody builds what they do, that is the moment.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Card, Die, Group, List, Panel, Row, Text, Track
from cliffhanger.kernel.params import Choice, Pick
from cliffhanger.kernel.params import Text as Words
from cliffhanger.kernel.pool import Pool, pool_of, signed
from cliffhanger.web.page import room_fit
from cliffhanger.web.page.cast import Person
from cliffhanger.web.page.html import ident
from cliffhanger.web.page.language import _

RIVAL, FIGHTER, CLIMBER, CARD, GAP = 15.0, 15.0, 8.5, 15.5, 1.6
"""How wide somebody stands who is alone at the right, one of two who face each other, or a ladder, and a card; and the air between."""
BURST, AROUND = 7.0, 6.5  # how much of its width and of its height a burst takes around its words
STANDS, BUSY, TRACK = (
    12.5,
    9.2,
    1.7,
)  # how high somebody stands with their name, alone and with more below, and each track
FEW, ABREAST, MANY_ABREAST = (
    6,
    3,
    4,
)  # dice that are drawn large below somebody, in one row of them, and of smaller ones
TRACKS, RUNGS = 3, 2  # of somebody, and of a ladder, that are shown: what is to be beaten, and who answers
PLAIN = 6  # the die whose size goes without saying
COUNTED = re.compile(r"(.{9,}?): ((?:\d|[Nn]o ).{3,})")
"""A headline that ends with what came of it, as a number: that alone is the headline."""


class Chosen(NamedTuple):
    """What somebody builds: who they are, the option, what is chosen in it so far, and whom it is aimed at.

    `plays` are all whom that seat plays; with `lies` nobody has touched it yet, and it lies before them.
    """

    who: str
    option: Option
    choice: Choice
    at: str = ""
    plays: frozenset[str] = frozenset()
    lies: bool = False

    @property
    def pool(self) -> Pool | None:
        """The dice it would throw."""
        return pool_of(self.option, self.choice)

    @property
    def begins(self) -> bool:
        """Whether it begins something, instead of going on with what lies there: it is aimed at somebody, or wants something."""
        return not self.lies and bool(
            self.at or any(isinstance(p, Words) and self.choice.get(p.name) for p in self.option.params)
        )


class Facing(NamedTuple):
    """Somebody who stands on the stage in person, with the dice that are theirs."""

    name: str
    thrown: Row | None = None
    says: str = ""
    tracks: tuple[Track, ...] = ()
    speaks: bool = False
    throw: str = ""

    @property
    def busy(self) -> bool:
        """Whether so much stands below them that they are drawn smaller."""
        return bool(self.thrown or len(self.tracks) > 2)

    @property
    def high(self) -> float:
        """How high they stand."""
        below = 0.0
        if self.thrown:
            many = len(self.thrown.dice)
            rows = -(-many // (ABREAST if many <= FEW else MANY_ABREAST))
            below = rows * (4.9 if many <= FEW else 3.9) + 0.8
            below += 1.3 * room_fit.lines(len(self.thrown.text), 1.05, FIGHTER - 1.0) + (
                2.0 if self.thrown.tags else 0.0
            )
        stands = BUSY if self.busy else STANDS
        return stands + TRACK * len(self.tracks[:TRACKS]) + (1.5 if self.says else 0.0) + below


class Stage(NamedTuple):
    """The moment with those who face each other: one `right`, or two; the `throw` tells its dice from others.

    With `builds` it is what somebody builds, with `climbs` they answer each other on a ladder.
    """

    said: room_fit.Moment
    left: Facing | None = None
    right: Facing | None = None
    card: Card | None = None
    throw: str = ""
    builds: bool = False
    climbs: bool = False


def stage(panels: Sequence[Panel], known: Mapping[str, Person], chosen: Chosen | None) -> Stage:
    """The moment that these panels of the stage make, and what somebody builds meanwhile."""
    parts = [inner for panel in panels for inner in (panel.panels if isinstance(panel, Group) else (panel,))]
    if chosen and chosen.begins and chosen.pool and not any(_open_to(parts, who) for who in chosen.plays):
        return _building(chosen, known)
    fight = next((p for p in parts if isinstance(p, List) and p.style == "order" and len(p.rows) == 2), None)
    sides = next((p for p in parts if isinstance(p, List) and p.style == "sides"), None)
    ladder = next((p for p in parts if isinstance(p, List) and p.style == "ladder"), None)
    said = _said([p for p in parts if p is not fight])
    if fight:
        return _fight(parts, said, fight, sides)
    if ladder and ladder.rows:
        return _ladder(parts, said, ladder, known, chosen)
    return _roll(parts, said, sides, known, chosen)


def _open_to(parts: Sequence[Panel], who: str) -> bool:
    """Whether an answer of somebody is what the stage waits for: they are named there, and none of their dice have fallen."""
    rows = [row for p in parts if isinstance(p, List) and p.style in ("sides", "ladder") for row in p.rows]
    if any(row.mark == who and row.state == "now" for row in rows):
        return True
    fell = any(row.mark == who and any(isinstance(d, Die) and d.face for d in row.dice) for row in rows)
    return bool(rows) and not fell and who in _named(_texts(parts))


def _texts(parts: Sequence[Panel]) -> list[Text]:
    return [panel for panel in parts if isinstance(panel, Text)]


def _named(texts: Sequence[Text]) -> list[str]:
    """Every name in what these texts tell."""
    return [value for text in texts if text.told for value in text.told.data.values() if isinstance(value, str)]


# --- what is said ---------------------------------------------------------------------------------------------


def _said(parts: Sequence[Panel]) -> room_fit.Moment:
    """One headline of all that is said: the newest result, else what leads to the dice; the one before stands above it."""
    last = max((at for at, panel in enumerate(parts) if not isinstance(panel, Text)), default=-1)
    leads = [p for at, p in enumerate(parts) if isinstance(p, Text) and p.head and p.style != "quote" and at < last]
    texts = [p for p in parts if isinstance(p, Text) and p.head and p.style != "quote"]
    if not texts:
        return room_fit.Moment()
    results = [text for text in texts if text.style == "result"]
    plain = [text for text in leads if text.style != "result"]
    if results and (results[-1] is not texts[0] or not plain):
        main, others = results[-1], [*plain, *results[:-1]]
    else:
        main, others = (plain or texts)[-1], texts[:1]
    above = next((text.head for text in others if text is not main), "")
    head = main.head
    if (
        not above
        and main.told
        and main.told.who
        and head.startswith(main.told.who)
        and (found := COUNTED.fullmatch(head))
    ):
        above, head = found[1], found[2]
    return room_fit.Moment(above, head, main.beyond if main.style == "result" else main.body)


def _rest(parts: Sequence[Panel], *gone: Panel | None, steps: bool = True) -> tuple[Panel, ...]:
    """What is drawn as it is: what has no words of its own there, without rows of steps where two stand face to face."""
    kept = [p for p in parts if not isinstance(p, Text) or p.style == "quote" or not p.head]
    kept = [p for p in kept if all(p is not each for each in gone)]
    return tuple(kept) if steps else room_fit.without_steps(tuple(kept))


# --- who faces whom -------------------------------------------------------------------------------------------


def _building(chosen: Chosen, known: Mapping[str, Person]) -> Stage:
    """Somebody who is about to act: the sentence as it grows, the dice in their hand, and at whom."""
    words = [str(chosen.choice[p.name]) for p in chosen.option.params if isinstance(p, Words) and chosen.choice[p.name]]
    row = _in_hand(chosen)
    left, right = Facing(chosen.who, speaks=True), _person(chosen.at, known) if chosen.at else None
    beside = FIGHTER + GAP + (RIVAL + GAP if right else 0)
    above = _("{name} is about to act").format(name=chosen.who)
    said = room_fit.Moment(above, chosen.option.label, " ".join(f"“{each}”" for each in words), row, (), beside)
    return Stage(said, left, right, None, "hand", builds=True)


def _in_hand(chosen: Chosen) -> Row | None:
    """The dice that would be thrown, hollow, and where they come from."""
    pool = chosen.pool
    if pool is None:
        return None
    all_of = [d for row in pool.sources for d in row.dice]
    all_of = (all_of + all_of[-1:] * max(0, pool.thrown - len(all_of)))[: pool.thrown]
    alike = (
        len(all_of) > 1 and len({d.size if isinstance(d, Die) else 0 for d in all_of}) == 1
    )  # else a size is a choice
    thrown = tuple(
        structs.replace(d, state="hollow") if isinstance(d, Die) and (alike or d.size == PLAIN) else d for d in all_of
    )
    named = " + ".join(f"{row.name} {len(row.dice)}".strip() for row in pool.sources if row.name)
    bends = [f"{row.name} {signed(row.n) if row.n else row.value}".strip() for row in pool.bends]
    return Row("", ", ".join(filter(None, (named, *bends))), mark=chosen.who, dice=thrown)


def _fight(parts: Sequence[Panel], said: room_fit.Moment, fight: List, sides: List | None) -> Stage:
    """Two who fight, each with what they have left and with the coins that are theirs."""
    thrown = {row.mark: (at, row) for at, row in enumerate(sides.rows)} if sides else {}
    two = []
    for row in fight.rows:
        at, coins = thrown.pop(row.name, (0, None))
        throw = ident(sides.id, coins.id or str(at)) if sides and coins else ""
        # What they have left stands below their names in the place, too: while coins lie there those are the moment.
        two.append(Facing(row.name, coins, row.text, () if coins else row.tracks, row.state == "now", throw))
    others = tuple(row for _at, row in thrown.values())
    card = next((p for p in parts if isinstance(p, Card)), None)
    rest = _rest(parts, fight, sides, card, steps=False)
    if sides and others:
        rest = (structs.replace(sides, rows=others), *rest)
    if not card and len(_texts(parts)) == 1 and all(row.name in said.head for row in fight.rows):
        # Who they are stands beside it.
        steps = [
            row.name
            for p in parts
            if isinstance(p, List) and p.style == "steps"
            for row in p.rows
            if row.state == "now"
        ]
        said = room_fit.Moment("".join(steps[-1:]), _("VS"))
    if len(said.above) < sum(len(row.name) + 6 for row in fight.rows) and all(
        row.name in said.above for row in fight.rows
    ):
        said = said._replace(above="")
    beside = 2 * (FIGHTER + GAP) + BURST + (CARD + GAP if card else 0)
    return Stage(said._replace(rest=rest, beside=beside), two[0], two[1], card)


def _ladder(
    parts: Sequence[Panel],
    said: room_fit.Moment,
    ladder: List,
    known: Mapping[str, Person],
    chosen: Chosen | None,
) -> Stage:
    """Two who answer each other, at the sides of a ladder; hollow dice where the next answer is being built."""
    rows = ladder.rows[:RUNGS]
    if chosen and (hand := _in_hand(chosen)):
        rows = tuple(structs.replace(row, dice=hand.dice) if _is_open(row, chosen) else row for row in rows)
    names = list(dict.fromkeys((*(row.mark for row in rows if row.mark), *_named(_texts(parts)))))
    names = [name for name in names if name in known or any(row.mark == name for row in rows)][:2]
    if len(names) < 2 or rows[0].mark != names[0] or any(row.mark not in names for row in rows):
        rest = tuple(structs.replace(ladder, rows=rows) if p is ladder else p for p in _rest(parts))
        return Stage(said._replace(rest=rest))
    left, right = (Facing(name, speaks=name == rows[0].mark and rows[0].state == "now") for name in names)
    rest = tuple(
        structs.replace(p, rows=rows if p is ladder else _leaning(p)) if isinstance(p, List) else p
        for p in _rest(parts, steps=False)
        if p is ladder or not isinstance(p, List) or _leaning(p)
    )
    return Stage(said._replace(rest=rest, beside=2 * (CLIMBER + GAP)), left, right, climbs=True)


def _leaning(by: List) -> tuple[Row, ...]:
    """Of people who sit by, those who have done something: the others stand in the place, and would make the dice small."""
    return tuple(row for row in by.rows if not row.mark or row.state == "now")


def _is_open(row: Row, chosen: Chosen) -> bool:
    return row.state == "now" and row.mark in chosen.plays and not row.dice


def _roll(
    parts: Sequence[Panel],
    said: room_fit.Moment,
    sides: List | None,
    known: Mapping[str, Person],
    chosen: Chosen | None,
) -> Stage:
    """A roll: its dice below the headline, and at the right whoever stands against it."""
    rows = sides.rows if sides else ()
    if sides is None or not rows or len(rows) > 2 or not rows[0].mark or (len(rows) == 2 and not rows[1].mark):
        hand = _in_hand(chosen) if chosen and not _dice_in(parts) else None
        return Stage(said._replace(dice=hand, rest=_rest(parts)), throw="hand")
    against = rows[1].mark if len(rows) == 2 else next((n for n in _named(_texts(parts)) if n in known), "")
    right = _person(against, known) if against and against != rows[0].mark else None
    if right and len(rows) == 2:
        right = right._replace(thrown=rows[1], throw=ident(sides.id, rows[1].id or "1"))
    elif right and chosen and right.name in chosen.plays:
        right = right._replace(thrown=_in_hand(chosen), throw="hand")
    row = rows[0] if right else None
    rest = _rest(parts, sides if row else None)
    if row and row.n is not None and re.search(rf"\b{row.n}\b", said.head):
        row = structs.replace(row, n=None)  # the headline has it
    throw = ident(sides.id, rows[0].id or "0")
    beside = RIVAL + GAP if right else 0.0
    return Stage(said._replace(dice=row, rest=rest, beside=beside), None, right, None, throw)


def _dice_in(parts: Sequence[Panel]) -> bool:
    return any(row.dice for p in parts if isinstance(p, List) for row in p.rows)


def _person(name: str, known: Mapping[str, Person]) -> Facing:
    found = known.get(name)
    return Facing(name, tracks=found.tracks if found else ())


def aim(option: Option, choice: Choice, tokens: Mapping[str, str], known: Mapping[str, Person]) -> str:
    """Whom an option is aimed at with what is chosen, by name; "" where that is nobody."""
    for p in option.params:
        picked = choice.get(p.name)
        held = [x for x in p.items if x.id in picked] if isinstance(p, Pick) and isinstance(picked, tuple) else []
        for item in held:
            name = tokens.get(item.on or item.id, item.label)
            if name in known or name in tokens.values():
                return name
    return ""
