"""Draws what a seat may do: every option once, numbered where it is open, with its reason where it is not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cliffhanger.cli._draw import WIDTH, joined, wrapped
from cliffhanger.cli._language import _, ngettext
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Die, Row, Track
from cliffhanger.kernel.params import Choice, Item, Number, Param, Pick, Ready, Text, first
from cliffhanger.kernel.pool import Pool, pool_of, signed
from cliffhanger.kernel.stock import left
from cliffhanger.kernel.wording import Wording, line_of, of_coins, worded

FEW = 9  # things of a long list that are shown unasked


@dataclass(frozen=True)
class Menu:
    """The options of one moment: `open` can be chosen by number, from 1; `at` is the one that Enter takes.

    With `waives` Enter takes none: it says that there is nothing from this seat.
    """

    open: tuple[Option, ...]
    blocked: tuple[Option, ...]
    at: int = 0
    waives: bool = False

    @property
    def marked(self) -> Option | None:
        """The option that Enter takes, if it takes one."""
        return None if self.waives else self.open[self.at]

    def number(self, typed: str) -> Option | None:
        """The open option of this number."""
        if typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(self.open):
            return self.open[int(typed) - 1]
        return None


def menu(options: Iterable[Option], suggested: tuple[str, str] | None = None, *, waives: bool = False) -> Menu:
    """Sort options for the terminal: what is asked, then what stands open at any time; blocked ones below.

    `suggested` names window and key of the option that Enter takes; without it, that is the first step or the first.
    With `waives` it takes none of them.
    """
    options = tuple(options)
    order = list(dict.fromkeys(map(_row, options)))
    rows = sorted(options, key=lambda option: (option.standing, order.index(_row(option))))
    open_ = tuple(option for option in rows if not option.blocked)
    return Menu(open_, tuple(option for option in rows if option.blocked), _default(open_, suggested), waives)


def _row(option: Option) -> tuple[str, str]:
    return option.window, option.group


def _default(options: Sequence[Option], suggested: tuple[str, str] | None) -> int:
    for at, option in enumerate(options):
        if (option.window, option.key) == suggested:
            return at
    return next((at for at, option in enumerate(options) if option.first), 0)


def draw_menu(
    menu: Menu, width: int = WIDTH, *, everything: bool = True, worth: str = "", package: str = ""
) -> list[str]:
    """The menu as lines; `worth` stands under the option that Enter takes, and what it comes to, as it lies there.

    `package` is that of the game, for its translation. Without `everything` the blocked options are only counted; `look` shows them.
    """
    lines: list[str] = []
    asked = group = ""
    for at, option in enumerate(menu.open):
        ask = _question(option)
        if ask != asked:
            lines += wrapped(ask, width)
            asked, group = ask, ""
        if option.group != group and _several(menu, ask):
            lines += wrapped(f" {option.group}", width)
        group = option.group
        marked = option is menu.marked
        lines += _hanging(f"{'>' if marked else ' '}{at + 1:>3}  ", _says(option), width)
        if marked and (comes_to := _comes_to(option, package)):
            lines += _hanging(" " * 8, comes_to, width)
        if marked and worth:
            lines += _hanging(" " * 8, worth, width)
    if menu.waives:
        lines += _hanging(">    ", _("Nothing from me"), width)
    if menu.blocked and everything:
        lines += [_("Not now:")]
        lines += [line for option in menu.blocked for line in _hanging("   -  ", _blocked(option), width)]
    elif menu.blocked:
        n = len(menu.blocked)
        more = ngettext(
            "Not now: {n} more (look shows it, and why).", "Not now: {n} more (look shows them, and why).", n
        )
        lines += wrapped(more.format(n=n), width)
    return lines


def _several(menu: Menu, ask: str) -> bool:
    """Whether the options of one question stand in more than one group."""
    return len({option.group for option in menu.open if _question(option) == ask}) > 1


def _question(option: Option) -> str:
    return _("At any time:") if option.standing else option.ask or _("You may:")


def _says(option: Option) -> str:
    asks = joined(*(p.label or p.name for p in option.params), by=", ")
    return joined(
        option.label, option.price and f"[{option.price}]", asks and f"({asks})", option.says and f"- {option.says}"
    )


def _comes_to(option: Option, package: str) -> str:
    """What an option does as it lies there: `Roll 5 dice at Ludo: Swing 4, Agility 3, Sleet −2`, as far as it says that."""
    choice = first(option.params)
    words, pool = worded(option, option.button, choice, _wording(package)), pool_of(option, choice)
    if pool is None:
        return words
    rows = [joined(row.name, _sizes(row)) for row in pool.sources]
    rows += [joined(row.name, signed(row.n) if row.n else "", row.value) for row in pool.bends]
    return f"{words or _counted(pool)}: {', '.join(rows)}"


def in_words(option: Option, choice: Choice, package: str = "") -> str:
    """What somebody does by an option, in a sentence to them; "" where it has none. `package` is that of the game."""
    return line_of(option, choice, _wording(package))


def _wording(package: str) -> Wording:
    return Wording(counted=_counted, package=package)


def _counted(pool: Pool) -> str:
    """How many dice or coins a pool has."""
    n = pool.thrown
    return (ngettext("{n} coin", "{n} coins", n) if of_coins(pool) else ngettext("{n} die", "{n} dice", n)).format(n=n)


def _sizes(row: Row) -> str:
    sizes = {d.size for d in row.dice if isinstance(d, Die)}
    return f"{len(row.dice)}" if len(row.dice) > 1 or not sizes else f"d{sizes.pop()}"


def _blocked(option: Option) -> str:
    return joined(f"{option.label}:", option.blocked, option.instead, option.rule and f"({option.rule})")


def draw_param(p: Param, start: object, width: int = WIDTH, *, everything: bool = True) -> list[str]:
    """What a choice asks for: its things with numbers, its range, or that it wants words.

    Without `everything` a long list shows its head, which is where a game puts the likely ones, and what is chosen.
    """
    if isinstance(p, Pick):
        lines = wrapped(f"{p.label or p.name}: {_how_many(p)}{_allowance(p)}", width)
        chosen = start if isinstance(start, tuple) else ()
        some = long(p) and not everything
        rows = [row for row in enumerate(p.items, 1) if not some or row[0] <= FEW or row[1].id in chosen]
        heads = p.heads
        for n, item in rows:
            if item.id in heads:
                lines.append(f"      {heads[item.id]}")
            number = f"{'*' if item.id in chosen else ' '}{n:>3}  "
            lines += _hanging("   -  " if item.blocked else number, _item(item), width)
        return lines + ["   +  " + _("{n} more").format(n=len(p.items) - len(rows))] * some
    if isinstance(p, Number):
        lines = wrapped(f"{p.label or p.name}: " + _("{low} to {high}").format(low=p.low, high=p.high), width)
        lines += [line for each in p.stock for line in _hanging("   -  ", _store(each), width)]
        return lines + [line for n, word in p.words for line in _hanging(f"{n:>4}  ", word, width)]
    length = _("{least} to {most} characters, or @file") if p.form else _("{least} to {most} characters")
    lines = wrapped(f"{p.label or p.name}: {length.format(least=p.least, most=p.most)}", width)
    return lines + [line for n, each in enumerate(p.ready, 1) for line in _hanging(f"{n:>4}  ", _ready(each), width)]


def _store(store: Track) -> str:
    """What is paid from, and how much of it is left: `Endurance: 8 of 12 left`."""
    return f"{store.name}: " + _("{left} of {size} left").format(left=left(store), size=store.size)


def _ready(ready: Ready) -> str:
    return f"{ready.says} ({ready.note})" if ready.note else ready.says


def _how_many(p: Pick) -> str:
    if p.least == p.most:
        return _("choose one") if p.least == 1 else _("choose {most}").format(most=p.most)
    return (_("choose {least} to {most}") if p.least else _("choose up to {most}")).format(least=p.least, most=p.most)


def long(p: Param) -> bool:
    """Whether a list is longer than anybody reads each time."""
    return isinstance(p, Pick) and len(p.items) > FEW + 3


def _allowance(p: Pick) -> str:
    free = joined(*(f"{slot.free} {slot.name or slot.id}" for slot in p.slots if slot.id), by=", ")
    must = joined(*p.must, by=", ")
    return joined(
        free and _(", free are {slots}").format(slots=free),
        must and _(", at least one of {groups}").format(groups=must),
        _(", {budget} can be paid beyond").format(budget=p.budget) if p.budget >= 0 else "",
        by="",
    )


def _item(item: Item) -> str:
    return joined(
        item.label, item.says and f"- {item.says}", item.blocked and _("(not now: {why})").format(why=item.blocked)
    )


def forced(p: Param) -> bool:
    """Whether a parameter leaves nothing to choose: its one answer need not be asked for."""
    if isinstance(p, Pick):
        return p.least == p.most == sum(1 for item in p.items if not item.blocked)
    return isinstance(p, Number) and p.low == p.high


def shown(p: Param, value: object) -> str:
    """An answer in the words it was asked in."""
    if isinstance(p, Pick) and isinstance(value, tuple):
        return ", ".join(item.label for name in value for item in p.items if item.id == name) or _("nothing")
    if isinstance(p, Number):
        return joined(value, next((bracket for n, word in p.words if n == value for bracket in (f"({word})",)), ""))
    return f'"{value}"' if value else _("nothing")


def summary(option: Option, choice: Choice) -> str:
    """An option as it will be sent, in one line."""
    said = joined(
        *(f"{p.label or p.name}: {shown(p, choice[p.name])}" for p in option.params if p.name in choice), by="; "
    )
    return joined(option.label, said and f"({said})")


def read_answer(p: Param, typed: str, start: object) -> tuple[str, ...] | int | str:
    """What a person typed, as the answer to a parameter. Raises ValueError with a sentence if it cannot be read.

    Nothing typed takes `start`. Picks are numbers in a row; `-` picks nothing.
    """
    if not typed and isinstance(start, tuple | int | str):
        return start
    if isinstance(p, Pick):
        words = [] if typed == "-" else typed.replace(",", " ").split()
        if not all(word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(p.items) for word in words):
            raise ValueError(_("Numbers from 1 to {most}, please, side by side; - for none.").format(most=len(p.items)))
        return tuple(p.items[int(word) - 1].id for word in words)
    if isinstance(p, Number):
        if not (typed.removeprefix("-").isdecimal() and len(typed) < 10):
            raise ValueError(_("A whole number from {low} to {high}, please.").format(low=p.low, high=p.high))
        return int(typed)
    assert isinstance(p, Text)
    if typed.isdecimal() and len(typed) < 3 and 1 <= int(typed) <= len(p.ready):
        return p.ready[int(typed) - 1].says
    return "" if typed == "-" else typed


def _hanging(first: str, text: str, width: int) -> list[str]:
    lines = wrapped(text, width - len(first)) or [""]
    return [first + lines[0], *(" " * len(first) + line for line in lines[1:])]
