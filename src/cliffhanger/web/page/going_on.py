"""Options of one window that are ways to go on after a roll: side by side in its dock, each with its price and its chance.

Each is a button of its own form, so that no script is needed. What asks for something has a chip above the dock, and its
button does what is chosen there; of several tools of one verb the button is that of the one last touched, or of the best.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Choice, Item, Number, Pick
from cliffhanger.kernel.stock import stock_of
from cliffhanger.web.page.amounts import aim
from cliffhanger.web.page.chance import laws, said
from cliffhanger.web.page.controls import controls
from cliffhanger.web.page.html import NOTHING, Markup, esc, ident, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.option_form import Drafts, begun, chosen, form_head, line_field, named, rule_fold
from cliffhanger.web.page.pool import pool
from cliffhanger.web.page.view import Figure, Odds
from cliffhanger.web.page.ways import lit_way, taken, ways
from cliffhanger.web.page.wording import button_words

SHOWN = 4  # buttons side by side; where more would be there, an option of several ways is one button
Move = tuple[Option, ...]
"""What is done in one way: an option, or several tools of one verb."""
Rule = Callable[[Option], Markup | str]
"""The words of the rule that an option rests on; "" where it names none."""


class Button(NamedTuple):
    """One way: an option as it is chosen, called by the `way` that its number is; it `sends` one of several ways itself."""

    option: Option
    choice: Choice
    way: Item | None
    sends: bool = False

    @property
    def costs(self) -> str:
        """What is paid for it, in words: its price, and what it takes from a store."""
        costs = self.way.cost if self.way else self.option.costs(self.choice)
        taken = (f"{store.risk} {store.name}" for store in stock_of(self.option, self.choice) if store.risk)
        return ", ".join((*(str(each) for each in costs if not each.risk), *taken))

    @property
    def risks(self) -> str:
        """What is at risk with it, in words."""
        return ", ".join(str(each) for each in self.option.costs(self.choice) if each.risk)

    def figures(self, odds: Odds) -> tuple[Figure, ...]:
        """What it is worth, as far as that is known."""
        key = f"{self.option.key}={self.way.id}" if self.sends and self.way else self.option.key
        return odds.get((self.option.window, key), ())


def going_on(ready: Sequence[Option]) -> tuple[Move, ...]:
    """The ways to go on among the open options of a window, verb by verb; none where there is but one."""
    found: dict[str, list[Option]] = {}
    for option in ready:
        if option.way:
            found.setdefault(option.verb if option.tool else f" {option.key}", []).append(option)
    return tuple(map(tuple, found.values())) if len(found) > 1 else ()


def to_choose(moves: Sequence[Move]) -> list[Option]:
    """The options of these that have something to choose, and so a chip above the dock."""
    return [o for move in moves for o in move if len(move) > 1 or (_is_open(o) and not _expanded(o, moves))]


def _is_open(option: Option) -> bool:
    """Whether an option leaves anything to choose."""
    return not all(isinstance(p, Pick) and p.one and len(p.items) == 1 for p in option.params)


def _expanded(option: Option, moves: Sequence[Move]) -> bool:
    """Whether each way of an option has a button of its own."""
    return 0 < len(ways(option)) <= SHOWN - len(moves) + 1


def touched(moves: Sequence[Move], drafts: Drafts) -> Option | None:
    """Which of the chips lies open: the one that somebody has touched last."""
    found = {(o.seat, o.window, o.key): o for o in to_choose(moves) if begun(o, drafts)} if drafts else {}
    return next((found[key] for key in reversed(tuple(drafts)) if key in found), None)


def dock(
    moves: Sequence[Move], drafts: Drafts, odds: Odds, rule: Rule, begins: Markup, lit: Option | None
) -> tuple[list[Markup], list[Option]]:
    """The forms that have no chip, a line of one's own and the rules, and the dock that `begins` so, in parts.

    Beside them the options whose forms these are, in their order.
    """
    now = touched(moves, drafts)
    row = [button for move in moves for button in _buttons(move, moves, drafts, odds)]
    chips = to_choose(moves)
    plain = [move[0] for move in moves if move[0] not in chips]
    first = lit if lit in plain else next(iter(plain), None)
    parts = [Markup('<div class="opt only"><div class="go-on">')]
    for option in plain:
        name = named("f-", option)
        asks = NOTHING if ways(option) else controls(option.params, dict(chosen(option, drafts)[0]), name)
        parts += form_head(option, name, "", hidden=True), asks, Markup("</form>")
    parts.append(_beside(moves, now or lit or row[0].option, rule, odds, sends=first if first is lit else None))
    throws = next((b for b in row if b.option is (lit or first)), row[0])
    parts += begins, pool(throws.option, throws.choice, named("pool-", throws.option))
    return [*parts, *_drawn(row, odds, lit), Markup("</div></div></div>")], plain


def _buttons(move: Move, moves: Sequence[Move], drafts: Drafts, odds: Odds) -> list[Button]:
    """The button of a move, or one for each way of its option."""
    option = move[0] if len(move) == 1 else _meant(move, drafts, odds)
    if len(move) == 1 and _expanded(option, moves):
        return [Button(option, taken(option, way), way, sends=True) for way in ways(option)]
    choice = dict(chosen(option, drafts)[0])
    numbers = [p for p in option.params if isinstance(p, Number)]
    way = next((way for p in numbers for way in p.ways if way.id == str(choice.get(p.name))), None)
    return [Button(option, choice, way)]


def _meant(move: Move, drafts: Drafts, odds: Odds) -> Option:
    """Which of several tools a button does: the one last touched, else the best, as far as that is known."""

    def worth(option: Option) -> float:
        figures = odds.get((option.window, option.key), ())
        return float(figures[0].value) if figures and figures[0].unit == "chance" else -1

    return touched((move,), drafts) or max(move, key=worth)


def _beside(moves: Sequence[Move], now: Option, rule: Rule, odds: Odds, *, sends: Option | None) -> Markup:
    """A line of one's own, which goes with any of the ways, what they rest on, and all outcomes of what is looked at `now`.

    Without script the line goes with what `sends` it: the way that is lit.
    """
    told = [(o, words) for move in moves for o in move if (words := rule(o))]
    rules = joined(Markup("<p>{what}: {words}</p>").format(what=o.label, words=words) for o, words in told)
    figures = odds.get((now.window, now.key), ())
    return Markup('<div class="beside-it">{line}{rules}{laws}</div>').format(
        line=line_field(now, of=named("f-", sends) if sends else NOTHING),
        rules=rule_fold(now, rules) if told else NOTHING,
        laws=laws(named("chance-", now), figures, beside=1) if figures else NOTHING,
    )


def _drawn(row: Sequence[Button], odds: Odds, lit: Option | None) -> Iterator[Markup]:
    """The buttons: the one that is lit first, then the others, and last what loses while something else is open."""
    light = next((b for b in row if b.option is lit and (not b.sends or b.way is lit_way(lit, odds))), None)
    last = [b for b in row if b.option.lost and b is not light] if any(not b.option.lost for b in row) else []
    dear = any(b.costs for b in row)
    yield Markup('<div class="ways" role="group" aria-label="{label}">').format(label=_("How to go on"))
    for b in sorted((b for b in row if b not in last), key=lambda b: b is not light):
        look = "next way" if b is light else "way dear" if b.costs else "way"
        # What says of itself what it brings is enough: a setback is no price, and not nothing either.
        free = _("costs nothing") if dear and not (b.option.lost or b.option.hint) else ""
        yield _button(b, look, b.figures(odds), free=free)
    yield Markup("</div>")
    yield from (_button(b, "way last", (), free="") for b in last)


def _button(b: Button, look: str, figures: tuple[Figure, ...], *, free: str) -> Markup:
    name, price = named("f-", b.option), b.costs or free
    if b.sends and b.way:
        says, at = b.way.says, Markup("-{id}").format(id=ident(b.way.id))
        number = Markup(" data-number") if isinstance(b.option.params[0], Number) else NOTHING
        sent = Markup(' name="p.{name}" value="{value}"{number}').format(
            name=b.option.params[0].name, value=b.way.id, number=number
        )
    else:
        # Where no figure says what it is good for, its words do; else what a number does not say.
        tells = look == "way last" or (b.costs and not b.option.figures)
        says, at, sent = _about(b) or (b.option.says if tells else b.option.hint), NOTHING, NOTHING
    return Markup(
        '<button class="{look}" id="{name}-go{at}" form="{name}"{sent}><b>{label}</b>{worth}{says}{price}{risks}</button>'
    ).format(
        look=look,
        name=name,
        at=at,
        sent=sent,
        label=_label(b),
        worth=Markup('<span class="worth">{words}</span>').format(words=said(figures[:1])) if figures else NOTHING,
        says=Markup("<small>{words}</small>").format(words=says) if says else NOTHING,
        price=Markup('<span class="tag">{words}</span>').format(words=price) if price else NOTHING,
        risks=Markup('<small class="danger">{words}</small>').format(words=b.risks) if b.risks else NOTHING,
    )


def _about(b: Button) -> str:
    """What a way is about as it is chosen, where its button does not name it."""
    found = aim(b.option, b.choice)
    return "" if found and str(esc(found)) in str(_label(b)) else found


def _label(b: Button) -> Markup | str:
    """What stands on the button: with script what is chosen, without it what the option is called."""
    if b.sends and b.way:
        return b.way.label
    words = button_words(b.option, b.choice) or (b.way.label if b.way else "")
    both = Markup('<span class="js">{words}</span><noscript>{label}</noscript>')
    return both.format(words=words, label=b.option.label) if words else b.option.label
