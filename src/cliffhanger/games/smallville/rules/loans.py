"""Dice that go straight to a Result: Resources, dice of somebody else's, and Trouble that the Watchtower spends.

And what is made for a roll before it: Useful Details and temporary Relationships. In this order: Resources; Trouble;
details; Relationships; offers.
"""

from collections.abc import Hashable, Iterator
from functools import partial

from cliffhanger.games.smallville.files.sheets import Resource
from cliffhanger.games.smallville.files.triggers import RATINGS, Rating
from cliffhanger.games.smallville.rules import pools, verbs
from cliffhanger.games.smallville.rules.state import Deed, Die, Ids, Loan, Person, Pool, Table
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import change, one, pop, push, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text, ids
from cliffhanger.kernel.plurals import many

NAME = Text("name", "What is at hand", 1, 60)
SAYS = Text("says", "What they are to you", 1, 120)


def use(s: Table, what: str, dice: int = 0) -> Table:
    """A Resource of one's own: its live dice are rolled apart, before the roll.  [SV-BONUS-01, SV-AID-04]"""
    f: Pool = top(s)
    found = verbs.resources(s)[what]
    live = verbs.live(s, found)
    count = min(dice, live) or live
    s = tell(s, "uses", verbs.name_of(s, f.who), "SV-BONUS-01", name=found.name)
    return push(s, Loan(f.who, what, (found.rating,) * count))


def borrow(s: Table, what: str) -> Table:
    """A die of a Resource that is not on one's sheet, for a point.  [SV-SPEND-06]"""
    f: Pool = top(s)
    found = verbs.resources(s)[what]
    owner = next(p.id for p in s.cast if any(row.id == what for row in p.sheet.resources))  # the first of several
    payee = owner if s.house.foreign_payee == "owner" else f.payee
    s = pools.spend(s, 1, f"a die of {found.name}", "SV-SPEND-06", payee)
    s = tell(s, "uses", verbs.name_of(s, f.who), "SV-SPEND-06", name=found.name)
    if s.house.foreign_dice == "all":
        return push(s, Loan(f.who, what, (found.rating,) * verbs.live(s, found)))
    return push(s, Loan(f.who, what, (found.rating,), way="foreign"))


def roll(s: Table, f: Loan) -> Roll:
    """The dice that are rolled apart.  [SV-AID-02]"""
    return Roll(f"{f.number}.loan", verbs.seat_of(s, f.who), f.way, f.sizes, f"{name(s, f)} helps")


def name(s: Table, f: Loan) -> str:
    """What the dice are called."""
    return "Trouble" if f.way == "trouble" else verbs.resources(s)[f.of].name


def _chosen(s: Table, f: Loan) -> bool:
    """Whether it is chosen which dice of a Resource count."""
    return f.way == "resource" and s.house.resource_mode != "erase_then_roll"


def fold(s: Table, f: Loan) -> Fold:
    """Which faces there are, in whatever order; of dice that all count, their sum and how many are not ones."""
    if _chosen(s, f):
        return (), lambda faces, _die, face: tuple(sorted((*faces, face)))

    def add(key: tuple[int, int, tuple[int, ...]], die: int, face: int) -> Hashable:
        total, counting, ones = key
        return (total + face, counting + 1, ones) if face > 1 else (total, counting, (*ones, die))

    return (0, 0, ()), add


def settle(s: Table, f: Loan, faces: tuple[int, ...]) -> Table:
    """They have fallen: the best of a Resource counts, the others if wished; all others count at once."""
    sizes = [f"D{size}" for size in f.sizes]
    s = tell(s, "helps", verbs.name_of(s, f.who), "SV-AID-02", faces=list(faces), sizes=sizes)
    if f.way == "resource":
        faces = tuple(sorted(faces, reverse=True))  # its dice are all alike; the best comes first
    if _chosen(s, f) and sum(face > 1 for face in faces) > 1:
        return turn(s, phase="choose", faces=faces)
    return _counted(turn(s, faces=faces), tuple(n for n, face in enumerate(faces) if face > 1))


def choose(s: Table, more: str | Ids = ()) -> Table:
    """The best die counts, and which of the others do; each that counts is erased.  [SV-AID-04, SV-BONUS-02]"""
    return _counted(s, (0, *(int(name) for name in ids(more))))


def _counted(s: Table, included: tuple[int, ...]) -> Table:
    """Dice go to the Result beneath, and what was used of them is used up.  [SV-BONUS-01, SV-BONUS-02, SV-AID-04, SV-TROUBLE-04]"""
    loan: Loan = top(s)
    s = pop(s)
    f: Pool = top(s)
    called, shown = name(s, loan), range(len(loan.faces)) if loan.way == "trouble" else included
    dice = [Die(loan.of, called, loan.sizes[n], loan.faces[n], n in included) for n in shown]
    s = turn(s, bonus=(*f.bonus, *dice), begun=True)
    if loan.way == "trouble":
        return s
    count, mode = len(included), s.house.resource_mode
    if loan.way == "resource" and mode != "include_erases":  # all that fell is used up, or all but the best alone
        count = len(loan.sizes) if mode == "erase_then_roll" or count > 1 else 0
    return pools.note(verbs.erase(s, loan.of, count), Deed("resource", loan.of, count)) if count else s


