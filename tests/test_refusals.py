"""What is refused after an act says what, why and the way out, to whom it is said: in all games of this repository."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from cliffhanger.games import game, names
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Number, Pick, Text, first
from cliffhanger.kernel.rules_catalogue import rule
from cliffhanger.kernel.step import step
from cliffhanger.table import table_events
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play, random_play


def wrong(option: Option) -> Iterator[tuple[str, dict]]:
    """Choices that do not fit what an option asks for: half filled, too much, closed, and what nobody offered."""
    lies = first(option.params)
    for p in option.params:
        yield "left out", {name: value for name, value in lies.items() if name != p.name}
        if isinstance(p, Pick):
            yield "unknown", lies | {p.name: ("nothing of the kind",)}
            yield "no list", lies | {p.name: "one"}
            if p.least:
                yield "none", lies | {p.name: ()}
            open_ = [item.id for item in p.items if not item.blocked]
            yield "too many", lies | {p.name: tuple(item.id for item in p.items) + ("more",) * p.most}
            if p.most > 1 and open_:
                yield "twice", lies | {p.name: tuple(open_[:1] * max(2, p.least))}
            if p.priced and len(open_) <= p.most:
                yield "too dear", lies | {p.name: tuple(open_)}
            for item in p.items:
                if item.blocked:
                    rest = [name for name in open_ if name != item.id][: max(0, p.least - 1)]
                    yield "closed", lies | {p.name: (item.id, *rest)}
                if item.beside:
                    yield "beside nothing", lies | {p.name: (item.id,)}
        elif isinstance(p, Number):
            yield "too high", lies | {p.name: p.high + 1}
            yield "too low", lies | {p.name: p.low - 1}
        elif isinstance(p, Text):
            yield "too long", lies | {p.name: "a" * (p.most + 1)}
            if p.least:
                yield "no words", lies | {p.name: ""}
            if p.form:
                yield "no file", lies | {p.name: "[skills]\nClimb = 'high'\nname ="}
    yield "more than asked", lies | {"else": 1}


def acts(option: Option) -> Iterator[tuple[str, Act]]:
    """Acts that an option cannot take."""
    if option.blocked:
        yield "not now", Act(option.seat, option.window, option.key, {})
        return
    for how, choice in wrong(option):
        yield how, Act(option.seat, option.window, option.key, choice)
    yield "gone", Act(option.seat, option.window + "-gone", option.key, first(option.params))
    yield "moved", Act(option.seat, option.window, option.key, first(option.params), terms="other")


@cache
def refused(name: str) -> dict:
    """Refusals of three evenings to whom each is said: by their words, how one comes to them."""
    played, found = game(name), {}
    for seed, play in ((1, bot_play), (2, bot_play), (3, random_play)):
        setup = ready(played, 2 + seed % 2)
        chairs = {chair.id: chair for chair in setup.seats}
        seen = set()
        for moment in play(played, setup, Random(seed), 240)[::3]:
            s = moment.after.state
            now = played.waiting(s)
            offers = (*(now if isinstance(now, tuple) else ()), *played.standing(s))
            for offer in offers:
                option = offer.option
                chair = chairs[option.seat]
                own = table_events.reader(played, played.view(s, chair.id), chair.id, chair.name)
                kind = option.seat, option.key, option.blocked
                if kind in seen:
                    continue
                seen.add(kind)
                for how, act in acts(option):
                    said = step(played, s, act, now)
                    if isinstance(said, Refusal):
                        found.setdefault((chair.id, own, how, said), option)
    return found


QUOTED = re.compile(r"“[^”]*”")
OUT = re.compile(r"please|choose|leave it|look again|once is enough|mend|wait|undone", re.IGNORECASE)
"""Words by which a reason says itself what to do."""


def of(option: Option, said: Refusal) -> str:
    return f"{option.key}: {said}"


@pytest.mark.parametrize("name", names())
def test_nobody_is_refused_by_their_own_name(name):
    masters = game(name).masters
    chairs = {chair.id: chair.role for chair in ready(game(name), 3).seats}
    wrong = {
        of(option, said)
        for (seat, own, _how, said), option in refused(name).items()
        if chairs.get(seat) not in masters and any(each in QUOTED.sub("", str(said)) for each in own)
    }
    assert wrong == set()


@pytest.mark.parametrize("name", names())
def test_a_refusal_says_what_and_why_and_the_way_out_and_its_rule_last(name):
    played, wrong, hows = game(name), set(), set()
    for (_seat, _own, how, said), option in refused(name).items():
        hows.add(how)
        whole = said.why[-1:] in (".", ")") and "{" not in str(said) and len(str(said)) < 400
        out = said.instead or said.why.endswith(")") or OUT.search(said.why)
        if not whole or not out or (said.rule and rule(played, said.rule) is None):
            wrong.add(of(option, said))
        if said.rule and not str(said).endswith(")"):
            wrong.add(f"its rule is not last: {of(option, said)}")
    assert wrong == set()
    assert {"left out", "unknown", "too many", "gone", "moved", "not now", "more than asked"} <= hows
    assert len(refused(name)) > 500


@pytest.mark.parametrize("name", names())
def test_what_is_filled_in_wrong_is_named_by_its_question(name):
    for (_seat, _own, how, said), option in refused(name).items():
        if how in ("left out", "unknown", "too many", "closed", "too high") and option.params and not said.instead:
            assert any(said.why.startswith(f"{p.label or p.name}: ") for p in option.params), said
