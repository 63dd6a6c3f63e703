"""Draws panels as plain text: whole at 80 columns and less, with or without colours, read aloud or piped to a file.

Every panel gives a list of lines no wider than asked for. Nothing is said by colour or sign alone: a result stands
in words, a track has its numbers, a card says what it costs.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap
from unicodedata import combining, east_asian_width

from msgspec import structs

from cliffhanger.cli._language import _
from cliffhanger.kernel.panels import Board, Card, Coin, Counter, Die, Group, List, Panel, Pile, Row, Text, Track

WIDTH = 80
PLACES = ("stage", "goal", "hand", "main", "behind", "own", "side")
STATES = {"now": ">", "done": "x", "out": "/", "here": "@", "won": "+", "lost": "-", "bad": "!"}
PLAIN = str.maketrans("■□▨─•’‘“”–—…·", "#.+-*''\"\"--.|")


def page(panels: Sequence[Panel], width: int = WIDTH, *, everything: bool = False) -> list[str]:
    """All that a seat is shown: the stage first, then the rest, what is everybody's last.

    Folded groups show their head alone unless `everything` is asked for. What is meant for paper is left out.
    """
    lines: list[str] = []
    for panel in placed(panels):
        lines += [*draw(panel, width, everything=everything), ""]
    return lines[:-1]


def placed(panels: Iterable[Panel]) -> list[Panel]:
    """The panels in the order in which a terminal shows them."""
    shown = [panel for panel in panels if _place(panel) in PLACES]
    return sorted(shown, key=lambda panel: PLACES.index(_place(panel)))


def _place(panel: Panel) -> str:
    return panel.place if isinstance(panel, Group) else "main"


def draw(panel: Panel, width: int = WIDTH, *, everything: bool = False) -> list[str]:
    """One panel."""
    match panel:
        case Group():
            return _group(panel, width, everything)
        case List():
            return _list(panel, width)
        case Track():
            return wrapped(_track(panel), width)
        case Counter():
            return wrapped(_counter(panel), width)
        case Card():
            return _card(panel, width)
        case Pile():
            return wrapped(joined(f"{panel.name}: {panel.count}", bracketed(panel.note)), width)
        case Text():
            return _text(panel, width)
        case Board():
            return [line for each in panel.lists for line in _list(each, width)]
        case _:
            return wrapped(dice((panel,)), width)


def dice(row: Iterable[Die | Coin]) -> str:
    """Dice and coins in a row. `(6)` counts, `4` does not matter, `~2~` is struck, `d6` has not been thrown."""
    return " ".join(_coin(each) if isinstance(each, Coin) else _die(each) for each in row)


def _die(die: Die) -> str:
    if not die.face:
        return f"d{die.size}"
    size = "" if die.size == 6 else f"d{die.size}:"
    shown = {"counts": f"({die.face})", "struck": f"~{die.face}~", "one": f"{die.face}!"}.get(die.state, str(die.face))
    return f"{size}{shown}{die.word and ' ' + die.word}"


def _coin(coin: Coin) -> str:
    return {"counts": f"({coin.side})", "struck": f"~{coin.side}~"}.get(coin.state, coin.side)


def _track(track: Track) -> str:
    safe = max(0, track.filled - track.risk) if track.risk <= track.filled else 0
    boxes = "■" * safe + "▨" * (track.filled - safe) + "□" * max(0, track.size - track.filled)
    parts = []
    for length in track.gaps or (len(boxes),):
        parts.append(boxes[:length])
        boxes = boxes[length:]
    bar = " ".join(part for part in (*parts, boxes) if part)
    of = _("{filled} of {size} left") if track.left else _("{filled} of {size}")
    return joined(track.name, bar, of.format(filled=track.filled, size=track.size), bracketed(track.note))


def _counter(counter: Counter) -> str:
    return joined(f"{counter.name}: {counter.value}", bracketed(counter.note))


def _text(text: Text, width: int) -> list[str]:
    sign = {"quote": "| ", "warning": "! "}.get(text.style, "")
    lines = wrapped(text.head, width - len(sign))
    for paragraph in text.beyond.split("\n"):
        lines += wrapped(paragraph, width - len(sign))
    return [sign + line for line in lines]


def _card(card: Card, width: int) -> list[str]:
    if card.back:
        return [joined("[?]", _("a card, face down"))]
    letter = card.letter or card.band[:1].upper()
    head = joined(f"[{letter}]" if letter else "", card.name, bracketed(joined(card.what, card.persona, by=", ")))
    facts = joined(
        _("Needs {need}.").format(need=card.need) if card.need else "",
        _("Costs {cost}.").format(cost=card.cost) if card.cost else "",
    )
    lines = [
        *card.text,
        card.flavour,
        facts,
        joined(*card.corners, by=" · "),
        _("Not now: {why}").format(why=card.blocked) if card.blocked else "",
    ]
    return [*wrapped(head, width), *(f"  {part}" for line in lines for part in wrapped(line, width - 2))]


def _group(group: Group, width: int, everything: bool) -> list[str]:
    inside = _inside(group.panels, width - 2, everything) if everything or not group.folded else []
    note = joined(group.note, _("(folded)") if group.folded and not inside else "", by=" ")
    return [*rule(group.name, note, width), *(f"  {line}".rstrip() for line in inside)]


def _inside(panels: Sequence[Panel], width: int, everything: bool) -> list[str]:
    """What stands in a group; neighbours of a small kind share a line."""
    lines: list[str] = []
    for kind, of in groupby(panels, key=lambda panel: "dice" if isinstance(panel, Die | Coin) else type(panel)):
        run = list(of)
        if kind == "dice":
            lines += wrapped(dice(each for each in run if isinstance(each, Die | Coin)), width)
        elif kind is Counter:
            lines += flowed((_counter(each) for each in run if isinstance(each, Counter)), width)
        elif kind is Track:
            lines += _tracks([each for each in run if isinstance(each, Track)], width)
        else:
            lines += [line for panel in run for line in draw(panel, width, everything=everything)]
    return lines


def _tracks(tracks: Sequence[Track], width: int) -> list[str]:
    """Tracks below one another, their names in one column."""
    wide = max((len(track.name) for track in tracks), default=0)
    named = [structs.replace(each, name=each.name.ljust(wide)) for each in tracks]
    return [line for track in named for line in wrapped(_track(track), width)]


def _list(panel: List, width: int) -> list[str]:
    head = [f"{panel.name}:"] if panel.name else []
    head += wrapped(joined(*panel.heads, by=" · "), width) if panel.heads else []
    if not panel.rows:
        return head + wrapped(panel.empty, width) if panel.empty else head
    if panel.style == "stats":
        return head + flowed((joined(row.name, row.n, row.value, row.text) for row in panel.rows), width)
    if panel.style == "lines" and all(_short(row) for row in panel.rows):
        return flowed((joined(row.name, row.n, row.value) for row in panel.rows), width, joined(*head))
    marked = any(row.state for row in panel.rows)
    return head + [line for row in panel.rows for line in _row(row, panel.style, width, marked=marked)]


def _short(row: Row) -> bool:
    return not (row.text or row.mark or row.marks or row.state or row.tags or row.dice or row.was or row.tracks)


def _row(row: Row, style: str, width: int, *, marked: bool) -> list[str]:
    sign = f"{STATES.get(row.state, ' ')} " if marked else ""
    who = joined(*dict.fromkeys(each for each in (row.mark, *row.marks) if each and each != row.name), by=", ")
    says = joined(row.name, bracketed(who), by=" ")
    was = _("(was {value})").format(value=row.was) if row.was else ""
    rest = joined(
        row.value,
        "" if row.n is None else row.n,
        dice(row.dice),
        row.text,
        was,
        by="  ",
    )
    tags = joined(*(f"[{tag.replace('!', '! ', 1) if tag.startswith('!') else tag}]" for tag in row.tags))
    colon = ":" if style in {"lines", "sides", "debts"} and says and rest else ""
    line = joined(f"{says}{colon}", rest, tags)
    lines = [*wrapped(line, width - len(sign)), *(f"  {each}" for each in _tracks(row.tracks, width - len(sign) - 2))]
    return [(sign if at == 0 else " " * len(sign)) + part for at, part in enumerate(lines)]


def rule(name: str, note: str = "", width: int = WIDTH) -> list[str]:
    """A headline: `-- Name ------------ note --`; too long a note moves below it."""
    head = f"── {name} " if name else "──"
    tail = f" {note} ──" if note else ""
    space = width - columns(head) - columns(tail)
    if space >= 2:
        return [f"{head}{'─' * space}{tail}"]
    return [*(f"── {line}" for line in wrapped(name, width - 3)), *(f"  {line}" for line in wrapped(note, width - 2))]


def wrapped(text: str, width: int) -> list[str]:
    """Lines no wider than `width`; continued lines are set in by two."""
    if columns(text) <= width:
        return [text.rstrip()] if text.strip() else []
    signs = width // 2 if columns(text) > len(text) else width  # among wide signs every one might be
    return wrap(text, max(12, signs), subsequent_indent="  ", break_on_hyphens=False)


def flowed(items: Iterable[str], width: int, head: str = "") -> list[str]:
    """Short items side by side, as many as fit in a line; none is broken that fits into one."""
    lines = [head]
    shown = [item for item in items if item]
    for item in (*(f"{each} ·" for each in shown[:-1]), *shown[-1:]):
        longer = joined(lines[-1], item)
        lines[-1:] = [longer] if columns(longer) <= width else [lines[-1], f"  {item}"]
    return [part for line in lines for part in wrapped(line, width)]


def joined(*parts: object, by: str = " ") -> str:
    """The parts that are there, side by side."""
    return by.join(str(part) for part in parts if part not in ("", None))


def bracketed(text: str) -> str:
    """A note in brackets, if there is one."""
    return f"({text})" if text else ""


def columns(text: str) -> int:
    """How many columns a text takes: wide signs take two, combining ones none."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def plain(text: str) -> str:
    """The same text for a terminal that knows no signs beyond ASCII."""
    return text.translate(PLAIN).encode("ascii", "replace").decode()