def spend_trouble(s: Table, dice: str | Ids) -> Table:
    """The Watchtower uses dice of Trouble up: all of them are erased.  [SV-BONUS-05, SV-TROUBLE-04]"""
    f: Pool = top(s)
    sizes = tuple(sorted(s.trouble[int(name)] for name in ids(dice)))
    for size in sizes:
        s = _takes(s, size)
    s = tell(s, "spends_trouble", verbs.name_of(s, f.who), "SV-BONUS-05", sizes=[f"D{size}" for size in sizes])
    return push(s, Loan(f.who, "trouble", sizes, way="trouble"))


def _takes(s: Table, size: Rating) -> Table:
    """A die leaves Trouble for a roll.  [SV-TROUBLE-02, SV-TROUBLE-04]"""
    refilled = "refilled" if len(s.trouble) == verbs.LEAST_TROUBLE else ""
    return pools.note(verbs.take_trouble(s, size), Deed("trouble", refilled, size))


def make_detail(s: Table, name: str, die: str = "") -> Table:
    """Something is at hand in this scene: a new D6, or for a Feature a die of Trouble.  [SV-SPEND-04, SV-SPEND-09]"""
    f: Pool = top(s)
    p = verbs.person(s, f.who)
    lead = p.kind == "lead"
    payee = "" if lead and s.house.detail_payee == "bank" else f.payee
    s = pools.spend(s, 1, "a Useful Detail", "SV-SPEND-04" if lead else "SV-SPEND-09", payee)
    of_trouble = next((size for size in RATINGS if die == f"t.d{size}"), None)
    if of_trouble:
        s = _takes(s, of_trouble)
    s, key = verbs.detail(s, f.who, name, of_trouble or 6, payee)
    return _at_hand(s, key, Deed("detail", key))


def _at_hand(s: Table, key: str, deed: Deed) -> Table:
    """A detail lies ready with the rest; where nothing was chosen yet, what is usual has it anyway."""
    f: Pool = top(s)
    return pools.note(turn(s, start=(*f.start, key) if f.start else ()), deed)


def share_detail(s: Table, what: str) -> Table:
    """Somebody else's detail, for a point, once, to whoever got the first; then for nothing.  [SV-SPEND-04]"""
    f: Pool = top(s)
    owner, _, key = what.partition("/")
    row = one(verbs.person(s, owner).details, key)
    if s.house.detail_shared == "pay":
        s = pools.spend(s, 1, "a Useful Detail", "SV-SPEND-04", "" if row.paid == f.who else row.paid)
    details = change(verbs.person(s, owner).details, key, users=(*row.users, f.who))
    return _at_hand(verbs.edit(s, owner, details=details), key, Deed("lent", what))


def make_tie(s: Table, to: str, says: str) -> Table:
    """Somebody matters who did not: a D6, for the episode.  [SV-SPEND-05]"""
    f: Pool = top(s)
    s = verbs.tie(pools.spend(s, 1, "a Relationship", "SV-SPEND-05"), f.who, to, says)
    return pools.note(s, Deed("tie", to))


STRAIGHT = "Its dice go straight to your Result; what counts is used up."
LAST_WORD = f"{STRAIGHT} After that you cannot give in."
USE = pools.PREPARE("use", "Use a Resource", use, rule="SV-BONUS-01", says=STRAIGHT)
BORROW = pools.PREPARE("borrow", "Borrow a die", borrow, rule="SV-SPEND-06")
TROUBLE = "They go straight to the Result."
SPEND = pools.PREPARE("spend_trouble", "Use up dice of Trouble", spend_trouble, rule="SV-BONUS-05", says=TROUBLE)
MAKE = partial(pools.PREPARE, "detail", "A Useful Detail", says="A D6, free to roll again in this scene.")
DETAIL, FEATURE_DETAIL = MAKE(make_detail, rule="SV-SPEND-04"), MAKE(make_detail, rule="SV-SPEND-09")
SHARE = pools.PREPARE("share_detail", "Somebody else's detail", share_detail, rule="SV-SPEND-04")
TIE = pools.PREPARE(
    "tie",
    "A new bond",
    make_tie,
    rule="SV-SPEND-05",
    says="A Relationship at D6, for this episode.",
    hint="A Relationship at D6",
)
CHOOSE = Kind("choose_bonus", "These dice help", choose, rule="SV-AID-04", group="Your roll", first=True)


def before(s: Table, f: Pool) -> Iterator[Offer]:
    """What whoever builds a pool may bring into it first."""
    if f.phase == "build" and f.who:
        p = verbs.person(s, f.who)
        yield from _details(s, f, p)
        if p.kind == "lead" and strangers(s, p):
            asks = partial(tie_params, s, p)
            yield pools.for_a_point(TIE, p, str(f.number), asks, verbs.payee_name(s, f.payee))
    if f.phase == ("build" if s.house.bonus_timing == "before" else "buy") and f.purpose != "aid":
        yield from bonus_dice(s, f)


