"""The conversation of `cliffhanger solo`: draws, asks, reads a line, acts. All of it goes through one `Terminal`."""

import sys
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from shutil import get_terminal_size

import click
from msgspec import structs

from cliffhanger.cli._draw import WIDTH, draw, page, placed, plain, wrapped
from cliffhanger.cli._introduction import primer_lines, said_in, term_line
from cliffhanger.cli._language import _
from cliffhanger.cli._offers import (
    Menu,
    draw_menu,
    draw_param,
    forced,
    in_words,
    long,
    menu,
    read_answer,
    shown,
    summary,
)
from cliffhanger.cli._sitting import Sitting
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Group, Panel
from cliffhanger.kernel.params import Choice, Pick, Text, reached, spoken, unasked, validate
from cliffhanger.kernel.translation import of_package


def help_lines() -> list[str]:
    """What can be typed, each with what it does."""
    rows = (
        (_("Enter"), _("take what > marks, and at a question what stands in brackets")),
        ("1, 2, ...", _("choose; what the choice asks for is asked one by one (< goes back)")),
        ("+", _("at a long list: all of it")),
        ("l", _("look: everything on the table, with what you may not do now, and why")),
        ("o 2", _("odds: what option 2 is worth with what lies chosen")),
        ("w 2", _("why: the rule that option 2 rests on")),
        ("u", _("undo: back to before your last act (u 7: to after entry 7 of the log)")),
        ("log", _("what has happened, numbered")),
        ("p", _("primer: the game in two minutes (p stress: one of its words)")),
        ("q", _("quit")),
    )
    return [f"{typed:<10} {does}" for typed, does in rows]


class Quit(Exception):
    """The person has had enough, or there is nothing more to read."""


