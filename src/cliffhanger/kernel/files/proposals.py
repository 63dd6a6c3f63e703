"""Changed sheets at a table: a player proposes one and the master agrees; the master changes one, or brings somebody new.

What the offers say is the same in every game; what they do to its state is the game's own.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.files.declaration import Field, Figure, Keyed, fields, name_field
from cliffhanger.kernel.files.reader import read_form, write_form
from cliffhanger.kernel.game import Form
from cliffhanger.kernel.offers import Offer, offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

ANY, SHEET, MANY, LAST = "any", 65_536, 8, 99
Do = Callable[..., Any]
Params = Callable[[], tuple[Param, ...]]
NO_NAMES: Mapping[str, str] = {}


@lru_cache(maxsize=256)
def text_of(form: Form, value: Any) -> str:  # noqa: ANN401
    """What is held as the text of its file, to begin editing from."""
    return write_form(form, value)


def read_again(form: Form, text: str) -> Any:  # noqa: ANN401
    """The value of a text that the step has checked against its form already."""
    value = read_form(form, form.name, text)
    assert not isinstance(value, list), value
    return value


@dataclass(frozen=True)
class SheetOffers:
    """The offers of one game: its form of a character, the master's seat and what the table calls it.

    `rule` is named by every offer that names none of its own. What an offer does is given the state and a sheet, read
    from its text; `misfit` is given the state, the text and its value, and refuses what a form alone cannot see.
    """

    form: Form
    master: str
    title: str
    rule: str = ""
    misfit: Callable[[Any, str, Any], Refusal | None] | None = None

    def _reads(self, do: Do) -> Do:
        """A deed with a sheet, for a text that the step has checked against its form."""

        def deed(s: Any, sheet: str, **known: Any) -> Any:  # noqa: ANN401
            value = read_again(self.form, sheet)
            return (self.misfit and self.misfit(s, sheet, value)) or do(s, sheet=value.sheet, **known)

        return deed

    def _text(self, label: str, start: str = "") -> Text:
        return Text("sheet", label, 1, SHEET, form=self.form.name, start=start or self.form.example)

    def own(self, seat: str, value: Any, do: Do, blocked: str = "") -> Offer:  # noqa: ANN401
        """For a player: another sheet instead of the one that `value` is written as."""
        return offer(
            seat,
            ANY,
            "sheet",
            "Propose another sheet",
            self._reads(do),
            lambda: (self._text("Your sheet", text_of(self.form, value)),),
            group="At any time",
            standing=True,
            rank=LAST,
            blocked=blocked,
            rule=self.rule,
            says=f"It is yours when the {self.title} agrees.",
        )

    def join(self, do: Do, *params: Param, says: str, rule: str = "") -> Offer:
        """For the master: somebody new."""
        return self._masters(
            "join", "Somebody new", do, lambda: (self._text("Their sheet"), *params), says=says, rule=rule
        )

    def recast(self, do: Do, whom: Callable[[], tuple[Item, ...]], blocked: str = "") -> Offer:
        """For the master: another sheet for one of these."""
        return self._masters(
            "recast",
            "Change a sheet",
            do,
            lambda: (Pick("whom", "Whose", whom()), self._text("The sheet")),
            blocked=blocked,
        )

    def _masters(
        self, key: str, label: str, do: Do, params: Params, *, blocked: str = "", says: str = "", rule: str = ""
    ) -> Offer:
        words: dict[str, Any] = {"group": "The table", "says": says, "rule": rule or self.rule, "standing": True}
        return offer(self.master, ANY, key, label, self._reads(do), params, rank=LAST, blocked=blocked, **words)

    def asked(
        self, window: str, ask: str, agree: Do, disagree: Do, blocked: str = "", instead: str = "", rank: int = 0
    ) -> Iterator[Offer]:
        """A proposal that waits for the master's word; `instead` is what to do while it cannot be agreed to."""
        words: dict[str, Any] = {"ask": ask, "group": "A sheet", "rule": self.rule, "rank": rank}
        no: dict[str, Any] = {"blocked": blocked, "instead": instead}
        yield offer(self.master, window, "agree", "Agree", agree, first=True, **no, **words)
        stays = "The sheet stays as it is."
        yield offer(self.master, window, "disagree", "Not this", disagree, says=stays, **words)


def differences(before: Struct, after: Struct, names: Mapping[str, str] = NO_NAMES) -> str:
    """What another sheet changes, in a line: the numbers that move, what comes and goes beside them, and whether words do.

    `names` are what people call fields, by the field's name.
    """
    was, now = _figures(before, names), _figures(after, names)
    rows = [
        f"{name} {was[name]} to {n}" if name in was else f"{name} {n}" for name, n in now.items() if was.get(name) != n
    ]
    rows += [f"no {name}" for name in was if name not in now]
    words = False
    for p in fields(type(before)):
        had, has = getattr(before, p.name), getattr(after, p.name)
        if had == has or p.name == "id" or _is_figure(p, has):
            continue
        if p.inner is None:
            words = True
        elif Keyed in p.marks:
            rows += _come_and_gone(had, has, name_field(p.inner))
        else:
            rows.append(f"other {names.get(p.name, p.name.replace('_', ' '))}")
    rows += ["other words"] if words else []
    if len(rows) > MANY:
        rows[MANY:] = [f"and {len(rows) - MANY} more"]
    return ", ".join(rows) or "the same as it was"


def _come_and_gone(before: tuple[Any, ...], after: tuple[Any, ...], name: str) -> list[str]:
    had, has = ({getattr(row, name): row for row in rows} for rows in (before, after))
    rows = [f"another {each}" if each in had else each for each, row in has.items() if had.get(each) != row]
    return rows + [f"no {each}" for each in had if each not in has]


def _figure(p: Field) -> str:
    """The number that a row is known by, if it has one."""
    short = p.marks[Figure].field if Figure in p.marks else p.marks[Keyed].short if Keyed in p.marks else ""
    return short if any(each.name == short and each.base is int for each in fields(p.inner)) else ""


def _is_figure(p: Field, held: object) -> bool:
    return type(held) is int or bool(p.inner and _figure(p))


def _figures(sheet: Struct, names: Mapping[str, str]) -> dict[str, str]:
    """Every number of a sheet by the name people know it by; none that goes without saying in a file."""
    plain: dict[str, str] = {}
    rows: dict[str, str] = {}
    for p in fields(type(sheet)):
        held = getattr(sheet, p.name)
        if type(held) is int:
            written = p.file.write(sheet) if p.file.write else held
            if p.file.write is None or written != p.file.default:
                plain[names.get(p.name, p.name.replace("_", " ").capitalize())] = str(written)
        elif p.inner and (short := _figure(p)):
            rows |= {
                getattr(row, name_field(p.inner)): f"{getattr(row, short)}{_beside(row, short, names)}" for row in held
            }
    return plain | rows


def _beside(row: Struct, short: str, names: Mapping[str, str]) -> str:
    """What is unusual about a row beside its number, such as " (not physical)"."""
    found = []
    for each in structs.fields(type(row)):
        value, name = getattr(row, each.name), names.get(each.name, each.name.replace("_", " "))
        if each.name != short and not each.required and value != each.default and isinstance(value, int):
            found.append(f"{'' if value else 'not '}{name}" if isinstance(value, bool) else f"{name} {value}")
    return f" ({', '.join(found)})" if found else ""
