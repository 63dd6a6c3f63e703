"""Alone, the first roll that lies ready is one a beginner may well make: neither hopeless nor a matter of form."""

from collections.abc import Iterator
from random import Random

import pytest

from cliffhanger import games
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option, awaited
from cliffhanger.kernel.params import first
from cliffhanger.kernel.pool import pool_of
from cliffhanger.odds.ask import ask, named
from cliffhanger.odds.worth import Walks
from cliffhanger.table import opening
from cliffhanger.table.session import Table
from cliffhanger.web.page.offers import by_window, lit
from cliffhanger.web.page.ways import lit_way, taken, ways

AT = "2026-01-01T00:00:00Z"
SEEDS, ENOUGH, MOST = 40, 36, 80
LOW, HIGH = 0.45, 0.75
MADE = {"blockbuster": ("harms", "hurts"), "plot_twist": ("hits", "hits_so"), "untold": ("made",)}
"""What it is to make it, in each game: what an attack is for, as far as it has come, the difficulty reached."""


class Alone:
    """A table of one person and bots, as "Play alone" opens it; the person presses what is lit."""

    def __init__(self, name: str, seed: int) -> None:
        self.game, self.rng = games.game(name), Random(seed)
        setup = self.game.ready(3, {})
        self.own = next(seat.id for seat in setup.seats if seat.role not in self.game.masters)
        self.table = Table.open(self.game, setup, table_id="x", key=seed.to_bytes(32, "big"), at=AT)
        while (act := opening.lying(self.table, self.own)) is not None:
            self.put(act)

    def put(self, act: Act) -> None:
        done = self.table.put(act, id=f"o{self.table.head.n}", seat=act.seat, at=AT)
        assert done.refusal is None
        self.table.committed(done.entries[-1].n)

    def goes_on(self) -> Iterator[tuple[Option, Act]]:
        """What is done next, whose ever it is: theirs as it is lit, bots' as bots choose. It is put when the next is asked for."""
        for _ in range(MOST):
            waiting = self.table.head.waiting
            seats = [each.seat for each in awaited(waiting)]
            seat = self.own if self.own in seats else seats[0]
            options = tuple(each.option for each in waiting if each.seat == seat)
            option = next(filter(None, map(lit, by_window(options).values())), None) if seat == self.own else None
            if option is None:
                act = self.game.bot(self.table.view(seat), seat, options, self.rng)
                found = [each for each in options if (each.window, each.key) == (act.window, act.key)]
                option = found[0] if found else Option(seat, act.window, act.key, "")  # one that is always there
            else:
                lies = taken(option, lit_way(option)) if ways(option) else first(option.params)
                act = Act(seat, option.window, option.key, lies)
            yield option, act
            self.put(act)
        raise AssertionError("they never roll")

    def first_chance(self, figures: tuple[str, ...]) -> float:
        """The chance of the person's first roll that has one."""
        for option, act in self.goes_on():
            thrown = pool_of(option, act.choice)
            figure = next((each for each in figures if each in option.figures), "")
            if act.seat == self.own and thrown and thrown.thrown and figure:
                return float(
                    Walks(self.game, self.table.view(self.own)).worth(act, self.game.figure_by_id[figure]).value
                )
        raise AssertionError

    def first_against(self, question: str) -> float:
        """The chance that the person's first roll wins against the roll that meets it."""
        own = ""
        for option, act in self.goes_on():
            if option.key == "roll" and (thrown := pool_of(option, act.choice)) and thrown.thrown:
                dice = " ".join(str(die.size) for row in thrown.sources for die in row.dice)
                if own and act.seat != self.own:
                    return float(ask(named(self.game.questions, question), {"own": own, "against": dice}).value)
                own = own or dice
        raise AssertionError


@pytest.mark.parametrize("name", MADE)
def test_alone_the_first_roll_with_a_chance_is_fair_to_a_beginner(name):
    chances = [Alone(name, seed).first_chance(MADE[name]) for seed in range(SEEDS)]
    assert min(chances) >= LOW, sorted(chances)  # hopeless in no start at all
    assert sum(each <= HIGH for each in chances) >= ENOUGH, sorted(chances)


def test_alone_the_first_roll_of_a_contest_is_fair_to_a_beginner():
    chances = [Alone("smallville", seed).first_against("opposed") for seed in range(SEEDS)]
    assert sum(LOW <= each <= HIGH for each in chances) >= ENOUGH, sorted(chances)


def test_every_game_is_held_to_it():
    assert {*MADE, "smallville"} == set(games.names())
