"""Who may put what into a table, apart from the rules of its game. Each answer names the reason and the way out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH, Game, Waiting
from cliffhanger.kernel.inputs import Act, Close, Faces, Input, Pause, Rekey, Ruling, Sit, Word
from cliffhanger.kernel.record.format import OWN_WORDS, SETTLED_WORDS, Entry
from cliffhanger.table.entropy import unfit
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.snapshot import Sitter, TableOptions

HOST = ""
"""The seat of what the table's host puts in by itself: words, bots' chairs, the end."""


UNSEEN = Refusal(
    "", "Something that you do not see speaks against it.", "Ask those who see it, or rule something else."
)
"""What is said of a ruling that is refused for what whoever rules may not know."""


class Room(NamedTuple):
    """What rights depend on."""

    game: Game[Any]
    ledger: Ledger
    policy: TableOptions
    waiting: Waiting
    typed: bool
    back: Mapping[str, int] = {}


@remembered(lambda game, seats: (game.id, id(seats)), 512, hold=True)
def masters(game: Game[Any], seats: tuple[Sitter, ...]) -> frozenset[str]:
    """The seats that may overrule. In a game without a master everybody may: somebody has to."""
    return frozenset(each.id for each in seats if each.role in game.masters) or frozenset(each.id for each in seats)


def is_master(game: Game[Any], seats: tuple[Sitter, ...], seat: str) -> bool:
    """Whether this seat may overrule."""
    return seat in masters(game, seats)


@remembered(lambda game, seats: (game.id, id(seats)), 512, hold=True)
def hosts(game: Game[Any], seats: tuple[Sitter, ...]) -> frozenset[str]:
    """The seats that say who sits where, and when it begins: those that may overrule.

    Where a bot or nobody sits in those, everybody who is there does: somebody has to.
    """
    runs = masters(game, seats)
    if any(each.holder == "person" for each in seats if each.id in runs):
        return runs
    return runs | frozenset(each.id for each in seats if each.holder == "person")


def closers(game: Game[Any], seats: tuple[Sitter, ...]) -> frozenset[str]:
    """The seats that may close the table: those that host it, and whoever sits there with nobody but bots."""
    people = [each.id for each in seats if each.holder == "person"]
    return hosts(game, seats) | frozenset(people if len(people) == 1 else ())


def barred(room: Room, put: Input, seat: str) -> Refusal | None:
    """Why this seat may not put this in now; None if it may, as far as the table goes."""
    game, ledger = room.game, room.ledger
    watches = seat == WATCH and isinstance(put, Pause)  # anyone may stop the table, whoever only looks on too
    if seat != HOST and not watches and ledger.sitter(seat) is None:
        return Refusal("", "Nobody acts from that seat.", "Take a seat at the table first.")
    if ledger.closed:
        return Refusal("", "This table is closed.", "Open a new one to play on; this one can be read and checked.")
    master = seat == HOST or seat in masters(game, ledger.seats)
    match put:
        case Act():
            return _paused(ledger) or _acting(ledger, put, seat, master=master)
        case Faces():
            return _paused(ledger) or _typing(room, seat, master=master)
        case Ruling():
            return _ruling(game, put) if master else Refusal("", "Only the game master rules.", "Ask them to.")
        case Sit():
            return _sitting(ledger, put, seat, host=master or seat in hosts(game, ledger.seats))
        case Word():
            why = "Only the table opens a round of words." if seat != HOST else ""
            why = why or unfit(put, ledger.under_way, ledger.round) or _uncalled(ledger, put)
            return Refusal("", why) if why else None
        case Pause() if put.on == ledger.paused and not (put.x and not ledger.x):
            return Refusal("", "The table is paused already." if put.on else "The table is not paused.")
        case Rekey() if seat != HOST:
            return Refusal("", "Only the table changes its dice key.")
        case Close() if seat != HOST and seat not in closers(game, ledger.seats):
            return Refusal("", "Only the game master closes the table.", "Ask them to.")
    return None


def _uncalled(ledger: Ledger, put: Word) -> str:
    """Why nobody asked for these hashes; empty where they were asked for."""
    if ledger.format >= SETTLED_WORDS and (ledger.under_way is None) != bool(put.commits):
        return f"Round {ledger.round} of words is under way." if put.commits else "A round begins with hashes."
    if ledger.format < OWN_WORDS or not put.commits:
        return ""
    if not ledger.words_due:
        return "A round of words is held when somebody takes a player's seat."
    odd = next((who for who, _ in put.commits if who not in ledger.speakers), None)
    if odd is None:
        return ""
    return f"{ledger.called(odd)} speaks no word: only people do, and nobody who runs the table."


def _paused(ledger: Ledger) -> Refusal | None:
    return Refusal("", "The table is paused.", "Anyone may let it go on.") if ledger.paused else None


def _acting(ledger: Ledger, act: Act, seat: str, *, master: bool) -> Refusal | None:
    if seat == act.seat:
        return None
    sitter = ledger.sitter(act.seat)
    if sitter is None:
        return Refusal("", "There is no such seat.")
    if not master:
        return Refusal("", f"Only {sitter.called} acts for that seat.", "Act from your own.")
    if sitter.holder != "nobody":
        return Refusal("", f"{sitter.called} holds that seat.", "Give it to nobody first, then act for it.")
    return None


def _typing(room: Room, seat: str, *, master: bool) -> Refusal | None:
    if not room.typed:
        return Refusal("", "This table rolls by itself.", "Real dice are an option when a table is opened.")
    owner = room.waiting.seat if isinstance(room.waiting, Roll) else seat
    if seat == owner or master or room.ledger.sitter(owner) is None:
        return None
    return Refusal("", f"{room.ledger.called(owner)} throws these dice.", "The game master may type them in as well.")


def _ruling(game: Game[Any], put: Ruling) -> Refusal | None:
    if put.op == "end" or put.path[:1] != ("house",):
        return None
    name = put.path[1] if len(put.path) == 2 else ""
    switch = next((each for each in game.switches if each.name == name), None)
    if switch is None:
        known = ", ".join(each.name for each in game.switches)
        return Refusal("", "There is no such house rule.", f"There are: {known}." if known else "This game has none.")
    if switch.when == "setup":
        return Refusal(switch.ruling, f"{switch.title} is chosen before the game begins.", "Open a new table with it.")
    if switch.read(put.value) is None:
        return Refusal(switch.ruling, f"{switch.title} cannot be that.", f"It can be: {switch.known}.")
    return None


def _sitting(ledger: Ledger, put: Sit, seat: str, *, host: bool) -> Refusal | None:
    sitter = ledger.sitter(put.seat)
    if sitter is None:
        return Refusal("", "There is no such seat.")
    if seat == HOST and put.holder == sitter.holder == "person":  # somebody was faster, at another node perhaps
        return Refusal("", f"{sitter.called} has that seat.", "Choose another, or ask whoever runs the table.")
    if seat != put.seat and not host:
        return Refusal("", f"Only {sitter.called} or the game master changes that seat.", "Take your own seat's link.")
    return None


def deed(put: Input) -> bool:
    """Whether an input is what somebody did in the game, unlike what the table answered."""
    return isinstance(put, Act | Ruling) or (isinstance(put, Faces) and put.typed)


SEEN = "Others have seen what that takes back."


def unwinding(room: Room, seat: str, to: int, touched: tuple[int, ...], leaving: tuple[int, ...]) -> Refusal | None:
    """Why this seat may not go back to entry `to`.

    `touched` are the deeds that would leave or come back, `leaving` all entries that would leave, the table's dice too.
    """
    ledger = room.ledger
    if not touched:
        return Refusal("", "Nothing would change.", "Choose an earlier entry of the log.")
    if seat != HOST and (room.policy.undo == "unseen" or (room.policy.undo == "anyone" and _opposed(room.game))):
        return _past_what_was_seen(room, seat, to, leaving)
    if seat == HOST or room.policy.undo == "anyone" or seat in masters(room.game, ledger.seats):
        return None
    if room.policy.undo == "master":
        return Refusal("", "At this table the game master undoes.", "Ask them to.")
    others = [
        e.seat for e in (ledger.entries[n - 1] for n in touched) if e.seat != seat and not isinstance(e.input, Ruling)
    ]
    if others:
        return Refusal(
            "", f"That would take back what {ledger.called(others[0])} did.", "Ask them, or the game master."
        )
    if any(isinstance(ledger.entries[n - 1].input, Ruling) for n in touched):
        return Refusal("", "That would take back a ruling.", "Ask the game master.")
    return None


def _past_what_was_seen(room: Room, seat: str, to: int, leaving: tuple[int, ...]) -> Refusal | None:
    """Nobody goes back past dice, cards or secrets that were seen but with the other side; alone, people do as they like."""
    ledger = room.ledger
    if not any(_seen(ledger.entries[n - 1], room.game.reveals) for n in leaving):
        return None
    others = [each for each in other_side(room.game, ledger.seats, seat) if each.holder == "person"]
    if not others or any(room.back.get(each.id) == to for each in others):
        return None
    names = " or ".join(each.called for each in others)
    return Refusal("", SEEN, f"{names} is asked to agree.")


def _opposed(game: Game[Any]) -> bool:
    """Whether a role plays against the others: what they have seen of one another is not taken back alone."""
    return any(role.opponent for role in game.roles)


def _seen(entry: Entry, reveals: frozenset[str]) -> bool:
    """Whether somebody has learned something that an undo does not take out of their heads: a face, a secret, a card."""
    told = any(event.only or event.what in reveals for event in entry.events)
    return told or isinstance(entry.input, Faces)


def other_side(game: Game[Any], seats: tuple[Sitter, ...], seat: str) -> tuple[Sitter, ...]:
    """Who has to agree before a seat goes back past what was seen.

    Where a role plays against the others, the two sides watch one another; else the game master watches, and is free.
    """
    against = {role.id for role in game.roles if role.opponent}
    own = next((each for each in seats if each.id == seat), None)
    if against:
        return tuple(each for each in seats if own is None or (each.role in against) != (own.role in against))
    return () if seat in masters(game, seats) else tuple(each for each in seats if each.id in masters(game, seats))
