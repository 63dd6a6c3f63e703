"""A chance is a number, a bar and, on asking, its law as a plot."""

from collections.abc import Sequence
from fractions import Fraction

from cliffhanger.web.page.amounts import amount, percent
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.view import Figure

WIDTH, HEIGHT, BASE, TOP = 300, 112, 92, 80
SHOWN = 16  # bars at most
DOCKED = 3  # figures beside the button; more of them stand above it
REMEMBERED = 512
MEANS = "mean"  # the name of a note that counts something begins so
SHORT = {"under 1": "&lt;1", "over 99": "&gt;99"}
Law = Sequence[tuple[str, Fraction]]
_plots: dict[int, tuple[Law, str]] = {}


def chance(name: str, figures: tuple[Figure, ...]) -> str:
    """Show what an option is worth; an empty place keeps its id, so that a figure may come later."""
    if not figures:
        return f'<div class="chance" id="{name}"></div>'
    head, *more = figures
    if head.unit == "mean":
        number = f'<span class="num">{amount(head.value)}</span>'
    else:
        number = f'<span class="num">{percent(head.value)}<span class="pct"> %</span></span>'
    words = esc(head.words) + "".join(f"; {_also(each)}" for each in more[: DOCKED - 1])
    return f'<div class="chance" id="{name}"><span>{number} <span>{words}</span></span>{_bar(figures)}</div>'


def _also(figure: Figure) -> str:
    value = amount(figure.value) if figure.unit == "mean" else f"{percent(figure.value)}&nbsp;%"
    return f"{value} {esc(figure.words)}"


def brief(figures: tuple[Figure, ...]) -> str:
    """What an option is worth in one word, for its chip; nothing where nobody knows, or where it takes more words."""
    if not figures or not figures[0].alone:
        return ""
    head = figures[0]
    value = amount(head.value) if head.unit == "mean" else f"{percent(head.value)}&nbsp;%"
    return f' <span class="tag worth">{value}<span class="sr"> {esc(head.words)}</span></span>'


def _bar(figures: tuple[Figure, ...]) -> str:
    parts = sorted((f.value for f in figures[:2] if f.unit == "chance"), reverse=True)
    if not parts:
        return ""
    wide, sure = (parts[0], parts[1]) if len(parts) > 1 else (Fraction(0), parts[0])
    return (
        '<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="w" width="{float(wide) * 100:.1f}" height="6"/>'
        f'<rect class="v" width="{float(sure) * 100:.1f}" height="6"/></svg>'
    )


def laws(name: str, figures: tuple[Figure, ...]) -> str:
    """The figures that have no room beside the button; folded, the laws behind all of them, and what else they say.

    A law or a row of notes that several figures share stands there once.
    """
    seen: list[Law] = []
    shown = []
    for at, figure in enumerate(figures):
        new = [each for each in (figure.law, figure.notes) if len(each) > 1 and each not in seen]
        seen += new
        inner = "".join(plot(each) if each is figure.law else _noted(each) for each in new)
        if inner:
            shown.append(
                f'<details class="law" id="{name}-{at}"><summary>How likely each outcome is: {esc(figure.words)}'
                f"</summary>{inner}</details>"
            )
    rest = ". ".join(_also(each) for each in figures[DOCKED:])
    return (f'<p class="says">{rest}.</p>' if rest else "") + "".join(shown)


def _noted(notes: Law) -> str:
    """What else an answer says, a line each: every split of some points, say, the best first."""
    rows = "".join(
        f"<li>{esc(name)} <span>{amount(value) if name.startswith(MEANS) else percent(value) + '&nbsp;%'}</span></li>"
        for name, value in notes
    )
    return f'<ul class="lines">{rows}</ul>'


def plot(law: Law) -> str:
    """Draw a law as bars. A server keeps its laws, so a law that was drawn is known again by being the same object."""
    drawn = _plots.get(id(law))
    if drawn is None or drawn[0] is not law:
        if len(_plots) >= REMEMBERED:
            _plots.clear()
        drawn = _plots[id(law)] = (law, _plotted(law))
    return drawn[1]


def _plotted(law: Law) -> str:
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
        short = percent(value)
        drawn.append(
            f'<rect class="v" x="{left + step * 0.14:.1f}" y="{BASE - height:.1f}" width="{step * 0.72:.1f}" '
            f'height="{height:.1f}"/><text x="{middle:.1f}" y="{BASE - height - 4:.1f}">{SHORT.get(short, short)}</text>'
            f'<text x="{middle:.1f}" y="104">{esc(outcome)}</text>'
        )
    said = ", ".join(f"{outcome}: {percent(value)} percent" for outcome, value in law)
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{esc(said)}">'
        f'<line x1="6" y1="{BASE}" x2="{WIDTH - 6}" y2="{BASE}"/>{"".join(drawn)}</svg>'
    )
