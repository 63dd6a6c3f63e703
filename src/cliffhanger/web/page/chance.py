"""A chance is a number, a bar and, on asking, its law as a plot."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from cliffhanger.kernel.translation import SPOKEN
from cliffhanger.web.page.amounts import amount, percent, percent_sign
from cliffhanger.web.page.html import NOTHING, Markup, esc, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.view import Figure

WIDTH, HEIGHT, BASE, TOP = 300, 112, 92, 80
SHOWN = 16  # bars at most
DOCKED = 2  # figures beside the button; more of them stand above it
SHORT = 22  # so many letters stand beside a figure on a chip; of more it is only said what they are
POOR = Fraction(1, 3)  # below this a roll is a poor one, where a step would make it better
SLIM = Fraction(1, 10)  # below this it is not what one would do where something else may be done
SLIGHT = Fraction(1, 100)  # below this it is no chance of the end, where something is reached step by step
FAINT = Fraction(1, 20)  # below this there is no chance worth having
REMEMBERED = 512
PARTS = 4  # so much that can happen is told beside a bar; of more the law says it
MEANS = "mean"  # the name of a note that counts something begins so
Law = Sequence[tuple[str, Fraction]]
_plots: dict[tuple[int, str], tuple[Law, Markup]] = {}


def chance(name: str, figures: tuple[Figure, ...]) -> Markup:
    """Show what an option is worth; an empty place keeps its id, so that a figure may come later."""
    if not figures:
        return Markup('<div class="chance" id="{name}"></div>').format(name=name)
    return Markup('<div class="chance" id="{name}"><span>{words}</span>{bar}{step}</div>').format(
        name=name, words=said(_said_at_once(figures)), bar=_bar(figures), step=_step(figures)
    )


def _said_at_once(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    return tuple(each for each in figures[:DOCKED] if not each.step)


def _step(figures: tuple[Figure, ...]) -> Markup:
    """What one step further would make of the first figure: "one more point: 8 % → 19 %"."""
    found = next((each for each in figures[:DOCKED] if each.step), None)
    if found is None:
        return NOTHING
    words = Markup('<span class="one-more">{step}: <b>{now} → {then}</b></span>')
    now, then = (_value(each.value, mean=each.unit == "mean") for each in (figures[0], found))
    return (
        words.format(step=found.step, now=now, then=then) if now != then else NOTHING
    )  # nobody pays for what is not seen


def said(figures: tuple[Figure, ...]) -> Markup:
    """Figures as a number and words, the first of them large."""
    head, *more = figures
    if head.unit == "mean":
        number = Markup('<span class="num">{amount}</span>').format(amount=amount(head.value))
    else:
        share = percent(head.value)
        number = Markup('<span class="num{long}">{share}<span class="pct"> %</span></span>').format(
            long="" if share.isdigit() else " long", share=share
        )
    words = Markup("; ").join((head.words, *map(_also, more)))
    return Markup("{number} <span>{words}</span>").format(number=number, words=words)


def _also(figure: Figure) -> Markup:
    return Markup("{value} {words}").format(value=_value(figure.value, mean=figure.unit == "mean"), words=figure.words)


def value_of(figure: Figure) -> str:
    """A figure without words: `15 %`, or a number."""
    return _value(figure.value, mean=figure.unit == "mean")


def _value(value: Fraction, *, mean: bool) -> str:
    return amount(value) if mean else Markup("{percent}&nbsp;%").format(percent=percent(value))


def hopeless(figures: tuple[Figure, ...], others: Iterable[tuple[Figure, ...]]) -> bool:
    """Whether there is no chance at all, as the first figure has it, where something else has one."""
    return _hope(figures) == 0 and any(_hope(each) or 0 for each in others)


def poor(figures: tuple[Figure, ...]) -> bool:
    """Whether the first figure is a low chance that a step at hand would raise."""
    hope = _hope(figures)
    return hope is not None and hope < POOR and any(each.step and each.value > hope for each in figures)


def slim(figures: tuple[Figure, ...], others: Iterable[tuple[Figure, ...]]) -> bool:
    """Whether the first figure hardly ever comes true, where something else may be done that is not known to be no better."""
    hope = _hope(figures)
    if hope is None or hope >= SLIM:
        return False
    found = map(_hope, others)
    return any(each is None or each > hope for each in found)


def faint(figures: tuple[Figure, ...]) -> bool:
    """Whether no chance among the figures, as things lie or at best, is worth having; not where none is known."""
    chances = [each.value for each in figures if each.unit == "chance"]
    return bool(chances) and max(chances) < FAINT


def _hope(figures: tuple[Figure, ...]) -> Fraction | None:
    """The chance that stands for an option; None where nobody knows one that may be compared."""
    return figures[0].value if figures and figures[0].alone and figures[0].unit == "chance" else None


def brief(figures: tuple[Figure, ...], *, full: bool = False) -> Markup:
    """What an option is worth in a few words, for its chip; nothing where nobody knows, or where it takes more words.

    Where it is not opened first, and there is room, it says in `full` what the number is of; else as far as that is short.
    What is reached step by step and not at once says nothing: no chance of the end is no reason against a step.
    """
    if not figures or not figures[0].alone or _a_step(figures):
        return Markup("")
    head = figures[0]
    value = _value(head.value, mean=head.unit == "mean")
    words, comma, more = head.words.partition(", ")
    if full:
        words, comma, more = head.words, "", ""
    elif len(words) > SHORT:
        words, comma, more = "", "", f" {head.words}"
    shown = Markup("<span> {words}</span>").format(words=words) if words else NOTHING
    rest = Markup('<span class="sr">{more}</span>').format(more=f"{comma}{more}") if more else NOTHING
    return Markup(' <span class="tag worth">{value}{shown}{rest}</span>').format(value=value, shown=shown, rest=rest)


def at_best(rows: Iterable[tuple[Figure, ...]]) -> Markup:
    """What the best of several options is worth, for the tile of what they have in common; nothing where nobody knows."""
    best = max(
        (row for row in rows if _hope(row) is not None and not _a_step(row)), key=lambda row: row[0].value, default=()
    )
    if not best:
        return NOTHING
    value = Markup("{percent}&nbsp;%").format(percent=percent(best[0].value))
    exact = percent(best[0].value).isdigit()  # "under 1" is a bound already
    words = esc(_("up to {chance}")).format(chance=value) if exact and best[0].value else value
    return Markup(' <span class="tag worth">{words}<span> {of}</span></span>').format(
        words=words, of=best[0].words.partition(", ")[0]
    )


def _a_step(row: tuple[Figure, ...]) -> bool:
    return row[0].split and row[0].value < SLIGHT


SOON = Markup(
    ' <span class="tag worth soon" aria-hidden="true">&nbsp;</span>'
)  # the room of a figure that is still to come


def _bar(figures: tuple[Figure, ...]) -> Markup:
    if figures[0].split and len(figures[0].law) <= PARTS:
        return _shares(figures[0])
    shown = (f for f in figures[:2] if f.unit == "chance" and not (f.step and f.value < figures[0].value))
    parts = sorted((f.value for f in shown), reverse=True)
    if not parts:
        return Markup("")
    wide, sure = (parts[0], parts[1]) if len(parts) > 1 else (Fraction(0), parts[0])
    return Markup(
        '<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="w" width="{wide}" height="6"/><rect class="v" width="{sure}" height="6"/></svg>'
    ).format(wide=f"{float(wide) * 100:.1f}", sure=f"{float(sure) * 100:.1f}")


def _shares(figure: Figure) -> Markup:
    """All that can happen as the parts of one bar, each as wide as it is likely: what the figure is of stands out."""
    left, parts = 0.0, []
    for words, share in figure.law:
        parts.append(
            Markup('<rect class="{kind}" x="{left}" width="{wide}" height="6"/>').format(
                kind="v" if words == figure.words else "b", left=f"{left:.1f}", wide=f"{float(share) * 100:.1f}"
            )
        )
        left += float(share) * 100
    return Markup(
        '<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">{parts}</svg>'
    ).format(parts=joined(parts))


def split(figures: tuple[Figure, ...]) -> Markup:
    """All that can happen, in words with its share, in the order of the bar; nothing where that is not told in words."""
    if not (figures and figures[0].split and len(figures[0].law) <= PARTS):
        return NOTHING
    rows = joined(
        Markup("<li><b>{value}</b> {words}</li>").format(value=_value(share, mean=False), words=words)
        for words, share in figures[0].law
        if share
    )
    return Markup('<ul class="split">{rows}</ul>').format(rows=rows)


def laws(name: str, figures: tuple[Figure, ...], beside: int = DOCKED) -> Markup:
    """Folded, the laws behind all figures, what else they say, and first the figures that have no room `beside` the button.

    A law or a row of notes that several figures share stands there once. Where there is none, those figures stand open.
    """
    seen: list[Law] = []
    shown = []
    for figure in figures:
        if figure.step:  # its law is that of the first with a step more, and stands in the notes of that one
            continue
        new = [each for each in (figure.law, figure.notes) if len(each) > 1 and each not in seen]
        seen += new
        if new:
            shown.append(Markup('<p class="of-list">{words}</p>').format(words=figure.words))
        shown += (plot(each) if each is figure.law else _noted(each) for each in new)
    more = Markup(". ").join(map(_also, figures[beside:]))
    rest = Markup('<p class="says">{more}.</p>').format(more=more) if more else NOTHING
    if not shown:
        return rest
    folded = Markup('<details class="law" id="{name}-law"><summary>{words}</summary>{inner}</details>')
    return folded.format(name=name, words=_("All outcomes"), inner=joined((rest, *shown)))


def _noted(notes: Law) -> Markup:
    """What else an answer says, a line each: every split of some points, say, the best first."""
    rows = joined(
        Markup("<li>{name} <span>{value}</span></li>").format(
            name=name, value=_value(value, mean=name.startswith(MEANS))
        )
        for name, value in notes
    )
    return Markup('<ul class="lines">{rows}</ul>').format(rows=rows)


def plot(law: Law) -> Markup:
    """Draw a law as bars. A server keeps its laws, so a law that was drawn is known again by being the same object."""
    key = (id(law), SPOKEN.get())
    drawn = _plots.get(key)
    if drawn is None or drawn[0] is not law:
        if len(_plots) >= REMEMBERED:
            _plots.clear()
        drawn = _plots[key] = (law, _plotted(law))
    return drawn[1]


def _plotted(law: Law) -> Markup:
    """A long tail is added up at its end."""
    if len(law) > SHOWN:
        rest = sum((value for _, value in law[SHOWN - 1 :]), Fraction(0))
        law = (*law[: SHOWN - 1], (f"{law[SHOWN - 1][0]}…", rest))
    highest = float(max(value for _, value in law)) or 1.0
    step = (WIDTH - 12) / len(law)
    drawn = []
    for at, (outcome, value) in enumerate(law):
        height = float(value) / highest * (TOP - 5)
        left, middle = 6 + at * step, 6 + (at + 0.5) * step
        drawn.append(
            Markup(
                '<rect class="v" x="{left}" y="{top}" width="{width}" height="{height}"/>'
                '<text x="{middle}" y="{above}">{percent}</text><text x="{middle}" y="104">{outcome}</text>'
            ).format(
                left=f"{left + step * 0.14:.1f}",
                top=f"{BASE - height:.1f}",
                width=f"{step * 0.72:.1f}",
                height=f"{height:.1f}",
                middle=f"{middle:.1f}",
                above=f"{BASE - height - 4:.1f}",
                percent=percent_sign(value),
                outcome=outcome,
            )
        )
    said = ", ".join(
        _("{outcome}: {percent} percent").format(outcome=outcome, percent=percent(value)) for outcome, value in law
    )
    return Markup(
        '<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{said}">'
        '<line x1="6" y1="{base}" x2="{right}" y2="{base}"/>{parts}</svg>'
    ).format(width=WIDTH, height=HEIGHT, said=said, base=BASE, right=WIDTH - 6, parts=joined(drawn))
