"""Services: what a live table is given by the server, so that it need not know the registry of all tables."""

from asyncio import TimerHandle, get_running_loop
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cliffhanger.kernel.inputs import Act
from cliffhanger.table.bots import BotTurn
from cliffhanger.table.ports import Clock, Line
from cliffhanger.table.secrets import Secrets
from cliffhanger.table.session import Table
from cliffhanger.web.live.budgets import AddressBudgets
from cliffhanger.web.live.figure_service import FigureService
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.meters import Meters
from cliffhanger.web.live.qr_codes import QrCodes

Appended = Callable[[Exception | None], None]
"""Called on the event loop with the store's answer to an append: None, or why nothing was kept."""


@dataclass
class Services:
    """Clock, limits, figures, and what reaches the store; all live tables of one process share it."""

    clock: Clock
    limits: Limits
    figures: FigureService
    qr_codes: QrCodes
    append: Callable[[tuple[Line, ...], Appended], None]
    """Hand entries to the store."""
    reread: Callable[[str], Awaitable[tuple[Table, Secrets] | None]]
    """Read a table by its name from the store again."""
    read_after: Callable[[str, int], Awaitable[Sequence[Line]]]
    """The entries of a table, by its name, after one of them, as the store has them. Raises Unkept."""
    change_secrets: Callable[[str, Callable[[Secrets], Secrets]], Awaitable[Secrets]]
    """Change the secrets of a table, by its name, from what the store has by now; gives what it has then. Raises Unkept."""
    read_secrets: Callable[[str], Awaitable[Secrets]]
    """The secrets of a table, by its name, as the store has them by now. Raises Unkept."""
    ask_store: Callable[[Callable[[], Any]], Awaitable[Any]]
    """What something gives or raises that waits for the store: it runs in a thread of its own."""
    number_of: Callable[[str, str], int]
    """The number of the entry of a table, by its name, that has this id; 0 if there is none. It waits. Raises Unkept."""
    fault: Callable[[], Awaitable[str]]
    """Why nothing can be kept until somebody looks after it, in a sentence; empty while it can."""
    later: Callable[[Coroutine[Any, Any, None]], None]
    """Run a coroutine soon, and hold on to it until it is done."""
    read_file: Callable[[str, str, str, str], Awaitable[Any]]
    """Read a text in the worker process, as a form of a game: ids of game and form, name, text. Raises Overrun, Busy."""
    think: Callable[[str, BotTurn], Awaitable[Act]]
    """What a bot that looks ahead does, thought out in the worker process: the id of its game, and its turn. Raises Overrun, Busy."""
    reachable: Callable[[str], str]
    """The origin under which others reach this server, as far as it is known to somebody at the origin given."""
    whispers: Callable[[str], Awaitable[Mapping[str, bytes]]]
    """What other nodes whisper of a table, by their names. Raises Unkept."""
    whisper: Callable[[str, bytes], None]
    """Tell other nodes how a table stands here beside its entries."""
    after: Callable[[float, Callable[[], None]], TimerHandle] = lambda delay, do: get_running_loop().call_later(
        delay, do
    )
    """Do something after so many seconds; what it gives can be cancelled."""
    shared: bool = False
    """Whether other nodes write to the same tables."""
    node: str = ""
    """What this process is called among those nodes."""
    budgets: AddressBudgets = field(
        default_factory=lambda: AddressBudgets(Limits().address_rate, Limits().address_bytes)
    )
    """What each address may have taken in."""
    meters: Meters = field(default_factory=Meters)
    """What this process counts of itself."""
    closing: bool = False
    """Whether the server stops: no live table takes anything new."""
