"""`cliffhanger odds`: an exact answer to a game's question, in words, as a fraction, and as a law drawn in bars."""

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn

import click

from cliffhanger.games import game as load
from cliffhanger.games import names
from cliffhanger.kernel.game import Answer, Game, Parameter, Question
from cliffhanger.odds.ask import Best, as_data, ask, filled, named, near, unit
from cliffhanger.odds.errors import OutOfRange

BAR = 30
EIGHTHS = " ▏▎▍▌▋▊▉█"
WORDS = (
    (Fraction(1, 20), "Hardly ever"),
    (Fraction(1, 5), "Unlikely"),
    (Fraction(2, 5), "Less likely than not"),
    (Fraction(3, 5), "About even"),
    (Fraction(4, 5), "More likely than not"),
    (Fraction(19, 20), "Likely"),
)


class Unanswered(click.ClickException):
    """What was asked cannot be answered: one sentence on stderr, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:  # noqa: ANN401  (click's own signature)
        """The sentence and nothing else."""
        click.echo(self.format_message(), err=file is None, file=file)


@click.command("odds")
@click.argument("game", required=False)
@click.argument("question", required=False)
@click.argument("given", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("--list", "listed", is_flag=True, help="List the questions, of all games or of GAME.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with exact fractions.")
def command(game: str | None, question: str | None, given: tuple[str, ...], listed: bool, as_json: bool) -> None:
    """Answer an odds QUESTION of a GAME exactly.

    Parameters are given as KEY=VALUE; those left out take their defaults.
    """
    if listed or (game is not None and question is None):
        games = [_game(game)] if game is not None else [load(name) for name in names()]
        click.echo(_json([row for each in games for row in _rows(each)]) if as_json else "\n".join(_told(games)))
        return
    if game is None or question is None:
        _stop("Name a game and a question, or see them all with: cliffhanger odds --list")
    found = _game(game)
    try:
        asked = named(found.questions, question)
        values = filled(asked, _pairs(given))
        answer = ask(asked, values)
    except OutOfRange as error:
        _stop(str(error))
    click.echo(
        _json(as_data(found.id, asked, values, answer)) if as_json else "\n".join(_page(found, asked, values, answer))
    )


def _stop(why: str) -> NoReturn:
    raise Unanswered(why)


def _game(name: str) -> Game[Any]:
    known = name.replace("-", "_")
    if known not in names():
        _stop(f"There is no game {name[:40]!r}: {near(known, names())}")
    return load(name)


def _pairs(given: Iterable[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for each in given:
        key, sign, value = each.partition("=")
        key = key.strip().replace("-", "_")
        if not sign or not key:
            raise OutOfRange(f"{each[:40]!r} is no parameter: write it as KEY=VALUE, without spaces.")
        if key in values:
            raise OutOfRange(f"{key} is given twice: keep one.")
        values[key] = value.strip()
    return values


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _rows(game: Game[Any]) -> Iterator[dict[str, object]]:
    for q in game.questions:
        rows = [_parameter(p) for p in q.parameters]
        yield {"game": game.id, "question": q.name, "title": q.title, "parameters": rows}


def _parameter(p: Parameter) -> dict[str, object]:
    """A parameter as data; one with named values lists them, and goes from the first to the last."""
    low, high = (p.values[0], p.values[-1]) if p.type == "choice" else (p.low, p.high)
    row: dict[str, object] = {"name": p.name, "type": p.type, "low": low, "high": high, "default": p.default}
    return row | {"values": list(p.values)} if p.values else row


def _told(games: Iterable[Game[Any]]) -> Iterator[str]:
    for game in games:
        for q in game.questions:
            yield f"{game.id} {q.name}: {q.title}"
            for p in q.parameters:
                yield f"    {p.name}={p.default}  {p.title} ({_range(p)})"


def _range(p: Parameter) -> str:
    """What a parameter may be."""
    values, numbers = " | ".join(p.values), f"{p.low} to {p.high}"
    ranges = {
        "choice": values,
        "faces": f"faces, {numbers}, as in 3,4,6",
        "dice": f"{numbers} dice of {values}, as in 8,8,6",
        "pools": f"{numbers} pools of dice of {values}, as in 8,6+6,6",
    }
    return ranges.get(p.type, numbers)


def _page(game: Game[Any], question: Question, values: dict[str, int | str], answer: Answer) -> Iterator[str]:
    """The answer for a person: words first, then the figure, then the whole law."""
    shown = [f"{p.name} {values[p.name]}" for p in question.parameters if _says_something(p, values[p.name])]
    yield f"{game.title}: {question.title}"
    yield ", ".join(shown)
    yield ""
    chance = unit(question, answer) == "chance"
    yield f"{_words(answer.value)}: {_percent(answer.value)}" if chance else f"On average {float(answer.value):.4g}"
    yield f"Exactly {answer.value}"
    if isinstance(answer, Best):
        yield f"That is, {answer.says}"
    if answer.law:
        yield ""
        yield from _bars(answer.law)
    if answer.notes:
        yield ""
        width = max(len(name) for name, _ in answer.notes)
        for name, figure in answer.notes:
            yield f"{name:<{width}}  {_figure(name, figure)}"


def _says_something(p: Parameter, value: int | str) -> bool:
    """What was chosen does, and of what stands by default a number that counts something: not none, nor one that follows.

    So does a pool of dice.
    """
    return value != p.default or (isinstance(value, int) and value > 0) or (p.type == "dice" and bool(value))


def _figure(name: str, figure: Fraction) -> str:
    """A note's figure: names that begin with `mean` count something, the others are chances."""
    counts = name.startswith("mean") or not 0 <= figure <= 1
    return f"{float(figure):.4g} ({figure})" if counts else f"{_percent(figure)} ({figure})"


def _words(chance: Fraction) -> str:
    if chance in (0, 1):
        return "Certain" if chance else "Impossible"
    return next((words for limit, words in WORDS if chance < limit), "Almost certain")


def _percent(chance: Fraction) -> str:
    """A chance in percent; what is neither 0 nor 1 never reads as if it were."""
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    tenths = round(chance * 1000)
    if not 0 < tenths < 1000:
        return "below 0.1 %" if tenths == 0 else "above 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def _bars(law: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    """One line for each outcome; the longest bar is the likeliest one."""
    top = max(chance for _, chance in law)
    width = max(len(outcome) for outcome, _ in law)
    for outcome, chance in law:
        eighths = round(chance / top * BAR * 8) if top else 0
        bar = "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
        yield f"{outcome:>{width}}  {_percent(chance):>11}  {bar}".rstrip()