class Terminal:
    """Writes lines that fit, and reads lines; knows nothing of games."""

    def __init__(self) -> None:
        self.width = min(100, get_terminal_size((WIDTH, 24)).columns)
        encoding = (getattr(sys.stdout, "encoding", "") or "ascii").lower()
        self.signs = encoding.startswith("utf")
        self.live = sys.stdin.isatty()

    def say(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            click.echo(line if self.signs else plain(line))

    def speak(self, text: str) -> None:
        """Write a sentence, folded to the width."""
        self.say(wrapped(text, self.width))

    def read(self, prompt: str) -> str:
        """Read one line; Quit at the end of the input. What comes from a pipe is shown, as if it had been typed."""
        try:
            typed = input(prompt if self.signs else plain(prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise Quit from None
        if not self.live:
            click.echo(typed)
        return typed


class Loop:
    """Plays a sitting to its end, or until the person quits. `auto` decisions are left to the bot first."""

    def __init__(self, sitting: Sitting, terminal: Terminal, auto: int = 0) -> None:
        self.sitting, self.terminal, self.auto = sitting, terminal, auto
        self.package = sitting.table.game.package
        self._drawn: dict[str, Panel] = {}

    def play(self) -> None:
        """Play."""
        try:
            while True:
                for _acted in self.sitting.bots_act():
                    self._tell()
                self._tell()
                if self.sitting.over:
                    self._end()
                    return
                self._turn()
        except Quit:
            self.terminal.speak(_("You leave the table."))

    def _tell(self) -> None:
        for sentence in self.sitting.news():
            self.terminal.say(wrapped(f"• {sentence}", self.terminal.width))

    def _end(self) -> None:
        self.terminal.say(["", *page(self.sitting.panels, self.terminal.width), ""])
        over = self.sitting.over or Over()
        if over.says:
            self.terminal.speak(over.says)
        figures = ", ".join(f"{name} {figure}" for name, figure in over.scores)
        self.terminal.speak(_("It is over: {figures}.").format(figures=figures) if figures else _("It is over."))

    def _turn(self) -> None:
        """One decision of the person."""
        suggested, waives = self.sitting.suggestion(), self.sitting.may_step_in
        where = (suggested.window, suggested.key) if suggested else None
        options = menu(self.sitting.options, where, waives=waives)
        if not options.open:
            self.terminal.speak(_("Nobody is asked anything, and nothing more can happen."))
            raise Quit
        if self.auto > 0 and suggested:
            self.auto -= 1
            self._automatic(suggested)
            return
        if self.auto > 0 and waives:
            self.sitting.waive()
            return
        self._show()
        for sentence in self.sitting.befell():
            self.terminal.say(wrapped(f"! {sentence}", self.terminal.width))
        marked = options.marked
        worth = self._worth(marked, self.sitting.start(marked, suggested)) if marked else ""
        self.terminal.say(
            [
                "",
                *draw_menu(options, self.terminal.width, everything=False, worth=worth, package=self.package),
            ]
        )
        while not self._command(self.terminal.read("> "), options, suggested):
            pass

    def _automatic(self, suggested: Act) -> None:
        option = next(o for o in self.sitting.options if (o.window, o.key) == (suggested.window, suggested.key))
        self.terminal.say(wrapped(f"> {summary(option, suggested.choice)}", self.terminal.width))
        self._answered(self.sitting.act(option, suggested.choice))

    def _show(self) -> None:
        """Draw the stage, and beside it only what has changed since it was last drawn."""
        for panel in placed(self.sitting.panels):
            name = panel.id if isinstance(panel, Group) else repr(panel)
            stage = isinstance(panel, Group) and panel.place == "stage"
            closed = isinstance(panel, Group) and panel.folded and name in self._drawn
            if stage or (self._drawn.get(name) != panel and not closed):
                self.terminal.say(["", *draw(panel, self.terminal.width)])
            self._drawn[name] = panel

    def _command(self, typed: str, options: Menu, suggested: Act | None) -> bool:
        """Do what was typed; whether the turn is over."""
        word, _blank, rest = typed.partition(" ")
        if not typed and options.waives:
            self.sitting.waive()
            return True
        option = options.number(typed) if typed else options.marked
        if option:
            return self._choose(option, suggested)
        match word:
            case "q" | "quit":
                raise Quit
            case "?" | "h" | "help":
                self.terminal.say(help_lines())
            case "l" | "look":
                self.terminal.say(["", *page(self.sitting.panels, self.terminal.width, everything=True), ""])
                self.terminal.say(draw_menu(options, self.terminal.width, package=self.package))
            case "o" | "odds":
                self._odds(options, rest, suggested)
            case "w" | "why":
                self._why(options, rest)
            case "log":
                self._log()
            case "p" | "primer":
                self._primer(rest)
            case "u" | "undo":
                return self._undo(rest)
            case _:
                self.terminal.speak(
                    _("{typed} is nothing to choose here: a number from the list, or ? for help.").format(
                        typed=f"{typed!r:.40}"
                    )
                )
        return False

    def _choose(self, option: Option, suggested: Act | None) -> bool:
        """Ask for what an option wants to know, and take it."""
        choice = dict(self.sitting.start(option, suggested))
        for each in option.params:
            p = reached(each, choice)
            if p is None:  # it stands within a choice that holds nothing it could be about
                choice[each.name] = unasked(each)
                continue
            p = structs.replace(p, within="")
            if isinstance(p, Text) and p.ready:
                said = partial(of_package, self.sitting.table.game.package)
                p, choice[p.name] = spoken(p, said), said(str(choice.get(p.name, "")))
            if isinstance(p, Pick) and p.name in choice:
                choice[p.name] = tuple(item.id for item in p.items if item.id in _several(choice[p.name]))
            everything = False
            while not forced(p):
                self.terminal.say(draw_param(p, choice.get(p.name, ""), self.terminal.width, everything=everything))
                *lines, prompt = wrapped(
                    f"{p.label or p.name} [{shown(p, choice.get(p.name, ''))}]:", self.terminal.width - 1
                )
                self.terminal.say(lines)
                typed = self.terminal.read(f"{prompt} ")
                if typed == "<":
                    return False
                if everything := typed == "+" and long(p):
                    continue
                try:
                    answer = read_answer(p, _from_file(typed) if hasattr(p, "form") else typed, choice.get(p.name, ""))
                except ValueError as error:
                    self.terminal.speak(str(error))
                    continue
                if why := validate((p,), {p.name: answer}):
                    self.terminal.speak(why)
                    continue
                choice[p.name] = answer
                break
        if option.params and (told := in_words(option, choice, self.package)):
            self.terminal.speak(told)
        if option.params and (worth := self._worth(option, choice)):
            self.terminal.speak(worth)
        return self._answered(self.sitting.act(option, choice))

    def _worth(self, option: Option, choice: Choice) -> str:
        """What a choice is worth, in a line; empty where there is nothing to reckon."""
        figures = self.sitting.odds(option, choice)
        return ", ".join(f"{words}: {figure_in_words(value, chance=chance)}" for words, value, chance in figures)

    def _answered(self, refusal: Refusal | None) -> bool:
        if refusal:
            self.terminal.speak(str(refusal))
        return refusal is None

    def _picked(self, options: Menu, typed: str) -> Option | None:
        option = options.number(typed) if typed else options.marked
        if option is None:
            self.terminal.speak(
                _("There is no option {typed}: a number from the list, please.").format(typed=f"{typed!r:.20}")
            )
        return option

    def _odds(self, options: Menu, typed: str, suggested: Act | None) -> None:
        option = self._picked(options, typed)
        if option is None:
            return
        choice = self.sitting.start(option, suggested)
        worth = self._worth(option, choice)
        self.terminal.speak(
            f"{summary(option, choice)}: {worth}"
            if worth
            else _("{option} has no odds to tell.").format(option=option.label)
        )

    def _why(self, options: Menu, typed: str) -> None:
        option = self._picked(options, typed)
        if option:
            says = self.sitting.rule(option.rule)
            self.terminal.speak(
                f"{option.rule}: {says}"
                if says
                else option.rule or _("{option} rests on no rule.").format(option=option.label)
            )

    def _log(self) -> None:
        for entry in self.sitting.table.head.log:
            for sentence in self.sitting.heard(entry):
                self.terminal.say(wrapped(f"{entry.n:>4}  {sentence}", self.terminal.width))

    def _primer(self, word: str) -> None:
        """The game in five cards, or what one word of it means."""
        game = self.sitting.table.game
        if not game.primer and not game.glossary:
            self.terminal.speak(_("This game tells nothing of itself."))
        elif not word:
            self.terminal.say(primer_lines(game, self.terminal.width))
        elif found := next((each for each in game.glossary if said_in(each, word, game.package)), None):
            self.terminal.speak(term_line(found, game.package))
        else:
            self.terminal.speak(_("{word} is no word that this game explains: p tells which are.").format(word=word))

    def _undo(self, typed: str) -> bool:
        if typed and not (typed.isdecimal() and len(typed) < 9):
            self.terminal.speak(_("u goes back to before your last act; u 7 to after entry 7 of the log."))
            return False
        refusal = self.sitting.undo(int(typed) if typed else None)
        if not refusal:
            self.terminal.speak(_("You go back, as if it had not been done. The same dice will fall again."))
        return self._answered(refusal)


def _several(chosen: object) -> tuple[str, ...]:
    return chosen if isinstance(chosen, tuple) else ()


def figure_in_words(figure: Fraction, *, chance: bool) -> str:
    """`41.4 % (41/99)`, or a mean; long fractions are left out."""
    exact = f" ({figure})" if figure.denominator not in (1,) and len(str(figure)) <= 15 else ""
    return (
        f"{float(figure) * 100:.1f} %{exact}"
        if chance
        else _("{mean} on average").format(mean=f"{float(figure):.2f}") + exact
    )


def _from_file(typed: str) -> str:
    """`@sheet.toml` stands for what is written in that file."""
    if not typed.startswith("@"):
        return typed
    try:
        with open(typed[1:], encoding="utf-8") as file:  # noqa: PTH123
            return file.read(64_000)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(_("{file} cannot be read: {error}.").format(file=typed[1:], error=error)) from None
