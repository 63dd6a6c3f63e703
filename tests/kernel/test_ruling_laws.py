"""The law about rulings says what is wrong with a game that no ruling can reach, and what to do."""

import pytest
from msgspec import Struct
from tiny import tiny

from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.offers import offer
from cliffhanger.testing import conformance


class Frame(Struct, frozen=True):
    number: int = 0


class Crate(Struct, frozen=True):
    apples: int = 3


class Named(Struct, frozen=True):
    id: str
    crates: tuple[Crate, ...] = (Crate(), Crate(5))


class Orchard(Struct, frozen=True):
    crates: tuple[Crate, ...] = (Crate(),)
    stack: tuple[Frame, ...] = (Frame(),)
    serial: int = 0
    news: tuple[Event, ...] = ()


class Barn(Struct, frozen=True):
    barns: tuple[Named, ...] = (Named("red"),)
    stack: tuple[Frame, ...] = (Frame(),)
    serial: int = 0
    news: tuple[Event, ...] = ()


class Tale(Struct, frozen=True):
    words: str = "once"
    seen: tuple[str, ...] = ()
    stack: tuple[Frame, ...] = (Frame(),)
    serial: int = 0
    news: tuple[Event, ...] = ()


class Tally(Struct, frozen=True):
    pips: int = 0
    stack: tuple[Frame, ...] = (Frame(),)
    serial: int = 0
    news: tuple[Event, ...] = ()


def waiting(s):
    return (offer("ann", s.serial, "end", "End", end),) if s.stack else Over()


def end(s):
    return replace(s, stack=())


def law_of_rulings(state, **more):
    game = tiny(state, ("host", "ann"), waiting, lambda s, asked, values: s, **more)
    suite = type("Spoiled", (conformance.Suite,), {"game": game, "most": 5})
    suite().test_after_a_sound_ruling_the_game_plays_on(suite.played(), conformance.Random(1))


@pytest.mark.parametrize(("state", "place"), [(Orchard, "crates"), (Barn, "barns.crates")])
def test_rows_without_an_id_are_named_and_what_to_do_is_said(state, place):
    with pytest.raises(AssertionError, match=rf"the rows of {place} have no id.*give each row a field `id: str`"):
        law_of_rulings(state)


def test_a_row_of_what_never_changes_needs_no_id():
    law_of_rulings(Orchard, fixed=frozenset({"crates"}))


def test_where_there_is_nothing_to_rule_on_the_law_is_content():
    law_of_rulings(Tale)


def test_a_game_that_refuses_every_ruling_is_told_so():
    with pytest.raises(AssertionError, match="invariant_error refuses whatever is set"):
        law_of_rulings(Tally, invariant_error=lambda s: "Nothing may change.")
