"""Who is waited for at a table, and for what: the sign over a page, the tab's title, and what follows from options."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from cliffhanger.kernel import cache
from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.drafts import Key
from cliffhanger.table.snapshot import Draft, Sitter, Snapshot
from cliffhanger.web.page.capacity import TABLES
from cliffhanger.web.page.language import _
from cliffhanger.web.page.masthead import waited
from cliffhanger.web.page.view import TableMeta


@cache.remembered(id, TABLES, hold=True)
def called(seats: tuple[Sitter, ...]) -> dict[str, str]:
    """What a page calls whoever sits on each chair."""
    return {sitter.id: sitter.in_play for sitter in seats}


@cache.remembered(id, TABLES, hold=True)
def any_acts(log: Sequence[Entry]) -> bool:
    """Whether anybody has acted yet."""
    return any(isinstance(entry.input, Act) for entry in log)


@cache.remembered(id, TABLES, hold=True)
def offered(waiting: object) -> tuple[Option, ...]:
    """The options all seats are asked about now."""
    return tuple(each.option for each in waiting) if isinstance(waiting, tuple) else ()


@cache.remembered(lambda waiting, own="": (id(waiting), own), TABLES, hold=True)
def waited_for(waiting: object, own: str = "") -> dict[str, str]:
    """Who is waited for, and for what, as one seat reads it: seat to sentence, in the order of rank."""
    asked: dict[str, str] = {}
    for option in _by_rank(waiting):
        if not asked.get(option.seat):
            words = option.ask if option.seat == own else option.awaits or option.ask
            asked[option.seat] = "" if option.private else words
    return asked


@cache.remembered(lambda waiting, own: (id(waiting), own), TABLES, hold=True)
def asked_alike(waiting: object, own: str) -> frozenset[str]:
    """Other seats for which the same window is open as for this one: whoever answers first closes it for all."""
    windows = {option.window for option in _by_rank(waiting) if option.seat == own}
    return frozenset(each.seat for each in _by_rank(waiting) if each.seat != own and each.window in windows)


@cache.remembered(id, TABLES, hold=True)
def _by_rank(waiting: object) -> tuple[Option, ...]:
    """The options for which the table waits, in the order of rank."""
    return tuple(sorted((o for o in offered(waiting) if not o.standing and not o.reaction), key=lambda o: o.rank))


def named(begun: Mapping[Key, Draft], names: Mapping[str, str]) -> dict[Key, Draft]:
    """Drafts as a page tells of them: shaped by people with names, not by ids."""
    return {
        key: structs.replace(draft, shaped_by=tuple(names.get(seat, seat) for seat in draft.shaped_by))
        for key, draft in begun.items()
    }


def headline(
    snapshot: Snapshot, asked: dict[str, str], names: dict[str, str], seat: str, building: frozenset[str]
) -> tuple[str, str]:
    """What stands in the lit box, and the sentence below it."""
    if snapshot.paused:
        if snapshot.x:
            return _("Stopped"), _("This is left out of the story.")
        return _("Paused"), _("Anyone may go on.")
    if isinstance(snapshot.waiting, Over) or snapshot.closed:
        return _("The end"), snapshot.ending or _("The recap has the whole story.")
    if isinstance(snapshot.waiting, Roll):
        who, title = names.get(snapshot.waiting.seat), snapshot.waiting.title or _("A roll")
        if who is None:
            head = _("Waiting for the dice of the table")
        else:
            mine = snapshot.waiting.seat == seat
            head = (_("{name}, throw your dice") if mine else _("{name} is to roll")).format(name=who)
        return head, f"{title.rstrip('.')}."
    if isinstance(snapshot.waiting, Draw):
        who = names.get(snapshot.waiting.seat)
        return _("Cards are drawn"), _("For the table.") if who is None else _("For {name}.").format(name=who)
    head, ask = waited(asked, names, seat, building, asked_alike(snapshot.waiting, seat) if seat in asked else ())
    if asked and seat not in asked and may_act(snapshot.waiting, seat):
        return _("{name}, you may act").format(name=names.get(seat, seat)), f"{head}."
    return head, ask


@cache.remembered(lambda waiting, own: (id(waiting), own), TABLES, hold=True)
def may_act(waiting: object, own: str) -> bool:
    """Whether somebody whom nobody waits for may take a turn all the same."""
    return any(o.reaction and o.first and not o.blocked for o in offered(waiting) if o.seat == own)


def badge(snapshot: Snapshot, meta: TableMeta, seat: str) -> str:
    """The title of the browser's tab: a dot in front when this seat is waited for."""
    names = called(snapshot.seats)
    asked = waited_for(snapshot.waiting, seat)
    head, _ = headline(snapshot, asked, names, seat, frozenset())
    wanted = seat in asked or (isinstance(snapshot.waiting, Roll) and snapshot.waiting.seat == seat)
    return f"{'● ' if wanted and not snapshot.paused else ''}{head} · {meta.title}"


def stand_ins(snapshot: Snapshot, seat: str) -> tuple[Option, ...]:
    """The options of chairs that nobody holds: the master speaks for them."""
    empty = {sitter.id for sitter in snapshot.seats if sitter.holder == "nobody" and sitter.id != seat}
    return tuple([option for option in offered(snapshot.waiting) if option.seat in empty and not option.standing])
