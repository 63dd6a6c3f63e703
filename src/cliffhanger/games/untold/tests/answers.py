"""The questions as tests ask them, and the figures of the catalogue as it prints them."""

from cliffhanger.games.untold.odds.distributions import joint_within
from cliffhanger.games.untold.odds.questions import QUESTIONS
from cliffhanger.odds.ask import ask, named


def answer(question, **given):
    return ask(named(QUESTIONS, question), given)


def value(question, **given):
    return answer(question, **given).value


def notes(question, **given):
    return dict(answer(question, **given).notes)


def law(question, **given):
    return dict(answer(question, **given).law)


def thrown(pool, chain):
    """The joint law where no chain is longer; `test_odds_laws` counts its faces by hand."""
    joined = joint_within(pool, chain)
    return {x: joined[x] for x in joined.ways}


def printed(chance, places=4):
    """A figure as the catalogue prints it: .3333"""
    return f"{float(chance):.{places}f}".removeprefix("0")