def bonus_dice(s: Table, f: Pool) -> Iterator[Offer]:
    """Resources, and Trouble for whom the Watchtower plays."""
    window, who = str(f.number), verbs.seat_of(s, f.who)
    own, foreign = _resources(s, f)
    if own:
        way_out = pools.may_give_in(s, f)
        yield USE.open(who, window, partial(_which, s, own, dice=True), says=LAST_WORD if way_out else STRAIGHT)
    if foreign:
        payee = "whoever has it" if s.house.foreign_payee == "owner" else verbs.payee_name(s, f.payee)
        yield pools.for_a_point(BORROW, verbs.person(s, f.who), window, partial(_which, s, foreign), payee)
    spare = verbs.spare_trouble(s)
    if f.who and verbs.person(s, f.who).kind == "feature" and spare > 0:
        yield SPEND.open(who, window, partial(_of_trouble, s.trouble, spare))


def may_add(s: Table, f: Pool) -> bool:
    """Whether dice could still go to a Result after the roll, where the table has it so."""
    return s.house.bonus_timing == "after" and f.purpose != "aid" and any(not x.blocked for x in bonus_dice(s, f))


def _resources(s: Table, f: Pool) -> tuple[list[Resource], list[Resource]]:
    """Live Resources: those of whoever rolls (of Trouble: all Extras), and those of others.  [SV-TEST-05]"""
    there = list(verbs.resources(s).values())
    if s.spent:
        there = [row for row in there if verbs.live(s, row)]
    if not f.who:
        return [row for row in there if row.kind == "extra"], []
    own = {row.id for row in verbs.person(s, f.who).sheet.resources}
    return [row for row in there if row.id in own], [row for row in there if row.id not in own]


def _of_trouble(trouble: tuple[Rating, ...], spare: int) -> tuple[Pick]:
    items = tuple([Item(str(n), f"D{size}", dice=(size,)) for n, size in enumerate(trouble)])
    return (Pick("dice", "Which dice", items, 1, spare),)


def _which(s: Table, rows: list[Resource], *, dice: bool = False) -> tuple[Param, ...]:
    """Which Resource; where dice are erased before they are rolled, how many of them, too."""
    which = Pick("what", "Which", tuple([Item(x.id, x.name, says=x.says, dice=(x.rating,)) for x in rows]))
    if not dice or s.house.resource_mode != "erase_then_roll":
        return (which,)
    return which, Number("dice", "How many dice", 0, max(verbs.live(s, row) for row in rows), 0, ((0, "all"),))


def _details(s: Table, f: Pool, p: Person) -> Iterator[Offer]:
    window = str(f.number)
    bank = p.kind == "lead" and s.house.detail_payee == "bank"
    payee = verbs.payee_name(s, "" if bank else f.payee)
    if p.kind == "feature":
        yield pools.for_a_point(FEATURE_DETAIL, p, window, partial(_new_or_trouble, s), payee)
    else:
        yield pools.for_a_point(DETAIL, p, window, (NAME,), payee)
    others = [(each.id, row) for each in s.cast for row in each.details if p.id not in row.users]
    if others and s.house.detail_shared != "no":
        shown = tuple(Item(f"{who}/{row.id}", row.name, dice=(row.rating,)) for who, row in others)
        asks = (Pick("what", "Which", shown),)
        if s.house.detail_shared == "pay":
            yield pools.for_a_point(SHARE, p, window, asks, "whoever got the first")
        else:
            yield SHARE.open(p.seat, window, asks)


def _new_or_trouble(s: Table) -> tuple[Param, ...]:
    sizes = sorted({*s.trouble}) if verbs.spare_trouble(s) > 0 else []
    new = Item("d6", "A new D6", dice=(6,))
    items = (new, *[Item(f"t.d{size}", f"D{size} of Trouble", dice=(size,)) for size in sizes])
    return NAME, Pick("die", "Which die", items)


def tie_params(s: Table, p: Person) -> tuple[Param, ...]:
    """Who does not matter to somebody yet, and what they are to them from now on."""
    people = tuple(Item(each.id, each.name) for each in strangers(s, p))
    return (Pick("to", "Who", people), SAYS) if people else ()


def strangers(s: Table, p: Person) -> list[Person]:
    """Those of the cast who do not matter to somebody yet."""
    known = {p.id, *[row.id for row in (*p.sheet.relationships, *p.ties)]}
    return [each for each in s.cast if each.id not in known]


def offers(s: Table, f: Loan) -> Iterator[Offer]:
    """Which of the other dice of a Resource count."""
    left = [(n, face) for n, face in enumerate(f.faces) if face > 1 and n]
    more = f"{many(len(left), 'more die', 'more dice')} could, and would be used up."
    ask = f"{name(s, f)}: the {f.faces[0]} counts. {more}"
    items = tuple(Item(str(n), f"D{f.sizes[n]}: {face}", n=face) for n, face in left)
    asks = (Pick("more", "Which more", items, 0, len(items), start=tuple(item.id for item in items)),)
    yield CHOOSE.open(verbs.seat_of(s, f.who), str(f.number), asks, ask=ask)
